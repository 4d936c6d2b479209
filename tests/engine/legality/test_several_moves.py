"""Reach over several move actions, played move by move."""

import pytest

from fivefoot import Battle
from fivefoot.components.position import Cube

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
