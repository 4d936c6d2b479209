"""The value of using an ability, derived from its effects.

Damage and healing count by odds, conditions by lost turns, forced movement by terrain, zones by the creatures in them.
Harm to one's own side is subtracted. A scarce resource has a price: an area waits for three enemies.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import log

from ...components.ability import Repertoire
from ...components.definitions import Adds
from ...components.effect_acts import (
    ChangeResource,
    DealDamage,
    EndCondition,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    HideCreature,
    JoinBattle,
    MakeZone,
    RestoreHealth,
    TeleportCreature,
)
from ...components.intents import Use
from ...components.names import Predicate
from ...components.plan import Check
from ...components.position import Cube
from ...components.stats import Gear
from ..combat.aims import acts_of, most
from ..combat.areas import place_of
from ..combat.forecast import spread
from ..combat.threat import perceives
from ..dice import parse
from ..field.forced_steps import forced_fits
from ..geometry.boxes import Box
from ..legality.intent_odds import CreatureOdds, sums
from ..legality.likely_uses import WeighedUse, area
from ..rules.defined import fits
from ..rules.odds import Odds, words_for
from ..state.creature import Creature
from .ability_profile import HIT, MISSED, NUISANCE, AbilityProfile, Burden, Digest, Fate, Part, StepOutcomes
from .combat_profile import STAYING, CombatProfile, ExpectedDamage, gap, sides_of
from .estimates import average, harm_about, place_harm
from .view import View

THRIFT = 0.7
"""The price of a whole resource, as a share of the best use."""
OWN = 1.5
"""Weight of harm to its own side."""
HELP = 1.2
"""Weight of help to its own side."""
GROUP = 3
"""Enemies in the best use of an area."""
CHANCED = 0.6
"""Estimated chance of outcome effects."""
FAR = 0.3
"""Weight of threats beyond its movement."""
LINGERS = 0.6
"""Chance of another turn in a zone."""
UNSEEN = 0.5
"""Danger removed by hiding."""
DRAINED = 0.05
"""The value of one unit of a resource, in turns."""


Rolls = tuple[tuple[tuple[str, ...], float], ...]
"""Outcomes by words, with chances."""
Branch = tuple[float, tuple[str, ...], tuple[Part, ...]]
"""One branch of rolls: chance, words of the last outcome, damage so far."""
NOTHING = Digest()
ANYBODY = Predicate()
ALWAYS: Rolls = (((), 1.0),)
MOST_AMOUNTS = 400


@lru_cache(maxsize=1 << 16)
def lost_share(parts: tuple[tuple[str, float, int], ...], hp: int) -> ExpectedDamage:
    """The expected share of worth lost, and the chance to be downed.

    `parts`: dice, factor and reduction of each part.
    """
    amounts = {0: 1.0}
    for text, times, off in parts:
        rolled: dict[int, float] = {}
        for amount, chance in spread(text).items():
            left = max(int(amount * times) - off, 0)
            rolled[left] = rolled.get(left, 0.0) + chance
        if len(amounts) * len(rolled) > MOST_AMOUNTS:
            rolled = {round(sum(amount * chance for amount, chance in rolled.items())): 1.0}
        amounts = sums(amounts, rolled)
    lost = sum(
        chance * log((hp + STAYING) / (max(hp - amount, 0) + STAYING)) for amount, chance in amounts.items() if amount
    )
    return lost, sum(chance for amount, chance in amounts.items() if amount >= hp > 0)


@lru_cache(maxsize=1 << 14)
def share_of(hp: int, harm: float) -> float:
    """The share of worth lost to damage, at `hp` hit points."""
    return log((hp + STAYING) / (max(hp - harm, 0.0) + STAYING))


@lru_cache(maxsize=1 << 12)
def weakened(
    odds: Callable[[int, int], Odds], attack: int, defence: int, damage: str | int | None, worse: int, weaker: int
) -> float:
    """The share of a strike's expected damage lost by changed figures."""
    before, after = odds(attack, defence), odds(attack + worse, defence)
    usual = before.hit * before.times * average(damage)
    return 1 - after.hit * after.times * max(average(damage) + weaker, 0.0) / usual if usual else 0.0


