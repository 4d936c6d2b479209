"""The evaluation of cunning: its weights, the value of strikes, and the danger from enemies at a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

from ...components.ordinary_class import ordinary_class
from ...components.plan import Strike
from ...components.position import Cube
from ..combat.threat import threatens
from ..field.ground import Ground
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import grown
from ..rulesets.shared.d20 import weighed
from ..state.creature import Creature
from .combat_profile import STAYING, CombatProfile, ExpectedDamage, average_penalty, expected_damage, gap, sides_of
from .view import View


@ordinary_class
@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weights of one `Cunning`."""

    caution: float = 1.0
    """The weight of the damage that enemies may do by its next turn."""
    exposed: float = 0.4
    """The factor on caution against enemies whose abilities reach far: distance protects less."""
    bold: float = 0.3
    """The weight of enemies' damage when allies are already in melee."""
    patience: int = 4
    """Rounds without damage after which it no longer waits for the enemy."""
    impatience: int = 1
    """The same of the side that has no reason to wait."""
    arrived: float = 3.0
    """The value of standing on an objective, in its own worth."""
    nearer: float = 1.0
    """The value of the whole way to an objective, in its own worth."""
    death: float = 4.0
    """What a way that it hardly survives costs beside the hit points, in its own worth."""
    progress: float = 0.01
    """The value of a square nearer to the enemy while it waits for the enemy."""
    hurry: float = 0.05
    """The value of a square nearer to the enemy when it no longer waits."""
    effort: float = 0.002
    """The cost of a square of movement, to settle ties."""
    high: float = 0.03
    """The value of a level over the enemies' ground, while it waits."""
    together: float = 0.03
    """The value of a friend at hand, while it waits."""


USUAL = Weights()
"""Those of the shipped `cunning`."""


POISE = 0.5
"""The weight of strikes saved for the next turn by standing in reach."""
CROWDED = 2.0
"""What an area counts that takes it beside a friend, against other danger."""
DRAWN_OFF = 0.3
"""The chance that an enemy with a target in reach goes for another farther away."""


def lessened(fears: Sequence[float], struck: int, downs: float) -> float:
    """The worth that all enemies together may take if one is struck, and may be down by then."""
    return sum(fears) - downs * fears[struck] if downs else sum(fears)


class Alike(NamedTuple):
    """Places that are alike to all enemies."""

    places: Bitboard
    fears: tuple[float, ...]
    """For each enemy the most worth that it may take, with the creature at any of the places."""


