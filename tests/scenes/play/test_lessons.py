"""Each lesson is played at the window as its steps ask."""

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.events import Used
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.play.loading import shipped_text
from fivefoot.play.table.session import PERSON, Session
from fivefoot.scenes.play.lesson_guide import LessonGuide

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

PLAYED = {
    "a-first-lesson": (
        ["5,5"], ["6,5"], ["end"], ["2,2", "2,2"], ["undo"], ["s", "4,5"], ["m", "12,1"],
        ["escape", "end", "8,7", "8,7", "end", "8,7", "8,7", "p", "9,6"], ["space"],
    ),
    "a-second-lesson": (
        ["6,3"], ["p", "7,3"], ["z"], ["end", "7,4", "k", "8,4"], ["end", "u", "end", "8,5", "p", "9,5"], ["space"],
    ),
    "a-third-lesson": (["1", "9,2"], ["end"], ["2", "8,3"], ["3"], ["space"]),
}  # fmt: skip
"""What is done in each step: squares to click, letters to press, and words."""


@pytest.mark.parametrize("name", PLAYED)
def test_every_step_of_a_lesson_can_be_done_as_it_says(name: str) -> None:
    scenario = unscripted(fivefoot.loads(shipped_text(name)).scenario).scenario
    hand = Hand(Session(fivefoot.Battle(scenario), {"red": PERSON, "blue": "tactics"}))
    guide = next(cell.cell_contents for cell in hand.board.on_frame.__closure__ or ())
    assert isinstance(guide, LessonGuide)
    hero = scenario.creatures[0].name
    hand.until_turn_of(hero)
    for at, deeds in enumerate(PLAYED[name]):
        assert guide.at == at, scenario.lesson[at - 1].say
        for deed in deeds:
            match deed:
                case "end":
                    hand.key(pygame.K_RETURN)
                    hand.frames()
                    hand.until_turn_of(hero)
                case "undo":
                    hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
                case "space" | "escape":
                    hand.key(pygame.key.key_code(deed))
                case _ if "," in deed:
                    x, y = deed.split(",")
                    hand.click((int(x), int(y)))
                case _:
                    hand.type(deed)
            hand.frames(6)
    assert guide.step is None
    if name == "a-third-lesson":
        lance = [one.targets for one in hand.table.battle.events if isinstance(one, Used)][1]
        assert lance == ("Brute",), "the line meets the Brute"
