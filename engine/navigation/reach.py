"""Where a creature can get to, what that costs, and what it would draw."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ...components.position import Cube
from ..combat.melee_reach import reaches_box
from ..combat.reactions import Source, anchors_threatened, sources
from ..geometry.bitboard import Bitboard
from ..geometry.directions import row_order
from ..rules.step_costs import BODY, MovementBudget
from ..search.backend import search
from ..search.best_path import Route, preferred, rank_of, some_way
from ..search.bitboard_search import DirectionMoves, MoveLayer, SearchResult, search_levels
from .move_table import OVERLAYS, CostEncoding, move_table_for
from .newly_entered import costly_entry_moves
from .occupied_grid import OccupiedGrid

if TYPE_CHECKING:
    from ..search.numba_search import FastFlood


class Arrival:
    """One place that can be reached."""

    __slots__ = ("_index", "_level", "_reach")

    def __init__(self, reach: "Reach", index: int, level: int) -> None:
        self._reach = reach
        self._index = index
        self._level = level

    @property
    def squares(self) -> int:
        """Squares of movement that getting there costs, stopping there included."""
        return self._reach.squares_of(self._index, self._level)

    @property
    def cost(self) -> int:
        """The cost in the ruleset's unit."""
        return self.squares * self._reach.unit

    @property
    def actions(self) -> int:
        """The move actions that it takes: one."""
        return 1

    @property
    def can_stop(self) -> bool:
        """Whether the creature may end its movement there."""
        return self._reach.can_stop(self._index, self._level)

    @property
    def path(self) -> tuple[Cube, ...]:
        """The cubes entered on the way, by the contract's order of preference."""
        return self._reach.route(self._index, self._level).path

    @property
    def opportunities(self) -> tuple[str, ...]:
        """The enemies whose reaction attacks that way would draw."""
        reach = self._reach
        if not reach._threat_planes():
            return ()  # nobody threatens anything about: no way needs looking at
        return reach.route(self._index, self._level).provoked

    @property
    def some_path(self) -> tuple[Cube, ...]:
        """The cubes entered on one of the cheapest ways, whatever attacks it draws.

        Much cheaper to tell than `path`, for whoever plans turns ahead: until then everybody will have moved.
        """
        reach = self._reach
        return some_way(reach._flood, reach._first, self._index, self._level, reach._coding.cube)

    def __repr__(self) -> str:
        return f"Arrival(cost={self.cost}, can_stop={self.can_stop}, path={self.path})"


