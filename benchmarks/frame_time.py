"""The time to draw one frame of the board: a 256 by 256 board, 100 creatures, overlays on, panning.

Run it as `python benchmarks/frame_time.py`. It opens a window of 1280 by 720: on the display that there
is, else on an X server of its own (Xvfb, where that is installed), else in memory (SDL's dummy driver).
The reach of the chosen creature and the threat of all its enemies are shown, and the view pans without
a pause. What is timed is everything that a frame does before the flip, the scene's update and its
drawing, in processor time, so that other programs do not count, and by the clock on the wall, where they
do. While the overlays are worked out (beside the window, as in the game) and what is in sight is painted,
the frames count apart.
"""

import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pygame

import fivefoot
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.window.background import SWITCH
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

SIDE = 256
CREATURES = 100
FRAMES = 840
SETTLED = 60
"""Frames without anything being worked out after which the window counts as having settled."""
TARGET = 4.0
"""Milliseconds that a frame may take beyond the flip."""


def scenario(seed: int = 5) -> str:
    """A busy board with a hundred creatures, for any seed the same."""
    chance = random.Random(seed)
    rows = [["." for _ in range(SIDE)] for _ in range(SIDE)]
    for sign, count in (
        (":", 5000),
        ("%", 1500),
        ("#", 4000),
        ("~", 2500),
        ("1", 1500),
        ("2", 1200),
        ("_", 500),
        ("o", 900),
    ):
        for _ in range(count):
            rows[chance.randrange(SIDE)][chance.randrange(SIDE)] = sign
    places: set[tuple[int, int]] = set()
    lines = ["format = 1", 'title = "frame time"', 'ruleset = "epic-path"', "[board]"]
    creatures: list[str] = []
    number = 0
    while number < CREATURES:
        # Half of them crowd the middle, where the view pans.
        spread = SIDE // 2 - 4 if number % 2 else 20
        x, y = SIDE // 2 + chance.randint(-spread, spread), SIDE // 2 + chance.randint(-spread, spread)
        large = number % 10 == 9
        around = {(x + i, y + j) for i in range(1 + large) for j in range(1 + large)}
        if around & places:
            continue
        places |= around
        for i, j in around:
            rows[j][i] = "."
        side = "red" if number % 2 else "blue"
        creatures += [
            "[[creatures]]", f'name = "c{number}"', f'side = "{side}"', f"at = [{x}, {y}]", "hp = 10",
            f'size = "{"large" if large else "medium"}"',
        ]  # fmt: skip
        number += 1
    lines += ['map = """', *("".join(row) for row in rows), '"""', *creatures]
    return "\n".join(lines)


class Taken(NamedTuple):
    """Milliseconds that a frame took."""

    processor: float
    wall: float


@contextmanager
def display() -> Iterator[None]:
    """A display to open a window on, if there is any way to one."""
    server: subprocess.Popen[bytes] | None = None
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("SDL_VIDEODRIVER")):
        if shutil.which("Xvfb"):
            reading, writing = os.pipe()
            server = subprocess.Popen(
                ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x720x24", "-nolisten", "tcp"],
                pass_fds=(writing,),
                stderr=subprocess.DEVNULL,
            )
            os.close(writing)
            with os.fdopen(reading) as told:
                number = told.readline().strip()
            if number:
                os.environ["DISPLAY"] = f":{number}"
        if not os.environ.get("DISPLAY"):
            os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        yield
    finally:
        pygame.quit()
        if server is not None:
            server.terminate()
            server.wait()


def measure(frames: int = FRAMES) -> tuple[list[Taken], list[Taken]]:
    """(the first frames, the frames after them)."""
    table = Session(fivefoot.loads(scenario()))
    window = open_window((1280, 720), "frame time")
    sys.setswitchinterval(SWITCH)
    scene = BoardScene(table, beside=True)
    stage = SceneStack(window, scene)
    scene.flow.settle()
    scene.state.show_threat = True
    scene.state.chosen = table.active
    scene.camera.zoom = 32
    scene.camera.centre(SIDE / 2, SIDE / 2)
    first: list[Taken] = []
    times: list[Taken] = []
    quiet = 0
    while len(times) < frames:
        number = len(first) + len(times)
        pygame.event.pump()
        # Along a wide loop, 600 pixels a second and never standing still.
        scene.camera.pan(10 if number // 150 % 2 == 0 else -10, 4 if number // 100 % 2 == 0 else -4)
        started, clock = time.thread_time(), time.perf_counter()
        stage.frame(1 / 60)
        taken = Taken(1000 * (time.thread_time() - started), 1000 * (time.perf_counter() - clock))
        (first if quiet < SETTLED else times).append(taken)
        quiet = 0 if scene.state.work.out and quiet < SETTLED else quiet + 1
        pygame.display.flip()
        time.sleep(0.005)
    return first, times


def told(times: list[float]) -> str:
    """What there is to say of some times."""
    listed = sorted(times)
    count = len(listed)
    return (
        f"median {statistics.median(listed):.2f}, 95 of 100 within {listed[count * 95 // 100]:.2f}, "
        f"99 of 100 within {listed[count * 99 // 100]:.2f}, worst {listed[-1]:.2f}"
    )


def main() -> None:
    """Print what was measured."""
    with display():
        first, times = measure()
        driver = pygame.display.get_driver()
    print(f"python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL driver {driver}, milliseconds")
    print(f"{len(first)} frames at first, processor: {told([one.processor for one in first])}")
    print(f"{len(first)} frames at first, wall clock: {told([one.wall for one in first])}")
    print(f"{len(times)} frames while panning, processor: {told([one.processor for one in times])} (aim: {TARGET:g})")
    print(f"{len(times)} frames while panning, wall clock: {told([one.wall for one in times])}")


if __name__ == "__main__":
    main()
