"""The editor's scene: tools, board and forms."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pygame

from ...engine.error_text import error_text
from ...engine.errors import ScenarioError
from ...engine.messages import _, language_in_use, tr
from ...engine.scenario.format import Scenario
from ...play.replay.palettes import Palette
from ..board.draw.camera import Camera
from ..board.draw.tile_text import ground_words
from ..board.layout import roomy
from ..window import widgets
from ..window.commands import (
    EDITOR,
    Cancel,
    CommandReader,
    Confirm,
    Invoke,
    MoveCursor,
    Pan,
    Undo,
    Zoom,
    in_list,
    writes,
)
from ..window.fonts import fitted, wrapped
from ..window.scene_stack import Change, PopScene
from . import board_edits as edits
from . import schema_fields as schema
from .balance_test import BalanceTest
from .board_edits import Area, Clip, Square
from .board_picture import EditedBoard, squares_at
from .document import Document
from .form_desk import FormDesk
from .lists import objective_squares
from .tool_shelf import EDGES, TOOLS, ToolShelf

HELP = _(
    "Ctrl: S save, Z undo, Y redo, X C V cut, copy, paste, A all.  M, N mirror.  T turn over.  Del "
    "remove.  [ ] tile.  Arrows and Enter paint.  F2 scenario, F3 tile, F4 board and file, F5 play, "
    "F6 balance"
)


class EditorScene:
    def __init__(
        self,
        document: Document,
        palette: Palette,
        scale: float = 1.0,
        play: Callable[[Scenario], Change | None] = lambda _: None,
        opener: Callable[[Path], Document] = Document.open,
    ) -> None:
        self.document, self.palette, self.scale = document, palette, scale
        self.play, self.opener = play, opener
        self.shelf = ToolShelf()
        self.hover: Square | None = None
        self.cursor: Square = (0, 0)
        self.chosen: int | None = None
        self.area: Area | None = None
        self.clip: Clip | None = None
        self.desk = FormDesk()
        self.message = ""
        self.balance: BalanceTest | None = None
        self.picture = EditedBoard(palette)
        self._pressed: int | None = None
        self._start: Square | None = None
        self.reader = CommandReader(drags=(2,))
        self._at = (0, 0)
        """The pointer's pixel while a button is down."""
        self._asked_to_leave = False
        self._fitted = False
        self.camera = Camera(self._size, (0, 0, 1, 1))

    @property
    def tree(self) -> edits.Tree:
        return self.document.tree

    @property
    def _size(self) -> tuple[int, int]:
        rows = edits.rows_of(self.document.tree)
        return len(rows[0]), len(rows)

    # --- laying out --------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        self.window = size
        scale = roomy(self.scale, size)
        self.text = text = max(round(13 * scale), 9)
        left, right = round(178 * scale), min(round(330 * scale), size[0] * 2 // 5)
        foot = text * 4 + 10
        self.left = pygame.Rect(0, 0, left, size[1] - foot)
        self.right = pygame.Rect(size[0] - right, 0, right, size[1] - foot)
        self.foot = pygame.Rect(0, size[1] - foot, size[0], foot)
        self.camera.look_through((left, 0, size[0] - left - right, size[1] - foot))
        if not self._fitted:
            self.camera.fit()
            self._fitted = True
        self.camera.keep()
        self.manager = widgets.manager(size, self.palette, text)
        self._build()

    def _build(self) -> None:
        self.manager.clear_and_reset()
        self.shelf.build(self.left, self.manager, self.text)
        area = self.right.inflate(-12, -8)
        self.desk.build(self.manager, area, self.text, self.document, self.chosen, self.shelf.char)

    def show(self, kind: str) -> None:
        self.desk.show(kind)
        self._build()

    # --- changes -----------------------------------------------------------------------------------

    def change(self, tree: edits.Tree, merging: object = None, *, form: bool = True) -> None:
        size = self._size
        self.document.change(tree, merging)
        self.message, self._asked_to_leave = "", False
        self._seen(size, form=form)

    def _seen(self, size: tuple[int, int], *, form: bool = True) -> None:
        if self._size != size:
            self.camera.board = self._size
            self.camera.fit()
            self.area = None
        if self.chosen is not None and self.chosen >= len(self.tree.get("creatures", [])):
            self.chosen = None
        if self.shelf.char not in edits.legend_of(self.tree):
            self.shelf.char = "."
        if form:
            self._build()

    def _typed(self, field: schema.SchemaField, text: str) -> None:
        self.message = ""
        try:
            made = self.desk.edited(self.tree, field, text, self.chosen, self.shelf.char)
        except schema.Unreadable as error:
            self.message = error_text(error, language_in_use())
            return
        if made is None:
            self.message = tr("Enter saves there; Ctrl+O opens that file")
            return
        self.change(*made, form=False)

    # --- files, play, balance ------------------------------------------------------------------------

    def save(self) -> None:
        named = self.desk.file
        path = Path(named).expanduser() if named else self.document.path
        if path is None:
            self.show("board")
            self.message = tr("Under what name? Write it at `file` and save again")
            return
        if path.suffix.lower() != ".toml":
            path = path.with_suffix(".toml")
        overwrites = tr("{path} already exists; saving again overwrites it", path=path)
        if path != self.document.path and path.exists() and self.message != overwrites:
            self.message = overwrites
            return
        try:
            self.message = tr("Saved as {save}", save=self.document.save(path))
        except OSError as error:
            self.message = tr("It could not be saved: {error}", error=error.strerror or str(error))

    def open(self) -> None:
        named = self.desk.file
        if not named:
            self.show("board")
            self.message = tr("Which file? Write its name at `file` and press Ctrl+O again")
            return
        if self.document.changed and not self._asked_to_leave:
            self._asked_to_leave = True
            self.message = tr("There are changes that were not saved; Ctrl+O again drops them")
            return
        try:
            self.document = self.opener(Path(named).expanduser())
        except ScenarioError as error:
            self.message = str(error)
            return
        self.chosen, self.area, self.desk.file = None, None, ""
        self.camera.board = self._size
        self.camera.fit()
        self.show("scenario")

    def test_play(self) -> Change | None:
        scenario = self.document.scenario
        if scenario is None:
            self.message = tr("It cannot be played as it is")
            return None
        path = self.document.path
        return self.play(scenario if path is None else msgspec.structs.replace(scenario, source=str(path)))

    def test_balance(self) -> None:
        """Starts forty battles in the background to test the balance, or cancels them."""
        if self.balance is not None:
            self.balance.close()
            stopped, self.balance = not self.balance.over, None
            if stopped:
                return
        if self.document.scenario is None:
            self.message = tr("It cannot be played as it is")
            return
        self.message = ""
        self.balance = BalanceTest(self.tree)

    def leave(self) -> None:
        if self.balance is not None:
            self.balance.close()

    # --- input ------------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == pygame.KEYDOWN and not (self.desk.form.writing and writes(event)):
            return self._key(event)
        self._asked_to_leave &= event.type != pygame.MOUSEBUTTONDOWN
        if event.type == pygame.MOUSEBUTTONDOWN and not self._over_panels(event.pos):
            self.desk.form.leave()
            self.manager.set_focus_set(None)
        self.manager.process_events(event)
        typed = self.desk.form.typed(event)
        if typed is not None:
            self._typed(*typed)
            return None
        added = self.desk.form.added(event)
        if added is not None:
            self.desk.add(added)
            self._build()
            return None
        listed = self.desk.form.listed(event)
        if listed is not None:
            x, y = self.cursor
            made = self.desk.with_listed(self.tree, *listed, self.chosen, self.shelf.side, self.area or (x, y, x, y))
            self.change(made)
            return None
        tool = self.shelf.pressed(event.ui_element) if event.type == widgets.BUTTON else None
        if tool is not None:
            self._take(tool)
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL):
            self._mouse(event)
        return None

    def _over_panels(self, at: tuple[int, int]) -> bool:
        return any(area.collidepoint(at) for area in (self.left, self.right, self.foot))

    def _take(self, tool: str) -> None:
        self.shelf.tool = tool
        self.document.settle()
        if tool == "creature" and self.desk.kind != "creature" and self.chosen is not None:
            self.desk.kind = "creature"
        self._build()

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = in_list(event, EDITOR)
        self._asked_to_leave &= isinstance(command, Cancel)
        match command:
            case Cancel():
                return self._cancel()
            case Confirm() if self.desk.form.writing:
                if self.desk.kind != "board":
                    self.desk.form.leave()
                elif self.desk.file:
                    self.save()
                self._build()
            case Confirm() | Invoke("use"):
                self._apply(self.cursor, 1)
                self._release(self.cursor)
            case MoveCursor(i, j):
                width, height = self._size
                x, y = self.cursor
                self.cursor = self.hover = (min(max(x + i, 0), width - 1), min(max(y + j, 0), height - 1))
            case Undo(again):
                size = self._size
                if self.document.redo() if again else self.document.undo():
                    self._seen(size)
            case Invoke("play"):
                return self.test_play()
            case Invoke(name):
                self._do(name)
        return None

    def _cancel(self) -> Change | None:
        if widgets.fold(self.manager):
            return None
        if self.desk.form.writing:
            self.desk.form.leave()
            self._build()
        elif self.area is not None or self.chosen is not None:
            self.area = self.chosen = None
            self.show("scenario")
        elif self.document.changed and not self._asked_to_leave:
            self._asked_to_leave = True
            self.message = tr("There are changes that were not saved: Ctrl+S saves, Esc again leaves")
        else:
            return PopScene()
        return None

    def _do(self, name: str) -> None:
        width, height = self._size
        whole = (0, 0, width - 1, height - 1)
        match name:
            case name if name in TOOLS:
                self._take(name)
            case "tile-before" | "tile-after":
                self._pick(self.shelf.turn(self.tree, 1 if name == "tile-after" else -1))
            case "delete":
                self._delete()
            case "help":
                self.message = tr(HELP)
            case "turn-over" if self.chosen is not None:
                self.change(edits.turn_over(self.tree, self.chosen))
            case "mirror-across" | "mirror-down":
                self.change(edits.mirrored(self.tree, self.area or whole, across=name == "mirror-across"))
            case "scenario" | "tile" | "board":
                self.show(name)
            case "balance":
                self.test_balance()
            case "ctrl+s":
                self.save()
            case "ctrl+o":
                self.open()
            case "ctrl+a":
                self.area = whole
                self._take("select")
            case "ctrl+c" | "ctrl+x" if self.area is not None:
                self.clip = edits.copied(self.tree, self.area)
                if name == "ctrl+x":
                    self._delete()
            case "ctrl+v" if self.clip is not None:
                at = self.hover or (self.area[:2] if self.area is not None else self.cursor)
                self.change(edits.pasted(self.tree, self.clip, at))
            case "ctrl+n":
                self.shelf.char = edits.free_character(self.tree)
                self.desk.kind = "tile"
                self.change(edits.with_tile(self.tree, self.shelf.char, {"terrain": "difficult"}))

    def _delete(self) -> None:
        if self.chosen is not None:
            number, self.chosen = self.chosen, None
            self.desk.kind = "scenario"
            self.change(edits.with_creature(self.tree, number, None))
        elif self.area is not None:
            self.change(edits.cleared(self.tree, self.area))

    # --- the mouse -----------------------------------------------------------------------------------

    def _mouse(self, event: pygame.event.Event) -> None:
        for command in self.reader.read(event):
            match command:
                case Pan(dx, dy):
                    self.camera.pan(dx, dy)
                case Zoom(steps, spot) if spot is not None and not self._over_panels(spot):
                    self.camera.zoom_by(steps, spot)
        if event.type not in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return
        at = event.pos
        square = self.camera.square(at) if not self._over_panels(at) else None
        self.hover = square
        if square is not None:
            self.cursor = square
        match event.type:
            case pygame.MOUSEBUTTONDOWN if self.left.collidepoint(at) and event.button == 1:
                name = self.shelf.at(self.tree, at)
                if name is not None:
                    self._pick(name)
            case pygame.MOUSEBUTTONDOWN if square is not None and event.button in (1, 3):
                self._pressed, self._start, self._at = event.button, square, at
                self.document.settle()
                self._apply(square, event.button)
            case pygame.MOUSEMOTION if self._pressed is not None and square is not None:
                self._at = at
                self._drag(square)
            case pygame.MOUSEBUTTONUP:
                if self._pressed is not None and event.button == self._pressed:
                    self._release(square)
                    self._pressed = self._start = None
                    self.document.settle()

    def _apply(self, square: Square, button: int) -> None:
        match self.shelf.tool:
            case "paint":
                self._start = square
                self.change(
                    edits.paint(self.tree, [square], self.shelf.char if button == 1 else "."), "stroke", form=False
                )
            case "fill":
                made = edits.paint(self.tree, edits.alike(self.tree, square), self.shelf.char if button == 1 else ".")
                self.change(made, form=False)
            case "edge":
                self._edge(square, button)
            case "creature":
                self._creature(square)
            case "box" | "select":
                self._start = square
                self.area = (*square, *square)

    def _edge(self, square: Square, button: int) -> None:
        at = self._at if self._pressed is not None else self.camera.pixel(square[0] + 0.9, square[1] + 0.5)
        fx, fy = (place % 1 for place in self.camera.place(at))
        sides = {(-1, 0): fx, (1, 0): 1 - fx, (0, -1): fy, (0, 1): 1 - fy}
        i, j = min(sides, key=lambda side: sides[side])
        other = (square[0] + i, square[1] + j)
        width, height = self._size
        if 0 <= other[0] < width and 0 <= other[1] < height:
            fields = EDGES[self.shelf.edge] if button == 1 else None
            self.change(edits.set_edge(self.tree, square, other, fields), "stroke", form=False)

    def _creature(self, square: Square) -> None:
        found = edits.creature_at(self.tree, square)
        self.desk.show("creature")
        if found is None:
            creatures = self.tree.get("creatures", [])
            like = creatures[self.chosen] if self.chosen is not None and self.chosen < len(creatures) else None
            made = edits.add_creature(self.tree, square, like or self.shelf.creature(), self.shelf.side)
            self.chosen = len(made["creatures"]) - 1
            self.change(made)
        else:
            self.chosen = found
            self.shelf.side = str(self.tree["creatures"][found].get("side", self.shelf.side))
            self._build()

    def _drag(self, square: Square) -> None:
        button = self._pressed or 1
        if self.shelf.tool == "paint":
            # A fast stroke skips squares.
            stroke = edits.line(self._start or square, square)
            self._start = square
            self.change(edits.paint(self.tree, stroke, self.shelf.char if button == 1 else "."), "stroke", form=False)
        elif self.shelf.tool == "edge":
            self._edge(square, button)
        elif self.shelf.tool in ("box", "select") and self._start is not None:
            (ax, ay), (bx, by) = self._start, square
            self.area = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
        elif self.shelf.tool == "creature" and self.chosen is not None:
            one = self.tree["creatures"][self.chosen]
            if tuple(one["at"][:2]) != square:
                moved = {**one, "at": [*square, *one["at"][2:]]}
                self.change(edits.with_creature(self.tree, self.chosen, moved), "drag", form=False)

    def _release(self, square: Square | None) -> None:
        if self.shelf.tool == "box" and self.area is not None:
            char = self.shelf.char if self._pressed != 3 else "."
            area, self.area = self.area, None
            self.change(edits.paint(self.tree, edits.squares_in(area), char), form=False)
        elif self.shelf.tool == "creature" and self.desk.kind == "creature" and not self.desk.form.writing:
            self._build()

    def _pick(self, name: str) -> None:
        self.shelf.pick(name)
        if self.shelf.tool == "creature":
            self.chosen = None
        elif self.desk.kind == "tile":
            self.show("tile")

    # --- drawing -------------------------------------------------------------------------------------

    @property
    def restless(self) -> bool:
        return False

    def update(self, seconds: float) -> Change | None:
        self.manager.update(seconds)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        palette, camera = self.palette, self.camera
        self.picture.look_at(self.tree, self.document.path)
        surface.fill(palette.panel)
        surface.set_clip(pygame.Rect(camera.view))
        self.picture.draw(surface, camera, self.chosen)
        for x, y in objective_squares(self.tree):
            self._frame(surface, (x, y, x, y), palette.flank, 2)
        problem = self.document.problem if self._pressed is None else None  # not at every square of a stroke
        if problem is not None:
            for square in squares_at(self.tree, problem.place, problem.sentence):
                self._frame(surface, (*square, *square), palette.warning, 3)
        if self.area is not None:
            self._frame(surface, self.area, palette.accent, 2)
        if self.hover is not None:
            self._frame(surface, (*self.hover, *self.hover), palette.accent, 1)
        surface.set_clip(None)
        self.shelf.draw(surface, palette, self.tree)
        self._draw_foot(surface, problem.sentence if problem is not None else None)
        self.manager.draw_ui(surface)

    def _frame(self, surface: pygame.Surface, area: Area, colour: tuple[int, int, int], thick: int) -> None:
        x0, y0, x1, y1 = area
        (left, top), zoom = self.camera.pixel(x0, y0), self.camera.zoom
        pygame.draw.rect(surface, colour, (left, top, (x1 - x0 + 1) * zoom, (y1 - y0 + 1) * zoom), thick)

    def _draw_foot(self, surface: pygame.Surface, problem: str | None) -> None:
        palette, text = self.palette, self.text
        pygame.draw.rect(surface, palette.panel_edge, self.foot, 1)
        mark = "*" if self.document.changed else ""
        name = self.document.path.name if self.document.path is not None else tr("no file yet")
        first = f"{name}{mark}   "
        if self.hover is not None and self.hover in self.picture.board:
            first += ground_words(self.picture.board, self.hover)
        second, colour = self._second_line(problem)
        broken = wrapped(second, self.foot.width - 20, text)
        lines = [(first, palette.ink), (broken[0], colour), (" ".join(broken[1:]), colour)]
        for number, (line, colour) in enumerate(lines):
            picture = fitted(line, self.foot.width - 20, text, colour)
            surface.blit(picture, (self.foot.left + 10, self.foot.top + 4 + number * (text + 8)))

    def _second_line(self, problem: str | None) -> tuple[str, tuple[int, int, int]]:
        if self.message:
            return self.message, self.palette.accent
        if problem is not None:
            return f"✖ {problem}", self.palette.warning
        if self.balance is not None:
            return self.balance.words(), self.palette.accent
        return tr("{TOOLS}.   F1 lists the keys", TOOLS=tr(TOOLS[self.shelf.tool][2])), self.palette.faint
