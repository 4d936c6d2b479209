"""Mutation: every decision that a switch or a citation carries is turned round, and some case must fail.

    python -m tests.mutation [RULESET...] > tests/mutation.txt

For each catalogue entry with a switch, the switch stands at each of its other values in turn for all cases that do not
set it themselves. For each entry that a case proves, nothing cites it. The table says how many cases fail; a line that
ends in `survives` is a decision that no case holds.
"""

import dataclasses
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.expectations import failures
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read_cases
from fivefoot.engine.scenario.ruleset_checks import switches
from fivefoot.play.battle import Battle

CASES = Path(__file__).parent / "cases"


def fails(case: Scenario, rules: Ruleset) -> bool:
    """Whether a case fails when it is played by other rules, its own switches set on them."""
    try:
        with Battle(case, rules=rules.vary(**switches(case, rules))) as battle:
            battle.run()
            return bool(failures(case, battle))
    except (ScenarioError, ValueError):
        return True


def turned(rules: Ruleset, cases: list[Scenario]) -> Iterator[tuple[str, str, int, int]]:
    """(entry, what is turned round, cases that fail, cases played) for every value of every switch but the default."""
    for name, known in sorted(rules.switches.items()):
        asked = [case for case in cases if name not in switches(case, rules)]
        others = [value for value in known.values if value not in (known.default, "")]
        others += [known.least + 2] if known.least is not None else []
        for value in others:
            varied = rules.vary(**{name: value})
            count = sum(fails(case, varied) for case in asked)
            yield known.rule or "-", f"{name} = {value}", count, len(asked)


def silent(rules: Ruleset, cases: list[Scenario]) -> Iterator[tuple[str, str, int, int]]:
    """(entry, what is switched off, cases that fail, cases played) for every entry that a case proves."""
    for known in sorted({known for case in cases for known in case.proves}):
        cites = {topic: tuple(rule for rule in filed if rule != known) for topic, filed in rules.topics.items()}
        proving = [case for case in cases if known in case.proves]
        varied = dataclasses.replace(rules, cites={**rules.cites, **cites})
        yield known, "cited by nothing", sum(fails(case, varied) for case in proving), len(proving)


def main(wanted: list[str]) -> None:
    """Print the table, and last how many decisions survive."""
    survivors = lines = 0
    for name, rules in RULESETS.items():
        if wanted and name not in wanted:
            continue
        cases = [case for path in sorted(CASES.rglob("*.toml")) for case in read_cases(path) if case.ruleset == name]
        print(f"# {name}: {len(cases)} cases")
        for entry, what, count, played in chain(turned(rules, cases), silent(rules, cases)):
            survives = not count
            survivors, lines = survivors + survives, lines + 1
            print(f"{entry}  {what}  {count} of {played}{'  survives' if survives else ''}", flush=True)
    print(f"{survivors} of {lines} survive")


if __name__ == "__main__":
    main(sys.argv[1:])
