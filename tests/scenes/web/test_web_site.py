"""The site that plays battles: written, opened in a real browser, and compared with CPython under Node."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.under_test import HOME

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.loading import shipped_names
from fivefoot.scenes.web.web_site import PARTS, write_site

from .browser import CHROMIUM, Browser, served

BY_CLICKS = [
    pytest.param("epic-path", 3),
    *(pytest.param(ruleset, 300, marks=pytest.mark.nightly) for ruleset in RULESETS),
]
"""Rulesets played by clicks in a browser, and the most clicks. The seat plays whole battles in `test_web_seat.py`."""

HERE = Path(__file__).parent
NODE = shutil.which("node")
JSON_CLIENT = HERE.parents[1] / "play" / "table" / "json_client.py"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with Pyodide beside it, where npm and a package index can be reached."""
    if shutil.which("npm") is None:
        pytest.skip("no npm")
    folder = tmp_path_factory.mktemp("site")
    try:
        write_site(folder)
    except ScenarioError as error:
        pytest.skip(f"Pyodide cannot be fetched: {error}")
    return folder


def test_a_site_for_a_pyodide_on_the_web_is_small(tmp_path: Path) -> None:
    write_site(tmp_path, "https://example.org/pyodide")
    settings = json.loads((tmp_path / "settings.json").read_text())
    assert (settings["pyodide"], settings["msgspec"]) == ("https://example.org/pyodide/", "msgspec")
    assert sum(file.stat().st_size for file in tmp_path.rglob("*")) < 1_700_000
    first = (tmp_path / "engine.zip").read_bytes()
    write_site(tmp_path, "https://example.org/pyodide")
    assert (tmp_path / "engine.zip").read_bytes() == first


def test_the_scripts_of_the_page_declare_no_function_twice() -> None:
    """They share one scope, where the later declaration wins without a word."""
    scripts = ("board_view.js", "player.js", "wire.js", "app.js")
    text = "\n".join((HERE.parents[2] / "assets" / "web" / name).read_text(encoding="utf-8") for name in scripts)
    declared = re.findall(r"^(?:async )?function (\w+)", text, re.MULTILINE)
    assert len(declared) > 50
    assert sorted({name for name in declared if declared.count(name) > 1}) == []


def test_a_site_carries_its_licences(tmp_path: Path) -> None:
    write_site(tmp_path / "site", "https://example.org/pyodide")
    told = (tmp_path / "site" / "licences.txt").read_text(encoding="utf-8")
    for name in ("fivefoot", "Pyodide", "Python", "esper", "msgspec"):
        assert f"\n{name}: https://" in told
    for words in (
        "The fivefoot authors",
        "mozilla.org/MPL/2.0",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "Redistributions",
    ):
        assert words in told
    assert 'href="licences.txt"' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_a_site_that_was_stopped_leaves_nothing_and_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped() -> str:
        raise KeyboardInterrupt

    site = tmp_path / "site"
    with monkeypatch.context() as patched:
        patched.setattr("fivefoot.scenes.web.web_site.licences", stopped)
        with pytest.raises(KeyboardInterrupt):
            write_site(site, "https://example.org/pyodide")
    assert list(tmp_path.iterdir()) == []
    for address in ("https://example.org/a", "https://example.org/b"):
        write_site(site, address)
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert json.loads((site / "settings.json").read_text())["pyodide"] == "https://example.org/b/"


def test_the_engine_in_the_site_is_whole(tmp_path: Path) -> None:
    """What is left out of the archive is not missed: a battle is played from it by another Python."""
    write_site(tmp_path, "https://example.org/pyodide")
    with zipfile.ZipFile(tmp_path / "engine.zip") as archive:
        archive.extractall(tmp_path / "engine")
    assert not (tmp_path / "engine" / "fivefoot" / "scenes" / "board").exists()
    look = "import json; from fivefoot.scenes.web.web_game import WebGame; g = WebGame()\n"
    look += """g.ask('{"ask": "open", "scenario": "ford"}')\n"""
    look += """print(len(json.loads(g.ask('{"ask": "turn"}'))["moments"]))\n"""
    look += """g.ask('{"ask": "menu", "language": "de"}')\n"""
    look += """print(json.loads(g.ask('{"ask": "open", "text": "format = 1"}'))["error"])"""
    done = subprocess.run(
        [sys.executable, "-c", look], cwd=tmp_path / "engine", capture_output=True, text=True, check=True
    )
    moments, error = done.stdout.splitlines()
    assert int(moments) > 3
    assert "gefunden" in error, "an error is told in the page's language"


