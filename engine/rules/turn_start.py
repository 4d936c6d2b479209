"""What a turn starts with: renewed actions and reactions, and nothing remembered of the last turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields

from ...components.turn import Turn
from ..state.creature import Creature
from .ruleset import Ruleset


def begin_anew(turn: Turn, rules: Ruleset) -> None:
    """Forget what was to be remembered of the last turn, and renew actions and reactions."""
    turn.open = True
    turn.actions = dict(rules.actions.per_turn)
    turn.parity = 0
    turn.moved = turn.stepped = 0
    turn.stood = turn.pool_open = turn.pausing = False
    turn.pool_spent = 0
    turn.pool_factor = 1
    turn.reactions = 0
    turn.provoked = set()
    turn.facts = {}
    turn.bearing = None


@contextmanager
def as_at_start(rules: Ruleset, creature: Creature) -> Iterator[None]:
    """A creature whose turn is not open, as it would be at the start of one; put back afterwards."""
    turn = creature.turn
    if turn.open:
        yield
        return
    kept = {field.name: getattr(turn, field.name) for field in fields(turn)}
    begin_anew(turn, rules)
    try:
        yield
    finally:
        for name, value in kept.items():
            setattr(turn, name, value)
