"""Trials: copies of a battle, for brains to try turns."""

from collections.abc import Iterator, Mapping, Sequence
from math import tanh
from typing import Any, NamedTuple

from ..components.effect_acts import Effect, LeaveBattle
from ..components.events import Done, Event, Refused, Stopped
from ..components.intents import IntentBase
from ..components.ordinary_class import ordinary_class
from ..engine.brains import DecisionLog, View, turn_of
from ..engine.brains.ability_strength import strength_of
from ..engine.brains.combat_profile import figures_of, roll_of
from ..engine.brains.turns import WholeTurn, whole_turns
from ..engine.brains.view import PlannedTurn, Script
from ..engine.combat.sight import hidden_from, perceived_world, renew
from ..engine.dice import FatedDice
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from ..engine.state.objectives import present, round_is_over, rounds_held, standing, victory
from ..systems.drive import Drive
from .battle import Battle

LEAST = 0.5
"""The least damage per round that a creature counts for."""
ALIVE = 0.25
"""The share of its worth that a creature keeps until it is downed."""
POWER = 0.5
LYING = 0.1
"""The share of worth that a prone creature loses."""
GOAL = 0.3
"""The weight of objectives in the score."""
UNCOUNTED = 30
"""The hit points assumed for a creature without any."""
DECIDES = 4.0
"""The slope from a side's lead in strength to its chance to win, fitted on battles."""


class Worth(NamedTuple):
    """How much a creature counts in the score of its side."""

    side: str
    full: float


class SideWorth:
    """Scores a side in a simulation, by its creatures' hit points and damage per round."""

    def __init__(self, world: World) -> None:
        rules = world.rules
        self._worth: dict[str, Worth] = {}
        for one in world.creatures:
            if one.has("object"):
                continue
            foes = [foe for foe in world.creatures if foe.side != one.side and not foe.has("object")]
            strikes = max(figures_of(rules, one).volleys, default=0)
            landed = 0.0
            for foe in foes:
                odds = rules.attacks.odds(one.body.attack, foe.body.ac)
                landed += odds.hit * odds.times / len(foes)
            dealt = max(strikes * landed * roll_of(one.body.damage)[0], strength_of(world, one, 0).total, LEAST)
            self._worth[one.name] = Worth(one.side, dealt * (one.health.full or UNCOUNTED) ** 0.5)

    def of(self, world: World, side: str) -> float:
        """Returns a side's lead over its enemies, from -1 to 1, by creatures and objectives."""
        mine = theirs = 0.0
        for one in world.creatures:
            known = self._worth.get(one.name)
            if known is None or one.out:
                continue
            hp, full = one.health.hp, one.health.full
            share = 1.0 if hp is None or not full else max(hp, 0) / full
            worth = known.full * (ALIVE + (1 - ALIVE) * share**POWER)
            if "prone" in one.condition.held:
                worth *= 1 - LYING
            if one.side == side:
                mine += worth
            else:
                theirs += worth
        found = (mine - theirs) / (mine + theirs) if mine or theirs else 0.0
        return (1 - GOAL) * found + GOAL * _goals(world, side) if world.objectives else found


def _goals(world: World, side: str) -> float:
    best: dict[str, float] = {}
    for goal in world.objectives:
        if goal.kind not in ("reach", "hold") or not goal.squares:
            continue
        mine = [one for one in world.creatures if one.side == goal.side and standing(one)]
        if not mine:
            continue
        near = min(
            max(abs(one.cube[0] - square[0]), abs(one.cube[1] - square[1])) for one in mine for square in goal.squares
        )
        far = max(world.board.width, world.board.height)
        value = 0.4 * (1 - near / far) + 0.3 * min(present(world, goal) / goal.count, 1)
        if goal.rounds:
            value += 0.3 * min(rounds_held(world, goal, round_over=False) / goal.rounds, 1)
        best[goal.side] = max(best.get(goal.side, 0.0), value)
    return best.get(side, 0.0) - max((value for name, value in best.items() if name != side), default=0.0)


INTENTS = 40
"""The most intents of a tried turn."""
FREE_INTENTS = 3
REFUSALS = 3


