"""The results of benchmarks over time: one line of JSON a run in `history.jsonl`, and a chart of it.

    python benchmarks/battles.py --record          measures and appends
    python benchmarks/history.py                   the last runs of each figure
    python benchmarks/history.py --plot chart.png  all of them

Figures of different machines do not compare: each line names the machine and the Python it was made on.
"""

import argparse
import json
import os
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("history.jsonl")


def record(benchmark: str, figures: Mapping[str, float], unit: str, file: Path = FILE) -> None:
    """Append what a run of a benchmark has measured; each figure by name, all in one unit."""
    line = {
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _commit(),
        "benchmark": benchmark,
        "unit": unit,
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, load {_load()}",
        "figures": {name: float(f"{value:.4g}") for name, value in figures.items()},
    }
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")


def runs(file: Path = FILE) -> list[dict[str, Any]]:
    """All runs, oldest first."""
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def series(found: list[dict[str, Any]]) -> dict[tuple[str, str, str], list[tuple[str, float]]]:
    """By benchmark, figure and unit: what was measured at which commit, oldest first."""
    drawn: dict[tuple[str, str, str], list[tuple[str, float]]] = {}
    for run in found:
        for name, value in run["figures"].items():
            drawn.setdefault((run["benchmark"], name, run["unit"]), []).append((run["commit"], value))
    return drawn


def plot(path: Path, file: Path = FILE) -> None:
    """Draw a small chart for each benchmark, a line a figure."""
    from matplotlib.figure import Figure

    drawn = series(runs(file))
    benchmarks = list(dict.fromkeys((benchmark, unit) for benchmark, _, unit in drawn))
    figure = Figure(figsize=(9, 3.2 * max(len(benchmarks), 1)), layout="constrained")
    for place, (benchmark, unit) in enumerate(benchmarks):
        axes = figure.add_subplot(len(benchmarks), 1, place + 1)
        commits: dict[str, None] = {}
        for (one, name, _), points in drawn.items():
            if one == benchmark:
                commits |= dict.fromkeys(commit for commit, _ in points)
                axes.plot([commit for commit, _ in points], [value for _, value in points], "o-", label=name)
        axes.set_title(benchmark)
        axes.set_ylabel(unit)
        axes.set_ylim(bottom=0)
        axes.tick_params(axis="x", rotation=45)
        axes.legend(fontsize=7, ncols=2)
    figure.savefig(path, dpi=120)


def _commit() -> str:
    found = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=FILE.parent, capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def _load() -> str:
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def main() -> None:
    """Print the last runs of each figure, or draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=Path, help="draw them into this file")
    given = parser.parse_args()
    if given.plot:
        plot(given.plot)
        return
    for (benchmark, name, unit), points in series(runs()).items():
        print(f"{benchmark}, {name} ({unit}): " + "  ".join(f"{commit} {value:g}" for commit, value in points[-6:]))


if __name__ == "__main__":
    main()
