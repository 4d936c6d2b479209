"""The interface of a brain, which plays creatures' turns."""

from collections.abc import Callable, Generator, Mapping, Sequence
from inspect import isclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import IntentBase
from .view import View

Play: TypeAlias = Generator[IntentBase, Sequence[Event], None]
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


BrainFunction: TypeAlias = Callable[[View], IntentBase | Mapping[str, Any] | Play | None]
"""A brain that is a function: it returns the next intent, or its table (None: the turn ends), and is asked again before
each, or it is a generator of a turn's intents. It depends on the state of the battle alone."""


class Deciding:
    """A brain made of a function. One that decides anew before every intent can take over a turn in its middle."""

    def __init__(self, name: str, decide: BrainFunction) -> None:
        self.name = name
        self.decide = decide

    def turn(self, view: View) -> Play:
        """Play one turn."""
        return turn_of(self.decide, view, self.name)

    def __repr__(self) -> str:
        return f"Deciding({self.name!r})"


def check_brain(brain: object, whose: str) -> None:
    """Refuses what can play no turn.

    Raises:
        TypeError: it is no function and has no method `turn`.
    """
    if isclass(brain) or not callable(getattr(brain, "turn", brain)):
        raise TypeError(
            f"{whose}: {brain!r} is no brain: give a function of a View, an object with a method turn(view), "
            f"or one of fivefoot.brains.BRAINS"
        )


def turn_of(brain: Brain | BrainFunction, view: View, name: str = "") -> Play:
    """One turn of a brain of any form; one that gives a single intent is asked again before each.

    `name` is how the journal of its decisions calls it.
    """
    play: Any = getattr(brain, "turn", brain)
    begun: Any = play(view)
    if begun is None or isinstance(begun, (IntentBase, Mapping)):
        return _asked_again(play, view, begun, name or getattr(brain, "__name__", type(brain).__name__))
    turn: Play = begun
    return turn


def _asked_again(decide: BrainFunction, view: View, wanted: Any, name: str) -> Play:
    while True:
        if view.journal is not None:
            view.journal.decided(view.world.round, view.me.name, view.me.cube, name, wanted)
        if wanted is None:
            return
        yield wanted
        wanted = decide(view)
