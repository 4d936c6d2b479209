"""Intents of a game's own: how each is planned, paid for and listed, beside those of the contract."""

from collections.abc import Iterable
from typing import Any

from ...components.intents import BY_NAME, Intent, IntentBase
from ..plugins import load_parts
from .ruleset import OwnIntent

OWN_INTENTS: dict[str, OwnIntent] = {}
"""The intents registered for all battles, by their `do`."""


def own_intent(own: object) -> OwnIntent:
    """Returns `own` as an `OwnIntent`.

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
    """The own intents that a battle knows: those registered and those given to it.

    Raises:
        TypeError, ValueError: one of those given is none.
    """
    return tuple({**OWN_INTENTS, **{own_intent(own).do: own for own in given}}.values())


def any_intent(own: Iterable[OwnIntent]) -> Any:
    """The union type of all intents, own ones included, for decoding."""
    found: Any = Intent
    for one in own:
        found |= one.kind
    return found


def intents_for(words: Iterable[object], given: Iterable[OwnIntent] = ()) -> tuple[OwnIntent, ...]:
    """As `known_intents`; if a word is unknown, the parts of installed programs are loaded first.

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
