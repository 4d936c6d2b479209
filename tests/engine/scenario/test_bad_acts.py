"""Acts that name what is not there: one sentence, where the file or the effect is read."""

import json
from typing import Any

import pytest

import fivefoot

SCENE: dict[str, Any] = {
    "ruleset": "d20-srd",
    "board": {"map": "......\n......"},
    "creatures": [
        {"name": "ann", "side": "red", "at": [0, 0], "can": ["spell"]},
        {"name": "bob", "side": "blue", "at": [4, 0], "hp": 9},
    ],
}

ACTS: list[tuple[dict[str, Any], str]] = [
    ({"do": "teleport", "to": [99, 99]}, "to: found [99, 99]; allowed: a square from [0, 0] to [5, 1]"),
    ({"do": "force", "distance": 5, "away": [9, 0]}, "away: found [9, 0]; allowed: a square"),
    ({"do": "force", "distance": 5, "direction": [0, 0]}, "direction: found [0, 0]; allowed: one step"),
    ({"do": "force", "distance": 5, "direction": [1, 0], "away": [1, 0]}, "several directions"),
    ({"do": "tile", "at": [[77, 7]], "tile": "."}, "at[0]: found [77, 7]; allowed: a square"),
    ({"do": "edge", "between": [[0, 0], [3, 0]], "kind": "wall"}, "allowed: two squares that share a side"),
    ({"do": "zone", "squares": [[1, 0]], "moves_with": "zed"}, 'moves_with: found "zed"; allowed: the name'),
    ({"do": "hide", "from": ["zed"]}, 'from[0]: found "zed"; allowed: the name of a creature'),
    ({"do": "reveal", "to": ["zed"]}, 'to[0]: found "zed"; allowed: the name of a creature'),
    ({"do": "join", "creature": {"name": "w", "can": ["nope"]}}, 'creature.can[0]: found "nope"; allowed: an ability'),
    ({"do": "join", "creature": {"name": "w", "items": ["nope"]}}, 'creature.items[0]: found "nope"; allowed: an item'),
]  # fmt: skip


def file_with(act: dict[str, Any], **more: Any) -> str:
    spell = {"pays": "free", "target": {}, "each": [act], **more}
    return json.dumps(SCENE | {"abilities": {"spell": spell}})


@pytest.mark.parametrize(("act", "said"), ACTS)
def test_an_ability_that_names_what_is_not_there_is_refused(act: dict[str, Any], said: str) -> None:
    with pytest.raises(fivefoot.ScenarioError) as caught:
        fivefoot.loads(file_with(act))
    assert "abilities.spell.each[0]" in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.parametrize(("act", "said"), ACTS)
def test_a_zone_that_names_what_is_not_there_is_refused(act: dict[str, Any], said: str) -> None:
    plain = SCENE | {"abilities": {"spell": {}}}
    with fivefoot.loads(json.dumps(plain)) as battle:
        with pytest.raises(fivefoot.ScenarioError) as caught:
            battle.effect([{"do": "zone", "squares": [[4, 0]], "start": [act]}], by="the story")
        assert "acts[0].start[0]" in str(caught.value)
        assert said in str(caught.value)
        assert not battle.events


@pytest.mark.parametrize("kind", ["size", "conditions"])
def test_a_newcomer_has_the_words_of_the_ruleset(kind: str) -> None:
    table = {"name": "w", kind: "vast" if kind == "size" else ["vast"]}
    with pytest.raises(fivefoot.ScenarioError, match=f"each.0..creature.{kind}.*vast"):
        fivefoot.loads(file_with({"do": "join", "creature": table}))


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("lasts", {"rounds": 0}, "lasts.rounds"),
        ("lasts", {"turns": 0}, "lasts.turns"),
        ("target", {"count": 0}, "target.count"),
        ("affects", {"count": 0}, "affects.count"),
    ],
)
def test_zero_of_a_counted_thing_is_refused(key: str, value: dict[str, int], place: str) -> None:
    with pytest.raises(fivefoot.ScenarioError) as caught:
        fivefoot.loads(file_with({"do": "damage", "amount": 1}, **{key: value}))
    assert f"abilities.spell.{place}: found 0; allowed: 1 or more" in str(caught.value)


@pytest.mark.parametrize("act", [{"do": "strike"}, {"do": "move", "distance": 5}])
def test_a_zone_neither_strikes_nor_moves(act: dict[str, Any]) -> None:
    with pytest.raises(fivefoot.ScenarioError, match=r"start\[0\].do.*an act without a user"):
        fivefoot.loads(file_with({"do": "zone", "squares": [[1, 0]], "start": [act]}))
