"""The picture under a board's grid: drawn if the scenario names one, left out with a sentence if it cannot be."""

import base64
import json
import struct
import zlib
from pathlib import Path

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame
from tests.scenes.commands.test_commands import call, refused

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.maps.source_folder import pixels_of
from fivefoot.engine.scenario import read as files
from fivefoot.engine.scenario.build import make_board
from fivefoot.engine.scenario.format import LARGEST_PICTURE, Scenario
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.scenes.board.draw.underlay import Underlay, underlay_of
from fivefoot.scenes.editor.document import Document
from fivefoot.scenes.editor.editor_scene import EditorScene
from fivefoot.scenes.views.images import Painter

pytestmark = pytest.mark.usefixtures("drawing")
MAPS = Path(__file__).parents[2] / "maps"
RED, BLUE = (200, 30, 40), (20, 60, 180)


def drawn(folder: Path, name: str = "map.png", width: int = 60, height: int = 30) -> Path:
    """A picture whose west is red and whose east is blue."""
    surface = pygame.Surface((width, height))
    surface.fill(RED)
    surface.fill(BLUE, (width // 2, 0, width, height))
    pygame.image.save(surface, str(folder / name))
    return folder / name


def scenario(folder: Path, picture: str = "map.png", board: str = "..\\n:.") -> Path:
    """A scenario with a picture."""
    path = folder / "board.toml"
    path.write_text(f'ruleset = "epic-path"\n[board]\nmap = "{board}"\npicture = "{picture}"\n', encoding="utf-8")
    return path


def test_a_picture_lies_under_the_grid_and_shows_through_what_the_rules_say(tmp_path: Path) -> None:
    drawn(tmp_path)
    fought = files.read(scenario(tmp_path))
    board = make_board(fought)
    plain = Painter(board, (), zoom=32).terrain
    painter = Painter(board, (), zoom=32, underlay=underlay_of(fought))
    shown = pygame.Surface(painter.size)
    painter.terrain.draw(shown, painter.camera, at_once=True)
    assert shown.get_at((16, 16))[:3] == RED
    assert shown.get_at((48, 16))[:3] == shown.get_at((48, 48))[:3] == BLUE
    assert shown.get_at((16, 48))[:3] != RED, "difficult ground is told over the picture"
    assert shown.get_at((32, 16))[:3] == painter.palette.grid
    assert plain.underlay is None


def test_a_board_s_rim_and_every_chunk_get_their_piece(tmp_path: Path) -> None:
    """Pieces of an odd picture fit squares of any number, without a gap."""
    for size in ((101, 67), (1, 1), (3, 900)):
        surface = pygame.Surface(size, depth=24)
        surface.fill(RED)
        under = Underlay(surface, 13, 9)
        for x0, y0, x1, y1 in ((0, 0, 7, 7), (8, 0, 12, 7), (12, 8, 12, 8)):
            piece = under.piece(x0, y0, x1, y1, 5)
            assert piece.get_size() == ((x1 - x0 + 1) * 5, (y1 - y0 + 1) * 5)
            corner = piece.get_at((piece.get_width() - 1, piece.get_height() - 1))
            assert all(abs(found - drawn) <= 3 for found, drawn in zip(corner, RED, strict=False))


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp"])
def test_sizes_are_read_from_the_heads_of_pictures(tmp_path: Path, name: str) -> None:
    if name.endswith(".webp"):
        image = pytest.importorskip("PIL.Image")
        for lossless in (False, True):
            image.new("RGB", (70, 33)).save(tmp_path / name, lossless=lossless)
            assert pixels_of((tmp_path / name).read_bytes()) == (70, 33)
        image.new("RGBA", (70, 33), (1, 2, 3, 4)).save(tmp_path / name, exif=b"Exif\0\0")
        assert pixels_of((tmp_path / name).read_bytes()) == (70, 33)
        return
    assert pixels_of(drawn(tmp_path, name, 70, 33).read_bytes()) == (70, 33)
    assert pixels_of(b"GIF89a") is None


def bomb(side: int) -> bytes:
    """A small PNG file of very many pixels."""
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 10_000)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (None, "no readable file"),
        (bomb(60_000), "60000 by 60000 pixels"),
        (bomb(0), "0 by 0 pixels"),
        (b"GIF89a", "no such picture"),
        (b"\x89PNG\r\n\x1a\n", "no such picture"),
        (b"\xff\xd8" + b"\xff" * 400, "no such picture"),
        (bomb(300), "no such picture"),
        (b"\0" * (LARGEST_PICTURE + 1), "too many bytes"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_told_of_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], raw: bytes | None, told: str
) -> None:
    if raw is not None:
        (tmp_path / "map.png").write_bytes(raw)
    fought = files.read(scenario(tmp_path))
    assert underlay_of(fought) is None
    said = capsys.readouterr().err
    assert told in said
    assert said.startswith("fivefoot: board.picture is left out: ")
    assert said.count("\n") == 1
    with fivefoot.Battle(fought) as battle:
        assert battle.world.board.width == 2
    assert call("render", scenario(tmp_path), "-o", tmp_path / "out.png")[0] == 0


