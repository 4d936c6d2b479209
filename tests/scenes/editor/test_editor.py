"""The editor: changes and their undoing, files that keep their text, a scenario built by hand and played."""

import difflib
from pathlib import Path

import pytest

import fivefoot
from fivefoot.engine.messages import use_language
from fivefoot.engine.scenario import read as files

pytest.importorskip("pygame")
pytest.importorskip("tomlkit")

import pygame
import pygame_gui

from fivefoot.play.replay.palettes import PALETTES
from fivefoot.scenes.editor import board_edits as edits
from fivefoot.scenes.editor import schema_fields as schema
from fivefoot.scenes.editor.balance_test import BalanceTest, winner_of
from fivefoot.scenes.editor.board_picture import squares_at
from fivefoot.scenes.editor.document import Document
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.editor.open_editor import document_of
from fivefoot.scenes.window.gamepad import Gamepad
from fivefoot.scenes.window.scene_stack import PopScene, SceneStack

ROOT = Path(__file__).parents[3]
SHIPPED = sorted((ROOT / "assets" / "scenarios").glob("*.toml"))
MAPS = ROOT / "tests" / "maps"

TEXT = """# A short one.
format = 1
title = "A duel"      # as it was
ruleset = "epic-path"

[board]
map = '''
....
.##.
....
'''

[[creatures]]
name = "ann"   # the first
side = "red"
at = [0, 0]
speed = { walk = 30 }

[[creatures]]
name = "orc"
side = "blue"
at = [3, 2]
"""


@pytest.fixture
def duel(tmp_path: Path) -> Document:
    """The duel, from a file."""
    path = tmp_path / "duel.toml"
    path.write_text(TEXT, encoding="utf-8")
    return Document.open(path)


def difference(document: Document) -> list[str]:
    """The lines that saving would take away and add."""
    lines = difflib.unified_diff(TEXT.splitlines(), document.text.splitlines(), lineterm="", n=0)
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_an_unchanged_file_is_saved_unchanged(path: Path, tmp_path: Path) -> None:
    document = Document.open(path)
    document.change(edits.paint(document.tree, [(0, 0)], "%"))
    document.undo()
    assert document.save(tmp_path / "copy.toml").read_bytes() == path.read_bytes()


