"""What is visible of a whole board at once is exactly what the line of effect gives square by square."""

from array import array
from random import Random
from typing import Any

import pytest

import fivefoot
from fivefoot.engine.field import visible as at_once
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.geometry.line_of_effect import clear_between
from fivefoot.engine.search.compiled_search import native

RULESETS = ("epic-path", "d20-srd", "ascension", "draw-steel", "pathfinder-2e")


def room(
    ruleset: str, seed: int, tiles: str, width: int = 15, height: int = 11, size: str = "medium"
) -> fivefoot.Battle:
    dice = Random(seed)
    rows = [[dice.choice(tiles) for _ in range(width)] for _ in range(height)]
    x, y = dice.randrange(width - 2), dice.randrange(height - 2)
    for south in (0, 1):
        rows[y + south][x : x + 2] = "..", ".."
        rows[y + south][x : x + 2] = ".", "."
    text = "\n".join("".join(row) for row in rows)
    return fivefoot.loads(
        f'ruleset = "{ruleset}"\n[board]\nmap = """\n{text}\n"""\n'
        f'[[creatures]]\nname = "ann"\nside = "red"\nat = [{x}, {y}]\nsize = "{size}"\n'
    )


def square_by_square(battle: fivefoot.Battle) -> set[tuple[int, int]]:
    board, rules, start = battle.world.board, battle.world.rules, battle.world.named["ann"].box
    found = set()
    for y in range(board.height):
        for x in range(board.width):
            z = board.stand(x, y)
            if not board.tile(x, y).blocked and rules.threat.line(rules, board, start, Box(x, y, z, x, y, z)):
                found.add((x, y))
    return found


pytestmark = pytest.mark.skipif(getattr(native(), "sight", None) is None, reason="there is no compiled search")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("tiles", ["..#", "......#", "......o#:", "....,%#o", ".....ds", "......2"])
def test_the_batch_search_equals_single_lines(ruleset: str, tiles: str) -> None:
    asked = 0
    for seed in range(4):
        for size in ("medium", "large"):
            with room(ruleset, seed, tiles, size=size) as battle:
                world = battle.world
                assert battle.visible("ann") == square_by_square(battle)
                asked += at_once._at_once(world, world.named["ann"].box) is not None
    assert asked or "2" in tiles or "s" in tiles


def test_long_lines_are_the_same_as_short_ones() -> None:
    for seed in range(3):
        with room("epic-path", seed, "............#", 40, 30) as battle:
            assert battle.visible("ann") == square_by_square(battle)


def test_a_distance_is_kept() -> None:
    with room("d20-srd", 5, "......#") as battle:
        near = battle.visible("ann", 15)
        assert near == {square for square in square_by_square(battle) if battle.distance("ann", list(square)) <= 15}
        assert near < battle.visible("ann")


def test_every_pattern_of_walls_in_a_small_room() -> None:
    sight = getattr(native(), "sight", None)
    assert sight is not None
    for pattern in range(0, 1 << 12, 5):
        shut = bytes(pattern >> at & 1 for at in range(12))
        for at in range(12):
            if shut[at]:
                continue
            x, y = at % 4, at // 4
            told = sight(shut, 4, 3, x, y)
            for to in range(12):
                a, b = Box(x, y, 0, x, y, 0), Box(to % 4, to // 4, 0, to % 4, to // 4, 0)
                free = clear_between(a, b, lambda x, y, z: bool(shut[y * 4 + x]))  # noqa: B023
                assert told[to] == (free and not shut[to]), (pattern, at, to)


def test_a_compiled_line_is_the_line_in_python() -> None:
    """Over every height of ground and wall, for bodies of every size, in part off the board."""
    line = getattr(native(), "line", None)
    assert line is not None
    dice, clear = Random(7), 0
    for _ in range(60):
        width, height = dice.randint(3, 12), dice.randint(3, 12)
        tops = [dice.choice((-5, 0, 0, 0, 0, 1, 2, 3, 1 << 30, -(1 << 30))) for _ in range(width * height)]

        def cuts(x: int, y: int, z: int) -> bool:
            return not (0 <= x < width and 0 <= y < height) or z < tops[y * width + x]  # noqa: B023

        for _ in range(20):
            boxes = []
            for _body in range(2):
                side = dice.choice((0, 0, 0, 1, 2))
                x, y, z = dice.randrange(-1, width), dice.randrange(-1, height), dice.randint(-1, 4)
                boxes.append(Box(x, y, z, x + side, y + side, z + side))
            told = line(array("i", tops).tobytes(), width, height, *boxes)
            assert told == clear_between(boxes[0], boxes[1], cuts), (width, height, tops, boxes)
            clear += told
    assert 200 < clear < 1000


@pytest.mark.parametrize(
    "given",
    [
        (), (b"", 1, 1, (0,) * 6, (0,) * 6), (b"1234", 1, 1, (0,) * 5, (0,) * 6), (b"1234", 1, 1, (0,) * 6, "abcdef"),
        (b"1234", 1, 1, (0,) * 6, (0, 0, 0, 8, 0, 0)), (b"1234", 1, 1, (1, 0, 0, 0, 0, 0), (0,) * 6),
        (b"1234", 0, 1, (0,) * 6, (0,) * 6), ("1234", 1, 1, (0,) * 6, (0,) * 6),
        (b"1234", 1, 1, (1 << 40,) * 6, (0,) * 6),
    ],
)  # fmt: skip
def test_a_malformed_question_about_a_line_is_an_error(given: tuple[Any, ...]) -> None:
    line = getattr(native(), "line", None)
    assert line is not None
    with pytest.raises((TypeError, ValueError, OverflowError)):
        line(*given)
