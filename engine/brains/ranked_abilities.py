"""Ranks a creature's abilities by their usual worth, for the brain `aggressive`."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from ...components.stats import Gear
from ..combat.threat import span_of
from ..legality.planners.abilities import usable
from ..memo import Memo
from ..rules.defined import fits
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .ability_profile import AbilityProfile, known_to
from .ability_strength import met_by
from .combat_profile import UNCOUNTED, paid
from .damage_shares import share_of
from .rough_worth import MOST_KEPT, sketch
from .use_aims import UNKNOWN
from .use_worth import HELP
from .uses import Ways, able_to_use, is_payable, left_now, range_of, stores_of
from .view import View


class RankedAbility(NamedTuple):
    """An ability that a creature can pay for."""

    usual: float
    """What it is worth against a wounded creature like itself."""
    squares: int
    """Its range."""
    farthest: int
    """The distance of the farthest creature that it can affect, in squares."""
    ability: AbilityProfile


HERE: Ways = ((),)
"""Nothing to pay before the use."""


class ReadyAbilities(NamedTuple):
    """Abilities that a creature can use."""

    able: list[RankedAbility]
    """The most useful first."""
    shares: dict[AbilityProfile, float]
    """The known costs of one use, each as a share of its best value."""
    asking: Sequence[RankedAbility] = ()
    """Those that ask for more than payment, such as a creature to heal."""


NONE_READY = ReadyAbilities([], {})


class RankedAbilities:
    """The abilities of creatures alike, the most useful first."""

    def __init__(self, whole: Iterable[RankedAbility]) -> None:
        self.whole = sorted(whole, key=attrgetter("usual"), reverse=True)
        self.payable: Memo[object, ReadyAbilities] = Memo(MOST_KEPT)
        """By what is paid first, what is left and what cools down."""

    def paid_by(self, creature: Creature, first: Ways, left: Mapping[str, int]) -> ReadyAbilities:
        """Returns the abilities that a creature can pay for after paying `first`, such as a move."""
        stores = stores_of(creature)
        key = first, tuple(left.items()), stores
        found = self.payable.get(key)
        if found is None:
            rest = paid(left, first)
            able = (
                [] if rest is None else [one for one in self.whole if is_payable(creature, one.ability, rest, stores)]
            )
            asking = [one for one in able if one.ability.asks_self is not None or one.ability.restores]
            found = self.payable.keep(key, ReadyAbilities(able, {}, asking))
        return found


def abilities_of(world: World, creature: Creature) -> RankedAbilities:
    key = (abilities_of, usable(creature))
    found: RankedAbilities | None = creature.memory.get(key)  # type: ignore[assignment]
    if found is None:
        found = creature.memory[key] = _abilities_of(world, creature)
    return found


def _abilities_of(world: World, creature: Creature) -> RankedAbilities:
    rules, body, full, worth = world.rules, creature.body, creature.health.full, sketch(world, creature).basis
    key = (rules, known_to(world, creature), body.damage, full, worth, span_of(rules, creature), body.range)
    store: Memo[object, RankedAbilities] = world.board.lasting_memo(_abilities_of, MOST_KEPT)
    found = store.get(key)
    if found is None:
        found = store.keep(
            key, RankedAbilities(_ranked(rules, creature, worth, *one) for one in met_by(world, creature))
        )
    return found


def _ranked(
    rules: Ruleset, creature: Creature, worth: float, ability: AbilityProfile, met: int, each: float
) -> RankedAbility:
    squares, full = range_of(rules, creature, ability), creature.health.full
    hp = (UNCOUNTED if full is None else full) // 2
    if ability.heals and not ability.harms:
        usual = HELP * share_of(hp // 2, -each)
    elif ability.kind in ("place", "other") or (ability.beside and not ability.bounded):
        usual = UNKNOWN  # of what no figure tells
    else:
        usual = met * share_of(hp, each + sum([abs(zone.harm) for zone in ability.zones.values()]))
    beyond = ability.size + 1 if ability.kind == "aimed" else 0
    return RankedAbility(worth * usual, squares, squares + beyond, ability)


def ready_abilities(view: View, first: Ways = HERE) -> ReadyAbilities:
    """Returns the abilities that a creature can use after a payment `first`."""
    me = view.me
    found = abilities_of(view.world, me).paid_by(me, first, left_now(view))
    if not found.able or not able_to_use(view):
        return NONE_READY
    unfit = [one for one in found.asking if not _is_fit(view, one.ability)]
    if unfit or Gear in me.parts:  # what a use of an item costs depends on its own uses
        able = [one for one in found.able if one not in unfit]
        return ReadyAbilities(able, {} if Gear in me.parts else found.shares)
    return found


def _is_fit(view: View, ability: AbilityProfile) -> bool:
    """True if the user is as the ability asks.

    If it only heals, somebody must be hurt.
    """
    asked, me = ability.asks_self, view.me
    fit = asked is None or fits(view.rules, asked, me, me)
    return fit and (not ability.restores or _is_anyone_hurt(view, ability))


def _is_anyone_hurt(view: View, ability: AbilityProfile) -> bool:
    """True if a creature may need to regain hit points. A last use waits until more than a third is lost."""
    hp, full = view.me.health.hp, view.me.health.full
    if ability.kind == "own":
        spare = ability.ability.uses == 1 and not (hp is None or full is None or 3 * hp < 2 * full)
        return hp != full and not spare
    return ability.takes_downed or any(friend.health.hp != friend.health.full for friend in (view.me, *view.allies))
