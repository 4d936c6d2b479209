"""Finds legal paths and refuses illegal stops."""

from collections.abc import Mapping
from itertools import product

from ...components.intents import Square
from ...components.plan import ORDINARY, MoveOptions, Stride, Walk
from ...components.position import MODES, Cube, Mode
from ..combat.threat import unreached
from ..field.field import Field, field_of
from ..field.reach import Arrival, reach_of
from ..field.support import keeps_height, landing_place, on_the_back, rest_over
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import around, footprint, overlap
from ..messages import Message, Value, _, message
from ..rules.budget import MovementBudget, budget_for, speeds_now
from ..rules.ruleset import Request
from ..rules.step_costs import PausePlace, SpaceAccess
from ..state.creature import Creature
from ..state.verdict import Forbidden, Refusal
from .request import attempt, limit_topics, over_water, payment_for, resolve_height
from .strides import crossed, follow
from .why_not import arrival, why_no_way


def modes_of(request: Request, mode: str | None) -> tuple[Mode, ...] | None:
    """Returns the movement modes that an intent may use; None for all."""
    if mode is None:
        return None
    if mode not in request.rules.movement.modes:
        known = ", ".join(sorted(request.rules.movement.modes))
        raise request.refuse(
            "there is no movement mode {mode}; there are {known}", "mode", mode=repr(mode), known=known
        )
    for usable, _listed in request.rules.movement.usable_modes(request.rules, request.creature):
        if usable == mode:
            return (usable,)
    raise request.refuse("{name} has no {mode} speed", f"mode.{mode}", "mode", mode=mode)


OF_ITS_OWN: Mapping[str, tuple[str, ...]] = {
    "crawl": ("walk", "crawl"),
    "jump": ("jump", "walk"),
    "leap": ("jump", "walk"),
    "dig": ("burrow",),
    "claw-dirt": ("burrow",),
    "climb-creature": ("climb",),
    "teleport": ("teleport",),
}
"""Intents with a fixed mode, and the words that name it."""


def check_mode(request: Request) -> None:
    """Refuses a movement mode that the kind of intent does not allow."""
    do, mode = request.intent.do, getattr(request.intent, "mode", None)
    named = OF_ITS_OWN.get(do)
    if mode is not None and named is not None and mode not in named:
        raise request.refuse(
            "{do} allows only {only} movement, not {mode}", f"mode.{mode}", "mode", do=do, mode=mode, only=named[0]
        )


def by_mode(request: Request, options: MoveOptions) -> MoveOptions:
    """Returns the options with only the movement mode that the intent names.

    Refuses a mode that the creature cannot use here.
    """
    mode = getattr(request.intent, "mode", None)
    if mode not in MODES or (options.modes is not None and mode in options.modes):
        return options
    if options.modes is not None:
        raise request.refuse(
            "{do} does not allow {mode} movement here", f"mode.{mode}", "mode", do=request.intent.do, mode=mode
        )
    return options._replace(modes=modes_of(request, mode))