def test_a_change_touches_its_own_lines_only(duel: Document) -> None:
    ann, orc = duel.tree["creatures"]
    duel.change(edits.with_creature(duel.tree, 0, {**ann, "hp": 20}))
    assert difference(duel) == ["+hp = 20"]
    duel.undo()
    duel.change(edits.paint(duel.tree, [(1, 1)], ":"))
    assert difference(duel) == ["-.##.", "+.:#."]
    duel.undo()
    duel.change(edits.set_edge(duel.tree, (0, 0), (1, 0), {"kind": "curtain"}))
    assert difference(duel) == ["+edges = [", '+  { between = [[0, 0], [1, 0]], kind = "curtain" },', "+]"]
    duel.undo()
    duel.change(edits.with_creature(duel.tree, 0, None))
    assert '-name = "ann"   # the first' in difference(duel)
    assert not any("orc" in line for line in difference(duel))
    duel.undo()
    duel.change(edits.turn_over(edits.with_creature(duel.tree, 1, {**orc, "name": "troll"}), 0))
    assert difference(duel) == ['-side = "red"', '+side = "blue"', '-name = "orc"', '+name = "troll"']
    duel.undo()
    duel.change(edits.add_creature(duel.tree, (3, 0), {"name": "elk", "side": "blue"}))
    assert difference(duel) == ["+", "+[[creatures]]", '+name = "elk"', '+side = "blue"', "+at = [3, 0]"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_is_saved_is_what_was_edited(path: Path, tmp_path: Path) -> None:
    document = Document.open(path)
    tree = edits.add_creature(document.tree, (5, 5), document.tree["creatures"][0])
    tree = edits.with_tile(edits.set_edge(tree, (3, 3), (4, 3), {"kind": "wall"}), "Z", {"floor": 3, "hazard": True})
    document.change(edits.paint(tree, [(2, 2), (3, 2)], "Z"))
    saved = document.save(tmp_path / "new.toml")
    again = Document.open(saved) if document.problem is None else None
    if again is not None:
        assert edits.rows_of(again.tree) == edits.rows_of(document.tree)
        assert {**again.tree, "board": 0} == {**document.tree, "board": 0}
        assert again.tree["board"]["legend"] == document.tree["board"]["legend"]
        assert edits.edges_of(again.tree) == edits.edges_of(document.tree)


def test_maps_of_other_programs_open() -> None:
    document = document_of(MAPS / "keep.tmx")
    assert document.problem is None
    assert edits.rows_of(document.tree)[2] == "#.::.#.~~#"
    assert document.changed


def test_a_file_that_is_not_there_begins_a_new_one(tmp_path: Path) -> None:
    document = document_of(tmp_path / "new.toml", "draw-steel")
    assert document.problem is None
    assert files.read(document.save()).ruleset == "draw-steel"


# ---------------------------------------------------------------- changes


def test_merged_strokes_are_undone_and_redone_as_one(duel: Document) -> None:
    first = duel.tree
    for x in range(3):
        duel.change(edits.paint(duel.tree, [(x, 0)], ":"), "stroke")
    duel.settle()
    duel.change(edits.paint(duel.tree, [(3, 0)], ":"), "stroke")
    assert duel.undo()
    assert edits.rows_of(duel.tree)[0] == ":::."
    assert duel.undo()
    assert duel.tree == first
    assert not duel.undo()
    assert duel.redo()
    assert duel.redo()
    assert edits.rows_of(duel.tree)[0] == "::::"
    assert not duel.redo()


def test_problems_are_the_loaders(duel: Document) -> None:
    ann = duel.tree["creatures"][0]
    duel.change(edits.with_creature(duel.tree, 0, {**ann, "at": [1, 1]}))
    assert duel.problem is not None
    assert duel.problem.place == "creatures[0].at"
    assert "which is blocked or too narrow for ann" in duel.problem.sentence
    assert squares_at(duel.tree, *duel.problem) == [(1, 1)]
    assert duel.scenario is None
    duel.undo()
    assert duel.problem is None


def test_a_piece_is_copied_mirrored_and_pasted(duel: Document) -> None:
    tree = edits.set_edge(duel.tree, (0, 0), (1, 0), {"kind": "wall"})
    tree = edits.paint(tree, [(0, 2)], "~")
    clip = edits.copied(tree, (0, 0, 1, 2))
    assert clip.rows == ("..", ".#", "~.")
    pasted = edits.pasted(edits.resize(tree, 8, 3), clip, (5, 0))
    assert edits.rows_of(pasted) == ("........", ".##...#.", "~....~..")
    assert [one["name"] for one in pasted["creatures"]] == ["ann", "orc", "ann 2"]
    assert pasted["creatures"][2]["at"] == [5, 0]
    assert [edge["between"] for edge in edits.edges_of(pasted)] == [[[0, 0], [1, 0]], [[5, 0], [6, 0]]]
    turned = edits.mirrored(tree, (0, 0, 3, 2), across=True)
    assert edits.rows_of(turned) == ("....", ".##.", "...~")
    assert [one["at"] for one in turned["creatures"]] == [[3, 0], [0, 2]]
    assert [edge["between"] for edge in edits.edges_of(turned)] == [[[2, 0], [3, 0]]]
    assert edits.mirrored(turned, (0, 0, 3, 2), across=True) == edits.with_edges(tree, edits.edges_of(tree))


def test_a_smaller_board_loses_what_is_off_it(duel: Document) -> None:
    tree = edits.resize(edits.set_edge(duel.tree, (2, 0), (3, 0), {"kind": "wall"}), 3, 2)
    assert edits.rows_of(tree) == ("...", ".##")
    assert [one["name"] for one in tree["creatures"]] == ["ann"]
    assert edits.edges_of(tree) == []


def test_forms_know_the_schema() -> None:
    speed = schema.CREATURE["speed"]
    assert schema.read(speed, "30") == 30
    assert schema.read(speed, "{ walk = 30, fly = 60 }") == {"walk": 30, "fly": 60}
    with pytest.raises(schema.Unreadable, match="speed: found"):
        schema.read(speed, "fast")
    assert schema.read(schema.CREATURE["name"], "7") == "7"
    assert schema.with_value({"hp": 3}, schema.CREATURE["hp"], " ") == {}
    assert schema.TILE["floor"].meaning.startswith("The level of the floor")
    for value in ("7", "true", "2d6", [1, 2], {"a": 1}, 4, False):
        field = schema.SchemaField("x", type(value), "")
        assert schema.read(field, schema.shown(value)) == value


# ---------------------------------------------------------------- by hand


class Hand:
    """A person at the editor's window."""

    def __init__(self, document: Document) -> None:
        self.played: list[str] = []
        self.scene = EditorScene(document, PALETTES["dusk"], 1.0, self._play)
        self.stack = SceneStack(pygame.display.set_mode((1280, 720)), self.scene)
        self.frame()

    def _play(self, scenario: object) -> None:
        self.played.append(str(getattr(scenario, "title", "")))

    def frame(self) -> None:
        """Let the window draw, and what it posted to itself arrive."""
        self.stack.frame(0.02)
        for event in pygame.event.get():
            if self.stack.scenes:
                self.stack.handle(event)

    def key(self, *keys: int, mod: int = 0, text: str = "") -> None:
        """Press keys."""
        for key in keys:
            self.stack.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0))
            if self.stack.scenes:
                self.frame()

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Where a place of the board is in the window."""
        return self.scene.camera.pixel(x, y)

    def drag(self, *places: tuple[float, float], button: int = 1) -> None:
        """Press at the first place, go through the others, let go at the last."""
        spots = [self.pixel(*place) for place in places]
        self._mouse(pygame.MOUSEBUTTONDOWN, spots[0], button)
        for spot in spots[1:]:
            self.stack.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(1, 0, 0)))
        self._mouse(pygame.MOUSEBUTTONUP, spots[-1], button)
        self.frame()

    def _mouse(self, kind: int, at: tuple[int, int], button: int) -> None:
        self.stack.handle(pygame.event.Event(kind, pos=at, button=button))

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click on a square."""
        self.drag((x + 0.5, y + 0.5), button=button)

    def write(self, name: str, text: str) -> None:
        """Write into a line of the form."""
        entry = self.scene.desk.form._entries[name]
        entry.set_text(text)
        pygame.event.post(pygame.event.Event(pygame_gui.UI_TEXT_ENTRY_CHANGED, ui_element=entry, text=text))
        self.frame()


