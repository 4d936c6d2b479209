"""Fast scripts: what creatures do in trials, where speed counts more than skill."""

from ...components.intents import Intent
from . import aggressive, goals
from .estimates import last_blood
from .view import View

PATIENCE = 2
"""Rounds without damage for which `wary` creatures keep their place."""


def quick(view: View) -> Intent | None:
    """Gets up, strikes, closes in, draws nearer or makes for its goal: `aggressive` without its dearer thoughts."""
    if not view.enemies:
        return None
    wanted = aggressive.get_up(view)
    if wanted is None and view.world.objectives:
        wanted = goals.arrive(view)
    wanted = wanted or aggressive.strike(view)
    if wanted is not None:
        return wanted
    if view.struck or aggressive.can_strike_later(view):
        return None
    if view.world.objectives and goals.post(view) is not None:
        return None
    return aggressive.close_in(view) or aggressive.charge(view) or _onward(view)


def _onward(view: View) -> Intent | None:
    if view.world.objectives and goals.errand(view) is not None:
        return goals.advance(view)
    return aggressive.approach(view)


def wary(view: View) -> Intent | None:
    """As `quick`, but while nobody has been hurt for long it comes no nearer than to strike: as `cunning` waits."""
    if not view.enemies:
        return None
    if view.world.objectives:
        return quick(view)
    wanted = aggressive.get_up(view) or aggressive.strike(view)
    if wanted is not None or aggressive.can_strike_later(view):
        return wanted
    wanted = aggressive.close_in(view) or aggressive.charge(view)
    if wanted is not None:
        return wanted
    calm = view.world.round - last_blood(view)
    return None if calm <= PATIENCE else aggressive.approach(view)
