"""Saved battles: scenario, commands, digest. No code."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

import msgspec

from ..components.effect_acts import Effect, JoinBattle
from ..components.events import BattleEnded, Event, EventBase
from ..components.intents import Intent, Square
from ..components.names import Name, Table
from ..engine.decoding import convert
from ..engine.errors import ScenarioError, names, spelled
from ..engine.plugins import blame_parts, load_parts
from ..engine.rules.catalogue import UnknownSwitch
from ..engine.rules.own_intents import any_intent
from ..engine.rules.ruleset import OwnIntent, Ruleset
from ..engine.rulesets import RULESETS
from ..engine.scenario import cross_checks
from ..engine.scenario.definition_checks import newcomers
from ..engine.scenario.format import Scenario, ScenarioFile, file_type
from ..engine.scenario.parse import tree
from ..engine.scenario.read import migrated
from ..engine.scenario.validate import decode
from ..engine.state.component_types import component_type, field_types
from .commands import Command, Write
from .log_table import events_of, table_of
from .parts import Parts, parts_of
from .saved_state import StateFile, names_in, registered

What = Literal[
    "submit",
    "process",
    "act",
    "begin",
    "end",
    "run",
    "round",
    "initiative",
    "conclude",
    "closest",
    "effect",
    "written",
    "dice",
]
LARGEST_SAVE = 2**26
"""The most bytes of a save."""
Answer = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Result = Annotated[int, msgspec.Meta(ge=1, le=9999)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]


class WriteSpec(Table, frozen=True, kw_only=True):
    """A change of a component by a game's own code, as written in a save."""

    entity: Count
    component: Name
    """The component's name; without `fields` it was removed."""
    fields: dict[str, Any] | None = None


class CommandSpec(Table, frozen=True, kw_only=True):
    what: What
    name: Name | None = None
    intent: dict[str, Any] | None = None
    out_of_turn: bool = False
    """True if the intent is allowed outside the creature's turn."""
    written: tuple[WriteSpec, ...] = ()
    winner: Name | None = None
    """The winner given to `conclude`."""
    why: str = ""
    square: Square | None = None
    among: tuple[Name, ...] | None = None
    slots: tuple[Name, ...] | None = None
    """The order of turns given to `next_round`."""
    dice: Literal["average"] | int | tuple[Result, ...] | None = None
    """Average dice, a seed, or results thrown by hand."""
    effect: Effect | None = None
    effects: tuple[tuple[Count, Effect], ...] = ()
    writes: tuple[tuple[Count, tuple[WriteSpec, ...]], ...] = ()
    """(event number, changes) of each listener's changes to components."""
    answers: tuple[Answer, ...] = ()
    """Answers to decisions, in order; `?` is a pending answer."""


class SaveFile(Table, frozen=True, kw_only=True):
    """A saved battle."""

    save: Literal[1]
    source: str = "<text>"
    scenario: ScenarioFile
    ruleset: str | None = None
    """The ruleset, if not the scenario's own."""
    seed: int | None = None
    """The seed, if not the scenario's own."""
    switches: dict[str, bool | int | str] | None = None
    """House rules of a ruleset that is given as an object."""
    parts: dict[str, tuple[str, ...]] = {}
    """The game's own parts in use."""
    players: dict[str, str] = {}
    round: Count = 0
    over: bool = False
    commands: tuple[CommandSpec, ...] = msgspec.field(default=(), name="deeds")
    events: Count
    """The length of the log."""
    paused: bool = False
    """True if the last command is unfinished."""
    game: Name | None = None
    version: int = 1
    start: StateFile | None = None
    """The state before the first command, if not the scenario's."""
    state: StateFile | None = None
    """The saved state, used if the replayed commands give another log."""
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", extra={"allowed": "64 hexadecimal digits"})]


def digest(events: Iterable[EventBase]) -> str:
    return digest_of_lines(event.to_dict() for event in events)


def digest_of_lines(lines: Iterable[Mapping[str, Any]]) -> str:
    found = hashlib.sha256()
    encode = msgspec.json.Encoder().encode
    for line in lines:
        found.update(encode(line) + b"\n")
    return found.hexdigest()


