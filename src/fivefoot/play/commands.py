"""Commands: what was done to a battle from outside, so that it can be done again."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..components.effect_acts import Effect
from ..components.events import EventBase
from ..components.plan import ActionQueue
from ..engine.rules.ruleset import World
from ..engine.state.component_types import ComponentType, component_type
from ..engine.state.decider import OPEN

PLAYS = frozenset({"process", "act", "begin", "end", "run", "initiative", "conclude", "closest", "effect"})
"""Commands in which something may happen; `submit` only queues, and `written` only notes what a game has changed."""


class Write(NamedTuple):
    """One component that a game has changed by hand, given or taken."""

    entity: int
    kind: type
    component: object | None
    """Its copy; None where it was taken away."""


class Command(NamedTuple):
    """One thing that was done to a battle from outside."""

    what: str
    name: str = ""
    """To whom."""
    data: Any = None
    """With what."""
    answers: tuple[str, ...] = ()
    """What was answered to the choices that came up in it, in order; the policies made those that it has no answer
    for. The last one is `?` while it waits for its answer."""
    out_of_turn: bool = False
    """Whether an intent is meant for a creature that is not on turn while another is."""
    effects: tuple[tuple[int, Effect], ...] = ()
    """(event, effect) of what listeners brought about in it: each follows the event of that number."""
    writes: tuple[tuple[int, tuple[Write, ...]], ...] = ()
    """(event, components) of what listeners wrote by hand in it, in the same way."""

    @property
    def open(self) -> bool:
        """Whether it stands at a question that has not been answered."""
        return self.answers[-1:] == (OPEN,)

    def up_to(self, seq: int) -> "Command":
        """The same without what listeners brought about after an event: they are told of later ones anew."""
        return self._replace(
            effects=tuple(one for one in self.effects if one[0] <= seq),
            writes=tuple(one for one in self.writes if one[0] <= seq),
        )

    @property
    def plays(self) -> bool:
        """Whether something may happen in it."""
        return self.what in PLAYS


def writes_between(before: World, now: World) -> tuple[Write, ...]:
    """The components that differ between two states, as what was written by hand; queues are left aside."""
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
    """Bring about once more what a game had written by hand.

    A component that is there keeps being the same one, with other values: a system may have it in hand.
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
    """What was derived from components is stale once they have been written by hand."""
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
    """What listeners bring about while a command is carried out, and bring about again where it is done again."""

    def __init__(self, world: World, command: Command) -> None:
        self.world = world
        self.effects = list(command.effects)
        self.writes = list(command.writes)
        self._next = 0, 0
        self._told: tuple[int, World] | None = None
        """The event that listeners are being told of, and the state before they were."""

    def __bool__(self) -> bool:
        return bool(self.effects or self.writes)

    def kept(self, command: Command) -> Command:
        """The command with all of it."""
        self._note()
        return command._replace(effects=tuple(self.effects), writes=tuple(self.writes))

    def happen(self, event: EventBase) -> None:
        """Have happen what followed an event when the command was done before."""
        effect, written = self._next
        while effect < len(self.effects) and self.effects[effect][0] == event.seq:
            self.world.effects.append(self.effects[effect][1])
            effect += 1
        while written < len(self.writes) and self.writes[written][0] == event.seq:
            write(self.world, self.writes[written][1])
            written += 1
        self._next = effect, written

    def tell(self, listeners: Sequence[Callable[[Any], None]], event: EventBase) -> None:
        """Tell listeners of an event, and keep what they write by hand."""
        self._told = event.seq, self.world.copy()
        for listener in listeners:
            listener(event)
        self._note()
        self._told = None

    def _note(self) -> None:
        """Keep what has been written since the last event was told."""
        if self._told is None or self.world.same(self._told[1]):
            return
        seq, before = self._told
        if writes := writes_between(before, self.world):
            forget_derived(self.world)
            self.writes.append((seq, writes))
            self._next = self._next[0], len(self.writes)
            self._told = seq, self.world.copy()

    def add(self, effect: Effect) -> None:
        """Have an effect of a listener happen after the last event."""
        self.world.effects.append(effect)
        self.effects.append((len(self.world.log) - 1, effect))
        self._next = len(self.effects), self._next[1]
