"""Abilities at the window: a button and a key for each, their aims, areas and odds."""

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.intents import Use
from fivefoot.engine.messages import use_language
from fivefoot.play.replay.palettes import PALETTES, WITH_ART
from fivefoot.play.table.dialect import Game
from fivefoot.play.table.marks import Fill, Frame, Label, ground_marks, zone_marks
from fivefoot.play.table.session import PERSON, Session
from fivefoot.scenes.play.picker import Picker

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

TEXT = """
format = 1
ruleset = "d20-srd"
seed = 4
board.map = '''
.........
.........
.........
.........
.........
'''
[[creatures]]
name = "mia"
side = "red"
at = [0, 2]
hp = 30
can = ["fireball", "mend", "curse", "shout", "fence", "gate", "rest"]
resources = { mana = 6 }
[[creatures]]
name = "ann"
side = "red"
at = [4, 1]
hp = 10
[[creatures]]
name = "orc"
side = "blue"
at = [4, 2]
hp = 20
skills = { reflex = 2 }
[[creatures]]
name = "gob"
side = "blue"
at = [8, 4]
hp = 6
[abilities.fireball]
label = "Fireball"
text = "A ball of fire"
spends = { mana = 4 }
cooldown = 2
target = { kind = "square", range = 40 }
area = { shape = "burst", size = 5 }
roll = { save = "reflex", dc = 14 }
on.failure = [{ do = "damage", amount = "2d6", kind = "fire" }]
on.success = [{ do = "damage", amount = "2d6", kind = "fire", half = true }]
[abilities.mend]
target = { kind = "creature", who = "ally", range = 60 }
each = [{ do = "heal", amount = "1d8" }]
[abilities.curse]
target = { kind = "creature", who = "enemy", count = 2, range = 100 }
each = [{ do = "condition", condition = "prone" }]
[abilities.shout]
area = { shape = "cone", size = 15 }
each = [{ do = "damage", amount = 1 }]
[abilities.fence]
target = { kind = "square", range = 60 }
area = { shape = "wall", size = 15 }
does = [{ do = "zone", name = "fence", squares = "area", rounds = 2 }]
[abilities.gate]
target = { kind = "edge", range = 60 }
does = [{ do = "edge", between = "at", kind = "wall" }]
[abilities.rest]
target = { kind = "self" }
pays = "move"
each = [{ do = "heal", amount = 2 }]
"""


@pytest.fixture
def hand() -> Hand:
    """A window in which mia has the turn."""
    battle = fivefoot.loads(TEXT)
    hand = Hand(Session(battle, {"red": PERSON, "blue": PERSON}))
    hand.until_turn_of("mia")
    return hand


def uses(hand: Hand) -> list[Use]:
    """The uses made."""
    return [one.data for one in hand.table.battle.commands if isinstance(one.data, Use)]


def test_each_ability_has_an_entry_a_key_and_an_aim_by_its_target(hand: Hand) -> None:
    found = {entry.label: (entry.key, entry.aim) for entry in hand.board.bar.entries if entry.group == "abilities"}
    assert found == {
        "Fireball": ("1", "square"), "Mend": ("2", "creature"), "Curse": ("3", "creature"),
        "Shout": ("4", "direction"), "Fence": ("5", "square"), "Gate": ("6", "edge"), "Rest": ("7", "nothing"),
    }  # fmt: skip
    assert all(entry.key != "1" for entry in hand.board.bar.entries if entry.group != "abilities")


def test_the_list_of_abilities_tells_cost_range_area_roll_and_effects(hand: Hand) -> None:
    found = {entry.label: entry.tip for entry in hand.board.bar.entries if entry.group == "abilities"}
    assert found == {
        "Fireball": "A ball of fire · 4 mana · rests 2 turns · 40 ft · burst 5 ft · ⚄ reflex 14 · 2d6 fire",
        "Mend": "60 ft · heals 1d8",
        "Curse": "100 ft · up to 2 targets · prone",
        "Shout": "cone 15 ft · 1 damage",
        "Fence": "60 ft · wall 15 ft · for 2 rounds",
        "Gate": "60 ft",
        "Rest": "heals 2",
    }


