"""Checks arguments before anything happens."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NoReturn

import msgspec

from ..components.effect_acts import (
    ChangeTile,
    DealDamage,
    Effect,
    EffectAct,
    EffectActBase,
    EndCondition,
    EquipItem,
    ForceMovement,
    GiveCondition,
    GrantMovement,
    HideCreature,
    JoinBattle,
    LeaveBattle,
    MakeZone,
    RestoreHealth,
    RevealCreature,
    StrikeTarget,
)
from ..components.intents import BY_NAME, Intent, IntentBase
from ..components.position import Cube
from ..engine.board.tiles import TileSpec
from ..engine.errors import ScenarioError, fault_in, names, spelled
from ..engine.geometry.boxes import Box
from ..engine.memo import Memo
from ..engine.rules.ruleset import World
from ..engine.scenario import cross_checks, ruleset_checks
from ..engine.scenario.build import add_creature
from ..engine.scenario.definition_checks import check_nested, check_places
from ..engine.scenario.format import CreatureSpec, Scenario
from ..engine.scenario.shipped import based
from ..engine.scenario.validate import check_sound, decode
from ..engine.scenario.work_limits import check_work
from ..systems.effects import described, finds_room

FARTHEST = 4096
MOST_FACES, MOST_THROWN = 9999, 100
"""The largest result of a die, and the most dice thrown at a time."""


def number_of(value: object, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: found {spelled(value)}; allowed: a whole number from {least} to {most}")
    return value


def squares_of(world: World, distance: object) -> int:
    return world.rules.squares(number_of(distance, "distance", 0, FARTHEST * world.rules.unit))


def square_on(world: World, square: object) -> Sequence[int]:
    """Returns `square` if it is on the board; else it raises ValueError."""
    if isinstance(square, Sequence) and not isinstance(square, str) and len(square) in (2, 3):
        found: tuple[Any, ...] = tuple(square)
        if all(type(one) is int for one in found) and found[:2] in world.board and abs(found[-1]) <= FARTHEST:
            return found
    raise ValueError(f"{spelled(square)} is not a square of the board")


def cube_on(world: World, square: object) -> Cube:
    """Returns the cube that a square or cube means; without a height, on the floor."""
    x, y, *z = square_on(world, square)
    return x, y, z[0] if z else world.board.stand(x, y)


def space_of(world: World, what: object) -> Box:
    """Returns the cubes of a creature by name, or of a cube alone."""
    if isinstance(what, str):
        return world.named[what].box
    x, y, z = cube_on(world, what)
    return Box(x, y, z, x, y, z)


def typed_of(wanted: object, kinds: Mapping[str, type[IntentBase]] = BY_NAME) -> Intent:
    """Checks an intent, given as an object or a table, and returns it."""
    plain: object = dict(wanted) if isinstance(wanted, Mapping) else wanted
    written: tuple[type, bytes] | None = None
    if isinstance(wanted, IntentBase):
        try:
            written = type(wanted), msgspec.msgpack.encode(wanted)
            known = _CHECKED.get(written)
            if known is not None and kinds.get(known.do) is type(known):
                return known
            plain = msgspec.to_builtins(wanted)
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            raise ScenarioError("intent", "", f"a value that no intent can hold ({error})", "plain values") from None
    check_sound(plain, "intent")
    # Decoded as the kind that it names: msgspec handles a union much more slowly.
    do = plain.get("do") if isinstance(plain, dict) else None
    kind = kinds.get(do) if isinstance(do, str) else None
    any_of_them: Any = reduce(or_, kinds.values()) if kind is None else kind
    typed: Intent = decode(plain, any_of_them, "intent")
    return typed if written is None else _CHECKED.keep(written, wanted if typed == wanted else typed)


_CHECKED: Memo[tuple[type, bytes], Intent] = Memo(4096)


def plan_of(intents: object) -> list[tuple[Any, Any]]:
    if not isinstance(intents, Iterable) or isinstance(intents, str | Mapping):
        raise ScenarioError("plan", "", spelled(intents), "a list of pairs of a name and an intent")
    pairs = list(intents)
    for number, pair in enumerate(pairs):
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            raise ScenarioError("plan", f"[{number}]", spelled(pair), "a pair of a name and an intent")
    return [(name, wanted) for name, wanted in pairs]


SOURCE = "effect"
LEAVE_ROOM_AS_IT_IS = (DealDamage, RestoreHealth, GiveCondition, EndCondition)


def effect_of(
    world: World, scenario: Scenario, acts: Iterable[EffectAct | Mapping[str, Any]], by: object, rules: object
) -> Effect:
    """Checks the acts that a game gives for an effect, and returns the effect."""
    if not isinstance(acts, Iterable):
        raise ScenarioError(SOURCE, "acts", spelled(acts), "a list of acts")
    plain = [msgspec.to_builtins(act) if isinstance(act, EffectActBase) else act for act in acts]
    given = [dict(act) if isinstance(act, Mapping) else act for act in plain]
    for index, act in enumerate(given):
        if isinstance(act, dict) and isinstance(act.get("creature"), dict):
            at = f"acts[{index}].creature"
            act["creature"] = based(act["creature"], not world.rules.feet, SOURCE, at)
    whole = {
        "acts": given,
        "by": by,
        "rules": list(rules) if isinstance(rules, Iterable) and not isinstance(rules, str) else rules,
    }
    check_sound(whole, SOURCE)
    effect: Effect = decode(whole, Effect, SOURCE)
    present = set(world.named)
    as_it_is = True
    for index, act in enumerate(effect.acts):
        _check(world, scenario, act, f"acts[{index}]", present)
        if isinstance(act, JoinBattle) and as_it_is:
            _find_room(world, act, f"acts[{index}].creature.at")
        as_it_is = as_it_is and isinstance(act, LEAVE_ROOM_AS_IT_IS)
    return effect


def _check(world: World, scenario: Scenario, act: EffectAct, place: str, present: set[str]) -> None:
    def fault(key: str, found: str, allowed: str) -> NoReturn:
        raise ScenarioError(SOURCE, f"{place}.{key}", found, allowed)

    for key in ("target", "who", "whose"):
        name = getattr(act, key, None)
        if name is not None and name not in present:
            fault(key, spelled(name), names(sorted(present), name))
    people = act.from_ if isinstance(act, HideCreature) else act.to if isinstance(act, RevealCreature) else ()
    for name in people:
        if name not in present:
            fault("from" if isinstance(act, HideCreature) else "to", spelled(name), names(sorted(present), name))
    if act.when is not None:
        fault("when", spelled(act.when), "nothing; moments are those of conditions")
    for key in () if isinstance(act, RevealCreature) else ("to", "away", "towards", "at", "squares", "between"):
        square = getattr(act, key, None)
        if isinstance(square, str):
            fault(key, spelled(square), "squares of the board; words for places are those of abilities")
    check_places(world.board.width, world.board.height, act, place, fault_in(SOURCE))
    match act:
        case EquipItem():
            if act.item not in world.rules.defined.items:
                known = names(world.rules.defined.items, act.item) if world.rules.defined.items else "none is defined"
                fault("item", spelled(act.item), f"an item: {known}")
        case MakeZone():
            for key in ("moves_with", "by"):
                name = getattr(act, key)
                if name is not None and name not in present:
                    fault(key, spelled(name), names(sorted(present), name))
            if act.tile is not None:
                decode(act.tile, TileSpec, SOURCE, f"{place}.tile")
            check_nested(scenario, act, present, place, fault_in(SOURCE))
        case ForceMovement():
            if act.direction is None and act.away is None and act.towards is None:
                fault("direction", "no direction", "one of direction, away and towards")
        case StrikeTarget() | GrantMovement():
            fault("do", spelled(str(act.__struct_config__.tag)), "an act without a user of an ability")
        case ChangeTile():
            try:
                described(world.board, act.tile)
            except KeyError:
                fault("tile", spelled(act.tile), "a character of the map or of the built-in tiles, or a table")
            except ScenarioError as error:
                fault("tile", error.found, error.allowed)
        case JoinBattle():
            present.add(_newcomer(world, scenario, act, f"{place}.creature", present))
        case LeaveBattle():
            present.discard(act.who)


def _newcomer(world: World, scenario: Scenario, act: JoinBattle, place: str, present: set[str]) -> str:
    spec = decode(act.creature, CreatureSpec, SOURCE, place)
    if spec.name in present:
        raise ScenarioError(SOURCE, f"{place}.name", spelled(spec.name), "an unused name")
    others = tuple(one for one in scenario.creatures if one.name != spec.name)
    whole = msgspec.structs.replace(scenario, creatures=(*others, spec), turns=(), expect=(), source=SOURCE)
    try:
        cross_checks.check(whole)
        ruleset_checks.check_against(whole, world.rules)
        twin = world.copy()
        creature = add_creature(twin, spec, SOURCE, f"creatures[{len(others)}]")
        check_work(twin, whole)
    except ScenarioError as error:
        inner = error.place.replace(f"creatures[{len(others)}]", "", 1).lstrip(".")
        raise ScenarioError(SOURCE, f"{place}.{inner}".rstrip("."), error.found, error.allowed) from None
    x, y, _ = creature.cube
    side, board = creature.size.side, world.board
    if x + side > board.width or y + side > board.height:
        raise ScenarioError(SOURCE, f"{place}.at", spelled(list(spec.at)), "a place on the board")
    return spec.name


def _find_room(world: World, act: JoinBattle, place: str) -> None:
    newcomer = decode(act.creature, CreatureSpec, SOURCE, place)
    if not finds_room(world, newcomer):
        found = (
            f"{spelled(list(newcomer.at))}, which is taken, blocked or too narrow for {newcomer.name}, "
            "as is every place near"
        )
        raise ScenarioError(SOURCE, place, found, "a place with room for it, or one near such a place")
