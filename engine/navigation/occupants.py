"""How one mover may pass everybody else: remembered for as long as the states of the two last."""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from ..geometry.boxes import Box, overlap
from ..memo import Memo
from ..rules.move_options import MoveOptions
from ..rules.ruleset import World
from ..rules.step_costs import SpaceAccess
from ..search.marks import CLOSED, CORPSE, COSTLY, DEAR, NO_STOP, ONE_WAY, SHARED
from ..state.creature import Creature

Row: TypeAlias = tuple[Creature, int, int]
"""(creature, squares on a side, marks on the anchors that meet its space)."""

MOST_PREPARED = 32
"""Searches that one mover's occupants keep prepared."""
SHAPED_GRIDS = 16
"""Grounds remembered for a mover that hold only where others are just where they are."""
FAR_OFF = 64
"""Squares beyond which nobody matters to a movement of any ordinary length."""


class Shaping(NamedTuple):
    """What others make of the ground by being where they are."""

    blocked: tuple[Box, ...] = ()
    """Spaces that a large mover squeezes past."""
    corners: tuple[Box, ...] = ()
    """Spaces whose corners cannot be cut."""


class Occupants:
    """Everybody else, as one mover may pass them by one way of moving.

    Access to another's space may hang on the states of the two and on whether their spaces meet. What is
    remembered holds while they do not; where they meet it is asked anew each time.
    """

    __slots__ = (
        "_access",
        "_creature",
        "_others",
        "_row_access",
        "_seen",
        "_unsure",
        "_world",
        "crowded",
        "ground",
        "options",
        "rows",
        "searches",
        "shaped",
        "shapers",
    )

    def __init__(self, world: World, creature: Creature, options: MoveOptions) -> None:
        self._world = world
        self._creature = creature
        self.options: MoveOptions = options
        """The way of moving."""
        self.ground: tuple[object, object, int, int, object] = (None, None, -1, 0, None)
        """The ground on which the mover was last, and what it hangs on (kept by `OccupiedGrid`)."""
        self._others: list[Creature] = []
        self._access: list[SpaceAccess | None] = []
        """For each of them how it may be passed where spaces do not meet."""
        self._unsure: list[int] = []
        """Those whose space met the mover's when they were asked about."""
        self._seen: tuple[int, int, list[int]] = (-1, -1, [])
        """Counts of changes for which it holds: the mover's, everybody's, and those of each of the others."""
        self.shapers: list[tuple[Creature, SpaceAccess]] = []
        """Those who make something of the ground by being where they are."""
        self.rows: tuple[Row, ...] = ()
        """What the others put on the mover's anchors, those left out that take up no room for it."""
        self._row_access: list[SpaceAccess] = []
        """For each row how that one may be passed where spaces do not meet."""
        self.crowded: bool = False
        """Whether marks cannot tell all: how many share a square decides whether one more may stop there."""
        self.searches: Memo[object, object] = Memo(MOST_PREPARED)
        """What searches among them have prepared, by budget."""
        self.shaped: Memo[object, object] = Memo(SHAPED_GRIDS)
        """The ground as they shape it, as far as it has been asked for."""

    def belongs_to(self, world: World, creature: Creature) -> bool:
        """Whether it is about this very creature of this very world."""
        return self._world is world and self._creature is creature

    def refresh(self) -> None:
        """Bring up to date what is remembered."""
        world, creature = self._world, self._creature
        changes, states, seen = self._seen
        if changes != creature.changes or len(world.creatures) != len(self._others) + 1:
            self._others = [other for other in world.creatures if other is not creature]
            self._access = [None] * len(self._others)
            stale = list(range(len(self._others)))
        elif states != world.states:
            stale = [number for number, other in enumerate(self._others) if other.changes != seen[number]]
            stale += [number for number in self._unsure if number not in stale]
        elif self._unsure:
            stale = [number for number in self._unsure if not overlap(creature.box, self._others[number].box)]
            if not stale:
                return
        else:
            return
        self._seen = (creature.changes, world.states, [other.changes for other in self._others])
        for number in stale:
            self._access[number] = self.access_to(self._others[number])
        now_unsure = [number for number in stale if overlap(creature.box, self._others[number].box)]
        self._unsure = sorted({*self._unsure}.difference(stale).union(now_unsure))
        if stale:
            self._mark()

    def _mark(self) -> None:
        rows: list[Row] = []
        self.crowded, self.shapers, self._row_access = False, [], []
        for other, access in zip(self._others, self._access, strict=True):
            if access is None:
                continue
            marks = marks_of(self._world, self._creature, other, access)
            if marks is None:
                self.crowded = True
            else:
                rows.append((other, other.size.side, marks))
                self._row_access.append(access)
            if access.corner or squeezed_past(self._world, self._creature, access):
                self.shapers.append((other, access))
        self.rows = tuple(rows)

    def shaping(self) -> Shaping:
        """What they make of the ground, where they are."""
        return shaping_by(self._world, self._creature, self.shapers)

    def rows_beside(self, shaping: Shaping) -> tuple[Row, ...]:
        """The rows, where they so shape the ground: who is too far off to be squeezed past is in the way."""
        if len(shaping.blocked) == sum(not access.enter for _, access in self.shapers):
            return self.rows
        beside = {*shaping.blocked}
        return tuple(
            row if access.enter or not access.drawn_in or row[0].box in beside else (*row[:2], CLOSED)
            for row, access in zip(self.rows, self._row_access, strict=True)
        )

    def meeting(self, number: int) -> int:
        """The marks of a row whose space meets the mover's; -1 where marks cannot tell it."""
        other, _, marks = self.rows[number]
        access = self.access_to(other)
        if access == self._row_access[number]:
            return marks
        if access is None:
            return 0
        if access.corner or squeezed_past(self._world, self._creature, access):
            return -1
        found = marks_of(self._world, self._creature, other, access)
        return -1 if found is None else found

    def now(self) -> list[tuple[Creature, SpaceAccess]]:
        """(other, how it may be passed from where the mover is), those left out that take up no room."""
        box = self._creature.box
        found: list[tuple[Creature, SpaceAccess]] = []
        for number, other in enumerate(self._others):
            access = self.access_to(other) if overlap(box, other.box) else self._access[number]
            if access is not None:
                found.append((other, access))
        return found

    def access_to(self, other: Creature) -> SpaceAccess | None:
        """How the mover may be in `other`'s squares; None where that one takes up no room for it."""
        creature, options, rules = self._creature, self.options, self._world.rules
        if other.condition.mount == creature.name or creature.condition.mount == other.name:
            return None
        if other.name in options.without:
            return None
        access = rules.space.access(rules, creature, other, options)
        if not access.enter and other.name in options.through and "fills-space" not in other.body.traits:
            among = options.stop_among
            return SpaceAccess(True, among, rules.space.through_costs, access.squeeze and among, rule=access.rule)
        return access


