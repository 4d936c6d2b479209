"""Plans forced movement and carrying."""

from itertools import pairwise

from ....components.effect_acts import ForceMovement
from ....components.intents import Carry, Forced, Pull, Push, Square
from ....components.plan import Act, ForcedMove, MoveOptions, SetDown
from ....components.position import Cube
from ...combat.threat import natural_reach
from ...dice import parse
from ...field.forced_steps import (
    dangerous,
    forced_fits,
    harmful,
    is_diagonal,
    may_be_set_down,
    place_for,
    settle_forced,
    squares_left,
)
from ...field.support import FAR, resting_height
from ...geometry.boxes import AROUND, Box, row_order, step_of
from ...messages import _
from ...messages import length as length_of
from ...rules.budget import budget_for, forced_cycle, squares_between
from ...rules.ruleset import Request, Ruleset, World
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..request import begin_movement, payment_for
from ..route import modes_of, route
from .single_actions import unseen

# ---------------------------------------------------------------- pushes, pulls and slides


def force(request: Request) -> Plan:
    intent: Forced = request.intent
    creature, rules = request.creature, request.rules
    target = target_of(request)
    pays = payment_for(request)
    squares = rules.squares(intent.distance)
    steps = chosen_path(request, target, squares)
    left = squares_left(rules, target, intent.distance)
    sources = sum(amount > 0 for amount in target.body.forced_reductions)
    topics = (intent.kind, *("forced.reduced", "forced.reductions")[:sources])
    x, y, z = target.cube
    if intent.kind == "pull" and goes_around(request, target, steps):
        topics = ("pull.around", *topics)
    if steps and all((a, b) == (x, y) for a, b, _ in steps):
        straight = "forced.air-up" if steps[0][2] > z else "forced.air-down"
        topics = ("forced.special" if intent.changes_height else straight, *topics)
    forced_move = ForcedMove(
        target.name,
        steps,
        intent.kind,
        creature.name,
        left,
        rules=rules.cite_any(*topics, "forced"),
        airborne=intent.changes_height,
        falls=intent.changes_height,
    )
    plan = Plan(contested(request, target, forced_move), pays, rules.cite_any(*topics))
    return rules.forced.adjusted(request, plan)


def target_of(request: Request) -> Creature:
    """Returns the creature to push, pull or slide. Refuses one that cannot be moved now."""
    intent: Forced = request.intent
    target = request.other(intent.target)
    if target is request.creature:
        raise request.refuse("{target} cannot {kind} itself", "forced", target=target.name, kind=intent.kind)
    request.rules.movement.gate(request, intent.kind)
    return target


def contested(request: Request, target: Creature, forced_move: ForcedMove) -> list[Act]:
    """Returns the forced movement, or else the check that must succeed before it."""
    intent: Forced = request.intent
    contest = request.rules.forced.contest(request, target, intent.kind) if intent.contest else None
    if contest is None:
        return [forced_move]
    contest.success = [forced_move]
    return [contest]


def chosen_path(request: Request, target: Creature, squares: int) -> list[Cube]:
    intent: Forced = request.intent
    hook = request.rules.forced.path
    if hook is not None:
        found = hook(request, target, squares)
        if found is not None:
            return found
    if intent.path is not None:
        return along(request, target, intent.path, squares)
    rise = intent.rise
    if rise is None:
        return straightest(request, target, squares)
    up = 1 if rise > 0 else -1
    x, y, z = target.cube
    return [(x, y, z + up * number) for number in range(1, min(abs(rise), squares) + 1)]


