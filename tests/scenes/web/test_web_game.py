"""A battle played for a page, request by request, as the page sends them."""

import json
from typing import Any

import pytest

import fivefoot
from fivefoot.brains import BRAINS
from fivefoot.engine.rulesets import RULESETS
from fivefoot.scenes.web.web_game import PAGE_TURNS, WebGame, plan_lightly

BOARD = """
format = 1
title = "A row"
ruleset = "epic-path"
seed = 5
[board]
map = '''
.......
...#...
.......
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
hp = 10
damage = "1d6"
[[creatures]]
name = "orc"
side = "blue"
at = [6, 2]
speed = 20
hp = 8
damage = "1d4"
"""


def ask(game: WebGame, what: str, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(game.ask(json.dumps({"ask": what, **fields})))
    return answer


@pytest.fixture
def game() -> WebGame:
    made = WebGame()
    ask(made, "open", text=BOARD)
    return made


def played(game: WebGame) -> list[dict[str, Any]]:
    """The moments of the battle, played to its end."""
    moments: list[dict[str, Any]] = []
    for _ in range(1000):
        answer = ask(game, "turn")
        moments += answer["moments"]
        if answer["over"]:
            return moments
    raise AssertionError("it comes to no end")


def test_the_menu_names_what_there_is() -> None:
    menu = ask(WebGame(), "menu")
    assert [entry["name"] for entry in menu["rulesets"]] == list(RULESETS)
    assert "bridge" in [entry["name"] for entry in menu["scenarios"]]
    assert {entry["name"]: entry["difficulty"] for entry in menu["scenarios"]}["bridge"] == "normal"
    assert menu["version"] == fivefoot.__version__


def test_the_moments_of_a_battle_are_its_log(game: WebGame) -> None:
    moments = played(game)
    with fivefoot.loads(BOARD) as battle:
        from fivefoot.play.match import brains_for

        events = fivefoot.play_on(battle, brains_for(battle.scenario))
    assert [moment["event"] for moment in moments] == [event.event for event in events]
    assert ask(game, "turn") == {"moments": [], "over": True}


def test_where_it_can_get_and_what_the_way_costs_or_what_forbids_it(game: WebGame) -> None:
    found = {(x, y): (cost, stop) for x, y, cost, stop in ask(game, "range", events=0, who="ann")["range"]}
    assert found[0, 0] == (0, True)
    assert found[2, 1] == (10, True)
    assert (3, 1) not in found
    way = ask(game, "way", events=0, who="ann", to=[2, 1])
    assert way["cost"] == 10
    assert way["path"][0] == [0, 0, 0]
    assert way["path"][-1] == [2, 1, 10]
    refused = ask(game, "way", events=0, who="ann", to=[3, 1])
    assert "ann" in refused["refused"]
    assert refused["rules"]


def test_the_past_can_be_asked_about_and_the_battle_goes_on_as_it_would_have(game: WebGame) -> None:
    other = WebGame()
    ask(other, "open", text=BOARD)
    before = ask(game, "range", events=0, who="ann")
    ask(game, "turn")
    told = ask(game, "turn")["moments"]
    assert told
    assert ask(game, "range", events=0, who="ann") == before
    assert ask(game, "range", events=10**6, who="ann") != before
    ask(other, "turn")
    ask(other, "turn")
    assert played(game) == played(other)


def test_another_ruleset_on_the_same_board(game: WebGame) -> None:
    first = ask(game, "open", text=BOARD)["stage"]
    second = ask(game, "open", text=BOARD, ruleset="draw-steel")["stage"]
    assert (first["unit"], second["unit"]) == ("ft", "sq")
    assert first["board"] == second["board"]
    assert played(game)[-1]["event"] == "battle-ended"


def test_a_record_is_shown_and_goes_on(game: WebGame) -> None:
    for _ in range(3):
        ask(game, "turn")
    record = ask(game, "save")["record"]
    other = WebGame()
    shown = ask(other, "log", text=record)
    assert shown["stage"]["title"] == "A row"
    assert shown["over"] is False
    assert played(other) == played(game)


def test_a_bare_log_is_shown_on_the_scenario_that_is_open(game: WebGame) -> None:
    played(game)
    log = ask(game, "save")["record"].partition("\n")[2]
    shown = ask(game, "log", text=log)
    assert shown["over"] is True
    assert shown["moments"][-1]["event"] == "battle-ended"
    assert "error" in ask(WebGame(), "log", text=log)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"ask": "open", "scenario": "bidge"}, 'did you mean "bridge"'),
        ({"ask": "open", "scenario": "../../secret"}, "scenario: found"),
        ({"ask": "open", "text": "format = 1"}, "the scenario: "),
        ({"ask": "open", "text": BOARD, "ruleset": "chess"}, '"chess"'),
        ({"ask": "open", "text": BOARD, "red": "os:system"}, '"os:system"'),
        ({"ask": "open", "text": BOARD, "red": "cmd:true"}, '"cmd:true"'),
        ({"ask": "range", "events": 0, "who": "nobody"}, "allowed: ann, orc"),
        ({"ask": "way", "events": 0, "who": "ann", "to": [0, 0, 0, 0]}, "to"),
        ({"ask": "log", "text": "Ni!"}, "the log: "),
        ({"ask": "dance"}, "dance"),
    ],
)
def test_what_cannot_be_answered_is_told_in_a_sentence(game: WebGame, question: dict[str, Any], said: str) -> None:
    answer = json.loads(game.ask(json.dumps(question)))
    assert list(answer) == ["error"]
    assert said in answer["error"]
    assert "\n" not in answer["error"]
    assert "error" not in ask(game, "turn"), "the battle that was open is still open"


def test_without_a_battle_there_is_nothing_to_play() -> None:
    assert "no battle" in ask(WebGame(), "turn")["error"]


def test_the_planner_of_a_page_simulates_fewer_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = BRAINS["planner"]
    monkeypatch.setitem(BRAINS, "planner", usual)
    plan_lightly()
    assert BRAINS["planner"].turns == PAGE_TURNS < usual.turns  # type: ignore[attr-defined]
