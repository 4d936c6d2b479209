"""d20 SRD, its costs, policies and switches: diagonals one and two by turns, every hindrance doubles.

Shared parts implement srd.scale.square, srd.actions.run, srd.diagonal.distance, srd.large.many-squares,
srd.size.space-and-reach-typical and srd.size.tall-or-long.
"""

from ...rules.distances import reach_alternating, reach_second_diagonal
from ...rules.ruleset import (
    ActionRules,
    AttackRules,
    ConditionRules,
    FallingRules,
    GridRules,
    MovementRules,
    Ruleset,
    SizeRules,
    SpaceRules,
    TerrainRules,
    ThreatRules,
)
from ...rules.switches import sets, switch, universal
from ...state.creature import Creature
from ..shared.attack_rolls import d20_forecast, d20_strike, flanking, squeezed
from ..shared.check_rolls import d20_check
from ..shared.d20 import D20_CONDITIONS, D20_SIZES, aloft, alone, costing, free, sees
from ..shared.falling_damage import d6_per_10_feet
from ..shared.open_line import open_line
from ..shared.step_prices import doubled
from .attacks import attack, full_attack, no_dexterity, prepaid
from .components import Build, FullRound, OverrunAttempt
from .moves import move, step
from .past_enemies import overrun, tumble
from .space import free_to_strike, half_width, opposite, passing, reactions_of
from .speeds import own_modes, race_walk, speeds
from .squeezing import squeeze
from .turns import gate

SIZES_NAMED = ("off", "large", "huge", "gargantuan", "colossal")
"""The values of the switch `helpless-obstacle`."""


def phases(rules: Ruleset, creature: Creature) -> bool:
    """Whether a creature passes walls: incorporeal ones, by the switch `incorporeal-walls`.

    (srd.obstacle.flying-incorporeal)
    """
    return rules.setting("incorporeal-walls") == "pass" and creature.has("incorporeal")


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """Four times the speed; three where a switch counts heavy armor or load (srd.actions.run)."""
    weighed = "heavy" in (creature.speed.armor, creature.speed.load)
    return int(rules.setting("run-heavy-multiplier", 4)) if weighed else 4


