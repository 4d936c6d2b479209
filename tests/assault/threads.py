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
SIDE = 8
CREATURES = 10
SWITCHES = (1e-6, 1e-5, 1e-4, 0.005)
"""Seconds after which the interpreter lets another thread run; the last is Python's own choice."""

Answers: TypeAlias = list[object]


def attempt(dice: random.Random) -> None:
    """One crowd: each thread loads it, asks the reach of each creature in its own order, and plays a round or two."""
    text, rounds = crowd(dice), dice.choice((1, 1, 2))
    with switching(dice.choice(SWITCHES)):
        together = in_threads(lambda number: answers(text, rounds, number))
    build._BOARDS.clear()
    alone = answers(text, rounds)
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
        if number >= 4:
            lines += ["hp = 10", 'conditions = ["dead"]'] if number % 3 else ["hp = 10"]
    return "\n".join(lines)


def answers(text: str, rounds: int, first: int = 0) -> Answers:
    """The reach of each creature, beginning with that of a number, and what happens in some rounds."""
    with fivefoot.loads(text) as battle:
        names = [creature.name for creature in battle.creatures]
        ranges = {name: ways(battle.reach(name)) for name in (*names[first:], *names[:first])}
        found: Answers = [ranges[name] for name in names]
        found += [event.to_dict() for event in fivefoot.play_on(battle, rounds=rounds)]
        return found


def ways(reach: fivefoot.Reach) -> list[object]:
    """What each place costs, and the way to every third."""
    costs: list[object] = [(cube, arrival.cost) for cube, arrival in reach.items()]
    return costs + [reach[cube].path for cube in list(reach)[::3]]


def in_threads(ask: Callable[[int], Answers]) -> list[Answers]:
    """The answers of several threads that begin at the same moment; each knows its number."""
    begin = threading.Barrier(THREADS)

    def asked(number: int) -> Answers:
        begin.wait()
        return ask(number)

    with ThreadPoolExecutor(THREADS) as threads:
        return [one.result() for one in [threads.submit(asked, number) for number in range(THREADS)]]


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
