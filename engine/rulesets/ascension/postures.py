"""Crouching, lying down and getting up, and how fast one goes in each posture."""

from collections.abc import Mapping, Sequence

from ....components.plan import Act, ConditionChange, Provocation, TurnUpdate
from ....components.position import MODES, Mode
from ...legality.maneuver import begin_action
from ...legality.request import payment_for
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Request, Ruleset
from ...state.creature import Creature
from ...state.verdict import Plan
from ..d20_srd.speeds import current_speed
from ..shared.speed_modifiers import SpeedModifier

PRONE_SPEED = 5
"""Feet that a prone creature moves (asc.prone.speed)."""


def standing_speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with what bonuses and the data of armor make of them (asc.speed.base, asc.speed.armor).

    Armor classes change nothing by themselves unless the switch `armor-formula` takes the SRD's.
    """
    speed = creature.speed
    if speed.imposed is not None:
        return dict(speed.imposed)
    added = [SpeedModifier(amount, kind) for kind, amount in speed.bonuses]
    return {
        mode: current_speed(
            listed,
            armor=speed.armor,
            modifiers=added,
            unhampered=creature.has("unhampered"),
            armor_formula=rules.word("armor-formula", "none", "two-thirds"),
        )
        if listed
        else 0
        for mode, listed in speed.listed.items()
    }


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Speeds as they are: halved in a crouch, down to a multiple of 5, and 5 feet while prone.

    (asc.crouch.speed, asc.prone.speed)
    """
    standing = standing_speeds(rules, creature)
    if creature.prone:
        return {"walk": PRONE_SPEED} if any(standing.values()) else {"walk": 0}
    if "crouched" in creature.condition.held:
        return {mode: speed // 10 * 5 for mode, speed in standing.items()}
    return standing


def own_modes(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """The modes that a creature has; whoever lies down only crawls."""
    listed = base_speeds(creature)
    modes: Sequence[tuple[Mode, bool]] = [
        (mode, True) for mode in MODES if mode != "teleport" and listed.get(mode, 0) > 0
    ]
    if creature.prone and modes:
        return [("walk", True)]
    return modes


def crouch(request: Request) -> Plan:
    """Into a crouch, at no cost, from one's feet.

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
    """Down to the ground, for one action of either kind: after moving the attack action comes first.

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
    """Up again: from prone for a whole movement action, from a crouch for half of one.

    (asc.stand.from-prone, asc.stand.from-crouch)
    """
    creature, rules = request.creature, request.rules
    begin_action(request, "stand")
    for condition in sorted(creature.condition.held & rules.conditions.immobile):
        raise request.refuse(f"{creature.name} is {condition} and cannot stand up", "stand.prone", "immobile")
    if creature.prone:
        return from_prone(request)
    if "crouched" in creature.condition.held:
        return from_crouch(request)
    raise request.refuse(f"{creature.name} is on its feet already", "stand.prone")


def from_prone(request: Request) -> Plan:
    """A movement action of which nothing is used yet and nothing is left."""
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
    """Half the standing speed out of a movement action, one in hand if enough of it is left."""
    creature, rules = request.creature, request.rules
    turn = creature.turn
    walk = standing_speeds(rules, creature).get("walk", 0)
    # Half a speed of an odd number of squares leaves what rounds down to whole ones.
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
