"""Places that `cunning` looks at together are alike, and what it counts on for a way comes true."""

import pytest
from tests.fights import Table, drawn

import fivefoot
from fivefoot.engine.brains import View
from fivefoot.engine.brains.candidates import Candidates
from fivefoot.engine.brains.evaluation import USUAL, Evaluation
from fivefoot.engine.field.reach import unwatched
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle

BOARD = "............ ....##..#... ..:......... ....o....... ............ .....#...... ............"
LOT: dict[str, Table] = {
    "ann": {"at": [2, 2]},
    "amy": {"at": [1, 5], "size": "large"},
    "abe": {"at": [4, 4], "range": 30, "threatens": False},
    "bob": {"at": [5, 3], "side": "blue"},
    "ben": {"at": [9, 1], "side": "blue", "size": "large"},
    "bud": {"at": [10, 6], "side": "blue", "hp": 3},
}


def fight(ruleset: str, **changed: Table) -> Battle:
    """Three against three at all distances, of two sizes, one of them a shooter."""
    fighter: Table = {"side": "red", "hp": 12, "attack": 4, "damage": "1d6", "ac": 13}
    lot = {name: {**fighter, **own, **changed.get(name, {})} for name, own in LOT.items()}
    return fivefoot.loads(drawn(ruleset, BOARD, lot), seed=2)


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("name", ["ann", "amy", "ben"])
@pytest.mark.parametrize("casters", [(), ("abe", "bob", "ben")])
def test_a_zone_holds_places_that_are_alike_to_all_enemies(ruleset: str, name: str, casters: tuple[str, ...]) -> None:
    areas: Table = {"can": ["ember-burst", "caltrops"], "resources": {"mana": 10}}
    with fight(ruleset, **dict.fromkeys(casters, areas)) as battle:
        battle.begin_turn(name)
        view = View(battle.world, battle.creature(name))
        sums, grid = Evaluation(view, USUAL), view.reach().grid.ground
        whole = grid.enterable
        seen = 0
        for zone in sums.zones(grid, whole):
            assert not seen & zone.places
            seen |= zone.places
            for cube in grid.layout.cubes(zone.places):
                if cube != view.me.cube:
                    assert list(zone.fears) == sums.fears(cube), cube
                    assert zone.danger == sums.danger(cube), cube
        assert seen == whole


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("name", ["ann", "bob"])
def test_attacks_that_are_sure_to_be_drawn_are_drawn(ruleset: str, name: str) -> None:
    found = 0
    with fight(ruleset, bob={"at": [3, 2]}) as battle:
        battle.begin_turn(name)
        reach = View(battle.world, battle.creature(name)).reach()
        for cube in reach.resting_places():
            sure = reach.surely_drawn(reach.grid.layout.bit(cube))
            found += len(sure)
            assert set(sure) <= set(reach[cube].opportunities), cube
    assert found


@pytest.mark.parametrize("ruleset", [name for name, rules in RULESETS.items() if rules.threat.provokes != "parting"])
def test_who_watches_all_paths_to_a_place_reacts_on_each(ruleset: str) -> None:
    found = 0
    line: dict[str, Table] = {"bob": {"at": [5, 0]}, "ben": {"at": [5, 3], "size": "medium"}, "bud": {"at": [5, 6]}}
    with fight(ruleset, **line) as battle:
        battle.begin_turn("ann")
        reach = View(battle.world, battle.creature("ann")).reach()
        places, watchers = unwatched(reach)
        for cube in reach.resting_places():
            if not places & reach.grid.layout.bit(cube):
                found += 1
                assert set(watchers) & set(reach[cube].opportunities), cube
        assert found or reach.grid.layout.low < reach.grid.layout.high


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_no_candidate_is_worth_more_than_its_places_promised(ruleset: str) -> None:
    with fight(ruleset) as battle:
        battle.begin_turn("ann")
        ahead = Candidates(View(battle.world, battle.creature("ann")))
        sums, layout = ahead.sums, ahead.reach.grid.layout
        assert ahead.near
        for foe, places, zone in ahead.near:
            for cube in layout.cubes(places):
                if cube != ahead.here:
                    assert sums.value(foe, cube, 1) == sums.value_in(zone, foe, cube, 1)
                    assert sums.value(foe, cube, 1) <= sums.most(zone, foe, 1)
        poised, most = sums.poised(ahead.reach.grid.ground, ahead.around)
        for cube in layout.cubes(ahead.around):
            assert sums.poise(cube) <= (most if poised & layout.bit(cube) else 0.0)
