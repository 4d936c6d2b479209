"""A tournament's report as tables."""

from collections.abc import Sequence
from pathlib import Path

try:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text
except ImportError as missing:
    from ...engine.extras import MissingExtra

    raise MissingExtra("rich") from missing

from ...engine.errors import printable, shortened
from ...engine.messages import language_in_use, tr, tr_counted, translated
from ...play.tournament.report import Report
from ..commands.shared.sheet import table

LONGEST_CELL = 200
ROOMY = 100
"""Columns needed for all figures."""


def show(console: Console, found: Report) -> None:
    console.print(
        tr_counted("{done} of {count} battle", "{done} of {count} battles", found.planned, done=found.battles)
    )
    if found.matches:
        _show_matches(console, found)
    if found.unrated:
        console.print(tr("no ratings: {reason}", reason=found.unrated), markup=False, soft_wrap=True)
    if len(found.standings) > 1:
        console.print(tr("Ratings (Bradley-Terry on the Elo scale, mean 0; ± half the 95 % interval)"))
        rated = Table(tr("AI player"), "Elo", "±")
        for standing in found.standings:
            rated.add_row(shown(standing.brain), f"{standing.elo:+.0f}", f"{standing.margin:.0f}")
        console.print(rated)
    _show_goings(console, found)
    for title, counts in (
        (tr("Ends"), found.ends),
        (tr("Stalemates"), found.stalls),
        (tr("Faults of bots and AI players"), found.missteps),
        (tr("Logs kept (table logs)"), found.kept),
    ):
        if counts:
            numbered = Table(title, tr("Times") if counts is found.missteps else tr("Battles"))
            for word, count in counts.items():
                numbered.add_row(shown(translated(word, language_in_use())), str(count))
            console.print(numbered)
    if found.slowest:
        slow = Table(tr("Slowest turns"), tr("Creature"), tr("Round"), tr("Battle"))
        for timing in found.slowest:
            slow.add_row(f"{timing.slowest * 1000:.0f} ms", shown(timing.actor), str(timing.round), str(timing.number))
        console.print(slow)


def shown(text: str) -> Text:
    """Returns a text for a table cell: printable, and cut if it is long."""
    return Text(shortened(printable(text), LONGEST_CELL))


def _show_matches(console: Console, found: Report) -> None:
    matches = table(
        tr("AI player"),
        tr("against"),
        tr("Ruleset"),
        figures=(tr("Battles"), tr("Won"), tr("Lost"), tr("Drawn"), tr("Rate"), "95 %"),
    )
    several = len({match.ruleset for match in found.matches}) > 2
    for match in found.matches:
        if match.ruleset and not several:
            continue
        matches.add_row(
            shown(match.a),
            shown(match.b),
            match.ruleset or tr("all"),
            *(str(count) for count in (match.battles, match.wins, match.losses, match.draws)),
            f"{match.rate:.1%}",
            f"{match.low:.1%}-{match.high:.1%}",
        )
    console.print(matches)


def _show_goings(console: Console, found: Report) -> None:
    short = _short_names([going.scenario for going in found.goings])
    ends = (tr("Battles"), tr("Red"), tr("Blue"), tr("Drawn"), tr("Rounds"), tr("95th"), tr("Stalls"))
    happenings = (tr("Opp."), tr("Falls"), tr("Pushes"))
    # A terminal of eighty columns does not hold all of it side by side.
    together = console.width >= ROOMY
    ended = table(tr("Scenario"), tr("Ruleset"), figures=ends + happenings if together else ends)
    happened = table(tr("Scenario"), tr("Ruleset"), figures=happenings)
    for going in found.goings:
        whose = (shown(short[going.scenario]), going.ruleset)
        counts = (
            *(str(count) for count in (going.battles, going.red, going.blue, going.draws)),
            f"{going.rounds_median:g}",
            f"{going.rounds_95th:g}",
            str(going.stalls),
        )
        rates = tuple(f"{rate:.2f}" for rate in (going.opportunities, going.falls, going.pushes))
        ended.add_row(*whose, *counts, *(rates if together else ()))
        happened.add_row(*whose, *rates)
    console.print(tr("Rounds: median and 95th percentile. Opportunity attacks, falls and pushes: mean per battle."))
    console.print(ended)
    if not together:
        console.print(happened)


def _short_names(paths: Sequence[str]) -> dict[str, str]:
    stems = {path: Path(path).stem for path in paths}
    return stems if len(set(stems.values())) == len(stems) else {path: path for path in stems}
