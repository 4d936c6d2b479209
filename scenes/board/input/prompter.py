"""Asks the person at the window while the battle waits in a thread."""

import time
from collections.abc import Callable, Sequence

from ....components.decision import Decision
from ....play.replay.palettes import Colour
from ....play.table.uses import odds_asked
from ...window.commands import Command, Invoke, MoveCursor, Point, Press
from ...window.scene_stack import Change
from ..board_state import BoardState
from ..draw.camera import Camera
from .prompt import ALWAYS, RULES, Prompt


class Prompter:
    """Asks the player for decisions, once all earlier events are shown."""

    def __init__(
        self,
        state: BoardState,
        colour_of: Callable[[str], Colour],
        show_rules: Callable[[Sequence[str]], Change | None],
    ) -> None:
        self.state = state
        self.colour_of = colour_of
        self.show_rules = show_rules
        self.asks = True
        """True if a person is asked; else policies decide."""
        self.prompt: Prompt | None = None
        """The pending decision."""
        self._met: Prompt | None = None
        self._over = False
        if state.work.beside:
            state.session.let_ask(self.ask)

    def ask(self, question: Decision) -> str | None:
        """Waits for the player's answer to a decision. The battle's thread calls this."""
        if not self.asks:
            return None
        whose = self.state.session.asked(question)
        prompt = Prompt(question, whose, self.colour_of(whose), odds_asked(self.state.battle, question))
        prompt.pad_glyph = lambda: self.state.named_key("enter") if self.state.pad_in_hand() else ""
        self.prompt = prompt
        if self._over:
            self.withdraw()
        return prompt.outcome.result()

    @property
    def shown(self) -> Prompt | None:
        """The question that is on the screen; None while earlier events are still being shown."""
        prompt = self.prompt
        return prompt if prompt is self._met and not self.state.behind else None

    def update(self) -> None:
        """Reads the battle's state to be drawn when a new question appears."""
        if self.prompt is not self._met:
            self._met = self.prompt
            self.state.look(asked=self._met is not None)

    def answer(self, key: str) -> None:
        prompt, self.prompt = self.prompt, None
        if prompt is None:
            return
        if prompt.always:
            self.state.session.habits[prompt.question.about, prompt.whose] = key
        prompt.answer(key)

    def leave(self) -> None:
        """Ends the screen. A thread that waits for an answer gets none."""
        self._over = True
        self.withdraw()
        self.state.work.close()
        self.state.session.close()

    def withdraw(self) -> None:
        prompt, self.prompt = self.prompt, None
        if prompt is not None:
            prompt.withdraw()

    def ask_again(self) -> None:
        self.state.session.habits.clear()
        self.state.say("You are asked again about every decision of yours")

    def take(self, command: Command, camera: Camera) -> tuple[bool, Change | None]:
        """Handles a command if it answers the open question.

        Returns True if it did, and the change of screen, if any.
        """
        prompt = self.prompt
        if prompt is None:
            return False, None
        if isinstance(command, Invoke) and command.name == "skip":
            self.state.playback.skip(self.state.now.events)
            return True, None
        if self.shown is None:
            return False, None
        match command:
            case Point(spot):
                prompt.armed = ""
                prompt.pointed = prompt.at(spot) or prompt.on_square(camera.square(spot))
                return False, None
            case MoveCursor(dx, dy):
                prompt.step(1 if dx + dy > 0 else -1)
                return True, None
            case Press(spot):
                inside = prompt.area.collidepoint(spot)
                named = prompt.at(spot) if inside else prompt.on_square(camera.square(spot))
                if inside and not named:
                    return True, None
            case _:
                named = prompt.keyed(command)
        if not named:
            return False, None
        if named == ALWAYS:
            prompt.always = not prompt.always
        elif named == RULES:
            return True, self.show_rules(prompt.question.rules)
        else:
            self.answer(named)
        return True, None

    def wait(self, take_in: Callable[[], None]) -> None:
        """Waits until background work is finished or a question is asked."""
        while self.state.work.out and self.prompt is None:
            time.sleep(0.001)
            take_in()
