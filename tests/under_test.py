"""Where the fivefoot under test lies: the checkout's `src`, or wherever the package that is imported is installed."""

from pathlib import Path

import fivefoot

HOME = str(Path(fivefoot.__file__).parents[1])
"""What child processes put first on their path, so that they import the same."""
