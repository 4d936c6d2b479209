"""Whole screens stay as approved, one golden picture for each kind; what is drawn on a board is read as marks."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import get_args

import pytest
from tests.fights import drawn

import fivefoot

pytest.importorskip("pygame")
pytest.importorskip("tomlkit")

import pygame

from fivefoot.components.decision import Decision, DecisionOption
from fivefoot.components.events import Event
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.play.replay.palettes import PALETTES, WITH_ART
from fivefoot.play.table.marks import Burst, Count, Dot, Fill, Frame, Label, Line, Mark, Rising, Sign
from fivefoot.play.table.session import PERSON, Session
from fivefoot.play.table.showing import SHOWINGS, sound_of
from fivefoot.scenes.board.draw import board_view, ground
from fivefoot.scenes.board.draw.camera import Camera
from fivefoot.scenes.board.draw.mark_painter import paint_marks
from fivefoot.scenes.board.input.prompt import Prompt
from fivefoot.scenes.editor.document import Document
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

from .golden_pictures import compare
from .hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")
SIZE = (900, 560)
FIGHT = drawn(
    "d20-srd",
    "........... .A.:.###... .B.::.O.... ...~~.....I ...11.._... ...........",
    {
        "ann": {"side": "red", "hp": 20, "attack": 6, "damage": "1d8+2", "range": 60},
        "bob": {"side": "red", "hp": 14, "conditions": ["prone"], "damage": "1d6"},
        "orc": {"side": "blue", "hp": 15, "size": "large", "damage": "2d6", "attack": 4},
        "imp": {"side": "blue", "hp": 4, "size": "tiny", "damage": "1d3"},
    },
    seed=3,
)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame takes the steps it needs to paint all of the ground."""
    for module, name in ((ground, "SOON"), (board_view, "SIGHT"), (board_view, "FIRST")):
        monkeypatch.setattr(module, name, 10**6)


def settle(stage: SceneStack) -> pygame.Surface:
    """Draws frames until nothing moves on the screen; the picture."""
    for _ in range(600):
        stage.frame(0.05)
        if not getattr(stage.scene, "restless", False):
            break
    for _ in range(8):
        stage.frame(0.05)
    return stage.window


def at_turn(name: str = "ann", text: str = FIGHT, *, art: bool = False) -> Hand:
    """A window of a fight at somebody's turn."""
    hand = Hand(Session(fivefoot.loads(text), {"red": PERSON, "blue": PERSON}), SIZE, art=art)
    hand.until_turn_of(name)
    hand.board.bar.finish()
    return hand


def pointing_at_a_strike(hand: Hand) -> None:
    hand.type("z")
    hand.point((6, 3))


def pointing_at_a_walk(hand: Hand) -> None:
    hand.point((4, 0))


def aiming_a_shot(hand: Hand) -> None:
    hand.type(str(hand.board.bar.places.index("shoot") + 1))


def told_of_a_refusal(hand: Hand) -> None:
    hand.type("m")
    hand.point((6, 1))


def waiting_for_confirmation(hand: Hand) -> None:
    hand.board.state.confirm_end = True
    hand.key(pygame.K_END)


@pytest.mark.parametrize(
    "do", [pointing_at_a_strike, pointing_at_a_walk, aiming_a_shot, told_of_a_refusal, waiting_for_confirmation]
)
def test_the_board_scene_matches_its_golden_picture(do: Callable[[Hand], None]) -> None:
    hand = at_turn()
    do(hand)
    settle(hand.stage)
    compare(hand.window, f"board-{do.__name__.replace('_', '-')}")


def test_the_board_in_the_middle_of_a_strike() -> None:
    hand = at_turn()
    hand.click((6, 3))
    hand.frames(2)
    settle(hand.stage)
    playback = hand.board.playback
    events = hand.table.battle.events
    struck = next(event.seq for event in events if event.event == "struck")
    playback.reset(playback.shown, struck)
    playback.speed = 1.0
    heard: list[str] = []
    playback.on_shot = lambda: heard.append("shot")
    playback.on_event = lambda event: heard.append(sound_of(event))
    playback.advance(events, 0.2)
    assert heard == ["shot"]
    shot = [mark for mark in playback.marks() if isinstance(mark, Line)]
    assert len(shot) == 1
    hand.board.view.draw(hand.window, None)
    compare(hand.window, "board-shot")
    playback.advance(events, 0.25)
    assert heard[:2] in (["shot", "hit"], ["shot", "miss"])
    assert [mark.text[0] for mark in playback.marks() if isinstance(mark, Rising)] == ["⚄"]
    hand.board.view.draw(hand.window, None)
    compare(hand.window, "board-rising-words")