@pytest.mark.usefixtures("drawing")
def test_the_editor_is_used_by_a_gamepad_with_buttons_of_its_own() -> None:
    """Arrows move the cursor, *enter* uses the tool, *undo* takes back, *cancel* asks and then leaves."""
    pad = Gamepad()
    pad.own = lambda: {"enter": "y", "cancel": "x"}
    hand = Hand(Document.new("epic-path"))
    hand.key(pygame.K_b)
    hand.scene._pick("#")

    def press(*buttons: int) -> None:
        for button in buttons:
            for event in pad.translated(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)):
                hand.stack.handle(event)
                if hand.stack.scenes:
                    hand.frame()

    before, at = hand.scene.tree, hand.scene.cursor
    press(pygame.CONTROLLER_BUTTON_DPAD_RIGHT, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    assert hand.scene.cursor == (at[0] + 1, at[1] + 1)
    press(pygame.CONTROLLER_BUTTON_A)
    assert hand.scene.tree == before, "A does nothing now"
    press(pygame.CONTROLLER_BUTTON_Y)
    assert hand.scene.tree != before
    press(pygame.CONTROLLER_BUTTON_BACK)
    assert hand.scene.tree == before
    press(pygame.CONTROLLER_BUTTON_X)
    press(pygame.CONTROLLER_BUTTON_X)
    assert hand.stack.scenes == []


@pytest.mark.usefixtures("drawing")
def test_a_scenario_is_built_saved_and_reloaded(tmp_path: Path) -> None:
    """From an empty board: walls, a pool, a door's edge, creatures with their figures; then saved, loaded, played."""
    hand = Hand(Document.new("epic-path"))
    hand.key(pygame.K_r)
    hand.scene._pick("#")
    hand.drag((0.5, 0.5), (19.5, 0.5))
    hand.key(pygame.K_b)
    hand.drag((5.5, 2.5), (5.5, 3.5), (5.5, 4.5))
    hand.scene._pick("~")
    hand.key(pygame.K_r)
    hand.drag((10.5, 8.5), (12.5, 9.5))
    hand.key(pygame.K_e)
    hand.drag((7.9, 6.5))
    hand.key(pygame.K_c)
    hand.click(16, 9)
    assert hand.scene.desk.kind == "creature"
    hand.write("name", "Troll")
    hand.write("side", "blue")
    hand.write("size", "large")
    hand.write("speed", "{ walk = 40, climb = 20 }")
    hand.write("hp", "many")
    assert "hp: found" in hand.scene.message
    hand.write("hp", "50")
    hand.key(pygame.K_F2)
    hand.write("title", "Built by hand")
    hand.key(pygame.K_F4)
    path = tmp_path / "built.toml"
    hand.write("file", str(path))
    hand.key(pygame.K_s, mod=pygame.KMOD_CTRL)
    assert hand.scene.message == f"Saved as {path}"
    assert not hand.scene.document.changed
    hand.key(pygame.K_F5)
    assert hand.played == ["Built by hand"]
    scenario = files.read(path)
    rows = scenario.board.rows
    assert rows[0] == "#" * 20
    assert [rows[y][5] for y in (2, 3, 4)] == ["#", "#", "#"]
    assert rows[8][10:13] == rows[9][10:13] == "~~~"
    assert [edge.between for edge in scenario.board.edges] == [((7, 6), (8, 6))]
    troll = scenario.creatures[2]
    assert (troll.name, troll.side, troll.size, troll.at, troll.hp) == ("Troll", "blue", "large", (16, 9), 50)
    assert troll.speed == {"walk": 40, "climb": 20}
    assert Document.open(path).tree == hand.scene.tree
    with fivefoot.load(path) as battle:
        assert fivefoot.play_on(battle)[-1].event == "battle-ended"


@pytest.mark.usefixtures("drawing")
def test_a_quick_stroke_leaves_no_gaps() -> None:
    hand = Hand(Document.new("epic-path"))
    hand.key(pygame.K_b)
    hand.drag((4.5, 2.5), (9.5, 4.5))
    rows = hand.scene.tree["board"]["map"].strip("\n").split("\n")
    assert [(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char == "#"] == [
        (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4),
    ]  # fmt: skip
    hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert "#" not in hand.scene.tree["board"]["map"]


@pytest.mark.usefixtures("drawing")
def test_the_keyboard_alone_paints(duel: Document) -> None:
    hand = Hand(duel)
    hand.scene._pick(":")
    hand.key(pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert edits.rows_of(duel.tree)[2] == ".:.."
    hand.key(pygame.K_RIGHTBRACKET)
    assert hand.scene.shelf.char == "%"
    hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert edits.rows_of(duel.tree)[2] == "...."
    hand.key(pygame.K_a, pygame.K_c, mod=pygame.KMOD_CTRL)
    hand.key(pygame.K_DELETE)
    assert edits.rows_of(duel.tree) == ("....",) * 3
    assert duel.tree["creatures"] == []


@pytest.mark.usefixtures("drawing")
def test_creatures_are_dragged_turned_and_removed(duel: Document) -> None:
    hand = Hand(duel)
    hand.key(pygame.K_c)
    hand.drag((0.5, 0.5), (1.5, 0.5), (2.5, 0.5))
    assert duel.tree["creatures"][0]["at"] == [2, 0]
    hand.key(pygame.K_t)
    assert duel.tree["creatures"][0]["side"] == "blue"
    hand.key(pygame.K_DELETE)
    assert [one["name"] for one in duel.tree["creatures"]] == ["orc"]
    hand.key(pygame.K_z, pygame.K_z, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert duel.text == TEXT


@pytest.mark.usefixtures("drawing")
def test_the_keys_are_listed_in_the_players_language(duel: Document) -> None:
    hand = Hand(duel)
    use_language("de")
    try:
        hand.key(pygame.K_F1)
    finally:
        use_language("en")
    assert hand.scene.message.startswith("Strg: S sichern")


@pytest.mark.usefixtures("drawing")
def test_what_was_not_saved_is_not_left_by_mistake(duel: Document) -> None:
    hand = Hand(duel)
    assert isinstance(hand.scene._key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)), PopScene)
    hand.click(2, 0)
    assert hand.scene._key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)) is None
    assert "not saved" in hand.scene.message
    hand.key(pygame.K_RIGHT)
    assert hand.scene._key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)) is None
    assert isinstance(hand.scene._key(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0)), PopScene)


