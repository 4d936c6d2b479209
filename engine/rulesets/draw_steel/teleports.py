"""Teleports, of the creature itself and of others."""

from ....components.decision import whether
from ....components.intents import Move, Square, Teleport
from ....components.plan import Act, PlannedDecision, Teleportation, TurnUpdate
from ....components.position import Cube
from ...geometry.boxes import overlap
from ...geometry.directions import step_of
from ...legality.maneuver import begin_action
from ...legality.planners.single_actions import destination
from ...legality.request import payment_for
from ...rules.ruleset import Request
from ...space.elevation import rest_over
from ...state.creature import Creature
from ...state.verdict import Plan
from .components import Movements
from .speeds import bonus


def usual(request: Request) -> int:
    """Squares of an Advance by teleport: the listed speed with lasting bonuses, whatever its conditions.

    (ds.teleport.usual-movement)
    """
    creature = request.creature
    listed = creature.speed.listed.get("teleport", 0)
    return max(listed + bonus(creature, lasting=True), 0) if listed else 0


def teleport(request: Request) -> Plan:
    """Plans a teleport of the creature itself or another, by an effect or as the move action."""
    intent: Teleport = request.intent
    creature, rules = request.creature, request.rules
    who = creature if intent.target is None else request.other(intent.target)
    if intent.distance is None and who is creature:
        return advance(request, intent.to)
    begin_action(request, "teleport")
    if intent.distance is None:
        raise request.refuse(
            f"no effect grants a distance to teleport {who.name}, and an Advance takes nobody but {creature.name}",
            "teleport.distance",
            "teleport.usual",
        )
    pays = payment_for(request, key="teleport")
    to = placed(request, who, intent.to)
    lawful(request, who, to, rules.squares(intent.distance))
    return Plan(arriving(request, who, to, intent.stand), pays, rules.cite("teleport"))


def advance(request: Request, square: Square) -> Plan:
    """Plans the move action as one teleport, or as hops where a switch lets it be split."""
    intent: Teleport | Move = request.intent
    creature, rules = request.creature, request.rules
    begin_action(request, "teleport")
    squares = usual(request)
    if not squares:
        raise request.refuse(f"{creature.name} has no teleport speed and no effect grants a distance", "teleport.usual")
    split = rules.setting("split_teleport_advance") is True and not request.free
    spent = creature.own(Movements).hopped if split else 0
    if creature.turn.pool_open and not (spent or request.free or creature.turn.actions.get("move", 0)):
        raise request.refuse(
            f"{creature.name} has begun its move action otherwise, and a teleport takes the whole of it",
            "teleport.usual",
            "move",
        )
    pays: tuple[str, ...] = () if spent else payment_for(request, key="teleport-move")
    to = placed(request, creature, square)
    lawful(request, creature, to, squares - spent, usually=True)
    acts = arriving(request, creature, to, getattr(intent, "stand", None))
    if split:
        acts.append(TurnUpdate(creature.name, remember=Movements(hopped=distance(creature, to))))
    return Plan(acts, pays, rules.cite("teleport.usual", "teleport"))


def placed(request: Request, who: Creature, square: Square) -> Cube:
    """The anchor that a destination means."""
    x, y = square[0], square[1]
    if len(square) == 3:
        return (x, y, square[2])
    return (x, y, rest_over(request.world, who, x, y)) if (x, y) in request.world.board else (x, y, who.cube[2])


def distance(who: Creature, to: Cube) -> int:
    """The distance in squares from a space to its destination."""
    return max(abs(d) for d in step_of(who.cube, to))


def lawful(request: Request, who: Creature, to: Cube, squares: int, *, usually: bool = False) -> None:
    """Refuses a teleport by its distance, its destination or its lines of effect.

    (ds.teleport.distance, ds.teleport.new-space, ds.teleport.destination-empty, ds.teleport.self-line,
    ds.teleport.other-line)
    """
    creature, rules, world = request.creature, request.rules, request.world
    if (to[0], to[1]) not in world.board:
        raise request.refuse(f"{request.shown(to[:2])} is not on the board", "terrain.blocked")
    if to == who.cube:
        raise request.refuse("a teleport leads to another space", "teleport.new-space")
    if rules.setting("teleport_overlap") == "forbidden" and overlap(who.box, who.at(to)):
        raise request.refuse(f"the space at {request.shown(to)} overlaps the one it leaves", "teleport.new-space")
    if distance(who, to) > squares:
        topic = "teleport.usual" if usually else "teleport.distance"
        raise request.refuse(f"{request.shown(to)} is farther than {squares} squares away", topic)
    destination(Request(world, who, request.intent), to)
    board = world.board
    if who is creature:
        if not rules.threat.line(rules, board, who.box, who.at(to)):
            raise request.refuse(f"{creature.name} has no line of effect to {request.shown(to)}", "teleport.self-line")
        return
    if rules.setting("teleport_other_line") == "from_departure":
        if not rules.threat.line(rules, board, who.box, who.at(to)):
            raise request.refuse(
                f"there is no line of effect from {who.name} to {request.shown(to)}", "teleport.other-line"
            )
        return
    if not rules.threat.line(rules, board, creature.box, who.box):
        raise request.refuse(f"{creature.name} has no line of effect to {who.name}", "teleport.other-line")
    if not rules.threat.line(rules, board, creature.box, who.at(to)):
        raise request.refuse(f"{creature.name} has no line of effect to {request.shown(to)}", "teleport.other-line")


def arriving(request: Request, who: Creature, to: Cube, stand: bool | None) -> list[Act]:
    """The teleport and the conditions that it ends: grabs and restraints first, then, if chosen, prone.

    (ds.teleport.ends-grabbed, ds.teleport.ends-restrained, ds.teleport.prone-self, ds.teleport.prone-other)
    """
    rules = request.rules
    held = [condition for condition in ("grabbed", "restrained") if condition in who.condition.held]
    sheds = [(condition, rules.cite(f"teleport.{condition}")) for condition in held]
    other = who is not request.creature
    # A creature with the choice stands by default; the caster's word does not bind it.
    own_word = other and rules.setting("teleport_other_stand_choice") == "teleported"
    cited = rules.cite("teleport.prone-other" if other else "teleport.prone-self")
    able = who.prone and not who.is_any(rules.conditions.unable) and not who.has("cannot-stand")

    def arrival(*stands: tuple[str, tuple[str, ...]]) -> list[Act]:
        return [Teleportation(who.name, to, rules.cite("teleport"), (*sheds, *stands))]

    if able and own_word:
        return [_asked(who, arrival(("prone", cited)), arrival(), cited)]
    return arrival(("prone", cited)) if able and stand is not False else arrival()


def _asked(who: Creature, up: list[Act], down: list[Act], rules: tuple[str, ...]) -> PlannedDecision:
    """The decision of a creature teleported by another whether it arrives standing. (ds.teleport.prone-other)"""
    text = f"{who.name} is teleported: does it arrive standing?"
    question = whether("stand", who.name, text, "Standing", "Prone", rules)
    return PlannedDecision(question, {"yes": up, "no": down})
