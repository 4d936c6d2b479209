"""Forced movement: its contest, the creatures that it does not move, and its way in air and water."""

from collections.abc import Callable
from functools import partial

from ....components.intents import Forced
from ....components.plan import Check, ForcedMove
from ....components.position import Cube
from ...geometry.boxes import footprint
from ...rules.ruleset import Request, World
from ...space.support import standing_on
from ...state.creature import Creature
from .components import Maneuvers


def contest(request: Request, target: Creature, kind: str) -> Check | None:
    """Maneuver Offense against Maneuver Defense.

    Rules: ep.forced.sources, ep.forced.resistance-after-roll.
    """
    creature = request.creature
    return Check(
        creature.name,
        kind,
        creature.own(Maneuvers).offense,
        target.own(Maneuvers).defense,
        request.rules.cite("forced.contest"),
    )


def immune(world: World, target: Creature, forced_move: ForcedMove) -> tuple[str, ...] | None:
    """The topics by which a creature is not moved: it is prone by choice, or could have stood up since it fell.

    Rules: ep.forced.voluntary-prone, ep.forced.involuntary-prone, ep.forced.opportunity-to-stand.
    """
    state = target.condition
    if (
        forced_move.rate
        or forced_move.kind == "carry"
        or not target.prone
        or target.is_any(world.rules.conditions.unable)
    ):
        return None
    if state.prone_by_choice:
        return ("forced.voluntary-prone",)
    return ("forced.opportunity-to-stand",) if state.could_have_stood else None


def path(request: Request, target: Creature, squares: int) -> list[Cube] | None:
    """The way straight down or up for a creature in the air, level for one in open water; None for all others.

    A vertical movement without a path leads straight up.

    Rules: ep.forced-3d.along-ground, ep.forced-3d.mid-water, ep.forced-3d.air-down, ep.forced-3d.air-up,
    ep.forced-3d.special.
    """
    intent: Forced = request.intent
    board = request.world.board
    x, y, z = target.cube
    afloat = all_squares(request, target, lambda a, b: board.watery(a, b, z))
    if afloat and not any_square(request, target, lambda a, b: board.floor(a, b) == z):
        if intent.changes_height or any(len(square) == 3 and square[2] != z for square in intent.path or ()):
            raise request.refuse("in open water nobody is moved up or down", "forced.mid-water")
        return None
    if intent.changes_height and intent.rise is None and intent.path is None:
        return [(x, y, z + number) for number in range(1, squares + 1)]
    above = all_squares(request, target, lambda a, b: not board.blocked(a, b, z) and z > board.floor(a, b))
    if standing_on(request.world, target, target.cube) is not None:
        return None
    if afloat or not above or intent.changes_height or request.rules.setting("air-forced") != "vertical":
        return None
    own = request.creature.box.z0
    up = own < z if intent.kind == "push" else own > z if intent.kind == "pull" else False
    rise = 1 if up else -1
    straight = [(x, y, z + rise * number) for number in range(1, squares + 1)]
    for number, (_, _, low) in enumerate(straight, 1):
        if all_squares(request, target, partial(board.watery, z=low)):
            del straight[number:]  # in the water vertical movement ends
            break
    if intent.path is not None:
        given = [(*square, z)[:3] if len(square) == 2 else square for square in intent.path]
        if given != straight[: len(given)]:
            raise request.refuse(
                f"in the air a {intent.kind} leads straight {'up' if up else 'down'}",
                "forced.air-up" if up else "forced.air-down",
            )
        return straight[: len(given)]
    return straight


def all_squares(request: Request, target: Creature, holds: Callable[[int, int], bool]) -> bool:
    """Whether a condition holds for every square under a creature."""
    return all(_each(request, target, holds))


def any_square(request: Request, target: Creature, holds: Callable[[int, int], bool]) -> bool:
    """Whether a condition holds for some square under a creature."""
    return any(_each(request, target, holds))


def _each(request: Request, target: Creature, holds: Callable[[int, int], bool]) -> list[bool]:
    board = request.world.board
    return [holds(x, y) for x, y in footprint(target.size.side, target.cube) if (x, y) in board]
