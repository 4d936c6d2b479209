"""Small policies of the d20 games: conditions, staying aloft, sight; and tables of action costs."""

from collections.abc import Mapping

from ...rules.ruleset import ActionCost, Ruleset, World
from ...rules.sizes import SizeRow
from ...state.creature import Creature

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
    """Whether a creature in mid-air stays there: by hovering, or by wings while it can act."""
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return rules.movement.speeds(rules, creature).get("fly", 0) > 0


def sees(world: World, creature: Creature, target: Creature) -> bool:
    """Whether there is line of effect between two creatures."""
    return world.rules.threat.line(world.rules, world.board, creature.box, target.box)


def free(*intents: str) -> dict[str, ActionCost]:
    """Intents that cost no action."""
    return {intent: ActionCost(((),)) for intent in intents}


def costing(ways: tuple[tuple[str, ...], ...], *intents: str) -> dict[str, ActionCost]:
    """Intents that are paid in any of the given ways."""
    return {intent: ActionCost(ways) for intent in intents}


def alone(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """Whether the areas of small creatures' spaces add up to no more than a square."""
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
