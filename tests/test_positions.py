"""Positions in which rules combine: the number of ends of a turn, and the order of its intents."""

import os

import pytest
from tests.brute_intents import ends
from tests.positions import digest_of, order_of, positions, written

from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle

NIGHT = os.environ.get("FIVEFOOT_NIGHTLY") == "1"
"""By day every third position is counted."""
LEAST = 40
"""Positions that a ruleset is counted in."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_counts_and_the_order_are_what_is_written_down(ruleset: str) -> None:
    noted = written(ruleset)
    drawn = list(positions(ruleset))
    assert len(drawn) >= LEAST
    assert [made["title"] for made in drawn] == [note.title for note in noted]
    for number, (made, note) in enumerate(zip(drawn, noted, strict=True)):
        if number % 3 and not NIGHT:
            continue
        with Battle.of(made) as battle:
            order = order_of(battle)
            assert digest_of(order) == note.order, f"{note.title}: {order}"
            assert battle.turnperft(1, name="ann") == note.counts[0], note.title
            if number % 6 == 0:
                assert battle.turnperft(2, name="ann") == note.counts[1], note.title


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", RULESETS)
def test_half_of_the_counts_are_those_of_every_intent_put_to_why(ruleset: str) -> None:
    for made, note in zip(list(positions(ruleset))[::2], written(ruleset)[::2], strict=True):
        with Battle.of(made) as battle:
            assert ends(battle, "ann") == note.counts[0], note.title


def test_dice_that_show_their_average_do_so_in_every_copy() -> None:
    """A contested push has the same ends whatever the seed."""
    (made,) = (made for made in positions("pathfinder-2e") if made["title"] == "A tiny body in a foe's square")
    counts = set()
    for seed in range(4):
        with Battle.of({**made, "seed": seed}) as battle:
            counts.add(battle.turnperft(1, name="ann"))
    assert len(counts) == 1
