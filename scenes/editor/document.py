"""The scenario in the editor: tree, undo, problem, file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import tomlkit
from tomlkit.items import AoT, Array, Item, String, Table

from ...engine.error_text import error_text
from ...engine.errors import ScenarioError
from ...engine.files import write_file
from ...engine.messages import language_in_use
from ...engine.rulesets import RULESETS
from ...engine.scenario import parse as parsing
from ...engine.scenario import read as files
from ...engine.scenario.build import world_of
from ...engine.scenario.format import Scenario
from ...engine.scenario.toml_text import text_of, value_text
from .board_edits import Tree, add_creature


def patched(text: str, old: Tree, new: Tree) -> str:
    """Returns the TOML text with the changes from `old` to `new`; comments stay."""
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
    rows = value.strip("\n")
    if "\\" in rows or '"""' in rows:
        quotes = "'''"
    return _parsed(f"{quotes}\n{rows}\n{quotes}")


def _lines(values: Sequence[Tree]) -> Item:
    return _parsed("[\n" + "".join(f"  {value_text(value)},\n" for value in values) + "]")


def _parsed(text: str) -> Item:
    return cast(Item, tomlkit.parse(f"x = {text}\n")["x"])


MOST_UNDONE = 500


class Problem(NamedTuple):
    """An error of the scenario that is edited: where it is and what is allowed."""

    place: str
    sentence: str


class Document:
    """The scenario file that is edited. It may be invalid between two changes."""

    def __init__(self, tree: Tree, text: str, path: Path | None) -> None:
        self.tree = tree
        self.path = path
        self.kept = False
        """True for a scenario of the menu: saving asks for a name."""
        self._text, self._saved = text, tree
        self._undone: list[Tree] = []
        self._before: list[Tree] = []
        self._merging: object = None
        self._checked: tuple[Tree, Scenario | None, Problem | None] | None = None

    @staticmethod
    def new(ruleset: str | None = None) -> "Document":
        """Creates a file to edit: an empty board and one creature on each side."""
        tree: Tree = {
            "format": 1,
            "title": "Untitled",
            "ruleset": ruleset or next(iter(RULESETS)),
            "seed": 1,
            "board": {"map": "\n".join(["." * 20] * 12) + "\n"},
        }
        tree = add_creature(tree, (3, 6), {"name": "Ann", "side": "red", "hp": 20, "attack": 4, "damage": "1d8+2"})
        tree = add_creature(tree, (16, 6), {"name": "Orc", "side": "blue", "hp": 20, "attack": 4, "damage": "1d8+2"})
        parsed = files.parse(json.dumps(tree))
        text = text_of(parsed)
        return Document(parsing.tree(text, "<text>"), text, None)

    @staticmethod
    def of(scenario: Scenario, path: Path | None = None, *, kept: bool = False) -> "Document":
        """Creates a file to edit from a scenario. If `kept`, saving asks for another name."""
        text = text_of(scenario)
        made = Document(parsing.tree(text, "<text>"), text, path)
        made.kept = kept
        return made

    @staticmethod
    def open(path: Path) -> "Document":
        scenario = files.read(path)  # a file that cannot be loaded at all is reported before anything changes
        if path.suffix.lower() == ".json":
            return Document.of(scenario, path.with_suffix(".toml"))
        text = path.read_bytes().decode("utf-8-sig")
        return Document(parsing.tree(text, str(path), "toml"), text, path)

    # --- changes -----------------------------------------------------------------------------------

    def change(self, tree: Tree, merging: object = None) -> None:
        """Replaces the scenario's tables by `tree`.

        One undo takes back all successive changes with the same `merging`.
        """
        if tree is self.tree or tree == self.tree:
            return
        if merging is None or merging != self._merging or not self._before:
            self._before.append(self.tree)
            del self._before[:-MOST_UNDONE]
        self._merging = merging
        self._undone.clear()
        self.tree = tree

    def settle(self) -> None:
        """Makes the next change a separate step of undo."""
        self._merging = None

    def undo(self) -> bool:
        if not self._before:
            return False
        self._undone.append(self.tree)
        self.tree = self._before.pop()
        self._merging = None
        return True

    def redo(self) -> bool:
        if not self._undone:
            return False
        self._before.append(self.tree)
        self.tree = self._undone.pop()
        self._merging = None
        return True

    # --- soundness ---------------------------------------------------------------------------------

    def _check(self) -> tuple[Tree, Scenario | None, Problem | None]:
        if self._checked is None or self._checked[0] is not self.tree:
            source = self.path.name if self.path is not None else "scenario"
            try:
                scenario = files.parse(json.dumps(self.tree), source, "json")
                world_of(scenario)
                self._checked = self.tree, scenario, None
            except ScenarioError as error:
                self._checked = self.tree, None, Problem(error.place, error_text(error, language_in_use()))
        return self._checked

    @property
    def problem(self) -> Problem | None:
        """Returns the first error in the scenario; None if it is valid."""
        return self._check()[2]

    @property
    def scenario(self) -> Scenario | None:
        return self._check()[1]

    # --- the file ----------------------------------------------------------------------------------

    @property
    def changed(self) -> bool:
        return self.tree != self._saved or (self.path is None and not self.kept)

    @property
    def text(self) -> str:
        return patched(self._text, self._saved, self.tree)

    def save(self, path: Path | None = None) -> Path:
        """Writes the scenario to its file and returns the path."""
        target = path or self.path
        if target is None:
            raise ValueError("the scenario has no file name yet")
        text = self.text
        write_file(target, text)
        self._text, self._saved, self.path = text, self.tree, target
        return target
