"""The JSON Schema of scenario files."""

import ast
import inspect
import json
import sys
from functools import cache
from itertools import pairwise
from typing import cast

import msgspec

from ...components.intents import IntentBase
from ...components.names import ONE_LINE
from ..rules.ruleset import OwnIntent
from .format import file_type
from .parse import Tree

ONE_LINE_HERE = r"^\S(?:[^\n\r\t]*\S)?$"
"""A pattern of one line; invisible characters are refused at load."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(own: tuple[OwnIntent, ...] = ()) -> Tree:
    """Returns the JSON Schema of scenario files. `own` are a game's own intents."""
    file = file_type(own)
    (root,), definitions = msgspec.json.schema_components([file], ref_template="#/$defs/{name}")
    structs = _structs(file)
    for name, definition in definitions.items():
        _describe(cast(Tree, definition), structs.get(name))
    whole = {
        "$schema": DIALECT,
        "title": "fivefoot scenario",
        **root,
        "$defs": {name: definitions[name] for name in sorted(definitions)},
    }
    # Defaults are tuples in code and arrays in files; the patterns of schemas have fewer signs than the code's.
    written = json.dumps(whole).replace(json.dumps(ONE_LINE), json.dumps(ONE_LINE_HERE))
    plain: Tree = json.loads(written, object_hook=_without_listed_keys)
    return plain


def _without_listed_keys(table: Tree) -> Tree:
    """Leaves out the lists of keys that msgspec writes since 0.23, for one schema with every version."""
    if {"enum", "anyOf"} & cast(Tree, table.get("propertyNames", {})).keys():
        del table["propertyNames"]
    return table


def text(own: tuple[OwnIntent, ...] = ()) -> str:
    """Returns the schema as text, as in `assets/scenario.schema.json`."""
    return json.dumps(schema(own), indent=2, ensure_ascii=False, sort_keys=False) + "\n"


def _structs(root: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    found: dict[str, type[msgspec.Struct]] = {}

    def visit(kind: msgspec.inspect.Type) -> None:
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls.__name__ in found:
                return
            found[kind.cls.__name__] = kind.cls
            for field in kind.fields:
                visit(field.type)
        for part in ("type", "item_type", "key_type", "value_type"):
            inner = getattr(kind, part, None)
            if isinstance(inner, msgspec.inspect.Type):
                visit(inner)
        for parts in ("types", "item_types"):
            for inner in getattr(kind, parts, ()):
                visit(inner)

    visit(msgspec.inspect.type_info(root))
    return found


def _describe(definition: Tree, struct: type[msgspec.Struct] | None) -> None:
    properties = cast(dict[str, Tree], definition.get("properties", {}))
    if struct is None:
        return
    said = attribute_docstrings(struct)
    encoded = {field.encode_name: field.name for field in msgspec.structs.fields(struct)}
    for key, described in properties.items():
        if (sentence := said.get(encoded.get(key, ""))) is not None:
            described["description"] = sentence
    if issubclass(struct, IntentBase):
        tag = properties[struct.__struct_config__.tag_field or "do"]
        tag["description"] = definition["description"]


def attribute_docstrings(struct: type) -> dict[str, str]:
    said: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        said |= _said_in(kind.__module__).get(kind.__name__, {})
    return said


@cache
def _said_in(module: str) -> dict[str, dict[str, str]]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError):  # compiled, or typed in at a prompt
        return {}
    said: dict[str, dict[str, str]] = {}
    for kind in tree.body:
        if not isinstance(kind, ast.ClassDef):
            continue
        for node, following in pairwise(kind.body):
            match node, following:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(sentence))),
                ):
                    said.setdefault(kind.name, {})[name] = " ".join(sentence.split())
    return said
