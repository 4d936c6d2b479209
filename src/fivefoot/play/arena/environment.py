"""A scenario as a PettingZoo AEC environment."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Literal, TypeAlias

import numpy
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ...components.intents import Intent
from ...engine.errors import ScenarioError, spelled
from ...engine.scenario.convert import unscripted
from ...engine.scenario.format import Scenario
from ...engine.scenario.read import parse, read
from ...engine.state.objectives import standing
from ..battle import Battle
from ..loading import shipped
from ..match import Match
from .intent_codes import USUAL, SingleIntents
from .observing import Observer
from .turn_codes import WholeTurns

Act: TypeAlias = Literal["turn", "intent"]
"""What one action is: a whole turn or one intent."""

WIN = 1.0
"""Each winner's reward."""
RENDER_MODES = ("ansi", "human", "rgb_array")


class Arena(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A scenario as an environment for learning agents. Each creature acts once a round.

    An action is a turn (`act="turn"`) or an intent (`act="intent"`, of some `kinds`). Defeated creatures pass, and
    terminate at the round's end. After `rounds` rounds the battle is truncated. `scenario` is a scenario, text, path or
    shipped name.

    The reward of a step is the enemies' lost share of hit points minus the own side's. A victory adds `WIN`; a defeat
    subtracts it.
    """

    metadata = {  # noqa: RUF012
        "name": "fivefoot_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: Scenario | str | os.PathLike[str],
        *,
        ruleset: str | None = None,
        rounds: int = 30,
        act: Act = "turn",
        kinds: Sequence[str] = USUAL,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if act not in ("turn", "intent"):
            raise ValueError(f'act: found {spelled(act)}; allowed: "turn", "intent"')
        if rounds < 1:
            raise ValueError(f"rounds: found {rounds}; allowed: 1 or more")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: found {spelled(render_mode)}; allowed: None, {', '.join(RENDER_MODES)}")
        if isinstance(scenario, Scenario):
            given = scenario
        else:
            told = isinstance(scenario, str) and ("\n" in scenario or scenario.lstrip().startswith("{"))
            given = parse(str(scenario)) if told else read(shipped(scenario))
        self.scenario, _ = unscripted(given, None if ruleset == given.ruleset else ruleset)
        self.rounds = rounds
        self.render_mode = render_mode
        self._seed = self.scenario.seed
        self._how = act, tuple(kinds)
        self._start = Battle(self.scenario)
        self._stage(self._start.restarted(self._seed))
        self.possible_agents = list(self.turns.agents)
        if not self.possible_agents:
            self.close()
            allowed = "creatures that can act"
            raise ScenarioError(given.source, "creatures", "nobody", allowed)
        self.agents: list[str] = []
        seen = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, self.observer.shape, numpy.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), numpy.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}

    def _stage(self, battle: Battle) -> None:
        agents = [c.name for c in battle.creatures if not c.has("object")]
        self.battle = battle
        self._stack = ExitStack()
        self._stack.enter_context(battle.in_one_go())  # turns are not undone
        self.skirmish = Match(battle, {}, rounds=self.rounds)
        act, kinds = self._how
        self.turns: WholeTurns | SingleIntents
        if act == "turn":
            self.turns = WholeTurns(battle, agents)
        else:
            self.turns = SingleIntents(battle, agents, self.skirmish.goes_on, kinds)
        self.observer = Observer(battle, agents, self.rounds)
        self._masked: NDArray[numpy.int8] | None = None
        self._lost = self.losses()

    # --- the interface of an environment ---------------------------------------------------------------

    @property
    def actions(self) -> int:
        return self.turns.count

    @property
    def strikes(self) -> int:
        """The number of choices for a turn's strike, where "no strike" counts as a choice."""
        return self.turns.strikes

    def observation_space(self, agent: str) -> Any:
        """Returns the gymnasium space of an observation: board layers and action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the gymnasium space of the action numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new battle; without `seed`, with the seed after the last one."""
        self._seed = self._seed + 1 if seed is None else seed
        self.battle.close()
        self._stage(self._start.restarted(self._seed))
        order = [name for name in self.battle.roll_initiative() if name in self.possible_agents]
        self.agents = list(order)
        self._waiting = list(order)
        self.rewards = dict.fromkeys(order, 0.0)
        self._cumulative_rewards = dict.fromkeys(order, 0.0)
        self.terminations = dict.fromkeys(order, False)
        self.truncations = dict.fromkeys(order, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in order}
        self.take_up(self._waiting.pop(0))

    def take_up(self, agent: str) -> None:
        """Gives the turn to `agent`."""
        self.agent_selection, self._masked = agent, None
        if standing(self.battle.creature(agent)):
            self.battle.begin_turn(agent)

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what the agent's side perceives: the board as layers, and the action mask."""
        return {"observation": self.observer.planes(agent), "action_mask": self.mask(agent)}

    def mask(self, agent: str) -> NDArray[numpy.int8]:
        """Returns an array with a 1 for each legal action number. Outside the agent's turn only action 0 is legal."""
        if agent != self.agent_selection:
            mask = numpy.zeros(self.actions, numpy.int8)
            mask[0] = 1
            return mask
        if self._masked is None:
            self._masked = self.turns.mask(agent)
        return self._masked

    def intents(self, agent: str, action: int) -> tuple[Intent | None, str | None]:
        self.mask(agent)
        return self.turns.intents(agent, action)

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is (`agent_selection`).

        Raises:
            ResetNeeded: `reset` has not been called.
            ValueError: there is no such action.
        """
        self.check_reset()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            if not self._waiting and self.agents and not self._dying():
                self._begin_round()
            return
        self._cumulative_rewards[agent] = 0.0
        goes_on = action is not None and self.act(int(action))
        if not goes_on and self.battle.active is not None:
            self.battle.end_turn()
        self._reward()
        if goes_on:
            self._masked = None
        elif self._waiting:
            self.take_up(self._waiting.pop(0))
        else:
            self._end_round()
            if not self._dying():
                self._begin_round()
        self._accumulate_rewards()
        if self._dying():
            self._deads_step_first()

    def act(self, action: int) -> bool:
        """Plays an action number. Returns True if the agent's turn continues.

        Raises:
            ValueError: there is no such action.
        """
        agent = self.agent_selection
        if not 0 <= action < self.actions:
            raise ValueError(f"action: found {spelled(action)}; allowed: 0 to {self.actions - 1}")
        if not self.mask(agent)[action]:
            return False
        self._masked = None
        return self.turns.play(agent, action)

    def check_reset(self) -> None:
        """Raises ResetNeeded if `reset` has not been called."""
        if not hasattr(self, "agent_selection"):
            raise ResetNeeded("reset() comes before the first step()")

    def _dying(self) -> bool:
        return any(self.terminations[agent] or self.truncations[agent] for agent in self.agents)

    def _begin_round(self) -> None:
        self._waiting = list(self.agents)
        self.take_up(self._waiting.pop(0))

    def _end_round(self) -> None:
        left = {c.side for c in self.battle.creatures if standing(c)}
        over = len(left) < 2
        late = self.battle.world.round >= self.rounds
        for agent in self.agents:
            who = self.battle.creature(agent)
            if over and left:
                self.rewards[agent] += WIN if who.side in left else -WIN
            self.terminations[agent] = over or not standing(who)
            self.truncations[agent] = late and not self.terminations[agent]
        self._waiting = []

    def close(self) -> None:
        self.battle.close()
        self._start.close()

    def losses(self) -> dict[str, float]:
        """Returns {side: hit points lost}, as a share of the hit points of all creatures together."""
        total = sum(c.health.full or 0 for c in self.battle.creatures) or 1
        lost: dict[str, float] = {}
        for c in self.battle.creatures:
            if c.health.hp is not None and c.health.full is not None:
                lost[c.side] = lost.get(c.side, 0.0) + (c.health.full - max(c.health.hp, 0)) / total
        return lost

    def _reward(self) -> None:
        before, after = self._lost, self.losses()
        self._lost = after
        gone = {side: lost - before.get(side, 0.0) for side, lost in after.items()}
        for agent in self.agents:
            side = self.battle.creature(agent).side
            self.rewards[agent] = sum(-lost if whose == side else lost for whose, lost in gone.items())

    def render(self) -> Any:
        """Shows the board: as text (`ansi`), printed (`human`) or as pixels (`rgb_array`)."""
        if self.render_mode == "rgb_array":
            return self.observer.picture()
        text = self.observer.text()
        if self.render_mode == "human":
            print(text)
            return None
        return text
