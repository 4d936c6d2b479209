"""Refusals call abilities and items what people call them, in every language; a wrong id is told as an id."""

from typing import Any

import pytest

from fivefoot.components.events import Stopped
from fivefoot.engine.messages import translated
from fivefoot.play.battle import Battle
from fivefoot.play.replay.log_text import told

FIGHT: dict[str, Any] = {
    "ruleset": "d20-srd", "seed": 1,
    "board": {"map": "...............\n" * 3},
    "abilities": {"evil-eye": {"label": "The evil eye", "target": {"kind": "creature", "range": 10}, "uses": 1}},
    "creatures": [
        {"name": "Mia", "side": "red", "at": [0, 0], "hp": 9, "can": ["ember-burst", "evil-eye"],
         "resources": {"mana": 3}, "items": ["war-bow", "fire-flask"], "wields": "war-bow"},
        {"name": "Orc", "side": "blue", "at": [14, 0], "hp": 9},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("intent", "english", "german"),
    [
        (
            {"do": "use", "ability": "ember-burst", "at": [4, 0]},
            "Ember burst costs 4 mana; Mia has 3",
            "Glutstoß kostet 4 mana; Mia hat 3",
        ),
        (
            {"do": "use", "ability": "evil-eye", "target": "Orc"},
            "Orc is out of range of The evil eye: 70 feet away, and the range is 10 feet",
            "Orc ist außer Reichweite von The evil eye: 70 Fuß entfernt; die Schussweite ist 10 Fuß",
        ),
        (
            {"do": "equip", "item": "war-bow"},
            "Mia already has War bow equipped",
            "Mia hat Kriegsbogen schon angelegt",
        ),
        (
            {"do": "equip", "item": "fire-flask"},
            "Fire flask is neither worn nor wielded",
            "Brandflasche wird weder getragen noch geführt",
        ),
        (
            {"do": "use", "ability": "embers", "at": [4, 0]},
            "embers is not one of Mia's abilities; Mia has ember-burst, evil-eye, throw-flask",
            "Mia hat die Fähigkeit embers nicht; vorhanden: ember-burst, evil-eye, throw-flask",
        ),
    ],
)
def test_a_refusal_names_an_ability_or_item_by_its_label(intent: dict[str, Any], english: str, german: str) -> None:
    battle = Battle.of(FIGHT)
    battle.begin_turn("Mia")
    refusal = battle.why("Mia", intent)
    assert refusal is not None
    assert refusal.told() == english
    assert refusal.told("de") == german
    assert translated(english, "de") == german, "from the English of a log"


def test_a_refusal_for_want_of_an_action_names_the_ability_by_its_label() -> None:
    battle = Battle.of(FIGHT)
    battle.begin_turn("Mia")
    battle.creature("Mia").turn.actions.clear()
    refusal = battle.why("Mia", {"do": "use", "ability": "evil-eye", "target": "Orc"})
    assert refusal is not None
    assert refusal.told() == "Mia has no standard action left for The evil eye"


@pytest.mark.parametrize(
    ("ruleset", "intent", "action", "sentence"),
    [
        ("ascension", {"do": "step", "to": [1, 0]}, "standard", "attack actions cannot pay for step"),
        ("d20-srd", {"do": "use", "ability": "evil-eye"}, "move", "move actions cannot pay for The evil eye"),
        ("epic-path", {"do": "move", "to": [1, 0]}, "action", "an action cannot pay for move"),
    ],
)
def test_an_action_that_cannot_pay_is_told_in_good_english(
    ruleset: str, intent: dict[str, Any], action: str, sentence: str
) -> None:
    battle = Battle.of(FIGHT | {"ruleset": ruleset})
    battle.begin_turn("Mia")
    refusal = battle.why("Mia", intent | {"action": action})
    assert refusal is not None
    assert refusal.told() == sentence


HELD: dict[str, Any] = FIGHT | {
    "conditions": {
        "glued-fast": {"label": "Stuck in glue", "bars": ["act"]},
        "crawling": {"bars": ["move"]},
    },
    "abilities": FIGHT["abilities"] | {
        "mire": {"pays": "free", "target": {"kind": "self"}, "does": [
            {"do": "zone", "name": "mire", "squares": [[2, 0]], "rounds": 9,
             "enter": [{"do": "condition", "condition": "pinned-down"}]},
        ]},
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("condition", "do", "english", "german"),
    [
        (
            "pinned-down",
            "move",
            "Mia is affected by Pinned down and cannot move",
            "Mia ist von „Festgenagelt“ betroffen und kann sich nicht bewegen",
        ),
        (
            "glued-fast",
            "attack",
            "Mia is affected by Stuck in glue and can only move",
            "Mia ist von „Stuck in glue“ betroffen und kann sich nur bewegen",
        ),
        ("crawling", "move", "Mia is crawling and cannot move", "Mia ist crawling und kann sich nicht bewegen"),
        ("stunned", "attack", "Mia is stunned and cannot act", "Mia ist betäubt und kann nicht handeln"),
    ],
)
def test_a_refusal_names_a_condition_by_its_label_if_it_has_one(
    condition: str, do: str, english: str, german: str
) -> None:
    battle = Battle.of(HELD)
    battle.begin_turn("Mia")
    battle.effect([{"do": "condition", "target": "Mia", "condition": condition}], by="a story")
    refusal = battle.why("Mia", {"do": do} | ({"to": [1, 0]} if do == "move" else {"target": "Orc"}))
    assert refusal is not None
    assert refusal.told() == english
    assert refusal.told("de") == german
    assert translated(english, "de") == german, "from the English of a log"


def test_a_walk_that_a_condition_ends_names_it_by_its_label() -> None:
    mia = FIGHT["creatures"][0] | {"can": ["mire"]}
    battle = Battle.of(HELD | {"creatures": [mia, FIGHT["creatures"][1]]})
    battle.begin_turn("Mia")
    battle.act("Mia", {"do": "use", "ability": "mire"})
    battle.act("Mia", {"do": "move", "path": [[1, 0], [2, 0], [3, 0]]})
    stopped = next(event for event in battle.events if isinstance(event, Stopped))
    assert stopped.reason == "Mia is affected by Pinned down"
    assert told(stopped, "de").endswith("Mia ist von „Festgenagelt“ betroffen")
