"""Steps a second of the learning environments: python benchmarks/learning.py [SCENARIO]

Any action that the mask allows, drawn evenly; processor time of one process, the best of several stretches after
the map has been compiled. Masks and observations are made for every step.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy

from fivefoot.arena import Arena, Side, Sides

SHIPPED = Path(__file__).parents[1] / "assets" / "scenarios"
STRETCHES = 6


def drawn(mask: Any, dice: numpy.random.Generator) -> int:
    """An action that a mask allows."""
    legal = numpy.flatnonzero(mask)
    return int(legal[dice.integers(len(legal))])


def arena(path: Path, **options: Any) -> Callable[[int], int]:
    """Plays at least so many steps of all sides; returns how many."""
    env, dice = Arena(path, **options), numpy.random.default_rng(1)
    env.reset(seed=1)

    def play(steps: int) -> int:
        for _ in range(steps):
            while not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
                if env.agents:
                    env.step(None)
                else:
                    env.reset()
            env.step(drawn(env.observe(env.agent_selection)["action_mask"], dice))
        return steps

    return play


def side(path: Path, **options: Any) -> Callable[[int], int]:
    """The same of one side against a brain."""
    env, dice = Side(path, **options), numpy.random.default_rng(1)
    held = {"info": env.reset(seed=1)[1]}

    def play(steps: int) -> int:
        for _ in range(steps):
            _, _, over, late, held["info"] = env.step(drawn(held["info"]["action_mask"], dice))
            if over or late:
                held["info"] = env.reset()[1]
        return steps

    return play


def sides(path: Path, battles: int, **options: Any) -> Callable[[int], int]:
    """The same of many battles at once; each counts."""
    env, dice = Sides(path, battles, **options), numpy.random.default_rng(1)
    held = {"infos": env.reset(seed=1)[1]}

    def play(steps: int) -> int:
        rounds = -(-steps // battles)
        for _ in range(rounds):
            actions = [drawn(mask, dice) for mask in held["infos"]["action_mask"]]
            *_, held["infos"] = env.step(actions)
        return rounds * battles

    return play


def main() -> None:
    """Print the table."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED / "bridge.toml"
    rows: dict[str, Callable[[int], int]] = {
        "Arena, whole turns": arena(path),
        "Arena, single intents": arena(path, act="intent"),
        "Side against random": side(path),
        "Side against aggressive": side(path, opponent="aggressive"),
        "Side, single intents": side(path, act="intent"),
        "Sides, 16 battles": sides(path, 16),
    }
    for name, play in rows.items():
        play(200)
        best = 0.0
        for _ in range(STRETCHES):
            begun = time.process_time()
            best = max(best, play(200) / (time.process_time() - begun))
        print(f"{name:26}{best:8.0f} steps/s")


if __name__ == "__main__":
    main()
