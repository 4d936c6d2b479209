"""A scenario's lesson: each step ends with a certain event or action."""

from collections.abc import Sequence

from ...components.events import Event
from ...engine.messages import tr
from ...engine.scenario.expectations import matches
from ...engine.scenario.format import LessonStepSpec


class Lesson:
    """How far a player has come in a lesson."""

    def __init__(self, steps: Sequence[LessonStepSpec], events: int = 0) -> None:
        self.steps = steps
        self.at = 0
        self._since = events
        """The number of events at the step's start."""

    @property
    def step(self) -> LessonStepSpec | None:
        return self.steps[self.at] if self.at < len(self.steps) else None

    def follow(self, events: Sequence[Event]) -> bool:
        """Goes to the lesson's next step if one of the events ends the present one. Returns True then."""
        step = self.step
        self._since = min(self._since, len(events))
        wanted = None if step is None else step.event
        if wanted is None or not any(_fits(wanted, event) for event in events[self._since :]):
            return False
        self._go_on(events)
        return True

    def act(self, name: str, events: Sequence[Event]) -> bool:
        """Goes to the lesson's next step if the player's action ends the present one. Returns True then."""
        step = self.step
        if step is None or step.event is not None or name != (step.action or "next"):
            return False
        self._go_on(events)
        return True

    def _go_on(self, events: Sequence[Event]) -> None:
        self.at += 1
        self._since = len(events)

    @property
    def waits_for_reader(self) -> bool:
        """True if the present step of the lesson ends when the player has read it."""
        step = self.step
        return step is not None and step.event is None and step.action in (None, "next")

    def told(self, at: int) -> str:
        return tr("{at} of {most}.  {lesson}", at=at + 1, most=len(self.steps), lesson=tr(self.steps[at].say.strip()))


def _fits(wanted: dict[str, object], event: Event) -> bool:
    return event.event == wanted.get("event") and matches(wanted, event.to_dict())
