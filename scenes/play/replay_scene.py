"""A replay with a timeline."""

from collections.abc import Callable
from typing import Any

import pygame
import pygame_gui

from ...components.events import Joined
from ...engine.messages import _, tr
from ...play.campaign import title_in_words
from ...play.replay.highlights import turning_point
from ...play.replay.log_text import labels_of
from ...play.replay.palettes import PALETTES, Palette
from ...play.replay.snapshot import turn_order
from ..board import panels
from ..board.draw.camera import Camera
from ..board.draw.ground import Terrain
from ..board.draw.mark_painter import paint_marks
from ..board.draw.tokens import Tokens
from ..board.draw.underlay import underlay_of
from ..board.layout import roomy
from ..board.playback import SPEEDS, Playback, focus
from ..views.replay_file import Record
from ..window import widgets
from ..window.commands import REPLAY, Cancel, Command, CommandReader, Confirm, Invoke, Pan, Point, Press, Zoom, in_list
from ..window.fonts import font, written
from ..window.scene_stack import Change, Leave, PopScene, PushScene
from .pages import Page

BUTTONS: tuple[tuple[str, str, str], ...] = (
    ("first", "|◀", _("To the start (Home)")),
    ("turn-back", "◀◀", _("Previous turn (Page up)")),
    ("back", "◀", _("Previous event (Left)")),
    ("play", "▶", _("Play or pause (Space)")),
    ("on", "▷", _("Next event (Right)")),
    ("turn-on", "▶▶", _("Next turn (Page down)")),
    ("last", "▶|", _("To the end (End)")),
    ("turning", "★", _("The decisive turn (T)")),
    ("speed", "1×", _("Speed (E)")),
    ("take-up", "⚑", _("Play on from here (P)")),
    ("leave", "✕", _("Leave (Esc)")),
)


