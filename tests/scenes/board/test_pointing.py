"""The meaning of the square under the pointer: the target, the place of the strike, and the odds."""

import pytest
from tests.fights import Table, drawn

import fivefoot

pytest.importorskip("pygame")

import pygame

from fivefoot.components.events import BattleEnded, Rolled, Struck, TurnEnded
from fivefoot.engine.combat.forecast import Forecast
from fivefoot.engine.legality.preview import Preview
from fivefoot.engine.messages import use_language
from fivefoot.play.replay.log_text import chronicle
from fivefoot.play.replay.looks import Slot, slots_of
from fivefoot.play.replay.palettes import PALETTES
from fivefoot.play.replay.snapshot import Snapshot
from fivefoot.play.table import card
from fivefoot.play.table.actions import ENTRIES
from fivefoot.play.table.aiming import Aim
from fivefoot.play.table.marks import Label, plan_marks
from fivefoot.play.table.offer import consequences
from fivefoot.play.table.plans import Intention
from fivefoot.play.table.session import Session
from fivefoot.scenes.board import panels
from fivefoot.scenes.play.pages import Page
from fivefoot.scenes.play.picker import Picker
from fivefoot.scenes.window.scene_stack import open_window

from ..hand import Hand

pytestmark = pytest.mark.usefixtures("drawing")

ANN, FOE = {"speed": 5, "hp": 30, "damage": "1d6"}, {"speed": 0, "hp": 60, "damage": "1d6"}
LEDGE = drawn("draw-steel", "....... .2..F.. .......", {"ann": {**ANN, "at": [1, 1]}, "foe": FOE}, seed=3)
WORM = {"at": [2, 1, -1], "size": 2, "speed": {"walk": 5, "burrow": 5}, "hp": 30, "damage": "1d6"}
COLUMN = drawn(
    "draw-steel",
    "eeeee eeeee eeeee",
    {"ann": {"at": [2, 1], "hp": 30, "damage": "1d6"}, "worm": WORM},
    board={"legend": {"e": {"floor": 0, "ground": "dirt"}}},
    seed=3,
)
CLIMBER = {"speed": {"walk": 6, "climb": 6}, "hp": 30, "damage": "1d6"}
ROOM = drawn(
    "draw-steel",
    "..... .ssF. A.B..",
    {"ann": CLIMBER, "bob": {"side": "red"}, "foe": {"hp": 60}},
    seed=3,
)


def at_turn_of(name: str, text: str) -> Hand:
    """A person who plays one side, at a creature's turn; the other side only stands there."""
    hand = Hand(Session(fivefoot.loads(text), {}))
    hand.until_turn_of(name)
    return hand


def test_a_walk_and_strike_is_told_as_from_where_the_walk_ends() -> None:
    hand = at_turn_of("ann", LEDGE)
    battle = hand.table.battle
    hand.point((4, 1))
    (told,) = hand.board.state.offer().odds.values()
    assert isinstance(told, Forecast)
    assert told.modifiers == (), "the high ground is left behind"
    assert ("high ground", "edge") in battle.forecast("ann", "foe").modifiers
    walk = hand.board.state.planned((4, 1))[0]
    assert told == battle.forecast("ann", "foe", at=tuple(walk["to"]))
    hand.click((4, 1))
    hand.until_asked()
    struck = next(event for event in battle.events if isinstance(event, Struck))
    assert struck.modifiers == told.modifiers


def test_a_forecast_from_elsewhere_changes_nothing() -> None:
    with fivefoot.loads(LEDGE) as battle:
        before = battle.world.copy()
        battle.forecast("ann", "foe", at=(3, 1, 0))
        assert battle.world.same(before)


def test_nobody_strikes_from_a_wall_or_a_friend_s_space_who_can_stand_free() -> None:
    hand = at_turn_of("ann", ROOM)
    walk, strike = hand.board.state.planned((3, 1))
    assert strike["target"] == "foe"
    x, y, z = walk["to"]
    assert z == 0
    assert (x, y) != (2, 2)


