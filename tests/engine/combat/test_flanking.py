"""Flanking: the worked checks of the catalogue, and the line test against exact fractions."""

from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from fivefoot.engine.geometry.boxes import Box, adjacent, differences, one
from fivefoot.engine.geometry.flank_lines import (
    LineEnds,
    Outline,
    Point,
    centre_flank,
    centres,
    corner_flank,
    cube_corners,
    flanks,
    internal,
    line_flanks,
    outer_corners,
)


def at(x: int, y: int, z: int = 0, side: int = 1) -> Box:
    return Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)


def half(x: float, y: float, z: float = 0.5) -> Point:
    return (int(2 * x), int(2 * y), int(2 * z))


BOB = at(5, 5)


@pytest.mark.parametrize(
    ("ann", "cat"),
    [((4, 5), (6, 5)), ((5, 4), (5, 6)), ((4, 4), (6, 6)), ((6, 4), (4, 6))],
)
def test_opposite_sides_and_corners_flank(ann: tuple[int, int], cat: tuple[int, int]) -> None:
    # ep.flank.line
    assert centre_flank(at(*ann), at(*cat), BOB)
    assert centre_flank(at(*cat), at(*ann), BOB)


def test_a_corner_pairs_only_with_the_opposite_corner() -> None:
    # ep.flank.corner-with-corner
    assert not line_flanks(half(3.5, 4.5), half(6.5, 5.5), BOB)


def test_neighbouring_sides_do_not_flank() -> None:
    # ep.flank.adjacent-sides
    assert not centre_flank(at(4, 4), at(6, 5), BOB)
    assert not centre_flank(at(4, 5), at(5, 6), BOB)


def test_a_line_along_the_border_does_not_flank() -> None:
    # ep.flank.border-line
    assert not line_flanks(half(4, 5), half(7, 5), BOB)
    for y0, y1 in combinations(range(2, 9), 2):
        assert not line_flanks(half(6, y0), half(6, y1), BOB, "touching")


def test_a_large_target_is_one_box() -> None:
    # ep.flank.large-target
    large = at(5, 5, side=2)
    assert centre_flank(at(4, 5), at(7, 6), large)
    assert not centre_flank(at(4, 5), at(7, 7), large)
    around = [(x, y) for y in range(4, 8) for x in range(4, 8) if not (4 < x < 7 and 4 < y < 7)]
    assert [s for s in around if centre_flank(at(4, 4), at(*s), large)] == [(7, 7)]


def test_a_large_flanker_picks_its_square() -> None:
    # ep.flank.large-flanker
    assert centre_flank(at(4, 4), at(6, 5, side=2), BOB)
    assert not line_flanks(half(4.5, 4.5), half(7, 6), BOB)


def test_reach_flanks_from_a_distance() -> None:
    # ep.reach-flank.not-adjacent
    assert flanks(Outline(at(3, 5), reaches=True), Outline(at(6, 5)), Outline(BOB))


def test_corner_lines_are_for_those_with_reach() -> None:
    # ep.reach-flank.corner-lines
    ann, cat, bob = Outline(at(3, 4), reaches=True), Outline(at(6, 5)), Outline(BOB)
    assert line_flanks(half(4, 5), half(7, 6), BOB)
    assert not centre_flank(ann.space, cat.space, BOB)
    assert flanks(ann, cat, bob)
    assert not flanks(ann._replace(reaches=False), cat, bob)


def test_the_partner_shares_a_corner_line_unless_lines_are_ones_own() -> None:
    # ep.reach-flank.corner-lines
    ann, cat, bob = Outline(at(3, 4), reaches=True), Outline(at(6, 5)), Outline(BOB)
    assert flanks(cat, ann, bob)
    assert not flanks(cat, ann, bob, partner="own-line")
    assert flanks(ann, cat, bob, partner="own-line")


def test_corner_lines_keep_the_exclusions() -> None:
    # ep.reach-flank.exclusions
    assert not corner_flank(at(5, 3), at(4, 5), BOB)
    north, west = at(5, 4), at(4, 5)
    assert not corner_flank(north, west, BOB)
    assert corner_flank(north, west, BOB, "touching")
    assert line_flanks(half(6, 5), half(5, 6), BOB, "touching")