@pytest.mark.slow
def test_the_balance_is_tested_beside_the_window(duel: Document) -> None:
    import json

    made = {**duel.tree, "creatures": [{**one, "hp": 8, "damage": "1d6"} for one in duel.tree["creatures"]]}
    assert winner_of(json.dumps(made), 3) in ("red", "blue")
    test = BalanceTest(made)
    try:
        for game in test._games:
            game.get(timeout=120)
        assert test.over
        assert test.words().startswith("40 of 40 battles: ")
        assert "%" in test.words()
    finally:
        test.close()


# ---------------------------------------------------------------- lists and shelves

LISTED = """
format = 1
title = "Lists"
ruleset = "d20-srd"
[board]
map = '''
.....
.....
'''
[[creatures]]
name = "Ann"
side = "red"
at = [0, 0]
hp = 9
[[creatures]]
name = "Orc"
side = "blue"
at = [4, 0]
hp = 9
"""


def choose(hand: Hand, key: str, option: str) -> None:
    """Choose an option of one of the form's lists."""
    menu = hand.scene.desk.form.lists[key]
    assert option in [one[0] if isinstance(one, tuple) else one for one in menu.options_list]
    pygame.event.post(pygame.event.Event(pygame_gui.UI_DROP_DOWN_MENU_CHANGED, ui_element=menu, text=option))
    hand.frame()


