"""What an ability does to one creature, by the odds."""

from collections.abc import Sequence
from functools import lru_cache
from math import log

from ...components.plan import Check
from ..combat.aims import picked
from ..rules.defined import fits
from ..rules.odds import words_for
from ..state.creature import Creature
from .ability_profile import HIT, MISSED, AbilityProfile, Digest, Fate, Part, StepOutcomes
from .combat_profile import STAYING, CombatProfile, ExpectedDamage, Rolls
from .damage_shares import lost_share
from .estimates import average
from .view import View

Branch = tuple[float, tuple[str, ...], tuple[Part, ...]]
"""(chance, words of the outcome, damage so far)."""
Rolled = tuple[tuple[str, float, int], ...]
"""Damage that a creature takes: (dice, factor, reduction)."""
ALWAYS: Rolls = (((), 1.0),)
"""The outcome of a step without a roll."""


@lru_cache(maxsize=1 << 10)
def by_words(odds: tuple[tuple[str, float], ...]) -> Rolls:
    return tuple((words_for(outcome, struck=False), chance) for outcome, chance in odds)


class Fates:
    def __init__(self, view: View, me: CombatProfile) -> None:
        self.view, self.me = view, me
        steps = me.multiple
        self.penalty = steps[min(view.me.turn.attacks, len(steps) - 1)] if len(steps) > 1 else steps[0]
        self._striking = me.attack, me.damage, self.penalty
        """What a strike's effect depends on, except the target."""

    def of(self, ability: AbilityProfile, one: CombatProfile) -> Fate:
        """Returns what an ability may do to a creature, with chances: loss, defeat, conditions."""
        if not ability.steady:
            return self._known(ability, one)
        key = (ability, self._striking) if ability.strikes else ability
        found: Fate | None = one.fates.get(key)
        if found is None:
            found = one.fates[key] = self._known(ability, one)
        return found

    def _known(self, ability: AbilityProfile, one: CombatProfile) -> Fate:
        rolls = self.rolls(ability, one)
        key: tuple[object, ...] = (rolls, one.hp, one.mark)
        if ability.varies:
            creature, me, rules = one.creature, self.me, self.view.rules
            key += (creature.health.full, one.ac, me.attack, me.damage, self.penalty)
            key += tuple([fits(rules, act.where, creature, me.creature) for act in ability.choosy])
            key += tuple([bool(picked(rules, me.creature, step, (creature,))) for step in ability.choices])
        found = ability.fates.get(key)
        return ability.fates.keep(key, self._found(ability, one, rolls)) if found is None else found

    def _found(self, ability: AbilityProfile, one: CombatProfile, rolls: Sequence[Rolls]) -> Fate:
        fate, branches = self._branches(ability, one, rolls)
        lost, downs = fate.share, 0.0
        for chance, _, parts in branches:
            if parts:
                share, down = self.wounds(one, parts)
                lost, downs = lost + chance * share, downs + chance * down
        return fate._replace(share=lost, downs=downs)

    def rough(self, ability: AbilityProfile, one: CombatProfile) -> tuple[Fate, Sequence[tuple[float, Rolled]]]:
        """Returns (an ability's fate for a creature, (chance, damage) of each outcome). The fate leaves out damage."""
        fate, branches = self._branches(ability, one, self.rolls(ability, one))
        return fate, [(chance, self._hurting(one, parts)) for chance, _, parts in branches if parts and chance]

    def _branches(
        self, ability: AbilityProfile, one: CombatProfile, rolls: Sequence[Rolls]
    ) -> tuple[Fate, Sequence[Branch]]:
        fate = Fate(0.0, 0.0, [], [])
        branches: list[Branch] = [(1.0, (), ())]
        for stage, rolled in zip(ability.stages, rolls, strict=True):
            later: list[Branch] = []
            for chance, words, parts in branches:
                if (stage.after is not None and stage.after not in words) or not self._meant(stage, one):
                    later.append((chance, (), parts))
                    continue
                for met, share in rolled:
                    if share:
                        done = stage.done(met)
                        fate = self.swayed(ability, done, one, chance * share, fate)
                        if done.strikes:
                            fate = self._struck(ability, done, one, (chance * share, met, parts), later, fate)
                        else:
                            later.append((chance * share, met, parts + done.damage))
            branches = later
        return fate, branches

    def _meant(self, stage: StepOutcomes, one: CombatProfile) -> bool:
        return not stage.chooses or bool(picked(self.view.rules, self.me.creature, stage.step, (one.creature,)))

    def _struck(
        self, ability: AbilityProfile, done: Digest, one: CombatProfile, branch: Branch, later: list[Branch], fate: Fate
    ) -> Fate:
        me = self.me
        chance, words, parts = branch
        ways = [(chance, parts + done.damage)]
        for act in done.strikes:
            odds = me.odds(me.attack + self.penalty if act.attack is None else act.attack, one.ac)
            text = act.damage if act.damage is not None else me.damage
            blow: Part = (str(text or 0), odds.times, act.kind or "strike")
            hit, missed = ability.follows[id(act)]
            fate = self.swayed(ability, hit, one, chance * odds.hit, fate)
            fate = self.swayed(ability, missed, one, chance * (1 - odds.hit), fate)
            ways = [
                way
                for before, dealt in ways
                for way in (
                    (before * odds.hit, (*dealt, blow, *hit.damage)),
                    (before * (1 - odds.hit), dealt + missed.damage),
                )
            ]
        later += [(share, words, dealt) for share, dealt in ways]
        return fate

    # --- rolls ----------------------------------------------------------------------------------------

    def rolls(self, ability: AbilityProfile, one: CombatProfile) -> tuple[Rolls, ...]:
        stages = ability.stages
        first = self._rolls(stages[0], one)
        return (first,) if len(stages) == 1 else (first, *[self._rolls(stage, one) for stage in stages[1:]])

    def _rolls(self, stage: StepOutcomes, one: CombatProfile) -> Rolls:
        roll = stage.roll
        if roll is None:
            return ALWAYS
        if roll.strike and roll.save is None:
            me = self.me
            odds = me.odds(me.attack + self.penalty if roll.bonus is None else roll.bonus, one.ac)
            return (HIT, odds.hit), (MISSED, 1 - odds.hit)
        rolling = self.me if roll.save is None else one
        found = rolling.rolls.get(stage)
        if found is None:
            found = rolling.rolls[stage] = self._odds_of(stage, rolling)
        return found

    def _odds_of(self, stage: StepOutcomes, one: CombatProfile) -> Rolls:
        attacks, roll, who = self.view.rules.attacks, stage.roll, one.creature
        assert roll is not None
        if roll.save is not None:
            bonus = attacks.save_bonus(who, roll.save)
        else:
            bonus = attacks.check_bonus(who, roll.check or "") if roll.bonus is None else roll.bonus
        key = bonus, one.state
        found: Rolls | None = stage.odds.get(key)
        if found is None:
            check = Check(who.name, roll.save or roll.check or "", bonus, None if attacks.tiers else roll.dc)
            check.save = roll.save is not None
            found = stage.odds.keep(key, by_words(tuple(attacks.check_odds(self.view.world, check))))
        return found

    # --- hit points and conditions --------------------------------------------------------------------

    def wounds(self, one: CombatProfile, parts: tuple[Part, ...]) -> ExpectedDamage:
        """Returns (share of a creature's value lost, chance of defeat) after the damage rolls `parts`."""
        creature = one.creature
        if not parts or (creature.health.hp is None and not creature.out):
            return 0.0, 0.0
        return lost_share(self._hurting(one, parts), max(one.hp, 0))

    def _hurting(self, one: CombatProfile, parts: tuple[Part, ...]) -> Rolled:
        body = one.creature.body
        if body.damage_reduction or body.traits:
            spared = self.view.rules.attacks.unreduced
            return tuple(
                (text, times, 0 if kind in spared else body.damage_reduction)
                for text, times, kind in parts
                if f"immune-{kind}" not in body.traits
            )
        return tuple((text, times, 0) for text, times, _ in parts)

    def swayed(self, ability: AbilityProfile, done: Digest, one: CombatProfile, chance: float, fate: Fate) -> Fate:
        creature = one.creature
        for act in done.conditions:
            if (
                act.condition not in creature.condition.held
                and f"immune-{act.condition}" not in creature.body.traits
                and fits(self.view.rules, act.where, creature, self.view.me)
            ):
                fate.conditions.append((chance, ability.burdens[id(act)]))
        for end in done.ends:
            if end.condition in creature.condition.held:
                fate.conditions.append((-chance, ability.burdens[id(end)]))
        if done.healing:
            left = max(one.hp, 0)
            gain = log((left + healed(done, one.creature) + STAYING) / (left + STAYING))
            fate.healed.append((chance, amount_healed(done)))
            fate = fate._replace(share=fate.share - chance * gain)
        return fate


def healed(done: Digest, creature: Creature) -> float:
    """Returns the mean number of hit points that a creature regains by the effects `done`."""
    health = creature.health
    missing = 0 if health.hp is None or health.full is None else max(health.full - health.hp, 0)
    return min(amount_healed(done), missing)


def amount_healed(done: Digest) -> float:
    return sum(average(text) / (2 if half else 1) for text, half in done.healing)


def healing(ability: AbilityProfile, creature: Creature) -> float:
    return max(healed(stage.done(()), creature) for stage in ability.stages)
