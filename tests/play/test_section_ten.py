"""What files may say of zones, items, conditions, predicates and terrain, tried the same under every ruleset."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

import fivefoot

RULESETS = ("epic-path", "d20-srd", "ascension", "draw-steel", "pathfinder-2e")
Turn = tuple[str, list[dict[str, Any]]]


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def far(ruleset: str, squares: int) -> int:
    """So many squares in the unit of a ruleset."""
    return squares if ruleset == "draw-steel" else 5 * squares


def ann(**changes: Any) -> dict[str, Any]:
    own = {"name": "ann", "side": "red", "at": [0, 0], "hp": 30, "ac": 12, "attack": 2, "damage": "1d4"}
    return {**own, "can": ["it"], **changes}


def bob(**changes: Any) -> dict[str, Any]:
    return {"name": "bob", "side": "blue", "at": [1, 0], "hp": 60, "ac": 12, "threatens": False, **changes}


def use(ability: str = "it", **aim: Any) -> dict[str, Any]:
    return {"do": "use", "ability": ability, **aim}


def move(*path: Sequence[int]) -> dict[str, Any]:
    return {"do": "move", "path": [list(square) for square in path]}


def battle(
    ruleset: str,
    creatures: Sequence[Mapping[str, Any]],
    ability: Mapping[str, Any] | None = None,
    turns: Iterable[Turn] = (),
    **more: Any,
) -> fivefoot.Battle:
    board = more.pop("board", {"map": "\n".join(["." * 10] * 6)})
    tree = {"format": 1, "ruleset": ruleset, "seed": 3, "board": board, "creatures": list(creatures)}
    tree["abilities"] = {"it": {"pays": "free", **(ability or {})}, **more.pop("abilities", {})}
    tree["turns"] = [{"actor": actor, "intents": intents} for actor, intents in turns]
    return fivefoot.loads(json.dumps({**tree, **more}))


def played(made: fivefoot.Battle) -> list[dict[str, Any]]:
    return [event.to_dict() for event in made.run()]


def of(events: list[dict[str, Any]], kind: str, **fields: Any) -> list[dict[str, Any]]:
    return [one for one in events if one["event"] == kind and all(one.get(key) == fields[key] for key in fields)]


def ten(ruleset: str) -> list[int]:
    """Dice of a strike's roll that come to 10."""
    return [5, 5] if ruleset == "draw-steel" else [10]


# --- zones -------------------------------------------------------------------------------------------


def zone(**fields: Any) -> dict[str, Any]:
    made = {"do": "zone", "name": "fire", "squares": [[2, 0], [3, 0]], **fields}
    return {"target": {"kind": "self"}, "does": [made]}


def hurt(amount: int) -> list[dict[str, Any]]:
    return [{"do": "damage", "amount": amount}]


def taken(events: list[dict[str, Any]], who: str = "bob") -> list[int]:
    return [event["amount"] for event in of(events, "damaged", who=who)]


def test_a_zone_meets_each_creature_once_a_turn_at_each_border(ruleset: str) -> None:
    walk = move([4, 0], [3, 0], [4, 1], [3, 0], [3, 1])
    turns = [("ann", [use()]), ("bob", [walk])]
    swift = bob(at=[5, 0], speed={"walk": far(ruleset, 12)})
    made = battle(ruleset, [ann(), swift], zone(enter=hurt(3), leave=hurt(2)), turns)
    assert taken(played(made)) == [3, 2]


def test_a_push_into_a_zone_counts_in_the_turn_of_the_pusher(ruleset: str) -> None:
    push = {"pays": "free", "each": [{"do": "force", "distance": far(ruleset, 1), "direction": [-1, 0]}]}
    turns: list[Turn] = [("ann", [use(), use("push", target="bob")]), ("bob", [move([4, 0]), move([3, 0])])]
    made = battle(
        ruleset,
        [ann(can=["it", "push"]), bob(at=[4, 0])],
        zone(enter=hurt(3)),
        turns,
        abilities={"push": push},
        rules={"actions": "free"},
    )
    assert taken(played(made)) == [3, 3]


