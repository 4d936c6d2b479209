"""Speeds as arithmetic: each test names the catalogue entries whose worked check it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefoot.components.position import Mode
from fivefoot.components.stats import Weight
from fivefoot.engine.rulesets.d20_srd import (
    BARBARIAN,
    RACE_SPEEDS,
    armored_speed,
    current_speed,
    monk,
    race_walk,
)
from fivefoot.engine.rulesets.epic_path.moves import run_multiplier, slowed_speeds, slowing
from fivefoot.engine.rulesets.shared.d20 import SpeedModifier, total_modifier

WEIGHTS: tuple[Weight, ...] = ("none", "light", "medium", "heavy")


def in_each_armor(base: int, *modifiers: SpeedModifier) -> list[int]:
    return [current_speed(base, armor=armor, modifiers=modifiers) for armor in WEIGHTS]


# ---------------------------------------------------------------- by race


PRINTED = {
    ("human", "elf", "half-elf", "half-orc"): (30, 20),  # srd.speed.row-human-elf-half-elf-half-orc
    ("dwarf",): (20, 20),  # srd.speed.row-dwarf
    ("halfling", "gnome"): (20, 15),  # srd.speed.row-halfling-gnome
}


def test_the_table_of_races_is_as_printed() -> None:
    """srd.speed.from-race-and-armor."""
    assert {race: row for races, row in PRINTED.items() for race in races} == RACE_SPEEDS


def test_the_base_land_speed_is_that_without_armor() -> None:
    """srd.speed.base-land-speed."""
    assert race_walk("halfling") == 20
    assert race_walk("orc") is None


def test_armor_never_slows_a_dwarf() -> None:
    """srd.speed.row-dwarf."""
    assert current_speed(20, armor="heavy", unhampered=True) == 20
    assert current_speed(20, armor="heavy") == 15


def test_the_formula_agrees_with_every_row_but_the_dwarf() -> None:
    """srd.speed.from-race-and-armor, its open point."""
    differing = [race for race, (unarmored, armored) in RACE_SPEEDS.items() if armored_speed(unarmored) != armored]
    assert differing == ["dwarf"]
    assert [armored_speed(feet) for feet in (20, 30, 40, 60)] == [15, 20, 30, 40]
    assert armored_speed(40, armor_formula="none") == 40
    assert current_speed(30, armor="heavy", armor_formula="none") == 30


# ---------------------------------------------------------------- by fraction


def test_a_load_slows_like_armor_and_only_once() -> None:
    """srd.speed.encumbrance."""
    assert current_speed(30, load="heavy") == 20
    assert current_speed(30, armor="heavy", load="heavy") == 20
    assert current_speed(30, load="heavy", load_slows="no") == 30
    assert current_speed(30, armor="medium", load="heavy", load_slows="no") == 20


def test_a_barbarian_in_each_armor() -> None:
    """srd.speed.bonus-barbarian."""
    assert in_each_armor(30, BARBARIAN) == [40, 40, 30, 20]


def test_a_monk_in_each_armor() -> None:
    """srd.speed.bonus-monk."""
    assert in_each_armor(30, monk(10)) == [40, 30, 20, 20]


def test_a_spell_and_its_end() -> None:
    """srd.speed.bonus-spells-and-items."""
    assert current_speed(30, modifiers=[SpeedModifier(30, "enhancement")]) == 60
    assert current_speed(30) == 30


def test_modifiers_come_before_armor() -> None:
    """srd.speed.modifiers-before-armor."""
    assert current_speed(20, armor="medium", modifiers=[BARBARIAN]) == 20


def test_one_type_does_not_stack_with_itself() -> None:
    """srd.speed.same-type-no-stack."""
    ten, thirty = SpeedModifier(10, "enhancement"), SpeedModifier(30, "enhancement")
    assert current_speed(30, modifiers=[ten, thirty]) == 60
    assert current_speed(30, modifiers=[thirty, SpeedModifier(10, "insight")]) == 70
    # Its open point: untyped bonuses add up, penalties always do.
    assert total_modifier([SpeedModifier(10), SpeedModifier(5)]) == 15
    assert total_modifier([SpeedModifier(-5, "curse"), SpeedModifier(-10, "curse"), thirty]) == 15


def test_a_speed_is_at_least_zero() -> None:
    assert current_speed(10, modifiers=[SpeedModifier(-30)]) == 0
    assert current_speed(10, armor="heavy", modifiers=[SpeedModifier(-30)]) == 0


@given(st.integers(0, 400))
def test_armored_speed_is_the_least_multiple_of_five_from_two_thirds_up(feet: int) -> None:
    slowed = armored_speed(feet)
    assert slowed % 5 == 0
    assert 0 <= 3 * slowed - 2 * feet < 15


# ---------------------------------------------------------------- by feet


@pytest.mark.parametrize(("armor", "load"), [("heavy", "light"), ("none", "heavy")])
def test_load_slows_like_armor(armor: Weight, load: Weight) -> None:
    """ep.load.like-armor."""
    assert slowed_speeds({"walk": 30}, armor=armor, load=load) == {"walk": 20}


def test_a_medium_load_takes_five_feet_above_twenty_else_none() -> None:
    """ep.load.medium."""
    assert [feet - slowing(feet, load="medium") for feet in (30, 25, 20, 15)] == [25, 20, 20, 15]


def test_a_heavy_load_takes_ten_feet_above_twenty_else_five() -> None:
    """ep.load.heavy."""
    assert [feet - slowing(feet, load="heavy") for feet in (40, 25, 20, 10)] == [30, 15, 15, 5]


def test_load_and_armor_add_up() -> None:
    """ep.load.stacks-with-armor."""
    assert [feet - slowing(feet, armor="heavy", load="medium") for feet in (30, 20)] == [15, 10]
    assert [feet - slowing(feet, armor="heavy", load="heavy") for feet in (30, 20)] == [10, 10]
    assert slowing(20, armor="heavy", load="medium", slow_medium_load="rule") == 5
    assert slowing(30, armor="heavy", load="medium", slow_medium_load="rule") == 15
    assert slowing(20, armor="medium", load="heavy") == 10
    assert slowing(20, armor="medium", load="medium") == 0


def test_the_speed_stops_at_zero() -> None:
    """ep.load.speed-zero."""
    assert slowed_speeds({"walk": 10}, armor="heavy", load="heavy") == {"walk": 0}
    assert slowed_speeds({"walk": 5}, armor="heavy", load="heavy") == {"walk": 0}


def test_a_load_slows_all_modes_or_walking_only() -> None:
    """ep.load.like-armor, its open point."""
    listed: dict[Mode, int] = {"walk": 30, "fly": 60, "swim": 10}
    assert slowed_speeds(listed, load="heavy") == {"walk": 20, "fly": 50, "swim": 0}
    assert slowed_speeds(listed, load="heavy", load_slows="walk-only") == listed | {"walk": 20}
    assert slowed_speeds(listed, load="heavy", unhampered=True) == listed
    assert slowed_speeds({"swim": 40, "burrow": 10}, load="heavy") == {"swim": 30, "burrow": 5}


RUNS: list[tuple[Weight, Weight, int, int]] = [
    ("none", "light", 120, 150),
    ("medium", "light", 120, 120),
    ("none", "medium", 120, 120),
    ("none", "heavy", 90, 90),
    ("heavy", "light", 90, 90),
    ("medium", "medium", 90, 90),
    ("heavy", "heavy", 30, 30),
]


@pytest.mark.parametrize(("armor", "load", "four", "five"), RUNS)
def test_run_limits_of_a_speed_of_thirty(armor: Weight, load: Weight, four: int, five: int) -> None:
    """ep.run.multiplier."""
    assert 30 * run_multiplier(armor=armor, load=load) == four
    assert 30 * run_multiplier(armor=armor, load=load, run_multiplier="five") == five


def test_a_load_lowers_the_multiplier_under_both_readings() -> None:
    """ep.load.run."""
    assert [run_multiplier(load="medium"), run_multiplier(load="heavy")] == [4, 3]
    assert run_multiplier(load="medium", run_multiplier="five") == 4
    assert run_multiplier(load="heavy", run_multiplier="five") == 3


def test_heavy_armor_and_a_heavy_load_gain_nothing_from_running() -> None:
    """ep.load.run-with-armor."""
    walk = slowed_speeds({"walk": 40}, armor="heavy", load="heavy")["walk"]
    assert walk * run_multiplier(armor="heavy", load="heavy") == 20
