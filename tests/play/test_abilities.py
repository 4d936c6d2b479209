"""Abilities through the front door: questions, odds, copies with dice of their own, saving and undoing."""

from collections import Counter
from typing import Any

import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.engine.rulesets import RULESETS

FIRE = [{"do": "damage", "amount": "3d6", "kind": "fire"}]
ABILITIES: dict[str, Any] = {
    "fireball": {
        "pays": "free",
        "spends": {"mana": 4},
        "cooldown": 1,
        "target": {"kind": "square"},
        "area": {"shape": "burst", "size": 2},
        "affects": {"who": "enemies"},
        "roll": {"save": "reflex", "dc": 12},
        "on": {"failure": FIRE, "success": [{**FIRE[0], "half": True}]},
    },
    "double": {
        "pays": "free",
        "target": {"range": "reach"},
        "does": [{"do": "strike"}, {"do": "strike", "on": {"hit": [{"do": "condition", "condition": "prone"}]}}],
    },
    "combo": {
        "pays": "free",
        "target": {"range": "reach"},
        "roll": {"strike": True},
        "on": {"hit": [{"do": "damage", "amount": "1d4"}]},
        "steps": [
            {"after": "hit", "roll": {"save": "fortitude", "dc": 13}, "on": {"failure": FIRE}},
        ],
    },
    "cure": {"pays": "free", "uses": 1, "target": {"range": 6}, "each": [{"do": "heal", "amount": "1d8"}]},
}


def battle(ruleset: str = "d20-srd", **more: Any) -> fivefoot.Battle:
    """Mia beside an ogre, with a friend and an orc further off; distances are squares in every ruleset."""
    unit = RULESETS[ruleset].unit

    def scaled(table: Any) -> Any:
        if isinstance(table, dict):
            near = {
                key: value * unit for key, value in table.items() if key in ("size", "range") and isinstance(value, int)
            }
            return {**{key: scaled(value) for key, value in table.items()}, **near}
        return [scaled(one) for one in table] if isinstance(table, list) else table

    text = drawn(
        ruleset,
        "........\n.MO...R.\n.F......\n........",
        {
            "mia": {"can": list(ABILITIES), "resources": {"mana": 6}, "attack": 4, "damage": "1d6", "hp": 20},
            "ogre": {"hp": 14, "side": "blue", "ac": 12, "skills": {"reflex": 1}, "abilities": {"reflex": 1}},
            "friend": {"at": [1, 2], "side": "red", "hp": 10},
            "rat": {"at": [6, 1], "side": "blue", "hp": 5},
        },
        abilities=scaled(ABILITIES),
        **more,
    )
    return fivefoot.loads(text)


def use(ability: str, **aim: Any) -> dict[str, Any]:
    """An intent."""
    return {"do": "use", "ability": ability, **aim}


def test_each_ability_says_whether_it_may_be_used_and_why_not() -> None:
    with battle() as b:
        assert {name: state.usable for name, state in b.abilities("mia").items()} == dict.fromkeys(ABILITIES, True)
        assert b.abilities("ogre") == {}
        b.act("mia", use("fireball", at=[5, 1]))
        state = b.abilities("mia")["fireball"]
        assert not state.usable
        assert str(state.why) == "fireball costs 4 mana; mia has 2"


def test_who_is_near_but_unfit_is_the_reason_why_there_is_no_target(monkeypatch: pytest.MonkeyPatch) -> None:
    required = {**ABILITIES["double"], "requires": {"target": {"has": ["prone"]}}}
    monkeypatch.setitem(ABILITIES, "double", required)
    with battle() as b:
        assert str(b.abilities("mia")["double"].why) == "double cannot be used now: ogre is not prone"
        b.effect([{"do": "condition", "target": "rat", "condition": "prone"}], by="a test")
        far = "there is no target for double within its range and line"
        assert str(b.abilities("mia")["double"].why) == far


