"""Verdicts on an intent: the plan of a lawful one, the refusal of one that is not."""

from dataclasses import dataclass, field

from ...components.ordinary_class import ordinary_class
from ...components.plan import Act
from ..messages import ENGLISH, Message, message


@ordinary_class
@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an intent is not allowed: the catalogue ids that forbid it, and a sentence for a person."""

    rules: tuple[str, ...]
    message: Message | str
    """The sentence, worded when it is read."""

    @property
    def rule(self) -> str:
        """The first id; empty if only the form of the intent is wrong."""
        return self.rules[0] if self.rules else ""

    @property
    def reason(self) -> str:
        """The sentence in English."""
        return str(self.message)

    def told(self, language: str = ENGLISH) -> str:
        """The sentence in a language such as `de`; in English where it has no translation."""
        return message(self.message).told(language)

    def __str__(self) -> str:
        return self.reason


class Forbidden(Exception):
    """Raised for a forbidden intent; `legality.judge` turns it into its refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


@dataclass(slots=True)
class Plan:
    """The acts of a lawful intent, and its cost in actions."""

    acts: list[Act] = field(default_factory=list)
    pays: tuple[str, ...] = ()
    """Actions that it costs."""
    rules: tuple[str, ...] = ()
    spends: bool = True
    """True if the cost of its walks counts as `spent`."""
    continues: bool = False
    """True if it continues the movement before it: both are judged as one action."""
