"""A static site for browsers: page, engine archive and Pyodide."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from importlib import metadata
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ... import __version__
from ...engine.errors import ScenarioError, spelled
from ...engine.files import replacing, write_file
from ...engine.messages import ENGLISH, language_in_use, languages, single_words, use_language
from ...play.replay.palettes import WITH_ART
from ...play.replay.web_page import looks_script, words_of
from .web_game import menu

PYODIDE = "314.0.7"
"""Version of Pyodide's npm package."""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Files for the browser."""
PAGE = (
    "index.html", "style.css", "app.js", "player.js", "wire.js", "worker.js", "engine.mjs", "board_view.js",
    "sw.js", "icon.svg", "manifest.webmanifest",
)  # fmt: skip
LEFT_OUT = (
    "assets/fonts",
    "assets/replay_page.html",
    "assets/scenario.schema.json",
    "assets/web",
    "engine/maps",
    "play/arena",
    "play/tournament",
    "scenes/board",
    "scenes/commands",
    "scenes/play",
)
"""Package parts that pages never import."""
SNAPSHOT = "engine.snapshot"
"""Memory of Python with the engine, compressed; servers unpack `.gz` by name."""
SOURCE = "https://github.com/fivefoot/fivefoot"
WRITTEN = (2020, 1, 1, 0, 0, 0)
"""File time in the archive, for stable bytes."""


def write_site(folder: Path, pyodide: str | None = None) -> list[Path]:
    """Writes the files of a website that plays battles, and returns their paths.

    `pyodide` is an address with Pyodide and its packages, or a folder with its npm package.
    """
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as scratch:
        made = Path(scratch, "site")
        names = [path.name for path in _write_all(made, pyodide)]
        _put_in_place(made, folder)
    return [folder / name for name in names]


def _write_all(folder: Path, pyodide: str | None) -> list[Path]:
    folder.mkdir()
    written = [_write_page(folder), _write_engine(folder / "engine.zip")]
    settings = {"engine": "engine.zip", "fivefoot": __version__}
    if pyodide is not None and re.match(r"https?://", pyodide):
        settings |= {"pyodide": pyodide.rstrip("/") + "/", "msgspec": "msgspec"}
    else:
        wheel = _vendor(folder / "pyodide", None if pyodide is None else Path(pyodide))
        settings |= {"pyodide": "pyodide/", "msgspec": f"pyodide/{wheel.name}"}
        written.append(folder / "pyodide")
    write_file(folder / "licences.txt", licences())
    write_file(folder / "settings.json", json.dumps(settings, indent=2) + "\n")
    if settings["pyodide"] == "pyodide/":
        written += _write_snapshot(folder, settings)
    _write_list(folder)
    return [*written, folder / "licences.txt", folder / "settings.json"]


