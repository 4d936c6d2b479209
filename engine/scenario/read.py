"""Reads scenarios, with checks and migrations."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from ..errors import ScenarioError, spelled
from ..files import bytes_of, text_of
from ..rules.own_intents import intents_for
from ..rules.ruleset import OwnIntent
from . import cross_checks, validate
from . import parse as parsing
from .format import BoardSpec, CreatureSpec, EdgeSpec, ExpectSpec, Scenario, ScenarioFile, TurnSpec, file_type
from .shipped import with_shipped

Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Migrates a tree by one version."""

_STEPS: dict[str, dict[int, Step]] = {}


def migration(game: str, *, to: int) -> Callable[[Step], Step]:
    """Registers a function that converts a game's files from version `to - 1` to version `to`.

    Files contain `game = "ember"` and `version = 2`. The function returns the changed tables. The tables of a saved
    battle have the key `save`.

    Raises:
        ValueError: `to` is less than 2, or has a migration.
    """
    if to < 2:
        raise ValueError(f"to: found {to}; allowed: a version from 2 on")

    def register(step: Step) -> Step:
        steps = _STEPS.setdefault(game, {})
        if steps.get(to, step) is not step:
            raise ValueError(f"{game} has a migration to version {to} already")
        steps[to] = step
        return step

    return register


def migrated(tree: Any, source: str) -> Any:
    """Returns a file's tables, converted to the newest version by the registered functions.

    Raises:
        ScenarioError: the version is too new, or a migration fails.
    """
    if not isinstance(tree, dict) or not _STEPS:
        return tree
    game, version = tree.get("game"), tree.get("version", 1)
    steps = _STEPS.get(game) if isinstance(game, str) else None
    if not steps or not isinstance(version, int):
        return tree
    newest = max(steps)
    if version > newest:
        raise ScenarioError(source, "version", str(version), f"at most {newest}, the version of {game} here")
    tree = deepcopy(tree)
    for number in range(version + 1, newest + 1):
        if number in steps:
            try:
                tree = steps[number](tree)
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
                raise ScenarioError(
                    source, "version", f"a migration to {number} that fails ({told})", "none"
                ) from error
        if not isinstance(tree, dict):
            raise ScenarioError(source, "version", f"a migration to {number} that returns {spelled(tree)}", "a tree")
        tree["version"] = number
    inner = tree.get("scenario")
    if "save" in tree and isinstance(inner, dict):
        inner["version"] = newest
    return tree


__all__ = [
    "BoardSpec",
    "CreatureSpec",
    "EdgeSpec",
    "ExpectSpec",
    "Scenario",
    "ScenarioFile",
    "TurnSpec",
    "parse",
    "read",
    "read_cases",
    "scenario_of",
]


def read(path: str | os.PathLike[str], intents: Iterable[OwnIntent] = ()) -> Scenario:
    """Reads a scenario from a TOML or JSON file.

    Raises:
        ScenarioError: there is no such file, or it is invalid.
    """
    source = os.fsdecode(path)
    text, kind = _text_of(source)
    return parse(text, source, kind, intents)


def _text_of(source: str) -> tuple[str, str | None]:
    raw = bytes_of(source, parsing.LARGEST_FILE, "a TOML or JSON file of at most 4 MiB")
    suffix = Path(source).suffix.lower()
    return text_of(raw, source), {".json": "json", ".toml": "toml"}.get(suffix)


def read_cases(path: str | os.PathLike[str]) -> list[Scenario]:
    """Reads all scenarios of a file: one, or one for each `[[case]]`.

    Tables of a case are merged with those of the file. Lists and values replace them.

    Raises:
        ScenarioError: the file or a case is invalid.
    """
    source = os.fsdecode(path)
    text, kind = _text_of(source)
    tree = parsing.tree(text, source, kind)
    cases = tree.pop("case", None)
    if cases is None:
        return [_checked(tree, source)]
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        raise ScenarioError(source, "case", spelled(cases), "[[case]] tables, one at least")
    return [_checked(_over(tree, case), f"{source}: case[{number}]") for number, case in enumerate(cases)]


def _over(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    made = dict(shared)
    for key, value in own.items():
        below = made.get(key)
        made[key] = _over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return made


def parse(text: str, source: str = "<text>", kind: str | None = None, intents: Iterable[OwnIntent] = ()) -> Scenario:
    """Reads a scenario from text; `kind` is "toml", "json" or guessed.

    Raises:
        ScenarioError: the text is invalid. The message names the place and the allowed values.
    """
    return _checked(parsing.tree(text, source, kind), source, intents)


def scenario_of(
    given: Scenario | Mapping[str, Any], source: str = "<table>", intents: Iterable[OwnIntent] = ()
) -> Scenario:
    """Creates a scenario from a table or a `Scenario` and checks it.

    Raises:
        ScenarioError: the value is invalid. The message names the place and the allowed values.
    """
    if not isinstance(given, Scenario):
        plain = dict(given)
        validate.check_sound(plain, source)
        return _checked(plain, source, intents)
    try:
        tree = msgspec.to_builtins(given)
    except (TypeError, ValueError, RecursionError) as error:
        raise ScenarioError(given.source, "", f"a value that no scenario can hold ({error})", "plain values") from None
    tree.pop("source", None)
    validate.check_sound(tree, given.source)
    _checked(tree, given.source, intents)
    return given


def _checked(tree: object, source: str, intents: Iterable[OwnIntent] = ()) -> Scenario:
    tree = migrated(tree, source)
    tree = with_shipped(tree, source)
    file = validate.decode(tree, file_type(intents_for(_words(tree), intents)), source)
    fields = {name: getattr(file, name) for name in ScenarioFile.__struct_fields__}
    scenario = Scenario(**fields, source=source)
    cross_checks.check(scenario)
    return scenario


def _words(tree: object) -> Iterator[object]:
    for turn in _tables(tree, "turns"):
        yield from (wanted.get("do") for wanted in _tables(turn, "intents"))


def _tables(tree: object, key: str) -> Iterator[dict[str, Any]]:
    listed = tree.get(key) if isinstance(tree, dict) else None
    yield from (one for one in (listed if isinstance(listed, (list, tuple)) else ()) if isinstance(one, dict))
