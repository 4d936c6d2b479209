"""A mover's access to all other creatures, kept until the state of either changes."""

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from ...components.plan import MoveOptions
from ..geometry.boxes import Box, overlap
from ..memo import Memo
from ..rules.ruleset import World
from ..rules.step_costs import SpaceAccess
from ..search.compiled_search import CLOSED, CORPSE, COSTLY, DEAR, NO_STOP, ONE_WAY, SHARED
from ..state.creature import Creature

Row: TypeAlias = tuple[Creature, int, int]
"""(creature, side in squares, marks on the anchors whose space overlaps it)."""

MOST_PREPARED = 32
"""Prepared searches kept for one mover."""
SHAPED_GRIDS = 16
"""Grounds kept for a mover that hold only while the other creatures stay in place."""
FAR_OFF = 64
"""Squares beyond which other creatures do not matter to an ordinary movement."""


class Shaping(NamedTuple):
    """How other creatures, by their places, change a mover's ground."""

    blocked: tuple[Box, ...] = ()
    """Spaces that a large mover draws in to pass."""
    corners: tuple[Box, ...] = ()
    """Spaces whose corners cannot be cut."""
    rough: tuple[Box, ...] = ()
    """Spaces that count as rough ground does, square by square."""


class Shaper(NamedTuple):
    """A creature that changes a mover's ground by its place."""

    other: Creature
    corner: bool
    """Whether its corners cannot be cut."""
    passed: bool
    """Whether the mover, being large, draws in its space to pass it."""
    rough: bool
    """Whether its squares count as rough ground does."""


