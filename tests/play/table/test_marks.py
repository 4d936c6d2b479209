"""What is drawn on a board as marks: each act, strike and plan in exactly these lines, frames, signs and words."""

from types import MappingProxyType
from typing import NamedTuple

import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.engine.board.board import Board
from fivefoot.engine.combat.sight import Sightline
from fivefoot.engine.combat.threat import Flank
from fivefoot.engine.legality.preview import Preview, PreviewStep
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table.marks import (
    Count,
    Dot,
    Frame,
    Label,
    Line,
    Mark,
    Sign,
    Views,
    lost_marks,
    offer_marks,
    plan_marks,
    strike_words,
    trail,
)
from fivefoot.play.table.offer import Offer
from fivefoot.play.table.plans import Intention
from fivefoot.play.table.strike_lines import StrikeLines


class Drawn(NamedTuple):
    """Ann at [0, 0] and Orc at [3, 0]."""

    board: Board
    figures: Views


def ann_and_orc() -> Drawn:
    text = drawn("d20-srd", "A..O.. ......", {"ann": {"hp": 9}, "orc": {"hp": 9}}, seed=1)
    with fivefoot.loads(text) as battle:
        return Drawn(battle.world.board, MappingProxyType(dict(Snapshot.of(battle.world).figures)))


@pytest.fixture
def there() -> Drawn:
    return ann_and_orc()


def step(x: int, **more: object) -> PreviewStep:
    return PreviewStep("ann", (x, 0, 0), 5, "walk", **more)  # type: ignore[arg-type]


def words(marks: list[Mark]) -> list[Mark]:
    """The marks after the lines of a way and before its end."""
    return [mark for mark in marks if isinstance(mark, Label | Count | Dot)]


def test_a_walk_counts_its_cost_and_says_where_it_is_checked_and_falls(there: Drawn) -> None:
    steps = [step(1, reasons=("difficult",), check="climb"), step(2, falls=True)]
    assert words(trail(there.figures, steps)) == [
        Count("5", (1.5, 0.5), "cost-1"),
        Count("10", (2.5, 0.5), "path"),
        Label("⚄ climb", (1.5, 0.5), "accent"),
        Label("⇓ falls", (2.5, 0.5), "warning"),
    ]


def test_a_push_says_what_stops_it_and_where_it_falls(there: Drawn) -> None:
    steps = [step(1, forced=True), step(2, forced=True, falls=True), step(3, forced=True, collides="orc")]
    marks = trail(there.figures, steps)
    assert words(marks) == [
        Dot((1.5, 0.5), "threat"),
        Label("⇓ falls", (2.5, 0.5), "warning"),
        Label("✖ orc", (3.5, 0.5), "warning"),
    ]
    assert [mark.ink for mark in marks if isinstance(mark, Line)] == ["threat"] * 3
    assert [mark.around for mark in marks if isinstance(mark, Frame)] == [(2, 0, 3, 1)], "where it comes to rest"


PILLAR = """
ruleset = "d20-srd"
[board]
map = '''
.......
.......
.......
.......
....o..
.......
.......
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 3]
size = "huge"
[[creatures]]
name = "orc"
side = "blue"
at = [6, 0]
"""


def test_a_squeezing_body_is_drawn_where_the_engine_lets_it_stand() -> None:
    with fivefoot.loads(PILLAR) as battle:
        figures = Snapshot.of(battle.world).figures
        seen = battle.foresee("ann", {"do": "move", "path": [[2, 3]]})
        assert isinstance(seen, Preview)
        marks = trail(figures, seen.steps)
        assert [mark.around for mark in marks if isinstance(mark, Frame)] == [(2, 3, 4, 6)], "not the row of 5 feet"
        assert [mark.at for mark in marks if isinstance(mark, Count)] == [(3.0, 4.5)]
        battle.submit("ann", {"do": "move", "path": [[2, 3]]})
        battle.process()
        assert battle.creature("ann").box.footprint == [(x, y) for y in (3, 4, 5) for x in (2, 3)]


SIGHT = {"start": (0.5, 0.5, 0.5), "end": (3.5, 0.5, 0.5), "clear": False, "what": "a wall"}


def test_a_barred_line_frames_the_square_that_bars_it(there: Drawn) -> None:
    lines = StrikeLines(sight=Sightline(**SIGHT, at=(2, 0, 0)))  # type: ignore[arg-type]
    assert strike_words(lines, there.figures) == [
        Frame((2, 0, 3, 1), "warning", rounded=False),
        Label("✖ a wall", (2.5, 0.5), "warning"),
    ]
    assert offer_marks(Offer(lines=lines), there.figures, "ann") == strike_words(lines, there.figures)


def test_a_line_barred_between_two_squares_has_a_ring_there(there: Drawn) -> None:
    lines = StrikeLines(sight=Sightline(**SIGHT, at=(1, 0, 0), beyond=(2, 0, 0)))  # type: ignore[arg-type]
    assert strike_words(lines, there.figures) == [
        Dot((2.0, 0.5), "warning", 1 / 5, ring=True),
        Label("✖ a wall", (2.0, 0.5), "warning"),
    ]


def test_a_flank_has_its_line_its_target_and_the_ally_named(there: Drawn) -> None:
    lines = StrikeLines(flanks=(("orc", Flank("bob", ((4, 1, 1), (10, 1, 1)))),))
    assert strike_words(lines, there.figures) == [
        Line((2 + 1 / 3, 0.5), (5 - 1 / 3, 0.5), "flank", 1 / 16),
        Frame((3, 0, 4, 1), "flank"),
        Label("⇄ bob", (3.5, 1), "flank", below=True),
    ]


def test_a_lost_creature_has_a_frame_a_sign_and_its_name(there: Drawn) -> None:
    assert lost_marks({"orc": there.figures["orc"]}) == [
        Frame((3.1, 0.1, 3.9, 0.9), "faint"),
        Sign("?", (3.5, 0.5), "faint"),
        Label("orc", (3.5, 1.0), "faint", below=True),
    ]


def test_a_plan_is_a_dashed_way_with_a_ring_an_arrow_and_the_odds(there: Drawn) -> None:
    plans = [
        Intention("ann", ((0, 0, 0), (1, 0, 0), (2, 0, 0)), "strikes", "orc", "55%"),
        Intention("orc", ((3, 0, 0),), "waits"),
    ]
    assert plan_marks(plans, there.figures) == [
        Line((1.0, 0.5), (1.5, 0.5), "accent", 1 / 16, dashed=True),
        Line((1.5, 0.5), (2.5, 0.5), "accent", 1 / 16, dashed=True),
        Dot((2.5, 0.5), "accent", 1 / 4, ring=True),
        Line((2.5, 0.5), (3.5 - 1 / 3, 0.5), "warning", 1 / 12, arrow=True),
        Label("…", (3.5, 0.5), "accent"),
        Label("ann: 55%", (3.5, 0), "warning"),
    ]
