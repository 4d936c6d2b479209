"""A battle's state as a value: entities, clock, dice, log.

Entities are rows of components in order of creation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import chain, islice
from operator import attrgetter
from typing import Any, TypeVar, overload

from msgspec import UNSET

from ...components.ability import Ability
from ...components.definitions import Objective
from ...components.effect_acts import Effect
from ...components.events import Event, EventBase
from ...components.ordinary_class import mypyc_attr
from ...components.plan import ACTS, ActBase, Strike
from ...components.position import Cube
from ..board.board import Board
from ..dice import Dice
from ..errors import ScenarioError, names, spelled
from ..geometry.boxes import Box
from .component_types import component_type, copied_parts
from .creature import ATTRIBUTES, Creature, copy_creature, same_creature, same_parts
from .decider import Deciders
from .esper_world import EsperWorld

BLOCK = 256
"""Events per block; copies share full blocks."""
_BITS = BLOCK.bit_length() - 1


class Log(Sequence[Event]):
    """The list of all events so far. Its copies share the old events."""

    __slots__ = ("_full", "_tail", "length")

    def __init__(self, full: tuple[list[Event], ...] = (), tail: Sequence[Event] = ()) -> None:
        self._full: tuple[list[Event], ...] = full
        self._tail: list[Event] = [*tail]
        self.length: int = (len(full) << _BITS) + len(self._tail)

    def append(self, event: Event) -> None:
        event.seq = self.length
        self.length += 1
        self._tail.append(event)
        if len(self._tail) == BLOCK:
            self._full, self._tail = (*self._full, self._tail), []

    def copy(self) -> "Log":
        return Log(self._full, self._tail)

    def __len__(self) -> int:
        return self.length

    @property
    def newest(self) -> Event | None:
        if self._tail:
            return self._tail[-1]
        return self._full[-1][-1] if self._full else None

    def since(self, number: int) -> list[Event]:
        full = len(self._full) << _BITS
        return self._tail[number - full :] if number >= full else list(islice(self, number, None))

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        full = len(self._full) << _BITS
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(self.length))]
        if place < 0:
            place += full + len(self._tail)
        if place >= full:
            return self._tail[place - full]
        if place < 0:
            raise IndexError("there are not so many events")
        return self._full[place >> _BITS][place & (BLOCK - 1)]

    def __iter__(self) -> Iterator[Event]:
        return chain(*self._full, self._tail) if self._full else iter(self._tail)

    def __reversed__(self) -> Iterator[Event]:
        last = reversed(self._tail)
        return chain(last, *(reversed(block) for block in reversed(self._full))) if self._full else last

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        raise TypeError("a log has no hash: it grows")

    def __repr__(self) -> str:
        return f"<Log of {len(self)} events>"


@dataclass(frozen=True, slots=True)
class Concerns:
    """What is true of any creature now, such as "one rides"."""

    joined: bool
    conditions: frozenset[str]


_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_D = TypeVar("_D")


class Roster(dict[str, Creature]):
    def __missing__(self, name: object) -> Creature:
        raise KeyError(f"there is no creature called {spelled(name)}; there are {names(list(self)[:20], str(name))}")


ROW = (Creature,)

HEIGHT, MOUNT, CARRIER = attrgetter("position.z"), attrgetter("condition.mount"), attrgetter("condition.carried_by")
HELD = attrgetter("condition.held")

MOST_EVENTS = 500_000
"""Most events of a log."""


@mypyc_attr(allow_interpreted_subclasses=True)  # which `World` is until `slots` have made it anew
@dataclass(slots=True)
class BattleState:
    """The state of a battle: board, creatures, dice, clock and log."""

    board: Board = field(metadata={"copied": "shared"})
    dice: Dice = field(metadata={"copied": lambda dice: dice.copy()})
    precise: bool = True
    """True if movement counts squares."""
    equip: Callable[[Creature], Iterable[object]] | None = field(default=None, metadata={"copied": "shared"})
    """Own components for a new creature."""
    systems: tuple[Callable[[Any], Any], ...] | None = field(default=None, metadata={"copied": "shared"})
    """The systems that play a copy to answer a question. None: this is such a copy."""
    creatures: list[Creature] = field(
        default_factory=list, metadata={"copied": lambda all_: list(map(copy_creature, all_))}
    )
    """By file, then by joining."""
    named: dict[str, Creature] = field(default_factory=Roster, metadata={"copied": "fresh"})
    things: dict[int, dict[type, Any]] = field(
        default_factory=dict,
        metadata={"copied": lambda things: {entity: copied_parts(parts) for entity, parts in things.items()}},
    )
    """Other entities: components by number and type."""
    entities: int = 0
    log: Log = field(default_factory=Log, metadata={"copied": Log.copy})
    round: int = 0
    """From 1; 0 before the first."""
    turns: int = 0
    """Turns begun by any creature."""
    active: str | None = None
    actor: Creature | None = field(default=None, metadata={"copied": "fresh"})
    """The creature that acts now, perhaps for an effect."""
    order: list[str] = field(default_factory=list)
    """Names of creatures by initiative."""
    beginning: str | None = None
    """The creature whose turn begins once effects are done."""
    acted: set[str] = field(default_factory=set)
    """Names of creatures that have acted this round."""
    slots: tuple[str, ...] | None = None
    """Turns left in a round counted by hand; None: one each."""
    reactions: list[Strike] = field(default_factory=list)
    """Opportunity attacks not yet rolled."""
    falling: list[str] = field(default_factory=list)
    """Names of creatures in falls that take several rounds."""
    entered: list[tuple[str, Cube]] = field(default_factory=list)
    """(creature, anchor before) of each entry whose terrain damage is due."""
    begun: list[str] = field(default_factory=list)
    """Names of creatures whose damage at the start of a turn is due."""
    support_checks: set[str] = field(default_factory=set)
    disturbed: set[Box] = field(default_factory=set)
    """Spaces changed since squeezing was last updated."""
    effects: list[Effect] = field(default_factory=list)
    """Effects not yet begun."""
    effect: Effect | None = None
    effect_next: int = 0
    effect_from: Cube | None = None
    """The active creature's anchor at its start."""
    nobody: Creature | None = field(default=None, metadata={"copied": lambda one: one and copy_creature(one)})
    """The stand-in that acts for effects without a creature."""
    by: Effect | None = field(default=None, metadata={"copied": "fresh"})
    """The effect that causes the present events."""
    abilities: Mapping[str, Ability] = field(default_factory=dict, metadata={"copied": "shared"})
    objectives: tuple[Objective, ...] = ()
    held: tuple[int, ...] = ()
    """Per objective, the rounds in a row that it was held."""
    tallied: int = 0
    """The last round counted for objectives."""
    busy: bool = False
    """True if this pass did something."""
    revision: int = 0
    """Counts changes of places and conditions."""
    off_turn_moves: int = 0
    states: int = 0
    """Counts changes of creatures' states."""
    derived: dict[object, Any] = field(default_factory=dict, metadata={"copied": "fresh"})
    """Cached answers, valid at `derived_at`."""
    derived_at: int = field(default=-1, metadata={"copied": "fresh"})
    stated: dict[object, Any] = field(default_factory=dict, metadata={"copied": "fresh"})
    """Cached from states alone, at `stated_at`."""
    stated_at: int = field(default=-1, metadata={"copied": "fresh"})
    concerned: Concerns | None = field(default=None, metadata={"copied": "shared"})
    """The cached concerns at `concerned_at`."""
    concerned_at: int = -1
    halt_at: int | None = field(default=None, metadata={"copied": "fresh"})
    """The length of the log to stop at, for undo."""
    most_events: int = field(default=MOST_EVENTS, metadata={"copied": "fresh"})
    listener: Callable[[EventBase], None] | None = field(default=None, metadata={"copied": "fresh"})
    asking: Deciders | None = field(default=None, metadata={"copied": "fresh"})
    """The players' deciders; None: policies decide."""

    @property
    def concerns(self) -> Concerns:
        if self.concerned is None or self.concerned_at != self.states:
            all_ = self.creatures
            joined = any(map(MOUNT, all_)) or any(map(CARRIER, all_))
            held: frozenset[str] = frozenset().union(*map(HELD, all_))
            self.concerned, self.concerned_at = Concerns(joined, held), self.states
        return self.concerned

    @property
    def uncounted(self) -> bool:
        """True if a round has ended that the objectives have not counted yet."""
        return bool(self.objectives) and self.round - 1 > self.tallied

    def same(self, other: "BattleState") -> bool:
        """True if all components of both states are equal."""
        return (
            len(self.creatures) == len(other.creatures)
            and all(map(same_creature, self.creatures, other.creatures))
            and self.things.keys() == other.things.keys()
            and all(same_parts(parts, other.things[entity]) for entity, parts in self.things.items())
        )

    # --- entities ----------------------------------------------------------------------------------

    def number(self) -> int:
        self.entities += 1
        return self.entities

    def join(self, creature: Creature) -> None:
        self.creatures.append(creature)
        self.named[creature.name] = creature
        self.states += 1
        self.disturbed.add(creature.box)

    def create(self, *components: object) -> int:
        """Creates an entity that is not a creature and returns its number.

        Raises:
            TypeError: a component cannot be copied plainly.
        """
        entity = self.number()
        self.things[entity] = {}
        for component in components:
            self.add(entity, component)
        return entity

    def delete(self, entity: int) -> None:
        """Removes an entity that is not a creature.

        Raises:
            KeyError: there is no such entity.
        """
        del self.things[entity]

    def add(self, entity: int | str, component: object) -> None:
        """Adds a component to an entity or to a named creature.

        Raises:
            KeyError: there is no such entity.
            TypeError: the component cannot be copied plainly.
        """
        creature = self.creature_of(entity)
        if creature is not None:
            creature.put(component)
            creature.memory, creature.span = {}, None
            self.creature_changed(creature)
            return
        component_type(type(component))
        self.things[self._thing(entity)][type(component)] = component

    def remove(self, entity: int | str, kind: type) -> None:
        """Removes a component from an entity or a creature.

        Raises:
            KeyError: there is no such entity or component.
            TypeError: every creature has such a component.
        """
        creature = self.creature_of(entity)
        if creature is None:
            del self.things[self._thing(entity)][kind]
        elif kind in ATTRIBUTES:
            raise TypeError(f"every creature has a {kind.__name__}")
        else:
            del creature.parts[kind]

    def component(self, entity: int | str, kind: type[_A]) -> _A | None:
        """Returns a component of an entity; None if the entity lacks it.

        Raises:
            KeyError: there is no such entity.
        """
        creature = self.creature_of(entity)
        if creature is not None:
            return creature.component(kind)
        found: _A | None = self.things[self._thing(entity)].get(kind)
        return found

    def creature_of(self, entity: int | str) -> Creature | None:
        """Returns the creature of a name or number; None for other entities.

        Raises:
            KeyError: no creature has the name.
        """
        if isinstance(entity, str):
            return self.named[entity]
        return next((creature for creature in self.creatures if creature.entity == entity), None)

    def _thing(self, entity: int | str) -> int:
        if entity not in self.things:
            raise KeyError(f"there is no entity {entity}")
        return int(entity)

    @overload
    def each(self, a: type[_A], /) -> Iterator[tuple[int, _A]]: ...
    @overload
    def each(self, a: type[_A], b: type[_B], /) -> Iterator[tuple[int, tuple[_A, _B]]]: ...
    @overload
    def each(self, a: type[_A], b: type[_B], c: type[_C], /) -> Iterator[tuple[int, tuple[_A, _B, _C]]]: ...
    @overload
    def each(
        self, a: type[_A], b: type[_B], c: type[_C], d: type[_D], /
    ) -> Iterator[tuple[int, tuple[_A, _B, _C, _D]]]: ...
    @overload
    def each(self, kind: type, /, *others: type) -> Iterator[tuple[int, Any]]: ...
    def each(self, kind: Any, /, *others: type) -> Iterator[tuple[int, Any]]:
        """Yields the entities that have all these components, in order of creation.

        Each result is (entity, component), or (entity, (components ...)) for several types.
        """
        actor = self.actor
        if actor is not None and type(actor.act) is kind:
            if others == ROW:
                return iter(((actor.entity, (actor.act, actor)),))
            row = (actor.act, *map(actor.component, others))
            return iter(() if None in row else ((actor.entity, row if others else actor.act),))
        return iter(()) if kind in ACTS or issubclass(kind, ActBase) else self._each((kind, *others))

    def _each(self, kinds: tuple[type, ...]) -> Iterator[tuple[int, Any]]:
        for entity, row in self._rows(kinds):
            if None not in row:
                yield entity, row[0] if len(kinds) == 1 else row

    def _rows(self, kinds: tuple[type, ...]) -> Iterator[tuple[int, tuple[Any, ...]]]:
        things = iter(list(self.things.items()))
        thing = next(things, None)
        for creature in tuple(self.creatures):
            while thing is not None and thing[0] < creature.entity:
                yield thing[0], tuple(map(thing[1].get, kinds))
                thing = next(things, None)
            yield creature.entity, tuple(map(creature.component, kinds))
        while thing is not None:
            yield thing[0], tuple(map(thing[1].get, kinds))
            thing = next(things, None)

    def esper(self) -> AbstractContextManager[None]:
        """Returns a context (`with` block) where the library esper sees this battle's entities.

        Its end copies changes back and restores the previous world. Other threads wait.

        Raises:
            TypeError: a component cannot be copied plainly, or a creature was deleted.
        """
        return EsperWorld(self)

    @property
    def held_up(self) -> bool:
        """True if the present plan must wait for a reaction or an effect."""
        return bool(self.reactions or (self.effects and self.effect is None))

    def take_up(self, actor: Creature | None) -> None:
        """Makes `actor` the acting creature, and the first act of its plan the present act."""
        if self.actor is not None:
            self.actor.act = None
        if actor is not None:
            actor.act = actor.queue.acts[0] if actor.queue.acts else None
        self.actor = actor

    # --- the log -----------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Appends an event to the log.

        Raises:
            Paused: the log has reached `halt_at`.
            ScenarioError: the log is full.
        """
        if self.log.length >= self.most_events:
            found, allowed = f"more than {self.most_events} events", f"at most {self.most_events} in this battle"
            raise ScenarioError("battle", "log", found, allowed)
        if self.by is not None and getattr(event, "by_", None) is UNSET:
            event.by_ = self.by.by  # type: ignore[union-attr]
            event.rules = event.rules or self.by.rules
        event.round = self.round
        event.turn = self.turns
        self.log.append(event)
        if self.listener is not None:
            self.listener(event)
        if self.halt_at is not None and self.log.length >= self.halt_at:
            raise Paused

    def mount_of(self, creature: Creature) -> Creature | None:
        return self.named.get(creature.condition.mount or "")

    def rides(self, rider: Creature, mount: Creature) -> bool:
        """True if the mount carries the rider, directly or on another creature."""
        above = rider
        for _ in self.creatures:  # as high as a pile can be
            state = above.condition
            if state.mount is None and state.carried_by is None:
                return False
            below = self.named.get(state.mount or state.carried_by or "")
            if below is None or below is mount:
                return below is mount
            above = below
        return False

    def take_up_places(self) -> None:
        """Moves each creature to the place in its `Position`. A game's code may have changed it."""
        for creature in self.creatures:
            written = creature.position.cube
            if written != creature.cube:
                creature.place(written)
                self.place_changed(creature)

    def together(self, one: Creature, other: Creature) -> bool:
        """True if one of the two creatures carries the other."""
        return self.rides(one, other) or self.rides(other, one)

    def touch(self) -> None:
        """Clears all caches because a place or a condition has changed."""
        self.revision += 1

    def place_changed(self, creature: Creature) -> None:
        self.revision += 1
        if creature.name != self.active:
            self.off_turn_moves += 1

    def creature_changed(self, creature: Creature) -> None:
        creature.changes += 1
        self.revision += 1
        self.states += 1
        self.disturbed.add(creature.box)
        if any(map(MOUNT, self.creatures)):
            for other in self.creatures:  # what is on its back is on what that is on
                if other.condition.mount is not None and other is not creature and self.rides(other, creature):
                    other.changes += 1

    def unsettle(self, creature: Creature) -> None:
        """Clears the caches of a creature's state and requests a check for a fall."""
        self.creature_changed(creature)
        if self.things:  # the same check looks for uses that end with their user's concentration
            self.support_checks.add(creature.name)
        else:
            self.queue_support_check(creature)

    def queue_support_check(self, creature: Creature) -> None:
        """Requests a check whether a creature, and those that it carries, would fall."""
        position, board = creature.position, self.board
        level = board.traits.level
        if (
            level is None
            or position.z != level
            or creature.condition.fallen
            or self.falling
            or board.tiles[position.y][position.x].terrain == "blocked"
            or max(map(HEIGHT, self.creatures)) > level
        ):
            self.support_checks.add(creature.name)

    def cache(self) -> dict[object, Any]:
        """Returns a cache for derived values; any change of the battle empties it."""
        if self.derived_at != self.revision:
            self.derived = {}
            self.derived_at = self.revision
        return self.derived

    def cache_of_states(self) -> dict[object, Any]:
        """Returns a cache that a change of a creature empties. A move does not."""
        if self.stated_at != self.states:
            self.stated = {}
            self.stated_at = self.states
        return self.stated


class Paused(Exception):
    """Raised to stop play when the log has reached `halt_at` events."""
