"""Falls, collisions, full attacks, dropped objects, casting in mid-fall."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Literal, TypeAlias

from ....components.intents import Carry, DropObject, Fall, Interact
from ....components.plan import Act, Check, Drop, ForcedMove, Halt, Harm, Strike, Sweep, TurnUpdate, Walk
from ....components.position import Cube
from ...dice import Roll
from ...effects.verbs import gain, hurt, lose, roll, roll_check
from ...field.forced_steps import forced_fits, opens_onto, out_of_depth, settle_forced
from ...field.support import depth_below, holds_at, landing
from ...geometry.boxes import Box, footprint, overlap, row_order, step_of
from ...legality.planners import moving_others
from ...legality.planners import single_actions as acting
from ...legality.planners.moving_others import named_path
from ...legality.request import able_to_act, begin_action, payment_for
from ...messages import _, english
from ...rules.budget import squares_between
from ...rules.ruleset import AttackRoll, Request, Ruleset, SizeRow, World
from ...state.creature import Creature
from ...state.verdict import Plan
from ..memories import OpenFullAttack, Training
from ..shared.d20 import surface_modifier
from ..shared.spaces import helpless
from .moves import beside_blocked, ready

# ---------------------------------------------------------------- falls and collisions

MOST_DICE = 20
"""The most damage dice of a fall. (ep.fall.maximum)"""

TEN = 10
"""Feet of fall or speed per damage die."""

DEEP = 2
"""The depth in squares from which water softens a fall. (ep.water.first-twenty)"""

CHECK_DC = 15
"""The DC for jumps, dives and falls. (ep.fall.jump-check, ep.water.dive)"""


def land(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Applies the end of a fall: damage for each ten feet. A damaged creature falls prone.

    Rules: ep.fall.damage, ep.fall.surface, ep.fall.no-save, ep.fall.kind, ep.fall.prone,
    ep.fall.teleport-keeps-momentum, ep.water.first-twenty, ep.water.next-twenty, ep.water.beyond-forty,
    ep.forced-3d.no-falling-in-water.
    """
    rules, board = world.rules, world.board
    x, y, low = place
    start = low + squares - drop.fallen
    depth = depth_below(world, creature, place)
    if (x, y) in board and not drop.fallen and board.watery(x, y, start):
        if low >= board.floor(x, y):
            return
        # Farther than the water is deep: a fall into it, not sinking in it.
        depth = board.tile(x, y).water
    squares = max(squares - drop.relief, 0)
    if depth >= DEEP:
        dice = into_water(world, creature, drop, squares, depth)
    else:
        dice = [Roll(onto_ground(world, creature, drop, squares), 6)]
    cited = rules.cite("fall.water" if depth >= DEEP else "fall.damage")
    amount, left, per_die = 0, limit(rules), surface_modifier(world, creature, place)
    if left is not None and sum(part.count for part in dice) > left:
        cited += rules.cite("fall.maximum")
    if per_die:
        cited += rules.cite("fall.surface")
    for part in dice:
        count = part.count if left is None else min(part.count, left)
        left = None if left is None else left - count
        if count:
            amount += roll(world, creature, "falling", Roll(count, part.sides), per_die=per_die, rules=cited)
    if any(part.count for part in dice) and hurt(world, creature, amount, "falling", rules=cited):
        gain(world, creature, "prone", rules=rules.cite("fall.prone"))


def limit(rules: Ruleset) -> int | None:
    return None if rules.setting("fall-maximum") == "none" else MOST_DICE


def onto_ground(world: World, creature: Creature, drop: Drop, squares: int) -> int:
    """Returns how many dice of damage a fall onto solid ground deals.

    Rules: ep.fall.acrobatics, ep.fall.jump-first-ten, ep.fall.jump-check.
    """
    dice = squares * 5 // TEN
    if drop.leaping:
        dice = max(dice - 1, 0)
        topic = "leap.check"
    elif world.rules.setting("fall-acrobatics") == "any-fall":
        topic = "fall.acrobatics"
    else:
        return dice
    return dice - 1 if dice and passes(world, creature, "acrobatics", CHECK_DC, topic) else dice


