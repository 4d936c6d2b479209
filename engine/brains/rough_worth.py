"""A quick estimate of what abilities are worth, for the brain `aggressive`.

What an ability takes from a creature is kept for as long as the creature's figures and conditions last. A decision only
reads hit points and places anew.
"""

from collections.abc import Sequence
from operator import itemgetter

from ..combat.threat import span_of
from ..memo import Memo
from ..rules.budget import squares_between
from ..rules.ruleset import World
from ..state.creature import Creature
from .ability_profile import AbilityProfile, Burden, known_to
from .ability_strength import best_total, met_by
from .combat_profile import (
    LEAST_WORTH,
    UNCOUNTED,
    Combatants,
    CombatFigures,
    CombatProfile,
    attacks_after_moves,
    fallen_of,
    figures_of,
    gap,
    hits_on,
    roll_of,
)
from .damage_shares import lost_share, opened, share_of, weakened
from .estimates import harm_about
from .fates import Fates, Rolled
from .goals import WINS, wins_if_down
from .use_aims import UNKNOWN, AimFinder
from .use_worth import HELP, OWN, UseWorth
from .uses import range_of
from .view import View

HINDERED = 0.5
"""The chance that a creature that cannot walk has no enemy in reach."""
Key = AbilityProfile | tuple[object, ...]
"""An ability, with the user's figures if they decide its effect."""


class GainRow(dict[int, float]):
    """The share of a creature's worth that an ability takes, by the creature's hit points."""

    def __init__(self, falls: Sequence[tuple[float, Rolled]], healed: Sequence[tuple[float, float]]) -> None:
        super().__init__()
        self.falls, self.healed = falls, healed
        self.hurts: list[tuple[float, float]] = []
        """(chance, hit points) of what conditions take later."""
        self.lost = self.opened = self.strike = 0.0
        self.full: int | None = None

    def __missing__(self, hp: int) -> float:
        share = self.lost
        for chance, parts in self.falls:
            share += chance * lost_share(parts, hp)[0]
        for chance, amount in self.hurts:
            share += chance * self._healed(hp, -amount) if amount < 0 else chance * share_of(hp, amount)
        for chance, amount in self.healed:
            share += chance * self._healed(hp, amount)
        self[hp] = share = share + self.opening(hp)
        return share

    def opening(self, hp: int) -> float:
        """Returns the share by strikes that hit more often."""
        return self.opened * share_of(hp, self.strike) if self.opened else 0.0

    def _healed(self, hp: int, amount: float) -> float:
        return share_of(hp, -min(amount, max(self.full - hp, 0))) if self.full is not None else 0.0


class GainTable(dict[Key, GainRow]):
    """The rows of one creature in one state, by ability."""

    def __init__(self, sketch: "RoughProfile") -> None:
        super().__init__()
        self.sketch = sketch
        self.fates: Fates | None = None
        """The odds of the creature that weighs."""

    def __missing__(self, key: Key) -> GainRow:
        fates, one = self.fates, self.sketch
        assert fates is not None
        ability = key if isinstance(key, AbilityProfile) else key[0]
        assert isinstance(ability, AbilityProfile)
        full = one.creature.health.full
        if not ability.steady:
            found = self[key] = row_of(ability, one, fates)
            return found
        whole = (key, fates.rolls(ability, one), one.mark, one.ac, one.attack, one.damage, full, one.struck)
        rows: Memo[object, GainRow] = ability.rows
        kept = rows.get(whole)
        self[key] = kept = rows.keep(whole, row_of(ability, one, fates)) if kept is None else kept
        return kept


NO_FIGURES = CombatFigures(False, 0, (), 0, False, ())