def test_a_large_body_comes_into_a_zone_once(ruleset: str) -> None:
    turns = [("ann", [use()]), ("bob", [move([3, 0], [2, 0])])]
    made = battle(ruleset, [ann(at=[0, 3]), bob(at=[4, 0], size="large")], zone(enter=hurt(3)), turns)
    assert taken(played(made)) == [3]


def on_horseback(ruleset: str) -> list[dict[str, Any]]:
    small, medium = ("1S", "1M") if ruleset == "draw-steel" else ("small", "medium")
    pony = {"name": "pony", "side": "red", "at": [1, 1], "size": medium}
    return [pony, ann(at=[1, 1], size=small, mount="pony")]


def test_a_zone_follows_the_mount_of_its_carrier(ruleset: str) -> None:
    aura = zone(squares=[[2, 1]], moves_with="self", enter=hurt(2), rounds=9)
    turns: list[Turn] = [("ann", [use()]), ("pony", [move([2, 1], [3, 1])])]
    assert taken(played(battle(ruleset, [*on_horseback(ruleset), bob(at=[4, 1])], aura, turns))) == [2]


def test_a_rider_comes_into_the_zones_that_its_mount_goes_into(ruleset: str) -> None:
    turns: list[Turn] = [("bob", [use()]), ("pony", [move([2, 1])])]
    fire = zone(squares=[[2, 1]], enter=hurt(2))
    events = played(battle(ruleset, [*on_horseback(ruleset), bob(at=[6, 1], can=["it"])], fire, turns))
    assert taken(events, "ann") == [2]


def test_rounds_of_a_zone_count_at_the_end_of_its_makers_turns(ruleset: str) -> None:
    turns: list[Turn] = [("ann", [use()]), ("bob", []), ("ann", []), ("bob", [])]
    made = battle(ruleset, [ann(), bob(at=[2, 0])], zone(start=hurt(3), end=hurt(1), enter=hurt(9), rounds=2), turns)
    assert taken(played(made)) == [3, 1]
    made = battle(ruleset, [ann(), bob(at=[2, 0])], zone(start=hurt(3), rounds="1d4"), turns, dice=[1])
    assert taken(played(made)) == []


def test_a_zone_under_somebody_is_left_and_not_entered(ruleset: str) -> None:
    turns = [("ann", [use()]), ("bob", [move([2, 1])])]
    made = battle(ruleset, [ann(), bob(at=[2, 0])], zone(enter=hurt(3), leave=hurt(2)), turns)
    assert taken(played(made)) == [2]


def test_reach_preview_and_move_agree_on_the_tile_of_the_later_zone(ruleset: str) -> None:
    mud = {"do": "zone", "name": "mud", "squares": [[3, 0]], "tile": {"terrain": "difficult"}}
    floor = {"do": "zone", "name": "floor", "squares": [[3, 0]], "tile": {"terrain": "normal"}}
    for does, squares in (([floor, mud], 2), ([mud, floor], 1)):
        with battle(ruleset, [ann(), bob(at=[4, 0])], {"target": {"kind": "self"}, "does": does}) as made:
            made.act("ann", use())
            made.end_turn()
            preview = made.preview("bob", move([3, 0]))
            assert isinstance(preview, fivefoot.Preview)
            assert preview.steps[0].cost == made.reach("bob")[(3, 0, 0)].cost == far(ruleset, squares)


# --- items -------------------------------------------------------------------------------------------


def items(ruleset: str) -> dict[str, Any]:
    return {
        "sword": {"weapon": {"attack": 7, "damage": 4, "kind": "slashing"}},
        "bow": {"weapon": {"attack": 6, "damage": 3, "range": far(ruleset, 10)}},
        "dagger": {"weapon": {"damage": 2}, "adds": {"ac": 1}},
        "shield": {"slot": "arm", "adds": {"ac": 2}},
        "charm": {"adds": {"attack": 1}},
        "pike": {"weapon": {"reach": far(ruleset, 2), "damage": 4}},
    }


