"""Candidates of `cunning` that stay, withdraw, approach or go to an objective."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from ...components.intents import Withdraw
from ...components.position import Cube
from ..field.reach import Reach
from ..geometry.bitboard import sum_of
from ..geometry.boxes import Box, far_off, grown
from . import aggressive, goals
from .candidates import AWAY, Candidate, Candidates, Spots
from .combat_profile import gap
from .estimates import BAFFLED, FALL_HURTS, beside_harm, ground_harm, harm_about, healthy, left_this_turn, way_harm
from .walking import PricedWay, far_path, walk_to, way_to

MATTERS = 0.05
"""Least gain in safety worth a move."""
GROUNDS = 80
"""Most places examined to wait on."""
GAINED = 0.02
"""Least gain in value worth a move to wait."""
RANKS = 2
"""Squares within which a friend is near."""
JOINS = 0.5
"""Extra strikes credited to a jump into a fight; one more for each calm round."""
GOALS = 4
"""Most paths to an objective that are compared."""


def ways_to_goal(ahead: Candidates) -> Iterator[Candidate]:
    view, sums = ahead.view, ahead.sums
    goal = goals.goal_ahead(view)
    if goal is None or not view.affords("move", "crawl"):
        return
    for way in goals.arrivals(view, goal)[:GOALS]:
        wanted = walk_to(view, way.cube)
        if wanted is not None:
            yield Candidate(
                ahead.weights.arrived * sums.me.worth - _toll(ahead, way, ahead.weights.caution),
                "it gets to its goal",
                wanted,
            )
    path = goals.path_to(view, goal)
    found = 0
    for left, cube in enumerate(reversed(path)):
        reached = way_to(view, cube) if cube != ahead.here else None
        if reached is None:
            continue
        wanted = walk_to(view, cube)
        value = ahead.weights.nearer * sums.me.worth * (1 - left / len(path)) - _toll(
            ahead, reached, ahead.weights.bold
        )
        if wanted is not None:
            yield Candidate(value, "it heads for its goal", wanted)
        found += 1
        if found == GOALS or not reached.toll:
            return


def _toll(ahead: Candidates, way: PricedWay, caution: float) -> float:
    sums = ahead.sums
    dies = way.toll >= sums.me.hp
    return _cost(ahead, way) + (ahead.weights.death * sums.me.worth if dies else 0.0) + caution * sums.danger(way.cube)


def _cost(ahead: Candidates, way: PricedWay) -> float:
    view, sums = ahead.view, ahead.sums
    harm = way_harm(view, way.arrival.path) if way.toll and harm_about(view) else 0.0
    return sums.drawn(way.arrival.opportunities) + sums.hurt(sums.me, harm)


def stays(ahead: Candidates, least: float) -> Iterator[Candidate]:
    """Yields candidates: to stay here, or to move to a safer place worth more than `least`."""
    view, sums, me = ahead.view, ahead.sums, ahead.view.me
    danger = sums.danger(ahead.here)
    staying = sums.poise(ahead.here) + ahead.staying
    yield Candidate(staying, "it stays where it is", None)
    saved = ahead.weights.caution * (danger - sum(sums.feared)) + ahead.burning
    if saved < MATTERS or me.turn.stepped:
        return
    moves = view.affords("move", "crawl") and (not me.turn.pool_open or view.move_left > 0)
    kinds = list(ahead.careful_kinds())
    if not moves and not kinds:
        return
    least = max(least, staying)
    better = list(_havens(ahead, least))
    if moves and better:
        yield from ahead.ways(better, "it is in a better place at {}", least)
    if not kinds or not better:
        return
    layout, ground = ahead.reach.grid.layout, ahead.reach.grid.ground
    beside = ground.over(grown(me.space, 1)) & sum_of(field.places for field in better)
    for kind in kinds if beside else ():
        for cube, careful in ahead.sidesteps(kind):
            bit = layout.bit(cube)
            value = next((field.value(cube) for field in better if field.places & bit), None)
            if value is not None and value > least and ahead.keeps_to(cube):
                yield Candidate(value - ahead.weights.effort, f"it is in a better place at {list(cube)}", careful)


def _havens(ahead: Candidates, least: float) -> Iterator[Spots]:
    """Yields groups of equally dangerous places within one move. All or none of a group have an enemy in reach."""
    sums, ground = ahead.sums, ahead.ground
    holds = healthy(ahead.view.me) and bool(ahead.targets) and not ahead.ranged
    around = ahead.around
    poised, poise = sums.poised(ground, around)
    if poise - ahead.weights.caution * sum(sums.feared) <= least:
        return
    caution = ahead.weights.caution
    parts = [(around & poised, poise), (around & ~poised, 0.0)]
    bearable = [(places, (most - least) / caution if caution > 0 else float("inf")) for places, most in parts]
    for zone in sums.bearable_zones(ground, bearable):
        safety = -caution * zone.danger
        if safety + poise <= least:
            continue
        for places, most in ((zone.places & poised, poise), (zone.places & ~poised, 0.0)):
            if places and safety + most > least:
                yield Spots(safety + most, places, partial(_refuge, ahead, holds, safety, bool(most)))


def _refuge(ahead: Candidates, holds: bool, safety: float, poised: bool, cube: Cube) -> float | None:
    sums, view = ahead.sums, ahead.view
    if cube[2] not in (ahead.here[2], view.world.board.stand(cube[0], cube[1])) or (holds and gives_up(ahead, cube)):
        return None
    value = safety + sums.poise(cube) if poised else safety
    return value - sums.hurt(sums.me, ground_harm(view, view.me, cube))


def gives_up(ahead: Candidates, cube: Cube) -> bool:
    return not any(ahead.view.strikes(foe.creature, cube) for foe in ahead.targets)


def withdrawals(ahead: Candidates) -> Iterator[Candidate]:
    """Yields candidates to withdraw to the safest places."""
    view, sums = ahead.view, ahead.sums
    if "withdraw" not in view.rules.actions.costs or not view.affords("withdraw"):
        return
    near = [foe for foe in sums.foes if not foe.far and gap(foe.box, sums.me.box) <= foe.reach]
    safest = list(islice(ahead.safest_first(), AWAY)) if near else []
    for foe in near:
        for danger, cube in safest:
            away = Withdraw(from_=foe.creature.name, to=cube)
            if view.lawful(away):
                yield Candidate(
                    -ahead.weights.caution * danger, f"it is badly hurt and withdraws from {foe.creature.name}", away
                )
                break


def approaches(ahead: Candidates, caution: float) -> Iterator[Candidate]:
    """Yields candidates: to wait, or to move towards an enemy and stop outside its reach."""
    view, sums = ahead.view, ahead.sums
    progress = ahead.weights.progress if ahead.waits else ahead.weights.hurry
    least = -caution * sums.danger(ahead.here) - ahead.burning
    yield Candidate(least, "it waits for its enemies", None)
    if not view.affords("move", "crawl") or (view.move_left <= 0 and not beside_harm(view, view.me)):
        return  # without squares left it can only jump, and that only where it is lower beside it
    if ahead.waits:
        yield from manoeuvres(ahead, least)
    far = view.anywhere()
    place = aggressive.goal(view, far) if ahead.ranged else goal(ahead, far)
    if place is None:
        yield from _nearer(ahead, far, caution)
        return
    near, places, (x, y, _) = ahead.reach, [], ahead.here
    most = view.move_left
    here = _footing(ahead, ahead.here) if ahead.waits else 0.0
    left = left_this_turn(view)
    began = view.me.at(left[-1]) if left else None
    for steps, cube in enumerate(far_path(view, far, place), 1):
        if cube in left or (began is not None and not far_off(Box(*cube, *cube), began, 1)):
            break  # it has moved away from there this turn
        if abs(cube[0] - x) > most or abs(cube[1] - y) > most:
            continue  # each square costs at least one
        arrival = near.get_arrival(cube)
        if arrival is not None and arrival.can_stop and cube != ahead.here:
            gain = progress * steps - caution * sums.danger(cube)
            if ahead.waits:  # else a move to better ground would be taken back at once
                gain += min(_footing(ahead, cube) - here, 0.0)
            places.append((gain, cube, arrival))
    places.sort(key=lambda place: -place[0])
    for value, cube, arrival in places:
        if value <= least:
            return
        way = way_to(view, cube) if harm_about(view) else None
        value -= sums.drawn(arrival.opportunities) if way is None else _cost(ahead, way)
        wanted = walk_to(view, cube)
        if wanted is not None:
            least = max(least, value)
            yield Candidate(value, "it gets nearer to an enemy", wanted)


def _nearer(ahead: Candidates, far: Reach, caution: float) -> Iterator[Candidate]:
    view, sums = ahead.view, ahead.sums
    wanted = aggressive.draw_near(view, far)
    end = goals.end_of(wanted)
    if wanted is not None and end is not None:
        way = way_to(view, end)
        value = (0.0 if ahead.waits else ahead.weights.hurry) - caution * sums.danger(end)
        yield Candidate(value - (_cost(ahead, way) if way is not None else 0.0), "it gets as near as it can", wanted)
    found = aggressive.ledge(view) if wanted is None else None
    if found is not None:
        drop, jump = found
        gain = (JOINS + ahead.calm) * max(sums.blow(foe, 1, False)[0] for foe in sums.foes)
        fallen = sums.hurt(sums.me, FALL_HURTS * drop + BAFFLED)
        yield Candidate(gain - fallen - caution * sums.danger(ahead.here), "the only way on is down", jump)


def manoeuvres(ahead: Candidates, waiting: float) -> Iterator[Candidate]:
    """Yields moves to higher ground or closer to allies, for a creature that waits for enemies."""
    view, sums, here = ahead.view, ahead.sums, _footing(ahead, ahead.here)
    progress, apart = ahead.weights.progress, _apart(ahead, ahead.here)
    safe = sums.danger(ahead.here) + MATTERS / 10
    best: tuple[float, Cube] | None = None
    for cube, arrival in islice(ahead.reach.arrivals(), GROUNDS):
        if not arrival.can_stop or cube == ahead.here or cube[2] != view.world.board.stand(cube[0], cube[1]):
            continue
        gain = _footing(ahead, cube) - here - ahead.weights.effort * arrival.squares
        gain -= progress * max(_apart(ahead, cube) - apart, 0)
        better = gain > GAINED and (best is None or gain > best[0])
        if better and sums.danger(cube) <= safe and not ground_harm(view, view.me, cube):
            best = gain, cube
    way = way_to(view, best[1]) if best is not None else None
    if best is not None and way is not None and not way.toll:
        wanted = walk_to(view, best[1])
        if wanted is not None:
            yield Candidate(waiting + best[0], f"it waits on better ground at {list(best[1])}", wanted)


def _apart(ahead: Candidates, cube: Cube) -> int:
    """Returns how many squares a place is from the nearest enemy."""
    box = ahead.view.me.at(cube)
    return min((gap(box, foe.box) for foe in ahead.sums.foes), default=0)


def _footing(ahead: Candidates, cube: Cube) -> float:
    view, sums = ahead.view, ahead.sums
    below = min((foe.box.z0 for foe in sums.foes), default=cube[2])
    box = view.me.at(cube)
    near = sum(1 for friend in sums.friends if gap(box, friend.box) <= RANKS)
    return ahead.weights.high * min(max(cube[2] - below, 0), 3) + ahead.weights.together * min(near, 2)


def goal(ahead: Candidates, far: Reach) -> Cube | None:
    """Returns the place to strike from that is worth most per turn. It counts the turns to get there."""
    view, sums = ahead.view, ahead.sums
    best: tuple[float, int, Cube] | None = None
    strikes = max(sums.me.volleys, default=1)
    # the nearest first: no way is shorter than the gap, so that for one too far away no place need be found
    nearest = sorted(
        (max(gap(sums.me.box, foe.box) - sums.me.reach, 0), number, foe) for number, foe in enumerate(sums.foes)
    )
    for least, _, foe in nearest:
        dream = -sums.blow(foe, strikes, bool(sums.partners(foe.creature)))[0] / (1 + least / max(sums.me.pace, 1))
        if best is not None and dream > best[0]:
            continue
        post = view.nearest_post(far, foe.creature)
        if post is not None:
            cube, squares = post[0], post[1].squares
            turns = 1 + squares / max(sums.me.pace, 1)
            rank = (-sums.strike(foe, cube, strikes)[0] / turns, squares, cube)
            best = rank if best is None else min(best, rank)
    return best[2] if best is not None else None
