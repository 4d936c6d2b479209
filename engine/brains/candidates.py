"""Candidates for the rest of a turn with their values, for the brain `cunning`.

Each place for a strike is a candidate. Its value: strikes, minus opportunity attacks on the way, minus the enemies'
threat there. Forced movement is valued by its end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from ...components.intents import Attack, Charge, FullAttack, Intent, Shift, Step, Withdraw
from ...components.position import Cube
from ..board.obstruction import clear
from ..field.reach import Arrival, Reach
from ..field.support import holds_at
from ..geometry.bitboard import Bitboard, sum_of
from ..geometry.boxes import grown
from ..legality.legal_intents import neighbours
from ..legality.preview import preview_plan
from . import aggressive, goals, uses
from .combat_profile import CombatProfile, gap, paid, strikes_with
from .estimates import beside_harm, ground_harm, hale, harm_about, last_blood, shoves, way_harm
from .evaluation import USUAL, Evaluation, Weights
from .uses import UseOption
from .view import View
from .walking import PricedWay, far_path, walk_to, way_to

NOTHING = float("-inf")
"""Below every other value."""
EVEN = 1.1
"""Sides within this ratio are even."""
FROM_HERE = "it strikes from where it stands"
"""Reason for a strike without moving."""
MATTERS = 0.05
"""Least gain in safety worth a move."""
AWAY = 6
"""Places tried for a withdrawal, safest first."""
GROUNDS = 80
"""Places examined for better ground to wait on."""
GAINED = 0.02
"""Least gain worth changing ground."""
RANKS = 2
"""The distance in squares within which a friend is near."""
GOALS = 4
"""Paths to an objective to compare."""


class Candidate(NamedTuple):
    """An intent with its value."""

    value: float
    why: str
    intent: Intent | None
    """None ends the turn."""


class Front(NamedTuple):
    """Places in one zone of equal danger, within reach of an enemy."""

    foe: CombatProfile
    places: Bitboard
    fears: tuple[float, ...]


class Spots(NamedTuple):
    """Places to search for the best one."""

    most: float
    """An upper bound of their values."""
    places: Bitboard
    value: Callable[[Cube], float | None]
    """A place's value without the path; None: unsuitable."""


