"""`cunning` beats `aggressive` beats `random`, in every ruleset.

A few battles show it only where the better play has room; docs/brains.md has the numbers over all scenarios.
"""

from pathlib import Path

import pytest

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.tournament.one_battle import ScenarioCache
from fivefoot.play.tournament.pairings import Entrant, Schedule, pairings_of
from fivefoot.play.tournament.ratings import wilson

SCENARIOS = Path(__file__).parents[3] / "assets" / "scenarios"
FEWEST, CERTAIN = 12, 3.3
"""Battles after which it may be clear already, and how many standard deviations make it so (one error in 2,000)."""
GROUND = """
............
...:....o...
.o..........
......::....
..,.....#...
...#.....,..
....::......
..........o.
...o....:...
............
"""
FIGHTER = """
[[creatures]]
name = "{side}{number}"
side = "{side}"
at = [{x}, {y}]
speed = {speed}
hp = 14
ac = 13
attack = 5
damage = "1d8+2"
"""


def level(ruleset: str) -> str:
    """Three against three of a kind, on ground that looks the same from either side."""
    text = f'ruleset = "{ruleset}"\n[board]\nmap = """{GROUND}"""\n'
    speed = 6 * RULESETS[ruleset].unit
    for number in range(3):
        text += FIGHTER.format(side="red", number=number, x=3 * number + 1, y=0, speed=speed)
        text += FIGHTER.format(side="blue", number=number, x=10 - 3 * number, y=9, speed=speed)
    return text


def plan_for(ruleset: str, better: str, worse: str, games: int) -> Schedule:
    """So many battles each on level ground, beside a gorge and between pools of molten metal, sides swapped."""
    texts = {
        "level": level(ruleset),
        **{name: (SCENARIOS / f"{name}.toml").read_text() for name in ("bridge", "forge")},
    }
    entries = tuple(Entrant(name, text, (ruleset,)) for name, text in texts.items())
    return Schedule(entries=entries, pairings=pairings_of((better, worse)), games=games, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [pytest.param("cunning", "aggressive", 20, marks=pytest.mark.nightly), ("aggressive", "random", 4)],
)
def test_the_better_brain_wins_clearly(ruleset: str, better: str, worse: str, games: int) -> None:
    if better == "cunning":  # where its lead is small it takes many battles to be told from chance
        games = {"pathfinder-2e": 140, "d20-srd": 80, "epic-path": 140}.get(ruleset, games)
    plan = plan_for(ruleset, better, worse, games)
    hall, points, played = ScenarioCache(plan), 0.0, 0
    for number in range(plan.battles):
        if number >= FEWEST and wilson(points, number, z=CERTAIN).low > 0.5:
            break  # that much more of the same would not turn it
        fixture, winner = plan.fixture(number), hall.play(number).result.winner
        winning = {"red": fixture.red, "blue": fixture.blue, None: None}[winner]
        points += 0.5 if winning is None else winning == better
        played = number + 1
    won = wilson(points, played)
    assert won.low > 0.5, f"{better} won {won.rate:.0%} of {played} battles ({won.low:.2f} to {won.high:.2f})"
