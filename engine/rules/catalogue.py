"""Reads the rule catalogue `assets/rules/*.toml`: the rules by id, and the ids that code cites for each topic."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ..files import DATA_FILES
from .switches import Choice


@dataclass(frozen=True, slots=True)
class OpenSwitch:
    """A switch that the catalogue asks for, where a source leaves a point open."""

    name: str
    values: tuple[Choice, ...]
    """The allowed values, the default first."""
    default: Choice
    numbers: bool = False
    """True if any number from the default upwards is allowed besides."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One rule."""

    id: str
    topic: str
    summary: str
    check: str
    """A worked check."""
    open: str
    """The point that the source leaves open, with the default; empty if there is none."""
    switches: tuple[OpenSwitch, ...]


@cache
def topics(name: str) -> Mapping[str, tuple[str, ...]]:
    """The topics of one catalogue, each with its ids; empty if there is no such catalogue.

    The table ends its file, and only the table is read: the first refusal of a battle does not wait for the entries.
    """
    file = DATA_FILES / "rules" / f"{name.replace('-', '_')}.toml"
    if not name or not file.is_file():
        return {}
    _, heading, table = file.read_text(encoding="utf-8").partition("\n[topics]\n")
    return {topic: tuple(ids) for topic, ids in tomllib.loads(heading + table).get("topics", {}).items()}


@cache
def catalogue() -> Mapping[str, tuple[CatalogueEntry, ...]]:
    """The entries of each ruleset, by its name, in the catalogue's order."""
    found: dict[str, tuple[CatalogueEntry, ...]] = {}
    folder = DATA_FILES / "rules"
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text(encoding="utf-8"))["rule"]
            name = file.name.removesuffix(".toml").replace("_", "-")
            found[name] = tuple(
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
    return found


@cache
def identifiers() -> frozenset[str]:
    """Every id of every ruleset."""
    return frozenset(entry.id for entries in catalogue().values() for entry in entries)


@cache
def _shape() -> re.Pattern[str]:
    families = sorted({known.partition(".")[0] for known in identifiers()})
    return re.compile(rf"\b(?:{'|'.join(families)})\.[a-z0-9-]*[a-z0-9]\.[a-z0-9-]*[a-z0-9]\b(?![*-]|\.[a-z0-9*])")


def named_in(text: str) -> set[str]:
    """The words of a text in the shape of an id, whether or not the catalogue has such an entry."""
    return set(_shape().findall(text))


# --- switches ------------------------------------------------------------------------------------

_QUOTED = re.compile(r"Switch `?([a-z][a-z0-9-]*)`?: ((?:'[^']*'|\d+)(?: \([^)]*\))?(?: \| [^|.]*[^|. ])*)")
_PLAIN = re.compile(r"Switch(?:es)?: ([^.]*)")
_PAIR = re.compile(r"([a-z][a-z0-9_-]*) = (.+)")
_NUMBERS = re.compile(r"any number|a number, (\d+) or more")


def open_switches(text: str) -> tuple[OpenSwitch, ...]:
    """The switches in an open point's text.

    Two spellings are read: ``Switch name: 'a' (default) | 'b'``, the name perhaps in backticks, and ``Switch: name = a
    | b``, the default first, several pairs divided by semicolons. A choice for single creatures or effects (`per-...`)
    is no switch.
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
