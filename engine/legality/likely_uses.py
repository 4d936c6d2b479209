"""Possible targets and likely uses of abilities."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import msgspec

from ...components.ability import Ability, AreaSpec, StepSpec, TargetSpec
from ...components.effect_acts import ChangeEdge, GrantMovement
from ...components.intents import StepAim, Use
from ..board.obstruction import BY_CLEAR, wide_open
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
    kept,
    meant,
    most,
    pointed,
    range_of,
    takes_downed,
    target_of,
)
from ..combat.areas import DIRECTIONS, row_order, size_of
from ..combat.threat import perceives
from ..geometry.bitboard import Bitboard, BitboardLayout
from ..geometry.boxes import Box, alternating, far_off, hull
from ..messages import _
from ..rules.budget import at_start, squares_between
from ..rules.defined import unmet
from ..rules.ruleset import Request, Ruleset, World
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
TURNED = ("cone", "line", "cube")
"""Areas that lie beside the user, in a direction."""
MOST_CHOICES = 4
"""Most combinations of later targets."""

Square = tuple[int, int]


class WeighedUse(NamedTuple):
    intent: Use
    odds: dict[str, CreatureOdds]


def weighed_uses(world: World, creature: Creature, name: str) -> Iterator[WeighedUse]:
    """Yields legal uses of an ability for an AI player to compare, with their chances."""
    world, creature = at_start(world, creature)
    ability = world.abilities[name]
    for wanted in _uses_of(world, creature, name, ability, _near(world, creature, ability)):
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
    near = None if ability is None else _near(world, creature, ability)
    # the dearer test last: most abilities have nobody near
    if ability is not None and near != [] and unready(world, creature, name) is None:
        yield from _uses_of(world, creature, name, ability, near)


def _near(world: World, creature: Creature, ability: Ability) -> list[Creature] | None:
    """Returns the creatures that an ability's first step may reach from the user; None if it needs no creature."""
    step = ability.whole[0]
    spec, area = target_of(ability, step), step.area
    if _names_creatures(spec, step):
        reach = range_of(spec, step)
        return [
            one
            for one in _targets(world, creature, ability, spec)
            if one.name == creature.name or in_range(world, creature, reach, one.box, one)
        ]
    if area is None or area.shape == "wall" or _moves(step):
        return None
    rules, box = world.rules, creature.box
    if spec.kind == "square":
        reach = range_of(spec, step)
        if not isinstance(reach, int):
            return None
        far = rules.squares(reach) + _radius(rules, area)
        return [one for one in _wanted(world, creature, ability, step) if not far_off(box, one.box, far)]
    if spec.kind not in ("self", "direction") or _makes_ground(ability):
        return None
    far = size_of(rules, area.size) + (0 if area.width is None else size_of(rules, area.width))
    return [
        one
        for one in world.creatures
        if not far_off(box, one.box, far)
        and (one.name != creature.name or area.shape not in TURNED)
        and meant(world, creature, ability, step.affects, one)
    ]


def _uses_of(
    world: World, creature: Creature, name: str, ability: Ability, near: Sequence[Creature] | None
) -> Iterator[Use]:
    step = ability.whole[0]
    spec = target_of(ability, step)
    peopled = step.area is not None and not _makes_ground(ability)
    seen: set[object] = set()
    request, moves = Request(world, creature, Use(ability=name)), _moves(step)
    aims: Iterable[StepAim]
    if near is not None and _names_creatures(spec, step):
        aims = [StepAim(target=one.name) for one in near]
    else:
        aims = _aims(world, creature, ability, step, seen)
    for aim in aims:
        if len(seen) >= MOST_LISTED:
            break
        if near is not None and aim.direction is not None and not _faces(creature, step, aim.direction, near):
            continue
        met = tuple([one.name for one in affected(world, creature, ability, step, aim, own=True)])
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


def _names_creatures(spec: TargetSpec, step: StepSpec) -> bool:
    return spec.kind == "creature" and (step.area is None or step.area.shape != "wall")


