"""Puts players' decisions to the person at the window, while the battle waits beside it."""

import time
from collections.abc import Callable, Sequence

import pygame

from ....components.decision import Decision
from ....play.replay.palettes import Colour
from ...window.scene_stack import Change
from ..board_state import BoardState
from ..draw.camera import Camera
from .keys import ARROWS
from .prompt import ALWAYS, RULES, Prompt


class Prompter:
    """Asks a person. The battle waits in a thread; the window goes on, and past events are shown first."""

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
        """Whether a person is asked at all; else policies decide."""
        self.prompt: Prompt | None = None
        """The pending decision."""
        self._met: Prompt | None = None
        """The decision whose situation the window has taken."""
        self._over = False
        if state.work.beside:
            state.session.let_ask(self.ask)

    def ask(self, question: Decision) -> str | None:
        """Puts a decision and waits for its answer; called beside the window, where the battle is played.

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
        battle, other = self.state.battle, question.other
        if question.about not in ATTACKS or other is None or question.who not in battle.world.named:
            return ""
        return str(battle.forecast(question.who, other))

    @property
    def shown(self) -> Prompt | None:
        """The decision on the screen, once the events before it have been shown."""
        prompt = self.prompt
        return prompt if prompt is self._met and not self.state.behind else None

    def update(self) -> None:
        """Takes the situation in which a decision has come up; the battle waits in it."""
        if self.prompt is not self._met:
            self._met = self.prompt
            self.state.look(asked=self._met is not None)

    def answer(self, key: str) -> None:
        """Answers the decision."""
        prompt, self.prompt = self.prompt, None
        if prompt is None:
            return
        if prompt.always:
            self.state.session.habits[prompt.question.about, prompt.whose] = key
        prompt.answer(key)

    def leave(self) -> None:
        """Ends the scene: a waiting caller gets no answer."""
        self._over = True
        self.withdraw()
        self.state.session.close()

    def withdraw(self) -> None:
        """Withdraws the decision, because what led to it is taken back."""
        prompt, self.prompt = self.prompt, None
        if prompt is not None:
            prompt.withdraw()

    def ask_again(self) -> None:
        """Clears all habits."""
        self.state.session.habits.clear()
        self.state.say("You are asked again about everything that is yours to choose")

    def take(self, event: pygame.event.Event, camera: Camera) -> tuple[bool, Change | None]:
        """(whether an event was for the decision, the scene change)."""
        prompt = self.prompt
        if prompt is None:
            return False, None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.state.playback.skip(self.state.now.events)
            return True, None
        if self.shown is None:
            return False, None
        named = ""
        if event.type == pygame.MOUSEMOTION:
            prompt.armed = ""
            prompt.pointed = prompt.at(event.pos) or prompt.on_square(camera.square(event.pos))
            return False, None
        if event.type == pygame.KEYDOWN and event.key in ARROWS and not event.mod & pygame.KMOD_SHIFT:
            prompt.step(1 if event.key in (pygame.K_DOWN, pygame.K_RIGHT) else -1)
            return True, None
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
        """Waits until no work is out, or a decision is pending."""
        while self.state.work.out and self.prompt is None:
            time.sleep(0.001)
            take_in()


ATTACKS = frozenset({"opportunity"})
"""Decisions about an attack."""
