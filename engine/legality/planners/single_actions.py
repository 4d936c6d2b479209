"""Plans single actions: postures, strikes, falls, teleports, items."""

from collections.abc import Callable

import msgspec

from ....components.effect_acts import Effect, EquipItem
from ....components.intents import Afflict, Attack, Equip, Fall, FullAttack, Teleport
from ....components.plan import Act, ConditionChange, Drop, Strike, Teleportation, TurnUpdate
from ....components.position import MODES, Cube, Mode
from ....components.stats import Gear
from ...board import obstruction
from ...combat.sight import shut_off
from ...combat.threat import natural_reach, near_enough, strikes_reach
from ...field.forced_steps import dangerous, forced_room, in_earth, loose_ground, nearest_places, place_for
from ...field.shapes import has_room
from ...field.support import rest_over
from ...geometry.boxes import Box, overlap
from ...messages import Message, Value, _, length
from ...rules.budget import squares_between
from ...rules.defined import in_use, put_on
from ...rules.ruleset import Request, Ruleset, World
from ...state.creature import Creature
from ...state.verdict import Forbidden, Plan, Refusal
from ..request import begin_action, condition_title, item_title, payment_for


def stand(request: Request) -> Plan:
    creature, rules = request.creature, request.rules
    free = rules.conditions.chosen_prone_stands_free and creature.condition.prone_by_choice
    begin_action(request, "stand")
    down = [c for c in ("prone", "crouched") if c in creature.condition.held]
    low = sorted(creature.condition.held & rules.movement.crawlers)
    if not down and low:
        told = condition_title(rules, low[0])
        raise request.refuse("{name} is {condition}; standing up does not end that", "stand", condition=told)
    if not down:
        raise request.refuse("{name} is already standing", "stand")
    for condition in sorted(creature.condition.held & rules.conditions.immobile - {"prone"}):
        told = condition_title(rules, condition)
        raise request.refuse("{name} is {condition} and cannot stand up", "stand", condition=told)
    pays = () if free else payment_for(request)
    cited = rules.cite_any("stand.free" if free else "stand")
    pose = ConditionChange(creature.name, loses=tuple(down), rules=cited)
    return Plan([pose, TurnUpdate(creature.name, stood=True)], pays, cited)


def drop_prone(request: Request) -> Plan:
    creature, rules = request.creature, request.rules
    begin_action(request, "drop-prone")
    if creature.prone:
        raise request.refuse("{name} is already prone", "drop-prone")
    pays = payment_for(request)
    pose = ConditionChange(creature.name, ("prone",), by_choice=True, rules=rules.cite_any("drop-prone"))
    return Plan([pose], pays, rules.cite_any("drop-prone"))


def attack(request: Request) -> Plan:
    """Plans a strike: the next one of a full attack, or a new one."""
    rules = request.rules
    strike, drawn = strike_of(request), rules.attacks.drawn(request)
    if drawn is not None:
        used, strike.bonus = drawn
        return Plan([used, strike], (), rules.cite("attack"))
    pays = payment_for(request)
    return Plan([strike], pays, rules.cite("attack"))


def full_attack(request: Request) -> Plan:
    """Plans a full attack; if a target is named, with the first strike."""
    intent: FullAttack = request.intent
    rules = request.rules
    begin_action(request, "full-attack")
    first = None if intent.target is None else strike_of(request)
    pays = payment_for(request)
    return Plan(rules.attacks.opening(request, first), pays, rules.cite("full-attack", "attack"))


def shoots(request: Request, intent: Attack | FullAttack) -> bool:
    creature, rules = request.creature, request.rules
    gear: Gear | None = creature.parts.get(Gear)
    if intent.ranged or gear is None or gear.wields is None or intent.target is None:
        return intent.ranged
    weapon = rules.defined.items[gear.wields].weapon
    if weapon is None or weapon.range is None:
        return False
    target = request.world.named[intent.target]
    near = strikes_reach(request.world, creature, target) or rules.threat.part_in_reach(request.world, creature, target)
    return weapon.reach is None or not near


