"""The report of a tournament."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ...engine.extras import MissingExtra
from .ledger import Ledger, Misstep, Result, Timing
from .ratings import bradley_terry, quantile, wilson


class MatchUp(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one AI player against another in a tournament."""

    a: str
    b: str
    ruleset: str
    """The ruleset; empty: all together."""
    battles: int
    wins: int
    losses: int
    draws: int
    rate: float
    """The share of points of `a`; a draw counts half."""
    low: float
    high: float
    """The upper end of Wilson's 95 % interval."""


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """The rating of an AI player (Elo, mean 0)."""

    brain: str
    elo: float
    margin: float
    """Half the 95 percent interval."""


class Going(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one scenario under one ruleset in a tournament."""

    scenario: str
    ruleset: str
    battles: int
    red: int
    blue: int
    """Wins of blue, or of the second side."""
    draws: int
    rounds_median: float
    rounds_95th: float
    stalls: int
    opportunities: float
    falls: float
    pushes: float
    refusals: float
    """Refused intents per battle."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    battles: int
    planned: int
    matches: tuple[MatchUp, ...]
    standings: tuple[Ranking, ...]
    unrated: str
    """The reason for missing ratings; empty if rated."""
    goings: tuple[Going, ...]
    ends: dict[str, int]
    """Numbers of battles, by the reason for the end."""
    stalls: dict[str, int]
    """Numbers of draws by stalemate."""
    missteps: dict[str, int]
    """Numbers of faults by player and kind."""
    kept: dict[str, int]
    """Numbers of kept logs by reason."""
    slowest: tuple[Timing, ...]
    """The longest turns."""


def points_of(result: Result, sides: Sequence[str]) -> float:
    """Returns the result in points for the side red: win 1, draw one half, loss 0."""
    if result.winner not in sides[:2]:
        return 0.5
    return 1.0 if result.winner == sides[0] else 0.0


def report(ledger: Ledger, planned: int, sides: Mapping[str, Sequence[str]]) -> Report:
    """Returns the report of a tournament. `sides` maps scenarios to the sides of red and blue."""
    results = ledger.results(planned)
    standings: tuple[Ranking, ...] = ()
    unrated = ""
    try:
        standings = _standings(results, sides)
    except MissingExtra as missing:
        unrated = str(missing)
    return Report(
        battles=len(results),
        planned=planned,
        matches=tuple(_matches(results, sides)),
        standings=standings,
        unrated=unrated,
        goings=tuple(_goings(results, sides)),
        ends=_counted(result.why for result in results),
        stalls=_counted(result.stall for result in results if result.stall is not None),
        missteps=_counted(_blamed(misstep) for misstep in ledger.missteps()),
        kept=_counted(ledger.kept(planned)),
        slowest=tuple(ledger.slowest()),
    )


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))


def _blamed(misstep: Misstep) -> str:
    return f"{misstep.bot}: {misstep.kind}"


def _matches(results: Sequence[Result], sides: Mapping[str, Sequence[str]]) -> Iterable[MatchUp]:
    met: dict[tuple[str, str, str], list[float]] = {}
    for result in results:
        points = points_of(result, sides[result.scenario])
        a, b = result.red, result.blue
        if a > b:
            a, b, points = b, a, 1 - points
        for ruleset in ("", result.ruleset):
            met.setdefault((ruleset, a, b), []).append(points)
    for (ruleset, a, b), points_each in sorted(met.items()):
        if a == b:
            continue
        sure = wilson(sum(points_each), len(points_each))
        # the stronger first, so that results read from left to right
        turned = sure.rate < 0.5
        wins, losses = points_each.count(1.0), points_each.count(0.0)
        yield MatchUp(
            a=b if turned else a,
            b=a if turned else b,
            ruleset=ruleset,
            battles=len(points_each),
            wins=losses if turned else wins,
            losses=wins if turned else losses,
            draws=points_each.count(0.5),
            rate=1 - sure.rate if turned else sure.rate,
            low=1 - sure.high if turned else sure.low,
            high=1 - sure.low if turned else sure.high,
        )


def _standings(results: Sequence[Result], sides: Mapping[str, Sequence[str]]) -> tuple[Ranking, ...]:
    scores: dict[tuple[str, str], tuple[float, int]] = {}
    for result in results:
        if result.red != result.blue:
            won, battles = scores.get((result.red, result.blue), (0.0, 0))
            scores[result.red, result.blue] = (won + points_of(result, sides[result.scenario]), battles + 1)
    if not scores:
        return ()
    rated = bradley_terry(scores)
    ranked = sorted(rated.items(), key=lambda item: (-item[1].elo, item[0]))
    return tuple(
        Ranking(brain=brain, elo=round(rating.elo, 1), margin=round(rating.margin, 1)) for brain, rating in ranked
    )


def _goings(results: Sequence[Result], sides: Mapping[str, Sequence[str]]) -> Iterable[Going]:
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.scenario, result.ruleset), []).append(result)
    for (scenario, ruleset), group in sorted(groups.items()):
        points = [points_of(result, sides[scenario]) for result in group]
        rounds = [result.rounds for result in group]
        yield Going(
            scenario=scenario,
            ruleset=ruleset,
            battles=len(group),
            red=points.count(1.0),
            blue=points.count(0.0),
            draws=points.count(0.5),
            rounds_median=quantile(rounds, 0.5),
            rounds_95th=quantile(rounds, 0.95),
            stalls=sum(result.stall is not None for result in group),
            opportunities=_mean([result.opportunities for result in group]),
            falls=_mean([result.falls for result in group]),
            pushes=_mean([result.pushes for result in group]),
            refusals=_mean([result.refusals for result in group]),
        )


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else 0.0
