"""Parses text to tables, within limits."""

import json
import re
import tomllib
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise
from typing import cast

import msgspec

from ..errors import ScenarioError, spelled
from .validate import TOO_DEEP, check_sound

LARGEST_FILE = 4 * 1024 * 1024

Tree = dict[str, object]


MOST_ITEMS = 300_000
"""Most lines and commas of TOML."""
MOST_PARTS = 16
"""Most parts of a dotted key; time grows with their square."""

_MOST_KEPT = 2**16

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
"""Finds keys that are too long, and skips comments and strings."""


def tree(text: str, source: str, kind: str | None = None, most: int = LARGEST_FILE) -> Tree:
    """Reads TOML or JSON text into tables. `kind` names the format.

    Raises:
        ScenarioError: the text has another format, is too big or too deep, or contains an impossible value such as
            NaN.
    """
    if len(text) > min(most, _MOST_KEPT):
        return _tree(text, source, kind, most)
    kept = _kept(text, source, kind)
    return cast(Tree, msgspec.to_builtins(kept, builtin_types=(date, datetime, time)))


@lru_cache(32)
def _kept(text: str, source: str, kind: str | None) -> Tree:
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
        found, allowed = TOO_DEEP
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
