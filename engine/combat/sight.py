"""Line of effect, cover, perception."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...components.plan import Strike
from ...components.position import Cube
from ..board.board import Board
from ..board.obstruction import cuts
from ..geometry.boxes import Box, overlap
from ..geometry.line_of_effect import Spot, course_between
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .threat import locates

# ---------------------------------------------------------------- lines to be shown


@dataclass(frozen=True, slots=True)
class Sightline:
    """A line between two creatures or squares: clear, or blocked by an obstacle."""

    start: Spot
    end: Spot
    clear: bool
    at: Cube | None = None
    """The cube where an obstacle stops the line."""
    beyond: Cube | None = None
    """The cube behind an obstacle between two cubes."""
    what: str = ""
    """A word for the obstacle, such as a wall."""


def sightline(world: World, creature: Creature, target: Creature) -> Sightline:
    return _between(world, creature.box, target.box, world.rules.threat.sees(world, creature, target))


def line_between(world: World, a: Box, b: Box) -> Sightline:
    return _between(world, a, b, world.rules.threat.line(world.rules, world.board, a, b))


def _between(world: World, a: Box, b: Box, sees: bool) -> Sightline:
    board = world.board
    walls = board.line_cut_between if board.edges else None
    course = course_between(a, b, lambda x, y, z: cuts(board, x, y, z), walls)
    if sees:
        return Sightline(course.start, course.end, True)
    if course.stop is None:
        return Sightline(course.start, course.end, False, what="the ground between them")
    at, beyond = course.stop
    return Sightline(course.start, course.end, False, at, beyond, _word(world, at, beyond))


def _word(world: World, at: Cube, beyond: Cube | None) -> str:
    if beyond is not None:
        return "a wall" if (at[0] == beyond[0]) != (at[1] == beyond[1]) else "a corner"
    if (at[0], at[1]) not in world.board:
        return "the board's edge"
    tile = world.board.tile(at[0], at[1])
    if tile.solid:
        return tile.ground or "stone"
    if tile.terrain == "blocked":
        return "a wall" if tile.fills else "a pillar"
    return "higher ground"


# ---------------------------------------------------------------- cover


Corner = tuple[int, int]
"""The north-west corner of a square."""


def cover_of(world: World, strike: Strike) -> int:
    """Returns the number that cover adds to the target's defence against a strike."""
    if strike.cover or strike.cover_given or not world.rules.threat.counts_cover:
        return strike.cover
    return board_cover(world, world.named[strike.by], world.named[strike.target])


def shut_off(world: World, striker: Creature, target: Creature) -> bool:
    """True if walls block every line between the striker and the target."""
    if not world.rules.threat.counts_cover:
        return False
    board, level = world.board, max(striker.box.z0, target.box.z0)
    walls, edges, _ = _obstacles_between(world, striker, target)
    solid = [square for square in walls if square in board and board.blocked(*square, level)]
    whole = [edge for edge in edges if (found := board.edge(*_beside(edge))) is not None and found.wall]
    starts = {corner for x, y in striker.box.footprint for corner in _corners(Box(x, y, 0, x, y, 0))}
    return all(
        any(_enters(start, end, square) for square in solid) or any(_crosses(start, end, *edge) for edge in whole)
        for start in starts
        for end in _corners(target.box)
    )


def _beside(edge: tuple[Corner, Corner]) -> tuple[Corner, Corner]:
    (x, y), (east, _) = edge
    return ((x, y - 1), (x, y)) if east > x else ((x - 1, y), (x, y))


def board_cover(world: World, striker: Creature, target: Creature) -> int:
    if world.rules.threat.cover is not None:
        return world.rules.threat.cover(world, striker, target)
    by_ground, by_bodies = world.rules.threat.cover_bonus
    ends = tuple(_corners(target.box))
    walls, edges, bodies = _obstacles_between(world, striker, target)
    fewest: tuple[int, int] | None = None
    for x, y in striker.box.footprint:
        lines = [(start, end) for start in _corners(Box(x, y, 0, x, y, 0)) for end in ends]
        hard = sum(
            any(_enters(*line, square) for square in walls) or any(_crosses(*line, *e) for e in edges) for line in lines
        )
        soft = sum(any(_enters(*line, square) for square in bodies) for line in lines)
        fewest = (hard, soft) if fewest is None else min(fewest, (hard, soft))
    if fewest is None or fewest == (0, 0):
        return 0
    return by_ground if fewest[0] else by_bodies


def _obstacles_between(
    world: World, striker: Creature, target: Creature
) -> tuple[list[Corner], list[tuple[Corner, Corner]], list[Corner]]:
    """Returns what may give cover: (squares, edges, creatures) near the lines between two spaces.

    (srd.occupancy.friend-no-cover)
    """
    board, a, b = world.board, striker.box, target.box
    own = {*a.footprint, *b.footprint}
    x0, y0, x1, y1 = min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1)
    low, high = min(a.z0, b.z0), max(a.z0, b.z0)
    squares = [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1) if (x, y) not in own]
    walls = [
        (x, y)
        for x, y in squares
        if board.blocked(x, y, high) or (board.tile(x, y).obstacle and board.tile(x, y).floor == high)
    ]
    edges = [
        ((bx, by), (bx + (ax == bx), by + (ay == by)))
        for (ax, ay), (bx, by) in board.edges
        if (ax, ay) < (bx, by) and x0 <= bx <= x1 + 1 and y0 <= by <= y1 + 1
    ]
    bodies = [
        (square, other.has("object"))
        for other in world.creatures
        if other is not striker
        and other is not target
        and not other.out
        and other.box.z0 <= high
        and other.box.z1 >= low
        and not overlap(other.box, target.box)
        for square in other.box.footprint
        if square not in own
    ]
    walls += [square for square, thing in bodies if thing]
    return walls, edges, [square for square, thing in bodies if not thing]


