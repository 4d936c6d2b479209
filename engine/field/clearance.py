"""Clearance: at which anchors a body has its full width, and at which enough to squeeze."""

from dataclasses import dataclass, field

from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from .corners import split_by_walls
from .mover_kind import MoverKind


@dataclass(frozen=True, slots=True)
class Clearance:
    """The anchors at which a kind of body fits, and along which lines of its space."""

    roomy: Bitboard
    """Anchors with the full width."""
    tight: Bitboard
    """Anchors with just enough width to squeeze."""
    runs: dict[tuple[int, int, int], Bitboard] = field(default_factory=dict)
    """Anchors at which a run of adjoining lines is open and wide enough, by (0 for rows or 1 for columns, first line,
    lines)."""

    def between(self, layout: BitboardLayout, layers: TerrainLayers, kind: MoverKind, step: Offset) -> Bitboard:
        """Anchors that one step reaches without the body changing sides of what it squeezes past.

        Some run of the same rows, or of the same columns, must serve it before and after the step, and a straight
        step crosses no wall with it.
        """
        side = kind.side
        crossed = 0 if kind.phasing or (step[0] and step[1]) else _crossing(layout, layers, step)
        found = self.roomy & layout.shift(self.roomy, step)
        if crossed:
            found &= ~layout.any_over(crossed, side)
        for (axis, start, count), bitboard in self.runs.items():
            before = self.runs.get((axis, start + step[1 - axis], count))
            if before:
                after = bitboard & layout.shift(before, step)
                if crossed and after:
                    for i in range(side):
                        for j in range(start, start + count):
                            x, y = (i, j) if axis == 0 else (j, i)
                            after &= ~layout.shift(crossed, (-x, -y, 0))
                found |= after
        return found


def _crossing(layout: BitboardLayout, layers: TerrainLayers, step: Offset) -> Bitboard:
    """Cubes that a straight step enters across a wall's edge."""
    dx, dy, _ = step
    if dx:
        return layers.walls_west if dx > 0 else layout.shift(layers.walls_west, (-1, 0, 0))
    if dy:
        return layers.walls_north if dy > 0 else layout.shift(layers.walls_north, (0, -1, 0))
    return 0


def clearance_for(
    layout: BitboardLayout,
    layers: TerrainLayers,
    kind: MoverKind,
    open_cells: Bitboard,
    anchors: Bitboard,
) -> Clearance:
    """The clearance of a kind of body: where it has its full width, and where just enough to squeeze."""
    side = kind.side
    whole = layout.all_over(open_cells, side) & anchors
    widths = dict(layers.widths)
    narrow_cells = 0
    for width, bitboard in widths.items():
        if width < min(kind.room, 5.0):
            narrow_cells |= bitboard
    roomy = whole & ~layout.any_over(narrow_cells, side) if narrow_cells else whole
    walled = not kind.phasing and bool(layers.walls_west or layers.walls_north) and side > 1
    if walled:
        roomy &= ~split_by_walls(layout, layers, range(side), range(side))
    if side == 1 or kind.least >= kind.room:
        tight = 0
        if side == 1:
            for width, bitboard in widths.items():
                if width < kind.room and _enough(width, kind):
                    tight |= bitboard & whole
        return Clearance(roomy, tight)
    # A larger body draws in: some run of adjoining rows (or columns) must be open along its whole length and wide
    # enough together. A row is as wide as its narrowest square. No body draws in beside what is unseen.
    anchors &= ~layout.any_over(layers.unseen & layers.hard, side)
    levels = sorted({0.0, 5.0, *widths})
    tight = 0
    runs: dict[tuple[int, int, int], Bitboard] = {}
    for axis, (along, across) in enumerate(((1, layout.block), (layout.block, 1))):
        line_at_least: dict[float, Bitboard] = {}
        for level in levels[1:]:
            cells = open_cells
            for width, bitboard in widths.items():
                if width < level:
                    cells &= ~bitboard
            line = cells
            done = 1
            while done < side:
                go = min(done, side - done)
                line &= line >> (along * go)
                done += go
            line_at_least[level] = line
        for start in range(side):
            for count in range(1, side - start + 1):
                run = _run(layout, line_at_least, levels, across, start, count, kind) & anchors
                if walled and run:
                    spans = range(side), range(start, start + count)
                    run &= ~split_by_walls(layout, layers, *(spans if axis == 0 else spans[::-1]))
                if run:
                    runs[axis, start, count] = run
                    tight |= run
    tight &= ~roomy
    return Clearance(roomy, tight, runs if tight else {})


def _run(
    layout: BitboardLayout,
    lines: dict[float, Bitboard],
    levels: list[float],
    across: int,
    start: int,
    count: int,
    kind: MoverKind,
) -> Bitboard:
    """Anchors where the lines `start`..`start + count - 1` of the space are open and wide enough."""
    if len(levels) == 2:
        if not _enough(5.0 * count, kind):
            return 0
        bitboard = -1
        for i in range(start, start + count):
            bitboard &= lines[5.0] >> (across * i)
        return bitboard if bitboard >= 0 else 0
    by_total: dict[float, Bitboard] = {0.0: -1}
    for i in range(start, start + count):
        grown: dict[float, Bitboard] = {}
        for total, bitboard in by_total.items():
            for low, high in zip(levels[1:], [*levels[2:], None], strict=True):
                just = lines[low] & ~(lines[high] if high is not None else 0)
                members = bitboard & (just >> (across * i))
                if members:
                    grown[total + low] = grown.get(total + low, 0) | members
        by_total = grown
    found = 0
    for total, bitboard in by_total.items():
        if _enough(total, kind):
            found |= bitboard
    return found


def _enough(width: float, kind: MoverKind) -> bool:
    """Whether a width in feet admits the mover squeezed."""
    return width > kind.least if kind.least_open else width >= kind.least