class Reach(Mapping[Cube, Arrival]):
    """Everything one movement can get to, by anchor cube; computed at once, paths when asked for."""

    def __init__(
        self,
        grid: OccupiedGrid,
        budget: MovementBudget,
        quiet: bool = False,
        silenced: frozenset[str] = frozenset(),
        start: Cube | None = None,
        exact: bool = False,
    ) -> None:
        """`exact`: searched so that all cheapest ways are told, and not only those that leave the next diagonal
        cheaper; what they cost is the same."""
        self.grid = grid
        self.unit = grid.rules.unit
        self.budget = budget
        crowd = grid.crowd
        self._start = grid.creature.cube if start is None else start
        board, options = grid.world.board, grid.options
        move_table = move_table_for(
            grid.rules,
            grid.nav_grid,
            budget,
            options.crawling,
            options.slow,
            self._start,
            board.height,
            exact,
        )
        self._gears: CostEncoding = move_table.encoding
        self._coding = move_table.state_index
        level = move_table.encoding.level(budget.spent, budget.parity)
        starts = move_table.state_index.find(self._start)
        self._first = first = starts[1] if move_table.encoding.copies == 2 and budget.parity else starts[0]
        fold = move_table.state_index.fold
        layers = [
            MoveLayer(moves, fold(only))
            for moves, only in ((move_table.moves[2], crowd.corpses), (move_table.moves[1], crowd.costly))
            if only
        ]
        layers.append(MoveLayer(move_table.moves[0], None))
        limit = max(move_table.limit, level)
        self._flood: SearchResult | FastFlood
        ours = bool(crowd.one_way)
        if grid.dear_spaces and move_table.encoding.copies == 1:
            # Whether such a step is dear depends on where it comes from.
            moves = costly_entry_moves(move_table, grid.dear_spaces, grid.creature.size.side, OVERLAYS.index(BODY))
            layers[-2] = MoveLayer(moves, layers[-2].only)
            ours = True
        for bitboard in crowd.one_way:
            layers = closed_behind(layers, fold(bitboard))
        if ours:  # moves of this question only, which no kernel keeps
            self._flood = search_levels(1 << first, layers, fold(crowd.closed), limit, level)
        else:
            self._flood = search(first, layers, move_table.store, fold(crowd.closed), move_table.bits, limit, level)
        self._stop: Bitboard = grid.stoppable()
        self._silenced = silenced
        self._quiet = quiet
        self._exact: Reach | None = None
        self._threat: list[tuple[str, Bitboard]] | None = [] if quiet else None
        self._entries: list[Bitboard] = []
        self._routes: dict[int, Route] = {}

    # --- the mapping -----------------------------------------------------------------------------

    def _find(self, cube: Cube) -> tuple[int, int] | None:
        best: tuple[int, int] | None = None
        for index in self._coding.find(cube):
            level = self._flood.level(index)
            if level is not None and (best is None or level < best[1]):
                best = (index, level)
        return best

    def __getitem__(self, cube: Cube | tuple[int, int]) -> Arrival:
        found = self._find(self.cube_of(cube))
        if found is None:
            raise KeyError(cube)
        return Arrival(self, *found)

    def cube_of(self, asked: object) -> Cube:
        """The cube that is asked for: a square means the cube on its floor, and whoever asks may hold a list.

        Raises:
            KeyError: it is neither a cube nor a square of the board.
        """
        match asked:
            case (int() as x, int() as y, int() as z):
                return x, y, z
            case (int() as x, int() as y) if (x, y) in self.grid.world.board:
                return x, y, self.grid.world.board.stand(x, y)
        raise KeyError(asked)

    def get_arrival(self, cube: Cube) -> Arrival | None:
        """The arrival at `cube`, None where it cannot be reached."""
        found = self._find(cube)
        return Arrival(self, *found) if found is not None else None

    def stops(self, among: Bitboard) -> Iterator[tuple[Cube, Arrival]]:
        """(cube, arrival) of the places of a plane where the movement may end, by cost, then by cube."""
        layout, state_index = self.grid.layout, self._coding
        among &= self._stop | layout.bit(self._start)  # where it starts it may always stay
        if not among:
            return
        seen: set[Cube] = set()
        waiting: list[tuple[int, Cube, int, int]] = []
        for index, level in self._flood.among(state_index.fold(among)):
            # Whatever comes from now on costs no less than this, so that what costs less may go.
            squares = self._gears.squares(level) - self.budget.spent
            while waiting and waiting[0][0] < squares:
                _, cube, *there = heappop(waiting)
                yield cube, Arrival(self, *there)
            cube = state_index.cube(index)
            if cube not in seen:
                seen.add(cube)
                if self.can_stop(index, level):
                    heappush(waiting, (self.squares_of(index, level), cube, index, level))
        while waiting:
            _, cube, *there = heappop(waiting)
            yield cube, Arrival(self, *there)

    def resting_places(self) -> list[Cube]:
        """The places where the movement may end, where it starts left out, in row order."""
        layout = self.grid.layout
        region = self._coding.unfold(self._flood.reached) & self._stop & ~layout.bit(self._start)
        found = sorted(layout.cubes(region), key=row_order)
        if self.grid.rules.space.sharing_surcharge:
            # Squeezing in with somebody costs more on top, which may be more than is left.
            shared = set(layout.cubes(region & self.grid.crowd.shared))
            found = [cube for cube in found if cube not in shared or self[cube].can_stop]
        return found

    def leads_on(self) -> bool:
        """Whether it leads to any place to stop at, other than where it starts."""
        stop = self._coding.fold(self._stop) & ~(1 << self._first)
        return bool(self._flood.reached & stop)

    def __iter__(self) -> Iterator[Cube]:
        seen: set[int] = set()
        for index, _ in self._flood.indices():
            plain = self._coding.plain(index)
            if plain not in seen:
                seen.add(plain)
                yield self.grid.layout.cube(plain)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def arrivals(self) -> Iterator[tuple[Cube, Arrival]]:
        """(cube, arrival) from the cheapest on."""
        cube = self._coding.cube
        if self._gears.copies == 2:
            for place in self:
                yield place, self[place]
            return
        for index, level in self._flood.indices():
            yield cube(index), Arrival(self, index, level)

    def costs(self) -> dict[Cube, int]:
        """What every place costs to get to, in the ruleset's unit, cheapest first."""
        if self._gears.copies == 2:
            return {cube: arrival.cost for cube, arrival in self.arrivals()}
        layout, plain = self.grid.layout, self._coding.plain
        block, row, low = layout.block, layout.row, layout.low
        spent, scale, unit = self.budget.spent, self._gears.scale, self.unit
        shared = self.grid.crowd.shared if self.grid.rules.space.sharing_surcharge else 0
        found: dict[Cube, int] = {}
        for index, level in self._flood.indices():
            place = plain(index)
            y, rest = divmod(place, block)
            z, x = divmod(rest, row)
            if shared and shared >> place & 1:
                found[x, y, z + low] = self.squares_of(index, level) * unit
            else:
                found[x, y, z + low] = (level // scale - spent) * unit
        return found

    # --- what an arrival asks ----------------------------------------------------------------------

    def squares_of(self, index: int, level: int) -> int:
        """Squares from where the movement stands now to a reached place, stopping included where it may."""
        squares = self._gears.squares(level) - self.budget.spent
        extra = self._surcharge(index, level)
        return squares + extra if extra and self.can_stop(index, level) else squares

    def _surcharge(self, index: int, level: int) -> int:
        rules = self.grid.rules
        if not rules.space.sharing_surcharge or index == self._first:
            return 0
        if not self.grid.crowd.shared >> self._coding.plain(index) & 1:
            return 0
        return max(1 + rules.space.sharing_surcharge - self._last_step(index, level), 0)

    def _last_step(self, index: int, level: int) -> int:
        """Squares that the last step of the preferred way to a place costs."""
        squares = self._gears.squares
        before = self._flood.before(index, level)
        steps = {squares(level) - squares(at) for _, at in before}
        if len(steps) > 1:
            path = self.route(index, level).path
            source = path[-2] if len(path) > 1 else self._start
            steps = {squares(level) - squares(at) for bit, at in before if self._coding.cube(bit) == source}
        return min(steps, default=1)

    def can_stop(self, index: int, level: int) -> bool:
        """Whether the movement may end there, what stopping costs included."""
        if index == self._first:
            return True
        if not self._stop >> self._coding.plain(index) & 1:
            return False
        if not self.grid.rules.terrain.stop_in_obstacle and self._stuck(index, level):
            return False
        extra = self._surcharge(index, level)
        if not extra:
            return True
        most = max((squares for _, squares in self.budget.limits), default=0)
        return self._gears.squares(level) + extra <= most

    def _stuck(self, index: int, level: int) -> bool:
        """Whether the place is obstructed and what is left would not buy a step out of it."""
        grid, plain = self.grid, self._coding.plain(index)
        if not grid.obstructed() >> plain & 1:
            return False
        parity = index >= self._coding.bits if self._gears.copies == 2 else level % self._gears.scale
        onward = grid.leaving(grid.layout.cube(plain), int(parity))
        most = max((squares for _, squares in self.budget.limits), default=0)
        return onward is not None and self._gears.squares(level) + onward > most

    def _threat_planes(self) -> list[tuple[str, Bitboard]]:
        if self._threat is None:
            grid = self.grid
            side = grid.creature.size.side
            profile, layers = grid.nav_grid.profile, grid.nav_grid.layers
            buried = profile.phasing or "burrow" in dict(profile.modes) or grid.layout.bit(self._start) & layers.hard
            self._threat = []
            for source in sources(grid.world, grid.creature):
                if source.name in self._silenced:
                    continue
                bitboard = anchors_threatened(
                    grid.world.board, grid.rules, grid.layout, source, side, buried=bool(buried)
                )
                bitboard = self._coding.fold(bitboard)
                own = self._coding.fold(grid.nav_grid.over(source.box)) if lays_open(grid, source) else 0
                if bitboard | own and (not self._flood.done or (bitboard | own) & self._flood.reached):
                    self._threat.append((source.name, bitboard))
                    self._entries.append(own)
            if not any(self._entries):
                self._entries.clear()
        return self._threat

    def route(self, index: int, level: int) -> Route:
        """The preferred way, by the contract's order of ties."""
        known = self._routes.get(index)
        if known is None:
            cube = self._coding.cube(index)
            if self._gears.scale == 2:
                known = self._exactly().route_to(cube)
            else:
                known = self.route_to(cube) if self._gears.copies == 2 else self._best_route(index, level)
            self._routes[index] = known
        return known

    def route_to(self, cube: Cube) -> Route:
        """The preferred way to a place that is reached, of all its states that cost the least."""
        states = [
            (level, index) for index in self._coding.find(cube) if (level := self._flood.level(index)) is not None
        ]
        least = min(level for level, _ in states)
        ways = [self._best_route(index, level) for level, index in states if level == least]
        return min(ways, key=lambda way: rank_of(way, self._start))

    def _exactly(self) -> "Reach":
        """The same question, searched so that all cheapest ways are told."""
        if self._exact is None:
            self._exact = Reach(self.grid, self.budget, self._quiet, self._silenced, self._start, True)
        return self._exact

    def _best_route(self, index: int, level: int) -> Route:
        return preferred(
            self._flood,
            self._first,
            index,
            level,
            self._coding.cube,
            self._threat_planes(),
            self.grid.rules.threat.provokes == "parting",
            self._entries,
        )


def lays_open(grid: OccupiedGrid, source: Source) -> bool:
    """Whether coming into an enemy's space lays the mover open to it, as it does the very small."""
    world, mover = grid.world, grid.creature
    if not grid.rules.threat.entering_provokes or mover.size.room >= 5:
        return False
    return reaches_box(world, world.named[source.name], source.box)


def closed_behind(layers: Sequence[MoveLayer], bitboard: Bitboard) -> list[MoveLayer]:
    """The layers where a plane is not entered from outside it."""

    def inside(go: DirectionMoves) -> DirectionMoves:
        sources = bitboard << go.shift if go.shift >= 0 else bitboard >> -go.shift
        return DirectionMoves(
            go.shift,
            go.into & sources,
            tuple((into & sources, price, latest) for into, price, latest in go.prices),
        )

    found: list[MoveLayer] = []
    for moves, only in layers:
        found.append(MoveLayer([inside(go) for go in moves], bitboard if only is None else only & bitboard))
        found.append(MoveLayer(moves, only))
    return found


def reach_of(
    grid: OccupiedGrid, budget: MovementBudget, quiet: bool = False, silenced: frozenset[str] = frozenset()
) -> Reach:
    """A reach, computed once for each state of the world."""
    store = grid.world.cache()
    key = ("reach", grid.creature.entity, grid.options, budget, quiet, silenced)
    found = store.get(key)
    if not isinstance(found, Reach):
        found = store[key] = Reach(grid, budget, quiet, silenced)
    return found
