"""An attack about to be rolled, and the modifiers on its roll."""

from dataclasses import dataclass, field
from typing import Generic, TypeAlias

from ...components.plan import Strike
from .battle_state import BattleState, RulesT
from .creature import Creature

Modifiers: TypeAlias = list[tuple[str, int]]
"""Amounts, each with its reason."""


@dataclass(slots=True)
class PendingAttack(Generic[RulesT]):
    """A strike about to be rolled, and its modifiers."""

    world: BattleState[RulesT]
    strike: Strike
    striker: Creature
    target: Creature
    to_hit: Modifiers = field(default_factory=list)
    """Modifiers of the roll."""
    to_defence: Modifiers = field(default_factory=list)
    """Modifiers of the target's defence."""
    yielding: list[str] = field(default_factory=list)
    """Modifiers that do not stack with a greater one, and so add nothing."""

    @property
    def bonus(self) -> int:
        """The sum added to the die."""
        own = self.striker.body.attack if self.strike.bonus is None else self.strike.bonus
        return own + sum(amount for _, amount in self.to_hit)

    @property
    def against(self) -> int:
        """The defence to beat."""
        return self.target.body.ac + sum(amount for _, amount in self.to_defence)

    @property
    def modifiers(self) -> tuple[tuple[str, int], ...]:
        """All modifiers, as the log lists them."""
        return (*self.to_hit, *((f"defence: {why}", amount) for why, amount in self.to_defence))

    @property
    def cited(self) -> tuple[str, ...]:
        """The ids behind the strike and its modifiers."""
        kind = "ranged" if self.strike.ranged else "melee"
        whys = [f"strike.{why}" for why, _ in self.to_hit] + [f"defence.{why}" for why, _ in self.to_defence]
        whys += [f"yielding.{why}" for why in self.yielding]
        topics = [topic for why in whys for topic in (why.replace(" ", "-"), f"{why.replace(' ', '-')}.{kind}")]
        return tuple(dict.fromkeys((*self.strike.rules, *self.world.rules.cite(*topics))))
