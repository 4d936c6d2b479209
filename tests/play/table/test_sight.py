"""What a side perceives: its calls tell nothing of creatures that it does not, wherever these are."""

import json
import os
import random
from typing import Any

import pytest

from fivefoot.components.intents import Move
from fivefoot.engine.brains import BRAINS, View
from fivefoot.engine.combat.sight import hidden_from
from fivefoot.engine.geometry.boxes import Box
from fivefoot.engine.rulesets import RULESETS as RULESETS_HERE
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match
from fivefoot.play.table.dialect import Game
from fivefoot.play.table.session import PERSON, Session

BATTLES = int(os.environ.get("FIVEFOOT_LEAKS", "6"))
"""Battles of the leak test; 300 by hand."""
RULESETS = ("epic-path", "ascension", "d20-srd", "pathfinder-2e", "draw-steel")


def walled(
    ruleset: str = "ascension", ann: tuple[int, int] = (1, 1), bea: tuple[int, int] = (7, 1), **more: Any
) -> Battle:
    """Two rooms with a gap in the wall between them, in the south: Ann in the one, Bea in the other."""
    return Battle.of(
        {
            "ruleset": ruleset,
            "rules": {"sight": "side"},
            "seed": 4,
            "board": {"map": "....#....\n....#....\n....#....\n.........\n"},
            "creatures": [
                {"name": "Ann", "side": "red", "at": list(ann), "hp": 30, "attack": 6, "damage": "1d6+2"},
                {"name": "Bea", "side": "blue", "at": list(bea), "hp": 30, "attack": 5, "damage": "1d6+2"},
            ],
            **more,
        }
    )


def test_a_creature_behind_a_wall_is_absent() -> None:
    """It is in no state, no turn order and no list of enemies; it does not exist for questions."""
    battle = walled()
    battle.roll_initiative()
    red = battle.side("red")
    assert [one["name"] for one in red.state()["creatures"]] == ["Ann"]
    assert red.state()["order"] == ["Ann"]
    assert View(battle.world, battle.creature("Ann")).enemies == []
    assert battle.world.ask.enemies("Ann") == []
    refusals = [red.why("Ann", {"do": "attack", "target": name}) for name in ("Bea", "Cleo")]
    assert str(refusals[0]).replace("Bea", "Cleo") == str(refusals[1])
    with pytest.raises(KeyError, match="perceives no creature"):
        red.legal("Bea")
    assert "Bea" not in json.dumps(red.events())
    assert len(battle.side("blue").state()["creatures"]) == 1
    everything = walled(rules={"sight": "all"})
    assert len(everything.side("red").state()["creatures"]) == 2
    assert View(everything.world, everything.creature("Ann")).enemies != []


def test_events_are_told_as_they_were_perceived() -> None:
    """Somebody who comes into sight and goes again leaves a line for each, and no place where it was unseen."""
    battle = walled(bea=(6, 2))
    red = battle.side("red")
    battle.act("Bea", {"do": "move", "path": [[5, 3], [4, 3]]})
    battle.act("Bea", {"do": "move", "path": [[5, 3], [6, 2]]})
    moves = [event for event in red.events() if event["event"] == "moved"]
    full = [event for event in battle.side("blue").events() if event["event"] == "moved"]
    assert len(full) == 4
    assert all(None not in (event["from"], event["to"]) for event in full)
    assert 0 < len(moves) <= 4
    assert moves[0]["from"] is None
    for told in (red.events(), battle.side("blue").events(), red.act("Ann", {"do": "attack", "target": "Bea"})):
        assert told == json.loads(json.dumps(told))
    assert moves[0]["to"] is not None
    assert moves[-1]["to"] is None
    lines = [red.told(event) for event in moves]
    assert lines[0] == "Bea comes into sight"
    assert lines[-1] == "Bea goes out of sight"
    before = red.events()
    battle.undo()
    assert battle.side("red").events() == before[: len(battle.side("red").events())]
    battle.redo()
    assert battle.side("red").events() == before
    assert battle.fork().side("red").events() == before
    assert Battle.restore(battle.save()).side("red").events() == before


