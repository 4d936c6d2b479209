"""Battles as environments to learn in: a PettingZoo AEC environment, and one side of it for Gymnasium (extra `rl`).

An agent is a creature and an action is a whole turn, as one number: `move * (creatures + 1) + strike`.
`move` is 0 to stay, 1 to stand up, or 2 + y * width + x to go to a square; `strike` is 0 for none, or
1 + the place in `possible_agents` of whom to strike afterwards. The mask holds a 1 for every action
whose intents the rules allow; what the mask forbids does nothing. An opportunity attack may still cut a
turn short.
"""

from collections.abc import Callable
from typing import Any

from ..components.intents import Attack, FullAttack, Intent, Move, Stand
from ..components.position import Cube
from ..engine.brains import View
from ..engine.converting import unscripted
from ..engine.creature import Creature
from ..engine.legality.ask import affordable
from ..engine.legality.options import shoots, standing
from ..engine.scenario import parse
from ..engine.specs import Scenario
from .battle import Battle
from .skirmish import Skirmish, brain_named, brains_for, sides_of

try:
    import gymnasium
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:
    raise ImportError(f"{missing}: learning needs an installation of fivefoot[rl]") from missing

CHANNELS = ("blocked", "difficult", "harmful", "height", "self", "ally", "enemy", "round")
"""What the planes of an observation hold, each between -1 and 1; creatures as the share of hit points left."""
WIN = 1.0
"""The reward of every creature of the side that wins; the others get as much less."""
STAY, RISE, SQUARES = 0, 1, 2
"""The first numbers of a move."""


