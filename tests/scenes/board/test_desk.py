"""The referee's desk at the window: what befalls creatures and squares, and how it is taken back."""

import pygame
import pytest

import fivefoot
from fivefoot.components.events import Struck
from fivefoot.play.battle import Battle
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
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
attack = 4
damage = "1d4"
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


def throw(hand: Hand, results: str) -> None:
    """Tell the desk the next results of dice."""
    desk(hand, (5, 1), "Dice by hand")
    page = hand.stage.scene
    assert isinstance(page, NamePage)
    page.line.set_text(results)
    hand.key(pygame.K_RETURN)
    assert hand.stage.scene is hand.board


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


def test_dice_by_hand_are_the_next_that_can_show_them(hand: Hand) -> None:
    battle = hand.table.battle
    hand.table.act({"do": "move", "to": [4, 1]})
    before = battle.save()
    throw(hand, "17 2, 5")
    assert hand.board.view.hint()[0] == "The next dice: 17 2 5"
    hand.table.act({"do": "attack", "target": "bob"})
    (struck,) = [one for one in battle.events if isinstance(one, Struck)]
    assert struck.total == 17 + 4
    assert battle.world.dice.thrown == (5,)
    assert Battle.restore(battle.save()).world.dice.thrown == (5,)
    hand.type("zz", pygame.KMOD_CTRL)
    assert hand.table.battle.save() == before


def rename(hand: Hand, name: str) -> BoardScene:
    """Tell the desk another name for bob; the board that is shown then."""
    desk(hand, (5, 1), "Rename")
    page = hand.stage.scene
    assert isinstance(page, NamePage)
    page.line.set_text(name)
    hand.key(pygame.K_RETURN)
    board = hand.stage.scene
    assert isinstance(board, BoardScene)
    return board


def test_a_creature_has_its_other_name_from_the_start(hand: Hand) -> None:
    hand.table.act({"do": "move", "to": [4, 1]})
    hand.table.act({"do": "attack", "target": "bob"})
    before = hand.table.battle
    board = rename(hand, "Snag")
    after = board.session.battle
    assert "bob" not in after.world.named
    assert after.creature("Snag").health == before.creature("bob").health
    assert [str(event).replace("Snag", "bob") for event in after.events] == [str(event) for event in before.events]
    assert board.session.referee
    assert board.session.undo()
    assert board.session.battle.creature("Snag").health.hp == 9
    assert Battle.restore(after.save()).proved


@pytest.mark.parametrize("name", ["ann", "", "a\nb"])
def test_a_name_that_is_none_or_taken_is_refused(hand: Hand, name: str) -> None:
    before = hand.table.battle.save()
    assert rename(hand, name) is hand.board
    assert "✖" in hand.board.view.hint()[0]
    assert hand.table.battle.save() == before


@pytest.mark.parametrize("told", ["0", "17 x", "1.5"])
def test_dice_that_no_die_shows_are_refused(hand: Hand, told: str) -> None:
    before = hand.table.battle.save()
    throw(hand, told)
    assert told in hand.board.view.hint()[0]
    assert hand.table.battle.save() == before


def test_a_turn_is_given_to_another(hand: Hand) -> None:
    desk(hand, (5, 1), "Its turn now")
    assert hand.table.active == "bob"
    hand.type("z", pygame.KMOD_CTRL)
    assert hand.table.active == "ann"


def test_a_turn_ends_with_the_creature_whose_turn_it_is(hand: Hand) -> None:
    desk(hand, (1, 1), "Take out")
    hand.frames(4)
    assert hand.table.over or hand.table.active == "bob"
