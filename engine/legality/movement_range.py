"""The reach of ordinary moves."""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from ...components.intents import Crawl, IntentBase, Move
from ...components.plan import MoveOptions
from ...components.position import Cube
from ..field.field import field_of
from ..field.reach import Arrival, Reach, UnionReach, reach_of
from ..field.zone_harm import entered_with_harm
from ..geometry.boxes import Box, row_order
from ..rules.budget import (
    MovementBudget,
    affordable,
    at_start,
    budget_for,
    modes_now,
    rest_of_move,
    start_parity,
)
from ..rules.ruleset import Request, Ruleset, World
from ..state.creature import Creature
from ..state.verdict import Forbidden, Plan, Refusal
from .judge import judge
from .request import attempt, begin_movement

# ---------------------------------------------------------------- one move


class OrdinaryMove(NamedTuple):
    """The options of an ordinary move, and how many squares it may cost."""

    state: tuple[Ruleset, int, int, MovementBudget | None, AbstractSet[str], int]
    ways: tuple[MoveOptions, ...]
    """Options to search the move with; several if modes do not mix."""
    budget: MovementBudget


def one_move(world: World, creature: Creature, factor: int = 1, *, going_on: bool = True) -> Reach:
    """Returns the places that an ordinary move or crawl can reach. Its cost in actions is not checked.

    With `going_on`, the budget is the rest of an open move action. `factor` multiplies speeds.
    """
    rules, kept = world.rules, ordinary_move(world, creature, factor, going_on=going_on)
    quiet = rules.movement.moves_quietly(rules, None) and not creature.is_any(rules.movement.crawlers)
    parts = [reach_of(field_of(world, creature, options), kept.budget, quiet) for options in kept.ways]
    return parts[0] if len(parts) == 1 else UnionReach(parts)


def ordinary_move(world: World, creature: Creature, factor: int = 1, *, going_on: bool = True) -> OrdinaryMove:
    """Returns what `one_move` searches with, without a search."""
    rules, turn = world.rules, creature.turn
    going_on = going_on and factor == 1 and turn.pool_open and rules.movement.split_moves
    going_on = going_on and not rules.economy_is_off
    parity = start_parity(rules, creature, going_on=going_on)
    rest = rest_of_move(rules, creature, parity) if going_on else None
    bound = rules.movement.kept_to(rules, creature) if going_on else frozenset()
    state = (rules, factor, parity, rest, bound, creature.changes)
    kept = creature.kept.get("ordinary move")
    if not isinstance(kept, OrdinaryMove) or kept.state != state:
        kept = OrdinaryMove(state, *_ordinary_move(rules, creature, factor, parity, rest, bound))
        creature.kept["ordinary move"] = kept
    return kept


def own_move(world: World, creature: Creature) -> Reach:
    """Returns the places that a move can reach. The rest of a begun move action counts too."""
    rules, turn = world.rules, creature.turn
    rest = one_move(world, creature)
    if rules.economy_is_off or not (turn.pool_open and rules.movement.split_moves):
        return rest
    cost = rules.actions.costs["crawl" if creature.is_any(rules.movement.crawlers) else "move"]
    if not any(affordable(turn.actions, way) for way in cost.ways):
        return rest
    return UnionReach([rest, one_move(world, creature, going_on=False)], in_turn=True)


def _ordinary_move(
    rules: Ruleset,
    creature: Creature,
    factor: int,
    parity: int,
    rest: MovementBudget | None,
    bound: AbstractSet[str],
) -> tuple[tuple[MoveOptions, ...], MovementBudget]:
    crawling = creature.is_any(rules.movement.crawlers)
    budget = rest or budget_for(rules, creature, factor=factor, parity=parity)
    if crawling and rules.movement.crawl_squares is not None:
        budget = MovementBudget((("walk", rules.movement.crawl_squares),), parity=parity)
    modes = [mode for mode, _ in modes_now(rules, creature) if not bound or mode in bound]
    changes = bool(bound) and not ("crawl" in bound if crawling else modes)
    stuck = creature.is_any(rules.conditions.immobile) or creature.is_any(rules.conditions.unable)
    if creature.out or stuck or changes:
        budget = MovementBudget(())
    if crawling:
        return (MoveOptions(modes=("walk",), crawling=True),), budget
    options = MoveOptions(stepover=factor == 1)
    if not rules.movement.mixes_modes(rules):
        by_mode = tuple(options._replace(modes=(mode,)) for mode in modes)
        return by_mode or (options,), budget
    return (options,), budget


def safe_move(world: World, creature: Creature, factor: int = 1) -> Reach:
    """Returns the places that one move can reach without harmful ground."""
    return without_harm(world, creature, one_move(world, creature, factor))


