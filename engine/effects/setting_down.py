"""Sets carried creatures down: at the planned place, else at the first beside the carrier."""

from ...components.position import Cube
from ..field.forced_steps import dangerous
from ..field.places import carried_by, may_be_set_down, place_for, places_for
from ..geometry.boxes import differences
from ..messages import english
from ..rules.ruleset import World
from ..state.creature import Creature
from .choosing import choose_place
from .placement import carry_to


def release(world: World, carrier: Creature, wanted: Cube | None = None, *, named: bool = True) -> None:
    """Sets down the creatures that a carrier carries: at `wanted` if it is clear, else at the first place that is.

    Unless an intent has `named` the place, the carrier may choose another safe one. (pf2.carried.same-path)
    """
    for carried in carried_by(world, carrier):
        carried.condition.carried_by = None
        world.creature_changed(carried)
        there = wanted
        if there is not None and max(differences(carrier.box, carried.at(there))) > 1:
            there = None  # the carrier has stopped elsewhere than planned
        if there is None or not may_be_set_down(world, carrier, carrier.box, carried, there):
            there = place_for(world, carrier, carrier.box, carried)
        if there is None or there == carried.cube:
            continue
        topics = ("carry.set-down", "carry")
        if not named and world.asking is not None:
            others = places_for(world, carrier, carrier.box, carried)
            safe = [place for place in others if place != there and not dangerous(world, carried, place)]
            text = english("Where does {carrier} set {carried} down?", carrier=carrier.name, carried=carried.name)
            there = choose_place(world, carrier, [there, *safe], "set-down", text, world.rules.cite_any(*topics))
        here = carried.cube
        carry_to(world, carried, carrier, there, *topics)
        world.stirred.add(carried.name)
        world.entered.append((carried.name, here))
