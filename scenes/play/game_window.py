"""Opens the window, connects the scenes, shuts down."""

import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path

import pygame

from ...components.events import BattleEnded, Event, Struck
from ...engine.errors import ScenarioError, printable
from ...engine.extras import MissingExtra
from ...engine.files import write_file
from ...engine.messages import language_in_use, tr, translated
from ...engine.scenario.format import Scenario
from ...play import daily
from ...play.battle import Battle
from ...play.campaign import title_in_words
from ...play.replay.highlights import last_round, turning_point
from ...play.replay.looking_back import battle_after, promised
from ...play.table.session import PERSON, Session, seats
from ..board.board_scene import BoardLinks, BoardScene
from ..board.draw import overlays, tile_patterns, tokens
from ..views import replay_file
from ..views.images import png_of
from ..window import fonts, preferences, widgets
from ..window.background import SWITCH
from ..window.gamepad import handheld
from ..window.music import Music
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
from ..window.sounds import Sounds
from ..window.widgets import escaped
from . import journeys, saves
from .campaign_pages import CampaignPages
from .journeys import CampaignJourney
from .lesson_guide import LessonGuide
from .menu.menu_scene import MenuScene
from .pages import NamePage, Page, help_page, rule_page, strike_told
from .replay_scene import ReplayScene
from .result_page import ResultPage, result_text
from .rulebooks import RulebooksScene
from .saves import record_of, write_film, write_page, write_scenario
from .settings import SettingsPage

LEGIBLE = 1.4
"""The text size of a handheld at its first start: 18 pixels."""


def open_and_run(table: Session | None, *, scale: float | None = None) -> None:
    settings = preferences.in_use(scale)
    play = Play(settings, beside=True)
    run_scenes(settings, lambda: play.first(table), play.met)


def open_replay(told: replay_file.Record, *, scale: float | None = None) -> None:
    settings = preferences.in_use(scale)
    run_scenes(settings, lambda: Play(settings, beside=True).replay(told))


def open_and_join(address: str, token: str | None, *, scale: float | None = None) -> None:
    from ...play.server.joined import JoinedSeat
    from .joined_scene import JoinedScene

    settings = preferences.in_use(scale)
    seat = JoinedSeat(address, token, language_in_use())
    try:
        run_scenes(settings, lambda: JoinedScene(seat, palette=settings.look, scale=settings.ui_scale))
    finally:
        seat.leave()


def run_scenes(
    settings: Preferences, first: Callable[[], Scene], met: Callable[[Scene], None] = lambda scene: None
) -> None:
    """Runs the window from the first screen to the last. It calls `met` with each new screen."""
    window = open_window((settings.width, settings.height), "fivefoot")
    sys.setswitchinterval(SWITCH)
    if preferences.first_start() and handheld():
        settings.ui_scale = max(settings.ui_scale, LEGIBLE)
    try:
        stage = SceneStack(window, first())
        stage.shot, stage.met = keep_picture, met
        stage.pad.own = lambda: settings.pad
        stage.run()
        settings.width, settings.height = stage.window.get_size()
        preferences.save(settings)
    finally:
        close()


def keep_picture(window: pygame.Surface) -> str:
    """Saves a screenshot of the window. Returns its path, or the error as a sentence."""
    try:
        path = preferences.free_name(preferences.data_folder("pictures"), "fivefoot", ".png")
        write_file(path, png_of(window))
    except (OSError, pygame.error) as error:
        return f"fivefoot: no picture could be kept ({error})"
    return f"fivefoot: {path}"


