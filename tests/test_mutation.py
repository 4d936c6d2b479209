"""A mutation inverts a decision only while it is active; what is said of survivors names what there is."""

import tomllib

import pytest
from tests.mutation import MUTANTS, Mutant, Table, fails, functions, opposite, turned

from fivefoot.engine.rules import budget
from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.verdict import Forbidden, Plan, Refusal


@pytest.mark.parametrize("name", ["reasons.toml", "places.toml"])
def test_reasons_and_places_are_of_entries_that_there_are(name: str) -> None:
    entries = {entry.id for entries in catalogue().values() for entry in entries}
    assert tomllib.loads((MUTANTS / name).read_text(encoding="utf-8")).keys() - entries == set()


def test_places_are_functions_that_there_are() -> None:
    placed = tomllib.loads((MUTANTS / "places.toml").read_text(encoding="utf-8")).values()
    assert {place for places in placed for place in places if "::" in place} - functions().keys() == set()


@pytest.mark.sources("it changes what a function is made of")
def test_a_function_is_turned_round_for_a_while() -> None:
    rules = RULESETS["d20-srd"]
    with turned(budget.reach_one):
        assert budget.reach_one(rules, 1, 9, 9, 9)
    assert not budget.reach_one(rules, 1, 9, 9, 9)


def test_a_mutant_is_killed_by_a_case_that_depends_on_it() -> None:
    table = Table(RULESETS["pathfinder-2e"])
    varied = table.rules.vary(diagonals="one")
    assert any(fails(case.scenario, varied) for case in table.cases)
    assert not any(fails(case.scenario, table.rules) for case in table.cases[:20])
    assert table.line(Mutant("pf2.diagonal.alternates", "diagonals = one", varied)).rpartition("  ")[2] != "-"
    assert "pf2.diagonal.alternates" in table.killed


@pytest.mark.parametrize(
    ("answer", "other"),
    [(True, False), (2, 3), (0.5, 1.5), ("any", ""), ((1, 2), ()), ({1}, set()), ([1], []), (Refusal((), ""), None)],
)
def test_each_answer_has_its_opposite(answer: object, other: object) -> None:
    assert opposite(answer) == other


def test_an_answer_without_opposite_is_an_error_or_a_refusal() -> None:
    with pytest.raises(Forbidden):
        opposite(Plan())
    with pytest.raises(TypeError):
        opposite(object())
