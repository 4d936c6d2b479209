"""Zones as plain values, for drawing and for the line under the board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...components.effect_acts import DealDamage
from ...engine.rules.ruleset import World
from ...systems.board_changes import zones


@dataclass(frozen=True, slots=True)
class ZoneView:
    """What is drawn and told of one zone."""

    name: str
    squares: frozenset[tuple[int, int]]
    harms: bool
    """True if one of its acts deals damage."""


def zone_views(world: World) -> tuple[ZoneView, ...]:
    """Returns the zones on the board, oldest first."""
    found: list[ZoneView] = []
    for _, zone in zones(world):
        made = zone.made
        acts = (*made.enter, *made.leave, *made.start, *made.end)
        found.append(ZoneView(made.name, zone.squares, any(isinstance(act, DealDamage) for act in acts)))
    return tuple(found)


def names_at(views: Iterable[ZoneView], square: tuple[int, int]) -> Iterator[str]:
    return (one.name for one in views if square in one.squares)
