"""fivefoot inside another game's loop: ask, submit, process, react to the events.

Run: python examples/embed_in_a_game.py
"""

import fivefoot

SCENARIO = """
format = 1
title = "A bridge"
ruleset = "epic-path"
seed = 3
[board]
map = '''
....__....
..........
....__....
'''
[[creatures]]
name = "ann"
side = "red"
at = [3, 1]
hp = 20
[[creatures]]
name = "orc"
side = "blue"
at = [4, 1]
hp = 12
"""


def main() -> None:
    """Ask what is allowed, do it, and show what a game would animate."""
    with fivefoot.loads(SCENARIO) as battle:
        wanted = {"do": "move", "path": [[4, 1], [5, 1]]}
        refusal = battle.why("ann", wanted)
        if refusal is not None:
            print("No:", refusal.reason, "-", ", ".join(refusal.rules))
        battle.submit("ann", {"do": "slide", "target": "orc", "distance": 5, "path": [[4, 0]]})
        for event in battle.process():
            print(event.to_dict())


if __name__ == "__main__":
    main()
