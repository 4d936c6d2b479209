"""What the web page costs in headless Chromium: `python benchmarks/page.py [PYODIDE_FOLDER]`.

Processor time of the browser and all its processes until the first battle can be played, from a cold start and with the
site kept by its service worker; then processor and wall time from a click until its answer is there.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from tests.scenes.web.browser import Browser, served

from fivefoot.scenes.web.web_site import write_site

TICKS = os.sysconf("SC_CLK_TCK")
TURN = "document.body.dataset.waits === 'turn' && !playing && $('bar').children.length > 5"
BATTLE = "?scenario=bridge&red=you&blue=cunning&seed=3"
PICK = """(async () => {
    const free = view.marks.reach.filter((one) => one[3] && !view.at(one[0], one[1])), [x, y] = free[NUMBER];
    const start = performance.now(), before = last();
    pick(x, y);
    while (last() === before) await new Promise(requestAnimationFrame);
    return performance.now() - start;
})()"""


def spent(root: int) -> float:
    """Processor seconds of a process and all below it."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry)], used[int(entry)] = int(fields[1]), sum(map(int, fields[11:15])) / TICKS
    found, open_ = 0.0, [root]
    while open_:
        one = open_.pop()
        found += used.get(one, 0.0)
        open_ += [child for child, parent in parents.items() if parent == one]
    return found


def main(pyodide: str | None) -> None:
    """Prints the figures."""
    with tempfile.TemporaryDirectory() as scratch:
        write_site(Path(scratch, "site"), pyodide)
        server, home = served(Path(scratch, "site"))
        with Browser(Path(scratch, "profile")) as browser:
            for what in ("cold start", "kept by the service worker"):
                before, start = spent(browser.pid), time.monotonic()
                browser.open(f"{home}{BATTLE}")
                browser.wait(TURN, 300)
                used, took = spent(browser.pid) - before, time.monotonic() - start
                print(f"{what}: playable after {used:.1f} s of processor time ({took:.1f} s)", flush=True)
                browser.run("navigator.serviceWorker.ready.then(() => 1)")
            figures = []
            for number in range(12):
                before = spent(browser.pid)
                took = browser.run(PICK.replace("NUMBER", str(number)))
                figures.append((spent(browser.pid) - before, took / 1000))
                browser.run("undo()")
                browser.wait(TURN)
            cpu, wall = (statistics.median(column) * 1000 for column in zip(*figures, strict=True))
            print(f"a click that moves, median of {len(figures)}: {cpu:.0f} ms of processor time ({wall:.0f} ms)")
        server.shutdown()


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else None)
