"""Panels round the board: a card's lines, a long log, a full turn bar, a question about squares, the bar's picture."""

import pygame
import pytest
from tests.fights import drawn

import fivefoot
from fivefoot.components.decision import Decision, DecisionOption
from fivefoot.components.events import Changed
from fivefoot.play.loading import shipped_text
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table import card
from fivefoot.play.table.uses import stock
from fivefoot.scenes.board import panels
from fivefoot.scenes.board.draw.camera import Camera
from fivefoot.scenes.board.input.prompt import Prompt

from ..golden_pictures import compare
from ..test_whole_scenes import at_turn

pytestmark = pytest.mark.usefixtures("drawing")
DUSK = PALETTES["dusk"]
WALK = drawn("d20-srd", "A....O", {"ann": {"hp": 20, "damage": "1d6"}, "orc": {"hp": 9}}, seed=3)


def test_a_card_says_what_was_moved_and_the_conditions() -> None:
    hand = at_turn("ann", WALK)
    battle = hand.table.battle
    battle.submit("ann", {"do": "move", "to": [2, 0]})
    battle.process()
    told = card.describe(battle.creature("ann"), battle.rules, ["prone", "dazed"], 0)
    assert "moved 10 ft this turn" in told
    assert "prone, dazed" in told


def test_a_card_says_who_is_down() -> None:
    with fivefoot.loads(WALK) as battle:
        battle.effect([{"do": "damage", "target": "orc", "amount": 50}], by="a test")
        assert card.at_a_glance(battle.creature("orc"))[0] == "down"
        assert card.at_a_glance(battle.creature("ann"))[0] != "down"


def test_a_card_says_what_a_creature_carries_and_can() -> None:
    with fivefoot.loads(shipped_text("a-third-lesson")) as battle:
        owner = next(one for one in battle.creatures if stock(one))
        told = card.describe(owner, battle.rules, (), 0)
        assert set(stock(owner)) <= set(told)


def test_a_long_log_and_a_full_turn_bar() -> None:
    hand = at_turn()
    battle = hand.table.battle
    surface = pygame.Surface((360, 180))
    log = panels.LogPanel(DUSK, pygame.Rect(0, 40, 360, 140), 13, "ft", {"ann": "red", "orc": "blue"})
    log.feed(battle.events, len(battle.events))
    assert len(log.lines) > log.rows
    log.scroll = 2
    log.draw(surface)
    order = [one.name for one in battle.creatures] * 3
    area = pygame.Rect(0, 0, 360, 38)
    shown = Snapshot.of(battle.world)
    chips = panels.draw_turn_bar(surface, DUSK, area, shown, order, lambda side: (40, 90, 160), "a note")
    assert 0 < len(chips) < len(order)
    compare(surface, "log-and-turns")


def test_each_panel_round_the_board_says_something() -> None:
    hand = at_turn("ann", WALK)
    hand.frames(10)
    lay = hand.board.view.layout
    for name in ("turns", "card", "log", "hint"):
        area = getattr(lay, name)
        panel = pygame.mask.from_threshold(hand.window.subsurface(area), DUSK.panel, (6, 6, 6))
        assert 0.3 < panel.count() / (area.width * area.height) < 0.99, name


def test_a_question_about_squares_numbers_them() -> None:
    options = tuple(DecisionOption(key=f"{x},1", label=f"[{x}, 1]", at=(x, 1, 0)) for x in (1, 2, 4))
    question = Decision(
        about="place", who="ann", other=None, text="Where does ann go?", options=options, default="2,1", rules=()
    )  # fmt: skip
    surface = pygame.Surface((480, 200))
    camera = Camera((6, 4), (0, 0, 240, 160), zoom=40)
    board = pygame.Rect(0, 0, 240, 200)
    prompt = Prompt(question, "red", (40, 90, 160))
    prompt.draw(surface, DUSK, camera, board, pygame.Rect(240, 0, 240, 200), {}, 13)
    compare(surface, "decision-squares")


def test_a_remembered_answer_has_its_tick() -> None:
    options = (DecisionOption(key="yes", label="Yes"), DecisionOption(key="no", label="No"))
    question = Decision(about="strike", who="ann", other=None, text="Strike?", options=options, default="yes", rules=())
    camera, board = Camera((6, 4), (0, 0, 240, 160), zoom=40), pygame.Rect(0, 0, 240, 200)
    pictures = []
    for always in (False, True):
        surface = pygame.Surface((480, 200))
        prompt = Prompt(question, "red", (40, 90, 160))
        prompt.always = always
        prompt.draw(surface, DUSK, camera, board, pygame.Rect(240, 0, 240, 200), {}, 13)
        pictures.append(surface.subsurface(prompt.places["always"].move(2, 3).topleft, (12, 12)).copy())
    ticked = [picture.get_at((x, y))[:3] == DUSK.accent for picture in pictures for x in range(12) for y in range(12)]
    assert not any(ticked[:144])
    assert any(ticked[144:])


def test_the_bar_is_drawn_again_from_its_picture() -> None:
    hand = at_turn()
    bar = hand.board.bar
    pygame.mouse.set_pos((1, 1))
    bar.draw(hand.window)
    first = hand.window.subsurface(bar.area).copy()
    hand.window.fill((255, 0, 255))
    bar.draw(hand.window)
    assert pygame.image.tobytes(hand.window.subsurface(bar.area), "RGB") == pygame.image.tobytes(first, "RGB")


def test_squares_that_change_alike_are_one_line_of_the_log() -> None:
    log = panels.LogPanel(DUSK, pygame.Rect(0, 40, 960, 140), 13, "ft", {})
    rough = [Changed(seq=at, at=(at, 1), tile={"terrain": "difficult"}) for at in range(3)]
    events = [*rough, Changed(seq=3, at=(4, 1), tile={"char": "#"})]
    for upto in range(1, 5):  # as they are shown, one after the other
        log.feed(events, upto)
    assert [line.text for line in log.lines] == [
        "3 squares change to: difficult terrain", "the square (4, 1) changes to: wall",
    ]  # fmt: skip
