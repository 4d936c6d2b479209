"""Step costs, shared spaces, and passing enemies by a check."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ....components.plan import ORDINARY, Act, Check, Halt, MoveOptions, Stride, Walk
from ....components.position import Cube
from ...geometry.boxes import overlap
from ...legality.route import paid_route
from ...rules.ruleset import Request, Ruleset
from ...rules.step_costs import (
    BARRIER,
    BODY,
    CORPSE,
    DARK,
    DIFFICULT,
    IMPEDED,
    NARROW,
    OBSTACLE,
    SLANT,
    STEEP,
    SpaceAccess,
    StepCost,
    StepQuery,
)
from ...state.creature import Creature
from ...state.verdict import Plan

if TYPE_CHECKING:
    from ...rules.ruleset import Ruleset

# ---------------------------------------------------------------- prices of steps


def added(rules: "Ruleset", stretch: StepQuery) -> StepCost | None:
    """Returns the cost of a step in squares: one, or two on difficult terrain."""
    base = 1 if stretch.listed else rules.movement.unlisted.get(stretch.mode, 1)
    hard = stretch.features & (DIFFICULT | BODY | OBSTACLE | NARROW | CORPSE | BARRIER)
    base += 1 if hard else 0
    if stretch.features & IMPEDED:
        base += 2 if not hard else 1
    base += rules.movement.crawl_extra if stretch.crawling else 0
    if stretch.features & SLANT:
        return StepCost(base + 1)
    if stretch.features & STEEP:
        return StepCost(base + 2)
    turns = stretch.diagonal and len(rules.grid.diagonal_cycle) > 1
    return StepCost(base, turns, turns)


def doubled(rules: "Ruleset", stretch: StepQuery) -> StepCost | None:
    """Returns the cost of a step in squares: each hindrance doubles it.

    A square costs 2, 4 or 8; a diagonal 3, 6 or 12.

    (srd.special.doubled-twice, srd.special.doubled-thrice)
    """
    causes = stretch.slow
    for feature in (DIFFICULT | IMPEDED, OBSTACLE, NARROW, DARK, BODY | CORPSE):
        causes += 1 if stretch.features & feature else 0
    barrier = 2 if stretch.features & BARRIER else 0
    turns = stretch.diagonal and len(rules.grid.diagonal_cycle) > 1
    if causes == 0:
        return StepCost(1 + barrier, turns, turns)
    factor = 1 << causes
    if causes > 1 and rules.setting("doublings") == "triple":
        factor = causes + 1
    if not turns:
        return StepCost(factor + barrier)
    counts = rules.setting("difficult-diagonal-counts") == "yes"
    return StepCost(factor + factor // 2 + barrier, False, counts)


# ---------------------------------------------------------------- spaces and ways through enemies


def helpless(rules: Ruleset, other: Creature) -> bool:
    held = other.condition.held
    return other.health.downed or (bool(held) and not held.isdisjoint(rules.conditions.helpless))


def willing(rules: Ruleset, mover: Creature, other: Creature) -> bool:
    return other.lets(mover)


def object_passing(rules: Ruleset, other: Creature) -> SpaceAccess | None:
    """Returns whether a mover may enter an object's squares; None if `other` is a creature."""
    traits = other.body.traits
    if "object" not in traits:
        return None
    if "shareable" in traits or "open" in traits:
        return SpaceAccess(True, True, rule="object.shareable")
    if "special" in traits:
        return SpaceAccess(True, True, costly=True, rule="object.special")
    return SpaceAccess(False, rule="object.closed", drawn_in=True)


def size_gap(mover: Creature, other: Creature) -> int:
    return other.size.rank - mover.size.rank


class Meeting(NamedTuple):
    """An enemy that a walk passes, and where on the walk."""

    foe: Creature
    walk: Walk
    through: bool
    """True if its space is entered."""
    before: int
    """The number of enemies met earlier on the path."""


