"""Commands: what was done to a battle from outside, kept so that it can be repeated."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..components.effect_acts import Effect
from ..components.events import EventBase
from ..components.plan import ActionQueue
from ..engine.rules.ruleset import World
from ..engine.state.component_types import ComponentType, component_type
from ..engine.state.decider import OPEN

PLAYS = frozenset({"process", "act", "begin", "end", "run", "initiative", "conclude", "closest", "effect"})
"""Commands that may cause events; `submit` only queues, and `written` only records a game's changes."""


class Write(NamedTuple):
    """One component that a game has changed by hand, added or removed."""

    entity: int
    kind: type
    component: object | None
    """A copy of the component; None if it was removed."""


class Command(NamedTuple):
    """One command to a battle from outside."""

    what: str
    name: str = ""
    """The name of the creature."""
    data: Any = None
    """The arguments."""
    answers: tuple[str, ...] = ()
    """The answers to its decisions, in order; policies made the rest. The last one is `?` while it is pending."""
    out_of_turn: bool = False
    """Whether an intent may come outside the creature's turn."""
    effects: tuple[tuple[int, Effect], ...] = ()
    """(event, effect) of its listeners' effects: each follows the event of that number."""
    writes: tuple[tuple[int, tuple[Write, ...]], ...] = ()
    """(event, components) of its listeners' writes, in the same form."""

    @property
    def open(self) -> bool:
        """Whether it stands at a pending decision."""
        return self.answers[-1:] == (OPEN,)

    def up_to(self, seq: int) -> "Command":
        """The command without its listeners' effects and writes after an event: listeners get later events anew."""
        return self._replace(
            effects=tuple(one for one in self.effects if one[0] <= seq),
            writes=tuple(one for one in self.writes if one[0] <= seq),
        )


def writes_between(before: World, now: World) -> tuple[Write, ...]:
    """The components that differ between two states, as writes by hand; queues are left aside."""
    found: list[Write] = []
    was = _rows(before)
    for entity, row in _rows(now).items():
        old = was.pop(entity, {})
        for kind, component in row.items():
            how: ComponentType[Any] = component_type(kind)
            if kind not in old or not how.same(component, old[kind]):
                found.append(Write(entity, kind, how.copy(component)))
        found += [Write(entity, kind, None) for kind in old if kind not in row]
    found += [Write(entity, object, None) for entity in was]
    return tuple(found)


def write(world: World, writes: Sequence[Write]) -> None:
    """Repeats a game's writes by hand.

    A component keeps its identity and changes its values: a system may hold it.
    """
    for entity, kind, component in writes:
        if kind is object:
            world.things.pop(entity, None)
            continue
        if entity > world.entities or (world.creature_of(entity) is None and entity not in world.things):
            world.things[entity] = {}
            world.entities = max(world.entities, entity)
        if component is None:
            world.remove(entity, kind)
        else:
            how: ComponentType[Any] = component_type(kind)
            fresh = how.copy(component)
            held: Any = world.component(entity, kind)
            if held is None or not how.fields:
                world.add(entity, fresh)
                continue
            for name in how.fields:
                setattr(held, name, getattr(fresh, name))
    forget_derived(world)


def forget_derived(world: World) -> None:
    """Clears what was derived from components, after writes by hand."""
    for creature in world.creatures:
        creature.memory, creature.span, creature.last_space = {}, None, None
        world.creature_changed(creature)


def _rows(world: World) -> dict[int, dict[type, Any]]:
    rows = {
        creature.entity: {kind: part for kind, part in creature.components().items() if kind is not ActionQueue}
        for creature in world.creatures
    }
    return rows | {entity: dict(parts) for entity, parts in world.things.items()}


class Brought:
    """The effects and writes of listeners during a command, which repeating the command repeats."""

    __slots__ = ("_next", "_told", "effects", "world", "writes")

    def __init__(self, world: World, command: Command) -> None:
        self.world = world
        self.effects = list(command.effects)
        self.writes = list(command.writes)
        self._next = 0, 0
        self._told: tuple[int, World] | None = None
        """The event that listeners are handling, and the state before."""

    def kept(self, command: Command) -> Command:
        """The command with all of them."""
        self._note()
        return command._replace(effects=tuple(self.effects), writes=tuple(self.writes))

    def happen(self, event: EventBase) -> None:
        """Repeat what followed an event when the command was done before."""
        effect, written = self._next
        while effect < len(self.effects) and self.effects[effect][0] == event.seq:
            self.world.effects.append(self.effects[effect][1])
            effect += 1
        while written < len(self.writes) and self.writes[written][0] == event.seq:
            write(self.world, self.writes[written][1])
            written += 1
        self._next = effect, written

    def tell(self, listeners: Sequence[Callable[[Any], None]], event: EventBase) -> None:
        """Call listeners with an event, and keep their writes by hand."""
        self._told = event.seq, self.world.copy()
        for listener in listeners:
            listener(event)
        self._note()
        self._told = None

    def _note(self) -> None:
        """Keep what was written since the last event."""
        if self._told is None or self.world.same(self._told[1]):
            return
        seq, before = self._told
        if writes := writes_between(before, self.world):
            forget_derived(self.world)
            self.writes.append((seq, writes))
            self._next = self._next[0], len(self.writes)
            self._told = seq, self.world.copy()

    def add(self, effect: Effect) -> None:
        """Queue a listener's effect after the last event."""
        self.world.effects.append(effect)
        self.effects.append((self.world.log.length - 1, effect))
        self._next = len(self.effects), self._next[1]
