"""The location of the fivefoot under test: the checkout's `src`, or the installed package."""

from pathlib import Path

import fivefoot

HOME = str(Path(fivefoot.__file__).parents[1])
"""What child processes put first on their path, so that they import the same."""

INSTALLED = Path(HOME) != Path(__file__).parents[1] / "src"
"""Whether that is an installed package, such as a compiled wheel."""


def link_into(folder: Path) -> None:
    """Link it into a folder, without what is installed beside it."""
    package = Path(fivefoot.__file__).parent
    for part in (package, *package.parent.glob("fivefoot__mypyc.*")):  # a compiled wheel has its code beside it
        (folder / part.name).symlink_to(part)
