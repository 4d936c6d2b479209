"""The tables of cross-country travel, in feet and miles."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec

from ..decoding import convert
from ..files import DATA_FILES
from ..messages import counted, english

ROUND_THE_CLOCK = 3

Entry = TypeVar("Entry")


class TravelError(ValueError):
    """Raised for a journey that the tables do not cover. The text says what is allowed."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(sentence)
        self.rule = rule
        """The catalogue id behind it."""


def _look_up(what: str, name: str, table: Mapping[str, Entry], rule: str) -> Entry:
    if name not in table:
        raise TravelError(
            english(
                "there is no {what} {word}; there are {allowed}", what=what, word=repr(name), allowed=", ".join(table)
            ),
            rule,
        )
    return table[name]


class HourlyMiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    walk: float
    hustle: float


class DailyMiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The miles of a day's walk."""

    walk: float


class SpeedColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"slowest": "from"}):
    """A range of speeds, with the miles an hour and a day."""

    slowest: int
    hour: HourlyMiles
    day: DailyMiles
    through: int | None = None
    """Its fastest speed; None without a limit."""


class RoadKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A kind of road, and its column of the terrain table."""

    column: str
    with_vehicles: str | None = None
    """Its column for a party with vehicles, if another."""
    single_file: bool = False
    """True if travellers cannot go side by side."""


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A vehicle, and the miles that it covers on the best road."""

    names: tuple[str, ...]
    hour: float
    """Miles in an hour."""
    day: float
    day_of: Literal["on-foot", "rowed", "sailed"]
    """The kind of day; a sailing ship's has 24 hours."""
    afloat: bool = False
    """True if it goes on water; way and terrain do not count there."""


class _OverlandTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    day: dict[str, int]
    columns: tuple[SpeedColumn, ...]
    ways: dict[str, RoadKind]
    terrain: dict[str, dict[str, float]]
    vehicles: tuple[Vehicle, ...]


@cache
def _tables() -> _OverlandTables:
    return convert(msgspec.toml.decode((DATA_FILES / "tables" / "overland.toml").read_bytes()), _OverlandTables)


def speed_columns() -> tuple[SpeedColumn, ...]:
    return _tables().columns


def ways() -> dict[str, RoadKind]:
    """Returns the kinds of road, best first. (ep.overland.ways)"""
    return dict(_tables().ways)


def terrains() -> tuple[str, ...]:
    return tuple(_tables().terrain)


def vehicles() -> tuple[Vehicle, ...]:
    return _tables().vehicles


def hours_of_travel(day_of: str = "on-foot") -> int:
    """Returns the hours of one travel day: on foot, rowed or sailed.

    Rules: ep.overland.day-length.
    """
    return _look_up("day", day_of, _tables().day, "ep.overland.day-length")


def column_number(speed: int) -> int:
    """Returns the number of the table's column (from 1) for a speed in feet.

    (ep.overland.speed-columns)

    Raises:
        TravelError: the speed is below 5 feet.
    """
    rounded = speed - speed % 5
    if rounded < speed_columns()[0].slowest:
        raise TravelError(
            english("a speed of {count} feet is too low for overland travel; the least is 5 feet", count=speed),
            "ep.overland.speed-columns",
        )
    return sum(column.slowest <= rounded for column in speed_columns())


def vehicle(name: str) -> Vehicle:
    """Returns the vehicle with this name.

    Rules: ep.overland.vehicles.
    """
    by_name = {name: vehicle for vehicle in vehicles() for name in vehicle.names}
    return _look_up("vehicle", name, by_name, "ep.overland.vehicles")


def self_propelled(name: str, speed: int, *, round_the_clock: bool = False, afloat: bool = False) -> Vehicle:
    """Creates a vehicle that needs no animals; `round_the_clock` triples a day's miles.

    (ep.overland.round-the-clock)

    Raises:
        TravelError: the speed is below 5 feet.
    """
    column = speed_columns()[column_number(speed) - 1]
    return Vehicle(
        names=(name,),
        hour=column.hour.walk,
        day=column.day.walk * (ROUND_THE_CLOCK if round_the_clock else 1),
        day_of="sailed" if round_the_clock else "on-foot",
        afloat=afloat,
    )


def terrain_factor(terrain: str, way: str, *, with_vehicles: bool = False) -> float:
    """Returns how much a road and a terrain change the speed, as a factor.

    (ep.overland.ways, ep.overland.terrain-factors, ep.overland.trail-vehicles)

    Raises:
        TravelError: a name is unknown.
    """
    factors = _look_up("terrain", terrain, _tables().terrain, "ep.overland.terrain-factors")
    grade = _look_up("way", way, _tables().ways, "ep.overland.ways")
    return factors[(grade.with_vehicles if with_vehicles else None) or grade.column]


def round_the_clock(vehicle: Vehicle) -> Vehicle:
    """Returns the vehicle; refuses one that cannot travel for 24 hours.

    Rules: ep.overland.round-the-clock.
    """
    hours = hours_of_travel(vehicle.day_of)
    if hours < hours_of_travel("sailed"):
        raise TravelError(
            str(
                counted(
                    "the {vehicle} travels {count} hour a day, not 24",
                    "the {vehicle} travels {count} hours a day, not 24",
                    hours,
                    vehicle=vehicle.names[0],
                )
            ),
            "ep.overland.round-the-clock",
        )
    return vehicle
