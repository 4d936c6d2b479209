"""Reach over several move actions, played move by move."""

import random
from typing import Any

import pytest

from fivefoot import Battle
from fivefoot.components.events import Done
from fivefoot.components.position import Cube
from fivefoot.engine.rulesets import RULESETS

BOARD = {"map": "..:..#...\n.:...:.:.\n...#...:.\n:....:...\n..:.#....", "ceiling": 3}


def plays(battle: Battle, path: tuple[Cube, ...], actions: int) -> bool:
    """True if so many moves cover a path, split somehow."""
    if not path or not actions:
        return not path
    for length in range(len(path), 0, -1):
        step = {"do": "move", "path": [list(cube) for cube in path[:length]]}
        if battle.why("ann", step) is None:
            with battle.fork() as twin:
                twin.act("ann", step)
                if plays(twin, path[length:], actions - 1):
                    return True
    return False


@pytest.mark.parametrize("speed", [{"walk": 15}, {"walk": 15, "fly": 15}])
def test_every_path_over_two_actions_is_played_in_two(speed: dict[str, int]) -> None:
    ann = {"name": "ann", "side": "red", "at": [3, 3], "hover": True, "speed": speed}
    with Battle.of({"ruleset": "pathfinder-2e", "board": BOARD, "creatures": [ann]}) as battle:
        reach = battle.reach("ann", actions=2)
        battle.begin_turn("ann")
        for cube in sorted(reach):
            arrival = reach[cube]
            assert not arrival.can_stop or plays(battle, arrival.path, arrival.actions), (cube, arrival)


def test_slanting_steps_in_the_air_count_on_into_the_next_action() -> None:
    ann = {"name": "ann", "side": "red", "at": [0, 0], "hover": True, "speed": {"fly": 15}}
    battle = Battle.of({"ruleset": "pathfinder-2e", "board": {"map": "........"}, "creatures": [ann]})
    with battle:
        reach = battle.reach("ann", actions=2)
        assert reach[5, 0, 2].cost == 30
        assert (6, 0, 2) not in reach, "4 steps along and 2 slanting ones cost 4 x 5 + 5 + 10 feet"
        assert battle.reach("ann", actions=3)[6, 0, 2].actions == 3


Played = dict[Cube, tuple[int, int]]
"""By place the fewest actions that move there, and the least cost with so many."""


def moved(battle: Battle, wanted: dict[str, Any]) -> Battle:
    """A copy of the battle after a move, which is done."""
    twin = battle.fork()
    assert isinstance(twin.act("ann", wanted)[-1], Done), wanted
    return twin


def played_to(battle: Battle, actions: int) -> Played:
    """The places that so many moves come to, each played."""
    found: Played = {battle.creature("ann").cube: (1, 0)}
    before = [(battle.fork(), 0)]
    for number in range(1, actions + 1):
        after: dict[object, tuple[Battle, int]] = {}
        for state, spent in before:
            with state:
                for cube, arrival in state.reach("ann").items():
                    if not arrival.path or not arrival.can_stop:
                        continue
                    twin, cost = moved(state, {"do": arrival.intent, "path": arrival.path}), spent + arrival.cost
                    found[cube] = min(found.get(cube, (number, cost)), (number, cost))
                    turn = twin.creature("ann").turn
                    key = cube, turn.parity, tuple(sorted(turn.actions.items()))
                    if key not in after or cost < after[key][1]:
                        after[key] = twin, cost
        before = list(after.values())
    if actions > 1:
        for wanted in battle.legal_intents("ann", "move"):
            if getattr(wanted, "double", False):
                with battle.fork() as twin:
                    done = twin.act("ann", wanted)[-1]
                    assert isinstance(done, Done)
                    found[done.at] = min(found.get(done.at, (2, int(done.spent))), (2, int(done.spent)))
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_several_actions_reach_what_several_moves_reach(ruleset: str) -> None:
    """On small random boards, with heights and water, wings and the prone: the same places, actions and costs."""
    chance = random.Random(f"several {ruleset}")
    unit = 1 if ruleset == "draw-steel" else 5
    for _ in range(4):
        tiles = chance.choice(["....:#", "..:1~^", "...12_~", "....o:,"])
        board = "\n".join("".join(chance.choice(tiles) for _ in range(3)) for _ in range(3))
        modes = [mode for mode in ("fly", "climb", "swim") if chance.random() < 0.4]
        ann = {
            "name": "ann", "side": "red", "at": [1, 1],
            "speed": {mode: unit * chance.randint(1, 2) for mode in ("walk", *modes)},
            "conditions": ["prone"] if chance.random() < 0.2 else [],
        }  # fmt: skip
        board = board[:5] + "." + board[6:]
        rules = {"diagonals": chance.choice(["one", "alternating"])} if chance.random() < 0.3 else {}
        made = {"ruleset": ruleset, "rules": rules, "board": {"map": board, "ceiling": 2}, "creatures": [ann]}
        with Battle.of(made) as battle:
            battle.begin_turn("ann")
            for actions in (1, 2, 3):
                reach = battle.reach("ann", actions=actions)
                told = {cube: (there.actions, there.cost) for cube, there in reach.items() if there.can_stop}
                assert told == played_to(battle, actions), made
