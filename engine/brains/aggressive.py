"""The brain `aggressive`: goes to the nearest enemy and strikes."""

from collections.abc import Callable
from itertools import islice

from ...components.intents import Attack, Charge, FullAttack, Intent, Leap, Move, Stand
from ...components.position import Cube
from ...components.stats import Gear
from ..board.obstruction import clear
from ..combat.threat import span_of, struck_from
from ..field.reach import Reach
from ..geometry.boxes import over_ground, overlap
from ..legality.legal_intents import neighbours, shoots
from ..legality.preview import preview_plan
from ..state.creature import Creature
from . import goals, uses
from .estimates import FALL_HURTS, average, beside_harm, harm_about, most_harm, shoves, strike_harm, way_harm
from .quick_uses import use_here, walk_and_use
from .ranked_abilities import ready_abilities
from .view import Stage, View
from .walking import along, bearable, far_path, toll, walk_to, way_to

LOOKS = 400
"""Most places searched for a line of sight."""
FALL_DARED = 4
"""The deepest jump in squares if no path exists."""


def decide(view: View) -> Intent | None:
    if not view.enemies:
        return goals.search(view)
    if _is_done(view):
        return None
    return view.first(WITH_GOALS if view.world.objectives else STAGES)


def _is_done(view: View) -> bool:
    """True if no stage can return an intent.

    It looks at what is left to pay with and at where the creature stands.
    """
    me = view.me
    if me.out:
        return True
    if view.has_strikes():
        return False
    armed = uses.armed(view)
    if (armed and (Gear in me.parts or ready_abilities(view).able)) or harm_about(view):
        return False
    held = me.condition.held
    if held and ("prone" in held or "crouched" in held):
        return False
    if not view.affords("move", "crawl", "charge", "leap"):
        return True
    if view.world.objectives:
        return False
    return (not shoots(me) and bool(struck_from(view.world, me, view.enemies))) or (armed and uses.stands_off(view))


def get_up(view: View) -> Intent | None:
    held = view.me.condition.held
    if "prone" in held or "crouched" in held:
        wanted = Stand()
        return wanted if view.lawful(wanted) else None
    return None


def frailest(foes: list[Creature]) -> list[Creature]:
    return sorted(foes, key=lambda foe: (foe.health.hp if foe.health.hp is not None else 1 << 30, foe.body.ac))


def targets(view: View) -> list[Creature]:
    struck = view.struck
    if len(struck) < 2:
        return struck
    found = frailest(struck)
    return sorted(found, key=lambda foe: not goals.wins_if_down(view, foe)) if view.world.objectives else found


def strike(view: View) -> Intent | None:
    """Returns the strike or full attack with the highest expected damage; None if none is legal."""
    if not view.has_strikes():
        return None
    for foe in targets(view):
        ranged = view.shoots_at(foe)
        if view.me.body.attacks > 1:
            whole = FullAttack(target=foe.name, ranged=ranged)
            if view.lawful(whole):
                return whole
        single = Attack(target=foe.name, ranged=ranged)
        if view.lawful(single):
            return single
    return None


def shove(view: View) -> Intent | None:
    """Returns a push, pull or slide into harmful terrain, if it is better than a strike."""
    if not harm_about(view) or shoots(view.me) or not view.affords("push", "pull", "slide") or not view.struck:
        return None
    near = {
        foe.name: foe for foe in view.struck if most_harm(view, foe) > strike_harm(view, foe) and beside_harm(view, foe)
    }
    best: tuple[float, Intent] | None = None
    for wanted, foe, harm in shoves(view, near):
        gain = harm - strike_harm(view, foe)
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, wanted)
    return best[1] if best is not None else None


def use(view: View) -> Intent | None:
    return use_here(view) if uses.armed(view) else None


def go_and_use(view: View) -> Intent | None:
    if not uses.armed(view) or (view.struck and view.has_strikes()):
        return None
    return walk_and_use(view)


def draw(view: View) -> Intent | None:
    if not uses.armed(view) or view.struck:
        return None
    best = max(uses.draws(view), key=lambda one: average(one.with_it.damage), default=None)
    return best.intent if best is not None else None


