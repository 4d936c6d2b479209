"""The squares within line of effect of a space."""

from collections.abc import Iterable

from ..board.board import Board
from ..board.obstruction import BY_CLEAR, level_rows
from ..extension import native
from ..geometry.boxes import Box
from ..rules.budget import squares_between
from ..rules.ruleset import World

Square = tuple[int, int]


def visible(world: World, start: Box, squares: int | None = None) -> frozenset[Square]:
    """Returns the squares with line of effect from a space, up to a distance."""
    board, rules = world.board, world.rules
    found = _at_once(world, start)
    if found is None:
        open_ = ((x, y) for y in range(board.height) for x in range(board.width) if not board.tile(x, y).blocked)
        found = _one_by_one(world, start, open_)
    if squares is None:
        return frozenset(found)
    return frozenset(square for square in found if squares_between(rules, start, _cell(board, square)) <= squares)


def _one_by_one(world: World, start: Box, among: Iterable[Square]) -> set[Square]:
    board, rules = world.board, world.rules
    return {square for square in among if rules.threat.line(rules, board, start, _cell(board, square))}


def _cell(board: Board, square: Square) -> Box:
    x, y = square
    z = board.stand(x, y)
    return Box(x, y, z, x, y, z)


def _at_once(world: World, start: Box) -> set[Square] | None:
    board, sight = world.board, getattr(native(), "sight", None)
    shut = level_rows(board, start) if sight is not None and world.rules.threat.line in BY_CLEAR else None
    if sight is None or shut is None:
        return None
    width = board.width
    rows = [sight(shut, width, board.height, x, y) for x, y in start.footprint]
    flags = rows[0] if len(rows) == 1 else bytes(map(max, *rows))
    blocked, odd = _apart(board, shut)
    found = {(at % width, at // width) for at, flag in enumerate(flags) if flag}
    return found.difference(blocked).union(_one_by_one(world, start, odd))


def _apart(board: Board, shut: bytes) -> tuple[frozenset[Square], tuple[Square, ...]]:
    kept = board.caches.get("blocked and odd")
    if isinstance(kept, tuple):
        return kept
    every = [(x, y) for y in range(board.height) for x in range(board.width)]
    blocked = frozenset(square for square in every if board.tile(*square).blocked)
    odd = tuple(square for square in every if shut[square[1] * board.width + square[0]] and square not in blocked)
    board.caches["blocked and odd"] = blocked, odd
    return blocked, odd
