"""What a creature can do besides moving: the figures that checks and strikes read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Body:
    """A creature's figures. They do not change during a battle."""

    reach: int | None = None
    """Natural reach in the ruleset's unit where the data override the size table."""
    ac: int = 10
    attack: int = 0
    damage: str | None = None
    attacks: int = 1
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
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further figures that only some rulesets read, by their scenario-file key."""