def strike_of(request: Request) -> Strike:
    intent: Attack | FullAttack = request.intent
    assert intent.target is not None
    target, ranged = request.other(intent.target), shoots(request, intent)
    may_strike(request, target, ranged)
    return Strike(
        request.creature.name,
        intent.target,
        ranged=ranged,
        cover=intent.cover or 0,
        cover_given=intent.cover is not None,
        recoil_relief=intent.recoil_relief,
        rules=request.rules.cite("attack"),
    )


def may_strike(request: Request, target: Creature, ranged: bool) -> None:
    creature, rules, name = request.creature, request.rules, target.name
    begin_action(request, "attack")
    if target is creature:
        raise request.refuse("{name} cannot strike itself", "attack")
    if target.out:
        raise request.refuse("{name} is already down", "downed", name=name)
    if ranged:
        open_shot = request.intent.cover is not None or not shut_off(request.world, creature, target)
        if not open_shot or not rules.threat.sees(request.world, creature, target):
            raise unseen(request, target)
        item = getattr(request.intent, "with_", None)
        limited = shot_range(rules, creature, item) is not None  # without a range it may shoot at any distance
        far = out_of_range(request.world, creature, name, item) if limited else None
        if far is not None:
            raise Forbidden(far)
        return
    if not strikes_reach(request.world, creature, target) and not rules.threat.part_in_reach(
        request.world, creature, target
    ):
        if near_enough(rules, creature, target):
            raise unseen(request, target)
        topics = ["reach"]
        if not natural_reach(rules, creature):
            topics.append("reach.none")
        if creature.body.reach_weapon:
            topics.insert(0, "reach.weapon")
        if name == creature.condition.grabbed_by:
            topics.append("reach.part")
        raise request.refuse("{target} is out of {name}'s reach", *topics, target=name)


def shot_range(rules: Ruleset, creature: Creature, item: str | None) -> int | None:
    spec = None if item is None else rules.defined.items.get(item)
    own = None if spec is None or spec.weapon is None else spec.weapon.range
    return creature.body.range if own is None else own


def out_of_range(world: World, creature: Creature, target: str, item: str | None = None) -> Refusal | None:
    """Says why a shot is out of range; None if in range."""
    rules, most = world.rules, shot_range(world.rules, creature, item)
    if most is None:
        return Refusal(rules.cite_any("reach"), Message(_("{name} has no ranged attack"), {"name": creature.name}))
    other = world.named.get(target)
    if other is None:
        return None
    squares = squares_between(rules, creature.box, other.box)
    if squares <= rules.squares(most):
        return None
    text = _("{target} is {far} away; {name} can shoot at most {most}")
    values: dict[str, Value] = {
        "target": target,
        "far": rules.length(squares),
        "name": creature.name,
        "most": length(most, rules.feet),
    }
    return Refusal(rules.cite_any("reach"), Message(text, values))


def unseen(request: Request, target: Creature) -> Forbidden:
    """Returns the refusal of a strike that the ground or an obstacle blocks."""
    creature = request.creature
    deep = in_earth(request.world, target), in_earth(request.world, creature)
    topic = {(True, True): "within", (True, False): "into", (False, True): "out-of"}.get(deep)
    topics = ("line-of-effect",) if topic is None else (f"line-of-effect.{topic}-ground", "line-of-effect")
    return request.refuse("there is no line of effect from {name} to {target}", *topics, target=target.name)


