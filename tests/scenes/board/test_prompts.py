"""Decisions of a person are put to the person at the window, who clicks or types the answer."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fights import drawn

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.decision import Decision
from fivefoot.components.intents import Intent, Move, Push
from fivefoot.engine.brains import Deciding, Play, View
from fivefoot.play.bots import BotForfeit, Fault
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.input.prompt import ALWAYS, RULES, Prompt
from fivefoot.scenes.play.game_window import Play as Scenes
from fivefoot.scenes.play.pages import Page
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window.gamepad import Gamepad
from fivefoot.scenes.window.preferences import Preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

pytestmark = pytest.mark.usefixtures("drawing")

ORC, ANN = {"side": "blue", "hp": 20, "threatens": False, "range": 200}, {"hp": 20, "attack": 3, "damage": "1d4"}
PASSING_BY = drawn("epic-path", "...A..... .O....... .........", {"orc": ORC, "ann": {"side": "red", **ANN}}, seed=5)


def goes_east(view: View) -> Intent | None:
    """The orc walks two squares on each of its turns, past ann."""
    return None if view.me.turn.moved else Move(path=((view.me.cube[0] + 1, 1), (view.me.cube[0] + 2, 1)))


def pushes(view: View) -> Intent | None:
    """The orc pushes ann away."""
    return Push(target="ann", distance=15) if view.me.turn.actions["standard"] else None


class Hand:
    """A person at the window, who plays red, and is asked."""

    def __init__(
        self,
        text: str = PASSING_BY,
        brain: object = goes_east,
        *,
        table: Session | None = None,
        size: tuple[int, int] = (1000, 640),
        scale: float = 1.0,
    ) -> None:
        assert callable(brain)
        walker = Deciding("walker", brain)
        self.table = table or Session(fivefoot.loads(text), {"red": "human", "blue": "walker"})
        self.table.brains = {"walker": walker}
        self.play = Scenes(Preferences(speed=0.0, confirm_end=False, ui_scale=scale), beside=True)
        self.board = self.play.board(self.table)
        self.stage = SceneStack(open_window(size, "test"), self.board)
        self.battle = self.table.battle

    def frame(self) -> None:
        """One frame of the window."""
        self.stage.frame(0.02)
        time.sleep(0.001)

    def until_asked(self) -> Prompt:
        """Wait for a question."""
        for _ in range(4000):
            self.frame()
            if self.board.prompter.prompt is not None and self.board.prompter.prompt.places:
                return self.board.prompter.prompt
        raise AssertionError("nobody is asked")

    def until_own_turn(self, number: int = 1) -> None:
        """Wait for the person's turn in a round, answering nothing."""
        for _ in range(4000):
            self.frame()
            world = self.battle.world
            if not self.board.state.work.out and self.table.waits_for_person() and world.round >= number:
                return
        raise AssertionError("it never comes to a turn of one's own")

    def click(self, spot: tuple[int, int]) -> None:
        """Move the mouse to a pixel, and click."""
        self.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0)))
        self.frame()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.stage.handle(pygame.event.Event(kind, pos=spot, button=1))

    def key(self, key: int, unicode: str = "", mod: int = 0) -> None:
        """Press a key."""
        self.stage.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=unicode, mod=mod))

    def told(self) -> list[str]:
        """The kinds of events that tell a strike from none, and the orc's steps."""
        return [event.event for event in self.battle.events if event.event in ("opportunity", "struck", "moved")]


@pytest.fixture
def hand() -> Iterator[Hand]:
    """A person whose ann the orc is about to pass."""
    person = Hand()
    yield person
    person.board.leave()


def test_a_click_on_no_lets_the_enemy_go_by(hand: Hand) -> None:
    prompt = hand.until_asked()
    assert prompt.question.who == "ann"
    assert hand.told() == ["moved"], "what led to the question has happened, and no more"
    hand.click(prompt.places["no"].center)
    hand.until_own_turn()
    assert hand.board.prompter.prompt is None
    assert hand.told() == ["moved", "moved"]
    assert [command.answers for command in hand.battle.commands if command.answers] == [("no",)]


@pytest.mark.parametrize(
    ("key", "unicode", "struck"), [(pygame.K_RETURN, "", True), (pygame.K_1, "1", True), (pygame.K_2, "2", False)]
)
def test_an_answer_is_typed(hand: Hand, key: int, unicode: str, struck: bool) -> None:
    hand.until_asked()
    hand.key(key, unicode)
    hand.until_own_turn()
    assert hand.told() == ["moved", *["opportunity", "struck"] * struck, "moved"]


