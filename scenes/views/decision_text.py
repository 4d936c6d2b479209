"""Prints the decision log."""

import sys

from ...engine.brains import DecisionLog
from ...engine.errors import printable
from ...engine.messages import language_in_use, tr


def tell(journal: DecisionLog) -> None:
    rounds = 0
    for thought in journal.thoughts:
        if thought.round != rounds:
            rounds = thought.round
            print(tr("round {rounds}", rounds=rounds), file=sys.stderr)
        print(f"  {printable(thought.told(language_in_use()))}", file=sys.stderr)
