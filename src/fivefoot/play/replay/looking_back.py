"""Earlier moments and the odds of past strikes."""

from dataclasses import replace

from ...components.events import Struck
from ...components.plan import Strike
from ...engine.combat.forecast import Forecast, forecast
from ...engine.rules.ruleset import RolledStrike, World
from ..battle import Battle


def battle_after(battle: Battle, events: int) -> Battle:
    """Returns a copy of the battle at the moment when its log had `events` events."""
    commands, kept = battle.commands, battle.commands_within(events)
    while kept and commands[kept - 1].what == "submit":  # submitted, and not begun
        kept -= 1
    twin = battle.fork()
    twin.take_back(len(commands) - kept)
    return twin


def promised(battle: Battle, event: Struck) -> Forecast | None:
    """Returns the odds that a strike in the log had before it was rolled."""
    found: dict[int, Forecast] = {}
    with battle_after(battle, event.seq) as twin:
        rules = twin.rules
        roll = rules.attacks.strike

        def noting(world: World, act: Strike) -> RolledStrike:
            odds = forecast(world, act)
            rolled = roll(world, act)
            found[world.log.length] = odds  # its line comes next
            return rolled

        twin.world.rules = replace(rules, attacks=replace(rules.attacks, strike=noting))
        for command in battle.commands[len(twin.commands) :]:
            if event.seq in found or len(twin.events) > event.seq:
                break
            twin.do(command)
    return found.get(event.seq)
