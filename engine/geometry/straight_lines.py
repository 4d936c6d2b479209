"""Straight paths, and the angle of a shot at a runner, in integers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from ...components.position import Cube

RunLine: TypeAlias = Literal["eight", "any", "free"]

Vector: TypeAlias = tuple[int, int, int]


def step_direction(before: Cube, after: Cube) -> Vector | None:
    """Returns the direction from one cube to a neighbouring one; None if they are not neighbours."""
    step = (after[0] - before[0], after[1] - before[1], after[2] - before[2])
    return step if max(map(abs, step)) == 1 else None


def runs_in_one_direction(start: Cube, path: Sequence[Cube]) -> bool:
    """True if all steps of the path have the same direction. (srd.actions.run, asc.run.straight)"""
    if not path:
        return True
    step = step_direction(start, path[0])
    if step is None:
        return False
    dx, dy, dz = step
    x, y, z = start
    return all(cube == (x + n * dx, y + n * dy, z + n * dz) for n, cube in enumerate(path, 1))


def runs_on_one_bearing(start: Cube, path: Sequence[Cube]) -> bool:
    """True if the path follows a straight line of any angle, rounded to squares. (srd.actions.run, asc.run.straight)"""
    if not path:
        return True
    walked = [start, *path]
    if any(step_direction(a, b) is None for a, b in pairwise(walked)):
        return False
    return any(_follows_axis(walked, axis) for axis in (0, 1, 2))


def is_straight(start: Cube, path: Sequence[Cube], line: RunLine) -> bool:
    """True if the path is straight, by the house rule `run-line`. (srd.actions.run, asc.run.straight)"""
    match line:
        case "eight":
            return runs_in_one_direction(start, path)
        case "any":
            return runs_on_one_bearing(start, path)
        case "free":
            return True


def segment(start: Cube, end: Cube, half: int) -> tuple[Cube, ...]:
    """Returns the cubes on a straight line, without `start`.

    `half` decides ties: 0 rounds down, 1 rounds up.

    (srd.actions.run, asc.run.straight)
    """
    gaps = tuple(b - a for a, b in zip(start, end, strict=True))
    count = max(map(abs, gaps))
    return tuple(
        (
            start[0] + (2 * gaps[0] * i + count - 1 + half) // (2 * count),
            start[1] + (2 * gaps[1] * i + count - 1 + half) // (2 * count),
            start[2] + (2 * gaps[2] * i + count - 1 + half) // (2 * count),
        )
        for i in range(1, count + 1)
    )


def is_lateral(run: Vector, shot: Vector) -> bool:
    """True if a moving target is shot from the side, at 45 degrees or more. (asc.run.lateral-angle)"""
    along = run[0] * shot[0] + run[1] * shot[1] + run[2] * shot[2]
    runs = run[0] * run[0] + run[1] * run[1] + run[2] * run[2]
    shots = shot[0] * shot[0] + shot[1] * shot[1] + shot[2] * shot[2]
    # cos² = along² / (runs * shots), and cos² of 45 degrees is one half.
    return runs * shots > 0 and 2 * along * along <= runs * shots


def _follows_axis(walked: Sequence[Cube], axis: int) -> bool:
    advance = walked[1][axis] - walked[0][axis]
    if advance == 0:
        return False
    if any(b[axis] - a[axis] != advance for a, b in pairwise(walked)):
        return False
    return all(_digital([cube[other] for cube in walked]) for other in (0, 1, 2) if other != axis)


def _digital(heights: Sequence[int]) -> bool:
    # Bounds of the slope as rise over steps; over 0 steps is unbounded.
    least_n, least_d = -1, 0
    most_n, most_d = 1, 0
    for last, height in enumerate(heights):
        for first in range(last):
            steps = last - first
            low = height - heights[first] - 1
            high = low + 2
            if least_d == 0 or low * least_d > least_n * steps:
                least_n, least_d = low, steps
            if most_d == 0 or high * most_d < most_n * steps:
                most_n, most_d = high, steps
            if least_n * most_d >= most_n * least_d:
                return False
    return True
