"""A small skirmish that every ruleset can play, for tests that click through one."""

TOML = """
format = 1
title = "Duel at the ledge"
ruleset = "{ruleset}"
seed = {seed}
[board]
map = '''
############
#....:.....#
#.11.:..~~.#
#.12....~~.#
#...o.....%#
#......__..#
############
'''
[[board.edges]]
between = [[5, 4], [6, 4]]
kind = "obstacle"
[[creatures]]
name = "ann"
side = "red"
at = [2, 2]
hp = 30
ac = 14
attack = 8
damage = "1d8+6"
[[creatures]]
name = "bob"
side = "red"
at = [1, 4]
hp = 26
ac = 13
attack = 8
damage = "1d8+6"
[[creatures]]
name = "ogre"
side = "blue"
size = "{large}"
at = [8, 4]
hp = 24
ac = 10
attack = 3
damage = "1d6+1"
[[creatures]]
name = "imp"
side = "blue"
size = "{tiny}"
at = [9, 1]
hp = 6
ac = 10
attack = 2
damage = "1d4"
speed = {{ walk = {slow}, fly = {fast} }}
hover = true
"""


def duel(ruleset: str, *, feet: bool, seed: int = 3) -> str:
    """The duel as a scenario of a ruleset."""
    slow, fast = (20, 40) if feet else (4, 8)
    return TOML.format(ruleset=ruleset, seed=seed, large="large", tiny="tiny", slow=slow, fast=fast)
