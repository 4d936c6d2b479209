"""Actions, squares by mode, and distances."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...components.memory import TurnMemory
from ...components.plan import MovementBudget
from ...components.position import MODES, Mode
from ..geometry.boxes import Box, alternating, differences, one
from ..state.creature import Creature
from .ruleset import Ruleset, World

# ---------------------------------------------------------------- movement


ENDLESS = 4096
"""More squares of movement than any path needs."""


def listed_modes(rules: Ruleset, creature: Creature) -> list[tuple[Mode, bool]]:
    """Returns (mode, True if the statistics list it) of each usable mode except teleport."""
    speeds = speeds_now(rules, creature)
    found: list[tuple[Mode, bool]] = []
    for mode in MODES:
        if mode == "teleport":
            continue
        if speeds.get(mode, 0) > 0:
            found.append((mode, True))
        elif mode in rules.movement.unlisted and mode not in creature.speed.listed and speeds.get("walk", 0) > 0:
            found.append((mode, False))
    return found


def base_speeds(creature: Creature) -> dict[Mode, int]:
    """Returns the speed of each movement mode without modifiers, in feet or squares."""
    return dict(creature.speed.listed if creature.speed.imposed is None else creature.speed.imposed)


def speeds_now(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns the present speed of each movement mode, from a cache."""
    key = ("speeds", creature.state)
    found = creature.memory.get(key)
    if found is None:
        found = creature.memory[key] = rules.movement.speeds(rules, creature)
    return found  # type: ignore[return-value]


