"""Effects: the acts of `Battle.effect`, which no creature performs."""

from .components.effect_acts import (
    ChangeEdge,
    ChangeTile,
    DealDamage,
    Effect,
    EffectAct,
    EndCondition,
    ForceMovement,
    GiveCondition,
    JoinBattle,
    LeaveBattle,
    LetFall,
    RestoreHealth,
    TeleportCreature,
)

__all__ = [
    "ChangeEdge",
    "ChangeTile",
    "DealDamage",
    "Effect",
    "EffectAct",
    "EndCondition",
    "ForceMovement",
    "GiveCondition",
    "JoinBattle",
    "LeaveBattle",
    "LetFall",
    "RestoreHealth",
    "TeleportCreature",
]
