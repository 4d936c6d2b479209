"""Tunes the weights of `cunning` by self-play: CMA-ES over shares of the points against the shipped weights.

Each generation plays new mirrored scenes, the same for all of its candidates, both ways round and under all rulesets.
At the end the mean of the search plays scenes that no generation has seen. Needs the extra `tune`.

Run: python benchmarks/tune.py [--generations 20] [--scenes 4] [--first 5000] [--jobs 2] [--names caution bold ...]
"""

import argparse
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np
from cmaes import CMA

import fivefoot
from fivefoot.brains import Cunning, Match, Weights
from fivefoot.play.tournament.ladder import SORTS, scene
from fivefoot.play.tournament.ratings import wilson

CHECKED = 1_000_000
"""The number of the first scene of the last comparison."""


class Range(NamedTuple):
    """Where a weight is sought; those of a wide range by their logarithm."""

    low: float
    high: float
    log: bool = False

    def value(self, share: float) -> float:
        share = min(max(share, 0.0), 1.0)
        if self.log:
            return math.exp(math.log(self.low) + share * (math.log(self.high) - math.log(self.low)))
        return self.low + share * (self.high - self.low)

    def share(self, value: float) -> float:
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


RANGES = {
    "caution": Range(0.2, 2.5, log=True),
    "exposed": Range(0.0, 1.0),
    "bold": Range(0.0, 1.0),
    "patience": Range(0.0, 10.0),
    "impatience": Range(0.0, 10.0),
    "hurry": Range(0.005, 0.5, log=True),
    "high": Range(0.003, 0.3, log=True),
    "together": Range(0.003, 0.3, log=True),
    "poise": Range(0.0, 1.5),
    "crowded": Range(0.0, 4.0),
    "drawn": Range(0.4, 4.0, log=True),
    "distracted": Range(0.0, 1.0),
}


def weights_of(names: Sequence[str], shares: Sequence[float]) -> dict[str, Any]:
    """The weights at a point of the search, the others as shipped."""
    found: dict[str, Any] = {name: RANGES[name].value(share) for name, share in zip(names, shares, strict=True)}
    return {name: round(value) if name in ("patience", "impatience") else value for name, value in found.items()}


def points(job: tuple[dict[str, Any], int, str]) -> float:
    """The points of these weights against the shipped ones, of the two battles of one scene."""
    changed, number, ruleset = job
    text, found = scene(number, ruleset, SORTS[number % len(SORTS)]), 0.0
    for mine in ("red", "blue"):
        with fivefoot.loads(text, seed=number) as battle:
            brains = {True: Cunning(Weights(**changed)), False: Cunning()}
            match = Match(battle, {one.name: brains[one.side == mine] for one in battle.creatures})
            winner = getattr(match.play()[-1], "winner", None)
        found += 0.5 if winner is None else float(winner == mine)
    return found


def share(pool: ProcessPoolExecutor, changed: Mapping[str, Any], first: int, scenes: int) -> tuple[float, int]:
    """The points of these weights over some scenes under all rulesets, and the number of battles."""
    jobs = [(dict(changed), number, one) for number in range(first, first + scenes) for one in fivefoot.RULESETS]
    return sum(pool.map(points, jobs, chunksize=4)), 2 * len(jobs)


def main() -> None:
    """Searches, and prints each generation."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--scenes", type=int, default=4)
    parser.add_argument("--first", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=20, help="scenes of the last comparison")
    parser.add_argument("--names", nargs="*", default=list(RANGES), choices=RANGES)
    given = parser.parse_args()
    names, usual = given.names, asdict(Weights())
    start = np.array([RANGES[name].share(usual[name]) for name in names])
    bounds = np.array([[0.0, 1.0]] * len(names))
    search, first = CMA(mean=start, sigma=0.2, bounds=bounds, seed=given.seed), given.first
    with ProcessPoolExecutor(given.jobs) as pool:
        for generation in range(given.generations):
            tried = []
            for _ in range(search.population_size):
                at = search.ask()
                won, battles = share(pool, weights_of(names, at), first, given.scenes)
                tried.append((at, -won / battles))
            search.tell(tried)
            first += given.scenes
            mean = -sum(loss for _, loss in tried) / len(tried)
            print(f"generation {generation}: {100 * mean:.1f} % on average, {told(names, search.mean)}", flush=True)
        found = weights_of(names, search.mean)
        won, battles = share(pool, found, CHECKED, given.check)
        rate = wilson(won, battles)
        low, high = 100 * rate.low, 100 * rate.high
        print(f"the mean on new scenes: {100 * rate.rate:.1f} % ({low:.1f} to {high:.1f}) of {battles}")


def told(names: Sequence[str], at: Sequence[float]) -> str:
    """The weights at a point, as `Weights` takes them."""
    return ", ".join(f"{name}={value:.3g}" for name, value in weights_of(names, at).items())


if __name__ == "__main__":
    main()
