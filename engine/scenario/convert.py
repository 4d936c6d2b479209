"""Converts a scenario and its abilities to another ruleset."""

from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import msgspec

from ...components.ability import Ability, StepSpec
from ...components.definitions import Adds, ConditionSpec, ItemSpec
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
from ...components.intents import Intent
from ..dice import Dice, parse
from ..effects.placement import settle_shape
from ..errors import ScenarioError, spelled
from ..field.support import FAR, resting_height
from ..legality.planners.abilities import ways_of
from ..rules.defined import defining
from ..rules.ruleset import Ruleset, World
from ..rulesets import RULESETS
from .build import add_creature, board_of, check_place, defined_by, ruleset_of
from .format import CreatureSpec, Scenario, TurnSpec, WhenSpec

MIDDLE = 12
"""The middle tier's total becomes the DC."""

TIERS = {"tier-1": "failure", "tier-2": "success"}


class AbilityConversion:
    def __init__(
        self, new: Ruleset, distance: Callable[[int], int], conditions: Collection[str], note: Callable[[str], None]
    ) -> None:
        self.new = new
        self.distance = distance
        self.conditions = conditions
        """Known to the new rules or the file."""
        self.note = note

    def ability(self, name: str, ability: Ability) -> Ability:
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
        if self.new.attacks.tiers or not set(TIERS) & set(step.on):
            return dict(step.on)
        plain = {TIERS[outcome]: acts for outcome, acts in step.on.items() if outcome in TIERS}
        return {**plain, **{outcome: acts for outcome, acts in step.on.items() if outcome not in TIERS}}

    def _far(self, far: int | str | None) -> int | str | None:
        if far is None or far in ("reach", "weapon"):
            return far
        return self.distance(int(parse(far).mean))

    def acts(self, name: str, acts: tuple[EffectAct, ...]) -> tuple[EffectAct, ...]:
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
        changes: dict[str, Any] = {}
        for key in ("speed", "reach", "range"):
            far = table.get(key)
            if isinstance(far, int):
                changes[key] = self.distance(far)
            elif isinstance(far, dict):
                changes[key] = {mode: self.distance(one) for mode, one in far.items()}
        return {**table, **changes}


TELLING_TACTICS = ("has", "lacks", "target_has", "target_lacks")
"""Fields of tactics that name conditions."""
DISTANCES_OF_TACTICS = ("enemy_within", "enemy_beyond", "target_within")
DISTANCES_OF_INTENTS = ("distance", "height")


class Conversion(NamedTuple):
    scenario: Scenario
    notes: tuple[str, ...]
    """A sentence per change beyond units."""


def converted(scenario: Scenario, ruleset: str) -> Conversion:
    """Converts a scenario to another ruleset.

    Distances are converted to its unit, sizes to the nearest that it knows. Unknown switches, conditions and all
    expectations are dropped.

    Raises:
        ScenarioError: the ruleset is unknown, the scenario is invalid, or a creature has no place.
    """
    old = ruleset_of(scenario)
    if ruleset not in RULESETS:
        raise ScenarioError(scenario.source, "ruleset", spelled(ruleset), ", ".join(RULESETS))
    if ruleset == scenario.ruleset:
        return Conversion(scenario, ())
    converting = _Converting(scenario, old, RULESETS[ruleset])
    return converting.done()


def unscripted(scenario: Scenario, ruleset: str | None = None) -> Conversion:
    """Returns the scenario for AI players: without its script, dice results and expectations.

    Raises:
        ScenarioError: the scenario is invalid, or a creature has no place.
    """
    plain = msgspec.structs.replace(scenario, turns=(), dice=None, expect=())
    return Conversion(plain, ()) if ruleset is None else converted(plain, ruleset)


def settled(scenario: Scenario, *, farthest: int | None = None, tries: int | None = None) -> Conversion:
    """Moves the creatures of a scenario to the nearest legal places.

    A creature moves `farthest` squares at most; `tries` limits the work.

    Raises:
        ScenarioError: the scenario is invalid, or a creature has no place.
    """
    rules = ruleset_of(scenario)
    settling = _Converting(scenario, rules, rules, farthest, tries)
    placed = settling.placed(scenario)
    return Conversion(placed, tuple(settling.notes))


