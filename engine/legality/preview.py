"""Previews an intent before it is submitted: steps, costs, attacks drawn, falls.

A preview reads the plan that the intent would become. It changes nothing and rolls nothing, so that what dice decide on
the way (an attack that drops the mover, a failed check) is named and not guessed.
"""

from dataclasses import dataclass

from ...components.effect_acts import Effect, ForceMovement, LetFall, TeleportCreature
from ...components.intents import IntentBase
from ...components.ordinary_class import ordinary_class
from ...components.plan import Check, Drop, ForcedMove, PlannedDecision, PlannedStep, Strike, Teleportation, Walk
from ...components.position import Cube
from ..combat.reactions import reacted_already, who_reacts
from ..geometry.boxes import Box, overlap
from ..rules.ruleset import World
from ..rules.step_costs import FEATURES
from ..space.forced_steps import drop_ahead, forced_fits, is_diagonal
from ..space.occupancy import shape_at
from ..state.creature import Creature, nobody
from ..state.verdict import Plan, Refusal
from .judge import judge
from .planners.effect_moves import cube_at, forced_by


@ordinary_class
@dataclass(frozen=True, slots=True)
class PreviewStep:
    """One square of a previewed movement."""

    who: str
    at: Cube
    cost: int
    """The cost in the ruleset's unit."""
    mode: str
    reasons: tuple[str, ...] = ()
    """The reasons why it costs more than a plain square, or makes the mover squeeze."""
    provokes: tuple[str, ...] = ()
    """Enemies whose attack is drawn by leaving the square before this one."""
    check: str | None = None
    """The skill rolled before the square is entered."""
    falls: bool = False
    """Whether nothing holds the mover there."""
    collides: str | None = None
    """What forced movement would collide with instead of entering the square."""
    forced: bool = False
    rules: tuple[str, ...] = ()


@ordinary_class
@dataclass(frozen=True, slots=True)
class Preview:
    """What would come of an intent."""

    steps: tuple[PreviewStep, ...] = ()
    pays: tuple[str, ...] = ()
    """Actions that it costs."""
    strikes: tuple[str, ...] = ()
    """Names of the creatures attacked."""
    checks: tuple[str, ...] = ()
    """The skills rolled first; the rest of the preview is the best outcome."""
    rules: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    """Effects that it causes, act by act; the movement they cause is among the steps."""

    @property
    def cost(self) -> int:
        """The cost of all movement of the mover's own, in the ruleset's unit."""
        return sum(step.cost for step in self.steps)

    @property
    def provokes(self) -> tuple[str, ...]:
        """All enemies whose attack would be drawn, each once, in order."""
        return tuple(dict.fromkeys(name for step in self.steps for name in step.provokes))


def foresee(world: World, creature: Creature, intent: IntentBase) -> Preview | Refusal:
    """The preview of the intent now, or the refusal that forbids it. Changes nothing."""
    plan = judge(world, creature, intent)
    return plan if isinstance(plan, Refusal) else preview_plan(world, creature, plan)


def preview_plan(world: World, creature: Creature, plan: Plan) -> Preview:
    """The preview of a plan."""
    steps: list[PreviewStep] = []
    strikes: list[str] = []
    checks: list[str] = []
    effects: list[Effect] = []
    acts = list(plan.acts)
    while acts:
        act = acts.pop(0)
        match act:
            case Check():
                checks.append(act.what)
                acts[:0] = act.tiers[max(act.tiers)] if act.tiers else act.success
            case PlannedDecision():
                acts[:0] = act.ways[act.question.default]
            case Walk():
                steps += _walked(world, creature, act, [step for step in steps if step.who == creature.name])
            case ForcedMove():
                steps += _shoved(world, act)
            case Teleportation():
                steps.append(PreviewStep(act.who, act.to, 0, "teleport", rules=act.rules))
            case Strike():
                strikes.append(act.target)
            case Drop() if steps and act.target == steps[-1].who:
                steps[-1] = _falling(steps[-1])
            case Drop():
                steps.append(
                    PreviewStep(
                        act.target, world.named[act.target].cube, 0, "fall", falls=True, forced=True, rules=act.rules
                    )
                )
            case Effect():
                effects.append(act)
                steps += _brought_about(world, act)
    return Preview(tuple(steps), plan.pays, tuple(strikes), tuple(checks), plan.rules, tuple(effects))