@pytest.mark.parametrize("missing", PARTS)
def test_a_folder_that_is_no_pyodide_is_refused(tmp_path: Path, missing: str) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name in PARTS:
        if name != missing:
            (given / name).touch()
    with pytest.raises(ScenarioError, match=f"no {missing}"):
        write_site(tmp_path / "site", str(given))


def test_without_npm_it_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ScenarioError, match="no npm; allowed: npm on the path, --pyodide FOLDER"):
        write_site(tmp_path / "site")


def printed(program: Path, site: Path | None) -> Any:
    """What a program prints in this Python, or on a site's engine under Node."""
    command = [sys.executable] if site is None else [str(NODE), str(HERE / "digests.mjs"), str(site)]
    done = subprocess.run(
        [*command, str(program)], env={**os.environ, "PYTHONPATH": HOME}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="no node")
@pytest.mark.nightly
@pytest.mark.parametrize("count", [30])
def test_battles_have_the_same_logs_in_pyodide(site: Path, count: int, tmp_path: Path) -> None:
    program = tmp_path / "battles.py"
    text = (HERE / "thirty_battles.py").read_text(encoding="utf-8")
    program.write_text(text.replace("range(30)", f"range({count})"), encoding="utf-8")
    ours, theirs = printed(program, None), printed(program, site)
    assert theirs == ours
    assert len(ours) == count


PLAY_ALL = """
from fivefoot.play.loading import shipped_names
from fivefoot.play.table.dialect import Game

print(json.dumps({name: to_the_end(Client(Game().seat().line), name) for name in shipped_names()}))
"""


@pytest.mark.nightly
@pytest.mark.skipif(NODE is None, reason="no node")
def test_every_shipped_scenario_is_played_in_pyodide_by_a_client_that_knows_only_json(
    site: Path, tmp_path: Path
) -> None:
    """To its end, with undo and decisions; the logs are those of CPython."""
    program = tmp_path / "play_all.py"
    program.write_text(JSON_CLIENT.read_text(encoding="utf-8") + PLAY_ALL, encoding="utf-8")
    ours, theirs = printed(program, None), printed(program, site)
    assert theirs == ours
    assert list(theirs) == shipped_names()
    assert all(one["over"] and one["undone"] for one in theirs.values())
    assert sum(one["decisions"] for one in theirs.values()) > 0


PLACE = """(() => {{
    const box = $("board").getBoundingClientRect();
    return [box.left + view.ox + ({0} + .5) * view.zoom, box.top + view.oy + ({1} + .5) * view.zoom];
}})()"""


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_a_battle_is_watched_asked_about_and_replayed_in_a_browser(site: Path, tmp_path: Path) -> None:
    server, home = served(site)
    with Browser(tmp_path / "profile") as browser:
        browser.open(f"{home}?scenario=bridge&hold=1")
        browser.wait("document.body.dataset.ready", 120)
        browser.wait("last() > 0")

        # watched to its end
        browser.run("speed = 16; play()")
        browser.wait("document.body.dataset.over === 'true'", 120)
        whole = browser.run("last()")
        assert whole > 100
        assert browser.run("states.moments.at(-1).event") == "battle-ended"

        # back and forth
        browser.run("$('line').value = 12; $('line').oninput({target: $('line')})")
        browser.run("$('on').onclick(); $('on').onclick(); $('back').onclick()")
        assert browser.run("document.body.dataset.now") == "13"

        # a creature's range, a way, and why not
        browser.click(*browser.run(PLACE.format(3, 5)))
        browser.wait("view.marks.reach")
        assert "can reach 80 squares" in browser.run("document.body.dataset.told")
        browser.click(*browser.run(PLACE.format(5, 3)))
        browser.wait("view.marks.path")
        assert "Isolde to [5, 3]: 10 ft" in browser.run("document.body.dataset.told")
        browser.click(*browser.run(PLACE.format(20, 9)))
        browser.wait("$('told').classList.contains('warning')")
        assert "Isolde cannot reach [20, 9]" in browser.run("document.body.dataset.told")

        # a long answer takes room from the board, which is drawn anew and not squeezed
        browser.run("tell('no way leads there '.repeat(40), true)")
        browser.wait("$('board').height === Math.round($('board').clientHeight * devicePixelRatio)")
        assert browser.run("Math.abs(view.oy * 2 + 12 * view.zoom - $('board').clientHeight) < 1")

        # by keys alone
        browser.run("$('board').focus()")
        browser.key("Escape")
        assert browser.run("document.body.dataset.told") == "No creature is selected."
        browser.run("view.marks.cursor = [2, 5]")
        browser.key("ArrowRight")
        assert "Isolde" in browser.run("document.body.dataset.told")
        browser.key("Enter")
        browser.wait("view.marks.reach")
        assert browser.run("document.querySelector('.one[aria-pressed=\"true\"]').textContent").startswith("Isolde")

        # saved, and dropped again
        browser.run(
            "ask({ask: 'save'}).then(({record}) => { const held = new DataTransfer();"
            " held.items.add(new File([record], 'b.fivefoot'));"
            " dispatchEvent(new DragEvent('drop', {dataTransfer: held, cancelable: true})); })"
        )
        browser.wait("document.body.dataset.told.startsWith('b.fivefoot: ')")
        assert browser.run("last()") == whole

        # another ruleset on the same board
        rows = browser.run("JSON.stringify(stage.board.rows)")
        browser.run("$('ruleset').value = 'draw-steel'; open({scenario: 'bridge'})")
        browser.wait("stage.rules === 'draw-steel'")
        assert browser.run("JSON.stringify(stage.board.rows)") == rows

        # on a telephone
        browser.resize(400, 800)
        assert browser.run("document.documentElement.scrollWidth") <= 400
        browser.wait("$('stage').clientHeight <= stage.board.rows.length * view.zoom + 1")  # the log has the rest
        assert browser.run("document.querySelector('footer').getBoundingClientRect().bottom") == 800
        unlabelled = "button, select, input"
        assert (
            browser.run(
                f"[...document.querySelectorAll('{unlabelled}')].filter((e) => !(e.labels && e.labels.length)"
                " && !e.getAttribute('aria-label') && !e.textContent.trim()).map((e) => e.id)"
            )
            == []
        )
        # whoever loses is told whose enemies are down
        browser.run(
            "waits = {over: {winner: 'blue', why: 'no enemy is left standing'}}; seat = 'red'; told_of = -1; ended()"
        )
        assert browser.run("$('page').innerText").startswith("You lose\n")
        assert "Blue: no enemy is left standing" in browser.run("$('page').innerText")
        assert browser.errors == []
    server.shutdown()


