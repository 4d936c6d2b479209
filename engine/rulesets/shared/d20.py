"""Small policies of the d20 games: modifiers, sizes, conditions, staying aloft, sight; and tables of action costs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....components.stats import Weight
from ...board.board import Board
from ...board.obstruction import buried, by_clear, clear, wide_open
from ...geometry.boxes import Box, adjacent, overlap
from ...rules.ruleset import ActionCost, Ruleset, SizeRow, World
from ...state.creature import Creature

if TYPE_CHECKING:
    from ...rules.ruleset import Ruleset

SCORE = 8
"""Figures from this on are scores; smaller ones are modifiers."""


def ability_modifier(creature: Creature, ability: str) -> int:
    """An ability's modifier: half of its score above 10, rounded down.

    Data may give the modifier outright, among skills or as an ability figure too small for a score. 0 if they give
    neither.
    """
    if ability in creature.body.skills:
        return creature.body.skills[ability]
    figure = creature.body.abilities.get(ability)
    if figure is None:
        return 0
    return (figure - 10) // 2 if figure >= SCORE else figure


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


@by_clear
def open_line(rules: "Ruleset", board: Board, a: Box, b: Box) -> bool:
    """True if the board's cubes and walls leave a line of effect open between two spaces.

    What fills a cube separates a creature wholly inside from those outside; two within it reach what they touch.
    (ep.blocked.sight, ep.threat.area)
    """
    if wide_open(board, a, b):
        return True
    inside = buried(board, a)
    if inside != buried(board, b):
        return False
    if inside:
        return adjacent(a, b) or overlap(a, b)
    return clear(board, a, b)


D20_CONDITIONS = frozenset(
    {
        "prone", "flat-footed", "fatigued", "squeezing", "helpless", "unconscious", "dead", "paralyzed",
        "stunned", "blinded", "slowed", "weakened", "grabbed", "restrained", "bound", "climbing",
        "falling", "charging", "running", "asleep", "pinned", "held", "voluntary-prone", "hidden", "stance",
        "crouched", "quelled", "splayed",
    }
)  # fmt: skip
"""The conditions that every ruleset knows; each may add its own."""


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """True if a creature in mid-air stays there: by hovering, or by wings while it can act."""
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return rules.movement.speeds(rules, creature).get("fly", 0) > 0


def sees(world: World, creature: Creature, target: Creature) -> bool:
    """True if there is line of effect between two creatures."""
    return world.rules.threat.line(world.rules, world.board, creature.box, target.box)


def free(*intents: str) -> dict[str, ActionCost]:
    """Intents that cost no action."""
    return {intent: ActionCost(((),)) for intent in intents}


def costing(ways: tuple[tuple[str, ...], ...], *intents: str) -> dict[str, ActionCost]:
    """Intents that are paid in any of the given ways."""
    return {intent: ActionCost(ways) for intent in intents}


def alone(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """True if the areas of small creatures' spaces add up to no more than a square."""
    area = sum(1 / rules.sizes.rows[other.size.name].per_square for other in others)
    return area + 1 / rules.sizes.rows[creature.size.name].per_square <= 1 + 1e-9


D20_SIZES: Mapping[str, SizeRow] = {
    "fine": SizeRow(-4, 1, 0.5, 0, 0, 100),
    "diminutive": SizeRow(-3, 1, 1, 0, 0, 25),
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 5),
    "huge": SizeRow(2, 3, 15, 15, 10),
    "gargantuan": SizeRow(3, 4, 20, 20, 15),
    "colossal": SizeRow(4, 6, 30, 30, 20),
}
"""The size table of the d20 SRD, which Ascension shares; lengths in feet.

(srd.size.fine, srd.size.diminutive, srd.size.tiny, srd.size.small, srd.size.medium, srd.size.large, srd.size.huge,
srd.size.gargantuan, srd.size.colossal)
"""
