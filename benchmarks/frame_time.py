"""How long one frame of the board takes to draw: a 256 by 256 board, 100 creatures, overlays on, panning.

Run it as `python benchmarks/frame_time.py`. It draws into memory (the dummy driver of SDL) unless
SDL_VIDEODRIVER or a display says otherwise, at 1280 by 720, with the reach of the chosen creature
and the threat of all its enemies shown, while the view pans. What is timed is everything a frame
does before the flip, the scene's update and its drawing, in processor time: other programs do not
count. The first second, in which the chunks in sight are painted, is told apart.
"""

import os
import platform
import random
import statistics
import sys
import time
from pathlib import Path

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pygame

import fivefoot
from fivefoot.scenes.board.scene import BoardScene
from fivefoot.scenes.stage import Stage, open_window
from fivefoot.scenes.table import Table

SIDE = 256
CREATURES = 100
FRAMES = 900
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


def measure(frames: int = FRAMES) -> tuple[list[float], list[float]]:
    """(milliseconds of the first frames, milliseconds of the frames after them)."""
    table = Table(fivefoot.loads(scenario()))
    window = open_window((1280, 720), "frame time")
    scene = BoardScene(table)
    stage = Stage(window, scene)
    scene.settle()
    scene.show_threat = True
    scene.chosen = table.active
    scene.camera.zoom = 32
    scene.camera.centre(SIDE / 2, SIDE / 2)
    times: list[float] = []
    for number in range(frames):
        pygame.event.pump()
        # Along a wide loop, 600 pixels a second and never standing still.
        scene.camera.pan(10 if number // 150 % 2 == 0 else -10, 4 if number // 100 % 2 == 0 else -4)
        started = time.thread_time()
        stage.frame(1 / 60)
        times.append(1000 * (time.thread_time() - started))
        pygame.display.flip()
    return times[:60], times[60:]


def main() -> None:
    """Print what was measured."""
    first, times = measure()
    times.sort()
    print(
        f"python {platform.python_version()}, pygame-ce {pygame.version.ver}, SDL driver {pygame.display.get_driver()}"
    )
    print(f"first 60 frames: median {statistics.median(first):.2f} ms, worst {max(first):.2f} ms")
    print(
        f"{len(times)} frames while panning: median {statistics.median(times):.2f} ms, "
        f"95 of 100 within {times[len(times) * 95 // 100]:.2f} ms, "
        f"99 of 100 within {times[len(times) * 99 // 100]:.2f} ms, "
        f"worst {times[-1]:.2f} ms (aim: {TARGET:g} ms)"
    )


if __name__ == "__main__":
    main()
