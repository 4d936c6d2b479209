"""Listed speeds with bonuses; those of one type do not add up."""

from collections.abc import Mapping

from ....components.position import Mode
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from ..shared.speed_modifiers import SpeedModifier, total_modifier


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with their bonuses; those of one type do not add up.

    A speed that an effect imposes stays as it is; items that grant a mode are listed. (pf2.move.movement-types,
    pf2.move.speed-limit)
    """
    speed = creature.speed
    if speed.imposed is not None or not speed.bonuses:
        return base_speeds(creature)
    more = total_modifier([SpeedModifier(amount, kind) for kind, amount in speed.bonuses])
    return {mode: max(listed + more, 0) if listed else 0 for mode, listed in speed.listed.items()}
