"""Possible targets and likely uses of abilities."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from ...components.ability import Ability, StepSpec
from ...components.effect_acts import ChangeEdge, GrantMovement, TeleportCreature
from ...components.intents import StepAim, Use
from ..combat.aims import (
    acts_of,
    affected,
    aimed_at,
    counts,
    covered,
    from_corner,
    harms,
    heals,
    in_range,
    most,
    pointed,
    range_of,
    takes_downed,
    target_of,
)
from ..combat.areas import DIRECTIONS, size_of
from ..combat.threat import perceives
from ..geometry.boxes import Box
from ..messages import _
from ..rules.budget import at_start, squares_between
from ..rules.defined import unmet
from ..rules.ruleset import Request, World
from ..state.creature import Creature
from ..state.verdict import Forbidden, Plan, Refusal
from .intent_odds import CreatureOdds, odds_of_plan
from .judge import judge
from .planners.abilities import available, begin_use, check_aim, lacks, ready, usable
from .request import ability_title

# ---------------------------------------------------------------- options


Edge: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
Aimed: TypeAlias = str | tuple[int, int] | Edge
"""A creature, a square, a direction [east, south], or two squares of an edge."""


class AbilityState(NamedTuple):
    usable: bool
    why: Refusal | None = None


class AreaOfUse(NamedTuple):
    squares: frozenset[tuple[int, int]]
    creatures: tuple[str, ...]
    """In row order."""


def abilities(world: World, creature: Creature) -> dict[str, AbilityState]:
    """Returns the state of each ability: whether the creature can use it, or why not."""
    world, creature = at_start(world, creature)
    return {name: _state(world, creature, name) for name in usable(creature) if name in world.abilities}


def _state(world: World, creature: Creature, name: str) -> AbilityState:
    why = unready(world, creature, name)
    if why is not None:
        return AbilityState(False, why)
    if next(iter(_allowed(world, creature, name)), None) is None:
        return AbilityState(False, _without_target(world, creature, name))
    return AbilityState(True)


def _without_target(world: World, creature: Creature, name: str) -> Refusal:
    request, ability = Request(world, creature, Use(ability=name)), world.abilities[name]
    spec = target_of(ability, ability.whole[0])
    if spec.kind == "creature":  # those in range may only lack what the ability requires
        others = [one for one in world.creatures if counts(aimed_at(ability, spec), creature, one) and not one.out]
        others = [one for one in others if perceives(creature, one)]
        others.sort(key=lambda one: max(abs(a - b) for a, b in zip(one.cube, creature.cube, strict=True)))
        lacking = [unmet(world.rules, ability.requires.target, one, creature) for one in others]
        if lacking and lacking[0] is not None and all(lacking):
            return lacks(request, others[0].name, lacking[0]).refusal
    text = _("there is no target for {ability} within its range and line")
    return request.refuse(text, "use.range", ability=ability_title(request)).refusal


def unready(world: World, creature: Creature, name: str) -> Refusal | None:
    """Returns why an ability cannot be used now on any target; else None."""
    request = Request(world, creature, Use(ability=name))
    try:
        ability, _lent_by = available(request)
        begin_use(request, ability, at_any=True)
        ready(request, ability)
    except Forbidden as forbidden:
        return forbidden.refusal
    return None


def targets(world: World, creature: Creature, name: str) -> list[Aimed]:
    """Returns what an ability may be aimed at: names, squares, directions or edges."""
    world, creature = at_start(world, creature)
    return [] if unready(world, creature, name) is not None else list(_allowed(world, creature, name))


def _allowed(world: World, creature: Creature, name: str) -> Iterator[Aimed]:
    ability = world.abilities[name]
    step = ability.whole[0]
    request = Request(world, creature, Use(ability=name))
    for aimed, aim in thinkable_aims(world, creature, ability, step):
        try:
            begin_use(Request(world, creature, Use(ability=name, target=aim.target)), ability)
            check_aim(request, creature, ability, step, aim)
        except Forbidden:
            continue
        yield aimed


def thinkable_aims(
    world: World, creature: Creature, ability: Ability, step: StepSpec
) -> Iterator[tuple[Aimed, StepAim]]:
    """Yields (what is aimed at, aim) for each possible aim of an ability's step."""
    spec = target_of(ability, step)
    if step.area is not None and step.area.shape == "wall":
        yield from ((square, StepAim(squares=(square,))) for square in _squares(world, creature, ability, step))
    elif spec.kind == "self":
        moves = any(isinstance(act, GrantMovement) and act.to == "at" for act in step.acts)
        if moves:
            yield from ((square, StepAim(at=square)) for square in _squares(world, creature, ability, step))
        else:
            yield creature.name, StepAim()
    elif spec.kind == "creature":
        yield from ((other.name, StepAim(target=other.name)) for other in world.creatures)
    elif spec.kind == "square":
        yield from ((square, StepAim(at=square)) for square in _squares(world, creature, ability, step))
    elif spec.kind == "direction":
        yield from ((direction, StepAim(direction=direction)) for direction in DIRECTIONS)
    else:
        for x, y in _squares(world, creature, ability, step):
            for other in ((x + 1, y), (x, y + 1)):
                if other in world.board:
                    yield ((x, y), other), StepAim(between=((x, y), other))


