"""Moves, crawls, shifts, movement in the ground."""

from functools import partial

from ....components.decision import whether
from ....components.intents import ClawDirt, Crawl, Dig, Move, PullUp, Shift
from ....components.plan import (
    ORDINARY,
    Act,
    Check,
    ConditionChange,
    Halt,
    MoveOptions,
    PlannedDecision,
    Relocation,
    Stride,
    TurnUpdate,
    Walk,
)
from ....components.position import Cube, Mode
from ...field.field import Field, field_of
from ...field.support import holds_at
from ...geometry.boxes import adjacent, cubes, footprint, overlap, step_of
from ...legality.request import attempt, begin_action, begin_movement, first_lawful, payment_for, resolve_height
from ...legality.route import arrival_of, goal, modes_of, route
from ...messages import _, counted, english
from ...rules.budget import MovementBudget, budget_for, modes_now, speeds_now
from ...rules.ruleset import Request, Ruleset, World
from ...rules.step_costs import BODY
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..memories import Movements
from ..shared.spaces import willing
from .basics import HAMPERED, MovementPool, budget, buried, burrows, free, kinds, number, soil
from .jumps import able, advance, demand, enemy_at, ground_under, leap_to, unmixed

# ---------------------------------------------------------------- moves


def move(request: Request) -> Plan:
    """Plans an ordinary move or one that an effect grants. A shift beyond its limit becomes a move.

    (ds.shift.convert-to-move)
    """
    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    if intent.double:
        payment_for(request, key="double")
    end = intent.to if intent.to is not None else (intent.path[-1] if intent.path else None)
    if intent.mode == "teleport" and end is not None:
        return advance(request, end)
    if creature.is_any(rules.movement.crawlers):
        return crawl(request)
    if intent.mode == "jump" and end is not None:
        return leap_to(request, end)
    if intent.mode == "crawl":
        raise request.refuse("{name} is standing and cannot crawl", "crawl")
    able(request, "move")
    modes = modes_of(request, intent.mode)
    found = budget(request)
    way = one_way(request, found, modes)
    return carried_out(request, found, way, "move")


def mixes(rules: Ruleset) -> bool:
    """True if one movement may use several movement types, such as walk and swim. (ds.type.eight)"""
    return rules.setting("mix_types_in_one_move") is not False


def kept_to(rules: Ruleset, creature: Creature) -> frozenset[str]:
    """Returns the only movement types that the movement may use. Empty: all may be mixed. (ds.type.eight)"""
    if mixes(rules):
        return frozenset()
    return frozenset(kind for number, kind in creature.own(Movements).types if number == creature.turn.pools)


def one_way(request: Request, found: MovementPool, modes: tuple[Mode, ...] | None) -> Walk:
    """Returns the walk of the intent. Where modes may not be mixed, it is the best in one mode."""
    rules, creature = request.rules, request.creature
    if rules.movement.mixes_modes(rules) or modes is not None:
        return route(request, MoveOptions(modes=modes), found.limit, kind="move")
    ways = [
        attempt(partial(route, request, MoveOptions(modes=(mode,)), found.limit, kind="move"))
        for mode, _ in modes_now(rules, creature)
        if not found.types or mode in found.types
    ]
    lawful = [way for way in ways if not isinstance(way, Forbidden)]
    if lawful:
        return min(lawful, key=path_rank)
    mixed = attempt(lambda: route(request, MoveOptions(), found.limit, kind="move"))
    if not isinstance(mixed, Forbidden):
        raise request.refuse("different movement types cannot be mixed in one movement", "type.mixing")
    raise next((way for way in ways if isinstance(way, Forbidden)), mixed)


def path_rank(way: Walk) -> tuple[bool, int]:
    """Returns a sort key for walks: first those without a fall, then the cheapest."""
    return any(stride.drops for stride in way.strides), way.squares


