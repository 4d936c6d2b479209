"""Plays copies ahead: odds, previews of plans, turnperft."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from ..components.effect_acts import (
    TARGET,
    ChangeTile,
    DealDamage,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    LetFall,
    MakeZone,
    StrikeTarget,
    TeleportCreature,
)
from ..components.events import Damaged, Downed, EventBase, Gained, Healed, Refused, Rolled, Struck, TurnStarted
from ..components.intents import Intent, IntentBase
from ..components.plan import AbilityUse, Act, ActionQueue, TurnUpdate, Walk
from ..components.position import Cube
from ..engine.combat.aims import acts_of, chooses
from ..engine.combat.aims import most as most_of
from ..engine.dice import AverageDice, Dice, branches, dice_of
from ..engine.errors import spelled
from ..engine.field.zone_harm import Border, crossed
from ..engine.legality.intent_odds import CreatureOdds, odds_of_plan, whole
from ..engine.legality.judge import judge
from ..engine.legality.legal_intents import legal_intents
from ..engine.rules.budget import at_start
from ..engine.rules.ruleset import PLAYING_AHEAD, World
from ..engine.state.creature import Creature
from ..engine.state.verdict import Refusal
from ..systems.board_changes import zones
from ..systems.drive import Drive

DriveOn: TypeAlias = Callable[[World], Drive]
BRANCHES = 400
"""The most dice outcomes of an intent for exact odds."""
SAMPLES = 200
"""Number of random plays if there are more outcomes."""


def act(drive: Drive, name: str, wanted: IntentBase) -> None:
    creature = drive.world.named[name]
    if drive.world.active != name:
        drive.begin_turn(creature)
    drive.submit(creature, wanted)
    drive.process()


def odds(world: World, drive: DriveOn, creature: Creature, wanted: IntentBase) -> dict[str, CreatureOdds] | Refusal:
    """Returns what an intent may do to each creature, with chances. They are exact if possible."""
    opening, name = world, creature.name
    world, creature = at_start(world, creature)
    plan = judge(world, creature, wanted)
    if isinstance(plan, Refusal):
        return plan
    if not whole(plan) or any(isinstance(act, TurnUpdate) and act.ends_turn for act in plan.acts):
        return _played(opening, drive, name, wanted)
    weighed = odds_of_plan(world, creature, plan)
    sent = any(_sends_into_harm(world, creature, act, weighed) for act in plan.acts) or any(
        one.falls and _aloft(world, world.named[who]) for who, one in weighed.items()
    )
    played = None
    if sent or not (world is opening or _starts_quietly(opening, drive, name)):
        played = _played(opening, drive, name, wanted)
    elif any(_hangs_together(world, name, act, weighed) for act in plan.acts):
        played = _enumerated(opening, drive, name, wanted)
    if played is None:
        return weighed
    found = {who: CreatureOdds(one.outcomes, 0, 0.0, 0, 0.0) for who, one in weighed.items()} | played
    return {
        who: _rolling(_stacking(world, who, one, weighed[who]), weighed[who]) if who in weighed else one
        for who, one in found.items()
    }


def _stacking(world: World, who: str, one: CreatureOdds, weighed: CreatureOdds) -> CreatureOdds:
    """Adds the conditions that the creature has already, since a log does not tell a further one from one that ends."""
    held = world.named[who].condition.held
    more = {condition: chance for condition, chance in weighed.conditions.items() if condition in held}
    return replace(one, conditions={**one.conditions, **more}) if more else one


def _rolling(one: CreatureOdds, weighed: CreatureOdds) -> CreatureOdds:
    if not weighed.outcomes:
        return one
    return replace(one, outcomes=weighed.outcomes, saves=weighed.saves, checked_by=weighed.checked_by)


def _asked(world: World, creature: Creature, wanted: IntentBase) -> dict[str, CreatureOdds] | Refusal:
    """Answers `world.ask.odds` as `Battle.odds` does."""
    return odds(world, lambda twin: Drive(twin, world.systems or ()), creature, wanted)


PLAYING_AHEAD.append(_asked)


def _hangs_together(world: World, name: str, act: Act, weighed: Mapping[str, CreatureOdds]) -> bool:
    """True if the rolls of a use depend on each other. A check serves all targets, or the user may go down."""
    if not isinstance(act, AbilityUse):
        return False
    steps = world.abilities[act.ability].whole
    if name in weighed and weighed[name].falls and any(step.strikes for step in steps):
        return True
    checks = [step for step in steps if step.roll is not None and step.roll.check is not None]
    follow = [one for step in checks for acts in step.on.values() for one in acts]
    return len(weighed) > 1 and any(
        isinstance(one, StrikeTarget) or getattr(one, "target", TARGET) != TARGET for one in follow
    )


def _starts_quietly(world: World, drive: DriveOn, name: str) -> bool:
    """Returns True if nothing happens to the creature when its turn starts."""
    store, key = world.cache(), ("starts quietly", name)
    match store.get(key):
        case (length, bool() as kept) if length == world.log.length:
            return kept
    twin = _ahead(world, AverageDice(world.dice.seed))
    before = len(twin.log)
    drive(twin).begin_turn(twin.named[name])
    quiet = len(_from_its_turn(twin.log[before:], name)) == 1
    store[key] = world.log.length, quiet
    return quiet


def _from_its_turn(events: Sequence[EventBase], name: str) -> Sequence[EventBase]:
    """Leaves out what ends before the creature's turn starts, such as the turn of another."""
    for number, one in enumerate(events):
        if isinstance(one, TurnStarted) and one.actor == name:
            return events[number:]
    return events


