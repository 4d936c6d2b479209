"""Marks over the board as plain data: lines, frames, signs and words.

They are in squares and named inks.

Windows, pictures and pages paint the same marks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeAlias

from ...engine.combat.sight import Sightline
from ...engine.geometry.boxes import Box
from ...engine.legality.preview import PreviewStep
from ...engine.messages import tr
from ..replay.snapshot import CreatureView
from .offer import Offer
from .plans import Intention
from .strike_lines import BAND, BEYOND, StrikeLines
from .uses import odds_brief, odds_label
from .zone_view import ZoneView

Spot = tuple[float, float]
"""A point in squares."""
Square = tuple[int, int]
TOKEN = 0.4
"""A token's radius, as a part of its space."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to draw between two points."""

    a: Spot
    b: Spot
    ink: str
    width: float = 1 / 12
    dashed: bool = False
    arrow: bool = False
    """True if an arrow head points to `b`."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame to draw around some squares."""

    around: tuple[float, float, float, float]
    ink: str
    width: float = 1 / 16
    """The radius in squares."""
    rounded: bool = True


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc or ring to draw."""

    at: Spot
    ink: str
    radius: float = 1 / 8
    """The width in squares."""
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """A disc with a number: what movement to a square costs."""

    text: str
    at: Spot
    ink: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A disc with a short text, drawn on the board."""

    text: str
    at: Spot
    ink: str


@dataclass(frozen=True, slots=True)
class Label:
    """A box with a text, drawn above or below a point."""

    text: str
    at: Spot
    ink: str
    below: bool = False
    large: bool = False
    """True if the text never shrinks."""
    narrow: bool = False
    """True if the text shrinks to the width of a square."""


@dataclass(frozen=True, slots=True)
class Rising:
    """A text that rises from a point and fades, such as damage."""

    text: str
    at: Spot
    ink: str
    age: float = 0.0


@dataclass(frozen=True, slots=True)
class Burst:
    """A picture that grows and fades over a creature, such as fire."""

    picture: str
    """An effect of the atlas."""
    at: Spot
    side: float
    """The width in squares."""
    ink: str = "accent"
    age: float = 0.0
    """The burst's progress, from 0 to 1."""


