"""Searches an field: compiled if the extension is installed, else on bitboards."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from ...components.position import Cube
from ..geometry.bitboard import Bitboard
from ..rules.budget import MovementBudget
from ..rules.step_costs import BODY
from ..search import compiled_search
from ..search.bitboard_search import DirectionMoves, MoveLayer, search_levels
from ..search.compiled_search import CLOSED, CORPSE, COSTLY, NO_STOP, SHARED, CompiledReached, CompiledTable, cube_bytes
from ..search.reached import BitboardReached, Reached
from .arcs import OVERLAYS, Arcs, arcs_of, costly_entry_moves, cropped_arcs
from .field import Field
from .ground import Ground

if TYPE_CHECKING:
    from ..search import _native


def search_field(
    grid: Field, budget: MovementBudget, start: Cube, exact: bool = False, like: Reached | None = None
) -> tuple[Arcs, int, Reached]:
    """Searches a movement from `start`: (the moves, the start state, the states reached).

    `exact`: with a copy of the states for each diagonal parity; `like` is the result without.
    """
    native = compiled_search.native()
    if native is not None:
        found = _compiled(native, grid, budget, start, exact, like)
        if found is not None:
            return found
    return _pure(grid, budget, start, exact)


# --- compiled --------------------------------------------------------------------------------------


class PreparedSearch(NamedTuple):
    """A compiled search except for its start and the other creatures."""

    ground: Ground
    moves: Arcs
    compiled: CompiledTable
    cell: Callable[[Cube], int]
    """The cell of an anchor in the first copy; -1 if it has none."""
    shift: int
    """Cells from the first copy to that of the start."""
    level: int
    limit: int


def _compiled(
    native: ModuleType, grid: Field, budget: MovementBudget, start: Cube, exact: bool, like: Reached | None
) -> tuple[Arcs, int, Reached] | None:
    """The compiled search; None if the extension cannot hold it."""
    prepared = grid.occupants.searches.get(budget) if not exact else None
    if not isinstance(prepared, PreparedSearch) or prepared.ground is not grid.ground:
        prepared = _prepared(grid, budget, (budget, "exact") if exact else budget, True, exact)
        if prepared is None:
            return None
    cell = prepared.cell(start)
    if cell < 0:  # the start is reached by none of the flattened moves
        prepared = _prepared(grid, budget, (budget, "deep", exact), False, exact)
        if prepared is None:
            return None
        cell = prepared.cell(start)
        if cell < 0:
            raise IndexError(f"no such mover has a place at {list(start)}")
    _, moves, compiled, _, shift, level, limit = prepared
    first, creature, rows, held = cell + shift, grid.creature, grid.rows, grid.held_bytes()
    search: _native.Search | None = None
    complete = compiled.complete  # read before the search: another thread may complete the table meanwhile
    try:
        if isinstance(like, CompiledReached):
            search = native.search_like(like.search, compiled.table, first, level, limit, held)
        if search is None and rows is None:
            search = _with_sets(native, grid, (compiled.table, first, level, limit, creature.size.side, held))
        elif search is None:
            meeting, box, side = grid.occupants.meeting, creature.box, creature.size.side
            search = native.search_among(compiled.table, first, level, limit, side, held, rows, box, meeting)
    except LookupError:  # an overlay's moves are needed for the first time
        if complete:
            raise
        compiled.add_overlays()
        return _compiled(native, grid, budget, start, exact, like)
    if search is None:
        if rows is None:
            return None
        grid.look_closely()
        return _compiled(native, grid, budget, start, exact, like)
    return moves, first, CompiledReached(search, moves.state_index, first)


def _prepared(grid: Field, budget: MovementBudget, key: object, flat: bool, exact: bool) -> PreparedSearch | None:
    """The search prepared, and kept with the occupants; None if the extension cannot hold its moves."""
    kept = grid.occupants.searches
    found = kept.get(key)
    if isinstance(found, PreparedSearch) and found.ground is grid.ground:
        return found
    moves = arcs_of(grid.rules, grid.ground, budget, grid.options.crawling, grid.options.slow, flat, exact)
    compiled = compiled_table(moves)
    if compiled is None:
        return None
    encoding = moves.encoding
    shift = moves.state_index.bits if encoding.copies == 2 and budget.parity else 0
    level = encoding.level(budget.spent, budget.parity)
    made = PreparedSearch(grid.ground, moves, compiled, compiled.table.cell, shift, level, max(moves.limit, level))
    kept.keep(key, made)
    return made


def _with_sets(native: ModuleType, grid: Field, question: tuple[object, ...]) -> "_native.Search | None":
    """The search with the other creatures as sets of cubes; None if the extension cannot hold so many."""
    crowd, layout = grid.crowd, grid.layout
    if len(crowd.one_way) > native.MOST_REGIONS:
        return None
    planes = [
        (mark, cube_bytes(bitboard, layout))
        for mark, bitboard in (
            (CLOSED, crowd.closed),
            (NO_STOP, crowd.no_stop),
            (COSTLY, crowd.costly),
            (CORPSE, crowd.corpses),
            (SHARED, crowd.shared),
        )
        if bitboard
    ]
    regions = [cube_bytes(region, layout) for region in crowd.one_way]
    found: _native.Search = native.search(*question, planes, regions, grid.dear_spaces)
    return found


def compiled_table(table: Arcs) -> CompiledTable | None:
    """A move table in the extension's form, made once; None if the extension cannot hold it."""
    found = table.store.get("compiled")
    if found is None:
        try:
            found = CompiledTable(table.moves, table.state_index)
        except ValueError:
            found = False
        found = table.store.setdefault("compiled", found)  # the first of two threads has it
    return found if isinstance(found, CompiledTable) else None


