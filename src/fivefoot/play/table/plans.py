"""The brains' next moves up to the first roll, played on a copy."""

from collections.abc import Mapping
from typing import NamedTuple

from ...components.events import Event, ForcedMoved, Moved, Rolled, Struck
from ...components.intents import IntentBase
from ...components.position import Cube
from ...engine.brains import Brain
from ...engine.messages import _, tr
from ..battle import Battle
from ..match import Match


class Intention(NamedTuple):
    """What an AI player's creature is going to do in its next turn."""

    who: str
    way: tuple[Cube, ...]
    """The path of anchors from the creature's place."""
    verb: str
    target: str | None = None
    odds: str = ""
    """The strike's odds, if it is certain."""

    def __str__(self) -> str:
        if self.target is None:
            return tr(_("{who} plans to move") if len(self.way) > 1 else _("{who} plans to wait"), who=self.who)
        text = _("{who} plans to strike {target}") if self.verb == "strikes" else _("{who} plans to push {target}")
        return tr(text, who=self.who, target=self.target)


class OpenPlan(NamedTuple):
    shown: Intention
    intents: tuple[IntentBase, ...]


def intended(battle: Battle, name: str, brain: Brain) -> Intention:
    """Returns what an AI player would do this turn, up to the first roll."""
    with battle.fork() as twin:
        return _turn(twin, name, brain, rolled=False).shown


def planned(battle: Battle, planners: Mapping[str, Brain]) -> dict[str, OpenPlan]:
    """Returns {creature: plan for its whole turn, with average dice} for the creatures `planners`."""
    plans: dict[str, OpenPlan] = {}
    for name, brain in planners.items():
        if not battle.creature(name).out:
            with battle.fork(dice="average") as twin:
                plan = _turn(twin, name, brain, rolled=True)
            target = plan.shown.target if plan.shown.verb == "strikes" else None
            odds = str(battle.forecast(name, target)) if target is not None else ""
            plans[name] = plan._replace(shown=plan.shown._replace(odds=odds))
    return plans


def _turn(twin: Battle, name: str, brain: Brain, *, rolled: bool) -> OpenPlan:
    start = twin.creature(name).cube
    twin.begin_turn(name)
    before = len(twin.commands)
    events = Match(twin, {name: brain}).play_turn()
    asked = [command.data for command in twin.commands[before:] if command.name == name]
    return OpenPlan(
        _first_of(name, start, events, rolled=rolled), tuple(one for one in asked if isinstance(one, IntentBase))
    )


def _first_of(name: str, start: Cube, events: list[Event], *, rolled: bool) -> Intention:
    way = [start]
    for event in events:
        match event:
            case Moved(who=who, to=to) if who == name:
                way.append(to)
            case Struck(by=by, target=target) if by == name:
                return Intention(name, tuple(way), "strikes", target)
            case ForcedMoved(by=by, who=who) if by == name:
                return Intention(name, tuple(way), "shoves", who)
            case Rolled(who=who) if who == name and not rolled:
                break
            case _:
                continue
    return Intention(name, tuple(way), "moves" if len(way) > 1 else "waits")
