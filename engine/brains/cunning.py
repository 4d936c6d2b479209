"""The brain `cunning`: weighs what a strike is worth against what getting there draws.

It shoves enemies off ledges and into fire, strikes from where it flanks, gets out of reach without
drawing attacks when it is spent and others can hold the line, and shoots from where nobody reaches it.
"""

from collections.abc import Iterator

from ...components.intents import Attack, Forced, FullAttack, Intent, Shift, Step, Withdraw
from ...components.position import Cube
from ..creature import Creature
from ..legality.options import neighbours, shoots
from ..lines import clear
from ..reach import Arrival
from . import aggressive
from .view import Stage, View
from .weighing import (
    elbow_room,
    engaged,
    ground_harm,
    menace,
    opportunities_harm,
    shove_harm,
    spent,
    way_harm,
    worth,
)

CONSIDERED = 16
"""Places to strike from that are weighed in full, the cheapest to get to first."""
CAUTION = 0.3
"""How much of what enemies may do at a place in the coming round counts against it."""
EFFORT = 0.01
"""What a square of movement counts against a place, to settle ties."""


def decide(view: View) -> Intent | None:
    """Stand up; shove into danger; get away if spent; strike from the best place; close in."""
    if not view.enemies:
        return None
    return view.first(SHOOTING if shoots(view.me) else FIGHTING)


# --- strikes -------------------------------------------------------------------------------------


def swing(view: View, target: Creature) -> Intent | None:
    """A full attack or one strike at a target, whichever the rules still allow."""
    ranged = shoots(view.me)
    if view.me.body.attacks > 1:
        whole = FullAttack(target=target.name, ranged=ranged)
        if view.lawful(whole):
            return whole
    single = Attack(target=target.name, ranged=ranged)
    return single if view.lawful(single) else None


def best_here(view: View) -> tuple[float, Creature] | None:
    """The target most worth a strike from where it stands, and what that is worth."""
    found = [(worth(view, foe), foe) for foe in view.enemies if view.strikes(foe)]
    return max(found, key=lambda pair: (pair[0], -pair[1].entity)) if found else None


def strike_well(view: View) -> Intent | None:
    """Strike from here, or go to a place from which a strike is worth more by what going there costs."""
    here = best_here(view)
    now = swing(view, here[1]) if here is not None else None
    turn = view.me.turn
    if now is not None and (turn.moved or turn.stepped):
        return now
    if here is not None and now is None:
        return None
    staying = here[0] - CAUTION * menace(view, view.me.cube) if here is not None else 0.0
    if now is not None:
        view.weigh(now, "it strikes from where it stands", round(staying, 2))
    best: tuple[float, Cube, Intent] | None = None
    for value, cube, wanted in places(view, can_swing_on=now is not None):
        if (best is None or value > best[0]) and value > staying and view.lawful(wanted):
            best = (value, cube, wanted)
        if view.journal is not None and view.lawful(wanted):
            view.weigh(wanted, f"it strikes from {list(cube)}", round(value, 2))
    return best[2] if best is not None else now


def places(view: View, can_swing_on: bool) -> Iterator[tuple[float, Cube, Intent]]:
    """(value, place, how to get there) of places to strike from, careful steps and shifts before moves.

    With `can_swing_on` it can strike from here already: then only what leaves the strike its action counts.
    """
    me = view.me
    for cube in neighbours(view.world, me):
        values = [worth(view, foe, cube) for foe in view.enemies if view.strikes(foe, cube)]
        if values:
            value = max(values) - CAUTION * menace(view, cube) - ground_harm(view, me, cube)
            careful: tuple[Intent, ...] = (Step(to=cube), Shift(path=(cube,)))
            for wanted in careful:
                if wanted.do in view.rules.costs:
                    yield value, cube, wanted
    if can_swing_on and not view.rules.split_moves and "move" not in view.rules.actions:
        return
    posts: dict[Cube, tuple[Arrival, float]] = {}
    reach = view.reach()
    for foe in view.enemies:
        for cube, arrival in view.posts(reach, foe):
            if cube != me.cube:
                gain = worth(view, foe, cube)
                if cube not in posts or posts[cube][1] < gain:
                    posts[cube] = (arrival, gain)
    ranked = sorted(posts.items(), key=lambda item: (item[1][0].cost, item[0]))
    for cube, (arrival, gain) in ranked[:CONSIDERED]:
        draws = opportunities_harm(view, arrival.opportunities) + way_harm(view, arrival.path)
        walk = aggressive.walk_to(view, cube)
        if walk is not None:
            yield gain - draws - CAUTION * menace(view, cube) - EFFORT * arrival.squares, cube, walk


