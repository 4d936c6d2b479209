"""Mutation: the decision of every catalogue entry is switched off or inverted, and some case or test must fail.

    python -m tests.mutation [RULESET...]        writes build/mutants/RULESET.txt
    python -m tests.mutation RULESET ENTRY...    tries the mutants of these entries, and new ones, and keeps the rest
    python -m tests.mutation --uncited           says how many cases fail where nothing cites anything

What is turned round, for each entry: its switch, to each of its other values; its citation, to nothing; its row of the
size table, each number to one more; the questions of the ruleset and the functions that name the entry, or cite a
topic of it, to the opposite answer (yes to no, a number to one more, a list to none, a refusal to none, a plan to a
refusal, anything else to an error). A mutant is killed by the first case or test that fails; those that prove the
entry or are its named check come first, then those of its chapter, then all others of the ruleset. `own` marks the
mutants that one of the former kills. An entry survives if none of its mutants is killed; why that may be so stands in
`tests/mutants/reasons.toml`, where an entry is decided that nothing names in `tests/mutants/places.toml`.
"""

import ast
import dataclasses
import inspect
import re
import signal
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from itertools import chain
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario import build
from fivefoot.engine.scenario.expectations import failures
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read_cases
from fivefoot.engine.scenario.ruleset_checks import switches
from fivefoot.engine.state.verdict import Forbidden, Plan, Refusal
from fivefoot.play.battle import Battle
from fivefoot.play.proof import CHECKS, name_of

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases"
MUTANTS = ROOT / "tests" / "mutants"
"""Where the reasons stand."""
TABLES = ROOT / "build" / "mutants"
ROOMS = ("engine", "systems", "components")
MOST_SECONDS = 20.0
"""Within which a case is played; one that takes longer has failed."""
AN_ID = re.compile(r"\b(?:ep|srd|asc|ds|pf2)(?:\.[a-z0-9-]+)+")


class Mutant(NamedTuple):
    """One decision turned round."""

    entry: str
    what: str
    rules: Ruleset
    """The ruleset that it is played by."""
    turns: Any = None
    """The function whose answer is turned round; None: none is."""
    only: frozenset[str] | None = None
    """The cases that it can matter to, by name; None: all."""


class Case(NamedTuple):
    """A case by its name."""

    name: str
    scenario: Scenario


# ---------------------------------------------------------------- playing


class TooLong(Exception):
    """A mutant that does not end."""


def fails(case: Scenario, rules: Ruleset) -> bool:
    """Whether a case fails when it is played by other rules, its own switches set on them."""
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    try:
        with Battle(case, rules=rules.vary(**switches(case, rules))) as battle:
            battle.run()
            return bool(failures(case, battle))
    except Exception:
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def test_fails(test: str) -> bool:
    """Whether a test, `file::function`, fails."""
    with redirect_stdout(StringIO()):
        return pytest.main(["-q", "-x", "-p", "no:cacheprovider", str(ROOT / test)]) != 0


test_fails.__test__ = False  # type: ignore[attr-defined]


@contextmanager
def turned(function: Any) -> Iterator[None]:
    """While a function answers the opposite of what it would, wherever it has been imported to."""
    if function is None:
        yield
        return
    whole = function.__code__
    plain = FunctionType(whole, function.__globals__, function.__name__, function.__defaults__)
    plain.__kwdefaults__ = function.__kwdefaults__

    def answer(*args: Any, **named: Any) -> Any:
        if function.__annotations__.get("return", "") is None:
            return None  # what it would do, or refuse, is left undone
        try:
            answered = plain(*args, **named)
        except Forbidden:
            return None
        return opposite(answered)

    made: dict[str, Any] = {}
    exec("def shell(*args, **named):\n    return __turned__(*args, **named)", made)
    function.__globals__["__turned__"] = answer
    function.__code__ = made["shell"].__code__
    forget()
    try:
        yield
    finally:
        function.__code__ = whole
        del function.__globals__["__turned__"]
        forget()


def forget() -> None:
    """Forget all that functions of fivefoot have answered before, and the boards with what was compiled for them."""
    build._BOARDS.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("fivefoot"):
            for held in list(vars(module).values()):
                if hasattr(held, "cache_clear") and held is not functions:
                    held.cache_clear()


