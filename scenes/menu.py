"""The first scene: shipped scenarios, who plays, by which rules, and battles that were saved."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files as resources
from typing import Any

import msgspec
import pygame
import pygame_gui

from ..engine import scenario as files
from ..engine.brains import BRAINS
from ..engine.converting import unscripted
from ..engine.errors import ScenarioError
from ..engine.rulesets import RULESETS
from ..engine.setting_up import board_of
from ..engine.specs import Scenario
from ..systems.battle import Battle
from . import gui, preferences, saves
from .commands.play import usual_brain
from .fonts import wrapped, written
from .pages import SettingsPage, help_page
from .palettes import PALETTES, Palette, mix
from .rendering import Painter
from .stage import Change, Leave, Push
from .table import PERSON, Table
from .tableau import Tableau

AS_WRITTEN = "as the file has it"


@dataclass(slots=True)
class Card:
    """One scenario to choose."""

    scenario: Scenario
    picture: pygame.Surface | None = None


def shipped() -> list[Scenario]:
    """The scenarios that come with fivefoot, by their file names."""
    folder = resources("fivefoot.assets") / "scenarios"
    if not folder.is_dir():
        return []
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    return [files.parse(entry.read_text(encoding="utf-8"), entry.name, kind="toml") for entry in found]


class MenuScene:
    """Choose a battle."""

    def __init__(
        self,
        settings: preferences.Preferences,
        start: Callable[[Table], Change | None],
        resume: Callable[[Any], Change | None],
        scenarios: list[Scenario] | None = None,
    ) -> None:
        self.settings = settings
        self.start, self.resume = start, resume
        self.cards = [Card(one) for one in (shipped() if scenarios is None else scenarios)]
        self.chosen = 0
        self.first_row = 0
        self.ruleset: str | None = None
        self.players: dict[str, str] = {}
        self.switches: dict[str, object] = {}
        self.switch: str | None = None
        self.seed = ""
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
        self.text = round(14 * self.settings.ui_scale)
        self.side = pygame.Rect(
            size[0] - round(380 * self.settings.ui_scale), 0, round(380 * self.settings.ui_scale), size[1]
        )
        self.columns = max((self.side.left - 20) // 290, 1)
        self._build()

    def _build(self) -> None:
        self.manager = gui.manager(self.window, self.palette, self.text)
        self.elements: dict[str, Any] = {}
        scenario = self.scenario
        left, width, row = self.side.left + 20, self.side.width - 40, self.text * 2 + 12
        y = 230
        if scenario is not None:
            rulesets = [AS_WRITTEN, *RULESETS]
            y = self._drop("ruleset", rulesets, self.ruleset or AS_WRITTEN, y)
            for side in self._sides(scenario):
                y = self._drop(f"side {side}", [PERSON, *BRAINS], self.players.get(side, PERSON), y)
            switches = RULESETS[self.ruleset or scenario.ruleset].switches
            names = ["none changed" if not self.switches else "change another", *sorted(switches)]
            y = self._drop("switch", names, self.switch or names[0], y)
            if self.switch is not None and self.switch in switches:
                values = [str(value) for value in switches[self.switch].values] or ["0"]
                now = str(self.switches.get(self.switch, switches[self.switch].default))
                y = self._drop("value", [*dict.fromkeys([now, *values])], now, y)
            self.elements["seed"] = pygame_gui.elements.UITextEntryLine(
                gui.rect(left + width // 3, y, width - width // 3, row - 6),
                self.manager,
                placeholder_text="seed of the file",
            )
            self.elements["seed"].set_text(self.seed)
            self._labels.append(("Seed", y))
            y += row
        buttons = [
            ("play", "Play"),
            ("watch", "Watch brains"),
            ("hotseat", "Hot seat"),
            ("load", "Saved battles …"),
        ]
        buttons += [("settings", "Settings"), ("help", "Help"), ("quit", "Leave")]
        y = self.window[1] - 4 * row - 8
        x = left
        for name, label in buttons:
            if name in ("play", "watch", "hotseat") and scenario is None:
                continue
            wide = written(label, self.text, self.palette.ink).get_width() + 26
            if x + wide > self.side.right - 16:
                x, y = left, y + row
            self.elements[name] = pygame_gui.elements.UIButton(
                gui.rect(x, y, wide, row - 6), label, self.manager, object_id="#chosen" if name == "play" else None
            )
            x += wide + 6

    _labels: list[tuple[str, int]]

    def _drop(self, name: str, options: Sequence[str], now: str, y: int) -> int:
        if name == "ruleset":
            self._labels = []
        left, width, row = self.side.left + 20, self.side.width - 40, self.text * 2 + 12
        self.elements[name] = pygame_gui.elements.UIDropDownMenu(
            list(options),
            now if now in options else options[0],
            gui.rect(left + width // 3, y, width - width // 3, row - 6),
            self.manager,
        )
        label = {"switch": "House rule", "value": "… is"}.get(name, name.removeprefix("side ").capitalize())
        self._labels.append((label, y))
        return y + row

    @staticmethod
    def _sides(scenario: Scenario) -> list[str]:
        return list(dict.fromkeys(one.side for one in scenario.creatures if "object" not in one.traits))[:6]

    # --- input -----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Take an event."""
        if event.type == gui.BUTTON:
            name = next((name for name, made in self.elements.items() if made is event.ui_element), None)
            if name is not None:
                return self.press(name)
        if event.type == gui.DROPPED:
            name = next((name for name, made in self.elements.items() if made is event.ui_element), None)
            if name is not None:
                self._dropped(name, event.text)
                return None
        if event.type == gui.ENTERED and event.ui_element is self.elements.get("seed"):
            self.seed = event.text
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            for place, index in self._places:
                if place.collidepoint(event.pos):
                    self.choose(index)
                    return None
        if event.type == pygame.MOUSEWHEEL and pygame.mouse.get_pos()[0] < self.side.left:
            rows = -(-len(self.cards) // self.columns)
            self.first_row = max(0, min(self.first_row - event.y, rows - 1))
        if event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) and self.cards:
                step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -self.columns, pygame.K_DOWN: self.columns}
                self.choose(max(0, min(self.chosen + step[event.key], len(self.cards) - 1)))
                return None
            if event.key == pygame.K_RETURN:
                return self.press("play")
            if event.key == pygame.K_F1:
                return self.press("help")
            if event.key == pygame.K_ESCAPE:
                return Leave()
        self.manager.process_events(event)
        return None

    def choose(self, index: int) -> None:
        """Choose a scenario."""
        self.chosen = index
        self.players.clear()
        self.switches.clear()
        self.switch, self.ruleset, self.message = None, None, ""
        scenario = self.scenario
        if scenario is not None:
            for number, side in enumerate(self._sides(scenario)):
                self.players[side] = PERSON if number == 0 else usual_brain()
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
            self.players[name.removeprefix("side ")] = text
        self._build()

    def press(self, name: str) -> Change | None:
        """A button or its key."""
        if name == "quit":
            return Leave()
        if name == "help":
            return Push(help_page(self.palette, self.settings.ui_scale))
        if name == "settings":
            return Push(SettingsPage(self.settings, lambda: None))
        if name == "load":
            picker = saves.choose(self, self.palette, self.settings.ui_scale, self.resume)
            if picker is None:
                self.message = "No battle has been saved yet."
                return None
            return Push(picker)
        if self.scenario is None:
            return None
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

    def _all_players(self) -> dict[str, str]:
        scenario = self.scenario
        assert scenario is not None
        return {side: self.players.get(side, PERSON) for side in self._sides(scenario)}

    def table(self, players: dict[str, str]) -> Table:
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
        return Table(Battle(fought, seed=seed), players, lookback=self.settings.lookback)

    # --- drawing -----------------------------------------------------------------------------------

    def update(self, seconds: float) -> Change | None:
        """Let time go by; paint one thumbnail a frame, so that the first frame is not late."""
        self.manager.update(seconds)
        if self.cards and not self.players:
            self.choose(self.chosen)
        for card in self.cards:
            if card.picture is None:
                card.picture = thumbnail(card.scenario, self.palette, (262, 150))
                break
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the menu."""
        palette = self.palette
        surface.fill(palette.page)
        surface.blit(written("fivefoot", 34, palette.accent, "bold"), (20, 12))
        words = "movement on the grid, under five published rulesets"
        surface.blit(written(words, 14, palette.faint), (205, 30))
        self._draw_cards(surface)
        surface.fill(palette.panel, self.side)
        pygame.draw.line(surface, palette.panel_edge, self.side.topleft, self.side.bottomleft)
        self._draw_side(surface)
        self.manager.draw_ui(surface)

    def _draw_cards(self, surface: pygame.Surface) -> None:
        self._places = []
        palette = self.palette
        for index, card in enumerate(self.cards):
            row, column = divmod(index, self.columns)
            x, y = 20 + column * 290, 72 + (row - self.first_row) * 212
            if y < 60 or y > self.window[1]:
                continue
            place = pygame.Rect(x, y, 274, 200)
            chosen = index == self.chosen
            surface.fill(mix(palette.panel, palette.accent, 0.14) if chosen else palette.panel, place)
            pygame.draw.rect(surface, palette.accent if chosen else palette.panel_edge, place, 2 if chosen else 1)
            if card.picture is not None:
                surface.blit(card.picture, card.picture.get_rect(center=(place.centerx, place.top + 81)))
            title = wrapped(card.scenario.title or card.scenario.source, 258, 14, "bold")[0]
            surface.blit(written(title, 14, palette.ink, "bold"), (x + 8, y + 160))
            board = card.scenario.board
            size = f"{len(board.rows[0])} by {len(board.rows)} · {len(card.scenario.creatures)} creatures"
            surface.blit(written(size, 12, palette.faint), (x + 8, y + 179))
            self._places.append((place, index))
        if not self.cards:
            words = written("No scenarios are installed: fivefoot play FILE opens one.", 16, palette.ink)
            surface.blit(words, (20, 90))

    def _draw_side(self, surface: pygame.Surface) -> None:
        palette, scenario = self.palette, self.scenario
        left, width = self.side.left + 20, self.side.width - 40
        if scenario is None:
            return
        y = 18
        for line in wrapped(scenario.title or scenario.source, width, self.text + 6, "bold")[:2]:
            surface.blit(written(line, self.text + 6, palette.ink, "bold"), (left, y))
            y += self.text + 12
        colours = palette.of_sides(list(dict.fromkeys(one.side for one in scenario.creatures)))
        for side in self._sides(scenario):
            names = [one.name for one in scenario.creatures if one.side == side]
            surface.fill(colours[side], (left, y + 4, 10, self.text - 2))
            for line in wrapped(f"{side}: {', '.join(names)}", width - 20, self.text)[:2]:
                surface.blit(written(line, self.text, palette.ink), (left + 18, y))
                y += self.text + 6
        rules = RULESETS[self.ruleset or scenario.ruleset]
        house = {**scenario.rules, **self.switches}
        told = f"Rules: {rules.title}" + (f", {', '.join(f'{k} = {v}' for k, v in house.items())}" if house else "")
        for line in wrapped(told, width, self.text)[:2]:
            surface.blit(written(line, self.text, palette.faint), (left, y))
            y += self.text + 6
        for label, at in self._labels:
            surface.blit(written(label, self.text, palette.ink), (left, at + 7))
        if self.message:
            for number, line in enumerate(wrapped(self.message, width, self.text)[:4]):
                surface.blit(
                    written(line, self.text, palette.warning),
                    (left, self.window[1] - 5 * (self.text * 2 + 12) - 20 + number * (self.text + 5)),
                )


def thumbnail(scenario: Scenario, palette: Palette, room: tuple[int, int]) -> pygame.Surface:
    """A scenario's board and creatures, small."""
    try:
        with Battle(scenario) as battle:
            tableau = Tableau.of(battle.world)
            board = battle.world.board
    except ScenarioError:
        board, tableau = board_of(scenario), Tableau({})
    zoom = max(room[0] // board.width, room[1] // board.height, 3)
    painter = Painter(board, tableau.sides(), zoom=zoom, palette=palette)
    picture = painter.picture(tableau)
    share = min(room[0] / picture.get_width(), room[1] / picture.get_height())
    size = (max(round(picture.get_width() * share), 1), max(round(picture.get_height() * share), 1))
    return pygame.transform.smoothscale(picture, size)
