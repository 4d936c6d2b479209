"""What can be asked of a battle: questions that change nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from ..components.events import BattleEnded, Event
from ..components.intents import Intent
from ..components.position import Cube
from ..engine.combat.flanking import Flank, flank
from ..engine.combat.flanking import flanked as is_flanked
from ..engine.combat.melee_reach import in_reach
from ..engine.combat.reactions import threatened
from ..engine.combat.sightline import Sightline, sightline
from ..engine.legality.judge import judge
from ..engine.legality.legal_intents import legal_intents
from ..engine.legality.pathing import start_parity
from ..engine.legality.preview import Preview, foresee
from ..engine.navigation.occupied_grid import occupied_grid_of
from ..engine.navigation.reach import Reach
from ..engine.navigation.union_reach import unmixed
from ..engine.rules.distances import squares_between
from ..engine.rules.move_options import MoveOptions
from ..engine.rules.movement_budget import budget_for, modes_now
from ..engine.rules.ruleset import Request, Ruleset, World
from ..engine.rules.turn_start import as_at_start
from ..engine.scenario.validate import decode
from ..engine.state.creature import Creature
from ..engine.state.verdict import Refusal


class BattleQueries:
    """A battle as it stands, and what its rules say of it. Nothing here changes it."""

    world: World
    """Board, creatures, dice, clock and log."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force, house rules included."""
        return self.world.rules

    @property
    def events(self) -> Sequence[Event]:
        """Everything that has happened."""
        return self.world.log

    @property
    def creatures(self) -> Sequence[Creature]:
        """All creatures, in the order of the file."""
        return self.world.creatures

    def creature(self, name: str) -> Creature:
        """The creature called `name`.

        Raises:
            KeyError: there is none.
        """
        return self.world.named[name]

    @property
    def active(self) -> str | None:
        """Whose turn is open."""
        return self.world.active

    def floor_at(self, x: int, y: int) -> int:
        """The cube on the floor of a square; on water the highest water cube."""
        return self.world.board.stand(x, y)

    def reach(self, name: str) -> Reach:
        """Where one ordinary move action takes the creature from here, by anchor cube, with a fresh action."""
        creature = self.world.named[name]
        rules = self.rules
        request = Request(self.world, creature, None)
        crawling = creature.is_any(rules.movement.crawlers)
        options = MoveOptions(crawling=crawling, stepover=not crawling)
        if crawling:
            options = MoveOptions(modes=("walk",), crawling=True, stepover=False)
        limit = budget_for(rules, creature, parity=start_parity(request))
        if crawling and rules.movement.crawl_squares is not None:
            limit = type(limit)((("walk", rules.movement.crawl_squares),), parity=limit.parity)
        if creature.out or creature.is_any(rules.conditions.immobile) or creature.is_any(rules.conditions.unable):
            limit = type(limit)(())
        ways = [options]
        if not crawling and not rules.movement.mixes_modes(rules):
            ways = [options._replace(modes=(mode,)) for mode, _ in modes_now(rules, creature)] or ways
        return unmixed([Reach(occupied_grid_of(self.world, creature, way), limit) for way in ways])

    def threat(self, name: str) -> frozenset[Cube]:
        """The cubes that the creature threatens."""
        return threatened(self.world, self.world.named[name])

    def in_reach(self, name: str) -> frozenset[Cube]:
        """The cubes that the creature's melee strikes land on from where it is."""
        return in_reach(self.world, self.world.named[name])

    def flank(self, target: str, by: str, at: Cube | None = None) -> Flank | None:
        """With whom, and by which line, `by` flanks `target` from where it is, or would from `at`."""
        named = self.world.named
        return flank(self.world, named[target], named[by], at)

    def sightline(self, name: str, target: str) -> Sightline:
        """The line of effect from one creature to another, and what stops it."""
        named = self.world.named
        return sightline(self.world, named[name], named[target])

    def flanked(self, target: str, by: str) -> bool:
        """Whether `by` flanks `target` with some ally."""
        named = self.world.named
        return is_flanked(self.world, named[target], named[by])

    def distance(self, a: str, b: str) -> int:
        """The distance between two creatures in the ruleset's unit."""
        named = self.world.named
        return squares_between(self.rules, named[a].box, named[b].box) * self.rules.unit

    def why(self, name: str, wanted: Intent | Mapping[str, Any]) -> Refusal | None:
        """Why the creature may not do that now (rule ids and a sentence), None if it may. Changes nothing."""
        creature = self.world.named[name]
        with as_at_start(self.rules, creature):
            answer = judge(self.world, creature, typed_of(wanted))
        return answer if isinstance(answer, Refusal) else None

    def foresee(self, name: str, wanted: Intent | Mapping[str, Any]) -> Preview | Refusal:
        """What would come of it if the creature did that now, or why it may not. Changes nothing."""
        creature = self.world.named[name]
        with as_at_start(self.rules, creature):
            return foresee(self.world, creature, typed_of(wanted))

    @property
    def order(self) -> Sequence[str]:
        """Creatures by initiative; empty before it is rolled."""
        return self.world.order

    def legal_intents(self, name: str, *kinds: str) -> Iterator[Intent]:
        """The intents that a creature may declare now, of some kinds (`do` words) or all, as they are asked for.

        Raises:
            KeyError: there is no such creature.
        """
        return legal_intents(self, name, *kinds)

    @property
    def over(self) -> bool:
        """Whether the battle has been concluded."""
        log = self.world.log
        return bool(log) and isinstance(log[-1], BattleEnded)

    def close(self) -> None:
        """Delete the battle's entities. It cannot be asked anything afterwards."""
        self.world.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        world = getattr(self, "world", None)
        if world is not None:
            world.close()


def typed_of(wanted: object) -> Intent:
    """The typed intent for a plain table.

    Raises:
        ScenarioError: the table is no intent.
    """
    if isinstance(wanted, Intent):
        return wanted
    plain = dict(wanted) if isinstance(wanted, Mapping) else wanted
    return decode(plain, Intent, "intent")  # type: ignore[arg-type]
