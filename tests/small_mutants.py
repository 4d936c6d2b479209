"""Small mutants: single operators, numbers, conditions and calls of the rules changed, one at a time, by sample.

    python -m tests.small_mutants [--sample N] [--seed S]       writes build/mutants/small.txt
    python -m tests.small_mutants --again [...]                 tries only what has survived before

`tests.mutation` turns a whole decision round and asks whether anything hangs on it; this asks whether every branch of
it is held. Changed are functions of `engine/rulesets` and `engine/legality`: a comparison to its neighbour or its
opposite, `and` to `or`, a condition to its opposite, a sum to a difference, a number to one more, `any` to `all`, `min`
to `max`, a call for its effect to none. A mutant is tried on the cases and the counted positions that come through its
line, and on tests of what no script asks for, until one fails. Each is tried in a process of its own, so that nothing
is left of it; one that comes to no end is killed by that. What survives is listed last, with its reason in
`tests/mutants/small_reasons.toml`.
"""

import argparse
import ast
import copy
import gc
import hashlib
import os
import pickle
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from tests.mutation import CASES, MUTANTS, ROOT, TABLES, forget, functions, test_fails
from tests.positions import Counted, digest_of, order_of, positions, written

from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.expectations import failures
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.battle import Battle
from fivefoot.play.proof import name_of

ROOMS = ("engine/rulesets/", "engine/legality/")
MOST_SECONDS = 10
"""Of processor time, within which one case is played; one that takes longer has failed."""
MOST_IN_ALL = 120
"""Of processor time, within which a mutant is tried."""
FIRST = 100
"""About how many of the cases and positions that come through a line are tried before the others."""
TESTED = {
    "engine/legality/movement_range.py": ("tests/test_agreement.py", "tests/play/test_building_on_it.py"),
    "engine/legality/preview.py": (
        "tests/engine/legality/test_foreseen_pushes.py",
        "tests/test_agreement.py",
        "tests/play/test_own_parts.py",
    ),
    "engine/legality/judge.py": ("tests/engine/legality/test_own_means.py",),
    "engine/legality/legal_intents.py": (
        "tests/engine/brains/test_brains.py",
        "tests/test_agreement.py",
        "tests/engine/legality/test_legal_intents.py",
    ),
    "engine/legality/planners/moving_others.py": ("tests/play/test_battle_effects.py",),
    "engine/rulesets/__init__.py": ("tests/play/test_own_parts.py", "tests/play/test_installed_parts.py"),
    "engine/rulesets/draw_steel/__init__.py": (
        "tests/engine/rules/test_odds.py",
        "tests/engine/combat/test_forecast.py",
    ),
    "engine/rulesets/draw_steel/moves.py": ("tests/play/test_choices_of_rulesets.py",),
    "engine/rulesets/shared/d20.py": ("tests/engine/rules/test_odds.py", "tests/engine/combat/test_forecast.py"),
}
"""The tests, besides, of what no script asks for."""
TABLE = TABLES / "small.txt"
REASONS = MUTANTS / "small_reasons.toml"

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
NAMED = {"any": "all", "all": "any", "min": "max", "max": "min"}

Change = Callable[[Any], None]
"""Changes a node where it stands."""


class SmallMutant(NamedTuple):
    """One change of one function."""

    place: str
    node: int
    """The number of the node that is changed, in the order of a walk through the function."""
    change: Change
    lines: frozenset[int]
    """The lines of the statement that it stands in."""
    told: str
    """What is changed, as text."""


class Trial(NamedTuple):
    """A case, or a counted position, that may fail."""

    name: str
    fails: Callable[[], bool]


class TooLong(BaseException):
    """A mutant that does not come to an end."""


# ---------------------------------------------------------------- what is changed


