"""Estimated damage of strikes and terrain, in hit points."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

from ...components.effect_acts import EffectAct, Zone
from ...components.events import Damaged, Moved, TurnStarted
from ...components.intents import Forced, Intent
from ...components.plan import Act, Check, ForcedMove
from ...components.position import Cube
from ..board.board import Board
from ..combat.threat import can_threaten, has_reaction, reaches_box
from ..dice import parse
from ..field.forced_steps import forced_fits
from ..field.zone_harm import acts_now, covers, foreign_zones, hurting
from ..geometry.boxes import AROUND, grown
from ..legality.planners.moving_others import flat, right_way
from ..rules.defined import fits
from ..state.creature import Creature
from .view import View

FALL_HURTS = 1.75
"""Hit points per square fallen."""
HAZARD_HURTS = 8.0
"""A hazard of unknown damage."""
BAFFLED = 3.0
"""Hit points that a pit costs, for time lost in it."""


def average(damage: str | int | None) -> float:
    """Returns the mean of a damage roll, such as 7 for `2d6`; 0 for None."""
    return 0.0 if damage is None else max(parse(damage).mean, 0.0)


def spent(creature: Creature) -> bool:
    """True if the creature has at most a third of its hit points."""
    health = creature.health
    return health.hp is not None and health.full is not None and 3 * health.hp <= health.full


def healthy(creature: Creature) -> bool:
    """True if at least two thirds of its hit points are left. Also true without a count."""
    health = creature.health
    return health.hp is None or health.full is None or 3 * health.hp >= 2 * health.full


class HarmfulZone(NamedTuple):
    zone: Zone
    entered: float
    """Expected damage on entering it."""
    left: float
    """The same on leaving it."""
    stayed: float
    """The same for a turn begun or ended in it."""


def harmful_zones(view: View, creature: Creature) -> Sequence[HarmfulZone]:
    world = view.world
    if not world.things:
        return ()
    store, key = world.cache(), ("harmful zones", creature.entity)
    found = store.get(key)
    if not isinstance(found, tuple):
        priced = [_priced(view, creature, zone) for _, zone in foreign_zones(world, creature)]
        found = store[key] = tuple(one for one in priced if one.entered or one.left or one.stayed)
    return found


def _priced(view: View, creature: Creature, zone: Zone) -> HarmfulZone:
    world, made = view.world, zone.made
    stays = fits(world.rules, made.where, creature, world.named.get(made.by or ""))
    return HarmfulZone(
        zone,
        _damage(made.enter) if acts_now(world, zone, "enter", creature) else 0.0,
        _damage(made.leave) if acts_now(world, zone, "leave", creature) else 0.0,
        _damage((*made.start, *made.end)) if stays else 0.0,
    )


def _damage(acts: Sequence[EffectAct]) -> float:
    return sum(average(act.amount) / (2 if act.half else 1) for act in hurting(acts))


def ground_harm(view: View, creature: Creature, at: Cube) -> float:
    """Estimates the damage that a creature takes by ground and zones if it stays at `at`."""
    harm = _square_harm(view, creature, at) if view.world.board.traits.dangerous else 0.0
    for zone, entered, _, stayed in harmful_zones(view, creature):
        if covers(zone, creature.at(at)):
            harm += stayed if covers(zone, creature.box) else stayed + entered
    return harm


def _square_harm(view: View, creature: Creature, at: Cube) -> float:
    board, side, harm = view.world.board, creature.size.side, 0.0
    x, y, z = at
    for south in range(y, y + side):
        for east in range(x, x + side):
            tile = board.tile(east, south) if (east, south) in board else None
            if tile is None or not tile.harms or tile.stand < z:
                continue
            if tile.damage is not None:
                harm = max(harm, average(tile.damage))
                continue
            # a pit harms by the fall, and not a creature already in it; a zone's acts tell its harm
            known = (tile.pit and creature.box.z0 <= board.stand(east, south)) or _zoned(view, east, south)
            if tile.hazard and not known:
                harm = max(harm, HAZARD_HURTS)
    return harm


def _zoned(view: View, x: int, y: int) -> bool:
    things = view.world.things
    return bool(things) and any(
        isinstance(zone := parts.get(Zone), Zone) and zone.made.tile is not None and (x, y) in zone.squares
        for parts in things.values()
    )


def way_harm(view: View, path: tuple[Cube, ...]) -> float:
    """Estimates the damage by ground and zones along a path and at its end."""
    me, harming = view.me, _harming(view.world.board)
    large = me.size.side > 1
    harm = sum((_square_harm(view, me, cube) for cube in path if large or cube[:2] in harming), 0.0)
    for zone, entered, left, stayed in harmful_zones(view, me) if path else ():
        inside = [covers(zone, me.at(cube)) for cube in path]
        if covers(zone, me.box):
            harm += 0.0 if all(inside) else left
        elif any(inside):
            harm += entered + (0.0 if inside[-1] else left)
        harm += stayed if inside[-1] else 0.0
    return harm


def _harming(board: Board) -> frozenset[tuple[int, int]]:
    found = board.caches.get(_harming)
    if not isinstance(found, frozenset):
        rows = enumerate(board.tiles)
        found = frozenset((x, y) for y, row in rows for x, tile in enumerate(row) if tile.harms)
        board.caches[_harming] = found
    return found


def engaged(view: View) -> bool:
    """True if an enemy could make an opportunity attack when the acting creature moves away."""
    world, me = view.world, view.me
    return any(
        can_threaten(world, foe) and has_reaction(world, foe) and reaches_box(world, foe, me.box)
        for foe in view.enemies
    )


def strike_harm(view: View, foe: Creature) -> float:
    """Estimates the damage of the acting creature's strike at an enemy, at most its hit points."""
    body = view.me.body
    odds = view.rules.attacks.odds(body.attack, foe.body.ac)
    harm = odds.hit * odds.times * average(body.damage)
    return harm if foe.health.hp is None else min(harm, foe.health.hp)


