"""Parses text to tables, within limits."""

import json
import math
import re
import tomllib
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeAlias, cast

import msgspec

from ..errors import ScenarioError, joined, spelled

LARGEST_FILE = 4 * 1024 * 1024
DEEPEST = 32
_TOO_DEEP = "tables or arrays nested too deep", f"at most {DEEPEST} levels"
LARGEST_NUMBER = 2**63 - 1

Tree = dict[str, object]


MOST_ITEMS = 300_000
"""Most lines and commas of TOML."""
MOST_PARTS = 16
"""Most parts of a dotted key; time grows with their square."""

_MOST_KEPT = 2**16
"""Most characters of a cached text."""

_LONG_KEY_OR_TEXT = re.compile(
    rf"""
    (?P<key> (?<![\w-]) (?: (?: [\w-]++ | "[^"\n]*+" | '[^'\n]*+' ) [ \t]*+ \. [ \t]*+ ){{{MOST_PARTS}}} )
    | \#[^\n]*+
    | \"{{3}} (?: [^"\\] | \\. | "(?!"") )*+ (?:\"{{3}})?
    | '{{3}} (?: [^'] | '(?!'') )*+ (?:'{{3}})?
    | " (?: [^"\\\n] | \\. )*+ "?
    | ' [^'\n]*+ '?
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
"""A key too long, or a comment or string."""


def tree(text: str, source: str, kind: str | None = None, most: int = LARGEST_FILE) -> Tree:
    """The tables of a TOML or JSON text; `kind` names the format.

    Raises:
        ScenarioError: it is neither, too big or deep, or holds an impossible value (NaN, infinity, control characters,
        numbers beyond 64 bits).
    """
    if len(text) > min(most, _MOST_KEPT):
        return _tree(text, source, kind, most)
    kept = _kept(text, source, kind)
    return cast(Tree, msgspec.to_builtins(kept, builtin_types=(date, datetime, time)))


@lru_cache(32)
def _kept(text: str, source: str, kind: str | None) -> Tree:
    """Cached for learners and tournaments."""
    return _tree(text, source, kind, LARGEST_FILE)


def _tree(text: str, source: str, kind: str | None, most: int) -> Tree:
    if len(text) > most or len(text.encode("utf-8", "surrogatepass")) > most:
        found, allowed = f"more than {most // 2**20} MiB of text", f"at most {most} bytes"
        raise ScenarioError(source, "", found, allowed)
    text = text.removeprefix("\ufeff")
    if kind is None:
        kind = "json" if text.lstrip()[:1] == "{" else "toml"
    try:
        grown = _json(text, source) if kind == "json" else _toml(text, source)
    except RecursionError:
        found, allowed = _TOO_DEEP
        raise ScenarioError(source, "", found, allowed) from None
    if not isinstance(grown, dict):
        raise ScenarioError(source, "", spelled(grown), "a table of scenario keys")
    check_sound(grown, source)
    return grown


def _toml(text: str, source: str) -> object:
    if text.count("\n") + text.count(",") > MOST_ITEMS:
        raise ScenarioError(source, "", f"more than {MOST_ITEMS} lines and commas", "fewer, or the same tree as JSON")
    for part in _LONG_KEY_OR_TEXT.finditer(text):
        if part["key"]:
            raise ScenarioError(
                source,
                f"line {text.count(chr(10), 0, part.start()) + 1}",
                f"a key of more than {MOST_PARTS} dotted parts",
                f"at most {MOST_PARTS}",
            )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, place = _split_position(str(error))
        raise ScenarioError(source, place, f"text that is not TOML ({what})", "TOML 1.0") from None
    except ValueError as error:  # a number too long to convert, a date outside the calendar
        raise ScenarioError(source, "", f"a value that cannot be read ({_brief(error)})", "TOML 1.0") from None


def _split_position(message: str) -> tuple[str, str]:
    what, _, position = message.rpartition(" (at ")
    if not what:
        return message, ""
    return spelled(what).strip('"'), position.rstrip(")")


def _brief(error: ValueError) -> str:
    return str(error).partition(";")[0].partition(":")[0].lower()


def _json(text: str, source: str) -> object:
    def table(pairs: list[tuple[str, object]]) -> Tree:
        grown = dict(pairs)
        if len(grown) < len(pairs):
            keys = sorted(key for key, _ in pairs)
            twice = next(key for key, following in pairwise(keys) if key == following)
            raise ScenarioError(source, "", f"the key {spelled(twice)} twice in one table", "each key once")
        return grown

    try:
        return json.loads(text, object_pairs_hook=table)
    except json.JSONDecodeError as error:
        raise ScenarioError(
            source,
            f"line {error.lineno}, column {error.colno}",
            f"text that is not JSON ({error.msg})",
            "one JSON object",
        ) from None
    except ScenarioError:
        raise
    except ValueError as error:
        raise ScenarioError(source, "", f"a value that cannot be read ({_brief(error)})", "one JSON object") from None


_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""A terminal obeys or hides them."""


Place: TypeAlias = tuple[Any, str | int] | None
"""A location: container, itself a `Place`, and key or number."""


def check_sound(grown: object, source: str, place: str = "") -> None:
    """Refuses impossible values.

    Raises:
        ScenarioError: control characters, numbers beyond 64 bits, or tables nested too deep.
    """
    fault = _first_fault(grown, None, 0)
    if fault is not None:
        at, found, allowed = fault
        raise ScenarioError(source, spelled_out(place, at), found, allowed)


def _first_fault(value: object, at: Place, depth: int) -> tuple[Place, str, str] | None:
    """(location, found, allowed) of the first impossible value."""
    if depth > DEEPEST:
        return (at, *_TOO_DEEP)
    if isinstance(value, str):
        if wrong := _CONTROL.search(value):
            return at, f"the character {spelled(wrong[0])}", "text without control characters"
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or _CONTROL.search(key):
                return at, f"the key {spelled(key)}", "keys without control characters"
            kind = type(item)
            plain = item is None or kind is bool or (kind is str and not _CONTROL.search(item))
            plain = plain or (kind is int and -LARGEST_NUMBER <= item <= LARGEST_NUMBER)
            if depth == DEEPEST or not plain:
                fault = _first_fault(item, (at, key), depth + 1)
                if fault is not None:
                    return fault
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            if type(item) is not int or not -LARGEST_NUMBER <= item <= LARGEST_NUMBER:
                fault = _first_fault(item, (at, index), depth + 1)
                if fault is not None:
                    return fault
    elif isinstance(value, float):
        if not math.isfinite(value):
            return at, spelled(value), "a finite number"
    elif isinstance(value, int) and not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        return at, spelled(value), f"numbers between {-LARGEST_NUMBER} and {LARGEST_NUMBER}"
    return None


def spelled_out(outer: str, at: Place) -> str:
    """As errors show it."""
    if at is None:
        return outer
    holder, key = at
    within = spelled_out(outer, holder)
    return joined(within, key) if isinstance(key, str) else f"{within}[{key}]"
