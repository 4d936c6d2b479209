"""``fivefoot generate``: a random scenario, the same for the same seed on every machine."""

import re
from pathlib import Path
from typing import Annotated

import typer

from ....engine.errors import ScenarioError, spelled
from ....engine.files import write_file
from ....engine.generator.generate import LANDSCAPES, USUAL_SIZE, comments_on
from ....engine.generator.generate import generate as generated
from ....engine.scenario.toml_text import text_of
from ..shared import options


def generate(
    seed: Annotated[int, typer.Option(help="What the scenario follows from; it is the scenario's own seed, too.")],
    kind: Annotated[
        str | None,
        typer.Option(
            metavar=options.choices(*LANDSCAPES),
            help="The landscape; left out, the seed picks one.",
            autocompletion=lambda: list(LANDSCAPES),
        ),
    ] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help="The squares of the map.")] = "{}x{}".format(*USUAL_SIZE),
    sides: Annotated[str, typer.Option(metavar="NvM", help="The creatures of the two sides.")] = "4v4",
    ruleset: options.MadeFor = None,
    mirror: Annotated[
        bool, typer.Option("--mirror", help="Make the east the mirror image of the west, creatures included.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="The scenario; left out, it is written to standard output.")
    ] = None,
) -> None:
    """Make a scenario by chance in which every creature can get to where every other one stands."""
    if out is not None:
        options.check_output("--output", out)
        if out.suffix.lower() != ".toml":
            raise ScenarioError("--output", "", spelled(str(out)), "a name in .toml")
    found = generated(
        seed,
        kind=kind,
        size=_pair("--size", size, "x"),
        sides=_pair("--sides", sides, "v"),
        ruleset=ruleset,
        mirror=mirror,
    )
    words = f"--seed {seed} --kind {found.title.split()[0].lower()} --size {size} --sides {sides}"
    comment = f"Made by: fivefoot generate {words} --ruleset {found.ruleset}{' --mirror' if mirror else ''}"
    text = text_of(found, comment, comments_on(found))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text)
        options.written(out, f"{found.title}, {len(found.creatures)} creatures, {found.ruleset}")


def _pair(option: str, text: str, between: str) -> tuple[int, int]:
    """Two numbers with a letter between them."""
    found = re.fullmatch(rf"(\d{{1,4}}){between}(\d{{1,4}})", text.strip().lower(), re.ASCII)
    if found is None:
        raise ScenarioError(option, "", spelled(text), f"two numbers such as 4{between}4")
    return int(found[1]), int(found[2])