def _faces(creature: Creature, step: StepSpec, direction: tuple[int, int], near: Iterable[Creature]) -> bool:
    """False if none of the creatures is on the side where an area in a direction lies."""
    area = step.area
    if area is None or area.shape not in TURNED or area.width is not None:
        return True
    x0, y0, _, x1, y1, _ = creature.box
    east, south = direction
    beyond = 0 if east and south else 1  # a diagonal area may have squares level with the edge of the space
    west_most, east_most, north_most, south_most = x0 - beyond, x1 + beyond, y0 - beyond, y1 + beyond
    for one in near:
        left, north, _, right, low, _ = one.box
        if (
            (east <= 0 or right >= east_most)
            and (east >= 0 or left <= west_most)
            and (south <= 0 or low >= south_most)
            and (south >= 0 or north <= north_most)
        ):
            return True
    return False


def _moves(step: StepSpec) -> bool:
    return any(act.to == "at" for act in step.sends)


@kept
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


def _targets(world: World, creature: Creature, ability: Ability, spec: TargetSpec) -> list[Creature]:
    who, downed = aimed_at(ability, spec), takes_downed(ability)
    return [one for one in world.creatures if (downed or not one.out) and counts(who, creature, one)]


def _aims(
    world: World, creature: Creature, ability: Ability, step: StepSpec, known: Container[object] = ()
) -> Iterable[StepAim]:
    """Returns aims of a step. Squares where an area surely meets one of the groups `known` may be left out."""
    spec = target_of(ability, step)
    if _names_creatures(spec, step):
        return [StepAim(target=one.name) for one in _targets(world, creature, ability, spec)]
    if spec.kind != "square" or (step.area is not None and step.area.shape == "wall"):
        return (aim for _, aim in thinkable_aims(world, creature, ability, step))
    wanted = _wanted(world, creature, ability, step)
    if _moves(step):
        return _places(world, creature, ability, step, wanted)
    if step.area is None:
        squares = [square for one in wanted for square in one.box.footprint]
        near = (beside for one in wanted for beside in _around(world, one.box, 1)) if _makes_ground(ability) else ()
        return (StepAim(at=square) for square in dict.fromkeys((*squares, *near)))
    return _centres(world, creature, ability, step, wanted, known)


def _wanted(world: World, creature: Creature, ability: Ability, step: StepSpec) -> list[Creature]:
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
    world: World, creature: Creature, ability: Ability, step: StepSpec, wanted: Sequence[Creature]
) -> Iterator[StepAim]:
    others = [one for one in wanted if one.name != creature.name] or [creature]
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
    world: World,
    creature: Creature,
    ability: Ability,
    step: StepSpec,
    wanted: Sequence[Creature],
    known: Container[object],
) -> Iterator[StepAim]:
    """Yields squares to aim an area at: three for each group of creatures near enough, most wanted ones first."""
    area, rules = step.area, world.rules
    assert area is not None
    reach = range_of(target_of(ability, step), step)
    if not _radius(rules, area):
        tried = dict.fromkeys(square for one in wanted for square in _around(world, one.box, 0))
        in_reach = (at for at in list(tried)[: 4 * MOST_TRIED] if _in_range(world, creature, reach, at))
        yield from (StepAim(at=square) for square in islice(in_reach, MOST_TRIED))
        return
    groups = _groups(world, creature, reach, wanted, _radius(rules, area))
    met: list[str] = []
    round_ = area.shape == "burst" and area.from_ == "square" and area.height is None
    if round_ and step.affects.count is None and not takes_downed(ability):
        alive = sorted([one for one in world.creatures if not one.out], key=row_order)
        met = [one.name for one in alive if meant(world, creature, ability, step.affects, one)]
    right = {one.name for one in wanted}
    groups.sort(key=lambda group: len(group[0] - right) - 2 * len(group[0] & right))
    count = 0
    for near, squares in groups:
        whole = tuple([name for name in met if name in near])
        for square in squares:
            count += 1
            if count > MOST_TRIED:
                return
            if not (whole in known and _meets_all(world, square, [world.named[name] for name in whole])):
                yield StepAim(at=square)


def _radius(rules: Ruleset, area: AreaSpec) -> int:
    """Returns how far from a creature an area may be aimed at to meet it, in squares."""
    size = 0 if area.shape in ("cone", "line") else size_of(rules, area.size)
    return size if area.shape in ("cone", "line", "burst", "emanation") else size // 2 + 1


def _in_range(world: World, creature: Creature, reach: int | str | None, square: Square) -> bool:
    at = *square, world.board.stand(*square)
    return in_range(world, creature, reach, Box(*at, *at))


