"""Hostile saves, files of the window and turns by mail: cut, flipped, edited; read, listed, shown, continued.

`python -m tests.assault.saves 5000 --seed 1`
"""

import json
import random
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.assault import hostile
from tests.assault.tries import check_sentence, main
from tests.systems.random_battles import random_battle

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.mail import proved_turn
from fivefoot.play.match import Match, brains_for
from fivefoot.play.replay import web_page
from fivefoot.play.table.session import PERSON
from fivefoot.scenes.play import saves
from fivefoot.scenes.views import replay_file


class Kept(NamedTuple):
    """A battle in its midst, as files."""

    save: str
    record: bytes
    turns: tuple[str, str]
    """Two turns by mail, the second after the first."""


@cache
def kept() -> list[Kept]:
    """Some battles in their midst."""
    dice = random.Random(7)
    found: list[Kept] = []
    for ruleset in sorted(RULESETS):
        made = None
        while made is None:
            made = random_battle(dice, ruleset)
        with Battle(made) as battle:
            match = Match(battle, brains_for(made), rounds=3)
            battle.roll_initiative()
            for _ in range(5):
                if not battle.over:
                    match.play_turn()
            save, record = battle.save(), replay_file.record_of(battle)
            people = {creature.side: PERSON for creature in battle.creatures}
            before = battle.save(people)
            if not battle.over:
                match.play_turn()
            found.append(Kept(save, record, (before, battle.save(people))))
    return found


def attempt(dice: random.Random) -> None:
    """One file, spoilt: refused in one sentence, or good."""
    files, kind = dice.choice(kept()), dice.random()
    try:
        if kind < 0.4:
            restored(dice, files.save)
        elif kind < 0.8:
            recorded(dice, files.record)
        else:
            mailed(dice, list(files.turns))
    except ScenarioError as error:
        check_sentence(error)


def restored(dice: random.Random, save: str) -> None:
    """A save; what can be restored can be saved and restored again."""
    text = spoilt(dice, save.encode()).decode("utf-8", "surrogateescape")
    with Battle.restore(text) as battle:
        saved = battle.save()
        with Battle.restore(saved) as again:
            assert again.save() == saved


def recorded(dice: random.Random, record: bytes) -> None:
    """A file of the window; its head, or some of its lines."""
    lines = record.split(b"\n")
    number = 0 if dice.random() < 0.5 else dice.randrange(len(lines))
    lines[number] = spoilt(dice, lines[number])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spoilt.fivefoot"
        path.write_bytes(b"\n".join(lines))
        summary = saves.save_of(path)
        assert summary is None or summary.label.isprintable()
        replay_file.is_record(path)
        told = replay_file.read(path)
        told.tableaux()
        web_page.page(told.scenario.title, told.start(), told.events)
        saves.resumed(told).battle.close()


def mailed(dice: random.Random, turns: list[str]) -> None:
    """A turn by mail, or the one before."""
    number = dice.choice((0, 1, 1))
    turns[number] = spoilt(dice, turns[number].encode()).decode("utf-8", "surrogateescape")
    proved_turn(turns[0], turns[1])


def spoilt(dice: random.Random, raw: bytes) -> bytes:
    """A JSON text spoilt in its structure or in its bytes."""
    times = dice.choice((1, 1, 2, 4))
    if dice.random() < 0.5 or not raw.strip():
        return hostile.spoilt_bytes(dice, raw, times)
    tree: Any = json.loads(raw)
    if isinstance(tree, dict) and "digest" in tree and dice.random() < 0.5:
        # What was asked of it is where a save is most its own.
        hostile.spoil(dice, tree["deeds"], times)
    else:
        hostile.spoil(dice, tree, times)
    return json.dumps(tree).encode()


if __name__ == "__main__":
    sys.exit(main(attempt, __doc__))
