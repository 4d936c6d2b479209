"""Targets, range and lines of abilities."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, wraps
from typing import TypeVar

import msgspec

from ...components.ability import Ability, AffectsSpec, StepSpec, TargetSpec, Who
from ...components.effect_acts import (
    DealDamage,
    EffectAct,
    ForceMovement,
    LetFall,
    MakeZone,
    RestoreHealth,
    StrikeTarget,
)
from ...components.intents import StepAim
from ...components.plan import Strike
from ..dice import Roll, parse
from ..geometry.boxes import Box
from ..messages import Message, _
from ..rules.budget import squares_between
from ..rules.defined import fits
from ..rules.ruleset import Ruleset, World
from ..state.creature import Creature
from .areas import Area, area, inside, place_of, row_order
from .threat import perceives, reaches_box, span_of, strikes_reach

T = TypeVar("T")
HARMFUL = (DealDamage, ForceMovement, LetFall, StrikeTarget)
"""Acts that harm, except on the user."""


def all_acts(acts: Sequence[EffectAct]) -> Iterator[EffectAct]:
    for act in acts:
        yield act
        if isinstance(act, StrikeTarget):
            for follow in act.on.values():
                yield from all_acts(follow)


def acts_of(ability: Ability) -> Iterator[EffectAct]:
    for step in ability.whole:
        yield from all_acts(step.acts)


def kept(answer: Callable[[Ability], T]) -> Callable[[Ability], T]:
    """Keeps an answer with the ability, where `whole` is cached too."""
    name = answer.__name__

    @wraps(answer)
    def asked(ability: Ability) -> T:
        known: dict[str, T] = ability.__dict__
        if name not in known:
            known[name] = answer(ability)
        return known[name]

    return asked


@kept
def harms(ability: Ability) -> bool:
    """True if the ability damages, strikes, moves or drops other creatures."""
    if any(step.roll is not None and step.roll.strike for step in ability.whole):
        return True
    if any(isinstance(act, HARMFUL) and act.target != "self" for act in acts_of(ability)):
        return True
    zones = (act for act in acts_of(ability) if isinstance(act, MakeZone))
    return any(isinstance(act, DealDamage) for zone in zones for act in (*zone.enter, *zone.start, *zone.end))


@kept
def heals(ability: Ability) -> bool:
    return any(isinstance(act, RestoreHealth) and act.target != "self" for act in acts_of(ability))


def aimed_at(ability: Ability, spec: TargetSpec) -> Who:
    """Returns the group that the ability may target, such as `enemy`.

    By default `enemy` if the ability is harmful, `ally` if it heals, else `any`.
    """
    if spec.who is not None:
        return spec.who
    return "enemy" if harms(ability) else "ally" if heals(ability) else "any"


def counts(who: str, user: Creature, other: Creature) -> bool:
    """True if `other` is in the group `who`, such as `allies`, for an ability's user."""
    if who == "any":
        return True
    if other is user or other.name == user.name:
        return False
    return who in ("other", "others") or other.ally(user) == (who in ("ally", "allies"))


def takes_downed(ability: Ability) -> bool:
    return not harms(ability)


# --- numbers ---------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def most(amount: int | str) -> int:
    roll: Roll = parse(amount)
    return max(roll.count * roll.sides + roll.plus, 0)


# --- ranges and lines --------------------------------------------------------------------------------


def range_of(spec: TargetSpec, step: StepSpec) -> int | str | None:
    """Returns the range of an ability's step; None if unlimited. By default, that of the user's weapon."""
    return "weapon" if spec.range is None and step.strikes else spec.range


def check_modifiers(
    world: World, user: Creature, ability: Ability, step: StepSpec, target: Creature
) -> tuple[tuple[str, int | str], ...]:
    """Returns (reason, amount) of each modifier to an ability's check against a target."""
    modifiers = world.rules.attacks.check_modifiers
    if modifiers is None:
        return ()
    wide = step.area is not None
    strike = Strike(user.name, target.name)
    strike.ranged = wide or by_shot(world, user, range_of(target_of(ability, step), step), target)
    strike.cover_given = wide
    return modifiers(world, strike)


def by_shot(world: World, user: Creature, reach: int | str | None, target: Creature) -> bool:
    """True if the user strikes the target by a shot, because melee cannot reach."""
    if reach == "reach":
        return False
    if reach == "weapon" or reach is None:
        if user.body.threatens and strikes_reach(world, user, target):
            return False
        return user.body.range is not None
    return world.rules.squares(most(reach)) > span_of(world.rules, user).most


def may_shoot(user: Creature, reach: int | str | None) -> bool:
    """True if the distance to the target decides whether a strike is a shot."""
    return reach in ("weapon", None) and user.body.range is not None


def in_range(world: World, user: Creature, reach: int | str | None, space: Box, target: Creature | None = None) -> bool:
    if reach is None:
        return True
    rules = world.rules
    if isinstance(reach, int):
        return squares_between(rules, user.box, space) <= rules.squares(reach)
    if reach in ("reach", "weapon") and (
        reaches_box(world, user, space, user.box)
        or (target is not None and rules.threat.part_in_reach(world, user, target))
    ):
        return True
    squares = _shot(rules, user, reach)
    return squares is not None and squares_between(rules, user.box, space) <= squares


def _shot(rules: Ruleset, user: Creature, reach: int | str) -> int | None:
    if reach not in ("reach", "weapon"):
        return rules.squares(most(reach))
    shot = user.body.range
    return None if reach == "reach" or shot is None else rules.squares(shot)


