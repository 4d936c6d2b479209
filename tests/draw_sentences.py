"""Draws sentences by chance, for a reader who has not seen the project: 30 refusals, 30 log lines, 20 docstrings.

Run: python -m tests.draw_sentences SEED
"""

import ast
import random
import sys

from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.battle import Battle
from fivefoot.play.proof import refusals_in
from fivefoot.play.replay.log_text import chronicle

from .messages import ROOT, sources

REFUSALS, LINES, DOCSTRINGS, CASES = 30, 30, 20, 60


def log_lines(dice: random.Random) -> list[str]:
    """The lines of the logs of some cases, without the headings of turns."""
    found: set[str] = set()
    files = sorted((ROOT / "tests" / "cases").rglob("*.toml"))
    for path in dice.sample(files, min(CASES, len(files))):
        case = dice.choice(list(read_cases(path)))
        with Battle(case) as battle:
            unit = "ft" if battle.rules.feet else "sq"
            found |= {line.text for line in chronicle(battle.run(), unit) if line.depth and line.kind != "turn"}
    return sorted(found)


def docstrings() -> list[str]:
    """Those of functions and classes, each behind its module and signature."""
    found: list[str] = []
    for file in sources():
        module = file.relative_to(ROOT).with_suffix("").as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        owners = {id(one): node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for one in node.body}
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and (text := ast.get_docstring(node)):
                owner = f"{owners[id(node)]}." if id(node) in owners else ""
                found += [f"{module}: {signature(node, owner)}: {' '.join(text.split())}"]
    return found


def signature(node: ast.FunctionDef | ast.ClassDef, owner: str) -> str:
    """A class's name, or a function's name behind that of its class, with its parameters and result."""
    if isinstance(node, ast.ClassDef):
        return f"class {owner}{node.name}"
    given = node.args
    names = [one.arg for one in (*given.posonlyargs, *given.args) if one.arg not in ("self", "cls")]
    names += [f"*{given.vararg.arg}"] if given.vararg else []
    names += [one.arg for one in given.kwonlyargs]
    names += [f"**{given.kwarg.arg}"] if given.kwarg else []
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{owner}{node.name}({', '.join(names)}){result}"


def main(seed: str) -> None:
    """Prints the sentences of a seed."""
    dice = random.Random(seed)
    for title, count, known in (
        ("refusals", REFUSALS, [one.example for one in refusals_in(ROOT, list(RULESETS))]),
        ("log lines", LINES, log_lines(dice)),
        ("docstrings", DOCSTRINGS, docstrings()),
    ):
        print(f"# {count} {title} of {len(known)}")
        print("\n".join(f"- {one}" for one in dice.sample(known, count)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "1")
