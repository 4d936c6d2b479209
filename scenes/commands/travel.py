"""``fivefoot travel``: how far a party gets overland, and the cost of hurrying."""

import json
import random
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ...engine.travel.journey import Itinerary, Journey, TravelError, hours_on_the_way, pace_named
from ...engine.travel.journey import travel as journey_on
from ...engine.travel.overland import (
    Vehicle,
    hours_of_travel,
    round_the_clock,
    self_propelled,
    terrains,
    vehicle,
    vehicles,
    ways,
)
from .shared import options


def _way_names() -> list[str]:
    return list(ways())


def _terrain_names() -> list[str]:
    return list(terrains())


def _vehicle_names() -> list[str]:
    return [name for known in vehicles() for name in known.names]


def travel(
    speed: Annotated[int, typer.Option(help="The party's speed in feet.")] = 30,
    mount_speed: Annotated[int | None, typer.Option(help="The mounts' speed in feet, for riders.")] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--vehicle",
            metavar=options.choices(*_vehicle_names()),
            help="What carries the party; left out, its feet or mounts.",
            autocompletion=_vehicle_names,
        ),
    ] = None,
    nonstop: Annotated[
        bool,
        typer.Option(
            "--nonstop",
            help="Go on all 24 hours. Without --vehicle: something self-propelled that goes at --speed.",
        ),
    ] = False,
    way: Annotated[
        str | None,
        typer.Option(metavar=options.choices(*_way_names()), help="Left out: highway.", autocompletion=_way_names),
    ] = None,
    terrain: Annotated[
        str | None,
        typer.Option(
            metavar=options.choices(*_terrain_names()),
            help="Left out: plains.",
            autocompletion=_terrain_names,
        ),
    ] = None,
    impeded: Annotated[
        bool, typer.Option("--impeded", help="All of it through impeded terrain, such as high peaks.")
    ] = False,
    ignores_terrain: Annotated[
        bool, typer.Option("--ignores-terrain", help="Terrain does not matter, as to a party that flies.")
    ] = False,
    pace: Annotated[
        str, typer.Option(metavar=options.choices("walk", "hustle", "run"), help="How hard it hurries.")
    ] = "walk",
    hours: Annotated[int | None, typer.Option(help="Hours on the way; left out, a full day.")] = None,
    march: Annotated[int | None, typer.Option(help="Hours of forced march after a full day's walk.")] = None,
    hustled_before: Annotated[int, typer.Option(help="Hours already hustled since the last full night's rest.")] = 0,
    hp: Annotated[int | None, typer.Option(help="Hit points of the walker or rider.")] = None,
    seed: Annotated[int, typer.Option(help="The seed of a forced march's dice.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of a table.")] = False,
) -> None:
    """Compute a day's journey overland: miles, damage from hurrying, fatigue."""
    try:
        journey = Journey(
            speed=speed,
            mount_speed=mount_speed,
            vehicle=_conveyance(by, nonstop, speed, mount_speed),
            pace=pace_named(pace),
            hours=_planned_hours(hours, march, pace, by_vehicle=by is not None or nonstop),
            way=way,
            terrain=terrain,
            impeded=impeded,
            ignores_terrain=ignores_terrain,
            hustled_before=hustled_before,
            hit_points=hp,
        )
        itinerary = journey_on(journey, _six_sided(seed))
    except TravelError as problem:
        typer.echo(f"fivefoot travel: {problem} ({problem.rule})", err=True)
        raise typer.Exit(2) from None
    if as_json:
        # Not msgspec's own encoder: damage that doubles by the hour outgrows its 64 bits.
        typer.echo(json.dumps(msgspec.to_builtins(itinerary)))
    else:
        _show(Console(), journey, itinerary)


def _conveyance(name: str | None, nonstop: bool, speed: int, mount_speed: int | None) -> Vehicle | None:
    """The vehicle that the options describe, if any."""
    if name is not None:
        named = vehicle(name)
        return round_the_clock(named) if nonstop else named
    if not nonstop:
        return None
    if mount_speed is not None:
        raise TravelError("mounts need their rest and cannot go on nonstop", "ep.overland.round-the-clock")
    return self_propelled("conveyance", speed, round_the_clock=True)


def _planned_hours(hours: int | None, march: int | None, pace: str, *, by_vehicle: bool) -> int | None:
    """The hours on the way by --hours or --march; None for a full day."""
    if march is None:
        return hours
    rule = "ep.overland.forced-march"
    if hours is not None:
        raise TravelError("--march adds to a full day and --hours names all of it: give one of them", rule)
    if by_vehicle or pace != "walk":
        raise TravelError("a forced march is walked or ridden: leave out vehicle and pace", rule)
    if march < 1:
        raise TravelError(f"a forced march lasts 1 hour or more, not {march}", rule)
    return hours_of_travel() + march


def _six_sided(seed: int) -> Iterator[int]:
    """An endless stream of six-sided dice, the same for the same seed."""
    dice = random.Random(seed)
    while True:
        yield dice.randint(1, 6)


def _show(console: Console, journey: Journey, itinerary: Itinerary) -> None:
    """Prints an itinerary for a person: its totals and, if an hour did damage, hour by hour."""
    summary = Table("Journey", "", title=_title(journey), title_justify="left")
    summary.add_row("distance", f"{itinerary.miles:g} miles")
    planned = hours_on_the_way(journey)
    shortened = f" of {planned}" if len(itinerary.hours) < planned else ""
    summary.add_row("hours on the way", f"{len(itinerary.hours)}{shortened}, exposed to the environment")
    summary.add_row("Primal damage", str(itinerary.damage))
    who = "rider and mount" if itinerary.mount_fatigued else "yes"
    summary.add_row("fatigued", f"{who}, until all of it is healed" if itinerary.fatigued else "no")
    if itinerary.unconscious:
        summary.add_row("unconscious", f"at the end of hour {len(itinerary.hours)}")
    console.print(summary)
    if itinerary.damage:
        by_hour = Table("Hour", "Miles so far", "Primal damage")
        for hour in itinerary.hours:
            by_hour.add_row(str(hour.hour), f"{hour.hour * hour.miles:g}", str(hour.damage))
        console.print(by_hour)
    console.print(f"rules: {', '.join(itinerary.rules)}", soft_wrap=True)


def _title(journey: Journey) -> str:
    """The means and the ground of a journey, in a line."""
    if journey.vehicle is not None:
        carrier = journey.vehicle.names[0]
    elif journey.mount_speed is not None:
        carrier = f"mounts, speed {journey.mount_speed} feet"
    else:
        carrier = f"on foot, speed {journey.speed} feet"
    if journey.vehicle is not None and journey.vehicle.afloat:
        return carrier
    over = f"{journey.way or 'highway'}, {journey.terrain or 'plains'}"
    return f"{carrier}; {over}{', impeded' if journey.impeded else ''}"
