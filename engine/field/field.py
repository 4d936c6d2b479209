"""The ground with all other creatures stamped on it."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from weakref import ref

from ...components.plan import ORDINARY, MoveOptions, Stride
from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset, sum_of
from ..geometry.boxes import Box
from ..rules.budget import MovementBudget
from ..rules.ruleset import Ruleset, World
from ..rules.step_costs import BODY, FEATURES, SpaceAccess, StepCost
from ..rules.step_costs import CORPSE as LYING
from ..search import compiled_search
from ..search.bitboard_search import BitboardSearch, MoveLayer, layer_of, stepwise
from ..search.compiled_search import (
    CLOSED,
    CORPSE,
    COSTLY,
    DEAR,
    NO_STOP,
    ONE_WAY,
    SHARED,
    CompiledReached,
    cube_bytes,
)
from ..state.creature import Creature
from .arcs import (
    MARGIN,
    OVERLAYS,
    Arcs,
    PricedSteps,
    arcs_of,
    closed_behind,
    compiled_table,
    costly_entry_moves,
    cropped,
    entering,
    priced_steps,
)
from .compile_ground import ground_of
from .ground import DirectionSteps, Ground, kind_of

if TYPE_CHECKING:
    from ..search import _native

Reached: TypeAlias = BitboardSearch | CompiledReached

# --- the marks that other creatures put on a mover's anchors, those of the compiled search and these

SMALL = 256
"""A mark of a creature: it is small, perhaps with room to stop beside it."""
CORNER = 512
PASSED = 1024
"""A mark, with `NO_STOP`: a large mover may squeeze past the creature."""
ROUGH = 2048
"""A mark: the creature's squares count as rough ground."""

SHAPING = CORNER | PASSED | ROUGH

FAR_OFF = 64
"""From this distance in squares a large mover does not squeeze past."""


def marks_of(world: World, mover: Creature, other: Creature, access: SpaceAccess) -> int:
    rules, large = world.rules, mover.size.side > 1
    marks = CORNER if access.corner else 0
    if not large and not access.enter:
        return marks | CLOSED
    weighed = access.costly and large and rules.terrain.counted_under == "majority"
    if weighed:
        marks |= ROUGH
    if not access.enter:
        return marks | (NO_STOP | PASSED if access.drawn_in and rules.sizes.squeeze_beside else CLOSED)
    if access.one_way:
        marks |= ONE_WAY
    if not access.stop:
        marks |= NO_STOP
    elif access.squeeze:
        marks |= SHARED
    elif mover.size.room < 5 and other.size.room < 5:
        marks |= SMALL
    if access.costly and not weighed:
        if large and rules.terrain.bodies_entered:
            marks |= COSTLY | DEAR
        else:
            marks |= CORPSE if "dead" in other.condition.held else COSTLY
    return marks


class Short(NamedTuple):
    steps: DirectionSteps
    squares: int
    features: int
    bound: int
    """The movement that the mode allows in all."""


@cache
def price_topics(diagonal: bool, features: int, later: bool) -> tuple[str, ...]:
    """Returns the topics of the rules that explain what a step costs."""
    hampering = [name for name, flag in FEATURES.items() if features & flag]
    topics = [f"cost.{name}" for name in hampering]
    hampering = [name for name in hampering if name != "barrier"]  # it adds to the cost and doubles nothing
    if len(hampering) > 1:
        topics.append("cost.doublings")
    if len(hampering) > 2:
        topics.append("cost.thrice")
    if diagonal:
        topics.append("cost.hampered-diagonal" if hampering else "cost.later-diagonal" if later else "cost.diagonal")
    elif not hampering:
        topics.append("cost.square")
    return tuple(topics)


class OccupantLayers(NamedTuple):
    """Where other creatures affect a mover's steps: one bitboard for each kind of effect."""

    closed: Bitboard
    no_stop: Bitboard
    costly: Bitboard
    corpses: Bitboard
    shared: Bitboard
    """Anchors where stopping makes the mover and another creature squeeze."""
    one_way: tuple[Bitboard, ...] = ()
    """Sets of anchors that a mover inside may leave but not enter again."""
    dear: tuple[Box, ...] = ()
    """Spaces of creatures that cost extra on entering them."""