def strike_at(view: View, foe: Creature) -> float:
    """Estimates the damage of a strike by the enemy `foe` at the acting creature."""
    odds = view.rules.attacks.odds(foe.body.attack, view.me.body.ac)
    return odds.hit * odds.times * average(foe.body.damage)


def shoves(
    view: View,
    foes: Mapping[str, Creature],
    kinds: Sequence[str] = ("push", "pull", "slide"),
    *,
    harmless: bool = False,
) -> Iterator[tuple[Intent, Creature, float]]:
    """Yields (intent, target, expected damage) of each push, pull or slide of an enemy.

    Those without damage are left out as far as seen at once; with `harmless`, none.
    """
    harmful: dict[str, list[Cube]] = {}
    for kind in kinds if foes else ():
        for wanted in view.thinkable(kind):
            assert isinstance(wanted, Forced)
            foe = foes.get(wanted.target)
            if foe is None:
                continue
            if not harmless:
                steps = harmful.get(foe.name)
                if steps is None:
                    steps = harmful[foe.name] = _harmful_steps(view, foe)
                if not any(_may_lead(view, foe, wanted, there) for there in steps):
                    continue
            plan = view.plan(wanted)
            if plan is not None:
                yield wanted, foe, shove_harm(view, foe, plan.acts)


def _harmful_steps(view: View, target: Creature) -> list[Cube]:
    x, y, z = target.cube
    around = [(x + east, y + south, z) for east, south in AROUND]
    return [there for there in around if place_harm(view, target, there)]


def _may_lead(view: View, target: Creature, wanted: Forced, there: Cube) -> bool:
    """True if a push, pull or slide over one square may take the target to a place beside it."""
    if wanted.path:
        return tuple(wanted.path[0])[:2] == there[:2]
    spaces = flat(view.me.box), flat(target.at(target.cube)), flat(target.at(there))
    return right_way(view.rules, *spaces, wanted.kind)


def shove_harm(view: View, target: Creature, acts: list[Act]) -> float:
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
    """Estimates the damage that a creature takes when it is moved to `at`."""
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
    """True if the board has damaging ground, heights or zones."""
    return view.world.board.traits.dangerous or bool(harmful_zones(view, view.me))


def most_harm(view: View, creature: Creature) -> float:
    """Returns the most damage that ground may do to a moved creature. Infinite if more than zones harm."""
    board = view.world.board
    if board.traits.dangerous:
        origin, changed = board.origin or (board, ())
        if origin.traits.dangerous or not all(_zoned(view, *square) for square in changed):
            return inf
    return sum([entered + stayed for _, entered, _, stayed in harmful_zones(view, creature)])


def beside_harm(view: View, creature: Creature) -> bool:
    """True if a square beside the creature is damaging, or two or more levels lower."""
    board, box = view.world.board, creature.box
    if any(covers(one.zone, grown(box, 1)) for one in harmful_zones(view, creature)):
        return True
    for y in range(box.y0 - 1, box.y1 + 2):
        for x in range(box.x0 - 1, box.x1 + 2):
            if (x, y) in board and (board.tile(x, y).harms or board.stand(x, y) <= box.z0 - 2):
                return True
    return False


def last_blood(view: View) -> int:
    """Returns the last round in which a creature took damage; 0 if none did."""
    for event in reversed(view.world.log):
        if isinstance(event, Damaged) and event.amount > 0:
            return event.round
    return 0


def left_this_turn(view: View) -> list[Cube]:
    """Returns the places that the creature has left this turn by its own movement, last first."""
    left: list[Cube] = []
    for event in reversed(view.world.log):
        if isinstance(event, TurnStarted):
            break
        if isinstance(event, Moved) and event.who == view.me.name:
            left.append(event.from_)
    return left
