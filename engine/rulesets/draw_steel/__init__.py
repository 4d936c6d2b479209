"""Draw Steel, its costs, policies and switches: squares for units, enemies passed at a cost, power rolls."""

from collections.abc import Mapping

from ...rules.distances import reach_one
from ...rules.movement_budget import listed_modes
from ...rules.ruleset import (
    ActionRules,
    AttackRules,
    ConditionRules,
    FallingRules,
    ForcedMovementRules,
    GridRules,
    Hooks,
    MovementRules,
    Ruleset,
    SizeRules,
    SpaceRules,
    TerrainRules,
    ThreatRules,
)
from ...rules.switches import Choice, sets, switch, universal
from ..shared.d20 import D20_CONDITIONS, alone, costing, free
from .attacks import check, forecast, odds, strike
from .burrowing import claw_dirt, dig, pull_up
from .components import Movements
from .falls import fall
from .forced import force
from .jumps import jump
from .line_of_effect import line, sees
from .movement_pool import began_with, cut_short
from .moves import crawl, kept_to, mixes, move, shift, stand
from .riding import climb_creature, knock_off, knocked_prone
from .sizes import SIZES, no_squeezing
from .space import SENSELESS, SQUEEZED, passing, pause, price, takes_part
from .speeds import BASE_SPEED, HELD_FAST, aloft, clings_overhead, speeds
from .surfaces import TYPES
from .teleports import teleport
from .turns import gate, set_up, turn_end

DAMAGE_TIMINGS = ("enter_and_turn_start", "enter_only", "turn_start_only")
"""The values of the switch `damaging_timing`."""

EFFECTS: Mapping[str, Mapping[Choice, Mapping[str, object]]] = {
    "vertical_diagonals": sets("grid.slant_per_axis", {"one": False, "sum_of_axes": True}),
    "corner_blocks_when": sets("grid.corners", {"any_filled": "any", "both_filled": "both"}),
    "interrupted_inside": sets("space.put_back", {"step_back": "last", "nearest_free": "nearest", "squeeze": "stay"}),
    "damaging_timing": sets("terrain.harm_timing", {timing: timing for timing in DAMAGE_TIMINGS}),
    "knocked_while_voluntary": sets(
        "conditions.imposed_replaces_chosen", {"becomes_imposed": True, "stays_voluntary": False}
    ),
    "teleport_fires_enter_triggers": sets("terrain.teleports_enter", {True: True, False: False}),
}
"""Answers that the ruleset's switches set; the other switches are read where they matter."""


