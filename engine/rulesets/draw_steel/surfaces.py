"""Surfaces and liquids: the types of movement that they allow, and the tests for them."""

import re

from ....components.plan import Act, Check, ConditionChange, ForcedMove, Halt, Walk
from ....components.position import Cube
from ...board.board import Board
from ...board.tiles import Tile
from ...geometry.boxes import overlap
from ...legality.maneuver import able_to_move
from ...legality.request import limit_topics
from ...rules.movement_budget import modes_now
from ...rules.ruleset import Request, World
from ...space.forced_steps import settle_forced
from .components import Movements
from .line_of_effect import buried
from .movement_pool import MovementPool
from .space import foe

DIFFICULTY = {"easy": 0, "medium": 12, "hard": 17}
"""Totals that a test must reach."""

_WAYS = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
_CARRIED = re.compile(rf"\b(\d{{1,2}})\b.*\b({'|'.join(sorted(_WAYS, key=len, reverse=True))})\b")


def demand(request: Request, found: MovementPool, walk: Walk) -> None:
    """Put the tests on the steps of a walk that require one; one for each surface and movement.

    (ds.climb.hard-surface-test, ds.climb.test-failure, ds.swim.hard-water-test, ds.swim.test-failure)
    """
    here = request.creature.cube
    asked: set[str] = set()
    for stride in walk.strides:
        tile = tested(request, stride.mode, here, stride.to)
        here = stride.to
        if tile is None or tile.char in asked:
            continue
        if (found.number, tile.char) in found.earlier.failed:
            raise request.refuse(
                f"{request.creature.name} has failed to {stride.mode} there in this movement", f"{stride.mode}.test"
            )
        asked.add(tile.char)
        if (found.number, tile.char) not in found.earlier.passed:
            follow: list[Act] = [] if stride.check is None else [stride.check]
            stride.check = test(request, found, tile, stride.mode, follow)


def tested(request: Request, mode: str, here: Cube, there: Cube) -> Tile | None:
    """The tile whose surface requires a test of this creature for one step, if any."""
    if mode not in ("climb", "swim"):
        return None
    listed = (mode, True) in modes_now(request.rules, request.creature)
    if listed and request.rules.setting("climbers_also_test") is not True:
        return None
    board, side = request.world.board, request.creature.size.side
    if mode == "swim":
        under = [board.tile(x, y) for x, y in _squares(board, there, side) if board.watery(x, y, there[2])]
        return next((tile for tile in under if tile.test), None)
    onto = [board.tile(x, y) for x, y in _squares(board, there, side) if board.floor(x, y) == there[2]]
    if onto:
        return next((tile for tile in onto if tile.test), None) if there[2] > here[2] else None
    x0, y0, z = there
    ring = [
        (x, y)
        for i in range(side)
        for x, y in ((x0 + i, y0 - 1), (x0 + i, y0 + side), (x0 - 1, y0 + i), (x0 + side, y0 + i))
    ]
    held = [board.tile(x, y) for x, y in ring if (x, y) in board and board.blocked(x, y, z)]
    return held[0] if held and all(tile.test for tile in held) else None


def _squares(board: Board, anchor: Cube, side: int) -> list[tuple[int, int]]:
    x0, y0, _ = anchor
    return [(x, y) for y in range(y0, y0 + side) for x in range(x0, x0 + side) if (x, y) in board]


def test(request: Request, found: MovementPool, tile: Tile, mode: str, follow: list[Act]) -> Check:
    """A Might test before the first square: a failure costs no movement, a success leads on to what `follow`s."""
    creature, rules = request.creature, request.rules
    difficulty = str(rules.setting("climb_test_difficulty"))
    cited = rules.cite(f"{mode}.test")
    surface = frozenset({(found.number, tile.char)})
    noted = found.note(Movements(passed=surface))
    passed = [*noted, *follow]
    fallout = consequences(request, tile.consequence)
    failure: list[Act] = [
        *found.note(Movements(failed=surface)),
        *fallout,
        Halt(f"{creature.name} fails the test to {mode}", rules.cite(f"{mode}.failure", f"{mode}.test")),
    ]
    score = creature.body.abilities.get("might", 0)
    if difficulty == "easy":
        # An easy test never prevents climbing: the lowest tier only brings the consequence.
        tiers: dict[str, list[Act]] = {"tier-1": [*noted, *fallout, *follow], "tier-2": passed, "tier-3": passed}
        return Check(creature.name, "might", score, None, cited, tiers=tiers)
    return Check(creature.name, "might", score, DIFFICULTY[difficulty], cited, success=passed, failure=failure)


