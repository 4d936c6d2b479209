"""How the board scene is drawn: the board, what is aimed, and the panels around it."""

import pygame

from ....engine.legality.preview import Preview
from ....engine.state.verdict import Refusal
from ...views.snapshot import Snapshot
from ...window.fonts import fitted
from ...window.palettes import Palette
from .. import panels
from ..board_state import Looking
from ..input.action_bar import ActionBar
from ..layout import layout
from .attack_lines import Telling, draw_bands, draw_sight, draw_words, frame_of
from .ground import Terrain
from .overlays import BEYOND
from .path_preview import Trail
from .tile_text import ground_words
from .tokens import Tokens

PATIENCE = 0.2
"""Seconds after which the hint line tells what is being waited for."""


class Painted(Looking):
    """Draws what is looked at."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out anew, where something about it has changed."""
        laid = (size, self.scale, self.palette.name)
        if laid == self._laid_for:
            return
        self._laid_for = laid
        text = layout(size, self.scale, 1).text
        rows = ActionBar.rows(self.battle, size, text)
        self.layout = layout(size, self.scale, rows)
        self.bar = ActionBar(size, self.palette, text)
        self.bar.build(self.battle, self.layout.bar, rows)
        unit = "ft" if self.battle.rules.feet else "sq"
        sides = {one.name: one.side for one in self.battle.creatures}
        self.log = panels.LogPanel(self.palette, self.layout.log, text, unit, sides)
        self._kept = {name: panels.Kept() for name in ("turns", "card", "log", "hint")}
        self.camera.look_through(self.layout.board)
        if not self._fitted:
            self.camera.fit()
            self._fitted = True
        self.camera.keep()

    def wear(self, palette: Palette, scale: float) -> None:
        """Put on other colours and another size of text; the stage lays out anew when the scene is back on top."""
        self.palette, self.scale = palette, scale
        board = self.battle.world.board
        self.terrain = Terrain(board, palette)
        self.tokens = Tokens(board, palette, self.playback.shown.sides())
        self.playback.palette = palette
        self._lay_key = ()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene."""
        self._lay()
        area = self.layout.board
        surface.set_clip(area)
        surface.fill(self.palette.page, area)
        self.terrain.draw(surface, self.camera)
        shown = self.playback.shown
        draw_sight(surface, self.camera, self.palette, self.telling())
        self.tokens.draw(surface, self.camera, shown, chosen=self.chosen, offsets=self.playback.offsets)
        self._draw_aim(surface)
        self.playback.draw_notes(surface, self.camera)
        surface.set_clip(None)
        self._draw_panels(surface, shown)
        self.bar.look_at(
            self.battle,
            self.table.active if self.table.waits_for_person() else None,
            self.aim.entry.name if self.aim.entry is not None else None,
            {name for name, on in (("threat", self.show_threat), ("reach", self.show_reach)) if on},
            self.errands,
        )
        self.bar.draw(surface)

    def _distance(self, squares: int) -> str:
        rules = self.battle.rules
        return f"{squares * rules.unit} {'ft' if rules.feet else 'squares'}"

    def _draw_aim(self, surface: pygame.Surface) -> None:
        zoom = self.camera.zoom
        if self.hover is not None:
            px, py = self.camera.pixel(*self.hover)
            pygame.draw.rect(surface, self.palette.accent, (px, py, zoom, zoom), 1)
        seen = self.foreseen()
        telling = self.telling()
        shown = self.playback.shown
        me = shown.figures.get(self.table.active or "")
        if self._bands and me is not None and any(0 < band != BEYOND for band in self._bands.values()):
            draw_bands(surface, self.camera, self.palette, self._bands, me.box.y0, self._distance)
        if not isinstance(seen, Preview) and telling == Telling():
            return
        centres = {
            name: ((figure.box.x0 + figure.box.x1 + 1) / 2, (figure.box.y0 + figure.box.y1 + 1) / 2)
            for name, figure in shown.figures.items()
        }
        if isinstance(seen, Preview):
            starts = {name: figure.cube for name, figure in shown.figures.items()}
            sides = {name: figure.squares for name, figure in shown.figures.items()}
            board = self.battle.world.board
            Trail(surface, self.camera, self.palette, board, sides, centres).draw(starts, seen.steps)
            for target in seen.strikes:
                if target in shown.figures:
                    frame = frame_of(self.camera, shown.figures[target].box)
                    pygame.draw.rect(surface, self.palette.accent, frame, max(zoom // 16, 2), border_radius=zoom // 6)
        boxes = {name: figure.box for name, figure in shown.figures.items()}
        draw_words(surface, self.camera, self.palette, telling, boxes)

    def _draw_panels(self, surface: pygame.Surface, shown: Snapshot) -> None:
        lay, kept = self.layout, self._kept
        order = self.table.order
        kept["turns"].draw(surface, lay.turns, (id(shown.figures), shown.active, shown.round, order), self._paint_turns)
        name = self.figure_at(self.hover) if self.hover is not None else None
        name = name or self.chosen or shown.active
        key = (name, id(shown.figures.get(name or "")), self.battle.world.revision, len(self.battle.events))
        out = self.errands.out and not self.prompted
        kept["card"].draw(surface, lay.card, key, lambda ground: self._paint_card(ground, name), as_it_is=out)
        self.log.feed(self.battle.events, self.playback.upto)
        kept["log"].draw(
            surface, lay.log, (self.playback.upto, len(self.log.lines), self.log.scroll, self.log.filter), self.log.draw
        )
        text, colour = self._hint()
        kept["hint"].draw(surface, lay.hint, (text, colour), lambda ground: self._paint_hint(ground, text, colour))

    def _paint_turns(self, surface: pygame.Surface) -> None:
        self._chips = panels.draw_turn_bar(
            surface,
            self.palette,
            self.layout.turns,
            self.playback.shown,
            self.table.order,
            lambda side: self.tokens.colours.get(side, self.palette.faint),
            f"{self.battle.rules.title} · {self.battle.scenario.title}",
        )

    def _paint_card(self, surface: pygame.Surface, name: str | None) -> None:
        lay, palette = self.layout, self.palette
        figure = self.playback.shown.figures.get(name or "")
        if figure is None:
            panels.panel(surface, palette, lay.card)
            return
        height = self.tokens.height_of(figure)
        lines = panels.describe(self.battle.creature(figure.name), self.battle.rules, figure.conditions, height)
        panels.draw_card(surface, palette, lay.card, figure.name, self.tokens.colours[figure.side], lines, lay.text)

    def _paint_hint(self, surface: pygame.Surface, text: str, colour: tuple[int, int, int]) -> None:
        panels.panel(surface, self.palette, self.layout.hint)
        if text:
            picture = fitted(text, self.layout.hint.width - 20, self.layout.text, colour)
            place = (self.layout.hint.left + 10, self.layout.hint.centery - picture.get_height() // 2)
            surface.blit(picture, place)

    def _hint(self) -> tuple[str, tuple[int, int, int]]:
        palette = self.palette
        unit = "ft" if self.battle.rules.feet else "squares"
        if self.asking is not None:
            who = " and ".join(self.asking[1])
            return f"⚔ This draws an attack from {who}.  Click or Enter: do it.  Esc: do not.", palette.warning
        if self.message[0]:
            rules = f"   [{', '.join(self.message[1])}]" if self.message[1] else ""
            return f"✖ {self.message[0]}{rules}", palette.warning
        if self.errands.seconds > PATIENCE:
            return self.errands.what, palette.faint
        seen = self.foreseen()
        lead = self.aim.words(self.battle)
        lead += ": " if lead else ""
        if isinstance(seen, Refusal):
            rules = f"   [{', '.join(seen.rules)}]" if seen.rules else ""
            return f"{lead}✖ {seen.reason}{rules}", palette.warning
        ground = ground_words(self.battle.world.board, self.hover) if self.hover is not None else ""
        ground += self._between()
        if isinstance(seen, Preview):
            parts = [f"{seen.cost} {unit}" if seen.cost else "", "+".join(seen.pays)]
            reasons = dict.fromkeys(reason for step in seen.steps for reason in step.reasons)
            parts += [", ".join(reasons)] if reasons else []
            parts += [f"⚄ {', '.join(seen.checks)}"] if seen.checks else []
            parts += [f"attacks {', '.join(seen.strikes)}"] if seen.strikes else []
            parts += [f"⚔ draws {', '.join(seen.provokes)}"] if seen.provokes else []
            parts += [f"⇄ flanks {name} with {flank.ally}" for name, flank in self.telling().flanks]
            told = " · ".join(part for part in parts if part)
            return f"{lead}{told}{'   —   ' if told and ground else ''}{ground}", palette.ink
        if not self.table.waits_for_person() and not self.table.over and self.table.active is not None:
            player = self.table.played_by(self.table.active)
            return f"{self.table.active} ({player}) has the turn. Space shows everything at once.", palette.faint
        if not lead and not ground and self.table.waits_for_person():
            told = (
                f"{self.table.active}: click a square to go there, an enemy to strike.  Enter ends the turn, F1 helps."
            )
            return told, palette.faint
        return f"{lead}{ground}", palette.faint

    def _between(self) -> str:
        """How far whoever is under the pointer is from the chosen creature, and what is between them."""
        other = self.figure_at(self.hover) if self.hover is not None else None
        if other is None or self.chosen is None or other == self.chosen or self.errands.out:
            return ""
        battle = self.battle
        here = battle.creature(self.chosen)
        unit = "ft" if battle.rules.feet else "squares"
        told = f"   —   {other}: {battle.distance(here.name, other)} {unit} from {here.name}"
        sight = battle.sightline(here.name, other)
        if not sight.clear:
            told += f", no line of effect: {sight.what}" + (f" at {sight.at[0]},{sight.at[1]}" if sight.at else "")
        return told
