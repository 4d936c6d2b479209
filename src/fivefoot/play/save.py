"""Saved battles as text, written and read: the scenario, what was asked, and a digest of the log. Data, never code."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, cast

import msgspec

from ..components.effect_acts import Effect, JoinBattle
from ..components.events import BattleEnded, EventBase
from ..components.intents import Intent, Square
from ..components.names import Name
from ..engine.errors import ScenarioError, names, spelled
from ..engine.plugins import load_parts
from ..engine.rules.own_intents import OwnIntent, any_intent
from ..engine.rules.ruleset import Ruleset
from ..engine.rules.switches import UnknownSwitch
from ..engine.rulesets import RULESETS
from ..engine.scenario import cross_checks
from ..engine.scenario.format import Scenario, ScenarioFile, file_type
from ..engine.scenario.parse import tree
from ..engine.scenario.validate import decode
from ..engine.state.component_types import component_named, component_type, field_types
from .commands import Command, Write
from .parts import Parts, parts_of

What = Literal[
    "submit", "process", "act", "begin", "end", "run", "initiative", "conclude", "closest", "effect", "written"
]
LARGEST_SAVE = 2**26
"""Bytes that a saved battle may have: it holds all that was ever asked of it."""
Answer = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the tables of a saved battle share."""


class WriteSpec(_Table, frozen=True, kw_only=True):
    """One component that a game has written by hand."""

    entity: Count
    """The entity's number."""
    component: Name
    """The component's type, as it was registered; empty fields mean that it was taken away."""
    fields: dict[str, Any] | None = None
    """Its values."""


class CommandSpec(_Table, frozen=True, kw_only=True):
    """One thing that was asked of the battle."""

    what: What
    """Which call it was."""
    name: Name | None = None
    """The creature it was about."""
    intent: dict[str, Any] | None = None
    """What was submitted."""
    out_of_turn: bool = False
    """Whether it was meant for a creature that was not on turn."""
    written: tuple[WriteSpec, ...] = ()
    """What a game had written by hand."""
    winner: Name | None = None
    """The side that a battle was concluded for."""
    why: str = ""
    """Why it was concluded."""
    square: Square | None = None
    """The square whose closest creature was asked for."""
    among: tuple[Name, ...] | None = None
    """The creatures to choose from."""
    effect: Effect | None = None
    """What was brought about that no creature does."""
    effects: tuple[tuple[Count, Effect], ...] = ()
    """(event, effect) of what listeners brought about in it."""
    writes: tuple[tuple[Count, tuple[WriteSpec, ...]], ...] = ()
    """(event, components) of what listeners wrote by hand in it."""
    answers: tuple[Answer, ...] = ()
    """What was answered to the choices that came up in it, in order; `?` is a question that was left open."""


class SaveFile(_Table, frozen=True, kw_only=True):
    """A saved battle."""

    save: Literal[1]
    """The version of this format."""
    source: str = "<text>"
    """The file that the scenario was read from."""
    scenario: ScenarioFile
    """The scenario as it was set up."""
    ruleset: str | None = None
    """The ruleset that was asked for instead of the scenario's own."""
    seed: int | None = None
    """The seed that was asked for instead of the scenario's own."""
    switches: dict[str, bool | int | str] | None = None
    """The house rules of a ruleset that was given whole."""
    parts: dict[str, tuple[str, ...]] = {}
    """What of a game's own it was played with, by name."""
    players: dict[str, str] = {}
    """Who plays which side, where a game has said so."""
    round: Count = 0
    """The round it had come to."""
    over: bool = False
    """Whether it was over."""
    deeds: tuple[CommandSpec, ...] = ()
    """What was asked of it, in order."""
    events: Count
    """How many events its log held."""
    paused: bool = False
    """Whether it stood in the middle of what was asked last."""
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", extra={"allowed": "64 hexadecimal digits"})]
    """What its log came to."""


def digest(events: Iterable[EventBase]) -> str:
    """The SHA-256 of a log's lines, as `fivefoot run --json` prints them."""
    found = hashlib.sha256()
    encode = msgspec.json.Encoder().encode
    for event in events:
        found.update(encode(event.to_dict()) + b"\n")
    return found.hexdigest()


