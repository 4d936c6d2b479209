"""A battle: query it, play it, undo it, save it, restore it."""

from __future__ import annotations  # help() and editors show `Event`, not the union

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Literal, Self, Unpack, overload

from ..components.decision import Decision
from ..components.definitions import Objective
from ..components.effect_acts import EffectAct
from ..components.events import BattleEnded, Event
from ..components.intents import Intent, IntentBase, Use
from ..components.names import Name
from ..components.plan import Strike
from ..components.position import Cube
from ..engine.brains.shipped import check_brains
from ..engine.combat import areas, threat
from ..engine.combat.forecast import Forecast, forecast
from ..engine.combat.sight import Sightline, hidden_from, line_between, perceived_world, sightline
from ..engine.combat.threat import Flank
from ..engine.dice import Dice, WrongDice, dice_of
from ..engine.errors import ScenarioError, names, spelled
from ..engine.field.reach import Arrival, Reach
from ..engine.field.visible import visible
from ..engine.files import write_file
from ..engine.geometry.boxes import AROUND
from ..engine.legality import likely_uses
from ..engine.legality.intent_odds import CreatureOdds
from ..engine.legality.judge import judge
from ..engine.legality.legal_intents import legal_intents, whole_board
from ..engine.legality.likely_uses import AbilityState, Aimed, AreaOfUse
from ..engine.legality.movement_range import FartherReach, farther_reach, reach
from ..engine.legality.planners.abilities import usable
from ..engine.legality.preview import Preview, foresee
from ..engine.rules.budget import at_start, squares_between
from ..engine.rules.own_intents import any_intent
from ..engine.rules.ruleset import Ruleset, World
from ..engine.scenario import read as files
from ..engine.scenario.build import board_of, ruleset_of, world_of
from ..engine.scenario.format import Scenario
from ..engine.scenario.validate import check_sound, decode
from ..engine.state import objectives
from ..engine.state.battle_state import MOST_EVENTS
from ..engine.state.creature import Creature
from ..engine.state.decider import Chooser
from ..engine.state.objectives import Victory, standing
from ..engine.state.verdict import Refusal
from ..systems.drive import Drive, NeverSettles
from ..systems.system import SystemType
from . import outlook, save
from .commands import Command
from .history import History
from .input_checks import (
    FARTHEST,
    MOST_FACES,
    MOST_THROWN,
    cube_on,
    effect_of,
    number_of,
    plan_of,
    space_of,
    square_on,
    squares_of,
    typed_of,
)
from .outlook import PlanPreview
from .parts import BattleOptions, Equip, OwnIntent, Parts, arranged, parts_of, with_intents
from .save import Saved
from .saved_state import StateFile, set_state, state_file

MOST_ACTIONS = 4
"""The most actions that `reach` accepts."""
MOST_INTENTS = 6
"""The most intents that `turnperft` accepts."""

if TYPE_CHECKING:
    from .table.side import SideView
    from .table.witness import Witness

__all__ = ["Battle", "Command", "NeverSettles"]


