"""Generates scenarios by seed."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

import msgspec

from ...components.plan import MoveOptions
from ..errors import ScenarioError, names, spelled
from ..field.field import field_of
from ..field.reach import Reach
from ..rules.budget import budget_for
from ..rules.ruleset import Ruleset
from ..rulesets import RULESETS
from ..scenario.build import world_of
from ..scenario.cross_checks import check
from ..scenario.format import BoardSpec, CreatureSpec, ManeuverSpec, Scenario
from ..scenario.parse import Tree
from ..scenario.read import scenario_of
from .landscapes import WAYS_OUT, cave, gorge, island, rooftops, ruins, street
from .sketch import LEGEND, TOLD, Chance, Sketch, Square


class Kind(NamedTuple):
    squares: int
    hp: int
    ac: int
    attack: int
    damage: str
    big: bool = False
    modes: tuple[str, ...] = ()


KINDS = {
    "guard": Kind(5, 34, 17, 6, "1d8+3"),
    "brute": Kind(6, 40, 14, 6, "1d12+4"),
    "scout": Kind(7, 24, 15, 6, "1d6+3"),
    "climber": Kind(6, 26, 15, 5, "1d6+3", modes=("climb",)),
    "swimmer": Kind(6, 28, 15, 5, "1d8+2", modes=("swim",)),
    "ogre": Kind(7, 60, 14, 8, "2d8+5", big=True),
}


CLASSES = {
    "guard": "fighter",
    "brute": "priest",
    "scout": "archer",
    "climber": "scout",
    "swimmer": "mage",
    "ogre": "ogre",
}
"""Shipped class by kind."""
NAMES = {
    "fighter": ("Bram", "Helga", "Joris", "Signe", "Tove", "Ulric", "Wanda", "Yorick"),
    "priest": ("Anselm", "Beata", "Clement", "Dorothea", "Emeric", "Felicia", "Gereon", "Hilda"),
    "archer": ("Alder", "Briony", "Corvin", "Fern", "Hazel", "Linnet", "Rowan", "Teal"),
    "scout": ("Dibs", "Flick", "Nim", "Pip", "Quill", "Sly", "Tansy", "Wick"),
    "mage": ("Azar", "Cyra", "Elidor", "Mirza", "Orsino", "Sabine", "Thessa", "Zenobia"),
    "ogre": ("Bolg", "Dunt", "Gorm", "Hurk", "Krog", "Mugg", "Oaf", "Thrag"),
}
"""Names per class; assets/art/atlas.toml gives each a figure."""


def war_band(size: int, chance: Chance, *, big: bool) -> tuple[str, ...]:
    usual = [kind for kind, what in KINDS.items() if not what.big]
    band = [chance.pick(usual) for _ in range(size)]
    if big and size > 2 and chance.percent(35):
        band[-1] = next(kind for kind, what in KINDS.items() if what.big)
    return tuple(band)


def creature(kind: str, name: str, side: str, at: tuple[int, ...], rules: Ruleset) -> CreatureSpec:
    what = KINDS[kind]
    distance = what.squares * rules.unit
    speed: Any = dict.fromkeys(("walk", *what.modes), distance) if what.modes else distance
    return CreatureSpec(
        name=name,
        side=side,
        at=at,
        size="large" if what.big else "medium",
        speed=speed,
        hp=what.hp,
        ac=what.ac,
        attack=what.attack,
        damage=what.damage,
        skills={"acrobatics": 4, "athletics": 4, "movement": 4},
        abilities={"strength": 16, "dexterity": 12, "might": 2, "agility": 1, "reflex": 4, "fortitude": 5},
        maneuver=ManeuverSpec(offense=what.attack, defense=what.ac),
        ai="aggressive",
    )


MOVES = 60


class Standing(NamedTuple):
    """The places that a creature can reach on a map without other creatures."""

    anchors: frozenset[tuple[int, int]]
    squares: frozenset[tuple[int, int]]


def standing_of(scenario: Scenario, creature: CreatureSpec) -> Standing:
    """Finds the places that a creature can reach on a map without other creatures.

    Raises:
        ScenarioError: the ruleset forbids the creature's place.
    """
    world = world_of(msgspec.structs.replace(scenario, creatures=(creature,)))
    mover = world.creatures[0]
    grid = field_of(world, mover, MoveOptions())
    reach = Reach(grid, budget_for(world.rules, mover, factor=MOVES), quiet=True)
    anchors = frozenset((x, y) for (x, y, _), arrival in reach.arrivals() if arrival.can_stop)
    side = mover.size.side
    covered = frozenset((x + i, y + j) for x, y in anchors for j in range(side) for i in range(side))
    return Standing(anchors, covered)


def connected(scenario: Scenario) -> bool:
    """True if all creatures can reach each other."""
    places = {creature.at[:2] for creature in scenario.creatures}
    return all(places <= standing_of(scenario, creature).squares for creature in scenario.creatures)


LANDSCAPES: dict[str, Callable[[Sketch], None]] = {
    "cave": cave,
    "ruins": ruins,
    "street": street,
    "island": island,
    "rooftops": rooftops,
    "gorge": gorge,
}
SMALLEST, LARGEST = (12, 10), (120, 120)
MOST_A_SIDE = 12
SIDES = ("red", "blue")
USUAL_SIZE = (26, 16)
ATTEMPTS = 60
SEEDS = 2**62


def comments_on(scenario: Scenario) -> dict[str, str]:
    return {f"board.legend.{char}": TOLD[char] for char in scenario.board.legend if char in TOLD}


class Wanted(NamedTuple):
    kind: str
    size: tuple[int, int]
    sides: tuple[int, int]
    mirror: bool
    classes: bool


def generate(
    seed: int,
    *,
    kind: str | None = None,
    size: tuple[int, int] = USUAL_SIZE,
    sides: tuple[int, int] = (4, 4),
    ruleset: str | None = None,
    mirror: bool = False,
    classes: bool = False,
) -> Scenario:
    """Generates a scenario, the same for the same arguments on every machine.

    `kind` is one of LANDSCAPES (default: by seed), `size` is (width, height), `sides` the number of creatures on each
    side. `mirror` makes the east a mirror image of the west; `classes` gives creatures shipped classes.

    Raises:
        ScenarioError: an argument is invalid, or no such map lets all creatures meet.
    """
    rules = _rules(ruleset)
    _check(seed, kind, size, sides, mirror)
    chosen = kind or Chance(f"kind {seed}").pick(tuple(LANDSCAPES))
    wanted = Wanted(chosen, size, sides, mirror, classes)
    for attempt in range(ATTEMPTS):
        chance = Chance(f"{seed} {chosen} {size} {sides} {mirror} {attempt}")
        found = _attempt(seed, wanted, rules, chance, big=attempt < ATTEMPTS // 2)
        if found is not None:
            return found
    raise ScenarioError(
        "generate",
        "size",
        f"{size[0]}x{size[1]}, on which no {chosen} of {ATTEMPTS} connects {sides[0]} and {sides[1]} creatures",
        "a larger map, fewer creatures, or another seed or kind",
    )


def _rules(ruleset: str | None) -> Ruleset:
    name = next(iter(RULESETS)) if ruleset is None else ruleset
    if name not in RULESETS:
        raise ScenarioError("generate", "ruleset", spelled(name), names(RULESETS, name))
    return RULESETS[name]


def _check(seed: int, kind: str | None, size: tuple[int, int], sides: tuple[int, int], mirror: bool) -> None:
    def fault(place: str, found: object, allowed: str) -> None:
        raise ScenarioError("generate", place, spelled(found), allowed)

    if not -SEEDS <= seed <= SEEDS:
        fault("seed", seed, "-2**62 to 2**62")
    if kind is not None and kind not in LANDSCAPES:
        fault("kind", kind, names(LANDSCAPES, kind))
    if not all(least <= length <= most for least, length, most in zip(SMALLEST, size, LARGEST, strict=True)):
        fault("size", f"{size[0]}x{size[1]}", f"{SMALLEST[0]}x{SMALLEST[1]} to {LARGEST[0]}x{LARGEST[1]}")
    if not all(1 <= count <= MOST_A_SIDE for count in sides):
        fault("sides", f"{sides[0]}v{sides[1]}", f"1v1 to {MOST_A_SIDE}v{MOST_A_SIDE}")
    if mirror and sides[0] != sides[1]:
        fault("sides", f"{sides[0]}v{sides[1]}", "sides of one size where the map is mirrored")


def _attempt(seed: int, wanted: Wanted, rules: Ruleset, chance: Chance, *, big: bool) -> Scenario | None:
    sketch = Sketch(*wanted.size, chance)
    LANDSCAPES[wanted.kind](sketch)
    if wanted.mirror:
        sketch.mirror()
    if wanted.kind in WAYS_OUT:
        sketch.lead_out(WAYS_OUT[wanted.kind], mirrored=wanted.mirror)
    rows = ["".join(row) for row in sketch.rows]
    used = {char: spec for char, spec in LEGEND.items() if any(char in row for row in rows)}
    empty = Scenario(
        title=f"{wanted.kind.capitalize()} {seed}",
        ruleset=rules.name,
        seed=seed,
        board=BoardSpec(map=sketch.text, ceiling=12, legend=used),
        source=f"generated {wanted.kind} {seed}",
    )
    bands = [war_band(wanted.sides[0], chance, big=big)]
    bands.append(bands[0] if wanted.mirror else war_band(wanted.sides[1], chance, big=big))
    try:
        placed = _placed(empty, sketch, wanted, bands, rules)
        if placed is None:
            return None
        found = msgspec.structs.replace(empty, creatures=placed)
        if wanted.classes:
            found = scenario_of(bare(_classed(found, chance)), found.source)
        check(found)
        return found if connected(found) else None
    except ScenarioError:  # the rules do not allow a creature's place
        return None


def _classed(scenario: Scenario, chance: Chance) -> Scenario:
    names = {name: chance.shuffled(list(known)) for name, known in NAMES.items()}
    made: list[CreatureSpec] = []
    for one in scenario.creatures:
        base = CLASSES[one.name.partition(" ")[0]]
        told, turn = names[base].pop(0), sum(other.base == base for other in made) // len(NAMES[base])
        names[base].append(told)
        made.append(msgspec.structs.replace(one, name=f"{told} {turn + 1}" if turn else told, base=base))
    return msgspec.structs.replace(scenario, creatures=tuple(made))


def bare(scenario: Scenario) -> Tree:
    """Converts the scenario to tables; values inherited from shipped things are left out."""
    tree = scenario.tree()
    creatures = cast(list[Tree], tree["creatures"])
    tree["creatures"] = [
        {key: one[key] for key in ("name", "side", "at", "base", "ai") if key in one} for one in creatures
    ]
    return {key: value for key, value in tree.items() if key not in ("abilities", "items", "conditions")}


def _placed(
    empty: Scenario, sketch: Sketch, wanted: Wanted, bands: list[tuple[str, ...]], rules: Ruleset
) -> tuple[CreatureSpec, ...] | None:
    width = wanted.size[0]
    depth = max(width // 4, 3)
    west = [square for square in sketch.squares() if square[0] < depth and _fit(sketch, square)]
    if not west:
        return None
    probe = creature("guard", "probe", "west", sketch.chance.pick(west), rules)
    if wanted.kind == "rooftops" and any(sketch[square] == "3" for square in west):
        roofs = [square for square in west if sketch[square] == "3"]
        probe = msgspec.structs.replace(probe, at=sketch.chance.pick(roofs))
    reached = standing_of(empty, probe).anchors
    # Ties between squares go to the west and between creatures to the first, so that both orders are drawn.
    western, eastern = sketch.chance.shuffled(SIDES)
    reachable = [square for square in sketch.squares() if square in reached]
    west_spots = _spread(sketch, [square for square in reachable if square[0] < depth], bands[0])
    if west_spots is None:
        return None
    if wanted.mirror:
        spans = [2 if KINDS[kind].big else 1 for kind in bands[0]]
        east_spots: list[Square] | None = [
            (width - span - x, y) for span, (x, y) in zip(spans, west_spots, strict=True)
        ]
    else:
        east_spots = _spread(sketch, [square for square in reachable if square[0] >= width - depth], bands[1])
    if east_spots is None:
        return None
    made = [
        [creature(kind, name, side, at, rules) for kind, name, at in zip(band, _named(band, side), places, strict=True)]
        for band, side, places in zip(bands, (western, eastern), (west_spots, east_spots), strict=True)
    ]
    made = sketch.chance.shuffled(made)
    return tuple(spec for index in range(max(map(len, made))) for band in made for spec in band[index : index + 1])


def _fit(sketch: Sketch, square: Square) -> bool:
    return sketch[square] in ".3="


def _spread(sketch: Sketch, free: list[Square], band: tuple[str, ...]) -> list[Square] | None:
    free = [square for square in free if _fit(sketch, square)]
    if not free:
        return None
    middle = sketch.chance.pick(free)
    near = sorted(free, key=lambda at: (abs(at[0] - middle[0]) + abs(at[1] - middle[1]), at[1], at[0]))
    taken: set[Square] = set()
    found: list[Square] = []
    for kind in band:
        span = 2 if KINDS[kind].big else 1
        for x, y in near:
            space = {(x + i, y + j) for j in range(span) for i in range(span)}
            if not space & taken and all(square in sketch and _fit(sketch, square) for square in space):
                found.append((x, y))
                taken |= space
                taken |= {(i, j) for i, j in sketch.beside((x, y)) if len(near) > 4 * len(band)}
                break
        else:
            return None
    return found


def _named(band: tuple[str, ...], side: str) -> Iterator[str]:
    for number, kind in enumerate(band):
        same = band[: number + 1].count(kind)
        yield f"{kind} {side}" if band.count(kind) == 1 else f"{kind} {side} {same}"
