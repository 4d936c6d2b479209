"""Functions that change creatures, for systems and rulesets."""

from collections.abc import Sequence
from operator import attrgetter

from ...components.condition import LASTING, Duration
from ...components.decision import Decision, place_key, which_place
from ...components.definitions import Stack
from ...components.events import Damaged, Downed, Gained, Lost, Renewed, Rolled
from ...components.plan import Check
from ...components.position import Cube
from ..dice import Roll, parse
from ..rules.defined import adjust, fits
from ..rules.ruleset import World
from ..state.creature import Creature

TIMED = attrgetter("condition.lasting")
MOST_STACKS = 100
"""How often a condition may count on one creature. Without a limit, one that gives itself doubles each turn."""


def gain(
    world: World,
    creature: Creature,
    condition: str,
    *,
    rules: tuple[str, ...] = (),
    by_choice: bool = False,
    until: str = "",
    lasts: Duration | None = None,
    given: bool = False,
) -> bool:
    """Gives a creature a condition. Returns False if it already has the condition or is immune.

    `lasts` is its duration. If `given`, an existing condition is renewed.
    """
    state = creature.condition
    if f"immune-{condition}" in creature.body.traits or "immune-conditions" in creature.body.traits:
        return False
    stays_chosen = not world.rules.conditions.imposed_replaces_chosen
    if condition == "prone" and state.prone_by_choice and not by_choice and not stays_chosen:
        state.prone_by_choice = False
        state.could_have_stood = False
    own = world.rules.defined.conditions.get(condition)
    if own is not None and not fits(world.rules, own.where, creature):
        return False
    if condition in state.held:
        if given or lasts is not None or until:
            _renew(world, creature, condition, lasts, until, rules, "longest" if own is None else own.stack)
        return False
    if condition == "prone":
        lose(world, creature, "crouched", rules=rules)
    state.held.add(condition)
    if lasts is not None:
        state.lasting[condition] = lasts
    if condition == "prone":
        state.prone_by_choice = by_choice
        state.could_have_stood = False
    if until == "turn-end":
        state.ends_with_turn[condition] = rules
    elif until == "turn-start":
        state.ends_at_start[condition] = rules
    if own is None or not adjust(world, creature):
        world.unsettle(creature)
    world.emit(Gained(who=creature.name, condition=condition, rules=rules))
    world.rules.hooks.on_gain(world, creature, condition)
    return True


def lose(world: World, creature: Creature, condition: str, *, rules: tuple[str, ...] = ()) -> bool:
    """Ends a condition. Returns False if the creature does not have it."""
    state = creature.condition
    if condition not in state.held:
        return False
    state.held.discard(condition)
    state.ends_with_turn.pop(condition, None)
    state.ends_at_start.pop(condition, None)
    state.lasting.pop(condition, None)
    if condition == "prone":
        state.prone_by_choice = state.could_have_stood = False
    if condition == "grabbed":
        state.grabbed_by = None
    if condition not in world.rules.defined.conditions or not adjust(world, creature):
        world.unsettle(creature)
    world.emit(Lost(who=creature.name, condition=condition, rules=rules))
    return True


def run_out(world: World, until: str, whose: str | None = None) -> None:
    """Ends or counts down the conditions that last until the moment `until`. An example is the end of a turn."""
    for creature in filter(TIMED, tuple(world.creatures)):
        for condition, lasts in sorted(creature.condition.lasting.items()):
            if lasts.more:
                _end_some(world, creature, condition, until, whose)
            elif lasts.until != until or (whose is not None and lasts.whose != whose):
                continue
            elif lasts.times > 1:
                creature.condition.lasting[condition] = lasts._replace(times=lasts.times - 1)
            else:
                lose(world, creature, condition, rules=lasts.rules)


def end_with_use(world: World, use: int) -> None:
    """Ends the conditions given by this use of an ability, unless they have another source."""
    for creature in filter(TIMED, tuple(world.creatures)):
        for condition, lasts in sorted(creature.condition.lasting.items()):
            if any(one.use == use for one in _parts(lasts)):
                _keep(world, creature, condition, [one for one in _parts(lasts) if one.use != use], ())


