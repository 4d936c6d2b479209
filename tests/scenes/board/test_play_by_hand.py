"""A whole battle of every ruleset, played by clicks and keys alone, to its end."""

from collections.abc import Callable

import pytest

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.engine.rules.budget import squares_between
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.table.session import Session
from fivefoot.scenes.board.board_scene import BoardScene
from fivefoot.scenes.play.pages import NamePage, Page
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.window import preferences
from fivefoot.scenes.window.scene_stack import SceneStack, open_window

from ..duel import duel
from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")


def take_turn(hand: Hand) -> None:
    """Walk to the nearest enemy and strike it, as a person would who only sees the board."""
    table, battle = hand.table, hand.table.battle
    name = table.active
    assert name is not None
    me = battle.creature(name)
    for _ in range(3):
        foes = [one for one in battle.creatures if one.side != me.side and not one.out]
        if not foes or table.active != name or me.out:
            return
        foe = min(foes, key=lambda one: squares_between(battle.rules, me.box, one.box))
        square = (foe.box.x0, foe.box.y0)
        if table.why({"do": "attack", "target": foe.name}) is None:
            hand.click(square)
            hand.until_asked()
            continue
        reach = battle.reach(name)
        near = [
            (squares_between(battle.rules, me.at(cube), foe.box), arrival.squares, cube)
            for cube, arrival in reach.arrivals()
            if arrival.can_stop and cube != me.cube and table.why({"do": "move", "to": list(cube)}) is None
        ]
        if not near or min(near)[0] >= squares_between(battle.rules, me.box, foe.box):
            return
        hand.click(min(near)[2][:2])
        hand.until_asked()


def by_mouse(hand: Hand) -> None:
    """Clicks alone: what is pointed at is what is clicked, what cannot be done is seen in the line above the bar."""
    name = hand.table.active
    assert name is not None
    take_turn(hand)
    for _ in range(2):
        if hand.table.active == name and hand.stage.scene is hand.board:
            hand.press(hand.board.bar._buttons["end"].rect)


def by_keys(hand: Hand) -> None:
    """Keys alone: Tab goes to a target, the line above the bar tells what Enter would do there, arrows go nearer."""
    table = hand.table
    name, foes = table.active, {one.name for one in table.battle.creatures if one.side == "blue" and not one.out}
    assert name is not None
    for _ in range(6):
        if table.active != name or hand.stage.scene is not hand.board:
            return
        if struck(hand, name, len(foes)) or nearer(hand, name):
            continue
        break
    if table.active == name:
        hand.key(pygame.K_END)


def struck(hand: Hand, name: str, foes: int) -> bool:
    """Whether the creature could strike an enemy by Tab and Enter."""
    for _ in range(foes):
        hand.key(pygame.K_TAB)
        if hand.board.view.hint()[0].startswith("✖"):
            continue
        before = len(hand.table.battle.events)
        hand.key(pygame.K_RETURN)
        if hand.board.state.pending is not None:
            hand.key(pygame.K_RETURN)
        hand.until_asked()
        return len(hand.table.battle.events) > before
    return False


def nearer(hand: Hand, name: str) -> bool:
    """Whether it got nearer to the target that Tab chose: arrows go from there back to what is painted as reach."""
    hand.key(pygame.K_TAB)
    target = hand.board.state.hover
    assert target is not None
    here = hand.table.battle.creature(name).cube
    x, y = target
    while (x, y) != here[:2]:
        dx, dy = (x > here[0]) - (x < here[0]), (y > here[1]) - (y < here[1])
        hand.key(pygame.K_LEFT if dx > 0 else pygame.K_RIGHT) if dx else None
        hand.key(pygame.K_UP if dy > 0 else pygame.K_DOWN) if dy else None
        x, y = x - dx, y - dy
        told = hand.board.view.hint()[0]
        if (x, y) == here[:2] or told.startswith("✖") or not told:
            continue
        hand.key(pygame.K_RETURN)
        if hand.board.state.pending is not None:
            hand.key(pygame.K_RETURN)
        hand.until_asked()
        return hand.table.battle.creature(name).cube != here
    return False


