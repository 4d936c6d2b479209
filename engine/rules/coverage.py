"""Rule coverage: which catalogue entries the code decides, and which some test or case holds it to.

An entry is decided if the catalogue files it under a topic that some code cites, if code cites it by its id, or
if a docstring of the engine or the systems names it. It is tested if a case or a test names it.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from .catalogue import ASSETS, PACKAGE, catalogue, identifiers, named_in
from .ruleset import Ruleset

INDEX = "tested.txt"
"""The asset that lists the tested ids for installations that come without the tests: one a line."""
OWN_TEST = "test_catalogue.py"
"""The test of the catalogue itself names entries without holding anything to them."""
FOLDERS = ("components", "engine", "systems", "scenes")
"""Where code is."""
SPEAKING = ("engine", "systems")
"""Where a docstring that names an entry says how it is decided."""


@dataclass(frozen=True, slots=True)
class EntryCoverage:
    """How one entry stands."""

    id: str
    decided: bool
    tested: bool
    note: str = ""
    """Why no program can decide it, where that is so."""

    @property
    def settled(self) -> bool:
        """Decided and tested."""
        return self.decided and self.tested

    @property
    def missing(self) -> bool:
        """Neither settled nor beyond any program."""
        return not self.settled and not self.note


@dataclass(frozen=True, slots=True)
class Code:
    """What the package's source says of rules."""

    topics: frozenset[str]
    """Strings that code uses."""
    patterns: tuple[re.Pattern[str], ...]
    """Topics that are put together while running."""
    documented: frozenset[str]
    """Ids that docstrings name."""

    def cites(self, topic: str) -> bool:
        """Whether some code can cite a topic."""
        return topic in self.topics or any(pattern.fullmatch(topic) for pattern in self.patterns)


def coverage(rules: Ruleset, tested: frozenset[str] | None = None) -> list[EntryCoverage]:
    """How each entry of a ruleset stands, in the catalogue's order; `tested` is read from disk if not given."""
    code = source()
    held = tested_ids() if tested is None else tested
    cited = {rule for topic, filed in rules.topics.items() if code.cites(topic) for rule in filed}
    decided = cited | code.documented | code.topics
    return [
        EntryCoverage(entry.id, entry.id in decided, entry.id in held, rules.notes.get(entry.id, ""))
        for entry in catalogue().get(rules.name, ())
    ]


# --- decided -------------------------------------------------------------------------------------


@cache
def source() -> Code:
    """What the source of the installed package says."""
    topics: set[str] = set()
    patterns: dict[str, re.Pattern[str]] = {}
    documented: set[str] = set()
    for folder in FOLDERS:
        for file in _modules(files(f"{PACKAGE}.{folder}")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            speech = _docstrings(tree)
            if folder in SPEAKING:
                for constant in speech:
                    documented |= named_in(str(constant.value))
            _spoken(tree, {id(constant) for constant in speech}, topics, patterns)
    return Code(frozenset(topics), tuple(patterns.values()), frozenset(documented & identifiers()))


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and not entry.name.startswith((".", "__")):
            yield from _modules(entry)
        elif entry.name.endswith(".py"):
            yield entry


def _docstrings(tree: ast.AST) -> list[ast.Constant]:
    """Strings that stand alone as statements: docstrings of modules, classes, functions and attributes."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]


def _spoken(tree: ast.AST, skipped: set[int], topics: set[str], patterns: dict[str, re.Pattern[str]]) -> None:
    """Gather the strings that code uses, and the shapes of those that it puts together."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("switch", "Switch"):
            skipped |= {id(keyword.value) for keyword in node.keywords if keyword.arg == "rule"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            topics.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            plain = "".join(part for part in parts if isinstance(part, str))
            if "." in plain and re.fullmatch(r"[a-z0-9.-]+", plain):
                shape = "".join(r"[a-z0-9-]+" if part is None else re.escape(str(part)) for part in parts)
                patterns[shape] = re.compile(shape)


# --- tested --------------------------------------------------------------------------------------


def tree() -> Path | None:
    """The source tree that the package runs from, None for an installation without its tests."""
    if not isinstance(ASSETS, Path):
        return None
    root = ASSETS.resolve().parent
    return root if (root / "tests").is_dir() and (root / "pyproject.toml").is_file() else None


def tested_ids() -> frozenset[str]:
    """Ids that cases and tests name: from the source tree, else from the index that came with the package."""
    root = tree()
    if root is not None:
        return frozenset(find_tested(root))
    index = ASSETS / INDEX
    return frozenset(index.read_text(encoding="utf-8").split()) if index.is_file() else frozenset()


def find_tested(root: Path) -> set[str]:
    """Ids that the cases and tests of a source tree name."""
    found: set[str] = set()
    for folder, suffix in (("tests/cases", ".toml"), ("tests", ".py")):
        for file in sorted((root / folder).rglob(f"*{suffix}")):
            if file.name != OWN_TEST:
                found |= named_in(file.read_text(encoding="utf-8"))
    return found & identifiers()


def write_index(ids: Iterable[str]) -> str:
    """The index as its file holds it."""
    return "".join(f"{known}\n" for known in sorted(ids))
