"""The window under sight = "side": fog, the last seen, and a log of what was perceived when it happened."""

from typing import Any

import pytest

pytest.importorskip("pygame")

import pygame
from tests.scenes.hand import Hand

from fivefoot.play.battle import Battle
from fivefoot.play.table.session import PERSON, Session

pytestmark = pytest.mark.usefixtures("drawing")

ROOMS: dict[str, Any] = {
    "ruleset": "ascension", "rules": {"sight": "side"}, "seed": 4,
    "board": {"map": "....#....\n....#....\n....#....\n.........\n"},
    "creatures": [
        {"name": "Ann", "side": "red", "at": [1, 1], "hp": 30},
        {"name": "Bea", "side": "blue", "at": [6, 2], "hp": 30},
    ],
}  # fmt: skip


def lines(hand: Hand) -> list[str]:
    return [line.text for line in hand.board.view.log.lines]


def test_the_log_tells_what_was_perceived_when_it_happened() -> None:
    """Who comes into sight and goes again is in the log for these steps alone, whoever is hidden now."""
    battle = Battle.of(ROOMS)
    battle.roll_initiative()
    hand = Hand(Session(battle, {"red": PERSON, "blue": "nobody"}))
    hand.frames()
    assert not any("Bea" in line for line in lines(hand))
    battle.act("Bea", {"do": "move", "path": [[5, 3], [4, 3]]})
    battle.act("Bea", {"do": "move", "path": [[5, 3], [6, 2]]})
    battle.act("Bea", {"do": "move", "path": [[7, 2]]})
    hand.board.state.skip()
    hand.frames()
    told = [line for line in lines(hand) if "Bea" in line]
    assert [line for line in told if "sight" in line] == ["Bea comes into sight", "Bea goes out of sight"]
    assert not any("7, 2" in line for line in told)
    everything = Hand(Session(battle, {"red": PERSON, "blue": "nobody"}, referee=True))
    everything.board.state.skip()
    everything.frames()
    assert not any("sight" in line for line in lines(everything))
    assert sum("Bea" in line for line in lines(everything)) > len(told)


def test_the_window_has_fog_and_the_last_seen() -> None:
    battle = Battle.of(ROOMS)
    hand = Hand(Session(battle, {"red": PERSON, "blue": "nobody"}))
    battle.begin_turn("Ann")
    hand.board.state.skip()
    hand.frames(5)
    now = hand.board.state.now
    assert (8, 0) in now.dark
    assert (1, 1) not in now.dark
    battle.effect([{"do": "teleport", "target": "Bea", "to": [4, 3]}], by="a wind")
    battle.effect([{"do": "teleport", "target": "Bea", "to": [7, 1]}], by="a wind")
    hand.board.state.skip()
    hand.frames()
    assert hand.board.state.now.lost["Bea"].cube[:2] == (4, 3)
    assert any(getattr(mark, "text", "") == "Bea" for mark in hand.board.view.marks())
    assert "Bea" not in hand.board.state.seen.figures


def test_fog_darkens_squares_out_of_sight() -> None:
    """A square that Ann does not see is darker than the referee has it; one that she sees is as the referee has it."""
    battle = Battle.of(ROOMS)
    battle.begin_turn("Ann")

    def brightness(*, referee: bool) -> list[int]:
        hand = Hand(Session(battle, {"red": PERSON, "blue": "nobody"}, referee=referee))
        hand.board.state.skip()
        hand.until(lambda: not hand.board.view.restless)
        zoom = round(hand.board.camera.zoom)
        squares = [pygame.Rect(hand.board.camera.pixel(x, y), (zoom, zoom)) for x, y in ((0, 0), (8, 0))]
        return [sum(pygame.transform.average_color(hand.window, square)[:3]) for square in squares]

    (seen, unseen), (open_seen, open_unseen) = brightness(referee=False), brightness(referee=True)
    assert seen == open_seen
    assert unseen < 0.8 * open_unseen
