"""A seat by lines of JSON: every shipped scenario is played to its end by a client that knows only JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.engine.errors import ScenarioError
from fivefoot.play.table.dialect import CALLS, VERSION, Game
from fivefoot.play.table.session import PERSON, Session

from .json_client import Client, to_the_end

SHIPPED = sorted(path.stem for path in (Path(__file__).parents[3] / "assets" / "scenarios").glob("*.toml"))
PAIR = drawn("d20-srd", "A...O", {"ann": {"hp": 20, "attack": 9, "damage": "1d8"}, "orc": {"hp": 30}}, seed=3)


def seated(text: str = PAIR, **args: Any) -> tuple[Client, dict[str, Any]]:
    """A client at the first side's seat."""
    seat = Game().seat()
    client = Client(seat.line)
    side = fivefoot.loads(text).creatures[0].side
    return client, client.open(text=text, **{"seat": side, "seed": 1, **args})


@pytest.mark.parametrize("name", SHIPPED)
def test_a_client_that_knows_only_json_plays_to_the_end(name: str) -> None:
    client = Client(Game().seat().line)
    played = to_the_end(client, name)
    assert played["over"] is not None
    assert played["undone"] > 0
    assert client.moments[-1]["event"]["event"] == "battle-ended"
    record = fivefoot.Battle.restore(client.ask("save")["text"])
    assert record.over
    told = client.ask("look", since=0)["events"]
    assert told == json.loads(json.dumps([event.to_dict() for event in record.events]))


def test_opening_says_the_version_the_board_and_who_is_waited_for() -> None:
    _client, opened = seated()
    assert opened["version"] == VERSION
    board = opened["stage"]["board"]
    assert (board["width"], board["height"], board["tiles"]) == (5, 1, [{"ground": "floor"}])
    assert opened["waits"] == {"turn": "ann", "left": {"standard": 1, "move": 1, "swift": 1}}


def test_a_seat_is_told_odds_with_the_labels_of_the_battle() -> None:
    """A scenario's own condition, which nothing shipped knows."""
    each = [{"do": "condition", "condition": "glued-fast"}]
    able: dict[str, Any] = {"abilities": {"glue": {"target": {"kind": "creature", "range": 60}, "each": each}}}
    able["conditions"] = {"glued-fast": {"label": "Stuck in glue"}}
    pair: dict[str, Any] = {"ann": {"hp": 20, "can": ["glue"]}, "orc": {"hp": 30, "speed": 0}}
    client, _opened = seated(drawn("d20-srd", "A...O", pair, seed=3, **able))
    offer = client.ask("point", square=[4, 0], aiming={"action": "use glue"})["offer"]
    assert "orc: stuck in glue 100%" in offer["words"]
    told = {"words": "stuck in glue 100%", "label": "stuck in glue 100%", "brief": "stuck in glue 100%"}
    asked = client.ask("odds", who="ann", intent={"do": "use", "ability": "glue", "target": "orc"})["odds"]
    for odds in (offer["odds"]["orc"], asked["orc"]):
        assert {name: odds[name] for name in told} == told
        assert odds["conditions"] == {"glued-fast": 1.0}


def test_a_run_lights_the_squares_that_it_can_reach() -> None:
    client, _opened = seated(drawn("d20-srd", f"A{'.' * 28}O", {"ann": {"hp": 20}, "orc": {"hp": 20}}, seed=3))
    lit = {action: client.ask("overlay", aiming={"action": action})["reach"] for action in ("double", "run")}
    assert max(x for x, *_ in lit["double"]) == 12
    assert max(x for x, *_ in lit["run"]) == 16


def test_a_press_that_asks_for_confirmation_plays_nothing_until_it_is_sure() -> None:
    text = drawn("d20-srd", ".A... .O...", {"ann": {"hp": 20}, "orc": {"hp": 20, "damage": "1d4"}}, seed=3)
    client, opened = seated(text)
    assert opened["waits"].get("turn") == "ann"
    asked = client.ask("press", square=[4, 0])
    assert (asked["played"], asked["offer"]["provokes"]) == (False, ["orc"])
    assert asked["offer"]["confirm"] == ["⚔ This provokes an attack by orc."]
    assert client.ask("press", square=[4, 0], sure=True)["played"]
    assert [one["event"]["event"] for one in client.moments if one["event"]["event"] == "opportunity"]


def test_an_end_that_is_not_sure_says_what_would_be_wasted() -> None:
    pair: dict[str, Any] = {"ann": {"hp": 20, "attack": 9, "damage": "1d8"}, "orc": {"hp": 30}}
    client, opened = seated(drawn("d20-srd", "AO", pair, seed=3))
    asked = client.ask("end", sure=False)
    assert asked == {"unused": {"standard": 1, "move": 1, "swift": 1}, "waits": opened["waits"]}
    assert client.ask("act", intent={"do": "attack", "target": "orc"})["refused"] is None
    assert "unused" not in client.ask("end", sure=False)