class Play:
    def __init__(self, settings: Preferences, *, beside: bool = False) -> None:
        self.settings = settings
        self.beside = beside
        """True if work runs in the background (`BackgroundWork`)."""
        self.sounds = Sounds(settings.volume, mute=settings.mute)
        self.music = Music(settings.music, mute=settings.mute)
        self.campaigns = CampaignPages(settings, self.board)

    def met(self, scene: Scene) -> None:
        if isinstance(scene, (BoardScene, MenuScene)):
            self.music.play("battle" if isinstance(scene, BoardScene) else "calm")

    def first(self, table: Session | None) -> Scene:
        return self.board(table) if table is not None else self.menu()

    def menu(self) -> MenuScene:
        menu = MenuScene(
            self.settings,
            lambda table: PushScene(self.board(table)),
            self._resume,
            set_out=self.campaigns.set_out,
            today=date.today(),
        )
        menu.on_settings = self._loudness
        return menu

    def _loudness(self) -> None:
        settings = self.settings
        self.sounds.volume, self.sounds.mute = settings.volume, settings.mute
        self.music.set_volume(settings.music, mute=settings.mute)

    def replay(self, told: replay_file.Record) -> ReplayScene:
        known = told.commands is not None or told.saved is not None
        return self._replay(told, (lambda: saves.resumed(told)) if known else None, alone=True)

    def _replay(self, told: replay_file.Record, table: Callable[[], Session] | None, *, alone: bool) -> ReplayScene:
        settings = self.settings

        def take_up(find: Callable[[], Session], events: int) -> Change:
            found = find()
            then = battle_after(found.battle, events)
            players = dict(found.players) or seats(then.scenario, found.sides)
            return PushScene(self.board(Session(then, players, lookback=settings.lookback)))

        return ReplayScene(
            told,
            palette=settings.look,
            scale=settings.ui_scale,
            alone=alone,
            # the fight of the day goes one way only
            take_up=partial(take_up, table) if table is not None and daily.day_of(told.scenario) is None else None,
        )

    def board(self, table: Session, journey: CampaignJourney | None = None) -> BoardScene:
        settings = self.settings
        if not table.battle.events and not table.battle.scenario.lesson:
            table.open_plans = table.open_plans or settings.open_plans
        links = BoardLinks(
            menu=self._pause,
            over=lambda scene: self._over(scene, journey),
            rule=self._rule,
            explain=self._explain,
            help=self._help,
            rulebooks=self._rulebooks,
            share=lambda scene: PushScene(self._share(scene)),
            quit=self._leaving,
            mute=self._mute,
            reopen=(lambda again: SwapScene(self.board(again))) if journey is None else None,
        )
        scene = BoardScene(
            table,
            palette=settings.look,
            scale=settings.ui_scale,
            speed=settings.speed,
            beside=self.beside,
            links=links,
        )
        self._set(scene)
        scene.playback.on_event = lambda event: self.sounds.tell(event, lost_by_people(event, table))
        scene.playback.on_shot = lambda: self.sounds.play("shot")
        scene.flow.on_round = lambda: self._keep_round(scene)
        if table.battle.scenario.lesson:
            guide = LessonGuide(scene)
            guide.on_done = self._learned
            scene.on_frame = lambda seconds: guide.update()
            scene.controller.on_action = guide.acted
        return scene

    def _learned(self) -> None:
        self.settings.learned = True
        preferences.save(self.settings)

    def _mute(self) -> str:
        self.settings.mute = self.sounds.mute = not self.sounds.mute
        self.music.set_volume(self.settings.music, mute=self.settings.mute)
        preferences.save(self.settings)
        return tr("Sound is off") if self.sounds.mute else tr("Sound is on")

    def _help(self, scene: BoardScene) -> Change:
        return PushScene(
            help_page(scene.palette, scene.scale, scene.bar.entries, self.settings.keys, self.settings.pad)
        )

    def _rule(self, scene: BoardScene, ids: Sequence[str]) -> Change:
        return PushScene(rule_page(ids, scene.battle.rules.name, scene.palette, scene.scale))

    def _explain(self, scene: BoardScene, seq: int) -> Change:
        event, battle = scene.battle.events[seq], scene.battle
        odds = promised(battle, event) if isinstance(event, Struck) and not scene.state.work.out else None
        lead = strike_told(event, odds) if isinstance(event, Struck) and odds is not None else ""
        return PushScene(rule_page(event.rules, battle.rules.name, scene.palette, scene.scale, lead))

    def _rulebooks(self, scene: BoardScene) -> Change | None:
        name = scene.state.chosen or scene.session.active
        if name is None or scene.battle.creature(name).out:
            return None
        return PushScene(RulebooksScene(scene.battle, name, scene.palette, scene.scale))

    # --- saving ------------------------------------------------------------------------------------

    def _resume(self, path: Path) -> Change | None:
        try:
            told = replay_file.read(path)
            return PushScene(self.board(saves.resumed(told), journeys.under_way(told.scenario)))
        except (ScenarioError, OSError) as error:
            return PushScene(
                Page(
                    tr("That battle cannot be continued"),
                    escaped(printable(str(error))),
                    self.settings.look,
                    1.0,
                )
            )

    def save(self, scene: BoardScene, name: str = "") -> Path:
        """Saves the battle under `name`, by default the title of its scenario."""
        folder = preferences.data_folder("saves")
        path = preferences.free_name(folder, name or scene.battle.scenario.title, ".fivefoot")
        write_file(path, replay_file.record_of(scene.battle, scene.session.players))
        return path

    def _keep_round(self, scene: BoardScene) -> None:
        if not self.beside or scene.battle.scenario.lesson or PERSON not in scene.session.players.values():
            return
        folder = preferences.data_folder("saves")
        record = replay_file.record_of(scene.battle, scene.session.players)
        preferences.write_own(folder / "autosave.fivefoot", record)

    def _keep(self, scene: BoardScene, then: Change | None) -> Change:
        def named(name: str) -> Change | None:
            try:
                where = str(self.save(scene, name))
            except OSError as error:
                where = printable(tr("It could not be saved: {error}", error=error))
            return then or SwapScene(Page(tr("Saved"), widgets.escaped(where), scene.palette, scene.scale))

        usual = title_in_words(scene.battle.scenario.title)
        return PushScene(NamePage(tr("Save the battle as"), usual, named, scene.palette, scene.scale))

    def _leaving(self, scene: BoardScene) -> Change:
        buttons = [
            ("save", tr("Save and leave"), lambda: self._keep(scene, Leave())),
            ("leave", tr("Leave without saving"), Leave),
        ]
        return PushScene(
            Page(tr("Leave fivefoot?"), tr("The battle is not over."), scene.palette, scene.scale, buttons)
        )

    def _away(self, scene: BoardScene, scenes: int) -> Change:
        menu: Change = PopScene(scenes, then=None)
        if scene.battle.over or not scene.session.marks:
            return menu
        buttons = [
            ("save", tr("Save and leave"), lambda: self._keep(scene, PopScene(scenes + 2))),
            ("leave", tr("Leave without saving"), lambda: PopScene(scenes + 1)),
        ]
        return PushScene(Page(tr("Leave the battle?"), tr("It is not over."), scene.palette, scene.scale, buttons))

    # --- pages -------------------------------------------------------------------------------------

    def _pause(self, scene: BoardScene) -> Change:
        battle = scene.battle
        title, count = escaped(title_in_words(battle.scenario.title)), battle.world.round
        untitled = tr("Round {round}", round=count) + "."
        words = tr("{title}: round {count}.", title=title, count=count) if title else untitled
        tally = result_text(battle.events, scene.playback.shown, distance=scene.state.distance)[1]
        story = escaped(translated(battle.scenario.story.strip(), language_in_use()))
        goals = [
            f"⚑ {escaped(tr(one.side))}: {escaped(translated(battle.told(one), language_in_use()))}"
            for one in battle.objectives
        ]

        def load() -> Change | None:
            picker = saves.choose(page, scene.palette, scene.scale, self._resume)
            return PushScene(picker) if picker is not None else None

        buttons = [
            ("save", tr("Save"), lambda: self._keep(scene, None)),
            ("load", tr("Load …"), load),
            ("replay", tr("Replay"), lambda: self._look_again(scene)),
            ("share", tr("Share …"), lambda: PushScene(self._share(scene))),
            ("settings", tr("Settings"), lambda: self._settings(scene)),
            ("help", tr("Help"), lambda: self._help(scene)),
            ("away", tr("Leave the battle"), lambda: self._away(scene, 2)),
            ("leave", tr("Leave fivefoot"), lambda: self._leaving(scene) if scene.session.marks else Leave()),
        ]
        told = "<br>".join([words, *([story] if story else []), "", *goals, tally])
        page = Page(tr("Paused"), told, scene.palette, scene.scale, buttons, usual="back")
        return PushScene(page)

    def _settings(self, scene: BoardScene) -> Change:
        page = SettingsPage(self.settings, lambda: self._apply(scene))
        page.left = lambda: PopScene(2, then=self._pause(scene))  # in the new colours and language
        return PushScene(page)

    def _apply(self, scene: BoardScene) -> None:
        scene.wear(self.settings.look, self.settings.ui_scale)
        scene.playback.speed = self.settings.speed
        self._set(scene)

    def _set(self, scene: BoardScene) -> None:
        settings = self.settings
        scene.state.confirm = settings.confirm
        scene.state.confirm_end = settings.confirm_end
        scene.playback.shakes = settings.shake
        scene.view.full_names = settings.names
        scene.prompter.asks = settings.ask
        scene.bind(settings.keys, settings.pad)
        scene.session.lookback = "never" if daily.day_of(scene.battle.scenario) else settings.lookback
        self._loudness()

    def _look_again(self, scene: BoardScene) -> Change:
        session = scene.session
        return PushScene(self._replay(record_of(session), lambda: session, alone=False))

    def _share(self, scene: BoardScene) -> Page:
        session = scene.session

        def written(work: Callable[[], Path]) -> Callable[[], Change]:
            def write() -> Change:
                try:
                    told = tr("It is in {work}", work=work())
                except (OSError, MissingExtra) as error:
                    told = printable(tr("It could not be written: {error}", error=error))
                return PushScene(Page(tr("Share"), widgets.escaped(told), scene.palette, scene.scale))

            return write

        palette = scene.palette
        buttons = [
            ("page", tr("Replay as a page"), written(lambda: write_page(session, palette))),
            ("round", tr("Film of the last round"), written(lambda: write_film(session, palette, last_round))),
            (
                "turn",
                tr("Film of the turning point"),
                written(lambda: write_film(session, palette, turning_point)),
            ),
            ("scenario", tr("Scenario with its seed"), written(lambda: write_scenario(session))),
        ]
        text = tr("A web page, moving pictures, or the scenario with its seed.")
        return Page(tr("Share"), text, palette, scene.scale, buttons)

    def _over(self, scene: BoardScene, journey: CampaignJourney | None) -> Change:
        scenario = scene.battle.scenario
        players = scene.session.players
        lead = ""
        ended = scene.battle.ending()
        won = ended is not None and players.get(ended.winner or "", PERSON if not players else "") == PERSON
        buttons: list[tuple[str, str, Callable[[], Change | None]]] = []
        day = daily.day_of(scenario)
        if day is not None:
            lead = tr(
                "<b>{score}</b><br>{keep_score}",
                score=daily.score(scene.battle, day),
                keep_score=self._keep_score(scene, day),
            )
        if journey is not None and won:
            lead, onward = self.campaigns.onward(scene, journey)
            buttons += onward
        elif journey is not None:
            buttons.append(("again", tr("Try again"), lambda: PopScene(2, PushScene(self.campaigns.briefing(journey)))))
        else:
            seed = scene.battle.world.dice.seed
            another = seed if day is not None else seed + 1
            buttons.append(("again", tr("Again"), lambda: self._again(scenario, dict(players), another)))
            turned = _turned(players) if day is None else None
            if turned is not None:
                buttons.append(("other", tr("The other side"), lambda: self._again(scenario, turned, seed)))
        buttons += [
            ("replay", tr("Replay"), lambda: self._look_again(scene)),
            ("share", tr("Share …"), lambda: PushScene(self._share(scene))),
            ("save", tr("Save"), lambda: self._keep(scene, None)),
            ("away", tr("Leave the battle"), lambda: PopScene(2)),
            ("leave", tr("Leave fivefoot"), Leave),
        ]
        shown, distance = scene.playback.shown, scene.state.distance
        page = ResultPage(scene.battle.events, shown, players, lead, distance, scene.palette, scene.scale, buttons)
        return PushScene(page)

    def _keep_score(self, scene: BoardScene, day: date) -> str:
        told = daily.score(scene.battle, day)
        path = preferences.data_folder("daily") / f"{day.isoformat()}-{told.points:04}.fivefoot"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, replay_file.record_of(scene.battle, scene.session.players))
        except OSError as error:
            return printable(tr("It could not be saved: {error}", error=error))
        return escaped(tr("{path} proves it: fivefoot replay FILE --score", path=path))

    def _again(self, scenario: Scenario, players: dict[str, str], seed: int) -> Change:
        table = Session(Battle(scenario, seed=seed), players, lookback=self.settings.lookback)
        return PopScene(2, PushScene(self.board(table)))


def _turned(players: Mapping[str, str]) -> dict[str, str] | None:
    people = [side for side, player in players.items() if player == PERSON]
    if len(people) != 1 or len(players) < 2:
        return None
    sides = list(players)
    other = sides[(sides.index(people[0]) + 1) % len(sides)]
    return {**players, people[0]: players[other], other: PERSON}


def lost_by_people(event: Event, table: Session) -> bool:
    people = [side for side in table.sides if table.played(side) == PERSON]
    return isinstance(event, BattleEnded) and bool(event.winner and people) and event.winner not in people


def close() -> None:
    fonts.forget()
    tokens.forget()
    overlays.forget()
    tile_patterns.forget()
    pygame.quit()


__all__ = ["NoDisplay", "Play", "close", "keep_picture", "open_and_run", "open_replay", "run_scenes"]
