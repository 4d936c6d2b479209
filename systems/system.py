"""The base of all systems."""

from collections.abc import Callable
from operator import attrgetter
from typing import ClassVar, TypeAlias, TypeVar

import esper

from ..components.effect_acts import Effect, EffectAct
from ..components.plan import Act
from ..engine.legality.questions import Questions
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature

_Act = TypeVar("_Act")

Processor: TypeAlias = esper.Processor
"""A step of a pass: a `System`, or a game's own esper processor."""

SystemType: TypeAlias = Callable[[World], Processor]

OTHERS = ("entered", "support_checks", "reactions", "begun", "beginning", "objectives")
OTHERS_WAIT = attrgetter(*OTHERS)
"""State attributes that wake systems other than that of effects while not empty."""
WAITING = attrgetter(*OTHERS, "effects", "effect")
"""State attributes that wake further systems while not empty."""


class System(esper.Processor):
    """One job of the rules, such as falling. `process` changes the world.

    A system runs when one of its `acts` is the current act or one of its `waits` is true. Without both, it runs in
    every pass.
    """

    acts: ClassVar[tuple[type, ...] | None] = None
    waits: ClassVar[tuple[str, ...] | None] = None
    """Further wake conditions: a non-empty attribute of the state, `intents`, `done` or `round`."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def ask(self) -> Questions:
        return Questions(self.world)

    def at_hand(self, kind: type[_Act] | tuple[type[_Act], ...]) -> tuple[Creature, _Act] | None:
        """Returns (acting creature, its current act) if the act is of this kind; else None."""
        actor = self.world.actor
        return (actor, actor.act) if actor is not None and isinstance(actor.act, kind) else None

    def taken(self, kind: type[_Act]) -> tuple[Creature, _Act] | None:
        """Takes the current act from its plan if it is of this kind. Returns (acting creature, act)."""
        found = self.at_hand(kind)
        if found is not None:
            self.done(found[0])
        return found

    def effect(self, *acts: EffectAct, by: str, rules: tuple[str, ...] = ()) -> None:
        """Queues an effect without an acting creature. It happens next."""
        self.world.effects.append(Effect(acts=acts, by=by, rules=rules))
        self.world.busy = True

    def done(self, actor: Creature, *follow: Act) -> None:
        """Replaces the creature's present act by the acts `follow`."""
        actor.queue.acts[:1] = follow
        self.world.busy = True


def halt(world: World, actor: Creature, reason: str, rules: tuple[str, ...] = ()) -> None:
    actor.queue.acts.clear()
    actor.queue.halted = reason
    actor.queue.halt_rules = rules
    world.busy = True
