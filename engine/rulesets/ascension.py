"""The Ascension Project: the d20 SRD with two actions, postures and firearms.

The SRD fills gaps: asc.silence.space-and-reach, asc.silence.illegal-stop, asc.silence.opportunity-trigger.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...components.plan import Act, Check, ConditionChange, Halt, MoveOptions, Provocation, TurnUpdate, Walk
from ...components.position import MODES, Mode
from ..geometry.boxes import footprint
from ..geometry.straight_lines import is_lateral
from ..legality.planners import moves as moving
from ..legality.request import begin_action, begin_movement, condition_title, payment_for, pays_anew
from ..messages import _, english
from ..rules.budget import base_speeds
from ..rules.catalogue import sets, switch, universal
from ..rules.ruleset import AttackRoll, Request, Ruleset
from ..rules.step_costs import SpaceAccess
from ..state.creature import Creature
from ..state.verdict import Plan
from .d20_srd import (
    D20_SRD,
    SIZES_NAMED,
    ArmorFormula,
    apart_in_size,
    barred,
    current_speed,
    manoeuvres,
    open_passing,
)
from .d20_srd import gate as srd_gate
from .memories import Firearm, TightPlaces
from .shared.d20 import SpeedModifier, ability_modifier, costing, free, squeezed


class Posture(NamedTuple):
    relief: int
    """The recoil that the posture takes off shots."""
    shots: int
    """The bonus to defence against shots."""
    blows: int
    """The bonus to defence in melee."""
    own: int
    """The bonus to the creature's own melee attacks."""
    cover: str


POSTURES = {"prone": Posture(2, 4, -4, -4, "prone-cover"), "crouched": Posture(1, 2, -2, -2, "crouch-cover")}
"""(asc.crouch.recoil, asc.prone.recoil, asc.crouch.defense-ranged, asc.prone.defense-ranged,
asc.crouch.defense-melee, asc.prone.defense-melee, asc.crouch.attack-melee, asc.prone.attack-melee)"""
RUN_DEFENSE = 2
"""Against shots from the side. (asc.run.defense)"""
PRONE_SPEED = 5
"""The speed of a prone creature in feet. (asc.prone.speed)"""
SQUEEZE_DC = 10
"""The DC to squeeze under half the creature's width. (asc.squeeze.under-half-check)"""
QUARTER = 4
"""Divisor for the narrowest gap. (asc.squeeze.quarter-limit)"""

EITHER = (("movement",), ("attack",))
"""Ways to pay a second move: the movement action or the attack action. (asc.move.normal)"""
ATTACK_FIRST = (("attack",), ("movement",))
ROUND = (("movement", "attack"),)
MOVES = ("move", "crawl", "stand", "carry", "squeeze", "tumble")
COSTS = {
    **costing(EITHER, *MOVES, "drop-prone", "equip"),
    **costing(ATTACK_FIRST, "drop-prone-moved"),
    **costing(ROUND, "double", "run", "charge", "minimum", "overrun"),
    **costing((("attack",),), "attack", "push", "pull", "slide", "teleport", "drop-object"),
    **free("step", "crouch", "leap", "fall", "afflict", "use", "interact", "end"),
}
ONE_MOVE = {**COSTS, **costing((("movement",),), *MOVES)}
"""The costs of intents if only a movement action pays for moves."""

# ---------------------------------------------------------------- speeds


