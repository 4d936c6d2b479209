"""Water and pits that come under a mover in the middle of its movement."""

import json
from typing import Any

import pytest

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads

WATER = {"floor": -2, "water": 2}
PIT = {"floor": -4, "hazard": True}


def battle(ruleset: str, **ann: Any) -> Battle:
    """Ann west of bob on an open board."""
    unit = RULESETS[ruleset].unit
    creatures = [
        {"name": "ann", "side": "red", "at": [0, 0], "speed": {"walk": 6 * unit}, "hp": 50} | ann,
        {"name": "bob", "side": "blue", "at": [1, 1], "hp": 50},
    ]
    return loads(json.dumps({"ruleset": ruleset, "board": {"map": "......\n......"}, "creatures": creatures}))


def change_under(fight: Battle, event_kind: str, x: int, squares: list[list[int]], tile: dict[str, Any]) -> None:
    """Changes squares as soon as a creature has come to column `x`."""

    def listener(event: Any) -> None:
        if event.event == event_kind and event.to[0] == x:
            fight.effect([{"do": "tile", "at": squares, "tile": tile}], by="the earth")

    fight.listen(listener)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_swimmer_swims_through_water_that_came_into_its_way(ruleset: str) -> None:
    unit = RULESETS[ruleset].unit
    with battle(ruleset, speed={"walk": 6 * unit, "swim": 6 * unit}) as fight:
        change_under(fight, "moved", 1, [[2, 0], [3, 0]], WATER)
        events = fight.act("ann", {"do": "move", "path": [[1, 0], [2, 0], [3, 0], [4, 0]]})
        moved = [(event.to, event.mode) for event in events if event.event == "moved"]
        assert moved == [((1, 0, 0), "walk"), ((2, 0, -1), "swim"), ((3, 0, -1), "swim"), ((4, 0, 0), "walk")]
        assert not any(event.event == "fell" for event in events)


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if name != "draw-steel"])
def test_who_cannot_swim_stops_before_new_water(ruleset: str) -> None:
    with battle(ruleset) as fight:
        change_under(fight, "moved", 1, [[2, 0]], WATER)
        (stopped,) = [e for e in fight.act("ann", {"do": "move", "to": [3, 0]}) if e.event == "stopped"]
        assert stopped.at == (1, 0, 0)
        assert "no swim speed" in stopped.reason


def test_an_unlisted_swim_costs_double_in_new_water() -> None:
    with battle("draw-steel") as fight:
        change_under(fight, "moved", 1, [[2, 0]], WATER)
        events = fight.act("ann", {"do": "move", "path": [[1, 0], [2, 0]]})
        assert [event.cost for event in events if event.event == "moved"] == [1, 2]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_push_ends_in_a_pit_that_opened_under_its_target(ruleset: str) -> None:
    with battle(ruleset) as fight:
        change_under(fight, "forced", 2, [[2, 1]], PIT)
        events = fight.act(
            "ann", {"do": "push", "target": "bob", "distance": 3 * fight.rules.unit, "path": [[2, 1], [3, 1]]}
        )
        assert fight.creature("bob").cube == (2, 1, -4)
        assert [event.squares for event in events if event.event == "fell"] == [4]
        assert not any(event.event == "blocked" for event in events)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_large_creature_falls_where_all_its_floor_sinks(ruleset: str) -> None:
    with battle(ruleset) as fight:
        ogre = {"name": "ogre", "side": "blue", "at": [3, 0], "size": "large", "hp": 50}
        fight.effect([{"do": "join", "creature": ogre}], by="a story")
        fight.effect([{"do": "tile", "at": [[3, 0], [4, 0], [3, 1], [4, 1]], "tile": PIT}], by="the earth")
        assert fight.creature("ogre").cube == (3, 0, -4)
        assert "squeezing" not in fight.creature("ogre").condition.held
