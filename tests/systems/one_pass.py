"""One world, one system, one pass: sets a plan in a creature's queue, and runs a single system."""

import json
from typing import Any

from tests.fights import fight

from fivefoot.components.plan import Act
from fivefoot.engine.rules.budget import begin_anew
from fivefoot.engine.rules.ruleset import World
from fivefoot.engine.scenario.build import world_of
from fivefoot.engine.scenario.read import parse
from fivefoot.systems.system import Processor, SystemType


def on_turn(drawn: str, *acts: Act, legend: str = "", **fields: str) -> World:
    """The world of a drawn fight in which ann has her turn, and acts waiting as the plan at hand."""
    text = fight(drawn, **fields).replace("[[creatures]]", f"[board.legend]\n{legend}\n[[creatures]]", 1)
    world = world_of(parse(text))
    ann = world.named["ann"]
    world.active = "ann"
    begin_anew(ann, world.rules)
    ann.queue.acts[:] = acts
    return world


def one_pass(system: SystemType, world: World) -> list[dict[str, Any]]:
    """What a single pass of one system logs, and nothing of any other: its lines, without their place in the log."""
    before = len(world.log)
    world.busy = False
    world.take_up(world.nobody or world.named[world.active or "ann"])
    processor: Processor = system(world)
    processor.process()
    lines = json.loads(json.dumps([event.to_dict() for event in world.log[before:]]))
    return [{key: value for key, value in line.items() if key not in ("seq", "round", "turn")} for line in lines]


def plan(world: World) -> list[type]:
    """The types of the acts that are left of ann's plan."""
    return [type(act) for act in world.named["ann"].queue.acts]
