"""Compiles a board's properties to bitboards."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from ..geometry.bitboard import MOST_BITS, Bitboard, BitboardLayout, sum_of
from .board import Board
from .tiles import SQUARE_FEET, Tile

Heights = Callable[[Tile], range]
FAR = 1 << 30
"""Above all boards."""
NOWHERE = range(0)


@dataclass(frozen=True, slots=True)
class TerrainLayers:
    """A board's properties as bitboards of cubes."""

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
    """The lowest cubes of `walls`."""
    hard: Bitboard
    opaque: Bitboard
    """Cubes that may cut a line of effect."""
    water: Bitboard
    surface: Bitboard
    """Top water cubes."""
    floor: Bitboard
    ramp: Bitboard
    difficult: Bitboard
    impeded: Bitboard
    obstacle: Bitboard
    dim: Bitboard
    dark: Bitboard
    hazard: Bitboard
    pit: Bitboard
    pit_shaft: Bitboard
    harmful: Bitboard
    """On ground that does damage."""
    unseen: Bitboard
    """Squares found only by running into them."""
    walls_west: Bitboard
    walls_north: Bitboard
    barriers_west: Bitboard
    barriers_north: Bitboard
    widths: tuple[tuple[float, Bitboard], ...]
    """(feet, cubes) per width below 5 feet."""

    @staticmethod
    def of(board: Board, layout: BitboardLayout) -> "TerrainLayers":
        kinds = _kinds(board)
        where = partial(_where, layout, kinds)
        free = where(_free)
        dirt = where(partial(_ground, "dirt"))
        stone = where(partial(_ground, "stone"))
        widths = sorted({tile.width for tile, _ in kinds} - {SQUARE_FEET})
        return TerrainLayers(
            layout=layout,
            free=free,
            dirt=dirt,
            stone=stone,
            filled=dirt | stone | where(lambda tile: _all(tile.terrain == "blocked" and tile.fills)),
            walls=where(lambda tile: range(tile.floor, FAR) if _is_wall(tile) else NOWHERE),
            wall_feet=where(lambda tile: range(tile.floor, tile.floor + 1) if _is_wall(tile) else NOWHERE),
            hard=layout.everything() & ~free,
            opaque=layout.everything() & ~free | where(lambda tile: _all(bool(tile.effect))),
            water=where(_water),
            surface=where(lambda tile: _water(tile)[-1:]),
            floor=where(lambda tile: NOWHERE if tile.water else _free(tile)[:1]),
            ramp=where(lambda tile: _touched(tile) if tile.ramp else NOWHERE),
            difficult=where(lambda tile: _touched(tile) if tile.terrain == "difficult" else NOWHERE),
            impeded=where(lambda tile: _touched(tile) if tile.terrain == "impeded" else NOWHERE),
            obstacle=where(lambda tile: _touched(tile) if tile.obstacle else NOWHERE),
            dim=where(lambda tile: range(tile.floor, FAR) if tile.light == "dim" else NOWHERE),
            dark=where(lambda tile: range(tile.floor, FAR) if tile.light == "dark" else NOWHERE),
            hazard=where(lambda tile: _touched(tile) if tile.hazard else NOWHERE),
            pit=where(lambda tile: _touched(tile) if tile.pit else NOWHERE),
            pit_shaft=where(lambda tile: range(tile.floor + 1, FAR) if tile.pit else NOWHERE),
            harmful=where(lambda tile: _touched(tile) if tile.damage is not None else NOWHERE),
            unseen=where(lambda tile: _all(tile.unseen)),
            walls_west=_beyond_edges(board, layout, wall=True, west=True),
            walls_north=_beyond_edges(board, layout, wall=True, west=False),
            barriers_west=_beyond_edges(board, layout, wall=False, west=True),
            barriers_north=_beyond_edges(board, layout, wall=False, west=False),
            widths=tuple((width, where(partial(_as_wide, width))) for width in widths),
        )


def _kinds(board: Board) -> list[tuple[Tile, list[int]]]:
    """Each tile with its squares as bits per row."""
    known: dict[int, list[int]] = {}
    kinds: dict[Tile, list[int]] = {}
    for y, row in enumerate(board.tiles):
        for x, tile in enumerate(row):
            lines = known.get(id(tile))
            if lines is None:
                lines = known[id(tile)] = kinds.setdefault(tile, [0] * board.height)
            lines[y] |= 1 << x
    return list(kinds.items())


def _where(layout: BitboardLayout, kinds: list[tuple[Tile, list[int]]], holds: Heights) -> Bitboard:
    """The cubes with a property. Calls `holds` once per tile."""
    chosen: list[tuple[list[int], int]] = []
    for tile, lines in kinds:
        heights = holds(tile)
        column = layout.column(heights.start, heights.stop)
        if column:
            chosen.append((lines, column))
    if not chosen:
        return 0
    return layout.from_blocks(
        sum_of(lines[y] * column for lines, column in chosen if lines[y]) for y in range(layout.height)
    )


def _beyond_edges(board: Board, layout: BitboardLayout, *, wall: bool, west: bool) -> Bitboard:
    """The cubes with a wall or obstacle on that edge."""
    total = 0
    for (a, b), edge in board.edges.items():
        if (edge.wall if wall else edge.hampers) and ((b[0] == a[0] + 1) if west else (b[1] == a[1] + 1)):
            total |= layout.box(b[0], b[1], layout.low, b[0], b[1], layout.high)
    return total


def _all(holds: bool) -> range:
    return range(-FAR, FAR) if holds else NOWHERE


def _is_open(tile: Tile) -> bool:
    return tile.terrain != "blocked" and not tile.solid


def _is_wall(tile: Tile) -> bool:
    return tile.terrain == "blocked" and not tile.solid


def _free(tile: Tile) -> range:
    return range(tile.floor, FAR) if _is_open(tile) else NOWHERE


def _water(tile: Tile) -> range:
    return range(tile.floor, tile.floor + tile.water) if _is_open(tile) else NOWHERE


def _touched(tile: Tile) -> range:
    """The heights of ground, or of water over it."""
    return range(tile.floor, tile.floor + max(tile.water, 1)) if _is_open(tile) else NOWHERE


def _as_wide(width: float, tile: Tile) -> range:
    return _free(tile) if tile.width == width else NOWHERE


def _ground(kind: str, tile: Tile) -> range:
    if tile.under != kind:
        return NOWHERE
    return range(-FAR, tile.floor) if _is_open(tile) else _all(tile.solid)


def layers_of(board: Board, layout: BitboardLayout) -> TerrainLayers:
    kept = board.caches.setdefault("layers", {})
    assert isinstance(kept, dict)
    found = kept.get(layout)
    if not isinstance(found, TerrainLayers):
        # Each entry is some twenty bitboards, and fliers need one for every few levels.
        if len(kept) * 20 * layout.bits > MOST_BITS:
            kept.clear()
        found = kept[layout] = TerrainLayers.of(board, layout)
    return found
