"""Counts the words of docstrings, cases and changelog entries.

Run: python -m benchmarks.words
"""

import ast
import re
import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.messages import ROOT, sources

LONG = 20
"""Most words of a docstring's first sentence."""
AVOIDED = re.compile(
    r"\b(?:which|whom|whoever|so that|as far as|shoves?|deeds?|reckon|comes? (?:of|to)|stirred"
    r"|afresh|anew|besides|mended)\b",
    re.IGNORECASE,
)
"""Words of the first sentence that a plainer one replaces."""
RELATIVE = re.compile(r"\b(?:which|whom)\b")


def docstrings(file: Path) -> Iterator[str]:
    """The docstrings of a module: its own, those of classes and functions, and those below attributes."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value.strip()


def entries() -> list[str]:
    """The entries of the changelog: each list item, and each fragment."""
    released = re.findall(r"(?m)^- (.*(?:\n  .*)*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    fragments = (ROOT / "changes").glob("*.*.md")
    return [*released, *(file.read_text(encoding="utf-8") for file in fragments)]


def main() -> None:
    """Prints one count a line."""
    texts = [text for file in sources() for text in docstrings(file)]
    firsts = [re.split(r"(?<=[.!?])\s|\n\n", text, maxsplit=1)[0] for text in texts]
    cases = (ROOT / "tests" / "cases").rglob("*.toml")
    counts = {
        "docstrings": len(texts),
        "words of docstrings": sum(len(text.split()) for text in texts),
        "docstrings with which or whom": sum(bool(RELATIVE.search(text)) for text in texts),
        f"first sentences over {LONG} words": sum(len(first.split()) > LONG for first in firsts),
        "first sentences with words to avoid": sum(bool(AVOIDED.search(first)) for first in firsts),
        "lines of cases": sum(file.read_text(encoding="utf-8").count("\n") for file in cases),
        "median words of a changelog entry": statistics.median(len(entry.split()) for entry in entries()),
    }
    for name, count in counts.items():
        print(f"{name:36} {count:,}")


if __name__ == "__main__":
    main()
