"""Planners of a game's own, looked at: what they return is a plan, and they change nothing."""

from collections.abc import Callable
from typing import Any, cast, get_args

from ...components.plan import Act
from ..state.verdict import Plan, Refusal
from .ruleset import OwnIntent, Request

WATCHED = 40
"""The calls of a planner at which it is tried on a copy first."""
ACTS: tuple[type, ...] = get_args(Act)
"""The types of acts."""


def watched(own: OwnIntent) -> Callable[[Request], Plan]:
    """The planner of an intent, whose answers are looked at; its first calls are tried on a copy.

    Raises, once it is called:
        TypeError: it returns something else than a plan of acts and known actions.
        RuntimeError: it changes the state.
    """
    calls = 0

    def plan(request: Request) -> Plan:
        nonlocal calls
        if calls < WATCHED:
            calls += 1
            _try(own, request)
        return _checked(own, own.plan(request))

    return plan


def _try(own: OwnIntent, request: Request) -> None:
    """Call a planner on a copy, and compare that with the state."""
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
