"""What a use of an ability is worth, in the unit of `combat_profile`: no ability says so itself.

Damage and healing count by the odds of the use, conditions by what they do to their bearer's turns, forced movement by
the ground on its way, zones by whom they hold. What a side's own creatures suffer is taken off. A use that takes from a
small store costs a part of what the best use of that store would bring: so an area waits for three.
"""

from collections.abc import Iterator, Sequence
from math import log

from ...components.ability import Ability, Repertoire
from ...components.definitions import Adds, ConditionSpec
from ...components.effect_acts import (
    ChangeResource,
    DealDamage,
    EffectAct,
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
from ...components.position import Cube
from ...components.stats import Gear
from ..combat.ability_areas import place_of
from ..combat.aims import acts_of, harms, most
from ..dice import parse
from ..field.forced_steps import forced_fits
from ..legality.ability_options import area
from ..legality.intent_odds import CreatureOdds
from ..legality.likely_uses import WeighedUse
from ..state.creature import Creature
from .combat_profile import STAYING, CombatProfile, gap, sides_of
from .estimates import average, place_harm
from .view import View

THRIFT = 0.7
"""The part of the best use's worth that a use of the whole store costs."""
OWN = 1.5
"""The weight of harm to its own side."""
GROUP = 3
"""The enemies that the best use of an area hits."""
LASTING = 3
"""The most turns of a condition that count."""
CHANCED = 0.6
"""The estimated chance of what hangs on an outcome."""
FAR = 0.3
"""The weight of what a creature may do that is beyond its stride."""
NUISANCE = 0.1
"""What a condition of unknown harm costs its bearer, as a part of a turn."""
LYING = 0.3
"""What lying costs, as a part of a turn."""
HELD = 0.6
"""What being unable to move costs a creature that has no enemy in its reach, as a part of a turn."""
LINGERS = 0.6
"""The chance that a creature in a zone suffers by it once more."""
UNSEEN = 0.5
"""The part of the danger to a creature that hiding takes away."""
DRAINED = 0.05
"""What one of a resource is worth, as a part of a turn."""


class UseWorth:
    """The worth of uses of one creature's abilities, in one state of the battle."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.me, self.friends, self.foes = sides_of(view)
        self._known = {one.creature.name: one for one in (self.me, *self.friends, *self.foes)}
        self._turns: dict[str, float] = {}

    def worth(self, use: WeighedUse) -> float:
        """What a use brings its side, less what it costs it in creatures, before its price."""
        ability = self.view.world.abilities[use.intent.ability]
        total = 0.0
        for name, odds in use.odds.items():
            one = self.profile(name)
            if one is not None:
                loss = self.loss(one, odds) + self._sways(one, odds, ability)
                total += loss if one in self.foes else -loss * (OWN if loss > 0 else 1)
        return total + self._beside(use, ability)

    def price(self, use: WeighedUse, worth: float) -> float:
        """What the rest of the battle loses by a use: a part of the best use of what it takes."""
        ability = self.view.world.abilities[use.intent.ability]
        share = self.share(use.intent.ability, ability)
        if not share or worth <= 0:
            return 0.0
        if harms(ability):
            hit = sum(1 for name, odds in use.odds.items() if odds.mean and self.profile(name) in self.foes)
            wide = any(step.area is not None for step in ability.whole)
            best = worth / hit * min(GROUP, len(self.foes)) if wide and hit else FAR * worth
        else:
            healed = [(name, odds.healed) for name, odds in use.odds.items() if odds.healed]
            dear = (self._at_worst(name, amount) for name, amount in healed)
            best = max(dear, default=FAR * worth)
        return THRIFT * share * best

    def share(self, name: str, ability: Ability) -> float:
        """The part of its store that a use takes, from 0 (without limit) to 1 (the last)."""
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
        """The worth of healing a creature that has a quarter of its hit points left."""
        one = self.profile(name)
        full = one.creature.health.full if one is not None else None
        return (
            0.0
            if one is None or full is None
            else one.worth * log((full / 4 + amount + STAYING) / (full / 4 + STAYING))
        )

    # --- creatures ------------------------------------------------------------------------------------

    def most_struck(self, foes: Sequence[Creature], strikes: int) -> float:
        """The worth that some strikes take from the enemy among some whom they hurt most."""
        struck = [foe for foe in self.foes if foe.creature in foes] if strikes else []
        return max((self.me.harms(foe, strikes)[0] for foe in struck), default=0.0)

    def profile(self, name: str) -> CombatProfile | None:
        """The profile of a creature that counts; None for objects, enemies out of the fight, and unperceived ones."""
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
        """The creatures of the other side."""
        return (self.me, *self.friends) if one in self.foes else self.foes

    def turn(self, one: CombatProfile) -> float:
        """The worth that a creature's next turn may take from the other side."""
        name = one.creature.name
        if name not in self._turns:
            blows = [
                one.harms(other, one.volleys[0])[0] * (1.0 if one.strikes_over(gap(one.box, other.box)) else FAR)
                for other in (self.others(one) if one.volleys else ())
            ]
            self._turns[name] = max(blows, default=0.0)
        return self._turns[name]

    def loss(self, one: CombatProfile, odds: CreatureOdds) -> float:
        """The worth of the hit points that a creature may lose, less those that it gains."""
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
        """The worth that conditions take from their bearer, by their chances, and the ends of those that it has."""
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
        """The worth that a condition takes from its bearer in so many turns; below 0 for one that helps it."""
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
        """The worth that changed figures take from a creature in a turn."""
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
        """1 for a creature whose strikes reach no enemy from its place; else a small part."""
        return NUISANCE if any(gap(one.box, other.box) <= one.reach for other in self.others(one)) else 1.0

    def hurt(self, one: CombatProfile, harm: float) -> float:
        """The worth of a loss of hit points to a creature; below 0 for a gain."""
        left = min(max(one.hp - harm, 0.0), one.creature.health.full or one.hp)
        return one.worth * log((one.hp + STAYING) / (left + STAYING))

    # --- what odds do not say -------------------------------------------------------------------------

    def _beside(self, use: WeighedUse, ability: Ability) -> float:
        """The worth of forced movement, zones, hiding, places, summons and resources."""
        total = 0.0
        for act, certain in _with_certainty(ability):
            chance = 1.0 if certain else CHANCED
            match act:
                case ForceMovement():
                    total += chance * self._forced(use, act)
                case MakeZone():
                    total += chance * self._zone(use.intent, act)
                case HideCreature() if act.target == "self" or self.view.me.name in use.odds:
                    if self.view.me.body.hidden_from.issuperset(foe.creature.name for foe in self.foes):
                        continue
                    total += chance * UNSEEN * self._feared(self.me.box)
                case TeleportCreature() | GrantMovement() if act.to == "at" and use.intent.at is not None:
                    total += self._moved(place_of(self.view.world, use.intent.at))
                case JoinBattle():
                    total += self.me.worth
                case ChangeResource():
                    total += chance * self._drained(use, act)
        return total

    def _forced(self, use: WeighedUse, act: ForceMovement) -> float:
        view, total = self.view, 0.0
        for name in use.odds:
            one = self.profile(name)
            if one is None or one is self.me or act.target == "self":
                continue
            way = _direction(view.me, one.creature, act, use.intent)
            here, harm = one.creature.cube, 0.0
            for _ in range(view.rules.squares(most(act.distance)) if way != (0, 0) else 0):
                there = (here[0] + way[0], here[1] + way[1], here[2])
                if forced_fits(view.world, one.creature, here, there) is not None:
                    break
                harm = max(harm, place_harm(view, one.creature, there))
                here = there
            total += self.hurt(one, harm) * (1 if one in self.foes else -1)
        return total

    def _zone(self, intent: Use, zone: MakeZone) -> float:
        view = self.view
        once = sum(average(act.amount) for act in (*zone.enter, *zone.start, *zone.end) if isinstance(act, DealDamage))
        heals = sum(average(act.amount) for act in (*zone.start, *zone.end) if isinstance(act, RestoreHealth))
        slows = zone.tile is not None and zone.tile.get("terrain") is not None
        inside = area(view.world, view.me, intent).squares
        total = 0.0
        for one in (self.me, *self.friends, *self.foes):
            if not any(square in inside for square in one.box.footprint):
                continue
            loss = LINGERS * self.hurt(one, once - heals)
            if slows:
                loss += NUISANCE * self.turn(one) * self._kept_off(one)
            total += loss if one in self.foes else -loss
        return total

    def _feared(self, box: object) -> float:
        """The worth that enemies may take from the creature in a space."""
        total = 0.0
        for foe in self.foes:
            strikes = foe.strikes_over(gap(foe.box, box))  # type: ignore[arg-type]
            total += foe.harms(self.me, strikes)[0] if strikes else 0.0
        return total

    def _moved(self, at: Cube) -> float:
        """The worth of another place: fewer enemies at it, or a blow from there for one whose strikes reach nobody."""
        box = self.view.me.at(at)
        safer = UNSEEN * (self._feared(self.me.box) - self._feared(box))
        if self.me.far or not self.me.volleys or self._kept_off(self.me) != 1.0:
            return safer
        blows = [self.me.harms(foe, 1)[0] for foe in self.foes if gap(foe.box, box) <= self.me.reach]
        return safer + UNSEEN * max(blows, default=0.0)

    def _drained(self, use: WeighedUse, act: ChangeResource) -> float:
        amount = act.amount if isinstance(act.amount, int) else parse(act.amount).mean
        names = [self.view.me.name] if act.target == "self" else list(use.odds)
        total = 0.0
        for name in names:
            one = self.profile(name)
            own: Repertoire | None = one.creature.parts.get(Repertoire) if one is not None else None
            if one is not None and own is not None and act.name in own.resources:
                left = own.resources[act.name]
                change = min(amount, own.most.get(act.name, left) - left) if amount > 0 else max(amount, -left)
                total += DRAINED * self.turn(one) * change * (-1 if one in self.foes else 1)
        return total


def _with_certainty(ability: Ability) -> Iterator[tuple[EffectAct, bool]]:
    """Every act of an ability, and whether it happens in any case."""
    certain = {id(act) for step in ability.whole if step.after is None for act in (*step.does, *step.each)}
    for act in acts_of(ability):
        yield act, id(act) in certain


def _direction(user: Creature, target: Creature, act: ForceMovement, intent: Use) -> tuple[int, int]:
    """The step, [east, south], of forced movement."""
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
