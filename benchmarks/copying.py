"""The cost of copying a battle's state: python benchmarks/copying.py

For 4 against 4 and 50 against 50, on small and large boards, at turns 1, 50 and 200: one copy of the state, one
fork, the undo of the last command, and as a yardstick `copy.deepcopy` of the very same components, in one run.
"""

import copy
import gc
import sys
import time
import tracemalloc
from collections.abc import Callable

from fivefoot import Battle
from fivefoot.brains import BRAINS, Match


def crowd(count: int, size: int) -> Battle:
    """So many creatures on a plain board."""
    places = [(x, y) for y in range(1, size - 1, 2) for x in range(1, size - 1)]
    creatures = [
        {"name": f"c{number}", "side": ("red", "blue")[number % 2], "at": places[number], "hp": 10_000, "damage": "1d6"}
        for number in range(count)
    ]
    return Battle.of(
        {
            "format": 1,
            "title": "A crowd",
            "ruleset": "d20-srd",
            "seed": 1,
            "board": {"map": "\n".join(["." * size] * size)},
            "creatures": creatures,
        }
    )


def microseconds(call: Callable[[], object], times: int) -> float:
    """The best of fifty rounds."""
    best = float("inf")
    for _ in range(50):
        start = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - start) / times)
    return best * 1e6


def undoing(battle: Battle, times: int) -> float:
    """The best of fifty rounds of taking the last command back; bringing it back is not counted."""
    best = float("inf")
    for _ in range(50):
        spent = 0.0
        for _ in range(times):
            start = time.perf_counter()
            battle.undo()
            spent += time.perf_counter() - start
            battle.redo()
        best = min(best, spent / times)
    return best * 1e6


def main() -> None:
    """Print the table."""
    print("creatures  board    turn  events   copy us   fork us   undo us   deepcopy us")
    for count, size in ((8, 16), (8, 256), (100, 32), (100, 256)):
        battle = crowd(count, size)
        match = Match(battle, {c.name: BRAINS["random"] for c in battle.creatures}, rounds=10_000, stalemate=10_000)
        for turn in (1, 50, 200):
            while battle.world.turns < turn:
                match.play_turn()
            world, times = battle.world, max(200 // count, 2)
            parts = [creature.components() for creature in world.creatures]
            figures = (
                microseconds(world.copy, times),
                microseconds(battle.fork, times),
                undoing(battle, times),
                microseconds(lambda: copy.deepcopy(parts), 1),  # noqa: B023 - called at once
            )
            shown = "".join(f"{figure:10.1f}" for figure in figures)
            print(f"{count:9}  {size:3}x{size:<3} {turn:5} {len(battle.events):7}{shown}")
    battle = crowd(8, 16)
    battle.begin_turn("c0")
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(10_000):
        battle.fork()
    gc.collect()
    print(f"10,000 forks in a loop leave {tracemalloc.get_traced_memory()[0] - before:,} bytes behind")


if __name__ == "__main__":
    sys.exit(main())
