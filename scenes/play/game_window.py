"""From the command line to the first scene: opens the window, strings the scenes together, shuts down."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from ...engine.errors import ScenarioError, printable
from ..board.board_scene import BoardScene
from ..board.draw import overlays, tile_patterns, tokens
from ..views import replay_file
from ..window import fonts, preferences
from ..window.background import SWITCH
from ..window.palettes import PALETTES
from ..window.preferences import Preferences
from ..window.scene_stack import (
    Change,
    Leave,
    NoDisplay,
    PopScene,
    PushScene,
    Scene,
    SceneStack,
    SwapScene,
    open_window,
)
from ..window.widgets import escaped
from . import saves
from .menu import MenuScene
from .pages import Page, SettingsPage, help_page, result_text, rule_page
from .replay_scene import ReplayScene
from .session import Session
from .session_options import resumed


def open_and_run(table: Session | None, *, scale: float | None = None) -> None:
    """Open the window and play until it is closed.

    Raises:
        NoDisplay: there is no display.
    """
    settings = preferences.load()
    if scale is not None:
        settings.ui_scale = scale
    run_scenes(settings, lambda: Play(settings, beside=True).first(table))


def open_replay(told: replay_file.Record, *, scale: float | None = None) -> None:
    """Open the window and show a record.

    Raises:
        NoDisplay: there is no display.
    """
    settings = preferences.load()
    if scale is not None:
        settings.ui_scale = scale
    run_scenes(settings, lambda: ReplayScene(told, palette=PALETTES[settings.palette], scale=settings.ui_scale))


def run_scenes(settings: Preferences, first: Callable[[], Scene]) -> None:
    """Open the window, show what `first` makes until no scene is left, and shut down.

    Raises:
        NoDisplay: there is no display.
    """
    window = open_window((settings.width, settings.height), "fivefoot")
    sys.setswitchinterval(SWITCH)
    try:
        stage = SceneStack(window, first())
        stage.shot = keep_picture
        stage.run()
        settings.width, settings.height = stage.window.get_size()
        preferences.save(settings)
    finally:
        close()


def keep_picture(window: pygame.Surface) -> str:
    """Keep a picture of the window; tells where."""
    try:
        path = preferences.free_name(preferences.data_folder("pictures"), "fivefoot", ".png")
        pygame.image.save(window, str(path))
    except (OSError, pygame.error) as error:
        return f"fivefoot: no picture could be kept ({error})"
    return f"fivefoot: {path}"


class Play:
    """How the scenes of a game hang together."""

    def __init__(self, settings: Preferences, *, beside: bool = False) -> None:
        self.settings = settings
        self.beside = beside
        """Whether brains think, and boards are worked out, beside the window (see `errands`)."""

    def first(self, table: Session | None) -> Scene:
        """The board where there is a battle to play, else the menu."""
        return self.board(table) if table is not None else self.menu()

    def menu(self) -> MenuScene:
        """The menu."""
        return MenuScene(self.settings, lambda table: PushScene(self.board(table)), self._resume)

    def board(self, table: Session) -> BoardScene:
        """A battle on the board."""
        settings = self.settings
        return BoardScene(
            table,
            palette=PALETTES[settings.palette],
            scale=settings.ui_scale,
            speed=settings.speed,
            confirm=settings.confirm,
            asks=settings.ask,
            beside=self.beside,
            on_menu=self._pause,
            on_over=self._over,
            on_rule=self._rule,
            on_help=lambda scene: PushScene(help_page(scene.palette, scene.scale, scene.bar.entries)),
        )

    def _rule(self, scene: BoardScene, ids: Sequence[str]) -> Change:
        return PushScene(rule_page(ids, scene.battle.rules.name, scene.palette, scene.scale))

    def _resume(self, path: Path) -> Change | None:
        try:
            told = replay_file.read(path)
            table = resumed(told)
            table.lookback = self.settings.lookback
            return PushScene(self.board(table))
        except (ScenarioError, OSError) as error:
            return PushScene(
                Page(
                    "That battle cannot be gone on with",
                    escaped(printable(str(error))),
                    PALETTES[self.settings.palette],
                    1.0,
                )
            )

    def save(self, scene: BoardScene) -> Path:
        """Keep a battle as it stands.

        Raises:
            OSError: the place cannot be written to.
        """
        path = preferences.free_name(preferences.data_folder("saves"), scene.battle.scenario.title, ".fivefoot")
        path.write_bytes(replay_file.record_of(scene.battle, scene.table.players))
        return path

    def _pause(self, scene: BoardScene) -> Change:
        battle = scene.battle
        words = f"{escaped(battle.scenario.title)}: round {battle.world.round}, {len(battle.events)} events."

        def keep() -> Change | None:
            try:
                where = str(self.save(scene))
            except OSError as error:
                where = escaped(printable(f"It could not be saved: {error}"))
            return SwapScene(Page("Saved", where, scene.palette, scene.scale))

        def load() -> Change | None:
            picker = saves.choose(page, scene.palette, scene.scale, self._resume)
            return PushScene(picker) if picker is not None else None

        buttons = [
            ("save", "Save", keep),
            ("load", "Load …", load),
            ("replay", "Replay", lambda: PushScene(self._replay(scene))),
            ("settings", "Settings", lambda: PushScene(SettingsPage(self.settings, lambda: self._apply(scene)))),
            ("help", "Help", lambda: PushScene(help_page(scene.palette, scene.scale, scene.bar.entries))),
            ("away", "Leave the battle", lambda: PopScene(2)),
            ("leave", "Leave fivefoot", Leave),
        ]
        told = words + "<br>" + result_text(battle.events, scene.playback.shown)[1]
        page = Page("Paused", told, scene.palette, scene.scale, buttons)
        return PushScene(page)

    def _apply(self, scene: BoardScene) -> None:
        """Settings that were changed while a battle is on."""
        scene.wear(PALETTES[self.settings.palette], self.settings.ui_scale)
        scene.playback.speed = self.settings.speed
        scene.confirm = self.settings.confirm
        scene.asks = self.settings.ask
        scene.table.lookback = self.settings.lookback

    def _replay(self, scene: BoardScene) -> ReplayScene:
        told = replay_file.Record(scene.battle.scenario, tuple(scene.battle.events), scene.battle.world.dice.seed)
        return ReplayScene(told, palette=scene.palette, scale=scene.scale, alone=False)

    def _over(self, scene: BoardScene) -> Change:
        title, text = result_text(scene.battle.events, scene.playback.shown)

        def keep() -> Change | None:
            try:
                where = str(self.save(scene))
            except OSError as error:
                where = escaped(printable(f"It could not be saved: {error}"))
            return PushScene(Page("Saved", where, scene.palette, scene.scale))

        buttons = [
            ("replay", "Replay", lambda: PushScene(self._replay(scene))),
            ("save", "Save", keep),
            ("away", "Leave the battle", lambda: PopScene(2)),
            ("leave", "Leave fivefoot", Leave),
        ]
        return PushScene(Page(title, text, scene.palette, scene.scale, buttons))


def close() -> None:
    """Shut pygame down, and drop what does not outlive it."""
    fonts.forget()
    tokens.forget()
    overlays.forget()
    tile_patterns.forget()
    pygame.quit()


__all__ = ["NoDisplay", "Play", "close", "keep_picture", "open_and_run", "open_replay", "run_scenes"]
