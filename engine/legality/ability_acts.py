"""Fills in an ability's acts."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import (
    SELF,
    TARGET,
    ChangeEdge,
    ChangeTile,
    EffectAct,
    ForceMovement,
    GrantMovement,
    JoinBattle,
    LetFall,
    MakeZone,
    TeleportCreature,
)
from ...components.intents import Move, Shift, StepAim, Teleport
from ...components.plan import MoveOptions, Walk
from ...components.position import Cube
from ..combat.aims import covered, most, pointed
from ..combat.areas import Area, place_of
from ..field.field import field_of
from ..field.reach import reach_of
from ..field.support import rest_over
from ..messages import _
from ..rules.budget import MovementBudget, budget_for, squares_between
from ..rules.ruleset import Request, World
from ..state.creature import Creature
from ..state.verdict import Forbidden
from .planners.single_actions import destination, teleport_squares
from .request import able_to_move, on_its_feet
from .route import route

# ---------------------------------------------------------------- words


Number: TypeAlias = Callable[[int | str], int]
"""Turns a number or dice into a number: rolled or expected."""


def concerns_target(act: EffectAct) -> bool:
    return getattr(act, "target", SELF) == TARGET or getattr(act, "who", None) == TARGET


def grounded(
    world: World,
    user: Creature,
    ability: Ability,
    step: StepSpec,
    aim: StepAim,
    target: str,
    act: EffectAct,
    number: Number,
    size: int | None = None,
) -> EffectAct | None:
    """Fills in one effect's targets, squares and amounts; None if it affects nothing."""
    aim = pointed(world, ability, step, aim)
    changes: dict[str, object] = {}
    people = {TARGET: target, SELF: user.name}
    for key in ("target", "whose", "who", "moves_with"):
        value = getattr(act, key, None)
        if value in people:
            changes[key] = people[str(value)]
            if not changes[key]:
                return None
    match act:
        case ForceMovement():
            changes["distance"] = number(act.distance)
            for key, value in (("away", act.away), ("towards", act.towards)):
                if isinstance(value, str):
                    changes[key] = _point(world, user, aim, value)
            if act.direction is None and act.away is None and act.towards is None:
                changes["away"] = user.cube
        case LetFall() if isinstance(act.squares, str):
            changes["squares"] = number(act.squares)
        case TeleportCreature() if isinstance(act.to, str):
            changes["to"] = _point(world, user, aim, act.to)
        case ChangeTile() if isinstance(act.at, str):
            changes["at"] = _squares_meant(world, user, ability, step, aim, act.at, size)
        case MakeZone():
            changes["by"] = user.name
            if isinstance(act.rounds, str):
                changes["rounds"] = max(number(act.rounds), 1)
            if isinstance(act.squares, str):
                changes["squares"] = _squares_meant(world, user, ability, step, aim, act.squares, size)
                levels = _area_meant(world, user, ability, step, aim, size).levels if act.squares == "area" else None
                if levels is not None and act.levels is None:
                    changes["levels"] = levels
        case ChangeEdge() if isinstance(act.between, str):
            changes["between"] = aim.between
        case JoinBattle():
            changes["creature"] = _newcomer(world, user, aim, act.creature)
    if any(value is None or value == () for value in changes.values()):
        return None
    return msgspec.structs.replace(act, **changes)


def _point(world: World, user: Creature, aim: StepAim, word: str) -> Cube | None:
    if word == SELF:
        return user.cube
    return None if aim.at is None else place_of(world, aim.at)


def _squares_meant(
    world: World, user: Creature, ability: Ability, step: StepSpec, aim: StepAim, word: str, size: int | None
) -> tuple[tuple[int, int], ...]:
    if word == SELF:
        found = set(user.box.footprint)
    elif word == "at":
        found = set() if aim.at is None else {(aim.at[0], aim.at[1])}
    else:
        found = set(_area_meant(world, user, ability, step, aim, size).squares)
    return tuple(sorted((square for square in found if square in world.board), key=lambda square: square[::-1]))


def _area_meant(world: World, user: Creature, ability: Ability, step: StepSpec, aim: StepAim, size: int | None) -> Area:
    placed = step if step.area is not None else ability.whole[0]
    return covered(world, user, placed, aim, size if placed is step else None)


def _newcomer(world: World, user: Creature, aim: StepAim, creature: dict[str, object]) -> dict[str, object] | None:
    at = creature.get("at", "at" if aim.at is not None else SELF)
    place = _point(world, user, aim, at) if isinstance(at, str) else None
    return None if place is None and isinstance(at, str) else newcomer(creature, place, user.side)


def newcomer(creature: dict[str, object], place: tuple[int, ...] | None, side: str) -> dict[str, object]:
    """Returns the table of a creature that joins the battle, with a default place and side."""
    made = {"side": side, **creature}
    if place is not None:
        made["at"] = list(place)
    return made


def free_name(world: World, name: str) -> str:
    number, free = 1, name
    while free in world.named:
        number += 1
        free = f"{name} {number}"
    return free


# ---------------------------------------------------------------- granted movement


def moved(world: World, user: Creature, acts: Sequence[EffectAct], aim: StepAim, *, itself: bool) -> Creature:
    """Returns a copy of the user, moved as an ability's acts would move it.

    `itself`: the user is also the target.
    """
    for act in acts:
        if not isinstance(act, (GrantMovement, TeleportCreature)) or not (itself or act.target == "self"):
            continue
        if isinstance(act, GrantMovement) and act.to == "target":
            way = granted_way(Request(world, user, None), user, act, aim)
            user = user.standing_at(way.strides[-1].to) if isinstance(way, Walk) and way.strides else user
        to = _named(act, aim)
        if to is not None and (to[0], to[1]) in world.board:
            user = user.standing_at(_cube(world, user, to))
    return user


