"""Speeds as they are now, who climbs, burrows and clings, and who stays in the air."""

from collections.abc import Mapping

from ....components.position import Mode
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature

BASE_SPEED = 5
"""Squares of a creature whose data list no speed (ds.move.base-speed)."""


HELD_FAST = frozenset({"grabbed", "restrained", "bound", "held", "pinned"})
"""Conditions that leave their bearer no speed (ds.fly.zero-speed-falls)."""


def bonus(creature: Creature, *, lasting: bool = False) -> int:
    """What kits and other options add to the speed: the best of each type (ds.move.speed-bonuses).

    With `lasting`, what is only temporary is left out.
    """
    best: dict[str, int] = {}
    for kind, amount in creature.speed.bonuses:
        if not (lasting and kind == "temporary"):
            best[kind] = max(best.get(kind, amount), amount)
    return sum(best.values())


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Speeds as they are now: bonuses added, no more than 2 while slowed, 0 while held fast.

    Everybody can cross solid ground unless it only swims (ds.walk.default-mode, ds.walk.solid-ground).
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
    """Whether it climbs at full speed, by its entry or for the time being (ds.climb.full-speed)."""
    return speeds(rules, creature).get("climb", 0) > 0


def burrows(rules: Ruleset, creature: Creature) -> bool:
    """Whether it can burrow now, by its entry or for the time being (ds.burrow.permission)."""
    return creature.speed.listed.get("burrow", 0) > 0 or speeds(rules, creature).get("burrow", 0) > 0


def clings_overhead(rules: Ruleset, creature: Creature) -> bool:
    """Whether it crosses ceilings."""
    return climbs(rules, creature) or rules.setting("untrained_ceiling") is True


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """A flier stays up unless it is prone or has no speed; one that hovers stays up all the same.

    (ds.fly.stay-aloft, ds.hover.motionless, ds.hover.prone-no-fall, ds.hover.zero-speed-no-fall)
    """
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return speeds(rules, creature).get("fly", 0) > 0 and not creature.prone
