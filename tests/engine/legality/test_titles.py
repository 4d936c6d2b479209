"""Refusals call abilities and items what people call them, in every language; a wrong id is told as an id."""

from typing import Any

import pytest

from fivefoot.engine.messages import translated
from fivefoot.play.battle import Battle

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
