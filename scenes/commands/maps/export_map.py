"""``fivefoot export``: a scenario as a map for another program."""

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ....engine.errors import ScenarioError, printable, spelled
from ....engine.files import write_file
from ....engine.maps.draft import Remark, shown
from ....engine.maps.write_map import (
    BoardPicture,
    TilePicture,
    WrittenMap,
    characters,
    write_tiled,
    write_universal_vtt,
)
from ....engine.messages import _, language_in_use, tr
from ....engine.scenario import read as files
from ....engine.scenario.build import make_board
from ....engine.scenario.format import Scenario
from ..shared import options
from ..shared.options import ScenarioPath

PIXELS = 48
"""The side of a square in the pictures."""


def export_map(
    file: ScenarioPath,
    out: Annotated[Path, typer.Option("--output", "-o", help="The map: .tmj (Tiled) or .uvtt (Universal VTT).")],
    picture: Annotated[
        bool,
        typer.Option(help="Draw the board into a .uvtt, or the tiles into a picture beside a .tmj."),
    ] = True,
) -> None:
    """Write a scenario's board as a map for another program. What the format cannot hold is listed."""
    suffix = out.suffix.lower()
    if suffix not in (".tmj", ".uvtt"):
        raise ScenarioError("--output", "", spelled(str(out)), "a name in .tmj or .uvtt")
    options.check_output("--output", out, file)
    scenario = files.read(file)
    found = _tiled(scenario, out, picture) if suffix == ".tmj" else _universal_vtt(scenario, picture)
    write_file(out, found.text)
    for line in shown(found.remarks, language_in_use()):
        typer.echo(printable(line), err=True)
    size = {"width": len(scenario.board.rows[0]), "height": len(scenario.board.rows)}
    typer.echo(tr("{file}: {width} by {height} squares", file=out, **size), err=True)


def _tiled(scenario: Scenario, out: Path, picture: bool) -> WrittenMap:
    if not picture:
        return write_tiled(scenario)
    chars = characters(scenario)
    row = msgspec.structs.replace(scenario.board, map="".join(chars), edges=(), picture=None)
    png = _drawn(msgspec.structs.replace(scenario, board=row), PIXELS)
    if png is None:
        return _unpictured(write_tiled(scenario))
    image = out.with_name(f"{out.stem}-tiles.png")
    options.check_output("--output", image, out)
    write_file(image, png[0])
    options.written(image, tr("the pictures of its tiles"))
    return write_tiled(scenario, TilePicture(image.name, png[1]))


def _universal_vtt(scenario: Scenario, picture: bool) -> WrittenMap:
    if not picture:
        return write_universal_vtt(scenario)
    png = _drawn(scenario, PIXELS)
    return (
        _unpictured(write_universal_vtt(scenario)) if png is None else write_universal_vtt(scenario, BoardPicture(*png))
    )


def _unpictured(found: WrittenMap) -> WrittenMap:
    return found._replace(remarks=(*found.remarks, Remark("picture", _("left out; drawing needs pygame-ce"))))


def _drawn(scenario: Scenario, pixels: int) -> tuple[bytes, int] | None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from ...board.draw.underlay import underlay_of
        from ...views import images
    except ImportError:
        return None
    images.without_window()
    painter = images.Painter(make_board(scenario), (), zoom=pixels, underlay=underlay_of(scenario))
    return images.ground_as_png(painter), painter.zoom
