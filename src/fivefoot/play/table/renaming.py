"""Another name for a creature, from the battle's start on."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ...engine.errors import ScenarioError, spelled
from ..battle import Battle
from ..save import digest_of_lines
from .session import Session

WORDS = frozenset({
    "side", "title", "story", "ruleset", "do", "what", "base", "kind", "tile", "ai", "size", "map", "condition",
    "say", "text", "label", "why", "rules", "outcome", "event", "winner",
})  # fmt: skip
"""Fields that hold no creature's name."""


def renamed(session: Session, old: str, new: str) -> Session:
    """Returns the same battle with the creature `old` renamed to `new`.

    Raises:
        ScenarioError: the name is invalid or taken, or gives another battle.
    """
    battle = session.battle
    new = new.strip()
    if not new or new in battle.world.named:
        raise ScenarioError("the desk", "name", spelled(new), "a name that no other creature has")
    saved = msgspec.json.decode(battle.save(session.players))
    for part in ("scenario", "deeds"):
        saved[part] = _replaced(saved[part], old, new)
    saved.pop("state", None)  # the commands make it again
    lines = (_replaced(event.to_dict(), old, new) for event in battle.events)
    saved["digest"] = digest_of_lines(lines)  # a battle with another log is refused
    return Session(
        Battle.restore(msgspec.json.encode(saved).decode(), "the desk"),
        dict(session.players),
        lookback=session.lookback,
        referee=session.referee,
        marks=list(session.marks),
        habits=dict(session.habits),
        open_plans=session.open_plans,
    )


def may_rename(session: Session) -> bool:
    """True if creatures may be renamed now. Bots, a lesson, an open decision or an unchecked log prevent it."""
    battle = session.battle
    return not (session.guests or battle.scenario.lesson or battle.paused) and battle.proved


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, Mapping):
        return {
            (new if key == old else key): item if key in WORDS else _replaced(item, old, new)
            for key, item in value.items()
        }
    return [_replaced(item, old, new) for item in value] if isinstance(value, (list, tuple)) else value
