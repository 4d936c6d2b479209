"""Converts anchors to search states: cropped to a band of rows, flattened, or one copy for each diagonal parity.

Where no column has more than one anchor (walkers on floors), heights are flattened onto one layer: a step is then one
of eight shifts, whatever the floors do. Where the parity of diagonals needs a copy of its own, the second copy follows
the first.
"""

from dataclasses import dataclass, field

from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout


@dataclass(frozen=True, slots=True)
class FlattenedLayer:
    """Anchors, at most one in each column, projected onto the lowest layer."""

    layout: BitboardLayout
    nodes: Bitboard
    """The anchors projected, in the layout's bits."""
    floor: Bitboard
    """All bits of the lowest layer."""
    lifts: dict[int, int] = field(hash=False, compare=False)
    """For each column's bit on the lowest layer, the shift up to its anchor."""

    @staticmethod
    def of(layout: BitboardLayout, nodes: Bitboard) -> "FlattenedLayer | None":
        """Flattens some anchors; None where a column has two."""
        floor = layout.box(0, 0, layout.low, layout.width - 1, layout.height - 1, layout.low)
        seen = 0
        for level in range(layout.high - layout.low + 1):
            here = nodes >> level * layout.row & floor
            if seen & here:
                return None
            seen |= here
        row, block = layout.row, layout.block
        lifts: dict[int, int] = {}
        for x, y, z in layout.cubes(nodes):
            lifts[y * block + x] = (z - layout.low) * row
        return FlattenedLayer(layout, nodes, floor, lifts)

    def flat(self, bitboard: Bitboard) -> Bitboard:
        """The members of `bitboard` that are nodes, projected onto the lowest layer."""
        bitboard &= self.nodes
        row = self.layout.row
        laid = bitboard & self.floor
        for level in range(1, self.layout.high - self.layout.low + 1):
            laid |= bitboard >> level * row & self.floor
        return laid

    def raised(self, laid: Bitboard) -> Bitboard:
        """The anchors of a flattened bitboard."""
        row = self.layout.row
        total = laid
        for level in range(1, self.layout.high - self.layout.low + 1):
            total |= laid << level * row
        return total & self.nodes


@dataclass(frozen=True, slots=True)
class StateIndex:
    """The numbering of the states of one search."""

    layout: BitboardLayout
    base: int = 0
    """Bits cropped below the first row of the band."""
    bits: int = 0
    """Bits of one copy."""
    copies: int = 1
    sheet: FlattenedLayer | None = None

    def fold(self, bitboard: Bitboard) -> Bitboard:
        """Converts a bitboard of the layout to the search's bits."""
        if self.sheet is not None:
            bitboard = self.sheet.flat(bitboard)
        if self.copies == 2:
            return bitboard | bitboard << self.bits
        return bitboard >> self.base

    def unfold(self, bitboard: Bitboard) -> Bitboard:
        """Converts a bitboard of the search to the layout's bits."""
        if self.copies == 2:
            return bitboard & (1 << self.bits) - 1 | bitboard >> self.bits
        bitboard <<= self.base
        return self.sheet.raised(bitboard) if self.sheet is not None else bitboard

    def single(self, index: int) -> int:
        """The bit in the first copy for a bit of the search."""
        return index % self.bits if self.copies == 2 else index

    def plain(self, index: int) -> int:
        """The layout's bit for a bit of the search."""
        if self.copies == 2:
            return index % self.bits
        index += self.base
        return index + self.sheet.lifts[index] if self.sheet is not None else index

    def cube(self, index: int) -> Cube:
        """The anchor for a bit of the search."""
        return self.layout.cube(self.plain(index))

    def find(self, cube: Cube) -> tuple[int, ...]:
        """The search's bits for an anchor: none, one, or one in each copy."""
        if cube not in self.layout:
            return ()
        index = self.layout.index(cube)
        if self.copies == 2:
            return (index, index + self.bits)
        if self.sheet is not None:
            index -= (cube[2] - self.layout.low) * self.layout.row
            if self.sheet.lifts.get(index) != (cube[2] - self.layout.low) * self.layout.row:
                return ()
        index -= self.base
        return (index,) if index >= 0 else ()
