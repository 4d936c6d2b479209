"""Optional libraries, by the extra that installs them."""

import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

EXTRAS: dict[str, str] = {
    "typer": "cli",
    "rich": "cli",
    "pygame": "play",
    "pygame_gui": "play",
    "platformdirs": "play",
    "tomlkit": "play",
    "psutil": "bots",
    "choix": "stats",
    "numpy": "stats",
    "scipy": "stats",
    "PIL": "images",
    "matplotlib": "plots",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "backports": "maps",
    "distributed": "cluster",
    "websockets": "serve",
    "mcp": "mcp",
}
"""The extra that installs each library."""


class MissingExtra(ImportError):
    """Raised if an optional library is missing. The message says how to install it."""

    def __init__(self, library: str, extra: str = "", purpose: str = "") -> None:
        extra = extra or EXTRAS[library]
        what = f"{purpose} needs {library}" if purpose else f"{library} is not installed"
        super().__init__(f"{what}: pip install 'fivefoot[{extra}]'", name=library)
        self.extra = extra


def installed(library: str) -> bool:
    if library in sys.modules:
        return sys.modules[library] is not None
    return find_spec(library) is not None


def require(*libraries: str, extra: str = "", purpose: str = "") -> None:
    """Raises MissingExtra if an optional library is not installed.

    `extra` replaces the usual name of the extra; `purpose` begins the message.
    """
    for library in libraries:
        if not installed(library):
            raise MissingExtra(library, extra, purpose)


def which_modules() -> str:
    """Says which modules are compiled, for `fivefoot --version --verbose`."""
    found = find_spec(f"{__package__}.memo")
    compiled = found is not None and (found.origin or "").endswith(tuple(EXTENSION_SUFFIXES))
    return "compiled" if compiled else "interpreted"


__all__ = ["EXTRAS", "MissingExtra", "installed", "require", "which_modules"]
