"""Cross-country travel: each test names the catalogue entries whose worked check it is."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefoot.engine.travel.journey import (
    Journey,
    TravelError,
    forced_march,
    hours_on_the_way,
    hustle,
    miles,
    miles_a_day,
    miles_an_hour,
    pace_named,
    still_fatigued,
    travel,
)
from fivefoot.engine.travel.overland import (
    Vehicle,
    column_number,
    hours_of_travel,
    round_the_clock,
    self_propelled,
    speed_columns,
    terrain_factor,
    terrains,
    vehicle,
    vehicles,
    ways,
)

SPEEDS = (5, 20, 30, 60, 120, 210)


@dataclass
class Loaded:
    """Dice that count how many were taken."""

    face: int
    taken: int = 0

    def __iter__(self) -> "Loaded":
        return self

    def __next__(self) -> int:
        self.taken += 1
        return self.face


# ---------------------------------------------------------------- distances


def test_miles_an_hour_and_a_day() -> None:
    """ep.overland.units."""
    journey = Journey(speed=30, way="highway", terrain="plains")
    assert (miles_an_hour(journey), miles_a_day(journey)) == (3, 24)


def test_a_day_has_8_or_10_or_24_hours() -> None:
    """ep.overland.day-length."""
    days = [miles(Journey()), *(miles(Journey(vehicle=vehicle(n))) for n in ("keelboat", "sailing-ship"))]
    assert days == [24, 10, 48]
    assert [hours_of_travel(by) for by in ("on-foot", "rowed", "sailed")] == [8, 10, 24]
    assert hours_on_the_way(Journey(vehicle=vehicle("keelboat"))) == 10


def test_eight_hours_of_walking_do_no_harm() -> None:
    """ep.overland.walk."""
    dice = Loaded(6)
    day = travel(Journey(hours=8), dice)
    assert (day.damage, day.fatigued, dice.taken) == (0, False, 0)


def test_one_hour_of_hustling() -> None:
    """ep.overland.hustle."""
    hour = travel(Journey(speed=30, pace="hustle", hours=1))
    assert (hour.miles, hour.damage, hour.fatigued) == (6, 0, False)


def test_each_hour_of_hustling_hurts_twice_as_much() -> None:
    """ep.overland.hustle-damage."""
    assert hustle(5) == (0, 1, 2, 4, 8)
    five = travel(Journey(pace="hustle", hours=5))
    assert [hour.damage for hour in five.hours] == [0, 1, 2, 4, 8]
    # Primal damage is of no type that damage reduction takes anything off.
    assert (five.damage, five.damage_kind) == (15, "primal")


def test_only_a_nights_rest_starts_the_count_again() -> None:
    """ep.overland.hustle-damage: hours before and after a break are one count."""
    assert hustle(3) + hustle(2, before=3) == hustle(5)
    assert travel(Journey(pace="hustle", hours=2, hustled_before=3)).damage == 4 + 8


def test_hustling_fatigues_until_all_is_healed() -> None:
    """ep.overland.hustle-fatigue."""
    two = travel(Journey(pace="hustle", hours=2))
    assert (two.damage, two.fatigued) == (1, True)
    assert not still_fatigued(two.damage, healed=1)
    assert still_fatigued(two.damage, healed=0)


@pytest.mark.parametrize("hours", [1, None])
def test_there_is_no_rate_for_a_run(hours: int | None) -> None:
    """ep.overland.run."""
    with pytest.raises(TravelError, match="hustling covers 6 miles in an hour") as refused:
        Journey(speed=30, pace="run", hours=hours)
    assert refused.value.rule == "ep.overland.run"


def test_each_speed_falls_into_one_of_sixteen_columns() -> None:
    """ep.overland.speed-columns."""
    speeds = (5, 10, 20, 25, 100, 105, 120, 125, 200, 205, 300)
    assert [column_number(speed) for speed in speeds] == [1, 2, 2, 3, 10, 11, 11, 12, 15, 16, 16]
    # Its open point: what lies between columns is rounded down to a multiple of 5.
    assert [column_number(speed) for speed in (9, 24, 34, 204)] == [1, 2, 3, 15]
    with pytest.raises(TravelError, match="a speed of 4 feet"):
        column_number(4)


def test_the_columns_leave_no_gap() -> None:
    assert len(speed_columns()) == 16
    for slower, faster in pairwise(speed_columns()):
        assert slower.through is not None
        assert slower.through + 5 == faster.slowest
    assert speed_columns()[-1].through is None
    for column in speed_columns():
        assert column.hour.hustle == 2 * column.hour.walk
        assert column.day.walk == 8 * column.hour.walk


def test_an_hours_walk_has_the_miles_of_its_column() -> None:
    """ep.overland.hourly-walk."""
    hours = [miles(Journey(speed=speed, hours=1)) for speed in SPEEDS]
    assert hours == [0.5, 2, 3, 6, 15, 50]
    whole = [0.5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50]
    assert [column.hour.walk for column in speed_columns()] == whole


def test_hustling_doubles_the_miles_of_an_hour() -> None:
    """ep.overland.hourly-hustle."""
    hours = [miles(Journey(speed=speed, pace="hustle", hours=1)) for speed in SPEEDS]
    assert hours == [1, 4, 6, 12, 30, 100]
    whole = [1, 4, 6, 8, 10, 12, 14, 16, 18, 20, 30, 40, 50, 60, 80, 100]
    assert [column.hour.hustle for column in speed_columns()] == whole


def test_a_days_walk_has_the_miles_of_its_column() -> None:
    """ep.overland.daily-walk."""
    assert [miles(Journey(speed=speed)) for speed in SPEEDS] == [4, 16, 24, 48, 120, 400]
    whole = [4, 16, 24, 32, 40, 48, 56, 64, 72, 80, 120, 160, 200, 240, 320, 400]
    assert [column.day.walk for column in speed_columns()] == whole
    with pytest.raises(TravelError, match="no creature can hustle for a whole day"):
        Journey(pace="hustle")
    with pytest.raises(TravelError, match="no creature can hustle for a whole day"):
        miles_a_day(Journey(pace="hustle", hours=1))


def test_impeded_terrain_makes_everyone_slow() -> None:
    """ep.overland.impeded-column."""
    peaks = Journey(speed=30, terrain="mountains", way="trackless", impeded=True)
    assert miles(peaks) == 2
    assert miles(Journey(speed=30, impeded=True)) == 4
    assert miles(Journey(mount_speed=200, impeded=True)) == 4
    # Its open point: who passes over the terrain reads the column of its own speed.
    assert miles(Journey(speed=60, terrain="mountains", way="trackless", impeded=True, ignores_terrain=True)) == 48


def test_four_grades_of_way() -> None:
    """ep.overland.ways."""
    assert list(ways()) == ["highway", "road", "trail", "trackless"]
    assert [terrain_factor("hills", way) for way in ways()] == [1, 0.75, 0.75, 0.5]
    assert [way.single_file for way in ways().values()] == [False, False, True, False]


def test_a_trail_is_no_use_to_a_cart() -> None:
    """ep.overland.trail-vehicles."""
    hour = {way: miles(Journey(vehicle=vehicle("cart"), terrain="hills", way=way, hours=1)) for way in ways()}
    assert hour == {"highway": 2, "road": 1.5, "trail": 1, "trackless": 1}


def test_terrain_takes_its_share() -> None:
    """ep.overland.terrain-factors."""
    crossings = [
        ("desert", "road", 12),
        ("jungle", "trackless", 6),
        ("mountains", "highway", 18),
        ("plains", "trackless", 18),
        ("tundra", "trackless", 18),
    ]
    for terrain, way, distance in crossings:
        assert miles(Journey(speed=30, terrain=terrain, way=way)) == distance


FACTORS = {
    "desert": (1, 0.5, 0.5),
    "forest": (1, 1, 0.5),
    "hills": (1, 0.75, 0.5),
    "jungle": (1, 0.75, 0.25),
    "moor": (1, 1, 0.75),
    "mountains": (0.75, 0.75, 0.5),
    "plains": (1, 1, 0.75),
    "swamp": (1, 0.75, 0.5),
    "tundra": (1, 0.75, 0.75),
}


def test_the_whole_table_of_terrains() -> None:
    """ep.overland.terrain-factors."""
    read = {name: tuple(terrain_factor(name, way) for way in ("highway", "trail", "trackless")) for name in terrains()}
    assert read == FACTORS


# ---------------------------------------------------------------- forced march


def test_forced_march_hours_deal_damage_and_fatigue() -> None:
    """ep.overland.forced-march."""
    march = travel(Journey(speed=30, hours=10), [3, 4, 6, 1])
    assert (march.miles, march.damage, march.fatigued, march.unconscious) == (30, 14, True, False)
    assert travel(Journey(speed=30, hours=10, hit_points=12), [3, 4, 6, 1]).unconscious
    assert not travel(Journey(speed=30, hours=10, hit_points=15), [3, 4, 6, 1]).unconscious
    assert forced_march(10, [3, 4, 6, 1]) == (7, 7)
    assert forced_march(8, []) == ()


def test_whoever_falls_unconscious_goes_no_further() -> None:
    """ep.overland.forced-march: an hour that fells the marcher is the last."""
    dice = Loaded(6)
    march = travel(Journey(speed=30, hours=16, hit_points=20), dice)
    assert (march.miles, march.damage, march.unconscious) == (30, 24, True)
    assert dice.taken == 4


def test_hustling_past_the_eighth_hour_costs_both() -> None:
    long = travel(Journey(pace="hustle", hours=9), [1, 1])
    assert long.hours[-1].damage == 2 ** (9 - 2) + 2
    assert long.damage == sum(hustle(9)) + 2


@pytest.mark.parametrize(("dice", "message"), [([3, 4, 6], "dice ran out"), ([3, 4, 6, 7], "1 to 6, not 7")])
def test_missing_or_wrong_dice_are_refused(dice: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        travel(Journey(hours=10), dice)


# ---------------------------------------------------------------- mounts and vehicles


def test_a_mount_brings_its_own_speed() -> None:
    """ep.overland.mounts."""
    assert miles(Journey(speed=30, mount_speed=50)) == 40
    assert miles(Journey(speed=30, mount_speed=50, pace="hustle", hours=1)) == 10
    assert travel(Journey(speed=30, mount_speed=50, hours=9), [1, 2]).damage == 3


def test_the_rider_suffers_for_the_mount() -> None:
    """ep.overland.mount-damage."""
    ride = travel(Journey(speed=30, mount_speed=50, pace="hustle", hours=2))
    assert (ride.damage, ride.fatigued, ride.mount_fatigued) == (1, True, True)
    easy = travel(Journey(speed=30, mount_speed=50))
    assert (easy.fatigued, easy.mount_fatigued) == (False, False)
    assert not travel(Journey(pace="hustle", hours=2)).mount_fatigued


def test_nonstop_triples_the_day() -> None:
    """ep.overland.round-the-clock."""
    tireless = self_propelled("walker", 30, round_the_clock=True)
    assert miles(Journey(vehicle=tireless)) == 72
    assert hours_on_the_way(Journey(vehicle=tireless)) == 24
    assert miles(Journey(vehicle=self_propelled("walker", 30))) == 24
    # Its open point: only a vehicle whose data say so goes on without rest.
    assert round_the_clock(vehicle("galley")) == vehicle("galley")
    for name in ("cart", "rowboat"):
        with pytest.raises(TravelError, match=f"the {name} travels .* hours a day"):
            round_the_clock(vehicle(name))


def test_the_table_of_vehicles() -> None:
    """ep.overland.vehicles."""
    read = {known.names[0]: (known.hour, known.day) for known in vehicles()}
    assert read == {
        "cart": (2, 16),
        "raft": (0.5, 5),
        "keelboat": (1, 10),
        "rowboat": (1.5, 15),
        "sailing-ship": (2, 48),
        "warship": (2.5, 60),
        "longship": (3, 72),
        "galley": (4, 96),
    }
    assert [known.day / known.hour for known in vehicles()] == [8, 10, 10, 10, 24, 24, 24, 24]
    for known in vehicles():
        assert known.day == hours_of_travel(known.day_of) * known.hour
    assert (vehicle("wagon"), vehicle("barge")) == (vehicle("cart"), vehicle("raft"))


# ---------------------------------------------------------------- bounds


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hours": 0}, "1 to 24 hours, not 0"),
        ({"hours": 25}, "1 to 24 hours, not 25"),
        ({"hit_points": 0}, "at least 1 hit point, not 0"),
        ({"hustled_before": -1}, "0 to 168, not -1"),
        ({"hustled_before": 10**9}, "0 to 168, not 1000000000"),
        ({"pace": "gallop"}, "no pace 'gallop'; there are walk, hustle, run"),
        ({"vehicle": vehicle("cart"), "mount_speed": 50}, "by cart or on mounts, not both"),
        ({"vehicle": vehicle("cart"), "pace": "hustle", "hours": 1}, "one speed; hustle is not possible"),
        ({"vehicle": vehicle("cart"), "hours": 9}, "at most 8 hours a day, not 9"),
        ({"vehicle": vehicle("cart"), "impeded": True}, "cannot cross impeded terrain"),
        ({"vehicle": vehicle("rowboat"), "hours": 11}, "at most 10 hours a day, not 11"),
        ({"vehicle": vehicle("galley"), "terrain": "swamp"}, "travels on water"),
        ({"vehicle": vehicle("galley"), "way": "road"}, "travels on water"),
    ],
)
def test_journeys_without_a_figure(options: dict[str, object], message: str) -> None:
    with pytest.raises(TravelError, match=message) as refused:
        Journey(**options)  # type: ignore[arg-type]
    assert refused.value.rule.startswith("ep.overland.")


@pytest.mark.parametrize(
    ("journey", "message"),
    [
        (Journey(speed=4), "4 feet is too low"),
        (Journey(speed=-30), "-30 feet"),
        (Journey(speed=30, mount_speed=0), "0 feet"),
        (Journey(terrain="moon"), "no terrain 'moon'.*desert.*tundra"),
        (Journey(way="rail"), "no way 'rail'.*highway, road, trail, trackless"),
    ],
)
def test_journeys_that_the_tables_do_not_hold(journey: Journey, message: str) -> None:
    for request in (miles, travel):
        with pytest.raises(TravelError, match=message):
            request(journey)


def test_names_that_the_tables_do_not_hold() -> None:
    with pytest.raises(TravelError, match=r"no vehicle 'zeppelin'.*cart, wagon, raft"):
        vehicle("zeppelin")
    with pytest.raises(TravelError, match="no day 'flown'"):
        hours_of_travel("flown")
    with pytest.raises(TravelError, match="0 to 168, not -1"):
        hustle(-1)
    with pytest.raises(TravelError, match="0 to 24 hours to march, not 25"):
        forced_march(25, count(1))
    with pytest.raises(TravelError, match="no pace 'crawl'"):
        pace_named("crawl")


journeys = st.builds(
    Journey,
    speed=st.integers(5, 400),
    mount_speed=st.none() | st.integers(5, 400),
    hours=st.integers(1, 24),
    pace=st.sampled_from(["walk", "hustle"]),
    way=st.sampled_from(["highway", "road", "trail", "trackless"]),
    terrain=st.sampled_from(sorted(FACTORS)),
    impeded=st.booleans(),
    ignores_terrain=st.booleans(),
    hit_points=st.none() | st.integers(1, 60),
)


@given(journeys, st.integers(1, 6))
def test_an_itinerary_adds_up(journey: Journey, face: int) -> None:
    trip = travel(journey, Loaded(face))
    assert trip.miles == sum(hour.miles for hour in trip.hours) <= miles(journey)
    assert trip.damage == sum(hour.damage for hour in trip.hours)
    assert trip.fatigued == (trip.damage > 0)
    assert trip.unconscious == (journey.hit_points is not None and trip.damage >= journey.hit_points)
    assert trip.unconscious or len(trip.hours) == hours_on_the_way(journey)


@given(st.sampled_from(vehicles()), st.sampled_from(sorted(FACTORS)), st.sampled_from(["road", "trackless"]))
def test_a_day_is_as_long_as_its_hours(by: Vehicle, terrain: str, way: str) -> None:
    day = Journey(vehicle=by) if by.afloat else Journey(vehicle=by, terrain=terrain, way=way)
    assert travel(day).miles == miles(day) == hours_on_the_way(day) * miles_an_hour(day)


def test_an_itinerary_names_catalogue_entries_only() -> None:
    catalogue = tomllib.loads(files("fivefoot.assets").joinpath("rules", "epic_path.toml").read_text("utf-8"))
    known = {rule["id"] for rule in catalogue["rule"]}
    for trip in (
        travel(Journey()),
        travel(Journey(mount_speed=50, pace="hustle", hours=9, impeded=True, way="road", terrain="swamp"), [1, 1]),
        travel(Journey(vehicle=vehicle("cart"), way="trail", terrain="hills")),
    ):
        assert set(trip.rules) <= known
        assert len(set(trip.rules)) == len(trip.rules) > 1
