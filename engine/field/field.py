"""A field: the ground of one creature with every other creature stamped on it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from weakref import ref

from ...components.plan import ORDINARY, MoveOptions
from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.boxes import Box
from ..rules.ruleset import Ruleset, World
from ..rules.step_costs import BODY, CORPSE, SpaceAccess
from ..search.compiled_search import cube_bytes
from ..state.creature import Creature
from .arcs import OVERLAYS, PricedSteps, entering, priced_steps
from .compile_ground import ground_of
from .ground import DirectionSteps, Ground, MoverKind, kind_of
from .occupants import Occupants, Row, Shaping, occupants_for, shaper_of, shaping_by, squeezed_past, weighed


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


def ground_for(world: World, creature: Creature, options: MoveOptions) -> Ground:
    """The ground for some options, other creatures' corners and gaps left aside, kept until the mover's state
    changes."""
    z = creature.position.z
    kept = creature.kept.get("grounds")
    if not isinstance(kept, GroundsByOptions) or kept.changes != creature.changes:
        kept = creature.kept["grounds"] = GroundsByOptions(creature.changes, {})
    known = kept.by_manner.get((options, z))
    found = known() if known is not None else None
    if found is None:
        found = ground_of(world.board, world.rules, kind_of(world.rules, creature, options))
        kept.by_manner[options, z] = ref(found)
    return found


class GroundsByOptions(NamedTuple):
    """A creature's grounds at one count of its changes."""

    changes: int
    by_manner: dict[tuple[MoveOptions, int], ref[Ground]]
    """By options and the height of the anchor; the board owns the grids and may drop them."""


def field_of(world: World, creature: Creature, options: MoveOptions) -> "Field":
    """The field of a creature in the present state, made once for each state of the world.

    A creature that is asked about as if it stood elsewhere has one of its own there.
    """
    store = world.cache()
    key = (creature.entity, options, creature.cube)
    found: Field | None = store.get(key)
    if found is None:
        found = store[key] = Field(world, creature, options)
    return found


