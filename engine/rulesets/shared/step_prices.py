"""Prices a step by its features, narrow gaps too: each adds up, doubles, or all count once."""

from typing import TYPE_CHECKING

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
    StepCost,
    StepQuery,
)

if TYPE_CHECKING:
    from ...rules.ruleset import Ruleset


def added(rules: "Ruleset", stretch: StepQuery) -> StepCost | None:
    """Each square of movement costs one, and one more if any feature makes it difficult."""
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
    """Each cause of hindrance doubles; a hindered diagonal costs half as much again and is not counted.

    With one doubling a square costs 2, a diagonal 3; with two 4 and 6; with three 8 and 12
    (srd.special.doubled-twice, srd.special.doubled-thrice).
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


def flat(rules: "Ruleset", stretch: StepQuery) -> StepCost | None:
    """A hindered square costs two, for one hindrance or several; impeded ground is closed to moves.

    Only what is entered counts. (ep.difficult.cost, ep.difficult.kinds, ep.squeeze.cost, ep.grid.leaving-free)
    """
    if stretch.features & IMPEDED and not stretch.unhurried:
        return None
    bodies = 0 if stretch.mode == "fly" else BODY | CORPSE  # rough ground, which hampers no flier
    hard = stretch.features & (DIFFICULT | NARROW | OBSTACLE | BARRIER | bodies)
    turns = stretch.diagonal and len(rules.grid.diagonal_cycle) > 1
    return StepCost(2 if hard else 1, turns, turns)
