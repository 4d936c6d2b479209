"""Decisions that the rules leave to a player: made by the deciders if there are any, else by default."""

from collections.abc import Sequence

from ...components.decision import Decision, place_key, which_place
from ...components.position import Cube
from ..dice import Roll
from ..rules.ruleset import World
from ..state.creature import Creature
from .hit_points import roll


def decide(world: World, question: Decision) -> str:
    """The key of the answer to a decision; its default without deciders."""
    return question.default if world.asking is None else world.asking.answer(question)


def agrees(world: World, question: Decision) -> bool:
    """True if the answer to a decision between yes and no is yes (`components.decision.whether`)."""
    return decide(world, question) == "yes"


def choose_place(
    world: World, creature: Creature, cubes: Sequence[Cube], about: str, text: str, rules: tuple[str, ...]
) -> Cube:
    """The place that a creature's player chooses among equally good ones; the first without deciders."""
    if world.asking is None or len(cubes) < 2:
        return cubes[0]
    key = world.asking.answer(which_place(about, creature.name, text, cubes, rules, at=creature.cube))
    return next(cube for cube in cubes if place_key(cube) == key)


def draw(world: World, creature: Creature, count: int) -> int:
    """An even draw over `count` equal candidates; no die is rolled for one."""
    if count == 1:
        return 0
    return roll(world, creature, "closest", Roll(1, count), rules=world.rules.cite("closest-tie"), outcome="drawn") - 1
