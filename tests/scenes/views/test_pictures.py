"""Pictures of boards stay as approved."""

from dataclasses import replace

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.palettes import PALETTES, WITH_ART, Palette
from fivefoot.play.replay.snapshot import Figures, Snapshot
from fivefoot.play.table.overlay import Overlay
from fivefoot.scenes.board.draw.underlay import Underlay
from fivefoot.scenes.views.images import Painter

from ..golden_pictures import compare
from . import everything

pytestmark = pytest.mark.usefixtures("drawing")
ZOO = f"""
format = 1
title = "A bit of everything"
ruleset = "{ALL[0].name}"
[board]
map = '''
..:%,^~~o#
.123._~~ds
..........
...nn..k..
'''
[board.legend]
n = {{ width = 2.5 }}
k = {{ damage = "1d6", light = "dark" }}
[[board.edges]]
between = [[1, 2], [2, 2]]
[[board.edges]]
between = [[4, 2], [5, 2]]
kind = "obstacle"
[[creatures]]
name = "ann"
side = "red"
at = [0, 2]
hp = 10
conditions = ["prone"]
[[creatures]]
name = "ogre"
side = "blue"
size = "large"
at = [6, 2]
hp = 20
[[creatures]]
name = "hawk"
side = "red"
size = "small"
at = [6, 0, 3]
hp = 4
speed = {{ fly = 60 }}
[[creatures]]
name = "rat 1"
side = "green"
size = "tiny"
at = [2, 2]
hp = 2
[[creatures]]
name = "rat 2"
side = "green"
size = "tiny"
at = [2, 2]
hp = 2
"""


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_a_board_of_all_terrain_matches_its_picture(palette: Palette) -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    painter = Painter(battle.world.board, tableau.sides(), zoom=32, palette=palette)
    compare(painter.picture(tableau), f"everything-{palette.name}")


def test_reach_and_threat_are_painted_over_the_ground() -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    painter = Painter(battle.world.board, tableau.sides(), zoom=24)
    reach = {(x, y): (0, found.can_stop) for (x, y, _), found in battle.reach("ogre").arrivals()}
    threat = frozenset((x, y) for x, y, _ in battle.threat("rat 1") | battle.threat("hawk"))
    painter.lay(Overlay(reach=reach, threat=threat))
    compare(painter.picture(tableau), "reach-and-threat")


@pytest.mark.parametrize("palette", PALETTES.values(), ids=lambda one: one.name)
def test_overlays_are_painted_in_every_palette(palette: Palette) -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    painter = Painter(battle.world.board, tableau.sides(), zoom=32, palette=palette)
    reach = {(x, y): (x % 3, y != 2) for x in range(6) for y in range(1, 4)}
    painter.lay(
        Overlay(
            reach=reach,
            threat=frozenset({(6, 0), (7, 0), (7, 1)}),
            marked=frozenset({(0, 0), (8, 3), (9, 3)}),
            bands={(8, 0): 0, (9, 0): 1, (8, 1): 1, (9, 1): 2},
            goals=frozenset({(8, 2), (9, 2), (9, 1)}),
            dark=frozenset({(6, 3), (7, 3), (6, 2)}),
        )
    )
    compare(painter.picture(tableau), f"overlays-{palette.name}")


def test_a_picture_below_the_grid() -> None:
    battle = fivefoot.loads(ZOO)
    board = battle.world.board
    sheet = pygame.Surface((board.width * 8, board.height * 8), depth=24)
    for x in range(board.width * 8):
        sheet.fill((40 + 2 * x, 120, 200 - 2 * x), (x, 0, 1, board.height * 8))
    tableau = Snapshot.of(battle.world)
    painter = Painter(board, tableau.sides(), zoom=32, underlay=Underlay(sheet, board.width, board.height))
    compare(painter.picture(tableau), "underlay")


@pytest.mark.parametrize("zoom", [6, 12])
def test_a_small_board_matches_its_picture(zoom: int) -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    painter = Painter(battle.world.board, tableau.sides(), zoom=zoom)
    compare(painter.picture(tableau), f"small-{zoom}")


def test_the_same_moment_is_the_same_picture() -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    pictures = []
    for _ in range(2):
        painter = Painter(battle.world.board, tableau.sides(), zoom=32)
        pictures.append(pygame.image.tobytes(painter.picture(tableau), "RGB"))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("art", [False, True], ids=["plain", "pictures"])
def test_every_sign_on_one_board(art: bool) -> None:
    battle = fivefoot.loads(everything.text("d20-srd"))
    shown = Snapshot.of(battle.world)
    held = {name: everything.HELD[at : at + 4] for at, name in zip(range(0, 24, 4), shown.figures, strict=False)}
    figures = [
        replace(one, conditions=(*one.conditions, *held.get(one.name, ())), hp=None if one.hp is None else one.hp - at)
        for at, one in enumerate(shown.figures.values())
    ]
    giant = shown.figures["Giant"]
    squeezed = replace(giant, box=giant.box._replace(x1=giant.box.x1 - 1, y1=giant.box.y1 - 1))
    assert {*shown.sides()} > {"red", "blue", "green", "orange", "purple", "yellow"}
    tableau = replace(shown, figures=Figures([*(one for one in figures if one.name != "Giant"), squeezed]))
    palette = (WITH_ART if art else PALETTES)["dusk"]
    painter = Painter(battle.world.board, tableau.sides(), zoom=48, palette=palette)
    compare(painter.picture(tableau), f"every-sign-{'pictures' if art else 'plain'}")
