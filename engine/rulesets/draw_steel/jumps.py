"""Surface tests, jumps and teleports."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ....components.decision import whether
from ....components.intents import Jump, Move, Square, Teleport
from ....components.plan import (
    ORDINARY,
    Act,
    Check,
    ConditionChange,
    ForcedMove,
    Halt,
    PlannedDecision,
    Stride,
    Teleportation,
    TurnUpdate,
    Walk,
)
from ....components.position import Cube
from ...board.board import Board
from ...board.tiles import Tile
from ...field.arcs import enters
from ...field.forced_steps import cuts, loose_ground, settle_forced
from ...field.support import holds_at, rest_over
from ...geometry.boxes import overlap, row_order, step_of
from ...legality.planners.single_actions import arrives_standing, destination, teleport_squares
from ...legality.request import able_to_move, attempt, begin_action, limit_topics, payment_for
from ...messages import _, english
from ...rules.budget import modes_now
from ...rules.ruleset import Request, World
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from ..memories import Movements
from .basics import MovementPool, bonus, budget, buried, foe

# ---------------------------------------------------------------- surfaces and liquids

DIFFICULTY = {"easy": 0, "medium": 12, "hard": 17}
"""Totals that tests need, by difficulty."""

_WAYS = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
_CARRIED = re.compile(rf"\b(\d{{1,2}})\b.*\b({'|'.join(sorted(_WAYS, key=len, reverse=True))})\b")


def demand(request: Request, found: MovementPool, walk: Walk) -> None:
    """Adds a walk's tests: on surfaces hard to climb and in rough water.

    (ds.climb.hard-surface-test, ds.climb.test-failure, ds.swim.hard-water-test, ds.swim.test-failure)
    """
    here = request.creature.cube
    asked: set[str] = set()
    for number, stride in enumerate(walk.strides):
        tile = demanding(request, stride.mode, here, stride.to)
        here = stride.to
        if tile is None or tile.char in asked:
            continue
        if (found.number, tile.char) in found.earlier.failed:
            raise request.refuse(
                "{name} already failed to {mode} there in this movement", f"{stride.mode}.test", mode=stride.mode
            )
        asked.add(tile.char)
        if (found.number, tile.char) not in found.earlier.passed:
            follow: list[Act] = [] if stride.check is None else [stride.check]
            check = surface_test(request, found, tile, stride.mode, follow)
            walk.strides[number] = stride._replace(check=check)


def demanding(request: Request, mode: str, here: Cube, there: Cube) -> Tile | None:
    if mode not in ("climb", "swim"):
        return None
    listed = (mode, True) in modes_now(request.rules, request.creature)
    if listed and request.rules.setting("climbers_also_test") is not True:
        return None
    board, side = request.world.board, request.creature.size.side
    if mode == "swim":
        under = [board.tile(x, y) for x, y in _squares(board, there, side) if board.watery(x, y, there[2])]
        return next((tile for tile in under if tile.test), None)
    onto = [board.tile(x, y) for x, y in _squares(board, there, side) if board.floor(x, y) == there[2]]
    if onto:
        return next((tile for tile in onto if tile.test), None) if there[2] > here[2] else None
    x0, y0, z = there
    ring = [
        (x, y)
        for i in range(side)
        for x, y in ((x0 + i, y0 - 1), (x0 + i, y0 + side), (x0 - 1, y0 + i), (x0 + side, y0 + i))
    ]
    held = [board.tile(x, y) for x, y in ring if (x, y) in board and board.blocked(x, y, z)]
    return held[0] if held and all(tile.test for tile in held) else None


def _squares(board: Board, anchor: Cube, side: int) -> list[tuple[int, int]]:
    x0, y0, _ = anchor
    return [(x, y) for y in range(y0, y0 + side) for x in range(x0, x0 + side) if (x, y) in board]


def surface_test(request: Request, found: MovementPool, tile: Tile, mode: str, follow: list[Act]) -> Check:
    creature, rules = request.creature, request.rules
    difficulty = str(rules.setting("climb_test_difficulty"))
    cited = rules.cite(f"{mode}.test")
    surface = frozenset({(found.number, tile.char)})
    noted = found.note(Movements(passed=surface))
    passed = [*noted, *follow]
    fallout = consequences(request, tile.consequence)
    failure: list[Act] = [
        *found.note(Movements(failed=surface)),
        *fallout,
        Halt(
            english("{name} fails the test to {mode}", name=creature.name, mode=mode),
            rules.cite(f"{mode}.failure", f"{mode}.test"),
        ),
    ]
    score = creature.body.abilities.get("might", 0)
    if difficulty == "easy":
        # An easy test never prevents climbing: the lowest tier only brings the consequence.
        tiers: dict[str, list[Act]] = {"tier-1": [*noted, *fallout, *follow], "tier-2": passed, "tier-3": passed}
        return Check(creature.name, "might", score, None, cited, tiers=tiers)
    return Check(creature.name, "might", score, DIFFICULTY[difficulty], cited, success=passed, failure=failure)


def consequences(request: Request, text: str | None) -> list[Act]:
    """Returns the consequences of a failed climbing or swimming test, such as a condition.

    (ds.climb.test-consequence)
    """
    if not text:
        return []
    creature, rules = request.creature, request.rules
    acts: list[Act] = []
    words = re.findall(r"[a-z][a-z-]*", text.lower())
    conditions = tuple(word for word in words if word in rules.conditions.known)
    if conditions:
        acts.append(ConditionChange(creature.name, gains=conditions, rules=rules.cite("climb.consequence")))
    current = _CARRIED.search(text.lower())
    if current is not None:
        squares, (dx, dy) = int(current[1]), _WAYS[current[2]]
        here, steps = creature.cube, []
        for _ in range(squares):
            square = (here[0] + dx, here[1] + dy)
            # A current leads down into the water, and never onto a bank above it.
            here = (*square, min(settle_forced(request.world, creature, square, here)[2], here[2]))
            steps.append(here)
        cited = rules.cite("swim.failure")
        acts.append(ForcedMove(creature.name, steps, "slide", None, squares, rules=cited))
    return acts


def able(request: Request, kind: str) -> None:
    """Refuses the intent of a creature that cannot move by itself."""
    able_to_move(request)
    if not modes_now(request.rules, request.creature):
        raise request.refuse("{name} has no speed left", *limit_topics(request))
    if buried(request.world, request.creature) and "burrow" not in dict(modes_now(request.rules, request.creature)):
        raise request.refuse("{name} is enclosed in the ground and cannot burrow", "claw-dirt.enclosed", "mode")
    request.rules.movement.gate(request, kind)


def unmixed(request: Request, found: MovementPool, used: set[str]) -> None:
    """Refuses an intent that would use two movement types in one movement."""
    if len(used | found.types) > 1:
        raise request.refuse("different movement types cannot be mixed in one movement", "type.mixing")


def ground_under(world: World, side: int, place: Cube) -> tuple[Cube | None, Cube | None]:
    """Returns (first difficult square, first damaging square) under a space; None where there is none."""
    board = world.board
    hard: Cube | None = None
    harmful: Cube | None = None
    x0, y0, z = place
    for x in range(x0, x0 + side):
        for y in range(y0, y0 + side):
            if (x, y) not in board:
                continue
            tile = board.tile(x, y)
            if tile.solid or not tile.floor <= z < tile.floor + max(tile.water, 1):
                continue
            if hard is None and (tile.terrain in ("difficult", "impeded") or tile.obstacle):
                hard = (x, y, z)
            if harmful is None and tile.damage is not None:
                harmful = (x, y, z)
    return hard, harmful


def enemy_at(request: Request, place: tuple[int, int, int]) -> str | None:
    creature, rules = request.creature, request.rules
    space = creature.at(place)
    for other in request.world.creatures:
        if other is creature or other.out or other.has("object") or request.world.together(other, creature):
            continue
        if foe(rules, creature, other) and overlap(space, other.box):
            return other.name
    return None


TYPES: frozenset[str] = frozenset({"walk", "burrow", "climb", "swim", "jump", "crawl", "fly", "teleport"})
"""The types of movement; hovering is a trait, not a type. (ds.type.eight)"""


# ---------------------------------------------------------------- jumps

HEIGHT = 1
"""The height of a jump without a test, in squares. (ds.jump.baseline-height)"""

GAIN = 2
"""Squares that the best test adds to a jump. (ds.jump.tier-3)"""


@dataclass(frozen=True, slots=True)
class Flight:
    """A jump's best way to one of its steps, with path and cost."""

    cost: int
    off: int
    """The distance from the straight line."""
    path: tuple[Cube, ...]
    costs: tuple[int, ...]

    @property
    def order(self) -> tuple[int, int, tuple[tuple[int, int, int], ...]]:
        """Returns the sort key of a jump's path: cheapest, then straightest, then by rows."""
        return (self.cost, self.off, tuple(row_order(cube) for cube in self.path))


