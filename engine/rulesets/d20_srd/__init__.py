"""The d20 SRD: diagonals cost one and two in turn; each hindrance doubles.

In shared parts: srd.scale.square, srd.actions.run, srd.diagonal.distance, srd.large.many-squares,
srd.size.space-and-reach-typical, srd.size.tall-or-long.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from ....components.plan import MoveOptions
from ....components.position import MODES, Mode
from ....components.stats import Weight
from ...combat.threat import figure, natural_reach
from ...field.shapes import cramped
from ...geometry.boxes import cubes
from ...geometry.flank_lines import line_flanks
from ...rules import ruleset as chapters
from ...rules.budget import base_speeds, reach_alternating, reach_second_diagonal
from ...rules.catalogue import sets, switch, universal
from ...rules.ruleset import Request, Ruleset, World
from ...rules.step_costs import SpaceAccess
from ...state.creature import Creature
from ..memories import Build, FullRound, OverrunAttempt
from ..shared.d20 import (
    D20_CONDITIONS,
    D20_SIZES,
    SpeedModifier,
    ability_modifier,
    aloft,
    alone,
    costing,
    d6_per_10_feet,
    d20_check,
    d20_forecast,
    d20_strike,
    flanking,
    free,
    open_line,
    sees,
    squeezed,
    total_modifier,
)
from ..shared.spaces import doubled, helpless, object_passing, size_gap, willing
from .manoeuvres import drawn, move, no_dexterity, opening, overrun, prepaid, squeeze, step, tumble

# ---------------------------------------------------------------- speeds

ArmorFormula: TypeAlias = Literal["two-thirds", "none"]
"""How armor changes a written speed."""

RACE_SPEEDS: Mapping[str, tuple[int, int]] = {
    "human": (30, 20),
    "elf": (30, 20),
    "half-elf": (30, 20),
    "half-orc": (30, 20),
    "dwarf": (20, 20),
    "halfling": (20, 15),
    "gnome": (20, 15),
}
"""Feet in no or light armor, in medium or heavy. (srd.speed.row-human-elf-half-elf-half-orc, srd.speed.row-dwarf,
srd.speed.row-halfling-gnome)"""


def race_walk(race: str) -> int | None:
    """Returns a race's walking speed in feet; None if the table lacks the race. (srd.speed.base-land-speed)"""
    return RACE_SPEEDS[race][0] if race in RACE_SPEEDS else None


BARBARIAN = SpeedModifier(10, lost_in=frozenset(("heavy",)))
"""The bonus of a barbarian. (srd.speed.bonus-barbarian)"""


def monk(amount: int) -> SpeedModifier:
    """Returns a monk's speed bonus of `amount` feet. It is lost in armor. (srd.speed.bonus-monk)"""
    return SpeedModifier(amount, lost_in=frozenset(("light", "medium", "heavy")))


def modifier(kind: str, amount: int) -> SpeedModifier:
    """Returns a speed bonus of `amount` feet. That of a barbarian or monk is lost in armor.

    (srd.speed.bonus-barbarian, srd.speed.bonus-monk, srd.speed.bonus-spells-and-items)
    """
    if kind == "barbarian":
        return SpeedModifier(amount, lost_in=BARBARIAN.lost_in)
    if kind == "monk":
        return monk(amount)
    return SpeedModifier(amount, kind)


def modifiers(creature: Creature) -> list[SpeedModifier]:
    """Returns a creature's bonuses and penalties to speed. The penalty of armor is not included."""
    bonuses = creature.speed.bonuses
    found = [modifier(kind, amount) for kind, amount in bonuses]
    body = creature.body
    barbarian = "barbarian" in body.feats or "barbarian" in body.traits
    if barbarian and all(kind != "barbarian" for kind, _ in bonuses):
        found.append(BARBARIAN)
    return found