class Occupants:
    """All other creatures, as one mover may pass them with certain options.

    Access to another's space may depend on the states of both and on whether their spaces overlap. The kept access is
    that without overlap; with overlap it is computed each time.
    """

    __slots__ = (
        "_access",
        "_barring",
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
        """The options of the movement."""
        self.ground: tuple[object, object, int, int, object] = (None, None, -1, 0, None)
        """The mover's last ground, and what it depends on (kept by `Field`)."""
        self._others: list[Creature] = []
        self._access: list[SpaceAccess | None] = []
        """For each other creature the access to it while the spaces do not overlap."""
        self._unsure: list[int] = []
        """The creatures whose space overlapped the mover's at the last refresh."""
        self._seen: tuple[int, int, list[int]] = (-1, -1, [])
        """The counts of changes at which the access was computed: the mover's, all creatures', and each other's."""
        self.shapers: list[Shaper] = []
        """The creatures that change the ground by their places."""
        self._barring = 0
        """How many of these the mover draws in to pass."""
        self.rows: tuple[Row, ...] = ()
        """The marks of the others on the mover's anchors, without those that do not count as occupants."""
        self._row_access: list[SpaceAccess] = []
        """For each row the access while the spaces do not overlap."""
        self.crowded: bool = False
        """Whether marks are not enough: the number of creatures in a square decides whether one more may stop there."""
        self.searches: Memo[object, object] = Memo(MOST_PREPARED)
        """Prepared searches, by budget."""
        self.shaped: Memo[object, object] = Memo(SHAPED_GRIDS)
        """Grounds changed by the others' places, computed on demand."""

    def belongs_to(self, world: World, creature: Creature) -> bool:
        """Whether it belongs to this very creature of this very world."""
        return self._world is world and self._creature is creature

    def refresh(self) -> None:
        """Bring the kept access up to date."""
        world, creature = self._world, self._creature
        changes, states, seen = self._seen
        if changes != creature.changes or len(world.creatures) != len(self._others) + 1:
            self._others = [other for other in world.creatures if other is not creature]
            self._access, self._unsure = [None] * len(self._others), []
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
        if stale or not self._others:
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
            shaper = shaper_of(self._world, self._creature, other, access)
            if shaper is not None:
                self.shapers.append(shaper)
        self.rows = tuple(rows)
        self._barring = sum(shaper.passed for shaper in self.shapers)

    def shaping(self) -> Shaping:
        """How the other creatures, in their present places, change the ground."""
        return shaping_by(self._creature, self.shapers)

    def rows_beside(self, shaping: Shaping) -> tuple[Row, ...]:
        """The rows under a shaping: a creature too far off to be squeezed past is in the way."""
        if len(shaping.blocked) == self._barring:
            return self.rows
        beside = {*shaping.blocked}
        return tuple(
            row if access.enter or not access.drawn_in or row[0].box in beside else (*row[:2], CLOSED)
            for row, access in zip(self.rows, self._row_access, strict=True)
        )

    def meeting(self, number: int) -> int:
        """The marks of a row whose space overlaps the mover's; -1 if marks are not enough."""
        other, _, marks = self.rows[number]
        access = self.access_to(other)
        if access == self._row_access[number]:
            return marks
        if access is None:
            return 0
        if shaper_of(self._world, self._creature, other, access) is not None:
            return -1
        found = marks_of(self._world, self._creature, other, access)
        return -1 if found is None else found

    def now(self) -> list[tuple[Creature, SpaceAccess]]:
        """(other, access from the mover's place), without those that do not count as occupants."""
        box = self._creature.box
        found: list[tuple[Creature, SpaceAccess]] = []
        for number, other in enumerate(self._others):
            access = self.access_to(other) if overlap(box, other.box) else self._access[number]
            if access is not None:
                found.append((other, access))
        return found

    def access_to(self, other: Creature) -> SpaceAccess | None:
        """The mover's access to `other`'s squares; None if that creature does not count as an occupant."""
        creature, options, rules = self._creature, self.options, self._world.rules
        if self._world.concerns.joined and self._world.together(other, creature):
            return None
        if other.name in options.without:
            return None
        access = rules.space.access(rules, creature, other, options)
        if not access.enter and other.name in options.through and "fills-space" not in other.body.traits:
            among = options.stop_among
            return SpaceAccess(True, among, rules.space.through_costs, access.squeeze and among, rule=access.rule)
        return access


def squeezed_past(world: World, mover: Creature, access: SpaceAccess) -> bool:
    """Whether a large mover may draw in its space to pass a creature that bars it."""
    return access.drawn_in and not access.enter and mover.size.side > 1 and world.rules.sizes.squeeze_beside


def weighed(world: World, mover: Creature, access: SpaceAccess) -> bool:
    """Whether another's costly squares count, with those of the ground, towards most of what a large mover enters."""
    return access.costly and mover.size.side > 1 and world.rules.terrain.counted_under == "majority"


def shaper_of(world: World, mover: Creature, other: Creature, access: SpaceAccess) -> Shaper | None:
    """How another creature changes the mover's ground by its place; None if it does not."""
    if mover.size.side == 1:
        return Shaper(other, True, passed=False, rough=False) if access.corner else None
    passed, rough = squeezed_past(world, mover, access), weighed(world, mover, access)
    return Shaper(other, access.corner, passed, rough) if access.corner or passed or rough else None


def shaping_by(mover: Creature, shapers: Iterable[Shaper]) -> Shaping:
    """How other creatures, in their present places, change the ground."""
    x, y, _ = mover.cube
    blocked: list[Box] = []
    corners: list[Box] = []
    rough: list[Box] = []
    for other, corner, passed, weighs in shapers:
        box = other.box
        if corner:
            corners.append(box)
        if abs(box[0] - x) <= FAR_OFF and abs(box[1] - y) <= FAR_OFF:
            if passed:
                blocked.append(box)
            if weighs:
                rough.append(box)
    return Shaping(tuple(blocked), tuple(corners), tuple(rough))


def marks_of(world: World, mover: Creature, other: Creature, access: SpaceAccess) -> int | None:
    """The marks of another creature on the anchors whose space overlaps it; None if marks are not enough."""
    if not access.enter:
        return NO_STOP if squeezed_past(world, mover, access) else CLOSED
    marks = ONE_WAY if access.one_way else 0
    if not access.stop:
        marks |= NO_STOP
    elif access.squeeze:
        marks |= SHARED
    elif mover.size.room < 5 and other.size.room < 5:
        return None
    if access.costly and not weighed(world, mover, access):
        if world.rules.terrain.bodies_entered and mover.size.side > 1:
            marks |= COSTLY | DEAR
        else:
            marks |= CORPSE if "dead" in other.condition.held else COSTLY
    return marks


def occupants_for(world: World, creature: Creature, options: MoveOptions) -> Occupants:
    """The other creatures under some options, kept with the creature and brought up to date."""
    key = ("occupants", options)
    found = creature.kept.get(key)
    if not isinstance(found, Occupants) or not found.belongs_to(world, creature):
        found = creature.kept[key] = Occupants(world, creature, options)
    found.refresh()
    return found
