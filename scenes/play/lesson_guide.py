"""A lesson at the board: shows what to do and where, and goes on once it is done."""

from collections.abc import Callable

import pygame

from ...components.events import Event
from ...engine.messages import tr
from ...engine.scenario.expectations import matches
from ...engine.scenario.format import LessonStepSpec
from ..board.board_scene import BoardScene


class LessonGuide:
    """Leads through the steps of a scenario's lesson."""

    def __init__(self, scene: BoardScene) -> None:
        self.scene = scene
        self.steps = scene.battle.scenario.lesson
        self.at = 0
        """The index of the step on show."""
        self._since = len(scene.battle.events)
        """The number of events at its start."""
        self.on_done: Callable[[], None] = lambda: None
        """Called when the last step is done."""
        scene.view.lessons = tuple(self._told(at) for at in range(len(self.steps)))
        self._show()

    @property
    def step(self) -> LessonStepSpec | None:
        """The present step; None after the last."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def update(self) -> None:
        """Goes on if the awaited event has happened, and has been shown."""
        step, state = self.step, self.scene.state
        if step is None or state.behind or state.work.out:
            return
        events = state.battle.events
        self._since = min(self._since, len(events))
        if step.event is not None and any(self._fits(step, event) for event in events[self._since :]):
            self._next()

    @staticmethod
    def _fits(step: LessonStepSpec, event: Event) -> bool:
        wanted = step.event or {}
        return event.event == wanted.get("event") and matches(wanted, event.to_dict())

    def acted(self, name: str) -> None:
        """Takes in what a person has done at the window."""
        step = self.step
        if step is not None and step.event is None and name == (step.action or "next"):
            self._next()

    def _next(self) -> None:
        self.at += 1
        self._since = len(self.scene.battle.events)
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
        step = self.steps[at]
        last = "" if step.event is not None or step.action not in (None, "next") else "   (Space)"
        return tr("{at} of {most}.  {lesson}", at=at + 1, most=len(self.steps), lesson=tr(step.say.strip()) + last)
