"""Storms of commands, undo, redo, forks, copies, pickles, saves and effects, held against a model of the history.

The model is a list: after each command it keeps what was seen of the battle. Undo and redo move along that list; copies
begin with it. A try is 250 operations: `python -m tests.assault.storms 2000 --seed 1` makes 500,000.
"""

import copy
import pickle
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
from tests.assault.calls import ALLOWED
from tests.assault.tries import main
from tests.systems.random_battles import random_battle, shipped_battle, wild_effect, wild_intent

from fivefoot.components.decision import Decision
from fivefoot.components.intents import Intent
from fivefoot.engine.board.board import Board
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.format import Scenario
from fivefoot.engine.state.creature import Creature
from fivefoot.play.battle import Battle
from fivefoot.play.commands import PLAYS

ENCODER = msgspec.json.Encoder(order="deterministic", enc_hook=repr)
DRAWN = (
    "submit", "submit", "process", "process", "act", "act", "act out of turn", "effect", "effect", "begin", "end",
    "round", "initiative", "closest", "written",
)  # fmt: skip
"""Kinds of commands, as often as they are drawn."""
STEPS = 250
"""Operations of a try."""
COPIES = 4
"""Battles of a try that go on side by side."""
WAYS = 12
"""Ways of a movement range that a copy is asked for."""
LONGEST = 300
"""Events after which nothing new is asked of a battle."""


class Seen(NamedTuple):
    """What is seen of a battle."""

    state: bytes
    """Creatures, clock, dice, board and log."""
    events: int
    """The length of the log."""


class Deed(NamedTuple):
    """A command, and what was seen after it."""

    what: str
    call: Callable[[Battle], object]
    after: Seen


class Moment(NamedTuple):
    """A point of the history: the commands so far, and the view of a battle in mid-command."""

    deeds: tuple[Deed, ...]
    midst: Seen | None


class Course:
    """A battle and the model of its history."""

    def __init__(self, battle: Battle, start: Seen, now: Moment) -> None:
        battle.chooser = choice
        self.battle = battle
        self.start = start
        self.now = now
        self.undone: list[Moment] = []

    @property
    def expected(self) -> Seen:
        """What must be seen now."""
        deeds, midst = self.now
        return midst or (deeds[-1].after if deeds else self.start)

    def check(self, after: str) -> None:
        """Holds the battle against the model."""
        found = seen(self.battle)
        assert found.events == self.expected.events, f"after {after}: {found.events} events, not {self.expected.events}"
        if found.state != self.expected.state:
            differs = next(
                (i for i, (a, b) in enumerate(zip(found.state, self.expected.state, strict=False)) if a != b), -1
            )
            near = slice(max(differs - 80, 0), differs + 80)
            raise AssertionError(f"after {after}: {found.state[near]!r}, not {self.expected.state[near]!r}")

    def goes_to(self, now: Moment) -> None:
        """The model of undo."""
        self.undone.append(self.now)
        self.now = now


def choice(question: Decision) -> str:
    """The answer to a decision, the same whenever it is put."""
    options = question.options
    return options[sum(map(ord, question.text)) % len(options)].key


def seen(battle: Battle) -> Seen:
    """The whole state of a battle."""
    world, log = battle.world, list(battle.events)
    bodies = [
        (
            one.entity,
            one.shape,
            one.queue.intents,
            *(part for part in one.components().values() if part is not one.queue),
        )
        for one in world.creatures
    ]
    clock = (world.round, world.turns, world.active, world.order, world.acted, world.slots, world.falling, world.held)
    dice = (world.dice.seed, world.dice.used, world.dice.place)
    return Seen(ENCODER.encode((bodies, clock, dice, ground(world.board), log)), len(log))


def ground(board: Board) -> str:
    """The tiles and edges of a board, which never change; they are written once."""
    if "storms" not in board.caches:
        board.caches["storms"] = sha256(f"{board.tiles}{sorted(board.edges.items(), key=repr)}".encode()).hexdigest()
    return str(board.caches["storms"])


