"""Options of several commands."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from ....engine.brains import BRAINS
from ....engine.errors import ScenarioError, names, printable, spelled
from ....engine.extras import require
from ....engine.files import DATA_FILES
from ....engine.messages import tr
from ....engine.rulesets import RULESETS
from ....play.bots import BotRules, Limits
from ....play.loading import no_scenario, shipped_names
from .worded_help import wrong_value


def or_shipped(file: Path) -> Path:
    word = str(file)
    if file.exists() or not isinstance(DATA_FILES, Path):
        return file
    found = next((name for name in shipped_names() if name == word.casefold().removesuffix(".toml")), None)
    if found is not None and file.parent == Path():
        return DATA_FILES / "scenarios" / f"{found}.toml"
    if file.parent == Path() and not file.suffix:
        raise no_scenario(word)
    return file


ScenarioPath = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A scenario, TOML or JSON, or the name of one that comes with fivefoot (such as bridge).",
        show_default=False,
        callback=or_shipped,
        autocompletion=shipped_names,
    ),
]
"""An argument that names a scenario."""


def choices(*words: str) -> str:
    return f"[{'|'.join(words)}]"


def _ruleset_names() -> list[str]:
    return list(RULESETS)


def _brain_names() -> list[str]:
    return list(BRAINS)


RULESET_CHOICES = choices(*RULESETS)
BRAIN_CHOICES = choices(*BRAINS, "MODULE:OBJECT", "cmd:PROGRAM")
PlayedBy: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar=RULESET_CHOICES, help="Play it by this ruleset instead of its own.", autocompletion=_ruleset_names
    ),
]
MadeFor: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar=RULESET_CHOICES,
        help="The ruleset of a new board, or of a map without one.",
        autocompletion=_ruleset_names,
    ),
]
Red: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar=BRAIN_CHOICES,
        help="The AI player of side red, or of the first side if no side is called red.",
        autocompletion=_brain_names,
    ),
]
Blue: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar=BRAIN_CHOICES,
        help="The AI player of side blue, or of the second side if no side is called blue.",
        autocompletion=_brain_names,
    ),
]
UiScale: TypeAlias = Annotated[
    float | None, typer.Option(min=0.6, max=2.5, help="The size of text and buttons; 1 is normal.")
]
BotTurn: TypeAlias = Annotated[
    float | None,
    typer.Option(
        help="The most seconds for a turn of a bot (default 2) or of a Python AI player (default 30).",
        min=0.01,
        max=3600,
    ),
]
BotBattle: TypeAlias = Annotated[
    float | None, typer.Option(help="The most seconds for all turns of a bot in a battle.", min=0.01, max=86_400)
]
BotMemory: TypeAlias = Annotated[
    int | None, typer.Option(help="The most memory of a bot in megabytes (Linux only).", min=16)
]
HouseRules: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="SWITCH=VALUE", help="House rules, as in the table `rules` of a scenario.")
]
BotForfeit: TypeAlias = Annotated[
    str, typer.Option(metavar=choices("turn", "battle"), help="What a bot loses by an error: the turn or the battle.")
]


def bot_rules(turn: float | None, battle: float | None, memory: int | None, forfeit: str) -> BotRules:
    usual = Limits()
    limits = Limits(
        turn=usual.turn if turn is None else turn,
        battle=usual.battle if battle is None else battle,
        memory=usual.memory if memory is None else memory * 1024 * 1024,
    )
    python = BotRules().python if turn is None else turn
    if forfeit == "turn":
        return BotRules(limits, python=python)
    if forfeit == "battle":
        return BotRules(limits, "battle", python=python)
    raise typer.BadParameter(wrong_value("--bot-forfeit", spelled(forfeit), "turn, battle"))


def switches(given: list[str] | None) -> dict[str, str | int | bool]:
    """Reads house rules from the command line, each as `switch=value`."""
    chosen: dict[str, str | int | bool] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise ScenarioError("--rules", "", spelled(text), "switch=value")
        value = value.strip()
        plain: str | int | bool = value
        if value in ("true", "false"):
            plain = value == "true"
        elif value.lstrip("+-").isascii() and value.lstrip("+-").isdigit() and len(value) < 10:
            plain = int(value)
        chosen[name.strip()] = plain
    return chosen


def check_ruleset(name: str | None) -> None:
    if name is not None and name not in RULESETS:
        raise ScenarioError("--ruleset", "", spelled(name), names(RULESETS, name))


def creature_called(name: str, known: Sequence[str], file: Path) -> str:
    """Returns the creature with this name; upper and lower case are equal."""
    alike = [one for one in known if one.casefold() == name.casefold()]
    if name not in known and len(alike) != 1:
        allowed = names(known, name) if known else "a file with creatures"
        raise ScenarioError(str(file), "creatures", f"no creature called {spelled(name)} (--creature)", allowed)
    return name if name in known else alike[0]


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def check_plots(path: Path) -> None:
    """Checks, before a long run, that plots can be drawn into a file of this name."""
    require("matplotlib", purpose="--plot")
    if path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise ScenarioError("--plot", "", str(path), "a .png, .svg or .pdf file")


def check_output(option: str, path: Path, *others: Path) -> None:
    """Checks, before a long run, that an output file can be written."""
    found = None
    if path.is_dir():
        found = "a folder"
    elif not path.parent.is_dir():
        found = f"{path.parent}, which is no folder"
    elif any((other.exists() and path.exists() and path.samefile(other)) or path == other for other in others):
        found = "a file that this command uses for something else"
    if found is not None:
        raise ScenarioError(str(path), option, found, "a new file in an existing folder")


def written(path: Path, what: str = "") -> None:
    what = what or tr("{count} bytes", count=f"{path.stat().st_size:,}")
    typer.echo(printable(f"{path}: {what}"), err=True)
