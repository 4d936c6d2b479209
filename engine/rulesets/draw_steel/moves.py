"""Advance, crawling, shifting and getting up and down."""

from ....components.intents import Crawl, Move, Shift
from ....components.plan import ConditionChange, TurnUpdate, Walk
from ....components.position import Mode
from ...geometry.boxes import overlap
from ...legality.pathing import LawfulPath, able_to_move, choose_path, find_way, goal, modes_of
from ...legality.planners.single_actions import able_to_act
from ...legality.request import Plan, Refusal, Request
from ...navigation.occupied_grid import MoveOptions, OccupiedGrid
from ...rules.movement_budget import budget_for, modes_now
from ...rules.ruleset import Ruleset
from ...rules.step_costs import BODY
from ...state.world import World
from . import surfaces
from .line_of_effect import buried
from .movement_pool import MovementPool, budget
from .space import HAMPERED, foe
from .teleports import advance

TYPES: frozenset[str] = frozenset({"walk", "burrow", "climb", "swim", "jump", "crawl", "fly", "teleport"})
"""The eight movement types; hover is a trait, not a type (ds.type.eight)."""


def able(ask: Request) -> Refusal | None:
    """Why the creature cannot go anywhere by its own movement, if it cannot."""
    refused = able_to_move(ask)
    if refused is not None:
        return refused
    if not modes_now(ask.rules, ask.creature):
        return ask.refuse(f"{ask.creature.name} has no speed left", *ask.limits())
    if buried(ask.world, ask.creature) and "burrow" not in dict(modes_now(ask.rules, ask.creature)):
        return ask.refuse(
            f"{ask.creature.name} is enclosed in the ground and cannot burrow", "claw-dirt.enclosed", "mode"
        )
    return None


def move(ask: Request) -> Plan | Refusal:
    """The ordinary move, or movement that an effect grants, by any type the creature has.

    A move of a granted shift's distance is what that shift is converted to (ds.shift.convert-to-move).
    """
    from .jumps import leap_to

    intent: Move = ask.intent
    creature, rules = ask.creature, ask.rules
    end = intent.to if intent.to is not None else (intent.path[-1] if intent.path else None)
    if intent.mode == "teleport" and end is not None:
        return advance(ask, end)
    if creature.is_any(rules.crawlers):
        return crawl(ask)
    if intent.mode == "jump" and end is not None:
        return leap_to(ask, end)
    if intent.mode == "crawl":
        return ask.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    refused = able(ask) or rules.gate(ask, "move")
    if refused is not None:
        return refused
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    found = budget(ask)
    if isinstance(found, Refusal):
        return found
    way = one_way(ask, found, modes)
    if isinstance(way, Refusal):
        return way
    return carried_out(ask, found, way, "move")


def mixes(rules: Ruleset) -> bool:
    """Whether a movement may go over from one type to another (ds.type.eight)."""
    return rules.setting("mix_types_in_one_move") is not False


def one_way(ask: Request, found: MovementPool, modes: tuple[Mode, ...] | None) -> LawfulPath | Refusal:
    """The walk along the path or to the place that the intent names, by one type only where types do not mix."""
    intent: Move = ask.intent
    rules, creature = ask.rules, ask.creature
    if rules.mixes_modes(rules) or modes is not None:
        return find_way(ask, found.limit, MoveOptions(modes=modes), intent.path, intent.to, kind="move")
    best: LawfulPath | Refusal | None = None
    for mode, _ in modes_now(rules, creature):
        way = find_way(ask, found.limit, MoveOptions(modes=(mode,)), intent.path, intent.to, kind="move")
        if isinstance(way, LawfulPath):
            if not isinstance(best, LawfulPath) or path_rank(way) < path_rank(best):
                best = way
        elif best is None:
            best = way
    if isinstance(best, Refusal):
        mixed = find_way(ask, found.limit, MoveOptions(), intent.path, intent.to, kind="move")
        if isinstance(mixed, LawfulPath):
            return ask.refuse("different movement types cannot be mixed in one movement", "type.mixing")
    return best if best is not None else ask.refuse(f"{creature.name} has no way of moving", "mode")


def path_rank(way: LawfulPath) -> tuple[bool, int]:
    """(whether it ends in a fall, cost): what of two ways of going the same path tells the better."""
    return any(stride.drops for stride in way.walk.strides), way.trace.cost


def carried_out(ask: Request, found: MovementPool, way: LawfulPath, kind: str) -> Plan | Refusal:
    """The plan of a walk that has been found lawful and is paid for."""
    rules, walk = ask.rules, way.walk
    walk.pools = found.pools
    tell_why(ask, walk)
    if found.exceeds:
        walk.kind = "exceeding" if kind == "move" else kind
        walk.rate = max((most for _, most in found.limit.limits), default=0)
    elif found.recalls("speed"):
        walk.rate = found.recalls("speed")
    refused = surfaces.demand(ask, found, walk) or single_type(ask, found, way)
    if refused is not None:
        return refused
    acts = [*found.opening, walk]
    if not rules.mixes_modes(rules) and walk.strides:
        acts[-1:-1] = found.note(f"type-{walk.strides[0].shown or walk.strides[0].mode}")
    return Plan(acts, found.pays, rules.cite(kind))