def without_harm(world: World, creature: Creature, reach: Reach) -> Reach:
    zones = list(entered_with_harm(world, creature))
    if not zones and not world.board.traits.dangerous:
        return reach
    field, most = reach.grid, reach.budget.most
    layout, (x, y, _) = field.layout, creature.cube
    harm = field.ground.harmful | field.ground.hazard
    for zone in zones:
        low, high = zone.levels or (layout.low, layout.high)
        for east, south in zone.squares:
            harm |= field.ground.over(Box(east, south, low, east, south, high))
    if most < max(layout.width, layout.height):
        harm &= layout.box(x - most, y - most, layout.low, x + most, y + most, layout.high)
    return Reach(field.avoiding(harm), reach.budget) if harm else reach


# ---------------------------------------------------------------- several moves


@dataclass(frozen=True, slots=True)
class FartherArrival:
    """A place that needs several move actions, and how many."""

    cost: int
    """Of all moves, in the ruleset's unit."""
    can_stop: bool
    path: tuple[Cube, ...]
    opportunities: tuple[str, ...]
    """Enemies that react."""
    actions: int
    intent: str = "move"
    """`move` or `crawl`."""


class FartherReach(Mapping[Cube, FartherArrival]):
    """The places that can be reached with several move actions."""

    def __init__(self, found: dict[Cube, FartherArrival], floor: Callable[[int, int], int]) -> None:
        self._found = dict(sorted(found.items(), key=lambda item: (item[1].actions, item[1].cost, row_order(item[0]))))
        self._floor = floor

    def __getitem__(self, cube: object) -> FartherArrival:
        match cube:
            case (int() as x, int() as y):
                return self._found[x, y, self._floor(x, y)]
            case (int() as x, int() as y, int() as z):
                return self._found[x, y, z]
        raise KeyError(cube)

    def __iter__(self) -> Iterator[Cube]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


OneMove = Callable[[World, Creature, int], Reach]


def several_moves(
    world: World, creature: Creature, actions: int, at_once: Reach, reach_once: OneMove
) -> dict[Cube, FartherArrival]:
    """Returns {place: how to get there} for several move actions.

    `at_once` is what the next move can reach.
    """
    found = _in_turn(world, creature, actions, reach_once)
    for cube, farther in _pooled(world, creature, reach_once) if actions > 1 else ():
        _note(found, cube, farther)
    for cube, arrival in at_once.items():
        _note(found, cube, _plain(arrival, 1))
    return found


def _in_turn(world: World, creature: Creature, actions: int, reach_once: OneMove) -> dict[Cube, FartherArrival]:
    first = reach_once(world, creature, 1)
    found = {cube: _plain(arrival, 1) for cube, arrival in first.items()}
    if actions < 2 or not _pay(world.copy(), creature.name, double=False):
        return found
    tier: Tier = {}
    seen: set[tuple[Cube, int]] = set()
    for place, so_far in found.items():
        if so_far.can_stop or _may_pause(world, creature, so_far):
            _add(tier, seen, place, _parity(first, first[place]), so_far)
    for number in range(2, actions + 1):
        seen.update(tier)
        before, tier = tier, {}
        for (cube, parity), so_far in sorted(before.items(), key=lambda item: (row_order(item[0][0]), item[0][1])):
            there = _moved(world, creature.name, cube, parity, number - 1)
            if there is None:
                return found
            mover = there.named[creature.name]
            reach = reach_once(there, mover, 1)
            for onward, next_one in reach.items():
                if onward == cube:
                    continue
                farther = _joined(so_far, next_one, number)
                _note(found, onward, farther)
                if number < actions and (next_one.can_stop or _may_pause(there, mover, next_one)):
                    _add(tier, seen, onward, _parity(reach, next_one), farther)
    return found


def _pooled(world: World, creature: Creature, reach_once: OneMove) -> Iterator[tuple[Cube, FartherArrival]]:
    if "double" not in world.rules.actions.costs or creature.is_any(world.rules.movement.crawlers):
        return
    if _pay(world.copy(), creature.name, double=True):
        for cube, arrival in reach_once(world, creature, 2).items():
            yield cube, _plain(arrival, 2)


Tier: TypeAlias = "dict[tuple[Cube, int], FartherArrival]"
"""The best arrival for each (place, diagonal parity)."""


def _add(tier: Tier, seen: set[tuple[Cube, int]], cube: Cube, parity: int, arrival: FartherArrival) -> None:
    known = tier.get((cube, parity))
    if (cube, parity) not in seen and (known is None or _rank(arrival) < _rank(known)):
        tier[cube, parity] = arrival


def _may_pause(world: World, creature: Creature, arrival: "Arrival | FartherArrival") -> bool:
    if world.rules.movement.pause is None:
        return False
    crawls = arrival.intent == "crawl"
    intent = Crawl(path=arrival.path, pause=True) if crawls else Move(path=arrival.path, pause=True)
    return isinstance(judge(world, creature, intent), Plan)