def attempt(dice: random.Random) -> None:
    """Operations on up to four copies of one battle; in the end all commands are repeated one by one."""
    scenario = None
    while scenario is None:
        scenario = dice.choice((random_battle, shipped_battle))(dice, dice.choice(sorted(RULESETS)))
    battle = Battle(scenario)
    start = seen(battle)
    courses = [Course(battle, start, Moment((), None))]
    last = courses[0]
    for _ in range(STEPS):
        course = dice.choice(courses)
        if course is not last:
            course.check("what was done to another copy")
        last = course
        operation = dice.choices(tuple(OPERATIONS), tuple(OPERATIONS.values()))[0]
        operation(dice, course, courses)
        course.check(operation.__name__)
        if len(courses) > COPIES:
            courses.pop(dice.randrange(COPIES)).battle.close()
    for course in courses:
        course.check("the end")
        course.battle.close()
    repeated(scenario, dice.choice(courses))


def repeated(scenario: Scenario, course: Course) -> None:
    """The commands of a course, one by one in a new battle: the same is seen after each."""
    with Battle(scenario) as battle:
        again = Course(battle, course.start, Moment((), None))
        for number, deed in enumerate(course.now.deeds):
            deed.call(battle)
            again.now = Moment(course.now.deeds[: number + 1], None)
            again.check(f"command {number}, {deed.what}, repeated")


# ---------------------------------------------------------------- commands


def command(dice: random.Random, course: Course, _: list[Course]) -> None:
    """A new command; one that raises changes nothing."""
    battle = course.battle
    if len(battle.events) > LONGEST:
        return
    what, call = drawn_command(dice, battle)
    if what in ("initiative", "written") and course.now.midst:
        resume(dice, course, [])  # what is written in mid-command is lost with it
    rolled = bool(battle.order)
    try:
        call(battle)
    except ALLOWED:
        return
    if what == "initiative" and rolled:
        return
    course.undone.clear()
    course.now = Moment((*course.now.deeds, Deed(what, call, seen(battle))), None)


def drawn_command(dice: random.Random, battle: Battle) -> tuple[str, Callable[[Battle], object]]:
    """A command of any kind, and how it is given."""
    world = battle.world
    names = [creature.name for creature in world.creatures] or ["nobody"]
    name = dice.choice([*names, world.active or names[0], "nobody" if dice.random() < 0.1 else names[0]])
    slots = dice.choice((None, tuple(dice.choices(names, k=2))))
    x, y = dice.randrange(world.board.width), dice.randrange(world.board.height)

    def write(battle: Battle) -> None:
        health = battle.creature(name).health
        health.hp = (health.hp or 0) + 1
        battle.save()  # which records it as a command

    kind = dice.choice(DRAWN)
    wanted: Any = {"do": "end"}
    acts: list[dict[str, Any]] = []
    if world.creatures and kind in ("submit", "act", "act out of turn"):
        wanted = drawn_intent(dice, battle, world.named[name] if name in world.named else world.creatures[0])
    elif world.creatures and kind == "effect":
        acts = wild_effect(dice, world)
    calls: dict[str, Callable[[Battle], object]] = {
        "submit": lambda battle: battle.submit(name, wanted),
        "process": lambda battle: battle.process(),
        "act": lambda battle: battle.act(name, wanted),
        "act out of turn": lambda battle: battle.act(name, wanted, out_of_turn=True),
        "effect": lambda battle: battle.effect(acts, by="a storm"),
        "begin": lambda battle: battle.begin_turn(name),
        "end": lambda battle: battle.end_turn(),
        "round": lambda battle: battle.next_round(slots),
        "initiative": lambda battle: battle.roll_initiative(),
        "closest": lambda battle: battle.closest((x, y)),
        "written": write,
    }
    return kind.partition(" ")[0], calls[kind]


def drawn_intent(dice: random.Random, battle: Battle, me: Creature) -> Intent:
    """An intent of any kind; one in seven is lawful."""
    world = battle.world
    if dice.random() < 0.15:
        kind = dice.choice(tuple(world.rules.actions.costs))
        lawful = list(islice(battle.legal_intents(me.name, kind), 3))
        if lawful:
            return dice.choice(lawful)
    return wild_intent(dice, _view(world, me))


def _view(world: Any, me: Any) -> Any:
    return SimpleNamespace(world=world, me=me, rules=world.rules)


# ---------------------------------------------------------------- the history


def undo(dice: random.Random, course: Course, _: list[Course]) -> None:
    """One command back, with the submissions before it."""
    deeds = course.now.deeds
    assert course.battle.undo() is bool(deeds)
    if not deeds:
        return
    length = len(deeds)
    while length and deeds[length - 1].what == "written":
        length -= 1
    length = max(length - 1, 0)
    if deeds[length].what in PLAYS:
        while length and deeds[length - 1].what == "submit":
            length -= 1
    course.goes_to(Moment(deeds[:length], None))


