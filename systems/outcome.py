"""The end of an intent: done, or stopped on the way."""

from ..components.events import Done, Stopped
from ..components.intents import IntentBase
from .system import System


class ConclusionSystem(System):
    """Reports the intent whose plan has come to its end."""

    def process(self) -> None:
        """Conclude the intent in hand if nothing of it is left."""
        world = self.world
        if world.active is None or world.reactions or world.stirred or world.entered:
            return
        actor = world.named[world.active]
        orders = actor.orders
        if orders.doing is None or orders.acts:
            return
        intent = orders.doing
        assert isinstance(intent, IntentBase)
        orders.doing = None
        world.busy = True
        spent = orders.spent * world.rules.unit if orders.spends else 0
        if orders.halted is None:
            world.emit(Done(actor=actor.name, intent=intent.do, spent=spent, at=actor.cube, rules=orders.rules))
        else:
            world.emit(
                Stopped(
                    actor=actor.name,
                    intent=intent.do,
                    spent=spent,
                    at=actor.cube,
                    reason=orders.halted,
                    rules=orders.halt_rules,
                )
            )
        orders.halted = None
