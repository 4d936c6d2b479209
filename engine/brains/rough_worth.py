"""A quick estimate of what abilities are worth, for the brain `aggressive`.

What an ability takes from a creature is kept for as long as the creature's figures and conditions last. A decision only
reads hit points and places anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from ...components.ability import Repertoire
from ..board.obstruction import wide_open
from ..combat.areas import extent
from ..geometry.boxes import Box
from ..memo import Memo
from ..rules.budget import squares_between
from ..rules.ruleset import World
from ..state.creature import Creature
from .ability_profile import GROUPS, AbilityProfile, Burden, known_to
from .ability_strength import best_total
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
from .estimates import harm_about, most_harm
from .fates import Fates, Rolled
from .goals import WINS, wins_if_down
from .use_aims import AimFinder, WeighedAim, farthest
from .use_worth import HELP, OWN, UseWorth
from .view import View

HINDERED = 0.5
"""The chance that a creature that cannot walk has no enemy in reach."""
MOST_KEPT = 1 << 10
"""Cache size."""
MOST_AREAS = 1 << 12
"""Cache size."""
SLIGHT = 3.0
"""Damage by ground that pushes need not count."""
AWAY, HIDDEN_FROM = attrgetter("away"), attrgetter("body.hidden_from")
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


def row_of(key: Key, one: "RoughProfile", fates: Fates) -> GainRow:
    """Returns a row, from the ability's cache if only the creature's figures and conditions decide it."""
    ability: AbilityProfile = key if isinstance(key, AbilityProfile) else key[0]  # type: ignore[assignment]
    if not ability.steady:
        found = one.rows[key] = _new_row(ability, one, fates)
        return found
    full = one.creature.health.full
    whole = (key, fates.rolls(ability, one), one.mark, one.ac, one.attack, one.damage, full, one.struck)
    rows: Memo[object, GainRow] = ability.rows
    kept = rows.get(whole)
    one.rows[key] = kept = rows.keep(whole, _new_row(ability, one, fates)) if kept is None else kept
    return kept


NO_FIGURES = CombatFigures(False, 0, (), 0, False, ())


class RoughProfile(CombatProfile):
    """A creature's strength, as if its opponents had its own figures.

    Its reach, pace and strikes are blank until `complete`.
    """

    __slots__ = ("away", "basis", "by_state", "completed", "facts", "rows", "turn")

    def __init__(self, world: World, creature: Creature) -> None:
        super().__init__(world.rules, creature, figures=NO_FIGURES)
        self.changes = -1
        self.away = 0
        """Its distance from the user in squares."""
        self.facts: object = None
        """The creature's memory, which a change of its figures replaces."""
        self.basis = LEAST_WORTH
        self.by_state: dict[object, dict[Key, GainRow]] = {}
        self.rows: dict[Key, GainRow] = {}
        """What abilities do to it in its present state."""
        self.turn = 0.0
        """What one of its turns takes from a wounded opponent, as a share."""
        self.completed = -1
        """Its changes when it was completed."""

    def renew(self, world: World) -> None:
        """Reads the creature's figures and conditions."""
        creature, rules, body = self.creature, self.rules, self.creature.body
        if self.facts is not creature.memory:
            self.facts, self.basis = creature.memory, basis_of(world, creature)
            self.ac, self.attack, self.damage = body.ac, body.attack, body.damage
            self._harm.clear()
        self.changes, self.state = creature.changes, creature.state
        self.rolls = {}
        held, full, uncounted = self.state[0], creature.health.full, creature.health.hp is None
        self.mark = held, uncounted, body.traits, body.damage_reduction
        worth = LEAST_WORTH if held and not held.isdisjoint(rules.conditions.unable) else self.basis
        self.worth = self.struck = worth
        self.turn = share_of((UNCOUNTED if full is None else full) // 2, worth)
        key = (self.state, uncounted, self.ac, self.attack, self.damage, worth)
        rows = self.by_state.get(key)
        if rows is None:
            rows = self.by_state[key] = {}
        self.rows = rows

    def complete(self) -> None:
        """Reads the creature's reach, pace and strikes."""
        if self.completed != self.changes:
            self.completed = self.changes
            figures = figures_of(self.rules, self.creature)
            self.far, self.reach, self.volleys, self.pace, self.charges, self.bands = figures


def basis_of(world: World, creature: Creature) -> float:
    """Returns the hit points that a creature takes per turn from one like itself.

    It is what its abilities are worth if that is more.
    """
    body, rules, own = creature.body, world.rules, creature.parts.get(Repertoire)
    spells = None if own is None else (known_to(world, creature), own.can, tuple(own.most.items()))
    store: Memo[object, float] = world.board.lasting_memo(basis_of, MOST_KEPT)
    key = (rules, body.attack, body.damage, body.ac, body.attacks, spells)
    found = store.get(key)
    if found is None:
        counts = attacks_after_moves(rules, body.attacks) if body.damage is not None else ()
        landed = hits_on(rules.attacks.odds, body.attack, (body.ac,)) * roll_of(body.damage)[0] if counts else 0.0
        found = max(counts[0] * landed if counts else 0.0, best_total(world, creature), LEAST_WORTH)
        store.keep(key, found)
    return found


def sketch(world: World, creature: Creature) -> RoughProfile:
    """Returns the sketch of a creature with its present conditions, hit points and place."""
    found: RoughProfile | None = creature.kept.get(RoughProfile)  # type: ignore[assignment]
    if found is None:
        found = creature.kept[RoughProfile] = RoughProfile(world, creature)
    if found.changes != creature.changes:
        found.renew(world)
    hp = creature.health.hp
    found.hp = UNCOUNTED if hp is None else hp if hp > 1 else 1
    found.box = creature.box
    return found


def _new_row(ability: AbilityProfile, one: RoughProfile, fates: Fates) -> GainRow:
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

    def __init__(self, me: RoughProfile) -> None:
        self.me, self.mine, self.known = me, [me], {me.creature.name: me}
        self.friends, self.foes, self.fallen = [], [], []
        self.groups, self.seen = {}, {}


def rough_worth(view: View, shares: dict[AbilityProfile, float] | None = None) -> "RoughWorth":
    """Returns what abilities are worth now, from a cache. `shares` is what is known of their prices."""
    store = view.world.cache()
    found: RoughWorth | None = store.get(RoughWorth)
    if found is None or found.view.me is not view.me:
        found = store[RoughWorth] = RoughWorth(view, shares)  # one for all, as their sketches are the same
    return found


class RoughWorth(UseWorth):
    """What abilities are worth to one creature in this moment, by sketches of all."""

    def __init__(self, view: View, shares: dict[AbilityProfile, float] | None) -> None:
        me, world = view.me, view.world
        grid = world.rules.grid
        self.plainly = grid.levels_count and grid.distance_cycle == "one"
        """True if distance is the longest axis."""
        self.own = own = sketch(world, me)
        own.away, own.hostile = 0, False
        super().__init__(view, Sketches(own), Fates(view, own))
        if shares is not None:
            self.shares = shares
        enemies = view.enemies
        self._meet(enemies, self.foes, hostile=True)
        self.opposed: list[RoughProfile] = self.foes  # type: ignore[assignment]
        """The enemies as sketches."""
        self.closest = min(map(AWAY, self.opposed), default=1 << 10)
        """The distance to the nearest enemy in squares."""
        self.farthest = max(map(AWAY, self.opposed), default=-1)
        """The distance to the farthest enemy in squares."""
        self.middles: dict[AbilityProfile, RoughProfile] = {}
        """The creature that an area at a square is worth most around, by ability."""
        self._alone = True
        """True until friends are met."""
        self._keys: dict[AbilityProfile, Key] = {}
        self._aims: RoughAims | None = None
        self._targets: dict[tuple[str, bool], list[RoughProfile]] = {}
        self._all_seen = not ("blinded" in me.condition.held or any(map(HIDDEN_FROM, enemies)))
        """True if the user perceives every enemy."""

    def _meet(self, creatures: Iterable[Creature], group: list[CombatProfile], *, hostile: bool) -> None:
        view, plainly = self.view, self.plainly
        world, box, prizes = view.world, view.me.box, bool(view.world.objectives)
        for creature in creatures:
            one: RoughProfile | None = creature.kept.get(RoughProfile)  # type: ignore[assignment]
            if one is None or one.changes != creature.changes:
                one = sketch(world, creature)
            hp = creature.health.hp
            one.hp = UNCOUNTED if hp is None else hp if hp > 1 else 1
            one.box = space = creature.box
            one.away = gap(box, space) if plainly else squares_between(world.rules, box, space)
            one.hostile = hostile
            group.append(one)
            if prizes:
                one.worth = one.struck * WINS if hostile and wins_if_down(view, creature) else one.struck

    def own_side(self, box: Box, squares: int) -> list[CombatProfile]:
        """Returns the user and its allies within a distance of a space."""
        if not self._alone:
            return [one for one in self.sides.mine if gap(box, one.box) <= squares]
        near: list[CombatProfile] = [self.own] if gap(box, self.own.box) <= squares else []
        self._meet([one for one in self.view.allies if gap(box, one.box) <= squares], near, hostile=False)
        return near

    def group(self, who: str, *, downed: bool) -> list[CombatProfile]:
        if who not in ("enemies", "enemy"):
            self.meet_friends()
        return super().group(who, downed=downed)

    def perceived(self, who: str, downed: bool) -> list[CombatProfile]:
        if who not in ("enemies", "enemy"):
            self.meet_friends()
        return super().perceived(who, downed)

    def meet_friends(self) -> None:
        """Reads the user's allies. Few abilities need them."""
        if self._alone:
            self._alone = False
            view, sides = self.view, self.sides
            self._meet(view.allies, self.friends, hostile=False)
            sides.mine += self.friends
            self.known.update({one.creature.name: one for one in (*self.friends, *self.foes)})
            sides.fallen = fallen_of(view)

    @property
    def fallen(self) -> dict[str, CombatProfile]:
        """Returns the user's defeated allies, by name."""
        if self._fallen is None:
            worth = sum(friend.worth for friend in self.sides.mine) / len(self.sides.mine)
            self._fallen = {}
            for creature in self.sides.fallen:
                one = self._fallen[creature.name] = sketch(self.view.world, creature)
                one.hp, one.worth, one.hostile = 0, worth, False
                one.away = squares_between(self.view.rules, self.me.box, one.box)
        return self._fallen

    def _exposed(self, one: RoughProfile) -> bool:
        """True if an enemy can strike the creature in its next turn."""
        self.complete()
        return any(gap(one.box, foe.box) <= foe.reach + foe.pace for foe in self.foes if foe.volleys)

    @property
    def harmless(self) -> bool:
        """True if pushes do no harm worth counting."""
        return not harm_about(self.view) or most_harm(self.view, self.view.me) <= SLIGHT

    def complete(self) -> None:
        """Reads the friends, and the reach, pace and strikes of all.

        Moves, hiding and listed uses depend on them.
        """
        self.meet_friends()
        for group in (self.sides.mine, self.foes, self.fallen.values()):
            for one in group:
                assert isinstance(one, RoughProfile)
                one.complete()

    @property
    def aims(self) -> "RoughAims":
        if self._aims is None:
            self._aims = RoughAims(self)
        return self._aims

    def within(self, ability: AbilityProfile, squares: int) -> list[RoughProfile]:
        """Returns the creatures up to `squares` away that the ability can be worth something against."""
        found = self.targets(ability)
        if found is self.opposed and squares >= self.farthest:
            return found
        return [one for one in found if one.away <= squares]

    def targets(self, ability: AbilityProfile) -> list[RoughProfile]:
        """Returns the creatures that the ability can be worth something against, at any distance."""
        if self._all_seen and ability.meant == "enemies" and not ability.asks:
            return self.opposed
        key = (ability.meant, ability.takes_downed)
        found = self._targets.get(key)
        if found is None:
            found = self._targets[key] = self.perceived(*key)  # type: ignore[assignment]
        assert found is not None
        return self.fitting(ability, found) if ability.asks else found  # type: ignore[return-value]

    def worths(self, ability: AbilityProfile, group: Sequence[RoughProfile]) -> list[float]:
        """Returns what the ability is worth against each creature of a group."""
        key = self._keys.get(ability) or self._key(ability)
        if ability.meant != "enemies":
            return self.effects(ability, group)
        try:
            return [one.worth * one.rows[key][one.hp] for one in group]
        except KeyError:
            return [one.worth * (one.rows.get(key) or row_of(key, one, self.fates))[one.hp] for one in group]

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
        key = self._keys.get(ability) or self._key(ability)
        row = one.rows.get(key)
        if row is None:
            row = row_of(key, one, self.fates)
        loss = one.worth * row[one.hp]
        if row.opened and not one.hostile and not self._exposed(one):
            loss -= one.worth * row.opening(one.hp)
        return loss if one.hostile else -loss * (OWN if loss > 0 else HELP)

    def effects(self, ability: AbilityProfile, group: Sequence[CombatProfile]) -> list[float]:
        return [self.effect(ability, one) for one in group]

    def kept_off(self, one: CombatProfile) -> float:
        return HINDERED

    def turn(self, one: CombatProfile) -> float:
        assert isinstance(one, RoughProfile)
        return one.worth * one.turn


class RoughAims(AimFinder):
    """Finds targets from the user's place, by known distances."""

    cells = 2

    def __init__(self, sums: RoughWorth) -> None:
        super().__init__(sums)
        self.rough = sums

    def aims(self, ability: AbilityProfile, least: float) -> Iterable[WeighedAim]:
        if not self._adds_up(ability):
            self.rough.meet_friends()
        return super().aims(ability, least)

    def _everybody(self, ability: AbilityProfile) -> Sequence[CombatProfile]:
        return self.sums.foes if _spares_friends(ability) else super()._everybody(ability)

    def _aimed(self, ability: AbilityProfile, least: float) -> list[WeighedAim]:
        middle = self.rough.middles.get(ability)
        if middle is not None:
            found = self._aimed_about(ability, middle, least)
            sure = [aim for aim in found if self._is_sure(ability, aim.aim)]
            if sure or not found:
                return sure
        return super()._aimed(ability, least)

    def _aimed_about(self, ability: AbilityProfile, middle: RoughProfile, least: float) -> list[WeighedAim]:
        """Returns aims that cover one creature and most of those around it.

        They cover as few friends as possible.
        """
        squares, box, span = self._squares(ability), middle.box, 2 * ability.size
        places = squares.covering(box)
        if not places:
            return []
        masks: list[tuple[CombatProfile, int]] = [(middle, places)]
        near = self.rough.within(ability, farthest(ability))
        masks += [(one, squares.covering(one.box)) for one in near if one is not middle and gap(box, one.box) <= span]
        wanted, spared = [mask for _, mask in masks], places
        best = _narrowed(places, wanted)
        if ability.who == "any" or ability.who == "others":
            harmed = [(one, squares.covering(one.box)) for one in self.rough.own_side(box, span)]
            for _, mask in harmed:
                spared &= ~mask
            best = _narrowed(best, [~mask for _, mask in harmed])
            masks += harmed
        found: list[WeighedAim] = []
        for some in (best,) if best & spared else (_narrowed(spared, wanted), best):
            if some:
                found += self._at(ability, some, masks, squares, least)
        return found

    def _is_sure(self, ability: AbilityProfile, aim: Mapping[str, Any]) -> bool:
        """True if nothing that cuts lines of effect stands in the area."""
        if self._plain:
            return True
        known: Memo[object, bool] = self.world.board.lasting_memo(RoughAims, MOST_AREAS)
        space = self.user.box
        key = ability, space.z0, aim.get("at", space), aim.get("direction")
        found = known.get(key)
        return known.keep(key, self._is_open(ability, aim)) if found is None else found

    def _is_open(self, ability: AbilityProfile, aim: Mapping[str, Any]) -> bool:
        board, (x0, y0, z, x1, y1, _) = self.world.board, self.user.box
        if "direction" in aim:
            east, south, steps = self._shape(ability, aim["direction"])
            west, north, right, low = extent(steps)
            x, y = x0 + east, y0 + south
            x0, y0, x1, y1 = min(x0, x + west), min(y0, y + north), max(x1, x + right), max(y1, y + low)
        else:
            size = ability.size
            if "at" in aim:
                x0, y0 = x1, y1 = aim["at"]
            x0, y0, x1, y1 = x0 - size, y0 - size, x1 + size, y1 + size
        x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, board.width - 1), min(y1, board.height - 1)
        return wide_open(board, Box(x0, y0, z, x0, y0, z), Box(x1, y1, z, x1, y1, z))

    def within(self, squares: int, group: Iterable[CombatProfile]) -> list[CombatProfile]:
        return [one for one in group if one.away <= squares]  # type: ignore[attr-defined]

    def meant_within(self, squares: int, ability: AbilityProfile) -> list[CombatProfile]:
        return self.rough.within(ability, squares)  # type: ignore[return-value]


def _spares_friends(ability: AbilityProfile) -> bool:
    """True if only enemies decide the worth of a use. Friends are not read then."""
    if ability.wide:
        return GROUPS.get(ability.who, ability.who) == "enemies" and not ability.zones
    return (ability.meant if ability.plain else ability.wanted) == "enemies"


def _narrowed(places: int, wanted: Iterable[int]) -> int:
    """Returns the places from where each of `wanted` is met, in order.

    One that none of the places left meets is passed over.
    """
    for mask in wanted:
        places = places & mask or places
    return places
