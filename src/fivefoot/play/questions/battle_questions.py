"""The queries of Battle: one method for each, passed on to the engine."""

from __future__ import annotations  # help() and editors show `Intent`, not the union

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, overload

from ...components.events import BattleEnded, Event
from ...components.intents import Intent, IntentBase
from ...components.objective import Objective
from ...components.plan import Strike
from ...components.position import Cube
from ...engine.combat import area_templates, flanking, melee_reach, reactions
from ...engine.combat.forecast import Forecast, forecast
from ...engine.combat.sightline import Sightline, line_between, sightline
from ...engine.errors import spelled
from ...engine.geometry.directions import AROUND
from ...engine.legality.legal_intents import legal_intents, whole_board
from ...engine.legality.preview import Preview
from ...engine.legality.several_moves import FartherReach
from ...engine.navigation.reach import Arrival, Reach
from ...engine.rules.distances import squares_between
from ...engine.rules.ruleset import Ruleset, World
from ...engine.scenario.validate import decode
from ...engine.state import objectives
from ...engine.state.creature import Creature
from ...engine.state.objectives import Victory
from ...engine.state.verdict import Refusal
from ..battle_loop import BattleLoop
from ..intent_checks import typed_of
from ..parts import intents_of
from . import queries, turnperft

MOST_INTENTS = 6
"""The most intents of a turn that `turnperft` counts."""


