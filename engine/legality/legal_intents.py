"""Lists the legal intents.

It proposes candidates and `judge` confirms them. Movement is listed by its end (`to`), forced movement by one square.
Intents of effects and referees are omitted.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol, overload

from ...components.intents import (
    Attack,
    Charge,
    Clamber,
    ClawDirt,
    ClimbCreature,
    Crawl,
    Crouch,
    Dig,
    DropProne,
    End,
    Equip,
    FullAttack,
    Intent,
    IntentBase,
    Jump,
    KnockOff,
    Leap,
    Minimum,
    Move,
    Overrun,
    Pull,
    PullUp,
    Push,
    Run,
    Shift,
    Slide,
    Stand,
    Step,
    Teleport,
    Tumble,
    Withdraw,
)
from ...components.plan import MoveOptions
from ...components.position import Cube
from ...components.stats import Gear
from ..combat.sight import hidden_from
from ..combat.threat import strikes_reach
from ..field.field import field_of
from ..field.reach import Reach, reach_of
from ..field.support import lifted
from ..geometry.boxes import AROUND
from ..rules.budget import ENDLESS, MovementBudget, at_start, budget_for
from ..rules.defined import in_use
from ..rules.ruleset import Request, World
from ..state.creature import Creature
from ..state.objectives import standing
from ..state.verdict import Plan
from .judge import barred, judge, not_granted
from .likely_uses import uses
from .movement_range import one_move, own_move
from .planners.abilities import usable
from .request import over_ground, resolve_height


class Fought(Protocol):
    """Any object that has a world, such as a battle."""

    @property
    def world(self) -> World: ...


def legal_intents(battle: Fought, name: str, *kinds: str) -> Iterator[Intent]:
    """Yields the legal intents of a creature in a fixed order, computed on demand.

    Outside the creature's turn, they are those at its start. `kinds` selects by `do` words.

    Raises:
        KeyError: there is no such creature.
    """
    world, creature = at_start(battle.world, battle.world.named[name])
    for kind in KINDS:
        if (not kinds or kind in kinds) and kind in world.rules.actions.costs:
            yield from options(world, creature, kind)
    if usable(creature) and (not kinds or "use" in kinds):
        yield from options(world, creature, "use")
    if creature.parts.get(Gear) is not None and (not kinds or "equip" in kinds):
        yield from options(world, creature, "equip")
    for kind in world.rules.actions.own:
        if not kinds or kind in kinds:
            yield from options(world, creature, kind)


def options(world: World, creature: Creature, kind: str) -> Iterator[Intent]:
    if kind not in OWN_COSTS and barred(world, creature, kind):
        return
    for wanted in thinkable(world, creature, kind):
        if not_granted(world, creature, wanted) is None and lawful(world, creature, wanted):
            yield wanted


def thinkable(world: World, creature: Creature, kind: str) -> Sequence[Intent]:
    """Returns intents of one kind that may be legal. Their legality is not checked."""
    own = world.rules.actions.own.get(kind)
    found = CANDIDATES[kind](world, creature) if own is None else own.candidates(world, creature)
    return found if hasattr(found, "__len__") else list(found)  # type: ignore[arg-type, return-value]


class IntentsTo(Sequence[Intent]):
    """A sequence of intents that differ only in their place. Each is created when it is read."""

    __slots__ = ("_make", "_places", "_then")

    def __init__(
        self, make: Callable[[Cube], Intent], places: Sequence[Cube] = (), then: Sequence[Intent] = ()
    ) -> None:
        self._make = make
        self._places = places
        self._then = then

    def __len__(self) -> int:
        return len(self._places) + len(self._then)

    @overload
    def __getitem__(self, number: int) -> Intent: ...
    @overload
    def __getitem__(self, number: slice) -> list[Intent]: ...
    def __getitem__(self, number: int | slice) -> Intent | list[Intent]:
        at = range(len(self))[number]
        if isinstance(at, range):
            return [self[one] for one in at]
        beyond = at - len(self._places)
        return self._make(self._places[at]) if beyond < 0 else self._then[beyond]

    def __iter__(self) -> Iterator[Intent]:
        return chain(map(self._make, self._places), self._then)


def lawful(world: World, creature: Creature, wanted: IntentBase) -> bool:
    """True if the creature may carry out the intent. Outside its turn, as at the turn's start."""
    world, creature = at_start(world, creature)
    return isinstance(judge(world, creature, wanted), Plan)


