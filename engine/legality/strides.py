"""The steps (strides) of a path and their checks."""

from collections.abc import Sequence

from ...components.intents import Move
from ...components.plan import Act, Check, Halt, Stride, Walk
from ...components.position import Cube
from ..board.board import Edge
from ..field.field import Field, Short, field_of, price_topics
from ..field.ground import Ground
from ..field.support import holds_at, on_the_back, resting_height
from ..geometry.boxes import footprint, step_of
from ..messages import Value, _, english
from ..rules.budget import MovementBudget, speeds_now
from ..rules.ruleset import Request, World
from ..rules.step_costs import BARRIER, FEATURES, OBSTACLE
from ..state.creature import Creature
from ..state.verdict import Forbidden
from .request import limit_topics, over_water
from .why_not import airy_ground, ground_refusal, why_no_step


def follow(
    request: Request,
    field: Field,
    budget: MovementBudget,
    path: Sequence[Cube],
    start: Cube | None = None,
    *,
    floored: bool = False,
) -> list[Stride]:
    """Returns the steps along a path from `start` (by default from the mover's place).

    If `floored`, the path ends on the floor, perhaps by a fall.
    """
    strides: list[Stride] = []
    here, cycle = field.creature.cube if start is None else start, len(field.rules.grid.diagonal_cycle)
    spent, parity, features = budget.spent, budget.parity, 0
    for number, there in enumerate(path):
        last = number + 1 == len(path)
        found = None if field.bars(here, there) else field.step(here, there, spent, parity, budget)
        if floored and last and found is not None:
            mode = found.mode if isinstance(found, Stride) else found.steps.mode
            fallen = drop(request, field, budget, here, there, spent, parity) if mode == "climb" else None
            if fallen is not None:
                return [*strides, fallen]
        if isinstance(found, Stride):
            strides.append(found)
            features |= found.features
            here, spent, parity = there, spent + found.squares, (parity + found.flips) % cycle
            continue
        if found is not None:
            raise over_budget(request, field, budget, found, there, spent, parity, features)
        if collides(field, there):
            return [*strides, Stride(there, 0, "walk", collides=True)]
        dropped = drop(request, field, budget, here, there, spent, parity)
        if dropped is None:
            raise why_no_step(request, field, here, there)
        strides.append(dropped)
        if dropped.drops and not last:
            raise request.refuse(
                "the fall at {place} ends the move; the path must end there", "fall.path", place=request.shown(there)
            )
        here, spent = there, spent + dropped.squares
    return strides


WAYS = {
    "walk": _("walking"),
    "climb": _("climbing"),
    "swim": _("swimming"),
    "fly": _("flying"),
    "burrow": _("burrowing"),
}


PLAIN = ("cost.square", "cost.diagonal")


def over_budget(
    request: Request,
    field: Field,
    budget: MovementBudget,
    short: Short,
    there: Cube,
    spent: int,
    parity: int,
    met: int,
) -> Forbidden:
    """Returns the refusal of a step that costs more than the movement left."""
    rules, mode = field.rules, short.steps.mode
    left, others = max(short.bound - budget.spent, 0), [most for way, most in budget.limits if way != mode]
    spent_mode = any(most > spent for most in others)
    text = _("the path needs {cost} to reach {place}; {name} has {left} left")
    if others:
        text = _("the path needs {cost} to reach {place}; {name} has {left} of {moving} left")
    values: dict[str, Value] = {
        "left": rules.length(left),
        "cost": rules.length(spent - budget.spent + short.squares),
        "moving": WAYS[mode],
    }
    hampered = [f"cost.{name}" for name, flag in FEATURES.items() if met & flag & ~short.features]
    topics = [topic for topic in price_topics(short.steps.diagonal, short.features, parity > 0) if topic not in PLAIN]
    topics += ["obstacle.short"] if short.features & (OBSTACLE | BARRIER) else []
    topics += hampered
    topics += [topic.replace("cost.", "go.") for topic in topics if topic.startswith("cost.")]
    if short.squares > 1 and mode != "walk":
        topics.append(f"go.{mode}" if short.steps.listed else f"go.{mode}.double")
    if field.options.through:  # the cost comes from the creature passed by skill, not from a body that lies there
        topics = [request.intent.do if topic == "cost.body" else topic for topic in topics]
    return request.refuse(
        text,
        *(("combine.exhausted",) if spent_mode else ()),
        *limit_topics(request),
        *topics,
        place=request.shown(there),
        **values,
    )


def collides(field: Field, there: Cube) -> bool:
    """True if something solid that the mover does not see is at `there`."""
    board, side = field.world.board, field.creature.size.side
    squares = footprint(side, there)
    return any((x, y) in board and board.tile(x, y).unseen and board.blocked(x, y, there[2]) for x, y in squares)


