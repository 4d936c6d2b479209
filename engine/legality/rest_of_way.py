"""Judges the rest of a walk again after an effect has come in between: what stood open may be shut now."""

from ...components.plan import Halt, Stride, Walk
from ..field.field import Field
from ..rules.ruleset import Request, World
from ..state.creature import Creature
from ..state.verdict import Forbidden, Refusal
from .obstacle_checks import crossed
from .strides import follow
from .why_not import ground_refusal


def judge_again(world: World, mover: Creature, number: int) -> None:
    """Lays out the rest of the walk that is the mover's act of this number, at the costs of the ground as it is now.

    The walk goes as far as it is lawful; what cuts it short ends the plan too. A step that has become one over an edge
    is taken where the path names it, and ends a movement `to` a place before it.
    """
    walk = mover.queue.acts[number]
    if not isinstance(walk, Walk) or walk.options is None or walk.budget is None or mover.queue.doing is None:
        return
    request = Request(world, mover, mover.queue.doing)
    grid = Field(world, mover, walk.options)
    cycle = len(world.rules.grid.diagonal_cycle)
    done, ahead = walk.strides[: walk.next], walk.strides[walk.next :]
    here, spent = mover.cube, walk.budget.spent + sum(stride.squares for stride in done)
    parity = walk.budget.parity + sum(stride.flips for stride in done)
    while ahead:
        planned = ahead[0]
        budget = walk.budget._replace(spent=spent, parity=parity % cycle)
        try:
            found = follow(request, grid, budget, (planned.to,), here, floored=planned.drops)[0]
            refuse_new_ground(request, walk, planned, found)
        except Forbidden as refused:
            cut(mover, number, walk, done, refused.refusal)
            return
        step = taken(planned, found)
        if step.check is None and step.mode != "fly" and not grid.ground.kind.ghostly:
            step = step._replace(check=crossed(request, here, step.to))
        done.append(step)
        del ahead[0]
        if found.drops or found.collides:
            break  # which ends the walk, if it does not end there
        here, spent, parity = step.to, spent + step.squares, parity + step.flips
    walk.strides = done + ahead


def refuse_new_ground(request: Request, walk: Walk, planned: Stride, found: Stride) -> None:
    """Refuses ground that the walk shuns, and an edge that no path has named."""
    if found.features & walk.shuns:
        raise ground_refusal(request, found.features & walk.shuns)
    if found.drops and not planned.drops and getattr(request.intent, "path", None) is None:
        raise request.refuse("{name} has no support at {place}", "fall", place=request.shown(found.to))


def taken(planned: Stride, found: Stride) -> Stride:
    """The step to take: the planned one, unless the ground under it has changed."""
    if (planned.features, planned.drops, planned.collides) == (found.features, found.drops, found.collides):
        return planned
    return found._replace(through=planned.through, entering=planned.entering, check=planned.check, late=planned.late)


def cut(mover: Creature, number: int, walk: Walk, strides: list[Stride], refusal: Refusal) -> None:
    """End a walk after some of its steps, for the reason of a refusal."""
    walk.strides, walk.resting, walk.pauses = strides, True, False
    mover.queue.acts[number + 1 :] = [Halt(refusal.reason, refusal.rules)]
