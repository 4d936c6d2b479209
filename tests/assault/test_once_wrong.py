"""Every fault that an assault has ever found, drawn small; the numbers are those of `docs/reliability.md`."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.assault import results
from tests.assault.results import PLAN, SIDES
from tests.engine.scenario.bad_input import BOARD, error
from tests.fights import fight
from tests.play.tournament.four_ways import ENVIRONMENT

from fivefoot.components.events import Moved
from fivefoot.engine.errors import LONGEST_SENTENCE, ScenarioError
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.build import world_of
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.history import History
from fivefoot.play.replay import web_page
from fivefoot.play.replay.snapshot import CreatureView, Figures, Snapshot
from fivefoot.play.tournament.ledger import Ledger
from fivefoot.play.tournament.report import report
from fivefoot.scenes.commands.tournament import _cell
from fivefoot.scenes.play import saves
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.views.standings import show
from fivefoot.scenes.window import preferences

NAMED = '[[creatures]]\nname = {0}\nside = "red"\nat = [0, 0]\n'


def file(*creatures: dict[str, Any], ruleset: str = "epic-path", size: int = 5, **board: Any) -> str:
    """A scenario on an even board."""
    ground = {"map": "\n".join(["." * size] * size), **board}
    listed = [{"name": f"c{i}", "side": "red", "at": [0, 0], **one} for i, one in enumerate(creatures)]
    return json.dumps({"ruleset": ruleset, "board": ground, "creatures": listed})


def refused(text: str) -> str:
    """The sentence with which a scenario is refused when a battle is made of it."""
    with pytest.raises(ScenarioError) as caught:
        Battle(parse(text)).close()
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert len(sentence) <= LONGEST_SENTENCE
    return sentence


# ---------------------------------------------------------------- H2, M11: work


@pytest.mark.parametrize("ruleset", RULESETS)
def test_cubes_times_squares_have_a_limit(ruleset: str) -> None:
    flier = {"speed": {"fly": 10_000}, "hover": True}
    sentence = refused(file(flier, ruleset=ruleset, size=64, ceiling=1000))
    assert "creatures[0].speed" in sentence
    with Battle(parse(file(flier, ruleset=ruleset, size=20, ceiling=20))):
        pass


def test_cubes_of_all_kinds_of_movers_together_have_a_limit() -> None:
    fliers = [{"speed": {"fly": 5 * (i + 1)}, "at": [i, 0]} for i in range(60)]
    assert "creatures up to this one" in refused(file(*fliers, size=120, ceiling=40))
    with Battle(parse(file(*({"speed": {"fly": 30}, "at": [i, 0]} for i in range(60)), size=120, ceiling=40))):
        pass


def test_places_of_one_movement_have_a_limit() -> None:
    assert "places" in refused(file({"speed": {"fly": 500}, "at": [0, 0, 300]}, size=64, ceiling=1000))
    with Battle(parse(file({"speed": {"fly": 100}, "at": [0, 0, 300]}, size=64, ceiling=1000))):
        pass


def test_cubes_in_reach_have_a_limit() -> None:
    assert "creatures[0].reach" in refused(file({"reach": 10_000}, size=128, ceiling=100))


def test_movement_granted_by_a_script_counts_toward_the_limit() -> None:
    tree = json.loads(file({}, size=64, ceiling=1000))
    tree["turns"] = [{"actor": "c0", "intents": [{"do": "afflict", "target": "c0", "speed": {"fly": 10_000}}]}]
    assert "creatures[0].speed" in refused(json.dumps(tree))


def test_a_tower_of_mounts_has_a_limit() -> None:
    tower = [{"mount": f"c{i + 1}"} for i in range(40)]
    assert "at most 32 mounts" in refused(file(*tower, {}))
    low = [{"mount": f"c{i + 1}"} for i in range(20)]
    with Battle(parse(file(*low, {"at": [0, 0, 3], "speed": {"fly": 5}, "hover": True}))) as battle:
        assert {creature.cube for creature in battle.creatures} == {(0, 0, 3)}


def test_riders_on_one_mount_are_no_tower() -> None:
    with Battle(parse(file({}, *({"mount": "c0"} for _ in range(60))))) as battle:
        assert len(battle.creatures) == 61


def test_pairs_in_one_space_have_a_limit() -> None:
    objects = [{"traits": ["object"]}] * 400
    assert "pairs of creatures in one another's space" in refused(file(*objects))
    with Battle(parse(file(*objects[:50]))):
        pass


# ---------------------------------------------------------------- L1, L2, L3: names and sentences


@pytest.mark.parametrize(
    "name",
    [
        "ann\n",
        "\nann",
        "a\nn",
        " ann",
        "ann\u200b",
        "ann\u200e",
        "ann\u061c",
        "\ufeffann",
        "a\u202enn",
        "a\u00a0n",
        "a\u3164",
    ],
)
@pytest.mark.parametrize("place", ["name", "side", "mount", "target"])
def test_names_are_one_line_of_visible_characters(name: str, place: str) -> None:
    tree: dict[str, Any] = json.loads(file({}, {"at": [1, 1]}))
    if place == "target":
        tree["turns"] = [{"actor": "c0", "intents": [{"do": "attack", "target": name}]}]
    else:
        tree["creatures"][0][place] = name
    refused(json.dumps(tree))


@pytest.mark.parametrize(
    "text",
    [
        "x" * 5000 + " = 1\n",
        BOARD + "[rules]\n" + "y" * 5000 + " = 1\n",
        BOARD.replace("...\n...", "..?\n...")
        + "[board.legend]\n"
        + "".join(f'"{chr(0x4E00 + i)}" = {{}}\n' for i in range(5000)),
        BOARD
        + "".join(NAMED.format(f'"{"n" * 70}{i}"').replace("0, 0", f"{i % 3}, 0") for i in range(100))
        + '[[turns]]\nactor = "nobody"\n',
    ],
    ids=["a-long-key", "a-long-switch", "a-long-legend", "many-long-names"],
)
def test_a_refusal_is_not_long(text: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        Battle(parse(text)).close()
    assert len(str(caught.value)) <= (LONGEST_SENTENCE if "yyy" not in text else 1500)


def test_a_long_place_and_a_long_file_name_leave_room_for_the_rest() -> None:
    told = ScenarioError("s" * 5000, "p" * 5000, "f" * 5000, "a" * 5000)
    assert len(str(told)) <= LONGEST_SENTENCE
    assert "found ff" in str(told)
    assert "allowed: aa" in str(told)
    assert len(told.allowed) == 5000


def test_unseen_characters_are_escaped() -> None:
    assert "\\u202e" in str(ScenarioError("a\u202eb", "", "x", "y"))
    assert error(NAMED.format('"a\\u200b"') + BOARD).place == "creatures[0].name"


# ---------------------------------------------------------------- L11: steps that are none


def test_climbing_up_from_inside_its_space_is_no_step() -> None:
    giant = {"name": "giant", "at": [1, 1], "size": 2}
    with Battle(parse(file({"name": "ann", "at": [1, 1]}, giant, ruleset="draw-steel"))) as battle:
        battle.submit("ann", {"do": "climb-creature", "target": "giant"})
        events = battle.process()
        assert not [event for event in events if isinstance(event, Moved)]
        assert battle.creature("ann").condition.mount == "giant"


# ---------------------------------------------------------------- M3, L3, L6: records


def record(tmp_path: Path, **head: Any) -> Path:
    """A record whose first line says something else than it should."""
    with Battle(parse(fight("a.b"))) as battle:
        battle.begin_turn("ann")
        first, *rest = replay_file.record_of(battle).split(b"\n")
    path = tmp_path / "odd.fivefoot"
    path.write_bytes(b"\n".join([json.dumps(json.loads(first) | head).encode(), *rest]))
    return path


@pytest.mark.parametrize(
    "head",
    [
        {"deeds": [["closest", "", [["a", "b"], None]]]},
        {"deeds": [["closest", "", [[0.5, 0], None]]]},
        {"deeds": [["closest", "", [[0, 0], 5]]]},
        {"deeds": [["closest", "", 5]]},
        {"deeds": [["conclude", "", [{}, "why"]]]},
        {"deeds": [["conclude", "", [None, 5]]]},
        {"deeds": [["submit", "ann", {"do": "attack", "target": "\x1b[2J\n"}]]},
        {"deeds": [["begin", "nobody", None]]},
        {"deeds": [[["begin"], "nobody", None]]},
        {"fivefoot": "9" * 60_000},
        {"scenario": []},
    ],
)
def test_a_malformed_record_is_refused_in_a_sentence(tmp_path: Path, head: dict[str, Any]) -> None:
    path = record(tmp_path, **head)
    with pytest.raises(ScenarioError) as caught:
        replay_file.read(path).battle().close()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= LONGEST_SENTENCE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_record(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.fivefoot"
    os.mkfifo(pipe)
    assert not replay_file.is_record(pipe)
    with pytest.raises(ScenarioError, match="no ordinary file"):
        replay_file.read(pipe)


# ---------------------------------------------------------------- M9: what is shown after each event


def view(name: str, hp: int = 1) -> CreatureView:
    """A creature as it is seen."""
    return CreatureView(name, "red", "medium", 1, 5.0, (0, 0, 0), Box(0, 0, 0, 0, 0, 0), hp=hp)


def test_a_snapshot_shares_all_but_what_has_changed() -> None:
    start = Snapshot(Figures(view(f"c{i}") for i in range(2000)))
    changed = start.with_figure(view("c77", 5))
    assert changed.figures["c77"].hp == 5
    assert start.figures["c77"].hp == 1
    assert [figure.name for figure in changed.changed_since(start)] == ["c77"]
    assert list(changed.figures) == list(start.figures)
    before, after = start.figures, changed.figures
    assert isinstance(before, Figures)
    assert isinstance(after, Figures)
    shared = sum(a is b for a, b in zip(before._pages, after._pages, strict=True))
    assert shared == len(before._pages) - 1


# ---------------------------------------------------------------- M4, M5, L7, L9: what a window and a page show


def test_unreadable_files_in_the_saves_folder_are_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEFOOT_HOME", str(tmp_path))
    folder = preferences.data_folder("saves")
    folder.mkdir(parents=True)
    (folder / "deep.fivefoot").write_bytes(b"[" * 100_000)
    (folder / "link.fivefoot").symlink_to(folder / "nothing")
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe.fivefoot")
    with Battle(parse(fight("a.b"))) as battle:
        (folder / "good.fivefoot").write_bytes(replay_file.record_of(battle))
    assert [save.path.name for save in saves.listed()] == ["good.fivefoot"]


@pytest.mark.parametrize("title", ["x" * 500, "é" * 500, "\U0001f409" * 500, "-" * 500, ""])
def test_a_save_file_name_is_cut_to_the_longest_allowed(tmp_path: Path, title: str) -> None:
    path = preferences.free_name(tmp_path, title, ".fivefoot")
    path.write_text("")
    assert preferences.free_name(tmp_path, title, ".fivefoot") != path


def test_placeholders_in_inserted_text_are_not_filled() -> None:
    made = parse(fight("a.b").replace("ruleset", 'title = "{{data}}</title>"\nruleset', 1))
    text = web_page.page(made.title, world_of(made), ())
    assert "<title>{{data}}&lt;/title&gt;" in text
    assert text.count('"moments"') == 1


# ---------------------------------------------------------------- M6, M7, L8, L13: result files


def spoilt(tmp_path: Path, *statements: str) -> Path:
    """A result file edited by hand."""
    path = tmp_path / "odd.db"
    path.write_bytes(results.played())
    with closing(sqlite3.connect(path)) as odd, odd:
        for statement in statements:
            odd.execute(statement)
    return path


ENDLESS = "WITH RECURSIVE n(number) AS (SELECT 0 UNION ALL SELECT number FROM n) SELECT * FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        ("UPDATE battles SET scenario = 'another'",),
        ("UPDATE battles SET red = 'another'",),
        ("UPDATE battles SET rounds = 'many'",),
        ("UPDATE battles SET why = x'ff00'",),
        ("ALTER TABLE timings ADD COLUMN more TEXT",),
        ("ALTER TABLE battles DROP COLUMN why",),
        ("UPDATE timings SET slowest = 'slow'",),
        ("UPDATE timings SET actor = x'ff'",),
        ("UPDATE logs SET log = x'00'",),
        ("UPDATE logs SET log = 5",),
        ("UPDATE logs SET log = substr(log, 1, 20)",),
        ("DROP TABLE battles", f"CREATE VIEW battles AS {ENDLESS}"),
        ("DROP TABLE missteps", f"CREATE VIEW missteps AS {ENDLESS}"),
        ("CREATE TRIGGER t AFTER INSERT ON battles BEGIN DELETE FROM logs; END",),
        ("INSERT INTO battles SELECT -1, scenario, ruleset, seed, red, blue, winner, why, rounds, turns, events, "
         "opportunities, falls, pushes, refusals, stall, digest FROM battles WHERE number = 0",),
    ],
    ids=lambda statements: statements[-1][:40],
)  # fmt: skip
def test_a_malformed_result_file_is_refused_in_a_sentence(tmp_path: Path, statements: tuple[str, ...]) -> None:
    with pytest.raises(ScenarioError) as caught:
        results.look(spoilt(tmp_path, *statements))
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= LONGEST_SENTENCE


def test_undecodable_names_of_a_schema_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "odd.db"
    path.write_bytes(results.played().replace(b"opportunities", b"opportuniti\xff\xfe"))
    with pytest.raises(ScenarioError):
        results.look(path)


@pytest.mark.parametrize("name", ["ann[/b]", "[link=https://evil.example]ann[/link]", "\x1b[31mann", "[red]ann"])
def test_names_are_never_markup(tmp_path: Path, name: str) -> None:
    with closing(sqlite3.connect(spoilt(tmp_path))) as odd, odd:
        odd.execute("UPDATE timings SET actor = ?", (name,))
        odd.execute("UPDATE battles SET why = ?", (name,))
    with Ledger(tmp_path / "odd.db") as ledger:
        ledger.enter(PLAN)
        found = report(ledger, PLAN.battles, SIDES)
    paper = io.StringIO()
    show(Console(file=paper, width=200, force_terminal=True, color_system=None), found)
    assert name.replace("\x1b", "\\x1b") in paper.getvalue()


@pytest.mark.parametrize(
    ("cell", "written"), [("=HYPERLINK(1)", "'=HYPERLINK(1)"), ("@SUM(1)", "'@SUM(1)"), ("red", "red"), (-5, -5)]
)
def test_cells_of_a_csv_are_no_formulas(cell: object, written: object) -> None:
    assert _cell(cell) == written


# ---------------------------------------------------------------- H3, M1, M2, L4, L5: calls and saves


def running() -> Battle:
    """A battle in which ann's turn is open."""
    battle = Battle(parse(fight("a...b", both="hp = 10")))
    battle.begin_turn("ann")
    return battle


