"""Follows a hand-drawn path step by step, and explains where and why it breaks off."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from ...components.plan import PlannedStep
from ...components.position import Cube
from ..geometry.boxes import contains, footprint
from ..geometry.directions import step_of
from ..navigation.nav_grid import NavGrid, nav_grid
from ..navigation.occupied_grid import OccupiedGrid
from ..navigation.priced_steps import OVERLAYS, PricedSteps
from ..navigation.steps import DirectionSteps
from ..rules.movement_budget import MovementBudget
from ..rules.ruleset import Request, Ruleset
from ..rules.step_costs import BARRIER, FEATURES, OBSTACLE, StepCost
from ..space.elevation import lifted
from ..space.support import holds_at
from ..state.verdict import Forbidden
from .request import limit_topics


@dataclass(slots=True)
class FollowedPath:
    """A path with its steps and costs."""

    squares: list[PlannedStep] = field(default_factory=list)
    cost: int = 0
    """Squares of movement."""
    parity: int = 0
    features: int = 0
    """All features met on the way."""

    def take(self, rules: Ruleset, there: Cube, found: "Priced") -> None:
        """Add one step, found by `cheapest`."""
        stride, price, squares, features = found
        cited = rules.cite(*price_topics(stride.diagonal, features, self.parity > 0))
        self.squares.append(PlannedStep(there, squares, stride.mode, price.flips, rules=cited, features=features))
        self.cost += squares
        self.features |= features
        if price.flips:
            self.parity = (self.parity + 1) % len(rules.grid.diagonal_cycle)


@dataclass(frozen=True, slots=True)
class BrokenPath:
    """A lawful step that the budget does not cover."""

    stride: DirectionSteps
    features: int
    """Its features."""
    bound: int
    """Squares that the budget gives its mode for the whole movement."""
    squares: int = 1
    """Its cost in squares."""


Priced: TypeAlias = tuple[DirectionSteps, StepCost, int, int]
"""(stride, price, squares, features) of one step as it is taken."""


def cheapest(
    grid: OccupiedGrid, here: Cube, there: Cube, spent: int, parity: int, budget: MovementBudget
) -> Priced | BrokenPath | None:
    """(step, cost, squares, features) of the cheapest lawful way to take one step.

    None if no step leads there; `BrokenPath` if only the budget forbids it.
    """
    if there not in grid.layout or grid.comes_back(here, there):
        return None
    step = step_of(here, there)
    overlay = grid.overlay(step, grid.layout.bit(there))
    if overlay < 0:
        return None
    index, cycle = grid.layout.index(there), grid.rules.grid.diagonal_cycle
    return _best(grid.priced_steps.get(step, ()), index, overlay, spent, parity, budget, cycle)


def _best(
    alike: Sequence[PricedSteps],
    index: int,
    overlay: int,
    spent: int,
    parity: int,
    budget: MovementBudget,
    cycle: tuple[int, ...],
) -> Priced | BrokenPath | None:
    """The same among the steps of one direction, to the anchor of an index that is open, on its overlay."""
    best: Priced | None = None
    rank: tuple[int, int] | None = None
    short: BrokenPath | None = None
    for stride, prices in alike:
        price = prices[overlay]
        if price is None or not stride.into >> index & 1:
            continue
        bound = budget.of(stride.mode)
        if bound < 0:
            continue
        squares, features = price.squares, stride.features | OVERLAYS[overlay]
        if price.alternates:
            squares += cycle[parity % len(cycle)] - cycle[0]
        if spent + squares > bound and not (budget.last and spent < bound):
            if short is None or bound > short.bound:
                short = BrokenPath(stride, features, bound, squares)
            continue
        # Of two modes at one price, the one that leaves the next diagonal cheaper.
        ranks = (squares, cycle[(parity + price.flips) % len(cycle)])
        if rank is None or ranks < rank:
            rank = ranks
            best = (stride, price, squares, features)
    return short if best is None else best


def laid_out(grid: OccupiedGrid, budget: MovementBudget, start: Cube, path: Sequence[Cube]) -> FollowedPath:
    """The steps of a path that the search has found, at the costs by which it was found."""
    trace = FollowedPath(cost=budget.spent, parity=budget.parity)
    hampered = any(access.costly for _, access in grid.passings)
    layout, priced, cycle = grid.layout, grid.priced_steps, grid.rules.grid.diagonal_cycle
    here = start
    for there in path:
        step = step_of(here, there)
        overlay = grid.overlay(step, layout.bit(there)) if hampered else 0
        found = _best(priced[step], layout.index(there), overlay, trace.cost, trace.parity, budget, cycle)
        assert isinstance(found, tuple)
        trace.take(grid.rules, there, found)
        here = there
    return trace


def follow(
    request: Request,
    grid: OccupiedGrid,
    budget: MovementBudget,
    path: Sequence[Cube],
    start: Cube | None = None,
    *,
    floored: bool = False,
) -> FollowedPath:
    """Follows a path from the mover's place (or from `start`); the result or the refusal.

    With `floored` its end means the floor there: over an edge the mover falls to it, although it could hold on to what
    stands beside.
    """
    trace = FollowedPath(cost=budget.spent, parity=budget.parity)
    here = grid.creature.cube if start is None else start
    for number, there in enumerate(path):
        found = cheapest(grid, here, there, trace.cost, trace.parity, budget)
        if floored and isinstance(found, tuple) and found[0].mode == "climb" and number + 1 == len(path):
            fallen = drop(request, grid, budget, here, there, trace)
            if isinstance(fallen, PlannedStep):
                trace.squares.append(fallen)
                trace.cost += fallen.squares
                return trace
        if isinstance(found, tuple):
            trace.take(grid.rules, there, found)
            here = there
            continue
        if isinstance(found, BrokenPath):
            raise too_dear(request, grid, budget, found, trace, there)
        if collides(grid, there):
            trace.squares.append(PlannedStep(there, 0, "walk", collides=True))
            return trace
        dropped = drop(request, grid, budget, here, there, trace)
        if dropped is None:
            raise obstacle(request, grid, here, there)
        trace.squares.append(dropped)
        trace.cost += dropped.squares
        if number + 1 < len(path):
            raise request.refuse(f"the path goes on after the fall at {request.shown(there)}", "fall.path")
        return trace
    return trace


WAYS = {"walk": "walking", "climb": "climbing", "swim": "swimming", "fly": "flying", "burrow": "burrowing"}
"""Moving by each mode, as a sentence names it."""


def too_dear(
    request: Request, grid: OccupiedGrid, budget: MovementBudget, short: BrokenPath, trace: FollowedPath, there: Cube
) -> Forbidden:
    """The refusal of a lawful step beyond the budget: what is left, of which mode, and what the square costs."""
    rules, mode = grid.rules, short.stride.mode
    unit = "feet" if rules.feet else "squares"
    left, others = max(short.bound - trace.cost, 0), [most for way, most in budget.limits if way != mode]
    spent_mode = any(most > trace.cost for most in others)
    of_it = f" of {WAYS[mode]}" if others else ""
    hampered = [f"cost.{name}" for name, flag in FEATURES.items() if trace.features & flag & ~short.features]
    topics = [*dearer_topics(short, later=trace.parity > 0), *hampered]
    if grid.options.through:  # the cost comes from the creature passed by skill, not from a body that lies there
        topics = [request.intent.do if topic == "cost.body" else topic for topic in topics]
    return request.refuse(
        f"{grid.creature.name} has {left * rules.unit} {unit}{of_it} left,"
        f" which does not buy the square {request.shown(there)}"
        + (f" at {short.squares * rules.unit} {unit}" if short.squares > 1 else ""),
        *(("combine.exhausted",) if spent_mode else ()),
        *limit_topics(request),
        *topics,
    )


@cache
def price_topics(diagonal: bool, features: int, later: bool) -> tuple[str, ...]:
    """The topics of a step's cost: its features, and whether it is a diagonal.

    A `later` diagonal is one at a later cost of the cycle.
    """
    hampering = [name for name, flag in FEATURES.items() if features & flag]
    topics = [f"cost.{name}" for name in hampering]
    hampering = [name for name in hampering if name != "barrier"]  # it adds to the cost and doubles nothing
    if len(hampering) > 1:
        topics.append("cost.doublings")
    if len(hampering) > 2:
        topics.append("cost.thrice")
    if diagonal:
        topics.append("cost.hampered-diagonal" if hampering else "cost.later-diagonal" if later else "cost.diagonal")
    elif not hampering:
        topics.append("cost.square")
    return tuple(topics)


def dearer_topics(short: BrokenPath, later: bool) -> list[str]:
    """The topics for a step that costs more than a plain square, and more than the mover has left."""
    plain = ("cost.square", "cost.diagonal")
    topics = [topic for topic in price_topics(short.stride.diagonal, short.features, later) if topic not in plain]
    return [*topics, "obstacle.short"] if short.features & (OBSTACLE | BARRIER) else topics


def collides(grid: OccupiedGrid, there: Cube) -> bool:
    """Whether something unseen fills the place, so that a path may run into it."""
    board, side = grid.world.board, grid.creature.size.side
    squares = footprint(side, there)
    return any((x, y) in board and board.tile(x, y).unseen and board.blocked(x, y, there[2]) for x, y in squares)


def drop(
    request: Request, grid: OccupiedGrid, budget: MovementBudget, here: Cube, there: Cube, trace: FollowedPath
) -> PlannedStep | None:
    """The step over an edge, after which the mover falls unless it hovers; None if it is none."""
    rules, board, creature = grid.rules, grid.world.board, grid.creature
    dx, dy, dz = step_of(here, there)
    if dz or not (dx or dy) or max(abs(dx), abs(dy)) > 1 or "walk" not in dict(grid.nav_grid.profile.modes):
        return None
    layout = grid.layout
    bit = layout.bit(there)
    if bit & grid.crowd.closed or not bit & (grid.nav_grid.air | grid.nav_grid.enterable):
        return None
    if bit & (grid.nav_grid.walk | grid.nav_grid.swim | grid.nav_grid.burrow):
        return None
    if layout.bit(here) & grid.nav_grid.air and holds_at(grid.world, creature, here) != "walk":
        return None  # a mover on a wall or in mid-air has no edge to step over
    if grid.nav_grid.profile.phasing and layout.any_over(grid.nav_grid.layers.walls, creature.size.side) & bit:
        raise request.refuse(
            f"{creature.name} would come to lie inside the wall at {request.shown(there)}", "terrain.blocked"
        )
    airy = grid.over(airy_ground(grid))
    found = cheapest(airy, here, there, 0, trace.parity, MovementBudget((("fly", 99),), parity=trace.parity))
    if not isinstance(found, tuple):
        return None
    shut = rules.terrain.pits_closed and not grid.options.pits
    if shut and any(board.tile(x, y).pit for x, y in footprint(creature.size.side, there) if (x, y) in board):
        raise request.refuse(
            f"a walker may not go into the pit at {request.shown(there)}", "pit", f"{request.intent.do}.closed"
        )
    squares = found[2]
    bound = budget.of("walk")
    if trace.cost + squares > bound:
        raise request.refuse(
            f"{creature.name} has not enough movement left for {request.shown(there)}", *limit_topics(request)
        )
    cited = rules.cite(*price_topics(found[0].diagonal, found[3], trace.parity > 0))
    return PlannedStep(
        there, squares, "walk", found[1].flips, drops=not rules.movement.stays_aloft(rules, creature), rules=cited
    )


def airy_ground(grid: OccupiedGrid) -> NavGrid:
    """The same mover's nav grid if it could fly: the places over an edge."""
    profile = grid.nav_grid.profile._replace(modes=(("walk", True), ("fly", True)), pits=True)
    return nav_grid(grid.world.board, grid.rules, profile)