@pytest.mark.parametrize(("steps", "struck"), [((), True), ((pygame.K_DOWN,), True), ((pygame.K_DOWN,) * 2, False)])
def test_arrows_go_to_an_answer_and_enter_gives_it(hand: Hand, steps: tuple[int, ...], struck: bool) -> None:
    prompt = hand.until_asked()
    for key in steps:
        hand.key(key)
    assert prompt.pointed == (("yes" if struck else "no") if steps else "")
    hand.key(pygame.K_RETURN)
    hand.until_own_turn()
    assert hand.told() == ["moved", *["opportunity", "struck"] * struck, "moved"]


def test_a_pad_reaches_the_tick_and_the_prompt_shows_its_button(hand: Hand) -> None:
    prompt, pad = hand.until_asked(), Gamepad()
    assert prompt.pad_glyph() == ""

    def press(button: int) -> None:
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            for event in pad.translated(pygame.event.Event(kind, button=button)):
                hand.stage.handle(event)
        hand.frame()

    for _ in range(3):
        press(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
    assert (prompt.pad_glyph(), prompt.pointed) == ("(A)", ALWAYS)
    press(pygame.CONTROLLER_BUTTON_A)
    assert prompt.always
    press(pygame.CONTROLLER_BUTTON_DPAD_UP)
    press(pygame.CONTROLLER_BUTTON_A)
    hand.until_own_turn()
    assert hand.told() == ["moved", "moved"], "the answer above the tick is no"
    assert hand.table.habits == {("opportunity", "red"): "no"}


def test_a_click_beside_the_answers_answers_nothing(hand: Hand) -> None:
    prompt = hand.until_asked()
    hand.click((prompt.area.left + 8, prompt.area.top + 4))
    hand.click(hand.board.camera.pixel(6.5, 2.5))
    hand.key(pygame.K_m, "m")
    for _ in range(20):
        hand.frame()
    assert hand.board.prompter.prompt is prompt
    assert hand.told() == ["moved"]


def test_a_remembered_answer_answers_until_it_is_cleared(hand: Hand) -> None:
    prompt = hand.until_asked()
    hand.click(prompt.places[ALWAYS].center)
    assert prompt.always
    hand.click(prompt.places["no"].center)
    hand.until_own_turn()
    assert hand.table.habits == {("opportunity", "red"): "no"}
    hand.key(pygame.K_RETURN)
    hand.until_own_turn(2)
    assert hand.told() == ["moved"] * 4
    answers = [command.answers for command in hand.battle.commands if command.answers]
    assert answers == [("no",), ("no",)], "the second by habit"
    hand.key(pygame.K_F2)
    assert hand.table.habits == {}


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((900, 560), 1.25), ((1280, 720), 2.0)])
def test_the_question_covers_nobody_whom_it_is_about(size: tuple[int, int], scale: float) -> None:
    hand = Hand(size=size, scale=scale)
    try:
        prompt = hand.until_asked()
        camera = hand.board.camera
        for x, y in ((2, 1), (3, 0), (3, 1)):
            assert not prompt.area.colliderect(pygame.Rect(camera.pixel(x, y), (camera.zoom, camera.zoom)))
        assert pygame.Rect((0, 0), size).contains(prompt.area)
        assert all(prompt.area.contains(place) for place in prompt.places.values())
    finally:
        hand.board.leave()


def test_the_rule_is_one_click_away(hand: Hand) -> None:
    prompt = hand.until_asked()
    hand.click(prompt.places[RULES].center)
    page = hand.stage.scene
    assert isinstance(page, Page)
    assert "ep.walk.provokes" in page.text
    hand.key(pygame.K_ESCAPE)
    assert hand.stage.scene is hand.board
    assert hand.board.prompter.prompt is prompt
    hand.key(pygame.K_2, "2")
    hand.until_own_turn()
    assert hand.told() == ["moved", "moved"]


def test_a_pushed_creature_is_asked_at_each_square() -> None:
    text = drawn("epic-path", "......... .O.A..... .........", {"orc": ORC, "ann": {"side": "red", **ANN}}, seed=5)
    hand = Hand(text, pushes)
    hand.table.referee = True  # a push of several squares from afar
    try:
        assert hand.until_asked().question.about == "elect-prone"
        hand.key(pygame.K_1, "1")
        while hand.until_asked().question.at != (4, 1, 0):
            pass
        hand.key(pygame.K_2, "2")
        hand.until_own_turn()
        assert hand.battle.creature("ann").cube == (4, 1, 0)
        assert hand.battle.creature("ann").prone
    finally:
        hand.board.leave()


