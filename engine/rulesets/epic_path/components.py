"""Epic Path's own records of a creature: maneuvers, training, action points, runs, full attacks, movement."""

from dataclasses import dataclass

from ....components.memory import Memory, TurnMemory


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
    """Whether a walk led over creatures that only a stepover passes."""
    plodded: bool = False
    """Whether it has moved its 5 feet under a load that reduces its speed to 0."""


@dataclass(frozen=True, slots=True)
class OtherMovement(TurnMemory):
    """Movement that excludes a 5-foot step by rest."""

    steps: int = 0
    """5-foot steps by features and action points."""
    features: tuple[int, ...] = ()
    """The features that have granted one, by number, once for each step."""
    leapt: bool = False
    withdrew: bool = False
