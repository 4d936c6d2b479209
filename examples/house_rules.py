"""The same walk under two diagonals: what a house rule does to a creature's reach.

Run: python examples/house_rules.py
"""

import fivefoot

SCENARIO = """
format = 1
title = "An open yard"
ruleset = "{ruleset}"
seed = 1
[rules]
diagonals = "{diagonals}"
[board]
map = '''
.............
.............
.............
.............
.............
.............
.............
.............
.............
.............
.............
.............
.............
'''
[[creatures]]
name = "ann"
side = "red"
at = [6, 6]
speed = 30
"""


def main() -> None:
    """Count the squares that 30 feet reach, diagonals counted either way."""
    for diagonals in ("one", "alternating"):
        with fivefoot.loads(SCENARIO.format(ruleset="pathfinder-2e", diagonals=diagonals)) as battle:
            reach = battle.reach("ann")
            corner = reach.get((10, 10, 0))
            print(f"diagonals {diagonals}: {len(reach)} squares, four diagonals cost {corner and corner.cost}")


if __name__ == "__main__":
    main()
