"""Every intent of a person is on the action bar, and is carried out by clicks and keys."""

import pytest
from tests.fights import drawn

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.events import Damaged, Downed, Event, Gained, Healed, Used
from fivefoot.components.intents import KINDS, Equip, Use
from fivefoot.engine.legality.judge import known
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table.actions import ENTRIES
from fivefoot.play.table.marks import Burst
from fivefoot.play.table.session import Session
from fivefoot.play.table.showing import burst_of_event, note_of
from fivefoot.play.table.uses import entries
from fivefoot.scenes.board.playback import Playback
from fivefoot.scenes.play.picker import Picker
from fivefoot.scenes.window.commands import bindings

from ..duel import duel
from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

FIELD = drawn(
    ALL[0].name,
    ".......... .......... ..AO...... ..B..._... ......_...",
    {
        "ann": {"hp": 30, "maneuver": {"offense": 30, "defense": 20}},
        "bob": {"side": "red", "hp": 30},
        "orc": {"hp": 30},
        "hawk": {"side": "red", "at": [8, 1, 2], "hp": 6, "speed": {"walk": 10, "fly": 60}, "hover": True},
    },
    title="A field",
    seed=4,
)


@pytest.fixture
def hand() -> Hand:
    """A person, at ann's turn."""
    made = Hand(Session(fivefoot.loads(FIELD), {}))
    made.until_turn_of("ann")
    return made


def at(hand: Hand, name: str) -> tuple[int, int, int]:
    """The anchor of a creature."""
    found: tuple[int, int, int] = hand.table.battle.creature(name).cube
    return found


def kinds(hand: Hand, since: int) -> list[str]:
    """What has happened since."""
    return [event.event for event in hand.table.battle.events[since:]]


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_every_intent_of_a_ruleset_has_a_button_and_no_key_twice(ruleset: Ruleset) -> None:
    table = Session(fivefoot.loads(duel(ruleset.name, feet=ruleset.feet)), {}, referee=True)
    listed = entries(table)
    there = {
        str(kind.__struct_config__.tag) for kind in KINDS if kind not in (Use, Equip)
    }  # its abilities have their own
    assert {entry.do for entry in listed} | {"end"} == {do for do in there if known(ruleset, do)}
    keys = [entry.key for entry in listed if entry.key]
    assert len(set(keys)) == len(keys)
    letters = {pygame.key.name(key) for key in bindings({})} | {"ctrl+z", "ctrl+y"}
    assert not letters & set(keys)


def test_every_intent_is_on_the_bar_of_some_ruleset() -> None:
    every = {entry.do for ruleset in ALL for entry in ENTRIES if known(ruleset, entry.do)}
    assert every | {"end"} == {str(kind.__struct_config__.tag) for kind in KINDS if kind not in (Use, Equip)}


def test_a_friend_is_carried_along(hand: Hand) -> None:
    hand.board.press("carry")
    targets = hand.board.bar.standing["carry"].legal
    assert (2, 3) in hand.board.view.overlay.laid(hand.board.state.aim, "ann", targets).marked
    hand.click((2, 3))
    hand.click((1, 0))
    assert at(hand, "ann") == (1, 0, 0)
    assert max(abs(at(hand, "bob")[i] - at(hand, "ann")[i]) for i in (0, 1)) == 1


def test_a_push_is_rolled_for_unless_an_effect_brings_it_about(hand: Hand) -> None:
    hand.key(pygame.K_F9)  # the referee
    before = len(hand.table.battle.events)
    hand.type("p")
    hand.click((3, 2))
    assert kinds(hand, before)[:1] == ["rolled"]
    hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert len(hand.table.battle.events) == before
    hand.type("p")
    hand.type(",")
    hand.click((3, 2))
    assert kinds(hand, before) == ["forced", "done"]
    assert at(hand, "orc") == (4, 2, 0)


