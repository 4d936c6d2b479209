"""Displayed sightlines: they agree with the yes-or-no queries, and name the obstacle."""

from hypothesis import given
from hypothesis import strategies as some

import fivefoot
from fivefoot.components.position import Cube
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.geometry.flank_lines import Outline, flank_line, flanks, line_flanks
from fivefoot.engine.geometry.line_of_effect import clear_between, course_between
from fivefoot.engine.rulesets import ALL
from fivefoot.play.battle import Battle

FIELD = f"""
format = 1
ruleset = "{ALL[0].name}"
[board]
map = '''
........
...#....
.....o..
...2....
'''
[[board.edges]]
between = [[3, 0], [4, 0]]
kind = "wall"
[[creatures]]
name = "ann"
side = "red"
at = [2, 1]
[[creatures]]
name = "bob"
side = "red"
at = [4, 3]
[[creatures]]
name = "orc"
side = "blue"
at = [AT]
"""


def field(at: str) -> Battle:
    """The field with the orc somewhere."""
    return fivefoot.loads(FIELD.replace("AT", at))


def test_a_clear_line_runs_from_middle_to_middle() -> None:
    line = field("2, 3").sightline("ann", "orc")
    assert (line.start, line.end, line.clear, line.at) == ((2.5, 1.5, 0.5), (2.5, 3.5, 0.5), True, None)


def test_what_stops_a_line_is_named_with_its_place() -> None:
    wall = field("5, 1").sightline("ann", "orc")
    assert (wall.clear, wall.at, wall.what) == (False, (3, 1, 0), "a wall")
    ground = fivefoot.loads(FIELD.replace("[2, 1]", "[2, 3]").replace("[4, 3]", "[0, 0]").replace("AT", "4, 3"))
    higher = ground.sightline("ann", "orc")
    assert (higher.clear, higher.at, higher.what) == (False, (3, 3, 0), "higher ground")
    between = fivefoot.loads(FIELD.replace("[2, 1]", "[3, 0]").replace("AT", "4, 0")).sightline("ann", "orc")
    assert (between.clear, between.at, between.beyond, between.what) == (False, (3, 0, 0), (4, 0, 0), "a wall")


def test_a_line_past_a_corner_is_found() -> None:
    line = field("4, 2").sightline("ann", "orc")
    assert line.clear
    assert line.start != (2.5, 1.5, 0.5), "from middle to middle the wall is in the way"


places = some.tuples(some.integers(0, 5), some.integers(0, 5), some.integers(0, 1))


@given(some.frozensets(places, max_size=14), places, places, some.integers(1, 2), some.integers(1, 2))
def test_the_line_that_is_shown_is_clear_where_there_is_line_of_effect(
    walls: frozenset[Cube], a: Cube, b: Cube, wide: int, broad: int
) -> None:
    one = Box(*a, a[0] + wide - 1, a[1] + wide - 1, a[2] + wide - 1)
    two = Box(*b, b[0] + broad - 1, b[1] + broad - 1, b[2] + broad - 1)

    def blocks(x: int, y: int, z: int) -> bool:
        return (x, y, z) in walls

    course = course_between(one, two, blocks)
    assert (course.stop is None) == clear_between(one, two, blocks)
    if course.stop is not None and course.stop[1] is None:
        assert course.stop[0] in walls


@given(places, places, some.integers(1, 2), some.booleans())
def test_a_line_is_shown_wherever_two_flank_by_one(a: Cube, b: Cube, side: int, reaches: bool) -> None:
    target = Box(2, 2, 0, 1 + side + 1, 1 + side + 1, side)
    one, two = Outline(Box(*a, *a), reaches=reaches), Outline(Box(*b, *b))
    if not flanks(one, two, Outline(target), inside_categories=None):
        return
    line = flank_line(one, two, target)
    assert line is not None
    assert line_flanks(*line, target)


def test_flanking_from_another_place_names_the_ally() -> None:
    battle = field("3, 2")
    before = battle.creature("ann").cube
    assert battle.flank("orc", "ann") is None or battle.flanked("orc", "ann")
    found = battle.flank("orc", "ann", (2, 1, 0))
    assert battle.creature("ann").cube == before
    assert (found is not None) == battle.flanked("orc", "ann")
    assert found is not None
    assert (found.ally, found.line) == ("bob", ((5, 3, 1), (9, 7, 1)))
    assert battle.flank("orc", "ann", (2, 2, 0)) is None
    assert battle.creature("ann").cube == before


def test_squares_in_reach_do_not_depend_on_reactions() -> None:
    battle = fivefoot.loads(
        FIELD.replace("AT", "7, 0").replace("at = [2, 1]", "at = [2, 1]\nthreatens = false\nrange = 200")
    )
    assert battle.threat("ann") == frozenset()
    assert (1, 1, 0) in battle.in_reach("ann")
    assert (4, 1, 0) not in battle.in_reach("ann")
