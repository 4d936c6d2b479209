"""Asks predicates of creatures: the one meaning of `{ has, lacks, side, size, kind, hp_below, below, tag }`."""

from ...components.predicate import Predicate, words
from ...components.stats import Nature
from ..state.creature import Creature
from .ruleset import Ruleset

ALLY, ENEMY = "ally", "enemy"
"""Sides of a predicate as the creature that asks sees them."""


def fits(rules: Ruleset, predicate: Predicate, creature: Creature, asker: Creature | None = None) -> bool:
    """True if a creature fits a predicate that `asker` asks; without one, `ally` and `enemy` fit no creature."""
    return unmet(rules, predicate, creature, asker) is None


def unmet(rules: Ruleset, predicate: Predicate, creature: Creature, asker: Creature | None = None) -> str | None:
    """The first part of a predicate that a creature does not fit, as a predicate of a sentence; None if it fits."""
    for word in predicate.has:
        if not bears(creature, word):
            return f"is not {word}"
    for word in predicate.lacks:
        if bears(creature, word):
            return f"is {word}"
    if predicate.side is not None and not _of_side(predicate.side, creature, asker):
        return f"is of the side {creature.side}, not {predicate.side}"
    if predicate.size is not None and not _of_size(rules, words(predicate.size), creature):
        return f"is {creature.size.name}, not {_either(words(predicate.size))}"
    nature: Nature | None = creature.parts.get(Nature)
    kinds, tags = words(predicate.kind), words(predicate.tag)
    if kinds and (nature is None or nature.kind not in kinds):
        return f"is not of the kind {_either(kinds)}"
    if tags and (nature is None or nature.tags.isdisjoint(tags)):
        return f"has not the tag {_either(tags)}"
    if predicate.hp_below is not None:
        health = creature.health
        if health.hp is None or health.full is None or health.hp >= health.full * predicate.hp_below:
            return f"does not have less than {predicate.hp_below:.0%} of its hit points"
    for what, figure in predicate.below.items():
        if creature.skill(what) >= figure:
            return f"has {what} {creature.skill(what)}, not below {figure}"
    return None


def bears(creature: Creature, word: str) -> bool:
    """True if a creature has a condition or a trait of that name."""
    return word in creature.condition.held or word in creature.body.traits


def _of_side(side: str, creature: Creature, asker: Creature | None) -> bool:
    if side == creature.side:
        return True
    if asker is None or side not in (ALLY, ENEMY):
        return False
    return (creature.side == asker.side) == (side == ALLY)


def _of_size(rules: Ruleset, sizes: tuple[str, ...], creature: Creature) -> bool:
    rows = rules.sizes.rows
    own = rows.get(creature.size.name)
    return any(size == creature.size.name or (size in rows and rows[size] == own) for size in sizes)


def _either(given: tuple[str, ...]) -> str:
    return " or ".join(given)
