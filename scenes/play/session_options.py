"""Options of a session that several scenes share: who plays a side where nobody was named."""

from typing import TYPE_CHECKING

from ...engine.brains import BRAINS
from .session import PERSON, Session

if TYPE_CHECKING:
    from ..views.replay_file import Record


def resumed(told: "Record") -> Session:
    """A saved battle with those who played it; a save names no code to run, so shipped brains sit in for others."""
    players = {side: name if name == PERSON or name in BRAINS else usual_brain() for side, name in told.players.items()}
    return Session(told.battle(), players)


def usual_brain() -> str:
    """The brain that plays where nobody else does."""
    return next((name for name in ("cunning", "aggressive") if name in BRAINS), next(iter(BRAINS)))
