"""The setting of every test: no window, and hypothesis at the pace of a busy machine."""

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.under_test import INSTALLED

# Before anything imports pygame: tests draw into memory, never onto a screen.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# Under nohup, and in the background of a shell, signals are ignored, by what a test starts as well; a signal that is
# handled is not passed on to it.
for name in ("SIGHUP", "SIGINT"):
    number = getattr(signal, name, None)
    if number is not None and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)

settings.register_profile("fivefoot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("fivefoot"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "fivefoot")


NIGHT = os.environ.get("FIVEFOOT_NIGHTLY") == "1"


def pytest_configure(config: pytest.Config) -> None:
    """Give each process its own stretch of the tests: what a module builds for its tests is built once."""
    if config.getoption("dist", "no") == "load":
        config.option.dist = "worksteal"


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of what the garbage collector looks through."""
    gc.collect()
    gc.freeze()


LONGEST_ID = 80
"""The most characters of a value in the name of a test: a test process gets all names at once, and each by itself."""


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names a long text or long bytes by their length; None leaves the name to pytest."""
    if isinstance(val, str | bytes) and len(val) > LONGEST_ID:
        return f"{argname} of {len(val):,}"
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs the sources where an installed package is tested, and by day what is for the night."""
    if not NIGHT and item.get_closest_marker("nightly"):
        pytest.skip("takes minutes; FIVEFOOT_NIGHTLY=1 runs it")
    marker = item.get_closest_marker("sources")
    if marker is not None and INSTALLED:
        pytest.skip(f"not of an installed package: {marker.args[0]}")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout."""
    return Path(__file__).parents[1]
