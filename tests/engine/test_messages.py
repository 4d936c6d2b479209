"""Messages are worded when they are read, in a language, and are found again in a log's English."""

import io
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from tests import messages

import fivefoot
from fivefoot.engine.messages import Message, counted, known_language, length, translated, translations
from fivefoot.intents import Move

TOO_FAR = "Isolde cannot reach [12, 5]: the path needs 35 feet to reach [10, 5]; Isolde has 30 feet left"


@pytest.fixture
def pirate(tmp_path: Path) -> str:
    """A language `pi` of a game's own, with three messages."""
    catalog = Catalog(locale="en")
    catalog.add("{name} cannot reach {place}: {why}", "{place}, says {name}? Arr, too far!")
    catalog.add(("{count} square", "{count} squares"), ("{count} plank", "{count} planks"))
    catalog.add("{name} is {condition}", "{name} be {condition}")
    catalog.add("prone", "keelhauled")
    folder = tmp_path / "pi" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "ahoy.mo").write_bytes(messages.compiled(catalog))
    fivefoot.add_messages("ahoy", tmp_path)
    return "pi"


def test_a_message_is_worded_with_its_values() -> None:
    sentence = Message("{name} is {condition}", {"name": "Ann", "condition": Message("prone")})
    assert str(sentence) == "Ann is prone"


def test_a_number_picks_the_plural() -> None:
    assert [str(length(squares, feet=False)) for squares in (1, 2)] == ["1 square", "2 squares"]
    assert str(length(30, feet=True)) == "30 feet"


def test_a_translation_words_values_and_plurals(pirate: str) -> None:
    sentence = Message("{name} is {condition}", {"name": "Ann", "condition": Message("prone")})
    assert sentence.told(pirate) == "Ann be keelhauled"
    assert counted("{count} square", "{count} squares", 1).told(pirate) == "1 plank"
    assert counted("{count} square", "{count} squares", 4).told(pirate) == "4 planks"


def test_a_text_without_values_keeps_its_braces() -> None:
    assert Message("a {curly} text").told("de") == "a {curly} text"


def test_a_refusal_is_told_in_a_language(pirate: str) -> None:
    battle = fivefoot.load("bridge")
    refusal = battle.why("Isolde", Move(to=(12, 5)))
    assert refusal is not None
    assert refusal.reason == TOO_FAR
    assert refusal.told(pirate) == "[12, 5], says Isolde? Arr, too far!"


def test_a_sentence_of_a_log_is_told_in_a_language(pirate: str) -> None:
    assert translated(TOO_FAR, pirate) == "[12, 5], says Isolde? Arr, too far!"
    assert translated("nobody ever wrote this", pirate) == "nobody ever wrote this"


def test_a_singular_without_its_number_is_told_in_a_language() -> None:
    told = translated("potion has no uses left; it was used once", "es")
    assert told == "a potion no le quedan usos; se usó una vez"
    told = translated("zap is on cooldown: ann can use it again in its next turn", "de")
    assert told == "zap muss sich erholen: ann kann es im nächsten Zug wieder einsetzen"


def test_an_event_is_told_in_a_language(pirate: str) -> None:
    battle = fivefoot.load("bridge")
    battle.submit("Isolde", Move(to=(12, 5)))
    refused = battle.process()[-1]
    assert fivefoot.told(refused) == f"move refused: {TOO_FAR}"
    assert fivefoot.told(refused, pirate) == "move refused: [12, 5], says Isolde? Arr, too far!"


@pytest.mark.parametrize("locale", ["xx_XX.UTF-8", "", "C", "en_GB", "../../etc"])
def test_an_unknown_language_is_english(locale: str) -> None:
    assert known_language(locale) == "en"
    assert translations("../../etc") == ()


@pytest.mark.sources("the messages are extracted from the sources")
def test_the_files_of_messages_are_those_of_the_sources() -> None:
    wanted = messages.template()
    assert (messages.LOCALE / "messages.json").read_text(encoding="utf-8") == messages.index(wanted)
    for language in messages.languages():
        assert messages.faults(language, wanted) == []
        folder = messages.LOCALE / language / "LC_MESSAGES"
        shipped = read_mo(io.BytesIO((folder / "fivefoot.mo").read_bytes()))
        written = read_mo(io.BytesIO(messages.compiled(messages.read(language))))
        assert [(one.id, one.string) for one in shipped if one.id] == [
            (one.id, one.string) for one in written if one.id
        ]


@pytest.mark.parametrize("language", ["de", "es"])
@pytest.mark.sources("the glossary is a page of the documentation")
def test_a_term_of_the_glossary_is_translated_as_it_says(language: str) -> None:
    """One word is one thing: a term that is a message of its own has the glossary's translation."""
    page = (Path(messages.ROOT) / "docs" / "translating.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]+?) \| ([^|]+?) \|$", page, re.MULTILINE)[2:]
    catalog = messages.read(language)
    checked = 0
    for english, german, spanish in rows:
        known = catalog.get(english)
        if known is not None:
            assert known.string == {"de": german, "es": spanish}[language], english
            checked += 1
    assert checked > 20


def test_a_message_is_no_formatted_string(tmp_path: Path) -> None:
    module = tmp_path / "wrong.py"
    module.write_text('raise request.refuse(f"{name} is prone", "crawl")', encoding="utf-8")
    with pytest.raises(ValueError, match="no f-string"):
        list(messages.marked(module))