def test_a_seat_is_told_distances_with_their_unit() -> None:
    client, _opened = seated(drawn("d20-srd", "A...O", {"ann": {"hp": 20}, "orc": {"hp": 30, "speed": 0}}, seed=3))
    client.ask("act", intent={"do": "move", "path": [[1, 0]]})
    assert "ann goes from (0, 0) to (1, 0), cost 5 ft" in [one.get("line") for one in client.moments]


def test_a_seat_is_told_a_walk_in_one_line_at_its_last_square() -> None:
    client, _opened = seated(drawn("d20-srd", "A...O", {"ann": {"hp": 20}, "orc": {"hp": 30, "speed": 0}}, seed=3))
    client.ask("act", intent={"do": "move", "path": [[1, 0], [2, 0], [3, 0]]})
    walk = "ann goes from (0, 0) to (3, 0) via (1, 0) (2, 0), cost 15 ft"
    told = [(one["event"]["event"], one.get("line")) for one in client.moments if one["event"]["event"] == "moved"]
    assert told == [("moved", None), ("moved", None), ("moved", walk)]
    missed = client.ask("look", since=0)
    assert [line for line in missed["lines"] if "goes" in line] == [walk]
    assert missed["events"][missed["lines"].index(walk)]["to"] == [3, 0, 0]


def test_an_action_says_how_many_targets_it_takes() -> None:
    game = Game()
    client = Client(game.seat().line)
    client.open(scenario="d20-srd-wolves-at-the-fold", seat="company", seed=1)
    for _ in range(8):
        found = {one["name"]: one["most"] for one in client.ask("actions")["actions"]}
        if "use twin-arrows" in found:
            break
        client.ask("end")
    assert (found["use twin-arrows"], found["push"]) == (2, 1)


def test_a_card_has_the_facts_in_the_seats_language_and_on_its_turn_the_objectives() -> None:
    goals = [
        {"side": "red", "kind": "survive", "rounds": 3},
        {"side": "blue", "kind": "hold", "area": [0, 0, 1, 0], "rounds": 4},
        {"side": "blue", "kind": "defeat"},
    ]
    client, _opened = seated(json.dumps(json.loads(PAIR) | {"objectives": goals}), language="de")
    own, foe = (client.ask("card", who=who)["card"] for who in ("ann", "orc"))
    assert own[0].startswith("⚑ ")
    assert own[1] == "⚐ Blau: Halte die markierten Felder 4 Runden lang (0 gehalten)"
    assert not own[2].startswith(("⚑", "⚐"))
    assert not foe[0].startswith(("⚑", "⚐"))
    assert "Angriff +9, 1d8, Reichweite 5 ft" in own
    assert [one["label"] for one in client.ask("actions", names=["push"])["actions"]] == ["Stoßen"]


@pytest.mark.parametrize("square", ["[1, 0]", "[1.0, 0e0]"])
def test_a_whole_number_may_be_written_as_a_float(square: str) -> None:
    client, opened = seated()
    assert opened["waits"].get("turn") == "ann"
    *_, answer = client.send(f'{{"id": 9, "call": "press", "args": {{"square": {square}, "sure": true}}}}')
    assert json.loads(answer)["result"]["played"]


@pytest.mark.parametrize("number", ["2.5", "1e30", "1e999"])
def test_a_number_that_is_not_whole_is_refused(number: str) -> None:
    client, _opened = seated()
    (answer,) = client.send(f'{{"id": 9, "call": "press", "args": {{"square": [{number}, 0]}}}}')
    assert json.loads(answer)["error"].endswith("allowed: a whole number")


def test_undo_restores_the_state_and_pushes_it() -> None:
    client, opened = seated()
    assert opened["waits"]["turn"] == "ann"
    before = client.ask("look")["state"]
    client.ask("press", square=[1, 0], sure=True)
    assert client.ask("look")["state"] != before
    assert client.ask("undo")["undone"]
    assert client.creatures == {one["name"]: one for one in before["creatures"]}
    assert client.ask("look")["state"] == before
    assert client.ask("undo") == {"undone": False, "waits": opened["waits"]}


def test_a_decision_is_asked_answered_and_undone() -> None:
    text = drawn(
        "epic-path", "...A..... .O....... .........",
        {"orc": {"side": "blue", "hp": 20, "ai": "aggressive", "damage": "1d4"},
         "ann": {"side": "red", "hp": 20, "attack": 3, "damage": "1d4"}}, seed=5,
    )  # fmt: skip
    game = Game(Session(fivefoot.loads(text), {"red": PERSON, "blue": PERSON}))
    red, blue = Client(game.seat().line), Client(game.seat().line)
    red.open(seat="red", language="de")
    opened = blue.open(seat="blue")
    assert "others" in opened["waits"] or "turn" in opened["waits"]
    for _ in range(4):
        if game.playing.active == "orc":
            break
        red.ask("end")
    before = blue.ask("look")["state"]
    asked = blue.ask("act", intent={"do": "move", "path": [[2, 1], [3, 1], [4, 1], [5, 1]]})
    assert asked["waits"] == {"others": None}
    waits = red.ask("look")["waits"]
    assert {option["key"] for option in waits["decision"]["options"]} >= {waits["decision"]["default"]}
    assert waits["decision"]["options"][0]["label"] == "Zuschlagen"
    assert waits["decision"]["odds"] == "70%, 1 bis 4 Schaden"
    assert "decision" in json.loads(red.heard[-1])["result"]["waits"]
    assert blue.ask("undo")["undone"]
    assert blue.ask("look")["state"] == before
    blue.ask("act", intent={"do": "move", "path": [[2, 1], [3, 1], [4, 1], [5, 1]]})
    answered = red.ask("answer", key=red.ask("look")["waits"]["decision"]["default"])
    assert "others" in answered["waits"]
    assert blue.ask("look")["waits"]["turn"] == "orc"