def drop(
    request: Request, field: Field, budget: MovementBudget, here: Cube, there: Cube, spent: int, parity: int
) -> Stride | None:
    """Returns the walking step over a ledge, usually into a fall; else None."""
    rules, board, creature = field.rules, field.world.board, field.creature
    dx, dy, dz = step_of(here, there)
    if dz or not (dx or dy) or max(abs(dx), abs(dy)) > 1 or "walk" not in dict(field.ground.kind.modes):
        return None
    layout = field.layout
    bit = layout.bit(there)
    if bit & field.crowd.closed or not bit & (field.ground.air | field.ground.enterable):
        return None
    if bit & (field.ground.walk | field.ground.swim | field.ground.burrow):
        return None
    from_back = on_the_back(field.world, creature, here)
    if layout.bit(here) & field.ground.air and not from_back and holds_at(field.world, creature, here) != "walk":
        return None  # a mover on a wall or in mid-air has no edge to step over
    if field.ground.kind.phasing and layout.any_over(field.ground.layers.walls, creature.size.side) & bit:
        raise request.refuse(
            "{name} would end inside the wall at {place}",
            "terrain.blocked",
            place=request.shown(there),
        )
    airy = field.over(airy_ground(field))
    limit = MovementBudget((("fly", 99),), parity=parity)
    found = None if airy.bars(here, there) else airy.step(here, there, 0, parity, limit)
    if not isinstance(found, Stride):
        return None
    shut = rules.terrain.pits_closed and not field.options.pits
    if shut and any(board.tile(x, y).pit for x, y in footprint(creature.size.side, there) if (x, y) in board):
        raise request.refuse(
            "a walking creature cannot enter the pit at {place}",
            "pit",
            f"{request.intent.do}.closed",
            place=request.shown(there),
        )
    if spent + found.squares > budget.of("walk"):
        raise request.refuse(
            "{name} has too little movement left to enter {place}",
            *limit_topics(request),
            place=request.shown(there),
        )
    on_back = on_the_back(field.world, creature, there)
    falls = not (on_back or rules.movement.stays_aloft(rules, creature))
    over = found._replace(mode="walk", drops=falls, features=0)
    return over.citing(rules.cite("jump")) if on_back else over


# ---------------------------------------------------------------- checks


def crossed(request: Request, ground: Ground, here: Cube, there: Cube) -> Check | None:
    """Returns the check that a step needs to cross an obstacle; None if it needs none."""
    board, side = request.world.board, request.creature.size.side
    if not board.traits.checks:
        return None
    ways = [
        [edge_crossed(request, (x + i - dx, y + j - dy), (x + i, y + j)) for i, j in squares]
        for x, y, _ in [there]
        for (dx, dy, _), squares in ground.ways_of_body(step_of(here, there), there)
    ]
    over: tuple[str, int] | None = None
    if all(any(way) for way in ways):
        over = next(
            ((edge.skill, edge.dc or 0) for edge in ways[0] if edge is not None and edge.skill is not None), None
        )
    into: tuple[str, int] | None = None
    for x in range(there[0], there[0] + side):
        for y in range(there[1], there[1] + side):
            entered = not (here[0] <= x < here[0] + side and here[1] <= y < here[1] + side)
            if entered and (x, y) in board:
                tile = board.tile(x, y)
                if tile.skill is not None and tile.floor <= there[2] < tile.floor + max(tile.water, 1):
                    into = into or (tile.skill, tile.dc or 0)
    check: Check | None = None
    for asked in (into, over):
        if asked is not None:
            check = rolled(request, *asked, there, [] if check is None else [check])
    return check


def rolled(request: Request, skill: str, dc: int, there: Cube, follow: list[Act]) -> Check:
    """Returns a check of `skill` against `dc`. After a success the acts `follow` happen."""
    name = request.creature.name
    cited = request.rules.cite("obstacle.check")
    failure = Halt(
        english("{name} fails the {skill} check to reach {place}", name=name, skill=skill, place=request.shown(there)),
        cited,
    )
    return Check(name, skill, request.creature.skill(skill), dc, cited, success=follow, failure=[failure])


def edge_crossed(request: Request, a: tuple[int, int], b: tuple[int, int]) -> Edge | None:
    """Returns the obstacle on the edge between squares `a` and `b`; else None."""
    board = request.world.board
    (ax, ay), (bx, by) = a, b
    if ax == bx or ay == by:
        edge = board.edge(a, b)
        return edge if edge is not None and edge.hampers else None
    ways = (
        (board.edge(a, (bx, ay)), board.edge((bx, ay), b)),
        (board.edge(a, (ax, by)), board.edge((ax, by), b)),
    )
    hampering = [[edge for edge in way if edge is not None and edge.hampers] for way in ways]
    if request.rules.grid.obstacle_corners == "touching":
        met = hampering[0] + hampering[1]
    else:
        met = hampering[0] + hampering[1] if all(hampering) else []
    return next((edge for edge in met if edge.skill is not None), None)


