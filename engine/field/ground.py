"""The board compiled for one kind of mover: the places it can enter, and its steps."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, nextafter
from typing import NamedTuple

from ...components.plan import MoveOptions
from ...components.position import Cube, Mode
from ...components.stats import Nature
from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset, sum_of
from ..geometry.boxes import Box, Spaces
from ..memo import Memo
from ..rules.budget import modes_now, speeds_now
from ..rules.ruleset import Ruleset
from ..state.creature import Creature

# --- the kind of mover


class MoverKind(NamedTuple):
    side: int
    modes: tuple[tuple[Mode, bool], ...]
    least: float
    """The least width in feet that the mover can squeeze through."""
    least_open: bool
    """True if only wider gaps than `least` suffice."""
    room: float
    """The width in feet that the mover needs without squeezing."""
    sees_in_dark: bool = True
    sees: bool = True
    digs: frozenset[str] = frozenset({"dirt"})
    ghostly: bool = False
    """True if the ground never hampers it."""
    extra_blocked: Spaces = ()
    """Spaces of creatures that it cannot enter but may squeeze past."""
    levels: tuple[int, int] | None = None
    """The lowest and highest level to compile; None: all."""
    phasing: bool = False
    corners: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Spaces whose corners it cannot cut."""
    rough: tuple[tuple[int, int, int, int, int, int], ...] = ()
    """Spaces that count as rough ground."""
    pits: bool = False
    """True if it may enter pits."""
    level: int | None = None
    """The mover's height where no mode supports it."""
    overhead: bool = False
    """True if it climbs along the ceiling."""
    carrier: tuple[int, int, int, int, int, int] | None = None
    """The space of the creature that it climbs on."""
    delves: bool = False
    """True if it moves vertically through earth."""
    going: tuple[tuple[str, int], ...] = ()
    """(tag of a tile, factor on its cost)."""
    surcharges: tuple[tuple[tuple[int, int], int], ...] = ()
    """(square, extra squares to enter it)."""


def kind_of(rules: Ruleset, creature: Creature, options: MoveOptions) -> MoverKind:
    """Returns what decides a creature's possible steps (size, modes, options), from a cache."""
    modes = modes_now(rules, creature)
    levels: tuple[int, int] | None = None
    if any(mode != "walk" and mode != "swim" for mode, _ in modes):
        # The heights in reach of two moves, in steps of four for neighbouring places to share a ground.
        most, z, speeds = 0, creature.position.z, speeds_now(rules, creature)
        for mode, listed in modes:
            if mode not in ("walk", "swim") and (options.modes is None or mode in options.modes):
                speed = speeds.get(mode, 0) if listed else speeds.get("walk", 0) // rules.movement.unlisted.get(mode, 1)
                most = max(most, 2 * rules.squares(speed))
        levels = (z - most) // 4 * 4, -(-(z + most) // 4) * 4
    key = ("frame", options, creature.state, levels)
    found = creature.memory.get(key)
    if not isinstance(found, MoverKind):
        found = creature.memory[key] = _made(rules, creature, options, levels)
    return found


SEEING_IN_DARK = frozenset({"darkvision", "blindsight", "truesight"})
"""Senses that suffice in darkness. (srd.speed.hampered)"""


