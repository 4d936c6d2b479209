"""Advance, crawling, shifting, standing up and lying down."""

from functools import partial

from ....components.intents import Crawl, Move, Shift
from ....components.plan import Walk
from ....components.position import Mode
from ...legality.pathing import LawfulPath, arrival_of, find_way, goal, modes_of
from ...legality.planners import single_actions as acting
from ...legality.request import attempt, payment_for, resolve_height
from ...navigation.occupied_grid import OccupiedGrid
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import budget_for, modes_now
from ...rules.ruleset import Request, Ruleset
from ...rules.step_costs import BODY
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan
from . import surfaces
from .components import Movements
from .movement_pool import MovementPool, budget
from .space import HAMPERED
from .surfaces import able, enemy_at, ground_under, unmixed
from .teleports import advance


def move(request: Request) -> Plan:
    """Plans the ordinary move, or movement that an effect grants, by any mode of the creature.

    A move over a granted shift's distance is the move that the shift is converted to. (ds.shift.convert-to-move)
    """
    from .jumps import leap_to

    intent: Move = request.intent
    creature, rules = request.creature, request.rules
    end = intent.to if intent.to is not None else (intent.path[-1] if intent.path else None)
    if intent.mode == "teleport" and end is not None:
        return advance(request, end)
    if creature.is_any(rules.movement.crawlers):
        return crawl(request)
    if intent.mode == "jump" and end is not None:
        return leap_to(request, end)
    if intent.mode == "crawl":
        raise request.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    able(request, "move")
    modes = modes_of(request, intent.mode)
    found = budget(request)
    way = one_way(request, found, modes)
    return carried_out(request, found, way, "move")


def mixes(rules: Ruleset) -> bool:
    """Whether a movement may change from one type to another. (ds.type.eight)"""
    return rules.setting("mix_types_in_one_move") is not False


def kept_to(rules: Ruleset, creature: Creature) -> frozenset[str]:
    """The types that the movement under way has used, if it may not change to another. (ds.type.eight)"""
    if mixes(rules):
        return frozenset()
    return frozenset(kind for number, kind in creature.own(Movements).types if number == creature.turn.pools)


def one_way(request: Request, found: MovementPool, modes: tuple[Mode, ...] | None) -> LawfulPath:
    """The walk along the path or to the place of the intent, by one type only if types do not mix."""
    intent: Move = request.intent
    rules, creature = request.rules, request.creature
    if rules.movement.mixes_modes(rules) or modes is not None:
        return find_way(request, found.limit, MoveOptions(modes=modes), intent.path, intent.to, kind="move")
    ways = [
        attempt(
            partial(find_way, request, found.limit, MoveOptions(modes=(mode,)), intent.path, intent.to, kind="move")
        )
        for mode, _ in modes_now(rules, creature)
        if not found.types or mode in found.types
    ]
    lawful = [way for way in ways if not isinstance(way, Forbidden)]
    if lawful:
        return min(lawful, key=path_rank)
    mixed = attempt(lambda: find_way(request, found.limit, MoveOptions(), intent.path, intent.to, kind="move"))
    if not isinstance(mixed, Forbidden):
        raise request.refuse("different movement types cannot be mixed in one movement", "type.mixing")
    raise next((way for way in ways if isinstance(way, Forbidden)), mixed)


def path_rank(way: LawfulPath) -> tuple[bool, int]:
    """(whether it ends in a fall, cost), the key by which ways along the same path are compared."""
    return any(stride.drops for stride in way.walk.strides), way.trace.cost


def carried_out(request: Request, found: MovementPool, way: LawfulPath, kind: str) -> Plan:
    """The plan of a walk found lawful and paid for."""
    rules, walk = request.rules, way.walk
    walk.pools = found.pools
    tell_why(request, walk)
    if found.exceeds:
        walk.kind = "exceeding" if kind == "move" else kind
        walk.rate = found.limit.most
    surfaces.demand(request, found, walk)
    single_type(request, found, way)
    acts = [*found.opening, walk]
    if not rules.movement.mixes_modes(rules) and walk.strides:
        acts[-1:-1] = found.note(
            Movements(types=frozenset({(found.number, walk.strides[0].shown or walk.strides[0].mode)}))
        )
    return Plan(acts, found.pays, rules.cite(kind))


def tell_why(request: Request, walk: Walk) -> None:
    """Cite on each step the rules of its cost.

    (ds.walk.default-mode, ds.swim.full-speed, ds.fly.full-speed, ds.space.ally-through,
    ds.corner.full-corner-only, ds.corner.creatures-exempt, ds.corner.detour-cost,
    ds.terrain.difficult-kinds, ds.terrain.damaging-kinds)
    """
    rules = request.rules
    listed = dict(modes_now(rules, request.creature))
    for stride in walk.strides:
        topics = []
        if stride.features & BODY:
            topics.append("go.body")
        if stride.features & HAMPERED:
            topics.append("go.difficult")
        way = stride.shown or stride.mode
        topics.append(f"go.{way}" if listed.get(stride.mode, True) else f"go.{way}.double")
        stride.rules = tuple(dict.fromkeys((*rules.cite(*topics), *stride.rules)))


def single_type(request: Request, found: MovementPool, way: LawfulPath) -> None:
    """Refuses a walk that departs from the movement type of the movement under way."""
    if request.rules.movement.mixes_modes(request.rules):
        return None
    return unmixed(request, found, {stride.shown or stride.mode for stride in way.walk.strides})


