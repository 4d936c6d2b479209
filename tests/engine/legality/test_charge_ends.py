"""The end of a charge without a path of its own."""

from tests.fights import drawn

import fivefoot


def end_of(drawing: str) -> tuple[int, ...] | None:
    """Where bran's charge at the ogre ends, with his friend isolde about; None where there is no such charge."""
    bodies = {
        "bran": {"hp": 30, "damage": "1d6"},
        "isolde": {"side": "red", "hp": 30},
        "ogre": {"size": "large", "hp": 60},
    }
    with fivefoot.loads(drawn("epic-path", drawing, bodies)) as battle:
        battle.begin_turn("bran")
        seen = battle.foresee("bran", {"do": "charge", "target": "ogre"})
        return None if isinstance(seen, fivefoot.Refusal) else seen.steps[-1].at[:2]


def test_a_charge_does_not_end_in_a_friend_s_space() -> None:
    assert end_of("I....... .....O.. ........ ........ ........ ..B.....") == (4, 3)
    shut = end_of("........ .....O.. ........ ....I... ...B.... ........")
    assert shut is None  # the only straight line there is leads into isolde's square
    beside = end_of("........ .....O.. ........ ....I... ........ ....B...")
    assert beside not in (None, (4, 3))
