"""Commands: what was done to a battle from outside, so that it can be done again."""

from typing import Any, NamedTuple

from ..components.effect_acts import Effect
from ..components.events import EventBase
from ..engine.rules.ruleset import World
from ..engine.state.decider import OPEN

PLAYS = frozenset({"process", "act", "begin", "end", "run", "initiative", "conclude", "closest", "effect"})
"""Commands in which something may happen; `submit` only queues, and `written` only notes what a game has changed."""


class Command(NamedTuple):
    """One thing that was done to a battle from outside."""

    what: str
    name: str = ""
    """To whom."""
    data: Any = None
    """With what."""
    answers: tuple[str, ...] = ()
    """What was answered to the choices that came up in it, in order; the policies made those that it has no answer
    for. The last one is `?` while it waits for its answer."""
    out_of_turn: bool = False
    """Whether an intent is meant for a creature that is not on turn while another is."""
    effects: tuple[tuple[int, Effect], ...] = ()
    """(event, effect) of what listeners brought about in it: each follows the event of that number."""

    @property
    def open(self) -> bool:
        """Whether it stands at a question that has not been answered."""
        return self.answers[-1:] == (OPEN,)

    @property
    def plays(self) -> bool:
        """Whether something may happen in it."""
        return self.what in PLAYS


class Effects:
    """Brings about again, event by event, what listeners brought about when a command was done before."""

    def __init__(self, world: World, command: Command) -> None:
        self.world = world
        self.waiting = list(command.effects)

    def happen(self, event: EventBase) -> None:
        """Have happen what followed an event."""
        while self.waiting and self.waiting[0][0] == event.seq:
            self.world.effects.append(self.waiting.pop(0)[1])