def into_water(world: World, creature: Creature, drop: Drop, squares: int, depth: int) -> list[Roll]:
    """Returns the damage dice of a fall into deep water.

    Rules: ep.water.first-twenty, ep.water.next-twenty, ep.water.beyond-forty, ep.water.dive, ep.water.dive-dc.
    """
    feet = squares * 5
    tens = feet // TEN
    if drop.leaping and tens > 2 and depth * 5 >= TEN * -(-feet // 30):
        skill = max(("acrobatics", "movement"), key=lambda name: creature.skill(name))
        if passes(world, creature, skill, CHECK_DC + 5 * (feet // 50), "dive"):
            return []
    return [Roll(min(max(tens - 2, 0), 2), 3), Roll(max(tens - 4, 0), 6)]


def passes(world: World, creature: Creature, skill: str, dc: int, topic: str) -> bool:
    check = Check(creature.name, skill, creature.skill(skill), dc, world.rules.cite(topic))
    return roll_check(world, check) == "success"


def arrived(world: World, creature: Creature) -> None:
    """Applies the end of a fall to a falling creature that has teleported to the ground.

    (ep.fall.teleport-keeps-momentum)
    """
    fallen = creature.condition.fallen
    if not fallen or holds_at(world, creature, creature.cube) is None:
        return
    creature.condition.fallen = 0
    lose(world, creature, "falling")
    land(world, creature, Drop(creature.name, fallen=fallen), fallen, creature.cube)


# ---------------------------------------------------------------- collisions


def collide(world: World, creature: Creature, rate: int) -> None:
    """Damages a creature in a collision: one die for every ten feet of its speed.

    Rules: ep.collision.damage, ep.fall.maximum.
    """
    most = limit(world.rules)
    dice = rate // TEN if most is None else min(rate // TEN, most)
    if dice:
        cited = world.rules.cite("collision.damage")
        amount = roll(world, creature, "collision", Roll(dice, 6), rules=cited)
        hurt(world, creature, amount, "collision", rules=cited)


def ran_into(world: World, creature: Creature, walk: Walk, at: Cube) -> None:
    """Damages a running creature that has hit something it did not see.

    Rules: ep.collision.not-cautious-only, ep.collision.cautious-safe, ep.run.reckless.
    """
    collide(world, creature, walk.rate)


def swept(world: World, body: Creature, forced_move: Sweep, met: Creature | None) -> None:
    """Damages a creature that is swept by force into an object or another creature.

    Rules: ep.collision.not-cautious-only, ep.collision.objects, ep.collision.creatures.
    """
    if met is None:
        if not body.has("object"):
            collide(world, body, forced_move.rate)
    elif body.has("object") != met.has("object"):
        collide(world, met if body.has("object") else body, forced_move.rate)


def carry(request: Request) -> Plan:
    """Plans a carry: to sweep a creature along by force, or to carry a willing one."""
    intent: Carry = request.intent
    creature, rules = request.creature, request.rules
    target = request.other(intent.target)
    if intent.speed is not None:
        steps = named_path(request, target, intent.path)
        by = creature.name if creature is not target else None
        cited = rules.cite("swept")
        forced_move = ForcedMove(target.name, steps, "carry", by, len(steps), rules=cited)
        if intent.speed:
            forced_move = Sweep(
                target.name, steps, "carry", by, len(steps), rate=intent.speed, endured=True, rules=cited
            )
        return Plan([forced_move], (), cited)
    # The creature taken along is in the mover's own space and set down beside it, as the source does not say otherwise.
    ready(request, "carry")
    if target is creature:
        raise request.refuse("{name} cannot carry itself", "carry")
    if not (target.lets(creature) or target.has("object") or helpless(rules, target)):
        raise request.refuse("{other} does not agree to be carried by {name}", "carry", other=target.name)
    return moving_others.take_along(request, target)


# ---------------------------------------------------------------- the floor gone


def fall(request: Request) -> Plan:
    """Plans a fall because the floor disappears. A rider falls off; a swimmer sinks.

    Rules: ep.collision.dismount, ep.forced-3d.no-falling-in-water.
    """
    intent: Fall = request.intent
    target = request.creature if intent.target is None else request.other(intent.target)
    mount = request.world.mount_of(target)
    if mount is not None and (intent.squares is None or intent.squares <= mount.size.side):
        return thrown_off(request, target, mount)
    if intent.squares is None and (deep := water_below(request.world, target)):
        return Plan([Drop(target.name, deep, rules=request.rules.cite("fall"))], (), request.rules.cite("fall"))
    return acting.fall(request)


def water_below(world: World, swimmer: Creature) -> int:
    board, box = world.board, swimmer.box
    squares = [square for square in box.footprint if square in board]
    if not any(board.watery(x, y, box.z0) for x, y in squares):
        return 0
    return max(box.z0 - max(board.floor(x, y) for x, y in squares), 0)


def thrown_off(request: Request, rider: Creature, mount: Creature) -> Plan:
    """Plans the fall of a thrown-off rider to a free square beside its mount.

    A rider wider than its mount keeps its seat if there is no room.
    """
    rules = request.rules
    rate = rules.movement.speeds(rules, mount).get("walk", 0) if mount.turn.moved else 0
    if mount.turn.ran and rules.setting("collision-speed") == "action-rate":
        rate *= rules.movement.run_factor(rules, mount)
    most = limit(rules)
    dice = rate // TEN if most is None else min(rate // TEN, most)
    there = beside(request.world, rider, mount)
    # one that is wider than its mount has no room in the mount's squares either, and keeps its seat
    keeps_seat = there is None and rider.size.side > mount.size.side
    acts: list[Act] = [] if keeps_seat else [TurnUpdate(rider.name, mount="")]
    if there is not None:
        near = max(abs(d) for d in step_of(rider.cube, there)) == 1
        near = near and forced_fits(request.world, rider, rider.cube, there, creatures=False) is None
        acts.append(
            ForcedMove(rider.name, [there], "carry", mount.name, 1, rules=rules.cite("dismount"))
            if near
            else Drop(rider.name, to=there, relief=max(rider.cube[2] - there[2], 0), rules=rules.cite("dismount"))
        )
    if dice:
        acts.append(Harm(rider.name, f"{dice}d6", "collision", rules=rules.cite("dismount")))
    return Plan(acts, (), rules.cite("dismount"))


def beside(world: World, rider: Creature, mount: Creature) -> Cube | None:
    """Returns the first free place beside a mount for its rider, if possible outside deep water."""
    box, side = mount.box, rider.size.side
    places = [
        settle_forced(world, rider, (x, y), (x, y, box.z0))
        for y in range(box.y0 - side, box.y1 + 2)
        for x in range(box.x0 - side, box.x1 + 2)
    ]
    for there in sorted(places, key=lambda there: (out_of_depth(world, rider, there), row_order(there))):
        space = rider.at(there)
        if overlap(space, box) or any(
            overlap(space, other.box) for other in world.creatures if other not in (rider, mount)
        ):
            continue
        x, y, z = there
        room = all((a, b) in world.board and not world.board.blocked(a, b, z) for a, b in footprint(side, there))
        if room and opens_onto(world, rider, box, (x, y)):
            return there
    return None


# ---------------------------------------------------------------- full attacks

DROP = 5
"""The bonus lost with each further base attack."""


@dataclass(frozen=True, slots=True)
class FullAttackBudget:
    """The strikes of a full attack that are left, best first.

    A 5-foot step gives up the worst base attack, and bonus attacks with the same bonus.

    (ep.step.full-attack-shared-budget, ep.step.full-attack-worst-first, ep.step.full-attack-class-cap,
    ep.step.full-attack-multiclass, ep.step.full-attack-bonus-lost, ep.step.full-attack-best-bonus-last)
    """

    base: tuple[int, ...]
    extra: tuple[int, ...]
    cap: int
    """The most 5-foot steps."""
    is_open: bool
    made: int
    traded: int

    @classmethod
    def of(cls, rules: Ruleset, creature: Creature) -> "FullAttackBudget":
        body, used = creature.body, creature.own(OpenFullAttack)
        classes = creature.own(Training).class_attacks or (body.attacks,)
        number = max(classes)
        base = tuple(bonus for bonus, _ in zip(count(body.attack, -DROP), range(number), strict=False))
        return cls(
            base,
            body.bonus_attacks,
            classes[0] if rules.setting("step-attacks-class") == "favored" else number,
            used.opened,
            used.made,
            used.traded,
        )

    @property
    def strikes(self) -> list[tuple[int, bool]]:
        """Returns (attack bonus, True for a base attack) of each strike that is left."""
        kept = self.base[: len(self.base) - self.traded]
        lost = self.base[len(kept) :]
        found = [(bonus, True) for bonus in kept]
        found += [(bonus, False) for bonus in self.extra if bonus not in lost or bonus in kept]
        return sorted(found, key=lambda strike: (-strike[0], not strike[1]))

    @property
    def next_bonus(self) -> int | None:
        """Returns the attack bonus of the next strike; None if no strike is left."""
        strikes = self.strikes
        return strikes[self.made][0] if self.made < len(strikes) else None

    @property
    def tradable(self) -> int:
        """Returns how many attacks the creature can still trade for 5-foot steps."""
        struck = sum(1 for _, is_base in self.strikes[: self.made] if is_base)
        return min(len(self.base) - struck, self.cap) - self.traded


def strikes(creature: Creature) -> int:
    return max(creature.own(Training).class_attacks or (creature.body.attacks,)) + len(creature.body.bonus_attacks)


def opening(creature: Creature) -> TurnUpdate:
    used = creature.own(OpenFullAttack)
    return TurnUpdate(creature.name, remember=OpenFullAttack(opened=True, made=-used.made, traded=-used.traded))


# ---------------------------------------------------------------- casting in mid-fall

CastingTime: TypeAlias = Literal["immediate", "swift", "move", "standard", "full-round"]

FALL_FOR_CASTING = 500
"""A fall must be longer, except for immediate spells."""


def may_cast_falling(feet: int, casting_time: CastingTime) -> bool:
    """True if a fall of `feet` lasts long enough to cast a spell. (ep.fall.casting)"""
    return casting_time == "immediate" or feet > FALL_FOR_CASTING


def falling_casting_dc(spell_level: int) -> int:
    """Returns the difficulty of the check to cast a spell during a fall.

    Rules: ep.fall.casting-check.
    """
    if spell_level < 0:
        raise ValueError(f"a spell level is 0 or more, not {spell_level}")
    return 10 + 4 * spell_level


# ---------------------------------------------------------------- strikes and objects

OBJECT_DICE: Mapping[str, int] = {
    "tiny": 1, "small": 2, "medium": 3, "large": 5, "huge": 8, "gargantuan": 13, "colossal": 21, "titanic": 34,
}  # fmt: skip
"""By an object's size; smaller ones are harmless. (ep.object.dice)"""

INCREMENT = 20
"""The range increment of a dropped object in feet. (ep.object.attack)"""

PER_INCREMENT = -2
"""The attack modifier per increment."""

CUMBERSOME = -4
"""To the attack beside blocked squares. (ep.blocked.cumbersome)"""


CUMBERSOME_WEAPONS = frozenset({"cumbersome", "cumbersome-weapon"})
"""Traits of cumbersome weapons."""


def prepaid(creature: Creature, do: str) -> bool:
    return do == "attack" and creature.own(OpenFullAttack).opened


def drawn(request: Request) -> tuple[Act, int | None] | None:
    """Returns (act that counts a strike, its bonus) in an open full attack; else None.

    (ep.step.full-attack-worst-first, ep.step.full-attack-shared-budget)
    """
    creature = request.creature
    if not creature.own(OpenFullAttack).opened:
        return None
    budget = FullAttackBudget.of(request.rules, creature)
    if budget.next_bonus is None:
        raise request.refuse(_("{name} already finished its full attack"), "step.budget", "actions")
    return TurnUpdate(creature.name, remember=OpenFullAttack(made=1)), budget.next_bonus


def opened(request: Request, first: Strike | None) -> list[Act]:
    """Returns the acts that begin a full attack, with its best strike first. (ep.step.timing)"""
    budget, acts = FullAttackBudget.of(request.rules, request.creature), [opening(request.creature)]
    if first is None or not budget.base:
        return [*acts]
    first.bonus = max(budget.base[0], *budget.extra, budget.base[0])
    return [*acts, TurnUpdate(request.creature.name, remember=OpenFullAttack(made=1)), first]


def cumbersome(blow: AttackRoll) -> None:
    """Adds the penalty of a cumbersome weapon in a strike beside blocked squares.

    (ep.blocked.cumbersome, ep.hazard.weapons)
    """
    held = not CUMBERSOME_WEAPONS.isdisjoint(blow.striker.body.traits)
    if held and not blow.strike.ranged and beside_blocked(blow.world, blow.striker):
        blow.to_hit.append(("cumbersome", CUMBERSOME))


def object_dice(rules: Ruleset, size: str, height: int) -> int:
    """Returns how many dice of damage a falling object deals; `height` is in feet.

    Rules: ep.object.dice, ep.object.height.
    """
    dice = OBJECT_DICE.get(size, 0)
    if size not in OBJECT_DICE and rules.sizes.rows[size].rank > 0:
        dice = OBJECT_DICE["titanic"]
    if not dice or rules.setting("object-height") == "size-only":
        return dice
    most = limit(rules)
    fallen = height // TEN
    return dice + (fallen if most is None else min(fallen, MOST_DICE))


def drop_object(request: Request) -> Plan:
    """Plans the fall of a heavy object that a creature drops.

    Rules: ep.object.attack, ep.object.area, ep.object.nature, ep.object.environmental, ep.object.traps.
    """
    intent: DropObject = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    if intent.size not in rules.sizes.rows:
        raise request.refuse(
            "there is no size {size}; there are {known}",
            "object.dice",
            size=repr(intent.size),
            known=", ".join(rules.sizes.rows),
        )
    x, y = intent.at[0], intent.at[1]
    if (x, y) not in world.board:
        raise request.refuse("{place} is not on the board", "path", place=[x, y])
    pays: tuple[str, ...] = ()
    if not intent.unaided:
        able_to_act(request)
        paid = payment_for(request)
        pays = paid
    row = rules.sizes.rows[intent.size]
    area = columns(request, (x, y), row, intent.at[2] if len(intent.at) == 3 else None)
    hit = [c for c in world.creatures if not c.has("object") and any(overlap(c.box, cube) for cube in area)]
    if not intent.unaided:
        hit = [c for c in hit if c is not creature and not c.out]
        hit = hit[:1] if row.side == 1 else hit
    acts: list[Act] = []
    dice = intent.damage
    kind = "object"
    if dice is None:
        count = object_dice(rules, intent.size, intent.height)
        if intent.unaided and rules.setting("environmental-object") == "collision":
            most = limit(rules)
            count = intent.height // TEN if most is None else min(intent.height // TEN, most)
            kind = "collision"
        dice = f"{count}d6" if count else "0"
    topics = ["object.unaided" if intent.unaided else "object"]
    if intent.damage is not None:
        topics.append("object.traps")
    elif intent.height >= TEN:
        topics.append("object.height")
    topics += ["object.nature"] if intent.modifier else []
    topics += ["object.area"] if row.side > 1 else []
    cited = rules.cite(*topics)
    for target in hit:
        if intent.unaided:
            acts.append(Harm(target.name, str(dice), kind, intent.modifier, cited))
            continue
        strike = Strike(creature.name, target.name, ranged=True, rules=cited)
        strike.dice, strike.per_die, strike.kind = str(dice), intent.modifier, kind
        increments = squares_between(rules, creature.box, target.box) * rules.unit // INCREMENT
        if increments:
            strike.modifiers = (("range", PER_INCREMENT * increments),)
        acts.append(strike)
    return Plan(acts, pays, cited)


def columns(request: Request, corner: tuple[int, int], row: SizeRow, level: int | None) -> list[Box]:
    board = request.world.board
    x0, y0 = corner
    high = max(int(row.room) // 5, row.side)
    found = []
    for y in range(y0, min(y0 + row.side, board.height)):
        for x in range(x0, min(x0 + row.side, board.width)):
            low = board.stand(x, y) if level is None else level
            found.append(Box(x, y, low, x, y, low + high - 1))
    return found


def interact(request: Request) -> Plan:
    """Plans an action without movement, such as casting a spell.

    Rules: ep.fall.casting, ep.fall.casting-check, ep.walk.synonyms.
    """
    intent: Interact = request.intent
    creature, rules = request.creature, request.rules
    begin_action(request, "interact")
    immediate = intent.action == "immediate"
    pays: tuple[str, ...] = () if immediate else payment_for(request)
    casts = intent.what in ("cast", "spell") or intent.level > 0
    if not casts or "falling" not in creature.condition.held:
        return Plan([], pays)
    below = creature.cube[2] - landing(request.world, creature, creature.cube)
    feet = (creature.condition.fallen + below) * 5
    times: dict[str, CastingTime] = {"immediate": "immediate", "swift": "swift", "move": "move"}
    time = times.get(intent.action or "standard", "standard")
    if not may_cast_falling(feet, time):
        raise request.refuse("{name} falls only {feet} feet, too short to cast a spell", "fall.casting", feet=feet)
    lost = Halt(english("the spell is lost"), rules.cite("fall.casting-check"))
    check = Check(
        creature.name,
        "caster",
        creature.skill("caster", "concentration"),
        falling_casting_dc(intent.level),
        rules.cite("fall.casting-check"),
        failure=[lost],
    )
    return Plan([check], pays)
