"""Public names for brains (code: `engine/brains`): what plays creatures, and the figures that it uses."""

from .engine.brains import BRAINS, Brain, BrainFunction, Choosing, Deciding, DecisionLog, Play, View
from .play.match import Match, brains_for

__all__ = [
    "BRAINS",
    "Brain",
    "BrainFunction",
    "Choosing",
    "Deciding",
    "DecisionLog",
    "Match",
    "Play",
    "View",
    "brains_for",
]
