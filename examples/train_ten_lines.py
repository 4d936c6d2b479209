"""Learning to fight in ten lines: which kind of turn pays, found by trying (needs fivefoot[rl]).

    python examples/train_ten_lines.py

After a hundred battles the learner beats the brain `random` nearly always.
"""

import random
from collections import defaultdict

from fivefoot.arena import Side

SCENARIO = """
ruleset = "d20-srd"
[board]
map = '''
........
...:....
...#....
........
........
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 1]
hp = 16
ac = 13
attack = 4
damage = "1d8+1"
[[creatures]]
name = "ada"
side = "red"
at = [0, 3]
hp = 16
ac = 13
attack = 4
damage = "1d8+1"
[[creatures]]
name = "bob"
side = "blue"
at = [7, 1]
hp = 16
ac = 13
attack = 4
damage = "1d8+1"
[[creatures]]
name = "ben"
side = "blue"
at = [7, 3]
hp = 16
ac = 13
attack = 4
damage = "1d8+1"
"""


def battle(env, dice, seed, value, curious):
    """One battle: the kinds of turn it took, each with what came of it at once."""
    env.reset(seed=seed)
    taken, over = [], False
    while not over:
        kinds = defaultdict(list)
        for action in env.legal():
            kinds[env.kind(action)].append(action)
        kind = dice.choice(list(kinds)) if dice.random() < curious else max(kinds, key=lambda kind: value[kind])
        _, reward, won, late, _ = env.step(dice.choice(kinds[kind]))
        taken, over = [*taken, (kind, reward)], won or late
    return taken


def train(battles=100):
    """What each kind of turn has turned out to be worth, the turns after it counting half as much each."""
    env, dice = Side(SCENARIO, opponent="random", rounds=12), random.Random(1)
    value, seen = defaultdict(float), defaultdict(int)
    for game in range(battles):
        gain = 0.0
        for kind, reward in reversed(battle(env, dice, game, value, curious=0.3)):
            gain = reward + gain / 2
            seen[kind] += 1
            value[kind] += (gain - value[kind]) / seen[kind]
    return value


def measure(value, battles=50):
    """The share of battles that the learner wins."""
    env, dice, won = Side(SCENARIO, opponent="random"), random.Random(2), 0
    for game in range(battles):
        battle(env, dice, 10_000 + game, value, curious=0.0)
        won += env.won is True
    return won / battles


if __name__ == "__main__":
    learnt = train()
    for kind in sorted(learnt, key=learnt.get, reverse=True):
        print(f"{learnt[kind]:+.2f}  {kind}")
    print(f"wins {measure(learnt):.0%} of its battles against random")