def test_an_unperceived_creature_in_the_way_ends_a_move_early() -> None:
    """The move is allowed as far as the side perceives, and goes as far as it can."""
    battle = walled(ann=(2, 2), bea=(5, 2))
    red, path = battle.side("red"), [[3, 3], [4, 3], [5, 3], [5, 2]]
    for wanted in ({"do": "move", "path": path}, {"do": "move", "to": [5, 2]}):
        assert battle.why("Ann", wanted) is not None
        assert red.why("Ann", wanted) is None
    told = red.act("Ann", {"do": "move", "path": path})
    assert battle.creature("Ann").cube == (5, 3, 0)
    assert [event["event"] for event in told][-1] == "done"


def test_a_brain_sees_nobody_through_a_wall_and_still_plays() -> None:
    """Brains go and look for enemies; the battle comes to an end."""
    battle = walled()
    events = Match(battle, {"Ann": BRAINS["aggressive"], "Bea": BRAINS["cunning"]}, rounds=30).play()
    assert any(event.event == "struck" for event in events)


def test_a_brain_knows_the_way_only_as_far_as_its_side_perceives() -> None:
    """Somebody unseen in the gap shortens neither its reach nor its moves; the move ends where the way is barred."""
    moves: list[list[Any]] = []
    for bea in ((5, 2), (8, 0)):
        battle = walled(ann=(2, 2), bea=bea)
        battle.begin_turn("Ann")
        seen: list[Any] = []

        def walker(view: View, seen: list[Any] = seen) -> Any:
            seen.append(sorted(view.reach().costs()))
            seen.append(sorted(one.to for one in view.legal("move") if isinstance(one, Move) and one.to))
            came = yield Move(to=(5, 2, 0))
            seen.append([event.event for event in came])
            seen.append(view.me.cube)
            seen.append([foe.name for foe in view.enemies])

        Match(battle, {"Ann": walker}).play_turn()
        moves.append(seen[:2])
        assert seen[3] == battle.creature("Ann").cube
        if bea == (5, 2):
            assert seen[3] != (5, 2, 0)
            assert seen[4] == ["Bea"]
            assert "refused" not in seen[2]
    assert moves[0] == moves[1]


def random_battle(number: int) -> tuple[Battle, str, frozenset[str]] | None:
    """A battle on a board of rooms, a few turns old; a creature of side red on turn, and whom red does not perceive.

    None where red perceives everybody, or nobody can be moved about.
    """
    chance = random.Random(number)
    width, height = chance.randint(8, 13), chance.randint(6, 10)
    rows = [["#" if chance.random() < 0.3 else "." for _ in range(width)] for _ in range(height)]
    free = [(x, y) for y in range(height) for x in range(width) if rows[y][x] == "."]
    chance.shuffle(free)
    creatures = [
        {
            "name": f"{side}{index}", "side": side, "at": list(free.pop()), "hp": 20, "attack": 5, "damage": "1d6+1",
        }
        for side in ("red", "blue") for index in range(chance.randint(2, 4))
    ]  # fmt: skip
    battle = Battle.of(
        {
            "ruleset": RULESETS[number % 5], "rules": {"sight": "side"}, "seed": number,
            "board": {"map": "\n".join("".join(row) for row in rows) + "\n"}, "creatures": creatures,
        }
    )  # fmt: skip
    brains = {one.name: BRAINS["random" if one.side == "red" else "aggressive"] for one in battle.creatures}
    match = Match(battle, brains, rounds=20)
    for _ in range(chance.randint(2, 9)):
        if not battle.over:
            match.play_turn()
    mine = next((one.name for one in battle.creatures if one.side == "red" and not one.out), None)
    if battle.over or mine is None:
        return None
    battle.begin_turn(mine)
    hidden = hidden_from(battle.world, "red")
    enough = len(unseen_squares(battle)) > 2 + len(hidden)
    return (battle, mine, hidden) if hidden and enough else None


