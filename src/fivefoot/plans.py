"""Plans: the acts of a legal intent, for your own planners and systems."""

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
