"""The suite for other engines is built of the cases; fivefoot and a tiny engine pass it, and what is wrong fails."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.make_suite import made, write

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.suite.suite_engine import SuiteEngine
from fivefoot.play.suite.suite_runner import items, run
from fivefoot.scenes.commands.suite import page

SERVE = [sys.executable, "-m", "fivefoot", "suite", "serve"]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a suite built anew."""
    folder = tmp_path_factory.mktemp("suite")
    assert write(folder) == len(list(folder.rglob("*.*"))) + 1  # and LICENSE
    return folder


@pytest.mark.nightly
def test_it_is_built_into_an_empty_folder_and_the_same_each_time(suite: Path) -> None:
    with pytest.raises(FileExistsError, match="a new or empty one"):
        write(suite)
    for name, text in made().items():
        assert (suite / name).read_text(encoding="utf-8") == text, name


def test_every_ruleset_has_cases_counts_and_a_notice(suite: Path) -> None:
    for ruleset in RULESETS:
        assert len(list((suite / ruleset).glob("*.json"))) > 5
        assert (suite / ruleset / "perft.jsonl").is_file()
        assert ruleset in (suite / ruleset / "NOTICE.md").read_text(encoding="utf-8")
    assert "](" not in (suite / "README.md").read_text(encoding="utf-8")


def test_fivefoot_passes_its_own_suite(suite: Path) -> None:
    report = run(SERVE, list(items(suite))[::25], depth=1)
    assert [result for result in report.results if result.outcome != "passed"] == []
    assert {result.item.ruleset for result in report.results} == set(RULESETS)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
def test_the_tiny_engine_passes_what_it_claims(suite: Path, repository: Path) -> None:
    engine = ["node", str(repository / "examples" / "suite" / "flat_ground.mjs")]
    report = run(engine, list(items(suite, ["d20-srd"])))
    counts = report.count()
    assert [result for result in report.results if result.outcome == "failed"] == []
    assert counts["passed"] > 20
    assert counts["unclaimed"] > counts["passed"]


def engine(tmp_path: Path, body: str) -> list[str]:
    """An engine that answers by an expression about `message`."""
    file = tmp_path / "engine.py"
    file.write_text(
        "import json, sys\n"
        "hello = dict(engine='<b>odd</b>', rulesets=['d20-srd'], features='all', cites=True)\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        f"    answer = hello if message['ask'] == 'hello' else {body}\n"
        "    print(json.dumps(answer), flush=True)\n"
    )
    return [sys.executable, str(file)]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("{'error': '<script>no</script>'}", "load: <script>no</script>"),
        ("[]", "no JSON object"),
        ("{'events': [{'event': 'danced'}], 'creatures': {}}", "danced"),
        ("{'events': [], 'creatures': {}}", ""),
        ("sys.exit(3)", "ended with status 3"),
    ],
)
def test_an_engine_that_is_wrong_fails_and_is_told_why(suite: Path, tmp_path: Path, body: str, told: str) -> None:
    case = next(item for item in items(suite, ["d20-srd"]) if "expect.at" in item.tags and "do.move" in item.tags)
    report = run(engine(tmp_path, body), [case])
    (result,) = report.results
    assert result.outcome == "failed"
    assert told in " ".join(result.faults)
    shown = page(report)
    assert "<script>" not in shown
    assert "<b>odd" not in shown


def test_a_wrong_engine_or_suite_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no engine"):
        run([sys.executable, "-c", "print(7)"], [])
    with pytest.raises(ScenarioError, match="cannot start"):
        run([str(tmp_path / "nothing")], [])
    with pytest.raises(ScenarioError, match="no suite"):
        list(items(tmp_path))


@pytest.mark.parametrize(
    "message",
    [
        7,
        {"ask": "dance"},
        {"ask": "reach", "creature": "ann"},
        {"ask": "load"},
        {"ask": "load", "scenario": {"ruleset": "chess"}},
        {"ask": "load", "scenario": 3},
    ],
)
def test_a_message_that_makes_no_sense_is_answered_with_a_sentence(message: Any) -> None:
    answer = SuiteEngine().answer(message)
    assert set(answer) == {"error"}
    assert json.dumps(answer)
