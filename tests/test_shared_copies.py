"""The copies of the shared catalogue and cases are still copies, save for the amendments written down."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
RULES = ROOT / "assets" / "rules"
CASES = ROOT / "tests" / "cases" / "shared"
AMENDMENTS = RULES / "AMENDMENTS.md"

beside_the_shared_folder = pytest.mark.skipif(
    not (SHARED / "rules").is_dir() or not (SHARED / "cases").is_dir(),
    reason="no ../shared beside the repository",
)


def amended() -> set[str]:
    """The ids that AMENDMENTS.md lists: the first code span of each list item."""
    if not AMENDMENTS.exists():
        return set()
    return set(re.findall(r"^\s*[-*] `([^`]+)`", AMENDMENTS.read_text(encoding="utf-8"), re.MULTILINE))


def entries(file: Path) -> dict[str, dict[str, Any]]:
    """The catalogue's entries by id."""
    catalogue = tomllib.loads(file.read_text(encoding="utf-8"))
    rules = {rule["id"]: rule for rule in catalogue["rule"]}
    assert len(rules) == len(catalogue["rule"]), f"{file.name} has an id twice"
    return rules


def test_amendments_name_entries_that_exist() -> None:
    known = {name for file in sorted(RULES.glob("*.toml")) for name in entries(file)}
    assert amended() - known == set()


@beside_the_shared_folder
def test_the_catalogues_are_the_shared_ones() -> None:
    assert [file.name for file in sorted(RULES.glob("*.toml"))] == [
        file.name for file in sorted((SHARED / "rules").glob("*.toml"))
    ]


@beside_the_shared_folder
@pytest.mark.parametrize("name", [file.name for file in sorted(RULES.glob("*.toml"))])
def test_shared_entries_differ_only_where_an_amendment_says_so(name: str) -> None:
    ours, theirs = entries(RULES / name), entries(SHARED / "rules" / name)
    changed = {key for key, entry in theirs.items() if ours.get(key) != entry}
    assert sorted(changed - amended()) == []


@beside_the_shared_folder
@pytest.mark.parametrize("name", [file.name for file in sorted(RULES.glob("*.toml"))])
def test_the_topics_are_all_that_the_catalogue_has_besides(name: str) -> None:
    ours, theirs = (tomllib.loads((folder / name).read_text(encoding="utf-8")) for folder in (RULES, SHARED / "rules"))
    assert ours.pop("topics")
    assert {**ours, "rule": ()} == {**theirs, "rule": ()}


@beside_the_shared_folder
def test_every_shared_case_is_copied_unchanged() -> None:
    def contents(folder: Path) -> dict[str, bytes]:
        return {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.toml"))}

    ours, theirs = contents(CASES), contents(SHARED / "cases")
    assert sorted(ours) == sorted(theirs)
    assert [name for name in theirs if ours[name] != theirs[name]] == []
