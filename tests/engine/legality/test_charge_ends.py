"""Where a charge ends that names no way of its own."""

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


def end_of(text: str) -> tuple[int, int]:
    """Where bran's charge at the ogre ends."""
    with fivefoot.loads(text) as battle:
        battle.begin_turn("bran")
        seen = battle.foresee("bran", {"do": "charge", "target": "ogre"})
        return seen.steps[-1].at[:2]  # type: ignore[union-attr]


def test_a_charge_does_not_end_in_a_friend_s_space_while_another_way_is_open() -> None:
    alone = SQUEEZE.replace("at = [4, 3]", "at = [0, 0]")
    assert end_of(alone) == (4, 3)
    shut = SQUEEZE.replace("at = [2, 5]", "at = [3, 4]")
    assert end_of(shut) == (4, 3)  # the only straight line there is
    beside = SQUEEZE.replace("at = [2, 5]", "at = [4, 5]").replace("at = [4, 3]", "at = [4, 3]")
    assert end_of(beside) != (4, 3)
