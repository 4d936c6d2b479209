"""Long work is done beside the window: nothing freezes, and the result is the same."""

import itertools
import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.intents import Intent
from fivefoot.engine.brains import Deciding, View
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.replay.snapshot import Figures
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.board.input.action_bar import CALM, MADE
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window.background import BackgroundWork
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

from ..duel import duel
from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")


def seated(table: Session, *, beside: bool) -> tuple[SceneStack, BoardScene]:
    """The board in a window."""
    scene = BoardScene(table, speed=0.0, beside=beside)
    return SceneStack(open_window((900, 600), "test"), scene), scene


def frames_until(stage: SceneStack, done: object, *, most: int = 20_000) -> int:
    """How many frames are drawn until `done()` holds."""
    assert callable(done)
    for number in range(most):
        if done():
            return number
        stage.frame(0.01)
        time.sleep(0.001)
    raise AssertionError("it never comes to that")


def key(stage: SceneStack, code: int, unicode: str = "") -> None:
    """Press a key."""
    stage.handle(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=unicode, mod=0))


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_a_battle_beside_the_window_is_the_same_battle(ruleset: Ruleset) -> None:
    logs: list[bytes] = []
    for beside in (False, True):
        table = Session(fivefoot.loads(duel(ruleset.name, feet=ruleset.feet)), {"red": "cunning", "blue": "aggressive"})
        stage, scene = seated(table, beside=beside)
        frames_until(stage, lambda table=table, scene=scene: table.over and not scene.state.work.out)
        logs.append(replay_file.log_lines(table.battle.events))
    assert logs[0] == logs[1]


def test_the_window_goes_on_while_a_brain_thinks() -> None:
    answer, asked = threading.Event(), threading.Event()

    def decide(view: View) -> Intent | None:
        asked.set()
        answer.wait(30)
        return None

    table = Session(
        fivefoot.loads(duel(ALL[0].name, feet=True)),
        {"red": "slow", "blue": "human"},
        {"slow": Deciding("slow", decide)},
    )
    stage, scene = seated(table, beside=True)
    frames_until(stage, asked.is_set)
    active, events = table.active, len(table.battle.events)
    for square in ((2, 2), (5, 3), (7, 4)) * 10:
        spot = scene.camera.pixel(square[0] + 0.5, square[1] + 0.5)
        stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
        stage.frame(0.02)
        time.sleep(0.01)
        assert scene.state.hover == square
    assert scene.state.work.out
    assert scene.view.hint()[0] == f"{active} (slow) is thinking …"
    key(stage, pygame.K_RETURN)
    assert len(table.battle.events) == events
    answer.set()
    frames_until(stage, lambda: table.waits_for_person() and not scene.state.work.out)
    opened = table.active
    stage.frame(0.01)
    assert table.active == opened, "what was typed in the brain's turn ends nobody else's"


def test_a_key_typed_while_something_is_worked_out_is_taken_afterwards() -> None:
    table = Session(fivefoot.loads(duel(ALL[0].name, feet=True)), {})
    stage, scene = seated(table, beside=True)
    frames_until(stage, lambda: table.waits_for_person() and not scene.state.work.out)
    go_on, found = threading.Event(), list[bool]()
    scene.state.work.send("waiting", lambda: go_on.wait(30), found.append)
    key(stage, pygame.K_x, "x")
    for _ in range(5):
        stage.frame(0.01)
    assert not any(event.event == "done" for event in table.battle.events)
    go_on.set()
    frames_until(stage, lambda: any(event.event == "done" for event in table.battle.events))
    assert found == [True]
    assert table.battle.events[-1].to_dict()["intent"] == "drop-prone"


def test_one_errand_at_a_time_and_its_fault_comes_back() -> None:
    work, found = BackgroundWork(beside=True), list[int]()
    work.send("counting", lambda: 3, found.append)
    with pytest.raises(RuntimeError):
        work.send("another", lambda: 4, found.append)
    work.wait()
    assert found == [3]

    def fail() -> int:
        raise ValueError("no")

    work.send("failing", fail, found.append)
    with pytest.raises(ValueError, match="no"):
        work.wait()
    assert not work.out
    assert found == [3]


