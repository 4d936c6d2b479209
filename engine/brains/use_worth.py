"""The worth of an ability's effects on creatures.

Damage and healing count by odds, conditions by lost turns. Harm to its own side counts against it.
"""

from collections.abc import Iterable, Sequence
from math import log

from ...components.definitions import Adds
from ..combat.threat import perceives
from ..geometry.boxes import Box
from ..rules.defined import fits
from ..state.creature import Creature
from .ability_profile import NUISANCE, AbilityProfile, Burden, Fate
from .combat_profile import ENTITY, STAYING, Combatants, CombatProfile, gap, sides_of
from .damage_shares import opened, share_of, weakened
from .fates import Fates
from .view import View

OWN = 1.5
"""Weight of harm to its own side."""
HELP = 1.2
"""Weight of help to its own side."""
FAR = 0.3
"""Weight of threats beyond its movement."""


def worth_of(view: View) -> "UseWorth":
    store, key = view.world.cache(), ("use worth", view.me.entity)
    found = store.get(key)
    if not isinstance(found, UseWorth) or found.view.me is not view.me:
        found = store[key] = UseWorth(view)
    return found


class UseWorth:
    def __init__(self, view: View, sides: Combatants | None = None, fates: Fates | None = None) -> None:
        self.view = view
        self.sides = sides = sides_of(view) if sides is None else sides
        self.me, self.friends, self.foes = sides.me, sides.friends, sides.foes
        self.known = sides.known
        self.fates = Fates(view, self.me) if fates is None else fates
        self._fallen: dict[str, CombatProfile] | None = None
        self._own_side = sides.mine
        self._turns: dict[CombatProfile, float] = {}
        self._nearest: dict[CombatProfile, int] = {}
        self._gaps: dict[CombatProfile, int] = {}
        self._strikers: dict[CombatProfile, list[tuple[CombatProfile, float]]] = {}
        self._effects: dict[AbilityProfile, dict[CombatProfile, float]] = {}
        self.forgone: dict[tuple[tuple[str, ...], ...], float] = {}
        """The value of strikes given up, by payment. A brain sets it."""
        self.feared: dict[Box, float] = {}
        """What enemies next to strike would take from the user, by the space that it fills."""
        self.shares: dict[AbilityProfile, float] = {}
        """The share of its best use that each ability's use costs."""
        self._groups: dict[str, list[CombatProfile]] = {}
        self._seen: dict[str, list[CombatProfile]] = {}
        self._meant: dict[AbilityProfile, list[CombatProfile]] = {}

    # --- creatures ------------------------------------------------------------------------------------

    def group(self, who: str, *, downed: bool) -> list[CombatProfile]:
        """Returns the known creatures of a group such as `enemies`; with `downed`, also defeated allies."""
        fallen = self.fallen if downed and self.sides.fallen else None
        groups = self._groups if fallen else self.sides.groups
        found = groups.get(who)
        if found is None:
            if who == "enemies" or who == "enemy":
                found = self.foes
            else:
                found = list(self.known.values())
                if fallen:
                    found = sorted([*found, *fallen.values()], key=ENTITY)
                if who != "any":
                    mine = who == "allies" or who == "ally"
                    found = [one for one in found if one is not self.me and not (mine and one.hostile)]
            groups[who] = found
        return found

    def meant(self, ability: AbilityProfile) -> list[CombatProfile]:
        """Returns the perceived creatures that the ability should affect."""
        found = self._meant.get(ability)
        if found is None:
            who = ability.meant if ability.kind == "named" and ability.plain else ability.wanted
            group = self.perceived(who, ability.takes_downed)
            found = self._meant[ability] = self.fitting(ability, group) if ability.asks else group
        return found

    def perceived(self, who: str, downed: bool) -> list[CombatProfile]:
        """Returns the creatures of a group such as `enemies` that the ability's user perceives."""
        seen = self._seen if downed and self.sides.fallen else self.sides.seen
        found = seen.get(who)
        if found is None:
            me, group = self.view.me, self.group(who, downed=downed)
            if "blinded" in me.condition.held or any(one.creature.body.hidden_from for one in group):
                group = [one for one in group if one is self.me or perceives(me, one.creature)]
            found = seen[who] = group
        return found

    def fitting(self, ability: AbilityProfile, group: Iterable[CombatProfile]) -> list[CombatProfile]:
        """Returns the creatures of `group` that meet the ability's own conditions for targets."""
        rules, me = self.view.rules, self.view.me
        return [one for one in group if all(fits(rules, asked, one.creature, me) for asked in ability.asks)]

    def profile(self, name: str) -> CombatProfile | None:
        return self.known.get(name) or self.fallen.get(name)

    @property
    def fallen(self) -> dict[str, CombatProfile]:
        """Returns the user's defeated allies, by name."""
        if self._fallen is None:
            worth = sum(friend.worth for friend in self._own_side) / len(self._own_side)
            self._fallen = {}
            for one in self.sides.fallen:
                found = self._fallen[one.name] = CombatProfile(self.view.rules, one)
                found.hp, found.worth = 0, worth
        return self._fallen

    def others(self, one: CombatProfile) -> Sequence[CombatProfile]:
        return self._own_side if one.hostile else self.foes

    def turn(self, one: CombatProfile) -> float:
        """Estimates the loss that the creature `one` causes to its enemies in its next turn."""
        found = self._turns.get(one)
        if found is None:
            found = 0.0
            if one.volleys:
                dealt = one.worth  # its strikes in hit points
                found = max([other.worth * share_of(other.hp, dealt) for other in self.others(one)], default=0.0)
                far = self.nearest(one) > one.surely
                if far and not (one.strikes_over(self._some_gap(one)) or one.strikes_over(self.nearest(one))):
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
        if not one.hostile:
            return self.nearest(one)
        found = self._gaps.get(one)
        if found is None:
            found = self._gaps[one] = gap(one.box, self.me.box)
        return found

    def kept_off(self, one: CombatProfile) -> float:
        return NUISANCE if self._some_gap(one) <= one.reach or self.nearest(one) <= one.reach else 1.0

    def most_struck(self, foes: Sequence[Creature], strikes: int) -> float:
        if not strikes:
            return 0.0
        known, harms = self.known, self.me.harms
        return max([harms(known[foe.name], strikes)[0] for foe in foes if foe.name in known], default=0.0)

    # --- what an ability does to a creature -------------------------------------------------------------

    def effect(self, ability: AbilityProfile, one: CombatProfile) -> float:
        """Estimates the value of using an ability on the creature `one`."""
        return self.effects(ability, (one,))[0]

    def effects(self, ability: AbilityProfile, group: Sequence[CombatProfile]) -> list[float]:
        """Estimates the value of using an ability on each creature of a group."""
        if ability.inert:
            return [0.0] * len(group)
        known = self._effects.get(ability)
        if known is None:
            known = self._effects[ability] = {}
        return [known[one] if one in known else self._effect(ability, one, known) for one in group]

    def _effect(self, ability: AbilityProfile, one: CombatProfile, known: dict[CombatProfile, float]) -> float:
        fate: Fate | None = one.fates.get(ability)
        if fate is None:
            fate = self.fates.of(ability, one)
        loss = one.worth * fate.share
        before, swayed = None, 0.0
        for chance, burden in fate.conditions:
            if burden is not before:  # several outcomes may give the same condition
                before, swayed = burden, self.sway(one, burden)
            loss += chance * swayed
        found = known[one] = loss if one.hostile else -loss * (OWN if loss > 0 else HELP)
        return found

    def falls(self, ability: AbilityProfile, met: Iterable[CombatProfile]) -> dict[str, float]:
        """Returns {enemy: chance} for the enemies that a use of the ability may defeat."""
        found = {one.creature.name: self.fates.of(ability, one).downs for one in met if one.hostile}
        return {name: chance for name, chance in found.items() if chance}

    def sway(self, one: CombatProfile, burden: Burden) -> float:
        """Returns how much worse a condition makes the creature `one`; negative if it helps."""
        idle, kept, adds, turns, hurts = burden
        turn = self._turns.get(one)
        if turn is None:
            turn = self.turn(one)
        loss = idle * turn
        if kept:
            loss += kept * turn * self.kept_off(one)
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
            for foe, harm in self._threats(one, others):
                loss += harm * opened(foe.odds, foe.attack, one.ac, adds.ac)
        return loss

    def _threats(self, one: CombatProfile, others: Sequence[CombatProfile]) -> list[tuple[CombatProfile, float]]:
        """Returns the enemies that can strike a creature, each with a harm.

        The harm is half of what its next strikes take from the creature.
        """
        found = self._strikers.get(one)
        if found is None:
            found = self._strikers[one] = [
                (foe, 0.5 * foe.harms(one, strikes)[0])
                for foe in others
                if (strikes := foe.strikes_over(gap(foe.box, one.box)))
            ]
        return found

    def hurt(self, one: CombatProfile, harm: float) -> float:
        """Returns the value of the hit points that a creature loses; negative if it regains them."""
        left = min(max(one.hp - harm, 0.0), one.creature.health.full or one.hp)
        return one.worth * log((one.hp + STAYING) / (left + STAYING))
