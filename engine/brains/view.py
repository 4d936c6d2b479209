"""The battle as a brain sees it."""

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
from ..legality.judge import barred, judge, not_granted
from ..legality.movement_range import one_move, ordinary_move, without_harm
from ..legality.planners.single_actions import out_of_range
from ..rules.budget import affordable, budget_for, squares_between
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from ..state.verdict import Plan, Refusal
from .decision_log import DecisionLog


@dataclass(frozen=True, slots=True)
class View:
    """What an AI player sees and may ask on its creature's turn. It changes nothing."""

    world: World
    me: Creature
    """The active creature."""
    journal: DecisionLog | None = None
    trying: "Trying | None" = None
    """Makes trials; None if not available."""

    @property
    def simulated(self) -> int:
        """The number of turns that this turn's trials have simulated so far."""
        return 0 if self.trying is None else self.trying.simulated

    def fork(self, dice: int = 0) -> "Trial":
        """Returns a copy of the battle to try turns in. Creatures that the side does not perceive are missing.

        Copies with the same seed `dice` roll the same dice.

        Raises:
            RuntimeError: this view cannot run trials.
        """
        return self._tries().fork(self, dice)

    def turns(self) -> "Iterator[PlannedTurn]":
        """Yields plans for the whole turn that are worth a simulation, most promising first.

        Raises:
            RuntimeError: this view cannot run trials.
        """
        return self._tries().turns(self)

    def _tries(self) -> "Trying":
        if self.trying is None:
            raise RuntimeError("this view has no battle to try turns in; those of a Match have")
        return self.trying

    @property
    def rules(self) -> Ruleset:
        return self.world.rules

    @property
    def enemies(self) -> list[Creature]:
        """Returns the perceived enemies that are still in the fight, in file order."""
        return legal_intents.enemies(self.world, self.me)

    @property
    def allies(self) -> list[Creature]:
        me, store = self.me, self.world.cache_of_states()
        found = store.get(("allies", me.entity))
        if not isinstance(found, list):
            side = me.side
            found = [one for one in legal_intents.standing_in(self.world) if one.side == side and one is not me]
            store["allies", me.entity] = found
        return found

    @property
    def near_for_charge(self) -> list[Creature]:
        """Returns the enemies that a charge may reach: within twice the creature's speed."""
        me, reach = self.me, max(span_of(self.rules, self.me).most, 0)
        budget = budget_for(self.rules, me, factor=2)
        near = [foe for foe in self.enemies if not foe.far_from(me.space, budget.most + reach)]
        flat = not any(squares and mode in ("fly", "swim", "burrow") for mode, squares in budget.limits)
        return [foe for foe in near if _aligned(me.space, foe.box, reach)] if near and flat else near

    def legal(self, *kinds: str) -> Iterator[Intent]:
        """Yields the legal intents of the acting creature, all or only those of the given kinds."""
        return legal_intents.legal_intents(self, self.me.name, *kinds)

    def thinkable(self, kind: str) -> Sequence[Intent]:
        """Returns intents of one kind that could be legal. Their legality is not checked."""
        return legal_intents.thinkable(self.world, self.me, kind) if kind in self.rules.actions.costs else ()

    def barred(self, kind: str) -> bool:
        """True if no intent of this kind can be legal now."""
        return barred(self.world, self.me, kind)

    def lawful(self, wanted: IntentBase) -> bool:
        """True if the rules allow the intent, without an effect or a referee that permits it."""
        world, me = self.world, self.me
        return not_granted(world, me, wanted) is None and legal_intents.lawful(world, me, wanted)

    def plan(self, wanted: IntentBase) -> Plan | None:
        answer = judge(self.world, self.me, wanted)
        return None if isinstance(answer, Refusal) else answer

    def reach(self) -> Reach:
        """Returns the places that the creature can reach in its present or next move."""
        return one_move(self.world, self.me)

    @property
    def move_left(self) -> int:
        """Returns the most squares that the creature's present or next move may cost from here."""
        budget = ordinary_move(self.world, self.me).budget
        return budget.most - budget.spent

    def anywhere(self) -> Reach:
        """Returns all places that the creature could reach in any number of turns."""
        return legal_intents.whole_board(self.world, self.me)

    def standing(self, cube: Cube) -> "View":
        """Returns a copy of the view where the creature stands at `cube` with its whole movement."""
        twin = self.world.copy()
        me = twin.named[self.me.name]
        me.place(cube)
        me.turn.pool_open = False
        twin.creature_changed(me)
        return View(twin, me)

    def unharmed(self, reach: Reach) -> Reach:
        """Returns only those places and paths of `reach` that avoid harmful ground."""
        store, key = self.world.cache(), ("unharmed", self.me.entity, id(reach))
        found = store.get(key)
        if not isinstance(found, tuple):
            found = store[key] = reach, without_harm(self.world, self.me, reach)
        safe: Reach = found[1]
        return safe

    def strikes(self, target: Creature, at: Cube | None = None) -> bool:
        """True if a melee strike from `at` (by default its own place) reaches `target`."""
        me = self.me
        return strikes_reach(self.world, me, target, None if at is None else me.at(at))

    @property
    def struck(self) -> list[Creature]:
        """Returns the enemies that the acting creature can attack without moving."""
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
        """True if the enemy `foe` is in weapon range and in sight."""
        world, me = self.world, self.me
        return out_of_range(world, me, foe.name) is None and self.rules.threat.sees(world, me, foe)

    def shoots_at(self, foe: Creature) -> bool:
        return legal_intents.shoots_at(self.world, self.me, foe)

    def in_range(self, foe: Creature, at: Cube) -> bool:
        """True if `foe` is near enough to shoot at from `at`. Walls and cover are ignored."""
        most = self.me.body.range
        return most is not None and self.squares_to(foe, at) <= self.rules.squares(most)

    def flanks(self, target: Creature, at: Cube | None = None) -> bool:
        """True if the creature at `at` (by default its own place) flanks `target` with an ally."""
        me = self.me
        return flanked(self.world, target, me if at is None else me.standing_at(at))

    def first(self, stages: "Sequence[Stage]") -> Intent | None:
        """Returns the first intent that one of the functions `stages` returns.

        The intent of the next function is recorded as the alternative.
        """
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
        """Records an intent that the AI player considers, with the reason and a score."""
        if self.journal is not None:
            self.journal.weigh(intent, why, score)

    def affords(self, *kinds: str) -> bool:
        """True if the creature has the actions for an intent of these kinds. Only the cost is checked."""
        return self.me.turn.pool_open or self._pays(kinds)

    def _pays(self, kinds: Sequence[str]) -> bool:
        rules, turn = self.world.rules, self.me.turn
        if not turn.open or rules.economy_is_off:
            return True
        costs, left = rules.actions.costs, turn.actions
        for kind in kinds:
            cost = costs.get(kind)
            for way in cost.ways if cost is not None else ():
                if left.get(way[0]) if len(way) == 1 else affordable(left, way):
                    return True
        return False

    def has_strikes(self) -> bool:
        """True if the creature has the actions for a strike."""
        return self._pays(("attack", "full-attack")) or self.world.rules.actions.prepaid(self.me, "attack")

    def exposed(self) -> list[Creature]:
        """Returns the enemies that a shot could hit; those underground are left out."""
        board, me = self.world.board, self.me
        if board.solid(*me.cube):
            return self.enemies
        return [foe for foe in self.enemies if not board.solid(*foe.cube)]

    def posts(self, reach: Reach, *targets: Creature) -> Iterator[tuple[Cube, Arrival]]:
        """Yields (place, how to get there) of each place to strike a target from, cheapest first."""
        places = 0
        for target in targets:
            places |= self.places_to_strike(reach, target)
        return reach.stops(places)

    def places_to_strike(self, reach: Reach, target: Creature) -> Bitboard:
        """Returns the places to strike `target` from, as bits. Some are unreachable."""
        grid = reach.grid
        places = strike_anchors(self.world, self.me, grid.ground, target.box)
        return places | grid.layout.bit(self.me.cube) if self.strikes(target) else places

    def nearest_post(self, reach: Reach, *targets: Creature) -> tuple[Cube, Arrival] | None:
        """Returns (place, arrival) of the cheapest other place to strike a target from."""
        return next((post for post in self.posts(reach, *targets) if post[0] != self.me.cube), None)

    def squares_to(self, other: Creature, at: Cube | None = None) -> int:
        """Returns the distance in squares to `other`, from `at` or from the creature's own place."""
        me = self.me
        return squares_between(self.rules, me.box if at is None else me.at(at), other.box)

    def chance(self, sides: int, salt: str = "") -> int:
        """Returns a pseudo-random number below `sides`: the same in every run, without the battle's dice."""
        world = self.world
        moment = f"{world.dice.seed}/{self.me.name}/{world.log.length}/{salt}"
        number = int.from_bytes(hashlib.sha256(moment.encode()).digest()[:8], "big")
        return number % sides