def _brought_about(world: World, effect: Effect) -> list[PreviewStep]:
    """The steps of movement that an effect would cause, each act from where the ones before it have led."""
    world, source = world.copy(), nobody(effect.by)
    told_of: list[PreviewStep] = []
    for act in effect.acts:
        target = world.named.get(getattr(act, "target", ""))
        if target is None:
            continue
        steps: list[PreviewStep] = []
        match act:
            case ForceMovement() if (move := forced_by(world, source, target, act)) is not None:
                steps = _shoved(world, move)
            case TeleportCreature():
                to = cube_at(world, target, act.to)
                steps = [PreviewStep(target.name, to, 0, "teleport", forced=True, rules=effect.rules)]
            case LetFall():
                steps = [PreviewStep(target.name, target.cube, 0, "fall", falls=True, forced=True, rules=effect.rules)]
        for step in steps:
            if step.collides is None:
                target.position.go(step.at)
                target.last_space = None
                world.touch()
        told_of += steps
    return told_of


def _falling(step: PreviewStep) -> PreviewStep:
    return PreviewStep(step.who, step.at, step.cost, step.mode, step.reasons, step.provokes, step.check, True)


def _walked(world: World, mover: Creature, walk: Walk, before: list[PreviewStep]) -> list[PreviewStep]:
    """The steps of a walk that goes on from those before it."""
    rules = world.rules
    told_of: list[PreviewStep] = []
    drawn = set(reacted_already(rules, mover))
    if rules.threat.reaction_scope == "turn":
        drawn.update(name for step in before for name in step.provokes)
    came = before[-1].at if before else mover.cube
    here = mover.at(came) if before else mover.box
    for stride in walk.strides:
        there = mover.at(stride.to)
        reacting = who_reacts(world, mover, here, stride, quiet=walk.quiet, but=walk.silenced | drawn)
        provokes = tuple(enemy.name for enemy in reacting)
        if rules.threat.reaction_scope != "step":
            drawn.update(provokes)
        told_of.append(
            PreviewStep(
                who=mover.name,
                at=stride.to,
                cost=stride.squares * rules.unit,
                mode=stride.shown or stride.mode,
                reasons=_reasons(world, mover, stride, there),
                provokes=provokes,
                check=stride.check.what if stride.check is not None else None,
                falls=stride.drops,
                rules=stride.rules or walk.rules,
            )
        )
        here = shape_at(world, mover, stride.to, came, walks=stride.mode != "fly") or there
        came = stride.to
    return told_of


def _reasons(world: World, mover: Creature, stride: PlannedStep, there: Box) -> tuple[str, ...]:
    """The reasons for a step's cost, in words."""
    named = [name for name, bit in FEATURES.items() if stride.features & bit]
    if stride.flips:
        named.insert(0, "diagonal")
    shared = [
        other.name
        for other in world.creatures
        if other is not mover and not other.out and overlap(other.box, there) and other.condition.mount != mover.name
    ]
    named += [f"space of {name}" for name in shared]
    return tuple(named)


def _shoved(world: World, forced_move: ForcedMove) -> list[PreviewStep]:
    target = world.named[forced_move.target]
    told_of: list[PreviewStep] = []
    here, left, diagonals = target.cube, forced_move.distance, forced_move.diagonals
    cycle = world.rules.forced.diagonal_cycle
    for there in forced_move.steps[forced_move.next :]:
        diagonal = is_diagonal(world, target, here, there)
        left -= cycle[diagonals % len(cycle)] if diagonal else 1
        diagonals += diagonal
        if left < 0:
            break
        struck = forced_fits(world, target, here, there)
        falls = struck is None and drop_ahead(world, target, there)
        told_of.append(
            PreviewStep(
                target.name,
                there,
                0,
                forced_move.kind,
                falls=falls,
                collides=struck,
                forced=True,
                rules=forced_move.rules,
            )
        )
        if struck is not None or falls:
            break
        here = there
    return told_of
