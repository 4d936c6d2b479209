"""Sizes, speeds, spaces, lines, movement.

Creatures do not breathe. (ds.burrow.breathing)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....components.plan import Act, MoveOptions, TurnUpdate, Walk
from ....components.position import Cube, Mode
from ...board.board import Board
from ...board.obstruction import by_clear, clear, cuts
from ...geometry.boxes import Box, adjacent, cube_box, cubes, overlap
from ...geometry.line_of_effect import clear_between
from ...legality.request import payment_for, pays_anew
from ...messages import english
from ...rules.budget import MovementBudget, base_speeds, budget_for, rest_of_move, speeds_now, start_parity
from ...rules.ruleset import Request, Ruleset, SizeRow, World
from ...rules.step_costs import (
    BARRIER,
    BODY,
    CORPSE,
    DIFFICULT,
    IMPEDED,
    NARROW,
    OBSTACLE,
    SLANT,
    STEEP,
    PausePlace,
    SpaceAccess,
    StepCost,
    StepQuery,
)
from ...state.creature import Creature
from ..memories import Movements
from ..shared.spaces import object_passing

# ---------------------------------------------------------------- sizes

LADDER: Mapping[str, SizeRow] = {
    "1T": SizeRow(-2, 1, 5, 1, 1),
    "1S": SizeRow(-1, 1, 5, 1, 1),
    "1M": SizeRow(0, 1, 5, 1, 1),
    "1L": SizeRow(1, 1, 5, 1, 1),
    **{str(n): SizeRow(n, n, 5.0 * n, 1, 1) for n in range(2, 11)},
}
"""Sizes: first the letters of size 1, then numbers. (ds.space.two-size-exception)"""


SIZES: Mapping[str, SizeRow] = {
    **LADDER,
    "fine": LADDER["1T"],
    "diminutive": LADDER["1T"],
    "tiny": LADDER["1T"],
    "small": LADDER["1S"],
    "medium": LADDER["1M"],
    "large": LADDER["2"],
    "huge": LADDER["3"],
    "gargantuan": LADDER["4"],
    "colossal": LADDER["5"],
    "titanic": LADDER["6"],
}
"""The ladder, with other games' words."""


def number(creature: Creature) -> int:
    """Returns a creature's size as a number. T, S, M and L count as 1."""
    return creature.size.side


def rank(rules: Ruleset, creature: Creature) -> int:
    return creature.size.rank if rules.setting("size_ladder") == "lettered" else number(creature)


def gap(rules: Ruleset, creature: Creature, other: Creature) -> int:
    """Returns the difference of two creatures' sizes; positive if `other` is larger."""
    return rank(rules, other) - rank(rules, creature)


def no_squeezing(rules: Ruleset, row: SizeRow) -> float:
    return row.room


# ---------------------------------------------------------------- speeds

BASE_SPEED = 5
"""The usual speed, in squares. (ds.move.base-speed)"""


HELD_FAST = frozenset({"grabbed", "restrained", "bound", "held", "pinned"})
"""Conditions that reduce speed to 0. (ds.fly.zero-speed-falls)"""


