"""Counts how far tests prove each rule of a catalogue: proven, checked, beyond any program, or missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..data_files import DATA_FILES
from .catalogue import catalogue
from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class EntryCoverage:
    """How far tests prove one entry."""

    id: str
    proof: str = ""
    """The case whose log or refusal cites the entry; empty: none."""
    check: str = ""
    """The named check of an entry that no log or refusal can cite; empty: none."""
    note: str = ""
    """Why no program can decide the entry; empty if one can."""

    @property
    def settled(self) -> bool:
        """Whether a case or a check proves the entry."""
        return bool(self.proof or self.check)

    @property
    def missing(self) -> bool:
        """Whether the entry is neither settled nor beyond any program."""
        return not self.settled and not self.note


def coverage(rules: Ruleset, proofs: Mapping[str, str], checks: Mapping[str, str]) -> list[EntryCoverage]:
    """The coverage of each entry of a ruleset, in the catalogue's order, from the case and the check of each id."""
    return [
        EntryCoverage(entry.id, proofs.get(entry.id, ""), checks.get(entry.id, ""), rules.notes.get(entry.id, ""))
        for entry in catalogue().get(rules.name, ())
    ]


def tree() -> Path | None:
    """The source tree that the package runs from; None for an installation without its cases."""
    if not isinstance(DATA_FILES, Path):
        return None
    root = DATA_FILES.resolve().parent
    return root if (root / "tests" / "cases").is_dir() and (root / "pyproject.toml").is_file() else None