def test_the_view_comes_closer_while_a_creature_goes_down() -> None:
    hand = at_turn()
    settle(hand.stage)
    playback, battle = hand.board.playback, hand.table.battle
    before = playback.shown
    battle.effect([{"do": "damage", "target": "orc", "amount": 50}], by="a test")
    hand.frames(2)
    down = next(at for at, event in enumerate(battle.events) if event.event == "downed")
    for shakes, near in ((False, None), (True, ("orc", 1.0))):
        playback.reset(before, down)
        playback.speed, playback.shakes = 1.0, shakes
        playback.advance(battle.events, 0.55)
        assert playback.near == near
    hand.board.bar.finish()
    hand.board.view.draw(hand.window, None)
    compare(hand.window.subsurface(hand.board.view.layout.board), "board-close-up")


def test_a_decision_on_the_board() -> None:
    hand = at_turn()
    options = (DecisionOption(key="strike", label="Strike at ann"), DecisionOption(key="pass", label="Let ann go"))
    question = Decision(
        about="opportunity", who="orc", other="ann", text="Strike at ann?", options=options, default="strike",
        rules=("srd.aoo",), at=(1, 1, 0), to=(2, 1, 0),
    )  # fmt: skip
    settle(hand.stage)
    prompt = Prompt(question, "blue", (40, 90, 160), "55%, 2 to 12 damage")
    hand.board.view.draw(hand.window, prompt)
    hand.board.view.draw(hand.window, prompt)
    compare(hand.window, "decision")


def test_a_lesson_and_the_banner_of_a_turn() -> None:
    lesson = Path(__file__).parents[2] / "assets" / "scenarios" / "a-first-lesson.toml"
    battle = fivefoot.Battle(unscripted(fivefoot.load(lesson).scenario).scenario)
    hand = Hand(Session(battle, {"red": PERSON, "blue": PERSON}), SIZE)
    hand.until_asked()
    hand.board.bar.finish()
    settle(hand.stage)
    hand.board.playback.speed = 1.0
    hand.board.view.update(0.0)
    hand.board.view._banner = (hand.table.active, 0.2)
    hand.board.view.draw(hand.window, None)
    compare(hand.window, "lesson")
    hand.board.view._banner = (hand.table.active, 1.0)
    hand.board.view.draw(hand.window, None)
    compare(hand.window, "lesson-faded-banner")


def test_the_first_frame_shows_a_panel_and_the_ground_of_the_others() -> None:
    hand = Hand(Session(fivefoot.loads(FIGHT), {"red": PERSON, "blue": PERSON}), SIZE)
    hand.window.fill((255, 0, 255))
    hand.stage.frame(0.05)
    compare(hand.window, "board-first-frame")


class SomeDay(date):
    """A day on which the daily battle does not change."""

    @classmethod
    def today(cls) -> "SomeDay":
        return cls(2026, 1, 1)


def test_the_menu_and_the_pages_over_a_battle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefoot.scenes.play.game_window.date", SomeDay)
    play = Play(Preferences(speed=0.0, art=False))
    stage = SceneStack(open_window(SIZE, "test"), play.menu())
    compare(settle(stage), "menu")
    hand = at_turn()
    for key, name in ((pygame.K_F1, "help"), (pygame.K_F3, "rulebooks"), (pygame.K_ESCAPE, "pause")):
        hand.key(key)
        assert hand.stage.scene is not hand.board, name
        compare(settle(hand.stage), name)
        hand.stage.scenes[1:] = []
        hand.frames(2)
    hand.press(hand.board.bar._buttons["moves"].rect)
    assert hand.stage.scene is not hand.board
    compare(settle(hand.stage), "list")


