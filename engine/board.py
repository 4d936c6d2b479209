"""The board as the rules see it: tiles, edges and heights, and their planes on a lattice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from ..components.position import Cube
from .lattice import Lattice, Plane
from .tiles import Tile

WORLD_BOTTOM = 12
"""How many squares below the lowest floor the ground goes on."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Something that stands between two neighbouring squares, from the ground to the sky."""

    a: tuple[int, int]
    b: tuple[int, int]
    wall: bool
    """True blocks; False is an obstacle that hampers."""
    skill: str | None = None
    dc: int | None = None


@dataclass(slots=True)
class Board:
    """The map of one battle, the same for all sides. It does not change while the battle lasts.

    Nothing on it is hidden from one side and shown to the other. (ep.grid.square-board)
    """

    tiles: Sequence[Sequence[Tile]]
    """`tiles[y][x]`."""
    edges: Mapping[tuple[tuple[int, int], tuple[int, int]], Edge] = field(default_factory=dict)
    """By the two squares, both ways round."""
    ceiling: int = 20
    width: int = field(init=False)
    height: int = field(init=False)
    floors: tuple[int, ...] = field(init=False)
    """(lowest, highest) cube that something can stand in or swim in."""
    caches: dict[object, object] = field(init=False, default_factory=dict, repr=False)
    """What has been compiled for this board, by whoever compiled it."""

    def __post_init__(self) -> None:
        self.height = len(self.tiles)
        self.width = len(self.tiles[0]) if self.tiles else 0
        kinds = self.kinds()
        standing = [tile.floor for tile in kinds] or [0]
        surfaces = [tile.floor + max(tile.water - 1, 0) for tile in kinds] or [0]
        self.floors = (min(standing), max(surfaces))

    def kinds(self) -> list[Tile]:
        """The different tiles of the map (by identity, which is what a legend gives them)."""
        return list({id(tile): tile for row in self.tiles for tile in row}.values())

    def __contains__(self, square: tuple[int, int]) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def tile(self, x: int, y: int) -> Tile:
        """The tile of a square on the board."""
        return self.tiles[y][x]

    def floor(self, x: int, y: int) -> int:
        """The floor's height, under water the bed's."""
        return self.tiles[y][x].floor

    def stand(self, x: int, y: int) -> int:
        """The cube on the floor there; on water the highest water cube."""
        tile = self.tiles[y][x]
        return tile.floor + max(tile.water - 1, 0)

    def surface(self, x: int, y: int) -> int:
        """The height at which a fall ends: the floor, or the surface of water."""
        tile = self.tiles[y][x]
        return tile.floor + tile.water

    def solid(self, x: int, y: int, z: int) -> bool:
        """Whether ground (not a wall) fills the cube."""
        tile = self.tiles[y][x]
        return tile.solid or (z < tile.floor and tile.terrain != "blocked")

    def ground(self, x: int, y: int) -> str:
        """What the ground there is made of: dirt or stone."""
        return self.tiles[y][x].ground or "stone"

    def blocked(self, x: int, y: int, z: int) -> bool:
        """Whether nothing ordinary can be in the cube: wall, pillar, ground, outside, above the ceiling."""
        if not (0 <= x < self.width and 0 <= y < self.height) or z > self.ceiling:
            return True
        tile = self.tiles[y][x]
        return tile.terrain == "blocked" or tile.solid or z < tile.floor

    def watery(self, x: int, y: int, z: int) -> bool:
        """Whether the cube is under water."""
        tile = self.tiles[y][x]
        return tile.water > 0 and tile.floor <= z < tile.floor + tile.water

    def edge(self, a: tuple[int, int], b: tuple[int, int]) -> Edge | None:
        """What stands between two orthogonal neighbours."""
        return self.edges.get((a, b))

    def wall_between(self, a: Cube, b: Cube) -> bool:
        """Whether a wall stands between two orthogonally neighbouring squares."""
        edge = self.edges.get(((a[0], a[1]), (b[0], b[1])))
        return edge is not None and edge.wall

    def lattice(self, low: int, high: int) -> Lattice:
        """The lattice of this board's squares between two heights."""
        return Lattice(self.width, self.height, low, high)

    def planes(self, lattice: Lattice) -> "Planes":
        """This board's properties on `lattice`, compiled once."""
        found = self.caches.get(lattice)
        if not isinstance(found, Planes):
            found = self.caches[lattice] = Planes.of(self, lattice)
        return found


