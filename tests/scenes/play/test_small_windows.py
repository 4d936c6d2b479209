"""In small windows and with large letters, what is written is whole, inside, and large enough to read."""

import itertools

import pygame
import pytest

import fivefoot
from fivefoot.components.decision import Decision, DecisionOption
from fivefoot.components.events import Changed, Struck
from fivefoot.engine.messages import use_language
from fivefoot.engine.rulesets import ALL
from fivefoot.play.loading import shipped_text
from fivefoot.play.match import play_on
from fivefoot.play.replay.palettes import PALETTES, Palette
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table import card
from fivefoot.play.table.session import Session
from fivefoot.scenes.board import panels
from fivefoot.scenes.board.draw.tokens import LEGIBLE, Tokens
from fivefoot.scenes.board.input.action_bar import ActionBar
from fivefoot.scenes.board.input.prompt import Prompt
from fivefoot.scenes.play.game_window import Play
from fivefoot.scenes.play.pages import NamePage, Page
from fivefoot.scenes.play.picker import SMALLEST, Listed, Picker
from fivefoot.scenes.play.result_page import ResultPage, figures_of
from fivefoot.scenes.play.rulebooks import RulebooksScene
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
    for fact in (*card.at_a_glance(battle.creature(active)), *card.describe(other, battle.rules, (), 0)):
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
    assert tokens.look(figure, 16, None).look.label == "ann"
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
    picker = Picker("Saved", [Listed(title * 9)], lambda _: None, page, PALETTE, scale)
    picker.resize(size)
    (button,) = picker._buttons.values()
    assert button.text.endswith("…")
    assert picker.text >= SMALLEST
    assert font(picker.text).size(button.text)[0] <= button.rect.width
    picker = Picker("Saved", [Listed(title)], lambda _: None, page, PALETTE, scale)
    picker.resize(size)
    (button,) = picker._buttons.values()
    assert button.text.endswith(title), "smaller letters come before fewer"
    picker = Picker("Saved", [Listed("a", "/a/long/path" * 20)], lambda _: None, page, PALETTE, scale)
    picker.resize(size)
    width = picker.area.width - 32
    assert all(font(picker.text - 1).size(line)[0] <= width for line in picker._tip_lines(picker.picks[0].tip, width))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_page_is_as_large_as_what_is_on_it(size: tuple[int, int], scale: float) -> None:
    window = open_window(size, "test")
    buttons = [("leave", "Leave fivefoot", lambda: None)]
    bare = Page("Leave fivefoot?", "", PALETTE, scale, buttons)
    told = Page("Leave fivefoot?", "The battle is not over.", PALETTE, scale, buttons)
    long = Page("Leave fivefoot?", "<br>".join(["a line of some length"] * 90), PALETTE, scale, buttons)
    for page in (bare, told, long):
        SceneStack(window, page).frame(0.1)
        assert window.get_rect().contains(page.area)
        assert all(page.area.contains(element.rect) for element in (*page.boxes, *page._made.values()))
    assert bare.boxes == []
    assert bare.area.height < told.area.height < long.area.height
    assert bare.area.width <= told.area.width
    assert told.boxes[0].scroll_bar is None
    assert told.boxes[0].border_width["left"] == 0
    assert long.boxes[0].scroll_bar is not None
    name = NamePage("Save the battle as", "A name", lambda _: None, PALETTE, scale)
    SceneStack(window, name).frame(0.1)
    assert name.area.contains(name.line.rect)
    assert not any(name.line.rect.colliderect(made.rect) for made in name._made.values())


