"""What brains weigh of abilities and items: uses from here, places to use them from, and other weapons at hand."""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from ...components.ability import Ability, Repertoire
from ...components.intents import Attack, Equip, Intent
from ...components.position import Cube
from ...components.stats import Gear
from ..board.obstruction import clear
from ..combat.ability_areas import size_of
from ..combat.aims import harms, heals, most, range_of, target_of
from ..combat.melee_reach import span_of
from ..field.reach import Arrival
from ..legality.ability_options import unready
from ..legality.likely_uses import weighed_uses
from ..legality.planners.abilities import usable, ways_of
from ..rules.figures import in_use, put_on
from ..state.creature import Creature
from .combat_profile import CombatProfile, paid
from .estimates import hale, way_harm
from .use_worth import UseWorth
from .view import View
from .walking import walk_to

SPOTS = 5
"""Places that are tried for a use."""
NEAR = 2
"""Squares beyond its reach up to which an ability is no reason to stay away from enemies."""
LEAST = 0.02
"""The least worth for which an ability is used."""

Ways = tuple[tuple[str, ...], ...]
"""Ways to pay."""


class UseOption(NamedTuple):
    """A use, or the way to a place for one."""

    worth: float
    """What it brings, less its price and what the way costs."""
    intent: Intent
    ways: Ways
    """The ways to pay for the use."""
    why: str


def armed(view: View) -> bool:
    """Whether the creature has abilities or items at all: without any, nothing here is asked."""
    return Repertoire in view.me.parts or Gear in view.me.parts


def from_here(view: View) -> list[UseOption]:
    """The uses that bring more than they cost, the best first."""
    if not usable(view.me):
        return []
    sums, found = UseWorth(view), []
    for use in weighed_uses(view.world, view.me):
        gross = sums.worth(use)
        net = gross - sums.price(use, gross)
        if net > LEAST:
            ability = view.world.abilities[use.intent.ability]
            why = f"it uses {use.intent.ability}"
            found.append(UseOption(net, use.intent, ways_of(view.rules, ability.pays) or ((),), why))
    found.sort(key=attrgetter("worth"), reverse=True)
    return found


def from_elsewhere(view: View) -> list[UseOption]:
    """The moves to places from which a use brings more than it costs, the best first."""
    if not usable(view.me) or not view.affords("move", "crawl"):
        return []
    left = dict(view.rules.actions.per_turn) if view.rules.economy_is_off else dict(view.me.turn.actions)
    rest = paid(left, [()] if view.me.turn.pool_open else view.rules.actions.costs["move"].ways)
    wanted = _wanted(view, rest) if rest is not None else []
    if not wanted:
        return []
    sums, found = UseWorth(view), []
    for cube, arrival in _places(view, wanted):
        there = view.standing(cube)
        if rest is not None and not view.rules.economy_is_off:
            there.me.turn.actions = dict(rest)
        uses = from_here(there)
        if uses:
            drawn = sum(foe.harms(sums.me, 1)[0] for foe in sums.foes if foe.creature.name in arrival.opportunities)
            harm = sums.hurt(sums.me, way_harm(view, arrival.path))
            going = walk_to(view, cube)
            worth = uses[0].worth - drawn - harm
            if going is not None and worth > LEAST:
                found.append(UseOption(worth, going, uses[0].ways, f"{uses[0].why} from {list(cube)}"))
    found.sort(key=attrgetter("worth"), reverse=True)
    return found


def stands_off(view: View) -> bool:
    """Whether it has an enemy in the range of an ability that harms from afar, and can use that again in the battle."""
    own: Repertoire | None = view.me.parts.get(Repertoire)
    if own is None:
        return False
    near = span_of(view.rules, view.me).most + NEAR
    foes = view.enemies
    for name in own.can:
        ability = view.world.abilities.get(name)
        if ability is None or not harms(ability) or (far := _squares(view, ability)) <= near:
            continue
        spent = any(own.resources.get(what, 0) < amount for what, amount in ability.spends.items())
        if spent or (ability.uses is not None and own.used.get(name, 0) >= ability.uses):
            continue
        if any(view.squares_to(foe) <= far for foe in foes):
            return True
    return False


