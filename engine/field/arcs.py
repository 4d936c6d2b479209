"""Step costs, compiled for a mover's ground and budget. Other creatures are masks on them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import NamedTuple

from ...components.position import Cube, Mode
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset, sum_of
from ..geometry.boxes import FLAT, SOLID, Box
from ..rules.budget import MovementBudget
from ..rules.ruleset import Ruleset
from ..rules.step_costs import BODY, CORPSE, FACTOR, StepCost, StepQuery, extra_price
from ..search.bitboard_search import (
    DirectionMoves,
    Entry,
    FlattenedLayer,
    MoveLayer,
    StateIndex,
    stepwise,
)
from ..search.compiled_search import CompiledTable
from .ground import DirectionSteps, Ground

OVERLAYS = (0, BODY, CORPSE)
"""What other creatures add to an anchor: nothing, a costly space, or a body."""


class PricedSteps(NamedTuple):
    """All steps in one direction and movement mode, with their costs."""

    steps: DirectionSteps
    prices: tuple[StepCost | None, ...]
    """The step's cost for each of `OVERLAYS`; None if closed."""
    features: tuple[int, ...]
    """The step's features for each of `OVERLAYS`; a body without cost adds none."""


def priced_steps(
    rules: Ruleset, ground: Ground, crawling: bool, slow: int, unhurried: bool = False
) -> dict[Offset, list[PricedSteps]]:
    key = ("priced steps", crawling, slow, unhurried)
    found = ground.priced.get(key)
    if not isinstance(found, dict):
        made: dict[Offset, list[PricedSteps]] = {}
        for steps in ground.strides:
            prices, met = _prices(
                rules, steps.mode, steps.listed, steps.diagonal, steps.features, crawling, slow, unhurried
            )
            made.setdefault(steps.step, []).append(PricedSteps(steps, prices, met))
        found = ground.priced[key] = made
    return found


@lru_cache(maxsize=1 << 12)
def _prices(
    rules: Ruleset,
    mode: Mode,
    listed: bool,
    diagonal: bool,
    features: int,
    crawling: bool,
    slow: int,
    unhurried: bool,
) -> tuple[tuple[StepCost | None, ...], tuple[int, ...]]:
    """Returns the costs and the features of a step for each of `OVERLAYS`."""
    price = partial(rules.movement.step_cost, rules)
    queries = [StepQuery(mode, listed, diagonal, features | overlay, crawling, slow, unhurried) for overlay in OVERLAYS]
    prices = tuple(price(one) if one.features < 1 << FACTOR else extra_price(price, one) for one in queries)
    if crawling and rules.movement.crawls_evenly(rules):
        prices = tuple(None if cost is None else StepCost(1, flips=cost.flips) for cost in prices)
    met = tuple(
        features | (overlay if features or cost != prices[0] else 0)
        for overlay, cost in zip(OVERLAYS, prices, strict=True)
    )
    return prices, met


@dataclass(slots=True)
class Arcs:
    """The steps of a path search on one board, with their costs; other creatures are ignored.

    A level is the cost in squares times `scale`. With scale 2, it also stores whether the number of diagonals is
    odd.
    """

    scale: int
    moves: tuple[tuple[DirectionMoves, ...], ...]
    limit: int
    """The highest level that the budget pays for."""
    states: StateIndex
    ways: dict[int, tuple[int, int]]
    """The (dx, dy) of each bit shift."""
    sources: Bitboard
    """Anchors that some step enters."""
    layers: dict[int, MoveLayer] = field(init=False, default_factory=dict)
    bands: "dict[tuple[int, int], Arcs]" = field(init=False, default_factory=dict)
    compiled: CompiledTable | bool | None = field(init=False, default=None)
    """The steps compiled for the C extension; False: not possible, None: not tried."""


