"""Brains: Python code that plays a creature when no script does."""

from .brain import Brain, BrainFunction, Choosing, Deciding, Play, check_brain, turn_of
from .cunning import Cunning
from .decision_log import DecisionLog
from .estimates import ground_harm, strike_at, strike_harm, way_harm
from .evaluation import Weights
from .planner import Planner, quick, wary
from .shipped import BRAINS
from .turns import WholeTurn
from .view import Trial, View

__all__ = [
    "BRAINS", "Brain", "BrainFunction", "Choosing", "Cunning", "Deciding", "DecisionLog", "Planner", "Play", "Trial",
    "View", "Weights", "WholeTurn", "check_brain", "ground_harm", "quick", "strike_at", "strike_harm", "turn_of",
    "wary", "way_harm",
]  # fmt: skip
