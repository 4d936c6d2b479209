"""Whole turns for trials.

A turn is a list of steps. A step repeats while it gives an intent, so rolls do not break it.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from operator import attrgetter
from typing import Any, NamedTuple

from ...components.intents import Attack, Charge, FullAttack, Intent, Shift, Stand, Step
from ...components.position import Cube
from ..board.obstruction import clear
from ..legality.legal_intents import shoots
from ..state.creature import Creature
from . import aggressive, cunning, goals, uses
from .combat_profile import figures_of, gap
from .estimates import beside_harm, ground_harm, harm_about, healthy, shoves, strike_harm
from .view import View
from .walking import walk_to

POSTS = 10
"""Places compared for a strike."""
VANTAGES = 60
"""Places a shooter examines."""
MOST_USES = 3
STEPS = 12


class Do(NamedTuple):
    """A part of a planned turn: one intent, already known as legal."""

    intent: Intent


class Go(NamedTuple):
    """A planned move to a place by the path with the least damage."""

    cube: Cube


class StrikeAt(NamedTuple):
    """A planned strike at `target`, or else at any enemy in reach."""

    target: str = ""


class AsBrain(NamedTuple):
    decide: Callable[[View], Any]


TurnStep = Do | Go | StrikeAt | AsBrain


class WholeTurn(NamedTuple):
    why: str
    steps: tuple[TurnStep, ...]

    def play(self, view: View) -> Iterator[Intent]:
        """Yields the turn's intents. Each is chosen after the last one took effect."""
        for wanted, _ in self.played(view):
            yield wanted

    def played(self, view: View) -> "Iterator[tuple[Intent, WholeTurn]]":
        for number, step in enumerate(self.steps):
            once = isinstance(step, (Do, Go))
            rest = self._replace(steps=self.steps[number + once :])
            for _ in range(1 if once else STEPS):
                wanted = _intent(view, step)
                if wanted is None:
                    break
                yield wanted, rest


def _intent(view: View, step: TurnStep) -> Any:
    match step:
        case Do(intent):
            return intent if view.lawful(intent) else None
        case Go(cube):
            return go(view, cube) if view.me.cube != cube else None
        case StrikeAt(target):
            return strike(view, target)
        case AsBrain(decide):
            return decide(view)


def go(view: View, cube: Cube) -> Intent | None:
    """Returns a move to `cube` by the path with least damage."""
    costs = view.rules.actions.costs
    x, y, z = view.me.cube
    if max(abs(cube[0] - x), abs(cube[1] - y), abs(cube[2] - z)) == 1:
        careful: tuple[tuple[str, Intent], ...] = (("step", Step(to=cube)), ("shift", Shift(path=(cube,))))
        for kind, wanted in careful:
            if kind in costs and view.lawful(wanted):
                return wanted
    return walk_to(view, cube)


def strike(view: View, target: str = "") -> Intent | None:
    """Returns a strike at `target`, or else at the weakest enemy in reach."""
    if not view.has_strikes():
        return None
    for foe in sorted(aggressive.targets(view), key=lambda foe: foe.name != target):
        ranged = view.shoots_at(foe)
        whole = FullAttack(target=foe.name, ranged=ranged)
        if view.me.body.attacks > 1 and view.lawful(whole):
            return whole
        single = Attack(target=foe.name, ranged=ranged)
        if view.lawful(single):
            return single
    return None


def whole_turns(view: View) -> Iterator[WholeTurn]:
    """Yields plans for the whole turn that differ from each other, most promising first."""
    seen: set[Any] = set()
    for turn in chain(_usual(), _prepared(view)):
        key = tuple(repr(step) for step in turn.steps)
        if key not in seen:
            seen.add(key)
            yield turn


def _usual() -> Iterator[WholeTurn]:
    yield WholeTurn("as cunning", (AsBrain(cunning.decide),))
    yield WholeTurn("as aggressive", (AsBrain(aggressive.decide),))


def _prepared(view: View) -> Iterator[WholeTurn]:
    held = view.me.condition.held
    up: tuple[TurnStep, ...] = (Do(Stand()),) if "prone" in held or "crouched" in held else ()
    around = Surroundings(view)
    for turn in chain(
        _uses(view, around), _strikes(view, around), _shoves(view), _posts(view, around), _charges(view), _goals(view),
        _keeping_off(view, around),
    ):  # fmt: skip
        yield WholeTurn(turn.why, (*up, *turn.steps))


class Surroundings:
    """Ranks the places within one move by how many enemies threaten each."""

    def __init__(self, view: View) -> None:
        me, rules = view.me, view.rules
        self.view = view
        self.foes = [(foe, figures_of(rules, foe)) for foe in view.enemies]
        dangerous = harm_about(view)
        self.ranked: list[tuple[tuple[int, int, int], int, Cube]] = []
        """(exposure, cost, place) of each place within one move."""
        if view.affords("move", "crawl"):
            self.ranked = sorted(
                (self.exposure(cube), arrival.cost, cube)
                for cube, arrival in view.reach().arrivals()
                if arrival.can_stop and cube != me.cube and not (dangerous and ground_harm(view, me, cube))
            )

    def exposure(self, cube: Cube) -> tuple[int, int, int]:
        """Returns (enemies that reach `cube`, enemies that can after a move, -nearest distance)."""
        box = self.view.me.at(cube)
        stand = move = 0
        near = 99
        for foe, figures in self.foes:
            squares = gap(foe.box, box)
            stand += squares <= figures.reach
            move += squares <= figures.reach + figures.pace
            near = min(near, squares)
        return stand, move, -near

    @property
    def refuge(self) -> Cube | None:
        return self.ranked[0][2] if self.ranked else None

    @property
    def fringe(self) -> Cube | None:
        """Returns the place nearest to enemies, of all places that the fewest enemies threaten."""
        if not self.ranked:
            return None
        least = self.ranked[0][0][:2]
        near = [entry for entry in self.ranked if entry[0][:2] == least]
        return max(near, key=lambda entry: (entry[0][2], -entry[1], entry[2]))[2]