def length(creature: Creature) -> int:
    """Returns the squares that a creature can jump without a test. It is the higher of Might and Agility, at least 1.

    (ds.jump.baseline-length)
    """
    scores = creature.body.abilities
    return max(scores.get("might", 0), scores.get("agility", 0), 1)


def jump(request: Request) -> Plan:
    intent: Jump = request.intent
    return leap_to(request, intent.to)


def leap_to(request: Request, square: Square) -> Plan:
    """Plans a jump onto a square. (ds.jump.within-any-movement)"""
    creature, rules, world = request.creature, request.rules, request.world
    able(request, "jump")
    takeoff(request)
    found = budget(request, "jump")
    if found.number in found.earlier.jumps and rules.setting("jumps_per_movement") != "unlimited":
        raise request.refuse("{name} already jumped in this movement", "jump")
    typed: list[Act] = []
    if not rules.movement.mixes_modes(rules):
        unmixed(request, found, {"jump"})
        typed = found.note(Movements(types=frozenset({(found.number, "jump")})))
    here = creature.cube
    x, y = square[0], square[1]
    if (x, y) not in world.board:
        raise request.refuse("{place} is not on the board", "path", place=[x, y])
    to = (x, y, landing_height(request, x, y, square[2] if len(square) == 3 else None))
    dx, dy, dz = step_of(here, to)
    far, high = max(abs(dx), abs(dy)), max(dz, 0)
    if not far:
        raise request.refuse("a jump must end in another square", "jump")
    within(request, found, far, high)
    way, high = lowest_arc(request, found, to, max(high, HEIGHT))
    if way is None:
        if arc(request, to, high, cutting=True) is not None:
            raise request.refuse(
                "a jump to {place} would cut a corner or go through a wall", "corner", "jump", place=request.shown(to)
            )
        raise request.refuse(
            "there is no room for a jump to {place}", "jump", "terrain.blocked", place=request.shown(to)
        )
    left = found.left("walk")
    if way.cost > left:
        raise request.refuse(
            "{name} has {left} squares of movement left, not {cost}", *limit_topics(request), left=left, cost=way.cost
        )
    arrival(request, to)
    trial = tested(found) is None and (far > length(creature) or high > HEIGHT)
    topics = ["jump"]
    if tested(found) is None and not trial:
        topics += ["jump.length", "jump.height"] if any(cube[2] > here[2] for cube in way.path) else ["jump.length"]
    cited = rules.cite(*topics)
    strides = [
        Stride(cube, cost, "walk", shown="jump", rules=cited) for cube, cost in zip(way.path, way.costs, strict=True)
    ]
    walk = Walk(strides, kind="jump", pools=found.pools, airborne=True)
    flight = [*typed, walk]
    flight = [*found.note(Movements(jumps=(found.number,))), *flight]
    if trial:
        flight = [test(request, found, far, high, flight)]
    return Plan([*found.opening, *flight], found.pays, cited)


