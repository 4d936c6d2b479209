"""Forced movement: Shoves, pulls and Repositions, which a referee may overrule."""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from ....components.intents import Forced
from ....components.plan import Check, ForcedMove
from ....components.position import Cube
from ...geometry.boxes import overlap
from ...geometry.directions import AROUND
from ...legality.planners.pushes import chosen_path, contested, leads, named_path, ray_from, target_of
from ...legality.request import payment_for
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request, Ruleset, World
from ...rules.step_costs import SpaceAccess
from ...space.forced_steps import drop_ahead, forced_fits, harmful, is_diagonal, settle_forced, squares_left
from ...state.creature import Creature
from ...state.verdict import Plan


@dataclass(slots=True)
class ForcedCourse:
    """The way of forced movement, up to the last place on it that the target can occupy."""

    steps: list[Cube] = field(default_factory=list)
    falls: bool = False
    """Whether it ends without support for the creature."""
    blocked: bool = False


def force(request: Request) -> Plan:
    """Plans a push, pull or Reposition of a creature.

    The distance is the effect's, terrain costs nothing extra, and the mover chooses the path. (pf2.forced.distance,
    pf2.forced.chooser, pf2.forced.gm-final)
    """
    intent: Forced = request.intent
    creature, rules = request.creature, request.rules
    target = target_of(request)
    pays = payment_for(request)
    squares = squares_left(rules, target, intent.distance)
    wanted = wanted_path(request, target, rules.squares(intent.distance))
    course = course_of(request, target, wanted, squares)
    if intent.kind not in rules.forced.into_hazards and not intent.hazards and not intent.override:
        danger = endangered(request, target, course)
        if danger is not None:
            raise request.refuse(
                f"a {intent.kind} cannot put {target.name} into danger at {request.shown(danger)}", "forced.safe"
            )
    topics = ["forced.overruled"] if intent.override else []
    topics += [intent.kind, "forced"]
    if course.blocked:
        topics.append("forced.blocked")
    if creature.prone and overlap(creature.box, target.box):
        topics.insert(0, "forced.out")
    forced_move = ForcedMove(
        target.name,
        course.steps,
        intent.kind,
        creature.name,
        squares if not intent.override else max(squares, 2 * len(course.steps)),
        rules=rules.cite(*topics),
        airborne=course.falls and rules.setting("ledge_fall", "first_unsupported") == "after_full_distance",
        overruled=intent.override,
    )
    return Plan(contested(request, target, forced_move), pays, rules.cite(*topics))


def wanted_path(request: Request, target: Creature, squares: int) -> list[Cube]:
    """The squares that the mover wants, obstructions left aside."""
    intent: Forced = request.intent
    if intent.path is None:
        if intent.rise is None:
            if intent.kind != "pull" and overlap(request.creature.box, target.box):
                return out_of_the_space(request, target, squares)
            if intent.kind not in request.rules.forced.into_hazards:
                return repositioned(request, target, squares)
        return chosen_path(request, target, squares)
    if not intent.override:
        # A Reposition's dangers are checked over the whole way, not square by square.
        fearless = msgspec.structs.replace(intent, hazards=True)
        return chosen_path(Request(request.world, request.creature, fearless), target, squares)
    return named_path(request, target, intent.path)


def out_of_the_space(request: Request, target: Creature, squares: int) -> list[Cube]:
    """The way out of the other's space: in the free direction nearest to the line between the two middles.

    Between two in one place there is no such line, so that the first in row order is taken. (pf2.prone.shove-out)
    """
    x, y, _ = target.cube
    for dx, dy in sorted(AROUND, key=turned_from(ray_from(request.creature.box, target))):
        cubes: list[Cube] = []
        here = target.cube
        for count in range(1, squares + 1):
            there = settle_forced(request.world, target, (x + dx * count, y + dy * count), here)
            cubes.append(there)
            here = there
        course = course_of(request, target, cubes, squares)
        safe = course.steps and endangered(request, target, course) is None
        if safe and not overlap(request.creature.box, target.at(course.steps[-1])):
            return cubes
    return []


def turned_from(ray: tuple[int, int]) -> Callable[[tuple[int, int]], int]:
    """A sort key of the eight directions: how far each is turned from a line."""

    def turned(direction: tuple[int, int]) -> int:
        along = direction[0] * ray[0] + direction[1] * ray[1]
        return -along * abs(along) * (1 if direction[0] and direction[1] else 2)

    return turned


