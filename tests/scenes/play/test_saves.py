"""The list of saved battles: read without playing them, and one of them continued."""

import os
from pathlib import Path

import msgspec
import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.messages import use_language
from fivefoot.engine.rulesets import ALL
from fivefoot.play.match import play_on
from fivefoot.play.table.session import usual_brain
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.play import journeys, saves
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.picker import Listed, Picker
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window import preferences
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import Change, PushScene, SceneStack, open_window

from ..duel import duel

pytestmark = pytest.mark.usefixtures("drawing")


def saved(name: str, index: int, *, begun: bool = True, over: bool = False) -> Path:
    """A saved duel."""
    ruleset = ALL[index]
    with fivefoot.loads(duel(ruleset.name, feet=ruleset.feet).replace("Duel at the ledge", name)) as battle:
        if begun:
            battle.begin_turn("ann")
        if over:
            play_on(battle)
        path = preferences.data_folder("saves") / f"{name}.fivefoot"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(replay_file.record_of(battle, {"red": "human", "blue": "cmd:rm -rf"}))
    os.utime(path, (1_700_000_000 + index, 1_700_000_000 + index))
    return path


def test_saves_are_told_by_scenario_ruleset_round_and_date() -> None:
    assert saves.listed() == []
    saved("first", 0, begun=False)
    saved("second", 1)
    saved("third", 2, over=True)
    (preferences.data_folder("saves") / "broken.fivefoot").write_bytes(b'{"fivefoot": 1\n')
    found = saves.listed()
    assert [(one.title, one.ruleset, one.over) for one in found] == [
        ("third", ALL[2].name, True),
        ("second", ALL[1].name, False),
        ("first", ALL[0].name, False),
    ]
    assert [one.round for one in found][1:] == [1, 0]
    when = f"{found[1].when:%d %b %Y, %H:%M}"
    assert found[1].label == f"second · {ALL[1].title} · round 1 · {when}"
    assert found[0].label.startswith(f"third · {ALL[2].title} · over")


def test_any_of_the_saves_is_gone_on_with() -> None:
    saved("first", 0)
    saved("second", 1)
    menu = Play(Preferences(speed=0.0)).menu()
    stage = SceneStack(open_window((1280, 720), "test"), menu)
    stage.frame(0.05)
    stage.apply(menu.press("load"))
    picker = stage.scene
    assert isinstance(picker, Picker)
    assert [pick.label.split(" · ")[0] for pick in picker.picks] == ["second", "first"]
    stage.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_2, unicode="2", mod=0))
    board = stage.scene
    assert isinstance(board, BoardScene)
    assert board.battle.scenario.title == "first"
    assert stage.scenes == [menu, board]


def test_a_save_names_no_code_to_run() -> None:
    table = saves.resumed(replay_file.read(saved("first", 0)))
    assert table.players == {"red": "human", "blue": usual_brain()}
    assert table.guests == []


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((800, 600), 2.0), ((640, 480), 2.5)])
def test_a_long_list_has_pages_and_fits(size: tuple[int, int], scale: float) -> None:
    class Nothing:
        def draw(self, surface: pygame.Surface) -> None:
            """Show nothing."""

        def resize(self, size: tuple[int, int]) -> None:
            """Nothing to lay out."""

        def handle(self, event: pygame.event.Event) -> Change | None:
            """Nothing to press."""

    window = open_window(size, "test")
    chosen: list[int] = []
    palette = Play(Preferences()).menu().palette
    picks = [Listed(f"a battle of some length in its name, number {number}") for number in range(57)]
    picker = Picker("Many", picks, lambda index: chosen.append(index), Nothing(), palette, scale)
    picker.resize(size)
    screen = window.get_rect()
    seen: set[int] = set()
    for _ in range(57):
        for button in picker._buttons.values():
            assert screen.contains(button.rect)
            assert picker.area.contains(button.rect)
        seen |= set(picker._buttons)
        picker.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEDOWN, unicode="", mod=0))
        picker.draw(window)
    assert seen == set(range(57))
    picker.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode="", mod=0))
    assert chosen == [56]


def test_a_save_is_listed_under_the_name_that_it_was_given() -> None:
    path = saved("first", 0)
    for name in ("evening", "first-001", "autosave"):
        (path.parent / f"{name}.fivefoot").write_bytes(path.read_bytes())
    (path.parent / "first-by-the-ford.fivefoot").write_bytes(path.read_bytes())
    labels = {one.path.stem: one.label for one in saves.listed()}
    assert labels["first-by-the-ford"].startswith("by-the-ford · first · "), "what its name adds to the title"
    assert labels["evening"].startswith("evening · first · ")
    assert labels["autosave"].startswith("autosave · first · ")
    assert labels["first-001"].startswith(f"first · {ALL[0].title}")
    assert labels["first"].startswith(f"first · {ALL[0].title}")


def test_a_battle_of_a_campaign_is_gone_on_with_as_one() -> None:
    (campaign,) = journeys.campaigns()
    assert journeys.load(campaign) is None, "the first battle: nothing has been won yet"
    progress = campaign.begin()
    place = preferences.data_folder("saves") / "road.fivefoot"
    place.parent.mkdir(parents=True, exist_ok=True)
    with fivefoot.Battle(campaign.scenario(progress)) as battle:
        place.write_bytes(replay_file.record_of(battle, {"red": "human"}))
    told = replay_file.read(place)
    found = journeys.under_way(told.scenario)
    assert found is not None
    assert (found.campaign.title, found.progress) == (campaign.title, progress)
    journeys.save(msgspec.structs.replace(progress, fallen=["Bran"]))
    assert journeys.under_way(told.scenario) is None, "the party has gone on otherwise since"


def test_whose_turn_it_is_is_chosen_when_a_battle_is_gone_on_with() -> None:
    table = saves.resumed(replay_file.read(saved("second", 1)))
    assert Play(Preferences()).board(table).state.chosen == "ann"


def test_the_name_of_a_file_has_single_hyphens() -> None:
    assert preferences.plain_name("The road home: The bridge, again ") == "the-road-home-the-bridge-again"
    assert preferences.plain_name(" … ") == "battle"


def test_two_right_clicks_delete_a_save() -> None:
    saved("first", 0)
    saved("second", 1)
    menu = Play(Preferences()).menu()
    stage = SceneStack(open_window((1280, 720), "test"), menu)
    picker = saves.choose(menu, menu.palette, 1.0, lambda path: None)
    assert picker is not None
    stage.apply(PushScene(picker))
    listed = len(picker.picks)
    for left in (listed, listed - 1):
        spot = picker._buttons[0].rect.center
        stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=spot, button=3))
        assert len(picker.picks) == left
        if left == listed:
            use_language("de")
            assert " ".join(picker._told()[0]).startswith("Noch einmal drücken")
            use_language("en")
    assert stage.scene is picker
