"""Answers kept by their question: the one kind of memory for what is worked out again and again."""

from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(dict[Question, Answer]):
    """Answers by question, up to so many; one more and all of them are forgotten.

    What an answer hangs on besides its question must not change while the memo lasts: a memo belongs to the value that
    it is about (a board, a ground), which never changes.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Question, answer: Answer) -> Answer:
        """Keep an answer, and return it."""
        if len(self) >= self.most:
            self.clear()
        self[question] = answer
        return answer
