"""Tokens of creatures: their real footprint, side, condition and height."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import pygame

from ....engine.board.board import Board
from ....play.replay.palettes import Colour, Palette, contrast, lighter, mix
from ....play.replay.snapshot import CreatureView, Snapshot, height_of
from ...window.fonts import font, outlined
from . import art
from .art import figure_of
from .camera import Camera

Point = tuple[float, float]
LIGHT, DARK = (250, 246, 236), (24, 22, 26)


def draw_glyph(picture: pygame.Surface, role: str, body: pygame.Rect, ground: Colour) -> None:
    """Draws the glyph of a role into the upper part of a token."""
    paint = GLYPHS.get(role)
    if paint is None:
        return
    side = max(min(body.width, body.height) * 2 // 5, 8)
    box = pygame.Rect(0, 0, side, side)
    box.center = (body.centerx, body.centery - body.height // 6)
    ink = DARK if contrast(ground, DARK) >= contrast(ground, LIGHT) else LIGHT

    def at(x: float, y: float) -> tuple[int, int]:
        return round(box.left + x * side), round(box.top + y * side)

    paint(picture, at, ink, max(side // 9, 1))


Place = Callable[[float, float], tuple[int, int]]


def _sword(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.line(picture, ink, at(0.15, 0.9), at(0.85, 0.1), thick + 1)
    pygame.draw.line(picture, ink, at(0.15, 0.55), at(0.5, 0.85), thick)


def _bow(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    points = [at(0.3, 0.0), at(0.72, 0.2), at(0.82, 0.5), at(0.72, 0.8), at(0.3, 1.0)]
    pygame.draw.lines(picture, ink, False, points, thick)
    pygame.draw.line(picture, ink, at(0.3, 0.0), at(0.3, 1.0), 1)
    pygame.draw.line(picture, ink, at(0.05, 0.5), at(0.95, 0.5), 1)


def _shield(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    points = [at(0.12, 0.08), at(0.88, 0.08), at(0.84, 0.55), at(0.5, 1.0), at(0.16, 0.55)]
    pygame.draw.polygon(picture, ink, points, thick)
    pygame.draw.line(picture, ink, at(0.5, 0.1), at(0.5, 0.9), 1)


def _wing(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    points = [at(0.05, 0.75), at(0.25, 0.2), at(0.95, 0.1), at(0.7, 0.38), at(0.78, 0.55), at(0.5, 0.6), at(0.5, 0.8)]
    pygame.draw.polygon(picture, ink, points)


def _paw(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.circle(picture, ink, at(0.5, 0.68), max(thick * 2, 3))
    for x, y in ((0.18, 0.4), (0.4, 0.2), (0.62, 0.2), (0.84, 0.4)):
        pygame.draw.circle(picture, ink, at(x, y), max(thick, 1))


def _horns(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.lines(picture, ink, False, [at(0.02, 0.05), at(0.12, 0.5), at(0.35, 0.62)], thick + 1)
    pygame.draw.lines(picture, ink, False, [at(0.98, 0.05), at(0.88, 0.5), at(0.65, 0.62)], thick + 1)
    pygame.draw.circle(picture, ink, at(0.5, 0.75), max(thick * 2, 3))


def _drop(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    pygame.draw.polygon(picture, ink, [at(0.5, 0.0), at(0.85, 0.62), at(0.5, 1.0), at(0.15, 0.62)], thick)


def _claw(picture: pygame.Surface, at: Place, ink: Colour, thick: int) -> None:
    for x in (0.15, 0.45, 0.75):
        pygame.draw.line(picture, ink, at(x, 0.05), at(x + 0.15, 0.95), thick)


GLYPHS: Mapping[str, Callable[[pygame.Surface, Place, Colour, int], None]] = {
    "sword": _sword,
    "bow": _bow,
    "shield": _shield,
    "wing": _wing,
    "paw": _paw,
    "horns": _horns,
    "drop": _drop,
    "claw": _claw,
}
"""The drawing function of each glyph."""


BADGES: Mapping[str, str] = {
    "prone": "▬", "squeezing": "⇥", "helpless": "✖", "unconscious": "☾", "dead": "✝", "paralyzed": "‡",
    "stunned": "✶", "blinded": "◌", "slowed": "▽", "weakened": "▿", "grabbed": "⚓", "restrained": "⚯",
    "bound": "⚭", "quelled": "▾", "splayed": "✳", "crouched": "◡", "climbing": "↟", "falling": "⇓",
    "charging": "➤", "running": "»", "flat-footed": "○", "fatigued": "◔", "hidden": "◐", "voluntary-prone": "▬",
}  # fmt: skip
"""A sign for each common condition; others show their first letter."""

FRESH, MANY = 3, 1_000_000
"""Creatures that are drawn for the first time in one frame of a window, and where time does not matter."""

DRAWN, NAMED = 16, 28
"""Pixels of a token from which its picture is drawn, and from which its name stands below."""
LEGIBLE = 8
"""Pixels of letters below which a token shows the first of them only."""
SHAPES = ("circle", "square", "diamond", "hexagon", "triangle", "cross")
IDLE = frozenset({"the", "of", "old", "young"})
"""Words that tell nobody from another."""
USUAL_SHAPES = {"red": "circle", "blue": "square", "green": "diamond"}
"""Sides with the same shape in every battle."""
"""The rims of tokens, which show the side as well as the colour does."""


@dataclass(frozen=True, slots=True)
class Look:
    """Everything on which a token's picture depends."""

    label: str
    role: str
    """Its role, for the glyph."""
    art: tuple[str, int]
    """Its picture and variant; an empty name: a glyph and its name."""
    colour: Colour
    shape: str
    width: int
    height: int
    share: int
    """The pixels across, if several share a square; 0: the whole box."""
    hp: int
    """Hit points left in hundredths, -1 without any."""
    badges: tuple[str, ...]
    out: bool
    prone: bool
    under: bool
    thing: bool
    lift: int
    """Squares above the ground."""


