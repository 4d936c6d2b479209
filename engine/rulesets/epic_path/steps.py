"""The 5-foot step and its four routes."""

from dataclasses import dataclass, field

from ....components.intents import Step
from ....components.plan import Act, TurnUpdate
from ....components.position import Cube, Mode
from ...legality.pathing import LawfulPath, able_to_move, find_way, modes_of
from ...legality.planners.ordinary_moves import one_square
from ...legality.request import Plan, Refusal, Request, affordable
from ...navigation.occupied_grid import MoveOptions
from ...rules.distances import step_of
from ...rules.movement_budget import budget_for
from ...state.creature import Creature
from .full_attack import FullAttackBudget, opening
from .moves import on_its_feet, pay_with_point, spend_point, steps_over

SEES: dict[str, frozenset[str]] = {
    "dim": frozenset({"darkvision", "low-light", "low-light-vision", "blindsight", "truesight"}),
    "dark": frozenset({"darkvision", "blindsight", "truesight"}),
}
"""The senses that see normally in poor light. (ep.step.no-concealed)"""


@dataclass(slots=True)
class Title:
    """What entitles a creature to a step, and what taking it costs."""

    acts: list[Act] = field(default_factory=list)
    pays: tuple[str, ...] = ()


def step(ask: Request) -> Plan | Refusal:
    """One square without opportunity attacks, by one of the four routes.

    Rules: ep.step.free-step, ep.step.timing, ep.step.four-routes.
    """
    intent: Step = ask.intent
    creature = ask.creature
    refused = able_to_move(ask)
    if refused is not None:
        return refused
    if on_its_feet(ask) is not None:
        return ask.refuse(f"{creature.name} lies on the ground, and crawling has no listed speed", "step.listed")
    title = ROUTES[intent.by](ask)
    if isinstance(title, Refusal):
        return title
    way = square(ask, intent)
    if isinstance(way, Refusal):
        return way
    way.walk.quiet = True
    way.walk.own = False
    return Plan([*title.acts, way.walk], title.pays, ask.rules.cite("step", f"step.{intent.by}"))


def by_rest(ask: Request) -> Title | Refusal:
    """No other movement of its own will in the round, and no second step of this kind.

    Rules: ep.step.rest-condition, ep.step.rest-own-will, ep.step.rest-once, ep.run.no-step, ep.withdraw.no-step.
    """
    creature, turn = ask.creature, ask.creature.turn
    if turn.stepped:
        return ask.refuse(f"{creature.name} has taken its 5-foot step this turn", "step.once", "step")
    if turn.moved or any(turn.fact(kind) for kind in ("teleported", "leapt", "other-steps", "ran", "withdrew")):
        topics = [f"step.after-{kind}" for kind in ("ran", "withdrew") if turn.fact(kind)]
        return ask.refuse(f"{creature.name} has moved this turn and cannot take a 5-foot step", *topics, "step.rest")
    if turn.stood and ask.rules.setting("step-after-standing") == "barred":
        return ask.refuse(f"{creature.name} has stood up this turn and cannot take a 5-foot step", "step.rest")
    return Title([TurnUpdate(creature.name, facts={"stepped": 1})])


def by_full_attack(ask: Request) -> Title | Refusal:
    """An attack of the full attack given up, the worst first.

    The step declares the full attack where none is open yet and both actions are there.
    Rules: ep.step.full-attack-trade, ep.step.full-attack-shared-budget, ep.step.full-attack-any-order,
    ep.step.full-attack-not-movement, ep.step.full-attack-class-cap.
    """
    creature = ask.creature
    budget = FullAttackBudget.of(ask.rules, creature)
    pays: tuple[str, ...] = ()
    acts: list[Act] = []
    if not budget.is_open:
        paid = ask.pay(key="full-attack")
        if isinstance(paid, Refusal):
            return ask.refuse(
                f"{creature.name} has no full attack to trade attacks from", "step.full-attack", "step.routes"
            )
        pays = paid
        acts.append(opening(creature))
    if budget.tradable < 1:
        return ask.refuse(f"{creature.name} has no attack left to trade for a step", "step.budget", "step.full-attack")
    acts.append(TurnUpdate(creature.name, facts={"full-attack-traded": 1}))
    return Title(acts, pays)


def by_feature(ask: Request) -> Title | Refusal:
    """A step that a feature grants, at the feature's own price, as often as it says. (ep.step.feature)"""
    creature = ask.creature
    turn = creature.turn
    left = ask.rules.actions if ask.free else turn.actions
    for number, (uses, cost) in enumerate(creature.body.step_features):
        way = () if cost in ("free", "none", "") else (cost,)
        if turn.fact(f"feature-{number}") < uses and affordable(left, way):
            return Title(
                [TurnUpdate(creature.name, facts={f"feature-{number}": 1, "other-steps": 1})], () if ask.free else way
            )
    return ask.refuse(f"{creature.name} has no feature left that grants a 5-foot step", "step.feature", "step.routes")