class Battle:
    """One battle on one board under one ruleset.

    Scenario, seed and commands determine everything. A copy (`fork`, `copy.copy`, `copy.deepcopy`) is an
    independent battle at the same point. Undo and fork keep components that a game writes.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        ruleset: str | None = None,
        seed: int | None = None,
        rules: Ruleset | None = None,
        systems: Iterable[SystemType] = (),
        components: Equip | Iterable[type | Equip] | None = None,
        intents: Iterable[OwnIntent] = (),
    ) -> None:
        """Creates a battle of a valid scenario. `Battle.of` checks a scenario made in code.

        `ruleset` and `seed` replace those of the scenario. `rules` is your own ruleset; the scenario's house rules set
        its other switches. `systems` are your own classes; each names a system that it runs before or after.
        `components` are functions that equip a creature, or component classes. `intents` are your own kinds.

        Raises:
            ScenarioError: the rules do not know a name in the scenario.
            TypeError, ValueError: a part is invalid.
        """
        self.scenario = scenario
        self._chosen = (ruleset, seed, rules)
        self._parts = parts_of(systems, components, intents)
        check_brains(scenario)
        played = with_intents(ruleset_of(scenario, ruleset, rules), self._parts.intents)
        world = world_of(scenario, ruleset, seed, played)
        equip = world.equip = self._parts.equip
        if equip is not None:
            for creature in world.creatures:
                for part in equip(creature):
                    creature.put(part)
        self._began: StateFile | None = None
        self._proved = True
        self._history = History(world, arranged(self._parts.systems), scenario.turns)
        self._witnesses: dict[tuple[str, ...], Witness] = {}

    @classmethod
    def of(cls, scenario: Scenario | Mapping[str, Any], **options: Unpack[BattleOptions]) -> Battle:
        """Creates a battle from a table or a `Scenario` made in code.

        Raises:
            ScenarioError: the scenario is invalid.
        """
        return cls(files.scenario_of(scenario, intents=options.get("intents", ())), **options)

    # --- the present state ---------------------------------------------------------------------------

    @property
    def world(self) -> World:
        """The state of the battle: board, creatures, dice, clock and log.

        Raises:
            RuntimeError: the battle is closed.
        """
        world = self._history.present
        if world is None:
            raise RuntimeError("the battle is closed")
        return world

    @property
    def paused(self) -> bool:
        """True if the last command waits for a decision."""
        return self._history.paused

    @property
    def chooser(self) -> Chooser | None:
        """The function that answers players' decisions. If None, the defaults are taken."""
        return self._history.chooser

    @chooser.setter
    def chooser(self, chooser: Chooser | None) -> None:
        self._history.chooser = chooser

    @property
    def question(self) -> Decision | None:
        """The decision that the battle waits for; None if it waits for none."""
        return self._history.question

    @property
    def commands(self) -> Sequence[Command]:
        return tuple(self._history.commands)

    def commands_within(self, events: int) -> int:
        """Returns how many commands were finished when the log had this number of events."""
        return self._history.commands_within(events)

    def __repr__(self) -> str:
        if self._history.closed:
            return "<Battle, closed>"
        world = self.world
        turn = f"{world.active}'s turn" if world.active is not None else "between turns"
        up = sum(map(standing, world.creatures))
        return f"<Battle {world.rules.name}, round {world.round}, {turn}, {up} of {len(world.creatures)} standing>"

    def side(self, name: str) -> SideView:
        """Returns an object with what a side perceives and may do, as plain data.

        Raises:
            KeyError: there is no such side.
        """
        from .table.side import SideView  # needed by this call alone

        sides = dict.fromkeys([one.side for one in self.scenario.creatures] + [one.side for one in self.creatures])
        if name not in sides:
            raise KeyError(f"there is no side {name!r}; there are {', '.join(sides)}")
        return SideView(self, name, self.scenario.title, self.act)

    def seen_by(self, side: str) -> Battle:
        """Returns a copy of the battle without creatures that the side does not perceive."""
        world, hidden = self.world, hidden_from(self.world, side)
        if not hidden:
            return self
        store, key = world.cache(), ("seen by", side)
        match store.get(key):
            case (length, Battle() as kept) if length == world.log.length:
                return kept
        twin = self._twin(self._history.of_state(perceived_world(world, side)))
        store[key] = world.log.length, twin
        return twin

    def witness(self, *sides: str) -> Witness:
        """Returns an object that tells the events of the log that the sides have perceived."""
        from .table.witness import Witness  # needed by this call alone

        found = self._witnesses.get(sides)
        if found is None:
            shared = next((one.snapshots for one in self._witnesses.values()), None)
            found = self._witnesses[sides] = Witness(self._history.start, sides, shared)
        found.follow(self.events)
        return found

    @property
    def rules(self) -> Ruleset:
        return self.world.rules

    @property
    def events(self) -> Sequence[Event]:
        return self.world.log

    @property
    def creatures(self) -> Sequence[Creature]:
        """All creatures, in file order."""
        return self.world.creatures

    def creature(self, name: str) -> Creature:
        """Returns the creature of that name.

        Raises:
            KeyError: there is no such creature.
        """
        return self.world.named[name]

    @property
    def active(self) -> str | None:
        return self.world.active

    @property
    def order(self) -> Sequence[str]:
        """The names of the creatures in order of initiative; empty before initiative is rolled."""
        return self.world.order

    @property
    def over(self) -> bool:
        """True if the battle has ended."""
        return isinstance(self.world.log.newest, BattleEnded)

    # --- play ----------------------------------------------------------------------------------------

    def submit(self, name: str, wanted: IntentBase | Mapping[str, Any], *, out_of_turn: bool = False) -> None:
        """Queues an intent. In another's turn it is refused, unless `out_of_turn`.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is not an intent. The message says why.
        """
        world = self.world
        name, typed = world.named[name].name, typed_of(wanted, world.rules.intents)
        self._history.add(Command("submit", name, typed, out_of_turn=out_of_turn))

    def process(self) -> list[Event]:
        """Plays the queued intents and returns the new events. Opens turns as needed.

        Raises:
            Unanswered: the chooser gave no answer. The battle pauses at the decision; the next call asks again.
        """
        return self._history.events_of(Command("process"))

    def act(self, name: str, wanted: IntentBase | Mapping[str, Any], *, out_of_turn: bool = False) -> list[Event]:
        """Queues an intent and plays it, as one command. Returns the new events.

        Raises:
            KeyError, ScenarioError, Unanswered: as in `submit` and `process`.
        """
        world = self.world
        name, typed = world.named[name].name, typed_of(wanted, world.rules.intents)
        return self._history.events_of(Command("act", name, typed, out_of_turn=out_of_turn))

    def effect(
        self, acts: Iterable[EffectAct | Mapping[str, Any]], *, by: str, rules: Iterable[str] = ()
    ) -> list[Event]:
        """Carries out effects without an acting creature, such as those of a trap.

        `acts` are structs or tables (`fivefoot.effects`), in order. `by` names their cause; their events cite
        `rules`. A listener may call this too: its acts happen at once. Returns the new events.

        Raises:
            ScenarioError: an act is invalid, or names something unknown. Nothing has happened then.
        """
        effect = effect_of(self.world, self.scenario, acts, by, rules)
        return self._history.effect(effect)

    def throw(self, results: Iterable[int]) -> None:
        """Gives the results of the next dice rolls, thrown by hand.

        Results given earlier are dropped. A result waits for a die that can show it.

        Raises:
            ValueError: a result is not a whole number from 1 to 9999, or there are more than 100.
        """
        thrown = tuple(number_of(result, "results", 1, MOST_FACES) for result in results)
        number_of(len(thrown), "results", 0, MOST_THROWN)
        self._history.add(Command("dice", "", thrown))

    def begin_turn(self, name: str) -> list[Event]:
        """Opens a creature's turn and ends any other turn.

        Raises:
            KeyError: there is no such creature.
        """
        return self._history.events_of(Command("begin", self.world.named[name].name))

    def end_turn(self) -> list[Event]:
        return self._history.events_of(Command("end"))

    def next_round(self, slots: Sequence[str] | None = None) -> list[Event]:
        """Ends the open turn and the round, and begins the next round.

        `slots` are the names of creatures in the order of turns, by default by initiative. A creature may have several
        turns, or none. Returns the new events.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `slots` is not a list of names.
        """
        listed: tuple[Name, ...] | None = decode(slots, tuple[Name, ...] | None, "next_round", "slots")  # type: ignore[arg-type]
        names = None if listed is None else tuple(self.creature(name).name for name in listed)
        return self._history.events_of(Command("round", "", names))

    def roll_initiative(self) -> Sequence[str]:
        """Rolls initiative once and returns the order of turns."""
        self.resume()
        if not self.world.order:
            self._history.add(Command("initiative"))
        return self.order

    def conclude(self, winner: str | None, why: str) -> None:
        """Ends the battle.

        Raises:
            ScenarioError: the winner is not a name, or the reason is not text.
        """
        check_sound({"winner": winner, "why": why}, "conclude")
        decode(winner, Name | None, "conclude", "winner")  # type: ignore[arg-type]
        decode(why, str, "conclude", "why")
        self._history.add(Command("conclude", "", (winner, why)))

    def closest(self, square: Sequence[int], among: Sequence[str] | None = None) -> str:
        """Returns the creature closest to a square. A die breaks ties.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `among` is not a list of names.
            ValueError: the square is not on the board, or `among` is empty.
        """
        asked = square_on(self.world, square)
        listed: tuple[Name, ...] | None = decode(among, tuple[Name, ...] | None, "closest", "among")  # type: ignore[arg-type]
        names = None if listed is None else tuple(self.creature(name).name for name in listed)
        if not any(not c.out and (names is None or c.name in names) for c in self.creatures):
            raise ValueError("there is no creature to choose from")
        nearest: str = self._history.add(Command("closest", "", (asked, names)))
        return nearest

    def run(self) -> list[Event]:
        """Plays the script to its end and returns all events.

        Raises:
            ScenarioError: the scripted dice run out, or one is too high for its die.
        """
        with self.dice_told():
            self._history.add(Command("run"))
        return self._history.all_events()

    @contextmanager
    def dice_told(self) -> Iterator[None]:
        """Returns a context where wrong scripted dice raise an error that names the file.

        Raises:
            ScenarioError: the dice were wrong.
        """
        try:
            yield
        except WrongDice as wrong:
            raise ScenarioError(self.scenario.source, wrong.place, wrong.found, wrong.allowed) from None

    def resume(self) -> None:
        """Completes the last command if it waits for a decision.

        Raises:
            Unanswered: a decision has no answer.
        """
        self._history.resume()

    def in_one_go(self) -> AbstractContextManager[None]:
        """Returns a context that stores fewer states for undo: play is faster, undo slower."""
        return self._history.in_one_go()

    def do(self, command: Command) -> None:
        """Carries out a recorded command again, with the same answers to decisions."""
        self._history.repeat(command)

    # --- listening -----------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Registers a function that is called with each new event. Returns a function to unregister it.

        The function receives no undone, repeated or copied events. It may call `effect` and change components;
        other play raises RuntimeError.
        """
        return self._history.listen(listener)

    # --- places and lines ----------------------------------------------------------------------------

    def floor_at(self, x: int, y: int) -> int:
        """Returns the height z of a square's floor; in water, of its highest cube.

        Raises:
            ValueError: the square is not on the board.
        """
        return cube_on(self.world, (x, y))[2]

    @overload
    def reach(self, name: str, *, fresh: bool = False, actions: Literal[1] = 1) -> Reach: ...
    @overload
    def reach(self, name: str, *, fresh: bool = False, actions: int) -> Reach | FartherReach: ...
    def reach(self, name: str, *, fresh: bool = False, actions: int = 1) -> Reach | FartherReach:
        """Returns the places that an ordinary move of a creature can reach now.

        Outside the creature's turn, a whole move counts. With `fresh`, the creature has all actions of a new turn.
        With several `actions`, the result tells for each place how many are needed.

        Raises:
            KeyError: there is no such creature.
            ValueError: `actions` is not a number of actions.
        """
        if actions == 1:
            return reach(self.world, self.creature(name), fresh=fresh)
        number_of(actions, "actions", 1, MOST_ACTIONS)
        return farther_reach(self.world, self.creature(name), actions, fresh=fresh)

    def threat(self, name: str) -> frozenset[Cube]:
        """Returns the cubes that a creature threatens."""
        return threat.threatened(self.world, self.creature(name))

    def in_reach(self, name: str) -> frozenset[Cube]:
        """Returns the cubes that a creature's melee strikes reach."""
        return threat.in_reach(self.world, self.creature(name))

    def flank(self, target: str, by: str, at: Cube | None = None) -> Flank | None:
        """Returns the ally that flanks `target` together with `by`, and the line between them.

        `at` replaces the place of `by`.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `at` is not a cube.
        """
        there: Cube | None = decode(at, Cube | None, "flank", "at")  # type: ignore[arg-type]
        return threat.flank(self.world, self.creature(target), self.creature(by), there)

    def flanked(self, target: str, by: str) -> bool:
        return threat.flanked(self.world, self.creature(target), self.creature(by))

    def sightline(self, a: str | Sequence[int], b: str | Sequence[int]) -> Sightline:
        """Returns the line of effect between creatures, squares or cubes, or its obstacle.

        Raises:
            KeyError: there is no such creature.
            ValueError: a square is not on the board.
        """
        if isinstance(a, str) and isinstance(b, str):
            return sightline(self.world, self.creature(a), self.creature(b))
        return line_between(self.world, space_of(self.world, a), space_of(self.world, b))

    def distance(self, a: str | Sequence[int], b: str | Sequence[int]) -> int:
        """Returns the distance between creatures, squares or cubes, in the ruleset's unit.

        Raises:
            KeyError: there is no such creature.
            ValueError: a square is not on the board.
        """
        world = self.world
        return squares_between(world.rules, space_of(world, a), space_of(world, b)) * world.rules.unit

    def visible(self, a: str | Sequence[int], distance: int | None = None) -> frozenset[tuple[int, int]]:
        """Returns the squares with line of effect from a creature or square, up to a distance.

        Raises:
            KeyError: there is no such creature.
            ValueError: the square is not on the board, or the distance is invalid.
        """
        squares = None if distance is None else squares_of(self.world, distance)
        return visible(self.world, space_of(self.world, a), squares)

    def route(self, name: str, goal: Sequence[int]) -> Arrival | None:
        """Returns the path and cost to a square or cube in any number of moves.

        Raises:
            KeyError: there is no such creature.
            ValueError: the square is not on the board.
        """
        found: Arrival | None = whole_board(self.world, self.creature(name)).get(cube_on(self.world, goal))
        return found

    def burst(self, origin: Sequence[int], distance: int) -> frozenset[tuple[int, int]]:
        """Returns the squares within a distance and in line of effect of a square.

        Raises:
            ValueError: the square is not on the board, or the distance is invalid.
        """
        return areas.burst_squares(self.world, cube_on(self.world, origin), squares_of(self.world, distance))

    def cone(self, origin: Sequence[int], direction: tuple[int, int], distance: int) -> frozenset[tuple[int, int]]:
        """Returns the squares of a cone with line of effect from `origin`. A cone is a quarter circle.

        `direction` is a step (east, south): (1, 0) is east, (0, -1) north. `distance` is in the ruleset's unit.

        Raises:
            ValueError: `origin` is not on the board, or another argument is invalid.
        """
        if tuple(direction) not in AROUND:
            raise ValueError(
                f"direction: found {spelled(direction)}; allowed: [east, south], each -1, 0 or 1, not both 0"
            )
        start, toward = cube_on(self.world, origin), AROUND[AROUND.index(tuple(direction))]
        return areas.cone_squares(self.world, start, toward, squares_of(self.world, distance))

    def line(self, origin: Sequence[int], to: Sequence[int], distance: int) -> frozenset[tuple[int, int]]:
        """Returns the squares of a line with line of effect from `origin`. It starts beside it and goes through `to`.

        Raises:
            ValueError: a square is not on the board, or the distance is invalid.
        """
        start, (x, y, _) = cube_on(self.world, origin), cube_on(self.world, to)
        return areas.line_squares(self.world, start, (x, y), squares_of(self.world, distance))

    def cube(self, aim: Sequence[int], side: int) -> frozenset[tuple[int, int]]:
        """Returns the squares with line of effect of a cube around `aim`. An even `side`: around its corner.

        Raises:
            ValueError: the square is not on the board, or the side is invalid.
        """
        width = number_of(side, "side", 1, FARTHEST)
        return areas.cube_squares(self.world, cube_on(self.world, aim), width)

    def why(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Refusal | None:
        """Returns why an intent is refused now; None if it is allowed.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is not an intent.
        """
        typed = typed_of(wanted, self.rules.intents)
        answer = judge(*at_start(self.world, self.creature(name)), typed)
        return answer if isinstance(answer, Refusal) else None

    def preview(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Preview | Refusal:
        """Returns what an intent would do (path, cost, reactions, odds), or its refusal. Changes nothing.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is not an intent.
        """
        typed = typed_of(wanted, self.rules.intents)
        return foresee(*at_start(self.world, self.creature(name)), typed)

    foresee = preview
    """The older name of `preview`."""

    def abilities(self, name: str) -> dict[str, AbilityState]:
        """Returns {ability: whether the creature can use it now, or why not}.

        Raises:
            KeyError: there is no such creature.
        """
        return likely_uses.abilities(self.world, self.creature(name))

    def targets(self, name: str, ability: str) -> list[Aimed]:
        """Returns what an ability may be aimed at now, in a fixed order. For example names or squares.

        Raises:
            KeyError: the creature or its ability does not exist.
        """
        return likely_uses.targets(self.world, self.creature(name), self._ability(name, ability))

    def area(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> AreaOfUse:
        """Returns the squares that a use would cover and the creatures affected.

        Raises:
            KeyError: the creature or its ability does not exist.
            ScenarioError: `wanted` is not an intent `use`.
        """
        typed = typed_of(wanted, {"use": Use})
        if not isinstance(typed, Use):
            raise ScenarioError("intent", "do", spelled(typed.do), '"use"')
        self._ability(name, typed.ability)
        return likely_uses.area(self.world, self.creature(name), typed)

    def _ability(self, name: str, ability: str) -> str:
        can = [known for known in usable(self.creature(name)) if known in self.world.abilities]
        if ability not in can:
            raise KeyError(f"{name} has no ability called {spelled(ability)}; it has {names(can, str(ability))}")
        return ability

    def odds(self, name: str, wanted: IntentBase | Mapping[str, Any]) -> Mapping[str, CreatureOdds] | Refusal:
        """Returns what an intent may do to each creature, with chances, or its refusal.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: `wanted` is not an intent.
        """
        typed = typed_of(wanted, self.rules.intents)
        return outlook.odds(self.world, self._history.drive_on, self.creature(name), typed)

    def preview_plan(
        self,
        intents: Iterable[tuple[str, IntentBase | Mapping[str, Any]]],
        *,
        dice: Literal["average"] | int = "average",
    ) -> PlanPreview:
        """Returns what several intents, one after another, are expected to do.

        `dice` is "average" or a seed.

        Raises:
            KeyError: there is no such creature.
            ScenarioError: an item is not a name with an intent.
            ValueError: `dice` is neither "average" nor a whole number.
        """
        kinds = self.rules.intents
        typed = [(self.creature(name).name, typed_of(wanted, kinds)) for name, wanted in plan_of(intents)]
        return outlook.preview_plan(self.world, self._history.drive_on, typed, dice)

    def forecast(
        self, name: str, target: str, *, ranged: bool = False, cover: int = 0, at: Cube | None = None, strikes: int = 1
    ) -> Forecast:
        """Returns the expected result of a strike; `at` replaces the striker's place.

        With `strikes` it is the chance to down the target with all of them.

        Raises:
            KeyError: there is no such creature.
            ValueError: `cover` or `strikes` is out of range.
        """
        striker, other = self.creature(name), self.creature(target)
        number_of(cover, "cover", 0, FARTHEST)
        number_of(strikes, "strikes", 1, FARTHEST)
        return forecast(self.world, Strike(striker.name, other.name, ranged=ranged, cover=cover), at, strikes)

    def ending(self) -> Victory | None:
        """Returns the battle's winner and the reason; None while the battle continues."""
        last = self.world.log.newest
        if isinstance(last, BattleEnded):
            return Victory(last.winner, last.why)
        return objectives.victory(self.world, round_over=objectives.round_is_over(self.world))

    @property
    def objectives(self) -> Sequence[Objective]:
        """The objectives of all sides, in file order."""
        sides = objectives.sides_of(self.world)
        return [objective for side in sides for objective in objectives.objectives_of(self.world, side)]

    def told(self, objective: Objective) -> str:
        """Returns an objective and how far it is reached, as a sentence.

        Raises:
            ValueError: the objective is not one of this battle.
        """
        if objective not in self.objectives:
            raise ValueError(f"objective: found {spelled(objective)}; allowed: one of this battle's `objectives`")
        return objectives.told(self.world, objective)

    def legal_intents(self, name: str, *kinds: str) -> Iterator[Intent]:
        """Yields the legal intents of a creature, computed on demand.

        Raises:
            KeyError: there is no such creature.
        """
        self.creature(name)
        return legal_intents(self, name, *kinds)

    def turnperft(self, n: int, *, name: str | None = None) -> int:
        """Counts the different states at the end of a turn, after exactly `n` accepted intents.

        Every die shows its average, rounded down. `name` defaults to the active creature.

        Raises:
            KeyError: there is no such creature, or no turn is open.
            ValueError: `n` is not a number of intents.
        """
        return outlook.turnperft(self.world, self._history.drive_on, *self._perft(n, name))

    def turnperft_divide(self, n: int, *, name: str | None = None) -> dict[str, int]:
        """Returns {first intent: number of different states at the end of the turn after `n` intents}."""
        name, depth = self._perft(n, name, 1)
        return outlook.turnperft_divide(self.world, self._history.drive_on, name, depth)

    def _perft(self, n: int, name: str | None, least: int = 0) -> tuple[str, int]:
        if type(n) is not int or not least <= n <= MOST_INTENTS:
            raise ValueError(f"n: found {spelled(n)}; allowed: a whole number from {least} to {MOST_INTENTS}")
        who = self.active if name is None else name
        if who is None:
            raise KeyError("nobody is on turn; name a creature")
        return self.creature(who).name, n

    # --- looking back --------------------------------------------------------------------------------

    def fork(self, dice: Literal["same", "average"] | int = "same") -> Battle:
        """Returns an independent copy of the battle at the same point.

        `dice` are the `same` as in this battle, or show their `average`, or follow a seed of your own. With a seed,
        the same roll has the same result in all copies.

        Raises:
            ValueError: `dice` is none of these.
        """
        twin = self._twin(self._history.fork())
        if dice != "same":
            dice_of(dice, self.world.dice, ("", 0))
            twin._history.add(Command("dice", "", dice))
        return twin

    def drive_on(self, world: World) -> Drive:
        """Returns an object that runs this battle's rules on a copy of its state."""
        return self._history.drive_on(world)

    def restarted(self, seed: int) -> Battle:
        """Returns a new battle with the same scenario and players, from its start, with another seed."""
        twin = self._twin(self._history.restarted(Dice(seed, self.scenario.dice)))
        ruleset, _, rules = self._chosen
        twin._chosen = ruleset, seed, rules
        return twin

    def _twin(self, history: History) -> Battle:
        twin = Battle.__new__(Battle)
        twin.scenario, twin._chosen, twin._parts = self.scenario, self._chosen, self._parts
        twin._began, twin._proved = self._began, self._proved
        twin._history, twin._witnesses = history, {}
        return twin

    def __copy__(self) -> Battle:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, object]) -> Battle:
        return self.fork()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.save(), self._parts)

    def undo(self, seq: int | None = None) -> bool:
        """Undoes the last command, or everything after the event `seq`.

        Within a move the rest of the intent stays queued. Returns False if there is nothing to undo.

        Raises:
            ValueError: `seq` is not a whole number.
            IndexError: there has been no such event.
        """
        if seq is None:
            return self._history.undo()
        if type(seq) is not int:
            raise ValueError(f"seq: found {spelled(seq)}; allowed: the number of an event")
        self._history.undo_to(seq)
        return True

    def redo(self) -> bool:
        """Repeats the last undone command. Returns False if there is none."""
        return self._history.redo()

    def take_back(self, commands: int) -> None:
        """Undoes this number of commands; a queued intent (`submit`) is a command too."""
        self._history.take_back(commands)

    def replay(
        self, commands: Sequence[Command] | None = None, events: int | None = None, most: int | None = None
    ) -> None:
        """Goes back to the start of the battle and carries out these commands.

        Stops after `events` events. Decisions get the same answers. If the commands fail, the battle is unchanged.

        Raises:
            KeyError, ValueError, IndexError: the commands do not fit this scenario, or make more than `most`
                events.
            Unanswered: a pending decision has no answer.
        """
        for name, number in (("events", events), ("most", most)):
            if number is not None:
                number_of(number, name, 0, MOST_EVENTS)
        self._history.replay(commands, events, most)

    # --- saving --------------------------------------------------------------------------------------

    def save(self, players: Mapping[str, str] | None = None, *, lines: bool = False) -> str:
        """Saves the battle as one line of text for `restore`, even within a move.

        `players` names the players by side. With `lines` the log follows, one event per line.

        Raises:
            ScenarioError: `players` are not names and texts.
            ValueError: the ruleset is not a known one with switches set.
        """
        seats = decode(dict(players or {}), dict[str, str], "save", "players")
        check_sound(seats, "save")
        if self._history.in_midst:
            return self.fork().save(players, lines=lines)
        self._history.settle_writes()
        commands, log = self._history.commands, self.world.log
        done = len(commands) - self.paused
        world = self._history.before(done) if self.paused else self.world
        start = self._history.start if self._began is None else None
        state = state_file(world, board_of(self.scenario), start, done)
        begun, paused = self._began, self.paused
        chosen, parts = self._chosen, self._parts
        return save.saved(
            self.scenario, chosen, parts, seats, commands, log, paused, start=begun, state=state, lines=lines
        )

    def saved_start(self) -> str:
        """Returns the battle as it was before its first command, as the text of a save.

        Raises:
            ValueError: the ruleset is a game's own, not a shipped one with its switches.
        """
        log = () if self._began is None else self._began.log
        return save.saved(self.scenario, self._chosen, self._parts, {}, (), log, paused=False, start=self._began)

    @classmethod
    def restore(
        cls,
        text: str,
        source: str = "<saved battle>",
        *,
        rules: Ruleset | None = None,
        systems: Iterable[SystemType] = (),
        components: Equip | Iterable[type | Equip] | None = None,
        intents: Iterable[OwnIntent] = (),
    ) -> Battle:
        """Restores a saved battle at the point where it was saved.

        A game's own unregistered parts must be given again.

        Raises:
            ScenarioError: the text is not a saved battle, or its commands give another log.
        """
        found = save.read(text, source, lambda: parts_of(systems, components, intents), rules)
        try:
            return cls._replayed(found, source, rules)
        except ScenarioError:
            if found.state is None:
                raise
        battle = cls._begun(found, source, rules, found.state)
        battle._proved = False
        return battle

    @property
    def proved(self) -> bool:
        """False if the battle comes from a save whose log no replay has checked."""
        return self._proved

    @classmethod
    def _begun(cls, found: Saved, source: str, rules: Ruleset | None, state: StateFile | None) -> Battle:
        try:
            battle = cls(
                found.scenario,
                ruleset=found.ruleset,
                seed=found.seed,
                rules=rules or found.rules,
                systems=found.parts.systems,
                components=found.parts.equips,
                intents=found.parts.intents,
            )
        except ScenarioError as error:
            raise save.within(error, source) from None
        if state is not None:
            state = save.with_log(state, source)
            world = battle.world
            set_state(world, state, source, any_intent(found.parts.intents))
            battle._began = state
            battle._history = History(world, battle._history.systems, battle.scenario.turns)
            battle._history.all_events()
            battle._witnesses = {}
        return battle

    @classmethod
    def _replayed(cls, found: Saved, source: str, rules: Ruleset | None) -> Battle:
        if found.commands is None:
            raise ScenarioError(source, "deeds", "commands that are not known here", "commands of that battle")
        battle = cls._begun(found, source, rules, found.start)
        try:
            with battle.dice_told():
                battle.replay(found.commands, found.events if found.paused else None, most=found.events)
        except (KeyError, IndexError, ValueError, TypeError, NeverSettles) as error:
            battle.close()
            if isinstance(error, ScenarioError):
                raise save.within(error, source) from None
            raise ScenarioError(source, "deeds", f"a command that fails ({error})", "commands of that battle") from None
        if len(battle.events) != found.events or save.digest(battle.events) != found.digest:
            played = len(battle.events)
            battle.close()
            raise ScenarioError(
                source,
                "digest",
                f"another log from the same commands ({played} events, {found.events} saved)",
                "a battle saved by a fivefoot of the same rules",
            )
        battle._history.all_events()
        return battle

    def replay_html(self, path: str | os.PathLike[str]) -> None:
        """Writes a web page without other files that shows the battle again in any browser.

        Raises:
            OSError: the file cannot be written.
        """
        from .replay.web_page import page  # needed by this call alone

        start, title = self._history.start, self.scenario.title
        write_file(path, page(title, start, self.events))

    def close(self) -> None:
        """Closes the battle. Later calls raise RuntimeError."""
        self._history.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _unpickled(text: str, parts: Parts) -> Battle:
    return Battle.restore(text, systems=parts.systems, components=parts.equips, intents=parts.intents)
