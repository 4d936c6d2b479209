"""The worth of the strikes that a creature gives up if it uses an ability."""

from functools import lru_cache

from ..combat.threat import span_of
from ..legality.legal_intents import shoots
from ..rules.ruleset import Ruleset
from .combat_profile import pace_of, paid, strikes_for
from .rough_worth import RoughWorth
from .use_aims import LEAST
from .uses import Ways, farthest_harm, left_now

Actions = tuple[tuple[str, int], ...]
"""(action, how many are left)."""


def least_worth(sums: RoughWorth, ways: Ways) -> float:
    """Returns the worth that a use must exceed: that of the strikes given up for it."""
    found = sums.forgone.get(ways)
    if found is None:
        found = sums.forgone[ways] = max(_strikes_lost(sums, ways), LEAST) if all(ways) else LEAST
    return found


def _strikes_lost(sums: RoughWorth, ways: Ways) -> float:
    view = sums.view
    rules, me = view.rules, view.me
    reach = rules.squares(me.body.range or 0) if shoots(me) else span_of(rules, me).most
    moves = sums.closest > reach
    if moves:
        if sums.closest <= farthest_harm(view):
            return 0.0
        reach += pace_of(rules, me)
    near = [one for one in sums.opposed if one.away <= reach]
    if not near:
        return 0.0
    before, after = _strikes_about(rules, me.body.attacks, tuple(left_now(view).items()), ways, moves=moves)
    harms = sums.me.harms
    if not before:
        return 0.0
    losses = [harms(one, before)[0] for one in near]
    lost = max(losses)
    return lost - harms(near[losses.index(lost)], after)[0] if after else lost


@lru_cache(maxsize=1 << 10)
def _strikes_about(rules: Ruleset, attacks: int, actions: Actions, ways: Ways, *, moves: bool) -> tuple[int, int]:
    """Returns how many strikes a creature can pay for, before and after a use.

    `moves`: it pays for a move first.
    """
    left = dict(actions)
    rest = paid(left, ways)
    if moves:
        cost = rules.actions.costs["move"].ways
        left, rest = paid(left, cost) or {}, None if rest is None else paid(rest, cost)
    before = strikes_for(rules, attacks, tuple(left.items()))
    return before, strikes_for(rules, attacks, tuple(rest.items())) if before and rest is not None else 0