def unhampered(creature: Creature) -> bool:
    """True if armor and load do not slow the creature, as with dwarves. (srd.speed.row-dwarf)"""
    if creature.has("unhampered") or creature.has("dwarf"):
        return True
    unarmored, armored = RACE_SPEEDS.get(creature.own(Build).race or "", (1, 0))
    return armored == unarmored


def armored_speed(speed: int, *, armor_formula: ArmorFormula = "two-thirds") -> int:
    """Returns the speed in armor: two thirds, rounded up to a multiple of 5.

    With ``"none"`` the speed stays.

    (srd.speed.from-race-and-armor)
    """
    # Rounding up is rounding down the negative.
    return -(-2 * speed // 15) * 5 if armor_formula == "two-thirds" else speed


def current_speed(
    base: int,
    *,
    armor: Weight = "none",
    load: Weight = "light",
    modifiers: Iterable[SpeedModifier] = (),
    unhampered: bool = False,
    armor_formula: ArmorFormula = "two-thirds",
    load_slows: Literal["as-armor", "no"] = "as-armor",
) -> int:
    """Returns the speed in feet after modifiers, armor and load; at least 0.

    Armor or load counts once, not both. An `unhampered` creature ignores them.

    (srd.speed.modifiers-before-armor, srd.speed.encumbrance, srd.speed.bonus-barbarian, srd.speed.bonus-monk,
    srd.speed.bonus-spells-and-items, srd.speed.row-dwarf)
    """
    speed = max(0, base + total_modifier(m for m in modifiers if armor not in m.lost_in))
    slowing_load = load if load_slows == "as-armor" else "light"
    if unhampered or not {armor, slowing_load} & {"medium", "heavy"}:
        return speed
    return armored_speed(speed, armor_formula=armor_formula)


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns a creature's speeds in feet, after bonuses, armor and load.

    (srd.speed.modifiers-before-armor, srd.speed.from-race-and-armor, srd.speed.encumbrance,
    srd.speed.same-type-no-stack)
    """
    speed = creature.speed
    if speed.imposed is not None:
        return dict(speed.imposed)
    added = modifiers(creature)
    return {
        mode: current_speed(
            listed,
            armor=speed.armor,
            load=speed.load,
            modifiers=added,
            unhampered=unhampered(creature),
            armor_formula=rules.word("armor-formula", "two-thirds", "none"),
            load_slows=rules.word("load-slows", "no", "as-armor"),
        )
        if listed
        else 0
        for mode, listed in speed.listed.items()
    }


def own_modes(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """Returns all movement modes of a creature, those with speed 0 included. (srd.special.minimum-move-limits)"""
    listed = base_speeds(creature)
    return [(mode, True) for mode in MODES if mode != "teleport" and listed.get(mode, 0) > 0]


# ---------------------------------------------------------------- spaces and flanking


def passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Returns whether a mover may enter or share the space of `other`. Friends and the helpless allow it.

    (srd.occupancy.friend-pass, srd.occupancy.opponent-blocks, srd.occupancy.very-small-pass,
    srd.occupancy.three-sizes-larger, srd.occupancy.three-sizes-smaller)
    """
    plain = open_passing(rules, mover, other, options)
    if plain is not None:
        return plain
    return apart_in_size(rules, mover, other) or barred(rules)


def open_passing(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess | None:
    """Returns the access to a space; None if the rules for enemies decide."""
    thing = object_passing(rules, other)
    if thing is not None:
        return thing
    if other.has("fills-space"):
        return SpaceAccess(False, rule="space.fills", corner=rules.setting("filling-creature-corners") == "hard")
    if options.charging and willing(rules, mover, other):
        return SpaceAccess(False, rule="space.charging")
    if helpless(rules, other):
        return SpaceAccess(True, True, costly=hampering(rules, other), rule="space.helpless")
    if mover.size.room < 5:
        return SpaceAccess(True, True, rule="space.tiny")
    if willing(rules, mover, other):
        if rules.setting("friends") == "block":
            return SpaceAccess(False, rule="space.friend")
        return SpaceAccess(True, False, rule="space.friend")
    return None


def apart_in_size(rules: Ruleset, mover: Creature, other: Creature) -> SpaceAccess | None:
    """Returns that a mover may pass a creature three sizes apart; None for other creatures.

    (srd.occupancy.three-sizes-larger, srd.occupancy.three-sizes-smaller)
    """
    gap = size_gap(mover, other)
    big = rules.setting("big-passer") != "large" or mover.size.rank >= 1
    if gap >= 3 or (gap <= -3 and big):
        return SpaceAccess(True, False, rule="space.three-sizes")
    return None


def barred(rules: Ruleset) -> SpaceAccess:
    """Returns that a mover may not enter an enemy's space, except to squeeze beside the enemy.

    (srd.squeeze.past-opponent, asc.squeeze.past-opponent)
    """
    if rules.setting("squeeze-past") == "through":
        return SpaceAccess(True, False, costly=True, rule="space.foe")
    return SpaceAccess(False, rule="space.foe", drawn_in=True)


def hampering(rules: Ruleset, other: Creature) -> bool:
    """True if a helpless body of this size counts as difficult terrain.

    (srd.occupancy.helpless-obstacle, asc.occupancy.helpless-obstacle)
    """
    least = rules.setting("helpless-obstacle", "off")
    return least != "off" and other.size.rank >= rules.sizes.rows[str(least)].rank


def reactions_of(rules: Ruleset, creature: Creature) -> int | None:
    """Returns how many reactions a creature has per round; the feat Combat Reflexes gives more."""
    if rules.threat.reactions is None or "combat-reflexes" not in creature.body.feats:
        return rules.threat.reactions
    return rules.threat.reactions + max(ability_modifier(creature, "dexterity"), 0)


def opposite(world: World, by: Creature, ally: Creature, target: Creature) -> bool:
    """True if a line between two creatures passes through opposite sides of the target. (srd.small.no-flank)"""
    rules = world.rules
    if not natural_reach(rules, by) or not natural_reach(rules, ally):
        return False
    return any(line_flanks(p, q, target.box) for p in _centres(world, by) for q in _centres(world, ally))


def _centres(world: World, creature: Creature) -> list[tuple[int, int, int]]:
    return [(2 * x + 1, 2 * y + 1, 2 * z + 1) for x, y, z in cubes(figure(world, creature).space)]


# ---------------------------------------------------------------- turns

TRAVEL = frozenset({"move", "double", "run", "crawl", "withdraw", "charge", "minimum"})

MOVES = frozenset({"move", "double", "crawl", "run", "charge", "minimum", "tumble", "overrun", "squeeze", "leap"})
"""Excluded by a full attack."""


def gate(request: Request, kind: str) -> None:
    """Refuses a 5-foot step in a turn with other movement, and strikes from very narrow places.

    (srd.step.no-other-movement, srd.squeeze.under-half-no-attack, srd.actions.full-round-leaves-step)
    """
    one_step_or_movement(request, kind)
    name = request.creature.name
    if (
        kind == "step"
        and request.rules.setting("step-with") == "full-round"
        and not request.creature.own(FullRound).taken
    ):
        raise request.refuse(
            "{name} can take a 5-foot step only in a turn with a full-round action", "step.rest", name=name
        )
    if kind in ("attack", "full-attack") and cramped(request.world, request.creature):
        raise request.refuse("{name} cannot attack in a space this narrow", "squeeze.no-attack", name=name)
    if kind in MOVES and not request.free and request.creature.own(FullRound).taken:
        raise request.refuse("{name} made a full attack; only a 5-foot step is left", "full-attack", name=name)


def one_step_or_movement(request: Request, kind: str) -> None:
    turn, rules, name = request.creature.turn, request.rules, request.creature.name
    if kind in TRAVEL and turn.stepped:
        raise request.refuse("{name} took a 5-foot step this turn and cannot move again", "step.closes", name=name)
    if kind == "step":
        if turn.moved:
            raise request.refuse(
                "{name} already moved this turn and cannot take a 5-foot step", "step.rest", "step", name=name
            )
        if turn.stepped >= int(rules.setting("steps-per-turn", 1)):
            raise request.refuse("{name} already took its 5-foot step this turn", "step.once", "step", name=name)


# ---------------------------------------------------------------- the ruleset

SIZES_NAMED = ("off", "large", "huge", "gargantuan", "colossal")


def phases(rules: Ruleset, creature: Creature) -> bool:
    """True if the creature can move through walls, by the house rule `incorporeal-walls`.

    (srd.obstacle.flying-incorporeal)
    """
    return rules.setting("incorporeal-walls") == "pass" and creature.has("incorporeal")


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """Returns the factor of a run on the speed: 4. A house rule makes it 3 with a heavy load. (srd.actions.run)"""
    weighed = "heavy" in (creature.speed.armor, creature.speed.load)
    return int(rules.setting("run-heavy-multiplier", 4)) if weighed else 4


D20_SRD = Ruleset(
    name="d20-srd", title="d20 SRD",
    grid=chapters.GridRules(diagonal_cycle=(1, 2), distance_cycle="alternating"),
    sizes=chapters.SizeRules(
        rows=D20_SIZES,
        squeeze_least=lambda rules, row: row.room / 2,  # (srd.squeeze.half-width, asc.squeeze.half-width)
        squeeze_by_skill=lambda room: 0.0, squeeze_beside=True,
    ),
    conditions=chapters.ConditionRules(
        known=D20_CONDITIONS,
        helpless=frozenset({"helpless", "unconscious", "dead", "paralyzed", "asleep", "bound", "pinned"}),
        immobile=frozenset(
            {"paralyzed", "unconscious", "dead", "bound", "held", "pinned", "asleep", "helpless", "restrained"}
        ),
        unable=frozenset({"unconscious", "dead", "paralyzed", "stunned", "asleep", "helpless"}),
    ),
    terrain=chapters.TerrainRules(
        counted_under="arrival", hardest_square=True, darkness_hampers=True, pits_closed=True, phases=phases
    ),
    movement=chapters.MovementRules(
        race_walk=race_walk, step_cost=doubled, speeds=speeds, usable_modes=own_modes, gate=gate,
        run_factor=run_factor, run_line="eight", prone_move="crawl", crawl_squares=1, stays_aloft=aloft,
        low_kinds=frozenset({"crawl", "step", "minimum"}),
    ),
    space=chapters.SpaceRules(
        access=passing, square_capacity=alone, put_back="last-or-nearer", put_back_downed=True, nearest_by_die=True
    ),
    threat=chapters.ThreatRules(
        reach_cycle=reach_alternating, reaction_scope="turn", reactions_of=reactions_of,
        may_react=lambda world, creature: not cramped(world, creature),
        entering_provokes=True, flanking=True, flanks=opposite, line=open_line, sees=sees,
    ),
    falling=chapters.FallingRules(land=d6_per_10_feet),
    actions=chapters.ActionRules(
        per_turn={"standard": 1, "move": 1, "swift": 1},
        costs={
            **costing((("move",), ("standard",)), "move", "crawl", "stand", "tumble", "carry", "squeeze", "equip"),
            **costing((("standard", "move"),), "double", "run", "charge", "minimum", "full-attack", "overrun"),
            **costing((("standard",),), "attack", "push", "pull", "slide", "teleport", "drop-object"),
            **free("step", "drop-prone", "leap", "fall", "afflict", "use", "interact", "end"),
        },
        planners={
            "move": move, "step": step, "tumble": tumble,
            "overrun": overrun, "squeeze": squeeze,
        },
        prepaid=prepaid,
    ),
    components=(Build, FullRound, OverrunAttempt),
    attacks=chapters.AttackRules(
        drawn=drawn, opening=opening,
        strike=d20_strike, forecast=d20_forecast, modifiers=(squeezed, no_dexterity, flanking), check=d20_check,
        check_bonus=ability_modifier,
    ),
    switches={
        **universal("alternating"),
        "armor-formula": switch("two-thirds", "none", rule="srd.speed.from-race-and-armor"),
        "load-slows": switch("as-armor", "no", rule="srd.speed.encumbrance"),
        "poor-visibility": switch("double", "none", rule="srd.speed.hampered"),
        "double-move": switch("pooled", "separate", rule="srd.actions.double-move"),
        "run-line": switch("eight", "any", "free", rule="srd.actions.run"),
        "run-heavy-multiplier": switch(4, 3, rule="srd.actions.run"),
        "step-with": switch("any", "full-round", rule="srd.step.no-other-movement"),
        "step-into-difficult": switch("forbidden", "allowed", rule="srd.step.difficult-terrain"),
        "diagonal-count-scope": switch("movement", "turn", rule="srd.diagonal.count-scope"),
        "difficult-diagonal-counts": switch("no", "yes", rule="srd.terrain.difficult-diagonal"),
        "helpless-obstacle": switch(*SIZES_NAMED, rule="srd.occupancy.helpless-obstacle"),
        "overrun": switch("contest", "off", rule="srd.occupancy.overrun"),
        "tumble": switch("check", "off", rule="srd.occupancy.tumble"),
        "tiny-entry-by-step": switch("safe", "provokes", rule="srd.occupancy.very-small-provokes"),
        "big-passer": switch("any", "large", rule="srd.occupancy.three-sizes-smaller"),
        "filling-creature-corners": switch("free", "hard", rule="srd.occupancy.filling-creature"),
        "footprint-terrain": switch("arrival", "either", rule="srd.terrain.worst-of-footprint"),
        "obstacle-diagonal": switch("separated", "touching", rule="srd.obstacle.on-top-of-entry"),
        "stop-in-obstacle": switch("allowed", "forbidden", rule="srd.obstacle.all-or-nothing"),
        "incorporeal-walls": switch("block", "pass", rule="srd.obstacle.flying-incorporeal"),
        "squeeze-past": switch("beside", "through", rule="srd.squeeze.past-opponent"),
        "zero-reach-own-square": switch("threatened", "none", rule="srd.small.no-threat-around"),
        "reach-second-diagonal": switch("out", "in", rule="srd.reach.second-diagonal"),
    },
    effects={
        "diagonal-count-scope": sets("grid.count_scope", {"movement": "movement", "turn": "turn"}),
        "footprint-terrain": sets("terrain.counted_under", {"arrival": "arrival", "either": "either"}),
        "obstacle-diagonal": sets("grid.obstacle_corners", {"separated": "separated", "touching": "touching"}),
        "poor-visibility": sets("terrain.darkness_hampers", {"double": True, "none": False}),
        "reach-second-diagonal": sets("threat.reach_cycle", {"out": reach_alternating, "in": reach_second_diagonal}),
        "run-line": sets("movement.run_line", {"eight": "eight", "any": "any", "free": "free"}),
        "stop-in-obstacle": sets("terrain.stop_in_obstacle", {"allowed": True, "forbidden": False}),
        "zero-reach-own-square": sets("threat.own_space_threat", {"threatened": True, "none": False}),
    },
    catalogue="d20-srd",
    notes={
        "srd.scale.miniature": "the figures on a table are no part of a battle",
        "srd.size.special-outside-small-medium": "it announces the rules of small and of large creatures",
        "srd.size.modifier-use": "written attack bonuses and armor classes hold the size modifier already",
        "srd.size.grapple-and-hide-columns": "grapple checks and hiding are not played",
        "srd.size.height-column": "a scenario names the size of a creature, not its length",
        "srd.size.weight-column": "the weight of a body changes nothing that is played",
    },
)  # fmt: skip
