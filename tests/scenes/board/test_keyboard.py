"""The board's cursor and the aim, by keys alone: what they rest on, and what they go to."""

import pytest
from tests.fights import drawn

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.events import Struck
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.table.session import Session
from fivefoot.scenes.play.picker import Picker

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

FAST = {"initiative": 30}


def at_turn_of(name: str, text: str) -> Hand:
    """A person who plays all sides, at a creature's turn."""
    hand = Hand(Session(fivefoot.loads(text), {}))
    hand.until_turn_of(name)
    return hand


def before_the_ogre(ruleset: Ruleset) -> str:
    """Ann two squares from an ogre that reaches as far; she reaches one."""
    feet = 5 if ruleset.feet else 1
    ann = {"hp": 30, "damage": "1d6", "speed": 6 * feet, "skills": FAST}
    ogre = {"hp": 60, "damage": "1d8", "reach": 2 * feet, "size": "large" if ruleset.feet else 2}
    return drawn(ruleset.name, "......... ...A.O... ......... .........", {"ann": ann, "ogre": ogre}, seed=3)


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_nobody_walks_into_an_attack_who_can_step_to_the_same_strike(ruleset: Ruleset) -> None:
    """In each ruleset the one key goes to a square beside the ogre and strikes, and draws no attack on the way."""
    hand = at_turn_of("ann", before_the_ogre(ruleset))
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_RETURN)
    hand.until_asked()
    battle = hand.table.battle
    assert {event.by for event in battle.events if isinstance(event, Struck)} == {"ann"}
    assert battle.creature("ann").cube[0] == 4


def test_digits_press_the_places_of_the_bar() -> None:
    """A digit is the button at its place, by the same tooltip: an aim, or the list behind a group."""
    hand = at_turn_of("ann", before_the_ogre(ALL[0]))
    bar = hand.board.bar
    assert 4 < len(bar.places) <= 9
    for place, name in enumerate(bar.places, start=1):
        hand.key(pygame.K_0 + place, str(place))
        if name in bar.groups:
            assert isinstance(hand.stage.scene, Picker)
            assert f"(key {place})" in bar._group_tip(name)
        else:
            entry = next(one for one in bar.entries if one.name == name)
            assert hand.board.state.aim.entry is entry or bar.standing[name].refusal is not None
            assert f", key {place})" in bar.told(entry)
        hand.key(pygame.K_ESCAPE)
        assert hand.stage.scene is hand.board
    before = len(hand.table.battle.events)
    hand.key(pygame.K_0, "0")
    assert len(hand.table.battle.events) == before


FALLING = drawn(
    "d20-srd",
    "....... .A.B..F ....... .......",
    {
        "ann": {"hp": 30, "attack": 40, "damage": "1d6+20", "skills": FAST},
        "bob": {"side": "blue", "hp": 5},
        "far": {"side": "blue", "hp": 5},
    },
    seed=3,
)


def test_the_cursor_leaves_whom_a_strike_has_felled() -> None:
    """Else the same key once more would walk to the square where the fallen lies."""
    hand = at_turn_of("ann", FALLING)
    hand.key(pygame.K_TAB)
    assert hand.board.state.hover == (3, 1)
    hand.key(pygame.K_RETURN)
    hand.until_asked()
    assert hand.table.battle.creature("bob").out
    assert not hand.board.state.cursor


def test_the_cursor_of_a_new_turn_is_on_an_enemy_or_nowhere() -> None:
    hand = at_turn_of("ann", FALLING)
    hand.key(pygame.K_DOWN)
    hand.key(pygame.K_END)
    hand.until_asked()
    assert not hand.board.state.cursor
    hand.until_turn_of("bob")
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_END)
    hand.until_turn_of("far")
    assert hand.board.state.hover == (1, 1), "the same enemy still"


def test_tab_goes_to_those_on_whom_the_aim_may_be_used() -> None:
    text = drawn(
        "d20-srd",
        "......... .AB..F... .........",
        {"ann": {"hp": 30, "damage": "1d6", "skills": FAST}, "bob": {"side": "blue"}, "far": {"side": "blue"}},
        seed=3,
    )
    hand = at_turn_of("ann", text)
    hand.type("p")
    hand.board.bar.finish()
    for _ in range(2):
        hand.key(pygame.K_TAB)
        assert hand.board.state.hover == (2, 1)