def saved(
    scenario: Scenario,
    chosen: tuple[str | None, int | None, Ruleset | None],
    parts: Parts,
    players: Mapping[str, str],
    commands: Sequence[Command],
    events: Sequence[EventBase],
    paused: bool,
    *,
    start: StateFile | None = None,
    state: StateFile | None = None,
    lines: bool = False,
) -> str:
    """Returns a battle as the text of a save. With `lines`, its log follows, one event per line.

    Raises:
        ValueError: the ruleset is not a known one with switches set.
    """
    ruleset, seed, rules = chosen
    if rules is not None:
        known = RULESETS.get(rules.name)
        if known is None or not _same(known.vary(**dict(rules.chosen)), rules):
            raise ValueError(
                f"a battle under rules of one's own ({rules.title}) cannot be saved before fivefoot.register knows "
                f"them by a name of their own"
            )
        ruleset = rules.name
    fields = {name: getattr(scenario, name) for name in ScenarioFile.__struct_fields__}
    form = _without_log if lines else _with_table
    file = SaveFile(
        save=1,
        source=scenario.source,
        scenario=ScenarioFile(**fields),
        ruleset=ruleset,
        seed=seed,
        switches=dict(rules.chosen) if rules is not None else None,
        parts=parts.names,
        players=dict(players),
        round=events[-1].round if events else 0,
        over=bool(events) and isinstance(events[-1], BattleEnded),
        commands=tuple(map(command_spec, commands)),
        events=len(events),
        paused=paused,
        game=scenario.game,
        version=scenario.version,
        start=None if start is None else form(start),
        state=None if state is None else form(state),
        digest=digest(events),
    )
    text = msgspec.json.encode(file).decode() + "\n"
    return text + log_lines(events).decode() if lines else text


def _without_log(state: StateFile) -> StateFile:
    return msgspec.structs.replace(state, log=(), lines=len(state.log))


def _with_table(state: StateFile) -> StateFile:
    return msgspec.structs.replace(state, log=(), table=table_of(state.log))


def with_log(state: StateFile, source: str) -> StateFile:
    """Returns a saved state with the list of events that its table stores.

    Raises:
        ScenarioError: an event is invalid, or the table has too few values.
    """
    if state.table is None:
        return state
    log: tuple[Event, ...] = tuple(
        decode(event, Event, source, f"state.table, event {number}")  # type: ignore[arg-type]
        for number, event in enumerate(events_of(state.table))
    )
    if len(log) != len(state.table.order):
        raise ScenarioError(source, "state.table", f"{len(log)} events", f"{len(state.table.order)}, as in its order")
    return msgspec.structs.replace(state, log=log, table=None)


def log_lines(events: Iterable[EventBase]) -> bytes:
    encode = msgspec.json.Encoder().encode
    return b"".join(encode(event.to_dict()) + b"\n" for event in events)


def _same(one: Ruleset, other: Ruleset) -> bool:
    return all(getattr(one, part.name) == getattr(other, part.name) for part in fields(Ruleset) if part.init)


def command_spec(command: Command) -> CommandSpec:
    """Converts a recorded command to its form in a save.

    Raises:
        ValueError: a game's component cannot be saved.
    """
    what, data = command.what, command.data
    fields: dict[str, Any] = {
        "what": what,
        "answers": command.answers,
        "effects": command.effects,
        "out_of_turn": command.out_of_turn,
        "writes": tuple((seq, tuple(map(_write_spec, writes))) for seq, writes in command.writes),
    }
    if command.name:
        fields["name"] = command.name
    if what in ("submit", "act"):
        fields["intent"] = msgspec.to_builtins(data)
    elif what == "conclude":
        fields["winner"], fields["why"] = data
    elif what == "closest":
        fields["square"], fields["among"] = data
    elif what == "round":
        fields["slots"] = data
    elif what in ("effect", "dice"):
        fields[what] = data
    elif what == "written":
        fields["written"] = tuple(map(_write_spec, data))
    return CommandSpec(**fields)


def _write_spec(write: Write) -> WriteSpec:
    if write.kind is object:
        return WriteSpec(entity=write.entity, component="entity")
    name = component_type(write.kind).name
    if write.component is None:
        return WriteSpec(entity=write.entity, component=name)
    try:
        fields = {key: msgspec.to_builtins(getattr(write.component, key)) for key in field_types(write.kind)}
    except (TypeError, ValueError) as error:
        raise ValueError(f"the component {name} cannot be saved: {error}") from None
    return WriteSpec(entity=write.entity, component=name, fields=fields)


