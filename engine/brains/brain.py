"""What a brain is: somebody who plays a creature's turns."""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import Intent
from .view import View

Play: TypeAlias = Generator[Intent, Sequence[Event], None]
"""A turn being played: yields one intent at a time, is sent the events that came of it, ends when done."""


class Brain(Protocol):
    """Plays creatures. One brain may play many; what it must remember stands in the battle."""

    def turn(self, view: View) -> Play:
        """Play one turn of `view.me`: yield an intent, receive what came of it, and so on; return to end the turn.

        A brain must decide by the view alone: the same battle, the same turn.
        """


@runtime_checkable
class Choosing(Protocol):
    """A brain that makes its creatures' choices in the midst of others' turns; for all others the policies do."""

    def choose(self, view: View, question: Decision) -> str | None:
        """The key of an option of the question, put to `view.me`; None: what is usually done."""


DecideFunction: TypeAlias = Callable[[View], Intent | None]
"""What to do next; None to end the turn. It depends on the state of the battle and nothing else."""


class Deciding:
    """A brain that decides afresh before every intent, so that a turn can be taken up in its middle."""

    def __init__(self, name: str, decide: DecideFunction) -> None:
        self.name = name
        self.decide = decide

    def turn(self, view: View) -> Play:
        """Play one turn."""
        while True:
            wanted = self.decide(view)
            if view.journal is not None:
                view.journal.decided(view.world.round, view.me.name, view.me.cube, self.name, wanted)
            if wanted is None:
                return
            yield wanted

    def __repr__(self) -> str:
        return f"Deciding({self.name!r})"
