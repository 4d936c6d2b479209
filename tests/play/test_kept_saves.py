"""Saves of older versions open, and a spoilt save opens or is one sentence."""

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from tests.play.test_own_parts import PARTS, YARD

import fivefoot
from fivefoot import Battle

KEPT = sorted((Path(__file__).parents[1] / "saves").glob("*.json"))
SPOILT = int(os.environ.get("FIVEFOOT_SPOILT_SAVES", "60"))
"""Spoilt saves that are tried; 2,000 by hand."""


def opened(text: str) -> Battle:
    """A kept save, with the parts of a game where it needs them."""
    return Battle.restore(text, **(PARTS if json.loads(text).get("parts") else {}))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_save_of_an_older_version_opens_and_goes_on(path: Path) -> None:
    """By its commands, or by its state; either way its creatures are where they were."""
    text = path.read_text(encoding="utf-8")
    kept = json.loads(text)
    battle = opened(text)
    if battle.proved:
        assert len(battle.events) == kept["events"]
        assert battle.paused == kept.get("paused", False)
    spoilt = opened(json.dumps(kept | {"digest": "0" * 64}))
    assert not spoilt.proved
    state = kept["state"]
    log = state["table"]["order"] if "table" in state else state.get("log", [])
    assert len(spoilt.events) == len(log)
    for one in state["creatures"]:
        parts = one["components"]
        creature, at = spoilt.creature(parts["Team"]["name"]), parts["Position"]
        assert creature.cube == (at["x"], at["y"], at["z"])
        assert creature.health.hp == parts["Health"]["hp"]
    for again in (battle, spoilt):
        before = len(again.events)
        fivefoot.play_on(again, rounds=again.world.round + 2)
        assert len(again.events) > before
        assert Battle.restore(again.save(), **(PARTS if kept.get("parts") else {})).proved


def test_there_are_saves_of_every_kind() -> None:
    """Plain ones, in mid-move, with abilities, with a game's own parts."""
    kinds = {"plain", "mid-move", "abilities", "own-parts"}
    assert {kind for kind in kinds for path in KEPT if f"-{kind}" in path.stem} == kinds
    assert any(json.loads(path.read_text(encoding="utf-8")).get("paused") for path in KEPT)


def test_parts_are_saved_by_names_and_never_by_paths() -> None:
    """No module's name stands in a save; a name with a path, as once written, still finds its part."""
    battle = Battle.of(YARD, **PARTS)
    text = battle.save()
    assert json.loads(text)["parts"] == {"systems": ["Traps"], "components": ["bombs"], "intents": ["throw-bomb"]}
    assert "test_own_parts" not in text
    older = text.replace('"Traps"', '"some.old.module.Traps"').replace('"bombs"', '"another.bombs"')
    assert Battle.restore(older, **PARTS).proved
    unknown = text.replace('"Traps"', '"Snares"')
    with pytest.raises(fivefoot.ScenarioError, match=r"parts.systems: found Snares, which this game does not give"):
        Battle.restore(unknown, **PARTS)


def test_a_class_that_is_renamed_keeps_its_saves_by_its_registered_name() -> None:
    """`register(..., name=...)` says how saves call a system."""
    from fivefoot.play.parts import REGISTERED, SAVED_NAMES

    text = Battle.of(YARD, **PARTS).save()

    class Snares(PARTS["systems"][0]):  # type: ignore[misc]
        """The traps under a new name."""

    fivefoot.register(Snares, name="Traps")
    try:
        rest = {key: value for key, value in PARTS.items() if key != "systems"}
        assert Battle.restore(text, **rest).proved
    finally:
        REGISTERED.systems.remove(Snares)
        del SAVED_NAMES[Snares]


def spoil(text: str, chance: random.Random) -> str:
    """A save with something wrong: cut, with other characters, or with other values in its tree."""
    if chance.random() < 0.3:
        place, length = chance.randrange(len(text)), chance.randint(1, 40)
        return text[:place] + chance.choice(["", '"', "{", "0", "null", "\x00", "é"]) + text[place + length :]
    tree = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        at: Any = tree
        for _ in range(chance.randint(0, 7)):
            if not isinstance(at, (dict, list)) or not at:
                break
            key: Any = chance.choice(sorted(at)) if isinstance(at, dict) else chance.randrange(len(at))
            if isinstance(at[key], (dict, list)) and at[key] and chance.random() < 0.85:
                at = at[key]
                continue
            values: tuple[Any, ...] = (None, -1, 0, 10**9, 1.5, "", "x", [], {}, [[]], True, at[key])
            if chance.random() < 0.3 and isinstance(at, dict):
                del at[key]
            else:
                at[key] = chance.choice(values)
            break
    return json.dumps(tree)


def refusal(text: str) -> str | None:
    """Why a save does not open; None if it does."""
    try:
        Battle.restore(text, **PARTS).close()
    except fivefoot.ScenarioError as error:
        return str(error)
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}\n{text}") from error
    return None


def test_a_spoilt_save_opens_or_is_one_sentence() -> None:
    """Nothing but a ScenarioError comes of it."""
    chance = random.Random(35)
    texts = [path.read_text(encoding="utf-8") for path in KEPT]
    refused = 0
    for number in range(SPOILT):
        spoilt = spoil(chance.choice(texts), chance)
        told = refusal(spoilt)
        if told is not None:
            refused += 1
            assert len(told.splitlines()) == 1, (number, told)
    assert refused > SPOILT / 10