class RoughProfile(CombatProfile):
    """A creature's strength, as if its opponents had its own figures.

    Its reach, pace and strikes are blank until `complete`.
    """

    __slots__ = ("away", "basis", "by_state", "completed", "facts", "rows", "turn")

    def __init__(self, world: World, creature: Creature) -> None:
        super().__init__(world.rules, creature, figures=NO_FIGURES)
        self.facts = creature.memory
        self.away = 0
        """Its distance from the user in squares."""
        self.basis = basis_of(world, creature)
        self.by_state: dict[object, GainTable] = {}
        self.rows = GainTable(self)
        self.turn = 0.0
        """What one of its turns takes from a wounded opponent, as a share."""
        self.completed = -1
        """Its changes when it was completed."""

    def renew(self) -> None:
        """Reads the creature's conditions."""
        creature, rules = self.creature, self.rules
        self.changes, self.state = creature.changes, creature.state
        held, uncounted = self.state[0], creature.health.hp is None
        self.mark = held, uncounted, creature.body.traits, creature.body.damage_reduction
        worth = LEAST_WORTH if held and not held.isdisjoint(rules.conditions.unable) else self.basis
        self.worth = self.struck = worth
        full = creature.health.full
        self.turn = share_of((UNCOUNTED if full is None else full) // 2, worth)
        key = (self.state, uncounted)
        rows = self.by_state.get(key)
        if rows is None:
            rows = self.by_state[key] = GainTable(self)
        self.rows = rows

    def complete(self) -> None:
        """Reads the creature's reach, pace and strikes."""
        if self.completed != self.changes:
            self.completed = self.changes
            figures = figures_of(self.rules, self.creature)
            self.far, self.reach, self.volleys, self.pace, self.charges, self.bands = figures


def basis_of(world: World, creature: Creature) -> float:
    """Returns the hit points per turn that a creature takes from one like itself, or its abilities are worth."""
    found: float | None = creature.memory.get(basis_of)  # type: ignore[assignment]
    if found is None:
        body, rules = creature.body, world.rules
        counts = attacks_after_moves(rules, creature) if body.damage is not None else ()
        landed = hits_on(rules.attacks.odds, body.attack, (body.ac,)) * roll_of(body.damage)[0] if counts else 0.0
        found = max(counts[0] * landed if counts else 0.0, best_total(world, creature), LEAST_WORTH)
        creature.memory[basis_of] = found
    return found


def sketch(world: World, creature: Creature) -> RoughProfile:
    """Returns the sketch of a creature with its present hit points and place."""
    found: RoughProfile | None = creature.kept.get(RoughProfile)  # type: ignore[assignment]
    if found is None or found.changes != creature.changes:
        if found is None or found.facts is not creature.memory:
            found = creature.kept[RoughProfile] = RoughProfile(world, creature)
        found.renew()
    hp = creature.health.hp
    found.hp = UNCOUNTED if hp is None else hp if hp > 1 else 1
    found.box = creature.box
    return found


Menu = Sequence[tuple[float, int, AbilityProfile]]
"""(usual worth, range in squares, ability) of each ability, the most useful first."""


def menu_of(world: World, creature: Creature) -> Menu:
    """Returns the abilities of a creature by what they are worth against a wounded creature like itself."""
    key = (menu_of, known_to(world, creature))
    found: Menu | None = creature.memory.get(key)  # type: ignore[assignment]
    if found is None:
        found = creature.memory[key] = _menu(world, creature)
    return found


def _menu(world: World, creature: Creature) -> Menu:
    full, worth = creature.health.full, basis_of(world, creature)
    hp = (UNCOUNTED if full is None else full) // 2
    found: list[tuple[float, int, AbilityProfile]] = []
    for ability, met, each in met_by(world, creature):
        squares = range_of(world.rules, creature, ability) + (ability.size + 1 if ability.kind == "aimed" else 0)
        if ability.heals and not ability.harms:
            usual = HELP * share_of(hp // 2, -each)
        elif ability.kind in ("place", "other") or (ability.beside and not ability.bounded):
            usual = UNKNOWN  # of what no figure tells
        else:
            usual = met * share_of(hp, each + sum([abs(zone.harm) for zone in ability.zones.values()]))
        found.append((worth * usual, squares, ability))
    found.sort(key=itemgetter(0), reverse=True)
    return found


def row_of(ability: AbilityProfile, one: RoughProfile, fates: Fates) -> GainRow:
    fate, falls = fates.rough(ability, one)
    health = one.creature.health
    row = GainRow(falls if health.hp is not None or one.creature.out else (), fate.healed)
    row.full, row.strike = health.full, one.struck
    for chance, burden in fate.conditions:
        _burden(row, one, chance, burden)
    return row


def _burden(row: GainRow, one: RoughProfile, chance: float, burden: Burden) -> None:
    idle, kept, adds, turns, hurts = burden
    lost = idle + HINDERED * kept
    if adds is not None and (adds.attack or adds.damage):
        lost += turns * weakened(one.odds, one.attack, one.ac, one.damage, adds.attack, adds.damage)
    row.lost += chance * lost * one.turn
    if adds is not None and adds.ac:
        row.opened += chance * turns * opened(one.odds, one.attack, one.ac, adds.ac)
    row.hurts += [(chance, amount) for amount in hurts]


class Sketches(Combatants):
    """The sketches of the creatures that one side perceives."""

    __slots__ = ()

    def __init__(self, view: View, me: RoughProfile, friends: list[CombatProfile], foes: list[CombatProfile]) -> None:
        self.me, self.friends, self.foes = me, friends, foes
        self.mine = [me, *friends]
        store, key = view.world.cache_of_states(), ("fallen", view.me.side)
        found: list[Creature] | None = store.get(key)
        self.fallen = fallen_of(view) if found is None else found
        store[key] = self.fallen
        self.groups, self.seen = {}, {}
        self.known = {one.creature.name: one for one in (*self.mine, *foes)}


def rough_worth(view: View) -> "RoughWorth":
    store = view.world.cache()
    found = store.get(RoughWorth)
    if not isinstance(found, RoughWorth) or found.view.me is not view.me:
        found = store[RoughWorth] = RoughWorth(view)  # one for all, as their sketches are the same
    return found


class RoughWorth(UseWorth):
    """What abilities are worth to one creature in this moment, by sketches of all."""

    def __init__(self, view: View) -> None:
        me, world, rules = view.me, view.world, view.rules
        grid = rules.grid
        self.plainly = plainly = grid.levels_count and grid.distance_cycle == "one"
        """True if distance is the longest axis."""
        box, prizes = me.box, bool(world.objectives)
        foes: list[CombatProfile] = []
        friends: list[CombatProfile] = []
        self.own = own = sketch(world, me)
        own.away, own.hostile = 0, False
        own.rows.fates = fates = Fates(view, own)
        for hostile, creatures, group in ((True, view.enemies, foes), (False, view.allies, friends)):
            for creature in creatures:
                one: RoughProfile | None = creature.kept.get(RoughProfile)  # type: ignore[assignment]
                if one is None or one.changes != creature.changes:
                    one = sketch(world, creature)
                hp = creature.health.hp
                one.hp = UNCOUNTED if hp is None else hp if hp > 1 else 1
                one.box = its = creature.box
                one.away = max(gap(box, its), 0) if plainly else squares_between(rules, box, its)
                one.hostile, one.rows.fates = hostile, fates
                if prizes:
                    one.worth = one.struck * WINS if hostile and wins_if_down(view, creature) else one.struck
                group.append(one)
        self.closest = min([one.away for one in foes if isinstance(one, RoughProfile)], default=1 << 10)
        """The distance to the nearest enemy in squares."""
        super().__init__(view, Sketches(view, own, friends, foes), fates)
        self.harmless = not harm_about(view)
        self._keys: dict[AbilityProfile, Key] = {}
        self._aims: AimFinder | None = None
        self._targets: dict[tuple[str, bool], list[RoughProfile]] = {}

    @property
    def fallen(self) -> dict[str, CombatProfile]:
        """Returns the user's defeated allies, by name."""
        if self._fallen is None:
            worth = sum(friend.worth for friend in self.sides.mine) / len(self.sides.mine)
            self._fallen = {}
            for creature in self.sides.fallen:
                one = self._fallen[creature.name] = sketch(self.view.world, creature)
                one.hp, one.worth, one.rows.fates, one.hostile = 0, worth, self.fates, False
                one.away = squares_between(self.view.rules, self.me.box, one.box)
        return self._fallen

    def _exposed(self, one: RoughProfile) -> bool:
        """True if an enemy can strike the creature in its next turn."""
        self.complete()
        return any(gap(one.box, foe.box) <= foe.reach + foe.pace for foe in self.foes if foe.volleys)

    def complete(self) -> None:
        """Reads what zones, moves and hiding depend on: reach, pace and strikes of all."""
        for group in (self.sides.mine, self.foes, self.fallen.values()):
            for one in group:
                assert isinstance(one, RoughProfile)
                one.complete()

    @property
    def aims(self) -> AimFinder:
        if self._aims is None:
            self._aims = AimFinder(self)
        return self._aims

    def near(self, ability: AbilityProfile, squares: int) -> list[RoughProfile]:
        """Returns the creatures up to `squares` away that the user should target."""
        return [one for one in self.targets(ability) if one.away <= squares]

    def beyond(self, ability: AbilityProfile, squares: int) -> list[RoughProfile]:
        """Returns the creatures more than `squares` away that the user should target."""
        return [one for one in self.targets(ability) if one.away > squares]

    def in_reach(self, ability: AbilityProfile) -> list[RoughProfile]:
        """Returns the creatures probably in range that the user should target."""
        reach = ability.reach
        if isinstance(reach, int):
            return [one for one in self.targets(ability) if one.away <= reach]
        if reach is None:
            return self.targets(ability)
        me, shot = self.view.me, self.view.me.body.range
        if reach == "weapon" and shot is not None:
            return self.near(ability, self.view.rules.squares(shot))
        most = span_of(self.view.rules, me).most
        if self.plainly and most >= 0:
            return [one for one in self.targets(ability) if one.away <= most]
        return [one for one in self.targets(ability) if one is self.me or gap(me.box, one.box) <= most]

    def targets(self, ability: AbilityProfile) -> list[RoughProfile]:
        """Returns the creatures that the user should target, at any distance."""
        key = (ability.wanted, ability.takes_downed)
        found = self._targets.get(key)
        if found is None:
            found = self._targets[key] = [one for one in self.perceived(*key) if isinstance(one, RoughProfile)]
        return [one for one in self.fitting(ability, found) if isinstance(one, RoughProfile)] if ability.asks else found

    def worths(self, ability: AbilityProfile, group: Sequence[RoughProfile]) -> list[float]:
        """Returns what the ability is worth against each creature of a group."""
        key = self._keys.get(ability) or self._key(ability)
        if ability.wanted == "enemies":
            return [one.worth * one.rows[key][one.hp] for one in group]
        return [self.effect(ability, one) for one in group]

    def _key(self, ability: AbilityProfile) -> Key:
        me, penalty = self.me, self.fates.penalty
        found: Key = ability
        if not ability.steady:
            found = (ability, me.attack, me.damage, penalty, me.creature.entity, me.changes)
        elif ability.strikes:
            found = (ability, me.attack, me.damage, penalty)
        self._keys[ability] = found
        return found

    def effect(self, ability: AbilityProfile, one: CombatProfile) -> float:
        assert isinstance(one, RoughProfile)
        row = one.rows[self._keys.get(ability) or self._key(ability)]
        loss = one.worth * row[one.hp]
        if row.opened and not one.hostile and not self._exposed(one):
            loss -= one.worth * row.opening(one.hp)
        return loss if one.hostile else -loss * (OWN if loss > 0 else HELP)

    def kept_off(self, one: CombatProfile) -> float:
        return HINDERED

    def turn(self, one: CombatProfile) -> float:
        assert isinstance(one, RoughProfile)
        return one.worth * one.turn
