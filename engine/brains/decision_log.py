"""The decision log: a brain's choices, and their next best alternatives."""

from dataclasses import dataclass, field
from typing import NamedTuple, cast

import msgspec

from ...components.intents import Intent, IntentBase
from ...components.position import Cube


class LoggedCandidate(NamedTuple):
    """A candidate that a brain considered."""

    intent: Intent | None
    """None ends the turn."""
    score: float | None
    """Its value to the brain; None for a brain that only orders its candidates."""
    why: str


class LoggedDecision(NamedTuple):
    """One decision."""

    round: int
    actor: str
    cube: Cube
    """The creature's anchor."""
    brain: str
    chosen: Intent | None
    why: str
    score: float | None
    over: LoggedCandidate | None
    """The next best."""

    def __str__(self) -> str:
        rather = "" if self.over is None else f", over {_told(self.over.intent, self.over.score)} ({self.over.why})"
        return f"{self.actor} [{self.brain}]: {_told(self.chosen, self.score)}: {self.why}{rather}"


def _told(intent: IntentBase | None, score: float | None) -> str:
    if intent is None:
        text = "ends its turn"
    else:
        fields = msgspec.to_builtins(intent)
        shown = [f"{key} {_value(value)}" for key, value in fields.items() if key != "do"]
        text = " ".join([str(fields["do"]), *shown])
    return text if score is None else f"{text} (worth {score:g})"


def _value(value: object) -> str:
    return str(list(value)) if isinstance(value, (list, tuple)) else str(value)


@dataclass(slots=True)
class DecisionLog:
    """Collects the decisions of brains, which write into it through their view if there is one."""

    thoughts: list[LoggedDecision] = field(default_factory=list)
    candidates: list[LoggedCandidate] = field(default_factory=list)
    """The candidates of the decision at hand, in the order of consideration."""

    def weigh(self, intent: IntentBase | None, why: str, score: float | None = None) -> None:
        """Notes a candidate; without scores, earlier ones are better."""
        self.candidates.append(LoggedCandidate(cast("Intent | None", intent), score, why))

    def decided(self, round_: int, actor: str, cube: Cube, brain: str, chosen: IntentBase | None) -> None:
        """Close the decision at hand."""
        thought_of = self.candidates
        self.candidates = []
        mine = next((candidate for candidate in thought_of if candidate.intent == chosen), None)
        others = [candidate for candidate in thought_of if candidate.intent != chosen]
        # a sort by score keeps the order among equals, and among those without a score
        others.sort(key=lambda candidate: -(candidate.score or 0.0))
        why = mine.why if mine is not None else "nothing is left to do" if chosen is None else "drawn by lot"
        score = None if mine is None else mine.score
        self.thoughts.append(
            LoggedDecision(
                round_, actor, cube, brain, cast("Intent | None", chosen), why, score, others[0] if others else None
            )
        )
