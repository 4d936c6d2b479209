"""Turns of a battle in the time of a fixed piece of plain Python: a speed nearly independent of the machine.

The piece is a search by heap and dictionary. Battles of all rulesets, 4 against 4 on 16x16, and the piece take turns in
one process, in processor time; of each battle the fastest of several rounds counts, for others only slow it down.

Run: python benchmarks/turns_a_unit.py [--brain NAME] [--seeds N] [--rounds N]    (pure: FIVEFOOT_PURE=1)
"""

import argparse
import heapq
import random
import time

import fivefoot
from fivefoot.engine.extras import which_modules
from fivefoot.engine.search.compiled_search import which_search

MAP = "\n".join(
    {5: "....##....::....", 10: "....::....##...."}.get(row, "................") for row in range(16)
)  # fmt: skip


def unit() -> float:
    """Seconds that the piece takes."""
    begun = time.process_time()
    chance, side = random.Random(1), 40
    walls = {(chance.randrange(side), chance.randrange(side)) for _ in range(200)}
    for start in range(12):
        seen = {(start, start, 0): 0}
        queue = [(0, (start, start, 0))]
        while queue:
            cost, (x, y, parity) = heapq.heappop(queue)
            if cost > seen[x, y, parity] or cost > 14:
                continue
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if not dx and not dy:
                        continue
                    a, b = x + dx, y + dy
                    if not (0 <= a < side and 0 <= b < side) or (a, b) in walls:
                        continue
                    diagonal = dx and dy
                    then = parity ^ 1 if diagonal else parity
                    total = cost + (2 if diagonal and parity else 1)
                    if total < seen.get((a, b, then), 99):
                        seen[a, b, then] = total
                        heapq.heappush(queue, (total, (a, b, then)))
    return time.process_time() - begun


def scene(ruleset: str, seed: int, brain: str) -> str:
    """The scenario file of one battle."""
    speed = 30 if fivefoot.RULESETS[ruleset].feet else 6
    text = f'title = "Speed"\nruleset = "{ruleset}"\nseed = {seed}\n[board]\nmap = """\n{MAP}\n"""\n'
    for number in range(8):
        side, x = ("red", 1) if number < 4 else ("blue", 14)
        text += (
            f'[[creatures]]\nname = "c{number}"\nside = "{side}"\nat = [{x}, {3 + 3 * (number % 4)}]\nspeed = {speed}\n'
        )
        text += f'hp = 20\nac = 14\nattack = 5\ndamage = "1d8+3"\nai = "{brain}"\n'
    return text


def battle(ruleset: str, seed: int, brain: str) -> tuple[float, int]:
    """(seconds from the text of the file to the last event, turns played)."""
    begun = time.process_time()
    with fivefoot.loads(scene(ruleset, seed, brain)) as fight:
        fivefoot.play_on(fight)
        return time.process_time() - begun, fight.world.turns


def main() -> None:
    """What is measured, a line for each ruleset, and the mean."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--brain", default="aggressive")
    asked.add_argument("--seeds", type=int, default=6)
    asked.add_argument("--rounds", type=int, default=5)
    chosen = asked.parse_args()
    print(f"modules: {which_modules()}; search: {which_search()}")
    fastest: dict[tuple[str, int], tuple[float, int]] = {}
    units: list[float] = []
    for ruleset in fivefoot.RULESETS:
        battle(ruleset, 0, chosen.brain)
    for _ in range(chosen.rounds):
        units += [unit(), unit()]
        for ruleset in fivefoot.RULESETS:
            for seed in range(1, chosen.seeds + 1):
                taken = battle(ruleset, seed, chosen.brain)
                fastest[ruleset, seed] = min(fastest.get((ruleset, seed), taken), taken)
    rates = []
    for ruleset in fivefoot.RULESETS:
        rows = [row for (name, _), row in fastest.items() if name == ruleset]
        seconds, turns = sum(row[0] for row in rows), sum(row[1] for row in rows)
        rates.append(turns / seconds * min(units))
        print(f"{ruleset:14} {rates[-1]:5.1f} turns a unit, {seconds / turns * 1e6:6.0f} microseconds a turn")
    print(f"{'mean':14} {sum(rates) / len(rates):5.1f} turns a unit; a unit is {min(units) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
