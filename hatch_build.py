"""Build hook: compiles the search where a C compiler is at hand, and links the code folders on an editable install.

With FIVEFOOT_COMPILE=1 it also compiles the modules of the engine, by mypyc and from the very same sources.

A wheel gets the folders by hatchling's own mapping. An editable install points Python at ``src``,
where only the front door lives; the links complete the package for editors and type checkers.

The search is one small extension module for the stable ABI, so that one wheel serves every CPython from 3.11 on.
Where it cannot be built, or FIVEFOOT_PURE=1 says that it should not, the wheel is a pure one.

Compiled modules fit one version of Python on one platform. Their sources lie beside them in the wheel, for tracebacks
and readers. Which modules those are, and why others stay interpreted, stands in pyproject.toml under `tool.fivefoot`.
"""

import ast
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

FOLDERS = ("engine", "systems", "components", "scenes", "assets")
SEARCH = Path("engine", "search")


class Description(MetadataHookInterface):
    """The README as the description on an index, where links need an address."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set `readme`, with links to files turned into links to the project's address."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        readme = {"content-type": "text/markdown", "text": with_address(text, metadata["urls"]["Source"])}
        metadata["readme"] = readme


class BuildFivefoot(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles ``engine/search/native`` and makes ``src/fivefoot/<folder>`` links to the folders of that name."""

    PLUGIN_NAME = "custom"
    scratch: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the compiled search into the wheel, or beside its sources on an editable install."""
        root = Path(self.root)
        if version == "editable":
            link_folders(root)
        self.scratch = tempfile.mkdtemp(prefix="fivefoot-")
        built = self.compiled(root, Path(self.scratch))
        if version == "editable":
            if built is not None:
                put_beside_sources(built, root)
            return
        included: dict[str, str] = build_data["force_include"]
        if built is not None:
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{platform_tag()}"
            included[str(built)] = f"fivefoot/{SEARCH.as_posix()}/{built.name}"
        if wants("FIVEFOOT_COMPILE"):
            build_data["pure_python"] = False
            build_data["tag"] = own_tag()
            lib = compile_apart(root, Path(self.scratch))
            included.update((str(file), file.relative_to(lib).as_posix()) for file in lib.rglob("*") if file.is_file())

    def dependencies(self) -> list[str]:
        """What the build needs beside what pyproject.toml says: the libraries whose types decide what is compiled."""
        return ["esper>=3.4", "msgspec>=0.21", "mypy>=1.15"] if wants("FIVEFOOT_COMPILE") else []

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what was compiled."""
        if self.scratch is not None:
            shutil.rmtree(self.scratch, ignore_errors=True)

    def compiled(self, root: Path, scratch: Path) -> Path | None:
        """The extension module, compiled into `scratch`; None where that does not succeed, for whatever reason."""
        if wants("FIVEFOOT_PURE"):
            return None
        if platform.python_implementation() != "CPython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
            return None  # no stable ABI
        try:
            built = compile_search(root / SEARCH / "native", scratch)
        except (Exception, SystemExit) as error:  # no compiler, no headers: what is pure works everywhere
            self.app.display_warning(f"the search stays pure Python: {type(error).__name__}: {error}")
            return None
        self.app.display_info(f"the search is compiled: {built.name}")
        return built


def with_address(text: str, address: str) -> str:
    """A page of the repository with its links to files made absolute; pictures are taken as they are."""
    raw = address.replace("https://github.com/", "https://raw.githubusercontent.com/")
    text = re.sub(r"!\[([^]]*)\]\((?!https?:)([^)]+)\)", rf"![\1]({raw}/main/\2)", text)
    return re.sub(r"(?<!!)\[([^]]+)\]\((?!https?:|#)([^)]+)\)", rf"[\1]({address}/blob/main/\2)", text)


def wants(variable: str) -> bool:
    """Whether the environment asks for something."""
    return os.environ.get(variable, "0") not in ("", "0")