# --- pure ------------------------------------------------------------------------------------------


def _pure(grid: Field, budget: MovementBudget, start: Cube, exact: bool) -> tuple[Arcs, int, Reached]:
    crowd, options = grid.crowd, grid.options
    rows = grid.world.board.height
    table = cropped_arcs(grid.rules, grid.ground, budget, options.crawling, options.slow, start, rows, exact)
    states = table.state_index.find(start)
    first = states[1] if table.encoding.copies == 2 and budget.parity else states[0]
    fold = table.state_index.fold
    layers = [table.layer(overlay, fold(only)) for overlay, only in ((2, crowd.corpses), (1, crowd.costly)) if only]
    layers.append(table.layer(0))
    if grid.dear_spaces:
        # The cost of such a step depends on its source.
        moves = costly_entry_moves(table, grid.dear_spaces, grid.creature.size.side, OVERLAYS.index(BODY))
        layers[-2] = MoveLayer(moves, layers[-2].only)
    for bitboard in crowd.one_way:
        layers = _closed_behind(layers, fold(bitboard))
    level = table.encoding.level(budget.spent, budget.parity)
    result = search_levels(1 << first, layers, fold(crowd.closed), max(table.limit, level), level)
    return table, first, BitboardReached(result, table.state_index, first, grid.stoppable(), crowd.shared)


def _closed_behind(layers: Sequence[MoveLayer], bitboard: Bitboard) -> list[MoveLayer]:
    """The layers without the moves that enter a set of anchors from outside it."""

    def inside(go: DirectionMoves) -> DirectionMoves:
        sources = bitboard << go.shift if go.shift >= 0 else bitboard >> -go.shift
        return DirectionMoves(
            go.shift,
            go.into & sources,
            tuple((into & sources, price, latest) for into, price, latest in go.prices),
        )

    found: list[MoveLayer] = []
    for moves, only, *_ in layers:
        found.append(MoveLayer([inside(go) for go in moves], bitboard if only is None else only & bitboard))
        found.append(MoveLayer(moves, only))
    return found
