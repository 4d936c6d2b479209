"""What a seat draws is what its facts tell."""

import pytest

from fivefoot.components.events import Changed
from fivefoot.engine.board.board import Board, edge_of_kind
from fivefoot.engine.board.tiles import BUILT_IN
from fivefoot.play.replay.snapshot import board_after
from fivefoot.play.table.mirror import board_of
from fivefoot.play.table.side import board_facts

BARE = Board(((BUILT_IN["."], BUILT_IN["."]),))
BETWEEN = ((0, 0), (1, 0))


@pytest.mark.parametrize("kind", ["wall", "grating", "curtain", "obstacle"])
def test_each_kind_of_edge_is_told_and_drawn_as_such(kind: str) -> None:
    edge = edge_of_kind(*BETWEEN, kind)
    assert edge.kind == kind
    assert board_of(board_facts(BARE.with_edge(*BETWEEN, edge))).edge(*BETWEEN) == edge
    assert board_after(BARE, Changed(between=BETWEEN, kind=kind)).edge(*BETWEEN) == edge


def test_a_removed_edge_is_no_longer_drawn() -> None:
    board = BARE.with_edge(*BETWEEN, edge_of_kind(*BETWEEN, "wall"))
    assert board_after(board, Changed(between=BETWEEN, kind="nothing")).edge(*BETWEEN) is None
