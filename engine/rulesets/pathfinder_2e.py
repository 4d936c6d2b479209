"""Pathfinder 2e: three actions, four degrees of success."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec

from ...components.decision import Decision, DecisionOption
from ...components.intents import Forced, Move
from ...components.plan import ORDINARY, Check, Drop, ForcedMove, Halt, MoveOptions, Walk
from ...components.position import Cube, Mode
from ..combat.threat import strikes_reach
from ..effects.placement import displaced, nearest_place, put_back
from ..effects.verbs import decide, gain, hurt
from ..field.field import field_of
from ..field.forced_steps import drop_ahead, forced_fits, harmful, is_diagonal, settle_forced, squares_left
from ..field.reach import Reach
from ..field.shapes import may_rest, sharers
from ..field.support import depth_below
from ..geometry.boxes import AROUND, overlap, step_of
from ..legality.planners import moves as moving
from ..legality.planners import moving_others
from ..legality.planners.moving_others import chosen_path, contested, named_path, ray_from, target_of
from ..legality.request import able_to_act, able_to_move, begin_movement, on_its_feet, payment_for
from ..legality.route import modes_of, route
from ..messages import _, english
from ..rules import ruleset as chapters
from ..rules.budget import (
    ENDLESS,
    MovementBudget,
    base_speeds,
    budget_for,
    forced_cycle,
    listed_modes,
    modes_now,
    reach_as_counted,
    reach_two_squares,
)
from ..rules.catalogue import Choice, sets, switch, universal
from ..rules.ruleset import Request, Ruleset, World
from ..rules.step_costs import PausePlace, SpaceAccess
from ..state.creature import Creature
from ..state.verdict import Plan
from .memories import Bulk
from .shared import d20
from .shared.d20 import D20_CONDITIONS, D20_SIZES, SpeedModifier, costing, free, total_modifier
from .shared.spaces import Meeting, PassRule, added, barred_foes, object_passing, size_gap, through, willing

# ---------------------------------------------------------------- sizes and speeds

SIZES = {word: D20_SIZES[word] for word in ("tiny", "small", "medium", "large", "huge", "gargantuan")}
"""Space and reach by size; a record may differ.

(pf2.size.tiny, pf2.size.small, pf2.size.medium, pf2.size.large, pf2.size.huge, pf2.size.gargantuan,
pf2.size.tall-or-long, pf2.size.typical-reach, pf2.size.one-square-minimum, pf2.size.space-is-a-square, pf2.size.height,
pf2.size.objects-too)
"""


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns a creature's speeds in feet, with one bonus of each type.

    (pf2.move.movement-types, pf2.move.speed-limit)
    """
    speed = creature.speed
    if speed.imposed is not None or not speed.bonuses:
        return base_speeds(creature)
    more = total_modifier([SpeedModifier(amount, kind) for kind, amount in speed.bonuses])
    return {mode: max(listed + more, 0) if listed else 0 for mode, listed in speed.listed.items()}


# ---------------------------------------------------------------- spaces

GAP = 3
"""Sizes apart that pass each other. (pf2.size-gap.ladder)"""

TINY = -2

MOVE_ACTIONS = frozenset({"move", "step", "crawl", "tumble", "carry", "leap", "teleport"})
"""Kinds of movement allowed after a pause in another's space. (pf2.pass.end-action)"""