def arm(view: View) -> Intent | None:
    return None if can_strike_later(view) else uses.arm(view)


def can_strike_later(view: View) -> bool:
    """True if the acting creature can strike without moving, or can harm distant enemies."""
    return bool(view.struck) or uses.stands_off(view)


def close_in(view: View) -> Intent | None:
    """Returns a move to a place to strike an enemy from, with fewest opportunity attacks."""
    if can_strike_later(view) or not view.affords("move", "crawl"):
        return None
    best = posted(view, view.reach())
    return walk_to(view, best) if best is not None else None


def posted(view: View, reach: Reach) -> Cube | None:
    """Returns the best place within one move to strike or shoot an enemy from."""
    me = view.me
    if shoots(me):
        return _vantage(view, reach)
    most = reach.budget.most + max(span_of(view.rules, me).most, 0)
    near = [foe for foe in view.enemies if not foe.far_from(me.space, most)]
    if not near:
        return None  # a square costs at least one
    found: list[tuple[float, int, Cube]] = []
    # Ways are searched only for the cheapest few places, and none after one that costs nothing: later ones cost more.
    for cube, arrival in islice(view.posts(reach, *near), 12):
        if cube != me.cube:
            way = way_to(view, cube)
            harm = toll(view, arrival) if way is None else way.toll
            found.append((harm, arrival.cost, cube))
            if not harm:
                break
    if not found:
        return None
    best = min(found)
    return best[2] if bearable(view, best[0]) or not harm_about(view) else None


def goal(view: View, far: Reach) -> Cube | None:
    """Returns the place to strike an enemy from that needs the fewest turns of movement."""
    if shoots(view.me):
        return _vantage(view, far)
    post = view.nearest_post(far, *view.enemies)
    return post[0] if post is not None else None


def _vantage(view: View, reach: Reach) -> Cube | None:
    me, world = view.me, view.world
    foes = view.exposed()
    looked = 0
    for cube, arrival in reach.arrivals():
        if not foes or looked > LOOKS:
            break
        if cube != me.cube and arrival.can_stop:
            looked += 1
            if any(view.in_range(foe, cube) and clear(world.board, me.at(cube), foe.box) for foe in foes):
                return cube
    return None


def charge(view: View) -> Intent | None:
    if shoots(view.me) or not view.affords("charge") or can_strike_later(view):
        return None
    for foe in sorted(view.near_for_charge, key=lambda foe: (view.squares_to(foe), foe.entity)):
        wanted = Charge(target=foe.name)
        if view.lawful(wanted) and not _burns(view, wanted):
            return wanted
    return None


def _burns(view: View, wanted: Charge) -> bool:
    plan = view.plan(wanted) if harm_about(view) else None
    if plan is None:
        return False
    path = tuple(step.at for step in preview_plan(view.world, view.me, plan).steps)
    return not bearable(view, way_harm(view, path))


def approach(view: View) -> Intent | None:
    """Returns a move towards the nearest enemy."""
    if can_strike_later(view) or not view.affords("move", "crawl") or view.move_left < 1:
        return None
    # Abilities need no place beside an enemy, which only a search of the whole board finds.
    straight = straight_on(view) if uses.armed(view) else None
    if straight is not None:
        return straight
    far = view.anywhere()
    place = goal(view, far)
    if place is None:
        return draw_near(view, far)
    return along(view, far_path(view, far, place))


def straight_on(view: View) -> Intent | None:
    """Returns a whole move on the line to the nearest enemy, if no wall is between."""
    board, me, most = view.world.board, view.me, view.move_left
    squares, _, foe = min((view.squares_to(foe), foe.entity, foe) for foe in view.enemies)
    (x, y, z), (east, south, _) = me.cube, foe.cube
    if most >= squares or z != board.stand(x, y) or not clear(board, me.box, foe.box):
        return None
    cube = x + int((east - x) * most / squares), y + int((south - y) * most / squares)
    return along(view, ((*cube, board.stand(*cube)),))


