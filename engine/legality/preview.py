"""Previews intents: steps, costs, reactions, falls. Nothing is rolled."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...components.ability import StepSpec
from ...components.effect_acts import (
    Effect,
    EffectAct,
    ForceMovement,
    GrantMovement,
    LetFall,
    StrikeTarget,
    TeleportCreature,
)
from ...components.intents import IntentBase, StepAim
from ...components.ordinary_class import ordinary_class
from ...components.plan import (
    AbilityUse,
    Check,
    Drop,
    ForcedMove,
    PlannedDecision,
    Stride,
    Strike,
    Teleportation,
    Walk,
)
from ...components.position import Cube
from ..combat.aims import affected, chooses, picked
from ..combat.threat import reacted_already, who_reacts
from ..dice import parse
from ..field.forced_steps import drop_ahead, elects_prone, forced_fits, is_diagonal
from ..field.shapes import held_by, shape_at, spaces_beside
from ..field.zone_harm import Border, crossed, hurting
from ..geometry.boxes import Box, Spaces, overlap
from ..messages import _
from ..rules.budget import forced_cycle
from ..rules.odds import chosen
from ..rules.ruleset import Request, World
from ..rules.step_costs import FEATURES
from ..state.creature import Creature, nobody
from ..state.verdict import Forbidden, Plan, Refusal
from .ability_acts import concerns_target, granted_way, grounded
from .judge import judge
from .planners.moving_others import cube_at, forced_by
from .planners.single_actions import sent_to


@ordinary_class
@dataclass(frozen=True, slots=True)
class PreviewStep:
    """One square of a previewed movement, with its cost and the enemies that react."""

    who: str
    at: Cube
    cost: int
    """The cost in the ruleset's unit."""
    mode: str
    reasons: tuple[str, ...] = ()
    """Of extra cost or squeezing."""
    provokes: tuple[str, ...] = ()
    """Enemies that react as the creature leaves the square before."""
    check: str | None = None
    """The check to roll before entering the square."""
    falls: bool = False
    """True if nothing supports the mover."""
    collides: str | None = None
    """The obstacle that stops the creature before this square."""
    forced: bool = False
    rules: tuple[str, ...] = ()
    harm: str = ""
    """Damage of ground and zones entered, such as `4d6 + 1d6`."""
    shape: Box | None = None
    """The cubes that a squeezing creature fills there; None for its whole space."""

    @property
    def blocked(self) -> str | None:
        return self.collides


@ordinary_class
@dataclass(frozen=True, slots=True)
class Preview:
    """What an intent would do: path, cost, reactions, damage and odds."""

    steps: tuple[PreviewStep, ...] = ()
    pays: tuple[str, ...] = ()
    strikes: tuple[str, ...] = ()
    """The creatures attacked."""
    checks: tuple[str, ...] = ()
    """Checks rolled first; the rest of the preview assumes the best outcome."""
    rules: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    """Effects by act; their movement is among the steps."""
    chances: tuple[tuple[str, float], ...] = ()
    """The chance of each check with a known DC."""

    @property
    def blocked(self) -> str | None:
        return next((step.collides for step in self.steps if step.collides is not None), None)

    @property
    def harm(self) -> str:
        """The damage dice of all harmful ground on the previewed path."""
        return " + ".join(step.harm for step in self.steps if step.harm)

    @property
    def cost(self) -> int:
        """The cost of the movement in feet or squares, as the ruleset counts."""
        return sum(step.cost for step in self.steps)

    @property
    def provokes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for step in self.steps for name in step.provokes))


def foresee(world: World, creature: Creature, intent: IntentBase) -> Preview | Refusal:
    """Returns what an intent would do, or its refusal. Changes nothing."""
    plan = judge(world, creature, intent)
    return plan if isinstance(plan, Refusal) else preview_plan(world, creature, plan)


def preview_plan(world: World, creature: Creature, plan: Plan) -> Preview:
    steps: list[PreviewStep] = []
    strikes: list[str] = []
    checks: list[str] = []
    effects: list[Effect] = []
    chances: list[tuple[str, float]] = []
    acts = list(plan.acts)
    while acts:
        act = acts.pop(0)
        match act:
            case Check():
                checks.append(act.what)
                if act.dc is not None:
                    odds = world.rules.attacks.check_odds(world, act)
                    chances.append((act.what, sum(share for outcome, share in odds if outcome.endswith("success"))))
                acts[:0] = act.tiers[max(act.tiers)] if act.tiers else act.success
            case PlannedDecision():
                acts[:0] = act.ways[act.question.default]
            case Walk():
                steps += _walked(world, creature, act, [step for step in steps if step.who == creature.name])
            case ForcedMove():
                steps += _shoved(world, act)
            case Teleportation():
                steps.append(_teleported(world, world.named[act.who], act.to, rules=act.rules))
            case Strike():
                strikes.append(act.target)
            case Drop() if steps and act.target == steps[-1].who:
                steps[-1] = replace(steps[-1], falls=True)
            case Drop():
                steps.append(_dropped(world.named[act.target], act.rules))
            case AbilityUse():
                used = _Used(world, creature, act)
                steps += used.steps
                strikes += used.strikes
                checks += used.checks
            case Effect():
                effects.append(act)
                steps += _brought_about(world, act)
    return Preview(tuple(steps), plan.pays, tuple(strikes), tuple(checks), plan.rules, tuple(effects), tuple(chances))