def along(request: Request, target: Creature, path: tuple[Square, ...], squares: int) -> list[Cube]:
    """Returns the cubes of the path of a push, pull or slide. Refuses squares that this kind of movement forbids."""
    intent: Forced = request.intent
    if len(path) > squares:
        raise request.refuse(
            _("the path is {far} long; the {kind} moves {most}"),
            "forced.distance",
            "forced",
            far=length_of(len(path), False),
            kind=intent.kind,
            most=length_of(squares, False),
        )
    here = target.cube
    cubes: list[Cube] = []
    cycle, length, diagonals = forced_cycle(request.rules), 0, 0
    for square in path:
        there = settle_forced(request.world, target, square, here)
        invalid_forced_step(request, target, here, there)
        slant = is_diagonal(request.world, target, here, there)
        length += cycle[diagonals % len(cycle)] if slant else 1
        diagonals += slant
        cubes.append(there)
        here = there
    if length > squares:
        raise request.refuse(
            _("the path costs {far} with its diagonals; the {kind} moves {most}"),
            "forced.distance",
            "forced",
            far=length_of(length, False),
            kind=intent.kind,
            most=length_of(squares, False),
        )
    return cubes


def named_path(request: Request, target: Creature, path: tuple[Square, ...]) -> list[Cube]:
    """Returns the cubes of a path in any direction. Refuses squares that are not neighbours."""
    cubes: list[Cube] = []
    here = target.cube
    for square in path:
        there = settle_forced(request.world, target, square, here)
        if max(abs(d) for d in step_of(here, there)) != 1:
            raise request.refuse(
                "{place} is not next to {start}", "path", place=request.shown(there), start=request.shown(here)
            )
        cubes.append(there)
        here = there
    return cubes


LEADS = {
    "push": _("a step to {place} does not lead away from {by}"),
    "pull": _("a step to {place} does not lead toward {by}"),
}


def invalid_forced_step(request: Request, target: Creature, here: Cube, there: Cube) -> None:
    intent: Forced = request.intent
    attacker, kind = request.creature, intent.kind
    step = step_of(here, there)
    if max(abs(d) for d in step) != 1:
        raise request.refuse(
            "{place} is not next to {start}", "path", place=request.shown(there), start=request.shown(here)
        )
    if (
        step[2]
        and not intent.changes_height
        and there[2] != resting_height(request.world, target, there[0], there[1], here[2])
    ):
        raise request.refuse("a {kind} cannot change height", "forced.vertical", kind, kind=kind)
    if not leads(request, attacker.box, target, here, there, kind):
        text = LEADS.get(kind, _("{place} is not in the direction chosen by {by}"))
        raise request.refuse(
            text,
            f"{kind}.direction",
            kind,
            place=request.shown(there),
            by=attacker.name,
        )
    safe = not intent.hazards and kind not in request.rules.forced.into_hazards
    if safe and dangerous(request.world, target, there):
        raise request.refuse(
            "a {kind} cannot move a creature into danger at {place}",
            "forced.safe",
            kind=kind,
            place=request.shown(there),
        )


def leads(request: Request, source: Box, target: Creature, here: Cube, there: Cube, kind: str) -> bool:
    """True if a forced step has the right direction. A push leads away, a pull nearer.

    A slide may go anywhere, and so may a change of height in the same square. Some rules let a pull pass around the
    puller.
    """
    rules = request.rules
    if request.intent.changes_height and here[:2] == there[:2]:
        return True
    spaces = source, target.at(here), target.at(there)
    if not request.intent.changes_height:
        spaces = flat(source), flat(spaces[1]), flat(spaces[2])
    return right_way(rules, *spaces, kind)


def flat(space: Box) -> Box:
    return space._replace(z0=0, z1=0)


def right_way(rules: Ruleset, source: Box, here: Box, there: Box, kind: str) -> bool:
    """True if a forced step from `here` to `there` leads away for a push, nearer for a pull."""
    before, after = squares_between(rules, source, here), squares_between(rules, source, there)
    if kind == "push":
        return after > before
    if kind == "pull":
        return after < before or (rules.forced.pull_around and before <= 1 and after <= 1)
    return True


