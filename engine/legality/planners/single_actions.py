"""Intents that change posture, strike, teleport, or tell of effects from outside these rules."""

from ....components.intents import Afflict, Attack, End, Fall, FullAttack, Interact, Teleport
from ....components.plan import Act, ConditionChange, Drop, Strike, Teleportation, TurnUpdate
from ....components.position import MODES, Cube, Mode
from ...board import obstruction
from ...combat.reactions import natural_reach, near_enough, strikes_reach
from ...geometry.boxes import overlap
from ...rules.distances import squares_between
from ...space.elevation import rest_over
from ...space.forced_steps import in_earth, loose_ground
from ...state.creature import Creature
from ..request import Plan, Refusal, Request


def able_to_act(ask: Request) -> Refusal | None:
    """Why the creature can do nothing at all, if it cannot."""
    creature, rules = ask.creature, ask.rules
    if creature.out:
        return ask.refuse(f"{creature.name} is out of the fight", "downed")
    if not creature.is_any(rules.unable):
        return None
    for condition in sorted(creature.condition.held & rules.unable):
        return ask.refuse(f"{creature.name} is {condition} and cannot act", f"condition.{condition}", "unable")
    return None


def stand(ask: Request) -> Plan | Refusal:
    """Getting up."""
    creature, rules = ask.creature, ask.rules
    refused = able_to_act(ask) or rules.gate(ask, "stand")
    if refused is not None:
        return refused
    down = [c for c in ("prone", "crouched") if c in creature.condition.held]
    if not down:
        return ask.refuse(f"{creature.name} is on its feet already", "stand")
    for condition in sorted(creature.condition.held & rules.immobile - {"prone"}):
        return ask.refuse(f"{creature.name} is {condition} and cannot stand up", "stand")
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    pose = ConditionChange(creature.name, loses=tuple(down), rules=rules.cite("stand"))
    return Plan([pose, TurnUpdate(creature.name, facts={"stood": 1})], pays, rules.cite("stand"))


def drop_prone(ask: Request) -> Plan | Refusal:
    """Going prone of one's own will."""
    creature, rules = ask.creature, ask.rules
    refused = able_to_act(ask) or rules.gate(ask, "drop-prone")
    if refused is not None:
        return refused
    if creature.prone:
        return ask.refuse(f"{creature.name} is prone already", "drop-prone")
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    loses = ("crouched",) if "crouched" in creature.condition.held else ()
    pose = ConditionChange(creature.name, ("prone",), loses, by_choice=True, rules=rules.cite("drop-prone"))
    return Plan([pose], pays, rules.cite("drop-prone"))


def attack(ask: Request) -> Plan | Refusal:
    """One strike."""
    intent: Attack | FullAttack = ask.intent
    assert intent.target is not None
    rules = ask.rules
    target = ask.other(intent.target)
    if isinstance(target, Refusal):
        return target
    refused = may_strike(ask, target.name, intent.ranged)
    if refused is not None:
        return refused
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    return Plan([strike_of(ask, intent)], pays, rules.cite("attack"))


def strike_of(ask: Request, intent: Attack | FullAttack) -> Strike:
    """The strike that an attack comes to."""
    assert intent.target is not None
    return Strike(
        ask.creature.name,
        intent.target,
        ranged=intent.ranged,
        cover=intent.cover,
        recoil_relief=intent.recoil_relief,
        rules=ask.rules.cite("attack"),
    )


def may_strike(ask: Request, name: str, ranged: bool) -> Refusal | None:
    """Why a strike at a creature is not possible, if it is not."""
    creature, rules = ask.creature, ask.rules
    refused = able_to_act(ask) or rules.gate(ask, "attack")
    if refused is not None:
        return refused
    target = ask.world.named[name]
    if target is creature:
        return ask.refuse(f"{creature.name} cannot strike itself", "attack")
    if target.out:
        return ask.refuse(f"{name} is down already", "downed")
    if ranged:
        return None if rules.sees(ask.world, creature, target) else unseen(ask, target)
    if not strikes_reach(ask.world, creature, target) and not rules.part_in_reach(ask.world, creature, target):
        if near_enough(rules, creature, target):
            return unseen(ask, target)
        topics = ["reach"]
        if not natural_reach(rules, creature):
            topics.append("reach.none")
        if name == creature.condition.grabbed_by:
            topics.append("reach.part")
        return ask.refuse(f"{name} is out of {creature.name}'s reach", *topics)
    return None


def unseen(ask: Request, target: Creature) -> Refusal:
    """Why a strike fails for want of a line of effect: the ground that one of the two is in, or what stands between."""
    creature = ask.creature
    deep = in_earth(ask.world, target), in_earth(ask.world, creature)
    topic = {(True, True): "within", (True, False): "into", (False, True): "out-of"}.get(deep)
    topics = ("line-of-effect",) if topic is None else (f"line-of-effect.{topic}-ground", "line-of-effect")
    return ask.refuse(f"there is no line of effect from {creature.name} to {target.name}", *topics)