def tell_why(ask: Request, walk: Walk) -> None:
    """Put on each step the rules that its price follows.

    (ds.walk.default-mode, ds.swim.full-speed, ds.fly.full-speed, ds.space.ally-through,
    ds.corner.full-corner-only, ds.corner.creatures-exempt, ds.corner.detour-cost,
    ds.terrain.difficult-kinds, ds.terrain.damaging-kinds)
    """
    rules = ask.rules
    listed = dict(modes_now(rules, ask.creature))
    for stride in walk.strides:
        topics = []
        if stride.features & BODY:
            topics.append("go.body")
        if stride.features & HAMPERED:
            topics.append("go.difficult")
        way = stride.shown or stride.mode
        topics.append(f"go.{way}" if listed.get(stride.mode, True) else f"go.{way}.double")
        stride.rules = tuple(dict.fromkeys((*rules.cite(*topics), *stride.rules)))


def single_type(ask: Request, found: MovementPool, way: LawfulPath) -> Refusal | None:
    """Whether the walk keeps to the movement type that this movement began with."""
    if ask.rules.mixes_modes(ask.rules):
        return None
    return unmixed(ask, found, {stride.shown or stride.mode for stride in way.walk.strides})


def unmixed(ask: Request, found: MovementPool, used: set[str]) -> Refusal | None:
    """Why types cannot follow on those that the movement has used so far; asked only where types do not mix."""
    if len(used | {kind for kind in TYPES if found.recalls(f"type-{kind}")}) > 1:
        return ask.refuse("different movement types cannot be mixed in one movement", "type.mixing")
    return None


def crawl(ask: Request) -> Plan | Refusal:
    """Movement while prone (ds.crawl.while-prone, ds.crawl.cost)."""
    intent: Crawl | Move = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able(ask) or rules.gate(ask, "crawl")
    if refused is not None:
        return refused
    if not creature.is_any(rules.crawlers):
        return ask.refuse(f"{creature.name} is on its feet and cannot crawl", "crawl")
    mode = getattr(intent, "mode", None)
    if mode not in (None, "walk", "crawl"):
        return ask.refuse(f"{creature.name} is prone: it can only crawl", "crawl")
    found = budget(ask, "crawl")
    if isinstance(found, Refusal):
        return found
    manner = MoveOptions(modes=("walk",), crawling=True)
    way = find_way(ask, found.limit, manner, intent.path, intent.to, kind="crawl")
    if isinstance(way, Refusal):
        return on_the_ground(ask, found, way)
    for stride in way.walk.strides:
        stride.shown = "crawl"
    return carried_out(ask, found, way, "crawl")


def on_the_ground(ask: Request, found: MovementPool, refused: Refusal) -> Refusal:
    """Why somebody prone is refused: where one on its feet would not be, because crawling keeps to the ground."""
    intent: Crawl | Move | Shift = ask.intent
    upright = find_way(ask, found.limit, MoveOptions(), intent.path, intent.to, kind="crawl")
    others = (
        [stride.mode for stride in upright.walk.strides if stride.mode != "walk"]
        if isinstance(upright, LawfulPath)
        else []
    )
    if not others:
        return refused
    return ask.refuse(f"{ask.creature.name} is prone: it crawls on the ground and does not {others[0]}", "crawl")


# --- shifting ------------------------------------------------------------------------------------


def shift(ask: Request) -> Plan | Refusal:
    """Careful movement: no opportunity attacks, and no hard, harmful or hostile squares.

    A shift is a shift to its end: where its path leads into what is closed to it, the whole of it is
    refused (ds.shift.no-mixing).
    """
    intent: Shift = ask.intent
    creature, rules = ask.creature, ask.rules
    refused = able(ask) or rules.gate(ask, "shift")
    if refused is not None:
        return refused
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    found = disengage(ask)
    if isinstance(found, Refusal):
        return found
    refused = shift_violation(ask, creature.cube, start=True)
    if refused is not None:
        return refused
    manner = MoveOptions(modes=("walk",) if creature.prone else modes, crawling=creature.prone)
    path = intent.path
    if path is None and intent.to is not None:
        footing = without_shift_barriers(ask, OccupiedGrid(ask.world, creature, manner))
        cubes = choose_path(ask, footing, found.limit, intent.to, quiet=True)
        if isinstance(cubes, Refusal):
            return shift_violation(ask, goal(ask, intent.to)) or (
                on_the_ground(ask, found, cubes) if creature.prone else cubes
            )
        path = tuple(cubes)
    way = find_way(ask, found.limit, manner, path, intent.to, kind="shift", quiet=True)
    if path is not None and isinstance(way, Refusal):
        here = creature.cube
        for square in path:
            here = ask.settle(square, here)
            refused = shift_violation(ask, here)
            if refused is not None:
                return refused
    if isinstance(way, Refusal):
        return on_the_ground(ask, found, way) if creature.prone else way
    for stride in way.walk.strides:
        refused = shift_violation(ask, stride.to)
        if refused is not None:
            return refused
        if creature.prone:
            stride.shown = "crawl"
    return carried_out(ask, found, way, "shift")


