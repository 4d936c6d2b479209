"""Epic Path: every diagonal is one square, squeezing and hard ground cost double, giants step over."""

from collections.abc import Mapping

from ...components.position import Mode
from ..creature import Creature
from ..flanked import by_lines
from ..footing import Manner
from ..geometry import reach_one
from ..policies.checking import d20_check
from ..policies.falls import by_tens
from ..policies.gates import one_step_or_movement
from ..policies.passing import helpless, object_passing, size_gap, willing
from ..policies.speeds import base_speeds, listed_modes
from ..policies.striking import d20_strike, flanking, squeezed
from ..pricing import Passing, flat
from ..ruleset import Ruleset, switch, universal
from ..sizes import SizeRow
from ..speeds import run_multiplier, slowed_speeds
from ..world import World
from .shared import D20_CONDITIONS, alone, costing, free, sees

SIZES: Mapping[str, SizeRow] = {
    "fine": SizeRow(-4, 1, 0.5, 0, 0, 100),
    "diminutive": SizeRow(-3, 1, 1, 0, 0, 25),
    "tiny": SizeRow(-2, 1, 2.5, 0, 0, 4),
    "small": SizeRow(-1, 1, 5, 5, 5),
    "medium": SizeRow(0, 1, 5, 5, 5),
    "large": SizeRow(1, 2, 10, 10, 10),
    "huge": SizeRow(2, 3, 15, 15, 15),
    "gargantuan": SizeRow(3, 4, 20, 20, 20),
    "colossal": SizeRow(4, 5, 25, 25, 25),
    "titanic": SizeRow(5, 6, 30, 30, 30),
}
"""ep.space.*, ep.reach.rule-of-thumb; feet."""


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Listed speeds less what armor and load take off."""
    speed = creature.speed
    return slowed_speeds(
        base_speeds(creature),
        armor=speed.armor,  # type: ignore[arg-type]
        load=speed.load,  # type: ignore[arg-type]
        unhampered=creature.has("unhampered"),
        load_slows=rules.setting("load-slows"),  # type: ignore[arg-type]
        slow_medium_load=rules.setting("slow-medium-load"),  # type: ignore[arg-type]
    )


def squeeze_least(rules: Ruleset, row: SizeRow) -> float:
    """The width for creatures of the next smaller size (ep.squeeze.narrow-gap)."""
    if row.room > 5:
        return row.room - 5
    return {5.0: 2.5, 2.5: 1.0, 1.0: 0.5}.get(row.room, 0.5)


def passing(rules: Ruleset, mover: Creature, other: Creature, manner: Manner) -> Passing:
    """Who may be where: allies pass and may squeeze in, enemies bar the way, giants step over."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if "dead" in other.condition.held:
        return Passing(True, True, costly=rules.setting("corpse-terrain") == "difficult", rule="squeeze.dead")
    gap = size_gap(mover, other)
    if gap <= -2 and manner.stepover:
        return Passing(True, True, rule="stepover")
    small = mover.size.room < 5 and other.size.room < 5
    agrees = willing(rules, mover, other) and rules.setting("sharing-consent") == "allies"
    if helpless(rules, other):
        agrees = True
    elif not mover.ally(other):
        if gap >= 2 and inside(mover, other):
            return Passing(True, True, rule="internal")
        return Passing(False, rule="walk.through")
    if small:
        return Passing(True, True, rule="space.packing")
    if gap >= 2 or gap <= -2:
        return Passing(True, True, rule="internal")
    return Passing(True, agrees, squeeze=agrees, rule="squeeze.sharing" if agrees else "squeeze.consent")


def inside(mover: Creature, other: Creature) -> bool:
    """Whether the mover already is within the other's space."""
    x, y, z = mover.cube
    box = other.box
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 and box.z0 <= z <= box.z1


def capacity(rules: Ruleset, creature: Creature, others: list[Creature]) -> bool:
    """How many small creatures a square takes: four of any size, or as many as fit."""
    if rules.setting("square-capacity") == "four" and len(others) >= 4:
        return False
    return alone(rules, creature, others)


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """How many times its speed a runner covers."""
    return run_multiplier(
        armor=creature.speed.armor,  # type: ignore[arg-type]
        load=creature.speed.load,  # type: ignore[arg-type]
        run_multiplier=rules.setting("run-multiplier"),  # type: ignore[arg-type]
    )


def aloft(rules: Ruleset, creature: Creature) -> bool:
    """Whether a creature in mid-air stays there."""
    return speeds(rules, creature).get("fly", 0) > 0 or creature.speed.hover


