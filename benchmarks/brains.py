"""How one brain does against another, on mirrored scenes, each both ways round: share of the points with its interval.

A brain is a shipped one, `module:object`, or one of these with `-abilities` at its end, which then uses none;
`planner:600` is the planner with so many simulated turns, `planner:600:2` with trials of two rounds, and
`cunning:patience=6,impatience=6` is `cunning` with those weights.

Run: python benchmarks/brains.py cunning aggressive [--scenes N] [--first N] [--sort plain] [--side 3] [--size 16 10]
    [--rulesets d20-srd ...]
"""

import argparse
import importlib
import inspect
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import fivefoot
from fivefoot.brains import BRAINS, Cunning, Match, Weights
from fivefoot.engine.brains import cunning, uses
from fivefoot.engine.brains.planner import Planner
from fivefoot.events import Used
from fivefoot.play.tournament.ladder import SORTS, scene
from fivefoot.play.tournament.ratings import wilson

WITHOUT = "-abilities"


@contextmanager
def no_abilities() -> Iterator[None]:
    """Brains see no abilities and no items here."""
    kept = uses.armed, uses.stands_off, cunning.gear_up
    uses.armed = uses.stands_off = lambda _: False  # type: ignore[assignment]
    cunning.gear_up = lambda _: None  # type: ignore[assignment]
    try:
        yield
    finally:
        uses.armed, uses.stands_off, cunning.gear_up = kept  # type: ignore[assignment]


class Without:
    """A brain that uses no abilities."""

    def __init__(self, brain: Any) -> None:
        self.brain = brain

    def turn(self, view: Any) -> Any:
        """Plays one turn."""
        with no_abilities():
            play, came = self.brain.turn(view), None
        while True:
            with no_abilities():
                try:
                    wanted = play.send(came) if came is not None else next(play)
                except StopIteration:
                    return
            came = yield wanted


def brain_of(name: str) -> Any:
    """The brain of a name."""
    if name.endswith(WITHOUT):
        return Without(brain_of(name.removesuffix(WITHOUT)))
    if name.startswith("planner:"):
        turns, _, rounds = name.removeprefix("planner:").partition(":")
        return Planner(int(turns), float(rounds or 1.5))
    if name.startswith("cunning:"):
        pairs = (one.partition("=") for one in name.removeprefix("cunning:").split(","))
        weights: dict[str, Any] = {weight: float(value) for weight, _, value in pairs}
        return Cunning(Weights(**weights))
    if name in BRAINS:
        return BRAINS[name]
    module, _, path = name.partition(":")
    found = getattr(importlib.import_module(module), path)
    return found() if inspect.isclass(found) else found


def one(text: str, seed: int, red: str, blue: str, spent: Counter[str], used: Counter[str]) -> float:
    """The points of red: 1, 0.5 or 0."""
    with fivefoot.loads(text, seed=seed) as battle:
        names = {"red": red, "blue": blue}
        sides = {one.name: one.side for one in battle.creatures}
        match = Match(battle, {name: brain_of(names[side]) for name, side in sides.items()})
        with battle.in_one_go():
            battle.roll_initiative()
            while not battle.over:
                begun = time.process_time()
                events = match.play_turn()
                whose = next((one.actor for one in events if type(one).__name__ == "TurnStarted"), None)
                if whose is not None:
                    brain = names[sides[whose]]
                    spent[brain] += int(1e6 * (time.process_time() - begun))
                    spent[f"turns {brain}"] += 1
                    used[brain] += sum(isinstance(one, Used) for one in events)
        winner = getattr(battle.events[-1], "winner", None)
    return 0.5 if winner is None else float(winner == "red")


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("brains", nargs=2)
    parser.add_argument("--scenes", type=int, default=8)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sort", choices=SORTS)
    parser.add_argument("--rulesets", nargs="*", default=list(fivefoot.RULESETS))
    parser.add_argument("--side", type=int, default=3, help="creatures a side")
    parser.add_argument("--size", type=int, nargs=2, default=(16, 10), help="squares east and south")
    given = parser.parse_args()
    mine, other = given.brains
    total, count = 0.0, 0
    for ruleset in given.rulesets:
        points, games = 0.0, 0
        spent: Counter[str] = Counter()
        used: Counter[str] = Counter()
        by_sort: dict[str, list[float]] = {}
        for number in range(given.first, given.first + given.scenes):
            sort = given.sort or SORTS[number % len(SORTS)]
            text = scene(number, ruleset, sort, (given.size[0], given.size[1]), given.side)
            for red, blue in ((mine, other), (other, mine)):
                got = one(text, 7000 + number, red, blue, spent, used)
                got = got if red == mine else 1 - got
                points, games = points + got, games + 1
                by_sort.setdefault(sort, []).append(got)
        total, count = total + points, count + games
        won = wilson(points, games)
        took = ", ".join(f"{name} {spent[name] / 1000 / max(spent[f'turns {name}'], 1):.1f}" for name in given.brains)
        kinds = " ".join(f"{sort} {sum(got):g}/{len(got)}" for sort, got in by_sort.items())
        print(
            f"{ruleset:14} {100 * won.rate:5.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f}) n={games}"
            f"  ms a turn: {took}  uses: {dict(used)}  {kinds}",
            flush=True,
        )
    won = wilson(total, count)
    print(f"{'all':14} {100 * won.rate:5.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f}) n={count}")


if __name__ == "__main__":
    main()
