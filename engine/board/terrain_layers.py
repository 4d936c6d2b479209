"""Compiles a board's properties to bitboards."""

from dataclasses import dataclass, replace

from ..geometry.bitboard import MOST_BITS, Bitboard, BitboardLayout, sum_of
from .board import Board
from .tiles import SQUARE_FEET, Tile

FAR = 1 << 30
"""A height above every board."""


@dataclass(frozen=True, slots=True)
class TerrainLayers:
    """A board's terrain as bitboards: one for each property, with one bit per cube."""

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


def _heights(tile: Tile) -> dict[str, range]:
    floor, depth = tile.floor, tile.water
    everywhere, above = range(-FAR, FAR), range(floor, FAR)
    found: dict[str, range] = {}
    if tile.solid:
        found[tile.under] = everywhere
    elif tile.blocked:
        found["walls"], found["wall_feet"] = above, above[:1]
    else:
        found["free"], found[tile.under] = above, range(-FAR, floor)
        if depth:
            found["water"], found["surface"] = above[:depth], above[depth - 1 : depth]
        else:
            found["floor"] = above[:1]
        touched = above[: max(depth, 1)]  # ground, or the water over it
        found[tile.terrain] = touched
        for name, holds in (
            ("ramp", tile.ramp),
            ("obstacle", tile.obstacle),
            ("hazard", tile.hazard),
            ("pit", tile.pit),
            ("harmful", tile.damage is not None),
        ):
            if holds:
                found[name] = touched
    for name, holds in (
        ("filled", tile.blocked and tile.fills),
        ("opaque", tile.effect),
        ("unseen", tile.unseen),
    ):
        if holds:
            found[name] = everywhere
    found[tile.light] = above
    if tile.pit:
        found["pit_shaft"] = above[1:]
    return found


def _kinds(board: Board) -> list[tuple[Tile, list[int]]]:
    known: dict[int, list[int]] = {}
    kinds: dict[Tile, list[int]] = {}
    for y, row in enumerate(board.tiles):
        for x, tile in enumerate(row):
            lines = known.get(id(tile))
            if lines is None:
                lines = known[id(tile)] = kinds.setdefault(tile, [0] * board.height)
            lines[y] |= 1 << x
    return list(kinds.items())


def _beyond_edges(board: Board, layout: BitboardLayout, *, wall: bool, west: bool) -> Bitboard:
    total = 0
    for (a, b), edge in board.edges.items():
        if (edge.wall if wall else edge.hampers) and ((b[0] == a[0] + 1) if west else (b[1] == a[1] + 1)):
            total |= layout.box(b[0], b[1], layout.low, b[0], b[1], layout.high)
    return total


def _compiled(board: Board, layout: BitboardLayout) -> TerrainLayers:
    tiles = [(tile, lines, _heights(tile)) for tile, lines in _kinds(board)]

    def where(name: str, width: float | None = None) -> Bitboard:
        columns: list[tuple[list[int], int]] = []
        for tile, lines, heights in tiles:
            if name in heights and width in (None, tile.width):
                column = layout.column(heights[name].start, heights[name].stop)
                if column:
                    columns.append((lines, column))
        if not columns:
            return 0
        return layout.from_blocks(
            sum_of(lines[y] * column for lines, column in columns if lines[y]) for y in range(layout.height)
        )

    free, dirt, stone = where("free"), where("dirt"), where("stone")
    hard = layout.box(0, 0, layout.low, layout.width - 1, layout.height - 1, layout.high) & ~free
    return TerrainLayers(
        layout=layout,
        free=free,
        dirt=dirt,
        stone=stone,
        filled=dirt | stone | where("filled"),
        walls=where("walls"),
        wall_feet=where("wall_feet"),
        hard=hard,
        opaque=hard | where("opaque"),
        water=where("water"),
        surface=where("surface"),
        floor=where("floor"),
        ramp=where("ramp"),
        difficult=where("difficult"),
        impeded=where("impeded"),
        obstacle=where("obstacle"),
        dim=where("dim"),
        dark=where("dark"),
        hazard=where("hazard"),
        pit=where("pit"),
        pit_shaft=where("pit_shaft"),
        harmful=where("harmful"),
        unseen=where("unseen"),
        walls_west=_beyond_edges(board, layout, wall=True, west=True),
        walls_north=_beyond_edges(board, layout, wall=True, west=False),
        barriers_west=_beyond_edges(board, layout, wall=False, west=True),
        barriers_north=_beyond_edges(board, layout, wall=False, west=False),
        widths=tuple(
            (width, where("free", width)) for width in sorted({tile.width for tile, *_ in tiles} - {SQUARE_FEET})
        ),
    )


def layers_of(board: Board, layout: BitboardLayout) -> TerrainLayers:
    kept = board.caches.setdefault("layers", {})
    assert isinstance(kept, dict)
    found = kept.get(layout)
    if not isinstance(found, TerrainLayers):
        # Each entry is some twenty bitboards, and fliers need one for every few levels.
        if len(kept) * 20 * layout.bits > MOST_BITS:
            kept.clear()
        found = kept[layout] = _compiled(board, layout) if board.origin is None else _changed(board, layout)
    return found


def _changed(board: Board, layout: BitboardLayout) -> TerrainLayers:
    """Returns the layers of the board's origin with its changed squares."""
    assert board.origin is not None
    origin, squares = board.origin
    before = layers_of(origin, layout)
    under = difficult = hazard = harmful = 0
    for x, y in squares:
        tile = board.tile(x, y)
        column = layout.box(x, y, tile.floor, x, y, tile.floor + max(tile.water, 1) - 1)
        under |= column
        if tile.terrain == "difficult":
            difficult |= column
        if tile.hazard:
            hazard |= column
        if tile.damage is not None:
            harmful |= column
    return replace(
        before,
        difficult=before.difficult & ~under | difficult,
        hazard=before.hazard & ~under | hazard,
        harmful=before.harmful & ~under | harmful,
    )
