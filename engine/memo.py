from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(dict[Question, Answer]):
    """A bounded cache for an immutable value such as a board. It is emptied at its limit."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Question, answer: Answer) -> Answer:
        if len(self) >= self.most:
            self.clear()
        self[question] = answer
        return answer