def test_the_way_of_a_push_is_drawn_square_by_square(hand: Hand) -> None:
    hand.key(pygame.K_F9)  # the referee
    before = len(hand.table.battle.events)
    hand.type("p")
    hand.type(",")
    hand.type("]]]")
    hand.click((3, 2), shift=True)
    assert hand.board.view.overlay.laid(hand.board.state.aim, "ann").marked == {(4, 1), (4, 2), (4, 3)}
    for square in ((4, 3), (5, 2), (6, 3)):
        hand.click(square)
    assert len(hand.table.battle.events) == before
    hand.key(pygame.K_RETURN)
    assert [event.to_dict()["to"] for event in hand.table.battle.events[before:] if event.event == "forced"] == [
        (4, 3, 0),
        (5, 2, 0),
        (6, 3, 0),
    ]
    assert "fell" in kinds(hand, before)


def test_a_square_that_does_not_lead_away_is_refused_and_nothing_is_done(hand: Hand) -> None:
    before = len(hand.table.battle.events)
    hand.type("p")
    hand.click((3, 2), shift=True)
    hand.click((3, 1))
    assert hand.board.state.message[0]
    assert hand.board.state.message[1]
    assert len(hand.table.battle.events) == before


def test_an_affliction_is_chosen_from_a_list(hand: Hand) -> None:
    hand.key(pygame.K_F9)  # the referee
    hand.type("a", pygame.KMOD_CTRL)
    picker = hand.stage.scene
    assert isinstance(picker, Picker)
    labels = [one.label for one in picker.picks]
    for _ in range(labels.index("prone")):
        hand.key(pygame.K_DOWN)
    hand.key(pygame.K_RETURN)
    assert hand.stage.scene is hand.board
    hand.click((3, 2))
    assert hand.table.battle.creature("orc").condition.held == {"prone"}


def test_the_floor_is_taken_away_and_things_come_down(hand: Hand) -> None:
    hand.key(pygame.K_F9)  # the referee
    battle = hand.table.battle
    before = len(battle.events)
    hand.type("f", pygame.KMOD_CTRL)
    hand.type("]]")
    hand.click((3, 2))
    assert [event.to_dict()["squares"] for event in battle.events[before:] if event.event == "fell"] == [2]
    hand.type("o", pygame.KMOD_CTRL)
    picker = hand.stage.scene
    assert isinstance(picker, Picker)
    hand.type(str([one.label for one in picker.picks].index("large") + 1))
    before = len(battle.events)
    hand.click((2, 3))
    assert [event.to_dict()["target"] for event in battle.events[before:] if event.event == "struck"] == ["bob"]


def test_a_strike_takes_the_cover_that_is_told(hand: Hand) -> None:
    hand.type("a")
    hand.type("]]")
    hand.point((3, 2))
    assert "cover +2" in hand.board.view.hint()[0]
    hand.click((3, 2))
    (struck,) = [event.to_dict() for event in hand.table.battle.events if event.event == "struck"]
    assert struck["against"] == 10 + 2


def test_an_interaction_is_chosen_from_a_list(hand: Hand) -> None:
    hand.key(pygame.K_F9)  # the referee
    before = len(hand.table.battle.events)
    hand.type("0")
    hand.type("1")
    assert kinds(hand, before) == ["done"]


def test_a_flier_goes_to_a_height(hand: Hand) -> None:
    hand.until_turn_of("hawk")
    hand.key(pygame.K_PAGEUP)
    hand.key(pygame.K_PAGEUP)
    hand.point((7, 2))
    assert "at height 4" in hand.board.view.hint()[0]
    hand.click((7, 2))
    assert at(hand, "hawk") == (7, 2, 4)


def test_enemies_to_get_away_from_are_chosen_by_clicks(hand: Hand) -> None:
    hand.type("v")
    hand.click((3, 2))
    wanted = hand.board.state.planned((0, 2))[0]
    assert wanted is not None
    assert (wanted["do"], wanted["from"]) == ("withdraw", "orc")
    hand.click((0, 2))
    assert at(hand, "ann") == (0, 2, 0)


def test_a_path_drawn_by_hand_is_gone_by_enter(hand: Hand) -> None:
    for square in ((1, 1), (1, 0)):
        hand.click(square, shift=True)
    hand.key(pygame.K_RETURN)
    assert at(hand, "ann") == (1, 0, 0)
    assert hand.table.active == "ann"


