"""Window, picture, terminal and page draw one list of looks: what the list says, each of them draws."""

import dataclasses
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.scenes.web.browser import CHROMIUM, Browser

import fivefoot
from fivefoot.engine.board.board import EdgeKind
from fivefoot.engine.files import DATA_FILES
from fivefoot.play.replay.looks import (
    GLYPHS,
    FigureLook,
    Pattern,
    Shape,
    Stroke,
    TileLook,
    TileSign,
    tile_look,
)
from fivefoot.play.replay.palettes import PALETTES, WITH_ART
from fivefoot.play.replay.web_page import content, page

from . import everything

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
    assert {one["role"] for one in shown["start"] if not one.get("thing")} == set(GLYPHS)


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