def _aligned(mine: Box, its: Box, reach: int) -> bool:
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
"""(reason, function) of a step of a brain's decision."""


# --- trials: a battle of its own, cut off from the one that is played, in which plans meet made-up luck

Script = Callable[[View], Any]
"""A fast brain for trials: one intent per call."""


class PlannedTurn(Protocol):
    @property
    def why(self) -> str:
        """The reason for the plan, as text for people and logs."""

    def play(self, view: View) -> Iterator[IntentBase]:
        """Yields the turn's intents. Each one is chosen after the last one has taken effect."""


class Trial(Protocol):
    """A copy of the battle where an AI player can try turns. It has its own dice."""

    turns: int

    @property
    def world(self) -> World: ...

    @property
    def over(self) -> bool:
        """True if the battle is decided."""

    @property
    def winner(self) -> str | None:
        """The winning side; None if undecided or drawn."""

    def creature(self, name: str) -> Creature: ...

    def view(self, name: str) -> View:
        """Returns a creature's view of the trial."""

    def play(self, plan: Any) -> list[Event]:
        """Plays the next turn in the copy and returns its events.

        A plan is one of `view.turns()`, a sequence of intents, or any brain.
        """

    def play_on(self, scripts: Script | Mapping[str, Script], rounds: float = 1.0) -> None:
        """Plays a number of rounds in the copy. `scripts` is one AI player for all, or one per side."""

    def score(self) -> float:
        """Returns how likely the side is to win, from -1 (has lost) to 1 (has won)."""


class Trying(Protocol):
    """Creates copies of the battle for trials, and counts the turns simulated in all of them."""

    simulated: int
    """Turns simulated in all trials so far."""

    def fork(self, view: View, dice: int) -> Trial:
        """Returns a new copy of the battle's present state, with the dice seed `dice`."""

    def turns(self, view: View) -> Iterator[PlannedTurn]:
        """Yields plans for the whole turn that are worth a simulation, most promising first."""
