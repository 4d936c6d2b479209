"""Drawing of a previewed movement: its way, the cost of each step, the attacks that it draws, its end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from ....components.position import Cube
from ....engine.board.board import Board
from ....engine.geometry.boxes import Box
from ....engine.legality.preview import PreviewStep
from ....engine.navigation.drawn_in import drawn_in
from ....play.replay.palettes import Colour, Palette
from ...window.fonts import outlined
from .camera import Camera
from .overlays import draw_badge, draw_line, draw_tag, shortened

DARK = (20, 20, 24)
LIGHT = (255, 255, 255)

Tag = tuple[str, tuple[int, int], Colour]
"""Words at a pixel."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The data to draw a previewed movement."""

    surface: pygame.Surface
    camera: Camera
    palette: Palette
    board: Board
    sides: Mapping[str, int]
    """The side of each creature's space in squares."""
    centres: Mapping[str, tuple[float, float]]
    """The middles of enemies' spaces, in squares: an attack is a line from the attacker."""

    def draw(self, starts: Mapping[str, Cube], steps: Iterable[PreviewStep]) -> None:
        """Draws the steps of movers that start at some anchors."""
        listed = list(steps)
        struck = self._ways(starts, listed)
        tags = self._costs(listed)
        self._ends(listed)
        zoom = self.camera.zoom
        for name, (x, y) in struck.items():
            off = zoom * self.sides.get(name, 1) * 2 // 5
            draw_badge(self.surface, "⚔", (x + off, y - off), self.palette.warning, zoom)
        for text, spot, colour in tags:
            draw_tag(self.surface, text, spot, colour, zoom)

    def _ways(self, starts: Mapping[str, Cube], steps: Sequence[PreviewStep]) -> dict[str, tuple[int, int]]:
        """Draws the lines walked, and the lines of attacks drawn; returns the pixel of each attacker."""
        surface, palette, zoom = self.surface, self.palette, self.camera.zoom
        here = {step.who: self._middle(starts[step.who], step.who) for step in steps if step.who in starts}
        moved: set[str] = set()
        struck: dict[str, tuple[int, int]] = {}
        for step in steps:
            there = self._middle(step.at, step.who)
            a, b = self.camera.pixel(*here.get(step.who, there)), self.camera.pixel(*there)
            colour = palette.threat if step.forced else palette.path
            leaving = zoom * self.sides.get(step.who, 1) * 2 // 5 if step.who not in moved else 0
            moved.add(step.who)
            draw_line(surface, shortened(a, b, leaving), b, colour, max(zoom // 10, 2), dashed=step.forced)
            for name in step.provokes:
                if name in self.centres:
                    enemy = struck[name] = self.camera.pixel(*self.centres[name])
                    from_ = shortened(enemy, a, zoom * self.sides.get(name, 1) * 2 // 5)
                    to = shortened(a, enemy, zoom // 3)
                    draw_line(surface, from_, to, palette.warning, max(zoom // 12, 2), dashed=True)
            if step.collides is None:
                here[step.who] = there
        return struck

    def _costs(self, steps: Sequence[PreviewStep]) -> list[Tag]:
        """Draws the cost up to each step; returns the other labels of steps, to be drawn last."""
        palette, zoom = self.palette, self.camera.zoom
        tags: list[Tag] = []
        running = 0
        for step in steps:
            spot = self.camera.pixel(*self._middle(step.at, step.who))
            if step.forced:
                if step.collides:
                    tags.append((f"✖ {step.collides}", spot, palette.warning))
                elif step.falls:
                    tags.append(("⇓ falls", spot, palette.warning))
                else:
                    pygame.draw.circle(self.surface, palette.threat, spot, max(zoom // 8, 3))
                continue
            running += step.cost
            self._count(running, spot, palette.costs[1] if step.reasons else palette.path)
            if step.falls:
                tags.append(("⇓ falls", spot, palette.warning))
            if step.check:
                tags.append((f"⚄ {step.check}", spot, palette.accent))
        return tags

    def _count(self, cost: int, spot: tuple[int, int], colour: Colour) -> None:
        """Draws a circle with a number in it, if the zoom is large enough."""
        zoom = self.camera.zoom
        radius = max(zoom * 3 // 10, 4)
        pygame.draw.circle(self.surface, DARK, spot, radius)
        pygame.draw.circle(self.surface, colour, spot, radius - 1)
        if zoom >= 20:
            ink = DARK if sum(colour) > 380 else LIGHT
            label = outlined(str(cost), max(zoom // 4, 9), ink, colour)
            self.surface.blit(label, label.get_rect(center=spot))

    def _ends(self, steps: Sequence[PreviewStep]) -> None:
        """Draws a frame around the space that each mover comes to fill."""
        zoom = self.camera.zoom
        last = {step.who: step for step in steps if step.collides is None}
        for step in last.values():
            box = self._space(step.at, step.who)
            place = (*self.camera.pixel(box.x0, box.y0), (box.x1 - box.x0 + 1) * zoom, (box.y1 - box.y0 + 1) * zoom)
            pygame.draw.rect(self.surface, self.palette.accent, place, max(zoom // 16, 2), border_radius=zoom // 8)

    def _space(self, cube: Cube, who: str) -> Box:
        """The cubes that a creature fills at an anchor: its whole space, or part of it while drawn in."""
        (x, y, z), side = cube, self.sides.get(who, 1)
        return drawn_in(self.board, cube, side) or Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)

    def _middle(self, cube: Cube, who: str) -> tuple[float, float]:
        """The middle of that space, in squares."""
        box = self._space(cube, who)
        return (box.x0 + box.x1 + 1) / 2, (box.y0 + box.y1 + 1) / 2