def out_of_range(
    world: World, user: Creature, reach: int | str | None, space: Box, target: Creature | None = None
) -> Message | None:
    """Returns why `space` is out of an ability's range; None if in range."""
    if reach is None or in_range(world, user, reach, space, target):
        return None
    rules = world.rules
    squares = _shot(rules, user, reach)
    if squares is None:
        return Message(_("beyond melee reach"))
    far = squares_between(rules, user.box, space)
    text = _("{far} away, and the range is {most}")
    return Message(text, {"far": rules.length(far), "most": rules.length(squares)})


def has_line(world: World, user: Creature, spec: TargetSpec, space: Box, target: Creature | None = None) -> bool:
    """True if the user has the line (of sight or effect) that the ability requires."""
    if spec.line == "none":
        return True
    if target is not None:
        if spec.line == "sight" and target.name != user.name and not perceives(user, target):
            return False
        if target.name == user.name:
            return True
        return world.rules.threat.sees(world, user, target)
    return world.rules.threat.line(world.rules, world.board, user.box, space)


def corner_box(corner: tuple[int, ...], level: int) -> Box:
    """Returns the four squares around a corner, as a box."""
    x, y = corner[0], corner[1]
    return Box(x - 1, y - 1, level, x, y, level)


def from_corner(step: StepSpec) -> bool:
    return step.area is not None and step.area.from_ == "corner" and step.area.shape in ("burst", "cube")


# --- who is affected ---------------------------------------------------------------------------------


def pointed(world: World, ability: Ability, step: StepSpec, aim: StepAim) -> StepAim:
    """Returns the aim. If it names a creature, its place is that creature's middle cube."""
    if aim.at is not None or not aim.names or target_of(ability, step).kind != "creature":
        return aim
    other = world.named.get(aim.names[0])
    if other is None:
        return aim
    box = other.box
    return msgspec.structs.replace(aim, at=((box.x0 + box.x1) // 2, (box.y0 + box.y1) // 2, box.z0))


def covered(world: World, user: Creature, step: StepSpec, aim: StepAim, size: int | None = None) -> Area:
    if step.area is not None:
        return area(world, user, step.area, aim, size)
    if aim.at is not None:
        return Area(frozenset({place_of(world, aim.at)[:2]}))
    return Area(frozenset())


def affected(
    world: World,
    user: Creature,
    ability: Ability,
    step: StepSpec,
    aim: StepAim,
    *,
    own: bool,
    before: Sequence[str] = (),
    size: int | None = None,
    count: int | None = None,
) -> list[Creature]:
    """Returns the creatures that a step of an ability affects, in a fixed order."""
    if step.area is not None:
        found = inside(world, covered(world, user, step, pointed(world, ability, step, aim), size))
        found = [one for one in found if meant(world, user, ability, step.affects, one)]
        if step.affects.choice and (named := aim.names):
            found = [one for one in found if one.name in named]
        limit = count if count is not None else None if step.affects.count is None else most(step.affects.count)
        return found if limit is None else found[:limit]
    if not own:
        return sorted((world.named[name] for name in before if name in world.named), key=row_order)
    spec = target_of(ability, step)
    if spec.kind == "self":
        return [world.named[user.name]]
    if spec.kind == "creature":
        chosen = world.named
        found = [chosen[name] for name in aim.names if name in chosen]
        if len(found) > 1:
            found.sort(key=row_order)
        return found if count is None else found[:count]
    if spec.kind == "square" and aim.at is not None:
        # a square without an area concerns the creatures in it
        found = inside(world, Area(frozenset({place_of(world, aim.at)[:2]})))
        return [one for one in found if meant(world, user, ability, step.affects, one)]
    return []


def chooses(step: StepSpec, number: int) -> bool:
    """True if a step is for some of the targets of the step before only, whatever that one's outcomes."""
    return number > 0 and step.area is None and step.target is None and step.affects != AffectsSpec()


def picked(rules: Ruleset, user: Creature, step: StepSpec, targets: Sequence[Creature]) -> list[Creature]:
    """Returns those targets of the step before that a step which `chooses` is for."""
    affects = step.affects
    found = [one for one in targets if counts(affects.who, user, one) and fits(rules, affects.where, one, user)]
    return found if affects.count is None else found[: most(affects.count)]


def target_of(ability: Ability, step: StepSpec) -> TargetSpec:
    return step.target or ability.whole[0].target or default_target(ability)


NAMING = ("target", "who", "whose", "to", "moves_with")


@kept
def default_target(ability: Ability) -> TargetSpec:
    """Returns what an ability targets if its definition does not say."""
    first = ability.whole[0]
    if first.area is not None:
        kinds = {"emanation": "self", "cone": "direction", "line": "direction"}
        kind = kinds.get(first.area.shape, "square")
        if first.area.from_ in ("self", "edge") and first.area.shape == "burst":
            kind = "self"
        return TargetSpec(kind=kind)  # type: ignore[arg-type]
    targeted = any("target" in (getattr(act, key, None) for key in NAMING) for act in acts_of(ability))
    rolls = any(step.roll is not None and step.roll.check is None for step in ability.whole)
    return TargetSpec(kind="creature" if targeted or rolls else "self")


def meant(world: World, user: Creature, ability: Ability, affects: AffectsSpec, other: Creature) -> bool:
    """True if `other`, inside the area, is one of the creatures that the ability affects."""
    rules = world.rules
    if not counts(affects.who, user, other) or (other.out and not takes_downed(ability)):
        return False
    return fits(rules, affects.where, other, user) and fits(rules, ability.requires.target, other, user)


def far_apart(world: World, chosen: Sequence[Creature], within: int | str | None) -> tuple[Creature, Creature] | None:
    """Returns two chosen targets that are more than `within` apart; else None."""
    if within is None:
        return None
    rules = world.rules
    squares = rules.squares(most(within))
    for number, one in enumerate(chosen):
        for other in chosen[number + 1 :]:
            if squares_between(rules, one.box, other.box) > squares:
                return one, other
    return None
