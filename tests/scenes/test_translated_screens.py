"""Commands and pages under `--language de`: no English sentence is left in what a person reads."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.german import english_in, english_in_error
from typer.testing import CliRunner

import fivefoot
from fivefoot.engine.messages import use_language
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.bots.bot_player import Fault
from fivefoot.play.replay.web_page import page, page_texts
from fivefoot.play.table.dialect import Game
from fivefoot.scenes.commands.app import app
from fivefoot.scenes.commands.overview import COMMANDS
from fivefoot.scenes.web.web_game import WebGame
from fivefoot.scenes.web.web_site import PAGE, write_site

ASSETS = Path(str(fivefoot.__file__)).parent / "assets"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def german(*words: str) -> str:
    """Both outputs of a command under `--language de`."""
    environment = {"COLUMNS": "400", "NO_COLOR": "1", "TERMINAL_WIDTH": "400"}
    outcome = CliRunner().invoke(app, ["--language", "de", *words], env=environment)
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit)
    return outcome.output


def test_the_list_of_commands_is_german() -> None:
    assert english_in(german("--help")) == []
    assert "Befehle" in german("--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_no_english_sentence(name: str) -> None:
    text = german(name, "--help")
    assert "Aufruf: " in text
    assert english_in(text) == []


@pytest.mark.parametrize(
    "words",
    [
        "battle", "battle --nix", "battle bridge more", "battle bridge --rounds", "battle bridge --rounds 0",
        "battle bridge --rounds x", "battle bridge --json=1", "nix", "reach bridge", "serve bridge", "suite nix",
        "tournament", "tournament bridge --seed 99999999999999999999", "play --red cunning", "travel --pace trot",
        "travel --speed 3", "travel --march 2 --hours 3", "travel --vehicle cart --nonstop",
    ],
)  # fmt: skip
def test_errors_of_options_are_german(words: str) -> None:
    assert english_in(german(*words.split())) == []


@pytest.mark.parametrize(
    "words",
    [
        "run bridge", "check bridge breach", "travel", "travel --march 3 --hp 4", "doctor", "rules",
        "compare bridge --rulesets d20-srd --games 2 --rounds 3", "reach bridge -c Wren",
        "tournament bridge --games 2 --rounds 2 --brains random aggressive --jobs 1", "perft bridge -c Wren",
        "import tests/maps/cellar.tmx --output {tmp}/a.toml", "import tests/maps/keep.tmx --output {tmp}/b.toml",
        "import tests/maps/tower.json --output {tmp}/c.toml", "import tests/maps/caves.ldtk --output {tmp}/d.toml",
        "generate --seed 3 --output {tmp}/e.toml", "export bridge -o {tmp}/f.tmj", "export forge -o {tmp}/g.uvtt",
    ],
)  # fmt: skip
def test_the_output_of_each_command_has_no_english_sentence(words: str, tmp_path: Path) -> None:
    text = german(*(word.format(tmp=tmp_path) for word in words.split()))
    assert english_in(re.sub(r"(?m)^(?:Python|system|core|extra \w+) .*$", "", text)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_battle_is_told_in_german(ruleset: str) -> None:
    assert english_in(german("battle", "bridge", "--ruleset", ruleset, "--rounds", "4")) == []


@pytest.mark.parametrize("brain", ["aggressive", "cunning", "random"])
def test_reasons_of_brains_are_german(brain: str) -> None:
    text = german("battle", "bridge", "--red", brain, "--blue", brain, "--rounds", "3", "--explain")
    reasons = [line.split(": ", 1)[1] for line in text.splitlines() if f"[{brain}]: " in line]
    assert reasons
    assert english_in("\n".join(reasons)) == []


FAILING = """
ruleset = "epic-path"
[board]
map = "...."
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 5
[[creatures]]
name = "bob"
side = "blue"
at = [3, 0]
[[expect]]
at = { ann = [1, 0] }
conditions = { ann = ["prone"] }
hp = { ann = 4 }
hp_between = { ann = [1, 2] }
[[expect]]
event = { event = "moved", who = "ann" }
reach = { creature = "ann", includes = [[1, 0, 10], [9, 0, 5]], excludes = [[1, 0]] }
threat = { creature = "ann", includes = [[2, 0]], excludes = [[1, 0]] }
[[expect]]
flanked = { target = "bob", by = "ann", is = true }
distance = { from = "ann", to = "bob", is = 5 }
refused = ["ann"]
spent = { ann = 5 }
lacks = { ann = ["prone"] }
"""


def test_expectations_that_fail_are_told_in_german(tmp_path: Path) -> None:
    (tmp_path / "failing.toml").write_text(FAILING, encoding="utf-8")
    *faults, last = german("check", str(tmp_path / "failing.toml")).splitlines()
    assert last == "0 passed, 1 failed"
    assert len(faults) == 14
    assert english_in_error("\n".join(faults)) == []


def test_an_unsound_file_is_told_in_german_and_logged_in_english(tmp_path: Path) -> None:
    file = tmp_path / "unsound.toml"
    file.write_text(FAILING.replace("hp = 5", "speed = -5"), encoding="utf-8")
    with pytest.raises(fivefoot.ScenarioError, match="allowed: a whole number from 0 to"):
        fivefoot.load(str(file))
    told = german("run", str(file))
    assert "erlaubt: eine ganze Zahl von 0 bis" in told
    assert english_in_error(told) == []


def test_a_seat_answers_in_its_language() -> None:
    seat = Game().seat()
    opened = {"id": 1, "call": "open", "args": {"scenario": "bridge", "seat": "red", "language": "de"}}
    seat.line(json.dumps(opened))
    *_, answer = seat.line('{"id": 2, "call": "nix"}')
    assert "erlaubt: " in json.loads(answer)["error"]


def test_a_fault_of_a_bot_is_told_in_german() -> None:
    fault = Fault("rover", "red", "ann", 3, "crash", "the program ended with status 1")
    assert str(fault) == "rover (red), round 3, ann: crash: the program ended with status 1"
    assert fault.told("de") == "rover (Rot), Runde 3, ann: Absturz: das Programm endete mit Status 1"


class Shown(HTMLParser):
    """What a page shows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes labels, and leaves scripts out."""
        self._silent = tag in ("script", "style")
        self.found += [value for name, value in attrs if name in ("title", "aria-label", "placeholder") and value]

    def handle_endtag(self, tag: str) -> None:
        """Goes on after a script."""
        self._silent = False

    def handle_data(self, data: str) -> None:
        """Takes text."""
        if not self._silent and re.search("[a-z]{2}", data):
            self.found.append(data.strip())


@pytest.mark.parametrize("name", ["replay_page.html", "web/controls.html", "web/index.html"])
def test_all_labels_of_a_page_are_texts_to_translate(name: str) -> None:
    text = (ASSETS / name).read_text(encoding="utf-8")
    shown = [one for one in Shown(text).found if "{{" not in one and not one.startswith("ws:")]
    assert shown
    assert set(shown) <= set(page_texts(text))


def test_the_page_of_a_battle_is_german() -> None:
    with fivefoot.load(str(ASSETS / "scenarios" / "bridge.toml")) as battle:
        start = battle.fork()
        battle.run()
        text = page(battle.scenario.title, start.world, battle.events, language="de")
    data = json.loads(text.split('<script type="application/json" id="data">')[1].split("</script>")[0])
    assert (data["language"], data["title"]) == ("de", "Die Brücke über die Schlucht")
    assert data["words"]["The timeline"] == "Die Zeitleiste"
    assert english_in("\n".join(data["words"].values())) == []
    lines = [line["text"] for moment in data["moments"] for line in moment.get("lines", ())]
    assert lines
    assert english_in("\n".join(lines)) == []


def test_the_site_has_the_words_of_its_pages(tmp_path: Path) -> None:
    write_site(tmp_path, "https://example.org/pyodide")
    known = json.loads((tmp_path / "words.json").read_text(encoding="utf-8"))
    assert set(known) == {"de", "es"}
    wanted = {text for name in PAGE if not name.endswith(".css") for text in page_texts((tmp_path / name).read_text())}
    for language, words in known.items():
        untold = wanted - set(words)
        assert untold <= {"fivefoot", "Pause", "Start", "Server", "Token", "Enter"}, (language, untold)
    assert english_in("\n".join(known["de"].values())) == []


def test_the_game_of_the_page_answers_in_german() -> None:
    game = WebGame()
    menu = json.loads(game.ask('{"ask": "menu", "language": "de"}'))
    assert english_in("\n".join(one["title"] for one in menu["scenarios"])) == []
    answer = json.loads(game.ask('{"ask": "open", "scenario": "bridge", "red": "you"}'))
    played = json.loads(game.ask('{"ask": "seat", "call": "actions", "args": {}}'))
    lines = [line["text"] for moment in answer["moments"] for line in moment.get("lines", ())]
    labels = [one["label"] for one in played["result"]["actions"]]
    assert labels
    assert english_in("\n".join([*lines, *labels])) == []


@pytest.mark.sources("the cases are those of the source tree")
def test_each_kind_of_refusal_is_listed_once_with_an_example() -> None:
    """The list is read by people, so that its messages hold no values, and each example is worded."""
    outcome = CliRunner().invoke(app, ["--language", "en", "rules", "pathfinder-2e", "--refusals", "--json"])
    found = [json.loads(line) for line in outcome.stdout.splitlines()]
    kinds = [one["message"] for one in found]
    assert len(kinds) == len(set(kinds)) > 40
    assert all(one["rules"] and one["case"].startswith("pathfinder-2e/") for one in found)
    worded = [one for one in found if "{" in one["message"]]
    assert len(worded) > 30
    assert all("{" not in one["example"] for one in worded)


def test_doctor_says_in_german_that_the_search_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefoot.engine.search.compiled_search.native", lambda: None)
    monkeypatch.setattr("fivefoot.engine.search.compiled_search.asked_for_pure", lambda: False)
    text = german("doctor")
    assert "reines Python (die kompilierte Suche ist nicht installiert)" in text
    assert "interpretiert" in text or "kompiliert\n" in text
