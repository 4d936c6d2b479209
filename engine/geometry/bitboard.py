"""Sets of cubes as bits of an integer.

A shift moves all members. Rows and columns have a spare bit that catches members leaving the board.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from ...components.position import Cube

Bitboard: TypeAlias = int
"""A set of cubes: one bit per cube of a layout."""

Offset: TypeAlias = tuple[int, int, int]


MOST_BITS = 2**29


def members(bitboard: Bitboard) -> list[int]:
    """Returns the positions of the bits that are 1, lowest first."""
    if not bitboard & (bitboard - 1):
        return [bitboard.bit_length() - 1] if bitboard else []
    base = (bitboard & -bitboard).bit_length() - 1
    text = bin(bitboard >> base)[:1:-1]
    found: list[int] = []
    at = 0
    while at >= 0:
        found.append(at + base)
        at = text.find("1", at + 1)
    return found


def sum_of(bitboards: Iterable[Bitboard]) -> Bitboard:
    found = 0
    for bitboard in bitboards:
        found |= bitboard
    return found


@lru_cache(maxsize=1 << 10)
def _repeated(every: int, count: int) -> int:
    return sum(1 << (every * number) for number in range(count))


@dataclass(frozen=True, slots=True)
class BitboardLayout:
    """Assigns each cube of a box a bit in an integer (a bitboard)."""

    width: int
    height: int
    low: int
    high: int
    row: int = field(init=False)
    """The bit distance from a cube to the cube above."""
    block: int = field(init=False)
    """The bit distance from a cube to the cube south."""
    bits: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "row", self.width + 1)
        object.__setattr__(self, "block", (self.width + 1) * (self.high - self.low + 2))
        object.__setattr__(self, "bits", self.block * self.height)

    def most_kept(self, most: int = 8192) -> int:
        """Returns how many bitboards may be cached: at most `most`, fewer if they are large."""
        return max(min(most, MOST_BITS // max(self.bits, 1)), 64)

    def __contains__(self, cube: Cube) -> bool:
        x, y, z = cube
        return 0 <= x < self.width and 0 <= y < self.height and self.low <= z <= self.high

    def index(self, cube: Cube) -> int:
        """Returns the position of a cube's bit."""
        x, y, z = cube
        return y * self.block + (z - self.low) * self.row + x

    def bit(self, cube: Cube) -> Bitboard:
        x, y, z = cube
        if 0 <= x < self.width and 0 <= y < self.height and self.low <= z <= self.high:
            return 1 << y * self.block + (z - self.low) * self.row + x
        return 0

    def cube(self, index: int) -> Cube:
        y, rest = divmod(index, self.block)
        z, x = divmod(rest, self.row)
        return (x, y, z + self.low)

    def offset(self, step: Offset) -> int:
        """Returns by how many bits a step moves a cube; negative numbers shift right."""
        return step[0] + step[1] * self.block + step[2] * self.row

    def shift(self, bitboard: Bitboard, step: Offset) -> Bitboard:
        """Returns the set of cubes moved by one step. A cube that leaves its row lands on a spare bit."""
        by = step[0] + step[1] * self.block + step[2] * self.row
        return bitboard << by if by >= 0 else bitboard >> -by

    def cubes(self, bitboard: Bitboard) -> Iterator[Cube]:
        """Yields the cubes in a bitboard in order of y, z, x."""
        block, row, low = self.block, self.row, self.low
        for index in members(bitboard):
            y, rest = divmod(index, block)
            z, x = divmod(rest, row)
            yield (x, y, z + low)

    def bitboard(self, cubes: Iterable[Cube]) -> Bitboard:
        # Bits are set in place: setting them in an integer would copy the whole bitboard each time.
        held = bytearray(self.bits // 8 + 1)
        for cube in cubes:
            if cube in self:
                index = self.index(cube)
                held[index >> 3] |= 1 << (index & 7)
        return int.from_bytes(held, "little")

    def line(self, x0: int, x1: int) -> Bitboard:
        """Returns the bits of the squares x0 to x1 in one row, limited to the box."""
        x0, x1 = max(x0, 0), min(x1, self.width - 1)
        return ((1 << (x1 - x0 + 1)) - 1) << x0 if x0 <= x1 else 0

    def box(self, x0: int, y0: int, z0: int, x1: int, y1: int, z1: int) -> Bitboard:
        """Returns all cubes between two opposite corners, limited to the layout's box."""
        x0, y0, z0 = max(x0, 0), max(y0, 0), max(z0, self.low)
        x1, y1, z1 = min(x1, self.width - 1), min(y1, self.height - 1), min(z1, self.high)
        if x0 > x1 or y0 > y1 or z0 > z1:
            return 0
        line = ((1 << (x1 - x0 + 1)) - 1) << x0
        layer = 0
        for z in range(z0 - self.low, z1 - self.low + 1):
            layer |= line << (z * self.row)
        total = 0
        for y in range(y0, y1 + 1):
            total |= layer << (y * self.block)
        return total

    def block_of(self, x0: int, y0: int, x1: int, y1: int) -> Bitboard:
        """Returns all cubes, of any height, over a rectangle of squares, limited to the layout's box."""
        y0, y1 = max(y0, 0), min(y1, self.height - 1)
        line = self.line(x0, x1)
        if y0 > y1 or not line:
            return 0
        return line * _repeated(self.row, self.high - self.low + 1) * _repeated(self.block, y1 - y0 + 1) << (
            y0 * self.block
        )

    def column(self, low: int, stop: int) -> Bitboard:
        """Returns the bits of the north-west column of cubes, from height `low` to below `stop`."""
        low, stop = max(low, self.low), min(stop, self.high + 1)
        return _repeated(self.row, stop - low) << (low - self.low) * self.row if low < stop else 0

    def from_blocks(self, blocks: Iterable[int]) -> Bitboard:
        pieces = [format(block, f"0{self.block}b") for block in blocks]
        pieces.reverse()
        return int("".join(pieces) or "0", 2)

    def any_over(self, bitboard: Bitboard, side: int, tall: int = 1) -> Bitboard:
        """Returns where a body of `side` x `side` x `tall` cubes would touch the bitboard.

        A place is the body's north-west, lowest cube.
        """
        total = bitboard
        for axis, span in ((1, side), (self.block, side), (self.row, tall)):
            done = 1
            while done < span:
                go = min(done, span - done)
                total |= total >> (axis * go)
                done += go
        return total

    def all_over(self, bitboard: Bitboard, side: int) -> Bitboard:
        """Returns where a body of `side` x `side` squares lies wholly inside the bitboard.

        A place is the body's north-west cube.
        """
        total = bitboard
        for axis in (1, self.block):
            done = 1
            while done < side:
                go = min(done, side - done)
                total &= total >> (axis * go)
                done += go
        return total