def test_of_two_in_one_square_both_are_seen_and_the_other_is_meant() -> None:
    hand = at_turn_of("ann", COLUMN)
    state = hand.board.state
    assert state.figure_at((2, 1)) == "worm"
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_TAB)
    assert state.hover is not None
    assert state.figure_at(state.hover) == "worm"
    flier = {**FOE, "at": [1, 1, 6], "hover": True, "speed": {"fly": 5}}
    with fivefoot.loads(
        drawn("draw-steel", "....... .2..... .......", {"ann": {**ANN, "at": [1, 1]}, "foe": flier})
    ) as battle:
        assert slots_of(Snapshot.of(battle.world).figures.values()) == {"ann": Slot(2, 0, 0), "foe": Slot(2, 1, 0)}


def test_the_mouse_means_the_token_under_it_in_a_shared_square() -> None:
    flying = {"hp": 9, "hover": True, "speed": {"fly": 5}, "side": "blue"}
    foes = {"high": {**flying, "at": [3, 1, 2]}, "low": {**flying, "at": [3, 1]}}
    hand = at_turn_of("ann", drawn("draw-steel", "....... ....... .......", {"ann": {**ANN, "at": [1, 1]}, **foes}))
    board = hand.board
    hand.frames(9)
    seen: dict[str | None, str | None] = {}
    (left, top), (right, bottom) = board.camera.pixel(3, 1), board.camera.pixel(4, 2)
    for x in range(left, right, 2):
        for y in range(top, bottom, 2):
            hand.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)))
            seen[board.view.tokens.at((x, y), board.camera, board.state.seen)] = board.state.figure_at((3, 1))
    assert seen == {"high": "high", "low": "low", None: "high"}


def test_the_cursor_starts_where_the_one_on_turn_is() -> None:
    hand = at_turn_of("ann", LEDGE)
    hand.board.state.chosen = "foe"
    hand.key(pygame.K_RIGHT)
    assert hand.board.state.hover == (2, 1)


def test_a_turn_in_which_nothing_is_done_says_so() -> None:
    hand = at_turn_of("ann", LEDGE)
    hand.key(pygame.K_END)
    hand.until_asked()
    hand.frames()
    waits = [line.text for line in hand.board.view.log.lines if "waits" in line.text]
    assert waits.count("ann waits") == 1
    assert set(waits) == {"ann waits", "foe waits"}


def test_the_end_of_a_battle_that_was_lost_says_so() -> None:
    battle = fivefoot.loads(LEDGE)
    hand = Hand(Session(battle, {"red": "human", "blue": "aggressive"}))
    hand.until_turn_of("ann")
    battle.creature("ann").health.downed = True
    battle.world.creature_changed(battle.creature("ann"))
    hand.key(pygame.K_END)
    for _ in range(100):
        hand.frames()
        if isinstance(hand.stage.scene, Page):
            break
    assert isinstance(hand.stage.scene, Page)
    assert hand.stage.scene.title == "You lose"