def test_drawing_a_weapon_costs_what_equip_costs(ruleset: str) -> None:
    armed = ann(items=["sword", "bow"], wields="sword", speed=far(ruleset, 2))
    shot = {"do": "attack", "target": "bob", "with": "bow"}
    with battle(ruleset, [armed, bob(at=[5, 0])], items=items(ruleset)) as made:
        found = [event.to_dict() for event in made.act("ann", shot)]
        assert [event["event"] for event in found if event["event"] in ("equipped", "struck")] == ["equipped", "struck"]
        assert of(found, "equipped", who="ann", item="bow")
        moves_on = made.why("ann", move([0, 1])) is None
        assert moves_on == (ruleset in ("draw-steel", "pathfinder-2e"))


def test_a_bow_in_hand_shoots(ruleset: str) -> None:
    strike = {"do": "attack", "target": "bob"}
    made = battle(
        ruleset,
        [ann(items=["bow"], wields="bow"), bob(at=[5, 0])],
        turns=[("ann", [strike])],
        items=items(ruleset),
        dice=ten(ruleset),
    )
    assert [event["total"] for event in of(played(made), "struck")] == [16]


@pytest.mark.parametrize(("wields", "more"), [(None, 2), ("dagger", 3)])
def test_items_add_while_worn_wielded_or_carried(ruleset: str, wields: str | None, more: int) -> None:
    worn = ann(items=["shield", "dagger", "charm"], **({} if wields is None else {"wields": wields}))
    with battle(ruleset, [worn], items=items(ruleset)) as made:
        body = made.creature("ann").body
        assert (body.ac, body.attack) == (12 + more, 3)


def test_a_reach_weapon_reacts_to_a_creature_leaving_its_reach(ruleset: str) -> None:
    turns = [("bob", [move([3, 0])])]
    armed = ann(items=["pike"], wields="pike")
    made = battle(ruleset, [armed, bob(at=[2, 0])], turns=turns, items=items(ruleset), dice=[20, 20])
    assert len(of(played(made), "opportunity")) == (ruleset != "draw-steel")  # there only who parts is struck at


# --- conditions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stack", "turns"), [("longest", 3), ("refresh", 1), ("add", 4)])
def test_a_condition_gained_again_gets_its_new_duration(ruleset: str, stack: str, turns: int) -> None:
    give = {"do": "condition", "target": "self", "condition": "hex", "until": "turn-end"}
    steps = [{"does": [{**give, "times": 3}]}, {"does": [{**give, "times": 1}]}]
    script: list[Turn] = [("ann", [use()]), *(("ann", []) for _ in range(5))]
    ability = {"target": {"kind": "self"}, "steps": steps}
    events = played(battle(ruleset, [ann()], ability, script, conditions={"hex": {"stack": stack}}))
    lost = events.index(of(events, "lost")[0])
    assert len(of(events[:lost], "turn-started")) == turns
    assert len(of(events, "renewed", who="ann", condition="hex")) == 1


def test_each_gain_of_a_condition_adds_again(ruleset: str) -> None:
    rage = {"do": "condition", "target": "self", "condition": "rage"}
    turns = [("ann", [use(), use(), use(), {"do": "attack", "target": "bob"}])]
    made = battle(
        ruleset,
        [ann(), bob()],
        {"target": {"kind": "self"}, "does": [rage]},
        turns,
        conditions={"rage": {"stack": "each", "adds": {"attack": 2}}},
        dice=[*ten(ruleset), 1],
    )
    assert of(played(made), "struck")[0]["total"] == 10 + 2 + 6


def test_speed_takes_numbers_first_and_one_half(ruleset: str) -> None:
    own = {"slug": {"speed": -far(ruleset, 1)}, "mud": {"speed": "half"}, "tar": {"speed": "half"}}
    slow = ann(conditions=["slug", "mud", "tar"], speed=far(ruleset, 6))
    with battle(ruleset, [slow], conditions=own) as made:
        assert max(arrival.cost for arrival in made.reach("ann").values()) == far(ruleset, 2)


@pytest.mark.parametrize(("bar", "allowed"), [("move", (False, True, True)), ("act", (True, False, False))])
def test_barred_kinds_of_intent_are_refused(ruleset: str, bar: str, allowed: tuple[bool, ...]) -> None:
    ability = {"target": {"kind": "creature"}, "each": hurt(1)}
    with battle(
        ruleset, [ann(conditions=["dazed-by-it"]), bob()], ability, conditions={"dazed-by-it": {"bars": [bar]}}
    ) as made:
        wanted = (move([0, 1]), {"do": "attack", "target": "bob"}, use(target="bob"))
        assert tuple(made.why("ann", one) is None for one in wanted) == allowed


