"""Changes a TOML text so that everything else, comments and layout, stays as it was."""

from collections.abc import Sequence
from typing import Any, cast

import tomlkit
from tomlkit.items import AoT, Array, Item, String, Table

from ...engine.scenario.toml_text import value_text
from .board_edits import Tree


def patched(text: str, old: Tree, new: Tree) -> str:
    """The text of `old` changed to that of `new`; the very same text if the two are equal."""
    if old == new:
        return text
    document = tomlkit.parse(text)
    _patch_table(cast(Any, document), old, new)
    return tomlkit.dumps(document)


def _patch_table(table: Any, old: Tree, new: Tree) -> None:
    for key in [key for key in old if key not in new and key in table]:
        del table[key]
    for key, value in new.items():
        if key in old and old[key] == value and key in table:
            continue
        there = table.get(key)
        if isinstance(value, dict) and isinstance(there, Table):
            _patch_table(there, cast(Tree, old.get(key, {})), value)
        elif isinstance(there, AoT) and value:
            _patch_tables(there, cast(list[Tree], old.get(key, [])), cast(list[Tree], value))
        elif isinstance(there, Array) and isinstance(value, list) and value and isinstance(value[0], dict):
            table[key] = _lines(value)
        elif key == "map" and isinstance(there, String) and there.as_string()[:3] in ("'''", '"""'):
            table[key] = _drawn(str(value), there.as_string()[:3])
        else:
            table[key] = _item(key, value)


def _patch_tables(tables: AoT, old: Sequence[Tree], new: Sequence[Tree]) -> None:
    """Change an array of tables; remaining tables stay in place."""
    before, after = [_name(table) for table in old], [_name(table) for table in new]
    left = list(old)
    if len(old) != len(new) or any(name in after for name, other in zip(before, after, strict=True) if name != other):
        for number in reversed(range(len(old))):
            if before[number] not in after:
                del tables[number]
                del left[number]
    for number, table in enumerate(new):
        if number < len(left):
            _patch_table(tables[number], left[number], table)
        else:
            if number and not tables[number - 1].as_string().endswith("\n\n"):
                tables[number - 1].add(tomlkit.nl())
            tables.append(_table(table))
    while len(tables) > len(new):
        del tables[len(tables) - 1]


def _name(table: Tree) -> object:
    return table.get("name", repr(table.get("between", table)))


def _table(fields: Tree) -> Table:
    made = tomlkit.table()
    for key, value in fields.items():
        made[key] = _item(key, value)
    return made


def _item(key: str, value: Any) -> Item:
    """The form of a new value: a map over several lines, a list of tables one below another."""
    if key == "map" and isinstance(value, str):
        return _drawn(value, '"""')
    if key == "legend" and isinstance(value, dict):
        table = tomlkit.table()
        for char, fields in value.items():
            table[char] = _parsed(value_text(fields))
        return table
    if isinstance(value, list) and value and isinstance(value[0], dict):
        if key == "edges":
            return _lines(value)
        tables = tomlkit.aot()
        for fields in value:
            tables.append(_table(fields))
        return tables
    return _parsed(value_text(value))


def _drawn(value: str, quotes: str) -> Item:
    """A map over several lines, between its old quotes, as far as they can hold it."""
    rows = value.strip("\n")
    if "\\" in rows or '"""' in rows:
        quotes = "'''"
    return _parsed(f"{quotes}\n{rows}\n{quotes}")


def _lines(values: Sequence[Tree]) -> Item:
    """An array of inline tables, one a line."""
    return _parsed("[\n" + "".join(f"  {value_text(value)},\n" for value in values) + "]")


def _parsed(text: str) -> Item:
    """A value with its layout."""
    return cast(Item, tomlkit.parse(f"x = {text}\n")["x"])
