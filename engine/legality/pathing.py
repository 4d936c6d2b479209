"""Finds a lawful way to a place, and refuses ends where the mover may not stop: in a friend's space, in mid-air."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...components.intents import Square
from ...components.plan import Act, PlannedStep, Walk
from ...components.position import MODES, Cube, Mode
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import overlap
from ..navigation.occupied_grid import OccupiedGrid, occupied_grid_of
from ..navigation.reach import Arrival, reach_of
from ..rules.move_options import MoveOptions
from ..rules.movement_budget import MovementBudget
from ..rules.ruleset import Request, Ruleset
from ..rules.step_costs import PausePlace
from ..space.elevation import keeps_height, rest_over
from ..space.support import on_the_back
from ..state.creature import Creature
from ..state.verdict import Plan
from .no_path import no_way
from .obstacle_checks import crossed
from .path_check import FollowedPath, follow, laid_out
from .request import limit_topics, over_water, resolve_height


@dataclass(slots=True)
class LawfulPath:
    """A lawful path, and the walk along it."""

    walk: Walk
    trace: FollowedPath
    grid: OccupiedGrid
    path: tuple[Cube, ...] = ()
    start: Cube = (0, 0, 0)
    pays: tuple[str, ...] = ()
    """The actions that pay for it."""

    def plan(self, request: Request, *topics: str, before: Sequence[Act] = (), after: Sequence[Act] = ()) -> Plan:
        """The plan of the walk, between other acts, citing the topics."""
        return Plan([*before, self.walk, *after], self.pays, request.rules.cite(*topics))


def modes_of(request: Request, mode: str | None) -> tuple[Mode, ...] | None:
    """The modes that an intent allows; None: all."""
    if mode is None:
        return None
    if mode not in request.rules.movement.modes:
        known = ", ".join(sorted(request.rules.movement.modes))
        raise request.refuse(f"{mode!r} is no way of moving; there are {known}", "mode")
    for usable, _ in request.rules.movement.usable_modes(request.rules, request.creature):
        if usable == mode:
            return (usable,)
    raise request.refuse(f"{request.creature.name} has no {mode} speed", f"mode.{mode}", "mode")


OF_ITS_OWN: Mapping[str, tuple[str, ...]] = {
    "crawl": ("walk", "crawl"),
    "jump": ("jump", "walk"),
    "leap": ("jump", "walk"),
    "dig": ("burrow",),
    "claw-dirt": ("burrow",),
    "climb-creature": ("climb",),
    "teleport": ("teleport",),
}
"""Intents that are a way of moving of their own, and the modes that name it."""


def keeps_to_its_way(request: Request) -> None:
    """Refuses an intent that is a way of moving of its own and names another."""
    do, mode = request.intent.do, getattr(request.intent, "mode", None)
    named = OF_ITS_OWN.get(do)
    if mode is not None and named is not None and mode not in named:
        raise request.refuse(f"{do} does not go by {mode}, only by {named[0]}", f"mode.{mode}", "mode")


def by_mode(request: Request, options: MoveOptions) -> MoveOptions:
    """The options, confined to the mode that the intent names; refuses one that the movement does not go by."""
    mode = getattr(request.intent, "mode", None)
    if mode not in MODES or (options.modes is not None and mode in options.modes):
        return options
    if options.modes is not None:
        raise request.refuse(f"{request.intent.do} does not go by {mode} here", f"mode.{mode}", "mode")
    return options._replace(modes=modes_of(request, mode))


def find_way(
    request: Request,
    limit: MovementBudget,
    options: MoveOptions,
    path: tuple[Square, ...] | None,
    to: Square | None,
    *,
    kind: str,
    quiet: bool = False,
    silenced: frozenset[str] = frozenset(),
    ends_anywhere: bool = False,
    start: Cube | None = None,
) -> LawfulPath:
    """The lawful walk along `path`, or the preferred one to `to`, from where the mover is or from `start`.

    A hand-drawn path is followed step by step; the preferred one has been found by the search, with its costs.
    """
    creature, rules = request.creature, request.rules
    grid = occupied_grid_of(request.world, creature, by_mode(request, options))
    here = creature.cube if start is None else start
    settled = False
    if path is not None:
        trace, cubes = _followed(request, grid, limit, path, here, kind)
    elif to is not None:
        arrival = arrival_of(request, grid, limit, to, quiet=quiet, silenced=silenced)
        cubes, settled = arrival.path, arrival.stops_plainly
        trace = laid_out(grid, limit, here, cubes)
    else:
        raise request.refuse(f"{request.intent.do} needs a path or a place to go to", "path")
    walk = Walk(trace.squares, kind=kind, quiet=quiet, silenced=set(silenced), options=options, budget=limit)
    way = LawfulPath(walk, trace, grid, cubes, here)
    if request.world.board.traits.checks and not grid.nav_grid.profile.ghostly:
        ask_checks(request, way)
    cite_spaces(request, way)
    if rules.threat.entering_provokes and not quiet:
        lay_open(request, way)
    if not (settled or ends_anywhere):
        ending(request, way, limit)
    return way


def _followed(
    request: Request, grid: OccupiedGrid, limit: MovementBudget, path: tuple[Square, ...], here: Cube, kind: str
) -> tuple[FollowedPath, tuple[Cube, ...]]:
    """A hand-drawn path, followed step by step, and the cubes that it means."""
    if not path and kind not in ("move", "crawl"):
        raise request.refuse(f"{request.intent.do} needs a path", "path")
    cubes: list[Cube] = []
    for square in path:
        cubes.append(resolve_height(request, square, cubes[-1] if cubes else here))
    floored = len(path) > 0 and len(path[-1]) == 2
    return follow(request, grid, limit, cubes, here, floored=floored), tuple(cubes)


def cite_spaces(request: Request, way: LawfulPath) -> None:
    """Cite on each step the rule by which it may enter another creature's space."""
    strides, side = way.walk.strides, request.creature.size.side - 1
    for other, passing in way.grid.passings if strides else ():
        if not passing.enter:
            continue
        x0, y0, z0, x1, y1, z1 = other.box
        cited: tuple[str, ...] | None = None
        for stride in strides:
            x, y, z = stride.to
            if x0 - side <= x <= x1 and y0 - side <= y <= y1 and z0 - side <= z <= z1:
                if cited is None:
                    cited = request.rules.cite(f"through.{passing.rule}") or request.rules.cite(passing.rule)
                stride.rules = tuple(dict.fromkeys((*stride.rules, *cited)))