def goes_around(request: Request, target: Creature, steps: list[Cube]) -> bool:
    """True if a pull moves its target around the puller and not closer. (ep.pull.around)"""
    rules, source = request.rules, flat(request.creature.box)
    spaces = (flat(target.at(cube)) for cube in (target.cube, *steps))
    far = [squares_between(rules, source, space) for space in spaces]
    level = all(cube[:2] != target.cube[:2] for cube in steps)
    return level and any(after >= before for before, after in pairwise(far))


def straightest(request: Request, target: Creature, squares: int) -> list[Cube]:
    """Returns the straight path of a push or pull. Walls and creatures are ignored."""
    intent: Forced = request.intent
    source = request.creature.box
    here = target.cube
    ray = ray_from(source, target)
    if ray == (0, 0):
        return [] if intent.kind == "pull" else _any_square_beside(request, target)
    sense = -1 if intent.kind == "pull" else 1
    dx, dy = ray[0] * sense, ray[1] * sense
    cubes: list[Cube] = []
    x0, y0 = here[0], here[1]
    safe = not intent.hazards and intent.kind not in request.rules.forced.into_hazards
    for _number in range(squares):
        best: tuple[tuple[int, tuple[int, int, int]], Cube] | None = None
        for sx, sy in AROUND:
            if sx * dx + sy * dy <= 0:
                continue
            x, y = here[0] + sx, here[1] + sy
            if not leads(request, source, target, here, (x, y, here[2]), intent.kind):
                continue
            there = settle_forced(request.world, target, (x, y), here)
            off = abs((x - x0) * dy - (y - y0) * dx)
            rank = (off, row_order(there))
            if best is None or rank < best[0]:
                best = (rank, there)
        if best is None:
            break
        here = best[1]
        cubes.append(here)
        if safe and dangerous(request.world, target, here):
            cubes.pop()
            break
    return cubes


def ray_from(source: Box, target: Creature) -> tuple[int, int]:
    """Returns (east, south) from the middle of `source` to that of the target, in half squares."""
    box = target.box
    dx = (box.x0 + box.x1) - (source.x0 + source.x1)
    dy = (box.y0 + box.y1) - (source.y0 + source.y1)
    in_x = (source.x0 <= box.x0 and box.x1 <= source.x1) or (box.x0 <= source.x0 and source.x1 <= box.x1)
    in_y = (source.y0 <= box.y0 and box.y1 <= source.y1) or (box.y0 <= source.y0 and source.y1 <= box.y1)
    if in_x != in_y:
        return (0, dy) if in_x else (dx, 0)
    return dx, dy


def _any_square_beside(request: Request, target: Creature) -> list[Cube]:
    x, y, z = target.cube
    for sx, sy in AROUND:
        if not leads(request, request.creature.box, target, target.cube, (x + sx, y + sy, z), request.intent.kind):
            continue
        there = settle_forced(request.world, target, (x + sx, y + sy), target.cube)
        if forced_fits(request.world, target, target.cube, there) is None and not dangerous(
            request.world, target, there
        ):
            return [there]
    return []


# ---------------------------------------------------------------- carrying along


def carry(request: Request) -> Plan:
    begin_movement(request, "carry", upright=True)
    return take_along(request, request.other(request.intent.target))


def take_along(request: Request, carried: Creature) -> Plan:
    """Plans a movement with another creature carried along.

    The other must accept, be within reach and be able to move along.

    (pf2.carried.same-path, pf2.carried.no-split-danger)
    """
    intent: Carry = request.intent
    creature, rules = request.creature, request.rules
    if carried is creature:
        raise request.refuse("{name} cannot carry itself", "carry")
    if squares_between(rules, creature.box, carried.box) > max(natural_reach(rules, creature), 1):
        raise request.refuse("{carried} is out of {name}'s reach", "reach", carried=carried.name)
    if not rules.threat.line(rules, request.world.board, creature.box, carried.box):
        raise unseen(request, carried)
    pays = payment_for(request)
    options = MoveOptions(modes=modes_of(request, intent.mode), without=frozenset({carried.name}))
    budget = budget_for(rules, creature)
    if intent.speed is not None:
        budget = budget._replace(limits=tuple((mode, rules.squares(intent.speed)) for mode, _ in budget.limits))
    walk = route(request, options, budget, path=intent.path, kind="carry")
    walk.carries, walk.inside = carried.name, True
    walk.silenced.add(carried.name)
    acts: list[Act] = [walk]
    rides = carried.condition.mount == creature.name
    reached = [stride.to for stride in walk.strides if not stride.collides]
    if reached and not rides:
        to = set_down_at(request, carried, creature.at(reached[-1]))
        acts.append(SetDown(creature.name, to, named=intent.set_down is not None))
    return Plan(acts, pays, rules.cite_any("carry"))