class Field:
    """Where one creature can stand and step now, and at what cost."""

    _passings: list[tuple[Creature, SpaceAccess]] | None = None
    _crowd: OccupantLayers | None = None
    _dear_spaces: Sequence[Box] = ()
    _priced: tuple[Ground | None, dict[Offset, list[PricedSteps]]] = (None, {})

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
        self.ground: Ground = self._plain()
        layout = self.ground.layout
        self.layout: BitboardLayout = layout
        if occupants.crowded or creature.condition.mount or not layout.low <= creature.position.z <= layout.high:
            self.look_closely()
        elif occupants.shapers:
            shaping = occupants.shaping()
            self.ground = self._shaped(self.ground, shaping)
            self.layout = self.ground.layout
            self.rows = occupants.rows_beside(shaping)
        if self.rules.movement.surcharge is not None:
            self._charge_places(self.rules.movement.surcharge(world, creature))

    def _plain(self) -> Ground:
        """The ground, other creatures' corners and gaps left aside."""
        world, creature, kept = self.world, self.creature, self.occupants
        board, rules, changes, z, found = kept.ground
        now = creature.position.z
        if board is not world.board or rules is not world.rules or changes != creature.changes or z != now:
            found = ground_for(world, creature, self.options)
            kept.ground = (world.board, world.rules, creature.changes, now, found)
        return found  # type: ignore[return-value]

    def _charge_places(self, extra: Mapping[tuple[int, int], int]) -> None:
        """Let squares cost further squares to enter."""
        if extra:
            kind = self.ground.kind._replace(surcharges=tuple(sorted(extra.items())))
            self.ground = ground_of(self.world.board, self.rules, kind)

    def _shaped(self, plain: Ground, shaping: Shaping) -> Ground:
        """The ground as the other creatures shape it."""
        kept = self.occupants.shaped
        found = kept.get(shaping)
        if isinstance(found, tuple) and found[0] is plain:
            return found[1]  # type: ignore[no-any-return]
        made = ground_of(self.world.board, self.rules, _with_shaping(plain.kind, shaping))
        kept.keep(shaping, (plain, made))
        return made

    def look_closely(self) -> None:
        """Take into account everything that depends on creatures' places: corners, gaps beside others, a carrier's
        back."""
        world, creature = self.world, self.creature
        self.rows = None
        kind = plain = self._plain().kind
        carrier = world.mount_of(creature) if self.rules.movement.carriers_climbed else None
        if carrier is not None and carrier.box.z0 <= creature.position.z <= min(carrier.box.z1 + 1, self._ceiling()):
            kind = kind._replace(carrier=carrier.box)
        elif not self.layout.low <= creature.position.z <= self.layout.high:
            kind = kind._replace(level=creature.position.z)
        found = (shaper_of(world, creature, other, access) for other, access in self.passings)
        shapers = [shaper for shaper in found if shaper is not None]
        kind = _with_shaping(kind, shaping_by(creature, shapers))
        if self.rules.movement.surcharge is not None:
            kind = kind._replace(surcharges=self.ground.kind.surcharges)
        if kind is not plain:
            self.ground = ground_of(world.board, self.rules, kind)
        self.layout = self.ground.layout

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

    def over(self, made: Ground) -> "Field":
        """The same creature and options on another ground."""
        twin = Field(self.world, self.creature, self.options)
        twin._passings = self.passings
        twin.rows = None
        twin.ground, twin.layout = made, made.layout
        return twin

    def narrowed(self, allowed: Callable[[DirectionSteps], Bitboard]) -> "Field":
        """The same creature and options with fewer steps: `allowed` names the anchors that those of a kind enter."""
        steps = [replace(kind, into=into) for kind in self.ground.strides if (into := kind.into & allowed(kind))]
        by_step: dict[Offset, list[DirectionSteps]] = {}
        for kind in steps:
            by_step.setdefault(kind.step, []).append(kind)
        return self.over(replace(self.ground, strides=tuple(steps), priced={}, by_step=by_step))

    def _stamped(self) -> OccupantLayers:
        closed = no_stop = costly = corpses = shared = 0
        dear_spaces: list[Box] = []
        self._dear_spaces = dear_spaces
        sharers: list[Creature] = []
        one_way: list[Bitboard] = []
        ground = self.ground
        spots = ground.spots
        drawn = set(ground.kind.extra_blocked)
        for other, passing in self.passings:
            box = other.shape
            if box is None:
                at = other.position
                place = (at.x, at.y, at.z, other.size.side)
                bitboard = spots[place] if place in spots else ground.over_space(place)
            else:
                bitboard = ground.over(box)
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
        ground, found = self._priced
        if ground is not self.ground:
            options = self.options
            found = priced_steps(self.rules, self.ground, options.crawling, options.slow, options.unhurried)
            self._priced = (self.ground, found)
        return found

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

    def re_enters(self, here: Cube, there: Cube) -> bool:
        """Whether a step returns to squares that may only be left."""
        ways = self.crowd.one_way
        if not ways:
            return False
        before = self.layout.bit(here) if here in self.layout else 0
        bit = self.layout.bit(there)
        return any(bitboard & bit and not bitboard & before for bitboard in ways)

    def held(self) -> Bitboard:
        """Anchors at which something holds the mover up, or it holds itself."""
        made = self.ground
        modes = {mode for mode, _ in made.kind.modes}
        held = made.walk | made.swim | made.burrow
        if "fly" in modes or self.creature.speed.hover:
            held |= made.air
        elif "climb" in modes:
            held |= made.grip
        if made.kind.phasing:
            held &= ~self.layout.any_over(made.layers.walls, made.kind.side)
        return held

    def held_bytes(self) -> bytes:
        """`held` in the compiled search's form, made once for each ground."""
        store, key = self.ground.priced, ("held", self.creature.speed.hover)
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
        made = self.ground
        free = made.kind.ghostly or not made.layers.obstacle
        return 0 if free else self.layout.any_over(made.layers.obstacle, made.kind.side)


def _with_shaping(kind: MoverKind, shaping: Shaping) -> MoverKind:
    """A mover's kind under a shaping."""
    if shaping.blocked:
        kind = kind._replace(extra_blocked=shaping.blocked)
    if shaping.rough:
        kind = kind._replace(rough=shaping.rough)
    return kind._replace(corners=shaping.corners) if shaping.corners else kind
