"""Limits on the work of a scenario. Scenarios within them play in seconds."""

from collections.abc import Iterable
from typing import NamedTuple

from ...components import intents
from ...components.plan import ORDINARY
from ...components.position import Mode
from ..combat.threat import span_of
from ..errors import fault_in
from ..field.compile_ground import span
from ..field.ground import kind_of
from ..rules.budget import speeds_now
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .format import Scenario

MOST_CUBES = 2**23
"""Most cubes of a ground."""
MOST_SEARCHED = 2**29
"""Most cubes times squares of movement, per search."""
MOST_PLACES = 2**19
MOST_THREATENED = 2**18
"""Most cubes in all reaches."""

SEARCHED: tuple[Mode, ...] = ("walk", "climb", "swim", "fly", "burrow")
"""They move cube by cube."""


class _Granted(NamedTuple):
    """The squares and movement modes that a script's effects add to the creatures' own speeds."""

    squares: int = 0
    modes: frozenset[str] = frozenset()


def check_work(world: World, scenario: Scenario) -> None:
    """Raises ScenarioError if the movements of a scenario would take too long to compute."""
    fault = fault_in(scenario.source)
    granted = _granted(scenario, world.rules)
    board = world.board
    squares = board.width * board.height
    compiled: dict[object, int] = {}
    threatened = 0
    for index, creature in enumerate(world.creatures):
        more = granted.get(creature.name, _Granted())
        profile = kind_of(world.rules, creature, ORDINARY)
        modes = {mode for mode, _ in profile.modes}.union(more.modes).intersection(SEARCHED)
        farthest = max(_squares(world, creature), more.squares)
        kind = (profile, more)
        if kind not in compiled:
            low, high = span(board, profile)
            if not modes <= {"walk", "swim"} and more.squares:
                low, high = span(board, profile._replace(levels=None, modes=tuple((mode, True) for mode in SEARCHED)))
            cubes = squares * (high - low + 1)
            compiled[kind] = cubes * max(len(modes), 1)
            place = f"creatures[{index}].speed"
            less = "a lower speed or ceiling, or a smaller map"
            if sum(compiled.values()) > MOST_CUBES:
                found = f"{sum(compiled.values())} cubes to search for the movement of the creatures up to this one"
                fault(place, found, f"at most {MOST_CUBES}: {less}")
            if cubes * farthest > MOST_SEARCHED:
                found = f"{farthest} squares of movement among {cubes} cubes"
                fault(place, found, f"at most {MOST_SEARCHED // cubes} squares there: {less}")
            across = 2 * farthest + 1
            places = min(across, board.width) * min(across, board.height) * min(across, high - low + 1)
            if places > MOST_PLACES:
                found = f"{farthest} squares of movement, which lead to {places} places"
                fault(place, found, f"at most {MOST_PLACES} places: {less}")
        threatened += _in_reach(world, creature)
        if threatened > MOST_THREATENED:
            found = f"{threatened} cubes within the reach of creatures up to this one"
            fault(f"creatures[{index}].reach", found, f"at most {MOST_THREATENED}: less reach, or fewer creatures")


def _squares(world: World, creature: Creature) -> int:
    speeds = speeds_now(world.rules, creature)
    return max((world.rules.squares(speeds.get(mode, 0)) for mode in SEARCHED), default=0)


def _in_reach(world: World, creature: Creature) -> int:
    board, across = world.board, 2 * span_of(world.rules, creature).most + creature.size.side
    levels = board.ceiling - board.floors[0] + 1
    return min(across, board.width) * min(across, board.height) * min(across, levels)


def _granted(scenario: Scenario, rules: Ruleset) -> dict[str, _Granted]:
    found: dict[str, _Granted] = {}

    def grant(name: str, distances: Iterable[int], modes: Iterable[str] = ()) -> None:
        known = found.get(name, _Granted())
        squares = max((rules.squares(distance) for distance in distances), default=0)
        found[name] = _Granted(max(known.squares, squares), known.modes.union(modes))

    for turn in scenario.turns:
        for intent in turn.intents:
            if isinstance(intent, intents.Afflict) and intent.speed is not None:
                table = intent.speed if isinstance(intent.speed, dict) else {"walk": intent.speed}
                grant(intent.target, table.values(), table)
            elif isinstance(intent, (intents.Move, intents.Shift)) and intent.distance is not None and intent.exceeds:
                grant(turn.actor, [intent.distance])
    return found
