"""Compiles a board's properties to bitboards of their cubes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..geometry.bitboard import MOST_BITS, Bitboard, BitboardLayout
from .board import Board
from .tiles import SQUARE_FEET, Tile

Holds = Callable[[Tile, int], bool]
"""True if a property holds for a tile at a height."""


@dataclass(frozen=True, slots=True)
class TerrainLayers:
    """Properties by cube."""

    layout: BitboardLayout
    free: Bitboard
    """Air and water."""
    dirt: Bitboard
    stone: Bitboard
    filled: Bitboard
    """Walls and ground, filled to their corners."""
    walls: Bitboard
    """Walls and pillars, not ground."""
    wall_feet: Bitboard
    """Their lowest cubes."""
    hard: Bitboard
    """Every cube that is not free."""
    opaque: Bitboard
    """Cubes that may cut a line of effect."""
    water: Bitboard
    surface: Bitboard
    """Top water cubes."""
    floor: Bitboard
    """On a dry floor."""
    ramp: Bitboard
    """On ramps and stairs."""
    difficult: Bitboard
    """On difficult ground, or in its water."""
    impeded: Bitboard
    obstacle: Bitboard
    dim: Bitboard
    dark: Bitboard
    hazard: Bitboard
    pit: Bitboard
    """At the bottom of pits."""
    pit_shaft: Bitboard
    """Over the bottom of pits."""
    harmful: Bitboard
    """On ground that does damage."""
    unseen: Bitboard
    """Squares found only by running into them."""
    walls_west: Bitboard
    """With a wall on the west edge."""
    walls_north: Bitboard
    """With a wall on the north edge."""
    barriers_west: Bitboard
    """With an obstacle on the west edge."""
    barriers_north: Bitboard
    """With an obstacle on the north edge."""
    widths: tuple[tuple[float, Bitboard], ...]
    """(feet, cubes) for each width below 5 feet."""

    @staticmethod
    def of(board: Board, layout: BitboardLayout) -> "TerrainLayers":
        kinds = _kinds(board)
        where = partial(_where, board, layout, kinds)
        free = where(_is_free)
        dirt = where(lambda tile, z: _is_ground(tile, z, "dirt"))
        stone = where(lambda tile, z: _is_ground(tile, z, "stone"))
        widths = sorted({tile.width for tile, _ in kinds} - {SQUARE_FEET})
        return TerrainLayers(
            layout=layout,
            free=free,
            dirt=dirt,
            stone=stone,
            filled=dirt | stone | where(lambda tile, z: tile.terrain == "blocked" and tile.fills),
            walls=where(lambda tile, z: tile.terrain == "blocked" and not tile.solid and z >= tile.floor),
            wall_feet=where(lambda tile, z: tile.terrain == "blocked" and not tile.solid and z == tile.floor),
            hard=layout.everything() & ~free,
            opaque=layout.everything() & ~free | where(lambda tile, z: tile.effect),
            water=where(lambda tile, z: _is_free(tile, z) and z < tile.floor + tile.water),
            surface=where(lambda tile, z: _is_free(tile, z) and tile.water > 0 and z == tile.floor + tile.water - 1),
            floor=where(lambda tile, z: _is_free(tile, z) and tile.water == 0 and z == tile.floor),
            ramp=where(lambda tile, z: tile.ramp and _touches(tile, z)),
            difficult=where(lambda tile, z: tile.terrain == "difficult" and _touches(tile, z)),
            impeded=where(lambda tile, z: tile.terrain == "impeded" and _touches(tile, z)),
            obstacle=where(lambda tile, z: tile.obstacle and _touches(tile, z)),
            dim=where(lambda tile, z: tile.light == "dim" and z >= tile.floor),
            dark=where(lambda tile, z: tile.light == "dark" and z >= tile.floor),
            hazard=where(lambda tile, z: tile.hazard and _touches(tile, z)),
            pit=where(lambda tile, z: tile.pit and _touches(tile, z)),
            pit_shaft=where(lambda tile, z: tile.pit and z > tile.floor),
            harmful=where(lambda tile, z: tile.damage is not None and _touches(tile, z)),
            unseen=where(lambda tile, z: tile.unseen),
            walls_west=_beyond_edges(board, layout, wall=True, west=True),
            walls_north=_beyond_edges(board, layout, wall=True, west=False),
            barriers_west=_beyond_edges(board, layout, wall=False, west=True),
            barriers_north=_beyond_edges(board, layout, wall=False, west=False),
            widths=tuple((width, where(partial(_is_as_wide, width))) for width in widths),
        )


def _kinds(board: Board) -> list[tuple[Tile, list[int]]]:
    found: dict[int, tuple[Tile, list[int]]] = {}
    for y, row in enumerate(board.tiles):
        for x, tile in enumerate(row):
            entry = found.get(id(tile))
            if entry is None:
                entry = found[id(tile)] = (tile, [0] * board.height)
            entry[1][y] |= 1 << x
    return list(found.values())


def _where(board: Board, layout: BitboardLayout, kinds: list[tuple[Tile, list[int]]], holds: Holds) -> Bitboard:
    """The cubes with a property, asked once for each kind of tile and height."""
    heights = range(layout.low, layout.high + 1)
    chosen = [(lines, [holds(tile, z) for z in heights]) for tile, lines in kinds]
    chosen = [(lines, at) for lines, at in chosen if any(at)]
    if not chosen:
        return 0
    return layout.from_rows(
        [[sum(lines[y] for lines, at in chosen if at[i]) for i in range(len(heights))] for y in range(board.height)]
    )


def _beyond_edges(board: Board, layout: BitboardLayout, *, wall: bool, west: bool) -> Bitboard:
    """The cubes with a wall (or an obstacle) on their west (or north) edge."""
    total = 0
    for (a, b), edge in board.edges.items():
        if (edge.wall if wall else edge.hampers) and ((b[0] == a[0] + 1) if west else (b[1] == a[1] + 1)):
            total |= layout.box(b[0], b[1], layout.low, b[0], b[1], layout.high)
    return total


def _is_free(tile: Tile, z: int) -> bool:
    return tile.terrain != "blocked" and not tile.solid and z >= tile.floor


def _touches(tile: Tile, z: int) -> bool:
    return tile.terrain != "blocked" and not tile.solid and (tile.floor <= z < tile.floor + max(tile.water, 1))


def _is_as_wide(width: float, tile: Tile, z: int) -> bool:
    return tile.width == width and _is_free(tile, z)


def _is_ground(tile: Tile, z: int, kind: str) -> bool:
    inside = tile.solid or (tile.terrain != "blocked" and z < tile.floor)
    return inside and tile.under == kind


def layers_of(board: Board, layout: BitboardLayout) -> TerrainLayers:
    """The properties on `layout`, compiled once."""
    kept = board.caches.setdefault("layers", {})
    assert isinstance(kept, dict)
    found = kept.get(layout)
    if not isinstance(found, TerrainLayers):
        # Each entry is some twenty bitboards, and fliers need one for every few levels.
        if len(kept) * 20 * layout.bits > MOST_BITS:
            kept.clear()
        found = kept[layout] = TerrainLayers.of(board, layout)
    return found
