"""The reference pages of the site, written from the code: names, intents, events, files, switches, rules, commands.

`write` is called by `conf.py` before Sphinx looks for pages; what it writes is not kept in the repository.
"""

import ast
import importlib
import inspect
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer
from typer.cli import get_docs_for_click

import fivefoot
from fivefoot.components import events, intents
from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.json_schema import attribute_docstrings, schema
from fivefoot.engine.scenario.read import read_cases
from fivefoot.scenes.commands.app import command_named
from fivefoot.scenes.commands.overview import COMMANDS, STATUSES

ROOT = Path(__file__).parents[1]
API = Path(__file__).parent / "api"
"""What is written by hand about each public module: when to use it, and examples that run."""
FACADES = (
    "intents",
    "events",
    "effects",
    "abilities",
    "plans",
    "rules",
    "ecs",
    "maps",
    "brains",
    "bots",
    "tournament",
    "arena",
    "drawing",
)
"""Public modules beside `fivefoot` itself, those of them that there are."""

ROOM = """
ruleset = "d20-srd"
[board]
map = "...."
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 9
"""
EFFECTS: tuple[dict[str, Any], ...] = (
    {"do": "damage", "target": "ann", "amount": 4},
    {"do": "heal", "target": "ann", "amount": 3},
    {"do": "tile", "at": [[2, 0]], "tile": {"terrain": "difficult"}},
    {"do": "join", "creature": {"name": "bob", "side": "blue", "at": [3, 0]}},
    {"do": "condition", "target": "ann", "condition": "prone", "until": "turn-end"},
    {"do": "condition", "target": "ann", "condition": "prone", "until": "turn-end", "times": 2},
    {"do": "hide", "target": "ann"},
    {"do": "reveal", "target": "ann"},
    {"do": "leave", "who": "bob"},
)
"""What brings about the events that no creature does, for the examples."""


def public_modules() -> list[str]:
    """The names of the public modules, `fivefoot` first."""
    found = (f"fivefoot.{name}" for name in FACADES)
    return ["fivefoot", *(name for name in found if find_spec(name) is not None)]


def public_names(module: str) -> list[str]:
    """What a public module offers, in its own order."""
    return [name for name in importlib.import_module(module).__all__ if not name.startswith("__")]


def anchor(file: str) -> str:
    """Where an example stands on the page of examples."""
    return re.sub(r"[^a-z0-9]+", "-", file.lower()).strip("-")


def write(folder: Path) -> None:
    """Write all pages; those that would not change are left alone, so that Sphinx need not read them again."""
    pages = dict(_pages())
    for file in folder.rglob("*.md"):
        if file.relative_to(folder).as_posix() not in pages:
            file.unlink()
    for name, text in pages.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = text.rstrip() + "\n"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def _pages() -> Iterator[tuple[str, str]]:
    shown: dict[int, str] = {}
    for module in public_modules():
        yield f"api/{module.partition('.')[2] or 'fivefoot'}.md", _api(module, shown)
    yield "intents.md", _intents()
    yield "events.md", _events()
    yield "scenario-fields.md", _scenario_fields()
    yield "switches.md", _switches()
    for name in RULESETS:
        yield f"rules/{name}.md", _rules(name)
    yield "command-line.md", command_line()
    yield "examples.md", _examples()
    yield "changelog.md", "```{include} ../../CHANGELOG.md\n```\n"


# ---------------------------------------------------------------- public names


def _api(module: str, shown: dict[int, str]) -> str:
    """The page of a module; `shown` has what other modules have shown, by identity."""
    by_hand = API / f"{module.partition('.')[2] or 'fivefoot'}.md"
    there = importlib.import_module(module)
    text = f"# {module}\n\n"
    if by_hand.exists():
        text += by_hand.read_text(encoding="utf-8").rstrip() + "\n\n"
    text += f"```{{eval-rst}}\n.. py:module:: {module}\n"
    for name in public_names(module):
        value = getattr(there, name)
        home = shown.setdefault(id(value), f"{module}.{name}")
        if home == f"{module}.{name}":
            text += "\n" + _directive(module, name, value)
        else:
            text += f"\n.. py:data:: {name}\n\n   The same as :py:obj:`{home}`.\n"
    return text + "```\n"


def _directive(module: str, name: str, value: object) -> str:
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
    else:
        kind = "autofunction" if inspect.isroutine(value) else "autodata"
    if value in (*intents.KINDS, *get_args(events.Event)):
        return f".. {kind}:: {module}.{name}\n   :no-members:\n"  # fields and examples are on the pages of both
    if kind == "autoclass" and any(base.__module__.startswith("fivefoot.play") for base in value.__bases__):
        return f".. {kind}:: {module}.{name}\n   :inherited-members:\n"
    if kind != "autodata":
        return f".. {kind}:: {module}.{name}\n"
    # Sphinx looks for what is said of a value in the module that shows it, and it is said where the value is made.
    return f".. py:data:: {name}\n\n   {_said_of(name, value)}\n"


