"""The places that a movement can reach, with costs, paths and reactions."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from ...components.plan import Stride
from ...components.position import Cube
from ..combat.threat import anchors_threatened, leaves_reach, menaces, reach_around, reaches_box, span_of, wary
from ..geometry.bitboard import Bitboard, sum_of
from ..geometry.boxes import Box, cubes, hull, row_order
from ..rules.budget import MovementBudget
from ..rules.ruleset import World
from ..search.best_path import GroundHarm, Route, Threats, rank_of
from ..search.compiled_search import SHARED
from ..state.creature import Creature
from .field import Field, search_field
from .ground import Ground
from .shapes import drawn_in, least_width, may_rest
from .zone_harm import harm_of


class Arrival:
    """A place that a movement reaches, with its cost, path and reactions."""

    __slots__ = ("_index", "_level", "_reach")

    def __init__(self, reach: "Reach", index: int, level: int) -> None:
        self._reach = reach
        self._index = index
        self._level = level

    @property
    def squares(self) -> int:
        """The cost in squares, with the additional cost of stopping at this place."""
        reach = self._reach
        ending = reach.ending_at(self._index, self._level)
        return self._level // reach._scale - reach.budget.spent if ending is None else ending

    @property
    def cost(self) -> int:
        """The cost in feet or squares, as the ruleset counts."""
        return self.squares * self._reach.unit

    @property
    def actions(self) -> int:
        """The number of move actions needed: always 1 in this class."""
        return 1

    @property
    def intent(self) -> str:
        """The kind of intent that moves to this place: `crawl` or `move`."""
        grid = self._reach.grid
        return grid.rules.movement.ordinary_intent(grid.creature)

    @property
    def can_stop(self) -> bool:
        return self._reach.ending_at(self._index, self._level) is not None

    @property
    def stops_plainly(self) -> bool:
        """True if stopping at this place costs nothing extra."""
        reach = self._reach
        if not reach._reached.stops_at(self._index) or (reach._shares and reach._squeezes_in(self._index)):
            return False
        grid = reach.grid
        return grid.rules.terrain.stop_in_obstacle or not grid.obstructed() >> reach._states.plain(self._index) & 1

    @property
    def path(self) -> tuple[Cube, ...]:
        return self._reach.route(self._index, self._level).path

    @property
    def strides(self) -> list[Stride]:
        reach = self._reach
        here, spent, parity = reach._start, reach.budget.spent, reach.budget.parity
        cycle, strides = len(reach.grid.rules.grid.diagonal_cycle), list[Stride]()
        for there in reach.route(self._index, self._level).path:
            stride = reach.grid.step(here, there, spent, parity, reach.budget)
            assert isinstance(stride, Stride)
            strides.append(stride)
            here, spent, parity = there, spent + stride.squares, (parity + stride.flips) % cycle
        return strides

    @property
    def opportunities(self) -> tuple[str, ...]:
        """The names of the enemies that react to movement along the preferred path."""
        reach = self._reach
        if not reach._threats.names:
            return ()  # no enemy threatens any place, so that no way needs a search
        return reach.route(self._index, self._level).provoked

    @property
    def some_path(self) -> tuple[Cube, ...]:
        """One of the cheapest paths, even if enemies react on it. Faster to compute than `path`."""
        return self._reach._reached.some_path(self._index, self._level)

    def __repr__(self) -> str:
        return f"Arrival(cost={self.cost}, can_stop={self.can_stop}, path={self.path})"


class Reach(Mapping[Cube, Arrival]):
    """All places that a movement can reach."""

    def __init__(
        self,
        grid: Field,
        budget: MovementBudget,
        quiet: bool = False,
        silenced: frozenset[str] = frozenset(),
        start: Cube | None = None,
        exact: bool = False,
    ) -> None:
        """Searches the places that a budget can reach. `exact` keeps more paths of equal cost."""
        rules, world = grid.rules, grid.world
        self.grid = grid
        self.unit: int = rules.unit
        self.budget = budget
        self._start = grid.creature.cube if start is None else start
        arcs, self._first, self._reached = search_field(grid, budget, self._start, exact)
        self._scale, self._states = arcs.scale, arcs.states
        self._silenced = silenced
        self.harm: GroundHarm | None = None
        if world.things or world.board.traits.harms:
            ground = rules.terrain.harm_timing != "turn_start_only"
            self.harm = harm_of(world, grid.creature, ground=ground, beside=grid.ground.kind.extra_blocked)
        self._found_threats: Threats | None = Threats(harm=self.harm) if quiet else None
        self._shares: bool = bool(rules.space.sharing_surcharge and grid.marked & SHARED)
        mover = grid.creature
        self._lodged: bool = start is None and mover.turn.pausing and not may_rest(world, mover)
        """True if the mover paused in another's space, so staying is no option."""
        self._exact: Reach | None = None
        self._routes: dict[int, Route] = {}
        self._ending_costs: dict[int, int] = {}
        """The cost in squares of stopping in another's space, by state."""
        if not rules.terrain.stop_in_obstacle and grid.ground.layers.obstacle:
            _ = grid.crowd  # whether an obstacle can be left again depends on the creatures there now

    # --- the mapping -----------------------------------------------------------------------------

    def __getitem__(self, cube: object) -> Arrival:
        found = self.get_arrival(self.cube_of(cube))
        if found is None:
            raise KeyError(cube)
        return found

    def cube_of(self, asked: object) -> Cube:
        """Returns the cube of a key: the cube itself, or for `[x, y]` the square's floor.

        Raises:
            KeyError: the key is not a cube or square of the board.
        """
        match asked:
            case (int() as x, int() as y, int() as z):
                return x, y, z
            case (int() as x, int() as y) if (x, y) in self.grid.world.board:
                return x, y, self.grid.world.board.stand(x, y)
        raise KeyError(asked)

    def get_arrival(self, cube: Cube) -> Arrival | None:
        """Returns the arrival at a cube; None if it is out of reach."""
        best: tuple[int, int] | None = None
        for index in self._states.find(cube):
            level = self._reached.level(index)
            if level is not None and (best is None or level < best[1]):
                best = (index, level)
        return Arrival(self, *best) if best is not None else None

    def stops(self, among: Bitboard) -> Iterator[tuple[Cube, Arrival]]:
        """Yields (cube, how to get there) of each place where the mover may stop, cheapest first."""
        cube_of = self._states.cube
        seen: set[Cube] = set()
        waiting: list[tuple[int, Cube, int, int]] = []
        for index, level in self._reached.stops_among(among):
            # All later states cost at least this much, so that cheaper ones can be yielded.
            squares = level // self._scale - self.budget.spent
            while waiting and waiting[0][0] < squares:
                _, cube, *there = heappop(waiting)
                yield cube, Arrival(self, *there)
            cube = cube_of(index)
            if cube not in seen:
                seen.add(cube)
                ending = self.ending_at(index, level)
                if ending is not None:
                    heappush(waiting, (ending, cube, index, level))
        while waiting:
            _, cube, *there = heappop(waiting)
            yield cube, Arrival(self, *there)

    def surely_drawn(self, places: Bitboard) -> tuple[str, ...]:
        threats, start = self._threats, self.grid.layout.bit(self._start)
        if self.grid.creature.size.side > 1:
            return ()  # what a large mover draws depends on all the squares that it fills
        return tuple(
            name
            for name, threatened in zip(threats.names, threats.threatened, strict=True)
            if threatened & start and not (threats.parting and threatened & places)
        )

    def resting_places(self) -> list[Cube]:
        """Returns the places, other than the start, where the creature may stop."""
        found = self._reached.resting_places()
        grid = self.grid
        if self._shares and (shared := grid.crowd.shared):
            # Squeezing in with another costs more on top, which may exceed the budget.
            beyond = {cube for cube in grid.layout.cubes(shared) if cube in self and not self[cube].can_stop}
            found = [cube for cube in found if cube not in beyond] if beyond else found
        return found

    def leads_on(self) -> bool:
        """True if there is a place other than the start where the creature may stop."""
        return self._reached.leads_on()

    def __iter__(self) -> Iterator[Cube]:
        cubes = (self._states.cube(index) for index, _ in self._reached.indices())
        return cubes if self._states.copies == 1 else iter(dict.fromkeys(cubes))

    def __len__(self) -> int:
        return self._reached.count() if self._states.copies == 1 else sum(1 for _ in self)

    def arrivals(self) -> Iterator[tuple[Cube, Arrival]]:
        cube_of = self._states.cube
        if self._states.copies == 2:
            for place in self:
                yield place, self[place]
            return
        for index, level in self._reached.indices():
            yield cube_of(index), Arrival(self, index, level)

    def costs(self) -> dict[Cube, int]:
        """Returns {place: cost in feet or squares}, cheapest first."""
        if self._states.copies == 2:
            return {cube: arrival.cost for cube, arrival in self.arrivals()}
        layout, plain = self.grid.layout, self._states.plain
        block, row, low = layout.block, layout.row, layout.low
        spent, scale, unit = self.budget.spent, self._scale, self.unit
        found: dict[Cube, int] = {}
        for index, level in self._reached.indices():
            y, rest = divmod(plain(index), block)
            z, x = divmod(rest, row)
            if self._shares and self._reached.shared_at(index):
                found[x, y, z + low] = Arrival(self, index, level).cost
            else:
                found[x, y, z + low] = (level // scale - spent) * unit
        return found

    # --- what an arrival asks ----------------------------------------------------------------------

    def ending_at(self, index: int, level: int) -> int | None:
        """Returns the cost in squares of stopping in this search state; None if forbidden.

        `level` is the cost of reaching the state `index`.
        """
        squares = level // self._scale
        if index == self._first:
            if self._lodged:
                return None
        else:
            if not self._reached.stops_at(index):
                return None
            if not self.grid.rules.terrain.stop_in_obstacle and self._stuck(index, level):
                return None
            if self._shares and self._squeezes_in(index):
                ending = self._squeezed_ending(index)
                if squares < ending > self.budget.most:
                    return None
                squares = ending
        return squares - self.budget.spent

    def _squeezes_in(self, index: int) -> bool:
        return index != self._first and self._reached.shared_at(index)

    def _endings(self, cube: Cube) -> list[tuple[int, tuple[int, int]]]:
        scale, reached = self._scale, self._reached
        least = 1 + self.grid.rules.space.sharing_surcharge
        return [
            (before[1] // scale + max(at // scale - before[1] // scale, least), before)
            for index in self._states.find(cube)
            if (level := reached.level(index)) is not None
            for at in range(level, (level // scale + least) * scale)
            for before in reached.before(index, at)
        ]

    def _squeezed_ending(self, index: int) -> int:
        known = self._ending_costs.get(index)
        if known is None:
            ends = self._endings(self._states.cube(index))
            known = self._ending_costs[index] = min(squares for squares, _ in ends)
        return known

    def _stuck(self, index: int, level: int) -> bool:
        grid, plain = self.grid, self._states.plain(index)
        if not grid.obstructed() >> plain & 1:
            return False
        parity = index >= self._states.bits if self._states.copies == 2 else level % self._scale
        onward = grid.leaving(grid.layout.cube(plain), int(parity))
        return onward is not None and level // self._scale + onward > self.budget.most

    @property
    def _threats(self) -> Threats:
        if self._found_threats is not None:
            return self._found_threats
        grid, start = self.grid, self._start
        mover, rules, world, layout, ground = grid.creature, grid.rules, grid.world, grid.layout, grid.ground
        side, kind = mover.size.side, ground.kind
        here = layout.bit(start)
        buried = bool(kind.phasing or "burrow" in dict(kind.modes) or here & ground.layers.hard)
        small = rules.threat.entering_provokes and mover.size.room < 5
        names: list[str] = []
        threatened: list[Bitboard] = []
        own_spaces: list[Bitboard] = []
        own_box = mover.shape is not None and start == mover.cube
        space = hull(mover.at(start), mover.box) if own_box else mover.at(start)
        # a square costs one at least
        for enemy, _, span in wary(world, mover, space, self.budget.most + 1):
            if enemy.name in self._silenced:
                continue
            key = (enemy.box, span, buried)
            bitboard = ground.threats.get(key)
            if bitboard is None:
                anchors = anchors_threatened(world.board, rules, layout, enemy.box, span, side, buried=buried)
                bitboard = ground.threats.keep(key, anchors)
            if own_box:
                met = menaces(world, enemy, mover.box, span)
                bitboard = bitboard | here if met else bitboard & ~here
            own = 0
            if small and reaches_box(world, enemy, enemy.box):
                own = ground.over(enemy.box)  # it provokes by entering, as very small movers do
            if bitboard | own:
                names.append(enemy.name)
                threatened.append(bitboard)
                own_spaces.append(own)
        owned = tuple(own_spaces) if any(own_spaces) else ()
        parting = rules.threat.provokes == "parting"
        self._found_threats = Threats(tuple(names), tuple(threatened), owned, parting, self.harm)
        return self._found_threats

    def route(self, index: int, level: int) -> Route:
        """Returns the preferred path to a state of the search. `level` is its cost."""
        known = self._routes.get(index)
        if known is None:
            if self._shares and self._squeezes_in(index) and self.ending_at(index, level) is not None:
                known = (self._exactly() if self._scale == 2 else self)._ending_route(self._states.cube(index))
            else:
                known = self._reached.open_path(index, level, self._threats)
            if known is None and self._scale == 2:
                known = self._exactly().route_to(self._states.cube(index))
            elif known is None and self._states.copies == 2:
                known = self.route_to(self._states.cube(index))
            elif known is None:
                known = self._reached.best_path(index, level, self._threats)
            if known.provoked and self.grid.creature.size.side > 1:
                known = Route(known.path, self._drawn_on(known))
            self._routes[index] = known
        return known

    def _drawn_on(self, route: Route) -> tuple[str, ...]:
        grid, mover, world = self.grid, self.grid.creature, self.grid.world
        enemies = [world.named[name] for name in route.provoked]
        here = mover.box if self._start == mover.cube else mover.at(self._start)
        came, drawn = self._start, set[str]()
        # Who goes through others is whole beside them too.
        beside = () if grid.options.through else grid.ground.kind.extra_blocked
        least = least_width(grid.rules, mover.size.name)
        for there in route.path:
            whole = mover.at(there)
            drawn.update(enemy.name for enemy in enemies if leaves_reach(world, enemy, here, whole))
            pits = grid.rules.terrain.pits_closed and not grid.layout.bit(there) & grid.ground.air
            here = drawn_in(world.board, there, mover.size.side, came, least=least, pits=pits, beside=beside) or whole
            came = there
        return tuple(name for name in route.provoked if name in drawn)

    def route_to(self, cube: Cube) -> Route:
        reached = self._reached
        states = [(level, index) for index in self._states.find(cube) if (level := reached.level(index)) is not None]
        least = min(level for level, _ in states)
        ways = [self._reached.best_path(index, level, self._threats) for level, index in states if level == least]
        return min(ways, key=lambda way: rank_of(way, self._start, self.harm))

    def _ending_route(self, cube: Cube) -> Route:
        ends = self._endings(cube)
        least = min(squares for squares, _ in ends)
        last = [before for squares, before in ends if squares == least]
        there = self._states.find(cube)[0]
        return self._reached.ending_path(there, least * self._scale, last, self._threats)

    def _exactly(self) -> "Reach":
        if self._exact is None:
            self._exact = Reach(self.grid, self.budget, start=self._start, exact=True)
            self._exact._found_threats = self._threats
        return self._exact


def reach_of(grid: Field, budget: MovementBudget, quiet: bool = False, silenced: frozenset[str] = frozenset()) -> Reach:
    """Returns the places that the budget can reach, from a cache. Quiet movement provokes nothing."""
    store = grid.world.cache()
    key = ("reach", grid.creature.entity, grid.options, budget, quiet, silenced)
    found: Reach | None = store.get(key)
    if found is None or found.grid is not grid:
        found = store[key] = Reach(grid, budget, quiet, silenced)
    return found


class UnionReach(Reach):
    def __init__(self, parts: Sequence[Reach], *, in_turn: bool = False) -> None:
        """Joins several `Reach` objects into one.

        Each place keeps its cheapest arrival, or the first one if `in_turn`.
        """
        first, self._parts = parts[0], parts
        self.grid: Field = first.grid
        self.unit: int = first.unit
        self.budget: MovementBudget = first.budget
        found: dict[Cube, Arrival] = {}
        ranks: dict[Cube, tuple[bool, int]] = {}
        for part in parts:
            for cube, arrival in part.arrivals():
                rank = (not arrival.can_stop, 0 if in_turn else arrival.cost)
                if cube not in ranks or rank < ranks[cube]:
                    ranks[cube], found[cube] = rank, arrival
        self._found = dict(sorted(found.items(), key=lambda item: (item[1].cost, row_order(item[0]))))
        self._from = first.grid.creature.cube

    def __getitem__(self, cube: object) -> Arrival:
        return self._found[self.cube_of(cube)]

    def get_arrival(self, cube: Cube) -> Arrival | None:
        return self._found.get(cube)

    def stops(self, among: Bitboard) -> Iterator[tuple[Cube, Arrival]]:
        layout = self.grid.layout
        return ((cube, arrival) for cube, arrival in self.arrivals() if arrival.can_stop and among & layout.bit(cube))

    def surely_drawn(self, places: Bitboard) -> tuple[str, ...]:
        return tuple(
            name
            for name in self._parts[0].surely_drawn(places)
            if all(name in part.surely_drawn(places) for part in self._parts[1:])
        )

    def resting_places(self) -> list[Cube]:
        places = (cube for cube, arrival in self.arrivals() if arrival.can_stop and cube != self._from)
        return sorted(places, key=row_order)

    def leads_on(self) -> bool:
        return bool(self.resting_places())

    def __iter__(self) -> Iterator[Cube]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def arrivals(self) -> Iterator[tuple[Cube, Arrival]]:
        return iter(self._found.items())

    def costs(self) -> dict[Cube, int]:
        return {cube: arrival.cost for cube, arrival in self.arrivals()}


def unwatched(reach: Reach) -> tuple[Bitboard, tuple[str, ...]]:
    """Returns (places, enemies): on every path to another place at least one of the enemies reacts.

    These enemies do not reach the start. Where this is not worked out, the places are all.
    """
    grid = reach.grid
    layout, ground = grid.layout, grid.ground.enterable
    if isinstance(reach, UnionReach) or grid.creature.size.side > 1 or layout.low < layout.high:
        return -1, ()
    threats, here = reach._threats, layout.bit(reach._start)
    watched = zip(threats.names, threats.threatened, strict=True)
    others = [(name, plane) for name, plane in watched if not plane & here]
    if threats.parting or not others:
        return -1, ()
    free, reached, block = ~sum_of([plane for _, plane in others]), here, layout.block
    for _ in range(reach.budget.most - reach.budget.spent):  # each square costs at least one
        left = reached & free
        sides = left | left << 1 | left >> 1
        reached |= (sides | sides << block | sides >> block) & ground
    return reached, tuple([name for name, _ in others])


def strike_anchors(world: World, creature: Creature, made: Ground, target: Box) -> Bitboard:
    span = span_of(world.rules, creature)
    key = (span, target)
    found = made.strikes.get(key)
    if found is None:
        layout, back = made.layout, made.kind.side - 1
        found = 0
        # A weapon with a gap lands on any cube of a big space beyond the gap.
        for x0, y0, z0, x1, y1, z1 in [Box(*cube, *cube) for cube in cubes(target)] if span.least >= 0 else [target]:
            found |= reach_around(world.rules, layout, Box(x0 - back, y0 - back, z0 - back, x1, y1, z1), span)
        found &= made.enterable
        if not world.rules.threat.through_walls and _walled(world, made, target, span.most):
            found = layout.bitboard(
                cube for cube in layout.cubes(found) if reaches_box(world, creature, target, creature.at(cube))
            )
        made.strikes.keep(key, found)
    return found


def _walled(world: World, made: Ground, target: Box, most: int) -> bool:
    board, layout, back = world.board, made.layout, made.kind.side - 1
    if board.edges or target.z0 < max(layout.low, board.floors[0]):
        return True
    x0, y0, _, x1, y1, _ = target
    near = layout.box(x0 - most - back, y0 - most - back, layout.low, x1 + most + back, y1 + most + back, layout.high)
    return bool(near & made.layers.opaque)
