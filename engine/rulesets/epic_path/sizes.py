"""How big bodies are, how fast they go, and what room they need."""

from collections.abc import Mapping
from math import inf, nextafter

from ....components.position import Mode
from ...rules.movement_budget import base_speeds, listed_modes
from ...rules.ruleset import Ruleset
from ...rules.sizes import SizeRow
from ...size_tables import TITANIC_SIDE, titanic_grade, titanic_side
from ...state.creature import Creature
from ..shared.speed_arithmetic import SpeedModifier, run_multiplier, slowed_speeds, total_modifier

ROWS: Mapping[str, SizeRow] = {
    "fine": SizeRow(-4, 1, 0.5, 0, 0, 100),
    "diminutive": SizeRow(-3, 1, 1, 0, 0, 25),
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 10),
    "huge": SizeRow(2, 3, 15, 15, 15),
    "gargantuan": SizeRow(3, 4, 20, 20, 20),
    "colossal": SizeRow(4, 5, 25, 25, 25),
    "titanic": SizeRow(5, 6, 30, 30, 30),
}
"""Spaces and reaches up to titanic, in feet.

Rules: ep.space.small-medium, ep.space.below-small, ep.space.above-medium, ep.occupied.count,
ep.reach.small-medium, ep.reach.tiny, ep.reach.rule-of-thumb, ep.grid.multiples-and-fractions,
ep.3d.creature-cube.
"""

WIDEST = 600
"""Squares beyond which a side is cut off: no board has room for so much anyway."""


class SizeLadder(dict[str, SizeRow]):
    """The table, with every grade beyond titanic that a word can name. (ep.space.beyond-titanic)"""

    def __init__(self, capped: bool) -> None:
        super().__init__(ROWS)
        self.capped = capped
        """Whether such grades stand on a base of 6 by 6 squares. (ep.space.figure-cap)"""

    def __contains__(self, word: object) -> bool:
        if super().__contains__(word):
            return True
        try:
            return isinstance(word, str) and titanic_grade(word) > 0
        except ValueError:
            return False

    def __missing__(self, word: str) -> SizeRow:
        try:
            grade = titanic_grade(word)
        except ValueError:
            raise KeyError(word) from None
        feet = TITANIC_SIDE if self.capped else min(titanic_side(grade), WIDEST * 5)
        return SizeRow(5 + grade, feet // 5, feet, feet, feet)


CAPPED, TRUE_SIZE = SizeLadder(True), SizeLadder(False)


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with bonuses on the walk, less what armor and load take off.

    Rules: ep.load.categories, ep.load.like-armor, ep.load.medium, ep.load.heavy, ep.load.stacks-with-armor.
    """
    speed = creature.speed
    base = base_speeds(creature)
    if "walk" in base and speed.bonuses and speed.imposed is None:
        bonus = total_modifier(SpeedModifier(amount, kind) for kind, amount in speed.bonuses)
        base["walk"] = max(base["walk"] + bonus, 0)
    return slowed_speeds(
        base,
        armor=speed.armor,
        load=speed.load,
        unhampered=creature.has("unhampered"),
        load_slows=rules.word("load-slows", "all-types", "walk-only"),
        slow_medium_load=rules.word("slow-medium-load", "example", "rule"),
    )


def weighed_down(rules: Ruleset, creature: Creature) -> bool:
    """Whether armor and load have brought a walk down to nothing. (ep.load.speed-zero)"""
    return base_speeds(creature).get("walk", 0) > 0 and rules.movement.speeds(rules, creature).get("walk", 0) == 0


def usable_modes(rules: Ruleset, creature: Creature) -> list[tuple[Mode, bool]]:
    """The modes that a creature lists and has speed left for, each in its own element alone.

    One that is weighed down keeps its walk, for the 5 feet of a standard action.
    Rules: ep.alternative.native-element, ep.load.speed-zero.
    """
    found = listed_modes(rules, creature)
    if weighed_down(rules, creature):
        found.insert(0, ("walk", True))
    return found


def squeeze_least(rules: Ruleset, row: SizeRow) -> float:
    """The least width that a size squeezes through: that of the next smaller size.

    For a medium body it must be more than 2 1/2 feet, for a small one that is enough.
    Rules: ep.squeeze.narrow-gap, ep.squeeze.head.
    """
    if row.room > 5:
        return row.room / 2 if row.room > TITANIC_SIDE else row.room - 5
    if row.rank == 0:
        return nextafter(2.5, inf)
    return {5.0: 2.5, 2.5: 1.0, 1.0: 0.5}.get(row.room, 0.5)


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """How many times its speed a runner covers.

    Rules: ep.run.distance, ep.run.multiplier, ep.load.run, ep.load.run-with-armor.
    """
    return run_multiplier(
        armor=creature.speed.armor,
        load=creature.speed.load,
        run_multiplier=rules.word("run-multiplier", "four", "five"),
    )


def stands_on(rules: Ruleset, creature: Creature, other: Creature) -> bool:
    """Whether one can stand on another's back: on any bigger one's. (ep.3d.standing-on-creature)"""
    return other.size.rank > creature.size.rank