D20_SRD = Ruleset(
    name="d20-srd",
    title="d20 SRD",
    grid=GridRules(
        diagonal_cycle=(1, 2),
        distance_cycle="alternating",
    ),
    sizes=SizeRules(
        rows=D20_SIZES,
        squeeze_least=half_width,
        squeeze_by_skill=lambda room: 0.0,
        squeeze_beside=True,
    ),
    conditions=ConditionRules(
        known=D20_CONDITIONS,
        helpless=frozenset({"helpless", "unconscious", "dead", "paralyzed", "asleep", "bound", "pinned"}),
        immobile=frozenset(
            {"paralyzed", "unconscious", "dead", "bound", "held", "pinned", "asleep", "helpless", "restrained"}
        ),
        unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
    ),
    terrain=TerrainRules(
        counted_under="arrival",
        hardest_square=True,
        darkness_hampers=True,
        pits_closed=True,
        phases=phases,
    ),
    movement=MovementRules(
        race_walk=race_walk,
        step_cost=doubled,
        speeds=speeds,
        usable_modes=own_modes,
        gate=gate,
        run_factor=run_factor,
        run_line="eight",
        prone_move="crawl",
        crawl_squares=1,
        stays_aloft=aloft,
        low_kinds=frozenset({"crawl", "step", "minimum"}),
    ),
    space=SpaceRules(
        access=passing,
        square_capacity=alone,
        put_back="last-or-nearer",
        put_back_downed=True,
    ),
    threat=ThreatRules(
        reach_cycle=reach_alternating,
        reaction_scope="turn",
        reactions_of=reactions_of,
        may_react=free_to_strike,
        entering_provokes=True,
        flanking=True,
        flanks=opposite,
        line=open_line,
        sees=sees,
    ),
    falling=FallingRules(
        land=d6_per_10_feet,
    ),
    actions=ActionRules(
        per_turn={"standard": 1, "move": 1},
        costs={
            **costing((("move",), ("standard",)), "move", "crawl", "stand", "tumble", "carry", "squeeze"),
            **costing((("standard", "move"),), "double", "run", "charge", "minimum", "full-attack", "overrun"),
            **costing((("standard",),), "attack", "push", "pull", "slide", "teleport", "drop-object"),
            **free("step", "drop-prone", "leap", "fall", "afflict", "interact", "end"),
        },
        planners={
            "move": move,
            "step": step,
            "attack": attack,
            "full-attack": full_attack,
            "tumble": tumble,
            "overrun": overrun,
            "squeeze": squeeze,
        },
        prepaid=prepaid,
    ),
    components=(Build, FullRound, OverrunAttempt),
    attacks=AttackRules(
        strike=d20_strike,
        forecast=d20_forecast,
        modifiers=(squeezed, no_dexterity, flanking),
        check=d20_check,
    ),
    switches={
        **universal("alternating"),
        "armor-formula": switch("two-thirds", "none", rule="srd.speed.from-race-and-armor"),
        "load-slows": switch("as-armor", "no", rule="srd.speed.encumbrance"),
        "poor-visibility": switch("double", "none", rule="srd.speed.hampered"),
        "double-move": switch("pooled", "separate", rule="srd.actions.double-move"),
        "run-line": switch("eight", "any", "free", rule="srd.actions.run"),
        "run-heavy-multiplier": switch(4, 3, rule="srd.actions.run"),
        "step-with": switch("any", "full-round", rule="srd.step.no-other-movement"),
        "step-into-difficult": switch("forbidden", "allowed", rule="srd.step.difficult-terrain"),
        "diagonal-count-scope": switch("movement", "turn", rule="srd.diagonal.count-scope"),
        "difficult-diagonal-counts": switch("no", "yes", rule="srd.terrain.difficult-diagonal"),
        "helpless-obstacle": switch(*SIZES_NAMED, rule="srd.occupancy.helpless-obstacle"),
        "overrun": switch("contest", "off", rule="srd.occupancy.overrun"),
        "tumble": switch("check", "off", rule="srd.occupancy.tumble"),
        "tiny-entry-by-step": switch("safe", "provokes", rule="srd.occupancy.very-small-provokes"),
        "big-passer": switch("any", "large", rule="srd.occupancy.three-sizes-smaller"),
        "filling-creature-corners": switch("free", "hard", rule="srd.occupancy.filling-creature"),
        "footprint-terrain": switch("arrival", "either", rule="srd.terrain.worst-of-footprint"),
        "obstacle-diagonal": switch("separated", "touching", rule="srd.obstacle.on-top-of-entry"),
        "stop-in-obstacle": switch("allowed", "forbidden", rule="srd.obstacle.all-or-nothing"),
        "incorporeal-walls": switch("block", "pass", rule="srd.obstacle.flying-incorporeal"),
        "squeeze-past": switch("beside", "through", rule="srd.squeeze.past-opponent"),
        "zero-reach-own-square": switch("threatened", "none", rule="srd.small.no-threat-around"),
        "reach-second-diagonal": switch("out", "in", rule="srd.reach.second-diagonal"),
    },
    effects={
        "diagonal-count-scope": sets("grid.count_scope", {"movement": "movement", "turn": "turn"}),
        "footprint-terrain": sets("terrain.counted_under", {"arrival": "arrival", "either": "either"}),
        "obstacle-diagonal": sets("grid.obstacle_corners", {"separated": "separated", "touching": "touching"}),
        "poor-visibility": sets("terrain.darkness_hampers", {"double": True, "none": False}),
        "reach-second-diagonal": sets("threat.reach_cycle", {"out": reach_alternating, "in": reach_second_diagonal}),
        "run-line": sets("movement.run_line", {"eight": "eight", "any": "any", "free": "free"}),
        "stop-in-obstacle": sets("terrain.stop_in_obstacle", {"allowed": True, "forbidden": False}),
        "zero-reach-own-square": sets("threat.own_space_threat", {"threatened": True, "none": False}),
    },
    catalogue="d20-srd",
    notes={
        "srd.scale.miniature": "the figures on a table are no part of a battle",
        "srd.size.special-outside-small-medium": "it announces the rules of small and of large creatures",
        "srd.size.modifier-use": "written attack bonuses and armor classes hold the size modifier already",
        "srd.size.grapple-and-hide-columns": "grapple checks and hiding are not played",
        "srd.size.height-column": "a scenario names the size of a creature, not its length",
        "srd.size.weight-column": "the weight of a body changes nothing that is played",
    },
)
"""The ruleset of the SRD's page on movement, position and distance."""
