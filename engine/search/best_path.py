"""The preferred path by the contract's ties; `native/way.c` mirrors it.

Among cheapest paths: fewest attacks, least mean ground damage, fewest squares, fewest diagonals. Then square by square:
nearest to the straight line (cross product), then row order (y, x, z). See `rank_of`.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from ...components.position import Cube
from ..board.board import Board
from ..dice import parse
from ..geometry.bitboard import Bitboard, sum_of
from ..geometry.boxes import Spaces, row_order, step_of

Columns: TypeAlias = dict[tuple[int, int], tuple[int, int, int]]
"""Amount, lowest and highest harmful cube, by square."""


def harmful_columns(board: Board) -> Columns:
    found: Columns | None = board.caches.get("harmful columns")
    if found is None:
        found = board.caches["harmful columns"] = {}
        for y, row in enumerate(board.tiles):
            for x, tile, damage in [(x, tile, tile.damage) for x, tile in enumerate(row) if tile.damage is not None]:
                amount = int(2 * parse(damage).mean)
                if amount > 0:
                    found[x, y] = (amount, tile.floor, tile.floor + max(tile.water, 1) - 1)
    return found


def columns_without(columns: Columns, side: int, spaces: Spaces) -> Columns:
    """Returns the harmful squares that are not under the spaces. A body squeezes past those spaces."""
    under = [
        (x, y)
        for x0, y0, z0, x1, y1, z1 in spaces
        for y in range(y0, y1 + 1)
        for x in range(x0, x1 + 1)
        if (column := columns.get((x, y))) is not None and z0 - side < column[1] and column[2] <= z1
    ]
    return {square: column for square, column in columns.items() if square not in under} if under else columns


class GroundHarm:
    """The ground's mean damage to bodies of one size, doubled. So all amounts are whole numbers."""

    __slots__ = ("_columns", "_height", "_packed", "_side", "_width")

    def __init__(self, board: Board, side: int, *, ground: bool = True, beside: Spaces = ()) -> None:
        self._side = side
        self._width, self._height = board.width, board.height
        self._columns = columns_without(harmful_columns(board), side, beside) if ground else {}
        self._packed: bytes | None = None

    def under(self, anchor: Cube) -> dict[tuple[int, int], int]:
        """Returns {square: damage} of the harmful squares under a body whose corner is `anchor`."""
        x0, y0, z = anchor
        found: dict[tuple[int, int], int] = {}
        for y in range(y0, y0 + self._side):
            for x in range(x0, x0 + self._side):
                column = self._columns.get((x, y))
                if column is not None and column[1] <= z <= column[2]:
                    found[x, y] = column[0]
        return found

    def of_step(self, here: Cube, there: Cube) -> int:
        covered = self.under(there)
        return sum(covered[square] for square in covered.keys() - self.under(here).keys()) if covered else 0

    def of_path(self, start: Cube, path: Iterable[Cube]) -> int:
        return sum(self.of_step(here, there) for here, there in pairwise((start, *path)))

    @property
    def flat(self) -> bool:
        return True

    def packed(self) -> bytes:
        """Returns the damage as bytes for the C extension: for each square, its amount and heights."""
        if self._packed is None:
            numbers = array("i", bytes(12 * self._width * self._height))
            for (x, y), column in self._columns.items():
                at = 3 * (y * self._width + x)
                numbers[at : at + 3] = array("i", column)
            self._packed = numbers.tobytes()
        return self._packed


def ground_harm(board: Board, side: int, beside: Spaces = ()) -> GroundHarm | None:
    """Returns the ground's damage to bodies of one size; None if it deals none.

    The ground under the spaces `beside` deals none.
    """
    if not board.traits.harms:
        return None
    if beside and columns_without(harmful_columns(board), side, beside) is not harmful_columns(board):
        return GroundHarm(board, side, beside=beside)
    found = board.caches.get(("ground harm", side))
    if not isinstance(found, GroundHarm):
        found = board.caches.setdefault(("ground harm", side), GroundHarm(board, side))
    assert isinstance(found, GroundHarm)
    return found


