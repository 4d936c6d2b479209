"""Players' answers to a command's decisions.

Without players `World.asking` is None. Answers are kept in order, to repeat the command.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...components.decision import Decision

Chooser: TypeAlias = Callable[[Decision], str | None]
"""Answers a decision with an option's key; None: by policy.

It may read the battle but not play on. It may raise `Unanswered`.
"""

OPEN = "?"
"""Stands for an answer still to be given."""


class Unanswered(Exception):
    """Raised if nobody answers a decision now. The battle then pauses."""


class Deciders:
    def __init__(self, given: Sequence[str], put: Chooser | None) -> None:
        self.given = given
        """The answers so far, in order."""
        self.put = put
        """Asks the player; None: policies decide."""
        self.answered: list[str] = []

    def answer(self, question: Decision) -> str:
        """Returns a player's answer to a decision.

        Raises:
            ValueError: the answer is none of the options.
            Unanswered: there is no answer now.
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