class BattleQuestions(ABC):
    """The queries of a battle."""

    @property
    @abstractmethod
    def world(self) -> World:
        """The state."""

    @property
    @abstractmethod
    def _loop(self) -> BattleLoop:
        """The loop that plays the turns that `turnperft` counts."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force, house rules included."""
        return self.world.rules

    @property
    def events(self) -> Sequence[Event]:
        """All events so far."""
        return self.world.log

    @property
    def creatures(self) -> Sequence[Creature]:
        """All creatures, in the order of the file."""
        return self.world.creatures

    def creature(self, name: str) -> Creature:
        """The creature called `name`.

        Raises:
            KeyError: there is none.
        """
        return self.world.named[name]

    @property
    def active(self) -> str | None:
        """The creature whose turn is open, if any."""
        return self.world.active

    @property
    def order(self) -> Sequence[str]:
        """Creatures by initiative; empty before it is rolled."""
        return self.world.order

    @property
    def over(self) -> bool:
        """Whether the battle has been concluded."""
        log = self.world.log
        return bool(log) and isinstance(log[-1], BattleEnded)

    # --- places and lines ----------------------------------------------------------------------------

    def floor_at(self, x: int, y: int) -> int:
        """The cube on the floor of a square; on water the highest water cube.

        Raises:
            ValueError: that is no square of the board.
        """
        return queries.cube_on(self.world, (x, y))[2]

    @overload
    def reach(self, name: str, *, fresh: bool = False, actions: Literal[1] = 1) -> Reach: ...
    @overload
    def reach(self, name: str, *, fresh: bool = False, actions: int) -> Reach | FartherReach: ...
    def reach(self, name: str, *, fresh: bool = False, actions: int = 1) -> Reach | FartherReach:
        """The places in reach of an ordinary move action, by anchor cube, with what the creature has left now.

        Outside its turn that is a whole move action. `fresh` treats its turn as beginning now. `actions` is the number
        of move actions; each arrival has `.actions`, the number that it takes.

        Raises:
            KeyError: there is no such creature.
            ValueError: `actions` is no number of actions.
        """
        if actions == 1:
            return queries.reach(self.world, self.creature(name), fresh=fresh)
        return queries.farther_reach(self.world, self.creature(name), actions, fresh=fresh)

    def threat(self, name: str) -> frozenset[Cube]:
        """The cubes that the creature threatens."""
        return reactions.threatened(self.world, self.creature(name))

    def in_reach(self, name: str) -> frozenset[Cube]:
        """The cubes on which the creature's melee strikes land from its place."""
        return melee_reach.in_reach(self.world, self.creature(name))

    def flank(self, target: str, by: str, at: Cube | None = None) -> flanking.Flank | None:
        """The ally with which `by` flanks `target` and their line, from its place or from `at`; None if it does not.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `at` is no cube.
        """
        there: Cube | None = decode(at, Cube | None, "flank", "at")  # type: ignore[arg-type]
        return flanking.flank(self.world, self.creature(target), self.creature(by), there)

    def flanked(self, target: str, by: str) -> bool:
        """Whether `by` flanks `target` with some ally."""
        return flanking.flanked(self.world, self.creature(target), self.creature(by))

    def sightline(self, a: str | Sequence[int], b: str | Sequence[int]) -> Sightline:
        """The line of effect from one creature, square or cube to another, and what stops it.

        Raises:
            KeyError, ValueError: there is no such creature, or no such square.
        """
        if isinstance(a, str) and isinstance(b, str):
            return sightline(self.world, self.creature(a), self.creature(b))
        return line_between(self.world, queries.space_of(self.world, a), queries.space_of(self.world, b))

    def distance(self, a: str | Sequence[int], b: str | Sequence[int]) -> int:
        """The distance between two creatures, squares or cubes in the ruleset's unit.

        Raises:
            KeyError, ValueError: there is no such creature, or no such square.
        """
        world = self.world
        return squares_between(world.rules, queries.space_of(world, a), queries.space_of(world, b)) * world.rules.unit

    def visible(self, a: str | Sequence[int], distance: int | None = None) -> frozenset[tuple[int, int]]:
        """The squares whose floor has line of effect from a creature, square or cube.

        `distance`, in the ruleset's unit, limits them.

        Raises:
            KeyError, ValueError: there is no such creature, no such square or no such distance.
        """
        squares = None if distance is None else queries.squares_of(self.world, distance)
        return area_templates.visible(self.world, queries.space_of(self.world, a), squares)

    def route(self, name: str, goal: Sequence[int]) -> Arrival | None:
        """The creature's cheapest way to a square or cube over any number of moves; None if there is none.

        Raises:
            KeyError, ValueError: there is no such creature, or no such square.
        """
        found: Arrival | None = whole_board(self.world, self.creature(name)).get(queries.cube_on(self.world, goal))
        return found

    def burst(self, origin: Sequence[int], distance: int) -> frozenset[tuple[int, int]]:
        """The squares within a distance of a square that have line of effect from it.

        Raises:
            ValueError: that is no square of the board, or no distance.
        """
        return area_templates.burst(
            self.world, queries.cube_on(self.world, origin), queries.squares_of(self.world, distance)
        )

    def cone(self, origin: Sequence[int], direction: tuple[int, int], distance: int) -> frozenset[tuple[int, int]]:
        """The squares of a quarter circle in one of the eight directions ([east, south], each -1, 0 or 1).

        Raises:
            ValueError: that is no square of the board, no direction or no distance.
        """
        if tuple(direction) not in AROUND:
            raise ValueError(
                f"direction: found {spelled(direction)}; allowed: [east, south], each -1, 0 or 1, not both 0"
            )
        start, toward = queries.cube_on(self.world, origin), AROUND[AROUND.index(tuple(direction))]
        return area_templates.cone(self.world, start, toward, queries.squares_of(self.world, distance))

    def line(self, origin: Sequence[int], to: Sequence[int], distance: int) -> frozenset[tuple[int, int]]:
        """The squares of a line from one square towards another and beyond, up to a distance.

        Raises:
            ValueError: they are no squares of the board, or that is no distance.
        """
        start, (x, y, _) = queries.cube_on(self.world, origin), queries.cube_on(self.world, to)
        return area_templates.line(self.world, start, (x, y), queries.squares_of(self.world, distance))

    def cube(self, aim: Sequence[int], side: int) -> frozenset[tuple[int, int]]:
        """The squares of a cube `side` squares wide: around a square if odd, around its north-west corner if even.

        Raises:
            ValueError: that is no square of the board, or no width.
        """
        width = queries.number_of(side, "side", 1, queries.FARTHEST)
        return area_templates.cube(self.world, queries.cube_on(self.world, aim), width)

    def why(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Refusal | None:
        """Why the creature may not do that now (rule ids and a sentence); None if it may. Changes nothing.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is no intent.
        """
        return queries.why(self.world, self.creature(name), typed_of(wanted, intents_of(self.rules)))

    def foresee(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Preview | Refusal:
        """The preview of an intent now, or the refusal that forbids it. Changes nothing.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is no intent.
        """
        return queries.preview(self.world, self.creature(name), typed_of(wanted, intents_of(self.rules)))

    def forecast(
        self, name: str, target: str, *, ranged: bool = False, cover: int = 0, at: Cube | None = None
    ) -> Forecast:
        """The forecast of a strike at a target in the present state, by the ruleset's own odds. Rolls nothing.

        `at` replaces the striker's place.

        Raises:
            KeyError: there is no such creature.
            ValueError: `cover` is no number that is added to a defence.
        """
        striker, other = self.creature(name), self.creature(target)
        queries.number_of(cover, "cover", 0, queries.FARTHEST)
        return forecast(self.world, Strike(striker.name, other.name, ranged=ranged, cover=cover), at)

    def ending(self) -> Victory | None:
        """The end of the battle, past or by the present state; None while it is open."""
        last = self.world.log[-1] if self.world.log else None
        if isinstance(last, BattleEnded):
            return Victory(last.winner, last.why)
        return objectives.victory(self.world, round_over=objectives.round_is_over(self.world))

    @property
    def objectives(self) -> Sequence[Objective]:
        """The objectives of all sides, side by side in the order of the file."""
        sides = objectives.sides_of(self.world)
        return [objective for side in sides for objective in objectives.objectives_of(self.world, side)]

    def told(self, objective: Objective) -> str:
        """An objective and the progress towards it, in a sentence for a person.

        Raises:
            ValueError: it is no objective of this battle.
        """
        if objective not in self.objectives:
            raise ValueError(f"objective: found {spelled(objective)}; allowed: one of this battle's `objectives`")
        return objectives.told(self.world, objective)

    def legal_intents(self, name: str, *kinds: str) -> Iterator[Intent]:
        """The intents that a creature may declare now, of some kinds (`do` words) or all, found on demand.

        Raises:
            KeyError: there is no such creature.
        """
        self.creature(name)
        return legal_intents(self, name, *kinds)

    def turnperft(self, n: int, *, name: str | None = None) -> int:
        """The number of different ends of a creature's turn after exactly `n` intents that the rules accept.

        Every die shows its average, rounded down. Without `name` it is the creature on turn. Nothing changes.

        Raises:
            KeyError: there is no such creature, or no turn is open.
            ValueError: `n` is no number of intents.
        """
        return turnperft.turnperft(self.world, self._loop, *self._perft(n, name))

    def turnperft_divide(self, n: int, *, name: str | None = None) -> dict[str, int]:
        """The number under each first intent, `n` being at least 1; raises as `turnperft` does."""
        name, depth = self._perft(n, name, 1)
        return turnperft.divide(self.world, self._loop, name, depth)

    def _perft(self, n: int, name: str | None, least: int = 0) -> tuple[str, int]:
        if type(n) is not int or not least <= n <= MOST_INTENTS:
            raise ValueError(f"n: found {spelled(n)}; allowed: a whole number from {least} to {MOST_INTENTS}")
        who = self.active if name is None else name
        if who is None:
            raise KeyError("nobody is on turn; name a creature")
        return self.creature(who).name, n
