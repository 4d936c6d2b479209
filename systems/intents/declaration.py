"""Takes up the next queued intent: it is judged, and refused or turned into acts."""

from typing import ClassVar

from ...components.events import Refused
from ...components.intents import IntentBase, own_fields
from ...engine.effects.placement import last_legal
from ...engine.field.shapes import may_rest
from ...engine.legality.judge import judge
from ...engine.state.verdict import Refusal
from ..system import System


class DeclarationSystem(System):
    """Turns the next queued intent of the active creature into acts, or refuses it whole."""

    waits: ClassVar[tuple[str, ...] | None] = ("intents",)

    def process(self) -> None:
        """Take up one intent if no plan is in hand."""
        world = self.world
        if world.active is None:
            return
        actor = world.named[world.active]
        queue, turn = actor.queue, actor.turn
        if queue.doing is not None or not queue.intents or not turn.open:
            return
        intent = queue.intents.pop(0)
        assert isinstance(intent, IntentBase)
        world.busy = True
        answer = judge(world, actor, intent)
        if isinstance(answer, Refusal):
            world.emit(
                Refused(
                    actor=actor.name,
                    intent=intent.do,
                    reason=answer.reason,
                    rules=answer.rules,
                    data=own_fields(intent),
                )
            )
            return
        world.touch()  # the paid actions and the plan in hand change answers
        for name in answer.pays:
            turn.actions[name] -= 1
        queue.doing = intent
        queue.acts = list(answer.acts)
        queue.spent = 0
        queue.spends = answer.spends
        queue.halted = None
        queue.halt_rules = ()
        queue.rules = answer.rules
        queue.origin = actor.cube
        may_stay = not turn.moved or may_rest(world, actor)
        queue.legal = actor.cube if may_stay else last_legal(world, actor)
        queue.trail.clear()
        if world.rules.threat.reaction_scope == "movement" and not answer.continues:
            turn.provoked.clear()
