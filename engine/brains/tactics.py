"""The brain `tactics`: plays the scenario's first tactic that applies."""

from collections.abc import Callable, Mapping

from ...components.events import Done, Stopped, TurnStarted
from ...components.intents import Attack, Charge, DropProne, FullAttack, Intent, Withdraw
from ...components.position import Cube
from ..combat.threat import flanked
from ..scenario.format import TacticSpec, WhenSpec
from ..state.creature import Creature
from . import aggressive
from .estimates import engaged, shoves
from .view import View
from .walking import along, walk_to

KINDS: Mapping[str, frozenset[str]] = {
    "strike": frozenset({"attack", "full-attack"}),
    "charge": frozenset({"charge"}),
    "approach": frozenset({"move", "crawl"}),
    "flank": frozenset({"move", "crawl"}),
    "shove": frozenset({"push", "pull", "slide"}),
    "withdraw": frozenset({"move", "crawl", "withdraw"}),
    "guard": frozenset({"move", "crawl"}),
    "stand": frozenset({"stand"}),
    "drop-prone": frozenset({"drop-prone"}),
}
"""Kinds of intents for each `do` of a tactic, as `at_most` counts them."""


def decide(view: View) -> Intent | None:
    """Returns the intent of the first tactic (of the creature's list) that applies and is legal."""
    listed = [tactic for tactic in view.me.body.tactics if isinstance(tactic, TacticSpec)]
    chosen: Intent | None = None
    for tactic in listed:
        if used_up(view, tactic) or not holds(view, tactic.when):
            continue
        if tactic.do == "hold":
            view.weigh(None, tactic.name)
            return chosen
        found = intent_of(view, tactic)
        if found is None:
            continue
        if view.journal is None:
            return found
        view.weigh(found, tactic.name)
        if chosen is not None and found != chosen:
            break  # the next best is known
        chosen = chosen or found
    else:
        if chosen is not None:
            view.weigh(None, "no other tactic applies")
    return chosen


def used_up(view: View, tactic: TacticSpec) -> bool:
    if tactic.at_most is None:
        return False
    count = 0
    for event in reversed(view.world.log):
        if isinstance(event, TurnStarted):
            break
        if isinstance(event, (Done, Stopped)) and event.intent in KINDS.get(tactic.do, ()):
            count += 1
    return count >= tactic.at_most


# --- conditions ------------------------------------------------------------------------------------


def percent(creature: Creature) -> float:
    """Returns the hit points in percent; 100 for a creature without hit points."""
    health = creature.health
    return 100.0 if health.hp is None or not health.full else 100.0 * health.hp / health.full


def holds(view: View, when: WhenSpec) -> bool:
    """True if the battle and the acting creature meet the conditions `when` of a tactic."""
    me, foes, unit = view.me, view.enemies, view.rules.unit
    near = min((view.squares_to(foe) * unit for foe in foes), default=None)
    checks = (
        when.hp_below is None or percent(me) < when.hp_below,
        when.hp_above is None or percent(me) > when.hp_above,
        when.round_from is None or view.world.round >= when.round_from,
        when.round_until is None or view.world.round <= when.round_until,
        when.enemy_within is None or (near is not None and near <= when.enemy_within),
        when.enemy_beyond is None or near is None or near > when.enemy_beyond,
        when.enemies_at_most is None or len(foes) <= when.enemies_at_most,
        when.allies_at_most is None or len(view.allies) <= when.allies_at_most,
        when.outnumbered is None or (len(foes) > len(view.allies) + 1) == when.outnumbered,
        me.condition.held.issuperset(when.has),
        me.condition.held.isdisjoint(when.lacks),
        when.engaged is None or engaged(view) == when.engaged,
    )
    return all(checks)


def suits(view: View, when: WhenSpec, target: Creature) -> bool:
    """True if `target` meets the conditions `when` of a tactic."""
    held = target.condition.held
    return (
        (when.target_within is None or view.squares_to(target) * view.rules.unit <= when.target_within)
        and (when.target_hp_below is None or percent(target) < when.target_hp_below)
        and (when.target_flanked is None or flanked(view.world, target, view.me) == when.target_flanked)
        and held.issuperset(when.target_has)
        and held.isdisjoint(when.target_lacks)
    )


def aims(view: View, tactic: TacticSpec) -> list[Creature]:
    """Returns the creatures that a tactic may target, best ones first."""
    fit = [foe for foe in view.enemies if suits(view, tactic.when, foe)]
    order = _ORDERS.get(tactic.target)
    if order is None:
        return [foe for foe in fit if foe.name == tactic.target]
    return sorted(fit, key=lambda foe: (order(view, foe), view.squares_to(foe), foe.entity))


