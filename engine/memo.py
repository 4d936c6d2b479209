"""A bounded memo: answers kept by their question."""

from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(dict[Question, Answer]):
    """Answers by question, up to a limit; one more and all of them are forgotten.

    Everything that an answer depends on besides its question must stay the same while the memo lasts: a memo belongs to
    a value that never changes (a board, a nav grid).
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Question, answer: Answer) -> Answer:
        """Keeps an answer, and returns it."""
        if len(self) >= self.most:
            self.clear()
        self[question] = answer
        return answer
