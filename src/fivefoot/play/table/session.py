"""A battle with players: turns and undo, for windows, terminals and tests.

`play.match` decides the next turn and the battle's end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from ...components.decision import Decision
from ...components.events import Event, Refused, Rolled, Struck, TurnStarted
from ...components.intents import IntentBase
from ...engine.brains import BRAINS, Brain, Choosing, Deciding
from ...engine.errors import ScenarioError
from ...engine.legality.judge import not_granted
from ...engine.legality.preview import Preview
from ...engine.messages import _
from ...engine.scenario.format import Scenario
from ...engine.state.decider import Chooser
from ...engine.state.verdict import Refusal
from ..battle import Battle
from ..bots import BotForfeit, BotPlayer, BotRules, Fault
from ..bots.python_brains import PythonBrain
from ..commands import Command
from ..input_checks import typed_of
from ..match import REFUSALS, Match, let_follow
from ..players import Guest, forfeited, player_of
from ..trial import Eyes
from .plans import Intention, OpenPlan, intended, planned


def usual_brain() -> str:
    return next((name for name in ("cunning", "aggressive") if name in BRAINS), next(iter(BRAINS)))


def seats(scenario: Scenario, sides: Sequence[str]) -> dict[str, str]:
    """Returns {side: player} for a new battle. A person plays one side, AI players the others."""
    tasks = [one.side for one in scenario.objectives if one.side in sides]
    own = next(iter((*tasks, *sides)), None)
    return {side: PERSON if side == own else foe_of(scenario, side) for side in sides}


def foe_of(scenario: Scenario, side: str) -> str:
    """Returns the name of the AI player against a person: the lesson's, or the default."""
    named = [spec.ai for spec in scenario.creatures if spec.side == side and spec.ai is not None]
    return named[0] if scenario.lesson and named else usual_brain()


def seats_again(players: Mapping[str, str]) -> dict[str, str]:
    """Returns {side: player} for a loaded battle, without AI players that users have written."""
    return {side: name if name == PERSON or name in BRAINS else usual_brain() for side, name in players.items()}


PERSON = "human"
"""The name of a person as a player."""
REFEREE = "referee"
"""The name of the referee as the one who decides."""
LEVELS = {
    PERSON: _("you"),
    "random": _("acts at random"),
    "clumsy": _("easy: closes in and strikes, and slips in most decisions"),
    "aggressive": _("normal: closes in and strikes"),
    "cunning": _("hard: picks its ground"),
    "planner": _("harder: tries whole turns before it plays one"),
    "tactics": _("by the file's own tactics"),
}
"""The players by difficulty, with their descriptions."""


