"""Ways past enemies and through their squares: tumbling and overrunning."""

from ....components.plan import Act, Check, ConditionChange, Halt, PassOutcome, TurnUpdate, Walk
from ....components.position import Cube
from ...combat.melee_reach import menaces
from ...combat.reactions import can_threaten, has_reaction, perceives
from ...geometry.boxes import overlap
from ...legality.maneuver import Maneuver, begin_movement, pay_and_find
from ...rules.move_options import MoveOptions
from ...rules.ruleset import Request
from ...state.creature import Creature
from ...state.verdict import Plan
from ..shared.abilities import ability_modifier
from ..shared.space_sharing import size_gap
from .components import Build, OverrunAttempt

THROUGH = 25
"""The DC of tumbling through an opponent's square."""
PAST = 15
"""The DC of passing an opponent without drawing its attack."""
FURTHER = 2
"""What each opponent after the first adds to the DC."""
SIZE_STEP = 4
"""What each size above medium adds to an overrun's check, and each below subtracts."""
STABLE = 4
"""What more than two legs add for the defender."""


def in_the_way(request: Request) -> list[Creature]:
    """The opponents whose squares are closed to an ordinary move of this creature."""
    plain = MoveOptions(stepover=False)
    return [
        other
        for other in request.world.creatures
        if other is not request.creature
        and not other.ally(request.creature)
        and not other.has("fills-space")
        and not other.has("object")
        and not request.rules.space.access(request.rules, request.creature, other, plain).enter
    ]


def entered(mover: Creature, others: list[Creature], here: Cube, there: Cube) -> list[Creature]:
    """The creatures whose space a step enters."""
    return [other for other in others if overlap(other.box, mover.at(there)) and not overlap(other.box, mover.at(here))]


def tumble(request: Request) -> Plan:
    """Plans rolling past or through opponents at half speed, with a check against each.

    One check for each opponent, before the first step that it could answer or that enters its square:
    success draws no attack of it; failure draws the attack, and ends the movement before its square.
    (srd.occupancy.tumble)
    """
    creature, rules = request.creature, request.rules
    if rules.setting("tumble", "check") == "off":
        raise request.refuse("nobody tumbles past opponents by these house rules", "tumble")
    begin_movement(request, "move")
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone and cannot tumble", "tumble")
    if "tumble" not in creature.body.skills and "tumble" not in creature.body.trained:
        raise request.refuse(f"{creature.name} is not trained in tumble", "tumble")
    foes = in_the_way(request)
    options = MoveOptions(modes=("walk",), slow=1, through=frozenset(foe.name for foe in foes), stepover=False)
    way = pay_and_find(request, Maneuver(kind="tumble", options=options))
    roll_past(request, way.walk, foes)
    return way.plan(request, "tumble")


def roll_past(request: Request, walk: Walk, foes: list[Creature]) -> None:
    """Put the checks against opponents on the steps of a tumble."""
    world, mover, rules = request.world, request.creature, request.rules
    passed: set[str] = set()
    here = mover.cube
    for stride in walk.strides:
        passed.update(foe.name for foe in entered(mover, foes, here, stride.to))
        here = stride.to
    met: set[str] = set()
    here = mover.cube
    for stride in walk.strides:
        into = [foe.name for foe in entered(mover, foes, here, stride.to)]
        stride.through = tuple(into)
        stride.entering = (*stride.entering, *into)
        checks: list[Check] = []
        for foe in world.creatures:
            if foe.side == mover.side or foe.name in met:
                continue
            answers = (
                can_threaten(world, foe)
                and perceives(foe, mover)
                and has_reaction(world, foe)
                and foe.name not in mover.turn.provoked
                and menaces(world, foe, mover.at(here))
            )
            if not answers and foe.name not in into:
                continue
            dc = (THROUGH if foe.name in passed else PAST) + FURTHER * len(met)
            met.add(foe.name)
            checks.append(
                Check(
                    mover.name,
                    "tumble",
                    mover.skill("tumble"),
                    dc,
                    rules.cite("tumble"),
                    success=[PassOutcome(walk, foe.name, silenced=True)],
                    failure=[PassOutcome(walk, foe.name, barred=True)] if foe.name in passed else [],
                )
            )
        here = stride.to
        follow: list[Act] = [] if stride.check is None else [stride.check]
        for check in reversed(checks):
            check.success += follow
            check.failure += follow
            follow = [check]
        if checks:
            stride.check = checks[0]


def overrun(request: Request) -> Plan:
    """Plans forcing a way through one opponent's square: it strikes, then the two contest their strength.

    Success throws the opponent down and the movement goes on; failure ends it in the square before.
    An opponent that is willing steps aside. (srd.occupancy.overrun)
    """
    creature, rules = request.creature, request.rules
    if rules.setting("overrun", "contest") == "off":
        raise request.refuse("nobody overruns opponents by these house rules", "overrun")
    begin_movement(request, "move")
    if creature.prone:
        raise request.refuse(f"{creature.name} is prone and cannot overrun anyone", "overrun")
    if creature.own(OverrunAttempt).made:
        raise request.refuse(f"{creature.name} has tried an overrun this round", "overrun")
    foes = [foe for foe in in_the_way(request) if size_gap(creature, foe) <= 1]
    options = MoveOptions(through=frozenset(foe.name for foe in foes), stepover=False)
    way = pay_and_find(request, Maneuver(kind="overrun", options=options))
    contested = 0
    here = creature.cube
    for stride in way.walk.strides:
        into = entered(creature, foes, here, stride.to)
        here = stride.to
        contested += len(into)
        if not into:
            continue
        if contested > 1:
            raise request.refuse("an overrun goes through one opponent", "overrun")
        stride.entering = (*stride.entering, into[0].name)
        stride.through = (into[0].name,)
        stride.late = True
        contest = strength_contest(request, into[0])
        if stride.check is not None:
            contest.success.append(stride.check)
        stride.check = contest
    if not contested:
        raise request.refuse("an overrun leads through the square of an opponent in the way", "overrun")
    return way.plan(request, "overrun", before=[TurnUpdate(creature.name, remember=OverrunAttempt(made=True))])


def strength_contest(request: Request, foe: Creature) -> Check:
    """Strength against the defender's better of Strength and Dexterity; size and legs count."""
    mover, rules = request.creature, request.rules
    cited = rules.cite("overrun")
    stable = STABLE if (foe.own(Build).legs or 0) > 2 else 0
    defence = max(ability_modifier(foe, "strength"), ability_modifier(foe, "dexterity"))
    return Check(
        mover.name,
        "overrun",
        ability_modifier(mover, "strength") + SIZE_STEP * mover.size.rank,
        None,
        cited,
        success=[ConditionChange(foe.name, gains=("prone",), rules=cited)],
        failure=[Halt(f"{foe.name} holds its ground", cited)],
        against=foe.name,
        against_bonus=defence + SIZE_STEP * foe.size.rank + stable,
    )
