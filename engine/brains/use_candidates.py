"""Candidates of `cunning` that use abilities or change weapons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...components.position import Cube
from . import uses
from .candidates import NOTHING, Candidate, Candidates
from .combat_profile import paid
from .use_worth import worth_of
from .uses import UseOption


class UsesAtHand(NamedTuple):
    """The best ability uses from the creature's present place."""

    costly: Sequence[Candidate]
    free: Sequence[UseOption]

    @property
    def least(self) -> float:
        """Returns the value of the best use that costs actions; NOTHING if there is a free use."""
        return NOTHING if self.free else max((use.value for use in self.costly), default=NOTHING)


def uses_at_hand(ahead: Candidates) -> UsesAtHand:
    found = uses.leading(ahead.view) if uses.armed(ahead.view) else []
    costly: list[Candidate] = []
    for use in found:
        if all(use.ways):
            after = ahead.strikes_after(use.ways)
            values = (ahead.sums.value(foe, ahead.here, after) for foe in ahead.targets) if after else ()
            rest = max(values, default=ahead.staying)
            costly.append(Candidate(use.worth + rest + _relief(ahead, ahead.here, use.falls()), use.why, use.intent))
    return UsesAtHand(costly, [use for use in found if not all(use.ways)])


def ability_uses(ahead: Candidates, at_hand: UsesAtHand, others: float) -> Iterator[Candidate]:
    """Yields uses of abilities and of other weapons as candidates, here or after a move."""
    if not uses.armed(ahead.view):
        return
    yield from at_hand.costly
    best = max([others, *(use.value for use in at_hand.costly)])
    for use in at_hand.free:
        value = use.worth + max(others, ahead.staying) + _relief(ahead, ahead.here, use.falls())
        best = max(best, value)
        yield Candidate(value, use.why, use.intent)
    moved = paid(ahead.left, [()] if ahead.view.me.turn.pool_open else ahead.view.rules.actions.costs["move"].ways)
    for far in uses.from_elsewhere(ahead.view):
        left = paid(moved, far.ability.ways) if moved is not None else None
        after = ahead.strikes_with(left) if left is not None else 0
        struck = [foe for foe in ahead.sums.foes if ahead.view.strikes(foe.creature, far.cube)] if after else []
        values = (ahead.sums.value(foe, far.cube, after) for foe in struck)
        rest = max(values, default=-ahead.weights.caution * ahead.sums.danger(far.cube))
        relief = _relief(ahead, far.cube, worth_of(ahead.view).falls(far.ability, far.met))
        walked = uses.walked_to(ahead.view, far) if far.worth + rest + relief > best else None
        if walked is not None:
            best = max(best, walked.worth + rest + relief)
            yield Candidate(walked.worth + rest + relief, walked.why, walked.intent)
    for draw in uses.draws(ahead.view):
        foe = next(one for one in ahead.sums.foes if one.creature.name == draw.target.name)
        strikes = ahead.strikes_with(draw.left)
        gain, downs = draw.with_it.harms(foe, strikes)
        value = gain - ahead.weights.caution * ahead.sums.danger(ahead.here, foe, downs)
        yield Candidate(value, f"it draws {draw.intent.with_}", draw.intent)


def _relief(ahead: Candidates, at: Cube, falls: Mapping[str, float]) -> float:
    if not falls:
        return 0.0
    fears = ahead.sums.fears(at)
    falling = (falls.get(foe.creature.name, 0.0) * fear for foe, fear in zip(ahead.sums.foes, fears, strict=True))
    return ahead.weights.caution * sum(falling)
