"""Window, picture, terminal and page draw one list of looks: what the list says, each of them draws."""

import dataclasses
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.fights import drawn
from tests.scenes.web.browser import CHROMIUM, Browser

import fivefoot
from fivefoot.engine.board.board import EdgeKind
from fivefoot.engine.files import DATA_FILES
from fivefoot.play.replay.looks import (
    GLYPHS,
    FigureLook,
    Looks,
    Pattern,
    Shape,
    Stroke,
    TileLook,
    TileSign,
    scenery_of,
    tile_data,
    tile_look,
)
from fivefoot.play.replay.palettes import PALETTES, WITH_ART, Palette, hex_of
from fivefoot.play.replay.snapshot import creature_view_of
from fivefoot.play.replay.web_page import content, looks_script, page
from fivefoot.play.table.mirror import Mirror, tile_of
from fivefoot.play.table.side import board_facts, figure_facts

from . import everything

NODE = shutil.which("node")
SCRIPT = (DATA_FILES / "web" / "board_view.js").read_text(encoding="utf-8")
ELSEWHERE = {"hp": "f.hp", "lift": "f.lift", "out": "f.out", "thing": "f.thing", "slot": "f.slot"}
"""Fields that a page has from the creature itself."""
FIELDS = re.compile(r"\b(?:kind|f)\.(\w+)")


def everybody() -> dict[str, Any]:
    with fivefoot.loads(everything.text("d20-srd")) as battle:
        return content("Everything", battle.world, [], WITH_ART["dusk"])


def test_the_board_of_everything_has_every_sign() -> None:
    with fivefoot.loads(everything.text("d20-srd")) as battle:
        board, palette = battle.world.board, PALETTES["dusk"]
        looks = [tile_look(tile, palette) for row in board.tiles for tile in row]
        assert {one.pattern for one in looks} == set(get_args(Pattern))
        assert {sign for one in looks for sign in one.signs} == set(get_args(TileSign))
        assert {one.shade for one in looks} == {"", "dim", "dark"}
        assert {edge.kind for edge in board.edges.values()} == set(get_args(EdgeKind))
    shown = everybody()
    assert {one["shape"] for one in shown["sides"]} == set(get_args(Shape))
    assert {one["role"] for one in shown["start"] if not one.get("thing")} == set(GLYPHS) - {"staff"}


def test_a_creature_with_resources_has_a_staff() -> None:
    text = drawn("d20-srd", "A.O", {"ann": {"resources": {"mana": 3}}, "orc": {}})
    with fivefoot.loads(text) as battle:
        shown = content("Casters", battle.world, [], WITH_ART["dusk"])
    assert [one["role"] for one in shown["start"]] == ["staff", "sword"]


def test_the_page_is_sent_every_field_of_a_look() -> None:
    shown = everybody()
    kinds = {key for kind in shown["board"]["kinds"] for key in kind}
    assert {field.name for field in dataclasses.fields(TileLook)} <= kinds
    figures = {key for figure in shown["start"] for key in figure}
    assert {field.name for field in dataclasses.fields(FigureLook)} <= figures


def test_the_page_reads_every_field_and_knows_every_sign() -> None:
    read = set(FIELDS.findall(SCRIPT))
    named = {field.name for look in (TileLook, FigureLook) for field in dataclasses.fields(look)}
    assert named - read == set()
    stroke = {field.name: get_args(field.type) for field in dataclasses.fields(Stroke)}
    usual = {"plain", "circle", "outline", "thin"}  # what is drawn where no other word is said
    for words in (get_args(Pattern), get_args(TileSign), get_args(EdgeKind), get_args(Shape), stroke["kind"]):
        for word in set(words) - usual:
            assert re.search(rf'["/|(]{word}["/|)]|\b{word}:', SCRIPT), word


