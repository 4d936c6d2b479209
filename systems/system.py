"""What all systems share: the battle they belong to, and the act that is at hand."""

from collections.abc import Callable
from typing import ClassVar, TypeAlias, TypeVar

import esper

from ..components.effect_acts import Effect, EffectAct
from ..components.plan import Act
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature

_Act = TypeVar("_Act")

Processor: TypeAlias = esper.Processor
"""What is stepped: ours are `System`s, a game's own may be any processor of esper's."""

SystemType: TypeAlias = Callable[[World], Processor]
"""What makes a system for a state: the class of one."""


class System(esper.Processor):
    """One verb of the rules. A pass of it says through `busy` whether it did anything.

    What wakes it stands in the class: a pass calls it only where one of its `acts` is at hand or something waits in
    one of its `waits`. A system that names neither is called in every pass.
    """

    acts: ClassVar[tuple[type, ...] | None] = None
    """The types of act that it carries out."""
    waits: ClassVar[tuple[str, ...] | None] = None
    """What else wakes it: what waits by the words of `BattleState.waiting`, or any other attribute of the state that is
    not empty."""

    def __init__(self, world: World) -> None:
        self.world = world

    def at_hand(self, kind: type[_Act]) -> tuple[Creature, _Act] | None:
        """The active creature and its next act, if that is of a kind."""
        world = self.world
        actor = world.in_hand
        if actor is None or world.reactions:
            return None
        acts = actor.queue.acts
        if not acts:
            return None
        act = acts[0]
        return (actor, act) if isinstance(act, kind) else None

    def taken(self, kind: type[_Act]) -> tuple[Creature, _Act] | None:
        """As `at_hand`, and the act is off the plan: it is over with this one pass."""
        found = self.at_hand(kind)
        if found is not None:
            self.done(found[0])
        return found

    def effect(self, *acts: EffectAct, by: str, rules: tuple[str, ...] = ()) -> None:
        """Have something happen that no creature does, before anything else goes on."""
        self.world.effects.append(Effect(acts=acts, by=by, rules=rules))
        self.world.busy = True

    def done(self, actor: Creature, *follow: Act) -> None:
        """The act at hand is over; what follows from it comes next."""
        actor.queue.acts[:1] = follow
        self.world.busy = True


def halt(world: World, actor: Creature, reason: str, rules: tuple[str, ...] = ()) -> None:
    """The rest of the actor's plan is off."""
    actor.queue.acts.clear()
    actor.queue.halted = reason
    actor.queue.halt_rules = rules
    world.busy = True
