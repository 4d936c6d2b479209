"""A battle's state as plain data."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from ..components.condition import Health
from ..components.events import Event
from ..components.names import Name, Table
from ..components.plan import ActionQueue
from ..components.position import Position
from ..components.stats import Team
from ..engine.board.board import Board, Edge
from ..engine.board.tiles import Tile
from ..engine.decoding import convert
from ..engine.dice import AverageDice, Dice, FatedDice
from ..engine.errors import ScenarioError, names, spelled
from ..engine.geometry.boxes import Box
from ..engine.plugins import blame_parts, load_parts
from ..engine.rules.ruleset import World
from ..engine.scenario.validate import decode
from ..engine.state.battle_state import Log
from ..engine.state.component_types import ComponentType, component_named, component_type, field_types
from ..engine.state.creature import ATTRIBUTES, Creature
from .log_table import LogTable

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000_000)]
Fields = dict[str, Any]
"""The values of one component, by field."""


class CreatureState(Table, frozen=True, kw_only=True):
    entity: Count
    """The creature's entity number."""
    components: dict[Name, Fields | None]
    """Component fields by registered name; None: removed since the start."""
    shape: tuple[int, int, int, int, int, int] | None = None
    """The space that the creature fills while it squeezes."""
    queued: tuple[dict[str, Any], ...] = ()
    """The intents that wait for its turn."""
    way: Fields = msgspec.field(default_factory=dict)
    """Where the creature could have stopped (`ActionQueue.legal` and `trail`)."""


class ThingState(Table, frozen=True, kw_only=True):
    """The saved components of an entity that is not a creature, such as a zone."""

    entity: Count
    components: dict[Name, Fields | None]


class DiceState(Table, frozen=True, kw_only=True):
    kind: Literal["seeded", "average", "fated"] = "seeded"
    seed: int = 0
    script: tuple[int, ...] | None = None
    used: Count = 0
    place: Count = 0
    turn: tuple[str, Count] = ("", 0)
    rolled: tuple[tuple[str, Count], Count] = (("", 0), 0)
    thrown: tuple[Count, ...] = ()


class TileChange(Table, frozen=True, kw_only=True):
    """A square whose tile differs from the scenario's map."""

    at: tuple[int, int]
    tile: Tile


class EdgeChange(Table, frozen=True, kw_only=True):
    """An edge (such as a door) that differs from the scenario's map."""

    between: tuple[tuple[int, int], tuple[int, int]]
    edge: dict[str, Any] | None = None
    """The edge's fields; None: no edge."""


class StateFile(Table, frozen=True, kw_only=True):
    """The state of a battle between two commands, as saved."""

    commands: Count = 0
    creatures: tuple[CreatureState, ...]
    """Creatures, in the order of their entity numbers."""
    differences: bool = False
    """True if creatures hold only differences from the start."""
    things: tuple[ThingState, ...] = ()
    """The other entities."""
    entities: Count = 0
    round: Count = 0
    turns: Count = 0
    active: Name | None = None
    order: tuple[Name, ...] = ()
    acted: tuple[Name, ...] = ()
    slots: tuple[Name, ...] | None = None
    falling: tuple[Name, ...] = ()
    held: tuple[Count, ...] = ()
    tallied: Count = 0
    dice: DiceState
    tiles: tuple[TileChange, ...] = ()
    edges: tuple[EdgeChange, ...] = ()
    log: tuple[Event, ...] = ()
    table: LogTable | None = None
    """The log as columns; None: stored elsewhere."""
    lines: Count | None = None
    """Log lines after the save; None: kept elsewhere."""


WAY = ("legal", "trail")
TEAM = component_type(Team).name
PACKAGE = __name__.partition(".")[0]
WHOLE = (Team, Position, Health)
"""Components that are always written in full, for migrations."""

# ---------------------------------------------------------------- writing