CUT = """
(() => {
  const data = embedded;
  const drawn = (changed) => {
    const one = new BoardView(canvas, changed);
    one.state = begun(changed); one.zoom = 48; one.ox = one.oy = 0; one.draw();
    return canvas.toDataURL();
  };
  const whole = drawn(data), unseen = [];
  const but = (list, at, put) => list.map((one, i) => i === at ? { ...one, ...put } : one);
  const tried = (what, changed) => { if (drawn({ ...data, ...changed }) === whole) unseen.push(what); };
  const board = (changed) => ({ board: { ...data.board, ...changed } });
  data.board.kinds.forEach((kind, at) => {
    for (const [key, none] of [["pattern", "plain"], ["signs", []], ["narrow", 0], ["shade", ""], ["figures", ""], ["damage", ""]]) {
      if (key in kind && kind[key] !== none) tried(["tile", at, key], board({ kinds: but(data.board.kinds, at, { [key]: none }) }));
    }
  });
  data.board.edges.forEach((edge, at) => tried(["edge", at], board({ edges: data.board.edges.filter((one, i) => i !== at) })));
  data.start.forEach((figure, at) => {
    const lost = { label: "§", role: "", badges: [], prone: false, under: false, slot: null, out: false, full: 0, lift: 0, thing: false, shape: "" };
    for (const key of Object.keys(lost)) {
      const put = { [key]: lost[key], ...(key === "prone" ? { conditions: [] } : {}), ...(key === "slot" ? { room: 5 } : {}) };
      lost.shape = figure.shape === "circle" ? "square" : "circle";
      if (figure[key]) tried([figure.name, key], { start: but(data.start, at, put) });
    }
  });
  return unseen;
})()
"""  # noqa: E501
"""Draws the board without each sign, one after the other: the signs whose absence changes no pixel."""
HIDDEN = (
    ("Lying", "role"), ("Fallen", "role"), ("Rat 1", "role"), ("Rat 2", "role"), ("Fly", "role"),
    ("Chest", "shape"), ("Digger", "lift"), ("Fallen", "full"),
)  # fmt: skip
"""No glyph on a small or lying token or an object; no height below ground; no hit points of the fallen."""


@pytest.mark.nightly
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium")
def test_each_sign_that_is_taken_away_changes_the_page(tmp_path: Path) -> None:
    path = tmp_path / "everything.html"
    with fivefoot.loads(everything.text("d20-srd")) as battle:
        path.write_text(page("Everything", battle.world, [], PALETTES["dusk"]), encoding="utf-8")
    with Browser(tmp_path / "profile", 1000, 700) as browser:
        browser.open(f"file://{path}#0")
        browser.wait("document.body.dataset.now === '0'")
        unseen = [tuple(one) for one in browser.run(CUT)]
    assert set(unseen) == set(HIDDEN)


STAGED = """
const fs = require("fs"), told = JSON.parse(fs.readFileSync(0, "utf8"));
globalThis.t = (text) => text;
const scripts = told.scripts.map((path) => fs.readFileSync(path, "utf8")).join("\\n");
const wire = new Function(`${told.looks}\\n${scripts}\\nreturn new Wire("", "");`)();
console.log(JSON.stringify(wire.staged(told.state)));
"""


def state_of(text: str, title: str) -> dict[str, Any]:
    """The state of a battle as a server sends it."""
    with fivefoot.loads(text) as battle:
        return {
            "title": title,
            "ruleset": "d20-srd",
            "board": board_facts(battle.world.board),
            "creatures": [figure_facts(creature_view_of(one)) for one in battle.creatures],
            "active": None,
            "round": 1,
        }


def staged(state: dict[str, Any], palette: Palette) -> Any:
    """What a page that has joined a server makes of a state."""
    assert NODE is not None
    scripts = [str(DATA_FILES / "web" / f"{name}.js") for name in ("board_view", "wire")]
    told = {"scripts": scripts, "looks": looks_script(palette), "state": state}
    done = subprocess.run([NODE, "-e", STAGED], input=json.dumps(told), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="no Node")
def test_a_page_joined_to_a_server_outlines_the_whole_space_of_a_body_that_is_drawn_in() -> None:
    huge = {"name": "ann", "side": "red", "at": [2, 1], "size": "huge"}
    board = {"map": "......\n......\n....o.\n......"}
    text = json.dumps({"ruleset": "d20-srd", "board": board, "creatures": [huge]})
    (shown,) = staged(state_of(text, "Pillar"), WITH_ART["dusk"])["start"]
    assert (shown["box"], shown["whole"]) == ([2, 1, 3, 3], [2, 1, 3])


@pytest.mark.skipif(NODE is None, reason="no Node")
def test_a_page_joined_to_a_server_has_the_colours_of_the_window() -> None:
    palette, state = WITH_ART["dusk"], state_of(everything.text("d20-srd"), "Everything")
    board, found, mirror = state["board"], staged(state, palette), Mirror(state)
    scenery = scenery_of("Everything", mirror.board)
    assert found["board"]["kinds"] == [
        json.loads(json.dumps(tile_data(tile_of(one), palette, scenery))) for one in board["tiles"]
    ]
    looks = Looks(mirror.board, palette, mirror.shown.sides())
    looks.meet(mirror.shown)
    assert found["sides"] == [
        {"name": side, "colour": hex_of(colour), "shape": looks.shapes[side]} for side, colour in looks.colours.items()
    ]
    for figure, shown in zip(mirror.shown.figures.values(), found["start"], strict=True):
        look = looks.of(figure)
        assert (tuple(shown.get("art", ("", 0))), shown["role"]) == (look.art, look.role)
        assert tuple(shown.get("badges", ())) == look.badges