def by_action_point(ask: Request) -> Title | Refusal:
    """A step for an action point, and for the move action it would have given. (ep.step.action-point)"""
    paid = pay_with_point(ask)
    if isinstance(paid, Refusal):
        return ask.refuse(f"{ask.creature.name} has no action point left", "step.action-point", "step.routes")
    return Title([spend_point(ask.creature), TurnUpdate(ask.creature.name, facts={"other-steps": 1})])


ROUTES = {"rest": by_rest, "full-attack": by_full_attack, "feature": by_feature, "action-point": by_action_point}


def square(ask: Request, intent: Step) -> LawfulPath | Refusal:
    """The square itself: near, even, in sight, by a mode that is quick enough.

    Rules: ep.step.no-difficult, ep.step.no-concealed, ep.step.slow-creatures, ep.step.listed-speed,
    ep.difficult.no-step.
    """
    creature, rules = ask.creature, ask.rules
    there = ask.settle(intent.to, creature.cube)
    refused = light(ask, there) or footing(ask, creature, there)
    if refused is not None:
        return refused
    modes = modes_of(ask, intent.mode)
    if isinstance(modes, Refusal):
        return modes
    if rules.setting("slow-step") == "walk-speed" and rules.speeds(rules, creature).get("walk", 0) <= 5:
        return ask.refuse(f"{creature.name} is too slow for 5-foot steps", "step.slow")
    if rough(ask, creature, there):
        way = hovering(ask, there, modes)
    else:
        way = one_square(ask, intent.to, intent.mode, stepover=steps_over(ask, False))
    if isinstance(way, Refusal):
        return way
    for stride in way.walk.strides:
        stride.squares = 1
        slow = rules.speeds(rules, creature).get(stride.mode, 0) <= 5
        if slow and not stride.collides and rules.setting("slow-step") == "type-used":
            return ask.refuse(f"{creature.name} is too slow for 5-foot steps", "step.slow")
    return way


def light(ask: Request, there: Cube) -> Refusal | None:
    """No step leads into a square that the creature cannot see into."""
    senses = ask.creature.body.senses
    for x, y in entered(ask.creature, there):
        if (x, y) in ask.world.board:
            seen = SEES.get(ask.world.board.tile(x, y).light)
            if seen is not None and not senses & seen:
                return ask.refuse(f"{[x, y]} is concealed from {ask.creature.name}", "step.concealed")
    return None


def footing(ask: Request, creature: Creature, there: Cube) -> Refusal | None:
    """No step leads onto difficult ground, and by a switch none leads off it."""
    hovers = creature.speed.hover
    if rough(ask, creature, there) and not hovers:
        return ask.refuse(f"no 5-foot step leads onto the difficult ground at {list(there)}", "step.difficult")
    leaves = hard(ask, [(x, y) for x, y, _ in ground_cubes(creature, creature.cube)], creature.cube[2])
    if leaves and not hovers and ask.rules.setting("step-out-of-difficult") == "barred":
        return ask.refuse("no 5-foot step leads off difficult ground", "step.difficult")
    return None


def rough(ask: Request, creature: Creature, there: Cube) -> bool:
    """Whether the squares entered hamper whoever sets foot on them."""
    return not creature.has("incorporeal") and hard(ask, entered(creature, there), there[2])


def hard(ask: Request, squares: list[tuple[int, int]], z: int) -> bool:
    """Whether one of some squares is difficult or impeded at that height, obstacles included."""
    board = ask.world.board
    for x, y in squares:
        if (x, y) in board:
            tile = board.tile(x, y)
            low = tile.floor <= z < tile.floor + max(tile.water, 1)
            if low and (tile.terrain in ("difficult", "impeded") or tile.obstacle):
                return True
    return False


def hovering(ask: Request, there: Cube, modes: tuple[Mode, ...] | None) -> LawfulPath | Refusal:
    """A step by a creature that hovers over what hampers others."""
    if max(abs(d) for d in step_of(ask.creature.cube, there)) != 1:
        return ask.refuse(f"a 5-foot step goes to a neighbouring square, and {list(there)} is none", "step")
    base = budget_for(ask.rules, ask.creature)
    limit = base._replace(limits=tuple((mode, 9) for mode, squares in base.limits if squares))
    manner = MoveOptions(modes=modes, stepover=steps_over(ask, False), unhurried=True)
    return find_way(ask, limit, manner, (there,), None, kind="step")


def entered(creature: Creature, there: Cube) -> list[tuple[int, int]]:
    """The squares under a space at `there` that the creature is not in yet."""
    held = {(x, y) for x, y, _ in ground_cubes(creature, creature.cube)}
    return [(x, y) for x, y, _ in ground_cubes(creature, there) if (x, y) not in held]


def ground_cubes(creature: Creature, anchor: Cube) -> list[Cube]:
    """The lowest cubes of a space."""
    x, y, z = anchor
    side = creature.size.side
    return [(x + i, y + j, z) for j in range(side) for i in range(side)]
