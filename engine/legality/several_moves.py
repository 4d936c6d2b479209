"""The places that several move actions reach, each with the fewest actions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ...components.intents import Crawl, Move
from ...components.position import Cube
from ..field.reach import Arrival, Reach
from ..geometry.directions import row_order
from ..rules.ruleset import World
from ..state.creature import Creature
from ..state.verdict import Plan
from .judge import judge
from .strides import laid_out


@dataclass(frozen=True, slots=True)
class FartherArrival:
    """One place in reach of one or several move actions."""

    cost: int
    """The cost of all moves together, in the ruleset's unit."""
    can_stop: bool
    path: tuple[Cube, ...]
    """The cubes entered on the way."""
    opportunities: tuple[str, ...]
    """The enemies whose reaction attacks the way draws."""
    actions: int
    """The number of move actions."""
    intent: str = "move"
    """The intent of each of them: `move` or `crawl`."""


class FartherReach(Mapping[Cube, FartherArrival]):
    """Every place within a number of move actions, by anchor."""

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
"""The reach of one move: (state, creature, factor on its speeds)."""


def several_moves(
    world: World, creature: Creature, actions: int, at_once: Reach, one_move: OneMove
) -> dict[Cube, FartherArrival]:
    """The places within `actions` move actions, one after the other, each ending where the creature may stay.

    `at_once` are those of the next move by itself, which may leave the rest of an open action for a new one. Two
    actions may also be the move that pools them in one path, where the ruleset has one.
    """
    found = _in_turn(world, creature, actions, one_move)
    for cube, farther in _pooled(world, creature, one_move) if actions > 1 else ():
        _note(found, cube, farther)
    for cube, arrival in at_once.items():
        _note(found, cube, _plain(arrival, 1))
    return found


def _in_turn(world: World, creature: Creature, actions: int, one_move: OneMove) -> dict[Cube, FartherArrival]:
    first = one_move(world, creature, 1)
    found = {cube: _plain(arrival, 1) for cube, arrival in first.items()}
    if actions < 2 or not _pay(world.copy(), creature.name, double=False):
        return found
    tier: Tier = {}
    seen: set[tuple[Cube, int]] = set()
    for place, so_far in found.items():
        _add(tier, seen, place, _parity(first, creature, so_far.path), so_far)
    for number in range(2, actions + 1):
        seen.update(tier)
        before, tier = tier, {}
        for (cube, parity), so_far in sorted(before.items(), key=lambda item: (row_order(item[0][0]), item[0][1])):
            there = _moved(world, creature.name, cube, parity, number - 1)
            if there is None:
                return found
            mover = there.named[creature.name]
            reach = one_move(there, mover, 1)
            for onward, next_one in reach.items():
                farther = _joined(so_far, next_one, number)
                _note(found, onward, farther)
                if number < actions:
                    _add(tier, seen, onward, _parity(reach, mover, next_one.path), farther)
    return found


def _pooled(world: World, creature: Creature, one_move: OneMove) -> Iterator[tuple[Cube, FartherArrival]]:
    """The places of a move that pools two actions in one path, where the creature may make one."""
    if "double" not in world.rules.actions.costs or creature.is_any(world.rules.movement.crawlers):
        return
    if _pay(world.copy(), creature.name, double=True):
        for cube, arrival in one_move(world, creature, 2).items():
            yield cube, _plain(arrival, 2)


Tier: TypeAlias = "dict[tuple[Cube, int], FartherArrival]"
"""The best arrival at each place and count of diagonals, after so many actions."""


def _add(tier: Tier, seen: set[tuple[Cube, int]], cube: Cube, parity: int, arrival: FartherArrival) -> None:
    known = tier.get((cube, parity))
    if arrival.can_stop and (cube, parity) not in seen and (known is None or _rank(arrival) < _rank(known)):
        tier[cube, parity] = arrival


def _parity(reach: Reach, mover: Creature, path: tuple[Cube, ...]) -> int:
    """The count of diagonals after a path of a reach, where it runs through the turn; else 0."""
    grid = reach.grid.rules.grid
    if grid.count_scope != "turn" or len(grid.diagonal_cycle) == 1:
        return 0
    flips = sum(stride.flips for stride in laid_out(reach.grid, reach.budget, mover.cube, path))
    return (reach.budget.parity + flips) % len(grid.diagonal_cycle)


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
    """Pay the actions of a move from those of a creature on turn; returns whether it could."""
    creature = world.named[name]
    crawls = not double and world.rules.movement.ordinary_intent(creature) == "crawl"
    plan = judge(world, creature, Crawl(path=()) if crawls else Move(path=(), double=double))
    if not isinstance(plan, Plan):
        return False
    for action in plan.pays:
        creature.turn.actions[action] -= 1
    return True


def _moved(world: World, name: str, cube: Cube, parity: int, actions: int) -> World | None:
    """The state once the creature has moved to a place; None if it cannot pay for a further move."""
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
