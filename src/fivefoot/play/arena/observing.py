"""Observations: the board as arrays, text or a picture."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from ...engine.state.objectives import standing
from ..battle import Battle
from ..match import sides_of

CHANNELS = ("blocked", "difficult", "harmful", "height", "self", "ally", "enemy", "round")
"""Board layers from -1 to 1; creatures by hit points."""

PIXELS = 8

BARE, DIFFICULT, HARMFUL, BLOCKED = (225, 225, 225), (190, 180, 140), (230, 150, 90), (70, 70, 70)
FIRST_SIDE, OTHER_SIDES = (180, 60, 50), (50, 100, 180)


class Observer:
    def __init__(self, battle: Battle, agents: Sequence[str], rounds: int) -> None:
        self.battle = battle
        self.agents = agents
        self.rounds = rounds
        board = battle.world.board
        self.shape = (board.height, board.width, len(CHANNELS))
        self._ground = self._survey()

    def _survey(self) -> NDArray[numpy.float32]:
        board = self.battle.world.board
        ground = numpy.zeros(self.shape, numpy.float32)
        for y in range(board.height):
            for x in range(board.width):
                tile = board.tile(x, y)
                ground[y, x, 0] = tile.terrain == "blocked" or tile.solid
                ground[y, x, 1] = tile.terrain in ("difficult", "impeded")
                ground[y, x, 2] = tile.harms
                ground[y, x, 3] = max(-1.0, min(board.stand(x, y) / 10, 1.0))
        return ground

    def planes(self, agent: str) -> NDArray[numpy.float32]:
        """Returns the board as number layers: terrain, creatures of each side, round."""
        planes = self._ground.copy()
        me = self.battle.creature(agent)
        for c in self.battle.creatures:
            if not standing(c) or me.name in c.body.hidden_from:
                continue
            channel = 4 if c is me else 5 if c.side == me.side else 6
            share = 1.0 if c.health.hp is None or not c.health.full else min(max(c.health.hp / c.health.full, 0.0), 1.0)
            box = c.box
            planes[box.y0 : box.y1 + 1, box.x0 : box.x1 + 1, channel] = max(share, 0.05)
        planes[:, :, 7] = min(self.battle.world.round / self.rounds, 1.0)
        return planes

    def text(self) -> str:
        """Returns the map as text, where each agent is a letter."""
        rows = [list(row) for row in self.battle.scenario.board.rows]
        for number, agent in enumerate(self.agents):
            who = self.battle.creature(agent)
            if standing(who):
                rows[who.position.y][who.position.x] = chr(ord("A") + number % 26)
        return "\n".join("".join(row) for row in rows)

    def picture(self) -> NDArray[numpy.uint8]:
        """Returns a colour picture of the board as an array (rows, columns, 3)."""
        ground = self._ground
        picture = numpy.full((*self.shape[:2], 3), BARE, numpy.uint8)
        picture[ground[:, :, 1] > 0] = DIFFICULT
        picture[ground[:, :, 2] > 0] = HARMFUL
        picture[ground[:, :, 0] > 0] = BLOCKED
        first = sides_of(self.battle.scenario)[0]
        for c in self.battle.creatures:
            if standing(c):
                box = c.box
                colour = FIRST_SIDE if c.side == first else OTHER_SIDES
                picture[box.y0 : box.y1 + 1, box.x0 : box.x1 + 1] = colour
        return picture.repeat(PIXELS, axis=0).repeat(PIXELS, axis=1)
