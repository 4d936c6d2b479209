"""Following a given path step by step, and saying what stands in the way where it breaks off."""

from dataclasses import dataclass, field

from ...components.plan import PlannedStep
from ...components.position import Cube
from ..geometry.boxes import contains
from ..navigation.nav_grid import NavGrid, nav_grid
from ..navigation.occupied_grid import OccupiedGrid
from ..navigation.steps import DirectionSteps
from ..rules.distances import step_of
from ..rules.step_costs import BARRIER, FEATURES, OBSTACLE, MovementBudget, StepCost
from ..space.elevation import lifted
from ..space.support import holds_at
from .request import Refusal, Request


@dataclass(slots=True)
class FollowedPath:
    """A path as the rules walk it."""

    squares: list[PlannedStep] = field(default_factory=list)
    cost: int = 0
    """Squares of movement."""
    parity: int = 0
    features: int = 0
    """Everything met on the way."""


@dataclass(frozen=True, slots=True)
class BrokenPath:
    """A lawful step that the allowance does not cover."""

    stride: DirectionSteps
    features: int
    """What hampers it."""
    bound: int
    """Squares that the mode it takes gives the whole movement."""


def cheapest(
    footing: OccupiedGrid, here: Cube, there: Cube, spent: int, parity: int, allowance: MovementBudget
) -> tuple[DirectionSteps, StepCost, int, int] | BrokenPath | None:
    """(stride, price, squares, features) of the best lawful way to take one step.

    None where no stride leads there; `BrokenPath` where only the allowance is.
    """
    lattice = footing.lattice
    if there not in lattice or footing.comes_back(here, there):
        return None
    bit = lattice.bit(there)
    step = step_of(here, there)
    cycle = footing.rules.cycle
    best: tuple[DirectionSteps, StepCost, int, int] | None = None
    rank: tuple[int, int] | None = None
    short: BrokenPath | None = None
    for stride in footing.ground.by_step.get(step, ()):
        if not stride.into & bit:
            continue
        bound = allowance.of(stride.mode)
        for features, into in footing.parts(stride):
            if not into & bit:
                continue
            price = footing.price(stride, features)
            if price is None:
                continue
            squares = price.squares
            if price.alternates:
                squares += cycle[parity % len(cycle)] - cycle[0]
            if bound < 0:
                continue
            if spent + squares > bound and not (allowance.last and spent < bound):
                if short is None or bound > short.bound:
                    short = BrokenPath(stride, stride.features | features, bound)
                continue
            # Of two modes at one price, the one that leaves the next diagonal cheaper.
            ranks = (squares, cycle[(parity + price.flips) % len(cycle)])
            if rank is None or ranks < rank:
                rank = ranks
                best = (stride, price, squares, stride.features | features)
    return short if best is None else best


def follow(
    ask: Request,
    footing: OccupiedGrid,
    allowance: MovementBudget,
    path: list[Cube],
    start: Cube | None = None,
    *,
    floored: bool = False,
) -> FollowedPath | Refusal:
    """The path as the rules walk it from where the mover is (or from `start`), or why they do not.

    With `floored` its end is meant to be the floor there: over an edge the mover falls to it, although it
    could hold on to what stands beside.
    """
    rules = footing.rules
    trace = FollowedPath(cost=allowance.spent, parity=allowance.parity)
    here = footing.creature.cube if start is None else start
    for number, there in enumerate(path):
        found = cheapest(footing, here, there, trace.cost, trace.parity, allowance)
        if floored and isinstance(found, tuple) and found[0].mode == "climb" and number + 1 == len(path):
            fallen = drop(ask, footing, allowance, here, there, trace)
            if isinstance(fallen, PlannedStep):
                trace.squares.append(fallen)
                trace.cost += fallen.squares
                return trace
        if isinstance(found, tuple):
            stride, price, squares, features = found
            cited = rules.cite(*price_topics(stride, features, later=trace.parity > 0))
            trace.squares.append(PlannedStep(there, squares, stride.mode, price.flips, rules=cited, features=features))
            trace.cost += squares
            trace.features |= features
            if price.flips:
                trace.parity = (trace.parity + 1) % len(rules.cycle)
            here = there
            continue
        if isinstance(found, BrokenPath):
            return ask.refuse(
                f"{footing.creature.name} has {max(found.bound - trace.cost, 0) * rules.unit} "
                f"{'feet' if rules.feet else 'squares'} left, which does not buy the square {list(there)}",
                *ask.limits(),
                *dearer_topics(found, later=trace.parity > 0),
            )
        if collides(footing, there):
            trace.squares.append(PlannedStep(there, 0, "walk", collides=True))
            return trace
        dropped = drop(ask, footing, allowance, here, there, trace)
        if dropped is None:
            return obstacle(ask, footing, here, there)
        if isinstance(dropped, Refusal):
            return dropped
        trace.squares.append(dropped)
        trace.cost += dropped.squares
        if number + 1 < len(path):
            return ask.refuse(f"the path goes on after the fall at {list(there)}", "fall")
        return trace
    return trace


