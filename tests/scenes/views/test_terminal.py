"""The board in a terminal."""

import io

import pytest
from rich.console import Console

import fivefoot
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.scenes.views.terminal import Watched, board_text

from ..duel import duel


def test_the_board_reads_as_its_map() -> None:
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    rows = board_text(battle.world.board, Snapshot.of(battle.world)).plain.splitlines()
    assert len(rows) == 7
    assert all(len(row) == 24 for row in rows)
    assert rows[0] == "█" * 24
    assert rows[2][4:6] == "an"
    assert rows[4][16:20] == "og··"
    assert rows[2][18:20] == "~~"


def test_a_wide_board_is_cut_to_the_terminal() -> None:
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    rows = board_text(battle.world.board, Snapshot.of(battle.world), width=12).plain.splitlines()
    assert all(len(row) == 12 for row in rows)


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_watching_changes_nothing(ruleset: Ruleset, terminal: bool) -> None:
    text = duel(ruleset.name, feet=ruleset.feet)
    alone = fivefoot.loads(text)
    expected = play_on(alone, brains_for(alone.scenario))
    watched = fivefoot.loads(text)
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=terminal, width=100, highlight=False)
    with Watched(console, watched, brains_for(watched.scenario), seconds=0) as clock:
        assert clock.play() == expected
    assert "Victory for" in shown.getvalue() or "Nobody" in shown.getvalue()


def board_part(drawn: str) -> str:
    """The squares of a picture, without the list of creatures beside them."""
    return "\n".join(line[:18] for line in drawn.splitlines()[1:5])


def test_a_side_watches_with_fog_and_where_others_were_last() -> None:
    """Whoever it does not perceive is not drawn; a question mark stands where they were."""
    rooms = {
        "ruleset": "ascension", "rules": {"sight": "side"},
        "board": {"map": "....#....\n....#....\n....#....\n.........\n"},
        "creatures": [
            {"name": "Ann", "side": "red", "at": [1, 1]}, {"name": "Bea", "side": "blue", "at": [4, 3]},
        ],
    }  # fmt: skip
    with fivefoot.Battle.of(rooms) as battle:
        console = Console(file=io.StringIO(), width=100)
        watched = Watched(console, battle, {}, side="red")
        battle.act("Bea", {"do": "move", "path": [[5, 3], [6, 2]]})
        watched._tableau = Snapshot.of(battle.world)
        console.print(watched._picture(len(battle.events)))
        assert isinstance(console.file, io.StringIO)
        drawn = console.file.getvalue()
        assert "B?" in drawn
        assert "6, 2" not in drawn
        assert "Be" not in board_part(drawn)
        assert "An" in drawn
        with pytest.raises(KeyError, match="side"):
            Watched(console, battle, {}, side="green")
