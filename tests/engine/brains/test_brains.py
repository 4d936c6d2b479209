"""Brains play any battle to its end, legally, and the same way every time."""

import sys
from collections import Counter

import msgspec
import pytest

import fivefoot
from fivefoot.components.events import EventBase, Refused
from fivefoot.engine.brains import BRAINS, View
from fivefoot.engine.legality.legal_intents import KINDS, legal_intents
from fivefoot.engine.rulesets import RULESETS
from fivefoot.play.battle import Battle
from fivefoot.play.match import Match, play_on

HALL = """
title = "A duel in the hall"
ruleset = "RULESET"
[board]
ceiling = 6
map = '''
############
#...:..2...#
#..##...%..#
#..#..,....#
#....~~..^.#
#...d......#
############
'''
[[creatures]]
name = "ann"
side = "red"
at = [1, 1]
hp = 24
ac = 14
attack = 5
damage = "1d8+3"
attacks = 2
abilities = { dexterity = 14, agility = 2 }
[[creatures]]
name = "wyrm"
side = "red"
at = [1, 3]
size = "large"
speed = { walk = WALK, burrow = WALK, fly = WALK }
hp = 18
ac = 12
attack = 4
damage = "1d6+2"
[[creatures]]
name = "bob"
side = "blue"
at = [10, 1]
hp = 30
ac = 13
attack = 4
damage = "1d10+2"
[[creatures]]
name = "dan"
side = "blue"
at = [10, 4]
size = "small"
hp = 20
attack = 4
damage = "1d10"
threatens = false
range = 200
conditions = ["prone"]
"""


def hall(ruleset: str, seed: int = 1) -> Battle:
    """The duel in the hall under a ruleset."""
    unit = RULESETS[ruleset].unit
    return fivefoot.loads(HALL.replace("RULESET", ruleset).replace("WALK", str(6 * unit)), seed=seed)


def written(events: list[EventBase]) -> bytes:
    """A log as bytes."""
    return b"\n".join(msgspec.json.encode(event.to_dict()) for event in events)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("brain", [name for name in BRAINS if name != "planner"])
def test_a_battle_ends_and_is_the_same_again(ruleset: str, brain: str) -> None:
    seats = dict.fromkeys(("ann", "wyrm", "bob", "dan"), brain)
    assert played(ruleset, seats) == played(ruleset, seats)


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset", [pytest.param(name, marks=pytest.mark.nightly if name != "d20-srd" else ()) for name in RULESETS]
)
def test_a_planner_plays_to_the_end(ruleset: str) -> None:
    """tests/play/test_trials.py asks that it plays the same again."""
    played(ruleset, {"ann": "aggressive", "wyrm": "planner", "bob": "aggressive", "dan": "aggressive"})


def played(ruleset: str, seats: dict[str, str]) -> bytes:
    """The log of a duel in the hall to its end, in which nothing was refused."""
    with hall(ruleset) as battle:
        events = play_on(battle, {name: BRAINS[brain] for name, brain in seats.items()})
    assert events[-1].event == "battle-ended"
    assert not [event for event in events if isinstance(event, Refused)]
    return written(list(events))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_listed_intents_are_legal_and_change_nothing(ruleset: str) -> None:
    with hall(ruleset) as battle:
        battle.process()
        for name in ("ann", "wyrm", "bob", "dan"):
            before = written(list(battle.events)), battle.creature(name).cube
            found = list(legal_intents(battle, name))
            assert (written(list(battle.events)), battle.creature(name).cube) == before
            assert found == list(battle.legal_intents(name))
            assert all(battle.why(name, wanted) is None for wanted in found)
            kinds = Counter(wanted.do for wanted in found)
            assert kinds["end"] == 1
            assert kinds["move" if name != "dan" else "stand"] or kinds["crawl"]
            assert list(legal_intents(battle, name, "end")) == [found[-1]]
            order = [KINDS.index(wanted.do) for wanted in found]
            assert order == sorted(order)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_moves_listed_are_the_places_of_its_reach(ruleset: str) -> None:
    with hall(ruleset) as battle:
        reach = battle.reach("ann")
        places = {cube for cube, arrival in reach.items() if arrival.can_stop} - {battle.creature("ann").cube}
        moves = {w.to for w in battle.legal_intents("ann", "move") if not w.double}  # type: ignore[union-attr]
        assert moves == places


