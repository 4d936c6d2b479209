"""A game at the window: what players may do, what they are shown, and what follows."""

from pathlib import Path

import pygame
import pytest

import fivefoot
from fivefoot.engine.combat.forecast import Forecast
from fivefoot.engine.messages import use_language
from fivefoot.play.replay.highlights import last_round, turning_point
from fivefoot.play.replay.looks import labels
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.play.table.session import Session
from fivefoot.play.table.uses import entries
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.play import game_window, journeys
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.journeys import CampaignJourney, campaigns
from fivefoot.scenes.play.lesson_guide import LessonGuide
from fivefoot.scenes.play.menu.scenario_gallery import cards
from fivefoot.scenes.play.pages import NamePage, Page, help_page
from fivefoot.scenes.play.picker import Picker
from fivefoot.scenes.play.road_page import RoadPage
from fivefoot.scenes.play.rulebooks import RulebooksScene
from fivefoot.scenes.play.saves import write_film, write_page, write_scenario
from fivefoot.scenes.play.settings import KeyPage, SettingsPage
from fivefoot.scenes.window import commands as keys
from fivefoot.scenes.window import preferences
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import Leave, PopScene, SceneStack, open_window
from fivefoot.scenes.window.sounds import SOUNDS, samples

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

FIELD = """
title = "Field"
ruleset = "d20-srd"
seed = 2
[board]
map = '''
................
................
................
................
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
hp = 30
attack = 30
damage = "1d6+1"
skills = { initiative = 30 }
[[creatures]]
name = "bob"
side = "blue"
at = [5, 1]
hp = 40
ac = 10
[[creatures]]
name = "far"
side = "blue"
at = [15, 3]
hp = 40
"""


@pytest.fixture
def hand() -> Hand:
    """A person at the field, whose turn it is."""
    made = Hand(Session(fivefoot.loads(FIELD), {}))
    made.until_turn_of("ann")
    return made


def kinds(hand: Hand) -> list[str]:
    """What has happened since the battle was opened, without initiative."""
    return [event.event for event in hand.table.battle.events if event.event not in ("rolled", "battle-started")]


def test_the_bar_holds_what_a_creature_can_ever_do(hand: Hand) -> None:
    names = {entry.name for entry in hand.board.bar.entries}
    assert {"move", "attack", "charge"} <= names
    assert not names & {"afflict", "fall", "drop-object", "shoot", "teleport", "dig-up", "interact"}
    hand.key(pygame.K_F9)
    assert {"afflict", "fall", "shoot"} <= {entry.name for entry in entries(hand.table)}


def test_a_player_does_not_shoot_with_a_sword_and_a_referee_may(hand: Hand) -> None:
    shot = {"do": "attack", "target": "far", "ranged": True}
    before = len(hand.table.battle.events)
    hand.board.controller.do(shot)
    assert hand.board.state.message[0] == "ann has no ranged attack"
    assert len(hand.table.battle.events) == before
    hand.table.referee = True
    hand.board.controller.do(shot)
    assert "struck" in kinds(hand)


def test_one_click_walks_up_and_strikes(hand: Hand) -> None:
    hand.click((5, 1))
    assert kinds(hand) == ["turn-started", "moved", "moved", "moved", "done", "struck", "damaged", "done"]


def test_pointing_at_an_enemy_tells_the_odds(hand: Hand) -> None:
    hand.point((5, 1))
    ((name, odds),) = hand.board.state.offer().odds.items()
    assert isinstance(odds, Forecast)
    assert (name, odds.hit, odds.least, odds.most) == ("bob", 1.0, 2, 7)
    assert "100%, 2 to 7 damage" in hand.board.view.hint()[0]


def test_the_overlay_shows_what_is_left(hand: Hand) -> None:
    overlay, state = hand.board.view.overlay, hand.board.state
    assert {tier for tier, _ in overlay.laid(state.aim, "ann").reach.values()} == {0, 1}
    hand.click((2, 1))
    reach = overlay.laid(state.aim, "ann").reach
    assert all(hand.table.why({"do": "move", "to": list(square)}) is None for square in reach if square != (2, 1))
    hand.click((4, 1))
    assert overlay.laid(state.aim, "ann").reach.keys() <= {(4, 1)}


