"""Carries out effects (traps, spells, the story) through the systems of plans."""

from typing import Any, ClassVar

import msgspec

from ..components.condition import LASTING, Duration
from ..components.effect_acts import (
    ChangeEdge,
    ChangeResource,
    ChangeTile,
    DealDamage,
    Effect,
    EffectAct,
    EndCondition,
    EndZone,
    EquipItem,
    ForceMovement,
    GiveCondition,
    HideCreature,
    JoinBattle,
    LeaveBattle,
    LetFall,
    MakeZone,
    RestoreHealth,
    RevealCreature,
    TeleportCreature,
)
from ..components.events import Changed, Equipped, Hidden, Joined, Revealed
from ..components.plan import Act, Harm, Teleportation, Walk
from ..components.stats import Adjusted, Stats
from ..engine.board.board import Board, Edge
from ..engine.board.tiles import BUILT_IN, Tile, TileSpec
from ..engine.board.tiles import tile as tile_of
from ..engine.effects.placement import put_back, settle_squeeze
from ..engine.effects.verbs import amount_of, gain, hurt, lose
from ..engine.field.shapes import has_room
from ..engine.legality.ability_acts import free_name
from ..engine.legality.judge import fall_by
from ..engine.legality.planners.moving_others import cube_at, forced_by
from ..engine.legality.planners.single_actions import arrives_standing, sent_to
from ..engine.legality.strides import judge_again
from ..engine.messages import english
from ..engine.rules.defined import fits as concerned
from ..engine.rules.defined import put_away, put_on
from ..engine.rules.ruleset import World
from ..engine.scenario.build import add_creature
from ..engine.scenario.format import CreatureSpec
from ..engine.scenario.validate import decode
from ..engine.state.component_types import component_type
from ..engine.state.creature import Creature, nobody
from .board_changes import (
    Laid,
    change_edge,
    change_tiles,
    end_laid,
    end_zone,
    lay,
    lay_tiles,
    leave,
    make_zone,
    new_edge,
    new_ground,
    put_at,
    told_of_edge,
    welcome,
    zones,
)
from .harm import heal
from .system import OTHERS_WAIT, System, halt
from .turns import change_resource, ongoing


