"""Speeds, sizes, spaces, moves."""

import re
from collections.abc import Mapping
from functools import partial
from math import inf, nextafter
from typing import Literal

from ....components.effect_acts import Effect, RevealCreature
from ....components.intents import Crawl, Minimum, Move
from ....components.plan import ORDINARY, Act, Check, ConditionChange, Halt, MoveOptions, TurnUpdate, Walk
from ....components.position import Cube, Mode
from ....components.stats import Weight
from ...field.field import field_of
from ...geometry.boxes import footprint, overlap, step_of
from ...legality.planners import moves as moving
from ...legality.request import begin_movement, first_lawful, on_its_feet, payment_for, resolve_height
from ...legality.route import modes_of, paid_route, route
from ...messages import _, english
from ...rules.budget import (
    MovementBudget,
    base_speeds,
    budget_for,
    listed_modes,
    speeds_now,
    start_parity,
)
from ...rules.ruleset import Request, Ruleset, SizeRow, World
from ...rules.step_costs import (
    BARRIER,
    BODY,
    CORPSE,
    DIFFICULT,
    IMPEDED,
    NARROW,
    OBSTACLE,
    SpaceAccess,
    StepCost,
    StepQuery,
)
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..memories import ActionPoints, MoveActions, RunStreak
from ..shared.d20 import SpeedModifier, alone, total_modifier
from ..shared.spaces import object_passing, size_gap

# ---------------------------------------------------------------- speeds

SLOW_WALK = 20
"""Up to this speed, armor and load slow less."""

RUN_BY_RULE = 4
"""A run's factor on speed, the lower of two published figures."""

RUN_BY_LOAD = 5

_RUN_WEIGHT: Mapping[Weight, int] = {"none": 0, "light": 0, "medium": 1, "heavy": 2}


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns a creature's speeds in feet, after bonuses, armor and load.

    (ep.load.categories, ep.load.like-armor, ep.load.medium, ep.load.heavy, ep.load.stacks-with-armor)
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
    """True if armor and load reduce the creature's walking speed to 0. (ep.load.speed-zero)"""
    speed = creature.speed
    listed = speed.listed if speed.imposed is None else speed.imposed
    return listed.get("walk", 0) > 0 and speeds_now(rules, creature).get("walk", 0) == 0


def usable_modes(rules: Ruleset, creature: Creature) -> list[tuple[Mode, bool]]:
    """Returns (mode, True if the statistics list it) of each usable movement mode.

    (ep.alternative.native-element, ep.load.speed-zero)
    """
    found = listed_modes(rules, creature)
    if weighed_down(rules, creature):
        found.insert(0, ("walk", True))
    return found


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """Returns how many times the speed a run covers.

    (ep.run.distance, ep.run.multiplier, ep.load.run, ep.load.run-with-armor)
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
    """Returns by how many feet armor and load reduce a walking speed of `walk` feet.

    (ep.load.like-armor, ep.load.medium, ep.load.heavy, ep.load.stacks-with-armor)
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
    """Returns the listed speeds, reduced by armor and load; at least 0.

    Every mode loses as much as walking. An `unhampered` creature loses nothing.

    (ep.load.like-armor, ep.load.speed-zero)
    """

    def left(mode: Mode, speed: int) -> int:
        if unhampered or (load_slows == "walk-only" and mode != "walk"):
            return speed
        measured = listed.get("walk", speed)
        return max(0, speed - slowing(measured, armor=armor, load=load, slow_medium_load=slow_medium_load))

    return {mode: left(mode, speed) for mode, speed in listed.items()}


def run_multiplier(
    *, armor: Weight = "none", load: Weight = "light", run_multiplier: Literal["four", "five"] = "four"
) -> int:
    """Returns how many times the speed a run covers, at least 1.

    Medium armor and load each subtract one from 5, heavy ones two.

    (ep.run.multiplier, ep.load.run, ep.load.run-with-armor)
    """
    times = max(1, RUN_BY_LOAD - _RUN_WEIGHT[armor] - _RUN_WEIGHT[load])
    return min(RUN_BY_RULE, times) if run_multiplier == "four" else times


