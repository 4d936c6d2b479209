"""A board on which a zone lies has the ground that a board drawn like that has."""

import random
from dataclasses import fields, replace

import pytest

from fivefoot.components.position import Mode
from fivefoot.engine.board.board import Board
from fivefoot.engine.board.tiles import Tile
from fivefoot.engine.field.compile_ground import compile_ground, ground_of
from fivefoot.engine.field.ground import Ground, MoverKind
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.rulesets import RULESETS

PLAIN, ROUGH, HARD = Tile("."), Tile(",", terrain="difficult"), Tile(";", terrain="impeded")
WALL, WATER, HIGH = Tile("#", terrain="blocked"), Tile("~", floor=-2, water=2), Tile("^", floor=2)
SLOPE, NARROW, DARK = Tile("/", floor=1, ramp=True), Tile("=", width=2.5), Tile("d", light="dark")
KINDS = (PLAIN, PLAIN, PLAIN, PLAIN, ROUGH, HARD, WALL, WATER, HIGH, SLOPE, NARROW, DARK)
MODES: tuple[tuple[Mode, ...], ...] = (("walk",), ("walk", "climb", "swim"), ("walk", "fly"), ("walk", "burrow"))
LEFT_OUT = {"priced", "boxes", "strikes", "threats"}
"""Caches, empty on each new ground."""


def figures(ground: Ground) -> dict[str, object]:
    """All that two equal grounds share."""
    return {one.name: getattr(ground, one.name) for one in fields(ground) if one.name not in LEFT_OUT}


def zone(board: Board, dice: random.Random) -> Board:
    """The board with some squares difficult, hazardous or as before."""
    squares = [(dice.randrange(board.width), dice.randrange(board.height)) for _ in range(12)]
    free = [(x, y) for x, y in squares if board.tile(x, y).terrain in ("normal", "difficult")]
    made = {
        (x, y): replace(
            board.tile(x, y), terrain=dice.choice(["normal", "difficult"]), hazard=dice.random() < 0.5, damage="1d4"
        )
        for x, y in free
    }
    return board.with_tiles(made)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("modes", MODES)
def test_a_zones_ground_is_that_of_a_board_drawn_like_it(ruleset: str, modes: tuple[Mode, ...]) -> None:
    rules, dice = RULESETS[ruleset], random.Random(f"{ruleset} {modes}")
    for side in (1, 2):
        plain = Board(tuple(tuple(dice.choice(KINDS) for _ in range(9)) for _ in range(8)))
        kind = MoverKind(side, tuple((mode, True) for mode in modes), 1.0, False, 5.0 * side)
        board = plain
        for _ in range(4):
            board = zone(board, dice)
            assert board.origin is not None
            drawn = Board(board.tiles)
            for mover in (kind, kind._replace(ghostly=True), kind._replace(sees_in_dark=False)):
                assert figures(ground_of(board, rules, mover)) == figures(compile_ground(drawn, rules, mover))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_zones_lines_are_those_of_a_board_drawn_like_it(ruleset: str) -> None:
    rules, dice = RULESETS[ruleset], random.Random(f"lines {ruleset}")
    plain = Board(tuple(tuple(dice.choice(KINDS) for _ in range(7)) for _ in range(6)))
    boxes = [
        Box(x, y, z, x, y, z)
        for x in range(7)
        for y in range(6)
        for z in sorted({0, plain.stand(x, y), 3, plain.floor(x, y)})
    ]
    pairs = [(dice.choice(boxes), dice.choice(boxes)) for _ in range(400)]
    board = plain
    for _ in range(3):
        board = zone(board, dice)
        drawn = Board(board.tiles)
        for a, b in pairs:
            assert rules.threat.line(rules, board, a, b) == rules.threat.line(rules, drawn, a, b)


def test_a_cache_lasts_while_only_zones_change() -> None:
    board = Board(((PLAIN, PLAIN), (PLAIN, WALL)))
    rough = board.with_tiles({(0, 0): ROUGH})
    kept = rough.lasting_memo("kept", 9)
    assert board.lasting_memo("kept", 9) is kept
    assert rough.with_tiles({(1, 0): ROUGH}).lasting_memo("kept", 9) is kept
    assert rough.with_tiles({(1, 0): WALL}).lasting_memo("kept", 9) is not kept


def test_a_board_without_its_zones_is_the_board_before() -> None:
    board = Board(((PLAIN, ROUGH), (PLAIN, WALL)))
    rough = board.with_tiles({(0, 0): ROUGH})
    walled = board.with_tiles({(0, 0): WALL})
    assert rough.with_tiles({(0, 0): PLAIN}) is board
    assert rough.origin == (board, frozenset({(0, 0)}))
    assert walled.origin is None