def arcs_of(
    rules: Ruleset,
    ground: Ground,
    budget: MovementBudget,
    crawling: bool,
    slow: int,
    flat: bool = True,
    exact: bool = False,
) -> Arcs:
    """Returns the steps that a movement budget can pay for, with their costs.

    If `exact`, the search finds all cheapest paths.
    """
    key = (budget.limits, budget.last, crawling, slow, flat, exact)
    found = ground.priced.get(key)
    if not isinstance(found, Arcs):
        found = ground.priced.setdefault(key, _compile(rules, ground, budget, crawling, slow, flat, exact))
        assert isinstance(found, Arcs)
    return found


def _compile(
    rules: Ruleset, ground: Ground, budget: MovementBudget, crawling: bool, slow: int, flat: bool, exact: bool
) -> Arcs:
    lanes: dict[tuple[Offset, tuple[StepCost | None, ...], int], Bitboard] = {}
    bounds = dict(budget.limits)
    for step, alike in priced_steps(rules, ground, crawling, slow).items():
        for steps, prices, _ in alike:
            bound = bounds.get(steps.mode, -1)
            if bound >= 0 and any(price is not None for price in prices):
                # Joined only where there are two, to share the memory of the ground's bitboards.
                known = lanes.get((step, prices, bound))
                lanes[step, prices, bound] = steps.into if known is None else known | steps.into
    scale, copies = 1, 1
    if len(rules.grid.diagonal_cycle) > 1:
        by_cycle = all(price is None or price.alternates == price.flips for _, prices, _ in lanes for price in prices)
        scale, copies = (2, 1) if by_cycle and not exact else (1, 2)
    layout = ground.layout
    bits, sheet = layout.bits, None
    if flat and copies == 1 and layout.high > layout.low and not any(step[:2] == (0, 0) for step, *_ in lanes):
        sheet = FlattenedLayer.of(layout, ground.walk | sum_of(lanes.values()))
    limit = 0
    merged: list[dict[int, dict[tuple[int, int], Bitboard]]] = [{} for _ in OVERLAYS]
    ways: dict[int, tuple[int, int]] = {}
    for (step, costs, bound), into in lanes.items():
        shift = layout.offset(step)
        if sheet is not None:
            # A step enters a node from the one node of the neighbouring column.
            into = sheet.flat(into & layout.shift(sheet.nodes, step))
            shift = layout.offset((step[0], step[1], 0))
        for overlay, price in enumerate(costs):
            if price is None:
                continue
            if copies == 1:
                entries = [(shift, into, price.squares * scale + (scale == 2 and price.flips))]
            elif not price.flips:
                entries = [(shift, into | into << bits, price.squares)]
            else:
                entries = [
                    (shift + bits, into << bits, price.squares),
                    (shift - bits, into, price.squares + price.alternates),
                ]
            for by, anchors, level in entries:
                latest = bound * scale + scale - 1 - level
                if budget.last:
                    latest = max(latest, bound * scale - 1)
                if latest >= 0:
                    limit = max(limit, latest + level)
                    ways[by] = step[:2]
                    known = merged[overlay].setdefault(by, {}).get((level, latest))
                    merged[overlay][by][level, latest] = anchors if known is None else known | anchors
    moves = tuple(
        _grouped({shift: [(into, *at) for at, into in sorted(found.items())] for shift, found in by_shift.items()})
        for by_shift in merged
    )
    sources = sum_of(go.into for overlay in moves for go in overlay)
    return Arcs(scale, moves, limit, StateIndex(layout, 0, bits, copies, sheet), ways, sources)


def _grouped(by_shift: dict[int, list[Entry]]) -> tuple[DirectionMoves, ...]:
    return tuple(
        DirectionMoves(
            shift, prices[0][0] if len(prices) == 1 else sum_of(into for into, _, _ in prices), tuple(prices)
        )
        for shift, prices in sorted(by_shift.items())
    )


BAND = 16
"""Cropped searches begin and end at rows that are multiples of this."""

MARGIN = 24
"""Rows beyond the budget's reach before cropping saves time."""


