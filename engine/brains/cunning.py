"""The brain `cunning`: compares its damage with the enemies' until its next turn.

It picks the most valuable candidate. A creature that cannot strike waits for some rounds outside the enemies' range.
"""

from ...components.intents import Intent
from ...components.stats import Gear
from ..rules.budget import at_start
from . import aggressive, goals
from . import place_candidates as places
from . import strike_candidates as strikes
from .brain import Play, turn_of
from .candidates import NOTHING, Candidate, Candidates
from .combat_profile import paid
from .estimates import beside_harm, harm_about, spent
from .evaluation import USUAL, Weights
from .use_candidates import ability_uses, uses_at_hand
from .uses import gear_up, left_now, pays, ready_now
from .view import View


class Cunning:
    """The AI player `cunning`: it rates candidate intents with adjustable weights."""

    def __init__(self, weights: Weights = USUAL, name: str = "cunning") -> None:
        self.weights = weights
        self.name = name

    def decide(self, view: View) -> Intent | None:
        return decide(view, self.weights)

    def turn(self, view: View) -> Play:
        return turn_of(self.decide, view, self.name)


def decide(view: View, weights: Weights = USUAL) -> Intent | None:
    if not view.enemies:
        return goals.search(view)
    world, me = at_start(view.world, view.me)
    view = View(world, me, view.journal)
    if view.journal is None and idle(view):
        return None
    ahead = Candidates(view, weights)
    up = get_up(ahead)
    if up is not None:
        view.weigh(up, "it stands up")
        view.weigh(None, "it stays prone")
        return up
    arming = aggressive.arm(view) if Gear in view.me.parts else None
    if arming is not None and not ahead.gets_at:
        view.weigh(arming, "it needs a weapon")
        return arming
    return choose(view, weighed(ahead)) or gear_up(view)


def idle(view: View) -> bool:
    """True if the creature can pay for nothing that this brain does."""
    turn, held = view.me.turn, view.me.condition.held
    if view.has_strikes() or "prone" in held or "crouched" in held:
        return False
    kinds = ["shift"] if turn.stepped or turn.moved else ["shift", "step"]
    if not turn.pool_open:
        kinds += ["move", "crawl"]
    elif view.move_left > 0:
        return False
    if Gear in view.me.parts:
        kinds.append("equip")
    if harm_about(view):
        kinds.append("push")
    costs, left = view.rules.actions.costs, left_now(view)
    if any(pays(left, costs[kind].ways) for kind in kinds if kind in costs) or ready_now(view):
        return False
    return not turn.pool_open or not beside_harm(view, view.me)  # what is lower beside it can be jumped to


def leading(view: View, weights: Weights, most: int) -> list[Candidate]:
    """Returns up to `most` legal candidates with different intents, best first. A prone creature has none."""
    ahead = Candidates(view, weights) if view.enemies else None
    if ahead is None or get_up(ahead) is not None:
        return []
    found: list[Candidate] = []
    for option in sorted(weighed(ahead, every=True), key=lambda option: -option.value):
        if len(found) == most:
            break
        new = all(option.intent != other.intent for other in found)
        if new and (option.intent is None or view.lawful(option.intent)):
            found.append(option)
    return found


def weighed(ahead: Candidates, *, every: bool = False) -> list[Candidate]:
    """Returns the rated candidates, except those that abandon an objective.

    `every`: also candidates to move to a safer place when an ability would be better.
    """
    every = every or bool(ahead.view.world.objectives)
    view, options = ahead.view, thought_of(ahead, every=every)
    if not view.world.objectives:
        return options
    return [*(option for option in options if goals.keeps(view, option.intent)), *places.ways_to_goal(ahead)]


def get_up(ahead: Candidates) -> Intent | None:
    """Returns an intent to stand up; None if strikes are better while prone."""
    view, rules, sums = ahead.view, ahead.view.rules, ahead.sums
    held = view.me.condition.held
    if "prone" not in held and "crouched" not in held:
        return None
    if ahead.strikes and ahead.targets and "stand" in rules.actions.costs:
        after = ahead.strikes_after(rules.actions.costs["stand"].ways)
        if after < ahead.strikes:
            lying = {foe: sums.strike(foe, ahead.here, ahead.strikes)[0] for foe in ahead.targets}
            foe = max(ahead.targets, key=lying.__getitem__)
            if lying[foe] >= sums.upright(foe, after):
                return None
    return aggressive.get_up(view)


def thought_of(ahead: Candidates, *, every: bool = False) -> list[Candidate]:
    options: list[Candidate] = []
    at_hand = uses_at_hand(ahead)
    best_use = NOTHING if every else at_hand.least
    weak = spent(ahead.view.me) and bool(ahead.sums.friends)
    breaks_off = weak or may_break_off(ahead) or ahead.burning > places.MATTERS
    waiting = ahead.waits and not ahead.targets and not ahead.ranged
    holding = ahead.staying if waiting else NOTHING
    if ahead.strikes:
        options += strikes.strikes_from_here(ahead)
        if ahead.ranged:
            if not options:
                options += strikes.vantages(ahead)
            elif strikes.pressed(ahead):
                options += strikes.shots_from_elsewhere(ahead, most_of(options))
        elif not ahead.stands_off:
            # while it waits for the enemy, what is worth less than waiting need not be looked at
            least = most_of(options) if breaks_off else max(most_of(options), holding)
            options += strikes.strikes_from_elsewhere(ahead, least)
            if not options and not ahead.gets_at:
                options += strikes.charges(ahead, least)
    options += strikes.pushes(ahead)
    if options and breaks_off:
        least = NOTHING if every else max(best_use, most_of(options))
        options += [*places.stays(ahead, least), *(places.withdrawals(ahead) if weak else ())]
    if not options:
        # with an enemy in reach and no strike left it considers only its own place; otherwise it approaches
        if not ahead.targets and not ahead.stands_off:
            options += places.approaches(ahead, ahead.caution)
        if ahead.targets or ahead.stands_off or ahead.sums.crowded(ahead.here):
            options += places.stays(ahead, best_use)
    elif most_of(options) < holding:
        options += places.approaches(ahead, ahead.weights.caution)
    options += ability_uses(ahead, at_hand, most_of(options))
    return options


def most_of(options: list[Candidate]) -> float:
    return max((option.value for option in options), default=NOTHING)


def may_break_off(ahead: Candidates) -> bool:
    costs, left = ahead.view.rules.actions.costs, ahead.left
    if ahead.strikes != 1 or not any(len(set(foe.volleys[:2])) > 1 and not foe.far for foe in ahead.sums.foes):
        return False
    rest = paid(left, costs["attack"].ways)
    ways = costs["move"].ways
    return rest is not None and paid(rest, ways) is None and paid(left, ways) is not None


def choose(view: View, options: list[Candidate]) -> Intent | None:
    """Returns the intent of the best legal candidate and logs the second best."""
    wanted: Intent | None = None
    found = False
    for option in sorted(options, key=lambda option: -option.value):
        if option.intent is not None and not view.lawful(option.intent):
            continue
        view.weigh(option.intent, option.why, round(option.value, 2))
        if found:
            break
        wanted, found = option.intent, True
        if view.journal is None:
            break
    else:
        if wanted is not None:
            view.weigh(None, "nothing else to do")
    return wanted
