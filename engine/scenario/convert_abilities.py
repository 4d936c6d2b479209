"""Converts abilities to another ruleset: distances, costs, rolls and outcomes."""

from collections.abc import Callable, Collection
from typing import Any

import msgspec

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import (
    EffectAct,
    EndCondition,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    JoinBattle,
    MakeZone,
    StrikeTarget,
)
from ..dice import parse
from ..legality.planners.abilities import ways_of
from ..rules.ruleset import Ruleset

MIDDLE = 12
"""The total at which the middle tier of a power roll begins: the DC that takes its place."""

TIERS = {"tier-1": "failure", "tier-2": "success"}
"""The plain outcomes that take the place of tiers."""


class AbilityConversion:
    """One conversion of abilities in progress."""

    def __init__(
        self, new: Ruleset, distance: Callable[[int], int], conditions: Collection[str], note: Callable[[str], None]
    ) -> None:
        self.new = new
        self.distance = distance
        self.conditions = conditions
        """The conditions that the new rules or the file know."""
        self.note = note

    def ability(self, name: str, ability: Ability) -> Ability:
        """The ability under the new rules."""
        pays = ability.pays
        if pays is not None and ways_of(self.new, pays) is None:
            self.note(f"{self.new.title} does not pay with {pays!r}; {name} costs what a strike does")
            pays = None
        steps = tuple(self._step(name, step) for step in ability.steps)
        made: Ability = msgspec.structs.replace(self._step(name, ability), pays=pays, steps=steps)
        return made

    def _step(self, name: str, step: Any) -> Any:
        changes: dict[str, Any] = {
            "does": self.acts(name, step.does),
            "each": self.acts(name, step.each),
            "on": {outcome: self.acts(name, acts) for outcome, acts in self._outcomes(step).items()},
        }
        if step.target is not None:
            changes["target"] = msgspec.structs.replace(step.target, range=self._far(step.target.range))
        if step.area is not None:
            area = step.area
            changes["area"] = msgspec.structs.replace(area, size=self._far(area.size), width=self._far(area.width))
        changes["affects"] = msgspec.structs.replace(step.affects, within=self._far(step.affects.within))
        roll = step.roll
        if roll is not None and roll.dc is None and not roll.strike and not self.new.attacks.tiers:
            changes["roll"] = msgspec.structs.replace(roll, dc=MIDDLE)
        return msgspec.structs.replace(step, **changes)

    def _outcomes(self, step: StepSpec) -> dict[Any, Any]:
        """The acts by outcome, with plain outcomes in the place of tiers."""
        if self.new.attacks.tiers or not set(TIERS) & set(step.on):
            return dict(step.on)
        plain = {TIERS[outcome]: acts for outcome, acts in step.on.items() if outcome in TIERS}
        return {**plain, **{outcome: acts for outcome, acts in step.on.items() if outcome not in TIERS}}

    def _far(self, far: int | str | None) -> int | str | None:
        """A distance in the new unit; dice count at their average."""
        if far is None or far in ("reach", "weapon"):
            return far
        return self.distance(int(parse(far).mean))

    def acts(self, name: str, acts: tuple[EffectAct, ...]) -> tuple[EffectAct, ...]:
        """Acts under the new rules; conditions that they do not know are left out."""
        found: list[EffectAct] = []
        for act in acts:
            if isinstance(act, (GiveCondition, EndCondition)) and act.condition not in self.conditions:
                self.note(f"{self.new.title} has no condition {act.condition}; {name} does without it")
                continue
            found.append(self._act(name, act))
        return tuple(found)

    def _act(self, name: str, act: EffectAct) -> EffectAct:
        match act:
            case ForceMovement() | GrantMovement():
                far = self._far(act.distance)
                return msgspec.structs.replace(act, distance=far)
            case JoinBattle():
                return msgspec.structs.replace(act, creature=self._newcomer(act.creature))
            case StrikeTarget():
                follow = {outcome: self.acts(name, acts) for outcome, acts in act.on.items()}
                return msgspec.structs.replace(act, on=follow)
            case MakeZone():
                within = {key: self.acts(name, getattr(act, key)) for key in ("enter", "leave", "start", "end")}
                return msgspec.structs.replace(act, **within)
        return act

    def _newcomer(self, table: dict[str, Any]) -> dict[str, Any]:
        """The table of a creature with its distances in the new unit."""
        changes: dict[str, Any] = {}
        for key in ("speed", "reach", "range"):
            far = table.get(key)
            if isinstance(far, int):
                changes[key] = self.distance(far)
            elif isinstance(far, dict):
                changes[key] = {mode: self.distance(one) for mode, one in far.items()}
        return {**table, **changes}