def landing_height(request: Request, x: int, y: int, named: int | None) -> int:
    """Returns the height (z) where a jump ends. It is `named` or the floor; over a drop, the start's height.

    (ds.fall.threshold)
    """
    here = request.creature.cube[2]
    stand = rest_over(request.world, request.creature, x, y) if named is None else named
    return stand if stand >= here - 1 else here


def takeoff(request: Request) -> None:
    """Refuses a jump that starts on difficult or damaging ground.

    (ds.jump.not-from-difficult, ds.jump.not-from-damaging)
    """
    creature, world = request.creature, request.world
    if creature.prone:
        raise request.refuse("{name} is prone and cannot jump", "jump", "crawl")
    if holds_at(world, creature, creature.cube) != "walk":
        raise request.refuse("{name} does not stand on anything to jump from", "jump")
    hard, harmful = ground_under(world, creature.size.side, creature.cube)
    if hard is not None:
        raise request.refuse("{name} cannot jump out of difficult terrain", "jump.difficult")
    enemy = enemy_at(request, creature.cube)
    if enemy is not None:
        raise request.refuse("{name} cannot jump out of the space of {enemy}", "jump.difficult", enemy=enemy)
    if harmful is not None:
        raise request.refuse("{name} cannot jump out of damaging terrain", "jump.damaging")


