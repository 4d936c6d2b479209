"""Separates the steps that newly enter a space from the steps inside it.

A body of several squares overlaps another's space for several steps. Where only newly entered squares count, the first
of these steps costs more and the next one, over the same squares, does not.
"""

from collections.abc import Iterable

from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.boxes import Box
from ..geometry.directions import FLAT, SOLID
from ..search.bitboard_search import DirectionMoves
from .move_table import MoveTable


def entering(layout: BitboardLayout, space: Box, side: int, step: Offset) -> Bitboard:
    """Anchors at which a body of a side, after a step, has newly entered part of a space."""
    x0, y0, z0, x1, y1, z1 = space
    reach = side - 1
    dx, dy, dz = step
    found = 0
    if dx:
        ahead = reach if dx > 0 else 0
        found |= layout.box(x0 - ahead, y0 - reach, z0 - reach, x1 - ahead, y1, z1)
    if dy:
        ahead = reach if dy > 0 else 0
        found |= layout.box(x0 - reach, y0 - ahead, z0 - reach, x1, y1 - ahead, z1)
    if dz:
        ahead = reach if dz > 0 else 0
        found |= layout.box(x0 - reach, y0 - reach, z0 - ahead, x1, y1, z1 - ahead)
    return found


def enters(new: Box, old: Box, space: Box) -> bool:
    """Whether a body that moves from one box to another newly enters part of a space."""
    shared = [(max(a, b), min(c, d)) for a, b, c, d in zip(new[:3], space[:3], new[3:], space[3:], strict=True)]
    if any(low > high for low, high in shared):
        return False
    return any(low < old[axis] or high > old[axis + 3] for axis, (low, high) in enumerate(shared))


def costly_entry_moves(
    move_table: MoveTable, spaces: Iterable[Box], side: int, overlay: int
) -> tuple[DirectionMoves, ...]:
    """The moves into anchors that overlap some spaces: costly where they newly enter one, plain inside it.

    `overlay` is the number of the table's costly moves.
    """
    state_index = move_table.state_index
    layout, sheet = state_index.layout, state_index.sheet
    entered: dict[int, Bitboard] = {}
    spaces = tuple(spaces)
    for step in SOLID if layout.high > layout.low else FLAT:
        bitboard = 0
        for space in spaces:
            bitboard |= entering(layout, space, side, step)
        if sheet is not None:
            bitboard &= layout.shift(sheet.nodes, step)
        shift = layout.offset(step if sheet is None else (step[0], step[1], 0))
        folded = state_index.fold(bitboard)
        # Where the diagonal parity has its own copy, a step may lead into the other one.
        for hop in (0,) if state_index.copies == 1 else (0, state_index.bits, -state_index.bits):
            entered[shift + hop] = entered.get(shift + hop, 0) | folded
    prices: dict[int, list[tuple[Bitboard, int, int]]] = {}
    for number, newly in ((overlay, True), (0, False)):
        for go in move_table.moves[number]:
            new = entered.get(go.shift, 0)
            for into, level, latest in go.prices:
                part = into & new if newly else into & ~new
                if part:
                    prices.setdefault(go.shift, []).append((part, level, latest))
    return tuple(_go(shift, found) for shift, found in sorted(prices.items()))


def _go(shift: int, prices: list[tuple[Bitboard, int, int]]) -> DirectionMoves:
    union = 0
    for into, _, _ in prices:
        union |= into
    return DirectionMoves(shift, union, tuple(prices))
