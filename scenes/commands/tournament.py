"""``fivefoot tournament``: many battles on all cores or a cluster, kept in a SQLite file."""

import csv
import os
import sys
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Annotated, Any, TextIO

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from ...engine.brains import BRAINS
from ...engine.errors import ScenarioError, spelled
from ...engine.files import replacing
from ...engine.generator.generate import generate
from ...engine.messages import tr
from ...engine.rulesets import RULESETS
from ...engine.scenario import read as files
from ...play.bots import BotRules
from ...play.loading import shipped_names
from ...play.players import player_of, seat
from ...play.tournament.ledger import COLUMNS, Ledger
from ...play.tournament.one_battle import ScenarioCache, contenders
from ...play.tournament.pairings import Entrant, Schedule, check_games, pairings_of
from ...play.tournament.report import Report, report
from ...play.tournament.workers import WorkersLost, crew_for, play_all
from ..views.standings import show
from .shared import options
from .shared.options import or_shipped
from .shared.sheet import sheet
from .shared.worded_help import wrong_value

SEEDS = 2**62
"""The largest absolute seed for SQLite."""
USUAL = ("aggressive", "random")


def tournament(
    scenarios: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...",
            help="Scenarios, TOML or JSON, or names of those that come with fivefoot (such as bridge).",
            show_default=False,
            autocompletion=shipped_names,
        ),
    ] = None,
    generated: Annotated[
        int,
        typer.Option(
            "--generate",
            "--generated",
            help="Add this number of random scenarios, from --seed on (see generate).",
            max=10_000,
        ),
    ] = 0,
    mirror: Annotated[bool, typer.Option(help="Make the halves of random scenarios equal.")] = True,
    classes: Annotated[
        bool,
        typer.Option("--classes", help="Give random scenarios classes with abilities, such as archers and mages."),
    ] = False,
    games: Annotated[int, typer.Option(help="The number of battles of each scenario.")] = 100,
    seed: Annotated[
        int, typer.Option(help="The first seed; each round of rulesets and pairings takes the next one.")
    ] = 1,
    db: Annotated[
        Path | None,
        typer.Option(help="Keep the results in this SQLite file; the same command continues a stopped tournament."),
    ] = None,
    rulesets: Annotated[
        list[str] | None,
        typer.Option(
            metavar=options.choices(*RULESETS, "all"),
            help="Play each scenario by these rulesets instead of its own (all: every ruleset).",
            autocompletion=lambda: [*RULESETS, "all"],
        ),
    ] = None,
    brains: Annotated[
        list[str] | None,
        typer.Option(
            metavar=options.BRAIN_CHOICES,
            help="The AI players; each pair plays with sides swapped, one alone plays itself.",
            autocompletion=lambda: list(BRAINS),
        ),
    ] = None,
    rules: options.HouseRules = None,
    rounds: Annotated[
        int | None, typer.Option(help="Rounds after which a battle is a draw.", min=1, max=10_000)
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", help="Number of processes; by default one for each core.", min=1, max=1024),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(help="Use a Dask cluster: tcp://host:8786, or `local` to start one (extra cluster)."),
    ] = None,
    keep_logs: Annotated[
        str,
        typer.Option(
            metavar=options.choices("interesting", "all", "none"), help="Which logs to keep, in the table `logs`."
        ),
    ] = "none",
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write the table of battles as CSV (-: standard output).")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as one JSON object.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the report as a picture (.png, .svg, .pdf; extra plots).")
    ] = None,
    bot_turn: options.BotTurn = None,
    bot_battle: options.BotBattle = None,
    bot_memory: options.BotMemory = None,
    bot_forfeit: options.BotForfeit = "turn",
) -> None:
    """Play many battles and report who wins, how surely, and what happened."""
    scenarios = scenarios or []
    if not scenarios and generated < 1:
        raise typer.BadParameter(tr("no FILE is given: name scenarios, or --generate and a number"))
    check_games(games)
    if not -SEEDS <= seed <= SEEDS - games:
        raise typer.BadParameter(wrong_value("--seed", spelled(seed), "-2**62 ... 2**62"))
    if keep_logs not in ("interesting", "all", "none"):
        raise typer.BadParameter(wrong_value("--keep-logs", spelled(keep_logs), "interesting, all, none"))
    bots = options.bot_rules(bot_turn, bot_battle, bot_memory, bot_forfeit)
    for place, word in [*(("FILE", str(path)) for path in scenarios), *(("--brains", name) for name in brains or ())]:
        if not word.isprintable():  # names of bytes that are not UTF-8, for one, because names go into the results
            raise ScenarioError(place, "", spelled(word), "printable characters")
    plan = Schedule(
        entries=(
            *(_entry(path, rulesets) for path in scenarios),
            *(_generated(seed + number, rulesets, mirror, classes) for number in range(generated)),
        ),
        pairings=pairings_of(brains or USUAL),
        games=games,
        seed=seed,
        rules=tuple(sorted(options.switches(rules).items())),
        rounds=rounds,
        keep=keep_logs,
        bots=b"" if bots == BotRules() else msgspec.json.encode(bots),
    )
    with redirect_stdout(sys.stderr):  # output of a brain's module is not the report
        sides = _checked(plan)
    whole = max(len(entry.rulesets) for entry in plan.entries) * len(plan.pairings)
    if games < whole:
        note = tr(
            "note: --games {games} is too few for every ruleset and pairing; that takes {whole}",
            games=games,
            whole=whole,
        )
        typer.echo(note, err=True)
    if plot is not None:
        options.check_plots(plot)
    for option, path in (("--csv", csv_file), ("--plot", plot)):
        if path is not None and path != Path("-"):
            options.check_output(option, path, *(() if db is None else (db,)), *scenarios)
    with Ledger(":memory:" if db is None else db) as ledger:
        ledger.enter(plan)
        lost = _fought(plan, ledger, jobs or options.cores(), cluster, quiet=as_json)
        found = report(ledger, plan.battles, sides)
        if csv_file is not None:
            _write_csv(ledger, plan, csv_file)
            if csv_file != Path("-"):
                options.written(csv_file)
    if plot is not None:
        from ..views.plots import draw_report

        draw_report(found, plot)
        options.written(plot)
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    elif csv_file != Path("-"):
        show(sheet(), found)
    if lost is not None:
        typer.echo(f"fivefoot tournament: {lost}", err=True)
        raise typer.Exit(1)


