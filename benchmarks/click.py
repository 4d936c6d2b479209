"""The life of a click at the window: functions, files and calls of a settled frame, a hover and a press.

python benchmarks/click.py [SCENARIO]

Counts calls of Python functions by the profiler, so that load does not change them; needs pygame and no display.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

SIZE = (1280, 720)


def traced(act: Callable[[], object]) -> tuple[int, int, int, int]:
    """Functions, files and calls of fivefoot in an act, and calls of other Python code."""
    found: Counter[tuple[str, str]] = Counter()
    other = 0

    def count(frame: FrameType, what: str, _: Any) -> None:
        nonlocal other
        code = frame.f_code
        if what == "call" and "/fivefoot/" in code.co_filename:
            found[code.co_filename, code.co_qualname] += 1
        elif what == "call":
            other += 1

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return len(found), len({file for file, _ in found}), found.total(), other


def main(name: str) -> None:
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    import fivefoot
    from fivefoot.play.loading import shipped_text
    from fivefoot.play.table.session import Session
    from fivefoot.scenes.board.board_scene import BoardScene
    from fivefoot.scenes.window.scene_stack import SceneStack, open_window

    session = Session(fivefoot.loads(shipped_text(name)))
    for side in session.sides[1:]:
        session.seat(side, "aggressive")
    scene = BoardScene(session, beside=False, speed=1.0)
    stage = SceneStack(open_window(SIZE, "click"), scene)

    def frames(count: int = 1) -> None:
        for _ in range(count):
            stage.frame(1 / 60)

    def mouse(kind: int, x: int, y: int) -> None:
        at = scene.camera.pixel(x + 0.5, y + 0.5)
        more: dict[str, Any] = {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        stage.handle(pygame.event.Event(kind, pos=at, **more))

    def settle() -> None:
        for _ in range(4000):
            frames()
            if session.waits_for_person() and not scene.playback.behind(session.battle.events) and not scene.restless:
                break
        frames(60)

    settle()
    who = session.active
    assert who is not None
    (x, y, _) = session.battle.creature(who).cube
    reach = [at for at, found in session.battle.reach(who).arrivals() if found.can_stop and not found.opportunities]
    goal = max((at for at in reach if at[:2] != (x, y)), key=lambda at: (abs(at[0] - x) + abs(at[1] - y), at))
    print(f"{name}: {who} walks to {list(goal[:2])}")
    print(f"{'':<40}{'functions':>10}{'files':>7}{'calls':>8}{'other':>7}")

    def row(what: str, act: Callable[[], object]) -> None:
        functions, files, calls, other = traced(act)
        print(f"{what:<40}{functions:>10}{files:>7}{calls:>8}{other:>7}")

    row("a settled frame", frames)
    row("hover: the event", lambda: mouse(pygame.MOUSEMOTION, *goal[:2]))
    row("hover: the next frame", frames)
    row("hover: the frame after", frames)
    settle()
    row("press: the event", lambda: mouse(pygame.MOUSEBUTTONDOWN, *goal[:2]))
    mouse(pygame.MOUSEBUTTONUP, *goal[:2])
    row("press: 13 frames of display", lambda: frames(13))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "bridge")
