"""The board scene: shows a battle, takes clicks and keys, and hands what was asked to the battle."""

from collections.abc import Callable
from typing import Any

import pygame

from ...components.events import Event
from ...engine.errors import printable
from ..views.snapshot import Snapshot
from ..window.scene_stack import Change, Leave
from .input.actions import by_key
from .input.controller import Acting
from .input.targeting import Aim
from .playback import SPEEDS

PAN = 900
"""Pixels a second by the arrow keys."""


class BoardScene(Acting):
    """One battle on the screen."""

    def update(self, seconds: float) -> Change | None:
        """Show what happened; where all of it is shown, let whoever's turn it is go on."""
        self.bar.update(seconds, self.pointer)
        self._pan_by_keys(seconds)
        self._take_in()
        events = self.battle.events
        self.playback.advance(events, seconds)
        if self.errands.out:
            return None
        if self._going_back:
            self._going_back = False
            return self._look_back(self.table.undo)
        if self._held is not None:
            (active, held), self._held = self._held, None
            # What was pressed in one's own turn is not meant for what came after it.
            if active == self.table.active or held.type != pygame.MOUSEBUTTONDOWN:
                return self._take(held)
        if self.playback.behind(events):
            return None
        return self._go_on()

    def _go_on(self) -> Change | None:
        table = self.table
        if table.over:
            if not self._told_over and not self.playback.notes:
                self._told_over = True
                return self.on_over(self) if self.on_over is not None else None
            return None
        if self._thinking is not None:
            thinking, who = self._thinking, table.active
            player = table.played_by(who) if who is not None else ""
            self.errands.send(f"{who} ({player}) is thinking …", lambda: next(thinking, None), self._thought)
            return None
        if self.battle.paused:
            self.errands.send("Going on …", self.table.resume, lambda _: self._sync())
            return None
        if table.active is None:
            self._open_turn()
            return None
        if not table.waits_for_person():
            self._thinking = table.think()
        return None

    def _thought(self, played: list[Event] | None) -> None:
        """A brain has done something; None: its turn is over."""
        misdeeds = self.table.misdeeds
        if len(misdeeds) > self._misdeeds:
            self._misdeeds = len(misdeeds)
            self._say(f"A bot's fault: {printable(str(misdeeds[-1]))}")
        if played is None:
            self._thinking = None
            self._sync()

    def _sync(self) -> None:
        """Show the battle as it really stands."""
        if not self.playback.behind(self.battle.events):
            self.playback.shown = Snapshot.of(self.battle.world)

    def settle(self) -> None:
        """Show everything that happened at once, and play brains on until a person is asked or all is over."""
        for _ in range(100_000):
            self._wait()
            self.playback.skip(self.battle.events)
            if self.prompt is not None:
                return
            self._sync()
            if self.table.over or (self._thinking is None and self.table.waits_for_person()):
                return
            self._go_on()

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Take an event."""
        taken, change = self._asked(event)
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
            if not self.errands.out:
                return self._take(event)
            if self.prompted:
                return self._take(event) if self._harmless(event) else None
            if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3):
                return self._clicked(event)
            if self._held is None or not _is_escape(self._held[1]):  # the way out is not lost to what is typed after
                self._held = (self.table.active, event)
        return None

    def _take(self, event: pygame.event.Event) -> Change | None:
        """A button, a key or a click, which may ask something of the battle."""
        if event.type == pygame.KEYDOWN:
            return self._typed(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._clicked(event)
        pressed = self.bar.pressed(event)
        return self.press(pressed) if pressed is not None else None

    def press(self, name: str) -> Change | None:
        """A button of the bar, or its key."""
        actions: dict[str, Callable[[], Change | None]] = {
            "end": self._end_turn,
            "undo": lambda: self._look_back(self.table.undo),
            "redo": lambda: self._look_back(self.table.redo),
            "menu": lambda: self.on_menu(self) if self.on_menu is not None else Leave(),
            "threat": self._toggle_threat,
            "reach": self._toggle_reach,
            "more": self.more,
        }
        if name in actions:
            return actions[name]()
        return self.use(next(entry for entry in self.bar.entries if entry.name == name))

    def _toggle_threat(self) -> None:
        self.show_threat = not self.show_threat

    def _toggle_reach(self) -> None:
        self.show_reach = not self.show_reach

    def _end_turn(self) -> Change | None:
        if self.table.waits_for_person():
            self.playback.skip(self.battle.events)
            self.errands.send("The next turn …", self.table.end_turn, lambda _: self._turn_opened())
        return None

    def _look_back(self, how: Callable[[], bool]) -> Change | None:
        if self._thinking is None:
            self.errands.send("Going back …", how, self._looked_back)
        return None

    def _looked_back(self, gone: bool) -> None:
        if not gone:
            return
        self.playback.reset(Snapshot.of(self.battle.world), len(self.battle.events))
        self.aim = Aim()
        self.asking = None
        self._told_over = False
        if self.table.active is not None:
            self.chosen = self.table.active

    def _moved(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        if self._dragging is not None:
            self.camera.pan(self._dragging[0] - event.pos[0], self._dragging[1] - event.pos[1])
            self._dragging = event.pos
        square = self.camera.square(event.pos)
        if square != self.hover:
            self.hover = square
            self.message = ("", ())

    def _clicked(self, event: pygame.event.Event) -> Change | None:
        if event.button in (2, 3):
            if event.button == 3 and (self.aim.entry is not None or self.asking is not None):
                self.step_back()
            elif self.layout.board.collidepoint(event.pos):
                self._dragging = event.pos
            return None
        if event.button != 1:
            return None
        if self.layout.log.collidepoint(event.pos):
            return self._click_log(event.pos)
        if self.layout.hint.collidepoint(event.pos) and self.message[1] and self.on_rule is not None:
            return self.on_rule(self, self.message[1])
        for chip, name in self._chips:
            if chip.collidepoint(event.pos):
                self.chosen = name
                self.look_at(name)
                return None
        square = self.camera.square(event.pos)
        return self.click(square, shift=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)) if square else None

    def _click_log(self, spot: tuple[int, int]) -> Change | None:
        if self.log.click_filter(spot):
            return None
        line = self.log.at(spot)
        if line is None:
            return None
        if line.square is not None:
            self.camera.centre(line.square[0] + 0.5, line.square[1] + 0.5)
        if line.rules and spot[0] > self.log.area.right - 20 and self.on_rule is not None:
            return self.on_rule(self, line.rules)
        return None

    def _typed(self, event: pygame.event.Event) -> Change | None:
        key, ctrl = event.key, bool(event.mod & pygame.KMOD_CTRL)
        if self.asking is not None:
            if key in (pygame.K_RETURN, pygame.K_y):
                return self.answer(True)
            if key in (pygame.K_ESCAPE, pygame.K_n):
                return self.answer(False)
        if ctrl:
            if key == pygame.K_z:
                return self.press("undo")
            if key == pygame.K_y:
                return self.press("redo")
            return self._entry_by_key(f"ctrl+{pygame.key.name(key)}")
        if key == pygame.K_ESCAPE:
            if self.aim.entry is not None or self.aim.path:
                self.step_back()
                return None
            return self.press("menu")
        if key == pygame.K_RETURN and self.drawing:
            return self.commit()
        named = COMMANDS.get(key)
        if named is not None:
            command: Callable[[BoardScene], Change | None] = named[1]
            return command(self)
        return self._entry_by_key(event.unicode.lower() if event.unicode else "")

    def _entry_by_key(self, key: str) -> Change | None:
        entry = by_key(self.bar.entries).get(key)
        return self.use(entry) if entry is not None else None

    def _pan_by_keys(self, seconds: float) -> None:
        keys = pygame.key.get_pressed()
        dx = (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT]) * PAN * seconds
        dy = (keys[pygame.K_DOWN] - keys[pygame.K_UP]) * PAN * seconds
        if dx or dy:
            self.camera.pan(dx, dy)

    def cycle(self, step: int = 1) -> None:
        """Choose the next creature in the order of turns."""
        listed = [name for name in self.table.order if not self.battle.creature(name).out]
        if listed:
            at = listed.index(self.chosen) if self.chosen in listed else -1
            self.chosen = listed[(at + step) % len(listed)]
            self.look_at(self.chosen)

    def faster(self) -> None:
        """The next speed of showing events."""
        at = SPEEDS.index(self.playback.speed) if self.playback.speed in SPEEDS else 0
        self.playback.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self._say("events at once" if not self.playback.speed else f"events at speed {self.playback.speed:g}")


def _is_escape(event: pygame.event.Event) -> bool:
    return event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE


def _skip(scene: BoardScene) -> None:
    scene.playback.skip(scene.battle.events)
    scene._sync()


COMMANDS: dict[int, tuple[str, Callable[[BoardScene], Any]]] = {
    pygame.K_RETURN: ("go the way that was drawn; end the turn", lambda scene: scene.press("end")),
    pygame.K_SPACE: ("show what happened at once", _skip),
    pygame.K_TAB: ("choose the next creature", lambda scene: scene.cycle()),
    pygame.K_z: ("show what all enemies threaten", lambda scene: scene.press("threat")),
    pygame.K_y: ("show where the chosen creature can get", lambda scene: scene.press("reach")),
    pygame.K_e: ("change how fast events are shown", lambda scene: scene.faster()),
    pygame.K_n: ("show all of the board", lambda scene: scene.camera.fit()),
    pygame.K_PLUS: ("closer", lambda scene: scene.camera.zoom_by(1, scene.pointer)),
    pygame.K_MINUS: ("farther", lambda scene: scene.camera.zoom_by(-1, scene.pointer)),
    pygame.K_LEFTBRACKET: ("a shorter push or fall, less cover", lambda scene: scene.farther(-1)),
    pygame.K_RIGHTBRACKET: ("a longer push or fall, more cover", lambda scene: scene.farther(1)),
    pygame.K_PAGEUP: ("aim higher", lambda scene: scene.higher(1)),
    pygame.K_PAGEDOWN: ("aim lower", lambda scene: scene.higher(-1)),
    pygame.K_PERIOD: ("another way of moving", lambda scene: scene.other_mode()),
    pygame.K_COMMA: ("a push with or without its roll", lambda scene: scene.other_roll()),
    pygame.K_F2: ("be asked again what is answered by habit", lambda scene: scene.ask_again()),
    pygame.K_F1: ("help", lambda scene: scene.on_help(scene) if scene.on_help is not None else None),
}
"""Keys that do not stand for an intent, and what the help page says of them."""
