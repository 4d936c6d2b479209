"""A bounded cache of answers by question."""

from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(dict[Question, Answer]):
    """A cache of answers by question; at its limit it is emptied. It belongs to an immutable value, such as a board."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Question, answer: Answer) -> Answer:
        if len(self) >= self.most:
            self.clear()
        self[question] = answer
        return answer
