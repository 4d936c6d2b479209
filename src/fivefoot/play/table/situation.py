"""The situation of a session: the value that a window draws from while a thread may be changing the battle."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...components.events import Event
from ...engine.board.board import Board
from ...engine.combat.perception import hidden_from
from .session import PERSON, Session


@dataclass(frozen=True, slots=True)
class Situation:
    """A session between two changes of its battle. A frame reads this, never the battle."""

    moment: tuple[object, ...]
    board: Board
    events: Sequence[Event]
    """All events so far; later ones do not appear in it."""
    order: tuple[str, ...]
    """The creatures in the order of their turns."""
    active: str | None
    """The creature whose turn is open, if any."""
    player: str
    """The player of that creature; empty without one."""
    over: bool
    """Whether the battle has ended."""
    hidden: frozenset[str]
    """The creatures that the person at the window does not perceive."""

    @property
    def own(self) -> str | None:
        """The creature on turn that a person plays, if any."""
        return self.active if self.player == PERSON and not self.over else None


def situation(session: Session) -> Situation:
    """The situation of a session now."""
    battle = session.battle
    active = session.active
    return Situation(
        moment=session.moment,
        board=battle.world.board,
        events=battle.world.log.copy(),
        order=tuple(session.order),
        active=active,
        player=session.played_by(active) if active is not None else "",
        over=session.over,
        hidden=unseen(session),
    )


def unseen(session: Session) -> frozenset[str]:
    """The creatures that no side perceives whose turn it is for a person; a referee perceives everybody."""
    if session.referee:
        return frozenset()
    waits = session.waits_for_person()
    mine = (
        [session.battle.creature(session.active).side]
        if waits and session.active is not None
        else [side for side in session.sides if session.played(side) == PERSON]
    )
    return frozenset.intersection(*(hidden_from(session.battle.world, side) for side in mine)) if mine else frozenset()