# --- places in reach -------------------------------------------------------------------------------


def whole_board(world: World, creature: Creature) -> Reach:
    limit = budget_for(world.rules, creature)
    endless = MovementBudget(tuple((mode, ENDLESS) for mode, squares in limit.limits if squares))
    options = MoveOptions(crawling=creature.is_any(world.rules.movement.crawlers))
    return reach_of(field_of(world, creature, options), endless)


# --- candidates, kind by kind -------------------------------------------------------------------------


def enemies(world: World, creature: Creature) -> list[Creature]:
    """Returns the perceived enemies in the fight, in file order."""
    store = world.cache() if world.rules.threat.by_sight else world.cache_of_states()
    key = ("enemies", creature.side)
    found: list[Creature] | None = store.get(key)
    if found is None:
        side, hidden = creature.side, hidden_from(world, creature.side)
        found = [one for one in standing_in(world) if one.side != side and one.name not in hidden]
        store[key] = found
    return found


def standing_in(world: World) -> list[Creature]:
    """Returns the creatures of all sides that are still in the fight, in file order."""
    store = world.cache_of_states()
    found: list[Creature] | None = store.get(standing_in)
    if found is None:
        found = store[standing_in] = [one for one in world.creatures if standing(one)]
    return found


def shoots(creature: Creature) -> bool:
    """True if the creature has a ranged attack but no melee reach."""
    body = creature.body
    return not body.threatens and body.damage is not None and body.range is not None


def shoots_at(world: World, creature: Creature, target: Creature) -> bool:
    if creature.body.threatens and strikes_reach(world, creature, target):
        return False
    return creature.body.range is not None


def _attacks(world: World, creature: Creature) -> Iterator[Intent]:
    foes = enemies(world, creature)
    for foe in foes:
        yield Attack(target=foe.name, ranged=shoots_at(world, creature, foe))
    gear: Gear | None = creature.parts.get(Gear)
    for item in dict.fromkeys(gear.items) if gear is not None else ():
        weapon = world.rules.defined.items[item].weapon
        if weapon is None or in_use(creature, item):
            continue
        for foe in foes:
            blow = Attack(target=foe.name, with_=item)
            shot = Attack(target=foe.name, with_=item, ranged=True)
            likely = (blow,) if weapon.range is None else (shot,) if weapon.reach is None else (blow, shot)
            yield from next(([wanted] for wanted in likely if lawful(world, creature, wanted)), ())


def _equips(world: World, creature: Creature) -> Iterator[Intent]:
    gear: Gear | None = creature.parts.get(Gear)
    return (Equip(item=item) for item in dict.fromkeys(gear.items if gear is not None else ()))


def _full_attacks(world: World, creature: Creature) -> Iterator[Intent]:
    foes = enemies(world, creature)
    return (FullAttack(target=foe.name, ranged=shoots_at(world, creature, foe)) for foe in foes)


def _charges(world: World, creature: Creature) -> Iterator[Intent]:
    return (Charge(target=foe.name) for foe in enemies(world, creature))


def _moves(world: World, creature: Creature) -> Sequence[Intent]:
    if world.rules.movement.ordinary_intent(creature) == "crawl":
        return []
    near = own_move(world, creature)
    double: Sequence[Intent] = ()
    if "double" in world.rules.actions.costs and lawful(world, creature, Move(path=(), double=True)):
        nearer = near.costs()
        places = one_move(world, creature, 2).resting_places()
        double = IntentsTo(lambda to: Move(to=to, double=True), [cube for cube in places if cube not in nearer])
    return IntentsTo(lambda to: Move(to=to), near.resting_places(), double)


