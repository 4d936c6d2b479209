"""Tells whether the actions that are left cover one way of paying."""

from collections.abc import Mapping


def affordable(left: Mapping[str, int], way: tuple[str, ...]) -> bool:
    """Whether the actions that are left cover one way of paying."""
    if len(way) == 1:
        return bool(left.get(way[0], 0))
    need: dict[str, int] = {}
    for name in way:
        need[name] = need.get(name, 0) + 1
    return all(left.get(name, 0) >= count for name, count in need.items())
