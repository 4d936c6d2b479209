"""Creatures hidden from others, and found again."""

from ..components.events import Hidden, Revealed
from ..components.stats import Adjusted, Stats
from ..engine.rules.ruleset import World
from ..engine.state.component_types import component_type
from ..engine.state.creature import Creature

_copy = component_type(Stats).copy


def hide(world: World, creature: Creature, names: tuple[str, ...], rules: tuple[str, ...] = ()) -> None:
    """Hides a creature from some creatures, or from all its enemies; those that did not perceive it do not count."""
    meant = names or tuple(other.name for other in world.creatures if other.side != creature.side)
    known = creature.body.hidden_from
    new = tuple(name for name in meant if name not in known and name in world.named and name != creature.name)
    if new:
        _set(world, creature, known.union(new))
        world.emit(Hidden(who=creature.name, from_=new, rules=rules))


def reveal(world: World, creature: Creature, names: tuple[str, ...], rules: tuple[str, ...] = ()) -> None:
    """Lets some creatures, or all, perceive a creature again."""
    known = creature.body.hidden_from
    found = tuple(sorted(known.intersection(names) if names else known))
    if found:
        _set(world, creature, known.difference(found))
        world.emit(Revealed(who=creature.name, to=found, rules=rules))


def _set(world: World, creature: Creature, hidden_from: frozenset[str]) -> None:
    """Replaces the figures: copies of the battle share them."""
    creature.body = _copy(creature.body)
    creature.body.hidden_from = hidden_from
    change: Adjusted | None = creature.parts.get(Adjusted)
    if change is not None:
        change.base = _copy(change.base)
        change.base.hidden_from = hidden_from
    creature.memory, creature.span = {}, None
    world.creature_changed(creature)
