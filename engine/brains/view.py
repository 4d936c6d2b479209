"""The battle as a brain sees it: legal intents, places in reach, targets."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ...components.events import Event
from ...components.intents import Intent, IntentBase
from ...components.position import Cube
from ..combat.threat import flanked, span_of, strikes_reach, struck_from
from ..field.reach import Arrival, Reach, strike_anchors
from ..geometry.bitboard import Bitboard
from ..geometry.boxes import Box
from ..legality import legal_intents
from ..legality.judge import barred, judge, not_granted, out_of_range
from ..legality.movement_range import one_move, without_harm
from ..rules.budget import affordable, budget_for, squares_between
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from ..state.objectives import standing
from ..state.verdict import Plan, Refusal
from .decision_log import DecisionLog


@dataclass(frozen=True, slots=True)
class View:
    """One creature's view of the battle, for queries alone.

    It always shows the present state: a brain that has yielded an intent finds its outcome here.
    """

    world: World
    me: Creature
    """The creature whose turn it is."""
    journal: DecisionLog | None = None
    """The log of the brain's decisions, if there is one."""
    trying: "Trying | None" = None
    """What makes its trials; None where only questions are asked."""

    @property
    def simulated(self) -> int:
        """The turns played in trials since its turn began: the measure of a budget of thought."""
        return 0 if self.trying is None else self.trying.simulated

    def fork(self, dice: int = 0) -> "Trial":
        """A battle to try turns in, from here on, without history and without whom its side does not perceive.

        Luck hangs on the seed, the creature on turn, the round and the number of the roll: two plans tried with one
        seed meet the same luck, which is not that of the battle.

        Raises:
            RuntimeError: nothing is played here: the view only answers questions.
        """
        return self._tries().fork(self, dice)

    def turns(self) -> "Iterator[PlannedTurn]":
        """Whole turns worth a thought, found on demand, those that promise most first; trials play them.

        Raises:
            RuntimeError: nothing is played here.
        """
        return self._tries().turns(self)

    def _tries(self) -> "Trying":
        if self.trying is None:
            raise RuntimeError("this view has no battle to try turns in; those of a Match have")
        return self.trying

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force."""
        return self.world.rules

    @property
    def enemies(self) -> list[Creature]:
        """Enemies still in the fight that its side perceives, in the order of the file."""
        return legal_intents.enemies(self.world, self.me)

    @property
    def allies(self) -> list[Creature]:
        """The others of its side still in the fight, in the order of the file."""
        me, store = self.me, self.world.cache_of_states()
        found = store.get(("allies", me.entity))
        if not isinstance(found, list):
            found = [c for c in self.world.creatures if c is not me and c.side == me.side and standing(c)]
            store["allies", me.entity] = found
        return found

    @property
    def near_for_charge(self) -> list[Creature]:
        """The enemies that it may get at along a straight line of twice its speed; no other can be charged."""
        me, reach = self.me, max(span_of(self.rules, self.me).most, 0)
        budget = budget_for(self.rules, me, factor=2)
        near = [foe for foe in self.enemies if not foe.far_from(me.space, budget.most + reach)]
        flat = not any(squares and mode in ("fly", "swim", "burrow") for mode, squares in budget.limits)
        return [foe for foe in near if _aligned(me.space, foe.box, reach)] if near and flat else near

    def legal(self, *kinds: str) -> Iterator[Intent]:
        """The legal intents of some kinds (`do` words; without any: all), found on demand."""
        return legal_intents.legal_intents(self, self.me.name, *kinds)

    def thinkable(self, kind: str) -> Sequence[Intent]:
        """The candidates of one kind; some may not be legal."""
        return legal_intents.thinkable(self.world, self.me, kind) if kind in self.rules.actions.costs else ()

    def barred(self, kind: str) -> bool:
        """Whether the rules forbid every intent of one kind now; False if that takes a longer check."""
        return barred(self.world, self.me, kind)

    def lawful(self, wanted: IntentBase) -> bool:
        """Whether the rules allow an intent now, and it is within the creature's own means."""
        world, me = self.world, self.me
        if wanted.do not in world.rules.actions.costs or not_granted(world, me, wanted) is not None:
            return False
        return legal_intents.lawful(world, me, wanted)

    def plan(self, wanted: IntentBase) -> Plan | None:
        """The plan of an intent; None if it is not allowed."""
        answer = judge(self.world, self.me, wanted)
        return None if isinstance(answer, Refusal) else answer

    def reach(self) -> Reach:
        """The reach of one move, or of the rest of an open one; whether it can be paid for is not checked."""
        return one_move(self.world, self.me)

    def anywhere(self) -> Reach:
        """The places that it could reach without a limit on movement."""
        return legal_intents.whole_board(self.world, self.me)

    def standing(self, cube: Cube) -> "View":
        """The view of a copy of the battle in which it stands at another place, with a move of its own begun anew."""
        twin = self.world.copy()
        me = twin.named[self.me.name]
        me.place(cube)
        me.turn.pool_open = False
        twin.creature_changed(me)
        return View(twin, me)

    def unharmed(self, reach: Reach) -> Reach:
        """A reach of its own without the ways through hazards and harmful ground; computed once for each state."""
        store, key = self.world.cache(), ("unharmed", self.me.entity, id(reach))
        found = store.get(key)
        if not isinstance(found, tuple):
            found = store[key] = reach, without_harm(self.world, self.me, reach)
        safe: Reach = found[1]
        return safe

    def strikes(self, target: Creature, at: Cube | None = None) -> bool:
        """Whether its melee strikes reach the target from its place, or from `at`."""
        me = self.me
        return strikes_reach(self.world, me, target, None if at is None else me.at(at))

    @property
    def struck(self) -> list[Creature]:
        """The enemies that it can attack from its place: those in reach, and those in range and sight."""
        store, key = self.world.cache(), ("struck", self.me.entity)
        found: list[Creature] | None = store.get(key)
        if found is None:
            found = store[key] = self._struck()
        return found

    def _struck(self) -> list[Creature]:
        me, world, enemies = self.me, self.world, self.enemies
        found = [] if legal_intents.shoots(me) else struck_from(world, me, enemies)
        if not found and any(one.condition.grabbed_by for one in world.creatures):
            found = [foe for foe in enemies if self.rules.threat.part_in_reach(world, me, foe)]
        if not found and me.body.range is not None:
            found = [foe for foe in enemies if self.sees_in_range(foe)]
        return found

    def sees_in_range(self, foe: Creature) -> bool:
        """Whether a shot from its place reaches an enemy."""
        world, me = self.world, self.me
        return out_of_range(world, me, foe.name) is None and self.rules.threat.sees(world, me, foe)

    def shoots_at(self, foe: Creature) -> bool:
        """Whether its strike at an enemy is a shot."""
        return legal_intents.shoots_at(self.world, self.me, foe)

    def in_range(self, foe: Creature, at: Cube) -> bool:
        """Whether an enemy is within its range from a place; obstacles are not checked."""
        most = self.me.body.range
        return most is not None and self.squares_to(foe, at) <= self.rules.squares(most)

    def flanks(self, target: Creature, at: Cube | None = None) -> bool:
        """Whether it flanks the target from its place, or from `at`."""
        me = self.me
        return flanked(self.world, target, me if at is None else me.standing_at(at))

    def first(self, stages: "Sequence[Stage]") -> Intent | None:
        """The intent of the first stage that gives one; with a journal, the next best is noted too."""
        wanted: Intent | None = None
        for name, stage in stages:
            found = stage(self)
            if found is None:
                continue
            if self.journal is None:
                return found
            self.journal.weigh(found, name)
            if wanted is None:
                wanted = found
            elif found != wanted:
                break
        else:
            if wanted is not None:
                self.weigh(None, "nothing else to do")
        return wanted

    def weigh(self, intent: IntentBase | None, why: str, score: float | None = None) -> None:
        """Notes a candidate in the journal, if there is one."""
        if self.journal is not None:
            self.journal.weigh(intent, why, score)

    def affords(self, *kinds: str) -> bool:
        """Whether the actions left, or an open move, pay for any of some kinds; other rules are not checked."""
        return self.me.turn.pool_open or self._pays(kinds)

    def _pays(self, kinds: Sequence[str]) -> bool:
        """True if the actions left pay for an intent of any of the kinds."""
        rules, turn = self.world.rules, self.me.turn
        if not turn.open or rules.economy_is_off:
            return True
        for kind in kinds:
            cost = rules.actions.costs.get(kind)
            if cost is None:
                continue
            for way in cost.ways:
                if affordable(turn.actions, way):
                    return True
        return False

    def has_strikes(self) -> bool:
        """Whether a strike is paid for: by an action left, or by an open full attack."""
        return self._pays(("attack", "full-attack")) or self.world.rules.actions.prepaid(self.me, "attack")

    def exposed(self) -> list[Creature]:
        """Enemies that a shot could reach: underground ones only if it is underground too."""
        board, me = self.world.board, self.me
        if board.solid(*me.cube):
            return self.enemies
        return [foe for foe in self.enemies if not board.solid(*foe.cube)]

    def posts(self, reach: Reach, *targets: Creature) -> Iterator[tuple[Cube, Arrival]]:
        """(place, arrival) for the places in `reach` where it may stop and from which it can strike any target.

        The cheapest come first; of those that cost the same, the westernmost.
        """
        places = 0
        for target in targets:
            places |= self.places_to_strike(reach, target)
        return reach.stops(places)

    def places_to_strike(self, reach: Reach, target: Creature) -> Bitboard:
        """The places from which it can strike a target, in the layout of a reach; some may be out of that reach."""
        grid = reach.grid
        places = strike_anchors(self.world, self.me, grid.ground, target.box)
        return places | grid.layout.bit(self.me.cube) if self.strikes(target) else places

    def nearest_post(self, reach: Reach, *targets: Creature) -> tuple[Cube, Arrival] | None:
        """The first of `posts` other than its own place."""
        return next((post for post in self.posts(reach, *targets) if post[0] != self.me.cube), None)

    def squares_to(self, other: Creature, at: Cube | None = None) -> int:
        """The distance to another creature in squares, from its place or from `at`."""
        me = self.me
        return squares_between(self.rules, me.box if at is None else me.at(at), other.box)

    def chance(self, sides: int, salt: str = "") -> int:
        """A number below `sides`, drawn from the battle's seed and the moment: a second call in the same moment gives
        the same.

        The battle's own dice are not used, so that brains change no roll.
        """
        world = self.world
        moment = f"{world.dice.seed}/{self.me.name}/{world.log.length}/{salt}"
        number = int.from_bytes(hashlib.sha256(moment.encode()).digest()[:8], "big")
        return number % sides