def _crawls(world: World, creature: Creature) -> Sequence[Intent]:
    if not creature.is_any(world.rules.movement.crawlers):
        return []
    return IntentsTo(lambda to: Crawl(to=to), own_move(world, creature).resting_places())


def _runs(world: World, creature: Creature) -> Iterator[Intent]:
    x, y, z = creature.cube
    rules, request = world.rules, Request(world, creature, None)
    fastest = max(rules.movement.speeds(rules, creature).values(), default=0)
    squares = rules.squares(fastest * rules.movement.run_factor(rules, creature))
    for dx, dy in AROUND:
        level = [(x + dx * n, y + dy * n, z) for n in range(1, squares + 1)]
        ways = dict.fromkeys((over_ground(request, level), tuple(level)))
        for length in range(1, len(level) + 1):
            if level[length - 1][:2] not in world.board:
                break
            for wanted in dict.fromkeys(way[:length] for way in ways):
                yield Run(path=wanted)


def neighbours(world: World, creature: Creature) -> Iterator[Cube]:
    """Yields the places around the creature that are one square away."""
    x, y, z = creature.cube
    request = Request(world, creature, None)
    loose = lifted(world, creature, creature.cube) or any(
        mode in ("fly", "swim", "climb", "burrow")
        for mode, _ in world.rules.movement.usable_modes(world.rules, creature)
    )
    seen: set[Cube] = set()
    for dx, dy in AROUND:
        if (x + dx, y + dy) in world.board:
            there = resolve_height(request, (x + dx, y + dy), creature.cube)
            if max(abs(there[2] - z), 1) == 1:
                seen.add(there)
                yield there
    if loose:
        for dz in (-1, 0, 1):
            for dx, dy in ((0, 0), *AROUND):
                there = (x + dx, y + dy, z + dz)
                on_board = there[:2] in world.board and there[2] <= world.board.ceiling
                if on_board and there != creature.cube and there not in seen:
                    yield there


def _steps(world: World, creature: Creature) -> Iterator[Intent]:
    return (Step(to=cube) for cube in neighbours(world, creature))


def _shifts(world: World, creature: Creature) -> Iterator[Intent]:
    return (Shift(path=(cube,)) for cube in neighbours(world, creature))


def _minimums(world: World, creature: Creature) -> Iterator[Intent]:
    return (Minimum(to=cube) for cube in neighbours(world, creature))


def _withdrawals(world: World, creature: Creature) -> Iterator[Intent]:
    for foe in enemies(world, creature):
        if strikes_reach(world, foe, creature):
            for cube in one_move(world, creature).resting_places():
                yield Withdraw(from_=foe.name, to=cube)


def _beyond(world: World, creature: Creature) -> dict[Cube, None]:
    found: dict[Cube, None] = {}
    for foe in enemies(world, creature):
        if strikes_reach(world, creature, foe) or strikes_reach(world, foe, creature):
            box, side = foe.box, creature.size.side
            for y in range(box.y0 - side, box.y1 + 2):
                for x in range(box.x0 - side, box.x1 + 2):
                    if (x, y) in world.board:
                        found[x, y, creature.cube[2]] = None
    found.pop(creature.cube, None)
    return found


def _tumbles(world: World, creature: Creature) -> Iterator[Intent]:
    return (Tumble(to=cube) for cube in _beyond(world, creature))


def _overruns(world: World, creature: Creature) -> Iterator[Intent]:
    return (Overrun(to=cube) for cube in _beyond(world, creature))


def _clambers(world: World, creature: Creature) -> Iterator[Intent]:
    near = [foe.cube for foe in enemies(world, creature) if strikes_reach(world, creature, foe)]
    return (Clamber(to=cube) for cube in dict.fromkeys(near))


def _shoves(world: World, creature: Creature, kind: type[Push] | type[Pull] | type[Slide]) -> Iterator[Intent]:
    square = world.rules.unit
    for foe in enemies(world, creature):
        if strikes_reach(world, creature, foe):
            yield kind(target=foe.name, distance=square, contest=True)


