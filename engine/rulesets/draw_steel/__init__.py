"""Draw Steel: squares as units, enemies' spaces at a cost, power rolls.

`damage` is the middle tier's; the lowest deals half, the highest half more. A total below the target's `ac` misses.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ....components.events import Rolled, Struck
from ....components.intents import Forced
from ....components.plan import Act, Check, ForcedMove, Harm, MoveOptions, Strike
from ...combat.sight import cover_of
from ...dice import parse
from ...effects.placement import displaced
from ...effects.verbs import gain
from ...field.forced_steps import squares_left
from ...field.shapes import may_rest, sharers
from ...field.support import holds_at
from ...rules import ruleset as chapters
from ...rules.budget import listed_modes, reach_one, speeds_now
from ...rules.catalogue import Choice, sets, switch, universal
from ...rules.defined import damage_kind
from ...rules.odds import Odds, StrikeOdds
from ...rules.ruleset import Request, RolledCheck, RolledStrike, Ruleset, World
from ...state.creature import Creature
from ...state.verdict import Plan
from ..memories import Movements
from ..shared.d20 import D20_CONDITIONS, alone, costing, free
from .basics import (
    BASE_SPEED,
    HELD_FAST,
    SENSELESS,
    SIZES,
    SQUEEZED,
    aloft,
    began_with,
    beneath,
    buried,
    climbs,
    clings_overhead,
    cut_short,
    line,
    no_squeezing,
    passing,
    pause,
    price,
    sees,
    speeds,
    takes_part,
)
from .jumps import TYPES, jump, teleport
from .moves import claw_dirt, crawl, dig, finish_walk, kept_to, mixes, move, pull_up, shift, shift_way
from .riding import climb_creature, fall, knock_off, knocked_prone

# ---------------------------------------------------------------- turns

INSIDE = frozenset(
    {"attack", "push", "pull", "slide", "dig", "claw-dirt", "knock-off", "pull-up", "interact", "carry", "drop-object"}
    | {"shift"}
)
"""Forbidden while paused in another's space."""


def inside(world: World, creature: Creature) -> bool:
    """True if the creature has paused its move in a space where it may not stop."""
    return creature.turn.pausing and not may_rest(world, creature)


def gate(request: Request, kind: str) -> None:
    """Refuses all but further movement of a creature that pauses in another creature's space.

    (ds.space.no-acting-inside)
    """
    creature, rules = request.creature, request.rules
    free = kind == "drop-prone" or (kind == "stand" and creature.condition.prone_by_choice)
    granted = getattr(request.intent, "distance", None) is not None
    barred = kind in INSIDE or kind == "stand" or free or granted
    if free and rules.setting("free_maneuver_inside") == "allow":
        barred = False
    if barred and inside(request.world, creature):
        raise request.refuse("{name} paused in another creature's space and must move on", "space.no-acting")


def set_up(world: World, creature: Creature) -> None:
    for other in sharers(world, creature):
        if passing(world.rules, creature, other, MoveOptions()).squeeze and not other.out and not creature.out:
            gain(world, creature, SQUEEZED, rules=world.rules.cite("squeeze"))


def turn_end(world: World, creature: Creature) -> None:
    """At a turn's end, moves a creature out of a space where it only paused."""
    if inside(world, creature) and not creature.out:
        displaced(world, creature)
    creature.turn.pausing = False


# ---------------------------------------------------------------- forced movement


def driven(request: Request, plan: Plan) -> Plan:
    """Changes the plan of a push, pull or slide for targets that are underground or fall.

    (ds.burrow.forced-not-moved, ds.burrow.forced-damage, ds.burrow.forced-vertical, ds.fall.forced-down)
    """
    intent: Forced = request.intent
    rules, world = request.rules, request.world
    target = world.named[intent.target]
    for act in plan.acts:
        if isinstance(act, ForcedMove):
            act.airborne = intent.changes_height
            most = max(speeds_now(rules, target).values(), default=0)
            if act.distance > most and rules.setting("cap_binds_forced_movement") is True:
                act.distance = most
                plan.rules += rules.cite("cap")
    if not beneath(world.board, target.box):
        return plan
    upright = intent.changes_height
    if rules.setting("vertical_means") == "direction":
        steps = [act.steps for act in plan.acts if isinstance(act, ForcedMove)]
        upright = bool(steps) and all(cube[:2] == target.cube[:2] for way in steps for cube in way)
    if upright:
        plan.rules += rules.cite("forced.upright")
        for act in plan.acts:
            if isinstance(act, ForcedMove):
                act.rules += rules.cite("forced.upright")
        return plan
    squares = len(intent.path) if intent.path is not None else rules.squares(intent.distance)
    if rules.setting("underground_push_ignores_stability") is not True:
        squares = min(squares, squares_left(rules, target, intent.distance))
    cited = rules.cite("forced.underground")
    acts: list[Act] = [Harm(target.name, str(squares), "underground", rules=cited)] if squares else []
    return Plan(acts, plan.pays, cited)