def consequences(request: Request, text: str | None) -> list[Act]:
    """The consequences of a failed test, by the surface's own data. (ds.climb.test-consequence)

    The data name conditions (`prone`), or a current: a number of squares and one of eight directions.
    """
    if not text:
        return []
    creature, rules = request.creature, request.rules
    acts: list[Act] = []
    words = re.findall(r"[a-z][a-z-]*", text.lower())
    conditions = tuple(word for word in words if word in rules.conditions.known)
    if conditions:
        acts.append(ConditionChange(creature.name, gains=conditions, rules=rules.cite("climb.consequence")))
    current = _CARRIED.search(text.lower())
    if current is not None:
        squares, (dx, dy) = int(current[1]), _WAYS[current[2]]
        here, steps = creature.cube, []
        for _ in range(squares):
            square = (here[0] + dx, here[1] + dy)
            # A current leads down into the water, and never onto a bank above it.
            here = (*square, min(settle_forced(request.world, creature, square, here)[2], here[2]))
            steps.append(here)
        cited = rules.cite("swim.failure")
        acts.append(ForcedMove(creature.name, steps, "slide", None, squares, rules=cited))
    return acts


def able(request: Request, kind: str) -> None:
    """Refuses a kind of movement of a creature that cannot move by itself, or not now."""
    able_to_move(request)
    if not modes_now(request.rules, request.creature):
        raise request.refuse(f"{request.creature.name} has no speed left", *limit_topics(request))
    if buried(request.world, request.creature) and "burrow" not in dict(modes_now(request.rules, request.creature)):
        raise request.refuse(
            f"{request.creature.name} is enclosed in the ground and cannot burrow", "claw-dirt.enclosed", "mode"
        )
    request.rules.movement.gate(request, kind)


def unmixed(request: Request, found: MovementPool, used: set[str]) -> None:
    """Refuses types other than those that the movement has used so far; called only where types do not mix."""
    if len(used | found.types) > 1:
        raise request.refuse("different movement types cannot be mixed in one movement", "type.mixing")


def ground_under(world: World, side: int, place: Cube) -> tuple[Cube | None, Cube | None]:
    """(the first difficult square under a space, the first damaging one) at the space's own height; None for none."""
    board = world.board
    hard: Cube | None = None
    harmful: Cube | None = None
    x0, y0, z = place
    for x in range(x0, x0 + side):
        for y in range(y0, y0 + side):
            if (x, y) not in board:
                continue
            tile = board.tile(x, y)
            if tile.solid or not tile.floor <= z < tile.floor + max(tile.water, 1):
                continue
            if hard is None and (tile.terrain in ("difficult", "impeded") or tile.obstacle):
                hard = (x, y, z)
            if harmful is None and tile.damage is not None:
                harmful = (x, y, z)
    return hard, harmful


def enemy_at(request: Request, place: tuple[int, int, int]) -> str | None:
    """The first enemy whose space a place overlaps; it counts as difficult terrain."""
    creature, rules = request.creature, request.rules
    space = creature.at(place)
    for other in request.world.creatures:
        if other is creature or other.out or other.has("object") or request.world.together(other, creature):
            continue
        if foe(rules, creature, other) and overlap(space, other.box):
            return other.name
    return None


TYPES: frozenset[str] = frozenset({"walk", "burrow", "climb", "swim", "jump", "crawl", "fly", "teleport"})
"""The eight movement types; hover is a trait, not a type (ds.type.eight)."""
