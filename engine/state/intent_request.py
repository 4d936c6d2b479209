"""A request: one creature's intent in its battle, and how it is refused."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from .battle_state import BattleState, RulesT
from .creature import Creature
from .verdict import Forbidden, Refusal


@dataclass(slots=True)
class IntentRequest(Generic[RulesT]):
    """An intent, the creature that is to carry it out, and its battle."""

    world: BattleState[RulesT]
    creature: Creature
    intent: Any
    rules: RulesT = field(init=False)
    """The ruleset in force."""

    def __post_init__(self) -> None:
        self.rules = self.world.rules

    @property
    def free(self) -> bool:
        """Whether the action economy is off."""
        return self.rules.economy_is_off

    def refuse(self, reason: str, *topics: str) -> Forbidden:
        """The exception to raise; its refusal cites the topics' rules, else what every table takes for granted."""
        rules = self.world.rules
        return Forbidden(Refusal(rules.cite_any(*topics) or rules.cite_any("unforeseen"), reason))

    def shown(self, square: Sequence[int]) -> str:
        """A cube as a sentence names it: `[x, y]`, with a height only if it differs from the ground's."""
        return self.world.board.shown(square)

    def other(self, name: str) -> Creature:
        """The creature called `name`; raises a refusal if there is none."""
        found = self.world.named.get(name)
        if found is None:
            raise self.refuse(f"there is no creature called {name}", "unforeseen")
        return found
