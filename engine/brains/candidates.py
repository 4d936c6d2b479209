"""What the candidates of `cunning` share.

Each place for a strike is a candidate. Its value: strikes, minus opportunity attacks on the way, minus the enemies'
threat there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from ...components.intents import Attack, Intent, Shift, Step
from ...components.position import Cube
from ..field.field import field_of
from ..field.ground import Ground
from ..field.reach import Arrival, Reach, unwatched
from ..field.support import holds_at
from ..geometry.bitboard import Bitboard, sum_of
from ..geometry.boxes import grown
from ..legality.legal_intents import neighbours
from ..legality.movement_range import OrdinaryMove, ordinary_move
from . import goals, uses
from .combat_profile import CombatProfile, paid, strikes_with
from .estimates import ground_harm, harm_about, last_blood, way_harm
from .evaluation import USUAL, Alike, Evaluation, Weights
from .view import View
from .walking import walk_to, way_to

NOTHING = float("-inf")
EVEN = 1.1
"""Sides within this ratio are even."""
AWAY = 6
"""Places tried for a withdrawal, safest first."""


class Candidate(NamedTuple):
    value: float
    why: str
    intent: Intent | None
    """None ends the turn."""


class Front(NamedTuple):
    """Places to strike one enemy from, where the danger is the same."""

    foe: CombatProfile
    places: Bitboard
    zone: Alike


class Spots(NamedTuple):
    most: float
    """An upper bound of `value` for all places."""
    places: Bitboard
    value: Callable[[Cube], float | None]
    """The value of a place without its path's cost; None if unsuitable."""


@lru_cache(maxsize=16)
def exposed(weights: Weights) -> Weights:
    """Returns the weights against long-range abilities."""
    return replace(weights, caution=weights.caution * weights.exposed)


