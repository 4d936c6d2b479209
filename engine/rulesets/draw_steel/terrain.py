"""Questions of ground and movement types that moves and jumps share."""

from ...geometry.boxes import overlap
from ...legality.maneuver import able_to_move
from ...legality.request import limit_topics
from ...rules.movement_budget import modes_now
from ...rules.ruleset import Request, World
from .line_of_effect import buried
from .movement_pool import MovementPool
from .space import foe


def able(request: Request, kind: str) -> None:
    """Refuses a kind of movement of a creature that cannot go anywhere by its own movement, or not now."""
    able_to_move(request)
    if not modes_now(request.rules, request.creature):
        raise request.refuse(f"{request.creature.name} has no speed left", *limit_topics(request))
    if buried(request.world, request.creature) and "burrow" not in dict(modes_now(request.rules, request.creature)):
        raise request.refuse(
            f"{request.creature.name} is enclosed in the ground and cannot burrow", "claw-dirt.enclosed", "mode"
        )
    request.rules.movement.gate(request, kind)


def unmixed(request: Request, found: MovementPool, used: set[str]) -> None:
    """Why types cannot follow on those that the movement has used so far; asked only where types do not mix."""
    if len(used | {kind for number, kind in found.earlier.types if number == found.number}) > 1:
        raise request.refuse("different movement types cannot be mixed in one movement", "type.mixing")
    return


def ground_under(world: World, side: int, place: tuple[int, int, int]) -> tuple[bool, bool]:
    """(whether any square under a space is difficult, whether any is damaging) at the space's own height."""
    board = world.board
    hard = harmful = False
    x0, y0, z = place
    for x in range(x0, x0 + side):
        for y in range(y0, y0 + side):
            if (x, y) not in board:
                continue
            tile = board.tile(x, y)
            if tile.solid or not tile.floor <= z < tile.floor + max(tile.water, 1):
                continue
            hard = hard or tile.terrain in ("difficult", "impeded") or tile.obstacle
            harmful = harmful or tile.damage is not None
    return hard, harmful


def enemy_at(request: Request, place: tuple[int, int, int]) -> str | None:
    """The first enemy whose space a place overlaps; it counts as difficult terrain."""
    creature, rules = request.creature, request.rules
    space = creature.at(place)
    for other in request.world.creatures:
        if other is creature or other.out or other.has("object") or creature.condition.mount == other.name:
            continue
        if other.condition.mount != creature.name and foe(rules, creature, other) and overlap(space, other.box):
            return other.name
    return None


TYPES: frozenset[str] = frozenset({"walk", "burrow", "climb", "swim", "jump", "crawl", "fly", "teleport"})
"""The eight movement types; hover is a trait, not a type (ds.type.eight)."""
