"""One position under five rulesets: a creature's reach in each, with differences."""

import msgspec
import pygame

from ...engine.error_text import error_text
from ...engine.errors import ScenarioError
from ...engine.messages import _, both, language_in_use, short_length, tr, tr_counted
from ...engine.rules.ruleset import Ruleset
from ...engine.rulesets import RULESETS
from ...engine.scenario.convert import converted, unscripted
from ...engine.scenario.format import Scenario
from ...play.battle import Battle
from ...play.replay.palettes import Palette
from ...play.replay.snapshot import Snapshot
from ...play.table.overlay import Overlay
from ..board.draw.camera import Camera
from ..board.draw.ground import Terrain
from ..board.draw.overlays import OverlayPainter
from ..board.draw.tokens import Tokens
from ..board.layout import roomy
from ..board.panels import LEAST
from ..window.commands import MoveCursor, in_list
from ..window.fonts import cut, fitted, wrapped, written
from ..window.scene_stack import Change, PopScene


class RulebookPanel:
    """One of five boards with the same position, where each has its own ruleset."""

    def __init__(self, rules: Ruleset, scenario: Scenario, name: str, palette: Palette) -> None:
        self.rules = rules
        self.costs: dict[tuple[int, int], int] = {}
        """The cheapest cost to each square, in the ruleset's unit."""
        self.draws: dict[tuple[int, int], tuple[str, ...]] = {}
        """Enemies provoked on the cheapest path to each square."""
        with Battle(scenario) as battle:
            board = battle.world.board
            self.snapshot = Snapshot.of(battle.world)
            reach = battle.reach(name)
            for (x, y, _), arrival in reach.arrivals():
                if arrival.can_stop and (x, y) not in self.costs:
                    self.costs[x, y] = arrival.cost
                    self.draws[x, y] = arrival.opportunities
            self.threat = frozenset(
                (x, y)
                for one in battle.creatures
                if one.side != battle.creature(name).side and not one.out
                for x, y, _ in battle.threat(one.name)
            )
            speeds = rules.movement.speeds(rules, battle.creature(name))
        self.speed = ", ".join(f"{tr(mode)} {self.told(value)}" for mode, value in speeds.items())
        self.terrain = Terrain(board, palette, title=battle.scenario.title)
        self.terrain.glaze(
            OverlayPainter(Overlay(reach=dict.fromkeys(self.costs, (0, True)), threat=self.threat), palette)
        )
        self.tokens = Tokens(board, palette, self.snapshot.sides())
        self.camera = Camera((board.width, board.height), (0, 0, 1, 1))

    def told(self, distance: int) -> str:
        return short_length(distance, self.rules.feet).told(language_in_use())

    def words(self, square: tuple[int, int] | None) -> str:
        """Describes the cost of a move to a square. Without a square, the length of one move."""
        if square is None:
            return tr_counted(
                "{count} square · {speed}", "{count} squares · {speed}", len(self.costs), speed=self.speed
            )
        if square not in self.costs:
            return tr("not with one move")
        drawn = self.draws[square]
        return self.told(self.costs[square]) + (tr(" · provokes {targets}", targets=", ".join(drawn)) if drawn else "")


def differences(panels: "list[RulebookPanel]", *, citing: bool = True) -> list[str]:
    """Returns sentences about how the rulesets of the boards differ."""
    told: dict[str, list[str]] = {}
    for panel in panels:
        rules = panel.rules
        cycle = rules.grid.diagonal_cycle
        costs = [short_length(squares * rules.unit, rules.feet) for squares in cycle]
        text = _("diagonals cost {costs} by turns") if len(cycle) > 1 else _("diagonals cost {costs}")
        alternate = tr(text, costs=both(costs)) if costs else tr("diagonals cost nothing")
        parting = rules.threat.provokes == "parting"
        leaving = tr("only going away from an adjacent enemy") if parting else tr("leaving a threatened square")
        leaving += tr(" provokes an attack")
        cited = ", ".join(dict.fromkeys((*rules.cite("cost.diagonal"), *rules.cite("cost.later-diagonal"))))
        words = f"{alternate}  [{cited}]; {leaving}" if cited and citing else f"{alternate}; {leaving}"
        told.setdefault(words, []).append(rules.title)
    return [f"{', '.join(titles)}: {words}" for words, titles in told.items()]


def position_of(battle: Battle) -> Scenario:
    creatures = []
    for spec in battle.scenario.creatures:
        one = battle.world.named.get(spec.name)
        if one is None or one.out:
            continue
        held = tuple(sorted(one.condition.held))
        creatures.append(msgspec.structs.replace(spec, at=one.cube[:2], conditions=held, mount=one.condition.mount))
    alone = unscripted(battle.scenario).scenario
    return msgspec.structs.replace(alone, creatures=tuple(creatures), objectives=(), lesson=(), rules={})


