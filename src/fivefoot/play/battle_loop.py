"""The course of a battle: what is done to it, what happens then, and the deeds that are kept of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..components.decision import Decision
from ..components.events import BattleEnded, BattleStarted, Event, Refused
from ..components.intents import Intent, IntentBase
from ..engine.brains.shipped import check_brains
from ..engine.dice import DiceSpent
from ..engine.effects.choosing import draw
from ..engine.effects.squeezing import settle_squeeze
from ..engine.errors import ScenarioError, spelled
from ..engine.geometry.boxes import Box
from ..engine.rules.distances import squares_between
from ..engine.rules.ruleset import Ruleset
from ..engine.scenario.build import world_of
from ..engine.scenario.format import Scenario
from ..engine.state.creature import Creature
from ..engine.state.decider import OPEN, Chooser, Deciders
from ..systems import SCHEDULE
from ..systems.turns import close_turn, open_turn, roll_initiative
from .commands import Command
from .queries import BattleQueries, typed_of

PASSES = 20_000
"""Passes of the systems after which a turn that never settles is taken for a fault of the rules."""


class NeverSettles(RuntimeError):
    """The systems keep finding something to do: a fault of the rules, not of the file."""


class BattleLoop(BattleQueries):
    """One battle as it goes on: everything that happens in it follows from its scenario, its seed and its deeds."""

    def __init__(
        self,
        scenario: Scenario,
        *,
        ruleset: str | None = None,
        seed: int | None = None,
        rules: Ruleset | None = None,
    ) -> None:
        self.scenario = scenario
        self._chosen = (ruleset, seed, rules)
        self.deeds: list[Command] = []
        self.chooser: Chooser | None = None
        """Who makes the choices that the rules leave to a player; None: the policies make them. A fork has none."""
        self.question: Decision | None = None
        """The question that waits for its answer, if one does."""
        self._paused = False
        self._asking = False
        self._begin()

    @property
    def paused(self) -> bool:
        """Whether the battle stands in the middle of the last deed."""
        return self._paused

    def resume(self) -> None:
        """Play out what had been asked, where a moment in the middle of it is looked at; every deed does so first.

        Raises:
            Unanswered: there is a question on the way, and no answer to be had.
        """

    def _begin(self) -> None:
        ruleset, seed, rules = self._chosen
        check_brains(self.scenario)
        self.world = world_of(self.scenario, ruleset, seed, rules)
        self.world.install(system(self.world) for system in SCHEDULE)

    def _open(self) -> None:
        """The first event, and what the set-up brings with it."""
        world = self.world
        if world.log:
            return
        world.emit(BattleStarted(ruleset=world.rules.name, seed=world.dice.seed))
        for creature in world.creatures:
            if world.rules.sizes.squeeze_condition not in creature.condition.held:
                settle_squeeze(world, creature)
        for creature in world.creatures:
            world.rules.hooks.on_set_up(world, creature)
        # Where the file puts a creature it stays until something happens to it or its turn ends.
        self._settle()

    def closest(self, square: Sequence[int], among: Sequence[str] | None = None) -> str:
        """The creature closest to a square; a die decides between those equally close.

        Raises:
            ValueError: the square is not on the board, or there is no creature to choose from.
        """
        if len(square) not in (2, 3) or (square[0], square[1]) not in self.world.board:
            raise ValueError(f"{spelled(list(square))} is not a square of the board")
        nearest: str = self._add(Command("closest", "", (tuple(square), among)))
        return nearest

    def _closest(self, square: Sequence[int], among: Sequence[str] | None) -> str:
        world = self.world
        x, y = square[0], square[1]
        z = square[2] if len(square) > 2 else world.board.stand(x, y)
        box = Box(x, y, z, x, y, z)
        pool = [c for c in world.creatures if (among is None or c.name in among) and not c.out]
        if not pool:
            raise ValueError("there is no creature to choose from")
        far = {c.name: squares_between(self.rules, box, c.box) for c in pool}
        least = min(far.values())
        tied = sorted((c for c in pool if far[c.name] == least), key=lambda c: (c.cube[1], c.cube[0]))
        self._open()
        return tied[draw(world, tied[0], len(tied))].name

    # --- play ------------------------------------------------------------------------------------

    def submit(self, name: str, wanted: Intent | Mapping[str, Any]) -> None:
        """Queue an intent.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: the table is no intent; the error says what is wrong with it.
        """
        self.resume()
        creature = self.world.named[name]
        typed = typed_of(wanted)
        self.deeds.append(Command("submit", creature.name, typed))
        creature.queue.intents.append(typed)

    def process(self) -> list[Event]:
        """Play what is queued, opening the turn of whoever has something queued; returns the new events.

        Raises:
            Unanswered: the chooser gave no answer. The battle stands at the question; whatever is called next
                goes on from there, and asks again.
        """
        return self._events(Command("process"))

    def _process(self) -> None:
        world = self.world
        self._open()
        waiting = [c for c in world.creatures if c.queue.intents]
        if world.active is not None:
            waiting.sort(key=lambda c: c.name != world.active)
        for creature in waiting:
            self._turn_of(creature)
            self._settle()
            self._too_late(creature, creature.queue.intents)
        self._settle()
        if world.active is not None and not world.named[world.active].turn.open:
            close_turn(world)
            self._settle()

    def _too_late(self, creature: Creature, wanted: Sequence[object]) -> None:
        """Refuse what is asked of a creature after it has ended its turn."""
        if creature.turn.open:
            return
        for intent in wanted:
            assert isinstance(intent, IntentBase)
            reason = f"{creature.name} has ended its turn"
            self.world.emit(Refused(actor=creature.name, intent=intent.do, reason=reason, rules=()))
        creature.queue.intents.clear()

    def _turn_of(self, creature: Creature) -> None:
        world = self.world
        if world.active == creature.name and creature.turn.open:
            return
        queued = list(creature.queue.intents)
        if world.active is not None:
            close_turn(world)
        open_turn(world, creature)
        creature.queue.intents[:] = queued
        self._settle(declare=False)

    def begin_turn(self, name: str) -> list[Event]:
        """Open a creature's turn, ending any other's."""
        return self._events(Command("begin", name))

    def _begin_turn(self, name: str) -> None:
        world = self.world
        self._open()
        if world.active is not None:
            close_turn(world)
        open_turn(world, world.named[name])
        self._settle()

    def end_turn(self) -> list[Event]:
        """End the open turn, if one is open."""
        return self._events(Command("end"))

    def _end_turn(self) -> None:
        world = self.world
        self._open()
        if world.active is not None:
            close_turn(world)
            self._settle()

    def roll_initiative(self) -> Sequence[str]:
        """The order in which creatures take their turns where no script says, rolled once."""
        self.resume()
        if not self.world.order:
            self._add(Command("initiative"))
        return self.order

    def _roll_initiative(self) -> None:
        self._open()
        roll_initiative(self.world)

    def conclude(self, winner: str | None, why: str) -> None:
        """The battle is over."""
        self._add(Command("conclude", "", (winner, why)))

    def _conclude(self, winner: str | None, why: str) -> None:
        self._end_turn()
        self.world.emit(BattleEnded(winner=winner, why=why))

    def run(self) -> list[Event]:
        """Play the script to its end; returns all events.

        Raises:
            ScenarioError: the scripted dice run out.
        """
        with self.dice_told():
            self._add(Command("run"))
        return list(self.world.log)

    @contextmanager
    def dice_told(self) -> Iterator[None]:
        """Tells of scripted dice that run out as of any other fault of the file.

        Raises:
            ScenarioError: they did.
        """
        try:
            yield
        except DiceSpent as spent:
            raise ScenarioError(
                source=self.scenario.source,
                place="dice",
                found=str(spent),
                allowed="as many results as are rolled",
            ) from None

    def _run(self) -> None:
        world = self.world
        self._open()
        for turn in self.scenario.turns:
            creature = world.named[turn.actor]
            if world.active is not None:
                close_turn(world)
                self._settle()
            open_turn(world, creature)
            self._settle()
            for number, wanted in enumerate(turn.intents, 1):
                creature.queue.intents.append(wanted)
                self._settle()
                if not creature.turn.open:
                    self._too_late(creature, turn.intents[number:])
                    break
            creature.queue.intents.clear()
        if world.active is not None:
            close_turn(world)
            self._settle()

    def _settle(self, declare: bool = True) -> None:
        """Run the systems until a pass changes nothing."""
        world = self.world
        if world.quiet:
            return
        held: list[object] = []
        if not declare and world.active is not None:
            queue = world.named[world.active].queue
            held, queue.intents = queue.intents, []
        for _ in range(PASSES):
            world.busy = False
            world.step()
            if not world.busy or world.quiet:
                break
        else:
            raise NeverSettles(f"after {PASSES} passes the turn of {world.active} still does not settle")
        if not declare and world.active is not None:
            world.named[world.active].queue.intents = held

    # --- deeds -------------------------------------------------------------------------------------

    def do(self, deed: Command) -> None:
        """Do a deed that was done before: the choices in it are made as they were made then, and nobody is asked."""
        self.resume()
        self.deeds.append(deed)
        self._carry_out(len(self.deeds) - 1)

    def _events(self, deed: Command) -> list[Event]:
        """Do something for the first time; returns the new events."""
        self.resume()
        before = len(self.world.log)
        self._add(deed)
        return list(self.world.log[before:])

    def _add(self, deed: Command) -> Any:
        """Do something for the first time; returns what it comes to."""
        self.resume()
        self.deeds.append(deed)
        return self._carry_out(len(self.deeds) - 1, fresh=True)

    def _carry_out(self, number: int, fresh: bool = False) -> Any:
        """Do a deed; whoever chooses is asked where it is done for the first time, or was left at a question."""
        deed = self.deeds[number]
        asked = self.chooser if fresh or deed.open else None
        if asked is None and not deed.answers:
            return self._do(deed)
        given = deed.answers[:-1] if deed.open else deed.answers
        asking = Deciders(given, None)
        if asked is not None:
            asking.put = lambda question: self._put(question, number, asking, asked)
        world = self.world
        world.asking = asking
        try:
            came_of_it = self._do(deed)
        finally:
            world.asking = None
        self.deeds[number] = deed._replace(answers=tuple(asking.answered))
        return came_of_it

    def _put(self, question: Decision, number: int, asking: Deciders, chooser: Chooser) -> str | None:
        """Ask; meanwhile, and if no answer is to be had, the battle stands at the open question."""
        self.deeds[number] = self.deeds[number]._replace(answers=(*asking.answered, OPEN))
        self.question = question
        self._paused = self._asking = True
        try:
            key = chooser(question)
            question.check(key)
        finally:
            self._asking = False
        self._paused = False
        self.question = None
        return key

    def _do(self, deed: Command) -> Any:
        data = deed.data
        match deed.what:
            case "submit":
                self.world.named[deed.name].queue.intents.append(data)
            case "process":
                self._process()
            case "begin":
                self._begin_turn(deed.name)
            case "closest":
                return self._closest(*data)
            case "end":
                self._end_turn()
            case "initiative":
                self._roll_initiative()
            case "conclude":
                self._conclude(*data)
            case "run":
                self._run()
        return None