def _brought_about(world: World, effect: Effect) -> list[PreviewStep]:
    world, source = world.copy(), nobody(effect.by)
    told_of: list[PreviewStep] = []
    for act in effect.acts:
        target = world.named.get(getattr(act, "target", ""))
        if target is None:
            continue
        steps: list[PreviewStep] = []
        match act:
            case ForceMovement():
                moves = [move for move in forced_by(world, source, target, act) if isinstance(move, ForcedMove)]
                steps = [step for move in moves for step in _shoved(world, move)]
            case TeleportCreature() if not isinstance(act.to, str):
                to = sent_to(world, world.named.get(effect.by), target, cube_at(world, target, act.to))
                if to != target.cube:
                    steps = [_teleported(world, target, to, forced=True, rules=effect.rules)]
            case LetFall():
                steps = [_dropped(target, effect.rules)]
        for step in steps:
            if step.collides is None:
                target.place(step.at, step.shape)
                world.touch()
        told_of += steps
    return told_of


def harm_of_step(
    world: World,
    creature: Creature,
    here: Cube | None,
    there: Cube,
    met: set[tuple[int, Border]] | None = None,
    beside: Spaces = (),
) -> str:
    """Returns the damage dice of the harmful squares and zones that one step enters."""
    found: list[str] = []
    if world.board.traits.harms and world.rules.terrain.harm_timing != "turn_start_only":
        before = frozenset() if here is None else frozenset(_harmful(world, creature, here))
        found += [
            str(world.board.tile(*square).damage)
            for square in _harmful(world, creature, there)
            if square not in before and not held_by(beside, *square, there[2], creature.size.side)
        ]
    if world.things:
        start = creature.cube if here is None else here
        found += [
            str(act.amount) for act in hurting(crossed(world, creature, start, there, set() if met is None else met))
        ]
    return " + ".join(found)


def _harmful(world: World, creature: Creature, anchor: Cube) -> Iterator[tuple[int, int]]:
    z = anchor[2]
    for square in creature.at(anchor).footprint:
        if square in world.board:
            tile = world.board.tile(*square)
            if tile.damage is not None and tile.floor <= z < tile.floor + max(tile.water, 1):
                yield square


class _Used:
    """Previews a use of an ability as if strikes hit, saves fail and checks succeed."""

    def __init__(self, world: World, user: Creature, use: AbilityUse) -> None:
        self.world = world.copy()
        self.user = self.world.named[user.name]
        self.steps: list[PreviewStep] = []
        self.strikes: list[str] = []
        self.checks: list[str] = []
        self.ability = self.world.abilities[use.ability]
        before: list[str] = []
        for number, (step, aim) in enumerate(zip(self.ability.whole, use.aims, strict=True)):
            own = number == 0 or step.target is not None
            found = affected(self.world, self.user, self.ability, step, aim, own=own, before=before)
            before = [one.name for one in found]
            if chooses(step, number):
                found = picked(self.world.rules, self.user, step, found)
            self._step(step, aim, [one.name for one in found])

    def _step(self, step: StepSpec, aim: StepAim, targets: list[str]) -> None:
        roll = step.roll
        words: tuple[str, ...] = ()
        if roll is not None and roll.strike:
            self.strikes += targets
            words = ("hit", "success")
        elif roll is not None:
            self.checks.append(roll.save or roll.check or "")
            words = ("failure", "tier-1", "miss") if roll.save is not None else ("success", "tier-3", "hit")
        for act in step.does:
            for name in targets if concerns_target(act) else [""]:
                self._act(step, aim, name, act)
        for name in targets:
            for act in (*step.each, *chosen(step.on, words, ())):
                self._act(step, aim, name, act)

    def _act(self, step: StepSpec, aim: StepAim, name: str, act: EffectAct) -> None:
        world = self.world
        target = world.named.get(self.user.name if getattr(act, "target", "") == "self" else name)
        if isinstance(act, StrikeTarget) and target is not None:
            self.strikes.append(target.name)
            for follow in chosen(act.on, ("hit", "success"), ()):
                self._act(step, aim, name, follow)
        elif isinstance(act, GrantMovement) and target is not None:
            self._granted(target, act, aim)
        else:
            average = grounded(world, self.user, self.ability, step, aim, name, act, lambda dice: int(parse(dice).mean))
            if average is not None:
                found = _brought_about(world, Effect(acts=(average,), by=self.user.name))
                self._follow(found)

    def _granted(self, mover: Creature, act: GrantMovement, aim: StepAim) -> None:
        try:
            way = granted_way(Request(self.world, self.user, None), mover, act, aim)
        except Forbidden:
            return
        if isinstance(way, Walk):
            self._follow(_walked(self.world, mover, way, []))
        elif way is not None:
            self._follow([_teleported(self.world, mover, way)])

    def _follow(self, steps: list[PreviewStep]) -> None:
        self.steps += steps
        for step in steps:
            if step.collides is None:
                self.world.named[step.who].place(step.at, step.shape)
                self.world.touch()


