"""Moves, runs, charges and crawls, and the one square of a full round."""

from functools import partial

from ....components.intents import Crawl, Minimum, Move
from ....components.plan import Act, Check, ConditionChange, Halt, TurnUpdate, Walk
from ....components.position import Cube
from ...geometry.boxes import footprint, overlap
from ...geometry.directions import step_of
from ...legality.maneuver import Maneuver, begin_movement, on_its_feet, pay_and_find
from ...legality.pathing import LawfulPath, find_way, modes_of, start_parity
from ...legality.planners import runs_and_charges as running
from ...legality.request import first_lawful, payment_for, resolve_height
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import MovementBudget, budget_for
from ...rules.ruleset import Request
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from .components import ActionPoints, MoveActions, RunStreak
from .speeds import weighed_down

RUN_DC = 30
"""The DC of the first check to continue a run. (ep.run.round-limit)"""

RUN_STEP = 2
"""What each such check already made adds. (ep.run.check-escalation)"""

SCRAMBLE_DC = 15
"""The DC of a check for a second square of impeded ground; the source names none. (ep.impeded.skill)"""


def ready(request: Request, kind: str) -> None:
    """Refuses a kind of movement before its path is examined."""
    begin_movement(request, kind)
    on_its_feet(request)
    if kind not in ("move", "double") and weighed_down(request.rules, request.creature):
        raise request.refuse(f"{request.creature.name} is weighed down and moves by a standard action", "load.zero")


def steps_over(request: Request, plain: bool) -> bool:
    """Whether a movement may lead over small creatures: a plain move action may. (ep.stepover.action)"""
    return plain or request.rules.setting("stepover-actions") == "any-movement"


def carries_parts(request: Request, double: bool) -> bool:
    """Whether a walk may have activities as parts of it, stepping over included: a double move only by a switch.

    (ep.part-of-move.needs-a-real-move-action)
    """
    return not double or request.rules.setting("part-of-move-in-double") == "allowed"


def move(request: Request) -> Plan:
    """Plans a walk, or with `double` a double move, declared at once or after a first walk.

    Rules: ep.walk.action, ep.double-move.action, ep.double-move.distance, ep.double-move.late-declaration,
    ep.double-move.single-action, ep.double-move.normal-rules, ep.grid.refresh, ep.grid.allowance-used-up,
    ep.combine.one-action, ep.combine.cost-from-all, ep.combine.terrain-counts, ep.combine.exhausted-type,
    ep.combine.must-stop, ep.stepover.action.
    """
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    kind = "double" if intent.double else "move"
    ready(request, kind)
    modes = modes_of(request, intent.mode)
    options = MoveOptions(modes=modes, stepover=steps_over(request, carries_parts(request, intent.double)))
    if weighed_down(rules, creature) and intent.distance is None:
        return plod(request, options)
    later = late(request) if intent.double else None
    pays = later or (pay_with_point(request) if intent.action == "action-point" else payment_for(request, key=kind))
    limit = budget_for(
        rules,
        creature,
        factor=2 if intent.double else 1,
        most=None if intent.distance is None else rules.squares(intent.distance),
        exceeds=intent.exceeds,
        parity=start_parity(request, going_on=bool(later)),
        spent=creature.turn.pool_spent if later else 0,
    )
    way = find_way(request, limit, options, intent.path, intent.to, kind="move")
    way.walk.kind = kind
    way.walk.pools = True
    acts: list[Act] = [way.walk]
    if not later:
        walked = MoveActions(walks=1, stepped_over=stepped_over(request, way))
        acts.insert(0, TurnUpdate(creature.name, opens_pool=1, remember=walked))
    if intent.action == "action-point":
        acts.insert(0, spend_point(creature))
    return Plan(acts, pays, rules.cite(kind), continues=bool(later))


def late(request: Request) -> tuple[str, ...] | None:
    """The action that turns the walk before it into a double move; None if there was no such walk.

    The whole movement is then one full attack action, and excludes activities that need a move action.
    """
    turn, rules = request.creature.turn, request.rules
    used = request.creature.own(MoveActions)
    if request.free or used.walks != 1 or not turn.pool_open or turn.ran:
        return None
    if rules.setting("double-move-declaration") != "late":
        return None
    left = [name for name in ("standard", "move") if turn.actions.get(name, 0) > 0]
    if len(left) != 1:
        return None
    if used.parts and not carries_parts(request, True):
        raise request.refuse("what was done as part of the move action bars a double move", "part.real")
    if used.stepped_over and not steps_over(request, carries_parts(request, True)):
        name = request.creature.name
        raise request.refuse(f"{name} has stepped over another as part of its move action", "stepover.action")
    return (left[0],)


