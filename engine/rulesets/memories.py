"""Each game's records on a creature."""

from dataclasses import dataclass

from ...components.memory import Memory, TurnMemory
from ...components.position import Mode

# ---------------------------------------------------------------- Epic Path


@dataclass(frozen=True, slots=True)
class Maneuvers:
    """A creature's bonus to push, pull or slide others, and its defence against that."""

    offense: int = 0
    defense: int = 10


@dataclass(frozen=True, slots=True)
class Training:
    class_attacks: tuple[int, ...] = ()
    """By class, the favored first."""
    step_features: tuple[tuple[int, str], ...] = ()
    """(uses per round, action) of 5-foot steps."""


@dataclass(frozen=True, slots=True)
class ActionPoints(Memory):
    action_points: int = 0


@dataclass(frozen=True, slots=True)
class RunStreak(Memory):
    """The rounds that a creature has run, and the checks to go on."""

    rounds: int = 0
    checks: int = 0


@dataclass(frozen=True, slots=True)
class OpenFullAttack(TurnMemory):
    opened: bool = False
    made: int = 0
    traded: int = 0


@dataclass(frozen=True, slots=True)
class MoveActions(TurnMemory):
    """What a creature did in this turn's move actions."""

    walks: int = 0
    parts: int = 0
    stepped_over: bool = False
    """True if a stepover was needed."""
    plodded: bool = False
    """True after its 5 feet at speed 0."""


@dataclass(frozen=True, slots=True)
class OtherMovement(TurnMemory):
    """This turn's movement that rules out a free 5-foot step."""

    steps: int = 0
    """Steps by features and action points."""
    features: tuple[int, ...] = ()
    """The feature used for each step."""
    leapt: bool = False
    withdrew: bool = False


# ---------------------------------------------------------------- d20 SRD


@dataclass(frozen=True, slots=True)
class Build:
    race: str | None = None
    legs: int | None = None
    """The number of legs; None: unknown."""


@dataclass(frozen=True, slots=True)
class FullRound(TurnMemory):
    taken: bool = False
    strikes_left: int = 0


@dataclass(frozen=True, slots=True)
class OverrunAttempt(TurnMemory):
    made: bool = False


# ---------------------------------------------------------------- Ascension


@dataclass(frozen=True, slots=True)
class Firearm:
    recoil: int = 0


@dataclass(frozen=True, slots=True)
class TightPlaces(TurnMemory):
    """The move actions with a passed check for very narrow places."""

    passed: frozenset[int] = frozenset()
    """The move actions, by number, whose check succeeded."""


# ---------------------------------------------------------------- Pathfinder 2e


@dataclass(frozen=True, slots=True)
class Bulk:
    """How a creature fills its space: it may leave no way past it."""

    blocks_passage: bool = False
    """True if nobody passes, whatever the sizes."""


# ---------------------------------------------------------------- Draw Steel


@dataclass(frozen=True, slots=True)
class Movements(TurnMemory):
    """What a creature did in each of this turn's move actions: jumps, tests, movement types."""

    jumps: tuple[int, ...] = ()
    tested: tuple[tuple[int, int], ...] = ()
    """(move action, squares added to its jumps) after a test."""
    speeds: tuple[tuple[int, Mode, int], ...] = ()
    """(number, mode, initial speed in squares)."""
    types: frozenset[tuple[int, str]] = frozenset()
    climbed: frozenset[tuple[int, str]] = frozenset()
    """(move action, unwilling carrier climbed)."""
    passed: frozenset[tuple[int, str]] = frozenset()
    """(move action, surface character) of tests passed."""
    failed: frozenset[tuple[int, str]] = frozenset()
    """(move action, surface character) of tests failed."""
    hopped: int = 0
    """Squares teleported."""