def state_file(world: World, board: Board, start: World | None, commands: int) -> StateFile:
    """Converts a battle's state to plain data for a save.

    Only differences from `start` are written.

    Raises:
        ValueError: a game's component cannot be written as plain data.
    """
    known = {} if start is None else start.named
    return StateFile(
        commands=commands,
        creatures=tuple(_creature_file(creature, known.get(creature.name)) for creature in world.creatures),
        differences=start is not None,
        things=tuple(
            ThingState(entity=entity, components=_components(parts, {}))
            for entity, parts in sorted(world.things.items())
        ),
        entities=world.entities,
        round=world.round,
        turns=world.turns,
        active=world.active,
        order=tuple(world.order),
        acted=tuple(sorted(world.acted)),
        slots=world.slots,
        falling=tuple(world.falling),
        held=world.held,
        tallied=world.tallied,
        dice=_dice_file(world.dice),
        tiles=_changed_tiles(board, world.board),
        edges=_changed_edges(board, world.board),
        log=tuple(world.log),
    )


def _creature_file(creature: Creature, start: Creature | None) -> CreatureState:
    return CreatureState(
        entity=creature.entity,
        components=_components(creature.components(), {} if start is None else start.components()),
        shape=None if creature.shape is None else (*creature.shape,),
        queued=tuple(msgspec.to_builtins(intent) for intent in creature.queue.intents),
        way={key: plain(getattr(creature.queue, key)) for key in WAY} if creature.turn.moved else {},
    )


def _components(parts: Mapping[type, Any], start: Mapping[type, Any]) -> dict[str, Fields | None]:
    found: dict[str, Fields | None] = {component_type(kind).name: None for kind in start if kind not in parts}
    for kind, part in parts.items():
        if kind is ActionQueue:  # empty between commands
            continue
        name, before = component_type(kind).name, start.get(kind)
        try:
            if kind in WHOLE or kind.__module__.partition(".")[0] != PACKAGE:
                values = _values(part)
            else:
                values = _changed_values(part, before)
        except (TypeError, ValueError) as error:
            raise ValueError(f"the component {name} cannot be saved: {error}") from None
        if values or before is None:
            found[name] = values
    return found


def _values(part: object) -> Fields:
    return {key: plain(getattr(part, key)) for key in field_types(type(part))}


def _changed_values(part: object, before: object | None) -> Fields:
    if before is None:
        values, known = _values(part), _default_values(type(part))
    else:
        changed = [key for key in field_types(type(part)) if getattr(part, key) is not getattr(before, key)]
        values, known = ({key: plain(getattr(one, key)) for key in changed} for one in (part, before))
    return {key: one for key, one in values.items() if key not in known or repr(one) != repr(known[key])}


def _default_values(kind: type) -> Fields:
    return {key: plain(made()) for key, made in _defaults(kind).items()}


def plain(value: object) -> Any:
    """Converts a component's value to plain data, with sets sorted."""
    if isinstance(value, (str, int, float, type(None))) and not isinstance(value, Enum):
        return value
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=repr)
    if isinstance(value, dict):
        if all(isinstance(key, (str, int, float)) for key in value):
            return {key: plain(item) for key, item in value.items()}
        return [[plain(key), plain(item)] for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value) if part.init}
    return msgspec.to_builtins(value)


def _dice_file(dice: Dice) -> DiceState:
    kind: Literal["seeded", "average", "fated"] = (
        "average" if isinstance(dice, AverageDice) else "fated" if isinstance(dice, FatedDice) else "seeded"
    )
    fated = isinstance(dice, FatedDice)
    return DiceState(
        kind=kind,
        seed=dice.seed,
        script=dice.script,
        used=dice.used,
        place=dice.place,
        turn=dice.turn if fated else ("", 0),
        rolled=dice.rolled if isinstance(dice, FatedDice) else (("", 0), 0),
        thrown=dice.thrown,
    )


def _changed_tiles(start: Board, now: Board) -> tuple[TileChange, ...]:
    if start is now or start.tiles is now.tiles:
        return ()
    return tuple(
        TileChange(at=(x, y), tile=tile)
        for y, row in enumerate(now.tiles)
        if row is not start.tiles[y]
        for x, tile in enumerate(row)
        if tile != start.tiles[y][x]
    )


def _changed_edges(start: Board, now: Board) -> tuple[EdgeChange, ...]:
    pairs = sorted({(min(pair), max(pair)) for pair in (*start.edges, *now.edges)})
    return tuple(
        EdgeChange(between=(a, b), edge=None if found is None else plain(found))
        for a, b in pairs
        if (found := now.edge(a, b)) != start.edge(a, b)
    )