def carried_out(request: Request, found: MovementPool, way: Walk, kind: str) -> Plan:
    rules, walk = request.rules, way
    walk.pools = found.pools
    finish(request, found, walk)
    single_type(request, found, way)
    acts = [*found.opening, walk]
    if not rules.movement.mixes_modes(rules) and walk.strides:
        acts[-1:-1] = found.note(
            Movements(types=frozenset({(found.number, walk.strides[0].shown or walk.strides[0].mode)}))
        )
    return Plan(acts, found.pays, rules.cite(kind))


def finish(request: Request, found: MovementPool, walk: Walk) -> None:
    if walk.options is not None and walk.options.crawling:
        walk.alter(shown="crawl")
    tell_why(request, walk)
    if found.exceeds:
        walk.kind = "exceeding" if walk.kind == "move" else walk.kind
        walk.rate = found.limit.most
    demand(request, found, walk)


def finish_walk(request: Request, walk: Walk) -> None:
    """Adds the tests of its steps to a walk that an ability grants."""
    finish(request, budget(request), walk)


def tell_why(request: Request, walk: Walk) -> None:
    """Adds to each step of a walk the ids of the rules that explain its cost.

    (ds.walk.default-mode, ds.swim.full-speed, ds.fly.full-speed, ds.space.ally-through, ds.corner.full-corner-only,
    ds.corner.creatures-exempt, ds.corner.detour-cost, ds.terrain.difficult-kinds, ds.terrain.damaging-kinds)
    """
    rules = request.rules
    listed = dict(modes_now(rules, request.creature))
    for place, stride in enumerate(walk.strides):
        topics = []
        if stride.features & BODY:
            topics.append("go.body")
        if stride.features & HAMPERED:
            topics.append("go.difficult")
        way = stride.shown or stride.mode
        topics.append(f"go.{way}" if listed.get(stride.mode, True) else f"go.{way}.double")
        walk.strides[place] = stride._replace(rules=rules.cite(*topics)).citing(stride.rules)


def single_type(request: Request, found: MovementPool, way: Walk) -> None:
    if request.rules.movement.mixes_modes(request.rules):
        return None
    return unmixed(request, found, {stride.shown or stride.mode for stride in way.strides})


def crawl(request: Request) -> Plan:
    """Plans a crawl while prone. (ds.crawl.while-prone, ds.crawl.cost)"""
    intent: Crawl | Move = request.intent
    creature, rules = request.creature, request.rules
    able(request, "crawl")
    if not creature.is_any(rules.movement.crawlers):
        raise request.refuse("{name} is standing and cannot crawl", "crawl")
    mode = getattr(intent, "mode", None)
    if mode not in (None, "walk", "crawl"):
        raise request.refuse("{name} is prone: it can only crawl", "crawl")
    found = budget(request, "crawl")
    options = MoveOptions(modes=("walk",), crawling=True)
    try:
        way = route(request, options, found.limit, kind="crawl")
    except Forbidden as refused:
        raise on_the_ground(request, found.limit, refused) from None
    return carried_out(request, found, way, "crawl")


def on_the_ground(request: Request, limit: MovementBudget, refused: Forbidden) -> Forbidden:
    upright = attempt(lambda: route(request, MoveOptions(), limit, kind="crawl"))
    if isinstance(upright, Forbidden):
        return refused
    others = [stride.mode for stride in upright.strides if stride.mode != "walk"]
    if not others:
        return refused
    return request.refuse("{name} is prone: it can only crawl, not {mode}", "crawl", mode=others[0])


# --- shifting ------------------------------------------------------------------------------------


def shift(request: Request) -> Plan:
    """Plans a shift. It provokes nothing and may not enter difficult, damaging or enemy squares.

    (ds.shift.no-mixing)
    """
    creature = request.creature
    able(request, "shift")
    modes = modes_of(request, request.intent.mode)
    found = disengage(request)
    options = MoveOptions(modes=("walk",) if creature.prone else modes, crawling=creature.prone)
    way = shift_way(request, options, found.limit)
    return carried_out(request, found, way, "shift")