DRAW_STEEL = Ruleset(
    name="draw-steel",
    title="Draw Steel",
    feet=False,
    grid=GridRules(
        count_scope="action",
        corners="any",
        corner_axes=3,
    ),
    sizes=SizeRules(
        rows=SIZES,
        squeeze_least=no_squeezing,
        squeeze_condition=SQUEEZED,
    ),
    conditions=ConditionRules(
        known=D20_CONDITIONS,
        helpless=SENSELESS,
        immobile=SENSELESS | HELD_FAST,
        unable=SENSELESS | {"stunned"},
    ),
    terrain=TerrainRules(
        walkers_in_earth=True,
        bodies_entered=True,
        fly_over_ground=False,
        burrow_vertical=False,
    ),
    movement=MovementRules(
        default_walk=BASE_SPEED,
        modes=TYPES,
        step_cost=price,
        unlisted={"climb": 2, "swim": 2},
        crawl_extra=1,
        clings_overhead=clings_overhead,
        carriers_climbed=True,
        pause=pause,
        cut_short=cut_short,
        speeds=speeds,
        usable_modes=listed_modes,
        mixes_modes=mixes,
        kept_to=kept_to,
        began_with=began_with,
        gate=gate,
        prone_move="crawl",
        split_moves=True,
        stays_aloft=aloft,
        low_kinds=frozenset({"crawl", "step", "shift", "dig", "claw-dirt"}),
    ),
    space=SpaceRules(
        access=passing,
        square_capacity=alone,
        put_back="last",
        put_back_downed=True,
        nearest_by_die=False,
    ),
    threat=ThreatRules(
        reach_cycle=reach_one,
        provokes="parting",
        reactions=None,
        reaction_scope="step",
        through_walls=False,
        may_react=takes_part,
        sees=sees,
        line=line,
    ),
    forced=ForcedMovementRules(
        driven_down_falls=True,
        through_earth=True,
    ),
    falling=FallingRules(
        land=fall,
        squares_a_round=(100, 100),
    ),
    actions=ActionRules(
        per_turn={"main": 1, "maneuver": 1, "move": 1},
        words={"standard": "main"},
        costs={
            **costing((("move",),), "move", "crawl", "shift", "jump", "teleport-move"),
            **costing(
                (("maneuver",),),
                "stand",
                "push",
                "pull",
                "slide",
                "dig",
                "claw-dirt",
                "knock-off",
                "pull-up",
                "carry",
            ),
            **costing((("main",),), "attack", "drop-object"),
            **free("granted", "drop-prone", "teleport", "fall", "afflict", "interact", "end", "climb-creature"),
        },
        planners={
            "move": move,
            "crawl": crawl,
            "shift": shift,
            "jump": jump,
            "stand": stand,
            "teleport": teleport,
            "dig": dig,
            "claw-dirt": claw_dirt,
            "pull-up": pull_up,
            "climb-creature": climb_creature,
            "knock-off": knock_off,
            "push": force,
            "pull": force,
            "slide": force,
        },
    ),
    attacks=AttackRules(
        strike=strike,
        forecast=forecast,
        odds=odds,
        check=check,
    ),
    components=(Movements,),
    hooks=Hooks(
        on_gain=knocked_prone,
        on_set_up=set_up,
        on_turn_end=turn_end,
    ),
    effects=EFFECTS,
    switches={
        **universal("one"),
        "vertical_diagonals": switch("one", "sum_of_axes", rule="ds.move.adjacent-cost"),
        "neutral_space": switch("enemy", "ally", rule="ds.space.ally-through"),
        "difficult_terrain_stacks": switch(False, True, rule="ds.space.enemy-difficult"),
        "interrupted_inside": switch("step_back", "nearest_free", "squeeze", rule="ds.space.no-stop"),
        "free_maneuver_inside": switch("deny", "allow", rule="ds.space.no-acting-inside"),
        "size_ladder": switch("lettered", "whole_number", rule="ds.space.two-size-exception"),
        "allow_forced_sharing": switch("only_if_no_free_space", "never", "ask", rule="ds.space.forced-together"),
        "cap_binds_forced_movement": switch(False, True, rule="ds.cap.effect-limited"),
        "recheck_each_step": switch(True, False, rule="ds.cap.current-speed"),
        "corner_blocks_when": switch("any_filled", "both_filled", rule="ds.corner.no-diagonal"),
        "enemy_space_blocks_shift": switch(True, False, rule="ds.shift.not-into-enemy-space"),
        "mix_types_in_one_move": switch(True, False, rule="ds.type.eight"),
        "burrow_cost": switch(1, 2, rule="ds.burrow.permission"),
        "temporary_burrow_can_dig": switch(False, True, rule="ds.dig.needs-speed-entry"),
        "dig_draws_opportunity": switch(True, False, rule="ds.dig.distance"),
        "depth_one_sees_out": switch(False, True, rule="ds.burrow.no-line-to-surface"),
        "claw_dirt_tier1_needs_main_action": switch(False, True, rule="ds.claw-dirt.tier-1"),
        "claw_dirt_tier2_slow_only_if_moved": switch(False, True, rule="ds.claw-dirt.tier-2"),
        "underground_push_ignores_stability": switch(False, True, rule="ds.burrow.forced-damage"),
        "vertical_means": switch("keyword", "direction", rule="ds.burrow.forced-vertical"),
        "untrained_ceiling": switch(False, True, rule="ds.climb.untrained-cost"),
        "climbers_also_test": switch(False, True, rule="ds.climb.hard-surface-test"),
        "climb_test_difficulty": switch("medium", "easy", "hard", rule="ds.climb.hard-surface-test"),
        "mounting_cost": switch("climb_cost", "free", rule="ds.climb-creature.willing"),
        "knock_off_prone": switch("always", "only_if_fall_counts", rule="ds.climb-creature.knock-off-tier-1"),
        "jumps_per_movement": switch(1, "unlimited", rule="ds.jump.within-any-movement"),
        "jump_cap": switch("remaining", "full", rule="ds.jump.cap-by-effect"),
        "knocked_while_voluntary": switch("becomes_imposed", "stays_voluntary", rule="ds.crawl.stand-voluntary"),
        "teleport_fires_enter_triggers": switch(True, False, rule="ds.teleport.no-triggers"),
        "teleport_other_line": switch("from_caster", "from_departure", rule="ds.teleport.other-line"),
        "split_teleport_advance": switch(False, True, rule="ds.teleport.usual-movement"),
        "teleport_other_stand_choice": switch("caster", "teleported", rule="ds.teleport.prone-other"),
        "teleport_overlap": switch("allowed", "forbidden", rule="ds.teleport.new-space"),
        "fall_threshold_uses": switch("effective", "actual", rule="ds.fall.threshold"),
        "agility_reduction": switch("automatic", "ask", rule="ds.fall.agility-reduction"),
        "prone_in_liquid": switch("by_height", "never", rule="ds.fall.liquid-reduction"),
        "forced_down_agility": switch("ignored", "applied", rule="ds.fall.forced-down"),
        "fall_onto_height": switch("ground", "creature_top", rule="ds.fall.onto-creature-damage"),
        "knockdown_on_short_fall": switch(False, True, rule="ds.fall.onto-creature-knockdown"),
        "damaging_timing": switch(*DAMAGE_TIMINGS, rule="ds.terrain.damaging-amount"),
        "prone_high_ground": switch(False, True, rule="ds.high-ground.standing-only"),
    },
    catalogue="draw-steel",
)
"""The ruleset of Draw Steel's movement chapter."""