def worth_of(view: View) -> "UseWorth":
    """The `UseWorth` of the present state. Cached."""
    store, key = view.world.cache(), ("use worth", view.me.entity)
    found = store.get(key)
    if not isinstance(found, UseWorth) or found.view.me is not view.me:
        found = store[key] = UseWorth(view)
    return found


class UseWorth:
    """The values of one creature's abilities in one state."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me, self.friends, self.foes = sides_of(view)
        self.known = {one.creature.name: one for one in (self.me, *self.friends, *self.foes)}
        """The profiles of all that stand."""
        self._fallen: dict[str, CombatProfile] = {}
        self._own_side = (self.me, *self.friends)
        self._turns: dict[CombatProfile, float] = {}
        self._nearest: dict[CombatProfile, int] = {}
        self._effects: dict[tuple[AbilityProfile, CombatProfile], float] = {}
        self._strikes: dict[tuple[int, int], Rolls] = {}
        self.forgone: dict[tuple[tuple[str, ...], ...], float] = {}
        """By payment, the value of the strikes given up; a brain fills it."""
        self._shares: dict[AbilityProfile, float] = {}
        self._groups: dict[tuple[str, bool], list[CombatProfile]] = {}
        self._seen: dict[tuple[str, bool], list[CombatProfile]] = {}
        self._meant: dict[AbilityProfile, list[CombatProfile]] = {}
        steps = self.me.multiple
        self.penalty = steps[min(view.me.turn.attacks, len(steps) - 1)]

    # --- creatures ------------------------------------------------------------------------------------

    def group(self, who: str, *, downed: bool) -> list[CombatProfile]:
        """The creatures of a kind, in file order; with `downed` also the side's fallen."""
        found = self._groups.get((who, downed))
        if found is None:
            if who in ("enemy", "enemies"):
                found = self.foes
            else:
                look = self.profile if downed else self.known.get
                everybody = [look(one.name) for one in self.view.world.creatures]
                mine = who in ("ally", "allies")
                found = [
                    one
                    for one in everybody
                    if one is not None and (who == "any" or (one is not self.me and not (mine and one.hostile)))
                ]
            self._groups[who, downed] = found
        return found

    def meant(self, ability: AbilityProfile) -> list[CombatProfile]:
        found = self._meant.get(ability)
        if found is None:
            group = self._perceived(ability.wanted, ability.takes_downed)
            found = self._meant[ability] = self.fitting(ability, group) if ability.asks else group
        return found

    def _perceived(self, who: str, downed: bool) -> list[CombatProfile]:
        found = self._seen.get((who, downed))
        if found is None:
            me, group = self.view.me, self.group(who, downed=downed)
            if "blinded" in me.condition.held or any(one.creature.body.hidden_from for one in group):
                group = [one for one in group if one is self.me or perceives(me, one.creature)]
            found = self._seen[who, downed] = group
        return found

    def fitting(self, ability: AbilityProfile, group: Iterable[CombatProfile]) -> list[CombatProfile]:
        """The creatures that match the ability's predicates."""
        rules, me = self.view.rules, self.view.me
        return [one for one in group if all(fits(rules, asked, one.creature, me) for asked in ability.asks)]

    def profile(self, name: str) -> CombatProfile | None:
        """A creature's profile; None for objects, unperceived creatures and fallen enemies."""
        return self.known.get(name) or self._fallen.get(name) or self._fallen_friend(name)

    def _fallen_friend(self, name: str) -> CombatProfile | None:
        one = self.view.world.named.get(name)
        if one is None or one.side != self.view.me.side or not one.out or one.has("object"):
            return None
        found = self._fallen[name] = CombatProfile(self.view.rules, one)
        found.hp = 0
        found.worth = sum(friend.worth for friend in self._own_side) / len(self._own_side)
        return found

    def others(self, one: CombatProfile) -> Sequence[CombatProfile]:
        return self._own_side if one.hostile else self.foes

    def turn(self, one: CombatProfile) -> float:
        """The worth that the creature's next turn may take."""
        found = self._turns.get(one)
        if found is None:
            found = 0.0
            if one.volleys:
                dealt = one.worth  # its strikes in hit points
                found = max([other.worth * share_of(other.hp, dealt) for other in self.others(one)], default=0.0)
                if not (one.strikes_over(self._some_gap(one)) or one.strikes_over(self.nearest(one))):
                    found *= FAR
            self._turns[one] = found
        return found

    def nearest(self, one: CombatProfile) -> int:
        found = self._nearest.get(one)
        if found is None:
            box = one.box
            found = min([gap(box, other.box) for other in self.others(one)], default=1 << 10)
            self._nearest[one] = found
        return found

    def _some_gap(self, one: CombatProfile) -> int:
        """The distance in squares to any one opponent, if one is enough for the question."""
        return gap(one.box, self.me.box) if one.hostile else self.nearest(one)

    def _kept_off(self, one: CombatProfile) -> float:
        return NUISANCE if self._some_gap(one) <= one.reach or self.nearest(one) <= one.reach else 1.0

    def most_struck(self, foes: Sequence[Creature], strikes: int) -> float:
        """The most worth that strikes take from one of `foes`."""
        if not strikes:
            return 0.0
        known, harms = self.known, self.me.harms
        return max([harms(known[foe.name], strikes)[0] for foe in foes if foe.name in known], default=0.0)

    # --- a use ----------------------------------------------------------------------------------------

    def aside(
        self,
        ability: AbilityProfile,
        met: Sequence[CombatProfile],
        intent: Use,
        covered: Sequence[CombatProfile] | None,
    ) -> float:
        """The value of a use apart from its targets. `covered` are all creatures in its area."""
        total = 0.0
        if ability.own != NOTHING:
            fate = self._swayed(
                ability, ability.own, self.me, 1.0, Fate(*self._wounds(self.me, ability.own.damage), [])
            )
            total -= self.me.worth * fate.share
            total -= sum(chance * self.sway(self.me, burden) for chance, burden in fate.conditions)
        return total + (self._beside(intent, ability, met, covered) if ability.beside else 0.0)

    def weighed(self, use: WeighedUse, ability: AbilityProfile) -> float:
        """The value of a use by its odds, for abilities without a list of targets."""
        total = 0.0
        met = {name: one for name in use.odds if (one := self.profile(name)) is not None}
        for name, one in met.items():
            loss = self.loss(one, use.odds[name]) + self._sways(one, use.odds[name], ability)
            total += loss if one.hostile else -loss * (OWN if loss > 0 else HELP)
        return total + (self._beside(use.intent, ability, list(met.values()), None) if ability.beside else 0.0)

    # --- what an ability does to a creature -------------------------------------------------------------

    def effect(self, ability: AbilityProfile, one: CombatProfile) -> float:
        """The value of an ability's effect on one creature. Cached."""
        key = (ability, one)
        found = self._effects.get(key)
        if found is None:
            fate = self._fate(ability, one)
            loss = one.worth * fate.share
            for chance, burden in fate.conditions:
                loss += chance * self.sway(one, burden)
            found = self._effects[key] = loss if one.hostile else -loss * (OWN if loss > 0 else HELP)
        return found

    def falls(self, ability: AbilityProfile, met: Iterable[CombatProfile]) -> dict[str, float]:
        """The enemies that a use may down, with chances."""
        found = {one.creature.name: self._fate(ability, one).downs for one in met if one.hostile}
        return {name: chance for name, chance in found.items() if chance}

    def _fate(self, ability: AbilityProfile, one: CombatProfile) -> Fate:
        stages = ability.stages
        rolls = [self._rolls(stage, one) for stage in stages] if len(stages) > 1 else [self._rolls(stages[0], one)]
        creature, rules, me = one.creature, self.view.rules, self.me
        key = (
            *rolls,
            one.hp,
            one.mark,
            creature.health.full if ability.heals else None,
            tuple([fits(rules, act.where, creature, me.creature) for act in ability.choosy])
            if ability.choosy
            else None,
            (one.ac, me.attack, me.damage, self.penalty) if ability.follows else None,
        )
        found = ability.fates.get(key)
        return ability.fates.keep(key, self._found_fate(ability, one, rolls)) if found is None else found

    def _found_fate(self, ability: AbilityProfile, one: CombatProfile, rolls: Sequence[Rolls]) -> Fate:
        fate = Fate(0.0, 0.0, [])
        branches: list[Branch] = [(1.0, (), ())]
        for stage, rolled in zip(ability.stages, rolls, strict=True):
            later: list[Branch] = []
            for chance, words, parts in branches:
                if stage.after is not None and stage.after not in words:
                    later.append((chance, (), parts))
                    continue
                for met, share in rolled:
                    if share:
                        done = stage.done(met)
                        fate = self._swayed(ability, done, one, chance * share, fate)
                        if done.strikes:
                            fate = self._struck(ability, done, one, (chance * share, met, parts), later, fate)
                        else:
                            later.append((chance * share, met, parts + done.damage))
            branches = later
        lost, downs = fate.share, 0.0
        for chance, _, parts in branches:
            if parts:
                share, down = self._wounds(one, parts)
                lost, downs = lost + chance * share, downs + chance * down
        return fate._replace(share=lost, downs=downs)

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
            fate = self._swayed(ability, hit, one, chance * odds.hit, fate)
            fate = self._swayed(ability, missed, one, chance * (1 - odds.hit), fate)
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

    def _rolls(self, stage: StepOutcomes, one: CombatProfile) -> Rolls:
        roll = stage.roll
        if roll is None:
            return ALWAYS
        if roll.strike:
            me = self.me
            bonus = me.attack + self.penalty if roll.bonus is None else roll.bonus
            found = self._strikes.get((bonus, one.ac))
            if found is None:
                odds = me.odds(bonus, one.ac)
                found = self._strikes[bonus, one.ac] = ((HIT, odds.hit), (MISSED, 1 - odds.hit))
            return found
        rolling = self.me if roll.save is None else one
        memory, key = rolling.creature.memory, (stage, rolling.state)
        known = memory.get(key)
        if not isinstance(known, tuple):
            known = memory[key] = self._rolled(stage, rolling.creature)
        return known

    def _rolled(self, stage: StepOutcomes, who: Creature) -> Rolls:
        attacks, roll = self.view.rules.attacks, stage.roll
        assert roll is not None
        if roll.save is not None:
            bonus = attacks.save_bonus(who, roll.save)
        else:
            bonus = attacks.check_bonus(who, roll.check or "") if roll.bonus is None else roll.bonus
        check = Check(who.name, roll.save or roll.check or "", bonus, None if attacks.tiers else roll.dc)
        check.save = roll.save is not None
        odds_of = attacks.check_odds(self.view.world, check)
        return tuple((words_for(outcome, struck=False), chance) for outcome, chance in odds_of)

    def _wounds(self, one: CombatProfile, parts: tuple[Part, ...]) -> ExpectedDamage:
        creature = one.creature
        if not parts or (creature.health.hp is None and not creature.out):
            return 0.0, 0.0
        body = creature.body
        if body.damage_reduction or body.traits:
            spared = self.view.rules.attacks.unreduced
            hurting = tuple(
                (text, times, 0 if kind in spared else body.damage_reduction)
                for text, times, kind in parts
                if f"immune-{kind}" not in body.traits
            )
        else:
            hurting = tuple((text, times, 0) for text, times, _ in parts)
        return lost_share(hurting, max(one.hp, 0))

    def _swayed(self, ability: AbilityProfile, done: Digest, one: CombatProfile, chance: float, fate: Fate) -> Fate:
        creature = one.creature
        for act in done.conditions:
            if (
                act.condition not in creature.condition.held
                and f"immune-{act.condition}" not in creature.body.traits
                and (act.where == ANYBODY or fits(self.view.rules, act.where, creature, self.view.me))
            ):
                fate.conditions.append((chance, ability.burdens[id(act)]))
        for end in done.ends:
            if end.condition in creature.condition.held:
                fate.conditions.append((-chance, ability.burdens[id(end)]))
        if done.healing:
            left = max(one.hp, 0)
            gain = log((left + self._healed(done, one) + STAYING) / (left + STAYING))
            fate = fate._replace(share=fate.share - chance * gain)
        return fate

    def _healed(self, done: Digest, one: CombatProfile) -> float:
        health = one.creature.health
        missing = 0 if health.hp is None or health.full is None else max(health.full - health.hp, 0)
        return min(sum(average(text) / (2 if half else 1) for text, half in done.healing), missing)

    def healing(self, ability: AbilityProfile, one: CombatProfile) -> float:
        """The expected hit points restored."""
        return max(self._healed(stage.done(()), one) for stage in ability.stages)

    def price(self, ability: AbilityProfile, met: Iterable[CombatProfile], worth: float) -> float:
        """The cost of a use for the rest of the battle."""
        if worth <= 0:
            return 0.0
        share = self._shares.get(ability)
        if share is None:
            share = self._shares[ability] = self.share(ability)
        if not share:
            return 0.0
        if ability.harms:
            hit = len([one for one in met if one.hostile]) if ability.wide else 0
            best = worth / hit * min(GROUP, len(self.foes)) if hit else FAR * worth
        else:
            healed = [(one, self.healing(ability, one)) for one in met] if ability.heals else []
            best = max((self._at_worst(one, amount) for one, amount in healed if amount), default=FAR * worth)
        return THRIFT * share * best

    def share(self, ability: AbilityProfile) -> float:
        """The share of the resource used: 0 (unlimited) to 1 (the last)."""
        me, name, spec = self.view.me, ability.name, ability.ability
        own: Repertoire | None = me.parts.get(Repertoire)
        found = spec.cooldown / (spec.cooldown + 5)
        if own is not None:
            for what, amount in ability.spends:
                found = max(found, 1 / max(own.resources.get(what, 0) // amount, 1))
            if spec.uses is not None:
                found = max(found, 1 / max(spec.uses - own.used.get(name, 0), 1))
        gear: Gear | None = me.parts.get(Gear)
        item = None if gear is None or (own is not None and name in own.can) else gear.lends.get(name)
        if gear is not None and item is not None:
            uses = self.view.rules.defined.items[item].uses
            found = found if uses is None else max(found, 1 / max(uses - gear.used.get(item, 0), 1))
        return min(found, 1.0)

    def _at_worst(self, one: CombatProfile, amount: float) -> float:
        full = one.creature.health.full
        return 0.0 if full is None else one.worth * log((full / 4 + amount + STAYING) / (full / 4 + STAYING))

    def loss(self, one: CombatProfile, odds: CreatureOdds) -> float:
        """The worth of lost hit points minus that of gains."""
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

    # --- conditions -----------------------------------------------------------------------------------

    def _sways(self, one: CombatProfile, odds: CreatureOdds, ability: AbilityProfile) -> float:
        total = 0.0
        for act in acts_of(ability.ability):
            if isinstance(act, GiveCondition) and act.condition in odds.conditions:
                total += odds.conditions[act.condition] * self.sway(one, ability.burdens[id(act)])
            elif isinstance(act, EndCondition) and act.condition in one.creature.condition.held:
                total -= self.sway(one, ability.burdens[id(act)])
        return total

    def sway(self, one: CombatProfile, burden: Burden) -> float:
        """The worth that a condition takes from its bearer; negative if it helps."""
        idle, kept, adds, turns, hurts = burden
        turn = self.turn(one)
        loss = idle * turn
        if kept:
            loss += kept * turn * self._kept_off(one)
        if adds is not None:
            loss += self._figures(one, adds, turn) * turns
        for amount in hurts:
            loss += self.hurt(one, amount) if amount > 0 else -self.hurt(one, -amount)
        return loss

    def _figures(self, one: CombatProfile, adds: Adds, turn: float) -> float:
        others = self.others(one)
        if not others:
            return 0.0
        loss = 0.0
        if adds.attack or adds.damage:
            loss += turn * weakened(one.odds, one.attack, others[0].ac, one.damage, adds.attack, adds.damage)
        if adds.ac:
            for foe in others:
                near = foe.strikes_over(gap(foe.box, one.box))
                if near:
                    chance = foe.odds(foe.attack, one.ac)
                    after = foe.odds(foe.attack, one.ac + adds.ac)
                    before = max(chance.hit * chance.times, 0.01)
                    loss += 0.5 * foe.harms(one, near)[0] * (after.hit * after.times / before - 1)
        return loss

    def hurt(self, one: CombatProfile, harm: float) -> float:
        """The worth of lost hit points; negative for a gain."""
        left = min(max(one.hp - harm, 0.0), one.creature.health.full or one.hp)
        return one.worth * log((one.hp + STAYING) / (left + STAYING))

    # --- what odds do not say -------------------------------------------------------------------------

    def _beside(
        self,
        intent: Use,
        ability: AbilityProfile,
        met: Sequence[CombatProfile],
        covered: Sequence[CombatProfile] | None,
    ) -> float:
        total = 0.0
        for act, certain in ability.beside:
            chance = 1.0 if certain else CHANCED
            match act:
                case ForceMovement():
                    if harm_about(self.view):
                        total += chance * self._forced(met, intent, act)
                case MakeZone():
                    total += chance * self._zone(intent, act, covered)
                case HideCreature() if act.target == "self" or self.me in met:
                    if self.view.me.body.hidden_from.issuperset(foe.creature.name for foe in self.foes):
                        continue
                    total += chance * UNSEEN * self._feared(self.me.box)
                case TeleportCreature() | GrantMovement() if act.to == "at" and intent.at is not None:
                    total += self._moved(place_of(self.view.world, intent.at))
                case JoinBattle():
                    total += self.me.worth
                case ChangeResource():
                    total += chance * self._drained(met, act)
        return total

    def _forced(self, met: Iterable[CombatProfile], intent: Use, act: ForceMovement) -> float:
        view, total = self.view, 0.0
        for one in met:
            if one is self.me or act.target == "self":
                continue
            way = _direction(view.me, one.creature, act, intent)
            here, harm = one.creature.cube, 0.0
            for _ in range(view.rules.squares(most(act.distance)) if way != (0, 0) else 0):
                there = (here[0] + way[0], here[1] + way[1], here[2])
                if forced_fits(view.world, one.creature, here, there) is not None:
                    break
                harm = max(harm, place_harm(view, one.creature, there))
                here = there
            total += self.hurt(one, harm) * (1 if one.hostile else -1)
        return total

    def _zone(self, intent: Use, zone: MakeZone, covered: Sequence[CombatProfile] | None) -> float:
        view = self.view
        once = sum(average(act.amount) for act in (*zone.enter, *zone.start, *zone.end) if isinstance(act, DealDamage))
        heals = sum(average(act.amount) for act in (*zone.start, *zone.end) if isinstance(act, RestoreHealth))
        slows = zone.tile is not None and zone.tile.get("terrain") is not None
        if covered is None:
            inside, everybody = area(view.world, view.me, intent).squares, (self.me, *self.friends, *self.foes)
            covered = [one for one in everybody if not inside.isdisjoint(one.box.footprint)]
        total = 0.0
        for one in covered:
            loss = LINGERS * self.hurt(one, once - heals)
            if slows:
                loss += NUISANCE * self.turn(one) * self._kept_off(one)
            total += loss if one.hostile else -loss
        return total

    def _feared(self, box: Box) -> float:
        total = 0.0
        for foe in self.foes:
            strikes = foe.strikes_over(gap(foe.box, box))
            total += foe.harms(self.me, strikes)[0] if strikes else 0.0
        return total

    def _moved(self, at: Cube) -> float:
        box = self.view.me.at(at)
        safer = UNSEEN * (self._feared(self.me.box) - self._feared(box))
        if self.me.far or not self.me.volleys or self._kept_off(self.me) != 1.0:
            return safer
        blows = [self.me.harms(foe, 1)[0] for foe in self.foes if gap(foe.box, box) <= self.me.reach]
        return safer + UNSEEN * max(blows, default=0.0)

    def _drained(self, met: Sequence[CombatProfile], act: ChangeResource) -> float:
        amount = act.amount if isinstance(act.amount, int) else parse(act.amount).mean
        total = 0.0
        for one in (self.me,) if act.target == "self" else met:
            own: Repertoire | None = one.creature.parts.get(Repertoire)
            if own is not None and act.name in own.resources:
                left = own.resources[act.name]
                change = min(amount, own.most.get(act.name, left) - left) if amount > 0 else max(amount, -left)
                total += DRAINED * self.turn(one) * change * (-1 if one.hostile else 1)
        return total


def _direction(user: Creature, target: Creature, act: ForceMovement, intent: Use) -> tuple[int, int]:
    if act.direction is not None:
        return act.direction
    point = act.away if act.away is not None else act.towards if act.towards is not None else "self"
    if point == "at" and intent.at is not None:
        x, y = intent.at[0], intent.at[1]
    elif isinstance(point, tuple):
        x, y = point[0], point[1]
    else:
        x, y = user.cube[0], user.cube[1]
    east, south = target.cube[0] - x, target.cube[1] - y
    step = ((east > 0) - (east < 0), (south > 0) - (south < 0))
    return step if act.towards is None else (-step[0], -step[1])
