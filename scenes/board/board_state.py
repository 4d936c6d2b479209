"""The state of the board scene: the session, the selection, the aim, and previews of clicks.

It neither draws nor changes the battle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.combat.forecast import Forecast
from ...engine.legality.one_move import one_move
from ...engine.legality.preview import Preview
from ...engine.legality.safe_move import safe_move
from ...engine.navigation.reach import Reach
from ...engine.space.forced_steps import harmful
from ...engine.space.occupancy import tight_beside
from ...engine.space.support import holds_at
from ...engine.state.creature import Creature
from ...engine.state.verdict import Refusal
from ...play.battle import Battle
from ...play.replay.palettes import PALETTES, Palette
from ...play.replay.snapshot import Snapshot
from ..play.session import Session
from ..window.background import BackgroundWork
from .draw.attack_lines import STRIKES, Telling, tell
from .draw.overlays import Square
from .input import strike_from_afar
from .input.targeting import Aim, told_distance, wanted
from .intentions import Intention, all_intended
from .playback import Playback

SPACE = "space of "
"""The prefix of a preview's reason for a step into another's space."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Something to be confirmed."""

    intents: tuple[dict[str, Any], ...]
    """The intents to be carried out; empty: the turn ends."""
    words: str
    """The question."""
    square: Square | None = None
    """The square whose second click confirms."""
    draws: tuple[str, ...] = ()
    """The creatures whose attacks it draws."""


