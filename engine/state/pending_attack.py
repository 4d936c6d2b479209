"""An attack about to be rolled, and the modifiers on its roll."""

from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from ...components.plan import Strike
from .battle_state import BattleState, RulesT
from .creature import Creature

Modifiers: TypeAlias = list[tuple[str, int]]
"""Amounts, each with why it is counted."""


@dataclass(slots=True)
class PendingAttack(Generic[RulesT]):
    """A strike that is about to be rolled, and what weighs on it."""

    world: BattleState[RulesT]
    strike: Strike
    striker: Creature
    target: Creature
    to_hit: Modifiers = field(default_factory=list)
    """What is added to the roll."""
    to_defence: Modifiers = field(default_factory=list)
    """What is added to the target's defence."""
    yielding: list[str] = field(default_factory=list)
    """What adds nothing because something else that does not add up with it weighs more."""

    @property
    def bonus(self) -> int:
        """All that is added to the die."""
        own = self.striker.body.attack if self.strike.bonus is None else self.strike.bonus
        return own + sum(amount for _, amount in self.to_hit)

    @property
    def against(self) -> int:
        """The defence that is to be beaten."""
        return self.target.body.ac + sum(amount for _, amount in self.to_defence)

    @property
    def modifiers(self) -> tuple[tuple[str, int], ...]:
        """All that weighs on it, as the log lists it."""
        return (*self.to_hit, *((f"defence: {why}", amount) for why, amount in self.to_defence))

    @property
    def cited(self) -> tuple[str, ...]:
        """The ids behind the strike, and behind what weighs on it."""
        kind = "ranged" if self.strike.ranged else "melee"
        whys = [f"strike.{why}" for why, _ in self.to_hit] + [f"defence.{why}" for why, _ in self.to_defence]
        whys += [f"yielding.{why}" for why in self.yielding]
        topics = [topic for why in whys for topic in (why.replace(" ", "-"), f"{why.replace(' ', '-')}.{kind}")]
        return tuple(dict.fromkeys((*self.strike.rules, *self.world.rules.cite(*topics))))
