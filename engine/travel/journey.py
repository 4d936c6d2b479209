"""Cross-country travel of a party, and the damage of hurrying.

Speeds are in feet, distances in miles, time in whole hours. No board is needed.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, get_args

import msgspec

from ..messages import _, english
from .overland import (
    TravelError,
    Vehicle,
    column_number,
    hours_of_travel,
    speed_columns,
    terrain_factor,
)

__all__ = [
    "Itinerary",
    "Journey",
    "Pace",
    "TravelError",
    "TravelHour",
    "forced_march",
    "hours_on_the_way",
    "hustle",
    "hustle_damage",
    "march_damage",
    "miles",
    "miles_a_day",
    "miles_an_hour",
    "pace_named",
    "still_fatigued",
    "travel",
]

Pace: TypeAlias = Literal["walk", "hustle", "run"]
"""The pace of a party; a run has no pace of its own."""

PACES: tuple[Pace, ...] = get_args(Pace)

PRIMAL = "primal"
"""Untyped damage: neither resisted nor reduced."""

LONGEST_DAY = 24

LONGEST_WAKE = 168
"""The most hours hustled without a night's rest: a week."""

MARCH_DICE = 2


def pace_named(word: str) -> Pace:
    """Returns the pace with this name.

    Raises:
        TravelError: there is no such pace.
    """
    for pace in PACES:
        if pace == word:
            return pace
    raise TravelError(
        english("there is no pace {word}; there are {allowed}", word=repr(word), allowed=", ".join(PACES)),
        "ep.overland.walk",
    )


class Journey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A journey of some hours or of one day: speed, pace, road and terrain.

    Rules: ep.overland.mounts, ep.overland.vehicles, ep.overland.hustle, ep.overland.run.
    """

    speed: int = 30
    """The slowest member's speed in feet."""
    mount_speed: int | None = None
    """The mount's speed; it replaces the rider's."""
    vehicle: Vehicle | None = None
    """The party's vehicle; it replaces both."""
    pace: Pace = "walk"
    hours: int | None = None
    """Hours on the way; None is a whole day."""
    way: str | None = None
    """The grade of way; None is a highway; ignored on water."""
    terrain: str | None = None
    """The terrain; None is plains; ignored on water."""
    impeded: bool = False
    """True if all of the way is impeded."""
    ignores_terrain: bool = False
    """True if terrain does not count, as in flight."""
    hustled_before: int = 0
    """Hours hustled since the last full night's rest."""
    hit_points: int | None = None
    """Hit points; None: the traveller never falls unconscious."""

    def __post_init__(self) -> None:
        _check_numbers(self)
        if self.vehicle is not None:
            _check_vehicle(self, self.vehicle)
        elif self.pace == "run":
            rate = miles_an_hour(msgspec.structs.replace(self, pace="hustle", hours=1))
            raise TravelError(
                english("running for an hour is impossible; hustling covers {count} miles in an hour", count=rate),
                "ep.overland.run",
            )
        elif self.pace == "hustle" and self.hours is None:
            raise _no_daily_hustle()


def _no_daily_hustle() -> TravelError:
    return TravelError(_("no creature can hustle for a whole day; give --hours, or walk"), "ep.overland.daily-walk")


def _check_numbers(journey: Journey) -> None:
    pace_named(journey.pace)
    if journey.hours is not None and not 1 <= journey.hours <= LONGEST_DAY:
        raise TravelError(
            english("a day of travel has 1 to {most} hours, not {count}", most=LONGEST_DAY, count=journey.hours),
            "ep.overland.day-length",
        )
    if not 0 <= journey.hustled_before <= LONGEST_WAKE:
        raise TravelError(
            english(
                "hours of hustling without a night's rest are 0 to {most}, not {count}",
                most=LONGEST_WAKE,
                count=journey.hustled_before,
            ),
            "ep.overland.hustle-damage",
        )
    if journey.hit_points is not None and journey.hit_points < 1:
        raise TravelError(
            english("a traveller needs at least 1 hit point, not {count}", count=journey.hit_points),
            "ep.overland.forced-march",
        )