def senseless(creature: Creature) -> bool:
    """True if the creature, asleep or helpless, cannot object to a shared space."""
    return creature.health.downed or creature.is_any(frozenset({"unconscious", "asleep", "dead"}))


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Returns whether a mover may enter or share the space of `other`. Willing creatures allow it.

    (pf2.object.more-solid)
    """
    thing = object_passing(rules, other)
    if thing is not None:
        return thing if thing.enter else thing._replace(corner=True)
    if other.has("fills-space"):
        return SpaceAccess(False, rule="pass.filled")
    lets, gone, gap = willing(rules, mover, other), senseless(other), size_gap(mover, other)
    lying = other.prone or other.health.downed
    if lying and (lets or gone):
        if gap <= 0:
            return SpaceAccess(True, True, rule="prone.share")
        if gone and rules.setting("climb_larger_body", False) is True:
            return SpaceAccess(True, True, rule="prone.larger")
    if mover.size.rank <= TINY or other.size.rank <= TINY:
        return SpaceAccess(True, True, rule="tiny.share")
    kept = other.own(Bulk).blocks_passage or rules.setting("blocks_passage", False) is True
    if abs(gap) >= GAP and not kept:  # (pf2.size-gap.smaller-through)
        return SpaceAccess(True, False, rule="size-gap")
    if gone:
        return SpaceAccess(True, False, rule="prone.larger" if lying and gap > 0 else "prone.condition")
    if lets:
        return SpaceAccess(True, False, rule="pass.willing")
    if abs(gap) >= GAP - 1:
        return SpaceAccess(False, rule="size-gap.kept" if abs(gap) >= GAP else "size-gap.short")
    return SpaceAccess(False, rule="prone.unwilling" if other.prone else "pass.unwilling")


def paused(world: World, creature: Creature) -> bool:
    """True if the creature has paused its move in a space where it may not stop."""
    return creature.turn.pausing and not may_rest(world, creature)


def may_pause(request: Request, place: PausePlace) -> bool:
    """True if a move may pause in another creature's space. An action must be left to leave it.

    (pf2.pass.end-action, pf2.size-gap.no-end)
    """
    rules = request.rules
    cost = rules.actions.costs[request.intent.do].ways[0].count("action")
    more = request.free or request.creature.turn.actions.get("action", 0) > cost
    by_size = any(access.rule == "size-gap" for access in place.shared)
    barred = by_size and rules.setting("size_gap_pause", True) is False
    return more and place.fits and not barred and leads_out(request.world, request.creature, place)


def leads_out(world: World, creature: Creature, place: PausePlace) -> bool:
    """True if one more action could lead from `place` to a place to stop."""
    rules, options = world.rules, ORDINARY
    limit = budget_for(rules, creature, parity=place.parity)
    if creature.is_any(rules.movement.crawlers):
        options = MoveOptions(modes=("walk",), crawling=True, stepover=False)
        limit = MovementBudget((("walk", rules.movement.crawl_squares or 1),), parity=place.parity)
    return Reach(field_of(world, creature, options), limit, quiet=True, start=place.to).leads_on()


def stuck(request: Request) -> bool:
    """True if a creature that pauses in a forbidden space cannot leave it this turn."""
    creature, conditions = request.creature, request.rules.conditions
    if creature.out or creature.is_any(conditions.immobile | conditions.unable):
        return True
    if not request.free and not creature.turn.actions.get("action", 0):
        return True
    return not leads_out(request.world, creature, PausePlace(creature.cube, True, (), 0, creature.turn.parity))


def settle_overlap(world: World, creature: Creature) -> bool:
    """Moves a creature out of another one's square, if it stopped there by accident. (pf2.pass.accident)"""
    how = world.rules.setting("accidental_overlap", "move_arriver")
    if how == "ask":
        name = creature.name
        options = (
            DecisionOption(key="move_arriver", label=english("{name} is moved out", name=name)),
            DecisionOption(key="move_occupant", label=_("The other is moved out")),
            DecisionOption(key="arriver_prone", label=english("{name} falls prone", name=name)),
        )
        text = english("{name} is in another creature's square by accident: where does it go?", name=name)
        question = Decision(
            about="accident", who=name, at=creature.cube, text=text, options=options,
            rules=world.rules.cite("put-back"), default="move_arriver", referee=True,
        )  # fmt: skip
        how = decide(world, question)
    if how == "arriver_prone":
        gain(world, creature, "prone", rules=world.rules.cite("put-back"))
        return True
    if how != "move_occupant":
        return False
    moved = False
    for other in sharers(world, creature):
        how_in = world.rules.space.access(world.rules, creature, other, ORDINARY)
        if other.has("object") or how_in.stop:
            continue
        there = nearest_place(world, other)
        if there != other.cube:
            put_back(world, other, there)
            moved = True
    return moved and may_rest(world, creature)


# ---------------------------------------------------------------- turns


