"""Map files of strangers: broken, huge or cunning ones are refused with one sentence."""

import base64
import copy
import html
import json
import random
import re
import shutil
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest

from fivefoot import maps
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.maps import source_folder

MAPS = Path(__file__).parents[2] / "maps"
FILES = ("keep.tmx", "cellar.tmx", "yard.tmj", "hills.tmj", "caves.ldtk", "crypt.uvtt", "tower.json", "barn.json")
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
def test_refused(tmp_path: Path, name: str, tree: object, sentence: str) -> None:
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


# ---------------------------------------------------------------- mutants


def scrambled(dice: random.Random, raw: bytes) -> bytes:
    """A file with a few bytes or pieces changed, left out, repeated or swapped."""
    made = bytearray(raw)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        at = dice.randrange(len(made) + 1)
        match dice.randrange(7):
            case 0:
                made[at : at + 1] = bytes([dice.randrange(256)])
            case 1:
                del made[at : at + dice.randrange(1, 40)]
            case 2:
                made[at:at] = made[at : at + dice.randrange(1, 200)]
            case 3:
                digits = [i for i, byte in enumerate(made) if chr(byte).isdigit()]
                if digits:
                    at = dice.choice(digits)
                    made[at : at + 1] = dice.choice(
                        (b"-1", b"0", b"99999999", b"1e308", b"0.5", b"4294967295", b"null", b'"x"', b"[]", b"{}")
                    )
            case 4:
                other = dice.randrange(len(made) + 1)
                piece = made[other : other + dice.randrange(1, 60)]
                made[at : at + len(piece)] = piece
            case 5:
                made[at:] = b"" if dice.random() < 0.2 else made[at:]
            case _:
                made[at:at] = dice.choice((b"<", b">", b'"', b"{", b"}", b"[", b",", b"\0", b"\xff", b"&amp;", b"true"))
    return bytes(made)


VALUES: tuple[object, ...] = (
    *(None, True, "", "x", "2d6", "wall", "goblin", [], {}, [[]], -1, 0, 1, 2, 7, 300, 70_000, 2**31, 2**63, 10**30),
    *(-0.5, 0.1, 3.999, 1e-300, 1e9, 1e300, "..", "/", "a\x07b", "\u202e", "é" * 500, "[1, 2]", "{ walk = 3 }"),
)


def altered(dice: random.Random, raw: bytes) -> bytes:
    """A file that is still JSON or XML, with a few of its values changed, left out or repeated."""
    text = raw.decode("utf-8")
    if text.startswith("<"):
        for _ in range(dice.choice((1, 1, 2, 6))):
            spans = [match.span(1) for match in re.finditer(r'="([^"]*)"', text)]
            start, end = dice.choice(spans)
            value = dice.choice((str(dice.choice(VALUES)), text[slice(*dice.choice(spans))]))
            text = text[:start] + html.escape(value.replace("\x07", "")) + text[end:]
        return text.encode("utf-8")
    tree = json.loads(text)
    for _ in range(dice.choice((1, 1, 2, 6))):
        node: Any = tree
        while True:
            keys: list[Any] = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = dice.choice(keys)
            if isinstance(node[key], (dict, list)) and dice.random() < 0.85:
                node = node[key]
                continue
            match dice.randrange(5):
                case 0:
                    del node[key]
                case 1 if isinstance(node, list):
                    node[key:key] = [node[key]] * dice.choice((1, 3, 50))
                case 2:
                    node[key] = copy.deepcopy(node[dice.choice(keys)])
                case _:
                    node[key] = copy.deepcopy(dice.choice(VALUES))
            break
    return json.dumps(tree).encode("utf-8")


def mutant(dice: random.Random, raw: bytes) -> bytes:
    """A file gone wrong: three in four are still JSON or XML."""
    return scrambled(dice, raw) if dice.random() < 0.25 else altered(dice, raw)


@pytest.mark.parametrize("name", FILES)
def test_mutants(name: str, tmp_path: Path) -> None:
    """Forty mutants of each example are read or refused in one sentence."""
    for beside in ("keep.tsx", "guard.tx"):
        shutil.copy(MAPS / beside, tmp_path)
    raw = (MAPS / name).read_bytes()
    dice = random.Random(name)
    path = tmp_path / name
    for _ in range(40):
        path.write_bytes(mutant(dice, raw))
        said = ""
        try:
            maps.read(path, mapping=MAPS / "yard-rules.toml" if name == "yard.tmj" else None)
        except ScenarioError as error:
            said = str(error)
        assert "\n" not in said
