"""Counts silly moves of a brain over logged turns, by ruleset: at most one in 500 is allowed.

Run: python -m tests.silly TURNS [BRAIN] [RULESET ...]

Both sides of the ladder's mirrored scenes are played by the brain. Counted are
harm: a move through harmful ground although one move round it leads to the same place,
drawn: a turn that draws two attacks or more, neither strikes nor uses anything and does not end at its goal,
back: a creature comes back to where it has been this turn, having done nothing to anybody in between,
left: a healthy creature ends its turn with a paid strike at an enemy in reach, having done nothing to anybody,
idle: a round in which nobody does anything, although somebody has a way to a place for a strike.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import fivefoot
from fivefoot.brains import BRAINS, Match
from fivefoot.engine.brains import aggressive, goals
from fivefoot.engine.brains.brain import Play, turn_of
from fivefoot.engine.brains.estimates import harm_about, healthy, way_harm
from fivefoot.engine.brains.view import View
from fivefoot.engine.field.reach import Arrival
from fivefoot.engine.state.objectives import touches
from fivefoot.events import Done, Refused
from fivefoot.intents import Move
from fivefoot.play.tournament.ladder import scene

ROUNDS = 12
"""Rounds of each battle."""
ACTS = ("attack", "full-attack", "use", "charge", "push", "pull", "slide")
"""Intents that do something to others."""
ALLOWED = 500
"""Turns among which one silly move is allowed."""


class Watched:
    """A brain whose moves are judged before they are carried out."""

    def __init__(self, brain: Any, found: Counter[str], told: list[str]) -> None:
        self.brain, self.found, self.told = brain, found, told
        self.able: set[int] = set()
        """The rounds in which it does nothing for a creature that has a way to a place for a strike."""

    def turn(self, view: View) -> Play:
        """Plays one turn of the brain."""
        self.found["turns"] += 1
        play, drawn, done = turn_of(self.brain, view), set[str](), set[str]()
        came: Any = None
        been = [view.me.cube]
        while True:
            try:
                wanted = play.send(came) if came is not None else next(play)
            except StopIteration:
                break
            arrival = _arrival(view, wanted)
            if arrival is not None:
                drawn.update(arrival.opportunities)
                if _burns_idly(view, arrival, wanted):
                    self._silly("harm", view, wanted)
            came = yield wanted
            if not any(isinstance(event, Refused) for event in came):
                done.add(wanted.do)
            if wanted.do in ACTS:
                been = [view.me.cube]
            elif view.me.cube != been[-1]:
                if view.me.cube in been:
                    self._silly("back", view, wanted)
                been.append(view.me.cube)
        acted = not done.isdisjoint(ACTS)
        arrived = any(touches(view.me.box, goal) for goal in goals.own(view))
        if len(drawn) > 1 and not acted and not arrived:
            self._silly("drawn", view, sorted(drawn))
        if not acted and healthy(view.me) and not view.me.out and view.enemies:
            blow = aggressive.strike(view)
            if blow is not None:
                self._silly("left", view, blow)
            if done <= {"end"} and aggressive.goal(view, view.anywhere()) is not None:
                self.able.add(view.world.round)

    def _silly(self, kind: str, view: View, what: object) -> None:
        self.found[kind] += 1
        self.told.append(f"{kind}: {view.me.name}, round {view.world.round}, at {list(view.me.cube)}: {what}")


def _arrival(view: View, wanted: Any) -> Arrival | None:
    """The way of a move to a place by the engine's choice."""
    if not isinstance(wanted, Move) or wanted.to is None:
        return None
    reach = view.reach()
    try:
        return reach.get_arrival(reach.cube_of(tuple(wanted.to)))
    except KeyError:
        return None


def _burns_idly(view: View, arrival: Arrival, wanted: Any) -> bool:
    if not harm_about(view) or not way_harm(view, arrival.path[:-1]):
        return False
    reach = view.reach()
    other = view.unharmed(reach).get_arrival(reach.cube_of(tuple(wanted.to)))
    return other is not None and other.can_stop


def scan(ruleset: str, brain: str, turns: int) -> tuple[Counter[str], list[str]]:
    """The counts of so many turns, and each silly move."""
    found, told = Counter[str](), list[str]()
    for number in _scenes():
        told.append(f"scene {number}")
        with fivefoot.loads(scene(number, ruleset), seed=number) as battle:
            watched = {one.name: Watched(BRAINS[brain], found, told) for one in battle.creatures}
            match = Match(battle, watched, rounds=ROUNDS)
            battle.roll_initiative()
            acted: Counter[int] = Counter()
            while not battle.over and found["turns"] < turns:
                events = match.play_turn()
                acted[battle.world.round] += sum(isinstance(event, Done) for event in events)
            able = set[int]().union(*(one.able for one in watched.values()))
            idle = [round_ for round_ in range(1, battle.world.round) if round_ in able and not acted[round_]]
            found["idle"] += len(idle)
            told += [f"idle: round {round_}" for round_ in idle]
        if found["turns"] >= turns:
            return found, told
    raise AssertionError("the scenes have no end")


def _scenes() -> Iterator[int]:
    number = 500
    while True:
        yield number
        number += 1


def main() -> None:
    """Plays and prints; fails if more than one turn in 500 is silly."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    brain = sys.argv[2] if len(sys.argv) > 2 else "cunning"
    failed = False
    for ruleset in sys.argv[3:] or list(fivefoot.RULESETS):
        found, told = scan(ruleset, brain, turns)
        silly = sum(found[kind] for kind in ("harm", "drawn", "back", "left", "idle"))
        print(f"{ruleset}: {silly} in {found['turns']} turns of {brain}: {dict(found)}", flush=True)
        last = ""
        for line in told:
            if line.startswith("scene"):
                last = line
            else:
                print(f"  {last} {line}", flush=True)
        failed = failed or silly * ALLOWED > found["turns"]
    sys.exit(failed)


if __name__ == "__main__":
    main()
