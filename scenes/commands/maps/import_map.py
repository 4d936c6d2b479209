"""``fivefoot import``: another program's map as a scenario."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ....components.names import PictureName
from ....engine.errors import ScenarioError, printable, spelled
from ....engine.files import write_file
from ....engine.maps.draft import ImportedMap, MapPicture, counted, shown
from ....engine.maps.read_map import read_map
from ....engine.messages import language_in_use, tr, translated
from ....engine.scenario.toml_text import text_of
from ....engine.scenario.validate import decode
from ..shared import options

REMARKS_SHOWN = 50
"""Most remarks in an imported file; standard error gets all."""


def import_map(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="A map: Tiled (.tmx, .tmj), LDtk (.ldtk), Universal VTT (.uvtt, .dd2vtt, .df2vtt), Foundry (.json).",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="The scenario's file; by default standard output.")
    ] = None,
    ruleset: options.MadeFor = None,
    mapping: Annotated[
        Path | None, typer.Option("--mapping", "--map", help="A TOML file that says what the names on the map mean.")
    ] = None,
    level: Annotated[str | None, typer.Option(help="The level of an LDtk project; by default its first.")] = None,
    within: Annotated[
        Path | None,
        typer.Option(help="The folder of tilesets, templates and levels; by default the map's."),
    ] = None,
    picture: Annotated[
        bool, typer.Option("--picture", help="Save the map's background picture beside the scenario, and draw it.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Fail if anything on the map is not understood.")] = False,
) -> None:
    """Turn a map of another program into a scenario. What was not understood is listed on standard error."""
    if out is not None:
        options.check_output("--output", out, file)
        if out.suffix.lower() != ".toml":
            raise ScenarioError("--output", "", spelled(str(out)), "a name in .toml")
    elif picture:
        raise ScenarioError("--picture", "", "no --output", "a scenario to save it beside")
    found = read_map(file, ruleset=ruleset, mapping=mapping, level=level, within=within, strict=strict, picture=picture)
    if out is not None and found.picture is not None:
        found = with_picture(found, found.picture, out, file)
    text = scenario_text(found, file.name)
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text)
    for line in shown(found.remarks, language_in_use()):
        typer.echo(printable(line), err=True)
    board = found.scenario.board
    counts = ((board.edges, "edge"), (found.scenario.creatures, "creature"), (found.remarks, "remark"))
    told = ", ".join(translated(counted(len(things), noun), language_in_use()) for things, noun in counts)
    size = {"width": len(board.rows[0]), "height": len(board.rows)}
    typer.echo(tr("{width} by {height} squares", **size) + f", {told}", err=True)


def with_picture(found: ImportedMap, picture: MapPicture, out: Path, file: Path) -> ImportedMap:
    """Writes the picture of an imported map to a file beside the scenario."""
    beside = out.with_suffix(picture.suffix)
    name = decode(beside.name, PictureName, "--output", "")
    options.check_output("--picture", beside, out, file)
    write_file(beside, picture.raw)
    board = msgspec.structs.replace(found.scenario.board, picture=name)
    return found._replace(scenario=msgspec.structs.replace(found.scenario, board=board))


def scenario_text(found: ImportedMap, name: str) -> str:
    """Returns an imported map as the text of a scenario file."""
    doors = {door.between: door.state for door in found.doors}
    comments = {
        f"board.edges[{number}]": f"door, {doors[pair]}"
        for number, edge in enumerate(found.scenario.board.edges)
        if (pair := (edge.between[0], edge.between[1])) in doors
    }
    comment = [f"Imported from {printable(name)}."]
    opened = [f"{list(a)} and {list(b)}" for (a, b), state in doors.items() if state == "open"]
    if opened:
        comment.append(f"Open doors, which are no edges: between {', between '.join(opened)}.")
    if found.remarks:
        comment.append("Not understood, or not taken over as it stood:")
        lines = shown(found.remarks)
        comment += [f"- {printable(line)}" for line in lines[:REMARKS_SHOWN]]
        if len(lines) > REMARKS_SHOWN:
            comment.append(f"- {len(lines) - REMARKS_SHOWN} more lines on standard error")
    return text_of(found.scenario, "\n".join(comment), comments)