@pytest.mark.parametrize(
    "name",
    ["../map.png", "/map.png", "a/map.png", "a\\\\map.png", "C:map.png", "map.gif", ".png", "map.png ", "map", ""],
)
def test_only_a_plain_name_beside_the_scenario_is_a_picture(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError, match=r"board\.picture: found"):
        files.read(scenario(tmp_path, name))


def test_import_keeps_the_picture_beside_the_scenario(tmp_path: Path) -> None:
    raw = drawn(tmp_path, "under.png", 80, 60).read_bytes()
    tree = json.loads((MAPS / "crypt.uvtt").read_text(encoding="utf-8"))
    (tmp_path / "crypt.uvtt").write_text(
        json.dumps({**tree, "image": base64.b64encode(raw).decode()}), encoding="utf-8"
    )
    out = tmp_path / "found.toml"
    _, _, told = call("import", tmp_path / "crypt.uvtt", "-o", out)
    assert "image: the picture is left out (--picture keeps it)" in told
    status, _, told = call("import", tmp_path / "crypt.uvtt", "-o", out, "--picture")
    assert (status, "picture" in told) == (0, False)
    assert (tmp_path / "found.png").read_bytes() == raw
    fought = files.read(out)
    assert fought.board.picture == "found.png"
    assert underlay_of(fought) is not None
    # Tiled's format names it as well; a name of another's is no reason to refuse a map
    assert call("export", out, "-o", tmp_path / "back.tmj")[0] == 0
    assert 'picture = "found.png"' in call("import", tmp_path / "back.tmj")[1]
    foreign = (tmp_path / "back.tmj").read_text(encoding="utf-8").replace("found.png", "../found.png")
    (tmp_path / "back.tmj").write_text(foreign, encoding="utf-8")
    status, shown, told = call("import", tmp_path / "back.tmj")
    assert (status, "picture" in shown.partition("format = 1")[2]) == (0, False)
    assert "names no picture beside a scenario" in told
    assert "no --output" in refused("import", tmp_path / "crypt.uvtt", "--picture")


def test_import_keeps_the_picture_of_a_scene_if_it_is_in_the_folder(tmp_path: Path) -> None:
    scene = {"name": "Hall", "width": 400, "height": 200, "padding": 0, "grid": {"size": 100}, "walls": []}
    for src, kept in (("hall%20a.png", True), ("../hall a.png", False), ("none.png", False), ("hall.svg", False)):
        drawn(tmp_path, "hall a.png")
        (tmp_path / "hall.svg").write_text("<svg/>")
        path = tmp_path / "hall.json"
        path.write_text(json.dumps({**scene, "background": {"src": src}}), encoding="utf-8")
        out = tmp_path / "made.toml"
        status, _, told = call("import", path, "-o", out, "--picture")
        assert (status, "background: the picture is left out" in told) == (0, not kept), src
        assert (files.read(out).board.picture == "made.png") is kept


def test_the_editor_shows_the_picture_and_plays_on_it(tmp_path: Path) -> None:
    drawn(tmp_path)
    path = scenario(tmp_path)
    played: list[Scenario] = []
    palette = next(iter(PALETTES.values()))
    edited = EditorScene(Document.open(path), palette, play=lambda fought: played.append(fought))
    edited.resize((900, 600))
    edited.draw(pygame.Surface((900, 600)))
    assert edited.picture.terrain.underlay is not None
    edited.test_play()
    assert underlay_of(played[0]) is not None