def standing_speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns a standing creature's speeds in feet, with bonuses and, by a house rule, armor.

    (asc.speed.base, asc.speed.armor)
    """
    speed = creature.speed
    if speed.imposed is not None:
        return dict(speed.imposed)
    added = [SpeedModifier(amount, kind) for kind, amount in speed.bonuses]
    formula: ArmorFormula = rules.word("armor-formula", "none", "two-thirds")
    plain = creature.has("unhampered")
    return {
        mode: listed
        and current_speed(listed, armor=speed.armor, modifiers=added, unhampered=plain, armor_formula=formula)
        for mode, listed in speed.listed.items()
    }


def speeds(rules: Ruleset, creature: Creature) -> Mapping[Mode, int]:
    """Returns a creature's speeds in feet: half while crouched, 5 while prone. (asc.crouch.speed, asc.prone.speed)"""
    standing = standing_speeds(rules, creature)
    if creature.prone:
        return {"walk": PRONE_SPEED if any(standing.values()) else 0}
    if "crouched" in creature.condition.held:
        return {mode: speed // 10 * 5 for mode, speed in standing.items()}
    return standing


def modes(rules: Ruleset, creature: Creature) -> Sequence[tuple[Mode, bool]]:
    """Returns the movement modes that a creature can use now. A prone creature only crawls."""
    listed = base_speeds(creature)
    found: list[tuple[Mode, bool]] = [(mode, True) for mode in MODES if mode != "teleport" and listed.get(mode, 0) > 0]
    return [("walk", True)] if creature.prone and found else found


def run_factor(rules: Ruleset, creature: Creature) -> int:
    """Returns the factor of a run on the speed: 4. A heavy load lowers it, a feat raises it.

    (asc.run.multiplier, asc.run.heavy-load, asc.run.feat)
    """
    return (3 if creature.speed.load == "heavy" else 4) + ("run" in creature.body.feats)


# ---------------------------------------------------------------- spaces


def access(rules: Ruleset, mover: Creature, other: Creature, options: MoveOptions) -> SpaceAccess:
    """Returns whether a mover may enter or share the space of `other`. Friends and the helpless allow it.

    (asc.occupancy.opponent-blocks, asc.occupancy.very-small-pass, asc.silence.friends, asc.silence.other-ways-through)
    """
    plain = open_passing(rules, mover, other, options)
    if plain is not None:
        return plain
    apart = apart_in_size(rules, mover, other) if rules.setting("srd-passage") == "on" else None
    return apart or barred(rules)


def hampered(rules: Ruleset, creature: Creature) -> bool:
    """True if difficult terrain slows the creature. (asc.silence.other-ways-through)"""
    return not (creature.has("incorporeal") and rules.setting("srd-passage") == "on")


# ---------------------------------------------------------------- attacks


def posture(creature: Creature) -> tuple[str, Posture] | None:
    """Returns (name, numbers) of a creature's posture, such as crouched; None if it stands."""
    return next(((name, row) for name, row in POSTURES.items() if name in creature.condition.held), None)


def striker(blow: AttackRoll) -> None:
    """Adds a striker's penalties: for recoil to a shot, for posture to a melee attack.

    (asc.prone.recoil-no-stack-with-cover, asc.crouch.no-stack-with-cover)
    """
    down, strike = posture(blow.striker), blow.strike
    if not strike.ranged:
        if down is not None:
            blow.to_hit.append((down[0], down[1].own))
        return
    own = 0 if down is None else down[1].relief
    stacks = "crouched" in blow.striker.condition.held and blow.world.rules.setting("crouch-cover") == "stack"
    relief = own + strike.recoil_relief if stacks else max(own, strike.recoil_relief)
    recoil = blow.striker.own(Firearm).recoil - relief
    if recoil > 0:
        blow.to_hit.append(("recoil", -recoil))


def low_target(blow: AttackRoll) -> None:
    """Makes a crouched or prone target harder to hit by shots and easier by melee."""
    down = posture(blow.target)
    if down is None:
        return
    name, row = down
    amount = row.shots if blow.strike.ranged else row.blows
    if blow.strike.ranged and blow.world.rules.setting(row.cover) == "better":
        amount = max(amount - max(blow.strike.cover, 0), 0)
        if blow.strike.cover > 0:
            blow.yielding.append(name)
    if amount:
        blow.to_defence.append((name, amount))


def runner(blow: AttackRoll) -> None:
    """Adds the defence bonus of a target that runs and is shot at from the side. (asc.run.lateral-angle)"""
    bearing, a, b = blow.target.turn.bearing, blow.striker.box, blow.target.box
    if not blow.strike.ranged or bearing is None:
        return
    shot = (b.x0 + b.x1 - a.x0 - a.x1, b.y0 + b.y1 - a.y0 - a.y1, b.z0 + b.z1 - a.z0 - a.z1)
    if is_lateral((*bearing, 0), shot):
        blow.to_defence.append(("running", RUN_DEFENSE))


# ---------------------------------------------------------------- turns and moves


def gate(request: Request, kind: str) -> None:
    """Refuses an intent that an earlier act forbids. An example is a move after a 5-foot step.

    (asc.step.bars-later-moves, asc.step.not-after-moving, asc.move.no-step, asc.prone.speed)
    """
    srd_gate(request, kind)
    if kind == "step" and request.creature.prone and request.rules.setting("step-while-prone") == "forbidden":
        raise request.refuse("{name} is prone and cannot take a 5-foot step", "prone")
    if kind == "double" and request.rules.setting("second-move") == "forbidden":
        raise request.refuse("only one movement action is allowed each turn", "second-move")


def only_if(name: str, reason: str, topic: str, planner: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Returns a planner that first refuses the intent unless the house rule `name` is "on"."""

    def plan(request: Request) -> Plan:
        if request.rules.setting(name) != "on":
            raise request.refuse(reason, topic, do=request.intent.do)
        return planner(request)

    return plan


def move(request: Request) -> Plan:
    """Plans a movement action. Unused movement stays available. (asc.move.normal)"""
    if request.creature.prone and getattr(request.intent, "double", False):
        request.rules.movement.gate(request, "double")
    crawls = request.creature.prone or request.intent.do == "crawl"
    return moving.crawl(request) if crawls else moving.move(request)


def step(request: Request) -> Plan:
    """Plans a free 5-foot step. (asc.step.no-action, asc.step.no-difficult-terrain)"""
    creature, board = request.creature, request.world.board
    if request.rules.setting("step-out-of-difficult") == "forbidden":
        under = [board.tile(*at) for at in footprint(creature.size.side, creature.cube) if at in board]
        if any(tile.terrain in ("difficult", "impeded") and tile.floor == creature.cube[2] for tile in under):
            raise request.refuse("{name} cannot take a 5-foot step out of difficult terrain", "step.difficult")
    return manoeuvres.step(request)


def squeeze(request: Request) -> Plan:
    """Plans a move through very narrow gaps, with one check for each action.

    (asc.squeeze.under-half-check, asc.squeeze.quarter-limit)
    """
    creature, rules = request.creature, request.rules
    begin_movement(request, "move")
    options = MoveOptions(least=creature.size.room / QUARTER, crawling=creature.prone, stepover=False)
    plan = moving.pooled(request, options, kind="squeeze")
    opens = any(isinstance(act, TurnUpdate) and act.opens_pool for act in plan.acts)
    action, cited = creature.turn.pools + opens, rules.cite("squeeze.skill")
    if action in creature.own(TightPlaces).passed and not request.free:
        return plan
    inside = manoeuvres.under_half(request.world, creature, creature.cube)
    strides = next(act for act in plan.acts if isinstance(act, Walk)).strides
    tight = (
        number
        for number, stride in enumerate(strides)
        if inside or manoeuvres.under_half(request.world, creature, stride.to)
    )
    number = next(tight, None)
    if number is not None:
        first = strides[number]
        follow: list[Act] = [] if first.check is None else [first.check]
        halt = Halt(english("{name} fails to enter {place}", name=creature.name, place=request.shown(first.to)), cited)
        check = Check(
            creature.name,
            "dexterity",
            ability_modifier(creature, "dexterity"),
            SQUEEZE_DC,
            cited,
            success=[TurnUpdate(creature.name, remember=TightPlaces(frozenset({action}))), *follow],
            failure=[TurnUpdate(creature.name, closes_pool=True), halt],
        )
        strides[number] = first._replace(check=check)
    plan.rules = cited
    return plan


# ---------------------------------------------------------------- postures


def lower(request: Request, posture: str, after_standing: str, already: str) -> Plan:
    """Plans to crouch or to go prone. Refuses it if the creature has stood up this turn."""
    creature, do = request.creature, request.intent.do
    begin_action(request, do)
    if creature.prone or posture in creature.condition.held:
        raise request.refuse(already, do)
    if creature.turn.stood:
        raise request.refuse(after_standing, f"{do}.stood")
    pays = payment_for(request, key="drop-prone-moved" if posture == "prone" and creature.turn.moved else None)
    cited = request.rules.cite(do)
    return Plan([ConditionChange(creature.name, (posture,), by_choice=True, rules=cited)], pays, cited)


def crouch(request: Request) -> Plan:
    """Plans to crouch, as a free action. (asc.crouch.action, asc.crouch.not-after-standing, asc.crouch.target-size)"""
    prone = request.creature.prone
    already = _("{name} is prone and must stand up before it can crouch") if prone else _("{name} is already crouched")
    return lower(request, "crouched", _("{name} has stood up this turn and cannot crouch"), already)


def drop_prone(request: Request) -> Plan:
    """Plans to go prone, for a movement or attack action. After a move it takes the attack action.

    (asc.prone.action, asc.prone.not-after-standing, asc.prone.target-size)
    """
    return lower(request, "prone", _("{name} has stood up this turn and cannot go prone"), _("{name} is already prone"))


def stand(request: Request) -> Plan:
    """Plans to stand up. It costs a movement action from prone, half of one from a crouch.

    (asc.stand.from-prone, asc.stand.from-crouch)
    """
    creature, rules, turn = request.creature, request.rules, request.creature.turn
    begin_action(request, "stand")
    down = posture(creature)
    if down is None:
        raise request.refuse("{name} is already standing", "stand.prone")
    topic = "stand.prone" if creature.prone else "stand.crouch"
    for held in sorted(creature.condition.held & rules.conditions.immobile):
        told = condition_title(rules, held)
        raise request.refuse("{name} is {condition} and cannot stand up", topic, "immobile", condition=told)
    cited = rules.cite(topic)
    up = ConditionChange(creature.name, loses=(down[0],), rules=cited)
    acts: list[Act] = [up, TurnUpdate(creature.name, stood=True)]
    if creature.prone:
        pays = payment_for(request, topic=topic)
        if rules.setting("stand-provokes") == "yes":
            acts.insert(0, Provocation(creature.name, rules.cite("stand.prone", "opportunity")))
        return Plan(acts, pays, cited)
    walk = rules.squares(standing_speeds(rules, creature).get("walk", 0))
    half = -(-walk // 2)  # of an odd number of squares, half rounded down is left
    left = walk * turn.pool_factor - turn.pool_spent
    if turn.pool_open and not request.free and half <= left and not pays_anew(request):
        return Plan([*acts, TurnUpdate(creature.name, pool=half)], (), cited)
    pays = payment_for(request, topic=topic)
    return Plan(acts if request.free else [*acts, TurnUpdate(creature.name, opens_pool=1, pool=half)], pays, cited)


# ---------------------------------------------------------------- the ruleset

PASSAGE = ("srd-passage", _("this game has no {do} through an enemy's space"), "srd-passage")
MINIMUM = ("minimum-movement", _("this game grants no minimum move of one square"), "minimum")
LOW = frozenset({"prone", "crouched"})

ASCENSION = replace(
    D20_SRD,
    name="ascension", title="The Ascension Project", catalogue="ascension", notes={},
    components=(*D20_SRD.components, Firearm, TightPlaces),
    sizes=replace(D20_SRD.sizes, squeeze_by_skill=lambda room: room / QUARTER),
    conditions=replace(D20_SRD.conditions, read=D20_SRD.conditions.read | {"crouched", "running"}),
    terrain=replace(D20_SRD.terrain, darkness_hampers=False, hampered=hampered, phases=lambda rules, creature: False),
    movement=replace(
        D20_SRD.movement, race_walk=lambda race: None, speeds=speeds, usable_modes=modes, gate=gate,
        run_factor=run_factor, run_bar=LOW, crawl_squares=None, split_moves=True,
    ),
    space=replace(D20_SRD.space, access=access, nearest_by_die=False),
    threat=replace(D20_SRD.threat, reactions_of=lambda rules, creature: rules.threat.reactions, flanking=False),
    attacks=replace(D20_SRD.attacks, modifiers=(squeezed, manoeuvres.no_dexterity, striker, low_target, runner)),
    actions=replace(
        D20_SRD.actions, per_turn={"movement": 1, "attack": 1}, words={"move": "movement", "standard": "attack"},
        costs=COSTS, prepaid=manoeuvres.prepaid,
        planners={
            "move": move, "crawl": move, "step": step, "stand": stand, "crouch": crouch,
            "drop-prone": drop_prone, "squeeze": squeeze, "minimum": only_if(*MINIMUM, moving.minimum),
            "tumble": only_if(*PASSAGE, manoeuvres.tumble), "overrun": only_if(*PASSAGE, manoeuvres.overrun),
        },
    ),
    switches={
        **universal("alternating"),
        "armor-formula": switch("none", "two-thirds", rule="asc.speed.armor"),
        "second-move": switch("allowed", "forbidden", rule="asc.move.normal"),
        "crouch-cover": switch("better", "stack", rule="asc.crouch.no-stack-with-cover"),
        "prone-cover": switch("stack", "better", rule="asc.prone.defense-ranged"),
        "step-while-prone": switch("allowed", "forbidden", rule="asc.prone.speed"),
        "stand-provokes": switch("no", "yes", rule="asc.stand.from-prone"),
        "run-posture": switch("standing", "any", rule="asc.run.multiplier"),
        "run-line": switch("eight", "any", rule="asc.run.straight"),
        "steps-per-turn": switch(1, rule="asc.step.no-opportunity", least=1),
        "step-out-of-difficult": switch("allowed", "forbidden", rule="asc.step.no-difficult-terrain"),
        "diagonal-count-scope": switch("movement", "turn", rule="asc.diagonal.alternating"),
        "difficult-diagonal-counts": switch("no", "yes", rule="asc.terrain.difficult-diagonal"),
        "footprint-terrain": switch("arrival", "either", rule="asc.terrain.worst-of-footprint"),
        "obstacle-diagonal": switch("separated", "touching", rule="asc.obstacle.cost"),
        "stop-in-obstacle": switch("allowed", "forbidden", rule="asc.obstacle.all-or-nothing"),
        "squeeze-past": switch("beside", "through", rule="asc.squeeze.past-opponent"),
        "helpless-obstacle": switch(*SIZES_NAMED, rule="asc.occupancy.helpless-obstacle"),
        "tiny-entry-by-step": switch("safe", "provokes", rule="asc.occupancy.very-small-provokes"),
        "friends": switch("pass", "block", rule="asc.silence.friends"),
        "doublings": switch("multiply", "triple", rule="asc.silence.repeated-doubling"),
        "minimum-movement": switch("off", "on", rule="asc.silence.minimum-move"),
        "srd-passage": switch("off", "on", rule="asc.silence.other-ways-through"),
    },
    effects={
        **D20_SRD.effects,
        "second-move": sets("actions.costs", {"allowed": COSTS, "forbidden": ONE_MOVE}),
        "run-posture": sets("movement.run_bar", {"standing": LOW, "any": frozenset[str]()}),
    },
)  # fmt: skip
