"""Changes of the board during a battle: tiles, edges, zones; removal of creatures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET

from ..components.effect_acts import SELF, TARGET, Effect, EffectAct, JoinBattle, MakeZone, Zone
from ..components.events import Changed, Left, ZoneEnded, ZoneMade
from ..components.plan import ARRIVING, Act, Check, Halt, PlannedDecision, Walk
from ..components.position import Cube
from ..engine.board.board import Board, Edge
from ..engine.board.tiles import Tile, TileSpec, table_of_tile
from ..engine.board.tiles import tile as tile_of
from ..engine.decoding import convert
from ..engine.effects.placement import (
    dismount,
    make_way,
    put_back,
    release,
    riders_follow,
    settle_shape,
    settle_squeeze,
)
from ..engine.effects.verbs import by_turns_of, lose
from ..engine.field.forced_steps import nearest_places
from ..engine.field.shapes import has_room
from ..engine.field.support import holds_at
from ..engine.field.zone_harm import covers
from ..engine.geometry.boxes import overlap
from ..engine.legality.ability_acts import newcomer
from ..engine.messages import english
from ..engine.rules.defined import fits
from ..engine.rules.ruleset import World
from ..engine.state.component_types import register_component
from ..engine.state.creature import Creature


def change_tiles(world: World, changed: Mapping[tuple[int, int], Tile], told: Iterable[Changed]) -> None:
    """Replaces tiles of the board and moves creatures out of squares that became solid.

    The events `told` are logged.
    """
    before = world.board
    _put_board(world, before.with_tiles(changed), told)
    _find_room(world, changed, before)


def change_edge(world: World, a: tuple[int, int], b: tuple[int, int], edge: Edge | None, told: Changed) -> None:
    """Replaces or removes the edge between two squares and logs the event `told`."""
    before = world.board
    _put_board(world, before.with_edge(a, b, edge), (told,))
    _find_room(world, (a, b), before)


def _find_room(world: World, changed: Iterable[tuple[int, int]], before: Board) -> None:
    for creature in tuple(world.creatures):
        under = set(creature.space.footprint)
        if under.isdisjoint(changed):
            continue
        shape = creature.shape
        settle_shape(world, creature)
        riders_follow(world, creature, (0, 0, 0))  # onto the shape that it has drawn in to
        filled = all(
            world.board.blocked(x, y, creature.position.z) for x, y in under
        ) and not world.rules.terrain.phases(world.rules, creature)
        # What falls makes way where it lands, but an object does not squeeze.
        falls = holds_at(world, creature, creature.cube) is None and not creature.has("object")
        if creature.condition.mount is None and (filled or not (falls or has_room(world, creature, creature.cube))):
            there = nearest_places(world, creature, ways=before)[0]
            if there != creature.cube:
                put_back(world, creature, there)
        elif creature.shape != shape:
            make_way(world, creature)  # another may stand where it is drawn in now
        settle_squeeze(world, creature)


def put_at(world: World, creature: Creature, there: Cube, *, fits: bool) -> Cube:
    """Returns `there` if the creature fits there, else the nearest place where it fits."""
    if fits and welcome(world, creature, there):
        return there
    return nearest_places(world, creature, start=there)[0]


def welcome(world: World, creature: Creature, there: Cube) -> bool:
    """True if the rules let the creature share the place with the creatures already in it."""
    rules, space = world.rules, creature.at(there)
    present = [other for other in world.creatures if other is not creature and overlap(other.box, space)]
    return all(
        world.together(other, creature) or rules.space.access(rules, creature, other, ARRIVING).stop
        for other in present
    )


def _put_board(world: World, board: Board, told: Iterable[Changed]) -> None:
    world.board = board
    for creature in world.creatures:
        creature.kept.clear()
        world.creature_changed(creature)
        world.support_checks.add(creature.name)
    for event in told:
        world.emit(event)


def leave(world: World, creature: Creature, rules: tuple[str, ...] = ()) -> None:
    """Removes a creature from the battle, and the acts of others that need it."""
    name, at = creature.name, creature.cube
    release(world, creature)
    world.creatures.remove(creature)
    del world.named[name]
    for other in world.creatures:
        state = other.condition
        if state.mount == name:
            dismount(world, other)
        if state.grabbed_by == name:
            lose(world, other, "grabbed", rules=rules)
            state.grabbed_by = None
        if state.carried_by == name:
            state.carried_by = None
        other.turn.provoked.discard(name)
        for condition, lasts in state.lasting.items():
            state.lasting[condition] = by_turns_of(lasts, name, other.name)
        other.queue.acts[:] = without(other.queue.acts, name)
        world.creature_changed(other)
        world.support_checks.add(other.name)
    world.order[:] = [one for one in world.order if one != name]
    if world.slots is not None:
        world.slots = tuple(one for one in world.slots if one != name)
    world.falling[:] = [one for one in world.falling if one != name]
    world.begun[:] = [one for one in world.begun if one != name]
    world.entered[:] = [(one, there) for one, there in world.entered if one != name]
    world.reactions[:] = [strike for strike in world.reactions if name not in (strike.by, strike.target)]
    world.support_checks.discard(name)
    world.acted.discard(name)
    if world.active == name:
        world.active = None
    world.states += 1
    world.touch()
    world.emit(Left(who=name, at=at, rules=rules))


def without(acts: list[Act], name: str) -> list[Act]:
    """Returns the planned acts before the first one that needs the removed creature `name`."""
    for number, act in enumerate(acts):
        if concerns(act, name):
            return [*acts[:number], Halt(english("{name} is gone", name=name))]
        if isinstance(act, Check):
            act.success, act.failure = without(act.success, name), without(act.failure, name)
            act.margins = {margin: without(follow, name) for margin, follow in act.margins.items()}
            act.tiers = {tier: without(follow, name) for tier, follow in act.tiers.items()}
        elif isinstance(act, PlannedDecision):
            act.ways = {answer: without(follow, name) for answer, follow in act.ways.items()}
        elif isinstance(act, Walk):
            for place, stride in enumerate(act.strides):
                check = stride.check
                while check is not None and concerns(check, name):
                    check = next((then for then in check.success if isinstance(then, Check)), None)
                act.strides[place] = stride._replace(check=check)
    return acts


def concerns(act: Act, name: str) -> bool:
    return any(getattr(act, party, None) == name for party in ("who", "target", "by", "against"))


# --- zones ------------------------------------------------------------------------------------------

Trigger: TypeAlias = Literal["enter", "leave", "start", "end"]

Flat: TypeAlias = tuple[int, int]

Between: TypeAlias = tuple[Flat, Flat]
"""The two squares beside an edge, sorted."""


@dataclass(slots=True)
class Covered:
    """The tiles and edges that the board had before abilities changed them."""

    tiles: dict[Flat, Tile] = field(default_factory=dict, metadata={"copied": dict})
    edges: dict[Between, Edge | None] = field(default_factory=dict, metadata={"copied": dict})


@dataclass(slots=True)
class Laid:
    """Tiles and edges that an ability puts on the board while it lasts."""

    use: int = 0
    tiles: dict[Flat, Tile] = field(default_factory=dict, metadata={"copied": dict})
    edges: dict[Between, Edge | None] = field(default_factory=dict, metadata={"copied": dict})


for _kind in (Zone, Covered, Laid):
    register_component(_kind)

MOST_ZONES = 200
"""Most zones; a further one ends the oldest."""

DERIVED: Mapping[str, tuple[str, ...]] = {
    "terrain": ("terrain", "effect", "sight"),
    "fills": ("fills", "effect", "sight"),
    "kind": ("terrain", "obstacle"),
    "hazard": ("hazard", "pit"),
    "floor": ("floor", "pit"),
    "water": ("water", "floor", "pit"),
    "ground": ("ground", "solid", "terrain", "fills", "effect", "sight"),
    "stairs": ("ramp",),
}


def zones(world: World) -> list[tuple[int, Zone]]:
    return [(entity, parts[Zone]) for entity, parts in world.things.items() if Zone in parts] if world.things else []


def laid(world: World) -> list["Zone | Laid"]:
    """Returns the zones, tiles and edges that abilities have put on the board, oldest first."""
    return [parts[kind] for parts in world.things.values() for kind in (Zone, Laid) if kind in parts]


def make_zone(world: World, act: MakeZone, rules: tuple[str, ...] = (), use: int | None = None) -> None:
    """Creates a zone. If a lasting ability makes it, it ends with that ability."""
    squares = frozenset(square for square in act.squares if not isinstance(square, str) and square in world.board)
    if not squares:
        return
    present = zones(world)
    if len(present) >= MOST_ZONES:
        end_zone(world, *present[0])
    carrier = world.named.get(act.moves_with or "")
    rounds = act.rounds if isinstance(act.rounds, int) else None
    levels = None if act.levels is None else (min(act.levels), max(act.levels))
    zone = Zone(act, squares, levels, rounds, None if carrier is None else carrier.name, use=use)
    zone.at = None if carrier is None else carrier.cube
    world.create(zone)
    event = ZoneMade(zone=act.name, squares=in_rows(squares), rules=rules)
    event.who = UNSET if act.by is None else act.by
    event.rounds = UNSET if rounds is None else rounds
    world.emit(event)
    if act.tile is not None:
        lay_tiles(world, squares)
    world.touch()


def end_zone(world: World, entity: int, zone: Zone, rules: tuple[str, ...] = ()) -> None:
    world.delete(entity)
    event = ZoneEnded(zone=zone.made.name, squares=in_rows(zone.squares), rules=rules)
    event.who = UNSET if zone.made.by is None else zone.made.by
    world.emit(event)
    if zone.made.tile is not None:
        lay_tiles(world, zone.squares)
    world.touch()


def in_rows(squares: Iterable[Flat]) -> tuple[Flat, ...]:
    return tuple(sorted(squares, key=lambda square: (square[1], square[0])))


# --- time and place ----------------------------------------------------------------------------------


def end_of_turn(world: World, creature: Creature) -> None:
    """Counts one turn for the creature's own zones and ends expired ones."""
    for entity, zone in zones(world):
        if zone.made.by == creature.name:
            _count(world, entity, zone)


