"""Putting what the rules leave to a person to the person at the window, while the battle waits beside it."""

import time
from collections.abc import Callable, Sequence

import pygame

from ....components.decision import Decision
from ....play.replay.palettes import Colour
from ...window.scene_stack import Change
from ..board_state import BoardState
from ..draw.camera import Camera
from .prompt import ALWAYS, RULES, Prompt


class Prompter:
    """Asks. The battle waits in a thread; the window goes on, and what has happened is shown first."""

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
        """Whether anybody is asked at all; else the policies decide."""
        self.prompt: Prompt | None = None
        """The question that waits for its answer."""
        self._over = False
        if state.work.beside:
            state.session.let_ask(self.ask)

    def ask(self, question: Decision) -> str | None:
        """Put a question and wait for its answer; called where the battle is played on, beside the window.

        Raises:
            Unanswered: the scene is over, or what led to the question is taken back.
        """
        if not self.asks:
            return None
        whose = self.state.session.asked(question)
        prompt = Prompt(question, whose, self.colour_of(whose), self._odds(question))
        self.prompt = prompt
        if self._over:
            self.withdraw()
        return prompt.outcome.result()

    def _odds(self, question: Decision) -> str:
        """What an attack that is asked about promises."""
        battle, other = self.state.battle, question.other
        if question.about not in ATTACKS or other is None or question.who not in battle.world.named:
            return ""
        return str(battle.forecast(question.who, other))

    @property
    def shown(self) -> Prompt | None:
        """The question that is to be seen: what led to it has been shown."""
        return self.prompt if self.prompt is not None and not self.state.behind else None

    def answer(self, key: str) -> None:
        """Answer the question."""
        prompt, self.prompt = self.prompt, None
        if prompt is None:
            return
        if prompt.always:
            self.state.session.habits[prompt.question.about, prompt.whose] = key
        prompt.answer(key)

    def leave(self) -> None:
        """The scene is over: whoever waits for an answer gets none."""
        self._over = True
        self.withdraw()
        self.state.session.close()

    def withdraw(self) -> None:
        """The question waits no longer: what led to it is taken back."""
        prompt, self.prompt = self.prompt, None
        if prompt is not None:
            prompt.withdraw()

    def ask_again(self) -> None:
        """Nothing is answered by habit any more."""
        self.state.session.habits.clear()
        self.state.say("You are asked again about everything that is yours to choose")

    def take(self, event: pygame.event.Event, camera: Camera) -> tuple[bool, Change | None]:
        """(whether an event was for the question, what follows)."""
        prompt = self.prompt
        if prompt is None:
            return False, None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.state.playback.skip(self.state.battle.events)
            return True, None
        if self.shown is None:
            return False, None
        named = ""
        if event.type == pygame.MOUSEMOTION:
            prompt.pointed = prompt.at(event.pos) or prompt.on_square(camera.square(event.pos))
            return False, None
        if event.type == pygame.KEYDOWN:
            named = prompt.keyed(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            inside = prompt.area.collidepoint(event.pos)
            named = prompt.at(event.pos) if inside else prompt.on_square(camera.square(event.pos))
            if inside and not named:
                return True, None
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
        """Wait until nothing is out, or a person is asked."""
        while self.state.work.out and self.prompt is None:
            time.sleep(0.001)
            take_in()


ATTACKS = frozenset({"opportunity"})
"""What questions about an attack are about."""