def gate(request: Request, kind: str) -> None:
    """Refuses all but movement of a creature that pauses in another creature's square.

    (pf2.pass.end-action, pf2.prone.no-stand)
    """
    creature, world = request.creature, request.world
    if kind == "stand" and creature.prone:
        tiny = request.rules.setting("tiny_blocks_standing", False) is True
        for other in sharers(world, creature):
            if not other.has("object") and (tiny or min(other.size.rank, creature.size.rank) > TINY):
                message = _("{name} cannot stand up while {other} is in its space")
                raise request.refuse(message, "stand.room", other=other.name)
    if paused(world, creature) and kind not in MOVE_ACTIONS and not (kind == "end" and stuck(request)):
        raise request.refuse(
            _("{name} shares a space with another creature and must leave it first"), "pass.end-action"
        )
    if kind in ("push", "pull", "slide"):
        able_to_act(request)


def end_turn(world: World, creature: Creature) -> None:
    """Ends a turn. A creature still in another one's square is moved out, as by accident. (pf2.pass.no-end-turn)"""
    if paused(world, creature):
        displaced(world, creature)
    creature.turn.pausing = False


# ---------------------------------------------------------------- attacks and falls


def part_in_reach(world: World, striker: Creature, target: Creature) -> bool:
    """True if a strike reaches a creature that the target has grabbed. (pf2.size.extended-part)"""
    held = (one for one in world.creatures if one.condition.grabbed_by == target.name)
    allowed = world.rules.setting("attack_extended_parts", True) is not False
    return allowed and any(strikes_reach(world, striker, one) for one in held)


SOFT_FALL = 4
"""Taken off by deep water."""


