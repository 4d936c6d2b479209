"""Objectives.

A side without objectives wins when every enemy is down. Several are alternatives, except `protect`: losing that
creature loses all.
"""

from typing import NamedTuple

from ...components.definitions import Objective
from ..geometry.boxes import Box
from ..messages import Message, Value, _, counted, english, message, tr, tr_counted
from .battle_state import BattleState as State
from .creature import Creature


class Victory(NamedTuple):
    """The end of a battle: the winner and the reason."""

    winner: str | None
    """The winning side; None for a draw."""
    why: str
    """Begins with the deciding objective's kind."""


def standing(creature: Creature) -> bool:
    """True if the creature still counts as a fighter: not defeated and not an object."""
    return not (creature.health.downed or "dead" in creature.condition.held or "object" in creature.body.traits)


def sides_of(world: State) -> list[str]:
    """Returns all sides in file order, also defeated sides."""
    return list(dict.fromkeys(one.side for one in world.creatures if not one.has("object")))


def objectives_of(world: State, side: str) -> list[Objective]:
    """Returns a side's objectives; by default the defeat of all others."""
    return [one for one in world.objectives if one.side == side] or [Objective(side)]


def present(world: State, objective: Objective) -> int:
    ours = (one for one in world.creatures if one.side == objective.side and standing(one))
    return sum(touches(one.box, objective) for one in ours)


def touches(space: Box, objective: Objective) -> bool:
    return not objective.squares.isdisjoint(space.footprint)


def held_now(world: State, objective: Objective) -> bool:
    """True if the side has enough creatures on the objective's squares. No enemy may be on them."""
    return present(world, objective) >= objective.count and not contested(world, objective)


def contested(world: State, objective: Objective) -> bool:
    """True if an enemy of the side is on the objective's squares."""
    others = (one for one in world.creatures if one.side != objective.side and standing(one))
    return any(touches(one.box, objective) for one in others)


def rounds_held(world: State, objective: Objective, *, round_over: bool) -> int:
    """Returns for how many rounds, one after another, a side has held an objective's squares."""
    counted = dict(zip(world.objectives, world.held, strict=False)).get(objective, 0)
    if not round_over or world.tallied >= world.round:
        return counted
    return counted + 1 if held_now(world, objective) else 0


def rounds_over(world: State, *, round_over: bool) -> int:
    return world.round if round_over else max(world.round - 1, 0)


def tally(world: State, number: int) -> None:
    """Updates for each objective how many rounds, one after another, its side has held it."""
    world.held = tuple(
        rounds_held(world, one, round_over=False) + 1 if held_now(world, one) else 0 for one in world.objectives
    )
    world.tallied = number


def round_is_over(world: State) -> bool:
    if world.active is not None or not world.round:
        return False
    if world.slots is not None:
        return not any(standing(world.named[name]) for name in world.slots)
    return all(one.name in world.acted for one in world.creatures if standing(one))


def met(world: State, objective: Objective, *, round_over: bool) -> str | None:
    """Returns why an objective is reached, as a sentence; None if it is not."""
    side = objective.side
    own = sum(1 for one in world.creatures if one.side == side and standing(one))
    if not own:
        return None
    match objective.kind:
        case "defeat":
            if any(one.side != side and standing(one) for one in world.creatures):
                return None
            return _why("defeat", _("no enemy is left standing"))
        case "reach":
            there = present(world, objective)
            return (
                _why(
                    "reach",
                    counted(
                        "{count} of {side} has reached the marked squares",
                        "{count} of {side} have reached the marked squares",
                        there,
                        side=side,
                    ),
                )
                if there >= objective.count
                else None
            )
        case "hold":
            rounds = rounds_held(world, objective, round_over=round_over)
            return (
                _why(
                    "hold",
                    counted(
                        "{side} held out for {count} round",
                        "{side} held out for {count} rounds",
                        rounds,
                        side=side,
                    ),
                )
                if rounds >= objective.rounds
                else None
            )
        case "survive":
            rounds = rounds_over(world, round_over=round_over)
            return (
                _why(
                    "survive",
                    counted(
                        "{side} survived {count} round",
                        "{side} survived {count} rounds",
                        rounds,
                        side=side,
                    ),
                )
                if rounds >= objective.rounds
                else None
            )
    return None


def _why(kind: str, text: str | Message, **values: Value) -> str:
    return f"{kind}: {message(text, values)}"


def lost(world: State, side: str) -> str | None:
    """Returns why the side can no longer win, as a sentence; None if it can."""
    own = sum(1 for one in world.creatures if one.side == side and standing(one))
    if not own:
        return _why("defeat", _("nobody of {side} is left standing"), side=side)
    wanted = objectives_of(world, side)
    for objective in wanted:
        if objective.kind == "protect" and world.named[objective.who].out:
            return _why("protect", _("{who}, protected by {side}, is down"), who=objective.who, side=side)
    alternatives = [one for one in wanted if one.kind != "protect"]
    if alternatives and all(one.kind == "reach" and one.count > own for one in alternatives):
        return _why("reach", _("too few of {side} are left"), side=side)
    return None


def victory(world: State, *, round_over: bool) -> Victory | None:
    """Returns the victory of a side; None while the battle continues."""
    sides = sides_of(world)
    gone = {side: why for side in sides if (why := lost(world, side)) is not None}
    left = [side for side in sides if side not in gone]
    for side in left:
        for objective in objectives_of(world, side):
            why = met(world, objective, round_over=round_over)
            if why is not None:
                return Victory(side, why)
    if not left:
        return Victory(None, english("no side can reach its objective any more"))
    if len(left) == 1 and len(sides) > 1:
        return Victory(left[0], next(reversed(gone.values())))
    return None


def told(world: State, objective: Objective) -> str:
    round_over = round_is_over(world)
    match objective.kind:
        case "defeat":
            foes = sum(1 for one in world.creatures if one.side != objective.side and standing(one))
            return tr("Defeat every enemy ({count} left)", count=foes)
        case "reach":
            return tr(
                "Bring {count} to the marked squares ({there} there)",
                count=objective.count,
                there=present(world, objective),
            )
        case "hold":
            rounds = rounds_held(world, objective, round_over=round_over)
            return tr_counted(
                "Hold the marked squares for {count} round ({held} held)",
                "Hold the marked squares for {count} rounds ({held} held)",
                objective.rounds,
                held=rounds,
            )
        case "survive":
            rounds = rounds_over(world, round_over=round_over)
            return tr_counted(
                "Survive {count} round ({over} over)",
                "Survive {count} rounds ({over} over)",
                objective.rounds,
                over=rounds,
            )
        case "protect":
            down = world.named[objective.who].out
            return tr(_("Keep {who} alive (down)") if down else _("Keep {who} alive (safe)"), who=objective.who)
