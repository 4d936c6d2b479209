"""Follows a hand-drawn path step by step, or lays out one that the search has found, at its costs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from ...components.plan import PlannedStep
from ...components.position import Cube
from ..geometry.boxes import footprint
from ..geometry.directions import step_of
from ..navigation.occupied_grid import OccupiedGrid
from ..navigation.priced_steps import OVERLAYS, PricedSteps
from ..navigation.steps import DirectionSteps
from ..rules.movement_budget import MovementBudget
from ..rules.ruleset import Request, Ruleset
from ..rules.step_costs import BARRIER, FEATURES, OBSTACLE, StepCost
from ..space.support import holds_at, on_the_back
from ..state.verdict import Forbidden
from .barred_step import BarredStep, airy_ground
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
        met = stride.features or price != prices[0]  # a body that costs this step nothing is not met
        squares, features = price.squares, stride.features | (OVERLAYS[overlay] if met else 0)
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
            raise BarredStep(request, grid, here, there).refusal()
        trace.squares.append(dropped)
        trace.cost += dropped.squares
        if dropped.drops and number + 1 < len(path):
            raise request.refuse(f"the path goes on after the fall at {request.shown(there)}", "fall.path")
        here = there
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
    from_back = on_the_back(grid.world, creature, here)
    if layout.bit(here) & grid.nav_grid.air and not from_back and holds_at(grid.world, creature, here) != "walk":
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
    on_back = on_the_back(grid.world, creature, there)
    cited = rules.cite(*price_topics(found[0].diagonal, found[3], trace.parity > 0), *(("jump",) if on_back else ()))
    return PlannedStep(
        there,
        squares,
        "walk",
        found[1].flips,
        drops=not (on_back or rules.movement.stays_aloft(rules, creature)),
        rules=cited,
    )
