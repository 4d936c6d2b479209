"""What blocks line of effect on a board: tiles, walls, ground."""

from array import array
from collections.abc import Callable
from functools import partial, wraps
from operator import and_
from typing import Any, TypeVar

from ..extension import native
from ..geometry import line_of_effect
from ..geometry.boxes import Box, cubes
from ..memo import Memo
from .board import Board

MOST_KEPT = 50_000
MOST_BODY = 8
"""Side in cubes of the largest space in the compiled search."""
MOST_LINES = 1 << 14
R = TypeVar("R")
BY_CLEAR: set[Callable[..., Any]] = set()
"""Line-of-effect functions that equal `clear` in the open."""


def by_clear(line: Callable[[R, Board, Box, Box], bool]) -> Callable[[R, Board, Box, Box], bool]:
    """Enters a ruleset's line of effect in `BY_CLEAR`, and keeps its answers with the board.

    It is asked only where something may block the line.
    """

    @wraps(line)
    def asked(rules: R, board: Board, a: Box, b: Box) -> bool:
        known: Memo[object, bool] = board.caches.get(line) or board.lasting_memo(line, MOST_LINES)
        key = rules, a, b
        found = known.get(key)
        return known.keep(key, wide_open(board, a, b) or line(rules, board, a, b)) if found is None else found

    BY_CLEAR.add(asked)
    return asked


def level_rows(board: Board, space: Box) -> bytes | None:
    """Returns a byte per square: 1 if it blocks lines of effect. None: heights on the map differ."""
    ground = board.traits.ground
    if board.edges or ground is None or space.z0 < ground:
        return None
    if not _in_the_open(_opaque(board), space) or any(square not in board for square in space.footprint):
        return None
    kept = board.caches.get("shut rows")
    if not isinstance(kept, bytes):
        opaque = _opaque(board)
        kept = bytes((x, y) in opaque for y in range(board.height) for x in range(board.width))
        board.caches["shut rows"] = kept
    return kept


def _opaque(board: Board) -> frozenset[tuple[int, int]]:
    found = board.caches.get("opaque")
    if not isinstance(found, frozenset):
        found = board.caches["opaque"] = (
            frozenset(
                (x, y) for y, row in enumerate(board.tiles) for x, tile in enumerate(row) if tile.effect or tile.solid
            )
            if board.origin is None
            else _opaque(board.origin[0])
        )
    return found


def cuts(board: Board, x: int, y: int, z: int) -> bool:
    return (x, y) not in board or board.tiles[y][x].effect or board.solid(x, y, z)


def _cutting_rows(board: Board, low: int) -> tuple[int, ...]:
    kept = board.caches.get(("cutting rows", low))
    if isinstance(kept, tuple):
        return kept
    rows = (
        tuple(
            sum(1 << x for x, tile in enumerate(row) if tile.effect or board.solid(x, y, low))
            for y, row in enumerate(board.tiles)
        )
        if board.origin is None
        else _cutting_rows(board.origin[0], low)
    )
    board.caches["cutting rows", low] = rows
    return rows


def wide_open(board: Board, a: Box, b: Box) -> bool:
    """True if nothing between two spaces (in the box around both) can block lines of effect."""
    x0, y0, x1, y1 = min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1)
    if board.edges or x0 < 0 or y0 < 0 or x1 >= board.width or y1 >= board.height:
        return False
    across = partial(and_, (2 << x1) - (1 << x0))
    return not any(map(across, _cutting_rows(board, min(a.z0, b.z0))[y0 : y1 + 1]))


def clear(board: Board, a: Box, b: Box) -> bool:
    if wide_open(board, a, b):
        return True
    squares, ground = _opaque(board), board.traits.ground
    if ground is not None and min(a.z0, b.z0) >= ground and _in_the_open(squares, a) and _in_the_open(squares, b):
        # Over level floors every obstruction reaches all heights, so that the height of the line does not matter.
        a, b = a._replace(z0=ground, z1=ground), b._replace(z0=ground, z1=ground)
    memory: Memo[object, bool] = board.lasting_memo("lines", MOST_KEPT)
    key = (a, b)
    known = memory.get(key)
    if known is None:
        small = all(box[axis + 3] - box[axis] < MOST_BODY for box in (a, b) for axis in (0, 1, 2))
        compiled = getattr(native(), "line", None) if small and not board.edges else None
        if compiled is not None:
            open_ = compiled(_tops(board), board.width, board.height, a, b)
        else:
            walls = board.line_cut_between if board.edges else None
            open_ = line_of_effect.clear_between(a, b, lambda x, y, z: cuts(board, x, y, z), walls)
        known = memory.keep(key, open_)
    return known


def _tops(board: Board) -> bytes:
    kept = board.caches.get("tops")
    if not isinstance(kept, bytes) and board.origin is not None:
        kept = board.caches["tops"] = _tops(board.origin[0])
    if not isinstance(kept, bytes):
        most = 1 << 30
        kept = board.caches["tops"] = array(
            "i",
            (
                most if tile.effect or tile.solid else -most if tile.terrain == "blocked" else tile.floor
                for row in board.tiles for tile in row
            ),
        ).tobytes()  # fmt: skip
    return kept


def _in_the_open(opaque: frozenset[tuple[int, int]], space: Box) -> bool:
    return opaque.isdisjoint(space.footprint)


def buried(board: Board, space: Box) -> bool:
    return all(cuts(board, *cube) for cube in cubes(space))
