"""The evaluation of `cunning`: the value of strikes, and the danger from enemies at a place.

Everything is counted in one unit. A creature is worth its strikes in a round, and its last hit points are worth more
than its first: taking it from `a` to `b` hit points is worth its strikes times the logarithm of the share that it
loses. So the same damage is worth more if it takes a striker out of the fight sooner, and a wounded enemy is struck
again.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb, log
from typing import NamedTuple

from ...components.plan import Strike
from ...components.position import Cube
from ..combat.melee_reach import span_of
from ..combat.reactions import threatens
from ..dice import parse
from ..geometry.boxes import Box
from ..legality.legal_intents import shoots
from ..rules.movement_budget import speeds_now
from ..rules.odds import Odds
from ..rules.payment import affordable
from ..rules.ruleset import Ruleset
from ..rulesets.shared.attack_rolls import weighed
from ..state.creature import Creature
from .estimates import average
from .goals import PRIZED, prized
from .view import View

STAYING = 4.0
"""Hit points added before shares are taken, so that the last one is not worth everything."""
UNCOUNTED = 60
"""The estimated hit points of a creature without any."""
LEAST_WORTH = 0.5
"""The worth of a creature that cannot strike."""
STRIKES = 6
"""The most strikes in a turn that are counted."""
POISE = 0.5
"""The weight of strikes saved for the next turn by standing in reach."""
DRAWN_OFF = 0.3
"""The chance that an enemy with a target in reach goes for another farther away."""
CHARGED = 0.5
"""The chance that a straight line is open for a charge."""

ExpectedDamage = tuple[float, float]
"""(the share of its worth that strikes take off a target, the chance that they down it)."""


@lru_cache(maxsize=1 << 10)
def roll_of(damage: str | int | None) -> tuple[float, float]:
    """The average of a roll such as `2d6+3`, and its variance."""
    return average(damage), 0.0 if damage is None else parse(damage).variance


@lru_cache(maxsize=1 << 16)
def expected_damage(odds: Odds, damage: str | int | None, hp: int, strikes: int) -> ExpectedDamage:
    """The expected damage of a number of strikes of the same odds."""
    mean, variance = roll_of(damage)
    if not mean or not strikes:
        return 0.0, 0.0
    chance, times = odds
    mean, variance = mean * times, variance * times * times
    full = log((hp + STAYING) / STAYING)
    lost = downs = 0.0
    for hits in range(1, strikes + 1):
        often = comb(strikes, hits) * chance**hits * (1 - chance) ** (strikes - hits)
        spread = 1.2 * (hits * variance) ** 0.5
        for dealt in (hits * mean - spread, hits * mean, hits * mean + spread):
            left = hp - dealt
            if left <= 0:
                downs += often / 3
                lost += often / 3 * full
            else:
                lost += often / 3 * log((hp + STAYING) / (left + STAYING))
    return lost, downs


def average_penalty(steps: tuple[int, ...], strikes: int) -> int:
    """The average penalty on a number of attacks of one turn; the last step applies to all later ones."""
    if len(steps) == 1 or strikes < 2:
        return steps[0]
    return round(sum(steps[min(number, len(steps) - 1)] for number in range(strikes)) / strikes)


def hit_points(creature: Creature) -> int:
    """A creature's hit points left."""
    hp = creature.health.hp
    return UNCOUNTED if hp is None else max(hp, 1)


def strikes_with(rules: Ruleset, creature: Creature, left: Mapping[str, int]) -> int:
    """The strikes that some actions pay for: one by one, or a full attack if that has more."""
    single = full = 0
    cost = rules.actions.costs.get("attack")
    if cost is not None:
        purse = paid(left, cost.ways)
        while single < STRIKES and purse is not None:
            single += 1
            purse = paid(purse, cost.ways)
    whole = rules.actions.costs.get("full-attack")
    if creature.body.attacks > single and whole is not None and any(affordable(left, way) for way in whole.ways):
        full = creature.body.attacks
    return max(single, full)


def paid(left: Mapping[str, int], ways: Iterable[tuple[str, ...]]) -> dict[str, int] | None:
    """The actions left after paying in one of the ways; None if none is affordable."""
    for way in ways:
        if affordable(left, way):
            rest = dict(left)
            for name in way:
                rest[name] -= 1
            return rest
    return None


