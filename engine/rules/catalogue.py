"""The rule catalogue `assets/rules/*.toml`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, TypeVar

from ..errors import ScenarioError, spelled
from ..files import DATA_FILES

# ---------------------------------------------------------------- switches


Choice: TypeAlias = str | int | bool
"""A value of a switch."""
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule that players may set: its allowed values and the default."""

    values: tuple[Choice, ...]
    """The values allowed, the default first."""
    default: Choice
    rule: str | None = None
    """The catalogue id of the open point."""
    least: int | None = None
    """The least number allowed; None: only `values` are."""

    def admits(self, value: object) -> bool:
        if self.least is not None and isinstance(value, int) and not isinstance(value, bool):
            return value >= self.least or value in self.values
        return any(value == known and type(value) is type(known) for known in self.values)

    def check(self, name: str, value: Choice) -> None:
        """Raises UnknownSwitch if the house rule cannot have this value."""
        if self.admits(value):
            return
        allowed = ", ".join(map(repr, self.values))
        if self.least is not None:
            others = [repr(known) for known in self.values if not isinstance(known, int)]
            allowed = " or ".join([f"a whole number from {self.least}", *others])
        raise UnknownSwitch(f"switch {name}: {value!r} is not allowed; it takes {allowed}", name, value, allowed)


def switch(*values: Choice, rule: str | None = None, least: int | None = None) -> Switch:
    return Switch(values, values[0], rule, least)


def sets(question: str, answers: Mapping[Choice, object]) -> Mapping[Choice, Mapping[str, object]]:
    return {value: {question: answer} for value, answer in answers.items()}


class UnknownSwitch(ValueError):
    """Raised for the name or value of a house rule that the ruleset does not have."""

    def __init__(self, message: str, switch: str = "", found: object = None, allowed: str = "") -> None:
        super().__init__(message)
        self.switch = switch
        """The switch's name; empty if unknown."""
        self.found = found
        self.allowed = allowed


UNIVERSAL: Mapping[str, Mapping[Choice, Mapping[str, Any]]] = {
    "diagonals": {
        "one": {"grid.diagonal_cycle": (1,), "grid.distance_cycle": "one"},
        "alternating": {"grid.diagonal_cycle": (1, 2), "grid.distance_cycle": "alternating"},
    },
    "cover": {"board": {"threat.counts_cover": True}, "given": {"threat.counts_cover": False}},
    "sight": {"side": {"threat.by_sight": True}, "all": {"threat.by_sight": False}},
    "corners": {"hard": {"grid.corners": "any"}, "free": {"grid.corners": "free"}},
}
"""Answers set by every ruleset's switches."""


def universal(diagonals: str, corners: str = "") -> dict[str, Switch]:
    both = ("one", "alternating")
    edges: tuple[Choice, ...] = ("hard", "free")
    return {
        "diagonals": Switch(both, diagonals),
        "corners": Switch(edges, corners),
        "cover": Switch(("given", "board"), "given"),
        "sight": Switch(("all", "side"), "all"),
        "actions": Switch(("enforced", "free"), "enforced"),
    }


# ---------------------------------------------------------------- the catalogue


