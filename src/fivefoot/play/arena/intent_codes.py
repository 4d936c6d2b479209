"""Intents as numbers: a block of numbers per kind, one for each target or square.

0 ends the turn. If several intents have a number, the first legal one is meant.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy
from msgspec import structs
from numpy.typing import NDArray

from ...components.intents import BY_NAME, Crawl, End, Intent, Move
from ...engine.errors import ScenarioError, names, spelled
from ...engine.legality.legal_intents import KINDS, lawful, options
from ...engine.legality.movement_range import own_move
from ...engine.state.creature import Creature
from ..battle import Battle
from .turn_codes import may_act

_FIELDS = {do: {field.name: field.required for field in structs.fields(BY_NAME[do])} for do in KINDS if do != "dig"}
"""Fields per kind; true: required."""
PLAIN = tuple(do for do, fields in _FIELDS.items() if fields.keys() <= {"action", "part", "mode"})
TARGETS = tuple(do for do, fields in _FIELDS.items() if "target" in fields and (fields["target"] or "to" not in fields))
PLACES = tuple(do for do, fields in _FIELDS.items() if "to" in fields and do not in TARGETS)
USUAL = ("stand", "drop-prone", "attack", "full-attack", "charge", "push", "pull", "move", "crawl", "step", "shift")
"""Intent kinds used by default; they are fast to check."""


class SingleIntents:
    def __init__(
        self,
        battle: Battle,
        agents: Sequence[str],
        goes_on: Callable[[str], bool],
        kinds: Sequence[str] = USUAL,
    ) -> None:
        """Creates the table of action numbers; `goes_on` tells whether an agent's turn may continue.

        Raises:
            ScenarioError: a kind is unknown.
        """
        self.battle = battle
        self.agents = agents
        self.strikes = len(agents) + 1
        self._goes_on = goes_on
        board, rules = battle.world.board, battle.rules
        self.width = board.width
        self._number = {agent: place for place, agent in enumerate(agents)}
        self.starts: dict[str, int] = {}
        at = 1
        for kind in dict.fromkeys(kinds):
            if kind == "end" or kind not in rules.actions.costs:
                known = (*PLAIN, *TARGETS, *PLACES)
                if kind not in known:
                    raise ScenarioError("arena", "kinds", spelled(kind), names(known, kind))
                continue
            self.starts[kind] = at
            at += 1 if kind in PLAIN else len(agents) if kind in TARGETS else board.width * board.height
        self.count = at
        self._found: dict[int, Intent] = {}

    def mask(self, agent: str) -> NDArray[numpy.int8]:
        """Returns an array with a 1 for each legal action number, else 0."""
        mask = numpy.zeros(self.count, numpy.int8)
        mask[0] = 1
        found: dict[int, Intent] = {}
        self._found = found
        world, me = self.battle.world, self.battle.creature(agent)
        if not may_act(self.battle, me):
            return mask
        for kind, start in self.starts.items():
            # Moves within reach are legal; the others are judged one by one.
            listed = self._moves(me, kind) if kind in ("move", "crawl") else options(world, me, kind)
            for wanted in listed:
                place = self._place(wanted)
                if place is not None:
                    found.setdefault(start + place, wanted)
        mask[list(found)] = 1
        return mask

    def _moves(self, me: Creature, kind: str) -> Iterator[Intent]:
        movement = self.battle.rules.movement
        down = me.is_any(movement.crawlers)
        moves: Callable[..., Intent] = Crawl if kind == "crawl" else Move
        fits = down if kind == "crawl" else not down or movement.prone_move == "crawl"
        if fits and lawful(self.battle.world, me, moves(path=())):
            for cube in own_move(self.battle.world, me).resting_places():
                yield moves(to=cube)

    def _place(self, wanted: Intent) -> int | None:
        if wanted.do in PLAIN:
            return 0
        if wanted.do in TARGETS:
            return self._number.get(getattr(wanted, "target", ""))
        to: Sequence[int] = getattr(wanted, "to", None) or getattr(wanted, "path")[-1]  # noqa: B009 - kinds differ
        return to[1] * self.width + to[0]

    def intent(self, action: int) -> Intent:
        """Returns the intent that an action number means since the last `mask`."""
        return self._found.get(action, End())

    def intents(self, agent: str, action: int) -> tuple[Intent | None, str | None]:
        """Returns (intent, target) that an action number means. An intent of None ends the turn."""
        wanted = self._found.get(action)
        return wanted, getattr(wanted, "target", None)

    def play(self, agent: str, action: int) -> bool:
        """Plays the intent of an action number. Returns True if the agent's turn continues."""
        wanted = self._found.get(action)
        if wanted is None:
            return False
        self.battle.act(agent, wanted)
        return self._goes_on(agent)
