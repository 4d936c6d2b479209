"""The brain `random`: any legal intent, mostly attacks."""

from bisect import insort
from collections.abc import Iterator, Sequence

from ...components.intents import Intent
from ..legality.likely_uses import uses_of
from ..memo import Memo
from .uses import armed, draws, outfits, ready_now
from .view import View

TASTES: tuple[tuple[str, int], ...] = (
    ("attack", 6),
    ("full-attack", 6),
    ("charge", 3),
    ("stand", 6),
    ("move", 6),
    ("step", 2),
    ("shift", 2),
    ("crawl", 2),
    ("withdraw", 1),
    ("tumble", 1),
    ("overrun", 1),
    ("clamber", 1),
    ("jump", 1),
    ("leap", 1),
    ("teleport", 3),
    ("dig", 1),
    ("climb-creature", 1),
    ("push", 1),
    ("pull", 1),
    ("slide", 1),
    ("drop-prone", 1),
    ("crouch", 1),
    ("end", 2),
)
"""Weight of each kind of intent."""


GEARED: tuple[tuple[str, int], ...] = (("use", 8), ("equip", 1))
"""Weights of further kinds, for creatures with abilities or items."""

ATTEMPTS = 12
"""Intents tried per kind."""
MOST_KEPT = 1 << 10
"""Cache size."""


def decide(view: View) -> Intent | None:
    """Returns a random legal intent: first its kind is drawn, then the intent."""
    left = _affordable(view)
    while left:
        kind = _drawn(left, view.chance(sum(left.values()), f"kind {len(left)}"))
        if kind == "end":
            return None
        found = _candidates(view, kind)
        for attempt, number in enumerate(_lots(view, kind, len(found))):
            wanted = found[number]
            if view.lawful(wanted):
                if view.journal is not None:
                    view.weigh(wanted, f"drawn from {len(found) - attempt} of its kind, {kind} from {len(left)} kinds")
                    other = next((one for one in found if one != wanted and view.lawful(one)), None)
                    view.weigh(other, "it was not drawn")
                return wanted
        del left[kind]
    return None


def _candidates(view: View, kind: str) -> Sequence[Intent]:
    if kind in ("attack", "full-attack") and not view.struck:
        return [draw.intent for draw in draws(view)] if kind == "attack" and armed(view) else ()
    if kind == "charge" and not view.near_for_charge:
        return ()
    if kind == "move" and view.barred(kind):
        return ()  # before its places are searched; other kinds are listed faster than tried
    if kind == "equip":
        return outfits(view)
    if kind == "use":
        return _uses(view)
    found = view.thinkable(kind)
    return () if len(found) > 1 and view.barred(kind) else found


def _uses(view: View) -> Sequence[Intent]:
    able = ready_now(view)
    for number in _lots(view, "ability", len(able)):
        found = list(uses_of(view.world, view.me, able[number].name))
        if found:
            return found
    return ()


def _lots(view: View, kind: str, count: int) -> Iterator[int]:
    drawn: list[int] = []
    for attempt in range(min(count, ATTEMPTS)):
        number = view.chance(count - attempt, f"{kind} {attempt}")
        for other in drawn:  # in order, so that the number counts those left
            number += other <= number
        insort(drawn, number)
        yield number


def _affordable(view: View) -> dict[str, int]:
    rules, turn = view.rules, view.me.turn
    geared = armed(view)
    known: Memo[object, dict[str, int]] = view.world.board.lasting_memo("tastes", MOST_KEPT)
    key = (rules, geared, turn.open, turn.pool_open, *turn.actions.items())
    found = known.get(key)
    if found is None:
        costs = rules.actions.costs
        tastes = (*TASTES, *GEARED) if geared else TASTES
        found = known.keep(key, {kind: taste for kind, taste in tastes if kind in costs and view.affords(kind)})
    return dict(found)


def _drawn(tastes: dict[str, int], number: int) -> str:
    for kind, taste in tastes.items():
        number -= taste
        if number < 0:
            return kind
    raise ValueError("the number is beyond all tastes")
