"""The board: tiles, edges, floors, ceiling."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal, TypeAlias

from ...components.ordinary_class import ordinary_class
from ...components.position import Cube
from ..geometry.bitboard import BitboardLayout
from ..memo import Memo
from .tiles import SQUARE_FEET, Tile

WORLD_BOTTOM = 12
"""Squares of ground below the lowest floor."""


EdgeKind: TypeAlias = Literal["wall", "grating", "curtain", "obstacle"]


@ordinary_class
@dataclass(frozen=True, slots=True)
class Edge:
    """A wall, obstacle or curtain between two neighbouring squares, from the bottom to the top."""

    a: tuple[int, int]
    b: tuple[int, int]
    wall: bool
    """True if it blocks steps."""
    skill: str | None = None
    """The check to cross it."""
    dc: int | None = None
    effect: bool | None = None
    """True if the edge cuts line of effect. Default: walls and curtains do."""
    curtain: bool = False
    """True if it only cuts line of effect."""

    @property
    def hampers(self) -> bool:
        return not self.wall and not self.curtain

    @property
    def cuts(self) -> bool:
        return (self.wall or self.curtain) if self.effect is None else self.effect

    @property
    def kind(self) -> EdgeKind:
        """The kind of the edge. A wall that does not block lines is a `grating`."""
        if self.curtain:
            return "curtain"
        return "obstacle" if not self.wall else "wall" if self.cuts else "grating"


def edge_of_kind(a: tuple[int, int], b: tuple[int, int], kind: str) -> Edge:
    effect = False if kind == "grating" else None
    return Edge(a, b, kind in ("wall", "grating"), effect=effect, curtain=kind == "curtain")


@dataclass(frozen=True, slots=True)
class BoardTraits:
    """Flags of a board, such as "some ground deals damage" or "floors differ in height"."""

    harms: bool
    """True if ground deals damage."""
    dangerous: bool
    """True if any ground harms or heights differ."""
    narrow: bool
    """True if a square is narrower than normal."""
    checks: bool
    """True if a square or edge has a check."""
    climbable: bool
    uneven: bool
    """True if floors differ."""
    ground: int | None
    """The floor of all open squares; None if there are several heights, or no such square."""
    level: int | None
    """The height of the whole floor; None if heights differ."""

    @staticmethod
    def of(kinds: Sequence[Tile], edges: Iterable[Edge]) -> "BoardTraits":
        floors = {tile.floor for tile in kinds if tile.terrain != "blocked"}
        uneven = len(floors) > 1
        stands = {tile.stand for tile in kinds}
        return BoardTraits(
            harms=any(tile.damage is not None for tile in kinds),
            dangerous=any(tile.harms for tile in kinds) or len({tile.floor for tile in kinds}) > 1,
            narrow=any(tile.width < SQUARE_FEET for tile in kinds),
            checks=any(tile.skill is not None for tile in kinds) or any(edge.skill is not None for edge in edges),
            climbable=uneven or any(tile.terrain == "blocked" or tile.solid for tile in kinds),
            uneven=uneven,
            ground=floors.pop() if len(floors) == 1 else None,
            level=stands.pop() if len(stands) == 1 and not any(tile.solid for tile in kinds) else None,
        )


HAMPERING = frozenset({"char", "terrain", "hazard", "damage"})
OTHERWISE = attrgetter(*[one.name for one in fields(Tile) if one.name not in HAMPERING])
"""All properties of a tile except its looks, its difficulty and its harm."""


def only_hampers(before: Tile, after: Tile) -> bool:
    """True if two tiles differ only in whether they are difficult or harmful."""
    if after.solid or not {before.terrain, after.terrain} <= {"normal", "difficult"}:
        return False
    same: bool = OTHERWISE(before) == OTHERWISE(after)
    return same


@dataclass(slots=True)
class Board:
    """The map of a battle. It is immutable: a door that opens makes a new board. (ep.grid.square-board)"""

    tiles: Sequence[Sequence[Tile]]
    """`tiles[y][x]`."""
    edges: Mapping[tuple[tuple[int, int], tuple[int, int]], Edge] = field(default_factory=dict)
    """Edges by their two squares, in either order."""
    ceiling: int = 20
    """The highest level."""
    legend: Mapping[str, Tile] = field(default_factory=dict, repr=False)
    """The tiles that a character may name, on the map or not."""
    width: int = field(init=False)
    height: int = field(init=False)
    floors: tuple[int, ...] = field(init=False)
    """The lowest and the highest level that a creature can be on."""
    traits: BoardTraits = field(init=False, repr=False)
    caches: dict[object, Any] = field(init=False, default_factory=dict, repr=False)
    origin: "tuple[Board, frozenset[tuple[int, int]]] | None" = field(
        init=False, default=None, repr=False, compare=False
    )
    """(other board, squares) if only difficult and harmful ground on these squares differs."""

    def __post_init__(self) -> None:
        self.height = len(self.tiles)
        self.width = len(self.tiles[0]) if self.tiles else 0
        kinds = self.kinds()
        standing = [tile.floor for tile in kinds] or [0]
        surfaces = [tile.stand for tile in kinds] or [0]
        self.floors = (min(standing), max(surfaces))
        self.traits = BoardTraits.of(kinds, self.edges.values())

    def memo(self, about: object, most: int) -> Memo[Any, Any]:
        """Returns the board's cache with the name `about`, for at most `most` results."""
        found = self.caches.get(about)
        if not isinstance(found, Memo):
            found = self.caches.setdefault(about, Memo(most))
            assert isinstance(found, Memo)
        return found

    def lasting_memo(self, about: object, most: int) -> Memo[Any, Any]:
        """Returns a cache like `memo`, shared with boards that differ only by difficult and harmful ground."""
        found = self.caches.get(about)
        if not isinstance(found, Memo):
            found = self.memo(about, most) if self.origin is None else self.origin[0].lasting_memo(about, most)
            self.caches[about] = found
        return found

    def with_tiles(self, changed: Mapping[tuple[int, int], Tile]) -> "Board":
        rows = list(self.tiles)
        for y in sorted({y for _, y in changed}):
            rows[y] = tuple(changed.get((x, y), tile) for x, tile in enumerate(rows[y]))
        origin, before = self.origin or (self, frozenset())
        squares = frozenset(
            (x, y) for x, y in before.union(changed) if (x, y) in self and rows[y][x] is not origin.tiles[y][x]
        )
        if not squares:
            return origin
        made = Board(tuple(rows), self.edges, self.ceiling, self.legend)
        pairs = {(id(origin.tiles[y][x]), id(rows[y][x])): (x, y) for x, y in squares}  # many squares change alike
        if all(only_hampers(origin.tiles[y][x], rows[y][x]) for x, y in pairs.values()):
            made.origin = origin, squares
        return made

    def with_edge(self, a: tuple[int, int], b: tuple[int, int], edge: Edge | None) -> "Board":
        edges = {between: kept for between, kept in self.edges.items() if between not in ((a, b), (b, a))}
        if edge is not None:
            edges[a, b] = edges[b, a] = edge
        return Board(self.tiles, edges, self.ceiling, self.legend)

    def kinds(self) -> list[Tile]:
        found: dict[int, Tile] = {}
        for row in self.tiles:
            found.update(zip(map(id, row), row, strict=True))
        return list(found.values())

    def __contains__(self, square: tuple[int, int]) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def tile(self, x: int, y: int) -> Tile:
        return self.tiles[y][x]

    def floor(self, x: int, y: int) -> int:
        """Returns the height (z) of a square's floor; in water, of the bottom."""
        return self.tiles[y][x].floor

    def stand(self, x: int, y: int) -> int:
        """Returns the lowest height (z) for a creature on a square; in water, the top cube."""
        return self.tiles[y][x].stand

    def shown(self, square: Sequence[int]) -> str:
        """Returns a cube as text: `[x, y]`, with the height if it is above the ground."""
        x, y, *height = square
        named = height and (x, y) in self and height[0] != self.stand(x, y)
        return str([x, y, *height] if named else [x, y])

    def surface(self, x: int, y: int) -> int:
        """Returns the height (z) of a square's floor or water surface."""
        tile = self.tiles[y][x]
        return tile.floor + tile.water

    def solid(self, x: int, y: int, z: int) -> bool:
        tile = self.tiles[y][x]
        return tile.solid or (z < tile.floor and tile.terrain != "blocked")

    def ground(self, x: int, y: int) -> str:
        """Returns the material of the ground: dirt or stone."""
        return self.tiles[y][x].ground or "stone"

    def blocked(self, x: int, y: int, z: int) -> bool:
        """True if a creature without special movement cannot enter the cube, because it is solid."""
        if not (0 <= x < self.width and 0 <= y < self.height) or z > self.ceiling:
            return True
        tile = self.tiles[y][x]
        return tile.terrain == "blocked" or tile.solid or z < tile.floor

    def watery(self, x: int, y: int, z: int) -> bool:
        tile = self.tiles[y][x]
        return tile.water > 0 and tile.floor <= z < tile.floor + tile.water

    def edge(self, a: tuple[int, int], b: tuple[int, int]) -> Edge | None:
        return self.edges.get((a, b))

    def wall_between(self, a: Cube, b: Cube) -> bool:
        edge = self.edges.get(((a[0], a[1]), (b[0], b[1])))
        return edge is not None and edge.wall

    def line_cut_between(self, a: Cube, b: Cube) -> bool:
        """True if the edge between two neighbouring squares blocks line of effect."""
        edge = self.edges.get(((a[0], a[1]), (b[0], b[1])))
        return edge is not None and edge.cuts

    def layout(self, low: int, high: int) -> BitboardLayout:
        return BitboardLayout(self.width, self.height, low, high)
