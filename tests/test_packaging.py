"""The packages work elsewhere: sdist, then wheel, then the command beside folders of the same names."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import warnings
import zipfile
from pathlib import Path

import pytest

FOLDERS = ("components", "engine", "systems", "scenes", "assets")
ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Standard output of the command; fails the test with everything it said if it fails."""
    outcome = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert outcome.returncode == 0, f"{command}\n{outcome.stdout}\n{outcome.stderr}"
    return outcome.stdout


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and with the wheel built from it and from nothing else."""
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    build = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    run(*build, cwd=folder, FIVEFOOT_COMPILE="0")
    return folder


@pytest.fixture(scope="module")
def installed(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel's content, as an installation would lay it out."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(next(shipped.glob("*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game's own folder, with packages named like ours that must not be imported."""
    for folder in FOLDERS:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").write_text("raise ImportError('the game was imported')\n")
    return tmp_path


def test_the_wheel_holds_what_the_checkout_holds(installed: Path) -> None:
    if not (shutil.which("git") and (ROOT / ".git").exists()):
        pytest.skip("not a git checkout")
    tracked = run("git", "ls-files", "--", *FOLDERS, cwd=ROOT).splitlines()
    # C and translations are in it compiled, and the command `schema` writes the schema.
    wanted = [name for name in tracked if not name.endswith((".c", ".h", ".po", ".pot", ".schema.json"))]
    missing = [name for name in wanted if (ROOT / name).is_file() and not (installed / "fivefoot" / name).is_file()]
    assert missing == []
    assert (installed / "fivefoot" / "py.typed").is_file()


def test_a_large_wheel_is_remarked_on(shipped: Path) -> None:
    (wheel,) = shipped.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        largest = sorted(archive.infolist(), key=lambda one: -one.compress_size)[:12]
    shown = "\n".join(f"{one.compress_size:9,} {one.filename}" for one in largest)
    size = wheel.stat().st_size
    if size > 2_500_000:
        warnings.warn(f"the wheel has {size:,} bytes, most of them in\n{shown}", stacklevel=1)
    assert size < 8_000_000, f"{size:,} bytes, most of them in\n{shown}"


def test_the_sdist_holds_what_builds_and_the_documents(shipped: Path) -> None:
    (file,) = shipped.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "NOTICE", "README.md", "hatch_build.py", "docs/index.md"} <= names
    assert not any(name.startswith(("tests/", "docs/pictures/")) for name in names)
    assert not any(name.startswith("src/fivefoot/engine") for name in names)


def test_a_large_sdist_is_remarked_on(shipped: Path) -> None:
    (file,) = shipped.glob("*.tar.gz")
    size = file.stat().st_size
    if size > 2_500_000:
        warnings.warn(f"the sdist has {size:,} bytes", stacklevel=1)
    assert size < 8_000_000


def test_the_description_has_no_link_into_a_folder_and_one_address(installed: Path) -> None:
    description = next(installed.glob("fivefoot-*.dist-info/METADATA")).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", description)
    assert len(links) > 15
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    address = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    assert f"Project-URL: Source, {address}" in description
    raw = address.replace("github.com", "raw.githubusercontent.com")
    ours = [link for link in links if link.startswith((f"{address}/blob/main/", f"{raw}/main/"))]
    assert [link for link in links if "github" in link and link not in ours] == []
    assert len(ours) > 15
    for name in ("CITATION.cff", "SECURITY.md", "CODE_OF_CONDUCT.md", "scenes/web/web_site.py"):
        assert address in (ROOT / name).read_text(encoding="utf-8"), name


def test_the_licences_are_those_of_the_citation_and_of_what_is_shipped(installed: Path) -> None:
    information = next(installed.glob("fivefoot-*.dist-info"))
    metadata = (information / "METADATA").read_text(encoding="utf-8")
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    told = re.search(r"(?m)^License-Expression: (.*)$", metadata)
    listed = re.search(r"(?m)^license:.*\n((?:  - .*\n)+)", citation)
    assert told is not None
    assert listed is not None
    assert told[1].split(" AND ") == [line.removeprefix("  - ") for line in listed[1].splitlines()]
    drawn = any((installed / "fivefoot" / "assets" / "art").glob("*.png"))
    assert ("CC0-1.0" in told[1]) is drawn
    assert {"LICENSE", "NOTICE"} <= {file.name for file in (information / "licenses").iterdir()}


def test_the_command_works_beside_folders_of_the_same_names(installed: Path, game: Path) -> None:
    where = run(sys.executable, "-c", "import fivefoot; print(fivefoot.__file__)", cwd=game, PYTHONPATH=str(installed))
    assert Path(where.strip()).parent == installed / "fivefoot"
    said = run(sys.executable, "-m", "fivefoot", "--version", cwd=game, PYTHONPATH=str(installed))
    version = next(installed.glob("fivefoot-*.dist-info")).name.removeprefix("fivefoot-").removesuffix(".dist-info")
    assert said.split() == ["fivefoot", version]


def test_every_module_imports_beside_folders_of_the_same_names(installed: Path, game: Path) -> None:
    names = sorted(
        ".".join(file.relative_to(installed).with_suffix("").parts).removesuffix(".__init__")
        for folder in ("components", "engine", "systems")
        for file in (installed / "fivefoot" / folder).rglob("*.py")
    )
    look = f"import importlib\nfor name in {names!r}: importlib.import_module(name)"
    run(sys.executable, "-c", look, cwd=game, PYTHONPATH=str(installed))


def test_a_checkout_that_was_never_installed_is_a_package_too(tmp_path: Path, game: Path) -> None:
    checkout = tmp_path / "checkout"
    unlinked = shutil.ignore_patterns(*FOLDERS, "__pycache__")
    shutil.copytree(ROOT / "src" / "fivefoot", checkout / "src" / "fivefoot", ignore=unlinked)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, checkout / folder, ignore=shutil.ignore_patterns("__pycache__"))
    look = "import fivefoot.components.position as home; print(home.__file__)"
    where = run(sys.executable, "-c", look, cwd=game, PYTHONPATH=str(checkout / "src"))
    assert Path(where.strip()) == checkout / "components" / "position.py"