def _made(rules: Ruleset, creature: Creature, options: MoveOptions, levels: tuple[int, int] | None) -> MoverKind:
    row = rules.sizes.rows[creature.size.name]
    allowed = options.modes
    modes: list[tuple[Mode, bool]] = []
    for mode, listed in modes_now(rules, creature):
        if allowed is None or mode in allowed:
            modes.append((mode, listed))
    room = min(creature.size.room, row.side * 5.0)
    least = rules.sizes.squeeze_least(rules, row) if options.least is None else options.least
    if creature.size.head is not None:
        # The gap must be wider than the head, if only by a hair.
        least = max(least, nextafter(creature.size.head, inf))
    digs = {*rules.terrain.digs, *creature.body.burrows}
    return MoverKind(
        side=creature.size.side,
        modes=tuple(modes),
        least=least,
        least_open=rules.sizes.squeeze_open and options.least is None,
        room=room,
        sees_in_dark=not rules.terrain.darkness_hampers or not SEEING_IN_DARK.isdisjoint(creature.body.senses),
        sees=not rules.terrain.darkness_hampers
        or "blinded" not in creature.condition.held
        or "blindsight" in creature.body.senses,
        digs=frozenset(digs),
        ghostly=not rules.terrain.hampered(rules, creature),
        phasing=rules.terrain.phases(rules, creature),
        pits=options.pits,
        overhead="climb" in dict(modes) and rules.movement.clings_overhead(rules, creature),
        levels=levels,
        going=going_of(rules, creature) if rules.defined.terrain else (),
    )


def going_of(rules: Ruleset, creature: Creature) -> tuple[tuple[str, int], ...]:
    """Returns (tile tag, cost factor) for each terrain rule of a scenario, for this creature."""
    nature: Nature | None = creature.parts.get(Nature)
    kind = "" if nature is None or nature.kind is None else nature.kind
    found = ((tag, spec.by.get(kind, spec.cost)) for tag, spec in sorted(rules.defined.terrain.items()))
    return tuple((tag, factor) for tag, factor in found if factor > 1)


# --- clearance: where a body has its full width, and where enough to squeeze


class Strip(NamedTuple):
    """The adjoining rows or columns of a squeezed body that take a step."""

    axis: int
    """0: rows, 1: columns."""
    start: int
    number: int
    side: int
    step: Offset
    after: Bitboard
    """Anchors that the step enters along it."""

    @property
    def squares(self) -> list[tuple[int, int]]:
        """Its squares, from the anchor."""
        lines = range(self.start, self.start + self.number)
        if self.axis == 0:
            return [(i, j) for i in range(self.side) for j in lines]
        return [(i, j) for i in lines for j in range(self.side)]

    @property
    def along(self) -> Offset:
        """How far the body comes by the step."""
        return (self.step[0], 0, 0) if self.axis == 0 else (0, self.step[1], 0)

    @property
    def rank(self) -> tuple[bool, int]:
        """The body takes the strip of the lowest rank."""
        return bool(self.step[1 - self.axis] and not self.step[self.axis]), -self.number


@dataclass(frozen=True, slots=True)
class Clearance:
    """The places where a body fits: with enough room, or only by squeezing."""

    roomy: Bitboard
    tight: Bitboard
    """Anchors where the body fits only squeezing."""
    runs: dict[tuple[int, int, int], Bitboard] = field(default_factory=dict)
    """Anchors by open rows or columns of the body: (0 rows or 1 columns, first, number)."""

    def between(self, layout: BitboardLayout, layers: TerrainLayers, kind: MoverKind, step: Offset) -> Bitboard:
        found = self.whole(layout, layers, kind, step)
        for strip in self.strips(layout, layers, kind, step):
            found |= strip.after
        return found

    def whole(self, layout: BitboardLayout, layers: TerrainLayers, kind: MoverKind, step: Offset) -> Bitboard:
        """Returns the anchors that the step enters with the whole body."""
        crossed = _walls_crossed(layout, layers, kind, step)
        found = self.roomy & layout.shift(self.roomy, step)
        return found & ~layout.any_over(crossed, kind.side) if crossed else found

    def strips(self, layout: BitboardLayout, layers: TerrainLayers, kind: MoverKind, step: Offset) -> Iterator[Strip]:
        """Yields the rows and columns of a squeezed body that can take the step."""
        crossed = _walls_crossed(layout, layers, kind, step)
        for (axis, start, count), bitboard in self.runs.items():
            before = self.runs.get((axis, start + step[1 - axis], count))
            if before:
                strip = Strip(axis, start, count, kind.side, step, bitboard & layout.shift(before, step))
                if crossed and strip.after:
                    over = sum_of(layout.shift(crossed, (-x, -y, 0)) for x, y in strip.squares)
                    strip = strip._replace(after=strip.after & ~over)
                yield strip