def opposite(answer: Any) -> Any:
    """The opposite of an answer, as far as there is one."""
    match answer:
        case None:
            raise Forbidden(Refusal((), "turned round"))
        case bool():
            return not answer
        case int() | float():
            return answer + 1
        case Refusal():
            return None
        case Plan():
            raise Forbidden(Refusal((), "turned round"))
        case str():
            return ""
        case tuple() if type(answer) is tuple:
            return ()
        case list() | set() | frozenset() | dict():
            return type(answer)()
        case Iterator():
            return iter(())
        case tuple():  # with names: every yes or no and every number in it
            parts = answer._asdict()  # type: ignore[attr-defined]
            if changed := {name: opposite(part) for name, part in parts.items() if isinstance(part, int)}:
                return answer._replace(**changed)  # type: ignore[attr-defined]
    raise TypeError(f"there is no opposite of {type(answer).__name__}")


def otherwise(answer: Any) -> Any:
    """The opposite of the answer to a question of a ruleset, which may be a function."""
    return (lambda *args: opposite(answer(*args))) if callable(answer) else opposite(answer)


# ---------------------------------------------------------------- what is turned round


def switched(rules: Ruleset, cases: list[Case]) -> Iterator[Mutant]:
    """Every switch at every value but the default, for the cases that do not set it themselves."""
    for name, known in sorted(rules.switches.items()):
        others = [value for value in known.values if value not in (known.default, "")]
        others += [known.least + 2] if known.least is not None else []
        asked = frozenset(case.name for case in cases if name not in switches(case.scenario, rules))
        for value in others:
            yield Mutant(known.rule or f"switch {name}", f"{name} = {value}", rules.vary(**{name: value}), only=asked)


def silent(rules: Ruleset, cases: list[Case]) -> Iterator[Mutant]:
    """Every entry that a case proves, cited by nothing."""
    for known in sorted({known for case in cases for known in case.scenario.proves}):
        cites = {topic: tuple(rule for rule in filed if rule != known) for topic, filed in rules.topics.items()}
        proving = frozenset(case.name for case in cases if known in case.scenario.proves)
        varied = dataclasses.replace(rules, cites={**rules.cites, **cites})
        yield Mutant(known, "cited by nothing", varied, only=proving)


def resized(rules: Ruleset) -> Iterator[Mutant]:
    """Every number of every row of the size table, one more."""
    entries = {entry.id.rpartition(".")[2]: entry.id for entry in catalogue()[rules.name] if ".size." in entry.id}
    for size in rules.sizes.rows:
        yield from larger(rules, size, entries.get(size, f"size {size}"))


def larger(rules: Ruleset, size: str, entry: str) -> Iterator[Mutant]:
    """Every number of one row of the size table, one more, or as many feet as make a square more."""
    row = rules.sizes.rows[size]
    for field in dataclasses.fields(row):
        number = getattr(row, field.name)
        if type(number) in (int, float):
            more = rules.unit if field.name.endswith("reach") else 5 if field.name == "room" else 1
            rows = {**rules.sizes.rows, size: dataclasses.replace(row, **{field.name: number + more})}
            yield Mutant(entry, f"{size}: {field.name} + {more}", rules.with_answers({"sizes.rows": rows}))


def answered(rules: Ruleset) -> Iterator[Mutant]:
    """Every question of a chapter whose answer is a plain value and whose docstring names entries, turned round."""
    own = {entry.id for entry in catalogue()[rules.name]}
    for chapter in dataclasses.fields(rules):
        held = getattr(rules, chapter.name)
        if not dataclasses.is_dataclass(held) or isinstance(held, type):
            continue
        named = fields_that_name(type(held))
        for field in dataclasses.fields(held):
            value = getattr(held, field.name)
            if value is None or callable(value) or not named.get(field.name):
                continue
            try:
                other = opposite(value)
            except (TypeError, Forbidden):
                continue
            path = f"{chapter.name}.{field.name}"
            for entry in own.intersection(named[field.name]):
                yield Mutant(entry, f"{path} = {str(other)[:30]}", rules.with_answers({path: other}))


