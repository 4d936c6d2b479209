"""Battles as files: they continue where they were left, are shown either way, and bad ones are refused in a
sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

import fivefoot
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.engine.scenario.read import read_cases
from fivefoot.play.battle import Battle
from fivefoot.play.match import brains_for, play_on
from fivefoot.play.replay.snapshot import Snapshot, after_each
from fivefoot.play.replay.web_page import Stage, content, page
from fivefoot.scenes.views import replay_file

from ..duel import duel


def fought(ruleset: Ruleset, seed: int = 3) -> Battle:
    """A duel that brains have played to its end."""
    battle = fivefoot.loads(duel(ruleset.name, feet=ruleset.feet, seed=seed))
    play_on(battle, brains_for(battle.scenario))
    return battle


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_folding_the_log_shows_what_the_battle_came_to(ruleset: Ruleset) -> None:
    fresh = fivefoot.loads(duel(ruleset.name, feet=ruleset.feet))
    battle = fought(ruleset)
    shown = after_each(Snapshot.of(fresh.world), battle.events)
    assert len(shown) == len(battle.events) + 1
    end = Snapshot.of(battle.world)
    for name, figure in end.figures.items():
        last = shown[-1].figures[name]
        assert (last.cube, last.box, last.hp, last.out) == (figure.cube, figure.box, figure.hp, figure.out), name
        assert set(last.conditions) == set(figure.conditions), name


def test_folding_the_log_of_a_case_shows_what_large_bodies_fill() -> None:
    shown_large = drawn_in = merged = 0
    for path in sorted((Path(__file__).parents[2] / "cases").rglob("*.toml")):
        for case in read_cases(path):
            with Battle(case) as battle:
                if not any(one.size.side > 1 for one in battle.creatures):
                    continue
                first, start = len(battle.events), Snapshot.of(battle.world)
                battle.run()
                end = after_each(start, battle.events[first:])[-1]
                for one in battle.creatures:
                    figure = end.figures[one.name]
                    assert figure.box == one.box, f"{path.parent.name}/{case.title}: {one.name}"
                    shown_large += one.size.side > 1
                    drawn_in += one.size.side > 1 and figure.drawn_in
                    merged += one.size.side == 1 and figure.drawn_in
    assert shown_large > 500
    assert drawn_in > 30
    assert merged > 5


def changing() -> Battle:
    """A battle in which a door opens, a pit opens under a creature, one joins, one is healed and one leaves."""
    battle = fivefoot.loads(duel(ALL[0].name, feet=True))
    first, second = (creature.name for creature in battle.creatures[:2])
    x, y, _ = battle.creature(first).cube
    door = [[x, y], [x + 1, y]]
    guest = {"name": "guest", "side": "green", "at": [x, y + 2], "size": "large", "hp": 9, "conditions": ["prone"]}
    battle.effect([{"do": "edge", "between": door, "kind": "wall"}], by="a door")
    battle.effect([{"do": "edge", "between": door}, {"do": "join", "creature": guest}], by="who opens it")
    battle.effect([{"do": "damage", "target": second, "amount": 99}], by="a curse")
    battle.effect([{"do": "heal", "target": second, "amount": 99}], by="a prayer")
    battle.effect([{"do": "tile", "at": [[x, y]], "tile": "_"}], by="the floor")
    battle.effect([{"do": "tile", "at": [[x + 3, y]], "tile": {"floor": 2}}], by="a lift")
    battle.effect([{"do": "leave", "who": first}], by="fear")
    return battle


def test_what_is_shown_follows_the_board_and_who_is_on_it() -> None:
    battle = changing()
    shown = Snapshot.of(fivefoot.loads(duel(ALL[0].name, feet=True)).world)
    fell = 0
    for event in battle.events:
        before, shown = shown, shown.after(event)
        with battle.fork() as then:
            then.undo(event.seq)
            now = Snapshot.of(then.world)
        assert shown.board is not None
        assert now.board is not None
        assert (shown.board.tiles, shown.board.edges) == (now.board.tiles, now.board.edges), event
        assert shown.sides() == now.sides()
        for name, figure in now.figures.items():
            seen = shown.figures[name]
            assert (seen.cube, seen.box, seen.hp, seen.side, seen.size) == (
                figure.cube, figure.box, figure.hp, figure.side, figure.size,
            ), event  # fmt: skip
            assert event.event not in ("healed", "joined") or seen == figure
        fell += shown.figures.keys() != before.figures.keys()
    assert fell == 2
    assert shown.figures.keys() == {creature.name for creature in battle.creatures}


def test_the_page_follows_the_board_and_who_is_on_it() -> None:
    battle = changing()
    start = fivefoot.loads(duel(ALL[0].name, feet=True)).world
    shown = content("", start, battle.events)
    assert [one["name"] for one in shown["sides"]] == [*dict.fromkeys(c.side for c in start.creatures), "green"]
    by_event = {moment["event"]: moment for moment in shown["moments"]}
    assert by_event["left"]["gone"] == [start.creatures[0].name]
    assert [one["name"] for one in by_event["joined"]["changed"]] == ["guest"]
    edges = [moment["edges"] for moment in shown["moments"] if "edges" in moment]
    assert len(edges[0]) == len(edges[1]) + 1
    x, y, kind, look = by_event["changed"]["ground"]
    assert (look["top"], kind >= len(shown["board"]["kinds"])) == (2, True)
    assert shown["board"]["rows"][y][x] != kind


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_a_record_goes_on_byte_for_byte(ruleset: Ruleset, tmp_path: Path) -> None:
    battle = fought(ruleset)
    path = tmp_path / "battle.fivefoot"
    path.write_bytes(replay_file.record_of(battle, {"red": "human"}))
    told = replay_file.read(path)
    assert told.players == {"red": "human"}
    assert told.log == replay_file.log_lines(battle.events)
    with told.battle() as again:
        assert replay_file.log_lines(again.events) == told.log


def test_a_bare_log_needs_its_scenario(tmp_path: Path) -> None:
    battle = fought(ALL[0])
    log, scenario = tmp_path / "log.jsonl", tmp_path / "duel.toml"
    log.write_bytes(replay_file.log_lines(battle.events))
    scenario.write_text(duel(ALL[0].name, feet=True), encoding="utf-8")
    with pytest.raises(fivefoot.ScenarioError, match="--scenario"):
        replay_file.read(log)
    told = replay_file.read(log, scenario)
    assert len(told.tableaux()) == len(battle.events) + 1
    with pytest.raises(fivefoot.ScenarioError, match="bare log"):
        told.battle()


HEAD = '{"fivefoot": 1, "scenario": {"ruleset": "d20-srd", "board": {"map": "."}}, %s}'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "nothing"),
        ("{", "line 1"),
        ("[]", "line 1"),
        ('{"fivefoot": 2}', "line 1: fivefoot"),
        ('{"fivefoot": 1}', "line 1: scenario"),
        ('{"fivefoot": 1, "scenario": {"ruleset": 3}}', "line 1: scenario"),
        ("\xff", "line 1"),
        (HEAD % '"seed": "x"', 'line 1: seed: found "x"; allowed: a whole number'),
        (HEAD % '"players": {"red": 3}', "line 1: players.red: found 3"),
        (HEAD % '"deeds": [["submit", "ann", {"do": "attack"}]]', "line 1: deeds[0][2].target: found nothing"),
        (HEAD % '"seed": 1' + '\n{"event": "downed", "who": 7}', "line 2.who: found 7; allowed: text"),
    ],
)
def test_what_is_no_record_is_told_in_a_sentence(text: str, place: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.fivefoot"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(fivefoot.ScenarioError) as caught:
        replay_file.read(path)
    assert place in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_record_with_an_impossible_command_is_an_error(tmp_path: Path) -> None:
    battle = fought(ALL[0])
    head, *lines = replay_file.record_of(battle).split(b"\n")
    tree = json.loads(head)
    tree["deeds"][1] = ["begin", "nobody", None]
    path = tmp_path / "bad.fivefoot"
    path.write_bytes(json.dumps(tree).encode() + b"\n" + b"\n".join(lines))
    with pytest.raises(fivefoot.ScenarioError, match="deeds"):
        replay_file.read(path).battle()
    tree["deeds"][1] = ["explode", "ann", None]
    path.write_bytes(json.dumps(tree).encode() + b"\n")
    with pytest.raises(fivefoot.ScenarioError, match=r"deeds\[1\]"):
        replay_file.read(path)


def test_the_page_holds_the_battle_and_nothing_that_breaks_it() -> None:
    text = duel(ALL[0].name, feet=True).replace('"imp"', '"</script><b>imp"')
    battle = fivefoot.loads(text)
    play_on(battle, brains_for(battle.scenario))
    told = replay_file.Record(battle.scenario, tuple(battle.events), battle.world.dice.seed)
    shown = (told.scenario.title, told.start(), told.events)
    made = page(*shown)
    assert made.count("</script>") == 3
    assert "http" not in made.split('<script type="application/json"')[0].replace("http-equiv", "")
    data = made.split('id="data">', 1)[1].split("</script>", 1)[0]
    assert json.loads(data) == json.loads(json.dumps({**content(*shown), "language": "en", "words": {}}))
    assert len(json.loads(data)["moments"]) == len(battle.events)


def test_what_a_battle_saves_is_read_by_everything_that_reads_saves(tmp_path: Path) -> None:
    battle = fought(ALL[0])
    path = tmp_path / "plain.save"
    path.write_text(battle.save())
    assert replay_file.is_record(path)
    told = replay_file.read(path)
    assert told.log == replay_file.log_lines(battle.events)
    with told.battle() as again, Battle.restore(replay_file.record_of(battle).decode()) as other:
        assert replay_file.log_lines(again.events) == replay_file.log_lines(other.events) == told.log
    battle.replay_html(tmp_path / "page.html")
    assert "<script" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_record_holds_its_log_once_and_outlives_a_patch(tmp_path: Path) -> None:
    """The lines of the log belong to the state: they are read where the commands come to another log."""
    battle = fought(ALL[0])
    text = replay_file.record_of(battle).decode()
    head, log = text.split("\n", 1)
    tree = json.loads(head)
    assert "log" not in tree["state"]
    assert tree["state"]["lines"] == len(battle.events) == log.count("\n")
    patched = json.dumps(tree | {"digest": "0" * 64}, separators=(",", ":"))
    path = tmp_path / "patched.fivefoot"
    path.write_text(f"{patched}\n{log}", encoding="utf-8")
    with replay_file.read(path).battle() as taken:
        assert not taken.proved
        assert [event.to_dict() for event in taken.events] == [event.to_dict() for event in battle.events]
        again = replay_file.record_of(taken).decode()
        assert '"log"' not in again.partition("\n")[0]
        assert Battle.restore(again).proved
    assert Battle.restore(head).proved
    for spoilt, said in ((patched, "digest"), (f"{patched}\n" + "\n".join(log.split("\n")[:3]), "lines of the log")):
        with pytest.raises(fivefoot.ScenarioError, match=said):
            Battle.restore(spoilt)


def test_a_page_tells_a_walk_in_one_line() -> None:
    ann: dict[str, Any] = {"name": "ann", "side": "red", "at": [0, 0]}
    battle = Battle.of({"ruleset": "d20-srd", "board": {"map": "......"}, "creatures": [ann]})
    stage = Stage("", battle.world)
    battle.act("ann", {"do": "move", "to": [3, 0]})
    lines = [moment.get("lines", []) for moment in stage.moments(battle.events) if moment["event"] == "moved"]
    told = "ann goes from (0, 0) to (3, 0) via (1, 0) (2, 0), cost 15 ft"
    assert [[line["text"] for line in one] for one in lines] == [[], [], [told]]


def test_a_page_tells_no_order_of_turns_and_nothing_twice() -> None:
    foe = {"name": "foe", "side": "blue", "at": [5, 0]}
    ann = {"name": "ann", "side": "red", "at": [0, 0]}
    battle = Battle.of({"ruleset": "d20-srd", "board": {"map": "......"}, "creatures": [ann, foe]})
    stage = Stage("", battle.world)
    battle.next_round()
    battle.begin_turn("foe")
    battle.end_turn()
    battle.begin_turn("ann")
    battle.act("ann", {"do": "move", "to": [2, 0]})
    battle.act("ann", {"do": "interact", "what": "door"})
    battle.end_turn()
    told = [line["text"] for moment in stage.moments(battle.events) for line in moment.get("lines", [])]
    assert not any("initiative" in text for text in told)
    assert not any("move done" in text for text in told)
    assert any("interact done" in text for text in told)
    assert [text for text in told if text.endswith(" waits")] == ["foe waits"]