def _sends_into_harm(world: World, creature: Creature, act: Act, targets: Iterable[str]) -> bool:
    if isinstance(act, Walk):
        if any(_aloft(world, one) and _stands_on(one, creature) for one in world.creatures):
            return True
        return bool(world.things) and _crosses_more_than_harm(world, creature, act)
    if not isinstance(act, AbilityUse):
        return False
    ability = world.abilities[act.ability]
    if any(chooses(step, number) for number, step in enumerate(ability.whole)):
        return True  # an earlier step may change who fits
    acts = list(acts_of(ability))
    if any(isinstance(one, _RESHAPING) or (isinstance(one, MakeZone) and one.tile is not None) for one in acts):
        return True
    far = max((world.rules.squares(most_of(one.distance)) for one in acts if isinstance(one, ForceMovement)), default=0)
    granted = [one for one in acts if isinstance(one, GrantMovement)]
    afoot = [one for one in granted if one.kind != "teleport"]
    if afoot and (world.board.traits.dangerous or world.board.traits.checks or zones(world)):
        return True
    if any(one.kind == "move" for one in afoot) and any(one.body.threatens for one in world.creatures):
        return True
    sent = far or len(granted) > len(afoot) or any(isinstance(one, TeleportCreature) for one in acts)
    near = [world.named[who] for who in targets]
    if any(_aloft(world, one) for one in near):
        return bool(sent) or any(isinstance(one, GiveCondition) for one in acts)
    if far and (zones(world) or any(_beside_danger(world, one, far) for one in near)):
        return True
    return bool(sent) and not far and (world.board.traits.dangerous or bool(zones(world)))


def _aloft(world: World, creature: Creature) -> bool:
    """True if the creature may fall, since it is above its floor."""
    return creature.cube[2] > world.board.stand(*creature.cube[:2])


def _stands_on(creature: Creature, other: Creature) -> bool:
    box, below = creature.box, other.box
    return box.z0 == below.z1 + 1 and bool(set(box.footprint) & set(below.footprint))


