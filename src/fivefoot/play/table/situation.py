"""A thread-safe snapshot of a session, for drawing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...components.events import Event
from ...engine.board.board import Board
from ...engine.combat.sight import hidden_from
from ..replay.snapshot import CreatureView
from .session import PERSON, Session
from .side import dark
from .witness import Veil
from .zone_view import ZoneView, zone_views


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of a battle and its players, as the window draws it."""

    moment: tuple[object, ...]
    board: Board
    events: Sequence[Event]
    order: tuple[str, ...]
    active: str | None
    player: str
    """The player of the active creature; may be empty."""
    over: bool
    hidden: frozenset[str]
    eyes: tuple[str, ...]
    """Sides whose sight is shown; empty: everything."""
    veils: Sequence[Veil]
    """The hidden creatures around each event."""
    lost: Mapping[str, CreatureView]
    dark: frozenset[tuple[int, int]]
    """Squares out of sight."""
    zones: tuple[ZoneView, ...]

    @property
    def own(self) -> str | None:
        """The name of the active creature if a person plays it; else None."""
        return self.active if self.player == PERSON and not self.over else None


def situation(session: Session) -> Situation:
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
        zones=zone_views(battle.world),
    )


def seeing(session: Session) -> tuple[str, ...]:
    """Returns the sides whose view the board shows; empty if it shows everything."""
    if session.referee:
        return ()
    if session.waits_for_person() and session.active is not None:
        return (session.battle.creature(session.active).side,)
    return tuple(side for side in session.sides if session.played(side) == PERSON)


def unseen(session: Session, eyes: Sequence[str]) -> frozenset[str]:
    """Returns the creatures that none of the sides `eyes` perceives."""
    return frozenset.intersection(*(hidden_from(session.battle.world, side) for side in eyes)) if eyes else frozenset()
