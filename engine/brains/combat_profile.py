"""A creature's strength for the brain `cunning`.

Its worth is its strikes per round. The last hit points count most: a loss from `a` to `b` costs the strikes times the
logarithm of `a / b`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import comb, log
from operator import attrgetter
from typing import Any, NamedTuple

from ...components.ability import Repertoire
from ..combat.threat import span_of
from ..dice import parse
from ..geometry.boxes import Box
from ..legality.legal_intents import shoots, standing_in
from ..rules.budget import affordable, speeds_now
from ..rules.odds import Odds
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .ability_strength import NONE, strength_of
from .estimates import average
from .goals import WINS, wins_if_down
from .view import View

STAYING = 4.0
UNCOUNTED = 60
"""Hit points of a creature without any."""
LEAST_WORTH = 0.5
"""Worth of a creature that cannot strike."""
STRIKES = 6
"""Most strikes counted per turn."""
CHARGED = 0.5
"""The chance that a charge's path is free."""

ENTITY = attrgetter("creature.entity")
ExpectedDamage = tuple[float, float]
"""(share of the target's worth, chance to down it)."""
Rolls = tuple[tuple[tuple[str, ...], float], ...]
"""Outcomes by words, with chances."""


@lru_cache(maxsize=1 << 10)
def roll_of(damage: str | int | None) -> tuple[float, float]:
    """Returns (mean, variance) of a damage roll such as `2d6+3`."""
    return average(damage), 0.0 if damage is None else parse(damage).variance


@lru_cache(maxsize=1 << 16)
def expected_damage(odds: Odds, damage: str | int | None, hp: int, strikes: int) -> ExpectedDamage:
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


@lru_cache(maxsize=1 << 8)
def average_penalty(steps: tuple[int, ...], strikes: int) -> int:
    """Returns the mean penalty of several attacks in one turn; `steps` are the penalties in order."""
    if len(steps) == 1 or strikes < 2:
        return steps[0]
    return round(sum(steps[min(number, len(steps) - 1)] for number in range(strikes)) / strikes)


def hit_points(creature: Creature) -> int:
    hp = creature.health.hp
    return UNCOUNTED if hp is None else max(hp, 1)


def strikes_with(rules: Ruleset, creature: Creature, left: Mapping[str, int]) -> int:
    """Returns how many strikes a creature can pay for with the actions `left`."""
    return strikes_for(rules, creature.body.attacks, tuple(left.items()))


@lru_cache(maxsize=1 << 10)
def strikes_for(rules: Ruleset, attacks: int, actions: tuple[tuple[str, int], ...]) -> int:
    """Returns how many strikes some actions pay for; `attacks` are those of a full attack."""
    single, full, left = 0, 0, dict(actions)
    cost = rules.actions.costs.get("attack")
    if cost is not None:
        purse = paid(left, cost.ways)
        while single < STRIKES and purse is not None:
            single += 1
            purse = paid(purse, cost.ways)
    whole = rules.actions.costs.get("full-attack")
    if attacks > single and whole is not None and any(affordable(left, way) for way in whole.ways):
        full = attacks
    return max(single, full)


def paid(left: Mapping[str, int], ways: Iterable[tuple[str, ...]]) -> dict[str, int] | None:
    """Returns the actions left after payment by the first affordable way; else None."""
    for way in ways:
        if affordable(left, way):
            rest = dict(left)
            for name in way:
                rest[name] -= 1
            return rest
    return None


@lru_cache(maxsize=1 << 8)
def attacks_after_moves(rules: Ruleset, attacks: int) -> tuple[int, ...]:
    """Returns the strikes in a turn after 0, 1, 2 ... moves. `attacks` is the number in a full attack."""
    counts: list[int] = []
    left: dict[str, int] | None = dict(rules.actions.per_turn)
    move = rules.actions.costs.get("move")
    while left is not None and (strikes := strikes_for(rules, attacks, tuple(left.items()))):
        counts.append(strikes)
        left = paid(left, move.ways) if move is not None else None
    return tuple(counts)


@lru_cache(maxsize=1 << 14)
def gap(a: Box, b: Box) -> int:
    """Returns the distance of two spaces in squares: the larger of the two axes."""
    ax0, ay0, az0, ax1, ay1, az1 = a
    bx0, by0, bz0, bx1, by1, bz1 = b
    return max(bx0 - ax1, ax0 - bx1, by0 - ay1, ay0 - by1, bz0 - az1, az0 - bz1)


class CombatFigures(NamedTuple):
    far: bool
    reach: int
    volleys: tuple[int, ...]
    """Strikes in a turn after 0, 1, 2 ... moves."""
    pace: int
    """The distance of one move in squares; 0 if it cannot move."""
    charges: bool
    bands: tuple[int, ...]
    """Distances in squares from an enemy, each the limit for one strike fewer."""


