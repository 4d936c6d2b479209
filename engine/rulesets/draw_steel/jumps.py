"""Jumps: how far and how high they go, over what, and how much of a movement they cost."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ....components.intents import Jump, Square
from ....components.plan import Act, Check, Halt, PlannedStep, Walk
from ....components.position import Cube
from ...board.board import Board
from ...geometry.boxes import overlap
from ...geometry.directions import row_order, step_of
from ...legality.request import attempt, limit_topics
from ...navigation.nav_grid import NavGrid
from ...navigation.newly_entered import enters
from ...rules.move_options import ORDINARY
from ...rules.ruleset import Request
from ...space.elevation import rest_over
from ...space.forced_steps import loose_ground
from ...space.support import holds_at
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from .components import Movements
from .movement_pool import MovementPool, budget
from .surfaces import able, enemy_at, ground_under, unmixed

HEIGHT = 1
"""Squares that every jumper rises without a test. (ds.jump.baseline-height)"""

GAIN = 2
"""Squares that the best test adds to length and height (ds.jump.tier-3)."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One step of a jump found so far, with the best way to it."""

    cost: int
    off: int
    """How far the way departs from the straight line."""
    path: tuple[Cube, ...]
    costs: tuple[int, ...]

    @property
    def order(self) -> tuple[int, int, tuple[tuple[int, int, int], ...]]:
        """The sort key: cheapest, then straightest, then in row order."""
        return (self.cost, self.off, tuple(row_order(cube) for cube in self.path))


def length(creature: Creature) -> int:
    """Squares of a long jump without a test: the better of Might and Agility (ds.jump.baseline-length)."""
    scores = creature.body.abilities
    return max(scores.get("might", 0), scores.get("agility", 0), 1)


def jump(request: Request) -> Plan:
    """Plans a jump to a place, as part of the move action or of movement that an effect grants."""
    intent: Jump = request.intent
    return leap_to(request, intent.to)


def leap_to(request: Request, square: Square) -> Plan:
    """Plans the jump that ends on a square. (ds.jump.within-any-movement)"""
    creature, rules, world = request.creature, request.rules, request.world
    able(request, "jump")
    takeoff(request)
    found = budget(request, "jump")
    if found.number in found.earlier.jumps and rules.setting("jumps_per_movement") != "unlimited":
        raise request.refuse(f"{creature.name} has jumped in this movement already", "jump")
    typed: list[Act] = []
    if not rules.movement.mixes_modes(rules):
        unmixed(request, found, {"jump"})
        typed = found.note(Movements(types=frozenset({(found.number, "jump")})))
    here = creature.cube
    x, y = square[0], square[1]
    if (x, y) not in world.board:
        raise request.refuse(f"{[x, y]} is not on the board", "terrain.blocked")
    to = (x, y, landing_height(request, x, y, square[2] if len(square) == 3 else None))
    dx, dy, dz = step_of(here, to)
    far, high = max(abs(dx), abs(dy)), max(dz, 0)
    if not far:
        raise request.refuse("a jump leads to another square", "jump")
    within(request, found, far, high)
    way, high = lowest_arc(request, found, to, max(high, HEIGHT))
    if way is None:
        if arc(request, to, high, cutting=True) is not None:
            raise request.refuse(
                f"a jump to {request.shown(to)} would cut a corner or go through a wall", "corner", "jump"
            )
        raise request.refuse(f"there is no room for a jump to {request.shown(to)}", "jump", "terrain.blocked")
    left = found.left("walk")
    if way.cost > left:
        raise request.refuse(
            f"{creature.name} has {left} squares of movement left, not {way.cost}", *limit_topics(request)
        )
    arrival(request, to)
    cited = rules.cite("jump")
    strides = [
        PlannedStep(cube, cost, "walk", shown="jump", rules=cited)
        for cube, cost in zip(way.path, way.costs, strict=True)
    ]
    walk = Walk(strides, kind="jump", pools=found.pools, airborne=True)
    flight = [*typed, walk]
    flight = [*found.note(Movements(jumps=(found.number,))), *flight]
    if tested(found) is None and (far > length(creature) or high > HEIGHT):
        flight = [test(request, found, far, high, flight)]
    return Plan([*found.opening, *flight], found.pays, cited)


def landing_height(request: Request, x: int, y: int, named: int | None) -> int:
    """The height at which a jump lands: the one named, else the floor.

    A floor two or more lower is not jumped to but fallen to, from the jumper's own height. (ds.fall.threshold)
    """
    here = request.creature.cube[2]
    stand = rest_over(request.world, request.creature, x, y) if named is None else named
    return stand if stand >= here - 1 else here


def takeoff(request: Request) -> None:
    """Refuses to jump off from ground that forbids it. (ds.jump.not-from-difficult, ds.jump.not-from-damaging)"""
    creature, world = request.creature, request.world
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone and cannot jump", "jump", "crawl")
    if holds_at(world, creature, creature.cube) != "walk":
        raise request.refuse(f"{creature.name} has no footing to jump from", "jump")
    hard, harmful = ground_under(world, creature.size.side, creature.cube)
    if hard is not None:
        raise request.refuse(f"{creature.name} cannot jump out of difficult terrain", "jump.difficult")
    enemy = enemy_at(request, creature.cube)
    if enemy is not None:
        raise request.refuse(f"{creature.name} cannot jump out of the space of {enemy}", "jump.difficult")
    if harmful is not None:
        raise request.refuse(f"{creature.name} cannot jump out of damaging terrain", "jump.damaging")