def test_a_button_s_tooltip_leaves_the_line_above_the_bar_free() -> None:
    hand = at_turn_of("ann", LEDGE)
    lay, bar = hand.board.view.layout, hand.board.bar
    button = bar._buttons["end"].rect
    tip = bar.manager.create_tool_tip("the end", button.center, (0, button.height // 2), bar._buttons["end"], None)
    assert tip.rect.bottom <= lay.hint.top


def test_a_long_title_leaves_all_creatures_in_the_turn_bar() -> None:
    names = [f"creature {number}" for number in range(6)]
    bodies = {"ann": ANN, "foe": FOE} | {name: {"at": [number, 2]} for number, name in enumerate(names)}
    text = drawn("draw-steel", "....... .A..F.. .......", bodies, title="A very long title of a battle", seed=3)
    hand = Hand(Session(fivefoot.loads(text), {}), (1000, 600))
    hand.until_turn_of("ann")
    assert {name for _, name in hand.board.view.chips} == {"ann", "foe", *names}


def test_a_card_shows_every_fact_of_a_creature() -> None:
    palette, window = next(iter(PALETTES.values())), open_window((640, 480), "test")
    area = pygame.Rect(0, 0, 160, 190)
    lines = [f"line {number}" for number in range(10)]
    window.fill(palette.panel)
    panels.draw_card(window, palette, area, "ann", palette.accent, lines, 13)
    bottom = window.subsurface((14, area.bottom - 12 - 13, 100, 13))
    assert any(bottom.get_at((x, y))[:3] != palette.panel for x in range(100) for y in range(13)), "the last line"


def test_actions_are_counted_in_words() -> None:
    assert card.actions_left({"main": 1, "maneuver": 0, "move": 2}) == "1 main, 2 moves"
    assert card.actions_left({"action": 3}) == "3 actions"
    assert card.actions_left({"action": 0}) == ""


def test_pointing_at_what_is_refused_is_no_alarm() -> None:
    hand = at_turn_of("ann", LEDGE)
    palette = hand.board.palette
    hand.point((1, 1))
    hand.type("p")
    hand.point((4, 1))
    assert hand.board.view.hint()[1] == palette.warning, "a push is aimed"
    hand.key(pygame.K_ESCAPE)
    hand.point((6, 1))
    assert hand.board.view.hint()[0].startswith("✖")
    assert hand.board.view.hint()[1] == palette.faint
    hand.click((6, 1))
    assert hand.board.view.hint()[1] == palette.warning, "that was asked for"


def test_hints_are_not_shown_as_refusals() -> None:
    hand = at_turn_of("ann", LEDGE)
    hand.key(pygame.K_F6)
    hand.frames(3)
    assert hand.board.view.hint() == ("The others' plans as the battle stands", hand.board.palette.ink)
    hand.point((6, 1))
    hand.click((6, 1))
    told, colour = hand.board.view.hint()
    assert told.startswith("✖")
    assert colour == hand.board.palette.warning


def test_an_aim_says_what_it_waits_for_or_why_it_cannot_be() -> None:
    hand = at_turn_of("ann", LEDGE)
    state, bar = hand.board.state, hand.board.bar
    hand.stage.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)))
    waits: dict[str, str] = {}
    for entry in (one for one in bar.entries if one.aim != "nothing" and one.choices is None):
        hand.board.controller.use(entry)
        state.message = ("", ())
        refusal = bar.standing[entry.name].refusal
        told = hand.board.view.hint()[0]
        assert refusal is None or refusal.reason in told
        if refusal is None:
            waits[entry.name] = told
        state.aim = Aim()
    assert waits["move"] == "Move: click a square"
    assert all("click" in told for told in waits.values())


def test_a_plan_has_a_tag_only_where_there_is_something_to_say() -> None:
    hand = at_turn_of("ann", LEDGE)
    here = ((1, 1, 0),)
    plans = (
        Intention("ann", here, "waits"),
        Intention("ann", here, "strikes", "foe"),
        Intention("ann", (*here, (2, 1, 0)), "moves"),
        Intention("ann", (*here, (2, 1, 0)), "strikes", "foe"),
    )
    marks = plan_marks(plans, hand.board.playback.shown.figures)
    assert [mark.text for mark in marks if isinstance(mark, Label)] == ["…"], "of whoever waits"


def test_a_click_goes_from_one_list_of_the_bar_to_another() -> None:
    hand = at_turn_of("ann", LEDGE)
    for name in hand.board.bar.groups:
        hand.press(hand.board.bar._buttons[name].rect)
        assert isinstance(hand.stage.scene, Picker)
        assert hand.stage.scene.title == name.capitalize()
    hand.stage.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    assert hand.stage.scene is hand.board


def test_end_turn_shows_others_turns_at_once_and_ends_none_of_them() -> None:
    hand = Hand(Session(fivefoot.loads(LEDGE), {"red": "human", "blue": "aggressive"}))
    hand.until_turn_of("ann")
    state, shown = hand.board.state, len(hand.table.battle.events)
    state.playback.speed = 0.01
    hand.press(hand.board.bar._buttons["end"].rect)
    hand.frames()
    assert state.own is None
    assert state.behind
    hand.press(hand.board.bar._buttons["end"].rect)
    assert state.playback.upto > shown + 1
    state.playback.speed = 0.0
    hand.until_turn_of("ann")
    assert [event.actor for event in hand.table.battle.events[shown:] if isinstance(event, TurnEnded)] == ["ann", "foe"]


