"""Rounds that a game counts by hand: a creature may act twice in one, and only `next_round` ends it."""

from typing import Any

import pytest

import fivefoot
from fivefoot import Battle
from fivefoot.brains import BRAINS
from fivefoot.play.match import Match

THREE: dict[str, Any] = {
    "ruleset": "epic-path", "seed": 5, "board": {"map": "..........\n..........\n..........\n"},
    "creatures": [
        {"name": name, "side": side, "at": [x, 1], "hp": 40, "attack": 4, "damage": "1d4"}
        for name, side, x in (("a", "red", 0), ("t", "blue", 9), ("u", "blue", 8))
    ],
}  # fmt: skip


def rounds(battle: Battle) -> list[tuple[str, int]]:
    """Who began a turn, and in which round."""
    return [(event.actor, event.round) for event in battle.events if event.event == "turn-started"]


def test_a_creature_acts_twice_in_a_round() -> None:
    """Without slots its second turn opens a round, as everybody's turn is one."""
    plain, by_hand = Battle.of(THREE), Battle.of(THREE)
    by_hand.next_round()
    for battle in (plain, by_hand):
        for name in "aatau":
            battle.begin_turn(name)
    assert [number for _, number in rounds(plain)] == [1, 2, 2, 3, 3]
    assert [number for _, number in rounds(by_hand)] == [1, 1, 1, 1, 1]
    by_hand.next_round()
    by_hand.begin_turn("t")
    assert rounds(by_hand)[-1] == ("t", 2)


def test_effects_until_the_end_of_the_round_end_with_it() -> None:
    """Not with a second turn."""
    battle = Battle.of(THREE)
    battle.next_round()
    battle.begin_turn("a")
    battle.effect([{"do": "condition", "target": "t", "condition": "slowed", "until": "round-end"}], by="a spell")
    battle.begin_turn("a")
    assert "slowed" in battle.creature("t").condition.held
    battle.next_round()
    assert "slowed" not in battle.creature("t").condition.held
    assert battle.active is None


def test_brains_play_by_slots_and_saves_and_undo_keep_them() -> None:
    """The slots of a round come again; a save in the middle goes on by them."""
    battle = Battle.of(THREE)
    battle.next_round(["a", "t", "a", "u"])
    match = Match(battle, dict.fromkeys("atu", BRAINS["aggressive"]), rounds=20)
    for _ in range(6):
        match.play_turn()
    assert rounds(battle) == [("a", 1), ("t", 1), ("a", 1), ("u", 1), ("a", 2), ("t", 2)]
    again = Battle.restore(battle.save())
    assert again.proved
    spoilt = Battle.restore(battle.save().replace(battle.save()[-67:-3], "0" * 64))
    assert not spoilt.proved
    for one in (battle, again, spoilt):
        follow = Match(one, dict.fromkeys("atu", BRAINS["aggressive"]), rounds=20)
        for _ in range(3):
            follow.play_turn()
        assert rounds(one)[6:] == [("a", 2), ("u", 2), ("a", 3)]
    log = list(battle.events)
    battle.take_back(len(battle.commands) - 1)
    assert battle.world.slots == ("a", "t", "a", "u")
    while battle.redo():
        pass
    assert list(battle.events)[: len(battle.events)] == log[: len(battle.events)]


def test_a_creature_that_left_has_no_slot_and_wrong_names_are_refused() -> None:
    """A slot of somebody unknown changes nothing."""
    battle = Battle.of(THREE)
    with pytest.raises(KeyError, match="no creature called"):
        battle.next_round(["a", "x"])
    with pytest.raises(fivefoot.ScenarioError, match="slots"):
        battle.next_round(3)  # type: ignore[arg-type]
    assert battle.world.round == 0
    battle.next_round(["a", "t", "a"])
    battle.effect([{"do": "leave", "who": "a"}], by="a story")
    assert battle.world.slots == ("t",)
