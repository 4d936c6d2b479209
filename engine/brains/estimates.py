"""Estimated damage of strikes and terrain, in hit points."""

from collections.abc import Iterator, Mapping, Sequence

from ...components.events import Damaged
from ...components.intents import Forced, Intent
from ...components.plan import Act, Check, ForcedMove
from ...components.position import Cube
from ..board.board import Board
from ..combat.threat import can_threaten, has_reaction, reaches_box
from ..dice import parse
from ..field.forced_steps import forced_fits
from ..state.creature import Creature
from .view import View

FALL_HURTS = 1.75
"""Hit points per square fallen."""
HAZARD_HURTS = 8.0
"""A hazard of unknown damage."""
BAFFLED = 3.0
"""Time lost in a pit."""


def average(damage: str | int | None) -> float:
    """The mean of a roll; 0 for None."""
    return 0.0 if damage is None else max(parse(damage).mean, 0.0)


def spent(creature: Creature) -> bool:
    """True with at most a third of its hit points."""
    health = creature.health
    return health.hp is not None and health.full is not None and 3 * health.hp <= health.full


def hale(creature: Creature) -> bool:
    """True with two thirds of its hit points, or without any."""
    health = creature.health
    return health.hp is None or health.full is None or 3 * health.hp >= 2 * health.full


def ground_harm(view: View, creature: Creature, at: Cube) -> float:
    """The expected damage of the ground at `at`."""
    board, side, harm = view.world.board, creature.size.side, 0.0
    x, y, z = at
    for south in range(y, y + side):
        for east in range(x, x + side):
            tile = board.tile(east, south) if (east, south) in board else None
            if tile is None or not tile.harms or tile.stand < z:
                continue
            if tile.damage is not None:
                harm = max(harm, average(tile.damage))
            elif tile.hazard and not (tile.pit and creature.box.z0 <= board.stand(east, south)):
                # a pit harms by the fall, and not a creature already in it
                harm = max(harm, HAZARD_HURTS)
    return harm


def way_harm(view: View, path: tuple[Cube, ...]) -> float:
    """The expected damage of the ground on a path."""
    me, harming = view.me, _harming(view.world.board)
    large = me.size.side > 1
    return sum((ground_harm(view, me, cube) for cube in path if large or cube[:2] in harming), 0.0)


def _harming(board: Board) -> frozenset[tuple[int, int]]:
    found = board.caches.get(_harming)
    if not isinstance(found, frozenset):
        rows = enumerate(board.tiles)
        found = frozenset((x, y) for y, row in rows for x, tile in enumerate(row) if tile.harms)
        board.caches[_harming] = found
    return found


def engaged(view: View) -> bool:
    """True if an enemy would react to its leaving."""
    world, me = view.world, view.me
    return any(
        can_threaten(world, foe) and has_reaction(world, foe) and reaches_box(world, foe, me.box)
        for foe in view.enemies
    )


def strike_harm(view: View, foe: Creature) -> float:
    """The expected damage of a strike at an enemy, at most its hit points."""
    body = view.me.body
    odds = view.rules.attacks.odds(body.attack, foe.body.ac)
    harm = odds.hit * odds.times * average(body.damage)
    return harm if foe.health.hp is None else min(harm, foe.health.hp)


def strike_at(view: View, foe: Creature) -> float:
    """The expected damage of an enemy's strike."""
    odds = view.rules.attacks.odds(foe.body.attack, view.me.body.ac)
    return odds.hit * odds.times * average(foe.body.damage)


def shoves(
    view: View, foes: Mapping[str, Creature], kinds: Sequence[str] = ("push", "pull", "slide")
) -> Iterator[tuple[Intent, Creature, float]]:
    """Forced movements of `foes` with their expected damage."""
    for kind in kinds if foes else ():
        for wanted in view.thinkable(kind):
            assert isinstance(wanted, Forced)
            foe = foes.get(wanted.target)
            plan = view.plan(wanted) if foe is not None else None
            if foe is not None and plan is not None:
                yield wanted, foe, shove_harm(view, foe, plan.acts)


def shove_harm(view: View, target: Creature, acts: list[Act]) -> float:
    """The expected damage of a forced movement."""
    for act in acts:
        if isinstance(act, Check):
            return 0.5 * shove_harm(view, target, act.success)
        if isinstance(act, ForcedMove):
            here, harm = target.cube, 0.0
            for there in act.steps:
                if forced_fits(view.world, target, here, there) is not None:
                    break  # the target stops at an obstacle, short of the harm beyond
                harm = max(harm, place_harm(view, target, there))
                here = there
            return harm
    return 0.0


def place_harm(view: View, target: Creature, at: Cube) -> float:
    """The expected damage to a creature moved to `at`."""
    board, (x, y, z) = view.world.board, at
    if (x, y) not in board or board.blocked(x, y, z):
        return 0.0
    harm = ground_harm(view, target, (x, y, board.stand(x, y)))
    aloft = view.rules.movement.stays_aloft(view.rules, target)
    drop = z - board.stand(x, y)
    if drop >= 2 and not aloft and target.size.side == 1:
        harm += FALL_HURTS * drop + BAFFLED
    return harm


def harm_about(view: View) -> bool:
    return view.world.board.traits.dangerous


def beside_harm(view: View, creature: Creature) -> bool:
    """True if a neighbouring square is harmful or two lower."""
    board, box = view.world.board, creature.box
    for y in range(box.y0 - 1, box.y1 + 2):
        for x in range(box.x0 - 1, box.x1 + 2):
            if (x, y) in board and (board.tile(x, y).harms or board.stand(x, y) <= box.z0 - 2):
                return True
    return False


def last_blood(view: View) -> int:
    """The last round with damage; 0 if none."""
    for event in reversed(view.world.log):
        if isinstance(event, Damaged) and event.amount > 0:
            return event.round
    return 0