def _wanted(view: View, rest: dict[str, int] | None) -> list[tuple[Creature, int]]:
    """The creatures out of the range of an ability that could be used on them, each with that range in squares."""
    found: list[tuple[Creature, int]] = []
    for name in usable(view.me):
        ability = view.world.abilities.get(name)
        if ability is None or unready(view.world, view.me, name) is not None:
            continue
        if rest is None or paid(rest, ways_of(view.rules, ability.pays) or ((),)) is None:
            continue
        squares = _squares(view, ability)
        meant = view.enemies if harms(ability) else _hurt(view) if heals(ability) else []
        found += [(one, squares) for one in meant if view.squares_to(one) > squares and one is not view.me]
    return found


def _hurt(view: View) -> list[Creature]:
    """The creatures of its side that need healing, the downed too."""
    return [
        one
        for one in view.world.creatures
        if one.side == view.me.side and not one.has("object") and one.health.full is not None and not hale(one)
    ]


def _squares(view: View, ability: Ability) -> int:
    """How far from its user an ability affects creatures, in squares."""
    step, rules = ability.whole[0], view.rules
    spec = target_of(ability, step)
    far = 0
    if spec.kind in ("creature", "square"):
        reach = range_of(spec, step)
        if reach in ("reach", "weapon"):
            far = max(span_of(rules, view.me).most, rules.squares(view.me.body.range or 0) if reach == "weapon" else 0)
        else:
            far = 1 << 10 if reach is None else rules.squares(most(reach))
    elif step.area is not None:
        far = size_of(rules, step.area.size)
    return far


def _places(view: View, wanted: Sequence[tuple[Creature, int]]) -> Iterator[tuple[Cube, Arrival]]:
    """The first place within range of each, the cheapest first, no place twice."""
    board, me = view.world.board, view.me
    open_, found = list({(one.name, squares): (one, squares) for one, squares in wanted}.values()), 0
    for cube, arrival in view.reach().arrivals():
        if not open_ or found >= SPOTS:
            return
        if not arrival.can_stop or cube == me.cube:
            continue
        met = [
            (one, squares)
            for one, squares in open_
            if view.squares_to(one, cube) <= squares and clear(board, me.at(cube), one.box)
        ]
        if met:
            found += 1
            open_ = [entry for entry in open_ if entry not in met]
            yield cube, arrival


# --- weapons and other gear ----------------------------------------------------------------------------


class Draw(NamedTuple):
    """A strike with a weapon that is not in hand."""

    intent: Attack
    target: Creature
    with_it: CombatProfile
    """The creature with that weapon in hand."""
    left: dict[str, int]
    """Its actions once the weapon is drawn."""


def draws(view: View) -> Iterator[Draw]:
    """The lawful strikes with weapons that are not in hand, from here."""
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
    """An intent for each item that it may take in hand or put on; the rules may forbid some."""
    gear: Gear | None = view.me.parts.get(Gear)
    return [Equip(item=item) for item in dict.fromkeys(gear.items if gear is not None else ())]


def arm(view: View) -> Intent | None:
    """Takes a weapon in an empty hand."""
    gear: Gear | None = view.me.parts.get(Gear)
    if gear is None or gear.wields is not None or not view.affords("equip"):
        return None
    items = view.rules.defined.items
    weapons = (item for item in dict.fromkeys(gear.items) if items[item].weapon is not None)
    return next((wanted for item in weapons if view.lawful(wanted := Equip(item=item))), None)


def gear_up(view: View) -> Intent | None:
    """Takes a weapon in an empty hand, or puts on what protects, with actions that nothing else needs."""
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