def changes_of(node: ast.AST) -> Iterator[Change]:
    """All that is changed about a node."""
    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                yield partial(at_index, "ops", number, COMPARED[type(op)]())
        case ast.BoolOp(op=ast.And()):
            yield lambda found: setattr(found, "op", ast.Or())
        case ast.BoolOp():
            yield lambda found: setattr(found, "op", ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda found: setattr(found, "operand", negated(found.operand))
        case ast.If() | ast.IfExp() | ast.While() if not decides_by_itself(node.test):
            yield lambda found: setattr(found, "test", negated(found.test))
        case ast.comprehension(ifs=ifs):
            for number, test in enumerate(ifs):
                if not decides_by_itself(test):
                    yield partial(at_index, "ifs", number, negated(test))
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COUNTED:
            yield lambda found: setattr(found, "op", COUNTED[type(found.op)]())
        case ast.Constant(value=bool()):
            yield lambda found: setattr(found, "value", not found.value)
        case ast.Constant(value=int() | float()):
            yield lambda found: setattr(found, "value", found.value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in NAMED:
            yield lambda found: setattr(found.func, "id", NAMED[found.func.id])
        case ast.Expr(value=ast.Call()):
            yield lambda found: setattr(found, "value", ast.Constant(None))


def at_index(field: str, number: int, new: ast.AST, node: ast.AST) -> None:
    """Put something else in one place of a list that a node holds."""
    getattr(node, field)[number] = new


def decides_by_itself(test: ast.AST) -> bool:
    """Whether a condition is of a kind that is changed as what it is."""
    return isinstance(test, ast.Compare | ast.BoolOp | ast.Constant) or (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def negated(test: ast.expr) -> ast.expr:
    """The opposite of a condition."""
    return ast.UnaryOp(ast.Not(), test)


def all_mutants() -> Iterator[SmallMutant]:
    """Every mutant of every function."""
    for place in functions():
        if place.startswith(ROOMS):
            yield from mutants_of(place)


def mutants_of(place: str) -> Iterator[SmallMutant]:
    """Every mutant of one function."""
    tree = tree_of(place)
    lines = statement_lines(tree)
    seen: Counter[str] = Counter()
    for number, node in enumerate(ast.walk(tree)):
        if number in lines:
            for change in changes_of(node):
                words = told(tree, number, change)
                seen[words] += 1
                name = words if seen[words] == 1 else f"{words} ({seen[words]})"
                yield SmallMutant(place, number, change, lines[number], name)


def tree_of(place: str) -> ast.FunctionDef:
    """The tree of a function, without its decorators, annotations, defaults and docstring."""
    file, _, name = place.partition("::")
    body: list[ast.stmt] = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    for part in name.split("."):
        found = next(node for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == part)
        body = found.body
    assert isinstance(found, ast.FunctionDef)
    found.decorator_list, found.returns = [], None
    found.args.defaults, found.args.kw_defaults = [], [None for _ in found.args.kw_defaults]
    for node in ast.walk(found):
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    if ast.get_docstring(found) is not None:
        found.body = found.body[1:] or [ast.Pass(lineno=found.lineno, col_offset=0)]
    return found


def statement_lines(tree: ast.FunctionDef) -> dict[int, frozenset[int]]:
    """By number of node the lines of the statement, or of the head of the statement, that holds it."""
    numbers = {node: number for number, node in enumerate(ast.walk(tree))}
    found: dict[int, frozenset[int]] = {}

    def visit(node: ast.AST, lines: frozenset[int]) -> None:
        if isinstance(node, ast.stmt):
            inner = getattr(node, "body", None) or getattr(node, "cases", None)
            end = node.end_lineno or node.lineno
            if inner:
                first = inner[0].pattern.lineno if isinstance(inner[0], ast.match_case) else inner[0].lineno
                end = max(first - 1, node.lineno)
            lines = frozenset(range(node.lineno, end + 1))
        if isinstance(node, ast.match_case):
            lines = frozenset(range(node.pattern.lineno, max(node.body[0].lineno, node.pattern.lineno + 1)))
        found[numbers[node]] = lines
        for child in ast.iter_child_nodes(node):
            visit(child, lines)

    for statement in tree.body:
        visit(statement, frozenset())
    return found


def told(tree: ast.FunctionDef, number: int, change: Change) -> str:
    """A change as text: the smallest expression or statement about it, before and after."""
    before = shown(tree, number)
    twin = copy.deepcopy(tree)
    change(list(ast.walk(twin))[number])
    return f"{before} => {shown(twin, number)}"


def shown(tree: ast.FunctionDef, number: int) -> str:
    """A node with what holds it, in one line."""
    nodes = list(ast.walk(tree))
    node: ast.AST = nodes[number]
    for holder in nodes:
        if isinstance(node, ast.Constant | ast.comprehension) and node in ast.iter_child_nodes(holder):
            node = holder
            break
    text = ast.unparse(node.test if isinstance(node, ast.If | ast.While) else node)
    return " ".join(text.split())[:90]


def changed(mutant: SmallMutant) -> CodeType:
    """The code of a function with the change made."""
    tree = tree_of(mutant.place)
    mutant.change(list(ast.walk(tree))[mutant.node])
    whole = compile(ast.fix_missing_locations(ast.Module([tree], [])), mutant.place, "exec", dont_inherit=True)
    return next(held for held in whole.co_consts if isinstance(held, CodeType))


# ---------------------------------------------------------------- what may fail


def trials() -> list[Trial]:
    """Every case, then every counted position."""
    cases = [(name_of(CASES, path, case), case) for path in sorted(CASES.rglob("*.toml")) for case in read_cases(path)]
    found = [Trial(name, partial(case_fails, case)) for name, case in cases]
    for ruleset in RULESETS:
        for made, note in zip(positions(ruleset), written(ruleset), strict=True):
            found.append(Trial(f"position {ruleset}: {note.title}", partial(position_fails, made, note)))
    return found


def case_fails(case: Scenario) -> bool:
    """Whether a case fails."""
    with Battle(case) as battle:
        battle.run()
        return bool(failures(battle.scenario, battle))


def position_fails(made: dict[str, Any], note: Counted) -> bool:
    """Whether what is legal in a position, or the number of its ends, is not what is written down."""
    with Battle.of(made) as battle:
        return digest_of(order_of(battle)) != note.order or battle.turnperft(1, name="ann") != note.counts[0]


def lines_of(some: Sequence[Trial]) -> list[frozenset[tuple[str, int]]]:
    """The (file, line)s of the rooms that each trial comes through."""
    files = {str(Path(functions()[place][0].__code__.co_filename)): place.partition("::")[0] for place in functions()}
    kept = {long: short for long, short in files.items() if short.startswith(ROOMS)}
    found: list[frozenset[tuple[str, int]]] = []
    for trial in some:
        seen: set[tuple[str, int]] = set()

        def local(frame: FrameType, event: str, _: object, seen: set[tuple[str, int]] = seen) -> Any:
            if event == "line":
                seen.add((kept[frame.f_code.co_filename], frame.f_lineno))
            return local

        def enter(frame: FrameType, event: str, arg: object, local: Any = local) -> Any:
            return local if frame.f_code.co_filename in kept else None

        sys.settrace(enter)
        try:
            assert not trial.fails(), f"{trial.name} fails before anything is changed"
        finally:
            sys.settrace(None)
        found.append(frozenset(seen))
    return found


# ---------------------------------------------------------------- trying


def apart(work: Callable[[], Any], otherwise: Any) -> Any:
    """What some work in a process of its own comes to; `otherwise` where that process does not come to its end."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(out)
            with os.fdopen(into, "wb") as file:
                pickle.dump(work(), file)
        finally:
            os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as file:
        told = file.read()
    os.waitpid(child, 0)
    try:
        return pickle.loads(told)
    except (EOFError, pickle.UnpicklingError):
        return otherwise


def killer(mutant: SmallMutant, some: Sequence[Trial]) -> str:
    """The first of some trials that a mutant fails; empty if it survives them."""
    import resource  # which Windows has not

    resource.setrlimit(resource.RLIMIT_CPU, (MOST_IN_ALL, MOST_IN_ALL))
    signal.signal(signal.SIGPROF, too_long)
    function: FunctionType = functions()[mutant.place][0]
    function.__code__ = changed(mutant)
    forget()
    for trial in some:
        signal.setitimer(signal.ITIMER_PROF, MOST_IN_ALL if trial.name.startswith("tests/") else MOST_SECONDS)
        try:
            if trial.fails():
                return trial.name
        except (Exception, TooLong):
            return trial.name
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


def too_long(*_: object) -> None:
    """The time of a trial is up."""
    raise TooLong


def tried(sample: Sequence[SmallMutant]) -> Iterator[tuple[SmallMutant, str, int]]:
    """(mutant, what kills it, how many trials come through its line) of each of a sample."""
    some = trials()
    through = apart(lambda: lines_of(some), None)
    assert through is not None, "some case or position fails as things stand"
    gc.disable()
    gc.freeze()  # so that a process that is made for a mutant shares all of it
    by_line: dict[tuple[str, int], list[int]] = {}
    for number in sorted(range(len(some)), key=lambda one: (some[one].name.startswith("position"), len(through[one]))):
        for line in through[number]:
            by_line.setdefault(line, []).append(number)
    for mutant in sample:
        file = mutant.place.partition("::")[0]
        numbers = dict.fromkeys(number for line in sorted(mutant.lines) for number in by_line.get((file, line), ()))
        near = [some[number] for number in spread(list(numbers))]
        near += [Trial(test, partial(test_fails, test)) for test in TESTED.get(file, ())]
        yield mutant, apart(partial(killer, mutant, near), "no end"), len(numbers)


def spread(numbers: list[int]) -> list[int]:
    """The same, but first some of them from all over."""
    first = numbers[:: max(len(numbers) // FIRST, 1)]
    return list(dict.fromkeys([*first, *numbers]))


def name_in(mutant: SmallMutant) -> str:
    """A mutant as the table names it."""
    return f"{mutant.place}  {mutant.told}"


def main() -> None:
    """Try a sample, and write down which mutants survive."""
    asked = argparse.ArgumentParser(description="Change the rules in small ways, and see what fails.")
    asked.add_argument("--sample", type=int, default=1500, help="how many mutants; 0: all")
    asked.add_argument("--seed", default="1", help="of the sample: the same mutants, whatever becomes of others")
    asked.add_argument("--again", action="store_true", help="try only what has survived before, and has a reason")
    given = asked.parse_args()
    every = list(all_mutants())
    every.sort(key=lambda mutant: hashlib.sha256(f"{given.seed} {name_in(mutant)}".encode()).digest())
    reasons: dict[str, str] = tomllib.loads(REASONS.read_text(encoding="utf-8"))
    sample = every[: given.sample or len(every)]
    if given.again:
        sample = [mutant for mutant in every if name_in(mutant) in reasons]
    lines: list[str] = []
    survivors: list[str] = []
    for number, (mutant, by, near) in enumerate(tried(sample)):
        told = name_in(mutant)
        lines.append(f"{told}  {by or '-'}")
        if not by:
            survivors.append(f"# survives {near} trials: {told}: {reasons.get(told, 'no reason given')}")
            print(number, survivors[-1], file=sys.stderr, flush=True)
    last = f"# {len(sample)} of {len(every)} mutants: {len(survivors)} survive, "
    last += f"{sum('no reason given' in line for line in survivors)} of them without a reason"
    TABLE.parent.mkdir(parents=True, exist_ok=True)
    TABLE.write_text("\n".join([*sorted(lines), *sorted(survivors), last, ""]), encoding="utf-8")
    print(last)


if __name__ == "__main__":
    main()