def route(
    request: Request,
    options: MoveOptions,
    budget: MovementBudget,
    *,
    path: tuple[Square, ...] | None = None,
    to: Square | None = None,
    kind: str | None = None,
    quiet: bool = False,
    silenced: frozenset[str] = frozenset(),
    ends_anywhere: bool = False,
    start: Cube | None = None,
) -> Walk:
    """Returns the walk along `path`, or the preferred walk to `to`.

    The walk starts at `start` or at the mover.

    Raises:
        Forbidden: no legal way within the budget.
    """
    creature, rules, intent = request.creature, request.rules, request.intent
    if path is None and to is None:
        path, to = getattr(intent, "path", None), getattr(intent, "to", None)
    kind = intent.do if kind is None else kind
    if getattr(intent, "mode", None) is not None:
        options = by_mode(request, options)
    field = field_of(request.world, creature, options)
    here = creature.cube if start is None else start
    settled = undrawn = False
    if path is not None:
        strides = _followed(request, field, budget, path, here, kind)
    elif to is not None:
        place = goal(request, to)
        found = reach_of(field, budget, quiet, silenced).get_arrival(place)
        if found is None:
            raise no_way(request, field, budget, place)
        settled, undrawn = found.stops_plainly, not found.opportunities
        strides = found.strides
    else:
        raise request.refuse("{do} needs a path or a destination", "path", do=intent.do)
    walk = Walk(strides, kind=kind, quiet=quiet, silenced=set(silenced), options=options, budget=budget)
    walk.speeds = speeds_now(request.rules, creature)
    if request.world.board.traits.checks and not field.ground.kind.ghostly:
        before = here
        for number, stride in enumerate(strides):
            if stride.mode != "fly" and stride.check is None:
                strides[number] = stride._replace(check=crossed(request, field.ground, before, stride.to))
            before = stride.to
    if field.passings:
        cite_spaces(request, field, walk)
    if request.world.board.traits.climbable or any(mode == "burrow" for mode, _ in field.ground.kind.modes):
        cite_corners(request, walk, here)  # on other boards nothing fills a corner
    if rules.threat.entering_provokes and not quiet:
        mark_entries(request, walk, here)
    elif undrawn or (path is not None and _out_of_reach(request, walk, here)):
        walk.clear = (request.world.states, request.world.off_turn_moves)
        walk.settles = settled
    if not (settled or ends_anywhere):
        ending(request, field, walk, budget)
    return walk


def paid_route(
    request: Request,
    options: MoveOptions = ORDINARY,
    budget: MovementBudget | None = None,
    *,
    kind: str,
    key: str | None = None,
    quiet: bool = False,
) -> tuple[Walk, tuple[str, ...]]:
    """Returns (walk of an intent, names of the actions that pay for it)."""
    pays = payment_for(request, key=key)
    budget = budget or budget_for(request.rules, request.creature)
    return route(request, options, budget, kind=kind, quiet=quiet), pays


def _followed(
    request: Request, field: Field, budget: MovementBudget, path: tuple[Square, ...], here: Cube, kind: str
) -> list[Stride]:
    if not path and kind not in ("move", "crawl"):
        raise request.refuse("{do} needs a path", "path", do=request.intent.do)
    cubes: list[Cube] = []
    for square in path:
        cubes.append(resolve_height(request, square, cubes[-1] if cubes else here))
    floored = len(path) > 0 and len(path[-1]) == 2
    return follow(request, field, budget, cubes, here, floored=floored)


def _out_of_reach(request: Request, walk: Walk, here: Cube) -> bool:
    left, mover = [here, *(stride.to for stride in walk.strides[:-1])], request.creature
    if mover.shape is not None and not unreached(request.world, mover.side, mover.box):
        return False  # a rider's squeezed mount may reach farther than the rider's own squares
    return unreached(request.world, mover.side, around(left, mover.size.side))


def cite_spaces(request: Request, field: Field, walk: Walk) -> None:
    strides, side = walk.strides, request.creature.size.side - 1
    if not strides:
        return
    whole = around([stride.to for stride in strides], side + 1)
    for other, passing in field.passings:
        x0, y0, z0, x1, y1, z1 = other.box
        if not passing.enter or not overlap(whole, other.box):
            continue
        cited: tuple[str, ...] | None = None
        for number, stride in enumerate(strides):
            x, y, z = stride.to
            if x0 - side <= x <= x1 and y0 - side <= y <= y1 and z0 - side <= z <= z1:
                if cited is None:
                    cited = request.rules.cite(f"through.{passing.rule}") or request.rules.cite(passing.rule)
                strides[number] = stride.citing(cited)


def cite_corners(request: Request, walk: Walk, here: Cube) -> None:
    cited, board, side = request.rules.cite("corner.cut"), request.world.board, request.creature.size.side
    for number, stride in enumerate(walk.strides if cited else ()):
        (x, y, z), (to_x, to_y, _) = here, stride.to
        if x != to_x and y != to_y:
            own = {*footprint(side, here), *footprint(side, stride.to)}
            span = product(range(min(x, to_x), max(x, to_x) + side), range(min(y, to_y), max(y, to_y) + side))
            if any(at in board and board.blocked(*at, z) for at in span if at not in own):
                walk.strides[number] = stride.citing(cited)
        here = stride.to