def test_lists_are_titled_in_the_language_of_the_window(hand: Hand) -> None:
    use_language("de")
    titles = []
    for name in ("abilities", "actions"):
        hand.stage.apply(hand.board.controller.group(name))
        listed = hand.stage.scene
        assert isinstance(listed, Picker)
        titles.append(listed.title)
    use_language("en")
    assert titles == ["Fähigkeiten", "Aktionen"]


def test_the_list_of_abilities_has_their_pictures(hand: Hand) -> None:
    icons = {entry.label: entry.icon for entry in hand.board.bar.entries if entry.group == "abilities"}
    assert (icons["Fireball"], icons["Mend"], icons["Curse"]) == ("icon/fire", "icon/heal", "icon/hex")
    hand.stage.apply(hand.board.controller.group("abilities"))
    listed = hand.stage.scene
    assert isinstance(listed, Picker)
    drawn = []
    for palette in (PALETTES["dusk"], WITH_ART["dusk"]):
        listed.palette = palette
        hand.frames(1)
        drawn.append(pygame.image.tobytes(hand.window.subsurface(listed.area), "RGB"))
    assert drawn[0] != drawn[1]


def test_a_card_and_an_offer_say_what_cannot_harm() -> None:
    text = TEXT.replace("skills = { reflex = 2 }", 'traits = ["immune-conditions", "immune-fire", "tall"]')
    hand = Hand(Session(fivefoot.loads(text), {"red": PERSON, "blue": PERSON}))
    hand.until_turn_of("mia")
    assert "immune to conditions, fire" in hand.board.view._facts("orc")
    hand.type("1")
    hand.point((4, 3))
    told = [words for words in hand.board.state.offer().words if words.startswith("orc: ")]
    assert [words.rsplit(", ", 1)[1] for words in told] == ["immune to fire"]


def test_a_use_on_nobody_is_asked_about(hand: Hand) -> None:
    hand.board.state.confirm = True
    hand.type("1")
    for asked in (True, False):
        hand.click((0, 4))
        assert ("affects nobody" in hand.board.view.hint()[0], len(uses(hand))) == (asked, not asked)


def test_pointing_shows_area_odds_and_friends_before_the_second_click(hand: Hand) -> None:
    hand.board.state.confirm = True
    hand.type("1")
    laid = hand.board.view.overlay.laid(hand.board.state.aim, "mia")
    assert (4, 2) in laid.marked
    hand.point((4, 2))
    offer = hand.board.state.offer()
    assert (4, 1) in offer.area
    assert set(offer.odds) == {"ann", "orc"}
    assert offer.friends == ("ann",)
    assert [mark.squares for mark in ground_marks(offer) if isinstance(mark, Fill)] == [offer.area]
    labels = [mark.text for mark in hand.board.view.marks() if isinstance(mark, Label)]
    assert len(labels) == 2
    assert sorted(labels) == ["−5", "✝11%"]
    hand.click((4, 2))
    assert uses(hand) == []
    assert "ann" in hand.board.view.hint()[0]
    hand.click((4, 2))
    assert [use.at for use in uses(hand)] == [(4, 2)]
    facts = hand.board.view._facts("mia")
    assert "mana 2 of 6" in facts
    assert any(line.startswith("Fireball: turns until ready") for line in facts)


def test_one_target_has_its_effects_as_a_label_and_its_outcomes_in_the_hint(hand: Hand) -> None:
    hand.type("1")
    hand.point((7, 4))
    labels = [mark.text for mark in hand.board.view.marks() if isinstance(mark, Label)]
    assert labels == ["1 to 12, 48% to down"]
    assert "gob: saves 35%, fails the save 65%" in hand.board.view.hint()[0]


def test_odds_call_the_conditions_of_the_scenario_by_their_labels() -> None:
    text = TEXT.replace('condition = "prone"', 'condition = "glued-fast"')
    text += '[conditions.glued-fast]\nlabel = "Stuck in glue"\n'
    hand = Hand(Session(fivefoot.loads(text), {"red": PERSON, "blue": PERSON}))
    hand.until_turn_of("mia")
    hand.type("3")
    hand.point((4, 2))
    labels = [mark.text for mark in hand.board.view.marks() if isinstance(mark, Label)]
    assert labels == ["stuck in glue 100%"]
    assert "orc: stuck in glue 100%" in hand.board.view.hint()[0]


