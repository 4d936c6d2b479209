"""Logs the choices of brains with the rejected alternatives."""

from dataclasses import dataclass, field
from typing import NamedTuple, cast

import msgspec

from ...components.intents import Intent, IntentBase
from ...components.position import Cube
from ..error_text import piece
from ..messages import ENGLISH, Message, Value, _, wording


class LoggedCandidate(NamedTuple):
    intent: Intent | None
    """None ends the turn."""
    score: float | None
    """None: not scored."""
    why: str


class LoggedDecision(NamedTuple):
    round: int
    actor: str
    cube: Cube
    brain: str
    chosen: Intent | None
    why: str
    score: float | None
    over: LoggedCandidate | None
    """The best rejected candidate."""

    def __str__(self) -> str:
        return self.told()

    def told(self, language: str = ENGLISH) -> str:
        text = _("{actor} [{name}]: {choice}: {why}")
        values: dict[str, Value] = {
            "actor": self.actor, "name": self.brain, "choice": _choice(self.chosen, self.score, language),
            "why": _reason(self.why, language),
        }  # fmt: skip
        if self.over is not None:
            text = _("{actor} [{name}]: {choice}: {why}, over {next} ({reason})")
            values["next"] = _choice(self.over.intent, self.over.score, language)
            values["reason"] = _reason(self.over.why, language)
        return Message(text, values).told(language)


def _choice(intent: IntentBase | None, score: float | None, language: str) -> Message:
    if intent is None:
        chosen = Message(_("ends its turn"))
    else:
        fields = msgspec.to_builtins(intent)
        shown = [f"{key} {_value(value)}" for key, value in fields.items() if key != "do"]
        if language != ENGLISH:
            shown = [
                wording(key if value is True else _value(value), language)
                for key, value in fields.items()
                if key != "do"
            ]
        chosen = Message(" ".join([wording(str(fields["do"]), language), *shown]))
    return chosen if score is None else Message(_("{choice} (worth {score})"), {"choice": chosen, "score": score})


def _reason(why: str, language: str) -> Message:
    return Message(why if language == ENGLISH else piece(why, language))


def _value(value: object) -> str:
    return str(list(value)) if isinstance(value, (list, tuple)) else str(value)


@dataclass(slots=True)
class DecisionLog:
    """A record of an AI player's decisions: the intents that it considered, and its choices."""

    thoughts: list[LoggedDecision] = field(default_factory=list)
    candidates: list[LoggedCandidate] = field(default_factory=list)

    def weigh(self, intent: IntentBase | None, why: str, score: float | None = None) -> None:
        """Adds an intent that the AI player considers. Without scores, the earlier one is better."""
        self.candidates.append(LoggedCandidate(cast("Intent | None", intent), score, why))

    def decided(self, round_: int, actor: str, cube: Cube, brain: str, chosen: IntentBase | None) -> None:
        thought_of = self.candidates
        self.candidates = []
        mine = next((candidate for candidate in thought_of if candidate.intent == chosen), None)
        others = [candidate for candidate in thought_of if candidate.intent != chosen]
        # a sort by score keeps the order among equals, and among those without a score
        others.sort(key=lambda candidate: -(candidate.score or 0.0))
        why = mine.why if mine is not None else _("nothing left to do") if chosen is None else _("drawn at random")
        score = None if mine is None else mine.score
        self.thoughts.append(
            LoggedDecision(
                round_, actor, cube, brain, cast("Intent | None", chosen), why, score, others[0] if others else None
            )
        )
