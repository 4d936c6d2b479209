"""The tables of cross-country travel: speeds with their distances, ways, terrains, vehicles.

Speeds are in feet, distances in miles. `journey` computes a party's travel from them.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec

from ..decoding import convert
from ..files import DATA_FILES
from ..messages import english

ROUND_THE_CLOCK = 3
"""The factor on a day's distance without rest."""

Entry = TypeVar("Entry")


class TravelError(ValueError):
    """A journey outside the tables; says what was given and what is allowed instead."""

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
    """Miles in one hour at either pace."""

    walk: float
    hustle: float


class DailyMiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Miles in one day, at a walk, the only pace for a whole day."""

    walk: float


class SpeedColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"slowest": "from"}):
    """One column of the distance table: a range of speeds and their distances."""

    slowest: int
    hour: HourlyMiles
    day: DailyMiles
    through: int | None = None
    """The fastest speed of the column; None in the last, which has no limit."""


class RoadKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A grade of way, and its column in the terrain table."""

    column: str
    with_vehicles: str | None = None
    """The column for a party with vehicles, if that is another."""
    single_file: bool = False
    """True if travellers cannot go side by side."""


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A conveyance and its distances on the best of ways."""

    names: tuple[str, ...]
    hour: float
    """Miles in an hour."""
    day: float
    """Miles in a day of its own length."""
    day_of: Literal["on-foot", "rowed", "sailed"]
    """The kind of day; a day like a sailing ship's is the whole 24 hours."""
    afloat: bool = False
    """True if it goes on water, where neither way nor terrain counts."""


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
    """All columns of the distance table, slowest first. Rules: ep.overland.speed-columns."""
    return _tables().columns


def ways() -> dict[str, RoadKind]:
    """The grades of way by name, best first. Rules: ep.overland.ways."""
    return dict(_tables().ways)


def terrains() -> tuple[str, ...]:
    """The names of the terrains. Rules: ep.overland.terrain-factors."""
    return tuple(_tables().terrain)


def vehicles() -> tuple[Vehicle, ...]:
    """The vehicles of the table. Rules: ep.overland.vehicles."""
    return _tables().vehicles


def hours_of_travel(day_of: str = "on-foot") -> int:
    """The hours on the way in a day: ``"on-foot"``, ``"rowed"`` or ``"sailed"``.

    TravelError for anything else. Rules: ep.overland.day-length.
    """
    return _look_up("day", day_of, _tables().day, "ep.overland.day-length")


def column_number(speed: int) -> int:
    """The number, from 1, of the column for a speed in feet.

    Speeds between columns are rounded down to a multiple of 5; below 5 feet there is no overland
    movement (TravelError). Rules: ep.overland.speed-columns.
    """
    rounded = speed - speed % 5
    if rounded < speed_columns()[0].slowest:
        raise TravelError(
            english("a speed of {count} feet is too low for overland travel; the least is 5 feet", count=speed),
            "ep.overland.speed-columns",
        )
    return sum(column.slowest <= rounded for column in speed_columns())


def vehicle(name: str) -> Vehicle:
    """The vehicle of a name in the table; TravelError if it has none.

    Rules: ep.overland.vehicles.
    """
    by_name = {name: vehicle for vehicle in vehicles() for name in vehicle.names}
    return _look_up("vehicle", name, by_name, "ep.overland.vehicles")


def self_propelled(name: str, speed: int, *, round_the_clock: bool = False, afloat: bool = False) -> Vehicle:
    """A conveyance of the given speed that no animal draws.

    One that can keep going `round_the_clock` covers three times a day's distance.
    TravelError for a speed below 5 feet. Rules: ep.overland.round-the-clock.
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
    """The factor on distances of a grade of way through a terrain.

    A trail does nothing for a party with vehicles: it travels as if there were none. TravelError for
    an unknown name. Rules: ep.overland.ways, ep.overland.terrain-factors, ep.overland.trail-vehicles.
    """
    factors = _look_up("terrain", terrain, _tables().terrain, "ep.overland.terrain-factors")
    grade = _look_up("way", way, _tables().ways, "ep.overland.ways")
    return factors[(grade.with_vehicles if with_vehicles else None) or grade.column]


def round_the_clock(vehicle: Vehicle) -> Vehicle:
    """The vehicle if its data let it go on for all 24 hours, else TravelError.

    Rules: ep.overland.round-the-clock.
    """
    hours = hours_of_travel(vehicle.day_of)
    if hours < hours_of_travel("sailed"):
        raise TravelError(
            english("the {vehicle} travels {count} hours a day, not 24", vehicle=vehicle.names[0], count=hours),
            "ep.overland.round-the-clock",
        )
    return vehicle
