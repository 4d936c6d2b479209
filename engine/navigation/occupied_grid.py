"""The occupied grid: one creature's nav grid with every other creature stamped on it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf, nextafter
from typing import NamedTuple
from weakref import ref

from ...components.position import Cube, Mode
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.boxes import Box
from ..rules.move_options import ORDINARY, MoveOptions
from ..rules.movement_budget import modes_now, speeds_now
from ..rules.ruleset import Ruleset, World
from ..rules.step_costs import BODY, CORPSE, SpaceAccess
from ..search.compiled_search import cube_bytes
from ..state.creature import Creature
from .mover_profile import MoverProfile
from .nav_grid import NavGrid, nav_grid
from .newly_entered import entering
from .occupants import Occupants, Row, Shaping, occupants_for, shaper_of, shaping_by, squeezed_past, weighed
from .priced_steps import OVERLAYS, PricedSteps, priced_steps
from .steps import DirectionSteps


class OccupantLayers(NamedTuple):
    """The other creatures, as sets of the mover's anchors."""

    closed: Bitboard
    """Anchors that cannot be entered."""
    no_stop: Bitboard
    """Anchors at which the mover cannot stop."""
    costly: Bitboard
    """Anchors that cost more to enter because of their occupants."""
    corpses: Bitboard
    shared: Bitboard
    """Anchors where stopping makes the mover and another squeeze."""
    one_way: tuple[Bitboard, ...] = ()
    """Sets of anchors that may each be left and not entered again."""


def profile_of(rules: Ruleset, creature: Creature, options: MoveOptions) -> MoverProfile:
    """The mover profile of a creature, computed once for each state of it."""
    imposed = creature.speed.imposed
    state = creature.state
    levels = levels_about(rules, creature, options)
    key = ("frame", options, state, levels, None if imposed is None else tuple(imposed.items()))
    found = creature.memory.get(key)
    if not isinstance(found, MoverProfile):
        found = creature.memory[key] = make_profile(rules, creature, options, levels)
    return found


def levels_about(rules: Ruleset, creature: Creature, options: MoveOptions) -> tuple[int, int] | None:
    """The heights in reach of two moves, in steps of four so that neighbouring places share a nav grid."""
    modes = modes_now(rules, creature)
    if all(mode in ("walk", "swim") for mode, _ in modes):
        return None
    speeds = speeds_now(rules, creature)
    most = 0
    for mode, listed in modes:
        if mode not in ("walk", "swim") and (options.modes is None or mode in options.modes):
            speed = speeds.get(mode, 0) if listed else speeds.get("walk", 0) // rules.movement.unlisted.get(mode, 1)
            most = max(most, 2 * rules.squares(speed))
    z = creature.position.z
    return (z - most) // 4 * 4, -(-(z + most) // 4) * 4


SEEING_IN_DARK = frozenset({"darkvision", "blindsight", "truesight"})
"""The senses that each suffice to see into a dark square. (srd.speed.hampered)"""


def make_profile(
    rules: Ruleset, creature: Creature, options: MoveOptions, levels: tuple[int, int] | None = None
) -> MoverProfile:
    """The mover profile of a creature."""
    row = rules.sizes.rows[creature.size.name]
    allowed = options.modes
    modes: list[tuple[Mode, bool]] = []
    for mode, listed in modes_now(rules, creature):
        if allowed is None or mode in allowed:
            modes.append((mode, listed))
    room = min(creature.size.room, row.side * 5.0)
    least = rules.sizes.squeeze_least(rules, row) if options.least is None else options.least
    if creature.size.head is not None:
        # The gap must be wider than the head, if only by a hair.
        least = max(least, nextafter(creature.size.head, inf))
    digs = {*rules.terrain.digs, *creature.body.burrows}
    return MoverProfile(
        side=creature.size.side,
        modes=tuple(modes),
        least=least,
        least_open=rules.sizes.squeeze_open and options.least is None,
        room=room,
        sees_in_dark=not rules.terrain.darkness_hampers or not SEEING_IN_DARK.isdisjoint(creature.body.senses),
        sees=not rules.terrain.darkness_hampers
        or "blinded" not in creature.condition.held
        or "blindsight" in creature.body.senses,
        digs=frozenset(digs),
        ghostly=not rules.terrain.hampered(rules, creature),
        phasing=rules.terrain.phases(rules, creature),
        pits=options.pits,
        overhead="climb" in dict(modes) and rules.movement.clings_overhead(rules, creature),
        levels=levels,
    )


