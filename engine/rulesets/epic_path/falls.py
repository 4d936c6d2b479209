"""Falls and collisions: how they begin, and the damage that they do."""

from ....components.intents import Carry, Fall
from ....components.plan import Act, Check, Drop, ForcedMove, Harm, Teleportation, TurnUpdate, Walk
from ....components.position import Cube
from ...dice import Roll
from ...effects.hit_points import gain, hurt, lose, roll
from ...geometry.boxes import footprint, overlap
from ...geometry.directions import row_order, step_of
from ...legality.planners import carrying_along
from ...legality.planners import single_actions as acting
from ...legality.planners.pushes import named_path
from ...rules.ruleset import Request, Ruleset, World
from ...space.forced_steps import forced_fits, settle_forced
from ...space.open_ways import opens_onto
from ...space.support import depth_below, holds_at
from ...state.creature import Creature
from ...state.verdict import Plan
from ..shared.check_rolls import d20_check
from ..shared.falling_damage import surface_modifier
from ..shared.space_sharing import helpless
from .moves import ready

MOST_DICE = 20
"""Dice of a fall or a collision in ordinary air. (ep.fall.maximum)"""

TEN = 10
"""Feet of a fall for each die."""

DEEP = 2
"""The depth of water in squares that softens a fall into it. (ep.water.first-twenty)"""

CHECK_DC = 15
"""The DC of the checks of a jump, a dive and a fall. (ep.fall.jump-check, ep.water.dive)"""


def landing(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Deals damage for every full ten feet; a creature that takes any is prone.

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
    if depth >= DEEP:
        dice = into_water(world, creature, drop, squares, depth)
    else:
        dice = [Roll(onto_ground(world, creature, drop, squares), 6)]
    cited = rules.cite("fall.water" if depth >= DEEP else "fall.damage")
    amount, left = 0, limit(rules)
    for part in dice:
        count = part.count if left is None else min(part.count, left)
        left = None if left is None else left - count
        if count:
            per_die = surface_modifier(world, creature, place)
            amount += roll(world, creature, "falling", Roll(count, part.sides), per_die=per_die, rules=cited)
    if any(part.count for part in dice) and hurt(world, creature, amount, "falling", rules=cited):
        gain(world, creature, "prone", rules=rules.cite("fall.prone"))


def limit(rules: Ruleset) -> int | None:
    """The most dice that one fall or collision deals."""
    return None if rules.setting("fall-maximum") == "none" else MOST_DICE


def onto_ground(world: World, creature: Creature, drop: Drop, squares: int) -> int:
    """Dice of a fall onto something solid; the first is harmless in a deliberate jump.

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
    """Dice of a fall into deep water: twenty feet free, twenty at half, the rest in full; a dive may be harmless.

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
    """Whether a check during a fall succeeds."""
    check = Check(creature.name, skill, creature.skill(skill), dc, world.rules.cite(topic))
    return d20_check(world, check) == "success"


def arrived(world: World, creature: Creature) -> None:
    """Lands a falling creature teleported to firm ground at its speed. (ep.fall.teleport-keeps-momentum)"""
    fallen = creature.condition.fallen
    if not fallen or holds_at(world, creature, creature.cube) is None:
        return
    creature.condition.fallen = 0
    lose(world, creature, "falling")
    landing(world, creature, Drop(creature.name, fallen=fallen), fallen, creature.cube)


# ---------------------------------------------------------------- collisions


def collide(world: World, creature: Creature, rate: int) -> None:
    """Deals a die for every ten feet of speed at the collision; it knocks no creature prone.

    Rules: ep.collision.damage, ep.fall.maximum.
    """
    most = limit(world.rules)
    dice = rate // TEN if most is None else min(rate // TEN, most)
    if dice:
        cited = world.rules.cite("collision.damage")
        amount = roll(world, creature, "collision", Roll(dice, 6), rules=cited)
        hurt(world, creature, amount, "collision", rules=cited)


def ran_into(world: World, creature: Creature, walk: Walk, at: Cube) -> None:
    """Carries out a run or charge into something unseen.

    Rules: ep.collision.not-cautious-only, ep.collision.cautious-safe, ep.run.reckless.
    """
    collide(world, creature, walk.rate)


def swept(world: World, body: Creature, forced_move: ForcedMove, met: Creature | None) -> None:
    """Carries out a swept body's meeting: objects collide, creatures let each other pass.

    Rules: ep.collision.not-cautious-only, ep.collision.objects, ep.collision.creatures.
    """
    if met is None:
        if not body.has("object"):
            collide(world, body, forced_move.rate)
    elif body.has("object") != met.has("object"):
        collide(world, met if body.has("object") else body, forced_move.rate)


def carry(request: Request) -> Plan:
    """Plans sweeping a creature along at a speed, or a move with a willing creature in tow."""
    intent: Carry = request.intent
    creature, rules = request.creature, request.rules
    target = request.other(intent.target)
    if intent.speed is not None:
        steps = named_path(request, target, intent.path)
        by = creature.name if creature is not target else None
        forced_move = ForcedMove(
            target.name, steps, "carry", by, len(steps), rate=intent.speed, rules=rules.cite("swept")
        )
        return Plan([forced_move], (), rules.cite("swept"))
    # The creature taken along is in the mover's own space and set down beside it, as the source does not say otherwise.
    ready(request, "carry")
    free = target.lets(creature) or target.has("object") or helpless(rules, target)
    if target is creature or not free:
        raise request.refuse(f"{target.name} does not let {creature.name} take it along", "carry")
    return carrying_along.take_along(request, target)


# ---------------------------------------------------------------- the floor gone


def fall(request: Request) -> Plan:
    """Plans the loss of the floor; a rider falls off its mount, a swimmer sinks.

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
    """Squares that a swimmer sinks: to the highest bed under its space."""
    board, box = world.board, swimmer.box
    squares = [square for square in box.footprint if square in board]
    if not any(board.watery(x, y, box.z0) for x, y in squares):
        return 0
    return max(box.z0 - max(board.floor(x, y) for x, y in squares), 0)


def thrown_off(request: Request, rider: Creature, mount: Creature) -> Plan:
    """Plans a rider's fall off its mount at the mount's speed, into the first free square beside it in row order."""
    rules = request.rules
    rate = rules.movement.speeds(rules, mount).get("walk", 0)
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
        acts.append(
            ForcedMove(rider.name, [there], "carry", mount.name, 1, rules=rules.cite("dismount"))
            if near
            else Teleportation(rider.name, there, rules.cite("dismount"))
        )
    if dice:
        acts.append(Harm(rider.name, f"{dice}d6", "collision", rules=rules.cite("dismount")))
    return Plan(acts, (), rules.cite("dismount"))


def beside(world: World, rider: Creature, mount: Creature) -> Cube | None:
    """The first free place next to a mount, in row order."""
    box, side = mount.box, rider.size.side
    places = [
        settle_forced(world, rider, (x, y), (x, y, box.z0))
        for y in range(box.y0 - side, box.y1 + 2)
        for x in range(box.x0 - side, box.x1 + 2)
    ]
    for there in sorted(places, key=row_order):
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


__all__ = ["arrived", "carry", "collide", "fall", "forced_fits", "landing", "ran_into", "swept"]
