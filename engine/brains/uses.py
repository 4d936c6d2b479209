"""Uses of abilities and items by brains."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from ...components.ability import Repertoire
from ...components.intents import Attack, Equip, Intent, Use
from ...components.position import Cube
from ...components.stats import Gear
from ..board.obstruction import clear
from ..combat.threat import span_of
from ..field.reach import Arrival
from ..geometry.boxes import far_off
from ..legality.likely_uses import WeighedUse, weighed_uses
from ..legality.planners.abilities import usable
from ..memo import Memo
from ..rules.budget import affordable, at_start, squares_between
from ..rules.defined import fits, in_use, put_on
from ..rules.ruleset import Ruleset
from ..state.creature import Creature
from .ability_profile import AbilityProfile, known_to
from .combat_profile import CombatProfile, paid
from .estimates import harm_about, way_harm
from .odds_worth import worth_by_odds
from .use_aims import LEAST, AimFinder, WeighedAim, aims_of
from .use_worth import worth_of
from .view import View
from .walking import walk_to

SPOTS = 2
"""Places tried per use."""
LOOKS = 12
"""Most places tried to get a clear line."""
MOST_KEPT = 1 << 10
"""Cache size."""
NEAR = 2
"""Squares beyond its range that count as melee."""
Ways = tuple[tuple[str, ...], ...]


class UseOption(NamedTuple):
    """A possible use of an ability, perhaps after a move."""

    worth: float
    """The value of the use, after its cost and the path's."""
    intent: Intent
    ways: Ways
    why: str
    cube: Cube
    falls: Callable[[], Mapping[str, float]]
    """The enemies it may down, with chances."""


def armed(view: View) -> bool:
    return Repertoire in view.me.parts or Gear in view.me.parts


def has_uses(view: View) -> bool:
    """True if the creature has items, or can pay for an ability."""
    return armed(view) and (Gear in view.me.parts or bool(ready_now(view)))


def ready_now(view: View) -> list[AbilityProfile]:
    """Returns the abilities that the creature can use in this moment and pay for."""
    return able_with(view, left_now(view))


def from_here(view: View) -> Iterator[UseOption]:
    """Yields uses of abilities from the present place that are worth their cost, best first.

    A use's legality is checked only when it is yielded.
    """
    here = _Here(view)
    return here.judged(here.able)


def leading(view: View) -> list[UseOption]:
    """Returns two uses from the present place: the best that costs actions, the best that does not."""
    here = _Here(view)
    paid_for = [ability for ability in here.able if all(ability.ways)]
    free = [ability for ability in here.able if not all(ability.ways)] if len(paid_for) < len(here.able) else []
    best = [next(here.judged(some), None) for some in (paid_for, free) if some]
    return [option for option in best if option is not None]


Rank = tuple[int, int]
"""The order of equal values: (ability, aim). Before its aims are found: (-2 or -1, ability)."""
Waiting = tuple[float, Rank, WeighedAim | WeighedUse | None, AbilityProfile]
"""(-value, rank, aim or use, ability); None stands for all aims."""


class _Here:
    def __init__(self, view: View) -> None:
        world, me = at_start(view.world, view.me)
        self.view = view if me is view.me else View(world, me, view.journal)
        self.able = ready_now(self.view)
        if self.able:
            self.aims = aims_of(self.view)

    def judged(self, able: Sequence[AbilityProfile]) -> Iterator[UseOption]:
        waiting: list[Waiting] = []
        for number, ability in enumerate(able):
            bound = self.aims.bound(ability, LEAST)
            if bound > LEAST:
                waiting.append((-bound, (-2 if ability.kind == "aimed" else -1, number), None, ability))
        heapify(waiting)
        sure: set[Rank] = set()
        while waiting:
            worth, rank, aim, ability = heappop(waiting)
            if aim is None and rank[0] == -2:
                bound = self.aims.bound(ability, LEAST, close=True)
                if bound > LEAST:
                    heappush(waiting, (-bound, (-1, rank[1]), None, ability))
            elif aim is None:
                for found in self._found(rank[1], ability):
                    heappush(waiting, found)
            elif isinstance(aim, WeighedUse):
                yield self._option(worth, aim.intent, ability, partial(_likely_falls, aim))
            elif rank in sure:
                intent = Use(ability=ability.name, **aim.aim)
                yield self._option(worth, intent, ability, partial(self.aims.sums.falls, ability, aim.met))
            elif (real := self.aims.true(ability, aim)) is not None:
                sure.add(rank)
                heappush(waiting, (-real.worth, rank, real, ability))

    def _found(self, number: int, ability: AbilityProfile) -> Iterator[Waiting]:
        if ability.kind == "other":
            uses = weighed_uses(self.view.world, self.view.me, ability.name)
            worths = [(worth_by_odds(self.aims.sums, use, ability), use) for use in uses]
            yield from ((-worth, (number, k), use, ability) for k, (worth, use) in enumerate(worths) if worth > LEAST)
        else:
            for k, aim in enumerate(self.aims.aims(ability, LEAST)):
                yield -aim.worth, (number, k), aim, ability

    def _option(
        self, cost: float, intent: Intent, ability: AbilityProfile, falls: Callable[[], Mapping[str, float]]
    ) -> UseOption:
        return UseOption(-cost, intent, ability.ways, f"it uses {ability.name}", self.view.me.cube, falls)


