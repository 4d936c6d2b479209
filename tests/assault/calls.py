"""Calls and intents with bad arguments: wrong types, far squares, unknown names, rubbish.

A call that raises changes nothing, and what is saved can be read.

`python -m tests.assault.calls 20000 --seed 1`
"""

# mypy: disable-error-code="func-returns-value,arg-type,union-attr"
# wrong arguments are the point here

import random
import sys
import typing
from collections.abc import Callable
from itertools import islice
from typing import Any

import msgspec
from tests.assault import hostile
from tests.assault.tries import check_sentence, main
from tests.systems.random_battles import random_battle

from fivefoot.components import effect_acts, intents
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle

CALLS = 12
"""Calls to a battle."""
ALLOWED = (KeyError, ValueError, IndexError, RuntimeError)
"""What a call may raise: the documented errors, of which ScenarioError and the like are kinds."""


def attempt(dice: random.Random) -> None:
    """One battle, a dozen calls."""
    made = None
    while made is None:
        made = random_battle(dice, dice.choice(sorted(RULESETS)))
    with Battle(made) as battle:
        for _ in range(CALLS):
            call = drawn_call(dice, battle)
            before = battle.save()
            error = raised_by(call)
            if error is not None:
                assert str(error), f"{error!r} says nothing"
                if isinstance(error, ScenarioError):
                    check_sentence(error)
                assert battle.save() == before, f"a call that raised {error!r} has changed the battle"
            refusals(battle)
        saved = battle.save()
        with Battle.restore(saved) as again:
            assert again.save() == saved


def raised_by(call: Callable[[], object]) -> Exception | None:
    """The documented error that a call raises, if it raises one."""
    try:
        call()
    except ALLOWED as error:
        return error
    return None


def refusals(battle: Battle) -> None:
    """Every refusal says why, in one line that can be printed."""
    for event in battle.events[-8:]:
        if event.event == "refused":
            assert event.reason, event
            assert event.reason.isprintable(), event
            assert len(event.reason) <= 400, event


def drawn_call(dice: random.Random, battle: Battle) -> Callable[[], object]:
    """A call of the battle's, with arguments of which some are right."""
    name = who(dice, battle)
    wanted = intent(dice, battle)
    act, by = effect_act(dice, battle), dice.choice(("a trap", "a trap", hostile.text(dice)))
    ordinates = (0, 1, 2, 5, -1, 4000, 0.5, "a", None, 2**70)
    square: Any = [dice.choice(ordinates) for _ in range(dice.choice((2, 2, 2, 3, 1, 0)))]
    number: Any = dice.choice((*ordinates, 10, 30))
    return dice.choice(
        (
            lambda: battle.submit(name, wanted),
            lambda: (battle.submit(name, wanted), battle.process()),
            battle.process,
            lambda: battle.effect([act], by=by),
            lambda: battle.act(name, wanted),
            lambda: battle.begin_turn(name),
            battle.end_turn,
            lambda: battle.why(name, wanted),
            lambda: battle.foresee(name, wanted),
            lambda: battle.closest(square, dice.choice((None, [], [name], ["nobody"], [5], name))),
            lambda: battle.conclude(
                dice.choice((None, "red", name, 5)), dice.choice(("why", "", hostile.text(dice), 6))
            ),
            lambda: battle.undo(dice.choice((0, 1, -1, 10**9))),
            lambda: battle.reach(name),
            lambda: battle.threat(name),
            lambda: battle.flanked(name, who(dice, battle)),
            lambda: battle.distance(name, who(dice, battle)),
            lambda: battle.take_back(dice.choice((1, 0, 10**6))),
            *questions(battle, name, who(dice, battle), square, number),
        )
    )


def questions(battle: Battle, name: Any, other: Any, square: Any, number: Any) -> list[Callable[[], object]]:
    """What else can be asked of a battle, and what goes back and forth in it."""
    return [
        lambda: battle.reach(name, actions=number),
        lambda: battle.flank(name, other, square),
        lambda: battle.sightline(name, square),
        lambda: battle.visible(name, number),
        lambda: battle.route(name, square),
        lambda: battle.burst(square, number),
        lambda: battle.cone(square, square, number),
        lambda: battle.line(square, square, number),
        lambda: battle.cube(square, number),
        lambda: battle.forecast(name, other, cover=number),
        lambda: list(islice(battle.legal_intents(name, other), 3)),
        lambda: battle.turnperft(number if number in (0, -1, 0.5, "a", None) else 0, name=name),
        lambda: battle.floor_at(number, number),
        lambda: battle.objectives and battle.told(other),
        lambda: battle.fork().close(),
        battle.redo,
        battle.roll_initiative,
        lambda: battle.save({name: other}),
        lambda: battle.replay(events=number, most=number),
    ]


def who(dice: random.Random, battle: Battle) -> Any:
    """A creature's name, mostly."""
    there = [creature.name for creature in battle.creatures]
    if there and dice.random() < 0.75:
        return dice.choice(there)
    return dice.choice(("nobody", "", "\n", "\ud800", 5, None, hostile.LONG))


def effect_act(dice: random.Random, battle: Battle) -> Any:
    """An effect act of any kind, its fields right or not."""
    kind = dice.choice(typing.get_args(effect_acts.EffectAct))
    asked: dict[str, Any] = {"do": str(kind.__struct_config__.tag)}
    for field in msgspec.structs.fields(kind):
        if field.required or dice.random() < 0.3:
            asked[field.encode_name] = field_value(dice, battle, field.encode_name)
    return asked


def intent(dice: random.Random, battle: Battle) -> Any:
    """An intent of any kind, its fields right or not."""
    if dice.random() < 0.05:
        return hostile.value(dice)
    kind = dice.choice(intents.KINDS)
    asked: dict[str, Any] = {"do": str(kind.__struct_config__.tag)}
    for field in msgspec.structs.fields(kind):
        if field.required or dice.random() < 0.25:
            asked[field.encode_name] = field_value(dice, battle, field.encode_name)
    return asked


def field_value(dice: random.Random, battle: Battle, name: str) -> Any:
    """What a field of an intent might say."""
    if dice.random() < 0.2:
        return hostile.value(dice)
    near: dict[str, Callable[[], Any]] = {
        "target": lambda: who(dice, battle),
        "who": lambda: who(dice, battle),
        "amount": lambda: dice.choice((5, "1d6", "999d9999")),
        "tile": lambda: dice.choice((".", "#", "~", "?", {"terrain": "difficult"}, {"floor": 3})),
        "between": lambda: [[1, 1], [1, 2]],
        "direction": lambda: [dice.choice((-1, 0, 1)), dice.choice((-1, 0, 1))],
        "creature": lambda: {"name": f"n{dice.randrange(9)}", "side": "red", "at": [dice.randrange(9), 2]},
        "from": lambda: who(dice, battle),
        "also": lambda: [who(dice, battle)],
        "to": lambda: [dice.randrange(12), dice.randrange(12)],
        "at": lambda: [dice.randrange(12), dice.randrange(12)],
        "path": lambda: [[dice.randrange(12), dice.randrange(12)] for _ in range(dice.randrange(4))],
        "distance": lambda: dice.choice((0, 1, 5, 10, 10_000)),
        "squares": lambda: dice.choice((-2, 1, 10_000)),
        "mode": lambda: dice.choice(("walk", "fly", "swim", "teleport", "crawl")),
        "condition": lambda: "prone",
        "size": lambda: "medium",
        "what": lambda: "draw-weapon",
    }
    return near[name]() if name in near else hostile.value(dice)


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