def _meets_all(world: World, square: Square, group: Iterable[Creature]) -> bool:
    """True if an area around a square surely meets a whole group within its size: nothing is in between."""
    board, rules = world.board, world.rules
    if rules.threat.line not in BY_CLEAR:
        return False
    at = *square, board.stand(*square)
    origin = Box(*at, *at)
    space = origin
    for one in group:
        if any(cell not in board or board.tile(*cell).blocked for cell in one.box.footprint):
            return False
        space = hull(space, one.box)
    return wide_open(board, origin, space)


Group = tuple[frozenset[str], list[Square]]


def _groups(
    world: World, creature: Creature, reach: int | str | None, wanted: Iterable[Creature], radius: int
) -> list[Group]:
    """Groups the squares that have one of `wanted` within `radius` by the creatures within it, three of each group.

    The order is that of the squares, around each of `wanted` by row.
    """
    board, rules = world.board, world.rules
    layout = BitboardLayout(board.width, board.height, 0, 0)
    parts: list[Bitboard] = []
    tried, room = 0, 4 * MOST_TRIED
    for one in wanted:
        x0, y0, _, x1, y1, _ = one.box
        part = layout.block_of(x0 - radius, y0 - radius, x1 + radius, y1 + radius) & ~tried
        while part.bit_count() > room:
            part ^= 1 << (part.bit_length() - 1)
        tried |= part
        room -= part.bit_count()
        parts.append(part)
    ground = board.traits.ground
    if isinstance(reach, int) and (not rules.grid.levels_count or creature.box.z0 == ground):
        tried &= _within(world, layout, creature.box, rules.squares(reach))
    elif reach is not None:
        for x, y, z in layout.cubes(tried):
            if not _in_range(world, creature, reach, (x, y)):
                tried &= ~layout.bit((x, y, z))
    found: list[tuple[Bitboard, tuple[str, ...]]] = [(tried, ())] if tried else []
    for one in world.creatures:
        if not one.out:
            close = _within(world, layout, one.box, max(radius, 1))
            if close & tried:
                found = [
                    (squares, names)
                    for rest, before in found
                    for squares, names in ((rest & close, (*before, one.name)), (rest & ~close, before))
                    if squares
                ]
    listed: list[tuple[int, int, frozenset[str], list[Square]]] = []
    for rest, names in found:
        first: tuple[int, int] | None = None
        squares: list[Square] = []
        for number, part in enumerate(parts):
            near = rest & part
            while near and len(squares) < 3:
                bit = near & -near
                near ^= bit
                index = bit.bit_length() - 1
                if first is None:
                    first = number, index
                x, y, _ = layout.cube(index)
                squares.append((x, y))
        assert first is not None
        listed.append((*first, frozenset(names), squares))
    listed.sort(key=itemgetter(0, 1))
    return [(names, squares) for _, _, names, squares in listed]


def _within(world: World, layout: BitboardLayout, space: Box, squares: int) -> Bitboard:
    """Returns the squares of the board within a distance of a space on the map."""
    x0, y0, _, x1, y1, _ = space
    if world.rules.grid.distance_cycle == "one":
        return layout.block_of(x0 - squares, y0 - squares, x1 + squares, y1 + squares)
    found = 0
    for away, across in enumerate(_spans(squares)):
        near = layout.line(x0 - across, x1 + across)
        for y in (y0 - away, y1 + away) if away else range(y0, y1 + 1):
            if 0 <= y < layout.height:
                found |= near << y * layout.block
    return found


@lru_cache(maxsize=64)
def _spans(squares: int) -> tuple[int, ...]:
    """Returns how far squares up to `squares` away reach sideways, by row, where diagonals count one and two."""
    return tuple(
        max(across for across in range(squares + 1) if alternating(across, away) <= squares)
        for away in range(squares + 1)
    )


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
    for other in _wanted(world, creature, ability, step):
        if len(chosen) < limit and _fair(request, creature, ability, step, StepAim(targets=(*chosen, other.name))):
            chosen = (*chosen, other.name)
    if len(chosen) > 1:
        wanted = Use(ability=name, targets=chosen)
        if isinstance(judge(world, creature, wanted), Plan):
            yield wanted