def teleport(ask: Request) -> Plan | Refusal:
    """From one space to another at once, oneself or another."""
    intent: Teleport = ask.intent
    creature, rules, world = ask.creature, ask.rules, ask.world
    refused = able_to_act(ask) or rules.gate(ask, "teleport")
    if refused is not None:
        return refused
    who = creature
    if intent.target is not None:
        found = ask.other(intent.target)
        if isinstance(found, Refusal):
            return found
        who = found
    usual = creature.speed.listed.get("teleport")
    if intent.distance is None and usual is None:
        return ask.refuse(
            f"{creature.name} has no teleport speed and no effect grants a distance",
            "mode.teleport",
            "teleport",
        )
    pays = ask.pay(key="teleport-move" if intent.distance is None and "teleport-move" in rules.costs else None)
    if isinstance(pays, Refusal):
        return pays
    other = Request(world, who, intent)
    x, y = intent.to[0], intent.to[1]
    if (x, y) not in world.board:
        return ask.refuse(f"{[x, y]} is not on the board", "terrain.blocked")
    to: Cube = (x, y, intent.to[2]) if len(intent.to) == 3 else (x, y, _rest(other, x, y))
    squares = rules.squares(intent.distance if intent.distance is not None else usual or 0)
    if squares_between(rules, who.box, who.at(to)) > squares:
        far = f"{squares * rules.unit} feet" if rules.feet else f"{squares} squares"
        return ask.refuse(f"{list(to)} is farther away than {far}", "teleport.distance", "teleport")
    refused = destination(other, to)
    if refused is not None:
        return refused
    if not obstruction.clear(world.board, creature.box, who.at(to)):
        return ask.refuse(f"there is no line of effect to {list(to)}", "teleport.line", "teleport")
    if who is not creature and not obstruction.clear(world.board, creature.box, who.box):
        return ask.refuse(f"there is no line of effect to {who.name}", "teleport.line", "teleport")
    acts: list[Act] = [Teleportation(who.name, to, rules.cite("teleport"))]
    if who.prone and intent.stand is not False and not who.is_any(rules.unable):
        acts.append(ConditionChange(who.name, loses=("prone",), rules=rules.cite("teleport")))
    return Plan(acts, pays, rules.cite("teleport"))


def _rest(ask: Request, x: int, y: int) -> int:
    return rest_over(ask.world, ask.creature, x, y)


def destination(ask: Request, to: Cube) -> Refusal | None:
    """Why a creature cannot be put into a space, if it cannot."""
    creature, world = ask.creature, ask.world
    if to == creature.cube:
        return ask.refuse("a teleport leads to another space", "teleport.new-space", "teleport")
    made = loose_ground(world, creature)
    bit = made.lattice.bit(to)
    if not bit & made.enterable or bit & made.tight:
        return ask.refuse(f"there is no room for {creature.name} at {list(to)}", "teleport.room", "terrain.blocked")
    space = creature.at(to)
    for other in world.creatures:
        if other is not creature and overlap(space, other.box):
            return ask.refuse(f"{other.name} is at {list(to)}", "teleport.empty", "teleport")
    return None


def fall(ask: Request) -> Plan | Refusal:
    """The floor is taken away."""
    intent: Fall = ask.intent
    target = ask.creature if intent.target is None else ask.other(intent.target)
    if isinstance(target, Refusal):
        return target
    if intent.squares is not None and intent.squares < 0:
        return ask.refuse(f"nobody falls {intent.squares} squares", "fall")
    return Plan([Drop(target.name, intent.squares, rules=ask.rules.cite("fall"))], (), ask.rules.cite("fall"))


def afflict(ask: Request) -> Plan | Refusal:
    """What an effect outside these rules does to a creature."""
    intent: Afflict = ask.intent
    rules = ask.rules
    target = ask.other(intent.target)
    if isinstance(target, Refusal):
        return target
    acts: list[Act] = []
    for condition in (intent.condition, intent.lose):
        if condition is not None and condition not in rules.conditions:
            known = ", ".join(sorted(rules.conditions))
            return ask.refuse(f"{rules.title} has no condition {condition!r}; it has {known}", "condition")
    if intent.condition is not None:
        acts.append(ConditionChange(target.name, gains=(intent.condition,), rules=rules.cite("afflict")))
    if intent.lose is not None:
        acts.append(ConditionChange(target.name, loses=(intent.lose,), rules=rules.cite("afflict")))
    if intent.speed is not None:
        speeds: dict[Mode, int] = {}
        if isinstance(intent.speed, dict):
            for mode in MODES:
                if mode in intent.speed:
                    speeds[mode] = intent.speed[mode]
        else:
            speeds = dict.fromkeys(target.speed.listed, intent.speed)
        acts.append(TurnUpdate(target.name, speed=speeds))
    return Plan(acts, ())


def interact(ask: Request) -> Plan | Refusal:
    """An action spent on the spot."""
    intent: Interact = ask.intent
    refused = able_to_act(ask) or ask.rules.gate(ask, "interact")
    if refused is not None:
        return refused
    pays = ask.pay()
    if isinstance(pays, Refusal):
        return pays
    return Plan([TurnUpdate(ask.creature.name, facts={f"did-{intent.what}": 1})], pays)


def end(ask: Request) -> Plan | Refusal:
    """The turn ends early."""
    intent: End = ask.intent
    refused = ask.rules.gate(ask, "end")
    if refused is not None:
        return refused
    del intent
    return Plan([TurnUpdate(ask.creature.name, ends_turn=True)], ())