def _renew(
    world: World,
    creature: Creature,
    condition: str,
    lasts: Duration | None,
    until: str,
    rules: tuple[str, ...],
    stack: Stack,
) -> None:
    state = creature.condition
    if lasts is None and until:
        lasts = Duration(until, creature.name, 1, rules)
    held = _time_left(creature, condition)
    now = renewed_time(world, held, lasts, stack)
    state.ends_with_turn.pop(condition, None)
    state.ends_at_start.pop(condition, None)
    if now is None:
        state.lasting.pop(condition, None)
    else:
        state.lasting[condition] = now
    if stack == "each":
        adjust(world, creature)
    world.creature_changed(creature)
    _log_renewal(world, creature, condition, now, rules)


def _time_left(creature: Creature, condition: str) -> Duration | None:
    state = creature.condition
    for moment, ends in (("turn-end", state.ends_with_turn), ("turn-start", state.ends_at_start)):
        if condition in ends:
            return Duration(moment, creature.name, 1, ends[condition])
    return state.lasting.get(condition)


def renewed_time(world: World, held: Duration | None, new: Duration | None, stack: Stack) -> Duration | None:
    if stack == "refresh":
        return new
    sources = [*_parts(held), *_parts(new)]
    if stack == "each":
        return _together(sources[:MOST_STACKS])
    by_use = [one for one in sources if one.use is not None]
    if by_use:  # each use ends its own; any other source counts apart
        others = [None if one.until == LASTING else one for one in sources if one.use is None]
        if len(others) == 2:
            others = [renewed_time(world, others[0], others[1], stack)]
        return _together([*by_use, *(other or Duration(LASTING, "") for other in others)])
    if held is None or new is None:
        return None
    if stack == "add":
        return held._replace(times=held.times + new.times)
    return max(held, new, key=lambda one: _far_off(world, one))


def _parts(lasts: Duration | None) -> tuple[Duration, ...]:
    if lasts is None:
        return (Duration(LASTING, ""),)
    further = (Duration(until, whose, times, rules, use=use) for until, whose, times, rules, use in lasts.more)
    return (lasts._replace(more=()), *further)


def by_turns_of(lasts: Duration, gone: str, heir: str) -> Duration:
    """Returns the duration `lasts`, counted by the turns of `heir` instead of `gone`."""
    return _together([one._replace(whose=heir) if one.whose == gone else one for one in _parts(lasts)])


def _together(parts: Sequence[Duration]) -> Duration:
    return parts[0]._replace(more=tuple((one.until, one.whose, one.times, one.rules, one.use) for one in parts[1:]))


def _far_off(world: World, lasts: Duration) -> tuple[int, int, int]:
    if lasts.until == "round-end" or lasts.whose not in world.named:
        return (lasts.times - 1, len(world.creatures), 0)
    order = world.order or [creature.name for creature in world.creatures]
    place = order.index(lasts.whose) if lasts.whose in order else len(order)
    ends = lasts.until == "turn-end"
    passed = lasts.whose in world.acted and not (ends and world.active == lasts.whose)
    return (lasts.times - 1 + passed, place, int(ends))


def _end_some(world: World, creature: Creature, condition: str, until: str, whose: str | None) -> None:
    left = []
    rules: tuple[str, ...] = ()
    before = _parts(creature.condition.lasting.get(condition))
    for one in before:
        meant = one.until == until and (whose is None or one.whose == whose)
        if not meant or one.times > 1:
            left.append(one._replace(times=one.times - meant))
        else:
            rules = one.rules
    _keep(world, creature, condition, left, rules)


def _keep(world: World, creature: Creature, condition: str, left: list[Duration], rules: tuple[str, ...]) -> None:
    if not left:
        lose(world, creature, condition, rules=rules)
        return
    state = creature.condition
    fewer = len(left) < len(_parts(state.lasting.get(condition)))
    now = _together(left)
    if now == Duration(LASTING, ""):
        del state.lasting[condition]
    else:
        state.lasting[condition] = now
    world.creature_changed(creature)
    spec = world.rules.defined.conditions.get(condition)
    if fewer and spec is not None and spec.stack == "each":
        adjust(world, creature)
        _log_renewal(world, creature, condition, now, rules)


