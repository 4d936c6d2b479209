"""The forecast of a strike by the ruleset's odds."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...components.plan import Strike
from ...components.position import Cube
from ..dice import parse
from ..rules.ruleset import World


class Forecast(NamedTuple):
    """The expected result of a strike: chance to hit, damage, chance to defeat the target."""

    hit: float
    least: int
    most: int
    fells: float | None
    """The chance that all strikes down the target; None without hit points."""
    bonus: int
    """The bonus added to the dice."""
    against: int
    """The defence to reach."""
    modifiers: tuple[tuple[str, int | str], ...]
    """As the log lists them."""
    outcomes: tuple[tuple[str, float], ...]
    """(outcome, chance), best first."""

    def __str__(self) -> str:
        words = f"{self.hit:.0%}"
        if self.most:
            words += f", {self.least}" + (f" to {self.most}" if self.most != self.least else "")
        if self.fells:
            words += f", {self.fells:.0%} to fell"
        return words


def forecast(world: World, strike: Strike, at: Cube | None = None, strikes: int = 1) -> Forecast:
    """Returns the expected result of one or more equal strikes, without dice.

    `at` replaces the striker's place.
    """
    if at is not None and at != world.named[strike.by].cube:
        world = world.copy()
        striker = world.named[strike.by]
        striker.place(at)
        world.creature_changed(striker)
    rules = world.rules
    odds = rules.attacks.forecast(world, strike)
    striker, target = world.named[strike.by], world.named[strike.target]
    text = strike.dice or striker.body.damage
    rolls = spread(text) if text is not None else {0: 1.0}
    off = 0 if strike.kind in rules.attacks.unreduced else target.body.damage_reduction
    dealt = [
        (chance * share, max(rolled * halves // 2 - off, 0))
        for _, chance, halves in odds.outcomes
        if halves and chance
        for rolled, share in rolls.items()
    ]
    amounts = [amount for _, amount in dealt]
    hp = target.health.hp
    return Forecast(
        hit=sum(chance for _, chance, halves in odds.outcomes if halves),
        least=min(amounts, default=0),
        most=max(amounts, default=0),
        fells=None if hp is None else _fells(dealt, hp, strikes),
        bonus=odds.bonus,
        against=odds.against,
        modifiers=odds.modifiers,
        outcomes=tuple((name, chance) for name, chance, _ in odds.outcomes if chance),
    )


def _fells(dealt: Sequence[tuple[float, int]], hp: int, strikes: int) -> float:
    if strikes == 1:
        return sum(chance for chance, amount in dealt if amount >= hp)
    misses = 1 - sum(chance for chance, _ in dealt)
    left = {hp: 1.0}
    for _ in range(strikes):
        after: dict[int, float] = {}
        for points, held in left.items():
            for chance, amount in ((misses, 0), *dealt):
                rest = max(points - amount, 0)
                after[rest] = after.get(rest, 0.0) + held * chance
        left = after
    return left.get(0, 0.0)


MOST_FACES = 2000
"""Dice with more results count as their average."""


@lru_cache(maxsize=256)
def spread(text: str) -> dict[int, float]:
    """Returns {result: probability} of a roll such as `2d6+3`. Negative results count as 0."""
    roll = parse(text)
    if roll.count * roll.sides > MOST_FACES:
        least, most = max(roll.count + roll.plus, 0), max(roll.count * roll.sides + roll.plus, 0)
        return {least: 1e-12, max(int(roll.mean), 0): 1 - 2e-12, most: 1e-12}
    sums = {0: 1.0}
    for _ in range(roll.count):
        grown: dict[int, float] = {}
        for total, chance in sums.items():
            for face in range(1, roll.sides + 1):
                grown[total + face] = grown.get(total + face, 0.0) + chance / roll.sides
        sums = grown
    found: dict[int, float] = {}
    for total, chance in sums.items():
        amount = max(total + roll.plus, 0)
        found[amount] = found.get(amount, 0.0) + chance
    return found