# ---------------------------------------------------------------- judged again


def slowed(world: World, mover: Creature, walk: Walk) -> MovementBudget:
    """Returns a walk's movement budget, lowered if the mover has become slower on the way. (asc.crouch.speed)"""
    rules, before, limits = world.rules, walk.speeds, []
    assert walk.budget is not None
    if not rules.movement.slows_at_once:
        return walk.budget
    now = speeds_now(rules, mover)
    for mode, squares in walk.budget.limits:
        named = mode if before.get(mode, 0) else "walk"
        was, left = before.get(named, 0), now.get(named, 0)
        if left < was:
            squares = min(squares, left * max(squares * rules.unit // was, 1) // rules.unit)
        limits.append((mode, squares))
    return walk.budget._replace(limits=tuple(limits))


def _sunk(request: Request, walk: Walk, planned: Stride) -> Cube:
    x, y, z = planned.to
    board, below = request.world.board, (x, y, z - 1)
    if planned.mode != "walk" or planned.drops or walk.airborne or not board.watery(*below):
        return planned.to
    if resting_height(request.world, request.creature, x, y, z) != z - 1:
        return planned.to
    return over_water(request, below, z)


def may_go_on(world: World, mover: Creature, walk: Walk) -> bool:
    """True if a walk that has begun may take its next step on the present board."""
    done, planned = walk.strides[: walk.next], walk.strides[walk.next]
    if done and mover.cube[:2] != done[-1].to[:2]:
        return False
    if walk.options is None or walk.budget is None:
        return True
    parity = (walk.budget.parity + sum(stride.flips for stride in done)) % len(world.rules.grid.diagonal_cycle)
    spent = walk.budget.spent + sum(stride.squares for stride in done)
    budget = slowed(world, mover, walk)._replace(spent=spent, parity=parity)
    request, grid = Request(world, mover, Move(path=(planned.to,))), field_of(world, mover, walk.options)
    there = _sunk(request, walk, planned)
    try:
        stride = follow(request, grid, budget, (there,), mover.cube, floored=planned.drops)[0]
    except Forbidden:
        return False
    if there != planned.to:
        walk.strides[walk.next] = stride
    return True


def judge_again(world: World, mover: Creature, number: int) -> None:
    """Plans the rest of a walk again, because the board has changed."""
    walk = mover.queue.acts[number]
    if not isinstance(walk, Walk) or walk.options is None or walk.budget is None or mover.queue.doing is None:
        return
    request = Request(world, mover, mover.queue.doing)
    grid, planned_budget = Field(world, mover, walk.options), slowed(world, mover, walk)
    cycle = len(world.rules.grid.diagonal_cycle)
    done, ahead = walk.strides[: walk.next], walk.strides[walk.next :]
    here, spent = mover.cube, walk.budget.spent + sum(stride.squares for stride in done)
    parity = walk.budget.parity + sum(stride.flips for stride in done)
    while ahead:
        planned = ahead[0]
        budget = planned_budget._replace(spent=spent, parity=parity % cycle)
        try:
            there = _sunk(request, walk, planned)
            found = follow(request, grid, budget, (there,), here, floored=planned.drops)[0]
            if found.features & walk.forbidden:
                raise ground_refusal(request, found.features & walk.forbidden)
            if found.drops and not planned.drops and getattr(request.intent, "path", None) is None:
                raise request.refuse("nothing supports {name} at {place}", "fall", place=request.shown(found.to))
        except Forbidden as refused:
            walk.strides, walk.resting, walk.pauses = done, True, False
            mover.queue.acts[number + 1 :] = [Halt(refused.refusal.reason, refused.refusal.rules)]
            return
        step = planned
        same = (planned.to, planned.features, planned.drops, planned.collides)
        if same != (found.to, found.features, found.drops, found.collides):
            step = found._replace(
                through=planned.through, entering=planned.entering, check=planned.check, late=planned.late
            )
        if step.check is None and step.mode != "fly" and not grid.ground.kind.ghostly:
            step = step._replace(check=crossed(request, grid.ground, here, step.to))
        done.append(step)
        del ahead[0]
        if found.drops or found.collides:
            break  # which ends the walk, if it does not end there
        here, spent, parity = step.to, spent + step.squares, parity + step.flips
    walk.strides = done + ahead