def _check_vehicle(journey: Journey, vehicle: Vehicle) -> None:
    name, day = vehicle.names[0], hours_of_travel(vehicle.day_of)
    if journey.mount_speed is not None:
        raise TravelError(
            english("a party travels by {vehicle} or on mounts, not both", vehicle=name), "ep.overland.vehicles"
        )
    if journey.pace != "walk":
        raise TravelError(
            english("the {vehicle} has one speed; {pace} is not possible", vehicle=name, pace=journey.pace),
            "ep.overland.vehicles",
        )
    if journey.hours is not None and journey.hours > day:
        raise TravelError(
            english(
                "the {vehicle} travels at most {most} hours a day, not {count}",
                vehicle=name,
                most=day,
                count=journey.hours,
            ),
            "ep.overland.day-length",
        )
    if vehicle.afloat and (journey.way or journey.terrain or journey.impeded):
        raise TravelError(
            english("the {vehicle} travels on water: leave out --way and --terrain", vehicle=name),
            "ep.overland.terrain-factors",
        )
    if journey.impeded and not journey.ignores_terrain:
        raise TravelError(
            english("the {vehicle} cannot cross impeded terrain", vehicle=name), "ep.overland.impeded-column"
        )


# ---------------------------------------------------------------- distances


def hours_on_the_way(journey: Journey) -> int:
    """Returns how many hours a journey takes: those given, or a full travel day.

    Rules: ep.overland.day-length, ep.overland.walk.
    """
    if journey.hours is not None:
        return journey.hours
    return hours_of_travel(journey.vehicle.day_of if journey.vehicle else "on-foot")


def _column(journey: Journey) -> int:
    number = column_number(journey.speed if journey.mount_speed is None else journey.mount_speed)
    return 0 if journey.impeded and not journey.ignores_terrain else number - 1


def _factor(journey: Journey) -> float:
    afloat = journey.vehicle is not None and journey.vehicle.afloat
    factor = terrain_factor(
        journey.terrain or "plains", journey.way or "highway", with_vehicles=journey.vehicle is not None
    )
    return 1 if afloat or journey.ignores_terrain else factor


def miles_an_hour(journey: Journey) -> float:
    """Returns a journey's speed in miles an hour.

    Rules: ep.overland.units, ep.overland.hourly-walk, ep.overland.hourly-hustle, ep.overland.hustle,
    ep.overland.mounts, ep.overland.vehicles, ep.overland.impeded-column, ep.overland.terrain-factors.
    """
    if journey.vehicle is not None:
        rate = journey.vehicle.hour
    else:
        hour = speed_columns()[_column(journey)].hour
        rate = hour.hustle if journey.pace == "hustle" else hour.walk
    return rate * _factor(journey)


def miles_a_day(journey: Journey) -> float:
    """Returns how many miles a full travel day covers.

    Rules: ep.overland.units, ep.overland.day-length, ep.overland.daily-walk, ep.overland.mounts, ep.overland.vehicles,
    ep.overland.impeded-column, ep.overland.terrain-factors.
    """
    if journey.pace == "hustle":
        raise _no_daily_hustle()
    rate = journey.vehicle.day if journey.vehicle else speed_columns()[_column(journey)].day.walk
    return rate * _factor(journey)


def miles(journey: Journey) -> float:
    """Returns how many miles the whole journey covers.

    Rules: ep.overland.units, ep.overland.day-length.
    """
    if journey.hours is None:
        return miles_a_day(journey)
    return journey.hours * miles_an_hour(journey)


# ---------------------------------------------------------------- what it costs


def hustle_damage(hour: int) -> int:
    """Returns the damage of the `hour`-th hour of hustling (fast walking), counted from 1.

    Rules: ep.overland.hustle, ep.overland.hustle-damage.
    """
    return 1 << (hour - 2) if hour > 1 else 0


def hustle(hours: int, *, before: int = 0) -> tuple[int, ...]:
    """Returns the damage of each hour of hustling, if `before` hours were hustled earlier.

    Rules: ep.overland.hustle, ep.overland.hustle-damage.
    """
    for count in (hours, before):
        if not 0 <= count <= LONGEST_WAKE:
            raise TravelError(
                english("hours of hustling are 0 to {most}, not {count}", most=LONGEST_WAKE, count=count),
                "ep.overland.hustle-damage",
            )
    return tuple(hustle_damage(hour) for hour in range(before + 1, before + hours + 1))


def march_damage(dice: Iterator[int]) -> int:
    """Returns the damage of one hour of forced march: two six-sided dice.

    (ep.overland.forced-march)

    Raises:
        ValueError: dice are missing or wrong.
    """
    total = 0
    for _die in range(MARCH_DICE):
        die = next(dice, None)
        if die is None:
            raise ValueError(f"the dice ran out: an hour of forced march takes {MARCH_DICE}")
        if not 1 <= die <= 6:
            raise ValueError(f"a six-sided die shows 1 to 6, not {die}")
        total += die
    return total


