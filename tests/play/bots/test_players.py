"""Brains by name, by module:object and by command; a name in a file is never code."""

import gc
import re
import threading
import time
from pathlib import Path

import pytest
from tests.fights import fight
from typer.testing import CliRunner

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.scenario.build import ruleset_of
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.bots import BotRules
from fivefoot.play.match import Match
from fivefoot.play.players import contest, seat
from fivefoot.scenes.commands.app import app
from fivefoot.scenes.commands.shared.spread_values import spread

DUEL = fight(
    """
    ab..
    ....
    """,
    both='hp = 9\ndamage = "1d6+2"',
)
DOCS = Path(__file__).parents[3] / "docs" / "brains.md"
MODULE = (
    re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)[0]
    + """
def playing(view):
    came_of_it = yield Attack(target="bob")
    assert came_of_it

class Seated:
    def turn(self, view):
        yield Attack(target="bob")

def broken(view):
    raise RuntimeError("no idea")

def endless(view):
    while True:
        try:
            view.reach()
        except Exception:
            pass

def drowsy(view):
    import time
    time.sleep(60)

def slow(view):
    import time
    for _ in range(3):
        time.sleep(0.15)
        yield Move(to=(view.me.cube[0], 1 - view.me.cube[1]))

class Lenient:
    def turn(self, view):
        return
        yield

    def choose(self, view, question):
        assert view.me.name == question.who == "ann"
        return "no"

class Raving(Lenient):
    def choose(self, view, question):
        return "perhaps"

class Leaving:
    def turn(self, view):
        yield Move(to=(view.me.cube[0] + 2, 1))

class Plain:
    def turn(self, view):
        return brute(view)

class Choosy:
    def __init__(self, taste):
        pass

def telling(view):
    print("I am thinking")
    return Attack(target="bob")

def number(view):
    return 42

def unknown(view):
    yield {"do": "pray"}

def mistyped(view):
    return Move(to=(1.5, None))

def unfair(view):
    return {"do": "afflict", "target": "bob", "condition": "unconscious"}

def leaving(view):
    raise SystemExit(3)

def closing(view):
    raise GeneratorExit

def dogged(view):
    for _ in range(3):
        try:
            while True:
                pass
        except BaseException:
            pass

def undying(view):
    while True:
        try:
            yield {"do": "end"}
        except GeneratorExit:
            pass
"""
)
MODULE = MODULE.replace("import Attack", "import Attack, Move", 1)


@pytest.fixture
def owned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of the owner's, where the owner is."""
    (tmp_path / "ownbrains.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "ownbrains"


@pytest.mark.parametrize("name", ["brute", "playing", "Seated", "Plain"])
def test_python_brains_of_every_form_play(owned: str, name: str) -> None:
    scenario = parse(DUEL)
    with seat(scenario, f"{owned}:{name}", "aggressive") as table, Battle(scenario, seed=4) as battle:
        events = contest(Match(battle, table.brains, rounds=20), table)
        assert table.faults == []
    assert any(event.event == "struck" and getattr(event, "by", "") == "ann" for event in events)


def test_a_brain_that_raises_loses_its_turn_and_is_reported(owned: str) -> None:
    scenario = parse(DUEL)
    with seat(scenario, f"{owned}:broken", "aggressive") as table, Battle(scenario, seed=4) as battle:
        events = contest(Match(battle, table.brains, rounds=20), table)
        assert {one.kind for one in table.faults} == {"crash"}
    assert getattr(events[-1], "winner", None) == "blue"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("number", "garbage: no intent (42)"),
        ("unknown", 'garbage: no intent (do is "pray")'),
        ("mistyped", "garbage: no intent (to[0] is 1.5)"),
        ("unfair", "illegal: afflict as it is not listed among the legal intents"),
        ("leaving", "crash: SystemExit: 3"),
        ("closing", "crash: GeneratorExit"),
        ("dogged", "hang: it took more than 0.2 seconds"),
    ],
)
def test_whatever_a_brain_answers_harms_nobody_else(owned: str, name: str, fault: str) -> None:
    scenario = parse(DUEL.replace("hp = 9", "hp = 900"))
    for forfeit in ("turn", "battle"):
        rules = BotRules(python=0.2, forfeit=forfeit)
        with seat(scenario, f"{owned}:{name}", None, rules) as table, Battle(scenario, seed=4) as battle:
            last = contest(Match(battle, table.brains, rounds=1), table)[-1]
            assert [f"{one.kind}: {one.detail}" for one in table.faults] == [fault]
            why = "1 round has passed" if forfeit == "turn" else "red has forfeited"
            assert getattr(last, "why", "") == why


