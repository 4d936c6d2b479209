"""Speeds by race, bonuses and what is worn."""

from collections.abc import Mapping, Sequence

from ....components.position import MODES, Mode
from ...rules.movement_budget import base_speeds
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from ..shared.speed_arithmetic import BARBARIAN, SpeedModifier, current_speed, monk, never_slowed, race_row


def known_race(race: str) -> bool:
    """Whether the table of tactical speeds has a row for a race."""
    try:
        race_row(race)
    except ValueError:
        return False
    return True


def race_walk(race: str) -> int | None:
    """The base land speed of a race, None where the table has no row for it (srd.speed.base-land-speed)."""
    return race_row(race).unarmored if known_race(race) else None


def modifier(kind: str, amount: int) -> SpeedModifier:
    """A bonus of the data: those of barbarian and monk are lost in armor (srd.speed.bonus-barbarian,
    srd.speed.bonus-monk), others never (srd.speed.bonus-spells-and-items)."""
    if kind == "barbarian":
        return SpeedModifier(amount, lost_in=BARBARIAN.lost_in)
    if kind == "monk":
        return monk(amount)
    return SpeedModifier(amount, kind)


def modifiers(creature: Creature) -> list[SpeedModifier]:
    """Everything that raises or lowers the creature's speed before armor does."""
    bonuses = creature.speed.bonuses
    found = [modifier(kind, amount) for kind, amount in bonuses]
    body = creature.body
    barbarian = "barbarian" in body.feats or "barbarian" in body.traits
    if barbarian and all(kind != "barbarian" for kind, _ in bonuses):
        found.append(BARBARIAN)
    return found


def unhampered(creature: Creature) -> bool:
    """Whether armor and load leave the creature's speed alone: dwarves, and whoever its data say so of.

    (srd.speed.row-dwarf)
    """
    if creature.has("unhampered") or creature.has("dwarf"):
        return True
    race = creature.body.race
    return race is not None and known_race(race) and never_slowed(race)


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds with their bonuses, then less what armor and load take off.

    What an effect has set the speeds to stands as it is. (srd.speed.modifiers-before-armor,
    srd.speed.from-race-and-armor, srd.speed.encumbrance, srd.speed.same-type-no-stack)
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
    """The modes that a creature has, those included that penalties have worn down to nothing.

    A full round still buys a square by them. (srd.special.minimum-move-limits)
    """
    listed = base_speeds(creature)
    return [(mode, True) for mode in MODES if mode != "teleport" and listed.get(mode, 0) > 0]