def stepped_over(request: Request, way: LawfulPath) -> bool:
    """Whether a walk leads over creatures that only a stepover passes. (ep.stepover.action)"""
    mover, access = request.creature, request.rules.space.access
    return any(
        passing.rule == "stepover"
        and any(overlap(mover.at(stride.to), other.box) for stride in way.walk.strides)
        and not access(request.rules, mover, other, way.grid.options._replace(stepover=False)).enter
        for other, passing in way.grid.passings
    )


def pay_with_point(request: Request) -> tuple[str, ...]:
    """Payment by an action point: none of the turn's actions; refused without a point."""
    if request.creature.own(ActionPoints).action_points < 1:
        raise request.refuse(f"{request.creature.name} has no action point left", "action-point", "actions")
    return ()


def spend_point(creature: Creature) -> TurnUpdate:
    """The act that spends an action point."""
    return TurnUpdate(creature.name, remember=ActionPoints(-1))


def plod(request: Request, options: MoveOptions) -> Plan:
    """Plans the 5 feet of a standard action, once a round, for a creature whose load reduces its speed to 0.

    Rules: ep.load.speed-zero, ep.load.speed-zero-limit.
    """
    intent: Move | Crawl = request.intent
    creature = request.creature
    plodded = creature.own(MoveActions).plodded
    if getattr(intent, "double", False) or intent.action not in ("standard", "action-point"):
        raise request.refuse(
            f"{creature.name} is weighed down: no move action moves it, a standard action does by 5 feet",
            "load.zero",
        )
    acts: list[Act] = [TurnUpdate(creature.name, remember=MoveActions(plodded=True))]
    pays: tuple[str, ...] = ()
    if intent.action == "standard" and not plodded:
        pays = payment_for(request, key="plod")
    else:
        try:
            pays = pay_with_point(request)
        except Forbidden:
            if plodded:
                raise request.refuse(f"{creature.name} has moved its 5 feet this round", "load.zero-limit") from None
            raise
        acts.append(spend_point(creature))
    limits = tuple((mode, 1) for mode, _ in request.rules.movement.usable_modes(request.rules, creature))
    limit = MovementBudget(limits, parity=start_parity(request))
    way = find_way(request, limit, options, intent.path, intent.to, kind=intent.do)
    return Plan([*acts, way.walk], pays, request.rules.cite("load.zero"))


def run(request: Request) -> Plan:
    """Plans a run, and the check to continue it over many rounds.

    Rules: ep.run.action, ep.run.distance, ep.run.no-step, ep.run.reckless, ep.run.provokes,
    ep.run.round-limit, ep.run.check-escalation, ep.run.failed-check, ep.run.fatigue, ep.run.no-difficult.
    """
    creature, rules = request.creature, request.rules
    on_its_feet(request)
    if weighed_down(rules, creature):
        raise request.refuse(f"{creature.name} is weighed down and moves by a standard action", "load.zero")
    plan = running.run(request, stepover=steps_over(request, False))
    walk = next(act for act in plan.acts if isinstance(act, Walk))
    noted = [act for act in plan.acts if isinstance(act, TurnUpdate)]
    if rules.setting("collision-speed") == "listed-speed":
        walk.rate = rules.movement.speeds(rules, creature).get("walk", 0)
    # A runner that is stopped on the way has run nevertheless.
    plan.acts = [*noted, walk]
    streak = creature.own(RunStreak)
    if streak.rounds < creature.body.abilities.get("constitution", 10):
        return plan
    tired = Halt(f"{creature.name} cannot run any farther", rules.cite("run.failed"))
    fatigue = ConditionChange(creature.name, gains=("fatigued",), rules=rules.cite("run.fatigue"))
    keeps = rules.setting("run-failure") == "keeps-actions"
    check = Check(
        creature.name,
        "might",
        creature.skill("might"),
        RUN_DC + RUN_STEP * streak.checks,
        rules.cite("run.check"),
        success=[TurnUpdate(creature.name, pays=plan.pays), *noted, walk],
        failure=[fatigue, tired]
        if keeps
        else [fatigue, TurnUpdate(creature.name, pays=plan.pays, ends_turn=True), tired],
    )
    return Plan([TurnUpdate(creature.name, remember=RunStreak(checks=1)), check], (), plan.rules)


