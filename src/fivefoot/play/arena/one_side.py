"""One side of an arena as a Gymnasium environment."""

import os
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

from ...engine.brains import Brain
from ...engine.errors import ScenarioError, spelled
from ...engine.scenario.format import Scenario
from ...engine.state.objectives import standing
from ..bots.python_brains import python_brain
from ..match import brain_named, brains_for, sides_of
from .environment import WIN, Act, Arena
from .intent_codes import USUAL, SingleIntents
from .turn_codes import RISE, STAY


class Side(gymnasium.Env):  # type: ignore[misc, type-arg, unused-ignore]
    """One side of an arena. AI players play the other sides.

    `opponent` is a brain, its name or `module:object`; other options are those of `Arena`.
    """

    metadata = Arena.metadata

    def __init__(
        self,
        scenario: Scenario | str | os.PathLike[str],
        *,
        side: str | None = None,
        opponent: str | Brain = "random",
        ruleset: str | None = None,
        rounds: int = 30,
        act: Act = "turn",
        kinds: Sequence[str] = USUAL,
        render_mode: str | None = None,
    ) -> None:
        self.arena = Arena(scenario, ruleset=ruleset, rounds=rounds, act=act, kinds=kinds, render_mode=render_mode)
        self.render_mode = render_mode
        given = self.arena.scenario
        sides = list(dict.fromkeys(spec.side for spec in given.creatures))
        self.side = side or sides_of(given)[0] or ""
        if self.side not in sides:
            allowed = ", ".join(sides)
            raise ScenarioError(given.source, "side", spelled(self.side), allowed)
        brain = opponent
        if isinstance(brain, str):
            find = python_brain if ":" in brain else brain_named
            brain = find(brain, given.source, "opponent")
        self._brains = dict.fromkeys(brains_for(self.arena.scenario), brain)
        self.observation_space = self.arena.observation_space(self.arena.possible_agents[0])
        self.action_space = spaces.Discrete(self.arena.actions)
        self.won: bool | None = None
        """True if this side has won; None for a draw or during the battle."""
        self._ended: tuple[bool, bool] | None = None
        """(decided, truncated) of a battle that has ended."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts a battle and plays until this side's first turn."""
        super().reset(seed=seed)
        self.arena.reset(seed=seed)
        self.won = self._ended = None
        self.arena.skirmish.brains = self._brains
        self._advance()
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays this side's action, then all turns of the other sides.

        Raises:
            ResetNeeded: `reset` has not been called.
            ValueError: there is no such action.
        """
        arena = self.arena
        arena.check_reset()
        if self._ended is not None:
            observation, info = self._seen()
            return observation, 0.0, *self._ended, info
        before = self._balance()
        if not arena.act(int(action)):
            if arena.battle.active is not None:
                arena.battle.end_turn()
            self._advance()
        left = {c.side for c in arena.battle.creatures if standing(c)}
        over = len(left) < 2
        late = arena.battle.over and not over
        reward = self._balance() - before
        if over:
            self.won = self.side in left
            reward += WIN if self.won else -WIN
        if over or late:
            self._ended = over, late
        observation, info = self._seen()
        return observation, reward, over, late, info

    def _advance(self) -> None:
        arena = self.arena
        while not arena.battle.over:
            if arena.skirmish.verdict() is None:
                name = arena.skirmish.next_up()
                if arena.battle.creature(name).side == self.side:
                    arena.take_up(name)
                    return
            arena.skirmish.play_turn()

    def _balance(self) -> float:
        return sum(-lost if side == self.side else lost for side, lost in self.arena.losses().items())

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        observation = self.arena.observe(self.arena.agent_selection)
        return observation, {"action_mask": observation["action_mask"], "agent": self.arena.agent_selection}

    def legal(self) -> list[int]:
        return [int(action) for action in numpy.flatnonzero(self.arena.mask(self.arena.agent_selection))]

    def kind(self, action: int) -> str:
        """Describes an action in words, such as `stay` or `nearer with strike`."""
        arena = self.arena
        if isinstance(arena.turns, SingleIntents):
            return arena.turns.intent(action).do
        move, strike = arena.turns.parts(action)
        words = {STAY: "stay", RISE: "stand"}.get(move)
        if words is None:
            here = arena.battle.creature(arena.agent_selection).position
            nearer = self._gap(arena.turns.square(move)) < self._gap((here.x, here.y))
            words = "nearer" if nearer else "no-nearer"
        return words + (" strike" if strike else "")

    def _gap(self, square: tuple[int, int]) -> int:
        battle = self.arena.battle
        side = battle.creature(self.arena.agent_selection).side
        places = (c.position for c in battle.creatures if c.side != side and standing(c))
        return min(max(abs(at.x - square[0]), abs(at.y - square[1])) for at in places)

    def render(self) -> Any:
        return self.arena.render()

    def close(self) -> None:
        self.arena.close()
