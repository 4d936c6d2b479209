"""``fivefoot check``: runs scenarios and checks their expectations."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from ...engine.error_text import error_text, piece
from ...engine.errors import ScenarioError, printable
from ...engine.messages import language_in_use, tr
from ...engine.rulesets import RULESETS
from ...engine.scenario.definition_checks import newcomers_of, predicates_of
from ...engine.scenario.expectations import failures, names_the_end
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import read_cases
from ...play.battle import Battle
from ...play.loading import no_scenario, shipped_names
from ...play.match import play_on, scripted_brains
from ...systems.drive import NeverSettles
from .shared import json_lines
from .shared.options import or_shipped
from .shared.progress import course, progress

SUFFIXES = (".toml", ".json")
"""Suffixes of scenarios in folders."""
SCHEMA = ".schema.json"


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...",
            help="Scenarios, folders of them, or names of those that come with fivefoot (such as bridge).",
            show_default=False,
            autocompletion=shipped_names,
        ),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object for each case, and one for the totals.")
    ] = False,
) -> None:
    """Run scenarios and compare the results with what they expect. The status is 0 only if all hold."""
    passed = failed = 0
    unsound: ScenarioError | None = None
    files = list(scenarios([existing(path) for path in paths]))
    with progress("files", len(files), quiet=as_json or len(files) == 1) as checked:
        for file in files:
            for case, faults, error in results(file, alone=len(files) == 1):
                unsound = unsound or error
                if not as_json and case is not None and error is None:
                    for remark in (*idle_conditions(case), *unknown_words(case)):
                        typer.echo(remark, err=True)
                if as_json:
                    told = {"file": str(file), "title": case.title if case else "", "passed": not faults}
                    json_lines.write([{**told, "faults": faults}])
                else:
                    shown = [error_text(error, language_in_use())] if error is not None else []
                    for fault in faults[: len(faults) - len(shown)]:
                        typer.echo(piece(fault, language_in_use()))
                    for sentence in shown:
                        typer.echo(sentence)
                failed, passed = (failed + 1, passed) if faults else (failed, passed + 1)
            checked()
    if as_json:
        json_lines.write([{"passed": passed, "failed": failed}])
    else:
        typer.echo(f"{passed} passed, {failed} failed")  # in English for programs that read it
    if unsound is not None:
        # A file that is no scenario is bad input here as everywhere: status 2, and a message beside the report.
        raise unsound
    if failed or not passed:
        raise typer.Exit(1)


def existing(path: Path) -> Path:
    """Returns the path, or else the path of the shipped scenario with this name."""
    found = or_shipped(path)
    if not found.exists():
        raise no_scenario(str(path))
    return found


def results(file: Path, *, alone: bool) -> Iterator[tuple[Scenario | None, list[str], ScenarioError | None]]:
    """Yields (test case, sentences about failures, exception) for each test case in a file."""
    try:
        cases = read_cases(file)
    except ScenarioError as error:
        yield None, [str(error)], error
        return
    for case in cases:
        faults: list[str] = []
        try:
            faults.extend(faults_of(case, quiet=not alone))
        except ScenarioError as error:
            yield case, [*faults, str(error)], error
        else:
            yield case, faults, None


def idle_conditions(case: Scenario) -> Iterator[str]:
    """Yields a remark for each condition of a test case that has no effect."""
    rules = RULESETS[case.ruleset]
    known = rules.conditions
    felt = known.helpless | known.immobile | known.unable | known.inactive | known.unready | known.read
    felt |= {"voluntary-prone", *rules.movement.crawlers, *case.conditions}
    if rules.sizes.squeeze_condition is not None:
        felt |= {rules.sizes.squeeze_condition}
    for index, creature in enumerate(case.creatures):
        for condition in creature.conditions:
            if condition not in felt:
                place = f"{case.source}: creatures[{index}].conditions"
                yield tr(
                    "{place}: {condition} has no effect in {ruleset} unless the file gives it one",
                    place=place,
                    condition=condition,
                    ruleset=case.ruleset,
                )


def unknown_words(case: Scenario) -> Iterator[str]:
    """Yields a remark for each word in `has` or `lacks` that no creature of the test case can ever bear."""
    creatures = [*case.creatures, *(newcomer for _, newcomer in newcomers_of(case))]
    known = {*RULESETS[case.ruleset].conditions.known, *case.conditions}
    known.update(word for creature in creatures for word in (*creature.conditions, *creature.traits))
    for place, asked in predicates_of(case):
        for key in ("has", "lacks"):
            for word in getattr(asked, key):
                if word not in known:
                    yield tr(
                        "{place}: {word} is no condition of {ruleset} or of the file and no trait of a creature",
                        place=f"{case.source}: {place}.{key}",
                        word=word,
                        ruleset=case.ruleset,
                    )


def scenarios(paths: list[Path]) -> Iterator[Path]:
    """Yields the scenario files among these paths and in these folders, each once."""
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


def faults_of(case: Scenario, *, quiet: bool = True) -> Iterator[str]:
    where = f"{case.source} ({case.title})" if ": case[" in case.source and case.title else case.source
    try:
        with Battle(case) as battle:
            with course(battle, quiet=quiet):
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
