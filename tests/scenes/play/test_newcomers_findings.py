"""What a newcomer found wrong at the window, and had no test of its own."""

from pathlib import Path

import pygame
import pytest

import fivefoot
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.rules.catalogue import catalogue
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.match import play_on
from fivefoot.play.table.aiming import Aim, anchor
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.panels import FILTERS
from fivefoot.scenes.play.pages import SEEN, Page
from fivefoot.scenes.play.replay_scene import ReplayScene
from fivefoot.scenes.play.result_page import ResultPage
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window.commands import bindings
from fivefoot.scenes.window.scene_stack import SceneStack

from ..duel import duel
from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")


def hand_of(**players: str) -> Hand:
    """A person in the duel."""
    return Hand(Session(fivefoot.loads(duel(ALL[0].name, feet=True)), players))


def test_alt_and_enter_take_the_whole_screen_and_end_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = hand_of()
    hand.until_turn_of("ann")
    switched: list[bool] = []
    monkeypatch.setattr(SceneStack, "switch_screen", lambda stage: switched.append(True))
    hand.key(pygame.K_RETURN, mod=pygame.KMOD_LALT)
    hand.key(pygame.K_F11)
    assert len(switched) == 2
    assert hand.table.active == "ann"


@pytest.mark.parametrize(
    ("key", "command"),
    [
        (pygame.K_KP_ENTER, "enter"),
        (pygame.K_EQUALS, "closer"),
        (pygame.K_PLUS, "closer"),
        (pygame.K_KP_PLUS, "closer"),
    ],
)
def test_keys_that_everybody_tries_are_bound(key: int, command: str) -> None:
    assert bindings({})[key] == command


def test_a_click_on_the_floor_leads_to_the_floor_not_up_a_wall() -> None:
    with fivefoot.load("draw-steel-courtyard") as battle:
        reach = battle.reach("Wren")
        assert reach is not None
        squares = {cube[:2] for cube, arrival in reach.arrivals() if arrival.can_stop}
        for square in squares:
            cube = anchor(battle, "Wren", Aim(), square, reach)
            floor = reach.get_arrival((*square, battle.floor_at(*square)))
            if cube is not None and cube[:2] == square and floor is not None and floor.can_stop:
                assert cube[2] == battle.floor_at(*square)


def test_a_charge_prefers_to_end_in_a_free_square() -> None:
    with fivefoot.load("bridge") as battle:
        battle.begin_turn("Bran")
        for name, square in (("Isolde", (3, 3, 0)), ("Bran", (2, 4, 0)), ("Ogre", (4, 2, 0))):
            battle.creature(name).place(square)
        seen = Session(battle, {}).preview({"do": "charge", "target": "Ogre"})
        assert isinstance(seen, Preview)
        assert seen.steps[-1].at != battle.creature("Isolde").cube


def test_where_an_enemy_has_fallen_there_is_room() -> None:
    with fivefoot.load("bridge") as battle:
        battle.begin_turn("Bran")
        for name, square in (("Bran", (2, 4, 0)), ("Ogre", (4, 4, 0))):
            battle.creature(name).place(square)
        battle.creature("Ogre").health.downed = True
        told = battle.act("Bran", {"do": "move", "to": [4, 4]})
        assert battle.creature("Bran").cube == (4, 4, 0)
        assert not [event for event in told if event.event == "gained"], "neither of the two squeezes"


def test_a_replay_has_the_order_of_turns_of_the_battle(tmp_path: Path) -> None:
    with fivefoot.load("bridge", seed=7) as battle:
        session = Session(battle, {})
        session.go_on()
        order = list(session.order)
        play_on(battle)
        (tmp_path / "kept.fivefoot").write_bytes(replay_file.record_of(battle))
    assert ReplayScene(replay_file.read(tmp_path / "kept.fivefoot")).order == order


