"""d20 SRD: diagonals one and two by turns, every hindrance doubles, friends pass and foes bar the way."""

from collections.abc import Mapping

from ...components.position import Mode
from ..creature import Creature
from ..footing import Manner
from ..geometry import reach_alternating
from ..policies.checking import d20_check
from ..policies.falls import by_tens
from ..policies.gates import one_step_or_movement
from ..policies.passing import helpless, object_passing, size_gap
from ..policies.speeds import base_speeds, listed_modes
from ..policies.striking import d20_strike, squeezed
from ..pricing import Passing, doubled
from ..ruleset import Ruleset, switch, universal
from ..sizes import SizeRow
from ..speeds import SpeedModifier, current_speed
from .shared import D20_CONDITIONS, D20_SIZES, alone, costing, free, sees


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with their bonuses, then less what armor and load take off."""
    speed = creature.speed
    modifiers = [SpeedModifier(amount, kind) for kind, amount in speed.bonuses]
    return {
        mode: current_speed(
            listed,
            armor=speed.armor,  # type: ignore[arg-type]
            load=speed.load,  # type: ignore[arg-type]
            modifiers=modifiers,
            unhampered=creature.has("unhampered"),
        )
        for mode, listed in base_speeds(creature).items()
    }


def half_width(rules: Ruleset, row: SizeRow) -> float:
    """Half the space's width is the least that one squeezes into."""
    return row.room / 2


def passing(rules: Ruleset, mover: Creature, other: Creature, manner: Manner) -> Passing:
    """Friends and the helpless are passed, foes bar the way, three sizes apart pass each other."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if other.has("fills-space"):
        return Passing(False, rule="space.fills")
    tiny = mover.size.room < 5
    if helpless(rules, other):
        return Passing(True, True, costly=hampering(rules, other), rule="space.helpless")
    if tiny:
        return Passing(True, True, rule="space.tiny")
    if mover.ally(other):
        if manner.charging:
            return Passing(False, rule="space.charging")
        return Passing(True, False, rule="space.friend")
    gap = size_gap(mover, other)
    if abs(gap) >= 3:
        return Passing(True, False, rule="space.three-sizes")
    return Passing(False, rule="space.foe", drawn_in=True)


def hampering(rules: Ruleset, other: Creature) -> bool:
    """Whether a helpless body is big enough to be in the way."""
    least = rules.setting("helpless-obstacle", "off")
    return least != "off" and other.size.rank >= rules.sizes[str(least)].rank


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """Whether a creature in mid-air stays there."""
    return rules.speeds(rules, creature).get("fly", 0) > 0 or creature.speed.hover


D20_SRD = Ruleset(
    name="d20-srd",
    title="d20 SRD",
    sizes=D20_SIZES,
    conditions=D20_CONDITIONS,
    helpless=frozenset({"helpless", "unconscious", "dead", "paralyzed", "asleep", "bound", "pinned"}),
    immobile=frozenset({"paralyzed", "unconscious", "dead", "bound", "held", "pinned", "asleep", "helpless"}),
    unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
    cycle=(1, 2),
    price=doubled,
    terrain_under="arrival",
    pits_closed=True,
    squeeze_least=half_width,
    squeeze_beside=True,
    passing=passing,
    square_capacity=alone,
    put_back="last-or-nearer",
    speeds=speeds,
    usable_modes=listed_modes,
    gate=one_step_or_movement,
    run_line="eight",
    prone_move="crawl",
    crawl_squares=1,
    stays_aloft=aloft,
    distance_cycle="alternating",
    reach_cycle=reach_alternating,
    reaction_scope="turn",
    entering_provokes=True,
    actions={"standard": 1, "move": 1},
    costs={
        **costing((("move",), ("standard",)), "move", "crawl", "stand", "tumble", "carry", "squeeze", "jump"),
        **costing((("standard", "move"),), "double", "run", "charge", "minimum", "full-attack"),
        **costing((("standard",),), "attack", "overrun", "push", "pull", "slide", "teleport", "drop-object"),
        **free("step", "drop-prone", "leap", "fall", "afflict", "interact", "end"),
    },
    fall=by_tens,
    strike=d20_strike,
    strike_modifiers=(squeezed,),
    check=d20_check,
    sees=sees,
    switches={
        **universal("alternating"),
        "difficult-diagonal-counts": switch("no", "yes", rule="srd.terrain.difficult-diagonal"),
        "helpless-obstacle": switch(
            "off", "large", "huge", "gargantuan", "colossal", rule="srd.occupancy.helpless-obstacle"
        ),
        "obstacle-diagonal": switch("separated", "touching", rule="srd.obstacle.on-top-of-entry"),
        "poor-visibility": switch("double", "none", rule="srd.speed.hampered"),
        "reach-second-diagonal": switch("out", "in", rule="srd.reach.second-diagonal"),
        "run-line": switch("eight", "any", "free", rule="srd.actions.run"),
    },
    cites={
        "move": ("srd.actions.move-plus-standard",),
        "opportunity": ("srd.reach.approach-provokes",),
        "space.foe": ("srd.occupancy.opponent-blocks",),
        "space.friend": ("srd.occupancy.no-end-shared",),
        "corner": ("srd.corner.blocked",),
        "run": ("srd.actions.run",),
        "step": ("srd.step.one-square",),
    },
)
"""The ruleset of the SRD's page on movement, position and distance."""
