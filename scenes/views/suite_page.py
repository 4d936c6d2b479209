"""A suite's results as a page without scripts."""

from html import escape

from ...engine.messages import language_in_use, tr
from ...play.suite.suite_runner import SuiteReport

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child, td:nth-child(2), th:first-child, th:nth-child(2) { text-align: left; }
.failed { color: #b00020; font-weight: 600; } .unclaimed { color: #767676; }
""".strip()


def page(report: SuiteReport) -> str:
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