def forced_march(hours: int, dice: Iterable[int]) -> tuple[int, ...]:
    """Returns the damage of each hour of walking after the first eight hours of a day.

    (ep.overland.walk, ep.overland.forced-march)

    Raises:
        TravelError: the hours are impossible.
        ValueError: dice are missing.
    """
    if not 0 <= hours <= LONGEST_DAY:
        raise TravelError(
            english("a day has 0 to {most} hours to march, not {count}", most=LONGEST_DAY, count=hours),
            "ep.overland.forced-march",
        )
    rolls = iter(dice)
    return tuple(march_damage(rolls) for _ in range(hours_of_travel(), hours))


def still_fatigued(damage: int, healed: int) -> bool:
    """True if the damage from hurrying is not yet fully healed.

    Rules: ep.overland.hustle-fatigue, ep.overland.forced-march.
    """
    return damage > healed


class TravelHour(msgspec.Struct, frozen=True):
    hour: int
    """Its number, from 1."""
    miles: float
    damage: int


class Itinerary(msgspec.Struct, frozen=True, kw_only=True):
    miles: float
    hours: tuple[TravelHour, ...]
    """The hours on the way; fewer if the traveller falls unconscious."""
    damage: int
    """Total damage; a rider takes it for the mount too."""
    damage_kind: str = PRIMAL
    fatigued: bool
    """True until all of the damage is healed."""
    mount_fatigued: bool
    unconscious: bool
    rules: tuple[str, ...]
    """The catalogue ids that decided it."""


def travel(journey: Journey, dice: Iterable[int] = ()) -> Itinerary:
    """Computes a journey hour by hour: miles, damage and fatigue. `dice` are rolls of forced marches.

    A traveller without hit points stops.

    (ep.overland.walk, ep.overland.hustle-damage, ep.overland.hustle-fatigue, ep.overland.forced-march,
    ep.overland.mount-damage)

    Raises:
        TravelError: the speed is below 5 feet.
        ValueError: dice are missing.
    """
    rate, rolls = miles_an_hour(journey), iter(dice)
    hours: list[TravelHour] = []
    taken = 0
    unconscious = False
    for hour in range(1, hours_on_the_way(journey) + 1):
        damage = 0
        if journey.pace == "hustle":
            damage += hustle_damage(journey.hustled_before + hour)
        if journey.vehicle is None and hour > hours_of_travel():
            damage += march_damage(rolls)
        taken += damage
        hours.append(TravelHour(hour, rate, damage))
        unconscious = journey.hit_points is not None and taken >= journey.hit_points
        if unconscious:
            break
    fatigued = still_fatigued(taken, healed=0)
    return Itinerary(
        miles=rate * len(hours),
        hours=tuple(hours),
        damage=taken,
        fatigued=fatigued,
        mount_fatigued=fatigued and journey.mount_speed is not None,
        unconscious=unconscious,
        rules=tuple(_deciding(journey, len(hours), fatigued)),
    )


def _deciding(journey: Journey, hours: int, fatigued: bool) -> Iterator[str]:
    yield "ep.overland.units"
    if journey.hours is None:
        yield "ep.overland.day-length"
    if journey.vehicle is not None:
        yield "ep.overland.vehicles"
        if journey.way == "trail":
            yield "ep.overland.trail-vehicles"
    else:
        yield "ep.overland.impeded-column" if journey.impeded else "ep.overland.speed-columns"
        if journey.pace == "hustle":
            yield "ep.overland.hourly-hustle"
        else:
            yield "ep.overland.daily-walk" if journey.hours is None else "ep.overland.hourly-walk"
    if _factor(journey) != 1:
        yield from ("ep.overland.ways", "ep.overland.terrain-factors")
    if journey.mount_speed is not None:
        yield "ep.overland.mounts"
    if journey.pace == "hustle":
        yield "ep.overland.hustle-damage"
        if fatigued:
            yield "ep.overland.hustle-fatigue"
    if journey.vehicle is None and hours > hours_of_travel():
        yield "ep.overland.forced-march"
    if fatigued and journey.mount_speed is not None:
        yield "ep.overland.mount-damage"