def test_many_rounds_without_damage_are_a_draw() -> None:
    battle = fivefoot.loads(HALL.replace("RULESET", "epic-path").replace("WALK", "30"))
    events = Match(battle, {}, stalemate=3).play()
    last = events[-1].to_dict()
    assert (last["winner"], last["why"]) == (None, "nobody has been hurt for 3 rounds")


def test_turns_may_be_played_one_by_one_from_the_start_to_after_the_end() -> None:
    with hall("epic-path") as battle:
        skirmish = Match(battle, {c.name: BRAINS["aggressive"] for c in battle.creatures})
        first = skirmish.play_turn()
        assert [event.event for event in first if event.event.startswith("turn-")] == ["turn-started", "turn-ended"]
        while not battle.over:
            assert skirmish.play_turn()
        assert skirmish.play_turn() == []
        alone = [event.to_dict() for event in battle.events]
    with hall("epic-path") as battle:
        events = Match(battle, {c.name: BRAINS["aggressive"] for c in battle.creatures}).play()
        assert [event.to_dict() for event in events] == alone


def test_rounds_are_bounded() -> None:
    battle = fivefoot.loads(HALL.replace("RULESET", "epic-path").replace("WALK", "30"))
    last = Match(battle, {}, rounds=2).play()[-1].to_dict()
    assert (last["round"], last["why"]) == (2, "2 rounds have passed")


CHANCY = ("random", "stumbling", "clumsy", "careless", "hasty")
"""Brains that act by chance."""


@pytest.mark.parametrize("brain", BRAINS)
def test_no_brain_approaches_an_unperceived_enemy(brain: str) -> None:
    field = """
    ruleset = "epic-path"
    [board]
    map = "......"
    [[creatures]]
    name = "ann"
    side = "red"
    at = [0, 0]
    hp = 9
    damage = "1d6"
    tactics = [{ name = "strike", do = "strike" }, { name = "charge", do = "charge" }]
    [[creatures]]
    name = "bob"
    side = "blue"
    at = [5, 0]
    hp = 9
    hidden_from = [HIDDEN]
    """.replace("    ", "")
    for hidden in (True, False):
        with fivefoot.loads(field.replace("HIDDEN", '"ann"' if hidden else "")) as battle:
            view = View(battle.world, battle.creature("ann"))
            assert [foe.name for foe in view.enemies] == ([] if hidden else ["bob"])
            assert not hidden or not list(view.legal("attack", "full-attack", "charge"))
            battle.begin_turn("ann")
            wanted = next(BRAINS[brain].turn(view), None)
            searches = wanted is None or wanted.do == "move"
            assert brain in CHANCY or (searches if hidden else wanted is not None)


def test_an_unknown_brain_is_refused_at_load() -> None:
    text = HALL.replace("RULESET", "epic-path").replace("WALK", "30")
    with pytest.raises(fivefoot.ScenarioError, match=r'creatures\[2\].ai: found "cuning"; .* \(did you mean "cunning"'):
        fivefoot.loads(text.replace('name = "bob"', 'name = "bob"\nai = "cuning"'))


def first_intents(text: str, name: str, brain: str = "cunning", count: int = 1) -> list[dict[str, object]]:
    """What a brain first does in its turn, as plain tables."""
    with fivefoot.loads(text) as battle:
        battle.begin_turn(name)
        Match(battle, {name: BRAINS[brain]}).play_turn()
        asked = [command[2] for command in battle.commands if command[0] in ("submit", "act")]
    return [msgspec.to_builtins(wanted) for wanted in asked[:count]]


EDGE = """
ruleset = "epic-path"
[board]
map = '''
.......
.._....
.......
'''
[[creatures]]
name = "ann"
side = "red"
at = [0, 1]
hp = 20
attack = 2
damage = "1d4"
maneuver = { offense = 7, defense = 16 }
[[creatures]]
name = "bob"
side = "blue"
at = [1, 1]
hp = 20
damage = "1d6"
"""


@pytest.mark.parametrize("brain", ["aggressive", "cunning"])
def test_an_enemy_beside_a_pit_is_pushed_into_it(brain: str) -> None:
    (wanted,) = first_intents(EDGE, "ann", brain)
    assert wanted["do"] in ("push", "slide")
    assert wanted["target"] == "bob"


def test_cunning_strikes_if_no_push_is_worth_more() -> None:
    assert first_intents(EDGE.replace("_", "."), "ann") == [{"do": "attack", "target": "bob"}]


