"""Players' answers to choices in one command: given again as they were given, or asked of somebody.

Where nobody is asked, `World.asking` is None and a rule does what its policy says; where that comes up at
every step no question is made at all. Where somebody is asked, every choice that comes up in a deed is kept
in its order with what was answered, whoever answered it, so that the same deed can be done again and nobody
is asked twice.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...components.decision import Decision

Chooser: TypeAlias = Callable[[Decision], str | None]
"""Answers a question with the key of an option, or with None: let the policy decide.

It may look at the battle and must not play on with it. It may raise `Unanswered`.
"""

OPEN = "?"
"""What is kept as the answer to a question that is waiting for one."""


class Unanswered(Exception):
    """No answer is to be had now. The battle stands in the midst of what it was doing, at the open question."""


class Deciders:
    """The questions of one deed: those answered before are answered alike, the others are put to somebody."""

    def __init__(self, given: Sequence[str], put: Chooser | None) -> None:
        self.given = given
        """Answers that were got when the deed was done before, in order."""
        self.put = put
        """Who answers what has no answer yet; None: the policies do."""
        self.answered: list[str] = []
        """All answers so far."""

    def answer(self, question: Decision) -> str:
        """The answer to a question.

        Raises:
            ValueError: it is none of the question's options.
            Unanswered: it is not to be had now.
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