def end_of_round(world: World) -> None:
    """Counts one round for zones whose makers take no more turns."""
    for entity, zone in zones(world):
        maker = world.named.get(zone.made.by or "")
        if maker is None or (maker.out and maker.name not in world.acted):
            _count(world, entity, zone)


def _count(world: World, entity: int, zone: Zone) -> None:
    if zone.rounds is not None:
        zone.rounds -= 1
        if zone.rounds <= 0:
            end_zone(world, entity, zone)


def moved(world: World, creature: Creature, left: Cube) -> list[Effect]:
    """Returns the effects of zones that a creature has entered or left by its movement."""
    found: list[Effect] = []
    before, after = creature.at(left), creature.box
    for entity, zone in zones(world):
        if zone.carrier == creature.name and zone.at is not None:
            found += _follow(world, entity, zone, creature)
            continue
        was, is_in = covers(zone, before), covers(zone, after)
        if was != is_in:
            found += act_on(world, zone, "enter" if is_in else "leave", creature)
    return found


def _follow(world: World, entity: int, zone: Zone, carrier: Creature) -> list[Effect]:
    assert zone.at is not None
    (x, y, z), old = carrier.cube, zone.squares
    dx, dy, dz = x - zone.at[0], y - zone.at[1], z - zone.at[2]
    before = {other.name for other in world.creatures if covers(zone, other.box)}
    shifted = ((a + dx, b + dy) for a, b in old)
    zone.squares, zone.at = frozenset(square for square in shifted if square in world.board), carrier.cube
    if zone.levels is not None:
        zone.levels = (zone.levels[0] + dz, zone.levels[1] + dz)
    if zone.made.tile is not None:
        lay_tiles(world, old | zone.squares)
    found: list[Effect] = []
    for other in tuple(world.creatures):
        if other is carrier:
            continue
        was, is_in = other.name in before, covers(zone, other.box)
        if was != is_in:
            found += act_on(world, zone, "enter" if is_in else "leave", other)
    return found