def attacks_after_moves(rules: Ruleset, creature: Creature) -> tuple[int, ...]:
    """The strikes of a fresh turn: without moving, after one move, after two and so on."""
    key = ("volleys", rules.actions.costs.get("move"))
    found = creature.memory.get(key)
    if not isinstance(found, tuple):
        counts: list[int] = []
        left: dict[str, int] | None = dict(rules.actions.per_turn)
        move = rules.actions.costs.get("move")
        while left is not None and (strikes := strikes_with(rules, creature, left)):
            counts.append(strikes)
            left = paid(left, move.ways) if move is not None else None
        found = creature.memory[key] = tuple(counts)
    return found


def gap(a: Box, b: Box) -> int:
    """Squares between two spaces, by the longest axis; 1 where they touch."""
    ax0, ay0, az0, ax1, ay1, az1 = a
    bx0, by0, bz0, bx1, by1, bz1 = b
    most = bx0 - ax1 if bx0 > ax1 else ax0 - bx1
    other = by0 - ay1 if by0 > ay1 else ay0 - by1
    if other > most:
        most = other
    other = bz0 - az1 if bz0 > az1 else az0 - bz1
    return other if other > most else most


class CombatFigures(NamedTuple):
    """The range and number of a creature's strikes, valid while its state stays the same."""

    far: bool
    """Whether its strikes are shots."""
    reach: int
    """The squares that its strikes reach: their reach, or the range of its shots."""
    volleys: tuple[int, ...]
    """Its strikes in a fresh turn, after no move, one, two ...; empty if it cannot strike."""
    pace: int
    """Squares of one move; 0 if it cannot move."""
    charges: bool
    """Whether it may charge."""


def figures_of(rules: Ruleset, creature: Creature) -> CombatFigures:
    """A creature's figures, computed once for each state of it."""
    imposed = creature.speed.imposed
    key = ("figures", creature.state, None if imposed is None else tuple(imposed.items()))
    found = creature.memory.get(key)
    if not isinstance(found, CombatFigures):
        body, far = creature.body, shoots(creature)
        shot = rules.squares(body.range) if body.range is not None else 0
        armed = body.damage is not None and not creature.is_any(rules.conditions.unable)
        fastest = max(speeds_now(rules, creature).values(), default=0)
        found = creature.memory[key] = CombatFigures(
            far=far,
            reach=shot if far else max(span_of(rules, creature).most, 0),
            volleys=attacks_after_moves(rules, creature) if armed else (),
            pace=max(rules.squares(fastest), 1) if not creature.is_any(rules.conditions.immobile) else 0,
            charges="charge" in rules.actions.costs and not far,
        )
    return found


