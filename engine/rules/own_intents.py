"""Intents of a game's own: how one is planned, paid for and found, beside those of the contract."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ...components.intents import BY_NAME, Intent, IntentBase
from ..plugins import load_parts
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


OWN_INTENTS: dict[str, OwnIntent] = {}
"""Those that are registered for all battles, by their words."""


def own_intent(own: object) -> OwnIntent:
    """The same, once it is known to be an intent of a game's own.

    Raises:
        TypeError: it is none.
        ValueError: its name is that of one of ours.
    """
    if not isinstance(own, OwnIntent) or not issubclass(own.kind, IntentBase):
        raise TypeError(f"{own!r} is no OwnIntent of a frozen msgspec.Struct that extends IntentBase")
    if own.do in BY_NAME:
        raise ValueError(f"there is an intent called {own.do!r} already")
    return own


def known_intents(given: Iterable[OwnIntent] = ()) -> tuple[OwnIntent, ...]:
    """The intents of a game's own that a battle knows: those that are registered and those that it is given.

    Raises:
        TypeError, ValueError: one of those given is none.
    """
    return tuple({**OWN_INTENTS, **{own_intent(own).do: own for own in given}}.values())


def any_intent(own: Iterable[OwnIntent]) -> Any:
    """The type of all intents, some of a game's own among them, to decode with."""
    found: Any = Intent
    for one in own:
        found |= one.kind
    return found


def intents_for(words: Iterable[object], given: Iterable[OwnIntent] = ()) -> tuple[OwnIntent, ...]:
    """The same as `known_intents`; where a word is not known, installed programs are asked for their parts first.

    Raises:
        ScenarioError: what an installed program brings along cannot be imported.
    """
    given = tuple(given)
    found = known_intents(given)
    known = {*BY_NAME, *(own.do for own in found)}
    if all(word in known for word in words if isinstance(word, str)):
        return found
    load_parts()
    return known_intents(given)