def _walls_crossed(layout: BitboardLayout, layers: TerrainLayers, kind: MoverKind, step: Offset) -> Bitboard:
    if kind.phasing or (step[0] and step[1]):
        return 0
    return crossing_edges(layout, layers.walls_west, layers.walls_north, step)


def crossing_edges(layout: BitboardLayout, west: Bitboard, north: Bitboard, step: Offset) -> Bitboard:
    """Returns the cubes that a step enters across an edge. `west` and `north` are the cubes with one on that side."""
    dx, dy, _ = step
    if dx:
        return west if dx > 0 else layout.shift(west, (-1, 0, 0))
    if dy:
        return north if dy > 0 else layout.shift(north, (0, -1, 0))
    return 0


def split_by_walls(layout: BitboardLayout, layers: TerrainLayers, columns: range, rows: range) -> Bitboard:
    split = 0
    if layers.walls_west:
        for i in columns[1:]:
            for j in rows:
                split |= layout.shift(layers.walls_west, (-i, -j, 0))
    if layers.walls_north:
        for i in columns:
            for j in rows[1:]:
                split |= layout.shift(layers.walls_north, (-i, -j, 0))
    return split


def clearance_for(
    layout: BitboardLayout,
    layers: TerrainLayers,
    kind: MoverKind,
    open_cells: Bitboard,
    anchors: Bitboard,
) -> Clearance:
    side = kind.side
    whole = (open_cells if side == 1 else layout.all_over(open_cells, side)) & anchors
    widths = dict(layers.widths)
    narrow_cells = 0
    for width, bitboard in widths.items():
        if width < min(kind.room, 5.0):
            narrow_cells |= bitboard
    roomy = whole & ~layout.any_over(narrow_cells, side) if narrow_cells else whole
    walled = not kind.phasing and bool(layers.walls_west or layers.walls_north) and side > 1
    if walled:
        roomy &= ~split_by_walls(layout, layers, range(side), range(side))
    if side == 1 or kind.least >= kind.room:
        tight = 0
        if side == 1:
            for width, bitboard in widths.items():
                if width < kind.room and _enough(width, kind):
                    tight |= bitboard & whole
        return Clearance(roomy, tight)
    # A larger body draws in: some run of adjoining rows (or columns) must be open along its whole length and wide
    # enough together. A row is as wide as its narrowest square. No body draws in beside what is unseen.
    anchors &= ~layout.any_over(layers.unseen & layers.hard, side)
    levels = sorted({0.0, 5.0, *widths})
    tight = 0
    runs: dict[tuple[int, int, int], Bitboard] = {}
    for axis, (along, across) in enumerate(((1, layout.block), (layout.block, 1))):
        line_at_least: dict[float, Bitboard] = {}
        for level in levels[1:]:
            cells = open_cells
            for width, bitboard in widths.items():
                if width < level:
                    cells &= ~bitboard
            line = cells
            done = 1
            while done < side:
                go = min(done, side - done)
                line &= line >> (along * go)
                done += go
            line_at_least[level] = line
        for start in range(side):
            for count in range(1, side - start + 1):
                run = _run(layout, line_at_least, levels, across, start, count, kind) & anchors
                if walled and run:
                    spans = range(side), range(start, start + count)
                    run &= ~split_by_walls(layout, layers, *(spans if axis == 0 else spans[::-1]))
                if run:
                    runs[axis, start, count] = run
                    tight |= run
    tight &= ~roomy
    return Clearance(roomy, tight, runs if tight else {})