def test_a_refusal_that_names_the_ability_is_not_led_by_its_name(hand: Hand) -> None:
    hand.type("2")
    hand.point((4, 2))
    assert hand.board.view.hint()[0].startswith("✖ mend cannot aim at orc; it aims at an ally")


def test_the_hint_calls_a_condition_by_its_label(hand: Hand) -> None:
    hand.table.battle.effect([{"do": "condition", "target": "orc", "condition": "bleeding-out"}], by="a story")
    hand.board.state.skip()
    hand.frames(3)
    hand.point((4, 2))
    assert "orc is bleeding" in hand.board.view.hint()[0].split("   —   ")


def test_creatures_directions_edges_and_walls_are_clicked(hand: Hand) -> None:
    battle = hand.table.battle
    for keys, clicks, made in (
        ("2", [(4, 1)], {"target": "ann"}),
        ("3", [(4, 2), (8, 4)], {"targets": ("orc", "gob")}),
        ("4", [(3, 2)], {"direction": (1, 0)}),
        ("6", [(1, 0), (2, 0)], {"between": ((1, 0), (2, 0))}),
        ("7", [], {}),
    ):
        before = len(battle.commands)
        hand.type(keys)
        for square in clicks:
            hand.click(square)
        assert uses(hand), keys
        use = uses(hand)[-1]
        assert {name: getattr(use, name) for name in made} == made
        hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
        assert len(battle.commands) == before, keys
    hand.type("5")
    hand.click((3, 3), shift=True)
    hand.click((4, 3))
    assert uses(hand)[-1].squares == ((3, 3), (4, 3))


def test_a_seat_is_offered_abilities_as_actions() -> None:
    seat = Game().seat()
    seat.call("open", {"text": TEXT, "seat": "red", "seed": 4})
    game = seat.game
    for _ in range(6):
        if game.playing.active == "mia":
            break
        seat.call("end")
    listed = {one["name"]: one for one in seat.call("actions")["actions"] if one["group"] == "abilities"}
    assert listed["use mend"]["targets"] == ["ann"]
    point = {"square": [4, 2], "aiming": {"action": "use fireball"}}
    offer = seat.call("point", point)["offer"]
    assert [4, 1] in offer["area"]
    assert set(offer["odds"]) >= {"ann"}
    assert offer["confirm"]
    assert not seat.call("press", point)["played"]
    assert seat.call("press", {**point, "sure": True})["played"]
    refused = next(one for one in seat.call("actions")["actions"] if one["name"] == "use fireball")["refused"]
    assert refused["reason"]


def test_after_the_first_of_two_targets_the_board_shows_both_kinds_and_enter_uses_the_one(hand: Hand) -> None:
    hand.board.bar.finish()
    hand.type("3")
    hand.click((4, 2))
    assert uses(hand) == []
    targets = hand.board.bar.standing["use curse"].legal
    assert (8, 4) in hand.board.view.overlay.laid(hand.board.state.aim, "mia", targets).marked
    hand.point((2, 0))
    frames = [mark.around for mark in hand.board.view.marks() if isinstance(mark, Frame)]
    assert (4, 2, 5, 3) in frames
    assert hand.board.view.hint()[0].startswith("Curse, orc: click another target, or press")
    hand.point((4, 2))  # where the first click was: what a second one there would do comes after it
    assert hand.board.view.hint()[0].startswith("Curse, orc: click another target, or press")
    hand.key(pygame.K_RETURN)
    assert [use.targets for use in uses(hand)] == [("orc",)]


def test_an_ability_around_its_user_shows_whom_it_affects_before_it_is_used(arc: Hand) -> None:
    arc.type("1")
    assert uses(arc) == []
    offer = arc.board.state.offer()
    assert set(offer.odds) == {"orc"}
    assert (1, 1) in offer.area
    assert arc.board.view.hint()[0].startswith("Arc: ")
    arc.type("1")
    assert [use.ability for use in uses(arc)] == ["arc"]


def test_an_ability_around_its_user_says_if_nobody_is_near(arc: Hand) -> None:
    arc.type("2")
    assert "affects nobody" in arc.board.view.hint()[0]
    arc.key(pygame.K_ESCAPE)
    assert uses(arc) == []
    arc.type("2")
    arc.click((1, 1))
    assert [use.ability for use in uses(arc)] == ["whisper"]


