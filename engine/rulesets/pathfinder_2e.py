"""Pathfinder 2e: three actions a turn, diagonals counted over all of it, four degrees of success."""

from collections.abc import Mapping

from ...components.motion import Drop
from ...components.position import Cube, Mode
from ..creature import Creature
from ..effects import gain, hurt
from ..footing import Manner
from ..geometry import reach_two_squares
from ..policies.checking import d20_check
from ..policies.gates import open_gate
from ..policies.passing import object_passing, size_gap, willing
from ..policies.speeds import base_speeds, listed_modes
from ..policies.striking import d20_strike
from ..pricing import Passing, added
from ..ruleset import Ruleset, switch, universal
from ..sizes import SizeRow
from ..world import World
from .shared import D20_CONDITIONS, costing, free, sees

SIZES: dict[str, SizeRow] = {
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 5),
    "huge": SizeRow(2, 3, 15, 15, 10),
    "gargantuan": SizeRow(3, 4, 20, 20, 15),
}


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Speeds as listed."""
    return base_speeds(creature)


def passing(rules: Ruleset, mover: Creature, other: Creature, manner: Manner) -> Passing:
    """The willing are passed, tiny creatures and those three sizes apart pass anyone; prone bodies are shared."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    held = other.condition.held
    down = other.prone and (willing(rules, mover, other) or "unconscious" in held or "dead" in held)
    if down and size_gap(mover, other) <= 0:
        return Passing(True, True, rule="prone.share")
    if mover.size.rank <= -2 or other.size.rank <= -2:
        return Passing(True, True, rule="tiny.share")
    if abs(size_gap(mover, other)) >= 3 and not other.has("fills-space"):
        return Passing(True, False, rule="size-gap")
    if willing(rules, mover, other) or "unconscious" in held or "dead" in held or other.out:
        return Passing(True, False, rule="pass.willing")
    return Passing(False, rule="pass.unwilling")


def four_tiny(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """How many tiny creatures a square holds."""
    return len(others) < int(rules.setting("tiny_per_square", 4))


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """Whether a creature in mid-air stays there."""
    return base_speeds(creature).get("fly", 0) > 0 or creature.speed.hover


def fall(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """Half the feet fallen as damage, and prone."""
    feet = squares * 5
    if feet <= 5:
        return
    hurt(world, creature, feet // 2, "falling", rules=world.rules.cite("fall"))
    gain(world, creature, "prone", rules=world.rules.cite("fall"))


def no_squeezing(rules: Ruleset, row: SizeRow) -> float:
    """Nobody draws in: a space is the room it needs."""
    return row.room


PATHFINDER_2E = Ruleset(
    name="pathfinder-2e",
    title="Pathfinder 2e",
    sizes=SIZES,
    default_walk=25,
    conditions=D20_CONDITIONS,
    helpless=frozenset({"unconscious", "dead", "paralyzed"}),
    immobile=frozenset({"unconscious", "dead", "paralyzed", "restrained", "grabbed", "bound"}),
    unable=frozenset({"unconscious", "dead", "paralyzed", "stunned"}),
    cycle=(1, 2),
    count_scope="turn",
    price=added,
    corner="both",
    squeeze_least=no_squeezing,
    squeeze_condition=None,
    passing=passing,
    through_costs=True,
    square_capacity=four_tiny,
    put_back="nearest",
    speeds=speeds,
    usable_modes=listed_modes,
    gate=open_gate,
    prone_move="refuse",
    crawl_squares=1,
    stays_aloft=aloft,
    distance_cycle="alternating",
    reach_cycle=reach_two_squares,
    actions={"action": 3},
    costs={
        **costing((("action",),), "move", "step", "crawl", "stand", "drop-prone", "attack", "tumble", "leap"),
        **costing((("action",),), "push", "pull", "slide", "carry", "interact", "drop-object"),
        **costing((("action", "action"),), "teleport"),
        **free("fall", "afflict", "end"),
    },
    fall=fall,
    forced_cycle=(1, 2),
    forced_hazards=frozenset({"push", "pull", "carry"}),
    strike=d20_strike,
    check=d20_check,
    sees=sees,
    switches={
        **universal("alternating"),
        "tiny_per_square": switch(4, rule="pf2.tiny.more-than-four", least=4),
        "reach_10_diagonal": switch("two_squares", "one_square", rule="pf2.size.typical-reach"),
    },
    cites={
        "opportunity": ("pf2.forced.no-reactions",),
        "speed.limit": ("pf2.move.speed-limit",),
        "pass.unwilling": ("pf2.pass.unwilling",),
        "pass.willing": ("pf2.pass.no-end-turn",),
    },
)
"""The ruleset of Pathfinder 2e's chapter on grid movement."""