@cache
def fields_that_name(chapter: type) -> dict[str, tuple[str, ...]]:
    """The entries named under each field of a chapter."""
    (made,) = ast.parse(inspect.cleandoc(inspect.getsource(chapter))).body
    assert isinstance(made, ast.ClassDef)
    found: dict[str, tuple[str, ...]] = {}
    for statement, after in zip(made.body, made.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            told = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            found[statement.target.id] = tuple(dict.fromkeys(AN_ID.findall(str(told))))
    return found


def reasoned(rules: Ruleset) -> Iterator[Mutant]:
    """Every function that names an entry of the ruleset, or cites a topic of it, turned round."""
    own = {entry.id for entry in catalogue()[rules.name]}
    placed = tomllib.loads((MUTANTS / "places.toml").read_text(encoding="utf-8"))
    for entry, places in placed.items():
        for place in places if entry in own else ():
            if place.startswith("size "):
                yield from larger(rules, place[5:], entry)
            elif "::" in place:
                yield Mutant(entry, place, rules, functions()[place][0])
            else:
                chapter, _, question = place.partition(".")
                other = otherwise(getattr(getattr(rules, chapter), question))
                yield Mutant(entry, f"{place} otherwise", rules.with_answers({place: other}))
    for place, (function, ids, words) in functions().items():
        entries = {known for known in ids if known in own}
        entries |= {rule for word in words for rule in rules.topics.get(word, ()) if rule in own}
        for entry in sorted(entries):
            yield Mutant(entry, place, rules, function)


@cache
def functions() -> dict[str, tuple[FunctionType, frozenset[str], frozenset[str]]]:
    """(the function, the ids that its text names, the words that it holds) of every function and method."""
    found: dict[str, tuple[FunctionType, frozenset[str], frozenset[str]]] = {}
    for file in sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        lines, tree = text.splitlines(), ast.parse(text)
        dotted = "fivefoot." + ".".join(file.relative_to(ROOT).with_suffix("").parts)
        module = import_module(dotted.removesuffix(".__init__"))
        holders: list[tuple[Any, str, list[ast.stmt]]] = [(module, "", tree.body)]
        holders += [(getattr(module, c.name), f"{c.name}.", c.body) for c in tree.body if isinstance(c, ast.ClassDef)]
        for holder, prefix, body in holders:
            for node in body:
                if not isinstance(node, ast.FunctionDef):
                    continue
                function = inspect.unwrap(getattr(vars(holder)[node.name], "fget", vars(holder)[node.name]))
                if not isinstance(function, FunctionType) or function.__code__.co_freevars:
                    continue
                ids = AN_ID.findall("\n".join(lines[node.lineno - 1 : node.end_lineno]))
                words = {w.value for w in ast.walk(node) if isinstance(w, ast.Constant) and isinstance(w.value, str)}
                place = f"{file.relative_to(ROOT)}::{prefix}{node.name}"
                found[place] = function, frozenset(ids), frozenset(words)
    return found


# ---------------------------------------------------------------- the table


class Table:
    """The mutants of one ruleset, and what kills them."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.cases = [
            Case(name_of(CASES, path, case), case)
            for path in sorted(CASES.rglob("*.toml"))
            for case in read_cases(path)
            if case.ruleset == rules.name
        ]
        self.checks = tomllib.loads((ROOT / CHECKS).read_text(encoding="utf-8"))["checks"]
        self.killed: set[str] = set()
        self.shown: set[str] = set()
        """Entries one of whose mutants is killed by a case that proves them or by their named check."""

    def mutants(self) -> Iterator[Mutant]:
        """All of them."""
        rules, cases = self.rules, self.cases
        return chain(switched(rules, cases), silent(rules, cases), resized(rules), answered(rules), reasoned(rules))

    def line(self, mutant: Mutant) -> str:
        """The result of a mutant."""
        with turned(mutant.turns):
            killer, own = self._killer(mutant)
        return self.noted(mutant, ("own: " if own else "") + killer if killer else "-")

    def noted(self, mutant: Mutant, killer: str) -> str:
        """The line of a mutant that something kills, or nothing (`-`)."""
        if killer != "-":
            self.killed.add(mutant.entry)
        if killer.startswith("own: "):
            self.shown.add(mutant.entry)
        return f"{mutant.entry}  {mutant.what}  {killer}"

    def _killer(self, mutant: Mutant) -> tuple[str, bool]:
        first, chapter, others = self._ordered(mutant)
        for own, some in ((True, first), (False, chapter), (False, others)):
            for case in some:
                if fails(case.scenario, mutant.rules):
                    return case.name, own
            check = self.checks.get(mutant.entry, "")
            if own and mutant.turns is not None and check.startswith("test ") and test_fails(check[5:]):
                return check[5:], True
        return "", False

    def _ordered(self, mutant: Mutant) -> tuple[list[Case], list[Case], list[Case]]:
        """The cases that it can matter to: those of the entry, those of its chapter, and others if it has been killed
        by none before."""
        entry, check = mutant.entry, self.checks.get(mutant.entry, "")
        cases = [case for case in self.cases if mutant.only is None or case.name in mutant.only]
        own = [case for case in cases if entry in case.scenario.proves or check == f"case {case.name}"]
        part = entry.split(".")[1] if "." in entry else ""
        near = [case for case in cases if case.name.partition(":")[0].endswith(f"/{part}") and case not in own]
        done = entry in self.killed
        return own, near, [] if done else [case for case in cases if case not in own and case not in near]

    def write(self, only: frozenset[str] = frozenset()) -> Iterator[str]:
        """The table, line by line; last what survives. With `only` the mutants of other entries are not tried anew."""
        table = TABLES / f"{self.rules.name}.txt"
        before = table.read_text(encoding="utf-8").splitlines() if only and table.exists() else []
        known = {what: killer for what, _, killer in (line.rpartition("  ") for line in before)}
        yield f"# {self.rules.name}: {len(self.cases)} cases. Entry, what is turned round, what fails then.\n"
        count = 0
        for mutant in sorted(self.mutants(), key=lambda mutant: mutant.entry):
            count += 1
            killer = known.get(f"{mutant.entry}  {mutant.what}") if mutant.entry not in only else None
            yield (self.line(mutant) if killer is None else self.noted(mutant, killer)) + "\n"
        entries = [entry.id for entry in catalogue()[self.rules.name]]
        reasons = tomllib.loads((MUTANTS / "reasons.toml").read_text(encoding="utf-8"))
        beyond = self.rules.notes
        lost = [entry for entry in entries if entry not in self.killed and entry not in beyond]
        yield from (f"# survives: {entry}: {reasons.get(entry, 'no reason given')}\n" for entry in lost)
        named = [entry for entry in entries if entry in self.checks]
        yield (
            f"# {count} mutants of {len(entries)} entries ({len(beyond)} of them beyond any program); "
            f"{len(self.shown & set(entries))} entries shown by what proves or checks them, "
            f"{len((self.killed - self.shown) & set(entries))} by other cases, {len(lost)} survive; "
            f"{len(self.shown & set(named))} of {len(named)} named checks shown to fail\n"
        )


def uncited() -> str:
    """How many of all cases fail where no event and no refusal cites anything."""
    cases = [(case, rules) for rules in RULESETS.values() for case in Table(rules).cases]
    with turned(Ruleset.cite):
        failing = sum(fails(case.scenario, rules) for case, rules in cases)
    return f"{failing} of {len(cases)} cases fail when nothing is cited"


def main(wanted: list[str]) -> None:
    """Turn everything round, and write down what fails."""

    def ring(*_: object) -> None:
        raise TooLong

    signal.signal(signal.SIGALRM, ring)
    if wanted == ["--uncited"]:
        print(uncited())
        return
    only = frozenset(word for word in wanted if "." in word)
    for name in [word for word in wanted if word not in only] or RULESETS:
        lines = []
        for line in Table(RULESETS[name]).write(only):
            lines.append(line)
            print(line, end="", file=sys.stderr, flush=True)
        TABLES.mkdir(parents=True, exist_ok=True)
        (TABLES / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
        print(line, end="")


if __name__ == "__main__":
    main(sys.argv[1:])
