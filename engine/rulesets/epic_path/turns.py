"""What a point of the turn bars, activities within a move action, and the end of a turn."""

from ....components.intents import Part
from ....components.plan import TurnUpdate, Walk
from ...effects.hit_points import gain
from ...effects.squeezing import settle_squeeze
from ...geometry.boxes import footprint
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request, World
from ...space.occupancy import sharers
from ...state.creature import Creature
from ...state.verdict import Plan
from .components import MoveActions, RunStreak
from .moves import carries_parts

TRAVEL = frozenset(
    {
        "move", "double", "run", "crawl", "withdraw", "charge", "minimum", "tumble", "clamber", "overrun",
        "jump", "leap", "carry", "teleport",
    }
)  # fmt: skip
"""Kinds of movement that exclude a 5-foot step by rest in the turn."""

ACTIVITIES = ("draw-weapon", "sheathe-weapon", "draw-easy-item", "pick-up")
"""Activities that can be part of a move action. (ep.part-of-move.list)"""

MOVE_ACTIONS = frozenset({"move", "stand", "crawl", "tumble", "clamber", "jump", "carry"})
"""Intents that are uses of a true move action. (ep.part-of-move.with-other-move-actions)"""


def gate(request: Request, kind: str) -> None:
    """Refuses a kind of movement or a strike that the turn bars now.

    Rules: ep.step.rest-closes-other-movement, ep.run.needs-sight, ep.withdraw.blinded, ep.withdraw.no-step,
    ep.blocked.unwieldy.
    """
    creature = request.creature
    moves_itself = kind != "teleport" or request.intent.target in (None, creature.name)
    if kind in TRAVEL and creature.turn.stepped and moves_itself:
        topic = "withdraw.step" if kind == "withdraw" else "step.closes"
        raise request.refuse(
            f"{creature.name} has taken a 5-foot step this turn and cannot move besides", topic, "step.closes"
        )
    if kind in ("run", "withdraw") and "blinded" in creature.condition.held:
        raise request.refuse(f"{creature.name} cannot see and so cannot {kind}", f"{kind}.sight")
    if kind == "attack" and not getattr(request.intent, "ranged", False) and unwieldy(request.world, creature):
        raise request.refuse(f"{creature.name} has no room to swing beside blocked squares", "weapon.unwieldy")


def unwieldy(world: World, creature: Creature) -> bool:
    """Whether an unwieldy weapon is useless at its wielder's place. (ep.blocked.unwieldy)"""
    held = creature.has("unwieldy") or creature.has("unwieldy-weapon")
    return held and beside_blocked(world, creature)


def beside_blocked(world: World, creature: Creature) -> bool:
    """Whether a blocked square, or a wall on an edge, touches a creature's space at its own height.

    Hazards and other creatures do not count as blocked. Rules: ep.blocked.unwieldy, ep.blocked.cumbersome,
    ep.hazard.weapons, ep.occupied.not-terrain.
    """
    board, box = world.board, creature.box
    for y in range(box.y0 - 1, box.y1 + 2):
        for x in range(box.x0 - 1, box.x1 + 2):
            own = box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
            if (x, y) in board and not own and any(board.blocked(x, y, z) for z in range(box.z0, box.z1 + 1)):
                return True
            if own and any(
                board.wall_between((x, y, 0), (x + dx, y + dy, 0)) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            ):
                return True
    return False


def may_react(world: World, creature: Creature) -> bool:
    """Whether a creature could strike an opportunity attack at its place at all. (ep.threat.able-to-react)"""
    return not unwieldy(world, creature)


def part(request: Request, plan: Plan) -> Plan:
    """A plan with activities added to its move action.

    Rules: ep.part-of-move.meaning, ep.part-of-move.with-other-move-actions, ep.part-of-move.needs-a-real-move-action,
    ep.part-of-move.list, ep.part-of-move.pick-up-place.
    """
    intent, creature, rules = request.intent, request.creature, request.rules
    double = bool(getattr(intent, "double", False))
    real = intent.do in MOVE_ACTIONS or (intent.do == "interact" and intent.action == "move")
    if not real or not carries_parts(request, double):
        what = "double move" if double else intent.do
        raise request.refuse(f"nothing can be done as part of a {what}: it is no move action", "part.real")
    if len(intent.part) > 1 and rules.setting("part-of-move-limit") == "one":
        raise request.refuse("one activity goes with a move action", "part.limit")
    for given in intent.part:
        activity = given if isinstance(given, Part) else Part(what=given)
        if activity.what not in ACTIVITIES:
            raise request.refuse(
                f"{activity.what} is no part of a move action; {', '.join(ACTIVITIES)} are", "part.list"
            )
        if activity.what == "pick-up" and activity.at is not None and activity.at[:2] not in passed(creature, plan):
            raise request.refuse(
                f"{creature.name} does not come through {request.shown(activity.at)} to pick anything up there",
                "part.pick-up",
            )
    plan.acts.append(TurnUpdate(creature.name, remember=MoveActions(parts=len(intent.part))))
    return plan


def passed(creature: Creature, plan: Plan) -> set[tuple[int, int]]:
    """The squares that a creature occupies or passes."""
    anchors = [creature.cube]
    anchors += [stride.to for act in plan.acts if isinstance(act, Walk) for stride in act.strides]
    return {square for anchor in anchors for square in footprint(creature.size.side, anchor)}


def turn_end(world: World, creature: Creature) -> None:
    """Ends a turn: runners are flat-footed, and creatures that share a space squeeze.

    Rules: ep.run.flat-footed, ep.run.round-limit, ep.run.fatigue, ep.squeeze.sharing, ep.squeeze.prone-sharer,
    ep.walk.ends-in-free-space.
    """
    rules, turn = world.rules, creature.turn
    if turn.ran:
        if "runner" not in creature.body.feats:
            gain(world, creature, "flat-footed", until="turn-start", rules=rules.cite("run.flat-footed"))
        streak = creature.own(RunStreak).plus(RunStreak(rounds=1))
        creature.put(streak)
        stamina = creature.body.abilities.get("constitution", 10)
        if rules.setting("run-fatigue") == "at-constitution" and streak.rounds >= stamina:
            gain(world, creature, "fatigued", rules=rules.cite("run.fatigue"))
    else:
        creature.put(RunStreak())
    for other in sharers(world, creature):
        if not creature.out and rules.space.access(rules, creature, other, MoveOptions()).squeeze:
            for one in (creature, other):
                gain(world, one, "squeezing", rules=rules.cite("squeeze.sharing"))
    for one in world.creatures:
        if "squeezing" in one.condition.held:
            settle_squeeze(world, one)
