"""Ability modifiers, from scores or written as they are."""

from ...state.creature import Creature

SCORE = 8
"""A figure of this much or more is a score; a smaller one is the modifier itself."""


def ability_modifier(creature: Creature, ability: str) -> int:
    """What an ability adds to rolls: half of what its score is above 10, rounded down.

    Data may give the modifier outright, among skills or as an ability figure too small for a
    fighter's score. 0 where they say nothing.
    """
    if ability in creature.body.skills:
        return creature.body.skills[ability]
    figure = creature.body.abilities.get(ability)
    if figure is None:
        return 0
    return (figure - 10) // 2 if figure >= SCORE else figure