def set_down_at(request: Request, carried: Creature, space: Box) -> Cube:
    intent: Carry = request.intent
    creature, world = request.creature, request.world
    if intent.set_down is None:
        place = place_for(world, creature, space, carried)
        if place is None:
            raise request.refuse("there is no room to set {carried} down", "carry.set-down", carried=carried.name)
        if harmful(world, carried, place):
            raise alone_in_danger(request, carried, place)
        return place
    x, y, *level = intent.set_down
    z = level[0] if level else settle_forced(world, carried, (x, y), (*carried.cube[:2], space.z0))[2]
    there = (x, y, z)
    if squares_between(request.rules, space, carried.at(there)) != 1:
        raise request.refuse("{place} is not beside {name}", "carry.set-down", place=request.shown(there))
    if not may_be_set_down(world, creature, space, carried, there):
        raise request.refuse(
            "there is no room for {carried} at {place}",
            "carry.set-down",
            carried=carried.name,
            place=request.shown(there),
        )
    if dangerous(world, carried, there):
        raise alone_in_danger(request, carried, there)
    return there


def alone_in_danger(request: Request, carried: Creature, there: Cube) -> Forbidden:
    """Returns the refusal to put a carried creature into danger that its carrier does not enter.

    (pf2.carried.no-split-danger)
    """
    name, place = request.creature.name, request.shown(there)
    return request.refuse(
        "{name} cannot set {carried} down in danger at {place} without entering that square",
        "carry.danger",
        name=name,
        carried=carried.name,
        place=place,
    )


# ---------------------------------------------------------------- by effects


def forced_by(world: World, source: Creature, target: Creature, act: ForceMovement) -> list[Act]:
    """Returns the acts of an effect's forced movement; empty if it is barred. The ruleset may replace them.

    Dice count as their average. `source` replaces a creature at the effect's origin.
    """
    rules = world.rules
    distance = int(parse(act.distance).mean)
    squares = rules.squares(distance)
    kind: type[Push] | type[Pull] = Push
    x, y, z = target.cube
    if act.direction is not None:
        side = target.size.side
        source.size = target.size
        source.place((x - act.direction[0] * side, y - act.direction[1] * side, z))
    else:
        kind = Push if act.away is not None else Pull
        point = act.away or act.towards or (x, y)
        if isinstance(point, str):
            return []  # a word of an ability's
        source.place((point[0], point[1], point[2] if len(point) > 2 else z))
    request = Request(world, source, kind(target=target.name, distance=distance, hazards=True))
    try:
        steps = chosen_path(request, target, squares)
    except Forbidden:
        return []
    left = squares_left(rules, target, distance)
    cited = rules.cite_any(kind.kind, "forced")
    forced_move = ForcedMove(target.name, steps, kind.kind, source.name, left, rules=cited)
    return rules.forced.adjusted(request, Plan([rules.forced.ended(world, target, forced_move)])).acts


def cube_at(world: World, creature: Creature, square: tuple[int, ...]) -> Cube:
    """Returns the cube where a creature stands if it is put onto `square`."""
    x, y, *z = square
    if z:
        return x, y, z[0]
    rest = resting_height(world, creature, x, y, FAR)
    return x, y, world.board.stand(x, y) if rest == FAR else rest


__all__ = ["carry", "take_along"]