def shift_way(request: Request, options: MoveOptions, limit: MovementBudget) -> Walk:
    intent: Shift = request.intent
    creature = request.creature
    shift_violation(request, creature.cube, start=True)
    path = intent.path
    try:
        if path is None and intent.to is not None:
            grid = without_shift_barriers(request, field_of(request.world, creature, options))
            path = arrival_of(request, grid, limit, intent.to, quiet=True).path
        way = route(request, options, limit, path=path, to=intent.to, kind="shift", quiet=True)
    except Forbidden as refused:
        here = creature.cube
        for square in path or ():
            here = resolve_height(request, square, here)
            shift_violation(request, here)
        if path is None and intent.to is not None:
            shift_violation(request, goal(request, intent.to))
        raise (on_the_ground(request, limit, refused) if creature.prone else refused) from None
    for stride in way.strides:
        shift_violation(request, stride.to)
    return way


def disengage(request: Request) -> MovementPool:
    intent: Shift = request.intent
    if intent.distance is not None:
        return budget(request)
    pays = payment_for(request, key="shift")
    return MovementPool(request, budget_for(request.rules, request.creature, most=1), pays)


def without_shift_barriers(request: Request, grid: Field) -> Field:
    made = grid.ground
    shut = made.hard | made.harmful
    if request.rules.setting("enemy_space_blocks_shift") is not False:
        shut |= grid.crowd.costly
    return grid.over(made, closed=shut)


def shift_violation(request: Request, place: tuple[int, int, int], *, start: bool = False) -> None:
    """Refuses a place that a shift may not enter, or with `start` may not begin in.

    (ds.shift.not-into-difficult, ds.shift.not-within-difficult, ds.shift.not-into-damaging,
    ds.shift.not-within-damaging, ds.shift.not-into-enemy-space)
    """
    creature, rules, world = request.creature, request.rules, request.world
    kind = "within" if start else "into"
    hard, harmful = ground_under(world, creature.size.side, place)
    if hard is not None:
        raise request.refuse(
            _("a shift cannot begin in difficult terrain at {place}")
            if start
            else _("a shift cannot lead into difficult terrain at {place}"),
            f"shift.{kind}-difficult",
            place=request.shown(hard),
        )
    if harmful is not None:
        raise request.refuse(
            _("a shift cannot begin in damaging terrain at {place}")
            if start
            else _("a shift cannot lead into damaging terrain at {place}"),
            f"shift.{kind}-damaging",
            place=request.shown(harmful),
        )
    if rules.setting("enemy_space_blocks_shift") is False:
        return
    enemy = enemy_at(request, place)
    if enemy is not None:
        raise request.refuse(
            _("a shift cannot begin in the space of {enemy}")
            if start
            else _("a shift cannot lead into the space of {enemy}"),
            "shift.enemy-space",
            enemy=enemy,
        )


# ---------------------------------------------------------------- digging

CLAWING = 2
"""The least speed to claw through dirt. (ds.claw-dirt.eligibility)"""


def layer(creature: Creature, place: Cube) -> list[Cube]:
    return [(x, y, place[2]) for x, y in footprint(creature.size.side, place)]


def dig(request: Request) -> Plan:
    """Plans to dig straight up or down; this takes a maneuver.

    (ds.dig.vertical-needs-maneuver, ds.dig.needs-speed-entry, ds.dig.speed-at-least-size, ds.dig.touching,
    ds.dig.distance, ds.dig.grab-no-deeper)
    """
    intent: Dig = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    begin_movement(request, "dig")
    x, y, z = creature.cube
    squares = intent.squares
    if squares is None and intent.to is not None:
        if tuple(intent.to[:2]) != (x, y) or len(intent.to) != 3:
            raise request.refuse("a dig goes straight up or down", "dig")
        squares = intent.to[2] - z
    if squares is None:
        raise request.refuse("a dig needs a number of squares or a destination", "dig")
    name, count, size = creature.name, abs(squares), number(creature)
    speed = speeds_now(rules, creature).get("burrow", 0)
    lent = rules.setting("temporary_burrow_can_dig") is True and speed > 0
    if not creature.speed.listed.get("burrow", 0) and not lent:
        raise request.refuse("{name} has no burrow speed; the maneuver Claw Dirt needs none", "dig.entry", name=name)
    if speed < size:
        raise request.refuse(
            "{name} needs a speed of at least its size, {size}, to dig; its speed is {speed}",
            "dig.speed",
            name=name,
            speed=speed,
            size=size,
        )
    if not count:
        raise request.refuse("a dig must go up or down by at least one square", "dig")
    if count > size:
        raise request.refuse(
            counted("a dig covers at most {count} square", "a dig covers at most {count} squares", size), "dig.distance"
        )
    pays = payment_for(request)
    if squares < 0:
        held = captive(world, creature)
        if held is not None:
            raise request.refuse("{name} cannot go deeper while it holds {other}", "dig.grab", name=name, other=held)
    way = shaft(request, squares)
    strides = [Stride(cube, 1, "burrow", rules=rules.cite("dig")) for cube in way]
    quiet = rules.setting("dig_draws_opportunity") is False
    walk = Walk(strides, kind="dig", quiet=quiet, own=False, rules=rules.cite("dig"))
    return Plan([walk], pays, rules.cite("dig", "dig.distance"))


