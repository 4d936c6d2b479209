"""Reports an intent whose plan is over: done, or stopped on the way."""

from typing import ClassVar

from ...components.events import Done, Stopped
from ...components.intents import IntentBase, own_fields
from ..system import System
from ..turns import note_chance_to_stand


class ConclusionSystem(System):
    """Reports the intent whose plan is over."""

    waits: ClassVar[tuple[str, ...] | None] = ("done",)

    def process(self) -> None:
        """Conclude the intent in hand if nothing of it is left."""
        world = self.world
        if world.active is None or world.reactions or world.stirred or world.entered:
            return
        actor = world.named[world.active]
        queue = actor.queue
        if queue.doing is None or queue.acts:
            return
        intent = queue.doing
        assert isinstance(intent, IntentBase)
        queue.doing = None
        world.busy = True
        spent = queue.spent * world.rules.unit if queue.spends else 0
        data = own_fields(intent)
        if queue.halted is None:
            world.emit(
                Done(actor=actor.name, intent=intent.do, spent=spent, at=actor.cube, rules=queue.rules, data=data)
            )
        else:
            world.emit(
                Stopped(
                    actor=actor.name,
                    intent=intent.do,
                    spent=spent,
                    at=actor.cube,
                    reason=queue.halted,
                    rules=queue.halt_rules,
                    data=data,
                )
            )
        queue.halted = None
        note_chance_to_stand(world, actor)