def _log_renewal(
    world: World, creature: Creature, condition: str, lasts: Duration | None, rules: tuple[str, ...]
) -> None:
    event = Renewed(who=creature.name, condition=condition, rules=rules)
    own = world.rules.defined.conditions.get(condition)
    if lasts is not None and lasts.more:
        if own is not None and own.stack == "each":
            event.stacks = 1 + len(lasts.more)
    elif lasts is not None and lasts.until != LASTING:
        event.until, event.times = lasts.until, lasts.times
    world.emit(event)


def hurt(
    world: World,
    creature: Creature,
    amount: int,
    kind: str,
    *,
    rules: tuple[str, ...] = (),
    targets: Sequence[str] = (),
) -> int:
    """Deals damage to a creature, less its resistance, and returns the damage dealt.

    `targets` are all creatures that the same damage affects.
    """
    body = creature.body
    if f"immune-{kind}" in body.traits:
        amount = 0
    if kind not in world.rules.attacks.unreduced:
        amount -= body.damage_reduction
    amount = max(amount, 0)
    health = creature.health
    if health.hp is not None:
        health.hp -= amount
    if amount:
        world.touch()
    world.emit(Damaged(who=creature.name, amount=amount, kind=kind, hp=health.hp, rules=rules))
    if health.hp is None and amount and kind not in ("falling", "terrain"):  # by those its rider is hurt itself
        bear(world, creature, amount, kind, targets)
    if health.hp is not None and health.hp <= 0 and not health.downed:
        health.downed = True
        world.unsettle(creature)
        world.emit(Downed(who=creature.name))
    return amount


def bear(world: World, mount: Creature, amount: int, kind: str, targets: Sequence[str] = ()) -> None:
    """Deals a mount's damage to its rider too, if both share hit points."""
    if world.rules.attacks.riders_bear and world.concerns.joined:
        riders = (other for other in world.creatures if other.condition.mount == mount.name)
        rider = next((other for other in riders if other.health.hp is not None), None)
        if rider is not None and rider.name not in targets:
            hurt(world, rider, amount, kind, rules=world.rules.cite("mount.shared"))


def roll(
    world: World,
    creature: Creature,
    what: str,
    dice: Roll,
    *,
    per_die: int = 0,
    least_per_die: int = 0,
    rules: tuple[str, ...] = (),
    outcome: str = "damage",
) -> int:
    """Rolls dice for an amount such as damage, logs the roll and returns the total.

    `per_die` is added to each die.
    """
    if not dice.count:
        return dice.plus
    rolled = world.dice.roll_sum if 1 + per_die >= least_per_die else world.dice.roll
    results = rolled(dice.count, dice.sides)
    total = sum(max(result + per_die, least_per_die) for result in results) + dice.plus
    log_rolls(
        world,
        Rolled(
            who=creature.name,
            for_=what,
            dice=str(dice),
            results=results,
            total=total,
            dc=None,
            outcome=outcome,
            rules=rules,
        ),
    )
    return total


def amount_of(world: World, creature: Creature, what: str, text: str | int, rules: tuple[str, ...] = ()) -> int:
    return roll(world, creature, what, parse(text), rules=rules)


def roll_check(world: World, check: Check) -> str:
    """Rolls a check, logs it and returns the outcome, such as `success`."""
    made = world.rules.attacks.check(world, check)
    log_rolls(world, *made.events)
    return made.outcome


def log_rolls(world: World, *rolls: Rolled) -> None:
    for rolled in rolls:
        world.emit(rolled)


def decide(world: World, question: Decision) -> str:
    """Returns the key of the option that the player chooses; the default if nobody decides."""
    return question.default if world.asking is None else world.asking.answer(question)


def agrees(world: World, question: Decision) -> bool:
    return decide(world, question) == "yes"


def choose_place(
    world: World, creature: Creature, cubes: Sequence[Cube], about: str, text: str, rules: tuple[str, ...]
) -> Cube:
    """Returns the cube that the player chooses; the first one if nobody decides."""
    if world.asking is None or len(cubes) < 2:
        return cubes[0]
    key = world.asking.answer(which_place(about, creature.name, text, cubes, rules, at=creature.cube))
    return next(cube for cube in cubes if place_key(cube) == key)


def draw(world: World, creature: Creature, count: int) -> int:
    """Returns a random index below `count`. The roll is logged unless there is only one."""
    if count == 1:
        return 0
    return roll(world, creature, "closest", Roll(1, count), rules=world.rules.cite("closest-tie"), outcome="drawn") - 1
