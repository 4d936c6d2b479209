"""Hostile map files: broken, huge or devious ones are refused with one sentence."""

import base64
import json
import tracemalloc
import zlib
from pathlib import Path

import pytest

from fivefoot import maps
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.maps import source_folder

MAPS = Path(__file__).parents[2] / "maps"
TILED = {"orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 8, "tileheight": 8}


def refused(path: Path) -> str:
    """The sentence with which a map is refused."""
    with pytest.raises(ScenarioError) as caught:
        maps.read(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def written(folder: Path, name: str, tree: object) -> Path:
    """A JSON file."""
    path = folder / name
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def layer(**keys: object) -> dict[str, object]:
    """A Tiled map with one layer."""
    return {**TILED, "layers": [{"type": "tilelayer", "name": "a", "width": 2, "height": 1, **keys}]}


@pytest.mark.parametrize(
    ("name", "tree", "sentence"),
    [
        ("a.tmj", {**TILED, "orientation": "hexagonal"}, "orthogonal"),
        ("a.tmj", {**TILED, "width": 100_000}, "a map of 100000 by 1 squares"),
        ("a.tmj", {**TILED, "tilewidth": 0}, "1 to 4096 pixels"),
        ("a.tmj", {**TILED, "infinite": True}, "no tiles"),
        ("a.tmj", layer(data=[1, 2, 3]), "3 tiles"),
        ("a.tmj", layer(data=[1, -2]), "no numbers"),
        ("a.tmj", layer(data=[1, "x"]), "no numbers"),
        ("a.tmj", layer(data="1,x"), "no numbers"),
        ("a.tmj", layer(data="@@@@", encoding="base64"), "not base64"),
        ("a.tmj", layer(data="AAAA", encoding="base64"), "four bytes"),
        ("a.tmj", layer(data="AAAAAAAAAAA=", encoding="base64", compression="lzma"), "lzma"),
        ("a.tmj", layer(data="AAAAAAAAAAA=", encoding="base64", compression="zlib"), "not zlib"),
        ("a.tmj", layer(data=[], width=10**6, height=10**6), "layers of more than"),
        ("a.tmj", {**TILED, "tilesets": [{"firstgid": 1, "source": "../../../etc/passwd"}]}, "a file outside of"),
        ("a.tmj", {**TILED, "tilesets": [{"firstgid": 1, "source": "/etc/passwd"}]}, "a file outside of"),
        ("a.tmj", {**TILED, "tilesets": [{"firstgid": 1, "source": "C:\\x"}]}, "no readable file"),
        ("a.tmj", {**TILED, "tilesets": [{"firstgid": 1, "source": "."}]}, "no ordinary file"),
        ("a.ldtk", {"jsonVersion": "0.9.3"}, "1.0 or later"),
        ("a.ldtk", {"jsonVersion": "1.5.3"}, "no levels"),
        (
            "a.ldtk",
            {
                "jsonVersion": "1.5.3",
                "levels": [{"identifier": "A", "pxWid": 8, "pxHei": 8, "externalRelPath": "../../x"}],
            },
            "a file outside of",
        ),
        ("a.uvtt", {"resolution": {"map_size": {"x": 1e9, "y": 4}}}, "a size without end"),
        ("a.uvtt", {"resolution": {}}, "resolution.map_size"),
        ("a.uvtt", {}, "resolution"),
        ("a.json", {"walls": [], "width": 100, "height": 100, "grid": {"type": 2, "size": 100}}, "a grid of hexes"),
        ("a.json", {"walls": [], "width": 100, "height": 100, "grid": {"type": 1, "size": 0}}, "1 to 4096 pixels"),
        ("a.json", {"walls": [{"c": [0, 0]}], "width": 100, "height": 100}, "walls[0].c"),
        ("a.json", {"something": "else"}, "a Foundry scene"),
        ("a.json", [], "one JSON object"),
        ("a.png", {}, "ends in"),
    ],
)
def test_malformed_maps_are_refused(tmp_path: Path, name: str, tree: object, sentence: str) -> None:
    assert sentence in refused(written(tmp_path, name, tree))


def test_a_million_walls_are_refused(tmp_path: Path) -> None:
    walls = [{"c": [0, 0, 1, 1]}] * 40_000
    tree = {"walls": walls, "width": 1000, "height": 1000, "grid": 100}
    assert "pieces of wall" in refused(written(tmp_path, "a.json", tree))
    long = [{"c": [0, number, 51_200, 51_200]} for number in range(3000)]
    tree = {"walls": long, "width": 51_200, "height": 51_200, "grid": 100, "padding": 0}
    assert "walls that close more than" in refused(written(tmp_path, "b.json", tree))
    assert "too many values" in refused(written(tmp_path, "c.json", {"walls": [[0]] * 1_000_000}))


def test_a_bomb_in_base64_is_not_unpacked(tmp_path: Path) -> None:
    bomb = base64.b64encode(zlib.compress(b"\0" * 300_000_000, 9)).decode()
    path = written(tmp_path, "a.tmj", layer(data=bomb, encoding="base64", compression="zlib"))
    tracemalloc.start()
    try:
        assert "9 bytes" in refused(path)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_nesting_and_entities_are_refused(tmp_path: Path) -> None:
    deep = tmp_path / "a.json"
    deep.write_text("[" * 100_000, encoding="utf-8")
    refused(deep)
    deep.write_text('{"a":' * 100 + "1" + "}" * 100, encoding="utf-8")
    assert "nested too deep" in refused(deep)
    groups = tmp_path / "a.tmx"
    groups.write_text("<map>" + "<group>" * 5000 + "</group>" * 5000 + "</map>", encoding="utf-8")
    assert "nested too deep" in refused(groups)
    groups.write_text('<!DOCTYPE m [<!ENTITY a "aaaa">]><map>&a;</map>', encoding="utf-8")
    assert "XML entities" in refused(groups)
    groups.write_text("<map><layer", encoding="utf-8")
    assert "not XML" in refused(groups)
    groups.write_text("<tileset/>", encoding="utf-8")
    assert '"map"' in refused(groups)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    (tmp_path / "keep.tsx").write_bytes((MAPS / "keep.tsx").read_bytes())
    (inside / "keep.tsx").symlink_to(tmp_path / "keep.tsx")
    tree = {**TILED, "tilesets": [{"firstgid": 1, "source": "keep.tsx"}]}
    path = written(inside, "a.tmj", tree)
    assert "a file outside of" in refused(path)
    assert maps.read(path, within=tmp_path).scenario.board.rows == ("..",)


def test_a_file_too_big_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_folder, "LARGEST_FILE", 1000)
    assert "too many bytes" in refused(written(tmp_path, "a.uvtt", {"image": "A" * 1000}))


def test_a_device_is_no_map(tmp_path: Path) -> None:
    path = tmp_path / "a.tmx"
    path.symlink_to("/dev/zero")
    assert "no ordinary file" in refused(path)