def obstacle(request: Request, grid: OccupiedGrid, here: Cube, there: Cube) -> Forbidden:
    """The refusal that names the obstacle to one step."""
    world, creature, rules = grid.world, grid.creature, grid.rules
    board, side = world.board, creature.size.side
    do = "double" if getattr(request.intent, "double", False) else request.intent.do
    name, place, listed, closed = creature.name, request.shown(there), f"{do}.listed", f"{do}.closed"
    dx, dy, dz = step_of(here, there)
    if max(abs(dx), abs(dy), abs(dz)) != 1:
        if dz > 1 and max(abs(dx), abs(dy)) <= 1 and holds_at(world, creature, there) == "walk":
            return request.refuse(f"the floor at {place} is too high for one step", "climb", "terrain.blocked")
        return request.refuse(
            f"{place} is not next to {request.shown(here)}, so it cannot be the next square of a path", "path"
        )
    if not grid.nav_grid.profile.modes:
        return request.refuse(f"{name} has no speed to move with", *limit_topics(request))
    squares = footprint(side, there)
    if any(square not in board for square in squares):
        return request.refuse(f"{place} is not on the board", "terrain.blocked")
    if there[2] + side - 1 > board.ceiling:
        return request.refuse(f"{place} is above the ceiling", "ceiling")
    layout = grid.layout
    bit = layout.bit(there)
    for other, passing in grid.passings:
        if passing.rule == "stepover.action" and not passing.enter and grid.nav_grid.over(other.box) & bit:
            return request.refuse(f"stepping over {other.name} takes a plain move action", passing.rule)
        if not passing.enter and grid.nav_grid.over(other.box) & bit:
            return request.refuse(f"{name} cannot enter the space of {other.name}", passing.rule, f"{do}.enter")
        if passing.one_way and grid.nav_grid.over(other.box) & bit and grid.comes_back(here, there):
            return request.refuse(f"{name} cannot walk into the space of {other.name}", "stepover.enter", passing.rule)
    blocked = [square for square in squares if board.blocked(*square, there[2])]
    diggable = "burrow" in dict(grid.nav_grid.profile.modes)
    if blocked and len(blocked) == len(squares) and not bit & grid.nav_grid.enterable:
        square = blocked[0]
        if board.solid(*square, there[2]) and diggable:
            return request.refuse(f"{name} cannot dig through the {board.ground(*square)} at {place}", "burrow.ground")
        if board.solid(*square, there[2]) and there[2] < board.floor(*square):
            return request.refuse(f"{place} is inside the ground", "earth", "terrain.blocked", closed)
        earth = ("earth",) if board.solid(*square, there[2]) else ()
        ghost = ("terrain.blocked.ghost",) if grid.nav_grid.profile.ghostly else ()
        return request.refuse(f"{place} is blocked", *earth, *ghost, "terrain.blocked", closed)
    if not bit & grid.nav_grid.enterable:
        if blocked:
            return request.refuse(f"{name} has not room enough at {place}", "squeeze.least", "terrain.blocked")
        narrow = [board.tile(*square).width for square in squares if board.tile(*square).width < 5]
        if narrow:
            return request.refuse(f"the room at {place} is too narrow for {name}", *narrow_topics(grid, min(narrow)))
        if not (bit & grid.nav_grid.air) and lifted(world, creature, there):
            return request.refuse(f"nothing holds {name} up at {place}", listed, "mode.fly", "mode")
        if there not in layout:
            return no_mode(request, grid, here, there)
        return request.refuse(f"a wall runs through the space at {place}", "edge.wall", "terrain.blocked")
    if (dx != 0) + (dy != 0) == 1:
        for x, y in squares:
            if board.wall_between((x - dx, y - dy, 0), (x, y, 0)):
                return request.refuse(f"a wall stands between {[x - dx, y - dy]} and {[x, y]}", "edge.wall", closed)
    nav_grid = grid.nav_grid
    if bit & nav_grid.swim and "swim" not in dict(nav_grid.profile.modes):
        return request.refuse(f"{name} has no swim speed for the water at {place}", listed, "mode.swim", "mode")
    if bit & nav_grid.burrow and (not diggable or dz):
        return request.refuse(
            f"{name} cannot burrow {'up or down ' if dz else ''}there", "burrow.vertical" if dz else "mode"
        )
    if bit & nav_grid.air and "fly" not in dict(nav_grid.profile.modes) and not past_corner(grid, here, there):
        return request.refuse(f"nothing holds {name} up at {place}", listed, "mode.fly", "mode")
    if dz and (dx or dy) and "fly" in dict(nav_grid.profile.modes) and bit & (nav_grid.air | nav_grid.walk):
        return request.refuse(f"the corner between {request.shown(here)} and {place} cannot be cut", "corner")
    if dz > 0 and bit & nav_grid.walk:
        return request.refuse(f"{name} has no climb speed for the step up to {place}", listed, "climb", "mode")
    if dx and dy:
        beside = corner_cubes(squares, here, there)
        if any((x, y) in board and board.blocked(x, y, z) for x, y, z in beside):
            return request.refuse(
                f"the corner between {request.shown(here)} and {place} cannot be cut", f"{do}.corner", "corner"
            )
        for other, passing in grid.passings:
            if passing.corner and any(contains(other.box, cube) for cube in beside):
                reason = f"{other.name} fills the corner between {request.shown(here)} and {place}"
                return request.refuse(reason, "corner.creature", "corner")
        if board.edges:
            return request.refuse(
                f"a wall's end bars the diagonal from {request.shown(here)} to {place}",
                f"{do}.corner",
                "corner",
                "edge.wall",
            )
    for stride, prices in grid.priced_steps.get((dx, dy, dz), ()):
        if stride.into & bit and prices[0] is None:
            return request.refuse(
                f"{place} is impeded: it takes a full round of its own",
                *((f"{do}.impeded",) if do in ("run", "charge") else ("terrain.impeded",)),
            )
    if rules.terrain.pits_closed and any(board.tile(*square).pit for square in squares):
        return request.refuse(f"a walker may not go into the pit at {place}", "pit", closed)
    if not layout.bit(here) & nav_grid.enterable:
        if any(board.solid(x, y, here[2]) for x, y in footprint(side, here) if (x, y) in board):
            return request.refuse(f"{name} is in the ground and does not get out of it like this", "earth", "mode")
        tight = [board.tile(x, y).width for x, y in footprint(side, here) if (x, y) in board]
        return request.refuse(
            f"{name} is in too narrow a place to leave it like this", *narrow_topics(grid, min(tight, default=0))
        )
    return no_mode(request, grid, here, there)


