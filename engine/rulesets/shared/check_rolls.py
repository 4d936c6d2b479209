"""How checks are rolled."""

from ....components.events import Rolled
from ....components.plan import Check
from ...rules.ruleset import World


def d20_check(world: World, check: Check) -> str:
    """Rolls 1d20 plus the bonus against a DC; both parties of an opposed check roll, the actor first and winning
    ties. In a save a natural 1 fails and a natural 20 succeeds."""
    (natural,) = world.dice.roll(1, 20)
    total, dc = natural + check.bonus, check.dc
    if check.against is not None:
        (other,) = world.dice.roll(1, 20)
        dc = other + check.against_bonus
    met = dc is None or total >= dc
    if check.save and natural in (1, 20):
        met = natural == 20
    outcome = "success" if met else "failure"
    check.margin = total - dc if dc is not None else 0
    logged(world, check, natural, outcome, dc)
    if check.against is not None:
        world.emit(
            Rolled(
                who=check.against,
                for_=check.what,
                dice="1d20",
                results=(other,),
                total=other + check.against_bonus,
                dc=total,
                outcome="failure" if met else "success",
                rules=check.rules,
            )
        )
    return outcome


def logged(world: World, check: Check, natural: int, outcome: str, dc: int | None) -> None:
    """Logs the roll of a check by its actor."""
    world.emit(
        Rolled(
            who=check.who,
            for_=check.what,
            dice="1d20",
            results=(natural,),
            total=natural + check.bonus,
            dc=dc,
            outcome=outcome,
            rules=check.rules,
            modifiers=check.modifiers,
        )
    )
