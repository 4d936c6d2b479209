"""``fivefoot reach``: the places in reach of a creature's move."""

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from ...components.position import Cube
from ...engine.errors import ScenarioError
from ...engine.field.reach import Reach
from ...engine.messages import tr, tr_counted
from ...play.battle import Battle
from ...play.loading import load
from .shared import json_lines, options
from .shared.options import ScenarioPath

MOST_SQUARES = 500_000
"""Most squares of all listed paths; each path needs a search."""


def reach(
    file: ScenarioPath,
    creature: Annotated[str, typer.Option("--creature", "-c", help="The creature that moves.", show_default=False)],
    after_script: Annotated[
        bool, typer.Option("--after-script", help="After the file's script, not at its start.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with a path to every place.")] = False,
) -> None:
    """Show where a creature can get with one move, and what that costs."""
    with load(file) as battle:
        creature = options.creature_called(creature, [one.name for one in battle.creatures], file)
        if after_script:
            battle.run()
        found = battle.reach(creature)
        if as_json:
            _check_length(str(file), found)
            json_lines.write([_tree(battle, creature, found)])
        else:
            _show(Console(highlight=False), battle, creature, found)


def _check_length(source: str, found: Reach) -> None:
    places = squares = 0
    for _, arrival in found.arrivals():
        places += 1
        squares += arrival.squares
    if squares > MOST_SQUARES:
        raise ScenarioError(
            source,
            "--json",
            f"{places} places, with {squares} squares on the paths to them",
            f"at most {MOST_SQUARES} squares; a lower speed, or the map without --json",
        )


def _tree(battle: Battle, creature: str, found: Reach) -> dict[str, object]:
    return {
        "creature": creature,
        "ruleset": battle.rules.name,
        "at": battle.creature(creature).cube,
        "reach": [
            {
                "at": cube,
                "cost": arrival.cost,
                "can_stop": arrival.can_stop,
                "path": arrival.path,
                "opportunities": arrival.opportunities,
            }
            for cube, arrival in sorted(found.items(), key=lambda item: _row_order(item[0]))
        ],
    }


def _row_order(cube: Cube) -> tuple[int, int, int]:
    x, y, z = cube
    return (z, y, x)


def _show(console: Console, battle: Battle, creature: str, found: Reach) -> None:
    board = battle.world.board
    rows = battle.scenario.board.rows
    here = battle.creature(creature).cube
    unit = tr("feet") if battle.rules.feet else tr("squares")
    floor: dict[tuple[int, int], tuple[int, bool]] = {}
    places = stops = aloft = 0
    for (x, y, z), arrival in found.arrivals():
        stop = arrival.can_stop
        places += 1
        stops += stop
        if z == board.stand(x, y):
            floor[x, y] = (arrival.cost, stop)
        else:
            aloft += 1
    standing = {(c.cube[0], c.cube[1]): c.name[0] for c in battle.creatures if c.name != creature}
    costs = tr(
        "{name} at {place}: costs in {unit}; in brackets: may not stop there", name=creature, place=here, unit=unit
    )
    console.print(Text(costs))
    width = max((len(str(cost)) for cost, _ in floor.values()), default=1) + 2
    for y, row in enumerate(rows):
        line: list[tuple[str, str]] = []
        for x, tile in enumerate(row):
            cost, stop = floor.get((x, y), (None, False))
            if (x, y) == here[:2]:
                line.append(("@".rjust(width), "bold yellow"))
            elif cost is not None:
                line.append(((f"{cost}" if stop else f"({cost})").rjust(width), "green" if stop else "dim green"))
            elif (x, y) in standing:
                line.append((standing[x, y].rjust(width), "bold red"))
            else:
                line.append((tile.rjust(width), "dim"))
        if console.is_terminal:
            console.print(Text.assemble(*line, no_wrap=True, overflow="ignore"), soft_wrap=True)
        else:  # without colours a row is one piece
            typer.echo("".join(text for text, _ in line))
    if aloft:
        text = tr_counted(
            "{count} place, {aloft} of them above the floor; {name} may stop in {stops}",
            "{count} places, {aloft} of them above the floor; {name} may stop in {stops}",
            places,
            aloft=aloft,
            name=creature,
            stops=stops,
        )
    else:
        text = tr_counted(
            "{count} place; {name} may stop in {stops}",
            "{count} places; {name} may stop in {stops}",
            places,
            name=creature,
            stops=stops,
        )
    console.print(Text(text))
