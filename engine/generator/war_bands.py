"""Creatures for generated scenarios: a few kinds, in the unit and the words of the ruleset."""

from typing import Any, NamedTuple

from ..rules.ruleset import Ruleset
from ..scenario.format import CreatureSpec, ManeuverSpec
from .chance import Chance


class Kind(NamedTuple):
    """A kind of creature."""

    squares: int
    """Its walking speed."""
    hp: int
    ac: int
    attack: int
    damage: str
    big: bool = False
    modes: tuple[str, ...] = ()
    """Other modes with the same speed."""


KINDS = {
    "guard": Kind(5, 34, 17, 6, "1d8+3"),
    "brute": Kind(6, 40, 14, 6, "1d12+4"),
    "scout": Kind(7, 24, 15, 6, "1d6+3"),
    "climber": Kind(6, 26, 15, 5, "1d6+3", modes=("climb",)),
    "swimmer": Kind(6, 28, 15, 5, "1d8+2", modes=("swim",)),
    "ogre": Kind(7, 60, 14, 8, "2d8+5", big=True),
}
"""The kinds, by the first part of their creatures' names."""


def war_band(size: int, chance: Chance, *, big: bool) -> tuple[str, ...]:
    """The kinds of a side of a size; with `big` one of them is sometimes big."""
    usual = [kind for kind, what in KINDS.items() if not what.big]
    band = [chance.pick(usual) for _ in range(size)]
    if big and size > 2 and chance.percent(35):
        band[-1] = next(kind for kind, what in KINDS.items() if what.big)
    return tuple(band)


def creature(kind: str, name: str, side: str, at: tuple[int, ...], rules: Ruleset) -> CreatureSpec:
    """A creature of a kind, its distances in the ruleset's unit."""
    what = KINDS[kind]
    distance = what.squares * rules.unit
    speed: Any = dict.fromkeys(("walk", *what.modes), distance) if what.modes else distance
    return CreatureSpec(
        name=name,
        side=side,
        at=at,
        size="large" if what.big else "medium",
        speed=speed,
        hp=what.hp,
        ac=what.ac,
        attack=what.attack,
        damage=what.damage,
        skills={"acrobatics": 4, "athletics": 4, "movement": 4},
        abilities={"strength": 16, "dexterity": 12, "might": 2, "agility": 1, "reflex": 4, "fortitude": 5},
        maneuver=ManeuverSpec(offense=what.attack, defense=what.ac),
        ai="aggressive",
    )