def test_targets_are_the_aims_that_are_allowed() -> None:
    with battle() as b:
        assert b.targets("mia", "double") == ["ogre"]
        assert b.targets("mia", "cure") == ["friend"]
        squares = b.targets("mia", "fireball")
        assert len(squares) == 32
        assert all(b.why("mia", use("fireball", at=list(square))) is None for square in squares)
        with pytest.raises(KeyError, match="mia has no ability called"):
            b.targets("mia", "zap")


def test_an_area_is_known_before_it_is_used() -> None:
    with battle() as b:
        found = b.area("mia", use("fireball", at=[4, 1]))
        assert found.creatures == ("ogre", "rat")
        assert found.squares == b.burst((4, 1), 10)
        assert b.area("mia", use("double", target="ogre")).creatures == ("ogre",)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("ability", ["double", "combo"])
def test_odds_agree_with_what_happens(ruleset: str, ability: str) -> None:
    rounds = 600
    with battle(ruleset) as b:
        wanted = use(ability, target="ogre")
        odds = b.odds("mia", wanted)
        assert not isinstance(odds, fivefoot.Refusal)
        taken: list[int] = []
        prone = falls = 0
        for seed in range(rounds):
            events = b.fork(dice=seed).act("mia", wanted)
            taken.append(sum(event.amount for event in events if event.event == "damaged"))
            prone += any(event.event == "gained" for event in events)
            falls += any(event.event == "downed" for event in events)
        told = odds["ogre"]
        assert told.least <= min(taken)
        assert max(taken) <= told.most
        assert sum(taken) / rounds == pytest.approx(told.mean, abs=0.6)
        assert prone / rounds == pytest.approx(told.conditions.get("prone", 0.0), abs=0.06)
        assert falls / rounds == pytest.approx(told.falls, abs=0.06)
        assert sum(told.outcomes.values()) == pytest.approx(1.0)


def test_odds_of_an_area_count_each_creature_by_itself() -> None:
    with battle() as b:
        odds = b.odds("mia", use("fireball", at=[4, 1]))
        assert not isinstance(odds, fivefoot.Refusal)
        assert list(odds) == ["ogre", "rat"]
        assert odds["ogre"].outcomes == {"success": pytest.approx(0.5), "failure": pytest.approx(0.5)}
        assert (odds["ogre"].least, odds["ogre"].most) == (1, 18)
        assert odds["ogre"].mean == pytest.approx(0.5 * 10.5 + 0.5 * 5.0)


def test_copies_with_one_seed_meet_the_same_luck() -> None:
    with battle() as b:
        one, other = b.fork(dice=7), b.fork(dice=7)
        one.act("mia", use("double", target="ogre"))
        for twin in (one, other):
            twin.begin_turn("ogre")
        assert [
            e.to_dict()["total"] for e in one.act("ogre", {"do": "attack", "target": "mia"}) if e.event == "struck"
        ] == [e.to_dict()["total"] for e in other.act("ogre", {"do": "attack", "target": "mia"}) if e.event == "struck"]
        luck = Counter(
            tuple(e.total for e in b.fork(dice=seed).act("mia", use("double", target="ogre")) if e.event == "struck")
            for seed in range(20)
        )
        assert len(luck) > 10
        average = b.fork(dice="average").act("mia", use("fireball", at=[4, 1]))
        assert [event.results for event in average if event.event == "rolled"] == [(10,), (10,), (3, 3, 3)]
        with pytest.raises(ValueError, match="allowed"):
            b.fork(dice="loaded")  # type: ignore[arg-type]


def test_uses_are_undone_saved_and_forked() -> None:
    with battle() as b:
        before = b.save()
        events = [event.to_dict() for event in b.act("mia", use("fireball", at=[4, 1]))]
        assert b.undo()
        assert b.save() == before
        assert [event.to_dict() for event in b.act("mia", use("fireball", at=[4, 1]))] == events
        b.act("mia", use("double", target="ogre"))
        again = fivefoot.Battle.restore(b.save())
        assert [event.to_dict() for event in again.events] == [event.to_dict() for event in b.events]
        assert str(again.why("mia", use("fireball", at=[4, 1]))) == str(b.why("mia", use("fireball", at=[4, 1])))
        for seq in range(len(b.events) - 1, 0, -1):
            b.undo(seq)
            assert len(b.events) == seq + 1
        b.end_turn()