class RulebooksScene:
    """The screen that shows one position under five rulesets, with a common cursor."""

    def __init__(self, battle: Battle, name: str, palette: Palette, scale: float) -> None:
        self.name, self.palette, self.scale = name, palette, scale
        self.panels: list[RulebookPanel] = []
        self.missing: list[str] = []
        position = position_of(battle)
        for rules in RULESETS.values():
            try:
                self.panels.append(RulebookPanel(rules, converted(position, rules.name).scenario, name, palette))
            except ScenarioError as error:
                self.missing.append(f"{rules.title}: {error_text(error, language_in_use())}")
        self.hover: tuple[int, int] | None = None
        here = battle.creature(name).cube
        self._cursor = (here[0], here[1])
        """The arrow keys' square."""
        self.board = battle.world.board
        self.places: list[pygame.Rect] = []

    @property
    def restless(self) -> bool:
        return any(not panel.terrain.settled(panel.camera) for panel in self.panels)

    def resize(self, size: tuple[int, int]) -> None:
        self.text = max(round(13 * roomy(self.scale, size)), 9)
        top, gap = self.text * 3, 10
        wide, high = (size[0] - 4 * gap) // 3, (size[1] - top - 3 * gap) // 2
        self.places = [
            pygame.Rect(gap + column * (wide + gap), top + row * (high + gap), wide, high)
            for row in range(2)
            for column in range(3)
        ]
        for panel, place in zip(self.panels, self.places, strict=False):
            head = self.text * 3 + 8
            panel.camera.look_through((place.left + 4, place.top + head, place.width - 8, place.height - head - 4))
            panel.camera.fit()

    def handle(self, event: pygame.event.Event) -> Change | None:
        match in_list(event):
            case MoveCursor(dx, dy):
                x, y = self._cursor
                self._cursor = (min(max(x + dx, 0), self.board.width - 1), min(max(y + dy, 0), self.board.height - 1))
                self.hover = self._cursor
            case _ if event.type == pygame.KEYDOWN:
                return PopScene()
        if event.type == pygame.MOUSEMOTION:
            self.hover = next((found for one in self.panels if (found := one.camera.square(event.pos))), None)
            self._cursor = self.hover or self._cursor
        return None

    def update(self, seconds: float) -> Change | None:
        return None

    def draw(self, surface: pygame.Surface) -> None:
        palette, text = self.palette, self.text
        surface.fill(palette.page)
        title = written(tr("{name} under five rulebooks", name=self.name), text + 5, palette.ink, "bold")
        surface.blit(title, (12, text // 2 + 2))
        room = surface.get_width() - title.get_width() - 40
        tail = fitted(tr("arrows compare a square, any other key goes back"), room, text, palette.faint, least=LEAST)
        surface.blit(tail, (surface.get_width() - tail.get_width() - 12, text))
        for panel, place in zip(self.panels, self.places, strict=False):
            self._draw_panel(surface, panel, place)
        self._draw_words(surface, self.places[-1])

    def _draw_panel(self, surface: pygame.Surface, panel: RulebookPanel, place: pygame.Rect) -> None:
        palette, text, camera = self.palette, self.text, panel.camera
        surface.fill(palette.panel, place)
        surface.blit(written(panel.rules.title, text + 1, palette.accent, "bold"), (place.left + 8, place.top + 4))
        words = fitted(panel.words(self.hover), place.width - 16, text, palette.ink)
        surface.blit(words, (place.left + 8, place.top + text + 12))
        surface.set_clip(pygame.Rect(camera.view))
        panel.terrain.draw(surface, camera, at_once=True)
        panel.tokens.draw(surface, camera, panel.snapshot, chosen=self.name)
        if self.hover is not None:
            zoom = camera.zoom
            pygame.draw.rect(surface, palette.accent, (*camera.pixel(*self.hover), zoom, zoom), 2)
        surface.set_clip(None)

    def _draw_words(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        palette, text = self.palette, self.text
        surface.fill(palette.panel, place)
        told, width = [*differences(self.panels), *self.missing], place.width - 18

        def high() -> int:
            return sum(len(wrapped(one, width, text)) * (text + 4) + 5 for one in told)

        while text > LEAST and high() > place.height - 6:
            text -= 1
        if text < self.text * 2 // 3 or high() > place.height - 6:  # fewer words are worth more than small ones
            told, text = [*differences(self.panels, citing=False), *self.missing], self.text
            while text > LEAST and high() > place.height - 6:
                text -= 1
        y = place.top + 6
        for one in told:
            for line in wrapped(one, width, text):
                if y + text > place.bottom:
                    return
                surface.blit(written(cut(line, width, text), text, palette.ink), (place.left + 9, y))
                y += text + 4
            y += 5
