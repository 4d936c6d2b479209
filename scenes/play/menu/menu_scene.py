"""The first scene: shipped scenarios, who plays, by which rules, and battles that were saved."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pygame
import pygame_gui

from ...engine.brains import BRAINS
from ...engine.errors import ScenarioError
from ...engine.generator.generate import generate
from ...engine.rulesets import RULESETS
from ...engine.scenario.convert import unscripted
from ...engine.scenario.format import Scenario
from ...play.battle import Battle
from ...play.campaign import Campaign
from ...play.replay.palettes import PALETTES, Colour, Palette, mix
from ..editor.document import Document
from ..editor.editor_scene import EditorScene
from ..window import preferences, widgets
from ..window.fonts import font, wrapped, written
from ..window.scene_stack import Change, Leave, PushScene
from . import saves
from .pages import Page, SettingsPage, help_page
from .scenario_gallery import Card, cards, thumbnail
from .session import PERSON, Session
from .session_options import foe_of, usual_brain

AS_WRITTEN = "as the file has it"
LEVELS = {
    PERSON: "you",
    "random": "easy: acts at random",
    "aggressive": "normal: closes in and strikes",
    "cunning": "hard: weighs every place",
    "tactics": "by the file's own tactics",
}
"""What those who play a side are called by how hard they are to beat."""
STORY = 6
"""Lines of a story that are shown."""
CARD = 274
"""Pixels that a card of a scenario is wide, more or less, so that a row is full."""
MARGIN, GAP = 20, 14
"""Pixels around everything, and between cards."""


class MenuScene:
    """Choose a battle."""

    def __init__(
        self,
        settings: preferences.Preferences,
        start: Callable[[Session], Change | None],
        resume: Callable[[Any], Change | None],
        scenarios: list[Scenario] | None = None,
        set_out: "Callable[[Campaign], Change | None] | None" = None,
    ) -> None:
        self.settings = settings
        self.start, self.resume, self.set_out = start, resume, set_out
        self.cards = cards(scenarios, learned=settings.learned)
        self.focus: str | None = None
        """The element that the keyboard is on."""
        self.chosen = 0
        self.first_row = 0
        self.ruleset: str | None = None
        self.players: dict[str, str] = {}
        self.switches: dict[str, object] = {}
        self.switch: str | None = None
        self.seed = ""
        self.made = 0
        """The maps that were made up so far."""
        self.message = ""
        self._places: list[tuple[pygame.Rect, int]] = []

    @property
    def palette(self) -> Palette:
        """The colours that are set."""
        return PALETTES[self.settings.palette]

    @property
    def scenario(self) -> Scenario | None:
        """What is chosen."""
        return self.cards[self.chosen].scenario if self.cards else None

    # --- laying out ------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Lay the page out anew."""
        self.window = size
        scale = self.settings.ui_scale
        wide = min(round(380 * scale), size[0] * 9 // 20)
        self.side = pygame.Rect(size[0] - wide, 0, wide, size[1])
        room = self.side.left - 2 * MARGIN + GAP
        self.columns = max(round(room / (CARD * min(scale, 1.4) + GAP)), 1)
        across = room // self.columns - GAP
        self.small = max(round(13 * min(scale, 1.4)), 10)
        self.card = (across, across * 4 // 7 + self.small * 2 + 22)
        self.head = round(66 * min(scale, 1.4))
        for card in self.cards:
            card.picture = None
        self._show_chosen()
        self._build()

    @property
    def shelf(self) -> int:
        """Rows of cards that are wholly in sight."""
        return max((self.window[1] - self.head) // (self.card[1] + GAP), 1)

    def _show_chosen(self) -> None:
        row = self.chosen // self.columns
        last = max(-(-len(self.cards) // self.columns) - self.shelf, 0)
        self.first_row = max(min(self.first_row, row, last), row - self.shelf + 1)

    def _build(self) -> None:
        """Make the elements, with the largest text up to what is set at which all of them have room."""
        self.text = round(14 * self.settings.ui_scale)
        while self.text > 10 and self._bottom() > self.window[1]:
            self.text -= 1
        self.manager = widgets.manager(self.window, self.palette, self.text)
        self.elements: dict[str, Any] = {}
        self._labels: list[tuple[str, int]] = []
        left, width, row = self.side.left + MARGIN, self.side.width - 2 * MARGIN, self._row
        y = self._heading_bottom() + self.text
        for name, label, options, now in self._drops():
            self.elements[name] = pygame_gui.elements.UIDropDownMenu(
                [*options], now, widgets.rect(left + width // 3, y, width - width // 3, row - 6), self.manager
            )
            self._labels.append((label, y))
            y += row
        if self.scenario is not None:
            self.elements["seed"] = pygame_gui.elements.UITextEntryLine(
                widgets.rect(left + width // 3, y, width - width // 3, row - 6),
                self.manager,
                placeholder_text="seed of the file",
            )
            self.elements["seed"].set_text(self.seed)
            self._labels.append(("Seed", y))
        self.foot = self.window[1] - self._foot_height()
        for name, label, place in self._buttons():
            self.elements[name] = pygame_gui.elements.UIButton(
                place.move(0, self.foot), label, self.manager, object_id="#chosen" if name == "play" else None
            )

    @property
    def _row(self) -> int:
        return self.text * 2 + 12

    def _heading(self) -> list[tuple[str, int, Colour, str, Colour | None]]:
        """(line, size, colour, face, what side it tells of) of what stands above the elements."""
        scenario, palette, text = self.scenario, self.palette, self.text
        if scenario is None:
            return []
        width = self.side.width - 2 * MARGIN
        card = self.cards[self.chosen]
        lines: list[tuple[str, int, Colour, str, Colour | None]] = [
            (line, text + 6, palette.ink, "bold", None) for line in wrapped(card.title, width, text + 6, "bold")[:2]
        ]
        if scenario.difficulty and card.campaign is None:
            lines.append((f"Difficulty: {scenario.difficulty}", text, palette.accent, "sans", None))
        story = wrapped(" ".join(card.story.split()), width, text)
        lines += [(line, text, palette.ink, "sans", None) for line in story[: STORY if self.window[1] > 600 else 2]]
        colours = palette.of_sides(list(dict.fromkeys(one.side for one in scenario.creatures)))
        for side in self._sides(scenario):
            names = [one.name for one in scenario.creatures if one.side == side]
            told = wrapped(f"{side}: {', '.join(names)}", width - 20, text)
            lines += [
                (line, text, palette.ink, "sans", colours[side] if index == 0 else palette.panel)
                for index, line in enumerate(told[:2])
            ]
        rules = RULESETS[self.ruleset or scenario.ruleset]
        house = {**scenario.rules, **self.switches}
        told_of = f"Rules: {rules.title}" + (f", {', '.join(f'{k} = {v}' for k, v in house.items())}" if house else "")
        lines += [(line, text, palette.faint, "sans", None) for line in wrapped(told_of, width, text)[:2]]
        return lines

    def _heading_bottom(self) -> int:
        return MARGIN + sum(size + 7 for _, size, *_ in self._heading())

    def _drops(self) -> Iterator[tuple[str, str, list[str], str]]:
        """(name, label, what there is to choose, what is chosen) of the lists."""
        scenario = self.scenario
        if scenario is None:
            return
        yield "ruleset", "Ruleset", [AS_WRITTEN, *RULESETS], self.ruleset or AS_WRITTEN
        for side in self._sides(scenario):
            now = LEVELS.get(self.players.get(side, PERSON), self.players.get(side, PERSON))
            yield f"side {side}", side.capitalize(), [LEVELS.get(name, name) for name in (PERSON, *BRAINS)], now
        switches = RULESETS[self.ruleset or scenario.ruleset].switches
        names = ["none changed" if not self.switches else "change another", *sorted(switches)]
        yield "switch", "House rule", names, self.switch or names[0]
        if self.switch is not None and self.switch in switches:
            values = [str(value) for value in switches[self.switch].values] or ["0"]
            now = str(self.switches.get(self.switch, switches[self.switch].default))
            yield "value", "… is", [*dict.fromkeys([now, *values])], now

    def _buttons(self) -> list[tuple[str, str, pygame.Rect]]:
        """(name, label, place below the elements) of the buttons: playing large, the others in rows."""
        left, width, row = self.side.left + MARGIN, self.side.width - 2 * MARGIN, self._row
        made: list[tuple[str, str, pygame.Rect]] = []
        x = y = 0
        if self.scenario is not None:
            half = (width - 6) // 2
            made.append(("play", "Play", widgets.rect(left, 0, width, row)))
            made.append(("watch", "Watch brains", widgets.rect(left, row + 6, half, row - 6)))
            made.append(("hotseat", "Hot seat", widgets.rect(left + width - half, row + 6, half, row - 6)))
            y = 2 * row + 6
        for name, label in (
            ("made", "New map"),
            *((("edit", "Edit"),) if self.scenario is not None else ()),
            ("load", "Saved battles …"),
            ("settings", "Settings"),
            ("help", "Help"),
            ("quit", "Leave"),
        ):
            wide = font(self.text).size(label)[0] + 22
            if x + wide > width:
                x, y = 0, y + row
            made.append((name, label, widgets.rect(left + x, y, wide, row - 6)))
            x += wide + 6
        return made

    def _foot_height(self) -> int:
        return max(place.bottom for _, _, place in self._buttons()) + MARGIN

    def _bottom(self) -> int:
        """How high the window would have to be for everything on the side."""
        drops = len(list(self._drops())) + 1
        return self._heading_bottom() + self.text + drops * self._row + self.text + self._foot_height()

    @staticmethod
    def _sides(scenario: Scenario) -> list[str]:
        return list(dict.fromkeys(one.side for one in scenario.creatures if "object" not in one.traits))[:6]

    # --- input -----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Take an event."""
        if event.type == widgets.BUTTON:
            name = next((name for name, made in self.elements.items() if made is event.ui_element), None)
            if name is not None:
                return self.press(name)
        if event.type == widgets.DROPPED:
            name = next((name for name, made in self.elements.items() if made is event.ui_element), None)
            if name is not None:
                self._dropped(name, event.text)
                return None
        if event.type == widgets.ENTERED and event.ui_element is self.elements.get("seed"):
            self.seed = event.text
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for place, index in self._places:
                if place.collidepoint(event.pos):
                    self.choose(index)
                    return None
        if event.type == pygame.MOUSEWHEEL and pygame.mouse.get_pos()[0] < self.side.left:
            rows = -(-len(self.cards) // self.columns)
            self.first_row = max(0, min(self.first_row - event.y, rows - self.shelf))
        if event.type == pygame.KEYDOWN:
            return self._typed(event)
        self.manager.process_events(event)
        return None

    def _typed(self, event: pygame.event.Event) -> Change | None:
        """A key: arrows choose a card, Tab goes through lists and buttons, whose values arrows change then."""
        key, names = event.key, list(self.elements)
        focused = self.elements.get(self.focus or "")
        if key == pygame.K_TAB and names:
            at = names.index(self.focus) if self.focus in names else -1
            back = bool(event.mod & pygame.KMOD_SHIFT)
            self.focus = names[(at + (-1 if back else 1)) % len(names)]
            return None
        if key == pygame.K_ESCAPE:
            return self._escape()
        if key == pygame.K_F1:
            return self.press("help")
        arrows = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -self.columns, pygame.K_DOWN: self.columns}
        if key in arrows and isinstance(focused, pygame_gui.elements.UIDropDownMenu) and self.focus is not None:
            _, _, options, now = next(drop for drop in self._drops() if drop[0] == self.focus)
            at = options.index(now) if now in options else 0
            self._dropped(self.focus, options[(at + (1 if arrows[key] > 0 else -1)) % len(options)])
            return None
        if key in arrows and self.cards:
            self.focus = None
            self.choose(max(0, min(self.chosen + arrows[key], len(self.cards) - 1)))
            return None
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            pressed = isinstance(focused, pygame_gui.elements.UIButton)
            return self.press(self.focus if pressed and self.focus is not None else "play")
        self.manager.process_events(event)
        return None

    def _escape(self) -> Change | None:
        """Esc: closes a list that is open, lets go of an element, and else asks whether to leave."""
        for element in self.elements.values():
            if isinstance(element, pygame_gui.elements.UIDropDownMenu):
                opened = bool(element.current_state is element.menu_states["expanded"])
                if opened:
                    self._build()
                    return None
        if self.focus is not None:
            self.focus = None
            return None
        buttons = [("leave", "Leave fivefoot", Leave)]
        return PushScene(Page("Leave fivefoot?", "", self.palette, self.settings.ui_scale, buttons))

    def choose(self, index: int) -> None:
        """Choose a scenario."""
        self.chosen = index
        self.players.clear()
        self.switches.clear()
        self.switch, self.ruleset, self.message = None, None, ""
        scenario = self.scenario
        if scenario is not None:
            for number, side in enumerate(self._sides(scenario)):
                self.players[side] = PERSON if number == 0 else foe_of(scenario, side)
        self._show_chosen()
        self._build()

    def _dropped(self, name: str, text: str) -> None:
        scenario = self.scenario
        assert scenario is not None
        if name == "ruleset":
            self.ruleset = None if text == AS_WRITTEN else text
            self.switches.clear()
            self.switch = None
        elif name == "switch":
            self.switch = text if text in RULESETS[self.ruleset or scenario.ruleset].switches else None
        elif name == "value" and self.switch is not None:
            known = RULESETS[self.ruleset or scenario.ruleset].switches[self.switch]
            self.switches[self.switch] = next((value for value in known.values if str(value) == text), text)
        elif name.startswith("side "):
            self.players[name.removeprefix("side ")] = next(
                (key for key, label in LEVELS.items() if label == text), text
            )
        self._build()

    def press(self, name: str) -> Change | None:
        """A button or its key."""
        if name == "quit":
            return Leave()
        if name == "help":
            return PushScene(help_page(self.palette, self.settings.ui_scale))
        if name == "settings":
            return PushScene(SettingsPage(self.settings, lambda: None))
        if name == "load":
            picker = saves.choose(self, self.palette, self.settings.ui_scale, self.resume)
            if picker is None:
                self.message = "No battle has been saved yet."
                return None
            return PushScene(picker)
        if name == "made":
            self._make()
            return None
        if self.scenario is None:
            return None
        if name == "edit":
            document = Document.of(self.scenario)
            return PushScene(EditorScene(document, self.palette, self.settings.ui_scale, self._try_out))
        led = self.cards[self.chosen].campaign
        if led is not None and name == "play" and self.set_out is not None:
            return self.set_out(led)
        players = dict(self.players)
        if name == "watch":
            players = {
                side: usual_brain() if player == PERSON else player for side, player in self._all_players().items()
            }
        elif name == "hotseat":
            players = dict.fromkeys(self._all_players(), PERSON)
        try:
            return self.start(self.table(players))
        except (ScenarioError, ValueError) as error:
            self.message = str(error)
            return None

    def _make(self) -> None:
        """Add a scenario made by chance, from the seed that is set or else one after another."""
        self.made += 1
        seed = int(self.seed) if self.seed.strip().lstrip("-").isdigit() else self.made
        ruleset = self.ruleset or (self.scenario.ruleset if self.scenario is not None else None)
        try:
            self.cards.append(Card(generate(seed, ruleset=ruleset)))
        except ScenarioError as error:
            self.message = str(error)
            return
        self.choose(len(self.cards) - 1)

    def _try_out(self, scenario: Scenario) -> Change | None:
        """A battle from the editor, the first side being a person's."""
        table = Session(Battle(unscripted(scenario).scenario), lookback=self.settings.lookback)
        table.players = {side: PERSON if index == 0 else usual_brain() for index, side in enumerate(table.sides)}
        return self.start(table)

    def _all_players(self) -> dict[str, str]:
        scenario = self.scenario
        assert scenario is not None
        return {side: self.players.get(side, PERSON) for side in self._sides(scenario)}

    def table(self, players: dict[str, str]) -> Session:
        """The battle as it is set up.

        Raises:
            ScenarioError: the rules do not take what was chosen.
        """
        scenario = self.scenario
        assert scenario is not None
        fought = unscripted(scenario, self.ruleset).scenario
        if self.switches:
            fought = msgspec.structs.replace(fought, rules={**fought.rules, **self.switches})
        seed = int(self.seed) if self.seed.strip().lstrip("-").isdigit() else None
        return Session(Battle(fought, seed=seed), players, lookback=self.settings.lookback)

    # --- drawing -----------------------------------------------------------------------------------

    @property
    def restless(self) -> bool:
        """Whether pictures of scenarios are still to be painted."""
        return any(card.picture is None for card in self.cards) or not self.players

    def update(self, seconds: float) -> Change | None:
        """Let time go by; paint one thumbnail a frame, so that the first frame is not late."""
        self.manager.update(seconds)
        if self.cards and not self.players:
            self.choose(self.chosen)
        for card in self.cards:
            if card.picture is None:
                card.picture = thumbnail(card.scenario, self.palette, (self.card[0] - 12, self.card[0] * 4 // 7 - 4))
                break
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the menu."""
        palette = self.palette
        surface.fill(palette.page)
        self._draw_cards(surface)
        surface.fill(palette.page, (0, 0, self.side.left, self.head - 4))
        name = written("fivefoot", self.head // 2, palette.accent, "bold")
        surface.blit(name, (MARGIN, (self.head - name.get_height()) // 2))
        words = written("movement on the grid, under five published rulesets", self.small, palette.faint)
        if MARGIN + name.get_width() + 20 + words.get_width() < self.side.left:
            surface.blit(words, (MARGIN + name.get_width() + 20, self.head * 3 // 5 - words.get_height() // 2))
        surface.fill(palette.panel, self.side)
        pygame.draw.line(surface, palette.panel_edge, self.side.topleft, self.side.bottomleft)
        self._draw_side(surface)
        self.manager.draw_ui(surface)

    def _draw_cards(self, surface: pygame.Surface) -> None:
        self._places = []
        palette, small = self.palette, self.small
        wide, high = self.card
        for index, card in enumerate(self.cards):
            row, column = divmod(index, self.columns)
            x, y = MARGIN + column * (wide + GAP), self.head + (row - self.first_row) * (high + GAP)
            if y < self.head or y > self.window[1]:
                continue
            place = pygame.Rect(x, y, wide, high)
            chosen = index == self.chosen
            surface.fill(mix(palette.panel, palette.accent, 0.14) if chosen else palette.panel, place)
            pygame.draw.rect(surface, palette.accent if chosen else palette.panel_edge, place, 2 if chosen else 1)
            if card.picture is not None:
                surface.blit(card.picture, card.picture.get_rect(center=(place.centerx, place.top + wide * 2 // 7 + 3)))
            title = wrapped(card.title, wide - 16, small + 1, "bold")[0]
            if card.mark:
                badge = written(card.mark, small, palette.page, "bold")
                corner = pygame.Rect(x + wide - badge.get_width() - 18, y + 6, badge.get_width() + 12, small + 8)
                pygame.draw.rect(surface, palette.accent, corner, border_radius=4)
                surface.blit(badge, badge.get_rect(center=corner.center))
            surface.blit(written(title, small + 1, palette.ink, "bold"), (x + 9, place.bottom - 2 * small - 16))
            board = card.scenario.board
            size = f"{len(board.rows[0])} by {len(board.rows)} · {len(card.scenario.creatures)} creatures"
            if card.campaign is not None:
                size = f"{len(card.campaign.file.battles)} battles"
            elif card.scenario.difficulty:
                size += f" · {card.scenario.difficulty}"
            surface.blit(written(size, small - 1, palette.faint), (x + 9, place.bottom - small - 9))
            self._places.append((place, index))
        if not self.cards:
            words = written("No scenarios are installed: fivefoot play FILE opens one.", 16, palette.ink)
            surface.blit(words, (MARGIN, self.head + GAP))
        rows = -(-len(self.cards) // self.columns)
        if rows > self.shelf:
            room = self.window[1] - self.head - GAP
            top = self.head + room * self.first_row // rows
            surface.fill(palette.panel_edge, (self.side.left - 6, top, 3, max(room * self.shelf // rows, 8)))

    def _draw_side(self, surface: pygame.Surface) -> None:
        palette, left = self.palette, self.side.left + MARGIN
        y = MARGIN
        for line, size, colour, face, side in self._heading():
            x = left
            if side is not None:
                surface.fill(side, (left, y + 3, 10, size - 1))
                x += 18
            surface.blit(written(line, size, colour, face), (x, y))
            y += size + 7
        for label, at in self._labels:
            words = written(label, self.text, palette.ink)
            surface.blit(words, (left, at + (self._row - 6 - words.get_height()) // 2))
        if self.focus in self.elements:
            pygame.draw.rect(surface, palette.accent, self.elements[self.focus].rect.inflate(6, 6), 2, border_radius=4)
        if self.message:
            lines = wrapped(self.message, self.side.width - 2 * MARGIN, self.text)[:3]
            for number, line in enumerate(lines):
                at = self.foot - (len(lines) - number) * (self.text + 5) - 6
                surface.blit(written(line, self.text, palette.warning), (left, at))
