"""The price of a use: its cost to later turns."""

from collections.abc import Iterable
from math import log

from ...components.ability import Repertoire
from ...components.stats import Gear
from ..rules.ruleset import Ruleset
from ..state.creature import Creature
from .ability_profile import AbilityProfile
from .combat_profile import STAYING, CombatProfile
from .fates import healing
from .use_worth import FAR, UseWorth

THRIFT = 0.7
"""The price of a whole resource, by its best use."""
GROUP = 3
"""Enemies in an area's best use."""


def price(sums: UseWorth, ability: AbilityProfile, met: Iterable[CombatProfile], worth: float) -> float:
    if worth <= 0:
        return 0.0
    part = wasted(sums, ability)
    if not part:
        return 0.0
    if ability.harms:
        hit = len([one for one in met if one.hostile]) if ability.wide else 0
        best = worth / hit * min(GROUP, len(sums.foes)) if hit else FAR * worth
    else:
        amounts = [(one, healing(ability, one.creature)) for one in met] if ability.heals else []
        best = max(
            [one.worth * _at_worst(one.creature, amount) for one, amount in amounts if amount], default=FAR * worth
        )
    return part * best


def wasted(sums: UseWorth, ability: AbilityProfile) -> float:
    """Returns what one use of a limited ability costs, as a share of its best value."""
    found = sums.shares.get(ability)
    if found is None:
        found = sums.shares[ability] = THRIFT * _share(sums.view.rules, sums.view.me, ability)
    return found


def cost_on_one(sums: UseWorth, ability: AbilityProfile) -> float:
    """Returns what an area's use on a single target costs, as a share of its worth."""
    return wasted(sums, ability) * min(GROUP, len(sums.foes)) if ability.harms else 0.0


def _share(rules: Ruleset, me: Creature, ability: AbilityProfile) -> float:
    found, parts = ability.resting, me.parts
    own: Repertoire | None = parts.get(Repertoire)
    if own is not None and ability.limited:
        most = ability.ability.uses
        for what, amount in ability.spends:
            found = max(found, 1 / max(own.resources.get(what, 0) // amount, 1))
        if most is not None:
            found = max(found, 1 / max(most - own.used.get(ability.name, 0), 1))
    gear: Gear | None = parts.get(Gear)
    item = None if gear is None or (own is not None and ability.name in own.can) else gear.lends.get(ability.name)
    if gear is not None and item is not None:
        uses = rules.defined.items[item].uses
        found = found if uses is None else max(found, 1 / max(uses - gear.used.get(item, 0), 1))
    return min(found, 1.0)


def _at_worst(creature: Creature, amount: float) -> float:
    full = creature.health.full
    return 0.0 if full is None else log((full / 4 + amount + STAYING) / (full / 4 + STAYING))