def _said_of(name: str, value: object) -> str:
    """The sentences that stand beneath a value where it is made."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("fivefoot.") and vars(module).get(name) is value:
            body = ast.parse(inspect.getsource(module)).body
            for node, following in pairwise(body):
                targets = [getattr(node, "target", None), *getattr(node, "targets", ())]
                if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                    match following:
                        case ast.Expr(value=ast.Constant(value=str(sentences))):
                            return " ".join(sentences.split())
    return ""


# ---------------------------------------------------------------- intents and events


def _intents() -> str:
    definitions = schema()["$defs"]
    assert isinstance(definitions, dict)
    shown = _shortest_intents()
    text = "# Intents\n\nWhat a creature may be asked to do, one table of a script or one struct of\n"
    text += (
        "`fivefoot.intents` each. [Intents and the log](../intents-and-log.md) explains them; every example is taken\n"
    )
    text += (
        "from a case that is tested.\n\nEvery intent may also have `action`, the action to pay with where the ruleset\n"
    )
    text += "leaves a choice, and `part`, activities done as part of it.\n"
    for kind in intents.KINDS:
        tag = str(kind.__struct_config__.tag)
        definition = definitions[kind.__name__]
        fields = {
            name: described
            for name, described in definition["properties"].items()
            if name not in ("do", "action", "part")
        }
        text += f"\n## {tag}\n\n{_prose(kind.__doc__)}\n\n{_fields(fields, definition.get('required', ()))}"
        if tag in shown:
            text += f"\n```json\n{shown[tag]}\n```\n"
    return text


@cache
def _cases() -> tuple[fivefoot.Scenario, ...]:
    """All cases that are tested."""
    files = sorted((ROOT / "tests" / "cases").rglob("*.toml"))
    return tuple(case for file in files for case in read_cases(file))


def _shortest_intents() -> dict[str, str]:
    """For each kind of intent, the shortest that a case holds and that says more than its kind, if there is one."""
    found: dict[str, str] = {}
    for scenario in _cases():
        for intent in (intent for turn in scenario.turns for intent in turn.intents):
            table = msgspec.to_builtins(intent)
            line = json.dumps(table, ensure_ascii=False)
            told = found.get(table["do"])
            if told is None or (len(table) > 1, -len(line)) > (len(json.loads(told)) > 1, -len(told)):
                found[table["do"]] = line
    return found


def _events() -> str:
    text = "# Events\n\nThe lines of the log, one struct of `fivefoot.events` each.\n"
    text += "[Intents and the log](../intents-and-log.md) explains them; every example is a line of a battle that is\n"
    text += (
        "replayed in the tests. Every event has `seq` (its place in the log), `round`, `turn` and `rules` (the ids of\n"
    )
    text += "the catalogue entries that decided it).\n"
    kinds = get_args(events.Event)
    shown = _shortest_events({str(kind.__struct_config__.tag) for kind in kinds})
    (_, definitions) = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for kind in kinds:
        tag = str(kind.__struct_config__.tag)
        said = attribute_docstrings(kind)
        names = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
        fields: dict[str, Any] = {}
        for name, described in definitions[kind.__name__]["properties"].items():
            if name not in ("event", "seq", "round", "turn", "rules"):
                fields[name] = {**described, "description": said.get(names[name], "")}
        text += f"\n## {tag}\n\n{_prose(kind.__doc__)}\n\n{_fields(fields, fields)}"
        if tag in shown:
            text += f"\n```json\n{shown[tag]}\n```\n"
    return text


def _shortest_events(wanted: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in sorted((ROOT / "tests" / "golden").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines()[1:]:
            kind = json.loads(line)["event"]
            if kind not in found or len(line) < len(found[kind]):
                found[kind] = line
    with fivefoot.loads(ROOM) as battle:
        for act in EFFECTS:
            for event in battle.effect([act], by="an example"):
                found.setdefault(event.event, json.dumps(event.to_dict(), separators=(",", ":")))
    for scenario in _cases():
        if wanted <= found.keys():
            break
        with fivefoot.Battle(scenario) as battle:
            for event in battle.run():
                found.setdefault(event.event, json.dumps(event.to_dict(), separators=(",", ":")))
    return found


# ---------------------------------------------------------------- files and switches


def _scenario_fields() -> str:
    whole = schema()
    definitions = whole["$defs"]
    assert isinstance(definitions, dict)
    text = (
        "# Fields of scenario files\n\nEvery table of a [scenario file](../scenario-files.md) and what it may hold.\n"
    )
    text += "`fivefoot schema` prints the same as a JSON Schema, for editors that check while one types.\n"
    names = {kind.__name__ for kind in intents.KINDS}
    order = ["ScenarioFile", *(name for name in definitions if name not in names and name != "ScenarioFile")]
    for name in order:
        definition = definitions[name]
        text += f"\n({_target(name)})=\n\n## {name}\n\n{_prose(definition.get('description'))}\n\n"
        text += _fields(definition.get("properties", {}), definition.get("required", ()))
    return text


def _switches() -> str:
    text = "# Switches\n\nHouse rules and points that a source leaves open, by ruleset. A scenario sets them in\n"
    text += "its table `rules`, a program with `battle.vary`, the command line with `--rules switch=value`.\n"
    for ruleset in RULESETS.values():
        text += f"\n## {ruleset.name}\n\n| switch | values, the default first | left open by |\n| --- | --- | --- |\n"
        for name, switch in ruleset.switches.items():
            values = [_cell(json.dumps(value)) for value in switch.values]
            if switch.least is not None:
                values.append(f"any number from {switch.least}")
            rule = "" if switch.rule is None else f"{{ref}}`{switch.rule} <{_target(switch.rule)}>`"
            text += f"| `{name}` | {', '.join(values)} | {rule} |\n"
    return text


def _rules(name: str) -> str:
    entries = catalogue()[name]
    text = (
        f"# Rules: {name}\n\nThe catalogue of what `{name}` must do, in our own words: {len(entries)} entries. Events\n"
    )
    text += (
        "and refusals name these ids. Each has a worked check; `fivefoot rules --coverage` tells which are decided\n"
    )
    text += "by code and held to by a test.\n"
    topic = ""
    for entry in entries:
        if entry.topic != topic:
            topic = entry.topic
            text += f"\n## {topic.replace('-', ' ').capitalize()}\n"
        text += f"\n({_target(entry.id)})=\n\n### {entry.id}\n\n{_escaped(entry.summary)}\n\n"
        text += f"*Check.* {_escaped(entry.check)}\n"
        if entry.open:
            text += f"\n*Left open.* {_escaped(entry.open)}\n"
    return text


# ---------------------------------------------------------------- the command line, examples


def command_line() -> str:
    """Every command as Typer documents it, and the statuses."""
    text = (
        "# The command line\n\n`fivefoot COMMAND --help` shows the same. A command that is given something wrong says\n"
    )
    text += "so in one sentence on standard error. Exit statuses:\n\n| status | |\n| --- | --- |\n"
    text += "".join(f"| {status} | {_cell(meaning)} |\n" for status, meaning in STATUSES.items())
    for name in COMMANDS:
        command = command_named(name)
        context = typer.Context(command, info_name=name)
        text += "\n" + get_docs_for_click(obj=command, ctx=context, indent=1, name=name, call_prefix="fivefoot")
    return text


def _examples() -> str:
    text = "# Examples\n\nPrograms in the folder `examples`, which the tests run.\n"
    for file in sorted((ROOT / "examples").rglob("*.*")):
        if file.suffix not in (".py", ".js"):
            continue
        name = file.relative_to(ROOT).as_posix()
        language = "python" if file.suffix == ".py" else "javascript"
        text += f"\n({anchor(name)})=\n\n## {name}\n\n```{{literalinclude}} ../../{name}\n:language: {language}\n```\n"
    folder = "examples/bots"
    return text.replace("\n(examples-bots-nearest-js)=", f"\n({anchor(folder)})=\n(examples-bots-nearest-js)=")


# ---------------------------------------------------------------- words


def _fields(fields: Mapping[str, Any], required: Iterable[str]) -> str:
    if not fields:
        return "It has no fields of its own.\n"
    needed = set(required)
    text = "| field | holds | |\n| --- | --- | --- |\n"
    for name, described in fields.items():
        default = "" if name in needed or described.get("default") in (None, [], {}, ()) else described["default"]
        left_out = f" Left out: `{json.dumps(default)}`." if default != "" else ""
        text += f"| `{name}` | {_kind(described)} | {_cell(described.get('description', ''))}{left_out} |\n"
    return text


def _kind(described: Mapping[str, Any]) -> str:
    """What a field holds, in words, from its JSON Schema."""
    if "anyOf" in described:
        parts = dict.fromkeys(_kind(part) for part in described["anyOf"] if part.get("type") != "null")
        return " or ".join(parts)
    if "$ref" in described:
        name = described["$ref"].rpartition("/")[2]
        kinds = {kind.__name__: str(kind.__struct_config__.tag) for kind in intents.KINDS}
        return f"[{kinds[name]}](intents.md#{kinds[name]})" if name in kinds else f"{{ref}}`{name} <{_target(name)}>`"
    if "enum" in described:
        return ", ".join(f"`{json.dumps(value)}`" for value in described["enum"])
    kind = described.get("type", "anything")
    if kind == "array":
        if "prefixItems" in described:
            return "[" + ", ".join(_kind(item) for item in described["prefixItems"]) + "]"
        items = described.get("items")
        inner = _kind(items) if isinstance(items, dict) else "anything"
        if inner == "number" and described.get("maxItems") == 3:
            return "square"
        return f"list of {inner}"
    if kind == "object":
        values = described.get("additionalProperties")
        return f"table of {_kind(values)}" if isinstance(values, dict) else "table"
    words = {"integer": "number", "number": "number", "string": "text", "boolean": "true or false", "null": "nothing"}
    return words.get(kind, str(kind))


def _target(name: str) -> str:
    return "name-" + re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _prose(text: str | None) -> str:
    return _escaped(inspect.cleandoc(text)) if text else ""


def _escaped(text: str) -> str:
    """Text as Markdown that reads as it stands; what is in backticks stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]{}$|#])", r"\\\1", part) for part in parts)


def _cell(text: str) -> str:
    return " ".join(_escaped(text).split())