def test_a_plan_of_several_intents_is_foreseen() -> None:
    with battle() as b:
        length = len(b.events)
        plan = b.preview_plan([("mia", use("combo", target="ogre")), ("mia", use("cure", target="ogre"))])
        ogre = plan.creatures["ogre"]
        assert ogre.hp is not None
        assert (ogre.hp.least, ogre.hp.most) == (14 - 22, 14)
        assert ogre.hp.least < ogre.hp.mean < ogre.hp.most
        assert plan.refused is not None
        assert "cannot aim at" in plan.refused.reason
        assert plan.number == 1
        assert len(b.events) == length


def test_uses_are_among_the_legal_intents_of_their_user_alone() -> None:
    with battle() as b:
        found = {wanted.ability for wanted in b.legal_intents("mia", "use")}  # type: ignore[union-attr]
        assert found == set(ABILITIES)
        assert all(b.why("mia", wanted) is None for wanted in b.legal_intents("mia", "use"))
        assert list(b.legal_intents("ogre", "use")) == []


GROUND: dict[str, Any] = {
    "dash": {
        "pays": "free",
        "target": {"kind": "square"},
        "does": [{"do": "move", "target": "self", "distance": 20}],
        "steps": [
            {
                "target": {"range": "reach"},
                "roll": {"strike": True},
                "on": {"hit": [{"do": "force", "distance": 10, "direction": [1, 0]}]},
            }
        ],
    }
}


def test_a_preview_tells_of_harm_and_of_what_stops_a_push() -> None:
    text = drawn(
        "epic-path",
        "........\n.M.LO#..\n........",
        {"mia": {"can": ["dash"], "hp": 20}, "ogre": {"hp": 14}},
        board={"legend": {"L": {"damage": "2d6"}}},
        abilities=GROUND,
    )
    with fivefoot.loads(text) as b:
        seen = b.preview("mia", use("dash", at=[3, 1], choices=[{"target": "ogre"}]))
        assert isinstance(seen, fivefoot.Preview)
        assert [(step.who, step.at, step.harm) for step in seen.steps if not step.forced] == [
            ("mia", (2, 1, 0), ""),
            ("mia", (3, 1, 0), "2d6"),
        ]
        assert seen.harm == "2d6"
        assert seen.strikes == ("ogre",)
        (push,) = [step for step in seen.steps if step.forced]
        assert push.who == "ogre"
        assert push.blocked is not None
        assert seen.blocked == push.blocked
        walk = b.preview("mia", {"do": "move", "to": [3, 1]})
        assert isinstance(walk, fivefoot.Preview)
        assert [step.harm for step in walk.steps] == ["", "2d6"]
        assert b.foresee("mia", {"do": "move", "to": [3, 1]}) == walk


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_teleport_is_previewed_where_it_puts_its_target(ruleset: str) -> None:
    """`to = "self"` names a place that is taken: the nearest free one is meant."""
    with fivefoot.Battle.of(
        {
            "ruleset": ruleset,
            "seed": 1,
            "board": {"map": "......\n......\n"},
            "abilities": {
                "fetch": {"pays": "free", "target": {"range": 60}, "each": [{"do": "teleport", "to": "self"}]}
            },
            "creatures": [
                {"name": "ann", "side": "red", "at": [0, 0], "can": ["fetch"]},
                {"name": "bob", "side": "blue", "at": [4, 0]},
            ],
        }
    ) as battle:
        battle.begin_turn("ann")
        wanted = {"do": "use", "ability": "fetch", "target": "bob"}
        foreseen = battle.preview("ann", wanted)
        assert isinstance(foreseen, fivefoot.Preview)
        came = [event for event in battle.act("ann", wanted) if event.event == "teleported"]
        assert [step.at for step in foreseen.steps] == [event.to for event in came]
        assert len(came) == 1