def cropped(whole: Arcs, start: Cube, level: int) -> Arcs:
    layout = whole.states.layout
    span = max(whole.limit - level, 0) // whole.scale + 1
    if layout.height <= 2 * span + MARGIN or whole.states.copies == 2:
        return whole
    low = max(start[1] - span, 0) // BAND * BAND
    high = min(-(-(start[1] + span + 1) // BAND) * BAND, layout.height)
    found = whole.bands.get((low, high))
    if found is None:
        base, mask = low * layout.block, (1 << (high - low) * layout.block) - 1
        moves: list[tuple[DirectionMoves, ...]] = []
        for overlay in whole.moves:
            kept: dict[int, list[Entry]] = {}
            for go in overlay:
                cut = [(into >> base & mask, price, latest) for into, price, latest in go.prices]
                if any(into for into, _, _ in cut):
                    kept[go.shift] = [entry for entry in cut if entry[0]]
            moves.append(_grouped(kept))
        states = replace(whole.states, base=base)
        sources = whole.sources >> base & mask
        made = Arcs(whole.scale, tuple(moves), whole.limit, states, whole.ways, sources)
        found = whole.bands.setdefault((low, high), made)
    return found


def compiled_table(arcs: Arcs) -> CompiledTable | None:
    """Returns the steps and costs for the C extension; None if it cannot store them."""
    if arcs.compiled is None:
        try:
            arcs.compiled = CompiledTable(arcs.moves, arcs.states)
        except ValueError:
            arcs.compiled = False
    return arcs.compiled or None  # type: ignore[return-value]


def closed_behind(layers: Sequence[MoveLayer], bitboard: Bitboard) -> list[MoveLayer]:
    found: list[MoveLayer] = []
    for layer in layers:
        inside: list[DirectionMoves] = []
        for shift, into, prices in layer.moves.values():
            sources = bitboard << shift if shift >= 0 else bitboard >> -shift
            kept = tuple((entered & sources, price, latest) for entered, price, latest in prices)
            inside.append(DirectionMoves(shift, into & sources, kept))
        only = bitboard if layer.only is None else layer.only & bitboard
        found += [stepwise(inside, only), layer]
    return found


def entering(layout: BitboardLayout, space: Box, side: int, step: Offset) -> Bitboard:
    """Returns the places where a body `side` squares wide enters `space` by this step."""
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
    """True if the box `new` overlaps `space` in cubes that the box `old` does not cover."""
    shared = [(max(a, b), min(c, d)) for a, b, c, d in zip(new[:3], space[:3], new[3:], space[3:], strict=True)]
    if any(low > high for low, high in shared):
        return False
    return any(low < old[axis] or high > old[axis + 3] for axis, (low, high) in enumerate(shared))


def costly_entry_moves(arcs: Arcs, spaces: Iterable[Box], side: int, overlay: int) -> tuple[DirectionMoves, ...]:
    states = arcs.states
    layout, sheet = states.layout, states.sheet
    entered: dict[int, Bitboard] = {}
    spaces = tuple(spaces)
    for step in SOLID if layout.high > layout.low else FLAT:
        bitboard = 0
        for space in spaces:
            bitboard |= entering(layout, space, side, step)
        if sheet is not None:
            bitboard &= layout.shift(sheet.nodes, step)
        shift = layout.offset(step if sheet is None else (step[0], step[1], 0))
        folded = states.fold(bitboard)
        # Where the diagonal parity has its own copy, a step may lead into the other one.
        for hop in (0,) if states.copies == 1 else (0, states.bits, -states.bits):
            entered[shift + hop] = entered.get(shift + hop, 0) | folded
    prices: dict[int, list[Entry]] = {}
    for number, newly in ((overlay, True), (0, False)):
        for go in arcs.moves[number]:
            new = entered.get(go.shift, 0)
            for into, level, latest in go.prices:
                part = into & new if newly else into & ~new
                if part:
                    prices.setdefault(go.shift, []).append((part, level, latest))
    return _grouped(prices)
