"""The damage that ground does to a mover along a way, for the order of ties."""

from array import array
from collections.abc import Iterable
from itertools import pairwise

from ...components.position import Cube
from ..board.board import Board
from ..dice import parse


class GroundHarm:
    """Average damage of the ground under steps, for movers of one size on one board.

    Amounts are twice the average damage, so that they are whole numbers.
    """

    __slots__ = ("_columns", "_height", "_packed", "_side", "_width")

    def __init__(self, board: Board, side: int) -> None:
        self._side = side
        self._width = board.width
        self._columns: dict[tuple[int, int], tuple[int, int, int]] = {}
        """By square: amount, lowest and highest cube whose ground or water does it."""
        self._packed: bytes | None = None
        for y, row in enumerate(board.tiles):
            for x, tile in enumerate(row):
                amount = 0 if tile.damage is None else int(2 * parse(tile.damage).mean)
                if amount > 0:
                    self._columns[x, y] = (amount, tile.floor, tile.floor + max(tile.water, 1) - 1)
        self._height = board.height

    def under(self, anchor: Cube) -> dict[tuple[int, int], int]:
        """The amount of each harmful square that a mover at an anchor touches."""
        x0, y0, z = anchor
        found: dict[tuple[int, int], int] = {}
        for y in range(y0, y0 + self._side):
            for x in range(x0, x0 + self._side):
                column = self._columns.get((x, y))
                if column is not None and column[1] <= z <= column[2]:
                    found[x, y] = column[0]
        return found

    def of_step(self, here: Cube, there: Cube) -> int:
        """The amount of the squares that a step newly covers."""
        covered = self.under(there)
        return sum(covered[square] for square in covered.keys() - self.under(here).keys()) if covered else 0

    def of_path(self, start: Cube, path: Iterable[Cube]) -> int:
        """The amount of all steps of a path."""
        return sum(self.of_step(here, there) for here, there in pairwise((start, *path)))

    @property
    def flat(self) -> bool:
        """True if the squares of the board tell it all."""
        return True

    def packed(self) -> bytes:
        """Three int32 for each square of the board, row by row: amount, lowest and highest cube."""
        if self._packed is None:
            numbers = array("i", bytes(12 * self._width * self._height))
            for (x, y), column in self._columns.items():
                at = 3 * (y * self._width + x)
                numbers[at : at + 3] = array("i", column)
            self._packed = numbers.tobytes()
        return self._packed


def ground_harm(board: Board, side: int) -> GroundHarm | None:
    """The harm of a board's ground to movers of a size, compiled once; None if no ground does damage."""
    if not board.traits.harms:
        return None
    found = board.caches.get(("ground harm", side))
    if not isinstance(found, GroundHarm):
        found = board.caches.setdefault(("ground harm", side), GroundHarm(board, side))
    assert isinstance(found, GroundHarm)
    return found