def _parity(reach: Reach, arrival: Arrival) -> int:
    grid = reach.grid.rules.grid
    if grid.count_scope != "turn" or len(grid.diagonal_cycle) == 1:
        return 0
    return (reach.budget.parity + sum(stride.flips for stride in arrival.strides)) % len(grid.diagonal_cycle)


def _plain(arrival: Arrival, actions: int) -> FartherArrival:
    return FartherArrival(arrival.cost, arrival.can_stop, arrival.path, arrival.opportunities, actions, arrival.intent)


def _joined(arrival: FartherArrival, onward: Arrival, actions: int) -> FartherArrival:
    drawn = dict.fromkeys((*arrival.opportunities, *onward.opportunities))
    return FartherArrival(
        arrival.cost + onward.cost, onward.can_stop, arrival.path + onward.path, tuple(drawn), actions, onward.intent
    )


def _note(found: dict[Cube, FartherArrival], cube: Cube, arrival: FartherArrival) -> None:
    known = found.get(cube)
    if known is None or _rank(arrival) < _rank(known):
        found[cube] = arrival


def _rank(arrival: FartherArrival) -> tuple[bool, int, int, int]:
    return not arrival.can_stop, arrival.actions, arrival.cost, len(arrival.path)


def _pay(world: World, name: str, *, double: bool) -> bool:
    creature = world.named[name]
    turn = creature.turn
    crawls = not double and world.rules.movement.ordinary_intent(creature) == "crawl"
    if turn.pausing and not turn.pool_open and not double:
        # An empty path would stop where it has paused.
        ways = world.rules.actions.costs["crawl" if crawls else "move"].ways
        pays = next((way for way in ways if affordable(turn.actions, way)), None)
        for action in pays or ():
            turn.actions[action] -= 1
        return pays is not None or world.rules.economy_is_off
    plan = judge(world, creature, Crawl(path=()) if crawls else Move(path=(), double=double))
    if not isinstance(plan, Plan):
        return False
    for action in plan.pays:
        turn.actions[action] -= 1
    return True


def _moved(world: World, name: str, cube: Cube, parity: int, actions: int) -> World | None:
    there = world.copy()
    creature = there.named[name]
    for _ in range(actions):
        if not _pay(there, name, double=False):
            return None
        there.touch()
    if not _pay(there.copy(), name, double=False):
        return None
    if there.rules.grid.count_scope == "turn":
        creature.turn.parity = parity
    creature.turn.pool_open = False
    creature.place(cube)
    there.creature_changed(creature)
    return there


# ---------------------------------------------------------------- by what is left


def reach(world: World, creature: Creature, *, fresh: bool = False) -> Reach:
    """Returns the places that one move action can reach. `fresh`: with all actions of a new turn."""
    if fresh and creature.turn.open:
        world = world.copy()
        creature = world.named[creature.name]
        creature.turn.open = False
    if not creature.turn.open:
        begun = (world, creature) if world.rules.grid.count_outlasts_turn else at_start(world, creature)
        return one_move(*begun, going_on=False)
    if payable(world, creature):
        return own_move(world, creature)
    return Reach(field_of(world, creature, MoveOptions()), MovementBudget(()))


def payable(world: World, creature: Creature) -> bool:
    """True if a creature that has its turn can pay for a move."""
    crawls = world.rules.movement.ordinary_intent(creature) == "crawl" and "crawl" in world.rules.actions.costs
    wanted: IntentBase = Crawl(path=()) if crawls else Move(path=())
    if not creature.turn.pausing:
        return not isinstance(judge(world, creature, wanted), Refusal)
    # An empty path would stop where it has paused.
    allowed = attempt(lambda: begin_movement(Request(world, creature, wanted), wanted.do))
    ways = world.rules.actions.costs[wanted.do].ways
    pays = world.rules.economy_is_off or any(affordable(creature.turn.actions, way) for way in ways)
    return not isinstance(allowed, Forbidden) and (
        pays or (creature.turn.pool_open and world.rules.movement.split_moves)
    )


def farther_reach(world: World, creature: Creature, actions: int, *, fresh: bool = False) -> FartherReach:
    """Returns the places that up to `actions` move actions can reach."""
    first = reach(world, creature, fresh=fresh)
    world = first.grid.world
    world, creature = at_start(world, world.named[creature.name])
    if not payable(world, creature):
        return FartherReach(several_moves(world, creature, 1, first, lambda *_: first), world.board.stand)
    opens = creature.turn.pool_open
    return FartherReach(
        several_moves(
            world,
            creature,
            actions,
            first,
            lambda state, mover, factor: one_move(state, mover, factor, going_on=opens),
        ),
        world.board.stand,
    )
