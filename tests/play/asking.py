"""A chooser with prepared answers, and a battle that has decisions."""

from tests.fights import Table, drawn

import fivefoot
from fivefoot.components.decision import Decision
from fivefoot.engine.state.decider import Unanswered
from fivefoot.play.battle import Battle


class Answers:
    """Gives answers in their order, and keeps what was asked."""

    def __init__(self, *keys: str | None) -> None:
        self.keys = list(keys)
        self.asked: list[Decision] = []

    def __call__(self, question: Decision) -> str | None:
        self.asked.append(question)
        if not self.keys:
            raise Unanswered
        return self.keys.pop(0)

    @property
    def about(self) -> list[tuple[str, str]]:
        """What each question was about, and whose player was asked."""
        return [(question.about, question.who) for question in self.asked]


def told(battle: Battle) -> list[tuple[object, ...]]:
    """What happened, in short: the kind of each event and what is worth saying of it."""
    fields = ("who", "by", "against", "target", "to", "condition", "hit", "damage", "actor")
    return [
        (event.event, *(getattr(event, name) for name in fields if hasattr(event, name)))
        for event in battle.events
        if event.event not in ("battle-started", "turn-started", "turn-ended", "done")
    ]


def passing_by(*keys: str | None, ruleset: str = "epic-path") -> tuple[Battle, Answers]:
    """Ann walks past the orc, within its reach at her first, second and third square."""
    bodies: dict[str, Table] = {"ann": {"hp": 20, "ac": 40}, "orc": {"hp": 20, "attack": 3, "damage": "1d4"}}
    turns = [{"actor": "ann", "intents": [{"do": "move", "path": [[1, 1], [2, 1], [3, 1]]}]}]
    battle = fivefoot.loads(drawn(ruleset, ".O..... A......", bodies, seed=5, turns=turns))
    answers = Answers(*keys)
    battle.chooser = answers
    return battle, answers
