"""What sight by side costs: following a log for two sides, as a share of its turns: `python benchmarks/sight.py`."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import msgspec

import fivefoot
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.engine.scenario.read import parse
from fivefoot.play.loading import shipped_names, shipped_text
from fivefoot.play.match import Match, brains_for

RUNS = 3


def main() -> None:
    """Prints a line for each shipped scenario, played by `aggressive`."""
    print("scenario                      turns events   ms a turn   ms for two sides   share")
    turns = follows = 0.0
    for name in shipped_names():
        scenario, _ = unscripted(parse(shipped_text(name), name), None)
        scenario = msgspec.structs.replace(scenario, rules={**(scenario.rules or {}), "sight": "side"})
        best = min((measured(scenario) for _ in range(RUNS)), key=sum)
        with fivefoot.Battle(scenario, seed=3) as battle:
            match = Match(battle, brains_for(scenario, "aggressive", "aggressive"))
            while not battle.over and battle.world.turns < 60:
                match.play_turn()
            count, events = battle.world.turns, len(battle.events)
        played, followed = best
        turns, follows = turns + played, follows + followed
        print(
            f"{name:28} {count:6} {events:6} {1000 * played / count:11.2f} {1000 * followed / count:18.2f} "
            f"{followed / played:7.1%}",
            flush=True,
        )
    print(f"all {follows / turns:.1%}")


def measured(scenario: "fivefoot.Scenario") -> tuple[float, float]:
    """Processor seconds of all turns, and of two sides that follow their events as they come."""
    with fivefoot.Battle(scenario, seed=3) as battle:
        match = Match(battle, brains_for(scenario, "aggressive", "aggressive"))
        sides = list(dict.fromkeys(one.side for one in battle.creatures))
        played = followed = 0.0
        while not battle.over and battle.world.turns < 60:
            start = time.process_time()
            match.play_turn()
            played += time.process_time() - start
            start = time.process_time()
            for side in sides:
                battle.witness(side)
            followed += time.process_time() - start
    return played, followed


if __name__ == "__main__":
    main()