def mark_entries(request: Request, walk: Walk, here: Cube) -> None:
    mover = request.creature
    if mover.size.room >= 5:
        return
    for number, stride in enumerate(walk.strides):
        entering = tuple(
            other.name
            for other in request.world.creatures
            if other.side != mover.side
            and overlap(other.box, mover.at(stride.to))
            and not overlap(other.box, mover.at(here))
        )
        walk.strides[number] = stride._replace(entering=entering)
        here = stride.to


def arrival_of(request: Request, field: Field, limit: MovementBudget, to: Square, *, quiet: bool = False) -> Arrival:
    """Returns how a move gets to the place `to`. Refuses a place out of reach."""
    place = goal(request, to)
    arrival = reach_of(field, limit, quiet).get_arrival(place)
    if arrival is None:
        raise no_way(request, field, limit, place)
    return arrival


def no_way(request: Request, field: Field, limit: MovementBudget, place: Cube) -> Forbidden:
    """Returns the refusal that explains why the mover cannot reach a place."""
    name, shown = request.creature.name, request.shown(place)
    if not limit.limits:
        return request.refuse("{name} has no speed", *limit_topics(request))
    if any(square not in request.world.board for square in footprint(request.creature.size.side, place)):
        return request.refuse("{place} is not on the board", "path", place=shown)
    found = arrival(field, limit, place)
    if found is not None:
        stuck = attempt(lambda: follow(request, field, limit, list(found.path)))
        cited = request.rules.cite(*limit_topics(request))
        text, values = (
            _("{name} does not have enough movement to reach {place}"),
            dict[str, Value](name=name, place=shown),
        )
        if isinstance(stuck, Forbidden):
            cited = tuple(dict.fromkeys((*cited, *stuck.refusal.rules)))
            text, values["why"] = _("{name} cannot reach {place}: {why}"), message(stuck.refusal.message)
        return Forbidden(Refusal(cited, Message(text, values)))
    why, topics = why_no_way(request, field, limit, place)
    return request.refuse("{name} has no path to {place}: {why}", *topics, "path", place=shown, why=why)


def goal(request: Request, to: Square) -> Cube:
    """Returns the cube that a destination means; without a height, the floor or the mover's height."""
    if len(to) == 3:
        return (to[0], to[1], to[2])
    here = request.creature.cube
    x, y, level = to[0], to[1], request.world.board.traits.level
    if here[2] == level or (x, y) not in request.world.board:
        return (x, y, here[2])
    if keeps_height(request.world, request.creature, here, (x, y)):
        return (x, y, here[2])
    return over_water(request, (x, y, rest_over(request.world, request.creature, x, y)), here[2])


def ending(request: Request, field: Field, walk: Walk, limit: MovementBudget) -> None:
    """Refuses a walk with a forbidden end, and adds the cost of stopping."""
    rules = request.rules
    if not walk.strides:
        return
    last, spent = walk.strides[-1], limit.spent + walk.squares
    parity = (limit.parity + walk.flips) % len(rules.grid.diagonal_cycle)
    if last.drops:
        descent(request, field, last.to)
    if last.drops or last.collides:
        return
    bit, most = field.layout.bit(last.to), limit.most
    if not bit & field.stoppable():
        pause_or_hover(request, field, walk, bit, most - spent, parity)
        return
    if not rules.terrain.stop_in_obstacle and bit & field.obstructed():
        onward = field.leaving(last.to, parity)
        if onward is not None and spent + onward > most:
            raise request.refuse(
                "{name} may not stop in the obstacle at {place}: too little movement would be left to leave it",
                "obstacle.stop",
                place=request.shown(last.to),
            )
    extra = 1 + rules.space.sharing_surcharge - last.squares
    if bit & field.crowd.shared and rules.space.sharing_surcharge and extra > 0:
        walk.strides[-1] = squeezed_in(request, last, extra, most - spent)