def test_a_click_on_a_square_of_two_actions_is_a_double_move(hand: Hand) -> None:
    hand.click((12, 2))
    assert hand.table.battle.creature("ann").cube == (12, 2, 0)


def test_only_the_same_square_confirms_what_is_dangerous(hand: Hand) -> None:
    hand.click((4, 1))
    hand.board.state.confirm = True
    hand.table.battle.creature("bob").body.attack = 1
    hand.click((1, 3))
    assert hand.asked() == ("bob",)
    hand.click((4, 3))
    assert hand.asked() != ("bob",) or hand.board.state.pending is not None
    assert hand.table.battle.creature("ann").cube == (4, 1, 0), "another square aims anew"
    hand.click((1, 3))
    hand.click((1, 3))
    assert hand.table.battle.creature("ann").cube == (1, 3, 0)


def test_enter_does_not_end_a_turn_while_something_is_aimed(hand: Hand) -> None:
    hand.type("m")
    hand.key(pygame.K_RETURN)
    assert hand.table.active == "ann"
    assert "the turn goes on" in hand.board.state.message[0]


def test_a_turn_with_actions_left_ends_at_the_second_time_of_asking(hand: Hand) -> None:
    hand.board.state.confirm_end = True
    hand.board.bar.finish()
    hand.key(pygame.K_RETURN)
    assert hand.table.active == "ann"
    assert hand.board.state.pending is not None
    hand.key(pygame.K_RETURN)
    hand.until_asked()
    assert hand.table.active != "ann"


def test_the_board_is_played_with_the_keyboard_alone(hand: Hand) -> None:
    for _ in range(2):
        hand.key(pygame.K_RIGHT)
    assert hand.board.state.hover == (3, 1)
    hand.key(pygame.K_RETURN)
    assert hand.table.battle.creature("ann").cube == (3, 1, 0)
    hand.type("a")
    hand.key(pygame.K_TAB)
    assert hand.board.state.hover == (5, 1)
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_END)
    hand.until_asked()
    assert hand.table.active != "ann"


def press_key(stage: SceneStack, key: int) -> None:
    """Press a key at any scene."""
    stage.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
    stage.frame(0.05)


def test_a_key_can_be_given_to_another_command() -> None:
    settings = Preferences()
    page = KeyPage("threat", settings, lambda: None)
    page.resize((1280, 720))

    def press(key: int) -> dict[str, str]:
        page.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
        return preferences.load().keys

    assert press(pygame.K_F6) == {"threat": "f6", "intent": "z"}
    for fixed in (pygame.K_m, pygame.K_LEFT, pygame.K_LSHIFT):
        assert press(fixed) == {"threat": "f6", "intent": "z"}
    press(pygame.K_m)
    assert "<b>M</b> is for the action Move" in page.text
    assert {keys.bindings(settings.keys)[key] for key in (pygame.K_F6, pygame.K_z)} == {"threat", "intent"}
    told = help_page(PALETTES["dusk"], 1.0, own=settings.keys).text
    assert "<b>Z</b> : show the others' plans" in told[0]
    assert press(pygame.K_DELETE) == {}


def test_the_keyboard_gets_to_the_keys_and_to_every_button_of_the_settings() -> None:
    page = SettingsPage(Preferences(), lambda: None)
    stage = SceneStack(open_window((1280, 720), "test"), page)
    for _ in page.rows:
        press_key(stage, pygame.K_TAB)
    press_key(stage, pygame.K_TAB)
    press_key(stage, pygame.K_RIGHT)
    press_key(stage, pygame.K_RETURN)
    picker = stage.scene
    assert isinstance(picker, Picker)
    assert picker.title == "Keys"


