"""The systems: one esper processor for each job of the rules, and their order."""

from .effects import EffectSystem
from .falling import FallingSystem
from .forced_movement import ForcedMovementSystem, SweepSystem
from .harm import HarmSystem, TerrainSystem
from .movement import LedWalkSystem, MovementSystem, ReleaseSystem, RelocationSystem, TeleportSystem
from .plans import CheckSystem, ConclusionSystem, DeclarationSystem, PostureSystem
from .strikes import ProvocationSystem, ReactionSystem, StrikeSystem, ThreatSystem
from .system import System
from .turns import LastingSystem, ObjectiveSystem, TurnSystem
from .use import UseSystem

SCHEDULE: tuple[type[System], ...] = (
    EffectSystem,  # what no creature does happens between the squares of a walk
    TurnSystem,  # a turn begins before anything of it happens
    ObjectiveSystem,  # a round that has ended is counted before any creature moves in the next
    DeclarationSystem,  # an intent must have become acts before any of them happens
    CheckSystem,  # a roll decides which acts follow, before any of them happens
    UseSystem,  # and an ability's use comes to acts like theirs
    PostureSystem,  # postures and memory, before anything depends on them
    ThreatSystem,  # enemies react to a square before it is left
    ProvocationSystem,
    ReactionSystem,  # their strikes land before the step is taken, and may prevent it
    StrikeSystem,
    MovementSystem,  # one square of willing movement
    LedWalkSystem,  # one square of movement that an ability grants another
    ReleaseSystem,  # the carried creature is set down when the walk is over
    ForcedMovementSystem,  # one square of forced movement
    SweepSystem,
    TeleportSystem,
    RelocationSystem,
    HarmSystem,
    TerrainSystem,  # the entered square deals its damage before a fall leads on
    FallingSystem,  # an unsupported creature falls before it enters another square
    LastingSystem,  # a creature that is down by now concentrates no more
    ConclusionSystem,  # last, once nothing of the intent is left to do
)

__all__ = ["SCHEDULE", "System"]