def teleport(request: Request) -> Plan:
    intent: Teleport = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    begin_action(request, "teleport")
    who = creature if intent.target is None else request.other(intent.target)
    usual = creature.speed.listed.get("teleport") if who is creature else None
    if intent.distance is None and usual is None:
        text = _("{name} has no teleport speed and no effect grants a distance")
        if who is not creature:
            text = _("{target} cannot be sent by another's teleport speed; an effect must grant a teleport distance")
        raise request.refuse(text, "mode.teleport", "teleport", target=who.name)
    pays = payment_for(
        request, key="teleport-move" if intent.distance is None and "teleport-move" in rules.actions.costs else None
    )
    other = Request(world, who, intent)
    x, y = intent.to[0], intent.to[1]
    if (x, y) not in world.board:
        raise request.refuse("{place} is not on the board", "path", place=[x, y])
    to: Cube = (x, y, intent.to[2]) if len(intent.to) == 3 else (x, y, _rest(other, x, y))
    squares = rules.squares(intent.distance if intent.distance is not None else usual or 0)
    if teleport_squares(rules, who, to) > squares:
        raise request.refuse(
            "{place} is more than {far} away",
            "teleport.distance",
            "teleport",
            place=request.shown(to),
            far=rules.length(squares),
        )
    destination(other, to)
    if not obstruction.clear(world.board, creature.box, who.at(to)):
        raise request.refuse(
            "there is no line of effect to {place}", "teleport.line", "teleport", place=request.shown(to)
        )
    if who is not creature and not obstruction.clear(world.board, creature.box, who.box):
        raise request.refuse("there is no line of effect to {who}", "teleport.line", "teleport", who=who.name)
    if not intent.hazards and sent_into_danger(world, creature, who, to):
        raise request.refuse(
            "a teleport cannot put {who} into danger at {place}", "forced.safe", who=who.name, place=request.shown(to)
        )
    cited = rules.cite_any("teleport")
    stands = () if intent.stand is False else arrives_standing(rules, who, other=who is not creature)
    return Plan([Teleportation(who.name, to, cited, stands)], pays, cited)