FOE = """(() => {
    const me = states.at(now).figures.get(waits.turn);
    const far = (f) => Math.max(Math.abs(f.box[0] - me.box[0]), Math.abs(f.box[1] - me.box[1]));
    const foes = [...states.at(now).figures.values()].filter((f) => f.side !== me.side && !f.out && !f.thing);
    return foes.sort((a, b) => far(a) - far(b))[0].box;
})()"""


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_the_list_of_battles_a_save_and_no_network(site: Path, tmp_path: Path) -> None:
    """The lesson is begun by a click, a battle is kept in the browser, and both work once the server is gone."""
    server, home = served(site)
    turn = "document.body.dataset.waits === 'turn' && !playing && seat"
    with Browser(tmp_path / "profile", 400, 800) as browser:
        browser.open(home)
        browser.wait("document.body.dataset.ready", 240)
        assert browser.run("document.documentElement.scrollWidth") <= 400
        browser.run("$('learn').click()")
        browser.wait(f"{turn} && $('lesson').textContent.startsWith('1 of ')", 60)
        for _ in range(20):  # a finger points first, and taps again where a slow page has missed it
            browser.tap(*browser.run(PLACE.format(5, 5)))
            browser.run("new Promise((done) => setTimeout(done, 500))")
            if browser.run("$('lesson').textContent.startsWith('2 of ')"):
                break
        browser.wait("$('lesson').textContent.startsWith('2 of ')")
        browser.run("goHome(); [...$('battles').children].find((one) => one.textContent.includes('gorge')).click()")
        browser.wait(f"{turn} && !document.body.dataset.lesson", 60)
        browser.wait("(own.get('saves') || []).length === 1")
        title = browser.run("stage.title")
        browser.run("navigator.serviceWorker.ready.then(() => 1)")
        server.shutdown()
        server.server_close()
        browser.open(f"{home}?language=de")
        browser.wait("document.body.dataset.ready && $('saves').children.length === 1", 240)
        assert browser.run("$('learn').textContent").startswith("Spielen lernen")
        browser.run("$('saves').querySelector('button').click()")
        browser.wait(f"{turn} && $('bar').children.length", 60)
        assert browser.run("$('bar').children[0].textContent") == "Zug beenden"
        assert browser.run("last()") > 0
        assert title
        assert browser.errors == []


