"""Checks: the rolls on which a plan goes one way or another."""

from ..components.motion import Check, Halt
from ..engine.occupancy import displaced, may_rest
from .acting import System, halt


class CheckSystem(System):
    """Rolls the check at hand and puts what follows from it first in the plan."""

    def process(self) -> None:
        """Roll one check, or carry out one halt."""
        found = self.at_hand(Check)
        if found is not None:
            actor, check = found
            outcome = self.world.rules.check(self.world, check)
            if outcome in check.tiers:
                follow = check.tiers[outcome]
            elif outcome in ("success", "critical-success"):
                met = [margin for margin in check.margins if margin <= check.margin]
                follow = check.margins[max(met)] if met else check.success
            else:
                follow = check.failure
            self.done(actor, *follow)
            return
        halted = self.at_hand(Halt)
        if halted is not None:
            actor, stop = halted
            if not actor.out and not may_rest(self.world, actor):
                displaced(self.world, actor)
            halt(self.world, actor, stop.reason, stop.rules)