# ---------------------------------------------------------------- power rolls

MIDDLE, TOP = 12, 17

Modifiers = tuple[tuple[str, int | str], ...]


class Power(NamedTuple):
    results: tuple[int, ...]
    total: int
    tier: int


def tier_of(total: int) -> int:
    """Returns a roll's tier: 1 up to 11, 2 up to 16, else 3."""
    return 1 + (total >= MIDDLE) + (total >= TOP)


def power_roll(
    world: World,
    score: int,
    modifiers: Modifiers,
    results: tuple[int, ...] = (),
    matters: Callable[[int, int], object] | None = None,
) -> Power:
    """Rolls 2d10. If given, only `matters(total, tier)` matters of the roll."""
    plus, shift = plus_and_shift(modifiers)
    plus += score
    if not results and matters is not None:
        asked = matters
        results = world.dice.roll_for(2, 10, lambda found: asked(sum(found) + plus, _tier(sum(found) + plus, shift)))
    results = results or world.dice.roll_sum(2, 10)
    total = sum(results) + plus
    return Power(results, total, _tier(total, shift))


def _tier(total: int, shift: int) -> int:
    return min(max(tier_of(total) + shift, 1), 3)


def plus_and_shift(modifiers: Modifiers) -> tuple[int, int]:
    edges = sum(1 for _, amount in modifiers if amount == "edge")
    banes = sum(1 for _, amount in modifiers if amount == "bane")
    left = min(edges, 2) - min(banes, 2)
    plus = sum(amount for _, amount in modifiers if isinstance(amount, int))
    return (plus, left // 2) if abs(left) == 2 else (plus + 2 * left, 0)


def squeeze_bane(creature: Creature) -> Modifiers:
    """Returns the bane (a penalty) that a squeezing creature has on its rolls. (ds.space.squeeze-bane)"""
    return ((SQUEEZED, "bane"),) if SQUEEZED in creature.condition.held else ()


def check(world: World, roll: Check) -> RolledCheck:
    """Rolls a test. With a difficulty, it succeeds or fails; without one, it gives a tier from 1 to 3."""
    creature = world.named[roll.who]
    modifiers = (*roll.modifiers, *squeeze_bane(creature))
    # what is no save may be one roll against several opponents, each with modifiers of its own
    matters = None if not roll.save else lambda total, tier: (tier, roll.dc is not None and total >= roll.dc)
    power = power_roll(world, roll.bonus, modifiers, roll.results, matters)
    roll.results = power.results
    outcome = f"tier-{power.tier}"
    cited = (*roll.rules, *_cited(world, modifiers))
    if roll.dc is None:
        cited += world.rules.cite(f"{roll.what}.{outcome}")
    else:
        # At a difficulty where a tier begins, tiers are compared, because two edges or banes shift them.
        by_tier = roll.dc in (MIDDLE, TOP)
        met = power.tier >= tier_of(roll.dc) if by_tier else power.total >= roll.dc
        outcome = "success" if met else "failure"
    made = Rolled(
        who=roll.who,
        for_=roll.what,
        dice="2d10",
        results=power.results,
        total=power.total,
        dc=roll.dc,
        outcome=outcome,
        rules=tuple(dict.fromkeys(cited)),
        modifiers=modifiers,
    )
    return RolledCheck(outcome, (made,))


def _cited(world: World, modifiers: Modifiers) -> tuple[str, ...]:
    return world.rules.cite(*(f"roll.{str(why).replace(' ', '-')}" for why, _ in modifiers))


def weights(world: World, strike: Strike) -> Modifiers:
    return (*against(world, strike), *squeeze_bane(world.named[strike.by]))


def against(world: World, strike: Strike) -> Modifiers:
    """Returns the edges (bonuses) and banes (penalties) of a strike: height, climbing, cover."""
    striker, target = world.named[strike.by], world.named[strike.target]
    found: list[tuple[str, int | str]] = list(strike.modifiers)
    if high_ground(world, striker, target):
        found.append(("high ground", "edge"))
    if not strike.ranged and striker.condition.mount == target.name:
        found.append(("climbing", "edge"))
    if cover_of(world, strike) or covered(world, target):
        found.append(("cover", "bane"))
    return tuple(found)


def covered(world: World, target: Creature) -> bool:
    """True if the target has cover because it is underground.

    (ds.burrow.cover-from-surface, ds.burrow.cover-between-adjacent)
    """
    return buried(world, target)


def high_ground(world: World, striker: Creature, target: Creature) -> bool:
    """True if the striker is on high ground: wholly above the target.

    (ds.high-ground.edge, ds.high-ground.fully-above, ds.high-ground.standing-only, ds.high-ground.climbing,
    ds.burrow.no-high-ground)
    """
    rules = world.rules
    if striker.box.z0 <= target.box.z1 or buried(world, target) or buried(world, striker):
        return False
    if striker.prone and rules.setting("prone_high_ground") is not True:
        return False
    if striker.condition.mount is not None or striker.speed.hover:
        return False
    held = holds_at(world, striker, striker.cube)
    if held == "climb":
        return climbs(rules, striker)
    return held == "walk"


def characteristic(creature: Creature, name: str) -> int:
    """Returns a creature's characteristic, such as might: the bonus to an ability's roll."""
    return creature.body.abilities.get(name, 0)


def check_odds(world: World, asked: Check) -> tuple[tuple[str, float], ...]:
    """Returns (tier, chance) of each possible result of a test, best first."""
    plus, shift = plus_and_shift((*asked.modifiers, *squeeze_bane(world.named[asked.who])))
    return tuple((name, chance) for name, chance, tier in tier_odds(asked.bonus + plus, shift) if tier)


@lru_cache(maxsize=1 << 10)
def tier_odds(bonus: int, shift: int, against: int | None = None) -> tuple[tuple[str, float, int], ...]:
    """Returns (name, chance, tier) of each outcome of a strike, best first. A miss has tier 0."""
    totals = [one + other + bonus for one in range(1, 11) for other in range(1, 11)]
    tiers = [min(max(tier_of(total) + shift, 1), 3) if against is None or total >= against else 0 for total in totals]
    return tuple((f"tier-{tier}" if tier else "miss", tiers.count(tier) / 100, tier) for tier in (3, 2, 1, 0))


@lru_cache(maxsize=1 << 10)
def odds(bonus: int, against: int) -> Odds:
    """Returns (chance of a hit, mean share of damage). A share is half, full or one and a half."""
    totals = [one + other + bonus for one in range(1, 11) for other in range(1, 11)]
    tiers = [tier_of(total) for total in totals if total >= against]
    return Odds(len(tiers) / len(totals), sum(tiers) / len(tiers) / 2 if tiers else 1.0)


def forecast(world: World, act: Strike) -> StrikeOdds:
    striker, target = world.named[act.by], world.named[act.target]
    modifiers = weights(world, act)
    bonus, shift = plus_and_shift(modifiers)
    bonus += striker.body.attack if act.bonus is None else act.bonus
    return StrikeOdds(bonus, target.body.ac, modifiers, tier_odds(bonus, shift, target.body.ac))


def strike(world: World, act: Strike) -> RolledStrike:
    """Rolls a strike. Only a hit deals damage."""
    striker, target = world.named[act.by], world.named[act.target]
    modifiers = weights(world, act)
    cited = _cited(world, modifiers)
    if covered(world, target):
        cited += world.rules.cite("cover.between" if buried(world, striker) else "cover.from-surface")
    score = striker.body.attack if act.bonus is None else act.bonus
    power = power_roll(world, score, modifiers, matters=lambda total, tier: total >= target.body.ac and tier)
    hit = power.total >= target.body.ac
    damage = 0
    text = act.dice or striker.body.damage
    if hit and text is not None and not act.harmless:
        dice = parse(text)
        results = world.dice.roll_sum(dice.count, dice.sides) if dice.count else ()
        damage = power.tier * max(sum(results) + dice.plus, 0) // 2
    struck = Struck(
        by=striker.name,
        target=target.name,
        hit=hit,
        total=power.total,
        against=target.body.ac,
        damage=damage,
        outcome=f"tier-{power.tier}" if hit else "miss",
        modifiers=modifiers,
        rules=act.rules + tuple(r for r in cited if r not in act.rules),
    )
    return RolledStrike(struck, damage_kind(act, striker) if hit and not act.harmless else None)


# ---------------------------------------------------------------- the ruleset

DAMAGE_TIMINGS = ("enter_and_turn_start", "enter_only", "turn_start_only")
"""Values of the switch for the time of terrain damage."""

EFFECTS: Mapping[str, Mapping[Choice, Mapping[str, object]]] = {
    "vertical_diagonals": sets("grid.slant_per_axis", {"one": False, "sum_of_axes": True}),
    "corner_blocks_when": sets("grid.corners", {"any_filled": "any", "both_filled": "both"}),
    "interrupted_inside": sets("space.put_back", {"step_back": "last", "nearest_free": "nearest", "squeeze": "stay"}),
    "damaging_timing": sets("terrain.harm_timing", {timing: timing for timing in DAMAGE_TIMINGS}),
    "knocked_while_voluntary": sets(
        "conditions.imposed_replaces_chosen", {"becomes_imposed": True, "stays_voluntary": False}
    ),
    "teleport_fires_enter_triggers": sets("terrain.teleports_enter", {True: True, False: False}),
}
"""Set by switches; others are read where needed."""


DRAW_STEEL = Ruleset(
    name="draw-steel", title="Draw Steel", feet=False,
    grid=chapters.GridRules(count_scope="action", corners="any", corner_axes=3),
    sizes=chapters.SizeRules(rows=SIZES, squeeze_least=no_squeezing, squeeze_condition=SQUEEZED),
    conditions=chapters.ConditionRules(
        read=frozenset({"prone", "blinded", "falling", "climbing", "grabbed", "slowed"}),
        known=D20_CONDITIONS, helpless=SENSELESS, immobile=SENSELESS | HELD_FAST,
        unable=SENSELESS | {"stunned"}, teleport_ends=("grabbed", "restrained"), chosen_prone_stands_free=True,
    ),
    terrain=chapters.TerrainRules(
        walkers_in_earth=True, bodies_entered=True, fly_over_ground=False, burrow_vertical=False
    ),
    movement=chapters.MovementRules(
        default_walk=BASE_SPEED, modes=TYPES, step_cost=price, unlisted={"climb": 2, "swim": 2}, crawl_extra=1,
        clings_overhead=clings_overhead, carriers_climbed=True, pause=pause, cut_short=cut_short, speeds=speeds,
        usable_modes=listed_modes, mixes_modes=mixes, kept_to=kept_to, began_with=began_with, gate=gate,
        prone_move="crawl", split_moves=True, slows_at_once=False, stays_aloft=aloft, shift_way=shift_way,
        finish_walk=finish_walk,
        low_kinds=frozenset({"crawl", "step", "shift", "dig", "claw-dirt"}),
    ),
    space=chapters.SpaceRules(
        access=passing, square_capacity=alone, put_back="last", put_back_downed=True
    ),
    threat=chapters.ThreatRules(
        reach_cycle=reach_one, provokes="parting", reactions=None, reaction_scope="step", through_walls=False,
        may_react=takes_part, sees=sees, line=line,
    ),
    forced=chapters.ForcedMovementRules(driven_down_falls=True, adjusted=driven, through_earth=True),
    falling=chapters.FallingRules(land=fall, onto_others=True, squares_a_round=(100, 100)),
    actions=chapters.ActionRules(
        per_turn={"main": 1, "maneuver": 1, "move": 1}, words={"standard": "main"},
        costs={
            **costing((("move",),), "move", "crawl", "shift", "jump", "teleport-move"),
            **costing(
                (("maneuver",),), "stand", "push", "pull", "slide", "dig", "claw-dirt", "knock-off", "pull-up", "carry",
                "equip",
            ),
            **costing((("main",),), "attack", "drop-object"),
            **free("granted", "drop-prone", "teleport", "fall", "afflict", "interact", "use", "end", "climb-creature"),
        },
        planners={
            "move": move, "crawl": crawl, "shift": shift, "jump": jump, "teleport": teleport,
            "dig": dig, "claw-dirt": claw_dirt, "pull-up": pull_up, "climb-creature": climb_creature,
            "knock-off": knock_off, },
    ),
    attacks=chapters.AttackRules(
        strike=strike, forecast=forecast, odds=odds, check=check, check_odds=check_odds, tiers=True,
        save_bonus=characteristic, check_bonus=characteristic, check_modifiers=against,
    ),
    components=(Movements,),
    hooks=chapters.Hooks(on_gain=knocked_prone, on_set_up=set_up, on_turn_end=turn_end),
    effects=EFFECTS,
    switches={
        **universal("one"),
        "vertical_diagonals": switch("one", "sum_of_axes", rule="ds.move.adjacent-cost"),
        "neutral_space": switch("enemy", "ally", rule="ds.space.ally-through"),
        "difficult_terrain_stacks": switch(False, True, rule="ds.space.enemy-difficult"),
        "interrupted_inside": switch("step_back", "nearest_free", "squeeze", rule="ds.space.no-stop"),
        "free_maneuver_inside": switch("deny", "allow", rule="ds.space.no-acting-inside"),
        "size_ladder": switch("lettered", "whole_number", rule="ds.space.two-size-exception"),
        "allow_forced_sharing": switch("only_if_no_free_space", "never", "ask", rule="ds.space.forced-together"),
        "cap_binds_forced_movement": switch(False, True, rule="ds.cap.effect-limited"),
        "recheck_each_step": switch(True, False, rule="ds.cap.current-speed"),
        "corner_blocks_when": switch("any_filled", "both_filled", rule="ds.corner.no-diagonal"),
        "enemy_space_blocks_shift": switch(True, False, rule="ds.shift.not-into-enemy-space"),
        "mix_types_in_one_move": switch(True, False, rule="ds.type.eight"),
        "burrow_cost": switch(1, 2, rule="ds.burrow.permission"),
        "temporary_burrow_can_dig": switch(False, True, rule="ds.dig.needs-speed-entry"),
        "dig_draws_opportunity": switch(True, False, rule="ds.dig.distance"),
        "depth_one_sees_out": switch(False, True, rule="ds.burrow.no-line-to-surface"),
        "claw_dirt_tier1_needs_main_action": switch(False, True, rule="ds.claw-dirt.tier-1"),
        "claw_dirt_tier2_slow_only_if_moved": switch(False, True, rule="ds.claw-dirt.tier-2"),
        "underground_push_ignores_stability": switch(False, True, rule="ds.burrow.forced-damage"),
        "vertical_means": switch("keyword", "direction", rule="ds.burrow.forced-vertical"),
        "untrained_ceiling": switch(False, True, rule="ds.climb.untrained-cost"),
        "climbers_also_test": switch(False, True, rule="ds.climb.hard-surface-test"),
        "climb_test_difficulty": switch("medium", "easy", "hard", rule="ds.climb.hard-surface-test"),
        "mounting_cost": switch("climb_cost", "free", rule="ds.climb-creature.willing"),
        "knock_off_prone": switch("always", "only_if_fall_counts", rule="ds.climb-creature.knock-off-tier-1"),
        "jumps_per_movement": switch(1, "unlimited", rule="ds.jump.within-any-movement"),
        "jump_cap": switch("remaining", "full", rule="ds.jump.cap-by-effect"),
        "knocked_while_voluntary": switch("becomes_imposed", "stays_voluntary", rule="ds.crawl.stand-voluntary"),
        "teleport_fires_enter_triggers": switch(True, False, rule="ds.teleport.no-triggers"),
        "teleport_other_line": switch("from_caster", "from_departure", rule="ds.teleport.other-line"),
        "split_teleport_advance": switch(False, True, rule="ds.teleport.usual-movement"),
        "teleport_other_stand_choice": switch("caster", "teleported", rule="ds.teleport.prone-other"),
        "teleport_overlap": switch("allowed", "forbidden", rule="ds.teleport.new-space"),
        "fall_threshold_uses": switch("effective", "actual", rule="ds.fall.threshold"),
        "agility_reduction": switch("automatic", "ask", rule="ds.fall.agility-reduction"),
        "prone_in_liquid": switch("by_height", "never", rule="ds.fall.liquid-reduction"),
        "forced_down_agility": switch("ignored", "applied", rule="ds.fall.forced-down"),
        "fall_onto_height": switch("ground", "creature_top", rule="ds.fall.onto-creature-damage"),
        "knockdown_on_short_fall": switch(False, True, rule="ds.fall.onto-creature-knockdown"),
        "damaging_timing": switch(*DAMAGE_TIMINGS, rule="ds.terrain.damaging-amount"),
        "prone_high_ground": switch(False, True, rule="ds.high-ground.standing-only"),
    },
    catalogue="draw-steel",
)  # fmt: skip
