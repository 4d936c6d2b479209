"""The lines of a strike before it is made."""

import pytest
from tests.fights import drawn

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rules.budget import squares_between
from fivefoot.engine.rulesets import ALL
from fivefoot.play.table.session import Session
from fivefoot.play.table.strike_lines import BAND, BEYOND, bands

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

FIELD = drawn(
    ALL[0].name,
    "............ ....B....... ..AO#..I.... ............",
    {
        "ann": {},
        "bob": {"side": "red"},
        "orc": {},
        "imp": {},
        "archer": {"side": "red", "at": [0, 0], "damage": "1d6", "threatens": False, "range": 200},
    },
    seed=4,
)


def at_turn_of(name: str) -> Hand:
    """A person, at a creature's turn."""
    hand = Hand(Session(fivefoot.loads(FIELD), {}))
    hand.until_turn_of(name)
    return hand


def test_where_the_pointer_is_on_an_enemy_the_line_to_it_is_drawn() -> None:
    hand = at_turn_of("ann")
    hand.point((7, 2))
    telling = hand.board.state.offer().lines
    assert telling.target == "imp"
    assert telling.sight == hand.table.battle.sightline("ann", "imp")
    assert telling.sight is not None
    assert not telling.sight.clear
    assert "a wall at 4,2" in hand.board.view.hint()[0] or "out of" in hand.board.view.hint()[0]


def test_where_a_movement_would_end_it_is_told_who_would_be_flanked() -> None:
    hand = at_turn_of("ann")
    hand.point((2, 3))
    assert [(name, flank.ally) for name, flank in hand.board.state.offer().lines.flanks] == [("orc", "bob")]
    assert "flanks orc with bob" in hand.board.view.hint()[0]
    hand.point((0, 3))
    assert hand.board.state.offer().lines.flanks == ()


def test_a_strike_that_is_aimed_shows_how_far_it_gets() -> None:
    hand = at_turn_of("ann")
    hand.type("a")
    assert {square for square, band in hand.board.view.overlay.bands.items() if band == 0} == {
        (x, y) for x in (1, 2, 3) for y in (1, 2, 3)
    }
    hand.key(pygame.K_ESCAPE)
    assert hand.board.view.overlay.bands == {}


def test_a_shot_has_bands_by_the_distance_that_the_ruleset_counts() -> None:
    hand = at_turn_of("archer")
    battle = hand.table.battle
    laid = bands(battle, "archer", ranged=True)
    box = battle.creature("archer").box
    for (x, y), band in laid.items():
        squares = squares_between(battle.rules, box, box._replace(x0=x, x1=x, y0=y, y1=y))
        assert band == BEYOND or band * BAND < max(squares, 1) <= (band + 1) * BAND
    assert set(laid.values()) == {0, 1}
    hand.click((7, 2))
    struck = [event.to_dict() for event in battle.events if event.event == "struck"]
    assert [event["target"] for event in struck] == ["imp"], "a click on an enemy shoots, for one who shoots"
