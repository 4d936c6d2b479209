"""Rule coverage: entries counted as proven, checked, beyond any program or missing, from the proofs that are found."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .catalogue import ASSETS, catalogue
from .ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class EntryCoverage:
    """How one entry stands."""

    id: str
    proof: str = ""
    """The case in which something that happens or is refused cites it; empty: none."""
    check: str = ""
    """The named check that holds it, where nothing that happens can cite it; empty: none."""
    note: str = ""
    """Why no program can decide it, where that is so."""

    @property
    def settled(self) -> bool:
        """Decided and tested."""
        return bool(self.proof or self.check)

    @property
    def missing(self) -> bool:
        """Neither settled nor beyond any program."""
        return not self.settled and not self.note


def coverage(rules: Ruleset, proofs: Mapping[str, str], checks: Mapping[str, str]) -> list[EntryCoverage]:
    """How each entry of a ruleset stands, in the catalogue's order, by what proves and what checks each id."""
    return [
        EntryCoverage(entry.id, proofs.get(entry.id, ""), checks.get(entry.id, ""), rules.notes.get(entry.id, ""))
        for entry in catalogue().get(rules.name, ())
    ]


def tree() -> Path | None:
    """The source tree that the package runs from, None for an installation without its cases."""
    if not isinstance(ASSETS, Path):
        return None
    root = ASSETS.resolve().parent
    return root if (root / "tests" / "cases").is_dir() and (root / "pyproject.toml").is_file() else None
