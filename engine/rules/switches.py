"""Switches: points that a ruleset's source leaves open, or that tables often play otherwise, and their values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

Choice: TypeAlias = str | int | bool
"""A value of a switch."""
Word = TypeVar("Word", bound=str)
"""A value of a switch that takes only words."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A point that the source leaves open, or that tables often play otherwise."""

    values: tuple[Choice, ...]
    """The allowed values; the first is the default."""
    default: Choice
    rule: str | None = None
    """The catalogue entry that leaves the point open."""
    least: int | None = None
    """The smallest number allowed, for a switch that takes any number; None: only its `values`."""

    def admits(self, value: object) -> bool:
        """True if the switch can be set to `value`."""
        if self.least is not None and isinstance(value, int) and not isinstance(value, bool):
            return value >= self.least or value in self.values
        return any(value == known and type(value) is type(known) for known in self.values)

    def check(self, name: str, value: Choice) -> None:
        """Raises UnknownSwitch if the switch, called `name`, cannot be set to `value`."""
        if self.admits(value):
            return
        allowed = ", ".join(map(repr, self.values))
        if self.least is not None:
            others = [repr(known) for known in self.values if not isinstance(known, int)]
            allowed = " or ".join([f"a whole number from {self.least}", *others])
        raise UnknownSwitch(f"switch {name}: {value!r} is not allowed; it takes {allowed}", name, value, allowed)


def switch(*values: Choice, rule: str | None = None, least: int | None = None) -> Switch:
    """A switch whose first value is the default."""
    return Switch(values, values[0], rule, least)


def sets(question: str, answers: Mapping[Choice, object]) -> Mapping[Choice, Mapping[str, object]]:
    """The effect of a switch on one question (`chapter.question`): its answer for each value."""
    return {value: {question: answer} for value, answer in answers.items()}


class UnknownSwitch(ValueError):
    """A house rule unknown to the ruleset, or a value that the switch does not take."""

    def __init__(self, message: str, switch: str = "", found: object = None, allowed: str = "") -> None:
        super().__init__(message)
        self.switch = switch
        """The switch with the wrong value; empty if there is no such switch."""
        self.found = found
        self.allowed = allowed


UNIVERSAL: Mapping[str, Mapping[Choice, Mapping[str, Any]]] = {
    "diagonals": {
        "one": {"grid.diagonal_cycle": (1,), "grid.distance_cycle": "one", "forced.diagonal_cycle": (1,)},
        "alternating": {"grid.diagonal_cycle": (1, 2), "grid.distance_cycle": "alternating"},
    },
    "cover": {"board": {"threat.counts_cover": True}, "given": {"threat.counts_cover": False}},
    "sight": {"side": {"threat.by_sight": True}, "all": {"threat.by_sight": False}},
    "corners": {"hard": {"grid.corners": "any"}, "free": {"grid.corners": "free"}},
}
"""Answers (`chapter.question`) that the switches of every ruleset set."""


def universal(diagonals: str, corners: str = "") -> dict[str, Switch]:
    """The switches that every ruleset has, with this ruleset's own defaults."""
    both = ("one", "alternating")
    edges: tuple[Choice, ...] = ("hard", "free")
    return {
        "diagonals": Switch(both, diagonals),
        "corners": Switch(edges, corners),
        "cover": Switch(("given", "board"), "given"),
        "sight": Switch(("all", "side"), "all"),
        "actions": Switch(("enforced", "free"), "enforced"),
    }
