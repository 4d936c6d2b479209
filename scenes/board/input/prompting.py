"""Putting what the rules leave to a person to the person at the window, while the battle waits beside it."""

import time
from typing import Any

import pygame

from ....components.decision import Decision
from ....engine.state.decider import Unanswered
from ...window.scene_stack import Change
from ..draw.board_view import Painted
from .prompt import ALWAYS, RULES, Prompt

HARMLESS = frozenset({pygame.K_ESCAPE, pygame.K_n, pygame.K_PLUS, pygame.K_MINUS, pygame.K_e, pygame.K_F1})
"""Keys that can be taken while a question waits."""


class Prompting(Painted):
    """Asks. The battle waits in an errand's thread; the window goes on, and what has happened is shown first."""

    def __init__(self, *given: Any, asks: bool = True, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.asks = asks
        """Whether anybody is asked at all; else the policies decide."""
        self.prompt: Prompt | None = None
        """The question that waits for its answer."""
        self._over = False
        self._going_back = False
        if self.errands.beside:
            self.table.let_ask(self.ask)

    def ask(self, question: Decision) -> str | None:
        """Put a question and wait for its answer; called where the battle is played on, beside the window.

        Raises:
            Unanswered: the scene is over, or what led to the question is taken back.
        """
        if not self.asks:
            return None
        whose = self.table.asked(question)
        prompt = Prompt(question, whose, self.tokens.colours.get(whose, self.palette.accent))
        self.prompt = prompt
        if self._over:
            self._withdraw()
        return prompt.outcome.result()

    @property
    def prompted(self) -> bool:
        """Whether a question is to be seen: what led to it has been shown."""
        return self.prompt is not None and not self.playback.behind(self.battle.events)

    def answer_prompt(self, key: str) -> None:
        """Answer the question."""
        prompt, self.prompt = self.prompt, None
        if prompt is None:
            return
        if prompt.always:
            self.table.habits[prompt.question.about, prompt.whose] = key
        prompt.answer(key)

    def leave(self) -> None:
        """The scene is over: whoever waits for an answer gets none."""
        self._over = True
        self._withdraw()
        self.table.close()

    def _withdraw(self) -> None:
        prompt, self.prompt = self.prompt, None
        if prompt is not None:
            prompt.withdraw()

    def ask_again(self) -> None:
        """Nothing is answered by habit any more."""
        self.table.habits.clear()
        self._say("You are asked again about everything that is yours to choose")

    def _asked(self, event: pygame.event.Event) -> tuple[bool, Change | None]:
        """(whether an event was for the question, what follows)."""
        prompt = self.prompt
        if prompt is None:
            return False, None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_SPACE:
            self.playback.skip(self.battle.events)
            return True, None
        if not self.prompted:
            return False, None
        named = ""
        if event.type == pygame.MOUSEMOTION:
            prompt.pointed = prompt.at(event.pos) or prompt.on_square(self.camera.square(event.pos))
            return False, None
        if event.type == pygame.KEYDOWN:
            named = prompt.keyed(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            inside = prompt.area.collidepoint(event.pos)
            named = prompt.at(event.pos) if inside else prompt.on_square(self.camera.square(event.pos))
            if inside and not named:
                return True, None
        if not named:
            return False, None
        if named == ALWAYS:
            prompt.always = not prompt.always
        elif named == RULES:
            return True, self.on_rule(self, prompt.question.rules) if self.on_rule is not None else None
        else:
            self.answer_prompt(named)
        return True, None

    def _harmless(self, event: pygame.event.Event) -> bool:
        """Whether an event can be taken while a question waits: looking around, reading, saving, leaving.

        Taking back takes back what led to the question.
        """
        pressed = self.bar.pressed(event)
        key = event.key if event.type == pygame.KEYDOWN else None
        if pressed == "undo" or (key == pygame.K_z and event.mod & pygame.KMOD_CTRL):
            self._going_back = True
            self._withdraw()
            return False
        if event.type == pygame.MOUSEBUTTONDOWN:
            return event.button != 1 or bool(self.layout.log.collidepoint(event.pos))
        return pressed == "menu" or key in HARMLESS

    def _take_in(self) -> None:
        """Take in what an errand has brought; one that got no answer has left the battle at its question."""
        try:
            self.errands.take_in()
        except Unanswered:
            self._thinking = None

    def _wait(self) -> None:
        """Wait until nothing is out, or a person is asked."""
        while self.errands.out and self.prompt is None:
            time.sleep(0.001)
            self._take_in()

    # --- drawing -----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene, and the question upon it."""
        if self.prompted:  # what was laid out for somebody's move is in the way of what is asked
            self._lay_key = ()
            self.terrain.glaze(None)
        super().draw(surface)
        self._draw_prompt(surface)

    def _hint(self) -> tuple[str, tuple[int, int, int]]:
        if self.prompt is None or not self.prompted:
            return super()._hint()
        whose = "The referee" if self.prompt.question.referee else self.prompt.question.who
        return f"{whose} is asked. Ctrl+Z takes back what led to it.", self.palette.accent

    def _draw_prompt(self, surface: pygame.Surface) -> None:
        prompt = self.prompt
        if prompt is None or not self.prompted:
            return
        boxes = {}
        for name, figure in self.playback.shown.figures.items():
            box, zoom = figure.box, self.camera.zoom
            x, y = self.camera.pixel(box.x0, box.y0)
            boxes[name] = pygame.Rect(x, y, (box.x1 - box.x0 + 1) * zoom, (box.y1 - box.y0 + 1) * zoom)
        lay = self.layout
        aside = lay.card.union(lay.log)
        prompt.draw(surface, self.palette, self.camera, lay.board, aside, boxes, lay.text)
