"""What steps cost: priced by the ruleset, and compiled to the arcs of a search for each ground and budget.

Other creatures do not change the arcs: they close anchors, or make them costlier, and the search takes them as masks.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ...components.position import Cube
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.boxes import Box
from ..geometry.directions import FLAT, SOLID
from ..rules.budget import MovementBudget
from ..rules.ruleset import Ruleset
from ..rules.step_costs import BODY, CORPSE, StepCost, StepQuery, step_price
from ..search.bitboard_search import DirectionMoves, FlattenedLayer, MoveLayer, StateIndex, fans_of, sum_of
from .ground import DirectionSteps, Ground

OVERLAYS = (0, BODY, CORPSE)
"""Features that creatures put on anchors: none, a space that costs more, a body on the ground."""


class PricedSteps(NamedTuple):
    """Steps of one direction, mode and set of features, with their cost."""

    steps: DirectionSteps
    prices: tuple[StepCost | None, ...]
    """The cost on each overlay; None if no such step can be taken there."""


def priced_steps(
    rules: Ruleset, ground: Ground, crawling: bool, slow: int, unhurried: bool = False
) -> dict[Offset, list[PricedSteps]]:
    """The steps of a ground by direction, with the ruleset's costs for a way of going."""
    key = ("priced steps", crawling, slow, unhurried)
    found = ground.priced.get(key)
    if not isinstance(found, dict):
        made: dict[Offset, list[PricedSteps]] = {}
        price = partial(rules.movement.step_cost, rules)
        for steps in ground.strides:
            mode, listed, diagonal = steps.mode, steps.listed, steps.diagonal
            prices = tuple(
                step_price(
                    price, StepQuery(mode, listed, diagonal, steps.features | overlay, crawling, slow, unhurried)
                )
                for overlay in OVERLAYS
            )
            made.setdefault(steps.step, []).append(PricedSteps(steps, prices))
        found = ground.priced[key] = made
    return found


BAND = 16
"""Rows to which a cropped band is rounded, so that neighbouring searches share the compiled moves."""

MARGIN = 24
"""Rows that a board must have beyond the budget's reach before cropping it to a band pays."""


class CostEncoding(NamedTuple):
    """Encodes cost and diagonal parity as integer search levels."""

    scale: int
    """Levels to a square."""
    copies: int
    """2 if the diagonal parity needs its own copy of the layout."""

    def level(self, squares: int, parity: int) -> int:
        """The level for a cost and a parity."""
        return squares * self.scale + (parity if self.copies == 1 else 0)

    def squares(self, level: int) -> int:
        """The squares of movement for a level."""
        return level // self.scale


class PricedMoves(NamedTuple):
    """Moves of one direction with the same movement limit, and their cost on each overlay."""

    step: tuple[int, int, int]
    into: int
    prices: tuple[StepCost | None, ...]
    bound: int
    """The most squares that the movement may have cost after the step."""


class Arcs(NamedTuple):
    """The moves of a search, compiled for every place of the other creatures."""

    encoding: CostEncoding
    moves: tuple[tuple[DirectionMoves, ...], ...]
    """For each overlay the moves at its costs."""
    limit: int
    """The last level within the budget."""
    state_index: StateIndex
    bits: int
    """Bits of the bitboards searched."""
    ways: dict[int, tuple[int, int]]
    """The change of x and y for each shift."""
    store: dict[object, object]
    """The compiled forms of the moves."""

    def layer(self, overlay: int, only: int | None = None) -> MoveLayer:
        """The moves at the costs of an overlay, for the anchors under it."""
        fans = self.store.get(("fans", overlay))
        block = self.state_index.layout.block
        if not isinstance(fans, tuple):
            sources = sum_of(go.into for moves in self.moves for go in moves)
            fans = self.store["fans", overlay] = fans_of(self.moves[overlay], self.ways, block, sources)
        return MoveLayer(self.moves[overlay], only, fans, block)


def arcs_of(
    rules: Ruleset,
    ground: Ground,
    budget: MovementBudget,
    crawling: bool,
    slow: int,
    flat: bool = True,
    exact: bool = False,
) -> Arcs:
    """The moves of a budget on a ground, flattened if possible, unless the search starts outside them.

    `exact`: with a copy of the layout for each diagonal parity, so that all cheapest ways are found, and not only those
    that leave the next diagonal cheaper.
    """
    key = (budget.limits, budget.last, crawling, slow, flat, exact)
    found = ground.priced.get(key)
    if not isinstance(found, Arcs):
        found = ground.priced.setdefault(key, _compile(rules, ground, budget, crawling, slow, flat, exact))
        assert isinstance(found, Arcs)
    return found