def _aligned(mine: Box, its: Box, reach: int) -> bool:
    """True if one of the eight directions leads to a place within reach of a space, seen from above."""
    west, east = its[0] - reach - mine[3], its[3] + reach - mine[0]
    north, south = its[1] - reach - mine[4], its[4] + reach - mine[1]
    if west <= 0 <= east or north <= 0 <= south:
        return True
    if east < 0:
        west, east = -east, -west
    if south < 0:
        north, south = -south, -north
    return west <= south and north <= east


Stage: TypeAlias = tuple[str, Callable[[View], Intent | None]]
"""A stage of a brain's decision: its reason, and the function that gives an intent or None."""


# --- trials: a battle of its own, cut off from the one that is played, in which plans meet made-up luck

Script = Callable[[View], Any]
"""A fast brain for a trial: a function of a view, asked for one intent after the other."""


class PlannedTurn(Protocol):
    """A plan for a whole turn."""

    @property
    def why(self) -> str:
        """What it is, for people and logs."""

    def play(self, view: View) -> Iterator[IntentBase]:
        """Its intents, one after the other, each for the state that those before have left."""


class Trial(Protocol):
    """A battle to try turns in. Whom the trying side does not perceive is not in it, and its luck is made up."""

    turns: int
    """Turns played in it so far."""

    @property
    def world(self) -> World:
        """Its state."""

    @property
    def over(self) -> bool:
        """Whether it is decided."""

    @property
    def winner(self) -> str | None:
        """The side that has won; None while it goes on, and for a draw."""

    def creature(self, name: str) -> Creature:
        """One of its creatures."""

    def view(self, name: str) -> View:
        """A creature's view of it."""

    def play(self, plan: Any) -> list[Event]:
        """Plays the whole turn of the creature on turn, or of the next, and ends it; returns what happens.

        The plan is one of `view.turns()`, a sequence of intents, or a brain in any form.
        """

    def play_on(self, scripts: Script | Mapping[str, Script], rounds: float = 1.0) -> None:
        """Lets scripts play all turns for so many rounds, at most to the end; by side, or one for both."""

    def score(self) -> float:
        """How well the trying side stands, from -1 (it has lost) to 1 (it has won)."""


class Trying(Protocol):
    """Makes trials of one battle, and counts the turns that they take."""

    simulated: int
    """Turns played in all of its trials."""

    def fork(self, view: View, dice: int) -> Trial:
        """A trial of the present state, its luck keyed by a seed, creature, round and number of the roll."""

    def turns(self, view: View) -> Iterator[PlannedTurn]:
        """Whole turns worth a thought, those that promise most first."""