def in_range(request: Request, found: MovementPool, far: int, high: int) -> bool:
    return not isinstance(attempt(lambda: within(request, found, far, high)), Forbidden)


def within(request: Request, found: MovementPool, far: int, high: int) -> None:
    """Refuses a jump beyond the movement left, or beyond the best result of its test.

    (ds.jump.cap-by-effect)
    """
    creature = request.creature
    cap = found.left("walk")
    if request.rules.setting("jump_cap") == "full":
        cap = found.limit.of("walk")
    if far > cap or high > cap:
        raise request.refuse(
            "a jump {far} far and {high} high exceeds the movement left, {most}",
            "jump.cap",
            far=request.rules.length(far),
            high=request.rules.length(high),
            most=request.rules.length(max(cap, 0)),
        )
    rolled = tested(found)
    gain = GAIN if rolled is None else rolled
    if far > length(creature) + gain or high > HEIGHT + gain:
        text = _("the jump is {far} far and {high} high; after its test {name} can jump {length} far and {height} high")
        if rolled is None:
            text = _("the jump is {far} far and {high} high; {name} can jump at most {length} far and {height} high")
        raise request.refuse(
            text,
            *(() if rolled is None else ("jump.test", f"jump.tier-{rolled + 1}")),
            "jump.length",
            "jump.height",
            far=request.rules.length(far),
            high=request.rules.length(high),
            length=request.rules.length(length(creature) + gain),
            height=request.rules.length(HEIGHT + gain),
        )


def tested(found: MovementPool) -> int | None:
    """Returns how many squares a test has added to this movement's jumps; None without a test. (ds.jump.test)"""
    return dict(found.earlier.tested).get(found.number)


def test(request: Request, found: MovementPool, far: int, high: int, flight: list[Act]) -> Check:
    """Returns the test that allows a longer or higher jump. (ds.jump.test)"""
    creature, rules = request.creature, request.rules
    scores = creature.body.abilities
    score = max(scores.get("might", 0), scores.get("agility", 0))
    tiers: dict[str, list[Act]] = {}
    for tier in (1, 2, 3):
        enough = far <= length(creature) + tier - 1 and high <= HEIGHT + tier - 1
        failed = Halt(english("{name} cannot jump that far", name=creature.name), rules.cite(f"jump.tier-{tier}"))
        rolled = found.note(Movements(tested=((found.number, tier - 1),)))
        tiers[f"tier-{tier}"] = [*rolled, *flight] if enough else [*rolled, failed]
    return Check(creature.name, "jump", score, None, rules.cite("jump.test"), tiers=tiers)


def arrival(request: Request, to: Cube) -> None:
    creature, world, rules = request.creature, request.world, request.rules
    space = creature.at(to)
    for other in world.creatures:
        if other is creature or world.together(other, creature):
            continue
        if overlap(space, other.box) and not rules.space.access(rules, creature, other, ORDINARY).stop:
            raise request.refuse("{name} may not stop in the space of {other}", "space.no-stop", other=other.name)


def lowest_arc(request: Request, found: MovementPool, to: Cube, high: int) -> tuple[Flight | None, int]:
    """Returns (path, height) of the lowest possible jump; the path is None if all are blocked. (ds.jump.test)"""
    way = arc(request, to, high)
    far = max(abs(to[0] - request.creature.cube[0]), abs(to[1] - request.creature.cube[1]))
    while way is None and in_range(request, found, far, high + 1):
        high += 1
        way = arc(request, to, high)
    return way, high


