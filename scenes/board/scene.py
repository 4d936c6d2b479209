"""The board scene: shows a battle, takes clicks and keys, and hands what was asked to the battle."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pygame

from ...components.events import Event
from ...components.position import Cube
from ...engine.foresight import Foresight
from ...engine.legality.ask import Refusal
from ...engine.legality.options import one_move
from ...engine.reach import Reach
from ..fonts import written
from ..palettes import PALETTES, Palette
from ..stage import Change, Leave
from ..table import Table
from ..tableau import Tableau
from . import panels
from .aiming import Entry, aimed_at_creature, aimed_at_square, by_key, extensions
from .bar import ActionBar
from .camera import Camera
from .ground_words import ground_words
from .layout import Layout, layout
from .overlays import Lay, Overlay, Square, draw_steps
from .playback import SPEEDS, Playback
from .terrain import Terrain
from .tokens import Tokens

LISTED = frozenset(
    {"step", "shift", "minimum", "jump", "leap", "tumble", "overrun", "clamber", "squeeze", "claw-dirt", "attack"}
    | {"full-attack", "charge", "climb-creature", "knock-off", "pull-up", "push", "pull", "slide"}
)
"""Intents for which the squares (or creatures) that they may be used on are few enough to be marked."""
PAN = 900
"""Pixels a second by the arrow keys."""


@dataclass(slots=True)
class Aim:
    """What is being aimed: an entry of the bar, and what has been chosen for it so far."""

    entry: Entry | None = None
    distance: int = 0
    target: str | None = None
    path: list[Cube] = field(default_factory=list)
    """Drawn by hand, square by square."""


class BoardScene:
    """One battle on the screen."""

    def __init__(
        self,
        table: Table,
        *,
        palette: Palette | None = None,
        scale: float = 1.0,
        speed: float = 1.0,
        confirm: bool = True,
        on_menu: "Callable[[BoardScene], Change | None] | None" = None,
        on_over: "Callable[[BoardScene], Change | None] | None" = None,
        on_rule: "Callable[[BoardScene, Sequence[str]], Change | None] | None" = None,
        on_help: "Callable[[BoardScene], Change | None] | None" = None,
    ) -> None:
        self.table = table
        self.palette = palette or next(iter(PALETTES.values()))
        self.scale = scale
        self.confirm = confirm
        """Whether a move that draws attacks asks back."""
        self.on_menu, self.on_over, self.on_rule, self.on_help = on_menu, on_over, on_rule, on_help
        world = table.battle.world
        self.terrain = Terrain(world.board, self.palette)
        self.playback = Playback(world.board, self.palette, Tableau.of(world), len(table.battle.events), speed)
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
        self._foreseen: tuple[tuple[object, ...], Foresight | Refusal | None] = ((), None)
        self._reach: tuple[tuple[object, ...], Reach | None] = ((), None)
        self._lay_key: tuple[object, ...] = ()
        self._thinking: Iterator[list[Event]] | None = None
        self._dragging: tuple[int, int] | None = None
        self._chips: list[tuple[pygame.Rect, str]] = []
        self._told_over = False
        self._fitted = False
        self.layout: Layout
        self.bar: ActionBar
        self.log: panels.LogPanel

    @property
    def battle(self) -> Any:
        """The battle that is played."""
        return self.table.battle

    # --- window ----------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out anew."""
        text = layout(size, self.scale, 1).text
        rows = ActionBar.rows(self.battle, size[0], text)
        self.layout = layout(size, self.scale, rows)
        self.bar = ActionBar(size, self.palette, text)
        self.bar.build(self.battle, self.layout.bar)
        unit = "ft" if self.battle.rules.feet else "sq"
        sides = {one.name: one.side for one in self.battle.creatures}
        self.log = panels.LogPanel(self.palette, self.layout.log, text, unit, sides)
        self._kept = {name: panels.Kept() for name in ("turns", "card", "log", "hint")}
        self.camera.view = tuple(self.layout.board)  # type: ignore[assignment]
        if not self._fitted:
            self.camera.fit()
            self._fitted = True
        self.camera.keep()

    def wear(self, palette: Palette, scale: float) -> None:
        """Put on other colours and another size of text; the stage lays out anew when the scene is back on top."""
        self.palette, self.scale = palette, scale
        board = self.battle.world.board
        self.terrain = Terrain(board, palette)
        self.tokens = Tokens(board, palette, self.playback.shown.sides())
        self.playback.palette = palette
        self._lay_key = ()

    # --- time ------------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change | None:
        """Show what happened; where all of it is shown, let whoever's turn it is go on."""
        self.bar.update(seconds, self.pointer)
        self._pan_by_keys(seconds)
        events = self.battle.events
        self.playback.advance(events, seconds)
        if self.playback.behind(events):
            return None
        return self._go_on()

    def _go_on(self) -> Change | None:
        table = self.table
        if table.over:
            if not self._told_over and not self.playback.notes:
                self._told_over = True
                return self.on_over(self) if self.on_over is not None else None
            return None
        if self._thinking is not None:
            if next(self._thinking, None) is None:
                self._thinking = None
                self._sync()
            return None
        if table.active is None:
            table.go_on()
            self._turn_opened()
            return None
        if not table.waits_for_person():
            self._thinking = table.think()
        return None

    def _turn_opened(self) -> None:
        self.aim = Aim()
        self.asking = None
        if self.table.waits_for_person():
            self.chosen = self.table.active
            self._look_at(self.chosen)

    def _look_at(self, name: str | None) -> None:
        """Bring a creature into sight if it is not."""
        figure = self.playback.shown.figures.get(name or "")
        if figure is None:
            return
        x, y = self.camera.pixel(figure.box.x0 + 0.5, figure.box.y0 + 0.5)
        if not self.layout.board.inflate(-60, -60).collidepoint(x, y):
            self.camera.centre(figure.box.x0 + 0.5, figure.box.y0 + 0.5)

    def _sync(self) -> None:
        """Show the battle as it really stands."""
        if not self.playback.behind(self.battle.events):
            self.playback.shown = Tableau.of(self.battle.world)

    def settle(self) -> None:
        """Show everything that happened at once, and play brains on until a person is asked or all is over."""
        for _ in range(100_000):
            self.playback.skip(self.battle.events)
            self._sync()
            if self.table.over or (self._thinking is None and self.table.waits_for_person()):
                return
            self._go_on()

    # --- input -----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Take an event."""
        pressed = self.bar.pressed(event)
        if pressed is not None:
            return self.press(pressed)
        taken = self.bar.manager.process_events(event)
        if event.type == pygame.MOUSEMOTION:
            self._moved(event)
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        if event.type == pygame.MOUSEBUTTONDOWN and not taken:
            return self._clicked(event)
        if event.type == pygame.MOUSEBUTTONUP:
            self._dragging = None
        if event.type == pygame.KEYDOWN:
            return self._typed(event)
        return None

    def press(self, name: str) -> Change | None:
        """A button of the bar, or its key."""
        actions: dict[str, Callable[[], Change | None]] = {
            "end": self._end_turn,
            "undo": lambda: self._look_back(self.table.undo),
            "redo": lambda: self._look_back(self.table.redo),
            "menu": lambda: self.on_menu(self) if self.on_menu is not None else Leave(),
            "threat": self._toggle_threat,
            "reach": self._toggle_reach,
        }
        if name in actions:
            return actions[name]()
        entry = next(entry for entry in self.bar.entries if entry.name == name)
        if not self.table.waits_for_person():
            return None
        found = self.bar.standing.get(name)
        if found is not None and found.refusal is not None:
            self._say(found.refusal.reason, found.refusal.rules)
            if self.aim.entry is entry and self.on_rule is not None and found.refusal.rules:
                return self.on_rule(self, found.refusal.rules)
        if entry.aim == "nothing":
            return self._do(entry.intent())
        if self.aim.entry is entry and (found is None or found.refusal is None):
            self.aim = Aim()
            return None
        self.aim = Aim(entry, distance=self.battle.rules.unit * (2 if entry.aim == "shove" else 0))
        return None

    def _toggle_threat(self) -> None:
        self.show_threat = not self.show_threat

    def _toggle_reach(self) -> None:
        self.show_reach = not self.show_reach

    def _end_turn(self) -> Change | None:
        if self.table.waits_for_person():
            self.playback.skip(self.battle.events)
            self.table.end_turn()
            self._turn_opened()
        return None

    def _look_back(self, how: Callable[[], bool]) -> Change | None:
        if self._thinking is None and how():
            self.playback.reset(Tableau.of(self.battle.world), len(self.battle.events))
            self.aim = Aim()
            self.asking = None
            self._told_over = False
            if self.table.active is not None:
                self.chosen = self.table.active
        return None

    def _do(self, wanted: dict[str, Any]) -> Change | None:
        """Have the active creature do something, asking back where it draws attacks."""
        self.playback.skip(self.battle.events)
        if self.confirm and self.asking is None and self.table.active is not None:
            seen = self.battle.foresee(self.table.active, wanted)
            if isinstance(seen, Foresight) and seen.provokes:
                self.asking = (wanted, seen.provokes)
                return None
        self.asking = None
        refusal = self.table.why(wanted)
        if refusal is not None:
            self._say(refusal.reason, refusal.rules)
        self.table.act(wanted)
        self.aim = Aim()
        self._foreseen = ((), None)
        if self.table.active is None and not self.table.over:
            self.table.go_on()
            self._turn_opened()
        return None

    def answer(self, yes: bool) -> Change | None:
        """Answer what is being asked."""
        if self.asking is None:
            return None
        wanted = self.asking[0]
        if yes:
            return self._do(wanted)
        self.asking = None
        return None

    def _say(self, sentence: str, rules: Sequence[str] = ()) -> None:
        self.message = (sentence, tuple(rules))

    def _moved(self, event: pygame.event.Event) -> None:
        self.pointer = event.pos
        if self._dragging is not None:
            self.camera.pan(self._dragging[0] - event.pos[0], self._dragging[1] - event.pos[1])
            self._dragging = event.pos
        square = self.camera.square(event.pos)
        if square != self.hover:
            self.hover = square
            self.message = ("", ())

    def _wheel(self, event: pygame.event.Event) -> None:
        if self.layout.log.collidepoint(self.pointer):
            self.log.wheel(event.y)
        elif self.aim.entry is not None and self.aim.entry.aim == "shove" and pygame.key.get_mods() & pygame.KMOD_CTRL:
            self._farther(event.y)
        elif self.layout.board.collidepoint(self.pointer):
            self.camera.zoom_by(event.y, self.pointer)

    def _farther(self, steps: int) -> None:
        unit = self.battle.rules.unit
        self.aim.distance = max(unit, self.aim.distance + steps * unit)
        del self.aim.path[self.aim.distance // unit :]

    def _clicked(self, event: pygame.event.Event) -> Change | None:
        if event.button in (2, 3):
            if event.button == 3 and (self.aim.entry is not None or self.asking is not None):
                self._step_back()
            elif self.layout.board.collidepoint(event.pos):
                self._dragging = event.pos
            return None
        if event.button != 1:
            return None
        if self.layout.log.collidepoint(event.pos):
            return self._click_log(event.pos)
        if self.layout.hint.collidepoint(event.pos) and self.message[1] and self.on_rule is not None:
            return self.on_rule(self, self.message[1])
        for chip, name in self._chips:
            if chip.collidepoint(event.pos):
                self.chosen = name
                self._look_at(name)
                return None
        square = self.camera.square(event.pos)
        return self.click(square, shift=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)) if square else None

    def _step_back(self) -> None:
        """Undo the last part of what is being aimed."""
        if self.asking is not None:
            self.asking = None
        elif self.aim.path:
            self.aim.path.pop()
        elif self.aim.target is not None:
            self.aim.target = None
        else:
            self.aim = Aim()

    def _click_log(self, spot: tuple[int, int]) -> Change | None:
        if self.log.click_filter(spot):
            return None
        line = self.log.at(spot)
        if line is None:
            return None
        if line.square is not None:
            self.camera.centre(line.square[0] + 0.5, line.square[1] + 0.5)
        if line.rules and spot[0] > self.log.area.right - 20 and self.on_rule is not None:
            return self.on_rule(self, line.rules)
        return None

    def click(self, square: Square, *, shift: bool = False) -> Change | None:
        """A click on the board."""
        if self.asking is not None:
            return self.answer(True)
        who = self.figure_at(square)
        if not self.table.waits_for_person():
            self.chosen = who or self.chosen
            return None
        if shift and (self.aim.entry is None or self.aim.entry.aim == "square"):
            self._draw_on(square)
            return None
        wanted = self.wanted(square)
        if wanted is None:
            if self.aim.entry is not None and self.aim.entry.aim == "shove" and who is not None:
                self.aim.target = who
            elif who is not None:
                self.chosen = who
            return None
        return self._do(wanted)

    def _draw_on(self, square: Square) -> None:
        """Draw a path by hand, one neighbouring square a click."""
        me = self.battle.creature(self.table.active)
        here = self.aim.path[-1] if self.aim.path else me.cube
        if max(abs(square[0] - here[0]), abs(square[1] - here[1])) == 1:
            self.aim.path.append((square[0], square[1], self._height(square, here)))

    def _height(self, square: Square, here: Cube) -> int:
        stand = int(self.battle.floor_at(*square))
        return here[2] if self.battle.creature(self.table.active).position.held in ("fly", "burrow") else stand

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
        entry, who = self.aim.entry, self.figure_at(square)
        me = self.battle.creature(name)
        if entry is None:
            if who is not None and who != name:
                foe = self.battle.creature(who)
                if foe.side != me.side and not foe.out:
                    return {"do": "attack", "target": who}
            if self.aim.path:
                return {"do": "move", "path": [list(cube) for cube in self.aim.path]}
            anchor = self._anchor(square)
            return None if anchor == me.cube else {"do": "move", "to": list(anchor or square)}
        if entry.aim == "square":
            if self.aim.path:
                return aimed_at_square(self.battle, name, entry, square, self.aim.path)
            anchor = self._anchor(square) if entry.name in ("move", "crawl") else None
            return aimed_at_square(self.battle, name, entry, anchor or square)
        if entry.aim == "creature":
            return aimed_at_creature(entry, who) if who is not None and who != name else None
        if self.aim.target is None:
            return aimed_at_creature(entry, who, self.aim.distance) if who is not None and who != name else None
        return aimed_at_creature(entry, self.aim.target, self.aim.distance, [*self.aim.path])

    def _anchor(self, square: Square) -> Cube | None:
        """The reachable anchor that a click on the square most likely means."""
        reach = self.reach()
        name = self.table.active
        if reach is None or name is None:
            return None
        me = self.battle.creature(name)
        stand = int(self.battle.floor_at(*square))
        side = me.size.side
        for z in dict.fromkeys((me.cube[2], stand, *range(stand, stand + 4))):
            for dy in range(side):
                for dx in range(side):
                    cube = (square[0] - dx, square[1] - dy, z)
                    arrival = reach.get_arrival(cube)
                    if arrival is not None and arrival.can_stop:
                        return cube
        return None

    def _typed(self, event: pygame.event.Event) -> Change | None:
        key, ctrl = event.key, bool(event.mod & pygame.KMOD_CTRL)
        if self.asking is not None:
            if key in (pygame.K_RETURN, pygame.K_y):
                return self.answer(True)
            if key in (pygame.K_ESCAPE, pygame.K_n):
                return self.answer(False)
        if ctrl:
            if key == pygame.K_z:
                return self.press("undo")
            if key == pygame.K_y:
                return self.press("redo")
            return None
        if key == pygame.K_ESCAPE:
            if self.aim.entry is not None or self.aim.path:
                self._step_back()
                return None
            return self.press("menu")
        named = COMMANDS.get(key)
        if named is not None:
            command: Callable[[BoardScene], Change | None] = named[1]
            return command(self)
        entry = by_key(self.bar.entries).get(event.unicode.lower() if event.unicode else "")
        return self.press(entry.name) if entry is not None else None

    def _pan_by_keys(self, seconds: float) -> None:
        keys = pygame.key.get_pressed()
        dx = (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT]) * PAN * seconds
        dy = (keys[pygame.K_DOWN] - keys[pygame.K_UP]) * PAN * seconds
        if dx or dy:
            self.camera.pan(dx, dy)

    def cycle(self, step: int = 1) -> None:
        """Choose the next creature in the order of turns."""
        listed = [name for name in self.table.order if not self.battle.creature(name).out]
        if listed:
            at = listed.index(self.chosen) if self.chosen in listed else -1
            self.chosen = listed[(at + step) % len(listed)]
            self._look_at(self.chosen)

    def faster(self) -> None:
        """The next speed of showing events."""
        at = SPEEDS.index(self.playback.speed) if self.playback.speed in SPEEDS else 0
        self.playback.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self._say("events at once" if not self.playback.speed else f"events at speed {self.playback.speed:g}")

    # --- what is drawn -----------------------------------------------------------------------------

    def reach(self) -> Reach | None:
        """Where the chosen creature can get with one move."""
        name = self.chosen
        if name is None or self.battle.creature(name).out:
            return None
        key = (self.battle.world.revision, len(self.battle.events), name)
        if key != self._reach[0]:
            self._reach = (key, self.battle.reach(name))
        return self._reach[1]

    def foreseen(self) -> Foresight | Refusal | None:
        """What a click where the pointer is would come to."""
        name = self.table.active
        if not self.table.waits_for_person() or name is None or self.playback.behind(self.battle.events):
            return None
        if self.asking is not None:
            wanted: dict[str, Any] | None = self.asking[0]
        else:
            wanted = self.wanted(self.hover) if self.hover is not None else None
        key = (len(self.battle.events), len(self.battle.deeds), name, repr(wanted))
        if key != self._foreseen[0]:
            self._foreseen = (key, self.battle.foresee(name, wanted) if wanted is not None else None)
        return self._foreseen[1]

    def _lay(self) -> None:
        """Lay reach and threat over the ground, where they have changed."""
        behind = self.playback.behind(self.battle.events)
        entry = self.aim.entry
        key = (
            self.battle.world.revision, len(self.battle.events), self.chosen, self.show_threat, self.show_reach,
            behind, entry, self.aim.target, tuple(self.aim.path), self.aim.distance, self.palette.name,
        )  # fmt: skip
        if key == self._lay_key:
            return
        self._lay_key = key
        lay = Lay()
        if not behind:
            if entry is not None and entry.name in LISTED and self.table.waits_for_person():
                lay.marked = self._lawful(entry)
            elif self.show_reach and self.chosen is not None and (entry is None or entry.aim == "square"):
                lay.reach = self._tiers()
            if self.show_threat:
                lay.threat = self._threat()
            if entry is not None and self.aim.target is not None and self.table.active is not None:
                squares = extensions(
                    self.battle, self.table.active, entry, self.aim.target, self.aim.distance, self.aim.path
                )
                lay.marked = frozenset((x, y) for x, y, _ in squares)
        self.terrain.glaze(None if lay.empty else Overlay(lay, self.palette))

    def _lawful(self, entry: Entry) -> frozenset[Square]:
        """Where an entry may be used now: the squares it may lead to, or those of the creatures it may be used on."""
        squares: set[Square] = set()
        for wanted in self.battle.legal_intents(self.table.active, entry.name):
            target = getattr(wanted, "target", None)
            path = getattr(wanted, "path", None)
            there = path[-1] if path else getattr(wanted, "to", None)
            if there is not None:
                squares.add((there[0], there[1]))
            elif target is not None:
                box = self.battle.creature(target).box
                squares.update((x, y) for x in range(box.x0, box.x1 + 1) for y in range(box.y0, box.y1 + 1))
        return frozenset(squares)

    def _tiers(self) -> dict[Square, tuple[int, bool]]:
        reach = self.reach()
        found: dict[Square, tuple[int, bool]] = {}
        if reach is None:
            return found
        for tier, far in ((0, reach), *self._farther_reach()):
            for (x, y, _), arrival in far.arrivals():
                known = found.get((x, y))
                if known is None or (not known[1] and arrival.can_stop):
                    found[x, y] = (tier if known is None else known[0], arrival.can_stop)
        return found

    def _farther_reach(self) -> Iterator[tuple[int, Reach]]:
        """Where two actions and an all-out run would get the chosen creature, where its ruleset has them."""
        world, rules = self.battle.world, self.battle.rules
        me = self.battle.creature(self.chosen)
        if me.prone or not me.turn.open:
            return
        if "double" in rules.costs and self.battle.why(me.name, {"do": "move", "double": True, "path": []}) is None:
            yield 1, one_move(world, me, 2)
        if self.aim.entry is not None and self.aim.entry.name == "run":
            yield 2, one_move(world, me, rules.run_factor(rules, me))

    def _threat(self) -> frozenset[Square]:
        """Squares that the enemies of the chosen creature threaten (or all others, where none is chosen)."""
        battle = self.battle
        side = battle.creature(self.chosen).side if self.chosen is not None else None
        squares: set[Square] = set()
        for other in battle.creatures:
            if other.out or other.side == side:
                continue
            squares.update((x, y) for x, y, _ in battle.threat(other.name))
        return frozenset(squares)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene."""
        self._lay()
        area = self.layout.board
        surface.set_clip(area)
        surface.fill(self.palette.page, area)
        self.terrain.draw(surface, self.camera)
        shown = self.playback.shown
        self.tokens.draw(surface, self.camera, shown, chosen=self.chosen, offsets=self.playback.offsets)
        self._draw_aim(surface)
        self.playback.draw_notes(surface, self.camera)
        surface.set_clip(None)
        self._draw_panels(surface, shown)
        self.bar.look_at(
            self.battle,
            self.table.active if self.table.waits_for_person() else None,
            self.aim.entry.name if self.aim.entry is not None else None,
            {name for name, on in (("threat", self.show_threat), ("reach", self.show_reach)) if on},
        )
        self.bar.draw(surface)

    def _draw_aim(self, surface: pygame.Surface) -> None:
        zoom = self.camera.zoom
        if self.hover is not None:
            px, py = self.camera.pixel(*self.hover)
            pygame.draw.rect(surface, self.palette.accent, (px, py, zoom, zoom), 1)
        seen = self.foreseen()
        shown = self.playback.shown
        if isinstance(seen, Foresight):
            centres = {
                name: ((figure.box.x0 + figure.box.x1 + 1) / 2, (figure.box.y0 + figure.box.y1 + 1) / 2)
                for name, figure in shown.figures.items()
            }
            starts = {name: figure.cube for name, figure in shown.figures.items()}
            sides = {name: figure.squares for name, figure in shown.figures.items()}
            draw_steps(surface, self.camera, self.palette, starts, seen.steps, sides, centres)
            for target in seen.strikes:
                if self.table.active in centres and target in centres:
                    a = self.camera.pixel(*centres[self.table.active])
                    b = self.camera.pixel(*centres[target])
                    pygame.draw.line(surface, self.palette.accent, a, b, max(zoom // 12, 2))
                    pygame.draw.circle(surface, self.palette.accent, b, zoom // 2, max(zoom // 16, 2))

    def _draw_panels(self, surface: pygame.Surface, shown: Tableau) -> None:
        lay, kept = self.layout, self._kept
        order = self.table.order
        kept["turns"].draw(surface, lay.turns, (id(shown.figures), shown.active, shown.round, order), self._paint_turns)
        name = self.figure_at(self.hover) if self.hover is not None else None
        name = name or self.chosen or shown.active
        key = (name, id(shown.figures.get(name or "")), self.battle.world.revision, len(self.battle.events))
        kept["card"].draw(surface, lay.card, key, lambda ground: self._paint_card(ground, name))
        self.log.feed(self.battle.events, self.playback.upto)
        kept["log"].draw(
            surface, lay.log, (self.playback.upto, len(self.log.lines), self.log.scroll, self.log.filter), self.log.draw
        )
        text, colour = self._hint()
        kept["hint"].draw(surface, lay.hint, (text, colour), lambda ground: self._paint_hint(ground, text, colour))

    def _paint_turns(self, surface: pygame.Surface) -> None:
        self._chips = panels.draw_turn_bar(
            surface,
            self.palette,
            self.layout.turns,
            self.playback.shown,
            self.table.order,
            lambda side: self.tokens.colours.get(side, self.palette.faint),
            f"{self.battle.rules.title} · {self.battle.scenario.title}",
        )

    def _paint_card(self, surface: pygame.Surface, name: str | None) -> None:
        lay, palette = self.layout, self.palette
        figure = self.playback.shown.figures.get(name or "")
        if figure is None:
            panels.panel(surface, palette, lay.card)
            return
        height = self.tokens.height_of(figure)
        lines = panels.describe(self.battle.creature(figure.name), self.battle.rules, figure.conditions, height)
        panels.draw_card(surface, palette, lay.card, figure.name, self.tokens.colours[figure.side], lines, lay.text)

    def _paint_hint(self, surface: pygame.Surface, text: str, colour: tuple[int, int, int]) -> None:
        panels.panel(surface, self.palette, self.layout.hint)
        if text:
            picture = written(text, self.layout.text, colour)
            place = (self.layout.hint.left + 10, self.layout.hint.centery - picture.get_height() // 2)
            surface.blit(picture, place)

    def _hint(self) -> tuple[str, tuple[int, int, int]]:
        palette = self.palette
        unit = "ft" if self.battle.rules.feet else "squares"
        if self.asking is not None:
            who = " and ".join(self.asking[1])
            return f"⚔ This draws an attack from {who}.  Click or Enter: do it.  Esc: do not.", palette.warning
        if self.message[0]:
            rules = f"   [{', '.join(self.message[1])}]" if self.message[1] else ""
            return f"✖ {self.message[0]}{rules}", palette.warning
        seen = self.foreseen()
        lead = f"{self.aim.entry.label}: " if self.aim.entry is not None else ""
        if self.aim.entry is not None and self.aim.entry.aim == "shove":
            lead += f"{self.aim.distance} {unit}, [ and ] to change; "
        if isinstance(seen, Refusal):
            rules = f"   [{', '.join(seen.rules)}]" if seen.rules else ""
            return f"{lead}✖ {seen.reason}{rules}", palette.warning
        ground = ground_words(self.battle.world.board, self.hover) if self.hover is not None else ""
        if isinstance(seen, Foresight):
            parts = [f"{seen.cost} {unit}" if seen.cost else "", "+".join(seen.pays)]
            reasons = dict.fromkeys(reason for step in seen.steps for reason in step.reasons)
            parts += [", ".join(reasons)] if reasons else []
            parts += [f"attacks {', '.join(seen.strikes)}"] if seen.strikes else []
            parts += [f"⚔ draws {', '.join(seen.provokes)}"] if seen.provokes else []
            told = " · ".join(part for part in parts if part)
            return f"{lead}{told}{'   —   ' if told and ground else ''}{ground}", palette.ink
        if not self.table.waits_for_person() and not self.table.over and self.table.active is not None:
            player = self.table.played_by(self.table.active)
            return f"{self.table.active} ({player}) has the turn. Space shows everything at once.", palette.faint
        return f"{lead}{ground}", palette.faint


def _skip(scene: BoardScene) -> None:
    scene.playback.skip(scene.battle.events)
    scene._sync()


COMMANDS: dict[int, tuple[str, Callable[[BoardScene], Any]]] = {
    pygame.K_RETURN: ("end the turn", lambda scene: scene.press("end")),
    pygame.K_SPACE: ("show what happened at once", _skip),
    pygame.K_TAB: ("choose the next creature", lambda scene: scene.cycle()),
    pygame.K_z: ("show what all enemies threaten", lambda scene: scene.press("threat")),
    pygame.K_y: ("show where the chosen creature can get", lambda scene: scene.press("reach")),
    pygame.K_e: ("change how fast events are shown", lambda scene: scene.faster()),
    pygame.K_n: ("show all of the board", lambda scene: scene.camera.fit()),
    pygame.K_PLUS: ("closer", lambda scene: scene.camera.zoom_by(1, scene.pointer)),
    pygame.K_MINUS: ("farther", lambda scene: scene.camera.zoom_by(-1, scene.pointer)),
    pygame.K_LEFTBRACKET: ("a shorter push", lambda scene: scene._farther(-1)),
    pygame.K_RIGHTBRACKET: ("a longer push", lambda scene: scene._farther(1)),
    pygame.K_F1: ("help", lambda scene: scene.on_help(scene) if scene.on_help is not None else None),
}
"""Keys that do not stand for an intent, and what the help page says of them."""
