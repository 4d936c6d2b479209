"""The Ascension Project: the d20 ground with postures, straight runs and firearms of its own."""

from collections.abc import Mapping
from dataclasses import replace

from ...components.position import Mode
from ..creature import Creature
from ..footing import Manner
from ..policies.passing import helpless, object_passing
from ..policies.speeds import base_speeds
from ..pricing import Passing
from ..ruleset import Ruleset, switch, universal
from .d20_srd import D20_SRD, hampering
from .shared import costing, free


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds; halved in a crouch (rounded down to a multiple of 5), 5 feet while prone."""
    found = dict(base_speeds(creature))
    if creature.prone:
        return {"walk": min(found.get("walk", 0), 5)}
    if "crouched" in creature.condition.held:
        return {mode: speed // 2 // 5 * 5 for mode, speed in found.items()}
    return found


def passing(rules: Ruleset, mover: Creature, other: Creature, manner: Manner) -> Passing:
    """The helpless and friends are passed, foes bar the way; very small creatures go anywhere."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if helpless(rules, other):
        return Passing(True, True, costly=hampering(rules, other), rule="space.helpless")
    if mover.size.room < 5:
        return Passing(True, True, rule="space.tiny")
    if mover.ally(other):
        if manner.charging or rules.setting("friends") == "block":
            return Passing(False, rule="space.friend")
        return Passing(True, False, rule="space.friend")
    return Passing(False, rule="space.foe", drawn_in=True)


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """Four times the speed, three under a heavy load, one more with the Run feat."""
    factor = 3 if creature.speed.load == "heavy" else 4
    return factor + (1 if "run" in creature.body.feats else 0)


ASCENSION = replace(
    D20_SRD,
    name="ascension",
    title="The Ascension Project",
    passing=passing,
    speeds=speeds,
    run_factor=run_factor,
    crawl_squares=None,
    split_moves=True,
    actions={"movement": 1, "attack": 1},
    costs={
        **costing((("movement",), ("attack",)), "move", "crawl", "carry", "squeeze"),
        **costing((("movement",),), "stand"),
        **costing((("movement",), ("attack",)), "drop-prone"),
        **costing((("movement", "attack"),), "double", "run", "charge", "minimum", "full-attack"),
        **costing((("attack",),), "attack", "push", "pull", "slide", "teleport", "drop-object"),
        **free("step", "crouch", "leap", "fall", "afflict", "interact", "end"),
    },
    switches={
        **universal("alternating"),
        "difficult-diagonal-counts": switch("no", "yes", rule="asc.terrain.difficult-diagonal"),
        "helpless-obstacle": switch(
            "off", "large", "huge", "gargantuan", "colossal", rule="asc.occupancy.helpless-obstacle"
        ),
        "obstacle-diagonal": switch("separated", "touching", rule="asc.obstacle.cost"),
        "friends": switch("pass", "block", rule="asc.silence.friends"),
        "doublings": switch("multiply", "triple", rule="asc.silence.repeated-doubling"),
        "run-line": switch("eight", "any", rule="asc.run.straight"),
        "second-move": switch("allowed", "forbidden", rule="asc.move.normal"),
        "steps-per-turn": switch(1, rule="asc.step.no-opportunity", least=1),
    },
    cites={"opportunity": ("asc.silence.opportunity-trigger",)},
)
"""The ruleset of the Ascension Project's page on movement."""
