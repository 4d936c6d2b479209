"""Texts that are no scenario, and files that cannot be read: refused quickly, in one sentence."""

import os
import time
from pathlib import Path

import pytest
from tests.engine.scenario.bad_input import error

from fivefoot.engine.errors import ScenarioError
from fivefoot.engine.scenario.read import parse, read


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("ruleset = ", "", "not TOML"),
        ("ruleset", "", "not TOML"),
        ('a = "\n', "line 1", "not TOML"),
        ("{", "line 1", "not JSON"),
        ('{"ruleset": }', "line 1, column 13", "not JSON"),
        ('{"a": 1, "a": 2}', "", 'the key "a" twice'),
        ("{} {}", "line 1, column 4", "not JSON"),
        ('{"seed": NaN}', "seed", "nan"),
        ('{"seed": 1e999}', "seed", "inf"),
        ('{"title": "\\ud800"}', "title", "\\ud800"),
        ('{"\\ud800": 1}', "", "\\ud800"),
        ('{"seed": ' + "9" * 5000 + "}", "", "4300 digits"),
        ("seed = " + "9" * 5000, "", "4300 digits"),
        ("seed = 0x" + "f" * 5000, "seed", "more than 60 digits"),
        ("a = " + "[" * 100_000, "", "nested too deep"),
        ("a = " + "{a = " * 100_000, "", "nested too deep"),
        ('{"a":' * 100_000, "", "nested too deep"),
        ("a = " + "[" * 40 + "]" * 40, "a" + "[0]" * 32, "nested too deep"),
        ("a." * 100_000 + "a = 1", "line 1", "more than 16 dotted parts"),
        ("\n\n[" + '"a".' * 100_000 + "a]", "line 3", "more than 16 dotted parts"),
        ("a = [" + "1," * 400_000 + "]", "", "lines and commas"),
        ("[[a]]\n" * 400_000, "", "lines and commas"),
        ("#" * (4 * 1024 * 1024 + 1), "", "more than 4 MiB"),
        ("# " + "é" * (2 * 1024 * 1024), "", "more than 4 MiB"),
    ],
)
def test_texts_that_are_no_scenario_at_all(text: str, place: str, found: str) -> None:
    started = time.monotonic()
    refused = error(text)
    assert time.monotonic() - started < 20
    assert place in refused.place if not place else refused.place.startswith(place)
    assert found in refused.found


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "null", "  [1]"])
def test_json_that_is_no_table(text: str) -> None:
    with pytest.raises(ScenarioError, match="a table of scenario keys"):
        parse(text, "x.json", kind="json")


@pytest.fixture
def no_scenario(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Something that is no readable scenario file."""
    path = tmp_path / "there"
    match request.param:
        case "nothing":
            pass
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "bytes":
            path.write_bytes(b'ruleset = "x"\ntitle = "\xff"')
        case "big":
            path.write_bytes(b"#" * (4 * 1024 * 1024 + 1))
        case "empty":
            path.write_bytes(b"")
        case "utf-16":
            path.write_bytes("ruleset = 1".encode("utf-16"))
    return path


@pytest.mark.parametrize(
    ("no_scenario", "found"),
    [
        ("nothing", "no readable file (no such file"),
        ("folder", "no ordinary file"),
        pytest.param("pipe", "no ordinary file", marks=pytest.mark.skipif(os.name == "nt", reason="no pipes")),
        ("bytes", "the byte 0xff"),
        ("big", "too many bytes"),
        ("empty", "nothing"),
        ("utf-16", "the byte 0xff"),
    ],
    indirect=["no_scenario"],
)
def test_files_that_are_no_scenario(no_scenario: Path, found: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(no_scenario)
    assert found in caught.value.found
    assert str(caught.value).startswith(str(no_scenario))


@pytest.mark.parametrize("name", ["a\0b", "a\nb", "x" * 5000, "\udcff", ""])
def test_names_that_are_no_files(name: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(name)
    assert str(caught.value).isprintable()
