"""The brain `aggressive` chooses among abilities: by sketches, the best bound first."""

from collections.abc import Callable
from heapq import heappop, heappush
from operator import itemgetter

from ...components.ability import Repertoire
from ...components.intents import Intent, Use
from ..field.reach import Arrival
from ..geometry.boxes import over_ground
from ..legality.likely_uses import weighed_uses
from ..legality.planners.abilities import usable
from ..rules.budget import at_start
from .ability_profile import AbilityProfile
from .combat_profile import paid
from .estimates import way_harm
from .odds_worth import worth_by_odds
from .prices import GROUP, price, wasted
from .rough_worth import RoughProfile, RoughWorth, menu_of, rough_worth
from .side_effects import zoned
from .use_aims import LEAST, UNKNOWN, AimFinder, WeighedAim, farthest
from .use_worth import FAR
from .uses import SPOTS, Ways, able_to_use, able_with, is_ready, left_now, pays, places, range_of
from .view import View
from .walking import walk_to

Forgone = Callable[[Ways], float]
"""The worth of the strikes given up, by the ways to pay."""
Waiting = tuple[float, int, int, WeighedAim | Use | None, AbilityProfile]
"""(-gain, ability, aim, aim or use, profile); None stands for all aims. Aims below 0 are known to be legal."""


def use_here(view: View, forgone: Forgone) -> Intent | None:
    """Returns the use from the present place that is worth most beyond its cost; None if none is worth it.

    Abilities are weighed in the order of their usual worth, until one is worth more than the next usually is.
    """
    world, me = at_start(view.world, view.me)
    if me is not view.me:
        view = View(world, me, view.journal)
    return _Choice(view, forgone).made()


class _Choice:
    def __init__(self, view: View, forgone: Forgone) -> None:
        self.view, self.forgone = view, forgone
        self.floors: dict[Ways, float] = {}
        self.waiting: list[Waiting] = []

    def made(self) -> Intent | None:
        view, waiting, me = self.view, self.waiting, self.view.me
        if not able_to_use(view):
            return None
        left, cooling, number = left_now(view), me.own(Repertoire).ready, me.turn.number
        payable: dict[Ways, bool] = {}
        unhurt = me.health.hp == me.health.full
        sums: RoughWorth | None = None
        for rank, (usual, squares, ability) in enumerate(menu_of(view.world, me)):
            ways = ability.ways
            if ways not in payable:
                payable[ways] = pays(left, ways)
            if not payable[ways] or cooling.get(ability.name, 0) > number:
                continue
            if ability.kind == "own" and unhurt and ability.heals and not (ability.harms or ability.burdens):
                continue
            if ability.limited and not is_ready(view, ability):
                continue
            if sums is None:
                sums = rough_worth(view)
            if sums.closest > squares and ability.wanted == "enemies":
                continue
            least = self._least(ways)
            while waiting and -waiting[0][0] >= usual - least:
                found = self._next(sums)
                if found is not None:
                    return found
            bound, aim = _bound(sums, ability)
            if bound > least:
                heappush(waiting, (least - bound, rank, 0, aim, ability))
        while waiting:
            assert sums is not None
            found = self._next(sums)
            if found is not None:
                return found
        return None

    def _least(self, ways: Ways) -> float:
        """Returns the worth that a use with this cost must have."""
        found = self.floors.get(ways)
        if found is None:
            found = self.floors[ways] = max(self.forgone(ways), LEAST)
        return found

    def _next(self, sums: RoughWorth) -> Intent | None:
        """Takes the best of the waiting; returns its intent if the rules allow it and nothing waiting is better."""
        waiting = self.waiting
        _, number, k, aim, ability = heappop(waiting)
        least = self.floors[ability.ways]
        if isinstance(aim, Use):
            return aim
        if aim is not None:
            real = aim if k < 0 else sums.aims.true(ability, aim)
            if real is aim:
                return Use(ability=ability.name, **aim.aim)
            if real is not None:
                heappush(waiting, (least - real.worth, number, -1 - k, real, ability))
            if k:
                return None  # only the first of an ability may have others beside it that are not listed yet
        if ability.kind == "other":
            for one, use in enumerate(weighed_uses(sums.view.world, sums.view.me, ability.name), 1):
                worth = worth_by_odds(sums, use, ability)
                if worth > least and isinstance(use.intent, Use):
                    heappush(waiting, (least - worth, number, one, use.intent, ability))
            return None
        for one, found in enumerate(sums.aims.aims(ability, least), 1):
            if aim is None or found.aim != aim.aim:
                heappush(waiting, (least - found.worth, number, one, found, ability))
        return None


