"""The board scene: dispatches input, and connects the parts that show a battle."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pygame

from ...engine.messages import language_in_use, tr
from ...play.battle import Battle
from ...play.replay.palettes import Palette
from ...play.table.actions import by_key
from ...play.table.session import Session
from ..play.picker import Listed, Picker
from ..window.commands import (
    COMMANDS,
    FIXED,
    Cancel,
    Command,
    CommandReader,
    Confirm,
    Invoke,
    MoveCursor,
    Next,
    Pan,
    Point,
    Press,
    Spot,
    Undo,
    Zoom,
    bindings,
    key_names,
    pad_words,
)
from ..window.scene_stack import Change, Leave, PushScene
from .board_state import BoardState
from .draw.board_view import BoardView
from .input.action_bar import ActionBar
from .input.controller import Controller
from .input.desk import open_desk
from .input.prompter import Prompter
from .turn_flow import TurnFlow

HARMLESS = frozenset({"fit", "speed", "help", "mute", "share", "log", "menu"})
"""Commands allowed during a decision."""

Opens: TypeAlias = "Callable[[BoardScene], Change | None]"


@dataclass(slots=True)
class BoardLinks:
    """Functions that open other screens from the board. Each returns the change of screen."""

    menu: "Opens | None" = None
    over: "Opens | None" = None
    rule: "Callable[[BoardScene, Sequence[str]], Change | None] | None" = None
    explain: "Callable[[BoardScene, int], Change | None] | None" = None
    """Explains a log event by number."""
    help: "Opens | None" = None
    rulebooks: "Opens | None" = None
    share: "Opens | None" = None
    quit: "Opens | None" = None
    """Asks before the window closes."""
    mute: Callable[[], str] | None = None
    """Toggles sound; returns a sentence."""
    reopen: "Callable[[Session], Change] | None" = None
    """Shows another session of the same battle."""


class BoardScene:
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
        self.session, self.playback, self.camera = session, self.state.playback, self.view.camera
        self.prompter = Prompter(self.state, self._colour_of, self._show_rules)
        self.flow = TurnFlow(self.state, self.prompter)
        self.controller = Controller(self.state, self.view, self.flow, self, self._show_rules)
        self.flow.on_over = lambda: self.links.over(self) if self.links.over is not None else None
        self.flow.on_own_turn = lambda: self.view.look_at(self.state.chosen)
        self.reader = CommandReader()
        self.bind({}, {})
        self.on_frame: Callable[[float], None] = lambda seconds: None
        """Called with elapsed seconds."""
        self._held: tuple[str | None, Command] | None = None
        """The command given during background work, and the creature then active."""
        self._tap: tuple[object, ...] = ()
        """The last tap: its square, moment and aim."""

    def bind(self, keys: Mapping[str, str], pad: Mapping[str, str]) -> None:
        self.reader.keys = bindings(keys)

        def named(command: str) -> str:
            if self.reader.pad_in_hand:
                return pad_words(command, pad)
            names = key_names(command, keys)
            return names[0].told(language_in_use()) if names else tr("no key")

        self.state.named_key = named
        self.state.pad_in_hand = lambda: self.reader.pad_in_hand

    # --- for others ----------------------------------------------------------------------------------

    @property
    def battle(self) -> Battle:
        return self.state.battle

    @property
    def palette(self) -> Palette:
        return self.state.palette

    @property
    def scale(self) -> float:
        return self.view.scale

    @property
    def bar(self) -> ActionBar:
        return self.view.bar

    @property
    def restless(self) -> bool:
        """True while the screen must be redrawn each frame: for events, animations or background work."""
        state = self.state
        waits = state.now.own is not None or state.now.over or self.prompter.shown is not None
        asked = state.work.out and self.prompter.shown is None
        busy = asked or state.behind or state.playback.moving or not waits or self.bar.restless
        return bool(busy or self.view.restless or self.reader.dragging)

    def _colour_of(self, side: str) -> tuple[int, int, int]:
        return self.view.tokens.colours.get(side, self.palette.accent)

    def _show_rules(self, rules: Sequence[str]) -> Change | None:
        self.controller.on_action("rule")
        return self.links.rule(self, rules) if self.links.rule is not None else None

    def leave(self) -> None:
        self.prompter.leave()

    def resize(self, size: tuple[int, int]) -> None:
        self.view.resize(size)

    def wear(self, palette: Palette, scale: float) -> None:
        self.state.reword()
        self.view.wear(palette, scale)

    def quit_asked(self) -> Change | None:
        return self.links.quit(self) if self.links.quit is not None and self.session.marks else Leave()

    # --- time --------------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change | None:
        """Shows new events, then lets the battle go on."""
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
            acts = isinstance(held, Press) or held == Invoke("end")
            if active == state.now.active or not acts:
                return self._take(held)
        return None if state.behind else flow.step()

    def _follow(self) -> None:
        square = self.state.playback.focus(self.state.now.events)
        if square is not None and not self.reader.dragging and self.state.playback.speed:
            self.view.look_at_square(square)

    def draw(self, surface: pygame.Surface) -> None:
        self.view.draw(surface, self.prompter.shown)

    # --- events ------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Gives an input to the buttons, or carries out the command that it means."""
        self.state.look()
        pressed = self.bar.pressed(event)
        if pressed is not None:
            return self.do(Invoke(pressed))
        taken = self.prompter.prompt is None and self.bar.manager.process_events(event)
        change: Change | None = None
        for command in self.reader.read(event):
            if not (taken and isinstance(command, Press)):
                change = self.do(command) or change
        return change

    def do(self, command: Command) -> Change | None:
        """Carries out a command of the player; during background work the command waits."""
        taken, change = self.prompter.take(command, self.camera)
        if taken:
            return change
        match command:
            case Point(spot):
                self._moved(spot)
            case Pan(dx, dy):
                self.camera.pan(dx, dy)
            case Zoom(steps, at):
                self._zoom(steps, at)
            case _ if not self.state.work.out:
                return self._take(command)
            case _ if self.prompter.shown is not None:
                return self._take(command) if self._harmless(command) else None
            case Cancel(aim_only=True):
                return self._take(command)
            case _ if self._held is None or self._held[1] != Cancel():  # the exit key is not lost to later keys
                self._held = (self.state.now.active, command)
        return None

    def _harmless(self, command: Command) -> bool:
        match command:
            case Undo(again=False) | Invoke("undo"):
                self.flow.going_back = True
                self.prompter.withdraw()
                return False
            case Press(spot):
                return bool(self.view.layout.log.collidepoint(spot))
            case Invoke(name):
                return name in HARMLESS
        return isinstance(command, Cancel)

    def _take(self, command: Command) -> Change | None:
        state, controller = self.state, self.controller
        if state.pending is not None and isinstance(command, Invoke) and command.key in ("y", "n"):
            command = Confirm() if command.key == "y" else Cancel(aim_only=True)
        match command:
            case Press():
                return self._pressed(command)
            case Cancel(aim_only):
                return self._cancel(aim_only=aim_only)
            case MoveCursor(dx, dy):
                controller.move_cursor(dx, dy)
            case Next(back=True):
                controller.cycle()
            case Next():
                return self.press("next")
            case Confirm():
                return self.press("enter")
            case Undo(again):
                return self.press("redo" if again else "undo")
            case Invoke(name, key) if name in COMMANDS or name in FIXED or not key:
                return self.press(name)
            case Invoke(name):
                return self._entry_by_key(name)
        return None

    def _cancel(self, *, aim_only: bool) -> Change | None:
        state = self.state
        if state.pending is not None:
            state.pending = None
        elif self.controller.aiming:
            self.controller.step_back()
        elif aim_only:
            return None
        elif state.cursor:
            state.cursor, state.hover = False, None
        elif state.now.own is not None and state.chosen != state.now.own:
            state.chosen = state.now.own
        else:
            return self.press("menu")
        return None

    def press(self, name: str) -> Change | None:
        """Acts as if the button `name` of the action bar was pressed."""
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
                controller.on_action("threat")
            case "intent":
                state.show_intentions = not state.show_intentions
                state.say("The others' plans as the battle stands" if state.show_intentions else "")
            case "reach":
                state.show_reach = not state.show_reach
                controller.on_action("reach")
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
            case "desk":
                return self._desk()
            case _:
                return self._press_entry(name)
        return None

    def _press_entry(self, name: str) -> Change | None:
        if name in self.bar.groups or name == "hidden":
            return self.controller.group("more" if name == "hidden" else name)
        entry = next((one for one in self.bar.entries if one.name == name), None)
        return self.controller.use(entry) if entry is not None else None

    def _read_log(self) -> Change | None:
        reason, rules = self.state.message
        said = [Listed(f"✖ {reason}")] if rules else []
        lines = [] if self.links.explain is None else list(self.view.log.explained())
        if not said and not lines:
            return None

        def chosen(index: int) -> Change | None:
            if index < len(said):
                return self._show_rules(rules)
            self.controller.on_action("rule")
            return self.links.explain(self, lines[index - len(said)][1]) if self.links.explain is not None else None

        listed = [*said, *(Listed(text) for text, _ in lines)]
        return PushScene(Picker(tr("The log, the newest first"), listed, chosen, self, self.palette, self.scale))

    def _desk(self) -> Change | None:
        if not self.session.referee:
            self._be_referee()
        return open_desk(self)

    def _be_referee(self) -> None:
        self.session.referee = not self.session.referee
        self.view.resize(pygame.display.get_window_size())
        told = (
            tr(
                "You are the referee and can change anything. {key} opens the desk.",
                key=self.state.named_key("desk"),
            )
            if self.session.referee
            else tr("You play by the rules")
        )
        self.state.say(told)

    def _zoom(self, steps: int, at: Spot | None) -> None:
        state = self.state
        if at is not None and self.view.layout.log.collidepoint(at):
            self.view.log.wheel(steps)
        elif at is not None and self.view.layout.board.collidepoint(at):
            self.camera.zoom_by(steps, at)
        elif at is None and state.cursor and state.hover is not None:
            self.camera.zoom_by(steps, self.camera.pixel(state.hover[0] + 0.5, state.hover[1] + 0.5))
        elif at is None:
            self.camera.zoom_by(steps, state.pointer)

    def _moved(self, spot: Spot) -> None:
        state = self.state
        state.pointer = spot
        square, meant = self.camera.square(spot), self._token_at(spot)
        if square != state.hover or meant != state.meant or state.cursor:
            other = square == state.hover and meant != state.meant
            state.hover, state.meant, state.cursor = square, meant, False
            if state.pending is not None and (other or not state.pending.intents):
                state.pending = None
            state.moved_on()

    def _token_at(self, spot: Spot) -> str | None:
        return self.view.tokens.at(spot, self.camera, self.state.seen)

    def _pressed(self, press: Press) -> Change | None:
        state, layout, spot = self.state, self.view.layout, press.spot
        if layout.log.collidepoint(spot):
            return self._click_log(spot)
        if layout.hint.collidepoint(spot) and state.message[1]:
            return self._show_rules(state.message[1])
        for chip, name in self.view.chips:
            if chip.collidepoint(spot):
                state.chosen = name
                self.view.look_at(name)
                return None
        square = self.camera.square(spot)
        state.cursor = False
        if press.touch and square is not None and not self._tapped_again(square, self._token_at(spot)):
            self.controller.point_at(square)
            return None
        return self.controller.click(square, shift=press.shift) if square else None

    def _tapped_again(self, square: tuple[int, int], meant: str | None) -> bool:
        tap = (square, meant, self.state.now.moment, *self.state.aim.key())
        again, self._tap = tap == self._tap, tap
        self.state.hover, self.state.meant = square, meant
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

    def _entry_by_key(self, key: str) -> Change | None:
        places = self.bar.places
        if key.isdecimal() and 0 < int(key) <= len(places):
            return self._press_entry(places[int(key) - 1])
        entry = by_key(self.bar.entries).get(key)
        if entry is None:
            return None
        return self.controller.use(entry)