def _teleported(
    world: World, creature: Creature, to: Cube, *, forced: bool = False, rules: tuple[str, ...] = ()
) -> PreviewStep:
    harm = harm_of_step(world, creature, None, to)
    shape = shape_at(world, creature, to, creature.cube, walks=creature.position.held != "fly")
    return PreviewStep(creature.name, to, 0, "teleport", forced=forced, rules=rules, harm=harm, shape=shape)


def _dropped(creature: Creature, rules: tuple[str, ...]) -> PreviewStep:
    here, shape = creature.cube, creature.shape
    return PreviewStep(creature.name, here, 0, "fall", falls=True, forced=True, rules=rules, shape=shape)


def _walked(world: World, mover: Creature, walk: Walk, before: list[PreviewStep]) -> list[PreviewStep]:
    rules = world.rules
    told_of: list[PreviewStep] = []
    drawn = set(reacted_already(rules, mover))
    if rules.threat.reaction_scope == "turn":
        drawn.update(name for step in before for name in step.provokes)
    met: set[tuple[int, Border]] = set()
    came = before[-1].at if before else mover.cube
    here = mover.at(came) if before else mover.box
    beside = spaces_beside(world, mover, walk)
    for stride in walk.strides:
        there = mover.at(stride.to)
        reacting = who_reacts(world, mover, here, stride, quiet=walk.quiet, but=walk.silenced | drawn)
        provokes = tuple(enemy.name for enemy in reacting)
        if rules.threat.reaction_scope != "step":
            drawn.update(provokes)
        shape = shape_at(world, mover, stride.to, came, walks=stride.mode != "fly", beside=beside)
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
                harm=harm_of_step(world, mover, came, stride.to, met, beside),
                shape=shape,
            )
        )
        here, came = shape or there, stride.to
    return told_of


def _reasons(world: World, mover: Creature, stride: Stride, there: Box) -> tuple[str, ...]:
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
    met: set[tuple[int, Border]] = set()
    told_of: list[PreviewStep] = []
    here, left, diagonals = target.cube, forced_move.distance, forced_move.diagonals
    cycle = forced_cycle(world.rules)
    if forced_move.next == 0 and world.rules.forced.immune(world, target, forced_move) is not None:
        return []
    puller = world.named.get(forced_move.by or "") if forced_move.kind == "pull" else None
    for there in forced_move.steps[forced_move.next :]:
        diagonal = is_diagonal(world, target, here, there)
        left -= cycle[diagonals % len(cycle)] if diagonal else 1
        diagonals += diagonal
        if left < 0 or (not forced_move.endured and elects_prone(world, target, there)):
            break
        struck = forced_fits(world, target, here, there)
        if struck is not None and puller is not None and overlap(puller.box, target.at(there)):
            break  # it has arrived
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
                harm="" if struck is not None else harm_of_step(world, target, here, there, met),
                shape=shape_at(world, target, there, here, walks=target.position.held != "fly"),
            )
        )
        if struck is not None or falls:
            break
        here = there
    else:
        if forced_move.heading is not None and left > 0:
            there = (here[0] + forced_move.heading[0], here[1] + forced_move.heading[1], here[2])
            if puller is not None and overlap(puller.box, target.at(there)):
                return told_of
            struck = forced_fits(world, target, here, there) or _("something blocks the way")
            told_of.append(
                PreviewStep(
                    target.name, there, 0, forced_move.kind, collides=struck, forced=True, rules=forced_move.rules
                )
            )
    return told_of
