"""``fivefoot suite``: tests another engine with the cases and counts, or acts as such an engine."""

import shlex
import sys
from enum import StrEnum
from html import escape
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ...engine.errors import ScenarioError, printable
from ...engine.files import write_file
from ...engine.messages import language_in_use, tr
from ...play.suite.suite_engine import serve
from ...play.suite.suite_runner import DEPTH, SuiteReport, items, run
from .shared import options
from .shared.progress import progress
from .shared.sheet import sheet

SHOWN = 40
"""Most failures printed."""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child, td:nth-child(2), th:first-child, th:nth-child(2) { text-align: left; }
.failed { color: #b00020; font-weight: 600; } .unclaimed { color: #767676; }
""".strip()
"""How the web page of a report looks."""


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
    """Test another engine with cases and counts, or answer as an engine under test."""
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
        write_file(html, page(report))
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


def page(report: SuiteReport) -> str:
    """Returns the report as a web page without scripts."""
    claim, counts = report.claim, report.count()
    title = f"{claim.engine} {claim.version}".strip()
    rows = []
    for ruleset, chapter in report.chapters():
        found = report.count(ruleset, chapter)
        cells = "".join(f'<td class="{escape(word)}">{count or ""}</td>' for word, count in found.items())
        rows.append(f"<tr><td>{escape(ruleset)}</td><td>{escape(chapter)}</td>{cells}</tr>")
    failed = []
    for result in report.results:
        if result.outcome == "failed":
            item = result.item
            name = escape(f"{item.ruleset}/{item.chapter}: {item.scenario.title}")
            faults = "".join(f"<li>{escape(fault)}</li>" for fault in result.faults)
            failed.append(f"<h3>{name}</h3><ul>{faults}</ul>")
    heads = (tr("ruleset"), tr("chapter"), tr("passed"), tr("failed"), tr("not claimed"))
    return "\n".join(
        [
            f'<!doctype html><html lang="{language_in_use()}"><meta charset="utf-8">',
            f"<title>{escape(title)}: fivefoot suite</title><style>{STYLE}</style>",
            f"<h1>{escape(title)}</h1>",
            "<p>" + tr("{passed} passed, {failed} failed, {unclaimed} not claimed", **counts) + ".</p>",
            "<table><tr>" + "".join(f"<th>{escape(word)}</th>" for word in heads) + "</tr>",
            *rows,
            "</table>",
            *([f"<h2>{tr('Failures')}</h2>", *failed] if failed else []),
            "</html>",
            "",
        ]
    )