def turn_end(world: World, creature: Creature) -> None:
    """What a turn's end brings: flat-footed runners, and squeezing of those who share a space."""
    from ..effects import gain, lose
    from ..occupancy import settle_squeeze, sharers

    if creature.turn.fact("ran") and "runner" not in creature.body.feats:
        gain(world, creature, "flat-footed", until="turn-start", rules=world.rules.cite("run.flat-footed"))
    for other in sharers(world, creature):
        if passing(world.rules, creature, other, Manner()).squeeze:
            for one in (creature, other):
                gain(world, one, "squeezing", rules=world.rules.cite("squeeze.sharing"))
    for one in world.creatures:
        if "squeezing" in one.condition.held:
            settle_squeeze(world, one)
    del lose


EPIC_PATH = Ruleset(
    name="epic-path",
    title="Epic Path",
    sizes=SIZES,
    conditions=D20_CONDITIONS,
    helpless=frozenset({"helpless", "unconscious", "dead", "paralyzed", "stunned", "asleep", "bound"}),
    immobile=frozenset({"paralyzed", "unconscious", "dead", "bound", "restrained", "held", "asleep", "helpless"}),
    unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
    cycle=(1,),
    price=flat,
    terrain_under="entered",
    squeeze_least=squeeze_least,
    passing=passing,
    sharing_surcharge=1,
    square_capacity=capacity,
    speeds=speeds,
    usable_modes=listed_modes,
    gate=one_step_or_movement,
    run_factor=run_factor,
    run_line="any",
    prone_move="refuse",
    crawl_squares=1,
    crawlers=frozenset({"prone", "quelled", "splayed"}),
    stays_aloft=aloft,
    distance_cycle="one",
    reach_cycle=reach_one,
    flanking=True,
    flanks=by_lines,
    actions={"standard": 1, "move": 1, "swift": 1},
    costs={
        **costing((("move",), ("standard",)), "move"),
        **costing((("standard", "move"),), "double", "run", "charge", "minimum", "full-attack"),
        **costing((("move",), ("standard",)), "crawl", "stand", "tumble", "clamber", "carry", "jump"),
        **costing(
            (("standard",),),
            "withdraw",
            "attack",
            "overrun",
            "push",
            "pull",
            "slide",
            "teleport",
            "drop-object",
        ),
        **free("step", "drop-prone", "leap", "fall", "afflict", "interact", "end"),
    },
    fall=by_tens,
    pull_around=True,
    elects_prone=True,
    strike=d20_strike,
    strike_modifiers=(flanking, squeezed),
    check=d20_check,
    on_turn_end=turn_end,
    sees=sees,
    switches={
        **universal("one"),
        "last-square": switch("refuse", "allow", rule="ep.grid.insufficient-allowance"),
        "load-slows": switch("all-types", "walk-only", rule="ep.load.like-armor"),
        "slow-medium-load": switch("example", "rule", rule="ep.load.stacks-with-armor"),
        "run-multiplier": switch("four", "five", rule="ep.run.multiplier"),
        "run-path": switch("any", "straight", rule="ep.run.distance"),
        "corpse-terrain": switch("difficult", "none", rule="ep.squeeze.dead"),
        "sharing-consent": switch("allies", "nobody", rule="ep.squeeze.consent"),
        "square-capacity": switch("four", "by-size", rule="ep.space.practical-cap"),
        "flank-line-ends": switch("outside", "touching", rule="ep.reach-flank.exclusions"),
        "reach-flank-partner": switch("mutual", "own-line", rule="ep.reach-flank.corner-lines"),
        "threat-through-walls": switch("no", "yes", rule="ep.threat.area"),
        "elected-prone": switch("voluntary", "involuntary", rule="ep.forced.elect-prone"),
        "altitude": switch("cubes", "abstract", rule="ep.3d.abstract-altitude"),
    },
    cites={
        "move": ("ep.walk.action",),
        "double": ("ep.double-move.action", "ep.double-move.distance"),
        "speed.limit": ("ep.grid.insufficient-allowance", "ep.walk.action"),
        "opportunity": ("ep.walk.provokes",),
        "walk.through": ("ep.walk.through",),
        "terrain.blocked": ("ep.blocked.no-entry",),
        "corner": ("ep.corner.filled",),
        "step": ("ep.step.free-step",),
        "step.rest": ("ep.step.rest-condition",),
        "step.once": ("ep.step.rest-once",),
        "run": ("ep.run.action",),
        "crawl": ("ep.crawl.action",),
        "push": ("ep.push.away",),
        "push.obstruction": ("ep.push.obstruction",),
        "pull": ("ep.pull.toward",),
        "slide": ("ep.slide.any-path",),
        "fall": ("ep.fall.damage",),
        "fall.damage": ("ep.fall.damage",),
        "fall.prone": ("ep.fall.prone",),
        "run.flat-footed": ("ep.run.flat-footed",),
        "squeeze.sharing": ("ep.squeeze.sharing",),
        "forced.elect-prone": ("ep.forced.elect-prone",),
    },
)
"""The ruleset of the page "Types of Movement"."""
