"""A match: brains or persons play a battle.

Its state follows from the battle, so it continues saves, forks and undone battles.
"""

from __future__ import annotations  # help() and editors show `Event`, not the union

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from operator import is_not
from typing import Any, NamedTuple, TypeAlias

from ..components.decision import Decision
from ..components.events import BattleEnded, Damaged, Done, Event, Refused, Stopped, TurnStarted
from ..components.intents import IntentBase
from ..components.ordinary_class import mypyc_attr
from ..engine.brains import BRAINS, Brain, BrainFunction, Choosing, DecisionLog, check_brain, turn_of
from ..engine.combat.sight import hidden_from
from ..engine.errors import ScenarioError, spelled
from ..engine.legality.judge import not_granted
from ..engine.messages import _, counted, english
from ..engine.rules.ruleset import World
from ..engine.scenario.format import Scenario
from ..engine.state.creature import Creature
from ..engine.state.objectives import Victory, round_is_over, standing, victory
from ..engine.state.verdict import Refusal
from .battle import Battle
from .input_checks import typed_of
from .trial import Eyes

ROUNDS = 100
STALEMATE = 15
"""Rounds without damage before a draw."""
INTENTS = 40
FREE_INTENTS = 3
"""Most intents of a turn without action costs."""
REFUSALS = 3
"""The most refused intents of a turn."""


USUAL_BRAIN = "aggressive"
"""The brain of creatures that name none."""