def pace_of(rules: Ruleset, creature: Creature) -> int:
    """Returns the distance of one move in squares; 0 if the creature cannot move."""
    if creature.is_any(rules.conditions.immobile):
        return 0
    return max(rules.squares(max(speeds_now(rules, creature).values(), default=0)), 1)


def figures_of(rules: Ruleset, creature: Creature) -> CombatFigures:
    imposed = creature.speed.imposed
    key = ("figures", creature.state, None if imposed is None else tuple(imposed.items()))
    found = creature.memory.get(key)
    if not isinstance(found, CombatFigures):
        body, far = creature.body, shoots(creature)
        shot = rules.squares(body.range) if body.range is not None else 0
        armed = body.damage is not None and not creature.is_any(rules.conditions.unable)
        pace = pace_of(rules, creature)
        reach = shot if far else max(span_of(rules, creature).most, 0)
        volleys = attacks_after_moves(rules, body.attacks) if armed else ()
        charges = "charge" in rules.actions.costs and not far
        moves = (max(len(volleys), 3 if charges else 0) if pace else 1) if volleys else 0
        bands = tuple(reach + pace * count for count in range(moves))
        found = creature.memory[key] = CombatFigures(far, reach, volleys, pace, charges, bands)
    return found


class CombatProfile:
    __slots__ = (
        "_harm",
        "_threats",
        "_walked",
        "ac",
        "against",
        "attack",
        "bands",
        "box",
        "changes",
        "charges",
        "creature",
        "damage",
        "elsewhere",
        "far",
        "fates",
        "hostile",
        "hp",
        "mark",
        "multiple",
        "odds",
        "pace",
        "reach",
        "resources",
        "rolls",
        "rules",
        "spell",
        "state",
        "struck",
        "surely",
        "used",
        "volleys",
        "worth",
    )

    def __init__(
        self, rules: Ruleset, creature: Creature, *, hostile: bool = False, figures: CombatFigures | None = None
    ) -> None:
        body = creature.body
        self.creature, self.hostile = creature, hostile
        self.ac, self.attack, self.damage = body.ac, body.attack, body.damage
        self.odds = rules.attacks.odds
        self.multiple = rules.attacks.multiple
        if figures is None:
            figures = figures_of(rules, creature)
        self.far, self.reach, self.volleys, self.pace, self.charges, self.bands = figures
        self._walked = self.bands
        self.surely = self.reach + self.pace * (len(self.volleys) - 1) if self.volleys else -1
        """The distance in squares within which it can strike next turn."""
        self.worth = self.struck = LEAST_WORTH
        self.spell = NONE
        self.state = state = creature.state
        self.mark = (state[0], creature.health.hp is None, body.traits, body.damage_reduction)
        """The values that decide an ability's effect on the creature, except hit points and rolls."""
        self.box, self.hp = creature.box, hit_points(creature)
        self._harm: dict[tuple[int, int, int, float, float], ExpectedDamage] = {}
        self._threats: dict[tuple[int, int, int, float, float, float], float] = {}
        self.elsewhere: tuple[object, float, bool] | None = None
        """(inputs, loss caused to the acting creature's friends, True if one is in reach)."""
        self.fates: dict[object, Any] = {}
        """What abilities may do to it with its present hit points."""
        self.rolls: dict[object, Rolls] = {}
        """The odds of its saves and checks, by step."""
        self.rules, self.changes = rules, creature.changes
        self.resources: dict[str, int] | None = None
        """The resources left at the last update; None before it."""
        self.used: dict[str, int] = {}
        """Uses of abilities at the last update."""
        self.against: tuple[int, ...] = ()

    def strikes_over(self, squares: int) -> float:
        """Estimates how often the creature can strike next turn at a target `squares` away."""
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
        """Returns (expected loss of value, chance of defeat) for `other` if this creature strikes it."""
        key = (other.creature.entity, other.hp, other.ac, strikes, other.worth)
        found = self._harm.get(key)
        if found is None:
            whole = int(strikes)
            bonus = self.attack + average_penalty(self.multiple, whole)
            lost, downs = expected_damage(self.odds(bonus, other.ac), self.damage, other.hp, max(whole, 1))
            share = strikes if strikes < 1 else 1.0
            found = self._harm[key] = lost * share * other.worth, downs * share
        return found

    def threat(self, other: "CombatProfile", squares: int) -> float:
        """Estimates the loss that the creature's next turn causes to `other`, now `squares` away."""
        strikes = self.strikes_over(squares)
        harm = self.spell.harm
        if not harm or squares > self.spell.far:
            return self.harms(other, strikes)[0] if strikes else 0.0
        key = (other.creature.entity, other.hp, other.ac, strikes, other.worth, harm)
        found = self._threats.get(key)
        if found is None:
            struck = self.harms(other, strikes)[0] if strikes else 0.0
            lost = other.worth * log((other.hp + STAYING) / (max(other.hp - harm, 0.0) + STAYING))
            found = self._threats[key] = max(struck, lost)
        return found

    def arm(self, world: World, own: Repertoire) -> None:
        """Recomputes how strong the creature is, from the abilities that it can still use."""
        self.resources, self.used = dict(own.resources), dict(own.used)
        spell = strength_of(world, self.creature, self.pace)
        if spell is not self.spell:
            self.spell = spell
            self.bands = tuple(sorted({*self._walked, self.reach, spell.far})) if spell.harm else self._walked
        self.worth = max(self.struck, spell.total)

    def counts(self, worth: float) -> None:
        self.struck = worth
        self.worth = max(worth, self.spell.total)