# ---------------------------------------------------------------- reading


def _name(one: CreatureState) -> str:
    return str((one.components.get(TEAM) or {}).get("name"))


def names_in(state: StateFile) -> set[str]:
    return {_name(one) for one in state.creatures}


def set_state(world: World, state: StateFile, source: str, kinds: Any) -> None:
    """Puts a saved state into a new battle.

    Raises:
        ScenarioError: a component is not registered here, or has other fields.
    """
    start = {name: creature.components() for name, creature in world.named.items()} if state.differences else {}
    creatures = [
        _creature(one, f"state.creatures[{index}]", source, kinds, start) for index, one in enumerate(state.creatures)
    ]
    listed = [creature.name for creature in creatures]
    if len(set(listed)) < len(listed) or len({one.entity for one in creatures}) < len(creatures):
        raise ScenarioError(source, "state.creatures", "a creature twice", "each name and entity once")
    for place, wanted in (
        ("active", (state.active,)),
        ("order", state.order),
        ("slots", state.slots or ()),
        ("falling", state.falling),
    ):
        for name in wanted:
            if name is not None and name not in listed:
                raise ScenarioError(source, f"state.{place}", spelled(name), names(listed, name))
    sizes = world.rules.sizes.rows
    for index, creature in enumerate(creatures):
        if creature.size.name not in sizes:
            place = f"state.creatures[{index}].components.Size.name"
            raise ScenarioError(source, place, spelled(creature.size.name), names(sizes, creature.size.name))
        side, (x, y, _) = creature.size.side, creature.cube
        if not (0 <= x <= world.board.width - side and 0 <= y <= world.board.height - side):
            raise ScenarioError(source, "state.creatures", f"{creature.name} at {[x, y]}", "squares of the board")
    world.board = _board(world.board, state, source)
    world.creatures[:] = creatures
    world.named.clear()
    world.named.update((creature.name, creature) for creature in creatures)
    world.things = {
        one.entity: _parts(one.components, f"state.things[{index}].components", source, {})
        for index, one in enumerate(state.things)
    }
    world.entities, world.round, world.turns = state.entities, state.round, state.turns
    world.active, world.order, world.acted = state.active, list(state.order), set(state.acted)
    world.slots = state.slots
    world.falling, world.held, world.tallied = list(state.falling), state.held, state.tallied
    world.dice = _dice(state.dice)
    world.log = Log()
    for event in state.log:
        world.log.append(event)
    world.support_checks.clear()
    world.disturbed.clear()
    world.entered.clear()
    world.begun.clear()
    world.concerned = None
    world.states += 1
    world.revision += 1


def _creature(
    one: CreatureState, place: str, source: str, kinds: Any, start: Mapping[str, Mapping[type, Any]]
) -> Creature:
    parts = _parts(one.components, f"{place}.components", source, start.get(_name(one), {}))
    given: dict[str, Any] = {}
    for kind, attribute in ATTRIBUTES.items():
        part = _queue(one, place, source, kinds) if kind is ActionQueue else parts.pop(kind, None)
        if part is None:
            raise ScenarioError(source, f"{place}.components", f"no {kind.__name__}", "a component of every creature")
        given[attribute] = part
    creature = Creature(one.entity, **given, parts=parts)
    creature.place(creature.position.cube, None if one.shape is None else Box(*one.shape))
    return creature


def _queue(one: CreatureState, place: str, source: str, kinds: Any) -> ActionQueue:
    queue = ActionQueue(intents=[decode(intent, kinds, source, f"{place}.queued") for intent in one.queued])
    hints = field_types(ActionQueue)
    for key, value in one.way.items():
        if key not in WAY:
            raise ScenarioError(source, f"{place}.way.{key}", spelled(key), names(WAY, key))
        try:
            setattr(queue, key, convert(value, hints[key]))
        except (msgspec.ValidationError, TypeError) as error:
            raise ScenarioError(source, f"{place}.way.{key}", spelled(value), str(error)) from None
    return queue


