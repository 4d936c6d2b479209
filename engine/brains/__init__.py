"""Brains: what plays a creature when no script does."""

from . import aggressive, cunning, random_brain, tactics
from .brain import Brain, Choosing, DecideFunction, Deciding, Play
from .decision_log import DecisionLog
from .view import View

BRAINS: dict[str, Brain] = {
    "random": Deciding("random", random_brain.decide),
    "aggressive": Deciding("aggressive", aggressive.decide),
    "cunning": Deciding("cunning", cunning.decide),
    "tactics": Deciding("tactics", tactics.decide),
}
"""Every brain that a scenario may name; programs may add their own."""

__all__ = ["BRAINS", "Brain", "Choosing", "DecideFunction", "Deciding", "DecisionLog", "Play", "View"]