def _writes(specs: Sequence[WriteSpec], place: str, source: str) -> tuple[Write, ...]:
    return tuple(_write(one, f"{place}[{index}]", source) for index, one in enumerate(specs))


def _write(spec: WriteSpec, place: str, source: str) -> Write:
    if spec.component == "entity":
        return Write(spec.entity, object, None)
    known = registered(spec.component, f"{place}.component", source)
    if spec.fields is None:
        return Write(spec.entity, known.kind, None)
    kind: Any = known.kind
    component = kind.__new__(kind)
    hints = field_types(known.kind)
    if hints.keys() != spec.fields.keys():
        raise ScenarioError(source, f"{place}.fields", ", ".join(spec.fields), ", ".join(hints))
    for key, value in spec.fields.items():
        try:
            object.__setattr__(component, key, convert(value, hints[key]))  # works for frozen ones too
        except (msgspec.ValidationError, TypeError) as error:
            raise ScenarioError(source, f"{place}.fields.{key}", spelled(value), str(error)) from None
    return Write(spec.entity, known.kind, component)


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A battle read from a save and checked, before its commands are replayed."""

    scenario: Scenario
    ruleset: str | None
    seed: int | None
    rules: Ruleset | None
    players: dict[str, str]
    commands: list[Command] | None
    """None if some commands are unknown here."""
    events: int
    paused: bool
    start: StateFile | None
    state: StateFile | None
    digest: str
    parts: Parts


def parted(text: str) -> tuple[str, list[str]]:
    """Splits a save into its first line (the battle) and the log's lines."""
    first, line_end, rest = text.partition("\n")
    return (first, rest.splitlines()) if line_end and first.startswith('{"save"') else (text, [])


def _with_log(state: StateFile, lines: Sequence[str], source: str) -> StateFile:
    if state.lines is None:
        return state
    if len(lines) < state.lines:
        raise ScenarioError(source, "", f"{len(lines)} lines of the log", f"the whole file, {state.lines} lines of log")
    log: tuple[Event, ...] = tuple(
        decode(tree(line, source, "json", LARGEST_SAVE), Event, source, f"line {number}")  # type: ignore[arg-type]
        for number, line in enumerate(lines[: state.lines], 2)
    )
    return msgspec.structs.replace(state, log=log, lines=None)


def read(
    text: str,
    source: str = "<saved battle>",
    parts_here: Callable[[], Parts] = parts_of,
    rules: Ruleset | None = None,
) -> Saved:
    """Reads a saved battle from text and checks it.

    Raises:
        ScenarioError: the text is not a saved battle. The message names the place.
    """
    head, lines = parted(text)
    grown = migrated(tree(head, source, "json", LARGEST_SAVE), source)
    parts = _parts(grown, parts_here, source)
    file = decode(grown, _file_type(parts.intents), source)
    start, state = file.start, file.state
    if start is not None:
        start = _with_log(start, lines, source)
    if state is not None:  # where the commands prove the battle, the first line is enough
        state = _with_log(state, lines, source) if lines or state.lines is None else None
    fields = {name: getattr(file.scenario, name) for name in ScenarioFile.__struct_fields__}
    scenario = Scenario(**fields, source=file.source)
    try:
        cross_checks.check(scenario)
    except ScenarioError as error:
        raise within(error, source) from None
    if rules is None and file.ruleset is not None and file.ruleset not in RULESETS:
        raise ScenarioError(source, "ruleset", spelled(file.ruleset), ", ".join(RULESETS))
    named = {creature.name for creature in scenario.creatures} | set(_newcomers(file.commands))
    named |= _summoned(file.commands, set(newcomers(scenario)))
    if file.start is not None:
        named.update(names_in(file.start))
    try:
        commands: list[Command] | None = _commands(file, named, parts, source)
    except ScenarioError:
        if state is None:
            raise
        commands = None
    return Saved(
        scenario=scenario,
        ruleset=None if file.switches is not None else file.ruleset,
        seed=file.seed,
        players=file.players,
        rules=_rules(file, source) if rules is None else rules,
        commands=commands,
        events=file.events,
        paused=file.paused,
        start=start,
        state=state,
        digest=file.digest,
        parts=parts,
    )


