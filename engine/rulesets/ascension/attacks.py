"""Modifiers of attacks by posture, recoil, cover and running."""

from ....components.plan import Strike
from ...geometry.straight_lines import is_lateral
from ...rules.ruleset import AttackRoll, World
from ...state.creature import Creature
from .components import Firearm

RELIEF = {"crouched": 1, "prone": 2}
"""What each posture subtracts from a recoil penalty. (asc.crouch.recoil, asc.prone.recoil)"""
AGAINST_SHOTS = {"crouched": 2, "prone": 4}
"""What each posture adds to Defense against ranged attacks (asc.crouch.defense-ranged, asc.prone.defense-ranged)."""
AGAINST_BLOWS = {"crouched": -2, "prone": -4}
"""What each posture adds to Defense against melee attacks. (asc.crouch.defense-melee, asc.prone.defense-melee)"""
OWN_BLOWS = {"crouched": -2, "prone": -4}
"""What each posture adds to the creature's own melee attacks. (asc.crouch.attack-melee, asc.prone.attack-melee)"""
RUNNING = 2
"""What a run across the line of fire adds to Defense (asc.run.defense)."""


def posture(creature: Creature) -> str | None:
    """The posture that modifies attacks; None for a creature on its feet."""
    held = creature.condition.held
    return "prone" if "prone" in held else "crouched" if "crouched" in held else None


def recoil_left(world: World, strike: Strike, striker: Creature) -> int:
    """The recoil penalty of a shot after relief, never a bonus.

    The relief of cover and that of a prone posture do not add up; for a crouch the switch `crouch-cover` decides.
    (asc.prone.recoil-no-stack-with-cover, asc.crouch.no-stack-with-cover)
    """
    down = posture(striker)
    own = RELIEF[down] if down is not None else 0
    relief = max(own, strike.recoil_relief)
    if down == "crouched" and world.rules.setting("crouch-cover") == "stack":
        relief = own + strike.recoil_relief
    return max(striker.own(Firearm).recoil - relief, 0)


def handled(blow: AttackRoll) -> None:
    """Adds the recoil of shots, and the striker's posture to melee attacks."""
    if blow.strike.ranged:
        recoil = recoil_left(blow.world, blow.strike, blow.striker)
        if recoil:
            blow.to_hit.append(("recoil", -recoil))
        return
    down = posture(blow.striker)
    if down is not None:
        blow.to_hit.append((down, OWN_BLOWS[down]))


def posted(blow: AttackRoll) -> None:
    """Makes a low target harder to shoot and easier to strike; against shots cover may replace that."""
    down = posture(blow.target)
    if down is None:
        return
    if not blow.strike.ranged:
        blow.to_defence.append((down, AGAINST_BLOWS[down]))
        return
    amount = AGAINST_SHOTS[down]
    if blow.world.rules.setting(f"{'crouch' if down == 'crouched' else 'prone'}-cover") == "better":
        amount = max(amount - max(blow.strike.cover, 0), 0)
        if blow.strike.cover > 0:
            blow.yielding.append(down)
    if amount:
        blow.to_defence.append((down, amount))


def runner(blow: AttackRoll) -> None:
    """Makes a runner across the line of fire harder to shoot until its next turn.

    The angle is taken from the middle of the shooter to the middle of the runner. (asc.run.lateral-angle)
    """
    bearing = blow.target.turn.bearing
    if not blow.strike.ranged or bearing is None:
        return
    a, b = blow.striker.box, blow.target.box
    shot = (b.x0 + b.x1 - a.x0 - a.x1, b.y0 + b.y1 - a.y0 - a.y1, b.z0 + b.z1 - a.z0 - a.z1)
    if is_lateral((*bearing, 0), shot):
        blow.to_defence.append(("running", RUNNING))
