"""Abilities as values; scenario files have the same tables under `[abilities.NAME]`."""

from .components.ability import (
    Ability,
    AffectsSpec,
    AreaSpec,
    LastsSpec,
    Repertoire,
    RequiresSpec,
    RollSpec,
    StepSpec,
    TargetSpec,
)
from .components.effect_acts import ChangeResource, GrantMovement, StrikeTarget
from .components.names import Predicate
from .engine.legality.intent_odds import CreatureOdds
from .engine.legality.likely_uses import AbilityState, AreaOfUse

__all__ = [
    "Ability",
    "AbilityState",
    "AffectsSpec",
    "AreaSpec",
    "ChangeResource",
    "AreaOfUse",
    "CreatureOdds",
    "GrantMovement",
    "LastsSpec",
    "Predicate",
    "Repertoire",
    "RequiresSpec",
    "RollSpec",
    "StepSpec",
    "StrikeTarget",
    "TargetSpec",
]
