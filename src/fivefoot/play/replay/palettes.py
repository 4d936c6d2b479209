"""Palettes; colour is never the only sign."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ...engine.messages import _

Colour: TypeAlias = tuple[int, int, int]
READABLE = 4.5
"""Least contrast of text (WCAG 2)."""


def hex_of(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """The colours of one visual theme."""

    name: str
    title: str
    page: Colour
    panel: Colour
    panel_edge: Colour
    ink: Colour
    """Text on panels."""
    faint: Colour
    """Text of less weight."""
    accent: Colour
    """Chosen, hovered or active elements."""
    warning: Colour
    """Refusals and attacks provoked."""
    floor: Colour
    grid: Colour
    wall: Colour
    wood: Colour
    """Obstacles, ramps, buildings."""
    water: Colour
    pit: Colour
    dirt: Colour
    stone: Colour
    costs: tuple[Colour, Colour, Colour]
    """The colours of movement range within one action, two actions, a run."""
    threat: Colour
    path: Colour
    flank: Colour
    """Lines between flankers."""
    sides: tuple[Colour, ...]
    named: Mapping[str, Colour] = field(default_factory=dict)
    art: bool = False
    """True if ground and creatures are pictures."""

    def of_sides(self, sides: Sequence[str]) -> dict[str, Colour]:
        free = [colour for colour in self.sides if colour not in {self.named.get(side) for side in sides}]
        chosen: dict[str, Colour] = {}
        for side in sides:
            if side in self.named:
                chosen[side] = self.named[side]
            else:
                chosen[side] = free[len([one for one in chosen if one not in self.named]) % len(free)]
        return chosen


# The sides are Okabe and Ito's colours, which stay apart under all common kinds of colour blindness.
VERMILION, SKY, BLUE = (213, 94, 0), (86, 180, 233), (0, 114, 178)
GREEN, ORANGE, PURPLE, YELLOW = (0, 158, 115), (230, 159, 0), (204, 121, 167), (240, 228, 66)
_NAMED = {"red": VERMILION, "blue": BLUE, "green": GREEN, "orange": ORANGE, "purple": PURPLE, "yellow": YELLOW}
_SIDES = (VERMILION, BLUE, GREEN, PURPLE, ORANGE, SKY, YELLOW)

DUSK = Palette(
    name="dusk",
    title=_("Dusk"),
    page=(22, 24, 30),
    panel=(33, 36, 45),
    panel_edge=(62, 67, 82),
    ink=(232, 230, 222),
    faint=(158, 160, 168),
    accent=(255, 205, 96),
    warning=(255, 128, 96),
    floor=(152, 143, 124),
    grid=(118, 110, 95),
    wall=(52, 54, 64),
    wood=(126, 88, 52),
    water=(52, 104, 150),
    pit=(24, 20, 26),
    dirt=(104, 76, 50),
    stone=(98, 100, 106),
    costs=(SKY, (240, 200, 70), PURPLE),
    threat=(213, 60, 40),
    path=(255, 252, 240),
    flank=(150, 235, 190),
    sides=_SIDES,
    named=_NAMED,
)
PARCHMENT = Palette(
    name="parchment",
    title=_("Parchment"),
    page=(214, 203, 180),
    panel=(240, 232, 212),
    panel_edge=(168, 150, 116),
    ink=(44, 36, 28),
    faint=(94, 82, 64),
    accent=(140, 58, 16),
    warning=(166, 30, 18),
    floor=(224, 212, 184),
    grid=(196, 182, 150),
    wall=(84, 72, 60),
    wood=(150, 108, 66),
    water=(120, 168, 200),
    pit=(56, 44, 40),
    dirt=(150, 114, 78),
    stone=(150, 146, 138),
    costs=((40, 140, 210), (230, 150, 20), (170, 70, 140)),
    threat=(200, 40, 30),
    path=(40, 24, 12),
    flank=(16, 104, 84),
    sides=_SIDES,
    named=_NAMED,
)
CONTRAST = Palette(
    name="contrast",
    title=_("High contrast"),
    page=(0, 0, 0),
    panel=(0, 0, 0),
    panel_edge=(255, 255, 255),
    ink=(255, 255, 255),
    faint=(210, 210, 210),
    accent=(255, 230, 0),
    warning=(255, 150, 90),
    floor=(208, 208, 208),
    grid=(150, 150, 150),
    wall=(24, 24, 24),
    wood=(120, 84, 40),
    water=(40, 110, 190),
    pit=(0, 0, 0),
    dirt=(120, 88, 50),
    stone=(110, 110, 116),
    costs=((0, 150, 255), (255, 210, 0), (220, 90, 200)),
    threat=(255, 40, 20),
    path=(0, 0, 0),
    flank=(0, 120, 90),
    sides=_SIDES,
    named=_NAMED,
)

PALETTES: Mapping[str, Palette] = {palette.name: palette for palette in (DUSK, PARCHMENT, CONTRAST)}
WITH_ART: Mapping[str, Palette] = {name: replace(palette, art=True) for name, palette in PALETTES.items()}
"""The palettes with pictures of ground and creatures."""


def mix(a: Colour, b: Colour, share: float) -> Colour:
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def lighter(colour: Colour, share: float) -> Colour:
    """Returns a colour mixed with white, or with black if `share` is negative."""
    return mix(colour, (255, 255, 255) if share > 0 else (0, 0, 0), abs(share))


def ink_on(ground: Colour) -> Colour:
    dark = (18, 18, 22)
    return dark if contrast(ground, dark) >= contrast(ground, (255, 255, 255)) else (255, 255, 255)


def readable(ground: Colour, *inks: Colour) -> Colour:
    """Returns a text colour that is readable on the given ground colour."""
    tried = (*inks, ink_on(ground), (0, 0, 0))
    return next((ink for ink in tried if contrast(ink, ground) >= READABLE), (255, 255, 255))


def contrast(a: Colour, b: Colour) -> float:
    """Returns the contrast of two colours, from 1 to 21 (WCAG 2)."""
    bright, dim = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