def ask_checks(request: Request, way: LawfulPath) -> None:
    """Add the checks of edges and tiles to the steps that cross them."""
    here = way.start
    for stride in way.walk.strides:
        if stride.mode != "fly" and stride.check is None:
            stride.check = crossed(request, here, stride.to)
        here = stride.to


def lay_open(request: Request, way: LawfulPath) -> None:
    """Record on each step the enemies whose space a very small mover enters with it."""
    mover = request.creature
    if mover.size.room >= 5:
        return
    here = way.start
    for stride in way.walk.strides:
        stride.entering = tuple(
            other.name
            for other in request.world.creatures
            if other.side != mover.side
            and overlap(other.box, mover.at(stride.to))
            and not overlap(other.box, mover.at(here))
        )
        here = stride.to


def arrival_of(
    request: Request,
    grid: OccupiedGrid,
    limit: MovementBudget,
    to: Square,
    *,
    quiet: bool = False,
    silenced: frozenset[str] = frozenset(),
) -> Arrival:
    """The arrival at a place, whose path is the preferred one by the contract's order of ties."""
    place = goal(request, to)
    arrival = reach_of(grid, limit, quiet, silenced).get_arrival(place)
    if arrival is None:
        raise no_way(request, grid, limit, place)
    return arrival


def goal(request: Request, to: Square) -> Cube:
    """The anchor that a `to` means; without height at rest over the square, or at the mover's own height if it is in
    the air or underground."""
    if len(to) == 3:
        return (to[0], to[1], to[2])
    here = request.creature.cube
    x, y = to[0], to[1]
    if (x, y) not in request.world.board or keeps_height(request.world, request.creature, here, (x, y)):
        return (x, y, here[2])
    return over_water(request, (x, y, rest_over(request.world, request.creature, x, y)), here[2])


