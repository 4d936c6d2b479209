"""Strikes, full attacks, things dropped and thrown, and casting in mid-fall."""

from collections.abc import Mapping

from ....components import intents
from ....components.intents import Attack, DropObject, Interact
from ....components.plan import Act, Check, Halt, Harm, Strike, TurnUpdate
from ...geometry.boxes import Box, overlap
from ...legality.maneuver import able_to_act, begin_action
from ...legality.planners.single_actions import may_strike, strike_of
from ...legality.request import payment_for
from ...rules.distances import squares_between
from ...rules.ruleset import AttackRoll, Request, Ruleset
from ...rules.sizes import SizeRow
from ...space.support import landing
from ...state.creature import Creature
from ...state.verdict import Plan
from .components import OpenFullAttack
from .concentration import CastingTime, falling_casting_dc, may_cast_falling
from .falls import MOST_DICE, TEN, limit
from .full_attack import FullAttackBudget, opening
from .turns import beside_blocked

OBJECT_DICE: Mapping[str, int] = {
    "tiny": 1, "small": 2, "medium": 3, "large": 5, "huge": 8, "gargantuan": 13, "colossal": 21, "titanic": 34,
}  # fmt: skip
"""Six-sided dice by an object's size; smaller objects do no damage. (ep.object.dice)"""

INCREMENT = 20
"""The range increment of a thrown or dropped object, in feet. (ep.object.attack)"""

PER_INCREMENT = -2
"""What each full increment subtracts from the attack, as for any ranged attack of the game."""

CUMBERSOME = -4
"""What a cumbersome weapon subtracts beside blocked squares. (ep.blocked.cumbersome)"""


def prepaid(creature: Creature, do: str) -> bool:
    """Whether a strike is one of an open full attack."""
    return do == "attack" and creature.own(OpenFullAttack).opened


def attack(request: Request) -> Plan:
    """Plans one strike: the next of an open full attack, else a standard action's.

    Rules: ep.step.full-attack-worst-first, ep.step.full-attack-shared-budget.
    """
    intent: Attack = request.intent
    creature, rules = request.creature, request.rules
    target = request.other(intent.target)
    may_strike(request, target.name, intent.ranged)
    budget = FullAttackBudget.of(rules, creature)
    strike = strike_of(request, intent)
    if budget.is_open:
        strike.bonus = budget.next_bonus
        if strike.bonus is not None:
            return Plan([TurnUpdate(creature.name, remember=OpenFullAttack(made=1)), strike], (), rules.cite("attack"))
        raise request.refuse(f"{creature.name}'s full attack is finished", "step.budget", "actions")
    pays = payment_for(request)
    return Plan([strike], pays, rules.cite("attack"))


def full_attack(request: Request) -> Plan:
    """Plans the start of a full attack, with its first strike if it has a target. (ep.step.timing)"""
    intent: intents.FullAttack = request.intent
    creature, rules = request.creature, request.rules
    able_to_act(request)
    acts: list[Act] = [opening(creature)]
    if intent.target is not None:
        target = request.other(intent.target)
        may_strike(request, target.name, intent.ranged)
        budget = FullAttackBudget.of(rules, creature)
        if budget.base:
            strike = strike_of(request, intent)
            strike.bonus = max([budget.base[0], *budget.extra])
            acts += [TurnUpdate(creature.name, remember=OpenFullAttack(made=1)), strike]
    pays = payment_for(request)
    return Plan(acts, pays, rules.cite("full-attack"))


def cumbersome(blow: AttackRoll) -> None:
    """Adds the penalty of a cumbersome weapon beside blocked squares. (ep.blocked.cumbersome, ep.hazard.weapons)"""
    held = blow.striker.has("cumbersome") or blow.striker.has("cumbersome-weapon")
    if held and not blow.strike.ranged and beside_blocked(blow.world, blow.striker):
        blow.to_hit.append(("cumbersome", CUMBERSOME))


def object_dice(rules: Ruleset, size: str, height: int) -> int:
    """Six-sided dice of an object of a size after a fall in feet.

    Rules: ep.object.dice, ep.object.height.
    """
    dice = OBJECT_DICE.get(size, 0)
    if size not in OBJECT_DICE and rules.sizes.rows[size].rank > 0:
        dice = OBJECT_DICE["titanic"]
    if not dice or rules.setting("object-height") == "size-only":
        return dice
    most = limit(rules)
    fallen = height // TEN
    return dice + (fallen if most is None else min(fallen, MOST_DICE))


