"""The brain `planner` and fast brains for its trials."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from typing import Any, Final, NamedTuple

from ...components.events import Damaged, Event, Rolled, Struck
from ...components.intents import Intent
from ..state.objectives import standing
from . import aggressive, cunning, goals
from .brain import Play
from .combat_profile import figures_of, gap
from .estimates import last_blood
from .evaluation import Weights
from .turns import AsBrain, Do, WholeTurn
from .uses import stands_off
from .view import PlannedTurn, Script, View

PATIENCE = 2
"""Rounds without damage that `wary` waits."""


def quick(view: View) -> Intent | None:
    """Chooses an intent like the AI player `aggressive`, but with less computation."""
    if not view.enemies:
        return None
    wanted = aggressive.get_up(view)
    if wanted is None and view.world.objectives:
        wanted = goals.arrive(view)
    wanted = wanted or aggressive.use(view) or aggressive.strike(view)
    if wanted is not None:
        return wanted
    if view.struck or aggressive.can_strike_later(view):
        return None
    if view.world.objectives and goals.post(view) is not None:
        return None
    return aggressive.close_in(view) or aggressive.charge(view) or _onward(view)


def _onward(view: View) -> Intent | None:
    if view.world.objectives and goals.goal_ahead(view) is not None:
        return goals.advance(view)
    return aggressive.approach(view)


def wary(view: View) -> Intent | None:
    """Chooses an intent like `quick`, but approaches enemies only after some rounds without damage."""
    if not view.enemies:
        return None
    if view.world.objectives:
        return quick(view)
    wanted = aggressive.get_up(view) or aggressive.use(view) or aggressive.strike(view)
    if wanted is not None or aggressive.can_strike_later(view):
        return wanted
    wanted = aggressive.close_in(view) or aggressive.charge(view)
    if wanted is not None:
        return wanted
    calm = view.world.round - last_blood(view)
    return None if calm <= PATIENCE else aggressive.approach(view)


PLANS: Final = 14
OPTIONS: Final = 3
"""Plans that begin with the best candidates of `cunning`."""
EACH: Final = 5
"""Least trials of each plan."""
HALVED: Final = (2, 4, 8, 16, 32, 64)
"""After so many trials each, the worse half of the plans is dropped."""
NOISE: Final = 0.03
"""The variance assumed for a pair of trials."""
USUAL_PAIRS: Final = 4
"""The number of pairs of trials that the assumed variance counts as."""
MARGIN: Final = 0.1
"""Least lead for preferring a plan; trials undervalue the default about as much."""
DOUBT: Final = 4.0
"""Extra lead needed per variance, since most plans are worse."""
FEWEST: Final = 3
"""Least trials for preferring a plan."""
AGAIN: Final = 0.25
"""The share of the budget for a second search."""
STEADY: Final = Weights(patience=6, impatience=6)
"""Weights of the default plan: it lets the enemy come."""


class Tried(NamedTuple):
    """A plan for a turn, with its score in each simulated battle."""

    plan: PlannedTurn
    scores: list[float]

    @property
    def mean(self) -> float:
        return sum(self.scores) / len(self.scores)


class Planner:
    """An AI player that simulates several plans for its turn and compares the results.

    `turns` limits the simulated turns of a decision, `rounds` the length of a simulation. A plan must be clearly
    better than that of `Cunning(weights)`. Any thread may set `stopped` to end a search early.
    """

    def __init__(
        self, turns: int = 600, rounds: float = 1.5, scripts: Script = quick, weights: Weights = STEADY
    ) -> None:
        self.turns = turns
        self.rounds = rounds
        self.scripts = scripts
        self.weights = weights
        self.usual: WholeTurn = WholeTurn("as cunning", (AsBrain(cunning.Cunning(weights).decide),))
        self.stopped = False

    def turn(self, view: View) -> Play:
        """Plays a turn. After a dice roll it makes a new plan, if simulated turns are left."""
        if not view.enemies:
            return
        end = view.simulated + self.turns
        plan: PlannedTurn | None = self.plan(view)
        looks = 1
        while plan is not None:
            again: PlannedTurn | None = None
            for wanted, rest in _played(plan, view):
                view.weigh(wanted, plan.why)
                if view.journal is not None:
                    view.journal.decided(view.world.round, view.me.name, view.me.cube, "planner", wanted)
                came = yield wanted
                left = end - view.simulated if view.enemies else 0
                if looks == 1 and rest is not None and left >= AGAIN * self.turns and _rolled(came):
                    looks, again = 2, self.best(view, [rest, *islice(self._plans(view), PLANS)], left)
                    break
            plan = again

    def plan(self, view: View) -> PlannedTurn:
        if view.trying is None or not in_contact(view):
            return self.usual
        found = list(islice(self._plans(view), PLANS))
        return self.best(view, found, self.turns) if len(found) > 1 else self.usual

    def _plans(self, view: View) -> Iterator[PlannedTurn]:
        yield self.usual
        for option in cunning.leading(view, self.weights, OPTIONS)[1:]:
            if option.intent is not None:
                yield WholeTurn(option.why, (Do(option.intent), *self.usual.steps))
        yield from (plan for plan in view.turns() if plan.why not in ("as cunning", "as aggressive"))

    def best(self, view: View, plans: list[PlannedTurn], turns: int) -> PlannedTurn:
        """Returns the plan with the best simulated score; the first one unless another is clearly better."""
        budget = view.simulated + turns
        able = sum(standing(one) for one in view.world.creatures)
        rounds = max(self.rounds * able - 1, 1) / able
        affordable = turns / (EACH * (1 + round(rounds * able)))
        alive = [Tried(plan, []) for plan in plans[: max(int(affordable), 3)]]
        base, seen, luck = alive[0], set[object](), 0
        while len(alive) > 1 and view.simulated < budget and luck < HALVED[-1] and not self.stopped:
            for tried in list(alive):
                trial = view.fork(_luck(luck))
                events = trial.play(tried.plan)
                if luck == 0:
                    shape = (trial.creature(view.me.name).cube, *_blows(events))
                    if shape in seen and tried is not base:
                        alive.remove(tried)
                        continue
                    seen.add(shape)
                trial.play_on(self.scripts, rounds)
                tried.scores.append(trial.score())
            luck += 1
            if luck in HALVED:
                others = sorted((one for one in alive if one is not base and _hopeful(one, base)), key=_by_mean)
                alive = [base, *others[: max((len(others) + 1) // 2, 1)]]
        chosen = max(alive, key=lambda one: one.mean if one.scores else -2.0)
        return chosen.plan if chosen is not base and _ahead(chosen, base) else base.plan


def _luck(number: int) -> int:
    seed = number // 2 + 1
    return -seed if number % 2 else seed


def _played(plan: PlannedTurn, view: View) -> Iterator[tuple[Any, WholeTurn | None]]:
    if isinstance(plan, WholeTurn):
        yield from plan.played(view)
    else:
        yield from ((wanted, None) for wanted in plan.play(view))


def _rolled(events: Sequence[Event] | None) -> bool:
    return any(isinstance(event, (Struck, Rolled)) for event in events or ())


def _blows(events: list[Event]) -> Iterator[object]:
    for event in events:
        if isinstance(event, Struck):
            yield event.by, event.target
        elif isinstance(event, Damaged):
            yield event.who, event.amount


def _by_mean(one: Tried) -> float:
    return -one.mean


def _lead(one: Tried, other: Tried) -> tuple[float, float, int]:
    gains = [mine - its for mine, its in zip(one.scores, other.scores, strict=False)]
    pairs = [(gain + mirrored) / 2 for gain, mirrored in zip(gains[::2], gains[1::2], strict=False)]
    mean: float = sum(pairs) / len(pairs) if pairs else 0.0
    spread: float = sum((gain - mean) ** 2 for gain in pairs) + USUAL_PAIRS * NOISE
    freedom = max(len(pairs) - 1, 0) + USUAL_PAIRS
    return mean, spread / freedom / max(len(pairs), 1), len(pairs)


def _hopeful(one: Tried, other: Tried) -> bool:
    mean, variance, _ = _lead(one, other)
    return mean + 2 * sqrt(variance) > MARGIN


def _ahead(one: Tried, other: Tried) -> bool:
    mean, variance, pairs = _lead(one, other)
    return pairs >= FEWEST and mean > MARGIN + DOUBT * variance


def in_contact(view: View) -> bool:
    """True if a fight is possible before the creature's next turn. An objective or harm from afar also counts."""
    me, rules = view.me, view.rules
    if view.world.objectives and (goals.goal_ahead(view) is not None or goals.post(view) is not None):
        return True
    mine = figures_of(rules, me)
    for foe in view.enemies:
        squares = gap(me.box, foe.box)
        for figures in (mine, figures_of(rules, foe)):
            moves = max(len(figures.volleys) - 1, 0) + figures.charges
            if figures.volleys and squares <= figures.reach + figures.pace * moves:
                return True
    return stands_off(view)
