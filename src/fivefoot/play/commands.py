"""Commands: recorded calls that change a battle."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..components.effect_acts import Effect
from ..components.plan import ActionQueue
from ..engine.rules.ruleset import World
from ..engine.state.component_types import ComponentType, component_type
from ..engine.state.decider import OPEN

PLAYS = frozenset({"process", "act", "begin", "end", "run", "round", "initiative", "conclude", "closest", "effect"})
"""Commands that may cause events."""


class Write(NamedTuple):
    """A change that a game's own code made to a component."""

    entity: int
    kind: type
    component: object | None
    """A copy of its new value; None if removed."""


class Command(NamedTuple):
    """A recorded call that changed a battle, such as `act` or `run`, with its arguments."""

    what: str
    name: str = ""
    data: Any = None
    answers: tuple[str, ...] = ()
    """Answers to the command's decisions; a final `?` is a pending answer."""
    out_of_turn: bool = False
    """True if the intent is allowed outside the creature's turn."""
    effects: tuple[tuple[int, Effect], ...] = ()
    """(event number, effect) of each effect that a listener caused."""
    writes: tuple[tuple[int, tuple[Write, ...]], ...] = ()
    """(event number, changes) of each listener's changes to components."""

    @property
    def open(self) -> bool:
        return self.answers[-1:] == (OPEN,)

    def up_to(self, seq: int) -> "Command":
        """Returns the command without effects and changes that listeners made after event `seq`."""
        return self._replace(
            effects=tuple(one for one in self.effects if one[0] <= seq),
            writes=tuple(one for one in self.writes if one[0] <= seq),
        )


def writes_between(before: World, now: World) -> tuple[Write, ...]:
    """Returns the components that differ between two states. Queued intents are not compared."""
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
    """Applies recorded component changes to a battle's state. The component objects stay the same."""
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
    world.take_up_places()
    for creature in world.creatures:
        creature.memory, creature.span = {}, None
        world.creature_changed(creature)


def _rows(world: World) -> dict[int, dict[type, Any]]:
    rows = {
        creature.entity: {kind: part for kind, part in creature.components().items() if kind is not ActionQueue}
        for creature in world.creatures
    }
    return rows | {entity: dict(parts) for entity, parts in world.things.items()}