class Threats(NamedTuple):
    """Where a mover meets danger: places in enemies' reach, and damaging ground."""

    names: tuple[str, ...] = ()
    threatened: tuple[Bitboard, ...] = ()
    """Per enemy, the anchors that it threatens."""
    own_spaces: tuple[Bitboard, ...] = ()
    """Per enemy, the anchors in its space where entering provokes."""
    parting: bool = False
    """True if only leaving all reach provokes."""
    harm: GroundHarm | None = None


Before: TypeAlias = Callable[[int, int], Sequence[tuple[int, int]]]
"""Returns the (state, level) pairs from which a step leads to a state at a level."""


class Route(NamedTuple):
    """A path, the enemies that react to it, and its damage."""

    path: tuple[Cube, ...]
    provoked: tuple[str, ...]
    """Enemies that react."""


class _Label(NamedTuple):
    drawn: int
    """Enemies that react so far, as bits."""
    harm: int
    squares: int
    diagonals: int
    order: tuple[tuple[int, int, int, int], ...]
    """Sort keys of the squares."""
    path: tuple[Cube, ...]


class Nearness:
    """A sort key for cubes: those near the straight line from start to end come first."""

    def __init__(self, start: Cube, end: Cube) -> None:
        self._start = start
        self._line = step_of(start, end)

    def __call__(self, cube: Cube) -> tuple[int, int, int, int]:
        """Returns the sort key of a cube: squared distance from the line, then row by row."""
        (a, b, c), (x, y, z) = self._line, step_of(self._start, cube)
        across = (x * b - y * a) ** 2 + (y * c - z * b) ** 2 + (z * a - x * c) ** 2
        return (across, *row_order(cube))


def slants(step: tuple[int, int, int]) -> bool:
    return bool(step[0] and step[1])


Rank: TypeAlias = tuple[int, int, int, int, tuple[tuple[int, int, int, int], ...]]
"""Ranks paths of equal cost and ends."""


def rank_of(route: Route, start: Cube, harm: GroundHarm | None = None) -> Rank:
    """Returns the sort key of a path; the lowest is best. Fewest reactions come first, then damage."""
    path = route.path
    near = Nearness(start, path[-1] if path else start)
    diagonals = sum(slants(step_of(a, b)) for a, b in pairwise((start, *path)))
    hurt = 0 if harm is None else harm.of_path(start, path)
    return len(route.provoked), hurt, len(path), diagonals, tuple(near(cube) for cube in path)


LABELS = 24
"""Most paths kept per anchor."""


class Destination(NamedTuple):
    """The end of a path search, with the data to compare paths to it."""

    first: int
    last: int
    level: int
    cube_of: Callable[[int], Cube]
    threats: Sequence[tuple[str, Bitboard]] = ()
    """(name, threatened anchors) of each enemy, in the search's bits."""
    parting: bool = False
    """True if only leaving all reach provokes."""
    entries: Sequence[Bitboard] = ()
    """Per enemy, the anchors in its space where entering provokes."""
    harm: GroundHarm | None = None

    def near(self) -> Nearness:
        return Nearness(self.cube_of(self.first), self.cube_of(self.last))