def past_corner(grid: OccupiedGrid, here: Cube, there: Cube) -> bool:
    """Whether a level diagonal out over an edge is closed even to fliers."""
    dx, dy, dz = step_of(here, there)
    if dz or not (dx and dy):
        return False
    airy = airy_ground(grid)
    bit = airy.layout.bit(there)
    return not any(stride.into & bit for stride in airy.by_step.get((dx, dy, 0), ()))


def no_mode(request: Request, grid: OccupiedGrid, here: Cube, there: Cube) -> Forbidden:
    """The refusal of a step that none of the mover's modes allows."""
    return request.refuse(
        f"{grid.creature.name} has no way of moving that leads from {request.shown(here)} to {list(there)}", "mode"
    )


def corner_cubes(squares: list[tuple[int, int]], here: Cube, there: Cube) -> list[Cube]:
    """The cubes on both sides of a diagonal step to `there`, with a space over `squares`."""
    dx, dy, _ = step_of(here, there)
    z = max(here[2], there[2])
    return [cube for x, y in squares for cube in ((x, y - dy, z), (x - dx, y, z))]


def narrow_topics(grid: OccupiedGrid, width: float) -> tuple[str, ...]:
    """The topics for a gap of a width in feet being closed: too narrow to squeeze, or narrower than skill allows."""
    least = grid.rules.sizes.squeeze_by_skill(grid.creature.size.room)
    if least is None:
        return ("squeeze.least",)
    return ("squeeze.least", "squeeze.limit") if width < least else ("squeeze.least", "squeeze.skill")
