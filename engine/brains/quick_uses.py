"""The brain `aggressive` chooses among abilities: by sketches, the best bound first."""

from heapq import heappop, heappush
from operator import itemgetter

from ...components.intents import Intent, Use
from ..field.reach import Arrival
from ..legality.likely_uses import weighed_uses
from ..rules.budget import at_start, squares_between
from .ability_profile import AbilityProfile
from .combat_profile import gap
from .estimates import harm_about, way_harm
from .forgone import least_worth
from .odds_worth import worth_by_odds
from .prices import cost_on_one, price, wasted
from .ranked_abilities import HERE, RankedAbility, ReadyAbilities, ready_abilities
from .rough_worth import RoughProfile, RoughWorth, rough_worth
from .side_effects import zoned
from .use_aims import LEAST, UNKNOWN, WeighedAim
from .use_worth import FAR
from .uses import SPOTS, places
from .view import View
from .walking import walk_to

Waiting = tuple[float, int, int, WeighedAim | Use | None, AbilityProfile]
"""(-gain, ability, aim, aim or use, profile); None stands for all aims. Aims below 0 are known to be legal."""


def use_here(view: View) -> Intent | None:
    """Returns the use from the present place that is worth most beyond its cost.

    It is None if no use is worth its cost.

    Abilities are weighed in the order of their usual worth, until one is worth more than the next usually is.
    """
    world, me = at_start(view.world, view.me)
    if me is not view.me:
        view = View(world, me, view.journal)
    ready = ready_abilities(view)
    return _Choice(rough_worth(view, ready.shares)).made(ready.able) if ready.able else None


class _Choice:
    def __init__(self, sums: RoughWorth) -> None:
        self.sums = sums
        self.waiting: list[Waiting] = []

    def made(self, able: list[RankedAbility]) -> Intent | None:
        sums, waiting, rank = self.sums, self.waiting, 0
        closest, forgone = sums.closest, sums.forgone
        for usual, _, farthest, ability in able:
            if closest > farthest and ability.meant == "enemies":
                continue
            ways = ability.ways
            least = forgone[ways] if ways in forgone else least_worth(sums, ways)
            while waiting and -waiting[0][0] >= usual - least:
                found = self._next()
                if found is not None:
                    return found
            if ability.restores and not _mends(sums, farthest):
                continue
            bound, aim = _bound(sums, ability, farthest)
            if bound > least:
                heappush(waiting, (least - bound, rank, 0, aim, ability))
                rank += 1
        while waiting:
            found = self._next()
            if found is not None:
                return found
        return None

    def _next(self) -> Intent | None:
        """Takes the best of those waiting.

        Returns its intent if the rules allow it and nothing that waits is better.
        """
        waiting, sums = self.waiting, self.sums
        _, number, k, aim, ability = heappop(waiting)
        if isinstance(aim, Use):
            return aim
        least = least_worth(sums, ability.ways)
        if aim is not None:
            if not ability.wide:
                use = Use(ability=ability.name, **aim.aim)
                if sums.view.lawful(use):
                    return use
            else:
                real = aim if k < 0 else sums.aims.true(ability, aim)
                if real is aim:
                    return Use(ability=ability.name, **aim.aim)
                if real is not None:
                    heappush(waiting, (least - real.worth, number, -1 - k, real, ability))
            if k:
                return None  # only the first of an ability may have others beside it that are not listed yet
        if ability.kind == "other" or not ability.bounded:
            sums.complete()
        if ability.kind == "other":
            for one, likely in enumerate(weighed_uses(sums.view.world, sums.view.me, ability.name), 1):
                worth = worth_by_odds(sums, likely, ability)
                if worth > least and isinstance(likely.intent, Use):
                    heappush(waiting, (least - worth, number, one, likely.intent, ability))
            return None
        for one, found in enumerate(sums.aims.aims(ability, least), 1):
            if aim is None or found.aim != aim.aim:
                heappush(waiting, (least - found.worth, number, one, found, ability))
        return None


def _mends(sums: RoughWorth, squares: int) -> bool:
    """True if a creature of the user's side within a distance is hurt or defeated."""
    me, world = sums.view.me, sums.view.world
    side, box, rules = me.side, me.box, world.rules
    hurt = [one for one in world.creatures if one.side == side and (one.health.hp != one.health.full or one.out)]
    return any(squares_between(rules, box, one.box) <= squares for one in hurt)


def _bound(sums: RoughWorth, ability: AbilityProfile, squares: int) -> tuple[float, WeighedAim | None]:
    """Returns (upper bound of an ability's worth, aim).

    The aim is None unless the bound is that aim's own worth.
    """
    kind = ability.kind
    if ability.plain or (ability.pushes and sums.harmless):
        if kind == "named":
            return _named(sums, ability, squares)
        if kind == "own":
            return _weighed(sums, ability, sums.effect(ability, sums.own), sums.own)
    elif kind != "aimed" or not ability.bounded or not sums.harmless or ability.meant != "enemies":
        return UNKNOWN, None
    if kind not in ("around", "turned", "aimed") or (ability.strays and ability.mixed):
        return UNKNOWN, None
    near = sums.within(ability, squares)
    if kind == "turned":
        near = [one for one in near if sums.aims.faces(ability, one)]
    part = cost_on_one(sums, ability)
    if len(near) <= part:
        return 0.0, None
    if kind != "aimed":
        return _together(sums, ability, near, part), None
    most = 0.0
    for one in near:
        worth = _around(sums, ability, one, 2 * ability.size, near, part)
        if worth > most:
            most, sums.middles[ability] = worth, one
    return most, None


