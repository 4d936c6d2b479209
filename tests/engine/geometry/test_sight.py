"""Line of effect, drawn as maps: a and b look for each other among blocking squares."""

from fractions import Fraction
from itertools import pairwise, product

import pytest

from fivefoot.components.position import Cube
from fivefoot.engine.geometry.boxes import Box, cubes
from fivefoot.engine.geometry.line_of_effect import clear, clear_between


def box(x: int, y: int, z: int, side: int, height: int) -> Box:
    return Box(x, y, z, x + side - 1, y + side - 1, z + height - 1)


def look(*rows: str, walls: frozenset[frozenset[Cube]] = frozenset()) -> bool:
    """Whether `a` and `b` of a map see one another; asks both ways round, and with x and y swapped."""
    squares = {(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row)}
    (a,) = [square for square, tile in squares.items() if tile == "a"]
    (b,) = [square for square, tile in squares.items() if tile == "b"]
    answers = [
        clear(p, q, lambda x, y, z: squares.get((x, y), "#") == "#", lambda c, d: frozenset((c, d)) in walls)
        for p, q in [((*a, 0), (*b, 0)), ((*b, 0), (*a, 0))]
    ]
    if not walls:
        turned: tuple[Cube, Cube] = (a[1], a[0], 0), (b[1], b[0], 0)
        answers.append(clear(*turned, lambda x, y, z: squares.get((y, x), "#") == "#"))
    assert len(set(answers)) == 1
    return answers[0]


def wall(*pairs: tuple[tuple[int, int], tuple[int, int]]) -> frozenset[frozenset[Cube]]:
    return frozenset(frozenset({(*c, 0), (*d, 0)}) for c, d in pairs)


@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        (["a...b"], True),
        (["a.#.b", "....."], False),  # ep.blocked.sight, ep.blocked.teleport
        (["a.#.b", ".....", "....."], False),
        (["....", "a##b", "...."], False),
        (["a#", ".b"], True),  # grazes one corner
        (["a#", "#b"], False),  # no passing between two
        (["a#.", ".#.", ".#b"], False),
        (["a#.", ".#b", "..."], False),
        (["a.#", "..#", "..b"], True),
        (["a#..", "...b"], True),
        (["a..", "##.", "..b"], False),
        (["a..", "#..", "..b"], True),
        (["#.#", "a.b", "#.#"], True),
        (["a..#..b", "...#...", "...#...", "......."], False),
        (["a..#...", "...#...", "......b"], False),
        (["a......", "...#...", "......b"], False),  # half-way, it fills the whole view
        (["a......", "..#....", "......b"], True),
        (["a....", "#....", ".#...", "..#..", "...#.", "..b.#"], False),
    ],
)
def test_blocked_cubes_decide_line_of_effect(rows: list[str], seen: bool) -> None:
    assert look(*rows) is seen


def test_a_cube_sees_itself_and_its_neighbours() -> None:
    # ep.threat.area
    for cube in cubes(Box(-1, -1, -1, 1, 1, 1)):
        assert clear((0, 0, 0), cube, lambda x, y, z: False)


def test_the_two_ends_never_block() -> None:
    ends = {(0, 0, 0), (3, 1, 0)}
    assert clear((0, 0, 0), (3, 1, 0), lambda x, y, z: (x, y, z) in ends)


@pytest.mark.parametrize(
    ("rows", "walls", "seen"),
    [
        (["ab"], wall(((0, 0), (1, 0))), False),
        (["ab", ".."], wall(((0, 0), (1, 0))), False),  # the wall fills the side they share
        (["ab", ".."], wall(((0, 1), (1, 1))), True),
        (["a.b", "..."], wall(((0, 0), (1, 0))), False),
        (["a..b", "...."], wall(((1, 0), (1, 1)), ((2, 0), (2, 1))), True),  # it runs alongside
        (["a.", ".b"], wall(((0, 0), (1, 0))), True),
        (["a.", ".b"], wall(((0, 0), (1, 0)), ((0, 0), (0, 1))), False),
        (["a.", ".b"], wall(((0, 0), (1, 0)), ((0, 1), (1, 1))), False),
    ],
)
def test_walls_between_squares_block_line_of_effect(
    rows: list[str], walls: frozenset[frozenset[Cube]], seen: bool
) -> None:
    # ep.threat.area
    assert look(*rows, walls=walls) is seen


def test_height_helps_to_look_over_a_wall() -> None:
    def low_wall(x: int, y: int, z: int) -> bool:
        return x == 2 and z == 0

    assert not clear((0, 0, 0), (4, 0, 0), low_wall)
    assert clear((0, 0, 2), (4, 0, 0), low_wall)
    assert clear_between(box(0, 0, 0, 2, 2), box(4, 0, 0, 2, 2), low_wall)  # over it, head to head
    assert not clear_between(box(0, 0, 0, 1, 1), box(4, 0, 0, 1, 1), low_wall)


