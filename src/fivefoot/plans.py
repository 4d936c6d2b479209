"""Plans: the acts that a lawful intent comes to, for planners and systems of your own, and the questions they ask."""

from .components.effect_acts import Effect
from .components.plan import (
    Act,
    ActBase,
    Check,
    ConditionChange,
    Drop,
    ForcedMove,
    Halt,
    Harm,
    Stride,
    Strike,
    Teleportation,
    TurnUpdate,
    Walk,
)
from .engine.legality.ability_acts import walk_to
from .engine.legality.questions import Questions
from .engine.state.verdict import Plan

__all__ = [
    "Act",
    "ActBase",
    "Check",
    "ConditionChange",
    "Drop",
    "Effect",
    "ForcedMove",
    "Halt",
    "Harm",
    "Plan",
    "Questions",
    "Stride",
    "Strike",
    "Teleportation",
    "TurnUpdate",
    "Walk",
    "walk_to",
]
