"""Edges that block steps, hamper them or cut line of effect, each by itself."""

import pytest

import fivefoot
from fivefoot.engine.rulesets import ALL
from fivefoot.play.battle import Battle

FIELD = """
ruleset = "RULESET"
[board]
map = '''
......
'''
edges = [{ between = [[2, 0], [3, 0]], EDGE }]
[[creatures]]
name = "ann"
side = "red"
at = [1, 0]
damage = "1d6"
[[creatures]]
name = "orc"
side = "blue"
at = [5, 0]
"""


def field(ruleset: str, edge: str) -> Battle:
    """Two creatures with the edge between them."""
    return fivefoot.loads(FIELD.replace("RULESET", ruleset).replace("EDGE", edge))


@pytest.mark.parametrize("ruleset", [rules.name for rules in ALL])
@pytest.mark.parametrize(
    ("edge", "passes", "seen"),
    [
        ('kind = "wall"', False, False),
        ('kind = "wall", effect = false', False, True),
        ('kind = "obstacle"', True, True),
        ('kind = "obstacle", effect = true', True, False),
        ('kind = "curtain"', True, False),
        ('kind = "curtain", effect = false', True, True),
    ],
)
def test_what_an_edge_blocks(ruleset: str, edge: str, passes: bool, seen: bool) -> None:
    with field(ruleset, edge) as battle:
        assert ((3, 0, 0) in battle.reach("ann")) is passes
        assert battle.sightline("ann", "orc").clear is seen


@pytest.mark.parametrize("ruleset", [rules.name for rules in ALL])
def test_a_curtain_does_not_hamper(ruleset: str) -> None:
    with field(ruleset, 'kind = "curtain"') as curtained, field(ruleset, 'kind = "curtain", effect = false') as bare:
        costs = [{cube: arrival.cost for cube, arrival in each.reach("ann").items()} for each in (curtained, bare)]
        assert costs[0] == costs[1]
        assert costs[0][3, 0, 0] == 2 * costs[0][2, 0, 0]
