"""A balance test: brains play a scenario against each other in the background."""

import json
import multiprocessing

from ...components.events import BattleEnded
from ...engine.errors import ScenarioError
from ...engine.messages import tr
from ...engine.scenario import read as files
from ...engine.scenario.convert import unscripted
from ...play.battle import Battle
from ...play.match import brains_for, play_on
from ...play.tournament.ratings import wilson
from .board_edits import Tree

GAMES = 40


def winner_of(text: str, seed: int) -> str | None:
    """Returns the side that wins a battle between AI players. None: a draw."""
    scenario = unscripted(files.parse(text, kind="json")).scenario
    with Battle(scenario, seed=seed) as battle:
        ended = play_on(battle, brains_for(scenario))[-1]
    return ended.winner if isinstance(ended, BattleEnded) else None


class BalanceTest:
    """Plays forty battles of the edited scenario in a process of its own."""

    def __init__(self, tree: Tree) -> None:
        text = json.dumps(tree)
        self._pool = multiprocessing.get_context("spawn").Pool(1)
        first = int(tree.get("seed", 0))
        self._games = [self._pool.apply_async(winner_of, (text, first + number)) for number in range(GAMES)]

    @property
    def over(self) -> bool:
        return all(game.ready() for game in self._games)

    def words(self) -> str:
        """Describes how many of the battles so far each side has won, with 95 % intervals."""
        won: dict[str | None, int] = {}
        played = 0
        for game in self._games:
            if not game.ready():
                continue
            try:
                side = game.get()
            except (ScenarioError, OSError, RuntimeError) as error:
                return tr("The balance could not be tested: {error}", error=error)
            played += 1
            won[side] = won.get(side, 0) + 1
        told = []
        for side, count in sorted(won.items(), key=lambda item: str(item[0])):
            sure = wilson(count, played)
            told.append(
                tr(
                    "{side} {count} ({low} to {high})",
                    side=side or tr("nobody"),
                    count=count,
                    low=f"{sure.low:.0%}",
                    high=f"{sure.high:.0%}",
                )
            )
        return tr(
            "{played} of {most} battles: {standing}",
            played=played,
            most=GAMES,
            standing=", ".join(told) or tr("under way"),
        )

    def close(self) -> None:
        self._pool.terminate()