def calls(battle: Battle, mine: str) -> str:
    """Whatever the calls of side red return, as text."""
    view = battle.side("red")
    own = [one.name for one in battle.creatures if one.side == "red"]
    board = battle.world.board
    steps: list[dict[str, Any]] = [
        {"do": "move", "to": [x, y]} for x in range(board.width) for y in range(board.height)
    ]
    attacks: list[dict[str, Any]] = [{"do": "attack", "target": f"blue{index}"} for index in range(5)]
    told: list[Any] = [view.state(), view.events(), [view.told(event) for event in battle.events]]
    for name in own:
        told.append(view.legal(name))
        told.append([str(view.why(name, wanted)) for wanted in (*steps, *attacks)])
    session = Session(battle, {"red": PERSON, "blue": "aggressive"})
    seat = Game(session).seat("red")
    lines: list[dict[str, Any]] = [
        {"call": "look", "args": {"since": 0}}, {"call": "actions"},
        {"call": "overlay", "args": {"reach": mine, "threat": True}},
        *({"call": "odds", "args": {"who": mine, "intent": wanted}} for wanted in attacks),
        *({"call": "why", "args": {"who": mine, "intent": wanted}} for wanted in steps),
        *({"call": "point", "args": {"square": [x, y]}} for x in range(board.width) for y in range(board.height)),
    ]  # fmt: skip
    told += [seat.line(json.dumps(line)) for line in lines]
    return json.dumps(told)


def unseen_squares(battle: Battle) -> list[tuple[int, int]]:
    """The open squares that nobody of side red has a line to."""
    board, rules = battle.world.board, battle.rules
    eyes = [one.box for one in battle.creatures if one.side == "red" and not one.out]
    taken = {one.cube[:2] for one in battle.creatures}
    squares = [(x, y) for x in range(board.width) for y in range(board.height)]
    boxes = {square: Box(*square, 0, *square, 0) for square in squares if board.tile(*square).terrain != "blocked"}
    lit = {square for square, box in boxes.items() if any(rules.threat.line(rules, board, eye, box) for eye in eyes)}
    return [square for square in boxes if square not in lit and square not in taken]


@pytest.mark.parametrize("number", range(BATTLES))
def test_no_call_reveals_unperceived_creatures(number: int) -> None:
    """What a side's calls return is the same when everything that it does not perceive is moved about."""
    battle, mine, hidden = next(found for found in map(random_battle, range(number * 100, number * 100 + 100)) if found)
    answers, places = set(), set()
    for turn in range(3):
        moved = battle.fork()
        for name in sorted(hidden):
            spots = unseen_squares(moved)
            spot = spots[(number + turn) % len(spots)]
            moved.effect([{"do": "teleport", "target": name, "to": list(spot)}], by="a wind")
        assert hidden_from(moved.world, "red") == hidden
        places.add(tuple(moved.creature(name).cube for name in sorted(hidden)))
        answers.add(calls(moved, mine))
    assert len(places) > 1
    assert len(answers) == 1


def test_a_side_that_has_left_still_has_a_view() -> None:
    battle = walled()
    battle.effect([{"do": "leave", "who": "Ann"}], by="the story")
    assert [one["name"] for one in battle.side("red").state()["creatures"]] == ["Bea"]
    assert "left" in [event["event"] for event in battle.side("red").events()]
    with pytest.raises(KeyError, match="there is no side 'green'; there are red, blue"):
        battle.side("green")


def test_events_out_of_sight_leave_no_gap() -> None:
    """A side numbers what it has perceived: neither a missing number nor a count tells of the rest."""
    battle = walled()
    battle.roll_initiative()
    red = battle.side("red")
    heard = len(red.events())
    battle.act("Bea", {"do": "move", "path": [[8, 1]]})
    battle.act("Ann", {"do": "move", "path": [[1, 2]]})
    told = red.events()
    assert len(told) > heard
    assert [event["seq"] for event in told] == list(range(len(told)))
    assert red.state()["seq"] == len(told) < len(battle.events)
    assert red.events(heard) == told[heard:]
    lines = [line for event in battle.events if (line := red.told(event))]
    assert list(filter(None, map(red.told, told))) == lines


def test_a_side_is_sent_neither_seed_nor_save() -> None:
    """They would tell the dice to come, and where everybody is; a seat that only watches may have them."""
    battle = walled()
    game = Game(Session(battle, {"red": PERSON, "blue": PERSON}))
    red, watching = game.seat("red"), game.seat()
    red.call("open", {})
    started = red.take_pushed()[0]["moments"][0]
    assert started["event"]["seed"] is None
    assert started["line"] == "ascension"
    assert battle.side("red").events()[0]["seed"] is None
    assert battle.side("red").told(battle.events[0]) == "ascension"
    assert watching.take_pushed()[0]["moments"][0]["event"]["seed"] == 4
    assert "error" in json.loads(red.line('{"id": 1, "call": "save"}')[0])
    assert "text" in watching.call("save")