def ground_for(world: World, creature: Creature, options: MoveOptions) -> Ground:
    key = ("ground", options, creature.position.z)
    kept = creature.kept.get(key)
    # The board owns its grounds and may drop them.
    found = kept[1]() if isinstance(kept, tuple) and kept[0] == creature.changes else None
    if found is None:
        found = ground_of(world.board, world.rules, kind_of(world.rules, creature, options))
        creature.kept[key] = (creature.changes, ref(found))
    return found


def field_of(world: World, creature: Creature, options: MoveOptions) -> "Field":
    """Returns the places and steps of a creature among all other creatures, from a cache."""
    store = world.cache()
    key = (creature.entity, options, creature.cube)
    found: Field | None = store.get(key)
    if found is None:
        found = store[key] = Field(world, creature, options)
    return found


class Others(NamedTuple):
    passings: list[tuple[Creature, SpaceAccess]]
    marks: list[int]
    marked: int


Known: TypeAlias = tuple[int, SpaceAccess, int]
"""(another creature's `changes`, its access, its marks), kept per mover."""

NEVER: Known = (-1, SpaceAccess(False), 0)


def others_of(world: World, creature: Creature, options: MoveOptions) -> Others:
    rules, passings, marked = world.rules, list[tuple[Creature, SpaceAccess]](), list[int]()
    joined, without, through = world.concerns.joined, options.without, options.through
    access_of, everything = rules.space.access, 0
    key = ("access", options)
    kept = creature.kept.get(key)
    if not isinstance(kept, tuple) or kept[0] != creature.changes:
        kept = creature.kept[key] = (creature.changes, dict[int, Known]())
    known: dict[int, Known] = kept[1]
    x0, y0, _, x1, y1, _ = creature.box
    for other in world.creatures:
        if other is creature or (joined and world.together(other, creature)) or (without and other.name in without):
            continue
        box = other.box
        apart = box[0] > x1 or x0 > box[3] or box[1] > y1 or y0 > box[4]
        changes, access, marks = known.get(other.entity, NEVER)
        if not apart or changes != other.changes:
            access = access_of(rules, creature, other, options)
            if through and not access.enter and other.name in through and "fills-space" not in other.body.traits:
                stops = options.stop_among
                access = SpaceAccess(True, stops, rules.space.through_costs, access.squeeze and stops, rule=access.rule)
            marks = marks_of(world, creature, other, access)
            if apart:
                known[other.entity] = (other.changes, access, marks)
        everything |= marks
        passings.append((other, access))
        marked.append(marks)
    return Others(passings, marked, everything)