def in_range(request: Request, found: MovementPool, far: int, high: int) -> bool:
    """Whether the movement allows a jump of a length and height at all."""
    return not isinstance(attempt(lambda: within(request, found, far, high)), Forbidden)


def within(request: Request, found: MovementPool, far: int, high: int) -> None:
    """Refuses a jump beyond its caps: the effect that grants it, and the best result of the test.

    (ds.jump.cap-by-effect)
    """
    creature = request.creature
    cap = found.left("walk")
    if request.rules.setting("jump_cap") == "full":
        cap = found.limit.of("walk")
    if far > cap or high > cap:
        raise request.refuse(
            f"a jump of {far} squares, {high} high, goes beyond the {max(cap, 0)} that the movement allows", "jump.cap"
        )
    rolled = tested(found)
    gain = GAIN if rolled is None else rolled
    if far > length(creature) + gain or high > HEIGHT + gain:
        at_best = "at the best" if rolled is None else "by the test of this movement"
        raise request.refuse(
            f"{creature.name} jumps {length(creature)} squares far and {HEIGHT} high, {gain} more {at_best}",
            *(() if rolled is None else ("jump.test", f"jump.tier-{rolled + 1}")),
            "jump.length",
            "jump.height",
        )


def tested(found: MovementPool) -> int | None:
    """The squares that the test of this movement has added to its jump; None before the test, which is made once.

    (ds.jump.test)
    """
    return dict(found.earlier.tested).get(found.number)


def test(request: Request, found: MovementPool, far: int, high: int, flight: list[Act]) -> Check:
    """The test for a longer or higher jump, rolled before leaving the ground. (ds.jump.test)

    Whatever its result, the movement may still hold a jump as far and as high as the test allows.
    """
    creature, rules = request.creature, request.rules
    scores = creature.body.abilities
    score = max(scores.get("might", 0), scores.get("agility", 0))
    tiers: dict[str, list[Act]] = {}
    for tier in (1, 2, 3):
        enough = far <= length(creature) + tier - 1 and high <= HEIGHT + tier - 1
        failed = Halt(f"{creature.name} cannot jump that far", rules.cite(f"jump.tier-{tier}"))
        rolled = found.note(Movements(tested=((found.number, tier - 1),)))
        tiers[f"tier-{tier}"] = [*rolled, *flight] if enough else [*rolled, failed]
    return Check(creature.name, "jump", score, None, rules.cite("jump.test"), tiers=tiers)


def arrival(request: Request, to: Cube) -> None:
    """Refuses a place where a jump may not end."""
    creature, world, rules = request.creature, request.world, request.rules
    space = creature.at(to)
    for other in world.creatures:
        if other is creature or world.together(other, creature):
            continue
        if overlap(space, other.box) and not rules.space.access(rules, creature, other, ORDINARY).stop:
            raise request.refuse(f"{creature.name} may not stop in the space of {other.name}", "space.no-stop")


def lowest_arc(request: Request, found: MovementPool, to: Cube, high: int) -> tuple[Flight | None, int]:
    """The best way through the air at the least height, and that height.

    A higher jump passes what is in the way of a low one, as far as the best test could lift it. (ds.jump.test)
    """
    way = arc(request, to, high)
    far = max(abs(to[0] - request.creature.cube[0]), abs(to[1] - request.creature.cube[1]))
    while way is None and in_range(request, found, far, high + 1):
        high += 1
        way = arc(request, to, high)
    return way, high


def arc(request: Request, to: Cube, rise: int, *, cutting: bool = False) -> Flight | None:
    """The best way through the air at a height: as many steps as the jump is long, each nearer its end.

    `cutting` ignores corners, and walls between squares.
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
                if not cutting and _cut(made, cube, there):
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
    """Places next to a cube, at some heights, that are a number of steps from the end of the jump."""
    for x in (cube[0] - 1, cube[0], cube[0] + 1):
        for y in (cube[1] - 1, cube[1], cube[1] + 1):
            if (x, y) in board and max(abs(to[0] - x), abs(to[1] - y)) == left:
                yield from ((x, y, z) for z in heights)


def _surcharge(request: Request, here: Cube, there: Cube, last: bool) -> int | None:
    """The extra cost of a step of a jump: an enemy's space, or hard ground landed on; None if it is barred."""
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


def _cut(made: NavGrid, here: Cube, there: Cube) -> bool:
    """Whether a step of a jump would go through a wall, or cut a corner, at the height it has come to."""
    x, y, z = there[0], there[1], max(here[2], there[2])
    bit = made.layout.bit((x, y, z))
    return not any(stride.into & bit for stride in made.by_step.get((x - here[0], y - here[1], 0), ()))


__all__ = ["jump", "leap_to", "length"]
