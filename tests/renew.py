"""Writes whatever is derived from the sources: run it after an intent, a public name, a message or a field is added.

Run: python -m tests.renew. It writes `fivefoot.intents`, a row of `docs/intents-and-log.md` for each intent without
one, the inventory of public names, the schema of scenario files and the messages of `assets/locale`. Each has a test
that fails while it is out of date. Translations that are missing, fuzzy or stale are listed; the status is then 1.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from fivefoot.components.intents import KINDS, IntentBase

ROOT = Path(__file__).parents[1]
INTENTS = ROOT / "src" / "fivefoot" / "intents.py"
DECLARED = ROOT / "components" / "intents.py"
SCHEMA = ROOT / "assets" / "scenario.schema.json"
PAGE = ROOT / "docs" / "intents-and-log.md"
PUBLIC = ("Intent", "IntentBase", "Square")
"""What is public of the module of intents beside its structs."""


def intents_module() -> str:
    """The public module of intents: every struct that the sources declare."""
    classes = [
        node.name for node in ast.parse(DECLARED.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)
    ]
    names = sorted({*classes, *PUBLIC})
    imported = "".join(f"    {name},\n" for name in names)
    listed = "".join(f'    "{name}",\n' for name in names)
    first = '"""Intents: what a player or brain asks a creature to do, one struct for each `do`."""\n'
    return f"{first}\nfrom .components.intents import (\n{imported})\n\n__all__ = [\n{listed}]\n"


def with_rows(page: str, intents: Iterable[type[IntentBase]]) -> str:
    """The page on intents with a row before that of `end` for each intent without one."""
    shared = set(IntentBase.__struct_encode_fields__)
    rows = ""
    for kind in intents:
        name = f"`{kind.__struct_config__.tag}`"
        if not any(name in line.split("|")[1] for line in page.splitlines() if line.startswith("| `")):
            fields = ", ".join(f"`{field}`" for field in kind.__struct_encode_fields__ if field not in shared)
            cells = (name, fields, (kind.__doc__ or "").splitlines()[0].rstrip("."))
            rows += "|".join(["", *(f" {cell} " if cell else " " for cell in cells), "\n"])
    return page.replace("| `end` |", f"{rows}| `end` |", 1)


def main() -> int:
    """Writes everything in order of dependence; returns 1 if translations are missing, fuzzy or stale."""
    INTENTS.write_text(intents_module(), encoding="utf-8")
    PAGE.write_text(with_rows(PAGE.read_text(encoding="utf-8"), KINDS), encoding="utf-8")
    # Each in a process of its own, which sees what the one before has written.
    schema = subprocess.run(
        [sys.executable, "-m", "fivefoot", "schema"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    SCHEMA.write_text(schema.stdout, encoding="utf-8")
    subprocess.run([sys.executable, "tests/public_api.py", "--write"], cwd=ROOT, check=True)
    return subprocess.run([sys.executable, "-m", "tests.messages", "--write"], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
