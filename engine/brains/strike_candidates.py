"""Candidates of `cunning` that strike, charge or shove."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from ...components.intents import Charge, FullAttack
from ...components.position import Cube
from ..board.obstruction import clear
from ..legality.preview import preview_plan
from . import aggressive
from .candidates import AWAY, NOTHING, Candidate, Candidates, Spots
from .combat_profile import gap, paid, strikes_with
from .estimates import beside_harm, ground_harm, harm_about, shoves, way_harm
from .walking import walk_to, way_to

FROM_HERE = "it strikes from where it stands"


def strikes_from_here(ahead: Candidates) -> Iterator[Candidate]:
    sums, rules = ahead.sums, ahead.view.rules
    whole = rules.actions.costs.get("full-attack")
    full = (
        whole is not None
        and ahead.view.me.body.attacks > 1
        and ahead.strikes > 1
        and paid(ahead.left, whole.ways) is not None
    )
    burning = ahead.burning
    for foe in ahead.targets:
        value = sums.value(foe, ahead.here, ahead.strikes) - burning
        if full:
            yield Candidate(value, FROM_HERE, FullAttack(target=foe.creature.name, ranged=ahead.shot(foe)))
            value = sums.value(foe, ahead.here, 1) - burning
        yield Candidate(value, FROM_HERE, ahead.blow(foe))


def strikes_from_elsewhere(ahead: Candidates, least: float) -> Iterator[Candidate]:
    """Yields strikes that need a step or a move first, if worth more than `least`."""
    yield from _after_a_step(ahead, least)
    yield from _after_a_move(ahead, least)


def _after_a_step(ahead: Candidates, least: float) -> Iterator[Candidate]:
    view, sums, me = ahead.view, ahead.sums, ahead.view.me
    layout = ahead.reach.grid.layout
    for kind in ahead.careful_kinds():
        strikes = ahead.strikes_after(view.rules.actions.costs[kind].ways)
        near = [front for front in ahead.near if strikes and sums.most(front.zone, front.foe, strikes) > least]
        for cube, careful in ahead.sidesteps(kind) if near else ():
            bit = layout.bit(cube)
            for foe, places, zone in near:
                if places & bit:
                    value = sums.value_in(zone, foe, cube, strikes)
                    value -= sums.hurt(sums.me, ground_harm(view, me, cube))
                    if value > least and ahead.keeps_to(cube):
                        yield Candidate(value, f"it strikes from {list(cube)}", careful)


def _after_a_move(ahead: Candidates, least: float) -> Iterator[Candidate]:
    strikes = ahead.strikes_in_a_move()
    if strikes:
        sums = ahead.sums
        fields = [
            Spots(sums.most(zone, foe, strikes), places, partial(sums.value_in, zone, foe, strikes=strikes))
            for foe, places, zone in ahead.near
        ]
        yield from ahead.ways(fields, "it strikes from {}", least)


def vantages(ahead: Candidates) -> Iterator[Candidate]:
    """Yields moves to places with a line of sight, for a shooter without a target."""
    view, world, me = ahead.view, ahead.view.world, ahead.view.me
    foes = view.exposed()
    if not foes or not view.affords("move", "crawl"):
        return
    best: tuple[float, int, Cube] | None = None
    for tried, (cube, arrival) in enumerate(ahead.reach.arrivals()):
        if tried > aggressive.LOOKS:
            break
        if arrival.can_stop and any(
            view.in_range(foe, cube) and clear(world.board, me.at(cube), foe.box) for foe in foes
        ):
            harm = ahead.sums.hurt(ahead.sums.me, ground_harm(view, me, cube))
            rank = (ahead.sums.danger(cube) + harm, arrival.cost, cube)
            best = rank if best is None else min(best, rank)
            if not rank[0]:
                break
    if best is not None:
        wanted = walk_to(view, best[2])
        if wanted is not None:
            yield Candidate(-ahead.weights.caution * best[0], f"it shoots from {list(best[2])}", wanted)


def pressed(ahead: Candidates) -> bool:
    """True if an enemy has the acting creature within its melee reach."""
    sums = ahead.sums
    return any(foe.volleys and not foe.far and gap(foe.box, sums.me.box) <= foe.reach for foe in sums.foes)


def shots_from_elsewhere(ahead: Candidates, least: float) -> Iterator[Candidate]:
    """Yields shots from other places, if worth more than `least`. A step or a move away from enemies comes first."""
    view, sums, rules = ahead.view, ahead.sums, ahead.view.rules
    for kind in ahead.careful_kinds():
        strikes = ahead.strikes_after(rules.actions.costs[kind].ways)
        for cube, careful in ahead.sidesteps(kind) if strikes else ():
            value = _shot_from(ahead, cube, strikes)
            if value > least and ahead.keeps_to(cube) and not ground_harm(view, view.me, cube):
                yield Candidate(value, f"it shoots from {list(cube)}", careful)
    strikes = ahead.strikes_in_a_move()
    for _, cube in islice(ahead.safest_first(), AWAY) if strikes else ():
        value = _shot_from(ahead, cube, strikes)
        way = way_to(view, cube) if value > least else None
        if way is not None:
            harm = way_harm(view, way.arrival.path)
            value -= (
                sums.drawn(way.arrival.opportunities)
                + sums.hurt(sums.me, harm)
                + ahead.weights.effort * way.arrival.squares
            )
            wanted = walk_to(view, cube) if value > least else None
            if wanted is not None:
                yield Candidate(value, f"it shoots from {list(cube)}", wanted)


def _shot_from(ahead: Candidates, cube: Cube, strikes: int) -> float:
    view, sums = ahead.view, ahead.sums
    board, box = view.world.board, view.me.at(cube)
    values = (
        sums.value(foe, cube, strikes)
        for foe in sums.foes
        if view.in_range(foe.creature, cube) and clear(board, box, foe.box)
    )
    return max(values, default=NOTHING)


def charges(ahead: Candidates, least: float) -> Iterator[Candidate]:
    view, sums = ahead.view, ahead.sums
    if "charge" not in view.rules.actions.costs or not view.affords("charge"):
        return
    near = {foe.name for foe in view.near_for_charge}
    foes = [foe for foe in sums.foes if foe.creature.name in near]
    if least > NOTHING and foes:
        ends = ahead.fronts(foes, ahead.reach.grid.ground.enterable)
        promising = {foe for foe, _, zone in ends if sums.most(zone, foe, 1) > least}
        foes = [foe for foe in foes if foe in promising]
    for foe in foes:
        wanted = Charge(target=foe.creature.name)
        plan = view.plan(wanted)
        if plan is None:
            continue
        run = preview_plan(view.world, view.me, plan)
        end = run.steps[-1].at if run.steps else ahead.here
        value = sums.value(foe, end, 1) - sums.drawn(run.provokes)
        if harm_about(view):
            value -= sums.hurt(sums.me, way_harm(view, tuple(step.at for step in run.steps)))
        yield Candidate(value, f"it runs at {foe.creature.name}", wanted)


def pushes(ahead: Candidates) -> Iterator[Candidate]:
    """Yields pushes, pulls and slides of enemies into harmful terrain."""
    view, sums = ahead.view, ahead.sums
    cost = view.rules.actions.costs.get("push")
    rest = paid(ahead.left, cost.ways) if cost is not None else None
    if rest is None or ahead.ranged or not ahead.targets or not harm_about(view):
        return
    after = strikes_with(view.rules, view.me, rest)
    if ahead.strikes and after == ahead.strikes:
        return  # it does not cost a strike, so that the strike comes first
    near = {foe.creature.name: foe for foe in ahead.targets if beside_harm(view, foe.creature)}
    for wanted, target, harm in shoves(view, {name: foe.creature for name, foe in near.items()}):
        if harm:
            foe = near[target.name]
            value = sums.hurt(foe, harm) - ahead.weights.caution * sums.danger(ahead.here, foe, 0.5)
            yield Candidate(value, f"it forces {target.name} into harm", wanted)
