"""Compares a scenario's expectations with its battle."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from ...components.condition import Condition, Health
from ...components.events import Done, EventBase, Refused, Stopped
from ...components.position import Cube, Position
from ...components.stats import Size
from ..errors import joined, spelled
from ..state.objectives import Victory
from .format import ExpectSpec, Scenario

SHOWN = 3
"""Most events that a failure quotes."""


class ExpectedArrival(Protocol):
    @property
    def cost(self) -> float: ...

    @property
    def can_stop(self) -> bool: ...


class Subject(Protocol):
    @property
    def position(self) -> Position: ...

    @property
    def condition(self) -> Condition: ...

    @property
    def health(self) -> Health: ...

    @property
    def size(self) -> Size: ...


class CheckedScenario(Protocol):
    """What expectations can read of a scenario that was played."""

    @property
    def events(self) -> Sequence[EventBase]: ...

    def creature(self, name: str) -> Subject: ...

    def reach(self, name: str, *, fresh: bool) -> Mapping[Cube, ExpectedArrival]: ...

    def threat(self, name: str) -> AbstractSet[Cube]: ...

    def flanked(self, target: str, by: str) -> bool: ...

    def distance(self, a: str, b: str) -> float:
        """The distance between two creatures in the ruleset's unit."""

    def floor_at(self, x: int, y: int) -> int:
        """Returns the height (z) of a square's floor; in water, of the top cube."""

    def ending(self) -> Victory | None:
        """Returns the battle's winner and reason; None while it goes on."""


def names_the_end(scenario: Scenario) -> bool:
    return any(expect.winner is not None or expect.why is not None for expect in scenario.expect)


def failures(scenario: Scenario, battle: CheckedScenario, played_on: CheckedScenario | None = None) -> list[str]:
    """Returns one sentence for each expectation that failed.

    `played_on` is the battle after AI players have finished it.
    """
    cited = {rule for event in battle.events for rule in event.rules} if scenario.proves else set()
    unproven = [
        f"proves[{index}]: expected {spelled(known)} to be cited by something that happens, found it is not"
        for index, known in enumerate(scenario.proves)
        if known not in cited
    ]
    return unproven + [
        f"expect[{index}].{fault}"
        for index, expect in enumerate(scenario.expect)
        for fault in _Checked(scenario, battle, expect, played_on or battle).faults()
    ]


def matches(wanted: Mapping[str, object], line: Mapping[str, object]) -> bool:
    """True if a log line has all the fields of `wanted`. Cubes are compared by x and y only."""
    return all(key in line and _equal(value, line[key]) for key, value in wanted.items() if key != "count")


def _equal(wanted: object, found: object) -> bool:
    if isinstance(wanted, (list, tuple)) and isinstance(found, (list, tuple)):
        if len(wanted) == 2 and len(found) == 3 and all(type(ordinate) is int for ordinate in found):
            found = found[:2]
        return len(wanted) == len(found) and all(map(_equal, wanted, found))
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    return wanted == found


def _number(value: float) -> str:
    return f"{value:.10g}"


