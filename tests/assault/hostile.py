"""Hostile values, and trees and bytes corrupted with them."""

import json
import random
from typing import Any

LONG = "x" * 5_000
TEXTS = (
    "", " ", "\n", "ann", "bob", "ann\n", " ann", "ann\u200b", "\u202eevil", "\x1b[31mred", "\x00", "\ud800", "\ufeff",
    "[b]bold[/b]", "[/b]", "[link=https://evil.example]x[/link]", "<img src='nope.png'>", "<script>alert(1)</script>",
    "{{data}}", "=1+1", "@SUM(1)", "toString", "__proto__", "constructor", "../../etc/passwd", "%s%n", "{0}", "a" * 81,
    LONG, "1" * 400, "é", "日本", "👩\u200d🚀", "move", "walk", "prone", "epic-path", "2d6", "999d9999", "-1d6", "nan",
)  # fmt: skip
NUMBERS = (
    0, 1, -1, 2, 5, 30, 255, 4096, 4097, 10_000, 10_001, -4097, 10**6, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1,
    10**400, 0.5, -0.5, 1e308, 1e-300, float("nan"), float("inf"), float("-inf"),
)  # fmt: skip


def value(dice: random.Random, depth: int = 0) -> Any:
    """Anything that JSON can say, and a little more."""
    kind = dice.random()
    if kind < 0.35:
        return dice.choice(TEXTS)
    if kind < 0.7:
        return dice.choice(NUMBERS)
    if kind < 0.82 or depth > 3:
        return dice.choice((None, True, False))
    if kind < 0.92:
        return [value(dice, depth + 1) for _ in range(dice.randrange(5))]
    return {text(dice): value(dice, depth + 1) for _ in range(dice.randrange(4))}


def text(dice: random.Random) -> str:
    """A text of a stranger's."""
    return dice.choice(TEXTS)


def places(tree: Any) -> list[tuple[Any, Any]]:
    """(container, key) of every place in a tree."""
    found: list[tuple[Any, Any]] = []
    waiting = [tree]
    while waiting:
        inner = waiting.pop()
        keys: list[Any] = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        for key in keys:
            found.append((inner, key))
            if isinstance(inner[key], (dict, list)):
                waiting.append(inner[key])
    return found


def spoil(dice: random.Random, tree: Any, times: int) -> None:
    """Change a tree in so many places: another value, a key too many, something left out, twice or elsewhere."""
    for _ in range(times):
        known = places(tree)
        if not known:
            return
        inner, key = dice.choice(known)
        what = dice.random()
        if what < 0.45:
            inner[key] = value(dice)
        elif what < 0.6:
            if isinstance(inner, dict):
                inner[text(dice)] = value(dice)
            else:
                inner.insert(key, value(dice))
        elif what < 0.75:
            del inner[key]
        elif what < 0.9:
            other, at = dice.choice(known)
            if _holds(other, at):
                inner[key] = json.loads(json.dumps(other[at]))
        elif isinstance(inner, list):
            inner.extend(json.loads(json.dumps(inner))[:20])
        elif isinstance(inner[key], str):
            inner[key] = inner[key][: dice.randrange(len(inner[key]) + 1)] + text(dice)


def _holds(inner: Any, key: Any) -> bool:
    return key in inner if isinstance(inner, dict) else key < len(inner)


def spoilt_bytes(dice: random.Random, raw: bytes, times: int) -> bytes:
    """Bytes with some of them flipped, cut out, doubled or put in."""
    held = bytearray(raw)
    for _ in range(times):
        at = dice.randrange(len(held) + 1)
        what = dice.random()
        if what < 0.5 and at < len(held):
            held[at] ^= 1 << dice.randrange(8)
        elif what < 0.65:
            del held[at : at + dice.choice((1, 1, 4, 100))]
        elif what < 0.8:
            held[at:at] = text(dice).encode("utf-8", "surrogatepass")
        elif what < 0.9:
            held[at:at] = held[at : at + dice.randrange(200)]
        else:
            del held[at:]
    return bytes(held)
