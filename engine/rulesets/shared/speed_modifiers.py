"""Bonuses and penalties on a speed, and their total."""

from collections.abc import Iterable
from dataclasses import dataclass

from ....components.speed import Weight


@dataclass(frozen=True, slots=True)
class SpeedModifier:
    """The bonus or penalty of a class, a spell or an item to a speed, in the ruleset's unit.

    Rules: srd.speed.bonus-spells-and-items.
    """

    amount: int
    type: str = "untyped"
    lost_in: frozenset[Weight] = frozenset()
    """The weights of armor in which it is lost."""


def total_modifier(modifiers: Iterable[SpeedModifier]) -> int:
    """The sum of the modifiers.

    Of bonuses that share a type the best counts; untyped bonuses add up, and so do all penalties. Rules:
    srd.speed.same-type-no-stack.
    """
    best: dict[str, int] = {}
    total = 0
    for modifier in modifiers:
        if modifier.type == "untyped" or modifier.amount < 0:
            total += modifier.amount
        else:
            best[modifier.type] = max(best.get(modifier.type, 0), modifier.amount)
    return total + sum(best.values())
