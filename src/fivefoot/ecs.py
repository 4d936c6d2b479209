"""Components, systems and the state that holds them, for games that add their own."""

from .components.condition import Condition, Duration, Health, Turn
from .components.plan import ActionQueue
from .components.position import Cube, Position
from .components.stats import Size, Speed, Stats, Team
from .engine.rules.ruleset import World
from .engine.state.component_types import register_component
from .engine.state.creature import Creature
from .systems import SCHEDULE, System
from .systems.effects import EffectSystem
from .systems.falling import FallingSystem
from .systems.forced_movement import ForcedMovementSystem
from .systems.harm import HarmSystem, TerrainSystem
from .systems.movement import MovementSystem
from .systems.plans import PostureSystem
from .systems.strikes import ThreatSystem

__all__ = [
    "SCHEDULE",
    "ActionQueue",
    "Condition",
    "Creature",
    "Cube",
    "Duration",
    "EffectSystem",
    "FallingSystem",
    "ForcedMovementSystem",
    "HarmSystem",
    "Health",
    "MovementSystem",
    "Position",
    "PostureSystem",
    "Size",
    "Speed",
    "Stats",
    "System",
    "Team",
    "TerrainSystem",
    "ThreatSystem",
    "Turn",
    "World",
    "register_component",
]