def _fought(plan: Schedule, ledger: Ledger, jobs: int, cluster: str | None, *, quiet: bool) -> WorkersLost | None:
    try:
        _play(plan, ledger, jobs, cluster, quiet=quiet)
    except WorkersLost as error:
        return error
    except KeyboardInterrupt:
        missing = sum(len(gap) for gap in ledger.gaps(plan))
        played = {"count": plan.battles - missing, "planned": plan.battles}
        if str(ledger.path) == ":memory:":
            kept = tr("stopped after {count} of {planned} battles; --db FILE would keep them", **played)
        else:
            kept = tr(
                "stopped; {path} holds {count} of {planned} battles, and the same command continues",
                path=ledger.path,
                **played,
            )
        typer.echo(f"fivefoot tournament: {kept}", err=True)
        raise
    return None


def _entry(path: Path, rulesets: list[str] | None) -> Entrant:
    scenario = files.read(or_shipped(path))
    text = msgspec.json.encode(scenario.tree()).decode()
    # A shipped scenario goes by its name, which means the same in every installation.
    return Entrant(path.as_posix(), text, _rulesets(rulesets, scenario.ruleset))


def _generated(seed: int, rulesets: list[str] | None, mirror: bool, classes: bool) -> Entrant:
    named = _rulesets(rulesets, next(iter(RULESETS)))
    scenario = generate(seed, ruleset=named[0], mirror=mirror, classes=classes)
    return Entrant(scenario.source, msgspec.json.encode(scenario.tree()).decode(), named)


def _rulesets(given: list[str] | None, own: str) -> tuple[str, ...]:
    named = [own] if not given else list(RULESETS) if "all" in given else given
    for name in named:
        if name not in RULESETS:
            allowed = f"{', '.join(RULESETS)}, all"
            raise ScenarioError("--rulesets", "", spelled(name), allowed)
    return tuple(dict.fromkeys(named))


def _checked(plan: Schedule) -> dict[str, tuple[str, str]]:
    from ...play.battle import Battle

    hall = ScenarioCache(plan)
    sides: dict[str, tuple[str, str]] = {}
    for index, entry in enumerate(plan.entries):
        if entry.name in sides:
            raise ScenarioError(entry.name, "", "the same file twice", "each file once")
        for ruleset in entry.rulesets:
            scenario = hall.scenario(index, ruleset)
            Battle(scenario).close()
            for name in dict.fromkeys(pairing.red for pairing in plan.pairings):
                player_of(name, scenario, source=entry.name, place="--brains")
            for pairing in plan.pairings:
                seat(scenario, pairing.red, pairing.blue).close()
        sides[entry.name] = contenders(scenario)
    return sides


def _play(plan: Schedule, ledger: Ledger, jobs: int, cluster: str | None, quiet: bool) -> None:
    missing = sum(len(gap) for gap in ledger.gaps(plan))
    if not missing:
        return
    crew: Any
    if cluster is None:
        crew = crew_for(plan, jobs, missing)
    else:
        from ...play.tournament.cluster import cluster_for

        crew = cluster_for(plan, cluster, jobs)
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn(tr("battles")),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True)
    with ExitStack() as open_:
        if console.is_terminal and not quiet:
            open_.enter_context(bar)
        team = open_.enter_context(crew)
        task = bar.add_task("battles", total=plan.battles, completed=plan.battles - missing, speed="")

        def progress(battles: int) -> None:
            rate = bar.tasks[0].speed
            bar.update(task, advance=battles, speed="" if rate is None else f"{rate:.1f}/s")

        play_all(plan, ledger, team, progress)


def _write_csv(ledger: Ledger, plan: Schedule, path: Path) -> None:
    if path == Path("-"):
        _write_rows(ledger, plan, sys.stdout, "\n")
        return
    with replacing(path) as beside, beside.open("w", newline="", encoding="utf-8") as out:
        _write_rows(ledger, plan, out, os.linesep)


def _write_rows(ledger: Ledger, plan: Schedule, out: TextIO, end: str) -> None:
    writer = csv.writer(out, lineterminator=end)
    writer.writerow(COLUMNS)
    for result in ledger.results(plan.battles):
        writer.writerow([_cell(value) for value in msgspec.structs.astuple(result)])


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") else value


__all__ = ["Report", "tournament"]
