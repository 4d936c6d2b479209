"""No creature is left hanging in the air: not above water, on a mount that has gone, or on a back that has moved."""

import json
from typing import Any

import pytest

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads

Table = dict[str, Any]


def battle(ruleset: str, rows: str, *creatures: Table, seed: int = 0) -> Battle:
    """A battle on a drawn board; `side` is red where it is not given."""
    listed = [{"side": "red"} | creature for creature in creatures]
    map_ = "\n".join(rows.split())
    return loads(json.dumps({"ruleset": ruleset, "seed": seed, "board": {"map": map_}, "creatures": listed}))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_just_above_water_sinks_into_it(ruleset: str) -> None:
    unit = RULESETS[ruleset].unit
    with battle(
        ruleset,
        """
        ..~~
        ..~~
        """,
        {"name": "ann", "at": [1, 0], "hp": 9},
        {"name": "bob", "at": [0, 1], "side": "blue"},
    ) as fight:
        fight.submit("bob", {"do": "push", "target": "ann", "distance": unit, "path": [[2, 0, 0]]})
        events = fight.process()
        fell = next(event.to_dict() for event in events if event.event == "fell")
        assert (fell["from"], fell["to"], fell["squares"]) == ((2, 0, 0), (2, 0, -1), 0)
        assert fight.creature("ann").cube == (2, 0, -1)
        assert fight.creature("ann").health.hp == 9
        assert not fight.creature("ann").prone


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_falls_with_its_mount(ruleset: str) -> None:
    with battle(
        ruleset,
        """
        444....
        444....
        """,
        {"name": "horse", "at": [1, 0], "size": "large", "hp": 90},
        {"name": "ann", "at": [1, 0, 4], "size": "small", "mount": "horse", "hp": 90},
        {"name": "bob", "at": [0, 0], "side": "blue"},
    ) as fight:
        unit = fight.rules.unit
        fight.submit("bob", {"do": "push", "target": "horse", "distance": 2 * unit, "path": [[2, 0, 4], [3, 0, 4]]})
        fell = [event.to_dict() for event in fight.process() if event.event == "fell"]
        assert [(line["who"], line["squares"]) for line in fell[:2]] == [("horse", 4), ("ann", 4)]
        assert fight.creature("horse").cube == (3, 0, 0)
        ann = fight.creature("ann")
        assert ann.cube[2] == 0
        assert ann.health.hp is not None
        assert ann.health.hp < 90


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_bigger_than_its_mount_stays_on_the_board(ruleset: str) -> None:
    with battle(
        ruleset,
        """
        ....
        ....
        """,
        {"name": "dog", "at": [1, 0], "size": "small"},
        {"name": "ogre", "at": [1, 0], "size": "large", "mount": "dog"},
        {"name": "orc", "at": [0, 0], "side": "blue", "threatens": False},
    ) as fight:
        fight.submit("dog", {"do": "move", "path": [[2, 0], [3, 0]]})
        fight.process()
        assert fight.creature("dog").cube == (3, 0, 0)
        assert fight.creature("ogre").cube == (2, 0, 0)
        fight.reach("ogre")


def test_a_creature_on_a_back_falls_when_it_moves_away() -> None:
    with battle(
        "epic-path",
        """
        .......
        .......
        .......
        """,
        {"name": "ox", "at": [1, 0], "size": "large"},
        {"name": "ann", "at": [1, 0, 2], "hp": 20},
        {"name": "bob", "at": [6, 2], "side": "blue"},
    ) as fight:
        ann = fight.creature("ann")
        assert ann.cube == (1, 0, 2)
        fight.submit("ox", {"do": "move", "path": [[2, 0], [3, 0]]})
        fight.process()
        assert ann.cube == (1, 0, 0)


def test_a_carried_creature_is_near_and_set_down_beside() -> None:
    with battle(
        "epic-path",
        """
        #.....
        #.....
        """,
        {"name": "ann", "at": [2, 0], "speed": 30},
        {"name": "bob", "at": [1, 0], "conditions": ["prone"]},
        {"name": "cat", "at": [5, 1]},
        {"name": "orc", "at": [5, 0], "side": "blue"},
    ) as fight:
        far = fight.why("ann", {"do": "carry", "target": "cat", "path": [[2, 1]]})
        assert far is not None
        assert "out of ann's reach" in far.reason
        fight.submit("ann", {"do": "carry", "target": "bob", "path": [[2, 1]]})
        fight.process()
        assert fight.creature("ann").cube == (2, 1, 0)
        assert fight.creature("bob").cube == (1, 0, 0)


