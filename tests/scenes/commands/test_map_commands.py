"""import, export and generate at the command line."""

import json
from pathlib import Path

import fivefoot
from fivefoot.engine.scenario import read as files
from fivefoot.scenes.commands.tournament import _generated

from .test_commands import call, refused

MAPS = Path(__file__).parents[2] / "maps"


def test_import_writes_a_scenario_and_lists_what_it_did_not_understand(tmp_path: Path) -> None:
    out = tmp_path / "tower.toml"
    status, shown, told = call("import", MAPS / "tower.json", "-o", out)
    assert (status, shown) == (0, "")
    assert "walls[8]: blocks neither steps nor sight; it is left out" in told
    assert told.splitlines()[-1] == "8 by 6 squares, 25 edges, 3 creatures, 7 remarks"
    assert out.read_text(encoding="utf-8") == (MAPS / "tower.toml").read_text(encoding="utf-8")
    with fivefoot.load(out) as battle:
        assert battle.creature("Bat").cube == (5, 1, 2)


def test_import_shows_the_scenario_where_no_file_is_named() -> None:
    status, shown, _ = call("import", MAPS / "harbour.ldtk", "--level", "Sea/Dock")
    assert (status, shown) == (0, (MAPS / "harbour.toml").read_text(encoding="utf-8"))


def test_import_refuses_in_one_sentence(tmp_path: Path) -> None:
    assert "the first of 3 remarks" in refused("import", MAPS / "crypt.uvtt", "--strict")
    assert "no readable file" in refused("import", tmp_path / "none.tmx")
    assert "City/Gate, Sea/Dock" in refused("import", MAPS / "harbour.ldtk", "--level", "Moon")
    assert "a name in .toml" in refused("import", MAPS / "crypt.uvtt", "-o", tmp_path / "x.json")
    assert "no folder" in refused("import", MAPS / "crypt.uvtt", "-o", tmp_path / "none" / "x.toml")


def test_an_exported_map_imports_as_the_same_board(tmp_path: Path) -> None:
    out = tmp_path / "forge.tmj"
    assert call("export", "forge", "-o", out)[0] == 0
    assert (tmp_path / "forge-tiles.png").read_bytes().startswith(b"\x89PNG")
    tileset = json.loads(out.read_text(encoding="utf-8"))["tilesets"][0]
    assert tileset["image"] == "forge-tiles.png"
    back = tmp_path / "forge.toml"
    assert call("import", out, "-o", back)[0] == 0
    assert [one.name for one in files.read(back).creatures] == [
        one.name for one in files.read(MAPS.parents[1] / "assets" / "scenarios" / "forge.toml").creatures
    ]


def test_export_draws_the_board_into_a_universal_vtt_map(tmp_path: Path) -> None:
    out = tmp_path / "bridge.uvtt"
    status, _, told = call("export", "bridge", "-o", out)
    assert status == 0
    assert "hazards and harm in" in told
    tree = json.loads(out.read_text(encoding="utf-8"))
    assert len(tree["image"]) > 1000
    assert tree["resolution"]["pixels_per_grid"] > 0
    assert call("export", "bridge", "-o", out, "--no-picture")[0] == 0
    assert json.loads(out.read_text(encoding="utf-8"))["image"] == ""
    assert "a name in .tmj or .uvtt" in refused("export", "bridge", "-o", tmp_path / "x.png")


def test_a_generated_file_is_repeatable_and_playable(tmp_path: Path) -> None:
    out = tmp_path / "cave.toml"
    words = ("generate", "--seed", 4, "--kind", "gorge", "--size", "14x10", "--sides", "2v2", "--mirror")
    assert call(*words, "-o", out) == (0, "", f"{out}: Gorge 4, 4 creatures, epic-path\n")
    assert call(*words)[1] == out.read_text(encoding="utf-8")
    assert call("battle", out)[0] == 0
    assert "such as 4x4" in refused("generate", "--seed", 1, "--size", "big")
    assert "12x10 to 120x120" in refused("generate", "--seed", 1, "--size", "5x5")
    assert "did you mean" in refused("generate", "--seed", 1, "--kind", "caves")


def test_generated_classes_are_written_in_short(tmp_path: Path) -> None:
    out = tmp_path / "cave.toml"
    assert call("generate", "--seed", 4, "--classes", "-o", out)[0] == 0
    text = out.read_text(encoding="utf-8")
    assert 'base = "' in text
    assert "hp = " not in text
    assert all(one.can for one in files.read(out).creatures)


def test_a_tournament_on_generated_maps(tmp_path: Path) -> None:
    db = tmp_path / "t.db"
    status, shown, _ = call("tournament", "--generate", 2, "--mirror", "--games", 1, "--db", db, "--json", "--jobs", 1)
    assert status == 0
    names = [row["scenario"] for row in json.loads(shown)["scenarios"]] if "scenarios" in json.loads(shown) else shown
    assert "generated" in str(names)
    assert "FILE" in refused("tournament", "--games", 1, "--db", db)


def test_generated_scenarios_of_a_tournament_are_mirrored_unless_told_otherwise() -> None:
    assert _places("red", mirror=True) == {(25 - x, y) for x, y in _places("blue", mirror=True)}
    assert _places("red", mirror=False) != {(25 - x, y) for x, y in _places("blue", mirror=False)}


def _places(side: str, *, mirror: bool) -> set[tuple[int, int]]:
    creatures = json.loads(_generated(3, None, mirror=mirror, classes=True).text)["creatures"]
    assert all("base" in one for one in creatures)
    return {tuple(one["at"]) for one in creatures if one["side"] == side}
