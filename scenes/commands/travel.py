"""``fivefoot travel``: a party's distance overland, and the damage of hurrying."""

import json
import random
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ...engine.messages import _, english, language_in_use, tr, translated
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
from .shared.sheet import sheet


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
            help="The party's vehicle; by default it walks or rides.",
            autocompletion=_vehicle_names,
        ),
    ] = None,
    nonstop: Annotated[
        bool,
        typer.Option(
            "--nonstop",
            help="Travel all 24 hours; without --vehicle, in a self-propelled vehicle with speed --speed.",
        ),
    ] = False,
    way: Annotated[
        str | None,
        typer.Option(
            metavar=options.choices(*_way_names()),
            help="The kind of way; by default highway.",
            autocompletion=_way_names,
        ),
    ] = None,
    terrain: Annotated[
        str | None,
        typer.Option(
            metavar=options.choices(*_terrain_names()),
            help="The kind of terrain; by default plains.",
            autocompletion=_terrain_names,
        ),
    ] = None,
    impeded: Annotated[
        bool, typer.Option("--impeded", help="The whole journey is in impeded terrain, such as high peaks.")
    ] = False,
    ignores_terrain: Annotated[
        bool, typer.Option("--ignores-terrain", help="The party ignores terrain, because it flies, for example.")
    ] = False,
    pace: Annotated[
        str, typer.Option(metavar=options.choices("walk", "hustle", "run"), help="The pace of the party.")
    ] = "walk",
    hours: Annotated[int | None, typer.Option(help="Hours of travel; by default a full day.")] = None,
    march: Annotated[int | None, typer.Option(help="Hours of forced march after a full day of walking.")] = None,
    hustled_before: Annotated[int, typer.Option(help="Hours of hustling since the last full night's rest.")] = 0,
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
        typer.echo(f"fivefoot travel: {translated(str(problem), language_in_use())} ({problem.rule})", err=True)
        raise typer.Exit(2) from None
    if as_json:
        # Not msgspec's own encoder: damage that doubles by the hour outgrows its 64 bits.
        typer.echo(json.dumps(msgspec.to_builtins(itinerary)))
    else:
        _show(sheet(), journey, itinerary)


def _conveyance(name: str | None, nonstop: bool, speed: int, mount_speed: int | None) -> Vehicle | None:
    if name is not None:
        named = vehicle(name)
        return round_the_clock(named) if nonstop else named
    if not nonstop:
        return None
    if mount_speed is not None:
        raise TravelError(_("mounts must rest and cannot travel nonstop"), "ep.overland.round-the-clock")
    return self_propelled("conveyance", speed, round_the_clock=True)


def _planned_hours(hours: int | None, march: int | None, pace: str, *, by_vehicle: bool) -> int | None:
    if march is None:
        return hours
    rule = "ep.overland.forced-march"
    if hours is not None:
        raise TravelError(_("--march adds hours to a full day and --hours sets them: give one of the two"), rule)
    if by_vehicle or pace != "walk":
        raise TravelError(_("a forced march is on foot or mounted: leave out --vehicle and --pace"), rule)
    if march < 1:
        raise TravelError(english("a forced march takes at least 1 hour, not {count}", count=march), rule)
    return hours_of_travel() + march


def _six_sided(seed: int) -> Iterator[int]:
    dice = random.Random(seed)
    while True:
        yield dice.randint(1, 6)


def _show(console: Console, journey: Journey, itinerary: Itinerary) -> None:
    summary = Table(tr("Journey"), "", title=_title(journey), title_justify="left")
    summary.add_row(tr("distance"), tr("{count} miles", count=itinerary.miles))
    planned = hours_on_the_way(journey)
    spent = len(itinerary.hours)
    hours = tr("{count} of {planned}", count=spent, planned=planned) if spent < planned else str(spent)
    summary.add_row(tr("hours of travel, exposed to the environment"), hours)
    summary.add_row(tr("Primal damage"), str(itinerary.damage))
    if not itinerary.fatigued:
        tired = tr("no")
    elif itinerary.mount_fatigued:
        tired = tr("rider and mount, until the damage is healed")
    else:
        tired = tr("yes, until the damage is healed")
    summary.add_row(tr("fatigued"), tired)
    if itinerary.unconscious:
        summary.add_row(tr("unconscious"), tr("after hour {count}", count=spent))
    console.print(summary)
    if itinerary.damage:
        by_hour = Table(tr("Hour"), tr("Miles so far"), tr("Primal damage"))
        for hour in itinerary.hours:
            by_hour.add_row(str(hour.hour), f"{hour.hour * hour.miles:g}", str(hour.damage))
        console.print(by_hour)
    console.print(tr("rules: {ids}", ids=", ".join(itinerary.rules)), soft_wrap=True)


def _title(journey: Journey) -> str:
    if journey.vehicle is not None:
        carrier = journey.vehicle.names[0]
    elif journey.mount_speed is not None:
        carrier = tr("mounts, speed {count} feet", count=journey.mount_speed)
    else:
        carrier = tr("on foot, speed {count} feet", count=journey.speed)
    if journey.vehicle is not None and journey.vehicle.afloat:
        return carrier
    over = f"{journey.way or 'highway'}, {journey.terrain or 'plains'}"
    return f"{carrier}; {over}{', ' + tr('impeded') if journey.impeded else ''}"