def _commands(file: SaveFile, named: set[str], parts: Parts, source: str) -> list[Command]:
    kinds = any_intent(parts.intents)
    for index, spec in enumerate(file.commands):
        _check(spec, named, f"deeds[{index}]", source)
    return [command_of(spec, f"deeds[{index}]", source, kinds) for index, spec in enumerate(file.commands)]


def _parts(grown: object, parts_here: Callable[[], Parts], source: str) -> Parts:
    parts = parts_here()
    named = grown.get("parts") if isinstance(grown, dict) else None
    needed = decode(named or {}, dict[str, tuple[str, ...]], source, "parts")
    if any(parts.missing(needed).values()):
        load_parts()
        parts = parts_here()
        if any(parts.missing(needed).values()):
            blame_parts()
        parts.check(needed, source)
    return parts


@lru_cache(maxsize=16)
def _file_type(own: tuple[OwnIntent, ...]) -> type[SaveFile]:
    if not own:
        return SaveFile
    made = msgspec.defstruct("SaveFile", [("scenario", file_type(own))], bases=(SaveFile,), frozen=True, kw_only=True)
    return cast(type[SaveFile], made)


def _newcomers(commands: Iterable[CommandSpec]) -> Iterator[str]:
    for spec in commands:
        for effect in (spec.effect, *(effect for _, effect in spec.effects)):
            for act in effect.acts if effect is not None else ():
                if isinstance(act, JoinBattle):
                    yield str(act.creature.get("name"))


def _summoned(commands: Iterable[CommandSpec], base: set[str]) -> set[str]:
    meant = {name for spec in commands for name in (spec.name, *(spec.among or ()), *(spec.slots or ())) if name}
    return {name for name in meant if name in base or re.sub(r" [1-9]\d*$", "", name) in base}


NEEDS: dict[str, tuple[str, ...]] = {
    "submit": ("name", "intent"),
    "act": ("name", "intent"),
    "begin": ("name",),
    "closest": ("square",),
    "effect": ("effect",),
    "dice": ("dice",),
}
"""Required fields of commands."""


def _check(spec: CommandSpec, named: set[str], place: str, source: str) -> None:
    needs = NEEDS.get(spec.what, ())
    for key in needs:
        if getattr(spec, key) is None:
            raise ScenarioError(source, f"{place}.{key}", "nothing", f"the fields of {spec.what}")
    for name in (spec.name, *(spec.among or ()), *(spec.slots or ())):
        if name is not None and name not in named:
            raise ScenarioError(source, place, spelled(name), names(sorted(named), name) if named else "no creature")


def _rules(file: SaveFile, source: str) -> Ruleset | None:
    if file.switches is None:
        return None
    try:
        return RULESETS[file.ruleset or file.scenario.ruleset].vary(**file.switches)
    except (KeyError, UnknownSwitch) as error:
        raise ScenarioError(source, "switches", str(error), "switches of the ruleset") from None


def within(error: ScenarioError, source: str) -> ScenarioError:
    place = f"scenario.{error.place}" if error.place else "scenario"
    return ScenarioError(source, place, error.found, error.allowed)


def command_of(spec: CommandSpec, place: str, source: str, kinds: Any = Intent) -> Command:
    """Converts a command from its form in a save to a recorded command.

    Raises:
        ScenarioError: the command names something unknown.
    """
    data: object = None
    match spec.what:
        case "submit" | "act":
            data = decode(spec.intent, kinds, source, f"{place}.intent")
        case "conclude":
            data = (spec.winner, spec.why)
        case "closest":
            data = (spec.square, spec.among)
        case "round":
            data = spec.slots
        case "effect":
            data = spec.effect
        case "dice":
            data = spec.dice
        case "written":
            data = _writes(spec.written, f"{place}.written", source)
    writes = tuple(
        (seq, _writes(specs, f"{place}.writes[{index}][1]", source)) for index, (seq, specs) in enumerate(spec.writes)
    )
    return Command(spec.what, spec.name or "", data, spec.answers, spec.out_of_turn, spec.effects, writes)