def test_a_place_is_chosen_on_the_board() -> None:
    text = """
        ruleset = "draw-steel"
        seed = 1
        dice = [20, 2, 1, 5, 6]
        [board]
        map = ".....\\n.....\\n.....\\n....."
        [[creatures]]
        name = "ox"
        side = "red"
        at = [0, 0]
        size = 3
        hp = 40
        [[creatures]]
        name = "ann"
        side = "red"
        at = [1, 1, 2]
        size = "1M"
        hp = 20
        conditions = ["climbing"]
        mount = "ox"
        [[creatures]]
        name = "orc"
        side = "blue"
        at = [4, 0]
        threatens = false
        range = 200
    """
    hand = Hand(text)
    try:
        hand.until_own_turn()
        hand.board.controller.do({"do": "knock-off", "target": "ann"})
        prompt = hand.until_asked()
        assert ALWAYS not in prompt.places
        spot = hand.board.camera.pixel(1.5, 3.5)
        assert not prompt.area.collidepoint(spot)
        hand.click(spot)
        hand.until_own_turn()
        assert hand.battle.creature("ann").cube == (1, 3, 0)
    finally:
        hand.board.leave()


def test_a_brain_is_not_asked() -> None:
    table = Session(fivefoot.loads(PASSING_BY), {"red": "walker", "blue": "walker"})
    hand = Hand(table=table)
    for _ in range(4000):
        hand.frame()
        if "struck" in hand.told():
            break
    assert hand.told()[:3] == ["moved", "opportunity", "struck"]
    assert hand.board.prompter.prompt is None
    hand.board.leave()


def test_a_person_who_wants_no_questions_is_not_asked() -> None:
    hand = Hand()
    hand.board.prompter.asks = False
    hand.until_own_turn()
    assert hand.told() == ["moved", "opportunity", "struck", "moved"]


def test_undo_at_a_question_undoes_its_cause(hand: Hand) -> None:
    hand.until_asked()
    hand.key(pygame.K_2, "2")
    hand.until_own_turn()
    before = replay_file.log_lines(hand.battle.events)
    hand.key(pygame.K_RETURN)
    prompt = hand.until_asked()
    hand.key(pygame.K_z, "", pygame.KMOD_CTRL)
    hand.until_own_turn()
    assert hand.board.prompter.prompt is None
    assert prompt.outcome.done()
    assert replay_file.log_lines(hand.battle.events) == before
    assert not hand.battle.paused


def test_a_battle_saved_at_a_question_asks_it_again(hand: Hand) -> None:
    hand.until_asked()
    saved = hand.play.save(hand.board)
    hand.key(pygame.K_2, "2")
    hand.until_own_turn()
    told = replay_file.read(saved)
    battle = told.battle()
    assert battle.paused
    again = Hand(table=Session(battle, dict(told.players)))
    try:
        again.until_asked()
        again.key(pygame.K_2, "2")
        again.until_own_turn()
        assert replay_file.log_lines(again.battle.events) == replay_file.log_lines(hand.battle.events)
        with replay_file.read(again.play.save(again.board)).battle() as third:
            assert replay_file.log_lines(third.events) == replay_file.log_lines(hand.battle.events)
    finally:
        again.board.leave()


def test_the_window_can_be_closed_while_a_question_waits(hand: Hand, tmp_path: Path) -> None:
    hand.until_asked()
    waiting = hand.board.state.work.thread
    assert waiting is not None
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    hand.stage.run()
    assert hand.stage.scenes == []
    waiting.join(10)
    assert not waiting.is_alive()
    assert hand.battle.paused
    assert hand.battle.commands[-1].open


def test_a_guest_whose_fault_at_a_question_costs_the_battle_has_lost_it() -> None:
    class Quitter:
        def turn(self, view: View) -> Play:
            return
            yield

        def choose(self, view: View, question: Decision) -> str | None:
            raise BotForfeit(Fault("quitter", view.me.side, view.me.name, view.world.round, "crash", "no more"))

    table = Session(fivefoot.loads(PASSING_BY), {"red": "quitter", "blue": "human"}, {"quitter": Quitter()})
    table.let_ask(lambda question: None)
    table.go_on()
    events = table.act({"do": "move", "path": [[2, 1], [3, 1]]})
    assert [event.event for event in events][-1] == "battle-ended"
    assert getattr(events[-1], "winner", None) == "blue"
    assert not table.battle.paused
    assert table.undo()
    assert table.active == "orc"
