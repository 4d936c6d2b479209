"""The preferred way to a place: cheapest, then fewest attacks drawn, then fewest squares, then row order."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from ..components.position import Cube
from .geometry import row_order
from .lattice import Plane


class Searched(Protocol):
    """What a search has reached, by bit and level."""

    def before(self, index: int, at: int) -> Sequence[tuple[int, int]]:
        """(bit, level) of every anchor from which a bit is reached most cheaply."""


class Route(NamedTuple):
    """The preferred way to a place."""

    path: tuple[Cube, ...]
    provoked: tuple[str, ...]
    """Enemies whose reaction attacks it draws."""


class _Label(NamedTuple):
    """One way to a node."""

    drawn: int
    """Enemies provoked, one bit each."""
    squares: int
    order: tuple[tuple[int, int, int], ...]
    """The squares entered, as they compare in row order."""
    path: tuple[Cube, ...]


LABELS = 24
"""Ways kept for a place; more than this many that draw different attacks is a crowd of enemies."""


def preferred(
    searched: Searched,
    first: int,
    index: int,
    level: int,
    cube_of: Callable[[int], Cube],
    threats: Sequence[tuple[str, Plane]],
    parting: bool,
) -> Route:
    """The preferred way from bit `first` to bit `index`, reached at `level`.

    `threats` are the anchors at which each enemy threatens the mover, in the search's bits; with `parting`
    only leaving an enemy's anchors altogether provokes it.
    """
    if index == first:
        return Route((), ())
    ways, levels = _ancestors(searched, first, index, level)
    masks: dict[int, int] = {}
    for number, (_, plane) in enumerate(threats):
        for node in levels:
            if plane >> node & 1:
                masks[node] = masks.get(node, 0) | 1 << number
    if not masks:
        return Route(_shortest(ways, first, index, cube_of), ())
    free = _undrawn(ways, masks, first, index, parting)
    if free is not None:
        return Route(_shortest(free, first, index, cube_of), ())
    best = _least_drawn(ways, levels, masks, first, index, cube_of, parting)
    return Route(best.path, tuple(name for i, (name, _) in enumerate(threats) if best.drawn >> i & 1))


def _ancestors(searched: Searched, first: int, index: int, level: int) -> tuple[dict[int, list[int]], dict[int, int]]:
    """(for each node on a cheapest way its predecessors, the level of each node)."""
    ways: dict[int, list[int]] = {}
    levels = {index: level}
    stack = [index]
    while stack:
        node = stack.pop()
        before = ways[node] = []
        for source, at in searched.before(node, levels[node]):
            before.append(source)
            if source not in levels:
                levels[source] = at
                if source != first:
                    stack.append(source)
    return ways, levels


def _undrawn(
    ways: dict[int, list[int]], masks: dict[int, int], first: int, index: int, parting: bool
) -> dict[int, list[int]] | None:
    """The cheapest ways that draw no attack at all, by node as in `ways`; None where each draws one."""
    free: dict[int, list[int]] = {}
    stack = [index]
    seen = {index}
    while stack:
        node = stack.pop()
        near = ~masks.get(node, 0) if parting else -1
        before = free[node] = [source for source in ways[node] if not masks.get(source, 0) & near]
        for source in before:
            if source not in seen:
                seen.add(source)
                if source != first:
                    stack.append(source)
    return free if first in seen else None


def _shortest(ways: dict[int, list[int]], first: int, index: int, cube_of: Callable[[int], Cube]) -> tuple[Cube, ...]:
    """The way of fewest squares; of several the first in row order, square by square."""
    onward: dict[int, list[int]] = {}
    seen = {index}
    ring = [index]
    while first not in seen:
        following: dict[int, None] = {}
        for node in ring:
            for source in ways[node]:
                if source not in seen:
                    onward.setdefault(source, []).append(node)
                    following[source] = None
        seen.update(following)
        ring = list(following)
    path: list[Cube] = []
    here = first
    while here != index:
        here = min(onward[here], key=lambda node: row_order(cube_of(node)))
        path.append(cube_of(here))
    return tuple(path)


def _least_drawn(
    ways: dict[int, list[int]],
    levels: dict[int, int],
    masks: dict[int, int],
    first: int,
    index: int,
    cube_of: Callable[[int], Cube],
    parting: bool,
) -> _Label:
    """The way that draws the fewest attacks. A way that draws a subset of another's by no more squares
    and no later in row order beats that one, whatever follows."""
    cubes = {node: cube_of(node) for node in levels}
    labels: dict[int, list[_Label]] = {first: [_Label(0, 0, (), ())]}
    for node in sorted(ways, key=lambda at: levels[at]):
        mask, cube = masks.get(node, 0), cubes[node]
        order = row_order(cube)
        arrived: list[_Label] = []
        for source in ways[node]:
            drawn = masks.get(source, 0)
            if parting:
                drawn &= ~mask
            arrived += [
                _Label(label.drawn | drawn, label.squares + 1, (*label.order, order), (*label.path, cube))
                for label in labels[source]
            ]
        labels[node] = _undominated(arrived)
    return labels[index][0]


def _undominated(labels: list[_Label]) -> list[_Label]:
    if len(labels) == 1:
        return labels
    labels.sort(key=lambda label: (label.drawn.bit_count(), label.squares, label.order))
    kept: list[_Label] = []
    for label in labels:
        for other in kept:
            if other.drawn & ~label.drawn == 0 and (other.squares, other.order) <= (label.squares, label.order):
                break
        else:
            kept.append(label)
            if len(kept) >= LABELS:
                break
    return kept
