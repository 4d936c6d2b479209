"""Reads another program's map into a scenario."""

import os
from pathlib import Path

from ..errors import ScenarioError, spelled
from .draft import Draft, ImportedMap
from .foundry import read_foundry
from .ldtk import read_ldtk
from .meanings import Meanings
from .source_folder import SourceFolder
from .tiled import read_tiled
from .universal_vtt import read_universal_vtt

SUFFIXES = (".tmx", ".tmj", ".ldtk", ".uvtt", ".dd2vtt", ".df2vtt", ".json")


def read_map(
    path: str | os.PathLike[str],
    *,
    ruleset: str | None = None,
    mapping: str | os.PathLike[str] | None = None,
    level: str | None = None,
    within: str | os.PathLike[str] | None = None,
    strict: bool = False,
    picture: bool = False,
) -> ImportedMap:
    """Creates a scenario from a map of Tiled, LDtk, Universal VTT or Foundry.

    `mapping` is a TOML file of meanings, `level` an LDtk level, and `within` the folder of further files. With
    `picture`, the map's picture is included.

    Raises:
        ScenarioError: the map is invalid; if `strict`, also if part of it is unknown.
    """
    file = Path(os.fsdecode(path))
    meanings = Meanings(None if mapping is None else os.fsdecode(mapping))
    folder = SourceFolder(file.parent if within is None else Path(os.fsdecode(within)))
    try:
        draft = _draft(file, folder, meanings, level)
        return draft.finish(draft.title or file.stem, ruleset, strict=strict, picture=picture)
    except RecursionError:
        raise ScenarioError(str(file), "", "values nested too deep", "less deep nesting") from None


def _draft(file: Path, folder: SourceFolder, meanings: Meanings, level: str | None) -> Draft:
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        raise ScenarioError(str(file), "", _ending(suffix), ", ".join(SUFFIXES))
    text = folder.text(file)
    if suffix in (".tmx", ".tmj"):
        return read_tiled(file, text, folder, meanings)
    tree = folder.json(file, text)
    if suffix == ".ldtk" or "__header__" in tree:
        return read_ldtk(file, tree, folder, meanings, level)
    if suffix in (".uvtt", ".dd2vtt", ".df2vtt") or "resolution" in tree:
        return read_universal_vtt(file, tree, meanings)
    if "tilesets" in tree or "tilewidth" in tree:  # Tiled's JSON under its older suffix
        return read_tiled(file, text, folder, meanings)
    if "walls" in tree and "width" in tree:
        return read_foundry(file, tree, folder, meanings)
    raise ScenarioError(
        str(file),
        "",
        f"a JSON file with {spelled(tree)}",
        "a Foundry scene, or a map in Tiled's, LDtk's or the Universal VTT format",
    )


def _ending(suffix: str) -> str:
    return f"a file whose name ends in {spelled(suffix)}" if suffix else "a file whose name has no ending"