def compile_search(sources: Path, scratch: Path) -> Path:
    """Compile the extension module by setuptools, which knows the platform's compiler."""
    from setuptools import Distribution, Extension

    extension = Extension(
        "_native",
        sources=[str(path) for path in sorted(sources.glob("*.c"))],
        depends=[str(sources / "native.h")],
        extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O3", "-g0", "-fvisibility=hidden"],
        py_limited_api=True,
    )
    command = Distribution({"name": "fivefoot", "ext_modules": [extension]}).get_command_obj("build_ext")
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "temp")
    command.ensure_finalized()
    command.run()
    built = Path(command.get_outputs()[0])
    if sys.platform == "win32":
        return built
    # From CPython 3.15 on the name says the platform as well, and then those before 3.14 do not find it.
    return built.rename(built.with_name("_native.abi3.so"))


def compile_apart(root: Path, scratch: Path) -> Path:
    """Compile the modules in a process of their own, which says what is wrong by itself; returns where they are.

    Raises:
        RuntimeError: it did not succeed, or what the environment asks for contradicts itself.
    """
    if wants("FIVEFOOT_PURE"):
        raise RuntimeError("FIVEFOOT_PURE and FIVEFOOT_COMPILE ask for opposites; allowed: one of them")
    stage = staged(root, scratch / "stage")
    done = subprocess.run([sys.executable, str(root / "hatch_build.py"), "modules", str(scratch)], cwd=stage)
    if done.returncode:
        raise RuntimeError("the modules were not compiled; what mypyc or the compiler says stands above")
    return scratch / "modules"


def staged(root: Path, stage: Path) -> Path:
    """The sources as the package that they become, without links and without what is built."""
    package = stage / "fivefoot"
    shutil.copytree(root / "src" / "fivefoot", package, ignore=shutil.ignore_patterns("__pycache__", *FOLDERS))
    for folder in FOLDERS:
        python_only = shutil.ignore_patterns("__pycache__", "*.c", "*.h", "*.so", "*.pyd")
        shutil.copytree(root / folder, package / folder, ignore=python_only)
    names = modules_to_compile(root)
    compiled = [package / name.removeprefix("src/fivefoot/") for name in names]
    texts = [with_marks(module.read_text(encoding="utf-8"), name) for module, name in zip(compiled, names, strict=True)]
    classes = [node for text in texts for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    bases = {ast.unparse(base) for node in classes for base in node.bases}
    for module, text in zip(compiled, texts, strict=True):
        module.write_text(with_field_names(text, bases), encoding="utf-8")
    return stage


MARKS = {"mypyc_attr": "@_mypyc_attr(allow_interpreted_subclasses=True)", "ordinary_class": "@_ordinary_class"}
"""What is written above a class that games may extend, and above one that stays as Python makes it."""


def with_marks(source: str, name: str) -> str:
    """A module whose classes bear the marks that follow from what they are; all lines keep their numbers."""
    lines = source.splitlines()
    for node in ast.parse(source).body:
        mark = mark_of(node, name) if isinstance(node, ast.ClassDef) else None
        if mark is None:
            continue
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)]) - 1
        put_mark(lines, first, mark)
    return "\n".join(lines)


def put_mark(lines: list[str], first: int, mark: str) -> None:
    """Write a mark into the empty lines above the line at which a class begins; another statement may stand there."""
    add_statement(lines, first - 2, f"from fivefoot.components.ordinary_class import {mark} as _{mark}")
    assert not lines[first - 1], lines[first]
    lines[first - 1] = MARKS[mark]


def add_statement(lines: list[str], at: int, statement: str) -> None:
    """Write a statement into a line that is empty or holds another such statement."""
    lines[at] = f"{lines[at]}; {statement}" if lines[at] else statement


