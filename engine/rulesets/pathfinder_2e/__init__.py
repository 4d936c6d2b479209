"""Pathfinder 2e, its costs, policies and switches: three actions a turn, four degrees of success."""

from collections.abc import Mapping

from ...rules.distances import reach_as_counted, reach_two_squares
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
from ..shared.attack_rolls import multiple_attacks
from ..shared.d20 import D20_CONDITIONS, aloft, costing, free, sees
from ..shared.open_line import open_line
from ..shared.step_prices import added
from .attacks import check, forecast, odds, part_in_reach, strike
from .components import Bulk
from .falls import fall
from .forced import bars, force, goes_over, shoving
from .moves import carry, forced, precise, stand, stride, tumble
from .sizes import SIZES, no_squeezing
from .space import may_pause, passing, room_for_tiny, settle_overlap
from .speeds import speeds
from .turns import end_turn, gate

CYCLE = (1, 2)
"""Squares that diagonals cost by turns, counted over all movement of a turn and anew in the next.

(pf2.diagonal.first, pf2.diagonal.second, pf2.diagonal.alternates, pf2.diagonal.straight-between,
pf2.diagonal.whole-turn, pf2.diagonal.reset; slants in the air are diagonals like others:
pf2.three-d.special-battles, and on flat boards there are none: pf2.three-d.flat-default). A straight square
costs one, 5 feet (pf2.grid.square, pf2.grid.straight-cost, pf2.cost.normal); difficult ground adds
one and greater difficult ground two (pf2.cost.modified, pf2.grid.difficult-squares).
"""


EFFECTS: Mapping[str, Mapping[Choice, Mapping[str, object]]] = {
    "large_difficult": sets("terrain.counted_under", {"any_square": "entered", "majority": "majority"}),
    "three_d_diagonals": sets("grid.slant_per_axis", {"one_count": False, "per_axis": True}),
    "corner_blocks_when": sets("grid.corners", {"any_filled": "any", "never": "free"}),
    "forced_diagonals": sets("forced.diagonal_cycle", {"five_each": (1,)}),
    "off_turn_diagonals": sets("grid.count_outlasts_turn", {"fresh": False, "continue_last": True}),
    "reach_10_diagonal": sets("threat.reach_cycle", {"two_squares": reach_two_squares, "one_square": reach_as_counted}),
}
"""Switches that set plain answers."""

PATHFINDER_2E = Ruleset(
    name="pathfinder-2e",
    title="Pathfinder 2e",
    grid=GridRules(
        diagonal_cycle=CYCLE,
        count_scope="turn",
        corners="both",
        precise=precise,
        distance_cycle="alternating",
    ),
    sizes=SizeRules(
        rows=SIZES,
        squeeze_least=no_squeezing,
        squeeze_condition=None,
    ),
    conditions=ConditionRules(
        known=D20_CONDITIONS,
        helpless=frozenset({"unconscious", "dead", "paralyzed", "asleep", "helpless"}),
        immobile=frozenset(
            {"unconscious", "dead", "paralyzed", "asleep", "helpless"}
            | {"restrained", "grabbed", "bound", "held", "pinned"}
        ),
        unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
    ),
    terrain=TerrainRules(bodies_entered=True),
    movement=MovementRules(
        default_walk=30,
        step_cost=added,
        pause=may_pause,
        speeds=speeds,
        usable_modes=listed_modes,
        gate=gate,
        prone_move="refuse",
        moves_quietly=forced,
        crawl_squares=1,
        stays_aloft=aloft,
    ),
    space=SpaceRules(
        access=passing,
        through_costs=True,
        square_capacity=room_for_tiny,
        put_back="nearest",
        put_back_downed=True,
        nearest_by_die=False,
        overlap=settle_overlap,
    ),
    threat=ThreatRules(
        reach_cycle=reach_two_squares,
        part_in_reach=part_in_reach,
        line=open_line,
        sees=sees,
    ),
    forced=ForcedMovementRules(
        teleports_safely=True,
        diagonal_cycle=CYCLE,
        into_hazards=frozenset({"push", "pull", "carry"}),
        goes_over=goes_over,
        bars=bars,
        into_earth=True,
        contest=shoving,
    ),
    falling=FallingRules(
        land=fall,
    ),
    actions=ActionRules(
        per_turn={"action": 3},
        costs={
            **costing((("action",),), "move", "step", "crawl", "stand", "drop-prone", "attack", "tumble", "leap"),
            **costing((("action",),), "push", "pull", "slide", "carry", "interact"),
            **costing((("action", "action"),), "teleport"),
            **free("fall", "afflict", "end"),
        },
        planners={
            "move": stride,
            "tumble": tumble,
            "stand": stand,
            "carry": carry,
            "push": force,
            "pull": force,
            "slide": force,
        },
    ),
    attacks=AttackRules(
        strike=strike,
        forecast=forecast,
        odds=odds,
        modifiers=(multiple_attacks,),
        multiple=(0, -5, -10),
        check=check,
    ),
    components=(Bulk,),
    hooks=Hooks(
        on_turn_end=end_turn,
    ),
    switches={
        **universal("alternating"),
        "precise_movement": switch("scene_flag", "encounter_only", rule="pf2.move.when-precise"),
        "large_difficult": switch("any_square", "majority", rule="pf2.grid.difficult-squares"),
        "off_turn_diagonals": switch("fresh", "continue_last", rule="pf2.diagonal.whole-turn"),
        "three_d_diagonals": switch("one_count", "per_axis", rule="pf2.three-d.special-battles"),
        "reach_10_diagonal": switch("two_squares", "one_square", rule="pf2.size.typical-reach"),
        "attack_extended_parts": switch(True, False, rule="pf2.size.extended-part"),
        "tiny_per_square": switch(4, rule="pf2.tiny.more-than-four", least=4),
        "accidental_overlap": switch("move_arriver", "move_occupant", "arriver_prone", "ask", rule="pf2.pass.accident"),
        "climb_larger_body": switch(False, True, "ask", rule="pf2.prone.larger-body"),
        "tiny_blocks_standing": switch(False, True, rule="pf2.prone.no-stand"),
        "blocks_passage": switch(False, True, rule="pf2.size-gap.smaller-through"),
        "size_gap_pause": switch(True, False, rule="pf2.size-gap.no-end"),
        "corner_blocks_when": switch("both_filled", "any_filled", "never", rule="pf2.object.more-solid"),
        "forced_diagonals": switch("alternate_fresh", "five_each", rule="pf2.forced.distance"),
        "movement_kind": switch("voluntary", "forced", rule="pf2.forced.unclear"),
        "forced_through_creatures": switch("stop", "pass_if_room_beyond", rule="pf2.forced.stop-last-legal"),
        "ledge_fall": switch("first_unsupported", "after_full_distance", rule="pf2.forced.push-off-ledge"),
        "reposition_through_danger": switch(False, True, rule="pf2.forced.other-safe"),
    },
    effects=EFFECTS,
    catalogue="pathfinder-2e",
)
"""The ruleset of Pathfinder 2e's pages on tactical movement."""