def _slides(world: World, creature: Creature) -> Iterator[Intent]:
    square = world.rules.unit
    for foe in enemies(world, creature):
        if strikes_reach(world, creature, foe):
            x, y, _ = foe.cube
            for dx, dy in AROUND:
                if (x + dx, y + dy) in world.board:
                    yield Slide(target=foe.name, distance=square, path=((x + dx, y + dy),), contest=True)


def _jumps(world: World, creature: Creature) -> Iterator[Intent]:
    x, y, _ = creature.cube
    for dy in range(-4, 5):
        for dx in range(-4, 5):
            if max(abs(dx), abs(dy)) > 1 and (x + dx, y + dy) in world.board:
                yield Jump(to=(x + dx, y + dy))


def _leaps(world: World, creature: Creature) -> Iterator[Intent]:
    x, y, z = creature.cube
    for dx, dy in AROUND:
        if (x + dx, y + dy) in world.board and world.board.stand(x + dx, y + dy) < z:
            yield Leap(to=(x + dx, y + dy))


def _teleports(world: World, creature: Creature) -> Iterator[Intent]:
    squares = world.rules.squares(creature.speed.listed.get("teleport", 0))
    x, y, _ = creature.cube
    board = world.board
    for south in range(max(y - squares, 0), min(y + squares, board.height - 1) + 1):
        for east in range(max(x - squares, 0), min(x + squares, board.width - 1) + 1):
            if (east, south) != (x, y):
                yield Teleport(to=(east, south))


def _digs(world: World, creature: Creature) -> Iterator[Intent]:
    if creature.speed.listed.get("burrow"):
        yield Dig(squares=-1)
        yield Dig(squares=1)


def _claws(world: World, creature: Creature) -> Iterator[Intent]:
    board = world.board
    for cube in neighbours(world, creature):
        if board.solid(cube[0], cube[1], cube[2]):
            yield ClawDirt(to=cube)


def _mounts(world: World, creature: Creature) -> Iterator[Intent]:
    for other in world.creatures:
        if other is not creature and other.size.rank > creature.size.rank and strikes_reach(world, creature, other):
            yield ClimbCreature(target=other.name)


def _riders(world: World, creature: Creature) -> Iterator[Intent]:
    for other in world.creatures:
        if other.condition.mount == creature.name:
            yield KnockOff(target=other.name)


def _buried(world: World, creature: Creature) -> Iterator[Intent]:
    for other in world.creatures:
        if other is not creature and other.side == creature.side and other.speed.listed.get("burrow"):
            yield PullUp(target=other.name)


Candidates = Callable[[World, Creature], Iterable[Intent]]

CANDIDATES: dict[str, Candidates] = {
    "attack": _attacks,
    "full-attack": _full_attacks,
    "charge": _charges,
    "stand": lambda world, creature: iter((Stand(),)),
    "move": _moves,
    "step": _steps,
    "shift": _shifts,
    "crawl": _crawls,
    "run": _runs,
    "minimum": _minimums,
    "withdraw": _withdrawals,
    "tumble": _tumbles,
    "overrun": _overruns,
    "clamber": _clambers,
    "jump": _jumps,
    "leap": _leaps,
    "teleport": _teleports,
    "dig": _digs,
    "claw-dirt": _claws,
    "climb-creature": _mounts,
    "knock-off": _riders,
    "pull-up": _buried,
    "push": lambda world, creature: _shoves(world, creature, Push),
    "pull": lambda world, creature: _shoves(world, creature, Pull),
    "slide": _slides,
    "drop-prone": lambda world, creature: iter((DropProne(),)),
    "crouch": lambda world, creature: iter((Crouch(),)),
    "end": lambda world, creature: iter((End(),)),
    "use": uses,
    "equip": _equips,
}

OWN_COSTS = ("use", "equip")
"""Kinds with costs of abilities and items."""

KINDS: tuple[str, ...] = tuple(kind for kind in CANDIDATES if kind not in OWN_COSTS)
"""Listed for every creature, in order."""
