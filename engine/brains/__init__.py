"""Brains: Python code that plays a creature when no script does."""

from .brain import Brain, Choosing, DecideFunction, Deciding, Play
from .decision_log import DecisionLog
from .shipped import BRAINS
from .view import View

__all__ = ["BRAINS", "Brain", "Choosing", "DecideFunction", "Deciding", "DecisionLog", "Play", "View"]
