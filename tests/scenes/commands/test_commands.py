"""The ``fivefoot`` command as a person or a program calls it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest
from tests.under_test import HOME
from typer.testing import CliRunner

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.scenes.commands.app import MODULES, app, command_named
from fivefoot.scenes.commands.overview import COMMANDS

WALK = """
title = "A walk"
ruleset = "epic-path"
seed = 3
[board]
map = '''
.....
..#..
.....
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
[[creatures]]
name = "bob"
side = "blue"
at = [4, 2]
[[turns]]
actor = "ann"
intents = [{ do = "move", path = [[1, 0], [2, 0]] }, { do = "move", path = [[9, 9]] }]
[[expect]]
at = { ann = [2, 0] }
"""


def call(*words: object) -> tuple[int, str, str]:
    """Status, output and error output of the command with those arguments."""
    outcome = CliRunner().invoke(app, list(map(str, words)), env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def refused(*words: object) -> str:
    """The one sentence with which the command turns its arguments down."""
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("fivefoot")
    return err.strip()


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    file = tmp_path / "walk.toml"
    file.write_text(WALK, encoding="utf-8")
    return file


def test_run_tells_a_person_what_happened(walk: Path) -> None:
    status, out, _ = call("run", walk)
    assert status == 0
    assert "A walk" in out
    assert "ann goes from (0, 0) to (2, 0) via (1, 0), cost 10 ft" in out
    assert "move refused" in out


def test_run_json_is_one_event_a_line(walk: Path) -> None:
    status, out, _ = call("run", walk, "--json")
    assert status == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["seq"] for line in lines] == list(range(len(lines)))
    assert all(list(line)[:4] == ["event", "seq", "round", "turn"] for line in lines)
    assert lines[0]["event"] == "battle-started"
    assert lines[2] | {"rules": []} == {
        "event": "moved", "seq": 2, "round": 1, "turn": 1, "who": "ann",
        "from": [0, 0, 0], "to": [1, 0, 0], "cost": 5, "mode": "walk", "rules": [],
    }  # fmt: skip


def test_run_plays_one_case_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "cases.toml"
    cases = "\n".join(f'[[case]]\ntitle = "{title}"\ndice = [2]' for title in ("First", "Second"))
    file.write_text(WALK.replace('title = "A walk"', "").partition("[[turns]]")[0] + cases, encoding="utf-8")
    status, out, _ = call("run", file, "--case", 1)
    assert (status, out.splitlines()[0]) == (0, "Second")
    assert refused("run", file).endswith(f"{file}: case: found 2 cases; allowed: --case with a number from 0 to 1")
    assert "case: found --case 2; allowed: --case with a number from 0 to 1" in refused("run", file, "--case", 2)


def test_check_counts_what_passed_and_what_failed(walk: Path, tmp_path: Path) -> None:
    assert call("check", walk) == (0, "1 passed, 0 failed\n", "")
    (tmp_path / "wrong.toml").write_text(WALK.replace("ann = [2, 0]", "ann = [3, 0]"), encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    status, out, err = call("check", tmp_path)
    *faults, last = out.splitlines()
    assert (status, last) == (2, "1 passed, 2 failed")
    assert err == f"fivefoot check: {faults[0]}\n"
    assert len(faults) == 2
    assert faults[0].startswith(f"{tmp_path / 'broken.json'}: ")
    assert faults[1] == f"{tmp_path / 'wrong.toml'}: expect[0].at.ann: expected [3, 0], found [2, 0, 0]"


def test_check_of_what_does_not_hold_is_no_bad_input(walk: Path) -> None:
    walk.write_text(WALK.replace("ann = [2, 0]", "ann = [3, 0]"), encoding="utf-8")
    status, out, err = call("check", walk)
    assert (status, out.splitlines()[-1], err) == (1, "0 passed, 1 failed", "")


def test_check_of_nothing_fails(tmp_path: Path) -> None:
    assert call("check", tmp_path) == (1, "0 passed, 0 failed\n", "")


def test_reach_lists_every_place(walk: Path) -> None:
    status, out, _ = call("reach", walk, "--creature", "ann", "--json")
    assert status == 0
    answer = json.loads(out)
    assert answer["creature"] == "ann"
    costs = {tuple(place["at"]): place["cost"] for place in answer["reach"]}
    assert costs[0, 0, 0] == 0
    assert costs[4, 0, 0] == 20
    assert (2, 1, 0) not in costs
    status, out, _ = call("reach", walk, "--creature", "ann")
    assert status == 0
    assert out.splitlines()[1].split() == ["@", "5", "10", "15", "20"]


def test_reach_after_the_script(walk: Path) -> None:
    _, out, _ = call("reach", walk, "-c", "ann", "--json", "--after-script")
    assert json.loads(out)["at"] == [2, 0, 0]


def test_the_schema_is_printed_or_written(tmp_path: Path) -> None:
    status, out, _ = call("schema")
    assert status == 0
    file = tmp_path / "scenario.schema.json"
    assert call("schema", "-o", file)[0] == 0
    assert file.read_text(encoding="utf-8") == out
    assert json.loads(out)["title"] == "fivefoot scenario"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run",), "'file'"),
        (("run", "nowhere.toml"), "nowhere.toml"),
        (("run", "--jsn", "x"), "--jsn"),
        (("run", "bridge", "b"), "(b)"),
        (("check", "nowhere"), "nowhere"),
        (("reach", "bridge"), "--creature"),
        (("fly",), "'fly'; allowed: battle, check, "),
        (("run", "--jsn", "x"), "; allowed: --json"),
        (("battle", "x", "--rounds", "0"), '"0"'),
        (("battle", "x", "--rounds=1.5"), '"1.5"'),
    ],
)
def test_wrong_words_are_told_in_one_sentence(words: tuple[str, ...], said: str) -> None:
    assert said.lower() in refused(*words).lower()


def test_wrong_files_are_told_in_one_sentence(walk: Path, tmp_path: Path) -> None:
    walk.write_text(WALK.replace("at = [0, 0]", "at = [2, 1]"), encoding="utf-8")
    assert "creatures[0].at: found [2, 1]" in refused("run", walk)
    scripted = WALK.replace("seed = 3", "seed = 3\ndice = [4]")
    walk.write_text(scripted.replace("}, {", '}, { do = "fall", squares = 9 }, {'), encoding="utf-8")
    assert "dice" in refused("run", walk)
    walk.write_text(WALK, encoding="utf-8")
    assert '"zed"' in refused("reach", walk, "-c", "zed")
    assert str(tmp_path / "no" / "x") in refused("schema", "-o", tmp_path / "no" / "x")


def shell(*words: object, **options: str) -> "subprocess.Popen[bytes]":
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "fivefoot", *map(str, words)],
        env={**os.environ, "PYTHONPATH": HOME, **options},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("flag", [(), ("--json",)])
def test_a_reader_that_goes_away_is_no_failure(walk: Path, flag: tuple[str, ...]) -> None:
    many = "".join(f'{{ do = "move", path = [[{n % 2}, 0]] }},\n' for n in range(1, 3000))
    head, _, tail = WALK.replace("seed = 3", 'seed = 3\nrules = { actions = "free" }').partition("intents = [")
    walk.write_text(f"{head}intents = [{many}{tail}", encoding="utf-8")
    process = shell("run", walk, *flag)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 0


@pytest.mark.skipif(os.name != "posix", reason="closes descriptors")
def test_closed_standard_streams_are_no_fault(walk: Path) -> None:
    words = f'"{sys.executable}" -m fivefoot run "{walk}"'
    environment = {**os.environ, "PYTHONPATH": HOME}
    for closed in (">&-", ">&- 2>&- <&-"):
        done = subprocess.run(["sh", "-c", f"{words} {closed}"], env=environment, capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupt_is_quiet(walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(battle: Battle) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Battle, "run", interrupted)
    assert call("run", walk) == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_bot_ends_with_the_command_that_is_told_to_end(walk: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        f"import os, time\nopen({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()) + '.')\ntime.sleep(60)\n"
    )
    process = shell("battle", walk, "--red", f"cmd:{sys.executable} {tmp_path}/bot.py")
    patience = time.monotonic() + 30
    while time.monotonic() < patience and not (tmp_path / "pid").exists():
        time.sleep(0.05)
    process.terminate()
    assert process.wait(30) == 128 + signal.SIGTERM
    bot, patience = int((tmp_path / "pid").read_text().rstrip(".")), time.monotonic() + 20
    while _lives(bot) and time.monotonic() < patience:
        time.sleep(0.05)  # its guard ends it if the command had no time to
    assert not _lives(bot)


def _lives(process: int) -> bool:
    """True if a process runs. One that has ended and waits for its parent does not."""
    state = Path(f"/proc/{process}/stat")
    try:
        os.kill(process, 0)
        return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_fault_of_our_own_is_told_in_one_sentence_too(walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(battle: Battle) -> None:
        raise LookupError("nothing\nthere")

    monkeypatch.setattr(Battle, "run", broken)
    status, out, err = call("run", walk)
    assert (status, out, err.count("\n")) == (70, "", 1)
    assert "LookupError" in err
    assert call("check", walk)[:2] == (
        1,
        f"{walk}: a fault of fivefoot's own (LookupError: nothing\\nthere)\n0 passed, 1 failed\n",
    )


def test_a_terminal_of_few_characters_shows_the_rest_escaped(walk: Path) -> None:
    walk.write_text(WALK.replace("A walk", "Über die Brücke"), encoding="utf-8")
    process = shell("run", walk, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert b"\\xdcber die Br\\xfccke" in out


DUEL = WALK.replace("[[expect]]\nat = { ann = [2, 0] }\n", "").replace(
    "at = [4, 2]", 'at = [4, 2]\nhp = 9\nattack = 3\ndamage = "1d6"\nai = "aggressive"'
).replace("at = [0, 0]", 'at = [0, 0]\nhp = 9\nattack = 3\ndamage = "1d6"')  # fmt: skip


def log(*words: object) -> list[dict[str, object]]:
    """The events that a command prints."""
    status, out, err = call(*words, "--json")
    assert (status, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_run_goes_on_with_brains_where_a_creature_has_one(walk: Path) -> None:
    walk.write_text(DUEL, encoding="utf-8")
    events = log("run", walk)
    assert [e["to"] for e in events if e["event"] == "moved"][:2] == [[1, 0, 0], [2, 0, 0]]
    assert events[-1]["event"] == "battle-ended"
    assert (events[-1]["winner"], events[-1]["why"]) == ("blue", "no enemy is left standing")


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd", "draw-steel", "ascension", "pathfinder-2e"])
def test_battle_plays_all_of_it_under_any_ruleset(walk: Path, ruleset: str) -> None:
    walk.write_text(DUEL, encoding="utf-8")
    events = log("battle", walk, "--ruleset", ruleset, "--red", "random", "--seed", 11)
    assert (events[0]["ruleset"], events[0]["seed"]) == (ruleset, 11)
    assert events[-1]["event"] == "battle-ended"
    assert not [e for e in events if e["event"] == "refused"]
    assert log("battle", walk, "--ruleset", ruleset, "--red", "random", "--seed", 11) == events


def test_battle_gives_brains_to_sides_of_any_name(walk: Path) -> None:
    walk.write_text(DUEL.replace('"red"', '"elves"').replace('"blue"', '"orcs"'), encoding="utf-8")
    status, out, _ = call("battle", walk, "--red", "aggressive", "--blue", "random")
    assert status == 0
    assert out.splitlines()[-1].split(":")[0] in ("Victory for elves", "Victory for orcs", "Nobody wins")
    assert '--blue: found "fool"; allowed: random' in refused("battle", walk, "--blue", "fool")
    assert "ruleset" in refused("battle", walk, "--ruleset", "chess")


def test_rules_lists_entries_and_switches() -> None:
    status, out, _ = call("rules", "draw-steel")
    assert status == 0
    assert "ds.shift.no-opportunity" in out
    assert "switch jump_cap = " in out
    assert "draw-steel" in call("rules")[1]
    status, out, _ = call("rules", "ascension", "--json")
    assert json.loads(out.splitlines()[0])["ruleset"] == "ascension"
    assert "chess" in refused("rules", "chess")
    assert "--coverage" in refused("rules", "--write")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_check_ends_with_its_figures_in_english(language: str, tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_text(WALK, encoding="utf-8")
    _, out, _ = call("--language", language, "check", tmp_path / "case.toml")
    assert re.fullmatch(r"\d+ passed, \d+ failed", out.splitlines()[-1])


@pytest.mark.nightly
@pytest.mark.sources("the cases that prove a rule lie beside the sources")
def test_rules_coverage_ends_with_the_figures() -> None:
    status, out, _ = call("--language", "de", "rules", "pathfinder-2e", "--coverage")
    settled, of, entries, *rest = out.splitlines()[-1].split()
    assert (of, rest) == ("of", ["entries", "decided", "and", "tested"])
    assert int(entries) == 81
    notes = RULESETS["pathfinder-2e"].notes
    assert status == (0 if int(settled) >= 81 - len(notes) else 1)


def test_shipped_scenarios_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, _ = call("reach", "bridge", "-c", "Wren", "--json")
    assert status == 0
    assert json.loads(out)["at"] == [2, 3, 0]
    assert "brige" in refused("run", "brige")
    assert call("battle", "bridge", "--rounds", "1", "--json")[0] == 0
    (tmp_path / "log.jsonl").write_text(call("battle", "bridge", "--rounds", "1", "--json")[1], encoding="utf-8")
    assert call("replay", "log.jsonl", "--scenario", "bridge", "--html", "page.html")[0] == 0
    assert call("render", "bridge", "-o", "bridge.png")[0] == 0
    (tmp_path / "bridge").write_text("nonsense", encoding="utf-8")
    assert "bridge" in refused("reach", "bridge", "-c", "Wren")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    module = MODULES.get(name, name)
    function = getattr(import_module(f"fivefoot.scenes.commands.{module}"), module.rpartition(".")[2])
    first, _, _ = (function.__doc__ or "").partition("\n\n")
    assert " ".join(first.split()) == COMMANDS[name]
    assert command_named(name).name == name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("battle", "brigde"), 'did you mean "bridge"?'),
        (("play", "nothere"), "no scenario of that name"),
        (("replay", "bridge"), "`fivefoot play bridge` plays it"),
        (("battle", "bridge", "--ruleset", "epic"), '--ruleset: found "epic"'),
    ],
)
def test_a_name_that_is_mistyped_is_told_with_what_was_meant(words: tuple[str, ...], said: str) -> None:
    assert said in refused(*words)


def test_names_are_taken_in_any_case() -> None:
    assert call("reach", "Bridge", "-c", "isolde")[1].startswith("Isolde at")


def test_a_comparison_tells_what_happened_in_words() -> None:
    told = call("compare", "bridge", "--rulesets", "epic-path", "pathfinder-2e", "--games", "1")[1]
    assert "Snag goes from" in told
    assert '"event"' not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_check_remarks_on_conditions_without_effect(ruleset: str, tmp_path: Path) -> None:
    """Slowed does something in draw-steel only, weakened nowhere; what the file defines is no matter for remarks."""
    file = tmp_path / "dull.toml"
    file.write_text(
        f'format = 1\ntitle = "x"\nruleset = "{ruleset}"\n[board]\nmap = "..."\n[conditions.weakened]\nspeed = "half"\n'
        '[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\nconditions = ["slowed", "prone", "weakened"]\n'
        "[[expect]]\nat = { ann = [0, 0] }\n",
        encoding="utf-8",
    )
    status, out, err = call("check", file)
    assert (status, out) == (0, "1 passed, 0 failed\n"), err
    assert ("creatures[0].conditions: slowed has no effect" in err) == (ruleset != "draw-steel")
    assert "weakened" not in err
    assert "prone" not in err


def test_check_remarks_on_words_that_nobody_can_bear(tmp_path: Path) -> None:
    file = tmp_path / "typo.toml"
    file.write_text(
        'ruleset = "d20-srd"\n[board]\nmap = "..."\n[conditions.off-guard]\n[abilities.stab]\n'
        'requires.target = { has = ["offguard", "off-guard", "prone"], lacks = ["swarm"] }\n'
        'each = [{ do = "damage", amount = 1 }]\n'
        '[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\ncan = ["stab"]\ntraits = ["swarm"]\n',
        encoding="utf-8",
    )
    status, out, err = call("check", file)
    assert (status, out) == (0, "1 passed, 0 failed\n"), err
    assert err.count("is no condition of d20-srd or of the file") == 1
    assert "abilities.stab.requires.target.has: offguard is no condition" in err
