"""The worth of a use by its odds."""

from math import log

from ...components.effect_acts import EndCondition, GiveCondition
from ..combat.aims import acts_of
from ..legality.intent_odds import CreatureOdds
from ..legality.likely_uses import WeighedUse
from .ability_profile import AbilityProfile
from .combat_profile import STAYING, CombatProfile
from .side_effects import beside
from .use_worth import HELP, OWN, UseWorth


def worth_by_odds(sums: UseWorth, use: WeighedUse, ability: AbilityProfile) -> float:
    """Estimates the value of using an ability, from its chances for each target."""
    total = 0.0
    met = {name: one for name in use.odds if (one := sums.profile(name)) is not None}
    for name, one in met.items():
        loss = _loss(one, use.odds[name]) + _sways(sums, one, use.odds[name], ability)
        total += loss if one.hostile else -loss * (OWN if loss > 0 else HELP)
    return total + (beside(sums, use.intent, ability, list(met.values()), None) if ability.beside else 0.0)


def _loss(one: CombatProfile, odds: CreatureOdds) -> float:
    if one.creature.health.hp is None and not one.creature.out:
        return 0.0
    left = max(one.hp, 0)
    full = log((left + STAYING) / STAYING)
    if odds.falls < 1:
        kept = min(max((odds.mean - odds.falls * left) / (1 - odds.falls), 0.0), left)
        taken = odds.falls * full + (1 - odds.falls) * log((left + STAYING) / (left - kept + STAYING))
    else:
        taken = full
    if odds.healed:
        taken -= log((left + odds.healed + STAYING) / (left + STAYING))
    return one.worth * taken


def _sways(sums: UseWorth, one: CombatProfile, odds: CreatureOdds, ability: AbilityProfile) -> float:
    total = 0.0
    for act in acts_of(ability.ability):
        held = one.creature.condition.held
        if isinstance(act, GiveCondition) and act.condition in odds.conditions and act.condition not in held:
            total += odds.conditions[act.condition] * sums.sway(one, ability.burdens[id(act)])
        elif isinstance(act, EndCondition) and act.condition in held:
            total -= sums.sway(one, ability.burdens[id(act)])
    return total