def bonus(creature: Creature, *, lasting: bool = False) -> int:
    """Returns the sum of the best speed bonus of each kind. `lasting` leaves out temporary ones.

    (ds.move.speed-bonuses)
    """
    best: dict[str, int] = {}
    for kind, amount in creature.speed.bonuses:
        if not (lasting and kind == "temporary"):
            best[kind] = max(best.get(kind, amount), amount)
    return sum(best.values())


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns a creature's speeds in squares: at most 2 while slowed, 0 while unable to move.

    (ds.walk.default-mode, ds.walk.solid-ground)
    """
    found = base_speeds(creature)
    if creature.speed.imposed is None:
        more = bonus(creature)
        found = {mode: max(speed + more, 0) if speed else 0 for mode, speed in found.items()}
    if creature.has("swim-only"):
        found.pop("walk", None)
    elif "walk" not in found and found:
        found["walk"] = max(found.values())
    if creature.is_any(HELD_FAST):
        return dict.fromkeys(found, 0)
    if "slowed" in creature.condition.held:
        return {mode: min(speed, 2) for mode, speed in found.items()}
    return found


def climbs(rules: Ruleset, creature: Creature) -> bool:
    """True if climbing costs the creature nothing extra. (ds.climb.full-speed)"""
    return rules.movement.speeds(rules, creature).get("climb", 0) > 0


def burrows(rules: Ruleset, creature: Creature) -> bool:
    """True if the creature has a burrowing speed. (ds.burrow.permission)"""
    return creature.speed.listed.get("burrow", 0) > 0 or rules.movement.speeds(rules, creature).get("burrow", 0) > 0


def clings_overhead(rules: Ruleset, creature: Creature) -> bool:
    return climbs(rules, creature) or rules.setting("untrained_ceiling") is True


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """True if the creature stays in the air and does not fall.

    (ds.fly.stay-aloft, ds.hover.motionless, ds.hover.prone-no-fall, ds.hover.zero-speed-no-fall)
    """
    if creature.speed.hover:
        return True
    if creature.out or creature.is_any(rules.conditions.unable):
        return False
    return rules.movement.speeds(rules, creature).get("fly", 0) > 0 and not creature.prone


# ---------------------------------------------------------------- line of effect


def beneath(board: Board, box: Box) -> bool:
    """True if the whole space, up to its top, is inside earth."""
    return all((x, y) in board and board.solid(x, y, box.z1) for x, y in box.footprint)


def burrowing(board: Board, box: Box) -> bool:
    return any((x, y) in board and board.solid(x, y, box.z0) for x, y in box.footprint)


def exposed(board: Board, box: Box) -> list[Box]:
    """Returns those cubes of a space inside earth that have open air directly above."""
    return [
        cube_box((x, y, z))
        for x, y, z in cubes(box)
        if (x, y) in board and board.solid(x, y, z) and not board.blocked(x, y, z + 1)
    ]


@by_clear
def line(rules: Ruleset, board: Board, a: Box, b: Box) -> bool:
    """True if there is line of effect from `a` to `b`. The reverse may differ.

    (ds.burrow.line-from-surface, ds.burrow.no-line-to-surface, ds.burrow.line-between-adjacent)
    """
    in_a, in_b = burrowing(board, a), burrowing(board, b)
    if not in_a and not in_b:
        return clear(board, a, b)
    if beneath(board, a):
        if in_b:
            return adjacent(a, b) or overlap(a, b)
        seeing = exposed(board, a) if rules.setting("depth_one_sees_out") is True else []
        return any(_between(board, cube, b) for cube in seeing)
    if beneath(board, b):
        return any(_between(board, a, cube) for cube in exposed(board, b))
    return _between(board, a, b)


def _between(board: Board, a: Box, b: Box) -> bool:
    walls = board.line_cut_between if board.edges else None
    return clear_between(a, b, lambda x, y, z: cuts(board, x, y, z), walls)


def sees(world: World, creature: Creature, target: Creature) -> bool:
    return line(world.rules, world.board, creature.box, target.box)


def buried(world: World, creature: Creature) -> bool:
    """True if the creature is wholly underground."""
    return beneath(world.board, creature.box)


# ---------------------------------------------------------------- spaces and the cost of a step

SQUEEZED = "squeezing"
"""Two creatures share too small a space."""

SENSELESS = frozenset({"unconscious", "dead", "asleep", "paralyzed", "helpless"})
"""Conditions that prevent acts and movement."""


MIDDLE = 0
"""Size 1M; objects of at least that size fill their square. (ds.corner.no-diagonal)"""

NEUTRAL = frozenset({"neutral", "neutrals", "bystander", "bystanders", "none", "nobody"})
"""Neutral sides and traits. (ds.space.ally-through)"""

HAMPERED = DIFFICULT | IMPEDED | OBSTACLE | BARRIER | CORPSE | NARROW
"""The features of difficult squares, creatures ignored. (ds.terrain.difficult-kinds)"""


def neutral(creature: Creature) -> bool:
    return creature.side in NEUTRAL or not NEUTRAL.isdisjoint(creature.body.traits)


def takes_part(world: World, creature: Creature) -> bool:
    """True if the creature is not neutral. Neutral creatures make no opportunity attacks."""
    return not neutral(creature)


def foe(rules: Ruleset, mover: Creature, other: Creature) -> bool:
    """True if the space of `other` counts as an enemy's for the mover."""
    if mover.ally(other) and neutral(other) == neutral(mover):
        return False
    if neutral(other) or neutral(mover):
        return rules.setting("neutral_space") == "enemy"
    return True


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Returns whether a mover may enter or share the space of `other`.

    It may pass everybody, enemies at extra cost, and stop among creatures two sizes apart.

    (ds.corner.full-corner-only)
    """
    thing = object_passing(rules, other)
    if thing is not None:
        return thing if thing.enter else thing._replace(corner=other.size.rank >= MIDDLE)
    if other.has("fills-space"):
        return SpaceAccess(False, rule="space.filled")
    if other.out:
        return SpaceAccess(True, True, rule="space.down")
    apart = abs(gap(rules, mover, other)) >= 2
    hostile = foe(rules, mover, other)
    rule = "space.two-sizes" if apart else "space.no-stop" if hostile else "space.ally"
    return SpaceAccess(True, apart, costly=hostile, squeeze=not apart, rule=rule)


def price(rules: Ruleset, stretch: StepQuery) -> StepCost | None:
    """Returns the cost of a step in squares. Surcharges add up, but difficult terrain counts once.

    (ds.move.adjacent-cost, ds.terrain.difficult-cost, ds.space.enemy-difficult, ds.crawl.cost, ds.climb.untrained-cost,
    ds.swim.untrained-cost)
    """
    squares = 1 if stretch.listed else rules.movement.unlisted.get(stretch.mode, 1)
    if stretch.mode == "burrow":
        squares = int(rules.setting("burrow_cost", 1))
    if stretch.features & SLANT:
        squares *= 2
    elif stretch.features & STEEP:
        squares *= 3
    ground = bool(stretch.features & HAMPERED)
    held = bool(stretch.features & BODY)
    both = ground and held and rules.setting("difficult_terrain_stacks") is True
    squares += 2 if both else 1 if ground or held else 0
    squares += rules.movement.crawl_extra if stretch.crawling else 0
    turns = stretch.diagonal and len(rules.grid.diagonal_cycle) > 1
    return StepCost(squares, turns, turns)


def pause(request: Request, place: PausePlace) -> bool:
    """True if a move may pause in another creature's space: it must have movement left. (ds.space.no-stop)"""
    if getattr(request.intent, "distance", None) is not None:
        return False
    return place.fits and (request.free or place.left > 0)


