"""The records that each game keeps on a creature."""

from dataclasses import dataclass

from ...components.memory import Memory, TurnMemory
from ...components.position import Mode

# ---------------------------------------------------------------- Epic Path


@dataclass(frozen=True, slots=True)
class Maneuvers:
    """A creature's bonus to move others by force, and its resistance."""

    offense: int = 0
    defense: int = 10


@dataclass(frozen=True, slots=True)
class Training:
    """What a creature's classes grant."""

    class_attacks: tuple[int, ...] = ()
    """Base attacks by class, the favored class first."""
    step_features: tuple[tuple[int, str], ...] = ()
    """(uses per round, action) of 5-foot steps by features."""


@dataclass(frozen=True, slots=True)
class ActionPoints(Memory):
    """The action points left."""

    action_points: int = 0


@dataclass(frozen=True, slots=True)
class RunStreak(Memory):
    """A run that a creature continues over several rounds."""

    rounds: int = 0
    checks: int = 0


@dataclass(frozen=True, slots=True)
class OpenFullAttack(TurnMemory):
    """The turn's full attack."""

    opened: bool = False
    made: int = 0
    traded: int = 0


@dataclass(frozen=True, slots=True)
class MoveActions(TurnMemory):
    """How the creature has used the move actions of its turn."""

    walks: int = 0
    parts: int = 0
    stepped_over: bool = False
    """True if a walk needed a stepover."""
    plodded: bool = False
    """True if the creature moved its 5 feet at speed 0."""


@dataclass(frozen=True, slots=True)
class OtherMovement(TurnMemory):
    """This turn's movement that excludes a 5-foot step by rest."""

    steps: int = 0
    """Steps by features and action points."""
    features: tuple[int, ...] = ()
    """The features that granted a step, once for each step."""
    leapt: bool = False
    withdrew: bool = False


# ---------------------------------------------------------------- d20 SRD


@dataclass(frozen=True, slots=True)
class Build:
    """A creature's race and limbs."""

    race: str | None = None
    legs: int | None = None
    """None if the file does not say."""


@dataclass(frozen=True, slots=True)
class FullRound(TurnMemory):
    """The turn's full attack."""

    taken: bool = False
    """True after a full attack."""
    strikes_left: int = 0


@dataclass(frozen=True, slots=True)
class OverrunAttempt(TurnMemory):
    """Whether the creature tried an overrun this turn."""

    made: bool = False


# ---------------------------------------------------------------- Ascension


@dataclass(frozen=True, slots=True)
class Firearm:
    """The firearm that the creature holds."""

    recoil: int = 0


@dataclass(frozen=True, slots=True)
class TightPlaces(TurnMemory):
    """This turn's checks for places under half the width."""

    passed: frozenset[int] = frozenset()
    """Move actions, by number, with a passed check."""


# ---------------------------------------------------------------- Pathfinder 2e


@dataclass(frozen=True, slots=True)
class Bulk:
    """The way a creature fills its space."""

    blocks_passage: bool = False
    """True if its size lets nobody pass, at any difference."""


# ---------------------------------------------------------------- Draw Steel


@dataclass(frozen=True, slots=True)
class Movements(TurnMemory):
    """The movement types of each move action of the turn, by number."""

    jumps: tuple[int, ...] = ()
    tested: tuple[tuple[int, int], ...] = ()
    """The squares that a test added to jumps."""
    speeds: tuple[tuple[int, Mode, int], ...] = ()
    """(number, mode, speed in squares at its beginning)."""
    types: frozenset[tuple[int, str]] = frozenset()
    climbed: frozenset[tuple[int, str]] = frozenset()
    """Unwilling creatures that it tried to climb."""
    passed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces passed, by character."""
    failed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces failed, by character."""
    hopped: int = 0
    """Squares teleported by the move action."""
