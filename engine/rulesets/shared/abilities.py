"""Ability modifiers, from scores or written as they are."""

from ...state.creature import Creature

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