def arc(request: Request, to: Cube, rise: int, *, cutting: bool = False) -> Flight | None:
    """Returns the best path of a jump that rises at most `rise` squares; None if blocked.

    `cutting` ignores corners and walls.
    """
    world, creature = request.world, request.creature
    here = creature.cube
    total = max(abs(to[0] - here[0]), abs(to[1] - here[1]))
    # A jumper does not dig its way out of earth: only forced movement passes it. (ds.burrow.no-tunnel)
    made = loose_ground(world, creature, airborne=True)
    layout = made.layout
    front: dict[Cube, Flight] = {here: Flight(0, 0, (), ())}
    for number in range(1, total + 1):
        last = number == total
        heights = [to[2]] if last else range(here[2], here[2] + rise + 1)
        ahead: dict[Cube, Flight] = {}
        for cube, flight in front.items():
            for there in _nearer(world.board, cube, to, total - number, heights):
                bit = layout.bit(there)
                if not bit & made.enterable or bit & made.tight:
                    continue
                if not cutting and cuts(made, cube, there):
                    continue
                extra = _surcharge(request, cube, there, last)
                if extra is None:
                    continue
                cost = 1 + extra
                off = abs((there[0] - here[0]) * (to[1] - here[1]) - (there[1] - here[1]) * (to[0] - here[0]))
                step = Flight(
                    flight.cost + cost,
                    flight.off + off + abs(there[2] - here[2]),
                    (*flight.path, there),
                    (*flight.costs, cost),
                )
                if there not in ahead or step.order < ahead[there].order:
                    ahead[there] = step
        front = ahead
    return front.get(to)


def _nearer(board: Board, cube: Cube, to: Cube, left: int, heights: Iterable[int]) -> Iterator[Cube]:
    for x in (cube[0] - 1, cube[0], cube[0] + 1):
        for y in (cube[1] - 1, cube[1], cube[1] + 1):
            if (x, y) in board and max(abs(to[0] - x), abs(to[1] - y)) == left:
                yield from ((x, y, z) for z in heights)


def _surcharge(request: Request, here: Cube, there: Cube, last: bool) -> int | None:
    creature, rules, world = request.creature, request.rules, request.world
    space = creature.at(there)
    extra = 0
    for other in world.creatures:
        if other is creature or world.together(other, creature):
            continue
        if not overlap(space, other.box):
            continue
        access = rules.space.access(rules, creature, other, ORDINARY)
        if not access.enter:
            return None
        if access.costly and enters(space, creature.at(here), other.box):
            extra = 1
    if last and ground_under(world, creature.size.side, there)[0] is not None:
        extra += 1 if not extra or rules.setting("difficult_terrain_stacks") is True else 0
    return extra


# ---------------------------------------------------------------- teleports


def usual(request: Request) -> int:
    """Returns how many squares a creature's own teleport covers: its speed with lasting bonuses.

    (ds.teleport.usual-movement)
    """
    creature = request.creature
    listed = creature.speed.listed.get("teleport", 0)
    return max(listed + bonus(creature, lasting=True), 0) if listed else 0


def teleport(request: Request) -> Plan:
    """Plans a teleport: one that an effect grants, or the creature's own as its move action."""
    intent: Teleport = request.intent
    creature, rules = request.creature, request.rules
    who = creature if intent.target is None else request.other(intent.target)
    if intent.distance is None and who is creature:
        return advance(request, intent.to)
    begin_action(request, "teleport")
    if intent.distance is None:
        raise request.refuse(
            "no effect lets {name} teleport {who}; the move action Advance moves only {name}",
            "teleport.distance",
            "teleport.usual",
            who=who.name,
        )
    pays = payment_for(request, key="teleport")
    to = placed(request, who, intent.to)
    lawful(request, who, to, rules.squares(intent.distance))
    return Plan(arriving(request, who, to, intent.stand), pays, rules.cite("teleport"))


