"""Plans and refusals."""

from dataclasses import dataclass, field

from ...components.ordinary_class import ordinary_class
from ...components.plan import Act
from ..messages import ENGLISH, Message, message


@ordinary_class
@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an intent is not allowed: rule ids and a sentence."""

    rules: tuple[str, ...]
    message: Message | str
    """The reason as a message, translated when read."""

    @property
    def rule(self) -> str:
        """The first rule id; empty if no rule decided because the intent itself is malformed."""
        return self.rules[0] if self.rules else ""

    @property
    def reason(self) -> str:
        return str(self.message)

    def told(self, language: str = ENGLISH) -> str:
        """Returns the sentence in a language such as `de`."""
        return message(self.message).told(language)

    def __str__(self) -> str:
        return self.reason


class Forbidden(Exception):
    """Raised by a planner to refuse an intent."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


@dataclass(slots=True)
class Plan:
    """The acts and the cost of a legal intent."""

    acts: list[Act] = field(default_factory=list)
    pays: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    spends: bool = True
    """True if walks count as `spent`."""
    continues: bool = False
    """True if it continues the earlier movement as one action."""
