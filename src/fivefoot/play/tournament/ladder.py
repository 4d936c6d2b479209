"""The ladder: all against all on mirrored scenes, one fit of strengths, every ruleset of equal weight."""

import hashlib
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future

import msgspec

from ...engine.rulesets import RULESETS
from .ledger import Played
from .local_workers import LostWorker
from .mirrored_scenes import scene
from .pairings import Entrant, Schedule, pairings_of
from .ratings import bradley_terry, wilson
from .workers import WorkersLost, crew_for


class Rung(msgspec.Struct, frozen=True):
    """One brain on the ladder."""

    brain: str
    elo: float
    """Its strength, the mean of all being 0."""
    margin: float
    """Half the 95 % interval of that."""
    battles: int
    points: float
    """Battles won, a draw counting half."""
    refused: int
    """Intents of its creatures that the rules refused, and faults."""


class MetBrains(msgspec.Struct, frozen=True):
    """Two brains that met, by ruleset."""

    brain: str
    other: str
    ruleset: str
    battles: int
    rate: float
    """The share of points of the first."""
    low: float
    """The lower bound of its 95 % interval."""
    high: float
    """The upper bound."""


class Ladder(msgspec.Struct, frozen=True):
    """What came of it."""

    rungs: tuple[Rung, ...]
    """The strongest first."""
    meetings: tuple[MetBrains, ...]
    battles: int
    digest: str
    """SHA-256 over the digests of all logs, in order: the same ladder gives the same."""


def ladder_plan(
    brains: Sequence[str], scenes: int, rulesets: Sequence[str] = tuple(RULESETS), first: int = 0
) -> Schedule:
    """Every two brains on every scene, both ways round."""
    pairings = pairings_of(brains)
    entries = tuple(
        Entrant(f"scene {number} {ruleset}", scene(number, ruleset), (ruleset,))
        for number in range(first, first + scenes)
        for ruleset in rulesets
    )
    return Schedule(entries=entries, pairings=pairings, games=len(pairings), seed=7000 + first, keep="all")


def climbed(plan: Schedule, jobs: int = 1, progress: Callable[[int], None] = lambda battles: None) -> Ladder:
    """Plays a ladder.

    Raises:
        WorkersLost: a battle has cost a worker process.
    """
    found: dict[int, Played] = {}
    with crew_for(plan, jobs, plan.battles) as crew:
        waiting: dict[Future[list[Played]], int] = {}
        numbers = iter(range(plan.battles))
        while len(found) < plan.battles:
            while len(waiting) < 2 * crew.size and (number := next(numbers, None)) is not None:
                waiting[crew.submit((number,))] = number
            for future in list(crew.wait(list(waiting))):
                number = waiting.pop(future)
                try:
                    (found[number],) = future.result()
                except LostWorker:
                    raise WorkersLost([number]) from None
                progress(1)
    return _told(plan, [found[number] for number in range(plan.battles)])


def _told(plan: Schedule, played: Sequence[Played]) -> Ladder:
    refused: Counter[str] = Counter()
    met: dict[tuple[str, str, str], tuple[float, int]] = {}
    digest = hashlib.sha256()
    for one in played:
        result = one.result
        digest.update(result.digest.encode())
        won = 0.5 if result.winner is None else float(result.winner == "red")
        a, b = sorted((result.red, result.blue))
        points, count = met.get((a, b, result.ruleset), (0.0, 0))
        met[a, b, result.ruleset] = points + (won if a == result.red else 1 - won), count + 1
        _count_refused(plan, one, refused)
    scores: dict[tuple[str, str], tuple[float, int]] = {}
    own: dict[str, tuple[float, int]] = {}
    for (a, b, _), (points, count) in met.items():
        before = scores.get((a, b), (0.0, 0))
        scores[a, b] = before[0] + points, before[1] + count
        for brain, got in ((a, points), (b, count - points)):
            mine = own.get(brain, (0.0, 0))
            own[brain] = mine[0] + got, mine[1] + count
    rungs = [
        Rung(brain, rating.elo, rating.margin, own[brain][1], own[brain][0], refused[brain])
        for brain, rating in bradley_terry(scores).items()
    ]
    meetings = [
        MetBrains(a, b, ruleset, count, *wilson(points, count))
        for (a, b, ruleset), (points, count) in sorted(met.items())
    ]
    rungs.sort(key=lambda rung: (-rung.elo, rung.brain))
    return Ladder(tuple(rungs), tuple(meetings), len(played), digest.hexdigest())


def _count_refused(plan: Schedule, played: Played, refused: Counter[str]) -> None:
    """Adds the refused intents of a battle, and the faults of users' brains and bots, to whose they are."""
    brains = {"red": played.result.red, "blue": played.result.blue}
    for misstep in played.missteps:
        refused[misstep.bot] += 1
    if not played.result.refusals:
        return
    entry = plan.entries[plan.fixture(played.result.number).entry]
    sides = {one["name"]: one["side"] for one in _creatures(entry.text)}
    for line in zlib.decompress(played.log).splitlines():
        event = msgspec.json.decode(line)
        if event.get("event") == "refused":
            refused[brains[sides[event["actor"]]]] += 1


def _creatures(text: str) -> list[dict[str, str]]:
    listed: list[dict[str, str]] = tomllib.loads(text)["creatures"]
    return listed
