"""Players' answers to the decisions of a command: repeated, or newly asked.

Without players `World.asking` is None, and frequent decisions are not even built. Answers are kept in order, to repeat
the command.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...components.decision import Decision

Chooser: TypeAlias = Callable[[Decision], str | None]
"""Answers a decision with an option's key, or None for the policy's answer.

It may read the battle but not play on. It may raise `Unanswered`.
"""

OPEN = "?"
"""The answer to a pending decision."""


class Unanswered(Exception):
    """No answer is available now: the battle pauses at the decision."""


class Deciders:
    """The decisions of one command."""

    def __init__(self, given: Sequence[str], put: Chooser | None) -> None:
        self.given = given
        """Earlier answers, in order."""
        self.put = put
        """Asks the player for new decisions; None: policies decide."""
        self.answered: list[str] = []

    def answer(self, question: Decision) -> str:
        """A decision's answer.

        Raises:
            ValueError: it is none of the options.
            Unanswered: it is not available now.
        """
        number = len(self.answered)
        found: str | None = None
        if number < len(self.given):
            found = self.given[number]
        elif self.put is not None:
            found = self.put(question)
        question.check(found)
        key = question.default if found is None else found
        self.answered.append(key)
        return key