def saved(
    scenario: Scenario,
    chosen: tuple[str | None, int | None, Ruleset | None],
    parts: Parts,
    players: Mapping[str, str],
    deeds: Sequence[Command],
    events: Sequence[EventBase],
    paused: bool,
) -> str:
    """A battle as text.

    Raises:
        ValueError: it is played by a ruleset that is none of the known ones with switches set.
    """
    ruleset, seed, rules = chosen
    if rules is not None:
        known = RULESETS.get(rules.name)
        if known is None or known.vary(**dict(rules.chosen)) != rules:
            raise ValueError(f"a battle under rules of one's own ({rules.title}) cannot be saved")
        ruleset = rules.name
    fields = {name: getattr(scenario, name) for name in ScenarioFile.__struct_fields__}
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
        deeds=tuple(map(command_spec, deeds)),
        events=len(events),
        paused=paused,
        digest=digest(events),
    )
    return msgspec.json.encode(file).decode() + "\n"


def command_spec(command: Command) -> CommandSpec:
    """A command as a file holds it.

    Raises:
        ValueError: a component that a game has written cannot be saved.
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
    elif what == "effect":
        fields["effect"] = data
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
    """What a game had written; raises ScenarioError where its component is not known here, or has other fields."""
    if spec.component == "entity":
        return Write(spec.entity, object, None)
    known = component_named(spec.component)
    if known is None:
        load_parts()
        known = component_named(spec.component)
    if known is None:
        raise ScenarioError(
            source=source,
            place=f"{place}.component",
            found=f"{spelled(spec.component)}, which nothing here has registered",
            allowed="components that are registered (fivefoot.register) before a battle is loaded",
        )
    if spec.fields is None:
        return Write(spec.entity, known.kind, None)
    component: Any = object.__new__(known.kind)
    hints = field_types(known.kind)
    if hints.keys() != spec.fields.keys():
        raise ScenarioError(
            source=source, place=f"{place}.fields", found=", ".join(spec.fields), allowed=", ".join(hints)
        )
    for key, value in spec.fields.items():
        try:
            object.__setattr__(component, key, msgspec.convert(value, hints[key]))  # frozen ones too
        except (msgspec.ValidationError, TypeError) as error:
            raise ScenarioError(
                source=source, place=f"{place}.fields.{key}", found=spelled(value), allowed=str(error)
            ) from None
    return Write(spec.entity, known.kind, component)


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """A saved battle that was read and found sound, so far as that can be told without playing it."""

    scenario: Scenario
    ruleset: str | None
    seed: int | None
    rules: Ruleset | None
    players: dict[str, str]
    deeds: list[Command]
    events: int
    paused: bool
    digest: str
    parts: Parts


def head_of(text: str) -> str:
    """The saved battle in a text that may go on with its log, an event a line."""
    first, line_end, _ = text.partition("\n")
    return first if line_end and first.startswith('{"save"') else text


def read(
    text: str,
    source: str = "<saved battle>",
    parts_here: Callable[[], Parts] = parts_of,
    rules: Ruleset | None = None,
) -> Saved:
    """What a saved battle says; `parts_here` and `rules` are what a game adds to it again.

    Raises:
        ScenarioError: it is none; the error names the place and what is allowed there.
    """
    grown = tree(head_of(text), source, "json", LARGEST_SAVE)
    parts = _parts(grown, parts_here, source)
    file = decode(grown, _file_type(parts.intents), source)
    fields = {name: getattr(file.scenario, name) for name in ScenarioFile.__struct_fields__}
    scenario = Scenario(**fields, source=file.source)
    try:
        cross_checks.check(scenario)
    except ScenarioError as error:
        raise within(error, source) from None
    if rules is None and file.ruleset is not None and file.ruleset not in RULESETS:
        raise ScenarioError(source=source, place="ruleset", found=spelled(file.ruleset), allowed=", ".join(RULESETS))
    named = {creature.name for creature in scenario.creatures} | set(_newcomers(file.deeds))
    kinds = any_intent(parts.intents)
    for index, deed in enumerate(file.deeds):
        _check_deed(deed, named, f"deeds[{index}]", source)
    return Saved(
        scenario=scenario,
        ruleset=None if file.switches is not None else file.ruleset,
        seed=file.seed,
        players=file.players,
        rules=_rules(file, source) if rules is None else rules,
        deeds=[command_of(deed, f"deeds[{index}]", source, kinds) for index, deed in enumerate(file.deeds)],
        events=file.events,
        paused=file.paused,
        digest=file.digest,
        parts=parts,
    )


def _parts(grown: object, parts_here: Callable[[], Parts], source: str) -> Parts:
    """The parts that are here; where the save names others, those that installed programs bring along as well.

    Raises:
        ScenarioError: one is missing all the same.
    """
    parts = parts_here()
    named = grown.get("parts") if isinstance(grown, dict) else None
    needed = decode(named or {}, dict[str, tuple[str, ...]], source, "parts")
    if any(parts.missing(needed).values()):
        load_parts()
        parts = parts_here()
        parts.check(needed, source)
    return parts


@lru_cache(maxsize=16)
def _file_type(own: tuple[OwnIntent, ...]) -> type[SaveFile]:
    """What a save may hold whose script may ask for intents of a game's own."""
    if not own:
        return SaveFile
    made = msgspec.defstruct("SaveFile", [("scenario", file_type(own))], bases=(SaveFile,), frozen=True, kw_only=True)
    return cast(type[SaveFile], made)


