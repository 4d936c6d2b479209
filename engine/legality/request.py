"""One question put to the rules: may this creature do this now, and what would follow?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...components.intents import IntentBase, Square
from ...components.position import Cube
from ..rules.ruleset import Ruleset
from ..space.elevation import carried_up, lifted, resting_height
from ..state.creature import Creature
from ..state.verdict import Refusal
from ..state.world import World


@dataclass(slots=True)
class Request:
    """The question, and what answering it needs."""

    world: World
    creature: Creature
    intent: Any
    rules: Ruleset = field(init=False)
    """The ruleset in force."""

    def __post_init__(self) -> None:
        self.rules = self.world.rules

    @property
    def free(self) -> bool:
        """Whether the action economy is off."""
        return self.rules.setting("actions") == "free"

    def refuse(self, reason: str, *topics: str) -> Refusal:
        """A refusal for `reason`, citing what stands behind the topics, or behind whatever nobody foresaw.

        (ep.grid.referee)
        """
        return Refusal(self.rules.cite(*topics) or self.rules.cite("unforeseen"), reason)

    def limits(self) -> tuple[str, ...]:
        """The topics behind how far the creature gets by what it asks for: its kind, load and conditions first."""
        kind = "double" if getattr(self.intent, "double", False) else self.intent.do
        held = sorted(self.creature.condition.held)
        feats = sorted(self.creature.body.feats)
        own = (kind, f"{kind}.{self.creature.speed.load}", *(f"{kind}.{feat}" for feat in feats), *held)
        return (*(f"speed.limit.{name}" for name in own), "speed.limit")

    def other(self, name: str) -> Creature | Refusal:
        """The creature called `name`, or the refusal to look for it."""
        found = self.world.named.get(name)
        if found is None:
            return self.refuse(f"there is no creature called {name}")
        return found

    def pay(
        self, *, named: str | None = None, key: str | None = None, topic: str | None = None
    ) -> tuple[str, ...] | Refusal:
        """The actions that the intent costs, or the refusal when they are not to be had.

        `topic` is what is cited first then, if not `pay.` with `key` and with the intent's name.
        """
        intent: IntentBase = self.intent
        cost = self.rules.costs.get(key or intent.do)
        if cost is None:
            wanted = f"a double {intent.do}" if key == "double" else intent.do
            return self.refuse(f"{self.rules.title} has no such thing as {wanted}", "unknown-intent")
        chosen = named or intent.action
        ways = cost.ways
        if chosen is not None:
            chosen = self.rules.action_words.get(chosen, chosen)
            ways = tuple(way for way in ways if way == (chosen,) or chosen in way)
            if not ways:
                return self.refuse(f"{intent.do} cannot be paid with a {chosen} action", cost.rule or "actions")
        left = self.rules.actions if self.free else self.creature.turn.actions
        for way in ways:
            if affordable(left, way):
                return () if self.free else way
        if any(len(set(way)) < len(way) for way in ways):
            needed = " or ".join(
                " and ".join(f"{count} {name}" for name, count in Counter(way).items()) for way in ways
            )
            reason = f"{self.creature.name} has not the actions left for {intent.do}, which takes {needed}"
        else:
            kinds = dict.fromkeys(" and ".join(dict.fromkeys(way)) for way in ways if way)
            spent = " or ".join(kind for kind in kinds if kind != "action")
            reason = f"{self.creature.name} has no {spent + ' ' if spent else ''}action left for {intent.do}"
        ran = ("spent.run",) if self.creature.turn.fact("ran") else ()
        pay = (topic,) if topic else (f"pay.{key or intent.do}", f"pay.{intent.do}")
        return self.refuse(reason, *pay, cost.rule or "actions", *ran, "actions")

    def settle(self, square: Square, origin: Cube) -> Cube:
        """The anchor that a path square means to a mover that comes from `origin`."""
        if len(square) == 3:
            return (square[0], square[1], square[2])
        x, y = square[0], square[1]
        creature, board = self.creature, self.world.board
        if (x, y) not in board:
            return (x, y, origin[2])
        if lifted(self.world, creature, origin) and not carried_up(self.world, creature, origin):
            return (x, y, origin[2])
        ground = resting_height(self.world, creature, x, y, origin[2])
        if ground < origin[2] - 1:
            return (x, y, origin[2])
        return (x, y, ground)


def affordable(left: Mapping[str, int], way: tuple[str, ...]) -> bool:
    """Whether the actions that are left cover one way of paying."""
    if len(way) == 1:
        return bool(left.get(way[0], 0))
    need: dict[str, int] = {}
    for name in way:
        need[name] = need.get(name, 0) + 1
    return all(left.get(name, 0) >= count for name, count in need.items())
