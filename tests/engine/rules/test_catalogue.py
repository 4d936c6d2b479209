"""The catalogue is loaded, not only read: ids exist, switches exist, coverage is counted."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.files import DATA_FILES
from fivefoot.engine.rules.catalogue import (
    OpenSwitch,
    UnknownSwitch,
    catalogue,
    cited_ids,
    entries,
    identifiers,
    named_in,
    open_switches,
    topics,
)
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play import proof
from fivefoot.play.proof import entry_coverage

RULES = RULESETS["epic-path"]


def test_every_ruleset_has_its_catalogue() -> None:
    assert set(catalogue()) == set(RULESETS)
    assert sum(map(len, catalogue().values())) == len(identifiers()) >= 660


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It depends. Switch `a-b`: 'x' (default) | 'y'.", [OpenSwitch("a-b", ("x", "y"), "x")]),
        ("Switch a: 'x' (as here) | 'y' (default) | 'z'.", [OpenSwitch("a", ("x", "y", "z"), "y")]),
        ("Switch n: 1 (default) | any number.", [OpenSwitch("n", (1,), 1, numbers=True)]),
        (
            "Switch a: 'x' (default) | 'y'. Switch b: 4 (default) | 3.",
            [OpenSwitch("a", ("x", "y"), "x"), OpenSwitch("b", (4, 3), 4)],
        ),
        ("Switch: a_b = one | two | ask.", [OpenSwitch("a_b", ("one", "two", "ask"), "one")]),
        (
            "Switches: a = false | true; b = 1 | unlimited.",
            [OpenSwitch("a", (False, True), False), OpenSwitch("b", (1, "unlimited"), 1)],
        ),
        ("Switch: n = a number, 4 or more.", [OpenSwitch("n", (4,), 4, numbers=True)]),
        ("Switch: per-creature flag f = false | true.", []),
        ("No switch needed.", []),
    ],
)
def test_switches_are_read_from_open_points(text: str, expected: list[OpenSwitch]) -> None:
    assert list(open_switches(text)) == expected


RULE = {"id": "my.mud.three", "topic": "mud", "summary": "Mud costs three.", "check": "Given mud, then three."}
NEEDS = "allowed: a text"


@pytest.mark.parametrize("key", [key for key in RULE if key != "id"])
def test_a_rule_without_a_required_key_is_one_sentence(key: str) -> None:
    incomplete = {name: text for name, text in RULE.items() if name != key}
    with pytest.raises(ScenarioError) as refused:
        entries([RULE | {"id": "my.mud.one"}, incomplete], "my.toml")
    assert str(refused.value) == f"my.toml: rule[1] (my.mud.three).{key}: found nothing; {NEEDS}"


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([RULE | {"id": ""}], f'my.toml: rule[0].id: found ""; {NEEDS}'),
        ([{"topic": "mud"}], f"my.toml: rule[0].id: found nothing; {NEEDS}"),
        ([RULE | {"open": True}], f"my.toml: rule[0] (my.mud.three).open: found true; {NEEDS}"),
        ([RULE, RULE], "my.toml: rule[1] (my.mud.three).id: found the id of rule[0] again; allowed: an id of its own"),
        ([], "my.toml: found no [[rule]]; allowed: at least 1"),
        (RULE, "my.toml: found no [[rule]]; allowed: at least 1"),
    ],
)
def test_unsound_rules_are_one_sentence(tables: Any, sentence: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        entries(tables, "my.toml")
    assert str(refused.value) == sentence


def test_a_topic_lists_ids() -> None:
    with pytest.raises(ScenarioError) as refused:
        cited_ids({"move": "my.mud.three"}, "my.toml")
    assert str(refused.value) == 'my.toml: topics.move: found "my.mud.three"; allowed: a list of ids'
    assert cited_ids({"move": ["my.mud.three"]}, "my.toml") == {"move": ("my.mud.three",)}


def test_ids_are_found_in_text() -> None:
    text = "as ep.walk.action says (srd.step.one-square), but not ep.space.* or ep.x.y- or step.one. See ep.run.action."
    assert named_in(text) == {"ep.walk.action", "srd.step.one-square", "ep.run.action"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_topics_are_read_without_the_entries(ruleset: str) -> None:
    file = DATA_FILES / "rules" / f"{ruleset.replace('-', '_')}.toml"
    table = tomllib.loads(file.read_text(encoding="utf-8"))["topics"]
    assert {topic: list(ids) for topic, ids in topics(ruleset).items()} == table
    assert RULESETS[ruleset].topics == topics(ruleset)
    assert all(ids for ids in table.values())


def test_a_ruleset_made_of_another_keeps_its_topics_and_may_change_single_ones() -> None:
    made = replace(RULES, name="mine", cites={"run": ("ep.walk.action",)})
    assert made.cite("run") == ("ep.walk.action",)
    assert made.cite("walk.through", "squeeze.cost") == RULES.cite("walk.through", "squeeze.cost") != ()


def test_a_ruleset_without_a_catalogue_cites_nothing() -> None:
    assert replace(RULES, catalogue="").cite("run") == ()
    assert replace(RULES, catalogue="no-such-game").cite("run") == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rulesets_name_only_entries_that_exist(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    named = {rule for filed in rules.topics.values() for rule in filed}
    named |= {known.rule for known in rules.switches.values() if known.rule is not None}
    named |= set(rules.notes)
    assert named - {entry.id for entry in catalogue()[ruleset]} == set()


def test_code_and_tests_name_only_entries_that_exist(repository: Path) -> None:
    wrong = [
        f"{file.relative_to(repository)}: {name}"
        for folder in ("components", "engine", "systems", "scenes", "tests")
        for file in sorted((repository / folder).rglob("*.py"))
        if file != Path(__file__)
        for name in sorted(named_in(file.read_text(encoding="utf-8")) - identifiers())
    ]
    cases = sorted((repository / "tests" / "cases").rglob("*.toml"))
    wrong += [f"{case}: {name}" for case in cases for name in sorted(named_in(case.read_text("utf-8")) - identifiers())]
    assert wrong == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_switch_that_the_catalogue_asks_for_is_there(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    faults = []
    for entry in catalogue()[ruleset]:
        for wanted in entry.switches:
            try:
                known = rules.switches[rules.switch_name(wanted.name)]
            except UnknownSwitch:
                faults.append(f"{entry.id}: no switch {wanted.name}")
                continue
            refused = [value for value in wanted.values if not known.admits(value)]
            if refused:
                faults.append(f"{entry.id}: {wanted.name} does not take {refused}")
            if wanted.numbers and not known.admits(77):
                faults.append(f"{entry.id}: {wanted.name} takes no number")
            # Unset, a universal switch leaves the ruleset's own rule alone, which is the catalogue's default.
            if known.default not in (wanted.default, ""):
                faults.append(f"{entry.id}: {wanted.name} stands at {known.default!r}, not {wanted.default!r}")
    assert faults == []


def test_coverage_counts_what_is_proven_and_what_is_checked() -> None:
    proofs, checks = {"ep.walk.action": "epic-path/walk: A walk"}, {"ep.run.action": "test x"}
    found = {standing.id: standing for standing in entry_coverage(RULESETS["epic-path"], proofs, checks)}
    assert list(found) == [entry.id for entry in catalogue()["epic-path"]]
    assert found["ep.walk.action"].proof == "epic-path/walk: A walk"
    assert found["ep.walk.action"].settled
    assert found["ep.run.action"].check == "test x"
    assert found["ep.run.action"].settled
    assert found["ep.crawl.action"].missing


@pytest.fixture(scope="module")
def proofs(repository: Path) -> proof.Proofs:
    """What the cases prove, played once."""
    return proof.proofs_in(repository)


@pytest.mark.nightly
def test_named_checks_are_there_and_stand_only_where_no_case_proves(repository: Path, proofs: proof.Proofs) -> None:
    named = tomllib.loads((repository / proof.CHECKS).read_text(encoding="utf-8"))["checks"]
    assert set(named) - identifiers() == set()
    assert set(named) & set(proofs.by_id) == set()
    assert sorted(set(named) - set(proof.checks_in(repository, proofs.passing))) == []


def test_the_first_entry_of_a_cited_topic_decides() -> None:
    topics = [("a", "b"), ("c",), ("d", "c")]
    assert proof.first_of(topics, {frozenset("abx")}) == {"a"}
    assert proof.first_of(topics, {frozenset("bc")}) == {"c"}
    assert proof.first_of(topics, {frozenset("a"), frozenset("b")}) == set()


@pytest.mark.nightly
def test_the_proof_report_lists_needless_citations(proofs: proof.Proofs) -> None:
    assert all(case in proofs.passing for case, _ in proofs.idle)
    assert "ep.fall.kind" not in proofs.by_id
    assert any(cited == "ep.fall.kind" for _, cited in proofs.idle)
