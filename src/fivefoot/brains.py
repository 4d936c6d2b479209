"""Public names for brains (code: `engine/brains`): what plays creatures, and the figures that it uses."""

from .engine.brains import BRAINS, Brain, Choosing, Deciding, View
from .engine.brains.brain import Play
from .play.match import Match, brains_for

__all__ = [
    "BRAINS",
    "Brain",
    "Choosing",
    "Deciding",
    "Match",
    "Play",
    "View",
    "brains_for",
]