def _crosses_more_than_harm(world: World, mover: Creature, walk: Walk) -> bool:
    came: Cube = mover.cube
    met: set[tuple[int, Border]] = set()
    for stride in walk.strides:
        for act in crossed(world, mover, came, stride.to, met):
            if not isinstance(act, DealDamage) or act.target != TARGET:
                return True
        came = stride.to
    return False


_RESHAPING = (LetFall, ChangeTile)


def _beside_danger(world: World, creature: Creature, far: int) -> bool:
    board, box = world.board, creature.box
    around = product(range(box.x0 - far, box.x1 + far + 1), range(box.y0 - far, box.y1 + far + 1))
    return any(at in board and (board.tile(*at).harms or board.stand(*at) != box.z0) for at in around)


@dataclass(slots=True)
class _Tally:
    """Collects the possible results for one creature, with their probabilities."""

    outcomes: dict[str, Fraction] = field(default_factory=dict)
    damage: list[tuple[int, Fraction]] = field(default_factory=list)
    falls: Fraction = Fraction(0)
    healed: Fraction = Fraction(0)
    conditions: dict[str, Fraction] = field(default_factory=dict)


_Tallies: TypeAlias = dict[str, _Tally]


def _played(world: World, drive: DriveOn, name: str, wanted: IntentBase) -> dict[str, CreatureOdds]:
    exact = _enumerated(world, drive, name, wanted)
    if exact is not None:
        return exact
    tallies: _Tallies = {}
    for seed in range(SAMPLES):
        _count(tallies, _end(world, drive, name, wanted, Dice(seed)), Fraction(1, SAMPLES))
    return _summed(tallies)


def _enumerated(world: World, drive: DriveOn, name: str, wanted: IntentBase) -> dict[str, CreatureOdds] | None:
    """Plays every different result of the dice; None if there are too many."""
    tallies: _Tallies = {}
    try:
        for dice in branches(BRANCHES):
            events = _end(world, drive, name, wanted, dice)
            _count(tallies, events, dice.chance)
    except OverflowError:
        return None
    return _summed(tallies)


def _summed(tallies: _Tallies) -> dict[str, CreatureOdds]:
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
    twin = _ahead(world, dice)
    before = len(twin.log)
    act(drive(twin), name, wanted)
    events = twin.log[before:]
    return events if world.active == name else _from_its_turn(events, name)


def _ahead(world: World, dice: Dice) -> World:
    """Returns a copy to play ahead, without the intents that are queued or under way."""
    twin = world.copy()
    twin.dice, twin.systems = dice, None
    for creature in twin.creatures:
        queue = creature.queue
        if queue.intents or queue.acts or queue.doing is not None:
            creature.queue = ActionQueue()
    return twin


def _count(tallies: _Tallies, events: Sequence[EventBase], chance: Fraction) -> None:
    taken: dict[str, int] = {}
    rolled: set[str] = set()
    fallen: set[str] = set()
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
            case Downed() if event.who not in fallen:
                fallen.add(event.who)
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
    """A creature's expected hit points after a plan, with the lowest and highest."""

    least: int
    mean: float
    most: int


@dataclass(frozen=True, slots=True)
class PlannedCreature:
    """The expected state of a creature after several planned intents."""

    name: str
    place: Cube
    hp: HitPoints | None
    falls: float = 0.0
    """The chance to be downed."""


@dataclass(frozen=True, slots=True)
class PlanPreview:
    """What several planned intents, one after another, are expected to do."""

    creatures: Mapping[str, PlannedCreature]
    """Creatures by name, without those that have left the battle."""
    refused: Refusal | None = None
    """The reason of the first refused intent; later intents are still tried."""
    number: int | None = None
    """The number of the refused intent, from 0."""


def preview_plan(
    world: World, drive: DriveOn, intents: Sequence[tuple[str, IntentBase]], dice: str | int
) -> PlanPreview:
    if isinstance(dice, str) and dice != "average":
        raise ValueError(f'dice: found {spelled(dice)}; allowed: "average" or a whole number')
    twin = _ahead(world, dice_of(dice, world.dice, (world.active or "", world.round)))
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


