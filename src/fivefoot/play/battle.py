"""A battle: load it, play it, look back on it."""

import os
from collections.abc import Sequence

from ..engine.errors import ScenarioError
from ..engine.rules.ruleset import Ruleset
from ..engine.scenario import read as files
from ..engine.state.battle_state import Paused
from . import save
from .battle_loop import BattleLoop, NeverSettles
from .commands import Command

__all__ = ["Battle", "Command", "NeverSettles", "load", "loads"]


class Battle(BattleLoop):
    """One battle on one board under one ruleset.

    Everything that happens in it follows from its scenario, its seed and what has been asked of it, so
    a battle is saved, forked and undone by its deeds: what was asked, in order.
    """

    def resume(self) -> None:
        """Play out what had been asked when a moment came that was looked back to; every further call does so.

        Raises:
            Unanswered: there is a question on the way, and no answer to be had.
        """
        if self._paused:
            self.redo()

    def redo(self, deeds: Sequence[Command] | None = None, events: int | None = None) -> None:
        """Start anew and do all of this battle's deeds again, or others; stop when the log holds so many events.

        Choices are made as they were made; only a question that was left open is asked.

        Raises:
            KeyError, ValueError, IndexError: the deeds are not of a battle of this scenario.
            Unanswered: a question was left open, and no answer is to be had.
        """
        self._look_up()
        if deeds is not None:
            self.deeds = list(deeds)
        self.world.close()
        self._begin()
        self._paused = False
        self.question = None
        self.world.halt_at = events
        try:
            for number in range(len(self.deeds)):
                self._carry_out(number)
        except Paused:
            self._paused = True
        finally:
            self.world.halt_at = None

    def _look_up(self) -> None:
        """Nothing is looked back on while a question is being asked."""
        if self._asking:
            raise RuntimeError("the battle is asking a question; answer it first")

    def fork(self) -> "Battle":
        """A battle of its own that has come to the same point and goes on by itself; nobody is asked in it."""
        twin = self._twin()
        twin.redo(self.deeds, len(self.world.log) if self._paused else None)
        return twin

    def _twin(self) -> "Battle":
        """The same battle before anything has happened."""
        return Battle(self.scenario, ruleset=self._chosen[0], seed=self._chosen[1], rules=self._chosen[2])

    def undo(self, seq: int) -> None:
        """Go back to just after event `seq`, in the middle of a move if need be.

        What was asked of the battle up to then stays asked, and what was answered stays answered: the next call
        plays it out as before. To take back what was asked as well, use `take_back`.

        Raises:
            IndexError: there has been no such event.
        """
        self._look_up()
        if not 0 <= seq < len(self.world.log):
            raise IndexError(f"there has been no event {seq}, only 0 to {len(self.world.log) - 1}")
        self.redo(self._deeds_until(seq + 1), seq + 1)

    def take_back(self, deeds: int) -> None:
        """Undo the last so many calls of submit, process and the like."""
        self.redo(self.deeds[: max(len(self.deeds) - deeds, 0)])

    def save(self) -> str:
        """The battle as it stands, in the middle of a move if need be, as text that `restore` takes.

        Raises:
            ValueError: it is played by a ruleset that is none of the known ones with switches set.
        """
        return save.saved(self.scenario, self._chosen, self.deeds, self.world.log, self._paused)

    @classmethod
    def restore(cls, text: str, source: str = "<saved battle>") -> "Battle":
        """A saved battle, standing where it stood; it goes on as the one that was saved would have.

        Raises:
            ScenarioError: the text is no saved battle, or its deeds no longer come to the log that they came to.
        """
        found = save.read(text, source)
        try:
            battle = cls(found.scenario, ruleset=found.ruleset, seed=found.seed, rules=found.rules)
        except ScenarioError as error:
            raise save.within(error, source) from None
        try:
            with battle.dice_told():
                battle.redo(found.deeds, found.events if found.paused else None)
        except (KeyError, IndexError, ValueError, NeverSettles) as error:
            battle.close()
            if isinstance(error, ScenarioError):
                raise save.within(error, source) from None
            raise ScenarioError(
                source=source, place="deeds", found=f"what cannot be done ({error})", allowed="deeds of that battle"
            ) from None
        if len(battle.events) != found.events or save.digest(battle.events) != found.digest:
            played = len(battle.events)
            battle.close()
            raise ScenarioError(
                source=source,
                place="digest",
                found=f"that the deeds come to another log ({played} events, {found.events} saved)",
                allowed="a battle saved by a fivefoot of the same rules",
            )
        return battle

    def _deeds_until(self, length: int) -> list[Command]:
        """The deeds that had been done when the log came to a length."""
        with self._twin() as twin:
            for number, deed in enumerate(self.deeds, 1):
                twin.do(deed)
                if len(twin.world.log) >= length:
                    return self.deeds[:number]
        return self.deeds


def load(
    path: str | os.PathLike[str],
    *,
    ruleset: str | None = None,
    seed: int | None = None,
    rules: Ruleset | None = None,
) -> Battle:
    """The battle of a scenario file.

    `ruleset` and `seed` take the place of the file's own; `rules` is a ruleset of your own making.

    Raises:
        ScenarioError: the file is no sound scenario.
    """
    return Battle(files.read(path), ruleset=ruleset, seed=seed, rules=rules)


def loads(
    text: str,
    *,
    ruleset: str | None = None,
    seed: int | None = None,
    rules: Ruleset | None = None,
) -> Battle:
    """The battle of a scenario text, TOML or JSON, with options as for `load`.

    Raises:
        ScenarioError: the text is no sound scenario.
    """
    return Battle(files.parse(text), ruleset=ruleset, seed=seed, rules=rules)
