"""Epic Path, its costs, policies and switches: every diagonal is one square, giants step over.

The page "Types of Movement" as a value; each topic has a module of its own beside this one.
"""

from collections.abc import Mapping

from ...combat.flanking import by_lines
from ...rules.distances import reach_one
from ...rules.ruleset import (
    ActionCost,
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
from ...rules.switches import sets, switch, universal
from ..shared.attack_rolls import d20_forecast, d20_strike, flanking, squeezed
from ..shared.check_rolls import d20_check
from ..shared.d20 import D20_CONDITIONS, aloft, costing, free, sees
from ..shared.open_line import open_line
from ..shared.step_prices import flat
from . import attacks, falls, moves, past_enemies, steps, turns
from . import forced as forcing
from .components import (
    ActionPoints,
    Maneuvers,
    MoveActions,
    OpenFullAttack,
    OtherMovement,
    RunStreak,
    Training,
)
from .full_attack import strikes
from .sizes import CAPPED, TRUE_SIZE, squeeze_least, stands_on
from .space import capacity, goes_over, is_ground, passing
from .speeds import run_factor, speeds, usable_modes
from .turns import turn_end


def costs(*move: tuple[str, ...]) -> Mapping[str, ActionCost]:
    """The cost of each intent, with the given ways to pay for a move action.

    Rules: ep.double-move.action, ep.run.action, ep.withdraw.action, ep.crawl.action, ep.load.speed-zero.
    """
    return {
        **costing(move, "move", "crawl", "stand", "tumble", "clamber", "carry", "jump"),
        **costing((("standard", "move"),), "double", "run", "charge", "minimum", "full-attack"),
        **costing(
            (("standard",),),
            *("plod", "withdraw", "attack", "overrun", "push", "pull", "slide", "teleport", "drop-object"),
        ),
        **costing(((), ("move",), ("standard",), ("swift",), ("standard", "move")), "interact"),
        **free("step", "drop-prone", "leap", "fall", "afflict", "end"),
    }


EPIC_PATH = Ruleset(
    name="epic-path",
    title="Epic Path",
    grid=GridRules(
        diagonal_cycle=(1,),
        count_scope="action",
        distance_cycle="one",
    ),
    sizes=SizeRules(
        rows=CAPPED,
        squeeze_least=squeeze_least,
    ),
    conditions=ConditionRules(
        known=D20_CONDITIONS | {"quelled", "splayed"},
        helpless=frozenset({"helpless", "unconscious", "dead", "paralyzed", "stunned", "asleep", "bound", "pinned"}),
        immobile=frozenset(
            {"paralyzed", "unconscious", "dead", "asleep", "helpless", "bound", "restrained", "held", "pinned"}
        ),
        unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
        imposed_replaces_chosen=False,
    ),
    terrain=TerrainRules(
        counted_under="entered",
        bodies_entered=True,
        digs=frozenset({"dirt", "stone"}),
        phases=lambda rules, creature: creature.has("incorporeal"),
    ),
    movement=MovementRules(
        step_cost=flat,
        speeds=speeds,
        usable_modes=usable_modes,
        gate=turns.gate,
        run_factor=run_factor,
        run_ground=frozenset({"difficult", "impeded", "obstacle", "barrier", "narrow", "body", "corpse"}),
        prone_move="refuse",
        crawl_squares=1,
        crawlers=frozenset({"prone", "quelled", "splayed"}),
        stays_aloft=aloft,
        low_kinds=frozenset({"crawl", "step", "minimum", "withdraw"}),
    ),
    space=SpaceRules(
        is_ground=is_ground,
        foes_wholly_inside=True,
        nearest_by_die=False,
        access=passing,
        sharing_surcharge=1,
        square_capacity=capacity,
        stands_on=stands_on,
        riders_merge=True,
    ),
    threat=ThreatRules(
        reach_cycle=reach_one,
        own_space_in_reach=True,
        may_react=turns.may_react,
        flanking=True,
        flanks=by_lines,
        line=open_line,
        sees=sees,
    ),
    forced=ForcedMovementRules(
        inside_others=False,
        goes_over=goes_over,
        immune=forcing.immune,
        path=forcing.path,
        pull_around=True,
        elects_prone=True,
        contest=forcing.contest,
    ),
    falling=FallingRules(
        land=falls.landing,
    ),
    actions=ActionRules(
        per_turn={"standard": 1, "move": 1, "swift": 1},
        costs=costs(("move",), ("standard",)),
        prepaid=attacks.prepaid,
        planners={
            "move": moves.move,
            "run": moves.run,
            "charge": moves.charge,
            "crawl": moves.crawl,
            "minimum": moves.minimum,
            "step": steps.step,
            "withdraw": past_enemies.withdraw,
            "tumble": past_enemies.tumble,
            "clamber": past_enemies.clamber,
            "overrun": past_enemies.overrun,
            "jump": past_enemies.jump,
            "leap": past_enemies.leap,
            "carry": falls.carry,
            "fall": falls.fall,
            "attack": attacks.attack,
            "full-attack": attacks.full_attack,
            "drop-object": attacks.drop_object,
            "interact": attacks.interact,
        },
        part=turns.part,
    ),
    attacks=AttackRules(
        strike=d20_strike,
        whole=strikes,
        forecast=d20_forecast,
        modifiers=(flanking, squeezed, attacks.cumbersome),
        check=d20_check,
    ),
    components=(Maneuvers, Training, ActionPoints, RunStreak, OpenFullAttack, MoveActions, OtherMovement),
    hooks=Hooks(
        on_turn_end=turn_end,
        on_collision=falls.ran_into,
        on_swept=falls.swept,
        on_arrival=falls.arrived,
    ),
    switches={
        **universal("one"),
        "last-square": switch("refuse", "allow", rule="ep.grid.insufficient-allowance"),
        "opportunities-per-round": switch("one", "unlimited", rule="ep.walk.provokes"),
        "part-of-move-limit": switch("one", "unlimited", rule="ep.part-of-move.meaning"),
        "part-of-move-in-double": switch("barred", "allowed", rule="ep.part-of-move.needs-a-real-move-action"),
        "standard-as-move": switch("allowed", "barred", rule="ep.double-move.action"),
        "double-move-declaration": switch("late", "before-moving", rule="ep.double-move.late-declaration"),
        "run-path": switch("any", "straight", rule="ep.run.distance"),
        "run-multiplier": switch("four", "five", rule="ep.run.multiplier"),
        "run-failure": switch("keeps-actions", "loses-turn", rule="ep.run.failed-check"),
        "run-fatigue": switch("on-failed-check", "at-constitution", rule="ep.run.fatigue"),
        "step-after-standing": switch("allowed", "barred", rule="ep.step.rest-condition"),
        "step-attacks-class": switch("best", "favored", rule="ep.step.full-attack-multiclass"),
        "slow-step": switch("type-used", "walk-speed", rule="ep.step.slow-creatures"),
        "step-out-of-difficult": switch("allowed", "barred", rule="ep.difficult.no-step"),
        "crawl-into-difficult": switch("barred", "one-square", rule="ep.crawl.action"),
        "stepover-actions": switch("move-action-only", "any-movement", rule="ep.stepover.action"),
        "enter-larger-ally": switch("walk", "clamber", rule="ep.stepover.smaller-cannot-enter"),
        "withdraw-defense": switch("primary", "highest-other", rule="ep.withdraw.others-check"),
        "square-capacity": switch("four", "by-size", rule="ep.space.practical-cap"),
        "beyond-titanic-base": switch("six", "true-size", rule="ep.space.figure-cap"),
        "flank-line-ends": switch("outside", "touching", rule="ep.reach-flank.exclusions"),
        "reach-flank-partner": switch("mutual", "own-line", rule="ep.reach-flank.corner-lines"),
        "load-slows": switch("all-types", "walk-only", rule="ep.load.like-armor"),
        "slow-medium-load": switch("example", "rule", rule="ep.load.stacks-with-armor"),
        "sharing-consent": switch("allies", "nobody", rule="ep.squeeze.consent"),
        "corpse-terrain": switch("difficult", "none", rule="ep.squeeze.dead"),
        "fall-maximum": switch("twenty-dice", "none", rule="ep.fall.maximum"),
        "fall-acrobatics": switch("jumps-only", "any-fall", rule="ep.fall.acrobatics"),
        "collision-speed": switch("action-rate", "listed-speed", rule="ep.collision.damage"),
        "object-height": switch("added", "size-only", rule="ep.object.height"),
        "environmental-object": switch("auto-hit", "collision", rule="ep.object.environmental"),
        "impeded-checks": switch("off", "on", rule="ep.impeded.skill"),
        "threat-through-walls": switch("no", "yes", rule="ep.threat.area"),
        "elected-prone": switch("voluntary", "involuntary", rule="ep.forced.elect-prone"),
        "small-share-cube": switch("squeeze", "two-free", rule="ep.3d.packing"),
        "altitude": switch("cubes", "abstract", rule="ep.3d.abstract-altitude"),
        "air-forced": switch("vertical", "any-direction", rule="ep.forced-3d.air-down"),
    },
    effects={
        "standard-as-move": sets(
            "actions.costs", {"allowed": costs(("move",), ("standard",)), "barred": costs(("move",))}
        ),
        "opportunities-per-round": sets("threat.reactions", {"one": 1, "unlimited": None}),
        "beyond-titanic-base": sets("sizes.rows", {"six": CAPPED, "true-size": TRUE_SIZE}),
        "threat-through-walls": sets("threat.through_walls", {"no": False, "yes": True}),
        "last-square": sets("movement.last_square", {"refuse": False, "allow": True}),
        "run-path": sets("movement.run_line", {"any": "free", "straight": "eight"}),
        "flank-line-ends": sets("threat.flank_line_ends", {"outside": "outside", "touching": "touching"}),
        "reach-flank-partner": sets("threat.reach_flank_partner", {"mutual": "mutual", "own-line": "own-line"}),
        "elected-prone": sets("forced.elected_by_choice", {"voluntary": True, "involuntary": False}),
        "altitude": sets("grid.levels_count", {"cubes": True, "abstract": False}),
    },
    catalogue="epic-path",
)
"""The ruleset of the page "Types of Movement"."""
