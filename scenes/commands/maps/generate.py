"""``fivefoot generate``: a random scenario, the same for the same seed on every machine."""

import re
from pathlib import Path
from typing import Annotated

import typer

from ....engine.errors import ScenarioError, spelled
from ....engine.files import write_file
from ....engine.generator.generate import LANDSCAPES, USUAL_SIZE, bare, comments_on
from ....engine.generator.generate import generate as generated
from ....engine.messages import tr_counted
from ....engine.scenario.toml_text import text_of
from ..shared import options


def generate(
    seed: Annotated[int, typer.Option(help="The seed of the scenario; it is also the seed of its dice.")],
    kind: Annotated[
        str | None,
        typer.Option(
            metavar=options.choices(*LANDSCAPES),
            help="The landscape; by default the seed picks one.",
            autocompletion=lambda: list(LANDSCAPES),
        ),
    ] = None,
    size: Annotated[str, typer.Option(metavar="WxH", help="The size of the map in squares.")] = "{}x{}".format(
        *USUAL_SIZE
    ),
    sides: Annotated[str, typer.Option(metavar="NvM", help="The number of creatures of both sides.")] = "4v4",
    ruleset: options.MadeFor = None,
    mirror: Annotated[
        bool, typer.Option("--mirror", help="Make the east half the mirror image of the west half, creatures included.")
    ] = False,
    classes: Annotated[
        bool, typer.Option("--classes", help="Take creatures of shipped classes, with abilities and items.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", help="The scenario's file; by default standard output.")
    ] = None,
) -> None:
    """Make a random scenario in which every creature can reach every other."""
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
        classes=classes,
    )
    words = f"--seed {seed} --kind {found.title.split()[0].lower()} --size {size} --sides {sides}"
    comment = f"Made by: fivefoot generate {words} --ruleset {found.ruleset}{' --mirror' if mirror else ''}"
    comment += " --classes" if classes else ""
    text = text_of(bare(found) if classes else found, comment, comments_on(found))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_file(out, text)
        made = tr_counted(
            "{name}, {count} creature, {ruleset}",
            "{name}, {count} creatures, {ruleset}",
            len(found.creatures),
            name=found.title,
            ruleset=found.ruleset,
        )
        options.written(out, made)


def _pair(option: str, text: str, between: str) -> tuple[int, int]:
    found = re.fullmatch(rf"(\d{{1,4}}){between}(\d{{1,4}})", text.strip().lower(), re.ASCII)
    if found is None:
        raise ScenarioError(option, "", spelled(text), f"two numbers such as 4{between}4")
    return int(found[1]), int(found[2])