def advance(request: Request, square: Square) -> Plan:
    """Plans a creature's own teleport, as its move action."""
    intent: Teleport | Move = request.intent
    creature, rules = request.creature, request.rules
    begin_action(request, "teleport")
    squares = usual(request)
    if not squares:
        raise request.refuse("{name} has no teleport speed and no effect grants a distance", "teleport.usual")
    split = rules.setting("split_teleport_advance") is True and not request.free
    spent = creature.own(Movements).hopped if split else 0
    if creature.turn.pool_open and not (spent or request.free or creature.turn.actions.get("move", 0)):
        raise request.refuse(
            "{name} has used part of its move action; a teleport needs a whole move action",
            "teleport.usual",
            "move",
        )
    pays: tuple[str, ...] = () if spent else payment_for(request, key="teleport-move")
    to = placed(request, creature, square)
    lawful(request, creature, to, squares - spent, usually=True)
    acts = arriving(request, creature, to, getattr(intent, "stand", None))
    if split:
        acts.append(TurnUpdate(creature.name, remember=Movements(hopped=teleport_squares(rules, creature, to))))
    return Plan(acts, pays, rules.cite("teleport.usual", "teleport"))


def placed(request: Request, who: Creature, square: Square) -> Cube:
    x, y = square[0], square[1]
    if len(square) == 3:
        return (x, y, square[2])
    return (x, y, rest_over(request.world, who, x, y)) if (x, y) in request.world.board else (x, y, who.cube[2])


def lawful(request: Request, who: Creature, to: Cube, squares: int, *, usually: bool = False) -> None:
    """Refuses a teleport with a wrong distance, space or line of effect.

    (ds.teleport.distance, ds.teleport.new-space, ds.teleport.destination-empty, ds.teleport.self-line,
    ds.teleport.other-line)
    """
    creature, rules, world = request.creature, request.rules, request.world
    if (to[0], to[1]) not in world.board:
        raise request.refuse("{place} is not on the board", "path", place=request.shown(to[:2]))
    if to == who.cube:
        raise request.refuse("a teleport must end in another space", "teleport.new-space")
    if rules.setting("teleport_overlap") == "forbidden" and overlap(who.box, who.at(to)):
        raise request.refuse(
            "a teleport cannot end at {place}: {name} already fills part of that space",
            "teleport.new-space",
            place=request.shown(to),
            name=who.name,
        )
    if teleport_squares(rules, who, to) > squares:
        topic = "teleport.usual" if usually else "teleport.distance"
        raise request.refuse(
            "{place} is farther away than {distance}", topic, place=request.shown(to), distance=rules.length(squares)
        )
    destination(Request(world, who, request.intent), to)
    board = world.board
    if who is creature:
        if not rules.threat.line(rules, board, who.box, who.at(to)):
            raise request.refuse(
                "{name} has no line of effect to {place}", "teleport.self-line", place=request.shown(to)
            )
        return
    if rules.setting("teleport_other_line") == "from_departure":
        if not rules.threat.line(rules, board, who.box, who.at(to)):
            raise request.refuse(
                "there is no line of effect from {who} to {place}",
                "teleport.other-line",
                who=who.name,
                place=request.shown(to),
            )
        return
    if not rules.threat.line(rules, board, creature.box, who.box):
        raise request.refuse("{name} has no line of effect to {who}", "teleport.other-line", who=who.name)
    if not rules.threat.line(rules, board, creature.box, who.at(to)):
        raise request.refuse("{name} has no line of effect to {place}", "teleport.other-line", place=request.shown(to))


def arriving(request: Request, who: Creature, to: Cube, stand: bool | None) -> list[Act]:
    """Returns the acts of a teleport. A prone creature may arrive standing.

    (ds.teleport.prone-self, ds.teleport.prone-other)
    """
    rules = request.rules
    other = who is not request.creature
    # A creature with the choice stands by default; the caster's word does not bind it.
    own_word = other and rules.setting("teleport_other_stand_choice") == "teleported"
    stands = arrives_standing(rules, who, other=other)
    down: list[Act] = [Teleportation(who.name, to, rules.cite("teleport"))]
    up: list[Act] = [Teleportation(who.name, to, rules.cite("teleport"), stands)]
    if stands and own_word:
        return [_asked(who, up, down, stands[0][1])]
    return down if stand is False else up


def _asked(who: Creature, up: list[Act], down: list[Act], rules: tuple[str, ...]) -> PlannedDecision:
    text = english("{who} is teleported: does it arrive standing?", who=who.name)
    question = whether("stand", who.name, text, _("Standing"), _("Prone"), rules)
    return PlannedDecision(question, {"yes": up, "no": down})
