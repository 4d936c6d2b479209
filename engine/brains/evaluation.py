"""Values of strikes and danger of places for `cunning`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...components.ordinary_class import ordinary_class
from ...components.plan import Strike
from ...components.position import Cube
from ..combat.threat import threatens
from ..field.ground import Ground
from ..geometry.bitboard import Bitboard, sum_of
from ..geometry.boxes import grown
from ..rulesets.shared.d20 import weighed
from ..state.creature import Creature
from .combat_profile import CombatProfile, ExpectedDamage, average_penalty, expected_damage, gap, sides_of
from .damage_shares import share_of
from .view import View


@ordinary_class
@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    caution: float = 1.0
    """Weight of the damage that enemies may deal before its next turn."""
    exposed: float = 0.4
    """Factor on `caution` against long-range abilities."""
    bold: float = 0.3
    """The value of `caution` while allies are in melee."""
    patience: int = 4
    """Rounds without damage before the creature stops waiting."""
    impatience: int = 0
    """The value of `patience` for a side without reason to wait."""
    arrived: float = 3.0
    """Value of a square nearer to an objective."""
    nearer: float = 1.0
    """Value of the whole path to an objective."""
    death: float = 4.0
    """Extra cost of a path that the creature hardly survives."""
    progress: float = 0.01
    """Value of a square nearer to the enemy while waiting."""
    hurry: float = 0.05
    """The value of `progress` when it no longer waits."""
    effort: float = 0.002
    """Cost of a square of movement; breaks ties."""
    high: float = 0.03
    """Value of each level above the enemies while waiting."""
    together: float = 0.03
    """Value of each friend nearby while waiting."""
    poise: float = 0.5
    """Weight of strikes that the creature can make next turn from its place."""
    crowded: float = 2.0
    """Weight of area damage beside a friend."""
    drawn: float = 1.5
    """Weight of attacks provoked now, relative to attacks in the enemies' next turn."""
    distracted: float = 0.3
    """The chance that an enemy in melee with a friend attacks the creature instead."""


ROUNDED, TINY = 1 + 1e-9, 1e-9
"""Allow for rounding in a bound."""
USUAL = Weights()
"""Weights of the shipped `cunning`."""


def lessened(fears: Sequence[float], struck: int, downs: float) -> float:
    return sum(fears) - downs * fears[struck] if downs else sum(fears)


class Alike(NamedTuple):
    """Places where each enemy is equally dangerous to the acting creature."""

    places: Bitboard
    fears: tuple[float, ...]
    """The most worth each enemy may take here, by enemy."""
    crowd: float
    """The extra worth that area effects may take."""

    @property
    def danger(self) -> float:
        return sum(self.fears) + self.crowd


