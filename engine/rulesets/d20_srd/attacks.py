"""Attacks: single ones, full attacks, and the loss of Dexterity in a tight place."""

from ....components.intents import Attack, FullAttack
from ....components.plan import Act, TurnUpdate
from ...legality.maneuver import begin_action
from ...legality.planners.single_actions import may_strike, strike_of
from ...legality.request import payment_for
from ...rules.ruleset import AttackRoll, Request
from ...space.occupancy import cramped
from ...state.creature import Creature
from ...state.verdict import Plan
from ..shared.abilities import ability_modifier
from .components import FullRound


def prepaid(creature: Creature, do: str) -> bool:
    """Whether a strike is one of those left in a full attack."""
    return do == "attack" and creature.own(FullRound).strikes_left > 0


def attack(request: Request) -> Plan:
    """Plans one strike: a standard action, or the next of a full attack, if need be into the attacker's own square.

    Only cover that the attack names counts: a friend whose square the line passes gives none.
    (srd.small.attack-own-square, srd.small.enter-to-attack, srd.occupancy.friend-no-cover)
    """
    intent: Attack = request.intent
    rules = request.rules
    target = request.other(intent.target)
    may_strike(request, target.name, intent.ranged)
    acts: list[Act] = [strike_of(request, intent)]
    if prepaid(request.creature, "attack"):
        return Plan(
            [TurnUpdate(request.creature.name, remember=FullRound(strikes_left=-1)), *acts], (), rules.cite("attack")
        )
    pays = payment_for(request)
    return Plan(acts, pays, rules.cite("attack"))


def full_attack(request: Request) -> Plan:
    """Plans a full attack: the first strike at `target`, the others by `attack`.

    Besides it the round allows only a 5-foot step. (srd.actions.full-round-leaves-step)
    """
    intent: FullAttack = request.intent
    creature, rules = request.creature, request.rules
    begin_action(request, "attack")
    if intent.target is not None:
        target = request.other(intent.target)
        may_strike(request, target.name, intent.ranged)
    pays = payment_for(request)
    strikes = rules.attacks.whole(creature)
    left = strikes if intent.target is None else strikes - 1
    acts: list[Act] = [TurnUpdate(creature.name, remember=FullRound(taken=True, strikes_left=max(left, 0)))]
    if intent.target is not None:
        acts.append(strike_of(request, intent))
    return Plan(acts, pays, rules.cite("full-attack", "attack"))


def no_dexterity(blow: AttackRoll) -> None:
    """Takes the Dexterity bonus from the defence of a creature in a place under half its width.

    (srd.squeeze.under-half-ac, asc.squeeze.under-half-penalties)
    """
    bonus = ability_modifier(blow.target, "dexterity")
    if bonus > 0 and cramped(blow.world, blow.target):
        blow.to_defence.append(("no dexterity", -bonus))
