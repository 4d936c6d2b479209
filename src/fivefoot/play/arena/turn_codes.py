"""Turns as numbers: `move * (creatures + 1) + strike`.

`move` is 0 to stay, 1 to stand up, or 2 + y * width + x to go to a square; `strike` is 0 for none, or
1 + the place among the agents of whom to strike afterwards.
"""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from ...components.intents import Attack, FullAttack, Intent, Move, Stand
from ...components.position import Cube
from ...engine.brains import View
from ...engine.legality.legal_intents import shoots
from ...engine.rules.payment import affordable
from ...engine.state.creature import Creature
from ...engine.state.objectives import standing
from ..battle import Battle

STAY, RISE, SQUARES = 0, 1, 2
"""The first numbers of a move."""


class Actions:
    """What the creatures of one battle may do with a turn."""

    def __init__(self, battle: Battle, agents: Sequence[str]) -> None:
        self.battle = battle
        self.agents = agents
        self.strikes = len(agents) + 1
        """How many strikes there are to choose from, none included."""
        board = battle.world.board
        self.width = board.width
        self.count = (SQUARES + board.width * board.height) * self.strikes
        """How many actions there are."""
        self._masks: dict[str, NDArray[numpy.int8]] = {}

    def forget(self) -> None:
        """Something has happened: masks are made anew."""
        self._masks.clear()

    def mask(self, agent: str, at_turn: bool) -> NDArray[numpy.int8]:
        """A 1 for every action that the rules allow, `count` long; out of turn one may only pass (0)."""
        found = self._masks.get(agent)
        if found is None:
            found = self._masks[agent] = self._mask_now(agent, at_turn)
        return found

    def parts(self, action: int) -> tuple[int, int]:
        """(move, strike) of an action."""
        return divmod(action, self.strikes)

    def square(self, move: int) -> tuple[int, int]:
        """The square (x, y) that a move leads to, for moves from `SQUARES` on."""
        y, x = divmod(move - SQUARES, self.width)
        return x, y

    def intents(self, agent: str, action: int) -> tuple[Intent | None, str | None]:
        """What an action says: the movement, if any, and the creature to strike afterwards, if any."""
        move, strike = self.parts(action)
        target = self.agents[strike - 1] if strike else None
        if move == STAY:
            return None, target
        if move == RISE:
            return Stand(), target
        cube = _places(self._view(agent)).get(self.square(move))
        return (Move(to=cube) if cube is not None else None), target

    def play(self, agent: str, action: int) -> None:
        """Play the agent's turn as an action says, so far as it is still able to."""
        battle, me = self.battle, self.battle.creature(agent)
        if not standing(me) or not self.contested():
            return
        movement, target = self.intents(agent, action)
        battle.begin_turn(agent)
        view = self._view(agent)
        if movement is not None and view.lawful(movement):
            battle.submit(agent, movement)
            battle.process()
        while target is not None and me.turn.open and standing(me) and standing(battle.creature(target)):
            blow = _blow(view, battle.creature(target))
            if blow is None:
                break
            battle.submit(agent, blow)
            battle.process()
            if battle.rules.economy_is_off:
                break
        battle.end_turn()

    def contested(self) -> bool:
        """Whether more than one side has somebody standing."""
        return len({c.side for c in self.battle.creatures if standing(c)}) > 1

    def _view(self, agent: str) -> View:
        return View(self.battle.world, self.battle.creature(agent))

    def _mask_now(self, agent: str, at_turn: bool) -> NDArray[numpy.int8]:
        mask = numpy.zeros(self.count, numpy.int8)
        mask[0] = 1
        view = self._view(agent)
        me = view.me
        if not at_turn or not standing(me) or not self.contested():
            return mask
        foes = [(1 + self.agents.index(foe.name), foe) for foe in view.enemies]
        for place, foe in foes:
            mask[place] = _blow(view, foe) is not None
        if view.lawful(Stand()):
            mask[RISE * self.strikes] = 1
        cubes = _places(view)
        strikes_after = bool(cubes) and _affords_after(view, "move", "attack")
        for (x, y), cube in cubes.items():
            base = (SQUARES + y * self.width + x) * self.strikes
            mask[base] = 1
            if strikes_after and me.body.damage is not None and not shoots(me):
                for place, foe in foes:
                    mask[base + place] = view.strikes(foe, cube)
        return mask


def _places(view: View) -> dict[tuple[int, int], Cube]:
    """Where a move may end, a cube a square: the cheapest."""
    found: dict[tuple[int, int], Cube] = {}
    for cube, arrival in view.reach().arrivals():
        if cube != view.me.cube and cube[:2] not in found and arrival.can_stop:
            if not found and not view.lawful(Move(to=cube)):
                return {}
            found[cube[:2]] = cube
    return found


def _affords_after(view: View, kind: str, then: str) -> bool:
    """Whether a turn's actions pay for an intent of one kind after one of another."""
    rules = view.rules
    left = dict(rules.actions.per_turn)
    way = next((way for way in rules.actions.costs[kind].ways if affordable(left, way)), ())
    for name in way:
        left[name] -= 1
    ways = rules.actions.costs[then].ways if then in rules.actions.costs else ()
    return any(affordable(left, way) for way in ways)


def _blow(view: View, foe: Creature) -> Intent | None:
    """The best strike at an enemy that the rules allow now."""
    ranged = view.shoots_at(foe)
    wanted: tuple[Intent, ...] = (
        FullAttack(target=foe.name, ranged=ranged),
        Attack(target=foe.name, ranged=ranged),
    )
    if view.me.body.attacks < 2:
        wanted = wanted[1:]
    return next((blow for blow in wanted if view.lawful(blow)), None)
