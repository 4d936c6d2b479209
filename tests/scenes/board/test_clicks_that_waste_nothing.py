"""A plain click does what a player means: all strikes of a full attack, several moves, a shot from a safe square."""

import pytest
from tests.fights import drawn

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.events import Moved, Opportunity, Refused, Struck
from fivefoot.play.replay.looks import labels, shapes_of
from fivefoot.play.table.aiming import Aim
from fivefoot.play.table.overlay import overlay
from fivefoot.play.table.session import Session

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

TWICE = {"at": [1, 1], "hp": 30, "damage": "1d6", "attacks": 2, "attack": 5}
POST = {"at": [2, 1], "hp": 60, "ac": 10, "speed": 0}


def hand_of(text: str) -> Hand:
    hand = Hand(Session(fivefoot.loads(text), {}))
    hand.until_turn_of("ann")
    return hand


@pytest.mark.parametrize("ruleset", ["epic-path", "d20-srd"])
@pytest.mark.parametrize("steps", [False, True])
def test_one_click_makes_all_strikes_of_a_full_attack(ruleset: str, steps: bool) -> None:
    ann = {**TWICE, "at": [0, 1]} if steps else TWICE
    hand = hand_of(drawn(ruleset, "...... ...... ......", {"ann": ann, "foe": POST}, seed=3))
    battle = hand.table.battle
    if steps:
        hand.table.act({"do": "step", "to": [1, 1]})
        hand.frames(5)
    hand.point((2, 1))
    assert hand.board.state.offer().words[-2:] == ("full attack: 2 strikes", "2 × 80%, 1 to 6 damage")
    hand.click((2, 1))
    hand.frames(20)
    assert len([event for event in battle.events if isinstance(event, Struck)]) == 2
    assert [event for event in battle.events if isinstance(event, Refused)] == []


def test_a_single_strike_keeps_the_move() -> None:
    hand = hand_of(drawn("d20-srd", "...... ...... ......", {"ann": TWICE, "foe": POST}, seed=3))
    hand.board.press("attack")
    hand.click((2, 1))
    hand.frames(20)
    assert len([event for event in hand.table.battle.events if isinstance(event, Struck)]) == 1
    assert hand.table.why({"do": "move", "path": []}) is None


def test_a_creature_that_has_moved_strikes_once() -> None:
    hand = hand_of(drawn("d20-srd", "...... ...... ......", {"ann": {**TWICE, "at": [0, 0]}, "foe": POST}, seed=3))
    hand.table.act({"do": "move", "to": [1, 0]})
    hand.frames(5)
    assert [intent["do"] for intent in hand.board.state.planned((2, 1))] == ["attack"]


def test_the_turn_does_not_end_unasked_while_a_strike_is_left() -> None:
    hand = hand_of(drawn("epic-path", "...... ...... ......", {"ann": TWICE, "foe": POST}, seed=3))
    hand.board.state.confirm_end = True
    hand.table.act({"do": "full-attack", "target": "foe"})
    hand.frames(20)
    hand.key(pygame.K_RETURN)
    assert hand.board.state.pending is not None
    assert "a strike" in hand.board.state.pending.words
    assert hand.table.active == "ann"


def test_one_click_makes_several_moves_where_each_is_an_action_of_its_own() -> None:
    runner = {"at": [0, 1], "hp": 30, "speed": 20, "damage": "1d6"}
    wall = {"at": [15, 1], "hp": 60, "speed": 0}
    hand = hand_of(drawn("pathfinder-2e", f"{'.' * 16} {'.' * 16} {'.' * 16}", {"ann": runner, "foe": wall}, seed=3))
    battle = hand.table.battle
    hand.point((10, 1))
    offer = hand.board.state.offer()
    assert [intent["do"] for intent in offer.intents] == ["move"] * 3
    assert "3 moves in all" in offer.words
    laid = overlay(hand.board.state.offers, Aim(), "ann", own=battle.creature("ann"))
    assert [laid.reach[x, 1] for x in (4, 5, 9, 12)] == [(0, True), (1, True), (2, True), (2, True)]
    hand.click((10, 1))
    hand.frames(20)
    assert battle.creature("ann").cube[:2] == (10, 1)
    assert battle.creature("ann").turn.actions == {"action": 0}