def at_turn(world: World, creature: Creature, trigger: Trigger) -> list[Effect]:
    """Returns the effects of zones on a creature at the start or end of its turn."""
    found: list[Effect] = []
    for _, zone in zones(world):
        if covers(zone, creature.box):
            found += act_on(world, zone, trigger, creature)
    return found


# --- what they do ------------------------------------------------------------------------------------


def act_on(world: World, zone: Zone, trigger: Trigger, creature: Creature) -> list[Effect]:
    acts = getattr(zone.made, trigger)
    if not acts or creature.out or (trigger in ("enter", "leave") and _as_one(world, creature)):
        return []
    if zone.turn != world.turns:
        zone.turn = world.turns
        zone.met.clear()
    met = f"{trigger} {creature.name}"
    maker = world.named.get(zone.made.by or "")
    if met in zone.met or not fits(world.rules, zone.made.where, creature, maker):
        return []
    zone.met.add(met)
    aimed = [_aimed(world, zone, act, creature, maker) for act in acts]
    kept = tuple(act for act in aimed if act is not None)
    return [Effect(acts=kept, by=zone.made.name)] if kept else []


def _as_one(world: World, creature: Creature) -> bool:
    mount = world.mount_of(creature)
    return mount is not None and mount.health.hp is None and world.rules.attacks.riders_bear