class Candidates:
    def __init__(self, view: View, weights: Weights = USUAL) -> None:
        rules, me = view.rules, view.me
        self.view = view
        self.sums = Evaluation(view, weights)
        if any(foe.spell.harm for foe in self.sums.foes):
            weights = exposed(weights)
            self.sums.caution = weights.caution
        self.weights = weights
        self.here = me.cube
        self.ranged = self.sums.me.far
        self.throws = me.body.range is not None
        """True if it can shoot."""
        free = rules.economy_is_off
        self.left = dict(rules.actions.per_turn) if free else dict(me.turn.actions)
        self.targets = [foe for foe in self.sums.foes if self.lands(foe)]
        self.calm = calm = view.world.round - last_blood(view)
        """Rounds since anybody took damage."""
        patience = self._patience()
        self.presses = calm > patience or self.sums.outshot()
        """True if waiting gains nothing."""
        if view.world.objectives:
            self.presses = not goals.waits(view) and (self.presses or goals.hurries(view))
        self.waits = not self.presses and not self.sums.at_blows() and not uses.shelled(view)
        """True if it waits for the enemy."""
        self.caution = (
            self.weights.caution
            if self.waits
            else self.weights.bold
            if calm <= patience and not self.sums.helpless()
            else 0.0
        )
        """The weight of danger for an approach; 0 if keeping away is no safer."""
        if self.waits:
            # danger to friends is no reason to move: each keeps its own distance
            self.sums.leave_friends_aside()
        self._reach: Reach | None = None
        self._move: OrdinaryMove | None = None
        self._ground: Ground | None = None
        self._around: Bitboard | None = None
        self._staying: float | None = None
        self._stands_off: bool | None = None
        self._near: list[Front] | None = None
        self._beside: list[Cube] | None = None
        self.inactive = bool(me.condition.held) and me.is_any(rules.conditions.inactive)
        """True if it can move but not act."""
        self.strikes = self.strikes_with(self.left)
        if not self.strikes and self.targets:  # the strikes of an open full attack are paid for
            self.strikes = int(view.lawful(self.blow(self.targets[0])))

    def _patience(self) -> int:
        sums, world = self.sums, self.view.world
        mine = sum(one.worth * one.hp for one in (sums.me, *sums.friends))
        theirs = sum(one.worth * one.hp for one in sums.foes)
        if max(mine, theirs) <= EVEN * min(mine, theirs):
            return self.weights.impatience if world.creatures[0].side == self.view.me.side else self.weights.patience
        return self.weights.impatience if mine > theirs else self.weights.patience

    @property
    def stands_off(self) -> bool:
        """True if its abilities reach enemies from afar."""
        if self._stands_off is None:
            self._stands_off = uses.stands_off(self.view)
        return self._stands_off

    def lands(self, foe: CombatProfile) -> bool:
        view = self.view
        return view.sees_in_range(foe.creature) if self.shot(foe) else view.strikes(foe.creature)

    def shot(self, foe: CombatProfile) -> bool:
        return self.ranged or (self.throws and self.view.shoots_at(foe.creature))

    def blow(self, foe: CombatProfile) -> Intent:
        return Attack(target=foe.creature.name, ranged=self.shot(foe))

    def strikes_after(self, ways: Iterable[tuple[str, ...]]) -> int:
        """Returns how many strikes a creature can still pay for after it pays one of `ways`."""
        rest = paid(self.left, ways)
        return self.strikes_with(rest) if rest is not None else 0

    def strikes_with(self, left: Mapping[str, int]) -> int:
        return 0 if self.inactive else strikes_with(self.view.rules, self.view.me, left)

    @property
    def reach(self) -> Reach:
        if self._reach is None:
            self._reach = self.view.reach()
        return self._reach

    @property
    def ground(self) -> Ground:
        """Returns the ground that `reach` searches, without a search."""
        if self._ground is None:
            reach, view = self._reach, self.view
            field = field_of(view.world, view.me, self.move.ways[0]) if reach is None else reach.grid
            self._ground = field.ground
        return self._ground

    @property
    def move(self) -> OrdinaryMove:
        """Returns what `reach` searches with."""
        if self._move is None:
            self._move = ordinary_move(self.view.world, self.view.me)
        return self._move

    @property
    def around(self) -> Bitboard:
        """Returns the places near enough for the rest of the move, or for one step."""
        if self._around is None:
            budget = self.move.budget if self._reach is None else self._reach.budget
            space = self.sums.me.creature.space
            self._around = self.ground.over(grown(space, max(budget.most - budget.spent, 1)))
        return self._around

    def fronts(self, foes: Iterable[CombatProfile], among: Bitboard) -> list[Front]:
        """Returns the places in `among` to strike one of `foes` from, grouped by danger."""
        view, reach = self.view, self.reach
        around = [(foe, view.places_to_strike(reach, foe.creature) & among) for foe in foes]
        wanted = sum_of(places for _, places in around)
        found = self.sums.zones(reach.grid.ground, wanted) if wanted else ()
        return [
            Front(foe, zone.places & places, zone) for zone in found for foe, places in around if zone.places & places
        ]

    @property
    def near(self) -> list[Front]:
        """Returns places to strike an enemy from that are near enough for one move. Some are unreachable."""
        if self._near is None:
            self._near = self.fronts(self.sums.foes, self.around)
        return self._near

    @property
    def beside(self) -> list[Cube]:
        if self._beside is None:
            self._beside = list(neighbours(self.view.world, self.view.me))
        return self._beside

    @property
    def gets_at(self) -> bool:
        ends = self.reach.stops(sum_of(front.places for front in self.near)) if self.near else ()
        return bool(self.strikes_in_a_move()) and any(cube != self.here for cube, _ in ends)

    def strikes_in_a_move(self) -> int:
        """Returns how many strikes the creature can pay for after a move; 0 if it cannot move."""
        view = self.view
        if not view.affords("move", "crawl"):
            return 0
        # an open move is already paid for
        return self.strikes_after([()] if view.me.turn.pool_open else view.rules.actions.costs["move"].ways)

    def ways(self, fields: Iterable[Spots], why: str, least: float) -> Iterator[Candidate]:
        """Yields moves to places in the groups `fields`, each better than `least` and than the move before."""
        view, reach, number = self.view, self.reach, count()
        harmful = harm_about(view)
        wide = [(-field.most, next(number), field, reach.stops(field.places)) for field in fields if field.most > least]
        heapify(wide)
        partings: dict[int, float] = {}
        narrow: list[tuple[float, Cube, int, float, Arrival]] = []
        watch: tuple[Bitboard, float] | None = None
        while wide or narrow:
            if wide and (not narrow or wide[0][0] <= narrow[0][0]):
                bound, key, field, stops = heappop(wide)
                if -bound <= least:
                    return
                parting = partings.get(key)
                if parting is None:
                    parting = partings[key] = self.sums.drawn(reach.surely_drawn(field.places))
                if -bound - parting <= least:
                    continue
                for cube, arrival in stops:
                    effort = self.weights.effort * arrival.squares
                    if cube != self.here and (value := field.value(cube)) is not None:
                        heappush(narrow, (effort - value, cube, next(number), parting, arrival))
                    if narrow and narrow[0][0] < effort - field.most:  # the field's other places cost as much or more
                        heappush(wide, (effort - field.most, key, field, stops))
                        break
                continue
            cost, cube, _, parting, arrival = heappop(narrow)
            if -cost <= least:
                return
            if -cost - parting <= least:
                continue
            if watch is None:
                watch = self._watched()
            places, loss = watch
            if not places & reach.grid.layout.bit(cube) and -cost - loss <= max(least, self.staying):
                continue
            way = way_to(view, cube) if harmful else None
            arrival = arrival if way is None else way.arrival
            value = -cost - self.sums.drawn(arrival.opportunities)
            if harmful:
                value -= self.sums.hurt(self.sums.me, way_harm(view, arrival.path))
            if arrival.opportunities and value <= self.staying:
                continue
            if value > least:
                wanted = walk_to(view, cube)
                if wanted is not None:
                    least = value
                    yield Candidate(value, why.format(list(cube)), wanted)

    def _watched(self) -> tuple[Bitboard, float]:
        """Returns (places, least loss to reactions on every path to another place)."""
        places, watchers = unwatched(self.reach)
        sure = self.reach.surely_drawn(0) if watchers else ()
        return places, min([self.sums.drawn((*sure, name)) for name in watchers], default=0.0)

    @property
    def staying(self) -> float:
        """Returns the value of a turn without movement and without a strike."""
        if self._staying is None:
            self._staying = -self.weights.caution * self.sums.danger(self.here) - self.burning
        return self._staying

    @property
    def burning(self) -> float:
        """Returns the expected loss by damaging ground and zones if the creature does not move."""
        return self.sums.hurt(self.sums.me, ground_harm(self.view, self.view.me, self.here))

    def keeps_to(self, cube: Cube) -> bool:
        return holds_at(self.view.world, self.view.me, cube) is not None

    def careful_kinds(self) -> Iterator[str]:
        """Yields the movements that provoke nothing and that the creature can pay for: step, shift."""
        turn, costs = self.view.me.turn, self.view.rules.actions.costs
        for kind in ("shift",) if turn.stepped or turn.moved else ("step", "shift"):
            cost = costs.get(kind)
            if cost is not None and paid(self.left, cost.ways) is not None:
                yield kind

    def sidesteps(self, kind: str) -> Iterator[tuple[Cube, Intent]]:
        """Yields (place, intent) for each place that one 5-foot step or shift reaches."""
        for cube in self.beside:
            yield cube, Step(to=cube) if kind == "step" else Shift(path=(cube,))

    def safest_first(self) -> Iterator[tuple[float, Cube]]:
        reach = self.reach
        alike: dict[float, Bitboard] = {}
        for zone in self.sums.zones(self.ground, self.around):
            fear = sum(zone.fears)
            alike[fear] = alike.get(fear, 0) | zone.places
        for danger, places in sorted(alike.items()):
            yield from ((danger, cube) for cube, _ in reach.stops(places) if cube != self.here)
