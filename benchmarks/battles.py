"""Battles and turns a second, and how their cost grows with creatures and board.

    python benchmarks/battles.py                  the table
    python benchmarks/battles.py --scale          cost against creatures (4 to 200) and board (16 to 256)
    python benchmarks/battles.py --scale --plot scale.png

All rules are on: four against four on 16 by 16 squares with walls, pillars, difficult terrain, hazards
and heights; opportunity attacks, falls, flanking, checks. Times are of the processor where one process
plays, of the clock where several do.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

from fivefoot.engine.brains import BRAINS
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match
from fivefoot.play.tournament.ledger import Ledger
from fivefoot.play.tournament.one_battle import lines_of
from fivefoot.play.tournament.pairings import Entrant, Pairing, Schedule
from fivefoot.play.tournament.workers import Workers, play_all

LONGER = 4
"""How many times as many battles each of several processes plays: each has its boards to compile first."""


def field(ruleset: str, a_side: int = 4, size: int = 16) -> str:
    """A scenario: two ranks of fighters on opposite edges of a rough field."""
    dice = random.Random(3)
    rows = [["."] * size for _ in range(size)]
    for _ in range(size * size // 12):
        rows[dice.randrange(3, size - 3)][dice.randrange(size)] = dice.choice("#o::::,^1")
    text = [f'ruleset = "{ruleset}"', "[board]", 'map = """', *("".join(row) for row in rows), '"""']
    speed = 30 // 5 * RULESETS[ruleset].unit
    for side, ranks in (("red", (0, 1, 2)), ("blue", (size - 1, size - 2, size - 3))):
        for number in range(a_side):
            rank, file = divmod(number, max(size // 2, 1))
            text += [
                "[[creatures]]",
                f'name = "{side}{number}"',
                f'side = "{side}"',
                f"at = [{(2 * file + rank) % size}, {ranks[rank % 3]}]",
                f"speed = {speed}",
                "hp = 16",
                "ac = 13",
                "attack = 5",
                'damage = "1d8+2"',
            ]
    return "\n".join(text)


def play(scenario: Scenario, brain: str, seed: int, rounds: int = 100, log: bool = False) -> tuple[int, int]:
    """One battle; its turns and events."""
    with Battle(scenario, seed=seed) as battle:
        Match(battle, {c.name: BRAINS[brain] for c in battle.creatures}, rounds=rounds).play()
        if log:
            lines_of(battle.events)
        return battle.world.turns, len(battle.events)


def rates(ruleset: str, brain: str, battles: int, log: bool) -> tuple[float, float]:
    """Battles and turns a second of one process."""
    scenario = parse(field(ruleset))
    for seed in range(3):
        play(scenario, brain, 10_000 + seed)
    begun = time.process_time()
    turns = sum(play(scenario, brain, seed, log=log)[0] for seed in range(battles))
    took = time.process_time() - begun
    return battles / took, turns / took


def together(ruleset: str, brain: str, battles: int, jobs: int, folder: Path) -> float:
    """Battles a second of several processes, results kept in a ledger, by the clock."""
    plan = Schedule(
        entries=(Entrant("field", field(ruleset), (ruleset,)),),
        pairings=(Pairing(brain, brain),),
        games=battles,
        seed=0,
    )
    workers = Workers(plan, jobs)
    path = folder / f"bench-{ruleset}-{jobs}.db"
    path.unlink(missing_ok=True)
    try:
        with Ledger(path) as ledger:
            ledger.enter(plan)
            starting = [workers.submit(()) for _ in range(jobs)]
            while waiting := [future for future in starting if not future.done()]:
                workers.wait(waiting)  # until the processes are up
            begun = time.perf_counter()
            play_all(plan, ledger, workers)
            return battles / (time.perf_counter() - begun)
    finally:
        workers.close()
        path.unlink(missing_ok=True)


def a_turn(scenario: Scenario, rounds: int) -> float:
    """Milliseconds a turn, once the board is compiled."""
    play(scenario, "aggressive", 1, 1)
    begun = time.process_time()
    turns, _ = play(scenario, "aggressive", 1, rounds)
    return 1000 * (time.process_time() - begun) / turns


def scale(rounds: int = 3) -> Iterator[tuple[str, int, float]]:
    """(what grows, how far, milliseconds a turn)."""
    ruleset = next(iter(RULESETS))
    for creatures in (4, 10, 20, 50, 100, 200):
        yield "creatures", creatures, a_turn(parse(field(ruleset, creatures // 2, 64)), rounds)
    for size in (16, 32, 64, 128, 256):
        yield "board", size, a_turn(parse(field(ruleset, 4, size)), rounds)


def draw(points: list[tuple[str, int, float]], path: Path) -> None:
    """Both curves, on logarithmic axes."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullLocator

    figure = Figure(figsize=(10, 4), layout="constrained")
    for axes, what in zip(figure.subplots(1, 2), ("creatures", "board"), strict=True):
        chosen = [(x, y) for name, x, y in points if name == what]
        axes.loglog([x for x, _ in chosen], [y for _, y in chosen], "o-")
        axes.set_xlabel("creatures on 64 by 64" if what == "creatures" else "squares on a side, 4 against 4")
        axes.set_ylabel("milliseconds a turn")
        axes.set_xticks([x for x, _ in chosen], [str(x) for x, _ in chosen])
        axes.xaxis.set_minor_locator(NullLocator())
        axes.grid(visible=True, alpha=0.3)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--battles", type=int, default=40)
    reader.add_argument("--brain", default="aggressive", choices=list(BRAINS))
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--scale", action="store_true")
    reader.add_argument("--plot", type=Path)
    chosen = reader.parse_args()
    if chosen.scale:
        points = []
        for point in scale():
            points.append(point)
            print(f"{point[0]:10} {point[1]:5}  {point[2]:8.2f} ms a turn", flush=True)
        if chosen.plot:
            draw(points, chosen.plot)
        return
    print(f"{'ruleset':15} {'battles/s':>10} {'turns/s':>9} {'with logs':>10} {f'{chosen.jobs} processes':>12}")
    for ruleset in RULESETS:
        plain = rates(ruleset, chosen.brain, chosen.battles, log=False)
        logged = rates(ruleset, chosen.brain, chosen.battles, log=True)
        both = together(ruleset, chosen.brain, LONGER * chosen.jobs * chosen.battles, chosen.jobs, Path("."))
        print(f"{ruleset:15} {plain[0]:10.1f} {plain[1]:9.0f} {logged[0]:10.1f} {both:12.1f}", flush=True)


if __name__ == "__main__":
    main()