@pytest.fixture
def arc() -> Hand:
    """A window in which ann, beside an orc, knows two abilities around herself."""
    battle = fivefoot.loads(
        """
format = 1
ruleset = "d20-srd"
seed = 4
board.map = '''
......
......
......
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
can = ["arc", "whisper"]
[[creatures]]
name = "orc"
side = "blue"
at = [2, 1]
[abilities.arc]
area = { shape = "emanation", size = 5, from = "self" }
target = { kind = "self" }
affects = { who = "enemies" }
each = [{ do = "damage", amount = "1d6" }]
[abilities.whisper]
area = { shape = "emanation", size = 5, from = "self" }
target = { kind = "self" }
affects = { who = "enemies", where = { has = ["prone"] } }
each = [{ do = "heal", amount = 2 }]
"""
    )
    hand = Hand(Session(battle, {"red": PERSON, "blue": PERSON}))
    hand.board.state.confirm = True
    hand.until_turn_of("ann")
    return hand


def test_zones_are_drawn_named_and_warned_of() -> None:
    battle = fivefoot.loads(TEXT)
    fire = {
        "do": "zone",
        "name": "fire",
        "squares": [[2, y] for y in range(5)],
        "enter": [{"do": "damage", "amount": "2d4"}],
    }
    battle.effect([fire, {"do": "zone", "name": "mist", "squares": [[0, 0]]}], by="a trap")
    hand = Hand(Session(battle, {"red": PERSON, "blue": PERSON}))
    hand.until_turn_of("mia")
    hand.board.state.confirm = True
    hand.point((2, 2))
    burning, mist = zone_marks(hand.board.state.now.zones)
    assert (burning, mist) == (Fill(frozenset((2, y) for y in range(5)), "warning"), Fill(frozenset({(0, 0)}), "flank"))
    assert hand.board.view.hint()[0].endswith("⚠ harmful zones: 2d4 damage   —   2,2  floor, zone fire")
    hand.click((2, 2))
    assert hand.board.state.pending is not None
    assert hand.board.state.pending.words.startswith("⚠ This goes over harmful zones: 2d4 damage.")


def test_the_card_and_the_lists_use_the_labels_of_the_scenario() -> None:
    text = TEXT.replace('condition = "prone"', 'condition = "glue"').replace('label = "Fireball"', 'label = "Hot ball"')
    text += '[conditions.glue]\nlabel = "Stuck in glue"\nstack = "each"\n'
    battle = fivefoot.loads(text)
    battle.effect([{"do": "condition", "target": "orc", "condition": "glue"}] * 2, by="a trap")
    hand = Hand(Session(battle, {"red": PERSON, "blue": PERSON}))
    hand.until_turn_of("mia")
    assert "100 ft · up to 2 targets · stuck in glue" in [entry.tip for entry in hand.board.bar.entries]
    assert "stuck in glue × 2" in hand.board.view._facts("orc")
    hand.point((4, 2))
    assert "orc is stuck in glue" in hand.board.view.hint()[0]
    battle.act("mia", {"do": "use", "ability": "fireball", "at": [7, 4]})
    assert any(line.startswith("Hot ball: turns until ready") for line in hand.board.view._facts("mia"))


def test_aiming_at_an_edge_says_what_to_click_and_marks_the_first_square(hand: Hand) -> None:
    hand.type("6")
    hand.point((1, 2))
    assert hand.board.view.hint()[0] == "Gate: click the two squares beside an edge   —   1,2  floor"
    hand.click((1, 2))
    hand.point((2, 2))
    assert Frame((1, 2, 2, 3), "accent", 1 / 12) in hand.board.view.marks()


def test_no_label_stands_over_a_creature_that_a_use_does_nothing_to() -> None:
    text = TEXT + '[[creatures]]\nname = "imp"\nside = "red"\nat = [0, 0]\ncan = ["smoke"]\n[abilities.smoke]\n'
    text += (
        'target = { kind = "square" }\narea = { shape = "burst", size = 5 }\ndoes = [{ do = "zone", name = "smoke" }]\n'
    )
    hand = Hand(Session(fivefoot.loads(text), {"red": PERSON, "blue": PERSON}))
    hand.until_turn_of("imp")
    hand.type("1")
    hand.point((7, 3))
    assert hand.board.state.offer().area
    assert [mark for mark in hand.board.view.marks() if isinstance(mark, Label)] == []
