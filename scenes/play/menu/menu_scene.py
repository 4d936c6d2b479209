"""The menu's scene."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pygame
import pygame_gui

from ....engine.error_text import error_text
from ....engine.errors import ScenarioError, printable
from ....engine.generator.generate import LANDSCAPES, MOST_A_SIDE, USUAL_SIZE, generate
from ....engine.messages import _, language_in_use, tr
from ....engine.rulesets import RULESETS
from ....engine.scenario.convert import unscripted
from ....engine.scenario.format import Scenario
from ....play.battle import Battle
from ....play.campaign import Campaign
from ....play.daily import BRAIN, FOE, SIDE
from ....play.replay.palettes import Palette
from ....play.table.session import PERSON, Session, seats
from ...editor.document import Document
from ...editor.editor_scene import EditorScene
from ...window import preferences, widgets
from ...window.commands import Cancel, Confirm, Invoke, MoveCursor, Next, in_list
from ...window.fonts import written
from ...window.scene_stack import Change, Leave, PopScene, PushScene
from .. import saves
from ..choices_page import ChoiceRow, ChoicesPage
from ..pages import Page, help_page
from ..settings import SettingsPage
from .battle_setup import BattleSetup, number_in
from .scenario_gallery import LARGEST, MARGIN, Card, CardShelf, cards
from .side_panel import SidePanel

SIZES: tuple[tuple[str, tuple[int, int]], ...] = (
    (_("small"), (18, 12)),
    (_("ordinary"), USUAL_SIZE),
    (_("wide"), (40, 24)),
)
ARMIES = tuple((str(count), count) for count in range(1, MOST_A_SIDE + 1))
NUMBERS = 20


class SkirmishPage(ChoicesPage):
    def __init__(
        self,
        palette: Palette,
        scale: float,
        seed: int,
        ruleset: str | None,
        made: Callable[[Scenario], Change | None],
    ) -> None:
        self.wishes: dict[str, object] = {
            "kind": None,
            "size": USUAL_SIZE,
            "red": 4,
            "blue": 4,
            "ruleset": ruleset,
            "seed": seed,
        }
        rows = (
            ChoiceRow("kind", tr("Landscape"), ((tr("whatever comes"), None), *((name, name) for name in LANDSCAPES))),
            ChoiceRow("size", tr("Size"), SIZES),
            ChoiceRow("red", tr("Red side"), ARMIES),
            ChoiceRow("blue", tr("Blue side"), ARMIES),
            ChoiceRow("ruleset", tr("Rules"), tuple((rules.title, name) for name, rules in RULESETS.items())),
            ChoiceRow(
                "seed", tr("Map"), tuple((tr("no. {seed}", seed=seed + more), seed + more) for more in range(NUMBERS))
            ),
        )
        super().__init__(tr("A new map"), rows, palette, scale, [("make", tr("Make it (Enter)"), self.make)])
        self.done = made

    def value(self, name: str) -> object:
        return self.wishes[name]

    def put(self, name: str, value: object) -> None:
        self.wishes[name] = value

    def make(self) -> Change | None:
        wishes = self.wishes
        try:
            made = generate(
                int(str(wishes["seed"])),
                kind=wishes["kind"] if isinstance(wishes["kind"], str) else None,
                size=wishes["size"],  # type: ignore[arg-type]
                sides=(int(str(wishes["red"])), int(str(wishes["blue"]))),
                ruleset=str(wishes["ruleset"]) if wishes["ruleset"] is not None else None,
                classes=True,
            )
        except ScenarioError as error:
            self.message = printable(error_text(error, language_in_use()))
            return None
        return self.done(made)


class MenuScene:
    def __init__(
        self,
        settings: preferences.Preferences,
        start: Callable[[Session], Change | None],
        resume: Callable[[Any], Change | None],
        scenarios: list[Scenario] | None = None,
        set_out: "Callable[[Campaign], Change | None] | None" = None,
        today: date | None = None,
    ) -> None:
        self.settings = settings
        self.start, self.resume, self.set_out = start, resume, set_out
        self.shelf = CardShelf(cards(scenarios, learned=settings.learned, today=today))
        self.panel = SidePanel()
        self.setup: BattleSetup | None = None
        self.made = 0
        """Maps made so far."""
        self.message = ""
        self.on_settings: Callable[[], None] = lambda: None
        """Called after a setting changes."""
        self._new_setup()

    @property
    def palette(self) -> Palette:
        return self.settings.look

    @property
    def cards(self) -> list[Card]:
        return self.shelf.cards

    @property
    def card(self) -> Card | None:
        return self.cards[self.shelf.chosen] if self.cards else None

    @property
    def scenario(self) -> Scenario | None:
        return self.card.scenario if self.card is not None else None

    # --- laying out ------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        self.window = size
        scale = self.settings.ui_scale
        wide = min(round(380 * scale), size[0] * 9 // 20)
        self.head = round(66 * min(scale, LARGEST))
        self.side = pygame.Rect(size[0] - wide, 0, wide, size[1])
        self.shelf.resize(pygame.Rect(0, self.head, self.side.left, size[1] - self.head), scale)
        self._build()

    def _build(self) -> None:
        text = round(14 * self.settings.ui_scale)
        self.panel.build(self.side, self.window, self.palette, text, self.card, self.setup, self._buttons())

    def _buttons(self) -> list[tuple[str, str]]:
        card = self.card
        playing = [("play", tr("Play"))] if card is not None else []
        if card is not None and not card.fixed:
            playing += [("watch", tr("Watch AI players")), ("hotseat", tr("Hot seat"))]
        return [
            *playing,
            ("made", tr("New map …")),
            *([("edit", tr("Edit"))] if card is not None and not card.fixed else []),
            ("load", tr("Saved battles …")),
            ("settings", tr("Settings")),
            ("help", tr("Help")),
            ("quit", tr("Leave")),
        ]

    # --- input -----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        panel = self.panel
        if event.type in (widgets.BUTTON, widgets.DROPPED, widgets.ENTERED):
            name = panel.name_of(event.ui_element)
            if name is not None and event.type == widgets.BUTTON:
                return self.press(name)
            if name is not None and event.type == widgets.DROPPED:
                self._chose(name, event.text)
                return None
            if name == "seed" and self.setup is not None:
                self.setup.seed = event.text
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            index = self.shelf.at(event.pos)
            if index is not None:
                self.choose(index)
                return None
        if event.type == pygame.MOUSEWHEEL and pygame.mouse.get_pos()[0] < self.side.left:
            self.shelf.roll(event.y)
        if event.type == pygame.KEYDOWN:
            return self._typed(event)
        panel.manager.process_events(event)
        return None

    def _typed(self, event: pygame.event.Event) -> Change | None:
        panel = self.panel
        focused = panel.elements.get(panel.focus or "")
        match in_list(event):
            case Next(back):
                panel.next_focus(-1 if back else 1)
                self._focus_seed()
            case Cancel():
                return self._escape()
            case Invoke("help"):
                return self.press("help")
            case MoveCursor(dx, dy) if isinstance(focused, pygame_gui.elements.UIDropDownMenu):
                self._turn_list(dx + dy)
            case MoveCursor(dx, dy) if self.cards and panel.focus != "seed":
                panel.focus = None
                there = self.shelf.chosen + dx + dy * self.shelf.columns
                self.choose(max(0, min(there, len(self.cards) - 1)))
            case Confirm():
                pressed = isinstance(focused, pygame_gui.elements.UIButton)
                return self.press(panel.focus if pressed and panel.focus is not None else "play")
            case _:
                panel.manager.process_events(event)
        return None

    def _focus_seed(self) -> None:
        line = self.panel.elements.get("seed")
        if line is not None:
            line.focus() if self.panel.focus == "seed" else line.unfocus()

    def _turn_list(self, step: int) -> None:
        row = next((row for row in self.setup.rows() if row.name == self.panel.focus), None) if self.setup else None
        if row is not None:
            at = row.options.index(row.now) if row.now in row.options else 0
            self._chose(row.name, row.options[(at + step) % len(row.options)])

    def _escape(self) -> Change | None:
        if self.panel.close_lists(self._build):
            return None
        if self.panel.focus is not None:
            self.panel.focus = None
            self._focus_seed()
            return None
        buttons = [("leave", tr("Leave fivefoot"), Leave)]
        return PushScene(Page(tr("Leave fivefoot?"), "", self.palette, self.settings.ui_scale, buttons))

    def choose(self, index: int) -> None:
        self.shelf.chosen = index
        self.message = ""
        self._new_setup()
        self.shelf.keep_in_sight()
        self._build()

    def _new_setup(self) -> None:
        self.setup = BattleSetup(self.scenario) if self.scenario is not None else None

    def _chose(self, name: str, text: str) -> None:
        if self.setup is not None:
            self.setup.choose(name, text)
            self._build()

    # --- buttons ------------------------------------------------------------------------------------------

    def press(self, name: str) -> Change | None:
        match name:
            case "quit":
                return Leave()
            case "help":
                return PushScene(help_page(self.palette, self.settings.ui_scale, own=self.settings.keys))
            case "settings":
                return PushScene(SettingsPage(self.settings, lambda: self.on_settings()))
            case "load":
                picker = saves.choose(self, self.palette, self.settings.ui_scale, self.resume)
                if picker is not None:
                    return PushScene(picker)
                self.message = tr("No battle has been saved yet.")
            case "made":
                return PushScene(self._skirmish())
            case "edit" if self.scenario is not None:
                document = Document.of(self.scenario, kept=self.card is not None and self.card.mark != "made")
                return PushScene(EditorScene(document, self.palette, self.settings.ui_scale, self._try_out))
            case "play" | "watch" | "hotseat" if self.card is not None and self.setup is not None:
                return self._begin(name, self.card, self.setup)
        return None

    def _begin(self, name: str, card: Card, setup: BattleSetup) -> Change | None:
        if card.campaign is not None:
            return self.set_out(card.campaign) if name == "play" and self.set_out is not None else None
        players = {"watch": setup.watched(), "hotseat": setup.hot_seat()}.get(name, dict(setup.players))
        lookback = self.settings.lookback
        if card.day is not None:
            players, lookback = {SIDE: PERSON, FOE: BRAIN}, "never"
        try:
            return self.start(setup.table(players, lookback))
        except (ScenarioError, ValueError) as error:
            self.message = str(error)
            return None

    def _skirmish(self) -> SkirmishPage:
        self.made += 1
        seed = number_in(self.setup.seed) if self.setup is not None else None
        ruleset = (self.setup.ruleset or self.setup.scenario.ruleset) if self.setup is not None else None
        return SkirmishPage(self.palette, self.settings.ui_scale, seed or self.made, ruleset, self._made)

    def _made(self, scenario: Scenario) -> Change:
        self.cards.append(Card(scenario, mark="made"))
        self.choose(len(self.cards) - 1)
        return PopScene()

    def _try_out(self, scenario: Scenario) -> Change | None:
        table = Session(Battle(unscripted(scenario).scenario), lookback=self.settings.lookback)
        table.players = seats(scenario, table.sides)
        return self.start(table)

    # --- drawing -----------------------------------------------------------------------------------

    @property
    def restless(self) -> bool:
        return self.shelf.unpainted

    def update(self, seconds: float) -> Change | None:
        self.panel.manager.update(seconds)
        self.shelf.paint_one(self.palette)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        palette = self.palette
        surface.fill(palette.page)
        self.shelf.draw(surface, palette)
        surface.fill(palette.page, (0, 0, self.side.left, self.head - 4))
        name = written("fivefoot", self.head // 2, palette.accent, "bold")
        surface.blit(name, (MARGIN, (self.head - name.get_height()) // 2))
        words = written(tr("movement on the grid, under five published rulesets"), self.shelf.small, palette.faint)
        if MARGIN + name.get_width() + 20 + words.get_width() < self.side.left:
            surface.blit(words, (MARGIN + name.get_width() + 20, self.head * 3 // 5 - words.get_height() // 2))
        self.panel.draw(surface, self.message)
