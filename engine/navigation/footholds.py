"""Footholds: where a kind of mover can stand, swim, hold on or squeeze on the empty board."""

from dataclasses import dataclass

from ...components.ordinary_class import ordinary_class
from ..board.terrain_layers import TerrainLayers
from ..geometry.bitboard import Bitboard, BitboardLayout
from .clearance import Clearance
from .mover_profile import MoverProfile


@ordinary_class
@dataclass(slots=True)
class Footholds:
    """The anchors of a kind of mover on the empty board, by what holds it there."""

    profile: MoverProfile
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
