"""A person plays a battle through the page's requests: the seat's calls, the news after them, undo."""

import json
from typing import Any

import pytest

from fivefoot.engine.rulesets import RULESETS
from fivefoot.scenes.web.web_game import WebGame


def ask(game: WebGame, what: str, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(game.ask(json.dumps({"ask": what, **fields})))
    return answer


def call(game: WebGame, name: str, **args: Any) -> dict[str, Any]:
    answer = ask(game, "seat", call=name, args=args)
    assert "error" not in answer, answer
    return answer


@pytest.fixture
def game() -> WebGame:
    return WebGame()


def test_the_menu_has_a_seat_for_the_visitor(game: WebGame) -> None:
    assert ask(game, "menu")["players"][0] == "you"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_battle_is_played_by_presses_to_its_end(game: WebGame, ruleset: str) -> None:
    opened = ask(game, "open", scenario="bridge", ruleset=ruleset, red="you", seed=4)
    assert opened["seat"] == "red"
    figures = {one["name"]: one for one in opened["stage"]["start"]}
    answer = opened
    for _ in range(400):
        for moment in answer["moments"]:
            figures |= {one["name"]: one for one in moment.get("changed", ())}
        waits = answer["waits"]
        if "over" in waits:
            break
        if "decision" in waits:
            answer = call(game, "answer", key=waits["decision"]["default"])
            continue
        x, y = figures[waits["turn"]]["box"][:2]
        foes = [one for one in figures.values() if one["side"] != "red" and not one.get("out")]
        near = min(foes, key=lambda one: max(abs(one["box"][0] - x), abs(one["box"][1] - y)))
        answer = call(game, "press", square=near["box"][:2], sure=True)
        if not answer["result"]["played"]:
            answer = call(game, "end")
    assert answer["over"]
    assert answer["waits"]["over"]["winner"] in ("red", "blue", None)


def test_an_undo_tells_the_battle_from_its_start(game: WebGame) -> None:
    opened = ask(game, "open", scenario="bridge", red="you", seed=4)
    before = len(opened["moments"])
    who = opened["waits"]["turn"]
    places = [one for one in ask(game, "range", events=before, who=who)["range"] if one[3] and one[2]]
    x, y, _, _ = min(places, key=lambda one: one[2])
    moved = call(game, "press", square=[x, y], sure=True)
    assert moved["moments"]
    back = call(game, "undo")
    assert back["result"]["undone"]
    assert back["stage"]["start"] == opened["stage"]["start"]
    assert back["moments"] == opened["moments"]


def test_what_the_page_may_not_ask_is_one_sentence(game: WebGame) -> None:
    ask(game, "open", scenario="bridge")
    assert "nobody who plays" in ask(game, "seat", call="end")["error"]
    ask(game, "open", scenario="bridge", red="you")
    assert "allowed" in ask(game, "seat", call="open")["error"]
    assert "turn" in ask(game, "turn")["error"] or "person" in ask(game, "turn")["error"]
