"""The log as a person reads it: rounds, turns, and a sentence for each event."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never, get_args

from ...components import events as ev
from ...components.events import Event
from ...components.objective import ObjectiveKind
from ...components.position import Cube

STYLES = {
    "round": "bold",
    "turn": "bold cyan",
    "refused": "yellow",
    "hurt": "red",
    "down": "bold red",
    "end": "bold green",
    "plain": "",
    "aside": "dim",
}
"""The style of each kind of line, where there are colours."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the chronicle."""

    depth: int
    """Its depth of indentation: 0 the battle, 1 a turn, 2 an event in it."""
    text: str
    kind: str = "plain"
    """A key of `STYLES`."""
    rules: tuple[str, ...] = ()
    """The catalogue ids that decided it."""


def chronicle(events: Iterable[Event], unit: str, sides: "dict[str, str] | None" = None) -> Iterator[LogLine]:
    """The lines for events in order; the steps of one walk share a line."""
    sides = sides or {}
    rounds = 0
    walk: list[ev.Moved | ev.ForcedMoved] = []
    for event in events:
        if walk and not _continues(walk[-1], event):
            yield _walked(walk, unit)
            walk = []
        if isinstance(event, (ev.Moved, ev.ForcedMoved)):
            walk.append(event)
            continue
        if isinstance(event, ev.TurnStarted) and event.round != rounds:
            rounds = event.round
            yield LogLine(0, f"Round {rounds}", "round")
        line = _line(event, unit, sides)
        if line is not None:
            yield line
    if walk:
        yield _walked(walk, unit)


def _continues(last: ev.Moved | ev.ForcedMoved, event: Event) -> bool:
    if isinstance(last, ev.Moved) and isinstance(event, ev.Moved):
        return (last.who, last.to, last.mode) == (event.who, event.from_, event.mode)
    if isinstance(last, ev.ForcedMoved) and isinstance(event, ev.ForcedMoved):
        return (last.who, last.to, last.kind) == (event.who, event.from_, event.kind)
    return False


def _walked(walk: Sequence[ev.Moved | ev.ForcedMoved], unit: str) -> LogLine:
    first, last = walk[0], walk[-1]
    way = f"{_place(first.from_)} to {_place(last.to)}"
    if len(walk) > 2:
        way += " by " + " ".join(_place(step.to) for step in walk[:-1])
    elif len(walk) == 2:
        way += f" by {_place(walk[0].to)}"
    rules = tuple(dict.fromkeys(rule for step in walk for rule in step.rules))
    if isinstance(first, ev.Moved):
        cost = sum(step.cost for step in walk if isinstance(step, ev.Moved))
        return LogLine(2, f"{first.who} {_going(first.mode)} {way}, {cost:g} {unit}", rules=rules)
    by = f" by {first.by}" if first.by else ""
    return LogLine(2, f"{first.who} is {_FORCED.get(first.kind, first.kind)}{by} from {way}", rules=rules)


_FORCED = {"push": "pushed", "pull": "pulled", "slide": "slid", "carry": "carried"}
_GOING = {
    "walk": "goes",
    "climb": "climbs",
    "swim": "swims",
    "fly": "flies",
    "burrow": "burrows",
    "crawl": "crawls",
    "jump": "jumps",
    "put-back": "is put back",
}


def _going(mode: str) -> str:
    return f"{_GOING.get(mode, mode)} from"


def _place(cube: Cube) -> str:
    x, y, z = cube
    return f"({x}, {y})" if z == 0 else f"({x}, {y}, {z})"