def crawl(request: Request) -> Plan:
    """Plans movement while prone. (ds.crawl.while-prone, ds.crawl.cost)"""
    intent: Crawl | Move = request.intent
    creature, rules = request.creature, request.rules
    able(request, "crawl")
    if not creature.is_any(rules.movement.crawlers):
        raise request.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    mode = getattr(intent, "mode", None)
    if mode not in (None, "walk", "crawl"):
        raise request.refuse(f"{creature.name} is prone: it can only crawl", "crawl")
    found = budget(request, "crawl")
    options = MoveOptions(modes=("walk",), crawling=True)
    try:
        way = find_way(request, found.limit, options, intent.path, intent.to, kind="crawl")
    except Forbidden as refused:
        raise on_the_ground(request, found, refused) from None
    for stride in way.walk.strides:
        stride.shown = "crawl"
    return carried_out(request, found, way, "crawl")


def on_the_ground(request: Request, found: MovementPool, refused: Forbidden) -> Forbidden:
    """The refusal for a prone mover: crawling keeps to the ground, where walking would reach the place."""
    intent: Crawl | Move | Shift = request.intent
    upright = attempt(lambda: find_way(request, found.limit, MoveOptions(), intent.path, intent.to, kind="crawl"))
    if isinstance(upright, Forbidden):
        return refused
    others = [stride.mode for stride in upright.walk.strides if stride.mode != "walk"]
    if not others:
        return refused
    return request.refuse(
        f"{request.creature.name} is prone: it crawls on the ground and does not {others[0]}", "crawl"
    )


# --- shifting ------------------------------------------------------------------------------------


def shift(request: Request) -> Plan:
    """Plans careful movement: no opportunity attacks, and no difficult, damaging or enemy squares.

    A shift stays a shift to its end: if its path enters a square closed to it, the whole of it is refused.
    (ds.shift.no-mixing)
    """
    intent: Shift = request.intent
    creature = request.creature
    able(request, "shift")
    modes = modes_of(request, intent.mode)
    found = disengage(request)
    shift_violation(request, creature.cube, start=True)
    options = MoveOptions(modes=("walk",) if creature.prone else modes, crawling=creature.prone)
    path = intent.path
    try:
        if path is None and intent.to is not None:
            grid = without_shift_barriers(request, OccupiedGrid(request.world, creature, options))
            path = arrival_of(request, grid, found.limit, intent.to, quiet=True).path
        way = find_way(request, found.limit, options, path, intent.to, kind="shift", quiet=True)
    except Forbidden as refused:
        here = creature.cube
        for square in path or ():
            here = resolve_height(request, square, here)
            shift_violation(request, here)
        if path is None and intent.to is not None:
            shift_violation(request, goal(request, intent.to))
        raise (on_the_ground(request, found, refused) if creature.prone else refused) from None
    for stride in way.walk.strides:
        shift_violation(request, stride.to)
        if creature.prone:
            stride.shown = "crawl"
    return carried_out(request, found, way, "shift")


def disengage(request: Request) -> MovementPool:
    """The pool of a shift: an effect's grant, or the move action for one square."""
    intent: Shift = request.intent
    if intent.distance is not None:
        return budget(request)
    pays = payment_for(request, key="shift")
    return MovementPool(request, budget_for(request.rules, request.creature, most=1), pays)


def without_shift_barriers(request: Request, grid: OccupiedGrid) -> OccupiedGrid:
    """The same occupied grid with every anchor closed that a shift avoids."""
    twin = grid.over(grid.nav_grid)
    made, crowd = twin.nav_grid, twin.crowd
    shut = made.hard | made.harmful
    if request.rules.setting("enemy_space_blocks_shift") is not False:
        shut |= crowd.costly
    twin.crowd = crowd._replace(closed=crowd.closed | shut)
    return twin


def shift_violation(request: Request, place: tuple[int, int, int], *, start: bool = False) -> None:
    """Refuses a place into which a shift may not lead (or in which it may not begin).

    (ds.shift.not-into-difficult, ds.shift.not-within-difficult, ds.shift.not-into-damaging,
    ds.shift.not-within-damaging, ds.shift.not-into-enemy-space)
    """
    creature, rules, world = request.creature, request.rules, request.world
    verb = "begin in" if start else "lead into"
    kind = "within" if start else "into"
    hard, harmful = ground_under(world, creature.size.side, place)
    if hard is not None:
        raise request.refuse(
            f"a shift cannot {verb} difficult terrain at {request.shown(hard)}", f"shift.{kind}-difficult"
        )
    if harmful is not None:
        raise request.refuse(
            f"a shift cannot {verb} damaging terrain at {request.shown(harmful)}", f"shift.{kind}-damaging"
        )
    if rules.setting("enemy_space_blocks_shift") is False:
        return
    enemy = enemy_at(request, place)
    if enemy is not None:
        raise request.refuse(f"a shift cannot {verb} the space of {enemy}", "shift.enemy-space")


# --- up and down ---------------------------------------------------------------------------------


def stand(request: Request) -> Plan:
    """Plans standing up: free for a creature that is prone by choice. (ds.crawl.stand-voluntary)"""
    return acting.stand(request, free=request.creature.condition.prone_by_choice)
