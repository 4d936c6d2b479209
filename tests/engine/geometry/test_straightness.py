"""Straight runs and lateral angles."""

from itertools import pairwise, product

import pytest

from fivefoot.components.position import Cube
from fivefoot.engine.geometry.straight_lines import (
    RunLine,
    Vector,
    is_lateral,
    is_straight,
    runs_in_one_direction,
    runs_on_one_bearing,
    step_direction,
)


def walk(*squares: tuple[int, int]) -> list[Cube]:
    return [(x, y, 0) for x, y in squares]


BENT = walk((1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 1))


@pytest.mark.parametrize("path", [[(n, n, 0) for n in range(1, 17)], [(n, 0, 0) for n in range(1, 25)], []])
def test_a_run_may_go_in_one_of_the_eight_directions(path: list[Cube]) -> None:
    # asc.run.straight, srd.actions.run
    assert is_straight((0, 0, 0), path, "eight")


def test_a_run_makes_no_turn() -> None:
    # asc.run.straight
    assert not is_straight((0, 0, 0), BENT, "eight")
    assert is_straight((0, 0, 0), BENT, "free")  # srd.actions.run, run-line


@pytest.mark.parametrize("line", ["eight", "any"])
@pytest.mark.parametrize("path", [walk((2, 0)), walk((0, 0)), walk((1, 0), (1, 0)), walk((1, 0), (0, 0))])
def test_skipping_standing_still_and_turning_back_are_not_straight(path: list[Cube], line: RunLine) -> None:
    assert not is_straight((0, 0, 0), path, line)


@pytest.mark.parametrize(
    ("path", "straight"),
    [
        (walk((1, 0), (2, 1), (3, 1), (4, 2)), True),
        (walk((1, 0), (2, 1), (3, 2), (4, 2)), True),
        (walk((1, 0), (2, 0), (3, 1), (4, 2)), False),  # two flat steps, then two steep ones
        (walk((1, 1), (2, 1), (3, 0)), False),
        (walk((0, 1), (1, 2), (1, 3)), True),
        (BENT, True),
    ],
)
def test_runs_on_one_bearing_follow_a_digitised_line(path: list[Cube], straight: bool) -> None:
    # srd.actions.run, run-line = any
    assert runs_on_one_bearing((0, 0, 0), path) is straight


def test_every_run_in_one_direction_is_on_one_bearing() -> None:
    for dx, dy, dz in product((-1, 0, 1), repeat=3):
        path = [(n * dx, n * dy, n * dz) for n in range(1, 9)]
        straight = (dx, dy, dz) != (0, 0, 0)
        assert runs_in_one_direction((0, 0, 0), path) is straight
        assert runs_on_one_bearing((0, 0, 0), path) is straight


def test_a_line_between_two_centres_is_on_one_bearing() -> None:
    # Bresenham's squares, halves rounded either way
    for dx, dy in product(range(1, 13), range(-12, 13)):
        if abs(dy) > dx:
            continue
        up = [(n, (2 * n * dy + dx) // (2 * dx), 0) for n in range(1, dx + 1)]
        down = [(n, -((-2 * n * dy + dx) // (2 * dx)), 0) for n in range(1, dx + 1)]
        assert runs_on_one_bearing((0, 0, 0), up)
        assert runs_on_one_bearing((0, 0, 0), down)
        assert runs_on_one_bearing((0, 0, 0), [(y, x, 0) for x, y, _ in up])


def test_a_bearing_agrees_with_every_line_drawn() -> None:
    # Brute force: slopes and offsets in sixtieths draw every digitised line of up to six steps.
    drawn = {
        tuple((slope * n + offset) // 60 for n in range(7)) for slope, offset in product(range(-60, 61), range(60))
    }
    for steps in product((-1, 0, 1), repeat=6):
        heights = tuple(sum(steps[:n]) for n in range(7))
        path = [(n, h, 0) for n, h in enumerate(heights)]
        assert runs_on_one_bearing(path[0], path[1:]) is (heights in drawn), steps


def test_straightness_does_not_depend_on_direction() -> None:
    for steps in product((0, 1), repeat=7):
        there = [(n, sum(steps[:n]), 0) for n in range(8)]
        back = there[::-1]
        assert runs_on_one_bearing(there[0], there[1:]) is runs_on_one_bearing(back[0], back[1:])


def test_a_step_has_a_direction() -> None:
    assert [step_direction(a, b) for a, b in pairwise(walk((0, 0), (1, 1), (1, 1), (3, 1)))] == [
        (1, 1, 0),
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("shooter", "lateral"),
    [((5, 5), True), ((10, 8), True), ((0, 3), False), ((0, 0), False), ((20, 1), False)],
)
def test_a_lateral_run_is_at_45_degrees_or_more(shooter: tuple[int, int], lateral: bool) -> None:
    # asc.run.lateral-angle: ann ran east to [10,0]
    shot = (10 - shooter[0], 0 - shooter[1], 0)
    assert is_lateral((10, 0, 0), shot) is lateral
    assert is_lateral((-10, 0, 0), shot) is lateral


@pytest.mark.parametrize(("run", "shot"), [((0, 0, 0), (1, 0, 0)), ((1, 0, 0), (0, 0, 0))])
def test_without_a_line_there_is_no_angle(run: Vector, shot: Vector) -> None:
    assert not is_lateral(run, shot)