class _Converting:
    def __init__(
        self,
        scenario: Scenario,
        old: Ruleset,
        new: Ruleset,
        farthest: int | None = None,
        tries: int | None = None,
    ) -> None:
        self.farthest, self.tries_left = farthest, tries
        self.scenario, self.old, self.new = scenario, old, new
        self.notes: list[str] = []

    def done(self) -> Conversion:
        scenario = self.scenario
        if scenario.expect:
            self.notes.append(f"what was expected under {self.old.title} is not looked at")
        changed = msgspec.structs.replace(
            scenario,
            ruleset=self.new.name,
            rules=self.switches(),
            creatures=tuple(map(self.creature, scenario.creatures)),
            abilities=self.abilities(),
            items={name: self.item(item) for name, item in scenario.items.items()},
            conditions={name: self.condition(name, spec) for name, spec in scenario.conditions.items()},
            turns=tuple(self.turn(turn) for turn in scenario.turns),
            expect=(),
        )
        return Conversion(self.placed(changed), tuple(self.notes))

    def converting(self) -> AbilityConversion:
        known = {*self.new.conditions.known, *self.scenario.conditions}
        return AbilityConversion(self.new, self.signed, known, self.notes.append)

    def abilities(self) -> dict[str, Ability]:
        converting = self.converting()
        return {name: converting.ability(name, ability) for name, ability in self.scenario.abilities.items()}

    def item(self, item: ItemSpec) -> ItemSpec:
        weapon = item.weapon
        if weapon is not None:
            reach, far = (None if one is None else self.distance(one) for one in (weapon.reach, weapon.range))
            weapon = msgspec.structs.replace(weapon, reach=reach, range=far)
        made: ItemSpec = msgspec.structs.replace(item, weapon=weapon, adds=self.adds(item.adds))
        return made

    def condition(self, name: str, spec: ConditionSpec) -> ConditionSpec:
        acts = self.converting().acts(name, spec.acts)
        speed = self.signed(spec.speed) if isinstance(spec.speed, int) else spec.speed
        made: ConditionSpec = msgspec.structs.replace(spec, speed=speed, adds=self.adds(spec.adds), acts=acts)
        return made

    def adds(self, adds: Adds) -> Adds:
        made: Adds = msgspec.structs.replace(adds, speed=self.signed(adds.speed))
        return made

    def signed(self, length: int) -> int:
        return self.distance(length) if length >= 0 else -self.distance(-length)

    def distance(self, length: int) -> int:
        """Converts a length to whole squares in the new ruleset's unit. Above 0 it is at least one."""
        squares = -(-length // self.old.unit) if 0 < length < self.old.unit else self.old.squares(length)
        return length if self.old.unit == self.new.unit else squares * self.new.unit

    def switches(self) -> dict[str, Any]:
        kept: dict[str, Any] = {}
        for given, value in self.scenario.rules.items():
            try:
                self.new.vary(**{given: value})
            except ValueError:
                self.notes.append(f"{self.new.title} has no switch {given} = {value!r}; it is left out")
            else:
                kept[given] = value
        return kept

    def conditions(self, whose: str, held: tuple[str, ...]) -> tuple[str, ...]:
        known = {*self.new.conditions.known, *self.scenario.conditions}
        kept = tuple(condition for condition in held if condition in known)
        for condition in held:
            if condition not in kept:
                self.notes.append(f"{self.new.title} has no condition {condition}; {whose} is without it")
        return kept

    def size(self, whose: str, size: str | int) -> str | int:
        sizes = self.new.sizes.rows
        if str(size) in sizes:
            return size
        row = self.old.sizes.rows[str(size)]
        nearest = min(sizes, key=lambda word: (abs(sizes[word].side - row.side), abs(sizes[word].rank - row.rank)))
        if sizes[nearest].side != row.side:
            self.notes.append(f"{self.new.title} has no size {size}; {whose} is {nearest}")
        return nearest

    def creature(self, spec: CreatureSpec) -> CreatureSpec:
        distance, speed, reduction = self.distance, spec.speed, spec.forced_reduction
        return msgspec.structs.replace(
            spec,
            size=self.size(spec.name, spec.size),
            speed={mode: distance(far) for mode, far in speed.items()}
            if isinstance(speed, dict)
            else None
            if speed is None
            else distance(speed),
            reach=None if spec.reach is None else distance(spec.reach),
            range=None if spec.range is None else distance(spec.range),
            forced_reduction=tuple(map(distance, reduction)) if isinstance(reduction, tuple) else distance(reduction),
            speed_bonuses=tuple(
                msgspec.structs.replace(bonus, amount=(distance(abs(bonus.amount)) * (1 if bonus.amount > 0 else -1)))
                for bonus in spec.speed_bonuses
            ),
            conditions=self.conditions(spec.name, spec.conditions),
            tactics=tuple(
                msgspec.structs.replace(tactic, when=self.when(spec.name, tactic.when)) for tactic in spec.tactics
            ),
        )

    def when(self, whose: str, when: WhenSpec) -> WhenSpec:
        changes: dict[str, Any] = {key: self.conditions(whose, getattr(when, key)) for key in TELLING_TACTICS}
        for key in DISTANCES_OF_TACTICS:
            far = getattr(when, key)
            changes[key] = None if far is None else self.distance(far)
        return msgspec.structs.replace(when, **changes)

    def turn(self, turn: TurnSpec) -> TurnSpec:
        return msgspec.structs.replace(turn, intents=tuple(map(self.intent, turn.intents)))

    def intent(self, wanted: Intent) -> Intent:
        changes: dict[str, Any] = {}
        for key in DISTANCES_OF_INTENTS:
            far = getattr(wanted, key, None)
            if isinstance(far, int):
                changes[key] = self.distance(far)
        speed = getattr(wanted, "speed", None)
        if isinstance(speed, int):
            changes["speed"] = self.distance(speed)
        elif isinstance(speed, dict):
            changes["speed"] = {mode: self.distance(far) for mode, far in speed.items()}
        kept: Intent = msgspec.structs.replace(wanted, **changes)
        return kept

    # --- places ------------------------------------------------------------------------------------

    def placed(self, scenario: Scenario) -> Scenario:
        world = World(board_of(scenario), Dice(0), rules=defining(self.new, defined_by(scenario)))
        specs = [self.place(world, scenario, index) for index in range(len(scenario.creatures))]
        return msgspec.structs.replace(scenario, creatures=tuple(specs))

    def place(self, world: World, scenario: Scenario, index: int) -> CreatureSpec:
        spec = scenario.creatures[index]
        creature = add_creature(world, spec)
        first: ScenarioError | None = None
        for at in self.places(world, spec):
            if at is not spec.at:  # at its place in the file `add_creature` has put it already
                creature.place((at[0], at[1], resting_height(world, creature, at[0], at[1], FAR)))
                settle_shape(world, creature)
            try:
                check_place(world, scenario, index, creature, world.creatures[:index])
            except ScenarioError as error:
                first = first or error
                continue
            if at != spec.at:
                self.notes.append(f"{spec.name} cannot be at {list(spec.at)}; it starts at {list(at)}")
                return msgspec.structs.replace(spec, at=at)
            return spec
        assert first is not None
        raise first

    def places(self, world: World, spec: CreatureSpec) -> Iterator[Any]:
        """Yields places for a creature: its place in the file, then others, nearest first."""
        yield spec.at
        board, (x, y) = world.board, spec.at[:2]
        farthest = max(board.width, board.height) - 1
        for far in range(1, (farthest if self.farthest is None else min(self.farthest, farthest)) + 1):
            for south in range(y - far, y + far + 1):
                for east in range(x - far, x + far + 1):
                    if max(abs(east - x), abs(south - y)) == far and (east, south) in board:
                        if self.tries_left is not None:
                            self.tries_left -= 1
                            if self.tries_left < 0:
                                return
                        yield (east, south)