def _newcomers(deeds: Iterable[CommandSpec]) -> Iterator[str]:
    """The names of those who have joined."""
    for deed in deeds:
        for effect in (deed.effect, *(effect for _, effect in deed.effects)):
            for act in effect.acts if effect is not None else ():
                if isinstance(act, JoinBattle):
                    yield str(act.creature.get("name"))


NEEDS: dict[str, tuple[str, ...]] = {
    "submit": ("name", "intent"),
    "act": ("name", "intent"),
    "begin": ("name",),
    "closest": ("square",),
    "effect": ("effect",),
}
"""What commands cannot do without."""


def _check_deed(deed: CommandSpec, named: set[str], place: str, source: str) -> None:
    needs = NEEDS.get(deed.what, ())
    for key in needs:
        if getattr(deed, key) is None:
            raise ScenarioError(
                source=source, place=f"{place}.{key}", found="nothing", allowed=f"what {deed.what} needs"
            )
    for name in (deed.name, *(deed.among or ())):
        if name is not None and name not in named:
            raise ScenarioError(
                source=source,
                place=place,
                found=spelled(name),
                allowed=names(sorted(named), name) if named else "no creature",
            )


def _rules(file: SaveFile, source: str) -> Ruleset | None:
    if file.switches is None:
        return None
    try:
        return RULESETS[file.ruleset or file.scenario.ruleset].vary(**file.switches)
    except (KeyError, UnknownSwitch) as error:
        raise ScenarioError(
            source=source, place="switches", found=str(error), allowed="switches of the ruleset"
        ) from None


def within(error: ScenarioError, source: str) -> ScenarioError:
    """What is wrong with a scenario, told of the saved battle that holds it."""
    place = f"scenario.{error.place}" if error.place else "scenario"
    return ScenarioError(source=source, place=place, found=error.found, allowed=error.allowed)


def command_of(deed: CommandSpec, place: str, source: str, kinds: Any = Intent) -> Command:
    """A command as a battle keeps it; `kinds` are the intents that it may hold.

    Raises:
        ScenarioError: what it holds is not known here.
    """
    data: object = None
    match deed.what:
        case "submit" | "act":
            data = decode(deed.intent, kinds, source, f"{place}.intent")
        case "conclude":
            data = (deed.winner, deed.why)
        case "closest":
            data = (deed.square, deed.among)
        case "effect":
            data = deed.effect
        case "written":
            data = _writes(deed.written, f"{place}.written", source)
    writes = tuple(
        (seq, _writes(specs, f"{place}.writes[{index}][1]", source)) for index, (seq, specs) in enumerate(deed.writes)
    )
    return Command(deed.what, deed.name or "", data, deed.answers, deed.out_of_turn, deed.effects, writes)