def test_cunning_steps_to_where_it_flanks() -> None:
    text = (
        EDGE.replace("_", ".")
        + """
[[creatures]]
name = "cat"
side = "red"
at = [1, 0]
hp = 20
damage = "1d4"
"""
    )
    step, strike = first_intents(text.replace("at = [0, 1]", "at = [0, 2]"), "ann", count=2)
    assert step == {"do": "step", "to": (1, 2, 0)}
    assert strike == {"do": "attack", "target": "bob"}


def test_cunning_shooters_step_out_of_reach_of_a_full_attack() -> None:
    text = EDGE.replace("_", ".").replace("attack = 2", "attack = 2\nthreatens = false\nrange = 100")
    text = text.replace("at = [0, 1]", "at = [2, 1]")
    intents = first_intents(text, "ann", count=3)
    assert intents == [{"do": "attack", "target": "bob", "ranged": True}]
    step, shot = first_intents(text + "attacks = 3\n", "ann", count=3)
    assert step["do"] == "step"
    assert shot == {"do": "attack", "target": "bob", "ranged": True}


def test_cunning_slips_away_when_spent_and_others_stand() -> None:
    slow = EDGE.replace("_", ".").replace("at = [0, 1]", "at = [2, 1]").replace(".......", "." * 16)
    slow = slow.replace('damage = "1d6"', 'damage = "1d6"\nspeed = 10')
    cat = '[[creatures]]\nname = "cat"\nside = "red"\nat = [0, 1]\nhp = 20\ndamage = "1d4"\n'
    for hp, others, expected in ((3, "", "attack"), (20, cat, "attack"), (3, cat, "withdraw")):
        with fivefoot.loads(slow + others) as battle:
            battle.begin_turn("ann")
            battle.creature("ann").health.hp = hp
            Match(battle, {"ann": BRAINS["cunning"]}).play_turn()
            asked = [command[2].do for command in battle.commands if command[0] in ("submit", "act")]
        assert asked[0] == expected


def test_random_numbers_of_a_brain_leave_the_dice_unchanged() -> None:
    with hall("epic-path") as one, hall("epic-path") as two:
        for battle in (one, two):
            battle.begin_turn("ann")
        view = View(one.world, one.creature("ann"))
        assert [view.chance(20, str(n)) for n in range(8)] == [view.chance(20, str(n)) for n in range(8)]
        assert len({view.chance(20, str(n)) for n in range(50)}) > 10
        list(one.legal_intents("ann"))
        assert one.world.dice.roll(5, 20) == two.world.dice.roll(5, 20)


@pytest.mark.parametrize(
    ("brain", "hp", "jumps"), [("aggressive", 40, True), ("cunning", 40, True), ("aggressive", 12, False)]
)
def test_the_only_way_down_is_jumped_if_half_the_hit_points_remain(brain: str, hp: int, jumps: bool) -> None:
    with fivefoot.loads(f"""
        ruleset = "d20-srd"
        board.map = "######\\n#..vv#\\n#..vv#\\n######"
        board.legend.v = {{ floor = -6 }}
        [[creatures]]
        name = "ann"
        side = "red"
        at = [2, 1]
        hp = {hp}
        damage = "1d6"
        [[creatures]]
        name = "bob"
        side = "blue"
        at = [4, 1]
        hp = 40
        damage = "1d6"
    """) as battle:
        seats = {"ann": BRAINS[brain], "bob": BRAINS["aggressive"]}
        skirmish = Match(battle, seats)
        while not battle.over and battle.world.round < 9:
            skirmish.play_turn()
        assert (battle.creature("ann").cube[2] == -6) is jumps


def test_a_wide_harmful_board_is_not_searched_square_by_square() -> None:
    """A turn on 96 by 96 squares makes fewer calls than the board has squares."""
    rows = [["."] * 96 for _ in range(96)]
    for number in range(0, 96 * 96, 13):
        rows[number // 96][number % 96] = "^"
    rows[1] = rows[94] = ["."] * 96
    there = "\n".join("".join(row) for row in rows)
    text = f"ruleset = 'epic-path'\n[board]\nmap = '''\n{there}\n'''\n"
    for name, side, at in (("ann", "red", [1, 1]), ("bob", "blue", [94, 94])):
        text += f"[[creatures]]\nname = '{name}'\nside = '{side}'\nat = {at}\nhp = 9\nattack = 4\ndamage = '1d6'\n"
    battle = fivefoot.loads(text)
    match = Match(battle, {one.name: BRAINS["aggressive"] for one in battle.creatures})
    for _ in range(4):
        match.play_turn()
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    match.play_turn()
    sys.setprofile(None)
    assert calls < 96 * 96