@pytest.mark.parametrize(
    "call",
    [
        lambda b: b.begin_turn("nobody"),
        lambda b: b.closest([0, 0], among=["nobody"]),
        lambda b: b.closest([0, 0], among=[]),
        lambda b: b.closest([0, 0], among=5),
        lambda b: b.closest([0, 0], among="ann"),
        lambda b: b.save({None: "a bot"}),
        lambda b: b.told("defeat"),
        lambda b: b.floor_at(0.5, -1),
        lambda b: b.flank("ann", "bob", [0, 0]),
        lambda b: b.burst([0, 0], "a"),
        lambda b: b.cube([0, 0], 2**70),
        lambda b: b.visible("ann", -1),
        lambda b: b.forecast("ann", "bob", cover="a"),
        lambda b: b.replay(events="a"),
        lambda b: b.replay(most=1),
        lambda b: b.closest([0.5, 0.5]),
        lambda b: b.closest(["a", "b"]),
        lambda b: b.closest([0, 0, 2**70]),
        lambda b: b.conclude(5, "why"),
        lambda b: b.conclude("red", 6),
        lambda b: b.conclude("red", "\x1b[2J"),
        lambda b: b.conclude("\ud800", ""),
        lambda b: b.submit("ann", "\ud800"),
        lambda b: b.submit("ann", {"do": "attack", "target": "\x1b[31m\nforged"}),
        lambda b: b.submit("ann", {"do": "interact", "what": "\ud800"}),
        lambda b: b.why("ann", {"do": "attack", "target": "\ud800"}),
        lambda b: b.foresee("ann", {"do": "\ud800"}),
        lambda b: b.submit("ann", {"do": "climb-creature", "target": "\n"}),
    ],
)
def test_a_call_that_raises_changes_nothing(call: Callable[[Battle], object]) -> None:
    with running() as battle:
        before = battle.save()
        with pytest.raises((KeyError, ValueError)) as caught:
            call(battle)
        assert str(caught.value).isprintable()
        assert battle.save() == before
        with Battle.restore(before) as again:
            assert again.save() == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_during_a_run_of_a_text_keeps_its_status(name: str, status: int) -> None:
    code = f"""
import os, signal, sys
from fivefoot.scenes.commands.process import ending_politely
with ending_politely() as told:
    try:
        exec("os.kill(os.getpid(), signal.{name})\\nwhile True: pass")
    except KeyboardInterrupt:
        pass
sys.exit(told[0])
"""
    found = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, check=False, timeout=120)
    assert (found.returncode, found.stderr) == (status, b"")


