"""The referee's desk at the window: what befalls creatures and squares, and how it is taken back."""

import pygame
import pytest

import fivefoot
from fivefoot.play.table.session import Session
from fivefoot.scenes.play.pages import NamePage
from fivefoot.scenes.play.picker import Picker

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

YARD = """
ruleset = "epic-path"
seed = 4
[board]
map = '''
........
........
........
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
hp = 20
skills = { initiative = 30 }
[[creatures]]
name = "bob"
side = "blue"
at = [5, 1]
hp = 9
"""


@pytest.fixture
def hand() -> Hand:
    """A referee at the yard, on ann's turn."""
    made = Hand(Session(fivefoot.loads(YARD), {}))
    made.until_turn_of("ann")
    made.key(pygame.K_F9)
    return made


def choose(hand: Hand, label: str) -> None:
    """Choose a line of the list that is open."""
    picker = hand.stage.scene
    assert isinstance(picker, Picker)
    picker.at = next(index for index, one in enumerate(picker.picks) if one.label.startswith(label))
    hand.key(pygame.K_RETURN)


def desk(hand: Hand, square: tuple[int, int], label: str) -> None:
    """Open the desk at a square, and choose a line."""
    hand.point(square)
    hand.key(pygame.K_F10)
    choose(hand, label)


def test_hit_points_are_set_to_a_number_and_taken_back(hand: Hand) -> None:
    bob = hand.table.battle.creature("bob")
    for told, hp in (("4", 4), ("8", 8), ("0", 0)):
        desk(hand, (5, 1), "Hit points")
        page = hand.stage.scene
        assert isinstance(page, NamePage)
        page.line.set_text(told)
        hand.key(pygame.K_RETURN)
        assert hand.stage.scene is hand.board
        assert bob.health.hp == hp
    assert bob.out
    hand.type("z", pygame.KMOD_CTRL)
    assert hand.table.battle.creature("bob").health.hp == 8


def test_what_is_no_number_is_told_and_changes_nothing(hand: Hand) -> None:
    before = hand.table.battle.save()
    desk(hand, (5, 1), "Hit points")
    page = hand.stage.scene
    assert isinstance(page, NamePage)
    page.line.set_text("many")
    hand.key(pygame.K_RETURN)
    assert "'many'" in hand.board.view.hint()[0] or '"many"' in hand.board.view.hint()[0]
    assert hand.table.battle.save() == before
    assert not hand.table.marks


def test_a_creature_is_hidden_revealed_given_a_condition_and_rid_of_it(hand: Hand) -> None:
    battle = hand.table.battle
    desk(hand, (5, 1), "Hide")
    assert battle.creature("bob").body.hidden_from == {"ann"}
    desk(hand, (5, 1), "Reveal")
    assert not battle.creature("bob").body.hidden_from
    desk(hand, (5, 1), "Give a condition")
    choose(hand, "prone")
    assert battle.creature("bob").prone
    desk(hand, (5, 1), "End a condition")
    choose(hand, "prone")
    assert not battle.creature("bob").prone


def test_a_creature_is_put_elsewhere_a_new_one_comes_and_one_goes(hand: Hand) -> None:
    battle = hand.table.battle
    desk(hand, (3, 0), "Put a creature here")
    choose(hand, "bob")
    assert battle.creature("bob").cube == (3, 0, 0)
    for name in ("Ogre", "Ogre 2"):
        desk(hand, (6 if name == "Ogre" else 4, 1), "A new creature of blue")
        choose(hand, "Ogre")
        assert battle.creature(name).side == "blue"
    desk(hand, (3, 0), "Take out")
    assert "bob" not in battle.world.named
    hand.type("z", pygame.KMOD_CTRL)
    assert "bob" in hand.table.battle.world.named


def test_a_turn_is_given_to_another(hand: Hand) -> None:
    desk(hand, (5, 1), "Its turn now")
    assert hand.table.active == "bob"
    hand.type("z", pygame.KMOD_CTRL)
    assert hand.table.active == "ann"


def test_a_turn_ends_with_the_creature_whose_turn_it_is(hand: Hand) -> None:
    desk(hand, (1, 1), "Take out")
    hand.frames(4)
    assert hand.table.over or hand.table.active == "bob"
