"""Present speeds, which creatures climb, burrow and cling, and which stay in the air."""

from collections.abc import Mapping

from ....components.position import Mode
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature

BASE_SPEED = 5
"""The speed in squares of a creature whose data list none. (ds.move.base-speed)"""


HELD_FAST = frozenset({"grabbed", "restrained", "bound", "held", "pinned"})
"""Conditions that reduce the speed to 0. (ds.fly.zero-speed-falls)"""


def bonus(creature: Creature, *, lasting: bool = False) -> int:
    """The bonus of kits and other options to the speed: the best of each type. (ds.move.speed-bonuses)

    `lasting` leaves temporary bonuses out.
    """
    best: dict[str, int] = {}
    for kind, amount in creature.speed.bonuses:
        if not (lasting and kind == "temporary"):
            best[kind] = max(best.get(kind, amount), amount)
    return sum(best.values())


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Present speeds: bonuses added, at most 2 while slowed, 0 while held fast.

    Every creature walks on solid ground unless it only swims. (ds.walk.default-mode, ds.walk.solid-ground)
    """
    found = base_speeds(creature)
    if creature.speed.imposed is None:
        more = bonus(creature)
        found = {mode: max(speed + more, 0) if speed else 0 for mode, speed in found.items()}
    if creature.has("swim-only"):
        found.pop("walk", None)
    elif "walk" not in found and found:
        found["walk"] = max(found.values())
    if creature.is_any(HELD_FAST):
        return dict.fromkeys(found, 0)
    if "slowed" in creature.condition.held:
        return {mode: min(speed, 2) for mode, speed in found.items()}
    return found


def climbs(rules: Ruleset, creature: Creature) -> bool:
    """Whether it climbs at full speed, listed or for the time being. (ds.climb.full-speed)"""
    return speeds(rules, creature).get("climb", 0) > 0


def burrows(rules: Ruleset, creature: Creature) -> bool:
    """Whether it can burrow now, listed or for the time being. (ds.burrow.permission)"""
    return creature.speed.listed.get("burrow", 0) > 0 or speeds(rules, creature).get("burrow", 0) > 0


def clings_overhead(rules: Ruleset, creature: Creature) -> bool:
    """Whether it can climb along ceilings."""
    return climbs(rules, creature) or rules.setting("untrained_ceiling") is True


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """Whether a creature stays up: a flier unless it is prone or has no speed, a hovering one always.

    (ds.fly.stay-aloft, ds.hover.motionless, ds.hover.prone-no-fall, ds.hover.zero-speed-no-fall)
    """
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return speeds(rules, creature).get("fly", 0) > 0 and not creature.prone
