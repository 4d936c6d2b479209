"""The brain `random`: does anything legal, with a preference for attacks."""

from ...components.intents import Intent
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
"""How often each kind is tried, relative to the others."""


ATTEMPTS = 12
"""Intents of a kind that are tried before another kind."""


def decide(view: View) -> Intent | None:
    """Any legal intent of a kind drawn by preference."""
    left = _affordable(view)
    while left:
        kind = _drawn(left, view.chance(sum(left.values()), f"kind {len(left)}"))
        if kind == "end":
            return None
        found = [] if view.barred(kind) else view.thinkable(kind)
        for attempt in range(min(len(found), ATTEMPTS)):
            wanted = found.pop(view.chance(len(found), f"{kind} {attempt}"))
            if view.lawful(wanted):
                if view.journal is not None:
                    view.weigh(wanted, f"drawn from {len(found) + 1} of its kind, {kind} from {len(left)} kinds")
                    other = next(filter(view.lawful, found), None)
                    view.weigh(other, "it was not drawn")
                return wanted
        del left[kind]
    return None


def _affordable(view: View) -> dict[str, int]:
    """The kinds that the actions left pay for, with their tastes, worked out once for each count of actions."""
    turn, kept = view.me.turn, view.me.kept.get("tastes")
    key = (turn.open, turn.pool_open, tuple(turn.actions.items()))
    if not isinstance(kept, tuple) or kept[0] != key:
        costs = view.rules.actions.costs
        kept = key, {kind: taste for kind, taste in TASTES if kind in costs and view.affords(kind)}
        view.me.kept["tastes"] = kept
    return dict(kept[1])


def _drawn(tastes: dict[str, int], number: int) -> str:
    """The kind into whose share a number falls."""
    for kind, taste in tastes.items():
        number -= taste
        if number < 0:
            return kind
    raise ValueError("the number is beyond all tastes")
