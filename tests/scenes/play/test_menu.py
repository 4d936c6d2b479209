"""The menu, the pages and the settings, worked by a person's events."""

from pathlib import Path

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.messages import use_language
from fivefoot.engine.rulesets import ALL
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.board.draw.camera import ZOOMS, Camera
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.play.choices_page import ChoicesPage
from fivefoot.scenes.play.game_window import Play, keep_picture
from fivefoot.scenes.play.menu.battle_setup import BattleSetup
from fivefoot.scenes.play.menu.menu_scene import MenuScene, SkirmishPage
from fivefoot.scenes.play.menu.scenario_gallery import shipped
from fivefoot.scenes.play.menu.side_panel import LEGIBLE, Density, densities
from fivefoot.scenes.play.pages import Page
from fivefoot.scenes.play.picker import Picker
from fivefoot.scenes.play.replay_scene import ReplayScene
from fivefoot.scenes.play.result_page import result_text
from fivefoot.scenes.play.rulebooks import RulebooksScene
from fivefoot.scenes.play.settings import SettingsPage
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window import preferences
from fivefoot.scenes.window.gamepad import Gamepad
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import PopScene, PushScene, SceneStack, open_window

from ..duel import duel

pytestmark = pytest.mark.usefixtures("drawing")


def opened() -> tuple[SceneStack, MenuScene]:
    """The menu in a window."""
    menu = Play(Preferences(speed=0.0)).menu()
    stage = SceneStack(open_window((1280, 720), "test"), menu)
    for _ in range(4):
        stage.frame(0.05)
    return stage, menu


def key(stage: SceneStack, code: int) -> None:
    """Press a key."""
    stage.handle(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0))
    stage.frame(0.05)


def test_the_menu_is_used_by_a_gamepad_with_buttons_of_its_own() -> None:
    """Steps choose a card, a shoulder goes to the panel, the button of *enter* presses, that of *cancel* lets go."""
    stage, menu = opened()
    pad = Gamepad()
    pad.own = lambda: {"enter": "y", "cancel": "x", "next": "b"}

    def press(button: int) -> None:
        for event in pad.translated(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)):
            stage.handle(event)
            stage.frame(0.05)

    press(pygame.CONTROLLER_BUTTON_DPAD_RIGHT)
    assert menu.shelf.chosen == 1
    press(pygame.CONTROLLER_BUTTON_DPAD_LEFT)
    press(pygame.CONTROLLER_BUTTON_B)
    assert [menu.panel.focus] != [None]
    press(pygame.CONTROLLER_BUTTON_X)
    assert menu.panel.focus is None
    press(pygame.CONTROLLER_BUTTON_A)
    assert stage.scenes == [menu]
    press(pygame.CONTROLLER_BUTTON_Y)
    assert stage.scenes != [menu]


def test_every_shipped_scenario_can_be_chosen_and_watched() -> None:
    stage, menu = opened()
    assert len(menu.cards) >= 10
    for index in range(len(menu.cards)):
        menu.choose(index)
        if menu.cards[index].fixed:
            continue
        stage.apply(menu.press("watch"))
        assert isinstance(stage.scene, BoardScene), menu.message
        stage.frame(0.05)
        stage.scenes.pop()


def test_a_map_is_made_up_edited_and_tried_out() -> None:
    stage, menu = opened()
    before = len(menu.cards)
    assert menu.setup is not None
    menu.setup.seed = "12"
    stage.apply(menu.press("made"))
    page = stage.scene
    assert isinstance(page, SkirmishPage)
    page.choose("red", 2)
    page.choose("blue", 3)
    key(stage, pygame.K_RETURN)
    assert len(stage.scenes) == 1
    assert (len(menu.cards), menu.shelf.chosen) == (before + 1, before)
    assert menu.scenario is not None
    assert menu.scenario.seed == 12
    assert sorted(one.side for one in menu.scenario.creatures) == ["blue"] * 3 + ["red"] * 2
    stage.apply(menu.press("edit"))
    editor = stage.scene
    assert isinstance(editor, EditorScene)
    stage.frame(0.05)
    key(stage, pygame.K_F5)
    assert isinstance(stage.scene, BoardScene)
    stage.apply(PopScene())
    assert stage.scenes[-1] is editor


def test_the_keyboard_starts_a_battle_and_comes_back() -> None:
    stage, menu = opened()
    for _ in range(5):
        key(stage, pygame.K_RIGHT)
    assert menu.shelf.chosen == 5
    key(stage, pygame.K_RETURN)
    assert isinstance(stage.scene, BoardScene)
    key(stage, pygame.K_F1)
    assert isinstance(stage.scene, Page)
    key(stage, pygame.K_ESCAPE)
    key(stage, pygame.K_ESCAPE)
    page = stage.scene
    assert isinstance(page, Page)
    stage.apply(next(action for name, _, action in page.buttons if name == "away")())
    assert stage.scenes == [menu]


