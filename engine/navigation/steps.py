"""Every kind of step on a ground: by direction, mode and what makes it hard, the anchors it leads to."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...components.position import Mode
from ..board.board import Board
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..rules.ruleset import Ruleset
from ..rules.step_costs import BARRIER, DARK, DIFFICULT, IMPEDED, NARROW, OBSTACLE, SLANT, STAIR, STEEP
from .corners_and_edges import barriers, corner_cells, edge_anchors, slant_anchors

if TYPE_CHECKING:
    from .nav_grid import NavGrid

FLAT: tuple[Offset, ...] = tuple((dx, dy, 0) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
"""The eight level steps, in row order."""

SOLID: tuple[Offset, ...] = tuple(
    (dx, dy, dz) for dy in (-1, 0, 1) for dx in (-1, 0, 1) for dz in (-1, 0, 1) if (dx, dy, dz) != (0, 0, 0)
)
"""All steps in space."""


@dataclass(frozen=True, slots=True)
class DirectionSteps:
    """All steps of one direction, mode and set of features: the anchors they may lead to."""

    step: Offset
    mode: Mode
    listed: bool
    features: int
    diagonal: bool
    into: Bitboard


def steps_of(board: Board, rules: Ruleset, made: "NavGrid", open_cells: Bitboard) -> Iterator[DirectionSteps]:
    """Every kind of step, direction by direction."""
    lattice, planes, frame = made.lattice, made.planes, made.frame
    side, modes = frame.side, dict(frame.modes)
    layered = lattice.high > lattice.low
    filled = planes.filled
    for box in frame.corners:
        filled |= lattice.box(*box)
    on_carrier = 0
    if frame.carrier is not None:
        x0, y0, z0, x1, y1, z1 = frame.carrier
        on_carrier = lattice.box(x0 - side + 1, y0 - side + 1, z0 - side + 1, x1, y1, z1 + 1)
    for step in SOLID if layered else FLAT:
        dx, dy, dz = step
        level_axes = (dx != 0) + (dy != 0)
        through = made.room.between(lattice, step) if made.room.runs else -1
        closed = 0
        if level_axes == 2:
            bad = 0 if frame.phasing else corner_cells(rules, lattice, planes, step, filled)
            bad &= open_cells & lattice.shift(open_cells, step)
            closed = lattice.any_over(bad, side)
        elif level_axes == 1 and not frame.phasing:
            closed = edge_anchors(lattice, planes.walls_west, planes.walls_north, step, side)
        back_on = on_carrier & ~lattice.shift(on_carrier, step)  # who has left its carrier is not on it any more
        for mode, listed, into, stair, flat in _ways(rules, made, step, modes):
            into &= through & ~back_on
            if mode == "burrow" and level_axes == 2 and not frame.phasing:
                # Earth that it digs through has no corners for a burrower.
                bad = corner_cells(rules, lattice, planes, step, filled & ~open_cells)
                into &= ~lattice.any_over(bad & open_cells & lattice.shift(open_cells, step), side)
            else:
                into &= ~closed
            if not into:
                continue
            if mode in ("fly", "swim", "climb") and dz and level_axes and rules.corner_axes == 3 and not stair:
                cut = 0 if frame.phasing else slant_anchors(rules, lattice, filled, step, side)
                if mode != "fly" and dz < 0:
                    cut &= ~lattice.shift(made.walk, step)  # down over the edge of the floor it stands on
                into &= ~cut
            slant = bool(level_axes and dz) and not flat
            diagonal = level_axes == 2 or (slant and rules.vertical_diagonal)
            traits = STAIR if stair else 0
            if rules.slant_per_axis and slant:
                traits |= SLANT if level_axes == 1 else STEEP
            yield from _by_features(rules, made, step, mode, listed, diagonal, into, traits, open_cells)


def _ways(
    rules: Ruleset, made: "NavGrid", step: Offset, modes: dict[Mode, bool]
) -> Iterator[tuple[Mode, bool, Bitboard, bool, bool]]:
    """(mode, listed, anchors to enter, onto a higher floor, counted as if it kept its height) for one direction."""
    lattice, planes, side = made.lattice, made.planes, made.frame.side
    dx, dy, dz = step
    level = (dx, dy) != (0, 0)
    dry = made.walk | made.air

    def after(plane: Bitboard) -> Bitboard:
        return lattice.shift(plane, step)

    if "walk" in modes and level:
        listed = modes["walk"]
        if dz == 0:
            yield "walk", listed, made.walk & after(made.enterable), False, True
        elif dz < 0:
            yield "walk", listed, made.walk & after(made.walk), False, True
        else:
            ramps = lattice.any_over(planes.ramp, side)
            ashore = made.walk & after(made.swim & lattice.any_over(planes.surface, side))
            up = made.walk & after(made.walk) & (ramps | after(ramps))
            yield "walk", listed, ashore | up, False, True
    if "swim" in modes:
        swum = made.swim & after(made.enterable & ~made.burrow)
        # The surface lies level with the floor about it: wading in is a step like going ashore.
        waded = swum & after(made.walk) & lattice.any_over(planes.surface, side) if dz == -1 and level else 0
        yield "swim", modes["swim"], waded, False, True
        yield "swim", modes["swim"], swum & ~waded, False, False
    if "fly" in modes:
        yield "fly", modes["fly"], (made.air | made.walk) & after(made.enterable & ~made.burrow), False, False
    if "climb" in modes:
        listed = modes["climb"]
        yield "climb", listed, made.grip & after(dry | made.swim), False, False
        if dz > 0 and level:
            ramps = lattice.any_over(planes.ramp, side)
            onto = made.walk & after(dry)
            onto &= ~(after(made.walk) & (ramps | after(ramps)))
            yield "climb", listed, onto, True, True
        if dz < 0:
            yield "climb", listed, made.walk & after(made.grip), False, False
    if "burrow" in modes and (dz == 0 or rules.burrow_vertical or made.frame.delves):
        listed = modes["burrow"]
        out = made.walk & after(made.burrow) if dz else 0
        yield "burrow", listed, (made.burrow & after(made.enterable)) | out, False, False


def _by_features(
    rules: Ruleset,
    made: "NavGrid",
    step: Offset,
    mode: Mode,
    listed: bool,
    diagonal: bool,
    into: Bitboard,
    traits: int,
    open_cells: Bitboard,
) -> Iterator[DirectionSteps]:
    """The strides of one way, split by what makes them hard."""
    lattice, planes, frame = made.lattice, made.planes, made.frame
    parts: dict[int, Bitboard] = {traits: into}

    def split(flag: int, plane: Bitboard) -> None:
        if not plane:
            return
        for features, members in list(parts.items()):
            both = members & plane
            if both:
                rest = members & ~plane
                parts[features | flag] = parts.get(features | flag, 0) | both
                if rest:
                    parts[features] = rest
                else:
                    del parts[features]

    off_ground = frame.ghostly or (mode == "fly" and rules.fly_over_ground)
    if not off_ground and mode != "burrow":
        for flag, cells in (
            # By majority, ground that is harder still helps to make up the hard half.
            (DIFFICULT, planes.difficult | (planes.impeded if rules.terrain_under == "majority" else 0)),
            (IMPEDED, planes.impeded),
            (OBSTACLE, planes.obstacle),
        ):
            if cells:
                split(flag, _met(rules, lattice, cells & open_cells, step, frame.side))
        barrier = barriers(rules, lattice, planes, step, frame.side)
        split(BARRIER, barrier)
    if not frame.sees_in_dark and planes.dark:
        split(DARK, _met(rules, lattice, planes.dark, step, frame.side))
    if made.tight:
        split(NARROW, made.tight)
    for features, members in sorted(parts.items()):
        yield DirectionSteps(step, mode, listed, features, diagonal, members)


def _met(rules: Ruleset, lattice: BitboardLayout, cells: Bitboard, step: Offset, side: int) -> Bitboard:
    """Anchors at which a step of that direction meets one of the cells.

    (srd.terrain.worst-of-footprint, asc.terrain.worst-of-footprint)
    """
    arrived = lattice.any_over(cells, side)
    if side == 1 or rules.terrain_under == "arrival":
        if rules.terrain_under == "either":
            return arrived | lattice.shift(arrived, step)
        return arrived
    if rules.terrain_under == "either":
        return arrived | lattice.shift(arrived, step)
    dx, dy, dz = step
    entered = [
        lattice.shift(cells, (-i, -j, 0))
        for i in range(side)
        for j in range(side)
        if not (0 <= i + dx < side and 0 <= j + dy < side and dz == 0)
    ]
    return _at_least(entered, len(entered) // 2 + 1 if rules.terrain_under == "majority" else 1)


def _at_least(planes: list[Bitboard], count: int) -> Bitboard:
    """Members of `count` or more of the planes."""
    held = [-1] + [0] * count
    for plane in planes:
        for number in range(count, 0, -1):
            held[number] |= held[number - 1] & plane
    return held[count]