def _corners(box: Box) -> Iterator[Corner]:
    for y in (box.y0, box.y1 + 1):
        for x in (box.x0, box.x1 + 1):
            yield x, y


def _enters(start: Corner, end: Corner, square: Corner) -> bool:
    (px, py), (qx, qy), (x, y) = start, end, square
    if max(px, qx) <= x or min(px, qx) >= x + 1 or max(py, qy) <= y or min(py, qy) >= y + 1:
        return False
    sides = [_side(start, end, corner) for corner in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))]
    return min(sides) < 0 < max(sides)


def _crosses(start: Corner, end: Corner, a: Corner, b: Corner) -> bool:
    return _side(start, end, a) * _side(start, end, b) < 0 and _side(a, b, start) * _side(a, b, end) < 0


def _side(a: Corner, b: Corner, point: Corner) -> int:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


# ---------------------------------------------------------------- perception


MOST_LINES = 50_000


class Sighted(NamedTuple):
    name: str
    side: str
    box: Box
    looks: bool
    """True if the creature perceives by sight."""
    hidden_from: frozenset[str] = frozenset()
    holds: tuple[str, ...] = ()
    """The creatures that carry or hold it."""


def hidden_from(world: World, side: str) -> frozenset[str]:
    """Returns the names of creatures that a side does not perceive."""
    if not world.rules.threat.by_sight and not any(creature.body.hidden_from for creature in world.creatures):
        return frozenset()
    store = world.cache()
    found = store.get(("hidden from", side))
    if not isinstance(found, frozenset):
        found = unperceived(world.rules, world.board, side, [sighted(creature) for creature in world.creatures])
        store["hidden from", side] = found
    return found


def sighted(creature: Creature) -> Sighted:
    body, state = creature.body, creature.condition
    holds = tuple(name for name in (state.mount, state.carried_by, state.grabbed_by) if name is not None)
    looks = not creature.out and not creature.has("object") and locates(creature)
    return Sighted(creature.name, creature.side, creature.box, looks, body.hidden_from, holds)


def unperceived(rules: Ruleset, board: Board, side: str, everybody: Sequence[Sighted]) -> frozenset[str]:
    """Returns the names among `everybody` that a side does not perceive."""
    own = [one for one in everybody if one.side == side]
    if not own:
        return frozenset()
    names = {one.name for one in own}
    others = [one for one in everybody if one.side != side]
    if not rules.threat.by_sight:
        return frozenset(one.name for one in others if names <= one.hidden_from)
    known = {name for one in own for name in one.holds}
    eyes = [one for one in own if one.looks]
    return frozenset(
        one.name
        for one in others
        if one.name not in known and names.isdisjoint(one.holds) and not _seen(rules, board, eyes, one)
    )


def _seen(rules: Ruleset, board: Board, eyes: Iterable[Sighted], one: Sighted) -> bool:
    lines, line = board.memo("lines of sight", MOST_LINES), rules.threat.line
    far = []
    for eye in eyes:
        if eye.name in one.hidden_from:
            continue
        key = (rules, eye.box, one.box)
        found = lines.get(key)
        if found:
            return True
        if found is None:
            far.append((eye, key))
    far.sort(key=lambda each: _squares(each[0].box, one.box))  # near lines are sooner told, and oftener clear
    return any(lines.keep(key, line(rules, board, eye.box, one.box)) for eye, key in far)


def _squares(a: Box, b: Box) -> int:
    return abs(a.x0 - b.x0) + abs(a.y0 - b.y0) + abs(a.z0 - b.z0)


def perceived_world(world: World, side: str) -> World:
    """Returns a copy of the world without the creatures that a side does not perceive."""
    twin, hidden = world.copy(), hidden_from(world, side)
    twin.creatures[:] = [one for one in twin.creatures if one.name not in hidden]
    for name in hidden:
        twin.named.pop(name, None)
    twin.order = [name for name in twin.order if name not in hidden]
    twin.acted -= hidden
    if twin.slots is not None:
        twin.slots = tuple(name for name in twin.slots if name not in hidden)
    twin.falling = [name for name in twin.falling if name not in hidden]
    twin.begun = [name for name in twin.begun if name not in hidden]
    twin.entered = [one for one in twin.entered if one[0] not in hidden]
    twin.reactions = [one for one in twin.reactions if one.by not in hidden and one.target not in hidden]
    twin.support_checks -= hidden
    twin.disturbed.clear()
    if twin.active in hidden:
        twin.active = None
    for one in twin.creatures:
        state = one.condition
        if state.mount in hidden:
            state.mount = None
        if state.carried_by in hidden:
            state.carried_by = None
        if state.grabbed_by in hidden:
            state.grabbed_by = None
    twin.concerned = None
    twin.states += 1
    twin.revision += 1
    twin.cache()["hidden from", side] = hidden
    return twin


def renew(kept: World, fresh: World) -> None:
    """Brings the world `kept` to the state of `fresh`; its creature objects stay the same."""
    for number, creature in enumerate(fresh.creatures):
        held = kept.named.get(creature.name)
        if held is not None:
            _take_over(held, creature)
            fresh.creatures[number] = fresh.named[held.name] = held
    _take_over(kept, fresh)


def _take_over(held: Any, fresh: Any) -> None:
    for name in fresh.__dataclass_fields__:
        setattr(held, name, getattr(fresh, name))