@pytest.fixture
def listed(tmp_path: Path) -> Hand:
    path = tmp_path / "lists.toml"
    path.write_text(LISTED, encoding="utf-8")
    return Hand(Document.open(path))


@pytest.mark.usefixtures("drawing")
def test_abilities_and_items_come_from_lists(listed: Hand) -> None:
    listed.key(pygame.K_c)
    listed.click(0, 0)
    choose(listed, "can", "+ ember-burst")
    choose(listed, "can", "+ gust")
    choose(listed, "items", "+ longsword")
    choose(listed, "can", "− ember-burst")
    ann = listed.scene.tree["creatures"][0]
    assert (ann["can"], ann["items"]) == (["gust"], ["longsword"])
    assert listed.scene.document.problem is None
    assert listed.scene.document.scenario is not None
    listed.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert listed.scene.tree["creatures"][0]["can"] == ["ember-burst", "gust"]


@pytest.mark.usefixtures("drawing")
def test_the_side_and_class_are_chosen_before_placing(listed: Hand) -> None:
    listed.key(pygame.K_c)
    for name in ("blue ●", "ogre"):
        place = listed.scene.shelf.places(listed.scene.tree)[name]
        listed.stack.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place.center, button=1))
        listed.frame()
    listed.click(2, 0)
    ogre = listed.scene.tree["creatures"][2]
    assert ogre == {"name": "ogre", "side": "blue", "at": [2, 0], "base": "ogre"}
    assert listed.scene.document.problem is None
    assert edits.creature_at(listed.scene.tree, (3, 1)) == 2, "an ogre is large"
    choose(listed, "can", "+ gust")
    can = listed.scene.tree["creatures"][2]["can"]
    assert len(can) > 1
    assert can[-1] == "gust", "what an ogre can stays"
    listed.key(pygame.K_ESCAPE, pygame.K_RIGHTBRACKET)
    assert listed.scene.shelf.base not in ("ogre", "plain")


