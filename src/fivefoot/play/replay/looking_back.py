"""A battle as it stood at an earlier moment, and what a strike of its log promised before it was rolled."""

from dataclasses import replace

from ...components.events import Struck
from ...components.plan import Strike
from ...engine.combat.forecast import Forecast, forecast
from ...engine.rules.ruleset import World
from ..battle import Battle


def stood(battle: Battle, events: int) -> Battle:
    """A battle of its own as another one stood once so many events had happened, before what was begun then."""
    deeds, kept = battle.deeds, battle.deeds_within(events)
    while kept and deeds[kept - 1].what == "submit":  # asked, and not begun
        kept -= 1
    twin = battle.fork()
    twin.take_back(len(deeds) - kept)
    return twin


def promised(battle: Battle, event: Struck) -> Forecast | None:
    """What a strike of the log promised, by the ruleset's own odds, when it was made.

    The command in which it was made is done again on a copy, with a ruleset that notes the odds of each strike
    before it is rolled. None where the log is no longer the battle's.
    """
    found: dict[int, Forecast] = {}
    with stood(battle, event.seq) as twin:
        rules = twin.rules
        roll = rules.attacks.strike

        def noting(world: World, act: Strike) -> None:
            odds = forecast(world, act)
            roll(world, act)
            struck = next((one for one in reversed(world.log) if isinstance(one, Struck)), None)
            if struck is not None:
                found[struck.seq] = odds

        twin.world.rules = replace(rules, attacks=replace(rules.attacks, strike=noting))
        for command in battle.deeds[len(twin.deeds) :]:
            if event.seq in found or len(twin.events) > event.seq:
                break
            twin.do(command)
    return found.get(event.seq)
