"""Crowds on a new map, asked from several threads at once: every answer is that of one thread alone.

`python -m tests.assault.threads 1000 --seed 1`
"""

import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeAlias

from tests.assault.tries import main

import fivefoot
from fivefoot.engine.scenario import build

THREADS = 6
SIDE = 12
CREATURES = 16
SWITCHES = (1e-6, 1e-5, 1e-4, 0.005)
"""Seconds after which the interpreter lets another thread run; the last is Python's own choice."""

Answers: TypeAlias = list[object]


def attempt(dice: random.Random) -> None:
    """One crowd: each thread loads it, asks the reach of each creature and plays two rounds."""
    text = crowd(dice)
    with switching(dice.choice(SWITCHES)):
        together = in_threads(lambda: answers(text))
    build._BOARDS.clear()
    alone = answers(text)
    assert all(found == alone for found in together), "threads found other answers than one alone"


def crowd(dice: random.Random) -> str:
    """A scenario on a map that no other has: walls and rough ground, the living and the dead of two sides."""
    rows = ["".join(dice.choices(".^#", (16, 3, 1), k=SIDE)) for _ in range(SIDE)]
    free = [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != "#"]
    places = dice.sample(free, CREATURES)
    ruleset = dice.choice(sorted(fivefoot.RULESETS))
    lines = [
        "format = 1",
        'title = "Crowd"',
        f'ruleset = "{ruleset}"',
        f"seed = {dice.randrange(1000)}",
        "[board]",
        'map = """',
        *rows,
        '"""',
        "[board.legend]",
        '"^" = { terrain = "difficult" }',
    ]
    for number, (x, y) in enumerate(places):
        lines += ["[[creatures]]", f'name = "c{number}"', f'side = "{("red", "blue")[number % 2]}"', f"at = [{x}, {y}]"]
        if number >= 6:
            lines += ["hp = 10", 'conditions = ["dead"]'] if number % 3 else ["hp = 10"]
    return "\n".join(lines)


def answers(text: str) -> Answers:
    """The reach of each creature, and what happens in two rounds of it."""
    with fivefoot.loads(text) as battle:
        found: Answers = [
            [(arrival.cost, arrival.path) for arrival in battle.reach(creature.name).values()]
            for creature in battle.creatures
        ]
        found += [event.to_dict() for event in fivefoot.play_on(battle, rounds=2)]
        return found


def in_threads(ask: Callable[[], Answers]) -> list[Answers]:
    """The answers of several threads that begin at the same moment."""
    begin = threading.Barrier(THREADS)

    def asked() -> Answers:
        begin.wait()
        return ask()

    with ThreadPoolExecutor(THREADS) as threads:
        return [one.result() for one in [threads.submit(asked) for _ in range(THREADS)]]


@contextmanager
def switching(seconds: float) -> Iterator[None]:
    """A while in which the interpreter changes threads after so many seconds."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(seconds)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
