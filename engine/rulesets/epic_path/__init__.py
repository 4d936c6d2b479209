"""Epic Path: every diagonal is one square, giants step over others."""

from collections.abc import Mapping

from ....components.intents import Forced, Part
from ....components.plan import Check, ForcedMove, TurnUpdate, Walk
from ....components.position import Cube
from ...combat.threat import by_lines
from ...effects.placement import settle_squeeze
from ...effects.verbs import gain
from ...field.shapes import crowded, sharers, tight_beside
from ...field.support import standing_on
from ...geometry.boxes import footprint
from ...legality.planners.single_actions import taken_along
from ...messages import _
from ...rules import ruleset as chapters
from ...rules.budget import reach_one
from ...rules.catalogue import sets, switch, universal
from ...rules.ruleset import ActionCost, Request, Ruleset, World
from ...state.creature import Creature
from ...state.verdict import Plan
from ..memories import ActionPoints, Maneuvers, MoveActions, OpenFullAttack, OtherMovement, RunStreak, Training
from ..shared.d20 import (
    D20_CONDITIONS,
    ability_modifier,
    aloft,
    costing,
    d20_check,
    d20_forecast,
    d20_strike,
    flanking,
    free,
    open_line,
    sees,
    squeezed,
)
from ..shared.spaces import through
from . import harm, manoeuvres, moves
from .harm import strikes
from .moves import (
    CAPPED,
    TRUE_SIZE,
    capacity,
    carries_parts,
    flat,
    gate,
    goes_over,
    is_ground,
    passing,
    run_factor,
    speeds,
    squeeze_least,
    stands_on,
    unwieldy,
    usable_modes,
)

# ---------------------------------------------------------------- turns

ACTIVITIES = ("draw-weapon", "sheathe-weapon", "draw-easy-item", "pick-up")
"""Activities that a move action may include. (ep.part-of-move.list)"""

WEAPONS = frozenset({"draw-weapon", "sheathe-weapon"})
"""They may name an item."""

MOVE_ACTIONS = frozenset({"move", "stand", "crawl", "tumble", "clamber", "jump", "carry"})
"""Move actions in the sense of the rules. (ep.part-of-move.with-other-move-actions)"""


def part(request: Request, plan: Plan) -> Plan:
    """Adds to a move action the activities that its intent names, such as drawing a weapon.

    Rules: ep.part-of-move.meaning, ep.part-of-move.with-other-move-actions, ep.part-of-move.needs-a-real-move-action,
    ep.part-of-move.list, ep.part-of-move.pick-up-place.
    """
    intent, creature, rules = request.intent, request.creature, request.rules
    double = bool(getattr(intent, "double", False))
    real = intent.do in MOVE_ACTIONS or (intent.do == "interact" and intent.action == "move")
    if not real or not carries_parts(request, double):
        what = "double move" if double else intent.do
        raise request.refuse("{what} cannot include another activity", "part.real", what=what)
    if len(intent.part) > 1 and rules.setting("part-of-move-limit") == "one":
        raise request.refuse("only one activity can be part of a move action", "part.limit")
    for given in intent.part:
        activity = given if isinstance(given, Part) else Part(what=given)
        if activity.what not in ACTIVITIES:
            raise request.refuse(
                "{what} cannot be part of a move action; {known} can",
                "part.list",
                what=activity.what,
                known=", ".join(ACTIVITIES),
            )
        if activity.what == "pick-up" and activity.at is not None and activity.at[:2] not in passed(creature, plan):
            raise request.refuse(
                "{name} can only pick things up on its path; {place} is not on it",
                "part.pick-up",
                place=request.shown(activity.at),
            )
        if activity.item is not None and activity.what in WEAPONS:
            plan.acts.insert(
                0, taken_along(request, activity.item, "part.list", away=activity.what == "sheathe-weapon")
            )
    plan.acts.append(TurnUpdate(creature.name, remember=MoveActions(parts=len(intent.part))))
    return plan


def passed(creature: Creature, plan: Plan) -> set[tuple[int, int]]:
    anchors = [creature.cube]
    anchors += [stride.to for act in plan.acts if isinstance(act, Walk) for stride in act.strides]
    return {square for anchor in anchors for square in footprint(creature.size.side, anchor)}