def squeezed_past(world: World, mover: Creature, access: SpaceAccess) -> bool:
    """Whether a large mover may draw its space in to get past one whom it cannot pass otherwise."""
    return access.drawn_in and not access.enter and mover.size.side > 1 and world.rules.sizes.squeeze_beside


def shaping_by(world: World, mover: Creature, others: Iterable[tuple[Creature, SpaceAccess]]) -> Shaping:
    """What others make of the ground, where they are."""
    x, y, _ = mover.cube
    blocked: list[Box] = []
    corners: list[Box] = []
    for other, access in others:
        if access.corner:
            corners.append(other.box)
        if squeezed_past(world, mover, access):
            box = other.box
            if -FAR_OFF <= box[0] - x <= FAR_OFF and -FAR_OFF <= box[1] - y <= FAR_OFF:
                blocked.append(box)
    return Shaping(tuple(blocked), tuple(corners))


def marks_of(world: World, mover: Creature, other: Creature, access: SpaceAccess) -> int | None:
    """What another puts on the anchors that meet its space; None where more hangs on it than marks can say."""
    if not access.enter:
        return NO_STOP if squeezed_past(world, mover, access) else CLOSED
    marks = ONE_WAY if access.one_way else 0
    if not access.stop:
        marks |= NO_STOP
    elif access.squeeze:
        marks |= SHARED
    elif mover.size.room < 5 and other.size.room < 5:
        return None
    if access.costly:
        if world.rules.terrain.bodies_entered and mover.size.side > 1:
            marks |= COSTLY | DEAR
        else:
            marks |= CORPSE if "dead" in other.condition.held else COSTLY
    return marks


def occupants_for(world: World, creature: Creature, options: MoveOptions) -> Occupants:
    """Everybody else for a way of moving, kept by the creature and brought up to date."""
    key = ("occupants", options)
    found = creature.kept.get(key)
    if not isinstance(found, Occupants) or not found.belongs_to(world, creature):
        found = creature.kept[key] = Occupants(world, creature, options)
    found.refresh()
    return found
