"""The environments pass the tests of those who define them, and masks tell the truth."""

import importlib.util
import random
import re
import warnings
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

from fivefoot.components.events import Refused
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.arena import Arena, Side

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


def test_an_action_that_the_mask_forbids_does_nothing() -> None:
    arena = Arena(SMALL)
    arena.reset(seed=1)
    forbidden = [action for action in range(arena.actions) if not arena.mask(arena.agent_selection)[action]]
    before = len(arena.battle.events)
    arena.step(forbidden[0])
    assert len(arena.battle.events) == before


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


def test_it_can_be_looked_at() -> None:
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


def test_what_an_environment_cannot_do_is_told(tmp_path: Path) -> None:
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


def test_the_docs_show_how(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).parents[3]
    page = (root / "docs" / "tournaments.md").read_text(encoding="utf-8")
    (block,) = [code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import Side" in code]
    monkeypatch.chdir(root)
    exec(block, {})
    assert capsys.readouterr().out.strip() in ("True", "False", "None")