def lost_marks(lost: Mapping[str, CreatureView]) -> list["Mark"]:
    marks: list[Mark] = []
    for one in lost.values():
        x0, y0, _, x1, y1, _ = one.box
        middle = ((x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2)
        marks += [Frame((x0 + 0.1, y0 + 0.1, x1 + 0.9, y1 + 0.9), "faint"), Sign("?", middle, "faint")]
        marks.append(Label(one.name, (middle[0], y1 + 1.0), "faint", below=True))
    return marks


@dataclass(frozen=True, slots=True)
class Fill:
    """A set of squares to be coloured."""

    squares: frozenset[Square]
    ink: str


Mark: TypeAlias = Fill | Line | Frame | Dot | Count | Sign | Label | Rising | Burst
Views: TypeAlias = Mapping[str, CreatureView]


def middle(box: Box) -> Spot:
    return (box.x0 + box.x1 + 1) / 2, (box.y0 + box.y1 + 1) / 2


def frame_of(box: Box, ink: str, width: float = 1 / 16) -> Frame:
    return Frame((box.x0, box.y0, box.x1 + 1, box.y1 + 1), ink, width)


def shortened(a: Spot, b: Spot, by: float) -> Spot:
    length = max(((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5, 1e-9)
    share = min(by / length, 0.5)
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# --- an offer --------------------------------------------------------------------------------------------


def offer_marks(offer: Offer, figures: Views, me: str | None) -> list[Mark]:
    """Returns what to draw before a player clicks: path, strikes, odds and flanking."""
    marks: list[Mark] = []
    seen = offer.preview
    if seen is not None:
        marks += trail(figures, seen.steps)
        after = offer.follow_up
        struck = [*seen.strikes, *([str(after["target"])] if after is not None else [])]
        marks += [frame_of(figures[name].box, "accent") for name in struck if name in figures]
    marks += strike_words(offer.lines, figures)
    for name, odds in offer.odds.items():
        if name in figures:
            several = len(offer.odds) > 1
            told = odds_brief(odds, offer.labels) if several else odds_label(odds, offer.strikes, offer.labels)
            if told:
                marks.append(replace(_odds(told, name, offer.lines, figures, me), narrow=several))
    return marks


def _odds(told: str, name: str, lines: StrikeLines, figures: Views, me: str | None) -> Label:
    box = figures[name].box
    striker = figures[me].box if me is not None and me in figures else None
    flanked = any(target == name for target, _ in lines.flanks)
    covered = (
        striker is not None
        and not flanked
        and striker.y0 <= box.y0 - 1 <= striker.y1
        and striker.x0 <= box.x1 + 1
        and striker.x1 >= box.x0 - 1
    )
    across = middle(box)[0]
    return Label(told, (across, box.y1 + 1 if covered else box.y0), "accent", below=covered, large=True)


def trail(figures: Views, steps: Sequence[PreviewStep]) -> list[Mark]:
    """Returns what to draw for a movement that is previewed: path, costs, reactions and end."""

    def space(step: PreviewStep) -> Box:
        (x, y, z), side = step.at, figures[step.who].squares if step.who in figures else 1
        return step.shape or Box(x, y, z, x + side - 1, y + side - 1, z + side - 1)

    def at(step: PreviewStep) -> Spot:
        return middle(space(step))

    lines: list[Mark] = []
    attackers: dict[str, Spot] = {}
    here = {step.who: middle(figures[step.who].box) for step in steps if step.who in figures}
    moved: set[str] = set()
    for step in steps:
        there = at(step)
        start = here.get(step.who, there)
        side = figures[step.who].squares if step.who in figures else 1
        leaving = TOKEN * side if step.who not in moved else 0.0
        moved.add(step.who)
        ink = "threat" if step.forced else "path"
        lines.append(Line(shortened(start, there, leaving), there, ink, 1 / 10, step.forced))
        for name in step.provokes:
            if name in figures:
                enemy = attackers[name] = middle(figures[name].box)
                tail = shortened(enemy, start, TOKEN * figures[name].squares)
                lines.append(Line(tail, shortened(start, enemy, 1 / 3), "warning", 1 / 12, dashed=True))
        if step.collides is None:
            here[step.who] = there
    counts, labels = _costs(steps, at)
    last = {step.who: step for step in steps if step.collides is None}
    ends = [frame_of(space(step), "accent") for step in last.values()]
    signs = [Sign("⚔", (x + TOKEN * figures[name].squares, y - TOKEN * figures[name].squares), "warning")
             for name, (x, y) in attackers.items()]  # fmt: skip
    return [*lines, *counts, *ends, *signs, *labels]


def _costs(steps: Sequence[PreviewStep], at: Callable[[PreviewStep], Spot]) -> tuple[list[Mark], list[Mark]]:
    counts: list[Mark] = []
    labels: list[Mark] = []
    running = 0
    for step in steps:
        spot = at(step)
        if step.forced:
            if step.collides:
                labels.append(Label(f"✖ {step.collides}", spot, "warning"))
            elif step.falls:
                labels.append(Label(tr("⇓ falls"), spot, "warning"))
            else:
                counts.append(Dot(spot, "threat"))
            continue
        running += step.cost
        counts.append(Count(str(running), spot, "cost-1" if step.reasons else "path"))
        if step.falls:
            labels.append(Label(tr("⇓ falls"), spot, "warning"))
        if step.check:
            labels.append(Label(f"⚄ {step.check}", spot, "accent"))
    return counts, labels


# --- lines of a strike -----------------------------------------------------------------------------------


def ground_marks(offer: Offer) -> list[Mark]:
    return ([Fill(offer.area, "warning")] if offer.area else []) + sight_marks(offer.lines)


def zone_marks(views: Iterable[ZoneView]) -> list[Mark]:
    """Returns the coloured squares of zones. Harmful zones have the colour of warnings."""
    return [Fill(one.squares, "warning" if one.harms else "flank") for one in views]


def sight_marks(lines: StrikeLines) -> list[Mark]:
    """Returns the line of effect to draw, dashed behind an obstacle."""
    sight = lines.sight
    if sight is None:
        return []
    a, b = sight.start[:2], sight.end[:2]
    if sight.clear:
        return [Line(a, b, "accent")]
    stop = _stop(sight)
    whole: list[Mark] = [Line(a, stop, "accent")] if stop is not None else []
    return [*whole, Line(stop or a, b, "warning", dashed=True)]


def strike_words(lines: StrikeLines, figures: Views) -> list[Mark]:
    marks: list[Mark] = []
    sight = lines.sight
    if sight is not None and not sight.clear:
        spot = _stop(sight) or ((sight.start[0] + sight.end[0]) / 2, (sight.start[1] + sight.end[1]) / 2)
        if sight.at is not None and sight.beyond is None:
            x, y = sight.at[:2]
            marks.append(Frame((x, y, x + 1, y + 1), "warning", rounded=False))
        else:
            marks.append(Dot(spot, "warning", 1 / 5, ring=True))
        marks.append(Label(f"✖ {sight.what}", spot, "warning"))
    for target, flank in lines.flanks:
        if flank.line is not None:
            p, q = ((point[0] / 2, point[1] / 2) for point in flank.line)
            marks.append(Line(shortened(p, q, 1 / 3), shortened(q, p, 1 / 3), "flank", 1 / 16))
        if target in figures:
            box = figures[target].box
            marks.append(frame_of(box, "flank"))
            marks.append(Label(f"⇄ {flank.ally}", (middle(box)[0], box.y1 + 1), "flank", below=True))
    return marks


def _stop(sight: Sightline) -> Spot | None:
    if sight.at is None:
        return None
    x, y = sight.at[0] + 0.5, sight.at[1] + 0.5
    if sight.beyond is not None:
        x, y = (x + sight.beyond[0] + 0.5) / 2, (y + sight.beyond[1] + 0.5) / 2
    (ax, ay, _), (bx, by, _) = sight.start, sight.end
    dx, dy = bx - ax, by - ay
    far = dx * dx + dy * dy
    share = min(max(((x - ax) * dx + (y - ay) * dy) / far, 0.0), 1.0) if far else 0.0
    return ax + dx * share, ay + dy * share


def band_marks(bands: Mapping[Square, int], row: int, told: Callable[[int], str]) -> list[Mark]:
    """Returns labels with the distance at each range increment of a shot."""
    if not any(0 < band != BEYOND for band in bands.values()):
        return []
    last: dict[int, int] = {}
    for (x, y), band in bands.items():
        if y == row and bands.get((x + 1, y), band) > band:
            last[band] = max(x, last.get(band, -1))
    return [Label(told((band + 1) * BAND), (x + 1, row + 0.5), "accent") for band, x in sorted(last.items())]


# --- plans of brains -------------------------------------------------------------------------------------


def plan_marks(plans: Iterable[Intention], figures: Views) -> list[Mark]:
    """Returns what to draw for planned moves: path, end, target and odds."""
    marks: list[Mark] = []
    forecasts: dict[str, list[str]] = {}
    for plan in plans:
        if plan.who not in figures:
            continue
        half = figures[plan.who].squares / 2
        spots = [(x + half, y + half) for x, y, _ in plan.way]
        for number, (a, b) in enumerate(pairwise(spots)):
            leaving = half if not number else 0  # its token stays whole
            marks.append(Line(shortened(a, b, leaving), b, "accent", 1 / 16, dashed=True))
        if len(spots) > 1:
            marks.append(Dot(spots[-1], "accent", 1 / 4, ring=True))
        elif plan.target is None:
            marks.append(Label("…", spots[-1], "accent"))
        if plan.target is not None and plan.target in figures:
            tip = shortened(middle(figures[plan.target].box), spots[-1], 1 / 3)
            marks.append(Line(spots[-1], tip, "warning", 1 / 12, arrow=True))
            if plan.odds:
                forecasts.setdefault(plan.target, []).append(f"{plan.who}: {plan.odds}")
    for target, told in forecasts.items():
        box = figures[target].box
        marks.append(Label("  +  ".join(told), (middle(box)[0], box.y0), "warning"))
    return marks
