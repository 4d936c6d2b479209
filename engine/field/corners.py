"""What bars or hampers a step between two squares: walls, corners, slants and barriers on edges."""

from collections.abc import Sequence
from itertools import permutations

from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..rules.ruleset import Ruleset


def split_by_walls(layout: BitboardLayout, layers: TerrainLayers, columns: range, rows: range) -> Bitboard:
    """Anchors for which a wall edge runs through some columns and rows of the space."""
    split = 0
    if layers.walls_west:
        for i in columns[1:]:
            for j in rows:
                split |= layout.shift(layers.walls_west, (-i, -j, 0))
    if layers.walls_north:
        for i in columns:
            for j in rows[1:]:
                split |= layout.shift(layers.walls_north, (-i, -j, 0))
    return split


def corner_cells(
    rules: Ruleset, layout: BitboardLayout, layers: TerrainLayers, step: Offset, filled: Bitboard
) -> Bitboard:
    """Cubes in which a diagonal step may not end because a filled cube lies beside it.

    Only cubes filled to their corners count: pits, pillars and creatures do not, for any mover.
    (srd.corner.past-creature, asc.diagonal.past-creature, srd.step.corner)
    """
    dx, dy, dz = step
    if rules.grid.corners == "free":
        beside_x = beside_y = 0
    else:
        # A step that changes height passes what stands beside the upper of its two cubes.
        lift = 1 if dz < 0 else 0
        beside_x = layout.shift(filled, (0, dy, -lift))
        beside_y = layout.shift(filled, (dx, 0, -lift))
    walls_x, walls_y = _ways_round(layout, layers.walls_west, layers.walls_north, step)
    # A filled cube closes a way round like a wall on its edges.
    closed_x, closed_y = beside_x | walls_x, beside_y | walls_y
    return closed_x | closed_y if rules.grid.corners == "any" else closed_x & closed_y


def _ways_round(layout: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset) -> tuple[Bitboard, Bitboard]:
    """(first along x, first along y): end cubes of a diagonal step whose way round on that side crosses an edge."""
    if not west and not north:
        return 0, 0
    dx, dy, dz = step

    def crossing(bitboard: Bitboard, go: int, axis: int) -> Bitboard:
        """Cubes entered by a step `go` along an axis across one of the edges."""
        if go > 0:
            return bitboard
        return layout.shift(bitboard, (-1, 0, 0) if axis == 0 else (0, -1, 0))

    into_x, into_y = crossing(west, dx, 0), crossing(north, dy, 1)
    # All four edges meet at the point passed.
    x_first = layout.shift(into_x, (0, dy, 0))
    y_then = into_y
    y_first = layout.shift(into_y, (dx, 0, 0))
    x_then = into_x
    if dz:
        x_first, y_first = (layout.shift(p, (0, 0, dz)) for p in (x_first, y_first))
    return x_first | y_then, y_first | x_then


def slant_anchors(rules: Ruleset, layout: BitboardLayout, filled: Bitboard, step: Offset, side: int) -> Bitboard:
    """Anchors in which a slanting step may not end because of the cubes that it cuts across."""
    if rules.grid.corners == "free":
        return 0
    axes = [axis for axis in (0, 1, 2) if step[axis]]

    def filled_after(passed: Sequence[int]) -> Bitboard:
        """Cubes reached by the step, where the cube reached along only the axes `passed` is filled."""
        rest = (0 if axis in passed else step[axis] for axis in (0, 1, 2))
        dx, dy, dz = rest
        return layout.shift(filled, (dx, dy, dz))

    ways: list[Bitboard] = []
    for order in permutations(axes):
        barred = 0
        for count in range(1, len(order)):
            barred |= filled_after(order[:count])
        ways.append(barred)
    cut = ways[0]
    for way in ways[1:]:
        cut = cut | way if rules.grid.corners == "any" else cut & way
    return layout.any_over(cut, side)


def edge_anchors(layout: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset, side: int) -> Bitboard:
    """Anchors that a straight step enters across one of the edges."""
    dx, dy, _dz = step
    if dx:
        bitboard = west if dx > 0 else layout.shift(west, (-1, 0, 0))
    else:
        bitboard = north if dy > 0 else layout.shift(north, (0, -1, 0))
    return layout.any_over(bitboard, side) if bitboard else 0


def barriers(rules: Ruleset, layout: BitboardLayout, layers: TerrainLayers, step: Offset, side: int) -> Bitboard:
    """Anchors that a step enters across an obstacle edge."""
    dx, dy, _ = step
    west, north = layers.barriers_west, layers.barriers_north
    if not west and not north:
        return 0
    if dx and dy:
        one, other = _ways_round(layout, west, north, step)
        return layout.any_over(one | other if rules.grid.obstacle_corners == "touching" else one & other, side)
    return edge_anchors(layout, west, north, step, side)