def _aimed(world: World, zone: Zone, act: EffectAct, creature: Creature, maker: Creature | None) -> EffectAct | None:
    changes: dict[str, Any] = {}
    for key in ("target", "who", "whose", "moves_with"):
        word = getattr(act, key, None)
        if word == SELF and maker is None:
            return None
        if word in (TARGET, SELF):
            changes[key] = creature.name if word == TARGET or maker is None else maker.name
    for key in ("away", "towards", "to"):
        word = getattr(act, key, None)
        if word == SELF and maker is not None:
            changes[key] = maker.cube
        elif isinstance(word, str):
            changes[key] = in_rows(zone.squares)[len(zone.squares) // 2]
    if isinstance(act, JoinBattle):
        at = act.creature.get("at", "at")
        middle = in_rows(zone.squares)[len(zone.squares) // 2]
        place = maker.cube if at == SELF and maker is not None else middle if isinstance(at, str) else None
        changes["creature"] = newcomer(act.creature, place, creature.side if maker is None else maker.side)
    if isinstance(act, MakeZone):
        changes["by"] = act.by or zone.made.by
        if isinstance(act.squares, str):
            changes["squares"] = in_rows(zone.squares)
            if act.levels is None:
                changes["levels"] = zone.levels
    return msgspec.structs.replace(act, **changes) if changes else act


# --- tiles and edges laid over the board's own -------------------------------------------------------


def lay(world: World, put: Laid) -> None:
    world.create(put)
    lay_tiles(world, put.tiles)
    lay_edges(world, put.edges)


def end_laid(world: World, use: int) -> None:
    for entity, parts in list(world.things.items()):
        zone: Zone | None = parts.get(Zone)
        put: Laid | None = parts.get(Laid)
        if zone is not None and zone.use == use:
            end_zone(world, entity, zone)
        elif put is not None and put.use == use:
            world.delete(entity)
            lay_tiles(world, put.tiles)
            lay_edges(world, put.edges)


def lay_tiles(world: World, squares: Iterable[Flat]) -> None:
    """Recomputes the tiles of squares that abilities change; the latest ability wins."""
    covered = _covered(world)
    changed: dict[Flat, Tile] = {}
    told: list[Changed] = []
    layers = laid(world)
    made: dict[tuple[int, int], Tile] = {}  # most squares of a zone are one tile
    tables: dict[int, str | dict[str, Any]] = {}
    for square in in_rows(squares):
        present = world.board.tile(*square)
        ground = covered.tiles.setdefault(square, present)
        tile, over = ground, False
        for number, layer in enumerate(layers):
            if isinstance(layer, Laid):
                if square in layer.tiles:
                    tile, over = layer.tiles[square], True
            elif square in layer.squares and layer.made.tile is not None:
                below = number, id(tile)
                if below not in made:
                    made[below] = laid_over(tile, layer.made.tile)
                tile, over = made[below], True
        if not over:
            del covered.tiles[square]
        if tile != present:
            changed[square] = tile
            if id(tile) not in tables:
                tables[id(tile)] = table_of_tile(tile)
            plain = tables[id(tile)]
            told.append(Changed(at=square, tile={**plain} if isinstance(plain, dict) else {"char": plain}))
    if changed:
        change_tiles(world, changed, told)


def new_ground(world: World, tiles: Mapping[Flat, Tile]) -> bool:
    """Replaces the original tiles that zones now cover. Returns False if no zone covers them."""
    held = next((parts[Covered] for parts in world.things.values() if Covered in parts), None)
    if held is None or held.tiles.keys().isdisjoint(tiles):
        return False
    held.tiles.update({square: tile for square, tile in tiles.items() if square in held.tiles})
    return True


def lay_edges(world: World, edges: Iterable[Between]) -> None:
    """Recomputes the edges that abilities change; the latest ability wins."""
    covered = _covered(world)
    for between in edges:
        present = world.board.edge(*between)
        edge, over = covered.edges.setdefault(between, present), False
        for layer in laid(world):
            if isinstance(layer, Laid) and between in layer.edges:
                edge, over = layer.edges[between], True
        if not over:
            del covered.edges[between]
        if edge != present:
            change_edge(world, *between, edge, told_of_edge(between, edge))


def new_edge(world: World, between: Between, edge: Edge | None) -> bool:
    """Replaces the original edge that an ability now covers. Returns False if none covers it."""
    held = next((parts[Covered] for parts in world.things.values() if Covered in parts), None)
    if held is None or between not in held.edges:
        return False
    held.edges[between] = edge
    return True


def told_of_edge(between: Between, edge: Edge | None) -> Changed:
    if edge is None:
        return Changed(between=between, kind="nothing")
    return Changed(
        between=between,
        kind=edge.kind,
        skill=UNSET if edge.skill is None else edge.skill,
        dc=UNSET if edge.dc is None else edge.dc,
    )


def _covered(world: World) -> Covered:
    for parts in world.things.values():
        if Covered in parts:
            found: Covered = parts[Covered]
            return found
    made = Covered()
    world.create(made)
    return made


def laid_over(ground: Tile, table: Mapping[str, Any]) -> Tile:
    spec = tile_of(ground.char, convert(dict(table), TileSpec))
    names = {name for key in table for name in DERIVED.get(key, (key,))}
    return replace(ground, **{name: getattr(spec, name) for name in names if hasattr(ground, name)})
