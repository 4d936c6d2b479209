"""The world of one battle: its entities in an esper context of their own.

Nobody else touches esper's module-level state. esper hands out rows in the order of a set; systems take
them from `World.creatures` instead, which keeps every entity's components side by side in the order in
which the scenario lists them, so that rules see the same order everywhere.
"""

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import esper

from ...components.events import Event, EventBase
from ...components.plan import Strike
from ...components.position import Cube
from ..board.board import Board
from ..dice import Dice
from ..errors import names, spelled
from .creature import Creature
from .decider import Deciders

_NUMBERS = itertools.count(1)


class Roster(dict[str, Creature]):
    """Creatures by name; asking for a name that nobody bears raises a KeyError that says who there is."""

    def __missing__(self, name: str) -> Creature:
        """Nobody bears the name."""
        raise KeyError(f"there is no creature called {spelled(name)}; there are {names(list(self)[:20], str(name))}")


class CitesRules(Protocol):
    """What the state asks of its ruleset: the catalogue ids behind a topic, and what a switch stands at."""

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The catalogue ids behind `topics`, in order, each once."""
        ...

    @property
    def economy_is_off(self) -> bool:
        """Whether intents cost no actions."""
        ...


RulesT = TypeVar("RulesT", bound=CitesRules)


@dataclass(slots=True)
class BattleState(Generic[RulesT]):
    """Board, creatures, dice and clock of one battle, and the log that its systems append to."""

    board: Board
    rules: RulesT
    dice: Dice
    precise: bool = True
    """Whether places and costs are reckoned square by square in this scene."""
    context: str = field(default_factory=lambda: f"fivefoot-{next(_NUMBERS)}")
    """The name of its esper context."""
    creatures: list[Creature] = field(default_factory=list)
    """In the order of the scenario, which is the order of their entities."""
    named: dict[str, Creature] = field(default_factory=Roster)
    log: list[Event] = field(default_factory=list)
    round: int = 0
    """The round that is being played, from 1; 0 before the first."""
    turns: int = 0
    """Turns begun so far, whosever they were."""
    active: str | None = None
    """The creature whose turn is open."""
    order: list[str] = field(default_factory=list)
    """Creatures by initiative, once it has been rolled."""
    acted: set[str] = field(default_factory=set)
    """Creatures that have had their turn in this round."""
    reactions: list[Strike] = field(default_factory=list)
    """Attacks triggered and not yet rolled."""
    falling: list[str] = field(default_factory=list)
    """Creatures whose fall goes on from round to round."""
    entered: list[tuple[str, Cube]] = field(default_factory=list)
    """(who, from where) of squares entered that the ground has not yet answered."""
    begun: list[str] = field(default_factory=list)
    """Creatures whose turn has begun and whom the ground has not yet answered."""
    stirred: set[str] = field(default_factory=set)
    """Creatures whose place or hold has changed since falling was last looked at."""
    busy: bool = False
    """Whether the present pass of the systems has done anything."""
    revision: int = 0
    """Counts changes of place and condition: what was derived from an older state is stale."""
    states: int = 0
    """Counts changes of anybody's state (conditions, up or down, mounts, speeds)."""
    derived: dict[object, object] = field(default_factory=dict)
    """What has been derived from the present revision, by whoever derived it."""
    derived_at: int = -1
    """The revision that `derived` belongs to."""
    stated: dict[object, object] = field(default_factory=dict)
    """What has been derived from everybody's state, whatever the places."""
    stated_at: int = -1
    """The count of states that `stated` belongs to."""
    halt_at: int | None = None
    """Play stops with `Paused` when the log is this long (undo, and looking back)."""
    listener: Callable[[EventBase], None] | None = None
    """Told of every event as it is logged."""
    asking: Deciders | None = None
    """Where the choices of the deed in hand are put to somebody; None: the policies make them all."""

    @property
    def quiet(self) -> bool:
        """Whether no system can have anything left to do."""
        if self.stirred or self.reactions or self.entered or self.begun:
            return False
        if self.active is None:
            return True
        creature = self.named[self.active]
        queue = creature.queue
        return queue.doing is None and not (queue.intents and creature.turn.open)

    def enter(self) -> None:
        """Make this battle's context the current one."""
        if esper.current_world != self.context:
            esper.switch_world(self.context)

    def close(self) -> None:
        """Delete the context and all it holds."""
        if esper.current_world == self.context:
            esper.switch_world("default")
        if self.context in esper.list_worlds():
            esper.delete_world(self.context)

    def add(self, *components: object) -> int:
        """A new entity with `components`."""
        self.enter()
        return esper.create_entity(*components)

    def join(self, creature: Creature) -> None:
        """Take up a creature whose entity exists."""
        self.creatures.append(creature)
        self.named[creature.name] = creature

    def install(self, processors: Iterable[esper.Processor]) -> None:
        """Put the systems into this battle's context, in their order."""
        self.enter()
        held = list(processors)
        for rank, processor in enumerate(held):
            esper.add_processor(processor, priority=len(held) - rank)

    def step(self) -> None:
        """One pass of all systems."""
        self.enter()
        esper.process()

    def emit(self, event: Event) -> None:
        """Append an event to the log.

        Raises:
            Paused: the log has come to the length at which play was to stop.
        """
        event.seq = len(self.log)
        event.round = self.round
        event.turn = self.turns
        self.log.append(event)
        if self.listener is not None:
            self.listener(event)
        if self.halt_at is not None and len(self.log) >= self.halt_at:
            raise Paused

    def mount_of(self, creature: Creature) -> Creature | None:
        """Whom a creature rides or has climbed, if anybody."""
        return self.named.get(creature.condition.mount or "")

    def touch(self) -> None:
        """Something that queries depend on has changed: a place, or the turn."""
        self.revision += 1

    def creature_changed(self, creature: Creature) -> None:
        """A creature's state has changed: a condition, being up or down, its mount, its speeds."""
        creature.changes += 1
        self.revision += 1
        self.states += 1

    def cache(self) -> dict[object, object]:
        """A store for what is derived from the present state; it empties when the state changes."""
        if self.derived_at != self.revision:
            self.derived = {}
            self.derived_at = self.revision
        return self.derived

    def cache_of_states(self) -> dict[object, object]:
        """A store for what hangs on states alone (conditions, up or down, mounts); places do not empty it."""
        if self.stated_at != self.states:
            self.stated = {}
            self.stated_at = self.states
        return self.stated


class Paused(Exception):
    """The log has come to the length at which play was to stop."""
