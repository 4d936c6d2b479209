"""``fivefoot compare``: how another ruleset, or a house rule, changes a battle."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ...components.events import Event
from ...engine.decoding import convert
from ...engine.errors import ScenarioError, printable, spelled
from ...engine.messages import language_in_use, tr, tr_counted
from ...engine.rulesets import RULESETS
from ...engine.scenario import read as files
from ...play.comparison import SAME_EVENT, Comparison, Divergence, Tally, Variant
from ...play.comparison import compare as play_both
from ...play.match import ROUNDS
from ...play.replay.log_text import chronicle
from .shared import options
from .shared.options import ScenarioPath
from .shared.progress import progress
from .shared.sheet import sheet


def compare(
    file: ScenarioPath,
    rulesets: Annotated[
        list[str] | None,
        typer.Option(
            metavar=options.RULESET_CHOICES,
            help="The two rulesets to compare; one alone is compared with the file's.",
            autocompletion=lambda: list(RULESETS),
        ),
    ] = None,
    rules: options.HouseRules = None,
    games: Annotated[int, typer.Option(help="How many seeds to play under both.", min=1, max=1_000_000)] = 20,
    seed: Annotated[int | None, typer.Option(help="The first seed, instead of the file's.")] = None,
    red: options.Red = None,
    blue: options.Blue = None,
    rounds: Annotated[int, typer.Option(help="Rounds after which a battle is a draw.", min=1, max=10_000)] = ROUNDS,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object instead of tables.")] = False,
) -> None:
    """Show how another ruleset or a house rule changes battles with the same seeds."""
    scenario = files.read(file)
    first = scenario.seed if seed is None else seed
    variants = _variants(scenario.ruleset, rulesets or [], options.switches(rules))
    seeds = range(first, first + games)
    with redirect_stdout(sys.stderr), progress("seeds", games, quiet=as_json) as played:
        found = play_both(scenario, variants, seeds=seeds, red=red, blue=blue, rounds=rounds, progress=played)
    for misstep in found.missteps:
        typer.echo(f"fivefoot compare: {printable(misstep)}", err=True)
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        _show(sheet(), found, "ft" if RULESETS[scenario.ruleset].feet else "sq")


def _variants(own: str, rulesets: list[str], rules: dict[str, str | int | bool]) -> tuple[Variant, Variant]:
    for name in rulesets:
        if name not in RULESETS:
            raise ScenarioError("--rulesets", "", spelled(name), ", ".join(RULESETS))
    house = ", ".join(f"{name}={value}" for name, value in rules.items())
    if len(rulesets) == 2:
        a, b = (Variant(name + (f" ({house})" if house else ""), name, rules) for name in rulesets)
        return a, b
    if len(rulesets) == 1 and not rules:
        return Variant(own, own), Variant(rulesets[0], rulesets[0])
    if len(rulesets) <= 1 and rules:
        base = rulesets[0] if rulesets else own
        return Variant(base, base), Variant(f"{base} ({house})", base, rules)
    raise ScenarioError(
        "--rulesets",
        "",
        f"{len(rulesets)} rulesets and no house rule" if not rules else f"{len(rulesets)} rulesets",
        "two rulesets, or a house rule (--rules diagonals=one)",
    )


def _show(console: Console, found: Comparison, unit: str) -> None:
    for note in found.notes:
        console.print(tr("note: {note}", note=note), style="dim", markup=False, soft_wrap=True)
    a, b = found.tallies
    if found.parting is None:
        console.print(tr_counted("the battle is the same in both", "all {count} battles are the same", found.battles))
    else:
        _show_parting(console, found.parting, a.label, b.label, unit)
        console.print(
            tr(
                "{same} of {count} battles are the same; in {others} another side wins",
                same=found.identical,
                count=found.battles,
                others=found.other_winner,
            )
        )
        parts = Table(tr("First difference"), tr("Battles"))
        for kind, count in found.first_kinds.items():
            parts.add_row(tr(kind), str(count))
        console.print(parts)
    table = Table(tr("Per battle"), a.label, b.label)
    rows: tuple[tuple[str, Callable[[Tally], str]], ...] = (
        (tr("won by red (95 % interval)"), lambda t: f"{t.red} ({t.red_low:.0%} - {t.red_high:.0%})"),
        (tr("won by blue"), lambda t: str(t.blue)),
        (tr("drawn"), lambda t: str(t.draws)),
        (tr("rounds"), lambda t: f"{t.rounds:.2f}"),
        (tr("opportunity attacks"), lambda t: f"{t.opportunities:.2f}"),
        (tr("falls"), lambda t: f"{t.falls:.2f}"),
        (tr("damage"), lambda t: f"{t.damage:.1f}"),
        (tr("refused intents"), lambda t: f"{t.refusals:.2f}"),
    )
    for name, cell in rows:
        table.add_row(name, cell(a), cell(b))
    console.print(table)


def _told(event: dict[str, object], unit: str) -> str:
    try:
        typed = convert(event, Event)
    except msgspec.ValidationError:
        return msgspec.json.encode(event).decode()
    lines = [line.text for line in chronicle([typed], unit, language=language_in_use()) if line.depth]
    return "; ".join(lines) or f"{event.get('actor', '')} {event.get('event', '')}".strip()


def _show_parting(console: Console, parting: Divergence, a: str, b: str, unit: str) -> None:
    console.print(
        tr_counted(
            "seed {seed}: the first event is the same, then",
            "seed {seed}: the first {count} events are the same, then",
            parting.place,
            seed=parting.seed,
        )
    )
    for label, event in ((a, parting.a), (b, parting.b)):
        text = tr("the battle is over") if event is None else _told(event, unit)
        console.print(f"  {label}: {text}", markup=False, soft_wrap=True)
    if parting.a is not None and parting.b is not None:
        keys = [key for key in {**parting.a, **parting.b} if key not in SAME_EVENT]
        other = [key for key in keys if parting.a.get(key) != parting.b.get(key)]
        told = "; ".join(f"{key}: {parting.a.get(key)} / {parting.b.get(key)}" for key in other)
        console.print("  " + tr("difference: {fields}", fields=told), markup=False, soft_wrap=True)
