"""Drawing of a strike before it is made: the line of effect with its obstacle, and the flankers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame

from ....engine.combat.flanking import Flank
from ....engine.combat.sightline import Sightline
from ....engine.geometry.boxes import Box
from ....engine.legality.preview import Preview
from ....engine.rules.distances import squares_between
from ....play.battle import Battle
from ....play.replay.palettes import Palette
from .camera import Camera
from .overlays import BEYOND, Square, draw_line, draw_tag, shortened

BAND = 6
"""Squares of one band of range: 30 feet."""
BANDS = 4
"""The number of bands shown."""
STRIKES = frozenset({"attack", "full-attack", "charge"})
"""Intents that end in a strike."""


Distance = Callable[[int], str]
"""Converts squares to a distance in the ruleset's words."""


@dataclass(frozen=True, slots=True)
class Telling:
    """The lines of a possible strike."""

    target: str | None = None
    """The creature under the pointer, if it may be struck."""
    sight: Sightline | None = None
    """The line of effect to it."""
    flanks: tuple[tuple[str, Flank], ...] = ()
    """The creatures flanked now, or from the end of the movement."""


def tell(battle: Battle, who: str, target: str | None, seen: object) -> Telling:
    """The lines for an enemy under the pointer, or for the end of a movement."""
    me = battle.creature(who)
    if target is not None:
        flank = battle.flank(target, who)
        return Telling(target, battle.sightline(who, target), ((target, flank),) if flank is not None else ())
    if not isinstance(seen, Preview) or not battle.rules.threat.flanking:
        return Telling()
    own = [step for step in seen.steps if step.who == who and step.collides is None]
    if not own:
        return Telling()
    foes = [one.name for one in battle.creatures if one.side != me.side and not one.out]
    found = [(name, battle.flank(name, who, own[-1].at)) for name in foes]
    return Telling(None, None, tuple((name, flank) for name, flank in found if flank is not None))


def bands(battle: Battle, who: str, *, ranged: bool) -> dict[Square, int]:
    """The band of each square around a creature for a strike: within reach, or by bands of range.

    The squares just beyond are included, as the band `BEYOND`.
    """
    me, board, rules = battle.creature(who), battle.world.board, battle.rules
    box, most = me.box, BAND * BANDS
    if not ranged:
        found = {(x, y): 0 for x, y, _ in battle.in_reach(who)}
        around = {(x + i, y + j) for x, y in found for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return found | {square: BEYOND for square in around if square not in found and square in board}
    found = {}
    for y in range(max(box.y0 - most - 1, 0), min(box.y1 + most + 1, board.height - 1) + 1):
        for x in range(max(box.x0 - most - 1, 0), min(box.x1 + most + 1, board.width - 1) + 1):
            squares = squares_between(rules, box, box._replace(x0=x, x1=x, y0=y, y1=y))
            found[x, y] = max(squares - 1, 0) // BAND if squares <= most else BEYOND
    return found


def draw_bands(
    surface: pygame.Surface,
    camera: Camera,
    palette: Palette,
    laid: Mapping[Square, int],
    row: int,
    told: Distance,
) -> None:
    """Draws the distance at the end of each band, in the striker's row."""
    last: dict[int, int] = {}
    for (x, y), band in laid.items():
        if y == row and laid.get((x + 1, y), band) > band:
            last[band] = max(x, last.get(band, -1))
    for band, x in sorted(last.items()):
        spot = camera.pixel(x + 1, row + 0.5)
        draw_tag(surface, told((band + 1) * BAND), spot, palette.accent, camera.zoom)


def draw_sight(surface: pygame.Surface, camera: Camera, palette: Palette, telling: Telling) -> None:
    """Draws the line of effect, dashed from where it stops; tokens are drawn over it."""
    zoom = camera.zoom
    thick = max(zoom // 12, 3)
    sight = telling.sight
    if sight is None:
        return
    a, b = camera.pixel(*sight.start[:2]), camera.pixel(*sight.end[:2])
    if sight.clear:
        draw_line(surface, a, b, palette.accent, thick, dashed=False)
        return
    stop = _stop(sight)
    spot = camera.pixel(*stop) if stop is not None else a
    if stop is not None:
        draw_line(surface, a, spot, palette.accent, thick, dashed=False)
    draw_line(surface, spot, b, palette.warning, thick, dashed=True)


def _stop(sight: Sightline) -> tuple[float, float] | None:
    """Where the line stops, in squares: its point nearest to the middle of the obstacle."""
    if sight.at is None:
        return None
    x, y = sight.at[0] + 0.5, sight.at[1] + 0.5
    if sight.beyond is not None:
        x, y = (x + sight.beyond[0] + 0.5) / 2, (y + sight.beyond[1] + 0.5) / 2
    (ax, ay, _), (bx, by, _) = sight.start, sight.end
    dx, dy = bx - ax, by - ay
    far = dx * dx + dy * dy
    share = min(max(((x - ax) * dx + (y - ay) * dy) / far, 0.0), 1.0) if far else 0.0
    return ax + dx * share, ay + dy * share


def draw_words(
    surface: pygame.Surface,
    camera: Camera,
    palette: Palette,
    telling: Telling,
    boxes: Mapping[str, Box],
) -> None:
    """Draws the obstacle of the line of effect, and the flank lines with the flanker's ally."""
    zoom, sight = camera.zoom, telling.sight
    if sight is not None and not sight.clear:
        middle = ((sight.start[0] + sight.end[0]) / 2, (sight.start[1] + sight.end[1]) / 2)
        spot = camera.pixel(*(_stop(sight) or middle))
        if sight.at is not None and sight.beyond is None:
            frame = pygame.Rect(*camera.pixel(sight.at[0], sight.at[1]), zoom, zoom)
            pygame.draw.rect(surface, palette.warning, frame, max(zoom // 16, 2))
        else:
            pygame.draw.circle(surface, palette.warning, spot, max(zoom // 5, 4), max(zoom // 16, 2))
        draw_tag(surface, f"✖ {sight.what}", spot, palette.warning, zoom)
    for target, flank in telling.flanks:
        if flank.line is not None:
            p, q = (camera.pixel(point[0] / 2, point[1] / 2) for point in flank.line)
            ends = shortened(p, q, zoom // 3), shortened(q, p, zoom // 3)
            draw_line(surface, *ends, palette.flank, max(zoom // 16, 2), dashed=False)
        if target in boxes:
            frame = frame_of(camera, boxes[target])
            pygame.draw.rect(surface, palette.flank, frame, max(zoom // 16, 2), border_radius=zoom // 6)
            draw_tag(surface, f"⇄ {flank.ally}", (frame.centerx, frame.bottom - 4), palette.flank, zoom, below=True)


def frame_of(camera: Camera, box: Box) -> pygame.Rect:
    """The pixels of a space, with a small margin."""
    zoom = camera.zoom
    wide, high = (box.x1 - box.x0 + 1) * zoom, (box.y1 - box.y0 + 1) * zoom
    return pygame.Rect(camera.pixel(box.x0, box.y0), (wide, high)).inflate(4, 4)
