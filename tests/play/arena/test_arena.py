"""The environments pass their libraries' own tests, and masks are right."""

import importlib.util
import random
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

from fivefoot.components.events import Refused
from fivefoot.components.intents import Intent
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.scenario.read import scenario_of as read_scenario
from fivefoot.play.arena import Arena, Side, Sides
from fivefoot.play.arena.intent_codes import SingleIntents
from fivefoot.play.arena.turn_codes import may_act
from fivefoot.play.battle import Battle
from fivefoot.play.save import digest

SMALL = '''
ruleset = "d20-srd"
[board]
map = """
......
..:#..
......
"""
'''
for _name, _side, _at in (
    ("ann", "red", (0, 0)),
    ("ada", "red", (0, 2)),
    ("bob", "blue", (5, 0)),
    ("ben", "blue", (5, 2)),
):
    SMALL += (
        f'[[creatures]]\nname = "{_name}"\nside = "{_side}"\nat = {list(_at)}\nhp = 6\nattack = 4\ndamage = "1d6"\n'
    )


@pytest.fixture(autouse=True)
def _quiet() -> None:
    warnings.simplefilter("ignore")


def test_pettingzoo_accepts_it() -> None:
    api_test(Arena(SMALL, rounds=5), num_cycles=60)


def test_the_same_seed_gives_the_same_battle() -> None:
    seed_test(lambda: Arena(SMALL, rounds=5), num_cycles=20)


def test_pettingzoo_accepts_it_as_a_parallel_environment() -> None:
    parallel_api_test(aec_to_parallel(Arena(SMALL, rounds=4)), num_cycles=30)


def test_gymnasium_accepts_one_side_of_it() -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(Side(SMALL, rounds=5), skip_render_check=True)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_what_the_mask_allows_is_never_refused(ruleset: str) -> None:
    dice = random.Random(4)
    arena = Arena(SMALL, ruleset=ruleset, rounds=6)
    arena.reset(seed=4)
    moved = struck = 0
    while arena.agents:
        agent = arena.agent_selection
        if arena.terminations[agent] or arena.truncations[agent]:
            arena.step(None)
            continue
        mask = arena.mask(agent)
        allowed = [action for action in range(arena.actions) if mask[action]]
        strikes = [action for action in allowed if action % arena.strikes]
        action = dice.choice(strikes or allowed)
        before = len(arena.battle.events)
        movement, target = arena.intents(agent, action)
        arena.step(action)
        kinds = [type(event).__name__ for event in arena.battle.events[before:]]
        moved += "Moved" in kinds
        struck += "Struck" in kinds
        cut_short = "Opportunity" in kinds or "Stopped" in kinds
        assert cut_short or target is None or "Struck" in kinds, (action, movement, target)
    assert moved
    assert struck
    assert not any(isinstance(event, Refused) for event in arena.battle.events)


@pytest.mark.parametrize("act", ["turn", "intent"])
def test_an_action_that_the_mask_forbids_lets_the_turn_pass(act: Any) -> None:
    arena = Arena(SMALL, act=act)
    arena.reset(seed=1)
    forbidden = [action for action in range(arena.actions) if not arena.mask(arena.agent_selection)[action]]
    before = len(arena.battle.events)
    arena.step(forbidden[0])
    assert [event.event for event in arena.battle.events[before:]] == ["turn-ended", "turn-started"]


def test_an_episode_is_the_battle_of_its_seed() -> None:
    arena = Arena(SMALL, rounds=3)
    for seed in (5, 6, 5):
        arena.reset(seed=seed)
        with Battle(arena.scenario, seed=seed) as battle:
            assert list(battle.roll_initiative()) == list(arena.battle.order)
            assert battle.world.dice.seed == arena.battle.world.dice.seed == seed
        while arena.agents:
            agent = arena.agent_selection
            arena.step(None if arena.terminations[agent] or arena.truncations[agent] else 0)
        with Battle.restore(arena.battle.save()) as again:
            assert digest(again.events) == digest(arena.battle.events)


