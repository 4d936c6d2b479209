"""``fivefoot suite``: puts the cases and counts for other engines to one, or answers them itself."""

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
from ...play.suite.suite_engine import serve
from ...play.suite.suite_runner import DEPTH, SuiteReport, items, run
from ..views import suite_page
from .shared import options

SHOWN = 40
"""The most failures printed; the page has them all."""


class Errand(StrEnum):
    """The two uses of the suite."""

    SERVE = "serve"
    RUN = "run"


def suite(
    errand: Annotated[
        Errand, typer.Argument(help="serve: answer on standard input and output. run: put the suite to an engine.")
    ],
    command: Annotated[str, typer.Argument(help="For run: the engine's command line, in quotes.")] = "",
    folder: Annotated[
        Path, typer.Option("--suite", help="Its folder: fivefoot-suite.zip of a release, unpacked.")
    ] = Path("suite"),
    rulesets: Annotated[
        list[str] | None, typer.Option("--rulesets", metavar=options.RULESET_CHOICES, help="Only these rulesets.")
    ] = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=3, help="How deep counts go.")] = DEPTH,
    html: Annotated[Path | None, typer.Option("--html", help="Write the report as a page.")] = None,
) -> None:
    """Put the suite's cases and counts to an engine over its protocol, or be such an engine."""
    if errand is Errand.SERVE:
        serve(sys.stdin, sys.stdout)
        return
    words = shlex.split(command)
    if not words:
        raise ScenarioError("suite", "COMMAND", "nothing", "the command line of an engine")
    report = run(words, list(items(folder, rulesets or ())), depth=depth)
    _show(Console(highlight=False), report)
    if html is not None:
        write_file(html, suite_page.page(report))
        options.written(html)
    counts = report.count()
    if counts["failed"] or not counts["passed"]:
        raise typer.Exit(1)


def _show(console: Console, report: SuiteReport) -> None:
    """Prints a table by ruleset, then the failures, then the sums."""
    table = Table("ruleset", *(("passed"), ("failed"), ("not claimed")))
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
        typer.echo(f"and {len(failed) - SHOWN} more")
    counts = report.count()
    typer.echo(f"{counts['passed']} passed, {counts['failed']} failed, {counts['unclaimed']} not claimed")