class CombatProfile:
    """A creature as the evaluation sees it: its range, its strikes and its worth."""

    __slots__ = (
        "ac",
        "attack",
        "bound",
        "box",
        "charges",
        "creature",
        "damage",
        "far",
        "hp",
        "multiple",
        "odds",
        "pace",
        "reach",
        "volleys",
        "worth",
    )

    def __init__(self, rules: Ruleset, creature: Creature) -> None:
        body = creature.body
        self.creature = creature
        self.box = creature.box
        self.hp = hit_points(creature)
        self.ac, self.attack, self.damage = body.ac, body.attack, body.damage
        self.odds = rules.attacks.odds
        self.multiple = rules.attacks.multiple
        self.far, self.reach, self.volleys, self.pace, self.charges = figures_of(rules, creature)
        self.bound = False
        """Whether it has an ally of the creature on turn in its reach already."""
        self.worth = LEAST_WORTH

    def strikes_over(self, squares: int) -> float:
        """The strikes that it may have in its next turn at a target at a distance in squares."""
        volleys = self.volleys
        if not volleys:
            return 0
        beyond = squares - self.reach
        if beyond <= 0:
            return volleys[0]
        if not self.pace:
            return 0
        moves = -(-beyond // self.pace)
        if moves < len(volleys):
            return volleys[moves]
        return CHARGED if self.charges and moves == 2 else 0

    def harms(self, other: "CombatProfile", strikes: float) -> ExpectedDamage:
        """The expected damage of a number of its strikes to another, in the other's worth."""
        whole = int(strikes)
        bonus = self.attack + average_penalty(self.multiple, whole)
        lost, downs = expected_damage(self.odds(bonus, other.ac), self.damage, other.hp, max(whole, 1))
        share = strikes if strikes < 1 else 1.0
        return lost * share * other.worth, downs * share


class Evaluation:
    """The sums of one decision: the creatures' worth, and the enemies' danger until the next turn."""

    def __init__(self, view: View, caution: float) -> None:
        rules = view.rules
        self.view = view
        self.caution = caution
        self.me = CombatProfile(rules, view.me)
        self.foes = [CombatProfile(rules, foe) for foe in view.enemies]
        self.friends = [CombatProfile(rules, ally) for ally in view.allies]
        mine = [self.me, *self.friends]
        for figures, others in ((mine, self.foes), (self.foes, mine)):
            landing: dict[int, float] = {}  # by attack bonus, because many creatures share one
            for figure in figures:
                if figure.volleys:
                    if figure.attack not in landing:
                        chances = (figure.odds(figure.attack, other.ac) for other in others)
                        landing[figure.attack] = sum(odds.hit * odds.times for odds in chances)
                    dealt = landing[figure.attack] * roll_of(figure.damage)[0]
                    figure.worth = max(figure.volleys[0] * dealt / len(others), LEAST_WORTH)
        for foe in self.foes if view.world.objectives else ():
            foe.worth *= PRIZED if prized(view, foe.creature) else 1.0
        self._weights: dict[str, int] = {}
        self._partners: dict[str, list[Creature]] = {}
        self._postures: dict[str, int] = {}
        self._feared: list[float] | None = None
        self._fears: dict[Cube, list[float]] = {}
        self._by_gap: list[dict[int, float]] = [{} for _ in self.foes]
        """For each enemy the most worth that it may take from the side, by its distance to the creature on turn."""

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
        for alike in friends if foe.volleys else ():
            gaps = {gap(foe.box, friend.box) for friend in alike}
            foe.bound = foe.bound or (not foe.far and min(gaps) <= foe.reach)
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
                known = self._by_gap[number]
                if squares not in known:
                    known[squares] = self._fear(foe, self.feared[number], squares)
                found.append(known[squares])
        return found

    def _fear(self, foe: CombatProfile, elsewhere: float, squares: int) -> float:
        """The most worth that an enemy may take from the side at a distance in squares; `elsewhere` it takes from an
        ally."""
        strikes = foe.strikes_over(squares)
        own = foe.harms(self.me, strikes)[0] if strikes else 0.0
        if elsewhere and foe.bound and squares > foe.reach:
            own *= DRAWN_OFF
        return max(own, elsewhere)

    def danger(self, at: Cube, struck: CombatProfile | None = None, downs: float = 0.0) -> float:
        """The worth that all enemies together may take; one that is struck may be down by then."""
        fears = self.fears(at)
        total = sum(fears)
        if struck is not None and downs:
            total -= downs * fears[self.foes.index(struck)]
        return total

    def value(self, foe: CombatProfile, at: Cube, strikes: int) -> float:
        """The value of striking an enemy from a place a number of times and then standing there."""
        gain, downs = self.strike(foe, at, strikes)
        return gain - self.caution * self.danger(at, foe, downs)

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

    def flanks(self, target: Creature, at: Cube) -> bool:
        """Whether it would flank a target from a place."""
        view = self.view
        if not view.rules.threat.flanking or self.me.far:
            return False
        partners = self._partners.get(target.name)
        if partners is None:
            partners = self._partners[target.name] = [
                friend.creature
                for friend in self.friends
                if (friend.far or gap(friend.box, target.box) <= friend.reach)
                and threatens(view.world, friend.creature, target)
            ]
        return bool(partners) and view.flanks(target, at)

    def strike(self, foe: CombatProfile, at: Cube, strikes: int) -> ExpectedDamage:
        """The expected damage of a number of strikes at an enemy from a place."""
        me = self.me
        bonus = self.weight(foe.creature)
        if self.flanks(foe.creature, at):
            bonus += self.view.rules.threat.flank_bonus
        bonus += self.tiring(strikes)
        lost, downs = expected_damage(me.odds(me.attack + bonus, foe.ac), me.damage, foe.hp, strikes)
        return lost * foe.worth, downs

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
        volleys = self.me.volleys
        if self.me.far or not volleys or (len(volleys) > 1 and volleys[0] == volleys[1]):
            return 0.0
        later = volleys[1] if len(volleys) > 1 else 0
        most, box = 0.0, self.view.me.at(at)
        for foe in self.foes:
            if gap(box, foe.box) <= self.me.reach:
                most = max(most, self.strike(foe, at, volleys[0])[0] - self.strike(foe, at, later)[0])
        return POISE * most

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