class Combatants:
    """What AI players estimate about the strength of each creature that one side perceives."""

    __slots__ = ("fallen", "foes", "friends", "groups", "known", "me", "mine", "seen")

    def __init__(self, view: View) -> None:
        self.me = me = profile_of(view, view.me)
        self.foes = foes = [profile_of(view, foe) for foe in view.enemies]
        self.friends = [profile_of(view, ally) for ally in view.allies]
        self.mine = mine = [me, *self.friends]
        self.known = {one.creature.name: one for one in sorted((*mine, *foes), key=ENTITY)}
        """Profiles by name, in file order, without fallen creatures."""
        self.fallen = fallen_of(view)
        self.groups: dict[str, list[CombatProfile]] = {}
        self.seen: dict[str, list[CombatProfile]] = {}
        """Profiles of the perceived creatures, by group."""


def fallen_of(view: View) -> list[Creature]:
    side, store = view.me.side, view.world.cache_of_states()
    found: list[Creature] | None = store.get(("fallen", side))
    if found is None:
        creatures = view.world.creatures
        found = []
        if len(standing_in(view.world)) < len(creatures):
            found = [one for one in creatures if one.side == side and one.out and not one.has("object")]
        store["fallen", side] = found
    return found


def sides_of(view: View) -> Combatants:
    """Returns the combat profiles of all creatures that the acting side perceives, from a cache."""
    world, key = view.world, ("sides", view.me.entity)
    found = world.cache().get(key)
    if isinstance(found, Combatants):
        return found
    store = world.cache_of_states()
    found = store.get(key)
    if not isinstance(found, Combatants):
        found = store[key] = _profiled(view)
    world.cache()[key] = found
    for profile in found.known.values():
        creature = profile.creature
        hp = creature.health.hp
        hp = UNCOUNTED if hp is None else hp if hp > 1 else 1
        profile.box = creature.box
        if profile.hp != hp:
            profile.hp = hp
            profile.fates.clear()
        own = creature.parts.get(Repertoire)
        if own is not None and (own.used != profile.used or own.resources != profile.resources):
            profile.arm(world, own)
    return found


def _profiled(view: View) -> Combatants:
    found = Combatants(view)
    prizes = bool(view.world.objectives)
    for figures, others in ((found.mine, found.foes), (found.foes, found.mine)):
        defences = tuple([other.ac for other in others])
        for figure in figures:
            if figure.volleys and others and (prizes or figure.against != defences):
                figure.against = defences
                dealt = hits_on(figure.odds, figure.attack, defences) * roll_of(figure.damage)[0]
                figure.counts(max(figure.volleys[0] * dealt / len(others), LEAST_WORTH))
    for foe in found.foes if prizes else ():
        if wins_if_down(view, foe.creature):
            foe.counts(WINS * foe.struck)
    return found


def profile_of(view: View, creature: Creature) -> CombatProfile:
    """Returns a creature's combat profile with what the acting side knows about it."""
    side, rules = view.me.side, view.rules
    key = ("profile", side)
    found = creature.kept.get(key)
    if isinstance(found, CombatProfile) and found.changes == creature.changes and found.rules is rules:
        return found
    profile = creature.kept[key] = CombatProfile(rules, creature, hostile=creature.side != side)
    return profile


@lru_cache(maxsize=1 << 12)
def hits_on(odds: Callable[[int, int], Odds], attack: int, defences: tuple[int, ...]) -> float:
    landing = (odds(attack, defence) for defence in defences)
    return sum(one.hit * one.times for one in landing)
