"""Battles from files, texts and shipped scenarios."""

from __future__ import annotations  # help() and editors show `Intent`, not the union

import os
from collections.abc import Mapping
from typing import Any, Unpack

from ..engine.errors import ScenarioError, names, spelled
from ..engine.files import DATA_FILES
from ..engine.messages import _, english
from ..engine.rules.ruleset import Ruleset
from ..engine.scenario import read as files
from .battle import Battle
from .parts import GameParts


def load(
    path: str | os.PathLike[str],
    *,
    ruleset: str | None = None,
    seed: int | None = None,
    rules: Ruleset | None = None,
    **parts: Unpack[GameParts],
) -> Battle:
    """Loads a battle from a scenario file or a shipped scenario (such as "bridge").

    `ruleset` and `seed` replace those of the file; `rules` is your own ruleset. Options are those of `Battle`.

    Raises:
        ScenarioError: the file is not a valid scenario.
        TypeError, ValueError: a part is invalid.
    """
    scenario = files.read(shipped(path), parts.get("intents", ()))
    return Battle(scenario, ruleset=ruleset, seed=seed, rules=rules, **parts)


def shipped(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Returns the path of the shipped scenario with this name; else `path`. Existing files come first.

    Raises:
        ScenarioError: neither a file nor a shipped scenario has this plain name.
    """
    word = os.fsdecode(path)
    if word.isascii() and word.replace("-", "").isalnum() and not os.path.exists(word):
        file = DATA_FILES / "scenarios" / f"{word}.toml"
        if file.is_file():
            return str(file)
        raise no_scenario(word)
    return path


def shipped_names() -> list[str]:
    folder = DATA_FILES / "scenarios"
    if not folder.is_dir():
        return []
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def shipped_text(name: str) -> str:
    return (DATA_FILES / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")


def no_scenario(word: str) -> ScenarioError:
    known = english("a file, or one of {names}", names=names(shipped_names(), word))
    return ScenarioError(word, "", _("no file, and no scenario of that name"), known)


def loads(
    text: str | Mapping[str, Any],
    *,
    ruleset: str | None = None,
    seed: int | None = None,
    rules: Ruleset | None = None,
    **parts: Unpack[GameParts],
) -> Battle:
    """Loads a battle from TOML or JSON text. The options are those of `load`.

    Raises:
        ScenarioError: the text is not a valid scenario.
    """
    if isinstance(text, Mapping):
        return Battle.of(text, ruleset=ruleset, seed=seed, rules=rules, **parts)
    if not isinstance(text, str):
        raise ScenarioError("<text>", "", spelled(text), "a text in TOML or JSON, or a table")
    scenario = files.parse(text, intents=parts.get("intents", ()))
    return Battle(scenario, ruleset=ruleset, seed=seed, rules=rules, **parts)