def let_follow(brain: object, battle: Battle) -> None:
    """Gives the battle to an AI player with a method `follow`."""
    follow: Callable[[Battle], None] | None = getattr(brain, "follow", None)
    if follow is not None:
        follow(battle)


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """Plays a battle with AI players, from any point."""

    def __init__(
        self,
        battle: Battle,
        brains: Mapping[str, Brain | BrainFunction],
        *,
        rounds: int = ROUNDS,
        stalemate: int = STALEMATE,
        journal: DecisionLog | None = None,
    ) -> None:
        """Creates a match with a brain for each creature.

        The battle is a draw after `rounds` rounds, or after `stalemate` rounds without damage. `journal` collects the
        brains' reasons.

        Raises:
            TypeError: an object in `brains` is not a brain.
        """
        for name, brain in brains.items():
            check_brain(brain, name)
        self.battle = battle
        self.brains = brains
        """Brains by creature; creatures without a brain pass."""
        self.rounds = rounds
        self.stalemate = stalemate
        self.journal = journal
        if battle.chooser is None and any(hasattr(brain, "choose") for brain in brains.values()):
            battle.chooser = self.choose

    def choose(self, question: Decision) -> str | None:
        """Returns an AI player's answer to a decision; None if it gives none."""
        brain: object = self.brains.get(question.who)
        if question.referee or not isinstance(brain, Choosing):
            return None
        let_follow(brain, self.battle)
        return brain.choose(Eyes(self.battle, question.who, self.journal).view, question)

    def play(self) -> list[Event]:
        """Plays the battle to its end and returns all events.

        Raises:
            ScenarioError: the scripted dice run out.
        """
        battle = self.battle
        with battle.dice_told(), battle.in_one_go():
            battle.roll_initiative()
            while self.play_turn():
                pass
        return list(battle.events)

    def play_turn(self) -> list[Event]:
        """Plays one turn, or ends the battle, and returns the events."""
        battle = self.battle
        battle.resume()
        world = battle.world
        before = world.log.length
        if isinstance(world.log.newest, BattleEnded):
            return []
        if not world.order and world.active is None:
            battle.roll_initiative()
        ended = self._ended(world)
        if ended is not None:
            battle.conclude(*ended)
        else:
            name = world.active or self.begin_next()
            brain = self.brains.get(name)
            if brain is not None:
                self._play(name, brain)
            battle.end_turn()
        return world.log.since(before)

    def _play(self, name: str, brain: Brain | BrainFunction) -> None:
        battle = self.battle
        let_follow(brain, battle)
        eyes = Eyes(battle, name, self.journal)
        play = turn_of(brain, eyes.view)
        world, overreached = battle.world, 0
        done, refused = self.tally(world.log)
        most = FREE_INTENTS if world.rules.economy_is_off else INTENTS
        try:
            wanted: Any = next(play, None)
            while wanted is not None and done < most and refused < REFUSALS and self.fights_on(name):
                if not isinstance(wanted, IntentBase):  # a table
                    wanted = typed_of(wanted, battle.rules.intents)
                attempt = self.attempt(name, wanted)
                came_of_it: list[Event]
                if isinstance(attempt, Refused):
                    came_of_it, overreached = [attempt], overreached + 1
                    if overreached >= REFUSALS:
                        return
                else:
                    came_of_it, overreached = battle.act(name, attempt), 0
                    more = self.tally(came_of_it)
                    done, refused = done + more[0], refused + more[1]
                    eyes.renew()
                try:
                    wanted = play.send(came_of_it)
                except StopIteration:
                    return
        finally:
            play.close()

    def attempt(self, name: str, wanted: IntentBase) -> IntentBase | Refused:
        """Carries out an AI player's intent. Returns the intent, or its refusal.

        A move stops before an obstacle that the player cannot see.
        """
        world = self.battle.world
        creature = world.named[name]
        beyond = not_granted(world, creature, wanted)
        blind = world.rules.threat.by_sight and hidden_from(world, creature.side)
        if beyond is None and blind and self.battle.why(name, wanted) is not None:
            side = self.battle.side(creature.side)
            attempt = side.attempt(name, wanted) if side.why(name, wanted) is None else wanted
            if not isinstance(attempt, Refusal):
                return attempt
            beyond = attempt
        if beyond is None:
            return wanted
        return Refused(actor=name, intent=wanted.do, reason=beyond.reason, rules=beyond.rules)

    def goes_on(self, name: str) -> bool:
        """True if the creature may try one more intent in its turn."""
        world = self.battle.world
        done, refused = self.tally(world.log)
        most = FREE_INTENTS if world.rules.economy_is_off else INTENTS
        return done < most and refused < REFUSALS and self.fights_on(name)

    def fights_on(self, name: str) -> bool:
        """True if the creature's turn is open and both sides can still win."""
        world = self.battle.world
        creature = world.named[name]
        if not creature.turn.open or creature.out:
            return False
        if world.objectives:
            return victory(world, round_over=False) is None
        return len(still_up(world).sides) > 1

    def tally(self, events: Sequence[Event]) -> tuple[int, int]:
        """Returns (intents done, intents refused) in the last turn."""
        kinds = list(takewhile(partial(is_not, TurnStarted), map(type, reversed(events))))
        return kinds.count(Done) + kinds.count(Stopped), kinds.count(Refused)

    def begin_next(self) -> str:
        """Opens the next turn and returns the name of its creature."""
        battle, world = self.battle, self.battle.world
        if world.slots is not None and round_is_over(world):
            battle.next_round()
        name = self.next_up()
        battle.begin_turn(name)
        return name

    def next_up(self) -> str:
        """Returns the name of the creature that has the next turn."""
        world = self.battle.world
        able = still_up(world).order
        if world.slots is not None:
            return next((name for name in world.slots if standing(world.named[name])), able[0])
        acted = world.acted
        return next((name for name in able if name not in acted), able[0])

    def verdict(self) -> Victory | None:
        """Returns the battle's result; None while it continues."""
        return self._ended(self.battle.world)

    def _ended(self, world: World) -> Victory | None:
        if world.objectives:
            return victory(world, round_over=round_is_over(world)) or self._drawn(world)
        left = still_up(world).sides
        if not left:
            return Victory(None, english("nobody is left standing"))
        if len(left) == 1:
            alone = len(sides(world.creatures, fallen=True)) == 1
            return Victory(left[0], english(_("there is no other side") if alone else _("no enemy is left standing")))
        return self._drawn(world)

    def _drawn(self, world: World) -> Victory | None:
        if world.active is not None or world.round < min(self.rounds, self.stalemate):
            return None
        all_acted = world.acted.issuperset(still_up(world).order)
        if not (all_acted if world.slots is None else round_is_over(world)):
            return None
        if world.round >= self.rounds:
            return Victory(None, str(counted("{count} round has passed", "{count} rounds have passed", self.rounds)))
        timed = any(one.rounds for one in world.objectives)
        if not timed and world.round - last_scratch(world.log) >= self.stalemate:
            return Victory(
                None,
                str(
                    counted(
                        "nobody has been hurt for {count} round",
                        "nobody has been hurt for {count} rounds",
                        self.stalemate,
                    )
                ),
            )
        return None