def test_a_drag_moves_the_view_of_a_replay_and_the_timeline(tmp_path: Path) -> None:
    with fivefoot.load("bridge") as battle:
        play_on(battle)
        (tmp_path / "kept.fivefoot").write_bytes(replay_file.record_of(battle))
    scene = ReplayScene(replay_file.read(tmp_path / "kept.fivefoot"))
    scene.resize((640, 480))
    scene.camera.zoom_to(64, scene.view.center)

    def drag(start: tuple[int, int], end: tuple[int, int]) -> None:
        scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
        scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=end, rel=(0, 0), buttons=(1, 0, 0)))
        scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))

    x, upto = scene.camera.x, scene.playback.upto
    at = scene.view.center
    drag(at, (at[0] - 40, at[1]))
    assert (scene.camera.x, scene.playback.upto) == (x + 40, upto)
    drag(scene.line.midleft, scene.line.center)
    assert (scene.camera.x, scene.playback.upto) == (x + 40, round(len(scene.events) / 2))
    scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=scene.line.midright, rel=(0, 0), buttons=(0, 0, 0)))
    assert scene.playback.upto == round(len(scene.events) / 2)


def test_the_natural_way_is_taken_of_those_that_cost_the_same() -> None:
    with fivefoot.load("bridge") as battle:
        reach = battle.reach("Wren")
        assert reach is not None
        arrival = reach.get_arrival((7, 4, 0))
        assert arrival is not None
        across = [square[1] for square in (battle.creature("Wren").cube, *arrival.path)]
        assert across == sorted(across), "never away from where it leads"
        assert arrival.cost == 25


def test_a_refusal_is_not_told_into_the_next_turn() -> None:
    hand = hand_of()
    hand.until_turn_of("ann")
    hand.click((0, 0))
    assert hand.board.state.message[0]
    hand.key(pygame.K_END)
    hand.key(pygame.K_END)
    hand.until_asked()
    assert hand.table.active != "ann"
    assert hand.board.state.message == ("", ())


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_a_reaction_cites_the_rule_of_its_cause(ruleset: Ruleset) -> None:
    with fivefoot.loads(duel(ruleset.name, feet=ruleset.feet)) as battle:
        play_on(battle)
        told = {rule for event in battle.events if event.event == "opportunity" for rule in event.rules}
    known = {entry.id: entry for entry in catalogue()[ruleset.name]}
    assert told <= set(known)
    wrong = ("forced", "no-opportunity", "no-reactions")
    assert not any(word in rule for rule in told for word in wrong)


def test_a_victory_is_noticed_when_the_last_enemy_falls() -> None:
    hand = hand_of()
    hand.until_turn_of("ann")
    battle = hand.table.battle
    foes = [one for one in battle.creatures if one.side != battle.creature("ann").side]
    for foe in foes:
        foe.health.downed = True
    here = battle.creature("ann").cube
    reach = battle.reach("ann")
    assert reach is not None
    there = next(cube for cube, arrival in reach.arrivals() if arrival.can_stop and cube != here)
    hand.board.controller.do({"do": "move", "to": list(there)})
    hand.frames(30)
    assert hand.table.over
    end = hand.stage.scene
    assert isinstance(end, ResultPage)
    hand.frames(20)
    hand.key(pygame.K_ESCAPE)
    assert hand.stage.scene is hand.board
    hand.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
    assert hand.board.view.hint()[0] == "The battle is over.  Enter shows how it ended."
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.stage.scene, ResultPage)


def test_a_page_lies_over_the_board() -> None:
    hand = hand_of()
    hand.until_turn_of("ann")
    hand.frames()
    spot = hand.board.camera.pixel(0.5, 0.5)
    before = hand.window.get_at(spot)
    hand.key(pygame.K_F1)
    hand.frames()
    page = hand.stage.scene
    assert isinstance(page, Page)
    assert not page.area.collidepoint(spot), "the square is beside the page"
    dimmed = [
        round(SEEN / 255 * one + (1 - SEEN / 255) * other)
        for one, other in zip(before, page.palette.page, strict=False)
    ]
    assert all(abs(a - b) <= 2 for a, b in zip(hand.window.get_at(spot), dimmed, strict=False))


def test_refusals_are_listed_apart_from_the_play() -> None:
    hand = hand_of()
    hand.until_turn_of("ann")
    hand.table.act({"do": "move", "to": [0, 0]})
    hand.until_asked()
    log = hand.board.view.log

    def listed(name: str) -> list[str]:
        log.filter = [one for one, _ in FILTERS].index(name)
        hand.frames()
        return [line.text for line in log.lines if "refused" in line.text]

    assert [listed(name) != [] for name in ("play", "refused", "all")] == [False, True, True]
