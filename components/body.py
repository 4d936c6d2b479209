"""What a creature can do besides moving: the figures that checks and strikes read."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Body:
    """A creature's figures. They do not change during a battle."""

    reach: int | None = None
    """Natural reach in the ruleset's unit where the data override the size table."""
    ac: int = 10
    attack: int = 0
    damage: str | None = None
    attacks: int = 1
    """Base attacks in a full attack."""
    class_attacks: tuple[int, ...] = ()
    """Base attacks by class, the favored class first (epic-path)."""
    bonus_attacks: tuple[int, ...] = ()
    """The bonuses of attacks beyond the base ones."""
    threatens: bool = True
    skills: Mapping[str, int] = field(default_factory=dict)
    abilities: Mapping[str, int] = field(default_factory=dict)
    offense: int = 0
    """Maneuver offense (epic-path)."""
    defense: int = 10
    """Maneuver defense (epic-path)."""
    feats: frozenset[str] = frozenset()
    traits: frozenset[str] = frozenset()
    senses: frozenset[str] = frozenset()
    trained: frozenset[str] = frozenset()
    forced_reductions: tuple[int, ...] = ()
    elects_prone: str = "never"
    reach_weapon: bool = False
    hidden_from: frozenset[str] = frozenset()
    recoil: int = 0
    step_features: tuple[tuple[int, str], ...] = ()
    """(uses a round, action it costs) of 5-foot steps granted by features."""
    damage_reduction: int = 0
    """Taken off every damage that the ruleset lets be reduced."""
    burrows: frozenset[str] = frozenset()
    """Kinds of ground that it digs through beyond what the ruleset gives every burrower."""
    blocks_passage: bool = False
    """Fills its space, so that difference of size lets nobody through."""
    race: str | None = None
    legs: int | None = None
    """None: as many as its kind has."""
    tactics: tuple[object, ...] = ()
    """What the brain `tactics` plays, in the words of the scenario file (`engine.tactic_specs.TacticSpec`)."""
