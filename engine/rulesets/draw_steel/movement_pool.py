"""The pool that pays for a movement: an effect's grant, or the move action, which may be split over the turn."""

from dataclasses import dataclass, field

from ....components.plan import Act, TurnUpdate, Walk
from ....components.position import Mode
from ...legality.pathing import start_parity
from ...legality.request import payment_for
from ...rules.movement_budget import MovementBudget, budget_for, rest_of_move, speeds_now
from ...rules.ruleset import Request, Ruleset, World
from ...state.creature import Creature
from .components import Movements

UNCAPPED = frozenset({"dig", "claw-dirt", "exceeding"})
"""Kinds of walk without a limit by speed."""


@dataclass(slots=True)
class MovementPool:
    """The movement available to an intent: its budget, its payment, and its record."""

    request: Request
    limit: MovementBudget
    pays: tuple[str, ...] = ()
    opening: list[Act] = field(default_factory=list)
    pools: bool = False
    """Whether it is the move action, whose remainder may be used later."""
    exceeds: bool = False

    @property
    def number(self) -> int:
        """The number of the move action within the turn."""
        return self.request.creature.turn.pools + bool(self.opening)

    @property
    def earlier(self) -> Movements:
        """The record of the turn's movements; blank if no later movement continues this one."""
        return self.request.creature.own(Movements) if self.pools and not self.request.free else Movements()

    def note(self, more: Movements) -> list[Act]:
        """The acts that record something of this movement; empty if no later movement continues it."""
        if not self.pools or self.request.free:
            return []
        return [TurnUpdate(self.request.creature.name, remember=more)]

    @property
    def types(self) -> frozenset[str]:
        """The types of movement that it has used so far."""
        return frozenset(kind for number, kind in self.earlier.types if number == self.number)

    def left(self, mode: Mode) -> int:
        """Squares of movement left by a mode; -1 if it is not usable."""
        most = self.limit.of(mode)
        return most - self.limit.spent if most >= 0 else -1


def budget(request: Request, key: str = "move") -> MovementPool:
    """The movement that an intent can draw on.

    (ds.move.sources, ds.cap.effect-limited, ds.cap.current-speed, ds.cap.explicit-exception)
    """
    creature, rules, turn = request.creature, request.rules, request.creature.turn
    granted = getattr(request.intent, "distance", None)
    exceeds = bool(getattr(request.intent, "exceeds", False))
    if granted is not None:
        pays = payment_for(request, key="granted")
        limit = budget_for(rules, creature, most=rules.squares(granted), exceeds=exceeds)
        return MovementPool(request, limit, pays, exceeds=exceeds)
    if turn.pool_open and not request.free:
        return MovementPool(request, rest_of_move(rules, creature, start_parity(request, going_on=True)), pools=True)
    pays = payment_for(request, key=key)
    opening: list[Act] = [TurnUpdate(creature.name, opens_pool=1)]
    found = MovementPool(request, budget_for(rules, creature), pays, opening, pools=True)
    if rules.setting("recheck_each_step") is False:
        speeds = tuple((found.number, mode, squares) for mode, squares in found.limit.limits)
        opening += found.note(Movements(speeds=speeds))
    return found


def began_with(rules: Ruleset, creature: Creature) -> dict[Mode, int]:
    """The squares by mode at which the movement under way began, if they are kept. (ds.cap.current-speed)"""
    return {mode: most for number, mode, most in creature.own(Movements).speeds if number == creature.turn.pools}


def cut_short(world: World, mover: Creature, walk: Walk) -> str | None:
    """Why a walk stops before its next step: the present speed is used up. (ds.cap.current-speed)"""
    rules = world.rules
    if not walk.own or walk.kind in UNCAPPED or rules.setting("recheck_each_step") is False:
        return None
    stride = walk.strides[walk.next]
    speeds = speeds_now(rules, mover)
    speed = speeds.get(stride.mode, 0) or speeds.get("walk", 0)
    spent = mover.turn.pool_spent if walk.pools else mover.queue.spent
    if walk.rate:
        speed = walk.rate
    if spent + stride.squares > speed:
        return f"{mover.name} has used up its speed"
    return None