def drop_object(request: Request) -> Plan:
    """Plans dropping or throwing something heavy at the creatures in its squares.

    Rules: ep.object.attack, ep.object.area, ep.object.nature, ep.object.environmental, ep.object.traps.
    """
    intent: DropObject = request.intent
    creature, rules, world = request.creature, request.rules, request.world
    if intent.size not in rules.sizes.rows:
        raise request.refuse(f"{intent.size!r} is no size; sizes are {', '.join(rules.sizes.rows)}", "object.dice")
    x, y = intent.at[0], intent.at[1]
    if (x, y) not in world.board:
        raise request.refuse(f"{[x, y]} is not on the board", "object.area")
    pays: tuple[str, ...] = ()
    if not intent.unaided:
        able_to_act(request)
        paid = payment_for(request)
        pays = paid
    row = rules.sizes.rows[intent.size]
    area = columns(request, (x, y), row, intent.at[2] if len(intent.at) == 3 else None)
    hit = [c for c in world.creatures if not c.has("object") and any(overlap(c.box, cube) for cube in area)]
    if not intent.unaided:
        hit = [c for c in hit if c is not creature and not c.out]
        hit = hit[:1] if row.side == 1 else hit
    acts: list[Act] = []
    dice = intent.damage
    kind = "object"
    if dice is None:
        count = object_dice(rules, intent.size, intent.height)
        if intent.unaided and rules.setting("environmental-object") == "collision":
            most = limit(rules)
            count = intent.height // TEN if most is None else min(intent.height // TEN, most)
            kind = "collision"
        dice = f"{count}d6" if count else "0"
    cited = rules.cite("object.unaided" if intent.unaided else "object")
    for target in hit:
        if intent.unaided:
            acts.append(Harm(target.name, str(dice), kind, intent.modifier, cited))
            continue
        strike = Strike(creature.name, target.name, ranged=True, rules=cited)
        strike.dice, strike.per_die, strike.kind = str(dice), intent.modifier, kind
        increments = squares_between(rules, creature.box, target.box) * rules.unit // INCREMENT
        if increments:
            strike.modifiers = (("range", PER_INCREMENT * increments),)
        acts.append(strike)
    return Plan(acts, pays, cited)


def columns(request: Request, corner: tuple[int, int], row: SizeRow, level: int | None) -> list[Box]:
    """The cubes that an object fills: over each of its squares as high as the object is wide, from the floor up."""
    board = request.world.board
    x0, y0 = corner
    high = max(int(row.room) // 5, row.side)
    found = []
    for y in range(y0, min(y0 + row.side, board.height)):
        for x in range(x0, min(x0 + row.side, board.width)):
            low = board.stand(x, y) if level is None else level
            found.append(Box(x, y, low, x, y, low + high - 1))
    return found


def interact(request: Request) -> Plan:
    """Plans an action without movement, spells included; casting in a fall needs a quick spell or a long fall.

    Rules: ep.fall.casting, ep.fall.casting-check, ep.walk.synonyms.
    """
    intent: Interact = request.intent
    creature, rules = request.creature, request.rules
    begin_action(request, "interact")
    immediate = intent.action == "immediate"
    pays: tuple[str, ...] = () if immediate else payment_for(request)
    casts = intent.what in ("cast", "spell") or intent.level > 0
    if not casts or "falling" not in creature.condition.held:
        return Plan([], pays)
    below = creature.cube[2] - landing(request.world, creature, creature.cube)
    feet = (creature.condition.fallen + below) * 5
    times: dict[str, CastingTime] = {"immediate": "immediate", "swift": "swift", "move": "move"}
    time = times.get(intent.action or "standard", "standard")
    if not may_cast_falling(feet, time):
        raise request.refuse(f"{creature.name} falls {feet} feet, which is not far enough to cast", "fall.casting")
    lost = Halt("the spell is lost", rules.cite("fall.casting-check"))
    check = Check(
        creature.name,
        "caster",
        creature.skill("caster", "concentration"),
        falling_casting_dc(intent.level),
        rules.cite("fall.casting-check"),
        failure=[lost],
    )
    return Plan([check], pays)
