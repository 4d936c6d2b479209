"""Options with several values: `--rulesets a b`, `--rulesets a --rulesets b`, `a,b`."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from ....engine.brains import BRAINS
from ....engine.rulesets import RULESETS
from ....play.loading import shipped_names
from .worded_help import WordedHelp


def _is_no_file(word: str) -> bool:
    return not (os.path.exists(word) or "." in word or "/" in word or os.sep in word or word in shipped_names())


def _is_ruleset(word: str) -> bool:
    return word == "all" or word in RULESETS or _is_no_file(word)


def _is_brain(word: str) -> bool:
    return word in BRAINS or (":" in word and not os.path.exists(word)) or _is_no_file(word)


def _is_switch(word: str) -> bool:
    return "=" in word and not os.path.exists(word)


SPREADING: Mapping[str, Callable[[str], bool]] = {
    "--rulesets": _is_ruleset,
    "--brains": _is_brain,
    "--rules": _is_switch,
}
"""Options with several values, each with a test for a further value."""


class Spreading(WordedHelp):
    """A command with options that take several values, such as `--rulesets a b`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spread(args))


def spread(args: list[str]) -> list[str]:
    """Returns the arguments with an option repeated before each of its values."""
    done: list[str] = []
    words = list(args)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        if name not in SPREADING:
            done.append(word)
            continue
        values = _parts(name, value) if equals else []
        if not equals and words:
            values += _parts(name, words.pop(0))
        while words and not words[0].startswith("-") and SPREADING[name](words[0].split(",")[0]):
            values += _parts(name, words.pop(0))
        for given in values or [""]:
            done += [name, given]
    return done


def _parts(name: str, word: str) -> list[str]:
    return [word] if ":" in word else [part for part in word.split(",") if part] or [word]