def _squares(world: World, creature: Creature, ability: Ability, step: StepSpec) -> Iterator[tuple[int, int]]:
    board, box = world.board, creature.box
    reach = range_of(target_of(ability, step), step)
    granted = [
        most(act.distance)
        for act in step.acts
        if isinstance(act, GrantMovement) and act.to == "at" and "self" in (act.target, target_of(ability, step).kind)
    ]
    far = max(board.width, board.height)
    if isinstance(reach, int):
        far = world.rules.squares(reach) + 1
    elif reach in ("reach", "weapon"):
        far = world.rules.squares(creature.body.range or 0) + 8
    if granted:
        far = min(far, world.rules.squares(max(granted)) + 1)
    more = from_corner(step)
    for y in range(max(box.y0 - far, 0), min(box.y1 + far, board.height - 1 + more) + 1):
        for x in range(max(box.x0 - far, 0), min(box.x1 + far, board.width - 1 + more) + 1):
            yield x, y


def area(world: World, creature: Creature, intent: Use) -> AreaOfUse:
    """Returns the squares that an ability's first step covers and the creatures that it affects."""
    world, creature = at_start(world, creature)
    ability = world.abilities[intent.ability]
    step, aim = ability.whole[0], intent.aim
    found = affected(world, creature, ability, step, aim, own=True)
    squares = covered(world, creature, step, pointed(world, ability, step, aim)).squares
    if not squares:
        squares = frozenset(square for one in found for square in one.box.footprint)
    return AreaOfUse(squares, tuple(one.name for one in found))


# ---------------------------------------------------------------- likely uses


MOST_LISTED = 60
MOST_TRIED = 400
"""Most squares tried for an area."""
MOST_CHOICES = 4
"""Most combinations of later targets."""

Square = tuple[int, int]


class WeighedUse(NamedTuple):
    intent: Use
    odds: dict[str, CreatureOdds]


def weighed_uses(world: World, creature: Creature, name: str) -> Iterator[WeighedUse]:
    """Yields legal uses of an ability for an AI player to compare, with their chances."""
    world, creature = at_start(world, creature)
    for wanted in _uses_of(world, creature, name, world.abilities[name]):
        plan = judge(world, creature, wanted)
        if isinstance(plan, Plan):
            yield WeighedUse(wanted, odds_of_plan(world, creature, plan))


def uses(world: World, creature: Creature) -> Iterator[Use]:
    """Yields uses of all abilities that may be legal. Their legality is not checked."""
    for name in usable(creature):
        yield from uses_of(world, creature, name)


def uses_of(world: World, creature: Creature, name: str) -> Iterator[Use]:
    """Yields uses of one ability that may be legal. Their legality is not checked."""
    ability = world.abilities.get(name)
    if ability is not None and unready(world, creature, name) is None:
        yield from _uses_of(world, creature, name, ability)