def fall(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Applies the end of a fall: damage of half the feet, then prone.

    (pf2.forced.falling-included, pf2.pass.accident)
    """
    felt = squares - min(depth_below(world, creature, place), SOFT_FALL)
    if felt > 1:
        cited = world.rules.cite("fall.damage", "fall")
        if hurt(world, creature, felt * 5 // 2, "falling", rules=cited) and drop.prone is not False:
            gain(world, creature, "prone", rules=cited)
    if not may_rest(world, creature):
        displaced(world, creature)


# ---------------------------------------------------------------- moves


def precise(rules: Ruleset, scene: str, flagged: bool) -> bool:
    """True if movement is counted in squares: in encounters, and in other scenes marked so. (pf2.move.when-precise)"""
    return scene == "encounter" or (flagged and rules.setting("precise_movement", "scene_flag") == "scene_flag")


def stride(request: Request) -> Plan:
    """Plans a Stride, or movement by fly, swim, climb or burrow speed."""
    intent: Move = request.intent
    if not intent.path and intent.to is None and paused(request.world, request.creature):
        raise request.refuse(_("{name} must leave the space that it shares"), "pass.end-action")
    if not request.world.precise:
        return wander(request)
    plan = moving.move(request)
    if forced(request.rules, intent.movement_kind):
        for walk in (act for act in plan.acts if isinstance(act, Walk)):
            walk.own = False
        plan.rules = (*plan.rules, *request.rules.cite("forced.unclear"))
    return plan


def forced(rules: Ruleset, kind: str | None) -> bool:
    """True if this movement counts as forced, by its intent or by a house rule. (pf2.forced.unclear)"""
    return (kind or rules.setting("movement_kind", "voluntary")) == "forced"


def wander(request: Request) -> Plan:
    intent: Move = request.intent
    able_to_move(request)
    on_its_feet(request)
    options = MoveOptions(modes=modes_of(request, intent.mode))
    limit = MovementBudget(tuple((mode, ENDLESS) for mode, listed in modes_now(request.rules, request.creature)))
    way = route(request, options, limit, kind="move")
    way.alter(squares=0, flips=False, rules=request.rules.cite("precise"))
    return Plan([way], (), request.rules.cite("precise"))


def acrobatics(request: Request, met: Meeting) -> Check:
    """Returns the check to pass an enemy: Acrobatics against the Reflex DC."""
    creature, cited = request.creature, request.rules.cite("tumble")
    halt = Halt(english("{name} fails to pass through the space of {foe}", name=creature.name, foe=met.foe.name), cited)
    bonus, dc = creature.skill("acrobatics"), 10 + met.foe.skill("reflex")
    return Check(creature.name, "acrobatics", bonus, dc, cited, failure=[halt])


TUMBLE = PassRule(
    "tumble", lambda request: begin_movement(request, "tumble", upright=True), partial(barred_foes, options=ORDINARY),
    acrobatics, once=False,
)  # fmt: skip
"""How creatures tumble through enemies, whose squares are difficult. (pf2.pass.unwilling)"""


# ---------------------------------------------------------------- forced movement


@dataclass(slots=True)
class ForcedCourse:
    """The cubes that forced movement enters before it must stop, and why it stops."""

    steps: list[Cube] = field(default_factory=list)
    falls: bool = False
    blocked: bool = False


def force(request: Request) -> Plan:
    """Plans a push, pull or Reposition of another creature. Terrain costs nothing extra.

    (pf2.forced.distance, pf2.forced.chooser, pf2.forced.gm-final)
    """
    intent: Forced = request.intent
    creature, rules = request.creature, request.rules
    target = target_of(request)
    pays = payment_for(request)
    squares = squares_left(rules, target, intent.distance)
    wanted = wanted_path(request, target, rules.squares(intent.distance))
    course = course_of(request.world, target, wanted, squares, override=intent.override)
    if intent.kind not in rules.forced.into_hazards and not intent.hazards and not intent.override:
        danger = endangered(request, target, course)
        if danger is not None:
            message = _("a {kind} cannot put {target} into danger at {place}")
            shown = request.shown(danger)
            raise request.refuse(message, "forced.safe", kind=intent.kind, target=target.name, place=shown)
    topics = [*(["forced.overruled"] if intent.override else []), intent.kind, "forced"]
    topics += ["forced.blocked"] if course.blocked else []
    if creature.prone and overlap(creature.box, target.box):
        topics.insert(0, "forced.out")
    forced_move = ForcedMove(
        target.name,
        course.steps,
        intent.kind,
        creature.name,
        squares if not intent.override else max(squares, 2 * len(course.steps)),
        rules=rules.cite(*topics),
        airborne=course.falls and over_air(rules),
        overruled=intent.override,
        heading=blocked_ahead(target, wanted, course),
    )
    return Plan(contested(request, target, forced_move), pays, rules.cite(*topics))


def blocked_ahead(target: Creature, wanted: list[Cube], course: ForcedCourse) -> tuple[int, int] | None:
    """Returns the direction of the first step that was blocked; else None."""
    done = len(course.steps)
    if not course.blocked or done >= len(wanted):
        return None
    return step_of(course.steps[-1] if course.steps else target.cube, wanted[done])[:2]


def over_air(rules: Ruleset) -> bool:
    return rules.setting("ledge_fall", "first_unsupported") == "after_full_distance"


def wanted_path(request: Request, target: Creature, squares: int) -> list[Cube]:
    intent: Forced = request.intent
    if intent.path is not None:
        if intent.override:
            return named_path(request, target, intent.path)
        # A Reposition's dangers are checked over the whole way, not square by square.
        fearless = msgspec.structs.replace(intent, hazards=True)
        return chosen_path(Request(request.world, request.creature, fearless), target, squares)
    if intent.rise is None:
        if intent.kind != "pull" and overlap(request.creature.box, target.box):
            return out_of_the_space(request, target, squares)
        if intent.kind not in request.rules.forced.into_hazards:
            return repositioned(request, target, squares)
    return chosen_path(request, target, squares)


def out_of_the_space(request: Request, target: Creature, squares: int) -> list[Cube]:
    """Returns the straightest path that pushes a target out of the pusher's own space. (pf2.prone.shove-out)"""
    x, y, here = *target.cube[:2], request.creature.box
    for dx, dy in sorted(AROUND, key=turned_from(ray_from(here, target))):
        cubes = [target.cube]
        for count in range(1, squares + 1):
            cubes.append(settle_forced(request.world, target, (x + dx * count, y + dy * count), cubes[-1]))
        course = course_of(request.world, target, cubes[1:], squares, override=request.intent.override)
        if safe(request, target, course) and not overlap(here, target.at(course.steps[-1])):
            return cubes[1:]
    return []


def turned_from(ray: tuple[int, int]) -> Callable[[tuple[int, int]], int]:
    """Returns a sort key for directions: the smaller their angle to `ray`, the earlier."""

    def turned(direction: tuple[int, int]) -> int:
        along = direction[0] * ray[0] + direction[1] * ray[1]
        return -along * abs(along) * (1 if direction[0] and direction[1] else 2)

    return turned


def safe(request: Request, target: Creature, course: ForcedCourse) -> bool:
    return bool(course.steps) and endangered(request, target, course) is None


def repositioned(request: Request, target: Creature, squares: int) -> list[Cube]:
    x, y, _z = target.cube
    around = ([settle_forced(request.world, target, (x + dx, y + dy), target.cube)] for dx, dy in AROUND)
    override = request.intent.override
    courses = ((way, course_of(request.world, target, way, squares, override=override)) for way in around)
    ways = (way for way, course in courses if safe(request, target, course))
    return next(ways, []) if squares > 0 else []


def to_last_legal(world: World, target: Creature, forced_move: ForcedMove) -> ForcedMove:
    """Returns an effect's forced movement, shortened to end where the target may stop. (pf2.forced.stop-last-legal)"""
    course = course_of(world, target, forced_move.steps, forced_move.distance)
    heading = blocked_ahead(target, forced_move.steps, course)
    return replace(forced_move, steps=course.steps, airborne=course.falls and over_air(world.rules), heading=heading)


def course_of(
    world: World, target: Creature, wanted: list[Cube], squares: int, *, override: bool = False
) -> ForcedCourse:
    """Returns the steps of the forced path `wanted` that the target can take. (pf2.forced.stop-last-legal)"""
    rules = world.rules
    course, cycle, legal = ForcedCourse(), forced_cycle(rules), 0
    here, spent, diagonals = target.cube, 0, 0
    for there in wanted:
        diagonal = is_diagonal(world, target, here, there)
        spent += cycle[diagonals % len(cycle)] if diagonal else 1
        if spent > squares and not override:
            break
        if forced_fits(world, target, here, there, overruled=override) is not None:
            course.blocked = True
            break
        diagonals += diagonal
        course.steps.append(there)
        here = there
        falls = drop_ahead(world, target, there) and not over_air(rules)
        if override or falls or may_stop(world, target, there):
            legal = len(course.steps)
        if falls:
            break
    course.blocked = course.blocked or legal < len(course.steps)
    del course.steps[legal:]
    course.falls = any(drop_ahead(world, target, place) for place in course.steps)
    return course


def may_stop(world: World, target: Creature, there: Cube) -> bool:
    rules, space = world.rules, target.at(there)
    others = [one for one in world.creatures if one is not target and not world.together(one, target)]
    met = [other for other in others if overlap(other.box, space)]
    if not all(rules.space.access(rules, target, other, ORDINARY).stop for other in met):
        return False
    tiny = [other for other in met if other.size.room < 5 and target.size.room < 5]
    return not tiny or rules.space.square_capacity(rules, target, tiny)


def goes_over(rules: Ruleset, target: Creature, other: Creature) -> bool:
    """True if forced movement may lead through the space of `other`. (pf2.forced.stop-last-legal)"""
    passes = rules.setting("forced_through_creatures", "stop") == "pass_if_room_beyond" and not other.has("object")
    return passes or rules.space.access(rules, target, other, ORDINARY).stop


def bars(world: World, target: Creature, here: Cube, there: Cube) -> str | None:
    """Says why a target cannot be forced from `here` to `there`; None if it can. (pf2.forced.stop-reasons)"""
    rises = there[2] > here[2] and drop_ahead(world, target, there)
    return english("{target} cannot fly", target=target.name) if rises else None


def endangered(request: Request, target: Creature, course: ForcedCourse) -> Cube | None:
    """Returns the first place on a forced path that is too dangerous; else None.

    (pf2.forced.other-safe)
    """
    over = request.rules.setting("reposition_through_danger", False) is True
    for number, place in enumerate(course.steps, 1):
        falls = drop_ahead(request.world, target, place)
        barred = not over or number == len(course.steps) or (falls and not over_air(request.rules))
        if barred and (falls or harmful(request.world, target, place)):
            return place
    return None


def shoving(request: Request, target: Creature, kind: str) -> Check:
    """Returns the check to push a creature: Athletics against the Fortitude DC."""
    mover, cited = request.creature, request.rules.cite("forced.source")
    return Check(mover.name, "athletics", mover.skill("athletics"), 10 + target.skill("fortitude"), cited)


# ---------------------------------------------------------------- the ruleset

CYCLE = (1, 2)
"""Diagonals alternate over the whole turn. Difficult ground adds one, greater two.

(pf2.diagonal.first, pf2.diagonal.second, pf2.diagonal.alternates, pf2.diagonal.straight-between,
pf2.diagonal.whole-turn, pf2.diagonal.reset, pf2.three-d.special-battles, pf2.three-d.flat-default, pf2.grid.square,
pf2.grid.straight-cost, pf2.cost.normal, pf2.cost.modified, pf2.grid.difficult-squares)
"""

EFFECTS: Mapping[str, Mapping[Choice, Mapping[str, object]]] = {
    "large_difficult": sets("terrain.counted_under", {"any_square": "entered", "majority": "majority"}),
    "three_d_diagonals": sets("grid.slant_per_axis", {"one_count": False, "per_axis": True}),
    "corner_blocks_when": sets("grid.corners", {"any_filled": "any", "never": "free"}),
    "forced_diagonals": sets("forced.diagonal_cycle", {"five_each": (1,)}),
    "off_turn_diagonals": sets("grid.count_outlasts_turn", {"fresh": False, "continue_last": True}),
    "reach_10_diagonal": sets("threat.reach_cycle", {"two_squares": reach_two_squares, "one_square": reach_as_counted}),
}
"""The answers that each switch sets."""

SENSELESS = frozenset({"unconscious", "dead", "paralyzed", "asleep", "helpless"})

PATHFINDER_2E = Ruleset(
    name="pathfinder-2e", title="Pathfinder 2e",
    grid=chapters.GridRules(
        diagonal_cycle=CYCLE, count_scope="turn", corners="both", precise=precise, distance_cycle="alternating",
        cone_templates=True,
    ),
    sizes=chapters.SizeRules(rows=SIZES, squeeze_least=lambda rules, row: row.room, squeeze_condition=None),
    conditions=chapters.ConditionRules(
        known=D20_CONDITIONS, helpless=SENSELESS, unable=SENSELESS | {"stunned"},
        immobile=SENSELESS | {"restrained", "grabbed", "bound", "held", "pinned"},
    ),
    terrain=chapters.TerrainRules(bodies_entered=True),
    movement=chapters.MovementRules(
        default_walk=30, step_cost=added, pause=may_pause, speeds=speeds, usable_modes=listed_modes, gate=gate,
        prone_move="refuse", moves_quietly=forced, crawl_squares=1, stays_aloft=d20.aloft,
    ),
    space=chapters.SpaceRules(
        access=passing, through_costs=True, put_back="nearest", put_back_downed=True,
        # (pf2.tiny.four-per-square)
        square_capacity=lambda rules, creature, others: len(others) < int(rules.setting("tiny_per_square", 4)),
        overlap=settle_overlap,
    ),
    threat=chapters.ThreatRules(
        cover_bonus=(2, 1), reach_cycle=reach_two_squares, part_in_reach=part_in_reach, line=d20.open_line,
        sees=d20.sees,
    ),
    forced=chapters.ForcedMovementRules(
        teleports_safely=True, into_hazards=frozenset({"push", "pull", "carry"}),
        goes_over=goes_over, ended=to_last_legal, bars=bars, into_earth=True, contest=shoving,
    ),
    falling=chapters.FallingRules(land=fall, onto_others=True),
    actions=chapters.ActionRules(
        per_turn={"action": 3},
        costs={
            **costing((("action",),), "move", "step", "crawl", "stand", "drop-prone", "attack", "tumble", "leap"),
            **costing((("action",),), "push", "pull", "slide", "carry", "interact", "equip"),
            **costing((("action", "action"),), "teleport"),
            **free("fall", "afflict", "use", "end"),
        },
        planners={
            "move": stride, "tumble": through(TUMBLE), "carry": moving_others.carry,
            "push": force, "pull": force, "slide": force,
        },
    ),
    attacks=chapters.AttackRules(
        strike=d20.degree_strike, forecast=d20.degree_forecast, odds=d20.degree_odds, check=d20.degree_check,
        check_odds=d20.degree_check_odds, modifiers=(d20.multiple_attacks,), multiple=(0, -5, -10),
        save_bonus=Creature.skill,
    ),
    components=(Bulk,),
    hooks=chapters.Hooks(on_turn_end=end_turn),
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
    effects=EFFECTS, catalogue="pathfinder-2e",
)  # fmt: skip
