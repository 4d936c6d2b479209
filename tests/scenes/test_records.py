"""Battles as files: they go on where they were left, are shown either way, and bad ones are told in a sentence."""

import json
from pathlib import Path

import pytest

import fivefoot
from fivefoot.engine.rules.ruleset import Ruleset
from fivefoot.engine.rulesets import ALL
from fivefoot.play.battle import Battle
from fivefoot.play.match import brains_for, play_on
from fivefoot.scenes.views import replay_file
from fivefoot.scenes.views.snapshot import Snapshot, after_each
from fivefoot.scenes.views.web_page import content, page

from .duel import duel


def fought(ruleset: Ruleset, seed: int = 3) -> Battle:
    """A duel that brains have played to its end."""
    battle = fivefoot.loads(duel(ruleset.name, feet=ruleset.feet, seed=seed))
    play_on(battle, brains_for(battle.scenario))
    return battle


@pytest.mark.parametrize("ruleset", ALL, ids=lambda one: one.name)
def test_folding_the_log_shows_what_the_battle_came_to(ruleset: Ruleset) -> None:
    fresh = fivefoot.loads(duel(ruleset.name, feet=ruleset.feet))
    battle = fought(ruleset)
    shown = after_each(Snapshot.of(fresh.world), battle.events, battle.world.board)
    assert len(shown) == len(battle.events) + 1
    end = Snapshot.of(battle.world)
    for name, figure in end.figures.items():
        last = shown[-1].figures[name]
        assert (last.cube, last.box, last.hp, last.out) == (figure.cube, figure.box, figure.hp, figure.out), name
        assert set(last.conditions) == set(figure.conditions), name


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


def test_a_deed_that_cannot_be_done_is_told(tmp_path: Path) -> None:
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
    made = page(told)
    assert made.count("</script>") == 3
    assert "http" not in made.split('<script type="application/json"')[0].replace("http-equiv", "")
    data = made.split('id="data">', 1)[1].split("</script>", 1)[0]
    assert json.loads(data) == json.loads(json.dumps(content(told)))
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