def test_a_wide_board_is_worked_out_while_the_window_goes_on() -> None:
    rows = ["".join(".:#~1."[(x * 7 + y * 5 + x * y // 9) % 6] for x in range(160)) for y in range(160)]
    rows[80] = "." * 160
    creatures = "".join(
        f'[[creatures]]\nname = "c{n}"\nside = "{"red" if n % 2 else "blue"}"\nat = [{4 + 5 * n}, 80]\n'
        for n in range(30)
    )
    board = "\n".join(rows)
    text = f"format = 1\nruleset = \"{ALL[0].name}\"\n[board]\nmap = '''\n{board}\n'''\n{creatures}"
    laid: list[Sequence[object]] = []
    for beside in (False, True):
        table = Session(fivefoot.loads(text), {})
        stage, scene = seated(table, beside=beside)
        state, overlay = scene.state, scene.view.overlay
        state.show_threat = True
        count = frames_until(stage, lambda scene=scene: scene.view.overlay._key and not scene.state.work.out)
        lay = overlay.laid(state.aim, state.chosen)
        laid.append((lay.reach, lay.threat))
        assert count > 3 or not beside, "frames were drawn meanwhile"
    assert laid[0] == laid[1]


def test_a_turn_may_end_while_a_session_is_asked_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Session(fivefoot.loads(duel("epic-path", feet=True)), {})
    glances = iter([table.order[0], None])
    monkeypatch.setattr(Session, "active", property(lambda self: next(glances, None)))
    assert table.waits_for_person() in (True, False)


def test_the_first_frames_draw_panels_then_ground_then_creatures() -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=ALL[0].feet)), {"blue": "aggressive"}))
    view = hand.board.view
    fresh: list[int] = []
    for _ in range(6):
        hand.frames(1)
        fresh.append(sum(kept.fresh for kept in view._kept.values()))
    assert fresh == [3, 2, 2, 1, 0, 0], "the log is worded before it is drawn"
    assert str(view._opening) == "ground"
    bar = hand.window.subsurface(view.layout.bar)
    assert len({bar.get_at((x, 20))[:3] for x in range(20, bar.get_width(), 3)}) == 1, "no buttons yet"
    hand.until(lambda: view._opening != "ground")
    assert view.terrain.whole(view.camera)
    hand.until(lambda: view._opening != "creatures")
    assert len(view.tokens._drawn) == len(hand.board.battle.creatures)
    hand.frames(2)
    assert view._opening == ""


def test_buttons_get_their_looks_one_a_frame() -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=ALL[0].feet)), {"blue": "aggressive"}))
    hand.until_asked()
    hand.board.bar.finish()
    looks: list[dict[str, str]] = []
    for _ in range(40):
        hand.frames(1)
        looks.append({name: look for name, (look, _) in hand.board.bar._looks.items()})
    assert max(sum(a[name] != b[name] for name in b) for a, b in itertools.pairwise(looks)) <= MADE
    assert not hand.board.bar._due
    assert looks[-1]["crawl" if "crawl" in looks[-1] else "attack"] == "#refused"


def test_the_buttons_are_left_alone_while_the_pointer_is_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=ALL[0].feet)), {"blue": "human"}))
    hand.until_asked()
    hand.board.bar.finish()
    times: list[float] = []
    monkeypatch.setattr(hand.board.bar.manager, "update", times.append)
    seconds = 1 / 60

    def updates(pointer: tuple[int, int], frames: int = 24) -> int:
        """The updates of the buttons while the pointer rests, of which each takes the frame's spare time."""
        hand.board.state.pointer = pointer
        before = len(times)
        for _ in range(frames):
            hand.board.bar.update(seconds, hand.board.state.pointer)
        return len(times) - before

    button, elsewhere = hand.board.bar.area.center, hand.board.view.layout.board.center
    assert updates(button) == 24
    assert updates(elsewhere) == 1 + 23 * seconds // CALM  # once at leaving, then now and then
    assert sum(times) == pytest.approx(48 * seconds, abs=CALM)
    assert updates(elsewhere, 60) < 60 * seconds / CALM
    assert updates(elsewhere) == 0


def test_a_new_overlay_is_painted_before_buttons_get_their_looks() -> None:
    hand = Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=ALL[0].feet)), {"blue": "aggressive"}))
    hand.until_asked()
    hand.until(lambda: not hand.board.restless)
    hand.key(pygame.K_m, "m")
    view, due = hand.board.view, list[int]()
    while not view.terrain.settled(view.camera):
        due.append(len(view.bar._due))
        hand.stage.frame(1 / 60)
    assert len(due) < 25
    assert len(set(due[1:])) <= 2, "few buttons change meanwhile"
    hand.until(lambda: not view.bar._due)


def test_a_card_tells_who_fell_while_a_brain_thinks() -> None:
    table = Session(fivefoot.loads(duel(ALL[0].name, feet=True)), {})
    stage, scene = seated(table, beside=True)
    frames_until(stage, lambda: table.waits_for_person() and not scene.state.work.out)
    go_on, told = threading.Event(), list[list[str]]()
    whole = scene.view._paint_creature

    def paint(surface: pygame.Surface, area: pygame.Rect, name: str, lines: list[str]) -> None:
        told.append(lines)
        whole(surface, area, name, lines)

    fallen = scene.state.playback.shown.figures[table.battle.creatures[1].name]
    scene.state.chosen = fallen.name
    for _ in range(12):
        stage.frame(0.01)
    scene.state.work.send("waiting", lambda: go_on.wait(30), list[bool]().append)
    scene.view._paint_creature = paint  # type: ignore[method-assign]
    stage.frame(0.01)
    assert told == []
    shown, hurt = scene.state.playback.shown, fallen.varied(hp=-2, out=True, conditions=("prone",))
    scene.state.playback.shown = replace(shown, figures=Figures.of(shown.figures).having(hurt))
    frames_until(stage, lambda: told)
    assert told[-1] == ["down", f"-2 of {fallen.full} hp", "prone"]
    go_on.set()
