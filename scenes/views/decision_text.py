"""The decision log as a person reads it: why each intent was chosen over the next best."""

import sys

from ...engine.brains import DecisionLog
from ...engine.errors import printable
from ...engine.messages import language_in_use, tr


def tell(journal: DecisionLog) -> None:
    """Prints the brains' decisions, round by round, on standard error."""
    rounds = 0
    for thought in journal.thoughts:
        if thought.round != rounds:
            rounds = thought.round
            print(tr("round {rounds}", rounds=rounds), file=sys.stderr)
        print(f"  {printable(thought.told(language_in_use()))}", file=sys.stderr)
