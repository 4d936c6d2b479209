"""A search brain: of some whole turns it plays the one after which its side stands best, on the average of trials.

From this folder: fivefoot battle ../assets/scenarios/bridge.toml --red search_brain:searcher --blue aggressive
"""

from collections.abc import Iterator
from itertools import islice

import fivefoot
from fivefoot.brains import BRAINS, Match, View, wary
from fivefoot.intents import IntentBase

PLANS, TRIALS, ROUNDS, LEAD = 10, 4, 1.5, 0.1


def searcher(view: View) -> Iterator[IntentBase]:
    """Plays the best of a few whole turns, if it is clearly better than that of `cunning`."""
    plans = list(islice(view.turns(), PLANS))
    scores = [0.0] * len(plans)
    for luck in range(TRIALS):
        for number, plan in enumerate(plans):
            trial = view.fork(luck)  # plans tried with one luck can be compared
            trial.play(plan)
            trial.play_on(wary, ROUNDS)
            scores[number] += trial.score()
    best = max(range(len(plans)), key=scores.__getitem__)
    if scores[best] < scores[0] + TRIALS * LEAD:
        best = 0  # what `cunning` would do: trials flatter the other plans
    view.weigh(None, f"{plans[best].why}: {scores[best] / TRIALS:.2f} expected")
    yield from plans[best].play(view)


FIELD = '''
ruleset = "d20-srd"
[board]
map = """
..........
...::.....
....##....
.....::...
..........
"""
'''
for _side, _x in (("red", 0), ("blue", 9)):
    for _y in (0, 2, 4):
        FIELD += f'[[creatures]]\nname = "{_side}{_y}"\nside = "{_side}"\nat = [{_x}, {_y}]\n'
        FIELD += 'hp = 20\nac = 14\nattack = 5\ndamage = "1d8+2"\n'

if __name__ == "__main__":
    GAMES, won = 6, 0.0
    for game in range(GAMES):
        with fivefoot.loads(FIELD, seed=game) as battle:
            mine = ("red", "blue")[game % 2]
            sides = {one.name: one.side for one in battle.creatures}
            brains = {name: searcher if side == mine else BRAINS["aggressive"] for name, side in sides.items()}
            last = Match(battle, brains).play()[-1].to_dict()
            won += 0.5 if last["winner"] is None else last["winner"] == mine
    print(f"searcher won {won:g} of {GAMES} battles against aggressive")
