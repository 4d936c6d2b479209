"""Pictures of a tournament's report (extra `plots`)."""

from importlib import import_module
from pathlib import Path
from typing import Any

from ..systems.tournaments.report import Report

RED, GREY, BLUE = "#b5483a", "#b8b8b0", "#3a6fb5"


def draw_report(found: Report, path: Path) -> None:
    """Draw who beats whom, who won where, and why battles ended, into a .png, .svg or .pdf file."""
    figure: Any = import_module("matplotlib.figure").Figure(figsize=(13, 4.6), layout="constrained")
    matches, goings, ends = figure.subplots(1, 3)
    figure.suptitle(f"{found.battles} battles")
    _draw_matches(matches, found)
    _draw_goings(goings, found)
    words = list(found.ends)[::-1]
    ends.barh(words, [found.ends[word] for word in words], color=GREY)
    ends.set_title("why battles ended")
    # the same report gives the same file: no date is written into it
    dated = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    figure.savefig(path, dpi=120, metadata=dated.get(path.suffix.lower()))


def _draw_matches(axes: Any, found: Report) -> None:
    """Win rates with their intervals, a line a pair and ruleset."""
    shown = [match for match in found.matches if match.ruleset][::-1] or list(found.matches)
    for row, match in enumerate(shown):
        axes.plot([match.low, match.high], [row, row], color=BLUE, linewidth=2)
        axes.plot([match.rate], [row], "o", color=BLUE)
    axes.set_yticks(range(len(shown)), [f"{match.a} - {match.b}\n{match.ruleset}" for match in shown], fontsize=8)
    axes.axvline(0.5, color=GREY, linestyle="--")
    axes.set_xlim(0, 1)
    axes.set_title("battles won, with 95 % interval")


def _draw_goings(axes: Any, found: Report) -> None:
    """Who won, a bar a scenario and ruleset."""
    names = [f"{Path(going.scenario).stem}\n{going.ruleset}" for going in found.goings]
    left = [0.0] * len(names)
    for label, colour, counts in (
        ("red", RED, [going.red for going in found.goings]),
        ("drawn", GREY, [going.draws for going in found.goings]),
        ("blue", BLUE, [going.blue for going in found.goings]),
    ):
        shares = [count / going.battles for count, going in zip(counts, found.goings, strict=True)]
        axes.barh(names, shares, left=left, color=colour, label=label)
        left = [sum(pair) for pair in zip(left, shares, strict=True)]
    axes.tick_params(axis="y", labelsize=8)
    axes.legend(loc="lower right")
    axes.set_title("who won")
