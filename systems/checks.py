"""Carries out checks and decisions: a roll or an answer decides which acts follow."""

from typing import ClassVar

from ..components.plan import Check, Halt, PlannedDecision, Walk
from ..engine.effects.choosing import decide
from ..engine.effects.placement import cut_off, release
from ..engine.state.creature import Creature
from .system import System, halt


class CheckSystem(System):
    """Rolls the check at hand, or makes the decision, and puts the acts that follow first in the plan."""

    acts: ClassVar[tuple[type, ...] | None] = (Check, PlannedDecision, Halt)

    def perform(self, actor: Creature, act: Check | PlannedDecision | Halt) -> None:
        """Roll one check, make one decision or carry out one halt."""
        if isinstance(act, Check):
            self._roll(actor, act)
        elif isinstance(act, PlannedDecision):
            self.done(actor, *act.ways[decide(self.world, act.question)])
        else:
            if not actor.out:
                walk = next((then for then in actor.queue.acts if isinstance(then, Walk)), None)
                cut_off(self.world, actor, walk)
            release(self.world, actor)
            halt(self.world, actor, act.reason, act.rules)

    def _roll(self, actor: Creature, check: Check) -> None:
        outcome = self.world.rules.attacks.check(self.world, check)
        if outcome in check.tiers:
            follow = check.tiers[outcome]
        elif outcome in ("success", "critical-success"):
            met = [margin for margin in check.margins if margin <= check.margin]
            follow = check.margins[max(met)] if met else check.success
        else:
            follow = check.failure
        self.done(actor, *follow)
