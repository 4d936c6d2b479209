"""Creature tokens: footprint, side, condition, height."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from ....engine.board.board import Board
from ....play.replay.looks import GLYPHS, FigureLook, Looks, Slot, health_colour
from ....play.replay.palettes import Colour, Palette, contrast, lighter, mix
from ....play.replay.snapshot import CreatureView, Snapshot, height_of
from ...window.fonts import faded, font, outlined
from . import art
from .camera import Camera

LIGHT, DARK = (250, 246, 236), (24, 22, 26)


def draw_glyph(picture: pygame.Surface, role: str, body: pygame.Rect, ground: Colour) -> None:
    side = max(min(body.width, body.height) * 2 // 5, 8)
    box = pygame.Rect(0, 0, side, side)
    box.center = (body.centerx, body.centery - body.height // 6)
    ink = DARK if contrast(ground, DARK) >= contrast(ground, LIGHT) else LIGHT
    even = max(side // 9, 1)
    thick = {"thin": 1, "even": even, "bold": even + 1}
    for stroke in GLYPHS.get(role, ()):
        points = [(round(box.left + x * side), round(box.top + y * side)) for x, y in stroke.points]
        match stroke.kind:
            case "line":
                pygame.draw.lines(picture, ink, False, points, thick[stroke.weight])
            case "outline":
                pygame.draw.polygon(picture, ink, points, thick[stroke.weight])
            case "fill":
                pygame.draw.polygon(picture, ink, points)
            case "dot":
                for point in points:
                    pygame.draw.circle(picture, ink, point, max(2 * even, 3) if stroke.weight == "bold" else even)


FRESH, FIRST, MANY = 1, 3, 1_000_000
"""New creatures drawn per frame: in a window, before its first view, elsewhere."""

DRAWN, NAMED = 16, 28
"""Token pixels needed for a picture, and for a name below."""
SPELLED = 24
"""Pixels per square needed for full names."""
BADGED = 20
"""Pixels per square needed for conditions."""
SHEER = 0.6
"""Opacity of a creature above another."""
LEGIBLE = 8
"""Least letter pixels for more than the first letter."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The look of a creature's token, used as the key of its cached picture."""

    look: FigureLook
    colour: Colour
    width: int
    height: int
    share: int
    """Width in pixels in a shared square; 0: the whole box."""


