"""The actions of a turn: renewed at its start with its memory cleared, and spent on intents."""

from collections.abc import Mapping

from ...components.memory import TurnMemory
from ..state.creature import Creature
from .ruleset import Ruleset, World


def affordable(left: Mapping[str, int], way: tuple[str, ...]) -> bool:
    """True if the actions that are left cover one way of paying."""
    if len(way) == 1:
        return bool(left.get(way[0], 0))
    need: dict[str, int] = {}
    for name in way:
        need[name] = need.get(name, 0) + 1
    return all(left.get(name, 0) >= count for name, count in need.items())


def begin_anew(creature: Creature, rules: Ruleset) -> None:
    """Clear the memory of the last turn, and renew actions and reactions."""
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
            creature.parts[kind] = kind()


def renew_others(world: World, name: str) -> None:
    """Renews the reactions of those whose turn comes before a creature's next one."""
    acted, order = world.acted, world.order
    earlier = order[: order.index(name)] if name in order else []
    for other in world.creatures:
        waits = other.name not in acted
        if (waits and name in acted) or (other.name in earlier and waits >= (name not in acted)):
            other.turn.reactions = 0


def at_start(world: World, creature: Creature) -> tuple[World, Creature]:
    """The state, and the creature in it, as if the creature's turn began now; the present state if its turn is open.

    The copy is made once for each state of the world and serves queries only.
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
