"""Builds a scenario's world."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NoReturn

import msgspec

from ...components.ability import Ability, Repertoire
from ...components.condition import Condition, Health, Turn
from ...components.definitions import Definitions, Objective
from ...components.plan import ActionQueue, MoveOptions
from ...components.position import Mode, Position
from ...components.stats import Gear, Nature, Size, Speed, Stats, Team
from ..board.board import Board, Edge
from ..dice import Dice
from ..effects.placement import settle_shape
from ..errors import ScenarioError, spelled
from ..field.shapes import has_room
from ..field.support import FAR, holds_at, resting_height
from ..geometry.boxes import Box, differences, overlap
from ..memo import Memo
from ..rules.catalogue import UnknownSwitch
from ..rules.defined import adjust, defining, put_on
from ..rules.ruleset import Ruleset, World
from ..rulesets import RULESETS
from ..state.component_types import component_named
from ..state.creature import ATTRIBUTES, Creature
from . import ruleset_checks
from .definition_checks import newcomers_of
from .format import CreatureSpec, ObjectiveSpec, Scenario
from .validate import decode
from .work_limits import check_work

HELD_FAST = frozenset({"grabbed", "held", "pinned", "restrained"})
"""Conditions that imply a holder."""

MOST_PAIRS = 50_000
"""Most overlapping pairs at the start."""


def ruleset_of(scenario: Scenario, ruleset: str | None = None, rules: Ruleset | None = None) -> Ruleset:
    """Returns the ruleset of a scenario with its house rules.

    Raises:
        ScenarioError: a ruleset, switch, size or condition is unknown.
    """
    settled: Collection[str] = ()
    if rules is None:
        name = ruleset or scenario.ruleset
        ruleset_checks.check_ruleset(scenario, RULESETS, name)
        rules = RULESETS[name]
        ruleset_checks.check_against(scenario, rules)
    else:
        ruleset_checks.check_words(scenario, rules)
        settled = rules.chosen
    switches = ruleset_checks.switches(scenario, rules)
    chosen = {switch: value for switch, value in switches.items() if switch not in settled}
    try:
        return defining(rules.vary(**chosen) if chosen else rules, defined_by(scenario))
    except UnknownSwitch as fault:
        raise ScenarioError(scenario.source, f"rules.{fault.switch}", spelled(fault.found), fault.allowed) from None


def defined_by(scenario: Scenario) -> Definitions:
    return Definitions(conditions=scenario.conditions, items=scenario.items, terrain=scenario.terrain)


_BOARDS: OrderedDict[object, Board] = OrderedDict()

_BOARDS_IN_USE = threading.Lock()
BOARDS_KEPT = 8


def board_of(scenario: Scenario) -> Board:
    spec = scenario.board
    key = (spec.map, spec.ceiling, spec.edges, tuple(spec.legend.items()))
    with _BOARDS_IN_USE:
        board = _BOARDS.get(key)
        if board is None:
            board = _BOARDS[key] = make_board(scenario)
        _BOARDS.move_to_end(key)
        while len(_BOARDS) > BOARDS_KEPT:
            _BOARDS.popitem(last=False)
        return board


def make_board(scenario: Scenario) -> Board:
    spec = scenario.board
    known = spec.tiles
    tiles = tuple(tuple(known[char] for char in row) for row in spec.rows)
    edges: dict[tuple[tuple[int, int], tuple[int, int]], Edge] = {}
    for edge in spec.edges:
        a, b = sorted(edge.between)
        made = Edge(a, b, edge.kind == "wall", edge.skill, edge.dc, edge.effect, edge.kind == "curtain")
        edges[a, b] = edges[b, a] = made
    return Board(tiles, edges, spec.ceiling, known)


def world_of(
    scenario: Scenario, ruleset: str | None = None, seed: int | None = None, rules: Ruleset | None = None
) -> World:
    """Creates a battle's first state from a scenario.

    Raises:
        ScenarioError: the rules do not know a name, or forbid a place.
    """
    rules = rules or ruleset_of(scenario, ruleset)
    rules.cite()  # reads the topics of its catalogue: a broken one stops the load
    script = tuple(scenario.dice) if scenario.dice is not None else None
    world = World(board_of(scenario), Dice(scenario.seed if seed is None else seed, script), rules=rules)
    world.objectives = tuple(map(objective_of, scenario.objectives))
    world.abilities = {name: _one_of(ability) for name, ability in scenario.abilities.items()}
    world.precise = rules.grid.precise(rules, scenario.scene, scenario.precise)
    for index, spec in enumerate(scenario.creatures):
        add_creature(world, spec, scenario.source, f"creatures[{index}]")
    for place, spec in newcomers_of(scenario):
        components_of(spec, scenario.source, place)
    mount_up(world, scenario)
    check_work(world, scenario)
    for index, (creature, met) in enumerate(zip(world.creatures, in_one_space(world, scenario), strict=True)):
        check_place(world, scenario, index, creature, met)
    return world


def objective_of(spec: ObjectiveSpec) -> Objective:
    return Objective(spec.side, spec.kind, spec.covered, spec.count, spec.rounds or 0, spec.who or "")


def mount_up(world: World, scenario: Scenario) -> None:
    for spec, rider in _mounts_first(world, scenario):
        mount = world.mount_of(rider)
        over = mount is not None and overlap(rider.box._replace(z0=0, z1=0), mount.box._replace(z0=0, z1=0))
        if mount is not None and over and len(spec.at) == 2 and rider.position.z != mount.position.z:
            rider.place((*rider.cube[:2], mount.cube[2]), rider.shape)
            rider.position.held = "walk"
    for index, rider in enumerate(world.creatures):
        mount = world.mount_of(rider)
        if mount is None:
            continue
        if max(differences(rider.space, mount.space)) > 1:
            raise ScenarioError(
                scenario.source,
                f"creatures[{index}].at",
                f"{spelled(list(scenario.creatures[index].at))}, which is not where {mount.name} is",
                "a place in the space of its mount or next to that",
            )
        settle_shape(world, rider)


def _mounts_first(world: World, scenario: Scenario) -> list[tuple[CreatureSpec, Creature]]:
    specs = {spec.name: spec for spec in scenario.creatures}
    found: dict[str, tuple[CreatureSpec, Creature]] = {}
    for spec in scenario.creatures:
        chain = []
        while spec.mount is not None and spec.name not in found:
            chain.append(spec)
            spec = specs[spec.mount]
        for rider in reversed(chain):
            found[rider.name] = (rider, world.named[rider.name])
    return list(found.values())


def add_creature(world: World, spec: CreatureSpec, source: str = "scenario", place: str = "creatures") -> Creature:
    """Creates a creature of the world. `source` and `place` say where its table stands.

    Raises:
        ScenarioError: the table has components that are unknown or do not fit.
    """
    rules = world.rules
    listed: dict[Mode, int] = dict(spec.speeds) if spec.speeds is not None else {"walk": walk_of(rules, spec.race)}
    bonuses = tuple((bonus.type, bonus.amount) for bonus in spec.speed_bonuses)
    components = (
        Team(spec.name, spec.side, spec.willing, spec.ai),
        Position(spec.at[0], spec.at[1], spec.at[2] if len(spec.at) == 3 else 0),
        size_of(rules, spec),
        Speed(listed, spec.hover, bonuses, spec.armor, spec.load),
        condition_of(rules, spec),
        Health(spec.hp, spec.hp, downed=spec.hp is not None and spec.hp <= 0),
        body_of(spec),
        Turn(),
        ActionQueue(),
    )
    creature = Creature(world.number(), *components)
    for component in own_components(rules, spec):
        creature.put(component)
    if spec.kind is not None or spec.tags:
        creature.put(Nature(spec.kind, frozenset(spec.tags)))
    for component in components_of(spec, source, place):
        creature.put(component)
    if spec.can or spec.resources:
        creature.put(Repertoire(spec.can, dict(spec.resources), dict(spec.resources)))
    if len(spec.at) == 2:
        x, y = spec.at[0], spec.at[1]
        rest = resting_height(world, creature, x, y, FAR)
        # Where there is no floor, it is inside the ground at the level of the map.
        creature.place((x, y, world.board.floor(x, y) if rest == FAR else rest))
    if listed.get("climb", 0) > 0:
        creature.position.held = "climb"  # beside a wall it holds on, as after a move
    held = holds_at(world, creature, creature.cube)
    if held is None and "climbing" in creature.condition.held:
        held = "climb"
    creature.position.held = held or "walk"
    settle_shape(world, creature)
    world.join(creature)
    if spec.items:
        creature.put(Gear(list(spec.items)))
        for item in (*spec.items, *(() if spec.wields is None else (spec.wields,))):
            if rules.defined.items[item].slot is not None or item == spec.wields:
                put_on(world, creature, item)
    if rules.defined.conditions or spec.items:
        adjust(world, creature)
    return creature


def components_of(spec: CreatureSpec, source: str, place: str) -> list[object]:
    return [component_of(name, table, source, f"{place}.components.{name}") for name, table in spec.components.items()]


def component_of(name: str, table: dict[str, Any], source: str, place: str) -> object:
    found = component_named(name)
    if found is None or found.kind in ATTRIBUTES or not is_dataclass(found.kind):
        raise ScenarioError(source, place, spelled(name), "the name of a registered component that is a dataclass")
    known = [field.name for field in fields(found.kind) if field.init]
    for key in table:
        if key not in known:
            raise ScenarioError(
                source, f"{place}.{key}", f"the unknown key {spelled(key)}", ", ".join(known) or "no key"
            )
    return decode(table, found.kind, source, place)


def size_of(rules: Ruleset, spec: CreatureSpec) -> Size:
    """Returns the size of a creature, with the creature's own `space` if it has one."""
    word = str(spec.size)
    row = rules.sizes.rows[word]
    side, room = row.side, row.room
    if spec.space is not None:
        room = spec.space
        side = max(int(-(-spec.space // 5)), 1)
    return Size(word, row.rank, side, room, spec.body == "tall", spec.head)


def condition_of(rules: Ruleset, spec: CreatureSpec) -> Condition:
    condition = Condition(
        held=starting_conditions(rules, spec),
        grabbed_by=spec.grabbed_by,
        mount=spec.mount,
        fallen=rules.squares(spec.fallen),
    )
    if "voluntary-prone" in condition.held:
        condition.held.discard("voluntary-prone")
        condition.held.add("prone")
        condition.prone_by_choice = True
    return condition


def body_of(spec: CreatureSpec) -> Stats:
    bonuses = spec.bonus_attacks
    return Stats(
        reach=spec.reach,
        ac=spec.ac,
        attack=spec.attack,
        damage=str(spec.damage) if spec.damage is not None else None,
        range=spec.range,
        attacks=spec.attacks,
        bonus_attacks=(spec.attack,) * bonuses if isinstance(bonuses, int) else bonuses,
        threatens=spec.threatens,
        skills=dict(spec.skills),
        abilities=dict(spec.abilities),
        feats=frozenset(feat.lower().replace(" ", "-") for feat in spec.feats),
        traits=frozenset(spec.traits),
        senses=frozenset(spec.senses),
        trained=frozenset(spec.trained),
        forced_reductions=spec.forced_reductions,
        damage_reduction=spec.damage_reduction,
        elects_prone=spec.elects_prone,
        reach_weapon=spec.reach_weapon,
        hidden_from=frozenset(spec.hidden_from),
        burrows=frozenset(spec.burrows),
        tactics=spec.tactics,
    )


def own_components(rules: Ruleset, spec: CreatureSpec) -> list[object]:
    figures = {
        "action_points": spec.action_points,
        "blocks_passage": spec.blocks_passage,
        "class_attacks": spec.class_attacks,
        "defense": spec.maneuver.defense,
        "legs": spec.legs,
        "offense": spec.maneuver.offense,
        "race": spec.race,
        "recoil": spec.recoil,
        "step_features": tuple((feature.uses, feature.cost) for feature in spec.step_features),
    }
    return [
        kind(**{name: figures[name] for name in names}) if (names := figures_of(kind, frozenset(figures))) else kind()
        for kind in rules.components
    ]


@cache
def figures_of(kind: type, figures: frozenset[str]) -> tuple[str, ...]:
    """Returns the names of those fields of a component class that are in `figures`."""
    return tuple(field.name for field in fields(kind) if field.name in figures)


def starting_conditions(rules: Ruleset, spec: CreatureSpec) -> set[str]:
    """Returns the conditions that a creature has at the start."""
    held = set(spec.conditions)
    if spec.grabbed_by is not None and "grabbed" in rules.conditions.known and held.isdisjoint(HELD_FAST):
        held.add("grabbed")
    return held


def walk_of(rules: Ruleset, race: str | None) -> int:
    own = rules.movement.race_walk(race) if race is not None else None
    return rules.movement.default_walk if own is None else own


def in_one_space(world: World, scenario: Scenario) -> list[list[Creature]]:
    met: list[list[int]] = [[] for _ in world.creatures]
    pairs = 0
    spaces = sorted((creature.space, index) for index, creature in enumerate(world.creatures))
    beside: list[tuple[Box, int]] = []
    for space, index in spaces:
        beside = [(other, number) for other, number in beside if other.x1 >= space.x0]
        for other, number in beside:
            if overlap(other, space):
                met[max(index, number)].append(min(index, number))
                pairs += 1
        if pairs > MOST_PAIRS:
            raise ScenarioError(
                scenario.source,
                "creatures",
                f"more than {MOST_PAIRS} pairs of creatures in one another's space",
                f"at most {MOST_PAIRS} such pairs; put fewer creatures into one square",
            )
        beside.append((space, index))
    return [[world.creatures[number] for number in sorted(numbers)] for numbers in met]


def check_place(world: World, scenario: Scenario, index: int, creature: Creature, met: Sequence[Creature]) -> None:
    """Raises ScenarioError if a creature cannot start at its place.

    `met` are the creatures placed before.
    """
    place = f"creatures[{index}].at"

    def fault(what: str, allowed: str) -> NoReturn:
        found = spelled(list(scenario.creatures[index].at)) + what
        raise ScenarioError(scenario.source, place, found, allowed)

    board, side = world.board, creature.size.side
    x, y, _ = creature.cube
    if x + side > board.width or y + side > board.height:
        fault(f" for a space {side} squares wide", f"a place on the {board.width} by {board.height} board")
    if not has_room(world, creature, creature.cube):
        fault(f", which is blocked or too narrow for {creature.name}", "a place with room for it")
    for other in met:
        if overlap(other.box, creature.box) and not may_share(world, creature, other):
            fault(f", which is in the space of {other.name}", "a place that the ruleset lets it share")
    present = [other for other in met if other.size.room < 5 and other.cube == creature.cube]
    if present and creature.size.room < 5 and not world.rules.space.square_capacity(world.rules, creature, present):
        fault(", a square that is full", "a square with room for it")


def may_share(world: World, one: Creature, other: Creature) -> bool:
    """True if the rules let both creatures start in the same squares."""
    if world.together(one, other):
        return True
    if one.has("object") and other.has("object"):
        return True
    rules = world.rules
    if one.has("object") or other.has("object"):
        thing, body = (one, other) if one.has("object") else (other, one)
        return rules.space.access(rules, body, thing, MoveOptions()).enter
    if rules.space.foes_wholly_inside and half_in(one.box, other.box) and not (passive(world, one, other)):
        return False
    # A small creature may have entered a bigger one; two of one size share a space only by right.
    options = MoveOptions(arriving=one.size.rank == other.size.rank)
    ways = rules.space.access(rules, one, other, options), rules.space.access(rules, other, one, options)
    return any(way.stop or (way.enter and way.squeeze) for way in ways)


def half_in(one: Box, other: Box) -> bool:
    return not (holds(one, other) or holds(other, one))


def holds(outer: Box, inner: Box) -> bool:
    across = outer.x0 <= inner.x0 and inner.x1 <= outer.x1
    return across and outer.y0 <= inner.y0 and inner.y1 <= outer.y1


def passive(world: World, one: Creature, other: Creature) -> bool:
    helpless = world.rules.conditions.helpless
    return one.ally(other) or any(body.out or body.is_any(helpless) for body in (one, other))


_ABILITIES: Memo[bytes, Ability] = Memo(1 << 12)


def _one_of(ability: Ability) -> Ability:
    key = msgspec.json.encode(ability)
    found = _ABILITIES.get(key)
    return _ABILITIES.keep(key, ability) if found is None else found
