"""Many battles of one side, as a Gymnasium vector environment."""

import os
from collections.abc import Sequence
from typing import Any

import numpy
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ...engine.errors import spelled
from ...engine.scenario.format import Scenario
from .one_side import Side

MOST_BATTLES = 4096


class Sides(VectorEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """Several `Side` environments as one vector environment. The infos contain `action_mask`.

    A finished battle restarts with the next seed.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, scenario: Scenario | str | os.PathLike[str], battles: int, **options: Any) -> None:
        if not 1 <= battles <= MOST_BATTLES:
            raise ValueError(f"battles: found {spelled(battles)}; allowed: 1 to {MOST_BATTLES}")
        first = Side(scenario, **options)
        self.sides = [first, *(Side(first.arena.scenario, **options) for _ in range(battles - 1))]
        self.num_envs = battles
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, battles)
        self.action_space = spaces.MultiDiscrete([first.arena.actions] * battles)
        shape = first.arena.observer.shape
        self._planes = numpy.zeros((battles, *shape), numpy.float32)
        self._masks = numpy.zeros((battles, first.arena.actions), numpy.int8)
        self._over: NDArray[numpy.bool_] | None = None
        """The battles that are over; they restart at the next step."""

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts all battles; `seed` is the first seed or a list.

        Raises:
            ValueError: the number of seeds is wrong.
        """
        if seed is None or isinstance(seed, int):
            seeds: list[int | None] = [None if seed is None else seed + place for place in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: found {len(seeds)} of them; allowed: one, or {self.num_envs}")
        for place, (side, own) in enumerate(zip(self.sides, seeds, strict=True)):
            self._note(place, side.reset(seed=own)[0])
        self._over = numpy.zeros(self.num_envs, numpy.bool_)
        return self._seen()

    def step(
        self, actions: NDArray[numpy.int64] | Sequence[int]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays one action in each battle.

        Returns observations, rewards, whether each battle has ended, was cut short, and further information.

        Raises:
            ResetNeeded: `reset` has not been called.
            ValueError: an action is invalid or missing.
        """
        if self._over is None:
            raise ResetNeeded("reset() comes before the first step()")
        if len(actions) != self.num_envs:
            raise ValueError(f"actions: found {len(actions)} of them; allowed: {self.num_envs}")
        rewards = numpy.zeros(self.num_envs, numpy.float64)
        terminations = numpy.zeros(self.num_envs, numpy.bool_)
        truncations = numpy.zeros(self.num_envs, numpy.bool_)
        for place, side in enumerate(self.sides):
            if self._over[place]:
                observation, _ = side.reset()
            else:
                observation, rewards[place], terminations[place], truncations[place], _ = side.step(int(actions[place]))
            self._note(place, observation)
        self._over = terminations | truncations
        observations, infos = self._seen()
        return observations, rewards, terminations, truncations, infos

    def _note(self, place: int, observation: dict[str, Any]) -> None:
        self._planes[place] = observation["observation"]
        self._masks[place] = observation["action_mask"]

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        masks = self._masks.copy()
        agents = numpy.array([side.arena.agent_selection for side in self.sides], dtype=object)
        all_of_them = numpy.ones(self.num_envs, numpy.bool_)
        infos = {"action_mask": masks, "_action_mask": all_of_them, "agent": agents, "_agent": all_of_them}
        return {"observation": self._planes.copy(), "action_mask": masks}, infos

    def close_extras(self, **kwargs: Any) -> None:
        for side in self.sides:
            side.close()
