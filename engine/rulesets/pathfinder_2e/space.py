"""Access to other creatures' spaces: willing, prone, tiny, much bigger, objects; pauses and accidents."""

from ....components.decision import Decision, DecisionOption
from ...effects.choosing import decide
from ...effects.hit_points import gain
from ...effects.placement import nearest_place, put_back
from ...navigation.occupied_grid import occupied_grid_of
from ...navigation.reach import Reach
from ...rules.move_options import MoveOptions
from ...rules.movement_budget import MovementBudget, budget_for
from ...rules.ruleset import Request, Ruleset, World
from ...rules.step_costs import PausePlace, SpaceAccess
from ...space.occupancy import may_rest, sharers
from ...state.creature import Creature
from ..shared.space_sharing import object_passing, size_gap, willing
from .components import Bulk

GAP = 3
"""Steps of size from which on two creatures pass each other's squares. (pf2.size-gap.ladder)"""

TINY = -2
"""The rank of a Tiny creature."""

MOVE_ACTIONS = frozenset({"move", "step", "crawl", "tumble", "carry", "leap", "teleport"})
"""The next intents of a creature that paused in another's square: it must leave. (pf2.pass.end-action)"""


def lies(creature: Creature) -> bool:
    """Whether a creature is prone or struck down."""
    return creature.prone or creature.health.downed


def senseless(creature: Creature) -> bool:
    """Whether a creature is unconscious or dead, so that it cannot object to others in its space."""
    held = creature.condition.held
    return creature.health.downed or not held.isdisjoint(("unconscious", "asleep", "dead"))


def keeps_its_space(rules: Ruleset, creature: Creature) -> bool:
    """Whether a difference of size lets no creature through. (pf2.size-gap.smaller-through)"""
    return creature.own(Bulk).blocks_passage or rules.setting("blocks_passage", False) is True


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Access for a mover: the willing are passed, tiny creatures and those three sizes apart pass all, prone bodies are
    shared.

    Objects follow their own record; one that closes its squares fills them. (pf2.object.more-solid)
    """
    thing = object_passing(rules, other)
    if thing is not None:
        return thing if thing.enter else thing._replace(corner=True)
    if other.has("fills-space"):
        return SpaceAccess(False, rule="pass.filled")
    lets = willing(rules, mover, other)
    if lies(other) and (lets or senseless(other)):
        if size_gap(mover, other) <= 0:
            return SpaceAccess(True, True, rule="prone.share")
        if senseless(other) and rules.setting("climb_larger_body", False) is True:
            return SpaceAccess(True, True, rule="prone.larger")
    if mover.size.rank <= TINY or other.size.rank <= TINY:
        return SpaceAccess(True, True, rule="tiny.share")
    if abs(size_gap(mover, other)) >= GAP and not keeps_its_space(rules, other):
        return SpaceAccess(True, False, rule="size-gap")
    if senseless(other):
        larger = lies(other) and size_gap(mover, other) > 0
        return SpaceAccess(True, False, rule="prone.larger" if larger else "prone.condition")
    if lets:
        return SpaceAccess(True, False, rule="pass.willing")
    if abs(size_gap(mover, other)) >= GAP:
        return SpaceAccess(False, rule="size-gap.kept")
    if abs(size_gap(mover, other)) == GAP - 1:
        return SpaceAccess(False, rule="size-gap.short")
    return SpaceAccess(False, rule="prone.unwilling" if other.prone else "pass.unwilling")


def room_for_tiny(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """Whether one more Tiny creature fits into a square. (pf2.tiny.four-per-square)"""
    return len(others) < int(rules.setting("tiny_per_square", 4))


# ---------------------------------------------------------------- pausing in another's square


def paused(world: World, creature: Creature) -> bool:
    """Whether it has ended a move action where it may not stay, and must leave before anything else."""
    return creature.turn.pausing and not may_rest(world, creature)


def more_to_come(request: Request) -> bool:
    """Whether another action of the turn is left once this one is paid for; always, with the economy off."""
    if request.free:
        return True
    way = request.rules.actions.costs[request.intent.do].ways[0]
    return request.creature.turn.actions.get("action", 0) > way.count("action")


def may_pause(request: Request, place: PausePlace) -> bool:
    """Whether a move action meant to pause may end in another's square for the moment.

    It may if an action is left for the way out and a way out exists; for access by difference of size the switch
    size_gap_pause decides. (pf2.pass.end-action, pf2.size-gap.no-end)
    """
    creature, rules = request.creature, request.rules
    if not more_to_come(request):
        return False
    if not place.fits:
        return False
    if rules.setting("size_gap_pause", True) is False and any(access.rule == "size-gap" for access in place.shared):
        return False
    return leads_out(request.world, creature, place)


def leads_out(world: World, creature: Creature, place: PausePlace) -> bool:
    """Whether another move action reaches a place where the creature may stay; the turn's diagonals are counted on."""
    rules = world.rules
    if creature.is_any(rules.movement.crawlers):
        grid = occupied_grid_of(world, creature, MoveOptions(modes=("walk",), crawling=True, stepover=False))
        limit = MovementBudget((("walk", rules.movement.crawl_squares or 1),), parity=place.parity)
    else:
        grid = occupied_grid_of(world, creature, MoveOptions())
        limit = budget_for(rules, creature, parity=place.parity)
    return Reach(grid, limit, quiet=True, start=place.to).leads_on()


# ---------------------------------------------------------------- accidents


def settle_overlap(world: World, creature: Creature) -> bool:
    """Settles a creature that is in another's square by accident; True: it is settled.

    By default the arriver goes to the nearest legal square, which the shared rule does; `request` does the same without
    a referee. (pf2.pass.accident)
    """
    how = world.rules.setting("accidental_overlap", "move_arriver")
    if how == "ask":
        how = decide(
            world,
            Decision(
                about="accident",
                who=creature.name,
                at=creature.cube,
                text=f"{creature.name} is in another's square by accident: what becomes of it?",
                options=(
                    DecisionOption(key="move_arriver", label=f"{creature.name} is moved out"),
                    DecisionOption(key="move_occupant", label="The other is moved out"),
                    DecisionOption(key="arriver_prone", label=f"{creature.name} falls prone"),
                ),
                default="move_arriver",
                rules=world.rules.cite("put-back"),
                referee=True,
            ),
        )
    if how == "arriver_prone":
        gain(world, creature, "prone", rules=world.rules.cite("put-back"))
        return True
    if how != "move_occupant":
        return False
    moved = False
    for other in sharers(world, creature):
        how_in = world.rules.space.access(world.rules, creature, other, MoveOptions())
        if other.has("object") or how_in.stop:
            continue
        there = nearest_place(world, other, None)
        if there != other.cube:
            put_back(world, other, there)
            moved = True
    return moved and may_rest(world, creature)