def charge(request: Request) -> Plan:
    """Plans a charge; running into something unseen hurts at its speed.

    Rules: ep.difficult.no-charge, ep.impeded.no-run-no-charge, ep.collision.damage, ep.collision.deliberate-ramming.
    """
    on_its_feet(request)
    if weighed_down(request.rules, request.creature):
        raise request.refuse(f"{request.creature.name} is weighed down and moves by a standard action", "load.zero")
    plan = running.charge(request, stepover=steps_over(request, False))
    for act in plan.acts:
        if isinstance(act, Walk):
            act.rate = request.rules.movement.speeds(request.rules, request.creature).get("walk", 0)
    return plan


def crawl(request: Request) -> Plan:
    """Plans one square on the ground, in any condition that keeps the creature there.

    Rules: ep.crawl.action, ep.crawl.provokes, ep.crawl.keeps-condition.
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "crawl")
    if not creature.is_any(rules.movement.crawlers):
        raise request.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    options = MoveOptions(modes=("walk",), crawling=True, stepover=steps_over(request, True))
    if weighed_down(rules, creature):
        return plod(request, options)
    last = rules.setting("crawl-into-difficult") == "one-square"
    budget = MovementBudget((("walk", 1),), parity=start_parity(request), last=last)
    way = pay_and_find(request, Maneuver(kind="crawl", options=options, budget=budget))
    for stride in way.walk.strides:
        stride.squares = 1
    return way.plan(request, "crawl")


def minimum(request: Request) -> Plan:
    """Plans one square for a full round, impeded ground included.

    Rules: ep.impeded.full-round, ep.impeded.provokes, ep.impeded.no-stances, ep.impeded.not-blocked, ep.impeded.skill.
    """
    intent: Minimum = request.intent
    creature, rules = request.creature, request.rules
    ready(request, "minimum")
    pays = payment_for(request)
    base = budget_for(rules, creature, parity=start_parity(request))
    limit = base._replace(limits=tuple((mode, 99) for mode, squares in base.limits if squares))
    options = MoveOptions(stepover=steps_over(request, False), unhurried=True)
    there = resolve_height(request, intent.to, creature.cube)
    found = first_lawful(
        (partial(find_way, request, limit, options, path, None, kind="minimum") for path in scrambles(request, there)),
        request.refuse(f"a full round buys one square, and {request.shown(there)} is farther", "impeded.skill"),
    )
    for stride in found.walk.strides:
        stride.squares = 1
    for stride in found.walk.strides[1:]:
        skill = {"climb": "might", "swim": "movement", "fly": "movement"}.get(stride.mode, "acrobatics")
        halt = Halt(f"{creature.name} gets no farther", rules.cite("impeded.skill"))
        follow: list[Act] = [] if stride.check is None else [stride.check]
        stride.check = Check(
            creature.name,
            skill,
            creature.skill(skill),
            SCRAMBLE_DC,
            rules.cite("impeded.skill"),
            success=follow,
            failure=[halt],
        )
    acts: list[Act] = [found.walk]
    if is_impeded(request, [stride.to for stride in found.walk.strides]):
        lost = tuple(sorted(creature.condition.held & {"hidden", "stance"}))
        if lost:
            acts.insert(0, ConditionChange(creature.name, loses=lost, rules=rules.cite("impeded.stances")))
    return Plan(acts, pays, rules.cite("minimum"))


def scrambles(request: Request, there: Cube) -> list[tuple[Cube, ...]]:
    """The paths of one square, and of two where a check may add the second."""
    here = request.creature.cube
    far = max(abs(d) for d in step_of(here, there))
    if far <= 1:
        return [(there,)]
    if far > 2 or request.rules.setting("impeded-checks") != "on":
        return []
    found: list[tuple[Cube, ...]] = []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            middle = (here[0] + dx, here[1] + dy, here[2])
            if middle != here and max(abs(d) for d in step_of(middle, there)) == 1:
                found.append((middle, there))
    return sorted(found, key=lambda path: sum(abs(here[i] + there[i] - 2 * path[0][i]) for i in (0, 1)))


def is_impeded(request: Request, cubes: list[Cube]) -> bool:
    """Whether any of the spaces entered lies on impeded ground."""
    board, side = request.world.board, request.creature.size.side
    return any(
        (x, y) in board and board.tile(x, y).terrain == "impeded" for cube in cubes for x, y in footprint(side, cube)
    )
