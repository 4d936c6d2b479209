"""Extracts the messages, renews the translations' files and compiles them.

Run: python -m tests.messages            lists missing, fuzzy and stale translations, and fails if there are any
     python -m tests.messages --write    first writes `assets/locale`: template, translations, compiled files

A language is added by an empty folder `assets/locale/LANGUAGE/LC_MESSAGES`.
"""

import ast
import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from fivefoot.play.replay.web_page import page_texts

ROOT = Path(__file__).parents[1]
ASSETS = ROOT / "assets"
LOCALE = ASSETS / "locale"
ROOMS = ("components", "engine", "systems", "src/fivefoot", "scenes")
COMMANDS = ROOT / "scenes" / "commands"
"""Here the texts of `help=` and the docstring of the function that is a command are messages too."""
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the files: the same in every run."""
MARKS = frozenset({"_", "tr", "say", "english", "refuse", "Message"})
"""The functions whose first argument is a message; `counted` and `tr_counted` have two, for one and for many."""
COMPOSED = {
    "ScenarioError": (0, 1, 2, 3),
    "fault": (1, 2),
    "_Fault": (1, 2),
    "Remark": (1,),
    "BotFault": (1,),
    "PermissionError": (0,),
    "WrongDice": (0, 1),
    "weigh": (1,),
    "Candidate": (1,),
    "WholeTurn": (0,),
    "UseOption": (3,),
}
"""Functions with arguments that are worded in English and found again when they are shown, by their place."""
PIECES = frozenset({"found", "allowed", "why", "less", "own", "ended", "yes", "no", "_flooded", "ALLOWED", "FROM_HERE"})
"""Variables of modules with such functions that hold such texts."""
WORDING = frozenset(
    {"_allowed", "_alternatives", "_epitaph", "_first_fault", "_kind_of_value", "_on_board", "names", "spelled"}
)
"""Functions of such modules that return such texts."""
ALONE = frozenset({"fewer", "neither", "nobody", "none", "nothing", "nowhere", "text"})
"""Such texts of one word; others are names in files."""
BRAINS = ROOT / "engine" / "brains"
EXPECTATIONS = ROOT / "engine" / "scenario" / "expectations.py"
"""Here all texts that are yielded are such texts."""


def sources() -> Iterator[Path]:
    """The modules that may hold messages; the links of an editable install are not followed."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            inner = file.relative_to(ROOT / room).parts
            if room != "src/fivefoot" or inner[0] not in ROOMS:
                yield file


@cache
def nodes_of(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def marked(file: Path) -> Iterator[str | tuple[str, str]]:
    """The messages of a module."""
    for node in nodes_of(file):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *rest]):
                if name in ("counted", "tr_counted") and rest:
                    match first, rest[0]:
                        case ast.Constant(value=str(one)), ast.Constant(value=str(many)):
                            yield one, many
                elif name in MARKS:
                    yield from constants(file, first)
            case ast.keyword(arg="help", value=text) if COMMANDS in file.parents:
                yield from constants(file, text)
            case ast.FunctionDef(name=name, returns=ast.Constant(value=None)) if (
                COMMANDS in file.parents and name == file.stem
            ):
                yield from (" ".join(part.split()) for part in (ast.get_docstring(node) or "").split("\n\n"))