def brawl(ruleset: str) -> dict[str, Any]:
    """Two against two within reach of each other, for single intents."""
    unit = RULESETS[ruleset].unit
    two = [("ann", "red", 1), ("ada", "red", 2), ("bob", "blue", 1), ("ben", "blue", 2)]
    creatures = [
        {"name": name, "side": side, "at": [1 if side == "red" else 3, y], "hp": 9, "attack": 4, "damage": "1d6",
         "speed": 6 * unit, "skills": {"might": 3}}
        for name, side, y in two
    ]  # fmt: skip
    board = "........\n........\n....:...\n........"
    return {"format": 1, "ruleset": ruleset, "board": {"map": board}, "creatures": creatures}


def spot(wanted: Intent) -> tuple[object, ...]:
    """What an intent is aimed at, as far as a number tells: a target, a square, or nothing."""
    to: Any = getattr(wanted, "to", None) or (getattr(wanted, "path", None) or (None,))[-1]
    return (getattr(wanted, "target", None), to and tuple(to[:2]))


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_single_intents_are_those_that_the_rules_allow(ruleset: str) -> None:
    dice = random.Random(9)
    arena = Arena(read_scenario(brawl(ruleset)), rounds=8, act="intent")
    done: set[str] = set()
    for seed in range(4):
        arena.reset(seed=seed)
        while arena.agents:
            agent = arena.agent_selection
            if arena.terminations[agent] or arena.truncations[agent]:
                arena.step(None)
                continue
            turns = arena.turns
            assert isinstance(turns, SingleIntents)
            allowed = [int(action) for action in arena.mask(agent).nonzero()[0]]
            me = arena.battle.creature(agent)
            for action in allowed[1:]:
                assert arena.battle.why(agent, turns.intent(action)) is None, turns.intent(action)
            # what the mask allows is what the rules allow, number for number
            legal = list(arena.battle.legal_intents(agent, *turns.starts)) if may_act(arena.battle, me) else []
            told = {(one.do, place) for one in legal if not getattr(one, "double", False) and (place := spot(one))}
            assert told == {(one.do, spot(one)) for one in map(turns.intent, allowed[1:])}
            kinds: dict[str, list[int]] = {}
            for action in allowed:
                kinds.setdefault(turns.intent(action).do, []).append(action)
            action = dice.choice(kinds[dice.choice(list(kinds))])
            wanted, before = turns.intent(action).do, len(arena.battle.events)
            arena.step(action)
            after = arena.battle.events[before:]
            assert not any(isinstance(event, Refused) for event in after)
            if wanted != "end":
                done.add(wanted)
                assert after[0].event != "turn-ended", "the intent comes before the turn's end"
    assert {"move", "attack"} <= done
    assert done & {"step", "shift", "push", "pull", "charge"}


def test_pettingzoo_and_gymnasium_accept_single_intents() -> None:
    from gymnasium.utils.env_checker import check_env

    api_test(Arena(SMALL, rounds=4, act="intent"), num_cycles=60)
    seed_test(lambda: Arena(SMALL, rounds=4, act="intent"), num_cycles=20)
    check_env(Side(SMALL, rounds=3, act="intent"), skip_render_check=True)


