"""Other programs' maps as scenarios: ten examples, walls off the grid, names, second opinions, round trips."""

import json
import re
import shutil
import xml.etree.ElementTree as etree
from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fivefoot
from fivefoot import maps
from fivefoot.components.position import Cube
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.maps.source_folder import decode
from fivefoot.engine.maps.tiled_format import TileData, TiledChunk, TiledLayer, TiledMap, map_tree
from fivefoot.engine.maps.walls import Edge, WallTracer, outline, rectangles
from fivefoot.engine.rulesets import ALL
from fivefoot.engine.scenario import read as files
from fivefoot.engine.scenario.convert import settled
from fivefoot.engine.scenario.format import CreatureSpec, Scenario
from fivefoot.engine.scenario.toml_text import text_of
from fivefoot.scenes.commands.maps.import_map import scenario_text

ROOT = Path(__file__).parents[3]
MAPS = ROOT / "tests" / "maps"
EXAMPLES: dict[str, dict[str, Any]] = {
    "keep.tmx": {},
    "cellar.tmx": {},
    "yard.tmj": {"mapping": MAPS / "yard-rules.toml"},
    "hills.tmj": {},
    "caves.ldtk": {},
    "harbour.ldtk": {"level": "Sea/Dock"},
    "crypt.uvtt": {},
    "inn.dd2vtt": {},
    "tower.json": {},
    "barn.json": {},
}
SHIPPED = sorted((ROOT / "assets" / "scenarios").glob("*.toml"))


def reaches(scenario: Scenario) -> dict[str, dict[Cube, int]]:
    """What it costs every creature to get anywhere."""
    with fivefoot.Battle(scenario) as battle:
        return {
            creature.name: {cube: arrival.cost for cube, arrival in battle.reach(creature.name).items()}
            for creature in battle.creatures
        }


def uvtt(**keys: object) -> dict[str, object]:
    """A Universal VTT map of four by three squares."""
    return {"resolution": {"map_size": {"x": 4, "y": 3}}, "line_of_sight": [], **keys}


def written(folder: Path, name: str, tree: object) -> Path:
    """A JSON file."""
    path = folder / name
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


# ---------------------------------------------------------------- the examples


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_map_imports_as_documented(name: str) -> None:
    """Each example gives the scenario beside it, remarks included, and that scenario plays."""
    if name == "yard.tmj":
        pytest.importorskip("backports.zstd")
    found = maps.read(MAPS / name, **EXAMPLES[name])
    expected = (MAPS / name).with_suffix(".toml").read_text(encoding="utf-8")
    assert scenario_text(found, name) == expected
    with fivefoot.loads(expected) as battle:
        assert [creature.name for creature in battle.creatures] == [one.name for one in found.scenario.creatures]


@pytest.mark.parametrize("name", ["keep.tmx", "cellar.tmx", "hills.tmj"])
def test_a_second_tiled_reader_agrees(name: str, tmp_path: Path) -> None:
    """pytiled-parser sees the same layers, tiles and objects."""
    parser = pytest.importorskip("pytiled_parser")
    text = (MAPS / name).read_text(encoding="utf-8")
    # It stops at a layer that is offset along one axis alone.
    text = re.sub(r'offset([xy])="(\d+)"', r'offsetx="0" offsety="0"', text)
    text = text.replace('"offsetx": 23', '"offsetx": 23, "offsety": 0')
    for beside in ("keep.tsx", "guard.tx"):
        shutil.copy(MAPS / beside, tmp_path)
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    theirs = parser.parse_map(path)
    tree = map_tree(etree.fromstring(text)) if path.suffix == ".tmx" else json.loads(text)
    ours = decode(tree, TiledMap, name)
    data = TileData(name, 100_000)
    agreed = 0

    def compare(layers: tuple[TiledLayer, ...], others: list[Any]) -> None:
        nonlocal agreed
        assert [layer.name for layer in layers] == [layer.name for layer in others]
        for mine, other in zip(layers, others, strict=True):
            if mine.type == "group":
                compare(mine.layers, other.layers)
            elif mine.type == "objectgroup":
                places = [(thing.coordinates.x, thing.coordinates.y) for thing in other.tiled_objects]
                assert [(thing.x, thing.y) for thing in mine.objects] == places
                agreed += len(places)
            elif mine.type == "tilelayer":
                pieces: Sequence[TiledChunk | TiledLayer] = mine.chunks or (mine,)
                for piece, found in zip(pieces, other.chunks or (other,), strict=True):
                    size = (piece.width, piece.height)
                    tiles = data.tiles(piece.data, mine.encoding, mine.compression, size, "")
                    assert tiles == [tile & 0x0FFFFFFF for row in found.data for tile in row]
                    agreed += len(tiles)

    compare(ours.layers, theirs.layers)
    assert agreed > 60


