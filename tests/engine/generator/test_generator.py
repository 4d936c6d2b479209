"""Generated scenarios: the same for the same seed, connected, playable, fair when mirrored."""

from collections import Counter

import msgspec
import pytest

import fivefoot
from fivefoot.components.events import BattleEnded
from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.generator.generate import bare, connected, standing_of
from fivefoot.engine.generator.sketch import Chance
from fivefoot.engine.rulesets import ALL
from fivefoot.engine.scenario.read import scenario_of
from fivefoot.engine.scenario.toml_text import text_of
from fivefoot.maps import LANDSCAPES, generate

RULESETS = tuple(rules.name for rules in ALL)


def test_draws_are_pinned() -> None:
    """The scenario of a seed must never change: scenarios are known by their seeds."""
    chance = Chance("pinned")
    assert [chance.between(1, 100) for _ in range(8)] == [60, 90, 16, 1, 81, 59, 22, 40]
    assert Chance("pinned").shuffled("abcdef") != list("abcdef")


@pytest.mark.parametrize("kind", LANDSCAPES)
def test_the_same_seed_makes_the_same_scenario(kind: str) -> None:
    assert text_of(generate(3, kind=kind)) == text_of(generate(3, kind=kind))
    assert generate(3, kind=kind).board != generate(4, kind=kind).board


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", LANDSCAPES)
def test_everybody_can_get_to_everybody_and_battles_end(kind: str, ruleset: str) -> None:
    mirror = RULESETS.index(ruleset) % 2 == 1
    scenario = generate(11, kind=kind, ruleset=ruleset, mirror=mirror, size=(16, 12), sides=(2, 2))
    assert [creature.side for creature in scenario.creatures].count("red") == 2
    assert connected(scenario)
    with fivefoot.loads(text_of(scenario)) as battle:
        assert fivefoot.play_on(battle)[-1].event == "battle-ended"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", LANDSCAPES)
def test_classes_bring_abilities_that_battles_use(kind: str, ruleset: str) -> None:
    scenario = generate(7, kind=kind, ruleset=ruleset, mirror=True, size=(18, 12), sides=(3, 3), classes=True)
    assert connected(scenario)
    assert all(one.can for one in scenario.creatures)
    red, blue = (sorted(str(one.base) for one in scenario.creatures if one.side == side) for side in ("red", "blue"))
    assert red == blue
    short = bare(scenario)
    assert "abilities" not in short
    with fivefoot.Battle(scenario_of(short)) as battle, fivefoot.Battle(scenario) as other:
        events = fivefoot.play_on(battle)
        assert [one.to_dict() for one in events] == [one.to_dict() for one in fivefoot.play_on(other)]
    assert any(event.event == "used" for event in events)


def test_connection_is_checked_with_the_rules() -> None:
    """A wall without a gap parts them, one with a gap does not, and a climber needs none."""
    scenario = generate(2, kind="ruins", sides=(1, 1))
    wall = "....#....\n....#....\n....#...."
    creatures = tuple(
        scenario.creatures[index].__class__(name=name, side=name, at=at)
        for index, (name, at) in enumerate((("red", (0, 1)), ("blue", (8, 1))))
    )
    for rows, expected in ((wall, False), (wall.replace("....#....", ".........", 1), True)):
        text = f'ruleset = "{RULESETS[0]}"\n[board]\nmap = """\n{rows}\n"""\n'
        with fivefoot.loads(text) as battle:
            board = battle.scenario.board
        made = scenario.__class__(ruleset=RULESETS[0], board=board, creatures=creatures)
        assert connected(made) is expected


@pytest.mark.parametrize("kind", LANDSCAPES)
def test_landscapes_have_cover_difficult_ground_heights_and_water(kind: str) -> None:
    """Over a few seeds, every landscape has cover, hard going, heights, water, and room to move."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        board = generate(seed, kind=kind, sides=(1, 1)).board
        tiles = [board.tiles[char] for row in board.rows for char in row]
        open_squares = sum(not tile.blocked and not tile.pit for tile in tiles)
        assert open_squares > len(tiles) * 0.35
        seen["cover"] += sum(tile.blocked or tile.obstacle for tile in tiles)
        seen["hard"] += sum(tile.terrain == "difficult" for tile in tiles)
        seen["height"] += sum(tile.floor != 0 and not tile.blocked and not tile.water for tile in tiles)
        seen["water"] += sum(tile.water > 0 for tile in tiles)
    assert min(seen["cover"], seen["hard"], seen["height"]) > 20
    assert seen["water"] > 8 or kind == "gorge"


@pytest.mark.parametrize("kind", LANDSCAPES)
def test_a_mirrored_map_mirrors(kind: str) -> None:
    scenario = generate(5, kind=kind, mirror=True)
    width = len(scenario.board.rows[0])
    assert all(row == row[::-1] for row in scenario.board.rows)
    sides = {"medium": 1, "large": 2}
    places = {
        side: sorted((c.at[0], c.at[1], c.size, str(c.speed)) for c in scenario.creatures if c.side == side)
        for side in ("red", "blue")
    }
    turned = sorted((width - sides[str(size)] - x, y, size, speed) for x, y, size, speed in places["blue"])
    assert places["red"] == turned


@pytest.mark.nightly
def test_a_mirrored_map_is_fair() -> None:
    """A brain against itself wins half of 200 battles, as far as chance goes (99 % interval)."""
    kinds = tuple(LANDSCAPES)
    winners: Counter[str | None] = Counter()
    for seed in range(200):
        scenario = generate(seed, kind=kinds[seed % len(kinds)], size=(14, 10), sides=(2, 2), mirror=True)
        with fivefoot.Battle(scenario) as battle:
            ended = fivefoot.play_on(battle)[-1]
        assert isinstance(ended, BattleEnded)
        winners[ended.winner] += 1
    decided = winners["red"] + winners["blue"]
    assert decided > 180
    assert abs(winners["red"] - decided / 2) < 2.58 * (decided / 4) ** 0.5


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({"kind": "moon"}, "kind"),
        ({"size": (5, 5)}, "size"),
        ({"size": (200, 20)}, "size"),
        ({"sides": (0, 4)}, "sides"),
        ({"sides": (4, 13)}, "sides"),
        ({"sides": (3, 4), "mirror": True}, "sides"),
        ({"ruleset": "chess"}, "ruleset"),
    ],
)
def test_impossible_requests_are_refused(keys: dict[str, object], place: str) -> None:
    with pytest.raises(ScenarioError, match=f"generate: {place}: found"):
        generate(1, **keys)  # type: ignore[arg-type]


@pytest.mark.parametrize("mirror", [True, False])
@pytest.mark.parametrize("kind", ["gorge", "rooftops"])
def test_whoever_falls_into_a_pit_or_a_yard_can_leave_it(kind: str, mirror: bool) -> None:
    """Stairs lead out of each, so that a battle does not end as a draw of creatures that cannot meet."""
    for seed in range(4):
        scenario = generate(seed, kind=kind, size=(16, 10), sides=(3, 3), mirror=mirror)
        bottom = "v" if kind == "gorge" else ".,:"
        low = [(x, y) for y, row in enumerate(scenario.board.rows) for x, char in enumerate(row) if char in bottom]
        one = next(spec for spec in scenario.creatures if spec.size == "medium")
        for at in low[::5]:
            assert one.at[:2] in standing_of(scenario, msgspec.structs.replace(one, at=at)).squares, (seed, at)
