"""A tactics game whose rules are data: python examples/game_of_data/play.py [--demo]

Each turn lists what the creature can do, with odds. Type its number, or a square as two numbers to walk there; nothing
ends the turn. `--demo` chooses by itself.
"""

import sys
from pathlib import Path
from typing import Any

from fivefoot import Battle, Refusal, load, told
from fivefoot.brains import BRAINS, Match

LEVEL = Path(__file__).with_name("keep.toml")


def line(battle: Battle, name: str, intent: Any) -> str:
    """One choice in words, with what may come of it."""
    fields = ("ability", "with_", "item", "target", "targets", "at", "direction", "between", "squares")
    words = " ".join(str(getattr(intent, key)) for key in fields if getattr(intent, key, None))
    odds = battle.odds(name, intent)
    hurt = {} if isinstance(odds, Refusal) else {who: one for who, one in odds.items() if one.most}
    return f"{intent.do} {words} " + ", ".join(
        f"({who} {one.least} to {one.most}, falls {one.falls:.0%})" for who, one in hurt.items()
    )


def turn(battle: Battle, name: str, demo: bool) -> None:
    """One turn: the player's, or a brain's."""
    battle.begin_turn(name)
    if demo or battle.creature(name).side == "blue" or name == "wolf":
        Match(battle, {name: BRAINS["cunning"]}).play_turn()
        return
    while battle.active == name and (found := list(battle.legal_intents(name, "use", "attack", "equip"))):
        print(f"\n{name}:", *(f"  {n}. {line(battle, name, one)}" for n, one in enumerate(found, 1)), sep="\n")
        match [int(word) for word in input("> ").split() if word.isdigit()]:
            case [number] if 0 < number <= len(found):
                battle.act(name, found[number - 1])
            case [x, y]:
                battle.act(name, {"do": "move", "to": [x, y]})
            case _:
                break
    if battle.active == name:
        battle.end_turn()


def main(demo: bool) -> None:
    """Play until one side is down."""
    with load(LEVEL) as battle:
        battle.listen(lambda event: print(told(event)))
        battle.run()
        while battle.world.round < 40 and len({one.side for one in battle.creatures if not one.out}) > 1:
            waiting = [one for one in battle.creatures if not one.out and one.name not in battle.world.acted]
            turn(battle, (waiting or [one for one in battle.creatures if not one.out])[0].name, demo)


if __name__ == "__main__":
    main("--demo" in sys.argv)