def test_strict_refuses_what_is_not_understood() -> None:
    with pytest.raises(ScenarioError, match="the first of 3 remarks"):
        maps.read(MAPS / "crypt.uvtt", strict=True)
    assert maps.read(MAPS / "cellar.tmx").remarks[0].place == "map"


def test_the_ruleset_may_be_chosen() -> None:
    assert maps.read(MAPS / "barn.json", ruleset=ALL[-1].name).scenario.ruleset == ALL[-1].name
    with pytest.raises(ScenarioError, match="ruleset"):
        maps.read(MAPS / "barn.json", ruleset="chess")


# ---------------------------------------------------------------- walls


def closed(*lines: list[tuple[float, float]], size: tuple[int, int] = (4, 4)) -> set[Edge]:
    """The edges that lines close on a small board."""
    tracer = WallTracer(*size, "")
    return {edge for line in lines for edge in tracer.trace(line).edges}


def test_a_wall_near_a_grid_line_closes_the_edges_on_it() -> None:
    assert closed([(2.15, 0.1), (1.9, 2.2)]) == {((1, 0), (2, 0)), ((1, 1), (2, 1))}
    assert WallTracer(4, 4, "").trace([(2.15, 0.1), (1.9, 2.2)]).snapped
    assert not WallTracer(4, 4, "").trace([(2.25, 0.1), (1.9, 2.2)]).snapped


def test_a_slanted_wall_closes_the_edges_whose_centres_it_parts() -> None:
    # It runs from the north-east to the south-west, [3, 0] to [1, 3].
    assert closed([(3, 0), (1, 3)], size=(4, 3)) == {
        ((2, 0), (3, 0)),
        ((2, 0), (2, 1)),
        ((1, 1), (2, 1)),
        ((1, 1), (1, 2)),
        ((0, 2), (1, 2)),
    }


@pytest.mark.parametrize("turn", range(12))
def test_a_ring_of_walls_lets_nobody_out(turn: int) -> None:
    """A closed line, however it lies, parts the squares inside from those outside."""
    size, middle, radius = 12, 6.0 + turn / 24, 3.3 + turn / 10
    ring = [
        (middle + radius * cos(i * 2 * pi / 7 + turn), middle + radius * sin(i * 2 * pi / 7 + turn)) for i in range(8)
    ]
    shut = closed(ring, size=(size, size))
    start = (int(middle), int(middle))
    found, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            low, high = sorted(((x, y), there))
            if (low, high) not in shut and 0 <= there[0] < size and 0 <= there[1] < size and there not in found:
                found.add(there)
                waiting.append(there)
    assert (0, 0) not in found
    assert len(found) > 20


def test_the_two_halves_of_a_wall_and_its_door_meet() -> None:
    wall = closed([(2, 0), (2, 1.5)], [(2, 2.5), (2, 4)])
    door = closed([(2, 1.5), (2, 2.5)])
    assert not wall & door
    assert wall | door == {((1, y), (2, y)) for y in range(4)}


def test_outlines_and_rectangles_of_squares() -> None:
    squares = [(0, 0), (1, 0), (0, 1)]
    assert sorted(outline(squares)) == [
        ((0, 0), (0, 2)),
        ((0, 0), (2, 0)),
        ((0, 2), (1, 2)),
        ((1, 1), (1, 2)),
        ((1, 1), (2, 1)),
        ((2, 0), (2, 1)),
    ]
    assert rectangles(squares) == ((0, 0, 2, 1), (0, 1, 1, 1))


def test_a_window_is_seen_through_and_a_curtain_walked_through() -> None:
    board = maps.read(MAPS / "tower.json").scenario.board
    kinds = {edge.between: (edge.kind, edge.effect) for edge in board.edges}
    assert kinds[(3, 1), (4, 1)] == ("wall", False)
    assert kinds[(3, 3), (4, 3)] == ("curtain", None)


def test_doors_are_listed() -> None:
    doors = maps.read(MAPS / "crypt.uvtt").doors
    assert [(door.between, door.state) for door in doors] == [(((0, 3), (1, 3)), "open"), (((3, 3), (4, 3)), "closed")]


@pytest.mark.parametrize("name", ["crypt.uvtt", "tower.json"])
def test_doors_open_and_close_during_a_battle(name: str) -> None:
    """A shut door is a wall; open it is none; another effect shuts it again."""
    found = maps.read(MAPS / name)
    assert found.doors
    for door in found.doors:
        a, b = door.between
        rules = {"actions": "free"}
        walker = CreatureSpec(name="walker", side="red", at=a)
        scenario = msgspec.structs.replace(found.scenario, creatures=(walker,), rules=rules)
        with fivefoot.Battle(scenario) as battle:

            def passes(step: tuple[int, int] = b, battle: fivefoot.Battle = battle) -> bool:
                return battle.why("walker", {"do": "move", "path": [step]}) is None

            open_ = {"do": "edge", "between": door.between}
            shut = {**open_, "kind": "wall"}
            assert passes() is (door.state == "open")
            for act, free in ((open_, True), (shut, False), (open_, True)):
                battle.effect([act], by="a door")
                assert passes() is free
                saved = battle.save()
                with fivefoot.Battle.restore(saved) as again:
                    assert passes(battle=again) is free
            assert battle.act("walker", {"do": "move", "path": [b]})[-1].event != "refused"
            assert battle.creature("walker").cube[:2] == b


