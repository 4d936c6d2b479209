"""Speeds as listed, with bonuses of which those of one type do not add up."""

from collections.abc import Mapping

from ....components.position import Mode
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from ..shared.speed_modifiers import SpeedModifier, total_modifier


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Speeds as listed, with their bonuses, of which those of one type do not add up.

    What an effect has set the speeds to stands as it is; items that grant a way of moving stand among the
    listed. (pf2.move.movement-types, pf2.move.speed-limit)
    """
    speed = creature.speed
    if speed.imposed is not None or not speed.bonuses:
        return base_speeds(creature)
    more = total_modifier([SpeedModifier(amount, kind) for kind, amount in speed.bonuses])
    return {mode: max(listed + more, 0) if listed else 0 for mode, listed in speed.listed.items()}
