"""How a search numbers anchors: by the lattice's own bits, cut to a band of rows, laid flat, or twice over.

Where no column has more than one anchor (walkers on floors), heights are laid flat onto one layer: a
step is then one of eight shifts, whatever the floors do. Where the place in the diagonal cycle needs a
copy of its own, the second copy follows the first.
"""

from dataclasses import dataclass, field

from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout


@dataclass(frozen=True, slots=True)
class FlattenedLayer:
    """Anchors of which each column has at most one, laid onto the lowest layer."""

    lattice: BitboardLayout
    nodes: Bitboard
    """The anchors laid flat, in the lattice's bits."""
    floor: Bitboard
    """All bits of the lowest layer."""
    lifts: dict[int, int] = field(hash=False, compare=False)
    """For each column's bit on the lowest layer, the bits up to its anchor."""

    @staticmethod
    def of(lattice: BitboardLayout, nodes: Bitboard) -> "FlattenedLayer | None":
        """The sheet of some anchors; None where a column has two."""
        floor = lattice.box(0, 0, lattice.low, lattice.width - 1, lattice.height - 1, lattice.low)
        seen = 0
        for level in range(lattice.high - lattice.low + 1):
            here = nodes >> level * lattice.row & floor
            if seen & here:
                return None
            seen |= here
        row, block = lattice.row, lattice.block
        lifts: dict[int, int] = {}
        for x, y, z in lattice.cubes(nodes):
            lifts[y * block + x] = (z - lattice.low) * row
        return FlattenedLayer(lattice, nodes, floor, lifts)

    def flat(self, plane: Bitboard) -> Bitboard:
        """The members of `plane` that are nodes, laid flat."""
        plane &= self.nodes
        row = self.lattice.row
        laid = plane & self.floor
        for level in range(1, self.lattice.high - self.lattice.low + 1):
            laid |= plane >> level * row & self.floor
        return laid

    def raised(self, laid: Bitboard) -> Bitboard:
        """The anchors of a flat plane."""
        row = self.lattice.row
        total = laid
        for level in range(1, self.lattice.high - self.lattice.low + 1):
            total |= laid << level * row
        return total & self.nodes


@dataclass(frozen=True, slots=True)
class StateIndex:
    """The numbering of one search."""

    lattice: BitboardLayout
    base: int = 0
    """Bits cut off below: the first row of the band."""
    bits: int = 0
    """Bits of one copy."""
    copies: int = 1
    sheet: FlattenedLayer | None = None

    def fold(self, plane: Bitboard) -> Bitboard:
        """A plane of the lattice in the search's bits."""
        if self.sheet is not None:
            plane = self.sheet.flat(plane)
        if self.copies == 2:
            return plane | plane << self.bits
        return plane >> self.base

    def unfold(self, plane: Bitboard) -> Bitboard:
        """A plane of the search in the lattice's bits."""
        if self.copies == 2:
            return plane & (1 << self.bits) - 1 | plane >> self.bits
        plane <<= self.base
        return self.sheet.raised(plane) if self.sheet is not None else plane

    def single(self, index: int) -> int:
        """The bit of the first copy that a bit stands for."""
        return index % self.bits if self.copies == 2 else index

    def plain(self, index: int) -> int:
        """The lattice's bit that a bit of the search stands for."""
        if self.copies == 2:
            return index % self.bits
        index += self.base
        return index + self.sheet.lifts[index] if self.sheet is not None else index

    def cube(self, index: int) -> Cube:
        """The anchor that a bit of the search stands for."""
        return self.lattice.cube(self.plain(index))

    def find(self, cube: Cube) -> tuple[int, ...]:
        """The search's bits for an anchor: none, one, or one in each copy."""
        if cube not in self.lattice:
            return ()
        index = self.lattice.index(cube)
        if self.copies == 2:
            return (index, index + self.bits)
        if self.sheet is not None:
            index -= (cube[2] - self.lattice.low) * self.lattice.row
            if self.sheet.lifts.get(index) != (cube[2] - self.lattice.low) * self.lattice.row:
                return ()
        index -= self.base
        return (index,) if index >= 0 else ()
