"""Postures: crouching, lying down and getting up."""

from ....components.plan import Act, ConditionChange, Provocation, TurnUpdate
from ...legality.maneuver import begin_action
from ...legality.request import payment_for
from ...rules.ruleset import Request
from ...state.verdict import Plan
from .speeds import standing_speeds


def crouch(request: Request) -> Plan:
    """Plans a crouch, at no cost, for a creature on its feet.

    (asc.crouch.action, asc.crouch.not-after-standing, asc.crouch.target-size)
    """
    creature, rules = request.creature, request.rules
    begin_action(request, "crouch")
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone and stands up before it crouches", "crouch")
    if "crouched" in creature.condition.held:
        raise request.refuse(f"{creature.name} is crouched already", "crouch")
    if creature.turn.stood:
        raise request.refuse(f"{creature.name} has stood up this turn and cannot crouch", "crouch.stood")
    pays = payment_for(request)
    cited = rules.cite("crouch")
    return Plan([ConditionChange(creature.name, gains=("crouched",), by_choice=True, rules=cited)], pays, cited)


def drop_prone(request: Request) -> Plan:
    """Plans going prone, for one action of either kind: after moving the attack action comes first.

    (asc.prone.action, asc.prone.not-after-standing, asc.prone.target-size)
    """
    creature, rules = request.creature, request.rules
    begin_action(request, "drop-prone")
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone already", "drop-prone")
    if creature.turn.stood:
        raise request.refuse(f"{creature.name} has stood up this turn and cannot go prone", "drop-prone.stood")
    pays = payment_for(request, key="drop-prone-moved" if creature.turn.moved else None)
    loses = ("crouched",) if "crouched" in creature.condition.held else ()
    cited = rules.cite("drop-prone")
    return Plan([ConditionChange(creature.name, ("prone",), loses, by_choice=True, rules=cited)], pays, cited)


def stand(request: Request) -> Plan:
    """Plans getting up: from prone for a whole movement action, from a crouch for half of one.

    (asc.stand.from-prone, asc.stand.from-crouch)
    """
    creature, rules = request.creature, request.rules
    begin_action(request, "stand")
    if not creature.prone and "crouched" not in creature.condition.held:
        raise request.refuse(f"{creature.name} is on its feet already", "stand.prone")
    for condition in sorted(creature.condition.held & rules.conditions.immobile):
        topic = "stand.prone" if creature.prone else "stand.crouch"
        raise request.refuse(f"{creature.name} is {condition} and cannot stand up", topic, "immobile")
    return from_prone(request) if creature.prone else from_crouch(request)


def from_prone(request: Request) -> Plan:
    """Plans getting up from prone: a movement action of which nothing is used yet and nothing is left."""
    creature, rules = request.creature, request.rules
    pays = payment_for(request, topic="stand.prone")
    cited = rules.cite("stand.prone")
    acts: list[Act] = [
        ConditionChange(creature.name, loses=("prone",), rules=cited),
        TurnUpdate(creature.name, stood=True),
    ]
    if rules.setting("stand-provokes") == "yes":
        acts.insert(0, Provocation(creature.name, rules.cite("stand.prone", "opportunity")))
    return Plan(acts, pays, cited)


def from_crouch(request: Request) -> Plan:
    """Plans getting up from a crouch: half the standing speed out of a movement action, an open one if it suffices."""
    creature, rules = request.creature, request.rules
    turn = creature.turn
    walk = standing_speeds(rules, creature).get("walk", 0)
    # Half a speed of an odd number of squares leaves the half rounded down to whole squares.
    half = -(-rules.squares(walk) // 2)
    cited = rules.cite("stand.crouch")
    up: list[Act] = [
        ConditionChange(creature.name, loses=("crouched",), rules=cited),
        TurnUpdate(creature.name, stood=True),
    ]
    whole = rules.squares(walk) * turn.pool_factor
    if turn.pool_open and not request.free and turn.pool_spent + half <= whole and request.intent.action is None:
        return Plan([*up, TurnUpdate(creature.name, pool=half)], (), cited)
    pays = payment_for(request, topic="stand.crouch")
    if not request.free:
        up.append(TurnUpdate(creature.name, opens_pool=1, pool=half))
    return Plan(up, pays, cited)
