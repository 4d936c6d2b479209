"""One reaction rule: `foresee`, `reach` and the battle name the same attackers."""

import random

import pytest

import fivefoot
from fivefoot.engine.rulesets import RULESETS
from fivefoot.engine.state.verdict import Refusal

TILES = ".......::%1,"


def scenario(ruleset: str, chance: random.Random) -> str:
    """A small random board with a mover in the middle and four enemies of mixed reach about it."""
    unit = 1 if ruleset == "draw-steel" else 5
    rows = ["".join(chance.choice(TILES) for _ in range(9)) for _ in range(7)]
    rows[3] = rows[3][:4] + "." + rows[3][5:]
    squares = [(x, y) for y in range(7) for x in range(9) if (x, y) != (4, 3) and rows[y][x] in ".:"]
    chance.shuffle(squares)
    enemies = "".join(
        f'[[creatures]]\nname = "orc{i}"\nside = "blue"\nat = [{x}, {y}]\nattack = 5\ndamage = "1"\n'
        f"reach_weapon = {str(chance.random() < 0.4).lower()}\nthreatens = {str(chance.random() < 0.8).lower()}\n"
        for i, (x, y) in enumerate(squares[:4])
    )
    return (
        f'ruleset = "{ruleset}"\nseed = {chance.randrange(1000)}\n[board]\nmap = """\n' + "\n".join(rows) + '\n"""\n'
        f'[[creatures]]\nname = "ann"\nside = "red"\nat = [4, 3]\nspeed = {6 * unit}\nhp = 500\n' + enemies
    )


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(12))
def test_who_attacks_a_move_is_the_same_wherever_it_is_asked(ruleset: str, seed: int) -> None:
    chance = random.Random(f"{ruleset} {seed}")
    text = scenario(ruleset, chance)
    with fivefoot.loads(text) as battle:
        places = [cube for cube, arrival in sorted(battle.reach("ann").items()) if arrival.can_stop and arrival.path]
    compared = 0
    for to in chance.sample(places, min(len(places), 6)):
        with fivefoot.loads(text) as battle:
            move = {"do": "move", "to": list(to)}
            if battle.why("ann", move) is not None:
                continue
            preview = battle.foresee("ann", move)
            assert not isinstance(preview, Refusal)
            told = battle.reach("ann")[to].opportunities
            battle.submit("ann", move)
            events = [event.to_dict() for event in battle.process()]
        struck = tuple(dict.fromkeys(event["by"] for event in events if event["event"] == "opportunity"))
        assert sorted(preview.provokes) == sorted(struck)
        assert sorted(told) == sorted(struck)
        compared += 1
    assert compared


def test_no_attack_is_announced_from_beyond_a_neighbours_reach_where_parting_provokes() -> None:
    """A reach weapon in draw-steel: the enemy reacts when its neighbour leaves, and at no farther square."""
    text = (
        'ruleset = "draw-steel"\n[board]\nmap = """\n.......\n"""\n'
        '[[creatures]]\nname = "ann"\nside = "red"\nat = [2, 0]\n'
        '[[creatures]]\nname = "orc"\nside = "blue"\nat = [0, 0]\nreach_weapon = true\n'
    )
    with fivefoot.loads(text) as battle:
        preview = battle.foresee("ann", {"do": "move", "to": [4, 0]})
        assert not isinstance(preview, Refusal)
        assert preview.provokes == ()
        assert battle.reach("ann")[4, 0, 0].opportunities == ()