def _run(
    layout: BitboardLayout,
    lines: dict[float, Bitboard],
    levels: list[float],
    across: int,
    start: int,
    count: int,
    kind: MoverKind,
) -> Bitboard:
    if len(levels) == 2:
        if not _enough(5.0 * count, kind):
            return 0
        bitboard = -1
        for i in range(start, start + count):
            bitboard &= lines[5.0] >> (across * i)
        return bitboard if bitboard >= 0 else 0
    by_total: dict[float, Bitboard] = {0.0: -1}
    for i in range(start, start + count):
        grown: dict[float, Bitboard] = {}
        for total, bitboard in by_total.items():
            for low, high in zip(levels[1:], [*levels[2:], None], strict=True):
                just = lines[low] & ~(lines[high] if high is not None else 0)
                members = bitboard & (just >> (across * i))
                if members:
                    grown[total + low] = grown.get(total + low, 0) | members
        by_total = grown
    found = 0
    for total, bitboard in by_total.items():
        if _enough(total, kind):
            found |= bitboard
    return found


def _enough(width: float, kind: MoverKind) -> bool:
    return width > kind.least if kind.least_open else width >= kind.least


# --- the ground of one kind of mover


@dataclass(frozen=True, slots=True)
class DirectionSteps:
    """All steps in one direction and mode, by the places that they enter."""

    step: Offset
    mode: Mode
    listed: bool
    features: int
    diagonal: bool
    into: Bitboard


@dataclass(slots=True, kw_only=True, weakref_slot=True)
class Ground:
    """The places that one kind of mover can enter on a board, and its steps."""

    kind: MoverKind
    layout: BitboardLayout
    layers: TerrainLayers
    walk: Bitboard
    swim: Bitboard
    air: Bitboard
    """Anchors in the air: only flight or a grip supports the mover."""
    grip: Bitboard
    """Anchors in the air beside something to climb."""
    burrow: Bitboard
    shut: Bitboard
    """Anchors in pits, closed to walkers."""
    tight: Bitboard
    room: Clearance
    enterable: Bitboard
    hard: Bitboard
    """Anchors over a square that hampers the mover."""
    hazard: Bitboard
    harmful: Bitboard
    strides: tuple[DirectionSteps, ...] = ()
    ways: tuple[int, ...] = ()
    """For each way to go, the number of its successive strides. They differ in features only."""
    priced: dict[object, object] = field(default_factory=dict)
    """Arcs and other derived step costs, by their inputs."""
    boxes: Memo[Box, Bitboard]
    """Cached anchors where the body overlaps a box."""
    strikes: Memo[object, Bitboard]
    """Cached anchors where the mover's strikes reach a space."""
    threats: Memo[object, Bitboard]
    """Cached anchors where an enemy threatens the mover."""
    by_step: dict[Offset, list[DirectionSteps]] = field(default_factory=dict)
    weight: int = 0
    """The approximate size in bits."""

    def ways_of_body(self, step: Offset, there: Cube) -> list[tuple[Offset, list[tuple[int, int]]]]:
        """Returns (step, squares filled from the anchor) of each way into a place."""
        room, bit, side = self.room, self.layout.bit(there), self.kind.side
        if bit and room.runs and not bit & room.whole(self.layout, self.layers, self.kind, step):
            strips = [strip for strip in room.strips(self.layout, self.layers, self.kind, step) if strip.after & bit]
            best = min((strip.rank for strip in strips), default=None)
            if best is not None:
                return [(strip.along, strip.squares) for strip in strips if strip.rank == best]
        return [(step, [(i, j) for i in range(side) for j in range(side)])]

    def over(self, box: Box) -> Bitboard:
        """Returns the places where the mover's body would overlap `box`."""
        bitboard = self.boxes.get(box)
        if bitboard is None:
            reach = self.kind.side - 1
            x0, y0, z0, x1, y1, z1 = box
            bitboard = self.boxes.keep(box, self.layout.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1))
        return bitboard
