"""A server's battle in the window. It draws what the seat perceives; the server decides what a click means."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pygame

from ...engine.messages import tr
from ...play.replay.palettes import PALETTES, Palette
from ...play.server.joined import OPEN, JoinedSeat
from ...play.table.marks import Line, Mark, frame_of, lost_marks
from ...play.table.mirror import Mirror, Plain, squares_of
from ...play.table.overlay import Overlay
from ..board import panels
from ..board.draw.camera import Camera
from ..board.draw.ground import Terrain
from ..board.draw.mark_painter import paint_marks
from ..board.draw.overlays import OverlayPainter
from ..board.draw.tokens import Tokens
from ..board.layout import roomy
from ..window import widgets
from ..window.commands import JOINED, Cancel, Command, CommandReader, Invoke, Pan, Pick, Point, Press, Zoom, in_list
from ..window.fonts import wrapped, written
from ..window.scene_stack import Change, Leave

PACE = 0.12
"""Seconds per moment."""
AIMS = ("nothing", "square", "creature")
Square = tuple[int, int]


class JoinedScene:
    def __init__(self, seat: JoinedSeat, *, palette: Palette | None = None, scale: float = 1.0) -> None:
        self.seat = seat
        self.palette = palette or next(iter(PALETTES.values()))
        self.scale = scale
        self.mirror: Mirror | None = None
        self.side: str | None = None
        """The side of this seat; None for a spectator."""
        self.waits: Plain = {}
        """The input that the server waits for."""
        self.hint = tr("Connecting …")
        self.aiming: dict[str, Any] = {}
        self._moments: deque[Callable[[], None]] = deque()
        self._answers: dict[int, Callable[[Plain], None]] = {}
        self._rest = 0.0
        self._reach: dict[Square, tuple[int, bool]] = {}
        self._marked: frozenset[Square] = frozenset()
        self._marks: list[Mark] = []
        self._actions: list[Plain] = []
        self._buttons: list[tuple[Any, Callable[[], None]]] = []
        self._pointed: Square | None = None
        self._sure: tuple[object, ...] | None = None
        self._terrain: Terrain | None = None
        self._lay = Overlay()
        self.reader = CommandReader()
        self._tapped: Square | None = None
        self._waiting = False

    # --- what the server says --------------------------------------------------------------------------

    @property
    def restless(self) -> bool:
        """True while the screen must be redrawn each frame, for events or the ground."""
        return bool(self._moments or self._terrain is None or not self._terrain.settled(self.camera))

    @property
    def over(self) -> bool:
        return "over" in self.waits and not self._moments

    @property
    def mine(self) -> str | None:
        """The name of the creature that this player must move now. None while events are shown."""
        return self.waits.get("turn") if self.side is not None and not self._moments else None

    def leave(self) -> None:
        self.seat.leave()

    def _ask(self, call: str, then: Callable[[Plain], None], args: Mapping[str, Any] | None = None) -> None:
        number = self.seat.ask(call, args)
        if number is None:
            self.hint = tr("Disconnected; connecting again …")
        else:
            self._answers[number] = then

    def update(self, seconds: float) -> Change | None:
        self.manager.update(seconds)
        for told in self.seat.take():
            self._hear(told)
        self._rest -= seconds
        while self._moments and self._rest <= 0:
            self._moments.popleft()()
            self._rest = max(self._rest, -PACE) + PACE
            if not self._moments:
                self._my_turn()
        return None

    def _hear(self, told: Plain) -> None:
        if "lost" in told:
            self._answers.clear()
            self._waiting = False
            gone = tr("The server cannot be reached: {reason}", reason=told["lost"] or "?")
            self.hint = gone if told["for_good"] else tr("Disconnected; connecting again …")
        elif told.get("id") == OPEN:
            self._opened(told)
        elif told.get("id") is not None:
            then = self._answers.pop(told["id"], None)
            if then is not None and "error" in told:
                self.hint, self._waiting = told["error"], False
            elif then is not None:
                then(told["result"])
        elif "state" in told:
            self._moments.append(lambda: self._begin(told["state"], told["waits"]))
        elif "moments" in told:
            self._moments.extend(self._moment(one) for one in told["moments"])
            self._moments.append(lambda: self._settled(told))
        elif "error" in told:
            self.hint = told["error"]

    def _opened(self, told: Plain) -> None:
        if "error" in told:
            self.hint = told["error"]
            return
        result = told["result"]
        self.side = result["seat"]
        self._moments.clear()
        self._begin(result["stage"], result["waits"])
        assert self.mirror is not None
        self.mirror.lines += [line for line in result.get("lines") or () if line]
        self._my_turn()

    def _begin(self, stage: Plain, waits: Plain) -> None:
        if self.mirror is None:
            self.mirror = Mirror(stage)
        else:
            self.mirror.set_stage(stage)
        self.waits = waits
        self._draw_board()

    def _draw_board(self) -> None:
        mirror = self.mirror
        assert mirror is not None
        board = mirror.board
        if self._terrain is None or self._terrain.board != board:
            fresh = self._terrain is None
            self._terrain = Terrain(board, self.palette, None, mirror.title)
            self._lay = Overlay()
            self.tokens = Tokens(board, self.palette, mirror.shown.sides())
            if fresh:
                self.camera = Camera((board.width, board.height), (0, 0, 1, 1))
                self.camera.look_through(self.view)
                self.camera.fit()

    def _moment(self, moment: Plain) -> Callable[[], None]:
        def show() -> None:
            assert self.mirror is not None
            self.mirror.follow(moment)
            if moment["event"]["event"] == "changed":  # the board is another one
                self._ask("look", lambda found: self._begin(found["state"], found["waits"]))

        return show

    def _settled(self, told: Plain) -> None:
        self.waits = told["waits"]
        if "dark" in told and self.mirror is not None:
            self.mirror.dark = squares_of(told["dark"])

    # --- the person's turn ------------------------------------------------------------------------------

    def _my_turn(self) -> None:
        self.aiming, self._sure, self._pointed, self._tapped, self._waiting = {}, None, None, None, False
        self._reach, self._marked, self._marks, self._actions = {}, frozenset(), [], []
        waits, who = self.waits, self.mine
        if "over" in waits:
            winner = waits["over"]["winner"]
            self.hint = (
                tr("Victory for {side}: {why}.", side=tr(winner), why=waits["over"]["why"]) if winner else tr("A draw.")
            )
        elif "decision" in waits:
            self.hint = waits["decision"]["text"]
        elif who is not None:
            self.hint = tr("{name}: choose a square to move to or an enemy to attack.", name=who)
            self._ask("overlay", self._laid, {"reach": who})
            self._ask("actions", self._listed)
        else:
            self.hint = (
                tr("It is the turn of {side}.", side=tr(waits["others"]))
                if waits.get("others")
                else tr("It is the others' turn.")
            )
        self._make_bar()

    def _laid(self, laid: Plain) -> None:
        self._reach = {(x, y): (tier, stop) for x, y, tier, stop in laid["reach"]}
        self._marked = frozenset((x, y) for x, y, *_ in laid["marked"])

    def _listed(self, found: Plain) -> None:
        self._actions = [one for one in found["actions"] if one["aim"] in AIMS and not one.get("refused")]
        self._make_bar()

    def _make_bar(self) -> None:
        self.manager.clear_and_reset()
        self._buttons.clear()
        x = self.foot.left + 12
        for label, does, chosen in self._wanted():
            wide = written(label, self.text + 2, self.palette.ink).get_width() + 28
            if x + wide > self.foot.right - 12:
                break
            area = widgets.rect(x, self.foot.top + 10, wide, self.foot.height - 20)
            look = "#chosen" if chosen else None
            made = widgets.Button(relative_rect=area, text=label, manager=self.manager, object_id=look)
            self._buttons.append((made, does))
            x += wide + 6

    def _wanted(self) -> list[tuple[str, Callable[[], None], bool]]:
        waits = self.waits
        if self.side is None:
            return []
        if "over" in waits:
            return [(tr("Rematch"), self.rematch, False)]
        if "decision" in waits:
            return [(one["text"], partial(self.answer, one["key"]), False) for one in waits["decision"]["options"]]
        if self.mine is None:
            return []
        listed = [(tr("End turn"), self.end, False)]
        for action in self._actions:
            for choice in action.get("choices") or [None]:
                aim = {"action": action["name"]} | ({} if choice is None else {"choice": choice})
                label = action["label"] if choice is None else f"{action['label']}: {choice}"
                listed.append((label, partial(self.aim, aim, action["aim"]), self.aiming == aim))
        return listed

    def answer(self, key: str) -> None:
        self._ask("answer", lambda found: None, {"key": key})

    def end(self) -> None:
        self._ask("end", lambda found: None)

    def rematch(self) -> None:
        self._ask("rematch", self._wants)

    def _wants(self, found: Plain) -> None:
        if not found["begun"]:
            self.hint = tr("{names} want a rematch.", names=", ".join(found["wanted"]))

    def aim(self, aiming: dict[str, Any], kind: str) -> None:
        """Starts to aim an action, or stops if it is already aimed.

        An action without targets is carried out at once.
        """
        self.aiming = {} if self.aiming == aiming else aiming
        self._sure = self._pointed = None
        if self.aiming and kind == "nothing":
            self.press(None)
            return
        who = self.mine
        self._ask("overlay", self._laid, {"aiming": self.aiming} if self.aiming else {"reach": who})
        self._make_bar()

    def point(self, square: Square) -> None:
        if square != self._pointed and not self._waiting and self.mine is not None:
            self._pointed, self._waiting = square, True
            self._ask("point", self._offered, {"square": square, "aiming": self.aiming})

    def press(self, square: Square | None) -> None:
        """Chooses a square; a second click on the same square carries the action out."""
        if self.mine is None:
            return
        key = (square, tuple(sorted(self.aiming.items())))
        args = {"square": square, "aiming": self.aiming, "sure": self._sure == key}
        self._sure = None
        self._ask("press", lambda found: self._pressed(found, key), args)

    def _pressed(self, found: Plain, key: tuple[object, ...]) -> None:
        if found.get("played"):
            return
        offer = found["offer"]
        if offer.get("confirm"):
            self._sure = key
            self.hint = tr("{warning} Press again to do it.", warning=" ".join(offer["confirm"]))
        else:
            self._offered(found)

    def _offered(self, found: Plain) -> None:
        self._waiting = False
        offer, mirror = found["offer"], self.mirror
        self._marks = []
        if offer.get("refused"):
            self.hint = offer["refused"]["reason"]
        elif offer.get("words"):
            self.hint = " · ".join(offer["words"])
        who = self.mine
        if mirror is None or who is None or who not in mirror.shown.figures:
            return
        box = mirror.shown.figures[who].box
        spots = [(box.x0 + 0.5, box.y0 + 0.5)]
        spots += [(one["at"][0] + 0.5, one["at"][1] + 0.5) for one in offer.get("steps") or () if one["who"] == who]
        self._marks = [Line(a, b, "accent") for a, b in pairwise(spots)]

    # --- the window ------------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        scale = roomy(self.scale, size)
        self.text = max(round(13 * scale), 9)
        top, side, foot = round(38 * scale), min(round(340 * scale), width * 2 // 5), round(56 * scale)
        said = round(30 * scale)
        self.top = pygame.Rect(0, 0, width, top)
        self.view = pygame.Rect(0, top, width - side, height - top - foot - said)
        self.log = pygame.Rect(width - side, top, side, height - top - foot - said)
        self.said = pygame.Rect(0, self.view.bottom, width, said)
        self.foot = pygame.Rect(0, height - foot, width, foot)
        self.manager = widgets.manager(size, self.palette, self.text + 2)
        if self._terrain is None:
            self.camera = Camera((1, 1), (0, 0, 1, 1))
        else:
            self.camera.look_through(self.view)
            self.camera.fit()
        self._make_bar()

    def handle(self, event: pygame.event.Event) -> Change | None:
        if event.type == widgets.BUTTON:
            does = next((does for made, does in self._buttons if made is event.ui_element), None)
            if does is not None:
                does()
            return None
        self.manager.process_events(event)
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        for command in self.reader.read(event):
            self._do(command)
        return None

    def _do(self, command: Command) -> None:
        match command:
            case Point(spot) if self.view.collidepoint(spot) and not self.reader.dragging:
                if (square := self.camera.square(spot)) is not None:
                    self.point(square)
            case Press(spot, touch=touch) if self.view.collidepoint(spot):
                self._click(self.camera.square(spot), touch=touch)
            case Pan(dx, dy):
                self.camera.pan(dx, dy)
            case Zoom(steps, spot) if spot is not None:
                self.camera.zoom_by(steps, spot)
            case Cancel() if self.aiming:
                self.aim(self.aiming, "")

    def _click(self, square: Square | None, *, touch: bool) -> None:
        if touch and square != self._tapped:  # a first tap only points
            self._tapped = square
        elif square is not None:
            self.press(square)

    def _key(self, event: pygame.event.Event) -> Change | None:
        match in_list(event, JOINED):
            case Cancel() if self.aiming:
                self.aim(self.aiming, "")
            case Cancel():
                self.leave()
                return Leave()
            case Pick(place) if place <= len(self._buttons):
                self._buttons[place - 1][1]()
            case Invoke("end") if self.mine is not None:
                self.end()
        return None

    def draw(self, surface: pygame.Surface) -> None:
        palette, mirror = self.palette, self.mirror
        surface.fill(palette.page)
        if mirror is not None and self._terrain is not None:
            surface.set_clip(self.view)
            self._draw_battle(surface, mirror, self._terrain)
            surface.set_clip(None)
            names = [one.name for one in mirror.shown.figures.values() if not one.thing]
            title = mirror.title if self.side is None else f"{mirror.title} · {self.side}"
            colours = self.tokens.colours
            panels.draw_turn_bar(surface, palette, self.top, mirror.shown, names, colours.__getitem__, title)
        panels.panel(surface, palette, self.log)
        self._draw_lines(surface, mirror.lines if mirror is not None else [])
        panels.panel(surface, palette, self.said)
        text = written(self.hint, self.text + 1, palette.ink)
        surface.blit(text, (self.said.left + 12, self.said.centery - text.get_height() // 2))
        panels.panel(surface, palette, self.foot)
        self.manager.draw_ui(surface)

    def _draw_battle(self, surface: pygame.Surface, mirror: Mirror, terrain: Terrain) -> None:
        lay = Overlay(reach=self._reach, marked=self._marked, dark=mirror.dark)
        if lay != self._lay:
            self._lay = lay
            terrain.glaze(None if lay.empty else OverlayPainter(lay, self.palette))
        terrain.draw(surface, self.camera)
        who = self.mine
        self.tokens.draw(surface, self.camera, mirror.shown, chosen=who, names=max(self.text - 2, 10))
        marks = [*self._marks, *lost_marks(mirror.lost)]
        if who is not None and who in mirror.shown.figures:
            marks.append(frame_of(mirror.shown.figures[who].box, "accent"))
        paint_marks(surface, self.camera, self.palette, marks, self.text)

    def _draw_lines(self, surface: pygame.Surface, lines: Sequence[str]) -> None:
        step, room = self.text + 5, self.log.height // (self.text + 5) - 1
        rows: list[str] = []
        for line in reversed(lines[-room:]):
            rows[:0] = wrapped(line, self.log.width - 24, self.text)
            if len(rows) >= room:
                break
        for number, row in enumerate(rows[-room:]):
            place = (self.log.left + 12, self.log.top + 8 + number * step)
            surface.blit(written(row, self.text, self.palette.ink), place)