@pytest.mark.parametrize("scenery", ["meadow", "dungeon", "snow", "street"])
def test_the_board_with_pictures(scenery: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefoot.scenes.board.draw.ground.scenery_of", lambda title, board: scenery)
    hand = at_turn(art=True)
    hand.board.camera.zoom_to(32, hand.board.camera.pixel(0, 0))
    compare(settle(hand.stage), f"pictures-{scenery}")


def test_the_editor_matches_its_golden_picture() -> None:
    stage = SceneStack(
        open_window(SIZE, "test"), EditorScene(Document.of(fivefoot.loads(FIGHT).scenario), PALETTES["dusk"])
    )
    compare(settle(stage), "editor")


def test_the_replay_scene_matches_its_golden_picture(tmp_path: Path) -> None:
    battle = fivefoot.loads(FIGHT)
    hand = Hand(Session(battle, {"red": "aggressive", "blue": "aggressive"}), SIZE)
    for _ in range(3):
        hand.table.go_on()
        for _ in hand.table.think():
            pass
    path = tmp_path / "some.fivefoot"
    path.write_bytes(replay_file.record_of(battle))
    scene = Play(Preferences(speed=0.0, art=False)).replay(replay_file.read(path))
    scene.playing = False
    stage = SceneStack(open_window(SIZE, "test"), scene)
    scene.go_to(len(scene.events) - 1)
    compare(settle(stage), "replay")


# --- marks -----------------------------------------------------------------------------------------------


def test_a_walk_past_an_enemy_is_drawn_with_its_costs_and_the_attack_that_it_draws() -> None:
    text = drawn("d20-srd", "A...... .O.....", {"ann": {"hp": 9}, "orc": {"hp": 9, "damage": "1d4"}}, seed=2)
    hand = at_turn("ann", text)
    hand.point((2, 0))
    marks = hand.board.view.marks()
    ways = [mark for mark in marks if isinstance(mark, Line) and mark.ink == "path"]
    assert (ways[0].b, ways[-1].b) == ((1.5, 0.5), (2.5, 0.5))
    assert [mark.text for mark in marks if isinstance(mark, Count)] == ["5", "10"]
    assert [mark.text for mark in marks if isinstance(mark, Sign)] == ["⚔"]
    assert [mark.ink for mark in marks if isinstance(mark, Line) and mark.dashed] == ["warning"]
    assert [mark.around for mark in marks if isinstance(mark, Frame)] == [(2, 0, 3, 1)]


def test_a_strike_is_drawn_with_its_odds_at_the_target() -> None:
    text = drawn("d20-srd", "AO", {"ann": {"hp": 9, "attack": 5, "damage": "1d4"}, "orc": {"hp": 9}}, seed=2)
    hand = at_turn("ann", text)
    hand.point((1, 0))
    (label,) = [mark for mark in hand.board.view.marks() if isinstance(mark, Label)]
    odds = hand.table.battle.forecast("ann", "orc")
    assert (label.text, label.at[0], label.ink) == (str(odds), 1.5, "accent")


def test_every_kind_of_mark_is_painted() -> None:
    marks: list[Mark] = [
        Fill(frozenset({(0, 0), (1, 0)}), "warning"), Line((0.5, 0.5), (3.5, 0.5), "warning", arrow=True),
        Line((0.5, 1.5), (3.5, 1.5), "path", dashed=True), Frame((0, 2, 2, 4), "accent"),
        Frame((2, 2, 3, 3), "flank", rounded=False), Dot((4.5, 0.5), "threat"),
        Dot((4.5, 1.5), "accent", 0.25, ring=True),
        Count("15", (4.5, 2.5), "cost-1"), Sign("⚔", (3.5, 3.5), "warning"), Label("above", (5.5, 1.5), "accent"),
        Label("below", (5.5, 2.5), "flank", below=True, large=True), Rising("−6", (6.5, 2.5), "warning", 0.7),
        Burst("effect/fire", (6.5, 0.5), 1, age=0.3),
    ]  # fmt: skip
    assert {type(mark) for mark in marks} == set(get_args(Mark))
    surface = pygame.Surface((7 * 40, 4 * 40))
    surface.fill((90, 90, 90))
    camera = Camera((7, 4), (0, 0, 280, 160), zoom=40)
    paint_marks(surface, camera, WITH_ART["dusk"], marks, 14)
    compare(surface, "marks")


def test_every_kind_of_event_has_its_showing() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(Event)}
    assert kinds <= set(SHOWINGS)
