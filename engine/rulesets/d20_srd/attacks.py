"""Attacks: single ones, full attacks, and what a tight place takes from a defence."""

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
    """Whether a strike is one that a full attack has left."""
    return do == "attack" and creature.own(FullRound).strikes_left > 0


def attack(request: Request) -> Plan:
    """One strike: a standard action, or the next of a full attack, into one's own square if need be.

    Only cover that the attack names counts: a friend whose square is passed gives none.
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
    """The whole round given to strikes: the first at `target`, the others by `attack`.

    What is left of the round is a 5-foot step. (srd.actions.full-round-leaves-step)
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
    """In room under half its width a creature's defence has no Dexterity bonus in it.

    (srd.squeeze.under-half-ac, asc.squeeze.under-half-penalties)
    """
    bonus = ability_modifier(blow.target, "dexterity")
    if bonus > 0 and cramped(blow.world, blow.target):
        blow.to_defence.append(("no dexterity", -bonus))
