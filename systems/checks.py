"""Carries out checks and decisions: a roll or an answer decides which acts follow."""

from typing import ClassVar

from ..components.plan import Act, Check, Halt, PlannedDecision, Walk
from ..engine.effects.choosing import decide
from ..engine.effects.hit_points import roll_check
from ..engine.effects.placement import cut_off, release
from ..engine.state.creature import Creature
from .system import System, halt


class CheckSystem(System):
    """Rolls the check at hand, or makes the decision, and puts the acts that follow first in the plan."""

    acts: ClassVar[tuple[type, ...] | None] = (Check, PlannedDecision, Halt)

    def process(self) -> None:
        """Roll one check, make one decision or carry out one halt."""
        world = self.world
        for _, (check, actor) in world.each(Check, Creature):
            self.done(actor, *self._rolled(check))
        for _, (choice, actor) in world.each(PlannedDecision, Creature):
            self.done(actor, *choice.ways[decide(world, choice.question)])
        for _, (end, actor) in world.each(Halt, Creature):
            if not actor.out:
                walk = next((then for then in actor.queue.acts if isinstance(then, Walk)), None)
                cut_off(world, actor, walk)
            release(world, actor)
            halt(world, actor, end.reason, end.rules)

    def _rolled(self, check: Check) -> list[Act]:
        """Rolls a check; returns the acts that follow."""
        outcome = roll_check(self.world, check)
        if outcome in check.tiers:
            return check.tiers[outcome]
        if outcome not in ("success", "critical-success"):
            return check.failure
        met = [margin for margin in check.margins if margin <= check.margin]
        return check.margins[max(met)] if met else check.success
