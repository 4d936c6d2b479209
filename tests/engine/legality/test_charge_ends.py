"""The end of a charge without a path of its own."""

import fivefoot

SQUEEZE = '''
ruleset = "epic-path"
[board]
map = """
........
........
........
........
........
........
"""
[[creatures]]
name = "bran"
side = "red"
at = [2, 5]
hp = 30
damage = "1d6"
[[creatures]]
name = "isolde"
side = "red"
at = [4, 3]
hp = 30
[[creatures]]
name = "ogre"
side = "blue"
at = [5, 1]
size = "large"
hp = 60
'''


def end_of(text: str) -> tuple[int, ...] | None:
    """Where bran's charge at the ogre ends; None where there is no such charge."""
    with fivefoot.loads(text) as battle:
        battle.begin_turn("bran")
        seen = battle.foresee("bran", {"do": "charge", "target": "ogre"})
        return None if isinstance(seen, fivefoot.Refusal) else seen.steps[-1].at[:2]


def test_a_charge_does_not_end_in_a_friend_s_space() -> None:
    alone = SQUEEZE.replace("at = [4, 3]", "at = [0, 0]")
    assert end_of(alone) == (4, 3)
    shut = SQUEEZE.replace("at = [2, 5]", "at = [3, 4]")
    assert end_of(shut) is None  # the only straight line there is leads into isolde's square
    beside = SQUEEZE.replace("at = [2, 5]", "at = [4, 5]").replace("at = [4, 3]", "at = [4, 3]")
    assert end_of(beside) not in (None, (4, 3))