class ReplayScene:
    """The screen that shows a recorded battle again."""

    def __init__(
        self,
        record: Record,
        *,
        palette: Palette | None = None,
        scale: float = 1.0,
        alone: bool = True,
        take_up: Callable[[int], Change | None] | None = None,
    ) -> None:
        self.record = record
        self.take_up = take_up
        """Continues the battle from an event; None for a bare log."""
        self.palette = palette or next(iter(PALETTES.values()))
        self.scale = scale
        self.alone = alone
        """True if leaving ends the program."""
        self.events = record.events
        self.tableaux = record.tableaux()
        start = record.start()
        board, rules = start.board, start.rules
        self.unit = "ft" if rules.feet else "sq"
        self.labels = labels_of(start)
        self.title = " · ".join(filter(None, (rules.title, title_in_words(record.scenario.title))))
        everybody = dict(self.tableaux[0].figures)
        for event, shown in zip(self.events, self.tableaux[1:], strict=True):
            if isinstance(event, Joined) and event.who in shown.figures:
                everybody[event.who] = shown.figures[event.who]
        self.sides = {figure.name: figure.side for figure in everybody.values()}
        there = [figure.name for figure in everybody.values() if not figure.thing]
        self.order = turn_order(self.events, there)
        self.playback = Playback(self.tableaux[0])
        self.underlay = underlay_of(record.scenario)
        self.terrain = Terrain(board, self.palette, self.underlay, record.scenario.title)
        self._place = record.scenario.title
        self.tokens = Tokens(board, self.palette, self.tableaux[0].sides())
        self.camera = Camera((board.width, board.height), (0, 0, 1, 1))
        self.turns = [index for index, event in enumerate(self.events) if event.event == "turn-started"]
        self.playing = True
        self.reader = CommandReader(drags=(1, 2, 3))
        self._held = ""
        """What the mouse holds: the board, the timeline or nothing."""
        self._fitted = False
        self._buttons: dict[str, Any] = {}

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        scale = roomy(self.scale, size)
        text = max(round(13 * scale), 9)
        top, side, bottom = round(38 * scale), min(round(340 * scale), width * 2 // 5), round(92 * scale)
        self.text = text
        self.top = pygame.Rect(0, 0, width, top)
        self.view = pygame.Rect(0, top, width - side, height - top - bottom)
        self.foot = pygame.Rect(0, height - bottom, width, bottom)
        self.line = pygame.Rect(24, height - bottom + 14, width - 48, 14)
        self.log = panels.LogPanel(
            self.palette,
            pygame.Rect(width - side, top, side, height - top - bottom),
            text,
            self.unit,
            self.sides,
            self.labels,
        )
        self.camera.look_through(self.view)
        if not self._fitted:
            self.camera.fit()
            self._fitted = True
        self.camera.keep()
        self.manager = widgets.manager(size, self.palette, text + 2, raised=text * 3)  # the timeline stays visible
        self._buttons.clear()
        x = 24
        count = font(text).size("event 00000 of 00000")[0] + 12
        buttons = [one for one in BUTTONS if one[0] != "take-up" or self.take_up is not None]
        wide = min(round(52 * scale), (self.line.width - count) // len(buttons) - 6)
        for name, label, tip in buttons:
            self._buttons[name] = pygame_gui.elements.UIButton(
                relative_rect=widgets.rect(x, self.line.bottom + 12, wide, round(36 * scale)),
                text=label,
                manager=self.manager,
                tool_tip_text=tr(tip),
            )
            x += wide + 6
        self._label()

    @property
    def restless(self) -> bool:
        return bool(self.playing or self.playback.moving or not self.terrain.settled(self.camera))

    def update(self, seconds: float) -> Change | None:
        self.manager.update(seconds)
        before = self.playback.upto
        if self.playing:
            self.playback.advance(self.events, seconds)
            if not self.playback.behind(self.events):
                self.playing = False
                self._label()
        else:
            self.playback.advance(self.events[: self.playback.upto], seconds)
        if before != self.playback.upto and 0 < self.playback.upto <= len(self.events):
            place = focus(self.events[self.playback.upto - 1])
            if place is not None:
                x, y = self.camera.pixel(place[0] + 0.5, place[1] + 0.5)
                if not self.view.inflate(-80, -80).collidepoint(x, y):
                    self.camera.centre(place[0] + 0.5, place[1] + 0.5)
        return None

    def go_to(self, upto: int) -> None:
        """Shows the board after the first `upto` events."""
        upto = max(0, min(upto, len(self.events)))
        self.playback.reset(self.tableaux[upto], upto)

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == widgets.BUTTON:
            name = next((name for name, button in self._buttons.items() if button is event.ui_element), None)
            return self.press(name) if name is not None else None
        self.manager.process_events(event)
        match in_list(event, REPLAY):
            case Cancel():
                return self.press("leave")
            case Confirm():
                return self.press("play")
            case Invoke(name) if name in self._buttons or name == "help":
                return self.press(name)
        for command in self.reader.read(event) if event.type != pygame.KEYDOWN else ():
            self._point(command)
        return None

    def _point(self, command: Command) -> None:
        match command:
            case Press(spot):
                self._pressed(spot)
            case Pan(dx, dy) if self._held == "board":
                self.camera.pan(dx, dy)
            case Point(spot) if self._held == "line" and self.reader.dragging:
                self._scrub(spot[0])
            case Zoom(steps, spot) if spot is not None:
                if self.log.area.collidepoint(spot):
                    self.log.wheel(steps)
                else:
                    self.camera.zoom_by(steps, spot)

    def _pressed(self, spot: tuple[int, int]) -> None:
        self._held = "board" if self.view.collidepoint(spot) else ""
        if self.line.inflate(20, 16).collidepoint(spot):
            self._held, self.playing = "line", False
            self._label()
            self._scrub(spot[0])
        elif self.log.area.collidepoint(spot) and not self.log.click_filter(spot):
            line = self.log.at(spot)
            if line is not None:
                self.playing = False
                self.go_to(line.seq + 1)
                self._label()

    def _scrub(self, x: int) -> None:
        share = (x - self.line.left) / max(self.line.width, 1)
        self.go_to(round(share * len(self.events)))

    def press(self, name: str) -> Change | None:
        here = self.playback.upto
        jumps: dict[str, Callable[[], int]] = {
            "first": lambda: 0,
            "back": lambda: here - 1,
            "on": lambda: here + 1,
            "turn-back": lambda: next((turn + 1 for turn in reversed(self.turns) if turn + 1 < here), 0),
            "turn-on": lambda: next((turn + 1 for turn in self.turns if turn + 1 > here), len(self.events)),
            "last": lambda: len(self.events),
            "turning": lambda: turning_point(self.events)[0],
        }
        if name == "take-up":
            return self.take_up(here) if self.take_up is not None else None
        if name == "help":
            told = "<br>".join(widgets.escaped(tip) for name, _, tip in BUTTONS if name in self._buttons)
            return PushScene(Page(tr("Help"), told, self.palette, self.scale))
        if name == "leave":
            return Leave() if self.alone else PopScene()
        if name == "play":
            if not self.playing and here >= len(self.events):
                self.go_to(0)
            self.playing = not self.playing
        elif name == "speed":
            faster = [speed for speed in SPEEDS if speed]
            at = faster.index(self.playback.speed)
            self.playback.speed = faster[(at + 1) % len(faster)]
        else:
            self.playing = False
            self.go_to(jumps[name]())
        self._label()
        return None

    def _label(self) -> None:
        if self._buttons:
            self._buttons["play"].set_text("▮▮" if self.playing else "▶")
            self._buttons["speed"].set_text(f"{self.playback.speed:g}×")

    def draw(self, surface: pygame.Surface) -> None:
        surface.set_clip(self.view)
        surface.fill(self.palette.page, self.view)
        shown = self.playback.shown
        if shown.board is not None and shown.board is not self.terrain.board:
            self.terrain = Terrain(shown.board, self.palette, self.underlay, self._place)
        self.terrain.draw(surface, self.camera)
        names = max(self.text - 2, 10)
        self.tokens.draw(surface, self.camera, shown, offsets=self.playback.offsets, names=names)
        paint_marks(surface, self.camera, self.palette, self.playback.marks(), self.text)
        surface.set_clip(None)
        order = [name for name in self.order if name in shown.figures]
        panels.draw_turn_bar(
            surface, self.palette, self.top, shown, order, lambda side: self.tokens.colours[side], self.title
        )
        self.log.feed(self.events, self.playback.upto)
        self.log.draw(surface)
        panels.panel(surface, self.palette, self.foot)
        self._draw_line(surface)
        self.manager.draw_ui(surface)

    def _draw_line(self, surface: pygame.Surface) -> None:
        palette, line = self.palette, self.line
        count = max(len(self.events), 1)
        surface.fill(palette.panel_edge, line.inflate(0, -8))
        done = round(line.width * self.playback.upto / count)
        surface.fill(palette.accent, (line.left, line.top + 4, done, line.height - 8))
        if len(self.turns) < line.width // 3:
            for turn in self.turns:
                x = line.left + round(line.width * turn / count)
                surface.fill(palette.faint, (x, line.top + 2, 1, line.height - 4))
        for index, event in enumerate(self.events):
            if event.event == "downed":
                x = line.left + round(line.width * index / count)
                pygame.draw.circle(surface, palette.warning, (x, line.centery), 4)
        pygame.draw.circle(surface, palette.ink, (line.left + done, line.centery), 8)
        text = written(
            tr("event {upto} of {most}", upto=self.playback.upto, most=len(self.events)), self.text, palette.faint
        )
        surface.blit(text, (line.right - text.get_width(), line.bottom + 20))
