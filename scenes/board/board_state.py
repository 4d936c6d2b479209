"""What the board scene looks at: the battle, what is chosen and aimed, and what would come of a click."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pygame

from ...components.events import Event
from ...engine.legality.legal_intents import one_move, shoots
from ...engine.legality.preview import Preview
from ...engine.navigation.reach import Reach
from ...engine.state.verdict import Refusal
from ...play.battle import Battle
from ..play.session import Session
from ..views.snapshot import Snapshot
from ..window.background import BackgroundWork
from ..window.palettes import PALETTES, Palette
from ..window.scene_stack import Change
from . import panels
from .draw.attack_lines import STRIKES, Telling, bands, tell
from .draw.camera import Camera
from .draw.ground import Terrain
from .draw.overlays import Lay, Overlay, Square
from .draw.tokens import Tokens
from .input.action_bar import ActionBar
from .input.actions import ActionEntry
from .input.targeting import Aim, extensions, wanted
from .layout import Layout
from .playback import Playback

LISTED = frozenset({"step", "shift", "minimum", "jump", "leap", "tumble", "overrun", "clamber", "squeeze", "claw-dirt"})
"""Intents for which the squares that they may lead to are few enough to be marked."""

ON_SOMEBODY = frozenset({"creature", "shove", "tow"})
"""Kinds of entries that are aimed at somebody first."""


class Looking:
    """A battle that is looked at, and what is pointed at in it. It asks the battle and changes nothing."""

    def __init__(
        self,
        table: Session,
        *,
        palette: Palette | None = None,
        scale: float = 1.0,
        speed: float = 1.0,
        confirm: bool = True,
        beside: bool = False,
        on_menu: "Callable[[Any], Change | None] | None" = None,
        on_over: "Callable[[Any], Change | None] | None" = None,
        on_rule: "Callable[[Any, Sequence[str]], Change | None] | None" = None,
        on_help: "Callable[[Any], Change | None] | None" = None,
    ) -> None:
        self.table = table
        self.palette = palette or next(iter(PALETTES.values()))
        self.scale = scale
        self.confirm = confirm
        """Whether a move that draws attacks asks back."""
        self.errands = BackgroundWork(beside=beside)
        """What takes longer than a frame; with `beside` it is done beside the window, which goes on meanwhile."""
        self.on_menu, self.on_over, self.on_rule, self.on_help = on_menu, on_over, on_rule, on_help
        world = table.battle.world
        self.terrain = Terrain(world.board, self.palette)
        self.playback = Playback(world.board, self.palette, Snapshot.of(world), len(table.battle.events), speed)
        self.tokens = Tokens(world.board, self.palette, self.playback.shown.sides())
        self.camera = Camera((world.board.width, world.board.height), (0, 0, 1, 1))
        self.chosen: str | None = None
        self.hover: Square | None = None
        self.pointer = (0, 0)
        self.aim = Aim()
        self.show_threat = False
        self.show_reach = True
        self.asking: tuple[dict[str, Any], tuple[str, ...]] | None = None
        """An intent that draws attacks, and whose, waiting for a yes."""
        self.message: tuple[str, tuple[str, ...]] = ("", ())
        """What the hint line says until the pointer moves on, and the rules behind it."""
        self._foreseen: tuple[tuple[object, ...], Preview | Refusal | None] = ((), None)
        self._foreseen_at: tuple[object, ...] = ()
        self._telling: tuple[tuple[object, ...], Telling] = ((None,), Telling())
        self._reach: tuple[tuple[object, ...], Reach | None] = ((), None)
        self._lay_key: tuple[object, ...] = ()
        self._bands: Mapping[Square, int] = {}
        self._thinking: Iterator[list[Event]] | None = None
        self._held: tuple[str | None, pygame.event.Event] | None = None
        """What was pressed last while an errand was out, and whose turn it was then."""
        self._dragging: tuple[int, int] | None = None
        self._chips: list[tuple[pygame.Rect, str]] = []
        self._told_over = False
        self._misdeeds = 0
        """How many faults of bots have been told."""
        self._fitted = False
        self._laid_for: tuple[object, ...] = ()
        """What everything was laid out for."""
        self.layout: Layout
        self.bar: ActionBar
        self.log: panels.LogPanel

    @property
    def battle(self) -> Battle:
        """The battle that is played."""
        return self.table.battle

    @property
    def prompted(self) -> bool:
        """Whether a question is to be seen, at which the battle waits."""
        return False

    def _say(self, sentence: str, rules: Sequence[str] = ()) -> None:
        self.message = (sentence, tuple(rules))

    def reach(self) -> Reach | None:
        """Where the chosen creature can get with one move."""
        return self._reach_of(self.chosen)

    def _reach_of(self, name: str | None) -> Reach | None:
        if name is None or self.battle.creature(name).out:
            return None
        key = (self.battle.world.revision, len(self.battle.events), name)
        if key != self._reach[0]:
            self._reach = (key, self.battle.reach(name))
        return self._reach[1]

    def foreseen(self) -> Preview | Refusal | None:
        """What a click where the pointer is would come to."""
        name = self.table.active
        if not self.table.waits_for_person() or name is None or self.playback.behind(self.battle.events):
            return None
        pointed = (name, self.hover, *self.aim.key())
        if self.errands.out:
            return self._foreseen[1] if pointed == self._foreseen_at else None
        self._foreseen_at = pointed
        if self.asking is not None:
            wanted: dict[str, Any] | None = self.asking[0]
        else:
            wanted = self.wanted(self.hover) if self.hover is not None else None
        key = (len(self.battle.events), len(self.battle.deeds), name, repr(wanted))
        if key != self._foreseen[0]:
            self._foreseen = (key, self.battle.foresee(name, wanted) if wanted is not None else None)
        return self._foreseen[1]

    def telling(self) -> Telling:
        """What there is to tell of strikes at whom the pointer is on, or from where a movement would end."""
        who = self.table.active if self.table.waits_for_person() else None
        entry = self.aim.entry
        if who is None or self.playback.behind(self.battle.events):
            return Telling()
        if self.errands.out:
            return self._telling[1] if self.hover == self._telling[0][-1] else Telling()
        target = self.figure_at(self.hover) if self.hover is not None else None
        if target is not None:
            here, there = self.battle.creature(who), self.battle.creature(target)
            aimed = entry is None or entry.do in STRIKES
            target = target if aimed and there.side != here.side and not there.out else None
        seen = self.foreseen() if target is None else None
        key = (len(self.battle.events), len(self.battle.deeds), who, target, id(seen), self.hover)
        if key != self._telling[0]:
            self._telling = (key, tell(self.battle, who, target, seen))
        return self._telling[1]

    def figure_at(self, square: Square) -> str | None:
        """Who is to be seen in a square, the uppermost and smallest first."""
        x, y = square
        found = [
            figure
            for figure in self.playback.shown.figures.values()
            if figure.box.x0 <= x <= figure.box.x1 and figure.box.y0 <= y <= figure.box.y1
        ]
        found.sort(key=lambda figure: (figure.out, -figure.cube[2], figure.squares))
        return found[0].name if found else None

    def wanted(self, square: Square) -> dict[str, Any] | None:
        """The intent that a click on the square would come to now."""
        name = self.table.active
        if name is None:
            return None
        return wanted(self.battle, name, self.aim, square, self.figure_at(square), self._reach_of(name))

    def _lay(self) -> None:
        """Lay reach and threat over the ground, where they have changed."""
        behind = self.playback.behind(self.battle.events)
        if self.errands.out:
            if behind:  # what lay there was for a moment that is over
                self._lay_key = ()
                self._put(Lay())
            return
        aim = replace(self.aim, path=list(self.aim.path), also=list(self.aim.also))
        key = (
            self.battle.world.revision, len(self.battle.events), self.chosen, self.show_threat, self.show_reach,
            behind, self.palette.name, *aim.key(),
            aim.entry is not None and aim.entry.aim in ON_SOMEBODY and aim.entry.name in self.bar.standing,
        )  # fmt: skip
        if key == self._lay_key:
            return
        self._lay_key = key
        if behind:
            self._put(Lay())
            return
        who = self.chosen or "anybody"
        self.errands.send(f"Working out where {who} can get …", lambda: self._laid(aim, self.chosen), self._put)

    def _put(self, lay: Lay) -> None:
        self._bands = lay.bands
        self.terrain.glaze(None if lay.empty else Overlay(lay, self.palette))

    def _laid(self, aim: Aim, chosen: str | None) -> Lay:
        """What is to be laid over the ground for somebody, with what is being aimed."""
        lay, entry, active = Lay(), aim.entry, self.table.active
        own = active is not None and self.table.waits_for_person()
        if entry is not None and own and entry.name in LISTED:
            lay.marked = self._lawful(entry)
        elif entry is not None and own and aim.target is None and entry.aim in ON_SOMEBODY:
            found = self.bar.standing.get(entry.name)
            lay.marked = self._squares_of(found.legal if found is not None else ())
        elif self.show_reach and chosen is not None and (entry is None or entry.aim in ("square", "tow")):
            lay.reach = self._tiers(chosen, entry)
            if chosen == active and self.errands.beside:
                self._warm(chosen)
        if entry is not None and own and active is not None and entry.do in ("attack", "full-attack"):
            ranged = entry.name == "shoot" or shoots(self.battle.creature(active))
            lay.bands = bands(self.battle, active, ranged=ranged)
        if self.show_threat:
            lay.threat = self._threat(chosen)
        if entry is not None and entry.aim == "shove" and aim.target is not None and active is not None:
            lay.marked = frozenset((x, y) for x, y, _ in extensions(self.battle, active, aim))
        return lay

    def _warm(self, name: str) -> None:
        """Ask beside the window what the pointer is about to ask in it: the first answer on a wide board takes long."""
        reach, board = self._reach_of(name), self.battle.world.board
        if reach is None:
            return
        near = next((cube for cube, arrival in reach.arrivals() if arrival.squares), None)
        beyond = next(
            ((x, y) for x, y in ((0, 0), (board.width - 1, 0)) if (x, y, board.stand(x, y)) not in reach), None
        )
        for square in (near, beyond):
            if square is not None:
                self.battle.foresee(name, {"do": "move", "to": list(square)})

    def _squares_of(self, names: Iterable[str]) -> frozenset[Square]:
        boxes = [self.battle.creature(name).box for name in names]
        return frozenset((x, y) for box in boxes for x in range(box.x0, box.x1 + 1) for y in range(box.y0, box.y1 + 1))

    def _lawful(self, entry: ActionEntry) -> frozenset[Square]:
        """The squares that an entry may lead to now."""
        active = self.table.active
        squares: set[Square] = set()
        for found in self.battle.legal_intents(active, entry.do) if active is not None else ():
            path = getattr(found, "path", None)
            there = path[-1] if path else getattr(found, "to", None)
            if there is not None:
                squares.add((there[0], there[1]))
        return frozenset(squares)

    def _tiers(self, name: str, entry: ActionEntry | None) -> dict[Square, tuple[int, bool]]:
        reach = self._reach_of(name)
        found: dict[Square, tuple[int, bool]] = {}
        if reach is None:
            return found
        board, side = self.battle.world.board, self.battle.creature(name).size.side
        span = [(dx, dy) for dy in range(side) for dx in range(side)]
        for tier, far in ((0, reach), *self._farther_reach(name, entry)):
            for (x, y, z), arrival in far.arrivals():
                stops = arrival.can_stop
                # All the squares that a big one comes to fill, but for walls that it is pressed against.
                for dx, dy in span:
                    square = (x + dx, y + dy)
                    if side > 1 and board.blocked(*square, z):
                        continue
                    known = found.get(square)
                    if known is None or (not known[1] and stops):
                        found[square] = (tier if known is None else known[0], stops)
        return found

    def _farther_reach(self, name: str, entry: ActionEntry | None) -> Iterator[tuple[int, Reach]]:
        """Where two actions and an all-out run would get a creature, where its ruleset has them."""
        world, rules = self.battle.world, self.battle.rules
        me = self.battle.creature(name)
        if me.prone or not me.turn.open:
            return
        if (
            "double" in rules.actions.costs
            and self.battle.why(me.name, {"do": "move", "double": True, "path": []}) is None
        ):
            yield 1, one_move(world, me, 2)
        if entry is not None and entry.name == "run":
            yield 2, one_move(world, me, rules.movement.run_factor(rules, me))

    def _threat(self, chosen: str | None) -> frozenset[Square]:
        """Squares that the enemies of a creature threaten (or all creatures, where there is none)."""
        battle = self.battle
        side = battle.creature(chosen).side if chosen is not None else None
        squares: set[Square] = set()
        for other in battle.creatures:
            if other.out or other.side == side:
                continue
            squares.update((x, y) for x, y, _ in battle.threat(other.name))
        return frozenset(squares)