class PassRule(NamedTuple):
    """How a game handles movement past or through enemies, such as tumbling: checks and costs."""

    kind: str
    """The intent and citation topic."""
    bars: Callable[[Request], None]
    """Refuses the intent before its path is known."""
    foes: Callable[[Request], list[Creature]]
    """Those whose squares it opens."""
    check: Callable[[Request, Meeting], Check]
    options: MoveOptions = ORDINARY
    answers: Callable[[Request, Creature, Cube], bool] = lambda request, foe, here: False
    """True if a creature's reaction to a step calls for a check."""
    once: bool = True
    """One check for each enemy."""
    ahead: bool = False
    """True if checks come before the first step."""
    provokes: bool = False
    """True if an enemy reacts when the mover enters its space."""
    late: bool = False
    """True if the check is rolled after reactions."""
    most: int | None = None
    too_many: str = ""
    """The reason to refuse a path past a further enemy; empty: allowed."""
    nobody: str = ""
    """Refuses a path through nobody's space; empty: allowed."""
    opening: Callable[[Request], list[Act]] = lambda request: []


def through(rule: PassRule) -> Callable[[Request], Plan]:
    return partial(planned, rule)


def planned(rule: PassRule, request: Request) -> Plan:
    """Plans a walk past or through enemies. The rule may need a check for each."""
    mover = request.creature
    rule.bars(request)
    foes = rule.foes(request)
    options = rule.options._replace(through=frozenset(foe.name for foe in foes))
    way, pays = paid_route(request, options, kind=rule.kind)
    steps: list[tuple[Stride, Cube, tuple[str, ...]]] = []
    here = mover.cube
    for stride in way.strides:
        steps.append((stride, here, entered(mover, foes, here, stride.to)))
        here = stride.to
    entries = [name for _, _, into in steps for name in into]
    if rule.most is not None and len(entries) > rule.most:
        raise request.refuse(rule.too_many, rule.kind)
    if rule.nobody and not entries:
        raise request.refuse(rule.nobody, rule.kind)
    checks: dict[str, Check] = {}
    for number, (stride, here, into) in enumerate(steps):
        asked = []
        for foe in request.world.creatures:
            if (rule.once and foe.name in checks) or not (foe.name in into or rule.answers(request, foe, here)):
                continue
            met = Meeting(foe, way, foe.name in entries, len(checks))
            checks[foe.name] = rule.check(request, met)
            asked.append(checks[foe.name])
        if rule.provokes:
            stride = stride._replace(through=into, entering=(*stride.entering, *into))
        if not rule.ahead:
            late = stride.late or (rule.late and bool(asked))
            stride = stride._replace(late=late, check=in_turn(asked, stride.check))
        body_met = request.rules.space.through_costs and stride.features & BODY
        if body_met and any(overlap(mover.at(stride.to), foe.box) for foe in foes):  # the foe is paid for, not a body
            of_things = request.rules.cite("cost.body")
            stride = stride._replace(rules=tuple(rule for rule in stride.rules if rule not in of_things))
        way.strides[number] = stride
    acts = rule.opening(request)
    if rule.ahead:
        acts += [checks[foe.name] for foe in request.world.creatures if foe.name in checks]
    return Plan([*acts, way], pays, request.rules.cite(rule.kind))


def entered(mover: Creature, others: Iterable[Creature], here: Cube, there: Cube) -> tuple[str, ...]:
    left, into = mover.at(here), mover.at(there)
    return tuple(other.name for other in others if overlap(other.box, into) and not overlap(other.box, left))


def in_turn(checks: list[Check], last: Check | None) -> Check | None:
    """Links checks in order: after each check comes the next one.

    A failure that ends the movement skips the later ones.
    """
    follow = last
    for check in reversed(checks):
        if follow is not None:
            check.success.append(follow)
            if not any(isinstance(act, Halt) for act in check.failure):
                check.failure.append(follow)
        follow = check
    return follow


def barred_foes(request: Request, options: MoveOptions) -> list[Creature]:
    """Returns the creatures whose space the mover may not enter in an ordinary way."""
    creature, rules = request.creature, request.rules
    return [
        other
        for other in request.world.creatures
        if other is not creature
        and not other.has("object")
        and not other.has("fills-space")
        and not rules.space.access(rules, creature, other, options).enter
    ]