def price_topics(stride: DirectionSteps, features: int, later: bool) -> list[str]:
    """The topics behind what a step costs: what hampers it, and whether it is a diagonal.

    A `later` diagonal is one at a later price of the cycle.
    """
    hampering = [name for name, flag in FEATURES.items() if features & flag]
    topics = [f"cost.{name}" for name in hampering]
    if len(hampering) > 1:
        topics.append("cost.doublings")
    if stride.diagonal:
        topics.append("cost.hampered-diagonal" if hampering else "cost.later-diagonal" if later else "cost.diagonal")
    elif not hampering:
        topics.append("cost.square")
    return topics


def dearer_topics(short: BrokenPath, later: bool) -> list[str]:
    """The topics behind a step's costing more than a plain square, which is more than the mover has left."""
    plain = ("cost.square", "cost.diagonal")
    topics = [topic for topic in price_topics(short.stride, short.features, later) if topic not in plain]
    return [*topics, "obstacle.short"] if short.features & (OBSTACLE | BARRIER) else topics


def collides(footing: OccupiedGrid, there: Cube) -> bool:
    """Whether something unseen fills the place, which a path may name unawares."""
    board, side = footing.world.board, footing.creature.size.side
    x, y, z = there
    return any(
        (x + i, y + j) in board and board.tile(x + i, y + j).unseen and board.blocked(x + i, y + j, z)
        for i in range(side)
        for j in range(side)
    )


def drop(
    ask: Request, footing: OccupiedGrid, allowance: MovementBudget, here: Cube, there: Cube, trace: FollowedPath
) -> PlannedStep | Refusal | None:
    """The step over an edge, after which the mover falls; None where that is not what happens."""
    rules, board, creature = footing.rules, footing.world.board, footing.creature
    dx, dy, dz = step_of(here, there)
    if dz or not (dx or dy) or max(abs(dx), abs(dy)) > 1 or "walk" not in dict(footing.ground.frame.modes):
        return None
    lattice = footing.lattice
    bit = lattice.bit(there)
    if bit & footing.crowd.closed or not bit & (footing.ground.air | footing.ground.enterable):
        return None
    if bit & (footing.ground.walk | footing.ground.swim | footing.ground.burrow):
        return None
    if lattice.bit(here) & footing.ground.air and holds_at(footing.world, creature, here) != "walk":
        return None  # who hangs on a wall or in mid-air has no edge to step over
    if footing.ground.frame.phasing and lattice.any_over(footing.ground.planes.walls, creature.size.side) & bit:
        return ask.refuse(f"{creature.name} would come to lie inside the wall at {list(there)}", "terrain.blocked")
    airy = footing.over(airy_ground(footing))
    found = cheapest(airy, here, there, 0, trace.parity, MovementBudget((("fly", 99),), parity=trace.parity))
    if not isinstance(found, tuple):
        return None
    shut = rules.pits_closed and not footing.manner.pits
    if shut and any(board.tile(x, y).pit for x, y in footprint(creature.size.side, there) if (x, y) in board):
        return ask.refuse(f"a walker may not go into the pit at {list(there)}", "pit")
    squares = found[2]
    bound = allowance.of("walk")
    if trace.cost + squares > bound:
        return ask.refuse(f"{creature.name} has not enough movement left for {list(there)}", *ask.limits())
    cited = rules.cite(*price_topics(found[0], found[3], later=trace.parity > 0))
    return PlannedStep(there, squares, "walk", found[1].flips, drops=True, rules=cited)


def airy_ground(footing: OccupiedGrid) -> NavGrid:
    """The ground of the same mover, were it able to fly: what could be stepped out onto."""
    frame = footing.ground.frame._replace(modes=(("walk", True), ("fly", True)), pits=True)
    return nav_grid(footing.world.board, footing.rules, frame)


def footprint(side: int, anchor: Cube) -> list[tuple[int, int]]:
    """The squares under a space."""
    x, y, _ = anchor
    return [(x + i, y + j) for j in range(side) for i in range(side)]