LESSONS = {
    "a-first-lesson": (
        "5,5", "6,5", "Enter", "2,2 2,2", "undo", "s 4,5", "grey",
        "Enter Enter 8,7 8,7 Enter Enter 8,7 p 9,6", " ",
    ),
    "a-second-lesson": (
        "6,3", "p 7,3", "z", "Enter 7,4 k 8,4", "Enter Enter u u Enter Enter 8,5 8,5 p 9,5", " ",
    ),
    "a-third-lesson": ("1 9,2", "Enter Enter", "Enter Enter 2 8,3", "3 3", " "),
}  # fmt: skip
"""What is done in each step: squares to click, keys, words."""
ACTED = "document.body.dataset.waits === 'turn' && mine() && waiting.size === 0"
STEP = "document.body.dataset.lesson"


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_every_step_of_a_lesson_can_be_done_on_the_page_as_it_says(site: Path, tmp_path: Path) -> None:
    server, home = served(site)
    with Browser(tmp_path / "profile") as browser:
        for name, steps in LESSONS.items():
            browser.open(f"{home}?scenario={name}&red=you")
            browser.wait(f"{ACTED} && {STEP}", 240)
            browser.run("speed = 1000")
            for at, deeds in enumerate(steps, 1):
                assert browser.run(STEP) == str(at), browser.run("$('lesson').textContent")
                for deed in deeds.split(" ") if deeds.strip() else [deeds]:
                    if "," in deed:
                        browser.click(*browser.run(PLACE.format(*deed.split(","))))
                    elif deed == "undo":
                        browser.call("Input.dispatchKeyEvent", type="keyDown", key="z", code="KeyZ", modifiers=2)
                    elif deed == "grey":
                        browser.run("document.querySelector('#bar .refused').click()")
                    else:
                        browser.key(deed)
                    browser.run("new Promise((done) => setTimeout(done, 200))")
                    browser.wait(f"{ACTED} && actions.length", 30)
            assert browser.run("$('lesson').hidden")
        assert browser.errors == []
    server.shutdown()


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_the_page_shows_rules_threat_and_the_way_back(site: Path, tmp_path: Path) -> None:
    server, home = served(site)
    with Browser(tmp_path / "profile") as browser:
        browser.open(f"{home}?scenario=bridge&red=you&seed=3")
        browser.wait(f"{ACTED} && actions.length", 240)
        browser.key("z")
        browser.wait("view.marks.threat && view.marks.threat.length > 3")
        browser.run("document.querySelector('#bar .refused').click()")
        browser.wait("behind.length > 0")
        browser.run("$('told').click()")
        browser.wait("$('page').open && $('page').children[1].textContent.includes(behind[0])")
        assert browser.run("$('page').children[1].textContent.length > 60")
        browser.run("$('page').close()")
        browser.key("F1")
        assert "Ctrl+Z" in browser.wait("$('page').open && $('page').children[1].textContent")
        browser.run("$('page').close(); $('home-button').click()")
        assert not browser.run("$('home').hidden || $('return').hidden")
        browser.key("Escape")
        browser.wait(f"$('home').hidden && {ACTED}")
        before = browser.run("last()")
        browser.run("$('bar').children[0].click()")
        browser.wait("pressedOnce === ENDING")
        assert (browser.run("last()"), "still has" in browser.run("document.body.dataset.told")) == (before, True)
        browser.run("$('bar').children[0].click()")
        browser.wait(f"last() > {before}")
        assert browser.errors == []
    server.shutdown()


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
@pytest.mark.parametrize(("ruleset", "most"), BY_CLICKS)
def test_a_person_plays_a_battle_by_clicks_in_a_browser(site: Path, tmp_path: Path, ruleset: str, most: int) -> None:
    server, home = served(site)
    with Browser(tmp_path / "profile") as browser:
        browser.open(f"{home}?scenario=bridge&ruleset={ruleset}&red=you&blue=random&seed=3")
        browser.wait("document.body.dataset.waits", 180)
        browser.run("speed = 1000")
        for _ in range(most):
            browser.wait("!playing && now === last()", 120)
            if browser.run("over"):
                break
            if browser.run("!!waits.decision"):
                browser.wait("!$('bar').hidden && $('bar').children.length")
                browser.run("$('bar').children[0]?.click()")
                browser.run("new Promise((done) => setTimeout(done, 200))")
                continue
            before = browser.run("last()")
            x, y, *_ = browser.run(FOE)
            spot = browser.run(PLACE.format(x, y))
            for _ in range(2):  # what draws an attack wants a second click
                browser.click(*spot)
                browser.run("new Promise((done) => setTimeout(done, 150))")
                if browser.run("last()") != before:
                    break
            if browser.run("last()") == before:
                browser.wait("!$('bar').hidden && $('bar').children.length > 0 && !$('bar').children[0].disabled")
                browser.run("mine() && $('bar').children[0]?.click()")  # End turn, unless a click was only slow
                browser.wait(f"last() > {before} || pressedOnce === ENDING")
                browser.run("pressedOnce === ENDING && $('bar').children[0].click()")  # with a move left it asks
                browser.wait(f"last() > {before}")
            browser.run("playing && around.picked(0, 0)")  # a click while others act pauses nothing
        assert browser.run("over" if most == 300 else "last() > 0")
        assert browser.errors == []
    server.shutdown()
