"""Plans taking items in hand or putting them on, and strikes with a weapon that is drawn first."""

from collections.abc import Callable

import msgspec

from ....components.effect_acts import Effect, EquipItem
from ....components.intents import Equip
from ....components.stats import Gear
from ...messages import Message, _
from ...rules.figures import in_use, put_on
from ...rules.ruleset import Request
from ...state.verdict import Plan
from ..request import begin_action, payment_for


def equip(request: Request) -> Plan:
    """Plans taking a weapon in hand, or putting an item on."""
    intent: Equip = request.intent
    begin_action(request, "interact")
    pays = ready(request, intent.item)
    return Plan([_taking(request, intent.item)], pays, request.rules.cite("equip"))


def armed(request: Request, planner: Callable[[Request], Plan]) -> Plan:
    """The plan of a strike with a named weapon, which is drawn first if it is not in hand."""
    item: str = request.intent.with_
    creature = request.creature
    plain = msgspec.structs.replace(request.intent, with_=None)
    if _weapon(request, item) and in_use(creature, item):
        return planner(Request(request.world, creature, plain))
    begin_action(request, "interact")
    pays = ready(request, item)
    twin = request.world.copy()
    drawn = twin.named[creature.name]
    put_on(twin, drawn, item)
    for action in pays:
        drawn.turn.actions[action] -= 1
    plan = planner(Request(twin, drawn, plain))
    plan.acts.insert(0, _taking(request, item))
    plan.pays = (*pays, *plan.pays)
    return plan


def ready(request: Request, item: str) -> tuple[str, ...]:
    """The actions that equipping an item costs; refuses one that the creature has not, or has in use."""
    if carried(request, item):
        raise request.refuse(_("{name} already uses {item}"), "equip", name=request.creature.name, item=item)
    return payment_for(request, key="equip")


def taken_along(request: Request, item: str, topic: str, *, away: bool) -> Effect:
    """Drawing a weapon, or putting it `away`, as part of another action, at no cost of its own; it cites the topic."""
    _weapon(request, item)
    if carried(request, item) != away:
        text = _("{name} already uses {item}") if not away else _("{name} does not have {item} in hand")
        raise request.refuse(text, topic, name=request.creature.name, item=item)
    return _taking(request, item, topic, away=away)


def carried(request: Request, item: str) -> bool:
    """True if an item is in use, False if it is only carried; refuses one that the creature has not or cannot use."""
    creature = request.creature
    gear: Gear | None = creature.parts.get(Gear)
    if gear is None or item not in gear.items:
        listed = Message(", ".join(gear.items)) if gear is not None and gear.items else Message(_("none"))
        text = _("{item} is not one of {name}'s items; it has {listed}")
        raise request.refuse(text, "equip", item=item, name=creature.name, listed=listed)
    spec = request.rules.defined.items[item]
    if spec.weapon is None and spec.slot is None:
        raise request.refuse(_("{item} is neither worn nor wielded"), "equip", item=item)
    return in_use(creature, item)


def _weapon(request: Request, item: str) -> bool:
    spec = request.rules.defined.items.get(item)
    if spec is not None and spec.weapon is None:
        raise request.refuse(_("{item} is no weapon"), "equip", item=item)
    return True


def _taking(request: Request, item: str, topic: str = "equip", *, away: bool = False) -> Effect:
    name = request.creature.name
    return Effect(acts=(EquipItem(target=name, item=item, away=away),), by=name, rules=request.rules.cite(topic))