def arrives_standing(rules: Ruleset, who: Creature, *, other: bool = False) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns (condition, rule ids) of each condition, such as prone, that a teleport ends."""
    if not who.prone or who.is_any(rules.conditions.unable) or who.has("cannot-stand"):
        return ()
    cited = rules.cite("teleport.prone-other" if other else "teleport.prone-self") or rules.cite_any("teleport")
    return (("prone", cited),)


def _rest(request: Request, x: int, y: int) -> int:
    return rest_over(request.world, request.creature, x, y)


def destination(request: Request, to: Cube) -> None:
    creature, world = request.creature, request.world
    if to == creature.cube:
        raise request.refuse("a teleport must end in another space", "teleport.new-space", "teleport")
    made = loose_ground(world, creature)
    bit = made.layout.bit(to)
    if not bit & made.enterable or bit & made.tight:
        raise request.refuse(
            "there is no room for {name} at {place}", "teleport.room", "terrain.blocked", place=request.shown(to)
        )
    other = occupant(world, creature, to)
    if other is not None:
        raise request.refuse(
            "{other} is already at {place}",
            "teleport.empty",
            "teleport",
            other=other.name,
            place=request.shown(to),
        )


def teleport_squares(rules: Ruleset, who: Creature, to: Cube) -> int:
    """Returns how many squares away a teleport to `to` takes a creature, whatever its size."""
    return squares_between(rules, Box(*who.cube, *who.cube), Box(*to, *to))


def occupant(world: World, who: Creature, to: Cube) -> Creature | None:
    """Returns the first creature in the space of a teleport to `to`; else None."""
    rules, space = world.rules, who.at(to)
    others = (one for one in world.creatures if one is not who and not rules.space.is_ground(rules, one))
    return next((other for other in others if overlap(space, other.box)), None)


def sent_into_danger(world: World, sender: Creature, who: Creature, to: Cube) -> bool:
    """True if the rules forbid to teleport an unwilling `who` into danger at `to`."""
    against_its_will = who.name != sender.name and not who.lets(sender)
    return against_its_will and world.rules.forced.teleports_safely and dangerous(world, who, to)


def sent_to(world: World, sender: Creature | None, who: Creature, there: Cube) -> Cube:
    """Returns where a teleport ends: at `there` or the nearest possible place."""

    def open_to(cube: Cube) -> bool:
        safe = sender is None or not sent_into_danger(world, sender, who, cube)
        return safe and occupant(world, who, cube) is None

    fits = there == who.cube or (forced_room(world, who, there) and has_room(world, who, there) and open_to(there))
    return there if fits else nearest_places(world, who, start=there, open_to=open_to)[0]


def fall(request: Request) -> Plan:
    """Plans the fall of a creature whose floor disappears. Riders fall beside their mount."""
    intent: Fall = request.intent
    target = request.creature if intent.target is None else request.other(intent.target)
    if intent.squares is not None and intent.squares < 0:
        raise request.refuse("a creature cannot fall {squares} squares", "fall", squares=intent.squares)
    cited, world = request.rules.cite_any("fall"), request.world
    mount = world.mount_of(target)
    off = place_for(world, mount, mount.box, target) if mount is not None and intent.squares is None else None
    return Plan([Drop(target.name, intent.squares, to=off, rules=cited)], (), cited)


def afflict(request: Request) -> Plan:
    """Plans the effect of an `afflict` intent: conditions and speeds from outside the rules."""
    intent: Afflict = request.intent
    rules = request.rules
    target = request.other(intent.target)
    acts: list[Act] = []
    for condition in (intent.condition, intent.lose):
        if condition is not None and condition not in rules.conditions.known:
            known = ", ".join(sorted(rules.conditions.known))
            raise request.refuse(
                "{game} has no condition {condition}; it has {known}",
                "condition",
                game=rules.title,
                condition=repr(condition),
                known=known,
            )
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


def interact(request: Request) -> Plan:
    begin_action(request, "interact")
    pays = payment_for(request)
    return Plan([], pays)


def end(request: Request) -> Plan:
    request.rules.movement.gate(request, "end")
    return Plan([TurnUpdate(request.creature.name, ends_turn=True)], ())


# ---------------------------------------------------------------- items


def equip(request: Request) -> Plan:
    intent: Equip = request.intent
    begin_action(request, "interact")
    pays = ready(request, intent.item)
    return Plan([_taking(request, intent.item)], pays, request.rules.cite("equip"))


def armed(request: Request, planner: Callable[[Request], Plan]) -> Plan:
    """Plans a strike with the named weapon. If necessary, the weapon is drawn first."""
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
    """Returns the actions that equipping an item costs. Refuses missing and used items."""
    if in_use_now(request, item):
        raise request.refuse(
            _("{name} already has {item} equipped"), "equip", name=request.creature.name, item=item_title(request, item)
        )
    return payment_for(request, key="equip")


def taken_along(request: Request, item: str, topic: str, *, away: bool) -> Effect:
    """Returns the effect of drawing a weapon during a move, or with `away` of sheathing it."""
    _weapon(request, item)
    if in_use_now(request, item) != away:
        text = _("{name} already has {item} equipped") if not away else _("{name} does not have {item} in hand")
        raise request.refuse(text, topic, name=request.creature.name, item=item_title(request, item))
    return _taking(request, item, topic, away=away)


def in_use_now(request: Request, item: str) -> bool:
    creature = request.creature
    gear: Gear | None = creature.parts.get(Gear)
    if gear is None or item not in gear.items:
        listed = Message(", ".join(gear.items)) if gear is not None and gear.items else Message(_("none"))
        text = _("{item} is not one of {name}'s items; {name} has {listed}")
        raise request.refuse(text, "equip", item=item, name=creature.name, listed=listed)
    spec = request.rules.defined.items[item]
    if spec.weapon is None and spec.slot is None:
        raise request.refuse(_("{item} is neither worn nor wielded"), "equip", item=item_title(request, item))
    return in_use(creature, item)


def _weapon(request: Request, item: str) -> bool:
    spec = request.rules.defined.items.get(item)
    if spec is not None and spec.weapon is None:
        raise request.refuse(_("{item} is no weapon"), "equip", item=item_title(request, item))
    return True


def _taking(request: Request, item: str, topic: str = "equip", *, away: bool = False) -> Effect:
    name = request.creature.name
    return Effect(acts=(EquipItem(target=name, item=item, away=away),), by=name, rules=request.rules.cite(topic))