def _bound(sums: RoughWorth, ability: AbilityProfile) -> tuple[float, WeighedAim | None]:
    """Returns (upper bound of an ability's worth, aim): the aim is known where it is the bound's own."""
    kind = ability.kind
    if ability.plain or (ability.pushes and sums.harmless):
        if kind == "named":
            return _named(sums, ability)
        if kind == "own":
            return _weighed(sums, ability, sums.effect(ability, sums.own), sums.own)
    elif kind != "aimed" or not ability.bounded or not sums.harmless or ability.wanted != "enemies":
        sums.complete()
        return UNKNOWN, None
    if kind not in ("around", "turned", "aimed") or (ability.strays and ability.mixed):
        sums.complete()
        return UNKNOWN, None
    near = sums.near(ability, farthest(ability) if kind == "aimed" else ability.size)
    if not near:
        return 0.0, None
    worths = sums.worths(ability, near)
    for zone in ability.zones.values():
        worths = [max(worth, 0.0) + max(zoned(sums, zone, one), 0.0) for worth, one in zip(worths, near, strict=True)]
    part = wasted(sums, ability) * min(GROUP, len(sums.foes)) if ability.harms else 0.0
    if kind == "aimed" and len(near) > 1:
        return _clustered(near, worths, 2 * ability.size, part), None
    good = [worth for worth in worths if worth > 0]
    return (sum(good) * (1 - part / len(good)) if good else 0.0), None


def _clustered(near: list[RoughProfile], worths: list[float], span: int, part: float) -> float:
    """Returns the most that an area is worth that covers creatures up to `span` squares apart."""
    most = 0.0
    for one in near:
        box, total, count = one.box, 0.0, 0
        for two, worth in zip(near, worths, strict=True):
            if worth > 0 and over_ground(box, two.box) <= span:
                total += worth
                count += 1
        if count and total * (1 - part / count) > most:
            most = total * (1 - part / count)
    return most


def _named(sums: RoughWorth, ability: AbilityProfile) -> tuple[float, WeighedAim | None]:
    near = sums.in_reach(ability)
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


def walk_and_use(view: View, forgone: Forgone) -> Intent | None:
    """Returns a move to the place from where an ability is worth most; None if none is worth its cost."""
    if not usable(view.me) or not view.affords("move", "crawl"):
        return None
    rest = paid(left_now(view), [()] if view.me.turn.pool_open else view.rules.actions.costs["move"].ways)
    able = [ability for ability in able_with(view, rest) if ability.harms or ability.heals]
    if not able:
        return None
    sums = rough_worth(view)
    pace = view.reach().budget.most
    wanted: list[tuple[float, int, RoughProfile, int, AbilityProfile]] = []
    for number, ability in enumerate(able):
        squares = range_of(view.rules, view.me, ability)
        group = [one for one in sums.targets(ability) if squares < one.away <= squares + pace]
        if group:
            worths = sums.worths(ability, group)
            best = max(worths)
            most = sum([worth for worth in worths if worth > 0]) if ability.wide else best
            if best > LEAST and most > forgone(ability.ways):
                near = max([one for one, worth in zip(group, worths, strict=True) if worth == best], key=_nearness)
                wanted.append((-most, number, near, squares, ability))
    wanted.sort(key=itemgetter(0, 1))
    best_worth, best_move = 0.0, None
    for bound, _, one, squares, ability in wanted[:SPOTS]:
        if -bound <= best_worth:
            break
        for cube, arrival in places(view, one.creature, squares):
            if ability.wide or not ability.plain:
                if not ability.plain:
                    sums.complete()
                aims = AimFinder(sums, cube).aims(ability, LEAST)
                worth = max([aim.worth for aim in aims], default=0.0)
            else:
                worth = _weighed(sums, ability, -bound, one)[0]
            least = max(best_worth, forgone(ability.ways), LEAST)
            if worth > least:
                worth -= _walked(view, sums, arrival)
            going = walk_to(view, cube) if worth > least else None
            if going is not None:
                best_worth, best_move = worth, going
    return best_move


def _nearness(one: RoughProfile) -> int:
    return -one.away


def _walked(view: View, sums: RoughWorth, arrival: Arrival) -> float:
    """Returns what the way to a place costs: by enemies that react, and by ground."""
    drawn = arrival.opportunities
    cost = sum(foe.harms(sums.me, 1)[0] for foe in sums.foes if foe.creature.name in drawn) if drawn else 0.0
    return cost + (0.0 if sums.harmless else sums.hurt(sums.me, way_harm(view, arrival.path)))