def _write_snapshot(folder: Path, settings: dict[str, str]) -> list[Path]:
    node, before = shutil.which("node"), folder / "settings.json"
    if node is None:
        return []
    with zipfile.ZipFile(folder / settings["msgspec"]) as wheel:
        library = next(name for name in wheel.namelist() if name.endswith(".so"))
        (folder / "pyodide" / Path(library).name).write_bytes(wheel.read(library))
    known = settings | {"library": f"pyodide/{Path(library).name}", "snapshot": SNAPSHOT}
    kept = before.read_bytes()
    write_file(before, json.dumps(known, indent=2) + "\n")
    with as_file(files("fivefoot.assets") / "web" / "snapshot.mjs") as script:
        done = subprocess.run([node, str(script), str(folder)], capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return [folder / SNAPSHOT]
    (folder / SNAPSHOT).unlink(missing_ok=True)
    (folder / known["library"]).unlink()
    write_file(before, kept)
    return []


def _write_list(folder: Path) -> None:
    found = hashlib.sha256()
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    for name in names:
        found.update(name.encode() + b"\n" + (folder / name).read_bytes())
    listed = [name for name in names if name not in ("sw.js", "licences.txt")]
    told = {"version": found.hexdigest()[:16], "files": listed}
    write_file(folder / "files.json", json.dumps(told, indent=1) + "\n")


def _menus() -> dict[str, Any]:
    before, found = language_in_use(), {}
    try:
        for language in (ENGLISH, *languages()):
            use_language(language)
            found[language] = menu()
    finally:
        use_language(before)
    return found


def _put_in_place(made: Path, folder: Path) -> None:
    if not folder.exists():
        made.rename(folder)
        return
    for part in sorted(made.iterdir()):
        old = folder / part.name
        if old.is_dir():
            shutil.rmtree(old)
        part.replace(old)


def licences() -> str:
    python = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    texts = [
        _title("fivefoot", SOURCE),
        *_texts_of("fivefoot"),
        _title("Pyodide", f"https://github.com/pyodide/pyodide/tree/{PYODIDE}"),
        "Under the Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/\nIts sources are at the address above.\n",
        _title("Python", "https://docs.python.org/3/license.html"),
        *([python.read_text(encoding="utf-8")] if python.is_file() else []),
        _title("esper", "https://github.com/benmoran56/esper"),
        *_texts_of("esper"),
        _title("msgspec", "https://github.com/jcrist/msgspec"),
        *_texts_of("msgspec"),
    ]
    return "\n".join(texts)


def _title(name: str, address: str) -> str:
    return f"{'=' * 72}\n{name}: {address}\n{'=' * 72}\n"


def _texts_of(distribution: str) -> list[str]:
    try:
        files_of = metadata.files(distribution) or []
    except metadata.PackageNotFoundError:  # a checkout that was never installed
        return []
    names = (file for file in files_of if file.name.startswith(("LICENSE", "NOTICE")) and "fonts" not in file.parts)
    return [file.read_text(encoding="utf-8") for file in names]


def _write_page(folder: Path) -> Path:
    web = files("fivefoot.assets") / "web"
    for name in PAGE:
        controls = (web / "controls.html").read_bytes() if name == "index.html" else b""
        write_file(folder / name, (web / name).read_bytes().replace(b"{{controls}}", controls))
    write_file(folder / "atlas.png", (files("fivefoot.assets") / "art" / "atlas.png").read_bytes())
    write_file(folder / "looks.js", looks_script(WITH_ART["dusk"]))
    pages = [(folder / name).read_text(encoding="utf-8") for name in PAGE if name.endswith((".html", ".js"))]
    known = {language: words for language in languages() if (words := _words(pages, language))}
    write_file(folder / "words.json", json.dumps(known, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    write_file(folder / "menu.json", json.dumps(_menus(), ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    return folder / "index.html"


def _words(pages: Sequence[str], language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in pages:
        found |= words_of(text, language)
    return found | single_words(language)


def _write_engine(path: Path) -> Path:
    with replacing(path) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, file in sorted(_engine_files()):
            archive.writestr(zipfile.ZipInfo(name, WRITTEN), file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return path


CATALOGUES = ("assets/locale/messages.json", "assets/locale/composed.json")
"""What translations are looked up in, beside the `.mo` files."""


def _engine_files() -> Iterator[tuple[str, Path]]:
    home = Path(__file__).parents[2]
    for part in sorted(home.iterdir()):  # one by one, because in a checkout the folders are links
        for file in [part] if part.is_file() else sorted(part.resolve().rglob("*")):
            name = part.name if part.is_file() else f"{part.name}/{file.relative_to(part.resolve()).as_posix()}"
            wanted = file.suffix in (".py", ".toml", ".txt", ".mo") or name in CATALOGUES
            wanted = wanted and file.is_file() and "__pycache__" not in file.parts
            if wanted and not any(name == left or name.startswith(f"{left}/") for left in LEFT_OUT):
                yield f"fivefoot/{name}", file
    found = find_spec("esper")
    assert found is not None
    assert found.origin is not None
    origin = Path(found.origin)
    if origin.name == "__init__.py":
        for file in sorted(origin.parent.glob("*.py")):
            yield f"esper/{file.name}", file
    else:
        yield origin.name, origin


def _vendor(folder: Path, given: Path | None) -> Path:
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        package = _fetched(Path(scratch)) if given is None else given
        for name in PARTS:
            if not (package / name).is_file():
                raise ScenarioError(str(package), "--pyodide", f"no {name}", "the content of npm's pyodide")
            shutil.copyfile(package / name, folder / name)
        for old in folder.glob("msgspec-*.whl"):
            old.unlink()
        wheel = next(iter(sorted(package.glob("msgspec-*.whl"))), None) or _msgspec(package, Path(scratch))
        return Path(shutil.copy(wheel, folder))


def _fetched(folder: Path) -> Path:
    npm = shutil.which("npm")
    allowed = "npm on the path, --pyodide FOLDER with its content, or --pyodide URL"
    if npm is None:
        raise ScenarioError("npm's pyodide", "", "no npm", allowed)
    command = [npm, "pack", f"pyodide@{PYODIDE}", "--silent"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    packed = next(iter(folder.glob("pyodide-*.tgz")), None)
    if done.returncode or packed is None:
        raise ScenarioError("npm's pyodide", "", _last(done.stderr), allowed)
    made = folder / "package"
    made.mkdir()
    with tarfile.open(packed) as archive:  # only the files of that folder; `filter` is missing before Python 3.11.4
        for member in archive:
            content = archive.extractfile(member) if Path(member.name).parent.name == made.name else None
            if content is not None:
                (made / Path(member.name).name).write_bytes(content.read())
    return made


def _msgspec(package: Path, folder: Path) -> Path:
    info = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    python = ".".join(str(info["python"]).split(".")[:2])
    command = [
        sys.executable, "-m", "pip", "download", "msgspec", "--no-deps", "--quiet", "--disable-pip-version-check",
        "--only-binary=:all:", "--dest", str(folder), "--implementation", "cp", "--python-version", python,
        "--abi", f"cp{python.replace('.', '')}", "--platform", f"pyemscripten_{info['abi_version']}_wasm32",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    wheel = next(iter(folder.glob("msgspec-*.whl")), None)
    if done.returncode or wheel is None:
        allowed = "pip with access to a package index, or the wheel in the folder that --pyodide names"
        raise ScenarioError("msgspec for Pyodide", "", _last(done.stderr), allowed)
    return wheel


def _last(said: str) -> str:
    lines = said.strip().splitlines()
    return spelled(lines[-1]) if lines else "no answer"