def test_many_battles_go_as_each_goes_alone() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    many = Sides(SMALL, 3, rounds=3)
    alone = [Side(SMALL, rounds=3) for _ in range(3)]
    seen, infos = many.reset(seed=7)
    assert many.observation_space.contains(seen)
    assert seen["action_mask"] is infos["action_mask"]
    last = [one.reset(seed=7 + place)[0] for place, one in enumerate(alone)]
    over, dice, ended = [False] * 3, random.Random(3), 0
    for _ in range(60):
        actions = [dice.choice(list(mask.nonzero()[0])) for mask in seen["action_mask"]]
        seen, rewards, terminations, truncations, infos = many.step(actions)
        for place, one in enumerate(alone):
            if over[place]:
                last[place], reward, over[place] = one.reset()[0], 0.0, False
            else:
                last[place], reward, done, late, _ = one.step(int(actions[place]))
                over[place] = done or late
                ended += over[place]
            assert (seen["observation"][place] == last[place]["observation"]).all()
            assert (seen["action_mask"][place] == last[place]["action_mask"]).all()
            assert (rewards[place], terminations[place] or truncations[place]) == (reward, over[place])
            assert infos["agent"][place] == one.arena.agent_selection
    assert ended > 3
    wrapped = RecordEpisodeStatistics(Sides(SMALL, 2, rounds=2))
    wrapped.reset(seed=1)
    for _ in range(12):
        *_, infos = wrapped.step(wrapped.action_space.sample())
    wrapped.close()
    with pytest.raises(ValueError, match="battles"):
        Sides(SMALL, 0)
    with pytest.raises(ValueError, match="actions: found 1"):
        many.step([0])


def test_rewards_of_the_sides_mirror_each_other() -> None:
    dice = random.Random(2)
    arena = Arena(SMALL, rounds=10)
    arena.reset(seed=2)
    while arena.agents:
        agent = arena.agent_selection
        if arena.terminations[agent] or arena.truncations[agent]:
            arena.step(None)
            continue
        allowed = [action for action in range(arena.actions) if arena.mask(agent)[action]]
        arena.step(max(allowed, key=lambda action: (action % arena.strikes > 0, dice.random())))
        sides = {arena.battle.creature(name).side: reward for name, reward in arena.rewards.items()}
        if len(sides) == 2:
            assert sides["red"] == pytest.approx(-sides["blue"])


def test_an_environment_renders() -> None:
    text, picture = Arena(SMALL, render_mode="ansi"), Arena(SMALL, render_mode="rgb_array")
    text.reset(seed=1)
    picture.reset(seed=1)
    assert text.render().splitlines()[0] == "A....C"
    assert picture.render().shape == (24, 48, 3)


def test_ten_lines_of_learning_beat_random() -> None:
    path = Path(__file__).parents[3] / "examples" / "train_ten_lines.py"
    spec = importlib.util.spec_from_file_location("train_ten_lines", path)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    assert example.measure(example.train(battles=20), battles=10) >= 0.7


def test_a_scenario_is_a_text_a_file_or_the_name_of_a_shipped_one(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    for given in (SMALL, file, str(file)):
        assert Arena(given).possible_agents == ["ann", "ada", "bob", "ben"]
    assert "Isolde" in Arena("bridge").possible_agents


def test_impossible_options_of_an_environment_are_refused(tmp_path: Path) -> None:
    from gymnasium.error import ResetNeeded

    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    for make, told in (
        (lambda: Side(SMALL, side="green"), 'side: found "green"; allowed: red, blue'),
        (lambda: Side(SMALL, opponent="genius"), "opponent"),
        (lambda: Arena(SMALL, rounds=0), "rounds: found 0"),
        (lambda: Arena(SMALL, render_mode="svg"), 'render_mode: found "svg"'),
        (lambda: Arena(SMALL.partition("[[creatures]]")[0]), "creatures: found nobody"),
    ):
        with pytest.raises(ValueError, match=told):
            make()
    env = Side(file, rounds=1)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (-1, env.arena.actions):
        with pytest.raises(ValueError, match="action: found"):
            env.step(action)
    ended = [env.step(0)[1:4] for _ in range(4)]
    assert ended[-1] == ended[-2] == (0.0, False, True), "nothing happens after the end"


def test_the_examples_of_the_docs_run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).parents[3]
    page = (root / "docs" / "tournaments.md").read_text(encoding="utf-8")
    (block,) = [code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import Side" in code]
    monkeypatch.chdir(root)
    exec(block, {})
    assert capsys.readouterr().out.strip() in ("True", "False", "None")
