"""What a brain expects: of a strike, of the ground, of standing somewhere. Rough figures in hit points."""

from ...components.motion import Act, Check, Shove
from ...components.position import Cube
from ..creature import Creature
from ..dice import parse
from ..forced import forced_fits
from ..geometry import squares_between
from ..threat import can_threaten, has_reaction, reaches_box
from .view import View

FALL_HURTS = 1.75
"""Hit points that a square fallen is reckoned to cost."""
HAZARD_HURTS = 8.0
"""Hit points that a hazard whose harm is not known is reckoned to cost."""
BAFFLED = 3.0
"""Hit points that the time lost at the bottom of a pit is reckoned to be worth."""


def average(damage: str | int | None) -> float:
    """The average of a roll such as `2d6+3`."""
    if damage is None:
        return 0.0
    roll = parse(damage)
    return max(roll.count * (roll.sides + 1) / 2 + roll.plus, 0.0)


def chance_to_hit(striker: Creature, target: Creature, bonus: int = 0) -> float:
    """How likely 1d20 and the bonuses meet the target's defence."""
    needed = target.body.ac - striker.body.attack - bonus
    return min(max((21 - needed) / 20, 0.05), 0.95)


def blow(striker: Creature, target: Creature, bonus: int = 0) -> float:
    """What one strike is expected to take off the target; more than it has is worth no more."""
    dealt = average(striker.body.damage)
    if target.health.hp is not None:
        dealt = min(dealt, max(target.health.hp, 1))
    return chance_to_hit(striker, target, bonus) * dealt


def worth(view: View, target: Creature, at: Cube | None = None) -> float:
    """What striking a target from a place is worth: its expected loss, more if that may down it or save a friend."""
    rules, me = view.rules, view.me
    bonus = rules.flank_bonus if rules.flanking and view.flanks(target, at) else 0
    value = blow(me, target, bonus)
    left = target.health.hp
    if left is not None and left <= average(me.body.damage):
        value += 3 * chance_to_hit(me, target, bonus)
    if any(reaches_box(view.world, target, ally.box) and hurt(ally) for ally in view.allies):
        value *= 1.25
    return value


def hurt(creature: Creature) -> bool:
    """Whether it has no more than half its hit points left."""
    health = creature.health
    return health.hp is not None and health.full is not None and 2 * health.hp <= health.full


def spent(creature: Creature) -> bool:
    """Whether it has no more than a third of its hit points left."""
    health = creature.health
    return health.hp is not None and health.full is not None and 3 * health.hp <= health.full


def ground_harm(view: View, creature: Creature, at: Cube) -> float:
    """What the ground of a place is expected to do to whoever enters it."""
    board, side, harm = view.world.board, creature.size.side, 0.0
    x, y, z = at
    for south in range(y, y + side):
        for east in range(x, x + side):
            if (east, south) not in board or board.stand(east, south) < z:
                continue
            tile = board.tile(east, south)
            if tile.damage is not None:
                harm = max(harm, average(tile.damage))
            elif tile.hazard:
                harm = max(harm, HAZARD_HURTS)
    return harm


def way_harm(view: View, path: tuple[Cube, ...]) -> float:
    """What the ground of a way is expected to do."""
    return sum(ground_harm(view, view.me, cube) for cube in path)


def opportunities_harm(view: View, names: tuple[str, ...]) -> float:
    """What the reaction attacks of some enemies are expected to do."""
    return sum(blow(view.world.named[name], view.me) for name in names)


def menace(view: View, at: Cube) -> float:
    """What the enemies that reach a place from where they stand may do there in a round."""
    box = view.me.at(at)
    return sum(
        blow(foe, view.me)
        for foe in view.enemies
        if foe.body.damage is not None and foe.body.threatens and reaches_box(view.world, foe, box)
    )


def engaged(view: View) -> bool:
    """Whether an enemy would react to its walking away."""
    world, me = view.world, view.me
    return any(
        can_threaten(world, foe) and has_reaction(world, foe) and reaches_box(world, foe, me.box)
        for foe in view.enemies
    )


def elbow_room(view: View, at: Cube) -> int:
    """Squares to the nearest enemy from a place."""
    box = view.me.at(at)
    return min((squares_between(view.rules, box, foe.box) for foe in view.enemies), default=0)


def shove_harm(view: View, target: Creature, acts: list[Act]) -> float:
    """What a shove is expected to do to its target by where it leads: falls, hazards, harmful ground."""
    for act in acts:
        if isinstance(act, Check):
            return 0.5 * shove_harm(view, target, act.success)
        if isinstance(act, Shove):
            here, harm = target.cube, 0.0
            for there in act.steps:
                if forced_fits(view.world, target, here, there) is not None:
                    break  # something is in the way: it stops short of whatever lies beyond
                harm = max(harm, _place_harm(view, target, there))
                here = there
            return harm
    return 0.0


def _place_harm(view: View, target: Creature, at: Cube) -> float:
    board, (x, y, z) = view.world.board, at
    if (x, y) not in board or board.blocked(x, y, z):
        return 0.0
    harm = ground_harm(view, target, (x, y, board.stand(x, y)))
    aloft = view.rules.stays_aloft(view.rules, target)
    drop = z - board.stand(x, y)
    if drop >= 2 and not aloft and target.size.side == 1:
        harm += FALL_HURTS * drop + BAFFLED
    return harm
