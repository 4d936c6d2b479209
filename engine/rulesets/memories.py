"""What each game records of a creature beyond the components that all games share."""

from dataclasses import dataclass

from ...components.memory import Memory, TurnMemory
from ...components.position import Mode

# ---------------------------------------------------------------- Epic Path


@dataclass(frozen=True, slots=True)
class Maneuvers:
    """Maneuver Offense and Defense: how well it moves others by force, and how well it resists."""

    offense: int = 0
    """Maneuver Offense."""
    defense: int = 10
    """Maneuver Defense."""


@dataclass(frozen=True, slots=True)
class Training:
    """What its classes and features grant it."""

    class_attacks: tuple[int, ...] = ()
    """Base attacks by class, the favored class first."""
    step_features: tuple[tuple[int, str], ...] = ()
    """(uses a round, action it costs) of 5-foot steps granted by features."""


@dataclass(frozen=True, slots=True)
class ActionPoints(Memory):
    """The action points left."""

    action_points: int = 0


@dataclass(frozen=True, slots=True)
class RunStreak(Memory):
    """A run over several rounds."""

    rounds: int = 0
    """Rounds run in a row."""
    checks: int = 0
    """Checks made in them to continue."""


@dataclass(frozen=True, slots=True)
class OpenFullAttack(TurnMemory):
    """The full attack of the turn."""

    opened: bool = False
    made: int = 0
    """Strikes made."""
    traded: int = 0
    """Base attacks given up for steps."""


@dataclass(frozen=True, slots=True)
class MoveActions(TurnMemory):
    """How move actions were used."""

    walks: int = 0
    """Move actions begun with a walk."""
    parts: int = 0
    """Activities done as part of a move action."""
    stepped_over: bool = False
    """True if a walk led over creatures that only a stepover passes."""
    plodded: bool = False
    """True if it has moved its 5 feet under a load that reduces its speed to 0."""


@dataclass(frozen=True, slots=True)
class OtherMovement(TurnMemory):
    """Movement that excludes a 5-foot step by rest."""

    steps: int = 0
    """5-foot steps by features and action points."""
    features: tuple[int, ...] = ()
    """The features that have granted one, by number, once for each step."""
    leapt: bool = False
    withdrew: bool = False


# ---------------------------------------------------------------- d20 SRD


@dataclass(frozen=True, slots=True)
class Build:
    """Race and limbs."""

    race: str | None = None
    """The race that speeds depend on."""
    legs: int | None = None
    """The number of legs; None if the file does not say."""


@dataclass(frozen=True, slots=True)
class FullRound(TurnMemory):
    """The full attack of the turn."""

    taken: bool = False
    """True if the full-round action is spent on strikes."""
    strikes_left: int = 0


@dataclass(frozen=True, slots=True)
class OverrunAttempt(TurnMemory):
    """Whether it has tried an overrun."""

    made: bool = False


# ---------------------------------------------------------------- Ascension


@dataclass(frozen=True, slots=True)
class Firearm:
    """The firearm that the creature holds."""

    recoil: int = 0


@dataclass(frozen=True, slots=True)
class TightPlaces(TurnMemory):
    """Checks to get into places under half its width."""

    passed: frozenset[int] = frozenset()
    """The move actions, by number, in which a check was made."""


# ---------------------------------------------------------------- Pathfinder 2e


@dataclass(frozen=True, slots=True)
class Bulk:
    """How it fills its space."""

    blocks_passage: bool = False
    """True if a difference of size lets no creature through."""


# ---------------------------------------------------------------- Draw Steel


@dataclass(frozen=True, slots=True)
class Movements(TurnMemory):
    """What each of the turn's move actions was spent on; all but `hopped` with the number of the move action."""

    jumps: tuple[int, ...] = ()
    tested: tuple[tuple[int, int], ...] = ()
    """The squares that a test has added to the action's jumps."""
    speeds: tuple[tuple[int, Mode, int], ...] = ()
    """The speed in squares by each mode when it began."""
    types: frozenset[tuple[int, str]] = frozenset()
    """Movement types used."""
    climbed: frozenset[tuple[int, str]] = frozenset()
    """Unwilling creatures that the creature has tried to climb."""
    passed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces whose test it has passed, by their character on the map."""
    failed: frozenset[tuple[int, str]] = frozenset()
    """Surfaces whose test it has failed, by their character on the map."""
    hopped: int = 0
    """Squares teleported by the turn's move action."""