def nav_grid_for(world: World, creature: Creature, options: MoveOptions) -> NavGrid:
    """The nav grid for some options, other creatures' corners and gaps left aside, kept until the mover's state
    changes."""
    z = creature.position.z
    kept = creature.kept.get("grounds")
    if not isinstance(kept, GridsByOptions) or kept.changes != creature.changes:
        kept = creature.kept["grounds"] = GridsByOptions(creature.changes, {})
    known = kept.by_manner.get((options, z))
    found = known() if known is not None else None
    if found is None:
        found = nav_grid(world.board, world.rules, profile_of(world.rules, creature, options))
        kept.by_manner[options, z] = ref(found)
    return found


class GridsByOptions(NamedTuple):
    """A creature's nav grids at one count of its changes."""

    changes: int
    by_manner: dict[tuple[MoveOptions, int], ref[NavGrid]]
    """By options and the height of the anchor; the board owns the grids and may drop them."""


def occupied_grid_of(world: World, creature: Creature, options: MoveOptions) -> "OccupiedGrid":
    """The occupied grid of a creature in the present state, made once for each state of the world.

    A creature that is asked about as if it stood elsewhere has one of its own there.
    """
    store = world.cache()
    key = (creature.entity, options, creature.cube)
    found = store.get(key)
    if not isinstance(found, OccupiedGrid):
        found = store[key] = OccupiedGrid(world, creature, options)
    return found