def test_escape_closes_an_open_list_of_the_settings_before_the_page() -> None:
    page = SettingsPage(Preferences(), lambda: None)
    SceneStack(open_window((1280, 720), "test"), page)
    menu = page.menus["language"]
    menu.current_state.should_transition = True
    menu.update(0.0)
    assert menu.current_state is menu.menu_states["expanded"]
    assert page.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)) is None
    assert menu.current_state is menu.menu_states["closed"]
    assert isinstance(page.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)), PopScene)


def test_settings_and_the_pause_speak_the_language_just_chosen(hand: Hand) -> None:
    hand.key(pygame.K_ESCAPE)
    hand.stage.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_5, unicode="5", mod=0))
    page = hand.stage.scene
    assert isinstance(page, SettingsPage)
    try:
        page.choose("language", "de")
        assert (page.title, page.buttons[0][1]) == ("Einstellungen", "Zurück (Esc)")
        hand.key(pygame.K_ESCAPE)
        assert hand.stage.scene is not page
        assert getattr(hand.stage.scene, "title", "") == "Pause"
    finally:
        use_language("en")


def test_the_pause_of_an_untitled_scenario_begins_with_the_round() -> None:
    hand = Hand(Session(fivefoot.loads(FIELD.replace('title = "Field"', "")), {}))
    hand.until_turn_of("ann")
    hand.key(pygame.K_ESCAPE)
    page = hand.stage.scene
    assert isinstance(page, Page)
    text = page.text if isinstance(page.text, str) else page.text[0]
    assert text.startswith("Round 1.")


def test_a_name_does_not_begin_with_the_digit_that_asked_for_it(hand: Hand) -> None:
    hand.click((2, 1))
    hand.key(pygame.K_ESCAPE)
    stage = hand.stage
    for event in (
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_1, unicode="1", mod=0),
        pygame.event.Event(pygame.TEXTINPUT, text="1"),
    ):
        stage.handle(event)
    page = stage.scene
    assert isinstance(page, NamePage)
    stage.frame(0.05)
    stage.handle(pygame.event.Event(pygame.TEXTINPUT, text="2"))
    assert page.line.get_text() == "Field2"
    assert [label for _, label, _ in page.buttons] == ["Save (Enter)", "Back (Esc)"]


def test_the_log_explains_itself_to_the_keyboard(hand: Hand) -> None:
    hand.click((5, 1))
    hand.key(pygame.K_F7)
    picker = hand.stage.scene
    assert isinstance(picker, Picker)
    assert picker.picks[0].label.startswith("ann strikes bob: ")
    hand.key(pygame.K_RETURN)
    page = hand.stage.scene
    assert isinstance(page, Page)
    assert page.title == "How it was rolled"


def test_a_refusal_opens_its_rule_by_a_key(hand: Hand) -> None:
    hand.board.state.warn("no way leads there", ("srd.diagonal.alternating",))
    hand.key(pygame.K_F7)
    hand.key(pygame.K_RETURN)
    page = hand.stage.scene
    assert isinstance(page, Page)
    assert "srd.diagonal.alternating" in page.text


def test_the_five_rulebooks_compare_the_square_of_the_arrow_keys(hand: Hand) -> None:
    hand.key(pygame.K_F3)
    scene = hand.stage.scene
    assert isinstance(scene, RulebooksScene)
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_DOWN)
    assert scene.hover == (2, 2)
    assert {panel.words(scene.hover) for panel in scene.panels} == {"5 ft", "1 sq"}
    hand.key(pygame.K_RETURN)
    assert hand.stage.scene is hand.board


def test_labels_tell_creatures_apart() -> None:
    made = labels(["Hunter Fenn", "Hunter Lys", "Rat one", "Rat two", "Bob", "Bobby"])
    assert len(set(made.values())) == 6
    assert made["Hunter Fenn"] == "Fen"


