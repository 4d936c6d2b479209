"""``fivefoot check``: runs scenarios and checks their expectations."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ...engine.errors import ScenarioError, printable
from ...engine.messages import tr
from ...engine.scenario.expectations import failures, names_the_end
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import read_cases
from ...play.battle import Battle
from ...play.match import play_on, scripted_brains
from ...systems.drive import NeverSettles
from .shared.progress import course

SUFFIXES = (".toml", ".json")
"""The suffixes of scenarios in a folder, JSON Schema files left out."""
SCHEMA = ".schema.json"


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", exists=True, help="Scenarios, or folders of them.", show_default=False),
    ],
) -> None:
    """Run scenarios and hold them against what they expect; the status is 0 only if all held."""
    passed = failed = 0
    unsound: ScenarioError | None = None
    for file in scenarios(paths):
        try:
            cases = read_cases(file)
        except ScenarioError as error:
            typer.echo(str(error))
            unsound, failed = unsound or error, failed + 1
            continue
        for case in cases:
            faults: list[str] = []
            try:
                faults.extend(faults_of(case))
            except ScenarioError as error:
                faults.append(str(error))
                unsound = unsound or error
            for fault in faults:
                typer.echo(fault)
            failed, passed = (failed + 1, passed) if faults else (failed, passed + 1)
    typer.echo(f"{passed} passed, {failed} failed")
    if unsound is not None:
        # A file that is no scenario is bad input here as everywhere: status 2, and a message beside the report.
        raise unsound
    if failed or not passed:
        raise typer.Exit(1)


def scenarios(paths: list[Path]) -> Iterator[Path]:
    """The files that the paths name, each once; folders are searched in the order of their names."""
    seen: set[Path] = set()
    for path in paths:
        found = [path]
        if path.is_dir():
            found = sorted(
                (
                    file
                    for file in path.rglob("*")
                    if file.suffix.lower() in SUFFIXES and not file.name.endswith(SCHEMA) and file.is_file()
                ),
                key=lambda file: file.as_posix(),
            )
        for file in found:
            if file not in seen:
                seen.add(file)
                yield file


def faults_of(case: Scenario) -> Iterator[str]:
    """A sentence for each expectation of a scenario that does not hold.

    Raises:
        ScenarioError: its ruleset does not take the scenario, or its scripted dice run out.
    """
    where = f"{case.source} ({case.title})" if ": case[" in case.source and case.title else case.source
    try:
        with Battle(case) as battle:
            with course(battle):
                battle.run()
            brains = scripted_brains(battle.scenario) if names_the_end(battle.scenario) else {}
            played_on = battle.fork() if brains else battle
            if brains and battle.ending() is None:
                play_on(played_on, brains)
            for fault in failures(battle.scenario, battle, played_on):
                yield printable(f"{where}: {fault}")
    except ScenarioError:
        raise
    except NeverSettles as error:
        yield printable(f"{where}: {error}")
    except Exception as error:
        # A fault of fivefoot in one file must not keep the others from being checked.
        yield printable(
            tr(
                "{where}: a fault of fivefoot's own ({name}: {error})",
                where=where,
                name=type(error).__name__,
                error=error,
            )
        )
