"""A full attack as a budget from which strikes and steps draw at its two ends."""

from dataclasses import dataclass
from itertools import count

from ....components.plan import TurnUpdate
from ...rules.ruleset import Ruleset
from ...state.creature import Creature
from .components import OpenFullAttack, Training

DROP = 5
"""How much lower each further base attack's bonus is."""


@dataclass(frozen=True, slots=True)
class FullAttackBudget:
    """The strikes of a full attack, best first, and how many are used.

    Strikes draw from the best bonus down, steps give up base attacks from the worst up; a base attack given up takes
    the bonus attacks at its own bonus with it. Rules: ep.step.full-attack-shared-budget,
    ep.step.full-attack-worst-first, ep.step.full-attack-class-cap, ep.step.full-attack-multiclass,
    ep.step.full-attack-bonus-lost, ep.step.full-attack-best-bonus-last.
    """

    base: tuple[int, ...]
    """To-hit bonuses of the base attacks."""
    extra: tuple[int, ...]
    """To-hit bonuses of the bonus attacks."""
    cap: int
    """The most steps that it allows."""
    is_open: bool
    made: int
    """Strikes made."""
    traded: int
    """Base attacks given up."""

    @classmethod
    def of(cls, rules: Ruleset, creature: Creature) -> "FullAttackBudget":
        """The present budget of a creature's full attack."""
        body, used = creature.body, creature.own(OpenFullAttack)
        classes = creature.own(Training).class_attacks or (body.attacks,)
        number = max(classes)
        base = tuple(bonus for bonus, _ in zip(count(body.attack, -DROP), range(number), strict=False))
        return cls(
            base,
            body.bonus_attacks,
            classes[0] if rules.setting("step-attacks-class") == "favored" else number,
            used.opened,
            used.made,
            used.traded,
        )

    @property
    def strikes(self) -> list[tuple[int, bool]]:
        """(bonus, whether it is a base attack) of all strikes not given up, in their order."""
        kept = self.base[: len(self.base) - self.traded]
        lost = self.base[len(kept) :]
        found = [(bonus, True) for bonus in kept]
        found += [(bonus, False) for bonus in self.extra if bonus not in lost or bonus in kept]
        return sorted(found, key=lambda strike: (-strike[0], not strike[1]))

    @property
    def next_bonus(self) -> int | None:
        """The bonus of the next strike; None if none is left."""
        strikes = self.strikes
        return strikes[self.made][0] if self.made < len(strikes) else None

    @property
    def tradable(self) -> int:
        """Base attacks that can still be given up for steps."""
        struck = sum(1 for _, is_base in self.strikes[: self.made] if is_base)
        return min(len(self.base) - struck, self.cap) - self.traded


def strikes(creature: Creature) -> int:
    """The number of strikes in a full attack, before any is given up."""
    return max(creature.own(Training).class_attacks or (creature.body.attacks,)) + len(creature.body.bonus_attacks)


def opening(creature: Creature) -> TurnUpdate:
    """The act that opens a full attack, nothing of it used."""
    used = creature.own(OpenFullAttack)
    return TurnUpdate(creature.name, remember=OpenFullAttack(opened=True, made=-used.made, traded=-used.traded))