IN_A_CLASS = """
import dataclasses, os, signal
def named(field, owner, name):
    if owner.__module__ == "fivefoot.engine.messages":
        signal.raise_signal(signal.NUMBER)
dataclasses.Field.__set_name__ = named
"""
IN_A_TEXT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == "typer":
            exec("os.kill(os.getpid(), signal.NUMBER)\\nwhile True: pass")
sys.meta_path.insert(0, Finder())
"""
WRAPPED = """
import os, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == "typer":
            try:
                signal.raise_signal(signal.NUMBER)
            except BaseException as error:
                raise ImportError(name) from error
sys.meta_path.insert(0, Finder())
"""
DISCARDED = """
import os, signal, sys, time
class Left:
    def __del__(self):
        signal.raise_signal(signal.NUMBER)
class Finder:
    def find_spec(self, name, *_):
        if name == "typer":
            Left()
            time.sleep(60)
sys.meta_path.insert(0, Finder())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize(
    "moment", [IN_A_CLASS, IN_A_TEXT, WRAPPED, DISCARDED], ids=["class", "text", "wrapped", "discarded"]
)
def test_a_signal_while_the_command_line_is_imported_ends_quietly(
    moment: str, name: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(moment.replace("NUMBER", name))
    path = os.pathsep.join((str(tmp_path), ENVIRONMENT.get("PYTHONPATH", "")))
    words = [sys.executable, "-m", "fivefoot", "run", "bridge"]
    found = subprocess.run(words, env={**ENVIRONMENT, "PYTHONPATH": path}, capture_output=True, check=False, timeout=50)
    assert (found.returncode, found.stdout, found.stderr) == (status, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_signal_after_the_command_ends_quietly() -> None:
    code = "import atexit, os, signal, sys\n"
    code += "atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))\n"
    code += "from fivefoot.__main__ import main\nsys.argv = ['fivefoot', '--version']\nmain()\n"
    found = subprocess.run([sys.executable, "-c", code], env=ENVIRONMENT, capture_output=True, check=False, timeout=50)
    assert (found.returncode, found.stderr) == (130, b"")


def test_a_call_that_fails_once_the_last_command_is_played_out_leaves_the_battle_in_its_midst() -> None:
    with running() as battle:
        harm = battle.effect(
            [{"do": "damage", "target": "bob", "amount": 1}, {"do": "leave", "who": "ann"}], by="a trap"
        )
        battle.undo(harm[0].seq)
        before = battle.save()
        assert battle.paused
        assert battle.creature("ann").side == "red"
        with pytest.raises(KeyError):
            battle.submit("ann", {"do": "end"})
        assert battle.save() == before
        battle.resume()
        assert [creature.name for creature in battle.creatures] == ["bob"]


def test_undoing_no_commands_changes_nothing() -> None:
    with running() as battle:
        battle.undo(0)
        before = battle.save()
        battle.take_back(0)
        assert battle.save() == before == battle.save()


def test_a_save_that_asks_for_more_than_it_came_to_is_stopped() -> None:
    script = '[[turns]]\nactor = "ann"\nintents = [{ do = "move", to = [3, 0] }]\n'
    with Battle(parse(fight("a...b") + script)) as battle:
        battle.run()
        tree = json.loads(battle.save())
    del tree["state"]  # which is taken where the commands fail
    tree["deeds"] = [{"what": "run"}] * 100_000
    with pytest.raises(ScenarioError, match="events"):
        Battle.restore(json.dumps(tree))


def test_a_log_has_an_end() -> None:
    with running() as battle:
        battle.world.most_events = len(battle.events) + 1
        before = battle.save()
        with pytest.raises(ScenarioError, match="events"):
            battle.begin_turn("bob")  # which ends ann's turn and begins another: two events
        assert battle.save() == before


@pytest.mark.nightly
def test_a_long_save_can_be_read_again() -> None:
    with running() as battle:
        for _ in range(1500):
            battle.submit("ann", {"do": "move", "path": [[x % 5, 0] for x in range(500)]})
        saved = battle.save()
        assert len(saved) > 4 * 2**20
        with Battle.restore(saved) as again:
            assert again.save() == saved


# ---------------------------------------------------------------- storms


def test_what_a_game_writes_is_recorded_once() -> None:
    with running() as battle:
        battle.creature("ann").health.hp = 3
        saved = battle.save()
        assert battle.save() == saved
        assert [command.what for command in battle.commands] == ["begin", "written"]
        with Battle.restore(saved) as again:
            assert again.save() == saved


@pytest.mark.parametrize("place", ["_keep", "_state_before", "_truncate", "_restore", "_carry_out"])
@pytest.mark.parametrize(
    "call",
    [
        lambda b: b.act("ann", {"do": "move", "to": [2, 0]}),
        lambda b: b.undo(),
        lambda b: b.undo(0),
        lambda b: b.redo(),
        lambda b: b.take_back(1),
        lambda b: b.replay(),
    ],
    ids=["act", "undo", "undo to", "redo", "take back", "replay"],
)
def test_a_call_that_is_interrupted_changes_nothing(
    call: Callable[[Battle], object], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running() as battle:
        battle.act("ann", {"do": "move", "to": [1, 0]})
        battle.act("ann", {"do": "end"})
        battle.undo()
        before = battle.save()
        real = getattr(History, place)

        def interrupted(history: History, *given: Any) -> Any:
            monkeypatch.undo()  # one Ctrl-C
            real(history, *given)
            raise KeyboardInterrupt

        monkeypatch.setattr(History, place, interrupted)
        try:
            call(battle)
        except KeyboardInterrupt:
            assert battle.save() == before
        monkeypatch.undo()
        with Battle.restore(battle.save()) as again:
            assert again.proved


# ---------------------------------------------------------------- swapped parts of saves, wrong clocks


def unproved(battle: Battle, **changes: Any) -> dict[str, Any]:
    """A save whose commands come to another log, with some changes: its state is what opens."""
    tree: dict[str, Any] = json.loads(battle.save())
    return tree | {"digest": "0" * 64} | changes


def test_a_state_with_a_size_that_the_ruleset_does_not_know_is_refused() -> None:
    with running() as battle:
        tree = unproved(battle)
    tree["state"]["creatures"][0]["components"].setdefault("Size", {})["name"] = "vast"
    with pytest.raises(ScenarioError, match=r"Size\.name: found \"vast\""):
        Battle.restore(json.dumps(tree)).close()


def test_a_creature_that_joined_before_a_state_acts_after_it_and_is_saved() -> None:
    with running() as battle:
        battle.effect([{"do": "join", "creature": {"name": "cat", "side": "red", "at": [2, 0]}}], by="a story")
        tree = unproved(battle)
    with Battle.restore(json.dumps(tree)) as opened:
        opened.begin_turn("cat")
        with Battle.restore(opened.save()) as again:
            assert again.proved
            assert again.active == "cat"


@pytest.mark.parametrize("seconds", [-(2.0**40), 2.0**40, 2.0**62])
def test_a_save_of_a_wrong_clock_is_listed(seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "odd.fivefoot"
    with Battle(parse(fight("a.b"))) as battle:
        path.write_bytes(replay_file.record_of(battle))
    now = os.stat(path)
    fields = list(now)
    monkeypatch.setattr(Path, "stat", lambda self, **_: os.stat_result([*fields[:7], 0, seconds, 0]))
    found = saves.save_of(path)
    assert found is not None
    assert found.label