def test_a_long_path_gets_no_hyphens() -> None:
    page = Page("Saved", "/home/somebody/" + "saves-of-mine/" * 12, PALETTE, 2.0)
    page.resize((640, 480))
    layout = page.boxes[0].text_box_layout
    assert layout is not None
    rows = ["".join(getattr(chunk, "text", "") for chunk in row.items) for row in layout.layout_rows]
    assert len(rows) > 1
    assert "".join(rows).replace(" ", "") == page.text


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_question_fills_the_panel_beside_a_small_board(scale: float) -> None:
    window = open_window((640, 480), "test")
    options = tuple(DecisionOption(key=key, label=key.capitalize()) for key in ("strike", "later", "let"))
    question = Decision(
        about="reaction", who="ann", text="Ogre leaves (8, 5) for (8, 4), within reach of ann: does ann strike?",
        options=options, default="strike", other="ogre", rules=("srd.reach.approach-provokes",),
    )  # fmt: skip
    hand = hand_at((640, 480), scale)
    lay = hand.board.view.layout
    aside = lay.card.union(lay.log)
    prompt = Prompt(question, "red", (213, 94, 0), "70%, 6 to 13 damage")
    board = {"ann": lay.board.inflate(-8, -8), "ogre": lay.board.inflate(-8, -8)}
    prompt.draw(window, PALETTE, hand.board.camera, lay.board, aside, board, lay.text)
    assert (prompt.area.left, prompt.area.right) == (aside.left, aside.right)
    assert all(prompt.area.contains(place) for place in prompt.places.values())


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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("lead", ["", "<br>".join(["Where to? A long way, and a wet one."] * 6)])
def test_the_result_has_a_table_that_can_all_be_seen(size: tuple[int, int], scale: float, lead: str) -> None:
    window = open_window(size, "test")
    with fivefoot.loads(duel(ALL[0].name, feet=True)) as battle:
        play_on(battle)
        shown, done = Snapshot.of(battle.world), figures_of(battle.events)
        players = {"red": "human", "blue": "cunning"}
        page = ResultPage(battle.events, shown, players, lead, str, PALETTE, scale, [("again", "Again", lambda: None)])
        strikes = [event for event in battle.events if isinstance(event, Struck) and event.hit]
    SceneStack(window, page).frame(0.1)
    table, view = page._picture, page._view
    assert table is not None
    assert window.get_rect().contains(page.area)
    assert page.area.contains(view)
    assert view.top >= page.boxes[0].rect.bottom
    assert view.bottom <= min(made.rect.top for made in page._made.values())
    assert page._columns_wide(11) <= view.width == table.get_width()
    page._scroll(1000)
    assert page._down == max(table.get_height() - view.height, 0), "down to the last row"
    assert sum(one.dealt for one in done.values()) > 0
    assert set(done) >= {strike.by for strike in strikes}


def test_the_result_is_told_in_words_and_in_the_colour_of_a_victory_or_a_defeat() -> None:
    with fivefoot.loads(duel(ALL[0].name, feet=True)) as battle:
        play_on(battle)
        ended, shown = battle.ending(), Snapshot.of(battle.world)
        assert ended is not None
        (loser,) = {one.side for one in battle.creatures} - {ended.winner}
        for person, colour in ((ended.winner, PALETTE.accent), (loser, PALETTE.warning)):
            players = {str(ended.winner): "cunning", loser: "cunning", str(person): "human"}
            page = ResultPage(battle.events, shown, players, "Where to?", str, PALETTE, 1.0, [])
            assert page._title_colour == colour
            assert str(page.text).endswith(f"in round {battle.world.round}<br><br>Where to?")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_usual_window_has_one_row_of_buttons_in_each_language(language: str) -> None:
    open_window((1280, 720), "test")
    session = Session(fivefoot.loads(shipped_text("d20-srd-wolves-at-the-fold")))
    use_language(language)
    try:
        assert ActionBar.rows(session, (1280, 720), 13) == 1
    finally:
        use_language("en")


def test_creatures_stay_in_sight_while_the_ground_changes() -> None:
    hand = hand_at((640, 480), 1.0)
    board = hand.table.battle.world.board
    shown = Snapshot.of(hand.table.battle.world)
    tokens = Tokens(board, PALETTE, shown.sides())
    before, after = (pygame.Surface((640, 480)) for _ in range(2))
    tokens.draw(before, hand.board.camera, shown)
    changed = shown.after(Changed(between=((1, 1), (2, 1)), kind="wall"))
    assert changed.board is not shown.board
    tokens.draw(after, hand.board.camera, changed, fresh=0)
    assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(after, "RGB")
    assert len(set(pygame.image.tobytes(before, "RGB"))) > 1