@pytest.mark.parametrize("seed", range(10))
def test_a_fall_onto_a_creature_ends_beside_it(seed: int) -> None:
    with battle(
        "d20-srd",
        """
        #####
        #...#
        #...#
        #####
        """,
        {"name": "rat", "at": [2, 1, 1], "speed": {"walk": 30, "climb": 30}, "hp": 30, "conditions": ["climbing"]},
        {"name": "ann", "at": [2, 1], "side": "blue"},
        seed=seed,
    ) as fight:
        fight.submit("rat", {"do": "drop-prone"})
        fight.process()
        rat = fight.creature("rat")
        assert rat.cube[2] == 0
        assert rat.cube != (2, 1, 0)
        assert rat.prone


def test_a_dismounting_rider_does_not_fall_upwards() -> None:
    with battle(
        "draw-steel",
        """
        1111
        1..1
        1...
        1111
        """,
        {"name": "ox", "at": [1, 1], "size": 2},
        {"name": "ann", "at": [1, 1], "size": "1S", "mount": "ox", "hp": 20},
        {"name": "orc", "at": [3, 3], "side": "blue"},
    ) as fight:
        fight.submit("ann", {"do": "drop-prone"})
        fight.process()
        assert fight.creature("ann").cube == (3, 2, 0)


def test_a_dismounting_rider_is_not_put_through_earth() -> None:
    with battle(
        "draw-steel",
        """
        ....
        ....
        ....
        ....
        """,
        {"name": "worm", "at": [1, 1, -2], "size": 2, "speed": {"walk": 5, "burrow": 5}},
        {"name": "ann", "at": [1, 1, -1], "size": "1S", "mount": "worm", "hp": 20},
        {"name": "orc", "at": [3, 3], "side": "blue"},
    ) as fight:
        fight.submit("ann", {"do": "drop-prone"})
        events = [event.to_dict() for event in fight.process()]
        assert not [event for event in events if event["event"] == "fell"]
        assert not [event for event in events if event["event"] == "moved"]  # no way leads out through the earth
        assert (fight.creature("ann").cube, fight.creature("ann").prone) == ((1, 1, -1), True)


@pytest.mark.parametrize(("depth", "climbed"), [(2, False), (1, True)])
def test_only_a_creature_above_ground_is_climbed(depth: int, climbed: bool) -> None:
    with battle(
        "draw-steel",
        """
        ....
        ....
        ....
        """,
        {"name": "worm", "at": [1, 0, -depth], "size": 2, "speed": {"walk": 5, "burrow": 5}, "willing": True},
        {"name": "ann", "at": [0, 0], "size": "1S"},
        {"name": "orc", "at": [3, 2], "side": "blue"},
    ) as fight:
        refused = fight.why("ann", {"do": "climb-creature", "target": "worm"})
        if climbed:
            assert refused is None
            fight.submit("ann", {"do": "climb-creature", "target": "worm"})
            fight.process()
            assert fight.creature("ann").cube == (1, 0, 0)
        else:
            assert refused is not None
            assert refused.reason == "earth lies between ann and worm"
            assert "ds.burrow.no-tunnel" in refused.rules


def test_nobody_jumps_through_a_pillar_onto_a_back() -> None:
    with battle(
        "epic-path",
        """
        ......
        ..o...
        ......
        """,
        {"name": "elephant", "at": [2, 0], "size": "large", "conditions": ["squeezing"]},
        {"name": "ann", "at": [0, 1]},
        {"name": "orc", "at": [5, 2], "side": "blue"},
    ) as fight:
        refused = fight.why("ann", {"do": "jump", "to": [2, 1]})
        assert refused is not None
        assert "no creature at [2, 1]" in refused.reason  # it keeps to the squares that the pillar leaves it
        assert fight.why("ann", {"do": "jump", "to": [2, 0]}) is None


def test_an_incorporeal_rider_does_not_dismount_into_a_wall() -> None:
    with battle(
        "epic-path",
        """
        .#.....
        .#.....
        .......
        """,
        {"name": "ox", "at": [2, 0], "size": "large"},
        {"name": "ann", "at": [2, 0, 2], "traits": ["incorporeal"]},
        {"name": "bob", "at": [6, 2], "side": "blue"},
    ) as fight:
        refused = fight.why("ann", {"do": "move", "path": [[1, 0]]})
        assert refused is not None
        assert "inside the wall at [1, 0, 2]" in refused.reason
        assert "ep.blocked.no-entry" in refused.rules
        assert fight.why("ann", {"do": "move", "path": [[2, 1]]}) is None