def test_the_log_tells_rolls_as_people_do() -> None:
    struck = Struck(
        seq=0, round=3, by="ann", target="foe", total=8, against=18, hit=False, damage=0, outcome="critical-failure"
    )
    rolled = Rolled(
        seq=1, round=3, who="ann", dice="1d20", for_="athletics", results=(9,), total=9, dc=10, outcome="failure"
    )
    ended = BattleEnded(seq=2, round=3, winner="blue", why="reach: too few of red are left")
    told = [line.text for line in chronicle([struck, rolled, ended], "ft", {}) if line.text]
    assert told == [
        "ann strikes foe: total 8 against 18, critical failure",
        "ann rolls 1d20 for athletics: 9 against 10, failure",
        "Victory for blue: too few of red are left",
    ]


def forge(rows: str) -> Hand:
    """ann at her turn, with molten metal and a foe somewhere on the board."""
    bodies: dict[str, Table] = {"ann": {"speed": 30, "hp": 30, "damage": "1d6"}, "foe": {"speed": 0, "hp": 60}}
    legend = {"f": {"damage": "2d6", "hazard": True}}
    return at_turn_of("ann", drawn("d20-srd", rows, bodies, board={"legend": legend}, seed=3))


def test_a_click_leads_round_harmful_ground_where_a_way_does() -> None:
    hand = forge("....... A.ff..F .......")
    (move,) = hand.board.state.planned((4, 1))
    assert move["path"][-1] == [4, 1, 0]
    assert not {(2, 1), (3, 1)} & {(x, y) for x, y, _ in move["path"]}
    walk, strike = hand.board.state.planned((6, 1))
    seen = hand.table.preview(walk)
    assert isinstance(seen, Preview)
    assert not {(2, 1), (3, 1)} & {step.at[:2] for step in seen.steps}
    assert strike == {"do": "attack", "target": "foe"}


def test_a_move_over_harmful_ground_is_told_and_confirmed() -> None:
    hand = forge("####### A.ff..F #######")
    hand.board.state.confirm = True
    hand.point((4, 1))
    assert "⚠ harmful ground: 2 squares, 2d6 damage each" in hand.board.view.hint()[0]
    hand.click((4, 1))
    assert hand.board.state.pending is not None
    assert hand.board.state.pending.words.startswith("⚠ This goes over harmful ground: 2 squares, 2d6 damage each.")
    assert hand.table.battle.creature("ann").cube == (0, 1, 0)
    hand.click((4, 1))
    hand.until_asked()
    assert hand.table.battle.creature("ann").cube == (4, 1, 0)


def test_a_careful_step_to_an_enemy_keeps_off_harmful_ground() -> None:
    bodies: dict[str, Table] = {"ann": {"hp": 30, "damage": "1d6"}, "foe": {"hp": 60, "damage": "1d6", "reach": 10}}
    legend = {"f": {"damage": "2d6", "hazard": True}}
    hand = at_turn_of("ann", drawn("d20-srd", "...f. ..A.F .....", bodies, board={"legend": legend}, seed=3))
    assert hand.board.state.planned((4, 1))[0] == {"do": "step", "to": [3, 1, 0]}


def test_a_card_tells_the_defence_against_blows_and_against_shots() -> None:
    hand = at_turn_of("ann", drawn("ascension", "A...F", {"ann": {"hp": 20, "ac": 15}, "foe": {"hp": 20}}, seed=3))
    creature = hand.table.battle.creature("ann")
    assert card.at_a_glance(creature, (15, 15))[-1] == "hit points 20 of 20   defence 15"
    assert card.at_a_glance(creature, (13, 13))[-1] == "hit points 20 of 20   defence 15 (now 13)"
    hand.board.press("drop-prone")
    hand.until_asked()
    assert "hit points 20 of 20   defence 15 (now 11, 19 against shots)" in hand.board.view._facts("ann")


