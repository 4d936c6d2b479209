"""Plots of a tournament's report (extra `plots`)."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Any

from ...engine.files import replacing
from ...engine.messages import language_in_use, tr, tr_counted, translated
from ...play.tournament.report import MatchUp, Report

RED, GREY, BLUE = "#b5483a", "#b8b8b0", "#3a6fb5"
HEIGHT = 0.6
"""Bar height; 1: touching."""


def draw_report(found: Report, path: Path) -> None:
    """Draws a tournament's results as plots into a .png, .svg or .pdf file."""
    shown = [match for match in found.matches if match.ruleset][::-1] or list(found.matches)
    rows = max(len(shown), len(found.goings), len(found.ends))
    size = (14, max(4.0, 1.6 + 0.34 * rows))
    figure: Any = import_module("matplotlib.figure").Figure(figsize=size, layout="constrained")
    matches, goings, ends = figure.subplots(1, 3)
    figure.suptitle(
        tr_counted("{done} of {count} battle", "{done} of {count} battles", found.planned, done=found.battles)
    )
    _draw_matches(matches, shown)
    _draw_goings(goings, found)
    words = list(found.ends)[::-1]
    ends.barh(
        [fill(translated(word, language_in_use()), 24) for word in words],
        [found.ends[word] for word in words],
        color=GREY,
        height=HEIGHT,
    )
    ends.set_ylim(min(len(words) - 4, 0) - 0.8, max(len(words), 1) - 0.4)
    ends.set_xlabel(tr("battles"))
    ends.set_title(tr("how battles end"))
    # the same report gives the same file, so that no date is written into it
    dated = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with replacing(path) as beside:
        figure.savefig(beside, dpi=120, metadata=dated.get(path.suffix.lower()))


def _draw_matches(axes: Any, shown: Sequence[MatchUp]) -> None:
    for row, match in enumerate(shown):
        axes.plot([match.low, match.high], [row, row], color=BLUE, linewidth=2)
        axes.plot([match.rate], [row], "o", color=BLUE, clip_on=False)
    names = [f"{match.a} - {match.b}\n{match.ruleset or tr('all rulesets')}" for match in shown]
    axes.set_yticks(range(len(shown)), names, fontsize=8)
    axes.axvline(0.5, color=GREY, linestyle="--")
    axes.set_xlim(0, 1)
    axes.set_xlabel(tr("won by the first; a draw counts half (95 % interval)"))
    axes.set_title(tr("results by pair"))


def _draw_goings(axes: Any, found: Report) -> None:
    groups = found.goings[::-1]
    names = [f"{Path(going.scenario).stem}\n{going.ruleset}" for going in groups]
    left = [0.0] * len(names)
    for label, colour, counts in (
        (tr("red"), RED, [going.red for going in groups]),
        (tr("drawn"), GREY, [going.draws for going in groups]),
        (tr("blue"), BLUE, [going.blue for going in groups]),
    ):
        shares = [count / going.battles for count, going in zip(counts, groups, strict=True)]
        axes.barh(names, shares, left=left, color=colour, label=label, height=HEIGHT)
        left = [sum(pair) for pair in zip(left, shares, strict=True)]
    axes.tick_params(axis="y", labelsize=8)
    axes.set_xlim(0, 1)
    axes.set_xlabel(tr("share of battles won"))
    axes.set_title(tr("results by side"))
    if groups:
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=3, frameon=False)
