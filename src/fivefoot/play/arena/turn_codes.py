"""Whole turns as numbers: `move * (creatures + 1) + strike`.

`move` is 0 to stay, 1 to stand up, or 2 + y * width + x; `strike` is 0, or 1 + the target's index among the agents.
"""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from ...components.intents import Attack, Crawl, FullAttack, Intent, Move, Stand
from ...components.position import Cube
from ...engine.brains import View
from ...engine.field.reach import Reach, strike_anchors
from ...engine.legality.legal_intents import shoots
from ...engine.rules.budget import affordable
from ...engine.rules.ruleset import Ruleset
from ...engine.state.creature import Creature
from ...engine.state.objectives import standing
from ..battle import Battle

STAY, RISE, SQUARES = 0, 1, 2


class WholeTurns:
    def __init__(self, battle: Battle, agents: Sequence[str]) -> None:
        self.battle = battle
        self.agents = agents
        self.strikes = len(agents) + 1
        board = battle.world.board
        self.width = board.width
        self.count = (SQUARES + board.width * board.height) * self.strikes
        self._number = {agent: 1 + place for place, agent in enumerate(agents)}
        self._follows = {kind: _affords_after(battle.rules, kind, "attack") for kind in ("move", "crawl")}
        self._places: dict[tuple[int, int], Cube] = {}

    def mask(self, agent: str) -> NDArray[numpy.int8]:
        """Returns an array with a 1 for each legal action number. Out of turn only action 0 is legal."""
        mask = numpy.zeros(self.count, numpy.int8)
        mask[0] = 1
        view = View(self.battle.world, self.battle.creature(agent))
        me = view.me
        self._places = {}
        if not may_act(self.battle, me):
            return mask
        numbers = self._number
        foes = [(numbers[foe.name], foe) for foe in view.enemies if foe.name in numbers]
        for place, foe in foes:
            if (me.body.range is not None or view.strikes(foe)) and _blow(view, foe) is not None:
                mask[place] = 1
        if me.condition.held and view.lawful(Stand()):
            mask[RISE * self.strikes] = 1
        reach = self.battle.reach(agent)
        assert isinstance(reach, Reach)
        places = self._places = _places(reach)
        width, strikes = self.width, self.strikes
        mask[[(SQUARES + y * width + x) * strikes for x, y in places]] = 1
        if places and me.body.damage is not None and not shoots(me) and self._follows[_going(view)]:
            layout, ground = reach.grid.layout, reach.grid.ground
            for place, foe in foes:
                for cube in layout.cubes(strike_anchors(view.world, me, ground, foe.box)):
                    if places.get(cube[:2]) == cube:
                        mask[(SQUARES + cube[1] * width + cube[0]) * strikes + place] = 1
        return mask

    def parts(self, action: int) -> tuple[int, int]:
        """Splits an action number into (number of the move, number of the strike)."""
        return divmod(action, self.strikes)

    def square(self, move: int) -> tuple[int, int]:
        y, x = divmod(move - SQUARES, self.width)
        return x, y

    def intents(self, agent: str, action: int) -> tuple[Intent | None, str | None]:
        """Returns (move, name of the target to strike) that an action number means. Each may be None."""
        move, strike = self.parts(action)
        target = self.agents[strike - 1] if strike else None
        if move == STAY:
            return None, target
        if move == RISE:
            return Stand(), target
        cube = self._places.get(self.square(move))
        if cube is None:
            return None, target
        crawls = _going(View(self.battle.world, self.battle.creature(agent))) == "crawl"
        return (Crawl(to=cube) if crawls else Move(to=cube)), target

    def play(self, agent: str, action: int) -> bool:
        """Plays the legal parts (move, strike) of an action number and ends the turn."""
        battle, me = self.battle, self.battle.creature(agent)
        if not may_act(battle, me):
            return False
        movement, target = self.intents(agent, action)
        if movement is not None:
            battle.act(agent, movement)
        view = View(battle.world, me)
        while target is not None and me.turn.open and standing(me) and standing(battle.creature(target)):
            blow = _blow(view, battle.creature(target))
            if blow is None:
                break
            battle.act(agent, blow)
            if battle.rules.economy_is_off:
                break
        return False


def may_act(battle: Battle, me: Creature) -> bool:
    return me.turn.open and standing(me) and len({c.side for c in battle.creatures if standing(c)}) > 1


def _going(view: View) -> str:
    movement = view.rules.movement
    return movement.ordinary_intent(view.me)


def _places(reach: Reach) -> dict[tuple[int, int], Cube]:
    resting = reach.resting_places()
    found = {cube[:2]: cube for cube in reversed(resting)}
    if len(found) < len(resting):  # some squares have several, one above the other
        for cube in resting:
            if reach[cube].cost < reach[found[cube[:2]]].cost:
                found[cube[:2]] = cube
    return found


def _affords_after(rules: Ruleset, kind: str, then: str) -> bool:
    costs, left = rules.actions.costs, dict(rules.actions.per_turn)
    if kind not in costs or then not in costs:
        return False
    for name in next((way for way in costs[kind].ways if affordable(left, way)), ()):
        left[name] -= 1
    return any(affordable(left, way) for way in costs[then].ways)


def _blow(view: View, foe: Creature) -> Intent | None:
    ranged = view.shoots_at(foe)
    wanted: tuple[Intent, ...] = (
        FullAttack(target=foe.name, ranged=ranged),
        Attack(target=foe.name, ranged=ranged),
    )
    if view.me.body.attacks < 2:
        wanted = wanted[1:]
    return next((blow for blow in wanted if view.lawful(blow)), None)
