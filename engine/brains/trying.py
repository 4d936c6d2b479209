"""What a brain may try: a battle of its own, cut off from the one that is played, in which plans meet made-up luck."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from ...components.events import Event
from ...components.intents import IntentBase
from ..rules.ruleset import World
from ..state.creature import Creature

if TYPE_CHECKING:
    from .view import View

Script = Callable[["View"], Any]
"""A fast brain for a trial: a function of a view, asked for one intent after the other."""


class Trial(Protocol):
    """A battle to try turns in. Whom the trying side does not perceive is not in it, and its luck is made up."""

    turns: int
    """Turns played in it so far."""

    @property
    def world(self) -> World:
        """Its state."""

    @property
    def over(self) -> bool:
        """Whether it is decided."""

    @property
    def winner(self) -> str | None:
        """The side that has won; None while it goes on, and for a draw."""

    def creature(self, name: str) -> Creature:
        """One of its creatures."""

    def view(self, name: str) -> "View":
        """A creature's view of it."""

    def play(self, plan: Any) -> list[Event]:
        """Plays the whole turn of the creature on turn, or of the next, and ends it; returns what happens.

        The plan is one of `view.turns()`, a sequence of intents, or a brain in any form.
        """

    def play_on(self, scripts: Script | Mapping[str, Script], rounds: float = 1.0) -> None:
        """Lets scripts play all turns for so many rounds, at most to the end; by side, or one for both."""

    def score(self) -> float:
        """How well the trying side stands, from -1 (it has lost) to 1 (it has won)."""


class Trying(Protocol):
    """Makes trials of one battle, and counts the turns that they take."""

    simulated: int
    """Turns played in all of its trials."""

    def fork(self, view: "View", dice: int) -> Trial:
        """A trial of the present state, its luck keyed by a seed, creature, round and number of the roll."""


Intents = Sequence[IntentBase]
"""The intents of a turn, in order."""
