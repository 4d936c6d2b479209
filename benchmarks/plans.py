"""How the planner's other plans do beside its first, by trials and by battles played to the end.

At each decision every plan is tried with the same luck: `--trials` trials as the planner makes them, and `--ends`
battles that `cunning` plays to the end for both sides. Leads are in shares of a win.

Run: python benchmarks/plans.py [--scenes 20] [--first 0] [--trials 24] [--ends 0] [--rulesets d20-srd ...]
"""

import argparse
import random
import statistics
from collections.abc import Iterator
from itertools import islice
from typing import Any

import fivefoot
from fivefoot.brains import BRAINS, Cunning, Match, Planner
from fivefoot.engine.brains.planner import in_contact
from fivefoot.play.tournament.ladder import SORTS, scene
from fivefoot.play.trial import Eyes

MOST = 14
ROUNDS_TO_THE_END = 12
KINDS = ("strikes", "charges", "pushes", "heads", "keeps", "leaves", "stays", "draws")


def decisions(number: int, ruleset: str) -> Iterator[Any]:
    """The view of one decision near an enemy, late enough in a battle of `cunning` against itself."""
    text = scene(number, ruleset, SORTS[number % len(SORTS)])
    with fivefoot.loads(text, seed=number) as battle:
        match = Match(battle, {one.name: BRAINS["cunning"] for one in battle.creatures})
        battle.roll_initiative()
        for turn in range(random.Random(number).randrange(5, 22) + 12):
            if battle.over:
                return
            copy, name = battle.fork(), match.next_up()
            if copy.active != name:
                copy.begin_turn(name)
            view = Eyes(copy, name).view
            if turn >= 5 and view.enemies and in_contact(view):
                yield view
                return
            match.play_turn()


def kind_of(why: str) -> str:
    """A word for plans of one kind."""
    first = why.split()[0].rstrip(",")
    return "candidate of cunning" if first == "it" else first if first in KINDS else "uses"


def scores(view: Any, plan: Any, planner: Planner, trials: int, *, to_the_end: bool) -> list[float]:
    """The chances after each trial, from 0 to 1."""
    script = Cunning().decide if to_the_end else planner.scripts
    found = []
    for number in range(trials):
        luck = (-1) ** number * (number // 2 + 1 + (1000 if to_the_end else 0))
        trial = view.fork(luck)
        trial.play(plan)
        trial.play_on(script, ROUNDS_TO_THE_END if to_the_end else planner.rounds)
        found.append((1 + trial.score()) / 2)
    return found


def lead(one: list[float], other: list[float]) -> float:
    """The mean lead in percent."""
    return 100 * (statistics.mean(one) - statistics.mean(other))


def main() -> None:
    """Tries plans and prints their leads."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--scenes", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--trials", type=int, default=24)
    parser.add_argument("--ends", type=int, default=0)
    parser.add_argument("--rulesets", nargs="*", default=list(fivefoot.RULESETS))
    given = parser.parse_args()
    planner, found, number_of = Planner(), dict[str, list[tuple[float, float]]](), 0
    for number in range(given.first, given.first + given.scenes):
        for view in decisions(number, given.rulesets[number % len(given.rulesets)]):
            number_of += 1
            plans = list(islice(planner._plans(view), MOST))
            tried = [scores(view, plan, planner, given.trials, to_the_end=False) for plan in plans]
            ended = (
                [scores(view, plan, planner, given.ends, to_the_end=True) for plan in plans] if given.ends else tried
            )
            for plan, trials, ends in list(zip(plans, tried, ended, strict=True))[1:]:
                row = lead(trials, tried[0]), lead(ends, ended[0])
                if any(row):  # a plan that comes to the same turn is none
                    found.setdefault(kind_of(plan.why), []).append(row)
    print(f"{number_of} decisions; lead over the first plan in percent of a win")
    found["all"] = [row for rows in found.values() for row in rows]
    for kind, rows in found.items():
        told = f"{kind:22} {len(rows):4} plans: {statistics.mean(row[0] for row in rows):6.1f} by trials"
        if given.ends:
            told += f", {statistics.mean(row[1] for row in rows):6.1f} to the end"
        print(f"{told}, {sum(row[0] > 1.5 for row in rows):3} more than 1.5 ahead")


if __name__ == "__main__":
    main()