# ---------------------------------------------------------------- sizes

ROWS: Mapping[str, SizeRow] = {
    "fine": SizeRow(-4, 1, 0.5, 0, 0, 100),
    "diminutive": SizeRow(-3, 1, 1, 0, 0, 25),
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 10),
    "huge": SizeRow(2, 3, 15, 15, 15),
    "gargantuan": SizeRow(3, 4, 20, 20, 20),
    "colossal": SizeRow(4, 5, 25, 25, 25),
    "titanic": SizeRow(5, 6, 30, 30, 30),
}
"""In feet. Rules: ep.space.small-medium, ep.space.below-small, ep.space.above-medium, ep.occupied.count,
ep.reach.small-medium, ep.reach.tiny, ep.reach.rule-of-thumb, ep.grid.multiples-and-fractions, ep.3d.creature-cube."""

TITANIC_SIDE = 30
"""The side of a titanic creature in feet."""

WIDEST = 600
"""In squares; width and reach in feet grow on."""

FARTHEST = 8192
"""Of that growth, in squares."""


COUNTS = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
]  # fmt: skip


def titanic_grade(name: str) -> int | None:
    """Returns how many grades a size is beyond titanic: 0 for titanic; None for smaller sizes.

    Names are such as `titanic-two-plus` or `21-plus`. Each grade doubles the side.

    (ep.space.beyond-titanic)
    """
    if name in ("titanic", "titanic-plus"):
        return 0 if name == "titanic" else 1
    found = re.fullmatch(r"(?:titanic-)?([a-z]+|[1-9][0-9]{0,2})-plus", name)
    count = found[1] if found else ""
    if count in COUNTS:
        return COUNTS.index(count) + 1
    return int(count) if count.isdigit() else None


