"""turnperft: the number of different ends of a turn after n intents.

As in chess engines, it changes when a rule does. Every die shows its average, rounded down.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from ..components.intents import Intent
from ..engine.dice import AverageDice
from ..engine.legality.legal_intents import legal_intents
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from .outlook import DriveOn


@dataclass(frozen=True, slots=True)
class TurnState:
    world: World


def turnperft(world: World, drive: DriveOn, name: str, depth: int) -> int:
    """The number of different ends of a turn after exactly `depth` accepted intents.

    Ends differ by place, height, posture, conditions, budget, actions and reactions.
    """
    states = [_opened(world, drive, name)]
    for _ in range(depth):
        states = list(_after(states, drive, name))
    return len({_end(state, name) for state in states})


def divide(world: World, drive: DriveOn, name: str, depth: int) -> dict[str, int]:
    """The number under each first intent, by the intent in one line."""
    start = _opened(world, drive, name)
    found: dict[str, int] = {}
    for wanted in legal_intents(TurnState(start), name):
        twin = _acted(start, drive, name, wanted)
        if twin is None:
            continue
        states = [twin]
        for _ in range(depth - 1):
            states = list(_after(states, drive, name))
        found[spelled_intent(wanted)] = len({_end(state, name) for state in states})
    return found


def _opened(world: World, drive: DriveOn, name: str) -> World:
    twin = world.copy()
    twin.dice = AverageDice(twin.dice.seed)
    if not (twin.active == name and twin.named[name].turn.open):
        drive(twin).begin_turn(twin.named[name])
    return twin


def _after(states: list[World], drive: DriveOn, name: str) -> Iterator[World]:
    seen: set[str] = set()
    for state in states:
        creature = state.named.get(name)
        if creature is None or not creature.turn.open or creature.out:
            continue
        for wanted in legal_intents(TurnState(state), name):
            twin = _acted(state, drive, name, wanted)
            if twin is None:
                continue
            key = repr((twin.active, [_whole(one) for one in twin.creatures]))
            if key not in seen:
                seen.add(key)
                yield twin


def _acted(state: World, drive: DriveOn, name: str, wanted: Intent) -> World | None:
    twin, before = state.copy(), len(state.log)
    playing = drive(twin)
    playing.submit(twin.named[name], wanted)
    playing.process()
    return None if any(event.event == "refused" for event in twin.log[before:]) else twin


def _end(state: World, name: str) -> tuple[Any, ...]:
    found: list[Any] = []
    for creature in state.creatures:
        condition = creature.condition
        found.append(
            (
                creature.name,
                creature.cube,
                tuple(sorted(condition.held)),
                condition.prone_by_choice,
                condition.mount,
                creature.out,
                creature.turn.reactions,
            )
        )
    mover = state.named.get(name)
    if mover is not None:
        turn = mover.turn
        budget = (turn.pool_spent, turn.pool_factor) if turn.pool_open else ()
        found.append((turn.open, tuple(sorted(turn.actions.items())), budget))
    return tuple(found)


def _whole(creature: Creature) -> list[Any]:
    condition = creature.condition
    return [
        creature.allegiance,
        creature.position,
        creature.shape,
        sorted(condition.held),
        sorted(condition.ends_with_turn),
        sorted(condition.ends_at_start),
        condition.prone_by_choice,
        condition.could_have_stood,
        condition.grabbed_by,
        condition.mount,
        condition.carried_by,
        condition.fallen,
        creature.health,
        creature.speed,
        sorted(creature.turn.provoked),
        [
            getattr(creature.turn, field.name)
            for field in fields(creature.turn)
            if field.name not in ("number", "provoked")
        ],
        creature.parts,
    ]


def spelled_intent(wanted: Intent) -> str:
    """An intent in one line."""
    fields = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
    default = type(wanted).__struct_defaults__
    plain = dict(zip(wanted.__struct_fields__[len(wanted.__struct_fields__) - len(default) :], default, strict=True))
    told = [f"{name}={value}" for name, value in fields.items() if name not in plain or plain[name] != value]
    return " ".join([wanted.do, *told])