class EffectSystem(System):
    """Carries out an effect without an actor (such as a trap's), one act after another."""

    acts: ClassVar[tuple[type, ...] | None] = (Effect,)
    waits: ClassVar[tuple[str, ...] | None] = ("effects",)

    straight_on: bool = False
    """True if what an effect does next needs no pass of other systems."""

    def process(self) -> None:
        world = self.world
        self._go_on()
        while self.straight_on and (world.effect is not None or world.effects) and self._undisturbed():
            world.take_up(None)
            self._go_on()

    def _undisturbed(self) -> bool:
        """True if no other system has anything to do before the effect goes on."""
        world = self.world
        if world.nobody is not None and world.nobody.queue.acts:
            return False
        if any(OTHERS_WAIT(world)):
            return False
        return not world.things or not any(use.concentration for _, use in ongoing(world))

    def _go_on(self) -> None:
        world = self.world
        if world.reactions:
            return
        if world.effect is None:
            if world.effects:
                self._begin(world.effects.pop(0))
            for _, (effect, actor) in world.each(Effect, Creature):
                self.done(actor)
                world.effects.append(effect)
            return
        assert world.nobody is not None
        if world.nobody.queue.acts or world.entered:
            return
        world.busy = True
        if world.effect_next < len(world.effect.acts):
            act = world.effect.acts[world.effect_next]
            world.effect_next += 1
            world.by = world.effect
            world.nobody.queue.acts = self.carry_out(world.nobody, act, world.effect.rules)
            world.by = None
        else:
            self._end(world.effect)

    def _begin(self, effect: Effect) -> None:
        world = self.world
        world.effect, world.effect_next = effect, 0
        world.nobody = nobody(effect.by)
        active = world.named.get(world.active or "")
        world.effect_from = active.cube if active is not None else None
        world.busy = True
        if effect.ends is not None:
            world.by = effect
            end_laid(world, effect.ends)
            world.by = None

    def _end(self, effect: Effect) -> None:
        world = self.world
        world.effect = world.nobody = None
        world.beginning = effect.begins
        active = world.named.get(world.active or "")
        walks = (number for number, act in enumerate(active.queue.acts if active is not None else ()) if going(act))
        number = next(walks, None)
        if active is None or number is None:
            return
        if active.cube == world.effect_from:
            judge_again(world, active, number)
        elif number == 0:
            halt(
                world,
                active,
                english("{by} moved {name} off its path", name=active.name, by=effect.by),
                effect.rules,
            )

    def carry_out(self, source: Creature, act: EffectAct, cited: tuple[str, ...], use: int | None = None) -> list[Act]:
        """Carries out one act of an effect. Returns the acts of its movement and damage, for `source` to do.

        Things that the act creates end together with the lasting ability `use`.
        """
        ended = use is not None and use not in self.world.things
        if ended and isinstance(act, (JoinBattle, ChangeTile, ChangeEdge, MakeZone, GiveCondition, HideCreature)):
            return []
        if not hasattr(act, "target"):
            self._change_battle(source, act, cited, use)
            return []
        target = self.world.named.get(act.target)
        return [] if target is None else self._change_creature(source, target, act, cited, use)

    def _change_battle(self, source: Creature, act: EffectAct, cited: tuple[str, ...], use: int | None) -> None:
        world = self.world
        match act:
            case JoinBattle():
                newcomer = decode(act.creature, CreatureSpec, "effect")
                newcomer = msgspec.structs.replace(newcomer, name=free_name(world, newcomer.name))
                if finds_room(world, newcomer):
                    join(world, newcomer, cited)
                    if use is not None:
                        dict(ongoing(world))[use].joined += (newcomer.name,)
            case LeaveBattle():
                if act.who in world.named:
                    leave(world, world.named[act.who], cited)
            case ChangeTile():
                self._tiles(act, use)
            case MakeZone():
                if isinstance(act.rounds, str):
                    act = msgspec.structs.replace(
                        act, rounds=max(amount_of(world, source, "zone", act.rounds, cited), 1)
                    )
                make_zone(world, act, cited, use)
            case EndZone():
                for entity, zone in zones(world):
                    if zone.made.name == act.name and act.by in (None, zone.made.by):
                        end_zone(world, entity, zone, cited)
            case ChangeEdge():
                self._edge(act, use)

    def _change_creature(
        self, source: Creature, target: Creature, act: EffectAct, cited: tuple[str, ...], use: int | None
    ) -> list[Act]:
        world, rules = self.world, self.world.rules
        match act:
            case DealDamage() if act.half:
                amount = amount_of(world, target, act.kind, act.amount, cited)
                hurt(world, target, amount // 2, act.kind, rules=cited)
            case DealDamage():
                return [Harm(target.name, str(act.amount), act.kind, rules=cited)]
            case GiveCondition() if concerned(rules, act.where, target):
                times = 1 if act.until is None else amount_of(world, target, "condition", act.times, cited)
                give(world, target, act, act.whose or target.name, times, cited, use)
            case RestoreHealth():
                amount = amount_of(world, target, "healing", act.amount, cited)
                heal(world, target, amount // 2 if act.half else amount, rules=cited)
            case ChangeResource():
                whole = act.amount if isinstance(act.amount, int) else amount_of(world, target, act.name, act.amount)
                change_resource(world, target, act.name, whole, rules=cited)
            case HideCreature():
                hide(world, target, act.from_, cited, use)
            case RevealCreature():
                reveal(world, target, act.to, cited)
            case EquipItem(away=True):
                if put_away(world, target, act.item):
                    world.emit(Equipped(who=target.name, item=act.item, away=True, rules=cited))
            case EquipItem():
                if act.item in rules.defined.items:
                    put_on(world, target, act.item)
                    world.emit(Equipped(who=target.name, item=act.item, rules=cited))
            case EndCondition():
                lose(world, target, act.condition, rules=cited)
            case ForceMovement():
                far = amount_of(world, target, "force", act.distance, cited)
                return forced_by(world, source, target, msgspec.structs.replace(act, distance=far))
            case TeleportCreature() if not isinstance(act.to, str):
                to = sent_to(world, world.named.get(source.name), target, cube_at(world, target, act.to))
                if to != target.cube:
                    stands = arrives_standing(rules, target, other=source.name != target.name)
                    return [Teleportation(target.name, to, rules=cited, sheds=stands)]
            case LetFall():
                depth = None if act.squares is None else amount_of(world, target, "fall", act.squares, cited)
                return fall_by(world, source, target, depth, cited)
        return []

    def _tiles(self, act: ChangeTile, use: int | None) -> None:
        world = self.world
        made = described(world.board, act.tile)
        plain = act.tile if isinstance(act.tile, dict) else {"char": act.tile}
        squares = () if isinstance(act.at, str) else act.at
        if use is not None:
            lay(world, Laid(use, dict.fromkeys(squares, made)))
            return
        if world.things and new_ground(world, dict.fromkeys(squares, made)):
            lay_tiles(world, squares)
            return
        change_tiles(world, dict.fromkeys(squares, made), [Changed(at=square, tile=plain) for square in squares])

    def _edge(self, act: ChangeEdge, use: int | None) -> None:
        world = self.world
        if isinstance(act.between, str):
            return
        a, b = sorted(act.between)
        edge = Edge(a, b, act.kind == "wall", act.skill, act.dc) if act.kind is not None else None
        if use is not None:
            lay(world, Laid(use, edges={(a, b): edge}))
        elif not new_edge(world, (a, b), edge):
            change_edge(world, a, b, edge, told_of_edge((a, b), edge))


def give(
    world: World,
    target: Creature,
    act: GiveCondition,
    whose: str,
    times: int,
    cited: tuple[str, ...],
    use: int | None,
) -> None:
    """Gives a creature an act's condition for its time. Without a time it lasts as long as the ability `use`."""
    lasts: Duration | None = None
    if act.until is not None:
        lasts = Duration(act.until, whose, max(times, 1), cited, use=use)
    elif use is not None:
        lasts = Duration(LASTING, "", use=use)
    gain(world, target, act.condition, rules=cited, lasts=lasts, given=True)


def going(act: Act) -> bool:
    return isinstance(act, Walk) and act.next < len(act.strides)


def described(board: Board, tile: str | dict[str, object]) -> Tile:
    """Converts a map character or a TOML table to a tile.

    Raises:
        KeyError: the character is unknown.
        ScenarioError: the table does not describe a tile.
    """
    if not isinstance(tile, str):
        return tile_of("?", decode(tile, TileSpec, "effect", "tile"))
    return board.legend[tile] if tile in board.legend else BUILT_IN[tile]


def table_of(spec: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for field in msgspec.structs.fields(spec):
        value = getattr(spec, field.name)
        usual = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if value != usual:
            plain[field.encode_name] = _plain(value)
    return plain


def _plain(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        return table_of(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value  # as from a file or a save


def finds_room(world: World, spec: CreatureSpec) -> bool:
    """True if a creature that joins the battle fits at its place or near it."""
    twin = world.copy()
    creature = add_creature(twin, spec)
    here, fits = creature.cube, has_room(twin, creature, creature.cube)
    return (fits and welcome(twin, creature, here)) or put_at(twin, creature, here, fits=fits) != here


def join(world: World, spec: CreatureSpec, rules: tuple[str, ...]) -> None:
    """Adds a creature to the battle, at its place or at the nearest free one."""
    creature = add_creature(world, spec)
    if world.equip is not None:
        for part in world.equip(creature):
            creature.put(part)
    world.creature_changed(creature)
    hp, table = creature.health.hp, table_of(spec)
    world.emit(Joined(who=creature.name, side=creature.side, at=creature.cube, hp=hp, creature=table, rules=rules))
    there = put_at(world, creature, creature.cube, fits=has_room(world, creature, creature.cube))
    if there != creature.cube:
        put_back(world, creature, there)
    settle_squeeze(world, creature)
    world.rules.hooks.on_set_up(world, creature)
    if world.order:
        world.order.append(creature.name)
    world.support_checks.add(creature.name)


_copy = component_type(Stats).copy


def hide(
    world: World, creature: Creature, names: tuple[str, ...], rules: tuple[str, ...] = (), use: int | None = None
) -> None:
    """Hides a creature from the creatures in `names`; if there are none, from all its enemies."""
    wanted = names or tuple(other.name for other in world.creatures if other.side != creature.side)
    meant = tuple(name for name in wanted if name in world.named and name != creature.name)
    known = creature.body.hidden_from
    new = tuple(name for name in meant if name not in known)
    lasting = ongoing(world)
    by_uses = {name for _, other in lasting for who, name in other.hidden if who == creature.name}
    for entity, other in lasting:
        if entity == use:
            other.hidden += tuple((creature.name, name) for name in meant if name in new or name in by_uses)
        elif use is None:
            other.hidden = tuple(pair for pair in other.hidden if pair[0] != creature.name or pair[1] not in meant)
    if new:
        _set(world, creature, known.union(new))
        world.emit(Hidden(who=creature.name, from_=new, rules=rules))


def reveal(world: World, creature: Creature, names: tuple[str, ...], rules: tuple[str, ...] = ()) -> None:
    known = creature.body.hidden_from
    found = tuple(sorted(known.intersection(names) if names else known))
    if found:
        _set(world, creature, known.difference(found))
        world.emit(Revealed(who=creature.name, to=found, rules=rules))


def _set(world: World, creature: Creature, hidden_from: frozenset[str]) -> None:
    creature.body = _copy(creature.body)
    creature.body.hidden_from = hidden_from
    change: Adjusted | None = creature.parts.get(Adjusted)
    if change is not None:
        change.base = _copy(change.base)
        change.base.hidden_from = hidden_from
    creature.memory, creature.span = {}, None
    world.creature_changed(creature)
