"""Objectives for brains."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice

from ...components.definitions import Objective
from ...components.intents import Attack, Charge, Crawl, FullAttack, Intent, Move, Shift, Step, Withdraw
from ...components.position import Cube
from ..combat.sight import hidden_from
from ..field.reach import Arrival, Reach
from ..rules.budget import squares_between
from ..state.creature import Creature
from ..state.objectives import contested, present, touches
from .view import View
from .walking import PricedWay, along, bearable, far_path, walk_to, way_to

PLACED = ("reach", "hold")
"""Kinds of objectives with squares."""
PLACES = 12
WINS = 3.0
"""Factor on the worth of an enemy whose fall wins the battle."""


def own(view: View) -> list[Objective]:
    return [one for one in view.world.objectives if one.side == view.me.side and one.kind in PLACED]


def goal_ahead(view: View) -> Objective | None:
    """Returns the side's first unfinished objective; None if the creature already stands on one."""
    goals = own(view)
    if any(touches(view.me.box, goal) for goal in goals):
        return None
    return next((goal for goal in goals if goal.kind == "reach" or not _manned(view, goal)), None)


def _manned(view: View, goal: Objective) -> bool:
    """True if enough of the side hold an objective.

    That is one more than it needs, or just enough while an enemy is on it too.
    """
    return present(view.world, goal) >= goal.count + (not contested(view.world, goal))


def post(view: View) -> Objective | None:
    """Returns the objective that the creature stands on and has to keep.

    While an enemy is on it too, nobody holds it: a creature that its side can spare there is free to fight.
    """
    found = next((goal for goal in own(view) if touches(view.me.box, goal)), None)
    if found is None or found.kind != "hold" or not contested(view.world, found):
        return found
    return found if present(view.world, found) <= found.count else None


def waits(view: View) -> bool:
    """True if the acting side only has to survive a number of rounds."""
    return any(one.side == view.me.side and one.kind == "survive" for one in view.world.objectives)


def hurries(view: View) -> bool:
    """True if waiting helps an enemy side, because it wins by holding, reaching or surviving."""
    timed = ("hold", "survive", "reach")
    return any(one.side != view.me.side and one.kind in timed for one in view.world.objectives)


def wins_if_down(view: View, foe: Creature) -> bool:
    """True if the defeat of this enemy alone wins the battle."""
    return any(
        one.kind == "protect" and one.who == foe.name and one.side != view.me.side for one in view.world.objectives
    )


def there(view: View, cube: Cube, goal: Objective) -> bool:
    return touches(view.me.at(cube), goal)


def arrivals_at(view: View, reach: Reach, goal: Objective) -> Iterator[tuple[Cube, Arrival]]:
    for cube, arrival in reach.arrivals():
        if arrival.can_stop and there(view, cube, goal):
            yield cube, arrival


def arrivals(view: View, goal: Objective) -> list[PricedWay]:
    """Returns the paths that reach an objective in one move, least damage first, then cheapest."""
    near = islice(arrivals_at(view, view.reach(), goal), PLACES)
    ways = [way for cube, _ in near if (way := way_to(view, cube)) is not None]
    return sorted(ways, key=lambda way: (way.toll, way.arrival.cost, way.cube))


def path_to(view: View, goal: Objective) -> tuple[Cube, ...]:
    """Returns the path to an objective over several turns; empty if there is none."""
    far = view.anywhere()
    found = next(arrivals_at(view, far, goal), None)
    return () if found is None else far_path(view, far, found[0])


def arrive(view: View) -> Intent | None:
    """Returns a move that ends on the objective, if its danger is acceptable."""
    goal = goal_ahead(view)
    if goal is None or not view.affords("move", "crawl"):
        return None
    ways = arrivals(view, goal)
    return walk_to(view, ways[0].cube) if ways and bearable(view, ways[0].toll) else None


def advance(view: View) -> Intent | None:
    """Returns a move along the path to an objective. It ends where one turn and safety allow."""
    goal = goal_ahead(view)
    if goal is None or not view.affords("move", "crawl"):
        return None
    return along(view, path_to(view, goal))


def keeps(view: View, wanted: Intent | None) -> bool:
    """True unless the intent moves the creature away from an objective that it holds."""
    goal = post(view)
    if isinstance(wanted, Charge):
        return goal is None and not waits(view)
    to = end_of(wanted) if goal is not None else None
    return goal is None or to is None or there(view, to, goal)


def fits(view: View, wanted: Intent | None) -> bool:
    """True unless the intent leaves an objective, or pursues an enemy before an objective is reached."""
    if not keeps(view, wanted):
        return False
    if post(view) is not None:
        return True
    return not (goal_ahead(view) is not None and isinstance(wanted, (Move, Crawl, Charge)))


def end_of(wanted: Intent | None) -> Cube | None:
    """Returns the place where a move ends; None for other intents."""
    if isinstance(wanted, (Attack, FullAttack)) or wanted is None:
        return None
    if isinstance(wanted, Move) and wanted.path and len(wanted.path[-1]) == 3:
        return (wanted.path[-1][0], wanted.path[-1][1], wanted.path[-1][2])
    if isinstance(wanted, (Move, Crawl, Step, Withdraw)) and wanted.to is not None and len(wanted.to) == 3:
        return (wanted.to[0], wanted.to[1], wanted.to[2])
    if isinstance(wanted, Shift) and wanted.path and len(wanted.path[-1]) == 3:
        return (wanted.path[-1][0], wanted.path[-1][1], wanted.path[-1][2])
    return None


SEARCHED = 6
"""Places compared per search; the farthest is taken."""
SEARCHES_FOR = 2
"""Rounds of search in one place."""


def search(view: View) -> Intent | None:
    """Returns a move to look for enemies that are hidden."""
    if not (view.rules.threat.by_sight or hidden_from(view.world, view.me.side)) or not view.affords("move", "crawl"):
        return None
    wanted = advance(view)
    if wanted is not None:
        return wanted
    anywhere, me = view.anywhere(), view.me
    places = sorted(_stops(anywhere, me.cube))
    if not places:
        return None
    number = view.world.round // SEARCHES_FOR
    last, chosen = _drawn(view, places, number - 1)[0], _drawn(view, places, number)
    place = max(chosen, key=lambda cube: (squares_between(view.rules, me.at(last), me.at(cube)), cube))
    return along(view, anywhere[place].path) if place != me.cube else None


def _stops(anywhere: Reach, here: Cube) -> list[Cube]:
    """Returns all places where the creature may stop, also its own."""
    found, grid = [here, *anywhere.resting_places()], anywhere.grid
    asked = found if grid.obstructed() and not grid.rules.terrain.stop_in_obstacle else [here]
    closed = {cube for cube in asked if (there := anywhere.get_arrival(cube)) is None or not there.can_stop}
    return [cube for cube in found if cube not in closed] if closed else found


def _drawn(view: View, places: Sequence[Cube], number: int) -> list[Cube]:
    drawn = hashlib.sha256(f"{view.world.dice.seed}/{view.me.name}/{number}".encode()).digest()
    return [places[int.from_bytes(drawn[4 * n : 4 * n + 4], "big") % len(places)] for n in range(SEARCHED)]