class Tokens:
    def __init__(self, board: Board, palette: Palette, sides: Iterable[str]) -> None:
        self.palette = palette
        self.looks = Looks(board, palette, sides)
        self.named = True
        """True if tokens show names."""
        self._drawn: dict[str, tuple[CreatureView, int, Slot | None, bool, pygame.Surface, Drawn]] = {}
        self._stale: set[str] = set()
        """Creatures whose token may look different on the changed board."""
        self._placed: tuple[int, int, int] = (0, 0, 0)
        self._names: dict[str, tuple[pygame.Surface, tuple[int, int]]] = {}
        """Placed full names, in board pixels."""
        self._covers: tuple[int, frozenset[str]] = (0, frozenset())
        """The creatures above others, by moment."""
        self._fresh = 0
        """New creatures still allowed this frame."""
        self.made = False
        """True if the last frame made new creatures."""

    @property
    def colours(self) -> Mapping[str, Colour]:
        return self.looks.colours

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        tableau: Snapshot,
        *,
        chosen: str | None = None,
        offsets: Mapping[str, tuple[float, float]] | None = None,
        fresh: int = MANY,
        names: int = 0,
    ) -> None:
        """Draws the creatures in view, low and large ones first.

        `offsets` moves creatures by parts of a square; `fresh` limits the number of new tokens; `names` is the
        height of names in pixels.
        """
        self._fresh = fresh
        self.meet(tableau)
        self.place_names(tableau, camera.zoom, names)
        self._cover(tableau)
        slots = self.looks.slots
        seen = _in_view(tableau, camera)
        seen.sort(key=lambda figure: (not figure.out, not figure.thing, figure.cube[2], -figure.squares))
        for figure in seen:
            dx, dy = (offsets or {}).get(figure.name, (0.0, 0.0))
            self._draw_one(surface, camera, figure, slots.get(figure.name), dx, dy)
            spelled = self._names.get(figure.name)
            if spelled is not None:
                label, (left, top) = spelled
                ox, oy = camera.pixel(dx, dy)
                surface.blit(label, (ox + left, oy + top))
            if figure.name == chosen or figure.name == tableau.active:
                self._mark(surface, camera, figure, dx, dy, figure.name == chosen, figure.name == tableau.active)
        self.made = self._fresh < fresh

    def ready(self, camera: Camera, tableau: Snapshot, fresh: int) -> bool:
        """Draws up to `fresh` new creatures in view. Returns True if none is missing then."""
        self._cover(tableau)
        self._fresh = fresh
        slots = self.looks.slots
        return all(self._token(one, camera.zoom, slots.get(one.name)) for one in _in_view(tableau, camera))

    def place_names(self, tableau: Snapshot, zoom: int, size: int) -> None:
        key = (id(tableau.figures), zoom, size)
        if key == self._placed:
            return
        self._placed, self._names = key, {}
        if not size or zoom < SPELLED or not self.named:
            return
        shown = [one for one in tableau.figures.values() if not one.out]
        taken = [_body_of(one, zoom) for one in shown]
        for one, body in zip(shown, taken[:], strict=True):
            whole = not self.palette.art and self.looks.label_of(one) == one.name
            if one.thing or whole or one.name in self.looks.slots:
                continue
            label = outlined(one.name, size, (255, 255, 255), (20, 20, 24))
            place = label.get_rect(midtop=(body.centerx, body.bottom - 1))
            if sum(place.colliderect(other) for other in taken) <= 1:
                taken.append(place)
                self._names[one.name] = (label, place.topleft)

    def _cover(self, tableau: Snapshot) -> None:
        if self._covers[0] != id(tableau.figures):
            self._covers = (id(tableau.figures), covering(tableau))

    def at(self, spot: tuple[int, int], camera: Camera, tableau: Snapshot) -> str | None:
        """Returns the creature whose token in a shared square is under a pixel of the window."""
        found: tuple[int, str] | None = None
        for name, slot in self.looks.slots.items():
            figure = tableau.figures.get(name)
            if figure is None or (found is not None and figure.cube[2] < found[0]):
                continue  # the highest is drawn last
            px, py = _corner(camera, figure, slot)
            rise = _rise(max(self.height_of(figure), 0), camera.zoom)
            side = max(camera.zoom // slot.across, 3)
            if pygame.Rect(px - rise // 2, py - rise, side, side).collidepoint(spot):
                found = (figure.cube[2], name)
        return found[1] if found is not None else None

    def meet(self, tableau: Snapshot) -> None:
        if self.looks.meet(tableau):
            self._stale = set(self._drawn)  # shown as they are until their turn comes, or they would flicker

    def height_of(self, figure: CreatureView) -> int:
        """Returns how many squares a creature is above the ground; a negative number if below."""
        return height_of(figure, self.looks.board)

    def look(self, figure: CreatureView, zoom: int, slot: Slot | None) -> Drawn:
        look = self.looks.of(figure)
        if not self.named:
            look = replace(look, label="", role="")
        elif look.art[0] and figure.name in self._names:
            look = replace(look, label="")
        if zoom < BADGED:
            look = replace(look, badges=())
        box, colour = figure.box, self.looks.colours.get(figure.side, self.palette.faint)
        width, height = (box.x1 - box.x0 + 1) * zoom, (box.y1 - box.y0 + 1) * zoom
        return Drawn(look, colour, width, height, 0 if slot is None else max(zoom // slot.across, 3))

    def _token(self, figure: CreatureView, zoom: int, slot: Slot | None) -> tuple[pygame.Surface, Drawn] | None:
        known = self._drawn.get(figure.name)
        spelled = figure.name in self._names
        changed = known is not None and known[:4] != (figure, zoom, slot, spelled)
        if known is None or changed or figure.name in self._stale:
            if not changed:
                if self._fresh <= 0:
                    return None if known is None else known[4:]
                self._fresh -= 1
            self._stale.discard(figure.name)
            fresh = self.look(figure, zoom, slot)
            picture = _picture(fresh, self.palette, zoom)
            known = self._drawn[figure.name] = (figure, zoom, slot, spelled, picture, fresh)
        return known[4:]

    def _draw_one(
        self,
        surface: pygame.Surface,
        camera: Camera,
        figure: CreatureView,
        slot: Slot | None,
        dx: float,
        dy: float,
    ) -> None:
        zoom = camera.zoom
        known = self._token(figure, zoom, slot)
        if known is None:
            return
        token, drawn = known
        px, py = _corner(camera, figure, slot, dx, dy)
        if figure.drawn_in and not dx and not dy:
            ox, oy = camera.pixel(figure.cube[0], figure.cube[1])
            _dashed(surface, drawn.colour, pygame.Rect(ox, oy, figure.squares * zoom, figure.squares * zoom))
        if drawn.look.lift:
            shadow = _shadow(drawn.share or drawn.width, drawn.share or drawn.height)
            surface.blit(shadow, (px, py))
            rise = _rise(drawn.look.lift, zoom)
            px -= rise // 2
            py -= rise
        if figure.name in self._covers[1]:
            surface.blit(faded(token, SHEER), (px, py))
        else:
            surface.blit(token, (px, py))

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


def _corner(
    camera: Camera, figure: CreatureView, slot: Slot | None, dx: float = 0.0, dy: float = 0.0
) -> tuple[int, int]:
    px, py = camera.pixel(figure.box.x0 + dx, figure.box.y0 + dy)
    if slot is not None:
        px += slot.column * camera.zoom // slot.across
        py += slot.row * camera.zoom // slot.across
    return px, py


def _in_view(tableau: Snapshot, camera: Camera) -> list[CreatureView]:
    x0, y0, x1, y1 = camera.visible()
    return [
        one
        for one in tableau.figures.values()
        if one.box.x1 >= x0 - 1 and one.box.x0 <= x1 + 1 and one.box.y1 >= y0 - 1 and one.box.y0 <= y1 + 1
    ]


def covering(tableau: Snapshot) -> frozenset[str]:
    """Returns the creatures that are above others on the board; they are drawn half transparent."""
    shown = [one for one in tableau.figures.values() if not one.out]
    lowest = min((one.cube[2] for one in shown), default=0)
    aloft = [one for one in shown if one.cube[2] > lowest]
    return frozenset(
        one.name
        for one in aloft
        for other in shown
        if other.cube[2] < one.cube[2]
        and one.box.x0 <= other.box.x1
        and other.box.x0 <= one.box.x1
        and one.box.y0 <= other.box.y1
        and other.box.y0 <= one.box.y1
    )


def _rise(lift: int, zoom: int) -> int:
    return min(2 + lift * zoom // 10, zoom // 3) if lift else 0


def _body_of(figure: CreatureView, zoom: int) -> pygame.Rect:
    box = figure.box
    return pygame.Rect(box.x0 * zoom, box.y0 * zoom, (box.x1 - box.x0 + 1) * zoom, (box.y1 - box.y0 + 1) * zoom)


@lru_cache(maxsize=4096)
def _picture(token: Drawn, palette: Palette, zoom: int) -> pygame.Surface:
    look = token.look
    width, height = (token.share, token.share) if token.share else (token.width, token.height)
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    colour = mix(token.colour, (96, 96, 96), 0.75) if look.out else token.colour
    gap = max(min(width, height) // 12, 1)
    body = pygame.Rect(gap, gap, width - 2 * gap, height - 2 * gap)
    drawn = bool(look.art[0]) and min(width, height) >= DRAWN
    if look.prone and not look.out and not drawn:
        body.inflate_ip(0, -body.height * 2 // 5)
    fallen = look.out and drawn and not look.thing
    if fallen:
        picture.blit(art.picture("effect/blood", look.art[1], min(width, height)), (0, 0))
    else:
        _body(picture, look, mix(colour, (24, 24, 28), 0.45) if drawn else colour, body, colour)
    if drawn:
        _figure(picture, look)
        if look.label and not look.out and min(width, height) >= NAMED:
            _name(picture, look)
    else:
        glyph = bool(look.role) and not look.out and not look.prone and min(width, height) >= 30
        if glyph:
            draw_glyph(picture, look.role, body, colour)
        if look.label and min(width, height) >= 12:
            _label(picture, look, colour, body, low=glyph)
    if look.hp >= 0 and not look.out and min(width, height) >= 14:
        _bar(picture, look.hp, width, height)
    if look.out and not fallen and min(width, height) >= 8:
        thick = max(min(width, height) // 12, 2)
        pygame.draw.line(picture, (30, 20, 20), body.topleft, body.bottomright, thick)
        pygame.draw.line(picture, (30, 20, 20), body.topright, body.bottomleft, thick)
    _badges(picture, look, palette, zoom)
    if look.under:
        picture.set_alpha(140)
    elif look.out:
        picture.set_alpha(190 if fallen else 150)
    return picture


def _figure(picture: pygame.Surface, look: FigureLook) -> None:
    side = min(picture.get_size())
    figure = art.picture(*look.art, side)
    if look.prone or look.out:
        figure = pygame.transform.rotate(figure, -90)
    if look.out:
        figure = pygame.transform.grayscale(figure)
    picture.blit(figure, figure.get_rect(center=picture.get_rect().center))


def _name(picture: pygame.Surface, look: FigureLook) -> None:
    width, height = picture.get_size()
    size = max(min(height // 4, 16), LEGIBLE)
    while size > LEGIBLE and font(size, "bold").size(look.label)[0] > width - 2:
        size -= 1
    label = outlined(look.label, size, (255, 255, 255), (20, 20, 24))
    bottom = height - (_bar_height(width, height) if look.hp >= 0 and not look.out else 0)
    picture.blit(label, label.get_rect(midbottom=(width // 2, bottom)))


def _body(picture: pygame.Surface, look: FigureLook, colour: Colour, body: pygame.Rect, side: Colour) -> None:
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


def _label(picture: pygame.Surface, look: FigureLook, colour: Colour, body: pygame.Rect, *, low: bool = False) -> None:
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
    thick = _bar_height(width, height)
    frame = pygame.Rect(1, height - thick - 1, width - 2, thick)
    picture.fill((16, 16, 18), frame)
    inner = frame.inflate(-2, -2)
    picture.fill(health_colour(hp), (inner.left, inner.top, round(inner.width * hp / 100), inner.height))


def _badges(picture: pygame.Surface, look: FigureLook, palette: Palette, zoom: int) -> None:
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
    _picture.cache_clear()
    _shadow.cache_clear()
