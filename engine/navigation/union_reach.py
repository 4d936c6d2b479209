"""The reach of a move that is made in one of several ways: the best arrival for each place."""

from collections.abc import Iterator, Sequence

from ...components.position import Cube
from ..geometry.bitboard import Bitboard
from ..geometry.directions import row_order
from ..rules.movement_budget import MovementBudget
from .occupied_grid import OccupiedGrid
from .reach import Arrival, Reach


class UnionReach(Reach):
    """The places that one movement reaches in any single one of several ways, each with its best arrival."""

    def __init__(self, parts: Sequence[Reach], *, in_turn: bool = False) -> None:
        """The cheapest arrival that may stop is the best; if `in_turn`, that of the first way that has one."""
        first, self._parts = parts[0], parts
        self.grid: OccupiedGrid = first.grid
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
        """The arrival at `cube`; None if it is out of reach."""
        return self._found.get(cube)

    def stops(self, among: Bitboard) -> Iterator[tuple[Cube, Arrival]]:
        """(cube, arrival) of the members of a bitboard where the movement may end, by cost."""
        layout = self.grid.layout
        return ((cube, arrival) for cube, arrival in self.arrivals() if arrival.can_stop and among & layout.bit(cube))

    def surely_drawn(self, places: Bitboard) -> tuple[str, ...]:
        """Enemies whose reaction attacks every way to any of some places draws, because it starts in their reach."""
        return tuple(
            name
            for name in self._parts[0].surely_drawn(places)
            if all(name in part.surely_drawn(places) for part in self._parts[1:])
        )

    def resting_places(self) -> list[Cube]:
        """The places where the movement may end, its start left out, in row order."""
        places = (cube for cube, arrival in self.arrivals() if arrival.can_stop and cube != self._from)
        return sorted(places, key=row_order)

    def leads_on(self) -> bool:
        """Whether it leads to any place to stop at, other than its start."""
        return bool(self.resting_places())

    def __iter__(self) -> Iterator[Cube]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def arrivals(self) -> Iterator[tuple[Cube, Arrival]]:
        """(cube, arrival), the cheapest first."""
        return iter(self._found.items())

    def costs(self) -> dict[Cube, int]:
        """The cost of every place in the ruleset's unit, cheapest first."""
        return {cube: arrival.cost for cube, arrival in self.arrivals()}
