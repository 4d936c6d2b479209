"""Rulesets: the published ones, their chapters, and what a planner of your own needs."""

from .engine.legality.request import payment_for
from .engine.rules.catalogue import Switch, UnknownSwitch
from .engine.rules.ruleset import (
    ActionCost,
    ActionRules,
    AttackRoll,
    AttackRules,
    ConditionRules,
    FallingRules,
    ForcedMovementRules,
    GridRules,
    Hooks,
    MovementRules,
    OwnIntent,
    Request,
    RolledCheck,
    RolledStrike,
    Ruleset,
    SizeRow,
    SizeRules,
    SpaceRules,
    TerrainRules,
    ThreatRules,
    World,
)
from .engine.rules.step_costs import FEATURES, SpaceAccess, StepCost, StepQuery
from .engine.rulesets import RULESETS
from .engine.state.verdict import Plan, Refusal

__all__ = [
    "FEATURES",
    "RULESETS",
    "ActionCost",
    "ActionRules",
    "AttackRoll",
    "AttackRules",
    "ConditionRules",
    "FallingRules",
    "ForcedMovementRules",
    "GridRules",
    "Hooks",
    "MovementRules",
    "OwnIntent",
    "Plan",
    "Refusal",
    "Request",
    "RolledCheck",
    "RolledStrike",
    "Ruleset",
    "SizeRow",
    "SizeRules",
    "SpaceAccess",
    "SpaceRules",
    "StepCost",
    "StepQuery",
    "Switch",
    "TerrainRules",
    "ThreatRules",
    "UnknownSwitch",
    "World",
    "payment_for",
]
