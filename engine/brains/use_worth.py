"""The worth of using an ability, derived from its effects.

Damage and healing count by odds, conditions by lost turns, forced movement by terrain, zones by occupants. Harm to
one's own side is subtracted. A scarce resource has a price: an area waits for three enemies.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log

from ...components.ability import Ability, Repertoire
from ...components.definitions import Adds, ConditionSpec
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
from ..dice import parse
from ..field.forced_steps import forced_fits
from ..legality.intent_odds import CreatureOdds, sums
from ..legality.likely_uses import WeighedUse, area
from ..rules.defined import fits
from ..rules.odds import words_for
from ..state.creature import Creature
from .ability_profile import HIT, MISSED, AbilityProfile, Digest, Fate, Part, StepOutcomes
from .combat_profile import STAYING, CombatProfile, ExpectedDamage, gap, sides_of
from .estimates import average, harm_about, place_harm
from .view import View

THRIFT = 0.7
"""Price of a whole resource, as a part of the best use."""
OWN = 1.5
"""Weight of harm to its own side."""
HELP = 1.2
"""Weight of help to its own side."""
GROUP = 3
"""Enemies in the best use of an area."""
LASTING = 3
"""Most turns counted for a condition."""
CHANCED = 0.6
"""Estimated chance of outcome effects."""
FAR = 0.3
"""Weight of threats beyond its movement."""
NUISANCE = 0.1
"""Cost of an unknown condition, in turns."""
LYING = 0.3
"""Cost of lying prone, in turns."""
HELD = 0.6
"""Cost of immobility without an enemy in reach, in turns."""
LINGERS = 0.6
"""Chance of another turn in a zone."""
UNSEEN = 0.5
"""Danger removed by hiding."""
DRAINED = 0.05
"""Worth of one unit of a resource, in turns."""


Rolls = tuple[tuple[tuple[str, ...], float], ...]
"""Outcomes by words, with chances."""
Branch = tuple[float, tuple[str, ...], tuple[Part, ...]]
"""One branch of rolls: chance, last outcome's words, damage so far."""
NOTHING = Digest()
ANYBODY = Predicate()
ALWAYS: Rolls = (((), 1.0),)
"""A step without a roll."""
MOST_AMOUNTS = 400
"""Most distinct damage amounts."""


