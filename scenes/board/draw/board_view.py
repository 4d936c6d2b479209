"""Draws the board scene: board, aim, panels."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import pygame

from ....engine.board.board import Board
from ....engine.messages import _, language_in_use, tr
from ....play.campaign import title_in_words
from ....play.replay.log_text import Wording, labels_of
from ....play.replay.palettes import Colour, Palette, mix
from ....play.replay.snapshot import Snapshot
from ....play.table.card import as_shown, at_a_glance, defence_now, describe, goals_told
from ....play.table.marks import (
    Frame,
    Mark,
    band_marks,
    frame_of,
    ground_marks,
    lost_marks,
    middle,
    offer_marks,
    plan_marks,
    zone_marks,
)
from ....play.table.side import veiled
from ....play.table.zone_view import names_at
from ...window.fonts import faded, outlined, prepare, written
from .. import panels
from ..board_state import BoardState
from ..input.action_bar import ActionBar
from ..input.prompt import Prompt
from ..layout import Layout, layout
from .camera import Camera
from .ground import FIRST, SIGHT, Terrain
from .mark_painter import paint_marks
from .overlays import OverlayLayer
from .tile_text import ground_words
from .tokens import FIRST as FIRST_TOKENS
from .tokens import FRESH, Tokens
from .underlay import underlay_of

PATIENCE = 0.2
"""Seconds before the hint line names running work."""
BANNER = 1.2
"""Seconds of a turn banner."""
NEAR = 0.5
"""Enlargement of a falling creature."""
BANNER_LARGER = 9
"""Extra pixels of banner letters."""

Hint = tuple[str, Colour]


class BoardView:
    """Draws the battle in the window, and computes where each part of the window is."""

    def __init__(self, state: BoardState, scale: float) -> None:
        self.state = state
        self.scale = scale
        world = state.battle.world
        self.underlay = underlay_of(state.battle.scenario)
        self.terrain = Terrain(world.board, state.palette, self.underlay, state.battle.scenario.title)
        self.overlay = OverlayLayer(state, self.terrain)
        self.tokens = Tokens(world.board, state.palette, state.playback.shown.sides())
        self.camera = Camera((world.board.width, world.board.height), (0, 0, 1, 1))
        self.chips: list[tuple[pygame.Rect, str]] = []
        """Areas of names in the turn order."""
        self.full_names = True
        """True if full names may appear below creatures."""
        self.lesson: str = ""
        """The lesson's current text."""
        self.lessons: tuple[str, ...] = ()
        """All lesson texts, for the box size."""
        self.layout: Layout
        self.bar: ActionBar
        self.log: panels.LogPanel
        self._kept: dict[str, panels.Kept] = {}
        self._health: tuple[object, ...] = ()
        """What the card tells of health where it is drawn in full."""
        self._first: str | None = None
        """The panel first drawn in this frame; one per frame."""
        self._opening: Literal["panels", "ground", "creatures", "buttons", ""] = "panels"
        self._passed = False
        """True if new creatures waited in the last frame."""
        self._laid_for: tuple[object, ...] = ()
        self._banner: tuple[str | None, float] = (None, 0.0)
        self._hinted: tuple[tuple[object, ...], Hint] = ((), ("", (0, 0, 0)))
        """The hint line and its cache key."""

    @property
    def palette(self) -> Palette:
        return self.state.palette

    @property
    def restless(self) -> bool:
        """True while each frame must be drawn. The view opens, a banner shows, or the ground is painted."""
        return bool(self._opening) or self._banner[1] <= BANNER or not self.terrain.settled(self.camera)

    @property
    def _names(self) -> int:
        return max(self.layout.text - 2, 10) if self.full_names else 0

    # --- laying out --------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        laid = (size, self.scale, self.palette.name, self.state.session.referee, self.lessons)
        if laid == self._laid_for:
            return
        self._laid_for = laid
        text = layout(size, self.scale, 1).text
        rows = ActionBar.rows(self.state.session, size, text)
        wide = layout(size, self.scale, rows).board.width
        self.layout = layout(size, self.scale, rows, panels.lesson_height(self.lessons, wide, text + 1))
        self.bar = ActionBar(size, self.palette, text)
        self.bar.build(self.state.session, self.layout.bar, rows)
        battle = self.state.battle
        sides = {one.name: one.side for one in battle.creatures}
        unit = "ft" if battle.rules.feet else "sq"
        self.log = panels.LogPanel(self.palette, self.layout.log, text, unit, sides, labels_of(battle.world))
        self._kept = {name: panels.Kept() for name in ("turns", "card", "log", "hint")}
        for face in panels.faces(self.layout.turns, self.layout.text):
            prepare(*face)
        prepare(self.layout.text + BANNER_LARGER, "bold")
        self.camera.look_through(self.layout.board)
        if not self.camera.moved:
            self.camera.fit()
        self.camera.keep()

    def _ground(self, board: Board) -> None:
        self.terrain = Terrain(board, self.palette, self.underlay, self.state.battle.scenario.title)
        self.overlay.terrain = self.terrain
        self.overlay.forget()

    def wear(self, palette: Palette, scale: float) -> None:
        self.state.palette, self.scale = palette, scale
        shown = self.state.seen
        board = shown.board or self.state.battle.world.board
        self.tokens = Tokens(board, palette, shown.sides())
        self._ground(board)

    def look_at(self, name: str | None) -> None:
        """Scrolls the board to bring a creature into view."""
        figure = self.state.seen.figures.get(name or "")
        if figure is not None:
            self.look_at_square((figure.box.x0, figure.box.y0))

    def look_at_square(self, square: tuple[int, int]) -> None:
        x, y = self.camera.pixel(square[0] + 0.5, square[1] + 0.5)
        if not self.layout.board.inflate(-60, -60).collidepoint(x, y):
            self.camera.centre(square[0] + 0.5, square[1] + 0.5)

    # --- drawing -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        if self._opening in ("buttons", ""):
            self.bar.update(seconds, self.state.pointer)
        name, age = self._banner
        active = self.state.seen.active
        self._banner = (active, 0.0) if name != active else (name, age + seconds)

    def draw(self, surface: pygame.Surface, prompt: Prompt | None) -> None:
        state = self.state
        if prompt is not None:  # the overlay of a move would cover the decision
            self.overlay.clear()
        self.overlay.refresh(self.bar)
        opening = self._opening
        # One kind of new pictures per frame: the ground in view, then buttons, then creatures.
        free = not (self.bar.worked or self.tokens.made)
        painting = free and not opening and not self.terrain.settled(self.camera)
        self.bar.worked = not free or painting
        self._look_at_bar()
        area, shown = self.layout.board, state.seen
        surface.set_clip(area)
        if opening or not self.camera.full:
            surface.fill(self.palette.page, area)
        if opening:
            self._draw_loading(surface)
        if self._opening != "panels":
            self._draw_board(surface, shown, painting=painting)
        surface.set_clip(None)
        self._draw_lesson(surface)
        self._draw_panels(surface, shown, prompt)
        if self._opening == "panels" and not any(kept.fresh for kept in self._kept.values()):
            self._opening = "ground"
        if opening in ("buttons", ""):
            self.bar.draw(surface)
        else:
            panels.panel(surface, self.palette, self.layout.bar)
        if prompt is not None:
            self._draw_prompt(surface, prompt)

    def _draw_board(self, surface: pygame.Surface, shown: Snapshot, *, painting: bool) -> None:
        state = self.state
        if shown.board is not None and shown.board is not self.terrain.board:
            before = self.terrain
            self._ground(shown.board)
            self.terrain.replace(before)
        if self._opening == "ground":
            if self.terrain.whole(self.camera):
                self.tokens.meet(shown)
                self.tokens.place_names(shown, self.camera.zoom, self._names)
                self._opening = "creatures"
            else:
                self.terrain.paint(self.camera, FIRST)
            return
        if self._opening == "creatures":
            if self.tokens.ready(self.camera, shown, FIRST_TOKENS):
                self._opening = "buttons"
            return
        if self._opening == "buttons":
            self._opening = ""
            return
        busy = self.bar.worked
        self.terrain.draw(surface, self.camera, steps=SIGHT if painting or not busy else 0)
        paint_marks(surface, self.camera, self.palette, [*zone_marks(state.now.zones), *ground_marks(state.offer())])
        offsets = state.playback.offsets
        self.tokens.draw(
            surface,
            self.camera,
            shown,
            chosen=state.chosen,
            offsets=offsets,
            fresh=0 if busy and not self._passed else FRESH,
            names=self._names,
        )
        self._passed = busy and not self._passed
        self._draw_pointed(surface)
        paint_marks(surface, self.camera, self.palette, self.marks(), self.layout.text)
        if state.playback.near is not None:
            self._come_near(surface, *state.playback.near)
        self._draw_banner(surface)

    def _come_near(self, surface: pygame.Surface, name: str, share: float) -> None:
        figure, area = self.state.seen.figures.get(name), self.layout.board
        if figure is None:
            return
        x, y = self.camera.pixel(*middle(figure.box))
        larger = 1 + NEAR * share
        part = pygame.Rect(0, 0, round(area.width / larger), round(area.height / larger))
        part.center = round(area.centerx + (x - area.centerx) * share), round(area.centery + (y - area.centery) * share)
        part.clamp_ip(area)
        surface.blit(pygame.transform.scale(surface.subsurface(part), area.size), area)

    def _look_at_bar(self) -> None:
        state = self.state
        self.bar.look_at(
            state.session,
            state.now,
            state.aim.entry.name if state.aim.entry is not None else None,
            {
                name
                for name, on in (
                    ("threat", state.show_threat),
                    ("intent", state.show_intentions),
                    ("reach", state.show_reach),
                )
                if on
            },
            state.work,
        )

    def _distance(self, squares: int) -> str:
        return self.state.distance(squares * self.state.battle.rules.unit)

    def _draw_pointed(self, surface: pygame.Surface) -> None:
        state, zoom = self.state, self.camera.zoom
        if state.hover is not None:
            thick = max(zoom // 12, 3) if state.cursor else 1
            pygame.draw.rect(surface, self.palette.accent, (*self.camera.pixel(*state.hover), zoom, zoom), thick)

    def marks(self) -> list[Mark]:
        """Returns what to draw over the creatures, such as planned paths and ranges."""
        state = self.state
        shown = state.seen
        me = shown.figures.get(state.now.active or "")
        marks = plan_marks(state.intentions(), shown.figures)
        marks += band_marks(self.overlay.bands, me.box.y0, self._distance) if me is not None else []
        marks += [Frame((x, y, x + 1, y + 1), "ink", 1 / 12) for x, y in sorted(state.marked)]
        marks += [frame_of(shown.figures[name].box, "accent") for name in state.aim.picked if name in shown.figures]
        marks += [Frame((x, y, x + 1, y + 1), "accent", 1 / 12) for x, y in state.aim.drawn]
        marks += offer_marks(state.offer(), shown.figures, me.name if me is not None else None)
        return marks + lost_marks(state.now.lost) + state.playback.marks()

    def _draw_banner(self, surface: pygame.Surface) -> None:
        name, age = self._banner
        figure = self.state.seen.figures.get(name or "")
        if figure is None or age > BANNER or not self.state.playback.speed:
            return
        own = self.state.session.players.get(figure.side, "human") == "human"
        colour = self.tokens.colours.get(figure.side, self.palette.faint)
        words = tr("{figure}: your turn", figure=figure.name) if own else figure.name
        label = outlined(words, self.layout.text + BANNER_LARGER, (255, 255, 255), mix(colour, (10, 10, 14), 0.55))
        share = min((BANNER - age) / (BANNER * 0.4), 1.0)
        surface.blit(faded(label, share), label.get_rect(midtop=(self.layout.board.centerx, self.layout.board.top + 8)))

    def _draw_loading(self, surface: pygame.Surface) -> None:
        label = written(tr("Drawing the board …"), self.layout.text + BANNER_LARGER, self.palette.faint, "bold")
        surface.blit(label, label.get_rect(center=self.layout.board.center))

    def _draw_lesson(self, surface: pygame.Surface) -> None:
        if self.lesson:
            panels.draw_lesson(surface, self.palette, self.layout.lesson, self.lesson, self.layout.text + 1)

    def _draw_panels(self, surface: pygame.Surface, shown: Snapshot, prompt: Prompt | None) -> None:
        state, lay = self.state, self.layout
        now = state.now
        self._first = None
        key: tuple[object, ...] = (id(shown.figures), shown.active, shown.round, now.order)
        self._draw_kept("turns", surface, lay.turns, key, self._paint_turns)
        name = self._pointed()
        out = state.work.out and prompt is None
        figures = [shown.figures.get(one or "") for one in (name, shown.active)]
        health = (name, *((one.hp, one.out, one.conditions) for one in figures if one is not None))
        brief = out and state.work.seconds > PATIENCE and health != self._health
        key = (name, shown.active, *map(id, figures), now.moment, health if brief else ())
        paint = partial(self._paint_card, pointed=name, health=health, brief=brief)
        self._draw_kept("card", surface, lay.card, key, paint, as_it_is=out and not brief)
        if not self._waits("log"):
            worded = self.log.feed(now.events, state.playback.upto, now.eyes, now.veils)
            if worded and self._kept["log"].fresh:
                self._first = "words"
        key = (state.playback.upto, len(self.log.lines), self.log.scroll, self.log.filter)
        self._draw_kept("log", surface, lay.log, key, self.log.draw)
        text, colour = self.hint(prompt)
        written = partial(self._paint_hint, text=text, colour=colour)
        self._draw_kept("hint", surface, lay.hint, (text, colour), written)

    def _draw_kept(
        self,
        name: str,
        surface: pygame.Surface,
        area: pygame.Rect,
        key: object,
        paint: Callable[[pygame.Surface], None],
        *,
        as_it_is: bool = False,
    ) -> None:
        kept = self._kept[name]
        if self._waits(name):
            surface.fill(self.palette.panel, area)
            return
        if kept.fresh:
            self._first = name
        kept.draw(surface, area, key, paint, as_it_is=as_it_is)

    def _waits(self, name: str) -> bool:
        return self._kept[name].fresh and self._first is not None

    def _pointed(self) -> str | None:
        state = self.state
        return (state.figure_at(state.hover) if state.hover is not None else None) or state.chosen

    def _paint_turns(self, surface: pygame.Surface) -> None:
        session = self.state.session
        titles = (session.battle.rules.title, title_in_words(session.battle.scenario.title))
        note = " · ".join(filter(None, titles))
        self.chips = panels.draw_turn_bar(
            surface,
            self.palette,
            self.layout.turns,
            self.state.seen,
            [name for name in self.state.now.order if name not in self.state.now.hidden],
            lambda side: self.tokens.colours.get(side, self.palette.faint),
            tr("Referee · {note}", note=note) if session.referee else note,
        )

    def _paint_card(
        self, surface: pygame.Surface, pointed: str | None, health: tuple[object, ...], *, brief: bool
    ) -> None:
        lay, active = self.layout, self.state.seen.active
        shown = self.state.seen.figures
        names = [name for name in dict.fromkeys((active, pointed)) if name is not None and name in shown]
        panels.panel(surface, self.palette, lay.card)
        area = lay.card.copy()
        if brief:  # the battle changes now and must not be read
            for name in names:
                lines = as_shown(shown[name], labels_of(self.state.battle.world))
                area.height = panels.card_height(lines, area.width, lay.text)
                self._paint_creature(surface, area, name, lines)
                area = area.move(0, area.height)
            return
        self._health = health
        if len(names) > 1:  # of the active one only what it has left, so that both have room
            lines = at_a_glance(self.state.battle.creature(names[0]))
            area.height = panels.card_height(lines, area.width, lay.text)
            self._paint_creature(surface, area, names[0], lines)
            area = pygame.Rect(area.left, area.bottom, area.width, lay.card.bottom - area.bottom)
        for name in names[-1:]:
            self._paint_creature(surface, area, name, [*(self._goals() if name == active else []), *self._facts(name)])

    def _goals(self) -> list[str]:
        session = self.state.session
        if not session.battle.world.objectives:
            return []
        mine = [side for side in session.sides if session.players.get(side, "human") == "human"] or session.sides
        turn = next((one.side for one in session.battle.creatures if one.name == self.state.seen.active), None)
        return goals_told(session.battle, turn if turn in mine else mine[0])

    def _facts(self, name: str) -> list[str]:
        figure, battle = self.state.seen.figures[name], self.state.battle
        creature = battle.creature(name)
        height = self.tokens.height_of(figure)
        defence = None if self.state.work.out else defence_now(battle, name)
        return describe(creature, battle.rules, figure.conditions, height, defence, labels_of(battle.world))

    def _paint_creature(self, surface: pygame.Surface, area: pygame.Rect, name: str, lines: list[str]) -> None:
        side = self.state.seen.figures[name].side
        colour = self.tokens.colours.get(side, self.palette.faint)
        panels.draw_card(surface, self.palette, area, name, colour, lines, self.layout.text)

    def _paint_hint(self, surface: pygame.Surface, text: str, colour: Colour) -> None:
        panels.draw_hint(surface, self.palette, self.layout.hint, text, colour, self.layout.text)

    # --- the hint ----------------------------------------------------------------------------------

    def hint(self, prompt: Prompt | None = None) -> Hint:
        """Returns the hint line: what the player can do, or what a click would do."""
        state = self.state
        work = (state.work.out, state.work.what if state.work.seconds > PATIENCE else "")
        key = (
            state.now.moment, state.behind, prompt, state.pending, state.message, state.warns, work, state.chosen,
            state.hover, state.cursor, state.meant, id(state.seen), state.intentions(), len(self.bar.standing),
            self.palette.name, language_in_use(), state.named_key, state.pad_in_hand(), *state.aim.key(),
        )  # fmt: skip
        if key != self._hinted[0]:
            text, colour = self._hint(prompt)
            self._hinted = (key, (veiled(text, state.now.hidden), colour))
        return self._hinted[1]

    def _hint(self, prompt: Prompt | None) -> Hint:
        state, palette = self.state, self.palette
        if prompt is not None:
            whose = tr("The referee") if prompt.question.referee else prompt.question.who
            return tr("{whose} decides. ↶ undoes the intent before it.", whose=whose), palette.accent
        if state.pending is not None:
            return state.pending.words, palette.warning
        if state.message[0]:
            told = f"{state.message[0]}{_cited(state.message[1])}"
            return (f"✖ {told}", palette.warning) if state.warns else (told, palette.ink)
        if state.work.seconds > PATIENCE:
            return state.work.what, palette.faint
        offer = state.offer()
        aimed = state.aim.words(state.battle, referee=state.session.referee)
        lead = f"{aimed}: " if aimed else ""
        if offer.refusal is not None:
            colour = palette.warning if lead else palette.faint  # pointing asks for nothing yet
            why = offer.refusal.told(language_in_use())
            lead = "" if aimed.casefold() in why.casefold() else lead
            return f"{lead}✖ {why}{_cited(offer.refusal.rules)}", colour
        ground = ground_words(state.now.board, state.hover) if state.hover is not None else ""
        ground += self._zones() + self._between()
        picked = bool(state.aim.picked)
        more = tr("click another target, or press {enter} for these alone", enter=state.named_key("enter"))
        if offer.preview is not None:
            parts = (more if picked else "", " · ".join(offer.words), ground)
            return f"{lead}{'   —   '.join(filter(None, parts))}", palette.ink
        now = state.now
        if now.over:
            return tr("The battle is over.  Enter shows how it ended."), palette.faint
        active = now.active
        if active in state.now.hidden:
            return tr("Others have the turn."), palette.faint
        if now.own is None and active is not None:
            told = tr(
                "{active} ({player}) has the turn. {key} or End turn: show everything at once.",
                active=active,
                player=now.player,
                key=state.named_key("skip"),
            )
            return told, palette.faint
        if not lead and not ground and now.own is not None:
            words = (
                _("{active}: choose a square to move to or an enemy to attack. {end}: end the turn. {help}: help.")
                if state.pad_in_hand()
                else _("{active}: click a square to move to or an enemy to attack. {end}: end the turn. {help}: help.")
            )
            told = tr(words, active=active, end=state.named_key("end"), help=state.named_key("help"))
            return told, palette.faint
        if picked:
            return f"{lead}{more}{'   —   ' if ground else ''}{ground}", palette.ink
        awaited = self._awaited() if lead or not ground else ""
        return f"{lead}{'   —   '.join(filter(None, (awaited, ground)))}", palette.faint

    def _awaited(self) -> str:
        entry = self.state.aim.entry
        found = self.bar.standing.get(entry.name) if entry is not None else None
        if found is not None and found.refusal is not None:
            return f"✖ {found.refusal.told(language_in_use())}{_cited(found.refusal.rules)}"
        return self.state.aim.awaited

    def _zones(self) -> str:
        state = self.state
        found = names_at(state.now.zones, state.hover) if state.hover is not None else ()
        words = Wording("", language_in_use(), labels_of(state.battle.world))
        return "".join(tr(", zone {zone}", zone=words.label("abilities", name)) for name in found)

    def _between(self) -> str:
        state = self.state
        other = state.figure_at(state.hover) if state.hover is not None else None
        told = f"   —   {self._held(other)}" if other is not None and self._held(other) else ""
        told += "".join(f"   —   {one}" for one in state.intentions() if one.who == other)
        if other is None or state.chosen is None or other == state.chosen or state.work.out:
            return told
        battle = state.battle
        here = battle.creature(state.chosen)
        told += tr(
            "   —   {other}: {distance} from {here}",
            other=other,
            distance=state.distance(battle.distance(here.name, other)),
            here=here.name,
        )
        sight = battle.sightline(here.name, other)
        if not sight.clear:
            told += tr(", no line of effect: {what}", what=sight.what) + (
                tr(" at {x},{y}", x=sight.at[0], y=sight.at[1]) if sight.at else ""
            )
        return told

    def _held(self, name: str) -> str:
        figure = self.state.seen.figures.get(name)
        words = Wording("", language_in_use(), labels_of(self.state.battle.world))
        return (
            tr("{name} is {conditions}", name=name, conditions=", ".join(map(words.condition, figure.conditions)))
            if figure is not None and figure.conditions
            else ""
        )

    def _draw_prompt(self, surface: pygame.Surface, prompt: Prompt) -> None:
        boxes = {}
        for name, figure in self.state.seen.figures.items():
            box, zoom = figure.box, self.camera.zoom
            x, y = self.camera.pixel(box.x0, box.y0)
            boxes[name] = pygame.Rect(x, y, (box.x1 - box.x0 + 1) * zoom, (box.y1 - box.y0 + 1) * zoom)
        lay = self.layout
        aside = lay.card.union(lay.log)
        prompt.draw(surface, self.palette, self.camera, lay.board, aside, boxes, lay.text)


def _cited(rules: tuple[str, ...]) -> str:
    return f"   [{', '.join(rules)}]" if rules else ""
