"""A creature's strength for `cunning`: strikes, range, damage and worth.

A creature is worth its strikes per round, and its last hit points count most. A loss from `a` to `b` hit points is
worth its strikes times the logarithm of the lost share. So a wounded enemy is struck again.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import comb, log
from typing import NamedTuple

from ...components.ability import Repertoire
from ..combat.threat import span_of
from ..dice import parse
from ..geometry.boxes import Box
from ..legality.legal_intents import shoots
from ..rules.budget import affordable, speeds_now
from ..rules.odds import Odds
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .ability_strength import NONE, strength_of
from .estimates import average
from .goals import PRIZED, prized
from .view import View

STAYING = 4.0
"""Hit points added before shares are taken."""
UNCOUNTED = 60
"""Estimated hit points of a creature without any."""
LEAST_WORTH = 0.5
"""Worth of a creature that cannot strike."""
STRIKES = 6
"""Most strikes counted per turn."""
CHARGED = 0.5
"""Chance that a straight line is open for a charge."""

ExpectedDamage = tuple[float, float]
"""(mean share of the target's worth, chance to down it)."""


@lru_cache(maxsize=1 << 10)
def roll_of(damage: str | int | None) -> tuple[float, float]:
    """Mean and variance of a roll such as `2d6+3`."""
    return average(damage), 0.0 if damage is None else parse(damage).variance


@lru_cache(maxsize=1 << 16)
def expected_damage(odds: Odds, damage: str | int | None, hp: int, strikes: int) -> ExpectedDamage:
    """Expected damage of strikes with the same odds."""
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
    """The mean multiple attack penalty; the last step repeats."""
    if len(steps) == 1 or strikes < 2:
        return steps[0]
    return round(sum(steps[min(number, len(steps) - 1)] for number in range(strikes)) / strikes)


def hit_points(creature: Creature) -> int:
    hp = creature.health.hp
    return UNCOUNTED if hp is None else max(hp, 1)


def strikes_with(rules: Ruleset, creature: Creature, left: Mapping[str, int]) -> int:
    """Strikes that the actions `left` pay for: single ones or a full attack."""
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
    """Actions left after paying one of `ways`; None: not affordable."""
    for way in ways:
        if affordable(left, way):
            rest = dict(left)
            for name in way:
                rest[name] -= 1
            return rest
    return None


def attacks_after_moves(rules: Ruleset, creature: Creature) -> tuple[int, ...]:
    """Strikes of a fresh turn after 0, 1, 2 ... moves."""
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
    """Squares between two spaces, by the longest axis; 1 if adjacent."""
    ax0, ay0, az0, ax1, ay1, az1 = a
    bx0, by0, bz0, bx1, by1, bz1 = b
    most = bx0 - ax1 if bx0 > ax1 else ax0 - bx1
    other = by0 - ay1 if by0 > ay1 else ay0 - by1
    if other > most:
        most = other
    other = bz0 - az1 if bz0 > az1 else az0 - bz1
    return other if other > most else most


class CombatFigures(NamedTuple):
    """Range and number of a creature's strikes, for one state."""

    far: bool
    reach: int
    """Squares: reach, or range of its shots."""
    volleys: tuple[int, ...]
    """Strikes in a fresh turn after 0, 1, 2 ... moves; empty: none."""
    pace: int
    """Squares of one move; 0 if it cannot move."""
    charges: bool


def figures_of(rules: Ruleset, creature: Creature) -> CombatFigures:
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
    """A creature in the evaluation."""

    __slots__ = (
        "_harm",
        "_struck",
        "ac",
        "attack",
        "bands",
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
        "spell",
        "volleys",
        "worth",
    )

    def __init__(self, rules: Ruleset, creature: Creature) -> None:
        body = creature.body
        self.creature = creature
        self.ac, self.attack, self.damage = body.ac, body.attack, body.damage
        self.odds = rules.attacks.odds
        self.multiple = rules.attacks.multiple
        self.far, self.reach, self.volleys, self.pace, self.charges = figures_of(rules, creature)
        moves = (max(len(self.volleys), 3 if self.charges else 0) if self.pace else 1) if self.volleys else 0
        self.bands = tuple(self.reach + self.pace * count for count in range(moves))
        """Distances in squares, each for one strike fewer."""
        self.worth = self._struck = LEAST_WORTH
        self.spell = NONE
        self.box, self.hp = creature.box, hit_points(creature)
        self._harm: dict[tuple[int, int, float, float], ExpectedDamage] = {}

    def strikes_over(self, squares: int) -> float:
        """Strikes in its next turn at a target `squares` away."""
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
        """Expected damage of strikes at `other`, as a share of its worth."""
        key = (other.creature.entity, other.hp, strikes, other.worth)
        found = self._harm.get(key)
        if found is None:
            whole = int(strikes)
            bonus = self.attack + average_penalty(self.multiple, whole)
            lost, downs = expected_damage(self.odds(bonus, other.ac), self.damage, other.hp, max(whole, 1))
            share = strikes if strikes < 1 else 1.0
            found = self._harm[key] = lost * share * other.worth, downs * share
        return found

    def threat(self, other: "CombatProfile", squares: int) -> float:
        """The worth that its next turn may take from `other`, by distance in squares."""
        strikes = self.strikes_over(squares)
        struck = self.harms(other, strikes)[0] if strikes else 0.0
        harm = self.spell.harm
        if not harm or squares > self.spell.far:
            return struck
        return max(struck, other.worth * log((other.hp + STAYING) / (max(other.hp - harm, 0.0) + STAYING)))

    def arm(self, world: World) -> None:
        """Updates the strength that its abilities add."""
        spell = strength_of(world, self.creature, self.pace)
        if spell is not self.spell:
            self.spell = spell
            self.bands = tuple(sorted({*self.bands, spell.far})) if spell.harm else self.bands
        self.worth = max(self._struck, spell.total)

    def counts(self, worth: float) -> None:
        self.worth = self._struck = worth


class Combatants(NamedTuple):
    """All creatures as one of them sees them, for one state."""

    me: CombatProfile
    friends: list[CombatProfile]
    foes: list[CombatProfile]


def sides_of(view: View) -> Combatants:
    """Profiles of the active creature, its friends and its enemies.

    Cached per state; positions and hit points are read anew.
    """
    store, key = view.world.cache_of_states(), ("sides", view.me.entity)
    found = store.get(key)
    if not isinstance(found, Combatants):
        found = store[key] = _profiled(view)
    me, friends, foes = found
    for profile in (me, *friends, *foes):
        profile.box, profile.hp = profile.creature.box, hit_points(profile.creature)
        if Repertoire in profile.creature.parts:
            profile.arm(view.world)
    return found


def _profiled(view: View) -> Combatants:
    rules = view.rules
    me, foes = CombatProfile(rules, view.me), [CombatProfile(rules, foe) for foe in view.enemies]
    friends = [CombatProfile(rules, ally) for ally in view.allies]
    mine = [me, *friends]
    for figures, others in ((mine, foes), (foes, mine)):
        landing: dict[int, float] = {}  # by attack bonus, because many creatures share one
        for figure in figures:
            if figure.volleys:
                if figure.attack not in landing:
                    chances = (figure.odds(figure.attack, other.ac) for other in others)
                    landing[figure.attack] = sum(odds.hit * odds.times for odds in chances)
                dealt = landing[figure.attack] * roll_of(figure.damage)[0]
                figure.counts(max(figure.volleys[0] * dealt / len(others), LEAST_WORTH))
    for foe in foes if view.world.objectives else ():
        if prized(view, foe.creature):
            foe.counts(PRIZED * foe.worth)
    return Combatants(me, friends, foes)
