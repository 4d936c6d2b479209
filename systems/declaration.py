"""Taking up the next queued intent: judged, refused or turned into acts."""

from ..components.events import Refused
from ..components.intents import IntentBase
from ..engine.legality.judge import taken_up
from ..engine.legality.request import Refusal
from ..engine.space.occupancy import may_rest
from .system import System


class DeclarationSystem(System):
    """Turns the next queued intent of the active creature into acts, or refuses it whole."""

    def process(self) -> None:
        """Take up one intent if no plan is in hand."""
        world = self.world
        if world.active is None:
            return
        actor = world.named[world.active]
        orders, turn = actor.orders, actor.turn
        if orders.doing is not None or not orders.intents or not turn.open:
            return
        intent = orders.intents.pop(0)
        assert isinstance(intent, IntentBase)
        world.busy = True
        answer = taken_up(world, actor, intent)
        if isinstance(answer, Refusal):
            world.emit(Refused(actor=actor.name, intent=intent.do, reason=answer.reason, rules=answer.rules))
            return
        for name in answer.pays:
            turn.actions[name] -= 1
        orders.doing = intent
        orders.acts = list(answer.acts)
        orders.spent = 0
        orders.spends = answer.spends
        orders.halted = None
        orders.halt_rules = ()
        orders.rules = answer.rules
        orders.origin = actor.cube
        if not turn.moved or may_rest(world, actor):
            orders.legal = actor.cube
        if world.rules.reaction_scope == "movement" and not answer.continues:
            turn.provoked.clear()