@lru_cache(maxsize=1 << 16)
def lost_share(parts: tuple[tuple[str, float, int], ...], hp: int) -> ExpectedDamage:
    """The mean share of worth lost to damage, and the chance to be downed.

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


def worth_of(view: View) -> "UseWorth":
    """Cached per state."""
    store, key = view.world.cache(), ("use worth", view.me.entity)
    found = store.get(key)
    if not isinstance(found, UseWorth) or found.view.me is not view.me:
        found = store[key] = UseWorth(view)
    return found


class UseWorth:
    """The worth of one creature's abilities in one state."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me, self.friends, self.foes = sides_of(view)
        self._known = {one.creature.name: one for one in (self.me, *self.friends, *self.foes)}
        self._own_side = (self.me, *self.friends)
        self._hostile = {one.creature.name for one in self.foes}
        self._turns: dict[str, float] = {}
        self._nearest: dict[str, int] = {}
        self._effects: dict[tuple[str, str], float] = {}
        self._shares: dict[str, float] = {}
        self.meant: dict[tuple[str, bool], list[Creature]] = {}
        self.groups: dict[tuple[str, bool], dict[str, Creature]] = {}
        """Creatures by word; true: the downed count."""

    def worth(self, ability: AbilityProfile, met: Iterable[str], intent: Use, covered: Sequence[str]) -> float:
        """The value of a use before its price; `covered` names all creatures in its area."""
        total = 0.0
        for name in met:
            total += self.effect(ability, name)
        if ability.own != NOTHING:
            fate = self._swayed(ability.own, self.me, 1.0, Fate(*self._wounds(self.me, ability.own.damage), [], []))
            total -= self.me.worth * fate.share
            total -= sum(
                self.sway(self.me, act.condition, self._lasts(act, ability.ability)) for _, act in fate.conditions
            )
        return total + (self._beside(intent, ability, met, covered) if ability.beside else 0.0)

    def weighed(self, use: WeighedUse, ability: AbilityProfile) -> float:
        """The value of a use by its odds, if targets cannot be listed."""
        total = 0.0
        for name, odds in use.odds.items():
            one = self.profile(name)
            if one is not None:
                loss = self.loss(one, odds) + self._sways(one, odds, ability.ability)
                total += loss if one in self.foes else -loss * (OWN if loss > 0 else HELP)
        met = tuple(use.odds)
        return total + (self._beside(use.intent, ability, met, None) if ability.beside else 0.0)

    # --- what an ability does to a creature -------------------------------------------------------------

    def effect(self, ability: AbilityProfile, name: str) -> float:
        """The value of its effect on one creature, cached."""
        key = (ability.name, name)
        found = self._effects.get(key)
        if found is None:
            one = self.profile(name)
            found = 0.0
            if one is not None:
                loss = self._lost(ability, one)
                found = loss if name in self._hostile else -loss * (OWN if loss > 0 else HELP)
            self._effects[key] = found
        return found

    def falls(self, ability: AbilityProfile, met: Iterable[str]) -> dict[str, float]:
        """Enemies it may down, with chances."""
        found = {name: self._fate(ability, self._known[name]).downs for name in met if name in self._hostile}
        return {name: chance for name, chance in found.items() if chance}

    def _lost(self, ability: AbilityProfile, one: CombatProfile) -> float:
        fate = self._fate(ability, one)
        loss = one.worth * fate.share
        for chance, act in fate.conditions:
            loss += chance * self.sway(one, act.condition, self._lasts(act, ability.ability))
        for chance, end in fate.ends:
            loss -= chance * self.sway(one, end.condition, 2)
        return loss

    def _fate(self, ability: AbilityProfile, one: CombatProfile) -> Fate:
        creature = one.creature
        body, health, held = creature.body, creature.health, creature.condition.held
        stages = ability.stages
        rolls = [self._rolls(stage, one) for stage in stages] if len(stages) > 1 else [self._rolls(stages[0], one)]
        key = (
            tuple(rolls) if len(rolls) > 1 else rolls[0],
            one.hp,
            health.full if ability.heals else health.hp is None,
            frozenset(held) if held else None,
            (body.traits, body.damage_reduction) if body.traits or body.damage_reduction else None,
            tuple(fits(self.view.rules, act.where, creature, self.view.me) for act in ability.choosy),
            (one.ac, self.me.attack, self.me.damage, self._penalty()) if ability.follows else None,
        )
        found = ability.fates.get(key)
        return ability.fates.keep(key, self._found_fate(ability, one, rolls)) if found is None else found

    def _found_fate(self, ability: AbilityProfile, one: CombatProfile, rolls: Sequence[Rolls]) -> Fate:
        fate = Fate(0.0, 0.0, [], [])
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
                        fate = self._swayed(done, one, chance * share, fate)
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
            odds = me.odds(me.attack + self._penalty() if act.attack is None else act.attack, one.ac)
            text = act.damage if act.damage is not None else me.damage
            blow: Part = (str(text or 0), odds.times, act.kind or "strike")
            hit, missed = ability.follows[id(act)]
            fate = self._swayed(hit, one, chance * odds.hit, fate)
            fate = self._swayed(missed, one, chance * (1 - odds.hit), fate)
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

    def _penalty(self) -> int:
        steps = self.me.multiple
        return steps[min(self.view.me.turn.attacks, len(steps) - 1)]

    def _rolls(self, stage: StepOutcomes, one: CombatProfile) -> Rolls:
        roll, attacks, target = stage.roll, self.view.rules.attacks, one.creature
        if roll is None:
            return ALWAYS
        if roll.strike:
            me = self.me
            odds = me.odds(me.attack + self._penalty() if roll.bonus is None else roll.bonus, one.ac)
            return ((HIT, odds.hit), (MISSED, 1 - odds.hit))
        if roll.save is not None:
            who, bonus = target, attacks.save_bonus(target, roll.save)
        else:
            who = self.view.me
            bonus = attacks.check_bonus(who, roll.check or "") if roll.bonus is None else roll.bonus
        key = ("rolls", roll.save is not None, bonus, roll.dc, who.state)
        found = who.memory.get(key)
        if not isinstance(found, tuple):
            check = Check(who.name, roll.save or roll.check or "", bonus, None if attacks.tiers else roll.dc)
            check.save = roll.save is not None
            odds_of = attacks.check_odds(self.view.world, check)
            found = who.memory[key] = tuple((words_for(outcome, struck=False), chance) for outcome, chance in odds_of)
        return found

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

    def _swayed(self, done: Digest, one: CombatProfile, chance: float, fate: Fate) -> Fate:
        creature = one.creature
        for act in done.conditions:
            if (
                act.condition not in creature.condition.held
                and f"immune-{act.condition}" not in creature.body.traits
                and (act.where == ANYBODY or fits(self.view.rules, act.where, creature, self.view.me))
            ):
                fate.conditions.append((chance, act))
        for end in done.ends:
            if end.condition in creature.condition.held:
                fate.ends.append((chance, end))
        if done.healing:
            left = max(one.hp, 0)
            gain = log((left + self._healed(done, one) + STAYING) / (left + STAYING))
            fate = fate._replace(share=fate.share - chance * gain)
        return fate

    def _healed(self, done: Digest, one: CombatProfile) -> float:
        health = one.creature.health
        missing = 0 if health.hp is None or health.full is None else max(health.full - health.hp, 0)
        return min(sum(average(text) / (2 if half else 1) for text, half in done.healing), missing)

    def healing(self, ability: AbilityProfile, name: str) -> float:
        """The mean hit points restored."""
        one = self.profile(name)
        return 0.0 if one is None else max(self._healed(stage.done(()), one) for stage in ability.stages)

    def price(self, ability: AbilityProfile, met: Iterable[str], worth: float) -> float:
        """What the use costs the rest of the battle."""
        if worth <= 0:
            return 0.0
        share = self._shares.get(ability.name)
        if share is None:
            share = self._shares[ability.name] = self.share(ability.name, ability.ability)
        if not share:
            return 0.0
        if ability.harms:
            hit = sum(1 for name in met if self.profile(name) in self.foes) if ability.wide else 0
            best = worth / hit * min(GROUP, len(self.foes)) if hit else FAR * worth
        else:
            healed = [(name, self.healing(ability, name)) for name in met] if ability.heals else []
            best = max((self._at_worst(name, amount) for name, amount in healed if amount), default=FAR * worth)
        return THRIFT * share * best

    def share(self, name: str, ability: Ability) -> float:
        """The part of the resource used: 0 (unlimited) to 1 (the last)."""
        me = self.view.me
        own: Repertoire | None = me.parts.get(Repertoire)
        found = [ability.cooldown / (ability.cooldown + 5)]
        if own is not None:
            found += [
                1 / max(own.resources.get(what, 0) // amount, 1) for what, amount in ability.spends.items() if amount
            ]
            if ability.uses is not None:
                found.append(1 / max(ability.uses - own.used.get(name, 0), 1))
        gear: Gear | None = me.parts.get(Gear)
        item = None if gear is None or (own is not None and name in own.can) else gear.lends.get(name)
        if gear is not None and item is not None:
            uses = self.view.rules.defined.items[item].uses
            found += [] if uses is None else [1 / max(uses - gear.used.get(item, 0), 1)]
        return min(max(found), 1.0)

    def _at_worst(self, name: str, amount: float) -> float:
        one = self.profile(name)
        full = one.creature.health.full if one is not None else None
        return (
            0.0
            if one is None or full is None
            else one.worth * log((full / 4 + amount + STAYING) / (full / 4 + STAYING))
        )

    # --- creatures ------------------------------------------------------------------------------------

    def most_struck(self, foes: Sequence[Creature], strikes: int) -> float:
        """The most worth that strikes take from one of `foes`."""
        struck = [foe for foe in self.foes if foe.creature in foes] if strikes else []
        return max((self.me.harms(foe, strikes)[0] for foe in struck), default=0.0)

    def profile(self, name: str) -> CombatProfile | None:
        """The profile of a creature; None for objects, unperceived ones and those out of the fight."""
        found = self._known.get(name)
        if found is None and name not in self._known:
            one = self.view.world.named.get(name)
            if one is not None and one.side == self.view.me.side and one.out and not one.has("object"):
                found = self._known[name] = CombatProfile(self.view.rules, one)
                found.hp = 0
                mine = (self.me, *self.friends)
                found.worth = sum(friend.worth for friend in mine) / len(mine)
        return found

    def others(self, one: CombatProfile) -> Sequence[CombatProfile]:
        return self._own_side if one.creature.name in self._hostile else self.foes

    def turn(self, one: CombatProfile) -> float:
        """The worth its next turn may take."""
        name = one.creature.name
        found = self._turns.get(name)
        if found is None:
            found = 0.0
            if one.volleys:
                dealt = one.worth  # its strikes in hit points
                for other in self.others(one):
                    hp = other.hp
                    share = log((hp + STAYING) / ((hp - dealt if hp > dealt else 0.0) + STAYING))
                    found = max(found, other.worth * share)
                found *= 1.0 if one.strikes_over(self.nearest(one)) else FAR
            self._turns[name] = found
        return found

    def nearest(self, one: CombatProfile) -> int:
        """Squares to the nearest opponent."""
        name = one.creature.name
        found = self._nearest.get(name)
        if found is None:
            found = self._nearest[name] = min((gap(one.box, other.box) for other in self.others(one)), default=1 << 10)
        return found

    def loss(self, one: CombatProfile, odds: CreatureOdds) -> float:
        """The worth of lost hit points minus gains."""
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

    def _sways(self, one: CombatProfile, odds: CreatureOdds, ability: Ability) -> float:
        total = 0.0
        for act in acts_of(ability):
            if isinstance(act, GiveCondition) and act.condition in odds.conditions:
                total += odds.conditions[act.condition] * self.sway(one, act.condition, self._lasts(act, ability))
            elif isinstance(act, EndCondition) and act.condition in one.creature.condition.held:
                total -= self.sway(one, act.condition, 2)
        return total

    def _lasts(self, act: GiveCondition, ability: Ability) -> float:
        spec = self.view.rules.defined.conditions.get(act.condition)
        if act.until is not None:
            return min(most(act.times), LASTING)
        rounds = ability.lasts.rounds if ability.lasts is not None else None
        if rounds is not None:
            return min(most(rounds), LASTING)
        return 2 if spec is not None and spec.ends is not None else LASTING

    def sway(self, one: CombatProfile, condition: str, turns: float) -> float:
        """The worth a condition takes from its bearer; negative if it helps."""
        rules = self.view.rules
        spec = rules.defined.conditions.get(condition)
        turn = self.turn(one)
        loss = 0.0
        if condition in rules.conditions.unable:
            loss += turn * turns
        elif condition in rules.conditions.immobile:
            loss += HELD * turn * turns * self._kept_off(one)
        elif condition in ("prone", "crouched"):
            loss += LYING * turn
        elif spec is None:
            loss += NUISANCE * turn * min(turns, 1)
        return loss + (self._specified(one, spec, turn, turns) if spec is not None else 0.0)

    def _specified(self, one: CombatProfile, spec: ConditionSpec, turn: float, turns: float) -> float:
        loss = self._figures(one, spec.adds, turn) * turns
        if "act" in spec.bars:
            loss += turn * turns
        elif "move" in spec.bars:
            loss += HELD * turn * turns * self._kept_off(one)
        if "react" in spec.bars:
            loss += NUISANCE * turn
        if spec.speed == "half" or spec.speed < 0:
            loss += NUISANCE * turn * turns * self._kept_off(one)
        for act in spec.acts:
            if isinstance(act, DealDamage):
                loss += self.hurt(one, average(act.amount) * turns)
            elif isinstance(act, RestoreHealth):
                loss -= self.hurt(one, average(act.amount) * turns)
        return loss

    def _figures(self, one: CombatProfile, adds: Adds, turn: float) -> float:
        others = self.others(one)
        if not others:
            return 0.0
        other = others[0]
        loss = 0.0
        if adds.attack or adds.damage:
            before = self._dealt(one, other, 0, 0)
            loss += turn * (1 - self._dealt(one, other, adds.attack, adds.damage) / before) if before else 0.0
        if adds.ac:
            for foe in others:
                near = foe.strikes_over(gap(foe.box, one.box))
                if near:
                    chance = foe.odds(foe.attack, one.ac)
                    after = foe.odds(foe.attack, one.ac + adds.ac)
                    before = max(chance.hit * chance.times, 0.01)
                    loss += 0.5 * foe.harms(one, near)[0] * (after.hit * after.times / before - 1)
        return loss

    def _dealt(self, one: CombatProfile, other: CombatProfile, attack: int, damage: int) -> float:
        odds = one.odds(one.attack + attack, other.ac)
        return odds.hit * odds.times * max(average(one.damage) + damage, 0.0)

    def _kept_off(self, one: CombatProfile) -> float:
        return NUISANCE if self.nearest(one) <= one.reach else 1.0

    def hurt(self, one: CombatProfile, harm: float) -> float:
        """The worth of lost hit points; negative for a gain."""
        left = min(max(one.hp - harm, 0.0), one.creature.health.full or one.hp)
        return one.worth * log((one.hp + STAYING) / (left + STAYING))

    # --- what odds do not say -------------------------------------------------------------------------

    def _beside(self, intent: Use, ability: AbilityProfile, met: Iterable[str], covered: Sequence[str] | None) -> float:
        total = 0.0
        for act, certain in ability.beside:
            chance = 1.0 if certain else CHANCED
            match act:
                case ForceMovement():
                    if harm_about(self.view):
                        total += chance * self._forced(met, intent, act)
                case MakeZone():
                    total += chance * self._zone(intent, act, covered)
                case HideCreature() if act.target == "self" or self.view.me.name in met:
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

    def _forced(self, met: Iterable[str], intent: Use, act: ForceMovement) -> float:
        view, total = self.view, 0.0
        for name in met:
            one = self.profile(name)
            if one is None or one is self.me or act.target == "self":
                continue
            way = _direction(view.me, one.creature, act, intent)
            here, harm = one.creature.cube, 0.0
            for _ in range(view.rules.squares(most(act.distance)) if way != (0, 0) else 0):
                there = (here[0] + way[0], here[1] + way[1], here[2])
                if forced_fits(view.world, one.creature, here, there) is not None:
                    break
                harm = max(harm, place_harm(view, one.creature, there))
                here = there
            total += self.hurt(one, harm) * (1 if one in self.foes else -1)
        return total

    def _zone(self, intent: Use, zone: MakeZone, covered: Sequence[str] | None) -> float:
        view = self.view
        once = sum(average(act.amount) for act in (*zone.enter, *zone.start, *zone.end) if isinstance(act, DealDamage))
        heals = sum(average(act.amount) for act in (*zone.start, *zone.end) if isinstance(act, RestoreHealth))
        slows = zone.tile is not None and zone.tile.get("terrain") is not None
        if covered is None:
            inside, everybody = area(view.world, view.me, intent).squares, (self.me, *self.friends, *self.foes)
            covered = [one.creature.name for one in everybody if not inside.isdisjoint(one.box.footprint)]
        total = 0.0
        for name in covered:
            one = self.profile(name)
            if one is None:
                continue
            loss = LINGERS * self.hurt(one, once - heals)
            if slows:
                loss += NUISANCE * self.turn(one) * self._kept_off(one)
            total += loss if one in self.foes else -loss
        return total

    def _feared(self, box: object) -> float:
        total = 0.0
        for foe in self.foes:
            strikes = foe.strikes_over(gap(foe.box, box))  # type: ignore[arg-type]
            total += foe.harms(self.me, strikes)[0] if strikes else 0.0
        return total

    def _moved(self, at: Cube) -> float:
        box = self.view.me.at(at)
        safer = UNSEEN * (self._feared(self.me.box) - self._feared(box))
        if self.me.far or not self.me.volleys or self._kept_off(self.me) != 1.0:
            return safer
        blows = [self.me.harms(foe, 1)[0] for foe in self.foes if gap(foe.box, box) <= self.me.reach]
        return safer + UNSEEN * max(blows, default=0.0)

    def _drained(self, met: Iterable[str], act: ChangeResource) -> float:
        amount = act.amount if isinstance(act.amount, int) else parse(act.amount).mean
        names = [self.view.me.name] if act.target == "self" else list(met)
        total = 0.0
        for name in names:
            one = self.profile(name)
            own: Repertoire | None = one.creature.parts.get(Repertoire) if one is not None else None
            if one is not None and own is not None and act.name in own.resources:
                left = own.resources[act.name]
                change = min(amount, own.most.get(act.name, left) - left) if amount > 0 else max(amount, -left)
                total += DRAINED * self.turn(one) * change * (-1 if one in self.foes else 1)
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
