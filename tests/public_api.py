"""The inventory of public names with their signatures; `python tests/public_api.py --write` renews `public_api.txt`."""

import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from fivefoot.components.events import Event
from fivefoot.components.intents import Intent

INVENTORY = Path(__file__).with_name("public_api.txt")
MODULES = (
    "intents",
    "events",
    "effects",
    "abilities",
    "plans",
    "rules",
    "ecs",
    "brains",
    "bots",
    "tournament",
    "arena",
    "maps",
    "drawing",
    "table",
)
"""Public modules beside `fivefoot` itself, as far as there are such."""


def modules() -> list[str]:
    """The public modules that there are."""
    return ["fivefoot", *(name for name in (f"fivefoot.{part}" for part in MODULES) if find_spec(name))]


def inventory() -> list[str]:
    """A line for each public name and for each public member of a public class."""
    lines: list[str] = []
    for module in modules():
        there = import_module(module)
        for name in sorted(there.__all__):
            lines += _lines(f"{module}.{name}", getattr(there, name))
    return lines


def _lines(name: str, value: object) -> Iterator[str]:
    if not inspect.isclass(value):
        yield f"{name}{_signature(value)}" if callable(value) else f"{name}: {type(value).__name__.strip('_')}"
        return
    bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
    yield f"class {name}({bases}){_signature(value)}"
    for member in sorted(vars(value).keys() | _inherited(value)):
        if not member.startswith("_"):
            found = inspect.getattr_static(value, member)
            plain = found.__func__ if isinstance(found, (classmethod, staticmethod)) else found
            yield f"{name}.{member}{_signature(plain) if inspect.isroutine(plain) else ''}"


def _inherited(value: type) -> set[str]:
    """Members of private bases: to users of the class they are its own."""
    return {name for base in value.__mro__[1:] if base.__module__.startswith("fivefoot") for name in vars(base)}


def _signature(value: object) -> str:
    try:
        text = str(inspect.signature(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", text)
    for kinds, word in ((get_args(Event), "Event"), (get_args(Intent), "Intent")):
        text = text.replace(" | ".join(kind.__name__ for kind in kinds), word)
    text = re.sub(r"0x[0-9a-f]+|'", "", text)
    return re.sub(r"\{([^{}]*)\}", lambda found: "{" + ", ".join(sorted(found[1].split(", "))) + "}", text)


if __name__ == "__main__":
    text = "\n".join(inventory()) + "\n"
    if "--write" in sys.argv:
        INVENTORY.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