def test_newly_perceived_creatures_are_pushed_to_the_seat() -> None:
    """A walk to the gap shows who stands beyond it; back behind the wall, she is gone."""
    battle = walled(ann=(2, 2), bea=(7, 1))
    seat = Game(Session(battle, {"red": PERSON, "blue": PERSON})).seat("red")
    seat.call("open", {})
    if battle.active != "Ann":
        battle.begin_turn("Ann")
    seat.take_pushed()
    assert [one["name"] for one in seat.call("look")["state"]["creatures"]] == ["Ann"]
    assert seat.call("act", {"intent": {"do": "move", "path": [[3, 3], [4, 3]]}})["refused"] is None
    changed = [
        one["name"] for line in seat.take_pushed() for moment in line["moments"] for one in moment.get("changed", ())
    ]
    assert "Bea" in changed
    assert {one["name"] for one in seat.call("look")["state"]["creatures"]} == {"Ann", "Bea"}
    battle.effect([{"do": "teleport", "target": "Ann", "to": [0, 0]}], by="a wind")
    assert [moment["gone"] for moment in seat.moments() if "gone" in moment] == [["Bea"]]


def test_a_seat_is_told_a_walk_through_its_sight_by_where_it_changes() -> None:
    """One line for the whole walk to those who see all of it; others are told where it comes into sight and goes."""
    battle = walled(bea=(6, 2))
    battle.roll_initiative()
    seats = {side: Game(Session(battle, {"red": PERSON, "blue": PERSON})).seat(side) for side in ("red", "blue")}
    battle.act("Bea", {"do": "move", "path": [[5, 3], [4, 3], [5, 3], [6, 2]]})
    told = {
        side: [moment["line"] for moment in seat.moments() if "line" in moment and "Bea" in moment["line"]]
        for side, seat in seats.items()
    }
    walk = "Bea goes from (6, 2) to (6, 2) via (5, 3) (4, 3) (5, 3), cost 25 ft"
    assert walk in told["blue"]
    assert [line for line in told["red"] if "sight" in line] == ["Bea comes into sight", "Bea goes out of sight"]
    assert not any("(6, 2)" in line for line in told["red"])


@pytest.mark.parametrize("name", RULESETS)
def test_the_switch_is_one_of_every_ruleset(name: str) -> None:
    """It is off by default."""
    assert RULESETS_HERE[name].setting("sight") == "all"
    assert RULESETS_HERE[name].vary(sight="side").threat.by_sight


def test_unseen_creatures_are_shown_where_last_seen() -> None:
    """A side keeps the place where somebody went out of its sight, until it perceives it again."""
    battle = walled(bea=(4, 3))
    red = battle.side("red")
    assert red.state()["lost"] == []
    battle.act("Bea", {"do": "move", "path": [[5, 3], [6, 2]]})
    (lost,) = red.state()["lost"]
    assert (lost["name"], lost["at"][:2] in ([4, 3], [5, 3])) == ("Bea", True)
    before = lost["at"]
    battle.effect([{"do": "teleport", "target": "Bea", "to": [8, 0]}], by="a wind")
    assert [one["at"] for one in red.state()["lost"]] == [before]
    battle.effect([{"do": "teleport", "target": "Bea", "to": [2, 3]}], by="a wind")
    assert red.state()["lost"] == []
    battle.undo()
    assert [one["at"] for one in red.state()["lost"]] == [before]


def test_fog_covers_squares_without_a_line_from_the_side() -> None:
    battle = walled()
    rows = battle.side("red").state()["dark"]
    lines = battle.rules.threat.line
    ann = battle.creature("Ann").box
    for y in range(4):
        for x in range(9):
            lit = lines(battle.rules, battle.world.board, ann, Box(x, y, 0, x, y, 0))
            wall = battle.world.board.tile(x, y).terrain == "blocked"
            assert rows[y][x] == "01"[not lit and not wall], (x, y)
    assert walled(rules={"sight": "all"}).side("red").state()["dark"] == []