def kinds(creature: Creature) -> frozenset[str]:
    """Returns the materials, such as dirt, that a creature can dig through. (ds.burrow.soft-ground-only)"""
    return creature.body.burrows | {"dirt"}


def soil(board: Board, cube: Cube, diggable: frozenset[str]) -> bool:
    """True if material that the creature can dig through fills the cube."""
    x, y, z = cube
    return (x, y) in board and board.solid(x, y, z) and board.ground(x, y) in diggable


def free(world: World, creature: Creature, space: Box) -> bool:
    return not any(other is not creature and overlap(other.box, space) for other in world.creatures)


# ---------------------------------------------------------------- the pool of movement

UNCAPPED = frozenset({"dig", "claw-dirt", "exceeding"})
"""Kinds of movement that speed does not limit."""


@dataclass(slots=True)
class MovementPool:
    """The movement that one intent may use: budget, payment and what was used before."""

    request: Request
    limit: MovementBudget
    pays: tuple[str, ...] = ()
    opening: list[Act] = field(default_factory=list)
    pools: bool = False
    """True if it can be continued."""
    exceeds: bool = False

    @property
    def number(self) -> int:
        return self.request.creature.turn.pools + bool(self.opening)

    @property
    def earlier(self) -> Movements:
        return self.request.creature.own(Movements) if self.pools and not self.request.free else Movements()

    def note(self, more: Movements) -> list[Act]:
        if not self.pools or self.request.free:
            return []
        return [TurnUpdate(self.request.creature.name, remember=more)]

    @property
    def types(self) -> frozenset[str]:
        return frozenset(kind for number, kind in self.earlier.types if number == self.number)

    def left(self, mode: Mode) -> int:
        """Returns how many squares are left for a movement mode; -1 if it is unusable."""
        most = self.limit.of(mode)
        return most - self.limit.spent if most >= 0 else -1


def budget(request: Request, key: str = "move") -> MovementPool:
    """Returns the movement that the intent may use, by the speed and by effects.

    (ds.move.sources, ds.cap.effect-limited, ds.cap.current-speed, ds.cap.explicit-exception)
    """
    creature, rules, turn = request.creature, request.rules, request.creature.turn
    granted = getattr(request.intent, "distance", None)
    exceeds = bool(getattr(request.intent, "exceeds", False))
    if granted is not None:
        pays = payment_for(request, key="granted")
        limit = budget_for(rules, creature, most=rules.squares(granted), exceeds=exceeds)
        return MovementPool(request, limit, pays, exceeds=exceeds)
    if turn.pool_open and not request.free and not pays_anew(request, key):
        return MovementPool(
            request, rest_of_move(rules, creature, start_parity(rules, creature, going_on=True)), pools=True
        )
    pays = payment_for(request, key=key)
    opening: list[Act] = [TurnUpdate(creature.name, opens_pool=1)]
    found = MovementPool(request, budget_for(rules, creature), pays, opening, pools=True)
    if rules.setting("recheck_each_step") is False:
        speeds = tuple((found.number, mode, squares) for mode, squares in found.limit.limits)
        opening += found.note(Movements(speeds=speeds))
    return found


def began_with(rules: Ruleset, creature: Creature) -> dict[Mode, int]:
    """Returns {mode: squares allowed} at the moment when the present movement began. (ds.cap.current-speed)"""
    return {mode: most for number, mode, most in creature.own(Movements).speeds if number == creature.turn.pools}


def cut_short(world: World, mover: Creature, walk: Walk) -> str | None:
    """Returns the reason if no speed is left for the next step; else None.

    (ds.cap.current-speed)
    """
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
        return english("{name} has no speed left", name=mover.name)
    return None
