"""Migrations of a game's files: functions from the plain tree of one version to that of the next."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeAlias

from ..errors import ScenarioError, spelled

Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Returns the tree of a scenario or save in the next version of a game."""

_STEPS: dict[str, dict[int, Step]] = {}
"""The steps of each game, by the version that they lead to."""


def migration(game: str, *, to: int) -> Callable[[Step], Step]:
    """Registers a function that turns a game's files of version `to - 1` into files of version `to`.

    A scenario says `game = "ember"` and `version = 2`; its saves say the same. The function gets the plain tree
    of the file and returns the changed one. A tree with the key `save` is a saved battle: its scenario is
    `tree["scenario"]`, its creatures' components are `tree["state"]["creatures"][i]["components"]`.

    Raises:
        ValueError: `to` is less than 2, or taken.
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
    """The tree of a file in the newest version of its game; as it is without migrations.

    Raises:
        ScenarioError: its version is newer than the game here, or a migration fails.
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
