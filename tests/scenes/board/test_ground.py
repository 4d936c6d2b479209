"""The ground is painted a little every frame, and becomes the same picture as if painted at once."""

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.play.table.overlay import Overlay
from fivefoot.scenes.board.draw import ground as terrain
from fivefoot.scenes.board.draw.camera import Camera
from fivefoot.scenes.board.draw.ground import Terrain
from fivefoot.scenes.board.draw.overlays import OverlayPainter

pytestmark = pytest.mark.usefixtures("drawing")
PALETTE = next(iter(PALETTES.values()))
VIEW = (300, 200)


def ground() -> Terrain:
    """A board of several chunks, walls between squares on their rims among them."""
    rows = ["".join(".:%~1_#o,"[(x * 5 + y * 3 + x * y) % 9] for x in range(40)) for y in range(30)]
    rows[0] = "." + rows[0][1:]
    text = f"""
format = 1
ruleset = "{ALL[0].name}"
[board]
map = '''
{chr(10).join(rows)}
'''
[[board.edges]]
between = [[7, 5], [8, 5]]
kind = "wall"
[[creatures]]
name = "ann"
side = "red"
at = [0, 0]
"""
    return Terrain(fivefoot.loads(text).world.board, PALETTE)


def drawn(painted: Terrain, camera: Camera, *, at_once: bool) -> bytes:
    """What is to be seen."""
    surface = pygame.Surface(VIEW)
    painted.draw(surface, camera, at_once=at_once)
    return pygame.image.tobytes(surface, "RGB")


def after_frames(painted: Terrain, camera: Camera) -> bytes:
    """What is to be seen when nothing is left to paint."""
    surface = pygame.Surface(VIEW)
    for _ in range(2000):
        painted.draw(surface, camera)
        if painted.settled(camera):
            return drawn(painted, camera, at_once=False)
    raise AssertionError("it is never done")


def lay(shift: int) -> Overlay:
    """Reach and threat around some square."""
    reach = {(x + shift, y): ((x + y) % 3, (x + y) % 4 != 0) for x in range(6) for y in range(9)}
    return Overlay(reach, frozenset((x + shift, 12) for x in range(9)), frozenset({(shift, 14)}))


@pytest.mark.parametrize("zoom", [6, 16, 32, 96])
def test_what_comes_into_sight_is_painted_over_several_frames(zoom: int) -> None:
    painted, camera = ground(), Camera((40, 30), (0, 0, *VIEW), zoom=zoom)
    for number, spot in enumerate(((0, 0), (9, 5), (14, 12), (2, 2))):
        painted.glaze(OverlayPainter(lay(number), PALETTE) if number < 3 else None)
        camera.centre(*spot)
        seen = after_frames(painted, camera)
        fresh = ground()
        fresh.glaze(OverlayPainter(lay(number), PALETTE) if number < 3 else None)
        assert seen == drawn(fresh, camera, at_once=True)


def test_a_frame_without_steps_for_it_paints_nothing_and_shows_bare_floor() -> None:
    painted, camera = ground(), Camera((40, 30), (0, 0, *VIEW), zoom=32)
    camera.centre(9, 5)
    surface = pygame.Surface(VIEW)
    for _ in range(30):
        painted.draw(surface, camera, steps=0)
    assert not painted.settled(camera)
    assert painted.kept == 0
    assert {surface.get_at((x, y))[:3] for x in range(0, VIEW[0], 7) for y in range(0, VIEW[1], 7)} == {PALETTE.floor}


def test_the_cache_of_painted_ground_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrain, "KEPT", 3 * 4 * 256 * 256)
    painted, camera = ground(), Camera((40, 30), (0, 0, *VIEW), zoom=32)
    painted.glaze(OverlayPainter(lay(0), PALETTE))
    for spot in ((3, 3), (30, 20), (3, 20), (30, 3)):
        camera.centre(*spot)
        seen = drawn(painted, camera, at_once=True)
        fresh = ground()
        fresh.glaze(OverlayPainter(lay(0), PALETTE))
        assert seen == drawn(fresh, camera, at_once=True)
        assert painted.kept <= terrain.KEPT


def test_a_changed_board_shows_the_old_ground_until_the_new_is_painted() -> None:
    camera = Camera((40, 30), (0, 0, *VIEW), zoom=32)
    old, new = ground(), ground()
    before = after_frames(old, camera)
    new.replace(old)
    surface = pygame.Surface(VIEW)
    new.draw(surface, camera, steps=0)
    assert pygame.image.tobytes(surface, "RGB") == before
    assert after_frames(new, camera) == before
    new.draw(surface, camera)
    assert not new._before, "the old pictures are dropped"
