"""The interface of a brain."""

from collections.abc import Callable, Generator, Mapping, Sequence
from inspect import isclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ...components.decision import Decision
from ...components.events import Event
from ...components.intents import IntentBase
from .view import View

Play: TypeAlias = Generator[IntentBase, Sequence[Event], None]
"""A turn as a generator: yields intents, receives events, returns to end the turn."""


class Brain(Protocol):
    """An AI player: code that chooses intents for creatures. It keeps no data of its own between turns."""

    def turn(self, view: View) -> Play:
        """Yields the intents of the turn of `view.me`. Equal views must give equal turns."""


@runtime_checkable
class Choosing(Protocol):
    """An AI player that also answers decisions during other creatures' turns."""

    def choose(self, view: View, question: Decision) -> str | None:
        """Returns the key of the option to choose in a decision; None for the default."""


BrainFunction: TypeAlias = Callable[[View], IntentBase | Mapping[str, Any] | Play | None]
"""A brain as a function of a view.

It returns the next intent or its table, or yields a whole turn. None ends the turn. It must keep no state.
"""


class Deciding:
    """An AI player that calls a function for each intent."""

    def __init__(self, name: str, decide: BrainFunction) -> None:
        self.name = name
        self.decide = decide

    def turn(self, view: View) -> Play:
        return turn_of(self.decide, view, self.name)

    def __repr__(self) -> str:
        return f"Deciding({self.name!r})"


def check_brain(brain: object, whose: str) -> None:
    """Raises TypeError unless the AI player is a function or has a method `turn`."""
    if isclass(brain) or not callable(getattr(brain, "turn", brain)):
        raise TypeError(
            f"{whose}: {brain!r} is no brain: give a function of a View, an object with a method turn(view), "
            f"or one of fivefoot.brains.BRAINS"
        )


def turn_of(brain: Brain | BrainFunction, view: View, name: str = "") -> Play:
    """Starts an AI player's turn: yields its intents. Log messages call the player `name`."""
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