def disengage(ask: Request) -> MovementPool | Refusal:
    """What pays for a shift: an effect's grant, or the move action for one square."""
    intent: Shift = ask.intent
    if intent.distance is not None:
        return budget(ask)
    pays = ask.pay(key="shift")
    if isinstance(pays, Refusal):
        return pays
    return MovementPool(ask, budget_for(ask.rules, ask.creature, most=1), pays)


def without_shift_barriers(ask: Request, footing: OccupiedGrid) -> OccupiedGrid:
    """The same footing with everything closed that a shift keeps out of."""
    twin = footing.over(footing.ground)
    made, crowd = twin.ground, twin.crowd
    shut = made.hard | made.harmful
    if ask.rules.setting("enemy_space_blocks_shift") is not False:
        shut |= crowd.costly
    twin.crowd = crowd._replace(closed=crowd.closed | shut)
    return twin


def shift_violation(ask: Request, place: tuple[int, int, int], *, start: bool = False) -> Refusal | None:
    """Why a shift cannot lead into a place (or begin in it), if it cannot.

    (ds.shift.not-into-difficult, ds.shift.not-within-difficult, ds.shift.not-into-damaging,
    ds.shift.not-within-damaging, ds.shift.not-into-enemy-space)
    """
    creature, rules, world = ask.creature, ask.rules, ask.world
    verb = "begin in" if start else "lead into"
    kind = "within" if start else "into"
    hard, harmful = ground_under(world, creature.size.side, place)
    if hard:
        return ask.refuse(f"a shift cannot {verb} difficult terrain at {list(place)}", f"shift.{kind}-difficult")
    if harmful:
        return ask.refuse(f"a shift cannot {verb} damaging terrain at {list(place)}", f"shift.{kind}-damaging")
    if rules.setting("enemy_space_blocks_shift") is False:
        return None
    enemy = enemy_at(ask, place)
    if enemy is not None:
        return ask.refuse(f"a shift cannot {verb} the space of {enemy}", "shift.enemy-space")
    return None


def ground_under(world: World, side: int, place: tuple[int, int, int]) -> tuple[bool, bool]:
    """(whether any square under a space is difficult, whether any is damaging) at the space's own height."""
    board = world.board
    hard = harmful = False
    x0, y0, z = place
    for x in range(x0, x0 + side):
        for y in range(y0, y0 + side):
            if (x, y) not in board:
                continue
            tile = board.tile(x, y)
            if tile.solid or not tile.floor <= z < tile.floor + max(tile.water, 1):
                continue
            hard = hard or tile.terrain in ("difficult", "impeded") or tile.obstacle
            harmful = harmful or tile.damage is not None
    return hard, harmful


def enemy_at(ask: Request, place: tuple[int, int, int]) -> str | None:
    """The first enemy whose space a place overlaps; it counts as difficult terrain."""
    creature, rules = ask.creature, ask.rules
    space = creature.at(place)
    for other in ask.world.creatures:
        if other is creature or other.out or other.has("object") or creature.condition.mount == other.name:
            continue
        if other.condition.mount != creature.name and foe(rules, creature, other) and overlap(space, other.box):
            return other.name
    return None


# --- up and down ---------------------------------------------------------------------------------


def stand(ask: Request) -> Plan | Refusal:
    """Getting up: free for those who lay down by choice (ds.crawl.stand-voluntary)."""
    creature, rules = ask.creature, ask.rules
    refused = able_to_act(ask) or rules.gate(ask, "stand")
    if refused is not None:
        return refused
    if not creature.prone:
        return ask.refuse(f"{creature.name} is on its feet already", "stand")
    for condition in sorted(creature.condition.held & rules.immobile):
        return ask.refuse(f"{creature.name} is {condition} and cannot stand up", "stand")
    chosen = creature.condition.prone_by_choice
    pays = () if chosen else ask.pay()
    if isinstance(pays, Refusal):
        return pays
    cited = rules.cite("stand.free" if chosen else "stand")
    pose = ConditionChange(creature.name, loses=("prone",), rules=cited)
    return Plan([pose, TurnUpdate(creature.name, facts={"stood": 1})], pays, cited)


__all__ = ["TYPES", "able", "carried_out", "crawl", "mixes", "move", "shift", "stand", "unmixed"]