@pytest.mark.usefixtures("drawing")
def test_objectives_come_from_a_list_of_kinds(listed: Hand) -> None:
    listed.key(pygame.K_s)
    listed.drag((3.5, 0.5), (4.5, 1.5))
    listed.key(pygame.K_F2)
    for kind in ("reach", "hold", "survive", "protect", "defeat"):
        choose(listed, "objectives", f"+ {kind}")
        assert listed.scene.document.problem is None, kind
    assert [one["kind"] for one in listed.scene.tree["objectives"]] == ["reach", "hold", "survive", "protect", "defeat"]
    assert listed.scene.tree["objectives"][0] == {"side": "red", "kind": "reach", "area": [3, 0, 4, 1]}
    choose(listed, "objectives", "− 2 hold (red)")
    assert len(listed.scene.tree["objectives"]) == 4
    listed.key(pygame.K_b)
    listed.frame()
    marked = listed.stack.window.get_at(listed.pixel(4, 0.5))
    assert marked[:3] == PALETTES["dusk"].flank, "its squares are framed on the board"


@pytest.mark.usefixtures("drawing")
def test_the_steps_of_a_lesson_are_written_in_forms(listed: Hand) -> None:
    listed.key(pygame.K_F2)
    choose(listed, "lesson", "+ 1")
    choose(listed, "lesson", "+ 2")
    assert list(listed.scene.desk.form.fields) == ["say", "event", "action", "squares"]
    listed.write("say", "Walk to the door.")
    listed.write("squares", "[[3, 0]]")
    choose(listed, "lesson", "✎ 1 …")
    listed.write("say", "Welcome.")
    listed.write("action", "dance")
    assert "dance" in listed.scene.message
    listed.write("action", "next")
    welcome = {"say": "Welcome.", "action": "next"}
    assert listed.scene.tree["lesson"] == [welcome, {"say": "Walk to the door.", "squares": [[3, 0]]}]
    assert listed.scene.document.problem is None
    choose(listed, "lesson", "− 2 Walk to the door.")
    assert listed.scene.tree["lesson"] == [welcome]
    choose(listed, "lesson", "− 1 Welcome.")
    assert "lesson" not in listed.scene.tree
    assert listed.scene.desk.kind == "scenario"


@pytest.mark.usefixtures("drawing")
def test_what_was_typed_wrongly_stays_until_it_is_right(listed: Hand) -> None:
    listed.key(pygame.K_c)
    listed.click(0, 0)
    listed.write("hp", "many")
    assert "hp" in listed.scene.message
    listed.click(4, 0)
    assert listed.scene.desk.form._entries["hp"].get_text() == "9"
    listed.click(0, 0)
    assert listed.scene.desk.form._entries["hp"].get_text() == "many"
    assert listed.scene.tree["creatures"][0]["hp"] == 9
    listed.write("hp", "12")
    listed.click(4, 0)
    listed.click(0, 0)
    assert listed.scene.desk.form._entries["hp"].get_text() == "12"