def test_closing_the_window_asks_once(hand: Hand) -> None:
    hand.click((2, 1))
    hand.stage.handle(pygame.event.Event(pygame.QUIT))
    assert isinstance(hand.stage.scene, Page)
    hand.stage.handle(pygame.event.Event(pygame.QUIT))
    assert hand.stage.scenes == []


def test_escape_in_the_menu_asks_before_it_leaves() -> None:
    play = game_window.Play(Preferences())
    stage = SceneStack(open_window((1280, 720), "test"), play.menu())
    stage.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="", mod=0))
    page = stage.scene
    assert isinstance(page, Page)
    assert isinstance(page.buttons[0][2](), Leave)


def test_a_battle_is_saved_under_a_name(hand: Hand) -> None:
    hand.click((2, 1))
    hand.stage.apply(hand.play._keep(hand.board, None))
    assert isinstance(hand.stage.scene, NamePage)
    hand.stage.scene.line.set_text("my evening")
    hand.key(pygame.K_RETURN)
    assert [path.stem for path in preferences.saves()] == ["my-evening-001"]


def test_the_end_offers_what_can_follow(hand: Hand) -> None:
    for name in ("bob", "far"):
        hand.table.battle.creature(name).health.downed = True
    hand.table.battle.world.creature_changed(hand.table.battle.creature("bob"))
    hand.key(pygame.K_END)
    for _ in range(300):
        hand.stage.frame(0.05)
        if hand.stage.scene is not hand.board:
            break
    page = hand.stage.scene
    assert isinstance(page, Page)
    assert {"again", "replay", "share"} <= {name for name, *_ in page.buttons}


def test_what_is_shared_is_written(hand: Hand) -> None:
    hand.click((5, 1))
    palette = hand.board.palette
    for path in (
        write_page(hand.table, palette),
        write_film(hand.table, palette, last_round),
        write_film(hand.table, palette, turning_point),
        write_scenario(hand.table),
    ):
        assert path.stat().st_size > 100
    again = fivefoot.load(write_scenario(hand.table))
    assert again.world.dice.seed == hand.table.battle.world.dice.seed


def test_five_rulebooks_stand_side_by_side(hand: Hand) -> None:
    hand.stage.apply(hand.board.press("rulebooks"))
    scene = hand.stage.scene
    assert isinstance(scene, RulebooksScene)
    assert len(scene.panels) == 5
    hand.stage.frame(0.05)
    costs = {panel.rules.name: panel.costs.get((3, 3)) for panel in scene.panels}
    assert costs["d20-srd"] == 15
    assert costs["draw-steel"] == 2
    hand.key(pygame.K_ESCAPE)
    assert hand.stage.scene is hand.board


def test_every_sound_is_a_wave() -> None:
    for name, (length, _) in SOUNDS.items():
        assert len(samples(name)) >= length * 2 * 20_000


def test_the_lesson_is_first_until_it_is_learned() -> None:
    assert cards(None, learned=False)[0].scenario.lesson
    assert not cards(None, learned=True)[0].scenario.lesson


def test_one_s_own_scenarios_stand_in_the_menu() -> None:
    folder = preferences.data_folder("scenarios")
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(FIELD, encoding="utf-8")
    (folder / "broken.toml").write_text("nonsense", encoding="utf-8")
    assert [card.title for card in cards(None, learned=True) if card.mark == "yours"] == ["Field"]


def test_a_lesson_goes_on_as_its_steps_are_done() -> None:
    steps = """
[[lesson]]
say = "Go."
squares = [[2, 1]]
event = { event = "done", actor = "ann", intent = "move" }
[[lesson]]
say = "Take it back."
action = "undo"
[[lesson]]
say = "That is all."
"""
    hand = Hand(Session(fivefoot.loads(FIELD + steps), {}))
    guide = next(cell.cell_contents for cell in hand.board.on_frame.__closure__ or ())
    assert isinstance(guide, LessonGuide)
    hand.until_turn_of("ann")
    assert "1 of 3" in hand.board.view.lesson
    assert hand.board.state.marked == {(2, 1)}
    hand.click((2, 1))
    hand.frames()
    assert "2 of 3" in hand.board.view.lesson
    hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert "3 of 3" in hand.board.view.lesson
    hand.key(pygame.K_SPACE)
    assert guide.step is None
    assert hand.board.view.layout.lesson.height == 0, "the board takes the room"
    assert preferences.load().learned