@dataclass(frozen=True, slots=True)
class Planes:
    """What the tiles and edges say, cube by cube."""

    lattice: Lattice
    free: Plane
    """Neither ground nor walls nor pillars: air and water."""
    dirt: Plane
    stone: Plane
    filled: Plane
    """Walls and ground: cubes filled to their corners."""
    walls: Plane
    """Walls and pillars, ground left out."""
    wall_feet: Plane
    """Their lowest cubes, level with the floor around."""
    hard: Plane
    """Everything that is not free: what can be climbed beside."""
    water: Plane
    surface: Plane
    """Top cubes of water."""
    floor: Plane
    """Cubes on a dry floor."""
    ramp: Plane
    difficult: Plane
    impeded: Plane
    obstacle: Plane
    dim: Plane
    dark: Plane
    hazard: Plane
    pit: Plane
    harmful: Plane
    unseen: Plane
    walls_west: Plane
    """Cubes with a wall on their west edge."""
    walls_north: Plane
    barriers_west: Plane
    """Cubes with an obstacle on their west edge."""
    barriers_north: Plane
    widths: tuple[tuple[float, Plane], ...]
    """(feet, cubes of squares with just that much usable room), other than 5 feet."""

    @staticmethod
    def of(board: Board, lattice: Lattice) -> "Planes":
        """Compile `board` on `lattice`."""
        found: dict[int, tuple[Tile, list[int]]] = {}
        for y, row in enumerate(board.tiles):
            for x, tile in enumerate(row):
                entry = found.get(id(tile))
                if entry is None:
                    entry = found[id(tile)] = (tile, [0] * board.height)
                entry[1][y] |= 1 << x
        kinds = list(found.values())
        heights = range(lattice.low, lattice.high + 1)

        def where(holds: Callable[[Tile, int], bool]) -> Plane:
            chosen = [(lines, [holds(tile, z) for z in heights]) for tile, lines in kinds]
            chosen = [(lines, at) for lines, at in chosen if any(at)]
            if not chosen:
                return 0
            return lattice.from_rows(
                [
                    [sum(lines[y] for lines, at in chosen if at[i]) for i in range(len(heights))]
                    for y in range(board.height)
                ]
            )

        def touches(tile: Tile, z: int) -> bool:
            """Whether the tile's ground or water is in the cube at z."""
            return tile.terrain != "blocked" and not tile.solid and (tile.floor <= z < tile.floor + max(tile.water, 1))

        def west(wall: bool, vertical: bool) -> Plane:
            total = 0
            for (a, b), edge in board.edges.items():
                if edge.wall is wall and ((b[0] == a[0] + 1) if vertical else (b[1] == a[1] + 1)):
                    total |= lattice.box(b[0], b[1], lattice.low, b[0], b[1], lattice.high)
            return total

        def is_free(tile: Tile, z: int) -> bool:
            return tile.terrain != "blocked" and not tile.solid and z >= tile.floor

        def is_wide(width: float, tile: Tile, z: int) -> bool:
            return tile.width == width and is_free(tile, z)

        def is_ground(tile: Tile, z: int, kind: str) -> bool:
            inside = tile.solid or (tile.terrain != "blocked" and z < tile.floor)
            return inside and (tile.ground or "stone") == kind

        free = where(is_free)
        dirt = where(lambda tile, z: is_ground(tile, z, "dirt"))
        stone = where(lambda tile, z: is_ground(tile, z, "stone"))
        widths = sorted({tile.width for tile, _ in kinds} - {5.0})
        return Planes(
            lattice=lattice,
            free=free,
            dirt=dirt,
            stone=stone,
            filled=dirt | stone | where(lambda tile, z: tile.terrain == "blocked" and tile.fills),
            walls=where(lambda tile, z: tile.terrain == "blocked" and not tile.solid and z >= tile.floor),
            wall_feet=where(lambda tile, z: tile.terrain == "blocked" and not tile.solid and z == tile.floor),
            hard=lattice.everything() & ~free,
            water=where(lambda tile, z: is_free(tile, z) and tile.floor <= z < tile.floor + tile.water),
            surface=where(lambda tile, z: is_free(tile, z) and tile.water > 0 and z == tile.floor + tile.water - 1),
            floor=where(lambda tile, z: is_free(tile, z) and tile.water == 0 and z == tile.floor),
            ramp=where(lambda tile, z: tile.ramp and touches(tile, z)),
            difficult=where(lambda tile, z: tile.terrain == "difficult" and touches(tile, z)),
            impeded=where(lambda tile, z: tile.terrain == "impeded" and touches(tile, z)),
            obstacle=where(lambda tile, z: tile.obstacle and touches(tile, z)),
            dim=where(lambda tile, z: tile.light == "dim" and z >= tile.floor),
            dark=where(lambda tile, z: tile.light == "dark" and z >= tile.floor),
            hazard=where(lambda tile, z: tile.hazard and touches(tile, z)),
            pit=where(lambda tile, z: tile.pit and touches(tile, z)),
            harmful=where(lambda tile, z: tile.damage is not None and touches(tile, z)),
            unseen=where(lambda tile, z: tile.unseen),
            walls_west=west(True, True),
            walls_north=west(True, False),
            barriers_west=west(False, True),
            barriers_north=west(False, False),
            widths=tuple((width, where(partial(is_wide, width))) for width in widths),
        )