def test_a_battle_is_saved_and_gone_on_with() -> None:
    stage, menu = opened()
    stage.apply(menu.press("play"))
    board = stage.scene
    assert isinstance(board, BoardScene)
    board.flow.settle()
    key(stage, pygame.K_ESCAPE)
    page = stage.scene
    assert isinstance(page, Page)
    stage.apply(next(action for name, _, action in page.buttons if name == "save")())
    key(stage, pygame.K_RETURN)
    assert len(preferences.saves()) == 1
    del stage.scenes[1:]
    stage.apply(menu.press("load"))
    key(stage, pygame.K_RETURN)
    again = stage.scene
    assert isinstance(again, BoardScene)
    assert replay_file.log_lines(again.battle.events) == replay_file.log_lines(board.battle.events)
    assert again.session.players == board.session.players


def test_settings_are_remembered_and_nonsense_is_not() -> None:
    preferences.save(Preferences(palette="parchment", ui_scale=1.5))
    assert preferences.load().palette == "parchment"
    stage = SceneStack(open_window((1280, 720), "test"), SettingsPage(preferences.load(), lambda: None))
    stage.frame(0.05)
    for text in ("", "{", '{"palette": 3}', "\x00"):
        preferences.config_file().write_text(text, encoding="utf-8")
        assert preferences.load() == Preferences()
    preferences.config_file().write_text('{"palette": "mauve", "ui_scale": 90, "width": 1}', encoding="utf-8")
    assert preferences.load().palette == "dusk"
    assert preferences.load().ui_scale <= 2.5
    assert preferences.load().width >= 640


def test_pictures_of_the_window_have_names_of_their_own(tmp_path: Path) -> None:
    window = open_window((640, 480), "test")
    assert keep_picture(window) != keep_picture(window)
    assert len(list(preferences.data_folder("pictures").glob("*.png"))) == 2


def test_the_timeline_goes_both_ways() -> None:
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    play_on(battle, brains_for(battle.scenario))
    told = replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)
    scene = ReplayScene(told)
    stage = SceneStack(open_window((1280, 720), "test"), scene)
    stage.frame(0.05)
    key(stage, pygame.K_END)
    assert scene.playback.shown == scene.tableaux[-1]
    end = Snapshot.of(battle.world)
    assert {name: one.cube for name, one in scene.playback.shown.figures.items()} == {
        name: one.cube for name, one in end.figures.items()
    }
    for _ in range(5):
        key(stage, pygame.K_LEFT)
    assert scene.playback.upto == len(told.events) - 5
    assert scene.playback.shown == scene.tableaux[-6]
    spot = (scene.line.left + scene.line.width // 3, scene.line.centery)
    stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=1))
    assert abs(scene.playback.upto - len(told.events) / 3) <= 1
    key(stage, pygame.K_HOME)
    assert scene.playback.shown == scene.tableaux[0]
    key(stage, pygame.K_SPACE)
    scene.playback.speed = 4.0
    for _ in range(3000):
        stage.frame(0.2)
        if not scene.playing:
            break
    assert scene.playback.shown == scene.tableaux[-1]


def test_the_result_counts_what_happened() -> None:
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    play_on(battle, brains_for(battle.scenario))
    title, text = result_text(battle.events, Snapshot.of(battle.world))
    winner = battle.events[-1].to_dict()["winner"]
    assert title == f"Victory: {winner}"
    assert "dealt" in text
    assert f"{winner}: no enemy is left standing, in round " in text


def test_the_result_names_the_winner_in_the_language() -> None:
    with fivefoot.loads(duel(ALL[0].name, feet=True)) as battle:
        battle.conclude("red", "no enemy is left standing")
        use_language("es")
        try:
            title, text = result_text(battle.events, Snapshot.of(battle.world))
        finally:
            use_language("en")
    assert title == "Victoria: rojo"
    assert "rojo: no queda ningún enemigo en pie" in text


def test_zooming_keeps_what_is_under_the_pointer() -> None:
    camera = Camera((256, 256), (0, 40, 900, 600), zoom=32)
    camera.centre(128, 128)
    for steps in (1, 1, -3, 2, -1):
        before = camera.place((300, 200))
        camera.zoom_by(steps, (300, 200))
        after = camera.place((300, 200))
        assert abs(before[0] - after[0]) < 0.6
        assert abs(before[1] - after[1]) < 0.6
    camera.fit()
    assert camera.zoom in ZOOMS


def test_a_campaign_and_the_day_s_fight_leave_nothing_to_choose() -> None:
    stage, menu = opened()
    for index, card in enumerate(menu.cards):
        menu.choose(index)
        stage.frame(0.05)
        assert ("seed" in menu.panel.elements) is not card.fixed
        assert ("watch" in menu.panel.elements) is not card.fixed
    (today,) = (index for index, card in enumerate(menu.cards) if card.day is not None)
    menu.choose(today)
    stage.apply(menu.press("play"))
    board = stage.scene
    assert isinstance(board, BoardScene)
    assert board.session.lookback == "never"
    assert board.session.players == {"red": "human", "blue": "cunning"}


