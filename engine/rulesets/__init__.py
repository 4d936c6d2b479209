"""The published rulesets, each a value in a module of its own."""

from collections.abc import Mapping

from ..rules.ruleset import Ruleset
from .ascension import ASCENSION
from .d20_srd import D20_SRD
from .draw_steel import DRAW_STEEL
from .epic_path import EPIC_PATH
from .pathfinder_2e import PATHFINDER_2E

ALL: tuple[Ruleset, ...] = (EPIC_PATH, D20_SRD, DRAW_STEEL, ASCENSION, PATHFINDER_2E)
"""Every ruleset, in the order of the contract."""

RULESETS: Mapping[str, Ruleset] = {ruleset.name: ruleset for ruleset in ALL}
"""Every ruleset by name."""

__all__ = ["ALL", "ASCENSION", "D20_SRD", "DRAW_STEEL", "EPIC_PATH", "PATHFINDER_2E", "RULESETS"]
