"""Reach, compared with moves to each place: on crowded boards, where spaces are shared."""

import json
import random
from typing import Any

import pytest

import fivefoot
from fivefoot import Battle, ScenarioError, loads
from fivefoot.components.plan import ORDINARY
from fivefoot.engine.field.field import field_of
from fivefoot.engine.legality.judge import judge
from fivefoot.engine.rules.budget import at_start
from fivefoot.intents import Move

SIZES = ("tiny", "small", "medium", "medium", "medium", "large", "huge")
LEGEND = {
    "Q": {"width": 3},
    "q": {"width": 2.5, "terrain": "difficult"},
    "K": {"obstacle": True, "terrain": "difficult"},
    "D": {"light": "dark"},
    "R": {"floor": 1, "ramp": True},
}


def creature(dice: random.Random, name: str, width: int, height: int) -> dict[str, Any]:
    """A creature somewhere."""
    speed = {"walk": dice.choice([10, 15, 20, 30])}
    speed |= {mode: dice.choice([10, 20, 30]) for mode in ("swim", "climb", "fly", "burrow") if dice.random() < 0.2}
    made: dict[str, Any] = {
        "name": name,
        "side": dice.choice(["red", "blue"]),
        "at": [dice.randrange(width), dice.randrange(height)],
        "size": dice.choice(SIZES),
        "speed": speed,
        "hover": dice.random() < 0.2,
        "reach_weapon": dice.random() < 0.15,
        "threatens": dice.random() < 0.9,
    }
    if dice.random() < 0.15:
        made["conditions"] = [dice.choice(["dead", "unconscious", "stunned", "blinded"])]
    if dice.random() < 0.1:
        made["traits"] = [dice.choice(["incorporeal", "fills-space"])]
    return made


def crowd(dice: random.Random, ruleset: str) -> Battle:
    """A small board full of things, with as many on it as its rules let stand where chance has put them."""
    while True:
        width, height = dice.randint(4, 8), dice.randint(3, 6)
        tiles = "." * 30 + "::##o~~12,,_dQqKDR%"
        text = {
            "format": 1,
            "title": "A crowd",
            "ruleset": ruleset,
            "seed": 1,
            "board": {
                "map": "\n".join("".join(dice.choice(tiles) for _ in range(width)) for _ in range(height)),
                "legend": LEGEND,
                "ceiling": 6,
            },
            "creatures": [creature(dice, name, width, height) for name in "abcde"],
        }
        while text["creatures"]:
            try:
                return loads(json.dumps(text))
            except ScenarioError:
                text["creatures"].pop()  # type: ignore[attr-defined]


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd"])
def test_a_move_to_a_place_does_what_reach_says_of_it(ruleset: str) -> None:
    for seed in range(14):
        dice = random.Random(seed)
        battle = crowd(dice, ruleset)
        for name in [c.name for c in battle.scenario.creatures]:
            reach = battle.reach(name)
            for cube, arrival in dice.sample(sorted(reach.items()), min(len(reach), 10)):
                if not arrival.path:
                    continue
                about = (seed, name, cube, arrival.path)
                twin = battle.fork()
                intent = {"do": "move", "to": list(cube)}
                if not arrival.can_stop:
                    assert twin.why(name, intent) is not None, about
                    continue
                twin.submit(name, intent)
                log = [event.to_dict() for event in twin.process()]
                steps = tuple(event["to"] for event in log if event["event"] == "moved")
                assert steps == arrival.path, about
                done = log[-1]
                assert (done["event"], done.get("spent"), done.get("at")) == ("done", arrival.cost, cube), about
                drawn = {event["by"] for event in log if event["event"] == "opportunity"}
                squeezed = any(event.get("condition") == "squeezing" for event in log)
                assert drawn == set(arrival.opportunities) or squeezed, about


@pytest.mark.parametrize("ruleset", list(fivefoot.RULESETS))
def test_a_path_that_was_found_makes_the_plan_of_the_same_path_drawn(ruleset: str) -> None:
    for seed in range(20):
        dice = random.Random(seed)
        battle = crowd(dice, ruleset)
        for name in battle.world.named:
            world, mover = at_start(battle.world, battle.world.named[name])
            for cube, arrival in dice.sample(found := sorted(battle.reach(name).items()), min(len(found), 12)):
                if arrival.path:
                    chosen, drawn = Move(to=cube), Move(path=arrival.path)
                    assert judge(world, mover, chosen) == judge(world, mover, drawn), (seed, name, cube)


def test_a_question_about_another_place_leaves_no_grid_behind() -> None:
    battle = crowd(random.Random(1), "d20-srd")
    world, ann = battle.world, battle.creatures[0]
    x, y, z = ann.cube
    elsewhere = ann.standing_at((x + 1 if x == 0 else x - 1, y, z))
    assert field_of(world, elsewhere, ORDINARY).creature is elsewhere
    assert field_of(world, ann, ORDINARY).creature is ann


def test_reach_counts_the_attack_that_entering_draws() -> None:
    text = {
        "format": 1,
        "title": "A rat and a rat",
        "ruleset": "d20-srd",
        "seed": 1,
        "board": {"map": "....\n...."},
        "creatures": [
            {"name": "ann", "side": "red", "at": [0, 0], "size": "tiny"},
            {"name": "bob", "side": "blue", "at": [2, 0], "size": "tiny"},
        ],
    }
    reach = loads(json.dumps(text)).reach("ann")
    assert reach[2, 0, 0].opportunities == ("bob",)
    assert reach[3, 1, 0].opportunities == ()  # round the other rat, at the same price
    assert (2, 0, 0) not in reach[3, 1, 0].path