@ordinary_class
class TrialBattle:
    """A copy of a battle where an AI player tries turns (see `fivefoot.brains.Trial`)."""

    def __init__(self, trying: "Trials", world: World, drive: Drive, side: str) -> None:
        self._trying, self.world, self._drive, self._side = trying, world, drive, side
        self.turns = 0
        self._ended: tuple[bool, str | None] | None = None

    @property
    def over(self) -> bool:
        return self._verdict()[0]

    @property
    def winner(self) -> str | None:
        """The winner of the simulated battle; None before its end and for a draw."""
        return self._verdict()[1]

    def creature(self, name: str) -> Creature:
        return self.world.named[name]

    def view(self, name: str) -> View:
        return View(self.world, self.creature(name))

    def play(self, plan: Any) -> list[Event]:
        """Plays the next whole turn in the copy by a plan, and returns the events."""
        before = self.world.log.length
        if not self.over:
            self._turn(plan)
        return list(self.world.log[before:])

    def play_on(self, scripts: Script | Mapping[str, Script], rounds: float = 1.0) -> None:
        """Plays a number of rounds in the copy. `scripts` is one AI player for all, or one per side."""
        able = sum(standing(one) for one in self.world.creatures)
        for _ in range(max(round(rounds * able), 1)):
            if self.over:
                return
            name = self._next()
            self._turn(scripts[self.world.named[name].side] if isinstance(scripts, Mapping) else scripts)

    def score(self) -> float:
        """Returns how likely the side is to win, from -1 (has lost) to 1 (has won)."""
        over, winner = self._verdict()
        if over:
            return 0.0 if winner is None else 1.0 if winner == self._side else -1.0
        return tanh(DECIDES * self._trying.standing(self.world).of(self.world, self._side))

    def _turn(self, plan: Any) -> None:
        drive, world, name = self._drive, self.world, self._next()
        creature = world.named[name]
        if world.active != name:
            drive.begin_turn(creature)
        most = FREE_INTENTS if world.rules.economy_is_off else INTENTS
        done = refused = 0
        play = self._play(plan, View(world, creature))
        wanted: Any = next(play, None)
        while isinstance(wanted, IntentBase) and done < most and refused < REFUSALS and creature.turn.open:
            before = world.log.length
            drive.submit(creature, wanted)
            drive.process()
            came = world.log[before:]
            done += sum(isinstance(event, (Done, Stopped)) for event in came)
            refused += sum(isinstance(event, Refused) for event in came)
            if not done and not refused:
                break
            if self._one_side():
                break
            try:
                wanted = play.send(came)
            except StopIteration:
                break
        play.close()
        drive.end_turn()
        self._ended = None
        self.turns += 1
        self._trying.simulated += 1

    def _play(self, plan: Any, view: View) -> Any:
        if isinstance(plan, WholeTurn):
            return plan.play(view)
        if isinstance(plan, Sequence):
            return (wanted for wanted in plan)
        return turn_of(plan, view)

    def _next(self) -> str:
        world = self.world
        if world.active is not None:
            return world.active
        if world.slots:
            return next(
                (name for name in world.slots if name in world.named and standing(world.named[name])), world.slots[0]
            )
        able = [name for name in world.order if name in world.named and standing(world.named[name])]
        return next((name for name in able if name not in world.acted), able[0])

    def _one_side(self) -> bool:
        return len({one.side for one in self.world.creatures if standing(one)}) < 2

    def _verdict(self) -> tuple[bool, str | None]:
        if self._ended is None:
            self._ended = self._judged()
        return self._ended

    def _judged(self) -> tuple[bool, str | None]:
        world = self.world
        if world.objectives:
            decided = victory(world, round_over=round_is_over(world))
            if decided is not None:
                return True, decided.winner
        left = list(dict.fromkeys(one.side for one in world.creatures if standing(one)))
        if not left or (len(left) == 1 and not world.objectives):
            return True, left[0] if left else None
        return False, None


@ordinary_class
class Trials:
    """Creates copies of a battle where an AI player tries turns, and counts the simulated turns."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self.simulated = 0
        self._standing: SideWorth | None = None

    def standing(self, world: World) -> SideWorth:
        if self._standing is None:
            self._standing = SideWorth(world)
        return self._standing

    def turns(self, view: View) -> Iterator[PlannedTurn]:
        """Yields plans for the whole turn that are worth a simulation, best first."""
        return whole_turns(view)

    def fork(self, view: View, dice: int) -> TrialBattle:
        """Returns a new copy of the battle's present state, with the dice seed `dice`."""
        world = self._battle.world.copy()
        world.dice = FatedDice(dice, turn=(world.active or "", world.round))
        drive = self._battle.drive_on(world)
        for name in sorted(hidden_from(world, view.me.side)):
            drive.effect(Effect(acts=(LeaveBattle(who=name),), by="what its side does not perceive"))
        return TrialBattle(self, world, drive, view.me.side)


@ordinary_class
class Eyes:
    """What an AI player sees: the battle without what its side does not perceive."""

    def __init__(self, battle: Battle, name: str, journal: DecisionLog | None = None) -> None:
        self._battle, world = battle, battle.world
        creature = world.named[name]
        self._side = creature.side
        self._twin: World | None = None
        self.view = View(world, creature, journal, Trials(battle))
        self.renew()

    def renew(self) -> None:
        view, world = self.view, self._battle.world
        if not world.rules.threat.by_sight:
            return
        hidden = hidden_from(world, self._side)
        if hidden or self._twin is not None:
            fresh = perceived_world(world, self._side)
            if self._twin is None:
                self._twin = fresh
            else:
                renew(self._twin, fresh)  # a brain may hold creatures of it
        shown = self._twin if hidden and self._twin is not None else world
        object.__setattr__(view, "world", shown)
        object.__setattr__(view, "me", shown.named.get(view.me.name, view.me))