def _uses_of(world: World, creature: Creature, name: str, ability: Ability) -> Iterator[Use]:
    step = ability.whole[0]
    spec = target_of(ability, step)
    peopled = step.area is not None and not _makes_ground(ability)
    seen: set[object] = set()
    request = Request(world, creature, Use(ability=name))
    moves, reach = _moves(step), range_of(spec, step)
    for aim in _aims(world, creature, ability, step):
        if len(seen) >= MOST_LISTED:
            break
        other = None if aim.target in (None, creature.name) else world.named[aim.target]
        if other is not None and not in_range(world, creature, reach, other.box, other):
            continue
        met = tuple(one.name for one in affected(world, creature, ability, step, aim, own=True))
        if not met and peopled:
            continue  # an area without a creature in it
        if aim.between is not None and not _changes_edge(world, ability, aim):
            continue
        alike: object = met if met and not moves else aim
        if alike in seen or not _fair(request, creature, ability, step, aim):
            continue
        seen.add(alike)
        yield from _with_choices(world, creature, name, ability, aim)
    if spec.kind == "creature" and most(spec.count) > 1:
        yield from _several(world, creature, name, ability, step, most(spec.count))


def _fair(request: Request, creature: Creature, ability: Ability, step: StepSpec, aim: StepAim) -> bool:
    try:
        check_aim(request, creature, ability, step, aim)
    except Forbidden:
        return False
    return True


def _moves(step: StepSpec) -> bool:
    return any(isinstance(act, (GrantMovement, TeleportCreature)) and act.to == "at" for act in step.acts)


def _makes_ground(ability: Ability) -> bool:
    kinds = {"zone", "tile", "edge", "join"}
    return any(str(act.__struct_config__.tag) in kinds for step in ability.whole for act in step.acts)


def _changes_edge(world: World, ability: Ability, aim: StepAim) -> bool:
    assert aim.between is not None
    edge = world.board.edge(*aim.between)
    present = None if edge is None else "wall" if edge.wall else "obstacle"
    made = [act.kind for act in acts_of(ability) if isinstance(act, ChangeEdge) and act.between == "at"]
    return not made or any(kind != present for kind in made)


# --- aims --------------------------------------------------------------------------------------------


def _aims(world: World, creature: Creature, ability: Ability, step: StepSpec) -> Iterable[StepAim]:
    spec = target_of(ability, step)
    if spec.kind == "creature" and (step.area is None or step.area.shape != "wall"):
        who, downed = aimed_at(ability, spec), takes_downed(ability)
        others = [one for one in world.creatures if counts(who, creature, one) and (downed or not one.out)]
        return [StepAim(target=one.name) for one in others]
    if spec.kind != "square" or (step.area is not None and step.area.shape == "wall"):
        return (aim for _, aim in thinkable_aims(world, creature, ability, step))
    meant = _meant(world, creature, ability, step)
    if _moves(step):
        return _places(world, creature, ability, step, meant)
    if step.area is None:
        squares = [square for one in meant for square in one.box.footprint]
        near = (beside for one in meant for beside in _around(world, one.box, 1)) if _makes_ground(ability) else ()
        return (StepAim(at=square) for square in dict.fromkeys((*squares, *near)))
    return _centres(world, creature, ability, step, meant)


def _meant(world: World, creature: Creature, ability: Ability, step: StepSpec) -> list[Creature]:
    who: str = aimed_at(ability, target_of(ability, step))
    if step.area is not None:
        who = step.affects.who
        if who == "any":
            who = "enemies" if harms(ability) else "allies" if heals(ability) else "any"
    return [
        one
        for one in world.creatures
        if counts(who, creature, one)
        and (not one.out or takes_downed(ability))
        and (one.name == creature.name or perceives(creature, one))
    ]


def _around(world: World, box: Box, squares: int) -> Iterator[Square]:
    board = world.board
    for y in range(max(box.y0 - squares, 0), min(box.y1 + squares, board.height - 1) + 1):
        for x in range(max(box.x0 - squares, 0), min(box.x1 + squares, board.width - 1) + 1):
            yield x, y


