"""The keys of a table: types, descriptions, and conversion of texts to values."""

from typing import Any, NamedTuple

import msgspec

from ...engine.board.tiles import TileSpec
from ...engine.error_text import error_text
from ...engine.errors import ScenarioError
from ...engine.messages import language_in_use
from ...engine.scenario import validate
from ...engine.scenario.format import CreatureSpec, EdgeSpec, LessonStepSpec, ScenarioFile
from ...engine.scenario.json_schema import attribute_docstrings
from ...engine.scenario.toml_text import value_of, value_text
from .board_edits import Tree


class SchemaField(NamedTuple):
    """A key of a scenario file's table: name, type and meaning. A form shows it."""

    name: str
    type: Any
    meaning: str
    """The sentence that describes it."""


def fields_of(struct: type[msgspec.Struct], without: frozenset[str] = frozenset()) -> dict[str, SchemaField]:
    said = attribute_docstrings(struct)
    return {
        field.encode_name: SchemaField(field.encode_name, field.type, said.get(field.name, ""))
        for field in msgspec.structs.fields(struct)
        if field.encode_name not in without
    }


CREATURE = fields_of(CreatureSpec)
TILE = fields_of(TileSpec)
EDGE = fields_of(EdgeSpec, frozenset({"between"}))
STEP = fields_of(LessonStepSpec)
SCENARIO = fields_of(ScenarioFile, frozenset({"format", "board", "creatures"}))

USUAL = {
    "creature": ("name", "side", "at", "size", "speed", "hp", "ac", "attack", "damage", "ai"),
    "tile": ("terrain", "fills", "floor", "water", "hazard", "damage", "obstacle"),
    "edge": ("kind", "skill", "dc", "effect"),
    "scenario": ("title", "ruleset", "seed", "story", "objectives", "rules"),
}
"""The keys that a form always shows."""


class Unreadable(ValueError):
    """Raised if the text of a form field is not a valid value."""


def shown(value: object) -> str:
    """Returns a value as the text of a form field. It is TOML if plain text would be ambiguous."""
    return value if isinstance(value, str) and value_of(value) is value else value_text(value)


def read(field: SchemaField, text: str) -> object:
    """Converts the text of a form field to the field's value."""
    problem: ScenarioError | None = None
    stripped = text.strip()
    quoted = len(stripped) > 1 and stripped[0] == stripped[-1] == '"'
    for value in (*((stripped[1:-1],) if quoted else ()), value_of(text), text):
        try:
            validate.decode(value, field.type, field.name)
        except ScenarioError as error:
            problem = problem or error
        else:
            return value
    assert problem is not None
    said = ScenarioError(field.name, "", problem.found, problem.allowed)
    raise Unreadable(error_text(said, language_in_use()))


def with_value(table: Tree, field: SchemaField, text: str) -> Tree:
    """Returns the table with a field set from a text. Empty text removes the field."""
    if not text.strip():
        return {key: value for key, value in table.items() if key != field.name}
    return {**table, field.name: read(field, text)}