def _likely_falls(use: WeighedUse) -> dict[str, float]:
    return {name: odds.falls for name, odds in use.odds.items()}


def left_now(view: View) -> dict[str, int]:
    return dict(view.rules.actions.per_turn) if view.rules.economy_is_off else view.me.turn.actions


Able = tuple[list[AbilityProfile], bool]
"""(abilities that can be paid for and are ready, True if one asks something of its user)."""
_ABLE: Memo[object, Able] = Memo(1 << 12)


def able_with(view: View, left: Mapping[str, int] | None) -> list[AbilityProfile]:
    """Returns the abilities that the creature can use and pay for with the actions `left`."""
    if left is None or not able_to_use(view):
        return []
    me = view.me
    known, stores = known_to(view.world, me), stores_of(me)
    key = known, tuple(left.items()), stores
    kept = _ABLE.get(key)
    if kept is None:
        ready = [one for one in known if is_payable(me, one, left, stores)]
        kept = _ABLE.keep(key, (ready, any(one.asks_self is not None for one in ready)))
    found, asks = kept
    if asks:
        rules = view.rules
        found = [one for one in found if one.asks_self is None or fits(rules, one.asks_self, me, me)]
    return found


Stores = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...], tuple[str, ...]]
"""(resources left, uses made, abilities that cool down)."""


def stores_of(creature: Creature) -> Stores:
    """Returns what decides which abilities are not used up, as a cache key."""
    own, number = creature.own(Repertoire), creature.turn.number
    cooling = tuple([name for name, turn in own.ready.items() if turn > number]) if own.ready else ()
    return tuple(own.resources.items()), tuple(own.used.items()), cooling


def is_payable(creature: Creature, ability: AbilityProfile, left: Mapping[str, int], stores: Stores) -> bool:
    """True if the actions `left` pay for an ability that is neither cooling down nor used up."""
    ready = pays(left, ability.ways) and ability.name not in stores[2]
    return ready and not is_spent(creature.own(Repertoire), ability)


def able_to_use(view: View) -> bool:
    """True if no condition keeps the creature from using abilities."""
    me, conditions = view.me, view.rules.conditions
    return not (me.condition.held and me.is_any(conditions.unable | conditions.inactive))


def pays(left: Mapping[str, int], ways: Ways) -> bool:
    """True if the actions `left` are enough for one of the ways to pay."""
    return any(left.get(way[0]) if len(way) == 1 else affordable(left, way) for way in ways)


def is_spent(own: Repertoire, profile: AbilityProfile) -> bool:
    """True if the ability's uses or the resources for it are spent."""
    for what, amount in profile.spends:
        if own.resources.get(what, 0) < amount:
            return True
    uses = profile.ability.uses
    return uses is not None and own.used.get(profile.name, 0) >= uses


class UseElsewhere(NamedTuple):
    """A use of an ability after a move to another place."""

    worth: float
    """The value of the use, without the cost of the path."""
    cube: Cube
    arrival: Arrival
    ability: AbilityProfile
    met: Sequence[CombatProfile]


def from_elsewhere(view: View) -> list[UseElsewhere]:
    """Returns ability uses that need a move first and are worth their cost."""
    if not usable(view.me) or not view.affords("move", "crawl"):
        return []
    rest = paid(left_now(view), [()] if view.me.turn.pool_open else view.rules.actions.costs["move"].ways)
    able = [one for one in able_with(view, rest) if (one.harms or one.heals) and not one.inert]
    move = view.move_left if able else 0
    if move <= 0:
        return []
    sums = worth_of(view)
    wanted = _wanted(aims_of(view), able, move)
    found: list[UseElsewhere] = []
    for cube, arrival, abilities in _places(view, wanted):
        aims = AimFinder(sums, cube)
        aimed = [
            (aim.worth, ability, aim.met)
            for ability in abilities
            for aim in (aims.aims if ability.kind == "named" else aims.of)(ability, LEAST)
        ]
        if aimed:
            worth, ability, met = max(aimed, key=itemgetter(0))
            found.append(UseElsewhere(worth, cube, arrival, ability, met))
    return found


