"""The next moves of the brains by the present state: where each goes first, and what it strikes then.

A brain decides on a copy of the battle, so that only its choice is anticipated; dice stay unknown, and only intents
before the first roll are shown.
"""

from typing import NamedTuple

from ...components.events import Event, ForcedMoved, Moved, Rolled, Struck
from ...components.position import Cube
from ...engine.brains import Brain, Deciding
from ...engine.messages import _, tr
from ..battle import Battle
from ..match import Match
from .session import PERSON, Session


class Intention(NamedTuple):
    """The plan of one creature for its next turn."""

    who: str
    way: tuple[Cube, ...]
    """Its place and its way, anchor by anchor."""
    verb: str
    """`strikes`, `shoves`, `moves` or `waits`."""
    target: str | None = None
    """The target of the strike or the push."""

    def __str__(self) -> str:
        if self.target is None:
            return tr(_("{who} means to move") if len(self.way) > 1 else _("{who} means to wait"), who=self.who)
        text = _("{who} means to strike {target}") if self.verb == "strikes" else _("{who} means to shove {target}")
        return tr(text, who=self.who, target=self.target)


def intended(battle: Battle, name: str, brain: Brain) -> Intention:
    """What a brain would do with a creature if its turn came now."""
    with battle.fork() as twin:
        start = twin.creature(name).cube
        twin.begin_turn(name)
        return _first_of(name, start, Match(twin, {name: brain}).play_turn())


def _first_of(name: str, start: Cube, events: list[Event]) -> Intention:
    way = [start]
    for event in events:
        match event:
            case Moved(who=who, to=to) if who == name:
                way.append(to)
            case Struck(by=by, target=target) if by == name:
                return Intention(name, tuple(way), "strikes", target)
            case ForcedMoved(by=by, who=who) if by == name:
                return Intention(name, tuple(way), "shoves", who)
            case Rolled(who=who) if who == name:
                break
            case _:
                continue
    return Intention(name, tuple(way), "moves" if len(way) > 1 else "waits")


def all_intended(session: Session) -> tuple[Intention, ...]:
    """The plans of all creatures that shipped brains play, in the order of turns."""
    battle = session.battle
    found: list[Intention] = []
    for name in session.order:
        player, creature = session.played_by(name), battle.creature(name)
        brain = session.brains.get(player)
        if player != PERSON and isinstance(brain, Deciding) and not creature.out and creature.name != session.active:
            found.append(intended(battle, name, brain))
    return tuple(found)
