"""``fivefoot suite``: tests another engine with the cases and counts, or acts as such an engine."""

import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ...engine.errors import ScenarioError, printable
from ...engine.files import write_file
from ...engine.messages import tr
from ...play.suite.suite_engine import serve
from ...play.suite.suite_runner import DEPTH, SuiteReport, items, run
from ..views import suite_page
from .shared import options
from .shared.progress import progress
from .shared.sheet import sheet

SHOWN = 40
"""Most failures printed."""


class Errand(StrEnum):
    SERVE = "serve"
    RUN = "run"


def suite(
    errand: Annotated[
        Errand,
        typer.Argument(help="serve: be an engine on standard input and output. run: run the suite on an engine."),
    ],
    command: Annotated[str, typer.Argument(help="For run: the engine's command line, in quotes.")] = "",
    folder: Annotated[
        Path, typer.Option("--suite", help="The folder of the suite: fivefoot-suite.zip of a release, unpacked.")
    ] = Path("suite"),
    rulesets: Annotated[
        list[str] | None, typer.Option("--rulesets", metavar=options.RULESET_CHOICES, help="Only these rulesets.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=3, help="The depth of counts, in intents.")] = DEPTH,
    html: Annotated[Path | None, typer.Option("--html", help="Write the report as a web page.")] = None,
) -> None:
    """Test another engine with the suite of cases and counts, or answer as an engine under test."""
    if errand is Errand.SERVE:
        serve(sys.stdin, sys.stdout)
        return
    words = shlex.split(command)
    if not words:
        raise ScenarioError("suite", "COMMAND", "nothing", "the command line of an engine")
    wanted = list(items(folder, rulesets or ()))
    with progress("items", len(wanted), quiet=False) as done:
        report = run(words, wanted, depth=depth, tell=lambda result: done())
    _show(sheet(), report)
    if html is not None:
        write_file(html, suite_page.page(report))
        options.written(html)
    counts = report.count()
    if counts["failed"] or not counts["passed"]:
        raise typer.Exit(1)


def _show(console: Console, report: SuiteReport) -> None:
    table = Table(tr("ruleset"), tr("passed"), tr("failed"), tr("not claimed"))
    for ruleset in dict.fromkeys(ruleset for ruleset, _ in report.chapters()):
        counts = report.count(ruleset)
        table.add_row(ruleset, str(counts["passed"]), str(counts["failed"]), str(counts["unclaimed"]))
    console.print(printable(f"{report.claim.engine} {report.claim.version}"), markup=False)
    console.print(table)
    failed = [result for result in report.results if result.outcome == "failed"]
    for result in failed[:SHOWN]:
        item = result.item
        for fault in result.faults:
            typer.echo(printable(f"{item.ruleset}/{item.chapter}: {item.scenario.title}: {fault}"))
    if len(failed) > SHOWN:
        typer.echo(tr("and {count} more", count=len(failed) - SHOWN))
    counts = report.count()
    typer.echo(tr("{passed} passed, {failed} failed, {unclaimed} not claimed", **counts))