@pytest.mark.parametrize("turn", [by_mouse, by_keys])
@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_a_battle_is_played_by_mouse_or_by_keys_alone_to_its_end(
    ruleset: Ruleset, turn: Callable[[Hand], None]
) -> None:
    table = Session(fivefoot.loads(duel(ruleset.name, feet=ruleset.feet)), {"red": "human", "blue": "aggressive"})
    hand = Hand(table)
    turns = 0
    for _ in range(60):
        hand.until_asked()
        if table.over:
            break
        turn(hand)
        turns += 1
    assert table.over
    own = [command for command in table.battle.commands if command.what == "submit" and command.name in ("ann", "bob")]
    assert turns > 1
    assert {command.data.do for command in own} >= {"move", "attack"}
    hand.frames(60)
    result = hand.stage.scene
    assert isinstance(result, Page)
    winner = table.battle.events[-1].to_dict()["winner"]
    assert result.title in ("You win", "You lose", f"Victory: {winner}")
    save = next(number for number, (name, *_) in enumerate(result.buttons) if name == "save")
    if turn is by_mouse:
        hand.press(result._made["save"].rect)
        page = hand.stage.scene
        assert isinstance(page, NamePage)
        hand.press(page._made["ok"].rect)
    else:
        for _ in range(save):
            hand.key(pygame.K_RIGHT)
        hand.key(pygame.K_RETURN)
        hand.key(pygame.K_RETURN)  # under the name that is proposed
    (saved,) = preferences.saves()
    told = replay_file.read(saved)
    with told.battle() as again:
        assert replay_file.log_lines(again.events) == told.log == replay_file.log_lines(table.battle.events)


def test_a_refused_intent_says_why_and_names_its_rule() -> None:
    ruleset = ALL[0]
    table = Session(fivefoot.loads(duel(ruleset.name, feet=ruleset.feet)), {"blue": "aggressive"})
    hand = Hand(table)
    hand.until_asked()
    hand.click((0, 0))
    sentence, rules = hand.board.state.message
    assert sentence
    assert rules
    assert table.battle.events[-1].event == "refused"
    hand.board.bar.finish()
    found = hand.board.bar.standing["crawl"]
    assert found.refusal is not None
    hand.key(pygame.K_w, "w")
    hand.key(pygame.K_w, "w")
    assert hand.board.state.message[0] == found.refusal.reason or hand.stage.scene is not hand.board


def test_taking_back_and_doing_again_come_to_the_same_log() -> None:
    ruleset = ALL[0]
    table = Session(fivefoot.loads(duel(ruleset.name, feet=ruleset.feet)), {"blue": "aggressive"})
    hand = Hand(table)
    hand.until_asked()
    before = replay_file.log_lines(table.battle.events)
    take_turn(hand)
    hand.key(pygame.K_RETURN)
    hand.until_asked()
    after = replay_file.log_lines(table.battle.events)
    count = len(table.marks)
    assert count > 1
    for _ in range(count):
        hand.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert replay_file.log_lines(table.battle.events) == before
    for _ in range(count):
        hand.key(pygame.K_y, mod=pygame.KMOD_CTRL)
    assert replay_file.log_lines(table.battle.events) == after


def test_a_move_that_draws_attacks_asks_back() -> None:
    text = duel(ALL[0].name, feet=True).replace("at = [8, 4]", "at = [3, 2]")
    table = Session(fivefoot.loads(text), {"blue": "human"})
    hand = Hand(table)
    hand.board.state.confirm = True
    hand.until_asked()
    while table.active != "ann":
        hand.key(pygame.K_RETURN)
        hand.until_asked()
    events = len(table.battle.events)
    hand.click((1, 1))
    assert hand.asked() == ("ogre",)
    assert len(table.battle.events) == events
    hand.key(pygame.K_ESCAPE)
    assert hand.asked() == ()
    hand.click((1, 1))
    hand.key(pygame.K_RETURN)
    assert any(event.event == "opportunity" for event in table.battle.events[events:])


def test_the_board_is_drawn_while_a_brain_thinks() -> None:
    table = Session(fivefoot.loads(duel(ALL[0].name, feet=True)), {"red": "aggressive", "blue": "aggressive"})
    hand = Hand(table)
    hand.board.playback.speed = 4.0
    seen = set()
    for _ in range(400):
        hand.stage.frame(0.02)
        seen.add(hand.board.playback.upto)
        if table.over:
            break
    assert len(seen) > 20


def test_the_scene_is_a_scene() -> None:
    table = Session(fivefoot.loads(duel(ALL[0].name, feet=True)))
    scene = BoardScene(table)
    stage = SceneStack(open_window((900, 600), "test"), scene)
    for size in ((640, 480), (1920, 1080)):
        scene.resize(size)
        stage.window = pygame.Surface(size)
        stage.frame(0.1)
