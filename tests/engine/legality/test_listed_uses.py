"""The uses listed for brains are those that a plain search without bounds finds, in the same order."""

import random
from collections.abc import Iterator

import pytest
from tests.systems.random_battles import random_battle

from fivefoot.components.ability import Ability
from fivefoot.components.intents import StepAim, Use
from fivefoot.engine.combat.aims import (
    affected,
    aimed_at,
    counts,
    harms,
    heals,
    in_range,
    range_of,
    takes_downed,
    target_of,
)
from fivefoot.engine.combat.areas import DIRECTIONS, size_of
from fivefoot.engine.combat.threat import perceives
from fivefoot.engine.geometry.boxes import Box, over_ground
from fivefoot.engine.legality.likely_uses import unready, uses_of
from fivefoot.engine.legality.planners.abilities import check_aim, usable
from fivefoot.engine.rules.budget import at_start, squares_between
from fivefoot.engine.rules.ruleset import Request, World
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.creature import Creature
from fivefoot.engine.state.verdict import Forbidden
from fivefoot.play.battle import Battle


def plainly(world: World, user: Creature, name: str, ability: Ability) -> list[StepAim]:
    """The first aim of each group of creatures that an ability of one step meets, all creatures and squares tried."""
    found: list[StepAim] = []
    if unready(world, user, name) is not None:
        return found
    reach, spec = range_of(target_of(ability, ability), ability), target_of(ability, ability)
    seen: list[list[str]] = []
    for aim in aims(world, user, ability):
        other = world.named[aim.target] if aim.target is not None else user
        met = [one.name for one in affected(world, user, ability, ability, aim, own=True)]
        far = other is not user and not in_range(world, user, reach, other.box, other)
        if spec.kind == "square" and aim.at is not None:
            at = (*aim.at[:2], world.board.stand(*aim.at[:2]))
            far = not in_range(world, user, reach, Box(*at, *at))
        if not far and met and met not in seen and lawful(world, user, name, ability, aim):
            seen.append(met)
            found.append(aim)
    return found


def lawful(world: World, user: Creature, name: str, ability: Ability, aim: StepAim) -> bool:
    try:
        check_aim(Request(world, user, Use(ability=name)), user, ability, ability, aim)
    except Forbidden:
        return False
    return True


def aims(world: World, user: Creature, ability: Ability) -> Iterator[StepAim]:
    spec = target_of(ability, ability)
    if spec.kind == "self":
        yield StepAim()
    elif spec.kind == "direction":
        yield from (StepAim(direction=way) for way in DIRECTIONS)
    elif spec.kind == "creature":
        who, downed = aimed_at(ability, spec), takes_downed(ability)
        meant = (one for one in world.creatures if counts(who, user, one) and (downed or not one.out))
        yield from (StepAim(target=one.name) for one in meant)
    else:
        yield from (StepAim(at=square) for square in centres(world, user, ability))


def centres(world: World, user: Creature, ability: Ability) -> list[tuple[int, int]]:
    """The squares for a burst: three for each set of creatures within its size."""
    assert ability.area is not None
    rules, board, who = world.rules, world.board, ability.affects.who
    if who == "any":
        who = "enemies" if harms(ability) else "allies" if heals(ability) else "any"
    size = size_of(rules, ability.area.size)
    wanted = [
        one
        for one in world.creatures
        if counts(who, user, one) and (not one.out or takes_downed(ability)) and (one is user or perceives(user, one))
    ]
    alive = [one for one in world.creatures if not one.out]
    groups: dict[frozenset[str], list[tuple[int, int]]] = {}
    squares = [(x, y) for y in range(board.height) for x in range(board.width)]
    near = [[cell for cell in squares if over_ground(one.box, Box(*cell, 0, *cell, 0)) <= size] for one in wanted]
    reach = range_of(target_of(ability, ability), ability)
    for x, y in dict.fromkeys(cell for group in near for cell in group):
        at, cell = (x, y, board.stand(x, y)), Box(x, y, 0, x, y, 0)
        if in_range(world, user, reach, Box(*at, *at)):
            within = [one for one in alive if squares_between(rules, cell, one.box._replace(z0=0, z1=0)) <= size]
            groups.setdefault(frozenset(one.name for one in within), []).append((x, y))
    right = {one.name for one in wanted}
    best = sorted(groups.items(), key=lambda entry: len(entry[0] - right) - 2 * len(entry[0] & right))
    return [cell for _, listed in best for cell in listed[:3]]


def is_plain(ability: Ability) -> bool:
    """Whether an ability has one step, makes no ground and moves nobody to its aim."""
    area, spec = ability.area, target_of(ability, ability)
    acts = {str(act.__struct_config__.tag) for act in ability.acts}
    if len(ability.whole) > 1 or ability.sends or acts & {"zone", "tile", "edge", "join"} or spec.kind == "edge":
        return False
    if spec.kind == "creature":
        return spec.count == 1 and area is None
    return area is not None and (spec.kind != "square" or area.shape == "burst")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_listing_equals_a_plain_search(ruleset: str) -> None:
    listed = empty = 0
    for seed in range(60):
        made = random_battle(random.Random(seed), ruleset, content=True, wide=seed % 2 == 0)
        if made is None:
            continue
        with Battle(made) as battle:
            battle.roll_initiative()
            for one in battle.world.creatures:
                world, user = at_start(battle.world, one)
                for name in usable(user):
                    ability = world.abilities[name]
                    if not is_plain(ability):
                        continue
                    found = [use.aim for use in uses_of(world, user, name)]
                    assert found == plainly(world, user, name, ability), (seed, one.name, name)
                    listed, empty = listed + len(found), empty + (not found)
    assert listed > 20
    assert empty > 20