def repositioned(request: Request, target: Creature, squares: int) -> list[Cube]:
    """A Reposition without a path: towards the first safe square in row order, as far as it goes."""
    x, y, _ = target.cube
    for dx, dy in AROUND:
        if squares < 1:
            break
        there = settle_forced(request.world, target, (x + dx, y + dy), target.cube)
        course = course_of(request, target, [there], squares)
        if course.steps and endangered(request, target, course) is None:
            return [there]
    return []


def course_of(request: Request, target: Creature, wanted: list[Cube], squares: int) -> ForcedCourse:
    """How far along the wanted squares the movement gets.

    It ends in the last place where the target could stay; diagonals cost one and two by turns from the first.
    (pf2.forced.stop-last-legal)
    """
    intent: Forced = request.intent
    world, rules = request.world, request.rules
    over_air = rules.setting("ledge_fall", "first_unsupported") == "after_full_distance"
    course = ForcedCourse()
    legal = 0
    here, spent, diagonals = target.cube, 0, 0
    for there in wanted:
        diagonal = is_diagonal(world, target, here, there)
        price = rules.forced.diagonal_cycle[diagonals % len(rules.forced.diagonal_cycle)] if diagonal else 1
        if spent + price > squares and not intent.override:
            break
        if forced_fits(world, target, here, there, overruled=intent.override) is not None:
            course.blocked = True
            break
        spent += price
        diagonals += diagonal
        course.steps.append(there)
        here = there
        if intent.override or may_stop(world, target, there):
            legal = len(course.steps)
        if drop_ahead(world, target, there):
            course.falls = True
            if not over_air:
                legal = len(course.steps)
                break
    if legal < len(course.steps):
        course.blocked = True
        del course.steps[legal:]
    course.falls = any(drop_ahead(world, target, place) for place in course.steps)
    return course


def may_stop(world: World, target: Creature, there: Cube) -> bool:
    """Whether other creatures let the target stay at a place."""
    rules = world.rules
    tiny: list[Creature] = []
    for other in world.creatures:
        if other is target or world.together(other, target):
            continue
        if overlap(other.box, target.at(there)):
            if not rules.space.access(rules, target, other, MoveOptions()).stop:
                return False
            if other.size.room < 5 and target.size.room < 5:
                tiny.append(other)
    return not tiny or rules.space.square_capacity(rules, target, tiny)


def goes_over(rules: Ruleset, target: Creature, other: Creature) -> bool:
    """Whether forced movement continues past a creature in the way.

    It may end where the target could end its turn; past others it goes if the switch forced_through_creatures allows it
    and there is a place beyond. (pf2.forced.stop-last-legal)
    """
    how: SpaceAccess = rules.space.access(rules, target, other, MoveOptions())
    if how.stop:
        return True
    return not other.has("object") and rules.setting("forced_through_creatures", "stop") == "pass_if_room_beyond"


def bars(world: World, target: Creature, here: Cube, there: Cube) -> str | None:
    """Why a creature cannot be moved one square: up into the air without flying. (pf2.forced.stop-reasons)"""
    if there[2] > here[2] and drop_ahead(world, target, there):
        return f"{target.name} cannot fly"
    return None


def endangered(request: Request, target: Creature, course: ForcedCourse) -> Cube | None:
    """The first dangerous place that the way may not enter; None if there is none. (pf2.forced.other-safe)"""
    over = request.rules.setting("reposition_through_danger", False) is True
    aloft = request.rules.setting("ledge_fall", "first_unsupported") == "after_full_distance"
    for number, place in enumerate(course.steps, 1):
        last = number == len(course.steps)
        falls = drop_ahead(request.world, target, place)
        if (falls or harmful(request.world, target, place)) and (last or not over or (falls and not aloft)):
            return place
    return None


__all__ = ["bars", "force", "goes_over", "leads"]


def shoving(request: Request, target: Creature, kind: str) -> Check:
    """Athletics against the target's Fortitude, for contested Shoves and Repositions."""
    return Check(
        request.creature.name,
        "athletics",
        request.creature.skill("athletics"),
        10 + target.skill("fortitude"),
        request.rules.cite("forced.source"),
    )
