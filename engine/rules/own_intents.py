"""Intents of a game's own: how one is planned, paid for and found, beside those of the contract."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...components.intents import IntentBase
from ..state.battle_state import BattleState
from ..state.creature import Creature
from ..state.intent_request import IntentRequest
from ..state.verdict import Plan


def nothing_listed(world: BattleState[Any], creature: Creature) -> Iterable[IntentBase]:
    """No intent is worth asking about."""
    return ()


@dataclass(frozen=True, slots=True)
class OwnIntent:
    """One kind of intent of a game's own."""

    kind: type[IntentBase]
    """A frozen msgspec.Struct that extends `IntentBase`, with a `tag` by which files and logs know it."""
    plan: Callable[[IntentRequest[Any]], Plan]
    """Makes its plan; raises `request.refuse(...)` where it is not allowed."""
    candidates: Callable[[BattleState[Any], Creature], Iterable[IntentBase]] = nothing_listed
    """The intents of this kind that are worth asking about: what brains, bots and highlights try."""
    ways: tuple[tuple[str, ...], ...] = ((),)
    """Ways to pay for it, each a tuple of the ruleset's action names; an empty one is free."""

    @property
    def do(self) -> str:
        """What files and logs call it."""
        return str(self.kind.__struct_config__.tag)
