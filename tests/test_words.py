"""The glossary in docstrings and comments: words that it gives up stay out of the code."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("components", "engine", "systems", "scenes", "src/fivefoot", "tests", "examples", "benchmarks", "docs")

INSTEAD = {
    r"whoever|whomever|whosever|whom|somebody|anybody": "the creature, the mover, the attacker, the player, ...",
    r"nobody|everybody": "no creature, every creature, others, ...",
    r"reckon\w*": "count, compute, estimate",
    r"footing": "occupied grid; firm ground",
    r"lattice": "bitboard layout",
    r"foresight|prospects": "preview, candidates",
    r"deeds?": "command, act",
    r"misdeeds?": "fault",
    r"dear|dearness|purse|toll": "costly, cost, budget",
    r"shove[ds]?|shoving": "forced movement, push",
    r"is told|are told": "gets, is called with",
    r"what (?:becomes?|comes|has become|has come) of": "the result, the outcome",
}
"""Words that the glossary gives up, as patterns, and what to say instead."""

NAMES = r"\b(?:Shoves?|who beats whom)\b"
"""Phrases in which such a word is no slip: a game's own word, a fixed expression."""

UNWANTED = {re.compile(rf"\b(?:{words})\b", re.IGNORECASE): instead for words, instead in INSTEAD.items()}


def prose(text: str) -> str:
    """A text without code in backticks, catalogue ids, quoted words and the phrases that are allowed."""
    text = re.sub(r"``?[^`]*``?", "", text)
    text = re.sub(r"\b[\w-]+(?:\.[\w-]+)+\b", "", text)
    return re.sub(NAMES, "", text)


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every string that stands for itself: docstrings of modules, classes, functions, attributes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def comments(source: str) -> Iterator[tuple[int, str]]:
    """(line, text) of every comment."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def slips(source: str) -> list[str]:
    """Each unwanted word in the docstrings and comments of a module: line, word, and what to say instead."""
    return [
        f"{line}: {found[0]} (say: {instead})"
        for line, text in (*docstrings(source), *comments(source))
        for words, instead in UNWANTED.items()
        for found in words.finditer(prose(text))
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_no_docstring_says_what_the_glossary_gives_up(room: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{slip}"
        for file in sorted((ROOT / room).rglob("*.py"))
        if not any(parent.is_symlink() for parent in file.parents)
        for slip in slips(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('"""Whoever is there."""', ["1"]),
        ("x = 1  # somebody else's", ["1"]),
        ('x = 1\n"""What becomes of the deed."""', ["2", "2"]),
        ('"""The command `deeds` of the Shove. (pf2.prone.shove-out)"""', []),
        ('refuse("nobody is there")', []),
    ],
)
def test_a_slip_is_found(source: str, lines: list[str]) -> None:
    assert sorted(slip.partition(":")[0] for slip in slips(source)) == lines
