"""What uses of abilities bring about for a time, and its end: by time, by another use, with its user."""

from dataclasses import dataclass
from typing import ClassVar

from ..components.ability import Repertoire
from ..components.effect_acts import Effect, EffectAct, EndZone, LeaveBattle
from ..components.events import ResourceChanged
from ..components.ordinary_class import mypyc_attr
from ..engine.effects.hit_points import lose
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .system import System


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Ongoing:
    """A use whose consequences last: an entity of its own."""

    by: str = ""
    """The user."""
    ability: str = ""
    until: int | None = None
    """The number of the user's own turn at whose end it is over; None: without limit of time."""
    round: int | None = None
    """The round after which it is over at the latest."""
    concentration: bool = False
    """True if it is over when its user is down, cannot act, or concentrates on another use."""
    conditions: tuple[tuple[str, str], ...] = ()
    """(creature, condition) that it has given."""
    joined: tuple[str, ...] = ()
    """Creatures that it has brought."""
    zones: tuple[str, ...] = ()
    """Names of zones that it has made."""
    undoes: tuple[EffectAct, ...] = ()
    """Acts that restore the tiles and edges that it has changed, in their order."""


def ongoing(world: World) -> list[tuple[int, Ongoing]]:
    """The uses that last, in the order in which they were made."""
    return list(world.each(Ongoing)) if world.things else []


def end_use(world: World, entity: int, use: Ongoing) -> None:
    """Ends a use that lasts, and what it has brought about."""
    world.delete(entity)
    for name, condition in use.conditions:
        if name in world.named:
            lose(world, world.named[name], condition)
    acts: list[EffectAct] = [EndZone(name=zone, by=use.by) for zone in use.zones]
    acts += [LeaveBattle(who=name) for name in use.joined if name in world.named]
    acts += use.undoes
    if acts:
        world.effects.append(Effect(acts=tuple(acts), by=use.ability))


def end_with_turn(world: World, creature: Creature) -> None:
    """Ends the creature's uses whose time is over with its turn."""
    for entity, use in ongoing(world):
        if use.by == creature.name and use.until is not None and use.until <= creature.turn.number:
            end_use(world, entity, use)


def end_with_round(world: World) -> None:
    """Ends uses whose users have no more turns of their own to end them."""
    for entity, use in ongoing(world):
        if use.round is not None and use.round < world.round:
            end_use(world, entity, use)


def change_resource(world: World, creature: Creature, name: str, amount: int, *, rules: tuple[str, ...] = ()) -> int:
    """Adds to what a creature has of a resource, from 0 to the most that it can have; returns the change."""
    repertoire: Repertoire | None = creature.parts.get(Repertoire)
    if repertoire is None:
        repertoire = Repertoire()
        creature.put(repertoire)
    before = repertoire.resources.get(name, 0)
    after = max(before + amount, 0)
    if name in repertoire.most:
        after = min(after, max(repertoire.most[name], before))
    repertoire.resources[name] = after
    world.touch()
    world.emit(ResourceChanged(who=creature.name, name=name, amount=after - before, left=after, rules=rules))
    return after - before


class LastingSystem(System):
    """Looks at the uses on which creatures concentrate."""

    waits: ClassVar[tuple[str, ...] | None] = ("things",)

    def process(self) -> None:
        """End each use whose user cannot concentrate any more."""
        world, conditions = self.world, self.world.rules.conditions
        unable = conditions.unable | conditions.inactive
        for entity, use in ongoing(world):
            if not use.concentration:
                continue
            user = world.named.get(use.by)
            if user is None or user.out or user.is_any(unable):
                end_use(world, entity, use)
                world.busy = True