class Field:
    """A creature's possible places and priced steps, with other creatures taken into account."""

    def __init__(
        self,
        world: World,
        creature: Creature,
        options: MoveOptions = ORDINARY,
        *,
        others: Others | None = None,
        ground: Ground | None = None,
        closed: Bitboard = 0,
    ) -> None:
        """Prepares the places and steps of a creature; it cannot enter the places `closed`."""
        self.world = world
        self.creature = creature
        self.options = options
        rules: Ruleset = world.rules
        self.rules = rules
        self._closed = closed
        self._rows: tuple[tuple[Box, int], ...] | None = None
        self._crowd: OccupantLayers | None = None
        self._priced: dict[Offset, list[PricedSteps]] | None = None
        self.others: Others = others_of(world, creature, options) if others is None else others
        self.passings: list[tuple[Creature, SpaceAccess]] = self.others.passings
        self._marks: list[int] = self.others.marks
        self.marked: int = self.others.marked
        if ground is None:
            ground = ground_for(world, creature, options)
            level = ground.layout.low <= creature.position.z <= ground.layout.high
            if not level or self.marked & SHAPING or creature.condition.mount or rules.movement.surcharge is not None:
                ground = self._shaped(ground)
        self.ground: Ground = ground
        self.layout: BitboardLayout = ground.layout
        self.crowded: bool = bool(self.marked & SMALL or closed)
        """True if only `crowd` lists all other creatures."""

    def _shaped(self, plain: Ground) -> Ground:
        world, creature, kind, layout = self.world, self.creature, plain.kind, plain.layout
        rules, z = self.rules, creature.position.z
        carrier = None
        if creature.condition.mount and rules.movement.carriers_climbed:
            carrier = world.mount_of(creature)
        highest = world.board.ceiling - creature.size.side + 1
        if carrier is not None and carrier.box.z0 <= z <= min(carrier.box.z1 + 1, highest):
            kind = kind._replace(carrier=carrier.box)
        elif not layout.low <= z <= layout.high:
            kind = kind._replace(level=z)
        if self.marked & SHAPING:
            x, y, _ = creature.cube
            near: dict[int, list[Box]] = {CORNER: [], PASSED: [], ROUGH: []}
            for (other, _), marks in zip(self.passings, self._marks, strict=True):
                box = other.box
                close = abs(box[0] - x) <= FAR_OFF and abs(box[1] - y) <= FAR_OFF
                for mark, boxes in near.items():
                    if marks & mark and (close or mark == CORNER):
                        boxes.append(box)
            kind = kind._replace(
                corners=tuple(near[CORNER]), extra_blocked=tuple(near[PASSED]), rough=tuple(near[ROUGH])
            )
        if rules.movement.surcharge is not None and (extra := rules.movement.surcharge(world, creature)):
            kind = kind._replace(surcharges=tuple(sorted(extra.items())))
        return plain if kind is plain.kind else ground_of(world.board, rules, kind)

    @property
    def rows(self) -> tuple[tuple[Box, int], ...] | None:
        if self.crowded:
            return None
        if self._rows is not None:
            return self._rows
        squeezed = self.ground.kind.extra_blocked
        found: list[tuple[Box, int]] = []
        for (other, _), marks in zip(self.passings, self._marks, strict=True):
            if marks & PASSED and other.box not in squeezed:  # too far off to be squeezed past
                marks = marks & ~NO_STOP | CLOSED
            found.append((other.box, marks & 127))
        self._rows = tuple(found)
        return self._rows

    @property
    def crowd(self) -> OccupantLayers:
        if self._crowd is not None:
            return self._crowd
        closed, no_stop, costly, corpses, shared = self._closed, 0, 0, 0, 0
        dear: list[Box] = []
        small: list[Creature] = []
        one_way: list[Bitboard] = []
        ground = self.ground
        boxes, squeezed = ground.boxes, ground.kind.extra_blocked
        for (other, _), marks in zip(self.passings, self._marks, strict=True):
            box = other.box
            bitboard = boxes.get(box)
            if bitboard is None:
                bitboard = ground.over(box)
            if not bitboard:
                continue
            if marks & CLOSED or (marks & PASSED and box not in squeezed):
                closed |= bitboard
                continue
            if marks & NO_STOP:
                no_stop |= bitboard
            elif marks & SHARED:
                shared |= bitboard
            elif marks & SMALL:
                small.append(other)
            if marks & ONE_WAY:
                one_way.append(bitboard)
            if marks & CORPSE:
                corpses |= bitboard
            elif marks & COSTLY:
                costly |= bitboard
                if marks & DEAR:
                    dear.append(box)
        if small:
            no_stop |= self._full(small)
        self._crowd = OccupantLayers(closed, no_stop, costly, corpses, shared, tuple(one_way), tuple(dear))
        return self._crowd

    def _full(self, sharers: list[Creature]) -> Bitboard:
        by_cube: dict[Cube, list[Creature]] = {}
        for other in sharers:
            by_cube.setdefault(other.cube, []).append(other)
        full = 0
        for cube, present in by_cube.items():
            if not self.rules.space.square_capacity(self.rules, self.creature, present):
                full |= self.layout.bit(cube)
        return full

    def over(self, made: Ground, closed: Bitboard = 0) -> "Field":
        return Field(self.world, self.creature, self.options, others=self.others, ground=made, closed=closed)

    def avoiding(self, closed: Bitboard) -> "Field":
        return self.over(self.ground, self._closed | closed)

    def narrowed(self, allowed: Callable[[DirectionSteps], Bitboard]) -> "Field":
        """Returns a copy with fewer steps: each kind of step enters only places that `allowed` returns."""
        steps = [replace(kind, into=into) for kind in self.ground.strides if (into := kind.into & allowed(kind))]
        by_step: dict[Offset, list[DirectionSteps]] = {}
        for kind in steps:
            by_step.setdefault(kind.step, []).append(kind)
        return self.over(replace(self.ground, strides=tuple(steps), priced={}, by_step=by_step))

    # --- costs

    @property
    def priced_steps(self) -> dict[Offset, list[PricedSteps]]:
        if self._priced is None:
            options = self.options
            self._priced = priced_steps(self.rules, self.ground, options.crawling, options.slow, options.unhurried)
        return self._priced

    def step(self, here: Cube, there: Cube, spent: int, parity: int, budget: MovementBudget) -> Stride | Short | None:
        """Returns the cheapest step from `here` to `there`; None if impossible, `Short` if unaffordable."""
        offset = (there[0] - here[0], there[1] - here[1], there[2] - here[2])
        index, bounds, cycle = self.layout.index(there), dict(budget.limits), self.rules.grid.diagonal_cycle
        overlay = self.overlay(offset, 1 << index) if self.marked & (COSTLY | CORPSE) else 0
        best: tuple[tuple[int, int], PricedSteps, StepCost] | None = None
        short: Short | None = None
        for priced in (self._priced or self.priced_steps).get(offset, ()):
            steps, prices, features = priced
            price = prices[overlay]
            if price is None or not steps.into >> index & 1:
                continue
            bound = bounds.get(steps.mode, -1)
            if bound < 0:
                continue
            squares = price.squares
            if price.alternates:
                squares += cycle[parity % len(cycle)] - cycle[0]
            if spent + squares > bound and not (budget.last and spent < bound):
                if short is None or bound > short.bound:
                    short = Short(steps, squares, features[overlay], bound)
                continue
            # Of two modes at one price, the one that leaves the next diagonal cheaper.
            rank = (squares, cycle[(parity + price.flips) % len(cycle)])
            if best is None or rank < best[0]:
                best = rank, priced, price
        if best is None:
            return short
        (squares, _), (steps, _, features), price = best
        cited = self.rules.cite(*price_topics(steps.diagonal, features[overlay], parity > 0))
        return Stride(there, squares, steps.mode, price.flips, rules=cited, features=features[overlay])

    def overlay(self, step: Offset, bit: Bitboard) -> int:
        crowd = self.crowd
        if bit & crowd.closed:
            return -1
        if bit & crowd.costly and bit & self.dear(step):
            return OVERLAYS.index(BODY)
        return OVERLAYS.index(LYING) if bit & crowd.corpses else 0

    def dear(self, step: Offset) -> Bitboard:
        """Returns the places that this step enters at a higher cost because of other creatures."""
        crowd, side = self.crowd, self.creature.size.side
        if not crowd.dear:
            return crowd.costly
        return crowd.costly & sum_of(entering(self.layout, space, side, step) for space in crowd.dear)

    def bars(self, here: Cube, there: Cube) -> bool:
        bit, crowd = self.layout.bit(there), self._crowd or self.crowd
        if not bit or bit & crowd.closed:
            return True
        return bool(crowd.one_way) and self.re_enters(here, there)

    def re_enters(self, here: Cube, there: Cube) -> bool:
        ways = self.crowd.one_way
        if not ways:
            return False
        before = self.layout.bit(here) if here in self.layout else 0
        bit = self.layout.bit(there)
        return any(bitboard & bit and not bitboard & before for bitboard in ways)

    def held(self) -> Bitboard:
        """The places where the mover has support, such as floor, water or flight."""
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
        store, key = self.ground.priced, ("held", self.creature.speed.hover)
        found = store.get(key)
        if not isinstance(found, bytes):
            found = store[key] = cube_bytes(self.held(), self.layout)
        return found

    def stoppable(self) -> Bitboard:
        return self.held() & ~self.crowd.closed & ~self.crowd.no_stop

    def leaving(self, anchor: Cube, parity: int = 0) -> int | None:
        """Returns the cost in squares of the cheapest step from `anchor`; else None."""
        best: int | None = None
        cycle = self.rules.grid.diagonal_cycle
        for step, alike in self.priced_steps.items():
            there = (anchor[0] + step[0], anchor[1] + step[1], anchor[2] + step[2])
            bit = self.layout.bit(there) if there in self.layout else 0
            overlay = self.overlay(step, bit)
            for steps, prices, _ in alike:
                price = prices[overlay] if overlay >= 0 and steps.into & bit else None
                if price is not None:
                    squares = price.squares
                    if price.alternates:
                        squares += cycle[parity % len(cycle)] - cycle[0]
                    best = squares if best is None else min(best, squares)
        return best

    def obstructed(self) -> Bitboard:
        """The places where an obstacle lies under the mover."""
        made = self.ground
        free = made.kind.ghostly or not made.layers.obstacle
        return 0 if free else self.layout.any_over(made.layers.obstacle, made.kind.side)