def _parts(
    components: Mapping[str, Fields | None], place: str, source: str, start: Mapping[type, Any]
) -> dict[type, Any]:
    found: dict[type, Any] = {kind: component_type(kind).copy(part) for kind, part in start.items()}
    for name, values in components.items():
        known = registered(name, f"{place}.{name}", source)
        before = found.pop(known.kind, None)
        if values is not None:
            found[known.kind] = _component(known, values, f"{place}.{name}", source, before)
    return found


def registered(name: str, place: str, source: str) -> ComponentType[Any]:
    """Returns the type of component that was registered under this name, also by installed programs.

    Raises:
        ScenarioError: there is no such type.
    """
    known = component_named(name)
    if known is None:
        load_parts()
        known = component_named(name)
    if known is None:
        blame_parts()
        raise ScenarioError(
            source,
            place,
            f"{spelled(name)}, not registered here",
            "components that are registered (fivefoot.register) before a battle is loaded",
        )
    return known


def _component(known: ComponentType[Any], values: Fields, place: str, source: str, before: object) -> Any:
    kind: Any = known.kind
    hints, defaults = field_types(kind), _defaults(kind)
    unknown = next((key for key in values if key not in hints), None)
    if unknown is not None:
        raise ScenarioError(source, f"{place}.{unknown}", spelled(unknown), names(hints, unknown))
    component = kind.__new__(kind)
    for key, hint in hints.items():
        if key in values:
            try:
                value = _valued(values[key], hint)
            except (msgspec.ValidationError, TypeError) as error:
                raise ScenarioError(source, f"{place}.{key}", spelled(values[key]), str(error)) from None
        elif before is not None:
            value = getattr(before, key)
        elif key in defaults:
            value = defaults[key]()
        else:
            raise ScenarioError(source, f"{place}.{key}", "nothing", "a value, or a default of the field")
        object.__setattr__(component, key, value)  # works for frozen ones too
    return component


def _valued(value: object, hint: Any) -> Any:
    if isinstance(value, list) and get_origin(hint) is dict:
        pairs: list[Any] = convert(value, list[tuple[get_args(hint)]])  # type: ignore[misc]
        return dict(pairs)
    return convert(value, hint)


def _defaults(kind: Any) -> dict[str, Callable[[], Any]]:
    found: dict[str, Callable[[], Any]] = {}
    if is_dataclass(kind):
        for part in fields(kind):
            if part.default_factory is not MISSING:
                found[part.name] = part.default_factory
            elif part.default is not MISSING:
                found[part.name] = lambda value=part.default: value  # type: ignore[misc]
        return found
    for entry in msgspec.structs.fields(kind):
        if entry.default_factory is not msgspec.NODEFAULT:
            found[entry.name] = entry.default_factory
        elif entry.default is not msgspec.NODEFAULT:
            found[entry.name] = lambda value=entry.default: value  # type: ignore[misc]
    return found


def _dice(state: DiceState) -> Dice:
    if state.kind == "fated":
        return FatedDice(state.seed, None, state.used, state.place, None, state.turn, rolled=state.rolled)
    kind = AverageDice if state.kind == "average" else Dice
    return kind(state.seed, state.script, state.used, state.place, None, state.turn, state.thrown)


def _board(board: Board, state: StateFile, source: str) -> Board:
    for index, one in enumerate(state.tiles):
        if one.at not in board:
            raise ScenarioError(source, f"state.tiles[{index}].at", spelled(list(one.at)), "a square of the board")
    if state.tiles:
        board = board.with_tiles({one.at: one.tile for one in state.tiles})
    for index, change in enumerate(state.edges):
        a, b = change.between
        if a not in board or b not in board or abs(a[0] - b[0]) + abs(a[1] - b[1]) != 1:
            raise ScenarioError(source, f"state.edges[{index}].between", "other squares", "two neighbouring squares")
        try:
            edge = None if change.edge is None else convert(change.edge, Edge)
        except (msgspec.ValidationError, TypeError) as error:
            raise ScenarioError(source, f"state.edges[{index}].edge", spelled(change.edge), str(error)) from None
        board = board.with_edge(a, b, edge)
    return board