# --- turnperft: as in chess engines, it changes when a rule does ------------------------------------


@dataclass(frozen=True, slots=True)
class TurnState:
    world: World


def turnperft(world: World, drive: DriveOn, name: str, depth: int) -> int:
    """Counts the different states at the end of a creature's turn after `depth` accepted intents."""
    states = [_opened(world, drive, name)]
    for _ in range(depth):
        states = list(_after(states, drive, name))
    return len({_turn_end(state, name) for state in states})


def turnperft_divide(world: World, drive: DriveOn, name: str, depth: int) -> dict[str, int]:
    start = _opened(world, drive, name)
    found: dict[str, int] = {}
    for wanted in legal_intents(TurnState(start), name):
        twin = _acted(start, drive, name, wanted)
        if twin is None:
            continue
        states = [twin]
        for _ in range(depth - 1):
            states = list(_after(states, drive, name))
        found[spelled_intent(wanted)] = len({_turn_end(state, name) for state in states})
    return found


def _opened(world: World, drive: DriveOn, name: str) -> World:
    twin = _ahead(world, AverageDice(world.dice.seed))
    if not (twin.active == name and twin.named[name].turn.open):
        drive(twin).begin_turn(twin.named[name])
    return twin


def _after(states: list[World], drive: DriveOn, name: str) -> Iterator[World]:
    seen: set[str] = set()
    for state in states:
        creature = state.named.get(name)
        if creature is None or not creature.turn.open or creature.out:
            continue
        for wanted in legal_intents(TurnState(state), name):
            twin = _acted(state, drive, name, wanted)
            if twin is None:
                continue
            key = repr((twin.active, [_whole(one) for one in twin.creatures]))
            if key not in seen:
                seen.add(key)
                yield twin


def _acted(state: World, drive: DriveOn, name: str, wanted: Intent) -> World | None:
    twin, before = state.copy(), len(state.log)
    playing = drive(twin)
    playing.submit(twin.named[name], wanted)
    playing.process()
    return None if any(event.event == "refused" for event in twin.log[before:]) else twin


def _turn_end(state: World, name: str) -> tuple[Any, ...]:
    found: list[Any] = []
    for creature in state.creatures:
        condition = creature.condition
        found.append(
            (
                creature.name,
                creature.cube,
                tuple(sorted(condition.held)),
                condition.prone_by_choice,
                condition.mount,
                creature.out,
                creature.turn.reactions,
            )
        )
    mover = state.named.get(name)
    if mover is not None:
        turn = mover.turn
        budget = (turn.pool_spent, turn.pool_factor) if turn.pool_open else ()
        found.append((turn.open, tuple(sorted(turn.actions.items())), budget))
    return tuple(found)


def _whole(creature: Creature) -> list[Any]:
    condition = creature.condition
    return [
        creature.allegiance,
        creature.position,
        creature.shape,
        sorted(condition.held),
        sorted(condition.ends_with_turn),
        sorted(condition.ends_at_start),
        condition.prone_by_choice,
        condition.could_have_stood,
        condition.grabbed_by,
        condition.mount,
        condition.carried_by,
        condition.fallen,
        creature.health,
        creature.speed,
        sorted(creature.turn.provoked),
        [
            getattr(creature.turn, field.name)
            for field in fields(creature.turn)
            if field.name not in ("number", "provoked")
        ],
        creature.parts,
    ]


def spelled_intent(wanted: Intent) -> str:
    fields = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
    default = type(wanted).__struct_defaults__
    plain = dict(zip(wanted.__struct_fields__[len(wanted.__struct_fields__) - len(default) :], default, strict=True))
    told = [f"{name}={value}" for name, value in fields.items() if name not in plain or plain[name] != value]
    return " ".join([wanted.do, *told])
