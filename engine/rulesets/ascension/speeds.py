"""Speeds in each posture, and the distance of a run."""

from collections.abc import Mapping, Sequence

from ....components.position import MODES, Mode
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from ..d20_srd.speeds import current_speed
from ..shared.speed_modifiers import SpeedModifier

PRONE_SPEED = 5
"""The speed of a prone creature in feet. (asc.prone.speed)"""


def standing_speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with bonuses and armor of the data. (asc.speed.base, asc.speed.armor)

    Armor classes change nothing by themselves unless the switch `armor-formula` takes the SRD's.
    """
    speed = creature.speed
    if speed.imposed is not None:
        return dict(speed.imposed)
    added = [SpeedModifier(amount, kind) for kind, amount in speed.bonuses]
    return {
        mode: current_speed(
            listed,
            armor=speed.armor,
            modifiers=added,
            unhampered=creature.has("unhampered"),
            armor_formula=rules.word("armor-formula", "none", "two-thirds"),
        )
        if listed
        else 0
        for mode, listed in speed.listed.items()
    }


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Present speeds: halved in a crouch, down to a multiple of 5, and 5 feet while prone.

    (asc.crouch.speed, asc.prone.speed)
    """
    standing = standing_speeds(rules, creature)
    if creature.prone:
        return {"walk": PRONE_SPEED} if any(standing.values()) else {"walk": 0}
    if "crouched" in creature.condition.held:
        return {mode: speed // 10 * 5 for mode, speed in standing.items()}
    return standing


def own_modes(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """The modes that a creature has; a prone one only crawls."""
    listed = base_speeds(creature)
    modes: Sequence[tuple[Mode, bool]] = [
        (mode, True) for mode in MODES if mode != "teleport" and listed.get(mode, 0) > 0
    ]
    if creature.prone and modes:
        return [("walk", True)]
    return modes


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """Four times the speed, three under a heavy load, one more with the Run feat.

    (asc.run.multiplier, asc.run.heavy-load, asc.run.feat)
    """
    factor = 3 if creature.speed.load == "heavy" else 4
    return factor + (1 if "run" in creature.body.feats else 0)