class SizeLadder(dict[str, SizeRow]):
    """The table of all sizes. Rows beyond titanic are made when they are read. (ep.space.beyond-titanic)"""

    def __init__(self, capped: bool) -> None:
        super().__init__(ROWS)
        self.capped = capped
        """True if those occupy 6 by 6 squares. (ep.space.figure-cap)"""

    def __contains__(self, word: object) -> bool:
        return super().__contains__(word) or (isinstance(word, str) and bool(titanic_grade(word)))

    def __missing__(self, word: str) -> SizeRow:
        grade = titanic_grade(word)
        if grade is None:
            raise KeyError(word)
        feet = TITANIC_SIDE if self.capped else min(TITANIC_SIDE * 2**grade, FARTHEST * 5)
        return SizeRow(5 + grade, min(feet // 5, WIDEST), feet, feet, feet)


CAPPED, TRUE_SIZE = SizeLadder(True), SizeLadder(False)


def squeeze_least(rules: Ruleset, row: SizeRow) -> float:
    """Returns the narrowest gap in feet that a creature of this size can enter.

    (ep.squeeze.narrow-gap, ep.squeeze.head)
    """
    if row.room > 5:
        return row.room / 2 if row.room > TITANIC_SIDE else row.room - 5
    if row.rank == 0:
        return nextafter(2.5, inf)
    return {5.0: 2.5, 2.5: 1.0, 1.0: 0.5}.get(row.room, 0.5)


def stands_on(rules: Ruleset, creature: Creature, other: Creature) -> bool:
    """True if the creature can stand on the back of `other`, because that is bigger. (ep.3d.standing-on-creature)"""
    return other.size.rank > creature.size.rank


# ---------------------------------------------------------------- spaces


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Returns whether a mover may enter or share the space of `other`. Allies and the helpless allow it.

    A creature inside an enemy's space may leave but not return.

    (ep.walk.through, ep.walk.ends-in-free-space, ep.stepover.size, ep.stepover.no-squeezing,
    ep.stepover.smaller-may-stay, ep.stepover.smaller-may-leave, ep.stepover.smaller-cannot-enter,
    ep.reach.entering-hostile-space, ep.reach.passing-through-hostile-space, ep.occupied.not-terrain,
    ep.squeeze.sharing, ep.squeeze.consent, ep.squeeze.dead, ep.internal-flank.no-squeezing)
    """
    traits = other.body.traits
    thing = object_passing(rules, other) if "object" in traits else None
    if thing is not None:
        return thing
    if "dead" in other.condition.held:
        rough = rules.setting("corpse-terrain") == "difficult" and rules.terrain.hampered(rules, mover)
        return SpaceAccess(True, True, costly=rough, rule="squeeze.dead")
    if "fills-space" in traits:
        return SpaceAccess(False, rule="walk.through")
    gap = other.size.rank - mover.size.rank
    if gap <= -2 and options.stepover:
        return SpaceAccess(True, True, rule="stepover")
    held = other.condition.held
    lying = other.health.downed or (bool(held) and not held.isdisjoint(rules.conditions.helpless))
    consents, meets = other.lets(mover), abs(gap) >= 2 or not options.arriving
    if not lying and not consents and mover.side != other.side:
        if meets and overlap(mover.box, other.box):
            return SpaceAccess(True, True, squeeze=crowds(rules, mover, other), rule="internal", one_way=True)
        if gap <= -2:
            return SpaceAccess(False, rule="stepover.action")
        rule = "stepover.enter" if gap >= 2 else "walk.through"
        return SpaceAccess(False, squeeze=crowds(rules, mover, other), rule=rule)
    walks_in = lying or gap < 1 or rules.setting("enter-larger-ally") != "clamber"
    if not walks_in and not (meets and overlap(mover.box, other.box)):
        return SpaceAccess(False, squeeze=crowds(rules, mover, other), rule="stepover.enter")
    if not crowds(rules, mover, other):
        return SpaceAccess(True, True, rule="space.packing")
    agrees = lying or (consents and rules.setting("sharing-consent") == "allies")
    return SpaceAccess(True, agrees, squeeze=agrees, rule="squeeze.sharing" if agrees else "squeeze.consent")


def crowds(rules: Ruleset, one: Creature, other: Creature) -> bool:
    """True if two creatures in the same space must both squeeze.

    (ep.internal-flank.no-squeezing, ep.space.packing, ep.3d.packing, ep.squeeze.prone-sharer, ep.squeeze.dead)
    """
    size, its = one.size, other.size
    if abs(size.rank - its.rank) >= 2 or (size.room < 5 and its.room < 5):
        return False
    if "dead" in one.condition.held or "dead" in other.condition.held:
        return False
    return not (size.name == its.name == "small" and rules.setting("small-share-cube") == "two-free")


def capacity(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """True if there is room for one more small creature in a square with `others`.

    Rules: ep.space.packing, ep.space.practical-cap, ep.3d.packing.
    """
    if rules.setting("square-capacity") == "four" and len(others) >= 4:
        return False
    return alone(rules, creature, others)


def goes_over(rules: Ruleset, target: Creature, other: Creature) -> bool:
    """True if a target of forced movement passes over the far smaller creature `other`. (ep.stepover.forced)"""
    return size_gap(target, other) <= -2 and not other.has("fills-space")


def is_ground(rules: Ruleset, other: Creature) -> bool:
    """True if `other` is a corpse: it counts as ground. (ep.squeeze.dead)"""
    return "dead" in other.condition.held


UNWIELDY = frozenset({"unwieldy", "unwieldy-weapon"})
"""Weapons useless beside blocked squares."""


def unwieldy(world: World, creature: Creature) -> bool:
    """True if blocked squares beside the creature make its unwieldy weapon useless. (ep.blocked.unwieldy)"""
    return not UNWIELDY.isdisjoint(creature.body.traits) and beside_blocked(world, creature)


def beside_blocked(world: World, creature: Creature) -> bool:
    """True if a blocked square or a wall touches the creature's space.

    Rules: ep.blocked.unwieldy, ep.blocked.cumbersome, ep.hazard.weapons, ep.occupied.not-terrain.
    """
    board, box = world.board, creature.box
    for y in range(box.y0 - 1, box.y1 + 2):
        for x in range(box.x0 - 1, box.x1 + 2):
            own = box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
            if (x, y) in board and not own and any(board.blocked(x, y, z) for z in range(box.z0, box.z1 + 1)):
                return True
            if own and any(
                board.wall_between((x, y, 0), (x + dx, y + dy, 0)) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            ):
                return True
    return False


def flat(rules: Ruleset, stretch: StepQuery) -> StepCost | None:
    """Returns the cost of a step in squares: 2 on difficult squares; None on impeded ground.

    (ep.difficult.cost, ep.difficult.kinds, ep.squeeze.cost, ep.grid.leaving-free)
    """
    if stretch.features & IMPEDED and not stretch.unhurried:
        return None
    bodies = 0 if stretch.mode == "fly" else BODY | CORPSE  # rough ground, which hampers no flier
    hard = stretch.features & (DIFFICULT | NARROW | OBSTACLE | BARRIER | bodies)
    turns = stretch.diagonal and len(rules.grid.diagonal_cycle) > 1
    return StepCost(2 if hard else 1, turns, turns)


# ---------------------------------------------------------------- moves

RUN_DC = 30
"""The DC to continue a run. (ep.run.round-limit)"""

RUN_STEP = 2
"""The DC's rise per check made. (ep.run.check-escalation)"""

SCRAMBLE_DC = 15
"""A second impeded square; not in the source. (ep.impeded.skill)"""


TRAVEL = frozenset(
    {
        "move", "double", "run", "crawl", "withdraw", "charge", "minimum", "tumble", "clamber", "overrun",
        "jump", "leap", "carry", "teleport",
    }
)  # fmt: skip
"""It excludes a 5-foot step by rest."""


def gate(request: Request, kind: str) -> None:
    """Refuses an intent that earlier acts forbid, for example a move after a 5-foot step.

    Rules: ep.step.rest-closes-other-movement, ep.run.needs-sight, ep.withdraw.blinded, ep.withdraw.no-step,
    ep.blocked.unwieldy.
    """
    creature = request.creature
    moves_itself = kind != "teleport" or request.intent.target in (None, creature.name)
    if kind in TRAVEL and creature.turn.stepped and moves_itself:
        topic = "withdraw.step" if kind == "withdraw" else "step.closes"
        raise request.refuse("{name} took a 5-foot step this turn and cannot move again", topic, "step.closes")
    if kind in ("run", "withdraw") and "blinded" in creature.condition.held:
        raise request.refuse(
            _("{name} cannot run without sight") if kind == "run" else _("{name} cannot withdraw without sight"),
            f"{kind}.sight",
        )
    if kind == "attack" and not getattr(request.intent, "ranged", False) and unwieldy(request.world, creature):
        raise request.refuse("{name} is beside blocked squares and has no room to swing its weapon", "weapon.unwieldy")


def ready(request: Request, kind: str) -> None:
    """Refuses a movement of this kind if the creature must crawl or is weighed down."""
    begin_movement(request, kind, upright=True)
    if weighed_down(request.rules, request.creature):
        raise request.refuse("{name} is weighed down and can only move with a standard action", "load.zero")


def steps_over(request: Request, plain: bool) -> bool:
    """True if this movement may pass over far smaller creatures. (ep.stepover.action)"""
    return plain or request.rules.setting("stepover-actions") == "any-movement"


def carries_parts(request: Request, double: bool) -> bool:
    """True if the move may include another activity, such as drawing a weapon.

    (ep.part-of-move.needs-a-real-move-action)
    """
    return not double or request.rules.setting("part-of-move-in-double") == "allowed"


def move(request: Request) -> Plan:
    """Plans a move or a `double` move.

    Rules: ep.walk.action, ep.double-move.action, ep.double-move.distance, ep.double-move.late-declaration,
    ep.double-move.single-action, ep.double-move.normal-rules, ep.grid.refresh, ep.grid.allowance-used-up,
    ep.combine.one-action, ep.combine.cost-from-all, ep.combine.terrain-counts, ep.combine.exhausted-type,
    ep.combine.must-stop, ep.stepover.action.
    """
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    kind = "double" if intent.double else "move"
    begin_movement(request, kind, upright=True)
    modes = None if intent.mode is None else modes_of(request, intent.mode)
    stepover = not intent.double or steps_over(request, carries_parts(request, True))
    options = MoveOptions(modes=modes, stepover=stepover)
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
        parity=start_parity(rules, creature, going_on=True) if later else None,
        spent=creature.turn.pool_spent if later else 0,
    )
    way = route(request, options, limit, kind="move")
    way.kind = kind
    way.pools = True
    acts: list[Act] = [way]
    if not later:
        walked = MoveActions(walks=1, stepped_over=stepped_over(request, way))
        acts.insert(0, TurnUpdate(creature.name, opens_pool=1, remember=walked))
    if intent.action == "action-point":
        acts.insert(0, spend_point(creature))
    return Plan(acts, pays, rules.cite(kind), continues=bool(later))


def late(request: Request) -> tuple[str, ...] | None:
    """Returns the actions that join this and the last walk into a double move."""
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
        raise request.refuse("a double move cannot include an activity", "part.real")
    if used.stepped_over and not steps_over(request, carries_parts(request, True)):
        name = request.creature.name
        raise request.refuse("{name} already stepped over a creature in this move action", "stepover.action", name=name)
    return (left[0],)


def stepped_over(request: Request, way: Walk) -> bool:
    """True if the walk passes over creatures that an ordinary move may not pass. (ep.stepover.action)"""
    mover, access = request.creature, request.rules.space.access
    field = field_of(request.world, mover, way.options or ORDINARY)
    return any(
        passing.rule == "stepover"
        and any(overlap(mover.at(stride.to), other.box) for stride in way.strides)
        and not access(request.rules, mover, other, field.options._replace(stepover=False)).enter
        for other, passing in field.passings
    )


def pay_with_point(request: Request) -> tuple[str, ...]:
    """Refuses the intent if the creature has no action point. Returns no actions to pay."""
    if request.creature.own(ActionPoints).action_points < 1:
        raise request.refuse("{name} has no action point left", "action-point", "actions")
    return ()


def spend_point(creature: Creature) -> TurnUpdate:
    return TurnUpdate(creature.name, remember=ActionPoints(-1))


def plod(request: Request, options: MoveOptions) -> Plan:
    """Plans a move of 5 feet for a standard action, for a creature with speed 0.

    Rules: ep.load.speed-zero, ep.load.speed-zero-limit.
    """
    intent: Move | Crawl = request.intent
    creature = request.creature
    plodded = creature.own(MoveActions).plodded
    if getattr(intent, "double", False) or intent.action not in ("standard", "action-point"):
        raise request.refuse("{name} is weighed down: it can only move 5 feet with a standard action", "load.zero")
    acts: list[Act] = [TurnUpdate(creature.name, remember=MoveActions(plodded=True))]
    pays: tuple[str, ...] = ()
    if intent.action == "standard" and not plodded:
        pays = payment_for(request, key="plod")
    else:
        try:
            pays = pay_with_point(request)
        except Forbidden:
            if plodded:
                raise request.refuse(
                    "{name} is weighed down and already moved 5 feet this round", "load.zero-limit"
                ) from None
            raise
        acts.append(spend_point(creature))
    limits = tuple((mode, 1) for mode, _ in request.rules.movement.usable_modes(request.rules, creature))
    limit = MovementBudget(limits, parity=start_parity(request.rules, creature))
    way = route(request, options, limit, kind=intent.do)
    return Plan([*acts, way], pays, request.rules.cite("load.zero"))


def run(request: Request) -> Plan:
    """Plans a run; in later rounds, with a check to continue it.

    Rules: ep.run.action, ep.run.distance, ep.run.no-step, ep.run.reckless, ep.run.provokes, ep.run.round-limit,
    ep.run.check-escalation, ep.run.failed-check, ep.run.fatigue, ep.run.no-difficult.
    """
    creature, rules = request.creature, request.rules
    on_its_feet(request)
    if weighed_down(rules, creature):
        raise request.refuse("{name} is weighed down and can only move with a standard action", "load.zero")
    plan = moving.run(request, stepover=steps_over(request, False))
    walk = next(act for act in plan.acts if isinstance(act, Walk))
    noted = [act for act in plan.acts if isinstance(act, TurnUpdate)]
    if rules.setting("collision-speed") == "listed-speed":
        walk.rate = rules.movement.speeds(rules, creature).get("walk", 0)
    # A runner that is stopped on the way has run nevertheless.
    plan.acts = [*noted, walk]
    streak = creature.own(RunStreak)
    if streak.rounds < creature.body.abilities.get("constitution", 10):
        return plan
    tired = Halt(english("{name} cannot run any farther", name=creature.name), rules.cite("run.failed"))
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
    """Plans a charge. Obstacles that the creature does not see deal damage.

    Rules: ep.difficult.no-charge, ep.impeded.no-run-no-charge, ep.collision.damage, ep.collision.deliberate-ramming.
    """
    on_its_feet(request)
    if weighed_down(request.rules, request.creature):
        raise request.refuse("{name} is weighed down and can only move with a standard action", "load.zero")
    plan = moving.charge(request, stepover=steps_over(request, False))
    for act in plan.acts:
        if isinstance(act, Walk):
            act.rate = request.rules.movement.speeds(request.rules, request.creature).get("walk", 0)
    plan.rules = (*plan.rules, *request.rules.cite("charge.rams"))
    return plan


def crawl(request: Request) -> Plan:
    """Plans a crawl of one square.

    Rules: ep.crawl.action, ep.crawl.provokes, ep.crawl.keeps-condition.
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "crawl")
    if not creature.is_any(rules.movement.crawlers):
        raise request.refuse("{name} is standing and cannot crawl", "crawl")
    options = MoveOptions(modes=("walk",), crawling=True, stepover=steps_over(request, True))
    if weighed_down(rules, creature):
        return plod(request, options)
    budget = MovementBudget((("walk", 1),), parity=start_parity(rules, creature))
    way, pays = paid_route(request, options, budget, kind="crawl")
    return Plan([way], pays, rules.cite("crawl"))


def minimum(request: Request) -> Plan:
    """Plans a move of one square that takes the full round, even on impeded ground.

    (ep.impeded.full-round, ep.impeded.provokes, ep.impeded.no-stances, ep.impeded.not-blocked, ep.impeded.skill)
    """
    intent: Minimum = request.intent
    creature, rules = request.creature, request.rules
    ready(request, "minimum")
    pays = payment_for(request)
    base = budget_for(rules, creature)
    limit = base._replace(limits=tuple((mode, 99) for mode, squares in base.limits if squares))
    options = MoveOptions(stepover=steps_over(request, False), unhurried=True)
    there = resolve_height(request, intent.to, creature.cube)
    found = first_lawful(
        (partial(route, request, options, limit, path=path, kind="minimum") for path in scrambles(request, there)),
        request.refuse(
            "a full round of movement reaches one square; {place} is farther away",
            "minimum",
            place=request.shown(there),
        ),
    )
    found.alter(squares=1)
    for number, stride in enumerate(found.strides[1:], 1):
        skill = {"climb": "might", "swim": "movement", "fly": "movement"}.get(stride.mode, "acrobatics")
        halt = Halt(english("{name} cannot move farther", name=creature.name), rules.cite("impeded.skill"))
        follow: list[Act] = [] if stride.check is None else [stride.check]
        check = Check(
            creature.name,
            skill,
            creature.skill(skill),
            SCRAMBLE_DC,
            rules.cite("impeded.skill"),
            success=follow,
            failure=[halt],
        )
        found.strides[number] = stride._replace(check=check)
    acts: list[Act] = [found]
    board, side = request.world.board, creature.size.side
    entered = [at for stride in found.strides for at in footprint(side, stride.to) if at in board]
    if any(board.tile(*at).terrain == "impeded" for at in entered):
        lost = tuple(sorted(creature.condition.held & {"hidden", "stance"}))
        if lost:
            acts.insert(0, ConditionChange(creature.name, loses=lost, rules=rules.cite("impeded.stances")))
        if creature.body.hidden_from:
            shown = RevealCreature(target=creature.name)
            acts.insert(0, Effect(acts=(shown,), by=creature.name, rules=rules.cite("impeded.stances")))
    return Plan(acts, pays, rules.cite("minimum"))


def scrambles(request: Request, there: Cube) -> list[tuple[Cube, ...]]:
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