def search_field(grid: Field, budget: MovementBudget, start: Cube, exact: bool = False) -> tuple[Arcs, int, Reached]:
    """Searches a creature's paths from `start`. Returns (steps, start state, reached states).

    Raises:
        IndexError: the mover does not fit at its place.
    """
    rules, options = grid.rules, grid.options
    arcs = arcs_of(rules, grid.ground, budget, options.crawling, options.slow, True, exact)
    states = arcs.states.find(start)
    if not states and arcs.states.sheet is not None:  # its own column may have two anchors
        arcs = arcs_of(rules, grid.ground, budget, options.crawling, options.slow, False, exact)
        states = arcs.states.find(start)
    if not states:
        raise IndexError(f"no such mover has a place at {list(start)}")
    level = budget.spent * arcs.scale + (budget.parity if len(states) == 1 else 0)
    extension = compiled_search.native()
    table = None if extension is None else compiled_table(arcs)
    if extension is not None and table is not None:
        first, complete = states[-1 if budget.parity else 0], table.complete
        try:
            found = _compiled(extension, grid, (table.table, first, level, max(arcs.limit, level)))
        except LookupError:  # an overlay's moves are needed for the first time
            if complete:  # read before the search: another thread may complete the table meanwhile
                raise
            table.add_overlays()
            return search_field(grid, budget, start, exact)
        if found is not None:
            return arcs, first, CompiledReached(found, arcs.states, first)
        if not grid.crowded:  # too many spaces of their own for rows
            grid.crowded = True
            return search_field(grid, budget, start, exact)
    if arcs.states.layout.height > MARGIN:
        arcs = cropped(arcs, start, level)
    first = states[-1 if budget.parity else 0] - arcs.states.base
    crowd, fold = grid.crowd, arcs.states.fold
    layers: list[MoveLayer] = []
    for overlay, only in ((2, crowd.corpses), (1, crowd.costly), (0, 0)):
        if only or not overlay:
            layer = arcs.layers.get(overlay)
            if layer is None:
                moves, layout = arcs.moves[overlay], arcs.states.layout
                if arcs.states.copies == 2 and layout.height < 4:
                    layer = stepwise(moves, None)  # a step cannot be told from a change of copies
                else:
                    layer = layer_of(moves, arcs.ways, layout.block, arcs.sources)
                arcs.layers[overlay] = layer
            layers.append(layer.entering(fold(only), arcs.states.layout.block) if only else layer)
    if crowd.dear:
        # The cost of such a step depends on its source.
        entered = costly_entry_moves(arcs, crowd.dear, grid.creature.size.side, OVERLAYS.index(BODY))
        layers[-2] = stepwise(entered, layers[-2].only)
    for bitboard in crowd.one_way:
        layers = closed_behind(layers, fold(bitboard))
    stop = grid.held() & ~crowd.closed & ~crowd.no_stop
    return (
        arcs,
        first,
        BitboardSearch(arcs.states, first, level, layers, fold(crowd.closed), arcs.sources, stop, crowd.shared),
    )


def _compiled(extension: ModuleType, grid: Field, question: tuple[object, int, int, int]) -> "_native.Search | None":
    held, rows, creature = grid.held_bytes(), grid.rows, grid.creature
    found: _native.Search | None = None
    if rows is not None:
        found = extension.search_among(*question, creature.size.side, held, rows)
    else:
        crowd, layout = grid.crowd, grid.layout
        if len(crowd.one_way) <= extension.MOST_REGIONS:
            marked = (
                (CLOSED, crowd.closed),
                (NO_STOP, crowd.no_stop),
                (COSTLY, crowd.costly),
                (CORPSE, crowd.corpses),
                (SHARED, crowd.shared),
            )
            planes = [(mark, cube_bytes(bitboard, layout)) for mark, bitboard in marked if bitboard]
            regions = [cube_bytes(region, layout) for region in crowd.one_way]
            found = extension.search(*question, creature.size.side, held, planes, regions, crowd.dear)
    return found