def captive(world: World, creature: Creature) -> str | None:
    """Returns the name of a conscious creature grabbed by this creature; else None."""
    for other in world.creatures:
        held = other.condition.held
        if other.condition.grabbed_by != creature.name or "grabbed" not in held or "unconscious" in held:
            continue
        if not other.out:
            return other.name
    return None


def shaft(request: Request, squares: int) -> list[Cube]:
    """Returns the cubes that a creature digs through, straight up or down."""
    creature, world = request.creature, request.world
    board, diggable = world.board, kinds(creature)
    x, y, z = creature.cube
    sense = 1 if squares > 0 else -1
    way: list[Cube] = []
    for count in range(1, abs(squares) + 1):
        there = (x, y, z + sense * count)
        before = (x, y, there[2] - sense)
        # Downward the ground entered must be soil; upward the body must still be in the ground that it leaves.
        cubes = layer(creature, there if sense < 0 else before)
        filled = [cube for cube in cubes if board.solid(*cube)]
        if not filled or not all(soil(board, cube, diggable) for cube in filled):
            raise request.refuse("{name} is not next to any ground to burrow into", "dig.touching")
        top = there[2] + creature.size.side - 1
        ahead = [(cx, cy, top) for cx, cy, _ in cubes] if sense > 0 else cubes
        blocked = [cube for cube in ahead if board.blocked(*cube) and not soil(board, cube, diggable)]
        if blocked or top > board.ceiling:
            raise request.refuse(
                "something blocks the way at {place}", "dig.touching", "terrain.blocked", place=request.shown(there)
            )
        way.append(there)
    kept_out(request, way[-1])
    return way


def kept_out(request: Request, place: Cube, *topics: str) -> None:
    """Refuses a place where the mover may not stop because of another creature.

    (ds.space.no-stop, ds.space.two-size-exception)
    """
    creature, rules = request.creature, request.rules
    space = creature.at(place)
    for other in request.world.creatures:
        if other is creature or not overlap(other.box, space) or overlap(other.box, creature.box):
            continue
        if not rules.space.access(rules, creature, other, ORDINARY).stop:
            raise request.refuse(
                "{name} may not stop in the space of {other} at {place}",
                "space.no-stop",
                *topics,
                other=other.name,
                place=request.shown(place),
            )


# --- Claw Dirt -----------------------------------------------------------------------------------


