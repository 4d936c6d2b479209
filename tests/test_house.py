"""The imports as a graph: no circle closes, and no type name stands for two things. import-linter holds the floors.

Every import counts here, those under `TYPE_CHECKING` and inside functions included.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("components", "engine", "systems", "scenes", "src/fivefoot")


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name below `fivefoot`."""
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if any(parent.is_symlink() for parent in file.parents):
                continue
            parts = file.relative_to(ROOT).with_suffix("").parts
            parts = parts[2:] if parts[:2] == ("src", "fivefoot") else parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imports(name: str, file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules that one module imports, wherever the import stands."""
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module.split(".") if node.module else [])]
            for alias in node.names:
                whole, part = ".".join([*base, alias.name]), ".".join(base)
                yield whole if whole in known else part


def graph() -> dict[str, set[str]]:
    """The imports of each module."""
    known = modules()
    return {
        name: {other for other in imports(name, file, known) if other in known and other != name}
        for name, file in known.items()
    }


def circles(edges: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The sets of nodes from each of which every other one is reached (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        path.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in path:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            circle = set(path[path.index(node) :])
            del path[path.index(node) :]
            if len(circle) > 1:
                found.append(circle)

    for node in sorted(edges):
        if node not in index:
            visit(node)
    return found


def twice(names: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Of (name, where it stands) pairs the names that stand in more than one place."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, place in names:
        places[name].append(place)
    return {name: where for name, where in places.items() if len(where) > 1}


def test_no_import_closes_a_circle() -> None:
    known = modules()
    found = [
        sorted(circle)
        for circle in circles(graph())
        # a package's __init__ and its own modules may know each other
        if len({name for name in circle if known[name].name != "__init__.py"}) > 1
    ]
    assert found == []


BY_NAME = {
    "": "the front door fetches a public name from its room when it is first asked for",
    "engine.maps.tiled_format": "zstd, from the standard library or from the package of that name",
    "engine.rulesets": "its own rulesets, each when it is first asked for",
    "engine.extension": "the extension module in C, which stands a floor above",
    "play.bots.brain_host": "the module of somebody else's brain",
    "play.bots.guard": "its neighbour; it runs as a program of its own",
    "play.tournament.cluster": "dask, an extra",
    "scenes.commands.app": "its own commands, each when it is typed",
    "scenes.views.plots": "matplotlib, an extra",
}
"""Modules that import by a name made at run time, which the graph cannot see, and what they fetch. None leads up."""


def test_imports_by_name_are_few_and_known() -> None:
    found = {
        name
        for name, file in modules().items()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2].strip("_") in ("import_module", "import")
    }
    assert found == set(BY_NAME)


WRITERS = {
    "play.bots.brain_host": "the standard streams",
    "engine.files": "the helper that writes beside and replaces",
    "scenes.commands.process": "the standard streams",
    "scenes.commands.tournament": "the helper's file beside",
    "scenes.views.images": "the helper's file beside",
    "scenes.web.warm_start": "a site in its scratch folder",
    "scenes.web.web_game": "a scratch folder in memory",
    "scenes.web.web_site": "a site in its scratch folder",
}
"""Modules that open files to write them, and which files; all others ask `engine.files`."""


def writes(node: ast.AST) -> bool:
    """Whether a node opens a file to write it."""
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func).rpartition(".")[2]
    words = (*node.args, *(word.value for word in node.keywords))
    modes = {word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)}
    opens = name in ("open", "fdopen") and any(re.fullmatch(r"[rbt]*[wax+][rwaxbt+]*", mode) for mode in modes)
    return opens or name in ("write_text", "write_bytes")


def test_files_are_written_by_one_helper() -> None:
    texts = {name: file.read_text(encoding="utf-8") for name, file in modules().items()}
    found = {
        name
        for name, text in texts.items()
        if re.search(r"open\(|write_(text|bytes)", text) and any(map(writes, ast.walk(ast.parse(text))))
    }
    assert found == set(WRITERS)


def test_no_type_name_is_defined_twice() -> None:
    defined = (
        (node.name, name)
        for name, file in modules().items()
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert twice(defined) == {}


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"a"}, "c": {"a"}}, [{"a", "b"}]),
        ({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"e"}, "e": {"d"}}, [{"a", "b", "c"}, {"d", "e"}]),
    ],
)
def test_a_circle_is_found(edges: dict[str, set[str]], found: list[set[str]]) -> None:
    assert circles(edges) == found


def test_a_double_name_is_found() -> None:
    assert twice([("Step", "a"), ("Move", "a"), ("Step", "b")]) == {"Step": ["a", "b"]}


def test_names_of_tests_are_short(request: pytest.FixtureRequest) -> None:
    """All names go to every process that runs tests, and into the environment of what a test starts."""
    assert [item.nodeid[:100] for item in request.session.items if len(item.nodeid) > 400] == []
