"""Compressed size of saved battles after 60 turns, with the state and without: `python benchmarks/saves.py`."""

import gzip
import json

import fivefoot
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.engine.scenario.read import parse
from fivefoot.play.loading import shipped_names, shipped_text
from fivefoot.play.match import Match, brains_for
from fivefoot.play.save import log_lines

TURNS = 60


def compressed(text: str) -> int:
    """Its bytes, compressed as `gzip -9` does."""
    return len(gzip.compress(text.encode(), 9, mtime=0))


def played(name: str) -> fivefoot.Battle:
    """A shipped scenario after 60 turns, or at its end."""
    scenario, _ = unscripted(parse(shipped_text(name), name), None)
    battle = fivefoot.Battle(scenario, seed=3)
    match = Match(battle, brains_for(scenario, "cunning", "random"))
    while battle.world.turns < TURNS and not battle.over:
        match.play_turn()
    return battle


def main() -> None:
    """Prints a line for each shipped scenario."""
    print("scenario                     turns events | file: before  now ratio | text: before  now ratio")
    for name in shipped_names():
        with played(name) as battle:
            text, file = battle.save(), battle.save(lines=True)
            tree = json.loads(text)
            del tree["state"]  # what a save was before it held the state: scenario, commands and digest
            bare = json.dumps(tree, separators=(",", ":"), ensure_ascii=False) + "\n"
            before = (compressed(bare + log_lines(battle.events).decode()), compressed(bare))
            now = (compressed(file), compressed(text))
            print(
                f"{name:28} {battle.world.turns:5} {len(battle.events):6} | {before[0]:12} {now[0]:4} "
                f"{now[0] / before[0]:5.2f} | {before[1]:12} {now[1]:4} {now[1] / before[1]:5.2f}"
            )


if __name__ == "__main__":
    main()