def shove(view: View) -> Intent | None:
    """Push, pull or slide an enemy to where the ground does more than a strike would."""
    if shoots(view.me) or not view.affords("push", "pull", "slide"):
        return None
    best: tuple[float, Intent] | None = None
    here = best_here(view)
    least = here[0] if here is not None else 0.0
    for wanted in view.thinkable("push") + view.thinkable("pull") + view.thinkable("slide"):
        plan = view.plan(wanted)
        if plan is None:
            continue
        assert isinstance(wanted, Forced)
        target = view.world.named[wanted.target]
        harm = shove_harm(view, target, plan.acts)
        if harm > least:
            view.weigh(wanted, "the ground does more harm than a strike", round(harm, 2))
            if best is None or harm > best[0]:
                best = (harm, wanted)
    return best[1] if best is not None else None


# --- keeping out of harm ---------------------------------------------------------------------------


def get_away(view: View) -> Intent | None:
    """Out of the enemies' reach without drawing attacks, if it is spent, in their reach, and others hold the line."""
    me = view.me
    if not spent(me) or not engaged(view):
        return None
    if not any(not spent(ally) for ally in view.allies):
        return None
    return slip_off(view, far=True)


def slip_off(view: View, *, far: bool) -> Intent | None:
    """A way out of reach: a walk that draws nothing, a step or shift, or a withdrawal; far away or close by."""
    me, world = view.me, view.world
    safe = [cube for cube in neighbours(world, me) if not menace(view, cube) and not ground_harm(view, me, cube)]
    safe.sort(key=lambda cube: (-elbow_room(view, cube), cube))
    for cube in safe:
        careful: tuple[Intent, ...] = (Shift(path=(cube,)), Step(to=cube))
        for wanted in careful:
            if view.lawful(wanted):
                return wanted
    if not far:
        return None
    best: tuple[int, Cube] | None = None
    for cube, arrival in view.reach().arrivals():
        if arrival.can_stop and not menace(view, cube):
            rank = (-elbow_room(view, cube), cube)
            if (best is None or rank < best) and not way_harm(view, (cube,)):
                best = rank
    if best is None:
        return None
    cube = best[1]
    if not view.reach()[cube].opportunities:
        return aggressive.walk_to(view, cube)
    for foe in view.enemies:
        away = Withdraw(from_=foe.name, to=cube)
        if view.lawful(away):
            return away
    return None


def shoot(view: View) -> Intent | None:
    """Shoot the target most worth it; get out of reach first if that draws nothing."""
    turn, world, me = view.me.turn, view.world, view.me
    if engaged(view) and not turn.moved and not turn.stepped:
        off = slip_off(view, far=False)
        if off is not None:
            return off
    seen = [foe for foe in view.enemies if view.rules.sees(world, me, foe)]
    for foe in sorted(seen, key=lambda foe: (-worth(view, foe), foe.entity)):
        wanted = swing(view, foe)
        if wanted is not None:
            return wanted
    if seen:
        return None
    best: tuple[float, int, Cube] | None = None
    foes = view.exposed()
    for tried, (cube, arrival) in enumerate(view.reach().arrivals()):
        if not foes or tried > aggressive.LOOKS:
            break
        if arrival.can_stop and any(clear(world.board, me.at(cube), foe.box) for foe in foes):
            rank = (menace(view, cube) + ground_harm(view, me, cube), arrival.cost, cube)
            best = rank if best is None else min(best, rank)
            if not rank[0]:
                break
    if best is not None:
        return aggressive.walk_to(view, best[2])
    return aggressive.approach(view)


def advance(view: View) -> Intent | None:
    """Along the way to the nearest enemy, stopping short of what would harm it there."""
    if any(view.strikes(foe) for foe in view.enemies) or not view.affords("move", "crawl"):
        return None
    far = view.anywhere()
    place = aggressive.posted(view, far)
    if place is None:
        return aggressive.draw_near(view, far)
    near = view.reach()
    for cube in reversed(far[place].path):
        arrival = near.get_arrival(cube)
        if arrival is None or not arrival.can_stop or cube == view.me.cube:
            continue
        draws = opportunities_harm(view, arrival.opportunities) + ground_harm(view, view.me, cube)
        if not draws:
            wanted = aggressive.walk_to(view, cube)
            if wanted is not None:
                return wanted
    return aggressive.along(view, far[place].path)


FIGHTING: tuple[Stage, ...] = (
    ("it is down and gets up", aggressive.get_up),
    ("the ground does more harm than a strike", shove),
    ("it is spent, in reach, and others hold the line", get_away),
    ("a strike is worth it", strike_well),
    ("an enemy can be run at", aggressive.charge),
    ("it gets nearer to an enemy and stays out of harm", advance),
    ("the only way on is down", aggressive.jump_down),
)
"""What it thinks of, first things first."""
SHOOTING: tuple[Stage, ...] = (FIGHTING[0], FIGHTING[2], ("it shoots, or gets to where it can", shoot))
"""The same, for one that fights from afar."""
