"""Both search kernels give the same answers, the same order and the same paths."""

import random

import pytest

import fivefoot
from fivefoot.engine.search import backend, state_index


def busy(ruleset: str, seed: int) -> str:
    """A small crowded board with walls, hard ground, steps, water and obstacles."""
    chance = random.Random(seed)
    tiles = "....::12#o~,"
    rows = ["".join(chance.choice(tiles) for _ in range(9)) for _ in range(9)]
    text = ["format = 1", 'title = "busy"', f'ruleset = "{ruleset}"', "seed = 1", "[board]", 'map = """', *rows, '"""']
    free = [(x, y) for y in range(9) for x in range(9) if rows[y][x] in ".:,"]
    for number, (x, y) in enumerate(chance.sample(free, 7)):
        modes = chance.choice(["{ walk = 30 }", "{ walk = 20, fly = 30 }", "{ walk = 15, swim = 30, climb = 20 }"])
        if not fivefoot.RULESETS[ruleset].feet:
            modes = modes.replace("30", "6").replace("20", "4").replace("15", "3")
        text += ["[[creatures]]", f'name = "c{number}"', f'side = "{"red" if number % 2 else "blue"}"']
        text += [f"at = [{x}, {y}]", f"speed = {modes}"]
    return "\n".join(text)


def answers(text: str, monkeypatch: pytest.MonkeyPatch, kernel: str) -> list[object]:
    """Everything that two creatures' reach says, in its order."""
    monkeypatch.setenv("FIVEFOOT_KERNEL", kernel)
    backend.compiled.cache_clear()
    with fivefoot.loads(text) as battle:
        return [
            (name, cube, arrival.cost, arrival.can_stop, arrival.path, arrival.opportunities)
            for name in ("c0", "c1")
            for cube, arrival in battle.reach(name).items()
        ]


@pytest.mark.parametrize("ruleset", list(fivefoot.RULESETS))
def test_kernels_agree(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled kernel answers as the wavefront does, to the letter."""
    pytest.importorskip("numba")
    for seed in range(6):
        text = busy(ruleset, seed)
        assert answers(text, monkeypatch, "fast") == answers(text, monkeypatch, "wavefront")
    backend.compiled.cache_clear()


@pytest.mark.parametrize("ruleset", list(fivefoot.RULESETS))
def test_laid_flat(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walkers' heights laid flat onto one layer change no answer and no path."""
    for seed in range(8):
        text = busy(ruleset, seed).replace("{ walk = 20, fly = 30 }", "{ walk = 20 }")
        flat = answers(text, monkeypatch, "wavefront")
        with monkeypatch.context() as patch:
            patch.setattr(state_index.FlattenedLayer, "of", staticmethod(lambda layout, nodes: None))
            deep = answers(text, monkeypatch, "wavefront")
        assert sorted(map(repr, flat)) == sorted(map(repr, deep))