def mark_of(node: ast.ClassDef, name: str) -> str | None:
    """The mark that a class of a module needs and does not bear; None if it needs none.

    Exceptions, what is referred to weakly, and frozen records of components and rules stay as Python makes them, for
    they are copied and pickled. Components, acts and systems are what games extend.
    """
    written = " ".join(map(ast.unparse, node.decorator_list))
    bases = [ast.unparse(base).rpartition(".")[2] for base in node.bases]
    if "mypyc_attr" in written or "ordinary_class" in written or "NamedTuple" in bases:
        return None
    data = name.startswith(("components/", "engine/rules/"))
    if any(base.endswith(("Error", "Exception")) for base in bases) or "weakref_slot=True" in written:
        return "ordinary_class"
    if "frozen=True" in written:
        return "ordinary_class" if data else None
    extended = name.startswith("components/") or any(base.endswith(("System", "Processor")) for base in bases)
    return "mypyc_attr" if extended else None


def with_field_names(source: str, bases: set[str]) -> str:
    """A module whose records get back what mypyc loses: their fields' annotations, by which they are copied.

    Those that games may extend are also made like Python's own, but for `bases`, which compiled classes extend: mypyc
    lets them have no slots.
    Data classes that neither extend nor are extended get their constructor written out: mypyc leaves it to Python.
    All lines keep their numbers: what is added stands in the empty lines before and after a class.
    """
    lines = [*source.splitlines(), "", ""]
    for node in ast.parse(source).body:
        fields = [part for part in node.body if isinstance(part, ast.AnnAssign)] if is_record(node) else []
        given = {ast.unparse(part.target): annotation(part.annotation) for part in fields}
        if not given:
            continue
        marks = " ".join(map(ast.unparse, node.decorator_list))
        extended, ordinary = node.name in bases or node.bases, "ordinary_class" in marks
        written = "" if extended or ordinary or "dataclass" not in marks else constructor(node, fields)
        if written:
            assert not lines[node.body[0].end_lineno], node.name
            lines[node.body[0].end_lineno] = written  # the empty line after the docstring
            if "mypyc_attr" not in marks and "frozen" not in marks:  # copies are made first and filled then
                put_mark(lines, node.decorator_list[0].lineno - 1, "mypyc_attr")
        added = f"vars({node.name})['__annotations__'].update({given!r})"
        if node.name not in bases and "mypyc_attr" in marks:
            added += "; from fivefoot.components.ordinary_class import as_data_class"
            added += f"; as_data_class({node.name}, {tuple(given)!r})"
        add_statement(lines, node.end_lineno, added)
    return "\n".join(lines)


def constructor(node: ast.ClassDef, fields: list[ast.AnnAssign]) -> str:
    """The constructor of a data class in one line; empty where it has its own."""
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    if "__init__" in methods:
        return ""
    usual, named, done = ["self"], [], []
    all_named = "kw_only=True" in " ".join(map(ast.unparse, node.decorator_list))
    for part in fields:
        name, kind, value = ast.unparse(part.target), annotation(part.annotation), part.value
        if kind.startswith("ClassVar"):
            continue
        asked: dict[str | None, str] = {}
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
            asked = {one.arg: ast.unparse(one.value) for one in value.keywords}
        elif value is not None:
            asked = {"default": ast.unparse(value)}
        made = f"({asked['default_factory']})()" if "default_factory" in asked else asked.get("default")
        if asked.get("init") == "False":
            done += [f"self.{name} = {made}"] if made is not None else []
            continue
        parameter = f"{name}: {kind!r}"
        if "default_factory" in asked:
            parameter = f"{name}: {kind + ' | None'!r} = None"
            done.append(f"self.{name} = {name} if {name} is not None else {made}")
        else:
            parameter += f" = {made}" if made is not None else ""
            done.append(f"self.{name} = {name}")
        (named if all_named or asked.get("kw_only") == "True" else usual).append(parameter)
    done += ["self.__post_init__()"] if "__post_init__" in methods else []
    parameters = ", ".join([*usual, *(["*", *named] if named else [])])
    return f"    def __init__({parameters}) -> None: {'; '.join(done)}  # type: ignore"