def test_a_greyed_action_is_explained_by_a_place_where_one_could_stand() -> None:
    """In a corner, most squares around are walls; the reason is about another."""
    text = drawn(
        "epic-path",
        "##### #A... #..O. #....",
        {"ann": {"hp": 30, "damage": "1d6", "skills": FAST}, "ogre": {"size": "large", "reach": 10, "damage": "1d8"}},
        seed=3,
    )
    hand = at_turn_of("ann", text)
    hand.type("v")
    reason = hand.board.state.message[0]
    assert reason
    assert "walls block the way" not in reason


def test_a_list_tells_why_the_chosen_action_is_greyed() -> None:
    hand = at_turn_of("ann", FALLING)
    hand.board.bar.finish()
    hand.key(pygame.K_F5)
    picker = hand.stage.scene
    assert isinstance(picker, Picker)
    greyed = next(index for index, pick in enumerate(picker.picks) if pick.greyed)
    for _ in range(greyed):
        hand.key(pygame.K_DOWN)
    told, colour = picker._told()
    assert any(line.startswith("✖") for line in told)
    assert colour == picker.palette.warning
    assert picker.area.contains(pygame.Rect(picker.area.left, picker.area.bottom - 20, 10, 10))


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((640, 480), 2.0), ((1280, 720), 2.0)])
def test_a_list_with_reasons_fits_the_window(size: tuple[int, int], scale: float) -> None:
    hand = Hand(Session(fivefoot.loads(FALLING), {}), size, scale)
    hand.until_turn_of("ann")
    hand.key(pygame.K_F5)
    picker = hand.stage.scene
    assert isinstance(picker, Picker)
    assert pygame.Rect((0, 0), size).contains(picker.area)
    assert all(picker.area.contains(button.rect) for button in picker._buttons.values())


SHARED = drawn(
    "draw-steel",
    "....... .A.F... ....L.. .......",
    {
        "ann": {"hp": 30, "damage": "1d6", "skills": FAST},
        "foe": {"hp": 60, "speed": 0},
        "imp": {"side": "blue", "hp": 60, "speed": {"fly": 5}, "hover": True, "at": [3, 1, 1]},
        "last": {"side": "blue", "hp": 60, "speed": 0},
    },
    seed=3,
)


def test_tab_means_each_of_several_in_one_square() -> None:
    """One stands above the other: a strike is aimed at the one that was chosen."""
    hand = at_turn_of("ann", SHARED)
    state = hand.board.state
    meant: list[str] = []
    for _ in range(4):
        hand.key(pygame.K_TAB)
        assert state.hover is not None
        meant.append(str(state.figure_at(state.hover)))
    assert sorted(meant[:3]) == ["foe", "imp", "last"]
    assert meant[3] == meant[0]
    for _ in range(meant.index("foe")):
        hand.key(pygame.K_TAB)
    assert state.planned((3, 1))[-1]["target"] == "foe"
    hand.table.battle.creature("foe").health.downed = True
    hand.table.battle.world.creature_changed(hand.table.battle.creature("foe"))
    hand.board.flow.sync()
    assert state.figure_at((3, 1)) == "imp", "one who still stands comes before one who has fallen"


def test_a_push_that_moves_nothing_is_told() -> None:
    """The action is spent all the same, against a wall."""
    text = drawn(
        "draw-steel",
        "..... .AF#. .....",
        {"ann": {"hp": 30, "damage": "1d6", "skills": FAST}, "foe": {"hp": 60}},
        seed=3,
    )
    hand = at_turn_of("ann", text)
    hand.type("p")
    hand.key(pygame.K_TAB)
    hand.key(pygame.K_RETURN)
    hand.until_asked()
    hand.frames()
    told = [line.text for line in hand.board.view.log.lines]
    moved = any(event.event in ("forced", "damaged") for event in hand.table.battle.events)
    stopped = any(" stops " in line for line in told)
    assert ("ann's push moves nobody" in told or stopped) != moved
