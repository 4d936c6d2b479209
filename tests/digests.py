"""A line for each of many battles, the same from every build: interpreted, with the compiled search, compiled.

Run: python -m tests.digests FIRST LAST [EACH]   (pure: FIVEFOOT_PURE=1; a wheel: PYTHONPATH=where it is installed)

Played are all shipped scenarios and, with each seed from FIRST to LAST, a 4 against 4, under every ruleset and by three
brains. A line holds the scenario, ruleset, brain, seed, number of events and digest of the log. Two builds are compared
by `diff`; which build it is stands on standard error. With EACH only the first of so many is played.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.turns_a_unit import scene

from fivefoot.engine.extras import which_modules
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import parse, read
from fivefoot.engine.search.compiled_search import which_search
from fivefoot.play.battle import Battle
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.save import digest

SHIPPED = sorted((Path(__file__).parents[1] / "assets" / "scenarios").glob("*.toml"))
BRAINS = ("aggressive", "cunning", "random")
"""Those that play any battle; `tactics` plays what a scenario lists for it."""
SEED = 7
"""What the shipped scenarios are played with."""


def line(name: str, scenario: Scenario, brain: str, seed: int) -> str:
    """One battle, played to its end."""
    with Battle(scenario, seed=seed) as battle:
        events = play_on(battle, brains_for(scenario, brain, brain))
        return f"{name} {scenario.ruleset} {brain} {seed} {len(events)} {digest(events)}"


def lines(first: int, last: int, each: int = 1) -> Iterator[str]:
    """Each so manieth battle, one after the other."""
    battles = [
        (ruleset, brain, battle)
        for ruleset in RULESETS
        for brain in BRAINS
        for battle in (*SHIPPED, *range(first, last + 1))
    ]
    for ruleset, brain, battle in battles[::each]:
        if isinstance(battle, int):
            yield line("4-against-4", parse(scene(ruleset, battle, brain)), brain, battle)
        else:
            yield line(battle.stem, unscripted(read(battle), ruleset)[0], brain, SEED)


if __name__ == "__main__":
    print(f"modules: {which_modules()}; search: {which_search()}", file=sys.stderr)
    for told in lines(*map(int, sys.argv[1:])):
        print(told, flush=True)
