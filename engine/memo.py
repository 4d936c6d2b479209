from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Memo(dict[Question, Answer]):
    """A cache of limited size that belongs to an immutable object, such as a board.

    At its limit it is emptied.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, question: Question, answer: Answer) -> Answer:
        if len(self) >= self.most:
            self.clear()
        self[question] = answer
        return answer