def obstacle(ask: Request, footing: OccupiedGrid, here: Cube, there: Cube) -> Refusal:
    """What stands in the way of one step, as a sentence with its rule."""
    world, creature, rules = footing.world, footing.creature, footing.rules
    board, side = world.board, creature.size.side
    name, place = creature.name, list(there)
    dx, dy, dz = step_of(here, there)
    if max(abs(dx), abs(dy), abs(dz)) != 1:
        if dz > 1 and max(abs(dx), abs(dy)) <= 1:
            return ask.refuse(f"the floor at {place} is too high for one step", "climb", "terrain.blocked")
        return ask.refuse(f"{place} is not next to {list(here)}, so it cannot be the next square of a path", "path")
    if not footing.ground.frame.modes:
        return ask.refuse(f"{name} has no speed to move with", *ask.limits())
    squares = footprint(side, there)
    if any(square not in board for square in squares):
        return ask.refuse(f"{place} is not on the board", "terrain.blocked")
    if there[2] + side - 1 > board.ceiling:
        return ask.refuse(f"{place} is above the ceiling", "ceiling")
    lattice = footing.lattice
    bit = lattice.bit(there)
    for other, passing in footing.passings:
        if not passing.enter and footing.ground.over(other.box) & bit:
            return ask.refuse(f"{name} cannot enter the space of {other.name}", passing.rule)
        if passing.one_way and footing.ground.over(other.box) & bit and footing.comes_back(here, there):
            return ask.refuse(f"{name} cannot walk into the space of {other.name}", "stepover.enter", passing.rule)
    blocked = [square for square in squares if board.blocked(*square, there[2])]
    diggable = "burrow" in dict(footing.ground.frame.modes)
    if blocked and len(blocked) == len(squares) and not bit & footing.ground.enterable:
        square = blocked[0]
        if board.solid(*square, there[2]) and diggable:
            return ask.refuse(f"{name} cannot dig through the {board.ground(*square)} at {place}", "burrow.ground")
        if board.solid(*square, there[2]) and there[2] < board.floor(*square):
            return ask.refuse(f"{place} is inside the ground", "earth", "terrain.blocked")
        earth = ("earth",) if board.solid(*square, there[2]) else ()
        return ask.refuse(f"{place} is blocked", *earth, "terrain.blocked")
    if not bit & footing.ground.enterable:
        if blocked:
            return ask.refuse(f"{name} has not room enough at {place}", "squeeze.least", "terrain.blocked")
        narrow = [board.tile(*square).width for square in squares if board.tile(*square).width < 5]
        if narrow:
            return ask.refuse(f"the room at {place} is too narrow for {name}", *narrow_topics(footing, min(narrow)))
        if not (bit & footing.ground.air) and lifted(world, creature, there):
            return ask.refuse(f"nothing holds {name} up at {place}", "mode.fly", "mode")
        return ask.refuse(f"a wall runs through the space at {place}", "edge.wall", "terrain.blocked")
    if (dx != 0) + (dy != 0) == 1:
        for x, y in squares:
            if board.wall_between((x - dx, y - dy, 0), (x, y, 0)):
                return ask.refuse(f"a wall stands between {[x - dx, y - dy]} and {[x, y]}", "edge.wall")
    nav_grid = footing.ground
    if bit & nav_grid.swim and "swim" not in dict(nav_grid.frame.modes):
        return ask.refuse(f"{name} has no swim speed for the water at {place}", "mode.swim", "mode")
    if bit & nav_grid.burrow and (not diggable or dz):
        return ask.refuse(
            f"{name} cannot burrow {'up or down ' if dz else ''}there", "burrow.vertical" if dz else "mode"
        )
    if bit & nav_grid.air and "fly" not in dict(nav_grid.frame.modes):
        return ask.refuse(f"nothing holds {name} up at {place}", "mode.fly", "mode")
    if dz > 0 and bit & nav_grid.walk:
        return ask.refuse(f"{name} has no climb speed for the step up to {place}", "climb", "mode")
    if dx and dy:
        beside = corner_cubes(squares, here, there)
        if any((x, y) in board and board.blocked(x, y, z) for x, y, z in beside):
            return ask.refuse(f"the corner between {list(here)} and {place} cannot be cut", "corner")
        for other, passing in footing.passings:
            if passing.corner and any(contains(other.box, cube) for cube in beside):
                reason = f"{other.name} fills the corner between {list(here)} and {place}"
                return ask.refuse(reason, "corner.creature", "corner")
        if board.edges:
            return ask.refuse(f"a wall's end bars the diagonal from {list(here)} to {place}", "corner", "edge.wall")
    for stride in nav_grid.strides:
        if stride.step == (dx, dy, dz) and stride.into & bit and footing.price(stride, 0) is None:
            return ask.refuse(f"{place} is impeded: it takes a full round of its own", "terrain.impeded")
    if rules.pits_closed and any(board.tile(*square).pit for square in squares):
        return ask.refuse(f"a walker may not go into the pit at {place}", "pit")
    if not lattice.bit(here) & nav_grid.enterable:
        tight = [board.tile(x, y).width for x, y in footprint(side, here) if (x, y) in board]
        return ask.refuse(
            f"{name} is in too narrow a place to leave it like this", *narrow_topics(footing, min(tight, default=0))
        )
    return ask.refuse(f"{name} has no way of moving that leads from {list(here)} to {place}", "mode")


def corner_cubes(squares: list[tuple[int, int]], here: Cube, there: Cube) -> list[Cube]:
    """The cubes that a diagonal step to `there`, with a space over `squares`, goes between."""
    dx, dy, _ = step_of(here, there)
    z = max(here[2], there[2])
    return [cube for x, y in squares for cube in ((x, y - dy, z), (x - dx, y, z))]


def narrow_topics(footing: OccupiedGrid, width: float) -> tuple[str, ...]:
    """The topics behind room so wide, in feet, being closed: too little to squeeze, or less than any skill needs."""
    least = footing.rules.squeeze_by_skill(footing.creature.size.room)
    if least is None:
        return ("squeeze.least",)
    return ("squeeze.least", "squeeze.limit") if width < least else ("squeeze.least", "squeeze.skill")
