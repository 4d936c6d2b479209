"""The course of a battle: what is asked of it, what happens then, and the deeds that are kept of it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self, TypeAlias

from ..components.events import BattleEnded, BattleStarted, Event, Refused
from ..components.intents import Intent, IntentBase
from ..components.position import Cube
from ..engine.creature import Creature
from ..engine.decoding import decode
from ..engine.dice import DiceSpent
from ..engine.errors import ScenarioError
from ..engine.flanked import flanked as is_flanked
from ..engine.footing import Manner, footing_of
from ..engine.foresight import Foresight, foresee
from ..engine.geometry import squares_between
from ..engine.legality import judge
from ..engine.legality.ask import Refusal
from ..engine.legality.options import legal_intents
from ..engine.legality.ways import start_parity
from ..engine.occupancy import draw, settle_squeeze
from ..engine.policies.speeds import allowance
from ..engine.reach import Reach
from ..engine.ruleset import Ruleset
from ..engine.setting_up import world_of
from ..engine.specs import Scenario
from ..engine.threat import threatened
from ..engine.turns import as_at_start, close_turn, open_turn, roll_initiative
from ..engine.world import World

PASSES = 20_000
"""Passes of the systems after which a turn that never settles is taken for a fault of the rules."""

Deed: TypeAlias = tuple[str, str, Any]
"""One thing that was done to a battle from outside: (what, to whom, with what)."""


class NeverSettles(RuntimeError):
    """The systems keep finding something to do: a fault of the rules, not of the file."""


class Course:
    """One battle as it goes on: questions, which change nothing, and deeds, which are kept in order.

    Everything that happens follows from the scenario, the seed and the deeds.
    """

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
        self.deeds: list[Deed] = []
        self._paused = False
        self._begin()

    def resume(self) -> None:
        """Play out what had been asked, where a moment in the middle of it is looked at; every deed does so first."""

    def _begin(self) -> None:
        from . import SCHEDULE

        ruleset, seed, rules = self._chosen
        self.world: World = world_of(self.scenario, ruleset, seed, rules)
        self.world.install(system(self.world) for system in SCHEDULE)

    def _open(self) -> None:
        """The first event, and what the set-up brings with it."""
        world = self.world
        if world.log:
            return
        world.emit(BattleStarted(ruleset=world.rules.name, seed=world.dice.seed))
        for creature in world.creatures:
            if world.rules.squeeze_condition not in creature.condition.held:
                settle_squeeze(world, creature)
        for creature in world.creatures:
            world.rules.on_set_up(world, creature)
        # Where the file puts a creature it stays until something happens to it or its turn ends.
        self._settle()

    # --- the contract's questions ------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force, house rules included."""
        return self.world.rules

    @property
    def events(self) -> Sequence[Event]:
        """Everything that has happened."""
        return self.world.log

    @property
    def creatures(self) -> Sequence[Creature]:
        """All creatures, in the order of the file."""
        return self.world.creatures

    def creature(self, name: str) -> Creature:
        """The creature called `name`.

        Raises:
            KeyError: there is none.
        """
        return self.world.named[name]

    @property
    def active(self) -> str | None:
        """Whose turn is open."""
        return self.world.active

    def floor_at(self, x: int, y: int) -> int:
        """The cube on the floor of a square; on water the highest water cube."""
        return self.world.board.stand(x, y)

    def reach(self, name: str) -> Reach:
        """Where one ordinary move action takes the creature from here, by anchor cube, with a fresh action."""
        creature = self.world.named[name]
        rules = self.rules
        ask = _question(self.world, creature)
        crawling = creature.is_any(rules.crawlers)
        manner = Manner(crawling=crawling, stepover=not crawling)
        if crawling:
            manner = Manner(modes=("walk",), crawling=True, stepover=False)
        limit = allowance(rules, creature, parity=start_parity(ask))
        if crawling and rules.crawl_squares is not None:
            limit = type(limit)((("walk", rules.crawl_squares),), parity=limit.parity)
        if creature.out or creature.is_any(rules.immobile) or creature.is_any(rules.unable):
            limit = type(limit)(())
        return Reach(footing_of(self.world, creature, manner), limit)

    def threat(self, name: str) -> frozenset[Cube]:
        """The cubes that the creature threatens."""
        return threatened(self.world, self.world.named[name])

    def flanked(self, target: str, by: str) -> bool:
        """Whether `by` flanks `target` with some ally."""
        named = self.world.named
        return is_flanked(self.world, named[target], named[by])

    def distance(self, a: str, b: str) -> int:
        """The distance between two creatures in the ruleset's unit."""
        named = self.world.named
        return squares_between(self.rules, named[a].box, named[b].box) * self.rules.unit

    def closest(self, square: Sequence[int], among: Sequence[str] | None = None) -> str:
        """The creature closest to a square; a die decides between those equally close.

        Raises:
            ValueError: there is no creature to choose from.
        """
        self.resume()
        self.deeds.append(("closest", "", (tuple(square), among)))
        return self._closest(square, among)

    def _closest(self, square: Sequence[int], among: Sequence[str] | None) -> str:
        from ..engine.distance import Box

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

    def why(self, name: str, wanted: Intent | Mapping[str, Any]) -> Refusal | None:
        """Why the creature may not do that now (rule ids and a sentence), None if it may. Changes nothing."""
        creature = self.world.named[name]
        with as_at_start(self.rules, creature):
            answer = judge(self.world, creature, _typed(wanted))
        return answer if isinstance(answer, Refusal) else None

    def foresee(self, name: str, wanted: Intent | Mapping[str, Any]) -> Foresight | Refusal:
        """What would come of it if the creature did that now, or why it may not. Changes nothing."""
        creature = self.world.named[name]
        with as_at_start(self.rules, creature):
            return foresee(self.world, creature, _typed(wanted))

    # --- play ------------------------------------------------------------------------------------

    def submit(self, name: str, wanted: Intent | Mapping[str, Any]) -> None:
        """Queue an intent.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: the table is no intent; the error says what is wrong with it.
        """
        self.resume()
        creature = self.world.named[name]
        typed = _typed(wanted)
        self.deeds.append(("submit", name, typed))
        creature.orders.intents.append(typed)

    def process(self) -> list[Event]:
        """Play what is queued, opening the turn of whoever has something queued; returns the new events."""
        self.resume()
        self.deeds.append(("process", "", None))
        return self._process()

    def _process(self) -> list[Event]:
        world = self.world
        before = len(world.log)
        self._open()
        waiting = [c for c in world.creatures if c.orders.intents]
        if world.active is not None:
            waiting.sort(key=lambda c: c.name != world.active)
        for creature in waiting:
            self._turn_of(creature)
            self._settle()
            self._too_late(creature, creature.orders.intents)
        self._settle()
        if world.active is not None and not world.named[world.active].turn.open:
            close_turn(world)
            self._settle()
        return list(world.log[before:])

    def _too_late(self, creature: Creature, wanted: Sequence[object]) -> None:
        """Refuse what is asked of a creature after it has ended its turn."""
        if creature.turn.open:
            return
        for intent in wanted:
            assert isinstance(intent, IntentBase)
            reason = f"{creature.name} has ended its turn"
            self.world.emit(Refused(actor=creature.name, intent=intent.do, reason=reason, rules=()))
        creature.orders.intents.clear()

    def _turn_of(self, creature: Creature) -> None:
        world = self.world
        if world.active == creature.name and creature.turn.open:
            return
        queued = list(creature.orders.intents)
        if world.active is not None:
            close_turn(world)
        open_turn(world, creature)
        creature.orders.intents[:] = queued
        self._settle(declare=False)

    def begin_turn(self, name: str) -> list[Event]:
        """Open a creature's turn, ending any other's."""
        self.resume()
        self.deeds.append(("begin", name, None))
        return self._begin_turn(name)

    def _begin_turn(self, name: str) -> list[Event]:
        world = self.world
        before = len(world.log)
        self._open()
        if world.active is not None:
            close_turn(world)
        open_turn(world, world.named[name])
        self._settle()
        return list(world.log[before:])

    def end_turn(self) -> list[Event]:
        """End the open turn, if one is open."""
        self.resume()
        self.deeds.append(("end", "", None))
        return self._end_turn()

    def _end_turn(self) -> list[Event]:
        world = self.world
        before = len(world.log)
        self._open()
        if world.active is not None:
            close_turn(world)
            self._settle()
        return list(world.log[before:])

    def roll_initiative(self) -> Sequence[str]:
        """The order in which creatures take their turns where no script says, rolled once (see `engine.turns`)."""
        self.resume()
        if not self.world.order:
            self.deeds.append(("initiative", "", None))
            self._roll_initiative()
        return self.order

    def _roll_initiative(self) -> None:
        self._open()
        roll_initiative(self.world)

    @property
    def order(self) -> Sequence[str]:
        """Creatures by initiative; empty before it is rolled."""
        return self.world.order

    def legal_intents(self, name: str, *kinds: str) -> Iterator[Intent]:
        """The intents that a creature may declare now, of some kinds (`do` words) or all, as they are asked for.

        Raises:
            KeyError: there is no such creature.
        """
        return legal_intents(self, name, *kinds)

    def conclude(self, winner: str | None, why: str) -> None:
        """The battle is over."""
        self.resume()
        self.deeds.append(("conclude", "", (winner, why)))
        self._conclude(winner, why)

    def _conclude(self, winner: str | None, why: str) -> None:
        self._end_turn()
        self.world.emit(BattleEnded(winner=winner, why=why))

    @property
    def over(self) -> bool:
        """Whether the battle has been concluded."""
        log = self.world.log
        return bool(log) and isinstance(log[-1], BattleEnded)

    def run(self) -> list[Event]:
        """Play the script to its end; returns all events.

        Raises:
            ScenarioError: the scripted dice run out.
        """
        self.resume()
        self.deeds.append(("run", "", None))
        with self.dice_told():
            self._run()
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
                creature.orders.intents.append(wanted)
                creature.orders.ahead = tuple(later.do for later in turn.intents[number:])
                self._settle()
                if not creature.turn.open:
                    self._too_late(creature, turn.intents[number:])
                    break
            creature.orders.intents.clear()
            creature.orders.ahead = None
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
            orders = world.named[world.active].orders
            held, orders.intents = orders.intents, []
        for _ in range(PASSES):
            world.busy = False
            world.step()
            if not world.busy or world.quiet:
                break
        else:
            raise NeverSettles(f"after {PASSES} passes the turn of {world.active} still does not settle")
        if not declare and world.active is not None:
            world.named[world.active].orders.intents = held

    def _do(self, deed: Deed) -> None:
        what, name, data = deed
        if what == "submit":
            self.world.named[name].orders.intents.append(data)
        elif what == "process":
            self._process()
        elif what == "begin":
            self._begin_turn(name)
        elif what == "closest":
            self._closest(*data)
        elif what == "end":
            self._end_turn()
        elif what == "initiative":
            self._roll_initiative()
        elif what == "conclude":
            self._conclude(*data)
        elif what == "run":
            self._run()

    def close(self) -> None:
        """Delete the battle's entities. It cannot be asked anything afterwards."""
        self.world.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        world = getattr(self, "world", None)
        if world is not None:
            world.close()


def _question(world: World, creature: Creature) -> Any:
    from ..engine.legality.ask import Ask

    return Ask(world, creature, None)


def _typed(wanted: object) -> Intent:
    """The typed intent for a plain table.

    Raises:
        ScenarioError: the table is no intent.
    """
    if isinstance(wanted, Intent):
        return wanted
    plain = dict(wanted) if isinstance(wanted, Mapping) else wanted
    return decode(plain, Intent, "intent")  # type: ignore[arg-type]
