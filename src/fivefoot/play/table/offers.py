"""The effects of possible clicks. Cached until the battle changes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ...components.position import Cube
from ...engine.field.forced_steps import harmful
from ...engine.field.reach import Arrival, Reach
from ...engine.legality.movement_range import one_move, safe_move
from ...engine.legality.preview import Preview
from ...engine.messages import tr
from ...engine.state.creature import Creature
from ..battle import Battle
from ..replay.log_text import labels_of
from ..replay.snapshot import CreatureView
from .ability_text import needs_somebody
from .aiming import Aim, anchor, wanted
from .offer import Offer, harm_of, odds_of, words_of
from .session import Session
from .strike_lines import STRIKES, StrikeLines, go_and_strike, pays_for, posts_against, strike_lines

Square = tuple[int, int]
T = TypeVar("T")
MOST_MOVES = 3


class Offers:
    """Computes what clicks of a player would do, without a change of the battle."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._moment: tuple[object, ...] = ()
        self._kept: dict[tuple[object, ...], Any] = {}

    @property
    def battle(self) -> Battle:
        return self.session.battle

    def once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Returns the value stored under a key; without one, calls `make` and stores the result."""
        now = self.session.moment
        if now != self._moment:
            self._moment, self._kept = now, {}
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    # --- movement ranges -----------------------------------------------------------------------------

    def reach(self, name: str | None, actions: int = 1) -> Reach | None:
        """Returns the places within `actions` moves of a creature; None if it cannot move."""
        if name is None or self.battle.creature(name).out:
            return None
        return self.once(("reach", name, actions), lambda: self._reach(self.battle.creature(name), actions))

    def _reach(self, creature: Creature, actions: int) -> Reach | None:
        battle = self.battle
        if actions == 1:
            return battle.reach(creature.name)
        if not creature.turn.open or creature.prone:
            return None
        if "double" not in battle.rules.actions.costs:
            fresh = not creature.turn.pool_open and battle.rules.setting("actions") != "free"
            paid = fresh and pays_for(battle.rules, creature, *["move"] * actions)
            return one_move(battle.world, creature, actions) if paid else None
        if actions > 2:
            return None
        if battle.why(creature.name, {"do": "move", "double": True, "path": []}) is not None:
            return None
        return one_move(battle.world, creature, 2)

    def _safe(self, me: Creature, actions: int) -> Reach:
        return self.once(("safe", me.name, actions), lambda: safe_move(self.battle.world, me, actions))

    # --- offers --------------------------------------------------------------------------------------

    def plan(self, aim: Aim, square: Square, who: str | None) -> tuple[dict[str, Any], ...]:
        """Returns the intents that a click would submit, in order."""
        name = self.session.active
        if name is None:
            return ()
        return self.once(("plan", name, square, who, *aim.key()), lambda: self._plan(name, aim, square, who))

    def _plan(self, name: str, aim: Aim, square: Square, who: str | None) -> tuple[dict[str, Any], ...]:
        me = self.battle.creature(name)
        double = self.reach(name, 2) if "double" in self.battle.rules.actions.costs else None
        first = wanted(self.battle, name, aim, square, who, self.reach(name), double)
        if first is None:
            return ()
        aimed = aim.entry is None or aim.entry.name in ("attack", "shoot")
        if first["do"] == "attack" and aimed and not aim.path and self.session.why(first) is not None:
            return self._strike_from_afar(me, str(first["target"])) or (first,)
        if first["do"] in ("attack", "full-attack"):
            return self._strikes(me, first, chosen=aim.entry is not None)
        if aim.entry is None and not aim.path and "to" in first and self.session.why(first) is not None:
            return self._moves(me, aim, square) or (first,)
        return (self._round_harm(me, first),)

    def _strikes(self, me: Creature, first: dict[str, Any], *, chosen: bool) -> tuple[dict[str, Any], ...]:
        rules, session = self.battle.rules, self.session
        if "full-attack" not in rules.actions.costs:
            return (first,)
        whole = {**first, "do": "full-attack"}
        strikes = rules.attacks.whole(me)
        if first["do"] == "attack" and (chosen or strikes < 2 or session.why(whole) is not None):
            return (first,)
        return (whole, *({**first, "do": "attack"} for _ in range(strikes - 1)))

    def _moves(self, me: Creature, aim: Aim, square: Square) -> tuple[dict[str, Any], ...]:
        near = self.reach(me.name)
        if near is None or "double" in self.battle.rules.actions.costs:
            return ()
        for actions in range(2, MOST_MOVES + 1):
            far = self.reach(me.name, actions)
            there = anchor(self.battle, me.name, aim, square, far)
            if far is not None and there is not None:
                return self._legs(me, near, far, there, actions)
        return ()

    def _legs(self, me: Creature, near: Reach, far: Reach, there: Cube, actions: int) -> tuple[dict[str, Any], ...]:
        """Returns the moves of a path that needs several. Empty: a later one provokes or harms."""
        way = far[there]
        legs = _legs(far, near.budget.most - near.budget.spent, way.path)
        first = near.get_arrival(legs[0][-1])
        if len(legs) > actions or first is None or not self._quiet(me, way.path[len(legs[0]) :], way, first):
            return ()
        return tuple({"do": "move", "path": [list(cube) for cube in leg]} for leg in legs)

    def _moves_and_strike(self, me: Creature, target: str) -> tuple[dict[str, Any], ...]:
        """Returns two moves and a strike, where the ruleset has that many actions."""
        battle, foe = self.battle, self.battle.creature(target)
        near, far = self.reach(me.name), self.reach(me.name, 2)
        pays = "double" not in battle.rules.actions.costs and pays_for(battle.rules, me, "move", "move", "attack")
        if near is None or far is None or not pays or not me.body.threatens or foe.out or foe.side == me.side:
            return ()
        ways = (self._legs(me, near, far, cube, 2) for cube in posts_against(battle, me, target, far))
        way = next(filter(None, ways), ())
        return (*way, {"do": "attack", "target": target}) if way else ()

    def _quiet(self, me: Creature, later: Sequence[Cube], way: Arrival, first: Arrival) -> bool:
        drawn = set(way.opportunities) - set(first.opportunities)
        return not drawn and not any(harmful(self.battle.world, me, cube) for cube in later)

    def at(self, aim: Aim, square: Square, who: str | None) -> Offer:
        """Returns what a click on a square or creature would make the active creature do."""
        key = ("offer", self.session.active, square, who, *aim.key())
        return self.once(key, lambda: self.of(self.plan(aim, square, who), aim, who))

    def of(self, intents: tuple[dict[str, Any], ...], aim: Aim, who: str | None = None) -> Offer:
        """Returns what these intents of the active creature would do."""
        key = ("intents", self.session.active, repr(intents), who, *aim.key())
        return self.once(key, lambda: self._offer(intents, aim, who))

    def _offer(self, intents: tuple[dict[str, Any], ...], aim: Aim, who: str | None) -> Offer:
        battle, name = self.battle, self.session.active
        if name is None:
            return Offer(intents)
        seen = self.session.preview(intents[0]) if intents else None
        lines = self._lines(name, aim, who, seen)
        if not isinstance(seen, Preview):
            return Offer(intents, seen, {}, lines)
        odds = odds_of(battle, name, seen, intents, aim.cover)
        labels = labels_of(battle.world)
        words = words_of(battle, name, seen, intents, odds, lines, labels)
        if intents[0]["do"] != "use":
            return Offer(intents, seen, odds, lines, harm=harm_of(battle, seen, name), words=words, labels=labels)
        mine = battle.creature(name).side
        friends = tuple(
            who for who, one in odds.items() if one.most and who != name and battle.creature(who).side == mine
        )
        area = battle.area(name, intents[0])
        nobody = not area.creatures and needs_somebody(battle.world.abilities[intents[0]["ability"]])
        words = (*words, tr("affects nobody")) if nobody else words
        harm = harm_of(battle, seen, name)
        return Offer(intents, seen, odds, lines, area.squares, friends, harm, words, nobody, labels)

    def _lines(self, name: str, aim: Aim, who: str | None, seen: object) -> StrikeLines:
        target = None
        if who is not None:
            there = self.battle.creature(who)
            aimed = aim.entry is None or aim.entry.do in STRIKES
            target = who if aimed and there.side != self.battle.creature(name).side and not there.out else None
        return strike_lines(self.battle, name, target, seen if target is None else None)

    def _strike_from_afar(self, me: Creature, target: str) -> tuple[dict[str, Any], ...]:
        reach = self.reach(me.name)
        safe = self._safe(me, 1) if reach is not None else None
        if safe is not None:
            found = go_and_strike(self.battle, me, target, safe)
            if len(found) > 1:
                return (self._round_harm(me, found[0]), *found[1:])
        return go_and_strike(self.battle, me, target, reach) or self._moves_and_strike(me, target)

    def _round_harm(self, me: Creature, first: dict[str, Any]) -> dict[str, Any]:
        if first["do"] != "move" or "path" in first or "mode" in first or len(first["to"]) < 3:
            return first
        actions = 2 if first.get("double") else 1
        reach, cube = self.reach(me.name, actions), tuple(first["to"])
        arrival = reach.get_arrival(cube) if reach is not None else None
        if arrival is None or not any(harmful(self.battle.world, me, there) for there in arrival.path):
            return first
        safe = self._safe(me, actions).get_arrival(cube)
        if safe is None or not safe.can_stop:
            return first
        made = {name: value for name, value in first.items() if name != "to"} | {"path": [list(at) for at in safe.path]}
        return made if self.battle.why(me.name, made) is None else first


def _legs(far: Reach, squares: int, path: tuple[Cube, ...]) -> list[tuple[Cube, ...]]:
    legs: list[tuple[Cube, ...]] = []
    begun = spent = 0
    while begun < len(path):
        ends = [
            at
            for at in range(begun, len(path))
            if (arrival := far.get_arrival(path[at])) and arrival.can_stop and arrival.squares - spent <= squares
        ]
        if not ends:
            return [*legs, path[begun:]]
        legs.append(path[begun : ends[-1] + 1])
        begun, spent = ends[-1] + 1, far[path[ends[-1]]].squares
    return legs


def figure_at(
    figures: Mapping[str, CreatureView], square: Square, *, acting: str | None = None, meant: str | None = None
) -> str | None:
    """Returns the creature that a click on a square means; of several, the likeliest."""
    x, y = square
    found = [one for one in figures.values() if one.box.x0 <= x <= one.box.x1 and one.box.y0 <= y <= one.box.y1]
    found.sort(key=lambda one: (one.out, one.name != meant, one.name == acting, -one.cube[2], one.squares))
    return found[0].name if found else None