class _Checked:
    def __init__(
        self, scenario: Scenario, battle: CheckedScenario, expect: ExpectSpec, played_on: CheckedScenario
    ) -> None:
        self.battle = battle
        self.played_on = played_on
        self.expect = expect
        rows = scenario.board.rows
        self.width, self.height = len(rows[0]), len(rows)

    def faults(self) -> Iterator[str]:
        yield from self._at()
        yield from self._conditions()
        yield from self._hp()
        yield from self._event()
        yield from self._reach()
        yield from self._threat()
        yield from self._relations()
        yield from self._script()
        yield from self._ending()

    def _at(self) -> Iterator[str]:
        for name, square in (self.expect.at or {}).items():
            cube = self.battle.creature(name).position.cube
            if not _equal(square, cube):
                yield f"{joined('at', name)}: expected {_place(square)}, found {_place(cube)}"

    def _conditions(self) -> Iterator[str]:
        for name, wanted in (self.expect.conditions or {}).items():
            held = sorted(self.battle.creature(name).condition.held)
            if sorted(set(wanted)) != held:
                place = joined("conditions", name)
                yield f"{place}: expected exactly {_listed(wanted)}, found {_listed(held)}"
        for name, wanted in (self.expect.has or {}).items():
            held = sorted(self.battle.creature(name).condition.held)
            if missing := [condition for condition in wanted if condition not in held]:
                yield f"{joined('has', name)}: expected {_listed(missing)}, found {_listed(held)}"
        for name, wanted in (self.expect.lacks or {}).items():
            held = sorted(self.battle.creature(name).condition.held)
            if present := [condition for condition in wanted if condition in held]:
                yield f"{joined('lacks', name)}: expected none of {_listed(wanted)}, found {_listed(present)}"

    def _hp(self) -> Iterator[str]:
        for name, wanted in (self.expect.hp or {}).items():
            left = self.battle.creature(name).health.hp
            if left != wanted:
                yield f"{joined('hp', name)}: expected {wanted}, found {_hits(left)}"
        for name, (least, most) in (self.expect.hp_between or {}).items():
            left = self.battle.creature(name).health.hp
            if left is None or not least <= left <= most:
                yield f"{joined('hp_between', name)}: expected {least} to {most}, found {_hits(left)}"

    def _event(self) -> Iterator[str]:
        wanted = self.expect.event
        if wanted is None:
            return
        count = wanted.get("count", self.expect.count)
        lines = [event.to_dict() for event in self.battle.events if event.event == wanted["event"]]
        found = [line for line in lines if matches(wanted, line)]
        if len(found) == count or (count is None and found):
            return
        fields = ", ".join(f"{key} = {_value(value)}" for key, value in wanted.items() if key != "count")
        shown = [line for line in lines if line not in found] if count != 0 else found
        others = "; ".join(_line(line, wanted) for line in shown[:SHOWN])
        if len(shown) > SHOWN:
            others += f"; and {len(shown) - SHOWN} more"
        times = "at least 1" if count is None else count
        yield f"event: expected {times} with {fields}, found {len(found)}" + (f" (events: {others})" if others else "")

    def _reach(self) -> Iterator[str]:
        wanted = self.expect.reach
        if wanted is None:
            return
        arrivals = self.battle.reach(wanted.creature, fresh=True)
        side = self.battle.creature(wanted.creature).size.side
        who = wanted.creature
        for *square, cost in wanted.includes:
            where = f"reach.includes: expected {who} to reach {_place(square)} for {_number(cost)}"
            cube = self._cube([int(ordinate) for ordinate in square], side)
            arrival = arrivals.get(cube) if cube is not None else None
            if arrival is None:
                yield f"{where}, found it out of reach"
            elif not arrival.can_stop:
                yield f"{where}, found that it may not stop there"
            elif arrival.cost != cost:
                yield f"{where}, found a cost of {_number(arrival.cost)}"
        for excluded in wanted.excludes:
            cube = self._cube(excluded, side)
            arrival = arrivals.get(cube) if cube is not None else None
            if arrival is not None and arrival.can_stop:
                yield (
                    f"reach.excludes: expected {who} not to reach {_place(excluded)},"
                    f" found it reached for {_number(arrival.cost)}"
                )

    def _threat(self) -> Iterator[str]:
        wanted = self.expect.threat
        if wanted is None:
            return
        who = wanted.creature
        threatened = self.battle.threat(who)
        for square in wanted.includes:
            if self._cube(square) not in threatened:
                yield f"threat.includes: expected {who} to threaten {_place(square)}, found it does not"
        for square in wanted.excludes:
            if self._cube(square) in threatened:
                yield f"threat.excludes: expected {who} not to threaten {_place(square)}, found it does"

    def _relations(self) -> Iterator[str]:
        if (flank := self.expect.flanked) is not None:
            found = self.battle.flanked(flank.target, flank.by)
            if found != flank.is_:
                yes, no = f"{flank.target} flanked by {flank.by}", f"{flank.target} not flanked by {flank.by}"
                wanted, held = (yes, no) if flank.is_ else (no, yes)
                yield f"flanked: expected {wanted}, found {held}"
        if (apart := self.expect.distance) is not None:
            far = self.battle.distance(apart.from_, apart.to)
            if far != apart.is_:
                ends = f"{apart.from_} to {apart.to}"
                yield f"distance: expected {_number(apart.is_)} from {ends}, found {_number(far)}"

    def _script(self) -> Iterator[str]:
        for name in self.expect.refused or ():
            if not any(isinstance(event, Refused) and event.actor == name for event in self.battle.events):
                yield f"refused: expected an intent of {name} to be refused, found none"
        for name, wanted in (self.expect.spent or {}).items():
            spent = sum(
                event.spent
                for event in self.battle.events
                if isinstance(event, (Done, Stopped)) and event.actor == name
            )
            if abs(spent - wanted) > 1e-9:
                yield f"{joined('spent', name)}: expected {_number(wanted)}, found {_number(spent)}"

    def _ending(self) -> Iterator[str]:
        if self.expect.winner is None and self.expect.why is None:
            return
        ending = self.played_on.ending()
        if self.expect.winner is not None:
            found = (ending.winner or "") if ending is not None else None
            if found != self.expect.winner:
                shown = "the battle still open" if found is None else spelled(found) if found else "a draw"
                yield f"winner: expected {spelled(self.expect.winner)}, found {shown}"
        if self.expect.why is not None:
            told = ending.why if ending is not None else "the battle still open"
            if ending is None or self.expect.why.casefold() not in told.casefold():
                yield f"why: expected {spelled(self.expect.why)}, found {spelled(told)}"

    def _cube(self, square: Sequence[int], side: int = 1) -> Cube | None:
        x, y, *level = square
        if level:
            return (x, y, level[0])
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        floors = [
            self.battle.floor_at(east, south)
            for south in range(y, min(y + side, self.height))
            for east in range(x, min(x + side, self.width))
        ]
        return (x, y, max(floors))


def _place(square: Sequence[float]) -> str:
    return "[" + ", ".join(_number(ordinate) for ordinate in square) + "]"


def _listed(conditions: Sequence[str]) -> str:
    return ", ".join(conditions) if conditions else "no conditions"


def _hits(left: int | None) -> str:
    return "a creature without hit points" if left is None else str(left)


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _number(value) if isinstance(value, float) else spelled(value)


def _line(line: Mapping[str, object], wanted: Mapping[str, object]) -> str:
    aside = ("event", "seq", "round", "turn", "rules")
    differing = [key for key, value in wanted.items() if key in line and not _equal(value, line[key])]
    shown = dict.fromkeys((*differing, *(key for key in line if key not in aside)))
    return ", ".join(f"{key} = {_value(line[key])}" for key in shown)
