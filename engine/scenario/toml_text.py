"""Writes scenarios as TOML."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import cast

import msgspec

from .format import Scenario
from .parse import Tree

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[+-]?\d+(?:\.\d+)?|true|false|[\[{].*", re.DOTALL)
_HEAD = ("format", "title", "ruleset")
_LISTS = ("creatures", "objectives", "turns", "expect")


def text_of(scenario: Scenario | Tree, comment: str = "", comments: Mapping[str, str] | None = None) -> str:
    """Writes a scenario as TOML text. `parse` can read it.

    The text starts with `comment`. `comments` follow their entries, such as `board.edges[3]`.
    """
    tree = scenario.tree() if isinstance(scenario, Scenario) else dict(scenario)
    creatures = cast(list[Tree], tree.get("creatures", []))
    tree["creatures"] = [_without_nothing(entry) for entry in creatures]
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    head = {"format": 1, **tree}
    board = cast(Tree, head.pop("board"))
    for key in (*_HEAD, *(key for key in head if key not in _HEAD)):
        value = head.get(key)
        if key in head and not isinstance(value, dict) and key not in _LISTS:
            lines.append(f"{_key(key)} = {value_text(value)}")
    for key, table in head.items():
        if isinstance(table, dict) and table:
            lines += ["", f"[{_key(key)}]", *_pairs(table)]
    lines += _board(board, comments or {})
    for key in _LISTS:
        for entry in cast(list[Tree], head.get(key, [])):
            lines += ["", f"[[{key}]]", *_pairs(entry)]
    return "\n".join(lines) + "\n"


def _without_nothing(creature: Tree) -> Tree:
    if None not in creature.values():
        return creature
    return {key: value for key, value in creature.items() if value is not None and key != "base"}


def _board(board: Tree, comments: Mapping[str, str]) -> list[str]:
    def said(place: str) -> str:
        what = comments.get(f"board.{place}")
        return f" # {what}" if what else ""

    lines = ["", "[board]"]
    rows = "\n".join(line.removesuffix("\r") for line in str(board["map"]).strip("\r\n").split("\n"))
    if '"""' in rows or "\\" in rows:
        lines += (f"map = '''\n{rows}\n'''" if "'''" not in rows else f"map = {value_text(rows)}").split("\n")
    else:
        lines += ['map = """', *rows.split("\n"), '"""']
    lines += _pairs({key: value for key, value in board.items() if key not in ("map", "legend", "edges")})
    edges = cast(list[Tree], board.get("edges", []))
    if edges:
        told = (f"  {value_text(edge)},{said(f'edges[{number}]')}" for number, edge in enumerate(edges))
        lines += ["edges = [", *told, "]"]
    legend = cast(dict[str, Tree], board.get("legend", {}))
    if legend:
        lines += ["", "[board.legend]"]
        lines += [f"{value_text(char)} = {value_text(spec)}{said(f'legend.{char}')}" for char, spec in legend.items()]
    return lines


def _pairs(table: Tree) -> list[str]:
    return [f"{_key(key)} = {value_text(value)}" for key, value in table.items() if value is not None]


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else value_text(key)


def value_text(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return repr(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case dict():
            inner = ", ".join(f"{_key(key)} = {value_text(item)}" for key, item in value.items() if item is not None)
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(value_text, value))}]"
        case msgspec.Struct():
            return value_text(msgspec.to_builtins(value))
    raise TypeError(f"TOML has no {type(value).__name__}")


def value_of(value: object) -> object:
    """Converts a text that looks like a TOML value, such as `3`, `true` or `[1]`. Other text stays."""
    if not isinstance(value, str) or len(value) > 100_000 or not _PLAIN.fullmatch(value.strip()):
        return int(value) if isinstance(value, float) and value.is_integer() else value
    try:
        return tomllib.loads(f"v = {value.strip()}")["v"]
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return value