class OccupiedGrid:
    """Where one creature can stand and step now, and at what cost."""

    _passings: list[tuple[Creature, SpaceAccess]] | None = None
    _crowd: OccupantLayers | None = None
    _dear_spaces: Sequence[Box] = ()

    def __init__(
        self,
        world: World,
        creature: Creature,
        options: MoveOptions = ORDINARY,
        occupants: Occupants | None = None,
    ) -> None:
        if occupants is None:
            occupants = occupants_for(world, creature, options)
        self.world = world
        self.creature = creature
        self.options = options
        self.rules: Ruleset = world.rules
        self.occupants = occupants
        """The other creatures, by states."""
        self.rows: tuple[Row, ...] | None = occupants.rows
        """The marks of the others on the mover's anchors while spaces do not overlap; None: only `crowd` has them
        all."""
        self.nav_grid: NavGrid = self._plain()
        layout = self.nav_grid.layout
        self.layout: BitboardLayout = layout
        if occupants.crowded or creature.condition.mount or not layout.low <= creature.position.z <= layout.high:
            self.look_closely()
        elif occupants.shapers:
            shaping = occupants.shaping()
            self.nav_grid = self._shaped(self.nav_grid, shaping)
            self.layout = self.nav_grid.layout
            self.rows = occupants.rows_beside(shaping)

    def _plain(self) -> NavGrid:
        """The nav grid, other creatures' corners and gaps left aside."""
        world, creature, kept = self.world, self.creature, self.occupants
        board, rules, changes, z, found = kept.ground
        now = creature.position.z
        if board is not world.board or rules is not world.rules or changes != creature.changes or z != now:
            found = nav_grid_for(world, creature, self.options)
            kept.ground = (world.board, world.rules, creature.changes, now, found)
        return found  # type: ignore[return-value]

    def _shaped(self, plain: NavGrid, shaping: Shaping) -> NavGrid:
        """The nav grid as the other creatures shape it."""
        kept = self.occupants.shaped
        found = kept.get(shaping)
        if isinstance(found, tuple) and found[0] is plain:
            return found[1]  # type: ignore[no-any-return]
        made = nav_grid(self.world.board, self.rules, _with_shaping(plain.profile, shaping))
        kept.keep(shaping, (plain, made))
        return made

    def look_closely(self) -> None:
        """Take into account everything that depends on creatures' places: corners, gaps beside others, a carrier's
        back."""
        world, creature = self.world, self.creature
        self.rows = None
        profile = plain = self._plain().profile
        carrier = world.mount_of(creature) if self.rules.movement.carriers_climbed else None
        if carrier is not None and carrier.box.z0 <= creature.position.z <= min(carrier.box.z1 + 1, self._ceiling()):
            profile = profile._replace(carrier=carrier.box)
        elif not self.layout.low <= creature.position.z <= self.layout.high:
            profile = profile._replace(level=creature.position.z)
        found = (shaper_of(world, creature, other, access) for other, access in self.passings)
        shapers = [shaper for shaper in found if shaper is not None]
        profile = _with_shaping(profile, shaping_by(creature, shapers))
        if profile is not plain:
            self.nav_grid = nav_grid(world.board, self.rules, profile)
        self.layout = self.nav_grid.layout

    @property
    def passings(self) -> list[tuple[Creature, SpaceAccess]]:
        """(other, the mover's access to its squares), without those that do not count as occupants."""
        if self._passings is None:
            self._passings = self.occupants.now()
        return self._passings

    @property
    def crowd(self) -> OccupantLayers:
        """The other creatures, as sets of the mover's anchors."""
        if self._crowd is None:
            self._crowd = self._stamped()
        return self._crowd

    @crowd.setter
    def crowd(self, crowd: OccupantLayers) -> None:
        self._crowd = crowd

    @property
    def dear_spaces(self) -> Sequence[Box]:
        """Spaces that cost more only where the mover newly enters them."""
        if self._crowd is None:
            self._crowd = self._stamped()
        return self._dear_spaces

    def _ceiling(self) -> int:
        """The height of the mover's highest anchor on the board."""
        return self.world.board.ceiling - self.creature.size.side + 1

    def over(self, made: NavGrid) -> "OccupiedGrid":
        """The same creature and options on another nav grid."""
        twin = OccupiedGrid(self.world, self.creature, self.options)
        twin._passings = self.passings
        twin.rows = None
        twin.nav_grid, twin.layout = made, made.layout
        return twin

    def narrowed(self, allowed: Callable[[DirectionSteps], Bitboard]) -> "OccupiedGrid":
        """The same creature and options with fewer steps: `allowed` names the anchors that those of a kind enter."""
        steps = [replace(kind, into=into) for kind in self.nav_grid.strides if (into := kind.into & allowed(kind))]
        by_step: dict[Offset, list[DirectionSteps]] = {}
        for kind in steps:
            by_step.setdefault(kind.step, []).append(kind)
        return self.over(replace(self.nav_grid, strides=tuple(steps), priced={}, by_step=by_step))

    def _stamped(self) -> OccupantLayers:
        closed = no_stop = costly = corpses = shared = 0
        dear_spaces: list[Box] = []
        self._dear_spaces = dear_spaces
        sharers: list[Creature] = []
        one_way: list[Bitboard] = []
        nav_grid = self.nav_grid
        spots = nav_grid.spots
        drawn = set(nav_grid.profile.extra_blocked)
        for other, passing in self.passings:
            box = other.shape
            if box is None:
                at = other.position
                place = (at.x, at.y, at.z, other.size.side)
                bitboard = spots[place] if place in spots else nav_grid.over_space(place)
            else:
                bitboard = nav_grid.over(box)
            if not bitboard:
                continue
            if not passing.enter:
                if drawn and squeezed_past(self.world, self.creature, passing) and other.box in drawn:
                    no_stop |= bitboard
                else:
                    closed |= bitboard
                continue
            if passing.one_way:
                one_way.append(bitboard)
            if not passing.stop:
                no_stop |= bitboard
            elif passing.squeeze:
                shared |= bitboard
            elif self.creature.size.room < 5 and other.size.room < 5:
                sharers.append(other)
            if passing.costly and not weighed(self.world, self.creature, passing):
                if self.rules.terrain.bodies_entered and self.creature.size.side > 1:
                    costly |= bitboard
                    dear_spaces.append(other.box)
                elif other.condition.held and "dead" in other.condition.held:
                    corpses |= bitboard
                else:
                    costly |= bitboard
        if sharers:
            no_stop |= self._full(sharers)
        return OccupantLayers(closed, no_stop, costly, corpses, shared, tuple(one_way))

    def _full(self, sharers: list[Creature]) -> Bitboard:
        """Anchors of squares that hold as many small creatures as they can."""
        by_cube: dict[Cube, list[Creature]] = {}
        for other in sharers:
            by_cube.setdefault(other.cube, []).append(other)
        full = 0
        for cube, present in by_cube.items():
            if not self.rules.space.square_capacity(self.rules, self.creature, present):
                full |= self.layout.bit(cube)
        return full

    # --- costs -----------------------------------------------------------------------------------

    @property
    def priced_steps(self) -> dict[Offset, list[PricedSteps]]:
        """The steps by direction, with their cost on each overlay."""
        options = self.options
        return priced_steps(self.rules, self.nav_grid, options.crawling, options.slow, options.unhurried)

    def overlay(self, step: Offset, bit: Bitboard) -> int:
        """The number of the overlay on an anchor that a step leads to; -1 if other creatures close the anchor."""
        crowd = self.crowd
        if bit & crowd.closed:
            return -1
        if bit & crowd.costly and bit & self.dear(step):
            return OVERLAYS.index(BODY)
        return OVERLAYS.index(CORPSE) if bit & crowd.corpses else 0

    def dear(self, step: Offset) -> Bitboard:
        """Anchors where a step costs more because of a creature that the mover meets there."""
        if not self.dear_spaces:
            return self.crowd.costly
        bitboard, side = 0, self.creature.size.side
        for space in self.dear_spaces:
            bitboard |= entering(self.layout, space, side, step)
        return bitboard & self.crowd.costly

    def comes_back(self, here: Cube, there: Cube) -> bool:
        """Whether a step returns to squares that may only be left."""
        ways = self.crowd.one_way
        if not ways:
            return False
        before = self.layout.bit(here) if here in self.layout else 0
        bit = self.layout.bit(there)
        return any(bitboard & bit and not bitboard & before for bitboard in ways)

    def held(self) -> Bitboard:
        """Anchors at which something holds the mover up, or it holds itself."""
        made = self.nav_grid
        modes = {mode for mode, _ in made.profile.modes}
        held = made.walk | made.swim | made.burrow
        if "fly" in modes or self.creature.speed.hover:
            held |= made.air
        elif "climb" in modes:
            held |= made.grip
        if made.profile.phasing:
            held &= ~self.layout.any_over(made.layers.walls, made.profile.side)
        return held

    def held_bytes(self) -> bytes:
        """`held` in the compiled search's form, made once for each nav grid."""
        store, key = self.nav_grid.priced, ("held", self.creature.speed.hover)
        found = store.get(key)
        if not isinstance(found, bytes):
            found = store[key] = cube_bytes(self.held(), self.layout)
        return found

    def stoppable(self) -> Bitboard:
        """Anchors where the mover may end a movement."""
        return self.held() & ~self.crowd.closed & ~self.crowd.no_stop

    def leaving(self, anchor: Cube, parity: int = 0) -> int | None:
        """The cost in squares of the cheapest step away from an anchor; None if there is none."""
        best: int | None = None
        cycle = self.rules.grid.diagonal_cycle
        for step, alike in self.priced_steps.items():
            there = (anchor[0] + step[0], anchor[1] + step[1], anchor[2] + step[2])
            bit = self.layout.bit(there) if there in self.layout else 0
            overlay = self.overlay(step, bit)
            for steps, prices in alike:
                price = prices[overlay] if overlay >= 0 and steps.into & bit else None
                if price is not None:
                    squares = price.squares
                    if price.alternates:
                        squares += cycle[parity % len(cycle)] - cycle[0]
                    best = squares if best is None else min(best, squares)
        return best

    def obstructed(self) -> Bitboard:
        """Anchors with an obstacle under them that hampers this mover."""
        made = self.nav_grid
        free = made.profile.ghostly or not made.layers.obstacle
        return 0 if free else self.layout.any_over(made.layers.obstacle, made.profile.side)


def _with_shaping(profile: MoverProfile, shaping: Shaping) -> MoverProfile:
    """A mover's profile under a shaping."""
    if shaping.blocked:
        profile = profile._replace(extra_blocked=shaping.blocked)
    if shaping.rough:
        profile = profile._replace(rough=shaping.rough)
    return profile._replace(corners=shaping.corners) if shaping.corners else profile