def _left(creature: Creature) -> int:
    return 1 << 30 if creature.health.hp is None else creature.health.hp


_ORDERS: Mapping[str, Callable[[View, Creature], float]] = {
    "nearest": lambda view, foe: view.squares_to(foe),
    "weakest": lambda view, foe: _left(foe),
    "strongest": lambda view, foe: -_left(foe),
    "most-wounded": lambda view, foe: percent(foe),
}


# --- actions -----------------------------------------------------------------------------------------


def intent_of(view: View, tactic: TacticSpec) -> Intent | None:
    match tactic.do:
        case "stand":
            return aggressive.get_up(view)
        case "drop-prone":
            down = DropProne()
            return down if not view.me.prone and view.lawful(down) else None
        case "withdraw":
            return away(view) if view.enemies else None
        case "guard":
            return beside(view, tactic.target)
        case _:
            return next((found for foe in aims(view, tactic) if (found := against(view, tactic, foe))), None)


def against(view: View, tactic: TacticSpec, foe: Creature) -> Intent | None:
    match tactic.do:
        case "strike":
            in_reach = view.sees_in_range(foe) if view.shoots_at(foe) else view.strikes(foe)
            return swing(view, foe) if in_reach else None
        case "charge":
            run = Charge(target=foe.name)
            return run if not view.strikes(foe) and view.lawful(run) else None
        case "approach":
            return None if view.strikes(foe) else nearer(view, foe)
        case "flank":
            return None if view.flanks(foe, None) else flank(view, foe)
        case "shove":
            return forced_move(view, foe)
        case _:
            return None


def swing(view: View, target: Creature) -> Intent | None:
    ranged = view.shoots_at(target)
    if view.me.body.attacks > 1:
        whole = FullAttack(target=target.name, ranged=ranged)
        if view.lawful(whole):
            return whole
    single = Attack(target=target.name, ranged=ranged)
    return single if view.lawful(single) else None


def nearer(view: View, foe: Creature) -> Intent | None:
    """Returns a move towards the enemy `foe`; it ends where `foe` can be struck, if possible."""
    if not view.affords("move", "crawl"):
        return None
    for reached in (view.reach, view.anywhere):
        post = view.nearest_post(reached(), foe)
        if post is not None:
            return along(view, post[1].some_path)
    return None


def flank(view: View, foe: Creature) -> Intent | None:
    """Returns a move to a place that flanks the enemy `foe`, with fewest opportunity attacks."""
    if not view.rules.threat.flanking or not view.affords("move", "crawl"):
        return None
    posts = [
        ((len(arrival.opportunities), arrival.cost, cube), cube)
        for cube, arrival in view.posts(view.reach(), foe)
        if cube != view.me.cube and view.flanks(foe, cube)
    ]
    return walk_to(view, min(posts)[1]) if posts else None


def forced_move(view: View, foe: Creature) -> Intent | None:
    """Returns the most harmful push, pull or slide of `foe`. Without harm it is the first legal one."""
    best: tuple[float, Intent] | None = None
    for wanted, _, harm in shoves(view, {foe.name: foe}, ("push", "slide", "pull"), harmless=True):
        if best is None or harm > best[0]:
            best = (harm, wanted)
    return best[1] if best is not None else None


def away(view: View) -> Intent | None:
    """Returns the move that ends farthest from all enemies."""
    if not view.affords("move", "crawl", "withdraw"):
        return None

    def room(at: Cube | None = None) -> int:
        return min(view.squares_to(foe, at) for foe in view.enemies)

    here = room()
    farther = [
        (-room(cube), arrival.cost, cube)
        for cube, arrival in view.reach().arrivals()
        if arrival.can_stop and room(cube) > here
    ]
    farther.sort()
    # Ways are searched for the few best places.
    ranked = sorted((len(view.reach()[place[2]].opportunities), *place) for place in farther[:8])
    for drawn, *_, cube in ranked:
        if drawn:
            for foe in view.enemies:
                slip = Withdraw(from_=foe.name, to=cube)
                if view.lawful(slip):
                    return slip
        wanted = walk_to(view, cube)
        if wanted is not None:
            return wanted
    return None


def beside(view: View, name: str) -> Intent | None:
    friend = view.world.named.get(name)
    if friend is None or friend.out or friend is view.me or view.squares_to(friend) <= 1:
        return None
    if not view.affords("move", "crawl"):
        return None
    for reached in (view.reach, view.anywhere):
        reach = reached()
        places = [
            (arrival.cost, cube)
            for cube, arrival in reach.arrivals()
            if arrival.can_stop and view.squares_to(friend, cube) <= 1
        ]
        if places:
            return along(view, reach[min(places)[1]].some_path)
    return None
