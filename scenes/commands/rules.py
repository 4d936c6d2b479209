"""``fivefoot rules``: the rule catalogue, and its coverage by tests."""

from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from ...engine.errors import ScenarioError, spelled
from ...engine.messages import language_in_use, tr, tr_counted, translated, wording
from ...engine.rules.catalogue import OpenSwitch, catalogue
from ...engine.rules.ruleset import Ruleset
from ...engine.rulesets import RULESETS
from ...play import proof
from ...play.proof import EntryCoverage, entry_coverage, tree
from .shared import json_lines, options
from .shared.progress import waiting
from .shared.sheet import sheet


def rules(
    ruleset: Annotated[
        str | None,
        typer.Argument(
            metavar=f"[{options.RULESET_CHOICES}]",
            help="Only this ruleset.",
            show_default=False,
            autocompletion=lambda: list(RULESETS),
        ),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Play the cases, and show which entries they prove.")
    ] = False,
    refusals: Annotated[
        bool, typer.Option("--refusals", help="Play the cases, and list each kind of refusal with an example.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each entry.")] = False,
) -> None:
    """List the rules of the rulesets; with --coverage, which of them are tested."""
    if ruleset is not None and ruleset not in RULESETS:
        raise ScenarioError("ruleset", "", spelled(ruleset), ", ".join(RULESETS))
    chosen = [RULESETS[ruleset]] if ruleset is not None else list(RULESETS.values())
    if coverage:
        _cover(chosen, as_json)
    elif refusals:
        _refusals(chosen, as_json)
    elif as_json:
        json_lines.write(
            {"ruleset": one.name, "id": entry.id, "topic": entry.topic, "summary": entry.summary,
             "switches": [switch.name for switch in entry.switches]}
            for one in chosen
            for entry in catalogue().get(one.name, ())
        )  # fmt: skip
    elif ruleset is None:
        _overview(chosen)
    else:
        _entries(chosen[0])


def _overview(chosen: list[Ruleset]) -> None:
    table = Table(tr("ruleset"), tr("title"), tr("unit"), tr("entries"), tr("switches"))
    for one in chosen:
        unit = tr("feet") if one.feet else tr("squares")
        table.add_row(one.name, one.title, unit, str(len(catalogue().get(one.name, ()))), str(len(one.switches)))
    sheet().print(table)


def _entries(one: Ruleset) -> None:
    console = Console(highlight=False)
    for entry in catalogue().get(one.name, ()):
        head = Text(entry.id, "bold")
        head.append(f"  {entry.topic}", "dim")
        console.print(head)
        console.print(Padding(Text(entry.summary), (0, 0, 0, 4)))
        for switch in entry.switches:
            console.print(Padding(Text(tr("switch {switch}", switch=_spelled(switch)), "cyan"), (0, 0, 0, 4)))
    console.print(Text(tr("Switches, the default first"), "bold"))
    for name, known in one.switches.items():
        values = [spelled(value) for value in known.values if value != known.default]
        default = spelled(known.default) if known.default != "" else tr("(as the rules say)")
        more = [tr("a whole number from {least}", least=known.least)] if known.least is not None else []
        line = Text(f"    {name} = {' | '.join([default, *values, *more])}")
        line.append(f"  {known.rule or ''}", "dim")
        console.print(line, soft_wrap=True)


def _spelled(switch: OpenSwitch) -> str:
    values = [spelled(value) for value in switch.values] + ([tr("any number")] if switch.numbers else [])
    return f"{switch.name} = {' | '.join(values)}"


def _refusals(chosen: list[Ruleset], as_json: bool) -> None:
    root = tree()
    if root is None:
        raise ScenarioError("--refusals", "", "no cases to play", "a source tree with its tests/cases")
    with waiting(tr("playing the cases")):
        found = proof.refusals_in(root, [one.name for one in chosen])
    if as_json:
        json_lines.write(refusal._asdict() for refusal in found)
        return
    console, language = Console(highlight=False), language_in_use()
    for refusal in found:
        console.print(Text(wording(refusal.message, language), "bold"), soft_wrap=True)
        console.print(Text(f"    {translated(refusal.example, language)}"), soft_wrap=True)
        console.print(Text(f"    {refusal.case}  {', '.join(refusal.rules)}", "dim"), soft_wrap=True)
    typer.echo(tr_counted("{count} kind of refusal", "{count} kinds of refusals", len(found)))


def _cover(chosen: list[Ruleset], as_json: bool) -> None:
    root = tree()
    if root is None:
        raise ScenarioError("--coverage", "", "no cases to play", "a source tree with its tests/cases")
    with waiting(tr("playing the cases")):
        proofs = proof.proofs_in(root)
        checks = proof.checks_in(root, proofs.passing)
    standings = {one.name: entry_coverage(one, proofs.by_id, checks) for one in chosen}
    everything = [standing for found in standings.values() for standing in found]
    if as_json:
        json_lines.write(
            {"ruleset": name, "id": s.id, "proof": s.proof, "check": s.check, "note": s.note}
            for name, found in standings.items()
            for s in found
        )
    else:
        known = {standing.id for standing in everything}
        _show_coverage(standings, [(case, idle) for case, idle in proofs.idle if idle in known])
    settled = sum(standing.settled for standing in everything)
    typer.echo(f"{settled} of {len(everything)} entries decided and tested")  # in English for programs that read it
    if any(standing.missing for standing in everything):
        raise typer.Exit(1)


def _show_coverage(standings: dict[str, list[EntryCoverage]], idle: list[tuple[str, str]]) -> None:
    console = Console(highlight=False)
    for case, cited in idle:
        console.print(
            Text(tr("{case}: cites {ids}, but another entry decides", case=case, ids=cited), "dim"), soft_wrap=True
        )
    for found in standings.values():
        for standing in found:
            if standing.settled:
                continue
            said = tr("no program can test it: {reason}", reason=standing.note) if standing.note else tr("not tested")
            console.print(Text(f"{standing.id}: {said}", "dim" if standing.note else "yellow"), soft_wrap=True)
    table = Table(
        tr("ruleset"), tr("entries"), tr("tested by a case"), tr("tested by a named check"), tr("not testable")
    )
    for name, found in standings.items():
        figures = (
            len(found),
            sum(bool(standing.proof) for standing in found),
            sum(bool(standing.check) and not standing.proof for standing in found),
            sum(bool(standing.note) and not standing.settled for standing in found),
        )
        table.add_row(name, *map(str, figures))
    sheet().print(table)
