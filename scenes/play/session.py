"""A battle being played at a table: who plays each side, whose turn it is, and what has been taken back.

Nothing here draws. A scene, a test or a terminal uses it the same way. Whose turn comes next and when
the battle is over is for `play.match` to say.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...components.decision import Decision
from ...components.events import Event, Refused, Rolled, Struck
from ...components.intents import Intent, intent
from ...engine.brains import BRAINS, Brain, Choosing, View
from ...engine.legality.own_means import beyond_means
from ...engine.legality.preview import Preview
from ...engine.state.decider import Chooser
from ...engine.state.verdict import Refusal
from ...play.battle import Battle
from ...play.bots import BotForfeit, BotPlayer, BotRules, Fault
from ...play.bots.python_brains import PythonBrain
from ...play.commands import Command
from ...play.match import REFUSALS, Match, let_follow
from ...play.players import Guest, forfeited, player_of

PERSON = "human"
"""Who plays a side that no brain plays."""
REFEREE = "referee"
"""Whose word it is where no side's is: that of any person at the table."""


@dataclass(slots=True)
class Session:
    """A battle with its players."""

    battle: Battle
    players: dict[str, str] = field(default_factory=dict)
    """Who plays each side: `human`, or the name of a brain. A side that is not listed is a person's."""
    brains: Mapping[str, Brain] = field(default_factory=lambda: BRAINS)
    lookback: str = "free"
    """What may be taken back: `free` anything, `dice` nothing after dice have been rolled, `never`."""
    referee: bool = False
    """Whether more may be asked of creatures than they can do by their own means."""
    taken_back: list[list[Command]] = field(default_factory=list)
    """What can be done again, the latest last."""
    marks: list[int] = field(default_factory=list)
    """How many deeds had been done before each thing that a person did."""
    asker: Chooser | None = None
    """Puts a question to the person at the table; see `let_ask`."""
    habits: dict[tuple[str, str], str] = field(default_factory=dict)
    """What is answered without asking: by what a question is about, and the side that is asked."""
    guests: list[Guest] = field(default_factory=list)
    """Those among the brains that are of somebody else's making; `close` puts their programs down."""
    clock: Match = field(init=False)

    def __post_init__(self) -> None:
        self.clock = Match(self.battle, {})

    def seat(self, side: str, name: str, bots: BotRules | None = None, source: str = "") -> None:
        """Give a side to a person (`human`), to a shipped brain, or to one of somebody else's making.

        Raises:
            ScenarioError: there is no such player.
        """
        self.players[side] = name
        if name == PERSON:
            return
        player = player_of(name, self.battle.scenario, bots, source=source)
        if isinstance(player, (BotPlayer, PythonBrain)):
            # Each side has one of its own, whatever it is called.
            known = name if name not in self.brains else f"{name} ({side})"
            self.players[side] = known
            self.guests.append(player)
            self.brains = {**self.brains, known: player}

    @property
    def misdeeds(self) -> list[Fault]:
        """What the guests have done wrong."""
        return [misdeed for guest in self.guests for misdeed in guest.misdeeds]

    def close(self) -> None:
        """Put the programs of the guests down; asked again, they are started anew."""
        for guest in self.guests:
            guest.close()

    def _dismiss(self) -> None:
        """Tell the guests how the battle has ended."""
        last = self.battle.events[-1]
        for guest in self.guests:
            if isinstance(guest, BotPlayer):
                guest.over(getattr(last, "winner", None), getattr(last, "why", ""))

    @property
    def order(self) -> Sequence[str]:
        """Who takes turns, in their order."""
        return self.battle.order or [one.name for one in self.battle.creatures if not one.has("object")]

    @property
    def sides(self) -> list[str]:
        """Every side that has somebody, in the order in which the file names them."""
        return list(dict.fromkeys(one.side for one in self.battle.creatures if not one.has("object")))

    @property
    def active(self) -> str | None:
        """Whose turn is open."""
        return self.battle.active

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.battle.over

    def played_by(self, name: str) -> str:
        """Who plays a creature."""
        return self.players.get(self.battle.creature(name).side, PERSON)

    def waits_for_person(self) -> bool:
        """Whether the open turn is a person's."""
        name = self.active  # asked once: a turn may end beside the window between two askings
        return name is not None and not self.over and self.played_by(name) == PERSON

    def decided(self) -> bool:
        """Whether there is nothing left to fight about."""
        return self.clock.verdict() is not None

    def resume(self) -> list[Event]:
        """Go on with what was left at a question; the new events."""
        return self._played(self.battle.resume)

    def go_on(self) -> list[Event]:
        """Open the next turn, or end the battle where it is decided; the new events."""
        return self._played(self._go_on)

    def _played(self, play: Callable[[], object]) -> list[Event]:
        """Play on; the new events. A guest's fault at a question may cost it the battle."""
        before = len(self.battle.events)
        try:
            play()
        except BotForfeit as forfeit:
            forfeited(self.battle, forfeit)
            self._dismiss()
        return list(self.battle.events[before:])

    def _go_on(self) -> None:
        battle = self.battle
        if battle.over:
            return
        battle.roll_initiative()
        ended = self.clock.verdict()
        if ended is not None:
            battle.conclude(*ended)
            self._dismiss()
        else:
            battle.begin_turn(self.clock.next_up())

    # --- what a person is asked --------------------------------------------------------------------

    def let_ask(self, asker: Chooser) -> None:
        """Have what the rules leave to a person put to them by `asker`; until then the policies decide."""
        self.asker = asker
        self.battle.chooser = self.choose

    def asked(self, question: Decision) -> str:
        """Whose word a question waits for: a side, or `referee`."""
        return REFEREE if question.referee else self.battle.creature(question.who).side

    def choose(self, question: Decision) -> str | None:
        """What a person answers, by habit or when asked, or a brain that makes choices; None: what is usually done."""
        whose = self.asked(question)
        people = [side for side in self.sides if self.players.get(side, PERSON) == PERSON]
        if whose != REFEREE and whose not in people:
            brain: object = self.brains.get(self.players[whose])
            let_follow(brain, self.battle)
            view = View(self.battle.world, self.battle.creature(question.who))
            return brain.choose(view, question) if isinstance(brain, Choosing) else None
        if self.asker is None or not people:
            return None
        habit = self.habits.get((question.about, whose))
        if any(option.key == habit for option in question.options):
            return habit
        return self.asker(question)

    # --- what a person does ------------------------------------------------------------------------

    def why(self, wanted: Intent | Mapping[str, Any]) -> Refusal | None:
        """Why the active creature may not do that, None if it may."""
        return self.why_of(self.active, wanted) if self.active is not None else None

    def why_of(self, name: str, wanted: Intent | Mapping[str, Any]) -> Refusal | None:
        """Why a creature may not do that at this table, None if it may: by the rules, and by its own means."""
        return self.beyond(name, wanted) or self.battle.why(name, wanted)

    def beyond(self, name: str, wanted: Intent | Mapping[str, Any]) -> Refusal | None:
        """Why that is more than the creature can do by itself; nothing is, where a referee has a hand in it."""
        if self.referee:
            return None
        return beyond_means(self.battle.world, self.battle.creature(name), intent(wanted))

    def preview(self, wanted: Intent | Mapping[str, Any]) -> Preview | Refusal:
        """What would come of it if the active creature did that, or why it may not."""
        assert self.active is not None
        return self.beyond(self.active, wanted) or self.battle.foresee(self.active, wanted)

    def act(self, wanted: Intent | Mapping[str, Any]) -> list[Event]:
        """Have the active creature do something; the new events, a refusal among them."""
        if self.active is None or self.over:
            return []
        beyond = self.beyond(self.active, wanted)
        if beyond is not None:
            return [Refused(actor=self.active, intent=intent(wanted).do, reason=beyond.reason, rules=beyond.rules)]
        self._mark()
        return self._played(lambda: self._act(intent(wanted)))

    def end_turn(self) -> list[Event]:
        """End a person's open turn and open the next."""
        if not self.waits_for_person():
            return []
        self._mark()
        return self._played(self.battle.end_turn) + self.go_on()

    def _mark(self) -> None:
        self.marks.append(len(self.battle.deeds))
        self.taken_back.clear()

    def _act(self, wanted: Intent) -> list[Event]:
        battle = self.battle
        name = self.active
        assert name is not None
        battle.submit(name, wanted)
        events = battle.process()
        if battle.active is not None and (battle.creature(battle.active).out or self.decided()):
            events += battle.end_turn()
        return events

    # --- what a brain does -------------------------------------------------------------------------

    def think(self) -> Iterator[list[Event]]:
        """Play one turn of a brain: yields after each thing it has done, so that drawing goes on between."""
        battle, name = self.battle, self.active
        if name is None:
            return
        brain = self.brains.get(self.played_by(name))
        try:
            if brain is not None:
                yield from self._turn_of(brain, name)
            if battle.active == name:
                yield battle.end_turn()
        except BotForfeit as forfeit:
            before = len(battle.events)
            forfeited(battle, forfeit)
            self._dismiss()
            yield list(battle.events[before:])

    def _turn_of(self, brain: Brain, name: str) -> Iterator[list[Event]]:
        battle = self.battle
        let_follow(brain, battle)
        play = brain.turn(View(battle.world, battle.creature(name)))
        wanted = next(play, None)
        overreached = 0
        while wanted is not None and battle.active == name and self.clock.goes_on(name):
            beyond = [] if self.referee else self.clock.overreach(name, wanted)
            events = beyond or self._act(wanted)
            yield events
            overreached = overreached + 1 if beyond else 0
            if overreached >= REFUSALS:
                break
            try:
                wanted = play.send(events)
            except StopIteration:
                break
        play.close()

    # --- looking back --------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last thing that a person did, and what brains did since; whether that was allowed."""
        if not self.marks or not self._may_look_back(self.marks[-1]):
            return False
        mark = self.marks.pop()
        gone = list(self.battle.deeds[mark:])
        self.close()
        self.battle.take_back(len(gone))
        self.taken_back.append(gone)
        return True

    def _may_look_back(self, mark: int) -> bool:
        if self.lookback == "free":
            return True
        if self.lookback == "never":
            return False
        then = self.battle.fork()
        try:
            then.take_back(len(then.deeds) - mark)
            since = self.battle.events[len(then.events) :]
        finally:
            then.close()
        return not any(isinstance(event, (Rolled, Struck)) for event in since)

    def redo(self) -> bool:
        """Do again what was taken back last."""
        if not self.taken_back:
            return False
        self.close()
        self.marks.append(len(self.battle.deeds))
        for deed in self.taken_back.pop():
            self.battle.do(deed)
        return True
