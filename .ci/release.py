"""Makes a release ready: `python .ci/release.py VERSION`, in a checkout without changes and with `.[dev]` installed.

It writes the version and the changelog, builds both archives, checks them, and plays a battle on the wheel in an empty
environment of every Python that it finds: the log must be that of this checkout. Nothing is uploaded: the workflow
"release" builds and publishes all wheels once the tag is pushed. With `--try` nothing is written and changes are
allowed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "src" / "fivefoot" / "__init__.py"
LARGEST = 2_200_000
"""Bytes of a wheel from which on it is remarked on."""
FOLDERS = ("components", "engine", "systems", "scenes", "assets")
"""What a game may call its own folders; those must not be imported in the place of ours."""
OLDEST = (3, 11)
SCENARIO = "assets/scenarios/bridge.toml"
PLAY = """
import hashlib, sys, fivefoot, msgspec
with fivefoot.load(sys.argv[1]) as battle:
    lines = msgspec.json.Encoder().encode_lines([event.to_dict() for event in fivefoot.play_on(battle)])
print(hashlib.sha256(lines).hexdigest())
"""


def main() -> None:
    """Do all of it; ends with a sentence where something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", nargs="?", help="the version to release, such as 0.2.0")
    parser.add_argument("--try", dest="trying", action="store_true", help="only build and check")
    given = parser.parse_args()
    if (given.version is None) != given.trying:
        parser.error("a version, or --try")
    if not given.trying:
        _write_version(given.version)
    with tempfile.TemporaryDirectory() as scratch:
        built = ROOT / "dist"
        shutil.rmtree(built, ignore_errors=True)
        _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", built, ROOT)  # `.[dev]` has what builds
        wheel, archive = next(built.glob("*.whl")), next(built.glob("*.tar.gz"))
        _run(sys.executable, "-m", "twine", "check", "--strict", wheel, archive)
        _run(sys.executable, "-m", "check_wheel_contents", wheel)
        _check_wheel(wheel)
        wanted = _run(sys.executable, "-c", PLAY, ROOT / SCENARIO, env={"PYTHONPATH": str(ROOT / "src")}).strip()
        for python in pythons():
            _try_out(python, wheel, Path(scratch) / python.replace("/", "-").strip("-"), wanted)
    print(f"ready: {wheel.name} ({wheel.stat().st_size:,} bytes), {archive.name}")
    if not given.trying:
        print(
            f"left to do: commit, `git tag v{given.version}`, push both; the workflow builds and publishes the wheels"
        )


def _write_version(version: str) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        sys.exit(f"release: found the version {version!r}; allowed: such as 0.2.0 or 0.2.0rc1")
    if _run("git", "status", "--porcelain"):
        sys.exit("release: the checkout has changes; commit them first")
    HOME.write_text(re.sub(r'__version__ = ".*"', f'__version__ = "{version}"', HOME.read_text()))
    today = datetime.now(UTC).date().isoformat()
    citation = ROOT / "CITATION.cff"
    text = re.sub(r"(?m)^version: .*$", f"version: {version}", citation.read_text())
    citation.write_text(re.sub(r"(?m)^date-released: .*$", f"date-released: {today}", text))
    changelog = ROOT / "CHANGELOG.md"
    if any(file.name != "README.md" for file in (ROOT / "changes").iterdir()):
        _run(sys.executable, "-m", "towncrier", "build", "--yes", "--version", version)
    elif f"## {version} (unreleased)" not in changelog.read_text():
        sys.exit("release: nothing to tell of in changes/")
    changelog.write_text(dated(changelog.read_text(), version, today))


def dated(changelog: str, version: str, today: str) -> str:
    """A changelog with one dated section of the version: what towncrier wrote goes into an unreleased one, if any."""
    title, waiting = f"## {version} ({today})", f"## {version} (unreleased)"
    if waiting not in changelog:
        return changelog
    if title not in changelog:
        return changelog.replace(waiting, title)
    before, _, rest = changelog.partition(f"{title}\n")
    fresh, _, rest = rest.partition(f"{waiting}\n")
    old, mark, after = rest.partition("\n## ")
    for part in re.split(r"(?m)^### ", fresh)[1:]:
        name, _, entries = part.partition("\n")
        heading = f"### {name}\n"
        if heading not in old:
            old = f"{old.rstrip()}\n\n{heading}\n{entries.strip()}\n"
            continue
        head, _, tail = old.partition(heading)
        own, following, others = tail.partition("\n### ")
        old = f"{head}{heading}{own.rstrip()}\n{entries.strip()}\n{following}{others}"
    return f"{before}{title}\n{old}{mark}{after}"


def _check_wheel(wheel: Path) -> None:
    size = wheel.stat().st_size
    if size > LARGEST:
        print(f"release: the wheel has {size:,} bytes; meant are at most {LARGEST:,}", file=sys.stderr)
    with zipfile.ZipFile(wheel) as held:
        metadata = held.read(next(name for name in held.namelist() if name.endswith("/METADATA"))).decode()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
    core = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    if len(needed) != len(core):
        sys.exit(f"release: the wheel needs {needed}; pyproject.toml says {core}")


def pythons() -> list[str]:
    """One interpreter of each version that will do: those on the path, and pyenv's."""
    candidates = [shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 30)]
    candidates += [str(file) for file in sorted(Path.home().glob(".pyenv/versions/*/bin/python"))]
    found: dict[tuple[int, ...], str] = {sys.version_info[:2]: sys.executable}
    for candidate in candidates:
        if candidate is None:
            continue
        look = "import sys, venv, ensurepip; print(*sys.version_info[:2])"
        done = subprocess.run([candidate, "-c", look], capture_output=True, text=True)
        if done.returncode == 0:
            version = tuple(map(int, done.stdout.split()))
            if version >= OLDEST:
                found.setdefault(version, candidate)
    return [found[version] for version in sorted(found)]


def _try_out(python: str, wheel: Path, folder: Path, wanted: str) -> None:
    """Install the wheel and pip alone in an empty environment, and play a battle beside folders of its names."""
    game = folder / "game"
    for name in FOLDERS:
        (game / name).mkdir(parents=True)
        (game / name / "__init__.py").write_text("raise ImportError('the folder of the game was imported')\n")
    _run(python, "-m", "venv", folder)  # each with its own pip: an old one does not run on a newer Python
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = (own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*install, wheel, cwd=game)
    scenario = folder / "scenario.toml"
    shutil.copy(ROOT / SCENARIO, scenario)
    found = _run(own, "-c", PLAY, scenario, cwd=game).strip()
    version = _run(own, "--version").strip()
    if found != wanted:
        sys.exit(f"release: on {version} the battle has another log than here")
    told = _run(own, "-m", "fivefoot", "--version", cwd=game).strip()
    if python == sys.executable:
        _run(*install, f"{wheel}[cli]", cwd=game)
        told += f", {len(_run(own, '-m', 'fivefoot', 'battle', 'bridge', '--json', cwd=game).splitlines())} events"
    print(f"{version}: the same log; {told}")


def _run(*words: object, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Standard output of a command; ends with what it said where it fails."""
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env={**plain, **(env or {})}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"release: {' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