@pytest.mark.parametrize(("size", "scale"), [((800, 600), 1.0), ((800, 600), 2.0), ((1280, 720), 2.0)])
def test_what_has_no_room_on_the_bar_is_in_a_list(size: tuple[int, int], scale: float) -> None:
    hand = Hand(Session(fivefoot.loads(FIELD), {}), size, scale)
    hand.until_turn_of("ann")
    bar, layout = hand.board.bar, hand.board.view.layout
    assert layout.board.height >= size[1] * 0.4
    for button in bar._buttons.values():
        assert layout.bar.contains(button.rect)
    if bar.hidden:
        hand.stage.apply(hand.board.press("more"))
        picker = hand.stage.scene
        assert isinstance(picker, Picker)
        assert [one.label for one in picker.picks] == [entry.label for entry in bar.hidden]
        afflict = next(number for number, entry in enumerate(bar.hidden) if entry.name == "afflict")
        hand.stage.apply(picker.chosen(afflict))
        assert isinstance(hand.stage.scene, Picker), "what it is to be"


@pytest.mark.parametrize(("shakes", "moves"), [(True, True), (False, False)])
def test_a_damaged_creature_shakes_unless_switched_off(shakes: bool, moves: bool) -> None:
    text = drawn("d20-srd", "A...", {"ann": {"hp": 9}}, seed=1)
    shown = Snapshot.of(fivefoot.loads(text).world)
    playback = Playback(shown, shakes=shakes)
    hurt = Damaged(who="ann", amount=2, kind="fall", hp=7, rules=())
    playback.advance([hurt], 0.03)
    assert ("ann" in playback.offsets) is moves
    playback.advance([hurt], 1.0)
    assert playback.offsets == {}


def test_a_hurt_creature_splashes_and_a_burst_fades() -> None:
    shown = Snapshot.of(fivefoot.loads(FIELD).world)
    playback = Playback(shown)
    hurt = Damaged(who="ann", amount=3, kind="fire", hp=27, rules=())
    playback.advance([hurt], 1.0)
    (burst,) = [mark for mark in playback.marks() if isinstance(mark, Burst)]
    assert (burst.picture, burst.at, burst.side) == ("effect/fire", (2.5, 2.5), 1.0)
    playback.advance([hurt], 0.7)
    assert not [mark for mark in playback.marks() if isinstance(mark, Burst)]


@pytest.mark.parametrize(
    ("event", "burst"),
    [
        (Damaged(who="ann", amount=3, kind="slashing", hp=27, rules=()), "effect/splash"),
        (Damaged(who="ann", amount=0, kind="fire", hp=30, rules=()), ""),
        (Healed(who="ann", amount=3, hp=30, rules=()), "effect/glow"),
        (Used(who="ann", ability="rally", targets=(), at=(2, 2, 0), rules=()), "effect/magic"),
    ],
)
def test_each_kind_of_event_has_its_burst(event: Event, burst: str) -> None:
    assert burst_of_event(event) == ("ann", burst)


def test_a_rising_word_names_the_ability_and_not_its_id() -> None:
    used = Used(who="ann", ability="twin-arrows", targets=("orc",), at=(2, 2, 0), rules=())
    assert note_of(used) == ("ann", "Twin arrows", "accent")


def test_no_word_rises_for_what_a_defeated_creature_gains() -> None:
    with fivefoot.loads(drawn("d20-srd", "A.O", {"ann": {"hp": 9}, "orc": {"hp": 9}}, seed=1)) as battle:
        playback = Playback(Snapshot.of(battle.world))
    events: list[Event] = [Damaged(who="orc", amount=9, kind="fire", hp=0), Downed(who="orc")]
    events += [Gained(who=who, condition="prone") for who in ("ann", "orc")]
    for event in events:
        playback.take(event)
    assert [note.text for note in playback.notes] == ["−9", "down", "prone"]
    assert playback.notes[-1].at == (0.5, 0.5), "ann's"
