"""Plans a creature's own movement."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import itemgetter

from ....components.intents import Charge, Crawl, Leap, Minimum, Move, Run, Shift, Square, Step
from ....components.plan import ORDINARY, Act, Drop, MoveOptions, Strike, TurnUpdate, Walk
from ....components.position import Cube
from ...combat.threat import span_of, strikes_reach
from ...field.field import Field, field_of
from ...field.ground import DirectionSteps
from ...field.reach import Reach
from ...field.support import resting_height
from ...geometry import straight_lines
from ...geometry.bitboard import Bitboard, Offset
from ...geometry.boxes import AROUND, SOLID, around, overlap, step_of
from ...messages import Message, _
from ...rules.budget import ENDLESS, MovementBudget, budget_for, start_parity
from ...rules.ruleset import Request
from ...rules.step_costs import BODY, CORPSE, DIFFICULT, FEATURES, IMPEDED
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan, Refusal
from ..request import (
    attempt,
    begin_movement,
    condition_title,
    first_lawful,
    free_to_act,
    limit_topics,
    over_ground,
    payment_for,
    pays_anew,
    resolve_height,
)
from ..route import descent, modes_of, paid_route, route
from ..why_not import ground_refusal

# ---------------------------------------------------------------- moves, steps, leaps


def move(request: Request) -> Plan:
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    if creature.is_any(rules.movement.crawlers) and rules.movement.prone_move == "crawl":
        return crawl(request)
    begin_movement(request, "double" if intent.double else "move", upright=True)
    modes = modes_of(request, intent.mode)
    options = MoveOptions(modes=modes, stepover=not intent.double)
    return pooled(request, options, kind="move", double=intent.double)


def pooled(request: Request, options: MoveOptions, *, kind: str, double: bool = False) -> Plan:
    """Plans a move, paid by the begun move action or a new one."""
    creature, rules, intent = request.creature, request.rules, request.intent
    granted = getattr(intent, "distance", None)
    quiet = kind == "move" and rules.movement.moves_quietly(rules, getattr(intent, "movement_kind", None))
    turn, key = creature.turn, kind if kind in rules.actions.costs else None
    going_on = rules.movement.split_moves and turn.pool_open and not request.free and not double and granted is None
    if going_on and not pays_anew(request, key):
        limit = budget_for(rules, creature, factor=turn.pool_factor, spent=turn.pool_spent)
        rest = attempt(lambda: route(request, options, limit, kind=kind, quiet=quiet))
        if isinstance(rest, Walk):
            rest.pools = True
            return Plan([rest], rules=rules.cite(kind))
        paid = attempt(lambda: payment_for(request, key=key))
        if isinstance(paid, Forbidden):
            raise rest
    other = "double" if double else ("granted" if granted is not None and "granted" in rules.actions.costs else None)
    pays = payment_for(request, key=other)
    most = rules.squares(granted) if granted is not None else None
    limit = budget_for(
        rules,
        creature,
        factor=2 if double else 1,
        most=most,
        exceeds=getattr(intent, "exceeds", False),
    )
    way = route(request, options, limit, kind=kind, quiet=quiet)
    way.pools = rules.movement.split_moves and granted is None
    acts: list[Act] = [way]
    if way.pools:
        acts.insert(0, TurnUpdate(creature.name, opens_pool=2 if double else 1))
    return Plan(acts, pays, rules.cite("double" if double else kind))


def crawl(request: Request) -> Plan:
    intent: Crawl | Move = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "crawl")
    if not creature.is_any(rules.movement.crawlers):
        raise request.refuse("{name} is standing and cannot crawl", "crawl")
    options = MoveOptions(modes=("walk",), crawling=True)
    if rules.movement.crawl_squares is None:
        double = getattr(intent, "double", False)
        return pooled(request, options, kind="crawl", double=double)
    budget = MovementBudget((("walk", rules.movement.crawl_squares),), parity=start_parity(rules, creature))
    walk, pays = paid_route(request, options, budget, kind="crawl", key="crawl")
    return Plan([walk], pays, rules.cite("crawl"))


GRANTS = {"full-attack": _("a full attack"), "feature": _("a feature"), "action-point": _("an action point")}
"""Words for what only some rulesets let grant a 5-foot step."""


def step(request: Request, square: Callable[[Request, Step], Walk] | None = None) -> Plan:
    """Plans a 5-foot step to `square`."""
    intent: Step = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "step", upright=rules.movement.prone_move == "refuse")
    if intent.by != "rest":
        text = _("in {game}, {what} cannot grant a 5-foot step")
        raise request.refuse(text, "step", game=rules.title, what=Message(GRANTS[intent.by]))
    pays = payment_for(request)
    walk = one_square(request, intent.to, intent.mode) if square is None else square(request, intent)
    walk.quiet, walk.own = True, False
    return Plan([walk, TurnUpdate(creature.name, stepped=True)], pays, rules.cite("step"))


def neighbour(request: Request, to: Square) -> Cube:
    """Returns the neighbouring cube that `to` means. Refuses a place that is no neighbour."""
    here = request.creature.cube
    there = resolve_height(request, to, here)
    if max(abs(d) for d in step_of(here, there)) == 1:
        return there
    raise request.refuse(
        "a 5-foot step moves to a neighbouring square; {place} is not one",
        "step.one-square",
        "step",
        place=request.shown(there),
    )


def one_square(
    request: Request,
    to: Square,
    mode: str | None,
    *,
    crawling: bool = False,
    stepover: bool = False,
) -> Walk:
    """Plans a walk to a neighbouring square. With `stepover`, it may pass over smaller creatures."""
    creature, rules = request.creature, request.rules
    modes = modes_of(request, mode)
    there = neighbour(request, to)
    # A step covers a first square's cost; ground that costs more is closed to it.
    base = budget_for(rules, creature)
    limit = base._replace(
        limits=tuple((m, min(squares, 1)) for m, squares in base.limits),
        last=False,
    )
    options = MoveOptions(modes=modes, crawling=crawling, stepover=stepover)
    try:
        return route(request, options, limit, path=((*there,),), kind="step")
    except Forbidden as refused:
        short = rules.cite(*limit_topics(request))
        able = any(squares for _, squares in base.limits)
        if able and short and refused.refusal.rules[: len(short)] == short:
            dearer = refused.refusal.rules[len(short) :]
            rough = not set(dearer).isdisjoint(rules.cite("cost.difficult", "cost.impeded"))
            met = [word for word in FEATURES if (cited := rules.cite(f"cost.{word}")) and set(cited) <= set(dearer)]
            named = rules.cite("step.difficult" if rough else "step.dear", *(f"step.{word}" for word in met)) or dearer
            if not set(dearer).isdisjoint(rules.cite("cost.later-diagonal")):  # by earlier movement of the turn
                named += rules.cite("step.later-diagonal")
            cited = tuple(dict.fromkeys((*named, *rules.cite("step"))))
            text = _("a 5-foot step cannot enter {place}: the square costs more than 5 feet")
            sentence = Message(text, {"place": request.shown(there)})
            raise Forbidden(Refusal(cited, sentence)) from None
        raise


def shift(request: Request) -> Plan:
    """Plans a shift: movement without opportunity attacks."""
    intent: Shift = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "shift")
    squares = 1 if intent.distance is None else rules.squares(intent.distance)
    options = MoveOptions(modes=modes_of(request, intent.mode), crawling=creature.prone)
    budget = budget_for(rules, creature, most=squares, exceeds=intent.exceeds)
    key = "granted" if intent.distance is not None else None
    way, pays = paid_route(request, options, budget, kind="shift", key=key, quiet=True)
    if way.features & (DIFFICULT | IMPEDED | BODY):
        raise request.refuse("a shift cannot go into difficult terrain", "shift.difficult")
    return Plan([way], pays, rules.cite("shift"))


def minimum(request: Request) -> Plan:
    """Plans a move of one square that takes the full round, however much the ground costs."""
    intent: Minimum = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "minimum")
    pays = payment_for(request)
    there = resolve_height(request, intent.to, creature.cube)
    if max(abs(d) for d in step_of(creature.cube, there)) != 1:
        raise request.refuse(
            "a full round of movement enters one neighbouring square; {place} is not next to {name}",
            "minimum",
            place=request.shown(there),
        )
    usable = rules.movement.usable_modes(rules, creature) or [("walk", True)]
    limit = MovementBudget(tuple((mode, ENDLESS) for mode, _ in usable))
    options = MoveOptions(crawling=creature.prone, stepover=False)
    way = route(request, options, limit, path=((*there,),), kind="minimum")
    way.alter(squares=1)
    return Plan([way], pays, rules.cite("minimum"))


def leap(request: Request) -> Plan:
    intent: Leap = request.intent
    creature, rules, board = request.creature, request.rules, request.world.board
    begin_movement(request, "leap", upright=True)
    pays = payment_for(request)
    here = creature.cube
    x, y = intent.to[0], intent.to[1]
    if (x, y) not in board:
        raise request.refuse("{place} is not on the board", "path", place=[x, y])
    wall = creature.size.side == 1 and board.blocked(x, y, here[2])
    if not wall and resting_height(request.world, creature, x, y, here[2]) >= here[2]:
        raise request.refuse("a leap must go down; {place} is not lower", "leap", place=[x, y])
    acts: list[Act] = []
    over = (x, y, here[2])
    if (x, y) != here[:2]:
        limit = MovementBudget((("walk", 3), ("fly", 3)))
        way = route(request, MoveOptions(modes=("walk",), pits=True, stepover=False), limit, path=(over,), kind="leap")
        way.alter(squares=0, drops=False)
        acts.append(way)
    descent(request, field_of(request.world, creature, ORDINARY), over)
    acts.append(Drop(creature.name, leaping=True, rules=rules.cite("leap")))
    return Plan(acts, pays, rules.cite("leap"))


# ---------------------------------------------------------------- runs and charges


def run(request: Request, *, stepover: bool = False) -> Plan:
    """Plans a run. With `stepover`, it may pass over smaller creatures."""
    intent: Run = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "run")
    for condition in sorted(creature.condition.held & rules.movement.run_bar):
        told = condition_title(rules, condition)
        raise request.refuse("{name} is {condition} and cannot run", "run.posture", "run", condition=told)
    modes = modes_of(request, intent.mode)
    pays = payment_for(request)
    factor = rules.movement.run_factor(rules, creature)
    limit = budget_for(rules, creature, factor=factor)
    options = MoveOptions(modes=modes, stepover=stepover)
    line = rules.movement.run_line
    here = creature.cube
    if intent.path is None and intent.to is not None and line != "free":
        paths = dict.fromkeys(path for path in straight_ways(request, intent.to, line) if path)
        way = first_lawful(
            (partial(along, request, limit, options, path, "run") for path in paths),
            request.refuse("a run goes in one straight line", "run.line"),
        )
    else:
        way = route(request, options, limit, kind="run")
        if intent.path is None and intent.to is not None and crosses_hard_ground(request, way):
            # The cheapest way crosses hard ground; one around it may be allowed.
            around = clear_way(request, way, limit, way.path[-1])
            way = way if around is None else route(request, options, limit, path=around, kind="run")
    run_ground(request, way)
    run_straight(request, way, line)
    speeds = rules.movement.speeds(rules, creature)
    way.careless = True
    way.rate = speeds.get("walk", 0) * factor
    # The line of the run counts from its start, so that it is known even if the run is cut short.
    acts: list[Act] = [way, TurnUpdate(creature.name, ran=True)]
    if way.strides:
        end = way.strides[-1].to
        acts.insert(0, TurnUpdate(creature.name, bearing=(end[0] - here[0], end[1] - here[1])))
    walks = all(stride.mode == "walk" for stride in way.strides)
    return Plan(acts, pays, rules.cite("run") if walks else rules.cite("run", "run.modes"))


def along(request: Request, limit: MovementBudget, options: MoveOptions, path: tuple[Square, ...], kind: str) -> Walk:
    """Returns the walk along a straight path. Refuses a path that ends in a fall."""
    way = route(request, options, limit, path=path, kind=kind)
    name = request.creature.name
    for stride in way.strides:
        if stride.drops:
            raise request.refuse(
                "the straight path of {name} leads over a ledge at {place}; name a path to go there",
                f"{kind}.line",
                "run.line" if kind == "run" else "charge",
                "fall",
                place=request.shown(stride.to),
                name=name,
            )
    return way


def clear_way(request: Request, way: Walk, limit: MovementBudget, goal: Cube) -> tuple[Cube, ...] | None:
    """Returns the preferred path for a run, around ground where running is forbidden."""
    barred, store = hard_ground(request), request.world.cache()
    field = field_of(request.world, request.creature, way.options or ORDINARY)
    key = ("clear way", request.creature.entity, field.options, limit, barred)
    reach = store.get(key)
    if not isinstance(reach, Reach):
        reach = store[key] = Reach(field.narrowed(partial(off_hard_ground, field, barred)), limit)
    arrival = reach.get_arrival(goal)
    return None if arrival is None else arrival.path


def off_hard_ground(grid: Field, barred: int, kind: DirectionSteps) -> Bitboard:
    """Returns the places that this kind of step may enter during a run."""
    if kind.features & barred:
        return 0
    bodies = grid.dear(kind.step) if barred & BODY else 0
    return ~(bodies | (grid.crowd.corpses if barred & CORPSE else 0))


def straight_ways(request: Request, to: Square, line: straight_lines.RunLine) -> Iterator[tuple[Cube, ...]]:
    here = request.creature.cube
    if line == "any":
        flat = (to[0], to[1], here[2])
        segments = [straight_lines.segment(here, flat, half) for half in (0, 1)] if flat != here else []
    else:
        segments = [straight_path(here, (to[0], to[1], here[2]))]
    for segment in segments:
        way = over_ground(request, segment)
        if way and (len(to) == 2 or way[-1] == to):
            yield way
    there = to if len(to) == 3 else (to[0], to[1], here[2])
    if line == "any" and there != here:
        yield from (straight_lines.segment(here, there, half) for half in (0, 1))
    elif line != "any":
        yield straight_path(here, there)


def straight_path(here: Cube, there: Cube) -> tuple[Cube, ...]:
    """Returns the cubes in equal steps from `here` to `there`. Empty: no such line leads there."""
    gaps = step_of(here, there)
    count = max(map(abs, gaps))
    if any(abs(gap) not in (0, count) for gap in gaps):
        return ()
    dx, dy, dz = ((gap > 0) - (gap < 0) for gap in gaps)
    x, y, z = here
    return tuple((x + dx * i, y + dy * i, z + dz * i) for i in range(1, count + 1))


def crosses_hard_ground(request: Request, way: Walk) -> bool:
    return bool(way.features & hard_ground(request))


def run_ground(request: Request, way: Walk) -> None:
    way.forbidden = hard_ground(request)
    if crosses_hard_ground(request, way):
        raise ground_refusal(request, way.features & hard_ground(request))


def hard_ground(request: Request) -> int:
    return sum(FEATURES[word] for word in request.rules.movement.run_ground)


def run_straight(request: Request, way: Walk, line: straight_lines.RunLine) -> None:
    here = request.creature.cube
    squares = [stride.to for stride in way.strides]
    if all(stride.mode not in ("fly", "burrow") for stride in way.strides) and over_ground(request, squares) == tuple(
        squares
    ):
        squares = [(x, y, here[2]) for x, y, _ in squares]
    if not straight_lines.is_straight(here, squares, line):
        do = request.intent.do
        raise request.refuse(
            "a {do} goes in one straight line", f"{do}.line", "charge" if do == "charge" else "run.line", do=do
        )


def charge(request: Request, *, stepover: bool = False) -> Plan:
    """Plans a charge: a straight move of up to twice the speed, then a strike."""
    intent: Charge = request.intent
    creature, rules = request.creature, request.rules
    target = request.other(intent.target)
    begin_movement(request, "charge")
    free_to_act(request)
    if creature.prone:
        raise request.refuse("{name} is prone and cannot charge", "charge")
    if target.side == creature.side:
        raise request.refuse("{target} is not an enemy of {name}", "charge", target=target.name)
    if target.out:
        raise request.refuse("{target} is already down", "downed", target=target.name)
    pays = payment_for(request)
    modes = modes_of(request, intent.mode)
    limit = budget_for(rules, creature, factor=2)
    options = MoveOptions(modes=modes, charging=True, stepover=stepover)
    lanes: Iterable[tuple[Square, ...]] = (intent.path,) if intent.path is not None else charge_lanes(request, target)
    line: straight_lines.RunLine = "eight" if intent.path is not None else "free"

    def charged(lane: tuple[Square, ...]) -> Walk:
        if intent.path is None:
            found = along(request, limit, options, lane, "charge")
        else:
            found = route(request, options, limit, path=lane, kind="charge")
        run_ground(request, found)
        run_straight(request, found, line)
        return found

    way = first_lawful(
        (partial(charged, lane) for lane in lanes),
        request.refuse("{name} has no straight path to {target}", "charge", target=target.name),
    )
    last = way.strides[-1] if way.strides else None
    end = last.to if last is not None else creature.cube
    if not (last is not None and last.collides) and not strikes_reach(
        request.world, creature, target, creature.at(end)
    ):
        raise request.refuse(
            "{target} is not in reach from {place}", "charge", target=target.name, place=request.shown(end)
        )
    way.careless = True
    way.rate = 2 * rules.movement.speeds(rules, creature).get("walk", 0)
    acts: list[Act] = [
        way,
        Strike(creature.name, target.name, charges=True, rules=rules.cite("charge.strike")),
    ]
    return Plan(acts, pays, rules.cite("charge"))


def charge_lanes(request: Request, target: Creature) -> Iterator[tuple[Cube, ...]]:
    """Yields straight paths that end where the target can be struck, shortest first."""
    shared: list[tuple[Cube, ...]] = []
    mover = request.creature
    others = [one.box for one in request.world.creatures if one is not mover and not one.out]
    for lane in _straight_lanes(request, target):
        space = mover.at(lane[-1])
        through = overlap(around(lane, mover.size.side), target.box) and any(
            overlap(mover.at(cube), target.box) for cube in lane
        )
        if through or any(overlap(space, box) for box in others):
            shared.append(lane)
        else:
            yield lane
    yield from shared


def _straight_lanes(request: Request, target: Creature) -> Iterator[tuple[Cube, ...]]:
    creature, here = request.creature, request.creature.cube
    budget = budget_for(request.rules, creature, factor=2)
    solid = any(squares and mode in ("fly", "swim", "burrow") for mode, squares in budget.limits)
    ways = [(dx, dy, 0) for dx, dy in AROUND] + ([step for step in SOLID if step[2]] if solid else [])
    reach, side, box = max(span_of(request.rules, creature).most, 0), creature.size.side, target.box
    # whatever the count of reach, no axis may exceed it
    low = [low - reach - side + 1 - at for low, at in zip((box.x0, box.y0, box.z0), here, strict=True)]
    high = [high + reach - at for high, at in zip((box.x1, box.y1, box.z1), here, strict=True)]
    nearest = max(1, *low, *(-far for far in high)) if solid else max(1, low[0], low[1], -high[0], -high[1])
    most = budget.most
    spans = [
        {1: (at, to), -1: (-to, -at), 0: (0, most if at <= 0 <= to else -1)} for at, to in zip(low, high, strict=True)
    ]
    spans[2][0] = (0, most)  # a level way leads over the ground as that rises and falls
    found: list[tuple[int, Offset]] = []
    for step in ways:
        (a, b), (c, d), (e, f) = (span[by] for span, by in zip(spans, step, strict=True))
        found += [(count, step) for count in range(max(nearest, a, c, e), min(most, b, d, f) + 1)]
    found.sort(key=itemgetter(0))
    for count, step in found:
        dx, dy, dz = step
        x, y, z = here
        straight = tuple([(x + dx * i, y + dy * i, z + dz * i) for i in range(1, count + 1)])
        along_floor = () if dz else over_ground(request, straight)
        for lane in dict.fromkeys((along_floor, straight) if solid else (along_floor,)):
            if lane and strikes_reach(request.world, creature, target, creature.at(lane[-1])):
                yield lane