def test_a_hidden_creature_is_neither_drawn_nor_pointed_at_nor_told_of() -> None:
    text = drawn(
        "d20-srd", "A....O.. ........ ......I.",
        {"ann": {"hp": 20, "side": "red"}, "orc": {"hp": 20, "side": "blue", "damage": "1d6"},
         "imp": {"hp": 9, "side": "blue", "damage": "1d6", "hidden_from": ["ann"]}}, seed=2,
    )  # fmt: skip
    hand = Hand(Session(fivefoot.loads(text), {"red": "human", "blue": "random"}))
    hand.until_turn_of("ann")
    hand.type("z")
    state, view = hand.board.state, hand.board.view
    assert set(state.seen.figures) == {"ann", "orc"}
    imp = hand.table.battle.creature("imp").cube
    assert state.figure_at(imp[:2]) is None
    hand.point(imp[:2])
    assert "imp" not in view.hint()[0].replace("impeded", "")
    assert [name for _, name in view.chips if name == "imp"] == []
    assert not [line.text for line in view.log.lines if "imp" in line.text]
    hand.key(pygame.K_F9)  # the referee sees everything
    hand.frames(2)
    assert set(state.seen.figures) == {"ann", "orc", "imp"}


def test_a_finger_points_first_and_presses_at_its_second_tap() -> None:
    hand = at_turn_of("ann", ROOM)
    ann, goal = hand.table.battle.creature("ann"), (1, 2)
    here = ann.cube

    def tap(square: tuple[int, int]) -> None:
        spot = hand.board.camera.pixel(square[0] + 0.5, square[1] + 0.5)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            hand.stage.handle(pygame.event.Event(kind, pos=spot, button=1, touch=True, rel=(0, 0), buttons=(0, 0, 0)))
        hand.frames(2)

    tap((0, 0))
    tap(goal)
    assert ann.cube == here
    assert hand.board.state.offer().preview is not None, "what a press would do is shown"
    tap(goal)
    assert ann.cube[:2] == goal


def test_a_finger_needs_two_taps_for_a_move_that_provokes() -> None:
    foe = {"hp": 20, "damage": "1d6", "speed": 0}
    hand = at_turn_of(
        "ann", drawn("d20-srd", "....... .AF.... .......", {"ann": {**ANN, "speed": 30}, "foe": foe}, seed=3)
    )
    hand.board.state.confirm = True
    ann = hand.table.battle.creature("ann")
    here = ann.cube

    def tap(square: tuple[int, int]) -> None:
        spot = hand.board.camera.pixel(square[0] + 0.5, square[1] + 0.5)
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            hand.stage.handle(pygame.event.Event(kind, pos=spot, button=1, touch=True, rel=(0, 0), buttons=(0, 0, 0)))
        hand.frames(2)

    tap((5, 1))
    assert hand.asked() == ("foe",)
    tap((6, 2))
    assert ann.cube == here
    assert hand.asked() == ("foe",)
    tap((6, 2))
    hand.frames(20)
    assert ann.cube[:2] == (6, 2)


def test_the_hint_follows_a_change_of_language() -> None:
    hand = at_turn_of("ann", ROOM)
    english = hand.board.view.hint()[0]
    use_language("de")
    try:
        assert hand.board.view.hint()[0] != english
    finally:
        use_language("en")
    assert hand.board.view.hint()[0] == english


def test_the_chance_of_a_push_is_said() -> None:
    hand = at_turn_of("ann", drawn("epic-path", "....... .AF.... .......", {"ann": ANN, "foe": FOE}, seed=3))
    hand.board.state.aim = Aim(next(entry for entry in ENTRIES if entry.name == "push"), distance=5)
    hand.point((2, 1))
    offer = hand.board.state.offer()
    assert offer.preview is not None
    ((check, chance),) = offer.preview.chances
    assert f"⚄ {check} {round(100 * chance)}%" in offer.words


def test_a_large_creature_half_over_an_edge_stands() -> None:
    ledge = drawn(
        "draw-steel", "..3333. ..3333. ..3333.", {"ann": {**ANN, "at": [4, 1]}, "foe": {**FOE, "size": 2, "at": [2, 1]}}
    )
    battle = at_turn_of("ann", ledge).table.battle
    told = []
    for distance in (1, 2):
        seen = battle.foresee("ann", {"do": "push", "target": "foe", "distance": distance})
        assert isinstance(seen, Preview)
        assert seen.steps[-1].at[:2] == (2 - distance, 1)
        told.append(consequences(battle, "ann", seen))
    assert told == [[], ["foe ⇓ falls 3 squares: damage, and prone"]]