class Arena(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A scenario for agents: one agent a creature, one action a turn, everybody once a round by initiative.

    Whoever is downed passes until the round is over, and then terminates; after `rounds` rounds the
    battle is truncated. A step's reward is the share of all hit points that enemies of the agent have
    lost in it, less what its own side has, and `WIN` more or less at the end.
    """

    metadata = {  # noqa: RUF012
        "name": "fivefoot_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": True,
        "render_fps": 2,
    }

    def __init__(
        self, scenario: Scenario | str, *, ruleset: str | None = None, rounds: int = 30, render_mode: str | None = None
    ) -> None:
        super().__init__()
        given = parse(scenario) if isinstance(scenario, str) else scenario
        self.scenario, _ = unscripted(given, None if ruleset == given.ruleset else ruleset)
        self.rounds = rounds
        self.render_mode = render_mode
        self.battle = Battle(self.scenario)
        self.possible_agents = [c.name for c in self.battle.creatures if not c.has("object")]
        self.agents: list[str] = []
        board = self.battle.world.board
        self.width, self.height = board.width, board.height
        self.strikes = len(self.possible_agents) + 1
        self.actions = (SQUARES + self.width * self.height) * self.strikes
        shape = (self.height, self.width, len(CHANNELS))
        self._seen = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, shape, numpy.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), numpy.int8),
            }
        )
        self._acts = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self._ground = self._survey()
        self._seed = self.scenario.seed
        self._masks: dict[str, Any] = {}

    # --- what an environment has -------------------------------------------------------------------

    def observation_space(self, agent: str) -> Any:
        """The same for every agent: planes of the board, and the mask."""
        return self._seen

    def action_space(self, agent: str) -> Any:
        """`actions` numbers, see the module."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle; without a seed, that of the seed after the last."""
        self._seed = self._seed + 1 if seed is None else seed
        self.battle.close()
        self.battle = Battle(self.scenario, seed=self._seed)
        self.skirmish = Skirmish(self.battle, {}, rounds=self.rounds)
        order = [name for name in self.battle.roll_initiative() if name in self.possible_agents]
        self.agents = list(order)
        self._waiting = list(order)
        self.rewards = dict.fromkeys(order, 0.0)
        self._cumulative_rewards = dict.fromkeys(order, 0.0)
        self.terminations = dict.fromkeys(order, False)
        self.truncations = dict.fromkeys(order, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in order}
        self._masks.clear()
        self.agent_selection = self._waiting.pop(0)

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as the agent's side sees it, and what the agent may do if it is its turn."""
        return {"observation": self._planes(agent), "action_mask": self.mask(agent)}

    def step(self, action: int | None) -> None:
        """Play the turn of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            if not self._waiting and self.agents and not self._dying():
                self._begin_round()
            return
        self._cumulative_rewards[agent] = 0.0
        before = self._losses()
        if action is not None and self.mask(agent)[action]:
            self._play(agent, int(action))
        self._masks.clear()
        self._reward(before)
        if self._waiting:
            self.agent_selection = self._waiting.pop(0)
        else:
            self._end_round()
            if not self._dying():
                self._begin_round()
        self._accumulate_rewards()
        if self._dying():
            self._deads_step_first()

    def _dying(self) -> bool:
        return any(self.terminations[agent] or self.truncations[agent] for agent in self.agents)

    def _begin_round(self) -> None:
        self._waiting = list(self.agents)
        self.agent_selection = self._waiting.pop(0)

    def _end_round(self) -> None:
        """What a round decides is told to all at once: who is out, and whether the battle is over."""
        left = {c.side for c in self.battle.creatures if standing(c)}
        over = len(left) < 2
        late = self.battle.world.round >= self.rounds
        for agent in self.agents:
            if over and left:
                self.rewards[agent] += WIN if self._who(agent).side in left else -WIN
            self.terminations[agent] = over or not standing(self._who(agent))
            self.truncations[agent] = late and not self.terminations[agent]
        self._waiting = []

    def close(self) -> None:
        """Let go of the battle."""
        self.battle.close()

    # --- turns ---------------------------------------------------------------------------------------

    def _who(self, agent: str) -> Creature:
        return self.battle.creature(agent)

    def mask(self, agent: str) -> Any:
        """A 1 for every action that the rules allow the agent; without a turn it may only pass (0)."""
        found = self._masks.get(agent)
        if found is None:
            found = self._masks[agent] = self._mask_now(agent)
        return found

    def _mask_now(self, agent: str) -> Any:
        mask = numpy.zeros(self.actions, numpy.int8)
        mask[0] = 1
        me = self._who(agent)
        fighting = len({c.side for c in self.battle.creatures if standing(c)}) > 1
        if agent != self.agent_selection or not standing(me) or not fighting:
            return mask
        view = View(self.battle.world, me)
        foes = [(1 + self.possible_agents.index(foe.name), foe) for foe in view.enemies]
        for place, foe in foes:
            mask[place] = self._blow(view, foe) is not None
        if view.lawful(Stand()):
            mask[RISE * self.strikes] = 1
        cubes = self._places(view)
        after = self._left_after(view, "move") if cubes else None
        for (x, y), cube in cubes.items():
            base = (SQUARES + y * self.width + x) * self.strikes
            mask[base] = 1
            if after is not None and me.body.damage is not None and not shoots(me):
                for place, foe in foes:
                    mask[base + place] = view.strikes(foe, cube)
        return mask

    def _places(self, view: View) -> dict[tuple[int, int], Cube]:
        """Where a move may end, a cube a square: the cheapest."""
        found: dict[tuple[int, int], Cube] = {}
        for cube, arrival in view.reach().arrivals():
            if cube != view.me.cube and cube[:2] not in found and arrival.can_stop:
                if not found and not view.lawful(Move(to=cube)):
                    return {}
                found[cube[:2]] = cube
        return found

    def _left_after(self, view: View, kind: str) -> dict[str, int] | None:
        """The actions left after one intent of a kind, if they pay for a strike."""
        rules = view.rules
        left = dict(rules.actions)
        way = next((way for way in rules.costs[kind].ways if affordable(left, way)), ())
        for name in way:
            left[name] -= 1
        ways = rules.costs["attack"].ways if "attack" in rules.costs else ()
        return left if any(affordable(left, way) for way in ways) else None

    def _blow(self, view: View, foe: Creature) -> Intent | None:
        ranged = shoots(view.me)
        wanted: tuple[Intent, ...] = (
            FullAttack(target=foe.name, ranged=ranged),
            Attack(target=foe.name, ranged=ranged),
        )
        if view.me.body.attacks < 2:
            wanted = wanted[1:]
        return next((blow for blow in wanted if view.lawful(blow)), None)

    def intents(self, agent: str, action: int) -> tuple[Intent | None, str | None]:
        """What an action says: the movement, if any, and the creature to strike afterwards, if any."""
        move, strike = divmod(action, self.strikes)
        target = self.possible_agents[strike - 1] if strike else None
        if move == STAY:
            return None, target
        if move == RISE:
            return Stand(), target
        y, x = divmod(move - SQUARES, self.width)
        cube = self._places(View(self.battle.world, self._who(agent))).get((x, y))
        return (Move(to=cube) if cube is not None else None), target

    def _play(self, agent: str, action: int) -> None:
        """Carry out an action within the agent's turn."""
        battle = self.battle
        if not standing(self._who(agent)) or len({c.side for c in battle.creatures if standing(c)}) < 2:
            return
        movement, target = self.intents(agent, action)
        battle.begin_turn(agent)
        view = View(battle.world, self._who(agent))
        if movement is not None and view.lawful(movement):
            battle.submit(agent, movement)
            battle.process()
        while target is not None and view.me.turn.open and standing(view.me) and standing(self._who(target)):
            blow = self._blow(view, self._who(target))
            if blow is None:
                break
            battle.submit(agent, blow)
            battle.process()
            if battle.rules.setting("actions") == "free":
                break
        battle.end_turn()

    def _losses(self) -> dict[str, float]:
        """Hit points lost by side, as a share of all hit points there were."""
        total = sum(c.health.full or 0 for c in self.battle.creatures) or 1
        lost: dict[str, float] = {}
        for c in self.battle.creatures:
            if c.health.hp is not None and c.health.full is not None:
                lost[c.side] = lost.get(c.side, 0.0) + (c.health.full - max(c.health.hp, 0)) / total
        return lost

    def _reward(self, before: dict[str, float]) -> None:
        after = self._losses()
        gone = {side: lost - before.get(side, 0.0) for side, lost in after.items()}
        for agent in self.agents:
            side = self._who(agent).side
            self.rewards[agent] = sum(-lost if whose == side else lost for whose, lost in gone.items())

    # --- what is seen ----------------------------------------------------------------------------------

    def _survey(self) -> Any:
        """The planes of the ground, which stay as they are."""
        board = self.battle.world.board
        ground = numpy.zeros((self.height, self.width, len(CHANNELS)), numpy.float32)
        for y in range(self.height):
            for x in range(self.width):
                tile = board.tile(x, y)
                ground[y, x, 0] = tile.terrain == "blocked" or tile.solid
                ground[y, x, 1] = tile.terrain in ("difficult", "impeded")
                ground[y, x, 2] = tile.hazard or tile.damage is not None
                ground[y, x, 3] = max(-1.0, min(board.stand(x, y) / 10, 1.0))
        return ground

    def _planes(self, agent: str) -> Any:
        planes = self._ground.copy()
        me = self._who(agent)
        for c in self.battle.creatures:
            if not standing(c) or me.name in c.body.hidden_from:
                continue
            channel = 4 if c is me else 5 if c.side == me.side else 6
            share = 1.0 if c.health.hp is None or not c.health.full else min(max(c.health.hp / c.health.full, 0.0), 1.0)
            box = c.box
            planes[box.y0 : box.y1 + 1, box.x0 : box.x1 + 1, channel] = max(share, 0.05)
        planes[:, :, 7] = min(self.battle.world.round / self.rounds, 1.0)
        return planes

    def render(self) -> Any:
        """The board: text (`ansi`), printed (`human`) or a picture of 8 pixels a square (`rgb_array`)."""
        if self.render_mode == "rgb_array":
            return self._picture()
        rows = [list(row) for row in self.scenario.board.rows]
        for number, agent in enumerate(self.possible_agents):
            who = self._who(agent)
            if standing(who):
                rows[who.position.y][who.position.x] = chr(ord("A") + number % 26)
        text = "\n".join("".join(row) for row in rows)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _picture(self) -> Any:
        ground = self._ground
        picture = numpy.full((self.height, self.width, 3), 225, numpy.uint8)
        picture[ground[:, :, 1] > 0] = (190, 180, 140)
        picture[ground[:, :, 2] > 0] = (230, 150, 90)
        picture[ground[:, :, 0] > 0] = (70, 70, 70)
        first = sides_of(self.scenario)[0]
        for c in self.battle.creatures:
            if standing(c):
                box = c.box
                colour = (180, 60, 50) if c.side == first else (50, 100, 180)
                picture[box.y0 : box.y1 + 1, box.x0 : box.x1 + 1] = colour
        return picture.repeat(8, axis=0).repeat(8, axis=1)


class Side(gymnasium.Env):  # type: ignore[misc, type-arg, unused-ignore]
    """One side of an arena for Gymnasium: its creatures act one after another, a brain plays the others."""

    metadata = Arena.metadata

    def __init__(
        self,
        scenario: Scenario | str,
        *,
        side: str | None = None,
        opponent: str = "random",
        ruleset: str | None = None,
        rounds: int = 30,
        render_mode: str | None = None,
    ) -> None:
        self.arena = Arena(scenario, ruleset=ruleset, rounds=rounds, render_mode=render_mode)
        self.render_mode = render_mode
        self.side = side or sides_of(self.arena.scenario)[0] or ""
        brain = brain_named(opponent, self.arena.scenario.source, "opponent")
        self._brains = dict.fromkeys(brains_for(self.arena.scenario), brain)
        self.observation_space = self.arena._seen
        self.action_space = spaces.Discrete(self.arena.actions)
        self.won: bool | None = None
        """Whether its side won the last battle; None for a draw, or while it goes on."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new battle, played on to its side's first turn."""
        super().reset(seed=seed)
        self.arena.reset(seed=seed)
        self.won = None
        self._order = list(self.arena.battle.order)
        self.arena.skirmish.brains = self._brains
        self._advance()
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one turn of the creature in hand, and everybody else's up to the next of its side."""
        arena = self.arena
        before = self._balance()
        if arena.mask(arena.agent_selection)[int(action)]:
            arena._play(arena.agent_selection, int(action))
        arena._masks.clear()
        if arena.battle.active is not None:
            arena.battle.end_turn()
        if arena.agent_selection not in arena.battle.world.acted:  # it passed: its turn is over all the same
            arena.battle.begin_turn(arena.agent_selection)
            arena.battle.end_turn()
        self._advance()
        left = {c.side for c in arena.battle.creatures if standing(c)}
        over = len(left) < 2
        late = arena.battle.over and not over
        reward = self._balance() - before
        if over:
            self.won = self.side in left
            reward += WIN if self.won else -WIN
        observation, info = self._seen()
        return observation, reward, over, late, info

    def _advance(self) -> None:
        """Let the others play until a creature of its side is up, or the battle is over."""
        arena = self.arena
        while not arena.battle.over:
            if arena.skirmish.verdict() is None:
                name = arena.skirmish.next_up()
                if arena.battle.creature(name).side == self.side:
                    arena.agent_selection = name
                    arena._masks.clear()
                    return
            arena.skirmish.play_turn()

    def _balance(self) -> float:
        return sum(-lost if side == self.side else lost for side, lost in self.arena._losses().items())

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        observation = self.arena.observe(self.arena.agent_selection)
        return observation, {"action_mask": observation["action_mask"], "agent": self.arena.agent_selection}

    def legal(self) -> list[int]:
        """The actions that the mask allows now."""
        return [int(action) for action in numpy.flatnonzero(self.arena.mask(self.arena.agent_selection))]

    def kind(self, action: int) -> str:
        """An action in words: stay, stand, nearer, no-nearer; and whether it strikes."""
        arena = self.arena
        move, strike = divmod(action, arena.strikes)
        me = arena._who(arena.agent_selection)
        words = {STAY: "stay", RISE: "stand"}.get(move)
        if words is None:
            y, x = divmod(move - SQUARES, arena.width)
            away: Callable[[int, int], int] = lambda x, y: min(  # noqa: E731
                max(abs(c.position.x - x), abs(c.position.y - y))
                for c in arena.battle.creatures
                if c.side != me.side and standing(c)
            )
            words = "nearer" if away(x, y) < away(me.position.x, me.position.y) else "no-nearer"
        return words + (" strike" if strike else "")

    def render(self) -> Any:
        """As the arena."""
        return self.arena.render()

    def close(self) -> None:
        """Let go of the battle."""
        self.arena.close()


__all__ = ["CHANNELS", "Arena", "Side"]
