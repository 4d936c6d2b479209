"""Speed as arithmetic: what armor, load and bonuses make of a listed speed, and how far a run goes.

Everything here is in feet and knows no board and no creature. Two families of rules meet: one slows a
speed by a fraction (`armored_speed`, `current_speed`), the other by feet (`slowing`, `slowed_speeds`).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal, TypeAlias

import msgspec

from ....components.position import Mode
from ....components.speed import Weight
from ...rules.printed_tables import read_table

ArmorFormula: TypeAlias = Literal["two-thirds", "none"]
"""Switch armor-formula: what medium or heavy armor makes of a written speed."""

SLOW_WALK = 20
"""A walk of this many feet or less is slowed by less."""

RUN_BY_RULE = 4
"""The most that a run multiplies a speed by, where the smaller of two published figures holds."""

RUN_BY_LOAD = 5
"""The multiplier that weight is taken from."""

_RUN_WEIGHT: Mapping[Weight, int] = {"none": 0, "light": 0, "medium": 1, "heavy": 2}
"""What armor or a load of each weight takes off the run multiplier."""


def _one_of(what: str, word: str, known: Iterable[str]) -> None:
    """Raise ValueError unless `word` is one of the `known` words for `what`."""
    allowed = list(known)
    if word not in allowed:
        raise ValueError(f"there is no {what} {word!r}; known are {', '.join(allowed)}")


def _check_weights(armor: Weight, load: Weight) -> None:
    _one_of("armor", armor, _RUN_WEIGHT)
    _one_of("load", load, _RUN_WEIGHT)


# ---------------------------------------------------------------- by race


class RaceSpeeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the table of tactical speeds, in feet."""

    names: tuple[str, ...]
    unarmored: int
    """In no armor or light armor: the base land speed."""
    armored: int
    """In medium or heavy armor."""


class _RaceTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    races: tuple[RaceSpeeds, ...]


@cache
def race_rows() -> tuple[RaceSpeeds, ...]:
    """The rows of the table of tactical speeds."""
    return read_table("d20_speeds", _RaceTable).races


def race_row(race: str) -> RaceSpeeds:
    """Return the row that holds `race`; ValueError for a race without one.

    Rules: srd.speed.row-human-elf-half-elf-half-orc, srd.speed.row-dwarf, srd.speed.row-halfling-gnome.
    """
    for row in race_rows():
        if race in row.names:
            return row
    known = ", ".join(name for row in race_rows() for name in row.names)
    raise ValueError(f"there is no race {race!r} in the table of speeds; races are {known}")


def base_land_speed(race: str) -> int:
    """Return the speed of a race without armor, whatever it wears now. Rules: srd.speed.base-land-speed."""
    return race_row(race).unarmored


def speed_by_race_and_armor(race: str, armor: Weight) -> int:
    """Return the speed that the table gives for a race in armor of that weight.

    ValueError for an unknown race or weight. Rules: srd.speed.from-race-and-armor.
    """
    _one_of("armor", armor, _RUN_WEIGHT)
    row = race_row(race)
    return row.armored if armor in ("medium", "heavy") else row.unarmored


def never_slowed(race: str) -> bool:
    """Whether a race keeps its speed in any armor. Rules: srd.speed.row-dwarf."""
    row = race_row(race)
    return row.armored == row.unarmored


# ---------------------------------------------------------------- by fraction


class SpeedModifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a class, a spell or an item adds to a speed or takes off it, in feet.

    Rules: srd.speed.bonus-spells-and-items.
    """

    amount: int
    type: str = "untyped"
    lost_in: frozenset[Weight] = frozenset()
    """The weights of armor in which it does not count."""


BARBARIAN = SpeedModifier(10, lost_in=frozenset(("heavy",)))
"""The barbarian's bonus (srd.speed.bonus-barbarian)."""


def monk(amount: int) -> SpeedModifier:
    """Return a monk's bonus of `amount` feet, which armor of any kind undoes. Rules: srd.speed.bonus-monk."""
    return SpeedModifier(amount, lost_in=frozenset(("light", "medium", "heavy")))


def total_modifier(modifiers: Iterable[SpeedModifier]) -> int:
    """Return what modifiers come to together, in feet.

    Of bonuses that share a type the best counts; untyped bonuses add up, and so do all penalties.
    Rules: srd.speed.same-type-no-stack.
    """
    best: dict[str, int] = {}
    total = 0
    for modifier in modifiers:
        if modifier.type == "untyped" or modifier.amount < 0:
            total += modifier.amount
        else:
            best[modifier.type] = max(best.get(modifier.type, 0), modifier.amount)
    return total + sum(best.values())


