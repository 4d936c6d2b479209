"""The situation of a session: the value that a window draws from while a thread may be changing the battle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...components.events import Event
from ...engine.board.board import Board
from ...engine.combat.sight import hidden_from
from ..replay.snapshot import CreatureView
from .session import PERSON, Session
from .side import dark
from .witness import Veil


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
    """True if the battle has ended."""
    hidden: frozenset[str]
    """The creatures that the person at the window does not perceive."""
    eyes: tuple[str, ...]
    """The sides whose sight the window shows; none: it shows everything."""
    veils: Sequence[Veil]
    """The creatures that they do not perceive around each event."""
    lost: Mapping[str, CreatureView]
    """Those perceived once and no more, as they were last."""
    dark: frozenset[tuple[int, int]]
    """The squares out of sight."""

    @property
    def own(self) -> str | None:
        """The creature on turn that a person plays, if any."""
        return self.active if self.player == PERSON and not self.over else None


def situation(session: Session) -> Situation:
    """The situation of a session now."""
    battle = session.battle
    active = session.active
    eyes = seeing(session)
    witness = battle.witness(*eyes)
    return Situation(
        moment=session.moment,
        board=battle.world.board,
        events=battle.world.log.copy(),
        order=tuple(session.order),
        active=active,
        player=session.played_by(active) if active is not None else "",
        over=session.over,
        hidden=unseen(session, eyes),
        eyes=eyes,
        veils=witness.veils,
        lost=witness.lost(),
        dark=dark(battle.world, eyes),
    )


def seeing(session: Session) -> tuple[str, ...]:
    """The side whose turn it is for a person, else all sides of persons; none for a referee."""
    if session.referee:
        return ()
    if session.waits_for_person() and session.active is not None:
        return (session.battle.creature(session.active).side,)
    return tuple(side for side in session.sides if session.played(side) == PERSON)


def unseen(session: Session, eyes: Sequence[str]) -> frozenset[str]:
    """The creatures that none of the seeing sides perceives."""
    return frozenset.intersection(*(hidden_from(session.battle.world, side) for side in eyes)) if eyes else frozenset()