class BoardState:
    """A battle in view, with the selection in it. It queries the battle and changes nothing."""

    def __init__(
        self, session: Session, *, palette: Palette | None = None, speed: float = 1.0, beside: bool = False
    ) -> None:
        self.session = session
        self.palette = palette or next(iter(PALETTES.values()))
        self.confirm = True
        """Whether a move that draws attacks needs confirmation."""
        self.confirm_end = True
        """Whether ending a turn with actions left needs confirmation."""
        self.work = BackgroundWork(beside=beside)
        """Work that takes longer than a frame; with `beside` it runs beside the window, which goes on meanwhile."""
        world = session.battle.world
        self.playback = Playback(self.palette, Snapshot.of(world), len(session.battle.events), speed)
        self.chosen: str | None = session.active
        self.hover: Square | None = None
        """The square under the pointer or the board's cursor."""
        self.cursor = False
        """Whether the board's cursor points, which the arrow keys move."""
        self.meant: str | None = None
        """The creature that the board's cursor means, of several in its square."""
        self.pointer = (0, 0)
        self.aim = Aim()
        self.show_threat = False
        self.show_reach = True
        self.show_intentions = False
        self._intended: tuple[tuple[object, ...], tuple[Intention, ...]] = ((), ())
        self.marked: frozenset[Square] = frozenset()
        """Squares that a lesson marks."""
        self.pending: Confirmation | None = None
        self.message: tuple[str, tuple[str, ...]] = ("", ())
        """The hint line's sentence until the pointer moves or the turn passes, with its rules."""
        self.warns = False
        """Whether that sentence tells of a refusal or a fault, rather than of what is so."""
        self._preview: tuple[tuple[object, ...], Preview | Refusal | None] = ((), None)
        self._preview_at: tuple[object, ...] = ()
        self._telling: tuple[tuple[object, ...], Telling] = ((None,), Telling())
        self._forecast: tuple[tuple[object, ...], tuple[str, Forecast] | None] = ((), None)
        self._reach: dict[tuple[str, int], tuple[tuple[object, ...], Reach | None]] = {}
        self._safe_reach: dict[int, tuple[tuple[object, ...], Reach]] = {}
        self._planned: tuple[tuple[object, ...], tuple[dict[str, Any], ...]] = ((), ())

    @property
    def battle(self) -> Battle:
        """The battle."""
        return self.session.battle

    @property
    def behind(self) -> bool:
        """Whether there are events not shown yet."""
        return self.playback.behind(self.battle.events)

    @property
    def own(self) -> Creature | None:
        """The creature on turn that a person plays, if any."""
        name = self.session.active
        return self.battle.creature(name) if name is not None and self.session.waits_for_person() else None

    def distance(self, amount: int) -> str:
        """A distance in the ruleset's unit, in words."""
        return told_distance(self.battle.rules, amount)

    def say(self, sentence: str) -> None:
        """Shows a sentence in the hint line."""
        self.message, self.warns = (sentence, ()), False

    def warn(self, sentence: str, rules: Sequence[str] = ()) -> None:
        """Shows a refusal or a fault in the hint line, with its rules."""
        self.message, self.warns = (sentence, tuple(rules)), True

    def _moment(self) -> tuple[int, int, int]:
        """The key of cached answers: another moment of the battle has another."""
        battle = self.battle
        return (battle.world.revision, len(battle.events), len(battle.commands))

    def forget_preview(self) -> None:
        """Drop the cached preview."""
        self._preview = ((), None)
        self._planned = ((), ())

    def intentions(self) -> tuple[Intention, ...]:
        """The next moves of the brains, if they are shown in a person's turn; they are computed beside the window."""
        if not self.show_intentions:
            return ()
        if self.work.out:
            return self._intended[1]
        if self.own is None or self.behind:
            return ()
        key = self._moment()
        if key == self._intended[0]:
            return self._intended[1]
        self._intended = (key, ())

        def put(found: tuple[Intention, ...]) -> None:
            self._intended = (key, found)

        self.work.send("Asking what they mean to do …", lambda: all_intended(self.session), put)
        return self._intended[1]

    def drop_cursor(self) -> None:
        """Puts the board's cursor away, unless it is on an enemy who still stands: it was about what is over."""
        me, square = self.own, self.hover
        foes = [one for one in self.battle.creatures if me is not None and one.side != me.side and not one.out]
        if self.cursor and not any(square in foe.box.footprint for foe in foes):
            self.cursor, self.hover = False, None

    # --- reach ---------------------------------------------------------------------------------------

    def reach(self, name: str | None, actions: int = 1) -> Reach | None:
        """The reach of a number of moves with what a creature has left now, or at the start of its next turn.

        None if it cannot move at all.
        """
        if name is None or self.battle.creature(name).out:
            return None
        battle = self.battle
        key = self._moment()
        kept = self._reach.get((name, actions))
        if kept is None or kept[0] != key:
            kept = self._reach[name, actions] = (key, self._reach_now(battle.creature(name), actions))
        return kept[1]

    def _reach_now(self, creature: Creature, actions: int) -> Reach | None:
        battle = self.battle
        if actions == 1:
            return battle.reach(creature.name)
        if not creature.turn.open:
            return None
        if creature.prone or "double" not in battle.rules.actions.costs:
            return None
        if battle.why(creature.name, {"do": "move", "double": True, "path": []}) is not None:
            return None
        return one_move(battle.world, creature, 2)

    # --- previews ------------------------------------------------------------------------------------

    def planned(self, square: Square) -> tuple[dict[str, Any], ...]:
        """The intents of a click on the square now, in order: one, or a walk and the strike after it."""
        me = self.own
        if me is None:
            return ()
        key = (len(self.battle.events), len(self.battle.commands), me.name, square, self.meant, *self.aim.key())
        if key != self._planned[0]:
            self._planned = (key, self._plan(me, square))
        return self._planned[1]

    def _plan(self, me: Creature, square: Square) -> tuple[dict[str, Any], ...]:
        who = self.figure_at(square)
        first = wanted(self.battle, me.name, self.aim, square, who, self.reach(me.name), self.reach(me.name, 2))
        if first is None:
            return ()
        aimed = self.aim.entry is None or self.aim.entry.name in ("attack", "shoot")
        if first["do"] == "attack" and aimed and not self.aim.path and self.session.why(first) is not None:
            return self._strike_from_afar(me, str(first["target"])) or (first,)
        return (self._round_harm(me, first),)

    def _strike_from_afar(self, me: Creature, target: str) -> tuple[dict[str, Any], ...]:
        """A walk and a strike, or what else serves; round harmful ground if a way leads there."""
        reach = self.reach(me.name)
        safe = self._safe(me, 1) if reach is not None else None
        if safe is not None:
            found = strike_from_afar.plan(self.battle, me, target, safe)
            if len(found) > 1:
                return (self._round_harm(me, found[0]), *found[1:])
        return strike_from_afar.plan(self.battle, me, target, reach)

    def _round_harm(self, me: Creature, first: dict[str, Any]) -> dict[str, Any]:
        """The same move by a way that keeps off harmful ground, if the usual one does not and there is such a way."""
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

    def _safe(self, me: Creature, actions: int) -> Reach:
        key = self._moment()
        kept = self._safe_reach.get(actions)
        if kept is None or kept[0] != (*key, me.name):
            kept = self._safe_reach[actions] = ((*key, me.name), safe_move(self.battle.world, me, actions))
        return kept[1]

    def preview(self) -> Preview | Refusal | None:
        """The preview of a click at the pointer, or of its first part."""
        me = self.own
        if me is None or self.behind:
            return None
        pointed = (me.name, self.hover, self.meant, *self.aim.key())
        if self.work.out:
            return self._preview[1] if pointed == self._preview_at else None
        self._preview_at = pointed
        if self.pending is not None:
            listed = self.pending.intents
        else:
            listed = self.planned(self.hover) if self.hover is not None else ()
        first = listed[0] if listed else None
        key = (len(self.battle.events), len(self.battle.commands), me.name, repr(first))
        if key != self._preview[0]:
            self._preview = (key, self.session.preview(first) if first is not None else None)
        return self._preview[1]

    def follow_up(self) -> dict[str, Any] | None:
        """The strike after the previewed walk."""
        if self.own is None or self.behind or self.work.out or self.hover is None:
            return None
        listed = self.pending.intents if self.pending is not None else self.planned(self.hover)
        return listed[1] if len(listed) > 1 else None

    def forecast(self) -> tuple[str, Forecast] | None:
        """(target, forecast) of the strike of a click at the pointer."""
        me = self.own
        seen = self.preview()
        if me is None or self.work.out:
            return None
        after = self.follow_up()
        target = str(after["target"]) if after is not None else None
        ranged = False
        if target is None and isinstance(seen, Preview) and seen.strikes:
            target = seen.strikes[0]
            planned = self.planned(self.hover) if self.hover is not None else ()
            ranged = bool(planned and planned[0].get("ranged"))
        if target is None or target not in self.battle.world.named or not isinstance(seen, Preview):
            return None
        own = [step.at for step in seen.steps if step.who == me.name and step.collides is None]
        at = own[-1] if own else None
        key = (*self._moment(), me.name, target, ranged, self.aim.cover, at)
        if key != self._forecast[0]:
            told = self.battle.forecast(me.name, target, ranged=ranged, cover=self.aim.cover, at=at)
            self._forecast = (key, (target, told))
        return self._forecast[1]

    def consequences(self, seen: Preview) -> list[str]:
        """The consequences of a movement at its end: height, a fall, a hold on a wall, another creature's square."""
        told: list[str] = []
        battle, world = self.battle, self.battle.world
        last = {step.who: step for step in seen.steps if step.collides is None}
        for name, step in last.items():
            creature = world.named[name]
            x, y, z = step.at
            if (x, y) not in world.board:
                continue
            floor = world.board.stand(x, y)
            whose = "" if name == self.session.active else f"{name} "
            aloft = z - floor
            if aloft > 0 and (step.falls or (holds_at(world, creature, step.at) is None and not _flies(creature))):
                told.append(f"{whose}⇓ falls {_squares(aloft)}: {self._fall(aloft)}")
            elif aloft > 0:
                held = "clings to the wall" if step.mode == "climb" else "stays aloft"
                told.append(f"{whose}ends {_squares(aloft)} above the floor, {held}")
            elif z != creature.cube[2]:
                told.append(f"{whose}ends {_squares(abs(z - creature.cube[2]))} {_way(z - creature.cube[2])}")
            if step.falls and aloft <= 0:
                told.append(f"{whose}⇓ falls")
            for other in (reason.removeprefix(SPACE) for reason in step.reasons if reason.startswith(SPACE)):
                tight = other in world.named and tight_beside(world, creature, world.named[other])
                told.append(f"{whose}ends in the space of {other}" + (": squeezing" if tight else ""))
            if battle.rules.sizes.squeeze_condition is not None and "squeezing" in step.reasons:
                told.append(f"{whose}ends squeezing")
            harm = self.harm(seen, name)
            told += [f"{whose}⚠ {harm}"] if harm else []
        return told

    def harm(self, seen: Preview, name: str) -> str:
        """The harmful ground that a creature would come to, in words; empty without any."""
        world = self.battle.world
        creature, board, side = world.named[name], world.board, world.named[name].size.side
        there = [step.at for step in seen.steps if step.who == name and step.collides is None]
        harmed = [cube for cube in there if harmful(world, creature, cube)]
        if not harmed:
            return ""
        tiles = [board.tile(x + i, y + j) for x, y, _ in harmed for i in range(side) for j in range(side)]
        does = dict.fromkeys(str(tile.damage) for tile in tiles if tile.damage is not None)
        return f"harmful ground: {_squares(len(harmed))}" + (f", {' or '.join(does)} each" if does else "")

    def _fall(self, squares: int) -> str:
        """The damage of a fall, in words."""
        return "damage, and prone" if squares > 1 else "may fall prone"

    def telling(self) -> Telling:
        """The lines of a strike at the creature under the pointer, or from the end of a movement."""
        me, entry = self.own, self.aim.entry
        if me is None or self.behind:
            return Telling()
        if self.work.out:
            return self._telling[1] if self.hover == self._telling[0][-1] else Telling()
        target = self.figure_at(self.hover) if self.hover is not None else None
        if target is not None:
            there = self.battle.creature(target)
            aimed = entry is None or entry.do in STRIKES
            target = target if aimed and there.side != me.side and not there.out else None
        seen = self.preview() if target is None else None
        key = (len(self.battle.events), len(self.battle.commands), me.name, target, id(seen), self.hover)
        if key != self._telling[0]:
            self._telling = (key, tell(self.battle, me.name, target, seen))
        return self._telling[1]

    def figure_at(self, square: Square) -> str | None:
        """The creature meant by a square: that of the cursor, else the uppermost and smallest, before a person's own
        creature on turn.
        """
        x, y = square
        acting = self.session.active if self.session.waits_for_person() else None
        found = [
            figure
            for figure in self.playback.shown.figures.values()
            if figure.box.x0 <= x <= figure.box.x1 and figure.box.y0 <= y <= figure.box.y1
        ]
        meant = self.meant if self.cursor and square == self.hover else None
        found.sort(
            key=lambda figure: (
                figure.out,
                figure.name != meant,
                figure.name == acting,
                -figure.cube[2],
                figure.squares,
            )
        )
        return found[0].name if found else None


def _flies(creature: Creature) -> bool:
    return creature.speed.listed.get("fly", 0) > 0


def _squares(count: int) -> str:
    return "1 square" if count == 1 else f"{count} squares"


def _way(change: int) -> str:
    return "higher" if change > 0 else "lower"