def test_a_large_creature_draws_from_any_corner_of_any_square() -> None:
    # ep.reach-flank.large
    large = at(7, 5, side=2)
    points = {(x // 2, y // 2) for x, y, _ in cube_corners(large)}
    assert points == set(product(range(7, 10), range(5, 8)))
    assert line_flanks(half(7, 6), half(4, 5), BOB)
    assert flanks(Outline(large, rank=1, reaches=True), Outline(at(4, 4)), Outline(BOB))


def test_the_ally_offers_the_corners_of_its_whole_space() -> None:
    # ep.reach-flank.corner-lines
    assert len(outer_corners(at(7, 5, side=3))) == 8
    assert set(outer_corners(at(0, 0, side=3))) < set(cube_corners(at(0, 0, side=3)))


def test_the_smaller_inside_the_larger_flanks_with_any_ally_who_threatens() -> None:
    # ep.internal-flank.smaller-flanks
    giant, ann, cat = Outline(at(4, 4, side=3), rank=2), Outline(at(5, 5)), Outline(at(3, 4))
    assert flanks(ann, cat, giant)
    assert flanks(cat, ann, giant)
    assert not adjacent(at(1, 4), giant.space)  # so a cat at [1,4] with reach 5 would not threaten
    assert not flanks(ann, cat, giant._replace(rank=1))
    assert not flanks(ann, cat, giant, inside_categories=None)


def test_the_larger_flanks_a_smaller_creature_in_its_space() -> None:
    # ep.internal-flank.larger-flanks
    giant, dan = Outline(at(4, 4, side=3), rank=2), Outline(at(7, 5))
    ann = Outline(at(6, 5))
    assert adjacent(dan.space, ann.space)
    assert flanks(giant, dan, ann)
    assert flanks(dan, giant, ann)
    assert one(*differences(dan.space, at(5, 5))) == 2  # out of dan's reach of 5: no threat, no flank


def test_inside_means_sharing_a_cube_at_two_sizes_difference() -> None:
    # ep.internal-flank.smaller-flanks
    giant = Outline(at(4, 4, side=3), rank=2)
    assert internal(giant, Outline(at(4, 4)))
    assert internal(Outline(at(4, 4)), giant)
    assert not internal(giant, Outline(at(3, 4)))
    assert not internal(giant, Outline(at(4, 4), rank=1))


@pytest.mark.parametrize(
    ("ann", "cat", "flank"),
    [
        ((5, 5, 0), (5, 5, 2), True),  # floor and ceiling
        ((4, 5, 0), (6, 5, 2), True),  # opposite edges
        ((4, 4, 0), (6, 6, 2), True),  # opposite corners
        ((4, 5, 0), (6, 5, 1), False),  # in by an edge, out by a side
        ((4, 5, 1), (6, 5, 1), True),
        ((4, 4, 1), (6, 6, 2), False),
    ],
)
def test_in_space_faces_edges_and_corners_are_opposite(
    ann: tuple[int, int, int], cat: tuple[int, int, int], flank: bool
) -> None:
    # ep.flank.line, in three dimensions
    assert centre_flank(at(*ann), at(*cat), at(5, 5, 1)) is flank


def test_flanking_in_the_game_of_the_srd_is_the_same_line() -> None:
    # srd.small.no-flank: a small foe opposite a medium one flanks; whether it has reach is asked before
    assert centre_flank(at(0, 1), at(2, 1), at(1, 1))


def through_opposites(p: Point, q: Point, target: Box, ends: LineEnds = "outside") -> bool:
    """Brute force: cut the line at every plane of the box, and look at the piece that is inside."""
    bounds = [(2 * target[axis], 2 * target[axis + 3] + 2) for axis in range(3)]
    cuts = {Fraction(0), Fraction(1)}
    for axis, planes in enumerate(bounds):
        if q[axis] != p[axis]:
            cuts.update(Fraction(bitboard - p[axis], q[axis] - p[axis]) for bitboard in planes)
    times = sorted(t for t in cuts if 0 <= t <= 1)

    def point(t: Fraction) -> list[Fraction]:
        return [p[axis] + t * (q[axis] - p[axis]) for axis in range(3)]

    inside = [
        (before, after)
        for before, after in pairwise(times)
        if all(low < value < high for (low, high), value in zip(bounds, point((before + after) / 2), strict=True))
    ]
    if not inside:
        return False

    def feature(t: Fraction) -> list[int]:
        return [(value == high) - (value == low) for (low, high), value in zip(bounds, point(t), strict=True)]

    first, last = inside[0][0], inside[-1][1]
    if ends == "outside" and (first == 0 or last == 1):
        return False
    entered, left = feature(first), feature(last)
    return any(entered) and left == [-side for side in entered]


@pytest.mark.parametrize("side", range(1, 7))
def test_the_line_agrees_with_fractions_for_every_pair_of_squares_around(side: int) -> None:
    # ep.flank.line, ep.flank.large-target
    target = at(0, 0, side=side)
    squares = [
        square
        for square in product(range(-2, side + 2), repeat=2)
        if not (0 <= square[0] < side and 0 <= square[1] < side)
    ]
    for a, b in combinations(squares, 2):
        p, q = half(a[0] + 0.5, a[1] + 0.5), half(b[0] + 0.5, b[1] + 0.5)
        expected = through_opposites(p, q, target)
        assert line_flanks(p, q, target) is expected, (a, b)
        assert line_flanks(q, p, target) is expected, (a, b)
        assert centre_flank(at(*a), at(*b), target) is expected, (a, b)


@pytest.mark.parametrize("ends", ["outside", "touching"])
@pytest.mark.parametrize("side", [1, 2, 3])
def test_the_line_agrees_with_fractions_for_every_pair_of_corners_around(side: int, ends: LineEnds) -> None:
    # ep.reach-flank.exclusions
    target = at(0, 0, side=side)
    points = [half(x, y) for x, y in product(range(-2, side + 3), repeat=2)]
    for p, q in combinations(points, 2):
        assert line_flanks(p, q, target, ends) is through_opposites(p, q, target, ends), (p, q)


@pytest.mark.parametrize("side", [1, 2])
def test_the_line_agrees_with_fractions_in_space(side: int) -> None:
    # ep.flank.line, in three dimensions
    target = at(0, 0, 0, side)
    around = [
        (x, y, z)
        for x, y, z in centres(Box(-1, -1, -1, side, side, side))
        if not all(0 < value < 2 * side for value in (x, y, z))
    ]
    for p, q in combinations(around, 2):
        assert line_flanks(p, q, target) is through_opposites(p, q, target), (p, q)


def test_checking_one_level_first_misses_no_flank() -> None:
    # ep.flank.line, ep.reach-flank.large: bodies of several sizes and heights, against every line drawn
    target = at(0, 0, 0, 2)
    for z, (x, y) in product((-1, 0, 1), product((-3, -2, -1, 0, 2), repeat=2)):
        a, b = at(x, y, z, 2), at(2, 1, 0, 3)
        centre = any(through_opposites(p, q, target) for p in centres(a) for q in centres(b))
        assert centre_flank(a, b, target) is centre, (a, b)
        corner = any(line_flanks(p, q, target) for p in cube_corners(a) for q in outer_corners(b))
        assert corner_flank(a, b, target) is corner, (a, b)
