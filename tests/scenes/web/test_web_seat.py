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


def test_the_fight_of_the_day_is_the_same_for_everybody(game: WebGame) -> None:
    first = ask(game, "open", daily="2026-11-28")
    again = ask(WebGame(), "open", daily="2026-11-28")
    assert (first["seat"], first["stage"], first["moments"]) == ("red", again["stage"], again["moments"])
    assert call(game, "undo")["result"]["undone"] is False
    refused = ask(game, "open", daily="tomorrow")["error"]
    assert refused == 'the page: daily: found "tomorrow"; allowed: a day such as 2026-11-28'


def test_a_campaign_goes_from_battle_to_battle(game: WebGame) -> None:
    """The party stands in the first battle; what the page has kept of a victory leads to the next."""
    first = ask(game, "campaign")
    assert (first["next"], first["over"]) == ("Wolves at the fold", False)
    opened = ask(game, "open", campaign=first["progress"])
    party = {one["name"] for one in first["party"]}
    assert party <= {one["name"] for one in opened["stage"]["start"]}
    won = ask(game, "campaign", progress=first["progress"], won=True)
    assert won["progress"]["won"] == [first["progress"]["at"]]
    assert won["next"] != first["next"]
    assert [one["who"] for one in won["talk"]] == ["Shepherd", "Bran"]
    given = ask(game, "campaign", progress=won["progress"], gift=1, who="Odo")
    assert (given["gifts"], given["progress"]["carried"]["Odo"][-1]) == ([], "healing-draught")
    assert [one["who"] for one in given["talk"]] == ["Ogre", "Bran"]
    assert "error" in ask(game, "open", campaign=first["progress"] | {"campaign": "another"})
    assert "error" in ask(game, "campaign", progress={"at": 3})


def test_a_lesson_goes_on_by_what_is_done(game: WebGame) -> None:
    opened = ask(game, "open", scenario="a-first-lesson", red="you")
    assert opened["lesson"]["say"].startswith("1 of 9.")
    assert opened["lesson"]["squares"] == [[5, 5]]
    assert ask(game, "lesson", action="end")["lesson"] == opened["lesson"]
    assert call(game, "press", square=[5, 5])["lesson"]["say"].startswith("2 of 9.")
    assert call(game, "press", square=[6, 5], sure=True)["lesson"]["say"].startswith("3 of 9.")
    assert ask(game, "lesson", action="end")["lesson"]["say"].startswith("4 of 9.")


def test_a_kept_battle_is_played_on(game: WebGame) -> None:
    opened = ask(game, "open", scenario="bridge", red="you", seed=3)
    call(game, "end")
    record = ask(game, "save")["record"]
    resumed = ask(WebGame(), "resume", text=record)
    assert resumed["seat"] == opened["seat"] == "red"
    assert "turn" in resumed["waits"]
    assert len(resumed["moments"]) == len(record.splitlines()) - 1
    watched = ask(game, "open", scenario="bridge", seed=3)
    assert "error" not in watched
    refused = ask(WebGame(), "resume", text=ask(game, "save")["record"])["error"]
    assert refused.startswith("the save: players: found no person")


def test_a_battle_begins_with_its_story_the_side_and_the_objectives(game: WebGame) -> None:
    intro = ask(game, "open", scenario="ford", red="you")["stage"]["intro"]
    assert intro[1].startswith("You play ")
    assert intro[2].startswith("⚑ ")


@pytest.mark.parametrize(("language", "side"), [("de", "Gefährten"), ("es", "compañía")])
def test_a_side_is_named_in_the_page_language(game: WebGame, language: str, side: str) -> None:
    ask(game, "menu", language=language)
    try:
        opened = ask(game, "open", scenario="draw-steel-kings-tollgate", red="you")
        card = ask(game, "card", who="Ansel")["card"]
    finally:
        ask(game, "menu", language="en")
    assert side in opened["stage"]["intro"][1]
    assert side in card[-1]


def test_a_rule_is_told_by_its_id(game: WebGame) -> None:
    ask(game, "open", scenario="a-first-lesson", red="you")
    found = ask(game, "rules", ids=["srd.step.one-square", "srd.no-such"])["rules"]
    assert [one["id"] for one in found] == ["srd.step.one-square", "srd.no-such"]
    assert found[0]["text"].startswith("The 5-foot step covers exactly one square")
    assert found[1]["text"] == ""


def test_a_card_has_the_facts_of_the_window(game: WebGame) -> None:
    ask(game, "open", scenario="bridge", red="you", seed=4)
    card = ask(game, "card", who="Ogre")["card"]
    assert card[:2] == ["hit points 64 of 64   defence 15", "attack +7, 2d6+5, reach 10 ft"]
    assert "no" in ask(game, "card", who="nobody")["error"]


def test_a_strike_is_shown_with_its_target(game: WebGame) -> None:
    opened = ask(game, "open", scenario="bridge", red="you", seed=4)
    moments = opened["moments"]
    while not (struck := [one for one in moments if one["event"] == "struck"]):
        moments = call(game, "end")["moments"]
    by, target, hit = struck[0]["strike"]
    names = {one["name"] for one in opened["stage"]["start"]}
    assert {by, target} <= names
    assert isinstance(hit, bool)
