"""The detector of silly moves finds those of a brain that makes them."""

from collections import Counter
from typing import Any

from tests.fights import drawn
from tests.silly import Watched

import fivefoot
from fivefoot.brains import BRAINS, Match
from fivefoot.intents import Move

ANN = {"side": "red", "hp": 40, "ac": 12, "attack": 5, "damage": "1d8"}
BOB = {**ANN, "side": "blue"}
LAVA = {"legend": {"f": {"damage": "1d4"}}}


def counted(rows: str, brain: Any, **more: Any) -> Counter[str]:
    """What the detector counts in one turn of ann, under d20-srd."""
    figures = {name: BOB for name in ("bob", "cat", "dan") if name[0].upper() in rows}
    found: Counter[str] = Counter()
    with fivefoot.loads(drawn("d20-srd", rows, {"ann": ANN, **figures}, **more)) as battle:
        battle.begin_turn("ann")
        Match(battle, {"ann": Watched(brain, found, [])}).play_turn()
    return found


def test_a_strike_that_is_left_out_counts() -> None:
    assert counted("....\n.AB.\n....", lambda view: None)["left"] == 1


def test_a_thinking_brain_leaves_none_out() -> None:
    assert counted("....\n.AB.\n....", BRAINS["cunning"]) == {"turns": 1}


def test_a_walk_through_fire_counts_where_a_way_leads_round() -> None:
    def burn(view: Any) -> Any:
        wanted = Move(to=(4, 1, 0))
        return wanted if view.lawful(wanted) and view.me.cube[0] == 1 else None

    assert counted(".........\n.A.f.....\n...f.....\n........B", burn, board=LAVA)["harm"] == 1
    assert counted("...f.....\n.A.f.....\n...f.....\n...f....B", burn, board=LAVA)["harm"] == 0


def test_two_attacks_drawn_without_a_blow_count() -> None:
    def flee(view: Any) -> Any:
        wanted = Move(to=(1, 5, 0))
        return wanted if view.lawful(wanted) else None

    assert counted(".B...\n.A...\n.C...\n.....\n.....\n.....", flee)["drawn"] == 1


def test_an_idle_turn_counts_if_a_path_leads_to_an_enemy() -> None:
    for rows, able in (("A.....B", {1}), ("A..#..B", set())):
        with fivefoot.loads(drawn("d20-srd", rows, {"ann": ANN, "bob": BOB})) as battle:
            watched = Watched(lambda view: None, Counter(), [])
            battle.begin_turn("ann")
            Match(battle, {"ann": watched}).play_turn()
            assert watched.able == able
