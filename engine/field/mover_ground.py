"""Ground: where one kind of mover can stand on the empty board, and the steps from place to place."""

from dataclasses import dataclass, field

from ...components.position import Mode
from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout, Offset
from ..geometry.boxes import Box
from ..memo import Memo
from .clearance import Clearance
from .mover_kind import MoverKind


@dataclass(frozen=True, slots=True)
class DirectionSteps:
    """All steps of one direction, mode and set of features, with the anchors that they may enter."""

    step: Offset
    mode: Mode
    listed: bool
    features: int
    diagonal: bool
    into: Bitboard


@dataclass(slots=True, kw_only=True, weakref_slot=True)
class Ground:
    """The anchors of one kind of mover on the empty board, and the steps between them."""

    kind: MoverKind
    layout: BitboardLayout
    layers: TerrainLayers
    walk: Bitboard
    """Anchors on a floor."""
    swim: Bitboard
    air: Bitboard
    """Anchors where only flight or a grip holds the mover."""
    grip: Bitboard
    """Anchors in the air beside something that can be climbed."""
    burrow: Bitboard
    shut: Bitboard
    """Anchors at the bottom of pits that no step on foot leads into."""
    tight: Bitboard
    """Anchors at which the mover squeezes."""
    room: Clearance
    enterable: Bitboard
    hard: Bitboard
    """Anchors with a hampering square under them."""
    hazard: Bitboard
    harmful: Bitboard
    strides: tuple[DirectionSteps, ...] = ()
    """Every kind of step between the anchors."""
    priced: dict[object, object] = field(default_factory=dict)
    """Compiled arcs, by budget and options."""
    boxes: Memo[Box, Bitboard] = field(init=False)
    """Anchors whose space overlaps a box, computed on demand."""
    spots: Memo[tuple[int, int, int, int], Bitboard] = field(init=False)
    """Anchors whose space overlaps a full space, by its anchor and side."""
    strikes: Memo[object, Bitboard] = field(init=False)
    """Anchors from which strikes land on a space, by reach and space, computed on demand."""
    threats: Memo[object, Bitboard] = field(init=False)
    """Anchors at which an enemy threatens the mover, by its space and reach, computed on demand."""
    by_step: dict[Offset, list[DirectionSteps]] = field(default_factory=dict)
    """The steps by direction."""

    def __post_init__(self) -> None:
        most = self.layout.most_kept()
        self.boxes, self.spots, self.strikes, self.threats = Memo(most), Memo(most), Memo(most), Memo(most)

    @property
    def weight(self) -> int:
        """The approximate number of bits in its bitboards."""
        return self.layout.bits * (len(self.strides) + 16)

    def over_space(self, place: tuple[int, int, int, int]) -> Bitboard:
        """Anchors at which the mover's space overlaps a full space, given by anchor and side."""
        x, y, z, side = place
        return self.spots.keep(place, self.over(Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)))

    def over(self, box: Box) -> Bitboard:
        """Anchors at which the mover's space overlaps `box`."""
        bitboard = self.boxes.get(box)
        if bitboard is None:
            reach = self.kind.side - 1
            x0, y0, z0, x1, y1, z1 = box
            bitboard = self.boxes.keep(box, self.layout.box(x0 - reach, y0 - reach, z0 - reach, x1, y1, z1))
        return bitboard