class Candidates:
    def __init__(self, view: View, weights: Weights = USUAL) -> None:
        rules, me = view.rules, view.me
        self.view = view
        self.sums = Evaluation(view, weights.caution)
        if any(foe.spell.harm for foe in self.sums.foes):
            weights = replace(weights, caution=weights.caution * weights.exposed)
            self.sums.caution = weights.caution
        self.weights = weights
        self.here = me.cube
        self.ranged = self.sums.me.far
        """True if its strikes are shots."""
        self.throws = me.body.range is not None
        """True if it can shoot."""
        self.stands_off = uses.stands_off(view)
        """True if the creature's abilities can reach an enemy from afar."""
        free = rules.economy_is_off
        self.left = dict(rules.actions.per_turn) if free else dict(me.turn.actions)
        self.targets = [foe for foe in self.sums.foes if self.lands(foe)]
        """Enemies within reach from here."""
        calm = view.world.round - last_blood(view)
        patience = self._patience()
        self.presses = calm > patience or self.sums.outshot()
        """True if waiting gains nothing: no damage for long, or the enemies shoot better."""
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
        """The weight of damage by enemies when the creature comes nearer; 0 if distance is no safer."""
        if self.waits:
            # danger to friends is no reason to move: each keeps its own distance
            self.sums.leave_friends_aside()
        self._reach: Reach | None = None
        self._near: list[Front] | None = None
        self._beside: list[Cube] | None = None
        self.inactive = bool(me.condition.held) and me.is_any(rules.conditions.inactive)
        """True if it can move but not act."""
        self.strikes = self._strikes_with(self.left)
        if not self.strikes and self.targets:  # the strikes of an open full attack are paid for
            self.strikes = int(view.lawful(self.blow(self.targets[0])))

    def _patience(self) -> int:
        sums, world = self.sums, self.view.world
        mine = sum(one.worth * one.hp for one in (sums.me, *sums.friends))
        theirs = sum(one.worth * one.hp for one in sums.foes)
        if max(mine, theirs) <= EVEN * min(mine, theirs):
            return self.weights.impatience if world.creatures[0].side == self.view.me.side else self.weights.patience
        return self.weights.impatience if mine > theirs else self.weights.patience

    def lands(self, foe: CombatProfile) -> bool:
        """True if the creature's strikes reach `foe` from its place."""
        view = self.view
        return view.sees_in_range(foe.creature) if self.shot(foe) else view.strikes(foe.creature)

    def shot(self, foe: CombatProfile) -> bool:
        """True if the creature's strike at `foe` is ranged."""
        return self.ranged or (self.throws and self.view.shoots_at(foe.creature))

    def blow(self, foe: CombatProfile) -> Intent:
        return Attack(target=foe.creature.name, ranged=self.shot(foe))

    def strikes_after(self, ways: Iterable[tuple[str, ...]]) -> int:
        """The strikes left after paying one of `ways`; 0 if none is affordable."""
        rest = paid(self.left, ways)
        return self._strikes_with(rest) if rest is not None else 0

    def _strikes_with(self, left: Mapping[str, int]) -> int:
        return 0 if self.inactive else strikes_with(self.view.rules, self.view.me, left)

    # --- strikes ------------------------------------------------------------------------------------

    def strikes_from_here(self) -> Iterator[Candidate]:
        sums, rules = self.sums, self.view.rules
        whole = rules.actions.costs.get("full-attack")
        full = (
            whole is not None
            and self.view.me.body.attacks > 1
            and self.strikes > 1
            and paid(self.left, whole.ways) is not None
        )
        for foe in self.targets:
            value = sums.value(foe, self.here, self.strikes)
            if full:
                yield Candidate(value, FROM_HERE, FullAttack(target=foe.creature.name, ranged=self.shot(foe)))
                value = sums.value(foe, self.here, 1)
            yield Candidate(value, FROM_HERE, self.blow(foe))

    @property
    def reach(self) -> Reach:
        if self._reach is None:
            self._reach = self.view.reach()
        return self._reach

    @property
    def around(self) -> Bitboard:
        """All squares within one move or step."""
        return self.reach.grid.ground.over(grown(self.sums.me.creature.space, max(self.reach.budget.most, 1)))

    def fronts(self, foes: Iterable[CombatProfile], among: Bitboard) -> list[Front]:
        """The places for strikes at `foes`, by zone."""
        view, reach = self.view, self.reach
        around = [(foe, view.places_to_strike(reach, foe.creature) & among) for foe in foes]
        wanted = sum_of(places for _, places in around)
        found = self.sums.zones(reach.grid.ground, wanted) if wanted else ()
        return [
            Front(foe, zone.places & places, zone.fears)
            for zone in found
            for foe, places in around
            if zone.places & places
        ]

    @property
    def near(self) -> list[Front]:
        """Places for a strike within one move; some may be out of reach."""
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
        """Strikes left after a move; 0 if the creature cannot move."""
        view = self.view
        if not view.affords("move", "crawl"):
            return 0
        # an open move is already paid for
        return self.strikes_after([()] if view.me.turn.pool_open else view.rules.actions.costs["move"].ways)

    def strikes_from_elsewhere(self, least: float) -> Iterator[Candidate]:
        """Strikes after a step, shift or move, if worth more than `least`."""
        yield from self._after_a_step(least)
        yield from self._after_a_move(least)

    def _after_a_step(self, least: float) -> Iterator[Candidate]:
        view, sums, me = self.view, self.sums, self.view.me
        layout = self.reach.grid.layout
        for kind in self.careful_kinds():
            strikes = self.strikes_after(view.rules.actions.costs[kind].ways)
            near = [front for front in self.near if strikes and sums.most(front.foe, strikes, front.fears) > least]
            for cube, careful in self.sidesteps(kind) if near else ():
                bit = layout.bit(cube)
                for foe, places, fears in near:
                    if places & bit:
                        value = sums.value(foe, cube, strikes, fears)
                        value -= sums.hurt(sums.me, ground_harm(view, me, cube))
                        if value > least and self.keeps_to(cube):
                            yield Candidate(value, f"it strikes from {list(cube)}", careful)

    def _after_a_move(self, least: float) -> Iterator[Candidate]:
        strikes = self.strikes_in_a_move()
        if strikes:
            most = self.sums.most
            fields = [
                Spots(most(foe, strikes, fears), places, partial(self._strike, foe, strikes, fears))
                for foe, places, fears in self.near
            ]
            yield from self.ways(fields, "it strikes from {}", least)

    def _strike(self, foe: CombatProfile, strikes: int, fears: Sequence[float], cube: Cube) -> float:
        return self.sums.value(foe, cube, strikes, fears)

    def ways(self, fields: Iterable[Spots], why: str, least: float) -> Iterator[Candidate]:
        """Paths to the best places, each better than the last and than `least`.

        Searches for a path only if the place may be the best.
        """
        view, reach, number = self.view, self.reach, count()
        harmful = harm_about(view)
        wide = [(-field.most, next(number), field) for field in fields if field.most > least]
        heapify(wide)
        narrow: list[tuple[float, Cube, int, float, Arrival]] = []
        while wide or narrow:
            if wide and (not narrow or wide[0][0] <= narrow[0][0]):
                most, _, field = heappop(wide)
                if -most <= least:
                    return
                parting = self.sums.drawn(reach.surely_drawn(field.places))
                if -most - parting <= least:
                    continue
                for cube, arrival in reach.stops(field.places):
                    if cube != self.here and (value := field.value(cube)) is not None:
                        heappush(
                            narrow,
                            (self.weights.effort * arrival.squares - value, cube, next(number), parting, arrival),
                        )
                continue
            cost, cube, _, parting, arrival = heappop(narrow)
            if -cost <= least:
                return
            if -cost - parting <= least:
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

    @property
    def staying(self) -> float:
        """The value of the creature's own place, without a strike."""
        return -self.weights.caution * self.sums.danger(self.here)

    def vantages(self) -> Iterator[Candidate]:
        """Moves to places with a shot, if no target is in sight."""
        view, world, me = self.view, self.view.world, self.view.me
        foes = view.exposed()
        if not foes or not view.affords("move", "crawl"):
            return
        best: tuple[float, int, Cube] | None = None
        for tried, (cube, arrival) in enumerate(self.reach.arrivals()):
            if tried > aggressive.LOOKS:
                break
            if arrival.can_stop and any(
                view.in_range(foe, cube) and clear(world.board, me.at(cube), foe.box) for foe in foes
            ):
                harm = self.sums.hurt(self.sums.me, ground_harm(view, me, cube))
                rank = (self.sums.danger(cube) + harm, arrival.cost, cube)
                best = rank if best is None else min(best, rank)
                if not rank[0]:
                    break
        if best is not None:
            wanted = walk_to(view, best[2])
            if wanted is not None:
                yield Candidate(-self.weights.caution * best[0], f"it shoots from {list(best[2])}", wanted)

    @property
    def pressed(self) -> bool:
        """True if an enemy can reach the creature."""
        sums = self.sums
        return any(foe.volleys and not foe.far and gap(foe.box, sums.me.box) <= foe.reach for foe in sums.foes)

    def shots_from_elsewhere(self, least: float) -> Iterator[Candidate]:
        """Shots after a step, shift or move away from enemies, if worth more than `least`."""
        view, sums, rules = self.view, self.sums, self.view.rules
        for kind in self.careful_kinds():
            strikes = self.strikes_after(rules.actions.costs[kind].ways)
            for cube, careful in self.sidesteps(kind) if strikes else ():
                value = self._shot_from(cube, strikes)
                if value > least and self.keeps_to(cube) and not ground_harm(view, view.me, cube):
                    yield Candidate(value, f"it shoots from {list(cube)}", careful)
        strikes = self.strikes_in_a_move()
        for _, cube in islice(self._safest_first(), AWAY) if strikes else ():
            value = self._shot_from(cube, strikes)
            way = way_to(view, cube) if value > least else None
            if way is not None:
                harm = way_harm(view, way.arrival.path)
                value -= (
                    sums.drawn(way.arrival.opportunities)
                    + sums.hurt(sums.me, harm)
                    + self.weights.effort * way.arrival.squares
                )
                wanted = walk_to(view, cube) if value > least else None
                if wanted is not None:
                    yield Candidate(value, f"it shoots from {list(cube)}", wanted)

    def _shot_from(self, cube: Cube, strikes: int) -> float:
        view, sums = self.view, self.sums
        board, box = view.world.board, view.me.at(cube)
        values = (
            sums.value(foe, cube, strikes)
            for foe in sums.foes
            if view.in_range(foe.creature, cube) and clear(board, box, foe.box)
        )
        return max(values, default=NOTHING)

    def charges(self, least: float) -> Iterator[Candidate]:
        view, sums = self.view, self.sums
        if "charge" not in view.rules.actions.costs or not view.affords("charge"):
            return
        near = {foe.name for foe in view.near_for_charge}
        foes = [foe for foe in sums.foes if foe.creature.name in near]
        if least > NOTHING and foes:
            ends = self.fronts(foes, self.reach.grid.ground.enterable)
            promising = {foe for foe, _, fears in ends if sums.most(foe, 1, fears) > least}
            foes = [foe for foe in foes if foe in promising]
        for foe in foes:
            wanted = Charge(target=foe.creature.name)
            plan = view.plan(wanted)
            if plan is None:
                continue
            run = preview_plan(view.world, view.me, plan)
            end = run.steps[-1].at if run.steps else self.here
            value = sums.value(foe, end, 1) - sums.drawn(run.provokes)
            if harm_about(view):
                value -= sums.hurt(sums.me, way_harm(view, tuple(step.at for step in run.steps)))
            yield Candidate(value, f"it runs at {foe.creature.name}", wanted)

    def shoves(self) -> Iterator[Candidate]:
        """Forced movements of enemies into harmful terrain."""
        view, sums = self.view, self.sums
        cost = view.rules.actions.costs.get("push")
        rest = paid(self.left, cost.ways) if cost is not None else None
        if rest is None or self.ranged or not self.targets or not harm_about(view):
            return
        after = strikes_with(view.rules, view.me, rest)
        if self.strikes and after == self.strikes:
            return  # it does not cost a strike, so that the strike comes first
        near = {foe.creature.name: foe for foe in self.targets if beside_harm(view, foe.creature)}
        for wanted, target, harm in shoves(view, {name: foe.creature for name, foe in near.items()}):
            if harm:
                foe = near[target.name]
                value = sums.hurt(foe, harm) - self.weights.caution * sums.danger(self.here, foe, 0.5)
                yield Candidate(value, f"it forces {target.name} into harm", wanted)

    # --- objectives ---------------------------------------------------------------------------------

    def errands(self) -> Iterator[Candidate]:
        """Moves towards an objective of the side."""
        view, sums = self.view, self.sums
        goal = goals.errand(view)
        if goal is None or not view.affords("move", "crawl"):
            return
        for way in goals.arrivals(view, goal)[:GOALS]:
            wanted = walk_to(view, way.cube)
            if wanted is not None:
                yield Candidate(
                    self.weights.arrived * sums.me.worth - self._toll(way, self.weights.caution),
                    "it gets to its goal",
                    wanted,
                )
        path = goals.path_to(view, goal)
        found = 0
        for left, cube in enumerate(reversed(path)):
            reached = way_to(view, cube) if cube != self.here else None
            if reached is None:
                continue
            wanted = walk_to(view, cube)
            value = self.weights.nearer * sums.me.worth * (1 - left / len(path)) - self._toll(
                reached, self.weights.bold
            )
            if wanted is not None:
                yield Candidate(value, "it heads for its goal", wanted)
            found += 1
            if found == GOALS or not reached.toll:
                return

    def _toll(self, way: PricedWay, caution: float) -> float:
        view, sums = self.view, self.sums
        harm = way_harm(view, way.arrival.path) if way.toll and harm_about(view) else 0.0
        dies = way.toll >= sums.me.hp
        return (
            sums.drawn(way.arrival.opportunities)
            + sums.hurt(sums.me, harm)
            + (self.weights.death * sums.me.worth if dies else 0.0)
            + caution * sums.danger(way.cube)
        )

    # --- abilities and other weapons ----------------------------------------------------------------

    def uses(self, others: float) -> Iterator[Candidate]:
        """Uses of abilities here or after a move, and strikes with other weapons.

        `others` is the value of the best other candidate. A use without cost keeps that value.
        """
        if not uses.armed(self.view):
            return
        for use in uses.leading(self.view):
            if not all(use.ways):
                rest = max(others, self.staying)
            else:
                after = self.strikes_after(use.ways)
                values = (self.sums.value(foe, self.here, after) for foe in self.targets) if after else ()
                rest = max(values, default=self.staying)
            yield Candidate(use.worth + rest + self._relief(use), use.why, use.intent)
        moved = paid(self.left, [()] if self.view.me.turn.pool_open else self.view.rules.actions.costs["move"].ways)
        for use in uses.from_elsewhere(self.view):
            left = paid(moved, use.ways) if moved is not None else None
            after = self._strikes_with(left) if left is not None else 0
            struck = [foe for foe in self.sums.foes if self.view.strikes(foe.creature, use.cube)] if after else []
            values = (self.sums.value(foe, use.cube, after) for foe in struck)
            rest = max(values, default=-self.weights.caution * self.sums.danger(use.cube))
            yield Candidate(use.worth + rest + self._relief(use), use.why, use.intent)
        for draw in uses.draws(self.view):
            foe = next(one for one in self.sums.foes if one.creature.name == draw.target.name)
            strikes = self._strikes_with(draw.left)
            gain, downs = draw.with_it.harms(foe, strikes)
            value = gain - self.weights.caution * self.sums.danger(self.here, foe, downs)
            yield Candidate(value, f"it draws {draw.intent.with_}", draw.intent)

    def _relief(self, use: UseOption) -> float:
        falls = use.falls()
        if not falls:
            return 0.0
        fears = self.sums.fears(use.cube)
        falling = (falls.get(foe.creature.name, 0.0) * fear for foe, fear in zip(self.sums.foes, fears, strict=True))
        return self.weights.caution * sum(falling)

    # --- places -------------------------------------------------------------------------------------

    def stays(self) -> Iterator[Candidate]:
        """Staying, and moves to safer places."""
        view, sums, me = self.view, self.sums, self.view.me
        danger = sums.danger(self.here)
        staying = sums.poise(self.here) - self.weights.caution * danger
        yield Candidate(staying, "it stays where it is", None)
        if self.weights.caution * (danger - sum(sums.feared)) < MATTERS or me.turn.stepped:
            return
        holds = hale(me) and bool(self.targets) and not self.ranged
        if view.affords("move", "crawl"):
            most = sums.most_poise()
            fields = [
                Spots(most - self.weights.caution * sum(zone.fears), zone.places, partial(self._refuge, holds))
                for zone in sums.zones(self.reach.grid.ground, self.around)
            ]
            yield from self.ways(fields, "it is in a better place at {}", staying)
        for kind in self.careful_kinds():
            for cube, careful in self.sidesteps(kind):
                if holds and self.gives_up(cube):
                    continue
                value = (
                    sums.poise(cube)
                    - self.weights.caution * sums.danger(cube)
                    - sums.hurt(sums.me, ground_harm(view, me, cube))
                )
                if value > staying and self.keeps_to(cube):
                    yield Candidate(value - self.weights.effort, f"it is in a better place at {list(cube)}", careful)

    def _refuge(self, holds: bool, cube: Cube) -> float | None:
        sums, view = self.sums, self.view
        if cube[2] not in (self.here[2], view.world.board.stand(cube[0], cube[1])) or (holds and self.gives_up(cube)):
            return None
        value = -self.weights.caution * sums.danger(cube) + sums.poise(cube)
        return value - sums.hurt(sums.me, ground_harm(view, view.me, cube))

    def gives_up(self, cube: Cube) -> bool:
        """True if at `cube` no target would be in reach any more."""
        return not any(self.view.strikes(foe.creature, cube) for foe in self.targets)

    def keeps_to(self, cube: Cube) -> bool:
        """True if the creature is supported at `cube`."""
        return holds_at(self.view.world, self.view.me, cube) is not None

    def careful_kinds(self) -> Iterator[str]:
        """Kinds of movement that provoke nothing and can be paid: step, shift."""
        turn, costs = self.view.me.turn, self.view.rules.actions.costs
        for kind in ("shift",) if turn.stepped or turn.moved else ("step", "shift"):
            cost = costs.get(kind)
            if cost is not None and paid(self.left, cost.ways) is not None:
                yield kind

    def sidesteps(self, kind: str) -> Iterator[tuple[Cube, Intent]]:
        """Places one step or shift away, with intents."""
        for cube in self.beside:
            yield cube, Step(to=cube) if kind == "step" else Shift(path=(cube,))

    def withdrawals(self) -> Iterator[Candidate]:
        """Withdrawals from an enemy's reach to the safest places."""
        view, sums = self.view, self.sums
        if "withdraw" not in view.rules.actions.costs or not view.affords("withdraw"):
            return
        near = [foe for foe in sums.foes if not foe.far and gap(foe.box, sums.me.box) <= foe.reach]
        safest = list(islice(self._safest_first(), AWAY)) if near else []
        for foe in near:
            for danger, cube in safest:
                away = Withdraw(from_=foe.creature.name, to=cube)
                if view.lawful(away):
                    yield Candidate(
                        -self.weights.caution * danger, f"it is badly hurt and withdraws from {foe.creature.name}", away
                    )
                    break

    def _safest_first(self) -> Iterator[tuple[float, Cube]]:
        reach = self.reach
        alike: dict[float, Bitboard] = {}
        for places, fears in self.sums.zones(self.reach.grid.ground, self.around):
            alike[sum(fears)] = alike.get(sum(fears), 0) | places
        for danger, places in sorted(alike.items()):
            yield from ((danger, cube) for cube, _ in reach.stops(places) if cube != self.here)

    def approaches(self, caution: float) -> Iterator[Candidate]:
        """Moves towards an enemy, at most to the edge of the enemies' reach."""
        view, sums, me = self.view, self.sums, self.view.me
        progress = self.weights.progress if self.waits else self.weights.hurry
        least = -caution * sums.danger(self.here)
        yield Candidate(least, "it waits for its enemies", None)
        if not view.affords("move", "crawl"):
            return
        if self.waits:
            yield from self.manoeuvres(least)
        far = view.anywhere()
        place = aggressive.goal(view, far) if self.ranged else self.goal(far)
        if place is None:
            nearer = aggressive.draw_near(view, far) or aggressive.jump_down(view)
            if nearer is not None:
                yield Candidate(0.0 if self.waits else self.weights.hurry, "it gets as near as it can", nearer)
            return
        near, places = self.reach, []
        for steps, cube in enumerate(far_path(view, far, place), 1):
            arrival = near.get_arrival(cube)
            if arrival is not None and arrival.can_stop and cube != self.here:
                value = progress * steps - caution * sums.danger(cube)
                value -= sums.hurt(sums.me, ground_harm(view, me, cube))
                places.append((value, cube, arrival))
        places.sort(key=lambda place: -place[0])
        for value, cube, arrival in places:
            if value <= least:
                return
            way = way_to(view, cube) if harm_about(view) else None
            arrival = arrival if way is None else way.arrival
            value -= sums.drawn(arrival.opportunities)
            if way is not None:
                value -= sums.hurt(sums.me, way_harm(view, arrival.path[:-1]))
            wanted = walk_to(view, cube)
            if wanted is not None:
                least = max(least, value)
                yield Candidate(value, "it gets nearer to an enemy", wanted)

    def manoeuvres(self, waiting: float) -> Iterator[Candidate]:
        """Moves to better ground for waiting: higher, or near friends."""
        view, sums, here = self.view, self.sums, self._footing(self.here)
        safe = sums.danger(self.here) + MATTERS / 10
        best: tuple[float, Cube] | None = None
        for cube, arrival in islice(self.reach.arrivals(), GROUNDS):
            if not arrival.can_stop or cube == self.here or cube[2] != view.world.board.stand(cube[0], cube[1]):
                continue
            gain = self._footing(cube) - here - self.weights.effort * arrival.squares
            better = gain > GAINED and (best is None or gain > best[0])
            if better and sums.danger(cube) <= safe and not ground_harm(view, view.me, cube):
                best = gain, cube
        way = way_to(view, best[1]) if best is not None else None
        if best is not None and way is not None and not way.toll:
            wanted = walk_to(view, best[1])
            if wanted is not None:
                yield Candidate(waiting + best[0], f"it waits on better ground at {list(best[1])}", wanted)

    def _footing(self, cube: Cube) -> float:
        view, sums = self.view, self.sums
        below = min((foe.box.z0 for foe in sums.foes), default=cube[2])
        box = view.me.at(cube)
        near = sum(1 for friend in sums.friends if gap(box, friend.box) <= RANKS)
        return self.weights.high * min(max(cube[2] - below, 0), 3) + self.weights.together * min(near, 2)

    def goal(self, far: Reach) -> Cube | None:
        """The best place for strikes, by value per turn."""
        view, sums = self.view, self.sums
        best: tuple[float, int, Cube] | None = None
        strikes = max(sums.me.volleys, default=1)
        # the nearest first: no way is shorter than the gap, so that for one too far away no place need be found
        nearest = sorted(
            (max(gap(sums.me.box, foe.box) - sums.me.reach, 0), number, foe) for number, foe in enumerate(sums.foes)
        )
        for least, _, foe in nearest:
            dream = -sums.blow(foe, strikes, bool(sums.partners(foe.creature)))[0] / (1 + least / max(sums.me.pace, 1))
            if best is not None and dream > best[0]:
                continue
            post = view.nearest_post(far, foe.creature)
            if post is not None:
                cube, squares = post[0], post[1].squares
                turns = 1 + squares / max(sums.me.pace, 1)
                rank = (-sums.strike(foe, cube, strikes)[0] / turns, squares, cube)
                best = rank if best is None else min(best, rank)
        return best[2] if best is not None else None