def _named(act: GrantMovement | TeleportCreature, aim: StepAim) -> tuple[int, ...] | None:
    return aim.at if act.to == "at" else None if isinstance(act.to, str) else act.to


def _cube(world: World, mover: Creature, to: tuple[int, ...]) -> Cube:
    x, y = to[0], to[1]
    return (x, y, to[2]) if len(to) == 3 else (x, y, rest_over(world, mover, x, y))


def granted_way(
    request: Request, mover: Creature, act: GrantMovement, aim: StepAim, squares: int | None = None
) -> Walk | Cube | None:
    """Returns the walk that an ability lets a creature make, or the cube of a teleport.

    Raises:
        Forbidden: no legal way leads there.
    """
    world, rules = request.world, request.rules
    limit = rules.squares(most(act.distance)) if squares is None else squares
    if act.to in ("target", "self"):
        names = [name for name in aim.names if name in world.named] if act.to == "target" else [request.creature.name]
        return _beside(request, mover, act, world.named[names[0]], limit) if names else None
    to = _named(act, aim)
    if to is None:
        return None
    return _teleport(request, mover, to, limit) if act.kind == "teleport" else _walk(request, mover, act, to, limit)


def _budget(request: Request, mover: Creature, act: GrantMovement, squares: int) -> MovementBudget:
    crawl = request.rules.movement.crawl_squares
    if crawl is not None and mover.is_any(request.rules.movement.crawlers):
        squares = min(squares, crawl)
    return budget_for(request.rules, mover, most=squares, exceeds=act.exceeds)


def _options(request: Request, mover: Creature) -> MoveOptions:
    return MoveOptions(crawling=mover.is_any(request.rules.movement.crawlers))


def _walk(request: Request, mover: Creature, act: GrantMovement, to: tuple[int, ...], squares: int) -> Walk:
    rules = request.rules
    quiet = act.kind == "shift"
    distance = squares * rules.unit
    wanted = (Shift if quiet else Move)(to=to, distance=distance, exceeds=act.exceeds)
    moving = Request(request.world, mover, wanted)
    able_to_move(moving)
    if mover.name == request.creature.name:
        rules.movement.gate(moving, "move")
    if rules.movement.prone_move == "refuse":
        on_its_feet(moving)
    limit = _budget(request, mover, act, squares)
    options = _options(request, mover)
    if quiet and rules.movement.shift_way is not None:
        walk = rules.movement.shift_way(moving, options, limit)
        walk.kind = "move"
    else:
        walk = route(moving, options, limit, to=to, kind="move", quiet=quiet)
    walk.rules = rules.cite("move")
    rules.movement.finish_walk(moving, walk)
    return walk


def _beside(request: Request, mover: Creature, act: GrantMovement, other: Creature, squares: int) -> Walk | None:
    rules = request.rules
    grid = field_of(request.world, mover, _options(request, mover))
    reach = reach_of(grid, _budget(request, mover, act, squares), act.kind == "shift", frozenset())
    costs = reach.costs()
    (x0, y0, _z), (x1, y1, _) = mover.cube, other.cube
    far = [
        (
            max(squares_between(rules, mover.at(cube), other.box), 1),
            costs[cube],
            abs((cube[0] - x0) * (y1 - y0) - (cube[1] - y0) * (x1 - x0)),
            cube[1],
            cube[0],
            cube,
        )
        for cube in reach.resting_places()
        if cube in costs and cube != mover.cube
    ]
    now = squares_between(rules, mover.box, other.box)
    refused: Forbidden | None = None
    for place in sorted(place for place in far if place[0] < now):
        try:
            return _walk(request, mover, act, place[-1], squares)
        except Forbidden as found:
            refused = refused or found
    if refused is not None:
        raise refused
    return None


def _teleport(request: Request, mover: Creature, to: tuple[int, ...], squares: int) -> Cube:
    world, rules = request.world, request.rules
    self_sent(request, mover, to)
    x, y = to[0], to[1]
    if (x, y) not in world.board:
        raise request.refuse(_("{place} is not on the board"), "use.target", place=str([x, y]))
    cube = _cube(world, mover, to)
    if teleport_squares(rules, mover, cube) > squares:
        text = _("{place} is out of range: the teleport reaches {most}")
        raise request.refuse(text, "use.range", place=request.shown(cube), most=rules.length(squares))
    destination(Request(world, mover, request.intent), cube)
    return cube


def self_sent(request: Request, mover: Creature, to: tuple[int, ...]) -> None:
    """Refuses a teleport of the user itself that an earlier act of its turn forbids."""
    if mover.name == request.creature.name:
        request.rules.movement.gate(Request(request.world, mover, Teleport(to=to)), "teleport")


def walk_to(request: Request, to: tuple[int, ...], distance: int, *, quiet: bool = False) -> Walk:
    """Returns the walk to a square that an effect lets a creature make. Quiet walks provoke nothing."""
    act = GrantMovement(distance=distance, kind="shift" if quiet else "move", exceeds=True)
    return _walk(request, request.creature, act, to, request.rules.squares(distance))
