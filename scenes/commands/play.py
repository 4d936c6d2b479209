"""``fivefoot play``: a battle in a window."""

import os
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from ...engine.brains import BRAINS
from ...engine.errors import ScenarioError, spelled
from ...engine.messages import tr
from ...engine.scenario import read as files
from ...engine.scenario.convert import unscripted
from ...play.battle import Battle
from ...play.bots import BotRules
from ...play.daily import BRAIN, FOE, SIDE, scenario_of
from ...play.match import red_and_blue
from ...play.players import KNOWN_FORMS
from ...play.table.session import PERSON, Session, seats
from .overview import BAD_INPUT
from .shared import options
from .shared.options import or_shipped


def _players() -> list[str]:
    return [PERSON, *BRAINS]


PLAYER_CHOICES = options.choices(PERSON, *BRAINS, "MODULE:OBJECT", "cmd:PROGRAM")


def play(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A scenario (a file, or a shipped one such as bridge), or a saved battle; by default a menu opens.",
            show_default=False,
        ),
    ] = None,
    daily: Annotated[
        bool,
        typer.Option("--daily", help="Play today's fight; it is the same for everybody, so scores can be compared."),
    ] = False,
    join: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Take a seat at a server (`fivefoot serve`), such as ws://127.0.0.1:8765."
        ),
    ] = None,
    token: Annotated[str | None, typer.Option(help="The token of that seat; without it you watch.")] = None,
    ruleset: options.PlayedBy = None,
    red: Annotated[
        str | None,
        typer.Option(
            metavar=PLAYER_CHOICES,
            help="Who plays side red, or the first side if no side is called red; by default human.",
            autocompletion=_players,
        ),
    ] = None,
    blue: Annotated[
        str | None,
        typer.Option(
            metavar=PLAYER_CHOICES,
            help="Who plays side blue, or the second side if no side is called blue; by default an AI player.",
            autocompletion=_players,
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the dice, instead of the file's.")] = None,
    ui_scale: options.UiScale = None,
    bot_turn: options.BotTurn = None,
    bot_battle: options.BotBattle = None,
    bot_memory: options.BotMemory = None,
    bot_forfeit: options.BotForfeit = "turn",
) -> None:
    """Play a battle in a window.

    A BRAIN is an AI player: a shipped one by name, your Python object (module:object), or a program (cmd:PROGRAM).
    """
    options.check_ruleset(ruleset)
    bots = options.bot_rules(bot_turn, bot_battle, bot_memory, bot_forfeit)
    if file is None and (red or blue):
        raise typer.BadParameter(tr("--red and --blue need a FILE; without one the menu asks who plays"))
    if daily and (file or ruleset or red or blue or seed is not None):
        raise typer.BadParameter(
            tr("--daily takes no FILE, --ruleset, --seed, --red or --blue: it is the same for everybody")
        )
    if join is not None and (file or daily or ruleset or red or blue or seed is not None):
        raise typer.BadParameter(tr("--join takes no FILE and no option of a battle: its host has chosen"))
    if token is not None and join is None:
        raise typer.BadParameter(tr("--token needs --join"))
    table = _today() if daily else _table(file, ruleset, seed, red, blue, bots) if file is not None else None
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from ..play.game_window import NoDisplay, open_and_join, open_and_run

    try:
        if join is not None:
            open_and_join(join, token, scale=ui_scale)
        else:
            open_and_run(table, scale=ui_scale)
    except NoDisplay:
        shown = str(file) if file is not None else "FILE"
        typer.echo(
            tr(
                "fivefoot play: there is no display to open a window on; `fivefoot battle {shown} --watch` "
                "plays a battle in the terminal",
                shown=shown,
            ),
            err=True,
        )
        raise typer.Exit(BAD_INPUT) from None


def _today() -> Session:
    return Session(Battle(scenario_of(date.today())), {SIDE: PERSON, FOE: BRAIN}, lookback="never")


def _table(
    file: Path, ruleset: str | None, seed: int | None, red: str | None, blue: str | None, bots: BotRules
) -> Session:
    from ..views import replay_file

    file = or_shipped(file)
    if replay_file.is_record(file):
        from ..play.saves import resumed

        table = resumed(replay_file.read(file))
    else:
        table = Session(Battle(unscripted(files.read(file), ruleset).scenario, seed=seed))
        table.players = seats(table.battle.scenario, table.sides)
    for option, name, side in zip(("--red", "--blue"), (red, blue), red_and_blue(table.sides), strict=True):
        if name is None:
            continue
        if name != PERSON and name not in BRAINS and ":" not in name:
            allowed = f"{PERSON}, {KNOWN_FORMS}"
            raise ScenarioError(option, "", spelled(name), allowed)
        if side is not None:
            table.seat(side, name, bots, option)
    return table
