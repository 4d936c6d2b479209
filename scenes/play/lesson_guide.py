"""A lesson at the board: shows the step and advances after it."""

from collections.abc import Callable

import pygame

from ...engine.scenario.format import LessonStepSpec
from ...play.table.lesson import Lesson
from ..board.board_scene import BoardScene


class LessonGuide:
    """Shows the steps of a lesson beside the board."""

    def __init__(self, scene: BoardScene) -> None:
        self.scene = scene
        self.lesson = Lesson(scene.battle.scenario.lesson, len(scene.battle.events))
        self.on_done: Callable[[], None] = lambda: None
        """Called after the last step."""
        scene.view.lessons = tuple(self._told(at) for at in range(len(self.lesson.steps)))
        self._show()

    @property
    def at(self) -> int:
        return self.lesson.at

    @property
    def step(self) -> LessonStepSpec | None:
        return self.lesson.step

    def update(self) -> None:
        """Goes to the lesson's next step if an event has completed the present one."""
        state = self.scene.state
        if not state.behind and not state.work.out and self.lesson.follow(state.battle.events):
            self._moved_on()

    def acted(self, name: str) -> None:
        """Goes to the lesson's next step if the player's action `name` completes the present one."""
        if self.lesson.act(name, self.scene.battle.events):
            self._moved_on()

    def _moved_on(self) -> None:
        self._show()
        if self.step is None:
            self.scene.view.lessons = ()
            self.scene.resize(pygame.display.get_window_size())  # the board takes the lesson's space
            self.on_done()

    def _show(self) -> None:
        step = self.step
        view, state = self.scene.view, self.scene.state
        view.lesson = ""
        state.marked = frozenset()
        if step is not None:
            view.lesson = self._told(self.at)
            state.marked = frozenset(step.squares)

    def _told(self, at: int) -> str:
        step = self.lesson.steps[at]
        return self.lesson.told(at) + (
            "" if step.event is not None or step.action not in (None, "next") else "   (Space)"
        )