def descent(request: Request, field: Field, over: Cube) -> None:
    """Refuses a fall onto a creature in whose space the mover may not stop."""
    creature, falling = request.creature, request.rules.falling
    there = landing_place(request.world, creature, over)
    most = falling.squares_a_round
    if falling.onto_others or (most is not None and over[2] - there[2] > most[0]):
        return
    space = creature.at(there)
    for other, access in field.passings:
        if not access.stop and overlap(space, other.box):
            raise no_stop(request, other, access, _("{name} may not land in the space of {other}"))
    if field.layout.bit(there) & field.crowd.no_stop:
        raise overfull(request, there)


def no_stop(request: Request, other: Creature, access: SpaceAccess, reason: str, *topics: str) -> Forbidden:
    """Returns the refusal to stop in the space of the creature `other`."""
    creature, rules = request.creature, request.rules
    squeezing = creature.size.side > 1 and rules.sizes.squeeze_beside and not other.has("object")
    past = ("squeeze.past",) if squeezing else ()
    cited = ("space.no-stop", access.rule, *topics, *past)
    return request.refuse(reason, *cited, name=creature.name, other=other.name)


def overfull(request: Request, there: Cube) -> Forbidden:
    reason = _("{place} is full; no more creatures fit")
    return request.refuse(reason, "space.capacity", "space.no-stop", place=request.shown(there))


def pause_or_hover(request: Request, field: Field, walk: Walk, bit: Bitboard, left: int, parity: int) -> None:
    creature, rules, last = request.creature, request.rules, walk.strides[-1]
    there = [(other, access) for other, access in field.passings if field.ground.over(other.box) & bit]
    barred, pausing = _("{name} may not stop in the space of {other}"), "space.no-stop"
    if getattr(request.intent, "pause", False) and rules.movement.pause is not None:
        open_ = bool(bit & field.held() & ~field.crowd.closed)
        shared = tuple(access for _other, access in there)
        if rules.movement.pause(request, PausePlace(last.to, open_, shared, left, parity)):
            walk.resting, walk.pauses = False, True
            walk.strides[-1] = last.citing(rules.cite("paused"))
            return
        barred, pausing = _("{name} cannot pause in the space of {other}"), "space.pause"
    for other, access in there:
        if not access.stop:
            raise no_stop(request, other, access, barred, pausing)
    place = request.shown(last.to)
    if bit & field.held():
        raise overfull(request, last.to)
    if not bit & field.ground.air:
        raise request.refuse("{name} may not stop inside the wall at {place}", "terrain.blocked", place=place)
    aloft = rules.movement.stays_aloft(rules, creature) or on_the_back(request.world, creature, last.to)
    if last.mode == "walk" and aloft:
        return  # over an edge, hovering, or on the back of another
    raise request.refuse("nothing supports {name} at {place}", "mode.fly", "mode", place=place)


def squeezed_in(request: Request, last: Stride, extra: int, left: int) -> Stride:
    do, place = request.intent.do, request.shown(last.to)
    if do in ("run", "charge") and "narrow" in request.rules.movement.run_ground:
        text = _("{name} cannot end a {do} at {place}, squeezed in beside another creature")
        raise request.refuse(text, f"{do}.narrow", "squeeze.cost", do=do, place=place)
    if extra > left:
        text = _("{name} has too little movement left to squeeze in at {place}")
        if do == "step":
            text = _("a 5-foot step cannot enter {place}: the square costs more than 5 feet")
        raise request.refuse(
            text,
            *(("step.difficult",) if do == "step" else ()),
            "squeeze.cost",
            *limit_topics(request),
            place=place,
        )
    cited = request.rules.cite("squeeze.cost")
    return last._replace(squares=last.squares + extra, rules=(*last.rules, *cited))