def test_an_incorporeal_rider_falls_to_the_foot_of_a_wall() -> None:
    with battle(
        "epic-path",
        """
        ......
        ..o...
        ......
        """,
        {"name": "elephant", "at": [2, 0], "size": "large", "conditions": ["squeezing"]},
        {"name": "ann", "at": [2, 1, 2], "hp": 20, "traits": ["incorporeal"]},
        {"name": "orc", "at": [5, 2], "side": "blue"},
    ) as fight:
        ann = fight.creature("ann")
        assert ann.cube == (2, 1, 2)
        fight.submit("elephant", {"do": "move", "path": [[3, 0], [4, 0]]})
        fell = [event.to_dict() for event in fight.process() if event.event == "fell"]
        assert [(line["who"], line["squares"]) for line in fell] == [("ann", 2)]
        assert ann.cube == (2, 1, 0)


def test_two_on_one_back_are_not_left_in_one_square_by_a_mount_that_teleports() -> None:
    with battle(
        "ascension",
        """
        ......
        ......
        """,
        {"name": "horse", "at": [1, 0], "size": "large"},
        {"name": "ann", "at": [1, 0], "size": "small", "mount": "horse"},
        {"name": "ada", "at": [2, 1], "size": "small", "mount": "horse"},
    ) as fight:
        fight.submit("horse", {"do": "teleport", "to": [4, 0], "distance": 30})
        moved = [event.to_dict() for event in fight.process() if event.event == "moved"]
        assert moved == []
        assert fight.creature("ann").cube != fight.creature("ada").cube
        assert fight.creature("horse").cube == (4, 0, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_placed_in_mid_air_falls_before_the_first_turn(ruleset: str) -> None:
    ann, bob = {"name": "ann", "at": [0, 0]}, {"name": "bob", "at": [2, 0, 1], "side": "blue"}
    with battle(ruleset, "....", ann, bob) as fight:
        fight.begin_turn("ann")
        assert [event.event for event in fight.events[:2]] == ["battle-started", "fell"]
        assert fight.creature("bob").cube == (2, 0, 0)
    with battle(ruleset, "....", ann, bob) as fight:
        fight.begin_turn("bob")  # who is on turn may still act
        assert fight.creature("bob").cube == (2, 0, 1)
        assert not fight.creature("bob").prone
        fight.end_turn()
        assert fight.creature("bob").cube == (2, 0, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_that_falls_comes_down_beside_its_mount(ruleset: str) -> None:
    horse = {"name": "horse", "at": [1, 1], "size": "large", "hp": 90}
    ann = {"name": "ann", "at": [1, 1, 2], "mount": "horse", "hp": 90}
    with battle(ruleset, "..... ..... ..... .....", horse, ann) as fight:
        came = fight.act("ann", {"do": "fall", "target": "ann"})
        fell = next(event.to_dict() for event in came if event.event == "fell")
        assert (fell["from"], fell["to"], fell["squares"]) == ((1, 1, 2), (0, 0, 0), 2)
        assert fight.creature("ann").condition.mount is None
        assert fight.creature("horse").health.hp == 90


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "ascension", "pathfinder-2e"])
def test_a_nonswimmer_is_put_back_onto_equally_near_dry_ground(ruleset: str) -> None:
    """A wall rises where ann stands between two enemies: beyond them are water and floor, water first in row order."""
    ann, bob, cat = ({"name": name, "at": [x, 0]} for name, x in (("ann", 2), ("bob", 1), ("cat", 3)))
    with battle(ruleset, "~....", ann, {**bob, "side": "blue"}, {**cat, "side": "blue"}) as fight:
        fight.effect([{"do": "tile", "at": [[2, 0]], "tile": "#"}], by="the story")
        assert fight.creature("ann").cube == (4, 0, 0)


def test_a_fall_onto_a_rider_hits_the_rider_before_the_mount() -> None:
    horse = {"name": "horse", "at": [1, 1], "size": 2, "hp": 90}
    ann = {"name": "ann", "at": [1, 1, 2], "mount": "horse", "hp": 90}
    dan = {"name": "dan", "at": [1, 1, 8], "side": "blue", "hp": 90, "hover": True, "speed": {"fly": 6}}
    with battle("draw-steel", "..... ..... ..... .....", horse, ann, dan) as fight:
        fight.act("dan", {"do": "fall", "target": "dan"})
        assert {fight.creature(name).health.hp for name in ("horse", "dan")} == {90 - 16}
        assert (fight.creature("ann").health.hp or 0) < 90 - 15
