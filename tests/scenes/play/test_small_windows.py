"""In small windows and with large letters, what is written is whole, inside, and large enough to read."""

import itertools

import pygame
import pytest

import fivefoot
from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.palettes import PALETTES, Palette
from fivefoot.scenes.board import panels
from fivefoot.scenes.board.draw.tokens import LEGIBLE, Tokens
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.pages import Page
from fivefoot.scenes.play.picker import Pick, Picker
from fivefoot.scenes.play.rulebooks import RulebooksScene
from fivefoot.scenes.play.session import Session
from fivefoot.scenes.window import fonts, widgets
from fivefoot.scenes.window.fonts import cut, font
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

from ..duel import duel
from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")
PALETTE = next(iter(PALETTES.values()))
SIZES = ((640, 480), (1280, 720), (1920, 1080))


def hand_at(size: tuple[int, int], scale: float) -> Hand:
    """A person in the duel, at whose turn the battle stands."""
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=True)), {"blue": "human"}), size, scale)
    hand.until_asked()
    hand.frames(8)
    return hand


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """(text, pixels) of all that cards and the hint write from now on."""
    found: list[tuple[str, int]] = []
    draw = fonts.written

    def noted(text: str, size: int, colour: tuple[int, int, int], face: str = "sans") -> pygame.Surface:
        found.append((text, size))
        return draw(text, size, colour, face)

    monkeypatch.setattr(panels, "written", noted)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_two_cards_stand_below_each_other_and_are_whole(
    size: tuple[int, int], scale: float, seen: list[tuple[str, int]]
) -> None:
    hand = hand_at(size, scale)
    battle, active = hand.table.battle, hand.table.active
    assert active is not None
    other = next(one for one in battle.creatures if one.name != active)
    seen.clear()
    hand.point(other.cube[:2])
    hand.frames(2)
    told = " ".join(text for text, _ in seen)
    for fact in (*panels.at_a_glance(battle.creature(active)), *panels.describe(other, battle.rules, (), 0)):
        assert fact.split("   ")[0] in told
    assert min(pixels for _, pixels in seen) >= panels.LEAST


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_line_above_the_buttons_has_room_for_two(
    size: tuple[int, int], scale: float, seen: list[tuple[str, int]]
) -> None:
    hand = hand_at(size, scale)
    area, text = hand.board.view.layout.hint, hand.board.view.layout.text
    words = " ".join(["word"] * (area.width * 3 // 2 // font(text).size("word ")[0]))
    panels.draw_hint(hand.window, PALETTE, area, words, PALETTE.ink, text)
    lines = [one for one, _ in seen[-2:]]
    assert " ".join(lines) == words, "two lines"
    assert 2 * (seen[-1][1] + 3) <= area.height
    seen.clear()
    panels.draw_hint(hand.window, PALETTE, area, f"{words} {words}", PALETTE.ink, text)
    assert len(seen) == 2
    assert seen[-1][0].endswith("…")
    assert all(font(pixels).size(line)[0] <= area.width - 20 for line, pixels in seen)


def test_what_is_cut_ends_in_an_ellipsis() -> None:
    assert cut("a short line", 500, 13) == "a short line"
    found = cut("a line that is much too long", 90, 13)
    assert found.endswith("…")
    assert font(13).size(found)[0] <= 90


def test_small_tokens_show_one_letter_that_can_be_read() -> None:
    hand = hand_at((640, 480), 1.0)
    shown, board = hand.board.playback.shown, hand.table.battle.world.board
    tokens = Tokens(board, PALETTE, shown.sides())
    tokens.meet(shown)
    figure = shown.figures["ann"]
    assert tokens.look(figure, 16, None).label == "ann"
    sizes = []
    real = fonts.outlined

    def noted(text: str, size: int, *rest: object) -> pygame.Surface:
        sizes.append((text, size))
        return real(text, size, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fivefoot.scenes.board.draw.tokens.outlined", noted)
        patch.setattr("fivefoot.scenes.board.draw.tokens._badges", lambda *_: None)
        for zoom in (13, 16, 24, 48):
            hand.board.camera.zoom = zoom
            Tokens(board, PALETTE, shown.sides()).draw(hand.window, hand.board.camera, shown)
    assert all(size >= LEGIBLE or len(text) == 1 for text, size in sizes)
    assert {len(text) for text, _ in sizes} >= {1, 3}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_long_titles_and_long_rows_stay_inside(size: tuple[int, int], scale: float) -> None:
    window = open_window(size, "test")
    title = "The road home: a battle with quite a long title indeed"
    page = Page(title, "words", PALETTE, scale)
    stage = SceneStack(window, page)
    stage.frame(0.1)
    beyond = [window.get_at((x, page.area.top + 12 + page.size))[:3] for x in range(page.area.right, size[0])]
    assert set(beyond) <= {PALETTE.page}
    picker = Picker("Saved", [Pick(title * 9)], lambda _: None, page, PALETTE, scale)
    picker.resize(size)
    (button,) = picker._buttons.values()
    assert button.text.endswith("…")
    assert font(picker.text).size(button.text)[0] <= button.rect.width


@pytest.mark.parametrize("size", SIZES)
def test_what_five_rulebooks_differ_in_is_told_in_full(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    hand = hand_at(size, 2.0)
    scene = RulebooksScene(hand.table.battle, "ann", PALETTE, 2.0)
    found: list[str] = []
    draw = fonts.written

    def noted(text: str, size: int, colour: tuple[int, int, int], face: str = "sans") -> pygame.Surface:
        found.append(text)
        return draw(text, size, colour, face)

    monkeypatch.setattr("fivefoot.scenes.play.rulebooks.written", noted)
    SceneStack(open_window(size, "test"), scene).frame(0.1)
    told = " ".join(found)
    assert all(panel.rules.title in told for panel in scene.panels)
    assert told.count("diagonals cost") >= 3
    assert found[-1].endswith(("attack", "one")), "the end of the last of them"


def test_labels_of_forms_are_as_large_as_the_other_text() -> None:
    for palette, size in itertools.product(PALETTES.values(), (13, 26)):
        assert _label_size(palette, size) == str(size)


def _label_size(palette: Palette, size: int) -> object:
    return widgets.theme(palette, size)["label"]["font"]["size"]


def test_tab_goes_to_targets_and_with_shift_to_other_creatures() -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=True)), {"blue": "human"}))
    hand.until_turn_of("ann")
    hand.key(pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert hand.board.state.chosen not in (None, "ann")
    hand.key(pygame.K_ESCAPE)
    assert hand.stage.scene is hand.board
    assert hand.board.state.chosen == "ann"
    hand.key(pygame.K_TAB)
    assert hand.board.state.cursor
    assert hand.board.state.hover is not None
    pointed = hand.board.state.figure_at(hand.board.state.hover)
    assert pointed in ("ogre", "imp")


def test_a_scenario_of_the_menu_is_left_unasked_unless_it_was_changed() -> None:
    menu = Play(Preferences()).menu()
    stage = SceneStack(open_window((1280, 720), "test"), menu)
    stage.apply(menu.press("edit"))
    editor = stage.scene
    assert editor is not menu
    stage.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, unicode="", mod=0))
    assert stage.scene is menu
