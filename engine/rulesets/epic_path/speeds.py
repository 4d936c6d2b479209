"""Speeds with bonuses, armor and load, and the distance of a run."""

from collections.abc import Mapping
from typing import Literal

from ....components.position import Mode
from ....components.speed import Weight
from ...rules.movement_budget import base_speeds, listed_modes, speeds_now
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from ..shared.speed_modifiers import SpeedModifier, total_modifier

SLOW_WALK = 20
"""The walk in feet up to which armor and load slow less."""

RUN_BY_RULE = 4
"""The greatest run multiplier, if the smaller of two published figures applies."""

RUN_BY_LOAD = 5
"""The run multiplier before armor and load."""

_RUN_WEIGHT: Mapping[Weight, int] = {"none": 0, "light": 0, "medium": 1, "heavy": 2}
"""What armor or a load of each weight subtracts from the run multiplier."""


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with bonuses on the walk, slowed by armor and load.

    Rules: ep.load.categories, ep.load.like-armor, ep.load.medium, ep.load.heavy, ep.load.stacks-with-armor.
    """
    speed = creature.speed
    base = base_speeds(creature)
    if "walk" in base and speed.bonuses and speed.imposed is None:
        bonus = total_modifier(SpeedModifier(amount, kind) for kind, amount in speed.bonuses)
        base["walk"] = max(base["walk"] + bonus, 0)
    return slowed_speeds(
        base,
        armor=speed.armor,
        load=speed.load,
        unhampered=creature.has("unhampered"),
        load_slows=rules.word("load-slows", "all-types", "walk-only"),
        slow_medium_load=rules.word("slow-medium-load", "example", "rule"),
    )


def weighed_down(rules: Ruleset, creature: Creature) -> bool:
    """Whether armor and load have reduced a walk to 0. (ep.load.speed-zero)"""
    return base_speeds(creature).get("walk", 0) > 0 and speeds_now(rules, creature).get("walk", 0) == 0


def usable_modes(rules: Ruleset, creature: Creature) -> list[tuple[Mode, bool]]:
    """The modes that a creature lists and has speed left for, each in its own element alone.

    A creature slowed to 0 keeps its walk, for the 5 feet of a standard action. Rules: ep.alternative.native-element,
    ep.load.speed-zero.
    """
    found = listed_modes(rules, creature)
    if weighed_down(rules, creature):
        found.insert(0, ("walk", True))
    return found


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """The factor on a runner's speed.

    Rules: ep.run.distance, ep.run.multiplier, ep.load.run, ep.load.run-with-armor.
    """
    return run_multiplier(
        armor=creature.speed.armor,
        load=creature.speed.load,
        run_multiplier=rules.word("run-multiplier", "four", "five"),
    )


def slowing(
    walk: int,
    *,
    armor: Weight = "none",
    load: Weight = "light",
    slow_medium_load: Literal["example", "rule"] = "example",
) -> int:
    """How many feet armor and load together subtract from a walk of `walk` feet before penalties.

    Above 20 feet a medium part costs 5 and a heavy one 10. At 20 or below a heavy part costs 5 and
    a medium one nothing, unless (``"example"``) the other part is heavy: then 5 as well.
    Rules: ep.load.like-armor, ep.load.medium, ep.load.heavy, ep.load.stacks-with-armor.
    """
    parts = (armor, load)
    if walk > SLOW_WALK:
        medium, heavy = 5, 10
    else:
        medium = 5 if slow_medium_load == "example" and "heavy" in parts else 0
        heavy = 5
    return medium * parts.count("medium") + heavy * parts.count("heavy")


def slowed_speeds(
    listed: Mapping[Mode, int],
    *,
    armor: Weight = "none",
    load: Weight = "light",
    unhampered: bool = False,
    load_slows: Literal["all-types", "walk-only"] = "all-types",
    slow_medium_load: Literal["example", "rule"] = "example",
) -> dict[Mode, int]:
    """Listed speeds with armor and load subtracted, none below 0.

    Every mode loses what the walk loses; a creature that lists no walk has each mode measured by
    itself. With ``"walk-only"`` the other modes stay as they are. An `unhampered` creature loses
    nothing.
    Rules: ep.load.like-armor, ep.load.speed-zero.
    """

    def left(mode: Mode, speed: int) -> int:
        if unhampered or (load_slows == "walk-only" and mode != "walk"):
            return speed
        measured = listed.get("walk", speed)
        return max(0, speed - slowing(measured, armor=armor, load=load, slow_medium_load=slow_medium_load))

    return {mode: left(mode, speed) for mode, speed in listed.items()}


def run_multiplier(
    *,
    armor: Weight = "none",
    load: Weight = "light",
    run_multiplier: Literal["four", "five"] = "four",
) -> int:
    """The factor on a runner's speed, at least 1.

    Medium armor and load subtract one each, heavy ones two each, from 5; with ``"four"`` the factor is at most 4.
    Rules: ep.run.multiplier, ep.load.run, ep.load.run-with-armor.
    """
    times = max(1, RUN_BY_LOAD - _RUN_WEIGHT[armor] - _RUN_WEIGHT[load])
    return min(RUN_BY_RULE, times) if run_multiplier == "four" else times