def walked_to(view: View, use: UseElsewhere, least: float = 0.0) -> UseOption | None:
    """Returns the use with the danger of its path subtracted; None if it is not worth more than `least`."""
    _, cube, arrival, ability, met = use
    least = max(least, LEAST)
    if use.worth <= least:
        return None
    sums, drawn = worth_of(view), arrival.opportunities
    cost = sum(foe.harms(sums.me, 1)[0] for foe in sums.foes if foe.creature.name in drawn) if drawn else 0.0
    harm = sums.hurt(sums.me, way_harm(view, arrival.path)) if harm_about(view) else 0.0
    worth = use.worth - cost - harm
    going = walk_to(view, cube) if worth > least else None
    if going is None:
        return None
    falls = partial(sums.falls, ability, met)
    return UseOption(worth, going, ability.ways, f"it uses {ability.name} from {list(cube)}", cube, falls)


def stands_off(view: View) -> bool:
    """True if the creature can harm distant enemies by abilities, more than once."""
    if Repertoire not in view.me.parts:
        return False
    store, key = view.world.cache(), ("stands off", view.me.entity)
    found = store.get(key)
    if not isinstance(found, bool):
        found = store[key] = _stands_off(view)
    return found


def _stands_off(view: View) -> bool:
    world, me, rules = view.world, view.me, view.rules
    far = farthest_harm(view)
    if not far:
        return False
    box, sees = me.box, rules.threat.sees
    return any(squares_between(rules, box, foe.box) <= far and sees(world, me, foe) for foe in view.enemies)


def farthest_harm(view: View, creature: Creature | None = None) -> int:
    """Returns how far in squares a creature can harm enemies by abilities, beyond melee; 0 if it cannot.

    By default the acting creature.
    """
    one = view.me if creature is None else creature
    own: Repertoire | None = one.parts.get(Repertoire)
    if own is not None:
        for profile, far in _far_ones(view, one, own):
            if not is_spent(own, profile):
                return far
    return 0


def shelled(view: View) -> bool:
    """True if an enemy can harm the acting creature from a distance."""
    return any(farthest_harm(view, foe) for foe in view.enemies)


def _far_ones(view: View, creature: Creature, own: Repertoire) -> list[tuple[AbilityProfile, int]]:
    """Returns the creature's own abilities that harm from afar, each with its range in squares, the farthest first."""
    rules, near = view.rules, span_of(view.rules, creature).most + NEAR
    key = (_far_ones, own.can, near)
    found: list[tuple[AbilityProfile, int]] | None = creature.memory.get(key)  # type: ignore[assignment]
    if found is None:
        known = known_to(view.world, creature)
        store: Memo[object, list[tuple[AbilityProfile, int]]] = view.world.board.lasting_memo(_far_ones, MOST_KEPT)
        alike = (known, own.can, near, creature.body.range)
        found = store.get(alike)
        if found is None:
            ranges = [(one, range_of(rules, creature, one)) for one in known if one.harms and one.name in own.can]
            distant = [(one, far) for one, far in ranges if far > near]
            found = store.keep(alike, sorted(distant, key=itemgetter(1), reverse=True))
        creature.memory[key] = found
    return found


def _wanted(aims: AimFinder, able: Sequence[AbilityProfile], move: int) -> list[tuple[Creature, int, AbilityProfile]]:
    """Returns (creature to approach, range in squares, ability) of the best uses that one move makes possible.

    `move` is the length of the move in squares.
    """
    rules, user = aims.world.rules, aims.user
    ranges = [(range_of(rules, user, ability), ability) for ability in able]
    groups = [(aims.beyond(squares, ability), squares, ability) for squares, ability in ranges]
    space = user.space
    if all(far_off(space, one.box, squares + move) for group, squares, _ in groups for one in group):
        return []
    found: list[tuple[float, CombatProfile, int, AbilityProfile]] = []
    for group, squares, ability in groups:
        worths = aims.sums.effects(ability, group)
        best = max(worths, default=0.0)
        if best <= 0:
            continue
        most = sum([worth for worth in worths if worth > 0]) if ability.wide else best
        if most > LEAST:
            alike = [one for one, worth in zip(group, worths, strict=True) if worth == best]
            nearest = alike[0] if len(alike) == 1 else min(alike, key=aims.squares_to)
            found.append((most, nearest, squares, ability))
    found.sort(key=itemgetter(0), reverse=True)
    return [
        (one.creature, squares, ability)
        for _, one, squares, ability in found[:SPOTS]
        if not far_off(space, one.box, squares + move) and aims.bound_near(ability, one) > LEAST
    ]