class Evaluation:
    """The sums of one decision: the creatures' worth, and the enemies' danger until the next turn."""

    def __init__(self, view: View, caution: float) -> None:
        self.view = view
        self.caution = caution
        self.me, self.friends, self.foes = sides_of(view)
        self._bound: set[CombatProfile] = set()
        """Enemies that have an ally in their reach already."""
        self._weights: dict[str, int] = {}
        self._partners: dict[str, list[Creature]] = {}
        self._postures: dict[str, int] = {}
        self._feared: list[float] | None = None
        self._fears: dict[Cube, list[float]] = {}
        self._by_gap: list[dict[int, float]] = [{} for _ in self.foes]
        """For each enemy the most worth that it may take from the side, by its distance to the creature on turn."""
        self._crowds: dict[Cube, float] = {}
        self._blows: dict[tuple[int, int, bool], ExpectedDamage] = {}

    @property
    def feared(self) -> list[float]:
        """For each enemy the most worth that it may take from an ally."""
        if self._feared is None:
            self._feared = self._most_feared()
        return self._feared

    def leave_friends_aside(self) -> None:
        """Counts no damage to allies."""
        self._feared = [0.0] * len(self.foes)

    def _most_feared(self) -> list[float]:
        alike: dict[tuple[int, int, float], list[CombatProfile]] = {}
        for friend in self.friends:
            alike.setdefault((friend.ac, friend.hp, friend.worth), []).append(friend)
        return [self._elsewhere(foe, alike.values()) for foe in self.foes]

    def _elsewhere(self, foe: CombatProfile, friends: Iterable[list[CombatProfile]]) -> float:
        """The most worth that an enemy may take from an ally; allies with the same expected damage stand in one
        list."""
        most = 0.0
        for alike in friends if foe.volleys or foe.spell.harm else ():
            gaps = {gap(foe.box, friend.box) for friend in alike}
            if not foe.far and min(gaps) <= foe.reach:
                self._bound.add(foe)
            if foe.spell.harm:
                most = max(most, foe.threat(alike[0], min(gaps)))
            for strikes in {foe.strikes_over(squares) for squares in gaps} - {0}:
                most = max(most, foe.harms(alike[0], strikes)[0])
        return most

    def fears(self, at: Cube) -> list[float]:
        """For each enemy the most worth that it may take from the side by its next turn, with the creature at a place.

        Each is expected to pick the creature that it hurts most.
        """
        found = self._fears.get(at)
        if found is None:
            me = self.view.me
            box = me.at(at) if at != me.cube else self.me.box
            found = self._fears[at] = []
            for number, foe in enumerate(self.foes):
                squares = gap(foe.box, box)
                known = self._by_gap[number].get(squares)
                found.append(self._fear(number, squares) if known is None else known)
        return found

    def _fear(self, number: int, squares: int) -> float:
        """The most worth that an enemy may take from the side at a distance in squares."""
        foe, elsewhere = self.foes[number], self.feared[number]
        own = foe.threat(self.me, squares)
        if elsewhere and squares > foe.reach and foe in self._bound:
            own *= DRAWN_OFF
        found = self._by_gap[number][squares] = max(own, elsewhere)
        return found

    def zones(self, grid: Ground, places: Bitboard) -> list[Alike]:
        """Places of its ground, split into zones in which no enemy may take more at one place than at another.

        What an enemy may do depends on how far it has to go: in its reach, a move away, two. Where the bands around all
        enemies meet there are few zones.
        """
        found = [Alike(places, ())]
        for number, foe in enumerate(self.foes):
            left, bands = places, []
            for squares in foe.bands:
                band = left & grid.over(grown(foe.box, squares))
                if band:
                    bands.append((band, self._fear(number, squares)))
                    left &= ~band
            if left:
                bands.append((left, self.feared[number]))
            found = [
                Alike(here, (*fears, fear)) for band, fear in bands for rest, fears in found if (here := rest & band)
            ]
        return found

    def danger(self, at: Cube, struck: CombatProfile | None = None, downs: float = 0.0) -> float:
        """The worth that all enemies together may take; one that is struck may be down by then."""
        fears = self.fears(at)
        own = sum(fears) if struck is None else lessened(fears, self.foes.index(struck), downs)
        return own + self.crowded(at)

    def crowded(self, at: Cube) -> float:
        """The worth that areas may take from it because friends stand near a place."""
        areas = [foe.spell for foe in self.foes if foe.spell.burst]
        if not areas or not self.friends:
            return 0.0
        found = self._crowds.get(at)
        if found is None:
            box = self.view.me.at(at)
            gaps = sorted(gap(friend.box, box) for friend in self.friends)
            found = 0.0
            for spell in areas:
                near = sum(1 for squares in gaps[:2] if squares <= spell.width)
                found += near * CROWDED * self.hurt(self.me, spell.burst) if near else 0.0
            self._crowds[at] = found
        return found

    def value(self, foe: CombatProfile, at: Cube, strikes: int, fears: Sequence[float] | None = None) -> float:
        """The value of striking an enemy from a place a number of times and then standing there.

        `fears` are those at the place, if they are known.
        """
        fears = self.fears(at) if fears is None else fears
        return self._value(foe, self.strike(foe, at, strikes), fears) - self.caution * self.crowded(at)

    def most(self, foe: CombatProfile, strikes: int, fears: Sequence[float]) -> float:
        """The value of striking an enemy from the best place with such fears: one where it flanks it, if it can."""
        return self._value(foe, self.blow(foe, strikes, bool(self.partners(foe.creature))), fears)

    def _value(self, foe: CombatProfile, blow: ExpectedDamage, fears: Sequence[float]) -> float:
        gain, downs = blow
        return gain - self.caution * lessened(fears, self.foes.index(foe), downs)

    def upright(self, foe: CombatProfile, strikes: int) -> float:
        """The value of a number of strikes at an enemy once it stands."""
        me = self.me
        bonus = self.weight(foe.creature) - self._postures.get(foe.creature.name, 0)
        return expected_damage(me.odds(me.attack + bonus, foe.ac), me.damage, foe.hp, strikes)[0] * foe.worth

    def weight(self, target: Creature) -> int:
        """The modifiers of a strike at a target from any place: postures, squeezing, recoil."""
        name = target.name
        if name not in self._weights:
            strike = Strike(self.view.me.name, name, ranged=self.me.far)
            blow = weighed(self.view.world, strike)
            bonus = sum(amount for why, amount in blow.to_hit if why != "flanking")
            self._weights[name] = bonus - sum(amount for _, amount in blow.to_defence)
            self._postures[name] = sum(amount for why, amount in blow.to_hit if why in ("prone", "crouched"))
        return self._weights[name]

    def partners(self, target: Creature) -> list[Creature]:
        """The allies with which it may flank a target."""
        view = self.view
        if not view.rules.threat.flanking or self.me.far:
            return []
        found = self._partners.get(target.name)
        if found is None:
            found = self._partners[target.name] = [
                friend.creature
                for friend in self.friends
                if (friend.far or gap(friend.box, target.box) <= friend.reach)
                and threatens(view.world, friend.creature, target)
            ]
        return found

    def flanks(self, target: Creature, at: Cube) -> bool:
        """Whether it would flank a target from a place."""
        return bool(self.partners(target)) and self.view.flanks(target, at)

    def strike(self, foe: CombatProfile, at: Cube, strikes: int) -> ExpectedDamage:
        """The expected damage of a number of strikes at an enemy from a place."""
        return self.blow(foe, strikes, self.flanks(foe.creature, at))

    def blow(self, foe: CombatProfile, strikes: int, flanking: bool) -> ExpectedDamage:
        """The expected damage of a number of strikes at an enemy, flanking it or not."""
        key = (foe.creature.entity, strikes, flanking)
        found = self._blows.get(key)
        if found is None:
            me = self.me
            bonus = self.weight(foe.creature) + self.tiring(strikes)
            if flanking:
                bonus += self.view.rules.threat.flank_bonus
            lost, downs = expected_damage(me.odds(me.attack + bonus, foe.ac), me.damage, foe.hp, strikes)
            found = self._blows[key] = lost * foe.worth, downs
        return found

    def tiring(self, strikes: int) -> int:
        """The average penalty on a number of attacks in a row, beyond that on the first."""
        world, me = self.view.world, self.view.me
        steps = world.rules.attacks.multiple
        if len(steps) == 1 or strikes < 2:
            return 0
        made = min(me.turn.attacks, len(steps) - 1)
        return average_penalty(steps[made:], strikes) - steps[made]

    def drawn(self, names: Iterable[str]) -> float:
        """The worth that the reaction attacks of some enemies take."""
        return sum(foe.harms(self.me, 1)[0] for foe in self.foes if foe.creature.name in names)

    def hurt(self, figure: CombatProfile, harm: float) -> float:
        """The worth of a loss of hit points to a creature."""
        left = max(figure.hp - harm, 0.0)
        return figure.worth * log((figure.hp + STAYING) / (left + STAYING))

    def poise(self, at: Cube) -> float:
        """The value of a place from which it can strike in its next turn without moving."""
        box = self.view.me.at(at)
        near = [foe for foe in self.foes if gap(box, foe.box) <= self.me.reach] if self._poised else ()
        return max((self._saved(foe, self.flanks(foe.creature, at)) for foe in near), default=0.0)

    def most_poise(self) -> float:
        """The value of the best such place, wherever it is."""
        foes = self.foes if self._poised else ()
        return max((self._saved(foe, flanking) for foe in foes for flanking in (False, True)), default=0.0)

    @property
    def _poised(self) -> bool:
        """Whether it strikes more often in a turn without moving."""
        volleys = self.me.volleys
        return not self.me.far and bool(volleys) and volleys[0] != (*volleys, 0)[1]

    def _saved(self, foe: CombatProfile, flanking: bool) -> float:
        """The value of the strikes at an enemy that a move would cost."""
        volleys = (*self.me.volleys, 0)
        saved = self.blow(foe, volleys[0], flanking)[0] - self.blow(foe, volleys[1], flanking)[0]
        return max(POISE * saved, 0.0)

    def outshot(self) -> bool:
        """Whether the enemies shoot better than its side, so that time favours them."""
        mine = sum(friend.worth for friend in (self.me, *self.friends) if friend.far)
        return sum(foe.worth for foe in self.foes if foe.far) > mine

    def helpless(self) -> bool:
        """Whether enemies shoot and no creature of its side does, so that distance makes it a target."""
        return any(foe.far for foe in self.foes) and not any(one.far for one in (self.me, *self.friends))

    def at_blows(self) -> bool:
        """Whether any creature of its side stands in an enemy's reach."""
        mine = (self.me, *self.friends)
        return any(not foe.far and gap(foe.box, friend.box) <= foe.reach for foe in self.foes for friend in mine)