def armored_speed(speed: int, *, armor_formula: ArmorFormula = "two-thirds") -> int:
    """Return what medium or heavy armor leaves of a speed: two thirds, rounded up to a multiple of 5.

    With ``"none"`` the written speed is final. Rules: srd.speed.from-race-and-armor.
    """
    _one_of("armor formula", armor_formula, ("two-thirds", "none"))
    # Rounding up is rounding the negative down.
    return -(-2 * speed // 15) * 5 if armor_formula == "two-thirds" else speed


def current_speed(
    base: int,
    *,
    armor: Weight = "none",
    load: Weight = "light",
    modifiers: Iterable[SpeedModifier] = (),
    unhampered: bool = False,
    armor_formula: ArmorFormula = "two-thirds",
    load_slows: Literal["as-armor", "no"] = "as-armor",
) -> int:
    """Return a creature's speed now, from its unarmored `base`; never below 0.

    All modifiers come first, armor or load last, and those two slow only once. An `unhampered`
    creature (a dwarf) is slowed by neither. ValueError for an unknown weight or switch value.
    Rules: srd.speed.modifiers-before-armor, srd.speed.encumbrance, srd.speed.bonus-barbarian,
    srd.speed.bonus-monk, srd.speed.bonus-spells-and-items, srd.speed.row-dwarf.
    """
    _check_weights(armor, load)
    _one_of("load-slows", load_slows, ("as-armor", "no"))
    speed = max(0, base + total_modifier(m for m in modifiers if armor not in m.lost_in))
    slowing_load = load if load_slows == "as-armor" else "light"
    if unhampered or not {armor, slowing_load} & {"medium", "heavy"}:
        return speed
    return armored_speed(speed, armor_formula=armor_formula)


# ---------------------------------------------------------------- by feet


def slowing(
    walk: int,
    *,
    armor: Weight = "none",
    load: Weight = "light",
    slow_medium_load: Literal["example", "rule"] = "example",
) -> int:
    """Return how many feet armor and load together take off a walk of `walk` feet before penalties.

    Above 20 feet a medium part costs 5 and a heavy one 10. At 20 or below a heavy part costs 5 and
    a medium one nothing, unless (``"example"``) the other part is heavy: then 5 as well.
    ValueError for an unknown weight or switch value.
    Rules: ep.load.like-armor, ep.load.medium, ep.load.heavy, ep.load.stacks-with-armor.
    """
    _check_weights(armor, load)
    _one_of("slow-medium-load", slow_medium_load, ("example", "rule"))
    parts = (armor, load)
    if walk > SLOW_WALK:
        medium, heavy = 5, 10
    else:
        medium = 5 if slow_medium_load == "example" and "heavy" in parts else 0
        heavy = 5
    return medium * parts.count("medium") + heavy * parts.count("heavy")


def slowed_speeds(
    listed: Mapping[Mode, int],
    *,
    armor: Weight = "none",
    load: Weight = "light",
    unhampered: bool = False,
    load_slows: Literal["all-types", "walk-only"] = "all-types",
    slow_medium_load: Literal["example", "rule"] = "example",
) -> dict[Mode, int]:
    """Return listed speeds with armor and load taken off, none below 0.

    Every mode loses what the walk loses; a creature that lists no walk has each mode measured by
    itself. With ``"walk-only"`` the other modes stay as they are. An `unhampered` creature loses
    nothing. ValueError for an unknown weight or switch value.
    Rules: ep.load.like-armor, ep.load.speed-zero.
    """
    _one_of("load-slows", load_slows, ("all-types", "walk-only"))

    def left(mode: Mode, speed: int) -> int:
        if unhampered or (load_slows == "walk-only" and mode != "walk"):
            return speed
        measured = listed.get("walk", speed)
        return max(0, speed - slowing(measured, armor=armor, load=load, slow_medium_load=slow_medium_load))

    return {mode: left(mode, speed) for mode, speed in listed.items()}


def run_multiplier(
    *,
    armor: Weight = "none",
    load: Weight = "light",
    run_multiplier: Literal["four", "five"] = "four",
) -> int:
    """Return how many times its speed a runner covers, at least 1.

    Armor and load take off one each where medium, two each where heavy, counted from 5; with
    ``"four"`` nobody gets more than 4. ValueError for an unknown weight or switch value.
    Rules: ep.run.multiplier, ep.load.run, ep.load.run-with-armor.
    """
    _check_weights(armor, load)
    _one_of("run-multiplier", run_multiplier, ("four", "five"))
    times = max(1, RUN_BY_LOAD - _RUN_WEIGHT[armor] - _RUN_WEIGHT[load])
    return min(RUN_BY_RULE, times) if run_multiplier == "four" else times