def _line(event: Event, unit: str, sides: dict[str, str]) -> LogLine | None:
    """The line for one event; None for an event without one."""
    match event:
        case ev.BattleStarted():
            return LogLine(0, f"{event.ruleset}, seed {event.seed}", "aside")
        case ev.BattleEnded():
            who = f"{event.winner} wins" if event.winner is not None else "Nobody wins"
            return LogLine(0, f"{who}: {reason_told(event.why)}", "end", event.rules)
        case ev.TurnStarted():
            side = sides.get(event.actor)
            return LogLine(1, f"{event.actor} ({side})" if side else event.actor, "turn")
        case ev.TurnEnded():
            return None
        case ev.Refused():
            return LogLine(2, f"{event.intent} refused: {event.reason}", "refused", event.rules)
        case ev.Done():
            spent = f", {event.spent:g} {unit}" if event.spent else ""
            return LogLine(2, f"{event.intent} done{spent}, now at {_place(event.at)}", "aside", event.rules)
        case ev.Stopped():
            spent = f" after {event.spent:g} {unit}" if event.spent else ""
            return LogLine(2, f"{event.intent} stopped{spent}: {event.reason}", "refused", event.rules)
        case ev.Teleported():
            way = f"{_place(event.from_)} to {_place(event.to)}"
            return LogLine(2, f"{event.who} teleports from {way}", rules=event.rules)
        case ev.Fell():
            way = f"{_place(event.from_)} to {_place(event.to)}"
            return LogLine(2, f"{event.who} falls {_squares(event.squares)}, from {way}", "hurt", event.rules)
        case ev.Opportunity():
            text = f"{event.by} may strike at {event.against}, who leaves {_place(event.at)}"
            return LogLine(2, text, "refused", event.rules)
        case ev.Struck():
            outcome = outcome_told(event)
            hurts = f" for {event.damage}" if event.hit else ""
            text = f"{event.by} strikes {event.target}: {event.total} against {event.against}"
            return LogLine(2, f"{text}{_modifiers(event.modifiers)}, {outcome}{hurts}", rules=event.rules)
        case ev.Rolled():
            results = " + ".join(map(str, event.results))
            against = f" against {event.dc}" if event.dc is not None else ""
            plain = results == str(event.total) and not event.modifiers
            total = "" if plain else f"{_modifiers(event.modifiers)}, {event.total}"
            text = f"{event.who} rolls {event.dice} for {event.for_}: {results}{total}{against}"
            return LogLine(2, f"{text}, {outcome_told(event)}", rules=event.rules)
        case ev.Damaged():
            left = "" if event.hp is None else f", {event.hp} hp left" if event.hp > 0 else f", now at {event.hp} hp"
            return LogLine(2, f"{event.who} takes {event.amount} {event.kind} damage{left}", "hurt", event.rules)
        case ev.Gained():
            return LogLine(2, f"{event.who} is {event.condition}", rules=event.rules)
        case ev.Lost():
            return LogLine(2, f"{event.who} is no longer {event.condition}", rules=event.rules)
        case ev.Downed():
            return LogLine(2, f"{event.who} goes down", "down", event.rules)
        case ev.Healed():
            now = f", {event.hp} hp now" if event.hp is not None else ""
            return LogLine(2, f"{event.who} gets {event.amount} hit points back{now}", rules=event.rules)
        case ev.Changed():
            return LogLine(2, _change(event), "aside", event.rules)
        case ev.Joined():
            return LogLine(2, f"{event.who} ({event.side}) joins at {_place(event.at)}", rules=event.rules)
        case ev.Left():
            return LogLine(2, f"{event.who} is gone from {_place(event.at)}", rules=event.rules)
        case ev.Moved() | ev.ForcedMoved():
            return _walked([event], unit)
        case _:
            assert_never(event)


def outcome_told(event: ev.Struck | ev.Rolled) -> str:
    """The outcome of a roll, in words."""
    if isinstance(event, ev.Struck) and not event.outcome:
        return "hit" if event.hit else "miss"
    return event.outcome.replace("-", " ")


def reason_told(why: str) -> str:
    """Why a battle has ended, without the kind of objective that decided it."""
    kind, _, reason = why.partition(": ")
    return reason if kind in get_args(ObjectiveKind) else why


def _change(event: ev.Changed) -> str:
    """A change of the board, in words."""
    if isinstance(event.between, tuple):
        a, b = event.between
        return f"between ({a[0]}, {a[1]}) and ({b[0]}, {b[1]}) there is now {event.kind}"
    x, y = event.at if isinstance(event.at, tuple) else (0, 0)
    tile = event.tile if isinstance(event.tile, dict) else {}
    words = ", ".join(f"{key} {value}" for key, value in tile.items() if key != "char")
    words = words or f'"{tile.get("char", ".")}" of the map'
    return f"({x}, {y}) is now {words}"


def _squares(count: int) -> str:
    return "1 square" if count == 1 else f"{count} squares"


def _modifiers(modifiers: Sequence[tuple[str, int | str]]) -> str:
    """The modifiers of a roll, in brackets."""
    if not modifiers:
        return ""
    named = (f"{why} {amount:+d}" if isinstance(amount, int) else f"{why} {amount}" for why, amount in modifiers)
    return f" ({', '.join(named)})"
