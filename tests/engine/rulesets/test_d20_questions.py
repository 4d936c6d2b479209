"""Queries of the d20 rulesets that no scenario file can make: closest creatures, refusals, searches."""

import heapq
import random

import pytest

from fivefoot.play.battle import Battle
from fivefoot.play.loading import loads

HEAD = """
format = 1
ruleset = "{ruleset}"
seed = 1
{dice}
[rules]
{rules}
[board]
map = '''
{rows}
'''
[board.legend]
X = {{ terrain = "difficult", obstacle = true }}
"""


def battle(rows: list[str], creatures: str, ruleset: str = "d20-srd", rules: str = "", dice: str = "") -> Battle:
    """A battle on a drawn board."""
    return loads(HEAD.format(ruleset=ruleset, dice=dice, rules=rules, rows="\n".join(rows)) + creatures)


TIED = """
[[creatures]]
name = "bob"
side = "blue"
at = [3, 0]
[[creatures]]
name = "cid"
side = "blue"
at = [2, 2]
"""


def test_a_die_decides_between_the_equally_close() -> None:
    """srd.distance.closest-tie: bob and cid are both 15 feet from [0, 0]; 2 is cid, second in row order."""
    with battle(["....", "....", "...."], TIED, dice="dice = [2]") as fought:
        assert fought.closest([0, 0]) == "cid"
        rolled = [event for event in fought.events if event.event == "rolled"]
        assert len(rolled) == 1
        assert rolled[0].rules == ("srd.distance.closest-tie",)


def test_the_closer_is_closest_without_a_die() -> None:
    """srd.distance.closest-tie: nothing is rolled where one is nearer."""
    with battle(["....", "....", "...."], TIED, dice="dice = []") as fought:
        assert fought.closest([3, 0]) == "bob"
        assert not [event for event in fought.events if event.event == "rolled"]


def test_questions_outside_its_turn_assume_a_new_turn() -> None:
    """srd.step.no-other-movement: the last turn's move is no reason against a step in the next."""
    with battle(["...."], '[[creatures]]\nname = "ann"\nside = "red"\nat = [0, 0]\n') as fought:
        fought.submit("ann", {"do": "move", "path": [[1, 0]]})
        fought.process()
        refusal = fought.why("ann", {"do": "step", "to": [2, 0]})
        assert refusal is not None
        assert "srd.step.no-other-movement" in refusal.rules
        fought.end_turn()
        assert fought.why("ann", {"do": "step", "to": [2, 0]}) is None
        assert fought.creature("ann").turn.moved == 1


@pytest.mark.parametrize("counts", ["no", "yes"])
def test_reach_equals_a_plain_search(counts: str) -> None:
    """srd.terrain.difficult-diagonal, srd.special.doubled-twice: every cost on drawn boards, by Dijkstra's rule."""
    dice = random.Random(7)
    for _ in range(25):
        rows = ["".join(dice.choice(".....::,X#o") for _ in range(7)) for _ in range(7)]
        rows[3] = rows[3][:3] + "." + rows[3][4:]
        squares = dice.choice([3, 6, 8])
        ann = f'[[creatures]]\nname = "ann"\nside = "red"\nat = [3, 3]\nspeed = {5 * squares}\n'
        with battle(rows, ann, rules=f'difficult-diagonal-counts = "{counts}"') as fought:
            found = {cube[:2]: arrival.cost // 5 for cube, arrival in fought.reach("ann").items()}
        assert found == plain_search(rows, (3, 3), squares, counts == "yes"), rows


def plain_search(rows: list[str], start: tuple[int, int], squares: int, counts: bool) -> dict[tuple[int, int], int]:
    """Cheapest costs in squares over (square, place in the diagonal cycle)."""
    size = len(rows)
    done: dict[tuple[tuple[int, int], int], int] = {}
    heap = [(0, start, 0)]
    while heap:
        cost, (x, y), parity = heapq.heappop(heap)
        if ((x, y), parity) in done:
            continue
        done[(x, y), parity] = cost
        for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            a, b = x + dx, y + dy
            if not (0 <= a < size and 0 <= b < size) or rows[b][a] in "#o":
                continue
            if dx and dy and "#" in (rows[y][a], rows[b][x]):
                continue
            doublings = {".": 0, ":": 1, ",": 1, "X": 2}[rows[b][a]]
            price, after = 1 << doublings, parity
            if dx and dy:
                price = price * 3 // 2 if doublings else 1 + parity
                after = 1 - parity if counts or not doublings else parity
            if cost + price <= squares:
                heapq.heappush(heap, (cost + price, (a, b), after))
    best: dict[tuple[int, int], int] = {}
    for (square, _), cost in done.items():
        best[square] = min(cost, best.get(square, cost))
    return best