def clear_way(before: Before, to: Destination) -> tuple[Cube, ...] | None:
    """Returns the best path without reactions and damage; None if there is none."""
    if to.first == to.last:
        return ()
    cube_of, harm, partings = to.cube_of, to.harm, [bitboard for _, bitboard in to.threats]
    barred = 0
    if not to.parting:
        barred, partings = sum_of(partings), []
    if barred >> to.first & 1 or (harm and (harm.under(cube_of(to.first)) or harm.under(cube_of(to.last)))):
        return None
    ring, cubes = {to.last: to.level}, {to.last: cube_of(to.last)}
    diagonals = {to.last: 0}
    """The fewest diagonals from each state to the end."""
    onward: dict[int, list[int]] = {to.last: []}
    """The next states on the way to the end."""
    while to.first not in ring:
        further: dict[int, int] = {}
        for node, at in ring.items():
            for source, level in before(node, at):
                if (source in onward and source not in further) or barred >> source & 1:
                    continue
                if any(threat >> source & 1 and not threat >> node & 1 for threat in partings):
                    continue
                if any(own >> node & 1 and not own >> source & 1 for own in to.entries):
                    continue
                if source not in cubes:
                    cubes[source] = cube_of(source)
                if harm is not None and harm.under(cubes[source]):
                    continue
                slanting = diagonals[node] + slants(step_of(cubes[source], cubes[node]))
                diagonals[source] = min(slanting, diagonals.get(source, slanting))
                onward.setdefault(source, []).append(node)
                further[source] = level
        if not further:
            return None
        ring = further
    path: list[Cube] = []
    near, states = to.near(), {to.first}
    # Both states of a square (an even and an odd count of diagonals) go on together until one of them falls behind.
    while to.last not in states:
        options: dict[tuple[int, int, int, int], set[int]] = {}
        for here in states:
            for node in onward[here]:
                if diagonals[node] == diagonals[here] - slants(step_of(cubes[here], cubes[node])):
                    options.setdefault(near(cubes[node]), set()).add(node)
        states = options[min(options)]
        path.append(cubes[next(iter(states))])
    return tuple(path)


def least_drawn_way(before: Before, to: Destination) -> Route:
    """Returns the best path even if enemies react on it or the ground deals damage."""
    ways: dict[int, Sequence[tuple[int, int]]] = {}
    levels = {to.last: to.level}
    stack = [to.last]
    while stack:
        node = stack.pop()
        ways[node] = before(node, levels[node])
        for source, at in ways[node]:
            if source not in levels:
                levels[source] = at
                if source != to.first:
                    stack.append(source)
    best = _least_drawn(to, ways, levels)
    return Route(best.path, tuple(name for i, (name, _) in enumerate(to.threats) if best.drawn >> i & 1))


def _masks(planes: Sequence[Bitboard], nodes: Iterable[int]) -> dict[int, int]:
    masks: dict[int, int] = {}
    for number, bitboard in enumerate(planes):
        for node in nodes:
            if bitboard >> node & 1:
                masks[node] = masks.get(node, 0) | 1 << number
    return masks


def _least_drawn(to: Destination, ways: Mapping[int, Sequence[tuple[int, int]]], levels: dict[int, int]) -> _Label:
    masks, within, near = (
        _masks([bitboard for _, bitboard in to.threats], levels),
        _masks(to.entries, levels),
        to.near(),
    )
    cubes, harm = {node: to.cube_of(node) for node in levels}, to.harm
    labels: dict[int, list[_Label]] = {to.first: [_Label(0, 0, 0, 0, (), ())]}
    for node in sorted(ways, key=lambda at: levels[at]):
        mask, inside, cube = masks.get(node, 0), within.get(node, 0), cubes[node]
        order = near(cube)
        arrived: list[_Label] = []
        for source, _ in ways[node]:
            drawn = masks.get(source, 0)
            if to.parting:
                drawn &= ~mask
            drawn |= inside & ~within.get(source, 0)
            slant = slants(step_of(cubes[source], cube))
            hurt = 0 if harm is None else harm.of_step(cubes[source], cube)
            arrived += [
                _Label(
                    label.drawn | drawn,
                    label.harm + hurt,
                    label.squares + 1,
                    label.diagonals + slant,
                    (*label.order, order),
                    (*label.path, cube),
                )
                for label in labels[source]
            ]
        labels[node] = _undominated(arrived)
    return labels[to.last][0]


def _undominated(labels: list[_Label]) -> list[_Label]:
    if len(labels) == 1:
        return labels
    labels.sort(key=lambda label: (label.drawn.bit_count(), label[1:5]))
    kept: list[_Label] = []
    for label in labels:
        for other in kept:
            if other.drawn & ~label.drawn == 0 and other[1:5] <= label[1:5]:
                break
        else:
            kept.append(label)
            if len(kept) >= LABELS:
                break
    return kept