def draw_near(view: View, far: Reach) -> Intent | None:
    here = _nearness(view, view.me.cube)
    best: tuple[tuple[int, int], int, Cube] | None = None
    for cube, arrival in far.arrivals():
        if arrival.can_stop:
            rank = (_nearness(view, cube), arrival.cost, cube)
            if rank[0] < here and (best is None or rank < best):
                best = rank
    return along(view, far_path(view, far, best[2])) if best is not None else None


def _nearness(view: View, cube: Cube) -> tuple[int, int]:
    box = view.me.at(cube)
    return min((view.squares_to(foe, cube), over_ground(box, foe.box)) for foe in view.enemies)


def jump_down(view: View) -> Intent | None:
    found = ledge(view)
    return found[1] if found is not None else None


def ledge(view: View) -> tuple[int, Intent] | None:
    """Returns (depth, intent) of the jump down that brings the creature nearest to an enemy."""
    if can_strike_later(view) or view.me.prone or not view.affords("move", "leap"):
        return None
    board, (_, _, z) = view.world.board, view.me.cube
    low = [cube for cube in neighbours(view.world, view.me) if z - board.stand(cube[0], cube[1]) > 1]
    if not low or goal(view, view.anywhere()) is not None:
        return None
    low = [cube for cube in low if _dares(view, cube)]
    low.sort(key=lambda cube: (min(view.squares_to(foe, cube) for foe in view.enemies), cube))
    for cube in low:
        ways: tuple[Intent, ...] = (Leap(to=cube[:2]), Move(path=(cube[:2],)))
        wanted = next((way for way in ways if view.lawful(way)), None)
        if wanted is not None:
            return z - board.stand(*cube[:2]), wanted
    return None


def _dares(view: View, cube: Cube) -> bool:
    board, (_, _, z), hp = view.world.board, view.me.cube, view.me.health.hp
    floor = board.stand(cube[0], cube[1])
    landed = (cube[0], cube[1], floor)
    if any(overlap(view.me.at(landed), other.box) for other in (*view.enemies, *view.allies)):
        return False
    if z - floor <= FALL_DARED:
        return z - floor > 1 and _leads_on(view, landed)
    nearer = any(view.squares_to(foe, landed) < view.squares_to(foe) for foe in view.enemies)
    if not _leads_on(view, landed):
        return False
    return nearer and (hp is None or FALL_HURTS * (z - floor) <= hp / 2)


def _leads_on(view: View, landed: Cube) -> bool:
    there = view.standing(landed)
    return any(there.strikes(foe) for foe in there.enemies) or goal(there, there.anywhere()) is not None


STAGES: tuple[Stage, ...] = (
    ("it stands up", get_up),
    ("an ability does more than a strike", use),
    ("the ground does more harm than a strike", shove),
    ("an enemy is in reach", strike),
    ("another weapon reaches an enemy", draw),
    ("an ability helps more from elsewhere", go_and_use),
    ("an enemy is within one move", close_in),
    ("an enemy can be charged", charge),
    ("it needs a weapon", arm),
    ("it gets nearer to an enemy", approach),
    ("the only way on is down", jump_down),
    ("it has an action left for its gear", uses.gear_up),
)


def kept_to(stage: Callable[[View], Intent | None]) -> Callable[[View], Intent | None]:
    def minded(view: View) -> Intent | None:
        wanted = stage(view)
        return wanted if goals.fits(view, wanted) else None

    return minded


def come_nearer(view: View) -> Intent | None:
    return None if goals.waits(view) or goals.post(view) is not None else approach(view)


WITH_GOALS: tuple[Stage, ...] = (
    STAGES[0],
    ("it gets to its goal", goals.arrive),
    *STAGES[1:3],
    ("an enemy is in reach", strike),
    ("another weapon reaches an enemy", draw),
    ("an ability helps more from elsewhere", kept_to(go_and_use)),
    ("it heads for its goal", goals.advance),
    ("an enemy is within one move", kept_to(close_in)),
    ("an enemy can be charged", kept_to(charge)),
    ("it needs a weapon", arm),
    ("it gets nearer to an enemy", come_nearer),
    ("the only way on is down", kept_to(jump_down)),
    STAGES[-1],
)
