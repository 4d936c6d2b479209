"""Deeds: what was done to a battle from outside, so that it can be done again."""

from typing import Any, NamedTuple

from ..engine.state.decider import OPEN


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

    @property
    def open(self) -> bool:
        """Whether it stands at a question that has not been answered."""
        return self.answers[-1:] == (OPEN,)
