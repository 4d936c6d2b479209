"""The interface of a brain, which plays creatures' turns."""

from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import Intent
from .view import View

Play: TypeAlias = Generator[Intent, Sequence[Event], None]
"""A turn in play: yields one intent at a time, is sent its events, and ends when done."""


class Brain(Protocol):
    """Plays creatures. One brain may play many; its memory stands in the battle."""

    def turn(self, view: View) -> Play:
        """Plays one turn of `view.me`: yield an intent, receive its events, and so on; return to end the turn.

        A brain must decide by the view alone: the same battle, the same turn.
        """


@runtime_checkable
class Choosing(Protocol):
    """A brain that makes its creatures' decisions during others' turns; for all others policies do."""

    def choose(self, view: View, question: Decision) -> str | None:
        """The key of an option of the decision, made for `view.me`; None: the default."""


DecideFunction: TypeAlias = Callable[[View], Intent | None]
"""Returns the next intent; None to end the turn. It depends on the state of the battle alone."""


class Deciding:
    """A brain that decides anew before every intent, so that it can take over a turn in its middle."""

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
