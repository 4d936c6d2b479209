"""Odds of intents and previews of plans, played on copies."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from ..components.events import Damaged, Downed, EventBase, Gained, Healed, Refused, Rolled, Struck
from ..components.intents import IntentBase
from ..components.position import Cube
from ..engine.dice import Dice, branches, dice_of
from ..engine.legality.intent_odds import CreatureOdds, odds_of_plan, whole
from ..engine.legality.judge import judge
from ..engine.rules.budget import at_start
from ..engine.rules.ruleset import World
from ..engine.state.creature import Creature
from ..engine.state.verdict import Refusal
from ..systems.drive import Drive

DriveOn: TypeAlias = Callable[[World], Drive]
BRANCHES = 400
"""The most ends of an intent for exact odds."""
SAMPLES = 200
"""The samples played otherwise: right to about 3 in 100."""


def act(drive: Drive, name: str, wanted: IntentBase) -> None:
    creature = drive.world.named[name]
    if drive.world.active != name:
        drive.begin_turn(creature)
    drive.submit(creature, wanted)
    drive.process()


def odds(world: World, drive: DriveOn, creature: Creature, wanted: IntentBase) -> dict[str, CreatureOdds] | Refusal:
    """The odds for each creature; exact unless the dice have too many ends."""
    world, creature = at_start(world, creature)
    plan = judge(world, creature, wanted)
    if isinstance(plan, Refusal):
        return plan
    return odds_of_plan(world, creature, plan) if whole(plan) else _played(world, drive, creature.name, wanted)


@dataclass(slots=True)
class _Tally:
    """What happens to one creature, by its chance."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    damage: list[tuple[int, Fraction]] = field(default_factory=list)
    falls: Fraction = Fraction(0)
    healed: Fraction = Fraction(0)
    conditions: dict[str, Fraction] = field(default_factory=dict)


_Tallies: TypeAlias = dict[str, _Tally]


def _played(world: World, drive: DriveOn, name: str, wanted: IntentBase) -> dict[str, CreatureOdds]:
    tallies: _Tallies = {}
    try:
        for dice in branches(BRANCHES):
            events = _end(world, drive, name, wanted, dice)
            _count(tallies, events, dice.chance)
    except OverflowError:
        tallies = {}
        for seed in range(SAMPLES):
            _count(tallies, _end(world, drive, name, wanted, Dice(seed)), Fraction(1, SAMPLES))
    return {
        who: CreatureOdds(
            outcomes={outcome: float(chance) for outcome, chance in tally.outcomes.items()},
            least=min(amount for amount, _ in tally.damage) if sum(chance for _, chance in tally.damage) == 1 else 0,
            mean=float(sum(amount * chance for amount, chance in tally.damage)),
            most=max((amount for amount, _ in tally.damage), default=0),
            falls=float(tally.falls),
            healed=float(tally.healed),
            conditions={condition: float(chance) for condition, chance in tally.conditions.items()},
        )
        for who, tally in tallies.items()
    }


def _end(world: World, drive: DriveOn, name: str, wanted: IntentBase, dice: Dice) -> Sequence[EventBase]:
    twin = world.copy()
    twin.dice = dice
    before = len(twin.log)
    act(drive(twin), name, wanted)
    return twin.log[before:]


def _count(tallies: _Tallies, events: Sequence[EventBase], chance: Fraction) -> None:
    taken: dict[str, int] = {}
    rolled: set[str] = set()
    for event in events:
        match event:
            case Struck() if event.target not in rolled:
                rolled.add(event.target)
                _add(_more(tallies, event.target).outcomes, event.outcome, chance)
            case Rolled() if event.dc is not None and event.who not in rolled:
                rolled.add(event.who)
                _add(_more(tallies, event.who).outcomes, event.outcome, chance)
            case Damaged():
                taken[event.who] = taken.get(event.who, 0) + event.amount
            case Downed():
                _more(tallies, event.who).falls += chance
            case Healed():
                _more(tallies, event.who).healed += event.amount * chance
            case Gained():
                _add(_more(tallies, event.who).conditions, event.condition, chance)
    for who, amount in taken.items():
        _more(tallies, who).damage.append((amount, chance))


def _add(chances: dict[str, Fraction], what: str, chance: Fraction) -> None:
    chances[what] = chances.get(what, Fraction(0)) + chance


def _more(tallies: _Tallies, who: str) -> _Tally:
    return tallies.setdefault(who, _Tally())


# --- several intents -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HitPoints:
    """Expected hit points, with bounds."""

    least: int
    mean: float
    most: int


@dataclass(frozen=True, slots=True)
class PlannedCreature:
    """A creature after a plan."""

    name: str
    place: Cube
    hp: HitPoints | None
    falls: float = 0.0
    """The chance to be down."""


@dataclass(frozen=True, slots=True)
class PlanPreview:
    """The result of several intents."""

    creatures: Mapping[str, PlannedCreature]
    """By name; those that leave are missing."""
    refused: Refusal | None = None
    """The first refusal; later intents are tried."""
    number: int | None = None
    """Its number, from 0."""


def preview_plan(
    world: World, drive: DriveOn, intents: Sequence[tuple[str, IntentBase]], dice: str | int
) -> PlanPreview:
    twin = world.copy()
    twin.dice = dice_of(dice, world.dice, (world.active or "", world.round))
    least: dict[str, float] = {}
    most: dict[str, float] = {}
    mean: dict[str, float] = {}
    stands: dict[str, float] = {}
    refused, number = None, None
    for index, (name, wanted) in enumerate(intents):
        if name not in twin.named:
            continue
        found = odds(twin, drive, twin.named[name], wanted)
        if isinstance(found, Refusal):
            if refused is None:
                refused, number = found, index
            continue
        for who, one in found.items():
            least[who] = least.get(who, 0) + one.least
            most[who] = most.get(who, 0) + one.most
            mean[who] = mean.get(who, 0) + one.mean - one.healed
            stands[who] = stands.get(who, 1.0) * (1 - one.falls)
        before = len(twin.log)
        act(drive(twin), name, wanted)
        turned_down = next((event for event in twin.log[before:] if isinstance(event, Refused)), None)
        if turned_down is not None and refused is None:
            refused, number = Refusal(turned_down.rules, turned_down.reason), index
    creatures: dict[str, PlannedCreature] = {}
    for creature in twin.creatures:
        start = world.named.get(creature.name, creature).health.hp
        hp = None
        if start is not None and creature.health.hp is not None:
            name = creature.name
            low, high = start - int(most.get(name, 0)), start - int(least.get(name, 0))
            low, high = min(low, creature.health.hp), max(high, creature.health.hp)
            hp = HitPoints(low, start - mean.get(name, 0.0), high)
        falls = 1 - stands.get(creature.name, 1.0)
        creatures[creature.name] = PlannedCreature(creature.name, creature.cube, hp, falls)
    return PlanPreview(creatures, refused, number)