def composed(file: Path) -> Iterator[str]:
    """The texts of a module that are worded in English, such as those of errors, with names for their values."""
    nodes = nodes_of(file)
    pieces = [
        node.args[at]
        for node in nodes
        if isinstance(node, ast.Call)
        for at in COMPOSED.get(name_of(node.func), ())
        if at < len(node.args)
    ]
    if pieces or file.name == "errors.py":
        pieces += [
            node.value
            for node in nodes
            if isinstance(node, ast.Assign)
            and any(name_of(name) in PIECES for target in node.targets for name in getattr(target, "elts", [target]))
        ]
        pieces += [
            inner.value
            for node in nodes
            if isinstance(node, ast.FunctionDef) and node.name in WORDING
            for inner in ast.walk(node)
            if isinstance(inner, (ast.Return, ast.Assign)) and inner.value is not None
        ]
    if BRAINS in file.parents:  # a reason, and the function behind it
        pieces += [node.elts[0] for node in nodes if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    pieces += [
        value
        for node in nodes
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "allowed"
    ]
    if file == EXPECTATIONS:
        pieces += [node.value for node in nodes if isinstance(node, (ast.Yield, ast.Assign, ast.Return)) and node.value]
    for piece in pieces:
        for text in branches(piece):
            worded = with_names(text)
            plain = re.sub(r"{\w+}|\"[^\"]*\"", "", worded)
            if file == EXPECTATIONS and re.match(r"[a-z.]+: expected", worded):
                worded = f"{{place}}.{worded}"
            if worded == worded.strip() and re.search("[a-z]{3}", plain) and (" " in worded or worded in ALONE):
                yield worded


@cache
def all_composed() -> dict[str, Path]:
    """The composed texts with a module of each; of texts with other names for the same values, the first."""
    found: dict[str, tuple[str, Path]] = {}
    for file in sources():
        forms = (one for one in marked(file) if isinstance(one, str)) if file.stem == "error_text" else ()
        for text in (*composed(file), *forms):
            found.setdefault(re.sub(r"{\w+}", "{}", text), (text, file))
    return dict(found.values())


def branches(piece: ast.expr) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The texts that an expression may be."""
    match piece:
        case ast.Constant(value=str()) | ast.JoinedStr():
            yield piece
        case ast.IfExp(body=first, orelse=second):
            yield from (*branches(first), *branches(second))
        case ast.BoolOp(values=values) | ast.Tuple(elts=values):
            for value in values:
                yield from branches(value)
        case ast.Subscript(value=inner) | ast.Call(func=ast.Attribute(attr="lower", value=inner)):
            yield from branches(inner)


def with_names(text: ast.Constant | ast.JoinedStr) -> str:
    """A text with a name in braces for each value."""
    if isinstance(text, ast.Constant):
        return str(text.value)
    named: dict[str, str] = {}
    words = ""
    for part in text.values:
        if isinstance(part, ast.Constant):
            words += str(part.value)
        elif isinstance(part, ast.FormattedValue):
            value, name = ast.dump(part.value), name_of(part.value).strip("_").lower() or "value"
            while named.setdefault(name, value) != value:
                name = f"{name.rstrip('0123456789')}{int(re.sub(r'^[^0-9]*', '', name) or 1) + 1}"
            words += f"{{{name}}}"
    return words


def name_of(expression: ast.expr) -> str:
    """The name that stands for an expression in a text."""
    match expression:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="names")):
            return "names"
        case ast.Call(func=ast.Name(id="len")):
            return "number"
        case ast.Call(args=[first, *_]) | ast.Subscript(value=first):
            return name_of(first)
    return ""


def constants(file: Path, text: ast.expr) -> Iterator[str]:
    """The constant texts of an argument, also of both branches of a condition."""
    match text:
        case ast.Constant(value=str(words)) if words:
            yield words
        case ast.IfExp():
            yield from constants(file, text.body)
            yield from constants(file, text.orelse)
        case ast.JoinedStr() | ast.BinOp(left=ast.Constant() | ast.JoinedStr()):
            raise ValueError(f"{file}:{text.lineno}: a message is a constant with named values, no f-string or sum")


def shipped() -> Iterator[tuple[str, Path]]:
    """The titles, stories, talk, lessons and sides of shipped scenarios, and the names of what they define."""
    for file in sorted([*ASSETS.glob("scenarios/*.toml"), *ASSETS.glob("campaigns/*.toml")]):
        tree = tomllib.loads(file.read_text(encoding="utf-8"))
        told = [tree.get("title"), tree.get("difficulty"), tree.get("story")]
        told += [step["say"] for step in tree.get("lesson", ())]
        told += [one.get("side") for one in tree.get("creatures", ())]
        for battle in tree.get("battles", ()):
            told += [battle.get("story"), *(line["say"] for key in ("before", "after") for line in battle.get(key, ()))]
            told += [gift.get(key) for gift in battle.get("gifts", ()) for key in ("label", "text")]
        yield from ((text.strip(), file) for text in told if text)

    file = ASSETS / "abilities.toml"
    for tables in tomllib.loads(file.read_text(encoding="utf-8")).values():
        yield from ((one[key], file) for one in tables.values() for key in ("label", "text") if key in one)


def on_pages() -> Iterator[tuple[str, Path]]:
    """The texts of the web pages and their scripts."""
    for file in sorted([*ASSETS.glob("*.html"), *ASSETS.glob("web/*.html"), *ASSETS.glob("web/*.js")]):
        yield from ((text, file) for text in page_texts(file.read_text(encoding="utf-8")))


def template() -> Catalog:
    """The messages of the sources, in order of text."""
    found: dict[str | tuple[str, str], set[str]] = {}
    for file in sources():
        for text in marked(file):
            found.setdefault(text, set()).add(file.relative_to(ROOT).as_posix())
    for text, file in all_composed().items():
        found.setdefault(text, set()).add(file.relative_to(ROOT).as_posix())
    for text, file in (*shipped(), *on_pages()):
        found.setdefault(text, set()).add(file.relative_to(ROOT).as_posix())
    catalog = Catalog(project="fivefoot", header_comment="# Messages of fivefoot.", creation_date=None)
    for text in sorted(found, key=lambda one: one if isinstance(one, str) else one[0]):
        catalog.add(text, locations=[(name, None) for name in sorted(found[text])])  # type: ignore[misc]
    return catalog


def texts(catalog: Catalog) -> list[str | list[str]]:
    """Each message, with its plural if it has one."""
    return [list(entry.id) if isinstance(entry.id, (tuple, list)) else str(entry.id) for entry in catalog if entry.id]


def parameters(text: str) -> set[str]:
    """The names of a text's values."""
    return set(re.findall(r"{(\w+)}", text))


def read(language: str) -> Catalog:
    """A language's translations; an empty catalogue where it has no file yet."""
    file = LOCALE / language / "LC_MESSAGES" / "fivefoot.po"
    if not file.is_file():
        return Catalog(locale=language, project="fivefoot", fuzzy=False)
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def languages() -> list[str]:
    """The languages with a folder."""
    return sorted(one.name for one in LOCALE.iterdir() if one.is_dir())


def faults(language: str, wanted: Catalog) -> list[str]:
    """What a language lacks, has too much, or says with other values."""
    found, told = read(language), []
    for entry in wanted:
        if not entry.id:
            continue
        known = found.get(entry.id)
        words = known.string if known is not None else ""
        forms = list(words) if isinstance(words, (tuple, list)) else [words]
        ids = list(entry.id) if isinstance(entry.id, (tuple, list)) else [entry.id]
        if not all(forms) or (known is not None and known.fuzzy):
            told.append(f"{language}: missing: {ids[0]}")
        elif any(parameters(form or "") - set().union(*map(parameters, ids)) for form in forms):
            told.append(f"{language}: other values: {ids[0]}")
    told += [f"{language}: stale: {one.id}" for one in found if one.id and one.id not in wanted]
    return told


def compiled(catalog: Catalog) -> bytes:
    """The `.mo` file of a catalogue."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def index(catalog: Catalog) -> str:
    """The list of messages by which a log's English sentences are found again."""
    return json.dumps(texts(catalog), indent=0, ensure_ascii=False) + "\n"


def composed_index() -> str:
    """The list of the texts by which errors and other composed sentences are found again."""
    return json.dumps(sorted(all_composed()), indent=0, ensure_ascii=False) + "\n"


def write() -> None:
    """Renews all files below `assets/locale`."""
    wanted = template()
    LOCALE.mkdir(exist_ok=True)
    with (LOCALE / "fivefoot.pot").open("wb") as file:
        write_po(file, wanted, width=120, sort_output=False, omit_header=True)
    (LOCALE / "messages.json").write_text(index(wanted), encoding="utf-8")
    (LOCALE / "composed.json").write_text(composed_index(), encoding="utf-8")
    for language in languages():
        catalog = read(language)
        catalog.update(wanted, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        catalog.header_comment = f"# Messages of fivefoot in {language} (docs/translating.md)."
        catalog.creation_date, catalog.revision_date, catalog.fuzzy = DATE, DATE, False
        catalog.last_translator = catalog.language_team = catalog.msgid_bugs_address = "fivefoot"
        folder = LOCALE / language / "LC_MESSAGES"
        with (folder / "fivefoot.po").open("wb") as file:
            write_po(file, catalog, width=120, omit_header=False, ignore_obsolete=True, no_location=True)
        (folder / "fivefoot.mo").write_bytes(compiled(catalog))


def main(words: Sequence[str]) -> int:
    """Prints what translations lack; returns 1 if any does, also after writing."""
    if "--write" in words:
        write()
    wanted = template()
    problems = [fault for language in languages() for fault in faults(language, wanted)]
    for line in problems[:40]:
        print(line)
    print(f"{len(texts(wanted))} messages; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
