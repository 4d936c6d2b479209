"""The board scene: joins the parts of a battle at the window, and passes each input to the part that handles it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from ...engine.messages import tr
from ...play.battle import Battle
from ...play.replay.palettes import Palette
from ...play.table.actions import by_key
from ...play.table.session import Session
from ..play.picker import Pick, Picker
from ..window.scene_stack import Change, Leave, PushScene
from .board_state import BoardState
from .draw.board_view import BoardView
from .draw.camera import Camera
from .input.action_bar import ActionBar
from .input.controller import Controller
from .input.keys import ARROWS, bindings
from .input.prompter import Prompter
from .playback import Playback
from .turn_flow import TurnFlow

PAN = 60
"""Pixels by which an arrow key with Shift moves the view."""
HARMLESS = frozenset({"fit", "closer", "farther", "speed", "help", "mute", "share", "log"})
"""Commands allowed during a decision."""

Opens: TypeAlias = "Callable[[BoardScene], Change | None]"


@dataclass(slots=True)
class BoardLinks:
    """Functions of other scenes that the board calls; each returns the scene change to make."""

    menu: "Opens | None" = None
    over: "Opens | None" = None
    rule: "Callable[[BoardScene, Sequence[str]], Change | None] | None" = None
    explain: "Callable[[BoardScene, int], Change | None] | None" = None
    """Explains an event of the log, by its number."""
    help: "Opens | None" = None
    rulebooks: "Opens | None" = None
    share: "Opens | None" = None
    quit: "Opens | None" = None
    """Asks before the window closes."""
    mute: Callable[[], str] | None = None
    """Switches sound; returns a sentence about it."""


class BoardScene:
    """One battle on the screen."""

    def __init__(
        self,
        session: Session,
        *,
        palette: Palette | None = None,
        scale: float = 1.0,
        speed: float = 1.0,
        beside: bool = False,
        links: BoardLinks | None = None,
    ) -> None:
        self.links = links or BoardLinks()
        self.state = BoardState(session, palette=palette, speed=speed, beside=beside)
        self.view = BoardView(self.state, scale)
        self.prompter = Prompter(self.state, self._colour_of, self._show_rules)
        self.flow = TurnFlow(self.state, self.prompter)
        self.controller = Controller(self.state, self.view, self.flow, self, self._show_rules)
        self.flow.on_over = lambda: self.links.over(self) if self.links.over is not None else None
        self.flow.on_own_turn = lambda: self.view.look_at(self.state.chosen)
        self.keys = bindings({})
        """The command of each key."""
        self.on_frame: Callable[[float], None] = lambda seconds: None
        """Called with the seconds that have passed."""
        self._held: tuple[str | None, pygame.event.Event] | None = None
        """The last input while work is under way, and the creature on turn at that moment."""
        self._dragging: tuple[int, int] | None = None
        self._tap: tuple[object, ...] = ()
        """The square of a finger's last tap, with the moment and the aim of it."""

    # --- for others ----------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The battle with its players."""
        return self.state.session

    @property
    def battle(self) -> Battle:
        """The battle."""
        return self.state.battle

    @property
    def playback(self) -> Playback:
        """The display of past events."""
        return self.state.playback

    @property
    def palette(self) -> Palette:
        """The present colours."""
        return self.state.palette

    @property
    def scale(self) -> float:
        """The size of text."""
        return self.view.scale

    @property
    def camera(self) -> Camera:
        """The view of the board."""
        return self.view.camera

    @property
    def bar(self) -> ActionBar:
        """The action bar."""
        return self.view.bar

    @property
    def restless(self) -> bool:
        """True if something moves on the screen, or is about to."""
        state = self.state
        waits = state.now.own is not None or state.now.over or self.prompter.shown is not None
        asked = state.work.out and self.prompter.shown is None
        busy = asked or state.behind or state.playback.notes or not waits or self.bar.restless
        return bool(busy or self.view.restless or self._dragging is not None)

    def _colour_of(self, side: str) -> tuple[int, int, int]:
        return self.view.tokens.colours.get(side, self.palette.accent)

    def _show_rules(self, rules: Sequence[str]) -> Change | None:
        self.controller.on_action("rule")
        return self.links.rule(self, rules) if self.links.rule is not None else None

    def leave(self) -> None:
        """Ends the scene."""
        self.prompter.leave()

    def resize(self, size: tuple[int, int]) -> None:
        """Lays everything out anew."""
        self.view.resize(size)

    def wear(self, palette: Palette, scale: float) -> None:
        """Changes the colours and the size of text."""
        self.view.wear(palette, scale)

    def quit_asked(self) -> Change | None:
        """The question before the window closes."""
        return self.links.quit(self) if self.links.quit is not None and self.session.marks else Leave()

    # --- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change | None:
        """Shows events; once all are shown, lets the battle go on."""
        state, flow = self.state, self.flow
        state.warned = max(state.warned - seconds, 0.0)
        self.view.update(seconds)
        self.on_frame(seconds)
        flow.take_in()
        state.look()
        self.prompter.update()
        before = state.playback.upto
        state.playback.advance(state.now.events, seconds)
        if state.playback.upto != before or state.behind:
            self._follow()
        if state.work.out:
            return None
        if flow.going_back:
            flow.going_back = False
            flow.look_back(self.session.undo)
            return None
        if self._held is not None:
            (active, held), self._held = self._held, None
            # A click that acts, or ends a turn, is not meant for a later turn.
            acts = held.type == pygame.MOUSEBUTTONDOWN or self.bar.pressed(held) == "end"
            if active == state.now.active or not acts:
                return self._take(held)
        return None if state.behind else flow.step()

    def _follow(self) -> None:
        square = self.state.playback.focus(self.state.now.events)
        if square is not None and self._dragging is None and self.state.playback.speed:
            self.view.look_at_square(square)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the scene."""
        self.view.draw(surface, self.prompter.shown)

    # --- events ------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Handles an event."""
        self.state.look()
        taken, change = self.prompter.take(event, self.camera)
        if taken:
            return change
        pressed = self.bar.pressed(event) is not None
        taken = not pressed and self.bar.manager.process_events(event)
        if event.type == pygame.MOUSEMOTION:
            self._moved(event)
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragging = None
        elif pressed or event.type == pygame.KEYDOWN or (event.type == pygame.MOUSEBUTTONDOWN and not taken):
            if not self.state.work.out:
                return self._take(event)
            if self.prompter.shown is not None:
                return self._take(event) if self._harmless(event) else None
            if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3):
                return self._clicked(event)
            if self._held is None or not _is_escape(self._held[1]):  # the exit key is not lost to later keys
                self._held = (self.state.now.active, event)
        return None

    def _harmless(self, event: pygame.event.Event) -> bool:
        """True if an event is allowed during a decision: looking around, reading, saving, leaving.

        Undo takes back what led to the decision.
        """
        pressed = self.bar.pressed(event)
        key = event.key if event.type == pygame.KEYDOWN else None
        if pressed == "undo" or (key == pygame.K_z and event.mod & pygame.KMOD_CTRL):
            self.flow.going_back = True
            self.prompter.withdraw()
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            return event.button != 1 or bool(self.view.layout.log.collidepoint(event.pos))
        return pressed == "menu" or (key is not None and (key == pygame.K_ESCAPE or self._command(event) in HARMLESS))

    def _take(self, event: pygame.event.Event) -> Change | None:
        """Handles a button, a key or a click that may act in the battle."""
        if event.type == pygame.KEYDOWN:
            return self._typed(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._clicked(event)
        pressed = self.bar.pressed(event)
        return self.press(pressed) if pressed is not None else None

    def press(self, name: str) -> Change | None:
        """Handles a button of the bar, or its key."""
        state, controller = self.state, self.controller
        state.message = ("", ()) if name not in ("speed", "log") else state.message
        match name:
            case "enter" if state.now.over and self.links.over is not None:
                return self.links.over(self)
            case "enter":
                return controller.enter()
            case "end" if state.now.own is not None:
                return controller.end_turn()
            case "undo":
                self.flow.look_back(self.session.undo)
                controller.on_action("undo")
            case "redo":
                self.flow.look_back(self.session.redo)
            case "menu":
                return self.links.menu(self) if self.links.menu is not None else Leave()
            case "threat":
                state.show_threat = not state.show_threat
            case "intent":
                state.show_intentions = not state.show_intentions
                state.say("What the others mean to do, as things stand" if state.show_intentions else "")
            case "reach":
                state.show_reach = not state.show_reach
            case "skip" | "end":  # in others' turns the button has nothing else to end
                if not state.behind:
                    controller.on_action("next")
                state.skip()
                self.flow.sync()
            case "next":
                controller.next_target()
            case "actions":
                return controller.group("actions") if state.now.own is not None else None
            case "speed":
                controller.faster()
            case "fit":
                self.camera.fit()
            case "closer" | "farther":
                self.camera.zoom_by(1 if name == "closer" else -1, self._zoomed_at())
            case "less" | "more":
                controller.farther(1 if name == "more" else -1)
            case "up" | "down":
                controller.higher(1 if name == "up" else -1)
            case "mode":
                controller.other_mode()
            case "roll":
                controller.other_roll()
            case "ask":
                self.prompter.ask_again()
            case "help":
                return self.links.help(self) if self.links.help is not None else None
            case "rulebooks":
                return self.links.rulebooks(self) if self.links.rulebooks is not None else None
            case "log":
                return self._read_log()
            case "share":
                return self.links.share(self) if self.links.share is not None else None
            case "mute":
                state.say(self.links.mute()) if self.links.mute is not None else None
            case "referee":
                self._be_referee()
            case _:
                return self._press_entry(name)
        return None

    def _press_entry(self, name: str) -> Change | None:
        if name in self.bar.groups or name == "hidden":
            return self.controller.group("more" if name == "hidden" else name)
        entry = next((one for one in self.bar.entries if one.name == name), None)
        return self.controller.use(entry) if entry is not None else None

    def _read_log(self) -> Change | None:
        """Lists what has an explanation, the newest first: the refusal on show, and the lines of the log."""
        reason, rules = self.state.message
        said = [Pick(f"✖ {reason}")] if rules else []
        lines = [] if self.links.explain is None else list(self.view.log.explained())
        if not said and not lines:
            return None

        def chosen(index: int) -> Change | None:
            if index < len(said):
                return self._show_rules(rules)
            self.controller.on_action("rule")
            return self.links.explain(self, lines[index - len(said)][1]) if self.links.explain is not None else None

        listed = [*said, *(Pick(text) for text, _ in lines)]
        return PushScene(Picker(tr("The log, the newest first"), listed, chosen, self, self.palette, self.scale))

    def _be_referee(self) -> None:
        """Takes or leaves the role of the referee, who may do more than creatures can by themselves."""
        self.session.referee = not self.session.referee
        self.view.resize(pygame.display.get_window_size())
        told = (
            tr("You are the referee: anything may befall anybody")
            if self.session.referee
            else tr("You play by the rules")
        )
        self.state.say(told)

    def _zoomed_at(self) -> tuple[int, int]:
        state = self.state
        if state.cursor and state.hover is not None:
            return self.camera.pixel(state.hover[0] + 0.5, state.hover[1] + 0.5)
        return state.pointer

    def _moved(self, event: pygame.event.Event) -> None:
        state = self.state
        state.pointer = event.pos
        if self._dragging is not None:
            self.camera.pan(self._dragging[0] - event.pos[0], self._dragging[1] - event.pos[1])
            self._dragging = event.pos
        square = self.camera.square(event.pos)
        if square != state.hover or state.cursor:
            state.hover, state.cursor = square, False
            state.moved_on()

    def _wheel(self, event: pygame.event.Event) -> None:
        state = self.state
        if self.view.layout.log.collidepoint(state.pointer):
            self.view.log.wheel(event.y)
        elif self.view.layout.board.collidepoint(state.pointer):
            held = pygame.key.get_mods()
            if held & pygame.KMOD_CTRL:
                self.controller.farther(event.y)
            elif held & pygame.KMOD_SHIFT:
                self.controller.higher(event.y)
            else:
                self.camera.zoom_by(event.y, state.pointer)

    def _clicked(self, event: pygame.event.Event) -> Change | None:
        state, layout = self.state, self.view.layout
        if event.button in (2, 3):
            if event.button == 3 and (state.aim.entry is not None or state.pending is not None):
                self.controller.step_back()
            elif layout.board.collidepoint(event.pos):
                self._dragging = event.pos
            return None
        if event.button != 1:
            return None
        if layout.log.collidepoint(event.pos):
            return self._click_log(event.pos)
        if layout.hint.collidepoint(event.pos) and state.message[1]:
            return self._show_rules(state.message[1])
        for chip, name in self.view.chips:
            if chip.collidepoint(event.pos):
                state.chosen = name
                self.view.look_at(name)
                return None
        square = self.camera.square(event.pos)
        state.cursor = False
        if event.dict.get("touch") and square is not None and not self._tapped_again(square):
            return None
        shift = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        return self.controller.click(square, shift=shift) if square else None

    def _tapped_again(self, square: tuple[int, int]) -> bool:
        tap = (square, self.state.now.moment, *self.state.aim.key())
        again, self._tap = tap == self._tap, tap
        self.state.hover = square
        return again

    def _click_log(self, spot: tuple[int, int]) -> Change | None:
        log = self.view.log
        if log.click_filter(spot):
            return None
        line = log.at(spot)
        if line is None:
            return None
        if line.square is not None:
            self.camera.centre(line.square[0] + 0.5, line.square[1] + 0.5)
        if line.explained and spot[0] > log.area.right - 20:
            self.controller.on_action("rule")
            return self.links.explain(self, line.seq) if self.links.explain is not None else None
        return None

    def _typed(self, event: pygame.event.Event) -> Change | None:
        key, ctrl = event.key, bool(event.mod & pygame.KMOD_CTRL)
        state = self.state
        command = self._command(event)
        if state.pending is not None:
            if key == pygame.K_y and not ctrl:
                return self.controller.confirm()
            if key in (pygame.K_ESCAPE, pygame.K_n):
                state.pending = None
                return None
        if ctrl:
            if key == pygame.K_z:
                return self.press("undo")
            if key == pygame.K_y:
                return self.press("redo")
            return self._entry_by_key(f"ctrl+{pygame.key.name(key)}")
        if key == pygame.K_ESCAPE:
            if self.controller.aiming:
                self.controller.step_back()
                return None
            if state.cursor:
                state.cursor, state.hover = False, None
                return None
            if state.now.own is not None and state.chosen != state.now.own:
                state.chosen = state.now.own
                return None
            return self.press("menu")
        if key in ARROWS:
            dx, dy = ARROWS[key]
            if event.mod & pygame.KMOD_SHIFT:
                self.camera.pan(dx * PAN, dy * PAN)
            else:
                self.controller.move_cursor(dx, dy)
            return None
        if command == "next" and event.mod & pygame.KMOD_SHIFT:
            self.controller.cycle()
            return None
        if command is not None:
            return self.press(command)
        return self._entry_by_key(event.unicode.lower() if event.unicode else "")

    def _command(self, event: pygame.event.Event) -> str | None:
        return event.dict.get("command") or self.keys.get(event.key)

    def _entry_by_key(self, key: str) -> Change | None:
        entry = by_key(self.bar.entries).get(key)
        if entry is None:
            return None
        if self.state.pending is not None:
            self.state.pending = None  # another action starts a new aim
        return self.controller.use(entry)


def _is_escape(event: pygame.event.Event) -> bool:
    return event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