def cropped_arcs(
    rules: Ruleset,
    ground: Ground,
    budget: MovementBudget,
    crawling: bool,
    slow: int,
    start: Cube,
    rows: int,
    exact: bool = False,
) -> Arcs:
    """As `arcs_of`, for a search from `start` on a board of so many rows: wide boards are cropped to the rows in
    reach."""
    whole = arcs_of(rules, ground, budget, crawling, slow, True, exact)
    if whole.state_index.sheet is not None and not whole.state_index.find(start):
        # None of these moves leads to the start: its own column may have two anchors.
        whole = arcs_of(rules, ground, budget, crawling, slow, False, exact)
    if whole.encoding.copies == 2:
        return whole
    level = whole.encoding.level(budget.spent, 0)
    span = max(whole.limit - level, 0) // whole.encoding.scale + 1
    if rows <= 2 * span + MARGIN:
        return whole
    low = max(start[1] - span, 0) // BAND * BAND
    high = min(-(-(start[1] + span + 1) // BAND) * BAND, rows)
    band_key = (budget.limits, budget.last, crawling, slow, whole.state_index.sheet is None, low, high)
    band = ground.priced.get(band_key)
    if not isinstance(band, Arcs):
        band = ground.priced.setdefault(band_key, _crop(whole, ground, low, high))
        assert isinstance(band, Arcs)
    return band


def _lanes(rules: Ruleset, ground: Ground, budget: MovementBudget, crawling: bool, slow: int) -> list[PricedMoves]:
    merged: dict[tuple[tuple[int, int, int], tuple[StepCost | None, ...], int], int] = {}
    for step, alike in priced_steps(rules, ground, crawling, slow).items():
        for steps, prices in alike:
            bound = budget.of(steps.mode)
            if bound < 0 or all(price is None for price in prices):
                continue
            key = (step, prices, bound)
            known = merged.get(key)
            merged[key] = steps.into if known is None else known | steps.into
    return [PricedMoves(step, into, prices, bound) for (step, prices, bound), into in merged.items()]


def cost_encoding_for(rules: Ruleset, lanes: list[PricedMoves]) -> CostEncoding:
    """Chooses the encoding. One level carries cost and parity if every counted diagonal pays by the cycle; otherwise (a
    diagonal that counts but costs the same) parity takes a second copy of the layout."""
    if len(rules.grid.diagonal_cycle) == 1:
        return CostEncoding(1, 1)
    if all(price is None or price.alternates == price.flips for lane in lanes for price in lane.prices):
        return CostEncoding(2, 1)
    return CostEncoding(1, 2)


def _compile(
    rules: Ruleset,
    ground: Ground,
    budget: MovementBudget,
    crawling: bool,
    slow: int,
    flat: bool,
    exact: bool,
) -> Arcs:
    lanes = _lanes(rules, ground, budget, crawling, slow)
    encoding = cost_encoding_for(rules, lanes)
    if exact and encoding.scale == 2:
        encoding = CostEncoding(1, 2)
    layout = ground.layout
    bits = layout.bits
    sheet = _sheet(ground, lanes) if flat and encoding.copies == 1 and layout.high > layout.low else None
    limit = 0
    merged: list[dict[tuple[int, int, int], int]] = [{} for _ in OVERLAYS]
    ways: dict[int, tuple[int, int]] = {}

    def add(overlay: int, shift: int, into: int, level: int, bound: int) -> None:
        nonlocal limit
        latest = bound * encoding.scale + encoding.scale - 1 - level
        if budget.last:
            latest = max(latest, bound * encoding.scale - 1)
        if latest < 0:
            return
        limit = max(limit, latest + level)
        key = (shift, level, latest)
        # Joined only where there are two, so that moves shared with the ground take no memory of their own.
        known = merged[overlay].get(key)
        merged[overlay][key] = into if known is None else known | into

    for step, into, prices, bound in lanes:
        shift = layout.offset(step)
        if sheet is not None:
            # A step enters a node from the one node of the neighbouring column.
            into = sheet.flat(into & layout.shift(sheet.nodes, step))
            shift = layout.offset((step[0], step[1], 0))
        for hop in (0, bits, -bits):
            ways[shift + hop] = step[:2]
        for overlay, price in enumerate(prices):
            if price is None:
                continue
            if encoding.copies == 1:
                extra = 1 if encoding.scale == 2 and price.flips else 0
                add(overlay, shift, into, price.squares * encoding.scale + extra, bound)
            elif not price.flips:
                add(overlay, shift, into | into << bits, price.squares, bound)
            else:
                dear = price.squares + (1 if price.alternates else 0)
                add(overlay, shift + bits, into << bits, price.squares, bound)
                add(overlay, shift - bits, into, dear, bound)
    state_index = StateIndex(layout, 0, bits, encoding.copies, sheet)
    return Arcs(
        encoding, tuple(_grouped(found) for found in merged), limit, state_index, bits * encoding.copies, ways, {}
    )


def _sheet(ground: Ground, lanes: list[PricedMoves]) -> FlattenedLayer | None:
    """The flattened layer for the moves; None if a column has two anchors to enter."""
    if any(step[:2] == (0, 0) for step, *_ in lanes):
        return None
    nodes = ground.walk
    for lane in lanes:
        nodes |= lane.into
    return FlattenedLayer.of(ground.layout, nodes)


def _grouped(found: dict[tuple[int, int, int], int]) -> tuple[DirectionMoves, ...]:
    """The moves joined by direction, so that the search shifts its front once for each."""
    by_shift: dict[int, list[tuple[int, int, int]]] = {}
    for (shift, level, latest), into in sorted(found.items()):
        by_shift.setdefault(shift, []).append((into, level, latest))
    made: list[DirectionMoves] = []
    for shift, prices in by_shift.items():
        union = prices[0][0]
        for into, _, _ in prices[1:]:
            union |= into
        made.append(DirectionMoves(shift, union, tuple(prices)))
    return tuple(made)


def _crop(whole: Arcs, ground: Ground, low: int, high: int) -> Arcs:
    block = ground.layout.block
    base = low * block
    mask = (1 << (high - low) * block) - 1

    def cut(go: DirectionMoves) -> DirectionMoves:
        prices = ((into >> base & mask, price, latest) for into, price, latest in go.prices)
        return DirectionMoves(go.shift, go.into >> base & mask, tuple(option for option in prices if option[0]))

    moves = tuple(tuple(go for go in map(cut, overlay) if go.into) for overlay in whole.moves)
    state_index = replace(whole.state_index, base=base)
    return Arcs(whole.encoding, moves, whole.limit, state_index, (high - low) * block, whole.ways, {})


def entering(layout: BitboardLayout, space: Box, side: int, step: Offset) -> Bitboard:
    """Anchors at which a body of a side, after a step, has newly entered part of a space."""
    x0, y0, z0, x1, y1, z1 = space
    reach = side - 1
    dx, dy, dz = step
    found = 0
    if dx:
        ahead = reach if dx > 0 else 0
        found |= layout.box(x0 - ahead, y0 - reach, z0 - reach, x1 - ahead, y1, z1)
    if dy:
        ahead = reach if dy > 0 else 0
        found |= layout.box(x0 - reach, y0 - ahead, z0 - reach, x1, y1 - ahead, z1)
    if dz:
        ahead = reach if dz > 0 else 0
        found |= layout.box(x0 - reach, y0 - reach, z0 - ahead, x1, y1, z1 - ahead)
    return found


def enters(new: Box, old: Box, space: Box) -> bool:
    """Whether a body that moves from one box to another newly enters part of a space."""
    shared = [(max(a, b), min(c, d)) for a, b, c, d in zip(new[:3], space[:3], new[3:], space[3:], strict=True)]
    if any(low > high for low, high in shared):
        return False
    return any(low < old[axis] or high > old[axis + 3] for axis, (low, high) in enumerate(shared))


def costly_entry_moves(arcs_of: Arcs, spaces: Iterable[Box], side: int, overlay: int) -> tuple[DirectionMoves, ...]:
    """The moves into anchors that overlap some spaces: costly where they newly enter one, plain inside it.

    `overlay` is the number of the table's costly moves.
    """
    state_index = arcs_of.state_index
    layout, sheet = state_index.layout, state_index.sheet
    entered: dict[int, Bitboard] = {}
    spaces = tuple(spaces)
    for step in SOLID if layout.high > layout.low else FLAT:
        bitboard = 0
        for space in spaces:
            bitboard |= entering(layout, space, side, step)
        if sheet is not None:
            bitboard &= layout.shift(sheet.nodes, step)
        shift = layout.offset(step if sheet is None else (step[0], step[1], 0))
        folded = state_index.fold(bitboard)
        # Where the diagonal parity has its own copy, a step may lead into the other one.
        for hop in (0,) if state_index.copies == 1 else (0, state_index.bits, -state_index.bits):
            entered[shift + hop] = entered.get(shift + hop, 0) | folded
    prices: dict[int, list[tuple[Bitboard, int, int]]] = {}
    for number, newly in ((overlay, True), (0, False)):
        for go in arcs_of.moves[number]:
            new = entered.get(go.shift, 0)
            for into, level, latest in go.prices:
                part = into & new if newly else into & ~new
                if part:
                    prices.setdefault(go.shift, []).append((part, level, latest))
    return tuple(_go(shift, found) for shift, found in sorted(prices.items()))


def _go(shift: int, prices: list[tuple[Bitboard, int, int]]) -> DirectionMoves:
    union = 0
    for into, _, _ in prices:
        union |= into
    return DirectionMoves(shift, union, tuple(prices))
