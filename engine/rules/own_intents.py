"""Registers and checks a game's own intents."""

from collections.abc import Callable, Iterable
from typing import Any, cast, get_args

from ...components.intents import BY_NAME, Intent, IntentBase
from ...components.plan import Act
from ..plugins import blame_parts, load_parts
from ..state.verdict import Plan, Refusal
from .ruleset import OwnIntent, Request

WATCHED = 40
"""First calls that run on a copy."""
ACTS: tuple[type, ...] = get_args(Act)


def watched(own: OwnIntent) -> Callable[[Request], Plan]:
    """Returns a game's planner, wrapped to check in its first calls that it changes nothing."""
    calls = 0

    def plan(request: Request) -> Plan:
        nonlocal calls
        if calls < WATCHED:
            calls += 1
            _try(own, request)
        return _checked(own, own.plan(request))

    return plan


def _try(own: OwnIntent, request: Request) -> None:
    world = request.world
    copy = world.copy()
    mover = copy.named.get(request.creature.name)
    if mover is None or not world.same(copy):
        return  # it is asked about a creature that this state does not hold
    try:
        own.plan(Request(copy, mover, request.intent))
    finally:
        if copy.log.length != world.log.length or copy.board is not world.board or not world.same(copy):
            raise RuntimeError(
                f"the planner of {_named(own)} changes the state; a planner only reads, and systems write"
            )


def _checked(own: OwnIntent, found: Any) -> Plan:
    if isinstance(found, Refusal):
        return cast(Plan, found)
    if not isinstance(found, Plan):
        raise TypeError(
            f"the planner of {_named(own)} returns {found!r}, which is no Plan; it may raise request.refuse"
        )
    for act in found.acts:
        if not isinstance(act, ACTS):
            raise TypeError(
                f"the planner of {_named(own)} plans {act!r}, which is no act; acts of your own extend ActBase"
            )
    return found


def _named(own: OwnIntent) -> str:
    return f"the intent {own.do!r} ({getattr(own.plan, '__qualname__', repr(own.plan))})"


OWN_INTENTS: dict[str, OwnIntent] = {}
"""The own intents registered for all battles, by `do`."""


def own_intent(own: object) -> OwnIntent:
    """Checks an intent that a game defines, and returns it.

    Raises:
        TypeError: the object is not an `OwnIntent`.
        ValueError: the name is taken.
    """
    if not isinstance(own, OwnIntent) or not issubclass(own.kind, IntentBase):
        raise TypeError(f"{own!r} is no OwnIntent of a frozen msgspec.Struct that extends IntentBase")
    if own.do in BY_NAME:
        raise ValueError(f"there is an intent called {own.do!r} already")
    return own


def known_intents(given: Iterable[OwnIntent] = ()) -> tuple[OwnIntent, ...]:
    """Returns the intents that games have registered, and those in `given`."""
    return tuple({**OWN_INTENTS, **{own_intent(own).do: own for own in given}}.values())


def any_intent(own: Iterable[OwnIntent]) -> Any:
    """Returns the union type of all intents, including the intents `own` of games."""
    found: Any = Intent
    for one in own:
        found |= one.kind
    return found


def intents_for(words: Iterable[object], given: Iterable[OwnIntent] = ()) -> tuple[OwnIntent, ...]:
    """Returns the intents of games among `words`. Loads installed plugins if a word is unknown."""
    given, asked = tuple(given), {word for word in words if isinstance(word, str)}
    found = known_intents(given)
    if asked <= {*BY_NAME, *(own.do for own in found)}:
        return found
    load_parts()
    found = known_intents(given)
    if not asked <= {*BY_NAME, *(own.do for own in found)}:
        blame_parts()
    return found
