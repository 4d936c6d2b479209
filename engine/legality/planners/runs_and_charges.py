"""Plans runs and charges: fast movement in a line, over open ground."""

from collections.abc import Iterable, Iterator
from functools import partial
from operator import itemgetter

from ....components.intents import Charge, Run, Square
from ....components.plan import ORDINARY, Act, MoveOptions, Strike, TurnUpdate, Walk
from ....components.position import Cube
from ...combat.threat import span_of, strikes_reach
from ...field.field import Field, field_of
from ...field.ground import DirectionSteps
from ...field.reach import Reach
from ...geometry import straight_lines
from ...geometry.bitboard import Bitboard, Offset
from ...geometry.boxes import AROUND, SOLID, overlap, step_of
from ...rules.budget import MovementBudget, budget_for
from ...rules.ruleset import Request
from ...rules.step_costs import BODY, CORPSE, FEATURES
from ...state.creature import Creature
from ...state.verdict import Plan
from ..request import begin_movement, first_lawful, free_to_act, over_ground, payment_for
from ..route import modes_of, route
from ..why_not import ground_refusal


def run(request: Request, *, stepover: bool = False) -> Plan:
    """Plans an all-out run; with `stepover` a bigger runner passes over small creatures."""
    intent: Run = request.intent
    creature, rules = request.creature, request.rules
    begin_movement(request, "run")
    for condition in sorted(creature.condition.held & rules.movement.run_bar):
        raise request.refuse("{name} is {condition} and cannot run", "run.posture", "run", condition=condition)
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
    """The way along a line chosen by the engine; refuses one that leads over an edge."""
    way = route(request, options, limit, path=path, kind=kind)
    name = request.creature.name
    for stride in way.strides:
        if stride.drops:
            raise request.refuse(
                "the straight path of {name} leads over an edge at {place}; give a path to go there",
                f"{kind}.line",
                "run.line" if kind == "run" else "charge",
                "fall",
                place=request.shown(stride.to),
                name=name,
            )
    return way


def clear_way(request: Request, way: Walk, limit: MovementBudget, goal: Cube) -> tuple[Cube, ...] | None:
    """The preferred way to a place that avoids ground too hard to run over; None if there is none."""
    barred, store = hard_ground(request), request.world.cache()
    field = field_of(request.world, request.creature, way.options or ORDINARY)
    key = ("clear way", request.creature.entity, field.options, limit, barred)
    reach = store.get(key)
    if not isinstance(reach, Reach):
        reach = store[key] = Reach(field.narrowed(partial(off_hard_ground, field, barred)), limit)
    arrival = reach.get_arrival(goal)
    return None if arrival is None else arrival.path


def off_hard_ground(grid: Field, barred: int, kind: DirectionSteps) -> Bitboard:
    """The anchors that steps of a kind enter without barred features or bodies."""
    if kind.features & barred:
        return 0
    bodies = grid.dear(kind.step) if barred & BODY else 0
    return ~(bodies | (grid.crowd.corpses if barred & CORPSE else 0))


def straight_ways(request: Request, to: Square, line: straight_lines.RunLine) -> Iterator[tuple[Cube, ...]]:
    """The straight ways to a place: over the ground, then through the air."""
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
    """The straight way that repeats one step; empty if there is none."""
    gaps = step_of(here, there)
    count = max(map(abs, gaps))
    if any(abs(gap) not in (0, count) for gap in gaps):
        return ()
    dx, dy, dz = ((gap > 0) - (gap < 0) for gap in gaps)
    x, y, z = here
    return tuple((x + dx * i, y + dy * i, z + dz * i) for i in range(1, count + 1))


def crosses_hard_ground(request: Request, way: Walk) -> bool:
    """True if a way crosses ground closed to runs and charges."""
    return bool(way.features & hard_ground(request))


def run_ground(request: Request, way: Walk) -> None:
    """Refuses a run or charge over hampering ground."""
    way.shuns = hard_ground(request)
    if crosses_hard_ground(request, way):
        raise ground_refusal(request, way.features & hard_ground(request))


def hard_ground(request: Request) -> int:
    """The features of ground closed to runs and charges, as bits."""
    return sum(FEATURES[word] for word in request.rules.movement.run_ground)


def run_straight(request: Request, way: Walk, line: straight_lines.RunLine) -> None:
    """Refuses a run or charge off its line; on the ground heights do not count."""
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
    """Plans a straight move of up to twice the speed to a square in reach of the target, then one strike.

    With `stepover` a bigger charger passes over small creatures.
    """
    intent: Charge = request.intent
    creature, rules = request.creature, request.rules
    target = request.other(intent.target)
    begin_movement(request, "charge")
    free_to_act(request)
    if creature.prone:
        raise request.refuse("{name} is prone and cannot charge", "charge")
    if target.side == creature.side:
        raise request.refuse("{target} is no enemy of {name}", "charge", target=target.name)
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
        Strike(creature.name, target.name, rules=rules.cite("charge.strike")),
    ]
    return Plan(acts, pays, rules.cite("charge"))


def charge_lanes(request: Request, target: Creature) -> Iterator[tuple[Cube, ...]]:
    """The straight ways, of the eight, to a place with the target in reach, the shortest first.

    Those that end in another creature's space, or lead through the target, come last: the charger squeezes in, or
    comes round from behind, only if it must.
    """
    shared: list[tuple[Cube, ...]] = []
    for lane in _straight_lanes(request, target):
        space = request.creature.at(lane[-1])
        others = (one for one in request.world.creatures if one is not request.creature and not one.out)
        through = any(overlap(request.creature.at(cube), target.box) for cube in lane)
        if through or any(overlap(space, one.box) for one in others):
            shared.append(lane)
        else:
            yield lane
    yield from shared


def _straight_lanes(request: Request, target: Creature) -> Iterator[tuple[Cube, ...]]:
    """The straight ways to a place with the target in reach, the shortest first.

    They lead over the ground in one of the eight directions; movers in space find others.
    """
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