def test_a_page_is_worked_by_arrows_and_enter() -> None:
    pressed: list[str] = []
    buttons = [(name, name, lambda name=name: pressed.append(name)) for name in ("one", "two")]
    page = Page("Title", "<br>".join("line" for _ in range(200)), Play(Preferences()).menu().palette, 1.0, buttons)
    stage = SceneStack(open_window((640, 480), "test"), page)
    stage.frame(0.05)
    key(stage, pygame.K_RETURN)
    key(stage, pygame.K_RIGHT)
    key(stage, pygame.K_RETURN)
    assert pressed == ["one", "two"]
    bar = page.boxes[0].scroll_bar
    assert bar is not None
    before = bar.start_percentage
    key(stage, pygame.K_DOWN)
    assert bar.start_percentage > before


def test_a_key_that_is_held_too_long_is_pressed_once() -> None:
    stage, _ = opened()
    down = [
        pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0) for code in (pygame.K_ESCAPE, pygame.K_LEFT)
    ]
    assert [stage.repeated(event) for event in (*down, *down)] == [False, False, True, False]
    stage.repeated(pygame.event.Event(pygame.KEYUP, key=pygame.K_ESCAPE, mod=0))
    assert not stage.repeated(down[0])


def test_whatever_can_stand_still_is_drawn_less_often_then() -> None:
    """Every scene says whether anything moves in it: one that does not is drawn sixty times a second for ever."""
    scenes = [Page, Picker, ReplayScene, MenuScene, BoardScene, EditorScene, ChoicesPage, RulebooksScene]
    assert [scene.__name__ for scene in scenes if not isinstance(getattr(scene, "restless", None), property)] == []


def test_a_battle_is_played_on_from_any_moment_of_its_replay() -> None:
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    play_on(battle, brains_for(battle.scenario))
    path = preferences.data_folder("saves") / "one.fivefoot"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(replay_file.record_of(battle, {}))
    scene = Play(Preferences(speed=0.0)).replay(replay_file.read(path))
    stage = SceneStack(open_window((1280, 720), "test"), scene)
    stage.frame(0.05)
    key(stage, pygame.K_t)
    middle = scene.playback.upto
    assert 0 < middle < len(battle.events)
    change = scene.press("take-up")
    assert isinstance(change, PushScene)
    board = change.scene
    assert isinstance(board, BoardScene)
    assert board.battle.events == battle.events[: len(board.battle.events)]
    assert middle - 30 < len(board.battle.events) <= middle
    assert "human" in board.session.players.values()
    stage.apply(change)
    board.flow.settle()
    assert board.session.waits_for_person() or board.session.over


def test_a_bare_log_cannot_be_played_on() -> None:
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    play_on(battle, brains_for(battle.scenario))
    told = replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)
    scene = Play(Preferences()).replay(told)
    stage = SceneStack(open_window((640, 480), "test"), scene)
    stage.frame(0.05)
    assert "take-up" not in scene._buttons
    assert scene.press("take-up") is None


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 2.0), ((1280, 720), 1.0)])
def test_what_stands_beside_the_cards_can_be_read(size: tuple[int, int], scale: float) -> None:
    window = open_window(size, "test")
    menu = Play(Preferences(ui_scale=scale)).menu()
    menu.resize(window.get_size())
    for index in range(len(menu.cards)):
        menu.choose(index)
        panel = menu.panel
        assert panel.text >= LEGIBLE
        assert all(panel.area.contains(element.rect) for element in panel.elements.values())


def test_text_gets_small_only_where_nothing_is_left_to_leave_out() -> None:
    tried = list(densities(14, 2))
    assert tried[0] == Density(14, False, 2)
    assert [(one.text, one.story) for one in tried if one.text >= LEGIBLE][-2:] == [(LEGIBLE, 1), (LEGIBLE, 0)]
    assert all(one.story == 0 and one.tight for one in tried if one.text < LEGIBLE)


def test_a_person_plays_the_side_with_a_task() -> None:
    listed = {one.source: one for one in shipped()}
    mine = {
        name: tuple(side for side, player in BattleSetup(listed[name]).players.items() if player == "human")
        for name in ("forge.toml", "burrow.toml", "eyrie.toml", "giants.toml", "bridge.toml")
    }
    assert set(mine.values()) == {("red",)}


def test_as_many_rows_of_cards_are_in_sight_as_there_is_room_for() -> None:
    menu = Play(Preferences()).menu()
    menu.resize((1280, 720))
    menu.choose(len(menu.cards) - 1)
    shelf = menu.shelf
    shelf.draw(open_window((1280, 720), "test"), menu.palette)
    last = shelf._places[-1][0]
    assert last.bottom <= 720
    assert last.bottom + last.height > 720
