"""The cubes into which a body draws in where its space overlaps blocked cubes."""

from itertools import pairwise

from ...components.position import Cube
from ..board.board import Board
from ..geometry.boxes import Box


def drawn_in(board: Board, anchor: Cube, side: int, came: Cube | None = None, *, pits: bool = False) -> Box | None:
    """The cubes that a body fills where its space overlaps blocked cubes; None if it fills its whole space.

    They are the rows or the columns of the space that are open along their whole length. Preferred are those in line
    with the step from `came`, then the most, then those open before too, then the first. With `pits` cubes over a pit
    are closed too, as long as that leaves any.
    """
    if side == 1:
        return None
    strips = open_strips(board, anchor, side, pits)
    if pits and not strips:
        strips = open_strips(board, anchor, side)  # a body that landed where pits leave nothing open lies across them
    if (0, 0, side) in strips and (1, 0, side) in strips:
        return None
    x0, y0, z = anchor
    if not strips:
        squares = [(x, y) for y in range(y0, y0 + side) for x in range(x0, x0 + side) if not board.blocked(x, y, z)]
        if not squares or len(squares) == side * side:
            return None
        xs, ys = [x for x, _ in squares], [y for _, y in squares]
        return Box(min(xs), min(ys), z, max(xs), max(ys), z + side - 1)
    step = (0, 0) if came is None else (x0 - came[0], y0 - came[1])
    before = open_strips(board, came, side, pits) if came is not None and max(map(abs, step)) == 1 else []

    def rank(strip: tuple[int, int, int]) -> tuple[bool, int, bool, int, int]:
        axis, start, count = strip
        across = bool(step[1 - axis] and not step[axis])
        return (across, -count, (axis, start + step[1 - axis], count) not in before, axis, start)

    axis, start, count = min(strips, key=rank)
    last = start + count - 1
    if axis == 0:
        return Box(x0, y0 + start, z, x0 + side - 1, y0 + last, z + side - 1)
    return Box(x0 + start, y0, z, x0 + last, y0 + side - 1, z + side - 1)


def open_strips(board: Board, anchor: Cube, side: int, pits: bool = False) -> list[tuple[int, int, int]]:
    """The lines of a space that are open together, with no wall across or between them.

    Each is (0 for rows or 1 for columns, first, how many).
    """
    x0, y0, z = anchor
    found: list[tuple[int, int, int]] = []
    for axis in (0, 1):
        lines = [[(x0 + i, y0 + j) if axis == 0 else (x0 + j, y0 + i) for i in range(side)] for j in range(side)]
        whole = [
            not any(board.blocked(x, y, z) or (pits and over_pit(board, x, y, z)) for x, y in line)
            and not any(board.wall_between((*a, z), (*b, z)) for a, b in pairwise(line))
            for line in lines
        ]
        parted = [
            any(board.wall_between((*a, z), (*b, z)) for a, b in zip(one, other, strict=True))
            for one, other in pairwise(lines)
        ]
        for start in range(side):
            for count in range(1, side - start + 1):
                if not whole[start + count - 1] or (count > 1 and parted[start + count - 2]):
                    break
                found.append((axis, start, count))
    return found


def over_pit(board: Board, x: int, y: int, z: int) -> bool:
    """Whether a cube is over the bottom of a pit."""
    tile = board.tile(x, y)
    return tile.pit and z > tile.floor
