"""Draw Steel: squares for units, enemies passed at a cost, eight ways of moving, power rolls."""

from collections.abc import Mapping

from ...components.motion import Drop
from ...components.position import Cube, Mode
from ..creature import Creature
from ..effects import gain, hurt
from ..footing import Manner
from ..geometry import reach_one
from ..policies.checking import d20_check
from ..policies.gates import open_gate
from ..policies.passing import object_passing, size_gap
from ..policies.speeds import base_speeds, listed_modes
from ..policies.striking import d20_strike
from ..pricing import Passing, added
from ..ruleset import Ruleset, switch, universal
from ..sizes import SizeRow
from ..support import depth_below
from ..world import World
from .shared import D20_CONDITIONS, alone, costing, free, sees

SIZES: dict[str, SizeRow] = {
    "1T": SizeRow(-2, 1, 5, 1, 1),
    "1S": SizeRow(-1, 1, 5, 1, 1),
    "1M": SizeRow(0, 1, 5, 1, 1),
    "1L": SizeRow(1, 1, 5, 1, 1),
    **{str(n): SizeRow(n, n, 5.0 * n, 1, 1) for n in range(2, 11)},
}
SIZES |= {
    "fine": SIZES["1T"],
    "diminutive": SIZES["1T"],
    "tiny": SIZES["1T"],
    "small": SIZES["1S"],
    "medium": SIZES["1M"],
    "large": SIZES["2"],
    "huge": SIZES["3"],
    "gargantuan": SIZES["4"],
    "colossal": SIZES["5"],
    "titanic": SIZES["6"],
}


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds, no more than 2 while slowed, none while held fast."""
    found = dict(base_speeds(creature))
    if "walk" not in found and found and not creature.has("swim-only"):
        found["walk"] = max(found.values())
    if creature.is_any(frozenset({"grabbed", "restrained"})):
        return dict.fromkeys(found, 0)
    if "slowed" in creature.condition.held:
        return {mode: min(speed, 2) for mode, speed in found.items()}
    return found


def passing(rules: Ruleset, mover: Creature, other: Creature, manner: Manner) -> Passing:
    """Everyone is passed, enemies at a cost; one stops only where two sizes lie between."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if other.out:
        return Passing(True, True, rule="space.down")
    foe = not mover.ally(other)
    apart = abs(size_gap(mover, other)) >= 2
    return Passing(True, apart, costly=foe, rule="space.no-stop")


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """A flier stays up unless it is prone or has no speed; one that hovers stays up all the same."""
    if creature.speed.hover:
        return True
    return creature.speed.listed.get("fly", 0) > 0 and speeds(rules, creature).get("fly", 0) > 0 and not creature.prone


def fall(world: World, creature: Creature, drop: Drop, squares: int, place: Cube) -> None:
    """2 damage a square and prone from an effective height of 2 squares on, at most 50."""
    effective = squares - max(creature.body.abilities.get("agility", 0), 0)
    if depth_below(world, creature, place) >= 1:
        effective -= 4
    if effective < 2:
        return
    hurt(world, creature, min(effective * 2, 50), "falling", rules=world.rules.cite("fall.damage"))
    gain(world, creature, "prone", rules=world.rules.cite("fall.prone"))


def no_squeezing(rules: Ruleset, row: SizeRow) -> float:
    """Nobody draws in: a space is the room it needs."""
    return row.room


DRAW_STEEL = Ruleset(
    name="draw-steel",
    title="Draw Steel",
    feet=False,
    sizes=SIZES,
    default_walk=5,
    conditions=D20_CONDITIONS | {"squeezed", "hidden"},
    helpless=frozenset({"unconscious", "dead"}),
    immobile=frozenset({"unconscious", "dead", "restrained", "grabbed"}),
    unable=frozenset({"unconscious", "dead"}),
    price=added,
    fly_over_ground=False,
    unlisted={"climb": 2, "swim": 2},
    crawl_extra=1,
    corner="any",
    burrow_vertical=False,
    squeeze_least=no_squeezing,
    squeeze_condition=None,
    passing=passing,
    square_capacity=alone,
    speeds=speeds,
    usable_modes=listed_modes,
    gate=open_gate,
    prone_move="crawl",
    split_moves=True,
    stays_aloft=aloft,
    reach_cycle=reach_one,
    provokes="parting",
    reactions=None,
    threat_through_walls=False,
    actions={"main": 1, "maneuver": 1, "move": 1},
    costs={
        **costing((("move",),), "move", "crawl", "shift", "jump", "teleport-move"),
        **costing(
            (("maneuver",),),
            "stand",
            "push",
            "pull",
            "slide",
            "dig",
            "claw-dirt",
            "knock-off",
            "pull-up",
            "carry",
        ),
        **costing((("main",),), "attack", "drop-object"),
        **free("granted", "drop-prone", "teleport", "fall", "afflict", "interact", "end", "climb-creature"),
    },
    fall=fall,
    fall_a_round=(100, 100),
    strike=d20_strike,
    check=d20_check,
    sees=sees,
    switches={
        **universal("one"),
        "corner_blocks_when": switch("any_filled", "both_filled", rule="ds.corner.no-diagonal"),
    },
    cites={
        "opportunity": ("ds.shift.no-opportunity",),
        "speed.limit": ("ds.move.speed-is-maximum",),
        "space.no-stop": ("ds.space.no-stop",),
        "corner": ("ds.corner.no-diagonal",),
        "fall.damage": ("ds.fall.damage",),
        "fall.prone": ("ds.fall.prone",),
    },
)
"""The ruleset of Draw Steel's movement chapter."""
