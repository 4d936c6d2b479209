"""Brains: Python code that plays a creature when no script does."""

from .brain import Brain, BrainFunction, Choosing, Deciding, Play, check_brain, turn_of
from .decision_log import DecisionLog
from .shipped import BRAINS
from .view import View

__all__ = [
    "BRAINS",
    "Brain",
    "BrainFunction",
    "Choosing",
    "Deciding",
    "DecisionLog",
    "Play",
    "View",
    "check_brain",
    "turn_of",
]
