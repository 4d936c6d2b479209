"""Random conversations with a bot in a whole battle: right answers, late, torn, doubled and none.

`python -m tests.assault.conversations 2000 --seed 1`
"""

# mypy: disable-error-code="arg-type"
# wrong arguments are the point here

import random
import sys
import tempfile
import time
from pathlib import Path

from tests.assault.processes import command_of, left_alive
from tests.assault.results import DUEL
from tests.assault.tries import main

from fivefoot.engine.brains import BRAINS
from fivefoot.engine.scenario.read import parse
from fivefoot.play.battle import Battle
from fivefoot.play.bots import BotPlayer, BotRules, Limits
from fivefoot.play.match import Match
from fivefoot.play.players import Seats, contest

LIMITS = Limits(start=5, turn=0.3, battle=1.5, line=4000, output=40_000, memory=2**30)
LONGEST = 60.0
"""Seconds in which a battle is over: five programs are started at most, and each has its time."""
SCENARIO = parse(DUEL)


def attempt(dice: random.Random) -> None:
    """One battle against aggressive; it ends, in time, can be saved, and leaves no process."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        forfeit = dice.choice(("turn", "turn", "turn", "battle"))
        player = BotPlayer(command_of(notes, dice.randrange(10**9)), SCENARIO, BotRules(LIMITS, forfeit=forfeit))
        begun = time.monotonic()
        with Battle(SCENARIO, seed=dice.randrange(1000)) as battle:
            table = Seats({"ann": player, "bob": BRAINS["aggressive"]}, [player])
            events = contest(Match(battle, table.brains, rounds=8), table)
            took = time.monotonic() - begun
            assert events[-1].event == "battle-ended"
            assert took < LONGEST, f"it took {took:.0f} s"
            for one in player.faults:
                assert str(one).isprintable(), one
                assert len(str(one)) <= 500, one
            saved = battle.save()
            with Battle.restore(saved) as again:
                assert again.save() == saved
        left = left_alive(notes)
        assert not left, f"processes left: {left}"


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
