"""The flow of a battle in the window: brains think, turns open, events are shown."""

from collections.abc import Callable, Iterator

from ...components.events import Event
from ...engine.errors import printable
from ...engine.messages import language_in_use, tr
from ...engine.state.decider import Unanswered
from ...play.replay.snapshot import Snapshot
from ...play.table.aiming import Aim
from ..window.scene_stack import Change
from .board_state import BoardState
from .input.prompter import Prompter


class TurnFlow:
    """Lets the battle go on step by step; each step is shown before the next one."""

    def __init__(self, state: BoardState, prompter: Prompter) -> None:
        self.state = state
        self.prompter = prompter
        self.on_over: Callable[[], Change | None] = lambda: None
        """Called after the end is shown."""
        self.on_own_turn: Callable[[], None] = lambda: None
        """Called when a person's turn opens."""
        self.on_round: Callable[[], None] = lambda: None
        """Called in the background at a new round."""
        self.going_back = False
        """True during an undo out of a decision."""
        self._thinking: Iterator[list[Event]] | None = None
        self._told_over = False
        self._faults = 0
        """Bot faults reported."""
        self._round = state.battle.world.round

    @property
    def thinking(self) -> bool:
        return self._thinking is not None

    def step(self) -> Change | None:
        state, session = self.state, self.state.session
        now = state.now
        if now.over:
            if not self._told_over and not state.playback.notes:
                self._told_over = True
                return self.on_over()
            return None
        if self._thinking is not None:
            thinking = self._thinking
            state.work.send(
                tr("{who} ({player}) is thinking …", who=now.active, player=now.player),
                lambda: next(thinking, None),
                self._thought,
            )
            return None
        if state.battle.paused:
            state.work.send(tr("Going on …"), session.resume, lambda _: self.sync())
            return None
        if now.active is None:
            self.open_turn()
            return None
        if now.own is None:
            self._thinking = session.think()
        return None

    def _thought(self, played: list[Event] | None) -> None:
        faults = self.state.session.faults
        if len(faults) > self._faults:
            self._faults = len(faults)
            self.state.warn(tr("A bot's fault: {printable}", printable=printable(faults[-1].told(language_in_use()))))
        if played is None:
            self._thinking = None
            self.sync()

    def sync(self) -> None:
        if not self.state.behind:
            self.state.playback.shown = Snapshot.of(self.state.battle.world)

    def open_turn(self) -> None:
        self.state.work.send(tr("The next turn …"), self._next_turn, lambda _: self._turn_opened())

    def end_turn(self) -> None:
        state = self.state
        state.skip()
        state.work.send(tr("The next turn …"), self._end_turn, lambda _: self._turn_opened())

    def _next_turn(self) -> None:
        self.state.session.go_on()
        self._new_round()

    def _end_turn(self) -> None:
        self.state.session.end_turn()
        self._new_round()

    def _new_round(self) -> None:
        now = self.state.battle.world.round
        if now != self._round:
            self._round = now
            self.on_round()

    def _turn_opened(self) -> None:
        state = self.state
        state.aim = Aim()
        state.pending = None
        state.message = ("", ())
        if state.now.own is not None:
            state.chosen = state.now.own
            state.drop_cursor()
            self.on_own_turn()

    def acted(self) -> None:
        """Opens the next turn if the player's intent has ended the present one."""
        session = self.state.session
        if session.active is None and not session.over:
            self.open_turn()

    def look_back(self, how: Callable[[], bool]) -> None:
        if self._thinking is None:
            self.state.work.send(tr("Going back …"), how, self._looked_back)

    def _looked_back(self, gone: bool) -> None:
        state = self.state
        if not gone:
            state.say("There is nothing to undo" if not state.session.marks else "That cannot be undone")
            return
        state.playback.reset(Snapshot.of(state.battle.world), len(state.battle.events))
        state.aim = Aim()
        state.pending = None
        state.message = ("", ())
        self._told_over = False
        self._round = state.battle.world.round
        if state.session.active is not None:
            state.chosen = state.session.active

    def take_in(self) -> None:
        """Uses the result of background work, if it is finished."""
        try:
            self.state.work.take_in()
        except Unanswered:
            self._thinking = None

    def wait(self) -> None:
        self.prompter.wait(self.take_in)

    def settle(self) -> None:
        """Shows all events at once and plays AI turns until a person must act."""
        for _ in range(100_000):
            self.wait()
            self.state.skip()
            if self.prompter.prompt is not None:
                return
            self.sync()
            if self.state.session.over or (self._thinking is None and self.state.session.waits_for_person()):
                return
            self.step()