class StillUp(NamedTuple):
    order: list[str]
    """Creatures, by initiative."""
    sides: list[str]
    """Sides with a creature in the fight, in file order."""


def still_up(world: World) -> StillUp:
    """Returns the creatures not yet defeated, in order of turns, and their sides."""
    store = world.cache_of_states()
    found: StillUp | None = store.get(StillUp)
    if found is None:
        up = [creature for creature in world.creatures if standing(creature)]
        names = {creature.name for creature in up}
        order = [name for name in world.order if name in names]
        found = store[StillUp] = StillUp(order, list(dict.fromkeys(creature.side for creature in up)))
    return found


def sides(creatures: Sequence[Creature], *, fallen: bool = False) -> list[str]:
    """Returns the sides that still have fighters; with `fallen`, all sides."""
    return list(dict.fromkeys(c.side for c in creatures if standing(c) or (fallen and not c.has("object"))))


def last_scratch(events: Sequence[Event]) -> int:
    for event in reversed(events):
        if isinstance(event, Damaged) and event.amount > 0 and event.hp is not None:
            return event.round
    return 0


def brain_named(name: str, source: str, place: str) -> Brain:
    if name not in BRAINS:
        raise ScenarioError(source, place, spelled(name), ", ".join(BRAINS))
    return BRAINS[name]


def scripted_brains(scenario: Scenario) -> dict[str, Brain]:
    """Returns {creature: AI player} for creatures whose scenario entry names an `ai`.

    Raises:
        ScenarioError: there is no such brain.
    """
    return {
        spec.name: brain_named(spec.ai, scenario.source, f"creatures[{index}].ai")
        for index, spec in enumerate(scenario.creatures)
        if spec.ai is not None
    }


Finder: TypeAlias = Callable[[str, str, str], Brain]


def red_and_blue(sides: Sequence[str]) -> tuple[str | None, str | None]:
    """Returns the sides "red" and "blue"; for a missing one, another side of the battle."""
    others = [side for side in sides if side not in ("red", "blue")]
    red, blue = (name if name in sides else others.pop(0) if others else None for name in ("red", "blue"))
    return red, blue


def sides_of(scenario: Scenario) -> tuple[str | None, str | None]:
    return red_and_blue(list(dict.fromkeys(spec.side for spec in scenario.creatures)))


def brains_for(
    scenario: Scenario, red: str | None = None, blue: str | None = None, find: Finder = brain_named
) -> dict[str, Brain]:
    """Returns the AI player of each creature: its side's, or its own `ai`, or the default.

    `red` and `blue` name brains for the sides of that name, or for the first and second. `find` returns a brain by
    name.

    Raises:
        ScenarioError: the brain or the side does not exist.
    """
    sides = list(dict.fromkeys(spec.side for spec in scenario.creatures))
    brains: dict[str, Brain] = {}
    for option, name, side in zip(("red", "blue"), (red, blue), sides_of(scenario), strict=True):
        if name is None:
            continue
        brain = find(name, scenario.source, f"--{option}")
        if side is None:
            found = f"no side for the AI player {spelled(name)}"
            raise ScenarioError(
                scenario.source,
                f"--{option}",
                found,
                f"creatures on two sides (found: {', '.join(sides) or 'none'})",
            )
        brains |= {spec.name: brain for spec in scenario.creatures if spec.side == side}
    for index, spec in enumerate(scenario.creatures):
        if spec.name not in brains:
            brains[spec.name] = brain_named(spec.ai or USUAL_BRAIN, scenario.source, f"creatures[{index}].ai")
    return brains


def play_on(
    battle: Battle, brains: Mapping[str, Brain | BrainFunction] | None = None, *, rounds: int = ROUNDS
) -> list[Event]:
    """Plays a battle to its end with AI players and returns the whole log.

    By default, the brains are those of its file, or else `aggressive`.

    Raises:
        ScenarioError: a brain is unknown, or the scripted dice run out.
        TypeError: an object in `brains` is not a brain.
    """
    chosen = brains
    if chosen is None:
        chosen = scripted_brains(battle.scenario) or brains_for(battle.scenario)
    return Match(battle, chosen, rounds=rounds).play()