def _places(
    world: World, creature: Creature, ability: Ability, step: StepSpec, meant: Sequence[Creature]
) -> Iterator[StepAim]:
    others = [one for one in meant if one.name != creature.name] or [creature]
    listed = [aimed for aimed, _ in thinkable_aims(world, creature, ability, step)]
    squares = [(aimed[0], aimed[1]) for aimed in listed if isinstance(aimed, tuple) and isinstance(aimed[0], int)]

    def order(square: tuple[object, object]) -> tuple[int, object, object]:
        x, y = square
        assert isinstance(x, int)
        assert isinstance(y, int)
        cell = creature.at((x, y, creature.cube[2]))
        return min(squares_between(world.rules, cell, one.box) for one in others), y, x

    for x, y in sorted(squares, key=order)[:MOST_TRIED]:
        assert isinstance(x, int)
        assert isinstance(y, int)
        yield StepAim(at=(x, y))


def _centres(
    world: World, creature: Creature, ability: Ability, step: StepSpec, meant: Sequence[Creature]
) -> Iterator[StepAim]:
    area = step.area
    assert area is not None
    rules = world.rules
    radius = size_of(rules, area.size) if area.shape in ("burst", "emanation") else size_of(rules, area.size) // 2 + 1
    if area.shape in ("cone", "line"):
        radius = 0
    tried = dict.fromkeys(square for one in meant for square in _around(world, one.box, radius))
    alive = [(one.name, one.box._replace(z0=0, z1=0)) for one in world.creatures if not one.out]
    right = {one.name for one in meant}
    found: dict[frozenset[str], list[Square]] = {}
    reach = range_of(target_of(ability, step), step)
    for square in list(tried)[: 4 * MOST_TRIED]:
        at = *square, world.board.stand(*square)
        if not in_range(world, creature, reach, Box(*at, *at)):
            continue
        cell = Box(*square, 0, *square, 0)
        near = frozenset([name for name, box in alive if squares_between(rules, cell, box) <= max(radius, 1)])
        found.setdefault(near if radius else frozenset((str(square),)), []).append(square)
    groups = sorted(found.items(), key=lambda entry: len(entry[0] - right) - 2 * len(entry[0] & right))
    count = 0
    for _near, squares in groups:
        for square in squares[:3]:
            count += 1
            if count > MOST_TRIED:
                return
            yield StepAim(at=square)


# --- later targets, and several at once ----------------------------------------------------------------


def _with_choices(world: World, creature: Creature, name: str, ability: Ability, aim: StepAim) -> Iterator[Use]:
    wanted = Use(
        ability=name,
        target=aim.target,
        targets=aim.targets,
        at=aim.at,
        direction=aim.direction,
        squares=aim.squares,
        between=aim.between,
    )
    later = [step for step in ability.whole[1:] if step.target is not None and step.target.kind != "self"]
    if not later:
        yield wanted
        return
    found = 0
    for number, choices in enumerate(_combined(world, creature, ability, later)):
        full = msgspec.structs.replace(wanted, choices=choices)
        if isinstance(judge(world, creature, full), Plan):
            yield full
            found += 1
        if found == MOST_CHOICES or number > MOST_LISTED:
            return


def _combined(
    world: World, creature: Creature, ability: Ability, later: Sequence[StepSpec]
) -> Iterator[tuple[StepAim, ...]]:
    first, *rest = later
    for number, aim in enumerate(_aims(world, creature, ability, first)):
        if number >= MOST_LISTED:
            return
        for others in _combined(world, creature, ability, rest) if rest else ((),):
            yield (aim, *others)


def _several(
    world: World, creature: Creature, name: str, ability: Ability, step: StepSpec, limit: int
) -> Iterator[Use]:
    request = Request(world, creature, Use(ability=name))
    chosen: tuple[str, ...] = ()
    for other in _meant(world, creature, ability, step):
        if len(chosen) < limit and _fair(request, creature, ability, step, StepAim(targets=(*chosen, other.name))):
            chosen = (*chosen, other.name)
    if len(chosen) > 1:
        wanted = Use(ability=name, targets=chosen)
        if isinstance(judge(world, creature, wanted), Plan):
            yield wanted