def test_one_click_makes_two_moves_and_a_strike() -> None:
    runner = {"at": [0, 1], "hp": 30, "speed": 20, "damage": "1d6", "attack": 3}
    post = {"at": [8, 1], "hp": 60, "ac": 10, "speed": 0}
    hand = hand_of(drawn("pathfinder-2e", f"{'.' * 16} {'.' * 16} {'.' * 16}", {"ann": runner, "foe": post}, seed=3))
    battle = hand.table.battle
    hand.point((8, 1))
    offer = hand.board.state.offer()
    assert [intent["do"] for intent in offer.intents] == ["move", "move", "attack"]
    assert "2 moves in all · then strikes foe" in offer.words
    assert list(offer.odds) == ["foe"]
    hand.click((8, 1))
    hand.frames(20)
    assert battle.creature("ann").cube[0] == 7
    assert len([event for event in battle.events if isinstance(event, Struck)]) == 1
    assert battle.creature("ann").turn.actions == {"action": 0}


def test_a_click_on_a_friend_looks_at_it() -> None:
    ann = {"at": [0, 1], "hp": 30, "damage": "1d6"}
    friend = {"at": [1, 1], "hp": 30, "side": "red"}
    foe = {"at": [5, 1], "hp": 30, "speed": 0}
    hand = hand_of(drawn("draw-steel", "...... ...... ......", {"ann": ann, "bob": friend, "foe": foe}, seed=3))
    hand.click((1, 1))
    hand.frames(5)
    assert hand.board.state.chosen == "bob"
    assert [event for event in hand.table.battle.events if isinstance(event, (Moved, Refused))] == []


def test_a_shooter_shoots_from_where_nobody_threatens_it() -> None:
    ann = {"at": [0, 1], "hp": 30, "damage": "1d6", "range": 30, "attack": 30}
    foe = {"at": [8, 1], "hp": 60, "ac": 10, "speed": 0, "damage": "1d6"}
    rows = " ".join(["." * 12] * 3)
    hand = hand_of(drawn("d20-srd", rows, {"ann": ann, "foe": foe}, seed=3))
    battle = hand.table.battle
    hand.click((8, 1))
    hand.frames(20)
    assert battle.creature("ann").cube[:2] == (2, 1), "the nearest square within 30 feet"
    assert len([event for event in battle.events if isinstance(event, Struck)]) == 1
    assert [event for event in battle.events if isinstance(event, Opportunity)] == []


def test_a_refusal_is_no_step_to_take_back() -> None:
    hand = hand_of(drawn("d20-srd", "...... ...... ......", {"ann": TWICE, "foe": POST}, seed=3))
    table = hand.table
    table.act({"do": "attack", "target": "foe"})
    steps = len(table.marks)
    (refused,) = table.act({"do": "move", "to": [99, 1]})
    assert isinstance(refused, Refused)
    assert len(table.marks) == steps
    assert table.undo()
    assert not any(isinstance(event, Struck) for event in table.battle.events)


def test_a_refusal_can_be_clicked_in_the_hint_line() -> None:
    hand = hand_of(drawn("d20-srd", "...... ...... ......", {"ann": TWICE, "foe": POST}, seed=3))
    state = hand.board.state
    state.warn("ann may not", ("srd.step.one-square",))
    hand.point((3, 2))
    assert state.message[0] == "ann may not", "a refusal stays while the pointer goes down to it"
    hand.frames(80)
    hand.point((4, 2))
    assert state.message[0] == ""


def test_a_side_has_its_shape_in_every_battle() -> None:
    assert shapes_of(["blue", "red"]) == {"red": "circle", "blue": "square"}
    assert shapes_of(["elves", "red"]) == {"elves": "square", "red": "circle"}


def test_a_label_is_the_distinguishing_word() -> None:
    called = ["climber red", "scout red", "climber blue 1", "climber blue 2", "The Bear", "Old Mar"]
    made = labels(called, ["red", "blue"])
    assert [made[name] for name in called] == ["cli", "sco", "cl1", "cl2", "Bea", "Mar"]


@pytest.mark.parametrize(("threatens", "moves"), [(False, 2), (True, 1)])
def test_no_second_move_draws_an_attack_that_the_click_did_not_ask_about(threatens: bool, moves: int) -> None:
    runner = {"at": [0, 0], "hp": 30, "speed": 20, "damage": "1d6"}
    guard = {"at": [5, 1], "hp": 60, "speed": 0, "damage": "1d6", "attack": 30, "threatens": threatens}
    rows = f"{'.' * 16} {'#' * 5}.{'#' * 10}"
    hand = hand_of(drawn("pathfinder-2e", rows, {"ann": runner, "foe": guard}, seed=3))
    hand.point((8, 0))
    assert len(hand.board.state.planned((8, 0))) == moves
