"""Questions for planners, systems and brains: `world.ask`, `request.ask`."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ...components.intents import IntentBase
from ...components.ordinary_class import ordinary_class
from ...components.plan import Strike
from ...components.position import Cube
from ..combat import areas, threat
from ..combat.areas import Squares
from ..combat.forecast import Forecast, forecast
from ..combat.sight import Sightline, hidden_from, line_between, sightline
from ..decoding import convert
from ..field.reach import Arrival, Reach
from ..field.visible import visible
from ..geometry.boxes import Box
from ..rules.budget import at_start, squares_between
from ..rules.own_intents import any_intent
from ..rules.ruleset import ASKING, PLAYING_AHEAD, World
from ..state.creature import Creature
from ..state.verdict import Plan, Refusal
from .intent_odds import CreatureOdds, odds
from .judge import judge
from .movement_range import own_move

Spot: TypeAlias = "str | Sequence[int] | Creature"
"""A creature or name, a square `[x, y]`, or a cube `[x, y, z]`."""

Wanted: TypeAlias = "IntentBase | Mapping[str, Any]"
"""An intent or its table."""


@ordinary_class
class Questions:
    """Answers questions about a battle, for a game's own rules. Distances are in the ruleset's unit."""

    def __init__(self, world: World) -> None:
        self.world = world

    def creature(self, who: "str | Creature") -> Creature:
        """Returns the creature of that name.

        Raises:
            KeyError: there is no such creature.
        """
        return self.world.named[who if isinstance(who, str) else who.name]

    def typed(self, wanted: Wanted) -> IntentBase:
        """Converts a table to an intent of this battle.

        Raises:
            ValueError: the table is not an intent of this battle.
        """
        if isinstance(wanted, IntentBase):
            return wanted
        found: IntentBase = convert(dict(wanted), any_intent(self.world.rules.actions.own.values()))
        return found

    def enemies(self, who: "str | Creature") -> list[Creature]:
        """Returns the enemies in the fight that the creature perceives."""
        me = self.creature(who)
        others = (one for one in self.world.creatures if one.side != me.side and not one.out)
        hidden = hidden_from(self.world, me.side)
        return [one for one in others if one.name not in hidden and threat.perceives(me, one)]

    def space(self, spot: Spot) -> Box:
        """Returns the cubes of a named creature, or the cube of a square.

        Raises:
            KeyError: there is no such creature.
            ValueError: the square is not on the board.
        """
        if isinstance(spot, (str, Creature)):
            return self.creature(spot).box
        cube = self.cube_at(spot)
        return Box(*cube, *cube)

    def cube_at(self, square: Sequence[int]) -> Cube:
        """Returns the cube on a square, by default on its floor.

        Raises:
            ValueError: the square is not on the board.
        """
        if len(square) not in (2, 3) or (square[0], square[1]) not in self.world.board:
            raise ValueError(f"{list(square)} is not a square of the board")
        x, y = square[0], square[1]
        return x, y, square[2] if len(square) == 3 else self.world.board.stand(x, y)

    def distance(self, a: Spot, b: Spot) -> int:
        return squares_between(self.world.rules, self.space(a), self.space(b)) * self.world.rules.unit

    def sightline(self, a: Spot, b: Spot) -> Sightline:
        """Returns the line of effect between two creatures or squares; if blocked, with its obstacle."""
        if isinstance(a, (str, Creature)) and isinstance(b, (str, Creature)):
            return sightline(self.world, self.creature(a), self.creature(b))
        return line_between(self.world, self.space(a), self.space(b))

    def visible(self, a: Spot, distance: int | None = None) -> Squares:
        """Returns the squares with line of effect from a creature or square."""
        squares = None if distance is None else self.world.rules.squares(distance)
        return visible(self.world, self.space(a), squares)

    def burst(self, origin: Sequence[int], distance: int) -> Squares:
        """Returns the squares within a distance of `origin` that have line of effect from it."""
        return areas.burst_squares(self.world, self.cube_at(origin), self.world.rules.squares(distance))

    def cone(self, origin: Sequence[int], direction: tuple[int, int], distance: int) -> Squares:
        """Returns the squares of a cone with line of effect from `origin`. `direction` is (east, south)."""
        return areas.cone_squares(self.world, self.cube_at(origin), direction, self.world.rules.squares(distance))

    def line(self, origin: Sequence[int], to: Sequence[int], distance: int) -> Squares:
        x, y = to[0], to[1]
        return areas.line_squares(self.world, self.cube_at(origin), (x, y), self.world.rules.squares(distance))

    def cube(self, aim: Sequence[int], side: int) -> Squares:
        """Returns the squares with line of effect of a cube around `aim`. An even `side`: around its corner."""
        return areas.cube_squares(self.world, self.cube_at(aim), side)

    def threat(self, who: "str | Creature") -> frozenset[Cube]:
        return threat.threatened(self.world, self.creature(who))

    def in_reach(self, who: "str | Creature", target: "str | Creature") -> bool:
        """True if the creature's melee strikes reach the target."""
        return threat.strikes_reach(self.world, self.creature(who), self.creature(target))

    def flanked(self, target: "str | Creature", by: "str | Creature") -> bool:
        """True if `by` and an ally flank the target."""
        return threat.flanked(self.world, self.creature(target), self.creature(by))

    def reach(self, who: "str | Creature") -> Reach:
        """Returns the places that an ordinary move of the creature can reach."""
        return own_move(*at_start(self.world, self.creature(who)))

    def route(self, who: "str | Creature", to: Sequence[int]) -> Arrival | None:
        """Returns the arrival of an ordinary move at a place; else None."""
        found: Arrival | None = self.reach(who).get(self.cube_at(to))
        return found

    def forecast(self, who: "str | Creature", target: "str | Creature", *, ranged: bool = False) -> Forecast:
        strike = Strike(self.creature(who).name, self.creature(target).name, ranged=ranged)
        return forecast(self.world, strike)

    def why(self, who: "str | Creature", wanted: Wanted) -> Refusal | None:
        """Returns the refusal of an intent; None if it is allowed."""
        answer = judge(*at_start(self.world, self.creature(who)), self.typed(wanted))
        return answer if isinstance(answer, Refusal) else None

    def plan(self, who: "str | Creature", wanted: Wanted) -> Plan | Refusal:
        """Returns the plan of an intent, or its refusal. A game's own intent may add to the plan."""
        return judge(*at_start(self.world, self.creature(who)), self.typed(wanted))

    def odds(self, who: "str | Creature", wanted: Wanted) -> dict[str, CreatureOdds] | Refusal:
        """Returns what an intent may do to each creature, with chances, or its refusal."""
        world, creature, intent = self.world, self.creature(who), self.typed(wanted)
        if world.systems is not None and PLAYING_AHEAD:
            played: dict[str, CreatureOdds] | Refusal = PLAYING_AHEAD[0](world, creature, intent)
            return played
        return odds(*at_start(world, creature), intent)


ASKING.append(Questions)