def test_a_floor_between_two_storeys_blocks() -> None:
    assert not clear((0, 0, 0), (3, 2, 2), lambda x, y, z: z == 1)
    assert clear((0, 0, 0), (0, 0, 2), lambda x, y, z: z == 1 and x > 0)


def test_one_visible_cube_of_a_large_space_is_enough() -> None:
    blocking = {(2, 0, 0), (2, 0, 1)}
    assert not clear((0, 0, 0), (4, 0, 0), lambda x, y, z: (x, y, z) in blocking)
    assert clear_between(box(0, 0, 0, 2, 2), box(4, 0, 0, 1, 1), lambda x, y, z: (x, y, z) in blocking)


def test_spaces_that_overlap_see_one_another() -> None:
    assert clear_between(box(0, 0, 0, 3, 3), box(1, 1, 0, 1, 1), lambda x, y, z: True)


def test_lines_start_from_the_open_part_of_a_space() -> None:
    # half of a large body is pressed into the wall, or under ground
    def wall_and_ground(x: int, y: int, z: int) -> bool:
        return y >= 1 or z < 0

    pressed = box(0, 0, 0, 2, 1)
    assert clear_between(pressed, box(5, 0, 0, 1, 1), wall_and_ground)
    assert not clear_between(pressed, box(5, 4, 0, 1, 1), lambda x, y, z: wall_and_ground(x, y, z) and y < 4)
    buried = box(0, 3, -2, 1, 2)
    assert not clear_between(buried, box(5, 0, 0, 1, 1), wall_and_ground)


def seen_by_fractions(a: Cube, b: Cube, blocking: set[Cube]) -> bool:
    """Brute force: cut each line at every plane it crosses, and look up the middle of each piece."""
    hair = Fraction(1, 64)
    ways = [[Fraction(1, 2)] * 3], [list(c) for c in product((hair, 1 - hair), repeat=3)]
    for offsets in ways:
        for p, q in product(offsets, offsets):
            start = [a[i] + p[i] for i in range(3)]
            line = [b[i] + q[i] - start[i] for i in range(3)]
            cuts = sorted(
                {Fraction(0), Fraction(1)}
                | {
                    t
                    for i in range(3)
                    if line[i]
                    for bitboard in range(-1, 7)
                    if 0 < (t := (bitboard - start[i]) / line[i]) < 1
                }
            )
            pieces = [
                tuple((start[i] + (s + t) / 2 * line[i]).__floor__() for i in range(3)) for s, t in pairwise(cuts)
            ]
            if any(piece in blocking for piece in pieces):
                continue
            for before, after in pairwise(pieces):
                corner = set(product(*({before[i], after[i]} for i in range(3))))
                reached, grown = {before}, True
                while grown:
                    more = {
                        c
                        for c in corner - reached - blocking
                        if any(sum(abs(c[i] - r[i]) for i in range(3)) == 1 for r in reached)
                    }
                    reached |= more
                    grown = bool(more)
                if after not in reached:
                    break
            else:
                return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_fractions_on_scattered_blocks(seed: int) -> None:
    # No library of chance: a small fixed scramble keeps the boards the same everywhere.
    blocking = {
        (x, y, z)
        for x, y, z in product(range(5), range(5), range(2))
        if (x * 7 + y * 13 + z * 5 + seed * 11 + x * y * 3 + (x + seed) * (y + 2) * (z + 1)) % 3 == 0
    }
    a = (0, 0, 0)
    for b in product(range(5), range(5), range(2)):
        around = blocking - {a, b}
        expected = a == b or seen_by_fractions(a, b, around)
        assert clear(a, b, lambda x, y, z, around=around: (x, y, z) in around) is expected, b  # type: ignore[misc]


def test_a_box_sees_what_any_of_its_cubes_sees() -> None:
    blocking = {(2, y, z) for y in (0, 2) for z in (0, 1)} | {(3, 1, 0), (4, 3, 0)}

    def blocks(x: int, y: int, z: int) -> bool:
        return (x, y, z) in blocking

    space = box(0, 0, 0, 2, 2)
    for x, y in product(range(3, 8), range(6)):
        if (x, y, 0) in blocking:
            continue
        pairs = [clear(c, (x, y, 0), blocks) for c in cubes(space)]
        assert clear_between(space, Box(x, y, 0, x, y, 0), blocks) is any(pairs), (x, y)