class Tokens:
    """Draws the creatures of a snapshot."""

    def __init__(self, board: Board, palette: Palette, sides: Iterable[str]) -> None:
        self.board = board
        self.palette = palette
        self.colours: dict[str, Colour] = {}
        self.shapes: dict[str, str] = {}
        self._meet(sides)
        self._looks: dict[str, tuple[CreatureView, int, Slot | None, pygame.Surface, Look]] = {}
        self._slots: tuple[Snapshot | None, dict[str, Slot]] = (None, {})
        self._labels: dict[str, str] = {}
        self._shown: Mapping[str, CreatureView] = {}
        self.named = True
        """Whether tokens show names."""
        self._fresh = 0
        """Creatures that may still be drawn for the first time in this frame."""

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        tableau: Snapshot,
        *,
        chosen: str | None = None,
        offsets: Mapping[str, tuple[float, float]] | None = None,
        fresh: int = MANY,
    ) -> None:
        """Draws all creatures in the camera's view, the low and big ones first.

        `offsets` moves creatures by parts of a square, for those on their way. No more than `fresh` are drawn for the
        first time, which takes longer.
        """
        x0, y0, x1, y1 = camera.visible()
        self._fresh = fresh
        self.meet(tableau)
        slots = self._slots[1]
        seen = [
            figure
            for figure in tableau.figures.values()
            if figure.box.x1 >= x0 - 1
            and figure.box.x0 <= x1 + 1
            and figure.box.y1 >= y0 - 1
            and figure.box.y0 <= y1 + 1
        ]
        seen.sort(key=lambda figure: (not figure.out, not figure.thing, figure.cube[2], -figure.squares))
        for figure in seen:
            dx, dy = (offsets or {}).get(figure.name, (0.0, 0.0))
            self._draw_one(surface, camera, figure, slots.get(figure.name), dx, dy)
            if figure.name == chosen or figure.name == tableau.active:
                self._mark(surface, camera, figure, dx, dy, figure.name == chosen, figure.name == tableau.active)

    def meet(self, tableau: Snapshot) -> None:
        """Find out what the looks of those in a tableau depend on that they have not of themselves."""
        self._shown = tableau.figures
        if self._slots[0] is tableau:
            return
        self._slots = (tableau, _slots(tableau))
        self._meet(tableau.sides())
        if any(name not in self._labels for name in tableau.figures):
            called = [one.name for one in tableau.figures.values() if not one.thing]
            self._labels |= labels(called, tableau.sides())
        if tableau.board is not None and tableau.board is not self.board:
            self.board = tableau.board
            self._looks.clear()

    def _meet(self, sides: Iterable[str]) -> None:
        listed = list(dict.fromkeys((*self.colours, *sides)))
        if len(listed) > len(self.colours):
            self.colours = self.palette.of_sides(listed)
            self.shapes = _shapes_of(listed)

    def _label_of(self, figure: CreatureView) -> str:
        """The creature's short name, unlike any other's on the board."""
        label = self._labels.get(figure.name) or short(figure.name, figure.squares)
        if figure.squares == 1:
            return label
        word = next((word for word in _words(figure.name) if word.startswith(label[:2])), figure.name)
        return word[:7] if sum(word[:7] == other[:7] for other in self._shown) <= 1 else label

    def height_of(self, figure: CreatureView) -> int:
        """Squares between the creature and the ground below it; negative: under the ground."""
        return height_of(figure, self.board)

    def look(self, figure: CreatureView, zoom: int, slot: "Slot | None") -> Look:
        """The look of a creature at a zoom."""
        hp = -1
        if figure.hp is not None and figure.full:
            hp = max(0, min(100, round(100 * figure.hp / figure.full)))
        held = tuple(BADGES.get(name, name[:1].upper()) for name in figure.conditions if name != "dead")
        lift = self.height_of(figure)
        return Look(
            label=self._label_of(figure) if self.named else "",
            role=figure.role if self.named else "",
            art=figure_of(figure) if self.palette.art else ("", 0),
            colour=self.colours.get(figure.side, self.palette.faint),
            shape=self.shapes.get(figure.side, "circle"),
            width=(figure.box.x1 - figure.box.x0 + 1) * zoom,
            height=(figure.box.y1 - figure.box.y0 + 1) * zoom,
            share=0 if slot is None else max(zoom // slot.across, 3),
            hp=hp,
            badges=held if zoom >= 20 else (),
            out=figure.out,
            prone="prone" in figure.conditions,
            under=lift < 0 and not self._in_water(figure),
            thing=figure.thing,
            lift=max(lift, 0),
        )

    def _in_water(self, figure: CreatureView) -> bool:
        x, y, z = figure.cube
        return (x, y) in self.board and self.board.watery(x, y, z)

    def _draw_one(
        self,
        surface: pygame.Surface,
        camera: Camera,
        figure: CreatureView,
        slot: "Slot | None",
        dx: float,
        dy: float,
    ) -> None:
        zoom = camera.zoom
        known = self._looks.get(figure.name)
        if known is None or known[0] is not figure or known[1] != zoom or known[2] != slot:
            if known is None and self._fresh <= 0:
                return
            self._fresh -= known is None
            look = self.look(figure, zoom, slot)
            known = self._looks[figure.name] = (figure, zoom, slot, _picture(look, self.palette, zoom), look)
        look = known[4]
        px, py = camera.pixel(figure.box.x0 + dx, figure.box.y0 + dy)
        if slot is not None:
            px += slot.column * zoom // slot.across
            py += slot.row * zoom // slot.across
        if figure.drawn_in and not dx and not dy:
            ox, oy = camera.pixel(figure.cube[0], figure.cube[1])
            _dashed(surface, look.colour, pygame.Rect(ox, oy, figure.squares * zoom, figure.squares * zoom))
        if look.lift:
            shadow = _shadow(look.share or look.width, look.share or look.height)
            surface.blit(shadow, (px, py))
            rise = _rise(look.lift, zoom)
            px -= rise // 2
            py -= rise
        surface.blit(known[3], (px, py))

    def _mark(
        self,
        surface: pygame.Surface,
        camera: Camera,
        figure: CreatureView,
        dx: float,
        dy: float,
        chosen: bool,
        active: bool,
    ) -> None:
        zoom = camera.zoom
        px, py = camera.pixel(figure.box.x0 + dx, figure.box.y0 + dy)
        frame = pygame.Rect(
            px, py, (figure.box.x1 - figure.box.x0 + 1) * zoom, (figure.box.y1 - figure.box.y0 + 1) * zoom
        )
        thick = max(zoom // 16, 2)
        if chosen:
            reach = max(zoom // 4, 3)
            for cx, cy, sx, sy in (
                (frame.left, frame.top, 1, 1),
                (frame.right - 1, frame.top, -1, 1),
                (frame.left, frame.bottom - 1, 1, -1),
                (frame.right - 1, frame.bottom - 1, -1, -1),
            ):
                pygame.draw.line(surface, self.palette.accent, (cx, cy), (cx + sx * reach, cy), thick)
                pygame.draw.line(surface, self.palette.accent, (cx, cy), (cx, cy + sy * reach), thick)
        if active:
            rise = _rise(max(self.height_of(figure), 0), zoom)
            tip = (frame.centerx - rise // 2, frame.top - 1 - rise)
            size = max(zoom // 6, 3)
            shape = [tip, (tip[0] - size, tip[1] - size), (tip[0] + size, tip[1] - size)]
            pygame.draw.polygon(surface, self.palette.accent, shape)
            pygame.draw.polygon(surface, (20, 20, 20), shape, 1)


def _rise(lift: int, zoom: int) -> int:
    return min(2 + lift * zoom // 10, zoom // 3) if lift else 0


@dataclass(frozen=True, slots=True)
class Slot:
    """A place among several creatures in one square."""

    across: int
    column: int
    row: int


def _slots(tableau: Snapshot) -> dict[str, Slot]:
    """The slots of creatures that share a square with others smaller than a square."""
    crowds: dict[tuple[int, int, int], list[CreatureView]] = {}
    for figure in tableau.figures.values():
        if figure.room < 5 and figure.squares == 1:
            crowds.setdefault(figure.cube, []).append(figure)
    slots: dict[str, Slot] = {}
    sharing: dict[tuple[int, int], list[CreatureView]] = {}
    for figure in tableau.figures.values():
        if figure.squares == 1 and figure.room >= 5 and not figure.thing and not figure.out:
            sharing.setdefault(figure.cube[:2], []).append(figure)  # creatures above one another do not hide each other
    for crowd in sharing.values():
        for index, figure in enumerate(crowd) if len(crowd) > 1 else ():
            slots[figure.name] = Slot(2, index % 2, index // 2 % 2)
    for crowd in crowds.values():
        across = 2
        while across * across < len(crowd):
            across += 1
        if len(crowd) == 1 and crowd[0].room >= 2.5:
            slots[crowd[0].name] = Slot(2, 0, 0)
            continue
        across = max(across, 2 if min(figure.room for figure in crowd) >= 2.5 else 3)
        for index, figure in enumerate(crowd):
            slots[figure.name] = Slot(across, index % across, index // across)
    return slots


def _shapes_of(sides: Sequence[str]) -> dict[str, str]:
    taken = {USUAL_SHAPES[side] for side in sides if side in USUAL_SHAPES}
    free = [shape for shape in SHAPES if shape not in taken] or SHAPES
    others = [side for side in sides if side not in USUAL_SHAPES]
    return {side: USUAL_SHAPES.get(side) or free[others.index(side) % len(free)] for side in sides}


def labels(names: Sequence[str], sides: Iterable[str] = ()) -> dict[str, str]:
    """A short name for each, at most four letters, unique if possible: of the words that differ, never of a side's."""
    idle = {*IDLE, *sides}
    found: dict[str, str] = {}
    taken: set[str] = set()
    common: dict[str, int] = {}
    for name in names:
        for word in _telling(name, idle):
            common[word] = common.get(word, 0) + 1
    for name in names:
        words = _telling(name, idle)
        own = [word for word in words if common[word] == 1] or words
        stem = own[-1] if len(words) > 1 and common[words[0]] > 1 else own[0]
        digits = "".join(c for c in name if c.isdigit())
        numbered = (stem[:2] + digits[:2],) if digits and common.get(stem, 0) > 1 else ()
        short_ones = (*numbered, stem[:3], stem[:4], stem[:2] + digits[:2], stem[:2] + stem[-1:], stem[:1] + stem[-2:])
        tried = chain(short_ones, (stem[:2] + str(number) for number in range(2, 100)))
        found[name] = next((one for one in tried if one and one not in taken), stem[:3])
        taken.add(found[name])
    return found


def _words(name: str) -> list[str]:
    return name.replace("-", " ").replace("_", " ").split() or [name]


def _telling(name: str, idle: Collection[str]) -> list[str]:
    return [word for word in _words(name) if word.lower() not in idle and not word.isdigit()] or _words(name)


def short(name: str, squares: int = 1) -> str:
    """A name cut to fit a token; a number at its end is kept."""
    words = name.replace("-", " ").replace("_", " ").split()
    tail = words[-1] if len(words) > 1 and words[-1].isdigit() else ""
    digits = "".join(c for c in name if c.isdigit())
    stem = words[0][: 3 if squares == 1 else 7]
    return stem[: 2 if squares == 1 else 6] + (tail or digits)[:2] if (tail or digits) else stem


@lru_cache(maxsize=4096)
def _picture(look: Look, palette: Palette, zoom: int) -> pygame.Surface:
    """The token itself; do not draw on it."""
    width, height = (look.share, look.share) if look.share else (look.width, look.height)
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    colour = mix(look.colour, (96, 96, 96), 0.75) if look.out else look.colour
    gap = max(min(width, height) // 12, 1)
    body = pygame.Rect(gap, gap, width - 2 * gap, height - 2 * gap)
    drawn = bool(look.art[0]) and min(width, height) >= DRAWN
    if look.prone and not look.out and not drawn:
        body.inflate_ip(0, -body.height * 2 // 5)
    _body(picture, look, mix(colour, (24, 24, 28), 0.45) if drawn else colour, body, colour)
    if drawn:
        _figure(picture, look)
        if look.label and min(width, height) >= NAMED:
            _name(picture, look)
    else:
        glyph = bool(look.role) and not look.out and not look.prone and min(width, height) >= 30
        if glyph:
            draw_glyph(picture, look.role, body, colour)
        if look.label and min(width, height) >= 12:
            _label(picture, look, colour, body, low=glyph)
    if look.hp >= 0 and not look.out and min(width, height) >= 14:
        _bar(picture, look.hp, width, height)
    if look.out and min(width, height) >= 8:
        thick = max(min(width, height) // 12, 2)
        pygame.draw.line(picture, (30, 20, 20), body.topleft, body.bottomright, thick)
        pygame.draw.line(picture, (30, 20, 20), body.topright, body.bottomleft, thick)
    _badges(picture, look, palette, zoom)
    if look.under:
        picture.set_alpha(140)
    elif look.out:
        picture.set_alpha(150)
    return picture


def _figure(picture: pygame.Surface, look: Look) -> None:
    """The creature's picture: lying if it is prone, grey if it is out."""
    side = min(picture.get_size())
    figure = art.picture(*look.art, side)
    if look.prone or look.out:
        figure = pygame.transform.rotate(figure, -90)
    if look.out:
        figure = pygame.transform.grayscale(figure)
    picture.blit(figure, figure.get_rect(center=picture.get_rect().center))


def _name(picture: pygame.Surface, look: Look) -> None:
    """The short name along the lower edge, above the hit points."""
    width, height = picture.get_size()
    size = max(min(height // 4, 16), LEGIBLE)
    while size > LEGIBLE and font(size, "bold").size(look.label)[0] > width - 2:
        size -= 1
    label = outlined(look.label, size, (255, 255, 255), (20, 20, 24))
    bottom = height - (_bar_height(width, height) if look.hp >= 0 and not look.out else 0)
    picture.blit(label, label.get_rect(midbottom=(width // 2, bottom)))


def _body(picture: pygame.Surface, look: Look, colour: Colour, body: pygame.Rect, side: Colour) -> None:
    rim, dark = lighter(side, 0.55), (18, 18, 22)
    thick = max(min(body.size) // 14, 1)
    round_by = min(body.size) // 4
    if look.thing:
        pygame.draw.rect(picture, mix(colour, (120, 100, 80), 0.7), body)
        pygame.draw.rect(picture, dark, body, thick)
        return
    if look.shape == "circle":
        pygame.draw.ellipse(picture, dark, body)
        pygame.draw.ellipse(picture, colour, body.inflate(-2, -2))
        pygame.draw.ellipse(picture, rim, body.inflate(-2, -2), thick)
        return
    points = _outline(look.shape, body)
    if points is None:
        pygame.draw.rect(picture, dark, body, border_radius=round_by // 2)
        pygame.draw.rect(picture, colour, body.inflate(-2, -2), border_radius=round_by // 2)
        pygame.draw.rect(picture, rim, body.inflate(-2, -2), thick, border_radius=round_by // 2)
        return
    pygame.draw.polygon(picture, dark, points)
    inner = _outline(look.shape, body.inflate(-2, -2)) or points
    pygame.draw.polygon(picture, colour, inner)
    pygame.draw.polygon(picture, rim, inner, thick)


def _outline(shape: str, box: pygame.Rect) -> list[tuple[int, int]] | None:
    x0, y0, x1, y1 = box.left, box.top, box.right - 1, box.bottom - 1
    xm, ym = (x0 + x1) // 2, (y0 + y1) // 2
    cut_x, cut_y = box.width // 4, box.height // 4
    match shape:
        case "diamond":
            return [(xm, y0), (x1, ym), (xm, y1), (x0, ym)]
        case "hexagon":
            return [(x0 + cut_x, y0), (x1 - cut_x, y0), (x1, ym), (x1 - cut_x, y1), (x0 + cut_x, y1), (x0, ym)]
        case "triangle":
            return [(xm, y0), (x1, y1), (x0, y1)]
        case "cross":
            return [
                (x0 + cut_x, y0), (x1 - cut_x, y0), (x1 - cut_x, y0 + cut_y), (x1, y0 + cut_y), (x1, y1 - cut_y),
                (x1 - cut_x, y1 - cut_y), (x1 - cut_x, y1), (x0 + cut_x, y1), (x0 + cut_x, y1 - cut_y),
                (x0, y1 - cut_y), (x0, y0 + cut_y), (x0 + cut_x, y0 + cut_y),
            ]  # fmt: skip
    return None


def _label(picture: pygame.Surface, look: Look, colour: Colour, body: pygame.Rect, *, low: bool = False) -> None:
    size = max(min(body.height * 2 // 5, body.width // 2), 7)
    if low:
        size = max(min(body.height * 3 // 10, body.width * 2 // 5), 8)
    while size > 7 and font(size, "bold").size(look.label)[0] > body.width - 4:
        size -= 1
    words = look.label
    if size < LEGIBLE:  # one letter that can be read says more than four that cannot
        number = look.label[-1:].isdigit()  # of several of a kind it tells more than their first letter
        size, words = max(body.height * 3 // 4, 7), look.label[-1:] if number else look.label[:1]
    bright = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
    ink, rim = ((20, 20, 24), lighter(colour, 0.4)) if bright > 150 else ((255, 255, 255), lighter(colour, -0.5))
    label = outlined(words, size, ink, rim)
    centre = (body.centerx, body.centery + body.height // 5) if low else body.center
    picture.blit(label, label.get_rect(center=centre))


def _bar_height(width: int, height: int) -> int:
    return max(min(width, height) // 9, 3)


def _bar(picture: pygame.Surface, hp: int, width: int, height: int) -> None:
    """Hit points along the lower edge, as a bar whose length is enough without its colour."""
    thick = _bar_height(width, height)
    frame = pygame.Rect(1, height - thick - 1, width - 2, thick)
    picture.fill((16, 16, 18), frame)
    inner = frame.inflate(-2, -2)
    colour = (92, 214, 150) if hp > 50 else (240, 200, 70) if hp > 25 else (255, 110, 70)
    picture.fill(colour, (inner.left, inner.top, round(inner.width * hp / 100), inner.height))


def _badges(picture: pygame.Surface, look: Look, palette: Palette, zoom: int) -> None:
    size = max(zoom // 4, 8)
    x = 0
    if look.lift and zoom >= 16:
        label = outlined(f"▲{look.lift}", size, (255, 255, 255), (20, 20, 30))
        picture.blit(label, (picture.get_width() - label.get_width(), 0))
    if look.under and zoom >= 16:
        label = outlined("▼", size, (255, 255, 255), (20, 20, 30))
        picture.blit(label, (picture.get_width() - label.get_width(), 0))
    for sign in look.badges[: max(picture.get_width() // max(size, 1), 1)]:
        label = outlined(sign, size, palette.accent if sum(palette.accent) > 380 else (255, 230, 120), (20, 20, 30))
        picture.blit(label, (x, 0))
        x += label.get_width()


@lru_cache(maxsize=256)
def _shadow(width: int, height: int) -> pygame.Surface:
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.ellipse(picture, (0, 0, 0, 110), (width // 8, height // 4, width * 3 // 4, height * 5 // 8))
    return picture


def _dashed(surface: pygame.Surface, colour: Colour, frame: pygame.Rect) -> None:
    dash = 5
    for x in range(frame.left, frame.right, 2 * dash):
        for y in (frame.top, frame.bottom - 1):
            pygame.draw.line(surface, colour, (x, y), (min(x + dash, frame.right - 1), y), 2)
    for y in range(frame.top, frame.bottom, 2 * dash):
        for x in (frame.left, frame.right - 1):
            pygame.draw.line(surface, colour, (x, y), (x, min(y + dash, frame.bottom - 1)), 2)


def forget() -> None:
    """Drops every picture."""
    _picture.cache_clear()
    _shadow.cache_clear()