def turn_end(world: World, creature: Creature) -> None:
    """Ends a turn: a runner becomes flat-footed, and creatures in one space squeeze.

    (ep.run.flat-footed, ep.run.round-limit, ep.run.fatigue, ep.squeeze.sharing, ep.squeeze.prone-sharer,
    ep.walk.ends-in-free-space)
    """
    rules, turn = world.rules, creature.turn
    if turn.ran:
        if "runner" not in creature.body.feats:
            gain(world, creature, "flat-footed", until="turn-start", rules=rules.cite("run.flat-footed"))
        streak = creature.own(RunStreak).plus(RunStreak(rounds=1))
        creature.put(streak)
        stamina = creature.body.abilities.get("constitution", 10)
        if rules.setting("run-fatigue") == "at-constitution" and streak.rounds >= stamina:
            gain(world, creature, "fatigued", rules=rules.cite("run.fatigue"))
    elif creature.parts.get(RunStreak) is not None:
        creature.put(RunStreak())
    for one in sorted(crowded(world), key=lambda one: one is not creature):
        for sharer in sharers(world, one):
            if tight_beside(world, one, sharer):
                prone = ("squeeze.prone-sharer",) if one.prone or sharer.prone else ()
                for body in (one, sharer):
                    gain(world, body, "squeezing", rules=rules.cite("squeeze.sharing", *prone))
    for one in world.creatures if "squeezing" in world.concerns.conditions else ():
        if "squeezing" in one.condition.held:
            settle_squeeze(world, one)


# ---------------------------------------------------------------- forced movement


def contest(request: Request, target: Creature, kind: str) -> Check | None:
    """Returns the check that a push, pull or slide needs: Maneuver Offense against Defense.

    (ep.forced.sources, ep.forced.resistance-after-roll)
    """
    creature = request.creature
    return Check(
        creature.name,
        kind,
        creature.own(Maneuvers).offense,
        target.own(Maneuvers).defense,
        request.rules.cite("forced.contest"),
    )


def immune(world: World, target: Creature, forced_move: ForcedMove) -> tuple[str, ...] | None:
    """Returns the rule topics that protect a prone target from forced movement; else None.

    (ep.forced.voluntary-prone, ep.forced.involuntary-prone, ep.forced.opportunity-to-stand)
    """
    state = target.condition
    if forced_move.kind == "carry" or not target.prone or target.is_any(world.rules.conditions.unable):
        return None
    if state.prone_by_choice:
        return ("forced.voluntary-prone",)
    return ("forced.opportunity-to-stand",) if state.could_have_stood else None


def path(request: Request, target: Creature, squares: int) -> list[Cube] | None:
    """Returns the path of forced movement straight up or down; None for movement in other directions.

    Rules: ep.forced-3d.along-ground, ep.forced-3d.mid-water, ep.forced-3d.air-down, ep.forced-3d.air-up,
    ep.forced-3d.special.
    """
    intent: Forced = request.intent
    board = request.world.board
    x, y, z = target.cube
    under = [square for square in footprint(target.size.side, target.cube) if square in board]
    afloat = all(board.watery(a, b, z) for a, b in under)
    if afloat and not any(board.floor(a, b) == z for a, b in under):
        if intent.changes_height or any(len(square) == 3 and square[2] != z for square in intent.path or ()):
            raise request.refuse("in open water no creature can be moved up or down", "forced.mid-water")
        return None
    if intent.changes_height and intent.rise is None and intent.path is None:
        return [(x, y, z + number) for number in range(1, squares + 1)]
    above = all(not board.blocked(a, b, z) and z > board.floor(a, b) for a, b in under)
    if afloat or not above or intent.changes_height or request.rules.setting("air-forced") != "vertical":
        return None
    if standing_on(request.world, target, target.cube) is not None:
        return None
    own = request.creature.box.z0
    up = own < z if intent.kind == "push" else own > z if intent.kind == "pull" else False
    rise = 1 if up else -1
    straight = [(x, y, z + rise * number) for number in range(1, squares + 1)]
    for number, (_x, _y, low) in enumerate(straight, 1):
        if all(board.watery(a, b, low) for a, b in under):
            del straight[number:]  # in the water vertical movement ends
            break
    if intent.path is not None:
        given = [(*square, z)[:3] if len(square) == 2 else square for square in intent.path]
        if given != straight[: len(given)]:
            raise request.refuse(
                _("{target} is in the air: a {kind} must go straight up")
                if up
                else _("{target} is in the air: a {kind} must go straight down"),
                "forced.air-up" if up else "forced.air-down",
                target=target.name,
                kind=intent.kind,
            )
        return straight[: len(given)]
    return straight


# ---------------------------------------------------------------- the ruleset