def _uses(view: View, around: Surroundings) -> Iterator[WholeTurn]:
    if not uses.armed(view):
        return
    for use in islice(uses.from_here(view), MOST_USES):
        yield WholeTurn(use.why, (Do(use.intent), StrikeAt()))
        if around.refuge is not None:
            yield WholeTurn(f"{use.why}, then leaves", (Do(use.intent), Go(around.refuge)))
    walks = (uses.walked_to(view, use) for use in uses.from_elsewhere(view))
    for use in sorted(filter(None, walks), key=attrgetter("worth"), reverse=True)[:2]:
        yield WholeTurn(use.why, (Do(use.intent), AsBrain(aggressive.use), StrikeAt()))
    for draw in islice(uses.draws(view), 2):
        yield WholeTurn(f"draws {draw.intent.with_}", (Do(draw.intent), StrikeAt(draw.target.name)))


def _strikes(view: View, around: Surroundings) -> Iterator[WholeTurn]:
    struck = aggressive.frailest(view.struck)
    for foe in struck:
        yield WholeTurn(f"strikes {foe.name}", (StrikeAt(foe.name),))
    if struck and around.refuge is not None:
        first = struck[0].name
        yield WholeTurn(f"strikes {first} and leaves", (StrikeAt(first), Go(around.refuge)))


def _posts(view: View, around: Surroundings) -> Iterator[WholeTurn]:
    found = _vantages(view, around) if shoots(view.me) else _beside(view, around)
    for foe, cube in sorted(found, key=lambda post: _frailty(post[0])):
        yield WholeTurn(f"strikes {foe.name} from {list(cube)}", (Go(cube), StrikeAt(foe.name)))


def _frailty(foe: Creature) -> int:
    return 1 << 30 if foe.health.hp is None else foe.health.hp


def _beside(view: View, around: Surroundings) -> Iterator[tuple[Creature, Cube]]:
    if not view.affords("move", "crawl"):
        return
    reach = view.reach()
    for foe, _ in around.foes:
        found = [
            (len(arrival.opportunities), not view.flanks(foe, cube), around.exposure(cube), arrival.cost, cube)
            for cube, arrival in islice(view.posts(reach, foe), POSTS)
            if cube != view.me.cube
        ]
        if found:
            best, safest = min(found)[-1], min(found, key=lambda post: (post[0], post[2], post[3]))[-1]
            yield from ((foe, cube) for cube in dict.fromkeys((best, safest)))


def _vantages(view: View, around: Surroundings) -> Iterator[tuple[Creature, Cube]]:
    left, board = [foe for foe, _ in around.foes], view.world.board
    for _, _, cube in around.ranked[:VANTAGES]:
        met = [foe for foe in left if view.in_range(foe, cube) and clear(board, view.me.at(cube), foe.box)]
        left = [foe for foe in left if foe not in met]
        yield from ((foe, cube) for foe in met)


def _charges(view: View) -> Iterator[WholeTurn]:
    if "charge" not in view.rules.actions.costs or shoots(view.me) or view.struck or not view.affords("charge"):
        return
    for foe in view.near_for_charge[:3]:
        wanted = Charge(target=foe.name)
        if view.lawful(wanted):
            yield WholeTurn(f"charges {foe.name}", (Do(wanted), StrikeAt(foe.name)))


def _shoves(view: View) -> Iterator[WholeTurn]:
    if not harm_about(view) or shoots(view.me):
        return
    best: dict[str, tuple[float, Intent]] = {}
    for wanted, foe, harm in shoves(view, {foe.name: foe for foe in view.struck if beside_harm(view, foe)}):
        if harm > best.get(foe.name, (strike_harm(view, foe) / 2,))[0]:
            best[foe.name] = harm, wanted
    for name, (harm, wanted) in best.items():
        yield WholeTurn(f"pushes {name}: {harm:.0f} damage expected", (Do(wanted), StrikeAt(name)))


def _goals(view: View) -> Iterator[WholeTurn]:
    goal = goals.goal_ahead(view) if view.world.objectives else None
    if goal is None:
        return
    to = (AsBrain(goals.arrive), AsBrain(goals.advance))
    yield WholeTurn("heads for its goal", (*to, StrikeAt()))
    if view.struck:
        yield WholeTurn("strikes, then heads for its goal", (StrikeAt(), *to))


def _keeping_off(view: View, around: Surroundings) -> Iterator[WholeTurn]:
    yield WholeTurn("stays", (StrikeAt(),))
    places: Mapping[str, Cube | None] = {"keeps just out of reach": around.fringe, "leaves": around.refuge}
    for why, cube in places.items():
        if cube is not None and (why != "leaves" or not healthy(view.me)):
            yield WholeTurn(f"{why} at {list(cube)}", (Go(cube), StrikeAt()))