def test_the_shipped_campaign_leads_from_battle_to_battle() -> None:
    (campaign,) = campaigns()
    progress = campaign.begin()
    seen: list[str] = []
    while progress.at:
        seen.append(progress.at)
        scenario = campaign.scenario(progress)
        with fivefoot.Battle(scenario) as battle:
            assert "Isolde" in battle.world.named
            battle.creature("Isolde").health.hp = 20
            if progress.at in ("gorge", "ford", "sewers"):
                battle.creature("Odo").health.downed = True
            progress = campaign.after(progress, battle)
            journeys.save(progress)
            assert journeys.load(campaign) == progress
        if seen[-1] == "ford":
            assert (progress.fallen, progress.wounds) == ([], {"Odo": 2})
            assert progress.hit_points["Isolde"] == 20 + campaign.file.rest + campaign.file.grows.hp
    assert (progress.fallen, progress.wounds) == (["Odo"], {})
    assert seen == ["fold", "gorge", "ford", "sewers", "chapel", "swamp", "village", "keep"]


def test_where_the_road_forks_both_ways_are_told_and_a_gift_is_chosen_first() -> None:
    (campaign,) = campaigns()
    at_the_ford = campaign.begin()
    for _ in range(2):
        with fivefoot.Battle(campaign.scenario(at_the_ford)) as battle:
            at_the_ford = campaign.give(campaign.after(at_the_ford, battle), 0, "Bran")
    play = Play(Preferences(speed=0.0))
    table = Session(fivefoot.Battle(campaign.scenario(at_the_ford)), {"red": "human", "blue": "human"})
    board = play.board(table, CampaignJourney(campaign, at_the_ford))
    stage = SceneStack(open_window((1280, 720), "test"), board)
    for _ in range(3):
        stage.frame(0.1)
    table.battle.creature("Odo").health.downed = True
    table.battle.conclude("red", "they are across")
    for _ in range(40):
        stage.frame(0.1)
    end = stage.scene
    assert isinstance(end, Page)
    assert [label for name, label, _ in end.buttons if name.startswith("next")] == [
        "1  Continue: Rats of unusual size",
        "2  Continue: Over the rooftops",
    ]
    assert isinstance(end.text, str)
    assert "<br><br>Where to?<br><b>Rats of unusual size</b>: The town gate is shut" in end.text
    stage.apply(end.buttons[1][2]())
    gifts = stage.scene
    assert isinstance(gifts, RoadPage)
    assert [label for _, label, _ in gifts.buttons[:3]] == ["1  Mark a foe", "2  Fire flask", "3  A harder hide"]
    assert [line.who for line in gifts.talk] == ["Hale", "Isolde"]
    stage.apply(gifts.buttons[1][2]())
    stage.apply(stage.scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_3, unicode="3", mod=0)))
    briefing = stage.scene
    assert isinstance(briefing, RoadPage)
    assert briefing.title == "The road home: Over the rooftops"
    kept = journeys.load(campaign)
    assert kept is not None
    assert (kept.at, kept.won, kept.wounds) == ("rooftops", ["fold", "gorge", "ford"], {"Odo": 1})
    cards = {one["name"]: one for one in briefing.cards}
    assert cards["Wren"]["items"] == ["war-bow", "dirk", "fire-flask"]
    assert cards["Bran"]["can"] == ["shield-rush", "rally", "second-breath"]
    assert list(cards) == ["Isolde", "Bran", "Wren", "Odo", "Hale"]
    stage.apply(briefing.buttons[0][2]())
    fought = stage.scene
    assert isinstance(fought, BoardScene)
    fought.battle.begin_turn("Hale")
    for _ in range(40):
        stage.frame(0.1)
    hale = fought.battle.creature("Hale")
    assert (hale.side, hale.body.range, fought.session.players[hale.side]) == ("red", None, "human")
    assert fought.state.now.own == "Hale", "the recruit is the player's to command"
    assert {"Hale", "Odo"} <= set(fought.state.seen.figures)