# --- predicates and terrain --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "own", "fits"),
    [
        ({"has": ["prone"]}, {"conditions": ["prone"]}, True),
        ({"has": ["prone", "swarm"]}, {"conditions": ["prone"]}, False),
        ({"has": ["swarm"]}, {"traits": ["swarm"]}, True),
        ({"lacks": ["prone"]}, {}, True),
        ({"side": "enemy"}, {}, True),
        ({"side": "ally"}, {}, False),
        ({"side": "blue"}, {}, True),
        ({"size": ["large", "huge"]}, {"size": "large", "at": [2, 0]}, True),
        ({"size": "medium"}, {"size": "large", "at": [2, 0]}, False),
        ({"kind": ["undead", "elf"]}, {"kind": "elf"}, True),
        ({"kind": "undead"}, {}, False),
        ({"tag": "boss"}, {"tags": ["big", "boss"]}, True),
        ({"tag": "boss"}, {}, False),
        ({"hp_below": 1.0}, {}, False),
    ],
)
def test_each_part_of_a_predicate_decides(ruleset: str, asked: dict[str, Any], own: dict[str, Any], fits: bool) -> None:
    ability = {"target": {"who": "any"}, "requires": {"target": asked}, "each": hurt(1)}
    with battle(ruleset, [ann(), bob(**own)], ability) as made:
        assert (made.why("ann", use(target="bob")) is None) == fits


@pytest.mark.parametrize(("kind", "times"), [(None, 2), ("cavalry", 3), ("elf", 1)])
def test_terrain_costs_by_kind_the_same_everywhere(ruleset: str, kind: str | None, times: int) -> None:
    board = {"map": "....\n.ff.\n....", "legend": {"f": {"tags": ["forest"]}}}
    terrain = {"forest": {"cost": 2, "by": {"cavalry": 3, "elf": 1}}}
    walker = ann(at=[0, 1], speed=far(ruleset, 8), **({} if kind is None else {"kind": kind}))
    with battle(ruleset, [walker], board=board, terrain=terrain) as made:
        preview = made.preview("ann", move([1, 1]))
        assert isinstance(preview, fivefoot.Preview)
        moved = of([event.to_dict() for event in made.fork().act("ann", move([1, 1]))], "moved")
        costs = {preview.steps[0].cost, made.reach("ann")[(1, 1, 0)].cost, moved[0]["cost"]}
        assert costs == {far(ruleset, times)}


def test_surcharges_by_place_are_the_same_everywhere(ruleset: str) -> None:
    rules = fivefoot.RULESETS[ruleset].with_answers({"movement.surcharge": lambda world, mover: {(2, 0): 1}})
    tree = {"format": 1, "ruleset": ruleset, "board": {"map": "......"}}
    walker = {"name": "ann", "side": "red", "at": [0, 0], "speed": far(ruleset, 3)}
    with fivefoot.loads(json.dumps({**tree, "creatures": [walker]}), rules=rules) as made:
        preview = made.preview("ann", move([1, 0], [2, 0]))
        assert isinstance(preview, fivefoot.Preview)
        assert preview.cost == made.reach("ann")[(2, 0, 0)].cost == far(ruleset, 3)
        assert made.why("ann", move([1, 0], [2, 0], [3, 0])) is not None
        done = of([event.to_dict() for event in made.act("ann", move([1, 0], [2, 0]))], "done")
        assert done[0]["spent"] == far(ruleset, 3)


def test_a_save_with_a_turn_of_a_summoned_creature_is_proved(ruleset: str) -> None:
    imp = {"do": "join", "creature": {"name": "imp", "hp": 3, "at": "at"}}
    with battle(ruleset, [ann(), bob(at=[5, 0])], {"target": {"kind": "square"}, "does": [imp]}) as made:
        for square, name in (([2, 2], "imp"), ([4, 4], "imp 2")):
            made.act("ann", use(at=square))
            made.act(name, {"do": "end"})
        with fivefoot.Battle.restore(made.save()) as again:
            assert again.proved
            assert again.undo()
