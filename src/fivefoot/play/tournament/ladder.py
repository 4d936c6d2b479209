"""The ladder: all brains against each other on mirrored maps, rated together."""

import hashlib
import tomllib
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import lru_cache
from typing import Any, Final

import msgspec

from ...engine.generator.generate import LANDSCAPES, generate
from ...engine.generator.sketch import Chance
from ...engine.rulesets import RULESETS
from ...engine.scenario.read import scenario_of
from ...engine.scenario.toml_text import text_of
from .ledger import Played
from .local_workers import LostWorker
from .pairings import Entrant, Schedule, pairings_of
from .ratings import bradley_terry, wilson
from .workers import WorkersLost, crew_for

SORTS: Final = ("plain", "shooters", "abilities", "middle")
CLASSES: Final = ("fighter", "archer", "priest", "mage", "scout", "ogre", "wolf", "goblin-shaman")
"""Shipped creatures with abilities."""
SHOT = 12
KEPT = 2


@lru_cache(maxsize=256)
def scene(number: int, ruleset: str, sort: str | None = None, size: tuple[int, int] = (16, 10), side: int = 3) -> str:
    """Returns the text of a scenario that is generated for the ladder."""
    kinds = tuple(LANDSCAPES)
    kind = kinds[number // len(SORTS) % len(kinds)]
    made = generate(number, kind=kind, size=size, sides=(side, side), ruleset=ruleset, mirror=True)
    tree: dict[str, Any] = tomllib.loads(text_of(made))
    sort = sort or SORTS[number % len(SORTS)]
    chance = Chance(f"scene {number} {sort}")
    by_side: dict[str, list[dict[str, Any]]] = {}
    for table in tree["creatures"]:
        by_side.setdefault(table["side"], []).append(table)
    for numbered in by_side.values():
        numbered.sort(key=lambda table: (table["at"][1], min(table["at"][0], size[0] - 1 - table["at"][0])))
    if sort == "shooters":
        unit = RULESETS[ruleset].unit
        for band in by_side.values():
            for table in [one for one in band if one.get("size", "medium") != "large"][: max(side - 1, 1)]:
                table |= {"range": SHOT * unit, "threatens": False}
    elif sort == "abilities":
        drawn = [chance.pick(CLASSES[:5]) for _ in range(side - 1)] + [chance.pick(CLASSES)]
        for band in by_side.values():
            for number_, (table, base) in enumerate(zip(band, drawn, strict=True), 1):
                base = "fighter" if base == "ogre" and table.get("size", "medium") != "large" else base
                at, team = table["at"], table["side"]
                grown = {"size": "medium"} if table.get("size") == "large" and base != "ogre" else {}
                if grown and at[0] > size[0] // 2:
                    at = [at[0] + 1, *at[1:]]  # a smaller creature in the mirror of a large one's space
                table.clear()
                table |= {"name": f"{base} {team} {number_}", "side": team, "at": at, "base": base, **grown}
    elif sort == "middle":
        x, y = size[0] // 2 - 1, size[1] // 2 - 1
        squares = [[x + east, y + south] for south in (0, 1) for east in (0, 1)]
        tree["objectives"] = [{"kind": "hold", "side": team, "squares": squares, "rounds": KEPT} for team in by_side]
    tree.pop("title", None)
    for table in tree["creatures"]:
        table.pop("ai", None)
    return text_of(scenario_of({"title": f"scene {number}", **tree}, f"scene {number}"))


class Rung(msgspec.Struct, frozen=True):
    brain: str
    elo: float
    """The Elo rating; the mean is 0."""
    margin: float
    """Half the 95 % interval."""
    battles: int
    points: float
    """Points; a draw counts half."""
    refused: int


class MetBrains(msgspec.Struct, frozen=True):
    """The results of two AI players against each other under one ruleset."""

    brain: str
    other: str
    ruleset: str
    battles: int
    rate: float
    """The first brain's share of points."""
    low: float
    """The lower 95 % bound."""
    high: float
    """The upper 95 % bound."""


class Ladder(msgspec.Struct, frozen=True):
    rungs: tuple[Rung, ...]
    meetings: tuple[MetBrains, ...]
    battles: int
    digest: str
    """The SHA-256 of all battles' digests."""


def ladder_plan(
    brains: Sequence[str], scenes: int, rulesets: Sequence[str] = tuple(RULESETS), first: int = 0
) -> Schedule:
    """Plans a ladder's games: every pair of AI players on every map. They play once with each side."""
    pairings = pairings_of(brains)
    entries = tuple(
        Entrant(f"scene {number} {ruleset}", scene(number, ruleset), (ruleset,))
        for number in range(first, first + scenes)
        for ruleset in rulesets
    )
    return Schedule(entries=entries, pairings=pairings, games=len(pairings), seed=7000 + first, keep="all")


def climbed(plan: Schedule, jobs: int = 1, progress: Callable[[int], None] = lambda battles: None) -> Ladder:
    """Plays all games of a ladder and returns the results, with ratings."""
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