def test_a_campaign_that_names_no_battle_is_refused(tmp_path: Path) -> None:
    from fivefoot.play import campaign

    file = tmp_path / "road.toml"
    text = 'title = "Road"\nruleset = "d20-srd"\nparty = [{ name = "a" }]\n'
    file.write_text(text + '[[battles]]\nid = "one"\nscenario = "field"\nnext = ["two"]\n', encoding="utf-8")
    (tmp_path / "field.toml").write_text(FIELD, encoding="utf-8")
    with pytest.raises(fivefoot.ScenarioError) as caught:
        campaign.read(file, [])
    assert caught.value.place == "battles[0].next[0]"


def test_the_log_explains_a_strike_by_its_odds(hand: Hand) -> None:
    hand.until_turn_of("ann")
    (foe,) = (one for one in hand.table.battle.creatures if one.name == "bob")
    hand.click(foe.cube[:2])
    hand.frames()
    line = next((line for line in hand.board.view.log.lines if line.strike and line.head), None)
    assert line is not None
    log = hand.board.view.log
    row = log.lines.index(line) - max(len(log.lines) - log.scroll - log.rows, 0)
    spot = (log.area.right - 9, log.area.top + log.head + row * log.step + 3)
    hand.stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
    page = hand.stage.scene
    assert isinstance(page, Page)
    assert page.title == "How it was rolled"
    assert "The odds were 10" in str(page.text)
    assert "%" in str(page.text)


def test_what_the_others_mean_to_do_is_shown_and_not_done() -> None:
    hand = Hand(Session(fivefoot.loads(FIELD.replace("ac = 10", 'ac = 10\ndamage = "1d6"')), {"blue": "aggressive"}))
    hand.until_turn_of("ann")
    before = list(hand.table.battle.events)
    hand.key(pygame.K_F6)
    hand.frames()
    found = {one.who: one for one in hand.board.state.intentions()}
    assert set(found) == {"bob", "far"}
    assert (found["bob"].verb, found["bob"].target) == ("strikes", "ann")
    assert found["bob"].way[0] == (5, 1, 0)
    assert str(found["bob"]) == "bob plans to strike ann"
    assert list(hand.table.battle.events) == before
    hand.point((5, 1))
    assert "plans to strike" in hand.board.view.hint()[0]
    hand.key(pygame.K_F6)
    assert hand.board.state.intentions() == ()


def test_a_jump_from_a_ledge_tells_the_fall() -> None:
    ledge = FIELD.replace("................\n................\n", "22..............\n22..............\n", 1)
    hand = Hand(Session(fivefoot.loads(ledge.replace('"d20-srd"', '"draw-steel"')), {}))
    hand.until_turn_of("ann")
    assert hand.table.battle.creature("ann").cube == (1, 1, 2)
    hand.key(pygame.K_j, "j")
    hand.point((3, 1))
    assert "falls 2 squares: damage, and prone" in hand.board.view.hint()[0]


def test_victories_make_a_party_grow_and_recruits_join_it() -> None:
    (campaign,) = campaigns()
    progress = campaign.begin()
    for _ in range(3):
        with fivefoot.Battle(campaign.scenario(progress)) as battle:
            battle.creature("Isolde").health.hp = 40
            progress = campaign.after(progress, battle)
    party = {one.name: one for one in campaign.scenario(progress).creatures if one.side == "red"}
    grows = campaign.file.grows
    assert party["Isolde"].attack == 8 + 3 * grows.attack
    assert party["Isolde"].hp == 44 + 3 * grows.hp
    assert party["Hale"].attack == 7  # joined after the third battle
    assert progress.hit_points["Isolde"] == 44 + 3 * grows.hp
