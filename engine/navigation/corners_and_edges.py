"""What bars or hampers the way between two squares: walls, corners, slants and barriers on edges."""

from collections.abc import Sequence
from itertools import permutations

from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..rules.ruleset import Ruleset


def split_by_walls(lattice: BitboardLayout, planes: TerrainLayers, side: int) -> Bitboard:
    """Anchors whose space a wall edge runs through."""
    split = 0
    if side > 1 and planes.walls_west:
        for i in range(1, side):
            for j in range(side):
                split |= lattice.shift(planes.walls_west, (-i, -j, 0))
    if side > 1 and planes.walls_north:
        for i in range(side):
            for j in range(1, side):
                split |= lattice.shift(planes.walls_north, (-i, -j, 0))
    return split


def corner_cells(
    rules: Ruleset, lattice: BitboardLayout, planes: TerrainLayers, step: Offset, filled: Bitboard
) -> Bitboard:
    """Cubes that a diagonal step may not end in because of what stands filled beside it.

    Only what fills its square makes a corner: pits, pillars and creatures do not, whoever it is that steps.
    (srd.corner.past-creature, asc.diagonal.past-creature, srd.step.corner)
    """
    dx, dy, dz = step
    if rules.corner == "free":
        beside_x = beside_y = 0
    else:
        # Where the step changes height, what counts is what stands beside it at the upper of the two.
        lift = 1 if dz < 0 else 0
        beside_x = lattice.shift(filled, (0, dy, -lift))
        beside_y = lattice.shift(filled, (dx, 0, -lift))
    walls_x, walls_y = _ways_round(lattice, planes.walls_west, planes.walls_north, step)
    # Either way round is closed by what fills its square as by a wall on its edges.
    closed_x, closed_y = beside_x | walls_x, beside_y | walls_y
    return closed_x | closed_y if rules.corner == "any" else closed_x & closed_y


def _ways_round(lattice: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset) -> tuple[Bitboard, Bitboard]:
    """(first along x, first along y): end cubes of a diagonal step whose way round on that side crosses an edge."""
    if not west and not north:
        return 0, 0
    dx, dy, dz = step

    def crossing(plane: Bitboard, go: int, axis: int) -> Bitboard:
        """Cubes entered by a step `go` along an axis across one of the edges."""
        if go > 0:
            return plane
        return lattice.shift(plane, (-1, 0, 0) if axis == 0 else (0, -1, 0))

    into_x, into_y = crossing(west, dx, 0), crossing(north, dy, 1)
    # All four edges meet at the point passed.
    x_first = lattice.shift(into_x, (0, dy, 0))
    y_then = into_y
    y_first = lattice.shift(into_y, (dx, 0, 0))
    x_then = into_x
    if dz:
        x_first, y_first = (lattice.shift(p, (0, 0, dz)) for p in (x_first, y_first))
    return x_first | y_then, y_first | x_then


def slant_anchors(rules: Ruleset, lattice: BitboardLayout, filled: Bitboard, step: Offset, side: int) -> Bitboard:
    """Anchors that a slanting step may not end in because of the cubes that it cuts across."""
    if rules.corner == "free":
        return 0
    axes = [axis for axis in (0, 1, 2) if step[axis]]

    def filled_after(passed: Sequence[int]) -> Bitboard:
        """Cubes reached by the step whose cube with only the axes `passed` gone along is filled."""
        rest = (0 if axis in passed else step[axis] for axis in (0, 1, 2))
        dx, dy, dz = rest
        return lattice.shift(filled, (dx, dy, dz))

    ways: list[Bitboard] = []
    for order in permutations(axes):
        barred = 0
        for count in range(1, len(order)):
            barred |= filled_after(order[:count])
        ways.append(barred)
    cut = ways[0]
    for way in ways[1:]:
        cut = cut | way if rules.corner == "any" else cut & way
    return lattice.any_over(cut, side)


def edge_anchors(lattice: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset, side: int) -> Bitboard:
    """Anchors that a straight step reaches only across one of the edges."""
    dx, dy, _dz = step
    if dx:
        plane = west if dx > 0 else lattice.shift(west, (-1, 0, 0))
    else:
        plane = north if dy > 0 else lattice.shift(north, (0, -1, 0))
    return lattice.any_over(plane, side) if plane else 0


def barriers(rules: Ruleset, lattice: BitboardLayout, planes: TerrainLayers, step: Offset, side: int) -> Bitboard:
    """Anchors that a step reaches across an obstacle edge."""
    dx, dy, _ = step
    west, north = planes.barriers_west, planes.barriers_north
    if not west and not north:
        return 0
    if dx and dy:
        one, other = _ways_round(lattice, west, north, step)
        return lattice.any_over(one | other if rules.setting("obstacle-diagonal") == "touching" else one & other, side)
    return edge_anchors(lattice, west, north, step, side)