def claw_dirt(request: Request) -> Plan:
    """Plans Claw Dirt. A maneuver and a power roll dig through one square of dirt.

    (ds.claw-dirt.action, ds.claw-dirt.tier-1, ds.claw-dirt.tier-2, ds.claw-dirt.tier-3)
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "claw-dirt")
    if burrows(rules, creature):
        raise request.refuse("{name} can burrow and does not need Claw Dirt", "claw-dirt.eligibility")
    speed = max(speeds_now(rules, creature).values(), default=0)
    if speed < CLAWING:
        raise request.refuse(
            "Claw Dirt needs a speed of at least {least}, not {speed}",
            "claw-dirt.eligibility",
            least=CLAWING,
            speed=speed,
        )
    to = clawed_to(request)
    pays = payment_for(request)
    cited = [rules.cite(f"claw-dirt.tier-{tier}", "claw-dirt") for tier in (1, 2, 3)]
    main = request.free or creature.turn.actions.get("main", 0) > 0
    spends: list[Act] = [] if request.free else [TurnUpdate(creature.name, pays=("main",))]

    def halted(rule: tuple[str, ...]) -> Act:
        return Halt(english("{name} has no main action left to move", name=creature.name), rule)

    def moving(rule: tuple[str, ...]) -> list[Act]:
        if to is None:
            return []
        stride = Stride(to, 1, "burrow", rules=rule)
        return [Walk([stride], kind="claw-dirt", own=False, rules=rule)]

    def slowing(*conditions: str, rule: tuple[str, ...]) -> Act:
        return ConditionChange(creature.name, gains=conditions, until="turn-end", rules=rule)

    low: list[Act] = [*moving(cited[0]), slowing("slowed", "weakened", rule=cited[0])]
    if rules.setting("claw_dirt_tier1_needs_main_action") is True and to is not None:
        low = [*spends, *low] if main else [low[-1], halted(cited[0])]
    slows = slowing("slowed", rule=cited[1])
    stays: list[Act] = [] if rules.setting("claw_dirt_tier2_slow_only_if_moved") is True else [slows]
    if to is None or not main:
        middle = [*stays, *([halted(cited[1])] if to is not None else [])]
    else:
        goes = [*spends, *moving(cited[1]), slows]
        middle = goes if request.free else [_main_action(creature, goes, stays, cited[1])]
    check = Check(
        creature.name,
        "claw-dirt",
        creature.body.abilities.get("might", 0),
        None,
        rules.cite("claw-dirt"),
        tiers={"tier-1": low, "tier-2": middle, "tier-3": moving(cited[2])},
    )
    return Plan([check], pays, rules.cite("claw-dirt"))


def _main_action(creature: Creature, goes: list[Act], stays: list[Act], rules: tuple[str, ...]) -> PlannedDecision:
    text = english("{who} needs its main action to get through the dirt: does it spend it?", who=creature.name)
    yes, no = _("Spend it and move"), _("Keep it and stay")
    question = whether("main-action", creature.name, text, yes, no, rules, at=creature.cube)
    return PlannedDecision(question, {"yes": goes, "no": stays})


def clawed_to(request: Request) -> Cube | None:
    """Returns the cube that Claw Dirt leads into; None if the intent names none. (ds.claw-dirt.one-square)"""
    intent: ClawDirt = request.intent
    here = request.creature.cube
    if intent.squares is not None:
        return clawed_into(request, (here[0], here[1], here[2] + intent.squares))
    if intent.to is None:
        return None
    x, y = intent.to[0], intent.to[1]
    if len(intent.to) == 3:
        return clawed_into(request, (x, y, intent.to[2]))
    return first_lawful(
        (partial(clawed_into, request, (x, y, here[2] + rise)) for rise in (0, -1, 1)),
        request.refuse("there is no ground to dig through at {place}", "burrow.ground", place=[x, y]),
    )


def clawed_into(request: Request, to: Cube) -> Cube:
    creature, world = request.creature, request.world
    board, diggable = world.board, frozenset({"dirt"})
    here = creature.cube
    if max(abs(a - b) for a, b in zip(here, to, strict=True)) != 1:
        raise request.refuse(
            "Claw Dirt moves one square; {place} is not next to {start}",
            "claw-dirt.square",
            place=request.shown(to),
            start=request.shown(here),
        )
    into, out_of = layer(creature, to), layer(creature, here)
    if any((cx, cy) not in board for cx, cy, _ in into):
        raise request.refuse("{place} is not on the board", "path", place=request.shown(to))
    touched = [cube for cube in into if board.solid(*cube)]
    left = [cube for cube in out_of if board.solid(*cube)]
    blocked = [cube for cube in into if board.blocked(*cube) and not soil(board, cube, diggable)]
    if blocked or not all(soil(board, cube, diggable) for cube in touched):
        raise request.refuse(
            "Claw Dirt moves only through dirt; {place} is blocked by other ground",
            "claw-dirt.square",
            place=request.shown(to),
        )
    if not touched and not left:
        raise request.refuse(
            "a move to {place} does not go into, through or out of the ground",
            "claw-dirt.square",
            place=request.shown(to),
        )
    if walled(request, creature, to, diggable):
        raise request.refuse(
            "a wall or its corner stands between {start} and {place}",
            "corner" if here[0] != to[0] and here[1] != to[1] else "edge.wall",
            "terrain.blocked",
            start=request.shown(here),
            place=request.shown(to),
        )
    kept_out(request, to, "claw-dirt.square")
    return to


def walled(request: Request, who: Creature, to: Cube, diggable: frozenset[str]) -> bool:
    """True if a wall or a corner that may not be cut blocks the step. (ds.corner.no-diagonal)"""
    board, corners = request.world.board, request.rules.grid.corners
    dx, dy, _ = step_of(who.cube, to)
    z = max(who.cube[2], to[2])

    def barred(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return board.wall_between((*a, z), (*b, z))

    def filled(square: tuple[int, int]) -> bool:
        cube = (*square, z)
        if corners == "free" or square not in board or not board.blocked(*cube):
            return False
        return board.tile(*square).fills and not soil(board, cube, diggable)

    for x, y, _ in layer(who, who.cube):
        end = (x + dx, y + dy)
        if not (dx and dy):
            if (dx or dy) and barred((x, y), end):
                return True
            continue
        ways = [
            filled(beside) or barred((x, y), beside) or barred(beside, end) for beside in ((x + dx, y), (x, y + dy))
        ]
        if any(ways) if corners == "any" else all(ways):
            return True
    return False


# --- pulling up ----------------------------------------------------------------------------------


def pull_up(request: Request) -> Plan:
    """Plans to pull a willing creature out of the ground, one square up. (ds.burrow.pull-up)"""
    intent: PullUp = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    target = request.other(intent.target)
    begin_action(request, "pull-up")
    if buried(world, creature) or holds_at(world, creature, creature.cube) != "walk":
        raise request.refuse("{name} is not on the ground", "pull-up")
    if not buried(world, target):
        raise request.refuse("{target} is not beneath the ground", "pull-up", target=target.name)
    if not adjacent(creature.box, target.box):
        raise request.refuse("{target} is not next to {name}", "pull-up", target=target.name)
    if not rules.threat.line(rules, world.board, creature.box, target.box):
        raise request.refuse("there is no line of effect from {name} to {target}", "pull-up", target=target.name)
    if not willing(rules, creature, target):
        raise request.refuse("{target} does not agree to be pulled up by {name}", "pull-up", target=target.name)
    pays = payment_for(request)
    to = exit_of(request, target)
    return Plan([Relocation(target.name, to, "burrow", rules.cite("pull-up"))], pays, rules.cite("pull-up"))


def exit_of(request: Request, target: Creature) -> Cube:
    intent: PullUp = request.intent
    x, y, z = target.cube
    above = (x, y, z + 1)
    if open_to(request.world, target, above):
        if intent.to is not None and tuple(intent.to[:2]) != (x, y):
            raise request.refuse(
                "{target} must be pulled straight up to {place}",
                "pull-up",
                target=target.name,
                place=request.shown(above),
            )
        return above
    around = [(x + dx, y + dy, z + 1) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    if intent.to is not None:
        around = [cube for cube in around if cube[:2] == tuple(intent.to[:2])]
    for cube in around:
        if open_to(request.world, target, cube) and not walled(request, target, cube, kinds(target)):
            return cube
    raise request.refuse("there is no free square above {target}", "pull-up", target=target.name)


def open_to(world: World, target: Creature, place: Cube) -> bool:
    board, diggable = world.board, kinds(target)
    space = target.at(place)
    if any(board.blocked(*cube) and not soil(board, cube, diggable) for cube in cubes(space)):
        return False
    return free(world, target, space)
