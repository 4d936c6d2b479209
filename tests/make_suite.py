"""Writes the suite for other engines, from the cases and the counted positions: `python -m tests.make_suite [FOLDER]`.

The suite holds each case of `tests/cases` as JSON, whole and tagged, and the counted positions; FOLDER is new or empty,
`build/suite` if none is given. Cases that are kept outside the project are not in it.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

from tests.positions import positions, written

from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import json_schema
from fivefoot.engine.scenario.expectations import names_the_end
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.suite.suite_runner import features

ROOT = Path(__file__).parents[1]
NOTICE = """\
# {ruleset}: whose rules these are

The cases and counts of this folder say how an unofficial project reads the rules published as "{title}".
They hold boards, numbers, ids and titles of our own and the names of game terms, and none of the published text. The
authors and publishers of those rules have not published, endorsed or reviewed them; names and marks are their own.

The cases are under the MIT licence (`LICENSE`), like the rest of the suite.
"""


def made() -> dict[str, str]:
    """Every file of the suite, by its path in it, and its text."""
    page = (ROOT / "docs" / "suite.md").read_text(encoding="utf-8")
    found = {
        "README.md": re.sub(r"\[([^]]+)\]\([^)]+\)", r'"\1" in the documentation', page),
        "LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
        "scenario.schema.json": json_schema.text(),
    }
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
        rules = ROOT / "assets" / "rules" / f"{ruleset.replace('-', '_')}.toml"
        title = tomllib.loads(rules.read_text(encoding="utf-8"))["meta"]["source_title"]
        found[f"{ruleset}/NOTICE.md"] = NOTICE.format(ruleset=ruleset, title=title)
    return found


def write(folder: Path) -> int:
    """Write the suite into a new or empty folder; returns how many files it has.

    Raises:
        FileExistsError: something is in that folder.
    """
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder}: found a folder with files; allowed: a new or empty one")
    files = made()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return len(files)


if __name__ == "__main__":
    wanted = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "suite"
    try:
        print(f"{wanted}: {write(wanted)} files")
    except FileExistsError as there:
        sys.exit(str(there))
