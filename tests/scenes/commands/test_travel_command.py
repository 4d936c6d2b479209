"""``fivefoot travel``, as a person or a program calls it."""

import json

import pytest
from typer.testing import CliRunner

from fivefoot.engine.travel.overland import terrains, vehicles, ways
from fivefoot.scenes.commands.app import app, command_named


def ask(*options: str) -> tuple[int, str, str]:
    """Exit status, output and error output of the command with those options."""
    outcome = CliRunner().invoke(app, ["travel", *options], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert outcome.exception is None or isinstance(outcome.exception, SystemExit)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def reckon(*options: str) -> dict[str, object]:
    """The JSON object that the command answers with."""
    status, out, _ = ask(*options, "--json")
    assert status == 0
    answer = json.loads(out)
    assert isinstance(answer, dict)
    return answer


@pytest.mark.parametrize(
    ("options", "distance"),
    [
        ("", 24),
        ("--speed 30 --terrain desert --way road", 12),
        ("--speed 30 --terrain mountains --way trackless --impeded", 2),
        ("--speed 30 --hours 1 --pace hustle", 6),
        ("--mount-speed 50", 40),
        ("--vehicle cart --terrain hills --way trail --hours 1", 1),
        ("--vehicle galley --nonstop", 96),
        ("--speed 30 --nonstop", 72),
        ("--march 2", 30),
    ],
)
def test_each_journey_has_its_miles(options: str, distance: float) -> None:
    assert reckon(*options.split())["miles"] == distance


def test_hustling_damage_is_in_the_json_with_its_rules() -> None:
    answer = reckon("--pace", "hustle", "--hours", "5")
    assert (answer["damage"], answer["damage_kind"], answer["fatigued"]) == (15, "primal", True)
    assert "ep.overland.hustle-damage" in str(answer["rules"])


def test_damage_may_outgrow_a_machine_word() -> None:
    answer = reckon("--pace", "hustle", "--hours", "8", "--hustled-before", "168")
    assert answer["damage"] == 2**175 - 2**167


def test_a_seed_fixes_the_march() -> None:
    march = ("--march", "6", "--seed", "7")
    assert reckon(*march) == reckon(*march)
    assert len({str(reckon("--march", "6", "--seed", str(seed))["damage"]) for seed in range(8)}) > 1


def test_results_for_people_are_a_table() -> None:
    status, out, _ = ask("--speed", "30", "--mount-speed", "50", "--pace", "hustle", "--hours", "3", "--hp", "2")
    assert status == 0
    for words in ("mounts, speed 50 feet; highway, plains", "30 miles", "rider and mount", "after hour 3"):
        assert words in out
    status, out, _ = ask("--vehicle", "sailing-ship")
    assert status == 0
    assert "sailing-ship" in out
    assert "highway" not in out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--pace run", "hustling covers 6 miles in an hour"),
        ("--pace hustle", "no creature can hustle for a whole day"),
        ("--pace trot", "no pace 'trot'"),
        ("--speed 0", "a speed of 0 feet"),
        ("--vehicle balloon", "no vehicle 'balloon'"),
        ("--vehicle cart --nonstop", "travels 8 hours a day, not 24"),
        ("--mount-speed 50 --nonstop", "mounts must rest"),
        ("--terrain moon", "no terrain 'moon'"),
        ("--way rail", "no way 'rail'"),
        ("--march 2 --hours 9", "give one of the two"),
        ("--march 0", "at least 1 hour, not 0"),
        ("--march 17", "1 to 24 hours, not 25"),
        ("--march 1 --vehicle cart", "leave out --vehicle and --pace"),
        ("--hp 0", "at least 1 hit point"),
    ],
)
def test_one_sentence_for_what_cannot_be_answered(options: str, sentence: str) -> None:
    status, out, err = ask(*options.split())
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert "(ep.overland." in err


def test_the_help_names_what_the_tables_hold() -> None:
    options = command_named("travel").params
    told = " ".join(str(option.metavar) for option in options)
    for name in [*ways(), *terrains(), *(name for known in vehicles() for name in known.names)]:
        assert name in told
