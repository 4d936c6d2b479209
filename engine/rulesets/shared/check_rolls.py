"""How checks are rolled."""

from ....components.events import Rolled
from ....components.plan import Check
from ...rules.ruleset import World


def d20_check(world: World, check: Check) -> str:
    """Rolls 1d20 plus the bonus against a DC; both parties of an opposed check roll, the actor first and winning
    ties."""
    (result,) = world.dice.roll(1, 20)
    total = result + check.bonus
    dc = check.dc
    if check.against is not None:
        (other,) = world.dice.roll(1, 20)
        dc = other + check.against_bonus
    outcome = "success" if dc is None or total >= dc else "failure"
    check.margin = total - dc if dc is not None else 0
    world.emit(
        Rolled(
            who=check.who,
            for_=check.what,
            dice="1d20",
            results=(result,),
            total=total,
            dc=dc,
            outcome=outcome,
            rules=check.rules,
            modifiers=check.modifiers,
        )
    )
    if check.against is not None:
        world.emit(
            Rolled(
                who=check.against,
                for_=check.what,
                dice="1d20",
                results=(other,),
                total=other + check.against_bonus,
                dc=total,
                outcome="failure" if outcome == "success" else "success",
                rules=check.rules,
            )
        )
    return outcome
