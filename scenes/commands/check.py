"""``fivefoot check``: scenarios held against what they expect."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ...engine.errors import ScenarioError, printable
from ...engine.expectations import failures
from ...systems.battle import load
from ...systems.course import NeverSettles

SUFFIXES = (".toml", ".json")
"""Files in a folder that are taken for scenarios."""


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", exists=True, help="Scenarios, or folders of them.", show_default=False),
    ],
) -> None:
    """Run scenarios and hold them against what they expect; the status is 0 only if all held."""
    passed = failed = 0
    for file in scenarios(paths):
        faults = list(faults_of(file))
        for fault in faults:
            typer.echo(fault)
        if faults:
            failed += 1
        else:
            passed += 1
    typer.echo(f"{passed} passed, {failed} failed")
    if failed or not passed:
        raise typer.Exit(1)


def scenarios(paths: list[Path]) -> Iterator[Path]:
    """The files that the paths name, each once, folders searched in the order of their names."""
    seen: set[Path] = set()
    for path in paths:
        found = [path]
        if path.is_dir():
            found = sorted(
                (file for file in path.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file()),
                key=lambda file: file.as_posix(),
            )
        for file in found:
            if file not in seen:
                seen.add(file)
                yield file


def faults_of(file: Path) -> Iterator[str]:
    """A sentence for each thing wrong with a scenario: that it is broken, or an expectation that does not hold."""
    try:
        with load(file) as battle:
            battle.run()
            for fault in failures(battle.scenario, battle):
                yield printable(f"{file}: {fault}")
    except ScenarioError as error:
        yield str(error)
    except NeverSettles as error:
        yield printable(f"{file}: {error}")
    except Exception as error:
        # One file that trips over a fault of ours must not keep the others from being checked.
        yield printable(f"{file}: a fault of fivefoot's own ({type(error).__name__}: {error})")
