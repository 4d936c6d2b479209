"""An entry of the changelog, or a fragment of it, is one sentence of at most 20 words, of a kind that there is."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_WORDS = 20
FRAGMENTS = sorted(file for file in (ROOT / "changes").glob("*.md") if file.name != "README.md")


def entries() -> list[str]:
    """The entries of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return [
        " ".join(entry.split()) for entry in re.findall(r"^- (.*?)(?=^- |^#|\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    ]


def words(entry: str) -> int:
    """The words of a sentence; a dash is none."""
    return sum(bool(re.search(r"\w", word)) for word in entry.split())


def test_entries_are_short_sentences() -> None:
    assert len(entries()) > 40
    assert [entry for entry in entries() if words(entry) > MOST_WORDS or not entry.endswith(".")] == []


@pytest.mark.parametrize("file", FRAGMENTS, ids=lambda file: file.name)
def test_a_fragment_is_a_short_sentence_of_a_known_kind(file: Path) -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]["type"]
    assert file.name.split(".")[1] in {kind["directory"] for kind in known}
    text = " ".join(file.read_text(encoding="utf-8").split())
    assert words(text) <= MOST_WORDS
    assert text.endswith(".")


def test_a_release_has_one_section_with_its_date() -> None:
    spec = importlib.util.spec_from_file_location("fivefoot_release", ROOT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    release = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(release)
    fresh = "## 0.1.0 (2030-01-02)\n\n### Rules\n\n- New rule.\n\n### Fixed\n\n- Mended.\n\n"
    old = "## 0.1.0 (unreleased)\n\nFirst.\n\n### Rules\n\n- Old rule.\n\n### Bots\n\n- A bot.\n"
    both = "# Changelog\n\n## 0.1.0 (2030-01-02)\n\nFirst.\n\n### Rules\n\n- Old rule.\n- New rule.\n\n"
    both += "### Bots\n\n- A bot.\n\n### Fixed\n\n- Mended.\n"
    assert release.dated(f"# Changelog\n\n{fresh}{old}", "0.1.0", "2030-01-02") == both
    dated = old.replace("unreleased", "2030-01-02")
    assert release.dated(old, "0.1.0", "2030-01-02") == dated
    assert release.dated(f"{fresh}{dated}", "0.2.0", "2030-01-02") == f"{fresh}{dated}"
