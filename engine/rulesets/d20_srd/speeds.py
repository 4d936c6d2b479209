"""Speeds by race, bonuses, armor and load."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from ....components.position import MODES, Mode
from ....components.speed import Weight
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from ..shared.speed_modifiers import SpeedModifier, total_modifier
from .components import Build

ArmorFormula: TypeAlias = Literal["two-thirds", "none"]
"""Switch armor-formula: how medium or heavy armor changes a written speed."""

RACE_SPEEDS: Mapping[str, tuple[int, int]] = {
    "human": (30, 20),
    "elf": (30, 20),
    "half-elf": (30, 20),
    "half-orc": (30, 20),
    "dwarf": (20, 20),
    "halfling": (20, 15),
    "gnome": (20, 15),
}
"""The table of tactical speeds: feet in no armor or light armor, and in medium or heavy armor.

(srd.speed.row-human-elf-half-elf-half-orc, srd.speed.row-dwarf, srd.speed.row-halfling-gnome)
"""


def race_walk(race: str) -> int | None:
    """The base land speed of a race; None if the table has no row for it. (srd.speed.base-land-speed)"""
    return RACE_SPEEDS[race][0] if race in RACE_SPEEDS else None


BARBARIAN = SpeedModifier(10, lost_in=frozenset(("heavy",)))
"""The barbarian's bonus (srd.speed.bonus-barbarian)."""


def monk(amount: int) -> SpeedModifier:
    """A monk's bonus of `amount` feet, lost in any armor. (srd.speed.bonus-monk)"""
    return SpeedModifier(amount, lost_in=frozenset(("light", "medium", "heavy")))


def modifier(kind: str, amount: int) -> SpeedModifier:
    """A bonus of the data: those of barbarian and monk are lost in armor, others never.

    (srd.speed.bonus-barbarian, srd.speed.bonus-monk, srd.speed.bonus-spells-and-items)
    """
    if kind == "barbarian":
        return SpeedModifier(amount, lost_in=BARBARIAN.lost_in)
    if kind == "monk":
        return monk(amount)
    return SpeedModifier(amount, kind)


def modifiers(creature: Creature) -> list[SpeedModifier]:
    """All bonuses and penalties of the creature's speed, before armor."""
    bonuses = creature.speed.bonuses
    found = [modifier(kind, amount) for kind, amount in bonuses]
    body = creature.body
    barbarian = "barbarian" in body.feats or "barbarian" in body.traits
    if barbarian and all(kind != "barbarian" for kind, _ in bonuses):
        found.append(BARBARIAN)
    return found


def unhampered(creature: Creature) -> bool:
    """Whether armor and load do not slow the creature: dwarves, and creatures whose data say so.

    (srd.speed.row-dwarf)
    """
    if creature.has("unhampered") or creature.has("dwarf"):
        return True
    unarmored, armored = RACE_SPEEDS.get(creature.own(Build).race or "", (1, 0))
    return armored == unarmored


def armored_speed(speed: int, *, armor_formula: ArmorFormula = "two-thirds") -> int:
    """The speed in medium or heavy armor: two thirds, rounded up to a multiple of 5.

    With ``"none"`` the written speed is final. Rules: srd.speed.from-race-and-armor.
    """
    # Rounding up is rounding down the negative.
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
    """A creature's present speed, from its unarmored `base`; never below 0.

    All modifiers come first, armor or load last, and those two slow only once. An `unhampered`
    creature (a dwarf) is slowed by neither. Rules: srd.speed.modifiers-before-armor, srd.speed.encumbrance,
    srd.speed.bonus-barbarian, srd.speed.bonus-monk, srd.speed.bonus-spells-and-items, srd.speed.row-dwarf.
    """
    speed = max(0, base + total_modifier(m for m in modifiers if armor not in m.lost_in))
    slowing_load = load if load_slows == "as-armor" else "light"
    if unhampered or not {armor, slowing_load} & {"medium", "heavy"}:
        return speed
    return armored_speed(speed, armor_formula=armor_formula)


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with their bonuses, slowed by armor and load.

    A speed that an effect imposes stays as it is. (srd.speed.modifiers-before-armor, srd.speed.from-race-and-armor,
    srd.speed.encumbrance, srd.speed.same-type-no-stack)
    """
    speed = creature.speed
    if speed.imposed is not None:
        return dict(speed.imposed)
    added = modifiers(creature)
    return {
        mode: current_speed(
            listed,
            armor=speed.armor,
            load=speed.load,
            modifiers=added,
            unhampered=unhampered(creature),
            armor_formula=rules.word("armor-formula", "two-thirds", "none"),
            load_slows=rules.word("load-slows", "no", "as-armor"),
        )
        if listed
        else 0
        for mode, listed in speed.listed.items()
    }


def own_modes(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """The modes that a creature has, including those whose speed penalties reduce to 0.

    A full round still pays for a square by them. (srd.special.minimum-move-limits)
    """
    listed = base_speeds(creature)
    return [(mode, True) for mode in MODES if mode != "teleport" and listed.get(mode, 0) > 0]