def is_record(node: ast.stmt) -> bool:
    """Whether a statement makes a data class or a named tuple."""
    if not isinstance(node, ast.ClassDef):
        return False
    return any(
        ast.unparse(one).partition("(")[0] in ("dataclass", "NamedTuple") for one in (*node.decorator_list, *node.bases)
    )


def annotation(written: ast.expr) -> str:
    """An annotation as text, whether it is written as text or not."""
    return str(written.value) if isinstance(written, ast.Constant) else ast.unparse(written)


def modules_to_compile(root: Path) -> list[str]:
    """The modules that are compiled, as paths below the repository, in order."""
    table = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["fivefoot"]["compiled"]
    interpreted = [root / name for names in table["interpreted"].values() for name in names]
    return sorted(
        file.relative_to(root).as_posix()
        for room in table["rooms"]
        for file in (root / room).rglob("*.py")
        if file.name != "__init__.py" and not any(file.is_relative_to(name) for name in interpreted)
    )


def compile_modules(scratch: Path) -> None:
    """Compile the modules of the staged package in the working directory into `scratch`, on all cores."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class OnAllCores(build_ext):
        """Compiles many sources of one extension at a time."""

        def build_extensions(self) -> None:
            one = self.compiler.compile

            def compile_all(sources: list[str], *given: Any, **named: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as threads:
                    made = threads.map(lambda source: one([source], *given, **named), sources)
                    return [file for files in made for file in files]

            self.compiler.compile = compile_all
            super().build_extensions()

    modules = [f"fivefoot/{name.removeprefix('src/fivefoot/')}" for name in modules_to_compile(Path(__file__).parent)]
    options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={scratch / 'types'}"]
    extensions = mypycify(
        [*options, *modules],
        opt_level=os.environ.get("FIVEFOOT_COMPILE_LEVEL", "1"),  # 0: a trial build, sooner done
        debug_level="0",
        multi_file=True,
        group_name="fivefoot",
        target_dir=str(scratch / "c"),
    )
    distribution = Distribution({"name": "fivefoot", "ext_modules": extensions, "cmdclass": {"build_ext": OnAllCores}})
    command = distribution.get_command_obj("build_ext")
    command.build_lib = str(scratch / "modules")
    command.build_temp = str(scratch / "temp")
    command.parallel = os.cpu_count()  # each module has an extension of its own that leads to the common one
    command.ensure_finalized()
    command.run()


def own_tag() -> str:
    """The wheel's tag for this version of Python on this platform alone."""
    from packaging.tags import cpython_tags

    return str(next(cpython_tags(platforms=[platform_tag()])))


def platform_tag() -> str:
    """The platform part of the wheel's tag: what the compiler builds for; auditwheel makes manylinux of it."""
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def link_folders(root: Path) -> None:
    """Link what is not linked yet."""
    for folder in FOLDERS:
        link = root / "src" / "fivefoot" / folder
        if link.exists():
            continue
        link.unlink(missing_ok=True)  # a link whose target has moved
        if sys.platform == "win32":
            import _winapi  # a junction needs no privilege; a symlink does

            _winapi.CreateJunction(str(root / folder), str(link))
        else:
            link.symlink_to(os.path.join("..", "..", folder), target_is_directory=True)


def put_beside_sources(built: Path, root: Path) -> Path:
    """Put the compiled search beside its sources, at once: a program that runs the old one keeps it to its end."""
    place = root / SEARCH / built.name
    return Path(shutil.copy2(built, place.with_suffix(".new"))).replace(place)


def compile_in_place() -> None:
    """Compile the search beside its sources, as an editable install does: ``python hatch_build.py``."""
    root = Path(__file__).parent
    with tempfile.TemporaryDirectory(prefix="fivefoot-") as scratch:
        built = compile_search(root / SEARCH / "native", Path(scratch))
        print(put_beside_sources(built, root))


if __name__ == "__main__":
    if sys.argv[1:2] == ["modules"]:
        compile_modules(Path(sys.argv[2]))
    else:
        compile_in_place()
