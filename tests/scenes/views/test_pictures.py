"""Pictures of boards stay as approved."""

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.palettes import PALETTES, Palette
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table.overlay import Overlay
from fivefoot.scenes.views.images import Painter

from ..golden_pictures import compare

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
def test_a_bit_of_everything(palette: Palette) -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    painter = Painter(battle.world.board, tableau.sides(), zoom=32, palette=palette)
    compare(painter.picture(tableau), f"everything-{palette.name}")


def test_reach_and_threat() -> None:
    battle = fivefoot.loads(ZOO)
    tableau = Snapshot.of(battle.world)
    painter = Painter(battle.world.board, tableau.sides(), zoom=24)
    reach = {(x, y): (0, found.can_stop) for (x, y, _), found in battle.reach("ogre").arrivals()}
    threat = frozenset((x, y) for x, y, _ in battle.threat("rat 1") | battle.threat("hawk"))
    painter.lay(Overlay(reach=reach, threat=threat))
    compare(painter.picture(tableau), "reach-and-threat")


@pytest.mark.parametrize("zoom", [6, 12])
def test_small(zoom: int) -> None:
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