def ending(request: Request, way: LawfulPath, limit: MovementBudget) -> None:
    """Refuses a walk that may not end where it ends; adds the cost of stopping there."""
    grid, trace, rules = way.grid, way.trace, request.rules
    if not trace.squares:
        return
    last = trace.squares[-1]
    if last.drops or last.collides:
        return
    bit, most = grid.layout.bit(last.to), limit.most
    if not bit & grid.stoppable():
        pause_or_hover(request, way, last, bit, most - trace.cost)
        return
    if not rules.terrain.stop_in_obstacle and bit & grid.obstructed():
        onward = grid.leaving(last.to, trace.parity)
        if onward is not None and trace.cost + onward > most:
            raise request.refuse(
                f"{request.creature.name} may not stop in the obstacle at {request.shown(last.to)}"
                " without the movement to leave it",
                "obstacle.stop",
            )
    extra = 1 + rules.space.sharing_surcharge - last.squares
    if bit & grid.crowd.shared and rules.space.sharing_surcharge and extra > 0:
        squeeze_in(request, trace, last, extra, most)


def pause_or_hover(request: Request, way: LawfulPath, last: PlannedStep, bit: Bitboard, left: int) -> None:
    """Refuses to stop at a place where the mover may not, unless it pauses there with `left` squares, or hovers."""
    grid, creature, rules = way.grid, request.creature, request.rules
    there = [(other, access) for other, access in grid.passings if grid.nav_grid.over(other.box) & bit]
    barred, pausing = "may not stop", "space.no-stop"
    if getattr(request.intent, "pause", False) and rules.movement.pause is not None:
        open_ = bool(bit & grid.held() & ~grid.crowd.closed)
        shared = tuple(access for _, access in there)
        if rules.movement.pause(request, PausePlace(last.to, open_, shared, left, way.trace.parity)):
            way.walk.resting, way.walk.pauses = False, True
            return
        barred, pausing = "cannot pause", "space.pause"
    for other, access in there:
        if not access.stop:
            squeezing = creature.size.side > 1 and rules.sizes.squeeze_beside and not other.has("object")
            raise request.refuse(
                f"{creature.name} {barred} in the space of {other.name}",
                "space.no-stop",
                access.rule,
                pausing,
                *(("squeeze.past",) if squeezing else ()),
            )
    place = request.shown(last.to)
    if bit & grid.nav_grid.air:
        aloft = rules.movement.stays_aloft(rules, creature) or on_the_back(request.world, creature, last.to)
        if last.mode == "walk" and aloft:
            return  # over an edge, hovering, or on the back of another
        raise request.refuse(f"nothing holds {creature.name} up at {place}", "mode.fly", "mode")
    if not bit & grid.held():
        raise request.refuse(f"{creature.name} may not stop inside the wall at {place}", "terrain.blocked")
    raise request.refuse(f"{place} holds as many creatures as it can", "space.capacity", "space.no-stop")


def squeeze_in(request: Request, trace: FollowedPath, last: PlannedStep, extra: int, most: int) -> None:
    """Adds the squares that it costs to stop in a shared space, or refuses what does not end there."""
    do, name, place = request.intent.do, request.creature.name, request.shown(last.to)
    if do in ("run", "charge") and "narrow" in request.rules.movement.run_ground:
        reason = f"{name} cannot end a {do} squeezed in with another at {place}"
        raise request.refuse(reason, f"{do}.narrow", "squeeze.cost")
    if trace.cost + extra > most:
        raise request.refuse(
            f"{name} has not enough movement left to squeeze in at {place}",
            *(("step.difficult",) if do == "step" else ()),
            "squeeze.cost",
            *limit_topics(request),
        )
    last.squares += extra
    last.rules = (*last.rules, *request.rules.cite("squeeze.cost"))
    trace.cost += extra


def start_parity(request: Request, *, going_on: bool = False) -> int:
    """The diagonal parity at which a movement starts, or at which an action begun earlier continues."""
    return parity_of(request.rules, request.creature, going_on=going_on)


def parity_of(rules: Ruleset, creature: Creature, *, going_on: bool) -> int:
    """The diagonal parity for the creature's next movement."""
    scope = rules.grid.count_scope
    return creature.turn.parity if scope == "turn" or (scope == "action" and going_on) else 0
