"""Cover from the board: what walls, edges, objects and bodies cut of the lines between two spaces."""

from collections.abc import Iterator

from ...components.plan import Strike
from ..geometry.boxes import Box, overlap
from ..rules.ruleset import World
from ..state.creature import Creature

Corner = tuple[int, int]
"""A corner of squares: that of `[x, y]` is its north-west one."""


def cover_of(world: World, strike: Strike) -> int:
    """What cover adds to the defence against a strike: what its intent says, else what the board gives."""
    if strike.cover or strike.cover_given or not world.rules.threat.counts_cover:
        return strike.cover
    return board_cover(world, world.named[strike.by], world.named[strike.target])


def shut_off(world: World, striker: Creature, target: Creature) -> bool:
    """True if cover is counted from the board and walls cut every line from every square of the striker."""
    if not world.rules.threat.counts_cover:
        return False
    board, level = world.board, max(striker.box.z0, target.box.z0)
    walls, edges, _ = _between(world, striker, target)
    solid = [square for square in walls if square in board and board.blocked(*square, level)]
    whole = [edge for edge in edges if (found := board.edge(*_beside(edge))) is not None and found.wall]
    starts = {corner for x, y in striker.box.footprint for corner in _corners(Box(x, y, 0, x, y, 0))}
    return all(
        any(cuts(start, end, square) for square in solid) or any(_crosses(start, end, *edge) for edge in whole)
        for start in starts
        for end in _corners(target.box)
    )


def _beside(edge: tuple[Corner, Corner]) -> tuple[Corner, Corner]:
    (x, y), (east, _) = edge
    return ((x, y - 1), (x, y)) if east > x else ((x - 1, y), (x, y))


def board_cover(world: World, striker: Creature, target: Creature) -> int:
    """The ruleset's bonus where some lines from the striker's best square to the target's space are cut."""
    if world.rules.threat.cover is not None:
        return world.rules.threat.cover(world, striker, target)
    by_ground, by_bodies = world.rules.threat.cover_bonus
    ends = tuple(_corners(target.box))
    walls, edges, bodies = _between(world, striker, target)
    fewest: tuple[int, int] | None = None
    for x, y in striker.box.footprint:
        lines = [(start, end) for start in _corners(Box(x, y, 0, x, y, 0)) for end in ends]
        hard = sum(
            any(cuts(*line, square) for square in walls) or any(_crosses(*line, *e) for e in edges) for line in lines
        )
        soft = sum(any(cuts(*line, square) for square in bodies) for line in lines)
        fewest = (hard, soft) if fewest is None else min(fewest, (hard, soft))
    if fewest is None or fewest == (0, 0):
        return 0
    return by_ground if fewest[0] else by_bodies


def _between(
    world: World, striker: Creature, target: Creature
) -> tuple[list[Corner], list[tuple[Corner, Corner]], list[Corner]]:
    """The blocked and obstructed squares, the edges and the bodies around the lines between two spaces.

    A body within which the target is gives it no cover. (srd.occupancy.friend-no-cover)
    """
    board, a, b = world.board, striker.box, target.box
    own = {*a.footprint, *b.footprint}
    x0, y0, x1, y1 = min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1)
    low, high = min(a.z0, b.z0), max(a.z0, b.z0)
    squares = [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1) if (x, y) not in own]
    walls = [
        (x, y)
        for x, y in squares
        if board.blocked(x, y, high) or (board.tile(x, y).obstacle and board.tile(x, y).floor == high)
    ]
    edges = [
        ((bx, by), (bx + (ax == bx), by + (ay == by)))
        for (ax, ay), (bx, by) in board.edges
        if (ax, ay) < (bx, by) and x0 <= bx <= x1 + 1 and y0 <= by <= y1 + 1
    ]
    bodies = [
        (square, other.has("object"))
        for other in world.creatures
        if other is not striker
        and other is not target
        and not other.out
        and other.box.z0 <= high
        and other.box.z1 >= low
        and not overlap(other.box, target.box)
        for square in other.box.footprint
        if square not in own
    ]
    walls += [square for square, thing in bodies if thing]
    return walls, edges, [square for square, thing in bodies if not thing]


def _corners(box: Box) -> Iterator[Corner]:
    for y in (box.y0, box.y1 + 1):
        for x in (box.x0, box.x1 + 1):
            yield x, y


def cuts(start: Corner, end: Corner, square: Corner) -> bool:
    """True if a line passes through the inside of a square, and does not merely touch it."""
    (px, py), (qx, qy), (x, y) = start, end, square
    if max(px, qx) <= x or min(px, qx) >= x + 1 or max(py, qy) <= y or min(py, qy) >= y + 1:
        return False
    sides = [_side(start, end, corner) for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))]
    return min(sides) < 0 < max(sides)


def _crosses(start: Corner, end: Corner, a: Corner, b: Corner) -> bool:
    return _side(start, end, a) * _side(start, end, b) < 0 and _side(a, b, start) * _side(a, b, end) < 0


def _side(a: Corner, b: Corner, point: Corner) -> int:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