def _around(
    sums: RoughWorth, ability: AbilityProfile, middle: RoughProfile, squares: int, near: list[RoughProfile], part: float
) -> float:
    """Returns what an area is worth that covers all up to `squares` from one creature."""
    box = middle.box
    return _together(sums, ability, [one for one in near if gap(box, one.box) <= squares], part)


def _together(sums: RoughWorth, ability: AbilityProfile, met: list[RoughProfile], part: float) -> float:
    """Returns what a use on several creatures is worth, after its price.

    `part` is its price on a single target, as a share.
    """
    if len(met) <= part:
        return 0.0
    worths = sums.worths(ability, met)
    for zone in ability.zones.values():
        worths = [max(worth, 0.0) + max(zoned(sums, zone, one), 0.0) for worth, one in zip(worths, met, strict=True)]
    good = [worth for worth in worths if worth > 0]
    return sum(good) * (1 - part / len(good)) if good else 0.0


def _named(sums: RoughWorth, ability: AbilityProfile, squares: int) -> tuple[float, WeighedAim | None]:
    near = sums.within(ability, squares)
    if not near:
        return 0.0, None
    worths = sums.worths(ability, near)
    if ability.most > 1 and len(near) > 1:
        return sum([worth for worth in worths if worth > 0]), None
    best = max(worths)
    return _weighed(sums, ability, best, near[worths.index(best)])


def _weighed(
    sums: RoughWorth, ability: AbilityProfile, worth: float, one: RoughProfile
) -> tuple[float, WeighedAim | None]:
    if worth <= LEAST:
        return 0.0, None
    met = (one,)
    if ability.harms:
        worth *= 1 - FAR * wasted(sums, ability)
    else:
        worth -= price(sums, ability, met, worth)
    return worth, WeighedAim(worth, {} if ability.kind == "own" else {"target": one.creature.name}, met, met)


# --- from elsewhere ------------------------------------------------------------------------------------


def walk_and_use(view: View) -> Intent | None:
    """Returns a move to a place from where an ability is probably worth its cost.

    The most promising comes first.
    """
    if not view.affords("move", "crawl"):
        return None
    ready = ready_abilities(view, HERE if view.me.turn.pool_open else view.rules.actions.costs["move"].ways)
    for worth, one, squares, ability in _wanted(view, ready)[:SPOTS] if ready.able else ():
        going = _going(view, one, squares, ability, worth)
        if going is not None:
            return going
    return None


def _going(view: View, one: RoughProfile, squares: int, ability: AbilityProfile, worth: float) -> Intent | None:
    """Returns a move to the nearest place to use an ability on a creature.

    It is None if the use is not worth the way.
    """
    sums = rough_worth(view)
    for cube, arrival in places(view, one.creature, squares):
        if worth - _walked(view, sums, arrival) > least_worth(sums, ability.ways):
            return walk_to(view, cube)
    return None


def _wanted(view: View, ready: ReadyAbilities) -> list[tuple[float, RoughProfile, int, AbilityProfile]]:
    """Returns uses after a move, the best first.

    Each is (worth, creature to get near to, range, ability).
    """
    wanted: list[tuple[float, RoughProfile, int, AbilityProfile]] = []
    move, most, sums = view.move_left, 0.0, rough_worth(view, ready.shares)
    for usual, squares, _, ability in ready.able:
        if usual <= most:
            break  # what follows is usually worth less
        if ability.kind == "own" or not (ability.harms or ability.heals):
            continue
        if ability.meant == "enemies" and (sums.closest > squares + move or sums.farthest <= squares):
            continue  # a move brings nobody more into range
        near = sums.targets(ability)
        group = [one for one in near if squares < one.away <= squares + move]
        if group:
            worths = sums.worths(ability, group)
            best = max(worths)
            if best > LEAST:
                one = max([one for one, worth in zip(group, worths, strict=True) if worth == best], key=_nearness)
                if ability.wide:
                    span = 2 * ability.size if ability.kind == "aimed" else ability.size
                    best = _around(sums, ability, one, span, near, cost_on_one(sums, ability))
                else:
                    best = _weighed(sums, ability, best, one)[0]
                if best > least_worth(sums, ability.ways):
                    wanted.append((best, one, squares, ability))
                    most = max(most, best)
    wanted.sort(key=itemgetter(0), reverse=True)
    return wanted


def _nearness(one: RoughProfile) -> int:
    return -one.away


def _walked(view: View, sums: RoughWorth, arrival: Arrival) -> float:
    """Returns what the way to a place costs: by enemies that react, and by ground."""
    drawn = arrival.opportunities
    cost = sum(foe.harms(sums.me, 1)[0] for foe in sums.foes if foe.creature.name in drawn) if drawn else 0.0
    return cost + (sums.hurt(sums.me, way_harm(view, arrival.path)) if harm_about(view) else 0.0)
