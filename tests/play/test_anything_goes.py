"""Any sound file plays: each of its intents is carried out or refused, without a crash."""

import json
from collections.abc import Mapping

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.watching import check_log

from fivefoot.components import intents
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.loading import loads

NAMES = ("ann", "bob", "cat")
MODES = ("walk", "climb", "swim", "fly", "burrow", "teleport")
CONDITIONS = ("prone", "unconscious", "dead", "grabbed", "restrained", "slowed", "stunned", "falling", "climbing")

Json = st.SearchStrategy[object]

heights = st.sampled_from((0, 0, 0, 1, -1, 3, 20, -12, -4096))
flat = st.tuples(st.integers(-1, 6), st.integers(-1, 4))
squares = flat | st.tuples(st.integers(-1, 6), st.integers(-1, 4), heights)
lengths = st.sampled_from((0, 1, 2, 5, 10, 30, 100, 10_000))
damage = st.sampled_from(("2d6", "d4+1", "7", 3))
sizes = st.sampled_from(("tiny", "medium", "large", "huge", "gargantuan", "1M", 2))

CREATURE: Mapping[str, Json] = {
    "size": sizes,
    "speed": lengths | st.dictionaries(st.sampled_from(MODES), st.sampled_from((0, 5, 6, 30)), max_size=3),
    "hover": st.booleans(),
    "body": st.sampled_from(("tall", "long")),
    "reach": st.sampled_from((0, 1, 5, 10, 10_000)),
    "space": st.sampled_from((0.5, 2.5, 5, 10, 30)),
    "head": st.sampled_from((0.5, 3, 9)),
    "hp": st.integers(-5, 20),
    "damage": damage,
    "attacks": st.integers(0, 4),
    "threatens": st.booleans(),
    "conditions": st.lists(st.sampled_from(CONDITIONS), max_size=2, unique=True),
    "grabbed_by": st.sampled_from(NAMES),
    "mount": st.sampled_from(NAMES),
    "hidden_from": st.lists(st.sampled_from(NAMES), max_size=2),
    "armor": st.sampled_from(("light", "heavy")),
    "load": st.sampled_from(("medium", "heavy")),
    "skills": st.dictionaries(st.sampled_from(("acrobatics", "might", "tumble", "climb")), st.integers(-9, 30)),
    "traits": st.lists(st.sampled_from(("object", "swarm", "fills-space", "incorporeal", "immune-prone"))),
    "forced_reduction": lengths | st.lists(lengths, max_size=2),
    "elects_prone": st.sampled_from(("never", "always", "hazard")),
    "willing": st.booleans(),
    "reach_weapon": st.booleans(),
    "action_points": st.integers(0, 2),
}

FIELDS: Mapping[str, Json] = {
    "target": st.sampled_from(NAMES),
    "from": st.sampled_from(NAMES),
    "also": st.lists(st.sampled_from(NAMES), max_size=2),
    "to": squares,
    "at": squares,
    "set_down": squares,
    "path": st.lists(squares, max_size=4),
    "distance": lengths,
    "height": lengths,
    "squares": lengths,
    "vertical": st.booleans() | st.sampled_from((1, -3, 9999)),
    "mode": st.sampled_from(MODES),
    "by": st.sampled_from(("rest", "full-attack", "feature", "action-point")),
    "action": st.sampled_from(("move", "standard", "nothing")),
    "part": st.just(["draw-weapon"]),
    "condition": st.sampled_from(("prone", "grabbed", "slowed")),
    "lose": st.sampled_from(("prone", "grabbed")),
    "speed": lengths,
    "size": sizes.map(str),
    "damage": damage,
    "with": st.sampled_from(("might", "agility")),
    "what": st.just("draw-weapon"),
    "cover": st.integers(0, 4),
    "level": st.integers(0, 9),
    "modifier": st.integers(-2, 2),
    "recoil_relief": st.integers(0, 4),
}


@st.composite
def creatures(draw: st.DrawFn, name: str, side: str) -> dict[str, object]:
    """A creature with a few of its keys set."""
    keys = draw(st.lists(st.sampled_from(sorted(CREATURE)), max_size=4, unique=True))
    at = draw(st.tuples(st.integers(0, 5), st.integers(0, 3)))
    high = draw(st.sampled_from(([], [], [], [3], [-1])))
    return {"name": name, "side": side, "at": [*at, *high]} | {key: draw(CREATURE[key]) for key in keys}


@st.composite
def wishes(draw: st.DrawFn) -> dict[str, object]:
    """An intent with what it needs and some of what it may have."""
    kind = draw(st.sampled_from(intents.KINDS))
    asked: dict[str, object] = {"do": str(kind.__struct_config__.tag)}
    for field in msgspec.structs.fields(kind):
        if field.required or draw(st.integers(0, 2)) == 0:
            asked[field.encode_name] = draw(FIELDS.get(field.encode_name, st.booleans()))
    return asked


@st.composite
def scenarios(draw: st.DrawFn) -> str:
    """A small crowded board, anything drawn on it, three creatures, four turns."""
    rows = draw(st.lists(st.text(".....:%~2_^,#ods", min_size=7, max_size=7), min_size=5, max_size=5))
    turns = draw(
        st.lists(
            st.fixed_dictionaries(
                {"actor": st.sampled_from(NAMES), "intents": st.lists(wishes(), min_size=1, max_size=3)}
            ),
            min_size=1,
            max_size=4,
        )
    )
    return json.dumps(
        {
            "ruleset": draw(st.sampled_from(sorted(RULESETS))),
            "seed": 1,
            "rules": {"actions": draw(st.sampled_from(("free", "enforced")))},
            "board": {"map": "\n".join(rows)},
            "creatures": [
                draw(creatures(name, side)) for name, side in zip(NAMES, ("red", "blue", "red"), strict=True)
            ],
            "turns": turns,
        }
    )


@settings(max_examples=100)
@given(scenarios())
def test_any_script_plays_or_is_refused(text: str) -> None:
    try:
        battle = loads(text)
    except ScenarioError:
        return
    places = {creature.name: creature.cube for creature in battle.creatures}
    if battle.run():
        check_log(battle, places)
    for name in NAMES:
        reach = battle.reach(name)
        assert battle.creature(name).position.cube in reach
        battle.threat(name)
        assert battle.distance(name, "ann") >= 0
        for other in NAMES:
            battle.flanked(name, other)
    battle.close()


def test_a_creature_fallen_into_earth_cannot_move() -> None:
    text = 'ruleset = "draw-steel"\n[board]\nmap = "..."\n[[creatures]]\nname = "ann"\nside = "red"\nat = [1, 0]\n'
    text += '[[turns]]\nactor = "ann"\nintents = [{ do = "fall", squares = 3 }]\n'
    battle = loads(text)
    battle.run()
    assert {cube: arrival.cost for cube, arrival in battle.reach("ann").items()} == {(1, 0, -3): 0}