# ---------------------------------------------------------------- names and properties


def test_a_mapping_file_that_means_nothing_is_refused(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    for text, place in (
        ("[tiles]\nmoss = { terain = 1 }", "tiles.moss.terain"),
        ('[tiles]\nmoss = "zzz"', "tiles.moss"),
        ('[tiles]\nmoss = { terrain = "wet" }', "tiles.moss.terrain"),
        ('[layers]\nfog = "zzz"', "layers.fog"),
        ("[tile]", "tile"),
        ("x =", "not TOML"),
    ):
        rules.write_text(text, encoding="utf-8")
        with pytest.raises(ScenarioError, match=place):
            maps.read(MAPS / "barn.json", mapping=rules)


def test_a_hidden_layer_named_in_the_mapping_file_is_imported(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('[layers]\nsecret = "difficult"\n', encoding="utf-8")
    board = maps.read(MAPS / "keep.tmx", mapping=rules).scenario.board
    assert {board.tiles[char].terrain for row in board.rows for char in row} == {"difficult"}


def test_creatures_that_have_no_room_stand_on_the_nearest_square(tmp_path: Path) -> None:
    tree = {
        "name": "",
        "width": 300,
        "height": 100,
        "padding": 0,
        "grid": 100,
        "walls": [],
        "drawings": [{"text": "wall", "x": 0, "y": 0, "shape": {"type": "r", "width": 100, "height": 100}}],
        "tokens": [{"name": "Ann", "x": 0, "y": 0}],
    }
    found = maps.read(written(tmp_path, "s.json", tree))
    assert found.scenario.creatures[0].at == (1, 0)
    assert [str(remark) for remark in found.remarks] == ["creatures: Ann cannot be at [0, 0]; it starts at [1, 0]"]


# ---------------------------------------------------------------- round trips


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_as_toml_and_back(path: Path) -> None:
    scenario = files.read(path)
    again = files.parse(text_of(scenario, "A comment."), str(path))
    assert again.board.rows == scenario.board.rows
    board = msgspec.structs.replace(again.board, map=scenario.board.map)
    assert msgspec.structs.replace(again, board=board) == scenario


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_to_tiled_and_back(path: Path, tmp_path: Path) -> None:
    """The same reach for every creature, and nothing to remark."""
    scenario = msgspec.structs.replace(files.read(path), turns=(), expect=(), dice=None)
    map_file = tmp_path / "board.tmj"
    map_file.write_text(maps.write_tiled(scenario).text, encoding="utf-8")
    found = maps.read(map_file)
    assert found.remarks == ()
    assert reaches(found.scenario) == reaches(scenario)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_to_universal_vtt_and_back(path: Path, tmp_path: Path) -> None:
    """The same reach for every creature on what that format can say: walls, pillars and closed edges."""
    scenario = files.read(path)
    map_file = tmp_path / "board.uvtt"
    map_file.write_text(maps.write_universal_vtt(scenario).text, encoding="utf-8")
    found = maps.read(map_file, ruleset=scenario.ruleset)
    plain = {
        char: "#" if tile.blocked and tile.fills else "o" if tile.blocked else "."
        for char, tile in scenario.board.tiles.items()
    }
    replace = msgspec.structs.replace
    rows = "\n".join("".join(plain[char] for char in row) for row in scenario.board.rows)
    walls = tuple(
        replace(edge, skill=None, dc=None, effect=None) for edge in scenario.board.edges if edge.kind == "wall"
    )
    grounded = tuple(replace(creature, at=creature.at[:2], mount=None) for creature in scenario.creatures)
    board = replace(scenario.board, map=rows, legend={}, edges=walls)
    said = settled(replace(scenario, board=board, creatures=grounded, turns=(), expect=(), dice=None)).scenario
    read = replace(said, board=replace(found.scenario.board, ceiling=board.ceiling))
    assert reaches(read) == reaches(said)


def test_losses_in_universal_vtt_are_listed() -> None:
    (forge,) = [path for path in SHIPPED if path.stem == "forge"]
    remarks = [str(remark) for remark in maps.write_universal_vtt(files.read(forge)).remarks]
    assert "squares: hazards and harm in 30 squares, left out" in remarks
    assert "creatures: 7 creatures left out" in remarks