class Evaluation:
    """Computes scores for one decision: of strikes, of places and of their danger."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.caution = weights.caution
        sides = sides_of(view)
        self.me, self.friends, self.foes = sides.me, sides.friends, sides.foes
        self._bound: set[CombatProfile] = set()
        """Enemies that have an ally of the creature in reach."""
        self._bonuses: dict[str, int] = {}
        self._partners: dict[str, list[Creature]] = {}
        self._postures: dict[str, int] = {}
        self._feared: list[float] | None = None
        self._fears: dict[Cube, list[float]] = {}
        self._by_gap: list[dict[int, float]] = [{} for _ in self.foes]
        """Per enemy, the worth it may take by its distance."""
        self._crowds: dict[Cube, float] = {}
        self._areas = [foe.spell for foe in self.foes if foe.spell.burst] if self.friends else []
        self._harms: list[tuple[int, float]] | None = None
        """(distance, loss) for each of `_areas`."""
        self._blows: dict[tuple[int, int, bool], ExpectedDamage] = {}

    @property
    def feared(self) -> list[float]:
        if self._feared is None:
            self._feared = self._most_feared()
        return self._feared

    def leave_friends_aside(self) -> None:
        """Makes the scores ignore damage that the creature's own acts do to allies."""
        self._feared = [0.0] * len(self.foes)

    def _most_feared(self) -> list[float]:
        alike: dict[tuple[int, int, float], list[CombatProfile]] = {}
        for friend in self.friends:
            alike.setdefault((friend.ac, friend.hp, friend.worth), []).append(friend)
        known = tuple([(figures, tuple([friend.box for friend in group])) for figures, group in alike.items()])
        feared: list[float] = []
        for foe in self.foes:
            key = (known, foe.box, foe.spell)
            if foe.elsewhere is None or foe.elsewhere[0] != key:
                foe.elsewhere = (key, *self._elsewhere(foe, alike.values()))
            _, most, binds = foe.elsewhere
            if binds:
                self._bound.add(foe)
            feared.append(most)
        return feared

    def _elsewhere(self, foe: CombatProfile, friends: Iterable[list[CombatProfile]]) -> tuple[float, bool]:
        """Returns (loss that an enemy may cause to a friend, True if one is in reach)."""
        most, binds = 0.0, False
        for alike in friends if foe.volleys or foe.spell.harm else ():
            nearest = min([gap(foe.box, friend.box) for friend in alike])
            if not foe.far and nearest <= foe.reach:
                binds = True
            most = max(most, foe.threat(alike[0], nearest))
        return most, binds

    def fears(self, at: Cube) -> list[float]:
        """Returns the loss that each enemy may cause to the creature at the place `at`."""
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
        known = self._by_gap[number].get(squares)
        if known is not None:
            return known
        foe, elsewhere = self.foes[number], self.feared[number]
        own = foe.threat(self.me, squares)
        if elsewhere and squares > foe.reach and foe in self._bound:
            own *= self.weights.distracted
        found = self._by_gap[number][squares] = max(own, elsewhere)
        return found

    def zones(self, grid: Ground, places: Bitboard) -> list[Alike]:
        """Splits places into groups of equal expected loss."""
        return self.bearable_zones(grid, [(places, float("inf"))])

    def bearable_zones(self, grid: Ground, parts: Sequence[tuple[Bitboard, float]]) -> list[Alike]:
        """Splits parts into groups of equal expected loss.

        A part is (places, the most loss of interest there). Groups with more loss may be left out.
        """
        feared = self.feared
        most = max([bearable for _, bearable in parts])
        crowds = self._crowded(grid, sum_of([places for places, _ in parts]))
        found: list[tuple[Bitboard, tuple[float, ...], float, float]] = [
            (here, (), crowd if bearable == most else crowd + most - bearable, crowd)
            for places, bearable in parts
            for near, crowd in crowds
            if (here := places & near)
        ]
        room = most * ROUNDED + TINY - sum(feared)
        """What the groups may have more than each enemy's least."""
        for number, foe in enumerate(self.foes):
            bands, least, left = [], feared[number], 0
            room += least
            for here, _, _, _ in found:
                left |= here
            if not left:
                return []
            for squares in foe.bands:
                band = left & grid.over(grown(foe.box, squares))
                if band:
                    bands.append((band, self._fear(number, squares)))
                    left &= ~band
            if left:
                bands.append((left, least))
            found = [
                (here, (*fears, fear), total + fear, crowd)
                for band, fear in bands
                for rest, fears, total, crowd in found
                if total + fear <= room and (here := rest & band)
            ]
        return [Alike(here, fears, crowd) for here, fears, _, crowd in found]

    def _crowded(self, grid: Ground, places: Bitboard) -> list[tuple[Bitboard, float]]:
        found = [(places, 0.0)]
        for spell in self._areas:
            one = two = 0
            for friend in self.friends:
                near = grid.over(grown(friend.box, spell.width))
                two |= one & near
                one |= near
            harm = self.weights.crowded * self.hurt(self.me, spell.burst)
            parts = (~one, 0.0), (one & ~two, harm), (two, 2 * harm)
            found = [(here, crowd + more) for part, more in parts for rest, crowd in found if (here := rest & part)]
        return found

    def danger(self, at: Cube, struck: CombatProfile | None = None, downs: float = 0.0) -> float:
        """Returns the expected loss at the place `at`. The chance `downs` that `struck` is defeated lowers it."""
        fears = self.fears(at)
        own = sum(fears) if struck is None else lessened(fears, self.foes.index(struck), downs)
        return own + self.crowded(at)

    def crowded(self, at: Cube) -> float:
        """Returns the additional loss at `at` because an enemy's area effect could also hit nearby allies."""
        if not self._areas:
            return 0.0
        found = self._crowds.get(at)
        if found is None:
            box = self.view.me.at(at)
            gaps = [gap(friend.box, box) for friend in self.friends]
            if self._harms is None:
                self._harms = [(spell.width, self.hurt(self.me, spell.burst)) for spell in self._areas]
            found = 0.0
            for width, harm in self._harms:
                near = min(len([squares for squares in gaps if squares <= width]), 2)
                found += near * self.weights.crowded * harm if near else 0.0
            self._crowds[at] = found
        return found

    def value(self, foe: CombatProfile, at: Cube, strikes: int) -> float:
        """Returns the value of striking `foe` from `at`, less the danger of that place."""
        return self.value_in(Alike(0, tuple(self.fears(at)), self.crowded(at)), foe, at, strikes)

    def value_in(self, zone: Alike, foe: CombatProfile, at: Cube, strikes: int) -> float:
        """Returns the value of striking `foe` from `at`, less the danger of `zone`."""
        return self._value(foe, self.strike(foe, at, strikes), zone)

    def most(self, zone: Alike, foe: CombatProfile, strikes: int) -> float:
        """Returns an upper bound of the value of striking `foe` from any place in `zone`."""
        return self._value(foe, self.blow(foe, strikes, bool(self.partners(foe.creature))), zone)

    def _value(self, foe: CombatProfile, blow: ExpectedDamage, zone: Alike) -> float:
        gain, downs = blow
        return gain - self.caution * lessened(zone.fears, self.foes.index(foe), downs) - self.caution * zone.crowd

    def upright(self, foe: CombatProfile, strikes: int) -> float:
        """Returns the value that strikes at `foe` would have if the striker stood up first."""
        me = self.me
        bonus = self.weight(foe.creature) - self._postures.get(foe.creature.name, 0)
        return expected_damage(me.odds(me.attack + bonus, foe.ac), me.damage, foe.hp, strikes)[0] * foe.worth

    def weight(self, target: Creature) -> int:
        """Returns the sum of bonuses to hit `target`, without flanking. Bonuses to its defence are subtracted."""
        name = target.name
        if name not in self._bonuses:
            strike = Strike(self.view.me.name, name, ranged=self.me.far)
            blow = weighed(self.view.world, strike)
            bonus = sum(amount for why, amount in blow.to_hit if why != "flanking")
            self._bonuses[name] = bonus - sum(amount for _, amount in blow.to_defence)
            self._postures[name] = sum(amount for why, amount in blow.to_hit if why in ("prone", "crouched"))
        return self._bonuses[name]

    def partners(self, target: Creature) -> list[Creature]:
        """Returns the allies that could flank the target together with the acting creature."""
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
        return bool(self.partners(target)) and self.view.flanks(target, at)

    def strike(self, foe: CombatProfile, at: Cube, strikes: int) -> ExpectedDamage:
        return self.blow(foe, strikes, self.flanks(foe.creature, at))

    def blow(self, foe: CombatProfile, strikes: int, flanking: bool) -> ExpectedDamage:
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
        world, me = self.view.world, self.view.me
        steps = world.rules.attacks.multiple
        if len(steps) == 1 or strikes < 2:
            return 0
        made = min(me.turn.attacks, len(steps) - 1)
        return average_penalty(steps[made:], strikes) - steps[made]

    def drawn(self, names: Iterable[str]) -> float:
        """Returns the expected loss if the named enemies make their reaction attacks."""
        return self.weights.drawn * sum(foe.harms(self.me, 1)[0] for foe in self.foes if foe.creature.name in names)

    def hurt(self, figure: CombatProfile, harm: float) -> float:
        return figure.worth * share_of(figure.hp, harm)

    def poise(self, at: Cube) -> float:
        """Returns the value of having an enemy in reach at `at` next turn."""
        box = self.view.me.at(at)
        near = [foe for foe in self.foes if gap(box, foe.box) <= self.me.reach] if self._poised else ()
        return max((self._saved(foe, self.flanks(foe.creature, at)) for foe in near), default=0.0)

    def poised(self, grid: Ground, places: Bitboard) -> tuple[Bitboard, float]:
        """Returns (places with an enemy in reach, upper bound of their `poise`)."""
        most, found = 0.0, 0
        for foe in self.foes if self._poised else ():
            near = places & grid.over(grown(foe.box, self.me.reach))
            if near:
                found |= near
                most = max(most, self._saved(foe, False))
                if self.partners(foe.creature):
                    most = max(most, self._saved(foe, True))
        return found, most

    @property
    def _poised(self) -> bool:
        volleys = self.me.volleys
        return not self.me.far and bool(volleys) and volleys[0] != (*volleys, 0)[1]

    def _saved(self, foe: CombatProfile, flanking: bool) -> float:
        volleys = (*self.me.volleys, 0)
        saved = self.blow(foe, volleys[0], flanking)[0] - self.blow(foe, volleys[1], flanking)[0]
        return max(self.weights.poise * saved, 0.0)

    def outshot(self) -> bool:
        """True if the enemies deal more damage from a distance than the acting side does."""
        mine = sum(friend.worth for friend in (self.me, *self.friends) if friend.far)
        return sum(foe.worth for foe in self.foes if foe.far) > mine

    def helpless(self) -> bool:
        return any(foe.far for foe in self.foes) and not any(one.far for one in (self.me, *self.friends))

    def at_blows(self) -> bool:
        """True if an enemy has the acting creature or one of its allies within reach."""
        mine = (self.me, *self.friends)
        return any(not foe.far and gap(foe.box, friend.box) <= foe.reach for foe in self.foes for friend in mine)
