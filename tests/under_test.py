"""The location of the fivefoot under test: the checkout's `src`, or the installed package."""

from pathlib import Path

import fivefoot

HOME = str(Path(fivefoot.__file__).parents[1])
"""What child processes put first on their path, so that they import the same."""
