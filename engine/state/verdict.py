"""Plans and refusals."""

from dataclasses import dataclass, field

from ...components.ordinary_class import ordinary_class
from ...components.plan import Act
from ..messages import ENGLISH, Message, message


@ordinary_class
@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an intent is not allowed."""

    rules: tuple[str, ...]
    message: Message | str
    """The reason as a message, translated when read."""

    @property
    def rule(self) -> str:
        """Empty if only the intent's form is wrong."""
        return self.rules[0] if self.rules else ""

    @property
    def reason(self) -> str:
        return str(self.message)

    def told(self, language: str = ENGLISH) -> str:
        """In a language such as `de`."""
        return message(self.message).told(language)

    def __str__(self) -> str:
        return self.reason


class Forbidden(Exception):
    """`legality.judge` turns it into a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


@dataclass(slots=True)
class Plan:
    """A lawful intent's acts and cost."""

    acts: list[Act] = field(default_factory=list)
    pays: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    spends: bool = True
    """True if walks count as `spent`."""
    continues: bool = False
    """True if it continues the earlier movement as one action."""
