"""Rules of Epic Path that no case file can show: the board itself, tables, and points off the map."""

import pytest
from tests.fights import drawn

from fivefoot.components.position import Cube
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.geometry.flank_lines import line_flanks
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.rulesets import EPIC_PATH
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads


def test_every_side_sees_the_same_board() -> None:
    """ep.grid.square-board"""
    with loads(drawn("epic-path", "A..... ...... ..:... ...... ....^. .....B", {"ann": {}, "bob": {}})) as battle:
        board = battle.world.board
        assert (board.width, board.height) == (6, 6)
        assert board.tile(2, 2).terrain == "difficult"
        assert board.tile(4, 4).hazard


@pytest.mark.parametrize(
    ("size", "feet"),
    [
        ("fine", 0.5), ("diminutive", 1), ("tiny", 2.5), ("small", 5), ("medium", 5), ("large", 10), ("huge", 15),
        ("gargantuan", 20), ("colossal", 25), ("titanic", 30),
    ],
)  # fmt: skip
def test_the_side_of_a_space(size: str, feet: float) -> None:
    """ep.space.below-small, ep.space.small-medium, ep.space.above-medium"""
    assert EPIC_PATH.sizes.rows[size].room == feet


@pytest.mark.parametrize(
    ("word", "feet"),
    [("titanic-plus", 60), ("two-plus", 120), ("titanic-three-plus", 240), ("four-plus", 480)],
)
def test_grades_beyond_titanic_have_doubled_sides(word: str, feet: int) -> None:
    """ep.space.beyond-titanic, ep.space.figure-cap"""
    assert word in EPIC_PATH.sizes.rows
    assert EPIC_PATH.sizes.rows[word].side == 6
    assert EPIC_PATH.vary(beyond_titanic_base="true-size").sizes.rows[word].room == feet


@pytest.mark.parametrize(
    ("start", "stop", "target"),
    [
        ((7, 9, 1), (13, 11, 1), (5, 5, 0)),  # in at the corner (5, 5), out by the east side
        ((8, 10, 1), (14, 10, 1), (5, 5, 0)),  # along the north edge
        ((12, 8, 1), (12, 14, 1), (5, 5, 0)),  # along x = 6
    ],
)
def test_lines_that_flank_nobody(start: Cube, stop: Cube, target: Cube) -> None:
    """ep.flank.corner-with-corner, ep.flank.border-line"""
    assert not line_flanks(start, stop, Box(*target, *target))


def test_whoever_falls_from_a_squeezed_mount_leaves_the_wall_beside_it() -> None:
    creatures = [
        {"name": "ox", "side": "red", "at": [1, 1], "size": "large", "speed": 30},
        {"name": "ann", "side": "red", "at": [1, 1], "size": "small", "hp": 90, "mount": "ox"},
    ]
    tree = {"ruleset": "epic-path", "seed": 1, "board": {"map": ".....\n#....\n#....\n....."}, "creatures": creatures}
    with Battle.of(tree) as battle:
        battle.begin_turn("ox")
        battle.act("ox", {"do": "move", "path": [[0, 1]]})
        battle.end_turn()
        assert battle.creature("ann").cube == (0, 1, 0), "the ox is drawn in, its rider still at its anchor"
        battle.begin_turn("ann")
        battle.act("ann", {"do": "fall"})
        assert battle.creature("ann").cube == (1, 0, 0)


def test_leaving_a_squeezed_mount_provokes_whoever_reaches_the_mount() -> None:
    """ep.walk.provokes: the mount's squares reach farther than the rider's own."""
    creatures = [
        {"name": "ox", "side": "red", "at": [1, 1], "size": "huge", "speed": 30},
        {"name": "ann", "side": "red", "at": [1, 1], "size": "large", "hp": 90, "mount": "ox"},
        {"name": "guard", "side": "blue", "at": [2, 4], "hp": 90},
    ]
    board = {"map": "......\n#.....\n#.....\n#.....\n......"}
    with Battle.of({"ruleset": "epic-path", "seed": 1, "board": board, "creatures": creatures}) as battle:
        battle.begin_turn("ox")
        battle.act("ox", {"do": "move", "path": [[0, 1]]})
        for name in ("guard", "ann"):
            battle.end_turn()
            battle.begin_turn(name)
        wanted = {"do": "move", "path": [[1, 1], [2, 1]]}
        foreseen = battle.preview("ann", wanted)
        assert isinstance(foreseen, Preview)
        assert foreseen.provokes == ("guard",)
        assert [event.event for event in battle.act("ann", wanted)][:1] == ["opportunity"]


def test_a_rider_leaves_its_own_square_above_its_mount() -> None:
    """ep.walk.provokes: the guard reaches the square over the pony, not the pony."""
    creatures = [
        {"name": "pony", "side": "red", "at": [1, 1], "speed": 30},
        {"name": "ann", "side": "red", "at": [1, 1], "size": "small", "mount": "pony", "speed": {"fly": 30}},
        {"name": "guard", "side": "blue", "at": [2, 1, 3], "speed": {"fly": 30}, "reach": 10},
    ]
    with Battle.of(
        {"ruleset": "epic-path", "seed": 1, "board": {"map": "...\n" * 3}, "creatures": creatures}
    ) as battle:
        battle.begin_turn("ann")
        wanted = {"do": "move", "path": [[1, 1, 1], [1, 1, 2]], "mode": "fly"}
        foreseen = battle.preview("ann", wanted)
        assert isinstance(foreseen, Preview)
        assert foreseen.provokes == ("guard",)
        assert [event.event for event in battle.act("ann", wanted)][:2] == ["moved", "opportunity"]
