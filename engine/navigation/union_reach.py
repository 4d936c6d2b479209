"""Reach of a move that may go by one mode or by another but not by both: the best for each place."""

from collections.abc import Iterator, Sequence

from ...components.position import Cube
from ..geometry.bitboard import Bitboard
from ..geometry.directions import row_order
from ..rules.step_costs import MovementBudget
from .occupied_grid import OccupiedGrid
from .reach import Arrival, Reach


class UnionReach(Reach):
    """What one movement can get to by one way of moving or another, none of them mixed; by the best for each place."""

    def __init__(self, parts: Sequence[Reach]) -> None:
        first = parts[0]
        self.grid: OccupiedGrid = first.grid
        self.unit: int = first.unit
        self.budget: MovementBudget = first.budget
        found: dict[Cube, Arrival] = {}
        for part in parts:
            for cube, arrival in part.arrivals():
                known = found.get(cube)
                if known is None or (not arrival.can_stop, arrival.cost) < (not known.can_stop, known.cost):
                    found[cube] = arrival
        self._found = dict(sorted(found.items(), key=lambda item: (item[1].cost, row_order(item[0]))))
        self._from = first.grid.creature.cube

    def __getitem__(self, cube: Cube | tuple[int, int]) -> Arrival:
        return self._found[self.cube_of(cube)]

    def get_arrival(self, cube: Cube) -> Arrival | None:
        """The arrival at `cube`, None where it cannot be reached."""
        return self._found.get(cube)

    def stops(self, among: Bitboard) -> Iterator[tuple[Cube, Arrival]]:
        """(cube, arrival) of the places of a plane where the movement may end, by cost."""
        layout = self.grid.layout
        return ((cube, arrival) for cube, arrival in self.arrivals() if arrival.can_stop and among & layout.bit(cube))

    def resting_places(self) -> list[Cube]:
        """The places where the movement may end, where it starts left out, in row order."""
        places = (cube for cube, arrival in self.arrivals() if arrival.can_stop and cube != self._from)
        return sorted(places, key=row_order)

    def leads_on(self) -> bool:
        """Whether it leads to any place to stop at, other than where it starts."""
        return bool(self.resting_places())

    def __iter__(self) -> Iterator[Cube]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def arrivals(self) -> Iterator[tuple[Cube, Arrival]]:
        """(cube, arrival) from the cheapest on."""
        return iter(self._found.items())

    def costs(self) -> dict[Cube, int]:
        """What every place costs to get to, in the ruleset's unit, cheapest first."""
        return {cube: arrival.cost for cube, arrival in self.arrivals()}