def undo_to(dice: random.Random, course: Course, _: list[Course]) -> None:
    """Back to an event, perhaps in the middle of a command."""
    battle, deeds = course.battle, course.now.deeds
    before = [event.to_dict() for event in battle.events]
    seq = dice.randrange(-1, len(before) + 1)
    try:
        battle.undo(seq)
    except IndexError:
        assert not 0 <= seq < len(before)
        return
    assert [event.to_dict() for event in battle.events] == before[: seq + 1], f"undo to {seq} leaves another log"
    number = next(number for number, deed in enumerate(deeds) if deed.after.events > seq)
    kept = deeds[: number + 1]
    whole = kept[-1].after.events == seq + 1 and not (course.now.midst and number == len(deeds) - 1)
    course.goes_to(Moment(kept, None if whole else seen(battle)))


def resume(dice: random.Random, course: Course, _: list[Course]) -> None:
    """The rest of a command."""
    course.battle.resume()
    course.now = Moment(course.now.deeds, None)


def redo(dice: random.Random, course: Course, _: list[Course]) -> None:
    """What was undone last, again."""
    assert course.battle.redo() is bool(course.undone)
    if course.undone:
        course.now = course.undone.pop()


def take_back(dice: random.Random, course: Course, _: list[Course]) -> None:
    """Some commands back, counted one by one."""
    number, deeds = dice.choice((0, 1, 2, 5)), course.now.deeds
    course.battle.take_back(number)
    if number:
        course.goes_to(Moment(deeds[: max(len(deeds) - number, 0)], None))


def replay(dice: random.Random, course: Course, _: list[Course]) -> None:
    """All commands again, from the start."""
    if course.now.midst is None:
        course.battle.replay()


# ---------------------------------------------------------------- copies


def fork(dice: random.Random, course: Course, courses: list[Course]) -> None:
    """An independent battle at the same point."""
    made = dice.choice((Battle.fork, copy.copy, copy.deepcopy))(course.battle)
    courses.append(Course(made, course.start, course.now))
    courses[-1].check("fork")


def pickled(dice: random.Random, course: Course, courses: list[Course]) -> None:
    """A battle from a pickle."""
    courses.append(Course(pickle.loads(pickle.dumps(course.battle)), course.start, course.now))
    courses[-1].check("pickle")


def restored(dice: random.Random, course: Course, courses: list[Course]) -> None:
    """A battle from its save."""
    text = course.battle.save()
    made = Battle.restore(text)
    assert made.proved, "the commands of a save give another log"
    assert made.save() == text, "a save of a save is another one"
    courses.append(Course(made, course.start, course.now))
    courses[-1].check("restore")
    if made.creatures and not course.now.midst:
        asked(dice, course.battle, made)


def asked(dice: random.Random, battle: Battle, other: Battle) -> None:
    """Questions, which a battle and its copy answer alike."""
    name, seed = dice.choice(list(battle.creatures)).name, dice.random()
    for question in (answers, moves, threats):
        found, again = (question(one, name, random.Random(seed)) for one in (battle, other))
        assert found == again, f"{question.__name__} of {name} differ"


def answers(battle: Battle, name: str, dice: random.Random) -> object:
    """Some lawful intents of a creature, of a few kinds."""
    kinds = dice.sample(sorted(battle.rules.actions.costs), 3)
    return [list(islice(battle.legal_intents(name, kind), 4)) for kind in kinds]


def moves(battle: Battle, name: str, dice: random.Random) -> object:
    """Its movement range, and some of the ways."""
    reach = battle.reach(name)
    costs = [(at, arrival.cost, arrival.can_stop) for at, arrival in reach.items()]
    return costs, [reach[at].path for at, *_ in dice.sample(costs, min(len(costs), WAYS))]


def threats(battle: Battle, name: str, _: random.Random) -> object:
    """The cubes that it threatens."""
    return battle.threat(name)


OPERATIONS = {
    command: 50,
    undo: 14,
    undo_to: 8,
    resume: 3,
    redo: 12,
    take_back: 2,
    replay: 1,
    fork: 4,
    pickled: 1,
    restored: 2,
}
"""What may be done, and how often."""


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
