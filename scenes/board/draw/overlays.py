"""Ground overlays: reach by cost, threat, paths, areas."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import pygame

from ....engine.messages import tr
from ....play.replay.palettes import Palette, contrast, ink_on, lighter
from ....play.table.aiming import Aim
from ....play.table.overlay import Overlay, overlay
from ....play.table.strike_lines import BEYOND
from ..board_state import BoardState
from ..input.action_bar import ActionBar
from .ground import Terrain


class OverlayLayer:
    """Updates the coloured squares of the board when reach, threat or targets change."""

    def __init__(self, state: BoardState, terrain: Terrain) -> None:
        self.state = state
        self.terrain = terrain
        self.bands: Mapping[Square, int] = {}
        """Range band of the aimed strike, by square."""
        self._key: tuple[object, ...] = ()

    def forget(self) -> None:
        self._key = ()

    def clear(self) -> None:
        self._key = ()
        self.terrain.glaze(None)

    def refresh(self, bar: ActionBar) -> None:
        state = self.state
        if state.work.out:
            if state.behind:  # those overlays belong to a moment that is over
                self._key = ()
                self._put(Overlay(dark=state.now.dark))
            return
        aim = replace(state.aim, path=list(state.aim.path), also=list(state.aim.also))
        entry = aim.entry
        found = bar.standing.get(entry.name) if entry is not None else None
        targets = found.legal if found is not None else ()
        key = (
            state.now.moment, state.chosen, state.show_threat, state.show_reach, state.behind, state.palette.name,
            *aim.key(), targets, state.marked,
        )  # fmt: skip
        if key == self._key:
            return
        self._key = key
        if state.behind:
            self._put(Overlay(dark=state.now.dark))
            return
        who, chosen = state.chosen or "anybody", state.chosen
        state.work.send(
            tr("Working out where {who} can get …", who=who), lambda: self.laid(aim, chosen, targets), self._put
        )

    def _put(self, laid: Overlay) -> None:
        self.bands = laid.bands
        self.terrain.glaze(None if laid.empty else OverlayPainter(laid, self.state.palette))

    def laid(self, aim: Aim, chosen: str | None, targets: tuple[str, ...] = ()) -> Overlay:
        state = self.state
        own, hidden = state.own, state.now.hidden
        laid = overlay(
            state.offers, aim, chosen, targets, own=own, reach=state.show_reach, threat=state.show_threat, hidden=hidden
        )
        laid.marked |= state.marked
        laid.dark = state.now.dark
        if laid.reach and own is not None and chosen == own.name and state.work.beside:
            self._warm(own.name)
        return laid

    def _warm(self, name: str) -> None:
        offers = self.state.offers
        reach, board = offers.reach(name), offers.battle.world.board
        if reach is None:
            return
        near = next((cube for cube, arrival in reach.arrivals() if arrival.squares), None)
        beyond = next(
            ((x, y) for x, y in ((0, 0), (board.width - 1, 0)) if (x, y, board.stand(x, y)) not in reach), None
        )
        for square in (near, beyond):
            if square is not None:
                offers.battle.foresee(name, {"do": "move", "to": list(square)})


Square = tuple[int, int]
FOG = 150
"""Opacity of fog, of 255."""
APART = 2.0
"""Least contrast of a visible line."""
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_SIDES = ((0, -1, NORTH), (1, 0, EAST), (0, 1, SOUTH), (-1, 0, WEST))


class OverlayPainter:
    def __init__(self, lay: Overlay, palette: Palette) -> None:
        self.lay = lay
        self.palette = palette

    def __call__(self, zoom: int, x0: int, y0: int, x1: int, y1: int) -> list[tuple[pygame.Surface, tuple[int, int]]]:
        """Returns the pictures of coloured squares in an area, each with its position in pixels."""
        reach, threat, marked, palette = self.lay.reach, self.lay.threat, self.lay.marked, self.palette
        bands = self.lay.bands
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                square = (x, y)
                found = reach.get(square)
                if found is not None:
                    tier, stops = found
                    rim = 0
                    for dx, dy, bit in _SIDES:
                        other = reach.get((x + dx, y + dy))
                        if other is None or other[0] > tier:
                            rim |= bit
                    blits.append((_reached(palette, zoom, tier, stops, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in threat:
                    rim = sum(bit for dx, dy, bit in _SIDES if (x + dx, y + dy) not in threat)
                    blits.append((_threatened(palette, zoom, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                band = bands.get(square)
                if band is not None and band != BEYOND:
                    rim = sum(bit for dx, dy, bit in _SIDES if bands.get((x + dx, y + dy), band) > band)
                    blits.append((_banded(palette, zoom, band, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in self.lay.goals:
                    rim = sum(bit for dx, dy, bit in _SIDES if (x + dx, y + dy) not in self.lay.goals)
                    blits.append((_fought_for(palette, zoom, rim), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in self.lay.dark:
                    blits.append((_darkened(palette, zoom), ((x - x0) * zoom, (y - y0) * zoom)))
                if square in marked:
                    blits.append((_markable(palette, zoom), ((x - x0) * zoom, (y - y0) * zoom)))
        return blits


@lru_cache(maxsize=2048)
def _reached(palette: Palette, zoom: int, tier: int, stops: bool, rim: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    colour = palette.costs[tier]
    picture.fill((*colour, (84, 52, 52)[tier] if stops else 30))
    if zoom >= 12:
        bright = contrast(palette.floor, (255, 255, 255)) < APART
        if tier == 1:
            for x, y in ((1, 1), (3, 1), (1, 3), (3, 3)):
                pygame.draw.circle(
                    picture,
                    (*lighter(colour, -0.45 if bright else 0.3), 190),
                    (x * zoom // 4, y * zoom // 4),
                    max(zoom // 24, 1),
                )
        elif tier == 2:
            for start in range(0, 2 * zoom, max(zoom // 3, 4)):
                pygame.draw.line(
                    picture, (*lighter(colour, -0.3 if bright else 0.2), 130), (start, 0), (start - zoom, zoom)
                )
        if not stops:
            pygame.draw.circle(picture, (*colour, 200), (zoom // 2, zoom // 2), zoom // 6, max(zoom // 24, 1))
    _rims(picture, (*lighter(colour, 0.25), 235), zoom, rim, max(zoom // 20, 1))
    return picture


@lru_cache(maxsize=256)
def _threatened(palette: Palette, zoom: int, rim: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.threat, 26))
    if zoom >= 8:
        gap = max(zoom // 4, 4)
        for start in range(-zoom, zoom, gap):
            pygame.draw.line(picture, (*palette.threat, 120), (start, 0), (start + zoom, zoom), max(zoom // 32, 1))
    _rims(picture, (*palette.threat, 255), zoom, rim, max(zoom // 14, 2))
    return picture


@lru_cache(maxsize=512)
def _banded(palette: Palette, zoom: int, band: int, rim: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.accent, max(46 - 9 * band, 8)))
    _rims(picture, (*palette.accent, max(220 - 25 * band, 120)), zoom, rim, max(zoom // 24, 1))
    return picture


@lru_cache(maxsize=64)
def _markable(palette: Palette, zoom: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.accent, 60))
    thick = max(zoom // 20, 1)
    if contrast(palette.accent, palette.floor) < APART:
        pygame.draw.rect(picture, (*ink_on(palette.floor), 230), (1, 1, zoom - 2, zoom - 2), thick + 1)
        pygame.draw.rect(
            picture, palette.accent, (1 + thick, 1 + thick, zoom - 2 - 2 * thick, zoom - 2 - 2 * thick), thick
        )
        return picture
    pygame.draw.rect(picture, (*palette.accent, 220), (1, 1, zoom - 2, zoom - 2), thick)
    return picture


@lru_cache(maxsize=64)
def _darkened(palette: Palette, zoom: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.page, FOG))
    return picture


@lru_cache(maxsize=64)
def _fought_for(palette: Palette, zoom: int, rim: int) -> pygame.Surface:
    picture = pygame.Surface((zoom, zoom), pygame.SRCALPHA)
    picture.fill((*palette.flank, 34))
    _rims(picture, (*palette.flank, 255), zoom, rim, max(zoom // 12, 2))
    if zoom >= 16:
        foot, high = zoom // 5, zoom // 2
        pygame.draw.line(picture, (*palette.flank, 220), (foot, foot), (foot, foot + high), max(zoom // 20, 1))
        pygame.draw.polygon(
            picture,
            (*palette.flank, 220),
            [(foot, foot), (foot + zoom // 3, foot + zoom // 8), (foot, foot + zoom // 4)],
        )
    return picture


def _rims(picture: pygame.Surface, colour: tuple[int, int, int, int], zoom: int, rim: int, thick: int) -> None:
    if rim & NORTH:
        picture.fill(colour, (0, 0, zoom, thick))
    if rim & SOUTH:
        picture.fill(colour, (0, zoom - thick, zoom, thick))
    if rim & WEST:
        picture.fill(colour, (0, 0, thick, zoom))
    if rim & EAST:
        picture.fill(colour, (zoom - thick, 0, thick, zoom))


def forget() -> None:
    _reached.cache_clear()
    _threatened.cache_clear()
    _banded.cache_clear()
    _markable.cache_clear()
    _darkened.cache_clear()
    _fought_for.cache_clear()