def costs(*move: tuple[str, ...]) -> Mapping[str, ActionCost]:
    """Returns {intent: its cost in actions} for this game.

    (ep.double-move.action, ep.run.action, ep.withdraw.action, ep.crawl.action, ep.load.speed-zero)
    """
    return {
        **costing(move, "move", "crawl", "stand", "tumble", "clamber", "carry", "jump", "equip"),
        **costing((("standard", "move"),), "double", "run", "charge", "minimum", "full-attack"),
        **costing(
            (("standard",),),
            *("plod", "withdraw", "attack", "overrun", "push", "pull", "slide", "teleport", "drop-object"),
        ),
        **costing(((), ("move",), ("standard",), ("swift",), ("standard", "move")), "interact"),
        **free("step", "drop-prone", "leap", "fall", "afflict", "use", "end"),
    }


EPIC_PATH = Ruleset(
    name="epic-path", title="Epic Path",
    grid=chapters.GridRules(diagonal_cycle=(1,), count_scope="action", distance_cycle="one"),
    sizes=chapters.SizeRules(rows=CAPPED, squeeze_least=squeeze_least),
    conditions=chapters.ConditionRules(
        read=frozenset({"prone", "blinded", "falling", "climbing", "grabbed", "flat-footed", "fatigued", "quelled"}),
        known=D20_CONDITIONS,
        helpless=frozenset({"helpless", "unconscious", "dead", "paralyzed", "stunned", "asleep", "bound", "pinned"}),
        immobile=frozenset(
            {"paralyzed", "unconscious", "dead", "asleep", "helpless", "bound", "restrained", "held", "pinned"}
        ),
        unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
        imposed_replaces_chosen=False,
    ),
    terrain=chapters.TerrainRules(
        counted_under="entered", bodies_entered=True, digs=frozenset({"dirt", "stone"}),
        phases=lambda rules, creature: creature.has("incorporeal"),
    ),
    movement=chapters.MovementRules(
        step_cost=flat, speeds=speeds, usable_modes=usable_modes, gate=gate, run_factor=run_factor,
        run_ground=frozenset({"difficult", "impeded", "obstacle", "barrier", "narrow", "body", "corpse"}),
        prone_move="refuse", crawl_squares=1, crawlers=frozenset({"prone", "quelled", "splayed"}), stays_aloft=aloft,
        crawls_evenly=lambda rules: rules.setting("crawl-into-difficult") == "one-square",
        low_kinds=frozenset({"crawl", "step", "minimum", "withdraw"}),
    ),
    space=chapters.SpaceRules(
        is_ground=is_ground, foes_wholly_inside=True, access=passing, sharing_surcharge=1,
        square_capacity=capacity, stands_on=stands_on, riders_merge=True,
    ),
    threat=chapters.ThreatRules(
        reach_cycle=reach_one, own_space_in_reach=True, flanking=True, flanks=by_lines, line=open_line, sees=sees,
        may_react=lambda world, creature: not unwieldy(world, creature),
    ),
    forced=chapters.ForcedMovementRules(
        inside_others=False, goes_over=goes_over, immune=immune, path=path, pull_around=True, elects_prone=True,
        contest=contest,
    ),
    falling=chapters.FallingRules(land=harm.land),
    actions=chapters.ActionRules(
        per_turn={"standard": 1, "move": 1, "swift": 1}, costs=costs(("move",), ("standard",)), prepaid=harm.prepaid,
        planners={
            "move": moves.move, "run": moves.run, "charge": moves.charge, "crawl": moves.crawl,
            "minimum": moves.minimum, "step": manoeuvres.step, "withdraw": manoeuvres.withdraw,
            "tumble": through(manoeuvres.TUMBLE), "clamber": through(manoeuvres.CLAMBER),
            "overrun": through(manoeuvres.OVERRUN), "jump": manoeuvres.jump, "leap": manoeuvres.leap,
            "carry": harm.carry, "fall": harm.fall, "drop-object": harm.drop_object, "interact": harm.interact,
        },
        part=part,
    ),
    attacks=chapters.AttackRules(
        riders_bear=True,
        drawn=harm.drawn, opening=harm.opened,
        strike=d20_strike, whole=strikes, forecast=d20_forecast, modifiers=(flanking, squeezed, harm.cumbersome),
        check=d20_check, check_bonus=ability_modifier,
    ),
    components=(Maneuvers, Training, ActionPoints, RunStreak, OpenFullAttack, MoveActions, OtherMovement),
    hooks=chapters.Hooks(
        on_turn_end=turn_end, on_collision=harm.ran_into, on_swept=harm.swept, on_arrival=harm.arrived
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
)  # fmt: skip