def range_of(rules: Ruleset, user: Creature, ability: AbilityProfile) -> int:
    if ability.kind in ("around", "turned"):
        return ability.size
    if ability.reach is None:
        return 1 << 10
    if isinstance(ability.reach, int):
        return ability.reach
    near = span_of(rules, user).most
    return max(near, rules.squares(user.body.range or 0)) if ability.reach == "weapon" else near


def _places(
    view: View, wanted: Sequence[tuple[Creature, int, AbilityProfile]]
) -> Iterator[tuple[Cube, Arrival, list[AbilityProfile]]]:
    by_range: dict[tuple[str, int], list[AbilityProfile]] = {}
    for one, squares, ability in wanted:
        by_range.setdefault((one.name, squares), []).append(ability)
    found: dict[Cube, tuple[Arrival, list[AbilityProfile]]] = {}
    for (name, squares), abilities in by_range.items():
        for cube, arrival in places(view, view.world.named[name], squares):
            if cube in found or len(found) < SPOTS:
                found.setdefault(cube, (arrival, []))[1].extend(abilities)
    for cube, (arrival, abilities) in found.items():
        yield cube, arrival, abilities


def places(view: View, one: Creature, squares: int) -> Iterator[tuple[Cube, Arrival]]:
    """Yields (place, path) of the nearest place within `squares` of a creature, with a clear line to it."""
    board, me, reach = view.world.board, view.me, view.reach()
    back = me.size.side - 1
    x0, y0, _, x1, y1, _ = one.box
    within = reach.grid.layout.block_of(x0 - squares - back, y0 - squares - back, x1 + squares, y1 + squares)
    for cube, arrival in islice(reach.stops(within), LOOKS):
        if cube != me.cube and view.squares_to(one, cube) <= squares and clear(board, me.at(cube), one.box):
            yield cube, arrival
            return


# --- weapons and other gear ----------------------------------------------------------------------------


class Draw(NamedTuple):
    intent: Attack
    target: Creature
    with_it: CombatProfile
    left: dict[str, int]


def draws(view: View) -> Iterator[Draw]:
    gear: Gear | None = view.me.parts.get(Gear)
    cost = view.rules.actions.costs.get("equip")
    if gear is None or cost is None:
        return
    left = dict(view.rules.actions.per_turn) if view.rules.economy_is_off else dict(view.me.turn.actions)
    rest = paid(left, cost.ways)
    items = view.rules.defined.items
    for item in gear.items if rest is not None else ():
        weapon = items[item].weapon
        if weapon is None or in_use(view.me, item):
            continue
        twin = view.world.copy()
        me = twin.named[view.me.name]
        put_on(twin, me, item)
        figures = CombatProfile(view.rules, me)
        for foe in view.enemies:
            for ranged in (False,) if weapon.range is None else (True,) if weapon.reach is None else (False, True):
                wanted = Attack(target=foe.name, with_=item, ranged=ranged)
                if view.lawful(wanted):
                    assert rest is not None
                    yield Draw(wanted, foe, figures, rest)
                    break


def outfits(view: View) -> list[Intent]:
    """Returns one intent for each item, to equip the item. Some are illegal."""
    gear: Gear | None = view.me.parts.get(Gear)
    return [Equip(item=item) for item in dict.fromkeys(gear.items if gear is not None else ())]


def arm(view: View) -> Intent | None:
    """Returns an intent to take a weapon in hand, if the hand is empty."""
    gear: Gear | None = view.me.parts.get(Gear)
    if gear is None or gear.wields is not None or not view.affords("equip"):
        return None
    items = view.rules.defined.items
    weapons = (item for item in dict.fromkeys(gear.items) if items[item].weapon is not None)
    return next((wanted for item in weapons if view.lawful(wanted := Equip(item=item))), None)


def gear_up(view: View) -> Intent | None:
    """Returns an intent to equip a weapon or armor, if an action is left for that."""
    gear: Gear | None = view.me.parts.get(Gear)
    if gear is None or not view.affords("equip"):
        return None
    items = view.rules.defined.items
    for item in dict.fromkeys(gear.items):
        spec = items[item]
        helps = spec.adds.ac >= 0 and spec.adds.speed >= 0
        wanted = Equip(item=item)
        if spec.slot is not None and spec.slot not in gear.worn and helps and view.lawful(wanted):
            return wanted
    return arm(view)
