"""Distances between spaces, in squares."""

import itertools
from collections.abc import Callable

import pytest

from fivefoot.engine.geometry.boxes import Box, adjacent, alternating, cube_box, cubes, differences, one, overlap


def box(x: int, y: int, z: int, side: int, height: int) -> Box:
    return Box(x, y, z, x + side - 1, y + side - 1, z + height - 1)


def test_a_box_is_given_by_its_lowest_and_highest_cube() -> None:
    huge = box(4, 4, 0, side=3, height=3)
    assert huge == Box(4, 4, 0, 6, 6, 2)
    assert huge.anchor == (4, 4, 0)
    assert len(list(cubes(huge))) == 27  # ep.3d.creature-cube
    assert set(cubes(huge)) == {(x, y, z) for x in (4, 5, 6) for y in (4, 5, 6) for z in (0, 1, 2)}


def test_cubes_come_level_by_level_in_row_order() -> None:
    assert list(cubes(box(0, 0, 0, 2, 2)))[:5] == [
        (0, 0, 0),
        (1, 0, 0),
        (0, 1, 0),
        (1, 1, 0),
        (0, 0, 1),
    ]


@pytest.mark.parametrize(
    ("a", "b", "squares"),
    [
        ((0, 0, 0), (4, 3, 0), 4),  # ep.grid.diagonals
        ((8, 0, 0), (0, 0, 6), 8),  # ep.3d.range
        ((6, 0, 0), (0, 0, 6), 6),  # ep.3d.range
        ((2, 0, 0), (0, 0, 6), 6),  # ep.3d.range
    ],
)
def test_distance_counting_every_diagonal_as_one(
    a: tuple[int, int, int], b: tuple[int, int, int], squares: int
) -> None:
    assert one(*differences(cube_box(a), cube_box(b))) == squares


def test_distance_counting_diagonals_by_turns() -> None:
    # srd.diagonal.distance
    assert alternating(*differences(cube_box((0, 0, 0)), cube_box((6, 3, 0)))) == 7


@pytest.mark.parametrize("d", list(itertools.product(range(6), repeat=3)))
def test_alternating_sorts_the_three_differences(d: tuple[int, int, int]) -> None:
    _, b, a = sorted(d)
    assert alternating(*d) == a + b // 2  # srd.diagonal.distance
    assert one(*d) == a  # ep.3d.steps


@pytest.mark.parametrize("counting", [one, alternating])
def test_boxes_are_measured_between_their_nearest_cubes(counting: Callable[[int, int, int], int]) -> None:
    giant = box(3, 3, 1, 3, 2)  # srd.diagonal.distance
    for x, y, z in itertools.product(range(-2, 10), range(-2, 10), range(-2, 6)):
        other = box(x, y, z, 2, 1)
        brute = min(counting(*differences(cube_box(p), cube_box(q))) for p in cubes(giant) for q in cubes(other))
        assert counting(*differences(giant, other)) == brute
        assert counting(*differences(other, giant)) == brute
        assert overlap(giant, other) == (brute == 0)
        assert adjacent(giant, other) == (brute == 1)


def test_adjacent_cubes_share_a_side_an_edge_or_a_corner() -> None:
    # ep.3d.adjacent
    ann = cube_box((5, 5, 0))
    assert adjacent(ann, cube_box((6, 6, 1)))
    assert not adjacent(ann, cube_box((5, 5, 2)))
    assert not adjacent(ann, ann)


def test_differences_are_counted_on_each_axis() -> None:
    assert differences(box(0, 0, 0, 2, 2), box(5, 1, 3, 1, 1)) == (4, 0, 2)
    assert differences(box(5, 1, 3, 1, 1), box(0, 0, 0, 2, 2)) == (4, 0, 2)
