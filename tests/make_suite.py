"""Writes the suite for other engines, from the cases and the counted positions: `python -m tests.make_suite`.

The cases below `tests/cases` are their one home; `suite/` holds them as JSON, each whole and tagged, and is compared
with what would be written by `tests/test_suite.py`. Cases that are kept outside the project are not in it.
"""

import json
import sys
from pathlib import Path

from tests.positions import positions, written

from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import json_schema
from fivefoot.engine.scenario.expectations import names_the_end
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.suite.features import features

ROOT = Path(__file__).parents[1]
SUITE = ROOT / "suite"


def made() -> dict[str, str]:
    """Every file of the suite that is made, by its path in it, and its text."""
    found = {"scenario.schema.json": json_schema.text()}
    for ruleset in RULESETS:
        for file in sorted((ROOT / "tests" / "cases" / ruleset).glob("*.toml")):
            lines = []
            for case in read_cases(file):
                if names_the_end(case):
                    continue  # brains decide it, not rules
                tree = case.tree()
                lines.append(json.dumps({**tree, "tags": features(tree)}, ensure_ascii=False))
            if lines:
                found[f"{ruleset}/{file.stem}.json"] = '{"case": [\n' + ",\n".join(lines) + "\n]}\n"
        counted = [
            json.dumps({"creature": "ann", "counts": note.counts, "scenario": made}, ensure_ascii=False)
            for made, note in zip(positions(ruleset), written(ruleset), strict=True)
        ]
        found[f"{ruleset}/perft.jsonl"] = "".join(f"{line}\n" for line in counted)
    return found


def kept() -> dict[str, str]:
    """The made files as they are in the suite."""
    files = [*SUITE.glob("*/*.json"), *SUITE.glob("*/*.jsonl"), *SUITE.glob("*.schema.json")]
    return {file.relative_to(SUITE).as_posix(): file.read_text(encoding="utf-8") for file in files}


def main() -> int:
    """Write the suite; returns how many files have changed."""
    before, after = kept(), made()
    for name in before.keys() - after.keys():
        (SUITE / name).unlink()
    for name, text in after.items():
        (SUITE / name).parent.mkdir(parents=True, exist_ok=True)
        (SUITE / name).write_text(text, encoding="utf-8", newline="\n")
    changed = sum(before.get(name) != text for name, text in after.items()) + len(before.keys() - after.keys())
    print(f"{len(after)} files, {changed} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