def test_a_hidden_creature_is_nowhere_in_what_a_seat_is_sent() -> None:
    text = drawn(
        "d20-srd", "A....... ....O... .......I",
        {"ann": {"hp": 20, "side": "red", "damage": "1d8"},
         "orc": {"hp": 20, "side": "blue", "damage": "1d6", "ai": "aggressive"},
         "imp": {"hp": 20, "side": "blue", "damage": "1d6", "hidden_from": ["ann"], "ai": "aggressive"}}, seed=2,
    )  # fmt: skip
    client, opened = seated(text, seat="red", others="aggressive")
    for call in ("actions", "legal"):
        client.ask(call)
    client.ask("overlay", reach="ann", threat=True)
    client.ask("point", square=[7, 2])
    client.play(opened["waits"], 6)
    client.ask("look", since=0)
    assert any("orc" in line for line in client.heard)
    assert not [line for line in client.heard if "imp" in line.replace("impeded", "").replace("improved", "")]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "truncated"),
        ('{"id": 3, "call": "dance"}', "dance"),
        ('{"id": 3, "call": "point", "args": {"square": [99, 0]}}', "[4, 0]"),
        ('{"id": 3, "call": "point", "args": {"squares": [1, 0]}}', "squares"),
        ('{"id": 3, "call": "answer", "args": {"key": "yes"}}', "no decision for this seat"),
        ('{"id": 3, "call": "act", "args": {"intent": {"do": "fly"}}}', "fly"),
        ('{"id": 3, "call": "overlay", "args": {"reach": "bob"}}', "bob"),
        ('{"id": 3, "call": "point", "args": {"square": [1, 0], "aiming": {"action": "dance"}}}', "dance"),
        ('{"id": 3, "call": "open", "args": {"scenario": "nowhere"}}', "nowhere"),
    ],
)
def test_a_bad_line_gets_one_sentence_and_changes_nothing(line: str, error: str) -> None:
    seat = Game().seat()
    client = Client(seat.line)
    client.open(text=PAIR, seat=fivefoot.loads(PAIR).creatures[0].side, seed=1)
    before = client.ask("look")
    answer = json.loads(seat.line(line)[-1])
    assert error in answer["error"].lower()
    assert "\n" not in answer["error"]
    assert client.ask("look") == before


def test_every_call_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "seats.md").read_text(encoding="utf-8")
    assert [name for name in CALLS if f"| `{name}`" not in page] == []


def test_a_rematch_begins_once_every_person_wants_it() -> None:
    """Every seat is told the state anew; the dice are others, and nobody wants it before the end."""
    duel: dict[str, Any] = {
        "ruleset": "ascension", "seed": 3, "board": {"map": "....\n"},
        "creatures": [{"name": "Ann", "side": "red", "at": [0, 0]}, {"name": "Bea", "side": "blue", "at": [3, 0]}],
    }  # fmt: skip
    game = Game(Session(fivefoot.Battle.of(duel), {"red": PERSON, "blue": PERSON}))
    red, blue = game.seat("red"), game.seat("blue")
    red.call("open", {})
    blue.call("open", {})
    with pytest.raises(ScenarioError, match="rematch after the end"):
        red.call("rematch")
    first = game.playing.battle
    first.conclude("red", "it is over")
    assert red.call("rematch") == {"begun": False, "wanted": ["red"], "waits": red.waits()}
    assert red.call("rematch")["begun"] is False
    blue.take_pushed()
    assert blue.call("rematch")["begun"] is True
    assert game.playing.battle is not first
    assert game.playing.battle.world.dice.seed != 3
    assert blue.take_pushed()[-1]["state"]["over"] is False
    assert "turn" in red.waits() or "turn" in blue.waits()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"call": "act", "args": {"intent": "x"}}, 'the seat: args of act.intent: found "x"; allowed: a table'),
        ({"call": "look", "args": 3}, "the seat: args of look: found 3; allowed: a table with since"),
        ({}, 'the seat: call: found ""; allowed: act, actions'),
    ],
)
def test_a_wrong_line_is_answered_by_its_number_with_what_is_allowed(line: dict[str, Any], said: str) -> None:
    seat = Game(Session(fivefoot.load("bridge"), {})).seat(None)
    seat.call("open", {})
    *_, last = seat.line(json.dumps({"id": 7, **line}))
    answer = json.loads(last)
    assert answer["id"] == 7
    assert answer["error"].startswith(said)