@dataclass(slots=True)
class Session:
    """A battle and who plays each side: people or AI players."""

    battle: Battle
    players: dict[str, str] = field(default_factory=dict)
    """The player of each side: `human` (the default) or a brain."""
    brains: Mapping[str, Brain] = field(default_factory=lambda: BRAINS)
    lookback: str = "free"
    """The allowed undo: `free` always, `dice` not past a roll, `never`."""
    referee: bool = False
    """True if creatures may exceed their own means."""
    taken_back: list[list[Command]] = field(default_factory=list)
    """Commands to redo, the latest last."""
    marks: list[int] = field(default_factory=list)
    """The number of commands before each person's intent."""
    asker: Chooser | None = None
    """Asks the person; see `let_ask`."""
    habits: dict[tuple[str, str], str] = field(default_factory=dict)
    """Remembered answers by (kind of decision, side)."""
    open_plans: bool = False
    """True if brains show their plans each round, and keep to them."""
    plans: dict[int, dict[str, OpenPlan]] = field(default_factory=dict)
    """The plans shown, by round."""
    guests: list[Guest] = field(default_factory=list)
    """Users' brains; `close` ends their programs."""
    clock: Match = field(init=False)

    def __post_init__(self) -> None:
        self.clock = Match(self.battle, {})

    def seat(self, side: str, name: str, bots: BotRules | None = None, source: str = "") -> None:
        """Gives a side to a person (`human`) or to an AI player.

        Raises:
            ScenarioError: there is no such player.
        """
        self.players[side] = name
        if name == PERSON:
            return
        player = player_of(name, self.battle.scenario, bots, source=source)
        if isinstance(player, (BotPlayer, PythonBrain)):
            # Each side has one of its own, under any name.
            known = name if name not in self.brains else f"{name} ({side})"
            self.players[side] = known
            self.guests.append(player)
            self.brains = {**self.brains, known: player}

    @property
    def faults(self) -> list[Fault]:
        """Returns the errors that users' AI players and bots have made."""
        return [fault for guest in self.guests for fault in guest.faults]

    def close(self) -> None:
        for guest in self.guests:
            guest.close()

    def _dismiss(self) -> None:
        last = self.battle.events[-1]
        for guest in self.guests:
            if isinstance(guest, BotPlayer):
                guest.over(getattr(last, "winner", None), getattr(last, "why", ""))

    @property
    def order(self) -> Sequence[str]:
        return self.battle.order or [one.name for one in self.battle.creatures if not one.has("object")]

    @property
    def sides(self) -> list[str]:
        return list(dict.fromkeys(one.side for one in self.battle.creatures if not one.has("object")))

    @property
    def moment(self) -> tuple[object, ...]:
        """A cache key that is different after each change of the battle."""
        battle = self.battle
        world = battle.world
        return (world.revision, world.log.length, len(battle.commands), self.referee, *self.players.values())

    @property
    def active(self) -> str | None:
        return self.battle.active

    @property
    def over(self) -> bool:
        return self.battle.over

    def played_by(self, name: str) -> str:
        """Returns who plays a creature: `human` or the name of an AI player."""
        return self.played(self.battle.creature(name).side)

    def played(self, side: str) -> str:
        """Returns who plays a side: `human` or the name of an AI player."""
        return self.players.get(side, PERSON)

    def waits_for_person(self) -> bool:
        name = self.active  # read once: a turn may end beside the window between two reads
        return name is not None and not self.over and self.played_by(name) == PERSON

    def decided(self) -> bool:
        return self.clock.verdict() is not None

    def resume(self) -> list[Event]:
        return self._played(self.battle.resume)

    def go_on(self) -> list[Event]:
        """Opens the next turn, or ends the battle. Returns the new events."""
        return self._played(self._go_on)

    def _played(self, play: Callable[[], object]) -> list[Event]:
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
            self.clock.begin_next()
            if self.open_plans and battle.world.round not in self.plans:
                self.plans[battle.world.round] = planned(self.battle, self.planners)

    # --- decisions of a person ----------------------------------------------------------------------

    def let_ask(self, asker: Chooser) -> None:
        """Sets the function that asks people for decisions. Without one, the defaults are taken."""
        self.asker = asker
        self.battle.chooser = self.choose

    def asked(self, question: Decision) -> str:
        """Returns who must answer a decision: a side, or `referee`."""
        return REFEREE if question.referee else self.battle.creature(question.who).side

    def choose(self, question: Decision) -> str | None:
        """Returns a player's answer to a decision; None for the default."""
        whose = self.asked(question)
        people = [side for side in self.sides if self.played(side) == PERSON]
        if whose != REFEREE and whose not in people:
            brain: object = self.brains.get(self.players[whose])
            let_follow(brain, self.battle)
            return brain.choose(Eyes(self.battle, question.who).view, question) if isinstance(brain, Choosing) else None
        if self.asker is None or not people:
            return None
        habit = self.habits.get((question.about, whose))
        if any(option.key == habit for option in question.options):
            return habit
        return self.asker(question)

    # --- intents of a person ------------------------------------------------------------------------

    def why(self, wanted: IntentBase | Mapping[str, Any]) -> Refusal | None:
        return self.why_of(self.active, wanted) if self.active is not None else None

    def why_of(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Refusal | None:
        """Returns why a creature's intent is refused; None if it is allowed."""
        return self.beyond(name, wanted) or self.battle.why(name, wanted)

    def beyond(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Refusal | None:
        """Returns why an intent is beyond the creature's own means; else None. A referee has no such limit."""
        if self.referee:
            return None
        return not_granted(self.battle.world, self.battle.creature(name), self._typed(wanted))

    def _typed(self, wanted: IntentBase | Mapping[str, Any]) -> IntentBase:
        return typed_of(wanted, self.battle.rules.intents)

    def preview(self, wanted: IntentBase | Mapping[str, Any]) -> Preview | Refusal:
        """Returns what an intent of the active creature would do, or its refusal."""
        assert self.active is not None
        return self.beyond(self.active, wanted) or self.battle.foresee(self.active, wanted)

    def act(self, wanted: IntentBase | Mapping[str, Any]) -> list[Event]:
        """Carries out an intent of the active creature. Returns the new events, also a refusal."""
        if self.active is None or self.over:
            return []
        beyond = self.beyond(self.active, wanted)
        if beyond is not None:
            return [Refused(actor=self.active, intent=self._typed(wanted).do, reason=beyond.reason, rules=beyond.rules)]
        again = list(self.taken_back)
        self._mark()
        events = self._played(lambda: self._act(self._typed(wanted)))
        if len(events) == 1 and isinstance(events[0], Refused):  # a refusal is no step to take back
            self.marks.pop()
            self.taken_back[:] = again
        return events

    def apply_effect(self, acts: Sequence[Mapping[str, Any]]) -> list[Event]:
        """Carries out the referee's effect and returns the new events.

        Raises:
            ScenarioError: an act is invalid. Nothing has happened then.
        """
        return self._at_the_desk(lambda: self.battle.effect(acts, by=REFEREE))

    def throw(self, results: Sequence[int]) -> None:
        """Gives the results of the next dice rolls, thrown by hand. One undo takes them back."""
        self._at_the_desk(lambda: self.battle.throw(results))

    def give_turn(self, name: str) -> list[Event]:
        return self._at_the_desk(lambda: self.battle.begin_turn(name))

    def _at_the_desk(self, act: Callable[[], object]) -> list[Event]:
        again = list(self.taken_back)
        self._mark()
        try:
            events = self._played(act)
        except ScenarioError:
            self.marks.pop()
            self.taken_back[:] = again
            raise
        return events + self._played(self._end_if_over)

    def end_turn(self) -> list[Event]:
        if not self.waits_for_person():
            return []
        self._mark()
        return self._played(self.battle.end_turn) + self.go_on()

    def _mark(self) -> None:
        self.marks.append(len(self.battle.commands))
        self.taken_back.clear()

    def _act(self, wanted: IntentBase) -> list[Event]:
        battle = self.battle
        name = self.active
        assert name is not None
        battle.submit(name, wanted)
        return battle.process() + self._end_if_over()

    def _end_if_over(self) -> list[Event]:
        battle = self.battle
        if battle.active is None:
            return []
        creature = battle.world.named.get(battle.active)
        return battle.end_turn() if creature is None or creature.out or self.decided() else []

    # --- turns of brains ----------------------------------------------------------------------------

    def think(self) -> Iterator[list[Event]]:
        """Plays the turn of an AI player's creature. Yields the new events after each intent."""
        battle, name = self.battle, self.active
        if name is None:
            return
        brain = self.brains.get(self.played_by(name))
        plan = self.plans.get(battle.world.round, {}).get(name)
        try:
            if plan is not None:
                yield from self._bound(plan)
            elif brain is not None:
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
        eyes = Eyes(battle, name)
        play = brain.turn(eyes.view)
        wanted = next(play, None)
        overreached = 0
        while wanted is not None and battle.active == name and self.clock.goes_on(name):
            attempt = wanted if self.referee else self.clock.attempt(name, wanted)
            beyond = isinstance(attempt, Refused)
            events: list[Event] = [attempt] if isinstance(attempt, Refused) else self._act(attempt)
            eyes.renew()
            yield events
            overreached = overreached + 1 if beyond else 0
            if overreached >= REFUSALS:
                break
            try:
                wanted = play.send(events)
            except StopIteration:
                break
        play.close()

    @property
    def planners(self) -> dict[str, Brain]:
        found = {name: self.brains.get(self.played_by(name)) for name in self.order if self.played_by(name) != PERSON}
        return {name: brain for name, brain in found.items() if isinstance(brain, Deciding)}

    def _bound(self, plan: OpenPlan) -> Iterator[list[Event]]:
        for wanted in plan.intents:
            if self.battle.active != plan.shown.who or self.over:
                return
            if self.battle.why(plan.shown.who, wanted) is None:
                yield self._act(wanted)

    # --- looking back --------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Undoes a person's last intent and all that came later. Returns False if not allowed."""
        if not self.marks or not self._may_look_back(self.marks[-1]):
            return False
        mark = self.marks.pop()
        gone = list(self.battle.commands[mark:])
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
            then.take_back(len(then.commands) - mark)
            since = self.battle.events[len(then.events) :]
        finally:
            then.close()
        return not any(isinstance(event, (Rolled, Struck)) for event in since)

    def redo(self) -> bool:
        if not self.taken_back:
            return False
        self.close()
        self.marks.append(len(self.battle.commands))
        for command in self.taken_back.pop():
            self.battle.do(command)
        return True


def all_intended(session: Session) -> tuple[Intention, ...]:
    """Returns what the built-in AI players are going to do with their creatures."""
    battle = session.battle
    waiting = [(name, brain) for name, brain in session.planners.items() if name != session.active]
    if session.open_plans:
        plans = session.plans.get(battle.world.round, {})
        late = takewhile(lambda event: event.round >= battle.world.round, reversed(battle.events))
        done = {event.actor for event in late if isinstance(event, TurnStarted)}
        return tuple(plans[name].shown for name, _wanted in waiting if name in plans and name not in done)
    return tuple(intended(battle, name, brain) for name, brain in waiting if not battle.creature(name).out)