@dataclass(frozen=True, slots=True)
class OpenSwitch:
    """A house rule, as an entry of the rule catalogue describes it."""

    name: str
    values: tuple[Choice, ...]
    """The default first."""
    default: Choice
    numbers: bool = False
    """True for any number from the default up."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    id: str
    topic: str
    summary: str
    check: str
    open: str
    """The point left open, with the default."""
    switches: tuple[OpenSwitch, ...]


REQUIRED = ("id", "topic", "summary", "check")
"""The keys that each `[[rule]]` needs, all texts."""


def _tables(text: str, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(source, "", str(error), "TOML") from None


@cache
def topics(name: str) -> Mapping[str, tuple[str, ...]]:
    """Reads {topic: rule ids} from the catalogue file of a ruleset."""
    file = DATA_FILES / "rules" / f"{name.replace('-', '_')}.toml"
    if not name or not file.is_file():
        return {}
    _, heading, table = file.read_text(encoding="utf-8").partition("\n[topics]\n")
    source = f"assets/rules/{file.name}"
    return cited_ids(_tables(heading + table, source).get("topics", {}), source)


def cited_ids(table: Mapping[str, object], source: str) -> dict[str, tuple[str, ...]]:
    """Returns {topic: rule ids} of a table.

    Raises:
        ScenarioError: a value is not a list of texts.
    """
    for topic, ids in table.items():
        if not isinstance(ids, list) or not all(isinstance(known, str) for known in ids):
            raise ScenarioError(source, f"topics.{topic}", spelled(ids), "a list of ids")
    return {topic: tuple(ids) for topic, ids in table.items() if isinstance(ids, list)}


@cache
def catalogue() -> Mapping[str, tuple[CatalogueEntry, ...]]:
    found: dict[str, tuple[CatalogueEntry, ...]] = {}
    folder = DATA_FILES / "rules"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            source = f"assets/rules/{file.name}"
            tables = _tables(file.read_text(encoding="utf-8"), source)
            found[file.name.removesuffix(".toml").replace("_", "-")] = entries(tables.get("rule", ()), source)
    return found


def entries(tables: Sequence[Mapping[str, Any]], source: str) -> tuple[CatalogueEntry, ...]:
    """Reads all rules of a catalogue file.

    Raises:
        ScenarioError: a required key is missing or not text, or an id occurs twice.
    """
    if not tables or isinstance(tables, Mapping):
        raise ScenarioError(source, "", "no [[rule]]", "at least 1")
    seen: dict[str, int] = {}
    for number, table in enumerate(tables):
        place = f"rule[{number}]"
        for key in (*REQUIRED, *(("open",) if "open" in table else ())):
            value = table.get(key)
            if not isinstance(value, str) or not value:
                shown = "nothing" if value is None else spelled(value)
                raise ScenarioError(source, f"{place}.{key}", shown, "a text")
            if key == "id":
                place = f"{place} ({value})"
        first = seen.setdefault(table["id"], number)
        if first != number:
            raise ScenarioError(source, f"{place}.id", f"the id of rule[{first}] again", "an id of its own")
    return tuple(
        CatalogueEntry(
            id=table["id"],
            topic=table["topic"],
            summary=table["summary"],
            check=table["check"],
            open=table.get("open", ""),
            switches=open_switches(table.get("open", "")),
        )
        for table in tables
    )


@cache
def identifiers() -> frozenset[str]:
    return frozenset(entry.id for entries in catalogue().values() for entry in entries)


@cache
def _shape() -> re.Pattern[str]:
    families = sorted({known.partition(".")[0] for known in identifiers()})
    return re.compile(rf"\b(?:{'|'.join(families)})\.[a-z0-9-]*[a-z0-9]\.[a-z0-9-]*[a-z0-9]\b(?![*-]|\.[a-z0-9*])")


def named_in(text: str) -> set[str]:
    """Returns the words of the text that look like rule ids."""
    return set(_shape().findall(text))


# --- switches ------------------------------------------------------------------------------------

_QUOTED = re.compile(r"Switch `?([a-z][a-z0-9-]*)`?: ((?:'[^']*'|\d+)(?: \([^)]*\))?(?: \| [^|.]*[^|. ])*)")
_PLAIN = re.compile(r"Switch(?:es)?: ([^.]*)")
_PAIR = re.compile(r"([a-z][a-z0-9_-]*) = (.+)")
_NUMBERS = re.compile(r"any number|a number, (\d+) or more")


def open_switches(text: str) -> tuple[OpenSwitch, ...]:
    """Finds the house rules that the text of a catalogue entry describes.

    A switch is written as ``Switch name: 'a' (default) | 'b'`` or ``Switch: name = a | b``.
    """
    found = [_switch(name, listed) for name, listed in _QUOTED.findall(text)]
    for pairs in _PLAIN.findall(text):
        for pair in pairs.split(";"):
            match = _PAIR.fullmatch(pair.strip())
            if match and not pair.strip().startswith("per-"):
                found.append(_switch(match[1], match[2]))
    return tuple(found)


def _switch(name: str, listed: str) -> OpenSwitch:
    values: list[Choice] = []
    numbers, default = False, None
    for part in listed.split(" | "):
        value, _, note = part.partition(" (")
        more = _NUMBERS.fullmatch(part.strip())
        if more:
            numbers = True
            if more[1]:
                values.append(int(more[1]))
            continue
        values.append(_choice(value.strip()))
        if note.startswith("default"):
            default = values[-1]
    return OpenSwitch(name, tuple(values), values[0] if default is None else default, numbers)


def _choice(written: str) -> Choice:
    if written in ("true", "false"):
        return written == "true"
    return int(written) if written.isdecimal() else written.strip("'")
