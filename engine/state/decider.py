"""Players' answers to decisions within one command: repeated from before, or obtained from a player.

Without players `World.asking` is None and rules follow their policies; decisions that come up at every step are then
not even built. With players, every answer within a command is kept in order, so that the same command can be done again
without a player answering twice.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...components.decision import Decision

Chooser: TypeAlias = Callable[[Decision], str | None]
"""Answers a decision with the key of an option, or with None for the policy's answer.

It may read the battle and must not play on with it. It may raise `Unanswered`.
"""

OPEN = "?"
"""The placeholder for the answer to a pending decision."""


class Unanswered(Exception):
    """No answer is available now. The battle pauses at the open decision."""


class Deciders:
    """The decisions of one command: those answered before get the same answer, the others go to a player."""

    def __init__(self, given: Sequence[str], put: Chooser | None) -> None:
        self.given = given
        """Answers from when the command was done before, in order."""
        self.put = put
        """The player who answers new decisions; None: policies do."""
        self.answered: list[str] = []
        """All answers so far."""

    def answer(self, question: Decision) -> str:
        """The answer to a decision.

        Raises:
            ValueError: it is none of the question's options.
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