def test_a_generator_that_will_not_end_leaves_no_trace(owned: str, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = parse(DUEL)
    with seat(scenario, f"{owned}:undying") as table, Battle(scenario, seed=4) as battle:
        contest(Match(battle, table.brains, rounds=1), table)
        assert table.faults == []
    gc.collect(1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ownbrains:Choosy", "TypeError: "),
        ("ownbrains:nobody", "module 'ownbrains' has no attribute 'nobody'"),
        ("broken_brains:brute", "SyntaxError: "),
        ("../ownbrains:brute", "TypeError: "),
    ],
)
def test_a_brain_that_cannot_be_made_is_the_owners_mistake(owned: str, name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "broken_brains.py").write_text("def (", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        seat(parse(DUEL), name)
    assert caught.value.place == "--red"
    assert caught.value.found.startswith(f'"{name}" ({why}')


def test_what_a_brain_prints_is_not_the_log(owned: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "duel.toml").write_text(DUEL, encoding="utf-8")
    result = CliRunner().invoke(app, ["battle", "duel.toml", "--red", f"{owned}:telling", "--json"])
    assert "I am thinking" in result.stderr
    assert all(line.startswith('{"') for line in result.stdout.splitlines())


@pytest.mark.parametrize("name", ["endless", "drowsy", "slow"])
@pytest.mark.parametrize("where", ["main thread", "another thread"])
def test_a_brain_that_thinks_without_end_loses_its_turn(owned: str, name: str, where: str) -> None:
    scenario = parse(DUEL.replace("hp = 9", "hp = 900"))
    rules = BotRules(python=0.25, faults=2)
    found: list[str] = []

    def play() -> None:
        with seat(scenario, f"{owned}:{name}", "aggressive", rules) as table, Battle(scenario, seed=4) as battle:
            contest(Match(battle, table.brains, rounds=4), table)
            found.extend(f"{one.kind}: {one.detail}" for one in table.faults)

    begun = time.monotonic()
    if where == "main thread":
        play()
    else:
        thread = threading.Thread(target=play)
        thread.start()
        thread.join(60)
    assert found == ["hang: it took more than 0.25 seconds"] * 2
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize(("name", "struck", "faults"), [("Lenient", 0, 0), ("Raving", 1, 1), ("brute", 1, 0)])
def test_a_brain_that_makes_choices_is_asked_for_its_creatures(owned: str, name: str, struck: int, faults: int) -> None:
    scenario = parse(DUEL.replace("hp = 9", "hp = 90").replace("at = [1, 0]", "at = [1, 1]"))
    with seat(scenario, f"{owned}:{name}", f"{owned}:Leaving") as table, Battle(scenario, seed=4) as battle:
        skirmish = Match(battle, table.brains)
        battle.begin_turn("bob")
        events = skirmish.play_turn()
        reported = [one.detail for one in table.faults]
        assert len(reported) == faults
        assert all(detail.startswith("ValueError: 'perhaps' is no answer to 'bob leaves") for detail in reported)
    assert sum(event.event == "opportunity" for event in events) == struck


@pytest.mark.parametrize("ai", ["os:abort", "cmd:true", "genius"])
def test_a_file_can_name_shipped_brains_only(ai: str) -> None:
    scenario = parse(DUEL.replace('side = "red"', f'side = "red"\nai = "{ai}"'))
    with pytest.raises(ScenarioError) as caught:
        seat(scenario)
    assert caught.value.place == "creatures[0].ai"


def test_the_tactics_in_the_docs_are_sound() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    ruleset_of(parse('ruleset = "d20-srd"\n[board]\nmap = """\n' + "......\n" * 6 + '"""\n' + block))


def test_options_take_several_values_in_a_row() -> None:
    assert spread(["a.toml", "--rulesets", "d20-srd", "ascension", "--games", "3"]) == [
        "a.toml", "--rulesets", "d20-srd", "--rulesets", "ascension", "--games", "3",
    ]  # fmt: skip
    assert spread(["--brains", "random,cunning", "b.toml"]) == ["--brains", "random", "--brains", "cunning", "b.toml"]
    assert spread(["--brains", "random", "cuning", "bridge"]) == ["--brains", "random", "--brains", "cuning", "bridge"]
    assert spread(["--rulesets", "ascension", "chess", "x/y"])[-3:] == ["--rulesets", "chess", "x/y"]
    assert spread(["--brains=cmd:a b,c", "-j", "1"]) == ["--brains", "cmd:a b,c", "-j", "1"]