def modes_now(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """Returns (mode, True if the statistics list it) of each mode usable now."""
    key = ("modes", creature.state)
    found = creature.memory.get(key)
    if found is None:
        found = creature.memory[key] = rules.movement.usable_modes(rules, creature)
    return found  # type: ignore[return-value]


def budget_for(
    rules: Ruleset,
    creature: Creature,
    *,
    factor: int = 1,
    most: int | None = None,
    exceeds: bool = False,
    parity: int | None = None,
    spent: int = 0,
) -> MovementBudget:
    """Returns how many squares one movement may cost, for each mode.

    `factor` multiplies speeds. An effect grants `most` squares, at most the speed unless `exceeds`.
    """
    if parity is None:
        parity = creature.turn.parity if rules.grid.count_scope == "turn" else 0
    speeds = speeds_now(rules, creature)
    walk = speeds.get("walk", 0)
    limits: list[tuple[Mode, int]] = []
    for mode, listed in modes_now(rules, creature):
        speed = speeds.get(mode, 0) if listed else walk
        squares = speed * factor // rules.unit
        if most is not None:
            squares = most if exceeds else min(most, squares)
        limits.append((mode, squares))
    return MovementBudget(tuple(limits), spent=spent, parity=parity, last=rules.movement.last_square)


def start_parity(rules: Ruleset, creature: Creature, *, going_on: bool = False) -> int:
    """Returns 1 if an odd number of diagonals precedes the next movement, else 0."""
    scope = rules.grid.count_scope
    return creature.turn.parity if scope == "turn" or (scope == "action" and going_on) else 0


def rest_of_move(rules: Ruleset, creature: Creature, parity: int) -> MovementBudget:
    """Returns the movement that is left of a move action that has begun."""
    turn, began = creature.turn, rules.movement.began_with(rules, creature)
    rest = budget_for(rules, creature, factor=turn.pool_factor, spent=turn.pool_spent, parity=parity)
    if not began:
        return rest
    return rest._replace(limits=tuple((mode, max(most, began.get(mode, 0))) for mode, most in rest.limits))


# ---------------------------------------------------------------- actions


def affordable(left: Mapping[str, int], way: tuple[str, ...]) -> bool:
    """True if the actions `left` include all action names in `way`."""
    if len(way) == 1:
        return bool(left.get(way[0], 0))
    need: dict[str, int] = {}
    for name in way:
        need[name] = need.get(name, 0) + 1
    return all(left.get(name, 0) >= count for name, count in need.items())


_UNSPENT: dict[type, TurnMemory] = {}


def unspent(kind: type[TurnMemory]) -> TurnMemory:
    """Returns the default memory of a turn, always the same object."""
    found = _UNSPENT.get(kind)
    if found is None:
        found = _UNSPENT[kind] = kind()
    return found


def begin_anew(creature: Creature, rules: Ruleset) -> None:
    """Resets what a creature did last turn and gives it new actions and reactions."""
    turn = creature.turn
    turn.open = True
    turn.actions = dict(rules.actions.per_turn)
    turn.parity = 0
    turn.moved = turn.stepped = 0
    turn.stood = turn.pool_open = turn.pausing = False
    turn.pool_spent = 0
    turn.pool_factor = 1
    turn.reactions = 0
    turn.provoked = set()
    turn.pools = turn.attacks = turn.teleported = 0
    turn.ran = False
    turn.bearing = None
    for kind in creature.parts:
        if issubclass(kind, TurnMemory):
            creature.parts[kind] = unspent(kind)


def renew_others(world: World, name: str) -> None:
    acted, order = world.acted, world.order
    earlier = order[: order.index(name)] if name in order else []
    for other in world.creatures:
        waits = other.name not in acted
        if (waits and name in acted) or (other.name in earlier and waits >= (name not in acted)):
            other.turn.reactions = 0


def at_start(world: World, creature: Creature) -> tuple[World, Creature]:
    """Returns (world, creature) as they are when the creature's turn starts.

    They are a copy unless that turn is open.
    """
    if creature.turn.open:
        return world, creature
    store, key = world.cache(), ("at start", creature.entity)
    match store.get(key):
        case (length, World() as kept) if length == world.log.length:
            twin = kept
        case _:
            twin = world.copy()
            begin_anew(twin.named[creature.name], world.rules)
            renew_others(twin, creature.name)
            store[key] = world.log.length, twin
    return twin, twin.named[creature.name]


# ---------------------------------------------------------------- distances


@lru_cache(maxsize=1 << 14)
def squares_between(rules: Ruleset, a: Box, b: Box) -> int:
    """Returns the distance between two spaces in squares, counted by the ruleset."""
    dx, dy, dz = differences(a, b)
    if not rules.grid.levels_count:
        dz = 0
    return one(dx, dy, dz) if rules.grid.distance_cycle == "one" else alternating(dx, dy, dz)


def forced_cycle(rules: Ruleset) -> tuple[int, ...]:
    """Returns the costs of forced diagonals in turn. (pf2.forced.distance, srd.diagonal.distance)"""
    return rules.forced.diagonal_cycle or rules.grid.diagonal_cycle


def reach_one(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a distance is within reach, with each diagonal as one square."""
    return max(dx, dy, dz) <= reach


def reach_alternating(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a distance is within reach. Diagonals count one and two in turn.

    (srd.reach.second-diagonal)
    """
    return alternating(dx, dy, dz) <= reach


def reach_second_diagonal(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a distance is within reach. Diagonals count one and two in turn.

    A reach of 2 covers two diagonals.

    (srd.reach.second-diagonal)
    """
    return max(dx, dy, dz) <= 2 if reach == 2 else alternating(dx, dy, dz) <= reach


def reach_two_squares(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a distance (dx, dy, dz) is within reach, as the ruleset counts. A reach of 2 covers two diagonals."""
    return max(dx, dy, dz) <= 2 if reach == 2 else reach_as_counted(rules, reach, dx, dy, dz)


def reach_as_counted(rules: Ruleset, reach: int, dx: int, dy: int, dz: int) -> bool:
    """True if a distance (dx, dy, dz) is within reach, as the ruleset counts diagonals."""
    if rules.grid.distance_cycle == "one":
        return max(dx, dy, dz) <= reach
    return alternating(dx, dy, dz) <= reach


__all__ = ["ENDLESS", "MovementBudget", "base_speeds", "budget_for", "listed_modes", "modes_now", "speeds_now"]
